%? glide(L) => L = [4-5,5-6,6-4,6-5,6-6]
%? bins(N, Waste) => N = 8, Waste = 16

% Game of life with a sorted list of live cells; first fit bin packing.

glider([1-2, 2-3, 3-1, 3-2, 3-3]).

neighbour(X-Y, U-V) :-
    member(DX, [-1,0,1]),
    member(DY, [-1,0,1]),
    \+ (DX =:= 0, DY =:= 0),
    U is X+DX,
    V is Y+DY.

generation(Live, Next) :-
    findall(N, (member(C, Live), neighbour(C, N)), Ns),
    msort(Ns, Sorted),
    counts(Sorted, Counted),
    findall(C, ( member(C/K, Counted), survives(K, C, Live) ), Next).

counts([], []).
counts([X|Xs], [X/N|Cs]) :- same(Xs, X, 1, N, Rest), counts(Rest, Cs).
same([X|Xs], X, N0, N, R) :- !, N1 is N0+1, same(Xs, X, N1, N, R).
same(R, _, N, N, R).

survives(3, _, _).
survives(2, C, Live) :- memberchk(C, Live).

generations(0, L, L) :- !.
generations(N, L0, L) :-
    generation(L0, L1),
    N1 is N-1,
    generations(N1, L1, L).

glide(L) :-
    glider(G),
    generations(12, G, L),
    findall(A-B, ( member(X-Y, G), A is X+3, B is Y+3 ), Moved),
    msort(Moved, L).

% --- bins
parcels([44,26,71,8,17,53,39,60,5,88,21,33,47,12,66,29,90,14,3,58]).

pack(Items, Bins) :- sort(0, @>=, Items, Desc), first_fit(Desc, [], Bins).

first_fit([], Bins, Bins).
first_fit([I|Is], Bins0, Bins) :-
    put(Bins0, I, Bins1),
    first_fit(Is, Bins1, Bins).

put([], I, [bin(Free, [I])]) :- Free is 100-I.
put([bin(F, Xs)|Bs], I, [bin(G, [I|Xs])|Bs]) :- I =< F, !, G is F-I.
put([B|Bs], I, [B|Cs]) :- put(Bs, I, Cs).

bins(N, Waste) :-
    parcels(Ps),
    pack(Ps, Bins),
    length(Bins, N),
    foldl(waste, Bins, 0, Waste).
waste(bin(F,_), W0, W) :- W is W0+F.
