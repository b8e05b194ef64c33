//! Environments and choice points: what is where in them.
//!
//! An environment is `[E, CP, Y0, Y1, …]`; how many slots are in use is written in the `call` before the CP that leads
//! into its clause, so an environment shrinks as its clause proceeds. A choice point is `[A0, …, A(n-1) | ALT, E, CP,
//! B0, TR, H, TOP, PREV]` and is referred to by the address of ALT.

use super::Machine;
use super::budget::Needs;
use super::cell::Cell;
use super::error::Ball;
use super::memory::{Addr, Code};
use super::step::{Regs, RunMode, Watch};
use crate::builtins::BUILTINS;
use crate::cost::Key;
use crate::instr::{BuiltinId, X, Y};

/// Words of an environment before its slots.
pub(crate) const ENV_HEADER: usize = 2;
/// Words of a choice point after its arguments.
pub(crate) const CHOICE_HEADER: usize = 8;

/// So many arguments of a choice point are copied without counting them.
pub(crate) const FEW_ARGUMENTS: usize = 4;

/// A choice point, or null below the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct Choice(pub Addr);

/// Reads and writes the fields of a choice point by name; eight pairs of one shape.
macro_rules! choice_fields {
    ($($at:literal $get:ident $set:ident $type:ident;)*) => {
        impl Choice {$(
            #[inline(always)]
            pub(crate) fn $get(self) -> $type { $type::from_bits(self.0.add($at).get().0) }
            #[inline(always)]
            pub(crate) fn $set(self, value: $type) { self.0.add($at).set(Cell(value.bits())) }
        )*}
    };
}
choice_fields! {
    0 alt set_alt Code;
    1 e set_e Addr;
    2 cp set_cp Code;
    3 b0 set_b0 Choice;
    4 tr set_tr Addr;
    5 h set_h Addr;
    6 local_top set_local_top Addr;
    7 prev set_prev Choice;
}

impl Choice {
    pub(crate) const NULL: Choice = Choice(Addr::NULL);

    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0.bits()
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Choice {
        Choice(Addr::from_bits(bits))
    }

    /// Its saved argument `i` of `arity`.
    #[inline(always)]
    pub(crate) fn arg(self, i: usize, arity: usize) -> Addr {
        self.0.sub(arity).add(i)
    }
}

impl Machine {
    /// A temporary register.
    #[inline(always)]
    pub(crate) fn x(&self, x: X) -> Cell {
        self.x[usize::from(x.0)]
    }

    /// What a temporary register stands for, where an instruction asks for it.
    #[inline(always)]
    pub(crate) fn value<R: RunMode>(&mut self, x: X) -> Cell {
        self.seen::<R>(self.x(x))
    }

    /// What a cell stands for, where an instruction asks for it: in the mode [`Foreseeing`], references are counted.
    ///
    /// [`Foreseeing`]: super::Foreseeing
    #[inline(always)]
    pub(crate) fn seen<R: RunMode>(&mut self, cell: Cell) -> Cell {
        if R::FORESEE {
            self.count_references(cell);
        }
        cell.deref()
    }

    /// Counts the references that lead from a cell to what it stands for. Out of line, as [`Machine::foresee`] is.
    #[inline(never)]
    fn count_references(&mut self, cell: Cell) {
        self.counts[Key::REFERENCE.index()] += cell.references();
    }

    /// Counts the references that lead from the arguments of a builtin, in that mode.
    #[inline(always)]
    pub(crate) fn see_arguments<R: RunMode>(&mut self, builtin: BuiltinId) {
        if R::FORESEE {
            (0..BUILTINS[usize::from(builtin.0)].arity).for_each(|i| self.count_references(self.x[usize::from(i)]));
        }
    }

    /// An argument register, for builtins.
    #[inline(always)]
    pub(crate) fn a(&self, i: u16) -> Cell {
        self.x[usize::from(i)].deref()
    }

    #[inline(always)]
    pub(crate) fn set_x(&mut self, x: X, cell: Cell) {
        self.x[usize::from(x.0)] = cell;
    }

    /// The first free word of the environment stack, when the running clause's environment is `e` or none.
    #[inline(always)]
    pub(crate) fn local_top(&self, e: Addr) -> Addr {
        let live = usize::from(self.cp.offset(-1).half(1));
        e.add(ENV_HEADER + live).max(self.b.local_top())
    }

    /// Makes the cell of an unbound variable stand for something, and remembers to undo it where that is needed.
    #[inline(always)]
    pub(crate) fn bind(&mut self, variable: Addr, to: Cell) {
        variable.set(to);
        if variable < self.hb {
            self.tr.push(Cell::reference(variable));
            if self.tr > self.trail_limit {
                self.trail_grows();
            }
        }
    }

    /// Binds the younger of two unbound variables to the older.
    #[inline(always)]
    pub(crate) fn bind_variables(&mut self, a: Addr, b: Addr) {
        if a < b {
            self.bind(b, Cell::reference(a));
        } else {
            self.bind(a, Cell::reference(b));
        }
    }

    /// Replaces the content of a cell, and remembers to undo it. Unlike bindings, of these there may be any number.
    pub(crate) fn assign_undoable(&mut self, at: Addr, to: Cell) -> Result<(), Ball> {
        if self.tr > self.trail_limit && !self.grant(Needs::default()) {
            return Err(self.out_of_memory());
        }
        self.tr.push(at.get());
        self.tr.push(Cell(at.bits() | 1));
        at.set(to);
        Ok(())
    }

    /// Undoes bindings down to a top of the trail.
    #[inline(always)]
    pub(crate) fn undo<R: RunMode>(&mut self, to: Addr) {
        while self.tr > to {
            self.tr = self.tr.sub(1);
            let entry = self.tr.get();
            if entry.0 & 1 == 0 {
                entry.addr().set(entry);
            } else {
                self.tr = self.tr.sub(1);
                entry.addr().set(self.tr.get());
            }
            self.count::<R>(Key::UNDO);
        }
    }

    /// Pushes a choice point that saves `arity` argument registers.
    #[inline(always)]
    pub(crate) fn push_choice<R: RunMode>(&mut self, r: &Regs, arity: usize, alt: Code, local_top: Addr) {
        let args = self.b.0.add(CHOICE_HEADER);
        let mut at = 0;
        while at < arity {
            args.add(at).set(self.x[at & 0xffff]);
            at += 1;
        }
        self.push_choice_behind::<R>(r, Choice(args.add(arity)), alt, local_top);
    }

    /// The same for at most [`FEW_ARGUMENTS`]: what is written behind the arguments is written over by the fields.
    #[inline(always)]
    pub(crate) fn push_small_choice<R: RunMode>(&mut self, r: &Regs, arity: usize, alt: Code, local_top: Addr) {
        let args = self.b.0.add(CHOICE_HEADER);
        args.set(self.x[0]);
        args.add(1).set(self.x[1]);
        args.add(2).set(self.x[2]);
        args.add(3).set(self.x[3]);
        self.push_choice_behind::<R>(r, Choice(args.add(arity)), alt, local_top);
    }

    /// Pushes a choice point whose arguments are saved.
    #[inline(always)]
    fn push_choice_behind<R: RunMode>(&mut self, r: &Regs, new: Choice, alt: Code, local_top: Addr) {
        new.set_alt(alt);
        new.set_e(r.e);
        new.set_cp(self.cp);
        new.set_b0(self.b0);
        new.set_tr(self.tr);
        new.set_h(r.h);
        new.set_local_top(local_top);
        new.set_prev(self.b);
        self.b = new;
        self.hb = r.h;
        if R::WATCH >= Watch::Boxes as u8 {
            self.shade(new);
        }
    }

    /// Fails: undoes what happened since the newest choice point and continues where it says.
    #[inline(always)]
    pub(crate) fn backtrack<R: RunMode>(&mut self, r: &mut Regs) {
        let b = self.b;
        self.undo::<R>(b.tr());
        r.h = b.h();
        r.e = b.e();
        self.cp = b.cp();
        self.b0 = b.b0();
        r.pc = b.alt();
        if R::WATCH >= Watch::Boxes as u8 {
            self.walk_back(r, b);
        }
    }

    /// Drops the newest choice point.
    #[inline(always)]
    pub(crate) fn pop_choice(&mut self) {
        self.cut_to(self.b.prev());
    }

    /// Drops all choice points newer than one.
    #[inline(always)]
    pub(crate) fn cut_to(&mut self, level: Choice) {
        self.b = level;
        self.hb = level.h();
    }

    /// A slot of an environment.
    #[inline(always)]
    pub(crate) fn slot(r: &Regs, y: Y) -> Addr {
        r.e.add(ENV_HEADER + usize::from(y.0))
    }
}
