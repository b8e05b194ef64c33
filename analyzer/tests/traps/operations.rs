//! Loops over what divisions, remainders, shifts, powers and extrema give, on both sides of zero.

use crate::{claims_of, holds};

/// Counts down, from above zero; one step below.
macro_rules! down {
    () => {
        "c(N) :- N =< 0. c(N) :- N > 0, M is N-1, c(M). u(N) :- N >= 0. u(N) :- N < 0, M is N+1, u(M). "
    };
}

traps! {
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
    bounded(":- entry g(+nat, +nat, -). g(X, 0, X) :- !. g(X, Y, G) :- Z is X mod Y, g(Y, Z, G).", &[9, 4]);
}

#[test]
fn a_remainder_is_below_its_divisor() {
    let text = ":- entry r(+nat, +nat). r(X,Y) :- D is X mod Y, D >= Y, c. r(_,_). c :- c.";
    assert_ne!(claims_of(text).upper_at("steps", &[9, 4], i64::MAX), Vec::<String>::new());
}
