% All solutions.

:- meta_predicate findall(?, 0, ?), findall(?, 0, ?, ?), findnsols(?, ?, 0, ?), limit(?, 0), aggregate_all(?, 0, ?),
   bagof(?, ^, ?), setof(?, ^, ?), ^(?, 0).

findall(Template, Goal, List) :- findall(Template, Goal, List, []).

findall(Template, Goal, List, Tail) :-
    '$bag_open'(Bag),
    (   call(Goal),
        '$bag_add'(Bag, Template),
        fail
    ;   '$bag_close'(Bag, Found, Tail)
    ),
    List = Found.

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

aggregate_all(count, Goal, Count) :- !,
    '$bag_open'(Bag),
    (   call(Goal),
        '$bag_add'(Bag, x),
        fail
    ;   '$bag_count'(Bag, Found)
    ),
    Count = Found.
aggregate_all(count(_), Goal, Count) :- !, aggregate_all(count, Goal, Count).
aggregate_all(sum(X), Goal, Sum) :- !, findall(X, Goal, Xs), sum_list(Xs, Sum).
aggregate_all(bag(X), Goal, Bag) :- !, findall(X, Goal, Bag).
aggregate_all(set(X), Goal, Set) :- !, findall(X, Goal, Bag), sort(Bag, Set).
aggregate_all(max(X, W), Goal, max(Max, Witness)) :- !, findall(X-W, Goal, Pairs), '$max_pair'(Pairs, Max, Witness).
aggregate_all(min(X, W), Goal, min(Min, Witness)) :- !, findall(X-W, Goal, Pairs), '$min_pair'(Pairs, Min, Witness).
aggregate_all(max(X), Goal, Max) :- !, findall(X, Goal, Xs), max_list(Xs, Max).
aggregate_all(min(X), Goal, Min) :- findall(X, Goal, Xs), min_list(Xs, Min).

'$max_pair'([X-W|Pairs], Max, Witness) :- '$max_pair'(Pairs, X, W, Max, Witness).

'$max_pair'([], Max, Witness, Max, Witness).
'$max_pair'([X-W|Pairs], X0, W0, Max, Witness) :-
    ( X > X0 -> '$max_pair'(Pairs, X, W, Max, Witness) ; '$max_pair'(Pairs, X0, W0, Max, Witness) ).

'$min_pair'([X-W|Pairs], Min, Witness) :- '$min_pair'(Pairs, X, W, Min, Witness).

'$min_pair'([], Min, Witness, Min, Witness).
'$min_pair'([X-W|Pairs], X0, W0, Min, Witness) :-
    ( X < X0 -> '$min_pair'(Pairs, X, W, Min, Witness) ; '$min_pair'(Pairs, X0, W0, Min, Witness) ).

% bagof(?Template, :Goal, -Bag): one bag for each binding of the goal's free variables.
bagof(Template, Goal0, Bag) :-
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

setof(Template, Goal, Set) :- bagof(Template, Goal, Bag), sort(Bag, Set).

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
