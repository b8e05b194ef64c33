//! Predicates whose clauses change while they run: entered clause by clause, under the logical update view.
//!
//! Every change of the database has a number, the stamp. A clause lives from the stamp at which it was added to the one
//! at which it was removed; a call sees the clauses that live at its own stamp, whatever happens later. Clauses that
//! are dead are swept when there are many and no choice point may still come back to them.

use super::Machine;
use super::cell::{Cell, Tag};
use super::control::stack_full;
use super::copy::Record;
use super::database::Place;
use super::frames::Choice;
use super::memory::Code;
use super::step::{Regs, RunMode, Step};
use crate::instr::{PredId, key};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A clause of a dynamic predicate.
pub(crate) struct Clause {
    /// Its place among the clauses of the predicate; never reused.
    pub order: i64,
    /// What its first argument must be, where it says.
    pub first: Option<Cell>,
    /// Its code, and how many words that is.
    pub entry: Code,
    pub words: usize,
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
    clauses: VecDeque<Clause>,
    /// How many are dead.
    dead: usize,
    /// How many may be dead before a sweep is tried.
    patience: usize,
    /// How many have a first argument that does not say what it must be, the dead among them.
    open: usize,
    /// Clauses by what their first argument must be: orders, ascending. Made when it is first useful.
    index: Option<FxHashMap<Cell, VecDeque<i64>>>,
    /// Order numbers at both ends that were never used.
    next_order: i64,
    first_order: i64,
}

/// The stamp of a clause that was not removed.
pub(crate) const ALIVE: u64 = u64::MAX;

/// Up to so many live clauses a scan is as fast as the index.
const FEW: usize = 8;

impl Clause {
    fn lives_at(&self, stamp: u64) -> bool {
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
    /// The code of its clauses: order, entry, and how many words.
    pub(crate) fn code(&self) -> impl Iterator<Item = (i64, Code, usize)> + '_ {
        self.clauses.iter().map(|clause| (clause.order, clause.entry, clause.words))
    }

    /// How many clauses live.
    pub(crate) fn live(&self) -> usize {
        self.clauses.len() - self.dead
    }

    /// The clause of an order number, if it was not swept away.
    pub(crate) fn clause(&self, order: i64) -> Option<&Clause> {
        let at = self.clauses.binary_search_by_key(&order, |clause| clause.order).ok()?;
        self.clauses.get(at)
    }

    /// Adds a clause at an end.
    pub(crate) fn add(&mut self, place: Place, make: impl FnOnce(i64) -> Clause) {
        let order = match place {
            Place::Last => self.next_order,
            Place::First => self.first_order - 1,
        };
        let clause = make(order);
        match clause.first {
            None => self.open += 1,
            Some(first) => {
                if let Some(index) = &mut self.index {
                    let orders = index.entry(first).or_default();
                    match place {
                        Place::Last => orders.push_back(order),
                        Place::First => orders.push_front(order),
                    }
                }
            }
        }
        match place {
            Place::Last => {
                self.next_order += 1;
                self.clauses.push_back(clause);
            }
            Place::First => {
                self.first_order -= 1;
                self.clauses.push_front(clause);
            }
        }
    }

    /// Marks a clause as dead from a stamp on; whether it lived.
    pub(crate) fn erase(&mut self, order: i64, stamp: u64) -> bool {
        let Ok(at) = self.clauses.binary_search_by_key(&order, |clause| clause.order) else { return false };
        let clause = &mut self.clauses[at];
        let alive = clause.died == ALIVE;
        if alive {
            clause.died = stamp;
            self.dead += 1;
        }
        alive
    }

    /// The first clause from an order number on that lives and may match.
    pub(crate) fn next(&mut self, from: i64, stamp: u64, first: Option<Cell>) -> Option<&Clause> {
        let live = self.clauses.len() - self.dead;
        match first {
            Some(first) if self.open == 0 && live > FEW => self.next_indexed(from, stamp, first),
            _ => {
                let start = self.clauses.partition_point(|clause| clause.order < from);
                self.clauses.range(start..).find(|clause| {
                    let may_match = match (first, clause.first) {
                        (Some(a), Some(b)) => a == b,
                        _ => true,
                    };
                    may_match && clause.lives_at(stamp)
                })
            }
        }
    }

    fn next_indexed(&mut self, from: i64, stamp: u64, first: Cell) -> Option<&Clause> {
        if self.index.is_none() {
            let mut index: FxHashMap<Cell, VecDeque<i64>> = FxHashMap::default();
            for clause in &self.clauses {
                let key = clause.first.expect("no clause is open to every first argument");
                index.entry(key).or_default().push_back(clause.order);
            }
            self.index = Some(index);
        }
        let orders = self.index.as_ref()?.get(&first)?;
        let start = orders.partition_point(|&order| order < from);
        orders.range(start..).filter_map(|&order| self.clause(order)).find(|clause| clause.lives_at(stamp))
    }

    /// Whether there are so many dead clauses that a sweep is due.
    fn is_littered(&self) -> bool {
        self.dead > self.patience.max(FEW)
    }

    /// Drops the dead clauses and hands them over, or waits longer where they are still in use.
    fn sweep(&mut self, in_use: bool) -> Vec<Clause> {
        if in_use {
            self.patience = 2 * self.dead;
            return Vec::new();
        }
        let (live, dead) = std::mem::take(&mut self.clauses).into_iter().partition(|clause| clause.died == ALIVE);
        let dead: VecDeque<Clause> = dead;
        self.clauses = live;
        self.open = self.clauses.iter().filter(|clause| clause.first.is_none()).count();
        self.index = None;
        self.dead = 0;
        self.patience = self.clauses.len();
        dead.into()
    }
}

#[inline(always)]
pub(crate) fn dynamic_enter<R: RunMode>(m: &mut Machine, r: &mut Regs, _pred: PredId) -> Step {
    m.out_of_line::<R>(r, enter::<R>)
}

fn enter<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    if m.b.0 > m.choice_limit {
        return stack_full::<R>(m, r);
    }
    if r.h.bits() > m.limits.heap.load(Relaxed) {
        if let Err(ball) = m.check_limits(r) {
            return m.raise::<R>(r, ball);
        }
    }
    let pred = PredId(r.pc.word(2));
    m.sweep(pred);
    let (arity, first) = arity_and_selector(m, pred);
    let stamp = m.stamp;
    let dynamic = m.dynamic(pred);
    let Some((order, entry)) = dynamic.next(i64::MIN, stamp, first).map(|clause| (clause.order, clause.entry)) else {
        m.count::<R>(key::DynamicEnter::FAIL);
        return Step::Fail;
    };
    let other = dynamic.next(order + 1, stamp, first).map(|clause| clause.order);
    m.count::<R>(key::DynamicEnter::OK);
    m.count_units::<R>(key::DynamicEnter::SCAN, 1 + u64::from(other.is_some()));
    if let Some(other) = other {
        m.x[arity] = Cell::int(other);
        m.x[arity + 1] = Cell::int(stamp as i64);
        let top = m.local_top(r.e);
        m.push_choice(r, arity + 2, r.next, top);
    }
    Step::Jump(entry)
}

/// The arity of a predicate, and what selects clauses in the first argument register.
fn arity_and_selector(m: &Machine, pred: PredId) -> (usize, Option<Cell>) {
    let arity = m.program.get(pred).functor.arity as usize;
    (arity, if arity > 0 { selector(m, m.a(0)) } else { None })
}

#[inline(always)]
pub(crate) fn dynamic_retry<R: RunMode>(m: &mut Machine, r: &mut Regs, _pred: PredId) -> Step {
    m.out_of_line::<R>(r, retry::<R>)
}

fn retry<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let pred = PredId(r.pc.word(2));
    let b = m.b;
    let arity = m.program.get(pred).functor.arity as usize;
    for i in 0..arity {
        m.x[i] = b.arg(i, arity + 2).get();
    }
    let (_, first) = arity_and_selector(m, pred);
    let order = b.arg(arity, arity + 2).get().as_int();
    let stamp = b.arg(arity + 1, arity + 2).get().as_int() as u64;
    let dynamic = m.dynamic(pred);
    let entry = dynamic.clause(order).expect("no sweep while a choice point refers to the clauses").entry;
    let other = dynamic.next(order + 1, stamp, first).map(|clause| clause.order);
    match other {
        Some(other) => b.arg(arity, arity + 2).set(Cell::int(other)),
        None => m.pop_choice(),
    }
    m.count_units::<R>(key::DynamicRetry::SCAN, u64::from(other.is_some()));
    m.count::<R>(key::DynamicRetry::OK);
    Step::Jump(entry)
}

impl Machine {
    /// The clauses of a dynamic predicate.
    pub(crate) fn dynamic(&mut self, pred: PredId) -> &mut Dynamic {
        self.dynamics.get_mut(&pred).expect("dynamic_enter stands only at the entry of dynamic predicates")
    }

    /// Drops the dead clauses of a predicate when they are many and nothing comes back to it.
    fn sweep(&mut self, pred: PredId) {
        if !self.dynamic(pred).is_littered() {
            return;
        }
        let retry = self.entry(pred).offset(1);
        let mut b = self.b;
        let mut in_use = false;
        while !in_use && b != Choice::NULL {
            in_use = b.alt() == retry;
            b = b.prev();
        }
        for clause in self.dynamic(pred).sweep(in_use) {
            self.retire(clause.entry, clause.words);
        }
    }
}
