% Runs the rows of the conformity suite and prints one line a row: `Id<TAB>Outcome`.
%
% The same text under every system, so it keeps to ISO 13211-1. Asked with
%     conformity(Files, Scratch, After)
% where Files are files of rows (README.md has their form), Scratch begins the names of two files that may be
% overwritten, and After is the id of the row to go on after, or `start`. Id is the section and the row's number in it.
% An outcome is text, made here without writeq/1 and the like, so that systems can be compared by comparing text.

:- dynamic(suite_seen/1).
:- dynamic(suite_place/2).
:- dynamic(suite_after/1).

conformity(Files, Scratch, After) :-
    suite_set(suite_after(_), suite_after(After)),
    suite_files(Files, Scratch).

suite_set(Old, New) :- retract(Old), !, assertz(New).
suite_set(_, New) :- assertz(New).

suite_files([], _).
suite_files([File|Files], Scratch) :-
    open(File, read, Stream),
    suite_set(suite_place(_, _), suite_place([], 0)),
    suite_lines(Stream, Scratch),
    close(Stream),
    suite_files(Files, Scratch).

suite_lines(Stream, Scratch) :-
    repeat,
    suite_line(Stream, Line, End),
    suite_obey(Line, Scratch),
    End == true,
    !.

% The next line as a list of characters, and whether it was the last.
suite_line(Stream, Line, End) :-
    get_char(Stream, Char),
    suite_line(Char, Stream, Line, End).

suite_line(end_of_file, _, [], true) :- !.
suite_line('\n', _, [], false) :- !.
suite_line(Char, Stream, [Char|Line], End) :-
    get_char(Stream, Next),
    suite_line(Next, Stream, Line, End).

suite_obey([], _) :- !.
suite_obey(['%'|_], _) :- !.
suite_obey(['#', ' '|Heading], _) :- !,
    suite_word(Heading, Section),
    suite_set(suite_place(_, _), suite_place(Section, 0)).
suite_obey([':', '-', ' '|Goal], Scratch) :- !,
    suite_goal(Goal, Scratch, Read),
    suite_directive(Read).
suite_obey(Line, Scratch) :-
    suite_place(Section, Before),
    Number is Before + 1,
    suite_set(suite_place(_, _), suite_place(Section, Number)),
    number_chars(Number, Digits),
    suite_append(Section, ['-'|Digits], IdChars),
    atom_chars(Id, IdChars),
    suite_row(Id, Line, Scratch).

suite_row(Id, _, _) :-
    suite_after(After),
    After \== start,
    !,
    ( After == Id -> suite_set(suite_after(_), suite_after(start)) ; true ).
suite_row(Id, Line, Scratch) :-
    suite_split(Line, Goal),
    suite_goal(Goal, Scratch, Read),
    suite_run(Read, Scratch),
    write(Id), put_char('\t'),
    catch(suite_outcome(Scratch), _, write(unprintable)),
    nl,
    flush_output.

suite_word([], []).
suite_word([' '|_], []) :- !.
suite_word([Char|Chars], [Char|Word]) :- suite_word(Chars, Word).

suite_append([], List, List).
suite_append([X|Xs], List, [X|Ys]) :- suite_append(Xs, List, Ys).

% What stands before the last ` ==> `.
suite_split(Line, Goal) :-
    suite_append(Before, [' ', '=', '=', '>', ' '|After], Line),
    \+ suite_append(_, [' ', '=', '=', '>', ' '|_], After),
    !,
    suite_trimmed(Before, Goal).
suite_split(Line, Line).

suite_trimmed(Chars, Trimmed) :- suite_append(Trimmed, Blanks, Chars), suite_blank(Blanks), !.

suite_blank([]).
suite_blank([' '|Chars]) :- suite_blank(Chars).

% --- Reading a goal: each from a file of its own, so that an error in one does not reach the next.

suite_goal(Text, Scratch, Read) :-
    atom_concat(Scratch, '.goal', File),
    open(File, write, Out),
    suite_copy(Text, Out),
    close(Out),
    open(File, read, In),
    catch(suite_read(In, Read), Error, Read = unreadable(Error)),
    close(In).

suite_read(In, goal(Goal, Names)) :- read_term(In, Goal, [variable_names(Names)]).

% The text with its marks replaced, and a full stop unless it says that there is none.
suite_copy([], Out) :- nl(Out), put_char(Out, '.'), nl(Out).
suite_copy(['<', 'E', 'O', 'F', '>'], _) :- !.
suite_copy(['<', 'N', 'L', '>'|Chars], Out) :- !, nl(Out), suite_copy(Chars, Out).
suite_copy(['<', 'T', 'A', 'B', '>'|Chars], Out) :- !, put_char(Out, '\t'), suite_copy(Chars, Out).
suite_copy([Char|Chars], Out) :- put_char(Out, Char), suite_copy(Chars, Out).

suite_directive(goal(Goal, _)) :- catch(Goal, _, true), !.
suite_directive(_).

% --- Running it: its output goes to a file, its answers to suite_seen/1.

suite_most(6).

suite_run(Read, Scratch) :-
    retractall(suite_seen(_)),
    atom_concat(Scratch, '.output', File),
    current_output(Before),
    open(File, write, Out),
    set_output(Out),
    suite_answers(Read),
    set_output(Before),
    catch(close(Out), _, true).

suite_answers(unreadable(Error)) :- assertz(suite_seen(threw(Error))).
suite_answers(goal(Goal, Names)) :-
    assertz(suite_seen(answers(0))),
    catch(suite_collect(Goal, Names), Error, assertz(suite_seen(threw(Error)))),
    retract(suite_seen(answers(_))).

suite_collect(Goal, Names) :-
    call(Goal),
    assertz(suite_seen(answer(Names))),
    retract(suite_seen(answers(Count))),
    Next is Count + 1,
    assertz(suite_seen(answers(Next))),
    suite_most(Next),
    !,
    assertz(suite_seen(more)).
suite_collect(_, _).

% --- Printing the outcome.

suite_outcome(Scratch) :-
    atom_concat(Scratch, '.output', File),
    open(File, read, In),
    get_char(In, First),
    findall(Seen, suite_seen(Seen), All),
    suite_result(First, In, All),
    close(In).

suite_result(end_of_file, _, []) :- !, write(fails).
suite_result(end_of_file, _, [First|All]) :- !, suite_seen_text(First), suite_others(All).
suite_result(Char, In, All) :-
    write('writes '),
    suite_output(Char, In),
    suite_then(All).

suite_output(end_of_file, _) :- !.
suite_output(Char, In) :-
    suite_output_char(Char),
    get_char(In, Next),
    suite_output(Next, In).

suite_output_char('\n') :- !, write('<NL>').
suite_output_char('\t') :- !, write('<TAB>').
suite_output_char(Char) :- put_char(Char).

suite_then([]) :- !, write(' then fails').
suite_then([answer(Names)]) :- suite_bindings(Names, []), !.
suite_then([First|All]) :- write(' then '), suite_seen_text(First), suite_others(All).

suite_others([]).
suite_others([Seen|All]) :- write(' ; '), suite_seen_text(Seen), suite_others(All).

suite_seen_text(more) :- write('...').
suite_seen_text(threw(Error)) :- suite_error(Error).
suite_seen_text(answer(Names)) :-
    suite_bindings(Names, Bindings),
    suite_number(Bindings),
    suite_answer(Bindings).

suite_error(Error) :- nonvar(Error), Error = error(Formal, _), !, suite_formal(Formal).
suite_error(Ball) :- suite_number(Ball), write('throws('), suite_text(Ball), write(')').

% What went wrong with a text is left to the system; that something did is not.
suite_formal(Formal) :- nonvar(Formal), Formal = syntax_error(_), !, write(syntax_error).
suite_formal(Formal) :- suite_number(Formal), write('error('), suite_text(Formal), write(')').

suite_answer([]) :- write(true).
suite_answer([Binding|Bindings]) :- suite_binding(Binding), suite_more_bindings(Bindings).

suite_more_bindings([]).
suite_more_bindings([Binding|Bindings]) :- write(', '), suite_binding(Binding), suite_more_bindings(Bindings).

suite_binding(Name = Value) :- write(Name), write(' = '), suite_text(Value).

% The bindings to print: neither variables that are bound to nothing nor those whose name begins with _.
suite_bindings(Names, Bindings) :- suite_bindings(Names, Names, Bindings).

suite_bindings([], _, []).
suite_bindings([Name = _|Names], All, Bindings) :-
    sub_atom(Name, 0, 1, _, '_'),
    !,
    suite_bindings(Names, All, Bindings).
suite_bindings([Name = Value|Names], All, Bindings) :-
    var(Value),
    \+ suite_elsewhere(All, Name, Value),
    !,
    suite_bindings(Names, All, Bindings).
suite_bindings([Binding|Names], All, [Binding|Bindings]) :- suite_bindings(Names, All, Bindings).

suite_elsewhere([Other = Value|Names], Name, Variable) :-
    (   Other \== Name, \+ sub_atom(Other, 0, 1, _, '_'), suite_occurs(Variable, Value)
    ->  true
    ;   suite_elsewhere(Names, Name, Variable)
    ).

suite_occurs(Variable, Term) :- var(Term), !, Variable == Term.
suite_occurs(Variable, Term) :-
    compound(Term),
    Term =.. [_|Arguments],
    suite_occurs_in(Arguments, Variable).

suite_occurs_in([Argument|Arguments], Variable) :-
    ( suite_occurs(Variable, Argument) -> true ; suite_occurs_in(Arguments, Variable) ).

suite_number(Term) :- suite_number(Term, 0, _).

suite_number(Term, N0, N) :- var(Term), !, Term = '$suite_variable'(N0), N is N0 + 1.
suite_number('$suite_variable'(_), N0, N) :- !, N = N0.
suite_number(Term, N0, N) :- compound(Term), !, Term =.. [_|Arguments], suite_number_all(Arguments, N0, N).
suite_number(_, N, N).

suite_number_all([], N, N).
suite_number_all([Argument|Arguments], N0, N) :-
    suite_number(Argument, N0, N1),
    suite_number_all(Arguments, N1, N).

% --- Terms as text: functional notation, except that Name/Arity and Key-Value are infix where that is plain.

suite_text('$suite_variable'(N)) :- !, put_char('_'), write(N).
suite_text(Number) :- number(Number), !, write(Number).
suite_text(Atom) :- atom(Atom), !, suite_atom(Atom).
suite_text([First|Rest]) :- !, put_char('['), suite_text(First), suite_rest(Rest), put_char(']').
suite_text(A/B) :- suite_plain(A), suite_plain(B), !, suite_text(A), put_char('/'), suite_text(B).
suite_text(A-B) :- suite_plain(A), suite_plain(B), !, suite_text(A), put_char('-'), suite_text(B).
suite_text(Term) :-
    compound(Term),
    !,
    Term =.. [Name, First|Others],
    suite_atom(Name),
    put_char('('), suite_text(First), suite_arguments(Others), put_char(')').
suite_text(_) :- write(something_else).

suite_plain('$suite_variable'(_)) :- !.
suite_plain(Term) :- number(Term), !, Term >= 0.
suite_plain(Term) :- atom(Term).

suite_rest([]) :- !.
suite_rest([First|Rest]) :- !, put_char(','), suite_text(First), suite_rest(Rest).
suite_rest(Tail) :- put_char('|'), suite_text(Tail).

suite_arguments([]).
suite_arguments([First|Others]) :- put_char(','), suite_text(First), suite_arguments(Others).

% Bare or in quotes, as ISO has it; quotes are doubled, and control characters are \Code\.
suite_atom([]) :- !, write([]).
suite_atom({}) :- !, write({}).
suite_atom(Atom) :-
    atom_chars(Atom, Chars),
    (   suite_bare(Chars)
    ->  suite_put(Chars)
    ;   put_char(''''), suite_quoted(Chars), put_char('''')
    ).

suite_bare(['!']).
suite_bare([';']).
suite_bare([Char|Chars]) :- suite_small(Char), suite_all_alphanumeric(Chars).
suite_bare([Char|Chars]) :- suite_symbol(Char), suite_all_symbols(Chars), [Char|Chars] \== ['.'].

suite_small(Char) :- char_code(Char, Code), Code >= 97, Code =< 122.

suite_all_alphanumeric([]).
suite_all_alphanumeric([Char|Chars]) :- suite_alphanumeric(Char), suite_all_alphanumeric(Chars).

suite_alphanumeric('_').
suite_alphanumeric(Char) :- suite_small(Char).
suite_alphanumeric(Char) :- char_code(Char, Code), Code >= 65, Code =< 90.
suite_alphanumeric(Char) :- char_code(Char, Code), Code >= 48, Code =< 57.

suite_all_symbols([]).
suite_all_symbols([Char|Chars]) :- suite_symbol(Char), suite_all_symbols(Chars).

suite_symbol(Char) :- sub_atom('+-*/\\^<>=~:.?@#&$', _, 1, _, Char), !.

suite_put([]).
suite_put([Char|Chars]) :- put_char(Char), suite_put(Chars).

suite_quoted([]).
suite_quoted(['\n'|Chars]) :- !, write('\\n'), suite_quoted(Chars).
suite_quoted([''''|Chars]) :- !, write(''''''), suite_quoted(Chars).
suite_quoted(['\\'|Chars]) :- !, write('\\\\'), suite_quoted(Chars).
suite_quoted([Char|Chars]) :- char_code(Char, Code), Code < 32, !,
    put_char('\\'), write(Code), put_char('\\'), suite_quoted(Chars).
suite_quoted([Char|Chars]) :- put_char(Char), suite_quoted(Chars).
