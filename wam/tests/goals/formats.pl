% Formats: what SWI-Prolog writes, too.
%? format(atom(A), '~d',[1234567]) => A = '1234567'
%? format(atom(A), '~D',[1234567]) => A = '1,234,567'
%? format(atom(A), '~2d',[1234567]) => A = '12345.67'
%? format(atom(A), '~2D',[1234567]) => A = '12,345.67'
%? format(atom(A), '~0d',[5]) => A = '5'
%? format(atom(A), '~3d',[5]) => A = '0.005'
%? format(atom(A), '~3d',[-5]) => A = '-0.005'
%? format(atom(A), '~2d',[-1234]) => A = '-12.34'
%? format(atom(A), '~d',[1+2]) => A = '3'
%? format(atom(A), '~D',[123]) => A = '123'
%? format(atom(A), '~D',[-1234567]) => A = '-1,234,567'
%? format(atom(A), '~d',[123456789012345678901234567890]) => A = '123456789012345678901234567890'
%? format(atom(A), '~D',[123456789012345678901234567890]) => A = '123,456,789,012,345,678,901,234,567,890'
%? format(atom(A), '~1d',[10]) => A = '1.0'
%? format(atom(A), '~d',[[97]]) => A = '97'
%? format(atom(A), '~2f',[3.14159]) => A = '3.14'
%? format(atom(A), '~0f',[2.5]) => A = '2'
%? format(atom(A), '~0f',[3.5]) => A = '4'
%? format(atom(A), '~f',[1]) => A = '1.000000'
%? format(atom(A), '~2f',[1r3]) => A = '0.33'
%? format(atom(A), '~20f',[1r3]) => A = '0.33333333333333333333'
%? format(atom(A), '~50f',[0.1]) => A = '0.10000000000000000555111512312578270211815834045410'
%? format(atom(A), '~3f',[123456789012345678901234567890]) => A = '123456789012345678901234567890.000'
%? format(atom(A), '~2f',[2**0.5]) => A = '1.41'
%? format(atom(A), '~1f',[0.25]) => A = '0.2'
%? format(atom(A), '~1f',[0.35]) => A = '0.3'
%? format(atom(A), '~2f',[-0.001]) => A = '-0.00'
%? format(atom(A), '~2f',[1.0e+20]) => A = '100000000000000000000.00'
%? format(atom(A), '~0f',[0.5]) => A = '0'
%? format(atom(A), '~f',[inf]) => A = inf
%? format(atom(A), '~f',[nan]) => A = nan
%? format(atom(A), '~2f',[2r3]) => A = '0.67'
%? format(atom(A), '~0f',[-7r2]) => A = '-4'
%? format(atom(A), '~100f',[1r7]) => A = '0.1428571428571428571428571428571428571428571428571428571428571428571428571428571428571428571428571429'
%? format(atom(A), '~3f',[1.0005]) => A = '1.000'
%? format(atom(A), '~e',[12345.678]) => A = '1.234568e+04'
%? format(atom(A), '~3e',[12345.678]) => A = '1.235e+04'
%? format(atom(A), '~0e',[12345.678]) => A = '1e+04'
%? format(atom(A), '~e',[1]) => A = '1.000000e+00'
%? format(atom(A), '~e',[1r3]) => A = '3.333333e-01'
%? format(atom(A), '~e',[123456789012345678901234567890]) => A = '1.234568e+29'
%? format(atom(A), '~e',[1.0e+100]) => A = '1.000000e+100'
%? format(atom(A), '~e',[1.0e-5]) => A = '1.000000e-05'
%? format(atom(A), '~e',[0.0]) => A = '0.000000e+00'
%? format(atom(A), '~g',[0.1]) => A = '0.1'
%? format(atom(A), '~g',[100000.0]) => A = '100000'
%? format(atom(A), '~g',[1000000.0]) => A = '1e+06'
%? format(atom(A), '~g',[1.0e-5]) => A = '1e-05'
%? format(atom(A), '~g',[123.0]) => A = '123'
%? format(atom(A), '~3g',[1234.5]) => A = '1.23e+03'
%? format(atom(A), '~g',[1]) => A = '1'
%? format(atom(A), '~10g',[0.1]) => A = '0.1'
%? format(atom(A), '~g',[1r3]) => A = '0.333333'
%? format(atom(A), '~15|~a',[x]) => A = '               x'
%? format(atom(A), '~a',[abc]) => A = abc
%? format(atom(A), '~a',[12]) => A = '12'
%? format(atom(A), '~a',[[]]) => A = []
%? format(atom(A), '~w',['A b']) => A = 'A b'
%? format(atom(A), '~q',['A b']) => A = '\'A b\''
%? format(atom(A), '~p',['A b']) => A = '\'A b\''
%? format(atom(A), '~k',['A'+1]) => A = '+(\'A\',1)'
%? format(atom(A), '~w',['$VAR'(1)]) => A = 'B'
%? format(atom(A), '~i~w',[a,b]) => A = b
%? format(atom(A), '~i',[]) => error(format('not enough arguments'))
%? format(atom(A), '~s',[[97,98]]) => A = ab
%? format(atom(A), '~s',[abc]) => A = abc
%? format(atom(A), '~s',[[a,b]]) => A = ab
%? format(atom(A), '~c',[97]) => A = a
%? format(atom(A), '~3c',[97]) => A = aaa
%? format(atom(A), '~*c',[3,120]) => A = xxx
%? format(atom(A), '~*c',[a,120]) => error(format('no or negative integer for `*\' argument'))
%? format(atom(A), '~n',[]) => A = '\n'
%? format(atom(A), '~3n',[]) => A = '\n\n\n'
%? format(atom(A), 'a~nb',[]) => A = 'a\nb'
%? format(atom(A), ~~,[]) => A = ~
%? format(atom(A), '~`xc',[97]) => A = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
%? format(atom(A), '~8r',[64]) => A = '100'
%? format(atom(A), '~16r',[255]) => A = ff
%? format(atom(A), '~16R',[255]) => A = 'FF'
%? format(atom(A), '~r',[10]) => A = '12'
%? format(atom(A), '~8r',[-64]) => A = '-100'
%? format(atom(A), '~36r',[123456789012345678901234567890]) => A = byw97um9s91dlz68tsi
%? format(atom(A), '~*r',[2,5]) => A = '101'
%? format(atom(A), '~w',[]) => error(format('not enough arguments'))
%? format(atom(A), '~w',[a,b]) => error(format('too many arguments'))
%? format(atom(A), '~w',foo) => A = foo
%? format(atom(A), '~w',[102,111,111]) => error(format('too many arguments'))
%? format(atom(A), '~w ~w',[a]) => error(format('not enough arguments'))
%? format(atom(A), abc,[]) => A = abc
%? format(atom(A), [97,98,99,126,119],[x]) => A = abcx
%? format(atom(A), [97,126,119],[x]) => A = ax
%? format(atom(A), '~ic',[x]) => A = c
%? format(atom(A), '~w~t~10|~w',[left,x]) => A = 'left      x'
%? format(atom(A), '~t~w~10|',[right]) => A = '     right'
%? format(atom(A), '~t~w~t~11|',[mid]) => A = '    mid    '
%? format(atom(A), '~`-t~30|',[]) => A = ------------------------------
%? format(atom(A), '~a~t~15|~a~t~10+~a',[name,value,end]) => A = 'name           value     end'
%? format(atom(A), '~t~2f~10|',[3.14159]) => A = '      3.14'
%? format(atom(A), '~t~d~6|~t~d~12|',[1,22]) => A = '     1    22'
%? format(atom(A), 'abc~5|def~12|ghi',[]) => A = 'abc  def    ghi'
%? format(atom(A), '~w~30|~w',[a,b]) => A = 'a                             b'
%? format(atom(A), 'abcdef~3|x',[]) => A = abcdefx
%? format(atom(A), '~+~w',[x]) => A = '        x'
%? format(atom(A), '~w~+~w~+',[a,b]) => A = 'a       b       '
%? format(atom(A), '~ta~t~tb~20|',[]) => A = '      a            b'
%? format(atom(A), '~`*t~t~20|',[]) => A = '**********          '
%? format(atom(A), '~`*ta~`-t~20|',[]) => A = '*********a----------'
%? format(atom(A), 'ab~ncd~t~8|e',[]) => A = 'ab\ncd      e'
%? format(atom(A), '~t~s~10|',[[97]]) => A = '         a'
%? format(atom(A), '~`xt~*|',[5]) => A = xxxxx
%? format(atom(A), '~*d',[2,314]) => A = '3.14'
%? format(atom(A), '~t~w~5+~t~w~5+',[a,b]) => A = '    a    b'
%? format(atom(A), '~10+abc~10+def',[]) => A = '          abc       def'
%? format(atom(A), '~|abc~t~10+|',[]) => A = 'abc       |'
%? format(atom(A), 'a~t~|b',[]) => A = ab
%? format(atom(A), '~2|ab~t~3+c',[]) => A = '  ab c'
%? format(atom(A), '~t~t~a~10|',[x]) => A = '         x'
%? format(atom(A), '~t~a~t~t~a~20|',[x,y]) => A = '      x            y'
%? format(atom(A), '~0t~a~5|',[x]) => A = '\x0\\x0\\x0\\x0\x'
%? format(atom(A), '~48t~a~5|',[x]) => A = '0000x'
%? format(atom(A), '~20|abc~t~10|',[]) => A = '                    abc'
%? format(atom(A), 'x~t~3|y~t~3|z',[]) => A = 'x  yz'
%? format(atom(A), '~c~c',[97]) => error(format('not enough arguments'))
%? format(atom(A), '~ia',[]) => error(format('not enough arguments'))
%? format(atom(A), '~aa~t~w~10|bb',[x,yy]) => A = 'xa      yybb'
%? format(atom(A), '~t~w~10|~w~n~t~w~10|~w',[a,b,c,d]) => A = '         ab\n         cd'
%? format(atom(A), '~:d',[1234567]) => A = '1234567'
%? format(atom(A), '~:D',[1]) => A = '1'
%? format(atom(A), '~2:d',[1234567]) => A = '12345.67'
%? format(atom(A), "~0f ~1f ~20f", [1r2, -1r3, 1]) => A = '1 -0.3 1.00000000000000000000'
%? format(atom(A), "~t~w~t~w~t~10|", [ab, c]) => A = '  ab   c  '
%? format(atom(A), "~t~w~t~w~10|", [ab, c]) => A = '   ab    c'
%? format("abc~", []) => error(format('truncated format specification'))
%? format("~", []) => error(format('truncated format specification'))
%? format("~`", []) => error(format('truncated format specification'))

% Fresh lines, groups of digits, goals.
hello(Name) :- write(hello(Name)).
%? format(atom(A), 'a~Nb~N~Nc', []) => A = 'a\nb\nc'
%? format(atom(A), '~Nx', []) => A = x
%? format(atom(A), 'a~n~Nb', []) => A = 'a\nb'
%? format(atom(A), 'ab~t~6|~Nx', []) => A = 'ab    \nx'
%? with_output_to(atom(A), ( write(a), format('~Nb~N'), format('~Nc') )) => A = 'a\nb\nc'
%? format(atom(A), '~I', [1234567]) => A = '1_234_567'
%? format(atom(A), '~I', [-1234567]) => A = '-1_234_567'
%? format(atom(A), '~4I', [123456789]) => A = '1_2345_6789'
%? format(atom(A), '~1I', [123]) => A = '1_2_3'
%? format(atom(A), '~0I', [12345]) => A = '12345'
%? format(atom(A), '~I', [12]) => A = '12'
%? format(atom(A), '~I', [123456789012345678901234567890]) => A = '123_456_789_012_345_678_901_234_567_890'
%? format(atom(A), '~I', [1.0]) => error(format_argument_type('I',1.0))
%? format(atom(A), '~I', [a]) => error(type_error(evaluable,a/0))
%? format(atom(A), 'a~@b', [write(x)]) => A = axb
%? format(atom(A), '~@-~w', [write(hi), 1]) => A = 'hi-1'
%? format(atom(A), '~w~@~a', [1, hello(x), b]) => A = '1hello(x)b'
%? format(atom(A), '~t~@~10|z', [write(abc)]) => A = '       abcz'
%? format(atom(A), '~*c~@', [3, 0'x, write(y)]) => A = xxxy
%? format(atom(A), '~@~@', [write(a), (write(b), nl)]) => A = 'ab\n'
%? format(atom(A), '~@', write(a)) => A = a
%? format(atom(A), '~@', [format('~@', [write(q)])]) => A = q
%? format(atom(A), '~@', [member(_, [1, 2])]) => A = ''
%? format(atom(A), '~@ ~w', [(Y = 3, write(Y)), z]), var(Y) => A = '3 z'
%? format(atom(A), '~@', [fail]) => no
%? format(atom(A), '~@', [throw(oops)]) => ball(oops)
%? format(atom(A), '~@', [1]) => error(type_error(callable,1))
%? format(atom(A), '~@', [_]) => error(instantiation_error)
%? format(atom(A), '~@', []) => error(format('not enough arguments'))
%? format(atom(A), '~@', [write(a), b]) => error(format('too many arguments'))
%? with_output_to(atom(A), format('<~@>', [hello(w)])) => A = '<hello(w)>'
%? F = '<~@>', with_output_to(atom(A), ( format(F, [hello(w)]), write(x) )) => F = <~@>, A = '<hello(w)>x'
%? F = '<~@>', format(atom(A), F, [hello(w)]) => F = <~@>, A = '<hello(w)>'
%? F = '~@', G = format(F, [fail]), ( call(G) -> true ; R = no ) => F = ~@, G = format(~@,[fail]), R = no
%? F = '~@', findall(X-A, ( member(X, [1, 2]), format(atom(A), F, [write(X)]) ), L) => F = ~@, L = [1-'1',2-'2']
%? F = '~@', catch(format(F, [throw(oops)]), E, true) => F = ~@, E = oops
%? format(atom(A), "~@", [write(codes)]) => A = codes

% Directives of the program's own.
shown(Number, Term) :- print(Number/Term).
%? format_predicate(v, shown(_, _)), format(atom(A), '~v|~w|~12v|~*v|~`xv', [a, b, c, 3, d, e]) => A = 'default/a|b|12/c|3/d|120/e'
%? current_format_predicate(0'v, P) => P = shown(_0,_1)
%? format(atom(A), '~v', []) => error(format('not enough arguments'))
%? format_predicate(w, nonesuch(_, _)), format(atom(A), '~w', [a]) => error(existence_error(procedure,nonesuch/2))
%? format_predicate(ab, shown(_, _)) => error(type_error(char,ab))
%? format_predicate(_, shown(_, _)) => error(instantiation_error)
%? format_predicate(x, _) => error(instantiation_error)
