//! Exploring variants until nothing changes: which one next.
//!
//! A variant's paths depend on the summaries of the variants that it calls, and on how the sizes compare at its own
//! calls. A variant is explored again only when one of these has changed; the newest first, so that callees are settled
//! before their callers go on (chaotic iteration, Bourdoncle 1993).

use crate::cost::VariantId;
use crate::explore::{Explorer, Paths, Summary};
use crate::invariant::Invariant;
use crate::reason::{Code, Reason};
use rustc_hash::FxHashSet;
use solver::Guard;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How often a variant is explored before its types count as not settling.
const ROUND_LIMIT: u32 = 240;

/// Which variants are to be explored again, and who depends on whom.
#[derive(Default)]
pub(crate) struct Agenda {
    waiting: BTreeSet<VariantId>,
    /// Who calls each variant.
    callers: Vec<BTreeSet<VariantId>>,
    rounds: Vec<u32>,
}

impl Agenda {
    /// A variant that is not known yet is explored, too.
    pub(crate) fn add(&mut self, id: VariantId) {
        self.callers.push(BTreeSet::new());
        self.rounds.push(0);
        self.waiting.insert(id);
    }

    /// A variant is called by another, which depends on what it does.
    pub(crate) fn called(&mut self, callee: VariantId, caller: VariantId) {
        self.callers[callee.0 as usize].insert(caller);
    }

    /// A variant, and those that call it, and those that call these.
    pub(crate) fn reaching(&self, id: VariantId) -> FxHashSet<VariantId> {
        let (mut found, mut todo) = (FxHashSet::default(), vec![id]);
        while let Some(id) = todo.pop() {
            if found.insert(id) {
                todo.extend(&self.callers[id.0 as usize]);
            }
        }
        found
    }

    /// A variant is to be explored again.
    pub(crate) fn wake(&mut self, id: VariantId) {
        self.waiting.insert(id);
    }
}

/// What callers see of a variant.
#[derive(PartialEq)]
struct Seen {
    summary: Summary,
    guards: Vec<Guard>,
    explored: Option<Invariant>,
    unknown: Vec<Arc<Reason>>,
}

/// How far an exploration has come, to go back to.
struct Mark {
    summaries: Vec<Summary>,
    paths: Vec<Paths>,
    invariants: Vec<Invariant>,
}

impl Explorer<'_> {
    /// Explores until nothing changes.
    pub(crate) fn settle(&mut self, root: VariantId) {
        self.invariants[root.0 as usize] = Invariant::none();
        self.agenda.rounds.iter_mut().for_each(|rounds| *rounds = 0);
        loop {
            self.settle_waiting();
            let interrupted = self.newly_interrupted();
            if interrupted.is_empty() || self.spent.is_some() {
                break;
            }
            self.agenda.waiting.extend(&interrupted);
            self.interrupted.extend(interrupted);
        }
    }

    fn settle_waiting(&mut self) {
        while let Some(id) = self.agenda.waiting.pop_last() {
            // One for each predicate that it may be the first to call, besides.
            let most = ROUND_LIMIT + self.predicates() as u32;
            let rounds = &mut self.agenda.rounds[id.0 as usize];
            *rounds += 1;
            if *rounds > most {
                self.agenda.waiting.clear();
                let what = "its types went on changing";
                return self.leave_open(&|this, id| Arc::new(this.reason(id, None, Code::Unsettled, what)));
            }
            let before = self.seen(id);
            self.paths[id.0 as usize].unknown.clear();
            if self.round(id) {
                self.agenda.waiting.insert(id);
            }
            if let Some(spent) = self.spent {
                self.agenda.waiting.clear();
                return self.leave_open(&|this, id| this.out_of(id, spent));
            }
            if self.seen(id) != before {
                self.agenda.waiting.extend(&self.agenda.callers[id.0 as usize]);
            }
        }
    }

    /// What callers see of a variant.
    fn seen(&self, id: VariantId) -> Seen {
        let at = id.0 as usize;
        Seen {
            summary: self.summaries[at].clone(),
            guards: self.paths[at].first.iter().map(|path| path.guard.clone()).collect(),
            explored: self.explored[at].clone(),
            unknown: self.paths[at].unknown.clone(),
        }
    }

    /// Explores everything again after more has become known, with half of what is left of the budget; what was known
    /// stays where that does not suffice.
    pub(crate) fn settle_again(&mut self, root: VariantId) {
        let mark =
            Mark { summaries: self.summaries.clone(), paths: self.paths.clone(), invariants: self.invariants.clone() };
        self.agenda.waiting.extend((0..self.variants.len() as u32).map(VariantId));
        let whole = self.budget;
        self.budget = whole.half();
        self.settle(root);
        self.budget = whole;
        if self.spent.take().is_some() {
            // Variants that only the second look has met are called by nothing in the first.
            let count = mark.summaries.len();
            self.summaries[..count].clone_from_slice(&mark.summaries);
            self.paths[..count].clone_from_slice(&mark.paths);
            self.invariants[..count].clone_from_slice(&mark.invariants);
        }
    }

    /// Nothing that was found so far is certain: every variant may have other paths, for a reason.
    fn leave_open(&mut self, why: &dyn Fn(&Self, VariantId) -> Arc<Reason>) {
        for at in 0..self.variants.len() {
            let reason = why(self, VariantId(at as u32));
            self.paths[at].unknown.push(reason);
        }
    }
}
