% tree_sum/2: the sum of the numbers in a binary tree.
% entry:  tree_sum(+tree, -)             sizes: x = nodes of the term, 3*k + 1 with k inner nodes
% test:   x = 1..41
% steps:  2*k + 1 = 2/3*x + 1/3 (exact)
:- entry tree_sum(+tree, -).

:- regtype tree/1.
tree(leaf).
tree(node(L, N, R)) :- tree(L), int(N), tree(R).

tree_sum(leaf, 0).
tree_sum(node(L, N, R), Sum) :-
    tree_sum(L, SumL),
    tree_sum(R, SumR),
    Sum is SumL + N + SumR.
