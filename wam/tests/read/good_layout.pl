#!/usr/bin/env horolog
% A first line for the shell, comments, and full stops before anything that ends them.
a. /* no space before */b.% nor here
c .
d
.
/**/ e. /***/ f. /* ** / */ g.
h(/* inside */ 1, % to the line's end
  2
 ).
i. j. k.	l.
m('% no comment', "/* nor this */").
n(a/*b*/) .
o :- % comment with a quote ' and a bracket (
  p.
q(X,
  Y) :-
    r(X),
    s(Y).
"text as a clause".
last.
