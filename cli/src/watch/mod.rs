//! `horolog watch`: runs a goal and folds its events.

mod ahead;
pub mod asked;
mod cover;
mod draw;
pub mod known;
pub mod price;
pub mod text;
mod work;

use self::ahead::foreseen;
use self::known::{COVERAGE, inferred};
use self::price::keeps;
use self::text::Slices;
use crate::args::{BoxesArg, RedoArg, WatchArgs, WatchFormat};
use crate::error::{CliError, Exit};
use crate::files::write_whole;
use crate::interrupt;
use crate::message::explain;
use crate::report::{Paint, both, note, print, tell};
use crate::run::{Show, answers, flushing, goal_named};
use crate::session::{Options, Session, Started};
use calibrate::clock::Stopwatch;
use calibrate::watching::Keeps;
use monitor::determinism::Determinism;
use monitor::driver::{Driver, Ended, plan_for};
use monitor::fold::Reads;
use monitor::folds::{Known, SHIPPED, load};
use monitor::inside::InternalPorts;
use monitor::render;
use monitor::report::{Coverage, Report};
use predict::predicates::{find, indicated};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};
use wam::code::Program;
use wam::error::RunError;
use wam::instr::PredId;
use wam::machine::watch::{Boxes, Plan, Port, Ports, Redo};
use wam::machine::{Machine, WatchingBoxes, WatchingCalls};

/// Runs a goal and folds its events.
pub fn watch(args: &WatchArgs) -> Result<Exit, CliError> {
    if args.list {
        let line = |fold: &monitor::folds::Shipped| format!("{:20} {}\n", fold.name, fold.about);
        print(&SHIPPED.iter().map(line).collect::<String>())?;
        return Ok(Exit::Ok);
    }
    let format = Format::of(args)?;
    check(args, format)?;
    interrupt::end_at_second();
    let mut session = match Session::start(&Options::watched(&args.files, &args.program))? {
        Started::Ready(session) => session,
        Started::Left(exit) => return Ok(exit),
    };
    let watched = watch_in(&mut session.machine, args, format)?;
    // As when it is run: where all is well, a directive that was not decides.
    let exit = if watched == Exit::Ok { session.directives } else { watched };
    session.left(exit)
}

/// What can be wrong with what is asked for before anything runs.
fn check(args: &WatchArgs, Format(format): Format) -> Result<(), CliError> {
    let is_any = |names: &[&str]| args.folds.iter().any(|fold| names.contains(&&**fold));
    let covers = is_any(&COVERAGE);
    for (option, is_given) in [("--fail-under", args.fail_under.is_some()), ("--merge", args.merge.is_some())] {
        if is_given && !covers {
            let help = "add --fold coverage or --fold site-coverage";
            return Err(CliError::with_help(format!("{option} is about coverage"), help));
        }
    }
    let (what, folds) = fitting(format);
    if !matches!(format, WatchFormat::Text | WatchFormat::Json) && !is_any(folds) {
        return Err(CliError::with_help(
            format!("there is no fold here whose result is {what}"),
            format!("give one --fold of {}, without --slice", folds.join(", ")),
        ));
    }
    if let Some(path) = &args.merge {
        earlier(path)?;
    }
    Ok(())
}

/// What a format that holds one thing holds, and of which folds that is the result.
fn fitting(format: WatchFormat) -> (&'static str, &'static [&'static str]) {
    match format {
        WatchFormat::Text | WatchFormat::Json => ("anything", &[]),
        WatchFormat::Dot => ("a graph", &["control-flow", "control-flow-counts", "call-graph"]),
        WatchFormat::Svg => ("a graph", &["control-flow", "control-flow-counts", "call-graph", "flame"]),
        WatchFormat::Folded | WatchFormat::Speedscope => ("stacks", &["flame"]),
        WatchFormat::Html | WatchFormat::Annotated | WatchFormat::Lcov => ("coverage", &COVERAGE),
    }
}

/// How it is told.
#[derive(Clone, Copy)]
struct Format(WatchFormat);

impl Format {
    fn of(args: &WatchArgs) -> Result<Format, CliError> {
        if args.json {
            return Ok(Format(WatchFormat::Json));
        }
        if let Some(format) = args.format {
            return Ok(Format(format));
        }
        let Some(path) = &args.output else { return Ok(Format(WatchFormat::Text)) };
        let name = path.to_string_lossy();
        if name.ends_with(".speedscope.json") {
            return Ok(Format(WatchFormat::Speedscope));
        }
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        Ok(Format(match extension.as_deref() {
            Some("json" | "jsonl") => WatchFormat::Json,
            Some("dot" | "gv") => WatchFormat::Dot,
            Some("svg") => WatchFormat::Svg,
            Some("html") => WatchFormat::Html,
            Some("info" | "lcov") => WatchFormat::Lcov,
            Some("folded") => WatchFormat::Folded,
            None | Some("txt" | "text" | "out") => WatchFormat::Text,
            Some(other) => {
                return Err(CliError::with_help(
                    format!("no format is known by .{other}"),
                    "give --format, or a file that ends in .txt, .json, .dot, .svg, .html, .info, .folded or .speedscope.json",
                ));
            }
        }))
    }
}

fn watch_in(machine: &mut Machine, args: &WatchArgs, format: Format) -> Result<Exit, CliError> {
    let chosen = chosen(machine, args)?;
    let ready = machine.call_builtins(chosen.iter().copied());
    ready.map_err(|error| CliError::usage(raised(&error, machine.program())))?;
    let covers = args.folds.iter().any(|fold| COVERAGE.contains(&&**fold));
    let is_needed = covers || args.redo == RedoArg::Declared;
    let given = given(machine, args)?;
    let mut known = if is_needed { inferred(machine, &chosen, &given, Some(&args.goal)) } else { Arc::default() };
    let atoms = machine.program().atoms.clone();
    let folds = args.folds.iter().map(|name| load(name, &atoms, &known)).collect::<Result<Vec<_>, _>>();
    let mut folds = folds.map_err(|error| CliError::usage(error.to_string()))?;
    let is_asked = folds.iter().any(|fold| fold.asks_determinism());
    if !args.determinism.is_empty() && !is_needed && !is_asked {
        note("--det is for coverage, --redo declared and monitors that ask for determinism: it changes nothing here");
    }
    if is_asked {
        known = if is_needed { known } else { inferred(machine, &chosen, &given, Some(&args.goal)) };
        folds.iter_mut().for_each(|fold| fold.know(&known));
    }
    let telling = Arc::new(Telling::new(args, format));
    let teller = telling.clone();
    let mut driver = Driver::new(folds, args.slice, Box::new(move |ended| teller.told(ended)));
    if !args.events.is_empty() {
        driver.see_only(args.events.iter().map(|name| port(name)).collect::<Result<Ports, _>>()?);
        if driver.reads().ports.is_empty() {
            note("the folds read none of the ports of --events: they see no event");
        }
    }
    let reads = driver.reads();
    let mut plan = plan(args, reads, &chosen, &known);
    // The program ends at the event at which a monitor goes wrong.
    plan.waits &= !(args.strict && args.folds.iter().any(|fold| fold.ends_with(".pl")));
    let goal = goal_named(machine.program(), &args.goal)?;
    let ahead = match args.predict {
        true => foreseen(args, &driver, &plan, machine)?,
        false => None,
    };
    let places = InternalPorts::put_into(machine, &plan, driver.locals());
    driver.set_places(places.map_err(|error| CliError::usage(raised(&error, machine.program())))?);
    machine.watch(plan, Some(Box::new(driver))).map_err(|error| {
        CliError::with_help(
            error.to_string(),
            "watching needs address space besides the program's: --memory limits both",
        )
    })?;
    let goal = flushing(machine.program(), goal);
    let most = args.answers.most();
    let show = if args.answers.quiet { Show::Nothing } else { Show::Answers };
    let clock = ahead.as_ref().map(|ahead| Stopwatch::start(ahead.expected()));
    let ended = match keeps(reads, args.slice, args.boxes) {
        Keeps::Calls => answers::<WatchingCalls>(machine, &goal, most, show),
        Keeps::Boxes => answers::<WatchingBoxes>(machine, &goal, most, show),
    };
    let took = clock.map(|clock| clock.elapsed());
    Driver::finish(machine);
    if let (Some(ahead), Some(took), true) = (&ahead, took, ended.is_ok()) {
        ahead.compare(took);
    }
    let has_ended_it = args.strict && telling.went_wrong();
    let told = telling.finish(machine.program());
    if has_ended_it {
        told?;
        return Ok(Exit::Error);
    }
    let (exit, told) = both(ended, told)?;
    Ok(if exit == Exit::Ok { told } else { exit })
}

/// The predicates that are asked for, if some are.
fn chosen(machine: &mut Machine, args: &WatchArgs) -> Result<Vec<PredId>, CliError> {
    args.predicates.iter().map(|indicator| named(machine, indicator)).collect()
}

/// The predicate of a name and an arity, which may be a builtin's.
fn named(machine: &mut Machine, indicator: &str) -> Result<PredId, CliError> {
    let functor = indicated(indicator).map(|(name, arity)| machine.program().atoms.functor(&name, arity));
    match functor.and_then(|functor| machine.watchable(functor)) {
        Some(pred) => Ok(pred),
        None if functor.is_some_and(|functor| machine.program().is_construct(functor)) => Err(CliError::with_help(
            format!("{indicator} is a control construct: its goals have boxes, and it has none"),
            "name the predicates that its goals call",
        )),
        None => Ok(find(machine.program(), indicator)?),
    }
}

/// How many solutions predicates have by the command line.
fn given(machine: &mut Machine, args: &WatchArgs) -> Result<FxHashMap<PredId, Determinism>, CliError> {
    let mut of = |text: &String| {
        let parts = text.rsplit_once('=').and_then(|(of, det)| Some((of, Determinism::of_name(det)?)));
        let Some((indicator, determinism)) = parts else {
            let names = Determinism::ALL.map(Determinism::name).join(", ");
            return Err(CliError::with_help(
                format!("{text} does not say how many solutions a predicate has"),
                format!("write name/arity=DET, where DET is one of {names}"),
            ));
        };
        Ok((named(machine, indicator)?, determinism))
    };
    args.determinism.iter().map(&mut of).collect()
}

/// What is watched so that the folds get what they read.
fn plan(args: &WatchArgs, reads: Reads, chosen: &[PredId], known: &Known) -> Plan {
    let boxes = args.boxes.map(|boxes| match boxes {
        BoxesArg::Tail => Boxes::Tail,
        BoxesArg::Merge => Boxes::Merge,
        BoxesArg::Full => Boxes::Full,
    });
    let mut plan = plan_for(reads, boxes);
    plan.redo = match args.redo {
        RedoArg::Left => Redo::Left,
        RedoArg::Declared => Redo::Declared,
        RedoArg::All => Redo::All,
    };
    plan.semidet = known.predicates.iter().filter(|(_, det)| det.has_one_at_most()).map(|(pred, _)| *pred).collect();
    let ports = reads.ports;
    plan.users = Some(ports);
    if !chosen.is_empty() {
        plan.users = None;
        plan.predicates = chosen.iter().map(|&pred| (pred, ports)).collect();
    }
    plan.library = args.library.then_some(ports);
    plan
}

/// What was raised, in words.
pub fn raised(error: &RunError, program: &Program) -> String {
    match error {
        RunError::Prolog(error) => explain(error, program),
        RunError::Halt(status) => format!("it has called halt({status})"),
    }
}

/// The port of a name.
fn port(name: &str) -> Result<Port, CliError> {
    Port::of_name(name).ok_or_else(|| {
        let all: Vec<&str> = Port::every().map(Port::name).collect();
        CliError::with_help(format!("there is no port {name}"), format!("ports are {}", all.join(", ")))
    })
}

/// Gets what folds come to: tells it at once where that can be, or keeps it.
struct Telling {
    format: WatchFormat,
    /// Names of the folds.
    names: Vec<String>,
    has_slices: bool,
    stops: bool,
    output: Option<std::path::PathBuf>,
    merge: Option<std::path::PathBuf>,
    fail_under: Option<u8>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    kept: Vec<Ended>,
    text: String,
    /// A monitor went wrong.
    went_wrong: bool,
    refused: Option<CliError>,
}

impl Telling {
    fn new(args: &WatchArgs, format: Format) -> Telling {
        Telling {
            format: format.0,
            names: args.folds.clone(),
            has_slices: args.slice.is_some(),
            stops: args.strict,
            output: args.output.clone(),
            merge: args.merge.clone(),
            fail_under: args.fail_under,
            state: Mutex::default(),
        }
    }

    fn went_wrong(&self) -> bool {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner).went_wrong
    }

    fn told(&self, ended: Ended) -> ControlFlow<()> {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Report::Error { message } = &ended.report {
            tell(&format!("error: the monitor has ended: {message}\n"));
            state.went_wrong = true;
            if self.stops {
                tell("error: the program is ended, as --strict says\n");
                return ControlFlow::Break(());
            }
            if self.format == WatchFormat::Text {
                return ControlFlow::Continue(());
            }
        }
        // Coverage of this run may be part of more.
        let waits = matches!(ended.report, Report::Coverage(_)) && self.merge.is_some();
        let text = match self.format {
            WatchFormat::Text if !waits => self.text(&ended),
            WatchFormat::Json if !waits => self.json(&ended),
            _ => {
                state.kept.push(ended);
                return ControlFlow::Continue(());
            }
        };
        if let Report::Coverage(_) = &ended.report {
            state.kept.push(ended);
        }
        match &self.output {
            Some(_) => state.text.push_str(&text),
            None => {
                if let Err(error) = print(&text) {
                    state.refused = Some(error);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn text(&self, ended: &Ended) -> String {
        let name = &self.names[ended.fold];
        let paint = if self.output.is_some() { Paint::Plain } else { Paint::stdout() };
        let slices = if self.has_slices { Slices::Asked } else { Slices::Ended };
        text::titled(name, self.names.len(), slices, ended, paint)
    }

    fn json(&self, ended: &Ended) -> String {
        text::line(&self.names[ended.fold], ended)
    }

    /// The run is over: tells what was kept.
    fn finish(&self, program: &Program) -> Result<Exit, CliError> {
        let mut state = std::mem::take(&mut *self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        if let Some(error) = state.refused {
            return Err(error);
        }
        if let Some(path) = &self.merge {
            merge(path, &mut state.kept)?;
            for ended in &state.kept {
                match self.format {
                    WatchFormat::Text => state.text.push_str(&self.text(ended)),
                    WatchFormat::Json => state.text.push_str(&self.json(ended)),
                    _ => {}
                }
            }
        }
        if !matches!(self.format, WatchFormat::Text | WatchFormat::Json) {
            state.text = self.drawn(&state.kept, program)?;
        }
        match &self.output {
            Some(path) => {
                write_whole(path, &state.text)?;
                note(&format!("written to {}", path.display()));
            }
            None => print(&state.text)?,
        }
        let coverages = state.kept.iter().filter_map(|ended| match &ended.report {
            Report::Coverage(coverage) => Some(coverage),
            _ => None,
        });
        let least = coverages.map(Coverage::percent).fold(f64::INFINITY, f64::min);
        if let Some(wanted) = self.fail_under
            && least < f64::from(wanted)
        {
            tell(&format!("error: {least:.2} % are covered, and {wanted} % are wanted\n"));
            return Ok(Exit::False);
        }
        Ok(if state.went_wrong { Exit::Error } else { Exit::Ok })
    }

    /// What was kept, in a format that holds one thing.
    fn drawn(&self, kept: &[Ended], program: &Program) -> Result<String, CliError> {
        let fits = |report: &Report| match self.format {
            WatchFormat::Dot => matches!(report, Report::Graph(_)),
            WatchFormat::Svg => matches!(report, Report::Graph(_) | Report::Stacks { .. }),
            WatchFormat::Html | WatchFormat::Annotated | WatchFormat::Lcov => matches!(report, Report::Coverage(_)),
            WatchFormat::Folded | WatchFormat::Speedscope => matches!(report, Report::Stacks { .. }),
            WatchFormat::Text | WatchFormat::Json => true,
        };
        let (what, folds) = fitting(self.format);
        let found: Vec<&Ended> = kept.iter().filter(|ended| fits(&ended.report)).collect();
        let [ended] = &found[..] else {
            let message = match found.len() {
                0 => format!("there is no fold here whose result is {what}"),
                n => format!("a file holds one result, and there are {n}"),
            };
            let help = format!("give one --fold of {}, without --slice", folds.join(", "));
            return Err(CliError::with_help(message, help));
        };
        let title = &self.names[ended.fold];
        Ok(match (&ended.report, self.format) {
            (Report::Graph(graph), WatchFormat::Dot) => render::dot(graph),
            (Report::Graph(graph), _) => draw::graph(graph),
            (Report::Stacks { stacks }, WatchFormat::Svg) => draw::flames(stacks)?,
            (Report::Stacks { stacks }, WatchFormat::Folded) => render::folded(stacks),
            (Report::Stacks { stacks }, _) => {
                serde_json::to_string_pretty(&render::speedscope(title, stacks)).expect("it is data") + "\n"
            }
            (Report::Coverage(coverage), WatchFormat::Lcov) => render::lcov(coverage),
            (Report::Coverage(coverage), WatchFormat::Html) => cover::page(coverage, program),
            (Report::Coverage(coverage), _) => cover::annotated(coverage, program),
            _ => unreachable!("it fits"),
        })
    }
}

/// Adds what earlier runs have covered, and writes all of it back.
fn merge(path: &Path, kept: &mut [Ended]) -> Result<(), CliError> {
    let mut all = earlier(path)?;
    for ended in kept {
        if let Report::Coverage(coverage) = &mut ended.report {
            let of = coverage.of;
            let mut lost = 0;
            for other in all.extract_if(.., |other| other.of == of) {
                lost += coverage.merge(&other);
            }
            if lost > 0 {
                let path = path.display();
                note(&format!(
                    "{path}: {lost} of the places that earlier runs came to are no longer there, and are left out"
                ));
            }
            all.push(coverage.clone());
        }
    }
    write_whole(path, serde_json::to_string_pretty(&all).expect("coverage is data") + "\n")
}

/// The coverage of earlier runs in a file, if there is one.
fn earlier(path: &Path) -> Result<Vec<Coverage>, CliError> {
    let is_file = |of: std::fs::Metadata| of.is_file();
    if !path.metadata().map_or(true, is_file) {
        return Err(CliError::with_help(
            format!("{} is no file", path.display()),
            "name a file that --merge has written, or one that does not exist",
        ));
    }
    match std::fs::read(path) {
        Ok(bytes) if bytes.is_empty() => Ok(Vec::new()),
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
            CliError::with_help(
                format!("{} holds no coverage: {error}", path.display()),
                "name a file that --merge has written, or one that does not exist",
            )
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(CliError::Read { path: path.into(), source }),
    }
}
