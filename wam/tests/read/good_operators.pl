% Operators as ISO 13211-1 has them, and what the reader adds. Expected: one term a clause, no errors.
head :- a, b ; c -> d ; \+ e.
x --> "s", {g}, !, [t], x.
t(1 - -1).
t(1 - 1).
t(1 -1).
t(1-1).
t(- 1).
t(-1).
t(-(1)).
t(- (1)).
t(-(-(1))).
t(- - 1).
t(-a).
t(-(-a)).
t(-(-)).
t(- (-)).
t([-]).
t([-, +, *]).
t([- | -]).
t({-}).
t(-1^2).
t(- 1^2).
t(-a^2).
t((-a)^2).
t(-(1)^2).
t(a= \b).
t(1-(2-3)-4).
t(2**3).
t(2^3^4).
t((2^3)^4).
t(a:b:c).
t(\+ (a,b)).
t(\+(a,b)).
t(- = x).
t(X = -) :- X = + .
t(=, =(a,b), - =(a,b), - (=)).
t(:-, (:-), [:-|:-], (:- a), (a :- b)).
t(f(;), (;), '|', (a|b)).
t(f(a, (b, c), d)).
t(p:(a:-b)).
t(a is b mod c rem d).
t(mod, is, [mod, is]).
t(1rdiv 2, 1mod 2).
t(\a, \ (\a), @(a), \ 1).
t((a -->b), c).
- .
:- .
dynamic.
dynamic = dynamic.
(dynamic) = x.
t(dynamic, [dynamic], - dynamic).
:- dynamic foo/1, bar/2.
:- initialization main.
:- initialization(main).
?- true, X = 1, write(X).
% Words of the assertion language stay ordinary names of ordinary programs.
test :- check, entry - 1 = X, [check-1, entry-2], true.
check:-true.
entry --> pred.
success.
true:-a.
t((test -> success ; comp)).
t(entry-5, Key-pred, entry = 5).
table - x.
table -x.
