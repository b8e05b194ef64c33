//! What is known of the values of integers: roots, multiples, numbers that are rounded.

use crate::holds;

traps! {
    roots:
        ":- entry s(+nat, -). s(N,R) :- s(N,0,R). s(N,K,R) :- K1 is K + 1, K1*K1 =< N, !, s(N,K1,R). s(_,K,K).",
        ["s(0,R)", "s(1,R)", "s(15,R)", "s(16,R)", "s(17,R)", "s(99,R)"];
    // Below 0 there is no root, and squares are above.
    roots_of_any_integer:
        ":- entry s(+int, -). s(N,R) :- s(N,0,R). s(N,K,R) :- K*K < N, !, K1 is K + 1, s(N,K1,R). s(_,K,K).",
        ["s(-3,R)", "s(0,R)", "s(1,R)", "s(2,R)", "s(24,R)", "s(25,R)", "s(26,R)"];
    squares_of_what_is_below_0:
        ":- entry s(+int, +int). s(N,K) :- K*K > N, !, J is K - 1, J > -9, s(N,J). s(N,K) :- K < 0, K*K =:= N, !. s(_,_).",
        ["s(4,3)", "s(4,-3)", "s(0,0)", "s(-1,0)", "s(-5,2)", "s(9,-3)", "s(100,-9)"];
    squares_of_sums:
        ":- entry s(+nat, +nat). s(N,K) :- (2*K + 1)*(2*K + 1) =< N, !, J is K + 1, s(N,J). s(_,_).",
        ["s(0,0)", "s(1,0)", "s(8,0)", "s(9,0)", "s(120,0)", "s(121,0)", "s(121,3)"];
    squares_by_names:
        ":- entry s(+nat, +nat). s(N,K) :- S is K ** 2, N >= S, !, J is K + 1, s(N,J). s(N,K) :- T is K ^ 2, T > N.",
        ["s(0,0)", "s(3,0)", "s(4,0)", "s(50,1)", "s(4,9)"];
    primes:
        ":- entry p(+int). p(N) :- N > 1, c(N,2). c(N,D) :- D*D > N, !. c(N,D) :- N mod D =\\= 0, D1 is D + 1, c(N,D1).",
        ["p(1)", "p(2)", "p(4)", "p(9)", "p(97)", "p(121)", "p(-7)", "p(169)"];
    // What a member of a list is, is known where its elements are.
    members_of_lists_of_numbers:
        ":- entry t(+list(int)). t([]). t([H|T]) :- member(H, [1,2,-3]), N is H * 3, l(N), t(T). l(N) :- N =< 0, !. l(N) :- M is N - 1, l(M).",
        ["t([])", "t([1,2,-3])", "t([4])", "t([2,2])"];
    members_that_are_given:
        ":- entry t(+int). t(N) :- memberchk(N, [3,-5,7]), M is N + 5, l(M). t(N) :- \\+ memberchk(N, [3,7]), l(1). l(N) :- N =< 0, !. l(N) :- M is N - 1, l(M).",
        ["t(3)", "t(7)", "t(-5)", "t(0)", "t(8)"];
    members_of_pairs:
        ":- entry t(+int, +int). t(X,Y) :- m(A-B, [1-2,2-1,-1-(-2)]), P is X + A, Q is Y + B, P >= 0, Q >= 0, l(P), l(Q). m(X,[X|_]). m(X,[_|T]) :- m(X,T). l(0) :- !. l(N) :- M is N - 1, l(M).",
        ["t(0,0)", "t(1,2)", "t(-2,1)", "t(3,3)"];
    members_that_are_no_numbers:
        ":- entry t(+nat). t(N) :- member(X, [N, a, 3|[]]), integer(X), l(X). t(N) :- L = [W,2], member(W, [1,N]), member(X, L), l(X). l(0) :- !. l(N) :- M is N - 1, l(M).",
        ["t(0)", "t(1)", "t(5)"];
    members_that_are_taken_off:
        ":- entry c(+int, -). c(0,[]). c(N,[D|R]) :- N > 0, member(D, [5,3,2]), N >= D, M is N - D, c(M,R).",
        ["c(0,R)", "c(1,R)", "c(7,R)", "c(10,R)"];
    // What is below a number is below what its powers are below, from 0 or 1 on.
    cubes:
        ":- entry s(+int, +int). s(N,K) :- K*K*K >= N, !. s(N,K) :- K1 is K + 1, s(N,K1).",
        ["s(0,0)", "s(27,0)", "s(28,-4)", "s(-3,-9)", "s(-30,-2)", "s(100,9)"];
    cubes_downwards:
        ":- entry s(+int, +int). s(N,K) :- K^3 =< N, !. s(N,K) :- K > -20, K1 is K - 1, s(N,K1).",
        ["s(0,0)", "s(27,9)", "s(-28,4)", "s(-3,-9)", "s(-30,-2)"];
    powers_of_two:
        ":- entry s(+int, +nat). s(N,K) :- 2**K >= N, !. s(N,K) :- K1 is K + 1, s(N,K1).",
        ["s(0,0)", "s(1,0)", "s(-5,3)", "s(1000,0)", "s(1025,2)"];
    powers_of_three:
        ":- entry s(+int, +int). s(N,K) :- P is 3^K, P > N, !. s(N,K) :- K1 is K + 1, s(N,K1).",
        ["s(0,0)", "s(1,0)", "s(-5,3)", "s(1000,0)", "s(81,4)", "s(81,-1)"];
    shifts:
        ":- entry s(+int, +int). s(N,K) :- N < 3 << K, !. s(N,K) :- K1 is K + 1, s(N,K1).",
        ["s(0,0)", "s(3,0)", "s(-5,3)", "s(1000,0)", "s(3,-4)", "s(-1,-4)"];
    multiples:
        ":- entry s(+int, +int, +int). s(N,M,K) :- K*M > N, !. s(N,M,K) :- M =\\= 0, K < 40, K1 is K + 1, s(N,M,K1).",
        ["s(9,2,0)", "s(9,0,0)", "s(9,-2,-3)", "s(-9,-2,1)", "s(-9,3,-7)", "s(0,1,0)"];
    sums_of_products:
        ":- entry s(+int, +int, +int). s(N,M,K) :- K*K + M*K*K > N + M, !. s(N,M,K) :- K < 9, K1 is K + 1, s(N,M,K1).",
        ["s(9,2,0)", "s(9,0,0)", "s(9,-2,-3)", "s(-9,-1,1)", "s(-9,3,-7)", "s(0,1,0)"];
    // The value changes on the way, and its root with it.
    factors:
        ":- entry f(+nat, -). f(N,Fs) :- N > 1, g(N,2,Fs). g(1,_,[]) :- !. g(N,F,[F|T]) :- 0 is N mod F, !, M is N // F, g(M,F,T). g(N,F,T) :- F*F =< N, !, G is F + 1, g(N,G,T). g(N,_,[N]).",
        ["f(2,F)", "f(96,F)", "f(97,F)", "f(121,F)", "f(1,F)"];
    roots_of_floats:
        ":- entry p(+int). p(N) :- N > 1, c(N,2). c(N,D) :- D > sqrt(N), !. c(N,D) :- N mod D =\\= 0, D1 is D + 1, c(N,D1).",
        ["p(2)", "p(4)", "p(5)", "p(97)", "p(121)", "p(169)"];
    roots_that_are_rounded:
        ":- entry p(+int). p(N) :- N > 1, M is floor(sqrt(N)), c(N,2,M). c(_,D,M) :- D > M, !. c(N,D,M) :- N mod D =\\= 0, D1 is D + 1, c(N,D1,M).",
        ["p(2)", "p(4)", "p(5)", "p(97)", "p(121)", "p(169)"];
    roots_that_are_rounded_up:
        ":- entry p(+nat). p(N) :- M is ceiling(sqrt(N)), K is round(sqrt(N)), I is truncate(sqrt(N)), c(M), c(K), c(I). c(0) :- !. c(N) :- M is N - 1, c(M).",
        ["p(0)", "p(1)", "p(2)", "p(3)", "p(90)", "p(100)", "p(110)"];
    powers_by_squares:
        ":- entry p(+int, +nat, -). p(_,0,1) :- !. p(X,N,P) :- N mod 2 =:= 0, !, M is N // 2, p(X,M,H), P is H*H. p(X,N,P) :- M is N - 1, p(X,M,H), P is X*H.",
        ["p(2,0,P)", "p(2,1,P)", "p(2,2,P)", "p(3,7,P)", "p(3,8,P)", "p(3,9,P)", "p(-1,31,P)", "p(1,255,P)", "p(1,256,P)"];
    powers_by_bits:
        ":- entry p(+int, +nat, -). p(_,0,1) :- !. p(X,N,P) :- N /\\ 1 =:= 1, !, M is N - 1, p(X,M,H), P is X*H. p(X,N,P) :- M is N >> 1, Y is X*X, p(Y,M,P).",
        ["p(2,0,P)", "p(2,1,P)", "p(2,2,P)", "p(3,7,P)", "p(3,8,P)", "p(1,63,P)"];
    // Remainders of negative numbers have a sign of their own.
    multiples_of_any_integer:
        ":- entry p(+int, -). p(0,[]) :- !. p(N,[a|T]) :- N rem 2 =:= 0, !, M is N // 2, p(M,T). p(N,[b|T]) :- N > 0, !, M is N - 1, p(M,T). p(N,[c|T]) :- M is N + 1, p(M,T).",
        ["p(7,L)", "p(-7,L)", "p(8,L)", "p(-8,L)", "p(0,L)", "p(-1,L)", "p(63,L)"];
    multiples_of_three:
        ":- entry p(+nat, -). p(0,0) :- !. p(N,K) :- N mod 3 =:= 0, !, M is N // 3, p(M,J), K is J + 1. p(N,K) :- M is N - N mod 3, p(M,K).",
        ["p(0,K)", "p(1,K)", "p(3,K)", "p(26,K)", "p(27,K)", "p(28,K)", "p(80,K)"];
    // This is no multiple of two any more.
    multiples_that_are_changed:
        ":- entry p(+nat). p(N) :- N mod 2 =:= 0, !, M is N + 1, q(M). p(N) :- M is N + 1, p(M). q(N) :- N mod 2 =:= 1, !. q(N) :- q(N).",
        ["p(4)", "p(5)", "p(0)"];
    halves_by_division:
        ":- entry h(+nat, -). h(0,[]) :- !. h(N,[0|T]) :- N mod 2 =:= 0, !, M is N / 2, h(M,T). h(N,[1|T]) :- M is (N - 1) / 2, h(M,T).",
        ["h(0,L)", "h(1,L)", "h(2,L)", "h(100,L)", "h(127,L)", "h(128,L)"];
    // A quotient with a rest is no integer.
    halves_of_odd_numbers:
        ":- entry h(+nat, -). h(N,[]) :- N < 1, !. h(N,[0|T]) :- M is N / 2, h(M,T).",
        ["h(0,L)", "h(1,L)", "h(5,L)", "h(64,L)"];
    bounds_that_grow_with_negative_numbers:
        ":- entry b(+int, +int). b(A,B) :- M is max(A, B // 2), c(M, A). c(M,A) :- M =< A, !. c(M,A) :- J is M - 1, c(J,A).",
        ["b(1,9)", "b(-4,2)", "b(3,-5)", "b(-7,-9)"];
    // A constant is a square, too, and says more of the number than of its root.
    constants_beside_squares:
        ":- entry p(+int, +int). p(N,K) :- N > 1, N =< 40, K > 0, c(N,K). c(N,K) :- N > 4, K*K > N, !, M is N - 1, c(M,K). c(N,_) :- N < 9.",
        ["p(1,1)", "p(2,3)", "p(30,2)", "p(30,7)", "p(9,4)"];
    // With this flag the half of an even number is a float.
    halves_that_are_floats:
        ":- set_prolog_flag(iso, true). :- entry h(+nat). h(0) :- !. h(N) :- N mod 2 =:= 0, !, M is N / 2, k(M). h(N) :- M is N - 1, h(M). k(M) :- integer(M), !. k(_) :- l(50). l(0) :- !. l(N) :- M is N - 1, l(M).",
        ["h(0)", "h(4)", "h(7)"];
    masks_of_all_bits:
        ":- entry p(+int). p(N) :- N /\\ 9223372036854775807 =:= 0, !. p(N) :- N /\\ 1152921504606846975 =:= 3, !. p(N) :- N mod 0 =:= 1. p(N) :- N rem -2 =:= 0.",
        ["p(0)", "p(3)", "p(-4)"];
}
