% Arithmetic.
%? X is 1 + 2 * 3 => X = 7
%? X is 7 // 2, Y is -7 // 2, Z is 7 mod -2, W is -7 rem 2, V is -7 div 2 => X = 3, Y = -3, Z = -1, W = -1, V = -4
%? X is 7 / 2 => X = 3.5
%? X is 8 / 2 => X = 4
%? X is 2 ** 10 => X = 1024
%? X is 2 ** 100 => X = 1267650600228229401496703205376
%? X is 2.0 ** -1 => X = 0.5
%? X is 1152921504606846975 + 1 => X = 1152921504606846976
%? X is 1152921504606846976 - 1 => X = 1152921504606846975
%? X is -1152921504606846976 - 1 => X = -1152921504606846977
%? X is 9223372036854775807 + 1 => X = 9223372036854775808
%? X is 1152921504606846975 * 1152921504606846975 => X = 1329227995784915870597964051066650625
%? X is 1152921504606846975 * 8 => X = 9223372036854775800
%? X is -1152921504606846976 // -1 => X = 1152921504606846976
%? X is 99999999999999999999 mod 7 => X = 1
%? X is max(1, 2.0), Y is min(1, 2.0) => X = 2.0, Y = 1
%? X is abs(-5), Y is sign(-2.5), Z is gcd(12, 18) => X = 5, Y = -1.0, Z = 6
%? X is truncate(2.7), Y is round(2.5), Z is ceiling(2.1), W is floor(-2.1) => X = 2, Y = 3, Z = 3, W = -3
%? X is sqrt(16), Y is pi => X = 4.0, Y = 3.141592653589793
%? X is 5 /\ 3, Y is 5 \/ 3, Z is 5 xor 3, W is \ 5 => X = 1, Y = 7, Z = 6, W = -6
%? X is 1 << 70 >> 68 => X = 4
%? X is msb(1000) => X = 9
%? X is foo + 1 => error(type_error(evaluable,foo/0))
%? X is foo(1, 2) => error(type_error(evaluable,foo/2))
%? X is Y + 1 => error(instantiation_error)
%? X is 1 / 0 => error(evaluation_error(zero_divisor))
%? X is 1 // 0 => error(evaluation_error(zero_divisor))
%? X is 1 mod 0 => error(evaluation_error(zero_divisor))
%? X is 1.0 / 0 => error(evaluation_error(zero_divisor))
%? X is 0 ** -1 => error(evaluation_error(zero_divisor))
%? X is sqrt(-1) => error(evaluation_error(undefined))
%? X is log(0) => error(evaluation_error(undefined))
%? X is exp(1000) => error(evaluation_error(float_overflow))
%? X is "a" + 0 => X = 97
%? X is 1.5 mod 2 => error(type_error(integer,1.5))
%? X is a => error(type_error(evaluable,a/0))
%? X = 1 + 2, Y is X * 3 => X = 1+2, Y = 9
%? G = (X is 1 + 2), call(G) => G = 3 is 1+2, X = 3
%? 1 + 1 =:= 2 => true
%? 1 =:= 1.0 => true
%? 2 ** 62 =:= 4611686018427387904 => true
%? 9007199254740993 =:= 9007199254740992.0 => no
%? 1 < 2, 2 =< 2, 3 > 2, 3 >= 3, 1 =\= 2 => true
%? call(<, 1, 2), call(=:=, 1, 1) => true
%? X < 1 => error(instantiation_error)
%? a < 1 => error(type_error(evaluable,a/0))
%? X is 123456789012345678901234567890 - 123456789012345678901234567889 => X = 1
%? X is 10 ** 20 // 10 ** 18 => X = 100
%? X is copysign(2, -0.0) => X = -2.0
%? X is atan2(1, 1) * 4 => X = 3.141592653589793
%? X is integer(2.5), Y is float(3), Z is float_integer_part(2.5) => X = 3, Y = 3.0, Z = 2.0
%? X is random(10), X >= 0, X < 10, fail => no
%? X is - 5, Y is + 5, Z is -(-5) => X = -5, Y = 5, Z = 5
%? fact(20, X) => X = 2432902008176640000
%? fact(25, X) => X = 15511210043330985984000000
%? fib(15, X) => X = 610
%? sum(3.5, 4, X) => X = 7.5
%? X is cot(1.0), Y is acot(0), Z is cot(0.0) => error(evaluation_error(zero_divisor))
%? X is 5 rdiv 2 => X = 5r2
%? X is 2 ** -1, Y is 1 ** -1, Z is -1 ** -1 => X = 0.5, Y = 1, Z = -1
%? X is 2 ^ -1 => error(type_error(float,2))
%? X is 1 ^ -1, Y is -1 ^ -1, Z is 0 ^ 0 => X = 1, Y = -1, Z = 1
%? X is 0 ^ -1 => error(evaluation_error(zero_divisor))
%? X is 2 ^ 1.5, Y is 0.0 ** 0 => X = 2.8284271247461903, Y = 1.0
%? X is 2r3 ^ 2, Y is 2r3 ** -2, Z is 4 ** 1r2, W is -8 ** 1r3 => X = 4r9, Y = 9r4, Z = 2, W = -2
%? X is (-8) ** 0.5 => error(evaluation_error(undefined))
%? X is 1r3 + 1, Y is 1r3 * 3, Z is 1r3 - 1r2, W is 1r3 / 2 => X = 4r3, Y = 1, Z = -1r6, W = 1r6
%? X is 1r3 + 0.5 => X = 0.8333333333333333
%? X is 1 rdiv 0 => error(evaluation_error(zero_divisor))
%? X is 1 rdiv 2.0 => error(type_error(rational,2.0))
%? X is rational(0.25), Y is rationalize(0.1), Z is numerator(2r6), W is denominator(2r6) => X = 1r4, Y = 1r10, Z = 1, W = 3
%? rational(1r3), rational(2), \+ rational(0.5), \+ integer(1r3), number(1r3), atomic(1r3) => true
%? rational(2r6, N, D) => N = 1, D = 3
%? rational(5, N, D) => N = 5, D = 1
%? X = 4r2, Y = 1r3, Y = 2r6 => X = 2, Y = 1r3
%? sort([1r2, 0.5, 0.25, 1, 1r3], L) => L = [0.25,0.5,1r3,1r2,1]
%? 1r3 < 0.3333333333333334, 1r3 > 0.33333333333333331, 1r2 =:= 0.5 => true
%? compare(O, 1, 1.0), compare(P, 1.0, 1) => O = >, P = <
%? atom_codes(1r3, L), atom_length(-10r3, N), number_codes(X, "1r3") => L = [49,114,51], N = 5, X = 1r3
%? findall(X, member(X, [1r3, -2r7]), L), copy_term(L, M) => L = [1r3,-2r7], M = [1r3,-2r7]
%? X is truncate(-7r2), Y is floor(-7r2), Z is ceiling(-7r2), W is round(-7r2) => X = -3, Y = -4, Z = -3, W = -4
%? X is max(1, 1.0), Y is min(1.0, 1), Z is max(2, 3) => X = 1.0, Y = 1.0, Z = 3
%? X is msb(0) => error(domain_error(not_less_than_one,0))
%? X is lsb(8), Y is popcount(255), Z is getbit(5, 2), W is lcm(12, 18) => X = 3, Y = 8, Z = 1, W = 36
%? X is powm(3, 100, 7) => X = 4
%? X is powm(3, -1, 7) => error(domain_error(not_less_than_zero,-1))
%? divmod(-7, 2, Q, R) => Q = -4, R = 1
%? divmod(7, 0, Q, R) => error(evaluation_error(zero_divisor))
%? nth_integer_root_and_remainder(3, 30, Root, Rest) => Root = 3, Rest = 3
%? nth_integer_root_and_remainder(2, -4, Root, Rest) => error(evaluation_error(undefined))
%? nth_integer_root_and_remainder(10000000001, -1, Root, Rest) => Root = -1, Rest = 0
%? X is atan2(0.0, 0) => error(evaluation_error(undefined))
%? X is log(2, 8), Y is log2(8), Z is log2(2 ** 2000) => X = 3.0, Y = 3.0, Z = 2000.0
%? X is nexttoward(1, 2), Y is trunc(-2.5) => X = 1.0000000000000002, Y = -2
%? X is erf(0.0), Y is lgamma(1.0) => X = 0.0, Y = 0.0
%? X is 2 ** (2 ** 40) => error(resource_error(memory))
%? X is 1 << (1 << 70) => error(resource_error(memory))
%? X is 1 >> (1 << 70), Y is -1 >> (1 << 70), Z is 0 << (1 << 70) => X = 0, Y = -1, Z = 0
%? X is 7 rdiv 3 ** 100000000 => error(resource_error(memory))
%? X is integer(inf) => error(evaluation_error(undefined))
%? X is inf, Y is nan => X = 1.0Inf, Y = 1.5NaN
%? X is nan, Y is -X, X = Y, -1.5NaN = X => X = 1.5NaN, Y = 1.5NaN
%? set_prolog_flag(float_undefined, nan), X is inf - inf, set_prolog_flag(float_undefined, error), X = 1.5NaN => X = 1.5NaN
%? X is inf - inf => error(evaluation_error(undefined))
%? X is (1 << 1024) * 1.0 => error(evaluation_error(float_overflow))
%? X is float(9007199254740993), Y is float(9007199254740995), Z is float((1 << 64) + 2049) => X = 9.007199254740992e+15, Y = 9.007199254740996e+15, Z = 1.8446744073709556e+19
%? X is 10 ** 30 / 3 => X = 3.333333333333333e+29
%? X is float(1 rdiv 3), Y is float(1 rdiv 3 ** 677), Z is float(1 rdiv 2 ** 1074), W is float(1 rdiv 2 ** 1076) => X = 0.3333333333333333, Y = 1.0e-323, Z = 5.0e-324, W = 0.0
%? X is (1 << 2000) rdiv (1 << 1999) + 1, Y is float((3 << 2000) rdiv ((1 << 2000) + 1)) => X = 3, Y = 3.0
%? X is gcd(-9223372036854775808, 0), Y is abs(-9223372036854775808), Z is -9223372036854775808 // -1 => X = 9223372036854775808, Y = 9223372036854775808, Z = 9223372036854775808
%? X is -9223372036854775808 mod -1, Y is -9223372036854775808 div -1, Z is -9223372036854775808 rem -1 => X = 0, Y = 9223372036854775808, Z = 0
%? X is round(2.5), Y is round(-2.5), Z is integer(1.0e20), W is integer(-0.4) => X = 3, Y = -3, Z = 100000000000000000000, W = 0
%? X is sign(-1r3), Y is abs(-1r3), Z is -(1r3), W is float_fractional_part(7r2) => X = -1, Y = 1r3, Z = -1r3, W = 1r2
%? deep(1000000, X) => X = 1000001
%? deeply_equal(1000000) => true
%? set_prolog_flag(prefer_rationals, true), X is 7 / 2, Y is 2 ** -1, set_prolog_flag(prefer_rationals, false) => X = 7r2, Y = 1r2
%? set_prolog_flag(iso, true), X is 8 / 2, Y is 2 ** 3, Z is 2 ^ 3, set_prolog_flag(iso, false) => X = 4.0, Y = 8.0, Z = 8
%? set_prolog_flag(float_zero_div, infinity), X is 1 / 0.0, Y is -1 / 0, set_prolog_flag(float_zero_div, error) => X = 1.0Inf, Y = -1.0Inf
%? set_prolog_flag(float_overflow, infinity), X is exp(1000), Y is 2.0 * (1 << 2000), set_prolog_flag(float_overflow, error) => X = 1.0Inf, Y = 1.0Inf
%? set_prolog_flag(float_undefined, nan), X is sqrt(-1), set_prolog_flag(float_undefined, error) => X = 1.5NaN
%? set_prolog_flag(float_undefined, maybe) => error(domain_error(flag_value,float_undefined+maybe))
%? current_prolog_flag(prefer_rationals, X) => X = false

fact(0, 1) :- !.
fact(N, F) :- M is N - 1, fact(M, G), F is N * G.

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.

sum(X, Y, Z) :- Z is X + Y.

nest(0, 1) :- !.
nest(N, 1 + E) :- M is N - 1, nest(M, E).
deep(N, X) :- nest(N, E), X is E.
deeply_equal(N) :- nest(N, E), E =:= E.
