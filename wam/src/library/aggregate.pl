% Aggregates by free variables, as bagof/3 has them. (aggregate_all/3,4 are part of every program.)
:- module(aggregate, [aggregate/3, aggregate/4, foreach/2, free_variables/4]).

:- meta_predicate aggregate(?, ^, ?), aggregate(?, ?, ^, ?), foreach(0, 0).

% aggregate(+Template, :Goal, -Result): count, sum(X), max(X), min(X), max(X, W), min(X, W), bag(X), set(X), or a term
% with these as arguments, for each binding of the variables of Goal that are neither in Template nor under ^. Fails
% where Goal does.
aggregate(Template, Goal, Result) :-
    must_be(nonvar, Template),
    '$aggregated'(Template, Term),
    bagof(Term, Goal, Terms),
    '$aggregate'(Template, Terms, Result).

% aggregate(+Template, +Discriminator, :Goal, -Result): of solutions with the same discriminator and term one counts.
aggregate(Template, Discriminator, Goal, Result) :-
    must_be(nonvar, Template),
    '$aggregated'(Template, Term),
    setof(Discriminator-Term, Goal, Pairs),
    terms(Pairs, Terms),
    '$aggregate'(Template, Terms, Result).

:- pred terms(A, B) : (list(A), var(B)) => list(B) + (is_det, cost(ub, steps, length(A) + 1)).
terms([], []).
terms([_-Term|Pairs], [Term|Terms]) :- terms(Pairs, Terms).

% foreach(:Generator, :Goal): the conjunction of Goal's instances for all solutions of Generator; the variables that the
% two do not share stay common to all instances.
foreach(Generator, Goal) :-
    term_variables(Generator, GeneratorVariables),
    term_variables(Goal, GoalVariables),
    shared(GoalVariables, GeneratorVariables, Shared),
    Template =.. [v|Shared],
    findall(Template, Generator, Templates),
    each(Templates, Template, Goal).

each([], _, _).
each([Found|Templates], Template, Goal) :-
    instance(Template, Goal, Found, Instance),
    call(Instance),
    each(Templates, Template, Goal).

% A copy of Goal in which only the variables of Template are new.
instance(Template, Goal, Found, Instance) :-
    term_variables(Goal, Variables),
    term_variables(Template, Shared),
    others(Variables, Shared, Others),
    copy_term(Template-Others-Goal, Found-Others-Instance).

shared([], _, []).
shared([V|Vs], Ws, Shared) :-
    ( '$identical_member'(Ws, V) -> Shared = [V|More] ; Shared = More ),
    shared(Vs, Ws, More).

others([], _, []).
others([V|Vs], Ws, Others) :-
    ( '$identical_member'(Ws, V) -> Others = More ; Others = [V|More] ),
    others(Vs, Ws, More).

% free_variables(:Generator, +Template, +Bound, -Free): the variables of Generator that are neither in Template nor
% under ^, before those of Bound.
:- entry free_variables(?, ?, +list, -).
:- pred free_variables(A, B, C, D) : (list(C), var(D)) => list(term, D) + cost(lb, steps, 3).
free_variables(Generator, Template, Bound, Free) :-
    '$free_variables'(Template-Bound, Generator, _, Variables),
    append(Variables, Bound, Free).
