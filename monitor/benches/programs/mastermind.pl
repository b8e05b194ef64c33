% mastermind: codes of four pegs in six colours that agree with the answers to four guesses.
top :- code(Code), agrees(Code), fail.
top.

code([A, B, C, D]) :- colour(A), colour(B), colour(C), colour(D).

colour(red). colour(green). colour(blue). colour(yellow). colour(white). colour(black).

agrees(Code) :-
    answer([red, red, green, blue], Code, 1, 1),
    answer([green, yellow, red, white], Code, 0, 2),
    answer([red, blue, blue, green], Code, 2, 1),
    answer([red, green, black, green], Code, 1, 1).

answer(Guess, Code, Blacks, Whites) :-
    blacks(Guess, Code, 0, Blacks, Gs, Cs),
    whites(Gs, Cs, 0, Whites).

blacks([], [], B, B, [], []).
blacks([X|Gs], [X|Cs], B0, B, Gs1, Cs1) :- !, B1 is B0 + 1, blacks(Gs, Cs, B1, B, Gs1, Cs1).
blacks([G|Gs], [C|Cs], B0, B, [G|Gs1], [C|Cs1]) :- blacks(Gs, Cs, B0, B, Gs1, Cs1).

whites([], _, W, W).
whites([G|Gs], Cs, W0, W) :- remove(G, Cs, Cs1), !, W1 is W0 + 1, whites(Gs, Cs1, W1, W).
whites([_|Gs], Cs, W0, W) :- whites(Gs, Cs, W0, W).

remove(X, [X|Xs], Xs).
remove(X, [Y|Ys], [Y|Zs]) :- remove(X, Ys, Zs).
