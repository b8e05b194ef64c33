//! How a predicate is called that has no entry of its own: as the rest of its text calls it, else as its clauses use it.
//!
//! Comes in: a program and a predicate. Goes out: a [`Call`], which says why it is that one. First the other entries of the
//! text are analysed, its directives and its predicates without arguments: what these call it with, taken together, is the
//! entry. Where none of them reaches it, the modes are those that its clauses suggest ([`analyzer::roles`]): the first
//! under which it has a finite upper bound, or the first at all.

use crate::bounds::Outlook;
use crate::entries::Declared;
use crate::error::PredictError;
use crate::predicates::show;
use crate::remedy::entry_of;
use crate::usage::{Asked, Domain, Used, bound_as_used};
use analyzer::analysis::Analysis;
use analyzer::budget::Budget;
use analyzer::entry::Entry;
use analyzer::inputs::entry_of_goal;
use analyzer::roles::Roles;
use analyzer::types::Type;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use wam::code::PredicateKind;
use wam::instr::PredId;

/// How a predicate is called.
pub struct Call<'a> {
    /// The entry to analyse.
    pub entry: Entry,
    /// Where it comes from, where the program does not declare it: `main/0 calls it so`.
    pub why: Option<String>,
    /// For which terms its bounds are wanted.
    pub domain: Domain,
    /// Its bounds, where looking for the entry has found them.
    pub(crate) used: Option<Used<'a>>,
}

impl<'a> Call<'a> {
    /// As somebody has said.
    pub fn declared(entry: Entry) -> Call<'a> {
        Call { entry, why: None, domain: Domain::Every, used: None }
    }

    /// Its bounds, where its entry comes from, and for which terms they are.
    pub fn bounded(
        self,
        declared: &'a Declared<'a>,
        asked: Asked<'_>,
    ) -> Result<(Used<'a>, Option<String>, Domain), PredictError> {
        let Call { entry, why, domain, used } = self;
        let used = match used {
            Some(used) => used,
            None => bound_as_used(declared, &entry, Asked { domain, ..asked }, &|_, _| true)?,
        };
        Ok((used, why, domain))
    }
}

/// How a predicate is called: as the program declares, else as it calls it or uses it.
pub fn how_called<'a>(declared: &'a Declared<'a>, pred: PredId, asked: Asked<'_>) -> Result<Call<'a>, PredictError> {
    match said(declared, pred)? {
        Some(call) => Ok(call),
        None => called_or_used(declared, pred, asked, &Callers::of(declared, asked.budget)?),
    }
}

/// The call patterns of predicates.
type Patterns = FxHashMap<PredId, Vec<Vec<Type>>>;

/// Modes in which a predicate has a bound, and the likeliest.
type AsUsed<'a> = (Option<(Entry, Used<'a>)>, Option<(Entry, Option<Used<'a>>)>);

/// What the ways into a text call its predicates with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Callers {
    /// The name of each way, and the call patterns that it leads to.
    ways: Vec<(String, Patterns)>,
    /// What the clauses of the text's predicates do with their arguments.
    roles: Roles,
}

impl Callers {
    /// Analyses all ways into a text.
    pub(crate) fn of(declared: &Declared<'_>, budget: Budget) -> Result<Callers, PredictError> {
        let program = &declared.loaded.program;
        let reached = |(caller, name): (Entry, String)| {
            budget.check().ok()?;
            let analysis = Analysis::within(program, &declared.types, &declared.assertions, &caller, budget.half());
            let mut patterns = Patterns::default();
            for variant in &analysis.explorer().variants {
                patterns.entry(variant.pred).or_default().push(variant.pattern.clone());
            }
            Some((name, patterns))
        };
        let ways: Vec<Option<_>> = callers(declared)?.into_par_iter().map(reached).collect();
        Ok(Callers { ways: ways.into_iter().flatten().collect(), roles: Roles::of(program) })
    }

    /// A predicate as its clauses use it, in the likeliest modes in which it has a bound; and in the likeliest of all, with what is
    /// known then.
    fn as_used<'a>(&self, declared: &'a Declared<'a>, pred: PredId, asked: Asked<'_>) -> AsUsed<'a> {
        let asked = Asked { budget: asked.budget.half(), domain: Domain::Meant, ..asked };
        // Calls that fail, whatever the arguments are, are not what a predicate is for.
        let is_meant =
            |used: &Used<'_>| used.bounded.upper.reason().is_none() && used.bounded.outlook != Outlook::Fails;
        let mut first = None;
        for pattern in self.roles.modes(&declared.loaded.program, pred) {
            let entry = entry_of(declared, pred, pattern);
            match bound_as_used(declared, &entry, asked, &|_, _| true) {
                Ok(used) if is_meant(&used) => return (Some((entry, used)), first),
                used => first = first.or(Some((entry, used.ok()))),
            }
        }
        (None, first)
    }
}

/// How a predicate is called where somebody has said so; that of others than the text's must be said.
fn said<'a>(declared: &Declared<'_>, pred: PredId) -> Result<Option<Call<'a>>, PredictError> {
    let kind = declared.loaded.program.get(pred).kind;
    match declared.entry(pred, None) {
        Err(PredictError::NoEntry { .. }) if matches!(kind, PredicateKind::Static | PredicateKind::Dynamic) => Ok(None),
        entry => Ok(Some(Call::declared(entry?))),
    }
}

/// How a predicate is called by the ways into its text, else as its clauses use it; in that case with its bounds.
pub(crate) fn called_or_used<'a>(
    declared: &'a Declared<'a>,
    pred: PredId,
    asked: Asked<'_>,
    callers: &Callers,
) -> Result<Call<'a>, PredictError> {
    let program = &declared.loaded.program;
    if let Some(call) = said(declared, pred)? {
        return Ok(call);
    }
    let (mut found, mut names): (Option<Vec<Type>>, Vec<String>) = (None, Vec::new());
    for (name, patterns) in &callers.ways {
        for pattern in patterns.get(&pred).into_iter().flatten() {
            let join = |known: Vec<Type>| known.iter().zip(pattern).map(|(a, b)| declared.types.join(a, b)).collect();
            found = Some(found.map_or_else(|| pattern.clone(), join));
            if names.last() != Some(name) {
                names.push(name.clone());
            }
        }
    }
    let entry_with = |pattern: Vec<Type>| entry_of(declared, pred, pattern);
    if let Some(pattern) = found {
        // A term that is written in a call is an example of what may stand there.
        let is_example = pattern.iter().any(is_written);
        let domain = if is_example { Domain::Meant } else { Domain::Every };
        let pattern = pattern.iter().map(|of| if is_written(of) { Type::Ground } else { outside(of) }).collect();
        let why = format!("as {} calls it", names.join(", "));
        let (entry, asked) = (entry_with(pattern), Asked { domain, ..asked });
        let used = bound_as_used(declared, &entry, asked, &|_, _| true)?;
        // Calls that nothing bounds say less than what the clauses are for.
        let may_be_unbound = |of: &Type| matches!(of, Type::Any | Type::Free);
        let is_open = used.bounded.upper.reason().is_some() && entry.pattern.iter().any(may_be_unbound);
        if is_open && let (Some((other, found)), _) = callers.as_used(declared, pred, asked) {
            let why = format!("as its clauses use it: nothing bounds {}, {why}", entry.text);
            return Ok(Call { entry: other, why: Some(why), domain: Domain::Meant, used: Some(found) });
        }
        return Ok(Call { entry, why: Some(why), domain, used: Some(used) });
    }
    let (found, first) = callers.as_used(declared, pred, asked);
    let (entry, used) = match found {
        Some((entry, used)) => (entry, Some(used)),
        None => first.ok_or_else(|| PredictError::Uncallable(show(program, program.get(pred).functor)))?,
    };
    let why = Some("as its clauses use it, and no entry leads to it".into());
    Ok(Call { entry, why, domain: Domain::Meant, used })
}

/// The ways into a text: its entries, the goals of its directives, and its predicates without arguments; with their names.
pub(crate) fn callers(declared: &Declared<'_>) -> Result<Vec<(Entry, String)>, PredictError> {
    let program = &declared.loaded.program;
    let mut found = Vec::new();
    for (at, of) in program.predicates.iter().enumerate() {
        let pred = PredId(at as u32);
        if of.source.is_empty() || !matches!(of.kind, PredicateKind::Static | PredicateKind::Dynamic) {
            continue;
        }
        let entries = match declared.declared_entries(pred)? {
            none if none.is_empty() && of.functor.arity == 0 => vec![declared.entry(pred, None)?],
            entries => entries,
        };
        found.extend(entries.into_iter().map(|entry| (entry, show(program, of.functor))));
    }
    for directive in &program.directives {
        let entry = entry_of_goal(program, &declared.types, directive, &[]);
        found.extend(entry.map(|entry| {
            let name = format!("the directive {}", show(program, program.get(entry.pred).functor));
            (entry, name)
        }));
    }
    Ok(found)
}

/// Whether a type is of one term, an atom or a compound.
fn is_written(of: &Type) -> bool {
    let is_part =
        |of: &Type| matches!(of, Type::Integer(_)) || *of == Type::List(Box::new(Type::Bottom)) || is_written(of);
    match of {
        Type::Const(_) => true,
        Type::Struct(_, parts) => parts.iter().all(is_part),
        _ => false,
    }
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
