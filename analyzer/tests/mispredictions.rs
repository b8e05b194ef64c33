//! Bounds of mispredicted branches held to counted runs: the simulated predictor, warmed as a calibration warms it, counts
//! no more of them than the analysis says.

mod common;
mod generate;
mod held;

use analyzer::inputs;
use analyzer::types::{Metric, Type};
use common::{corpus, corpus_names, corpus_text, entry_indicator, find, sizes_to_test};
use held::{Claims, Loaded, Ran, Which, run};
use std::time::Duration;
use wam::cost::Key;
use wam::instr::PredId;
use wam::machine::{Foreseeing, Machine, Solutions};
use wam::term::ReadTerm;

/// How long a run may take; what takes longer is left out.
const LIMIT: Duration = Duration::from_secs(1);
/// Instructions, and runs, after which branches are predicted as well as they will be: `calibrate/src/engine.rs`.
const WARM: u64 = 10_000;
const FEWEST_WARM: u64 = 3;
/// Runs of more instructions are left out.
const LONGEST: u64 = 300_000;

#[derive(Default, Debug)]
struct Totals {
    runs: u64,
    counted: f64,
    bounded: f64,
    faults: Vec<String>,
}

/// What a warmed run mispredicts, by key; nothing where it does not end in time.
fn mispredicted(machine: &mut Machine, pred: PredId, goal: &ReadTerm) -> Option<[u64; 2]> {
    let Ran::Ended(counts, _) = run(machine, pred, goal, LIMIT) else { return None };
    let instructions = counts.instructions().max(1);
    if instructions > LONGEST {
        return None;
    }
    let goal = machine.load_goal(pred, goal);
    let warm = WARM.div_ceil(instructions).clamp(FEWEST_WARM, WARM / 100);
    machine.run_goal_batch::<Foreseeing>(&goal, Solutions::All, warm as u32 + 1).ok()?;
    machine.take_counts();
    machine.run_goal_batch::<Foreseeing>(&goal, Solutions::All, 1).ok()?;
    let counts = machine.take_counts();
    Some(Key::MISSED.map(|key| counts[key]))
}

fn check(loaded: &Loaded, pred: PredId, points: &dyn Fn(&Claims) -> Vec<Vec<i64>>, seeds: u64) -> Totals {
    let claims = Key::MISSED.map(|key| loaded.claims(pred, Which::Of(&key.to_string())));
    let mut machine = loaded.machine();
    let mut totals = Totals::default();
    for sizes in points(&claims[0]) {
        for seed in 0..seeds {
            let made = inputs::generate(&loaded.program, &loaded.types, &claims[0].entry, &sizes, seed);
            let Ok(goal) = made else { continue };
            let at = loaded.sizes(&claims[0], &goal);
            let Some(missed) = mispredicted(&mut machine, pred, &goal) else { continue };
            for ((key, of), missed) in Key::MISSED.into_iter().zip(&claims).zip(missed) {
                let Some(bound) = of.least_upper_at(&key.to_string(), &at) else { continue };
                totals.runs += 1;
                totals.counted += missed as f64;
                totals.bounded += bound;
                if missed as f64 > bound {
                    totals.faults.push(format!("{} at {at:?}: {key}: counted {missed}, bound {bound}", loaded.indicator(pred)));
                }
            }
        }
    }
    totals
}

/// Some points of a box, small and large.
fn larger(points: Vec<Vec<i64>>, pattern: &[Type]) -> Vec<Vec<i64>> {
    let long: Vec<bool> = pattern.iter().flat_map(|of| of.metrics()).map(|m| m != Metric::Value).collect();
    let most: Vec<i64> = (0..long.len()).map(|at| points.iter().map(|p| p[at]).max().unwrap_or(0)).collect();
    let mut all: Vec<Vec<i64>> = points.into_iter().step_by(3).collect();
    for factor in [2, 5, 12] {
        all.push(most.iter().zip(&long).map(|(m, long)| if *long { m * factor + 1 } else { m + factor }).collect());
    }
    all
}

#[test]
fn no_more_branches_are_mispredicted_than_the_bound_says_on_all_programs() {
    let mut all = Totals::default();
    for name in corpus_names() {
        let (program, text) = (corpus(&name), corpus_text(&name));
        let indicator = entry_indicator(&text);
        let loaded = Loaded::program(program).unwrap_or_else(|error| panic!("{error}"));
        let pred = find(&loaded.program, &indicator);
        let of = check(&loaded, pred, &|claims| larger(sizes_to_test(&text), &claims.entry.pattern), 2);
        println!("{indicator:20} {:5} runs, counted {:8}, bounded {:8.0}, {} faults {:?}", of.runs, of.counted, of.bounded, of.faults.len(), &of.faults.first());
        all.runs += of.runs;
        all.faults.extend(of.faults);
    }
    assert!(all.faults.is_empty(), "{} faults:\n{}", all.faults.len(), all.faults.join("\n"));
}

/// Predicates that give goals to the library's.
const CALLING: &str = include_str!("calling.pl");

#[test]
fn no_more_branches_are_mispredicted_than_the_bound_says_where_goals_are_called() {
    let loaded = Loaded::text("calling.pl", CALLING).unwrap_or_else(|error| panic!("{error}"));
    let mut all = Totals::default();
    for pred in loaded.entries() {
        let of = check(&loaded, pred, &|claims| (0..claims.dimensions()).fold(vec![vec![]], |points: Vec<Vec<i64>>, _| {
            points.iter().flat_map(|point| [0, 1, 3, 6, 16].map(|at| [point.as_slice(), &[at]].concat())).collect()
        }), 2);
        println!("{:20} {:5} runs, counted {:8}, bounded {:8.0}, {} faults {:?}", loaded.indicator(pred), of.runs, of.counted, of.bounded, of.faults.len(), &of.faults.first());
        all.runs += of.runs;
        all.faults.extend(of.faults);
    }
    assert!(all.faults.is_empty(), "{} faults:\n{}", all.faults.len(), all.faults.join("\n"));
}

#[test]
fn no_more_branches_are_mispredicted_than_the_bound_says_in_random_programs() {
    let mut all = Totals::default();
    for seed in 1..400 {
        let program = generate::program::generate(seed);
        let Ok(loaded) = Loaded::text("p.pl", &program.to_string()) else { continue };
        let Some(&pred) = loaded.entries().first() else { continue };
        let points = |claims: &Claims| -> Vec<Vec<i64>> {
            let metrics: Vec<Metric> = claims.entry.pattern.iter().flat_map(|of| of.metrics()).collect();
            [1, 2, 4, 9, 30].map(|at| metrics.iter().map(|m| if *m == Metric::Size { 1 + 3 * at } else { at }).collect()).into()
        };
        let of = check(&loaded, pred, &points, 2);
        all.runs += of.runs;
        all.counted += of.counted;
        all.bounded += of.bounded;
        if !of.faults.is_empty() { println!("{program}\n% {}", of.faults[0]); }
        all.faults.extend(of.faults);
    }
    println!("{} {} {}", all.runs, all.counted, all.bounded);
    assert!(all.faults.is_empty(), "{} faults:\n{}", all.faults.len(), all.faults.join("\n"));
}
