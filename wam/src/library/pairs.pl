% Pairs Key-Value.
:- module(pairs, [pairs_keys_values/3, pairs_keys/2, pairs_values/2, transpose_pairs/2, map_list_to_pairs/3,
                  group_pairs_by_key/2]).

:- meta_predicate map_list_to_pairs(2, ?, ?).

:- regtype key_value/1.
key_value(_-_).

:- entry pairs_keys(+list(gnd), -).
:- entry pairs_values(+list(gnd), -).

% pairs_keys_values(?Pairs, ?Keys, ?Values): Pairs are the Keys with their Values.
:- entry pairs_keys_values(-, +list, +list).
:- pred pairs_keys_values(A, B, C) : (var(A), list(B), list(C)) => list(key_value, A)
   + (is_det, cost(ub, steps, min(length(B), length(C)) + 1)).
pairs_keys_values([], [], []).
pairs_keys_values([K-V|Pairs], [K|Keys], [V|Values]) :- pairs_keys_values(Pairs, Keys, Values).

% pairs_keys(?Pairs, ?Keys).
:- entry pairs_keys(+list(key_value), -).
:- pred pairs_keys(A, B) : (list(key_value, A), var(B)) => (list(A), list(B))
   + (not_fails, is_det, cost(exact, steps, length(A) + 1)).
pairs_keys([], []).
pairs_keys([K-_|Pairs], [K|Keys]) :- pairs_keys(Pairs, Keys).

% pairs_values(?Pairs, ?Values).
:- entry pairs_values(+list(key_value), -).
:- pred pairs_values(A, B) : (list(key_value, A), var(B)) => (list(A), list(B))
   + (not_fails, is_det, cost(exact, steps, length(A) + 1)).
pairs_values([], []).
pairs_values([_-V|Pairs], [V|Values]) :- pairs_values(Pairs, Values).

% transpose_pairs(+Pairs, -Transposed): Value-Key, sorted by the new keys.
:- entry transpose_pairs(+list(key_value), -).
:- pred transpose_pairs(A, B) : (list(key_value, A), var(B)) => list(key_value, B)
   + (not_fails, is_det, cost(exact, steps, length(A) + 2)).
transpose_pairs(Pairs, Transposed) :-
    turn_pairs(Pairs, Turned),
    keysort(Turned, Transposed).

turn_pairs([], []).
turn_pairs([K-V|Pairs], [V-K|Turned]) :- turn_pairs(Pairs, Turned).

% map_list_to_pairs(:Function, +List, -Pairs): call(Function, Element, Key) makes the keys.
map_list_to_pairs(Function, List, Pairs) :- keyed(List, Function, Pairs).

keyed([], _, []).
keyed([X|Xs], Function, [K-X|Pairs]) :- call(Function, X, K), keyed(Xs, Function, Pairs).

% group_pairs_by_key(+Pairs, -Groups): Key-Values for neighbours with the same key; keysort/2 first makes all of them
% neighbours.
:- entry group_pairs_by_key(+list(key_value), -).
:- pred group_pairs_by_key(A, B) : (list(key_value, A), var(B)) => (list(A), list(key_value, B))
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, (length(A) + 1) * (length(A) + 2) / 2)).
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Pairs], [K-[V|Vs]|Groups]) :-
    same_key(Pairs, K, Vs, Rest),
    group_pairs_by_key(Rest, Groups).

same_key([K-V|Pairs], Key, Vs, Rest) :- K == Key, !, Vs = [V|More], same_key(Pairs, Key, More, Rest).
same_key(Pairs, _, [], Pairs).
