% Clauses of dynamic predicates.

:- meta_predicate clause(:, ?), retract(:), dynamic(:), discontiguous(:), initialization(0), abolish(:, ?).

clause(Head, Body) :-
    '$check_body'(Body),
    '$clause_next'(Head, [], Stamp, Ref, Next),
    '$clauses'(Next, Ref, Stamp, Head, Body).

'$check_body'(Body) :- var(Body), !.
'$check_body'(Body) :- callable(Body), !.
'$check_body'(Body) :- throw(error(type_error(callable, Body), clause/2)).

'$clauses'([], Ref, _, Head, Body) :- !, '$clause'(Ref, Head, Body).
'$clauses'(static, _, _, Head, Body) :- !, '$source'(Head, Clauses), '$plain_head'(Head, Plain), '$source_clause'(Clauses, Plain, Body).
'$clauses'(_, Ref, _, Head, Body) :- '$clause'(Ref, Head, Body).
'$clauses'(From, _, Stamp, Head, Body) :-
    '$clause_next'(Head, From, Stamp, Ref, Next),
    '$clauses'(Next, Ref, Stamp, Head, Body).

'$plain_head'(Head, Plain) :- ( Head = _:Inner -> '$plain_head'(Inner, Plain) ; Plain = Head ).

'$source_clause'([Clause|Clauses], Head, Body) :-
    '$head_body'(Clause, Head0, Body0),
    ( Clauses = [_|_] -> '$source_clause'(Clauses, Head0, Body0, Head, Body) ; Head = Head0, Body = Body0 ).

'$source_clause'(_, Head, Body, Head, Body).
'$source_clause'(Clauses, _, _, Head, Body) :- '$source_clause'(Clauses, Head, Body).

retract(Clause) :-
    '$head_body'(Clause, Head, Body),
    '$clause_next'(Head, retract, Stamp, Ref, Next),
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

% abolish(:Name, +Arity): abolish/1 with the two apart.
abolish(Spec, Arity) :- nonvar(Spec), Spec = Module:Name, !, abolish(Module:Name/Arity).
abolish(Name, Arity) :- abolish(Name/Arity).

dynamic(Indicators) :- '$dynamic'(Indicators).

discontiguous(Indicators) :- '$declared'(discontiguous(Indicators)).

% What a file asks to run when it is loaded; at once where none is being loaded.
initialization(Goal) :- '$load_declare'(initialization(Goal)), !.
initialization(Goal) :- call(Goal).

% A declaration for the file that is being loaded; of no consequence where there is none.
'$declared'(Declaration) :- '$load_declare'(Declaration), !.
'$declared'(_).

'$defined'(static, _).
'$defined'(dynamic, Head) :- '$clause_next'(Head, [], _, _, _), !.

% flag(+Key, -Old, +New): a number or an atom that is kept.
flag(Key, Old, New) :-
    ( catch(nb_getval(Key, Old0), _, Old0 = 0) -> true ; Old0 = 0 ),
    Old = Old0,
    ( atom(New), New \== [] -> Value = New ; Value is New ),
    nb_setval(Key, Value).
