% How many goals are called at each depth.
initialize(t).

collect(E, T0, T) :-
    (   port(E, call)
    ->  depth(E, D),
        ( get_assoc(D, T0, N0) -> N is N0 + 1 ; N = 1 ),
        put_assoc(D, T0, N, T)
    ;   T = T0
    ).

post_process(T, Calls) :- assoc_to_list(T, Calls).
