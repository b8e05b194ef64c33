% Runs goals and writes their answers; the same text under every system, ours included, so it keeps to what all have.
% A line is `@@ Number Answer`, where a number may have several lines; nothing else in the output counts.

:- dynamic(answers_seen/1).

% The peers' entry: one run(Number, Goal, Values) after the other from the input.
main :-
    repeat,
    catch(read(Term), error(Error, _), Term = unreadable(Error)),
    ( Term == end_of_file -> ! ; obey(Term), fail ).

obey(run(Number, Goal, Values)) :- run(Number, Goal, Values).
obey(unreadable(Error)) :- write('@@ '), write(unreadable(Error)), nl.

run(Number, Goal, Values) :-
    retractall(answers_seen(_)),
    assertz(answers_seen(0)),
    catch(answers(Number, Goal, Values), Error, problem(Number, Error)).

answers(Number, Goal, Values) :-
    call(Goal),
    line(Number, Values),
    retract(answers_seen(Before)),
    After is Before + 1,
    assertz(answers_seen(After)),
    After >= 8,
    !.
answers(Number, _, _) :-
    write('@@ '), write(Number), write(' no'), nl.

problem(Number, error(Formal, _)) :- !, line(Number, error(Formal)).
problem(Number, Ball) :- line(Number, ball(Ball)).

% A copy, so that the goal's own variables stay free.
line(Number, Value) :-
    copy_term(Value, Copy),
    term_variables(Copy, Variables),
    name_variables(Variables, 0),
    write('@@ '), write(Number), write(' '), text(Copy), nl.

name_variables([], _).
name_variables(['$variable'(N)|Variables], N) :-
    M is N + 1,
    name_variables(Variables, M).

text('$variable'(N)) :- !, write('_'), write(N).
text(Term) :- integer(Term), !, write(Term).
text(Term) :- float(Term), !, write('float('), write(Term), write(')').
text([]) :- !, write('[]').
text([First|Rest]) :- !, write('['), text(First), rest(Rest), write(']').
text(Term) :- atom(Term), !, name(Term).
text(Term) :-
    compound(Term),
    !,
    Term =.. [Name, First|Others],
    name(Name),
    write('('), text(First), others(Others), write(')').
text(_) :- write('something_else').

rest([]) :- !.
rest([First|Rest]) :- !, write(','), text(First), rest(Rest).
rest(Tail) :- write('|'), text(Tail).

others([]).
others([First|Others]) :- write(','), text(First), others(Others).

% Letters, digits and _ as they are, the rest as \Code\, so that quotes never matter.
name(Name) :- atom_codes(Name, Codes), quoted(Codes).

quoted([]) :- write('\'\'').
quoted([Code|Codes]) :- codes([Code|Codes]).

codes([]).
codes([Code|Codes]) :- code(Code), codes(Codes).

code(Code) :- plain(Code), !, char_code(Char, Code), write(Char).
code(Code) :- write('\\'), write(Code), write('\\').

plain(Code) :- Code >= 97, Code =< 122.
plain(Code) :- Code >= 65, Code =< 90.
plain(Code) :- Code >= 48, Code =< 57.
plain(95).
