//! The ways to be wrong of section 3 of spec/analysis.md that concern a solver, each by its number there.

use solver::{Bound, Direction, Expr, Limits, Rational, Solution, System, Var, check, solve};

fn solution(text: &str, direction: Direction) -> Solution {
    let system: System = text.parse().unwrap();
    let name = system.definitions[0].name.clone();
    match &solve(&system, direction, &Limits::default())[&name] {
        Bound::Known(solution) => solution.clone(),
        Bound::Unknown { reason, .. } => panic!("{text}: {reason}"),
    }
}

fn at(e: &Expr, n: i64) -> Rational {
    e.eval(&|_: &Var| Some(Rational::from(n))).unwrap()
}

#[test]
fn trap_1_alternatives_are_merged_and_not_solved_apart() {
    let closed =
        solution("T(n) = T(n-1) + 10 if n >= 1; T(n) = 2*T(n-1) + 1 if n >= 1; T(0) = 1", Direction::Upper).expr;
    assert_eq!(at(&closed, 5), Rational::from(191));
}

#[test]
fn trap_2_lower_bounds_see_the_smallest_inputs_and_early_failure() {
    let text = "T(0) = 1; T(n) = 3 if n >= 1; T(n) = T(n-1) + 2 if n >= 1";
    assert_eq!(solution(text, Direction::Lower).expr.to_string(), "min(3, 2*n + 1)");
    let text = "T(0) = 2; T(n) = 7 if n >= 1; T(n) = T(n-1) + 5 if n >= 1; T(n) = T(n-1) + 3*n if n >= 1";
    assert_eq!(solution(text, Direction::Lower).expr.to_string(), "min(7, 5*n)");
}

#[test]
fn trap_3_dominance_at_large_n_is_not_dominance() {
    // n^2 does not bound (n^2 + 3*n + 2)/2 for n = 0..3.
    let text = "T(n) = (n^2 + 3*n + 2)/2; T(n) = n^2";
    let closed = solution(text, Direction::Upper).expr;
    for n in 0..6 {
        assert!(at(&closed, n) >= Rational::from((n * n + 3 * n + 2) / 2), "n = {n}: {closed}");
    }
}

#[test]
fn trap_5_recursion_without_a_domain_is_refused() {
    for text in ["fib(n) = fib(n-1) + fib(n-2) + 1; fib(0) = 1; fib(1) = 1", "f(n) = f(n-1) + 1; f(0) = 1"] {
        let system: System = text.parse().unwrap();
        let bounds = solve(&system, Direction::Upper, &Limits::default());
        assert!(bounds.values().all(|b| b.known().is_none()), "{text}");
    }
    let hanoi = solution("T(n) = 2*T(n-1) + 1 if n >= 2; T(1) = 1", Direction::Upper);
    assert_eq!((hanoi.expr.to_string().as_str(), hanoi.valid.to_string().as_str()), ("2^n - 1", "n >= 1"));
}

#[test]
fn trap_8_halving_has_floors() {
    let closed = solution("T(n) = T(n-2) + 1 if n >= 2; T(0) = 1; T(1) = 1", Direction::Upper).expr;
    assert_eq!(closed.to_string(), "floor(n/2) + 1");
    let closed = solution("T(n) = T(n-2) + 3 if n >= 2; T(0) = 1; T(1) = 7", Direction::Upper).expr;
    for (n, value) in [(0, 1), (1, 7), (2, 4), (3, 10), (8, 13), (9, 19)] {
        assert_eq!(at(&closed, n), Rational::from(value), "n = {n}: {closed}");
    }
}

#[test]
fn trap_9_what_has_no_value_has_no_upper_bound() {
    for text in ["f(n) = f(n+1)", "f(n) = f(n) + 1 if n >= 1; f(0) = 0", "T(n) = T(n-1)*T(n-1) if n >= 1; T(0) = 2"] {
        let system: System = text.parse().unwrap();
        let start = std::time::Instant::now();
        for direction in [Direction::Upper, Direction::Lower] {
            let bounds = solve(&system, direction, &Limits::default());
            let known = bounds.values().any(|b| b.known().is_some());
            assert_eq!(known, direction == Direction::Lower, "{text}: {direction:?}");
        }
        assert!(start.elapsed().as_millis() < 500, "{text}");
    }
}

#[test]
fn a_wrong_claim_does_not_pass_the_check() {
    let text = "T(n) = T(n-1) + n if n >= 1; T(0) = 1";
    let system: System = text.parse().unwrap();
    let mut claimed = solution(text, Direction::Upper);
    let name = system.definitions[0].name.clone();
    let checked = |s: &Solution, d| check(&system, &[(name.clone(), s.clone())].into(), d, &Limits::default());
    assert!(checked(&claimed, Direction::Upper).unwrap().points >= 10);
    claimed.expr = "1/2*n^2".parse().unwrap();
    assert!(checked(&claimed, Direction::Upper).is_err());
    (claimed.exact, claimed.exact_where) = (false, None);
    assert!(checked(&claimed, Direction::Lower).is_ok());
}
