//! All that is known of a file: each predicate under each way in which it is called.
//!
//! Comes in: a program with its declarations. Goes out: a [`FileAnalysis`]. The predicates that have an entry are analysed as
//! it says; then those that nobody who was analysed calls, as they are used; with each come those that its calls reach
//! (`roots.rs`).

use crate::bounds::FunctionReport;
use crate::entries::Declared;
use crate::error::PredictError;
use crate::hot::{HotPath, Places};
use crate::kept::Kept;
use crate::predicates::show;
use crate::pricing::Pricing;
use crate::profile::name;
use crate::remedy::ReasonReport;
use crate::roots::{Reached, Roots, add};
use crate::sizes::{SizePoint, SizeReport};
use crate::usage::Taken;
use crate::value::Value;
use analyzer::budget::Budget;
use analyzer::entry::Entry;
use analyzer::reason::Code;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PatternAnalysis {
    /// How it is called, as an entry.
    pub entry: String,
    /// Where that comes from.
    pub from: From,
    /// The arguments that the bounds narrow to a type from use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Taken>,
    /// The sizes of its input.
    pub sizes: Vec<SizeReport>,
    /// Whether it has at most one solution and leaves no choice point; nothing where that is not known.
    pub deterministic: Option<bool>,
    /// Whether no call fails; nothing where that is not known.
    pub cannot_fail: Option<bool>,
    /// How all calls end where none ends as calls should.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Cow<'static, str>>,
    /// The types of the arguments on success.
    pub success: Option<Vec<String>>,
    /// The number of solutions.
    pub solutions: Functions,
    /// Resolution steps to the end of all solutions.
    pub steps: Functions,
    /// The time to that end, where the machine is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Functions>,
    /// All that at sizes as they are common.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical: Option<Typical>,
    /// Why a bound is unknown, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
    /// The same call as an assertion has it.
    #[serde(skip)]
    pub call: CallText,
}

/// A call as an assertion has it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

impl PatternAnalysis {
    /// Whether nothing is known because an analysis was too large.
    pub(crate) fn was_too_much(&self) -> bool {
        let code = self.reason.as_ref().and_then(|reason| Code::named(&reason.code));
        matches!(code, Some(Code::OutOfTime | Code::OutOfMemory | Code::ManyPatterns))
    }

    /// Whether something in it says where texts stand: reasons do.
    pub(crate) fn speaks_of_places(&self) -> bool {
        let of_parts = |function: &Option<FunctionReport>| {
            function.iter().flat_map(|function| &function.parts).any(|part| part.reason.is_some())
        };
        let of_either = |of: &Functions| of_parts(&of.lower) || of_parts(&of.upper);
        self.reason.is_some() || [&self.solutions, &self.steps].into_iter().chain(&self.time).any(of_either)
    }
}

/// Both bounds of a resource; of a time, what is expected where counts are the fewest and the most.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Functions {
    /// From below; none where it is unknown.
    pub lower: Option<FunctionReport>,
    /// From above; none where it is unknown.
    pub upper: Option<FunctionReport>,
    /// Whether both are the same.
    pub exact: bool,
}

/// What a call comes to at sizes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Typical {
    /// The sizes.
    pub sizes: SizePoint,
    /// Steps at least and at most.
    pub steps: [Option<Value>; 2],
    /// What the time is expected to be, at least and at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<[Option<Value>; 2]>,
    /// In which predicates the steps are, where they are in several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hot: Option<HotPath>,
}

/// Analyses a program within a budget for all, and a time for each entry. What is kept of earlier runs is taken from there.
pub fn analyze(
    declared: &Declared<'_>,
    pricing: Option<Pricing<'_>>,
    budget: Budget,
    each: Duration,
    kept: Option<&Kept>,
) -> Result<FileAnalysis, PredictError> {
    let program = &declared.loaded.program;
    let own: Vec<PredId> = own(program).collect();
    let roots = Roots::of(declared, pricing, (budget.half(), each), &own, kept)?;
    let mut found: BTreeMap<PredId, Vec<PatternAnalysis>> = BTreeMap::new();
    let mut missing: BTreeMap<PredId, String> = BTreeMap::new();
    let mut entries: Vec<(PredId, Entry)> = Vec::new();
    for &pred in &own {
        entries.extend(declared.declared_entries(pred)?.into_iter().map(|entry| (pred, entry)));
    }
    let analysed: Vec<_> = entries.into_par_iter().map(|(pred, entry)| roots.declared(pred, entry)).collect();
    let mut left = Vec::new();
    for reached in analysed {
        left.extend(add(reached?, &mut found));
    }
    let calls = calls(program, &own);
    let mut callers = None;
    loop {
        let next = next(&own, &calls, &|pred| !found.contains_key(&pred) && !missing.contains_key(&pred));
        if next.is_empty() {
            break;
        }
        let known: Vec<Option<Vec<Reached<'_>>>> = next.iter().map(|&pred| roots.kept_use(pred)).collect();
        if callers.is_none() && known.iter().any(Option::is_none) {
            callers = Some(roots.callers()?);
        }
        let analysed: Vec<Result<Result<Vec<Reached<'_>>, String>, PredictError>> = next
            .par_iter()
            .zip(known)
            .map(|(&pred, known)| match (known, &callers) {
                (Some(known), _) => Ok(Ok(known)),
                (None, Some(callers)) => roots.used(pred, callers),
                (None, None) => panic!("callers are analysed where something is not kept"),
            })
            .collect();
        for (pred, reached) in next.into_iter().zip(analysed) {
            // Another of them may have reached it through a goal.
            if !found.contains_key(&pred) {
                match reached? {
                    Ok(reached) => left.extend(add(reached, &mut found)),
                    Err(why) => drop(missing.insert(pred, why)),
                }
            }
        }
    }
    roots.look_again(left, budget, &mut found)?;
    let places = Places::of(declared);
    let hot = found.values_mut().flatten().filter_map(|of| of.typical.as_mut()?.hot.as_mut());
    hot.for_each(|hot| places.put_in(hot));
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
pub(crate) fn own(program: &Program) -> impl Iterator<Item = PredId> {
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
