% Functions of arithmetic as predicates, and which functions there are.
:- module(arithmetic_functions, [abs/2, sin/2, cos/2, tan/2, log/2, log10/2, pow/3, sqrt/2, round/2, floor/2,
                                 ceiling/2, sign/2, truncate/2, trunc/2, current_arithmetic_function/1]).

:- entry abs(+int, -).
:- pred abs(A, B) : (int(A), var(B)) => nat(B) + (not_fails, is_det, cost(exact, steps, 1)).
abs(X, Y) :- Y is abs(X).
:- entry sin(+num, -).
:- pred sin(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
sin(X, Y) :- Y is sin(X).
:- entry cos(+num, -).
:- pred cos(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
cos(X, Y) :- Y is cos(X).
:- entry tan(+num, -).
:- pred tan(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
tan(X, Y) :- Y is tan(X).
:- entry log(+num, -).
:- pred log(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
log(X, Y) :- Y is log(X).
log10(X, Y) :- Y is log(X) / log(10).
:- entry pow(+int, +nat, -).
:- pred pow(A, B, C) : (int(A), nat(B), var(C)) => num(C) + (not_fails, is_det, cost(exact, steps, 1)).
pow(X, Y, Z) :- Z is X ** Y.
:- entry sqrt(+num, -).
:- pred sqrt(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
sqrt(X, Y) :- Y is sqrt(X).
:- entry round(+num, -).
:- pred round(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
round(X, Y) :- Y is round(X).
:- entry floor(+num, -).
:- pred floor(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
floor(X, Y) :- Y is floor(X).
:- entry ceiling(+num, -).
:- pred ceiling(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
ceiling(X, Y) :- Y is ceiling(X).
:- entry sign(+num, -).
:- pred sign(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
sign(X, Y) :- Y is sign(X).
:- entry truncate(+num, -).
:- pred truncate(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
truncate(X, Y) :- Y is truncate(X).
trunc(X, Y) :- Y is truncate(X).

% current_arithmetic_function(?Head): what arithmetic can evaluate.
current_arithmetic_function(Head) :-
    must_be(callable, Head),
    functor(Head, Name, Arity),
    length(Ones, Arity),
    all_ones(Ones),
    Expression =.. [Name|Ones],
    catch(_ is Expression, Error, true),
    \+ no_function(Error).

all_ones([]).
all_ones([1|Ones]) :- all_ones(Ones).

no_function(Error) :- nonvar(Error), Error = error(type_error(evaluable, _), _).
