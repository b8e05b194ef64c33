% Programs that are run as commands.
:- module(main, [main/0, argv_options/3, argv_options/4, argv_usage/1]).

:- meta_predicate argv_options(:, -, -), argv_options(:, -, -, +).

% main: main/1 of the user with the command line's arguments, and the end of the program: with 0, with 1 where main/1
% fails, with 2 where it raises.
main :-
    '$command_line'([_|Argv]),
    (   catch(user:main(Argv), Error, raised(Error))
    ->  halt(0)
    ;   halt(1)
    ).

raised(Error) :- Error = unwind(halt(Status)), !, halt(Status).
raised(Error) :- print_message(error, Error), halt(2).

% argv_options(+Argv, -Positional, -Options): --name=Value, --name, --no-name and -abc as options; what is left, and
% what follows --.
argv_options(Argv, Positional, Options) :- argv_options(Argv, Positional, Options, []).

argv_options(_:Argv, Positional, Options, _) :- !, sorted(Argv, Positional, Options).
argv_options(Argv, Positional, Options, _) :- sorted(Argv, Positional, Options).

sorted([], [], []).
sorted([--|Argv], Argv, []) :- !.
sorted([Arg|Argv], Positional, Options) :- long(Arg, Option), !,
    Options = [Option|More],
    sorted(Argv, Positional, More).
sorted([Arg|Argv], Positional, Options) :- short(Arg, Flags), !,
    append(Flags, More, Options),
    sorted(Argv, Positional, More).
sorted([Arg|Argv], [Arg|Positional], Options) :- sorted(Argv, Positional, Options).

long(Arg, Option) :-
    atom_concat(--, Text, Arg),
    Text \== '',
    (   sub_atom(Text, Before, 1, After, =)
    ->  sub_atom(Text, 0, Before, _, Name0),
        sub_atom(Text, _, After, 0, Value0),
        value(Value0, Value)
    ;   atom_concat('no-', Name0, Text)
    ->  Value = false
    ;   Name0 = Text, Value = true
    ),
    atomic_list_concat(Parts, -, Name0),
    atomic_list_concat(Parts, '_', Name),
    Option =.. [Name, Value].

short(Arg, Flags) :-
    atom_chars(Arg, [-, First|Rest]),
    \+ char_type(First, digit(_)),
    flags([First|Rest], Flags).

flags([], []).
flags([Char|Chars], [Flag|Flags]) :- char_type(Char, alnum), Flag =.. [Char, true], flags(Chars, Flags).

value(Text, Value) :- ( atom_number(Text, Number) -> Value = Number ; Value = Text ).

% argv_usage(:Level): what main/1 takes is not known here.
argv_usage(_) :-
    '$command_line'([Program|_]),
    format(user_error, 'Usage: ~w [options]~n', [Program]).
