//! What the analysis says of the properties of an assertion.
//!
//! Bounds are taken over all sizes that inputs can have: with a success where one is possible, else of calls that fail.

use super::search::{Runner, Wanted};
use super::{Kind, Options, Place, PropertyReport, Verdict};
use crate::bounds::{bound, condition};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::formula::readable;
use crate::pricing::Pricing;
use crate::reach::Reach;
use crate::side::{Part, Side, same};
use crate::units::{Resource, Until};
use analyzer::analysis::{Analysis, Bounds, Success};
use analyzer::assertion::{Assertions, Contract, Precision, Property, size_variable};
use analyzer::entry::Entry;
use analyzer::norms::alternatives;
use analyzer::resource::Weights;
use analyzer::types::Type;
use calibrate::variety::Breadth;
use solver::{Compared, Direction, Expr, Guard, Rational, Var};
use std::time::{Duration, Instant};
use wam::cost::Key;
use wam::machine::Solutions;

/// How long the comparison of a claim with its bounds may take.
const COMPARING: Duration = Duration::from_secs(5);

/// The analysis of an assertion, made when a property needs it.
#[derive(Clone)]
pub(super) struct Judge<'a> {
    declared: &'a Declared<'a>,
    contract: &'a Contract,
    options: &'a Options<'a>,
    entry: Entry,
    trusted: Assertions,
    /// The resource that the program counts, of one that it declares.
    own: Option<Weights>,
}

/// A claim about a number, in the variables of the analysis.
struct Claim<'a> {
    sides: &'a [Direction],
    value: Expr,
    /// The sizes that it is about.
    domain: Guard,
    found: [Side; 2],
    resource: Resource,
}

/// What comparing a claim with bounds came to.
struct Outcome {
    holds: Vec<Guard>,
    fails: Vec<Guard>,
    /// Whether it holds everywhere.
    is_proved: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        declared: &'a Declared<'a>,
        contract: &'a Contract,
        options: &'a Options<'a>,
        own: Option<Weights>,
    ) -> Self {
        let entry = declared.entry_of_contract(contract);
        // What is checked of a predicate is not taken for granted.
        let trusted = declared.assertions.without(contract.pred);
        Judge { declared, contract, options, entry, trusted, own }
    }

    /// The calls that the assertion is about.
    pub(super) fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The verdict on a property, with runs where bounds do not decide.
    pub(super) fn property(
        &self,
        property: &Property,
        place: Place,
        text: String,
        runner: &mut Runner<'_>,
    ) -> Result<PropertyReport, PredictError> {
        let judge = Judge { entry: self.measured(property), ..self.clone() };
        judge.judged(property, place, text, runner)
    }

    /// The calls, their arguments measured as a claim has it where they can be: by depth, by nodes.
    fn measured(&self, property: &Property) -> Entry {
        let (Property::Size { size: claim, .. }
        | Property::Cost { cost: claim, .. }
        | Property::Solutions { number: claim, .. }) = property
        else {
            return self.entry.clone();
        };
        let has = |pattern: &[Type], var: &Var| {
            let mut metrics =
                pattern.iter().enumerate().flat_map(|(at, of)| of.metrics().into_iter().map(move |m| (at, m)));
            metrics.any(|(at, metric)| size_variable(at, metric) == var.as_str())
        };
        let knows = |pattern: &[Type]| claim.vars().iter().all(|var| has(pattern, var));
        let other = match knows(&self.entry.pattern) {
            true => None,
            false => alternatives(&self.declared.types, &self.entry.pattern).into_iter().find(|other| knows(other)),
        };
        other.map_or_else(|| self.entry.clone(), |pattern| Entry { pattern, ..self.entry.clone() })
    }

    fn judged(
        &self,
        property: &Property,
        place: Place,
        text: String,
        runner: &mut Runner<'_>,
    ) -> Result<PropertyReport, PredictError> {
        let program = &self.declared.loaded.program;
        let budget = self.options.budget.lasting(self.options.each);
        let analysis = Analysis::within(program, &self.declared.types, &self.trusted, &self.entry, budget);
        let mut report = PropertyReport {
            place,
            text,
            kind: kind(property),
            resource: None,
            verdict: Verdict::Unknown,
            inferred: Vec::new(),
            holds: Vec::new(),
            fails: Vec::new(),
            condition: None,
            reason: None,
            counterexample: None,
        };
        let lost = || analysis.unknown().first().map(ToString::to_string);
        let wanted = match property {
            Property::NotFails => {
                report.settle(analysis.cannot_fail(), ["cannot fail", "may fail"], lost);
                Wanted::Solution
            }
            Property::IsDet => {
                let most = analysis.solutions(&mut analysis.equations()).upper;
                let one = Side::of(&most, &analysis);
                let is_one = |part: &Part| {
                    let form = part.form.as_ref();
                    let region = analysis.inputs().both(&part.region);
                    form.is_ok_and(|form| Compared::at_most(&region, form, &Expr::int(1), None).is_everywhere())
                };
                let single = !one.parts().is_empty() && one.parts().iter().all(is_one);
                let det = analysis.is_deterministic().map(|det| det || single);
                report.settle(det, ["at most one solution", "may have several solutions"], lost);
                Wanted::AtMostOne
            }
            Property::NoChoicepoints => {
                let said = ["leaves no choice point", "may leave a choice point"];
                report.settle(analysis.is_deterministic(), said, lost);
                Wanted::NoChoicepoint
            }
            Property::Terminates => {
                let wanted = both(&Weights::steps());
                let Reach { sides, domain, .. } =
                    Reach::of(&analysis, &mut analysis.equations(), wanted, Solutions::All);
                let found = sides.map(|side| side.only_for(&domain));
                let [_, upper] = &self.in_other_ways(&analysis, Resource::Steps, found);
                let open = analysis.inputs().without(&upper.known_regions()).is_none_or(|left| !left.is_empty());
                report.settle(Some(!open), ["every call ends", "a call may not end"], lost);
                report.reason = report.reason.or(upper.reason().map(ToString::to_string).filter(|_| open));
                Wanted::Nothing
            }
            Property::NoException => {
                let none = (!analysis.may_raise()).then_some(true);
                report.settle(none, ["raises no exception", ""], || Some("a call may raise an exception".into()));
                Wanted::Exception
            }
            Property::Solutions { sides, number } => {
                let value = self.over_sizes(&analysis, number, &report.place)?;
                let Bounds { lower, upper, .. } = analysis.solutions(&mut analysis.equations());
                let found = [lower, upper].map(|solved| Side::of(&solved, &analysis));
                let (domain, resource) = (analysis.domain(), Resource::Solutions);
                let claim = Claim { sides, value: value.clone(), domain, found, resource };
                let wanted = Wanted::Solutions { sides, number: value };
                return Ok(self.decided(&analysis, report, &claim, &wanted, runner));
            }
            Property::Unchecked => {
                report.reason = Some("this property is not checked".into());
                Wanted::Nothing
            }
            Property::Success(at, of) => {
                match analysis.success() {
                    Success::Types(types) => {
                        let shown = self.declared.shown(&types[*at]);
                        let holds = self.declared.types.includes(of, &types[*at]);
                        report.inferred.push(format!("{} is {shown}", self.contract.names[*at]));
                        report.settle(Some(holds), ["", "what is inferred is wider than what is claimed"], lost);
                    }
                    Success::Never => {
                        report.settle(Some(true), ["no call succeeds", ""], lost);
                    }
                    Success::Unknown => report.settle(None, ["", ""], lost),
                }
                Wanted::Type(*at, of.clone())
            }
            Property::Size { sides, argument, metric, size } => {
                let value = self.over_sizes(&analysis, size, &report.place)?;
                let mut equations = analysis.equations();
                let Some(found) = analysis.output(&mut equations, *argument, *metric) else {
                    let why = format!("no {} of {} is known at success", metric.name(), self.contract.names[*argument]);
                    report.reason = Some(lost().unwrap_or(why));
                    let wanted = Wanted::Size { sides, argument: *argument, metric: *metric, size: value };
                    report.counterexample = runner.search(&analysis, &self.entry, &wanted, None);
                    report.close();
                    return Ok(report);
                };
                let found = found.map(|solved| Side::of(&solved, &analysis));
                let (domain, resource) = (analysis.domain(), Resource::Steps);
                let claim = Claim { sides, value: value.clone(), domain, found, resource };
                let wanted = Wanted::Size { sides, argument: *argument, metric: *metric, size: value };
                return Ok(self.decided(&analysis, report, &claim, &wanted, runner));
            }
            Property::Cost { sides, precision, resource, cost } => {
                return self.cost(&analysis, report, (sides, *precision, resource, cost), runner);
            }
        };
        if report.verdict != Verdict::Checked {
            report.counterexample = runner.search(&analysis, &self.entry, &wanted, None);
            report.close();
        }
        Ok(report)
    }

    fn cost(
        &self,
        analysis: &Analysis<'_>,
        mut report: PropertyReport,
        (sides, precision, name, cost): (&[Direction], Precision, &str, &Expr),
        runner: &mut Runner<'_>,
    ) -> Result<PropertyReport, PredictError> {
        let mut value = self.over_sizes(analysis, cost, &report.place)?;
        let mut equations = analysis.equations();
        report.resource = Some(name.to_string());
        let (resource, weights, prices) = match name {
            "time" => {
                let pricing = self.options.pricing.ok_or(PredictError::NoProfile)?;
                let profile = pricing.profile.for_breadth(Breadth::of(equations.keys()));
                let pricing = Pricing { profile: &profile, ..pricing };
                // Weights of times are in picoseconds.
                value = (value * Expr::int(1000)).simplify();
                let weights = [Weights::time(&pricing.lower()), Weights::time(&pricing.upper())];
                (Resource::Time, weights, self.options.pricing)
            }
            _ => {
                let weights = self.own.clone().unwrap_or_else(|| weights_of(name));
                (Resource::Steps, [weights.clone(), weights], None)
            }
        };
        let [low, high] = weights.clone();
        let wanted = [(Direction::Lower, low), (Direction::Upper, high)];
        let Reach { sides: found, domain, integers, .. } = Reach::of(analysis, &mut equations, wanted, Solutions::All);
        let found = found.map(|side| side.only_for(&domain));
        report.condition = condition(&integers);
        if resource == Resource::Time {
            report.condition = Some("until the heap is first collected".into());
        }
        let counted =
            [Resource::Steps, Resource::Instructions, Resource::Heap, Resource::ChoicePoints, Resource::Trail];
        let found = match counted.into_iter().find(|resource| resource.name() == name) {
            Some(resource) if self.own.is_none() => self.in_other_ways(analysis, resource, found),
            _ => found,
        };
        let claim = Claim { sides, value: value.clone(), domain: analysis.inputs(), found, resource };
        // Of nothing the multiples are nothing.
        let is_nothing = value.as_num().is_some_and(|value| *value <= Rational::ZERO);
        if precision == Precision::Order && !is_nothing {
            let mut report = self.order(analysis, report, &claim);
            let outgrown: Vec<Direction> =
                claim.sides.iter().copied().filter(|&side| self.is_outgrown(analysis, &claim, side)).collect();
            let weights = &weights[1];
            let run = MULTIPLES.into_iter().filter(|_| !outgrown.is_empty()).find_map(|factor| {
                let (sides, cost, least) = (&outgrown[..], multiple(&claim, outgrown[0], factor), &claim.found[0]);
                let wanted = Wanted::Cost { sides, name, weights, prices, cost, least };
                Some((factor, runner.search(analysis, &self.entry, &wanted, None)?))
            });
            if let Some((factor, mut example)) = run {
                example.claimed = match outgrown[0] {
                    Direction::Upper => format!("at most a multiple of the order, and it is above {factor} times that"),
                    Direction::Lower => format!("at least a part of the order, and it is below 1/{factor} of that"),
                };
                report.counterexample = Some(example);
                report.close();
            }
            return Ok(report);
        }
        let wanted = Wanted::Cost { sides, name, weights: &weights[1], prices, cost: value, least: &claim.found[0] };
        Ok(self.decided(analysis, report, &claim, &wanted, runner))
    }

    /// Bounds with those by other sizes and ways of looking at what is inside, where these tell more: see [`bound`].
    fn in_other_ways(&self, analysis: &Analysis<'_>, resource: Resource, found: [Side; 2]) -> [Side; 2] {
        let [lower, upper] = &found;
        if same(lower, upper) {
            return found;
        }
        let declared = Declared { assertions: self.trusted.clone(), ..self.declared.clone() };
        let budget = self.options.budget.lasting(self.options.each);
        let Ok(other) = bound(&declared, &self.entry, resource, Until::All, None, budget) else { return found };
        let inputs = analysis.inputs();
        if other.sizes != analysis.sizes() || other.condition.is_some() || !inputs.implies_all(&other.domain) {
            return found;
        }
        [
            lower.or_better(&other.lower, &inputs, &inputs, Direction::Lower),
            upper.or_better(&other.upper, &inputs, &inputs, Direction::Upper),
        ]
    }

    /// Whether the other bound and the claimed order drift apart without end as a size grows, so that no multiple of the
    /// order is enough. Then some run is beyond any multiple that is named.
    fn is_outgrown(&self, analysis: &Analysis<'_>, claim: &Claim<'_>, side: Direction) -> bool {
        let deadline = Some(Instant::now() + COMPARING);
        let other = if side == Direction::Upper { Direction::Lower } else { Direction::Upper };
        let grows = |part: &Part, form: &Expr, var: &Var| {
            let region = claim.domain.clone().both(&part.region).both(&Guard::at_least(var, 1));
            let (x, one) = (Expr::Var(var.clone()), Expr::int(1));
            let drift = [x.clone(), (x + one.clone()).log2()];
            drift.into_iter().flat_map(|drift| FACTORS.map(|factor| (drift.clone(), factor))).any(|(drift, factor)| {
                let (small, large) = match side {
                    Direction::Upper => ((claim.value.clone() + one.clone()) * drift, form.clone()),
                    Direction::Lower => ((form.clone() + one.clone()) * drift, claim.value.clone()),
                };
                let apart = Compared::at_most(&region, &small, &(Expr::int(factor) * large), deadline);
                apart.holds.iter().any(|part| part.clone().both(&Guard::at_least(var, FAR)).possible())
            })
        };
        let vars: Vec<Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
        let parts = claim.side(other).parts().iter();
        let known = |part: &Part| {
            part.form.as_ref().is_ok_and(|form| !form.is_infinite() && vars.iter().any(|var| grows(part, form, var)))
        };
        parts.into_iter().any(known)
    }

    /// An order of growth: a multiple of it bounds the bound.
    fn order(&self, analysis: &Analysis<'_>, mut report: PropertyReport, claim: &Claim<'_>) -> PropertyReport {
        self.tell_bounds(analysis, claim, &mut report);
        let fits = |side: Direction, part: &Part, form: &Expr| {
            let region = claim.domain.clone().both(&part.region);
            let times = |factor: i64| Expr::int(factor) * (claim.value.clone() + Expr::int(1));
            FACTORS.into_iter().any(|factor| {
                let (small, large) = match side {
                    Direction::Upper => (form.clone(), times(factor)),
                    Direction::Lower => (claim.value.clone(), Expr::int(factor) * (form.clone() + Expr::int(1))),
                };
                Compared::at_most(&region, &small, &large, Some(Instant::now() + COMPARING)).is_everywhere()
            })
        };
        let holds = claim.sides.iter().all(|&side| {
            let bound = claim.side(side);
            let open = claim.domain.without(&bound.known_regions()).is_none_or(|left| !left.is_empty());
            !open && bound.parts().iter().all(|part| part.form.as_ref().is_ok_and(|form| fits(side, part, form)))
        });
        report.verdict = if holds { Verdict::Checked } else { Verdict::Unknown };
        if !holds {
            report.reason = Some("no multiple of the claimed order was found that bounds the inferred one".into());
        }
        report
    }

    /// A claimed expression in the variables of the analysis.
    fn over_sizes(&self, analysis: &Analysis<'_>, claim: &Expr, place: &Place) -> Result<Expr, PredictError> {
        analysis.over_sizes(claim).ok_or_else(|| {
            let sizes: Vec<String> = self.named(analysis).into_iter().map(|(_, name)| name.to_string()).collect();
            let there = if sizes.is_empty() { "none".into() } else { sizes.join(", ") };
            let Place { file, line, column, .. } = place;
            let head = format!("{file}:{line}:{column}: error: this is not over sizes of the input");
            PredictError::Source(format!("{head}\n  help: for {} these are {there}", self.entry.text))
        })
    }

    /// The sizes of the input by what they are.
    fn named(&self, analysis: &Analysis<'_>) -> Vec<(Var, Expr)> {
        let name = |size: analyzer::analysis::Size| {
            let argument = &self.contract.names[size.argument - 1];
            (size.var, Expr::var(format!("{}({argument})", size.metric.name())))
        };
        analysis.sizes().into_iter().map(name).collect()
    }

    fn tell_bounds(&self, analysis: &Analysis<'_>, claim: &Claim<'_>, report: &mut PropertyReport) {
        let named = self.named(analysis);
        let told = |side: &Side| {
            let part = |part: &Part| {
                let region = part.region.without_implied(&claim.domain).subst_all(&named);
                let form = part
                    .form
                    .as_ref()
                    .map_or("unknown".into(), |form| readable(&form.subst_all(&named), claim.resource).short);
                if region.is_always() { form } else { format!("{form} for {region}") }
            };
            let mut parts: Vec<String> = side.parts().iter().map(part).collect();
            if parts.len() > PARTS {
                parts.truncate(PARTS);
                parts.push("…".into());
            }
            if parts.is_empty() { "unknown".into() } else { parts.join("; ") }
        };
        let [lower, upper] = claim.found.each_ref().map(told);
        report.inferred = match lower == upper {
            true => vec![lower],
            false => vec![format!("at least {lower}"), format!("at most {upper}")],
        };
    }

    fn compare(&self, analysis: &Analysis<'_>, claim: &Claim<'_>, report: &mut PropertyReport) -> Outcome {
        self.tell_bounds(analysis, claim, report);
        let outcome = claim.compared();
        let named = self.named(analysis);
        let told = |parts: &[Guard]| -> Vec<String> {
            let text = |part: &Guard| {
                let own = part.without_implied(&claim.domain);
                if own.is_always() { "all sizes".into() } else { own.subst_all(&named).to_string() }
            };
            parts.iter().map(text).collect()
        };
        if outcome.is_proved {
            report.verdict = Verdict::Checked;
        } else {
            (report.holds, report.fails) = (told(&outcome.holds), told(&outcome.fails));
            let reason = claim.sides.iter().find_map(|&side| claim.side(side).reason());
            let open = "the bounds leave it open, and no call was found of which it is false";
            let none = "by the bounds it is false, but no call of these sizes was found and run";
            let why = if outcome.fails.is_empty() { open } else { none };
            report.reason = Some(reason.map_or(why.to_string(), ToString::to_string));
        }
        outcome
    }

    /// The verdict on a claim about a number: by functions, else by runs.
    fn decided(
        &self,
        analysis: &Analysis<'_>,
        mut report: PropertyReport,
        claim: &Claim<'_>,
        wanted: &Wanted<'_>,
        runner: &mut Runner<'_>,
    ) -> PropertyReport {
        let outcome = self.compare(analysis, claim, &mut report);
        if !outcome.is_proved {
            let regions = (outcome.holds.as_slice(), outcome.fails.as_slice());
            report.counterexample = runner.search(analysis, &self.entry, wanted, Some(regions));
            report.close();
        }
        report
    }
}

/// How many parts of a bound are told.
const PARTS: usize = 6;
/// Multiples of a claimed order that are tried.
const FACTORS: [i64; 5] = [1, 4, 64, 4096, 1 << 30];
/// Multiples of which a call is looked for that is beyond them.
const MULTIPLES: [i64; 4] = [64, 16, 4, 1];
/// What holds for a size beyond this holds for all from some size on: what is looked at one by one ends before.
const FAR: i64 = 1 << 40;

/// A multiple of a claimed order from above, or a part of it from below.
fn multiple(claim: &Claim<'_>, side: Direction, factor: i64) -> Expr {
    match side {
        Direction::Upper => Expr::int(factor) * (claim.value.clone() + Expr::int(1)),
        Direction::Lower => match Rational::ratio(1, factor) {
            Some(part) => Expr::num(part) * claim.value.clone(),
            None => claim.value.clone(),
        },
    }
    .simplify()
}

impl PropertyReport {
    /// Takes over what the analysis says.
    fn settle(&mut self, holds: Option<bool>, said: [&str; 2], lost: impl Fn() -> Option<String>) {
        let [yes, no] = said;
        match holds {
            Some(true) => {
                self.verdict = Verdict::Checked;
                self.inferred.extend((!yes.is_empty()).then(|| yes.to_string()));
            }
            Some(false) => self.reason = Some(no.to_string()),
            None => self.reason = Some(lost().unwrap_or("paths are missing from the analysis".into())),
        }
    }

    /// What a search came to.
    fn close(&mut self) {
        if self.counterexample.is_some() {
            self.verdict = Verdict::False;
            self.reason = None;
        }
    }
}

impl Claim<'_> {
    fn side(&self, side: Direction) -> &Side {
        match side {
            Direction::Lower => &self.found[0],
            Direction::Upper => &self.found[1],
        }
    }

    /// Where the claim is proved and where it is refuted by the bounds.
    fn compared(&self) -> Outcome {
        let deadline = Some(Instant::now() + COMPARING);
        let mut holds = vec![self.domain.clone()];
        let mut fails = Vec::new();
        for &side in self.sides {
            let parts = |bound: &Side| {
                let mut all = Compared::default();
                for part in bound.parts() {
                    let region = self.domain.clone().both(&part.region);
                    let Ok(form) = &part.form else { continue };
                    all.extend(match side {
                        Direction::Upper => Compared::at_most(&region, form, &self.value, deadline),
                        Direction::Lower => Compared::at_most(&region, &self.value, form, deadline),
                    });
                }
                all.merged(&self.domain)
            };
            let proved = parts(self.side(side));
            let other = if side == Direction::Upper { Direction::Lower } else { Direction::Upper };
            fails.extend(parts(self.side(other)).fails);
            holds = holds
                .iter()
                .flat_map(|part| proved.holds.iter().map(move |other| part.clone().both(other)))
                .filter(Guard::possible)
                .collect();
        }
        let is_proved = self.domain.without(&holds).is_some_and(|left| left.is_empty());
        let merged = Compared { holds, fails, open: Vec::new() }.merged(&self.domain);
        Outcome { holds: merged.holds, fails: merged.fails, is_proved }
    }
}

fn kind(property: &Property) -> Kind {
    match property {
        Property::NotFails => Kind::Nonfailure,
        Property::IsDet | Property::NoChoicepoints => Kind::Determinism,
        Property::Terminates => Kind::Termination,
        Property::NoException => Kind::Exception,
        Property::Solutions { .. } => Kind::Solutions,
        Property::Unchecked => Kind::Other,
        Property::Success(..) => Kind::Type,
        Property::Size { .. } => Kind::Size,
        Property::Cost { .. } => Kind::Cost,
    }
}

fn both(weights: &Weights) -> [(Direction, Weights); 2] {
    [Direction::Lower, Direction::Upper].map(|side| (side, weights.clone()))
}

/// The weights of a resource that is not a time.
fn weights_of(name: &str) -> Weights {
    match name {
        "steps" => Weights::steps(),
        "instructions" => Weights::instructions(),
        "heap" => Weights::heap(),
        "choicepoints" => Weights::choice_points(),
        "trail" => Weights::trail(),
        name => Weights::new(name, |key: Key| Rational::from(i64::from(key.to_string() == name))),
    }
}
