% Messages for the user, on user_error.
:- module(messages, [print_message/2, print_message_lines/3, message_to_lines/2, ansi_format/3]).

% print_message(+Kind, +Message): what user:message_hook/3 does not take is written after a word for its kind.
print_message(Kind, Message) :-
    message_to_lines(Message, Lines),
    (   '$is_defined'(user:message_hook(_, _, _)),
        catch(user:message_hook(Message, Kind, Lines), _, fail)
    ->  true
    ;   '$message_prefix'(Kind, Prefix)
    ->  print_message_lines(user_error, Prefix, Lines)
    ;   true
    ).

'$is_defined'(Head) :- '$property'(Head, Kind), memberchk(Kind, [static, dynamic]).

'$message_prefix'(Kind, _) :- var(Kind), !, throw(error(instantiation_error, _)).
'$message_prefix'(error, 'ERROR: ').
'$message_prefix'(warning, 'Warning: ').
'$message_prefix'(informational, '% ').
'$message_prefix'(information, '% ').
'$message_prefix'(debug(_), '% ').
'$message_prefix'(help, '').
'$message_prefix'(banner, '').
'$message_prefix'(query, '').
'$message_prefix'(trace, '').

% print_message_lines(+Stream, +Prefix, +Lines): Prefix, or kind(Kind), stands before each line.
print_message_lines(Stream, kind(Kind), Lines) :- !,
    ( '$message_prefix'(Kind, Prefix) -> true ; Prefix = '' ),
    print_message_lines(Stream, Prefix, Lines).
print_message_lines(Stream, Prefix0, Lines) :-
    ( atom_concat(Prefix, '~N', Prefix0) -> true ; Prefix = Prefix0 ),
    line_position(Stream, Column),
    ( Column =:= 0 -> true ; nl(Stream) ),
    ( append(Lines1, [nl], Lines) -> true ; Lines1 = Lines ),
    with_output_to(atom(Text), ( write(Prefix), '$message_parts'(Lines1, Prefix) )),
    write(Stream, Text),
    nl(Stream).

'$message_parts'([], _).
'$message_parts'([Part|Parts], Prefix) :-
    '$message_part'(Part, Prefix),
    '$message_parts'(Parts, Prefix).

'$message_part'(Part, _) :- var(Part), !, print(Part).
'$message_part'(nl, Prefix) :- !, nl, write(Prefix).
'$message_part'(flush, _) :- !.
'$message_part'(at_same_line, _) :- !.
'$message_part'(ansi(_, Format, Arguments), _) :- !, format(Format, Arguments).
'$message_part'(url(Location), _) :- !, print(Location).
'$message_part'(Format-Arguments, _) :- !, format(Format, Arguments).
'$message_part'(Format, _) :- atomic(Format), !, format(Format, []).
'$message_part'(Term, _) :- print(Term).

% message_to_lines(+Message, -Lines): Format-Arguments, atoms and nl, as prolog:message//1 or the table below has them.
message_to_lines(Message, Lines) :-
    nonvar(Message),
    '$is_defined'(prolog:message(_, _, _)),
    catch(prolog:message(Message, Lines, []), _, fail), !.
message_to_lines(Message, Lines) :- '$message'(Message, Lines), !.
message_to_lines(Message, ['Unknown message: ~p'-[Message]]).

'$message'(Message, _) :- var(Message), !, fail.
'$message'(format(Format, Arguments), [Format-Arguments]).
'$message'(error(Formal, Context), Lines) :-
    '$message_context'(Context, Before, After),
    '$message_formal'(Formal, Text),
    append(Before, [Text|After], Lines).
'$message'('$aborted', ['Execution aborted']).
'$message'(unhandled_exception(Error), ['Unhandled exception: '|Lines]) :- message_to_lines(Error, Lines).
'$message'(goal_failed(directive, Goal), ['Goal (directive) failed: ~p'-[Goal]]).

'$message_context'(Context, [], []) :- var(Context), !.
'$message_context'(context(Predicate, Message), Before, After) :- !,
    ( nonvar(Predicate) -> Before = ['~q: '-[Predicate]] ; Before = [] ),
    ( nonvar(Message), Message \== '' -> After = [' (~w)'-[Message]] ; After = [] ).
'$message_context'(stream(_, Line, Column, _), ['~d:~d: '-[Line, Column]], []) :- !.
'$message_context'(file(File, Line, Column, _), ['~w:~d:~d: '-[File, Line, Column]], []) :- !.
'$message_context'(_, [], []).

'$message_formal'(Formal, 'Unknown error term: ~p'-[Formal]) :- var(Formal), !.
'$message_formal'(instantiation_error, 'Arguments are not sufficiently instantiated').
'$message_formal'(uninstantiation_error(Culprit), 'Cannot unify ~p with what is already instantiated'-[Culprit]).
'$message_formal'(type_error(evaluable, What), 'Arithmetic: evaluable ~p does not exist'-[What]) :- !.
'$message_formal'(type_error(Type, Culprit), 'Type error: `~w'' expected, found `~p'''-[Type, Culprit]).
'$message_formal'(domain_error(Domain, Culprit), 'Domain error: `~w'' expected, found `~p'''-[Domain, Culprit]).
'$message_formal'(existence_error(procedure, Indicator), 'Unknown procedure: ~q'-[Indicator]) :- !.
'$message_formal'(existence_error(Kind, What), '~w `~p'' does not exist'-[Kind, What]).
'$message_formal'(permission_error(Action, Kind, What), 'No permission to ~w ~w `~p'''-[Action, Kind, What]).
'$message_formal'(representation_error(What), 'Cannot represent due to `~w'''-[What]).
'$message_formal'(evaluation_error(What), 'Arithmetic: evaluation error: ~p'-[What]).
'$message_formal'(resource_error(What), 'Not enough resources: ~w'-[What]).
'$message_formal'(syntax_error(What), 'Syntax error: ~w'-[What]).
'$message_formal'(io_error(Action, Stream), 'I/O error in ~w on stream ~p'-[Action, Stream]).
'$message_formal'(format(Text), Text-[]) :- atom(Text), !.
'$message_formal'(format(Text), 'Format error: ~w'-[Text]).
'$message_formal'(format(Format, Arguments), Format-Arguments).
'$message_formal'(Formal, 'Unknown error term: ~p'-[Formal]).

% ansi_format(+Attributes, +Format, +Arguments): without colours, as where the output is no terminal.
ansi_format(_, Format, Arguments) :- format(Format, Arguments).
