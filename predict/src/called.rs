//! How a predicate is called that has no entry of its own: as the rest of its text calls it, else as its clauses use it.
//!
//! Comes in: a program and a predicate. Goes out: a [`Call`], which says why it is that one. First the other entries of the
//! text are analysed, its directives and its predicates without arguments: what these call it with, taken together, is the
//! entry. Where none of them reaches it, the modes are those that its clauses suggest ([`analyzer::roles`]): the first
//! under which it has a finite upper bound, or the first at all.

use crate::entries::Declared;
use crate::error::PredictError;
use crate::predicates::show;
use crate::remedy::written;
use crate::usage::{Asked, Domain, bound_as_used};
use analyzer::analysis::Analysis;
use analyzer::entry::Entry;
use analyzer::inputs::entry_of_goal;
use analyzer::roles::{modes, roles};
use analyzer::types::Type;
use wam::code::PredicateKind;
use wam::instr::PredId;

/// How a predicate is called.
#[derive(Clone, Debug)]
pub struct Call {
    /// The entry to analyse.
    pub entry: Entry,
    /// Where it comes from, where the program does not declare it: `main/0 calls it so`.
    pub why: Option<String>,
    /// For which terms its bounds are wanted.
    pub domain: Domain,
}

impl Call {
    /// As somebody has said.
    pub fn declared(entry: Entry) -> Call {
        Call { entry, why: None, domain: Domain::Every }
    }
}

/// How a predicate is called: as the program declares, else as it calls it or uses it.
pub fn how_called(declared: &Declared<'_>, pred: PredId, asked: Asked<'_>) -> Result<Call, PredictError> {
    let program = &declared.loaded.program;
    let own = |pred: PredId| matches!(program.get(pred).kind, PredicateKind::Static | PredicateKind::Dynamic);
    match declared.entry(pred, None) {
        Err(PredictError::NoEntry { .. }) if own(pred) => {}
        entry => return Ok(Call::declared(entry?)),
    }
    let (mut found, mut names): (Option<Vec<Type>>, Vec<String>) = (None, Vec::new());
    for (caller, name) in callers(declared)? {
        if asked.budget.check().is_err() {
            break;
        }
        let budget = asked.budget.half();
        let analysis = Analysis::within(program, &declared.types, &declared.assertions, &caller, budget);
        let calls = analysis.explorer().variants.iter().filter(|variant| variant.pred == pred);
        for variant in calls {
            let join =
                |known: Vec<Type>| known.iter().zip(&variant.pattern).map(|(a, b)| declared.types.join(a, b)).collect();
            found = Some(found.map_or_else(|| variant.pattern.clone(), join));
            if names.last() != Some(&name) {
                names.push(name.clone());
            }
        }
    }
    let entry_with = |pattern: Vec<Type>| {
        let mut entry = Entry { pred, pattern, text: String::new() };
        entry.text = written(declared, &entry);
        entry
    };
    if let Some(pattern) = found {
        let pattern = pattern.iter().map(outside).collect();
        let why = Some(format!("as {} calls it", names.join(", ")));
        return Ok(Call { entry: entry_with(pattern), why, domain: Domain::Every });
    }
    let mut guesses = modes(&roles(program, pred)).into_iter().map(entry_with);
    let first = guesses.next().ok_or_else(|| PredictError::Uncallable(show(program, program.get(pred).functor)))?;
    let mut all = vec![first];
    all.extend(guesses);
    let asked = Asked { budget: asked.budget.half(), domain: Domain::Meant, ..asked };
    let has_bound = |entry: &&Entry| {
        let used = bound_as_used(declared, entry, asked, &|_, _| true);
        used.is_ok_and(|used| used.bounded.upper.reason().is_none())
    };
    let chosen = all.iter().find(has_bound).unwrap_or(&all[0]).clone();
    let why = Some("as its clauses use it, and nothing calls it".into());
    Ok(Call { entry: chosen, why, domain: asked.domain })
}

/// The ways into a text: its entries, the goals of its directives, and its predicates without arguments; with their names.
fn callers(declared: &Declared<'_>) -> Result<Vec<(Entry, String)>, PredictError> {
    let program = &declared.loaded.program;
    let mut found = Vec::new();
    for (at, of) in program.predicates.iter().enumerate() {
        let pred = PredId(at as u32);
        if of.source.is_empty() || !matches!(of.kind, PredicateKind::Static | PredicateKind::Dynamic) {
            continue;
        }
        let entry = match declared.declared_entry(pred)? {
            None if of.functor.arity == 0 => Some(declared.entry(pred, None)?),
            entry => entry,
        };
        found.extend(entry.map(|entry| (entry, show(program, of.functor))));
    }
    for directive in &program.directives {
        let entry = entry_of_goal(program, &declared.types, directive, None);
        found.extend(entry.map(|entry| {
            let name = format!("the directive {}", show(program, program.get(entry.pred).functor));
            (entry, name)
        }));
    }
    Ok(found)
}

/// A type of a call as one of an entry: variables that are shared may be anything, of constants the sort.
fn outside(of: &Type) -> Type {
    match of {
        Type::Shared(_) | Type::Bottom => Type::Any,
        Type::Const(_) => Type::Atom,
        Type::List(element) if **element == Type::Bottom => Type::List(Box::new(Type::Ground)),
        Type::List(element) => Type::List(Box::new(outside(element))),
        Type::Struct(..) if !of.is_ground() => Type::Any,
        of => of.clone(),
    }
}
