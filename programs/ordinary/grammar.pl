% A scanner and two small grammars on lists of character codes

:- set_prolog_flag(double_quotes, codes).

%%% scanner %%%

:- entry tokenize(+list(int), -).

tokenize(Codes, Tokens) :-
	phrase(tokens(Tokens), Codes).

tokens(Ts) --> white, !, tokens(Ts).
tokens([T|Ts]) --> token(T), !, tokens(Ts).
tokens([]) --> [].

white --> [C], { C =< 0'  }.

token(num(N)) --> digit(D), !, digits(Ds), { number_codes(N, [D|Ds]) }.
token(id(A))  --> letter(C), !, alnums(Cs), { atom_codes(A, [C|Cs]) }.
token(op(A))  --> [C], { char_code(A, C) }.

digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].

alnums([C|Cs]) --> alnum(C), !, alnums(Cs).
alnums([]) --> [].

alnum(C) --> letter(C).
alnum(C) --> digit(C).

digit(C)  --> [C], { C >= 0'0, C =< 0'9 }.
letter(C) --> [C], { C >= 0'a, C =< 0'z ; C >= 0'A, C =< 0'Z ; C =:= 0'_ }.

%%% balanced parentheses %%%

:- entry balanced(+list(int)).

balanced(Codes) :- phrase(parens, Codes).

parens --> "(", parens, ")", parens.
parens --> [].

%%% expressions of one-digit numbers, as in the textbook %%%

:- entry expression(+, -).

expression(Codes, Tree) :- phrase(expr(Tree), Codes).

expr(plus(A,B)) --> term(A), "+", expr(B).
expr(A) --> term(A).

term(times(A,B)) --> factor(A), "*", term(B).
term(A) --> factor(A).

factor(N) --> digit(C), { N is C - 0'0 }.
factor(E) --> "(", expr(E), ")".
