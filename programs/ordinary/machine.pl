% A machine with a stack, a compiler for it, and an evaluator to compare it with.

:- regtype instr/1.
instr(push(N)) :- int(N).
instr(add).
instr(sub).
instr(mul).
instr(dup).
instr(swap).
instr(drop).

:- regtype expr/1.
expr(num(N)) :- int(N).
expr(var(V)) :- atm(V).
expr(A + B) :- expr(A), expr(B).
expr(A - B) :- expr(A), expr(B).
expr(A * B) :- expr(A), expr(B).

:- entry run(+list(instr), +list(int), -).
run([], Stack, Stack).
run([I|Is], Stack0, Stack) :-
    step(I, Stack0, Stack1),
    run(Is, Stack1, Stack).

step(push(N), S, [N|S]).
step(add, [B,A|S], [C|S]) :- C is A + B.
step(sub, [B,A|S], [C|S]) :- C is A - B.
step(mul, [B,A|S], [C|S]) :- C is A * B.
step(dup, [A|S], [A,A|S]).
step(swap, [A,B|S], [B,A|S]).
step(drop, [_|S], S).

:- entry compile(+expr, -).
compile(Expr, Code) :- phrase(code(Expr), Code).

code(num(N)) --> [push(N)].
code(var(V)) --> [load(V)].
code(A + B) --> code(A), code(B), [add].
code(A - B) --> code(A), code(B), [sub].
code(A * B) --> code(A), code(B), [mul].

% eval(+Expr, +Env, -Value): Env is a list of Variable=Value
:- entry eval(+, +, -).
eval(num(N), _, N).
eval(var(V), Env, X) :- value(Env, V, X).
eval(A + B, Env, X) :- eval(A, Env, Y), eval(B, Env, Z), X is Y + Z.
eval(A - B, Env, X) :- eval(A, Env, Y), eval(B, Env, Z), X is Y - Z.
eval(A * B, Env, X) :- eval(A, Env, Y), eval(B, Env, Z), X is Y * Z.

value([W=Y|Env], V, X) :-
    (   V == W -> X = Y
    ;   value(Env, V, X)
    ).
