% exceptions: a countdown in which each step catches, and every third throws.
% origin:     this suite
% stresses:   catch/3 that is left and catch/3 that catches, throw/1, calls of terms
% repeat:     720

top :- result(_).

check :- result(R), R == 333-667.

result(Caught-Left) :- count(1000, 0, 0, Caught, Left).

count(0, C, L, C, L) :- !.
count(N, C0, L0, C, L) :-
    catch(step(N, R), odd(R), true),
    (   R = left
    ->  C1 = C0,
        L1 is L0 + 1
    ;   C1 is C0 + 1,
        L1 = L0
    ),
    M is N - 1,
    count(M, C1, L1, C, L).

step(N, R) :-
    deep(5, N),
    R = left.

deep(0, N) :-
    (   N mod 3 =:= 0
    ->  throw(odd(N))
    ;   true
    ).
deep(D, N) :-
    D > 0,
    E is D - 1,
    deep(E, N).
