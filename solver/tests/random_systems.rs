//! Solutions of random systems against values that are computed without the solver.
//!
//! `HOROLOG_CASES` and `HOROLOG_SEED` say how many systems and from which seed on; `.ci/random-systems` runs many. A failure
//! shows the system made as small as possible, the point, what was claimed there, and the value.

mod systems;

use solver::{Bound, Direction, EvalError, Expr, FnName, Limits, Rational, System, Var, solve};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use systems::evaluate::{Evaluator, Worth};
use systems::generate::generate;
use systems::shrink::shrink;
use systems::{Equations, FUNCTIONS, PARAMS};

/// Enough for the evaluator's nested calls.
const STACK: usize = 1 << 28;
/// Long runs tell how far they are.
const TOLD: u64 = 5_000;
/// Points at which the solutions of a system are compared.
const POINTS: usize = 60;

/// What a solution says at a point: the value is between these, or on one side of them.
struct Claim {
    least: Rational,
    greatest: Rational,
    exact: bool,
}

/// What a bound claims for a function at a point: nothing where it is not known or not valid. An error where it claims to
/// hold but has no value.
fn claim_at(bound: &Bound, point: &[i64]) -> Result<Option<Claim>, EvalError> {
    let Some(solution) = bound.known() else { return Ok(None) };
    let at = |var: &Var| PARAMS.iter().position(|name| *name == var.as_str()).map(|at| Rational::from(point[at]));
    let whole = |var: &Var| PARAMS.iter().position(|name| *name == var.as_str()).map(|at| point[at]);
    let Some(piece) = solution.piece_at(&whole) else { return Ok(None) };
    let Some(expr) = piece.closed() else { return Ok(None) };
    let ends = expr.eval_lower(&at).and_then(|least| Ok((least, expr.eval_upper(&at)?)));
    let (least, greatest) = match ends {
        Ok(ends) => ends,
        Err(EvalError::Infinite | EvalError::TooLarge { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(Claim { least, greatest, exact: piece.is_exact() }))
}

/// How much was compared.
#[derive(Default, Clone, Copy)]
struct Compared {
    systems: u64,
    bounds: u64,
    points: u64,
}

/// A bound that is wrong.
#[derive(Clone)]
struct Fault {
    /// The rule that found the bound.
    rule: &'static str,
    /// Whether it is wrong only where a parameter is negative.
    negative: bool,
    /// The point, the value, the claim.
    what: String,
}

/// Points around the numbers that the system compares with, and others.
fn points(equations: &Equations, seed: u64) -> Vec<Vec<i64>> {
    if equations.arity == 1 {
        return (-15..=44).map(|x| vec![x]).collect();
    }
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed ^ 0x5eed);
    let mut corners = vec![-1, 0, 1, 2];
    for comparison in equations.functions.iter().flatten().flat_map(|case| &case.guard) {
        corners.extend([-1, 0, 1].map(|by| comparison.bound + by));
    }
    let largest = if equations.arity == 2 { 40 } else { 14 };
    let mut coordinate = || match rng.random_range(0..10) {
        0..5 => *corners.choose(&mut rng).expect("there are some"),
        5..9 => rng.random_range(0..=largest),
        _ => rng.random_range(-12..0),
    };
    (0..POINTS).map(|_| (0..equations.arity).map(|_| coordinate()).collect()).collect()
}

/// Compares the bounds of a system in one direction with its values: the first that is wrong, if any, where no parameter is
/// negative before others.
fn compare(equations: &Equations, direction: Direction, seed: u64, compared: &mut Compared) -> Option<Fault> {
    let text = equations.to_string();
    let system: System = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let solved = catch_unwind(AssertUnwindSafe(|| solve(&system, direction, &Limits::default())));
    let Ok(bounds) = solved else {
        return Some(Fault { rule: "", negative: false, what: "the solver panicked".to_string() });
    };
    let mut evaluator = Evaluator::new(equations, direction);
    let (negative, positive): (Vec<_>, Vec<_>) =
        points(equations, seed).into_iter().partition(|point| point.iter().any(|v| *v < 0));
    let known: Vec<(usize, &Bound)> = (0..equations.functions.len())
        .filter_map(|function| Some((function, bounds.get(&FnName::new(FUNCTIONS[function]))?)))
        .filter(|(_, bound)| bound.known().is_some())
        .collect();
    compared.bounds += known.len() as u64;
    let others = known.iter().filter_map(|(_, bound)| bound.known()).find_map(|solution| {
        let mut vars = solution.pieces.iter().flat_map(|piece| {
            piece.region.vars().into_iter().chain(piece.closed().map(Expr::vars).into_iter().flatten())
        });
        let var = vars.find(|var| !PARAMS.contains(&var.as_str()))?;
        let what = format!("{var} is no parameter: {solution} [{}]", solution.rule);
        Some(Fault { rule: solution.rule, negative: false, what })
    });
    if others.is_some() {
        return others;
    }
    let mut faults = [positive, negative].into_iter().flatten().flat_map(|point| {
        let wrong: Vec<Fault> = known
            .iter()
            .filter_map(|(function, bound)| {
                let worth = evaluator.value(*function, &point)?;
                let claim = match claim_at(bound, &point) {
                    Ok(claim) => claim?,
                    Err(error) => return Some((*function, *bound, format!("has no value: {error}"))),
                };
                compared.points += u64::from(worth != Worth::Beyond(None));
                let value = violated(&claim, &worth, direction)?;
                let claimed = if direction == Direction::Upper { &claim.greatest } else { &claim.least };
                Some((*function, *bound, format!("is {value}, claimed {claimed}")))
            })
            .map(|(function, bound, wrong)| {
                let solution = bound.known().expect("it claims something");
                Fault {
                    rule: solution.rule,
                    negative: point.iter().any(|v| *v < 0),
                    what: format!("{}{point:?} {wrong} = {} [{}]", FUNCTIONS[function], solution, solution.rule),
                }
            })
            .collect();
        wrong
    });
    let first = faults.next();
    // The rest counts as compared, too.
    faults.for_each(drop);
    first
}

/// What the value is, where a claim does not hold of it.
fn violated(claim: &Claim, worth: &Worth, direction: Direction) -> Option<String> {
    match (worth, direction) {
        (Worth::Exactly(value), _) if claim.exact => {
            (*value < claim.least || claim.greatest < *value).then(|| format!("exactly {value}"))
        }
        (Worth::Exactly(value) | Worth::Beyond(Some(value)), Direction::Upper) => {
            (claim.greatest < *value).then(|| format!("at least {value}"))
        }
        (Worth::Exactly(value) | Worth::Beyond(Some(value)), Direction::Lower) => {
            (*value < claim.least).then(|| format!("at most {value}"))
        }
        (Worth::Endless, _) => Some("infinite".to_string()),
        (Worth::Beyond(None), _) => None,
    }
}

/// Generates, solves and compares the system of a seed; a fault is made small, and stays one of the same rule.
fn examine(seed: u64, compared: &mut Compared) -> Vec<(String, u64)> {
    let equations = generate(seed);
    compared.systems += 1;
    let mut faults = Vec::new();
    for direction in [Direction::Upper, Direction::Lower] {
        if let Some(first) = compare(&equations, direction, seed, compared) {
            let fault = |of: &Equations| {
                let found = compare(of, direction, seed, &mut Compared::default())?;
                (found.rule == first.rule && found.negative == first.negative).then_some(found)
            };
            let smallest = shrink(&equations, |candidate| fault(candidate).is_some());
            let what = fault(&smallest).expect("it still is one").what;
            faults.push((format!("{direction:?}: {smallest}\n    {what}"), seed));
        }
    }
    faults
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

#[test]
fn bounds_of_random_systems_hold_at_every_point() {
    let (cases, first) = (setting("HOROLOG_CASES", 400), setting("HOROLOG_SEED", 1));
    let next = AtomicU64::new(first);
    let work = || {
        let (mut compared, mut faults) = (Compared::default(), Vec::new());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + cases {
                return (compared, faults);
            }
            if seed > first && (seed - first).is_multiple_of(TOLD) {
                eprintln!("{} systems", seed - first);
            }
            for fault in examine(seed, &mut compared) {
                eprintln!("{}   (seed {})", fault.0, fault.1);
                faults.push(fault);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let results = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread"))
            .collect();
        started.into_iter().map(|thread| thread.join().expect("a thread that ends")).collect::<Vec<_>>()
    });
    let mut compared = Compared::default();
    let mut faults = BTreeMap::new();
    for (part, found) in results {
        compared.systems += part.systems;
        compared.bounds += part.bounds;
        compared.points += part.points;
        faults.extend(found);
    }
    println!("{} systems, {} bounds, {} points compared", compared.systems, compared.bounds, compared.points);
    assert!(
        compared.bounds >= compared.systems / 2 && compared.points >= 20 * compared.bounds,
        "too little was compared: {} systems, {} bounds, {} points",
        compared.systems,
        compared.bounds,
        compared.points
    );
    let shown: Vec<String> = faults.iter().map(|(fault, seed)| format!("{fault}   (seed {seed})")).collect();
    assert!(faults.is_empty(), "{} wrong bounds:\n{}", faults.len(), shown.join("\n"));
}
