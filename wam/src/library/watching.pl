% Goals that a program has watched itself.

:- module(watching, [watch/3]).

:- meta_predicate watch(0, +, -).

% watch(:Goal, +Fold, -Result): Goal, once and watched; Result is what Fold comes to, and on backtracking what it comes to in its next
% slices. Fold is the name of a fold, or of a file with a monitor. It is true also where Goal is not.
watch(Goal, Fold, Result) :-
    '$watch_begin'(Fold),
    ( catch(Goal, Error, '$watch_raised'(Error)) -> true ; true ),
    '$watch_end'(Results),
    '$watch_result'(Results, Result).

'$watch_raised'(Error) :- '$watch_end'(_), throw(Error).

'$watch_result'([Result], Only) :- !, Only = Result.
'$watch_result'([Result|_], Result).
'$watch_result'([_|Results], Result) :- '$watch_result'(Results, Result).
