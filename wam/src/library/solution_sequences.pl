% Goals whose solutions are numbered, left out or put in another order.
:- module(solution_sequences, [call_nth/2, offset/2, order_by/2, distinct/1, distinct/2, reduced/1, group_by/4]).

:- meta_predicate call_nth(0, ?), offset(+, 0), order_by(+, 0), distinct(0), distinct(?, 0), reduced(0),
   group_by(?, ?, 0, -).

% call_nth(:Goal, ?N): the N-th solution, from 1, or each with its number.
call_nth(Goal, N) :- integer(N), !,
    ( N > 0 -> true ; domain_error(not_less_than_one, N) ),
    State = count(0),
    call(Goal),
    counted(State, N0),
    N0 =:= N, !.
call_nth(Goal, N) :-
    ( var(N) -> true ; type_error(integer, N) ),
    State = count(0),
    call(Goal),
    counted(State, N).

counted(State, N) :- arg(1, State, N0), N is N0 + 1, nb_setarg(1, State, N).

% offset(+Count, :Goal): the solutions but for the first Count.
offset(Count, Goal) :-
    must_be(integer, Count),
    ( Count >= 0 -> true ; domain_error(not_less_than_zero, Count) ),
    State = count(0),
    call(Goal),
    arg(1, State, Passed),
    (   Passed < Count
    ->  counted(State, _),
        fail
    ;   true
    ).

% order_by(+Specs, :Goal): the solutions sorted by asc(Term) and desc(Term), the first of them first.
order_by(Specs, Goal) :-
    must_be(list, Specs),
    keys(Specs, Keys, Orders),
    term_variables(Goal, Variables),
    findall(Keys-Variables, Goal, Solutions),
    length(Orders, Count),
    ordered(Count, Orders, Solutions, Sorted),
    member(Keys-Variables, Sorted).

keys([], [], []).
keys([Spec|Specs], [Key|Keys], [Order|Orders]) :-
    must_be(nonvar, Spec),
    order(Spec, Key, Order),
    keys(Specs, Keys, Orders).

order(asc(Key), Key, @=<) :- !.
order(desc(Key), Key, @>=) :- !.
order(Spec, _, _) :- domain_error(order_specifier, Spec).

% The last key first: sorting is stable.
ordered(0, _, Sorted, Sorted) :- !.
ordered(N, Orders, Solutions, Sorted) :-
    nth1(N, Orders, Order),
    placed(Solutions, N, Placed),
    sort(1, Order, Placed, Placed1),
    values(Placed1, Solutions1),
    Next is N - 1,
    ordered(Next, Orders, Solutions1, Sorted).

placed([], _, []).
placed([Keys-Values|Solutions], N, [Key-(Keys-Values)|Placed]) :- nth1(N, Keys, Key), placed(Solutions, N, Placed).

values([], []).
values([_-Value|Pairs], [Value|Values]) :- values(Pairs, Values).

% distinct(:Goal), distinct(?Witness, :Goal): solutions of which no earlier one is a variant, as the witness has it.
distinct(Goal) :- distinct(Goal, Goal).

distinct(Witness, Goal) :-
    functor(Seen, seen, 1024),
    no_keys(1024, Seen),
    call(Goal),
    copy_term(Witness, Key),
    numbervars(Key, 0, _),
    term_hash(Key, Hash),
    Place is Hash mod 1024 + 1,
    arg(Place, Seen, Keys),
    \+ seen(Keys, Key),
    nb_setarg(Place, Seen, [Key|Keys]).

no_keys(0, _) :- !.
no_keys(N, Seen) :- arg(N, Seen, []), Next is N - 1, no_keys(Next, Seen).

seen([Key0|Keys], Key) :- ( Key0 == Key -> true ; seen(Keys, Key) ).

reduced(Goal) :- distinct(Goal).

% group_by(?By, ?Template, :Goal, -Bag): bagof/3 with By as the only free variables.
group_by(By, Template, Goal, Bag) :-
    findall(By-Template, Goal, Pairs),
    keysort(Pairs, Sorted),
    groups(Sorted, Groups),
    member(By-Bag, Groups).

groups([], []).
groups([Key-Value|Pairs], [Key-[Value|Values]|Groups]) :-
    same(Pairs, Key, Values, Rest),
    groups(Rest, Groups).

same([Key0-Value|Pairs], Key, Values, Rest) :- Key0 =@= Key, !,
    Key0 = Key,
    Values = [Value|More],
    same(Pairs, Key, More, Rest).
same(Pairs, _, [], Pairs).
