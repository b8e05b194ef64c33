% Predicates that call predicates.

:- meta_predicate maplist(1, ?), maplist(2, ?, ?), maplist(3, ?, ?, ?), maplist(4, ?, ?, ?, ?),
   maplist(5, ?, ?, ?, ?, ?), maplist(6, ?, ?, ?, ?, ?, ?), foldl(3, ?, ?, ?), foldl(4, ?, ?, ?, ?), foldl(5, ?, ?, ?, ?, ?),
   include(1, ?, ?), exclude(1, ?, ?), partition(1, ?, ?, ?), partition(2, ?, ?, ?, ?).

maplist(G, Xs) :- '$map'(Xs, G).

'$map'([], _).
'$map'([X|Xs], G) :- call(G, X), '$map'(Xs, G).

maplist(G, Xs, Ys) :- '$map'(Xs, Ys, G).

'$map'([], [], _).
'$map'([X|Xs], [Y|Ys], G) :- call(G, X, Y), '$map'(Xs, Ys, G).

maplist(G, Xs, Ys, Zs) :- '$map'(Xs, Ys, Zs, G).

'$map'([], [], [], _).
'$map'([X|Xs], [Y|Ys], [Z|Zs], G) :- call(G, X, Y, Z), '$map'(Xs, Ys, Zs, G).

maplist(G, As, Bs, Cs, Ds) :- '$map'(As, Bs, Cs, Ds, G).

'$map'([], [], [], [], _).
'$map'([A|As], [B|Bs], [C|Cs], [D|Ds], G) :- call(G, A, B, C, D), '$map'(As, Bs, Cs, Ds, G).

maplist(G, As, Bs, Cs, Ds, Es) :- '$map'(As, Bs, Cs, Ds, Es, G).

'$map'([], [], [], [], [], _).
'$map'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], G) :- call(G, A, B, C, D, E), '$map'(As, Bs, Cs, Ds, Es, G).

maplist(G, As, Bs, Cs, Ds, Es, Fs) :- '$map'(As, Bs, Cs, Ds, Es, Fs, G).

'$map'([], [], [], [], [], [], _).
'$map'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], G) :-
    call(G, A, B, C, D, E, F),
    '$map'(As, Bs, Cs, Ds, Es, Fs, G).

foldl(G, Xs, V0, V) :- '$fold'(Xs, G, V0, V).

'$fold'([], _, V, V).
'$fold'([X|Xs], G, V0, V) :- call(G, X, V0, V1), '$fold'(Xs, G, V1, V).

foldl(G, Xs, Ys, V0, V) :- '$fold'(Xs, Ys, G, V0, V).

'$fold'([], [], _, V, V).
'$fold'([X|Xs], [Y|Ys], G, V0, V) :- call(G, X, Y, V0, V1), '$fold'(Xs, Ys, G, V1, V).

foldl(G, Xs, Ys, Zs, V0, V) :- '$fold'(Xs, Ys, Zs, G, V0, V).

'$fold'([], [], [], _, V, V).
'$fold'([X|Xs], [Y|Ys], [Z|Zs], G, V0, V) :- call(G, X, Y, Z, V0, V1), '$fold'(Xs, Ys, Zs, G, V1, V).

include(G, Xs, Ys) :- '$include'(Xs, G, Ys).

'$include'([], _, []).
'$include'([X|Xs], G, Ys) :- ( call(G, X) -> Ys = [X|Zs] ; Ys = Zs ), '$include'(Xs, G, Zs).

exclude(G, Xs, Ys) :- '$exclude'(Xs, G, Ys).

'$exclude'([], _, []).
'$exclude'([X|Xs], G, Ys) :- ( call(G, X) -> Ys = Zs ; Ys = [X|Zs] ), '$exclude'(Xs, G, Zs).

partition(G, Xs, Is, Os) :- '$partition'(Xs, G, Is, Os).

'$partition'([], _, [], []).
'$partition'([X|Xs], G, Is, Os) :-
    ( call(G, X) -> Is = [X|Is1], Os = Os1 ; Is = Is1, Os = [X|Os1] ),
    '$partition'(Xs, G, Is1, Os1).

partition(G, Xs, Ls, Es, Gs) :- '$partition'(Xs, G, Ls, Es, Gs).

'$partition'([], _, [], [], []).
'$partition'([X|Xs], G, Ls, Es, Gs) :-
    call(G, X, Order),
    '$partition'(Order, X, Ls, Es, Gs, Ls1, Es1, Gs1),
    '$partition'(Xs, G, Ls1, Es1, Gs1).

'$partition'(<, X, [X|Ls], Es, Gs, Ls, Es, Gs).
'$partition'(=, X, Ls, [X|Es], Gs, Ls, Es, Gs).
'$partition'(>, X, Ls, Es, [X|Gs], Ls, Es, Gs).
