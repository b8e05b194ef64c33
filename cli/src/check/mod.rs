//! `horolog check`: the assertions of programs, checked.

mod baseline;
mod github;
mod junit;
mod sarif;
mod text;

use crate::args::{CheckArgs, CheckFormat};
use crate::calibrate::{profile, profile_in};
use crate::compare::watch;
use crate::error::{CliError, Exit};
use crate::report::{Paint, print, print_json, warn};
use predict::check::{CheckReport, Options, claims_times};
use predict::entries::Declared;
use predict::load::load;
use predict::pricing::Pricing;
use std::time::Duration;

/// What the analysis of one assertion may take.
const EACH: Duration = Duration::from_secs(10);
/// What the runs of one assertion may take.
const RUNS: Duration = Duration::from_secs(20);

/// Checks the assertions of files.
pub fn check(args: &CheckArgs) -> Result<Exit, CliError> {
    if let Some(directory) = args.files.iter().find(|file| file.is_dir()) {
        let help = format!("name its files: {}/*.pl", directory.display());
        return Err(CliError::with_help(format!("{} is a directory", directory.display()), help));
    }
    let before = args.baseline.as_deref().map(|path| baseline::read(path, args.update_baseline)).transpose()?;
    let (mut files, mut bounds, mut machine) = (Vec::new(), Vec::new(), None);
    for path in &args.files {
        let loaded = load(Some(path), "", &args.reading.allow)?;
        let declared = Declared::of(&loaded)?;
        warn(&loaded.warnings);
        warn(&declared.warnings);
        if machine.is_none() && claims_times(&declared)? {
            machine = Some(match &args.profile {
                Some(path) => profile_in(path, args.mode.0)?,
                None => profile(args.mode.0)?,
            });
        }
        let budget = args.budget();
        let watch = || watch(RUNS);
        let options = Options { pricing: machine.as_ref().map(Pricing::bounds), budget, each: EACH, watch: &watch };
        files.push(predict::check::check(&declared, &options)?);
        if before.is_some() {
            bounds.extend(predict::check::baseline::bounds(&declared, budget.lasting(EACH))?);
        }
    }
    let report = CheckReport::of(files);
    let strict = args.strict;
    match if args.json { CheckFormat::Json } else { args.format } {
        CheckFormat::Text => print(&text::text(&report, Paint::stdout()))?,
        CheckFormat::Json => print_json(&report)?,
        CheckFormat::Sarif => print_json(&sarif::sarif(&report, strict))?,
        CheckFormat::Github => print(&github::github(&report, strict))?,
        CheckFormat::Junit => print(&junit::junit(&report, strict))?,
    }
    let mut exit = if report.refuted > 0 || strict && report.unknown > 0 { Exit::False } else { Exit::Ok };
    if let (Some(path), Some(before)) = (&args.baseline, before) {
        if args.update_baseline {
            baseline::write(path, &bounds)?;
        } else if baseline::compare(path, &before, &bounds, args.tolerance)? {
            exit = Exit::False;
        }
    }
    Ok(exit)
}
