//! Loops over what divisions, remainders, shifts, powers and extrema give, on both sides of zero.

use crate::{claims_of, holds};

/// Counts down, from above zero; one step below.
macro_rules! down {
    () => {
        "c(N) :- N =< 0. c(N) :- N > 0, M is N-1, c(M). u(N) :- N >= 0. u(N) :- N < 0, M is N+1, u(M). "
    };
}

traps! {
    printing_where_a_hook_may_come:
        ":- entry p(+int). p(N) :- assertz((portray(X) :- integer(X), w, w, w, w, w, w, w, w, w, write(X))), print(N). w.
         :- entry q(+int). q(N) :- T =.. [portray, X], assertz((T :- integer(X), w, w, w, w, w, w, w, w)), q1(N). q1(N) :- print(N).",
        ["p(3)", "q(3)"];
    printing_with_a_hook: ":- entry p(+int). p(N) :- print(N). portray(X) :- integer(X), w, w, w, w, w, w, write(X). w.", ["p(3)"];
    printing_without_one: ":- entry p(+list(int)). p([]). p([X|L]) :- print(X), p(L).", ["p([])", "p([1,2])"];
    a_remainder_by_a_divisor_of_either_sign:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- D is X mod Y, c(D), u(D)."),
        ["r(7, 3)", "r(-7, 3)", "r(7, -3)", "r(-7, -3)", "r(3, 0)", "r(0, -5)", "r(8, -9)", "r(-1, 9)"];
    a_remainder_of_the_dividends_sign:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- D is X rem Y, c(D), u(D)."),
        ["r(7, 3)", "r(-7, 3)", "r(7, -3)", "r(-7, -3)", "r(3, 0)", "r(-1, 9)"];
    a_remainder_by_a_number_below_zero:
        concat!(down!(), ":- entry r(+int). r(X) :- D is X mod -4, c(D), u(D)."),
        ["r(7)", "r(-7)", "r(8)", "r(0)"];
    a_quotient_that_is_truncated:
        concat!(down!(), ":- entry r(+int). r(X) :- D is X // 3, c(D), u(D)."),
        ["r(7)", "r(-7)", "r(-1)", "r(-2)", "r(-3)", "r(2)"];
    a_quotient_that_is_rounded_down:
        concat!(down!(), ":- entry r(+int). r(X) :- D is X div 3, c(D), u(D)."),
        ["r(7)", "r(-7)", "r(-1)", "r(-2)", "r(-3)", "r(2)"];
    a_quotient_by_what_is_given:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- D is X // Y, c(D), u(D)."),
        ["r(7, 2)", "r(-7, 2)", "r(7, -1)", "r(-7, -2)", "r(5, 0)", "r(5, 1)"];
    a_quotient_by_two_at_least:
        concat!(down!(), ":- entry r(+nat, +nat). r(X,Y) :- Y >= 2, D is X // Y, c(D)."),
        ["r(7, 2)", "r(7, 3)", "r(5, 0)", "r(5, 1)", "r(9, 100)"];
    halving_what_may_be_below_zero_does_not_pass_it:
        ":- entry d(+int). d(0) :- !. d(N) :- M is N // 2, d(M).",
        ["d(-9)", "d(0)", "d(9)"];
    halving_downwards_stays_at_minus_one:
        ":- entry d(+int). d(0) :- !. d(N) :- M is N >> 1, d(M).",
        ["d(-9)", "d(0)", "d(9)"];
    a_common_divisor_by_remainders:
        ":- entry g(+int, +int, -). g(X, 0, X) :- !. g(X, Y, G) :- Z is X mod Y, g(Y, Z, G).",
        ["g(12, 18, X)", "g(-12, 18, X)", "g(12, -18, X)", "g(0, 0, X)", "g(5, 0, X)"];
    a_remainder_that_is_compared_twice:
        concat!(down!(), ":- entry r(+nat, +nat). r(X,Y) :- D is X mod Y, D > 2, D < 5, c(X). r(X,Y) :- D is X mod Y, D =< 2, c(Y). r(_,_)."),
        ["r(7, 4)", "r(9, 4)", "r(3, 0)", "r(14, 10)"];
    the_rest_of_a_division_counts_with_the_quotient:
        ":- entry e(+nat, +nat). e(0, _). e(N, B) :- N > 0, D is N mod B, M is N // B, s(D), e(M, B).
         s(0). s(N) :- N > 0, M is N-1, s(M).",
        ["e(9, 2)", "e(9, 10)", "e(0, 0)", "e(7, 7)"];
    differences_are_taken_apart_from_their_sign:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- D is abs(X-Y), c(D), S is sign(X-Y), c(S), u(S)."),
        ["r(3, 7)", "r(7, 3)", "r(-3, -7)", "r(2, 2)"];
    the_greater_and_the_smaller:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- A is max(X,Y), c(A), B is min(X,Y), u(B), (A > 2 -> c(B) ; c(Y))."),
        ["r(3, 7)", "r(7, 3)", "r(-3, -7)", "r(2, -9)"];
    bits_of_numbers:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- A is X /\\ Y, c(A), u(A), B is X \\/ Y, c(B), u(B), C is X xor Y, c(C), u(C)."),
        ["r(5, 3)", "r(-5, 3)", "r(5, -3)", "r(-5, -3)", "r(8, 7)"];
    bits_of_natural_numbers:
        concat!(down!(), ":- entry r(+nat, +nat). r(X,Y) :- A is X /\\ Y, c(A), B is X \\/ Y, c(B), C is X xor Y, c(C), D is gcd(X,Y), c(D)."),
        ["r(5, 3)", "r(0, 6)", "r(6, 0)", "r(0, 0)", "r(8, 7)"];
    shifts_by_what_is_given:
        concat!(down!(), ":- entry r(+int, +nat). r(X,Y) :- A is X >> Y, c(A), u(A), B is X << 2, c(B), u(B)."),
        ["r(5, 3)", "r(-5, 1)", "r(9, 0)"];
    powers:
        concat!(down!(), ":- entry r(+int). r(X) :- A is X ^ 2, c(A). :- entry s(+nat). s(X) :- A is 2 ^ X, c(A), B is X ^ 0, c(B)."),
        ["r(3)", "r(-3)", "r(0)", "s(0)", "s(4)"];
    powers_that_may_be_floats:
        concat!(down!(), ":- entry r(+int). r(X) :- A is X ** 2, c(A), B is X ** 3, c(B), u(B), C is -(X ** 4), u(C), D is X ** 0, c(D)."),
        ["r(3)", "r(-3)", "r(0)", "r(1)", "r(-1)"];
    powers_of_constants_with_exponents_of_either_sign:
        concat!(down!(), ":- entry r(+int). r(X) :- A is 2 ** X, (integer(A) -> c(A) ; X < 0), B is 1 ** X, c(B), C is (-1) ^ X, c(C), u(C).
         :- entry s(+int). s(X) :- A is 2 ^ X, c(A), B is (-2) ** X, c(B), u(B), C is 0 ^ X, c(C)."),
        ["r(3)", "r(-3)", "r(0)", "r(1)", "r(-1)", "s(0)", "s(1)", "s(4)", "s(5)", "s(-2)"];
    odd_powers_rise_from_below_zero:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- A is min(X,Y) ^ 3, c(A), u(A), B is max(X,Y) ^ 2, c(B)."),
        ["r(3, 2)", "r(-3, 1)", "r(0, 0)", "r(-2, -3)"];
    a_power_whose_exponent_may_be_below_zero_is_no_integer_then:
        ":- entry r(+int). r(X) :- Y is 2 ** X, (integer(Y) -> c(Y) ; l). c(N) :- N =< 0. c(N) :- N > 0, M is N-1, c(M). l :- l.",
        ["r(3)", "r(0)", "r(-1)", "r(-5)"];
    quotients_that_are_truncated_and_rounded_down:
        concat!(down!(), ":- entry r(+int). r(X) :- A is truncate(X/2), c(A), u(A), B is floor(X/3), c(B), u(B), C is trunc((X+1)/4), c(C), u(C)."),
        ["r(7)", "r(-7)", "r(0)", "r(-1)", "r(3)", "r(8)"];
    quotients_that_are_rounded_up_and_to_the_nearest:
        concat!(down!(), ":- entry r(+int). r(X) :- A is ceiling(X/3), c(A), u(A), B is round(X/2), c(B), u(B), C is integer((2*X-1)/3), c(C), u(C)."),
        ["r(7)", "r(-7)", "r(0)", "r(-1)", "r(1)", "r(5)", "r(-5)"];
    quotients_by_constants_below_zero_that_are_rounded:
        concat!(down!(), ":- entry r(+int). r(X) :- A is truncate(X/(-2)), c(A), u(A), B is floor(X/(-3)), c(B), u(B), C is ceiling(X/(-3)), c(C), u(C),
         D is round(X/(-2)), c(D), u(D), E is X/(-1), c(E), u(E)."),
        ["r(7)", "r(-7)", "r(0)", "r(-1)", "r(1)", "r(6)"];
    quotients_that_are_floats_by_a_flag:
        concat!(":- set_prolog_flag(iso, true). ", down!(), ":- entry r(+int). r(X) :- A is truncate(X/2), c(A), u(A), B is round(X/2), c(B), u(B), C is floor(6*X/3), c(C), u(C)."),
        ["r(7)", "r(-7)", "r(0)", "r(4)", "r(-1)"];
    quotients_that_are_rationals_by_a_flag:
        concat!(":- set_prolog_flag(prefer_rationals, true). ", down!(), ":- entry r(+int). r(X) :- A is floor(X/2), c(A), u(A), B is integer(X/2), c(B), u(B).
         :- entry s(+int). s(X) :- A is 2 ^ X, (integer(A) -> c(A) ; l). l :- l."),
        ["r(7)", "r(-7)", "r(0)", "r(-1)", "s(3)", "s(0)", "s(-1)"];
    quotients_of_products_and_of_what_is_computed:
        concat!(down!(), ":- entry r(+nat, +int). r(X,Y) :- A is truncate(X*X/3), c(A), B is ceiling(max(X,Y)/2), c(B), u(B), C is X/2, D is round(C), E is floor(C), c(D), c(E)."),
        ["r(7, 3)", "r(0, 0)", "r(1, -4)", "r(5, 9)"];
    halving_by_rounded_quotients:
        ":- entry h(+int, -). h(N, 0) :- N =< 1, !. h(N, K) :- M is truncate(N/2), h(M, L), K is L+1.
         :- entry g(+int, -). g(N, 0) :- N =< 2, !. g(N, K) :- M is ceiling(N/2), g(M, L), K is L+1.
         :- entry f(+int). f(0) :- !. f(N) :- M is round(N/3), f(M).",
        ["h(9, K)", "h(0, K)", "h(-5, K)", "h(100, K)", "g(9, K)", "g(-1, K)", "g(3, K)", "g(65, K)", "f(9)", "f(-9)", "f(0)", "f(1)"];
    rounding_up_does_not_end_at_one:
        ":- entry h(+int). h(0) :- !. h(N) :- M is ceiling(N/2), h(M).",
        ["h(9)", "h(0)", "h(-9)", "h(1)"];
    halves_of_lists_by_rounded_quotients:
        ":- entry m(+list(int), -). m([], []) :- !. m([X], [X]) :- !. m(L, S) :- length(L, N), H is truncate(N/2), length(A, H), append(A, B, L), m(A, S), m(B, _).",
        ["m([], S)", "m([1], S)", "m([3,-1,2], S)", "m([0,0,0,0,0], S)"];
    quotients_by_constants_below_zero:
        concat!(down!(), ":- entry r(+int). r(X) :- A is X // -2, c(A), u(A), B is X div -3, c(B), u(B), C is X rem -3, c(C), u(C), D is X mod -3, c(D), u(D).
         :- entry s(+nat). s(X) :- A is X // -4, u(A), c(A), B is X rem -4, c(B)."),
        ["r(7)", "r(-7)", "r(0)", "r(-1)", "r(6)", "r(-6)", "s(0)", "s(3)", "s(9)", "s(4)"];
    quotients_by_what_may_be_below_zero:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- A is X // Y, c(A), u(A), B is X rem Y, c(B), u(B), C is X div Y, c(C), u(C)."),
        ["r(7, -2)", "r(-7, -2)", "r(7, 2)", "r(0, -1)", "r(-7, 9)", "r(3, -9)"];
    bits_of_numbers_and_constants:
        concat!(down!(), ":- entry r(+int). r(X) :- A is X /\\ 6, c(A), B is X \\/ 8, c(B), u(B), C is X xor 5, c(C), u(C), D is \\ X, c(D), u(D).
         :- entry s(+int). s(X) :- A is X /\\ -6, c(A), u(A), B is X \\/ -6, u(B), C is -6 xor X, c(C), u(C)."),
        ["r(5)", "r(-5)", "r(0)", "r(-1)", "r(8)", "r(-9)", "s(5)", "s(-5)", "s(0)", "s(-1)", "s(13)"];
    bits_of_numbers_below_zero:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- X < 0, Y < 0, A is X /\\ Y, u(A), B is X \\/ Y, u(B), C is X xor Y, c(C). r(X,Y) :- X >= 0, Y < 0, A is X /\\ Y, c(A), B is X \\/ Y, u(B), C is X xor Y, u(C)."),
        ["r(-5, -3)", "r(-1, -1)", "r(0, -1)", "r(7, -8)", "r(-8, -1)"];
    shifts_of_numbers_below_zero:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- A is X >> 1, c(A), u(A), B is X << Y, c(B), u(B), C is X << -2, c(C), u(C), D is X >> 70, c(D), u(D).
         :- entry s(+int, +nat). s(X,Y) :- A is X >> Y, c(A), u(A)."),
        ["r(7, 1)", "r(-7, 2)", "r(0, 0)", "r(-1, -1)", "r(9, -3)", "s(7, 1)", "s(-7, 0)", "s(-7, 5)", "s(0, 3)"];
    common_divisors_of_numbers:
        concat!(down!(), ":- entry r(+int, +int). r(X,Y) :- A is gcd(X,Y), c(A), B is gcd(X,6), c(B), C is gcd(-4,Y), c(C), (X > 0 -> D is gcd(X,Y), c(D) ; true)."),
        ["r(12, 18)", "r(-12, 18)", "r(0, 0)", "r(0, -5)", "r(5, 0)", "r(-1, 7)"];
    positions_of_bits:
        concat!(down!(), ":- entry r(+int). r(X) :- A is msb(X), c(A), B is lsb(X), c(B), C is popcount(X), c(C), D is max(msb(X), 2), c(D).
         :- entry s(+int). s(X) :- A is popcount(X), c(A), B is getbit(X, 1), c(B), C is succ(X), c(C).
         :- entry t(+int). t(X) :- catch((A is msb(X), c(A)), _, true)."),
        ["r(1)", "r(8)", "r(13)", "r(0)", "r(-1)", "s(0)", "s(7)", "s(8)", "s(-3)", "t(0)", "t(-4)", "t(9)"];
    multiples_of_numbers:
        concat!(down!(), ":- entry r(+nat, +nat). r(X,Y) :- A is lcm(X,Y), c(A), B is sign(X-Y), c(B), u(B)."),
        ["r(4, 6)", "r(0, 3)", "r(1, 1)", "r(3, 5)"];
}

#[test]
fn loops_over_what_operations_give_have_bounds() {
    let bounded = |text: &str, at: &[i64]| {
        let text = format!("{}{text}", down!());
        assert_ne!(claims_of(&text).upper_at("steps", at, i64::MAX), Vec::<String>::new(), "{text}");
    };
    bounded(":- entry r(+nat, +nat). r(X,Y) :- D is X mod Y, c(D).", &[9, 4]);
    bounded(":- entry r(+int, +int). r(X,Y) :- D is abs(X-Y), c(D).", &[2, 7]);
    bounded(":- entry r(+nat, +nat). r(X,Y) :- Y > 0, D is X // Y, c(D).", &[9, 4]);
    bounded(":- entry r(+nat, +nat). r(X,Y) :- D is X /\\ Y, c(D).", &[9, 4]);
    bounded(":- entry r(+nat). r(X) :- D is X ^ 2, c(D).", &[4]);
    bounded(":- entry r(+nat). r(X) :- D is X >> 3, c(D).", &[40]);
    let of_any = "X ** 2;X ^ 3;X ** 4;truncate(X/2);floor(X/2);ceiling(X/3);round(X/2);integer(X/2);truncate(X/(-2));
        X // -2;X div -3;X mod -3;X rem -3;X >> 1;\\ X;X xor 5;X \\/ 8;X /\\ 8;X xor -6;X \\/ -6;X /\\ -6;sign(X)";
    for (expression, at) in of_any.split(';').flat_map(|of| [-7, -1, 0, 1, 2, 7, 100].map(|at| (of.trim(), at))) {
        bounded(&format!(":- entry r(+int). r(X) :- D is {expression}, c(D)."), &[at]);
    }
    for expression in ["gcd(X,6)", "gcd(X,X+1)", "max(truncate(X/2), X ^ 3)"] {
        bounded(&format!(":- entry r(+int). r(X) :- D is {expression}, c(D)."), &[-7]);
    }
    for expression in ["2 ** X", "2 ^ X", "(-2) ** X", "1 << X", "2 ^ abs(X)", "msb(X)", "lsb(X)", "popcount(X)"] {
        bounded(&format!(":- entry r(+int). r(X) :- D is {expression}, c(D)."), &[7]);
    }
    bounded(":- entry g(+nat, +nat, -). g(X, 0, X) :- !. g(X, Y, G) :- Z is X mod Y, g(Y, Z, G).", &[9, 4]);
}

#[test]
fn a_remainder_is_below_its_divisor() {
    let text = ":- entry r(+nat, +nat). r(X,Y) :- D is X mod Y, D >= Y, c. r(_,_). c :- c.";
    assert_ne!(claims_of(text).upper_at("steps", &[9, 4], i64::MAX), Vec::<String>::new());
}
