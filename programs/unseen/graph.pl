%? shortest_exhaustive(D, P) => D = 35, P = [amber,cedar,ferry,hazel,inlet]
%? dressing(Order, C) => Order = [socks,pants,trousers,shoes,belt,shirt,tie,jacket,scarf,coat,hat,gloves], C = 2

% Road map; distances between towns.
road(amber, birch, 7).
road(amber, cedar, 9).
road(amber, ferry, 14).
road(birch, cedar, 10).
road(birch, delta, 15).
road(cedar, delta, 11).
road(cedar, ferry, 2).
road(delta, elmer, 6).
road(elmer, ferry, 9).
road(elmer, grove, 3).
road(grove, hazel, 8).
road(ferry, hazel, 20).
road(hazel, inlet, 4).
road(delta, inlet, 17).

link(A, B, D) :- road(A, B, D).
link(A, B, D) :- road(B, A, D).

% all simple paths, keep the best
path(A, A, _, [A], 0).
path(A, B, Seen, [A|P], D) :-
    A \== B,
    link(A, C, D1),
    \+ memberchk(C, Seen),
    path(C, B, [C|Seen], P, D2),
    D is D1 + D2.

shortest_exhaustive(D, P) :-
    findall(D0-P0, path(amber, inlet, [amber], P0, D0), All),
    keysort(All, [D-P|_]).

% Dijkstra, frontier is a sorted list of Dist-Node
dijkstra(Start, Dists) :-
    dij([0-Start], [], Dists).

dij([], Done, Done).
dij([D-N|Front], Done, Dists) :-
    (   memberchk(N-_, Done)
    ->  dij(Front, Done, Dists)
    ;   findall(D2-M,
                ( link(N, M, W), \+ memberchk(M-_, Done), D2 is D+W ),
                New),
        append(Front, New, F1),
        keysort(F1, F2),
        dij(F2, [N-D|Done], Dists)
    ).

% topological sort with ordered sets of predecessors
needs(shoes, [trousers, socks]).
needs(socks, []).
needs(trousers, [pants]).
needs(pants, []).
needs(belt, [trousers]).
needs(shirt, []).
needs(tie, [shirt]).
needs(jacket, [tie, belt]).
needs(coat, [jacket, scarf]).
needs(scarf, [shirt]).
needs(hat, [coat, shoes]).
needs(gloves, [coat]).

topo([], []) :- !.
topo(Tasks, [T|Order]) :-
    select(T-[], Tasks, Rest), !,
    remove_dep(Rest, T, Tasks1),
    topo(Tasks1, Order).
topo(Tasks, _) :- throw(cycle(Tasks)).

remove_dep([], _, []).
remove_dep([X-Ds|Ts], T, [X-Es|Us]) :-
    subtract(Ds, [T], Es),
    remove_dep(Ts, T, Us).

dressing(Order, Cycle) :-
    findall(T-Ds, needs(T, Ds), Tasks),
    topo(Tasks, Order),
    catch(topo([loop-[hat], hat-[loop], free-[]], _), cycle(C), true),
    length(C, Cycle).

town_table(Table) :-
    dijkstra(amber, Ds),
    maplist(flip, Ds, Fs),
    keysort(Fs, Table0),
    dijkstra(hazel, Es),
    union(Table0, Es, Table1),
    sort(Table1, Table).
flip(T-D, D-T).
