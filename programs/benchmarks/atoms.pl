% atoms:    words built, taken apart, joined and compared as atoms.
% origin:   this suite
% stresses: atom_codes, atom_concat, sub_atom, atom_length, the atom table and its garbage
% repeat:   3800

top :- result(_).

check :- result(R), R == 1580-xyz_99_yes.

result(Length-Last) :- words(0, 100, 0, Length, none, Last).

words(N, N, L, L, W, W) :- !.
words(I, N, L0, L, _, W) :-
    number_codes(I, Cs),
    atom_codes(A, Cs),
    atom_concat(xyz_, A, B),
    atom_concat(B, '_yes', C),
    atom_length(C, K),
    sub_atom(C, Before, 1, After, '_'),
    After =:= 3,
    !,
    sub_atom(C, 0, Before, _, D),
    D == B,
    atom_chars(C, Chars),
    atom_chars(E, Chars),
    E == C,
    sub_atom(C, _, 3, 0, Tail),
    ( Tail == yes -> L1 is L0 + K + Before ; L1 = L0 ),
    J is I + 1,
    words(J, N, L1, L, C, W).
