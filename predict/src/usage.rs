//! Bounds of a predicate whose entry says of an argument only that it is ground: types from use in the place of `+`.
//!
//! Comes in: a program, an entry, what is asked. Goes out: a [`Used`]. Where the entry as it stands has a finite upper bound
//! for all sizes, that is it. Else the candidates of [`analyzer::inferred`] are analysed, in their order, within what is left
//! of the budget; the first that has one is taken: so a bound for every ground term goes before one for the terms of a
//! type, integers before other types, lengths of lists before nodes. But where that bound grows and the lower one is a
//! constant, as it often is for every ground term, the first types are taken of which the lower bound grows, too, if there are
//! some: they tell more of the inputs that the program is for. Of the arguments that a type narrows, each is made
//! any ground term again where the bound stays finite. What is narrowed is part of what the bound is for ([`Taken`]).

use crate::bounds::{Bounded, Outlook, bound};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::pricing::Pricing;
use crate::remedy::written;
use crate::units::{Resource, Until};
use analyzer::budget::Budget;
use analyzer::entry::Entry;
use analyzer::inferred::{Candidate, candidates};
use analyzer::reason::{Code, Reason};
use analyzer::regtype::TypeTable;
use analyzer::types::Type;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cmp::Reverse;

/// What is to be bounded.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The resource.
    pub resource: Resource,
    /// How far a run goes.
    pub until: Until,
    /// The prices, where it is time.
    pub pricing: Option<Pricing<'a>>,
    /// What the analysis may use.
    pub budget: Budget,
    /// For which terms the bound is wanted.
    pub domain: Domain,
}

/// For which terms in the place of an argument that is any ground term (`+`) a bound is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Domain {
    /// For all of them, if there is one: somebody has said so.
    #[default]
    Every,
    /// For those of the type that use suggests, where it suggests one: nobody has said anything.
    Meant,
}

/// An argument whose type was taken from use: the bound is for terms of that type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Taken {
    /// The argument, from 1.
    pub argument: usize,
    /// Its type, as an entry has it.
    #[serde(rename = "type")]
    pub of: String,
    /// What the types in it are that the program does not declare: `t ::= v ; n(gnd, t, t)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<String>,
}

impl Taken {
    /// In a line: `argument 1 a t ::= …`.
    pub fn text(&self) -> String {
        let definitions = match self.definitions.as_slice() {
            [] => String::new(),
            some => format!(" with {}", some.join(", ")),
        };
        format!("argument {} of type {}{definitions}", self.argument, self.of)
    }
}

/// What the bounds of some arguments are for; nothing where they are for all that the entry says.
pub fn text(taken: &[Taken]) -> Option<String> {
    let each: Vec<String> = taken.iter().map(Taken::text).collect();
    (!each.is_empty()).then(|| format!("for {} only: taken from use", each.join(" and ")))
}

/// Bounds, and what they were found with.
pub struct Used<'a> {
    /// The program with the types that were made.
    pub declared: Cow<'a, Declared<'a>>,
    /// How the predicate is called.
    pub entry: Entry,
    /// The bounds.
    pub bounded: Bounded,
}

/// Bounds of a predicate, with types from use where those of its entry say too little. `fits` refuses types that narrow.
pub fn bound_as_used<'a>(
    declared: &'a Declared<'a>,
    entry: &Entry,
    asked: Asked<'_>,
    fits: &dyn Fn(&TypeTable, &[Type]) -> bool,
) -> Result<Used<'a>, PredictError> {
    let Asked { resource, until, pricing, budget, domain } = asked;
    let usable = |candidate: &Candidate| candidate.narrowed.is_empty() || fits(&candidate.types, &candidate.pattern);
    let found = || candidates(&declared.loaded.program, &declared.types, entry).into_iter().filter(usable);
    if domain == Domain::Meant {
        // The more arguments have a type, the more is meant.
        let mut narrowed: Vec<Candidate> = found().filter(|candidate| !candidate.narrowed.is_empty()).collect();
        narrowed.sort_by_key(|candidate| Reverse(candidate.narrowed.len()));
        let bounded = |candidate| attempt(declared, entry, asked, candidate).filter(is_bounded);
        if let Some(used) = narrowed.iter().find_map(bounded) {
            return Ok(used);
        }
    }
    let bounded = bound(declared, entry, resource, until, pricing, budget)?;
    let mut used = Used { declared: Cow::Borrowed(declared), entry: entry.clone(), bounded };
    if used.bounded.upper.reason().is_some_and(may_be_of_types) {
        let mut partial = None;
        for candidate in found() {
            let Some(found) = attempt(declared, entry, asked, &candidate) else { continue };
            if is_bounded(&found) {
                used = widest(declared, entry, asked, candidate, found, &|_| true);
                partial = None;
                break;
            }
            partial = partial
                .or(Some(found).filter(|found| found.bounded.upper.expr().is_some_and(|form| !form.vars().is_empty())));
        }
        // For some sizes of a type rather than for none.
        if used.bounded.upper.parts().is_empty() {
            used = partial.unwrap_or(used);
        }
    }
    if used.bounded.upper.is_whole() && !used.bounded.tells() {
        let telling = |candidate: Candidate| {
            let found = attempt(declared, entry, asked, &candidate).filter(is_bounded);
            let found = found.filter(|used| used.bounded.tells())?;
            Some(widest(declared, entry, asked, candidate, found, &Bounded::tells))
        };
        let narrows = |candidate: &Candidate| !candidate.narrowed.is_empty();
        used = found().filter(narrows).find_map(telling).unwrap_or(used);
    }
    Ok(used)
}

/// Whether knowledge was lost in a way that other types may mend.
fn may_be_of_types(reason: &Reason) -> bool {
    match reason.code {
        Code::OpenSize
        | Code::Partial
        | Code::NotEnding
        | Code::Unsolved
        | Code::ManyPatterns
        | Code::Unsettled
        | Code::Direction
        | Code::Crossed
        | Code::Unclaimed
        | Code::Endless
        | Code::Infinite => true,
        Code::OpenGoal
        | Code::ManyPaths
        | Code::Undefined
        | Code::Dynamic
        | Code::Catch
        | Code::OtherGoal
        | Code::Machine
        | Code::Mutation
        | Code::OutOfTime
        | Code::OutOfMemory
        | Code::Raises
        | Code::Collector => false,
    }
}

/// The bounds with a candidate, if its types are meant.
fn attempt<'a>(declared: &'a Declared<'a>, entry: &Entry, asked: Asked<'_>, candidate: &Candidate) -> Option<Used<'a>> {
    let Asked { resource, until, pricing, budget, .. } = asked;
    budget.check().ok()?;
    let declared = Declared { types: candidate.types.clone(), ..declared.clone() };
    let mut entry = Entry { pattern: candidate.pattern.clone(), ..entry.clone() };
    if !candidate.narrowed.is_empty() {
        entry.text = written(&declared, &entry);
    }
    let mut bounded = bound(&declared, &entry, resource, until, pricing, budget.half()).ok()?;
    // Types of which no term succeeds are not what is meant.
    let is_meant = bounded.outlook != Outlook::Fails || candidate.narrowed.is_empty();
    bounded.taken = candidate.narrowed.iter().map(|&at| taken(&declared, &entry, at)).collect();
    is_meant.then_some(Used { declared: Cow::Owned(declared), entry, bounded })
}

/// Whether there is an upper bound for all sizes.
fn is_bounded(used: &Used<'_>) -> bool {
    used.bounded.upper.reason().is_none()
}

fn taken(declared: &Declared<'_>, entry: &Entry, at: usize) -> Taken {
    let (atoms, types) = (&declared.loaded.program.atoms, &declared.types);
    let of = &entry.pattern[at];
    let definitions = types.made_in(of).into_iter().map(|id| types.definition(id, atoms)).collect();
    Taken { argument: at + 1, of: of.display(atoms, types), definitions }
}

/// The same with as few arguments narrowed as have a bound that serves, one left out at a time.
fn widest<'a>(
    declared: &'a Declared<'a>,
    entry: &Entry,
    asked: Asked<'_>,
    mut candidate: Candidate,
    mut used: Used<'a>,
    serves: &dyn Fn(&Bounded) -> bool,
) -> Used<'a> {
    'narrower: loop {
        for wider in candidate.wider() {
            let better = attempt(declared, entry, asked, &wider).filter(is_bounded);
            if let Some(better) = better.filter(|used| serves(&used.bounded)) {
                (candidate, used) = (wider, better);
                continue 'narrower;
            }
        }
        return used;
    }
}
