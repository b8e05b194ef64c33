% How many goals are called.
initialize(0).

collect(E, N0, N) :- ( port(E, call) -> N is N0 + 1 ; N = N0 ).
