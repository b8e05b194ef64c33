% Goals whose inferences or depth are limited. Limits nest: each counts what the goals inside it do.

:- module(limits, [call_with_inference_limit/3, call_with_depth_limit/3]).

:- meta_predicate call_with_inference_limit(0, +, -), call_with_depth_limit(0, +, -).

% call_with_inference_limit(:Goal, +Limit, -Result): Goal; Result is `!` when it has left no choices, `true` when it has,
% and `inference_limit_exceeded` when it took more calls than that.
call_with_inference_limit(Goal, Limit, Result) :-
    '$check_limit'(Limit),
    '$limit_new'(Limiter),
    catch('$in_inferences'(Goal, Limit, Limiter, How), '$inference_limit'(Limiter), How = inference_limit_exceeded),
    ( How == true -> true ; ! ),
    Result = How.

'$in_inferences'(Goal, Limit, Limiter, How) :-
    '$with_inferences'(Limiter, Limit),
    '$limit_level'(_, Before),
    call(Goal),
    '$limit_level'(_, After),
    '$limit_end'(Limiter, Left),
    '$inferences_again'(Before, After, Limiter, Left, How).

% In force until its goal fails.
'$with_inferences'(Limiter, Limit) :- '$limit_inferences'(Limiter, Limit).
'$with_inferences'(Limiter, _) :- '$limit_end'(Limiter, _), fail.

'$inferences_again'(Same, Same, _, _, How) :- !, How = (!).
'$inferences_again'(_, _, _, _, true).
'$inferences_again'(_, _, Limiter, Left, _) :- '$limit_inferences'(Limiter, Left), fail.

% call_with_depth_limit(:Goal, +Limit, -Result): Goal, of which calls fail that are more than Limit deep; Result is the
% depth of the deepest call so far, or `depth_limit_exceeded` when the goal fails because of the limit.
call_with_depth_limit(Goal, Limit, Result) :-
    '$limit_new'(Limiter),
    '$in_depth'(Goal, Limit, Limiter, How, Depth),
    ( How == true -> true ; ! ),
    Result = Depth.

'$in_depth'(Goal, Limit, Limiter, How, Depth) :-
    '$check_limit'(Limit),
    '$limit_level'(Base, _),
    Most is Base + Limit,
    (   '$limit_depth'(Limiter, Most, 0),
        '$limit_level'(_, Before),
        call(Goal),
        '$limit_level'(_, After),
        '$limit_end'(Limiter, Reached),
        '$depth_again'(Before, After, Limiter, Most, Reached, How),
        Depth is max(1, Reached - Base)
    ;   '$limit_end'(Limiter, Reached),
        Reached > Most,
        How = (!),
        Depth = depth_limit_exceeded
    ).

'$depth_again'(Same, Same, _, _, _, How) :- !, How = (!).
'$depth_again'(_, _, _, _, _, true).
'$depth_again'(_, _, Limiter, Most, Reached, _) :- '$limit_depth'(Limiter, Most, Reached), fail.

'$check_limit'(Limit) :- must_be(integer, Limit), ( Limit >= 0 -> true ; domain_error(not_less_than_zero, Limit) ).
