% Streams: opening and closing, characters and bytes, positions, properties, errors. `tmp(F)` is a file of the machine's.
tmp(F) :- catch(nb_getval(tmp, F), _, ( tmp_file(streams, F), nb_setval(tmp, F) )).
write_file(Text) :- tmp(F), open(F, write, S), write(S, Text), close(S).
with_text(Text, S) :- with_text(Text, S, []).
with_text(Text, S, Options) :- write_file(Text), tmp(F), open(F, read, S, Options).
write_bytes(Bytes) :-
    tmp(F), open(F, write, S, [type(binary)]), forall(member(B, Bytes), put_byte(S, B)), close(S).
with_bytes(Bytes, S) :- write_bytes(Bytes), tmp(F), open(F, read, S, [type(binary)]).
rest(S, Cs) :- get_char(S, C), ( C == end_of_file -> Cs = [] ; Cs = [C|T], rest(S, T) ).
contents(T) :- tmp(F), open(F, read, S), rest(S, Cs), close(S), atom_chars(T, Cs).
bytes(Bs) :- tmp(F), open(F, read, S, [type(binary)]), all_bytes(S, Bs), close(S).
all_bytes(S, Bs) :- get_byte(S, B), ( B == -1 -> Bs = [] ; Bs = [B|T], all_bytes(S, T) ).
error_of(G, E) :- catch(G, error(E, _), true).
closed(S) :- tmp(F), open(F, append, S), close(S).
out(S) :- tmp(F), open(F, append, S).

% Opening and closing
%? write_file('ab\nc'), contents(T) => T = 'ab\nc'
%? write_file(ab), tmp(_F), open(_F, append, _S), write(_S, cd), close(_S), contents(T) => T = abcd
%? write_file(abcd), tmp(_F), open(_F, update, _S), write(_S, xy), close(_S), contents(T) => T = xycd
%? open(_, read, _) => error(instantiation_error)
%? open(f, _, _) => error(instantiation_error)
%? open(f, read, _, _) => error(instantiation_error)
%? open(f, read, _, [type(text)|_]) => error(instantiation_error)
%? open(f, read, _, [type(text), _]) => error(instantiation_error)
%? open(f, read, _, [type(_)]) => error(instantiation_error)
%? open(f, 1, _) => error(type_error(atom,1))
%? open(f, read, _, type(text)) => error(type_error(list,type(text)))
%? open(f, read, s) => error(uninstantiation_error(s))
%? open(f(x), read, _) => error(domain_error(source_sink,f(x)))
%? open(1, read, _) => error(domain_error(source_sink,1))
%? open(f, execute, _) => error(domain_error(io_mode,execute))
%? open(f, read, _, [mood(good)]) => error(domain_error(stream_option,mood(good)))
%? open(f, read, _, [type(odd)]) => error(domain_error(stream_option,type(odd)))
%? open('/no/such/file', read, _) => error(existence_error(source_sink,'/no/such/file'))
%? open('/no/such/file', write, _) => error(existence_error(source_sink,'/no/such/file'))
%? open('/', read, _) => error(permission_error(open,source_sink,/))
%? open('/dev/null', read, _, [reposition(true)]) => error(permission_error(open,source_sink,reposition(true)))
%? write_file(a), tmp(_F), open(_F, read, _S, [alias(twice)]), catch(open(_F, read, _, [alias(twice)]), error(E, _), true), close(_S) => E = permission_error(open,source_sink,alias(twice))
%? write_file(a), tmp(_F), open(_F, read, _S, [alias(mine)]), get_char(mine, C), close(mine), error_of(get_char(mine, _), E) => C = a, E = existence_error(stream,mine)
%? closed(_S), error_of(put_char(_S, a), existence_error(K, _T)), _T == _S => K = stream
%? close(_) => error(instantiation_error)
%? close(foo) => error(existence_error(stream,foo))
%? close(1) => error(domain_error(stream_or_alias,1))
%? close(user_output, _) => error(instantiation_error)
%? close(user_output, [force(maybe)]) => error(domain_error(close_option,force(maybe)))
%? close(user_output, [force(true)|_]) => error(instantiation_error)
%? close(user_output, foo) => error(type_error(list,foo))
%? close(user_output), close(user_input), is_stream(user_output) => true
%? is_stream(_) => no
%? is_stream(foo) => no

% Current streams
%? current_input(_S), stream_property(_S, alias(A)) => A = user_input
%? current_output(_S), stream_property(_S, alias(A)) => A = user_output
%? current_input(foo) => error(domain_error(stream,foo))
%? closed(_S), error_of(current_output(_S), existence_error(K, _)) => K = stream
%? current_output(_S), current_input(_S) => no
%? set_input(_) => error(instantiation_error)
%? set_input(user_output) => error(permission_error(input,stream,user_output))
%? set_output(user_input) => error(permission_error(output,stream,user_input))
%? set_output(f(x)) => error(domain_error(stream_or_alias,f(x)))
%? with_text(abc, _S), set_input(_S), get_char(A), close(_S), current_input(_I), stream_property(_I, alias(N)) => A = a, N = user_input
%? tmp(_F), open(_F, write, _S), set_output(_S), write(hello), close(_S), contents(T), current_output(_O), stream_property(_O, alias(N)) => T = hello, N = user_output
%? tmp(_F), tell(_F), write(x), tell(_F), write(y), told, see(_F), get_char(A), see(_F), get_char(B), get_char(C), seen => A = x, B = y, C = end_of_file
%? tmp(_F), append(_F), write(z), told, contents(T) => T = xyz
%? see(_) => error(instantiation_error)

% Characters
%? with_text('aé一', _S), get_char(_S, A), peek_char(_S, B), get_char(_S, C), get_code(_S, D), get_char(_S, E), close(_S) => A = a, B = é, C = é, D = 19968, E = end_of_file
%? with_text('', _S), peek_char(_S, A), peek_code(_S, B), get_code(_S, C), get_char(_S, D), close(_S) => A = end_of_file, B = -1, C = -1, D = end_of_file
%? with_text('', _S, [eof_action(error)]), get_char(_S, A), error_of(get_char(_S, _), permission_error(B, C, _T)), _T == _S, error_of(peek_code(_S, _), permission_error(B, C, _P)), _P == _S, close(_S) => A = end_of_file, B = input, C = past_end_of_stream
%? with_text('', _S, [eof_action(reset)]), get_char(_S, A), tmp(_F), open(_F, append, _O), write(_O, x), close(_O), get_char(_S, B), close(_S) => A = end_of_file, B = x
%? get_char(_, _) => error(instantiation_error)
%? get_char(user_output, _) => error(permission_error(input,stream,user_output))
%? get_char(1) => error(type_error(in_character,1))
%? get_char(ab) => error(type_error(in_character,ab))
%? peek_char(user_input, 1) => error(type_error(in_character,1))
%? get_code(a) => error(type_error(integer,a))
%? get_code(-2) => error(representation_error(in_character_code))
%? peek_code(user_input, 1114112) => error(representation_error(in_character_code))
%? get_byte(user_input, _) => error(permission_error(input,text_stream,user_input))
%? get_byte(256) => error(type_error(in_byte,256))
%? peek_byte(user_input, a) => error(type_error(in_byte,a))
%? with_bytes([1], _S), error_of(get_char(_S, _), permission_error(A, B, _)), error_of(read(_S, _), permission_error(A, B, _)), close(_S) => A = input, B = binary_stream
%? with_bytes([0,255,10], _S), peek_byte(_S, A), all_bytes(_S, L), close(_S) => A = 0, L = [0,255,10]
%? put_char(_) => error(instantiation_error)
%? put_char(1) => error(type_error(character,1))
%? put_char(ab) => error(type_error(character,ab))
%? put_char(_, a) => error(instantiation_error)
%? put_char(user_input, a) => error(permission_error(output,stream,user_input))
%? put_code(-1) => error(representation_error(character_code))
%? put_code(a) => error(type_error(integer,a))
%? put_byte(user_output, 1) => error(permission_error(output,text_stream,user_output))
%? put_byte(256) => error(type_error(byte,256))
%? put_byte(_) => error(instantiation_error)
%? nl(_) => error(instantiation_error)
%? nl(foo) => error(existence_error(stream,foo))
%? tmp(_F), open(_F, write, _S, [type(binary)]), error_of(nl(_S), permission_error(A, B, _)), error_of(write(_S, x), permission_error(A, B, _)), close(_S) => A = output, B = binary_stream
%? tab(a) => error(type_error(evaluable,a/0))
%? tab(user_error, 1 + 1) => true

% Encodings
%? tmp(_F), open(_F, write, _S, [encoding(iso_latin_1)]), write(_S, 'é一'), close(_S), bytes(L) => L = [233,92,120,52,101,48,48,92]
%? write_bytes([233,65]), tmp(_F), open(_F, read, _S, [encoding(iso_latin_1)]), rest(_S, L), close(_S) => L = [é,'A']
%? write_bytes([65,255,66]), tmp(_F), open(_F, read, _S), get_char(_S, A), error_of(peek_char(_S, _), E), error_of(get_char(_S, _), E), get_char(_S, B), close(_S) => A = 'A', E = representation_error(character), B = 'B'
%? write_bytes([97,46,32,255,46,32,98,46,10]), tmp(_F), open(_F, read, _S), read(_S, A), error_of(read(_S, _), E), read(_S, B), close(_S) => A = a, E = syntax_error(illegal_character), B = b
%? write_bytes([239,187,191,97]), tmp(_F), open(_F, read, _S), get_char(_S, A), stream_property(_S, bom(B)), close(_S) => A = a, B = true
%? tmp(_F), open(_F, write, _S, [bom(true)]), write(_S, a), close(_S), bytes(L) => L = [239,187,191,97]
%? with_text(é, _S), stream_property(_S, encoding(A)), set_stream(_S, encoding(octet)), get_code(_S, B), close(_S) => A = utf8, B = 195

% Positions
%? with_text('ab\ncé\td', _S), rest(_S, _), character_count(_S, A), line_count(_S, B), line_position(_S, C), byte_count(_S, D), close(_S) => A = 7, B = 2, C = 9, D = 8
%? with_text('abcdef', _S), get_char(_S, _), stream_property(_S, position(_P)), get_char(_S, A), get_char(_S, _), set_stream_position(_S, _P), get_char(_S, B), line_position(_S, C), close(_S) => A = b, B = b, C = 2
%? with_text('éxy', _S), get_char(_S, _), stream_property(_S, position(P)), stream_position_data(byte_count, P, B), findall(D, stream_position_data(_, P, D), L), close(_S) => P = '$stream_position'(1,1,1,2), B = 2, L = [1,1,1,2]
%? with_text(abc, _S), rest(_S, _), stream_property(_S, end_of_stream(A)), seek(_S, 1, bof, B), get_char(_S, C), stream_property(_S, end_of_stream(D)), close(_S) => A = past, B = 1, C = b, D = not
%? set_stream_position(_, _) => error(instantiation_error)
%? set_stream_position(user_input, _) => error(instantiation_error)
%? set_stream_position(user_input, foo) => error(domain_error(stream_position,foo))
%? set_stream_position(user_input, '$stream_position'(0,1,0,0)) => error(permission_error(reposition,stream,user_input))
%? with_text(abc, _S, [reposition(false)]), error_of(set_stream_position(_S, '$stream_position'(0,1,0,0)), permission_error(A, B, _)), close(_S) => A = reposition, B = stream
%? tmp(_F), open(_F, write, _S), write(_S, abcdef), stream_property(_S, position(_P)), write(_S, ghi), set_stream_position(_S, _P), write(_S, x), close(_S), contents(T) => T = abcdefxhi
%? with_text(ab, _S), at_end_of_stream(_S) => no
%? with_text('', _S), at_end_of_stream(_S), stream_property(_S, end_of_stream(A)), get_char(_S, _), stream_property(_S, end_of_stream(B)), at_end_of_stream(_S), close(_S) => A = at, B = past
%? at_end_of_stream(_) => error(instantiation_error)
%? at_end_of_stream(foo) => error(existence_error(stream,foo))
%? at_end_of_stream(user_output) => no
%? flush_output(user_input) => error(permission_error(output,stream,user_input))
%? flush_output(_) => error(instantiation_error)
%? flush_output(1) => error(domain_error(stream_or_alias,1))

% Properties
%? stream_property(foo, _) => error(domain_error(stream,foo))
%? stream_property(_, foo) => error(domain_error(stream_property,foo))
%? stream_property(_, 1) => error(domain_error(stream_property,1))
%? findall(A, stream_property(_, alias(A)), _L), msort(_L, L) => L = [user_error,user_input,user_output]
%? stream_property(_S, alias(user_error)), stream_property(_S, mode(M)), stream_property(_S, output) => M = append
%? with_text(a, _S, [alias(here), eof_action(reset), type(text)]), findall(P, ( member(P, [mode(_), alias(_), eof_action(_), reposition(_), type(_), input, output]), stream_property(_S, P) ), L), close(_S) => L = [mode(read),alias(here),eof_action(reset),reposition(true),type(text),input]
%? tmp(F), open(F, write, _S), current_stream(F, M, _T), close(_S), ( _S == _T -> R = yes ; R = no ), fail => no
%? with_text(a, _S), set_stream(_S, alias(a1)), set_stream(_S, alias(a2)), findall(A, stream_property(_S, alias(A)), _L), msort(_L, L), get_char(a1, C), close(_S), error_of(get_char(a2, _), E) => L = [a1,a2], C = a, E = existence_error(stream,a2)
%? set_stream(user_output, colour(red)) => error(domain_error(stream_property,colour(red)))

% Reading terms
%? with_text('foo(X, Y, X).  bar. ', _S), read_term(_S, T, [variables(V), variable_names(N), singletons(G)]), T = foo(1,2,Z), get_char(_S, C), read(_S, B), read(_S, E), close(_S) => T = foo(1,2,1), V = [1,2], N = ['X'=1,'Y'=2], G = ['Y'=2], Z = 1, C = ' ', B = bar, E = end_of_file
%? with_text('a\n.\n', _S), read(_S, A), read(_S, B), read(_S, C), close(_S) => A = a, B = end_of_file, C = end_of_file
%? with_text('a. foo bar. b. ', _S), read(_S, A), catch(read(_S, _), error(syntax_error(W), stream(_T, L, C, N)), true), _T == _S, read(_S, B), close(_S) => A = a, W = operator_expected, L = 1, C = 7, N = 7, B = b
%? with_text('a. f(. b. ', _S), read(_S, _), read_term(_S, _, [syntax_errors(fail)]) => no
%? with_text('\'a\nb\'. c. ', _S), error_of(read(_S, _), E), close(_S) => E = syntax_error(newline_in_quoted)
%? with_text('a', _S), error_of(read(_S, _), E), read(_S, B), close(_S) => E = syntax_error(end_of_file), B = end_of_file
%? with_text('% only\n/* comments */', _S), read(_S, A), close(_S) => A = end_of_file
%? with_text('a:- b, \'x. y\', "z. ", 0\'. , c. d. ', _S), read(_S, _), read(_S, A), close(_S) => A = d
%? with_text('"ab". ', _S), read_term(_S, A, [double_quotes(atom)]), close(_S) => A = ab
%? with_text('\n\n  foo(a).\n', _S), read_term(_S, _, [term_position(_P)]), stream_position_data(line_count, _P, L), stream_position_data(line_position, _P, C), line_count(_S, N), close(_S) => L = 3, C = 2, N = 3
%? with_text('a. ', _S, [eof_action(error)]), read(_S, _), read(_S, A), error_of(read(_S, _), permission_error(B, C, _)), close(_S) => A = end_of_file, B = input, C = past_end_of_stream
%? read(_, _) => error(instantiation_error)
%? read(user_output, _) => error(permission_error(input,stream,user_output))
%? read_term(_, _) => error(instantiation_error)
%? read_term(_, [foo]) => error(domain_error(read_option,foo))
%? read_term(_, [foo(a)]) => error(domain_error(read_option,foo(a)))
%? read_term(_, foo) => error(type_error(list,foo))
%? read_term(_, [syntax_errors(sometimes)]) => error(domain_error(read_option,syntax_errors(sometimes)))

% Writing terms
%? with_output_to(atom(A), write_term(f(X, 'a b', [1,2]), [quoted(true), variable_names(['Xs'=X])])) => A = 'f(Xs,\'a b\',[1,2])'
%? with_output_to(atom(A), write_term('a b', [fullstop(true), quoted(true)])) => A = '\'a b\'. '
%? with_output_to(atom(A), write_term(+, [fullstop(true), nl(true)])) => A = '+ .\n'
%? with_output_to(atom(A), write_term(f(a, b), [spacing(next_argument)])) => A = 'f(a, b)'
%? with_output_to(atom(A), write_term((a:-b), [priority(999)])) => A = '(a:-b)'
%? with_output_to(atom(A), write_term([1,2,3,4,5], [max_depth(3)])) => A = '[1,2,3|...]'
%? with_output_to(atom(A), print(f('A', b))) => A = 'f(\'A\',b)'
%? write_term(a, _) => error(instantiation_error)
%? write_term(a, [quoted(true)|_]) => error(instantiation_error)
%? write_term(a, [_]) => error(instantiation_error)
%? write_term(a, [quoted(_)]) => error(instantiation_error)
%? write_term(a, foo) => error(type_error(list,foo))
%? write_term(a, [foo]) => error(domain_error(write_option,foo))
%? write_term(a, [quoted(maybe)]) => error(domain_error(write_option,quoted(maybe)))
%? write_term(a, [variable_names(['X'])]) => error(domain_error(write_option,variable_names(['X'])))
%? write_term(a, [variable_names([x=a])]) => error(domain_error(write_option,variable_names([x=a])))
%? write(_, a) => error(instantiation_error)
%? write(foo, a) => error(existence_error(stream,foo))
%? write_canonical(user_input, a) => error(permission_error(output,stream,user_input))
%? closed(_S), error_of(write(_S, a), existence_error(K, _)) => K = stream

% Output collected
%? with_output_to(codes(A), put_char(a)) => A = [97]
%? with_output_to(chars(A, [c]), write(ab)) => A = [a,b,c]
%? with_output_to(_, true) => error(instantiation_error)
%? with_output_to(foo, true) => error(domain_error(output_sink,foo))
%? with_output_to(atom(A), ( write(x), current_output(_S), line_position(_S, P), nl, line_count(_S, L) )) => A = 'x\n', P = 1, L = 2
%? with_output_to(atom(A), ( write(a), with_output_to(atom(B), write(b)), write(c) )) => A = ac, B = b
%? catch(with_output_to(atom(_), ( tmp(_F), open(_F, write, _S), set_output(_S), throw(ball) )), ball, true), current_output(_O), stream_property(_O, alias(A)) => A = user_output
%? with_output_to(atom(A), format("~w~t~5|~w", [a, b])) => A = 'a    b'
%? with_output_to(atom(A), ( write(abc), format("~t~w~6|", [x]) )) => A = 'abc  x'

% Copies, lines and old names
%? with_text('one\ntwo', _S), tmp(_F), atom_concat(_F, '.copy', _G), open(_G, write, _O), copy_stream_data(_S, _O), close(_O), close(_S), size_file(_G, N), delete_file(_G) => N = 7
%? with_text('abc', _S), with_output_to(atom(A), ( current_output(_O), copy_stream_data(_S, _O, 2) )), close(_S) => A = ab
%? with_text('  a b', _S), get(_S, A), skip(_S, 0' ), get0(_S, B), close(_S) => A = 97, B = 98
%? with_output_to(atom(A), ( put(0'a), put(b) )) => A = ab

% Files
%? tmp(_F), write_file(abc), size_file(_F, N), exists_file(_F), \+ exists_directory(_F), time_file(_F, _T), float(_T), access_file(_F, read) => N = 3
%? tmp(_F), atom_concat(_F, '.d', _D), make_directory(_D), exists_directory(_D), directory_files(_D, L), delete_directory(_D), \+ exists_directory(_D) => L = ['.',..]
%? delete_file('/no/such/file') => error(existence_error(file,'/no/such/file'))
%? delete_file(_) => error(instantiation_error)
%? exists_file('/no/such/file') => no
%? exists_file(1) => error(domain_error(source_sink,1))
%? tmp(_F), write_file(abc), atom_concat(_F, '.2', _G), rename_file(_F, _G), \+ exists_file(_F), size_file(_G, N), delete_file(_G) => N = 3
%? file_base_name('/a/b.pl', A), file_base_name('b/', B), file_base_name(/, C) => A = 'b.pl', B = b, C = /
%? file_directory_name('/a/b.pl', A), file_directory_name(b, B), file_directory_name('/b', C), file_directory_name('/a/b/', D) => A = '/a', B = '.', C = /, D = '/a'
%? file_name_extension(B, E, 'a/b.tar.gz') => B = 'a/b.tar', E = gz
%? file_name_extension(foo, pl, N), file_name_extension('foo.pl', '.pl', M) => N = 'foo.pl', M = 'foo.pl'
%? file_name_extension(B, pl, 'foo.pl'), file_name_extension(C, E, '.hidden') => B = foo, C = '.hidden', E = ''
%? file_name_extension(_, txt, 'foo.pl') => no
%? working_directory(_O, '/'), absolute_file_name('a/../b/./c', A), working_directory(D, _O) => A = '/b/c', D = /
%? working_directory(_, '/no/such/directory') => error(existence_error(directory,'/no/such/directory'))
%? absolute_file_name(foo, A, [relative_to('/x'), extensions([pl])]) => A = '/x/foo.pl'
%? absolute_file_name('/no/such', _, [access(read), file_errors(fail)]) => no
%? absolute_file_name('/no/such', _, [access(read)]) => error(existence_error(source_sink,'/no/such'))
%? tmp_file_stream(utf8, _F, _S), write(_S, hi), close(_S), size_file(_F, N) => N = 2
%? setenv('HOROLOG_TEST', 12), getenv('HOROLOG_TEST', A), shell('test "$HOROLOG_TEST" = 12', S), unsetenv('HOROLOG_TEST'), \+ getenv('HOROLOG_TEST', _) => A = '12', S = 0
%? shell('exit 3', S), shell(true) => S = 3
%? shell('exit 3') => no

% Terms that are not finite, and large ones
text(T, A) :- with_output_to(atom(A), print(T)).
starts(T) :- text(T, A), sub_atom(A, 0, 3, _, '@(_'), !.
deep(0, x) :- !.
deep(N, f(T)) :- M is N - 1, deep(M, T).
double(0, x) :- !.
double(N, f(T, T)) :- M is N - 1, double(M, T).
%? _X = f(_X), starts(_X), writeq(_X), write_canonical(_X), write_term(_X, [max_depth(3)]) => true
%? _X = [a|_X], starts(_X), _Y = [_X,_Y], starts(_Y) => true
%? _X = [_|_X], starts(_X) => true
%? _X = f(_Y), _Y = g(_X, _Y), text(_X, _A), term_to_atom(_T, _A), _T = @(_S, _L), length(_L, N) => N = 2
%? _X = [_Y|b], _Y = f(_X), with_output_to(string(_), portray_clause(_X)) => true
%? numlist(1, 200000, _L), text(_L, _A), atom_length(_A, N) => N = 1288896
%? deep(300000, _T), text(_T, _A), atom_length(_A, N) => N = 900001
%? double(16, _T), text(_T, _A), atom_length(_A, N) => N = 327676
%? double(60, _T), catch(text(_T, _), error(E, _), true) => E = resource_error(memory)
