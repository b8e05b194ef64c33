:- module(interp, [exec/3, matches/2, glob/2]).

% ---------------------------------------------------------------------
% A tiny imperative language
%
%   S ::= skip | X := E | (S ; S) | if(C, S, S) | while(C, S)
%   E ::= integer | X | E+E | E-E | E*E
%   C ::= E < E | E = E
% ---------------------------------------------------------------------

:- op(700, xfx, :=).

:- entry exec(+, +, -).
exec(skip, Env, Env).
exec(X := E, Env0, Env) :-
    value(E, Env0, V),
    store(Env0, X, V, Env).
exec((S1 ; S2), Env0, Env) :-
    exec(S1, Env0, Env1),
    exec(S2, Env1, Env).
exec(if(C, S1, S2), Env0, Env) :-
    (   holds(C, Env0)
    ->  exec(S1, Env0, Env)
    ;   exec(S2, Env0, Env)
    ).
exec(while(C, S), Env0, Env) :-
    (   holds(C, Env0)
    ->  exec(S, Env0, Env1),
        exec(while(C, S), Env1, Env)
    ;   Env = Env0
    ).

holds(A < B, Env) :- value(A, Env, X), value(B, Env, Y), X < Y.
holds(A = B, Env) :- value(A, Env, X), value(B, Env, Y), X =:= Y.

value(N, _, N) :- integer(N), !.
value(X, Env, V) :- atom(X), !, fetch(Env, X, V).
value(A+B, Env, V) :- value(A, Env, X), value(B, Env, Y), V is X+Y.
value(A-B, Env, V) :- value(A, Env, X), value(B, Env, Y), V is X-Y.
value(A*B, Env, V) :- value(A, Env, X), value(B, Env, Y), V is X*Y.

fetch([X-V|_], X, V) :- !.
fetch([_|Env], X, V) :- fetch(Env, X, V).

store([], X, V, [X-V]).
store([X-_|Env], X, V, [X-V|Env]) :- !.
store([B|Env0], X, V, [B|Env]) :- store(Env0, X, V, Env).

% ---------------------------------------------------------------------
% Regular expressions, by backtracking
%
%   R ::= eps | sym(A) | cat(R, R) | alt(R, R) | star(R)
% ---------------------------------------------------------------------

:- entry matches(+, +).
matches(R, Symbols) :-
    rest(R, Symbols, []).

rest(eps, S, S).
rest(sym(A), [A|S], S).
rest(cat(R1, R2), S0, S) :-
    rest(R1, S0, S1),
    rest(R2, S1, S).
rest(alt(R, _), S0, S) :- rest(R, S0, S).
rest(alt(_, R), S0, S) :- rest(R, S0, S).
rest(star(_), S, S).
rest(star(R), S0, S) :-
    rest(R, S0, S1),
    S1 \== S0,                  % progress
    rest(star(R), S1, S).

% ---------------------------------------------------------------------
% Patterns for file names: '*' and '?'
% ---------------------------------------------------------------------

:- entry glob(+list(atm), +list(atm)).
glob([], []).
glob(['*'|Ps], Cs) :- glob(Ps, Cs).
glob(['*'|Ps], [_|Cs]) :- glob(['*'|Ps], Cs).
glob(['?'|Ps], [_|Cs]) :- glob(Ps, Cs).
glob([C|Ps], [C|Cs]) :- C \== '*', C \== '?', glob(Ps, Cs).
