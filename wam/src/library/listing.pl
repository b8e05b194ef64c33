% Clauses as text: portray_clause/1,2 and listing/0,1.
:- module(listing, [listing/0, listing/1, portray_clause/1, portray_clause/2]).

:- meta_predicate listing(:).

% listing(:Spec): the clauses of the predicates Name, Name/Arity or Name//Arity, or of a list of such.
listing(Module:Spec) :- !, '$listing'(Spec, Module).
listing(Spec) :- '$listing'(Spec, user).

% listing: the clauses of all predicates of the program.
listing :-
    '$predicates'(user, List),
    forall(( member(Name/Arity, List), '$listable'(Name/Arity, user) ), '$list_predicate'(Name/Arity, user)).

'$listing'(Spec, _) :- var(Spec), !, throw(error(instantiation_error, _)).
'$listing'(Module:Spec, _) :- !, '$listing'(Spec, Module).
'$listing'([], _) :- !.
'$listing'([Spec|Specs], Module) :- !, '$listing'(Spec, Module), '$listing'(Specs, Module).
'$listing'(Name/Arity, Module) :- var(Arity), !, '$listing'(Name, Module).
'$listing'(Name/Arity, Module) :- !,
    must_be(atom, Name),
    must_be(nonneg, Arity),
    (   '$listable'(Name/Arity, Module)
    ->  '$list_predicate'(Name/Arity, Module)
    ;   throw(error(existence_error(procedure, Name/Arity), _))
    ).
'$listing'(Name//Arity, Module) :- var(Arity), !,
    must_be(atom, Name),
    '$list_all'(Name, 2, Module, Name//Arity).
'$listing'(Name//Arity, Module) :- !,
    must_be(nonneg, Arity),
    All is Arity + 2,
    '$listing'(Name/All, Module).
'$listing'(Name, Module) :-
    must_be(atom, Name),
    '$list_all'(Name, 0, Module, Name).

% All predicates of a name with at least so many arguments, of which there must be one.
'$list_all'(Name, Least, Module, Spec) :-
    '$predicates'(Module, List),
    findall(Name/Arity, ( member(Name/Arity, List), Arity >= Least, '$listable'(Name/Arity, Module) ), Found),
    (   Found == []
    ->  throw(error(existence_error(procedure, Spec), _))
    ;   forall(member(Indicator, Found), '$list_predicate'(Indicator, Module))
    ).

'$listable'(Name/Arity, Module) :-
    functor(Head, Name, Arity),
    '$property'(Module:Head, Kind),
    memberchk(Kind, [dynamic, static]).

'$list_predicate'(Name/Arity, Module) :-
    functor(Head, Name, Arity),
    '$property'(Module:Head, Kind),
    (   Kind == dynamic
    ->  write(':- dynamic '),
        '$portray_term'(Name/Arity, []),
        write('.\n\n'),
        forall(clause(Module:Head, Body), '$portray_pair'(Module, Head, Body))
    ;   '$source'(Module:Head, Clauses),
        forall(( member(Clause, Clauses), '$head_body'(Clause, Head, Body) ), '$portray_pair'(Module, Head, Body))
    ),
    nl.

% A clause of a predicate of a module. That of a rule is Head :- Guard, !, Body.
'$portray_pair'(Module, Head, Body) :- Body = (Guard, !, Rest), '$property'(Module:Head, rules), !,
    ( Guard == true -> portray_clause((Head => Rest)) ; portray_clause((Head, Guard => Rest)) ).
'$portray_pair'(_, Head, true) :- !, portray_clause(Head).
'$portray_pair'(_, Head, Body) :- portray_clause((Head :- Body)).

% portray_clause(+Stream, ?Clause), with variables named by letters and those that occur once as `_`.
portray_clause(Stream, Clause) :-
    current_output(Before),
    set_output(Stream),
    catch(portray_clause(Clause), Error, true),
    set_output(Before),
    ( var(Error) -> true ; throw(Error) ).

portray_clause(Clause) :-
    term_variables(Clause, Variables),
    '$once_variables'(Clause, Once),
    '$variable_names'(Variables, Once, 0, Names),
    '$portray'(Clause, Names),
    write('.\n').

'$variable_names'([], _, _, []).
'$variable_names'([Variable|Variables], Once, N, ['_'=Variable|Names]) :-
    Once = [First|Rest],
    First == Variable, !,
    '$variable_names'(Variables, Rest, N, Names).
'$variable_names'([Variable|Variables], Once, N, [Name=Variable|Names]) :-
    Code is 0'A + N mod 26,
    Number is N // 26,
    char_code(Letter, Code),
    ( Number =:= 0 -> Name = Letter ; atomic_list_concat([Letter, Number], Name) ),
    Next is N + 1,
    '$variable_names'(Variables, Once, Next, Names).

'$portray'(Clause, Names) :- var(Clause), !, '$portray_term'(Clause, Names).
'$portray'((Head :- Body), Names) :- Body == true, !, '$portray_term'(Head, Names).
'$portray'((Head :- Body), Names) :- !,
    '$portray_head'(Head, Names), write(' :-'), '$portray_line'(4), '$portray_body'(Body, 4, 1199, Names).
'$portray'((Head => Body), Names) :- !,
    '$portray_guarded'(Head, Names), write(' =>'), '$portray_line'(4), '$portray_body'(Body, 4, 1199, Names).
'$portray'((Head --> Body), Names) :- !,
    '$portray_head'(Head, Names), write(' -->'), '$portray_line'(4), '$portray_body'(Body, 4, 1199, Names).
'$portray'((:- Goal), Names) :- !, write(':- '), '$portray_body'(Goal, 3, 1199, Names).
'$portray'((?- Goal), Names) :- !, write('?- '), '$portray_body'(Goal, 3, 1199, Names).
'$portray'((A, B), Names) :- !, '$portray_body'((A, B), 0, 1200, Names).
'$portray'(Clause, Names) :- '$portray_term'(Clause, Names).

'$portray_head'(Head, Names) :- '$portray_term'(Head, Names, 1199).

'$portray_guarded'(Head, Names) :- var(Head), !, '$portray_head'(Head, Names).
'$portray_guarded'((Head, Guard), Names) :- !,
    '$portray_term'(Head, Names, 999), write(', '), '$portray_guarded'(Guard, Names).
'$portray_guarded'(Head, Names) :- '$portray_term'(Head, Names, 999).

'$portray_term'(Term, Names) :- '$portray_term'(Term, Names, 1200).

'$portray_term'(Term, Names, Priority) :-
    write_term(Term, [quoted(true), numbervars(true), variable_names(Names), spacing(next_argument),
                      priority(Priority), portray(true)]).

% Lines that begin further to the right than anybody reads would take space that is quadratic in how deep they are.
'$portray_line'(Indent) :- nl, Column is min(Indent, 200), tab(Column).

% A body at a column, in a place for terms of some priority.
'$portray_body'(Goal, _, Priority, Names) :- var(Goal), !, '$portray_term'(Goal, Names, Priority).
'$portray_body'((A, B), Indent, Priority, Names) :- Priority >= 1000, !,
    '$portray_body'(A, Indent, 999, Names),
    write(','),
    '$portray_line'(Indent),
    '$portray_body'(B, Indent, 1000, Names).
'$portray_body'(Goal, Indent, _, Names) :- '$portray_block'(Goal), !,
    write('(   '),
    Inner is Indent + 4,
    '$portray_alternatives'(Goal, Indent, Inner, Names),
    '$portray_line'(Indent),
    write(')').
'$portray_body'((A, B), Indent, _, Names) :- !, '$portray_embraced'((A, B), Indent, Names).
'$portray_body'(\+ Goal, Indent, _, Names) :- '$portray_control'(Goal), !,
    write('\\+ '),
    Inner is Indent + 3,
    '$portray_embraced'(Goal, Inner, Names).
'$portray_body'({Goal}, Indent, _, Names) :- '$portray_control'(Goal), !,
    write('{ '),
    Inner is Indent + 2,
    '$portray_body'(Goal, Inner, 1200, Names),
    '$portray_line'(Indent),
    write('}').
'$portray_body'(Goal, Indent, _, Names) :- '$portray_nests'(Goal), !,
    functor(Goal, Name, Arity),
    '$portray_term'(Name, Names),
    write('('),
    atom_length(Name, Length),
    Inner is Indent + Length + 1,
    '$portray_arguments'(1, Arity, Goal, Inner, Names),
    write(')').
'$portray_body'(Goal, _, Priority, Names) :-
    '$portray_term'(Goal, Names, Priority).

'$portray_block'((_ ; _)).
'$portray_block'((_ -> _)).
'$portray_block'((_ *-> _)).

'$portray_control'(Goal) :- nonvar(Goal), ( Goal = (_, _) ; '$portray_block'(Goal) ), !.

'$portray_alternatives'((A ; B), Indent, Inner, Names) :- !,
    '$portray_alternative'(A, Indent, Inner, Names),
    '$portray_line'(Indent),
    write(';   '),
    '$portray_last'(B, Indent, Inner, Names).
'$portray_alternatives'(Goal, Indent, Inner, Names) :- '$portray_alternative'(Goal, Indent, Inner, Names).

'$portray_last'(Goal, Indent, Inner, Names) :- var(Goal), !, '$portray_alternative'(Goal, Indent, Inner, Names).
'$portray_last'(Goal, Indent, Inner, Names) :- '$portray_alternatives'(Goal, Indent, Inner, Names).

'$portray_alternative'(Goal, _, Inner, Names) :- var(Goal), !, '$portray_body'(Goal, Inner, 999, Names).
'$portray_alternative'((A -> B), Indent, Inner, Names) :- !,
    '$portray_part'(A, Inner, Names),
    '$portray_line'(Indent),
    write('->  '),
    '$portray_part'(B, Inner, Names).
'$portray_alternative'((A *-> B), Indent, Inner, Names) :- !,
    '$portray_part'(A, Inner, Names),
    '$portray_line'(Indent),
    write('*-> '),
    '$portray_part'(B, Inner, Names).
'$portray_alternative'(Goal, _, Inner, Names) :- '$portray_part'(Goal, Inner, Names).

'$portray_part'(Goal, Inner, Names) :- '$portray_body'(Goal, Inner, 1000, Names).

% A control construct in parentheses of its own.
'$portray_embraced'(Goal, Indent, Names) :- '$portray_block'(Goal), !, '$portray_body'(Goal, Indent, 999, Names).
'$portray_embraced'(Goal, Indent, Names) :-
    write('( '),
    Inner is Indent + 2,
    '$portray_body'(Goal, Inner, 1000, Names),
    '$portray_line'(Indent),
    write(')').

% Goals with goals as arguments, one of which is a control construct: an argument a line.
'$portray_nests'(Goal) :-
    compound(Goal),
    '$portray_meta'(Goal, Arguments),
    member(Argument, Arguments),
    '$portray_control'(Argument), !.

'$portray_meta'(call(A), [A]).
'$portray_meta'(once(A), [A]).
'$portray_meta'(ignore(A), [A]).
'$portray_meta'(forall(A, B), [A, B]).
'$portray_meta'(findall(_, A, _), [A]).
'$portray_meta'(findall(_, A, _, _), [A]).
'$portray_meta'(bagof(_, A, _), [A]).
'$portray_meta'(setof(_, A, _), [A]).
'$portray_meta'(aggregate_all(_, A, _), [A]).
'$portray_meta'(catch(A, _, B), [A, B]).
'$portray_meta'(with_output_to(_, A), [A]).
'$portray_meta'(call_cleanup(A, B), [A, B]).
'$portray_meta'(setup_call_cleanup(A, B, C), [A, B, C]).

'$portray_arguments'(N, Arity, Goal, Indent, Names) :-
    arg(N, Goal, Argument),
    (   '$portray_control'(Argument)
    ->  '$portray_embraced'(Argument, Indent, Names)
    ;   '$portray_term'(Argument, Names, 999)
    ),
    (   N < Arity
    ->  write(','),
        '$portray_line'(Indent),
        Next is N + 1,
        '$portray_arguments'(Next, Arity, Goal, Indent, Names)
    ;   true
    ).
