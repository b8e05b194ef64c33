%? calc(V) => V = 11660
%? calc_errors(Rs) => Rs = [unbound(missing),div0,syntax]

:- set_prolog_flag(double_quotes, codes).

% -------- lexer ----------
tokens(Ts) --> ws, tokens_(Ts).
tokens_([T|Ts]) --> token(T), !, ws, tokens_(Ts).
tokens_([]) --> [].

ws --> [C], { C =< 32 }, !, ws.
ws --> [].

token(num(N)) --> digits([D|Ds]), !, { number_codes(N, [D|Ds]) }.
token(id(A)) --> letters([C|Cs]), !, { atom_codes(A, [C|Cs]) }.
token(op(O)) --> [C], { memberchk(C, "+-*/^()=;,"), char_code(O, C) }.

digits([D|Ds]) --> [D], { D >= 0'0, D =< 0'9 }, !, digits(Ds).
digits([]) --> [].
letters([L|Ls]) --> [L], { letter(L) }, !, letters(Ls).
letters([]) --> [].

letter(C) :- C >= 0'a, C =< 0'z.
letter(C) :- C >= 0'A, C =< 0'Z.
letter(0'_).

% -------- parser: precedence climbing without left recursion ----------
expr(E) --> term(T), expr_rest(T, E).
expr_rest(A, E) --> [op(+)], !, term(T), expr_rest(A+T, E).
expr_rest(A, E) --> [op(-)], !, term(T), expr_rest(A-T, E).
expr_rest(E, E) --> [].

term(E) --> power(F), term_rest(F, E).
term_rest(A, E) --> [op(*)], !, power(T), term_rest(A*T, E).
term_rest(A, E) --> [op(/)], !, power(T), term_rest(A//T, E).
term_rest(E, E) --> [].

power(E) --> atomic(B), ( [op(^)] -> power(X), { E = B^X } ; { E = B } ).

atomic(N) --> [num(N)], !.
atomic(var(V)) --> [id(V)], !.
atomic(-E) --> [op(-)], !, atomic(E).
atomic(E) --> [op('(')], expr(E), [op(')')].

stmts([V=E|Ss]) --> [id(V), op(=)], expr(E), [op(;)], !, stmts(Ss).
stmts([]) --> [].

% -------- evaluator -----------
run([], Env, Env).
run([V=E|Ss], Env0, Env) :-
    ev(E, Env0, X),
    run(Ss, [V-X|Env0], Env).

ev(N, _, N) :- integer(N), !.
ev(var(V), Env, X) :- !,
    ( memberchk(V-X0, Env) -> X = X0 ; throw(unbound(V)) ).
ev(-E, Env, X) :- !, ev(E, Env, Y), X is -Y.
ev(E, Env, X) :-
    E =.. [Op, A, B],
    ev(A, Env, AV), ev(B, Env, BV),
    ap(Op, AV, BV, X).
ap(+, A, B, X) :- X is A+B.
ap(-, A, B, X) :- X is A-B.
ap(*, A, B, X) :- X is A*B.
ap(//, A, B, X) :- B =:= 0 -> throw(div0) ; X is A//B.
ap(^, A, B, X) :- X is A^B.

src("width = 12; height = 7 + width * 2;\n area = width*height - (3+4)*(2-1);\n cube = width ^ 3 / 5 - -area;\n  total = cube + area * (height - 1);").

calc(V) :-
    src(S),
    phrase(tokens(Ts), S),
    phrase(stmts(P), Ts),
    run(P, [], Env),
    memberchk(total-V, Env).

bad("a = 5; b = a * 3; c = b + missing * 2;").
bad("x = 2; y = x - 2; z = (x + 9) / y;").
bad("x = 2; y = (x - 2; z = 1;").

calc_errors(Rs) :-
    findall(R, ( bad(S), try(S, R) ), Rs),
    Rs = [unbound(missing), div0, syntax].

try(S, R) :-
    phrase(tokens(Ts), S),
    (   phrase(stmts(P), Ts)
    ->  catch(( run(P, [], _), R = ok ), Err, R = Err)
    ;   R = syntax
    ).
