//! Properties over generated recurrences and expressions: solved is iterated, printed is parsed back, upper is not below
//! lower, and simplifying keeps values.

use std::collections::BTreeMap;

use proptest::prelude::*;
use solver::{Bound, Direction, Expr, FnName, Limits, Rational, Solution, System, Var, check, solve};

fn solved(text: &str, direction: Direction) -> Option<Solution> {
    let system: System = text.parse().expect("the text is well formed");
    let name = system.definitions[0].name.clone();
    let bounds = solve(&system, direction, &Limits::default());
    bounds[&name].known().cloned()
}

fn at(e: &Expr, n: i64) -> Rational {
    e.eval(&|_: &Var| Some(Rational::from(n))).expect("closed forms of linear recurrences have values")
}

/// T(n) = a1*T(n-1) + a2*T(n-2) + a3*T(n-3) + c0 + c1*n + c2*n^2 + d*b^n with its first three values.
#[derive(Clone, Debug)]
struct Linear {
    steps: [i64; 3],
    polynomial: [i64; 3],
    exponential: (i64, i64),
    first: [i64; 3],
}

fn linear() -> impl Strategy<Value = Linear> {
    let digits = || [-3..5i64, -3..5i64, -2..4i64];
    (
        prop_oneof![(1..4i64).prop_map(|a| [a, 0, 0]), [0..4i64, -3..4i64, 0..1i64], [0..3i64, -2..3i64, -2..3i64]],
        digits(),
        (-2..3i64, 1..5i64),
        digits(),
    )
        .prop_map(|(steps, polynomial, exponential, first)| Linear { steps, polynomial, exponential, first })
}

impl Linear {
    fn text(&self) -> String {
        let [a, b, c] = self.steps;
        let [p, q, r] = self.polynomial;
        let (d, base) = self.exponential;
        let [x, y, z] = self.first;
        format!(
            "T(n) = {a}*T(n-1) + {b}*T(n-2) + {c}*T(n-3) + {p} + {q}*n + {r}*n^2 + {d}*{base}^n if n >= 3; \
             T(0) = {x}; T(1) = {y}; T(2) = {z}"
        )
    }

    fn values(&self, count: usize) -> Vec<Rational> {
        let mut values: Vec<Rational> = self.first.iter().map(|v| Rational::from(*v)).collect();
        for n in 3..count as i64 {
            let rest = self.polynomial[0] + self.polynomial[1] * n + self.polynomial[2] * n * n;
            let power = Rational::from(self.exponential.1).powi(n as i32).expect("the base is not zero");
            let mut value = &Rational::from(rest) + &(&Rational::from(self.exponential.0) * &power);
            for (k, a) in self.steps.iter().enumerate() {
                value = &value + &(&Rational::from(*a) * &values[n as usize - 1 - k]);
            }
            values.push(value);
        }
        values
    }
}

/// Expressions over x and y whose values exist at non-negative points.
fn expression() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (-5..9i64).prop_map(Expr::int),
        (1..9i64, 1..7i64).prop_map(|(a, b)| Expr::num(Rational::ratio(a, b).unwrap())),
        Just(Expr::var("x")),
        Just(Expr::var("y")),
        (0..4i64).prop_map(|k| Expr::fib(Expr::var("x") + Expr::int(k))),
        (0..3i64).prop_map(|k| (Expr::var("y") + Expr::int(k)).fact()),
        (2..4i64, -2..3i64).prop_map(|(b, k)| Expr::int(b).pow(Expr::var("x") + Expr::int(k))),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(a, b)| a + b),
            pair.clone().prop_map(|(a, b)| a - b),
            pair.clone().prop_map(|(a, b)| a * b),
            pair.clone().prop_map(|(a, b)| a.min(b)),
            pair.clone().prop_map(|(a, b)| a.max(b)),
            inner.clone().prop_map(Expr::floor),
            inner.clone().prop_map(Expr::ceil),
            (inner.clone(), 2..5i64).prop_map(|(a, d)| a.modulo(Expr::int(d))),
            (inner.clone(), 0..3i64).prop_map(|(a, k)| a.pow(Expr::int(k))),
            (inner, 0..4i64).prop_map(|(a, k)| Expr::sum(
                Var::new("k"),
                Expr::int(0),
                Expr::int(k),
                a * Expr::var("k")
            )),
        ]
    })
}

/// Several alternatives of one recursion with costs of their own, as a predicate with several clauses makes them.
fn alternatives() -> impl Strategy<Value = String> {
    let alternative = (0..3u8, 0..12i64, 0..4i64).prop_map(|(kind, c, d)| match kind {
        0 => format!("T(n) = T(n-1) + {c} + {d}*n if n >= 1"),
        1 => format!("T(n) = {c} if n >= 1"),
        _ => format!("T(n) = 2*T(n-1) + {c} if n >= 1"),
    });
    (prop::collection::vec(alternative, 1..5), 0..6i64).prop_map(|(mut cases, base)| {
        cases.push(format!("T(0) = {base}"));
        cases.join("; ")
    })
}

/// As `alternatives`, with longer steps, branching and splits; OVER stands for maxover or minover.
fn mixtures() -> impl Strategy<Value = String> {
    let alternative = (0..8u8, 0..9i64, 0..3i64).prop_map(|(kind, c, d)| match kind {
        0 => format!("T(n, y) = T(n-1, y) + {c} + {d}*n if n >= 1"),
        1 => format!("T(n, y) = {c} + {d}*y if n >= 1"),
        2 => format!("T(n, y) = T(n-1, y) + {c} + {d}*y if n >= 1"),
        3 => format!("T(n, y) = T(n-2, y) + {c} if n >= 2"),
        4 => format!("T(n, y) = T(n-1, y) + T(n-2, y) + {c} if n >= 2"),
        5 | 6 => {
            format!("T(n, y) = {c} + {d}*y + OVER(k, 0, n-1, T(k, y) + T(n-1-k, y)) if n >= 1")
        }
        _ => format!("T(n, y) = {c} if n = 1"),
    });
    (prop::collection::vec(alternative, 1..5), 0..6i64, 0..2i64).prop_map(|(mut cases, c, d)| {
        cases.push(format!("T(0, y) = {c} + {d}*y"));
        cases.join("; ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn linear_recurrences_equal_their_iteration(r in linear()) {
        prop_assume!(r.steps != [0, 0, 0]);
        let solution = solved(&r.text(), Direction::Upper);
        // Characteristic polynomials with irrational roots are in the class too: everything generated is.
        let solution = solution.expect("a linear recurrence with constant coefficients");
        let mut compared = 0;
        for (n, value) in r.values(24).iter().enumerate() {
            let n = n as i64;
            let Some(piece) = solution.piece_at(&|_: &Var| Some(n)).filter(|piece| piece.is_exact()) else { continue };
            prop_assert_eq!(&at(piece.closed().unwrap(), n), value, "{} at {}: {}", r.text(), n, solution);
            compared += 1;
        }
        prop_assert!(compared >= 20, "{}: {}", r.text(), solution);
    }

    #[test]
    fn upper_bounds_are_not_below_lower_bounds(text in alternatives()) {
        let system: System = text.parse().unwrap();
        let name = FnName::new("T");
        let mut ends = BTreeMap::new();
        for direction in [Direction::Upper, Direction::Lower] {
            let bounds = solve(&system, direction, &Limits::default());
            let Bound::Known(solution) = &bounds[&name] else {
                return Err(TestCaseError::fail(format!("{text}: {direction:?} {:?}", bounds[&name])));
            };
            let more = Limits { points: 25, ..Limits::default() };
            let claims = BTreeMap::from([(name.clone(), solution.clone())]);
            prop_assert!(check(&system, &claims, direction, &more).is_ok(), "{}: {}", text, solution);
            ends.insert(direction, solution.clone());
        }
        for n in 0..30i64 {
            let point = |_: &Var| Some(Rational::from(n));
            let claim = |direction| ends[&direction].at(&|_: &Var| Some(n)).map(|e| e.eval(&point).unwrap());
            if let (Some(upper), Some(lower)) = (claim(Direction::Upper), claim(Direction::Lower)) {
                prop_assert!(lower <= upper, "{} at {}: {} > {}", text, n, lower, upper);
            }
        }
    }

    #[test]
    fn bounds_of_mixtures_hold_far_beyond_the_points_compared(text in mixtures()) {
        let name = FnName::new("T");
        for (direction, over) in [(Direction::Upper, "maxover"), (Direction::Lower, "minover")] {
            let system: System = text.replace("OVER", over).parse().unwrap();
            let bounds = solve(&system, direction, &Limits::default());
            let Bound::Known(solution) = &bounds[&name] else {
                prop_assert!(direction == Direction::Upper, "{}: {:?}", text, bounds[&name]);
                continue;
            };
            let claims = BTreeMap::from([(name.clone(), solution.clone())]);
            let more = Limits { points: 12, evaluations: 20_000, ..Limits::default() };
            let checked = check(&system, &claims, direction, &more);
            prop_assert!(checked.is_ok(), "{}: {} {:?}", text, solution, checked);
        }
    }

    #[test]
    fn simplifying_keeps_values_and_is_stable(e in expression()) {
        let simple = e.simplify();
        prop_assert_eq!(&simple.simplify(), &simple, "{} is not stable", simple);
        for (x, y) in [(0, 0), (1, 2), (3, 1), (4, 5)] {
            let point = |v: &Var| Some(Rational::from(if v.as_str() == "x" { x } else { y }));
            if let Ok(value) = e.eval(&point) {
                prop_assert_eq!(simple.eval(&point), Ok(value), "{} and {} at {}, {}", e, simple, x, y);
            }
        }
    }

    #[test]
    fn printed_expressions_are_read_back(e in expression()) {
        for e in [e.clone(), e.simplify()] {
            let text = e.to_string();
            let read: Expr = text.parse().map_err(|err| TestCaseError::fail(format!("{text}: {err}")))?;
            prop_assert_eq!(read.simplify(), e.simplify(), "{}", text);
        }
    }

    #[test]
    fn printed_systems_are_read_back(text in alternatives()) {
        let system: System = text.parse().unwrap();
        let again: System = system.to_string().parse().unwrap();
        prop_assert_eq!(again.to_string(), system.to_string());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-zT0-9+*/^()!,;=<>. -]{0,60}") {
        let _ = text.parse::<Expr>();
        let _ = text.parse::<System>();
    }

    #[test]
    fn enclosures_hold_the_floating_point_value(n in 1..200i64, base in 2..9i64) {
        let e: Expr = format!("n^log2({base}) + log2(n) - 2^(n/16)").parse().unwrap();
        let point = |_: &Var| Some(Rational::from(n));
        let (lo, hi) = (e.eval_lower(&point).unwrap().to_f64(), e.eval_upper(&point).unwrap().to_f64());
        let value = e.eval_f64(&|_| Some(n as f64));
        let slack = 1e-9 * (1.0 + value.abs());
        prop_assert!(lo - slack <= value && value <= hi + slack, "{} {} {}", lo, value, hi);
    }
}
