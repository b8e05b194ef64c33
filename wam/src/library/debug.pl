% Assertions and debug messages.
:- module(debug, [assertion/1, debug/3, debug/1, nodebug/1, debugging/1, debugging/2, list_debug_topics/0, debug/0,
                  nodebug/0, notrace/0, nospyall/0, tracing/0]).

:- meta_predicate assertion(0), debug(+, +, :).

:- dynamic(topic/2).

% assertion(:Goal): an error unless Goal is true; it binds nothing.
assertion(Goal) :-
    (   \+ \+ catch(Goal, Error, failed(Error, Goal))
    ->  true
    ;   failed(fail, Goal)
    ).

failed(Reason, Goal) :-
    format(user_error, 'Assertion failed: ~q~n', [Goal]),
    throw(error(assertion_error(Reason, Goal), _)).

% debug(+Topic, +Format, :Arguments): a message, where debug/1 has asked for the topic.
debug(Topic, Format, Arguments0) :-
    (   topic(Topic, true)
    ->  plain(Arguments0, Arguments),
        print_message(debug(Topic), format(Format, Arguments))
    ;   true
    ).

plain(Arguments, Arguments) :- var(Arguments), !.
plain(_:Arguments, Arguments) :- !.
plain(Arguments, Arguments).

debug(Topic) :- must_be(nonvar, Topic), switched(Topic, true).

nodebug(Topic) :- switched(Topic, false).

switched(Topic, Value) :-
    (   retract(topic(Topic, _)), fail
    ;   assertz(topic(Topic, Value))
    ).

debugging(Topic) :- topic(Topic, true).

debugging(Topic, Value) :- topic(Topic, Value).

list_debug_topics :- forall(topic(Topic, Value), format(user_error, '~q ~w~n', [Topic, Value])).

% There is no tracer: it is always off, and has no spy points.
debug :- set_prolog_flag(debug, on).
nodebug :- set_prolog_flag(debug, off).
notrace.
nospyall.
tracing :- fail.
