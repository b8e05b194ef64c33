%? roundtrip_rle(N) => N = 43
%? huffman(Len) => Len = 118

% run length coding and Huffman codes

msg([m,i,s,s,i,s,s,i,p,p,i,' ',r,i,v,e,r,' ',b,a,s,i,n,' ',a,n,d,' ',d,e,l,t,a]).
pic([w,w,w,w,w,b,b,w,w,w,b,b,b,b,b,b,b,w,r,r,r,w,w,w,w,w,w,w,w,w,w,b,b,r,w,w,w,b]).

rle([], []).
rle([X|Xs], [X*N|Rs]) :-
    run(Xs, X, 1, N, Rest),
    rle(Rest, Rs).
run([Y|Ys], X, N0, N, Rest) :-
    X == Y, !,
    N1 is N0 + 1,
    run(Ys, X, N1, N, Rest).
run(Rest, _, N, N, Rest).

unrle([], []).
unrle([X*N|Rs], Xs) :-
    length(L, N),
    maplist(=(X), L),
    append(L, Tail, Xs),
    unrle(Rs, Tail).

roundtrip_rle(N) :-
    pic(P),
    append(P, P, PP),
    reverse(PP, QQ),
    append(PP, QQ, Big),
    rle(Big, Coded),
    unrle(Coded, Back),
    Back == Big,
    length(Coded, N).

freqs(L, Fs) :-
    msort(L, S),
    rle(S, Rs),
    findall(N-leaf(X), member(X*N, Rs), Fs0),
    keysort(Fs0, Fs).

tree([_-T], T) :- !.
tree([A-T1, B-T2|Fs], T) :-
    C is A+B,
    insert_by_key(Fs, C, fork(T1, T2), Fs1),
    tree(Fs1, T).

insert_by_key([], K, V, [K-V]).
insert_by_key([K0-V0|R], K, V, Out) :-
    ( K =< K0 -> Out = [K-V, K0-V0|R]
    ; Out = [K0-V0|R1], insert_by_key(R, K, V, R1)
    ).

codes(leaf(X), Path, [X-Code|T], T) :- reverse(Path, Code).
codes(fork(L, R), Path, Cs, T) :-
    codes(L, [0|Path], Cs, M),
    codes(R, [1|Path], M, T).

encode([], _, []).
encode([X|Xs], Table, Bits) :-
    memberchk(X-Code, Table),
    append(Code, Rest, Bits),
    encode(Xs, Table, Rest).

decode([], _, []) :- !.
decode(Bits, Tree, [X|Xs]) :-
    walk(Tree, Bits, X, Rest),
    decode(Rest, Tree, Xs).
walk(leaf(X), Bs, X, Bs).
walk(fork(L,_), [0|Bs], X, R) :- walk(L, Bs, X, R).
walk(fork(_,T), [1|Bs], X, R) :- walk(T, Bs, X, R).

huffman(Len) :-
    msg(M),
    freqs(M, Fs),
    tree(Fs, T),
    codes(T, [], Table, []),
    encode(M, Table, Bits),
    decode(Bits, T, M2), !,
    M2 == M,
    length(Bits, Len).
