//! How fast the engine is: logical inferences per second on the naive reversal of 30 elements, here and in SWI-Prolog in
//! the same run, interleaved; and how long an estimate takes.

use super::observe::Subject;
use crate::error::CliError;
use crate::peers::process::process;
use analyzer::budget::Budget;
use calibrate::clock::{Pin, thread_time};
use calibrate::profile::{Mode, Profile};
use predict::bounds::bound;
use predict::engine::Engine;
use predict::entries::Declared;
use predict::load::{load_text, term};
use predict::predicates::find;
use predict::pricing::Pricing;
use predict::units::{Resource, Until};
use serde::Serialize;
use std::fs;
use std::process::Command;
use std::time::Duration;
use wam::cost::Nanoseconds;

/// Logical inferences of one naive reversal of 30 elements.
const INFERENCES: f64 = 496.0;
/// Interleaved pairs of measurements.
const PAIRS: usize = 5;
/// No launch of SWI-Prolog takes longer.
const LONGEST: Duration = Duration::from_secs(120);

/// Logical inferences per second.
#[derive(Clone, Debug, Serialize)]
pub struct Rates {
    /// Here, the best of the pairs.
    pub lips: f64,
    /// In SWI-Prolog, if it is installed.
    pub swipl_lips: Option<f64>,
    /// Its version.
    pub swipl_version: Option<String>,
    /// Here over there: median of the pairs.
    pub ratio: Option<f64>,
    /// Least and greatest ratio of a pair.
    pub ratio_spread: Option<[f64; 2]>,
}

/// Measures both rates.
pub fn rates(nreverse: &str) -> Result<Rates, CliError> {
    let loaded = load_text("nreverse.pl", nreverse)?;
    let pred = find(&loaded.program, "nreverse/2")?;
    let items: Vec<String> = (1..=30).map(|item| item.to_string()).collect();
    let goal = term(&loaded.program, "goal", &format!("nreverse([{}], _)", items.join(",")))?;
    let _pin = Pin::new();
    let here = || -> Result<f64, CliError> {
        let mut engine = Engine::new(&loaded.program, Mode::Fast, None)?;
        engine.touch();
        let goal = engine.load(pred, &goal);
        let (times, each) = engine.batch_size(&goal, Nanoseconds(35_000.0))?;
        let mut least = f64::INFINITY;
        for _ in 0..2000 {
            let total = engine.batch(&goal, times, Nanoseconds(each.0 * f64::from(times)))?;
            least = least.min(total.0 / f64::from(times));
        }
        Ok(INFERENCES / least * 1e9)
    };
    let version = swipl_version();
    let (mut best, mut theirs, mut ratios) = (0.0f64, 0.0f64, Vec::new());
    for _ in 0..PAIRS {
        let ours = here()?;
        best = best.max(ours);
        if version.is_some()
            && let Some(other) = swipl(nreverse)
        {
            theirs = theirs.max(other);
            ratios.push(ours / other);
        }
    }
    ratios.sort_unstable_by(f64::total_cmp);
    Ok(Rates {
        lips: best,
        swipl_lips: (theirs > 0.0).then_some(theirs),
        swipl_version: version,
        ratio: ratios.get(ratios.len() / 2).copied(),
        ratio_spread: Some([*ratios.first().unwrap_or(&0.0), *ratios.last().unwrap_or(&0.0)])
            .filter(|_| !ratios.is_empty()),
    })
}

fn swipl_version() -> Option<String> {
    let output = Command::new("swipl").arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_string)
}

/// The rate in SWI-Prolog: the best of a few loops, the empty loop taken off.
fn swipl(nreverse: &str) -> Option<f64> {
    let program: String =
        nreverse.lines().filter(|line| !line.starts_with(":-")).map(|line| format!("{line}\n")).collect();
    let script = format!(
        "{program}
data(L) :- numlist(1, 30, L).
loop(0, _) :- !.
loop(N, L) :- nreverse(L, _), M is N - 1, loop(M, L).
empty(0, _) :- !.
empty(N, L) :- true, M is N - 1, empty(M, L).
timed(Goal, T) :- statistics(cputime, T0), call(Goal), statistics(cputime, T1), T is T1 - T0.
once_more(L, Best0, Best) :- timed(loop(20000, L), T), timed(empty(20000, L), E), D is T - E, Best is min(Best0, D).
bench :- data(L), foldl([_, B0, B]>>once_more(L, B0, B), [1,2,3], inf, Best), Lips is 496.0 * 20000 / Best,
    format('~w~n', [Lips]).
"
    );
    let directory = tempfile::tempdir().ok()?;
    let file = directory.path().join("nrev.pl");
    fs::write(&file, script).ok()?;
    let ran = process(Command::new("swipl").args(["-q", "-g", "bench", "-t", "halt"]).arg(&file), LONGEST).ok()?;
    ran.stdout.trim().parse().ok()
}

/// How long an estimate takes for each program, in milliseconds of processor time: load, analyse, solve, print; the
/// least of three.
pub fn estimate_times(subjects: &[Subject], profile: &Profile) -> Result<Vec<(String, f64)>, CliError> {
    subjects
        .iter()
        .map(|subject| {
            let mut least = f64::INFINITY;
            for _ in 0..3 {
                let start = thread_time();
                let loaded = load_text(subject.program.predicate, subject.program.text)?;
                let pred = find(&loaded.program, subject.program.predicate)?;
                let declared = Declared::of(&loaded)?;
                let entry = declared.entry(pred, None)?;
                let pricing = Some(Pricing::bounds(profile));
                let bounded = bound(&declared, &entry, Resource::Time, Until::All, pricing, Budget::unlimited())?;
                let shown = [&bounded.lower, &bounded.upper].map(|side| bounded.function(side));
                std::hint::black_box(shown);
                least = least.min((thread_time().0 - start.0) / 1e6);
            }
            Ok((subject.program.predicate.to_string(), least))
        })
        .collect()
}
