% Terms with what user:portray/1 writes for some of their parts.
:- module(portray, ['$portrayed'/2]).

% '$portrayed'(?Term, -New): New is Term with '$portrayed'(Text) for the parts that portray/1 has written.
'$portrayed'(Term, Term) :- var(Term), !.
'$portrayed'(Term, New) :- '$portray_text'(Term, Text), !, New = '$portrayed'(Text).
'$portrayed'(Term, Term) :- atomic(Term), !.
'$portrayed'([Head|Tail], [NewHead|NewTail]) :- !, '$portrayed'(Head, NewHead), '$portrayed_tail'(Tail, NewTail).
'$portrayed'(Term, New) :-
    Term =.. [Name|Arguments],
    '$portrayed_all'(Arguments, News),
    New =.. [Name|News].

'$portray_text'(Term, Text) :- with_output_to(atom(Text), \+ \+ catch(user:portray(Term), error(_, _), fail)).

'$portrayed_tail'(Tail, New) :- nonvar(Tail), Tail = [Head|Rest], !,
    New = [NewHead|NewRest],
    '$portrayed'(Head, NewHead),
    '$portrayed_tail'(Rest, NewRest).
'$portrayed_tail'(Tail, Tail) :- Tail == [], !.
'$portrayed_tail'(Tail, New) :- '$portrayed'(Tail, New).

'$portrayed_all'([], []).
'$portrayed_all'([Term|Terms], [New|News]) :- '$portrayed'(Term, New), '$portrayed_all'(Terms, News).
