% What programs written for other systems call.
:- dynamic(seen/1).
edge(a, b, 3).
edge(a, c, 1).
edge(c, b, 1).
note(Why) :- assertz(seen(Why)).
noted(L) :- findall(X, retract(seen(X)), L).
even(N) :- 0 =:= N mod 2.
double(X, Y) :- Y is 2 * X.
main([]) :- true.

% --- constants and terms
%? name(X, "12"), name(Y, "a b"), name(Z, "+") => X = 12, Y = 'a b', Z = +
%? name(abc, L), name(12, M), name([], N) => L = [97,98,99], M = [49,50], N = [91,93]
%? name(X, Y) => error(instantiation_error)
%? name(f(x), Y) => error(type_error(atomic,f(x)))
%? compound_name_arity(f(a,b), N, A) => N = f, A = 2
%? compound_name_arity(T, f, 2), T = f(1,2) => T = f(1,2)
%? compound_name_arity(a, N, A) => error(type_error(compound,a))
%? compound_name_arguments(f(a,b), N, L) => N = f, L = [a,b]
%? compound_name_arguments(T, f, [x]) => T = f(x)
%? unifiable(f(_X,b), f(a,_Y), [_Y1=A,_X1=B]), _Y1 == _Y, _X1 == _X => A = b, B = a
%? unifiable(f(a), f(b), L) => no
%? unifiable(_X, _Y, [_V=_W]), ( _V == _X, _W == _Y ; _V == _Y, _W == _X ), ! => true
%? term_singletons(f(_X,_Y,_X,_Z), _L), _L == [_Y,_Z] => true
%? nonground(f(a,_X,_Y), _V), _V == _X => true
%? nonground(f(a), V) => no
%? is_most_general_term(f(_X,_Y)), \+ is_most_general_term(f(_X,_X)), is_most_general_term([_A,_B]) => true
%? numbervars(f(X,Y,X), 3, E, [functor_name(v)]) => X = v(3), Y = v(4), E = 5
%? numbervars(f(_X,_Y,_X), 0, E, [singletons(true)]), _Y = '$VAR'(N) => E = 1, N = '_'
%? write_length('a b', L, [quoted(true)]), write_length([1,2], M, []) => L = 5, M = 5
%? write_length(abcdef, L, [max_length(3)]) => no
%? strip_module(m:n:g(x), M, G) => M = n, G = g(x)
%? term_size(f(a,g(b)), S) => S = 5
%? term_subsumer(f(a,b,a), f(c,b,c), _G), _G = f(_X,B,_Y), _X == _Y => B = b
%? mapargs(double, f(1,2), T) => T = f(2,4)
%? findall(_X, sub_term(_X, f(a,g(b))), L) => L = [f(a,g(b)),a,g(b),b]
%? occurrences_of_term(a, f(a,g(a),_X), N) => N = 2
%? occurrences_of_var(_X, f(_X,_Y,_X), N) => N = 2
%? contains_term(g(_), f(a,g(b))), free_of_term(h(_), f(a,g(b))) => true
%? varnumbers(f('$VAR'(0),'$VAR'(1),'$VAR'(0)), _T), _T = f(1,2,X) => X = 1
%? comma_list((a,b,c), L), comma_list(_C, [a,b,c]), _C == (a,b,c) => L = [a,b,c]
%? pi_head(PI, foo(_,_)), mkconj(true, b, C) => PI = foo/2, C = b

% --- texts
%? string_codes("ab", L), string_chars("ab", M), string_to_atom("ab", A), string_length("", N) => L = [97,98], M = [a,b], A = ab, N = 0
%? split_string("/a[1]/b/", "/", "", _L), maplist(atom_string, L, _L) => L = ['','a[1]',b,'']
%? split_string("a b", " ", "", _L), maplist(atom_string, L, _L) => L = [a,b]
%? atomic_list_concat([a,b], "", A) => A = ab
%? string_lines("a\nb\n", _L0), maplist(atom_string, L, _L0) => L = [a,b]
%? dedent_lines("  a\n    b\n", _S, []), string_codes(_S, _L), atom_codes(A, _L) => A = 'a\n  b\n'
%? indent_lines("> ", "a\n\nb", _S), atom_string(A, _S) => A = '> a\n\n> b'
%? text_length("abc", N), text_length(ab, M) => N = 3, M = 2
%? term_string(_T, 'f(X,X)', []), _T = f(1,Y) => Y = 1
%? with_output_to(atom(A), writef('%w and %d\\n', [a,3])) => A = 'a and 3\n'
%? with_output_to(atom(A), writef('%5l|%5r|%5c|', [ab,cd,ef])) => A = 'ab   |   cd| ef  |'
%? with_output_to(atom(A), ansi_format([bold], "~w", [x])) => A = x
%? with_output_to(atom(A), display(1+2*3)) => A = '+(1,*(2,3))'
%? concat(a, 1, X), concat_atom([a,b], Y) => X = a1, Y = ab
%? is_digit(0'7, 10, W), is_alpha(0'x), to_upper(0'x, U), upper_lower(0'A, L) => W = 7, U = 88, L = 97
%? wildcard_match('*.pl', 'a.pl'), wildcard_match('{ab,c}?[0-9]', cx7), \+ wildcard_match('a?', a) => true
%? wildcard_match('A*', abc, [case_sensitive(false)]) => true

% --- control
%? setup_call_catcher_cleanup(true, true, C, note(C)), noted(L) => C = exit, L = [exit]
%? \+ setup_call_catcher_cleanup(true, fail, _C, note(_C)), noted(L) => L = [fail]
%? catch(setup_call_catcher_cleanup(true, throw(x), _C, note(_C)), x, true), noted(L) => L = [exception(x)]
%? setup_call_catcher_cleanup(true, member(X, [1,2]), C, note(C)), !, noted(L) => X = 1, C = !, L = [!]
%? setup_call_catcher_cleanup(true, true, fail, note(never)), noted(L) => L = []
%? call_cleanup(true, C, note(C)), noted(L) => C = exit, L = [exit]
%? assertion(1 < 2) => true
%? assertion(member(_X, [1])), var(_X) => true
%? catch(assertion(fail), error(assertion_error(R, G), _), true) => R = fail, G = fail
%? debug(a, "~w", [x]), debug(a), debugging(a), nodebug(a), \+ debugging(a) => true
%? sleep(0), sleep(-1) => true
%? sleep(a) => error(type_error(float,a))
%? catch(call_with_time_limit(0.05, sleep(5)), E, true) => E = time_limit_exceeded
%? on_exception(x, throw(x), true) => true
%? concurrent_maplist(double, [1,2], L), concurrent_forall(member(_X, [2,4]), even(_X)), with_mutex(m, true), thread_self(T) => L = [2,4], T = main

% --- solutions
%? call_nth(member(X, [a,b,c]), 2) => X = b
%? findall(_X-_N, call_nth(member(_X, [a,b]), _N), L) => L = [a-1,b-2]
%? call_nth(member(X, [a]), 0) => error(domain_error(not_less_than_one,0))
%? findall(_X, offset(1, member(_X, [a,b,c])), L) => L = [b,c]
%? findall(_X, limit(2, offset(1, member(_X, [a,b,c,d]))), L) => L = [b,c]
%? findall(_X-_Y, order_by([asc(_X),desc(_Y)], member(_X-_Y, [2-a,1-b,1-c])), L) => L = [1-c,1-b,2-a]
%? order_by([up(x)], member(_, [a])) => error(domain_error(order_specifier,up(x)))
%? findall(_X, distinct(_X, member(_X, [b,a,b,f(_),f(_)])), _L), length(_L, N) => N = 3
%? findall(_X-_Y, distinct(_X, member(_X-_Y, [a-1,b-2,a-3])), L) => L = [a-1,b-2]
%? findall(_A-_L, group_by(_A, _B-_W, edge(_A, _B, _W), _L), R) => R = [a-[b-3,c-1],c-[b-1]]

% --- data structures
%? list_to_heap([3-c,1-a,2-b], _H), get_from_heap(_H, P, K, _R), heap_size(_R, N), heap_to_list(_R, L) => P = 1, K = a, N = 2, L = [2-b,3-c]
%? empty_heap(_H), \+ get_from_heap(_H, _, _, _), add_to_heap(_H, 5, x, _H1), min_of_heap(_H1, P, K), is_heap(_H1) => P = 5, K = x
%? list_to_heap([1-a,2-b], _H), delete_from_heap(_H, P, b, _R), heap_to_list(_R, L) => P = 2, L = [1-a]
%? list_to_heap([1-a,4-b], _H1), list_to_heap([2-c], _H2), merge_heaps(_H1, _H2, _H), heap_to_list(_H, L), min_of_heap(_H, P1, K1, P2, K2) => L = [1-a,2-c,4-b], P1 = 1, K1 = a, P2 = 2, K2 = c
%? rb_new(_T0), rb_insert(_T0, k, 1, _T1), rb_update(_T1, k, 2, _T2), rb_lookup(k, V, _T2), \+ rb_insert_new(_T2, k, 3, _), rb_keys(_T2, Ks) => V = 2, Ks = [k]
%? list_to_rbtree([b-2,a-1,c-3], _T), rb_visit(_T, L), rb_next(_T, a, N, _), rb_previous(_T, c, P, _), rb_size(_T, S) => L = [a-1,b-2,c-3], N = b, P = b, S = 3
%? list_to_rbtree([b-2,a-1], _T), findall(_K-_V, rb_in(_K, _V, _T), L), rb_min(_T, M, _), rb_max(_T, X, _) => L = [a-1,b-2], M = a, X = b
%? empty_nb_set(_S), add_nb_set(a, _S, A), add_nb_set(a, _S, B), ( add_nb_set(b, _S), fail ; true ), nb_set_to_list(_S, L), size_nb_set(_S, N) => A = true, B = false, L = [a,b], N = 2
%? merge([1,3], [2,4], L), 'C'([a,b], X, R) => L = [1,2,3,4], X = a, R = [b]

% --- static clauses
%? clause(double(X, Y), B) => error(permission_error(access,private_procedure,double/2))
%? set_prolog_flag(protect_static_code, false), clause(double(_X, _Y), _B), set_prolog_flag(protect_static_code, true), _B = (_Y1 is _Z), _Y1 == _Y, _Z = N*_X1, _X1 == _X => N = 2
%? set_prolog_flag(protect_static_code, false), findall(_X-_B, clause(edge(a, _X, _), _B), L), set_prolog_flag(protect_static_code, true) => L = [b-true,c-true]
%? set_prolog_flag(protect_static_code, false), catch(clause(atom_length(_, _), _), error(E, _), true), set_prolog_flag(protect_static_code, true) => E = permission_error(access,private_procedure,atom_length/2)
%? current_prolog_flag(protect_static_code, X), current_prolog_flag(multiline_quoted, Y) => X = true, Y = false

% --- GNU Prolog, YAP, SICStus Prolog
%? g_read(new, Z), g_assign(new, 5), g_inc(new), g_inc(new, A), g_dec(new), g_read(new, B) => Z = 0, A = 7, B = 6
%? bb_put(k, f(x)), bb_get(k, V), bb_update(k, O, 2), bb_delete(k, N), \+ bb_get(k, _) => V = f(x), O = f(x), N = 2
%? write_to_atom(A, f('B c')), writeq_to_atom(B, f('B c')), read_from_atom('g(1)', T), number_atom(N, '12') => A = 'f(B c)', B = 'f(\'B c\')', T = g(1), N = 12
%? findall(_S, sublist(_S, [a,b]), L), nth(2, [a,b], X) => L = [[],[b],[a],[a,b]], X = b
%? partial_list([a|_]), list_or_partial_list([a]), \+ list_or_partial_list([a|b]) => true

% --- flags that programs look at
%? current_prolog_flag(dialect, D), current_prolog_flag(unix, U) => D = horolog, U = true
%? current_prolog_flag(version, _V), integer(_V) => true
%? set_prolog_flag(verbose_load, full), current_prolog_flag(verbose_load, V), set_prolog_flag(verbose_load, silent) => V = full
%? set_prolog_flag(dialect, swi) => error(permission_error(modify,flag,dialect))
%? current_prolog_flag(float_max, M), M > 1.0e300, current_prolog_flag(float_min, _N), _N < 1.0e-300 => M = 1.7976931348623157e+308
%? g_read(f(1), _) => error(type_error(atom,f(1)))
%? sub_string("", B, _, 0, S0), string_length(S0, L) => B = 0, S0 = "", L = 0
%? findall(_A-_B, atom_concat(_A, _B, []), L) => L = [''-[],'['-']',[]-'']

% Predicates that other systems have as builtins.
:- dynamic(gone/2).
gone(1, 2).
greeting --> [hello], name(_).
name(N) --> [N].
%? call_dcg(greeting, [hello, you, x], R) => R = [x]
%? call_dcg([], state, S) => S = state
%? call_dcg(([a], {X = 1}), S0, S) => X = 1, S0 = [a|_0]
%? call_dcg(_, x, _) => error(instantiation_error)
%? call_dcg(3, x, _) => error(type_error(callable,3))
%? call_dcg(nothing, x, _) => error(existence_error(procedure,nothing/2))
%? copy_term([X], f(X, Y), V, T) => V = [_2], T = f(_2,_1)
%? copy_term(g(Y), f(X, Y, Y), V, T) => V = g(_2), T = f(_1,_2,_2)
%? copy_term(_, f(X), _, T), T == f(X), R = same => T = f(_0), R = same
%? copy_term(X-X, a, V, T), V = A-B, A == B, A \== X, R = one => T = a, R = one
%? context_module(M) => M = user
%? context_module(lists) => no
%? prolog_current_choice(_A), prolog_current_choice(_B), _A == _B, integer(_A) => true
%? prolog_current_choice(_A), ( member(_, [1, 2]), prolog_current_choice(_B) ), ( _A == _B -> C = same ; C = other ) => C = other ; C = same
%? atom_string(h, S), string_bytes(S, B, utf8) => S = "h", B = [104]
%? string_bytes('hé', B, utf8) => B = [104,195,169]
%? string_bytes('hé', B, iso_latin_1) => B = [104,233]
%? string_bytes('hé', B, octet) => B = [104,233]
%? string_bytes('a', B, utf16be) => B = [0,97]
%? string_bytes('a', B, unicode_le) => B = [97,0]
%? string_bytes('😀', B, utf16be) => B = [216,61,222,0]
%? string_bytes(S, [104,195,169], utf8), atom_string(A, S) => S = "hé", A = hé
%? string_bytes(S, [216,61,222,0], utf16be) => S = "😀"
%? string_bytes(S, [255,97], utf8) => S = "ÿa"
%? string_bytes(abc, [0'a|T], utf8) => T = [98,99]
%? string_bytes(abc, [x|_], utf8) => no
%? string_bytes('€', _, iso_latin_1) => error(representation_error(encoding))
%? string_bytes('é', _, ascii) => error(representation_error(encoding))
%? string_bytes(_, [300], utf8) => error(representation_error(encoding))
%? string_bytes(_, [0,97,0], utf16be) => error(syntax_error(incomplete_multibyte_sequence))
%? string_bytes(_, _, utf8) => error(instantiation_error)
%? string_bytes(_, [97|_], utf8) => error(instantiation_error)
%? string_bytes(a, _, _) => error(instantiation_error)
%? string_bytes(a, _, foo) => error(domain_error(encoding,foo))
%? string_bytes(12, _, utf8) => error(type_error(text,12))
%? abolish(gone, 2), catch(gone(_, _), error(E, _), true) => E = existence_error(procedure,gone/2)
%? abolish(nonesuch, 3) => true
%? abolish(foo, bar) => error(type_error(integer,bar))
%? abolish(foo, -1) => error(domain_error(not_less_than_zero,-1))
%? abolish(_, 1) => error(instantiation_error)
%? abolish(foo, _) => error(instantiation_error)
%? abolish(append, 3) => error(permission_error(modify,static_procedure,append/3))
%? read_term_from_chars([f,'(','X',',','Y',',','X',')'], T, [variable_names(Vs)]) => T = f(_0,_1,_0), Vs = ['X'=_0,'Y'=_1]
%? read_term_from_chars([a,'.',' ',b,'.'], T, []) => T = a
%? read_term_from_chars([], T, []) => T = end_of_file
%? read_term_from_chars([' ','%',x], T, []) => T = end_of_file
%? read_term_from_chars([f,'('], T, []) => error(syntax_error(illegal_start_of_term))
%? read_term_from_chars([f,'('], T, [syntax_errors(fail)]) => no
%? read_term_from_chars(_, T, []) => error(instantiation_error)
%? read_term_from_chars([a], T, [foo]) => error(domain_error(read_option,foo))
%? swritef(S, '%w-%w\\n', [a,b]), atom_string(A, S) => S = "a-b\n", A = 'a-b\n'
%? swritef(S, abc) => S = "abc"
%? catch(abort, E, true) => E = '$aborted'
%? X = 0x8000_0000, Y = 0b1010_1010, Z = 0o7_7, V = 16'ab_cd, W = 1_000_000 => X = 2147483648, Y = 170, Z = 63, V = 43981, W = 1000000
%? atom_number('1_000', X), atom_number('0xf_f', Y) => X = 1000, Y = 255
%? catch(atom_to_term('1 000', T, _), error(E, _), true) => E = syntax_error(operator_expected)
%? catch(atom_to_term('1__0', T, _), error(E, _), true) => E = syntax_error(operator_expected)
%? atom_number('1_', X) => no
%? atom_number('0x_1', X) => no
%? atom_string('(', _S), with_output_to(atom(A), put_char(_S)) => A = '('
%? atom_string(ab, S), put_char(S) => error(type_error(character,"ab"))
%? catch(atom_to_term('f(a:-b)', T, _), error(E, _), true) => E = syntax_error(operator_clash)
%? catch(atom_to_term('f()', T, _), error(E, _), true) => E = syntax_error(illegal_start_of_term)
%? statistics(inferences, _0), true, statistics(inferences, _1), numlist(1, 100, _), statistics(inferences, _2), _D is _2 - _1, _D > 100, _D < 1000 => true
%? statistics(inferences, _A), statistics(inferences, _B), _D is _B - _A, ( _D < 10 -> R = few ; R = _D ) => R = few

% Characters that stand for others, where the flag is on.
%? current_prolog_flag(char_conversion, F) => F = off
%? char_conversion('&', b), current_char_conversion('&', X), current_char_conversion(c, Y) => X = b, Y = c
%? read_term_from_chars([a,'&'], T, [syntax_errors(fail)]) => no
%? findall(X-Y, current_char_conversion(X, Y), L) => L = [& -b]
%? current_char_conversion(X, b) => X = & ; X = b
%? char_conversion('&', '&'), current_char_conversion('&', X) => X = &
%? char_conversion(_, b) => error(instantiation_error)
%? char_conversion(1, b) => error(type_error(character,1))
%? char_conversion(ab, b) => error(type_error(character,ab))
%? current_char_conversion(ab, _) => error(type_error(character,ab))
%? set_prolog_flag(char_conversion, maybe) => error(domain_error(flag_value,char_conversion+maybe))

% Flags that are numbers or atoms.
%? flag(counted, Old, Old + 1), flag(counted, Now, print), flag(counted, Then, 0) => Old = 0, Now = 1, Then = print
%? flag(counted, _, []) => error(type_error(evaluable,[]/0))
%? $(atom_length(abc, N)) => N = 3
%? $(member(X, [1, 2])) => error(determinism_error(member(1,[1,2]),det,nondet,goal))
%? $(fail) => error(determinism_error(fail,det,fail,goal))
%? member(X, [1, 2]), $ => X = 1
