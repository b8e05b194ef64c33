//! `horolog watch --predict`: what watching a goal will add to its time.
//!
//! Comes in: the goal, and what is watched. It is run once without being watched and once with its boxes kept, nobody being told, each
//! on a machine of its own that prints nothing. Goes out: its time by the prices of its instructions, and what is added by the prices
//! of its events; after the run, what that took.

use super::keeps;
use super::price::with_prices;
use crate::args::WatchArgs;
use crate::compare;
use crate::error::CliError;
use crate::report::note;
use calibrate::bands::Band;
use calibrate::input::Input;
use calibrate::profile::Profile;
use calibrate::watching::{Happenings, Keeps, Way, WayPrices, name};
use monitor::fold::Reads;
use predict::engine::Subject;
use predict::load::{load_session, source_of, term};
use predict::predicates::find;
use predict::units::{Resource, significant};
use predict::value::Value;
use std::time::Duration;
use wam::code::Program;
use wam::cost::Nanoseconds;
use wam::instr::PredId;
use wam::machine::Solutions;
use wam::machine::watch::{Plan, Port, Ports};
use wam::read::Source;

/// How long a goal may run to be counted.
const LONGEST: Duration = Duration::from_secs(10);

/// The predicate that calls the goal where it is counted.
const CALLER: &str = "watch --predict";

/// What is expected of a watched run.
#[derive(Clone, Debug)]
pub struct Ahead {
    happens: Happenings,
    /// The time of the goal unwatched.
    own: Nanoseconds,
    /// What watching adds, and where that lies 95 times of 100.
    added: Nanoseconds,
    band: Band,
    /// What is not in that.
    without: Vec<String>,
}

/// A fold that will see the run: its name, and what it reads.
pub type Folded<'a> = (&'a str, Reads);

impl Ahead {
    /// Counts a goal and prices its events. The plan is that of the run, of the program that the machine has.
    ///
    /// # Errors
    /// When there is no profile and none can be made, or when the goal raises an exception, halts or takes too long.
    pub fn of(args: &WatchArgs, folds: &[Folded<'_>], plan: &Plan, program: &Program) -> Result<Ahead, CliError> {
        let profile = with_prices()?;
        let sources = args.files.iter().map(|path| source_of(path)).collect::<Result<Vec<Source>, _>>()?;
        let caller = format!("'{CALLER}' :- {}\n.\n", args.goal);
        let loaded = load_session(&[sources, vec![Source::new("goal", caller)]].concat(), &args.goal);
        let caller = find(&loaded.program, &format!("{CALLER}/0"))?;
        let goal = term(&loaded.program, "goal", &format!("'{CALLER}'"))?;
        let (watch, input) = (compare::watch(args.program.time.unwrap_or(LONGEST)), Input::default());
        let subject = Subject { program: &loaded.program, goal: (caller, &goal), watch: &watch, input: &input };
        let until = if args.answers.most() == 1 { Solutions::First } else { Solutions::All };
        let first = subject.first_run(0, until)?;
        let passed = subject.passages(counting(plan, program, &loaded.program), until)?;
        // Who calls it here does not in the run.
        let passed = passed.iter().filter(|(pred, _)| *pred != caller);
        let ports = passed.fold([0; Port::ALL.len()], |sum, (_, of)| std::array::from_fn(|port| sum[port] + of[port]));
        let happens = Happenings::of(ports, first.counts.choice_points());
        let own = profile.for_run(&first.counts).expected().price(&first.counts);
        let (added, band, without) = added(&profile, folds, args, &happens)?;
        Ok(Ahead { happens, own, added, band, without })
    }

    /// Says what is expected.
    pub fn tell(&self) {
        let Ahead { happens, own, added, band, without } = self;
        let counts: Vec<String> =
            happens.0.iter().enumerate().map(|(at, count)| format!("{} {count}", name(at))).collect();
        note(&format!("{} events: {}", happens.events(), counts.join(", ")));
        let [time, least, most] = [1.0, band.low, band.high].map(|factor| show(added.0 * factor));
        note(&format!(
            "unwatched, the goal is expected to take {}; watching adds {time} ({least} to {most}), so that it takes {} times as long",
            show(own.0),
            significant(self.expected().0 / own.0.max(f64::MIN_POSITIVE), 3)
        ));
        without.iter().for_each(|what| note(&format!("that is without {what}")));
    }

    /// The time of the watched run.
    pub fn expected(&self) -> Nanoseconds {
        Nanoseconds(self.own.0 + self.added.0)
    }

    /// Says what the run took.
    pub fn compare(&self, took: Nanoseconds) {
        let expected = self.expected();
        note(&format!(
            "watched, the goal took {} this time, {} times what was expected ({})",
            show(took.0),
            significant(took.0 / expected.0.max(f64::MIN_POSITIVE), 3),
            show(expected.0)
        ));
    }
}

fn show(nanoseconds: f64) -> String {
    Value::Time(nanoseconds).show(Resource::Time)
}

/// The same plan of another program, by which nobody is told.
fn counting(plan: &Plan, from: &Program, to: &Program) -> Plan {
    let same = |pred: &PredId| find(to, &from.indicator(*pred)).ok();
    let untold = |told: Option<Ports>| told.map(|_| Ports::NONE);
    Plan {
        predicates: plan.predicates.keys().filter_map(same).map(|pred| (pred, Ports::NONE)).collect(),
        users: untold(plan.users),
        library: untold(plan.library),
        redo: plan.redo,
        boxes: plan.boxes,
        semidet: plan.semidet.iter().filter_map(same).collect(),
        ..Plan::default()
    }
}

/// What the events come to, with its band, and what is not in it. Of several folds boxes are kept once.
fn added(
    profile: &Profile,
    folds: &[Folded<'_>],
    args: &WatchArgs,
    happens: &Happenings,
) -> Result<(Nanoseconds, Band, Vec<String>), CliError> {
    let prices = |way: &str| {
        let help = "renew it with `horolog calibrate`";
        profile.watched(way).ok_or_else(|| CliError::with_help("the profile has no prices of watching", help))
    };
    let (boxes, told) = (prices(Way::BOXES)?, prices(Way::TOLD)?);
    let together =
        folds.iter().fold(None, |all: Option<Reads>, (_, reads)| Some(all.map_or(*reads, |all| all.union(*reads))));
    let kept = together.map_or(Keeps::Boxes, |reads| keeps(reads, args.slice, args.boxes));
    let mut without = Vec::new();
    let (mut sum, mut band) = (0.0, None::<Band>);
    for (name, reads) in folds {
        let own = profile.watched(name).filter(|_| kept == Keeps::Boxes || folds.len() == 1);
        // The prices of one that is told of calls only are those of a run without boxes.
        let own = own.filter(|_| keeps(*reads, None, None) == kept);
        if own.is_none() {
            without.push(format!("what {name} does for an event: only that it is told of it has a price"));
        }
        if !reads.ports.common(Ports::INTERNAL).is_empty() {
            without.push(format!("the events within clauses that {name} is told of"));
        }
        let of = own.unwrap_or(told);
        sum += if kept == Keeps::Calls { of.added(happens).0 } else { read(of, boxes, reads.ports).added(happens).0 };
        let wider = |band: Band| Band { low: band.low.min(of.band.low), high: band.high.max(of.band.high) };
        band = Some(band.map_or(of.band, wider));
    }
    let again = folds.len().saturating_sub(1) as f64 * boxes.added(happens).0;
    Ok((Nanoseconds((sum - again).max(0.0)), band.unwrap_or(boxes.band), without))
}

/// The prices of a way in which only these ports are told.
fn read(way: &WayPrices, boxes: &WayPrices, ports: Ports) -> WayPrices {
    let mut prices = way.clone();
    for port in Port::ALL.into_iter().filter(|port| !ports.contains(*port)) {
        prices.prices[port as usize] = boxes.prices[port as usize];
    }
    prices
}
