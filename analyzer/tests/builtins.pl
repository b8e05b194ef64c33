% Predicates that use builtins as people do. Each entry is analysed, its bounds are recorded, and counts are held to them.

len([], 0).
len([_|Xs], N) :- len(Xs, M), N is M + 1.
sum([], S, S).
sum([X|Xs], S0, S) :- S1 is S0 + X, sum(Xs, S1, S).
down(0) :- !.
down(N) :- N > 0, M is N - 1, down(M).

% Texts: lengths flow through what takes them apart and puts them together.
:- entry words(+atm, -).
words(A, N) :- split_string(A, " ", "", Ps), len(Ps, N).

:- entry stripped(+string, -).
stripped(A, N) :- split_string(A, "", " ", Ps), len(Ps, N).

:- entry code_sum(+atm, -).
code_sum(A, S) :- atom_codes(A, Cs), sum(Cs, 0, S).

:- entry code_sum_of_string(+string, -).
code_sum_of_string(A, S) :- string_codes(A, Cs), sum(Cs, 0, S).

:- entry code_sum_of_either(+atm, -).
code_sum_of_either(A, S) :- string_codes(A, Cs), sum(Cs, 0, S).

:- entry count_down(+atm).
count_down(A) :- atom_length(A, L), down(L).

:- entry count_down_string(+atm).
count_down_string(A) :- string_length(A, L), down(L).

:- entry occurrences(+atm, +atm, -).
occurrences(A, C, N) :- atom_length(A, L), occurs(0, L, A, C, 0, N).
occurs(L, L, _, _, N, N) :- !.
occurs(I, L, A, C, N0, N) :-
    I < L,
    ( sub_atom(A, I, 1, _, C) -> N1 is N0 + 1 ; N1 = N0 ),
    J is I + 1,
    occurs(J, L, A, C, N1, N).

:- entry prefixes(+atm, -).
prefixes(A, N) :- findall(P, sub_atom(A, 0, _, _, P), Ps), len(Ps, N).

:- entry places(+atm, +atm, -).
places(A, B, N) :- findall(I, sub_atom(A, I, _, _, B), Is), len(Is, N).

:- entry slices(+string, -).
slices(A, N) :- findall(S, sub_string(A, _, 2, _, S), Ss), len(Ss, N).

:- entry halves(+atm, -).
halves(A, N) :- findall(X-Y, atom_concat(X, Y, A), Ps), len(Ps, N).

:- entry joined(+atm, +atm, -).
joined(A, B, N) :- atom_concat(A, B, C), atom_length(C, L), down(L), N = L.

:- entry joined_strings(+string, +atm, -).
joined_strings(A, B, N) :- string_concat(A, B, C), string_concat("codes", C, D), string_length(D, N), down(N).

:- entry joined_codes(+list(nat), +atm, -).
joined_codes(A, B, N) :- string_concat(A, B, C), string_length(C, N), down(N).

:- entry without_prefix(+atm, +atm, -).
without_prefix(A, B, N) :- atom_concat(A, R, B), atom_length(R, N), down(N).

:- entry joined_list(+atm, +atm, +nat, -).
joined_list(A, B, K, N) :- atomic_list_concat([A, B, K, c], C), atom_length(C, N), down(N).

:- entry joined_numbers(+list(int), -).
joined_numbers(Ks, N) :- atomic_list_concat([x|Ks], '--', C), atom_length(C, N), down(N).

:- entry fields(+atm, -).
fields(A, N) :- atomic_list_concat(Ps, ',', A), len(Ps, N).

:- entry digits(+nat, -).
digits(N, S) :- number_codes(N, Cs), sum(Cs, 0, S).

:- entry digits_of_any(+int, -).
digits_of_any(N, S) :- atom_length(N, L), down(L), S = L.

:- entry palindrome(+atm).
palindrome(A) :- atom_chars(A, Cs), reverse(Cs, Cs).

:- entry shifted(+atm, +nat, -).
shifted(A, K, N) :- atom_codes(A, Cs), shift(Cs, K, Ds), atom_codes(B, Ds), atom_length(B, N), down(N).
shift([], _, []).
shift([C|Cs], K, [D|Ds]) :- D is (C + K) mod 128, shift(Cs, K, Ds).

:- entry upper(+atm, -).
upper(A, N) :- upcase_atom(A, B), atom_codes(B, Cs), len(Cs, N).

:- entry lower(+string, -).
lower(A, N) :- string_lower(A, B), string_chars(B, Cs), len(Cs, N).

:- entry vowels(+atm, -).
vowels(A, N) :- atom_chars(A, Cs), include(vowel, Cs, Vs), len(Vs, N).
vowel(a).
vowel(e).
vowel(i).

:- entry codes_of_string(+atm, -).
codes_of_string(A, S) :- atom_string(A, T), string_length(T, L), code_at(1, L, T, 0, S).
code_at(I, L, _, S, S) :- I > L, !.
code_at(I, L, T, S0, S) :- string_code(I, T, C), S1 is S0 + C, J is I + 1, code_at(J, L, T, S1, S).

:- entry number_in(+atm, -).
number_in(A, N) :- atom_number(A, N), !.
number_in(_, 0).

:- entry number_or_length(+atm, -).
number_or_length(A, N) :- ( atom_number(A, _) -> N = 0 ; atom_length(A, N), down(N) ).

:- entry letters(+atm).
letters(A) :- atom_codes(A, Cs), phrase(small, Cs, Rest), len(Rest, _).
small --> [C], { C >= 0'a, C =< 0'z }, small.
small --> [].

:- entry known_text(-).
known_text(N) :- atom_codes(hello, Cs), len(Cs, M), string_length("four", K), down(K), N is M + K.

:- entry through_string(+list(nat), -).
through_string(Cs, N) :- string_codes(S, Cs), string_to_atom(S, A), atom_length(A, N), down(N).

:- entry compared_texts(+atm, +string, -).
compared_texts(A, B, R) :- ( A == B -> R = same ; atom_length(A, N), string_length(B, M), N < M -> R = N ; R = M ).

% [] has two characters as an atom, and none as a text that is a list.
:- entry nothing(-).
nothing(N) :- atom_length([], K), down(K), string_length([], L), down(L), atom_codes(A, "[]"), string_codes(A, Cs),
    len(Cs, M), N is K + L + M.

% What is no text raises an exception, and what does not fit is false.
:- entry fits(+atm, +nat, +nat).
fits(A, I, N) :- sub_atom(A, I, N, K, _), down(K).

:- entry fits_after(+atm, +nat).
fits_after(A, K) :- sub_atom(A, I, 1, K, _), down(I).

% Exceptions: what a goal has done up to one, and the recovery.
:- entry quotient(+int, +int, -).
quotient(X, Y, Z) :- catch(Z is X // Y, _, Z = 0).

:- entry found(+list(int), +int, -).
found(Xs, K, R) :- catch(look(Xs, K), found(R), true).
look([], _).
look([X|Xs], K) :- ( X =:= K -> throw(found(X)) ; look(Xs, K) ).

:- entry found_late(+list(int), +int, -).
found_late(Xs, K, R) :- catch(look_late(Xs, K), found(_), down(5)), R = done.
look_late([], _).
look_late([X|Xs], K) :- look_late(Xs, K), ( X =:= K -> down(3), throw(found(X)) ; true ).

:- entry not_caught(+list(int), +int).
not_caught(Xs, K) :- catch(catch(look(Xs, K), other(_), down(9)), found(_), down(2)).

:- entry tested(+list(int)).
tested(Xs) :- catch(all_positive(Xs), negative, fail).
all_positive([]).
all_positive([X|Xs]) :- positive(X), all_positive(Xs).
positive(X) :- X > 0, !.
positive(_) :- throw(negative).

:- entry nested(+nat, +int).
nested(0, K) :- !, ( K > 2 -> throw(a) ; K > 1 -> throw(b(K)) ; true ).
nested(N, K) :- M is N - 1, catch(nested(M, K), a, true).

:- entry sum_or_none(+list(gnd), -).
sum_or_none(Xs, S) :- catch(sum(Xs, 0, S), error(type_error(_, _), _), S = none).

:- entry no_number(-).
no_number(R) :- X = a, catch(R is X + 1, error(E, _), R = E).

:- entry no_comparison(-).
no_comparison(R) :- X = a, catch(( X < 1 -> R = 1 ; R = 2 ), error(E, _), R = E).

:- entry several(+list(int), -).
several(Xs, N) :- findall(X, catch(( member(X, Xs), X > 1 ), _, true), Ys), len(Ys, N).

:- entry several_and_throw(+list(int), -).
several_and_throw(Xs, R) :- catch(throwing_member(Xs, R), at(_), down(4)).
throwing_member(Xs, R) :- member(X, Xs), ( X > 4 -> throw(at(X)) ; X < 0 -> R = X ; fail ).

:- entry generated(+nat, +nat, -).
generated(N, M, R) :- catch(( up(0, N, K), ( K >= M -> throw(far) ; fail ) ), far, R = 1).
generated(_, _, 0).
up(K, N, _) :- K > N, throw(past).
up(K, _, K).
up(K, N, L) :- J is K + 1, up(J, N, L).

:- entry bound_before(+list(int), -).
bound_before(Xs, R) :- catch(fill(Xs, [a, b|_], R), stop, R = none).
fill([], Ys, Ys).
fill([X|Xs], Ys, R) :- ( X > 3 -> throw(stop) ; true ), fill(Xs, [X|Ys], R).

:- entry raised_again(+list(int), +int).
raised_again(Xs, K) :- catch(again(Xs, K), found(_), true).
again(Xs, K) :- catch(look(Xs, K), E, ( down(2), throw(E) )).

% *->: further solutions of the condition, and its else part only where it has none.
:- entry soft(+list(int), -).
soft(Xs, N) :- findall(Y, softly(Xs, Y), Ys), len(Ys, N).
softly(Xs, Y) :- ( member(X, Xs), X > 1 *-> down(2), Y = X ; down(7), Y = none ).

:- entry soft_once(+list(int), +int, -).
soft_once(Xs, K, Y) :- ( look_for(Xs, K) *-> Y = yes ; down(3), Y = no ).
look_for([X|Xs], K) :- ( X =:= K -> true ; look_for(Xs, K) ).

:- entry soft_cut(+list(int), -).
soft_cut(Xs, Y) :- ( member(X, Xs) *-> Y = X ; Y = none ), Y > 1, !.
soft_cut(_, 0).

% Lists of variables.
:- entry fresh(+nat, -).
fresh(N, M) :- length(L, N), len(L, M).

:- entry fresh_rest(+nat, -).
fresh_rest(N, M) :- L = [a, b|_], length(L, N), len(L, M).

% Lambda expressions with compounds as parameters.
:- entry doubled(+list(int), -).
doubled(Xs, Ys) :- maplist([X, p(X, Y)]>>(Y is X * 2), Xs, Ys).

:- entry totals(+list(int), -).
totals(Xs, S) :- foldl([X, A-C, B-D]>>(B is A + X, D is C + 1), Xs, 0-0, S).

:- entry swapped(+list(int), -).
swapped(Xs, Ys) :- findall(X-b, member(X, Xs), Ps), maplist([A-B, B-A]>>true, Ps, Ys).

% Cleanups: after an exit, after a failure, after an exception.
:- entry cleaned(+list(int), -).
cleaned(Xs, N) :- setup_call_cleanup(down(2), len(Xs, N), down(3)).

:- entry cleaned_or_not(+list(int)).
cleaned_or_not(Xs) :- call_cleanup(starts(Xs), down(4)).
starts([X|_]) :- X > 3.

:- entry cleaned_and_raised(+list(int), +int, -).
cleaned_and_raised(Xs, K, R) :- catch(call_cleanup(look(Xs, K), down(3)), found(R), true).

:- entry cleaned_within(+list(int), +int, -).
cleaned_within(Xs, K, N) :-
    call_cleanup(catch(call_cleanup(look(Xs, K), down(2)), found(_), down(1)), down(3)),
    len(Xs, N).

% Terms taken apart and put together.
:- entry arguments(+gnd, -).
arguments(T, N) :- T =.. [_|As], len(As, N).

:- entry arity(+gnd, -).
arity(T, N) :- functor(T, _, N), down(N).

:- entry integers_in(+gnd, -).
integers_in(T, N) :- functor(T, _, A), integers_in(A, T, 0, N).
integers_in(0, _, N, N) :- !.
integers_in(I, T, N0, N) :-
    arg(I, T, A),
    ( integer(A) -> N1 is N0 + 1 ; N1 = N0 ),
    J is I - 1,
    integers_in(J, T, N1, N).

:- entry goal_made(+nat).
goal_made(N) :- G =.. [down, N], call(G).

:- entry put_together(+list(int), -).
put_together(Xs, N) :- T =.. [row|Xs], functor(T, _, N).

:- entry row_of(+nat, -).
row_of(N, T) :- functor(T, row, N).

:- entry made_of_three(+nat).
made_of_three(N) :- functor(T, row, 3), arg(1, T, N), T =.. [_, A|_], A = N, down(N).

% What is written.
:- entry written(+list(int)).
written(Xs) :- with_output_to(string(_), ( forall(member(X, Xs), ( write(X), write(' ') )), writeln(Xs) )).

:- entry written_text(+atm, +nat).
written_text(A, N) :- with_output_to(string(_), ( writeq(A), write(f(A, -(1), [x, Y|Y])), tab(N), nl )).

:- entry indented(+int).
indented(N) :- with_output_to(string(_), tab(N)).

% Copies of trees, of floats and of records: by their nodes.
:- regtype weighed/1.
weighed(none).
weighed(pair(W, T)) :- float(W), weighed(T).
:- regtype node_tree/1.
node_tree(leaf).
node_tree(node(L, V, R)) :- node_tree(L), int(V), node_tree(R).

:- entry copied_tree(+node_tree, -).
copied_tree(T, C) :- copy_term(T, C).

:- entry copied_weights(+weighed, -).
copied_weights(T, C) :- copy_term(T-_, C).

:- entry copied_pairs(+list(int-atm), -).
copied_pairs(L, C) :- copy_term(L, C).

:- entry trees_found(+node_tree, +int, -).
trees_found(T, V, Ts) :- findall(S, holds(T, V, S), Ts).
holds(node(L, V, R), V, node(L, V, R)).
holds(node(L, _, _), V, S) :- holds(L, V, S).
holds(node(_, _, R), V, S) :- holds(R, V, S).
