//! All that is known of a file: each predicate under each way in which it is called.
//!
//! Comes in: a program with its declarations. Goes out: a [`FileAnalysis`]. The predicates that have an entry are analysed as
//! it says; then those that nobody who was analysed calls, as they are used; with each come those that its calls reach.

use crate::bounds::{Bounded, FunctionReport, bound_analysed};
use crate::called::{Call, Callers, called_or_used};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::predicates::show;
use crate::pricing::Pricing;
use crate::profile::name;
use crate::remedy::{ReasonReport, Remedy, written};
use crate::sizes::{SizePoint, SizeReport};
use crate::units::{Resource, Until};
use crate::usage::{Asked, Domain, Taken, Used, bound_as_used};
use crate::value::Value;
use analyzer::analysis::{Analysis, Success};
use analyzer::budget::Budget;
use analyzer::endings::Ends;
use analyzer::entry::Entry;
use analyzer::types::Type;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use solver::Direction;
use std::collections::BTreeMap;
use std::time::Duration;
use wam::code::{PredicateKind, Program};
use wam::instr::{Instr, PredId};

/// What is known of the predicates of a file.
#[derive(Clone, Debug, Serialize)]
pub struct FileAnalysis {
    /// The file.
    pub file: String,
    /// The machine that times are for; none where no time was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// Its predicates in the order of their clauses.
    pub predicates: Vec<PredicateAnalysis>,
}

/// What is known of a predicate.
#[derive(Clone, Debug, Serialize)]
pub struct PredicateAnalysis {
    /// `name/arity`.
    pub predicate: String,
    /// The line of its first clause, from 1.
    pub line: usize,
    /// How it is called, and what that comes to; nothing where no call is known.
    pub patterns: Vec<PatternAnalysis>,
    /// Why there is no pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// Where a call pattern comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum From {
    /// An entry declaration.
    Declared,
    /// How the program uses it: `as main/0 calls it`.
    Use(String),
    /// Calls that this predicate leads to.
    CallsOf(String),
}

/// What is known of a predicate under a call pattern.
#[derive(Clone, Debug, Serialize)]
pub struct PatternAnalysis {
    /// How it is called, as an entry.
    pub entry: String,
    /// Where that comes from.
    pub from: From,
    /// The arguments that the bounds narrow to a type from use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Taken>,
    /// The sizes of its input.
    pub sizes: Vec<SizeReport>,
    /// Whether it has at most one solution and leaves no choice point; nothing where that is not known.
    pub deterministic: Option<bool>,
    /// Whether no call fails; nothing where that is not known.
    pub cannot_fail: Option<bool>,
    /// How all calls end where none ends as calls should.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'static str>,
    /// The types of the arguments on success.
    pub success: Option<Vec<String>>,
    /// The number of solutions.
    pub solutions: Functions,
    /// Resolution steps to the end of all solutions.
    pub steps: Functions,
    /// The time to that end, where the machine is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Functions>,
    /// All that at sizes as they are common.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typical: Option<Typical>,
    /// Why a bound is unknown, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
}

/// Both bounds of a resource; of a time, what is expected where counts are the fewest and the most.
#[derive(Clone, Debug, Serialize)]
pub struct Functions {
    /// From below; none where it is unknown.
    pub lower: Option<FunctionReport>,
    /// From above; none where it is unknown.
    pub upper: Option<FunctionReport>,
    /// Whether both are the same.
    pub exact: bool,
}

/// What a call comes to at sizes.
#[derive(Clone, Debug, Serialize)]
pub struct Typical {
    /// The sizes.
    pub sizes: SizePoint,
    /// Steps at least and at most.
    pub steps: [Option<Value>; 2],
    /// What the time is expected to be, at least and at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<[Option<Value>; 2]>,
}

/// Sizes that are tried for a typical call, the first with which it takes less than [`SHORT`].
const TYPICAL: [i64; 6] = [100, 30, 10, 5, 3, 1];

/// So many steps are no typical call's.
const SHORT: f64 = 1e7;

/// Analyses a program within a budget for all, and a time for each entry.
pub fn analyze(
    declared: &Declared<'_>,
    pricing: Option<Pricing<'_>>,
    budget: Budget,
    each: Duration,
) -> Result<FileAnalysis, PredictError> {
    let program = &declared.loaded.program;
    let own: Vec<PredId> = own(program).collect();
    let roots = Roots { declared, pricing, own: own.iter().copied().collect(), budget, each };
    let mut found: BTreeMap<PredId, Vec<PatternAnalysis>> = BTreeMap::new();
    let mut missing: BTreeMap<PredId, String> = BTreeMap::new();
    let mut entries: Vec<(PredId, Call)> = Vec::new();
    for &pred in &own {
        entries.extend(declared.declared_entry(pred)?.map(|entry| (pred, Call::declared(entry))));
    }
    let analysed: Vec<_> = entries.into_par_iter().map(|(pred, call)| roots.under(pred, call, None)).collect();
    for patterns in analysed {
        add(patterns?, &mut found);
    }
    let calls = calls(program, &own);
    let mut callers = None;
    loop {
        let next = next(&own, &calls, &|pred| !found.contains_key(&pred) && !missing.contains_key(&pred));
        if next.is_empty() {
            break;
        }
        let callers = match &callers {
            Some(callers) => callers,
            None => callers.insert(Callers::of(declared, budget.lasting(each))?),
        };
        let analysed: Vec<_> = next.par_iter().map(|&pred| roots.used(pred, callers)).collect();
        for (pred, patterns) in next.into_iter().zip(analysed) {
            // Another of them may have reached it through a goal.
            if !found.contains_key(&pred) {
                match patterns? {
                    Ok(patterns) => add(patterns, &mut found),
                    Err(why) => drop(missing.insert(pred, why)),
                }
            }
        }
    }
    let mut predicate = |pred: PredId| PredicateAnalysis {
        predicate: show(program, program.get(pred).functor),
        line: line(program, pred),
        patterns: found.remove(&pred).unwrap_or_default(),
        missing: missing.remove(&pred),
    };
    let mut predicates: Vec<PredicateAnalysis> = own.into_iter().map(&mut predicate).collect();
    predicates.sort_by_key(|of| of.line);
    let machine = pricing.map(|pricing| name(pricing.profile));
    Ok(FileAnalysis { file: declared.loaded.source.name().to_string(), machine, predicates })
}

/// The predicates of the user's text, in the order of their numbers.
fn own(program: &Program) -> impl Iterator<Item = PredId> {
    (0..program.predicates.len() as u32).map(PredId).filter(|&pred| {
        let of = program.get(pred);
        matches!(of.kind, PredicateKind::Static | PredicateKind::Dynamic)
            && !of.source.is_empty()
            && !program.is_lifted(pred)
    })
}

/// The line of a predicate's first clause.
fn line(program: &Program, pred: PredId) -> usize {
    let of = program.get(pred);
    let (Some(clause), Some(&file)) = (of.source.first(), of.places.first()) else { return 0 };
    program.file(file).source.position(clause.terms.span(clause.root).start).line
}

/// The predicates of the text that each of them calls.
fn calls(program: &Program, own: &[PredId]) -> FxHashMap<PredId, FxHashSet<PredId>> {
    let own: FxHashSet<PredId> = own.iter().copied().collect();
    let called = |from: PredId| {
        let called = program.get(from).block.instrs.iter().filter_map(|instr| match instr {
            Instr::Call { pred, .. } | Instr::Execute { pred, .. } => Some(*pred),
            _ => None,
        });
        called.filter(|to| *to != from && own.contains(to)).collect()
    };
    own.iter().map(|&from| (from, called(from))).collect()
}

/// The next predicates to look at that nothing is known of: those that no other such calls, else one of a circle.
fn next(own: &[PredId], calls: &FxHashMap<PredId, FxHashSet<PredId>>, is_open: &dyn Fn(PredId) -> bool) -> Vec<PredId> {
    let open: Vec<PredId> = own.iter().copied().filter(|&pred| is_open(pred)).collect();
    let called: FxHashSet<PredId> = open.iter().flat_map(|from| &calls[from]).copied().collect();
    let uncalled: Vec<PredId> = open.iter().copied().filter(|pred| !called.contains(pred)).collect();
    if uncalled.is_empty() { open.into_iter().take(1).collect() } else { uncalled }
}

/// What is known of a predicate that calls of another reach, or of that one itself.
struct Reached {
    pred: PredId,
    /// The call pattern as it is written for any predicate; that of an entry is shown as it stands in the text.
    called: String,
    /// The types from use under which the other one was analysed.
    taken: Vec<Taken>,
    pattern: PatternAnalysis,
}

/// Whether calls of that pattern were analysed, with the same types.
fn is_known<'p>(mut known: impl Iterator<Item = &'p PatternAnalysis>, called: &str, taken: &[Taken]) -> bool {
    known.any(|known| known.entry == called && known.types == taken)
}

/// Adds what is not known yet.
fn add(reached: Vec<Reached>, found: &mut BTreeMap<PredId, Vec<PatternAnalysis>>) {
    for Reached { pred, called, taken, pattern } in reached {
        let known = found.entry(pred).or_default();
        if !is_known(known.iter(), &called, &taken) {
            known.push(pattern);
        }
    }
}

/// How predicates are analysed with all that their calls reach: each by itself, so that many are side by side.
struct Roots<'a> {
    declared: &'a Declared<'a>,
    pricing: Option<Pricing<'a>>,
    own: FxHashSet<PredId>,
    /// For all of them.
    budget: Budget,
    /// For each of them.
    each: Duration,
}

impl<'a> Roots<'a> {
    fn asked(&self) -> Asked<'a> {
        let budget = self.budget.lasting(self.each);
        Asked { resource: Resource::Steps, until: Until::All, pricing: None, budget, domain: Domain::Every }
    }

    /// A predicate that has no entry, as it is called or used; or why there is no such way.
    fn used(&self, pred: PredId, callers: &Callers) -> Result<Result<Vec<Reached>, String>, PredictError> {
        match called_or_used(self.declared, pred, self.asked(), callers) {
            Ok((call, used)) => self.under(pred, call, used).map(Ok),
            Err(error) => Ok(Err(error.to_string())),
        }
    }

    /// A predicate called in one way; `used` are its bounds, where they are known.
    fn under(&self, pred: PredId, call: Call, used: Option<Used<'a>>) -> Result<Vec<Reached>, PredictError> {
        let Call { entry, why, domain } = call;
        let asked = Asked { domain, ..self.asked() };
        let used = match used {
            Some(used) => used,
            None => bound_as_used(self.declared, &entry, asked, &|_, _| true)?,
        };
        self.patterns(&used, pred, why.map_or(From::Declared, From::Use), asked)
    }

    /// What is known of a predicate under an entry, and of those that its calls reach.
    fn patterns(
        &self,
        used: &Used<'_>,
        root: PredId,
        from: From,
        asked: Asked<'_>,
    ) -> Result<Vec<Reached>, PredictError> {
        let Used { declared, entry, bounded } = used;
        let entry = &Entry { pattern: bounded.pattern.clone(), ..entry.clone() };
        let program = &declared.loaded.program;
        let analysis = Analysis::within(program, &declared.types, &declared.assertions, entry, asked.budget);
        let mut equations = analysis.equations();
        let mut found: Vec<Reached> = Vec::new();
        for reached in analysis.reached() {
            let Some(pred) = reached.pred() else { continue };
            let is_root = pred == root && reached.pattern() == entry.pattern;
            if !is_root && !self.own.contains(&pred) {
                continue;
            }
            let pattern = reached.pattern().to_vec();
            let entry = Entry {
                pred,
                text: written(declared, &Entry { pred, pattern: pattern.clone(), text: String::new() }),
                pattern,
            };
            let of_pred = found.iter().filter(|reached| reached.pred == pred).map(|reached| &reached.pattern);
            if is_known(of_pred, &entry.text, &bounded.taken) {
                continue;
            }
            let mut bound = |resource: Resource, pricing| {
                bound_analysed(declared, &reached, &mut equations, &entry, resource, Until::All, pricing)
            };
            let (steps, solutions) = (bound(Resource::Steps, None)?, bound(Resource::Solutions, None)?);
            let time = self.pricing.map(|pricing| bound(Resource::Time, Some(pricing))).transpose()?;
            let pattern = PatternAnalysis {
                entry: if is_root { used.entry.text.clone() } else { entry.text.clone() },
                from: if is_root { from.clone() } else { From::CallsOf(show(program, program.get(root).functor)) },
                types: if is_root { bounded.taken.clone() } else { Vec::new() },
                sizes: steps.size_reports(),
                deterministic: reached.is_deterministic(),
                cannot_fail: reached.cannot_fail(),
                ends: match reached.ends() {
                    Ends::Raises => Some("every call raises an exception"),
                    Ends::Never => Some("no call ends"),
                    Ends::Perhaps => None,
                },
                success: success(declared, &reached),
                typical: typical(&steps, time.as_ref()),
                reason: steps.reason().map(|reason| ReasonReport::of(reason, &Remedy::NotSought)),
                solutions: functions(&solutions),
                steps: functions(&steps),
                time: time.as_ref().map(expected),
            };
            found.push(Reached { pred, called: entry.text, taken: bounded.taken.clone(), pattern });
        }
        Ok(found)
    }
}

fn success(declared: &Declared<'_>, analysis: &Analysis<'_>) -> Option<Vec<String>> {
    let Success::Types(types) = analysis.success() else { return None };
    let shown = |of: &Type| of.display(&declared.loaded.program.atoms, &declared.types);
    Some(types.iter().map(shown).collect())
}

fn functions(of: &Bounded) -> Functions {
    Functions { lower: of.function(&of.lower), upper: of.function(&of.upper), exact: of.exact }
}

/// What a time is expected to be.
fn expected(of: &Bounded) -> Functions {
    match &of.expected {
        Some(expected) => {
            Functions { lower: of.function(&expected.lower), upper: of.function(&expected.upper), exact: of.exact }
        }
        None => functions(of),
    }
}

/// Steps and time at the largest typical size with which there are not too many steps.
fn typical(steps: &Bounded, time: Option<&Bounded>) -> Option<Typical> {
    let point = |size: i64| -> SizePoint { steps.names().into_iter().map(|name| (name, size)).collect() };
    let few = |size: &i64| {
        let at = point(*size);
        let value = steps.value(Direction::Upper, &at).or_else(|| steps.value(Direction::Lower, &at));
        value.is_some_and(|value| value.to_f64() <= SHORT)
    };
    let sizes = point(TYPICAL.into_iter().find(few)?);
    let times = time.map(|time| {
        let expected = time.at(&sizes, None).expected;
        expected.map_or([None, None], |of| [of.lower, of.upper])
    });
    Some(Typical {
        steps: [Direction::Lower, Direction::Upper].map(|side| steps.value(side, &sizes)),
        time: times,
        sizes,
    })
}
