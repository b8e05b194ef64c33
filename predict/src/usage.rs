//! Bounds of a predicate whose entry says of an argument only that it is ground: types from use in the place of `+`.
//!
//! Comes in: a program, an entry, what is asked. Goes out: a [`Used`]. Where the entry as it stands has a finite upper bound
//! for all sizes, that is it. Else the candidates of [`analyzer::inferred`] are analysed, in their order, within what is left
//! of the budget; the first that has one is taken: so a bound for every ground term goes before one for the terms of a
//! type, integers before other types, lengths of lists before nodes. But where that bound grows and the lower one is a
//! constant, as it often is for every ground term, the first types are taken of which the lower bound grows, too, if there
//! are some: they tell more of the inputs that the program is for. So are types whose bounds grow alike from both sides,
//! and types where the bound for every ground term grows faster than linearly and theirs more slowly. The upper bound for
//! every ground term, if there is one, is named as well. Of the arguments that a type narrows, each is made any ground term again where the bound stays finite. What is narrowed
//! is part of what the bound is for ([`Taken`]).

use crate::bounds::{Bounded, Everywhere, Outlook, Work, bound_with_work};
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
use std::cell::{LazyCell, RefCell};
use std::cmp::Reverse;
use std::sync::Arc;

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
#[derive(Clone)]
pub struct Used<'a> {
    /// The program with the types that were made.
    pub declared: Cow<'a, Declared<'a>>,
    /// How the predicate is called.
    pub entry: Entry,
    /// The bounds.
    pub bounded: Bounded,
    /// The analysis that found them, where it is still at hand.
    pub(crate) work: Option<Arc<Work<'a>>>,
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
    let found = LazyCell::new(|| {
        let all = candidates(&declared.loaded.program, &declared.types, &declared.assertions, entry);
        all.into_iter().filter(usable).collect::<Vec<Candidate>>()
    });
    let attempts = Attempts { declared, entry, asked, known: RefCell::default() };
    if domain == Domain::Meant {
        // The more arguments have a type, the more is meant.
        let mut narrowed: Vec<&Candidate> = found.iter().filter(|candidate| !candidate.narrowed.is_empty()).collect();
        narrowed.sort_by_key(|candidate| Reverse(candidate.narrowed.len()));
        let bounded = |candidate| attempts.find(candidate, Outlook::MaySucceed).filter(is_bounded);
        if let Some(used) = narrowed.into_iter().find_map(bounded) {
            return Ok(used);
        }
    }
    let (bounded, work) = bound_with_work(declared, entry, resource, until, pricing, budget)?;
    let (entry, work) = (entry.clone(), work.map(Arc::new));
    let mut used = Used { declared: Cow::Borrowed(declared), entry, bounded, work };
    if used.bounded.upper.reason().is_some_and(may_be_of_types) {
        let (of_all, mut partial) = (used.bounded.outlook, None);
        for candidate in found.iter() {
            let Some(found) = attempts.find(candidate, of_all) else { continue };
            if is_bounded(&found) {
                used = attempts.widest(candidate.clone(), found, &|_| true);
                partial = None;
                break;
            }
            partial = partial.or(found.bounded.upper.varies().then_some(found));
        }
        // For some sizes of a type rather than for none.
        if used.bounded.upper.parts().is_empty() {
            used = partial.unwrap_or(used);
        }
    }
    if used.bounded.upper.is_whole() {
        let (of_all, tells) = (used.bounded.outlook, used.bounded.tells());
        let every = used.bounded.clone();
        let grows_less = |bounded: &Bounded| bounded.upper.grows_less_than(&every.upper);
        let is_tight = |bounded: &Bounded| bounded.is_tight() && bounded.is_dearer_for_more();
        let better: [(bool, Serves<'_>); 4] = [
            (!every.is_tight(), &is_tight),
            (!tells, &Bounded::tells),
            (every.upper.is_steep(), &grows_less),
            (every.upper.outgrows_powers(), &|_| true),
        ];
        let narrows = |candidate: &&Candidate| !candidate.narrowed.is_empty();
        let found = better.iter().filter(|(asked, _)| *asked).find_map(|(_, serves)| {
            found.iter().filter(narrows).find_map(|candidate| {
                let found = attempts.find(candidate, of_all).filter(is_bounded);
                let found = found.filter(|used| serves(&used.bounded))?;
                Some(attempts.widest(candidate.clone(), found, serves))
            })
        });
        if let Some(mut better) = found {
            // A bound for the terms of some types is none for every ground term.
            let upper = every.function(&every.upper).filter(|_| every.taken.is_empty());
            better.bounded.every = upper.map(|upper| Everywhere { sizes: every.size_reports(), upper });
            used = better;
        }
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

/// The bounds with candidates: each is analysed once, since one is asked for in several places.
struct Attempts<'d, 'a> {
    declared: &'d Declared<'a>,
    entry: &'d Entry,
    asked: Asked<'d>,
    known: RefCell<Vec<(Candidate, Used<'a>)>>,
}

impl<'a> Attempts<'_, 'a> {
    /// The bounds with a candidate, if its types are meant; `of_all` says whether any term succeeds.
    fn find(&self, candidate: &Candidate, of_all: Outlook) -> Option<Used<'a>> {
        let is_same = |known: &&(Candidate, Used<'a>)| {
            known.0.pattern == candidate.pattern && known.0.types.is_same(&candidate.types)
        };
        let known = self.known.borrow().iter().find(is_same).map(|(_, used)| used.clone());
        let used = match known {
            Some(used) => used,
            None => {
                let used = self.analysed(candidate)?;
                self.known.borrow_mut().push((candidate.clone(), used.clone()));
                used
            }
        };
        // Types of which no term succeeds are not what is meant, unless none does: then those of which all fail at once are not.
        let fails = used.bounded.outlook == Outlook::Fails;
        let serves = !fails || of_all == Outlook::Fails && used.bounded.is_dearer_for_more();
        (serves || candidate.narrowed.is_empty()).then_some(used)
    }

    fn analysed(&self, candidate: &Candidate) -> Option<Used<'a>> {
        let Asked { resource, until, pricing, budget, .. } = self.asked;
        budget.check().ok()?;
        let declared = Declared { types: candidate.types.clone(), ..self.declared.clone() };
        let mut entry = Entry { pattern: candidate.pattern.clone(), ..self.entry.clone() };
        if !candidate.narrowed.is_empty() {
            entry.text = written(&declared, &entry);
        }
        let found = bound_with_work(&declared, &entry, resource, until, pricing, budget.half());
        let (mut bounded, work) = found.ok()?;
        bounded.taken = candidate.narrowed.iter().map(|&at| taken(&declared, &entry, at)).collect();
        // Most that have no bound are left, and what was explored takes space.
        let work = work.filter(|_| bounded.upper.reason().is_none()).map(Arc::new);
        Some(Used { declared: Cow::Owned(declared), entry, bounded, work })
    }

    /// The same with as few arguments narrowed as have a bound that serves, one left out at a time.
    fn widest(&self, mut candidate: Candidate, mut used: Used<'a>, serves: Serves<'_>) -> Used<'a> {
        'narrower: loop {
            for wider in candidate.wider() {
                let better = self.find(&wider, used.bounded.outlook).filter(is_bounded);
                if let Some(better) = better.filter(|used| serves(&used.bounded)) {
                    (candidate, used) = (wider, better);
                    continue 'narrower;
                }
            }
            return used;
        }
    }
}

/// Whether bounds are those that are looked for.
type Serves<'s> = &'s dyn Fn(&Bounded) -> bool;

/// Whether there is an upper bound for all sizes, of use to somebody.
fn is_bounded(used: &Used<'_>) -> bool {
    let upper = &used.bounded.upper;
    upper.reason().is_none() && !upper.outgrows_powers()
}

fn taken(declared: &Declared<'_>, entry: &Entry, at: usize) -> Taken {
    let (atoms, types) = (&declared.loaded.program.atoms, &declared.types);
    let of = &entry.pattern[at];
    let definitions = types.made_in(of).into_iter().map(|id| types.definition(id, atoms)).collect();
    Taken { argument: at + 1, of: of.display(atoms, types), definitions }
}
