%? bst_churn(L, H) => L = [5,12,14,17,19,23,29,37,41,44,54,60,62,67,70,72,81,95,99], H = 6
%? treap_queries(N) => N = 16

/* binary search trees: plain one with deletion, and a treap with
   deterministic priorities */

keys([50,17,76,9,23,54,88,14,19,72,67,12,31,95,60,81,3,41,29,99,5,62,37,44,70]).

ins(K, nil, t(nil,K,nil)) :- !.
ins(K, t(L,K,R), t(L,K,R)) :- !.
ins(K, t(L,X,R), t(L1,X,R)) :- K < X, !, ins(K, L, L1).
ins(K, t(L,X,R), t(L,X,R1)) :- ins(K, R, R1).

from_list([], T, T).
from_list([K|Ks], T0, T) :- ins(K, T0, T1), from_list(Ks, T1, T).

del(K, t(L,X,R), t(L1,X,R)) :- K < X, !, del(K, L, L1).
del(K, t(L,X,R), t(L,X,R1)) :- K > X, !, del(K, R, R1).
del(_, t(nil,_,R), R) :- !.
del(_, t(L,_,nil), L) :- !.
del(_, t(L,_,R), t(L,M,R1)) :- delmin(R, M, R1).

delmin(t(nil,M,R), M, R) :- !.
delmin(t(L,X,R), M, t(L1,X,R)) :- delmin(L, M, L1).

inorder(nil) --> [].
inorder(t(L,X,R)) --> inorder(L), [X], inorder(R).

height(nil, 0).
height(t(L,_,R), H) :-
	height(L, A), height(R, B),
	H is max(A,B)+1.

delete_all([], T, T).
delete_all([K|Ks], T0, T) :- del(K, T0, T1), delete_all(Ks, T1, T).

bst_churn(L, H) :-
	keys(Ks),
	from_list(Ks, nil, T),
	delete_all([50,9,88,31,3,76], T, T2),
	phrase(inorder(T2), L),
	height(T2, H).

% ---- treap ----

prio(K, P) :- P is (K*7919 + 104729) mod 1009.

tins(K, nil, n(K,P,nil,nil)) :- !, prio(K, P).
tins(K, n(X,P,L,R), T) :-
	compare(O, K, X),
	tins(O, K, X, P, L, R, T).

tins(=, _, X, P, L, R, n(X,P,L,R)).
tins(<, K, X, P, L, R, T) :-
	tins(K, L, L1),
	rot_right(X, P, L1, R, T).
tins(>, K, X, P, L, R, T) :-
	tins(K, R, R1),
	rot_left(X, P, L, R1, T).

rot_right(X, P, n(Y,Q,A,B), C, T) :-
	( Q > P -> T = n(Y,Q,A,n(X,P,B,C)) ; T = n(X,P,n(Y,Q,A,B),C) ).
rot_left(X, P, A, n(Y,Q,B,C), T) :-
	( Q > P -> T = n(Y,Q,n(X,P,A,B),C) ; T = n(X,P,A,n(Y,Q,B,C)) ).

tlookup(K, n(X,_,L,R)) :-
	compare(O, K, X),
	tlookup(O, K, L, R).
tlookup(=, _, _, _).
tlookup(<, K, L, _) :- tlookup(K, L).
tlookup(>, K, _, R) :- tlookup(K, R).

treap_queries(Hits) :-
	keys(Ks),
	foldl(tins, Ks, nil, T),
	findall(K, (between(1, 60, K), tlookup(K, T)), Found),
	length(Found, Hits).
