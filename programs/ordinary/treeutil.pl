/*  TREEUTIL        utilities on binary trees
                    empty            the empty tree
                    node(L,X,R)      X between L and R        */

/*  inorder(T,L): L is the list of the labels of T  */
:- entry inorder(+,-).
inorder(empty,[]).
inorder(node(L,X,R),List) :-
        inorder(L,A), inorder(R,B),
        conc(A,[X|B],List).

conc([],L,L).
conc([X|L1],L2,[X|L3]) :- conc(L1,L2,L3).

/*  balance(L,T): T is a tree of least depth, its labels in order are L  */
:- entry balance(+,-).
balance(L,T) :-
        length(L,N),
        build(N,L,[],T).

build(0,L,L,empty) :- !.
build(N,L0,L,node(A,X,B)) :-
        NA is (N-1)//2,
        NB is N-1-NA,
        build(NA,L0,[X|L1],A),
        build(NB,L1,L,B).

/*  vine(T,V): V has the same labels in the same order, but no left sons.
    Right rotations, until the left son is gone.  */
:- entry vine(+,-).
vine(empty,empty).
vine(node(empty,X,R),node(empty,X,V)) :- vine(R,V).
vine(node(node(A,Y,B),X,C),V) :- vine(node(A,Y,node(B,X,C)),V).
