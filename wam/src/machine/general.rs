//! Unification and comparison of any terms: iterative, with an explicit stack, and finite on cyclic terms.
//!
//! After [`CAREFUL`] pairs of one operation, pairs of compound terms that were met before are skipped, so that cyclic
//! terms end and terms that share much of their structure are not walked again and again. Below that no time is spent
//! on it.

use super::Machine;
use super::arith::floats;
use super::cell::{Cell, Kind, Tag};
use super::memory::Addr;
use super::number::Number;
use super::predictor::Branch;
use super::step::RunMode;
use crate::cost::Key;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// Pairs after which terms are suspected to be cyclic.
const CAREFUL: u64 = 1 << 20;

/// Pairs of compound terms between two looks at whether a comparison is interrupted.
const PATIENCE: u64 = 1 << 10;

/// Pairs of cells still to be looked at: two addresses and how many cells from there.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    a: Addr,
    b: Addr,
    n: usize,
}

/// The pairs of compound terms that have been met, once there have been many.
#[derive(Default)]
struct Seen {
    pairs: FxHashSet<(u64, u64)>,
}

impl Seen {
    /// Whether a pair is new, once there have been many.
    #[inline(always)]
    fn is_new(&mut self, nodes: u64, a: Cell, b: Cell) -> bool {
        nodes < CAREFUL || self.pairs.insert((a.0, b.0))
    }
}

/// Compound terms that are the same if the unification that has met them succeeds, once there have been many: classes, each
/// with a term that stands for it. There are no more of them to be made one than there are terms, where pairs may be as many
/// as the square of that.
#[derive(Default)]
struct Same {
    classes: FxHashMap<u64, u64>,
}

impl Same {
    /// Whether it is new that two terms are the same, once there have been many.
    #[inline(always)]
    fn is_new(&mut self, nodes: u64, a: Cell, b: Cell) -> bool {
        nodes < CAREFUL || self.joins(a.0, b.0)
    }

    fn joins(&mut self, a: u64, b: u64) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        a != b && self.classes.insert(a, b).is_none()
    }

    /// The term that stands for a class; those on the way to it come closer.
    fn class(&mut self, mut term: u64) -> u64 {
        while let Some(&next) = self.classes.get(&term) {
            if let Some(&further) = self.classes.get(&next) {
                self.classes.insert(term, further);
            }
            term = next;
        }
        term
    }
}

/// Whether two boxes hold the same.
pub(crate) fn same_box(a: Cell, b: Cell) -> bool {
    let (a, b) = (a.addr(), b.addr());
    let header = a.get();
    header == b.get() && (1..=header.payload_words()).all(|i| a.add(i).get() == b.add(i).get())
}

/// The first argument and the number of arguments of two compound terms of one functor.
#[inline(always)]
fn arguments(a: Cell, b: Cell) -> Option<Pairs> {
    if a.is(Tag::List) {
        return Some(Pairs { a: a.addr(), b: b.addr(), n: 2 });
    }
    let functor = a.addr().get();
    (functor == b.addr().get()).then(|| Pairs { a: a.addr().add(1), b: b.addr().add(1), n: functor.arity() })
}

/// What a unification does, for whoever counts it: see [`Key::UNIFY_SIMPLE`] and the keys after it; that the general case
/// is entered is [`Key::UNIFY_ENTRY`].
pub(crate) trait Tally: Default {
    /// Two cells after the first two are compared.
    fn pair(&mut self);
    /// The last are lists, whose parts are compared next.
    fn list(&mut self) {}
    /// The last are structures, whose arguments are compared next.
    fn structure(&mut self) {}
    /// The last are the same cell.
    fn same(&mut self) {}
    /// One of the last was unbound, and stands for the other now.
    fn bound(&mut self) {}
    /// A walk through the last two begins.
    fn walk(&mut self) {}
    /// The last are floats or long integers.
    fn boxed(&mut self) {}
    /// The last are compared in the standard order, and not both compound.
    fn simple(&mut self, _cell: Cell) {}
    /// The last two have no arguments behind them.
    fn end(&mut self) {}
    /// Further arguments wait until those of the last two were compared.
    fn wait(&mut self) {}
    /// Shows the branch predictor which way each pair went, as far as that was remembered.
    fn show(&self, _machine: &mut Machine, _branch: Branch) {}
    /// A variable was bound to what is none.
    fn given(&mut self, _value: Cell) {}
    /// The pairs so far.
    fn pairs(&self) -> u64;
    /// What a cell of a pair stands for.
    #[inline(always)]
    fn value(&mut self, cell: Cell) -> Cell {
        cell.deref()
    }
}

impl Tally for u64 {
    #[inline(always)]
    fn pair(&mut self) {
        *self += 1;
    }

    #[inline(always)]
    fn pairs(&self) -> u64 {
        *self
    }
}

/// The ways that a pair of cells can go when two terms are walked through together.
mod kind {
    /// They differ, and are of no kind below.
    pub const DIFFERENT: u8 = 0;
    /// Two lists.
    pub const LISTS: u8 = 1;
    /// Two structures.
    pub const STRUCTURES: u8 = 2;
    /// One cell.
    pub const SAME: u8 = 3;
    /// One is unbound, and stands for the other now.
    pub const BOUND: u8 = 4;
    /// Two floats or long integers.
    pub const BOXED: u8 = 5;
    /// Others that are compared: this and the tag of the first.
    pub const SIMPLE: u8 = 6;
    /// Added to the others where no argument stands behind: what waits goes on.
    pub const END: u8 = 16;
}

/// The work of a unification by its keys, or of a comparison.
#[derive(Default)]
struct PairWork {
    pairs: u64,
    lists: u64,
    structures: u64,
    walks: u64,
    waiting: u64,
    boxed: u64,
    /// What the cells of each pair are, in order, for the branch predictor: see [`kind`]. Of the first [`REMEMBERED`] pairs.
    kinds: Vec<u8>,
    references: u64,
}

/// Of how many pairs of a unification a branch predictor sees the kinds.
const REMEMBERED: usize = 1 << 12;

impl PairWork {
    /// The keys and how often each was met.
    fn units(&self) -> [(Key, u64); 8] {
        [
            (Key::UNIFY_ENTRY, 1),
            (Key::UNIFY_SIMPLE, self.pairs - self.lists - self.structures),
            (Key::UNIFY_LIST, self.lists),
            (Key::UNIFY_STRUCTURE, self.structures),
            (Key::UNIFY_WALK, self.walks.min(1)),
            // A further walk costs what a term does that waits; there is one that begins.
            (Key::UNIFY_WAIT, self.waiting + self.walks.saturating_sub(1)),
            (Key::UNIFY_BOXED, self.boxed),
            (Key::REFERENCE, self.references),
        ]
    }

    /// The last pair is of a kind besides.
    fn is(&mut self, kind: u8) {
        if self.pairs as usize <= REMEMBERED
            && let Some(last) = self.kinds.last_mut()
        {
            *last += kind;
        }
    }
}

impl Tally for PairWork {
    fn pair(&mut self) {
        self.pairs += 1;
        if self.kinds.len() < REMEMBERED {
            self.kinds.push(kind::DIFFERENT);
        }
    }

    fn list(&mut self) {
        self.lists += 1;
        self.is(kind::LISTS);
    }

    fn structure(&mut self) {
        self.structures += 1;
        self.is(kind::STRUCTURES);
    }

    fn same(&mut self) {
        self.is(kind::SAME);
    }

    fn bound(&mut self) {
        self.is(kind::BOUND);
    }

    fn boxed(&mut self) {
        self.boxed += 1;
        self.is(kind::BOXED);
    }

    fn simple(&mut self, cell: Cell) {
        self.is(kind::SIMPLE + cell.tag() as u8);
    }

    fn end(&mut self) {
        self.is(kind::END);
    }

    fn walk(&mut self) {
        self.walks += 1;
    }

    fn wait(&mut self) {
        self.waiting += 1;
    }

    fn show(&self, machine: &mut Machine, branch: Branch) {
        self.kinds.iter().for_each(|&kind| machine.foresee_branch(branch, kind));
        if branch == Branch::Compare {
            machine.counts[Key::COMPOUNDS_COMPARED.index()] += 1 + self.lists + self.structures;
            machine.counts[Key::TERMS_WAITING.index()] += self.waiting;
        }
    }

    fn pairs(&self) -> u64 {
        self.pairs
    }

    fn value(&mut self, cell: Cell) -> Cell {
        self.references += cell.references();
        cell.deref()
    }
}

impl Machine {
    /// Unifies two terms. On failure, bindings made remain for backtracking to undo.
    #[inline]
    pub(crate) fn unify(&mut self, a: Cell, b: Cell) -> bool {
        // What most builtins do with their results.
        let (a, b) = (a.deref(), b.deref());
        if a.is(Tag::Ref) && !b.is(Tag::Ref) {
            self.bind(a.referred(), b);
            return true;
        }
        if a.is_constant() && b.is_constant() {
            return a == b;
        }
        self.unify_counted(a, b, &mut 0)
    }

    /// Unifies two terms and tallies the pairs of cells compared after the first.
    pub(crate) fn unify_counted<T: Tally>(&mut self, a: Cell, b: Cell, tally: &mut T) -> bool {
        let mut stack = std::mem::take(&mut self.pairs);
        stack.clear();
        // One behind a reference is written at each pair, because a panic would leave it so; this one is a register.
        let mut own = std::mem::take(tally);
        let equal = self.unify_loop(a, b, &mut own, &mut stack);
        *tally = own;
        self.pairs = stack;
        equal
    }

    /// As [`Machine::unify_compounds`]. Handlers that call it have no tally on their stack: they could not jump on then.
    #[inline(never)]
    pub(crate) fn unify_compounds_fast(&mut self, a: Cell, b: Cell) -> bool {
        self.unify_compounds(a, b, &mut 0)
    }

    /// The same, counted by its keys.
    #[inline(never)]
    pub(crate) fn unify_compounds_counting(&mut self, a: Cell, b: Cell) -> bool {
        let mut work = PairWork::default();
        let equal = self.unify_compounds(a, b, &mut work);
        work.units().into_iter().for_each(|(key, units)| self.counts[key.index()] += units);
        work.show(self, Branch::Unify);
        equal
    }

    /// Unifies two terms for a builtin whose units are the pairs of cells compared after the first.
    pub(crate) fn unify_in_units(&mut self, a: Cell, b: Cell) -> bool {
        match self.foresees {
            false => self.unify_tallied::<u64>(a, b),
            true => self.unify_tallied::<PairWork>(a, b),
        }
    }

    fn unify_tallied<T: Tally>(&mut self, a: Cell, b: Cell) -> bool {
        let mut tally = T::default();
        let equal = self.unify_counted(a, b, &mut tally);
        self.units += tally.pairs();
        tally.show(self, Branch::Unify);
        equal
    }

    /// As [`Machine::unify`], counted by its keys in the counting mode: the first two cells are a pair, too.
    pub(crate) fn unify_by_keys<R: RunMode>(&mut self, a: Cell, b: Cell) -> bool {
        if !R::COUNT {
            return self.unify(a, b);
        }
        let mut work = PairWork::default();
        work.pair();
        let equal = self.unify_counted(a, b, &mut work);
        work.units().into_iter().for_each(|(key, units)| self.counts[key.index()] += units);
        equal
    }

    /// Unifies two compound terms or boxes, if that is possible. Arguments of which one is a variable or a constant are
    /// dealt with here, the others one by one as any terms: most heads and calls compare flat terms.
    #[inline(always)]
    fn unify_compounds<T: Tally>(&mut self, a: Cell, b: Cell, tally: &mut T) -> bool {
        let (a, b) = (a.deref(), b.deref());
        if a.is(Tag::Boxed) {
            return same_box(a, b);
        }
        let Some(pairs) = arguments(a, b) else { return false };
        for i in 0..pairs.n {
            tally.pair();
            let (a, b) = (tally.value(pairs.a.add(i).get()), tally.value(pairs.b.add(i).get()));
            if a == b {
                tally.same();
                continue;
            }
            if self.binds(a, b, tally) {
                tally.bound();
                continue;
            }
            if !a.has_tag_of(b) || a.is_constant() {
                return false;
            }
            if a.is(Tag::Boxed) {
                tally.boxed();
                if !same_box(a, b) {
                    return false;
                }
                continue;
            }
            tally.walk();
            if !self.unify_counted(a, b, tally) {
                return false;
            }
        }
        true
    }

    /// Binds one of two different cells to the other if one is a variable.
    #[inline(always)]
    fn binds<T: Tally>(&mut self, a: Cell, b: Cell, tally: &mut T) -> bool {
        match (a.is(Tag::Ref), b.is(Tag::Ref)) {
            (true, true) => self.bind_variables(a.referred(), b.referred()),
            (true, false) => {
                self.bind(a.referred(), b);
                tally.given(b);
            }
            (false, true) => {
                self.bind(b.referred(), a);
                tally.given(a);
            }
            (false, false) => return false,
        }
        true
    }

    #[inline(always)]
    fn unify_loop<T: Tally>(&mut self, a: Cell, b: Cell, tally: &mut T, stack: &mut Vec<Pairs>) -> bool {
        let mut same = Same::default();
        let (mut a, mut b) = (a, b);
        let mut now = Pairs { a: Addr::NULL, b: Addr::NULL, n: 0 };
        loop {
            a = tally.value(a);
            b = tally.value(b);
            if a != b {
                if self.binds(a, b, tally) {
                    tally.bound();
                } else if !a.has_tag_of(b) || a.is_constant() {
                    return false;
                } else if a.is(Tag::Boxed) {
                    tally.boxed();
                    if !same_box(a, b) {
                        return false;
                    }
                } else {
                    let Some(pairs) = arguments(a, b) else {
                        return false;
                    };
                    if same.is_new(tally.pairs(), a, b) {
                        if a.is(Tag::List) {
                            tally.list()
                        } else {
                            tally.structure()
                        }
                        if now.n > 0 {
                            tally.wait();
                            stack.push(now);
                        }
                        now = pairs;
                    }
                }
            } else {
                tally.same();
            }
            if now.n == 0 {
                tally.end();
                match stack.pop() {
                    Some(pairs) => now = pairs,
                    None => return true,
                }
            }
            tally.pair();
            a = now.a.get();
            b = now.b.get();
            now = Pairs { a: now.a.add(1), b: now.b.add(1), n: now.n - 1 };
        }
    }

    /// The standard order of two terms; adds the pairs of cells compared after the first to `nodes`. Nothing where that takes
    /// so long that it is interrupted.
    pub(crate) fn compare(&mut self, a: Cell, b: Cell, nodes: &mut u64) -> Option<Ordering> {
        let (a, b) = (a.deref(), b.deref());
        if a == b {
            return Some(Ordering::Equal);
        }
        if !(a.is_compound() && b.is_compound()) {
            return Some(self.compare_simple(a, b));
        }
        match self.foresees {
            false => self.compare_tallied::<u64>(a, b, nodes),
            true => self.compare_tallied::<PairWork>(a, b, nodes),
        }
    }

    fn compare_tallied<T: Tally>(&mut self, a: Cell, b: Cell, nodes: &mut u64) -> Option<Ordering> {
        let mut stack = std::mem::take(&mut self.pairs);
        stack.clear();
        let mut tally = T::default();
        let order = self.compare_loop(a, b, *nodes, &mut tally, &mut stack);
        self.pairs = stack;
        *nodes += tally.pairs();
        tally.show(self, Branch::Compare);
        order
    }

    /// Compares two compound terms, after so many pairs of others.
    fn compare_loop<T: Tally>(
        &self,
        a: Cell,
        b: Cell,
        before: u64,
        tally: &mut T,
        stack: &mut Vec<Pairs>,
    ) -> Option<Ordering> {
        let mut seen = Seen::default();
        let (mut a, mut b) = (a, b);
        let mut now = Pairs { a: Addr::NULL, b: Addr::NULL, n: 0 };
        loop {
            a = a.deref();
            b = b.deref();
            if a != b {
                if a.is_compound() && b.is_compound() {
                    let order = self.compare_functors(a, b);
                    if order != Ordering::Equal {
                        return Some(order);
                    }
                    let pairs = before + tally.pairs();
                    if pairs > CAREFUL && pairs.is_multiple_of(PATIENCE) && self.is_interrupted() {
                        return None;
                    }
                    if seen.is_new(pairs, a, b) {
                        if a.is(Tag::List) {
                            tally.list()
                        } else {
                            tally.structure()
                        }
                        if now.n > 0 {
                            tally.wait();
                            stack.push(now);
                        }
                        now = arguments(a, b).expect("terms whose functors compare equal have the same functor");
                    }
                } else {
                    tally.simple(a);
                    let order = self.compare_simple(a, b);
                    if order != Ordering::Equal {
                        return Some(order);
                    }
                }
            } else {
                tally.same();
            }
            if now.n == 0 {
                tally.end();
                match stack.pop() {
                    Some(pairs) => now = pairs,
                    None => return Some(Ordering::Equal),
                }
            }
            tally.pair();
            a = now.a.get();
            b = now.b.get();
            now = Pairs { a: now.a.add(1), b: now.b.add(1), n: now.n - 1 };
        }
    }

    /// Arity, then name.
    fn compare_functors(&self, a: Cell, b: Cell) -> Ordering {
        let (f, g) = (self.functor_of(a), self.functor_of(b));
        if f == g {
            return Ordering::Equal;
        }
        f.arity.cmp(&g.arity).then_with(|| self.compare_atoms(f.name, g.name))
    }

    fn compare_atoms(&self, a: crate::atoms::Atom, b: crate::atoms::Atom) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        self.texts_compared.set(self.texts_compared.get() + 1);
        let atoms = &self.program.atoms;
        atoms.spelling(a).cmp(atoms.spelling(b))
    }

    /// Two different terms of which at least one is not compound.
    fn compare_simple(&self, a: Cell, b: Cell) -> Ordering {
        if a.is(Tag::Int) && b.is(Tag::Int) {
            return a.as_int().cmp(&b.as_int());
        }
        if a.is_float()
            && b.is_float()
            && let Some((x, y)) = floats(a, b)
        {
            return compare_floats(x, y);
        }
        let (x, y) = (rank(a), rank(b));
        if x != y {
            return x.cmp(&y);
        }
        match a.tag() {
            Tag::Ref => a.addr().cmp(&b.addr()),
            Tag::Atom => self.compare_atoms(a.as_atom(), b.as_atom()),
            Tag::Boxed if a.is_box(Kind::Text) => {
                self.texts_compared.set(self.texts_compared.get() + 1);
                self.text_of_string(a).cmp(self.text_of_string(b))
            }
            _ => self.compare_standard(&self.number(a), &self.number(b)),
        }
    }

    /// All floats before all other numbers (ISO 7.2), else by value; what is no number before all numbers.
    fn compare_standard(&self, a: &Number, b: &Number) -> Ordering {
        let type_rank = |x: &Number| !matches!(x, Number::Float(_));
        let is_nan = |x: &Number| matches!(x, Number::Float(x) if x.is_nan());
        let by_value = || a.compare(b).unwrap_or_else(|| is_nan(b).cmp(&is_nan(a)));
        type_rank(a).cmp(&type_rank(b)).then_with(by_value)
    }
}

/// By value; what is no number first.
fn compare_floats(x: f64, y: f64) -> Ordering {
    x.partial_cmp(&y).unwrap_or_else(|| y.is_nan().cmp(&x.is_nan()))
}

/// Var < Number < Atom < String < Compound.
fn rank(cell: Cell) -> u8 {
    match cell.tag() {
        Tag::Ref => 0,
        Tag::Int => 1,
        Tag::Boxed if !cell.is_box(Kind::Text) => 1,
        Tag::Atom => 2,
        Tag::Boxed => 3,
        _ => 4,
    }
}
