//! Predicates whose clauses change while they run: entered clause by clause, under the logical update view.
//!
//! Every change of the database has a number, the stamp. A call sees the clauses that live at its own stamp, whatever
//! happens later ([`super::clauses`]). Its choice point keeps the next clause, the stamp and the way to further ones.
//! Clauses that are dead are swept when there are many and no choice point may still come back to them.

use super::Machine;
use super::cell::{Cell, Kind, Tag};
use super::clauses::{ClauseId, Clauses, INDEXED, Keys, OPEN, Way};
use super::control::stack_full;
use super::frames::{CHOICE_HEADER, Choice};
use super::memory::Addr;
use super::step::{Regs, RunMode, Step};
use crate::atoms::Functor;
use crate::code::Predicate;
use crate::compile::Heads;
use crate::cost::Key;
use crate::instr::{PredId, key};
use crate::modules::ModuleId;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::atomic::Ordering::Relaxed;

/// Words that the choice point of a call saves besides the arguments: next clause, stamp, way.
const EXTRA: usize = 3;

/// The next clause of a choice point behind the last rule: none is for the goal.
const NO_RULE: u32 = u32::MAX;

/// What selects clauses in an argument, open where nothing does.
pub(crate) fn selector(m: &Machine, argument: Cell) -> Cell {
    let cell = argument.deref();
    match cell.tag() {
        Tag::Ref => OPEN,
        Tag::List => Cell::functor(m.functor_of(cell)),
        Tag::Struct => cell.addr().get(),
        Tag::Boxed => boxed_selector(cell),
        _ => cell,
    }
}

/// A hash of a box, in the shape of no other selector.
fn boxed_selector(cell: Cell) -> Cell {
    let header = cell.addr().get();
    let mut hasher = FxHasher::default();
    for i in 1..=header.payload_words() {
        let word = cell.addr().add(i).get().0;
        let is_minus_zero = header.kind() == Kind::Float && word == (-0.0f64).to_bits();
        hasher.write_u64(if is_minus_zero { 0 } else { word });
    }
    Cell(hasher.finish() << 3 | Tag::Header as u64)
}

/// The selectors of the first of a row of arguments.
pub(crate) fn selectors(m: &Machine, args: Addr, arity: usize) -> Keys {
    let mut keys = [OPEN; INDEXED];
    for (i, key) in keys.iter_mut().take(arity).enumerate() {
        *key = selector(m, args.add(i).get());
    }
    keys
}

#[inline(always)]
pub(crate) fn dynamic_enter<R: RunMode>(m: &mut Machine, r: &mut Regs, _pred: PredId) -> Step {
    m.out_of_line::<R>(r, enter::<R>)
}

fn enter<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    if m.b.0 > m.choice_limit {
        return stack_full::<R>(m, r);
    }
    if r.h.bits() > m.limits.heap.load(Relaxed)
        && let Err(ball) = m.check_limits(r)
    {
        return m.raise::<R>(r, ball);
    }
    let pred = PredId(r.pc.word(2));
    let arity = m.program.get(pred).functor.arity as usize;
    let heads = m.program.get(pred).heads;
    let (keys, stamp) = (argument_selectors(m, arity), m.stamp);
    let clauses = m.clauses(pred);
    let way = clauses.way(&keys);
    let Some(id) = clauses.first(way, &keys, stamp) else {
        if heads == Heads::Match {
            return no_rule::<R>(m, r, pred);
        }
        m.counts[Key::CLAUSE_PASSED.index()] += clauses.passed.take();
        m.count::<R>(key::DynamicEnter::FAIL);
        return Step::Fail;
    };
    let entry = clauses.get(id).entry;
    let other = clauses.next(id, way, &keys, stamp).or((heads == Heads::Match).then_some(ClauseId(NO_RULE)));
    m.counts[Key::CLAUSE_PASSED.index()] += clauses.passed.take();
    m.count::<R>(key::DynamicEnter::OK);
    m.count_units::<R>(key::DynamicEnter::SCAN, 1 + u64::from(other.is_some()));
    if let Some(ClauseId(other)) = other {
        m.x[arity] = Cell::int(other.into());
        m.x[arity + 1] = Cell::int(stamp as i64);
        m.x[arity + 2] = Cell::int(way.0.into());
        let top = m.local_top(r.e);
        m.push_choice::<R>(r, arity + EXTRA, r.next, top);
    }
    Step::Jump(entry)
}

/// Raises what a goal gets that no rule of its predicate is for.
fn no_rule<R: RunMode>(m: &mut Machine, r: &mut Regs, pred: PredId) -> Step {
    let Predicate { functor, module, .. } = *m.program.get(pred);
    let args: Vec<Cell> = m.x[..functor.arity as usize].to_vec();
    m.regs = *r;
    let ball = match m.ensure(args.len() + 16) {
        Ok(()) => {
            let goal = if args.is_empty() { Cell::atom(functor.name) } else { m.make_compound(functor, &args) };
            let of = Cell::atom(m.program.module(module).name);
            m.no_rule_error(of, goal)
        }
        Err(ball) => ball,
    };
    r.h = m.regs.h;
    m.raise::<R>(r, ball)
}

/// What selects clauses in the argument registers.
fn argument_selectors(m: &Machine, arity: usize) -> Keys {
    let mut keys = [OPEN; INDEXED];
    for (i, key) in keys.iter_mut().take(arity).enumerate() {
        *key = selector(m, m.x[i]);
    }
    keys
}

#[inline(always)]
pub(crate) fn dynamic_retry<R: RunMode>(m: &mut Machine, r: &mut Regs, _pred: PredId) -> Step {
    m.out_of_line::<R>(r, retry::<R>)
}

fn retry<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let pred = PredId(r.pc.word(2));
    let b = m.b;
    let arity = m.program.get(pred).functor.arity as usize;
    let saved = |i| b.arg(i, arity + EXTRA).get();
    for i in 0..arity {
        m.x[i] = saved(i);
    }
    let keys = argument_selectors(m, arity);
    let id = ClauseId(saved(arity).as_int() as u32);
    let (stamp, way) = (saved(arity + 1).as_int() as u64, Way(saved(arity + 2).as_int() as u8));
    if id == ClauseId(NO_RULE) {
        m.pop_choice();
        return no_rule::<R>(m, r, pred);
    }
    let heads = m.program.get(pred).heads;
    let clauses = m.clauses(pred);
    let entry = clauses.get(id).entry;
    let other = clauses.next(id, way, &keys, stamp).or((heads == Heads::Match).then_some(ClauseId(NO_RULE)));
    m.counts[Key::CLAUSE_PASSED.index()] += clauses.passed.take();
    match other {
        Some(ClauseId(other)) => b.arg(arity, arity + EXTRA).set(Cell::int(other.into())),
        None => m.pop_choice(),
    }
    m.count_units::<R>(key::DynamicRetry::SCAN, u64::from(other.is_some()));
    m.count::<R>(key::DynamicRetry::OK);
    Step::Jump(entry)
}

impl Machine {
    /// The clauses of a dynamic predicate.
    pub(crate) fn clauses(&mut self, pred: PredId) -> &mut Clauses {
        self.dynamics.get_mut(&pred).expect("dynamic_enter stands only at the entry of dynamic predicates")
    }

    /// Whether there is a clause of that number, alive or dead.
    pub(crate) fn has_clause(&self, pred: PredId, id: ClauseId) -> bool {
        self.dynamics.get(&pred).is_some_and(|clauses| clauses.find(id).is_some())
    }

    /// Whether a clause is there and was not removed.
    pub(crate) fn is_alive(&self, pred: PredId, id: ClauseId) -> bool {
        self.dynamics.get(&pred).is_some_and(|clauses| clauses.is_alive(id))
    }

    /// Drops the dead clauses of a predicate when they are many and nothing comes back to them.
    pub(crate) fn sweep(&mut self, pred: PredId) {
        let steps = self.b.0.words_from(self.choices.base()) / CHOICE_HEADER;
        if !self.clauses(pred).is_littered(steps) {
            return;
        }
        let looking = self.looking_at(pred);
        for (entry, words) in self.clauses(pred).sweep(&looking) {
            self.retire(entry, words);
        }
    }

    /// The stamps at which choice points look at the clauses of a predicate, rising.
    fn looking_at(&mut self, pred: PredId) -> Vec<u64> {
        let retry = self.entry(pred).offset(1);
        // `clause/2` and `retract/1` go from clause to clause in these two, with the stamp as third argument.
        let walkers = ["$clauses", "$retracts"].map(|name| {
            let functor = Functor { name: self.program.atoms.internal(name), arity: 5 };
            self.program.find_in(ModuleId::SYSTEM, functor).map(|pred| self.bodies[pred.0 as usize])
        });
        let mut looking = Vec::new();
        let mut b = self.b;
        while b != Choice::NULL {
            let saved = b.0.words_from(b.prev().0).saturating_sub(CHOICE_HEADER);
            let alt = b.alt();
            let walks = |&(code, words): &(super::memory::Code, usize)| {
                (code.bits()..code.bits() + 8 * words as u64).contains(&alt.bits())
            };
            let stamp = if alt == retry {
                Some(b.arg(saved - 2, saved).get())
            } else if saved >= 5 && walkers.iter().flatten().any(walks) {
                Some(b.arg(2, saved).get().deref())
            } else {
                None
            };
            looking.extend(stamp.filter(|stamp| stamp.is(Tag::Int)).map(|stamp| stamp.as_int() as u64));
            b = b.prev();
        }
        looking.extend(self.held.as_ref().map(|held| held.stamp));
        looking.sort_unstable();
        looking
    }
}
