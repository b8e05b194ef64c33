% Names, quoted and not. Expected: no errors.
t(a, aB_1, 'a', 'hello world', 'don''t', 'a"b', 'a\'b').
t('\a\b\f\n\r\t\v\\\'\"\`').
t('\x41\', '\101\', '\x41', '\x1F600\', '\e\s\0\', '\u00e9\U0001F600').
t('continued \
line', 'and\
', 'skipped \c
   white space').
t([], '[]', [ ], {}, '{}', { }, !, ;, ',', '|', '').
t(é, ñandú, 日本, 'É', →, 'a→b', ≤).
t('\\', \, ^, //, /, '/*', '%', '.', =.., 'a.b').
t([](x), {}(x), '[]'(x), '{}'(x), {x}, {}(x, y), '\n'(x), -(a, b, c), ;(a), !(a)).
t(X, _, _X, Éa, X1, X, _).
t(f(A, g(A, B)), A, _C, _C).
