% Which predicate calls which, and how often. The calls that have no answer yet are kept with their predicates.
initialize(graph(t, t)).

collect(E, graph(Procs0, Arcs0), graph(Procs, Arcs)) :-
    (   port(E, call)
    ->  call(E, N),
        proc(E, To),
        put_assoc(N, Procs0, To, Procs),
        parent(E, P),
        ( get_assoc(P, Procs0, From) -> true ; From = user/0 ),
        ( get_assoc(From-To, Arcs0, C0) -> C is C0 + 1 ; C = 1 ),
        put_assoc(From-To, Arcs0, C, Arcs)
    ;   Procs = Procs0,
        Arcs = Arcs0
    ).

post_process(graph(_, T), Arcs) :- assoc_to_list(T, Arcs).
