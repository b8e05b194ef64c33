% Queries while a goal waits.
:- module(toplevel, [break/0]).

:- dynamic(level/1).

% break: answers queries from the standard input until there are no more of them, then the goal goes on. An answer that
% may not be the last is followed by the next one where a semicolon comes next.
break :-
    ( retract(level(Before)) -> true ; Before = 0 ),
    Level is Before + 1,
    assertz(level(Level)),
    format(user_error, '% Break level ~d~n', [Level]),
    call_cleanup(queries, leave(Before)),
    format(user_error, '% Exit break level ~d~n', [Level]).

leave(Before) :- retractall(level(_)), assertz(level(Before)).

queries :-
    repeat,
    catch(asked, Error, complain(Error)), !.

% False after a query; true at the end of the input.
asked :-
    read_term(user_input, Goal, [variable_names(Names)]),
    (   Goal == end_of_file
    ->  true
    ;   answered(Goal, Names),
        fail
    ).

complain('$aborted') :- !, throw('$aborted').
% What cannot be read now cannot be read later.
complain(Error) :- Error = error(permission_error(input, stream, user_input), _), !, throw(Error).
complain(Error) :- print_message(error, Error), fail.

answered(Goal, Names) :-
    '$limit_level'(_, Before),
    call(user:Goal),
    '$limit_level'(_, After),
    show(Names),
    (   Before == After
    ->  write('.\n')
    ;   more
    ->  write(' ;\n'),
        fail
    ;   write('.\n')
    ), !.
answered(_, _) :- write('false.\n').

show(Names) :- bound(Names, Shown), ( Shown == [] -> write(true) ; list(Shown, Names) ).

bound([], []).
bound([Name=Value|Names], Shown) :-
    ( var(Value) -> Shown = Shown1 ; Shown = [Name=Value|Shown1] ),
    bound(Names, Shown1).

list([Name=Value|Rest], Names) :-
    format('~w = ', [Name]),
    write_term(Value, [quoted(true), numbervars(true), priority(699), variable_names(Names)]),
    ( Rest == [] -> true ; write(',\n'), list(Rest, Names) ).

more :- peek_char(user_input, Char), wished(Char).

wished(;) :- !, get_char(user_input, _).
wished(Char) :- char_type(Char, space), get_char(user_input, _), more.
