% From which predicate control goes to which.
initialize(flow(user/0, t)).

collect(E, flow(From, Arcs0), flow(To, Arcs)) :-
    proc(E, To),
    Arc = From-To,
    ( get_assoc(Arc, Arcs0, _) -> Arcs = Arcs0 ; put_assoc(Arc, Arcs0, 1, Arcs) ).

post_process(flow(_, T), Arcs) :- assoc_to_keys(T, Arcs).
