% Directives, grammar rules, errors and warnings.
:- dynamic counter/1, fact/2.
:- discontiguous part/1.
:- entry greeting(+list, -list).
:- initialization(main).
:- foo(X), bar(X).
:- dynamic oops.
counter(0).
part(1).
greeting --> [hello], name, !, punctuation.
part(2).
name --> [N], { known(N) } | [].
punctuation, [again] --> "!", \+ [x], call(more, 1).
digits([D|T]) --> digit(D), digits(T).
digits([D]) --> digit(D).
digit(D) --> [D], { D >= 0'0, D =< 0'9 }.
counter(1).
name(S) :- true.
X :- foo.
3.
foo :- 3.
append(X, Y, Z) :- other:append2(X, Y, Z), call(X), Y.
A = B :- true.
write(X) :- foo(X).
digits(_, _).
