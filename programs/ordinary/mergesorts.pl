%% Merge sort, three times.

main :-
    L = [5,2,8,1,9,3,7,3],
    sort_by_turns(L, A), print(A), nl,
    sort_by_halves(L, B), print(B), nl,
    sort_by_runs(L, C), print(C), nl.

%% 1. elements are dealt to two lists in turn

:- entry sort_by_turns(+list(int), -).
sort_by_turns([], []).
sort_by_turns([X], [X]).
sort_by_turns([X,Y|Zs], Sorted) :-
    deal([X,Y|Zs], As, Bs),
    sort_by_turns(As, SA),
    sort_by_turns(Bs, SB),
    merge(SA, SB, Sorted).

deal([], [], []).
deal([X|Xs], [X|As], Bs) :- deal(Xs, Bs, As).

merge([], Ys, Ys).
merge([X|Xs], [], [X|Xs]).
merge([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, merge(Xs, [Y|Ys], Zs).
merge([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, merge([X|Xs], Ys, Zs).

%% 2. the length is known, nothing is split

:- entry sort_by_halves(+, -).
sort_by_halves(List, Sorted) :-
    length(List, N),
    halves(N, List, _, Sorted).

halves(0, Rest, Rest, []) :- !.
halves(1, [X|Rest], Rest, [X]) :- !.
halves(N, List, Rest, Sorted) :-
    H is N // 2,
    K is N - H,
    halves(H, List, Rest0, A),
    halves(K, Rest0, Rest, B),
    merge(A, B, Sorted).

%% 3. bottom up: lists of one element, merged in pairs until one is left

:- entry sort_by_runs(+, -).
sort_by_runs(List, Sorted) :-
    singletons(List, Runs),
    merge_runs(Runs, Sorted).

singletons([], []).
singletons([X|Xs], [[X]|Rs]) :- singletons(Xs, Rs).

merge_runs([], []) :- !.
merge_runs([Run], Run) :- !.
merge_runs(Runs, Sorted) :-
    merge_pairs(Runs, Longer),
    merge_runs(Longer, Sorted).

merge_pairs([A,B|Runs], [C|Cs]) :- !,
    merge(A, B, C),
    merge_pairs(Runs, Cs).
merge_pairs(Runs, Runs).
