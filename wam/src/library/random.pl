% Random numbers, choices and permutations. The numbers are those of arithmetic's random/1 and random_float
% (splitmix64): a run repeats them after set_random(seed(Seed)).
:- module(random, [random/1, random_between/3, random/3, random_member/2, random_select/3, random_permutation/2,
                   random_subseq/3, randset/3, randseq/3, random_perm2/4, random_numlist/4, maybe/0, maybe/1, maybe/2,
                   set_random/1, setrand/1, getrand/1]).

% random(-Float): between 0 and 1, without either.
:- entry random(-).
:- pred random(A) : var(A) => num(A) + (not_fails, is_det, cost(exact, steps, 1)).
random(Float) :- Float is random_float.

% random_between(+Low, +High, -Integer): both ends may come; fails where High < Low.
:- entry random_between(+int, +int, -).
:- pred random_between(A, B, C) : (int(A), int(B), var(C)) => num(C) + (is_det, cost(exact, steps, 5)).
random_between(Low, High, Integer) :-
    must_be(integer, Low),
    must_be(integer, High),
    High >= Low,
    Integer is Low + random(High - Low + 1).

% random(+Low, +High, -Number): from Low to below High, an integer where both are.
:- entry random(+int, +int, -).
:- pred random(A, B, C) : (int(A), int(B), var(C)) => num(C) + (is_det, cost(exact, steps, 1)).
random(Low, High, Number) :- integer(Low), integer(High), !,
    High > Low,
    Number is Low + random(High - Low).
random(Low, High, Number) :-
    must_be(number, Low),
    must_be(number, High),
    Number is Low + (High - Low) * random_float.

% random_member(-Element, +List): one of a list; fails for an empty list.
:- entry random_member(-, +list).
:- pred random_member(A, B) : (var(A), list(B)) + (is_det, cost(lb, steps, 5), cost(ub, steps, length(B) + 5)).
random_member(Element, List) :-
    must_be(list, List),
    length(List, N),
    N > 0,
    Index is random(N),
    '$nth'(Index, List, Element).

% random_select(-Element, +List, -Rest): one of a list and the others. With a known Rest: Element put in anywhere.
:- entry random_select(-, +list, -).
:- pred random_select(A, B, C) : (var(A), list(B), var(C)) => list(C)
   + (is_det, cost(lb, steps, 3), cost(ub, steps, length(B) + 6)).
random_select(Element, List, Rest) :- is_list(List), !,
    length(List, N),
    N > 0,
    Index is random(N),
    nth0(Index, List, Element, Rest).
random_select(Element, List, Rest) :-
    must_be(list, Rest),
    length(Rest, N),
    Index is random(N + 1),
    nth0(Index, List, Element, Rest).

% random_permutation(?List, ?Permuted): in random order; one of them is known.
:- entry random_permutation(+list, -).
:- pred random_permutation(A, B) : (list(A), var(B)) => list(B)
   + (not_fails, is_det, cost(exact, steps, 2 * length(A) + 4)).
random_permutation(List, Permuted) :- is_list(List), !, permuted(List, Permuted).
random_permutation(List, Permuted) :- must_be(list, Permuted), permuted(Permuted, List).

permuted(List, Permuted) :-
    keyed(List, Keyed),
    keysort(Keyed, Sorted),
    values(Sorted, Permuted).

keyed([], []).
keyed([X|Xs], [K-X|Keyed]) :- K is random_float, keyed(Xs, Keyed).

values([], []).
values([_-X|Keyed], [X|Xs]) :- values(Keyed, Xs).

% random_subseq(+List, -Part, -Rest): each element goes to one of them.
:- entry random_subseq(+list, -, -).
:- pred random_subseq(A, B, C) : (list(A), var(B), var(C)) => (list(B), list(C))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, 2 * length(A) + 1)).
random_subseq([], [], []).
random_subseq([X|Xs], Part, Rest) :- Side is random(2), subseq(Side, X, Xs, Part, Rest).

subseq(0, X, Xs, [X|Part], Rest) :- random_subseq(Xs, Part, Rest).
subseq(1, X, Xs, Part, [X|Rest]) :- random_subseq(Xs, Part, Rest).

% randset(+K, +N, -Set): K different integers from 1 to N, sorted. randseq(+K, +N, -List): in random order.
randset(K, N, Set) :-
    must_be(nonneg, K),
    must_be(nonneg, N),
    K =< N,
    drawn(N, K, [], Set).

% Knuth's selection: of the integers up to N that are left, N is drawn with probability K/N.
drawn(_, 0, Set, Set) :- !.
drawn(N, K, Set0, Set) :-
    M is N - 1,
    (   random(N) < K
    ->  L is K - 1,
        drawn(M, L, [N|Set0], Set)
    ;   drawn(M, K, Set0, Set)
    ).

randseq(K, N, List) :- randset(K, N, Set), permuted(Set, List).

% random_perm2(?A, ?B, ?X, ?Y): X and Y are A and B, or B and A.
:- entry random_perm2(+, +, -, -).
:- pred random_perm2(A, B, C, D) : (gnd(A), gnd(B), var(C), var(D))
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 2)).
random_perm2(A, B, X, Y) :- ( maybe -> X = A, Y = B ; X = B, Y = A ).

% random_numlist(+P, +Low, +High, -List): the integers from Low to High, each with probability P.
:- entry random_numlist(+num, +int, +int, -).
:- pred random_numlist(A, B, C, D) : (num(A), int(B), int(C), var(D)) => list(int, D)
   + (not_fails, is_det, cost(lb, steps, 9), cost(ub, steps, max(0, int(C) - int(B) + 1) + 9)).
random_numlist(P, Low, High, List) :-
    must_be(between(0.0, 1.0), P),
    must_be(integer, Low),
    must_be(integer, High),
    numbers(Low, High, P, List).

numbers(N, High, _, List) :- N > High, !, List = [].
numbers(N, High, P, List) :-
    M is N + 1,
    ( random_float < P -> List = [N|More] ; List = More ),
    numbers(M, High, P, More).

% maybe, maybe(+P), maybe(+K, +N): true half of the time, with probability P, with probability K/N.
maybe :- random(2) =:= 0.

:- entry maybe(+num).
:- pred maybe(A) : num(A) + (is_det, cost(exact, steps, 4)).
maybe(P) :- must_be(between(0.0, 1.0), P), random_float < P.

:- entry maybe(+int, +int).
:- pred maybe(A, B) : (int(A), int(B)) + (is_det, cost(ub, steps, 1)).
maybe(K, N) :- integer(K), integer(N), random(N) < K.

% set_random(+Option), setrand(+Seed): seed(Integer), or seed(random) for a start that differs from run to run.
set_random(Option) :- var(Option), !, throw(error(instantiation_error, _)).
set_random(seed(Seed)) :- !, '$set_random'(Seed).
set_random(Option) :- throw(error(domain_error(set_random_option, Option), _)).

setrand(Seed) :- ( Seed = rand(State) -> true ; State = Seed ), '$set_random'(State).

% getrand(-State): where the numbers stand, for setrand/1.
getrand(rand(State)) :- '$get_random'(State).
