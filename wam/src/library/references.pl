% Clauses by reference: assert/2, clause/3, erase/1, and the recorded database, whose records are clauses.
%
% A reference is a term that names one clause for good: what comes into the place of an erased clause has another.
:- module(references, [assert/2, asserta/2, assertz/2, clause/3, erase/1, instance/2, nth_clause/3, recorda/2,
                       recorda/3, recordz/2, recordz/3, recorded/2, recorded/3, current_key/1]).

:- meta_predicate assert(:, ?), asserta(:, ?), assertz(:, ?), clause(:, ?, ?), nth_clause(:, ?, ?).

% asserta(:Clause, -Reference), assertz(:Clause, -Reference): add a clause.
assert(Clause, Reference) :- assertz(Clause, Reference).

assertz(Clause, Reference) :- must_be(var, Reference), '$assert'(Clause, last, Reference).

asserta(Clause, Reference) :- must_be(var, Reference), '$assert'(Clause, first, Reference).

% clause(:Head, ?Body, ?Reference): the clause of a reference, or all clauses of a predicate with theirs.
clause(Head, Body, Reference) :- nonvar(Reference), !,
    '$reference'(Reference, Clause, Module),
    '$clause'(Clause, Found, Body),
    of_module(Head, Module, Found).
clause(Head, Body, Reference) :-
    '$check_body'(Body),
    '$clause_next'(Head, [], Stamp, Clause, Next),
    clauses(Next, Clause, Stamp, Head, Body, Reference).

clauses([], Clause, _, Head, Body, Reference) :- !,
    '$clause'(Clause, Head, Body),
    '$reference'(Reference, Clause, _).
clauses(_, Clause, _, Head, Body, Reference) :- '$clause'(Clause, Head, Body), '$reference'(Reference, Clause, _).
clauses(From, _, Stamp, Head, Body, Reference) :-
    '$clause_next'(Head, From, Stamp, Clause, Next),
    clauses(Next, Clause, Stamp, Head, Body, Reference).

% The head of a clause as the caller sees it: with its module where that is not user.
of_module(Head, Module, Found) :- nonvar(Head), Head = Given:Plain, !,
    ( var(Plain), Module \== Given -> Plain = Module:Found ; Given = Module, Plain = Found ).
of_module(Head, user, Found) :- !, Head = Found.
of_module(Head, _, Found) :- nonvar(Head), !, Head = Found.
of_module(Module:Found, Module, Found).

% erase(+Reference): the clause or record goes; fails where it is gone already.
erase(Reference) :- '$reference'(Reference, Clause, _), '$erase'(Clause).

% instance(+Reference, ?Term): a record, or a clause as Head :- Body.
instance(Reference, Term) :-
    '$reference'(Reference, Clause, Module),
    '$clause'(Clause, Head, Body),
    ( Module == references, Head = record(_, Value) -> Term = Value ; Term = (Head :- Body) ).

% nth_clause(:Head, ?N, ?Reference): the clauses of a predicate in their order, from 1.
nth_clause(Head, N, Reference) :- nonvar(Reference), !,
    '$reference'(Reference, Clause, Module),
    '$clause'(Clause, Found, _),
    functor(Found, Name, Arity),
    functor(General, Name, Arity),
    of_module(Head, Module, General),
    '$clause_next'(Module:General, [], Stamp, First, Next),
    nth(Next, First, Stamp, Module:General, 1, N, Clause), !.
nth_clause(Head, N, Reference) :-
    general(Head, General),
    ( var(N) -> true ; must_be(positive_integer, N) ),
    '$clause_next'(General, [], Stamp, First, Next),
    nth(Next, First, Stamp, General, 1, N, Clause),
    '$reference'(Reference, Clause, _).

general(Head, _) :- var(Head), !, throw(error(instantiation_error, _)).
general(Module:Head, Module:General) :- !, general(Head, General).
general(Head, General) :- must_be(callable, Head), functor(Head, Name, Arity), functor(General, Name, Arity).

nth([], Clause, _, _, N, N, Clause) :- !.
nth(_, Clause, _, _, N, N, Clause).
nth(From, _, Stamp, Head, Here, N, Found) :-
    ( nonvar(N) -> Here < N ; true ),
    '$clause_next'(Head, From, Stamp, Clause, Next),
    After is Here + 1,
    nth(Next, Clause, Stamp, Head, After, N, Found).

% The recorded database: terms under keys, of which the name and arity count.
:- dynamic(record/2).

% recorda(+Key, +Term, -Reference), recordz(+Key, +Term, -Reference): before or after the others of the key.
recorda(Key, Term) :- recorda(Key, Term, _).

recorda(Key, Term, Reference) :- key(Key, General), asserta(record(General, Term), Reference).

recordz(Key, Term) :- recordz(Key, Term, _).

recordz(Key, Term, Reference) :- key(Key, General), assertz(record(General, Term), Reference).

% recorded(?Key, ?Term, ?Reference): the records of a key in order, or of all keys.
recorded(Key, Term) :- recorded(Key, Term, _).

recorded(Key, Term, Reference) :- nonvar(Reference), !,
    '$reference'(Reference, Clause, references),
    '$clause'(Clause, record(Key, Term), _).
recorded(Key, Term, Reference) :-
    ( var(Key) -> General = Key ; key(Key, General) ),
    clause(references:record(General, Term), true, Reference).

key(Key, _) :- var(Key), !, throw(error(instantiation_error, _)).
key(Key, Key) :- atomic(Key), !.
key(Key, General) :- functor(Key, Name, Arity), functor(General, Name, Arity).

% current_key(?Key): there are records of it.
current_key(Key) :-
    findall(General, clause(references:record(General, _), true), Keys),
    list_to_set(Keys, Set),
    member(Key, Set).
