% term_expansion/4 and goal_expansion/4: before the hooks with two arguments, with positions that may be unknown.
%> [four,two,two]
%> expanded

%= main.pl
:- multifile user:term_expansion/2, user:term_expansion/4, user:goal_expansion/4.
:- dynamic user:term_expansion/2, user:term_expansion/4, user:goal_expansion/4.
user:term_expansion(a(1), P, a(four), P).
user:term_expansion(a(_), a(two)).
user:goal_expansion(old, P, new, P).
new :- writeln(expanded).
a(1).
a(2).
a(3).
t :- old.
:- findall(X, a(X), L), writeln(L).
:- t.
