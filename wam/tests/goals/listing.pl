% portray_clause/1, listing/1, print/1 with portray/1, messages.
:- dynamic fact/2, rule/1, empty/0.
fact(1, 'A b').
fact(X, X).
rule(X) :- fact(X, _), \+ X = 1.
static(X, Y) :- fact(X, Y), ( X > Y -> true ; X =:= Y, ! ; fail ).
static(_, "s").
say(X) --> [hello], who(X).
who(X) --> [X].
who(a, b).
portray(hidden(X)) :- write('<'), print(X), write('>').
% Semicolons separate answers in this file, so bars stand for them.
pc(T, A) :- with_output_to(chars(Cs), portray_clause(T)), bars(Cs, Bs), atom_chars(A, Bs).
listed(S, A) :- with_output_to(chars(Cs), listing(S)), bars(Cs, Bs), atom_chars(A, Bs).
bars([], []).
bars([C|Cs], [B|Bs]) :- ( C == (;) -> B = '|' ; B = C ), bars(Cs, Bs).

%? pc(a, A) => A = 'a.\n'
%? pc((a :- true), A) => A = 'a.\n'
%? pc((a(X,Y,Z) :- b(X), c(Y,_), Z = 1), A) => A = 'a(A, B, C) :-\n    b(A),\n    c(B, _),\n    C=1.\n'
%? pc((a :- (b, x -> c, y ; d -> e ; f, g)), A) => A = 'a :-\n    (   b,\n        x\n    ->  c,\n        y\n    |   d\n    ->  e\n    |   f,\n        g\n    ).\n'
%? pc((a :- (b *-> c ; d), \+ e, \+ (f, g)), A) => A = 'a :-\n    (   b\n    *-> c\n    |   d\n    ),\n    \\+e,\n    \\+ ( f,\n         g\n       ).\n'
%? pc((a :- findall(X, (member(X, [1,2]), X > 1), L), w(L)), A) => A = 'a :-\n    findall(A,\n            ( member(A, [1, 2]),\n              A>1\n            ),\n            B),\n    w(B).\n'
%? pc((a :- ((b ; c) -> d ; e)), A) => A = 'a :-\n    (   (   b\n        |   c\n        )\n    ->  d\n    |   e\n    ).\n'
%? pc((:- a, b), A) => A = ':- a,\n   b.\n'
%? pc((a --> b, {c}, [d]), A) => A = 'a -->\n    b,\n    {c},\n    [d].\n'
%? pc((a :- X), A) => A = 'a :-\n    _.\n'
%? pc(X, A) => A = '_.\n'
%? pc([X,Y|X], A) => A = '[A, _|A].\n'
%? pc((a, b), A), pc((a :- (b :- c)), B) => A = 'a,\nb.\n', B = 'a :-\n    (b:-c).\n'
%? pc(('A b' :- c('D', "e")), A) => A = '\'A b\' :-\n    c(\'D\', [101]).\n'
%? with_output_to(atom(A), listing(fact/2)) => A = ':- dynamic fact/2.\n\nfact(1, \'A b\').\nfact(A, A).\n\n'
%? with_output_to(atom(A), listing(empty)) => A = ':- dynamic empty/0.\n\n\n'
%? listed(static/2, A) => A = 'static(A, B) :-\n    fact(A, B),\n    (   A>B\n    ->  true\n    |   A=:=B,\n        !\n    |   fail\n    ).\nstatic(_, [115]).\n\n'
%? listed(say//1, A) => A = 'say(A, B, C) :-\n    B=[hello|D],\n    who(A, D, C).\n\n'
%? listed([user:who//1], A) => A = 'who(A, B, C) :-\n    B=[A|C].\n\n'
%? listed(who//N, A), var(N) => A = 'who(A, B, C) :-\n    B=[A|C].\n\nwho(a, b).\n\n'
%? listing(no_such//0) => error(existence_error(procedure,no_such/2))
%? listing(no_such//_) => error(existence_error(procedure,no_such//_0))
%? listing(say//a) => error(type_error(nonneg,a))
%? listing(say//(-1)) => error(type_error(nonneg,-1))
%? listing(3//1) => error(type_error(atom,3))
%? listing(_//1) => error(instantiation_error)
%? listing(no_such) => error(existence_error(procedure,no_such))
%? listing(_) => error(instantiation_error)
%? with_output_to(atom(_A), listing), sub_atom(_A, _, _, _, 'pc(A, B) :-') => true ; …

%? with_output_to(atom(A), print([hidden(a), f(hidden(b), 'C')|hidden(c)])) => A = '[<a>,f(<b>,\'C\')|<c>]'
%? with_output_to(atom(A), write_term(1 - hidden(a), [portray(true)])), with_output_to(atom(B), write_term(hidden(a), [])) => A = '1- <a>', B = 'hidden(a)'
%? message_to_lines(format("x ~w", [y]), L) => L = [[120,32,126,119]-[y]]
%? message_to_lines(error(type_error(integer, a), context(foo/1, _)), _L), with_output_to(atom(A), ( current_output(_S), print_message_lines(_S, 'E: ', _L) )) => A = 'E: foo/1: Type error: `integer\' expected, found `a\'\n'
%? print_message(silent, format(a, [])), print_message(informational, format("told ~w", [you])) => true
