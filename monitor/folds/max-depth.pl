% The greatest depth of the next 500 events: the fold ends by itself, and begins anew.
initialize(acc(0, 0)).

collect(E, acc(N0, D0), acc(N, D)) :-
    N0 < 500,
    N is N0 + 1,
    depth(E, D1),
    D is max(D0, D1).

post_process(acc(_, D), D).
