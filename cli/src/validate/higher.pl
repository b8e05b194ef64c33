% Counts what the higher-level models of Mera et al. 2007 price, by interpreting a program: for each clause whose head
% and leading tests succeed a resolution step, the head's arguments, and in its input arguments (bound when it is called) and its
% output arguments (unbound) the function symbols with constants, and the variables; and arithmetic operations.
%
% The program's predicates are dynamic. higher_level(Goal) finds all solutions and writes
% steps, arguments, input symbols, output symbols, input variables, output variables, arithmetic operations.

higher_level(Goal) :-
    nb_setval(higher_counts, c(0, 0, 0, 0, 0, 0, 0)),
    ( higher_call(Goal), fail ; true ),
    nb_getval(higher_counts, Counts),
    Counts =.. [_|List],
    write(List),
    flush_output.

higher_call(Goal) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    Goal =.. [_|Args],
    higher_modes(Args, Modes),
    clause(Head, Body),
    Head =.. [_|Patterns],
    higher_sizes(Patterns, Modes, c(1, Arity, 0, 0, 0, 0, 0), Own),
    Head = Goal,
    higher_tests(Body, Rest, 0, Count),
    higher_add(Own),
    higher_add(c(0, 0, 0, 0, 0, 0, Count)),
    higher_body(Rest, After, Cut),
    ( Cut == yes -> !, higher_goals(After) ; true ).

higher_goals(Body) :-
    higher_body(Body, After, Cut),
    ( Cut == yes -> !, higher_goals(After) ; true ).

% Up to the first cut: what comes after it, and whether there is one.
higher_body(true, true, no) :- !.
higher_body(!, true, yes) :- !.
higher_body((!, After), After, yes) :- !.
higher_body((Goal, Rest), After, Cut) :- !, higher_goal(Goal), higher_body(Rest, After, Cut).
higher_body(Goal, true, no) :- higher_goal(Goal).

higher_goal(Goal) :- higher_operations(Goal, Count), !, higher_add(c(0, 0, 0, 0, 0, 0, Count)), call(Goal).
higher_goal(Goal) :- predicate_property(Goal, dynamic), !, higher_call(Goal).
higher_goal(Goal) :- call(Goal).

% The tests that a body begins with are part of the choice between clauses: nothing counts of those that fail.
higher_tests((Test, Body), Rest, Count0, Count) :- higher_test(Test), !,
    higher_tests(Test, _, Count0, Count1), higher_tests(Body, Rest, Count1, Count).
higher_tests(Test, true, Count0, Count) :- higher_test(Test), !,
    call(Test), ( higher_operations(Test, Own) -> Count is Count0 + Own ; Count = Count0 ).
higher_tests(Body, Body, Count, Count).

higher_test(Goal) :-
    callable(Goal), functor(Goal, Name, _),
    memberchk(Name, [<, >, =<, >=, =:=, =\=, atomic, atom, integer, var, nonvar]).

% Operations of a comparison or an evaluation.
higher_operations(_ is Expression, Count) :- !, higher_expression(Expression, 0, Count).
higher_operations(Goal, Count) :-
    callable(Goal), Goal =.. [Name, Left, Right], memberchk(Name, [<, >, =<, >=, =:=, =\=]),
    higher_expression(Left, 1, Count0), higher_expression(Right, Count0, Count).

higher_expression(Expression, Count0, Count) :- compound(Expression), !,
    Expression =.. [_|Parts], Count1 is Count0 + 1, foldl(higher_expression, Parts, Count1, Count).
higher_expression(_, Count, Count).

higher_modes([], []).
higher_modes([Arg|Args], [Mode|Modes]) :- ( var(Arg) -> Mode = out ; Mode = in ), higher_modes(Args, Modes).

higher_sizes([], [], Counts, Counts).
higher_sizes([Pattern|Patterns], [Mode|Modes], Counts0, Counts) :-
    higher_size(Pattern, 0, Symbols, 0, Variables),
    Counts0 = c(S, A, Gi, Go, Vi, Vo, O),
    ( Mode == in -> Gi1 is Gi + Symbols, Vi1 is Vi + Variables, Counts1 = c(S, A, Gi1, Go, Vi1, Vo, O)
    ; Go1 is Go + Symbols, Vo1 is Vo + Variables, Counts1 = c(S, A, Gi, Go1, Vi, Vo1, O)
    ),
    higher_sizes(Patterns, Modes, Counts1, Counts).

higher_size(Term, S, S, V0, V) :- var(Term), !, V is V0 + 1.
higher_size(Term, S0, S, V0, V) :- compound(Term), !, S1 is S0 + 1, Term =.. [_|Args], higher_args(Args, S1, S, V0, V).
higher_size(_, S0, S, V, V) :- S is S0 + 1.

higher_args([], S, S, V, V).
higher_args([Arg|Args], S0, S, V0, V) :- higher_size(Arg, S0, S1, V0, V1), higher_args(Args, S1, S, V1, V).

higher_add(Own) :-
    nb_getval(higher_counts, Counts0),
    Own =.. [_|Each], Counts0 =.. [_|All0],
    maplist(higher_sum, Each, All0, All),
    Counts =.. [c|All],
    nb_setval(higher_counts, Counts).

higher_sum(X, Y, Z) :- Z is X + Y.
