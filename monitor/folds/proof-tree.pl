% The goals by which the solution was proved, each with its depth, in the order of their calls. Goals that fail, are redone, or are
% undone without an event are forgotten.
initialize(t(inf, [])).

collect(E, t(U0, Nodes0), t(U, Nodes)) :-
    port(E, Port),
    call(E, N),
    undone_after(E, U1),
    U2 is min(U0, U1),
    ( Port == redo -> redone(Nodes0, N, Nodes1) ; Nodes1 = Nodes0 ),
    ( ( Port == fail ; Port == exception ) -> U3 is min(U2, N - 1) ; U3 = U2 ),
    newer(Nodes1, U3, Nodes2),
    (   Port == exit
    ->  parent(E, Parent),
        goal(E, Goal),
        Nodes = [N-node(Parent, Goal)|Nodes2]
    ;   Nodes = Nodes2
    ),
    ( ( Port == call ; Port == exit ) -> U = inf ; U = U3 ).

% Without a goal and those that were called after it. What it called before it exited is a part of it again.
redone(Nodes0, N, Nodes) :- newer(Nodes0, N, Nodes1), ( Nodes1 = [N-_|Nodes2] -> Nodes = Nodes2 ; Nodes = Nodes1 ).

% Without those that were called after a call.
newer([N-_|Nodes0], U, Nodes) :- N > U, !, newer(Nodes0, U, Nodes).
newer(Nodes, _, Nodes).

post_process(t(_, Nodes), Proof) :- keysort(Nodes, Ordered), depths(Ordered, t, Proof).

depths([], _, []).
depths([N-node(Parent, Goal)|Nodes], Depths0, [Depth-Goal|Proof]) :-
    ( get_assoc(Parent, Depths0, Above) -> Depth is Above + 1 ; Depth = 0 ),
    put_assoc(N, Depths0, Depth, Depths),
    depths(Nodes, Depths, Proof).
