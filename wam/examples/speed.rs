//! How fast the machine is: `cargo run --release -p wam --example speed [program …]`.
//!
//! The least of many short batches, of all modes in turn, so that other work on the computer disturbs little. Millions of
//! inferences (calls, last calls and the goal itself) a second; the other modes as multiples of the fast one's time.
#![allow(missing_docs)]

use programs::{PROGRAMS, load};
use std::time::Instant;
use wam::instr::key;
use wam::machine::{Counting, Dispatch, Exact, Fast, Goal, Machine, Predictable, RunMode, Solutions};

#[path = "../benches/programs/mod.rs"]
mod programs;

const ROUNDS: usize = 300;

/// Seconds a run, over one batch.
fn batch<R: RunMode>(machine: &mut Machine, goal: &Goal, times: u32) -> f64 {
    let start = Instant::now();
    machine.run_goal_batch::<R>(goal, Solutions::First, times).expect("runs");
    start.elapsed().as_secs_f64() / f64::from(times)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:10} {:>10} {:>10} {:>9} {:>9} {:>12} {:>9}",
        "", "µs", "MLIPS", "match", "counting", "predictable", "exact"
    );
    for (name, goal, text) in PROGRAMS {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let (mut machine, goal) = load(goal, text, Dispatch::Threaded);
        machine.run_goal::<Counting>(&goal, Solutions::First).expect("runs");
        let counts = machine.take_counts();
        let calls = counts[key::Call::OK] + counts[key::Execute::OK] + 1;
        let times = (5000 / calls).max(1) as u32;
        let mut best = [f64::MAX; 5];
        for _ in 0..ROUNDS {
            let now = [
                batch::<Fast>(&mut machine, &goal, times),
                {
                    machine.set_dispatch(Dispatch::Match);
                    let time = batch::<Fast>(&mut machine, &goal, times);
                    machine.set_dispatch(Dispatch::Threaded);
                    time
                },
                batch::<Counting>(&mut machine, &goal, times),
                batch::<Predictable>(&mut machine, &goal, times),
                batch::<Exact>(&mut machine, &goal, times),
            ];
            best.iter_mut().zip(now).for_each(|(best, now)| *best = best.min(now));
        }
        let mlips = calls as f64 / best[0] * 1e-6;
        let [_, matched, counting, predictable, exact] = best.map(|time| time / best[0]);
        println!(
            "{name:10} {:10.2} {mlips:10.1} {matched:8.2}x {counting:8.2}x {predictable:11.2}x {exact:8.2}x",
            best[0] * 1e6
        );
    }
}
