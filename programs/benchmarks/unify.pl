% unify:    compiles unifications with known terms to instructions with read and write branches.
% origin:   the task of van Roy's unification compiler, in a plain form
% stresses: functor/3, arg/3, difference lists, conditions, lookup in small tables
% repeat:   17000

top :- result(_).

check :-
    result(Code),
    length(Code, 191),
    Code = [switch(x(0), f, 3, read(1), write(1))|_].

result(Code) :-
    compiled(f(A, g(B, [A, b|C], h(B, 7)), k([x, B, A], C, f(D, D, [1, 2, 3, c, h(A, B, C, D)]))), Code).

compiled(Term, Code) :-
    unified(Term, x(0), state(1, 1, []), _, Code, []).

% unified(Term, Register, State0, State, Code, Rest): code that unifies a register with the term. A state holds the next
% register, the next label and the registers of the variables met.
unified(T, X, S0, S, Code, Rest) :-
    var(T),
    !,
    variable(T, X, S0, S, Code, Rest).
unified(T, X, S, S, [constant(X, T)|Rest], Rest) :-
    atomic(T),
    !.
unified(T, X, state(R0, L, Vs), S, [switch(X, F, N, read(L), write(L)), label(read(L))|Code], Rest) :-
    functor(T, F, N),
    L1 is L + 1,
    loads(1, N, T, X, R0, R, Code, Code1),
    branches(1, N, T, R0, state(R, L1, Vs), S1, Code1, [jump(done(L)), label(write(L)), structure(X, F, N)|Code2]),
    built(1, N, T, Vs, Code2, [label(done(L))|Rest]),
    S = S1.

variable(V, X, state(R, L, Vs), State, Code, Rest) :-
    (   register_of(Vs, V, Y)
    ->  Code = [equal(X, Y)|Rest],
        State = state(R, L, Vs)
    ;   Code = Rest,
        State = state(R, L, [V-X|Vs])
    ).

register_of([W-X|_], V, X) :- V == W, !.
register_of([_|Vs], V, X) :- register_of(Vs, V, X).

loads(I, N, _, _, R, R, Rest, Rest) :- I > N, !.
loads(I, N, T, X, R0, R, [load(x(R0), X, I)|Code], Rest) :-
    R1 is R0 + 1,
    J is I + 1,
    loads(J, N, T, X, R1, R, Code, Rest).

branches(I, N, _, _, S, S, Rest, Rest) :- I > N, !.
branches(I, N, T, R, S0, S, Code, Rest) :-
    arg(I, T, A),
    unified(A, x(R), S0, S1, Code, Code1),
    R1 is R + 1,
    J is I + 1,
    branches(J, N, T, R1, S1, S, Code1, Rest).

built(I, N, _, _, Rest, Rest) :- I > N, !.
built(I, N, T, Vs, [Instruction|Code], Rest) :-
    arg(I, T, A),
    push(A, Vs, Instruction),
    J is I + 1,
    built(J, N, T, Vs, Code, Rest).

push(A, Vs, I) :- var(A), !, ( register_of(Vs, A, X) -> I = push(X) ; I = push_new ).
push(A, _, push_constant(A)) :- atomic(A), !.
push(A, _, push_structure(F, N)) :- functor(A, F, N).
