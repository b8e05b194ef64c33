% A fold of all ports that reads what is cheap, and keeps nothing.
initialize(nothing).
collect(Event, State, State) :-
    port(Event, _), chrono(Event, _), call(Event, _), depth(Event, _), name(Event, _).
