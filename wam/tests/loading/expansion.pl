% term_expansion/2, goal_expansion/2 and grammar rules.
%> got(7)
%> [5,6]
%> 8
%> [2,4]
%> yes
%> [user_wins]
%> x
%> [n(1),n(2)]
%> a:-b
%> [r(_)]
%> call(A:q(1))
%> end

%= main.pl
:- discontiguous term_expansion/2, goal_expansion/2.
term_expansion(gen(N), [n(N), n(M)]) :- M is N + 1.
term_expansion(end_of_file, [last(x), (:- writeln(end)), end_of_file]).
term_expansion((:- foo(X)), (:- writeln(got(X)))).
term_expansion(rule(X), (X --> [a], {dbl(2, 4)})).
term_expansion(nothing, []).
gen(5).
:- foo(7).
:- findall(N, n(N), L), writeln(L).
goal_expansion(dbl(X, Y), Y is X * 2).
goal_expansion(loop(X), (true, loop(X))).
loop(_).
t(X, Y) :- dbl(X, Y).
u(L) :- findall(Y, (member(X, [1, 2]), dbl(X, Y)), L).
:- t(4, Y), writeln(Y).
:- u(L), writeln(L).
rule(phrase_of_a).
nothing.
v :- loop(1).
:- ( v, phrase(phrase_of_a, [a]) -> writeln(yes) ; writeln(no) ).
goal_expansion(wins(X), X = user_wins).
w([X]) :- wins(X).
:- w(X), writeln(X).
term_expansion(later(X), last_of(X)).
later(x).
:- last_of(X), writeln(X).
:- expand_term(gen(1), X), writeln(X).
:- expand_term((a :- b), X), print(X), nl.
:- expand_goal(dbl(1, _), (_ is 1 * 2)), dcg_translate_rule((r --> [x]), (H :- _)), functor(H, r, 2), writeln([r('_')]).
goal_expansion(in_some(X), call(_:q(X))).
x(X) :- in_some(X).
:- expand_goal(in_some(1), G), \+ \+ ( numbervars(G, 0, _), print(G), nl ).
