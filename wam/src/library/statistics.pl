% What goals take.
:- module(statistics, [time/1, statistics/0]).

:- meta_predicate time(0).

% time(:Goal): Goal, and what it took, on user_error, after each solution and when there is none.
time(Goal) :-
    readings(Before),
    (   catch(timed(Goal, Last), Error, Last = raised(Error))
    *-> tell(Before),
        after(Last)
    ;   tell(Before),
        fail
    ),
    ( Last == last -> ! ; true ).

after(raised(Error)) :- !, throw(Error).
after(_).

% Last is last where the solution left no choices.
timed(Goal, Last) :-
    '$limit_level'(_, Before),
    call(Goal),
    '$limit_level'(_, After),
    ( Before == After -> Last = last ; Last = more ).

readings(at(Cpu, Wall)) :- statistics(cputime, Cpu), get_time(Wall).

tell(Before) :-
    taken(Before, Cpu, Wall),
    ( Wall > 0 -> Percent is min(100, round(100 * Cpu / Wall)) ; Percent = 100 ),
    format(user_error, '% ~3f CPU in ~3f seconds (~d% CPU)~n', [Cpu, Wall, Percent]).

taken(at(Cpu0, Wall0), Cpu, Wall) :- readings(at(Cpu1, Wall1)), Cpu is Cpu1 - Cpu0, Wall is Wall1 - Wall0.

% statistics: the main figures, on user_error.
statistics :-
    statistics(cputime, Cpu),
    format(user_error, '% ~3f seconds cpu time~n', [Cpu]),
    forall(( figure(Key, Text), catch(statistics(Key, Value), _, fail) ), line(Value, Text)).

figure(runtime, 'milliseconds of run time').
figure(walltime, 'milliseconds since the start').
figure(inferences, 'inferences').
figure(globalused, 'bytes of heap').
figure(localused, 'bytes of stack').
figure(trailused, 'bytes of trail').
figure(atoms, 'atoms').

line([Value|_], Text) :- !, line(Value, Text).
line(Value, Text) :- format(user_error, '% ~w ~w~n', [Value, Text]).
