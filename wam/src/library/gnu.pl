% What programs for GNU Prolog, YAP and SICStus Prolog call.
:- module(gnu, [g_assign/2, g_assignb/2, g_link/2, g_read/2, g_inc/1, g_inc/2, g_dec/1, g_dec/2, bb_put/2, bb_get/2,
                bb_delete/2, bb_update/3, argument_list/1, argument_counter/1, argument_value/2, read_integer/1,
                read_integer/2, read_number/1, read_number/2, read_atom/1, read_from_atom/2, write_to_atom/2,
                writeq_to_atom/2, number_atom/2, user_time/1, cpu_time/1, real_time/1, set_seed/1,
                randomize/0, list_or_partial_list/1, partial_list/1, nth/3, sublist/2, system/1, system/2]).

:- dynamic(board/2).

% Values under names; one that has none is 0. There are no arrays of them.
:- entry g_assign(+atm, +).
:- pred g_assign(A, B) : (atm(A), gnd(B)) + (not_fails, is_det, cost(exact, steps, 3)).
g_assign(Name, Value) :- must_be(atom, Name), nb_setval(Name, Value).

g_assignb(Name, Value) :- must_be(atom, Name), b_setval(Name, Value).

g_link(Name, Value) :- must_be(atom, Name), b_setval(Name, Value).

g_read(Name, Value) :-
    must_be(atom, Name),
    ( nb_current(Name, Value0) -> Value = Value0 ; Value = 0 ).

g_inc(Name) :- g_inc(Name, _).

g_inc(Name, Value) :- g_read(Name, Value0), Value is Value0 + 1, g_assign(Name, Value).

g_dec(Name) :- g_dec(Name, _).

g_dec(Name, Value) :- g_read(Name, Value0), Value is Value0 - 1, g_assign(Name, Value).

% The blackboard.
bb_put(Key, Value) :- retractall(board(Key, _)), assertz(board(Key, Value)).

bb_get(Key, Value) :- board(Key, Found), !, Value = Found.

bb_delete(Key, Value) :- retract(board(Key, Value)), !.

bb_update(Key, Old, New) :- bb_get(Key, Old), bb_put(Key, New).

% The arguments of the command line.
argument_list(Arguments) :- '$command_line'([_|Arguments]).

argument_counter(Count) :- '$command_line'(Argv), length(Argv, Count).

argument_value(N, Argument) :- '$command_line'(Argv), nth0(N, Argv, Argument).

% The next number, or atom, of the input; an error where something else comes.
read_integer(Integer) :- current_input(Stream), read_integer(Stream, Integer).

read_integer(Stream, Integer) :-
    word(Stream, Codes),
    ( number_of(Codes, Found), integer(Found) -> Integer = Found ; throw(error(syntax_error(integer_expected), _)) ).

read_number(Number) :- current_input(Stream), read_number(Stream, Number).

read_number(Stream, Number) :-
    word(Stream, Codes),
    ( number_of(Codes, Found) -> Number = Found ; throw(error(syntax_error(number_expected), _)) ).

read_atom(Atom) :- current_input(Stream), word(Stream, Codes), atom_codes(Atom, Codes).

number_of(Codes, Number) :- catch(number_codes(Number, Codes), error(syntax_error(_), _), fail).

word(Stream, Codes) :- peek_code(Stream, Code), word(Code, Stream, Codes).

word(Code, Stream, Codes) :- Code >= 0, code_type(Code, space), !, get_code(Stream, _), word(Stream, Codes).
word(Code, Stream, Codes) :- rest(Code, Stream, Codes).

rest(Code, Stream, [Code|Codes]) :- part(Code), !, get_code(Stream, _), peek_code(Stream, Next), rest(Next, Stream, Codes).
rest(_, _, []).

part(Code) :- Code >= 0, ( code_type(Code, csym) -> true ; memberchk(Code, [0'+, 0'-]) -> true ; Code =:= 0'. ).

read_from_atom(Atom, Term) :- term_to_atom(Term, Atom).

:- entry write_to_atom(-, +).
:- pred write_to_atom(A, B) : (var(A), gnd(B)) + (is_det, cost(exact, steps, 1)).
write_to_atom(Atom, Term) :- format(atom(Atom), '~w', [Term]).

writeq_to_atom(Atom, Term) :- format(atom(Atom), '~q', [Term]).

:- entry number_atom(+num, -).
:- pred number_atom(A, B) : (num(A), var(B)) => atm(B) + (is_det, cost(exact, steps, 1)).
number_atom(Number, Atom) :- atom_number(Atom, Number).

% Milliseconds.
user_time(Time) :- cpu_time(Time).

cpu_time(Time) :- statistics(runtime, [Time|_]).

real_time(Time) :- statistics(walltime, [Time|_]).

set_seed(Seed) :- set_random(seed(Seed)).

randomize :- set_random(seed(random)).

:- entry list_or_partial_list(+list).
:- pred list_or_partial_list(A) : list(A) + (not_fails, is_det, cost(exact, steps, 1)).
list_or_partial_list(List) :- '$skip_list'(List, _, Tail), ( var(Tail) -> true ; Tail == [] ).

partial_list(List) :- '$skip_list'(List, _, Tail), var(Tail).

:- entry nth(+nat, +list, -).
:- pred nth(A, B, C) : (nat(A), list(B), var(C))
   + (is_det, cost(lb, steps, 2), cost(ub, steps, min(int(A), length(B)) + 2)).
nth(N, List, Element) :- nth1(N, List, Element).

% sublist(?Sub, +List): some elements in the same order.
:- entry sublist(-, +list).
:- pred sublist(A, B) : (var(A), list(B)) => list(A) + (not_fails, cost(exact, steps, 3 * 2 ** length(B) - 2)).
sublist([], []).
sublist(Sub, [_|Xs]) :- sublist(Sub, Xs).
sublist([X|Sub], [X|Xs]) :- sublist(Sub, Xs).

system(Command) :- shell(Command).

system(Command, Status) :- shell(Command, Status).
