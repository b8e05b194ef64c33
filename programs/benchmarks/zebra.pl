% zebra:    who owns the zebra: five houses, fourteen clues.
% origin:   the puzzle of Life International 1962; houses as a list of structures
% stresses: unification of structures, backtracking over list membership
% repeat:   500

top :- owner(_).

check :- owner(O), O == japanese.

owner(Owner) :-
    Houses = [house(_, norwegian, _, _, _), _, house(_, _, _, milk, _), _, _],
    among(house(red, english, _, _, _), Houses),
    among(house(green, _, _, coffee, _), Houses),
    among(house(_, spanish, dog, _, _), Houses),
    among(house(_, ukrainian, _, tea, _), Houses),
    follows(house(green, _, _, _, _), house(ivory, _, _, _, _), Houses),
    among(house(_, _, snails, _, old_gold), Houses),
    among(house(yellow, _, _, _, kools), Houses),
    beside(house(_, _, _, _, chesterfield), house(_, _, fox, _, _), Houses),
    beside(house(_, _, _, _, kools), house(_, _, horse, _, _), Houses),
    among(house(_, _, _, juice, lucky_strike), Houses),
    among(house(_, japanese, _, _, parliament), Houses),
    beside(house(_, norwegian, _, _, _), house(blue, _, _, _, _), Houses),
    among(house(_, Owner, zebra, _, _), Houses),
    !.

among(X, [X|_]).
among(X, [_|Xs]) :-
    among(X, Xs).

follows(B, A, [A, B|_]).
follows(B, A, [_|Xs]) :-
    follows(B, A, Xs).

beside(A, B, Xs) :- follows(A, B, Xs).
beside(A, B, Xs) :- follows(B, A, Xs).
