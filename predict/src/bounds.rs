//! The functions of a predicate: lower and upper bounds of a resource, and their values at sizes.
//!
//! Comes in: a program with its declarations, an entry, a resource with the prices for it. Goes out: a [`Bounded`], which
//! every report is made from. Values are in the base unit of the resource (nanoseconds for time). No other module looks
//! at what the analyzer and the solver have found.

use crate::collections::{Collecting, Collections};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::formula::{Readable, precise, readable};
use crate::remedy::{ReasonReport, Remedy};
use crate::sizes::{SizePoint, SizeReport, legend, show};
use crate::units::{Resource, Until};
use crate::value::Value;
use analyzer::analysis::{Analysis, Bounds, Size, Success};
use analyzer::budget::Budget;
use analyzer::endings::Ends;
use analyzer::entry::Entry;
use analyzer::equations::{Equations, Solved};
use analyzer::integers::{Integers, LARGE};
use analyzer::reason::{Code, Reason};
use analyzer::resource::Weights;
use calibrate::bands::Band;
use calibrate::profile::Profile;
use serde::Serialize;
use solver::{Bound, Direction, Expr, Guard, Linear, Rational, Var};
use std::sync::Arc;

/// One bound.
#[derive(Clone, Debug)]
pub enum Side {
    /// Closed forms, in the base of the weights (picoseconds for time).
    Known {
        /// One for each region of sizes; nothing on some.
        parts: Vec<Part>,
        /// How it was found: the rule, its source, the steps.
        how: Vec<String>,
        /// Why there is nothing on some, if so.
        gap: Option<Arc<Reason>>,
    },
    /// There is none.
    Unknown {
        /// Why.
        reason: Arc<Reason>,
    },
}

/// A bound on a region.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Where it holds, beyond the domain of the sizes.
    pub region: Guard,
    /// The closed form, or why there is none.
    pub form: Result<Expr, String>,
}

impl Part {
    fn everywhere(expr: Expr) -> Vec<Part> {
        vec![Part { region: Guard::always(), form: Ok(expr) }]
    }

    /// Whether nothing is known there that could be: what integers of more bits cost is another matter.
    pub(crate) fn is_open(&self) -> bool {
        self.form.as_ref().is_err_and(|reason| reason != LARGE)
    }

    /// The part with its closed form changed.
    fn map(self, change: impl FnOnce(Expr) -> Expr) -> Part {
        Part { form: self.form.map(change), ..self }
    }
}

impl Side {
    pub(crate) fn of(solved: &Solved, analysis: &Analysis<'_>) -> Side {
        let cause = || {
            let infinite = || Arc::new(analysis.reason(Code::Infinite, "it is not bounded"));
            solved.reason.clone().unwrap_or_else(infinite)
        };
        match &solved.bound {
            Bound::Known(solution) => {
                let mut how = vec![format!("rule: {} ({})", solution.rule, solution.source)];
                how.extend(solution.steps.iter().cloned());
                let part = |piece: &solver::Piece| {
                    let form = match &piece.value {
                        solver::Value::Closed { expr, .. } if expr.is_infinite() => Err("it is not bounded".into()),
                        solver::Value::Closed { expr, .. } => Ok(expr.clone()),
                        solver::Value::Unknown(reason) => Err(reason.clone()),
                    };
                    Part { region: piece.region.clone(), form }
                };
                let domain = analysis.domain();
                let met = |part: &Part| domain.clone().both(&part.region).possible();
                let parts: Vec<Part> = solution.pieces.iter().map(part).filter(met).collect();
                match !parts.is_empty() && parts.iter().all(|part| part.form.is_err()) {
                    true => Side::Unknown { reason: cause() },
                    false => {
                        let gap = parts.iter().any(Part::is_open).then(cause);
                        Side::Known { parts, how, gap }
                    }
                }
            }
            Bound::Unknown { .. } => Side::Unknown { reason: cause() },
        }
    }

    /// A cost is never negative: a lower bound that is not known is zero.
    fn or_zero(self) -> Side {
        match self {
            Side::Unknown { reason } => Side::Known {
                parts: Part::everywhere(Expr::int(0)),
                how: vec!["a cost is never negative; more is not known".into(), reason.to_string()],
                gap: None,
            },
            Side::Known { parts, how, .. } => {
                let known = |part: Part| match part.is_open() {
                    true => Part { form: Ok(Expr::int(0)), ..part },
                    false => part,
                };
                Side::Known { parts: parts.into_iter().map(known).collect(), how, gap: None }
            }
        }
    }

    /// The same, but at most one.
    fn at_most_one(self) -> Side {
        match self {
            Side::Known { parts, how, gap } => {
                let one = |expr: Expr| expr.min(Expr::int(1)).simplify();
                Side::Known { parts: parts.into_iter().map(|part| part.map(one)).collect(), how, gap }
            }
            unknown @ Side::Unknown { .. } => unknown,
        }
    }

    /// The parts, where it is known on some.
    pub fn parts(&self) -> &[Part] {
        match self {
            Side::Known { parts, .. } => parts,
            Side::Unknown { .. } => &[],
        }
    }

    /// The part of most sizes: the one whose form mentions most of them.
    pub fn main(&self) -> Option<(&Part, &Expr)> {
        let known = self.parts().iter().filter_map(|part| Some((part, part.form.as_ref().ok()?)));
        known.max_by_key(|(part, expr)| (expr.vars().len(), std::cmp::Reverse(part.region.constraints().len())))
    }

    /// The closed form of most sizes, if there is one.
    pub fn expr(&self) -> Option<&Expr> {
        self.main().map(|(_, expr)| expr)
    }

    /// Why there is no bound, or none for some sizes.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Side::Known { gap, .. } => gap.as_deref(),
            Side::Unknown { reason } => Some(reason),
        }
    }
}

/// Whether calls of a predicate may succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// None of them does.
    Fails,
    /// As far as is known.
    MaySucceed,
}

/// The bounds of a predicate under an entry.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// `name/arity`.
    pub predicate: String,
    /// How it is called.
    pub entry: String,
    /// What is bounded.
    pub resource: Resource,
    /// How far a run goes that is bounded.
    pub until: Until,
    /// The sizes of its input.
    pub sizes: Vec<Size>,
    /// Sizes that the functions mention.
    pub needed: Vec<String>,
    /// The sizes that inputs can have.
    pub domain: Guard,
    /// Never above the true value.
    pub lower: Side,
    /// Never below it.
    pub upper: Side,
    /// Whether both are the same function, for the same sizes.
    pub exact: bool,
    /// What the bounds take for granted of integers, if they do.
    pub condition: Option<String>,
    /// From which sizes on the heap may be collected, where that is a part of the resource.
    pub collections: Option<Collections>,
    /// What gives a bound, where one is unknown: see [`crate::remedy::seek`].
    pub remedy: Remedy,
    /// Whether a call may succeed.
    pub outlook: Outlook,
    /// The difference equations of both sides.
    pub equations: [String; 2],
    /// What is known of the predicate besides.
    pub facts: Vec<String>,
}

/// The bounds that the analysis finds.
fn found(
    analysis: &Analysis<'_>,
    equations: &mut Equations<'_>,
    resource: Resource,
    until: Until,
    profile: Option<&Profile>,
) -> Result<Bounds, PredictError> {
    let weights = match (resource, profile) {
        (Resource::Solutions, _) => return Ok(analysis.solutions(equations)),
        (Resource::Time, Some(profile)) => Weights::time(&profile.expected()),
        (Resource::Time, None) => return Err(PredictError::NoProfile),
        (Resource::Steps, _) => Weights::steps(),
        (Resource::Instructions, _) => Weights::instructions(),
        (Resource::Heap, _) => Weights::heap(),
        (Resource::ChoicePoints, _) => Weights::choice_points(),
        (Resource::Trail, _) => Weights::trail(),
    };
    Ok(analysis.bounds(equations, weights, until.solutions()))
}

/// Analyses a predicate within a budget and bounds a resource.
pub fn bound(
    declared: &Declared<'_>,
    entry: &Entry,
    resource: Resource,
    until: Until,
    profile: Option<&Profile>,
    budget: Budget,
) -> Result<Bounded, PredictError> {
    let program = &declared.loaded.program;
    let analysis = Analysis::within(program, &declared.types, &declared.assertions, entry, budget);
    let mut equations = analysis.equations();
    let bounds = found(&analysis, &mut equations, resource, until, profile)?;
    let collections = (resource == Resource::Time).then_some(profile).flatten();
    let collections = collections.map(|profile| Collections::of(&analysis, &mut equations, until, profile));
    let sides = (Side::of(&bounds.lower, &analysis).or_zero(), Side::of(&bounds.upper, &analysis));
    // To the first solution there is one at most.
    let (lower, upper) = match (resource, until) {
        (Resource::Solutions, Until::First) => (sides.0.at_most_one(), sides.1.at_most_one()),
        _ => sides,
    };
    let of_part = |part: &Part| {
        let form = part.form.iter().flat_map(Expr::vars).collect::<Vec<Var>>();
        form.into_iter().chain(part.region.vars()).collect::<Vec<Var>>()
    };
    let mut needed: Vec<Var> = [&lower, &upper].into_iter().flat_map(Side::parts).flat_map(of_part).collect();
    needed.sort();
    needed.dedup();
    let mut bounded = Bounded {
        predicate: crate::predicates::show(program, program.get(entry.pred).functor),
        entry: entry.text.clone(),
        resource,
        until,
        sizes: analysis.sizes(),
        needed: needed.iter().map(ToString::to_string).collect(),
        domain: analysis.domain(),
        lower,
        upper,
        exact: false,
        condition: condition(&bounds.integers),
        collections,
        remedy: Remedy::NotSought,
        outlook: if analysis.success() == Success::Never { Outlook::Fails } else { Outlook::MaySucceed },
        equations: [bounds.lower.equations.clone(), bounds.upper.equations.clone()],
        facts: facts(&analysis, declared),
    };
    bounded.exact = same(&bounded.lower, &bounded.upper);
    Ok(bounded)
}

/// What bounds take for granted of integers, where that is not among their regions.
fn condition(integers: &Integers) -> Option<String> {
    match integers {
        Integers::Small | Integers::UpTo(..) => None,
        Integers::Unknown(predicate) => Some(format!("while the integers that {predicate} computes fit 60 bits")),
    }
}

/// Whether two sides are the same functions on the same regions.
fn same(lower: &Side, upper: &Side) -> bool {
    let (a, b) = (lower.parts(), upper.parts());
    let twin = |part: &Part, other: &Part| {
        !part.is_open()
            && part.form == other.form
            && part.region.implies_all(&other.region)
            && other.region.implies_all(&part.region)
    };
    !a.is_empty() && a.len() == b.len() && a.iter().all(|part| b.iter().any(|other| twin(part, other)))
}

/// What is known of a predicate besides its bounds.
fn facts(analysis: &Analysis<'_>, declared: &Declared<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    facts.push(match analysis.is_deterministic() {
        Some(true) => "deterministic: at most one solution".to_string(),
        Some(false) => "may have several solutions".to_string(),
        None => "unknown: how many solutions it has".to_string(),
    });
    facts.push(match (analysis.ends(), analysis.cannot_fail()) {
        (Ends::Raises, _) => "every call raises an exception".to_string(),
        (Ends::Never, _) => "no call ends".to_string(),
        (Ends::Perhaps, Some(true)) => "cannot fail".to_string(),
        (Ends::Perhaps, Some(false)) => "may fail".to_string(),
        (Ends::Perhaps, None) => "unknown: whether it fails".to_string(),
    });
    match analysis.success() {
        Success::Types(success) => {
            let shown: Vec<String> =
                success.iter().map(|of| of.display(&declared.loaded.program.atoms, &declared.types)).collect();
            facts.push(format!("on success: ({})", shown.join(", ")));
        }
        Success::Unknown => facts.push("unknown: the types on success".to_string()),
        Success::Never => {}
    }
    facts.extend(analysis.unknown().iter().map(|why| format!("not known: {why}")));
    facts
}

/// Values of the bounds at one point, in the base unit; none where a bound is unknown or does not hold.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PointValue {
    /// The sizes.
    pub sizes: SizePoint,
    /// The lower bound.
    pub lower: Option<Value>,
    /// The upper bound.
    pub upper: Option<Value>,
    /// The low end of the error band, around the lower bound.
    pub band_low: Option<f64>,
    /// The high end of the error band, around the upper bound.
    pub band_high: Option<f64>,
    /// What collections of the heap take at most, where there may be some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<Collecting>,
    /// Why there is no value, where neither bound has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Bounded {
    /// The names of all sizes.
    pub fn names(&self) -> Vec<String> {
        self.sizes.iter().map(|size| size.var.to_string()).collect()
    }

    /// What the sizes are: `x = length of argument 1, …`.
    pub fn legend(&self) -> String {
        legend(&self.size_reports())
    }

    /// The sizes of its input, for reports.
    pub fn size_reports(&self) -> Vec<SizeReport> {
        let report =
            |size: &Size| SizeReport { name: size.var.to_string(), metric: size.metric, argument: size.argument };
        self.sizes.iter().map(report).collect()
    }

    /// Where a bound holds: the domain of the sizes it mentions, and its own condition.
    pub fn valid(&self, part: &Part) -> String {
        let valid = &part.region;
        let mut mentioned: std::collections::BTreeSet<Var> = part.form.iter().flat_map(Expr::vars).collect();
        mentioned.extend(valid.vars());
        // A size that the function does not mention counts where inputs of some sizes are left out.
        let restricted = |var: &Var| {
            let own = self.domain.project(&|other| other == var);
            !own.is_always() && own.to_string() != format!("{var} >= 0")
        };
        let domain = self.domain.project(&|var| mentioned.contains(var) || restricted(var));
        domain.both(valid).without_implied(&Guard::always()).to_string()
    }

    /// Refuses sizes that no input has.
    pub fn check_sizes(&self, point: &SizePoint) -> Result<(), PredictError> {
        match self.in_domain(point) {
            true => Ok(()),
            false => Err(PredictError::NoInput {
                point: show(point),
                legend: self.legend(),
                domain: self.domain.to_string(),
            }),
        }
    }

    /// Whether inputs can have these sizes, as far as they are given.
    fn in_domain(&self, point: &SizePoint) -> bool {
        let value = |form: &Linear| -> Option<i64> {
            let terms = form.terms.iter().map(|(var, &factor)| Some(point.get(var.as_str())?.saturating_mul(factor)));
            terms.sum::<Option<i64>>().map(|sum| sum.saturating_add(form.constant))
        };
        let (at_least, _) = self.domain.forms();
        !at_least.iter().any(|form| value(form).is_some_and(|value| value < 0))
    }

    /// The bounds at a point.
    pub fn at(&self, point: &SizePoint, band: Option<Band>) -> PointValue {
        let (lower, upper) = (self.evaluated(Direction::Lower, point), self.evaluated(Direction::Upper, point));
        let (low, high) = band.map_or((1.0, 1.0), |band| (band.low, band.high));
        let times = |value: &Result<Value, String>, factor: f64| {
            value.as_ref().ok().map(|value| value.to_f64() * factor).filter(|value| value.is_finite())
        };
        PointValue {
            sizes: point.clone(),
            band_low: times(&lower, low),
            band_high: times(&upper, high),
            collections: self.collecting(point),
            reason: upper.as_ref().err().filter(|_| lower.is_err()).cloned(),
            lower: lower.ok(),
            upper: upper.ok(),
        }
    }

    /// One of the bounds.
    pub fn side(&self, direction: Direction) -> &Side {
        match direction {
            Direction::Lower => &self.lower,
            Direction::Upper => &self.upper,
        }
    }

    /// A bound at a point, unless it is unknown or does not hold there.
    pub fn value(&self, direction: Direction, point: &SizePoint) -> Option<Value> {
        self.evaluated(direction, point).ok()
    }

    /// A bound at a point, or why it has no value there. An upper one has what collections take at most.
    fn evaluated(&self, direction: Direction, point: &SizePoint) -> Result<Value, String> {
        let value = self.value_of(self.side(direction), self.resource, direction, point)?;
        Ok(match (value, direction) {
            (Value::Time(time), Direction::Upper) => {
                Value::Time(time + self.collecting(point).map_or(0.0, |collecting| collecting.time))
            }
            (value, _) => value,
        })
    }

    /// The value of a side that bounds a resource. What is counted is whole: a lower bound is rounded up, an upper one
    /// down.
    pub(crate) fn value_of(
        &self,
        side: &Side,
        resource: Resource,
        direction: Direction,
        point: &SizePoint,
    ) -> Result<Value, String> {
        if let Side::Unknown { reason } = side {
            return Err(reason.to_string());
        }
        let exactly = |var: &Var| point.get(var.as_str()).map(|&value| Rational::from(value));
        let whole = |var: &Var| point.get(var.as_str()).copied();
        // Where nothing is claimed, no input has these sizes, as far as they are given.
        let part = side.parts().iter().find(|part| part.region.holds(&whole) == Some(true));
        let part = part.or_else(|| side.parts().iter().find(|part| part.region.holds(&whole).is_none()));
        let Some(part) = part.filter(|_| self.in_domain(point)) else {
            let known: Vec<String> = side.parts().iter().map(|part| self.valid(part)).collect();
            return Err(format!("the function holds for {} only", known.join(", or ")));
        };
        let expr = part.form.as_ref().map_err(Clone::clone)?;
        let nearly = expr.eval_f64(&|var: &Var| point.get(var.as_str()).map(|&value| value as f64));
        if nearly.is_infinite() {
            return Err("more than 10^300: beyond what is computed".into());
        }
        // Doubles do for times, unless differences of large numbers eat their digits.
        if resource == Resource::Time && nearly >= 0.0 {
            return Ok(Value::Time(nearly / 1e3));
        }
        let value = match direction {
            Direction::Lower => expr.eval_lower(&exactly),
            Direction::Upper => expr.eval_upper(&exactly),
        };
        let value = value.map_err(|error| error.to_string())?;
        debug_assert!(!value.is_negative(), "{}: a bound of {value} = {expr} at {}", self.entry, show(point));
        if value.is_negative() && direction == Direction::Upper {
            return Err("the function is below 0 there, which no cost is: please report it".into());
        }
        let value = if value.is_negative() { Rational::ZERO } else { value };
        Ok(match (resource, direction) {
            (Resource::Time, _) => Value::Time(value.to_f64() / 1e3),
            (_, Direction::Lower) => Value::Count(value.ceil()),
            (_, Direction::Upper) => Value::Count(value.floor()),
        })
    }

    /// The same bounds times a factor: what one measured run saw of one predicted.
    pub fn scaled(mut self, factor: f64) -> Bounded {
        let ratio = Rational::ratio((factor * 1e6).round() as i64, 1_000_000).unwrap_or(Rational::ONE);
        for side in [&mut self.lower, &mut self.upper] {
            if let Side::Known { parts, .. } = side {
                let scale = |expr: Expr| (Expr::num(ratio.clone()) * expr).simplify();
                *parts = std::mem::take(parts).into_iter().map(|part| part.map(scale)).collect();
            }
        }
        self
    }
}

/// A bound as a function, in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FunctionReport {
    /// For programs: all digits, in the base unit.
    pub expr: String,
    /// For people: a few digits, in a fitting unit, of many terms the leading ones.
    pub readable: String,
    /// For people, with all terms, where that is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// Where it holds.
    pub valid: String,
    /// All its parts, where there are several: this one and those of other sizes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartReport>,
}

/// A bound on a region of sizes, in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartReport {
    /// For programs: all digits, in the base unit; nothing where it is unknown.
    pub expr: Option<String>,
    /// For people.
    pub readable: String,
    /// Where it holds.
    pub valid: String,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl FunctionReport {
    /// The function with where it holds, part by part.
    pub fn text(&self) -> String {
        self.part_texts().join("; ")
    }

    /// Its parts with where they hold.
    pub fn part_texts(&self) -> Vec<String> {
        let placed = |text: &str, valid: &str| match valid.is_empty() {
            true => text.to_string(),
            false => format!("{text}   for {valid}"),
        };
        match self.parts.as_slice() {
            [] => vec![placed(&self.readable, &self.valid)],
            parts => parts.iter().map(|part| placed(&part.readable, &part.valid)).collect(),
        }
    }
}

impl Bounded {
    /// A bound for reports; nothing where it is unknown.
    pub fn function(&self, side: &Side) -> Option<FunctionReport> {
        self.function_of(side, self.resource)
    }

    /// The same of a side that bounds another resource.
    pub(crate) fn function_of(&self, side: &Side, resource: Resource) -> Option<FunctionReport> {
        let (main, expr) = side.main()?;
        let Readable { short, whole } = readable(expr, resource);
        let part = |part: &Part| PartReport {
            expr: part.form.as_ref().ok().map(|expr| precise(expr, resource)),
            readable: part.form.as_ref().map_or("unknown".into(), |expr| readable(expr, resource).short),
            valid: self.valid(part),
            reason: part.form.as_ref().err().cloned(),
        };
        let parts = if side.parts().len() > 1 { side.parts().iter().map(part).collect() } else { Vec::new() };
        Some(FunctionReport { expr: precise(expr, resource), readable: short, whole, valid: self.valid(main), parts })
    }

    /// Why a bound is unknown, if one is: of the upper one where both are.
    pub fn reason(&self) -> Option<&Reason> {
        self.upper.reason().or(self.lower.reason())
    }

    /// The same for reports.
    pub fn reason_report(&self) -> Option<ReasonReport> {
        self.reason().map(|reason| ReasonReport::of(reason, &self.remedy))
    }
}
