%? sudoku4(G) => G = [[1,3,4,2],[2,4,3,1],[4,2,1,3],[3,1,2,4]]
%? fish_owner(O) => O = olaf

% Four by four sudoku; and a street of four houses.

grid([[1,_,_,_],
      [_,_,3,_],
      [_,2,_,_],
      [_,_,_,4]]).

digit(1). digit(2). digit(3). digit(4).

different([]).
different([X|Xs]) :- \+ member_eq(X, Xs), different(Xs).
member_eq(X, [Y|_]) :- nonvar(X), nonvar(Y), X == Y, !.
member_eq(X, [_|Ys]) :- member_eq(X, Ys).

valid([[A,B,C,D],[E,F,G,H],[I,J,K,L],[M,N,O,P]]) :-
    different([A,B,C,D]), different([E,F,G,H]),
    different([I,J,K,L]), different([M,N,O,P]),
    different([A,E,I,M]), different([B,F,J,N]),
    different([C,G,K,O]), different([D,H,L,P]),
    different([A,B,E,F]), different([C,D,G,H]),
    different([I,J,M,N]), different([K,L,O,P]).

fill([], _).
fill([V|Vs], G) :-
    digit(V),
    valid(G),
    fill(Vs, G).

sudoku4(G) :-
    grid(G),
    term_variables(G, Vs),
    fill(Vs, G),
    !.

% house(Colour, Owner, Pet, Drink)
right_of(X, Y, [Y,X|_]).
right_of(X, Y, [_|T]) :- right_of(X, Y, T).
beside(X, Y, L) :- right_of(X, Y, L).
beside(X, Y, L) :- right_of(Y, X, L).

street(Hs, Owner) :-
    Hs = [_,_,_,_],
    member(house(_,Owner,fish,_), Hs),
    member(house(_,_,_,water), Hs),
    member(house(_,pierre,dog,_), Hs),
    member(house(_,quinn,_,tea), Hs),
    member(house(red, olaf, _, _), Hs),
    beside(house(_,norma,_,_), house(_,_,snake,_), Hs),
    member(house(blue, _, snake, _), Hs),
    member(house(_,_,cat,milk), Hs),
    right_of(house(green,_,_,_), house(white,_,_,_), Hs),
    member(house(green,_,_,coffee), Hs),
    beside(house(_,olaf,_,_), house(blue,_,_,_), Hs),
    Hs = [house(_,olaf,_,_),_,house(_,_,_,milk),_].

fish_owner(O) :- street(_, O), !.
