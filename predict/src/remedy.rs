//! Why a bound is unknown, as a report, and one line that gives a bound: an assertion or modes, tried before it is said.
//!
//! Comes in: a predicate whose upper bound is unknown. A candidate is a line of program text: a trust assertion for the
//! predicate in which knowledge was lost, or an entry with narrower types. Each is loaded with the program and analysed;
//! the first that gives a bound is the remedy. What an assertion claims is the user's to say: its figures are examples.

use crate::bounds::{Bounded, Outlook, bound};
use crate::entries::Declared;
use crate::predicates::find;
use crate::units::Resource;
use crate::usage::Asked;
use analyzer::entry::{Entry, Inside};
use analyzer::reason::{Called, Code, Reason};
use analyzer::types::{Metric, Type};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Duration;
use wam::code::PredicateKind;
use wam::instr::PredId;
use wam::read::Source;
use wam::term::{Span, Terms};
use wam::write::{WriteOptions, write_term};

/// What trying candidates may take.
const TRYING: Duration = Duration::from_secs(1);
/// Texts of more bytes are not loaded again to try a line.
const LARGEST_TEXT: usize = 1 << 20;
/// How many candidates are tried.
const CANDIDATES: usize = 24;

/// What gives a bound.
#[derive(Clone, PartialEq, Debug)]
pub enum Remedy {
    /// It was not looked for: the bounds are known, or nobody asked.
    NotSought,
    /// A line of program text with which the bound is known.
    Found {
        /// The line: it loads as it is.
        line: String,
        /// The bound with it.
        gives: String,
        /// How many candidates were tried.
        tried: usize,
    },
    /// None was found among so many.
    NotFound(usize),
}

/// Why a bound is unknown, in a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReasonReport {
    /// The code: `H0203`.
    pub code: String,
    /// What it means.
    pub meaning: Cow<'static, str>,
    /// All of it in a line.
    pub text: String,
    /// What happened.
    pub what: String,
    /// The predicate in which it did.
    pub predicate: String,
    /// The file of the literal or clause.
    pub file: Option<String>,
    /// Its line, from 1.
    pub line: Option<usize>,
    /// Its column, from 1.
    pub column: Option<usize>,
    /// The argument concerned, from 1.
    pub argument: Option<usize>,
    /// Its metric.
    pub metric: Option<Cow<'static, str>>,
    /// What was tried, and why it did not help.
    pub tried: Vec<String>,
    /// A line of program text with which the bound is known, if one was found.
    pub remedy: Option<String>,
    /// The bound with it.
    pub gives: Option<String>,
    /// How many remedies were tried.
    pub remedies_tried: usize,
}

impl ReasonReport {
    /// A reason with what helps.
    pub fn of(reason: &Reason, remedy: &Remedy) -> ReasonReport {
        let (line, gives, tried) = match remedy {
            Remedy::NotSought => (None, None, 0),
            Remedy::Found { line, gives, tried } => (Some(line.clone()), Some(gives.clone()), *tried),
            Remedy::NotFound(tried) => (None, None, *tried),
        };
        ReasonReport {
            code: reason.code.to_string(),
            meaning: reason.code.row().meaning.into(),
            text: reason.to_string(),
            what: reason.what.clone(),
            predicate: reason.predicate.clone(),
            file: reason.place.as_ref().map(|place| place.file.clone()),
            line: reason.place.as_ref().map(|place| place.line),
            column: reason.place.as_ref().map(|place| place.column),
            argument: reason.size.map(|(argument, _)| argument),
            metric: reason.size.map(|(_, metric)| metric.name().into()),
            tried: reason.tried.clone(),
            remedy: line,
            gives,
            remedies_tried: tried,
        }
    }
}

/// A candidate.
enum Candidate {
    /// A line that is added to the program.
    Trust(String),
    /// How the predicate is called instead.
    Entry(String),
}

/// Looks for what gives a bound where the upper one is unknown, within a small part of a budget.
pub fn seek(declared: &Declared<'_>, entry: &Entry, bounded: &mut Bounded, asked: Asked<'_>) {
    let Some(reason) = bounded.upper.reason() else { return };
    let budget = asked.budget.lasting(TRYING);
    let mut tried = 0;
    let asked = Asked { budget, ..asked };
    for candidate in candidates(declared, entry, reason, bounded.resource).into_iter().take(CANDIDATES) {
        if budget.check().is_err() {
            break;
        }
        tried += 1;
        if let Some((line, gives)) = attempt(declared, entry, asked, &candidate) {
            bounded.remedy = Remedy::Found { line, gives, tried };
            return;
        }
    }
    bounded.remedy = Remedy::NotFound(tried);
}

/// The bound with a candidate, if it gives one.
fn attempt(
    declared: &Declared<'_>,
    entry: &Entry,
    asked: Asked<'_>,
    candidate: &Candidate,
) -> Option<(String, String)> {
    let known = |declared: &Declared<'_>, entry: &Entry| {
        let bounded = bound(declared, entry, asked.resource, asked.until, asked.pricing, asked.budget).ok()?;
        // Types for which the program certainly fails help nobody, nor do those for which it is done with at once.
        let is_idle = bounded.outlook == Outlook::Fails || !bounded.is_dearer_for_more();
        if is_idle && matches!(candidate, Candidate::Entry(_)) {
            return None;
        }
        let function = bounded.function(&bounded.upper).filter(|_| bounded.upper.reason().is_none());
        function.map(|function| function.text())
    };
    match candidate {
        // It would take longer to load than what trying may take, and as much memory again.
        Candidate::Trust(_) if declared.loaded.source.text().len() > LARGEST_TEXT => None,
        Candidate::Trust(line) => {
            let loaded = declared.loaded.with_text(format!("{}\n{line}\n", declared.loaded.source.text())).ok()?;
            let again = Declared::of(&loaded).ok()?;
            let functor = declared.loaded.program.get(entry.pred).functor;
            let pred = find(&loaded.program, &crate::predicates::show(&declared.loaded.program, functor)).ok()?;
            let modes = Source::new("modes", entry.text.as_str());
            let entry = again.entry(pred, Some(&modes)).ok()?;
            Some((line.clone(), known(&again, &entry)?))
        }
        Candidate::Entry(modes) => {
            let source = Source::new("modes", modes.as_str());
            let narrower = declared.entry(entry.pred, Some(&source)).ok()?;
            Some((format!(":- entry {modes}."), known(declared, &narrower)?))
        }
    }
}

/// What may help for a reason, the most likely first.
fn candidates(declared: &Declared<'_>, entry: &Entry, reason: &Reason, resource: Resource) -> Vec<Candidate> {
    let trust = || reason.called.iter().flat_map(|called| trusts(declared, called, resource)).map(Candidate::Trust);
    let entries = || entries(declared, entry).into_iter().map(Candidate::Entry);
    match reason.code {
        Code::OpenSize | Code::OpenGoal | Code::Partial | Code::NotEnding | Code::Unsolved => {
            entries().chain(trust()).collect()
        }
        Code::Dynamic => {
            let facts = reason.called.iter().filter_map(|called| facts(declared, called)).map(Candidate::Trust);
            facts.chain(trust()).collect()
        }
        Code::ManyPaths
        | Code::ManyPatterns
        | Code::Unsettled
        | Code::Undefined
        | Code::Catch
        | Code::OtherGoal
        | Code::Machine
        | Code::Mutation
        | Code::Direction
        | Code::Crossed
        | Code::Unclaimed
        | Code::OutOfTime
        | Code::OutOfMemory => trust().collect(),
        Code::Endless | Code::Raises | Code::Infinite | Code::Collector => Vec::new(),
    }
}

/// An atom as it is read back.
pub(crate) fn quoted(declared: &Declared<'_>, name: wam::atoms::Atom) -> String {
    let (mut terms, mut text) = (Terms::new(), String::new());
    let root = terms.atom(name, Span::default());
    let program = &declared.loaded.program;
    write_term(&mut text, &terms, root, &program.atoms, &program.ops, &WriteOptions::quoted());
    text
}

/// A type as a property of an argument; nothing for any term, or one that has no name.
pub(crate) fn property(declared: &Declared<'_>, of: &Type, argument: &str) -> Option<String> {
    let name = |of: &Type| of.display(&declared.loaded.program.atoms, &declared.types);
    Some(match of {
        Type::Any | Type::Bottom => return None,
        Type::Const(_) => format!("atm({argument})"),
        Type::Struct(..) if of.is_ground() => format!("gnd({argument})"),
        Type::Struct(..) => return None,
        Type::List(element) => match &**element {
            Type::Ground | Type::Bottom | Type::Const(_) | Type::Struct(..) if of.is_ground() => {
                format!("list({argument})")
            }
            Type::Struct(..) | Type::Any | Type::Free | Type::Shared(_) => format!("list(term, {argument})"),
            element => format!("list({}, {argument})", name(element)),
        },
        of => format!("{}({argument})", name(of)),
    })
}

/// How many facts the dynamic predicate that is called has: the figure is an example.
fn facts(declared: &Declared<'_>, called: &Called) -> Option<String> {
    let pred = declared.loaded.program.predicates.get(called.pred.0 as usize)?;
    let is_dynamic = pred.kind == PredicateKind::Dynamic;
    let name = quoted(declared, pred.functor.name);
    is_dynamic.then(|| format!(":- trust size({name}/{}, clauses, 100).", pred.functor.arity))
}

/// Trust assertions for a call: what its results are is guessed in several ways, what it costs is an example.
fn trusts(declared: &Declared<'_>, called: &Called, resource: Resource) -> Vec<String> {
    let program = &declared.loaded.program;
    let Some(pred) = program.predicates.get(called.pred.0 as usize) else { return Vec::new() };
    if pred.kind == PredicateKind::Library || called.pattern.is_empty() {
        return Vec::new();
    }
    let names = argument_names(called.pattern.len());
    let typed: Vec<String> =
        called.pattern.iter().zip(&names).filter_map(|(of, name)| property(declared, of, name)).collect();
    let measured = |(of, name): (&Type, &String)| match of {
        Type::Struct(..) | Type::Ground if of.is_ground() => Some(format!("{}({name})", Metric::Size.name())),
        // It may be negative, which no cost is.
        Type::Int => Some(format!("max(1, {}({name}))", Metric::Value.name())),
        of => of.metric().map(|metric| format!("{}({name})", metric.name())),
    };
    let sizes: Vec<String> = called.pattern.iter().zip(&names).filter_map(measured).collect();
    let whole = if sizes.is_empty() { "1".to_string() } else { sizes.join(" + ") };
    let results: Vec<&String> =
        called.pattern.iter().zip(&names).filter(|(of, _)| !of.is_ground()).map(|(_, name)| name).collect();
    let given = |of: &dyn Fn(&str) -> String| results.iter().map(|name| of(name)).collect::<Vec<_>>().join(", ");
    let guesses = match results.is_empty() {
        true => vec![String::new()],
        false => vec![
            String::new(),
            given(&|name| format!("list({name}), size(ub, length, {name}, {whole})")),
            given(&|name| format!("int({name}), size(ub, int, {name}, {whole})")),
            given(&|name| format!("gnd({name}), size(ub, size, {name}, {whole})")),
        ],
    };
    let head = format!("{}({})", quoted(declared, pred.functor.name), names.join(", "));
    let calls = if typed.is_empty() { String::new() } else { format!(" : ({})", typed.join(", ")) };
    // What a call costs may not depend on a size that is not known where it is called: then it is one figure.
    let costs = if whole == "1" || resource == Resource::Solutions { vec![whole] } else { vec![whole, "1".into()] };
    let line = |guess: &str, cost: &str| {
        let success = if guess.is_empty() { String::new() } else { format!(" => ({guess})") };
        // Of solutions only that there is one at most can be vouched for.
        let claim = match resource {
            Resource::Solutions => "is_det".to_string(),
            counted => format!("(is_det, cost(ub, {counted}, {cost}))"),
        };
        format!(":- trust pred {head}{calls}{success} + {claim}.")
    };
    costs.iter().flat_map(|cost| guesses.iter().map(|guess| line(guess, cost))).collect()
}

/// Names of arguments in an assertion.
pub(crate) fn argument_names(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{}{}", char::from(b'A' + (at % 26) as u8), suffix(at))).collect()
}

fn suffix(at: usize) -> String {
    match at / 26 {
        0 => String::new(),
        round => round.to_string(),
    }
}

/// A type as a mode.
fn mode(declared: &Declared<'_>, of: &Type) -> String {
    match of {
        Type::Any => "?".into(),
        Type::Free | Type::Shared(_) => "-".into(),
        Type::Ground => "+".into(),
        Type::Named(id) if declared.types.is_total(*id) => "+".into(),
        of => format!("+{}", of.display(&declared.loaded.program.atoms, &declared.types)),
    }
}

/// An entry as it is written, from the types of its arguments.
pub(crate) fn written(declared: &Declared<'_>, entry: &Entry) -> String {
    let name = quoted(declared, declared.loaded.program.get(entry.pred).functor.name);
    let modes: Vec<String> = entry.pattern.iter().map(|of| mode(declared, of)).collect();
    format!("{name}({})", modes.join(","))
}

/// The entry of a predicate that is called with arguments of some types.
pub(crate) fn entry_of(declared: &Declared<'_>, pred: PredId, pattern: Vec<Type>) -> Entry {
    let mut entry = Entry { pred, pattern, text: String::new(), inside: Inside::Plain };
    entry.text = written(declared, &entry);
    entry
}

/// Entries with narrower types than those that are taken from use: one argument at a time, then all that can be.
fn entries(declared: &Declared<'_>, entry: &Entry) -> Vec<String> {
    let program = &declared.loaded.program;
    let name = quoted(declared, program.get(entry.pred).functor.name);
    let has_name = |of: &Type| !matches!(of, Type::Bottom | Type::Const(_) | Type::Struct(..));
    if !entry.pattern.iter().all(has_name) {
        return Vec::new();
    }
    let modes: Vec<String> = entry.pattern.iter().map(|of| mode(declared, of)).collect();
    let narrower = |of: &Type| -> &[&str] {
        match of {
            Type::Any => &["+list", "+list(int)", "+nat", "+"],
            Type::Ground => &["+list(int)", "+nat", "+list(nat)"],
            Type::List(element) if **element == Type::Ground => &["+list(int)", "+list(nat)", "+list(list)"],
            Type::List(element) if **element == Type::Int => &["+list(nat)"],
            Type::Int | Type::Number => &["+nat"],
            _ => &[],
        }
    };
    let written = |modes: &[String]| format!("{name}({})", modes.join(", "));
    let mut found = Vec::new();
    for (at, of) in entry.pattern.iter().enumerate() {
        for mode in narrower(of) {
            let mut modes = modes.clone();
            modes[at] = (*mode).to_string();
            found.push(written(&modes));
        }
    }
    for nth in 0..3 {
        let all = entry.pattern.iter().zip(&modes);
        let all: Vec<String> = all
            .map(|(of, mode)| narrower(of).get(nth).map_or_else(|| mode.clone(), |narrow| (*narrow).to_string()))
            .collect();
        let line = written(&all);
        if all != modes && !found.contains(&line) {
            found.push(line);
        }
    }
    found
}
