//! Predicates whose clauses change while they run: entered clause by clause, under the logical update view.
//!
//! Every change of the database has a number, the stamp. A clause lives from the stamp at which it was added to the one
//! at which it was removed; a call sees the clauses that live at its own stamp, whatever happens later. Clauses that
//! are dead are swept when there are many and no choice point may still come back to them.

use super::Machine;
use super::cell::{Cell, Tag};
use super::control::stack_full;
use super::copy::Record;
use super::memory::Code;
use super::step::{Regs, RunMode, Step};
use crate::instr::{PredId, key};
use std::sync::Arc;

/// A clause of a dynamic predicate.
pub(crate) struct Clause {
    /// Its place among the clauses of the predicate; never reused.
    pub order: i64,
    /// What its first argument must be, where it says.
    pub first: Option<Cell>,
    /// Its code.
    pub entry: Code,
    /// When it was added.
    pub born: u64,
    /// When it was removed, if it was.
    pub died: u64,
    /// `Head :- Body`.
    pub term: Arc<Record>,
}

/// The clauses of a dynamic predicate.
#[derive(Default)]
pub(crate) struct Dynamic {
    /// By `order`, the dead among them.
    pub clauses: Vec<Clause>,
    /// How many are dead.
    pub dead: usize,
    /// How many may be dead before a sweep is tried.
    pub patience: usize,
    /// Order numbers at both ends that were never used.
    pub next_order: i64,
    pub first_order: i64,
}

/// The stamp of a clause that was not removed.
pub(crate) const ALIVE: u64 = u64::MAX;

impl Clause {
    pub(crate) fn lives_at(&self, stamp: u64) -> bool {
        self.born <= stamp && stamp < self.died
    }
}

/// What selects clauses in a dereferenced first argument, if anything does.
pub(crate) fn selector(m: &Machine, first: Cell) -> Option<Cell> {
    match first.tag() {
        Tag::Ref | Tag::Boxed => None,
        Tag::List => Some(Cell::functor(m.functor_of(first))),
        Tag::Struct => Some(first.addr().get()),
        _ => Some(first),
    }
}

impl Dynamic {
    /// Where the clause of an order number is.
    pub(crate) fn place(&self, order: i64) -> Option<usize> {
        self.clauses.binary_search_by_key(&order, |clause| clause.order).ok()
    }

    /// What a choice point keeps of a place: `asserta` moves all clauses up by one and `first_order` down by one.
    fn steady(&self, at: usize) -> i64 {
        at as i64 + self.first_order
    }

    /// The place that a choice point kept; nothing was swept since.
    fn place_of_steady(&self, steady: i64) -> usize {
        (steady - self.first_order) as usize
    }

    /// The first clause from a place on that lives and may match; adds the live clauses looked at to `scanned`.
    pub(crate) fn next(&self, from: usize, stamp: u64, first: Option<Cell>, scanned: &mut u64) -> Option<usize> {
        self.clauses[from.min(self.clauses.len())..]
            .iter()
            .position(|clause| {
                if !clause.lives_at(stamp) {
                    return false;
                }
                *scanned += 1;
                match (first, clause.first) {
                    (Some(a), Some(b)) => a == b,
                    _ => true,
                }
            })
            .map(|at| from + at)
    }
}

#[inline(always)]
pub(crate) fn dynamic_enter<R: RunMode>(_m: &mut Machine, _r: &mut Regs, _pred: PredId) -> Step {
    Step::Cold(enter::<R>)
}

fn enter<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    if m.b.0 > m.choice_limit {
        return stack_full::<R>(m, r);
    }
    let pred = PredId(r.pc.word(2));
    let arity = m.program.get(pred).functor.arity as usize;
    m.sweep(pred);
    let first = if arity > 0 { selector(m, m.a(0)) } else { None };
    let (mut scanned, stamp) = (0, m.stamp);
    let dynamic = m.dynamic(pred);
    let found = dynamic.next(0, stamp, first, &mut scanned);
    let other = found.and_then(|at| dynamic.next(at + 1, stamp, first, &mut scanned));
    let other = other.map(|at| dynamic.steady(at));
    let entry = found.map(|at| dynamic.clauses[at].entry);
    m.count_units::<R>(key::DynamicEnter::SCAN, scanned);
    let Some(entry) = entry else {
        m.count::<R>(key::DynamicEnter::FAIL);
        return Step::Fail;
    };
    m.count::<R>(key::DynamicEnter::OK);
    if let Some(other) = other {
        m.x[arity] = Cell::int(other);
        m.x[arity + 1] = Cell::int(stamp as i64);
        let top = m.local_top(r.e);
        m.push_choice(r, arity + 2, r.next, top);
    }
    Step::Jump(entry)
}

#[inline(always)]
pub(crate) fn dynamic_retry<R: RunMode>(_m: &mut Machine, _r: &mut Regs, _pred: PredId) -> Step {
    Step::Cold(retry::<R>)
}

fn retry<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let pred = PredId(r.pc.word(2));
    let arity = m.program.get(pred).functor.arity as usize;
    let b = m.b;
    for i in 0..arity {
        m.x[i] = b.arg(i, arity + 2).get();
    }
    let steady = b.arg(arity, arity + 2).get().as_int();
    let stamp = b.arg(arity + 1, arity + 2).get().as_int() as u64;
    let first = if arity > 0 { selector(m, m.a(0)) } else { None };
    let mut scanned = 0;
    let dynamic = m.dynamic(pred);
    let at = dynamic.place_of_steady(steady);
    let entry = dynamic.clauses[at].entry;
    match dynamic.next(at + 1, stamp, first, &mut scanned) {
        Some(other) => b.arg(arity, arity + 2).set(Cell::int(dynamic.steady(other))),
        None => m.pop_choice(),
    }
    m.count_units::<R>(key::DynamicRetry::SCAN, scanned);
    m.count::<R>(key::DynamicRetry::OK);
    Step::Jump(entry)
}

impl Machine {
    /// The clauses of a dynamic predicate.
    pub(crate) fn dynamic(&self, pred: PredId) -> &Dynamic {
        self.dynamics.get(&pred).expect("dynamic_enter stands only at the entry of dynamic predicates")
    }

    /// Drops the dead clauses of a predicate when they are many and nothing comes back to it.
    fn sweep(&mut self, pred: PredId) {
        let entry = self.entry(pred);
        let Some(dynamic) = self.dynamics.get(&pred) else {
            return;
        };
        if dynamic.dead <= dynamic.patience.max(8) {
            return;
        }
        let mut b = self.b;
        let retry = entry.offset(1);
        let mut referred = false;
        while !referred && b.0 != super::memory::Addr::NULL {
            referred = b.alt() == retry;
            b = b.prev();
        }
        let dynamic = self.dynamics.get_mut(&pred).expect("it was there");
        if referred {
            dynamic.patience = 2 * dynamic.dead;
        } else {
            dynamic.clauses.retain(|clause| clause.died == ALIVE);
            dynamic.dead = 0;
            dynamic.patience = dynamic.clauses.len();
        }
    }
}
