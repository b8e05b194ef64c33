% One error a clause, and reading goes on. Expected: an error for every p, none for ok.
ok(1).
p(a, ).
ok(2).
p(a b).
p(a, b.
ok(3).
p(a]) .
p [a].
p (a).
p(a)).
X(a).
p(, a).
p([a, b).
p([a|b, c]).
p([a|]).
p([|a]).
p({a).
p(()).
p().
ok(4).
p :- a = b = c.
p :- a :- b.
p(a :- b).
p([a :- b]).
p(:- a).
p :- X = \+ a.
p :- a, , b.
p :- a, .
p :- .
p :- 1 2.
p :- a.b.
p :- foo:-bar.
p(| a).
p(a | b).
p := := a.
p * .
* p.
ok(5).
p :- a
ok_but_lost(6).
ok(7).
p(X) :- X = [1, 2, 3.
ok(8).
	p(tab, a b).
p('a long line that goes on for more than sixty characters before the error', a b, 'and as long again after the error, so both ends are cut').
p(é, '→', a b).
ok(9).
