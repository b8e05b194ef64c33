//! `horolog validate`: the paper's tables 2 to 11 for this machine, and the figures that sum them up.
//!
//! | module | is |
//! |---|---|
//! | [`suite`] | the programs and inputs of table 7 |
//! | [`observe`] | counting and timing them |
//! | [`evaluate`](mod@evaluate) | a calibration judged on them |
//! | [`unify`], [`goals`] | what is observed besides: table 5, and goals that once were far off |
//! | [`unseen`], [`neighbour`] | goals that took no part in making the model, and how an observation holds beside a neighbour |
//! | [`higher`] | the higher-level models of table 11 |
//! | [`watching`] | what watching adds to such goals |
//! | [`rates`] | inferences per second, here and in SWI-Prolog; how long estimates take |
//! | [`summary`], [`figures`] | the figures as data and JSON, and those that are wanted |
//! | [`grids`], [`tables`] | what is printed, and what is written |

pub mod evaluate;
pub mod figures;
pub mod goals;
pub mod grids;
pub mod higher;
pub mod neighbour;
pub mod observe;
pub mod rates;
pub mod suite;
pub mod summary;
pub mod tables;
pub mod unify;
pub mod unseen;
pub mod watching;

use crate::args::ValidateArgs;
use crate::compare::disturbed;
use crate::error::{CliError, Exit};
use crate::files::{check_directory, write_among};
use crate::interrupt;
use crate::report::{Paint, note, print, print_json};
use crate::watch::price;
use calibrate::calibration::Effort;
use calibrate::error::CalibrationError;
use calibrate::profile::{COMPILER, Freshness, Mode, Profile, processor};
use evaluate::{Beside, Evaluation, Parts, evaluate};
use observe::{cases, count_ratio, subjects};
use predict::units::date;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use summary::{Measured, Summary};

/// Where and with what a validation was made.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The command line.
    pub command: String,
    /// The commit of the working directory, if it is known.
    pub commit: String,
    /// Compiler and optimisation.
    pub compiler: String,
    /// The processor.
    pub processor: String,
    /// The date.
    pub date: String,
}

/// Where other programs disturbed more than this share of a calibration's programs, the machine was too busy.
const MOST_DISTURBED: f64 = 0.1;

/// Calibrates, observes, judges, and writes the tables: all of them, or no directory either.
pub fn validate(args: &ValidateArgs) -> Result<Exit, CliError> {
    let is_new = !args.out.exists();
    let done = validated(args);
    if done.is_err() && is_new {
        // It goes if nothing is in it.
        let _ = std::fs::remove_dir(&args.out);
    }
    done
}

fn validated(args: &ValidateArgs) -> Result<Exit, CliError> {
    if args.runs == 0 {
        return Err(CliError::usage("at least one calibration is needed: --runs 1"));
    }
    // From here on a signal is heard.
    interrupt::check("validation")?;
    let provenance = provenance();
    let directory = args.out.join(format!("{}-{}", provenance.date, slug(&provenance.processor)));
    check_directory(&args.out)?;
    if directory.exists() {
        check_directory(&directory)?;
    }
    let effort = if args.quick { Effort::Quick } else { Effort::Usual };
    let subjects = subjects()?;
    let cases = cases(&subjects)?;
    let beside = Beside::new()?;
    let unseen = match &args.goals {
        Some(path) => unseen::of_directory(path)?,
        None => unseen::own()?,
    };
    let mut evaluations = Vec::new();
    for run in 0..args.runs {
        let seed = args.seed + u64::from(run);
        for mode in Mode::ALL {
            note(&format!("calibration {} of {}, {mode} mode, seed {seed}", run + 1, args.runs));
            let parts = if run == 0 { Parts::Judged } else { Parts::Left };
            let evaluation = evaluate(&subjects, &cases, &beside, (mode, effort, seed), parts);
            let evaluation = evaluation.map_err(|error| match error {
                CliError::Calibration(CalibrationError::Interrupted) => CliError::Interrupted { what: "validation" },
                error => error,
            })?;
            let unseen = unseen::observe(&unseen, &evaluation.calibration.profile)?;
            evaluations.push(Evaluation { unseen, ..evaluation });
        }
    }
    note("what watching costs");
    let watched = watched(&mut evaluations, &unseen, (effort, args.seed))?;
    let fast =
        evaluations.iter().find(|evaluation| evaluation.mode == Mode::Fast).expect("the fast mode was evaluated");
    let nreverse = subjects.iter().find(|subject| subject.program.name() == "nreverse").expect("it is in the suite");
    note("inferences per second, counting, estimates");
    let rates = rates::rates(nreverse.program.text)?;
    interrupt::check("validation")?;
    let count_ratio = count_ratio(&subjects, &cases)?;
    let estimates = rates::estimate_times(&subjects, &fast.calibration.profile)?;
    let crowded = unseen::beside_a_neighbour(&fast.calibration.profile)?;
    let measured = Measured { rates, count_ratio, estimates, crowded, watched };
    let summary = Summary::of(&provenance, &evaluations, measured);
    let files = tables::files(&provenance, &subjects, &evaluations, &summary);
    interrupt::check("validation")?;
    write_among(&directory, &files)?;
    if args.json {
        print_json(&summary)?;
    } else {
        print(&summary.text(Paint::stdout()))?;
    }
    note(&format!("the tables are in {}", directory.display()));
    let mut profiles = evaluations.iter().map(|of| &of.calibration.profile);
    let is_disturbed = |profile: &&Profile| {
        matches!(profile.freshness(), Freshness::Unsteady { .. }) || profile.noise.disturbed > MOST_DISTURBED
    };
    Ok(disturbed(profiles.find(is_disturbed).map(|profile| 100.0 * profile.noise.dropped)))
}

/// Prices the events of goals, for the first profile of the fast mode, and observes what they come to.
fn watched(
    evaluations: &mut [Evaluation],
    goals: &[unseen::Unseen],
    (effort, seed): (Effort, u64),
) -> Result<Vec<watching::WatchedRow>, CliError> {
    let Some(fast) = evaluations.iter_mut().find(|evaluation| evaluation.mode == Mode::Fast) else {
        return Ok(Vec::new());
    };
    let profile = &mut fast.calibration.profile;
    profile.watching = price::measured(effort, seed, profile.probe())?;
    watching::observe(goals, profile)
}

/// Of this run.
pub fn provenance() -> Provenance {
    // Where the tables go is nobody else's business.
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(out) = words.iter().position(|word| word == "--out") {
        words.drain(out..(out + 2).min(words.len()));
    }
    words.retain(|word| !word.starts_with("--out="));
    let commit = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output().ok();
    let commit = commit.filter(|output| output.status.success());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Provenance {
        command: format!("horolog {}", words.join(" ")),
        commit: commit.map_or("unknown".into(), |output| String::from_utf8_lossy(&output.stdout).trim().to_string()),
        compiler: COMPILER.into(),
        processor: processor(),
        date: date(now),
    }
}

/// A processor's name as part of a file name.
pub fn slug(name: &str) -> String {
    let words: Vec<String> = name
        .to_lowercase()
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && !matches!(*word, "r" | "tm" | "cpu" | "processor"))
        .map(str::to_string)
        .collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn processors_become_file_names() {
        assert_eq!(slug("Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz"), "intel-xeon-platinum-8370c-2-80ghz");
    }
}
