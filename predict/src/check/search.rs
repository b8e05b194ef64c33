//! Calls of which a claim is false: generated, run, and counted or looked at.
//!
//! Sizes are tried from small ones on, and beside those where a claim begins to hold; of small ones several inputs. What a
//! run has shown is repeated in a machine of its own before it is told, so that nothing earlier runs left is part of it.

use crate::engine::Engine;
use crate::entries::Declared;
use crate::predicates::own;
use crate::pricing::Pricing;
use crate::side::Side;
use crate::sizes::SizePoint;
use crate::units::{significant, time};
use crate::value::Value;
use analyzer::analysis::{Analysis, Size};
use analyzer::assertion::Contract;
use analyzer::entry::Entry;
use analyzer::inputs::{generate, is_of, sizes_of};
use analyzer::resource::Weights;
use analyzer::types::{Form, Metric, Type};
use calibrate::profile::Mode;
use calibrate::watch::Watch;
use solver::{Direction, Expr, Guard, Rational, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::cost::{Counts, Key};
use wam::error::RunError;
use wam::machine::{Counting, More, Outcome, Solutions};
use wam::reach::Reach;
use wam::term::{Node, ReadTerm, TermId, Terms};
use wam::write::term_to_string;

use super::Counterexample;

/// What a call must show to refute a claim.
pub(super) enum Wanted<'a> {
    /// No solution.
    Solution,
    /// Two solutions.
    AtMostOne,
    /// A choice point after a solution.
    NoChoicepoint,
    /// An exception.
    Exception,
    /// Nothing does.
    Nothing,
    /// A number of solutions beyond the claimed.
    Solutions {
        /// The sides of the claim.
        sides: &'a [Direction],
        /// The claimed number.
        number: Expr,
    },
    /// An argument of another type.
    Type(usize, Type),
    /// An argument of a size beyond the claimed.
    Size {
        /// The sides of the claim.
        sides: &'a [Direction],
        /// The argument, from 0.
        argument: usize,
        /// How it is measured.
        metric: Metric,
        /// The claimed size.
        size: Expr,
    },
    /// A count or time beyond the claimed.
    Cost {
        /// The sides of the claim.
        sides: &'a [Direction],
        /// The resource.
        name: &'a str,
        /// What counts are weighed by; of times in picoseconds.
        weights: &'a Weights,
        /// Of times.
        prices: Option<Pricing<'a>>,
        /// The claimed cost, in the same base.
        cost: Expr,
        /// What a call uses at least.
        least: &'a Side,
    },
}

/// Where a claim is proved to hold, and where it is refuted by bounds.
type Regions<'a> = (&'a [Guard], &'a [Guard]);

/// Runs calls of a predicate.
pub(super) struct Runner<'a> {
    declared: &'a Declared<'a>,
    contract: &'a Contract,
    /// Ends the runs of a search: made anew for each, so that it watches while something runs and not in between.
    watch: &'a dyn Fn() -> Watch,
    /// Nothing before the first run, and where no machine can be made.
    engine: Option<Engine>,
    runs: usize,
}

/// The terms of the arguments at a solution, and whether choice points were left.
type Answer = (Terms, Vec<TermId>, More);

/// What a run of a call came to.
struct Seen {
    counts: Counts,
    outcome: Outcome,
    /// Nothing where only counts matter.
    answers: Vec<Answer>,
    /// The exception that it ended in, where that is looked for.
    raised: Option<String>,
}

/// Points that are tried at most for a property, and inputs of a small and of a larger one.
const POINTS: usize = 240;
const SMALL_INPUTS: u64 = 10;
const INPUTS: u64 = 3;
/// Sizes that add up to this are small.
const SMALL: i64 = 6;
/// Calls that take more of a resource at least are not tried.
const LONGEST: f64 = 2e6;
/// Memory of a call: one that does not end is over soon, and what it took is given back at once.
const ROOM: usize = 256 << 20;
/// Integers of the text that are tried as values.
const NUMBERS: usize = 30;
/// Solutions that are looked at.
const ANSWERS: usize = 2000;
/// Sizes that are tried of one argument, of each of two, and of each of several.
const OF_ONE: [i64; 26] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 32, 50, 64, 100, 128, 200, 500];
const OF_TWO: [i64; 11] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 20, 50];
const OF_MORE: [i64; 6] = [0, 1, 2, 3, 5, 8];

impl<'a> Runner<'a> {
    pub(super) fn new(declared: &'a Declared<'a>, contract: &'a Contract, watch: &'a dyn Fn() -> Watch) -> Self {
        Runner { declared, contract, watch, engine: None, runs: 0 }
    }

    /// How many calls were run.
    pub(super) fn runs(&self) -> usize {
        self.runs
    }

    /// A call that refutes a claim, if one is found.
    pub(super) fn search(
        &mut self,
        analysis: &Analysis<'_>,
        entry: &Entry,
        wanted: &Wanted<'_>,
        regions: Option<Regions<'_>>,
    ) -> Option<Counterexample> {
        if matches!(wanted, Wanted::Nothing) {
            return None;
        }
        let watch = (self.watch)();
        let sizes = analysis.sizes();
        let program = &self.declared.loaded.program;
        for point in points(&sizes, &analysis.inputs(), regions, &numbers(program)) {
            let inputs = if point.iter().map(|size| size.abs()).sum::<i64>() <= SMALL { SMALL_INPUTS } else { INPUTS };
            if wanted.is_long(&sizes, &point) {
                continue;
            }
            let mut before: Option<String> = None;
            for seed in 0..inputs {
                if watch.stop().is_some() {
                    return None;
                }
                let Ok(goal) = generate(program, &self.declared.types, entry, &point, seed) else { break };
                let text = term_to_string(&goal.terms, goal.root, &program.atoms, &program.ops);
                if before.as_ref() == Some(&text) {
                    break;
                }
                let seen = self.run(&goal, wanted, &watch);
                let refuted = seen.and_then(|seen| self.refuted(&seen, wanted, &sizes, &point));
                if refuted.is_some() {
                    // In a machine that nothing has run in.
                    self.engine = None;
                    let seen = self.run(&goal, wanted, &watch)?;
                    let found = self.refuted(&seen, wanted, &sizes, &point);
                    if let Some(mut found) = found {
                        found.goal = text;
                        return Some(found);
                    }
                }
                before = Some(text);
            }
        }
        None
    }

    /// Runs a call; nothing where it is interrupted, or raises an exception and none is looked for.
    fn run(&mut self, goal: &ReadTerm, wanted: &Wanted<'_>, watch: &Watch) -> Option<Seen> {
        let program = &self.declared.loaded.program;
        if self.engine.is_none() {
            let mut engine = Engine::new(program, Mode::Fast, Some(ROOM)).ok()?;
            engine.machine().confine(Reach::below([]));
            watch.guard(engine.machine());
            engine.machine().run_kept_directives();
            self.engine = Some(engine);
        }
        let engine = self.engine.as_mut()?;
        watch.guard(engine.machine());
        self.runs += 1;
        let (mut answers, mut raised) = (Vec::new(), None);
        let run = match matches!(wanted, Wanted::Cost { .. }) {
            true => engine.count_until(self.contract.pred, goal, Solutions::All).ok(),
            false => {
                let loaded = engine.load(self.contract.pred, goal);
                let mut show = |terms: &Terms, arguments: &[TermId], more| {
                    answers.push((terms.clone(), arguments.to_vec(), more));
                    wanted.is_enough(&answers)
                };
                match engine.machine().run_goal_showing::<Counting>(&loaded, &mut show) {
                    Ok(outcome) => Some((engine.machine().take_counts(), outcome)),
                    Err(RunError::Prolog(error)) if matches!(wanted, Wanted::Exception) => {
                        raised = Some(error.to_string());
                        Some((Counts::new(), Outcome::default()))
                    }
                    Err(_) => None,
                }
            }
        };
        if run.is_none() || raised.is_some() {
            // What an exception has left is nothing to go on with.
            self.engine = None;
        }
        let (counts, outcome) = run.filter(|_| watch.stop().is_none())?;
        Some(Seen { counts, outcome, answers, raised })
    }

    fn refuted(&self, seen: &Seen, wanted: &Wanted<'_>, sizes: &[Size], point: &[i64]) -> Option<Counterexample> {
        let program = &self.declared.loaded.program;
        let named = |size: &Size| format!("{}({})", size.metric.name(), self.contract.names[size.argument - 1]);
        let at: SizePoint = sizes.iter().map(named).zip(point.iter().copied()).collect();
        let told = |claimed: String, found: String| Counterexample {
            goal: String::new(),
            sizes: at.clone(),
            claimed,
            found,
            claimed_value: None,
            found_value: None,
        };
        let value_at = |var: &Var| sizes.iter().position(|size| size.var == *var).map(|at| Rational::from(point[at]));
        match wanted {
            Wanted::Nothing => None,
            Wanted::Exception => seen.raised.clone().map(|raised| told("no exception".into(), cut(raised))),
            Wanted::Solution => (seen.outcome.solutions == 0).then(|| told("a solution".into(), "it fails".into())),
            Wanted::AtMostOne => (seen.outcome.solutions > 1)
                .then(|| told("at most one solution".into(), format!("{} solutions", seen.outcome.solutions))),
            Wanted::NoChoicepoint => seen
                .answers
                .iter()
                .any(|(.., more)| *more == More::Perhaps)
                .then(|| told("no choice point".into(), "a solution leaves one".into())),
            Wanted::Solutions { sides, number } => {
                let found = Rational::from(seen.outcome.solutions);
                // Where not all were waited for, there are so many at least.
                let sides: Vec<Direction> = match seen.outcome.solutions < ANSWERS as u64 {
                    true => sides.to_vec(),
                    false => sides.iter().copied().filter(|side| *side == Direction::Upper).collect(),
                };
                let (sign, claimed) = beyond(&sides, number, &found, &value_at)?;
                let mut told = told(format!("{sign} {} solutions", written(&claimed)), format!("{found} solutions"));
                told.claimed_value = Some(Value::Count(claimed));
                told.found_value = Some(Value::Count(found));
                Some(told)
            }
            Wanted::Type(argument, of) => seen.answers.iter().find_map(|(terms, arguments, _)| {
                let &term = arguments.get(*argument)?;
                let is_other = !is_of(terms, term, of, &self.declared.types);
                let name = &self.contract.names[*argument];
                let shown = cut(term_to_string(terms, term, &program.atoms, &program.ops));
                let claimed = of.display(&program.atoms, &self.declared.types);
                is_other.then(|| told(format!("{name} is {claimed}"), format!("{name} = {shown}")))
            }),
            Wanted::Size { sides, argument, metric, size } => {
                seen.answers.iter().find_map(|(terms, arguments, _)| {
                    let &term = arguments.get(*argument)?;
                    let of = type_of_metric(*metric)?;
                    // What is not of the metric's type has no size in it.
                    if !is_of(terms, term, &of, &self.declared.types) {
                        return None;
                    }
                    let found =
                        Rational::from(*sizes_of(terms, term, &of, &self.declared.types, &program.atoms).first()?);
                    let (sign, claimed) = beyond(sides, size, &found, &value_at)?;
                    let shown = format!("{}({})", metric.name(), self.contract.names[*argument]);
                    let mut told = told(format!("{shown} {sign} {}", written(&claimed)), format!("{shown} = {found}"));
                    told.claimed_value = Some(Value::Count(claimed));
                    told.found_value = Some(Value::Count(found));
                    Some(told)
                })
            }
            Wanted::Cost { sides, name, weights, prices, cost, .. } => match prices {
                None => {
                    let found = weighed(&seen.counts, weights);
                    let (sign, claimed) = beyond(sides, cost, &found, &value_at)?;
                    let mut told =
                        told(format!("{sign} {} {name}", written(&claimed)), format!("{found} {name} counted"));
                    told.claimed_value = Some(Value::Count(claimed));
                    told.found_value = Some(Value::Count(found));
                    Some(told)
                }
                Some(pricing) => {
                    let profile = pricing.profile.for_run(&seen.counts);
                    let [low, _, high] = Pricing { profile: &profile, ..*pricing }.of_counts(&seen.counts);
                    let price = |side: Direction| if side == Direction::Upper { low } else { high };
                    sides.iter().find_map(|&side| {
                        let found = Rational::from((price(side).0 * 1e3).round() as i64);
                        let (sign, claimed) = beyond(&[side], cost, &found, &value_at)?;
                        let claimed = claimed.to_f64() / 1e3;
                        let extreme = if side == Direction::Upper { "at low prices" } else { "at high prices" };
                        let found = found.to_f64() / 1e3;
                        let mut told = told(
                            format!("{sign} {}", time(claimed)),
                            format!("counted and priced: {} {extreme}", time(found)),
                        );
                        told.claimed_value = Some(Value::Time(claimed));
                        told.found_value = Some(Value::Time(found));
                        Some(told)
                    })
                }
            },
        }
    }
}

impl Wanted<'_> {
    /// Whether more solutions would show nothing more: some calls have very many.
    fn is_enough(&self, answers: &[Answer]) -> ControlFlow<()> {
        let most = match self {
            Wanted::Solution => 1,
            Wanted::AtMostOne => 2,
            Wanted::NoChoicepoint if answers.iter().any(|(.., more)| *more == More::Perhaps) => 1,
            _ => ANSWERS,
        };
        if answers.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Whether a call of these sizes is expected to take too long.
    fn is_long(&self, sizes: &[Size], point: &[i64]) -> bool {
        let Wanted::Cost { least, prices, .. } = self else { return false };
        let at = |var: &Var| sizes.iter().position(|size| size.var == *var).map(|at| point[at] as f64);
        let scale = if prices.is_some() { 1e3 } else { 1.0 };
        let whole = |var: &Var| sizes.iter().position(|size| size.var == *var).map(|at| point[at]);
        let part = least.parts().iter().find(|part| part.region.holds(&whole) == Some(true));
        let form = part.and_then(|part| part.form.as_ref().ok());
        form.is_some_and(|form| form.eval_f64(&at) / scale > LONGEST)
    }
}

/// What is claimed, as people read it: fractions of long numbers by their first digits.
fn written(claimed: &Rational) -> String {
    let exactly = claimed.to_string();
    match exactly.len() <= LONG || claimed.is_integer() {
        true => exactly,
        false => significant(claimed.to_f64(), DIGITS),
    }
}

/// A fraction is written out up to so many characters.
const LONG: usize = 24;
/// So many digits of a longer one.
const DIGITS: usize = 12;

/// The claimed value that a found one lies beyond, and how it is claimed.
fn beyond(
    sides: &[Direction],
    claim: &Expr,
    found: &Rational,
    at: &dyn Fn(&Var) -> Option<Rational>,
) -> Option<(&'static str, Rational)> {
    sides.iter().find_map(|side| match side {
        Direction::Upper => {
            let claimed = claim.eval_upper(at).ok()?;
            (*found > claimed).then_some(("at most", claimed))
        }
        Direction::Lower => {
            let claimed = claim.eval_lower(at).ok()?;
            (*found < claimed).then_some(("at least", claimed))
        }
    })
}

/// What counts come to by weights.
fn weighed(counts: &Counts, weights: &Weights) -> Rational {
    Key::all().fold(Rational::ZERO, |sum, key| match counts[key] {
        0 => sum,
        count => &sum + &(&Rational::from(count) * weights.of(key)),
    })
}

/// The terms of a metric; nothing where it is one of the terms of a type.
fn type_of_metric(metric: Metric) -> Option<Type> {
    Some(match metric {
        Metric::Value => Type::Int,
        Metric::Length => Type::List(Box::new(Type::Any)),
        Metric::Size => Type::Ground,
        Metric::Text => Type::Text(Form::Atom),
        Metric::Inner
        | Metric::Depth
        | Metric::Left
        | Metric::Right
        | Metric::Largest
        | Metric::Absent
        | Metric::Root => {
            return None;
        }
    })
}

/// Long terms are shown by their beginning.
fn cut(text: String) -> String {
    const SHOWN: usize = 120;
    if text.chars().count() <= SHOWN { text } else { text.chars().take(SHOWN).chain("…".chars()).collect() }
}

/// The integers that the user's clauses name, the least first: what is told apart by them shows at them, and next to them.
fn numbers(program: &Program) -> Vec<i64> {
    let mut found = BTreeSet::new();
    for clause in own(program).flat_map(|pred| &pred.source) {
        let mut todo = vec![clause.root];
        while let Some(term) = todo.pop() {
            match clause.terms.get(term) {
                Node::Int(value) => drop(found.insert(value)),
                _ => todo.extend(clause.terms.arguments(term)),
            }
            if found.len() == NUMBERS {
                return found.into_iter().collect();
            }
        }
    }
    found.into_iter().collect()
}

/// The sizes that are tried, in order: beside those where the claim holds first, then where bounds refute it, then small ones.
fn points(sizes: &[Size], inputs: &Guard, regions: Option<Regions<'_>>, numbers: &[i64]) -> Vec<Vec<i64>> {
    let (holds, fails) = regions.unwrap_or_default();
    let values = |size: &Size| {
        let base: &[i64] = match sizes.len() {
            1 => &OF_ONE,
            2 => &OF_TWO,
            _ => &OF_MORE,
        };
        let mut values = base.to_vec();
        if size.metric == Metric::Value {
            values.extend([-1, -2, -3, -7]);
            values.extend(numbers.iter().flat_map(|&of| [of.saturating_sub(1), of, of.saturating_add(1)]));
        }
        // Where parts begin and end.
        for form in holds.iter().chain(fails).flat_map(|part| part.forms().0) {
            if let (1, Some(&factor)) = (form.terms.len(), form.terms.get(&size.var)) {
                let edge = -form.constant / factor;
                values.extend([edge - 1, edge, edge + 1]);
            }
        }
        values.sort_unstable();
        values.dedup();
        values
    };
    let mut all = vec![Vec::new()];
    for size in sizes {
        let values = values(size);
        all = all
            .iter()
            .flat_map(|point: &Vec<i64>| values.iter().map(move |&value| [point.as_slice(), &[value]].concat()))
            .take(20_000)
            .collect();
    }
    let lies = |point: &[i64], part: &Guard| {
        part.holds(&|var| sizes.iter().position(|size| size.var == *var).map(|at| point[at])) == Some(true)
    };
    let within = |point: &[i64], parts: &[Guard]| parts.iter().any(|part| lies(point, part));
    all.retain(|point| lies(point, inputs) && !within(point, holds));
    let beside = |point: &[i64]| {
        (0..point.len()).any(|at| {
            [-1, 1].into_iter().any(|step| {
                let mut other = point.to_vec();
                other[at] += step;
                lies(&other, inputs) && within(&other, holds)
            })
        })
    };
    all.sort_by_cached_key(|point| {
        // What the text names is as good as a small number.
        let far =
            |size: &i64| if numbers.contains(size) { size.saturating_abs().min(10) } else { size.saturating_abs() };
        let total = point.iter().fold(0i64, |sum, size| sum.saturating_add(far(size)));
        (!within(point, fails) && !fails.is_empty(), !beside(point), total, point.clone())
    });
    all.truncate(POINTS);
    all
}
