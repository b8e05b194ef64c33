% Directed graphs: sorted lists of Vertex-Neighbours, a pair for each vertex, where the neighbours are sorted, too.
:- module(ugraphs, [vertices_edges_to_ugraph/3, vertices/2, edges/2, add_vertices/3, del_vertices/3, add_edges/3,
                    del_edges/3, transpose_ugraph/2, neighbours/3, neighbors/3, complement/2, compose/3, top_sort/2,
                    reachable/3, transitive_closure/2, ugraph_union/3, connect_ugraph/3, ugraph_layers/2]).

:- regtype ugraph/1.
ugraph([]).
ugraph([V-Ns|G]) :- atomic(V), list(atomic, Ns), ugraph(G).

:- regtype edge/1.
edge(V-W) :- atomic(V), atomic(W).

:- entry vertices_edges_to_ugraph(+list(atomic), +list(edge), -).
:- pred vertices_edges_to_ugraph(A, B, C) : (list(atomic, A), list(edge, B), var(C)) => ugraph(C)
    + (not_fails, is_det, cost(ub, steps, (length(A) + 2*length(B) + 3)*(length(B) + 3))).
% vertices_edges_to_ugraph(+Vertices, +Edges, -Graph): of vertices and edges From-To; ends of edges are vertices, too.
vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    must_be(list, Vertices),
    must_be(list, Edges),
    ends(Edges, Ends),
    append(Vertices, Ends, All),
    sort(All, Sorted),
    sort(Edges, SortedEdges),
    grouped(Sorted, SortedEdges, Graph).

ends([], []).
ends([From-To|Edges], [From,To|Ends]) :- ends(Edges, Ends).

% The vertices with the ends of their edges; both lists are sorted.
grouped([], _, []).
grouped([V|Vs], Edges, [V-Ns|Graph]) :- edges_of(Edges, V, Ns, Rest), grouped(Vs, Rest, Graph).

edges_of([From-To|Edges], V, Ns, Rest) :- From == V, !, Ns = [To|More], edges_of(Edges, V, More, Rest).
edges_of(Edges, _, [], Edges).

:- entry vertices(+ugraph, -).
:- pred vertices(A, B) : (ugraph(A), var(B)) => list(atomic, B)
    + (not_fails, is_det, cost(ub, steps, (size(A) + 3)/4), cost(lb, steps, 1)).
% vertices(+Graph, -Vertices): sorted.
vertices([], []).
vertices([V-_|Graph], [V|Vs]) :- vertices(Graph, Vs).

:- entry edges(+ugraph, -).
:- pred edges(A, B) : (ugraph(A), var(B)) => list(B)
    + (not_fails, is_det, cost(ub, steps, size(A)/2 + 3/2), cost(lb, steps, 2)).
% edges(+Graph, -Edges): From-To, sorted.
edges(Graph, Edges) :- edges(Graph, Edges, []).

edges([], Edges, Edges).
edges([V-Ns|Graph], Edges, Rest) :- edges(Graph, More, Rest), edges(Ns, V, Edges, More).

edges([], _, Edges, Edges).
edges([N|Ns], V, [V-N|Edges], Rest) :- edges(Ns, V, Edges, Rest).

:- entry add_edges(+ugraph, +list(edge), -).
:- pred add_edges(A, B, C) : (ugraph(A), list(edge, B), var(C)) => ugraph(C)
    + (is_det, cost(ub, steps, (size(A) + 4*(length(B) + 1)**2 + 8)**2)).
% add_vertices(+Graph, +Vertices, -New), add_edges(+Graph, +Edges, -New): with more vertices, more edges.
add_vertices(Graph, Vertices, New) :-
    sort(Vertices, Sorted),
    lonely(Sorted, More),
    ugraph_union(Graph, More, New).

lonely([], []).
lonely([V|Vs], [V-[]|Graph]) :- lonely(Vs, Graph).

add_edges(Graph, Edges, New) :-
    vertices_edges_to_ugraph([], Edges, More),
    ugraph_union(Graph, More, New).

:- entry del_vertices(+ugraph, +list(atomic), -).
:- pred del_vertices(A, B, C) : (ugraph(A), list(atomic, B), var(C)) => ugraph(C)
    + (not_fails, is_det, cost(ub, steps, size(A)*(size(A) + 2*length(B) + 2) + 3)).
% del_vertices(+Graph, +Vertices, -New): without vertices and the edges at them.
del_vertices(Graph, Vertices, New) :-
    sort(Vertices, Sorted),
    without_vertices(Graph, Sorted, New).

without_vertices([], _, []).
without_vertices([V-Ns|Graph], Vertices, New) :-
    (   ord_memberchk(V, Vertices)
    ->  New = More
    ;   ord_subtract(Ns, Vertices, Rest),
        New = [V-Rest|More]
    ),
    without_vertices(Graph, Vertices, More).

:- entry del_edges(+ugraph, +list(edge), -).
:- pred del_edges(A, B, C) : (ugraph(A), list(edge, B), var(C)) => ugraph(C)
    + (is_det, cost(ub, steps, (size(A) + 4*(length(B) + 1)**2 + 8)**2)).
% del_edges(+Graph, +Edges, -New): without edges; vertices stay.
del_edges(Graph, Edges, New) :-
    vertices_edges_to_ugraph([], Edges, Less),
    without_edges(Graph, Less, New).

without_edges([], _, []).
without_edges([V-Ns|Graph], [], [V-Ns|Graph]) :- !.
without_edges([V-Ns|Graph], [W-Ms|Less], New) :-
    compare(Order, V, W),
    without_edges(Order, V, Ns, Graph, W, Ms, Less, New).

without_edges(<, V, Ns, Graph, W, Ms, Less, [V-Ns|New]) :- without_edges(Graph, [W-Ms|Less], New).
without_edges(=, V, Ns, Graph, _, Ms, Less, [V-Rest|New]) :- ord_subtract(Ns, Ms, Rest), without_edges(Graph, Less, New).
without_edges(>, V, Ns, Graph, _, _, Less, New) :- without_edges([V-Ns|Graph], Less, New).

:- entry ugraph_union(+ugraph, +ugraph, -).
:- pred ugraph_union(A, B, C) : (ugraph(A), ugraph(B), var(C)) => ugraph(C)
    + (is_det, cost(ub, steps, (size(A) + size(B))**2/2 + 2)).
% ugraph_union(+A, +B, -Union): the vertices and edges of both.
ugraph_union([], Graph, Graph) :- !.
ugraph_union(Graph, [], Graph) :- !.
ugraph_union([V-Ns|A], [W-Ms|B], Union) :- compare(Order, V, W), ugraph_union(Order, V, Ns, A, W, Ms, B, Union).

ugraph_union(<, V, Ns, A, W, Ms, B, [V-Ns|Union]) :- ugraph_union(A, [W-Ms|B], Union).
ugraph_union(=, V, Ns, A, _, Ms, B, [V-Both|Union]) :- ord_union(Ns, Ms, Both), ugraph_union(A, B, Union).
ugraph_union(>, V, Ns, A, W, Ms, B, [W-Ms|Union]) :- ugraph_union([V-Ns|A], B, Union).

:- entry transpose_ugraph(+ugraph, -).
:- pred transpose_ugraph(A, B) : (ugraph(A), var(B)) => ugraph(B)
    + (not_fails, is_det, cost(ub, steps, size(A)**2 + 4*size(A) + 10)).
% transpose_ugraph(+Graph, -Transposed): every edge the other way.
transpose_ugraph(Graph, Transposed) :-
    edges(Graph, Edges),
    turned(Edges, Turned),
    vertices(Graph, Vertices),
    vertices_edges_to_ugraph(Vertices, Turned, Transposed).

turned([], []).
turned([V-W|Edges], [W-V|Turned]) :- turned(Edges, Turned).

:- entry neighbours(+atomic, +ugraph, -).
:- pred neighbours(A, B, C) : (atomic(A), ugraph(B), var(C)) => list(atomic, C)
    + (is_det, cost(ub, steps, (size(B) + 3)/4)).
% neighbours(+Vertex, +Graph, -Neighbours), neighbors/3: where its edges lead; fails for what is no vertex.
neighbours(Vertex, [V-Ns|Graph], Neighbours) :-
    ( Vertex == V -> Neighbours = Ns ; neighbours(Vertex, Graph, Neighbours) ).

:- entry neighbors(+atomic, +ugraph, -).
:- pred neighbors(A, B, C) : (atomic(A), ugraph(B), var(C)) => list(atomic, C)
    + (is_det, cost(ub, steps, (size(B) + 7)/4)).
neighbors(Vertex, Graph, Neighbours) :- neighbours(Vertex, Graph, Neighbours).

:- entry complement(+ugraph, -).
:- pred complement(A, B) : (ugraph(A), var(B)) => ugraph(B) + (is_det, cost(ub, steps, 2*size(A)**2 + 3)).
% complement(+Graph, -Complement): an edge between different vertices where there is none.
complement(Graph, Complement) :- vertices(Graph, Vertices), complement(Graph, Vertices, Complement).

complement([], _, []).
complement([V-Ns|Graph], Vertices, [V-Others|Complement]) :-
    ord_add_element(Ns, V, Known),
    ord_subtract(Vertices, Known, Others),
    complement(Graph, Vertices, Complement).

% compose(+A, +B, -Composed): an edge where an edge of A and then one of B lead.
compose(A, B, Composed) :-
    vertices(A, Vs),
    vertices(B, Ws),
    ord_union(Vs, Ws, Vertices),
    pairs(B, Map),
    composed(Vertices, A, Map, Composed).

composed([], _, _, []).
composed([V|Vs], [W-Ns|A], Map, [V-Ms|Composed]) :- V == W, !,
    lead(Ns, Map, Sets),
    ord_union(Sets, Ms),
    composed(Vs, A, Map, Composed).
composed([V|Vs], A, Map, [V-[]|Composed]) :- composed(Vs, A, Map, Composed).

lead([], _, []).
lead([N|Ns], Map, Sets) :- ( get_assoc(N, Map, Set) -> Sets = [Set|More] ; Sets = More ), lead(Ns, Map, More).

pairs(Graph, Map) :- ord_list_to_assoc(Graph, Map).

% top_sort(+Graph, -Vertices): every vertex before those that its edges lead to; fails where there is a cycle.
top_sort(Graph, Vertices) :-
    beginning(Graph, Map, Degrees, Sources, N),
    sorted(Sources, Map, Degrees, N, Vertices).

% What both orders begin with: the edges of each vertex, how many lead to it, the vertices to which none leads, and how
% many there are.
beginning(Graph, Map, Degrees, Sources, N) :-
    pairs(Graph, Map),
    degrees(Graph, Degrees),
    sources(Graph, Degrees, Sources),
    length(Graph, N).

% How many edges lead to each vertex that has any.
degrees(Graph, Degrees) :-
    edges(Graph, Edges),
    turned(Edges, Turned),
    keysort(Turned, Sorted),
    counted(Sorted, Counts),
    ord_list_to_assoc(Counts, Degrees).

counted([], []).
counted([V-_|Edges], Counts) :- counted(Edges, V, 1, Counts).

counted([], V, N, [V-N]).
counted([W-_|Edges], V, N, Counts) :-
    (   W == V
    ->  M is N + 1,
        counted(Edges, V, M, Counts)
    ;   Counts = [V-N|More],
        counted(Edges, W, 1, More)
    ).

sources([], _, []).
sources([V-_|Graph], Degrees, Sources) :-
    ( get_assoc(V, Degrees, _) -> Sources = More ; Sources = [V|More] ),
    sources(Graph, Degrees, More).

sorted([], _, _, 0, []).
sorted([V|Vs], Map, Degrees, N, [V|Vertices]) :-
    get_assoc(V, Map, Ns),
    freed(Ns, Degrees, Degrees1, Vs, Sources),
    M is N - 1,
    sorted(Sources, Map, Degrees1, M, Vertices).

freed([], Degrees, Degrees, Sources, Sources).
freed([N|Ns], Degrees0, Degrees, Sources0, Sources) :-
    get_assoc(N, Degrees0, Count, Degrees1, Less),
    Less is Count - 1,
    ( Less =:= 0 -> Sources1 = [N|Sources0] ; Sources1 = Sources0 ),
    freed(Ns, Degrees1, Degrees, Sources1, Sources).

% ugraph_layers(+Graph, -Layers): the vertices without edges to them, those after these, and so on; fails where there
% is a cycle.
ugraph_layers(Graph, Layers) :-
    beginning(Graph, Map, Degrees, Sources, N),
    layers(Sources, Map, Degrees, N, Layers).

layers([], _, _, N, Layers) :- !, N =:= 0, Layers = [].
layers(Layer, Map, Degrees, N, [Layer|Layers]) :-
    next_layer(Layer, Map, Degrees, Degrees1, [], Next, N, M),
    sort(Next, Sorted),
    layers(Sorted, Map, Degrees1, M, Layers).

next_layer([], _, Degrees, Degrees, Next, Next, N, N).
next_layer([V|Vs], Map, Degrees0, Degrees, Next0, Next, N0, N) :-
    get_assoc(V, Map, Ns),
    freed(Ns, Degrees0, Degrees1, Next0, Next1),
    N1 is N0 - 1,
    next_layer(Vs, Map, Degrees1, Degrees, Next1, Next, N1, N).

% reachable(+Vertex, +Graph, -Vertices): where paths from it lead, itself too.
reachable(Vertex, Graph, Vertices) :-
    pairs(Graph, Map),
    get_assoc(Vertex, Map, _),
    reach([Vertex], Map, [Vertex], Vertices).

reach([], _, Reached, Reached).
reach([V|Vs], Map, Reached0, Reached) :-
    ( get_assoc(V, Map, Ns) -> true ; Ns = [] ),
    ord_union(Reached0, Ns, Reached1, New),
    append(New, Vs, Next),
    reach(Next, Map, Reached1, Reached).

% transitive_closure(+Graph, -Closure): an edge wherever a path leads (Warshall).
transitive_closure(Graph, Closure) :- vertices(Graph, Vertices), through(Vertices, Graph, Closure).

through([], Closure, Closure).
through([V|Vs], Graph, Closure) :-
    neighbours(V, Graph, Ns),
    widened(Graph, V, Ns, Graph1),
    through(Vs, Graph1, Closure).

widened([], _, _, []).
widened([W-Ms|Graph], V, Ns, [W-Wider|Graph1]) :-
    ( ord_memberchk(V, Ms) -> ord_union(Ms, Ns, Wider) ; Wider = Ms ),
    widened(Graph, V, Ns, Graph1).

:- entry connect_ugraph(+ugraph, -, -).
:- pred connect_ugraph(A, B, C) : (ugraph(A), var(B), var(C)) => ugraph(C) + (is_det, cost(ub, steps, size(A)/4 + 4)).
% connect_ugraph(+Graph, -Start, -Connected): with a new first vertex from which an edge leads to every other.
connect_ugraph([], 0, []) :- !.
connect_ugraph(Graph, Start, [Start-Vertices|Graph]) :-
    vertices(Graph, Vertices),
    Vertices = [First|_],
    before(First, Start).

before(First, Start) :- number(First), !, Start is First - 1.
before(First, Start) :- 0 @< First, !, Start = 0.
before(_, _) :- throw(error(representation_error(vertex), _)).
