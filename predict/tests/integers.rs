//! Bounds of random programs over integers of both signs, as a user is told them: the functions of an estimate are put together
//! from those of the analysis, settled where they hold and named again, which soundness tests of the analysis do not see.
//!
//! `HOROLOG_CASES` and `HOROLOG_SEED` say how many programs, and from which seed on.

mod common;
#[path = "../../wam/tests/picks/mod.rs"]
mod picks;

use analyzer::budget::Budget;
use common::{held, no_limit};
use picks::{Picks, setting};
use predict::bounds::bound;
use predict::entries::Declared;
use predict::load::load_text;
use predict::predicates::find;
use predict::units::{Resource, Until};
use std::time::Duration;

/// Programs unless told, and how many of them have a bound from above at least, in a hundred.
const CASES: u64 = 160;
const BOUNDED: u64 = 60;
/// The values of each argument: goals have all of them, or pairs of them.
const VALUES: [i64; 9] = [-9, -4, -2, -1, 0, 1, 2, 5, 9];
const PATIENCE: Duration = Duration::from_secs(20);

/// Loops that count down, up to a limit, towards zero from both sides, and by halves.
const LOOPS: &str = "
loop(N) :- N =< 0, !.
loop(N) :- M is N-1, loop(M).
up(I, N) :- I >= N, !.
up(I, N) :- J is I+1, up(J, N).
dots(0) :- !.
dots(K) :- K > 0, J is K-1, dots(J).
dots(K) :- K < 0, J is K+1, dots(J).
halves(N) :- N =< 1, !.
halves(N) :- M is N//2, halves(M).
";

/// An expression over the arguments, so many operators deep.
fn expression(picks: &mut Picks, depth: usize, vars: &[&str]) -> String {
    if depth == 0 || picks.chance(20) {
        return if picks.chance(65) { picks.of(vars) } else { picks.of(&["0", "1", "2", "4", "7", "-1", "-3"]) }.into();
    }
    let var = picks.of(vars);
    let [a, b] = [0, 1].map(|_| expression(picks, depth - 1, vars));
    let divisor = picks.of(&["2", "3", "-2", "5", "max(1, X)"]);
    match picks.below(15) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4 => format!("({a} * {b})"),
        5 | 6 => format!("max({a}, {b})"),
        7 | 8 => format!("min({a}, {b})"),
        9 => format!("abs({a})"),
        10 => format!("gcd({a}, {b})"),
        11 => format!("sign({a}) * {var}"),
        12 => format!("({a} >> {})", picks.of(&["1", "2"])),
        13 => format!("msb(max(1, {a}))"),
        _ => format!("({a} {} {divisor})", picks.of(&["//", "mod", "rem", "div"])),
    }
}

/// A goal that takes as long as an expression says; its variables are numbered.
fn goal(picks: &mut Picks, number: usize, vars: &[&str]) -> String {
    let (value, other) = (expression(picks, 2, vars), expression(picks, 1, vars));
    let d = format!("D{number}");
    match picks.below(10) {
        0..4 => format!("{d} is {value}, loop({d})"),
        4 | 5 => format!("{d} is {value}, dots({d})"),
        6 => format!("{d} is {value}, halves({d})"),
        7 => format!("{d} is {value}, E{number} is {other}, up({d}, E{number})"),
        8 => format!("{d} is {value}, up({d}, 5)"),
        _ => {
            let test = picks.of(&["<", ">", "=<", "=:=", "@<"]);
            format!("( {other} {test} {} -> {d} is {value}, loop({d}) ; true )", picks.of(vars))
        }
    }
}

/// A program, and how many arguments its `p` has.
fn program(picks: &mut Picks) -> (String, usize) {
    let vars = &["X", "Y"][..1 + picks.below(2)];
    let head = format!("p({})", vars.join(", "));
    let [one, other] = [1, 2].map(|number| goal(picks, number, vars));
    let clauses = match picks.below(5) {
        0 | 1 => format!("{head} :- {one}.\n"),
        2 => format!("{head} :- {one}, {other}.\n"),
        3 => format!("{head} :- X > 0, !, {one}.\n{head} :- {other}.\n"),
        _ => {
            let step = picks.of(&["X1 is X-1", "X1 is X-2", "X1 is X//2", "X1 is max(0, X-1)"]);
            let rest = if vars.len() > 1 { picks.of(&[", Y", ", 0", ", X"]) } else { "" };
            format!("{head} :- X =< 0, !, {one}.\n{head} :- {step}, {other}, p(X1{rest}).\n")
        }
    };
    let ints = vec!["+int"; vars.len()].join(", ");
    (format!(":- entry p({ints}).\n{clauses}{LOOPS}"), vars.len())
}

#[test]
fn what_is_told_of_integers_of_both_signs_holds() {
    let (cases, seed, watch) = (setting("HOROLOG_CASES", CASES), setting("HOROLOG_SEED", 1), no_limit());
    let (mut bounded, mut compared, mut faults) = (0, 0, Vec::new());
    for case in seed..seed + cases {
        let mut picks = Picks::new(case);
        let (text, arguments) = program(&mut picks);
        let loaded = load_text("p.pl", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let declared = Declared::of(&loaded).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let pred = find(&loaded.program, &format!("p/{arguments}")).expect("it is there");
        let entry = declared.declared_entry(pred).expect("a good entry").expect("an entry");
        let budget = Budget::unlimited().lasting(PATIENCE);
        let bounds = bound(&declared, &entry, Resource::Steps, Until::All, None, budget)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        bounded += u64::from(bounds.upper.is_whole());
        let goals: Vec<String> = match arguments {
            1 => VALUES.iter().map(|x| format!("p({x})")).collect(),
            _ => VALUES.iter().map(|x| format!("p({x}, {})", VALUES[picks.below(VALUES.len())])).collect(),
        };
        for goal in goals {
            match held(&declared, &bounds, &goal, &watch) {
                Some(Err(fault)) => faults.push(format!("{text}{fault}")),
                Some(Ok(())) => compared += 1,
                None => {}
            }
        }
    }
    assert!(faults.is_empty(), "{} faults, the first:\n{}", faults.len(), faults[0]);
    assert!(bounded * 100 >= cases * BOUNDED, "{bounded} of {cases} programs have a bound for all sizes");
    assert!(compared >= cases * 6, "{compared} goals were held to bounds");
}
