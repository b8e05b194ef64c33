% Functions of the user's in arithmetic, as SWI-Prolog has them: calls of predicates, put before the goal when it is read.
% What an expression holds that is known only when it runs is not looked at.
:- module(arithmetic, [arithmetic_function/1, arithmetic_expression_value/2]).

:- meta_predicate arithmetic_function(:), arithmetic_expression_value(:, -).

:- dynamic(function/2).

% arithmetic_function(:Indicators): Name/Arity is evaluated by the predicate Name with an argument more.
arithmetic_function(Indicators) :- declared(Indicators, user).

declared(Indicators, _) :- var(Indicators), !, throw(error(instantiation_error, _)).
declared(Module:Indicators, _) :- !, declared(Indicators, Module).
declared([], _) :- !.
declared([Indicator|Indicators], Module) :- !, declared(Indicator, Module), declared(Indicators, Module).
declared((Left, Right), Module) :- !, declared(Left, Module), declared(Right, Module).
declared(Name/Arity, Module) :- !,
    must_be(atom, Name),
    must_be(nonneg, Arity),
    functor(Head, Name, Arity),
    hooked,
    ( function(Head, Module) -> true ; assertz(function(Head, Module)) ).
declared(Indicator, _) :- throw(error(type_error(predicate_indicator, Indicator), _)).

% hooked: goals are expanded from the first function on.
hooked :- function(_, _), !.
hooked :- assertz((system:goal_expansion(Goal, Expanded) :- arithmetic:expanded(Goal, Expanded))).

% expanded(+Goal, -Expanded): the goal behind the calls of the functions in it; false where it has none.
expanded(Goal, Expanded) :-
    comparison(Goal, Sides, Sides1, Goal1),
    source_module(Module),
    native_all(Sides, Module, Sides1, Calls, []),
    Calls = [First|More],
    sequence(More, First, Goal1, Expanded).

comparison(X is A, [A], [B], X is B).
comparison(A =:= B, [A, B], [C, D], C =:= D).
comparison(A =\= B, [A, B], [C, D], C =\= D).
comparison(A < B, [A, B], [C, D], C < D).
comparison(A > B, [A, B], [C, D], C > D).
comparison(A =< B, [A, B], [C, D], C =< D).
comparison(A >= B, [A, B], [C, D], C >= D).

source_module(Module) :- prolog_load_context(module, Module), !.
source_module(user).

sequence([], Call, Goal, (Call, Goal)).
sequence([Next|More], Call, Goal, (Call, Goals)) :- sequence(More, Next, Goal, Goals).

native_all([], _, [], Calls, Calls).
native_all([E|Es], Module, [N|Ns], Calls, Rest) :- native(E, Module, N, Calls, Calls1), native_all(Es, Module, Ns, Calls1, Rest).

% native(+Expression, +Module, -Native, -Calls, ?Rest): what is left of an expression behind the calls it needs.
native(Expression, _, Expression, Calls, Calls) :- \+ callable(Expression), !.
native(Expression, Module, Value, Calls, Rest) :- seen(Expression, Module, Home), !,
    Expression =.. [Name|Arguments],
    values(Arguments, Module, Values, Calls, [Home:Call|Rest]),
    append(Values, [Value], All),
    Call =.. [Name|All].
native(Expression, Module, Native, Calls, Rest) :-
    Expression =.. [Name|Arguments],
    native_all(Arguments, Module, Natives, Calls, Rest),
    Native =.. [Name|Natives].

seen(Expression, Module, Home) :- function(Expression, Home), ( Home == Module -> true ; Home == user ), !.

% Arguments of a function are evaluated before it is called, where they are what arithmetic evaluates.
values([], _, [], Calls, Calls).
values([E|Es], Module, [V|Vs], Calls, Rest) :-
    native(E, Module, Native, Calls, Calls1),
    (   callable(Native), current_arithmetic_function(Native)
    ->  Calls1 = [V is Native|Calls2]
    ;   V = Native, Calls2 = Calls1
    ),
    values(Es, Module, Vs, Calls2, Rest).

% arithmetic_expression_value(:Expression, -Value): the value, functions of the user's included.
arithmetic_expression_value(Module:Expression, Value) :- !, value(Expression, Module, Value).
arithmetic_expression_value(Expression, Value) :- value(Expression, user, Value).

value(Expression, Module, Value) :-
    native(Expression, Module, Native, Calls, []),
    run(Calls),
    Value is Native.

run([]).
run([Call|Calls]) :- call(Call), run(Calls).
