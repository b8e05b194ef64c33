//! `horolog instrument`: what a configuration of events selects in a program, listed, explained, and told when it happens.
//!
//! In: programs, configurations and a goal. Out: the answers, output, errors and exit code of `horolog run`, and besides what
//! the action makes of the events.

mod sinks;
#[cfg(feature = "parquet")]
mod table;
mod text;

use crate::args::{ActionArg, InstrumentArgs};
use crate::error::{CliError, Exit};
use crate::files::write_whole;
use crate::interrupt;
use crate::report::{Paint, both, note, print, tell, warn};
use crate::run::{Show, answers, flushing, goal_named};
use crate::session::{Options, Session, Started};
use monitor::instrument::basis::Events;
use monitor::instrument::listing::{basis, explained, listed};
use monitor::instrument::nowhere::nowhere;
use monitor::instrument::observe::{Counter, Sink, Telling};
use monitor::instrument::ports::plan;
use monitor::instrument::rewrite::{Instrumenter, Values};
use monitor::instrument::shipped::shipped;
use monitor::instrument::{Config, ConfigError};
use predict::load::{load_session, source_of};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
pub use sinks::{Asking, Stop};
use sinks::{Folds, Log, is_table};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wam::machine::{Fast, Machine, WatchingBoxes, WatchingSteps};
use wam::read::Source;
use wam::term::ReadTerm;

/// Lists, explains or runs.
pub fn instrument(args: &InstrumentArgs) -> Result<Exit, CliError> {
    check_table(args)?;
    if args.basis {
        let events = basis();
        let text = if args.json { text::json_lines(&events)? } else { text::basis(&events, Paint::stdout()) };
        told(args, &text)?;
        return Ok(Exit::Ok);
    }
    let config = configuration(&args.configs)?;
    if args.list || args.explain {
        return look(args, config);
    }
    interrupt::end_at_second();
    let values = if args.action == ActionArg::Count { Values::WhereTested } else { Values::All };
    let by = Arc::new(Instrumenter::new(config, values));
    let options = Options { instrument: Some(by.clone()), ..Options::watched(&args.files, &args.program) };
    let mut session = match Session::start(&options)? {
        Started::Ready(session) => session,
        Started::Left(exit) => return Ok(exit),
    };
    let ended = run(&mut session, args, &by, values)?;
    let exit = if ended == Exit::Ok { session.directives } else { ended };
    session.left(exit)
}

/// What can be wrong with asking for a Parquet file, before anything runs.
fn check_table(args: &InstrumentArgs) -> Result<(), CliError> {
    let Some(path) = args.output.as_deref().filter(|path| is_table(path)) else { return Ok(()) };
    let path = path.display();
    if args.action != ActionArg::Log || args.basis || args.list || args.explain {
        let help = "add --action log, or name a file that does not end in .parquet";
        return Err(CliError::with_help(format!("{path} would be a Parquet file, which only a log is"), help));
    }
    if cfg!(not(feature = "parquet")) {
        return Err(CliError::with_help(
            format!("{path} would be a Parquet file, and this program was built without them"),
            "build it by `cargo build --release -p horolog --features parquet`, or name a file that does not end in .parquet: it gets \
             lines of JSON",
        ));
    }
    Ok(())
}

/// The configurations that are given, as one.
pub fn configuration(paths: &[PathBuf]) -> Result<Config, CliError> {
    let texts = paths.iter().map(|path| Ok((path.display().to_string(), text_of(path)?)));
    let texts = texts.collect::<Result<Vec<(String, String)>, CliError>>()?;
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Config::of(&files, Events::all()).map_err(|errors| {
        const SHOWN: usize = 20;
        let shown: Vec<String> = errors.iter().take(SHOWN).map(ConfigError::render).collect();
        let count = errors.len();
        shown.iter().for_each(|error| tell(error));
        let what = if count == 1 { "is an error".to_string() } else { format!("are {count} errors") };
        let more = if count > SHOWN { format!(", the first {SHOWN} of which are shown") } else { String::new() };
        CliError::usage(format!("there {what} in the configuration{more}"))
    })
}

/// The text of a configuration: of a file, or of one that comes with the program.
fn text_of(path: &Path) -> Result<String, CliError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => match path.to_str().and_then(shipped) {
            Some(text) if error.kind() == std::io::ErrorKind::NotFound => return Ok(text.into()),
            _ => return Err(CliError::Read { path: path.into(), source: error }),
        },
    };
    String::from_utf8(bytes)
        .map_err(|_| CliError::with_help(format!("{} is no text", path.display()), "configurations are texts in UTF-8"))
}

/// Writes what was made.
fn told(args: &InstrumentArgs, text: &str) -> Result<(), CliError> {
    match &args.output {
        None => print(text),
        Some(path) => {
            write_whole(path, text)?;
            note(&format!("written to {}", path.display()));
            Ok(())
        }
    }
}

/// Lists or explains what is selected, without running anything but what a text needs to be read.
fn look(args: &InstrumentArgs, config: Config) -> Result<Exit, CliError> {
    let sources = args.files.iter().map(|path| source_of(path)).collect::<Result<Vec<Source>, _>>()?;
    let loaded = load_session(&sources, "", args.program.dialect.syntax());
    warn(&loaded.warnings);
    let survey = Instrumenter::survey(config, &loaded.program);
    missing(&survey, &loaded.program);
    let paint = if args.output.is_some() { Paint::Plain } else { Paint::stdout() };
    let text = match (args.explain, args.json) {
        (false, true) => text::json_lines(&listed(&survey))?,
        (false, false) => text::list(&listed(&survey), paint),
        (true, true) => text::json_lines(&explained(&survey))?,
        (true, false) => text::explanation(&explained(&survey)),
    };
    told(args, &text)?;
    Ok(Exit::Ok)
}

/// Says what a configuration names and the program does not have.
pub fn missing(survey: &Instrumenter, program: &wam::code::Program) {
    const SHOWN: usize = 20;
    let all = nowhere(survey, program);
    for nowhere in all.iter().take(SHOWN) {
        let help = nowhere.help.as_ref().map_or(String::new(), |help| format!("  help: {help}\n"));
        tell(&format!("{}: warning: {}\n{help}", nowhere.place, nowhere.what));
    }
    if all.len() > SHOWN {
        tell(&format!("warning: and {} more\n", all.len() - SHOWN));
    }
}

/// Runs the goal.
fn run(session: &mut Session, args: &InstrumentArgs, by: &Arc<Instrumenter>, values: Values) -> Result<Exit, CliError> {
    missing(by, session.machine.program());
    let goal = match (&args.goal, session.main.take()) {
        (None, Some(main)) => (*main.read).clone(),
        (goal, _) => goal_named(session.machine.program(), goal.as_deref().unwrap_or("main"))?,
    };
    let show = if args.answers.quiet || args.goal.is_none() { Show::Nothing } else { Show::Answers };
    let machine = &mut *session.machine;
    match args.action {
        ActionArg::Count => {
            let (exit, counter) = observed(machine, args, by, values, (&goal, show), Counter::default())?;
            let rows = counts(by, &counter);
            let text = if args.json { text::json_lines(&rows)? } else { text::counts(&rows, Paint::stdout()) };
            Ok(both(exit, told(args, &text))?.0)
        }
        ActionArg::Log => {
            let log = Log::new(args.output.as_deref())?;
            let (exit, log) = observed(machine, args, by, values, (&goal, show), log)?;
            Ok(both(exit, log.finish())?.0)
        }
        ActionArg::Stop => {
            let (exit, _) = observed(machine, args, by, values, (&goal, show), Stop::new(Asking::Lines))?;
            exit
        }
        ActionArg::Fold => {
            let folds = Folds::new(machine, &args.folds)?;
            let (exit, folds) = observed(machine, args, by, values, (&goal, show), folds)?;
            let text = folds.finish(machine.program(), args.json, Paint::stdout())?;
            Ok(both(exit, told(args, &text))?.0)
        }
    }
}

/// How often each code was told, those first that were told, in the order in which they are selected.
fn counts(by: &Instrumenter, counter: &Counter) -> Vec<CountJson> {
    let sites = by.sites();
    let told = sites.codes().iter().zip(counter.counts());
    let told: FxHashMap<&str, u64> = told.map(|(code, &count)| (&**code, count)).collect();
    let mut seen = FxHashSet::default();
    let names = by.choices().config().selections.iter().map(|selection| &*selection.name);
    let mut rows: Vec<CountJson> = names
        .filter(|name| seen.insert(*name))
        .map(|name| CountJson { code: name.into(), count: told.get(name).copied().unwrap_or(0) })
        .collect();
    rows.sort_by_key(|row| row.count == 0);
    rows
}

/// How often a code was told.
#[derive(Serialize)]
struct CountJson {
    code: String,
    count: u64,
}

/// Runs a goal whose events somebody gets.
fn observed<S: Sink>(
    machine: &mut Machine,
    args: &InstrumentArgs,
    by: &Arc<Instrumenter>,
    values: Values,
    (goal, show): (&ReadTerm, Show),
    sink: S,
) -> Result<(Result<Exit, CliError>, S), CliError> {
    let plan = plan(by.choices(), values, machine.program());
    let (has_boxes, has_steps) = (plan.is_some(), plan.as_ref().is_some_and(|plan| plan.machine.needs_steps()));
    let observer = Box::new(Telling::new(by.clone(), sink));
    machine.watch(plan.unwrap_or_default(), Some(observer)).map_err(|error| {
        CliError::with_help(
            error.to_string(),
            "watching needs address space besides the program's: --memory limits both",
        )
    })?;
    let goal = flushing(machine.program(), goal.clone());
    let exit = match (has_boxes, has_steps) {
        (_, true) => answers::<WatchingSteps>(machine, &goal, args.answers.most(), show),
        (true, false) => answers::<WatchingBoxes>(machine, &goal, args.answers.most(), show),
        (false, false) => answers::<Fast>(machine, &goal, args.answers.most(), show),
    };
    let sink = Telling::finish(machine).expect("the observer stays while the goal runs");
    Ok((exit, sink))
}
