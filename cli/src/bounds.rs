//! The functions of a predicate: lower and upper bounds of a resource, and their values at sizes.
//!
//! Comes in: a loaded program, an entry, a resource with the prices for it. Goes out: a [`Bounded`], which every report
//! is made from. Values are in the base unit of the resource (nanoseconds for time).

use crate::error::CliError;
use crate::formula;
use crate::sizes::{SizePoint, show};
use crate::units::Resource;
use analyzer::analysis::{Analysis, Size};
use analyzer::assertion::Assertions;
use analyzer::entry::Entry;
use analyzer::equations::Solved;
use analyzer::guard::{Guard as Domain, Linear};
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use analyzer::types::{Metric, Type};
use calibrate::bands::Band;
use calibrate::profile::Profile;
use serde::Serialize;
use solver::{Bound, Expr, Guard, Rational, Var};
use wam::code::Program;

/// One bound.
#[derive(Clone, Debug)]
pub enum Side {
    /// A closed form, in the base of the weights (picoseconds for time).
    Known {
        /// The closed form.
        expr: Expr,
        /// Where it holds, beyond the domain of the sizes.
        valid: Guard,
        /// How it was found: the rule, its source, the steps.
        how: Vec<String>,
    },
    /// There is none.
    Unknown {
        /// Why.
        reason: String,
    },
}

impl Side {
    fn of(solved: &Solved) -> Side {
        match &solved.bound {
            Bound::Known(solution) if !solution.expr.is_infinite() => {
                let mut how = vec![format!("rule: {} ({})", solution.rule, solution.source)];
                how.extend(solution.steps.iter().cloned());
                Side::Known { expr: solution.expr.clone(), valid: solution.valid.clone(), how }
            }
            Bound::Known(_) => Side::Unknown { reason: "it is not bounded".into() },
            Bound::Unknown { reason, .. } => Side::Unknown { reason: reason.clone() },
        }
    }

    /// A cost is never negative: a lower bound that is not known is zero.
    fn or_zero(self) -> Side {
        match self {
            Side::Unknown { reason } => Side::Known {
                expr: Expr::int(0),
                valid: Guard::always(),
                how: vec!["a cost is never negative; more is not known".into(), reason],
            },
            known @ Side::Known { .. } => known,
        }
    }

    /// The closed form, if there is one.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Side::Known { expr, .. } => Some(expr),
            Side::Unknown { .. } => None,
        }
    }

    /// Why there is no bound.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Side::Known { .. } => None,
            Side::Unknown { reason } => Some(reason),
        }
    }
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
    /// The sizes of its input.
    pub sizes: Vec<Size>,
    /// Sizes that the functions mention.
    pub needed: Vec<String>,
    /// The sizes that inputs can have.
    pub domain: Domain,
    /// Never above the true value.
    pub lower: Side,
    /// Never below it.
    pub upper: Side,
    /// Whether both are the same function.
    pub exact: bool,
    /// What would help, where a bound is unknown.
    pub help: Option<String>,
    /// The difference equations of both sides.
    pub equations: [String; 2],
    /// What is known of the predicate besides.
    pub facts: Vec<String>,
}

/// What one execution under each key uses of a resource.
pub fn weights(resource: Resource, profile: Option<&Profile>) -> Weights {
    match (resource, profile) {
        (Resource::Time, Some(profile)) => Weights::time(&profile.table()),
        (Resource::Time, None) => unreachable!("whoever asks for time has a profile"),
        (Resource::Steps, _) => Weights::steps(),
        (Resource::Instructions, _) => Weights::instructions(),
        (Resource::Heap, _) => Weights::heap(),
    }
}

/// Analyses a predicate and bounds a resource.
pub fn bound(
    program: &Program,
    types: &TypeTable,
    assertions: &Assertions,
    entry: &Entry,
    resource: Resource,
    profile: Option<&Profile>,
) -> Result<Bounded, CliError> {
    let analysis = Analysis::new(program, types, assertions, entry);
    let mut equations = analysis.equations();
    let bounds = analysis.bounds(&mut equations, weights(resource, profile));
    let (lower, upper) = (Side::of(&bounds.lower).or_zero(), Side::of(&bounds.upper));
    let exact = bounds.exact() && upper.expr().is_some();
    let mut needed: Vec<Var> = [&lower, &upper].into_iter().filter_map(Side::expr).flat_map(Expr::vars).collect();
    needed.sort();
    needed.dedup();
    let unknown = upper.reason().or(lower.reason()).map(str::to_string);
    let help = unknown.map(|reason| helpful(program, types, entry, resource, &reason));
    let mut facts = Vec::new();
    facts.push(
        if analysis.is_deterministic() { "deterministic: at most one solution" } else { "may have several solutions" }
            .to_string(),
    );
    facts.push(if analysis.cannot_fail() { "cannot fail" } else { "may fail" }.into());
    if let Some(success) = analysis.success() {
        let shown: Vec<String> = success.iter().map(|of| of.display(&program.atoms, types)).collect();
        facts.push(format!("on success: ({})", shown.join(", ")));
    }
    facts.extend(analysis.unknown().iter().map(|why| format!("not known: {why}")));
    Ok(Bounded {
        predicate: crate::load::show(program, program.get(entry.pred).functor),
        entry: entry.text.clone(),
        resource,
        sizes: analysis.sizes(),
        needed: needed.iter().map(ToString::to_string).collect(),
        domain: analysis.domain(),
        lower,
        upper,
        exact,
        help,
        equations: [bounds.lower.equations.clone(), bounds.upper.equations.clone()],
        facts,
    })
}

/// Which assertion would restore a bound.
fn helpful(program: &Program, types: &TypeTable, entry: &Entry, resource: Resource, reason: &str) -> String {
    let blamed = reason.strip_prefix("in ").and_then(|rest| rest.split_once(": "));
    let own = crate::load::show(program, program.get(entry.pred).functor);
    if let Some((culprit, _)) = blamed.filter(|(culprit, _)| *culprit != own) {
        return format!(
            "vouch for {culprit} with an assertion: `:- trust pred … + cost(ub, {resource}, …).` and `size(ub, …)` for its \
             outputs"
        );
    }
    let names: Vec<String> =
        (0..entry.pattern.len()).map(|at| char::from(b'A' + (at % 26) as u8).to_string()).collect();
    let calls: Vec<String> = entry
        .pattern
        .iter()
        .zip(&names)
        .filter(|(of, _)| **of != Type::Any)
        .map(|(of, name)| match of {
            Type::List(element) if **element != Type::Ground => {
                format!("list({}, {name})", element.display(&program.atoms, types))
            }
            _ => format!("{}({name})", of.display(&program.atoms, types)),
        })
        .collect();
    let name = program.atoms.name(program.get(entry.pred).functor.name);
    format!(
        "if you know a bound, vouch for it: `:- trust pred {name}({}) : ({}) + cost(ub, {resource}, …).`",
        names.join(", "),
        calls.join(", ")
    )
}

/// Values of the bounds at one point, in the base unit; none where a bound is unknown or does not hold.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PointValue {
    /// The sizes.
    pub sizes: SizePoint,
    /// The lower bound.
    pub lower: Option<f64>,
    /// The upper bound.
    pub upper: Option<f64>,
    /// The low end of the error band, around the lower bound.
    pub band_low: Option<f64>,
    /// The high end of the error band, around the upper bound.
    pub band_high: Option<f64>,
}

impl Bounded {
    /// The names of all sizes.
    pub fn names(&self) -> Vec<String> {
        self.sizes.iter().map(|size| size.var.to_string()).collect()
    }

    /// What the sizes are: `x = length of argument 1, …`.
    pub fn legend(&self) -> String {
        let shown: Vec<String> = self
            .sizes
            .iter()
            .map(|size| format!("{} = {} of argument {}", size.var, metric(size.metric), size.argument))
            .collect();
        shown.join(", ")
    }

    /// Where a bound holds: the domain of the sizes it mentions, and its own condition.
    pub fn valid(&self, side: &Side) -> String {
        let Side::Known { expr, valid, .. } = side else { return String::new() };
        let mentioned = expr.vars();
        let domain = self.domain.project(&|var| mentioned.contains(var));
        let mut parts: Vec<String> = Vec::new();
        if !domain.is_always() {
            parts.extend(domain.to_string().split(" and ").map(str::to_string));
        }
        for constraint in &valid.0 {
            let text = constraint.to_string();
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
        // `x >= 0` says nothing beside `x >= 1`.
        let implied: Vec<String> = valid
            .0
            .iter()
            .filter(|constraint| !constraint.rhs.as_num().is_some_and(Rational::is_zero))
            .map(|constraint| format!("{} >= 0", constraint.lhs))
            .collect();
        parts.retain(|part| !implied.contains(part));
        parts.join(" and ")
    }

    /// Refuses sizes that no input has.
    pub fn check_sizes(&self, point: &SizePoint) -> Result<(), CliError> {
        let value = |form: &Linear| -> Option<i64> {
            let terms = form.terms.iter().map(|(var, &factor)| Some(point.get(var.as_str())?.saturating_mul(factor)));
            terms.sum::<Option<i64>>().map(|sum| sum.saturating_add(form.constant))
        };
        let (at_least, _) = self.domain.constraints();
        if at_least.iter().any(|form| value(form).is_some_and(|value| value < 0)) {
            return Err(CliError::with_help(
                format!("there is no input of size {}", show(point)),
                format!("{}, with {}", self.legend(), self.domain),
            ));
        }
        Ok(())
    }

    /// The bounds at a point.
    pub fn at(&self, point: &SizePoint, band: Option<Band>) -> PointValue {
        let lower = self.value(&self.lower, point);
        let upper = self.value(&self.upper, point);
        let (low, high) = band.map_or((1.0, 1.0), |band| (band.low, band.high));
        PointValue {
            sizes: point.clone(),
            lower,
            upper,
            band_low: lower.map(|value| value * low),
            band_high: upper.map(|value| value * high).filter(|value| value.is_finite()),
        }
    }

    /// Why a bound has no value at a point.
    pub fn why_none(&self, side: &Side, point: &SizePoint) -> String {
        let rational = |var: &Var| point.get(var.as_str()).map(|&value| Rational::from(value));
        match side {
            Side::Unknown { reason } => reason.clone(),
            Side::Known { valid, .. } if valid.holds(&rational) == Some(false) => {
                format!("the function holds for {valid} only")
            }
            Side::Known { .. } => "more than 10^300: beyond what is computed".into(),
        }
    }

    /// A bound at a point, unless it is unknown or does not hold there.
    pub fn value(&self, side: &Side, point: &SizePoint) -> Option<f64> {
        let Side::Known { expr, valid, .. } = side else { return None };
        let rational = |var: &Var| point.get(var.as_str()).map(|&value| Rational::from(value));
        if valid.holds(&rational) == Some(false) {
            return None;
        }
        let value =
            formula::value(expr, self.resource, &|var: &Var| point.get(var.as_str()).map(|&value| value as f64));
        value.is_finite().then_some(value)
    }

    /// The same bounds times a factor: what one measured run saw of one predicted.
    pub fn scaled(mut self, factor: f64) -> Bounded {
        let ratio = Rational::ratio((factor * 1e6).round() as i64, 1_000_000).unwrap_or(Rational::ONE);
        for side in [&mut self.lower, &mut self.upper] {
            if let Side::Known { expr, .. } = side {
                *expr = (Expr::num(ratio.clone()) * expr.clone()).simplify();
            }
        }
        self
    }
}

/// A metric in words.
pub fn metric(metric: Metric) -> &'static str {
    match metric {
        Metric::Value => "value",
        Metric::Length => "length",
        Metric::Size => "nodes",
    }
}

/// A bound as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct SideJson {
    expr: String,
    readable: String,
    valid: String,
}

impl Bounded {
    /// A bound as JSON; null where it is unknown.
    pub fn side_json(&self, side: &Side) -> Option<SideJson> {
        let expr = side.expr()?;
        Some(SideJson {
            expr: formula::precise(expr, self.resource),
            readable: formula::readable(expr, self.resource),
            valid: self.valid(side),
        })
    }

    /// Why bounds are unknown, if one is.
    pub fn reason(&self) -> Option<String> {
        match (self.lower.reason(), self.upper.reason()) {
            (None, None) => None,
            (Some(reason), None) => Some(format!("lower bound: {reason}")),
            (None, Some(reason)) => Some(format!("upper bound: {reason}")),
            (Some(lower), Some(upper)) if lower == upper => Some(lower.into()),
            (Some(lower), Some(upper)) => Some(format!("lower bound: {lower}; upper bound: {upper}")),
        }
    }
}
