//! Bounds held to counted runs: all that the analysis claims of a predicate under its entry, compared with what a run on an
//! input comes to. Every cost key, steps, instructions, heap cells and a time at made-up prices must lie between their
//! bounds; so must the number of solutions; determinism, success and the domain must be true. A run that does not end in
//! the time given to it is compared as far as it came: its upper bounds are too low if they are passed already.
//!
//! Each test file uses a part of this.
#![allow(dead_code)]

use analyzer::analysis::{Analysis, Bounds, Success};
use analyzer::assertion::Assertions;
use analyzer::budget::Budget;
use analyzer::collections::Collections;
use analyzer::entry::Entry;
use analyzer::equations::Solved;
use analyzer::inferred::candidates;
use analyzer::inputs;
use analyzer::integers::Integers;
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use solver::{EvalError, Expr, Guard, Rational, Var};
use std::sync::LazyLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::cost::{CostTable, Counts, Key, Nanoseconds};
use wam::error::RunError;
use wam::instr::{Op, PredId};
use wam::machine::{Config, Counting, Goal, Interrupt, Machine, Pushed, Solutions, consult, most_collected};
use wam::modules::ModuleClass;
use wam::read::{Flags, Source, read_term_from_str};
use wam::term::ReadTerm;

/// The library, compiled once.
static LIBRARY: LazyLock<Program> = LazyLock::new(|| wam::library::program(Atoms::new()));

/// Both keys of the branch predictor.
pub const MISPREDICTIONS: &str = "mispredictions";

/// How long an analysis may take: what it knows by then is held to the runs, sums of keys first.
const PATIENCE: Duration = Duration::from_secs(90);

/// Memory of a run; what needs more does not end, as far as these tests are concerned.
const MEMORY: usize = 64 << 20;

/// A resource with its bounds, as places in the claims' forms.
struct Resource {
    name: String,
    of: Box<dyn Fn(&Counts) -> Rational>,
    lower: Vec<usize>,
    upper: Vec<usize>,
    /// Whether its bounds are for integers that fit a cell, without a size up to which they do.
    of_cells: bool,
}

/// What a run pushes at most, as places in the claims' forms: see [`Collections`].
struct Collected {
    cells: Vec<usize>,
    frames: Vec<usize>,
    trail: Option<Vec<usize>>,
    others: u64,
}

/// Cells up to which memory is not short in these tests.
const PLENTY: u64 = MEMORY as u64 / 64;

/// Bounds as they are given, each once, with where it is said to hold: most keys share theirs with others.
#[derive(Default)]
struct Forms(Vec<(Guard, Expr)>);

/// The values of a form from below and from above; nothing where it is not said to hold.
type Valued = Option<[Result<Rational, EvalError>; 2]>;

/// The values of the forms at a point, as far as they were asked for.
struct Values<'a> {
    forms: &'a Forms,
    point: &'a dyn Fn(&Var) -> Option<Rational>,
    sizes: &'a dyn Fn(&Var) -> Option<i64>,
    known: Vec<Option<Valued>>,
}

impl Forms {
    /// Where the forms of a bound are: where it is valid, and for all sizes.
    fn of(&mut self, solved: &Solved) -> Vec<usize> {
        let pieces = solved.bound.known().map(|solution| solution.pieces.clone()).unwrap_or_default();
        let valid = pieces.into_iter().filter_map(|piece| Some((piece.region.clone(), piece.closed()?.clone())));
        let all = valid.chain(solved.total.iter().map(|total| (Guard::always(), total.clone())));
        let mut places: Vec<usize> = all
            .map(|form| {
                self.0.iter().position(|known| *known == form).unwrap_or_else(|| {
                    self.0.push(form);
                    self.0.len() - 1
                })
            })
            .collect();
        places.dedup();
        places
    }
}

impl Values<'_> {
    fn at(&mut self, place: usize) -> Valued {
        let Values { forms, point, known, .. } = self;
        let evaluate = || {
            let (valid, bound) = &forms.0[place];
            (valid.holds(self.sizes) == Some(true)).then(|| [bound.eval_lower(point), bound.eval_upper(point)])
        };
        known[place].get_or_insert_with(evaluate).clone()
    }
}

/// A program with what the analysis needs of it.
pub struct Loaded {
    /// The program, with the library.
    pub program: Program,
    /// Its regular types.
    pub types: TypeTable,
    /// Its assertions.
    pub assertions: Assertions,
}

/// What is claimed of a predicate under an entry.
pub struct Claims {
    forms: Forms,
    /// How it is called.
    pub entry: Entry,
    /// The sizes that bounds are functions of.
    pub params: Vec<Var>,
    domain: solver::Guard,
    resources: Vec<Resource>,
    solutions: Resource,
    collected: Option<Collected>,
    deterministic: bool,
    cannot_fail: bool,
    /// Whether no call ends in an exception.
    cannot_raise: bool,
    /// Whether a call may have a solution.
    pub can_succeed: bool,
}

/// Which of the claims are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which<'a> {
    /// All.
    All,
    /// Those of one resource.
    Of(&'a str),
    /// Those of the keys of the branch predictor.
    Mispredictions,
}

/// Something that a run shows to be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The resource whose bound it is, or the claim.
    pub of: String,
    /// Which claim it is.
    pub kind: FaultKind,
    /// What was claimed and what was counted.
    pub what: String,
}

/// What kind of claim is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// Determinism, success, the domain.
    Property,
    /// An upper bound below the count.
    Upper,
    /// A lower bound above the count.
    Lower,
    /// A bound that has no value, or one below zero.
    Value,
}

/// What a run came to.
pub enum Ran {
    /// It ended: what it executed, and how many solutions there were.
    Ended(Counts, u64),
    /// It was stopped, or halted: what it had executed by then.
    Stopped(Counts),
    /// It raised an exception.
    Raised,
}

/// What was compared, over any number of runs.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Runs that ended.
    pub ended: u64,
    /// Runs that were stopped.
    pub stopped: u64,
    /// Runs that raised an exception.
    pub raised: u64,
    /// Bounds compared with counts.
    pub comparisons: u64,
}

impl Compared {
    /// Adds what was compared elsewhere.
    pub fn add(&mut self, other: Compared) {
        self.ended += other.ended;
        self.stopped += other.stopped;
        self.raised += other.raised;
        self.comparisons += other.comparisons;
    }
}

impl Loaded {
    /// A text with the library.
    pub fn text(name: &str, text: &str) -> Result<Loaded, String> {
        let mut program = LIBRARY.clone();
        let report = consult(&Source::new(name, text), &mut program, Origin::User);
        if !report.errors.is_empty() {
            return Err(format!("{name}: {:?}", report.errors));
        }
        Loaded::program(program)
    }

    /// A program that is loaded already.
    pub fn program(program: Program) -> Result<Loaded, String> {
        let types = TypeTable::of(&program).map_err(|error| error.to_string())?;
        let assertions = Assertions::of(&program, &types).map_err(|error| error.to_string())?;
        Ok(Loaded { program, types, assertions })
    }

    /// The indicator of a predicate.
    pub fn indicator(&self, pred: PredId) -> String {
        let functor = self.program.get(pred).functor;
        format!("{}/{}", self.program.atoms.name(functor.name), functor.arity)
    }

    /// The predicates of the user's texts that have an entry.
    pub fn entries(&self) -> Vec<PredId> {
        let all = (0..self.program.predicates.len()).map(|at| PredId(at as u32));
        let module = |pred: PredId| self.program.module(self.program.get(pred).module);
        let own = all.filter(|pred| module(*pred).class == ModuleClass::User);
        own.filter(|pred| matches!(Entry::declared(&self.program, &self.types, *pred), Ok(Some(_)))).collect()
    }

    /// The entry that is declared for a predicate.
    fn declared(&self, pred: PredId) -> Entry {
        Entry::declared(&self.program, &self.types, pred).expect("a good entry").expect("an entry")
    }

    /// How a predicate may be analysed: under its declared entry, with the lists that are made inside measured by their
    /// elements, or by the values that are not in them, as well, where there are such, and with types from use in the place of any ground term.
    pub fn ways(&self, pred: PredId) -> Vec<(TypeTable, Entry)> {
        let entry = self.declared(pred);
        let candidates = candidates(&self.program, &self.types, &self.assertions, &entry).into_iter();
        let made = candidates.map(|candidate| {
            (
                candidate.types,
                Entry { pattern: candidate.pattern, text: format!("{} by use", entry.text), ..entry.clone() },
            )
        });
        let budget = Budget::unlimited().lasting(PATIENCE);
        let analysis = Analysis::within(&self.program, &self.types, &self.assertions, &entry, budget);
        let inside = analysis.others_inside().into_iter();
        let inside = inside.map(|inside| (self.types.clone(), Entry { inside, ..entry.clone() }));
        [(self.types.clone(), entry.clone())].into_iter().chain(inside).chain(made).collect()
    }

    /// Whether a goal is one of an entry.
    pub fn fits(&self, entry: &Entry, goal: &ReadTerm) -> bool {
        let mut args = inputs::arguments(goal).iter().zip(&entry.pattern);
        args.all(|(&arg, of)| inputs::is_of(&goal.terms, arg, of, &self.types))
    }

    /// What is claimed of a predicate under its declared entry.
    pub fn claims(&self, pred: PredId, which: Which<'_>) -> Claims {
        self.claims_as(self.declared(pred), which)
    }

    /// What is claimed of a predicate under an entry.
    pub fn claims_as(&self, entry: Entry, which: Which<'_>) -> Claims {
        let budget = Budget::unlimited().lasting(PATIENCE);
        let analysis = Analysis::within(&self.program, &self.types, &self.assertions, &entry, budget);
        let mut equations = analysis.equations();
        let (mut forms, mut resources) = (Forms::default(), Vec::new());
        let mut add = |name: String, weights: Weights, of: Box<dyn Fn(&Counts) -> Rational>| {
            let is_meant = match which {
                Which::All => true,
                Which::Of(wanted) => wanted == name,
                Which::Mispredictions => {
                    name == MISPREDICTIONS || Key::MISSED.iter().any(|key| key.to_string() == name)
                }
            };
            if is_meant {
                let bounds = analysis.bounds(&mut equations, weights, Solutions::All);
                resources.push(Resource::new(name, of, bounds, &mut forms));
            }
        };
        add("steps".into(), Weights::steps(), Box::new(|counts| Rational::from(counts.steps())));
        add("instructions".into(), Weights::instructions(), Box::new(|counts| Rational::from(counts.instructions())));
        add("heap".into(), Weights::heap(), Box::new(|counts| Rational::from(counts.heap())));
        let both = Weights::new(MISPREDICTIONS, |key| Rational::from(i64::from(Key::MISSED.contains(&key))));
        let counted = |counts: &Counts| Rational::from(Key::MISSED.iter().map(|&key| counts[key]).sum::<u64>());
        add(MISPREDICTIONS.into(), both, Box::new(counted));
        let prices = prices();
        add("time".into(), Weights::time(&prices), Box::new(move |counts| priced(&prices, counts)));
        for key in Key::all() {
            add(key.to_string(), Weights::key(key), Box::new(move |counts| Rational::from(counts[key])));
        }
        let bounds = analysis.solutions(&mut equations);
        let solutions = Resource::new("solutions".into(), Box::new(|_| Rational::ZERO), bounds, &mut forms);
        let found = (which == Which::All).then(|| analysis.collections(&mut equations, Solutions::All));
        let collected = found.and_then(Result::ok).map(|found: Collections| Collected {
            cells: forms.of(&found.cells.upper),
            frames: forms.of(&found.frames.upper),
            trail: found.trail.map(|trail| forms.of(&trail.upper)),
            others: found.others,
        });
        Claims {
            params: analysis.sizes().into_iter().map(|size| size.var).collect(),
            domain: analysis.domain(),
            deterministic: analysis.is_deterministic() == Some(true),
            cannot_fail: analysis.cannot_fail() == Some(true),
            cannot_raise: !analysis.may_raise(),
            // Where paths are missing, nothing is said of success.
            can_succeed: !matches!(analysis.success(), Success::Never),
            resources,
            solutions,
            collected,
            forms,
            entry,
        }
    }

    /// A machine that runs goals of this program.
    pub fn machine(&self) -> Box<Machine> {
        let config = Config { memory: MEMORY, ..Config::default() };
        Machine::new(self.program.clone(), config).expect("memory for a machine")
    }

    /// A goal from its text.
    pub fn read(&self, text: &str) -> ReadTerm {
        let read = read_term_from_str(text, &self.program.atoms, &self.program.ops, &Flags::default());
        read.unwrap_or_else(|error| panic!("{text}: {error:?}"))
    }

    /// A goal as text.
    pub fn text_of(&self, goal: &ReadTerm) -> String {
        let mut text = String::new();
        let options = wam::write::WriteOptions::default();
        wam::write::write_term(&mut text, &goal.terms, goal.root, &self.program.atoms, &self.program.ops, &options);
        text
    }

    /// The sizes of a goal under its entry.
    pub fn sizes(&self, claims: &Claims, goal: &ReadTerm) -> Vec<i64> {
        let args = inputs::arguments(goal);
        let mut sizes = Vec::new();
        let text = self.text_of(goal);
        assert_eq!(args.len(), claims.entry.pattern.len(), "{text} is no goal of the entry {}", claims.entry.text);
        for (&arg, of) in args.iter().zip(&claims.entry.pattern) {
            assert!(inputs::is_of(&goal.terms, arg, of, &self.types), "{text} does not fit {}", claims.entry.text);
            sizes.extend(inputs::sizes_of(&goal.terms, arg, of, &self.types, &self.program.atoms));
        }
        sizes
    }
}

/// Whether a run did arithmetic on other numbers than integers of a cell and floats.
fn made_large(counts: &Counts) -> bool {
    Key::all().any(|key| key.row().name == "other" && Op::of_key(key).is_some() && counts[key] > 0)
}

/// Prices in nanoseconds that no two neighbouring keys share.
fn prices() -> CostTable {
    let mut prices = CostTable::zero();
    // What collections do is in no equation: its bounds are held on their own.
    for key in Key::all().filter(|key| *key != Key::STEP && !Key::COLLECTOR.contains(key)) {
        prices[key] = Nanoseconds((key.index() * 7919 % 97 + 3) as f64 / 8.0);
    }
    prices
}

/// Picoseconds, each price in whole ones.
fn priced(prices: &CostTable, counts: &Counts) -> Rational {
    let price = |key: Key| Rational::from((prices[key].0 * 1000.0).round() as i64);
    counts.iter().fold(Rational::ZERO, |sum, (key, count)| &sum + &(&price(key) * &Rational::from(count)))
}

impl Resource {
    fn new(name: String, of: Box<dyn Fn(&Counts) -> Rational>, bounds: Bounds, forms: &mut Forms) -> Resource {
        let of_cells = matches!(bounds.integers, Integers::Unknown(_));
        Resource { name, of, lower: forms.of(&bounds.lower), upper: forms.of(&bounds.upper), of_cells }
    }

    /// Compares an amount with the bounds at a point. One that was not the last is held to upper bounds only.
    fn compare(
        &self,
        amount: &Rational,
        is_final: bool,
        values: &mut Values<'_>,
        compared: &mut Compared,
        faults: &mut Vec<Fault>,
    ) {
        let forms = values.forms;
        let Resource { name, lower, upper, .. } = self;
        let mut add =
            |kind, what: String| faults.push(Fault { of: name.clone(), kind, what: format!("{name}: {what}") });
        for &place in lower {
            let Some([low, _]) = values.at(place) else { continue };
            let bound = &forms.0[place].1;
            compared.comparisons += u64::from(is_final);
            match low {
                Ok(value) if value > *amount && is_final => {
                    add(FaultKind::Lower, format!("counted {amount}, lower bound {value} = {bound}"));
                }
                Ok(value) if value.is_negative() => {
                    add(FaultKind::Value, format!("lower bound {value} = {bound} below zero"));
                }
                Ok(_) | Err(EvalError::TooLarge { .. }) => {}
                Err(error) => add(FaultKind::Value, format!("lower bound {bound}: {error}")),
            }
        }
        for &place in upper {
            let Some([_, high]) = values.at(place) else { continue };
            let bound = &forms.0[place].1;
            compared.comparisons += 1;
            let more = if is_final { "" } else { " and more" };
            match high {
                Ok(value) if value < *amount => {
                    add(FaultKind::Upper, format!("counted {amount}{more}, upper bound {value} = {bound}"));
                }
                Ok(_) | Err(EvalError::Infinite | EvalError::TooLarge { .. }) => {}
                Err(error) => add(FaultKind::Value, format!("upper bound {bound}: {error}")),
            }
        }
    }
}

impl Collected {
    /// The most that collections do at a point, where it is known how much is pushed there.
    fn most(&self, values: &mut Values<'_>) -> Option<Counts> {
        let mut least = |places: &[usize]| {
            let highs = places.iter().filter_map(|&place| values.at(place)?[1].clone().ok()?.ceil().to_i64());
            highs.min().and_then(|most| u64::try_from(most).ok())
        };
        let cells = least(&self.cells).filter(|&cells| cells <= PLENTY)?;
        let trail = self.trail.as_ref().map_or(Some(self.others), |trail| least(trail));
        Some(most_collected(Pushed { cells, frames: least(&self.frames), trail, others: self.others }))
    }
}

impl Claims {
    /// How many sizes inputs have.
    pub fn dimensions(&self) -> usize {
        self.entry.pattern.iter().map(|of| of.metrics().len()).sum()
    }

    /// Whether any upper bound of steps is known.
    pub fn is_bounded(&self) -> bool {
        let steps = self.resources.iter().find(|resource| resource.name == "steps").expect("steps are a resource");
        steps.upper.iter().any(|&place| !self.forms.0[place].1.is_infinite())
    }

    /// The upper bounds of a resource at sizes that are no more than some amount there, as text.
    pub fn upper_at(&self, resource: &str, sizes: &[i64], most: i64) -> Vec<String> {
        let point = |var: &Var| self.at(sizes, var).map(Rational::from);
        let found = self.resources.iter().find(|of| of.name == resource).expect("a resource");
        let forms = found.upper.iter().map(|&place| &self.forms.0[place]);
        let holding = forms.filter(|(valid, bound)| {
            valid.holds(&|var| self.at(sizes, var)) == Some(true)
                && bound.eval_upper(&point).is_ok_and(|value| value <= Rational::from(most))
        });
        holding.map(|(_, bound)| bound.to_string()).collect()
    }

    /// The least of a resource's upper bounds at sizes; nothing where none is known.
    pub fn least_upper_at(&self, resource: &str, sizes: &[i64]) -> Option<f64> {
        let point = |var: &Var| self.at(sizes, var).map(Rational::from);
        let found = self.resources.iter().find(|of| of.name == resource).expect("a resource");
        let forms = found.upper.iter().map(|&place| &self.forms.0[place]);
        let holding = forms.filter(|(valid, _)| valid.holds(&|var| self.at(sizes, var)) == Some(true));
        holding.filter_map(|(_, bound)| Some(bound.eval_upper(&point).ok()?.to_f64())).reduce(f64::min)
    }

    /// The greatest of a resource's lower bounds at sizes; nothing where none is known.
    pub fn greatest_lower_at(&self, resource: &str, sizes: &[i64]) -> Option<f64> {
        let point = |var: &Var| self.at(sizes, var).map(Rational::from);
        let found = self.resources.iter().find(|of| of.name == resource).expect("a resource");
        let forms = found.lower.iter().map(|&place| &self.forms.0[place]);
        let holding = forms.filter(|(valid, _)| valid.holds(&|var| self.at(sizes, var)) == Some(true));
        holding.filter_map(|(_, bound)| Some(bound.eval_lower(&point).ok()?.to_f64())).reduce(f64::max)
    }

    fn at(&self, sizes: &[i64], var: &Var) -> Option<i64> {
        self.params.iter().position(|param| param == var).map(|at| sizes[at])
    }

    /// Whether sizes are in the domain of the bounds: with others a call certainly fails.
    pub fn are_in_domain(&self, sizes: &[i64]) -> bool {
        self.domain.holds(&|var| self.at(sizes, var)) != Some(false)
    }

    /// What a run on an input of these sizes shows to be wrong.
    pub fn compare(&self, sizes: &[i64], ran: &Ran, compared: &mut Compared) -> Vec<Fault> {
        let mut faults = Vec::new();
        let property = |of: &str, what: String| Fault { of: of.to_string(), kind: FaultKind::Property, what };
        let (counts, solutions) = match ran {
            Ran::Raised => {
                compared.raised += 1;
                if self.cannot_raise && self.are_in_domain(sizes) {
                    faults.push(property("exceptions", "raises no exception, but raised one".to_string()));
                }
                return faults;
            }
            Ran::Ended(counts, solutions) => (counts, Some(*solutions)),
            Ran::Stopped(counts) => (counts, None),
        };
        compared.ended += u64::from(solutions.is_some());
        compared.stopped += u64::from(solutions.is_none());
        if !self.are_in_domain(sizes) {
            if let Some(found @ 1..) = solutions {
                faults.push(property("domain", format!("{found} solutions outside of the domain, where calls fail")));
            }
            return faults;
        }
        let point = |var: &Var| self.at(sizes, var).map(Rational::from);
        let mut values = Values {
            forms: &self.forms,
            point: &point,
            sizes: &|var| self.at(sizes, var),
            known: vec![None; self.forms.0.len()],
        };
        let large = made_large(counts);
        for resource in self.resources.iter().filter(|resource| !(large && resource.of_cells)) {
            let amount = (resource.of)(counts);
            resource.compare(&amount, solutions.is_some(), &mut values, compared, &mut faults);
        }
        if let Some(most) = self.collected.as_ref().and_then(|collected| collected.most(&mut values)).filter(|_| !large)
        {
            for key in Key::COLLECTOR {
                compared.comparisons += 1;
                if counts[key] > most[key] {
                    let what = format!("{key}: counted {}, at most {}", counts[key], most[key]);
                    faults.push(Fault { of: key.to_string(), kind: FaultKind::Upper, what });
                }
            }
        }
        if let Some(found) = solutions {
            self.solutions.compare(&Rational::from(found), true, &mut values, compared, &mut faults);
            if self.deterministic && found > 1 {
                faults.push(property("determinism", format!("deterministic, but {found} solutions")));
            }
            if !self.can_succeed && found > 0 {
                faults.push(property("success", format!("cannot succeed, but {found} solutions")));
            }
            if self.cannot_fail && found == 0 {
                faults.push(property("success", "cannot fail, but failed".to_string()));
            }
        }
        faults.sort_by_key(|fault| fault.kind);
        // Both forms of a bound may be the same.
        faults.dedup();
        faults
    }
}

/// Runs a goal for all solutions, counting, for so long at most.
pub fn run(machine: &mut Machine, pred: PredId, goal: &ReadTerm, limit: Duration) -> Ran {
    let loaded: Goal = machine.load_goal(pred, goal);
    machine.take_counts();
    let interrupter = machine.interrupter();
    let (done, waiting) = channel::<()>();
    let watchdog = std::thread::spawn(move || {
        let is_late = waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
        if is_late {
            interrupter.interrupt(Interrupt::Abort);
        }
        is_late
    });
    let ended = machine.run_goal::<Counting>(&loaded, Solutions::All);
    drop(done);
    let was_late = watchdog.join().expect("the watchdog ends");
    machine.forget_interrupts();
    let counts = machine.take_counts();
    match ended {
        _ if was_late => Ran::Stopped(counts),
        Ok(outcome) => Ran::Ended(counts, outcome.solutions),
        Err(RunError::Prolog(error)) if error.text.contains("resource_error") => Ran::Stopped(counts),
        Err(RunError::Halt(_)) => Ran::Stopped(counts),
        Err(_) => Ran::Raised,
    }
}
