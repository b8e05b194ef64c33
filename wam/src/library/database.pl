% Clauses of dynamic predicates.

:- meta_predicate clause(:, ?), retract(:), dynamic(:), discontiguous(:), initialization(0), current_predicate(:),
   predicate_property(:, ?).

clause(Head, Body) :-
    '$check_body'(Body),
    '$clause_next'(Head, [], Stamp, Ref, Next),
    '$clauses'(Next, Ref, Stamp, Head, Body).

'$check_body'(Body) :- var(Body), !.
'$check_body'(Body) :- callable(Body), !.
'$check_body'(Body) :- throw(error(type_error(callable, Body), clause/2)).

'$clauses'([], Ref, _, Head, Body) :- !, '$clause'(Ref, Head, Body).
'$clauses'(_, Ref, _, Head, Body) :- '$clause'(Ref, Head, Body).
'$clauses'(From, _, Stamp, Head, Body) :-
    '$clause_next'(Head, From, Stamp, Ref, Next),
    '$clauses'(Next, Ref, Stamp, Head, Body).

retract(Clause) :-
    '$head_body'(Clause, Head, Body),
    '$clause_next'(Head, [], Stamp, Ref, Next),
    '$retracts'(Next, Ref, Stamp, Head, Body).

'$head_body'(Clause, Clause, true) :- var(Clause), !.
'$head_body'(Module:Clause, Module:Head, Body) :- !, '$head_body'(Clause, Head, Body).
'$head_body'((Head :- Body), Head, Body) :- !.
'$head_body'(Head, Head, true).

'$retracts'([], Ref, _, Head, Body) :- !, '$clause'(Ref, Head, Body), '$erase'(Ref).
'$retracts'(_, Ref, _, Head, Body) :- '$clause'(Ref, Head, Body), '$erase'(Ref).
'$retracts'(From, _, Stamp, Head, Body) :-
    '$clause_next'(Head, From, Stamp, Ref, Next),
    '$retracts'(Next, Ref, Stamp, Head, Body).

dynamic(Indicators) :- '$dynamic'(Indicators).

discontiguous(_).

ensure_loaded(_).

use_module(_).

use_module(_, _).

initialization(Goal) :- call(Goal).

current_predicate(Name/Arity) :- '$predicates'(List), member(Name/Arity, List), '$has_clauses'(Name, Arity).

'$has_clauses'(Name, Arity) :- functor(Head, Name, Arity), '$property'(Head, Property), '$defined'(Property, Head).

'$defined'(static, _).
'$defined'(dynamic, Head) :- '$clause_next'(Head, [], _, _, _), !.

predicate_property(Head, Property) :- nonvar(Head), '$property'(Head, Kind), '$property_of'(Kind, Head, Property).

'$property_of'(dynamic, _, dynamic).
'$property_of'(static, _, static).
'$property_of'(library, _, static).
'$property_of'(builtin, _, built_in).
'$property_of'(_, _, defined).
'$property_of'(dynamic, Head, number_of_clauses(N)) :- findall(x, clause(Head, _), Xs), length(Xs, N).

flag(Key, Old, New) :-
    ( catch(nb_getval(Key, Old0), _, Old0 = 0) -> true ; Old0 = 0 ),
    Old = Old0,
    Value is New,
    nb_setval(Key, Value).
