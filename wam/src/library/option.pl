% Lists of options: Name(Value), and Name = Value with the same meaning.
:- module(option, [option/2, option/3, select_option/3, select_option/4, merge_options/3, meta_options/3]).

:- meta_predicate meta_options(1, :, ?).

% option(?Option, +Options): the first option of that name; an error where Option is unbound or Options is no list.
:- entry option(+, +list).
:- pred option(A, B) : (gnd(A), list(B)) + (is_det, cost(lb, steps, 3), cost(ub, steps, length(B) + 3)).
option(Option, Options) :-
    check(Option, Options),
    functor(Option, Name, Arity),
    found(Options, Name, Arity, Option, Given), !,
    Option = Given.

% option(?Option, +Options, +Default): the argument is Default where there is no such option.
:- entry option(+, +list, +).
:- pred option(A, B, C) : (gnd(A), list(B), gnd(C)) + (is_det, cost(lb, steps, 3), cost(ub, steps, length(B) + 3)).
option(Option, Options, Default) :-
    check(Option, Options),
    functor(Option, Name, Arity),
    (   found(Options, Name, Arity, Option, Given)
    ->  Option = Given
    ;   arg(1, Option, Default)
    ).

check(Option, _) :- var(Option), !, throw(error(instantiation_error, _)).
check(Option, _) :- \+ callable(Option), !, throw(error(type_error(callable, Option), _)).
check(_, Options) :- is_list(Options), !.
check(_, Options) :- must_be(list, Options).

% The first of that name and arity; Name = Value is Name(Value).
found([Given|Options], Name, Arity, Option, Found) :-
    (   functor(Given, Name, Arity)
    ->  Found = Given
    ;   Arity =:= 1, nonvar(Given), Given = (Name = Value)
    ->  Found =.. [Name, Value]
    ;   found(Options, Name, Arity, Option, Found)
    ).

% select_option(?Option, +Options, -Rest): the first option that unifies, and the others.
:- entry select_option(+, +list, -).
:- pred select_option(A, B, C) : (gnd(A), list(B), var(C)) => list(C)
   + (is_det, cost(lb, steps, 3), cost(ub, steps, length(B) + 3)).
select_option(Option, Options, Rest) :-
    check(Option, Options),
    functor(Option, Name, Arity),
    taken(Options, Name, Arity, Given, Others), !,
    Option = Given,
    Rest = Others.

% select_option(?Option, +Options, -Rest, +Default): the argument is Default where there is no such option.
:- entry select_option(+, +list, -, +).
:- pred select_option(A, B, C, D) : (gnd(A), list(B), var(C), gnd(D)) => list(C)
   + (is_det, cost(lb, steps, 3), cost(ub, steps, length(B) + 3)).
select_option(Option, Options, Rest, Default) :-
    check(Option, Options),
    functor(Option, Name, Arity),
    (   taken(Options, Name, Arity, Given, Others)
    ->  Option = Given,
        Rest = Others
    ;   arg(1, Option, Default),
        Rest = Options
    ).

taken([Given|Options], Name, Arity, Found, Rest) :-
    (   functor(Given, Name, Arity)
    ->  Found = Given,
        Rest = Options
    ;   Arity =:= 1, nonvar(Given), Given = (Name = Value)
    ->  Found =.. [Name, Value],
        Rest = Options
    ;   Rest = [Given|Others],
        taken(Options, Name, Arity, Found, Others)
    ).

% merge_options(+New, +Old, -Merged): all of New, and what of Old has another name; each as Name(Value), sorted where
% neither list is empty.
:- entry merge_options(+list, +list, -).
:- pred merge_options(A, B, C) : (list(A), list(B), var(C)) + (is_det, cost(lb, steps, 7)).
merge_options(New, Old, Merged) :-
    must_be(list, New),
    must_be(list, Old),
    plains(New, NewPlain),
    plains(Old, OldPlain),
    merged(NewPlain, OldPlain, Merged).

plains([], []).
plains([Option|Options], [Plain|Plains]) :- plain(Option, Plain), plains(Options, Plains).

plain(Option, _) :- var(Option), !, throw(error(instantiation_error, _)).
plain(Name = Value, Option) :- !, Option =.. [Name, Value].
plain(Option, Option) :- callable(Option), !.
plain(Option, _) :- throw(error(domain_error(option, Option), _)).

merged([], Old, Old) :- !.
merged(New, [], New) :- !.
merged(New, Old, Merged) :- msort(New, NewSorted), msort(Old, OldSorted), merge(NewSorted, OldSorted, Merged).

merge([], Old, Old) :- !.
merge(New, [], New) :- !.
merge([New|News], [Old|Olds], Merged) :-
    functor(New, N, NewArity),
    functor(Old, O, OldArity),
    compare(Order, N/NewArity, O/OldArity),
    merge(Order, New, News, Old, Olds, Merged).

merge(<, New, News, Old, Olds, [New|Merged]) :- merge(News, [Old|Olds], Merged).
merge(=, New, News, _, Olds, Merged) :- merge([New|News], Olds, Merged).
merge(>, New, News, Old, Olds, [Old|Merged]) :- merge([New|News], Olds, Merged).

% meta_options(:IsMeta, +Options, -Qualified): the arguments of options of which call(IsMeta, Name) is true, with the
% module of the options.
meta_options(IsMeta, Module:Options, Qualified) :- !, must_be(list, Options), qualified(Options, IsMeta, Module, Qualified).
meta_options(IsMeta, Options, Qualified) :- must_be(list, Options), qualified(Options, IsMeta, user, Qualified).

qualified([], _, _, []).
qualified([Option|Options], IsMeta, Module, [Meta|Metas]) :-
    (   compound(Option), plain(Option, Plain), Plain =.. [Name, Value], call(IsMeta, Name)
    ->  ( nonvar(Value), Value = _:_ -> Goal = Value ; Goal = Module:Value ),
        Meta =.. [Name, Goal]
    ;   Meta = Option
    ),
    qualified(Options, IsMeta, Module, Metas).
