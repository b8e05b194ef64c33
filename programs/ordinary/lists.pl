% lists.pl -- runs, chunks, and a queue

:- module(lists_etc, [rle/2, chunks/3, josephus/3]).

%% rle(+List, -Runs)
%% Run-length encoding: [a,a,b] gives [a-2,b-1].
:- entry rle(+, -).
rle([], []).
rle([X|Xs], [X-N|Runs]) :-
        run(Xs, X, 1, N, Rest),
        rle(Rest, Runs).

run([Y|Ys], X, N0, N, Rest) :-
        Y == X,
        !,
        N1 is N0 + 1,
        run(Ys, X, N1, N, Rest).
run(Rest, _, N, N, Rest).

%% chunks(+Size, +List, -Chunks)
%% The last one may be shorter.
:- entry chunks(+nat, +list, -).
chunks(_, [], []) :- !.
chunks(K, List, [Chunk|Chunks]) :-
        K > 0,
        take(K, List, Chunk, Rest),
        chunks(K, Rest, Chunks).

take(0, Rest, [], Rest) :- !.
take(_, [], [], []) :- !.
take(K, [X|Xs], [X|Ys], Rest) :-
        K1 is K - 1,
        take(K1, Xs, Ys, Rest).

%% josephus(+N, +K, -Last)
%% N persons in a circle, each K-th leaves. The circle is a queue Front-Back.
:- entry josephus(+nat, +nat, -).
josephus(N, K, Last) :-
        N >= 1,
        K >= 1,
        fill(1, N, Front, Back),
        leave(N, K, Front-Back, Last).

fill(I, N, Back, Back) :- I > N, !.
fill(I, N, [I|Front], Back) :-
        I1 is I + 1,
        fill(I1, N, Front, Back).

leave(1, _, [Last|_]-_, Last) :- !.
leave(N, K, Queue0, Last) :-
        rotate(K, Queue0, [_|Front]-Back),
        N1 is N - 1,
        leave(N1, K, Front-Back, Last).

rotate(1, Queue, Queue) :- !.
rotate(K, [X|Front]-[X|Back], Queue) :-
        K1 is K - 1,
        rotate(K1, Front-Back, Queue).
