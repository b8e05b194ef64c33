//! The ways to be wrong of section 3 of spec/analysis.md that concern a solver, each by its number there.

use solver::{Bound, Direction, Exactness, Expr, FnName, Limits, Rational, Solution, System, Value, Var, check, solve};

fn solution(text: &str, direction: Direction) -> Solution {
    let system: System = text.parse().unwrap();
    let name = system.definitions[0].name.clone();
    match &solve(&system, direction, &Limits::default())[&name] {
        Bound::Known(solution) => solution.clone(),
        Bound::Unknown { reason, .. } => panic!("{text}: {reason}"),
    }
}

fn at(solution: &Solution, n: i64) -> Rational {
    let e = solution.at(&|_: &Var| Some(n)).unwrap_or_else(|| panic!("nothing is claimed at {n}: {solution}"));
    e.eval(&|_: &Var| Some(Rational::from(n))).unwrap()
}

#[test]
fn trap_1_alternatives_are_merged_and_not_solved_apart() {
    let closed = solution("T(n) = T(n-1) + 10 if n >= 1; T(n) = 2*T(n-1) + 1 if n >= 1; T(0) = 1", Direction::Upper);
    assert_eq!(at(&closed, 5), Rational::from(191));
}

#[test]
fn trap_2_lower_bounds_see_the_smallest_inputs_and_early_failure() {
    let text = "T(0) = 1; T(n) = 3 if n >= 1; T(n) = T(n-1) + 2 if n >= 1";
    assert_eq!(solution(text, Direction::Lower).to_string(), "min(3, 2*n + 1) for n >= 0");
    let text = "T(0) = 2; T(n) = 7 if n >= 1; T(n) = T(n-1) + 5 if n >= 1; T(n) = T(n-1) + 3*n if n >= 1";
    let least = solution(text, Direction::Lower);
    assert!(least.is_exact(), "{least}");
    for (n, value) in [(0, 2), (1, 5), (2, 7), (9, 7)] {
        assert_eq!(at(&least, n), Rational::from(value), "n = {n}: {least}");
    }
}

#[test]
fn trap_3_dominance_at_large_n_is_not_dominance() {
    // n^2 does not bound (n^2 + 3*n + 2)/2 for n = 0..3.
    let text = "T(n) = (n^2 + 3*n + 2)/2; T(n) = n^2";
    let closed = solution(text, Direction::Upper);
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
    assert_eq!(hanoi.to_string(), "2^n - 1 for n >= 1");
}

#[test]
fn trap_8_halving_has_floors() {
    let closed = solution("T(n) = T(n-2) + 1 if n >= 2; T(0) = 1; T(1) = 1", Direction::Upper);
    assert_eq!(closed.to_string(), "floor(n/2) + 1 for n >= 0");
    let closed = solution("T(n) = T(n-2) + 3 if n >= 2; T(0) = 1; T(1) = 7", Direction::Upper);
    for (n, value) in [(0, 1), (1, 7), (2, 4), (3, 10), (8, 13), (9, 19)] {
        assert_eq!(at(&closed, n), Rational::from(value), "n = {n}: {closed}");
    }
}

#[test]
fn trap_9_what_has_no_value_has_no_upper_bound() {
    for text in ["f(n) = f(n+1)", "f(n) = f(n) + 1 if n >= 1; f(0) = 0", "T(n) = T(n)*T(n-1) if n >= 1; T(0) = 2"] {
        let system: System = text.parse().unwrap();
        for direction in [Direction::Upper, Direction::Lower] {
            let bounds = solve(&system, direction, &Limits::default());
            let known = bounds.values().any(|b| b.known().is_some());
            assert_eq!(known, direction == Direction::Lower, "{text}: {direction:?}");
        }
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
    let wrong = |exactness| Value::Closed { expr: "1/2*n^2".parse().unwrap(), exactness };
    claimed.pieces[0].value = wrong(Exactness::Exact);
    assert!(checked(&claimed, Direction::Upper).is_err());
    claimed.pieces[0].value = wrong(Exactness::Bound);
    assert!(checked(&claimed, Direction::Lower).is_ok());
}

#[test]
fn what_is_not_rational_is_held_to_what_it_is_between() {
    let text = "T(n) = T(n-1) + log2(3) + log2(5) if n >= 1; T(0) = 0";
    let system: System = text.parse().unwrap();
    let claim = |form: &str, exactness| {
        let mut claimed = solution(text, Direction::Upper);
        claimed.pieces[0].value = Value::Closed { expr: form.parse().unwrap(), exactness };
        claimed
    };
    let name = system.definitions[0].name.clone();
    let checked = |s: &Solution, d| check(&system, &[(name.clone(), s.clone())].into(), d, &Limits::default());
    for direction in [Direction::Upper, Direction::Lower] {
        for exactness in [Exactness::Exact, Exactness::Bound] {
            let same = claim("n*log2(15)", exactness);
            assert!(checked(&same, direction).unwrap().points >= 10, "{direction:?} {exactness:?}");
            for (near, side) in [("1001/1000", Direction::Upper), ("999/1000", Direction::Lower)] {
                let near = claim(&format!("{near}*n*log2(15)"), exactness);
                let holds = exactness == Exactness::Bound && side == direction;
                assert_eq!(checked(&near, direction).is_ok(), holds, "{direction:?} {exactness:?} {side:?}");
            }
        }
    }
}

#[test]
fn a_case_that_ends_at_a_limit_takes_part_in_the_least() {
    let text = "f(x, y) = f(x, y - 1) + 6 + y if y >= 1; f(x, y) = f(x - 1, y) + 8 + x if x >= 1 and x <= 12; \
                f(x, y) = f(x, y - 1) + 6 if y >= 1; f(x, y) = 4 if x <= 0";
    let system: System = text.parse().unwrap();
    let bounds = solve(&system, Direction::Lower, &Limits::default());
    let Some(solution) = bounds[&"f".into()].known() else { return };
    // f(13, 1) = f(13, 0) + 6, where no case applies at (13, 0).
    let point = |v: &Var| Some(Rational::from(if v.as_str() == "x" { 13 } else { 1 }));
    let whole = |v: &Var| Some(if v.as_str() == "x" { 13 } else { 1 });
    if let Some(expr) = solution.at(&whole) {
        assert!(expr.eval_lower(&point).unwrap() <= Rational::from(6), "{solution}");
    }
}

#[test]
fn a_call_where_no_case_applies_stands_for_nothing() {
    let lower = [
        // f(35, -1) has no case, so f(35, 4) = 5; f(1) has none, so f(0) may be 0; g(0, 5) is exactly 5.
        ("f(x, y) = f(x - 1, y) + 1 if x <= 4; f(x, y) = f(x, y - 1) + 1 if y >= 0", [35, 4], 5),
        ("f(x, y) = f(1, y) if x <= 0; f(x, y) = 1 if x <= 0", [0, 0], 0),
        ("f(x, y) = g(-1, y); g(x, y) = g(0, y - 1) if y >= 6; g(x, y) = x + y", [13, 8], 5),
        ("f(x, y) = f(x - 2, y + x) + 1 if x >= 1", [25, -1], 13),
        (
            "f(x, y, z) = f(x, y, z - 2) if z >= 1; f(x, y, z) = f(x, y - 1, z) if y >= 1 and y <= 3; \
             f(x, y, z) = 1 if x = 0",
            [12, 10],
            0,
        ),
        // A line that leaves out the condition on z does not see that f(0, y, 4) has no case.
        ("f(x, y, z) = f(floor(x/2), y, z) + 3 if x >= 1; f(x, y, z) = y if z = 0", [3, 10], 6),
        // Pieces of one form are put together, of which one is only a bound.
        (
            "f(x, y) = f(x, y - 1) + 1 if y >= 3; f(x, y) = 9 if y <= 3; f(x, y) = 7 + y + x if x <= 2; \
             f(x, y) = 0 if y <= -1; f(x, y) = 9 if -1*x + y >= 0",
            [29, 4],
            10,
        ),
        // An argument of which nothing depends may be negative.
        (
            "f(x, y) = f(x, y - 1) + x if y >= -2; f(x, y) = g(x, y) if x >= 6; f(x, y) = 0 if y <= -3; g(x, y) = 0 if x <= 0",
            [37, -1],
            0,
        ),
        // What is halved falls below the value at which it may stop.
        ("f(x, y) = 2*f(floor(x/2), y) if x >= 1; f(x, y) = f(0, 0); f(x, y) = y if x >= 2", [30, -4], -32),
        ("f(x, y, z) = g(0, x, y); g(x, y, z) = 0 if z <= 0; g(x, y, z) = 4 if z = 1", [-2, 3], 0),
    ];
    // The alternative that ends gives more than the one that goes on where values are negative.
    let upper = [
        ("f(x, y) = 2*f(floor(x/2), y) + 4 if x >= 1; f(x, y) = 2 + y", [6, -12], -10),
        ("f(x, y) = g(y, x) if x >= 0 and -1*y >= 0; f(x, y) = 6 + y if x >= 0; g(x, y) = 0 if y = 0", [1, -10], 0),
    ];
    let rows = lower.map(|row| (Direction::Lower, row)).into_iter().chain(upper.map(|row| (Direction::Upper, row)));
    let mut compared = 0;
    for (direction, (text, point, value)) in rows {
        let system: System = text.parse().unwrap();
        let bounds = solve(&system, direction, &Limits::default());
        let Some(solution) = bounds[&"f".into()].known() else { continue };
        let place = |v: &Var| match v.as_str() {
            "x" => Some(point[0]),
            "y" => Some(point[1]),
            _ => Some(4),
        };
        let Some(piece) = solution.piece_at(&place) else { continue };
        let Some(expr) = piece.closed() else { continue };
        compared += 1;
        let claimed = expr.eval(&|v: &Var| place(v).map(Rational::from)).unwrap();
        let holds = match direction {
            Direction::Lower => claimed <= Rational::from(value),
            Direction::Upper => claimed >= Rational::from(value),
        };
        assert!(holds, "{text}: {solution}");
        assert!(!piece.is_exact() || claimed == Rational::from(value), "{text}: {solution}");
    }
    println!("{compared} claims compared");
    // Three have no bound at their points.
    assert!(compared >= 9, "only {compared} claims were compared");
}

#[test]
fn a_call_whose_value_makes_no_difference_must_end() {
    for (text, point) in [
        ("f(x) = max(min(g(x), 0), 0) if x >= 1; f(x) = 1 if x <= 0; g(x) = f(x)", 3),
        ("f(x) = min(g(x), 0); g(x) = max(f(x), 0) if x <= -1; g(x) = g(x - 1) if x >= 1", -15),
        ("f(x) = g(x) - h(x) + 1; g(x) = f(x); h(x) = f(x)", 2),
        ("f(x) = min(f(1), 0) + 1 if x >= 0; f(x) = f(x - 1) + 1 if x >= -2", 1),
        ("f(x) = min(f(x - 1), f(x + 1)) + 1 if x >= 1; f(x) = 0 if x <= 0", 4),
    ] {
        let system: System = text.parse().unwrap();
        let bounds = solve(&system, Direction::Upper, &Limits::default());
        let Some(solution) = bounds[&"f".into()].known() else { continue };
        assert!(solution.at(&|_: &Var| Some(point)).is_none(), "{text}: {solution}");
    }
    // One that ends makes no difference, and of a product with 0 nothing else is made.
    for (text, upper) in [
        ("f(x) = max(min(g(x), 0), 0); g(x) = g(x - 1) + 1 if x >= 1; g(x) = 0 if x <= 0", "0"),
        ("f(x) = 2 + 0*f(x)", "2"),
    ] {
        assert_eq!(solution(text, Direction::Upper).to_string(), upper, "{text}");
    }
}

#[test]
fn a_call_outside_of_the_domain_has_no_case() {
    for (text, point, value) in [
        ("g(x) = f(x); domain f(x): x >= 0; f(x) = 3", -1, 0),
        ("g(x) = f(x - 1) + 1 if x >= 0; domain f(x): x >= 0; f(x) = -3", 0, 1),
        ("f(x) = f(x - 3) + 1 if x >= 2; domain f(x): x >= 0; f(x) = 3 if x <= 1", 2, 1),
    ] {
        for direction in [Direction::Upper, Direction::Lower] {
            let found = solution(text, direction);
            let place = |_: &Var| Some(point);
            let expr = found.at(&place).unwrap_or_else(|| panic!("{text}: nothing is claimed at {point}: {found}"));
            let claimed = expr.eval(&|_: &Var| Some(Rational::from(point))).unwrap();
            assert_eq!(claimed, Rational::from(value), "{text}: {found}");
        }
    }
}

#[test]
fn what_is_proved_of_signs_that_are_not_told_apart_is_a_bound() {
    for text in ["f(x) = f(x - g(x)) + 1 if x >= 1; g(x) = 1", "f(x) = f(g(x)) + 1 if x >= 1; g(x) = x - 1 if x <= 5"] {
        let (lower, upper) = (solution(text, Direction::Lower), solution(text, Direction::Upper));
        let mut bounded = 0;
        for n in 1..6 {
            let place = |_: &Var| Some(n);
            let Some(piece) = lower.piece_at(&place).filter(|piece| piece.closed().is_some()) else { continue };
            let (least, greatest) = (at(&lower, n), at(&upper, n));
            assert!(least <= greatest, "{text} at {n}: {lower}");
            assert!(!piece.is_exact() || least == greatest, "{text} at {n}: {lower}");
            bounded += 1;
        }
        assert!(bounded > 0, "{text}: nothing is claimed");
    }
}

#[test]
fn what_is_not_known_is_not_the_greater_one() {
    for text in [
        "g(x, y) = min(f(x, 0), 0) if y >= 0; g(x, y) = x; f(x, y) = g(x - 1, 0)",
        "f(x, y) = g(x - 1, 0); g(x, y) = min(f(x, 0), 0) if y >= 0; g(x, y) = x",
        "h(x, y) = min(g(x), 0); g(x) = g(x - 1); g(x) = x",
        "h(x, y) = min(g(x), y) if x >= y; g(x) = g(x - 2) - 1; g(x) = g(x); g(x) = x",
    ] {
        let system: System = text.parse().unwrap();
        let bounds = solve(&system, Direction::Lower, &Limits::default());
        assert_eq!(bounds.len(), system.definitions.len());
        for (name, bound) in &bounds {
            let Some(lower) = bound.known() else { continue };
            for n in 0..6 {
                let claimed = lower.piece_at(&|_: &Var| Some(n)).and_then(|piece| piece.closed());
                assert_eq!(claimed, None, "{text}: {name} falls without end, at {n}: {lower}");
            }
        }
    }
}

#[test]
fn parts_of_a_third_end_at_several_sizes() {
    for (text, values) in [
        ("g(x) = g(floor(x/3)) + 1 + x if x >= 1; g(x) = 4; g(x) = x + x", [2, 3, 4]),
        ("f(x) = f(0); g(x) = g(floor(x/3)) + 1 + x if x >= 1; g(x) = f(0) + 4; g(x) = x + x", [2, 3, 6]),
        ("g(x) = g(floor(x/3)) + x if x >= 1; g(x) = 1 if x <= 0", [2, 3, 5]),
        ("g(x) = g(floor(x/5)) + x if x >= 1; g(x) = 1 if x <= 0", [2, 3, 4]),
    ] {
        let system: System = text.parse().unwrap();
        let bounds = solve(&system, Direction::Lower, &Limits::default());
        let lower = bounds[&"g".into()].known().unwrap_or_else(|| panic!("{text}: nothing is claimed"));
        for (n, value) in (1..).zip(values) {
            let claimed = lower.at(&|_: &Var| Some(n)).unwrap_or_else(|| panic!("{text}: nothing is claimed at {n}"));
            let least = claimed.eval_lower(&|_: &Var| Some(Rational::from(n))).unwrap();
            assert!(least <= Rational::from(value), "{text}: {value} at {n}, but claimed {lower}");
        }
    }
}

/// Which part of a function an argument such as min(z - 1, 3) meets is not told apart: what is put in for it is a bound.
#[test]
fn what_an_argument_meets_by_chance_is_no_equality() {
    let text = "f(x, y, z) = f(x - 3, y, min(z - 1, 3)) + f(x - 3, y - 2, z) + floor(y/2) if x >= 5
        f(x, y, z) = x mod 2 if x < 5 and z >= -4
        f(x, y, z) = z^2 if x < 5 and z < -4";
    let system: System = text.parse().unwrap();
    let limits = Limits { points: 200, ..Limits::default() };
    let mut claimed = 0;
    for direction in [Direction::Upper, Direction::Lower] {
        let bounds = solve(&system, direction, &Limits::default());
        let Some(solution) = bounds[&"f".into()].known() else { continue };
        for (point, value) in [([6, 7, -3], 5), ([9, 4, -3], 33), ([5, 2, -4], 26), ([5, 2, -5], 62)] {
            let place = |v: &Var| ["x", "y", "z"].iter().position(|name| *name == v.as_str()).map(|at| point[at]);
            let Some((piece, expr)) = solution.piece_at(&place).and_then(|piece| Some((piece, piece.closed()?))) else {
                continue;
            };
            claimed += 1;
            let at = |v: &Var| place(v).map(Rational::from);
            let (least, greatest) = (expr.eval_lower(&at).unwrap(), expr.eval_upper(&at).unwrap());
            let value = Rational::from(value);
            let holds = match (piece.is_exact(), direction) {
                (true, _) => least <= value && value <= greatest,
                (false, Direction::Upper) => value <= greatest,
                (false, Direction::Lower) => least <= value,
            };
            assert!(holds, "{direction:?} at {point:?}: {value}, but claimed {solution}");
        }
        let claims = [("f".into(), solution.clone())].into();
        check(&system, &claims, direction, &limits).unwrap();
    }
    assert!(claimed >= 4, "only {claimed} claims");
}

/// A split without a choice is no value: the case does not apply there.
#[test]
fn nothing_is_claimed_where_a_split_has_no_choice() {
    let system: System = "g(n) = maxover(k, 0, n - 1, g(k)) + 1 if n >= 1 or n = -1; g(0) = 0".parse().unwrap();
    for direction in [Direction::Upper, Direction::Lower] {
        let bounds = solve(&system, direction, &Limits::default());
        let solution = bounds[&"g".into()].known().expect("it is known for natural numbers");
        assert!(solution.piece_at(&|_: &Var| Some(4)).is_some());
        assert!(solution.piece_at(&|_: &Var| Some(-1)).is_none(), "{solution}");
    }
}

/// A choice whose call has no case does not count: where that may be, a least of choices has no upper bound and a greatest
/// none from below; and the condition that tells choices apart is not one of the function.
#[test]
fn a_choice_less_makes_no_bound_wrong() {
    let systems = [
        "f(x) = minover(k, 0, x, f(k - 1)) + 1; f(x) = 2 if x >= 1",
        "f(x, y) = maxover(k, 0, x, g(k, y)); f(x, y) = minover(k, 0, x - 1, f(k, 0)) + x; f(x, y) = x;
         g(x, y) = 5 + x if y >= x",
        "f(x, y) = minover(k, 0, x, g(k, y)); f(x, y) = maxover(k, 0, 0, g(x - 1 + k, 0));
         g(x, y) = g(x, y - 1) + 1 if x <= y - 1; g(x, y) = 0 if x <= 1",
        "f(x, y, z) = g(x, y, z - 1) if z >= -1 and y <= 0; g(x, y, z) = 0 if x >= 0 and y >= 0;
         g(x, y, z) = maxover(k, -2, x - 3, f(k, y, z)) + 5 if x >= 0 and y <= 0; g(x, y, z) = 4 if x >= 0",
        "f(x) = 9 - maxover(k, 0, x, g(k)) if x >= 0; g(x) = x if x <= 4",
        "f(x) = 9 - minover(k, 0, x, g(k)) if x >= 0; g(x) = 8 - x if x >= 3",
        "f(x) = minover(k, 0, x, maxover(j, k, 3, j)) if x >= 0",
        "f(x) = minover(k, 0, x, g(k)) if x >= 0; g(x) = 7 if x != 2; g(x) = 1 if x = 2",
    ];
    let compared = compared(&systems);
    assert!(compared >= 1000, "only {compared} points");
}

/// Terms of a sum may be of several kinds, as choices of a split within another's: what tells them apart is not a condition of
/// the function.
#[test]
fn terms_of_several_kinds_are_told_apart() {
    let systems = [
        "f(n) = sum(k, 0, n, g(k)) if n >= 0; g(k) = 1 if k <= 3; g(k) = k if k >= 2;
         h(n) = maxover(j, 0, n, sum(k, 0, j, g(k))) if n >= 0",
        "f(n) = sum(k, 0, n, g(k)) if n >= 0; g(k) = k + 1 if k >= 0; g(k) = 0 if k <= -1",
        "f(n) = maxover(j, 0, 3, sum(k, 5, j + n, g(k))) if n >= 0; g(x) = 7 if x <= -9",
        "f(x) = sum(k, 0, x, f(k - 1)); f(x) = 1",
        "f(x, y) = sum(k, 0, y, f(0, k)) if y <= 3; f(x, y) = 1 if -1*x + y <= 0",
        "f(x, y) = g(0, -1) + 1; f(x, y) = sum(k, 0, x, g(k, y)); g(x, y) = y if x >= 0",
        "f(x, y) = minover(k, 0, x - 1, g(k, 0));
         g(x, y) = maxover(k, 0, x, f(k, 0)); g(x, y) = g(-1, 0) if x <= 0; g(x, y) = x",
        "f(x, y) = maxover(k, 0, x, g(k, 0) + g(x - 1, 0)); f(x, y) = f(-1, 0) if -1*y >= 0;
         g(x, y) = maxover(k, 0, x - 1, f(k, y)); g(x, y) = 0",
    ];
    let compared = compared(&systems);
    assert!(compared >= 1000, "only {compared} points");
}

/// Its values are too many to be compared with, but from 1 on -1 is one of each function's, and none is less.
#[test]
fn the_least_of_splits_within_splits_is_not_exceeded() {
    let text = "f(x, y) = maxover(k, 0, x - 1, g(k, 0));
         g(x, y) = minover(k, 0, x, f(k, 0)); g(x, y) = g(-1, 0) if x <= 0; g(x, y) = x";
    let system: System = text.parse().unwrap();
    let bounds = solve(&system, Direction::Lower, &Limits::default());
    assert_eq!(bounds.len(), 2);
    for (name, bound) in &bounds {
        let Some(lower) = bound.known() else { continue };
        for n in 1..8 {
            let claimed = lower.piece_at(&|_: &Var| Some(n)).and_then(|piece| piece.closed());
            let value = claimed.map(|closed| closed.eval_f64(&|_| Some(n as f64)));
            assert!(value.is_none_or(|value| value <= -1.0), "{name} at {n}: {lower}");
        }
    }
}

/// Its values are too many to be compared with: each step from 0 on takes 3, and any number of steps may be taken.
#[test]
fn steps_that_may_be_taken_or_not_are_all_taken_at_the_least() {
    let text = "h(x, y) = min(g(x), y) if x >= y; g(x) = g(x - 2) - 1 if x >= 0; g(x) = g(x); g(x) = x";
    let bounds = solve(&text.parse::<System>().unwrap(), Direction::Lower, &Limits::default());
    let least = |x: i64| if x < 0 { x } else { x - 3 * (x / 2 + 1) };
    let mut compared = 0;
    for (x, y) in (-6..20).flat_map(|x| (-20..=x).map(move |y| (x, y))) {
        for (name, value) in [("g", least(x)), ("h", least(x).min(y))] {
            let point = |var: &Var| Some(if *var == Var::new("x") { x } else { y });
            let solution = bounds[&FnName::new(name)].known();
            let Some(closed) = solution.and_then(|solution| solution.at(&point)) else { continue };
            let claimed = closed.eval_f64(&|var| point(var).map(|n| n as f64));
            assert!(claimed <= value as f64, "{name}({x}, {y}) is {value} at the least: {claimed}");
            compared += 1;
        }
    }
    assert!(compared >= 100, "only {compared} points");
}

/// Ends of a halving recursion of which one may be negative: the least of them is not that of their terms.
#[test]
fn ends_of_a_halving_recursion_may_be_negative() {
    let systems = [
        "f(x, y) = f(floor(x/3), y) if x >= 1; f(x, y) = 6 + y if x = 1",
        "f(x, y) = f(floor(x/3), y) + 1 if x >= 1; f(x, y) = 6 - y if x = 1",
        "f(x, y) = f(floor(x/2), y) + y if x >= 2; f(x, y) = 6 + y if x = 1",
        "f(x, y) = f(floor(x/2), y) + f(ceil(x/2), y) + y*x if x >= 2; f(x, y) = y if x <= 1",
    ];
    let compared = compared(&systems);
    assert!(compared >= 800, "only {compared} points");
}

/// At how many points the bounds of systems were compared with the equations, and hold; none says where it holds by
/// anything but the parameters.
fn compared(systems: &[&str]) -> usize {
    let limits = Limits { points: 400, ..Limits::default() };
    let mut compared = 0;
    for text in systems {
        let system: System = text.parse().unwrap();
        for direction in [Direction::Upper, Direction::Lower] {
            for (name, bound) in solve(&system, direction, &Limits::default()) {
                let Some(solution) = bound.known() else { continue };
                let params = &system.definitions.iter().find(|d| d.name == name).expect("it is defined").params;
                let named = solution.pieces.iter().flat_map(|piece| piece.region.vars());
                assert_eq!(named.filter(|v| !params.contains(v)).count(), 0, "{text}: {direction:?} {solution}");
                let claims = [(name, solution.clone())].into();
                let checked = check(&system, &claims, direction, &limits);
                compared += checked.unwrap_or_else(|e| panic!("{text}: {direction:?} {e:?}")).points;
            }
        }
    }
    compared
}

/// Of several guards that may end a recursion one ends it: that another's line is bounded proves nothing where no case
/// applies at that end.
#[test]
fn an_end_without_a_case_is_seen_whichever_guard_ends_a_recursion() {
    let guard = "x - y <= 0 and x <= 5";
    let ends = [("", "+ x", "1"), ("", "+ x", "x + 1"), ("+ 1", "+ x", "7"), ("", "+ y", "1")];
    let systems = ends.map(|(first, second, base)| {
        format!(
            "f(x, y) = f(x + 1, y) {first} if {guard}; f(x, y) = f(x + 1, y) {second} if {guard};
             f(x, y) = {base} if x - y >= 1"
        )
    });
    let compared = compared(&systems.each_ref().map(String::as_str));
    assert!(compared >= 1000, "only {compared} points");
}

/// Ranges stand for their own variable only: not for a parameter, nor for one around them, of the same name.
#[test]
fn variables_of_ranges_are_their_own() {
    let systems = [
        "f(n) = sum(k, 2, n, maxover(j, 0, k - 1, j)) + 1 if n >= 2; f(n) = 1 if n <= 1",
        "f(n, k) = sum(k, 1, n, maxover(j, 0, k, j)) if n >= 4",
        "f(n, k) = maxover(k, 1, 3, n + k) if n >= 4 and k >= 9",
        "f(n) = sum(k, 0, 5, maxover(j, 0, 5, sum(k, 10, 20, j))) + n if n >= 0",
        "f(n) = maxover(k, 0, 5, f(n - 1)) + maxover(k, 10, 20, f(n - 2)) if n >= 2; f(n) = 1 if n <= 1",
        "f(k) = maxover(k, 0, k - 1, f(k)) + k if k >= 1; f(k) = 1 if k <= 0",
        "f(n) = max(0, sum(k, -4, -1, floor(k/2))) if n >= 0",
        "f(n) = max(n, sum(k, -4, n, k)) if n >= 0",
    ];
    let limits = Limits { points: 40, ..Limits::default() };
    for text in systems {
        let system: System = text.parse().unwrap();
        for direction in [Direction::Upper, Direction::Lower] {
            let claims = solve(&system, direction, &Limits::default());
            let solution = claims[&"f".into()].known().unwrap_or_else(|| panic!("{text}: nothing known"));
            let params = &system.definitions[0].params;
            let named = solution.pieces.iter().flat_map(|piece| piece.region.vars());
            assert_eq!(named.filter(|v| !params.contains(v)).count(), 0, "{text}: {solution}");
            let claims = [("f".into(), solution.clone())].into();
            let checked = check(&system, &claims, direction, &limits).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert!(checked.points >= 20, "{text}: {} points", checked.points);
        }
    }
}

/// What has no bound: endless for some arguments that something may be claimed of, next to what ends.
#[test]
fn loops_that_may_not_end_have_no_bound_there() {
    let endless = [
        // Down by nothing.
        ("r(x, y) = 1 + r(x - y, y) if x >= y and x >= 0 and y >= 0; r(x, y) = 0 if x < y", [3, 0]),
        // Past the equality.
        ("f(x, y) = 1 + f(x + 2, y) if x != y and x >= 0 and y >= 0; f(x, y) = 0 if x = y", [0, 3]),
        // Each ends, both together do not.
        ("f(x, y) = 1 + f(x - 1, y + 1) if x >= 1; f(x, y) = 1 + f(x + 1, y - 1) if y >= 1; f(0, 0) = 1", [1, 1]),
        // Twice nothing.
        ("d(i, n) = 1 + d(2*i, n) if i < n and i >= 0; d(i, n) = 1 if i >= n", [0, 2]),
        // The middle itself stays.
        ("b(l, h) = 1 + b(floor((l + h)/2), h) if l >= 0 and l < h; b(l, h) = 1 if l >= h and h >= 0", [0, 1]),
        // As much as it falls, in turns.
        ("f(x, y) = 1 + f(y + 1, x - 1) if x >= 1; f(0, y) = 1", [2, 2]),
        // The second is known from one side only.
        ("f(x, y) = 1 + f(x, max(y - 1, 1)) if y >= 1 and x >= 0; f(x, 0) = 1", [0, 1]),
        // A remainder by a number that may be greater.
        ("f(x, y) = 1 + f(x mod y, y) if y >= 1 and x >= 1; f(0, y) = 1", [1, 2]),
        // One function counts up what the other counts down.
        (
            "f(x, y) = 1 + g(y, x) if x >= 1; f(0, y) = 1; g(a, b) = 1 + f(b, a) if a >= 0; g(a, b) = 1 + g(a, b - 1) if b >= 1",
            [1, 0],
        ),
    ];
    for (text, at) in endless {
        let system: System = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let name = system.definitions[0].name.clone();
        let params = system.definitions[0].params.clone();
        let point = |v: &Var| params.iter().position(|p| p == v).map(|i| at[i]);
        let bounds = solve(&system, Direction::Upper, &Limits::default());
        let claimed = bounds[&name].known().and_then(|solution| solution.at(&point));
        assert!(claimed.is_none_or(Expr::is_infinite), "{text}: {}", claimed.unwrap());
    }
}

#[test]
fn a_parameter_that_only_keeps_within_limits_is_left_out() {
    let halves = "domain f(n, m): n >= 0 and m >= 0
        f(n, m) = f(floor(n/2), m) + f(n - floor(n/2), m - floor(n/2)) + floor(n/2) + 2 if n >= 2 and m >= n
        f(1, m) = 1 if m >= 1
        f(0, m) = 1";
    let point = |n: i64, m: i64| move |var: &Var| Some(if var.as_str() == "n" { n } else { m });
    let value = |solution: &Solution, n, m| {
        let at = point(n, m);
        solution.at(&at).map(|e| e.eval(&|var: &Var| at(var).map(Rational::from)).unwrap())
    };
    let exact = |n: i64| {
        fn exact(n: i64) -> i64 {
            if n < 2 { 1 } else { exact(n / 2) + exact(n - n / 2) + n / 2 + 2 }
        }
        Rational::from(exact(n))
    };
    let (low, high) = (solution(halves, Direction::Lower), solution(halves, Direction::Upper));
    for (n, m) in [(0, 0), (1, 1), (2, 2), (5, 9), (16, 16), (33, 40)] {
        assert!(value(&low, n, m).unwrap() <= exact(n) && exact(n) <= value(&high, n, m).unwrap(), "{low}\n{high}");
    }
    assert!(value(&low, 64, 64).unwrap() >= Rational::from(300), "{low}");
    assert!(value(&high, 64, 64).unwrap() <= Rational::from(420), "{high}");
    // What a call takes off the other may be all of it: no case applies to what is left.
    let leaves = "domain f(n, m): n >= 0 and m >= 0
        f(n, m) = f(n - 1, m - 2) + 1 if n >= 1 and m >= n
        f(0, m) = 1";
    assert!(
        solution(leaves, Direction::Lower)
            .at(&point(9, 9))
            .is_none_or(|e| { e.eval(&|var: &Var| point(9, 9)(var).map(Rational::from)).unwrap() <= Rational::ONE })
    );
    // A parameter that counts is none that is left out.
    let counts = "domain f(n, m): n >= 0 and m >= 0
        f(n, m) = f(n - 1, m - 1) + m if n >= 1 and m >= n
        f(0, m) = 0";
    assert_eq!(value(&solution(counts, Direction::Upper), 3, 5), Some(Rational::from(12)));
    assert_eq!(value(&solution(counts, Direction::Lower), 3, 5), Some(Rational::from(12)));
}
