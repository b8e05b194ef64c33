//! Classic programs under each run mode: `cargo bench -p wam`. Naive reverse of 30 elements is 496 inferences.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use programs::{PROGRAMS, load};
use wam::instr::key;
use wam::machine::{Counting, Dispatch, Exact, Fast, Predictable, RunMode, Solutions};

mod programs;

fn run<R: RunMode>(criterion: &mut Criterion, mode: &str, dispatch: Dispatch) {
    let mut group = criterion.benchmark_group(mode);
    for (name, goal, text) in PROGRAMS {
        let (mut machine, goal) = load(goal, text, dispatch);
        machine.run_goal::<Counting>(&goal, Solutions::First).expect("runs");
        let counts = machine.take_counts();
        // Inferences as other systems count them: calls and last calls, and the goal itself.
        let calls = counts[key::Call::OK] + counts[key::Execute::OK] + 1;
        group.throughput(Throughput::Elements(calls));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| machine.run_goal::<R>(&goal, Solutions::First).expect("runs"));
        });
    }
    group.finish();
}

fn all(criterion: &mut Criterion) {
    run::<Fast>(criterion, "fast", Dispatch::Threaded);
    run::<Fast>(criterion, "fast_match", Dispatch::Match);
    run::<Counting>(criterion, "counting", Dispatch::Threaded);
    run::<Predictable>(criterion, "predictable", Dispatch::Threaded);
    run::<Exact>(criterion, "exact", Dispatch::Threaded);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(200))
        .measurement_time(std::time::Duration::from_millis(800));
    targets = all
}
criterion_main!(benches);
