% Inputs for predicates of the library that random terms of their types do not suit: trees in order and balanced, ordered
% sets, graphs, heaps, dates, names of properties. input(Goal) gives them one after another; each fits the entry of its
% predicate.

n(N) :- member(N, [0, 1, 2, 3, 4, 6, 9]).

letters(N, Ls) :-
    length(Ls, N),
    append(Ls, _, [m, c, x, a, f, q, b, z, k, d]).

key(K) :- member(K, [a, m, zz, '']).

tree(T) :-
    n(N),
    letters(N, Ks),
    pairs(Ks, Ps),
    list_to_assoc(Ps, T).

pairs([], []).
pairs([K|Ks], [K-v|Ps]) :- pairs(Ks, Ps).

set(S) :-
    n(N),
    letters(N, Ls),
    sort(Ls, S).

few(S) :- member(S, [[], [c], [a, m, zz]]).

heap(H) :-
    n(N),
    letters(N, Ks),
    pairs(Ks, Ps),
    list_to_heap(Ps, H).

graph(G) :- member(Vs-Es, [[]-[], [a]-[], [a, b]-[a-b], [a, b, c]-[a-b, b-c, c-a], [d]-[a-b, a-c, a-d, b-d]]),
    vertices_edges_to_ugraph(Vs, Es, G).

day(date(Y, M, D)) :- member(Y-M-D, [1970-1-1, 2000-2-29, 2023-12-31, 1900-3-1, -4-7-9, 2024-14-40]).

code(C) :- member(C, [0, 9, 32, 46, 48, 57, 65, 90, 95, 97, 122, 127, 160, 223, 255, 955, 1040, 19968]).

numeral(N) :- member(N, [0, 1, -1, 2.5, -2.5, 3, 1000000]).

positive(N) :- member(N, [1, 2, 0.25, 2.5, 3, 10, 1000000]).

term(T) :- member(T, [a, f(a), f(b), f(a, g(b)), [a, b], 'A'-1, 7]).

goal(T) :- member(T, [true, foo, foo(a), foo(a, b), (a, b), (a ; b), !, a:b]).

% assoc, rbtrees
input(is_assoc(T)) :- tree(T).
input(get_assoc(K, T, _)) :- tree(T), key(K).
input(put_assoc(K, T, v, _)) :- tree(T), key(K).
input(get_assoc(K, T, _, _, w)) :- tree(T), key(K).
input(ord_list_to_assoc(Ps, _)) :- set(S), pairs(S, Ps).
input(list_to_assoc(Ps, _)) :- n(N), letters(N, Ls), pairs(Ls, Ps).
input(assoc_to_list(T, _)) :- tree(T).
input(assoc_to_keys(T, _)) :- tree(T).
input(assoc_to_values(T, _)) :- tree(T).
input(min_assoc(T, _, _)) :- tree(T).
input(max_assoc(T, _, _)) :- tree(T).
input(del_min_assoc(T, _, _, _)) :- tree(T).
input(del_max_assoc(T, _, _, _)) :- tree(T).
input(rb_lookup(K, _, T)) :- tree(T), key(K).
input(rb_insert(T, K, v, _)) :- tree(T), key(K).
input(rb_insert_new(T, K, v, _)) :- tree(T), key(K).
input(rb_update(T, K, v, _)) :- tree(T), key(K).
input(rb_visit(T, _)) :- tree(T).
input(rb_keys(T, _)) :- tree(T).
input(rb_min(T, _, _)) :- tree(T).
input(rb_max(T, _, _)) :- tree(T).
input(rb_next(T, K, _, _)) :- tree(T), key(K).
input(rb_previous(T, K, _, _)) :- tree(T), key(K).
input(rb_size(T, _)) :- tree(T).

% ctypes, text
input(Goal) :-
    member(Name, [is_alnum, is_alpha, is_ascii, is_cntrl, is_csym, is_csymf, is_digit, is_graph, is_lower, is_print,
                  is_punct, is_space, is_upper, is_white]),
    code(C),
    Goal =.. [Name, C].
input(Goal) :-
    member(Name, [to_lower, to_upper, upper_lower]),
    code(C),
    Goal =.. [Name, C, _].
input(char_type(C, Of)) :- member(C, [a, 'A', '1', ' ', '_', '.']), member(Of, [alpha, digit, space, upper]).
input(code_type(C, Of)) :- code(C), member(Of, [alpha, digit, space, upper]).
input(concat_atom(Ls, _)) :- n(N), letters(N, Ls).
input(name(A, _)) :- member(A, [a, '', abc, '12']).
input(atom_concat(A, B, _)) :- member(A, [a, '', abc]), member(B, [b, '', 'a b']).
input(string_concat(A, B, _)) :- member(A, [a, '', abc]), member(B, [b, '', 'a b']).
input(sub_atom(A, B, L, _, _)) :- member(A, [a, '', abcde]), member(B, [0, 1, 3]), member(L, [0, 1, 2]).
input(sub_string(A, B, L, _, _)) :- member(A, [a, '', abcde]), member(B, [0, 1, 3]), member(L, [0, 1, 2]).
input(substring(A, B, L, _)) :- member(A, [a, '', abcde]), member(B, [1, 2, 3]), member(L, [0, 1, 2]).
input(string_to_list(A, _)) :- member(A, [a, '', abc, '12']).
input(string_lines(_, Ls)) :- n(N), letters(N, Ls).

% date
input(stamp_date_time(S, _, Z)) :- member(S, [0, 1.0e9, -5, 86400, 1.5]), member(Z, [0, 3600, -3600]).
input(date_time_stamp(D, _)) :- day(D).
input(date_time_value(K, D, _)) :- day(D), member(K, [year, month, day, date]).
input(day_of_the_week(D, _)) :- day(D).

% gensym, gnu, old
input(gensym(K, _)) :- key(K), n(_).
input(reset_gensym(K)) :- key(K), n(_).
input(g_assign(K, T)) :- key(K), term(T).
input(write_to_atom(_, T)) :- term(T), n(_).
input(number_atom(N, _)) :- numeral(N).
input(hash_term(T, _)) :- term(T).
input(Goal) :- member(Name, [sin, cos, tan, round, floor, ceiling, sign, truncate]), numeral(N), Goal =.. [Name, N, _].
input(Goal) :- member(Name, [log, sqrt]), positive(N), Goal =.. [Name, N, _].
input(pow(B, E, _)) :- member(B, [-2, 0, 1, 3]), member(E, [0, 1, 2, 5]).
input(abs(N, _)) :- member(N, [-3, -1, 0, 2]).

% heaps
input(singleton_heap(_, P, K)) :- member(P, [1, 2]), term(K).
input(add_to_heap(H, P, K, _)) :- heap(H), member(P-K, [a-x, q-y]).
input(get_from_heap(H, _, _, _)) :- heap(H).
input(min_of_heap(H, _, _)) :- heap(H).
input(heap_size(H, _)) :- heap(H).
input(list_to_heap(Ps, _)) :- n(N), letters(N, Ls), pairs(Ls, Ps).
input(merge_heaps(G, H, _)) :- heap(G), heap(H).

% option
input(option(O, Os)) :- member(O, [a(1), b(2), c]), member(Os, [[], [a(1)], [b(1), a(1)], [c, b(2)]]).
input(option(O, Os, d)) :- member(O, [a(1), b(2)]), member(Os, [[], [a(1)], [b(1), a(1)]]).
input(select_option(O, Os, _)) :- member(O, [a(1), b(2)]), member(Os, [[], [a(1)], [b(1), a(1)]]).
input(select_option(O, Os, _, d)) :- member(O, [a(1), b(2)]), member(Os, [[], [a(1)], [b(1), a(1)]]).
input(merge_options(A, B, _)) :- member(A, [[], [a(1)], [b(1), a(1)]]), member(B, [[], [a(2)], [c(1)]]).

% ordsets
input(is_ordset(S)) :- set(S).
input(list_to_ord_set(Ls, _)) :- n(N), letters(N, Ls).
input(Goal) :- member(Name, [ord_memberchk]), set(S), key(K), Goal =.. [Name, K, S].
input(Goal) :- member(Name, [ord_add_element, ord_del_element]), set(S), key(K), Goal =.. [Name, S, K, _].
input(ord_selectchk(K, S, _)) :- set(S), key(K).
input(Goal) :-
    member(Name, [ord_union, ord_intersection, ord_subtract, ord_symdiff]), set(S), few(T), Goal =.. [Name, S, T, _].
input(Goal) :- member(Name, [ord_union, ord_intersection]), set(S), few(T), Goal =.. [Name, S, T, _, _].
input(ord_intersect(S, T, _)) :- set(S), few(T).
input(Goal) :- member(Name, [ord_intersect, ord_disjoint, ord_subset, ord_seteq]), set(S), few(T), Goal =.. [Name, S, T].
input(ord_union([S, T], _)) :- set(S), few(T).
input(ord_intersection([S, T], _)) :- set(S), few(T).

% pairs, prolog_code, terms
input(pairs_keys(Ps, _)) :- n(N), letters(N, Ls), pairs(Ls, Ps).
input(pairs_values(Ps, _)) :- n(N), letters(N, Ls), pairs(Ls, Ps).
input(transpose_pairs(Ps, _)) :- n(N), letters(N, Ls), pairs(Ls, Ps).
input(group_pairs_by_key(Ps, _)) :- n(N), letters(N, Ls), pairs(Ls, Ps).
input(pairs_keys_values(_, Ks, Vs)) :- n(N), letters(N, Ks), letters(N, Vs).
input(comma_list(_, Ls)) :- n(N), letters(N, Ls).
input(semicolon_list(_, Ls)) :- n(N), letters(N, Ls).
input(mkconj(A, B, _)) :- goal(A), member(B, [true, b, (c, d)]).
input(mkdisj(A, B, _)) :- goal(A), member(B, [true, fail, b]).
input(pi_head(_, H)) :- goal(H), H \= _:_.
input(pi_head(_, m:H)) :- member(H, [foo, foo(a)]).
input(head_name_arity(H, _, _)) :- goal(H), H \= _:_.
input(most_general_goal(H, _)) :- goal(H).
input(is_control_goal(H)) :- goal(H).
input(is_predicate_indicator(P)) :- member(P, [a/1, a//2, m:a/1, a, f(a), a/b, -1]).
input(Goal) :- member(Name, [variant, subsumes, same_functor, subsumes_chk]), term(T), term(U), Goal =.. [Name, T, U].
input(same_functor(T, U, _)) :- term(T), term(U).
input(same_functor(T, U, _, _)) :- term(T), term(U).
input(free_variables(T, B, [], _)) :- member(T-B, [f(X, Y)-X, f(X)-f(X), a-X, X-Y, (Y^p(X, Y, _))-X]).

% random
input(random_between(L, H, _)) :- member(L-H, [1-1, 1-10, -5-5, 0-100, 3-4]), n(_).
input(random(L, H, _)) :- member(L-H, [1-2, 1-10, -5-5, 0-100]), n(_).
input(random_member(_, Ls)) :- n(N), letters(N, Ls).
input(random_select(_, Ls, _)) :- n(N), letters(N, Ls).
input(random_permutation(Ls, _)) :- n(N), letters(N, Ls).
input(random_numlist(P, L, H, _)) :- member(P, [0.0, 0.5, 1.0]), member(L-H, [1-1, 1-6, 4-2, -2-2]).
input(random_perm2(A, B, _, _)) :- term(A), term(B).
input(maybe(P)) :- member(P, [0.0, 0.25, 0.5, 1.0]), n(_).
input(maybe(K, N)) :- member(K-N, [1-2, 0-3, 3-3, 1-10]), n(_).

% ugraphs
input(vertices_edges_to_ugraph(Vs, Es, _)) :- n(N), letters(N, Vs), member(Es, [[], [a-b], [c-a, a-c, m-x]]).
input(Goal) :- member(Name, [vertices, edges, transpose_ugraph, complement]), graph(G), Goal =.. [Name, G, _].
input(add_edges(G, Es, _)) :- graph(G), member(Es, [[], [a-b], [c-a, a-c]]).
input(del_edges(G, Es, _)) :- graph(G), member(Es, [[], [a-b], [a-b, c-a]]).
input(del_vertices(G, Vs, _)) :- graph(G), member(Vs, [[], [a], [a, b]]).
input(ugraph_union(G, H, _)) :- graph(G), graph(H).
input(Goal) :- member(Name, [neighbours, neighbors]), graph(G), member(V, [a, b, zz]), Goal =.. [Name, V, G, _].
input(connect_ugraph(G, _, _)) :- graph(G).
