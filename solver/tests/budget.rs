//! A budget that is spent ends solving wherever it stands: told by how often it is looked at, not by a clock.

use solver::{Bound, Budget, Direction, Limits, System, solve};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often the budget was looked at.
static LOOKS: AtomicUsize = AtomicUsize::new(0);
/// The tests count with the same counter.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Each look takes a part of the budget.
fn look() -> usize {
    LOOKS.fetch_add(1, Ordering::Relaxed)
}

/// Looks that may follow the one that ends the budget: each stage that is left looks once and again.
const AFTER: usize = 400;

/// Systems that different classes and transforms solve.
const SYSTEMS: [&str; 6] = [
    "T(n) = 1 + n + maxover(k, 0, n-1, T(k) + T(n-1-k) + k + 1) if n >= 1; T(0) = 1",
    "f(x, y) = 1 + f(x-1, y) if x >= 1 and y >= 1; f(x, y) = 1 + f(x, y-1) if x >= 1 and y >= 1; f(x, 0) = x; f(0, y) = y",
    "A(n) = 1 + 2*B(n-1) if n >= 1; B(n) = 1 + A(n-1) if n >= 1; A(0) = 1; B(0) = 1",
    "T(n) = T(ceil(n/2)) + T(floor(n/2)) + n if n >= 2; T(1) = 0",
    "f(x, y) = f(y, x mod y) + 1 if y >= 1; f(x, 0) = 1",
    "T(n) = T(n-1) + 10 if n >= 1; T(n) = 2*T(n-1) + 1 if n >= 1; T(0) = 1",
];

fn solved(system: &System, direction: Direction, limits: &Limits) -> usize {
    solve(system, direction, limits).values().filter(|bound| matches!(bound, Bound::Known(_))).count()
}

#[test]
fn a_budget_ends_solving_wherever_it_stands() {
    let _alone = ONE_AT_A_TIME.lock();
    let mut ended = 0;
    for text in SYSTEMS {
        let system: System = text.parse().expect("a system");
        for direction in [Direction::Upper, Direction::Lower] {
            for most in [0, 1, 3, 10, 30, 100, 300, 1000] {
                LOOKS.store(0, Ordering::Relaxed);
                let limits = Limits { budget: Budget::unlimited().holding(most, look), ..Limits::default() };
                solved(&system, direction, &limits);
                let looks = LOOKS.load(Ordering::Relaxed);
                assert!(looks <= most + AFTER, "{text}: {looks} looks at a budget of {most}");
                ended += usize::from(looks > most + 1);
            }
        }
    }
    assert!(ended > 20, "the budget ended {ended} times");
}

#[test]
fn a_split_with_many_choices_is_not_valued_for_every_way_to_choose() {
    // Seven parts: from some value on there are millions of ways.
    let split = |parts: usize| {
        let names: Vec<String> = (0..parts).map(|at| format!("k{at}")).collect();
        let calls: Vec<String> = names.iter().map(|name| format!("T({name})")).collect();
        let value = format!("1 + y + {}", calls.join(" + "));
        names.iter().enumerate().rev().fold(value, |inner, (at, name)| {
            let taken: String = names[..at].iter().map(|other| format!(" - {other}")).collect();
            format!("maxover({name}, 0, n - 1{taken}, {inner})")
        })
    };
    let system: System =
        format!("T(n) = {} if n >= 1; T(n) = 1 if n = 0", split(7).replace("1 + y", "2")).parse().expect("a system");
    let _alone = ONE_AT_A_TIME.lock();
    LOOKS.store(0, Ordering::Relaxed);
    let limits = Limits { budget: Budget::unlimited().holding(200_000, look), ..Limits::default() };
    solve(&system, Direction::Upper, &limits);
    let looks = LOOKS.load(Ordering::Relaxed);
    assert!(looks > 100 && looks <= 200_000, "{looks} looks");
}
