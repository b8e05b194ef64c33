% What clauses and goals of a text stand for: term_expansion/2,4, goal_expansion/2,4 and grammar rules. The hooks with four
% arguments go first; the positions that they are given are unbound: they are not known.
:- module(expansion, [expand_term/2, expand_goal/2, dcg_translate_rule/2, prolog_load_context/2, source_location/2,
   '$load_work'/0, '$load_work'/1]).

% Decides the condition or expands the term that the text needs before it can be read on.
'$load_work' :- '$load_task'(Task, _), !, '$load_work'(Task).
'$load_work'.

'$load_work'(test(Goal)) :-
    ( call(Goal) -> '$load_decide'(true) ; '$load_decide'(false) ).
'$load_work'(expand(Term, Module, Names)) :-
    '$expand_clauses'(Term, Module, Clauses),
    (   Clauses = [Same], Same == Term
    ->  '$load_keep'
    ;   '$load_expand'(Clauses, Names)
    ).

expand_term(Term, Expanded) :-
    '$source_module'(Module),
    '$expand_clauses'(Term, Module, Clauses),
    '$one_or_list'(Clauses, Expanded).

'$source_module'(Module) :- '$load_context'(module, Module), !.
'$source_module'(user).

'$one_or_list'([Term], Term) :- !.
'$one_or_list'(Terms, Terms).

% All that a clause or directive of a module stands for.
'$expand_clauses'(Term, _, [Term]) :- var(Term), !.
'$expand_clauses'(Term, Module, Clauses) :-
    '$hook_modules'(Module, Modules),
    '$expand_by'(Modules, Term, Terms, []),
    '$expand_rules'(Terms, Module, Clauses).

'$hook_modules'(user, [user, system]) :- !.
'$hook_modules'(Module, [Module, user, system]).

% Each module's term_expansion/2 in turn; what one makes of a term, the next one expands.
'$expand_by'([], Term, [Term|Rest], Rest).
'$expand_by'([Module|Modules], Term, Terms, Rest) :-
    (   nonvar(Term), '$expand_term_in'(Module, Term, New)
    ->  '$expand_each'(New, Modules, Terms, Rest)
    ;   '$expand_by'(Modules, Term, Terms, Rest)
    ).

'$expand_term_in'(Module, Term, New) :-
    '$expand_in'(Module, term_expansion(Term, _, New, _), term_expansion(Term, New)).

% What a hook of a module gives, in its long form with positions or else in its short one.
'$expand_in'(Module, Long, _) :- '$is_hook'(Module:Long), call(Module:Long), !.
'$expand_in'(Module, _, Short) :- '$is_hook'(Module:Short), call(Module:Short).

'$expand_each'(Term, Modules, Terms, Rest) :- var(Term), !, '$expand_by'(Modules, Term, Terms, Rest).
'$expand_each'([], _, Terms, Terms) :- !.
'$expand_each'([Term|More], Modules, Terms, Rest) :- !,
    '$expand_each'(Term, Modules, Terms, Terms1),
    '$expand_each'(More, Modules, Terms1, Rest).
'$expand_each'(Term, Modules, Terms, Rest) :- '$expand_by'(Modules, Term, Terms, Rest).

'$is_hook'(Head) :- '$property'(Head, Kind), '$is_kind_of_hook'(Kind).

'$is_kind_of_hook'(static).
'$is_kind_of_hook'(dynamic).

% Grammar rules become clauses, and bodies are expanded.
'$expand_rules'([], _, []).
'$expand_rules'([Term|Terms], Module, [Clause|Clauses]) :-
    '$expand_rule'(Term, Module, Clause),
    '$expand_rules'(Terms, Module, Clauses).

'$expand_rule'(Term, _, Term) :- var(Term), !.
'$expand_rule'((Head --> Body), Module, Clause) :- !,
    dcg_translate_rule((Head --> Body), Clause0),
    '$expand_rule'(Clause0, Module, Clause).
'$expand_rule'(Term, Module, Clause) :-
    (   '$goal_hooks'(Module, Hooks), Hooks = [_|_], '$body_of'(Term, Module, Body, In, New, Clause)
    ->  '$expand_body'(Body, In, [], New)
    ;   Clause = Term
    ).

'$body_of'((Head :- Body), Module, Body, In, New, (Head :- New)) :- '$head_module'(Head, Module, In).
'$body_of'((Head => Body), Module, Body, Module, New, (Head => New)).
'$body_of'((:- Body), Module, Body, Module, New, (:- New)).
'$body_of'((?- Body), Module, Body, Module, New, (?- New)).

'$head_module'(Head, Module, Module) :- var(Head), !.
'$head_module'(_, Module, Module).

% The modules whose goal_expansion/2,4 a goal of a module is given to.
'$goal_hooks'(Module, Hooks) :-
    '$hook_modules'(Module, Modules),
    '$goal_hooks_of'(Modules, Hooks).

'$goal_hooks_of'([], []).
'$goal_hooks_of'([Module|Modules], Hooks) :-
    (   ( '$is_hook'(Module:goal_expansion(_, _, _, _)) -> true ; '$is_hook'(Module:goal_expansion(_, _)) )
    ->  Hooks = [Module|Hooks1]
    ;   Hooks = Hooks1
    ),
    '$goal_hooks_of'(Modules, Hooks1).

expand_goal(Goal, Expanded) :-
    '$source_module'(Module),
    (   '$goal_hooks'(Module, [])
    ->  Expanded = Goal
    ;   '$expand_body'(Goal, Module, [], Expanded)
    ).

% Before are the goals that this one comes from: one of them again is not expanded, or that would not end.
'$expand_body'(Goal, _, _, Goal) :- var(Goal), !.
'$expand_body'(Goal, Module, Before, Expanded) :-
    callable(Goal),
    \+ '$is_variant_of_one'(Before, Goal),
    '$goal_hooks'(Module, Hooks),
    '$expand_goal_by'(Hooks, Goal, New),
    New \== Goal, !,
    '$expand_body'(New, Module, [Goal|Before], Expanded).
'$expand_body'(Module:Goal, _, Before, Module:Expanded) :- !,
    ( atom(Module) -> '$expand_body'(Goal, Module, Before, Expanded) ; Expanded = Goal ).
'$expand_body'(Goal, Module, Before, Expanded) :-
    compound(Goal),
    '$goal_arguments'(Goal, Module, Metas), !,
    Goal =.. [Name|Arguments],
    Metas =.. [_|Kinds],
    '$expand_arguments'(Kinds, Arguments, Module, Before, New),
    Expanded =.. [Name|New].
'$expand_body'(Goal, _, _, Goal).

'$expand_goal_by'([Module|Modules], Goal, New) :-
    (   '$expand_goal_in'(Module, Goal, New0)
    ->  New = New0
    ;   '$expand_goal_by'(Modules, Goal, New)
    ).

'$expand_goal_in'(Module, Goal, New) :-
    '$expand_in'(Module, goal_expansion(Goal, _, New, _), goal_expansion(Goal, New)).

'$is_variant_of_one'([Other|Others], Goal) :- ( Other =@= Goal -> true ; '$is_variant_of_one'(Others, Goal) ).

'$goal_arguments'(Goal, _, Metas) :- '$control'(Goal, Metas), !.
'$goal_arguments'(Goal, Module, Metas) :-
    '$properties'(Module:Goal, Properties),
    memberchk(meta_predicate(Metas), Properties).

'$control'((_ , _), (0 , 0)).
'$control'((_ ; _), (0 ; 0)).
'$control'((_ -> _), (0 -> 0)).
'$control'((_ *-> _), (0 *-> 0)).
'$control'(\+ _, \+ 0).
'$control'(call(_), call(0)).
'$control'(once(_), once(0)).
'$control'(ignore(_), ignore(0)).
'$control'(forall(_, _), forall(0, 0)).
'$control'(findall(_, _, _), findall(?, 0, ?)).
'$control'(findall(_, _, _, _), findall(?, 0, ?, ?)).
'$control'(catch(_, _, _), catch(0, ?, 0)).

'$expand_arguments'([], [], _, _, []).
'$expand_arguments'([Kind|Kinds], [Argument|Arguments], Module, Before, [New|News]) :-
    (   Kind == 0
    ->  '$expand_body'(Argument, Module, Before, New)
    ;   Kind == (^)
    ->  '$expand_under_carets'(Argument, Module, Before, New)
    ;   New = Argument
    ),
    '$expand_arguments'(Kinds, Arguments, Module, Before, News).

'$expand_under_carets'(Goal, _, _, Goal) :- var(Goal), !.
'$expand_under_carets'(Variable^Goal, Module, Before, Variable^New) :- !,
    '$expand_under_carets'(Goal, Module, Before, New).
'$expand_under_carets'(Goal, Module, Before, New) :- '$expand_body'(Goal, Module, Before, New).

dcg_translate_rule(Rule, Clause) :-
    (   nonvar(Rule), Rule = (_ --> _)
    ->  '$dcg'(Rule, Clause)
    ;   throw(error(type_error(dcg_rule, Rule), _))
    ).

% prolog_load_context(?Key, ?Value): what is known of the text that is being loaded.
prolog_load_context(Key, Value) :-
    (   nonvar(Key)
    ->  '$context'(Key, Value)
    ;   member(Key, [directory, dialect, file, module, source, term, term_position, variable_names]),
        '$context'(Key, Value)
    ).

'$context'(dialect, Value) :- !, '$load_context'(source, _), Value = horolog.
'$context'(Key, Value) :- '$load_context'(Key, Value).

% source_location(-File, -Line): where what is being loaded stands.
source_location(File, Line) :- '$load_context'(file, File), '$load_context'(line, Line).
