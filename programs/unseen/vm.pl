%? run_vm(X) => X = 2432902008176640000
%? run_while(Sum) => Sum = 22060

:- op(800, xfx, :=).

% Two interpreters: a stack machine with labels resolved to addresses and
% a small imperative language with an assoc as store.

prog(fact, [push(1), store(r), push(20), store(n),
            label(loop),
            load(n), push(1), gt, jz(end),
            load(r), load(n), mul, store(r),
            load(n), push(1), sub, store(n),
            jmp(loop),
            label(end), load(r), halt]).

assemble(Code, Prog) :-
    labels(Code, 1, Plain, Labels),
    maplist(resolve(Labels), Plain, Instrs),
    Prog =.. [code|Instrs].

labels([], _, [], []).
labels([label(L)|Is], N, Ps, [L-N|Ls]) :- !,
    labels(Is, N, Ps, Ls).
labels([I|Is], N, [I|Ps], Ls) :-
    N1 is N+1,
    labels(Is, N1, Ps, Ls).

resolve(Ls, jmp(L), jmp(A)) :- !, memberchk(L-A, Ls).
resolve(Ls, jz(L), jz(A)) :- !, memberchk(L-A, Ls).
resolve(_, I, I).

exec(Prog, PC, Stack, Mem, Result) :-
    arg(PC, Prog, I),
    PC1 is PC+1,
    step(I, PC1, Stack, Mem, Prog, Result).

step(halt, _, [X|_], _, _, X).
step(push(N), PC, S, M, P, R) :- exec(P, PC, [N|S], M, R).
step(load(V), PC, S, M, P, R) :- memberchk(V=X, M), exec(P, PC, [X|S], M, R).
step(store(V), PC, [X|S], M, P, R) :- update(M, V, X, M1), exec(P, PC, S, M1, R).
step(mul, PC, [B,A|S], M, P, R) :- C is A*B, exec(P, PC, [C|S], M, R).
step(sub, PC, [B,A|S], M, P, R) :- C is A-B, exec(P, PC, [C|S], M, R).
step(gt, PC, [B,A|S], M, P, R) :- ( A > B -> C = 1 ; C = 0 ), exec(P, PC, [C|S], M, R).
step(jmp(A), _, S, M, P, R) :- exec(P, A, S, M, R).
step(jz(A), PC, [X|S], M, P, R) :-
    ( X =:= 0 -> exec(P, A, S, M, R) ; exec(P, PC, S, M, R) ).

update([], V, X, [V=X]).
update([V=_|M], V, X, [V=X|M]) :- !.
update([E|M], V, X, [E|M1]) :- update(M, V, X, M1).

run_vm(X) :-
    prog(fact, C),
    assemble(C, P),
    once(exec(P, 1, [], [], X)).

% ---- while language ----
gcd_prog((a := 1071 ; b := 462 ; steps := 0 ;
          while(b \= 0,
                ( t := b ; b := a mod b ; a := t ; steps := steps + 1 )) ;
          i := 0 ; sum := 0 ;
          while(i < 80,
                ( if(i mod 3 = 0, sum := sum + i * a, sum := sum - 1) ;
                  i := i + 1 )))).

do((A;B), S0, S) :- !, do(A, S0, S1), do(B, S1, S).
do(V := E, S0, S) :- !, val(E, S0, X), put_assoc(V, S0, X, S).
do(if(C, A, B), S0, S) :- !,
    ( test(C, S0) -> do(A, S0, S) ; do(B, S0, S) ).
do(while(C, B), S0, S) :-
    ( test(C, S0) -> do(B, S0, S1), do(while(C, B), S1, S) ; S = S0 ).

val(N, _, N) :- number(N).
val(V, S, X) :- atom(V), get_assoc(V, S, X).
val(A+B, S, X) :- val(A, S, I), val(B, S, J), X is I+J.
val(A-B, S, X) :- val(A, S, I), val(B, S, J), X is I-J.
val(A*B, S, X) :- val(A, S, I), val(B, S, J), X is I*J.
val(A mod B, S, X) :- val(A, S, I), val(B, S, J), X is I mod J.

test(A = B, S) :- val(A, S, X), val(B, S, X), !.
test(A \= B, S) :- \+ test(A = B, S).
test(A < B, S) :- val(A, S, X), val(B, S, Y), X < Y.

run_while(Sum) :-
    gcd_prog(P),
    empty_assoc(S0),
    once(do(P, S0, S)),
    get_assoc(sum, S, Sum).
