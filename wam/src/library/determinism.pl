% Goals that have one solution and leave no choices.
:- module(determinism, ['$'/1, det/1]).

:- meta_predicate '$'(0).

% $(:Goal): Goal, and an error where it fails or leaves choices.
'$'(Goal) :-
    (   call_cleanup(Goal, Det = true),
        ( Det == true -> true ; not_det(Goal, nondet) )
    ->  true
    ;   not_det(Goal, fail)
    ).

not_det(Goal, Found) :- throw(error(determinism_error(Goal, det, Found, goal), _)).

% det(:Indicators): the predicates are said to be determinate, which is not checked.
det(_).
