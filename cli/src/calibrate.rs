//! `horolog calibrate`: prices every instruction on this machine and keeps the profile.

use crate::args::CalibrateArgs;
use crate::error::{CliError, Exit};
use crate::files::{check_vacant, store, write_directory};
use crate::interrupt;
use crate::machine::{prices_json, summary, tables};
use crate::report::{Paint, confirm, note, print, print_json};
use crate::watch::price::measured;
use calibrate::calibration::{Calibration, Config, Effort, calibrate_beside};
use calibrate::error::{CalibrationError, ProfileError};
use calibrate::exclude::Evaluated;
use calibrate::measure::{Bench, Progress, Several, Stage, Timing};
use calibrate::parts::{Earned, earned};
use calibrate::probe;
use calibrate::profile::{ENGINE, Freshness, Mode, Profile};
use calibrate::programs::files;
use calibrate::store::read;
use indicatif::{ProgressBar, ProgressStyle};
use predict::profile::{Found, find, make_quickly};
use predict::units::significant;
use std::path::Path;
use std::thread::{self, JoinHandle};
use wam::cost::Counts;

/// Calibrates, keeps the profile, and prints it.
pub fn calibrate(args: &CalibrateArgs) -> Result<Exit, CliError> {
    let effort = match (args.quick, args.thorough) {
        (true, _) => Effort::Quick,
        (_, true) => Effort::Thorough,
        _ => Effort::Usual,
    };
    let store = store()?;
    store.check()?;
    args.programs.as_deref().map_or(Ok(()), check_vacant)?;
    let mut done = run(args.mode.0, effort, args.seed, Vec::new())?;
    // Who is in a hurry gets them where they are asked for.
    if args.mode.0 == Mode::Fast && effort != Effort::Quick {
        match measured(effort, args.seed, done.profile.probe()) {
            Ok(prices) => done.profile.watching = prices,
            Err(error @ CliError::Calibration(CalibrationError::Interrupted)) => return Err(error),
            // Many machines side by side may have no room; the rest is known all the same.
            Err(error) => note(&format!("what watching costs is left out: {error}")),
        }
    }
    let path = store.save(&done.profile)?;
    if let Some(directory) = &args.programs {
        write_directory(directory, &files(&done.programs))?;
        note(&format!("{} programs are in {}", done.programs.len(), directory.display()));
    }
    if let Freshness::Unsteady { spread, drift } = done.profile.freshness() {
        note(&format!("{}: calibrate again when it is not", unsteady(spread, drift)));
    }
    if args.json {
        print_json(&prices_json(&done.profile))?;
    } else {
        let paint = Paint::stdout();
        print(&format!("{}\n{}", summary(&done.profile, paint), tables(&done.profile, paint)))?;
        note(&format!("kept as {}", path.display()));
    }
    Ok(Exit::Ok)
}

/// Runs a calibration with a progress bar; Ctrl-C stops it with nothing written.
pub fn run(mode: Mode, effort: Effort, seed: u64, evaluated: Vec<Evaluated>) -> Result<Calibration, CliError> {
    run_beside(mode, effort, seed, evaluated, &mut Several::default()).map(|(calibration, _)| calibration)
}

/// The same, and times further programs in the same launches.
pub fn run_beside(
    mode: Mode,
    effort: Effort,
    seed: u64,
    evaluated: Vec<Evaluated>,
    others: &mut dyn Bench,
) -> Result<(Calibration, Vec<(Counts, Timing)>), CliError> {
    let config = Config { mode, effort, seed, interrupt: interrupt::flag(), evaluated };
    Ok(with_bar(|bar| calibrate_beside(&config, others, bar))?)
}

/// Something that takes some time, with a progress bar.
pub fn with_bar<T>(of: impl FnOnce(&mut dyn Progress) -> T) -> T {
    let mut bar = Bar::new();
    let result = of(&mut bar);
    bar.0.finish_and_clear();
    result
}

/// What each part of a calibration's model earns, with a progress bar.
pub fn judge(calibration: &Calibration, effort: Effort) -> Result<Vec<Earned>, CliError> {
    note("what each part of the model earns");
    Ok(with_bar(|bar| earned(calibration, effort, bar, &interrupt::flag()))?)
}

/// The profile of a mode for an estimate: the stored one; a quick new one where there is none yet, or where it is of an
/// earlier version, so that it is of no use to anybody. One of another processor still holds there, and stays.
pub fn profile(mode: Mode) -> Result<Profile, CliError> {
    settled(mode, find(&store()?, mode)?)
}

/// The profile of a mode, if there is one that holds here: nothing is calibrated or asked.
pub fn stored(mode: Mode) -> Option<Profile> {
    match find(&store().ok()?, mode).ok()? {
        Found::Current(profile) | Found::OtherBuild(profile) | Found::Unsteady { profile, .. } => Some(*profile),
        Found::Missing | Found::EngineChanged | Found::EarlierFormat | Found::OtherProcessor { .. } => None,
    }
}

/// A profile from a file, whatever machine it is of: what is claimed of times may be claimed of another one.
pub fn profile_in(path: &Path, mode: Mode) -> Result<Profile, CliError> {
    let profile = read(path)?;
    if profile.mode != mode {
        return Err(ProfileError::OtherMode { path: path.into(), found: profile.mode, expected: mode }.into());
    }
    if profile.freshness() == Freshness::EngineChanged {
        return Err(
            ProfileError::ForeignEngine { path: path.into(), found: profile.engine, expected: ENGINE.into() }.into()
        );
    }
    Ok(profile)
}

/// A stored profile, being read while the program is loaded: either takes some milliseconds.
pub struct LookUp {
    mode: Mode,
    reader: JoinHandle<Result<Found, CliError>>,
}

/// Begins to read the profile of a mode.
pub fn look_up(mode: Mode) -> LookUp {
    LookUp { mode, reader: thread::spawn(move || Ok(find(&store()?, mode)?)) }
}

impl LookUp {
    /// The profile: see [`profile`].
    pub fn profile(self) -> Result<Profile, CliError> {
        let found = self.reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        settled(self.mode, found)
    }
}

/// The profile as it holds at the pace that the core has now. It is looked at when the program is loaded: a thread that
/// shares the core would be taken for another clock.
fn paced(profile: Profile) -> Profile {
    let pace = profile.probe().map_or(1.0, probe::pace);
    if (1.0 / probe::SAME..=probe::SAME).contains(&pace) {
        return profile;
    }
    note(&format!(
        "the core takes {} times as long as when it was calibrated (another clock, or other work): times are scaled",
        significant(pace, 3)
    ));
    profile.scaled(pace)
}

fn settled(mode: Mode, found: Found) -> Result<Profile, CliError> {
    match found {
        Found::Current(profile) => return Ok(paced(*profile)),
        Found::OtherBuild(profile) => {
            note(&format!("{OTHER_BUILD}: renew the profile with `horolog calibrate --mode {mode}`"));
            return Ok(paced(*profile));
        }
        Found::Unsteady { profile, spread, drift } => {
            let unsteady = unsteady(spread, drift);
            if !confirm(&format!("{unsteady}. Recalibrate quickly now?")) {
                note(&format!("{unsteady}: renew the profile with `horolog calibrate --mode {mode}`"));
                return Ok(*profile);
            }
        }
        Found::Missing => note(&format!("this machine has no profile for {mode} mode yet: calibrating quickly")),
        Found::EngineChanged => {
            note("the engine's code has changed since this machine was calibrated: calibrating quickly");
        }
        Found::EarlierFormat => {
            note(&format!("the profile for {mode} mode has the format of an earlier version: calibrating quickly"));
        }
        Found::OtherProcessor { made_on } => {
            let other = format!("the profile was made on another processor, {made_on}");
            if !confirm(&format!("{other}. Recalibrate quickly now?")) {
                return Err(CliError::with_help(
                    format!("{other}: its prices do not hold"),
                    format!("recalibrate with `horolog calibrate --mode {mode}`"),
                ));
            }
        }
    }
    let store = store()?;
    let kept = store.check();
    if let Err(error) = &kept {
        note(&format!("the profile will not be kept: {error}"));
    }
    let made = with_bar(|bar| make_quickly(mode, bar, interrupt::flag()))?;
    if kept.is_ok()
        && let Err(error) = store.save(&made)
    {
        // The estimate is given all the same.
        note(&format!("the profile is not kept: {error}"));
    }
    Ok(made)
}

/// What is to be said of a profile of another build.
pub const OTHER_BUILD: &str =
    "the machine was calibrated with another build of the same engine, so that times may be off by some percent more";

/// What noise says of a profile.
pub fn unsteady(spread: f64, drift: f64) -> String {
    let share = |value: f64| format!("{} %", significant(value * 100.0, 2));
    let (spread, drift) = (share(spread), share(drift));
    format!("the machine was busy when it was calibrated (spread {spread}, drift {drift}), so that prices mean little")
}

/// A progress bar on standard error, where that is a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{msg:10} {wide_bar} {percent:>3} % {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar(bar)
    }
}

impl Progress for Bar {
    fn begin(&mut self, stage: Stage, steps: u64) {
        self.0.reset();
        self.0.set_length(steps);
        self.0.set_message(match stage {
            Stage::Preparing => "preparing",
            Stage::Counting => "counting",
            Stage::Measuring => "measuring",
            Stage::Fitting => "fitting",
            Stage::Judging => "judging",
        });
    }

    fn advance(&mut self, steps: u64) {
        self.0.inc(steps);
    }
}
