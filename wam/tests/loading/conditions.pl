% Conditional compilation: nested, with elif, undecided inside of what is skipped, and unbalanced.
%> main.pl:29:4: error: this :- endif belongs to no :- if
%> main.pl:30:4: error: this :- else belongs to no :- if
%> main.pl:31:4: error: this :- elif belongs to no :- if
%> main.pl:36:4: error: only :- endif may follow :- else
%> main.pl:39:7: uncaught exception: error(existence_error(procedure,no_such_condition/1),context(no_such_condition/1,_0))
%> [one,three,six,in_elif,under_else]
%> main.pl:45:4: error: this :- if has no :- endif

%= main.pl
holds(1).
:- if(holds(1)).
c(one).
:- if(fail).
c(two).
syntax error of ( another system.
:- else.
c(three).
:- endif.
:- else.
:- if(writeln(never)).
c(four).
:- elif(writeln(never)).
:- else.
c(five).
:- endif.
:- endif.
:- if(\+ holds(2)).
c(six).
:- endif.
:- if(holds(2)).
c(seven).
:- elif(holds(1)).
c(in_elif).
:- elif(holds(1)).
c(eight).
:- endif.
c([]) :- fail.
:- endif.
:- else.
:- elif(true).
:- if(fail).
:- else.
c(under_else).
:- true.
:- else.
c(nine).
:- endif.
:- if(no_such_condition(1)).
c(ten).
:- endif.
:- discontiguous d/0.
:- findall(X, (c(X), X \== []), L), writeln(L).
d.
:- if(true).
