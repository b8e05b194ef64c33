%? knap(60, Best) => Best = 177
%? closest(transpose, W) => W = transport

% dynamic programming with rows held in lists

% 0/1 knapsack -- Row is best value for capacity 0..Cap
item(lamp, 4, 12).
item(tent, 9, 30).
item(rope, 3, 8).
item(stove, 6, 17).
item(map, 1, 5).
item(boots, 7, 21).
item(radio, 5, 11).
item(camera, 8, 19).
item(water, 14, 40).
item(food, 11, 33).
item(books, 10, 9).
item(axe, 6, 13).

zeros(0, []) :- !.
zeros(N, [0|T]) :- N1 is N-1, zeros(N1, T).

knap(Cap, Best) :-
    N is Cap+1,
    zeros(N, Row0),
    findall(W-V, item(_, W, V), Items),
    knap_items(Items, Row0, Row),
    last(Row, Best).

knap_items([], Row, Row).
knap_items([W-V|Is], Row0, Row) :-
    length(Pad, W),
    maplist(=(none), Pad),
    append(Pad, Row0, Shifted),
    combine(Row0, Shifted, V, Row1),
    knap_items(Is, Row1, Row).

combine([], _, _, []).
combine([A|As], [none|Bs], V, [A|Cs]) :- !,
    combine(As, Bs, V, Cs).
combine([A|As], [B|Bs], V, [C|Cs]) :-
    C is max(A, B+V),
    combine(As, Bs, V, Cs).

% Levenshtein
edit_distance(A, B, D) :-
    atom_codes(A, As),
    atom_codes(B, Bs),
    length(Bs, M),
    numlist(0, M, Row0),
    rows(As, Bs, Row0, 1, Row),
    last(Row, D).

rows([], _, Row, _, Row).
rows([A|As], Bs, Prev, I, Row) :-
    Prev = [Diag|Ups],
    cells(Bs, A, Diag, Ups, I, Cells),
    I1 is I+1,
    rows(As, Bs, [I|Cells], I1, Row).

cells([], _, _, _, _, []).
cells([B|Bs], A, Diag, [Up|Ups], Left, [C|Cs]) :-
    ( A =:= B -> Cost = 0 ; Cost = 1 ),
    C is min(Diag+Cost, min(Up, Left)+1),
    cells(Bs, A, Up, Ups, C, Cs).

closest(Word, Best) :-
    findall(D-W, ( member(W, [transmit,transport,translate,trespass,
                              transient,passport,important]),
                   edit_distance(Word, W, D) ), L),
    keysort(L, [_-Best|_]).
