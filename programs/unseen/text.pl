%? title_case(Report) => Report = 'The Quick Brown Fox Jumps Over The Lazy Dog While The Cat Naps: 13 words, 62 letters, 4th \'Fox\''
%? crack(K) => K = 19

% Text handling in the "atoms" style.

line('the quick brown fox jumps over the lazy dog while the cat naps').

split_at(Atom, Sep, [Head|Parts]) :-
    sub_atom(Atom, B, L, A, Sep), !,
    sub_atom(Atom, 0, B, _, Head),
    Start is B+L,
    sub_atom(Atom, Start, A, _, Tail),
    split_at(Tail, Sep, Parts).
split_at(Atom, _, [Atom]).

capitalize(W, C) :-
    atom_codes(W, [H|T]),
    (   H >= 0'a, H =< 0'z
    ->  U is H - 32
    ;   U = H
    ),
    atom_codes(C, [U|T]).

join([], _, '').
join([X], _, X) :- !.
join([X|Xs], Sep, A) :-
    join(Xs, Sep, R),
    atom_concat(X, Sep, XS),
    atom_concat(XS, R, A).

title_case(Report) :-
    line(L),
    split_at(L, ' ', Ws),
    maplist(capitalize, Ws, Cs),
    join(Cs, ' ', T),
    atom_length(T, N),
    atom_length(L, N),
    length(Cs, K),
    nth1(4, Cs, Fourth),
    format(atom(Report), '~w: ~d words, ~d letters, 4th ~q', [T, K, N, Fourth]).

shift(K, C, D) :-
    (   C >= 0'a, C =< 0'z -> D is (C - 0'a + K) mod 26 + 0'a
    ;   C >= 0'A, C =< 0'Z -> D is (C - 0'A + K) mod 26 + 0'A
    ;   D = C
    ).
caesar(K, A, B) :-
    atom_codes(A, As),
    maplist(shift(K), As, Bs),
    atom_codes(B, Bs).

crack(K) :-
    line(L),
    caesar(7, L, Secret),
    between(0, 25, K),
    caesar(K, Secret, Plain),
    sub_atom(Plain, _, _, _, ' over '),
    !.
