% Arithmetic.
%? X is 1 + 2 * 3 => X = 7
%? X is 7 // 2, Y is -7 // 2, Z is 7 mod -2, W is -7 rem 2, V is -7 div 2 => X = 3, Y = -3, Z = -1, W = -1, V = -4
%? X is 7 / 2 => X = 3.5
%? X is 8 / 2 => X = 4
%? X is 2 ** 10 => X = 1024
%? X is 2 ** 100 => X = 1267650600228229401496703205376
%? X is 2 ** -1 => error(type_error(float,2))
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
%? X is cot(1.0) => error(type_error(evaluable,cot/1))
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
%? X is 5 rdiv 2 => error(type_error(evaluable,(rdiv)/2))
%? fact(20, X) => X = 2432902008176640000
%? fact(25, X) => X = 15511210043330985984000000
%? fib(15, X) => X = 610
%? sum(3.5, 4, X) => X = 7.5

fact(0, 1) :- !.
fact(N, F) :- M is N - 1, fact(M, G), F is N * G.

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.

sum(X, Y, Z) :- Z is X + Y.
