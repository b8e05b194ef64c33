% Two things that are kept as ordered lists.

% --- sparse polynomials: lists of C*E, exponents E going down ---------

:- entry poly_mul(+, +, -).
poly_mul([], _, []).
poly_mul([C*E|P], Q, R) :-
    poly_scale(Q, C, E, R1),
    poly_mul(P, Q, R2),
    poly_add(R1, R2, R).

poly_scale([], _, _, []).
poly_scale([C1*E1|Q], C, E, [C2*E2|R]) :-
    C2 is C1*C,
    E2 is E1+E,
    poly_scale(Q, C, E, R).

poly_add([], Q, Q) :- !.
poly_add(P, [], P) :- !.
poly_add([C1*E1|P], [C2*E2|Q], R) :-
    (   E1 > E2 ->
        R = [C1*E1|R1],
        poly_add(P, [C2*E2|Q], R1)
    ;   E1 < E2 ->
        R = [C2*E2|R1],
        poly_add([C1*E1|P], Q, R1)
    ;   C is C1+C2,
        (   C =:= 0 ->
            R = R1
        ;   R = [C*E1|R1]
        ),
        poly_add(P, Q, R1)
    ).

% --- sets: lists without duplicates, in standard order ----------------

% union_all(+Sets, -Union)
:- entry union_all(+list(list(int)), -).
union_all([], []).
union_all([S|Ss], U) :-
    union_all(Ss, U1),
    union(S, U1, U).

union([], B, B).
union([X|A], B, U) :-
    union_next(B, X, A, U).

union_next([], X, A, [X|A]).
union_next([Y|B], X, A, U) :-
    compare(Order, X, Y),
    union_ordered(Order, X, A, Y, B, U).

union_ordered(<, X, A, Y, B, [X|U]) :- union_next(A, Y, B, U).
union_ordered(>, X, A, Y, B, [Y|U]) :- union_next(B, X, A, U).
union_ordered(=, X, A, _, B, [X|U]) :- union(A, B, U).
