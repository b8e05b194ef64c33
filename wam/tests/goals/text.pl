% Atoms, strings, formats.
%? atom_codes(abc, L) => L = [97,98,99]
%? atom_codes(X, "abc") => X = abc
%? atom_chars(X, [a,'1']) => X = a1
%? atom_chars(123, L) => L = ['1','2','3']
%? atom_chars(X, [a|_]) => error(instantiation_error)
%? char_code(X, 0'a) => X = a
%? char_code(a, X) => X = 97
%? atom_length(hello, N) => N = 5
%? atom_length(X, N) => error(instantiation_error)
%? atom_length(f(x), N) => error(type_error(atom,f(x)))
%? atom_length(abc, foo) => error(type_error(integer,foo))
%? atom_concat(a, b, X) => X = ab
%? atom_concat(X, Y, ab) => X = '', Y = ab ; X = a, Y = b ; X = ab, Y = ''
%? atom_concat(a, X, abc) => X = bc
%? atom_concat(X, c, abc) => X = ab
%? atom_concat(b, X, abc) => no
%? atom_concat(X, Y, Z) => error(instantiation_error)
%? sub_atom(abcde, 1, 2, A, S) => A = 2, S = bc
%? sub_atom(abab, B, 2, A, ab) => B = 0, A = 2 ; B = 2, A = 0
%? sub_atom(abc, B, 2, 0, S) => B = 1, S = bc
%? sub_atom(ab, B, 1, A, S) => B = 0, A = 1, S = a ; B = 1, A = 0, S = b
%? findall(S, sub_atom(ab, _, _, _, S), L) => L = ['',a,ab,'',b,'']
%? atom_number('12', X) => X = 12
%? atom_number('0x1F', X) => X = 31
%? atom_number(foo, X) => no
%? atom_number(X, 5) => X = '5'
%? number_codes(X, "12") => X = 12
%? number_codes(X, " 12") => X = 12
%? atom_string(abc, S), string(S) => S = "abc"
%? upcase_atom('hello world', X) => X = 'HELLO WORLD'
%? string_concat(abc, 1, S), string_length(S, N) => S = "abc1", N = 4
%? string_chars(S, [a,b]), string_codes(S, C), string_to_atom(S, A) => S = "ab", C = [97,98], A = ab
%? split_string('a,b,,c', ',', '', L), length(L, N) => L = ["a","b","","c"], N = 4
%? sub_string('hello', 0, 2, _, S) => S = "he"
%? atomic_list_concat([a,1,"x"], X) => error(type_error(atomic,[120]))
%? atomic_list_concat([a,1,b], X) => X = a1b
%? atomic_list_concat([a,b,c], '-', X) => X = 'a-b-c'
%? atomic_list_concat(L, ',', 'a,b,c') => L = [a,b,c]
%? atomic_list_concat([a,X], ',', 'a,b') => X = b
%? term_to_atom(f(X,'A b',"s"), _A), sub_atom(_A, 0, 4, _, Start), sub_atom(_A, _, 13, 0, End) => Start = 'f(_G', End = ',\'A b\',[115])'
%? term_to_atom(T, 'foo(X,Y,X)'), T = foo(1,2,Z) => T = foo(1,2,1), Z = 1
%? atom_to_term('p(X,Y)', T, B), B = [_=1,_=2] => T = p(1,2), B = ['X'=1,'Y'=2]
%? term_to_atom(T, 'foo(') => error(syntax_error(end_of_file))
%? char_type(a, alpha), char_type('1', digit(W)) => W = 1
%? code_type(0'A, upper(L)) => L = 97
%? with_output_to(atom(A), (write(a), print('B c'), nl)) => A = 'a\'B c\'\n'
%? with_output_to(string(S), fail) => no
%? catch(with_output_to(atom(_), throw(x)), x, true), with_output_to(atom(A), write(y)) => A = y
%? format(atom(A), "~w and ~q", ['X y', 'X y']) => A = 'X y and \'X y\''
%? format(atom(A), "~a~d~n", [abc, 42]) => A = 'abc42\n'
%? format(atom(A), "~2d ~D ~2D", [1234, 1234567, 1234567]) => A = '12.34 1,234,567 12,345.67'
%? format(atom(A), "~2f ~0f ~4e ~g", [3.14159, 2.5, 12345.678, 0.1]) => A = '3.14 2 1.2346e+04 0.1' ; …
%? format(atom(A), "~s~c~i~w~~", ["abc", 100, skipped, x]) => A = 'abcdx~'
%? format(atom(A), "~8|abc~t~20|def", []) => A = '        abc         def'
%? format(atom(A), "~t~w~10||", [right]) => A = '     right|'
%? format(atom(A), "~w~t~10|~w", [left, x]) => A = 'left      x'
%? format(atom(A), "~t~w~t~11|", [mid]) => A = '    mid    '
%? format(atom(A), "~`-t~10|", []) => A = ----------
%? format(atom(A), "~*c~8r~16R", [3, 0'x, 64, 255]) => A = xxx100FF
%? format(atom(A), "~a~t~8+~a~t~8+~a", [a,b,c]) => A = 'a       b       c'
%? format(atom(A), "no arguments", []) => A = 'no arguments'
%? format(atom(A), "~w", x) => A = x
%? format("~w", []) => error(format('not enough arguments'))
%? format("~a ~a", [x]), fail => error(format('not enough arguments'))
%? format("~z", [x]) => error(existence_error(format_character,z))
%? number_vars(X) => error(existence_error(procedure,number_vars/1))
%? writeq('hello world'), print(x), write_canonical([a]), tab(2), put_char(x), nl => true
%? write_term(f(X, 'a b'), [quoted(true)]) => true
%? op(700, xfx, ===>) => true
%? X = (a ===> b), X =.. L => X = a===>b, L = [===>,a,b]
%? op(1201, xfx, foo) => error(domain_error(operator_priority,1201))
%? op(700, xfx, ',') => error(permission_error(modify,operator,','))
%? current_op(P, xfx, is) => P = 700
%? current_prolog_flag(bounded, X) => X = false
%? set_prolog_flag(nonsense, 1) => error(domain_error(prolog_flag,nonsense))
%? statistics(runtime, [T|_]), integer(T), statistics(cputime, C), float(C), fail => no
%? statistics(nonsense, X) => error(domain_error(statistics_key,nonsense))
%? atom_chars(X, []), X == '' => X = ''
%? atom_length(abc, -1) => error(domain_error(not_less_than_zero,-1))
