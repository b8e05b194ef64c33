av(L,A) :- sum(L,S), length(L,N), A is S/N. sum([],0). sum([X|Xs],S) :- sum(Xs,S0), S is S0+round(X/10).
