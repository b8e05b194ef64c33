% graphs.pl

% A small DAG: what has to be done before what.

before(wake, wash).
before(wake, coffee).
before(wash, dress).
before(coffee, eat).
before(coffee, read).
before(eat, read).
before(eat, leave).
before(dress, leave).
before(read, leave).

% path(From, To, Path): all paths, one by one
:- entry path(+, +, -).
path(A, A, [A]).
path(A, B, [A|Path]) :-
    before(A, C),
    path(C, B, Path).

% reachable(Edges, Node, Nodes): Edges is a list From-To and may have cycles
:- entry reachable(+, +, -).
reachable(Edges, Node, Nodes) :-
    search([Node], Edges, [], Nodes).

search([], _, Visited, Visited).
search([N|Ns], Edges, Visited, Nodes) :-
    memberchk(N, Visited),
    !,
    search(Ns, Edges, Visited, Nodes).
search([N|Ns], Edges, Visited, Nodes) :-
    successors(Edges, N, Ns, Todo),
    search(Todo, Edges, [N|Visited], Nodes).

successors([], _, Todo, Todo).
successors([A-B|Edges], N, Todo0, Todo) :-
    (   A == N
    ->  Todo = [B|Todo1]
    ;   Todo = Todo1
    ),
    successors(Edges, N, Todo0, Todo1).

% topsort(Nodes, Edges, Order): fails if there is a cycle
:- entry topsort(+list(atm), +list(gnd), -).
topsort([], _, []).
topsort(Nodes, Edges, [N|Order]) :-
    Nodes = [_|_],
    source(Nodes, Edges, N, Rest), !,
    drop_edges(Edges, N, Edges1),
    topsort(Rest, Edges1, Order).

source([N|Ns], Edges, N, Ns) :-
    \+ has_predecessor(Edges, N).
source([N|Ns], Edges, S, [N|Rest]) :-
    source(Ns, Edges, S, Rest).

has_predecessor([_-N|_], N) :- !.
has_predecessor([_|Edges], N) :- has_predecessor(Edges, N).

drop_edges([], _, []).
drop_edges([A-B|Es], N, Es1) :-
    (   A == N
    ->  drop_edges(Es, N, Es1)
    ;   Es1 = [A-B|Es2],
        drop_edges(Es, N, Es2)
    ).
