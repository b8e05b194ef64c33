//! All that is known of a file: each predicate under each way in which it is called.
//!
//! Comes in: a program with its declarations. Goes out: a [`FileAnalysis`]. The predicates that have an entry are analysed as
//! it says; then those that nobody who was analysed calls, as they are used; with each come those that its calls reach.

use crate::bounds::{Bounded, FunctionReport, bound_analysed};
use crate::called::{Call, how_called};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::predicates::show;
use crate::pricing::Pricing;
use crate::profile::name;
use crate::remedy::{ReasonReport, Remedy, argument_names, property, quoted, written};
use crate::sizes::{SizePoint, SizeReport};
use crate::units::{Resource, Until};
use crate::usage::{Asked, Domain, Taken, Used, bound_as_used};
use crate::value::Value;
use analyzer::analysis::{Analysis, Success};
use analyzer::budget::Budget;
use analyzer::endings::Ends;
use analyzer::entry::Entry;
use analyzer::types::Type;
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
    /// The same call as an assertion has it.
    #[serde(skip)]
    pub call: CallText,
}

/// A call as an assertion has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallText {
    /// The predicate with names of arguments.
    pub head: String,
    /// The names.
    pub names: Vec<String>,
    /// What is said of arguments at the call.
    pub types: Vec<String>,
    /// What is said of them on success besides.
    pub success: Vec<String>,
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
    let mut found: BTreeMap<PredId, Vec<PatternAnalysis>> = BTreeMap::new();
    let mut missing: BTreeMap<PredId, String> = BTreeMap::new();
    let mut todo: Vec<(PredId, Call)> = Vec::new();
    for &pred in &own {
        if let Some(entry) = declared.declared_entry(pred)? {
            todo.push((pred, Call::declared(entry)));
        }
    }
    loop {
        let asked = Asked {
            resource: Resource::Steps,
            until: Until::All,
            pricing: None,
            budget: budget.lasting(each),
            domain: Domain::Every,
        };
        for (pred, Call { entry, why, domain }) in todo.drain(..) {
            let asked = Asked { domain, ..asked };
            let used = bound_as_used(declared, &entry, asked, &|_, _| true)?;
            patterns(&used, pred, why.map_or(From::Declared, From::Use), pricing, asked, &mut found)?;
        }
        let Some(pred) = next(program, &own, &found, &missing) else { break };
        match how_called(declared, pred, asked) {
            Ok(call) => todo.push((pred, call)),
            Err(error) => drop(missing.insert(pred, error.to_string())),
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
pub(crate) fn line(program: &Program, pred: PredId) -> usize {
    let of = program.get(pred);
    let (Some(clause), Some(&file)) = (of.source.first(), of.places.first()) else { return 0 };
    program.file(file).source.position(clause.terms.span(clause.root).start).line
}

/// The next predicate to look at that nothing is known of: one that no other such calls, if there is one.
fn next(
    program: &Program,
    own: &[PredId],
    found: &BTreeMap<PredId, Vec<PatternAnalysis>>,
    missing: &BTreeMap<PredId, String>,
) -> Option<PredId> {
    let open = |pred: &&PredId| !found.contains_key(pred) && !missing.contains_key(pred);
    let calls = |from: PredId, to: PredId| {
        program
            .get(from)
            .block
            .instrs
            .iter()
            .any(|instr| matches!(instr, Instr::Call { pred, .. } | Instr::Execute { pred, .. } if *pred == to))
    };
    let uncalled = |to: &&PredId| !own.iter().filter(open).any(|&from| from != **to && calls(from, **to));
    own.iter().filter(open).find(uncalled).or_else(|| own.iter().find(open)).copied()
}

/// Adds what is known of a predicate under an entry, and of those that its calls reach.
fn patterns(
    used: &Used<'_>,
    root: PredId,
    from: From,
    pricing: Option<Pricing<'_>>,
    asked: Asked<'_>,
    found: &mut BTreeMap<PredId, Vec<PatternAnalysis>>,
) -> Result<(), PredictError> {
    let Used { declared, entry, bounded } = used;
    let entry = &Entry { pattern: bounded.pattern.clone(), ..entry.clone() };
    let program = &declared.loaded.program;
    let analysis = Analysis::within(program, &declared.types, &declared.assertions, entry, asked.budget);
    let mut equations = analysis.equations();
    for reached in analysis.reached() {
        let Some(pred) = reached.pred() else { continue };
        let is_root = pred == root && reached.pattern() == entry.pattern;
        if !is_root && !own(program).any(|own| own == pred) {
            continue;
        }
        let pattern = reached.pattern().to_vec();
        let entry = Entry {
            pred,
            text: written(declared, &Entry { pred, pattern: pattern.clone(), text: String::new() }),
            pattern,
        };
        let known = found.entry(pred).or_default();
        if known.iter().any(|known| known.entry == entry.text && known.types == bounded.taken) {
            continue;
        }
        let mut bound = |resource, pricing| {
            bound_analysed(declared, &reached, &mut equations, &entry, resource, Until::All, pricing)
        };
        let (steps, solutions) = (bound(Resource::Steps, None)?, bound(Resource::Solutions, None)?);
        let time = pricing.map(|pricing| bound(Resource::Time, Some(pricing))).transpose()?;
        known.push(PatternAnalysis {
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
            call: call_text(declared, &reached),
            time: time.as_ref().map(expected),
        });
    }
    Ok(())
}

fn call_text(declared: &Declared<'_>, analysis: &Analysis<'_>) -> CallText {
    let Some(pred) = analysis.pred() else { return CallText::default() };
    let name = quoted(declared, declared.loaded.program.get(pred).functor.name);
    let names = argument_names(analysis.pattern().len());
    let of_each = |types: &[Type]| -> Vec<Option<String>> {
        let plain = |of: &Type| if matches!(of, Type::Integer(_)) { Type::Int } else { of.plain() };
        types.iter().zip(&names).map(|(of, name)| property(declared, &plain(of), name)).collect()
    };
    let types = of_each(analysis.pattern());
    let success = match analysis.success() {
        Success::Types(success) => {
            of_each(success).into_iter().zip(&types).filter(|(now, then)| now != *then).map(|of| of.0).collect()
        }
        Success::Never | Success::Unknown => Vec::new(),
    };
    CallText {
        head: if names.is_empty() { name } else { format!("{name}({})", names.join(", ")) },
        types: types.into_iter().flatten().collect(),
        success: success.into_iter().flatten().collect(),
        names,
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
