% The same, and how often.
initialize(flow(user/0, t)).

collect(E, flow(From, Arcs0), flow(To, Arcs)) :-
    proc(E, To),
    Arc = From-To,
    ( get_assoc(Arc, Arcs0, N0) -> N is N0 + 1 ; N = 1 ),
    put_assoc(Arc, Arcs0, N, Arcs).

post_process(flow(_, T), Arcs) :- assoc_to_list(T, Arcs).
