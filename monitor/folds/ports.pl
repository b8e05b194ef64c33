% How often each port is passed: a compound that is changed in place.
initialize(ports(0, 0, 0, 0, 0)).

collect(E, Counts, Counts) :-
    port(E, Port),
    place(Port, I),
    arg(I, Counts, N0),
    N is N0 + 1,
    nb_setarg(I, Counts, N).

place(call, 1).
place(exit, 2).
place(redo, 3).
place(fail, 4).
place(exception, 5).

post_process(ports(C, E, R, F, X), [call-C, exit-E, redo-R, fail-F, exception-X]).
