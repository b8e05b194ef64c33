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
use crate::report::{Paint, complain, note, print, print_json, warn};
use ::calibrate::profile::Profile;
use predict::check::baseline::Recorded;
use predict::check::{CheckReport, Options, claims_times};
use predict::entries::Declared;
use predict::load::load;
use predict::pricing::Pricing;
use std::path::Path;
use std::time::Duration;

/// What the analysis of one assertion may take.
const EACH: Duration = Duration::from_secs(10);
/// What the runs that look for a call of which one property is false may take.
const RUNS: Duration = Duration::from_secs(10);

/// Checks the assertions of files.
pub fn check(args: &CheckArgs) -> Result<Exit, CliError> {
    if let Some(directory) = args.files.iter().find(|file| file.is_dir()) {
        let help = format!("name its files: {}/*.pl", directory.display());
        return Err(CliError::with_help(format!("{} is a directory", directory.display()), help));
    }
    let before = args.baseline.as_deref().map(|path| baseline::read(path, args.update_baseline)).transpose()?;
    let mut checked = Checked { args, machine: None, keeps: before.is_some(), files: Vec::new(), bounds: Vec::new() };
    let format = if args.json { CheckFormat::Json } else { args.format };
    // Who reads a document gets one, whatever was wrong.
    let is_document = matches!(format, CheckFormat::Json | CheckFormat::Sarif | CheckFormat::Junit);
    let mut failed: Option<Exit> = None;
    for path in &args.files {
        match checked.add(path) {
            Ok(()) => {}
            // Others are of use all the same, unless nobody wants them any more.
            Err(error) if (args.files.len() > 1 || is_document) && error.exit() == Exit::Error => {
                complain(&error);
                failed = Some(Exit::Error);
            }
            Err(error) => return Err(error),
        }
    }
    let Checked { files, bounds, .. } = checked;
    if let (Some(exit), true, false) = (failed, files.is_empty(), is_document) {
        return Ok(exit);
    }
    let mut report = CheckReport::of(files);
    if let (Some(path), Some(before)) = (&args.baseline, before) {
        if !args.update_baseline {
            report.regressions = baseline::compare(path, &before, &bounds, args.tolerance)?;
        } else if failed.is_some() {
            note(&format!("{} stays as it is: not all files could be read", path.display()));
        } else {
            baseline::write(path, &bounds)?;
        }
    }
    let strict = args.strict;
    match format {
        CheckFormat::Text => print(&text::text(&report, Paint::stdout()))?,
        CheckFormat::Json => print_json(&report)?,
        CheckFormat::Sarif => print_json(&sarif::sarif(&report, strict, failed.is_none()))?,
        CheckFormat::Github => print(&github::github(&report, strict))?,
        CheckFormat::Junit => print(&junit::junit(&report, strict))?,
    }
    let is_false = report.refuted > 0 || !report.regressions.is_empty() || strict && report.unknown > 0;
    Ok(failed.unwrap_or(if is_false { Exit::False } else { Exit::Ok }))
}

/// What was checked so far.
struct Checked<'a> {
    args: &'a CheckArgs,
    /// The machine that times are for, once they are claimed.
    machine: Option<Profile>,
    /// Whether bounds are kept.
    keeps: bool,
    files: Vec<CheckReport>,
    bounds: Vec<Recorded>,
}

impl Checked<'_> {
    /// Checks a file.
    fn add(&mut self, path: &Path) -> Result<(), CliError> {
        let args = self.args;
        let loaded = load(Some(path), "", &args.reading.of())?;
        let declared = Declared::of(&loaded)?;
        warn(&loaded.warnings);
        warn(&declared.warnings);
        if self.machine.is_none() && claims_times(&declared) {
            self.machine = Some(match &args.profile {
                Some(path) => profile_in(path, args.mode.0)?,
                None => profile(args.mode.0)?,
            });
        }
        let budget = args.budget();
        let watch = || watch(RUNS);
        let pricing = self.machine.as_ref().map(Pricing::bounds);
        let options = Options { pricing, budget, each: EACH, watch: &watch };
        let report = predict::check::check(&declared, &options)?;
        if self.keeps {
            self.bounds.extend(predict::check::baseline::bounds(&declared, budget.lasting(EACH))?);
        }
        self.files.push(report);
        Ok(())
    }
}
