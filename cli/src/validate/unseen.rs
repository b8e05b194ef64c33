//! Goals that took no part in making the model, each observed as `horolog compare` observes it: of `programs/unseen`, or of files
//! that somebody else has written.
//!
//! A file is a program with comments `%? Goal => Answers`. Comes in: a profile. Goes out: a row for each goal. What cannot be timed
//! (it ends with an error, takes too long, or has effects outside of the machine) is left out, and said.

use super::neighbour::Neighbour;
use crate::compare::watch;
use crate::error::CliError;
use crate::interrupt;
use crate::report::note;
use calibrate::input::Input;
use calibrate::profile::Profile;
use predict::compare::difference;
use predict::engine::{COMPARE, Observation, Subject};
use predict::error::PredictError;
use predict::load::{Loaded, load_text, source_of, term};
use predict::predicates::find_functor;
use predict::pricing::Pricing;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wam::code::Program;
use wam::machine::Solutions;

macro_rules! files {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../../programs/unseen/", $name, ".pl")))),*]
    };
}

/// The files of `programs/unseen`.
const FILES: &[(&str, &str)] = files![
    "bank", "calc", "coding", "dyn", "events", "graph", "grids", "json", "matrix", "memo", "numbers", "numeric",
    "puzzles", "queens", "symbolic", "text", "trees", "trie", "types", "vm"
];

/// How long a goal may be counted and timed.
const LONGEST: Duration = Duration::from_secs(10);

/// A program with goals.
pub struct Unseen {
    name: String,
    loaded: Loaded,
    goals: Vec<String>,
}

/// The programs of a directory: all files `*.pl` that have goals.
pub fn of_directory(path: &Path) -> Result<Vec<Unseen>, CliError> {
    let unreadable = |error: std::io::Error| CliError::usage(format!("cannot read {}: {error}", path.display()));
    let entries = std::fs::read_dir(path).map_err(unreadable)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>().map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|of| of == "pl"));
    paths.sort();
    let mut programs = Vec::new();
    for path in paths {
        let source = source_of(&path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        programs.extend(Unseen::of(&name, source.text())?);
    }
    if programs.is_empty() {
        let help = "a file `*.pl` has goals in comments: `%? Goal => Answer`";
        return Err(CliError::with_help(format!("no goals in {}", path.display()), help));
    }
    Ok(programs)
}

/// The programs of `programs/unseen`.
pub fn own() -> Result<Vec<Unseen>, CliError> {
    let programs = FILES.iter().map(|(name, text)| Unseen::of(name, text)).collect::<Result<Vec<_>, _>>()?;
    Ok(programs.into_iter().flatten().collect())
}

impl Unseen {
    /// A program; none where it has no goals.
    fn of(name: &str, text: &str) -> Result<Option<Unseen>, CliError> {
        let goals =
            text.lines().filter_map(|line| Some(line.strip_prefix("%? ")?.split(" => ").next()?.trim().to_string()));
        let goals: Vec<String> = goals.collect();
        if goals.is_empty() {
            return Ok(None);
        }
        Ok(Some(Unseen { name: name.into(), loaded: load_text(name, text)?, goals }))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.loaded.program
    }

    /// Its goals.
    pub fn goals(&self) -> impl Iterator<Item = &str> {
        self.goals.iter().map(String::as_str)
    }

    fn observe(&self, text: &str, profile: &Profile) -> Result<UnseenRow, CliError> {
        let program = &self.loaded.program;
        let goal = term(program, "goal", text)?;
        let functor = goal.terms.functor(goal.root).ok_or_else(|| PredictError::NoGoal(text.into()))?;
        let (watch, input) = (watch(LONGEST), Input::default());
        let pred = find_functor(program, functor)?;
        let subject = Subject { program, goal: (pred, &goal), watch: &watch, input: &input };
        let first = subject.first_run(0, Solutions::All)?;
        let seen = subject.observe(&first, profile.mode, COMPARE, profile.probe())?;
        let Observation { time, spread, disturbed, counts, .. } = seen;
        let own = profile.for_run(&counts);
        let overhead = own.run_overhead().0;
        let [low, priced, high] = Pricing::bounds(&own).of_counts(&counts).map(|time| time.0);
        let observed = (time.0 - overhead).max(f64::MIN_POSITIVE);
        Ok(UnseenRow {
            program: self.name.clone(),
            goal: text.into(),
            priced,
            observed,
            deviation: difference(Some(priced), observed).map(|d| d * 100.0),
            within: (low..=high).contains(&observed),
            band: [low, high].map(|end| (end / priced - 1.0) * 100.0),
            spread,
            disturbed: disturbed.is_some(),
        })
    }
}

/// A goal that was observed. Times are in nanoseconds, shares in percent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnseenRow {
    /// The file.
    pub program: String,
    /// The goal.
    pub goal: String,
    /// The price of what was counted.
    pub priced: f64,
    /// What it took, without entering and leaving the machine.
    pub observed: f64,
    /// The one against the other.
    pub deviation: Option<f64>,
    /// Whether what it took is in the band of the price.
    pub within: bool,
    /// The band, below and above the price.
    pub band: [f64; 2],
    /// How far the launches of the observation lie apart.
    pub spread: f64,
    /// Whether other programs used the core for too much of it.
    pub disturbed: bool,
}

/// Observes all goals in the mode of a profile.
pub fn observe(programs: &[Unseen], profile: &Profile) -> Result<Vec<UnseenRow>, CliError> {
    let mut rows = Vec::new();
    for program in programs {
        for goal in &program.goals {
            interrupt::check("validation")?;
            match program.observe(goal, profile) {
                Ok(row) => rows.push(row),
                Err(error) => note(&format!("left out, {}: {goal}: {error}", program.name)),
            }
        }
    }
    Ok(rows)
}

/// A program whose goal takes about a microsecond.
fn short() -> String {
    let list = (0..100).map(|at| at.to_string()).collect::<Vec<String>>().join(",");
    format!("walk([]).\nwalk([_|L]) :- walk(L).\ngo :- walk([{list}]).\n%? go => true\n")
}

/// So often.
const OBSERVATIONS: usize = 5;

/// How far observations of a goal of a microsecond lie apart beside a busy neighbour, in percent.
pub fn beside_a_neighbour(profile: &Profile) -> Result<f64, CliError> {
    let program = Unseen::of("short", &short())?.expect("it has a goal");
    let _neighbour = Neighbour::move_in();
    let times = (0..OBSERVATIONS).map(|_| Ok(program.observe(&program.goals[0], profile)?.observed));
    let times: Vec<f64> = times.collect::<Result<_, CliError>>()?;
    let (least, most) = (times.iter().copied().reduce(f64::min), times.iter().copied().reduce(f64::max));
    Ok(least.zip(most).map_or(0.0, |(least, most)| (most / least - 1.0) * 100.0))
}
