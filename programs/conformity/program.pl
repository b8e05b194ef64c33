% Predicates that rows of the conformity suite call and look at.

:- dynamic(cat/0).
:- dynamic(dog/0).
:- dynamic(elk/1).
:- dynamic(legs/2).
:- dynamic(insect/1).
:- dynamic(counter/1).
:- dynamic(gone/1).
:- dynamic(empty/0).
:- dynamic(twice/1).
:- dynamic(fact/1).

cat.
dog :- true.
elk(X) :- moose(X).
legs(A, 6) :- insect(A).
legs(A, 7) :- A, call(A).
legs(A, 4) :- animal(A).
insect(bee).
insect(ant).

animal(dog).
animal(cat).
moose(X) :- X = bullwinkle.

member_of(X, [X|_]).
member_of(X, [_|Xs]) :- member_of(X, Xs).

parent(ann, bob).
parent(ann, eve).
parent(joe, bob).
parent(bob, kim).

class(a, 1, x).
class(b, 1, x).
class(c, 1, y).
class(d, 2, x).

cut_first(X) :- ( X = 1 ; X = 2 ), !.
cut_first(3).

cut_in_call(X) :- ( X = 1 ; X = 2 ), call(!).
cut_in_call(3).

cut_in_if(X) :- ( ( X = 1 ; X = 2 ), ! -> true ; true ).
cut_in_if(3).

cut_in_then(X) :- ( true -> ( X = 1 ; X = 2 ), ! ; true ).
cut_in_then(3).

cut_in_or(X) :- ( X = 1, ! ; X = 2 ).
cut_in_or(3).

cut_in_not(X) :- \+ ( !, fail ), X = 1.
cut_in_not(2).

ball(X) :- throw(X).

clean(X) :- catch(unclean(X), stop(X), true).
unclean(X) :- X = 1, throw(stop(Y)), Y = 2.

number_of(1).
number_of(2).
number_of(3).
