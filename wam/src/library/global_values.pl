% Global values: what nb_setval/2 and b_setval/2 keep.
:- module(global_values, [nb_current/2, nb_linkval/2]).

% nb_current(?Name, ?Value): what nb_setval/2 and b_setval/2 keep.
nb_current(Name, Value) :- atom(Name), !, '$globals'(Names), memberchk(Name, Names), nb_getval(Name, Value).
nb_current(Name, Value) :- var(Name), '$globals'(Names), member(Name, Names), nb_getval(Name, Value).

nb_linkval(Name, Value) :- nb_setval(Name, Value).
