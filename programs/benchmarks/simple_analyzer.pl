% simple_analyzer: which arguments of quicksort and naive reverse are ground, as a fixpoint over a table.
% origin:          abstract interpretation of groundness, a small analyzer in the manner of van Roy's benchmark
% stresses:        association lists, functor/3 and arg/3, term walking, iteration to a fixpoint
% repeat:          5700

top :- result(_).

check :-
    result(T),
    ordered(T, S),
    S == [append/3-[g, g, g], nrev/2-[g, g], part/4-[g, g, g, g], qsort/3-[g, g, g], sorted/2-[g, g]].

result(Table) :- fixpoint([], Table).

ordered(T, S) :- sort(T, S).

fixpoint(T0, T) :-
    findall(c(H, B), clause_of(H, B), Cs),
    pass(Cs, [], T0, T1),
    (   T1 == T0
    ->  T = T1
    ;   fixpoint(T1, T)
    ).

clause_of(append(nil, L, L), [ground(L)]).
clause_of(append(c(X, Xs), L, c(X, Ys)), [ground(X), append(Xs, L, Ys)]).
clause_of(nrev(nil, nil), []).
clause_of(nrev(c(X, Xs), R), [nrev(Xs, Ys), append(Ys, c(X, nil), R)]).
clause_of(qsort(nil, S, S), [ground(S)]).
clause_of(qsort(c(X, Xs), S, R), [part(Xs, X, L, G), qsort(L, S, c(X, S1)), qsort(G, S1, R)]).
clause_of(part(nil, X, nil, nil), [ground(X)]).
clause_of(part(c(Y, Ys), X, c(Y, L), G), [ground(Y), ground(X), part(Ys, X, L, G)]).
clause_of(part(c(Y, Ys), X, L, c(Y, G)), [ground(Y), ground(X), part(Ys, X, L, G)]).
clause_of(sorted(L, S), [qsort(L, S, nil)]).

% pass(Clauses, Seen, Table0, Table): the table of this pass; a predicate's row is the meet over its clauses.
pass([], New, _, T) :- sort(New, T).
pass([c(H, B)|Cs], New0, Old, T) :-
    copy_term(c(H, B), c(H1, B1)),
    body(B1, Old, [], Ground),
    functor(H1, F, N),
    modes(1, N, H1, Ground, Ms),
    merged(New0, F/N, Ms, New1),
    pass(Cs, New1, Old, T).

body([], _, G, G).
body([ground(X)|Gs], Old, G0, G) :-
    !,
    variables(X, G0, G1),
    body(Gs, Old, G1, G).
body([Goal|Gs], Old, G0, G) :-
    functor(Goal, F, N),
    (   row(Old, F/N, Ms)
    ->  made_ground(1, Ms, Goal, G0, G1)
    ;   variables(Goal, G0, G1)
    ),
    body(Gs, Old, G1, G).

row([P-Ms|_], P, Ms) :- !.
row([_|T], P, Ms) :- row(T, P, Ms).

made_ground(_, [], _, G, G).
made_ground(I, [M|Ms], Goal, G0, G) :-
    (   M = g
    ->  arg(I, Goal, A),
        variables(A, G0, G1)
    ;   G1 = G0
    ),
    J is I + 1,
    made_ground(J, Ms, Goal, G1, G).

variables(X, G, G) :- var(X), occurs_in(G, X), !.
variables(X, G, [X|G]) :- var(X), !.
variables(X, G0, G) :- functor(X, _, N), variables(1, N, X, G0, G).

variables(I, N, _, G, G) :- I > N, !.
variables(I, N, X, G0, G) :-
    arg(I, X, A),
    variables(A, G0, G1),
    J is I + 1,
    variables(J, N, X, G1, G).

occurs_in([Y|_], X) :- X == Y, !.
occurs_in([_|Ys], X) :- occurs_in(Ys, X).

modes(I, N, _, _, []) :- I > N, !.
modes(I, N, H, G, [M|Ms]) :-
    arg(I, H, A),
    ( all_ground(A, G) -> M = g ; M = any ),
    J is I + 1,
    modes(J, N, H, G, Ms).

all_ground(X, G) :- var(X), !, occurs_in(G, X).
all_ground(X, G) :- functor(X, _, N), all_ground(1, N, X, G).

all_ground(I, N, _, _) :- I > N, !.
all_ground(I, N, X, G) :-
    arg(I, X, A),
    all_ground(A, G),
    J is I + 1,
    all_ground(J, N, X, G).

merged([], P, Ms, [P-Ms]).
merged([P-Old|T], P, Ms, [P-New|T]) :- !, meet(Old, Ms, New).
merged([R|T], P, Ms, [R|U]) :- merged(T, P, Ms, U).

meet([], [], []).
meet([A|As], [B|Bs], [C|Cs]) :-
    ( A = g, B = g -> C = g ; C = any ),
    meet(As, Bs, Cs).
