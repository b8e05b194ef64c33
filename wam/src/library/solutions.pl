% All solutions.

:- meta_predicate findall(?, 0, ?), findall(?, 0, ?, ?), findnsols(?, ?, 0, ?), limit(?, 0), aggregate_all(?, 0, ?), aggregate_all(?, ?, 0, ?),
   bagof(?, ^, ?), setof(?, ^, ?), ^(?, 0).

findall(Template, Goal, List) :- findall(Template, Goal, List, []).

findall(Template, Goal, List, Tail) :-
    '$list_or_partial'(List),
    '$bag_open'(Bag),
    (   call(Goal),
        '$bag_add'(Bag, Template),
        fail
    ;   '$bag_close'(Bag, Found, Tail)
    ),
    List = Found.

% A list or what may become one.
'$list_or_partial'(List) :- var(List), !.
'$list_or_partial'(List) :-
    '$skip_list'(List, _, Tail),
    ( var(Tail) -> true ; Tail == [] -> true ; throw(error(type_error(list, List), _)) ).

findnsols(N, Template, Goal, List) :- findall(Template, limit(N, Goal), List).

limit(N, Goal) :-
    N > 0,
    State = count(0),
    call(Goal),
    arg(1, State, Before),
    Count is Before + 1,
    (   Count =:= N
    ->  !
    ;   nb_setarg(1, State, Count)
    ).

% aggregate_all(+Template, :Goal, -Result): count, sum(X), max(X), min(X), max(X, Witness), min(X, Witness), bag(X),
% set(X), or a term with these as arguments.
aggregate_all(Template, _, _) :- var(Template), !, throw(error(instantiation_error, _)).
aggregate_all(count, Goal, Count) :- !,
    State = count(0),
    (   call(Goal),
        arg(1, State, Before),
        After is Before + 1,
        nb_setarg(1, State, After),
        fail
    ;   arg(1, State, Count)
    ).
aggregate_all(sum(X), Goal, Sum) :- !,
    State = sum(0),
    (   call(Goal),
        arg(1, State, Before),
        After is Before + X,
        nb_setarg(1, State, After),
        fail
    ;   arg(1, State, Sum)
    ).
aggregate_all(bag(X), Goal, Bag) :- !, findall(X, Goal, Bag).
aggregate_all(max(X), Goal, Max) :- !, findall(X, Goal, Xs), '$aggregate'(max(X), Xs, Max).
aggregate_all(min(X), Goal, Min) :- !, findall(X, Goal, Xs), '$aggregate'(min(X), Xs, Min).
aggregate_all(max(X, W), Goal, Max) :- !, findall(X-W, Goal, Pairs), '$aggregate'(max(X, W), Pairs, Max).
aggregate_all(min(X, W), Goal, Min) :- !, findall(X-W, Goal, Pairs), '$aggregate'(min(X, W), Pairs, Min).
aggregate_all(Template, Goal, Result) :-
    '$aggregated'(Template, Term),
    findall(Term, Goal, Terms),
    '$aggregate'(Template, Terms, Result).

% aggregate_all(+Template, +Discriminator, :Goal, -Result): of solutions with the same discriminator and term only one counts.
aggregate_all(Template, Discriminator, Goal, Result) :-
    must_be(nonvar, Template),
    '$aggregated'(Template, Term),
    findall(Discriminator-Term, Goal, Pairs),
    sort(Pairs, Distinct),
    '$second'(Distinct, Terms),
    '$aggregate'(Template, Terms, Result).

'$second'([], []).
'$second'([_-Term|Pairs], [Term|Terms]) :- '$second'(Pairs, Terms).

% What is collected for a template.
'$aggregated'(Template, Term) :- '$aggregated_one'(Template, One), !, Term = One.
'$aggregated'(Template, Term) :-
    compound(Template),
    Template =.. [Name|Templates],
    '$aggregated_all'(Templates, Terms), !,
    Term =.. [Name|Terms].
'$aggregated'(Template, _) :- throw(error(domain_error(aggregate_template, Template), _)).

'$aggregated_one'(count, x).
'$aggregated_one'(count(_), x).
'$aggregated_one'(sum(X), X).
'$aggregated_one'(max(X), X).
'$aggregated_one'(min(X), X).
'$aggregated_one'(max(X, W), X-W).
'$aggregated_one'(min(X, W), X-W).
'$aggregated_one'(bag(X), X).
'$aggregated_one'(set(X), X).

'$aggregated_all'([], []).
'$aggregated_all'([Template|Templates], [Term|Terms]) :-
    nonvar(Template),
    '$aggregated_one'(Template, Term),
    '$aggregated_all'(Templates, Terms).

'$aggregate'(count, Terms, Count) :- !, length(Terms, Count).
'$aggregate'(count(_), Terms, Count) :- !, length(Terms, Count).
'$aggregate'(sum(_), Terms, Sum) :- !, sum_list(Terms, Sum).
'$aggregate'(bag(_), Bag, Bag) :- !.
'$aggregate'(set(_), Bag, Set) :- !, sort(Bag, Set).
'$aggregate'(max(_), [X|Xs], Max) :- !, First is X, '$max_list'(Xs, First, Max).
'$aggregate'(min(_), [X|Xs], Min) :- !, First is X, '$min_list'(Xs, First, Min).
'$aggregate'(max(_, _), [X-W|Pairs], max(Max, Witness)) :- !, First is X, '$max_pair'(Pairs, First, W, Max, Witness).
'$aggregate'(min(_, _), [X-W|Pairs], min(Min, Witness)) :- !, First is X, '$min_pair'(Pairs, First, W, Min, Witness).
'$aggregate'(Template, Terms, Result) :-
    functor(Template, Name, Arity),
    \+ '$aggregated_one'(Template, _),
    functor(Result, Name, Arity),
    '$aggregate_columns'(Arity, Template, Terms, Result).

'$aggregate_columns'(0, _, _, _) :- !.
'$aggregate_columns'(N, Template, Terms, Result) :-
    arg(N, Template, One),
    '$column'(Terms, N, Column),
    '$aggregate'(One, Column, Value),
    arg(N, Result, Value),
    Next is N - 1,
    '$aggregate_columns'(Next, Template, Terms, Result).

'$column'([], _, []).
'$column'([Term|Terms], N, [Value|Values]) :- arg(N, Term, Value), '$column'(Terms, N, Values).

'$max_pair'([], Max, Witness, Max, Witness).
'$max_pair'([E-W|Pairs], X0, W0, Max, Witness) :-
    X is E,
    ( X > X0 -> '$max_pair'(Pairs, X, W, Max, Witness) ; '$max_pair'(Pairs, X0, W0, Max, Witness) ).

'$min_pair'([], Min, Witness, Min, Witness).
'$min_pair'([E-W|Pairs], X0, W0, Min, Witness) :-
    X is E,
    ( X < X0 -> '$min_pair'(Pairs, X, W, Min, Witness) ; '$min_pair'(Pairs, X0, W0, Min, Witness) ).

% bagof(?Template, :Goal, -Bag): one bag for each binding of the goal's free variables.
bagof(Template, Goal0, Bag) :-
    '$list_or_partial'(Bag),
    '$free_variables'(Template, Goal0, Goal, Free),
    (   Free == []
    ->  findall(Template, Goal, Bag),
        Bag \== []
    ;   Witness =.. [v|Free],
        findall(Witness-Template, Goal, Pairs),
        Pairs \== [],
        keysort(Pairs, Sorted),
        '$bags'(Sorted, Bags),
        member(Witness-Bag, Bags)
    ).

setof(Template, Goal, Set) :- '$list_or_partial'(Set), bagof(Template, Goal, Bag), sort(Bag, Set).

% Goal without its X^ prefixes, and its variables that are neither there nor in the template.
'$free_variables'(Template, Goal0, Goal, Free) :-
    '$strip'(Goal0, Template, Goal, Bound),
    term_variables(Bound, Bounds),
    term_variables(Goal, Variables),
    '$without'(Variables, Bounds, Free).

'$strip'(Goal, Bound, Goal, Bound) :- var(Goal), !.
'$strip'(Variables^Goal0, Bound0, Goal, Bound) :- !, '$strip'(Goal0, Bound0-Variables, Goal, Bound).
% V^Module:Goal reads as (V^Module):Goal.
'$strip'((Variables^Module):Goal0, Bound0, Goal, Bound) :- !, '$strip'(Variables^(Module:Goal0), Bound0, Goal, Bound).
'$strip'(Module:Goal0, Bound0, Goal, Bound) :- !,
    '$strip'(Goal0, Bound0, Goal1, Bound), '$in_module'(Goal1, Module, Goal).
'$strip'(Goal, Bound, Goal, Bound).

'$in_module'(Goal, Module, Module:Goal) :- var(Goal), !.
'$in_module'(Module:Goal, _, Module:Goal) :- !.
'$in_module'(Goal, Module, Module:Goal).

'$without'([], _, []).
'$without'([V|Vs], Bounds, Free) :-
    ( '$identical_member'(Bounds, V) -> Free = Rest ; Free = [V|Rest] ),
    '$without'(Vs, Bounds, Rest).

% Neighbours whose witnesses are variants are one bag; unifying the witnesses makes them identical.
'$bags'([], []).
'$bags'([W-T|Pairs], [W-[T|Ts]|Bags]) :- '$bag_of'(Pairs, W, Ts, Rest), '$bags'(Rest, Bags).

'$bag_of'([V-T|Pairs], W, [T|Ts], Rest) :- V =@= W, !, V = W, '$bag_of'(Pairs, W, Ts, Rest).
'$bag_of'(Pairs, _, [], Pairs).

_^Goal :- call(Goal).
