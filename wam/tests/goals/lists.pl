% The library of lists.
add(X, Y, Z) :- Z is X + Y.
odd(X) :- X mod 2 =:= 1.
succ_or(X, Y) :- Y is X + 1.
order(O, A, B) :- compare(O, A, B).
by_size(X, O) :- compare(O, X, 2).

%? append([1,2], [3], L) => L = [1,2,3]
%? append(X, [c], [a,b,c]) => X = [a,b]
%? append(X, Y, [a]) => X = [], Y = [a] ; X = [a], Y = []
%? append([[1],[2,3],[]], L) => L = [1,2,3]
%? member(X, [a,b]) => X = a ; X = b
%? member(b, [a,b]) => true
%? memberchk(X, [a,b]) => X = a
%? reverse([1,2,3], L) => L = [3,2,1]
%? nth0(1, [a,b,c], X), nth1(1, [a,b,c], Y) => X = b, Y = a
%? nth0(I, [a,b], X) => I = 0, X = a ; I = 1, X = b
%? nth1(2, [a,b,c], X, R) => X = b, R = [a,c]
%? last([1,2,3], X) => X = 3
%? sum_list([1,2,3.5], X) => X = 6.5
%? max_list([1,3,2], X), min_list([3,1,2], Y) => X = 3, Y = 1
%? max_member(X, [1,b,a]) => X = b
%? numlist(1, 4, L) => L = [1,2,3,4]
%? select(b, [a,b,c], L) => L = [a,c]
%? select(X, [a,b], L) => X = a, L = [b] ; X = b, L = [a]
%? select(b, [a,b,c], x, L) => L = [a,x,c]
%? subtract([1,2,3], [2], L) => L = [1,3]
%? intersection([1,2,3], [3,1], L), union([1,2], [2,3], M) => L = [1,3], M = [1,2,3]
%? delete([a,b,a,c], a, L) => L = [b,c]
%? exclude(odd, [1,2,3,4], L), include(odd, [1,2,3,4], M) => L = [2,4], M = [1,3]
%? partition(odd, [1,2,3], I, O) => I = [1,3], O = [2]
%? partition(by_size, [1,2,3], L, E, G) => L = [1], E = [2], G = [3]
%? maplist(succ_or, [1,2,3], L) => L = [2,3,4]
%? maplist(add(10), [1,2], L) => L = [11,12]
%? maplist(add, [1,2], [3,4], L) => L = [4,6]
%? maplist(odd, [1,3]) => true
%? maplist(odd, [1,2]) => no
%? maplist(=(X), [Y,Z]), Y = 1 => X = 1, Y = 1, Z = 1
%? foldl(add, [1,2,3], 0, X) => X = 6
%? findall(P, permutation([1,2,3], P), L), length(L, N) => L = [[1,2,3],[1,3,2],[2,1,3],[2,3,1],[3,1,2],[3,2,1]], N = 6
%? flatten([1,[2,[3]],[],4], L) => L = [1,2,3,4]
%? list_to_set([a,b,a,X,Y,X], L), length(L, N) => L = [a,b,_0,_1], N = 4
%? predsort(order, [c,a,b,a], L) => L = [a,b,c]
%? pairs_keys_values(P, [a,b], [1,2]), pairs_keys(P, K), pairs_values(P, V) => P = [a-1,b-2], K = [a,b], V = [1,2]
%? subset([a,c], [c,b,a]) => true
%? sumlist([1,2], X) => X = 3
%? nextto(X, Y, [1,2,3]) => X = 1, Y = 2 ; X = 2, Y = 3
%? is_set([a,b]), \+ is_set([a,a]) => true
