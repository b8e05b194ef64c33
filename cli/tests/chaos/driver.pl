% Runs the goals of the file `goals`, one after the other, and says in the file `log` how each ended. Names have a space,
% so that goals do not come across them.
%
% A line of the log is `Number start` or `Number End`: what has started and not ended is what the process died of.

:- dynamic(p/0).
:- dynamic(p/1).
:- dynamic(p/2).
:- dynamic(q/1).
:- dynamic('chaos clause'/1).

% All goals are read before one runs, because goals declare operators and set flags.
'chaos main' :-
    working_directory(Here, Here),
    atom_concat(Here, log, Log),
    open(goals, read, Stream),
    'chaos read'(Stream, Goals),
    close(Stream),
    'chaos run'(Goals, Log),
    halt.

'chaos read'(Stream, Goals) :-
    read_term(Stream, Term, []),
    ( Term == end_of_file -> Goals = [] ; Goals = [Term|Rest], 'chaos read'(Stream, Rest) ).

'chaos run'([], _).
'chaos run'([g(Number, Vars, Goal)|Goals], Log) :-
    'chaos log'(Log, Number, start),
    \+ \+ ( 'chaos end'(Number, Vars, Goal, End), 'chaos clean', 'chaos log'(Log, Number, End) ),
    'chaos run'(Goals, Log).

% The log is opened anew each time: goals close what is open.
'chaos log'(Log, Number, What) :-
    open(Log, append, Stream),
    write(Stream, Number), put_char(Stream, ' '), write(Stream, What), nl(Stream),
    close(Stream).

'chaos end'(Number, Vars, Goal, End) :-
    catch(( 'chaos limited'([0.9, 0.7, 0.5], 'chaos call'(Number, Vars, Goal)) -> End = true ; End = false ), Ball, 'chaos ball'(Ball, End)).

% Several limits: goals catch the errors of some.
'chaos limited'([], Goal) :- call(Goal).
'chaos limited'([Limit|Limits], Goal) :- call_with_time_limit(Limit, 'chaos limited'(Limits, Goal)).

% A goal is called, or compiled as a clause first.
'chaos call'(Number, Vars, Goal) :-
    1 =:= Number mod 3, !,
    retractall('chaos clause'(_)),
    assertz(('chaos clause'(Vars) :- Goal)),
    'chaos clause'(Vars).
'chaos call'(_, _, Goal) :- call(Goal).

'chaos ball'(Ball, variable) :- var(Ball), !.
'chaos ball'(error(Formal, _), End) :- nonvar(Formal), !, 'chaos formal'(Formal, End).
'chaos ball'(time_limit_exceeded, time) :- !.
'chaos ball'(_, ball).

'chaos formal'(resource_error(What), What) :- atom(What), !.
'chaos formal'(Formal, Name) :- functor(Formal, Name, _), atom(Name), !.
'chaos formal'(_, error).

% What goals leave behind must not fill the memory of the next ones.
'chaos clean' :-
    set_input(user_input), set_output(user_output),
    forall(stream_property(Stream, file_name(_)), catch(close(Stream, [force(true)]), _, true)),
    catch(( retractall(p), retractall(p(_)), retractall(p(_, _)), retractall(q(_)) ), _, true),
    nb_setval(a, 0), nb_setval(b, 0), nb_setval(k, 0),
    catch(set_prolog_flag(unknown, error), _, true),
    catch(set_prolog_flag(double_quotes, codes), _, true),
    catch(set_prolog_flag(occurs_check, false), _, true).

% Helpers of goals.
deep(0, T, T) :- !.
deep(N, T0, T) :- M is N - 1, deep(M, f(T0, N), T).

chain(0, T, T) :- !.
chain(N, T0, T) :- M is N - 1, chain(M, [T0], T).

cyclic(1, T) :- T = f(T).
cyclic(2, T) :- T = [a|T].
cyclic(3, T) :- T = g(T, S, _), S = h(T, S).
cyclic(4, T) :- T = [T|T].
cyclic(5, (G, G)) :- G = (true, G).
cyclic(6, T) :- T = T + 1.

% A goal as a clause of a file that is consulted while others run.
consulted(Goal) :-
    open('made.pl', write, Stream),
    format(Stream, ":- dynamic(p/1).~nmade(X) :- ~W.~nmade(2).~nmade :- made(_).~n", [Goal, [quoted(true), ignore_ops(true)]]),
    close(Stream),
    consult(made),
    made(_).
