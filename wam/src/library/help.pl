% What predicates are: help/0, help/1 and apropos/1.
:- module(help, [help/0, help/1, apropos/1]).

% help: how to use the top level.
help :-
    write('A query is a goal with a full stop; it may have several lines. After an answer, ; asks for the next one.'), nl,
    nl,
    write('  [file].            load file.pl: consult(file). loads it, too'), nl,
    write('  [user].            clauses from here, up to end_of_file. or Ctrl-D'), nl,
    write('  make.              load again what was changed since it was loaded'), nl,
    write('  listing(p/2).      the clauses of a predicate; listing. those of all'), nl,
    write('  help(append).      what a predicate is; help(append/3). one of them'), nl,
    write('  apropos(list).     the predicates whose name or description has that word'), nl,
    write('  halt.              leave, as Ctrl-D does; Ctrl-C stops a running goal'), nl.

% help(+Spec): what the predicates Name or Name/Arity are.
help(Spec) :- var(Spec), !, throw(error(instantiation_error, help/1)).
help(Name/Arity) :- !,
    must_be(atom, Name),
    '$manual'(Name, exact, All),
    (   var(Arity)
    ->  Rows = All
    ;   findall(row(Name/Arity, Text, Place), member(row(Name/Arity, Text, Place), All), Rows)
    ),
    '$help_rows'(Rows, Name/Arity).
help(Name) :-
    must_be(atom, Name),
    '$manual'(Name, exact, Rows),
    '$help_rows'(Rows, Name).

'$help_rows'([], Spec) :- !, format("There is no help on ~q; try apropos(Word).~n", [Spec]).
'$help_rows'(Rows, _) :- '$help_each'(Rows).

'$help_each'([]).
'$help_each'([row(Indicator, Text, Place)|Rows]) :-
    format("~q~t~28|~w~t~72|  ~w~n", [Indicator, Text, Place]),
    '$help_each'(Rows).

% apropos(+Word): the predicates whose name or description has a word.
apropos(Word) :-
    must_be(atom, Word),
    '$manual'(Word, part, Rows),
    '$help_rows'(Rows, Word).
