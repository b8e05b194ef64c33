% Goals whose time is limited.

:- module(time, [call_with_time_limit/2, call_with_time_limit/3]).

:- meta_predicate call_with_time_limit(+, 0), call_with_time_limit(+, 0, +).

% call_with_time_limit(+Seconds, :Goal): Goal once; time_limit_exceeded is thrown when it takes longer.
call_with_time_limit(Seconds, Goal) :- '$in_time'(Seconds, Goal, time_limit_exceeded).

% call_with_time_limit(+Seconds, :Goal, +Context): time_limit_exceeded(Context) is thrown.
call_with_time_limit(Seconds, Goal, Context) :- '$in_time'(Seconds, Goal, time_limit_exceeded(Context)).

'$in_time'(Seconds, Goal, Ball) :-
    must_be(number, Seconds),
    ( Seconds > 0 -> true ; throw(Ball) ),
    setup_call_cleanup('$limit_time'(Seconds, Ball, Timer), Goal, '$limit_time_end'(Timer)),
    !.
