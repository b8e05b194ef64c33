:- module(heaps, [heap_sort/2, counting_sort/3]).

% Priority queues as leftist heaps: e, or h(Rank, X, Left, Right)

:- entry heap_sort(+list(int), -).
heap_sort(List, Sorted) :-
	push_all(List, e, Heap),
	pop_all(Heap, Sorted).

push_all([], H, H).
push_all([X|Xs], H0, H) :-
	meld(h(1, X, e, e), H0, H1),
	push_all(Xs, H1, H).

pop_all(e, []).
pop_all(h(_, X, L, R), [X|Xs]) :-
	meld(L, R, H),
	pop_all(H, Xs).

meld(e, H, H) :- !.
meld(H, e, H) :- !.
meld(h(R1,X,A1,B1), h(R2,Y,A2,B2), H) :-
	(   X =< Y
	->  meld(B1, h(R2,Y,A2,B2), B),
	    node(X, A1, B, H)
	;   meld(B2, h(R1,X,A1,B1), B),
	    node(Y, A2, B, H)
	).

node(X, A, B, H) :-
	rank(A, RA),
	rank(B, RB),
	(   RA >= RB
	->  R is RB + 1, H = h(R, X, A, B)
	;   R is RA + 1, H = h(R, X, B, A)
	).

rank(e, 0).
rank(h(R,_,_,_), R).

% counting_sort(+List, +Max, -Sorted): the elements are integers from 0 to Max

:- entry counting_sort(+, +, -).
counting_sort(List, Max, Sorted) :-
	count_from(0, Max, List, Sorted).

count_from(V, Max, _, []) :- V > Max, !.
count_from(V, Max, List, Sorted) :-
	occurrences(List, V, 0, N),
	copies(N, V, Sorted, Rest),
	V1 is V + 1,
	count_from(V1, Max, List, Rest).

occurrences([], _, N, N).
occurrences([X|Xs], V, N0, N) :-
	( X =:= V -> N1 is N0 + 1 ; N1 = N0 ),
	occurrences(Xs, V, N1, N).

copies(0, _, Xs, Xs) :- !.
copies(N, X, [X|Xs], Rest) :-
	N1 is N - 1,
	copies(N1, X, Xs, Rest).
