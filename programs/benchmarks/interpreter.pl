% interpreter: a small imperative language run by an interpreter: the greatest common divisors of pairs of numbers.
% origin:      this suite
% stresses:    first-argument indexing on structures, association lists, integer arithmetic
% repeat:      360

top :- result(_).

check :- result(S), S == 224.

result(Sum) :-
    program(P),
    run(P, [], Env),
    value_of(Env, sum, Sum).

program(seq(set(sum, int(0)), seq(set(i, int(1)),
    while(less(var(i), int(15)), seq(set(j, int(1)), seq(
        while(less(var(j), int(10)),
            seq(set(a, var(i)), seq(set(b, var(j)), seq(
                while(less(int(0), var(b)), seq(set(t, mod(var(a), var(b))), seq(set(a, var(b)), set(b, var(t))))),
                seq(set(sum, add(var(sum), var(a))), set(j, add(var(j), int(1)))))))),
        set(i, add(var(i), int(1))))))))).

run(seq(A, B), E0, E) :- run(A, E0, E1), run(B, E1, E).
run(set(V, X), E0, E) :- value(X, E0, N), put(E0, V, N, E).
run(while(C, S), E0, E) :-
    (   holds(C, E0)
    ->  run(S, E0, E1),
        run(while(C, S), E1, E)
    ;   E = E0
    ).

holds(less(A, B), E) :- value(A, E, M), value(B, E, N), M < N.

value(int(N), _, N).
value(var(V), E, N) :- value_of(E, V, N).
value(add(A, B), E, N) :- value(A, E, M), value(B, E, K), N is M + K.
value(mod(A, B), E, N) :- value(A, E, M), value(B, E, K), N is M mod K.

value_of([V-N|_], V, N) :- !.
value_of([_|E], V, N) :- value_of(E, V, N).

put([], V, N, [V-N]).
put([V-_|E], V, N, [V-N|E]) :- !.
put([B|E0], V, N, [B|E]) :- put(E0, V, N, E).
