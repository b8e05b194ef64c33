//! The functions of a predicate: lower and upper bounds of a resource, and their values at sizes.
//!
//! Comes in: a program with its declarations, an entry, a resource with the prices for it. Goes out: a [`Bounded`], which
//! every report is made from. Values are in the base unit of the resource (nanoseconds for time). No other module looks
//! at what the analyzer and the solver have found, which is why this one is long.

use crate::collections::{Collecting, Collections};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::formula::{Readable, precise, readable};
use crate::load::Loaded;
use crate::naturals::{of_naturals, with_naturals};
use crate::pricing::{Doubt, Pricing};
use crate::reach::Reach;
use crate::remedy::{ReasonReport, Remedy};
use crate::side::{Part, Side, same};
use crate::sizes::{SizePoint, SizeReport, legend, show};
use crate::units::{Resource, Until};
use crate::usage::Taken;
use crate::value::Value;
use analyzer::analysis::{Analysis, Size, Success};
use analyzer::budget::Budget;
use analyzer::endings::Ends;
use analyzer::entry::{Entry, Inside};
use analyzer::equations::{Equations, Progress, Solved};
use analyzer::explain::readable as readable_names;
use analyzer::integers::Integers;
use analyzer::norms::alternatives;
use analyzer::reason::Reason;
use analyzer::resource::Weights;
use analyzer::types::Type;
use analyzer::user_resource;
use calibrate::bands::Band;
use calibrate::variety::Breadth;
use serde::{Deserialize, Serialize};
use solver::{Direction, Expr, Guard, Linear, Rational, Var};
use std::collections::BTreeSet;

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
    /// The types of its arguments, as its sizes measure them.
    pub pattern: Vec<Type>,
    /// How what is met inside was looked at.
    pub inside: Inside,
    /// What is bounded.
    pub resource: Resource,
    /// How far a run goes that is bounded.
    pub until: Until,
    /// How many keys are on the way: what its prices depend on (`calibrate::variety`).
    pub breadth: Breadth,
    /// The sizes of its input.
    pub sizes: Vec<Size>,
    /// The sizes that inputs can have.
    pub domain: Guard,
    /// Never above the true value.
    pub lower: Side,
    /// Never below it.
    pub upper: Side,
    /// Of a time, what it is expected to be.
    pub expected: Option<Expected>,
    /// Whether counts are exact: both bounds are the same function for the same sizes; of a time, the expected ones.
    pub exact: bool,
    /// What the bounds take for granted of integers, if they do.
    pub condition: Option<String>,
    /// From which sizes on the heap may be collected, where that is a part of the resource.
    pub collections: Option<Collections>,
    /// What gives a bound, where one is unknown: see [`crate::remedy::seek`].
    pub remedy: Remedy,
    /// Whether a call may succeed.
    pub outlook: Outlook,
    /// The arguments of types from use: see [`crate::usage`].
    pub taken: Vec<Taken>,
    /// The upper bound for every ground term, where one for terms of some types tells more.
    pub every: Option<Everywhere>,
    /// The difference equations of both sides.
    pub equations: [String; 2],
    /// What is known of the predicate besides.
    pub facts: Vec<String>,
}

/// What a time is expected to be: for the fewest counts and for the most, at the prices of
/// [`Pricing::expected`](crate::pricing::Pricing::expected).
#[derive(Clone, Debug)]
pub struct Expected {
    /// Where counts are the fewest.
    pub lower: Side,
    /// Where counts are the most.
    pub upper: Side,
    /// How much of `upper` mispredicted branches are.
    pub mispredicted: Side,
    /// How much of `upper` is of the keys in `doubts`, if there are any.
    pub doubtful: Option<Side>,
    /// The keys on the way of which the calibration knows little.
    pub doubts: Vec<Doubt>,
}

/// What the analysis finds: bounds from below and above, what is expected of a time, and what of integers they are for.
struct Found {
    solved: [Solved; 2],
    sides: [Side; 2],
    domain: Guard,
    expected: Option<Expected>,
    integers: Integers,
}

fn found(
    analysis: &Analysis<'_>,
    equations: &mut Equations<'_>,
    resource: Resource,
    until: Until,
    pricing: Option<Pricing<'_>>,
) -> Result<Found, PredictError> {
    let weights = match (resource, pricing) {
        (Resource::Time, Some(pricing)) => return Ok(timed(analysis, equations, until, pricing)),
        (Resource::Time, None) => return Err(PredictError::NoProfile),
        (Resource::Solutions, _) => {
            let Reach { solved, sides, domain, integers } = Reach::of_solutions(analysis, equations);
            return Ok(Found { solved, sides, domain, expected: None, integers });
        }
        (Resource::Steps, _) => Weights::steps(),
        (Resource::Instructions, _) => Weights::instructions(),
        (Resource::Heap, _) => Weights::heap(),
        (Resource::ChoicePoints, _) => Weights::choice_points(),
        (Resource::Trail, _) => Weights::trail(),
        (Resource::Own(name), _) => user_resource::weights(name),
    };
    let wanted = [(Direction::Lower, weights.clone()), (Direction::Upper, weights)];
    let Reach { solved, sides, domain, integers } = Reach::of(analysis, equations, wanted, until.solutions());
    Ok(Found { solved, sides, domain, expected: None, integers })
}

/// Times: all that is asked of them is solved side by side, since most of the work is each system's own.
fn timed(analysis: &Analysis<'_>, equations: &mut Equations<'_>, until: Until, pricing: Pricing<'_>) -> Found {
    let profile = pricing.profile.for_breadth(Breadth::of(equations.keys()));
    let pricing = Pricing { profile: &profile, ..pricing };
    let doubts = pricing.doubts_of_call(equations.keys());
    let expected = Weights::time(&pricing.expected());
    let mispredicted = Weights::priced("mispredicted branches", &pricing.mispredicted());
    let doubtful = match doubts.is_empty() {
        // What has been solved already takes no time.
        true => mispredicted.clone(),
        false => Weights::priced("doubtful prices", &pricing.doubtful(&doubts)),
    };
    let wanted = [
        (Direction::Lower, Weights::time(&pricing.lower())),
        (Direction::Upper, Weights::time(&pricing.upper())),
        (Direction::Lower, expected.clone()),
        (Direction::Upper, expected),
        (Direction::Upper, mispredicted),
        (Direction::Upper, doubtful),
    ];
    let Reach { solved: [below, above, ..], sides, domain, integers } =
        Reach::of(analysis, equations, wanted, until.solutions());
    let [lower, upper, least, most, mispredicted, doubtful] = sides;
    let doubtful = (!doubts.is_empty()).then_some(doubtful);
    let expected = Expected { lower: least, upper: most, mispredicted, doubtful, doubts };
    Found { solved: [below, above], sides: [lower, upper], domain, expected: Some(expected), integers }
}

/// The analysis behind bounds, with what has been solved of it: what else is asked of the same calls goes on from there.
pub(crate) struct Work<'a> {
    pub analysis: Analysis<'a>,
    pub progress: Progress,
}

/// Analyses a predicate within a budget and bounds a resource. Where no upper bound is known for all sizes, other sizes are
/// tried: the first that give one are those of the bounds. So are they where the lower bound is a constant and the upper one
/// grows: the first that give lower ones that grow, too, if there are some, but no exponential for what is a polynomial.
pub fn bound(
    declared: &Declared<'_>,
    entry: &Entry,
    resource: Resource,
    until: Until,
    pricing: Option<Pricing<'_>>,
    budget: Budget,
) -> Result<Bounded, PredictError> {
    Ok(bound_with_work(declared, entry, resource, until, pricing, budget)?.0)
}

/// The same with the work behind it, where no budget has ended it. Of integers, bounds that are not exact are those of natural
/// numbers where these tell more.
pub(crate) fn bound_with_work<'a>(
    declared: &Declared<'a>,
    entry: &Entry,
    resource: Resource,
    until: Until,
    pricing: Option<Pricing<'_>>,
    budget: Budget,
) -> Result<(Bounded, Option<Work<'a>>), PredictError> {
    let (found, work) = bound_in_all_ways(declared, entry, resource, until, pricing, budget)?;
    let natural = of_naturals(entry).filter(|_| !found.exact && budget.check().is_ok());
    let Some(natural) = natural else { return Ok((found, work)) };
    let (natural, _) = bound_in_all_ways(declared, &natural, resource, until, pricing, budget.half())?;
    Ok((with_naturals(found, natural), work))
}

/// Bounds by the sizes and the ways of looking at what is inside that tell most.
fn bound_in_all_ways<'a>(
    declared: &Declared<'a>,
    entry: &Entry,
    resource: Resource,
    until: Until,
    pricing: Option<Pricing<'_>>,
    budget: Budget,
) -> Result<(Bounded, Option<Work<'a>>), PredictError> {
    let (found, work) = bound_by(declared, entry, resource, until, pricing, budget)?;
    let is_whole = found.upper.is_whole();
    let tells = is_whole && found.tells();
    let inside = work.as_ref().map_or(Vec::new(), |work| work.analysis.others_inside()).into_iter();
    // A bound by what is known of values is a better one.
    let inside = inside.filter(|inside| !tells || *inside == Inside::Values);
    // What follows every row of a table takes longest.
    let (rows, inside): (Vec<Inside>, Vec<Inside>) = inside.partition(|inside| *inside == Inside::Rows);
    let looked = |inside| Entry { inside, ..entry.clone() };
    // One for some sizes is better than none.
    let is_open = !is_whole && !found.upper.varies();
    let mut partial = None;
    let measured = if tells { Vec::new() } else { alternatives(&declared.types, &entry.pattern) }.into_iter();
    let measured = measured.map(|pattern| Entry { pattern, ..entry.clone() });
    for entry in inside.into_iter().map(looked).chain(measured).chain(rows.into_iter().map(looked)) {
        if budget.check().is_err() {
            break;
        }
        let (other, work) = bound_by(declared, &entry, resource, until, pricing, budget.half())?;
        let [was, is] = [&found, &other].map(|of| of.upper.is_exponential());
        let tells_more = other.tells() && (was || !is);
        let is_better = tells_more
            || was && !is && !other.upper.chooses()
            || !is_whole
            || entry.inside == Inside::Values && !found.tells();
        if other.upper.is_whole() && is_better {
            return Ok((other, work));
        }
        if is_open && partial.is_none() && other.upper.varies() {
            partial = Some((other, work));
        }
    }
    if let Some(partial) = partial {
        return Ok(partial);
    }
    if is_open
        && budget.check().is_ok()
        && let Some(of_integers) = bound_as_integers(declared, entry, resource, until, pricing, budget)?
    {
        return Ok(of_integers);
    }
    Ok((found, work))
}

/// The bounds of natural numbers as those of integers, where these are known for some sizes: cases for numbers above zero and
/// below leave out what zero itself is not known to be.
fn bound_as_integers<'a>(
    declared: &Declared<'a>,
    entry: &Entry,
    resource: Resource,
    until: Until,
    pricing: Option<Pricing<'_>>,
    budget: Budget,
) -> Result<Option<(Bounded, Option<Work<'a>>)>, PredictError> {
    let of_integers = |of: &Type| if *of == Type::Nat { Type::Int } else { of.clone() };
    let pattern: Vec<Type> = entry.pattern.iter().map(of_integers).collect();
    if pattern == entry.pattern {
        return Ok(None);
    }
    let wider = Entry { pattern, ..entry.clone() };
    let (found, work) = bound_by(declared, &wider, resource, until, pricing, budget.half())?;
    if !found.upper.varies() {
        return Ok(None);
    }
    let naturals = found.sizes.iter().filter(|size| entry.pattern[size.argument - 1] == Type::Nat);
    let meant = naturals.fold(Guard::always(), |meant, size| meant.with(Linear::var(&size.var)));
    let only = |side: Side| side.only_for(&meant);
    let expected = found.expected.map(|expected| Expected {
        lower: only(expected.lower),
        upper: only(expected.upper),
        ..expected
    });
    let found = Bounded {
        pattern: entry.pattern.clone(),
        domain: found.domain.both(&meant),
        lower: only(found.lower),
        upper: only(found.upper),
        expected,
        ..found
    };
    Ok(Some((found, work)))
}

/// The bounds by the sizes of the types of an entry.
fn bound_by<'a>(
    declared: &Declared<'a>,
    entry: &Entry,
    resource: Resource,
    until: Until,
    pricing: Option<Pricing<'_>>,
    budget: Budget,
) -> Result<(Bounded, Option<Work<'a>>), PredictError> {
    let loaded: &'a Loaded = declared.loaded;
    let analysis = Analysis::within(&loaded.program, &declared.types, &declared.assertions, entry, budget);
    let mut equations = analysis.equations();
    let bounded = bound_analysed(declared, &analysis, &mut equations, entry, resource, until, pricing)?;
    let progress = equations.into_progress();
    Ok((bounded, budget.check().is_ok().then_some(Work { analysis, progress })))
}

/// Bounds a resource of a predicate that was analysed; `entry` says how it is called.
pub(crate) fn bound_analysed(
    declared: &Declared<'_>,
    analysis: &Analysis<'_>,
    equations: &mut Equations<'_>,
    entry: &Entry,
    resource: Resource,
    until: Until,
    pricing: Option<Pricing<'_>>,
) -> Result<Bounded, PredictError> {
    let program = &declared.loaded.program;
    let breadth = Breadth::of(equations.keys());
    let Found { solved, sides: [lower, upper], domain, expected, integers } =
        found(analysis, equations, resource, until, pricing)?;
    let collections = pricing.filter(|_| resource == Resource::Time);
    let collections = collections.map(|pricing| Collections::of(analysis, equations, until, pricing));
    let names = |solved: &Solved| readable_names(analysis.explorer(), equations.functions(), &solved.equations);
    let equations = solved.each_ref().map(names);
    // To the first solution there is one at most.
    let (lower, upper) = match (resource, until) {
        (Resource::Solutions, Until::First) => {
            // Of all solutions those runs count that come to their end: one that raises an exception may have had its first.
            let (most, raises) = (upper.at_most_one(), analysis.may_raise() && analysis.success() != Success::Never);
            (lower.at_most_one(), if raises { most.map(|_| Expr::int(1)) } else { most })
        }
        _ => (lower, upper),
    };
    let exact = is_exact(&lower, &upper, expected.as_ref());
    Ok(Bounded {
        predicate: crate::predicates::show(program, program.get(entry.pred).functor),
        entry: entry.text.clone(),
        pattern: entry.pattern.clone(),
        inside: entry.inside,
        resource,
        until,
        breadth,
        sizes: analysis.sizes(),
        domain,
        lower,
        upper,
        expected,
        exact,
        condition: condition(&integers),
        collections,
        remedy: Remedy::NotSought,
        taken: Vec::new(),
        every: None,
        outlook: if analysis.success() == Success::Never { Outlook::Fails } else { Outlook::MaySucceed },
        equations,
        facts: facts(analysis, declared),
    })
}

/// Whether counts are exact; of a time, what is expected of them.
pub(crate) fn is_exact(lower: &Side, upper: &Side, expected: Option<&Expected>) -> bool {
    match expected {
        Some(expected) => same(&expected.lower, &expected.upper),
        None => same(lower, upper),
    }
}

/// What bounds take for granted of integers, where that is not among their regions.
pub(crate) fn condition(integers: &Integers) -> Option<String> {
    match integers {
        Integers::Small | Integers::UpTo(..) => None,
        Integers::Unknown(predicate) => Some(format!("while the integers that {predicate} computes fit 60 bits")),
    }
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
            let shown: Vec<String> = success.iter().map(|of| declared.shown(of)).collect();
            facts.push(format!("on success: ({})", shown.join(", ")));
        }
        Success::Unknown => facts.push("unknown: the types on success".to_string()),
        Success::Never => {}
    }
    facts.extend(analysis.unknown().iter().map(|why| format!("not known: {why}")));
    facts
}

/// What a time is expected to be at one point, in the base unit; none where it is unknown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExpectedValue {
    /// Where counts are the fewest.
    pub lower: Option<Value>,
    /// Where counts are the most.
    pub upper: Option<Value>,
    /// Mispredicted branches, as a share of `upper`.
    pub mispredicted: Option<f64>,
    /// Instructions of which the calibration knows little, as a share of `upper`; none where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubtful: Option<f64>,
}

impl ExpectedValue {
    /// Whether both ends are one.
    pub fn is_one(&self) -> bool {
        self.lower.is_some() && self.lower == self.upper
    }
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
    /// What a time is expected to be, without collections of the heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedValue>,
    /// The low end of the error band, below the least that is expected.
    pub band_low: Option<f64>,
    /// The high end of the error band, above the most that is expected, with what collections take at most.
    pub band_high: Option<f64>,
    /// What collections of the heap take at most, where there may be some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<Collecting>,
    /// Why there is no value, where neither bound has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Characters of a line.
const LINE: usize = 100;

/// Sizes at which a function is looked at for growth.
const SMALL: f64 = 20.0;
const LARGE: f64 = 80.0;

/// Whether a bound grows with all sizes or with one of them, as far as a few points say so.
fn grows(side: &Side) -> bool {
    let at = |form: &Expr, is_large: &dyn Fn(&Var) -> bool| {
        form.eval_f64(&|var: &Var| Some(if is_large(var) { LARGE } else { SMALL }))
    };
    let mut forms = side.parts().iter().filter_map(|part| part.form.as_ref().ok());
    // A difference of what is too large for a float is no number.
    let is_more = |small: f64, large: f64| large > small || large.is_nan() && !small.is_nan();
    forms.any(|form| {
        let (small, vars) = (at(form, &|_| false), form.vars());
        let of_one = || vars.iter().any(|only| is_more(small, at(form, &|var| var == only)));
        !vars.is_empty() && (is_more(small, at(form, &|_| true)) || of_one())
    })
}

impl Bounded {
    /// Whether the lower bound grows with sizes, or nothing does: one that is a constant below a function that grows tells
    /// little of large inputs. That is seen at two points, since it is a matter of taste and no bound depends on it.
    pub fn tells(&self) -> bool {
        grows(&self.lower) || !self.is_dearer_for_more()
    }

    /// The entry with its arguments measured as the bounds have them.
    pub fn measured(&self, entry: &Entry) -> Entry {
        Entry { pattern: self.pattern.clone(), inside: self.inside, ..entry.clone() }
    }

    /// Whether the lower bound grows as fast as the upper one.
    pub fn is_tight(&self) -> bool {
        !self.lower.grows_less_than(&self.upper)
    }

    /// Whether the upper bound grows with sizes, at the same points.
    pub fn is_dearer_for_more(&self) -> bool {
        grows(&self.upper)
    }

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

    /// The bounds at a point; the band is around what is expected.
    pub fn at(&self, point: &SizePoint, band: Option<Band>) -> PointValue {
        let (lower, upper) = (self.evaluated(Direction::Lower, point), self.evaluated(Direction::Upper, point));
        let expected = self.expected.as_ref().map(|expected| self.expected_at(expected, point));
        let collections = self.collecting(point);
        let collected = collections.map_or(0.0, |collecting| collecting.time);
        let times = |end: Option<&Option<Value>>, factor: Option<f64>, more: f64| {
            end?.as_ref().map(|value| Some(value.to_f64() * factor? + more))?.filter(|value| value.is_finite())
        };
        PointValue {
            sizes: point.clone(),
            band_low: times(expected.as_ref().map(|of| &of.lower), band.map(|band| band.low), 0.0),
            band_high: times(expected.as_ref().map(|of| &of.upper), band.map(|band| band.high), collected),
            expected,
            collections,
            reason: upper.as_ref().err().filter(|_| lower.is_err()).cloned(),
            lower: lower.ok(),
            upper: upper.ok(),
        }
    }

    fn expected_at(&self, expected: &Expected, point: &SizePoint) -> ExpectedValue {
        let upper = self.value_of(&expected.upper, self.resource, Direction::Upper, point).ok();
        let share = |part: &Side| {
            let part = self.value_of(part, self.resource, Direction::Upper, point).ok()?.to_f64();
            let whole = upper.as_ref()?.to_f64();
            let share = if whole > 0.0 { part / whole } else { 0.0 };
            share.is_finite().then_some(share.min(1.0))
        };
        ExpectedValue {
            lower: self.value_of(&expected.lower, self.resource, Direction::Lower, point).ok(),
            mispredicted: share(&expected.mispredicted),
            doubtful: expected.doubtful.as_ref().and_then(share),
            upper,
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

    /// The sizes that values depend on, by functions or by where they hold.
    pub fn needed(&self) -> Vec<String> {
        let of_part =
            |part: &Part| part.form.iter().flat_map(Expr::vars).chain(part.region.vars()).collect::<Vec<Var>>();
        let of_expected = self.expected.iter().flat_map(|expected| [&expected.lower, &expected.upper]);
        let sides = [&self.lower, &self.upper].into_iter().chain(of_expected);
        let vars: BTreeSet<Var> = sides.flat_map(Side::parts).flat_map(of_part).collect();
        vars.iter().map(ToString::to_string).collect()
    }

    /// The same bounds times a factor: what one measured run saw of one predicted.
    pub fn scaled(mut self, factor: f64) -> Bounded {
        let ratio = Rational::ratio((factor * 1e6).round() as i64, 1_000_000).unwrap_or(Rational::ONE);
        let scale = |side: Side| side.map(|expr| (Expr::num(ratio.clone()) * expr).simplify());
        self.expected = self.expected.map(|Expected { lower, upper, mispredicted, doubtful, doubts }| Expected {
            lower: scale(lower),
            upper: scale(upper),
            mispredicted: scale(mispredicted),
            doubtful: doubtful.map(&scale),
            doubts,
        });
        (self.lower, self.upper) = (scale(self.lower), scale(self.upper));
        self
    }
}

/// An upper bound for every ground term, besides bounds for terms of some types.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Everywhere {
    /// Its own sizes.
    pub sizes: Vec<SizeReport>,
    /// The bound.
    pub upper: FunctionReport,
}

/// A bound as a function, in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionReport {
    /// For programs: all digits, in the base unit.
    pub expr: String,
    /// For people: a few digits, in a fitting unit, of many terms the leading ones.
    pub readable: String,
    /// For people, with all terms, where that is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// Where it holds.
    pub valid: String,
    /// All its parts, where there are several: this one and those of other sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartReport>,
}

/// A bound on a region of sizes, in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartReport {
    /// For programs: all digits, in the base unit; nothing where it is unknown.
    pub expr: Option<String>,
    /// For people.
    pub readable: String,
    /// Where it holds.
    pub valid: String,
    /// Why it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl FunctionReport {
    /// The function with where it holds, part by part.
    pub fn text(&self) -> String {
        self.part_texts().join("; ")
    }

    /// Whether it fits a line and has no choices in it.
    pub fn is_short(&self) -> bool {
        let text = self.text();
        text.chars().count() <= LINE && !text.contains("maxover")
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
