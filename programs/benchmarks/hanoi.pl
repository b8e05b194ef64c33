% hanoi:    the moves of 12 discs from one peg to another, as a list.
% origin:   Lucas's puzzle; difference lists
% stresses: recursion, building lists
% repeat:   1300

top :- moves(_).

check :-
    moves(Ms),
    length(Ms, 4095),
    Ms = [left-middle, left-right|_].

moves(Ms) :- hanoi(12, left, right, middle, Ms, []).

hanoi(0, _, _, _, Ms, Ms) :- !.
hanoi(N, From, To, Via, Ms, Rest) :-
    M is N - 1,
    hanoi(M, From, Via, To, Ms, [From-To|Ms1]),
    hanoi(M, Via, To, From, Ms1, Rest).
