% Predicates that give goals to the library's: known where they are called, so that call/N is one of a known predicate
% or construct. Each entry is analysed, its bounds are recorded, and counts are held to them.

:- regtype avl/1.
avl(t).
avl(t(K, V, B, L, R)) :- atm(K), atm(V), atm(B), avl(L), avl(R).

% Lists.
:- entry squares(+list(int), -).
squares(Xs, Ys) :- maplist(sq, Xs, Ys).
sq(X, Y) :- Y is X * X.

:- entry moved(+list(int), +int, -).
moved(Xs, N, Ys) :- maplist(add(N), Xs, Ys).
add(X, Y, Z) :- Z is X + Y.
add(W, X, Y, Z) :- Z is W + X + Y.
add(V, W, X, Y, Z) :- Z is V + W + X + Y.

:- entry total(+list(int), -).
total(Xs, S) :- foldl(add, Xs, 0, S).

:- entry total_of_two(+list(int), +list(int), -).
total_of_two(Xs, Ys, S) :- foldl(add, Xs, Ys, 0, S).

:- entry total_of_three(+list(int), +list(int), -).
total_of_three(Xs, Ys, S) :- foldl(add, Xs, Ys, Xs, 0, S).

:- entry positive(+list(int), -).
positive(Xs, Ys) :- include(pos, Xs, Ys).
pos(X) :- X > 0.

:- entry other(+list(int), -).
other(Xs, Ys) :- exclude(user:pos, Xs, Ys).

:- entry parts(+list(int), -, -).
parts(Xs, Ys, Zs) :- partition(pos, Xs, Ys, Zs).

:- entry by_sign(+list(int), -, -, -).
by_sign(Xs, As, Bs, Cs) :- partition(sign_of, Xs, As, Bs, Cs).
sign_of(X, O) :- compare(O, X, 0).

:- entry lengths(+list(list(int)), -).
lengths(Xs, Ys) :- maplist(length, Xs, Ys).

:- entry successors(+list(int), -).
successors(Xs, Ys) :- maplist(succ, Xs, Ys).

:- entry integers(+list(int)).
integers(Xs) :- maplist(integer, Xs).

:- entry same(+list(atm)).
same(Xs) :- maplist(==(a), Xs).

:- entry unified(+list(atm), -).
unified(Xs, Y) :- maplist(=(Y), Xs).

:- entry all_positive(+list(int)).
all_positive(Xs) :- \+ \+ maplist(pos, Xs).

:- entry nested(+list(int)).
nested(Xs) :- maplist(call(pos), Xs).

:- entry choices(+list(int), -).
choices(Xs, Ys) :- maplist(either, Xs, Ys).
either(X, X).
either(_, 0).

:- entry each_twice(+list(int), -).
each_twice(Xs, Ys) :- maplist(call, [squares(Xs), moved(Xs, 1)], [Ys, _]).

:- entry halves(+list(int), -).
halves(Xs, Ys) :- convlist(half, Xs, Ys).
half(X, Y) :- X > 2, Y is X // 2.

:- entry grouped(+list(int), -).
grouped(Xs, Groups) :- map_list_to_pairs(succ, Xs, Pairs), keysort(Pairs, Sorted), group_pairs_by_key(Sorted, Groups).

:- entry with_front(+list(list(int)), -).
with_front(Xs, Ys) :- maplist(append([1]), Xs, Ys).

:- entry sorted(+list(int), -).
sorted(Xs, Ys) :- predsort(order, Xs, Ys).
order(O, X, Y) :- compare(O, X, Y).

:- entry summed_after_sorting(+list(int), -).
summed_after_sorting(Xs, S) :- msort(Xs, Ys), sum_list(Ys, S).

:- entry distinct(+list(atm), -).
distinct(Xs, N) :- sort(Xs, Ys), length(Ys, N).

% All solutions.
:- entry members(+list(int), -).
members(Xs, Ys) :- findall(X, member(X, Xs), Ys).

:- entry large_members(+list(int), -).
large_members(Xs, Ys) :- findall(X, (member(X, Xs), X > 2), Ys).

:- entry pairs_of(+list(int), -).
pairs_of(Xs, Ps) :- findall(X-Y, (member(X, Xs), member(Y, Xs)), Ps).

:- entry first_members(+list(int), -).
first_members(Xs, Ys) :- findall(X, limit(2, member(X, Xs)), Ys).

:- entry members_twice(+list(int), -).
members_twice(Xs, N) :- findall(X, member(X, Xs), Ys), findall(Y, member(Y, Ys), Zs), length(Zs, N).

:- entry upto(+nat, -).
upto(N, S) :- findall(X, between(1, N, X), Xs), sum_list(Xs, S).

:- entry counted(+list(int), -).
counted(Xs, N) :- aggregate_all(count, member(_, Xs), N).

:- entry counted_large(+list(int), -).
counted_large(Xs, N) :- aggregate_all(count, (member(X, Xs), X > 2), N).

:- entry sum_of(+list(int), -).
sum_of(Xs, S) :- aggregate_all(sum(X), member(X, Xs), S).

:- entry max_of(+list(int), -).
max_of(Xs, M) :- aggregate_all(max(X), member(X, Xs), M).

:- entry best_of(+list(int), -).
best_of(Xs, M) :- aggregate_all(max(X, Y), (member(X, Xs), Y = b), M).

:- entry bag_of(+list(int), -).
bag_of(Xs, B) :- aggregate_all(bag(X), member(X, Xs), B).

:- entry set_of(+list(int), -).
set_of(Xs, B) :- aggregate_all(set(X), member(X, Xs), B).

:- entry bagged(+list(int), -).
bagged(Xs, B) :- bagof(X, member(X, Xs), B).

:- entry all_small(+list(int)).
all_small(Xs) :- forall(member(X, Xs), X < 8).

:- entry all_small_integers(+list(int)).
all_small_integers(Xs) :- forall(member(X, Xs), (integer(X), X < 8)).

:- entry all_below(+nat).
all_below(N) :- forall(between(1, N, X), X =< N).

:- entry found_or_all(+list(int)).
found_or_all(Xs) :- ( member(X, Xs), X > 7, ! ; true ).

:- entry until_large(+list(int), -).
until_large(Xs, X) :- member(X, Xs), ( true ; X > 6, ! ).

:- entry loop_to(+nat).
loop_to(N) :- between(1, N, X), X >= N, !.
loop_to(_).

:- entry kept_count(+nat).
kept_count(N) :- nb_setval(k, 0), ( between(1, N, _), nb_getval(k, V), W is V + 1, nb_setval(k, W), fail ; true ).

% Control constructs and lambda expressions as goals.
:- entry called_conjunction(+list(int)).
called_conjunction(Xs) :- G = (length(Xs, N), N > 3), call(G).

:- entry called_disjunction(+list(int)).
called_disjunction(Xs) :- G = (length(Xs, 2) ; length(Xs, 3)), call(G).

:- entry called_condition(+list(int)).
called_condition(Xs) :- G = ( length(Xs, 2) -> true ; length(Xs, 3) ), call(G).

:- entry called_negation(+list(int)).
called_negation(Xs) :- G = (\+ member(3, Xs)), call(G).

:- entry each_in_range(+list(int)).
each_in_range(Xs) :- maplist(in_range(0, 5), Xs).
in_range(Low, High, X) :- G = (X >= Low, X =< High), call(G).

:- entry doubled(+list(int), -).
doubled(Xs, Ys) :- maplist([X,Y]>>(Y is X*2), Xs, Ys).

:- entry scaled(+list(int), +int, -).
scaled(Xs, N, Ys) :- maplist({N}/[X,Y]>>(Y is X*N), Xs, Ys).

:- entry scaled_by_atom(+list(int), +atm, -).
scaled_by_atom(Xs, A, Ys) :- maplist(A/[X,Y]>>(Y = A-X), Xs, Ys).

:- entry chosen_by_lambda(+list(int), -).
chosen_by_lambda(Xs, Ys) :- maplist([X,Y]>>member(Y, [X,0]), Xs, Ys).

:- entry large_pairs(+list(int), -).
large_pairs(Xs, Ps) :- findall(X-Y, (member(X, Xs), X > 2, (Y = a ; Y = b)), Ps).

:- entry small_or_sign(+list(int), -).
small_or_sign(Xs, Ys) :- maplist([X,Y]>>(X < 5 -> Y = X ; Y = large), Xs, Ys).

:- entry summed_by_lambda(+list(int), -).
summed_by_lambda(Xs, S) :- foldl([X,A,B]>>(B is A+X), Xs, 0, S).

:- entry small_by_lambda(+list(int), -).
small_by_lambda(Xs, Ys) :- include([X]>>(X > 2, X < 7), Xs, Ys).

% Associations.
:- entry values_kept(+avl, -).
values_kept(T, U) :- map_assoc(keep, T, U).
keep(X, y(X)).

:- entry atoms_kept(+avl).
atoms_kept(T) :- map_assoc(atom, T).

:- entry added(+avl, +atm, -).
added(T, K, U) :- put_assoc(K, T, v, U).

:- entry looked_up(+list(atm), +avl, -).
looked_up(Ks, T, Vs) :- maplist(value_in(T), Ks, Vs).
value_in(T, K, V) :- get_assoc(K, T, V).

:- entry by_value(+list(int), -).
by_value(Xs, Ys) :- predsort(by_value, Xs, Ys).
by_value(Order, X, Y) :- compare(Order, X, Y).

:- entry path_graph(+list(atm), -).
path_graph(Vs, G) :- steps(Vs, Es), vertices_edges_to_ugraph(Vs, Es, G).
steps([], []).
steps([V|Vs], Es) :- steps(Vs, V, Es).
steps([], _, []).
steps([W|Vs], V, [V-W|Es]) :- steps(Vs, W, Es).
