//! `horolog watch --predict`: what watching a goal will add to its time.
//!
//! Comes in: the goal, and what is watched. It is run once without being watched and once with its boxes kept, nobody being told, each
//! on a machine of its own that prints nothing. Goes out: its time by the prices of its instructions, and what is added by the prices
//! of its events; after the run, what that took, and, where it was short, what it takes again and again.

use super::known::every_user;
use super::price::{MONITOR, MONITOR_AT_ONCE, keeps, with_prices};
use super::work::Work;
use crate::args::WatchArgs;
use crate::compare;
use crate::error::CliError;
use crate::interrupt;
use crate::report::note;
use calibrate::bands::Band;
use calibrate::engine::Engine;
use calibrate::input::Input;
use calibrate::profile::{Mode, Profile};
use calibrate::watching::{Happenings, Keeps, Observers, Way, name, observed};
use monitor::driver::Driver;
use monitor::fold::{Arguments, Moment, Reads};
use monitor::folds::load;
use predict::engine::Subject;
use predict::load::{Loaded, load_session, source_of, term};
use predict::predicates::find;
use predict::units::{Resource, significant};
use predict::value::Value;
use std::any::Any;
use std::array::from_fn;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use wam::atoms::Functor;
use wam::code::Program;
use wam::cost::Nanoseconds;
use wam::instr::PredId;
use wam::machine::watch::{Plan, Port, Ports};
use wam::machine::{Machine, Solutions};
use wam::read::Source;
use wam::term::ReadTerm;

/// How long a goal may run to be counted.
const LONGEST: Duration = Duration::from_secs(10);

/// The predicate that calls the goal where it is counted.
const CALLER: &str = "watch --predict";

/// One run of a goal that takes longer says enough.
const SHORT: Nanoseconds = Nanoseconds(20e6);

/// Memory made present before a run whose time was predicted: as much as the calibration's machines have.
const TOUCHED: usize = 2 << 20;

/// What is expected of a watched run.
pub struct Ahead {
    happens: Happenings,
    /// The time of the goal unwatched.
    own: Nanoseconds,
    /// What watching adds.
    added: Nanoseconds,
    /// Where the time of the watched run lies 95 times of 100, if that of the unwatched one is right.
    band: Band,
    /// What is not in that.
    without: Vec<String>,
    /// The goal, where it may be run again.
    again: Option<Again>,
}

/// A goal of a program that may run again and again.
struct Again {
    loaded: Loaded,
    goal: (PredId, ReadTerm),
    until: Solutions,
    way: Way,
    /// The price of entering and leaving the machine, and what the probe takes.
    around: Nanoseconds,
    probe: Option<Nanoseconds>,
}

/// A fold that will see the run: its name, and what it reads.
type Folded<'a> = (&'a str, Reads);

/// Says what watching will cost, where that can be said; the goal is run all the same.
///
/// # Errors
/// When the user has had enough.
pub fn foreseen(
    args: &WatchArgs,
    driver: &Driver,
    plan: &Plan,
    machine: &mut Machine,
) -> Result<Option<Ahead>, CliError> {
    let folds: Vec<(&str, Reads)> = args.folds.iter().map(String::as_str).zip(driver.each_reads()).collect();
    let ahead = Ahead::of(args, &folds, plan, machine.program());
    interrupt::check("prediction")?;
    machine.touch(TOUCHED);
    Ok(ahead.inspect(Ahead::tell).inspect_err(|error| note(&format!("nothing is predicted: {error}"))).ok())
}

impl Ahead {
    /// Counts a goal and prices its events. The plan is that of the run, of the program that the machine has.
    ///
    /// # Errors
    /// When there is no profile and none can be made, or when the goal raises an exception, halts or takes too long.
    fn of(args: &WatchArgs, folds: &[Folded<'_>], plan: &Plan, program: &Program) -> Result<Ahead, CliError> {
        let profile = with_prices()?;
        let sources = args.files.iter().map(|path| source_of(path)).collect::<Result<Vec<Source>, _>>()?;
        let caller = Source::new("goal", format!("'{CALLER}' :- {}\n.\n", args.goal));
        let mut loaded = load_session(&[sources, vec![caller]].concat(), &args.goal, args.program.dialect.syntax());
        let caller = find(&loaded.program, &format!("{CALLER}/0"))?;
        let goal = term(&loaded.program, "goal", &format!("'{CALLER}'"))?;
        let plan = of_program(plan, program, &mut loaded.program);
        let (watch, input) = (compare::watch(args.program.time.unwrap_or(LONGEST)), Input::default());
        let subject = Subject { program: &loaded.program, goal: (caller, &goal), watch: &watch, input: &input };
        let until = if args.answers.most() == 1 { Solutions::First } else { Solutions::All };
        let first = subject.first_run(0, until)?;
        let work = Work::of(&args.folds, &loaded.program.atoms, only(args));
        let counted = match work {
            Some(work) => subject.passages(plan.clone(), Some(Box::new(work)), until)?,
            None => subject.passages(untold(&plan), None, until)?,
        };
        let (passed, told) = counted;
        let mut work = told.and_then(|told| (told as Box<dyn Any>).downcast::<Work>().ok());
        // Who calls it here does not in the run.
        let passed = passed.iter().filter(|(pred, _)| *pred != caller);
        let ports = passed.fold([0; Port::ALL.len()], |sum, (_, of)| from_fn(|port| sum[port] + of[port]));
        let happens = Happenings::of(ports, first.counts.choice_points());
        let own = profile.for_run(&first.counts).expected().price(&first.counts);
        let kept = kept(folds, args);
        let mut beyond = |name: &str| work.as_mut()?.beyond_nothing(name, &happens, &profile);
        let (added, band, without) = added(&profile, folds, (kept, plan.waits), &happens, &mut beyond)?;
        let may_again = first.changed.is_empty() && without.is_empty() && own.0 + added.0 < SHORT.0;
        let again = may_again.then(|| Again {
            goal: (caller, goal.clone()),
            until,
            way: Way { name: "run".into(), keeps: kept, plan, observer: observers(args) },
            around: profile.run_overhead(),
            probe: profile.probe(),
            loaded,
        });
        Ok(Ahead { happens, own, added, band, without, again })
    }

    /// Says what is expected.
    fn tell(&self) {
        let Ahead { happens, own, added, band, without, .. } = self;
        let counts = happens.0.iter().enumerate().map(|(at, count)| format!("{} {count}", name(at)));
        note(&format!("{} events: {}", happens.events(), counts.collect::<Vec<_>>().join(", ")));
        let factor = self.expected().0 / own.0.max(f64::MIN_POSITIVE);
        let [least, likely, most] = [band.low, 1.0, band.high].map(|end| significant((factor * end).max(1.0), 3));
        note(&format!(
            "unwatched, the goal is expected to take {}; watching adds {}, so that it takes {likely} times as long ({least} to {most})",
            show(own.0),
            show(added.0),
        ));
        without.iter().for_each(|what| note(&format!("that is without {what}")));
    }

    /// The time of the watched run.
    pub fn expected(&self) -> Nanoseconds {
        Nanoseconds(self.own.0 + self.added.0)
    }

    /// Says what the run took, and what it takes again and again where once says little.
    pub fn compare(&self, took: Nanoseconds) {
        let times = significant(took.0 / self.expected().0.max(f64::MIN_POSITIVE), 3);
        note(&format!("watched, the goal took {}, {times} times what was expected", show(took.0)));
        let Some(again) = &self.again else { return };
        match again.observe() {
            Ok([plain, watched]) => note(&format!(
                "run again and again, it takes {} unwatched and {} watched, {} times as long",
                show(plain),
                show(watched),
                significant(watched / plain.max(f64::MIN_POSITIVE), 3)
            )),
            Err(error) => note(&format!("it was not observed again: {error}")),
        }
    }
}

impl Again {
    /// The times of the goal unwatched and watched, without entering and leaving the machine.
    fn observe(&self) -> Result<[f64; 2], CliError> {
        let (pred, goal) = &self.goal;
        let engine = || {
            let goals = vec![("the goal".to_string(), *pred, goal.clone())];
            Ok(Engine::of(&self.loaded.program, goals, Mode::Fast)?.until(self.until))
        };
        let seen = observed(engine, &self.way, self.probe, &interrupt::flag())?;
        Ok([seen[0].plain, seen[0].watched].map(|time| (time.0 - self.around.0).max(0.0)))
    }
}

/// The ports that alone are seen, where some are asked for.
fn only(args: &WatchArgs) -> Option<Ports> {
    let ports = args.events.iter().filter_map(|name| Port::of_name(name)).collect();
    (!args.events.is_empty()).then_some(ports)
}

/// The folds of a run, made anew for each machine on which it is observed.
fn observers(args: &WatchArgs) -> Observers {
    let (names, slice, only) = (args.folds.clone(), args.slice, only(args));
    Arc::new(move |machine| {
        let known = Arc::new(every_user(machine));
        let folds = names.iter().map(|name| load(name, &machine.program().atoms, &known).ok());
        let mut driver = Driver::new(folds.collect::<Option<_>>()?, slice, Box::new(|_| ControlFlow::Continue(())));
        if let Some(ports) = only {
            driver.see_only(ports);
        }
        Some(Box::new(driver))
    })
}

fn show(nanoseconds: f64) -> String {
    Value::Time(nanoseconds).show(Resource::Time)
}

/// The same plan of another program.
fn of_program(plan: &Plan, from: &Program, to: &mut Program) -> Plan {
    let mut same = |pred: PredId| {
        let Functor { name, arity } = from.get(pred).functor;
        to.watchable(to.atoms.functor(&from.atoms.name(name), arity))
    };
    let predicates = plan.predicates.iter().filter_map(|(&pred, &ports)| Some((same(pred)?, ports))).collect();
    let semidet = plan.semidet.iter().filter_map(|&pred| same(pred)).collect();
    Plan { predicates, semidet, ..*plan }
}

/// The same plan, by which nobody is told.
fn untold(plan: &Plan) -> Plan {
    let none = |told: Option<Ports>| told.map(|_| Ports::NONE);
    Plan {
        predicates: plan.predicates.keys().map(|&pred| (pred, Ports::NONE)).collect(),
        users: none(plan.users),
        library: none(plan.library),
        ..plan.clone()
    }
}

/// What the machine keeps in a run of all folds.
fn kept(folds: &[Folded<'_>], args: &WatchArgs) -> Keeps {
    let together = folds.iter().map(|(_, reads)| *reads).reduce(Reads::union);
    together.map_or(Keeps::Boxes, |reads| keeps(reads, args.slice, args.boxes))
}

/// What the events come to, with its band, and what is not in it. Of several folds boxes are kept once. Whether events wait is
/// what the run does.
fn added(
    profile: &Profile,
    folds: &[Folded<'_>],
    (kept, waits): (Keeps, bool),
    happens: &Happenings,
    beyond_nothing: &mut dyn FnMut(&str) -> Option<Nanoseconds>,
) -> Result<(Nanoseconds, Band, Vec<String>), CliError> {
    let prices = |way: &str| {
        let help = "renew it with `horolog calibrate`";
        profile.watched(way).ok_or_else(|| CliError::with_help("the profile has no prices of watching", help))
    };
    let (boxes, told) = (prices(Way::BOXES)?, prices(Way::TOLD)?);
    let mut without = Vec::new();
    let (mut sum, mut band) = (0.0, boxes.band);
    for (name, reads) in folds {
        // The prices of one that is told of calls only are those of a run without boxes, and of one that may be told later those of
        // a run in which events wait.
        let is_alike = keeps(*reads, None, None) == kept && (waits || reads.moment == Moment::Then);
        let monitor = profile.watched(if waits { MONITOR } else { MONITOR_AT_ONCE });
        let own = match (monitor, beyond_nothing(name)) {
            (Some(monitor), Some(beyond)) => {
                sum += beyond.0;
                Some(monitor)
            }
            _ => profile.watched(name).filter(|_| is_alike),
        };
        if own.is_none() {
            without.push(format!("what {name} does for an event: only that it is told of it has a price"));
        }
        if name.ends_with(".pl") && reads.arguments == Arguments::Later {
            without.push(format!("the copies of arguments that {name} reads"));
        }
        if !reads.ports.common(Ports::INTERNAL).is_empty() {
            without.push(format!("the events within clauses that {name} is told of"));
        }
        let of = own.unwrap_or(told);
        let of_ports = || of.told_of(reads.ports, boxes).added(happens).0;
        sum += match kept {
            Keeps::Calls if name.ends_with(".pl") => of_ports() - boxes.added(happens).0,
            Keeps::Calls => of.added(happens).0,
            Keeps::Boxes => of_ports(),
        };
        band = Band { low: band.low.min(of.band.low), high: band.high.max(of.band.high) };
    }
    let again = folds.len().saturating_sub(1) as f64 * boxes.added(happens).0;
    Ok((Nanoseconds((sum - again).max(0.0)), band, without))
}
