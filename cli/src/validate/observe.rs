//! Counting and timing the cases of a validation, interleaved.

use super::suite::{Cost, Input, Program, Sizes, programs};
use crate::error::CliError;
use calibrate::clock::Pin;
use calibrate::measure::{Bench, Several};
use calibrate::profile::Mode;
use predict::engine::Engine;
use predict::load::{Loaded, load_text, term};
use predict::predicates::{find, find_functor};
use std::collections::BTreeMap;
use wam::cost::{Counts, Nanoseconds};
use wam::instr::PredId;
use wam::term::ReadTerm;

/// A program of the suite, loaded.
pub struct Subject {
    /// What it is.
    pub program: Program,
    /// Its code.
    pub loaded: Loaded,
    /// Its predicate.
    pub pred: PredId,
}

/// A goal to observe.
pub struct Case {
    /// Which subject.
    pub subject: usize,
    /// What its input reaches.
    pub input: Input,
    /// The sizes of its input.
    pub sizes: Sizes,
    /// The goal.
    pub goal: ReadTerm,
    /// Its text.
    pub text: String,
    /// What it executes.
    pub counts: Counts,
}

/// Loads the suite.
pub fn subjects() -> Result<Vec<Subject>, CliError> {
    programs()
        .into_iter()
        .map(|program| {
            let loaded = load_text(program.predicate, program.text)?;
            let pred = find(&loaded.program, program.predicate)?;
            Ok(Subject { program, loaded, pred })
        })
        .collect()
}

/// All cases of the suite, every candidate for a bound among them.
pub fn cases(subjects: &[Subject]) -> Result<Vec<Case>, CliError> {
    let mut cases = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        let mut engine = Engine::new(&subject.loaded.program, Mode::Fast, None)?;
        for sizes in subject.program.all_sizes() {
            for &input in subject.program.inputs() {
                for text in subject.program.goals(sizes, input) {
                    let goal = term(&subject.loaded.program, "goal", &text)?;
                    let (counts, _) = engine.count(subject.pred, &goal)?;
                    cases.push(Case { subject: at, input, sizes, goal, text, counts });
                }
            }
        }
    }
    Ok(cases)
}

/// Of the candidates for each program, size and input the one that costs the least, or the most, by a table of prices.
pub fn chosen(cases: &[Case], price: &dyn Fn(&Case) -> f64) -> Vec<usize> {
    let mut chosen: BTreeMap<(usize, Sizes, Input), usize> = BTreeMap::new();
    for (at, case) in cases.iter().enumerate() {
        let best = chosen.entry((case.subject, case.sizes, case.input)).or_insert(at);
        let (old, new) = (price(&cases[*best]), price(case));
        if (case.input == Input::Least && new < old) || (case.input != Input::Least && new > old) {
            *best = at;
        }
    }
    chosen.into_values().collect()
}

/// What a batch should take.
const BATCH: Nanoseconds = Nanoseconds(35_000.0);

/// Goals of a program that is not of table 7, to observe beside it.
pub struct Extra {
    loaded: Loaded,
    goals: Vec<(PredId, ReadTerm)>,
}

impl Extra {
    /// A program's text, and goals of it.
    pub fn new(text: &str, goals: &[String]) -> Result<Extra, CliError> {
        let loaded = load_text("beside", text)?;
        let goal = |text: &String| -> Result<(PredId, ReadTerm), CliError> {
            let goal = term(&loaded.program, "goal", text)?;
            let functor = goal.terms.functor(goal.root).expect("the goals of validations are calls");
            Ok((find_functor(&loaded.program, functor)?, goal))
        };
        let goals = goals.iter().map(goal).collect::<Result<_, _>>()?;
        Ok(Extra { loaded, goals })
    }

    /// How many goals there are.
    pub fn len(&self) -> usize {
        self.goals.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }
}

/// The goals of the cases and of the others as a bench, so that the calibration times them in the same launches as its
/// workloads, and the case that each program of the bench is; the others follow, in their order.
pub fn bench(
    subjects: &[Subject],
    cases: &[Case],
    extras: &[&Extra],
    mode: Mode,
) -> Result<(Several<'static>, Vec<usize>), CliError> {
    let mut order = Vec::new();
    let mut engines: Vec<Box<dyn Bench>> = Vec::new();
    let mut add = |program, goals| -> Result<(), CliError> {
        engines.push(Box::new(calibrate::engine::Engine::of(program, goals, mode)?));
        Ok(())
    };
    for (at, subject) in subjects.iter().enumerate() {
        let own = cases.iter().enumerate().filter(|(_, case)| case.subject == at);
        let goals = own.map(|(place, case)| {
            order.push(place);
            (subject.program.predicate.to_string(), subject.pred, case.goal.clone())
        });
        add(&subject.loaded.program, goals.collect())?;
    }
    for extra in extras {
        let goals = extra.goals.iter().map(|(pred, goal)| ("beside".to_string(), *pred, goal.clone()));
        add(&extra.loaded.program, goals.collect())?;
    }
    Ok((Several::new(engines), order))
}

/// How much longer a counted run takes than a plain one: the geometric mean over the goals of table 7.
pub fn count_ratio(subjects: &[Subject], cases: &[Case]) -> Result<f64, CliError> {
    let _pin = Pin::new();
    let (mut logarithms, mut number) = (0.0, 0.0);
    for case in cases.iter().filter(|case| case.sizes == subjects[case.subject].program.at) {
        let subject = &subjects[case.subject];
        let mut engine = Engine::new(&subject.loaded.program, Mode::Fast, None)?;
        engine.touch();
        let goal = engine.load(subject.pred, &case.goal);
        let (times, each) = engine.batch_size(&goal, BATCH)?;
        let expected = Nanoseconds(each.0 * f64::from(times));
        let (mut plain, mut counted) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..40 {
            plain = plain.min(engine.batch(&goal, times, expected)?.0);
            counted = counted.min(engine.counted_batch(&goal, times, expected)?.0);
        }
        logarithms += (counted / plain).ln();
        number += 1.0;
    }
    Ok((logarithms / f64::max(number, 1.0)).exp())
}

impl Subject {
    /// Whether its cost is a function of its sizes.
    pub fn is_exact(&self) -> bool {
        self.program.cost == Cost::Exact
    }
}
