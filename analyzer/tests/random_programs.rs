//! Bounds of random programs held to counted runs, for every cost key.
//!
//! `HOROLOG_CASES`, `HOROLOG_SEED` and `HOROLOG_INPUTS` say how many programs, from which seed on, and on how many inputs
//! each; `.ci/random-programs` runs many. A failure shows the program made as small as possible, the input, what was claimed
//! and what was counted.

mod generate;
mod held;

use analyzer::entry::Entry;
use analyzer::inferred::candidates;
use analyzer::inputs;
use analyzer::types::{Metric, Type};
use generate::Generated;
use generate::shrink::shrink;
use held::{Compared, Fault, FaultKind, Loaded, Ran, Which, run};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long a run may take; what takes longer is compared as far as it came.
const LIMIT: Duration = Duration::from_millis(100);
/// Runs of a program that may be stopped before its other inputs are left out.
const STOPPED: u64 = 2;
/// Programs tried on the way to a smaller one.
const TRIES: usize = 600;
/// Of so many programs one is looked at with types from use as well.
const USED: u64 = 3;
/// Progress is told once in so many programs.
const TOLD: u64 = 500;
/// For deep terms and long chains of calls.
const STACK: usize = 1 << 26;

/// How much was compared.
#[derive(Clone, Copy, Default)]
struct Totals {
    programs: u64,
    bounded: u64,
    runs: Compared,
}

/// A wrong claim about a program.
struct Wrong {
    fault: Fault,
    input: String,
}

/// Loads a program; nothing where its text is not one.
fn load(program: &Generated) -> Option<Loaded> {
    Loaded::text("p.pl", &program.to_string()).ok()
}

/// Inputs: sizes around the program's constants, small ones first.
fn inputs_of(program: &Generated, pattern: &[Type], seed: u64, count: usize) -> Vec<Vec<i64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x1291);
    let mut values = vec![-3, -1, 0, 1, 2, 3, 5, 8];
    values.extend(program.constants().into_iter().flat_map(|c| [c - 1, c, c + 1]).filter(|c| c.abs() <= 12));
    let mut size = |of: &Type, metric: Metric| match (of, metric) {
        (_, Metric::Value) => *values.choose(&mut rng).expect("some"),
        // Trees have one node, or three more.
        (Type::Named(_), Metric::Size) => 1 + 3 * rng.random_range(0..6),
        (_, Metric::Size) => rng.random_range(1..9),
        _ => rng.random_range(0..7),
    };
    let mut point =
        || pattern.iter().flat_map(|of| of.metrics().into_iter().map(|m| size(of, m)).collect::<Vec<_>>()).collect();
    let mut points: Vec<Vec<i64>> = (0..count).map(|_| point()).collect();
    points.sort_by_key(|point| point.iter().map(|v| v.abs()).sum::<i64>());
    points
}

/// What is wrong first with the bounds of a program, of those asked for.
fn examine(
    program: &Generated,
    seed: u64,
    inputs: usize,
    which: Which<'_>,
    is_meant: impl Fn(&Fault) -> bool,
    totals: &mut Totals,
) -> Option<Wrong> {
    let declared = load(program)?;
    let pred = *declared.entries().first()?;
    let mut found = examine_as(program, &declared, None, seed, inputs, which, &is_meant, totals);
    if found.is_none() && seed.is_multiple_of(USED) {
        // What is declared, taken away: any ground term, as the types from use have it.
        let mut entry = declared.ways(pred).swap_remove(0).1;
        entry.pattern.iter_mut().filter(|of| of.is_ground()).for_each(|of| *of = Type::Ground);
        let all = candidates(&declared.program, &declared.types, &declared.assertions, &entry).into_iter().next();
        let mut loaded = declared;
        let way = all.map(|all| {
            loaded.types = all.types;
            Entry { pattern: all.pattern, ..entry }
        });
        found = way.and_then(|way| examine_as(program, &loaded, Some(way), seed, inputs, which, &is_meant, totals));
    }
    found
}

/// The same with an entry that is given.
#[allow(clippy::too_many_arguments)]
fn examine_as(
    program: &Generated,
    loaded: &Loaded,
    entry: Option<Entry>,
    seed: u64,
    inputs: usize,
    which: Which<'_>,
    is_meant: &dyn Fn(&Fault) -> bool,
    totals: &mut Totals,
) -> Option<Wrong> {
    let pred = *loaded.entries().first()?;
    let entry = entry.unwrap_or_else(|| loaded.ways(pred).swap_remove(0).1);
    let panicked = |what: &str| {
        let fault = Fault { of: what.to_string(), kind: FaultKind::Property, what: format!("{what} panicked") };
        is_meant(&fault).then_some(Wrong { fault, input: String::new() })
    };
    let Ok(claims) = catch_unwind(AssertUnwindSafe(|| loaded.claims_as(entry, which))) else {
        return panicked("the analysis");
    };
    totals.programs += 1;
    totals.bounded += u64::from(which == Which::All && claims.is_bounded());
    let mut machine = loaded.machine();
    let mut first: Option<Wrong> = None;
    let stopped_before = totals.runs.stopped;
    for (nth, sizes) in inputs_of(program, &claims.entry.pattern, seed, inputs).iter().enumerate() {
        let made = inputs::generate(&loaded.program, &loaded.types, &claims.entry, sizes, seed + nth as u64);
        let Ok(goal) = made else { continue };
        if totals.runs.stopped - stopped_before >= STOPPED {
            break;
        }
        let ran: Ran = run(&mut machine, pred, &goal, LIMIT);
        let faults = claims.compare(sizes, &ran, &mut totals.runs);
        if first.is_none()
            && let Some(fault) = most_telling(faults.into_iter().filter(is_meant))
        {
            first = Some(Wrong { fault, input: loaded.text_of(&goal) });
        }
    }
    first
}

/// Steps before instructions before keys.
fn most_telling(faults: impl Iterator<Item = Fault>) -> Option<Fault> {
    faults.min_by_key(|fault| match (fault.kind, fault.of.as_str()) {
        (FaultKind::Property, _) => 0,
        (_, "steps") => 1,
        (FaultKind::Value, _) => 9,
        (_, "instructions") => 3,
        (_, "time" | "heap") => 4,
        _ => 2,
    })
}

/// Generates and examines the program of a seed; a fault is made small, and stays one of the same claim.
fn find(seed: u64, inputs: usize) -> (Totals, Option<String>) {
    let program = generate::program::generate(seed);
    assert!(load(&program).is_some(), "seed {seed} is no program:\n{program}");
    let mut totals = Totals::default();
    let Some(first) = examine(&program, seed, inputs, Which::All, |_| true, &mut totals) else {
        return (totals, None);
    };
    let same = |fault: &Fault| fault.kind == first.fault.kind && fault.of == first.fault.of;
    let again = |of: &Generated| examine(of, seed, inputs, Which::Of(&first.fault.of), same, &mut Totals::default());
    // What is only below zero is seen as it is.
    let tries = if first.fault.kind == FaultKind::Value { TRIES / 10 } else { TRIES };
    let smallest = shrink(&program, tries, |candidate| again(candidate).is_some());
    let wrong = again(&smallest).unwrap_or(first);
    (totals, Some(format!("{smallest}%   {}: {}   (seed {seed})\n", wrong.input, wrong.fault.what)))
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

#[test]
fn bounds_of_random_programs_hold_on_random_inputs() {
    let (cases, first) = (setting("HOROLOG_CASES", 200), setting("HOROLOG_SEED", 1));
    let inputs = setting("HOROLOG_INPUTS", 8) as usize;
    let next = AtomicU64::new(first);
    let found = Mutex::new((Totals::default(), BTreeSet::new()));
    let work = || {
        // Every thread has programs of its own, and solves their equations itself.
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        alone.as_ref().expect("the thread is in no pool yet");
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + cases {
                break;
            }
            let (of_this, fault) = find(seed, inputs);
            let (totals, faults) = &mut *found.lock().expect("nobody panics with it");
            totals.programs += of_this.programs;
            totals.bounded += of_this.bounded;
            totals.runs.add(of_this.runs);
            fault.iter().for_each(|fault| eprintln!("{fault}"));
            faults.extend(fault);
            if totals.programs % TOLD == 0 {
                eprintln!("{} programs, {} comparisons", totals.programs, totals.runs.comparisons);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread");
        }
    });
    let (totals, faults) = found.into_inner().expect("nobody panicked with it");
    let Compared { ended, stopped, raised, comparisons } = totals.runs;
    println!(
        "{} programs, {} with an upper bound of steps, {ended} runs that ended, {stopped} stopped, {raised} raised; \
         {comparisons} comparisons",
        totals.programs, totals.bounded
    );
    assert!(totals.programs >= cases * 9 / 10, "only {} programs were analysed", totals.programs);
    assert!(totals.bounded * 10 >= cases * 4, "only {} programs have an upper bound of steps", totals.bounded);
    assert!(ended >= cases * inputs as u64 / 2 && comparisons >= 100 * ended, "too little was compared");
    let shown: Vec<String> = faults.into_iter().collect();
    assert!(shown.is_empty(), "{} wrong claims:\n{}", shown.len(), shown.join("\n"));
}
