% Dictionaries: what programs do with library(assoc) and library(rbtrees), from empty ones on or with some that are given.
% Each entry is analysed, its bounds are recorded, and counts are held to them.

:- use_module(library(assoc)).
:- use_module(library(rbtrees)).

:- entry words(+list(atm), -).
words(Ws, A) :- empty_assoc(E), count_words(Ws, E, A).

:- entry count_words(+list(atm), +assoc, -).
count_words([], A, A).
count_words([W|Ws], A0, A) :-
    ( get_assoc(W, A0, N0) -> N is N0 + 1 ; N = 1 ),
    put_assoc(W, A0, N, A1),
    count_words(Ws, A1, A).

:- entry known(+list(int), +assoc, -).
known([], _, 0).
known([K|Ks], A, N) :- known(Ks, A, M), ( get_assoc(K, A, _) -> N is M + 1 ; N = M ).

:- entry sum(+assoc, -).
sum(A, S) :- assoc_to_values(A, Vs), add(Vs, 0, S).
add([], S, S).
add([V|Vs], S0, S) :- ( integer(V) -> S1 is S0 + V ; S1 = S0 ), add(Vs, S1, S).

:- entry look(+atomic, +assoc, -).
look(K, A, V) :- get_assoc(K, A, V).

:- entry get_assoc(+atomic, +assoc, -).

:- entry added(+assoc, +atm, -).
added(A, K, B) :- put_assoc(K, A, v, B).

:- entry without(+list(int), +assoc, -).
without([], A, A).
without([K|Ks], A, C) :- ( del_assoc(K, A, _, B) -> true ; B = A ), without(Ks, B, C).

:- entry smallest(+assoc, -).
smallest(A, K) :- min_assoc(A, K, _).

:- entry drained(+nat, +assoc, -).
drained(0, A, A) :- !.
drained(N, A, B) :- N > 0, ( del_min_assoc(A, _, _, A1) -> true ; A1 = A ), M is N - 1, drained(M, A1, B).

:- entry of_pairs(+list(int), -).
of_pairs(Xs, A) :- pairs(Xs, Ps), list_to_assoc(Ps, A).
pairs([], []).
pairs([X|Xs], [X-a|Ps]) :- pairs(Xs, Ps).

:- entry tree_of(+list(atm), -).
tree_of(Ks, T) :- rb_new(T0), insert_all(Ks, T0, T).
insert_all([], T, T).
insert_all([K|Ks], T0, T) :- rb_insert(T0, K, x, T1), insert_all(Ks, T1, T).

:- entry seen(+list(int), -).
seen(Xs, N) :- empty_assoc(E), distinct(Xs, E, 0, N).
distinct([], _, N, N).
distinct([X|Xs], Seen, N0, N) :- get_assoc(X, Seen, _), !, distinct(Xs, Seen, N0, N).
distinct([X|Xs], Seen, N0, N) :- put_assoc(X, Seen, true, Seen1), N1 is N0 + 1, distinct(Xs, Seen1, N1, N).

% Trees of one's own making are trees of the library's type, but not known to be balanced.
:- entry own(+list(atm), +atm).
own(Ks, K) :- chain(Ks, T), get_assoc(K, T, _).
chain([], t).
chain([K|Ks], t(K, v, <, T, t)) :- chain(Ks, T).

% What is put in must be what is expected: this may fail.
:- entry agree(+atm, +assoc, +assoc).
agree(K, A, B) :- put_assoc(K, A, x, B).

% A tree on top of a balanced one is not balanced, however it is handed on.
graft([], A, A).
graft([K|Ks], A, B) :- graft(Ks, t(K, x, <, A, t), B).

:- entry look_grafted(+list(int), +assoc, -).
look_grafted(Ks, A, V) :- graft(Ks, A, B), get_assoc(-5, B, V).

:- entry pick(+nat, +assoc, +list(int), -).
pick(N, A, Ks, V) :- choose(N, A, Ks, B), get_assoc(-5, B, V).
choose(0, A, _, A) :- !.
choose(_, A, Ks, B) :- graft(Ks, A, B).

:- entry side(+assoc, -).
side(t(_, _, _, L, _), V) :- get_assoc(1, L, V).

:- entry in_pair(+assoc, +list(int), -).
in_pair(A, Ks, V) :- graft(Ks, A, B), either(s(A), s(B), S), S = s(T), get_assoc(-5, T, V).
either(X, _, X).
either(_, Y, Y).

:- entry put_grafted(+assoc, +list(int), -).
put_grafted(A, Ks, V) :- graft(Ks, A, B), put_assoc(3, B, z, C), get_assoc(-5, C, V).

:- entry moved(+nat, +assoc, -).
moved(0, A, A) :- !.
moved(N, A, B) :-
    M is N - 1,
    ( get_assoc(N, A, _) -> del_assoc(N, A, _, A1), put_assoc(M, A1, q, A2) ; put_assoc(N, A, w, A2) ),
    moved(M, A2, B).

% Keys and values may be any terms.
:- entry counted(+list, -).
counted(Ts, A) :- empty_assoc(E), count_terms(Ts, E, A).
count_terms([], A, A).
count_terms([T|Ts], A0, A) :- ( get_assoc(T, A0, N0) -> N is N0 + 1 ; N = 1 ), put_assoc(T, A0, N, A1), count_terms(Ts, A1, A).

:- entry grouped(+list(int), -).
grouped(Xs, Gs) :- empty_assoc(E), group(Xs, E, A), assoc_to_values(A, Gs).
group([], A, A).
group([X|Xs], A0, A) :- K is X mod 7, ( get_assoc(K, A0, L) -> true ; L = [] ), put_assoc(K, A0, [X|L], A1), group(Xs, A1, A).

:- entry pairs_seen(+list(int), +list(int), -).
pairs_seen(Xs, Ys, A) :- empty_assoc(E), see(Xs, Ys, E, A).
see([], _, A, A).
see([_|_], [], A, A).
see([X|Xs], [Y|Ys], A0, A) :- put_assoc(X-Y, A0, [], A1), see(Xs, Ys, A1, A).

:- entry emptied(+list, -).
emptied(Ts, A) :- empty_assoc(E), count_terms(Ts, E, A0), take_all(Ts, A0, A).
take_all([], A, A).
take_all([T|Ts], A0, A) :- ( del_assoc(T, A0, _, A1) -> true ; A1 = A0 ), take_all(Ts, A1, A).
