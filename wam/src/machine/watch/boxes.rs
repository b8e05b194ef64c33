//! Boxes and rows of predicates: what is where in them. Both are words of areas, as frames are.

use super::super::cell::Cell;
use super::super::frames::Choice;
use super::super::memory::{Addr, Code};
use super::{Port, Ports};
use crate::instr::PredId;

/// Words of a box.
pub(super) const BOX_WORDS: usize = 7;
/// Words of a row.
pub(super) const ROW_WORDS: usize = 8;

/// A goal that runs, or has exited and may be redone: `[parent, row of its predicate, newest choice point when it was called,
/// what follows its call, number of the call, depth | times, where its arguments are]`. Parents have lower addresses.
///
/// The last bit of what follows its call is set where that is an `execute`: it was the last call of its parent, which exits
/// with it. A chain of last calls may be one box: then it is so many goals, and the rest is that of the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(super) struct GoalBox(pub Addr);

/// What is known of a predicate that is watched: `[number | ports told << 32 | closes << 56 | merges << 57, how often each external
/// port was passed]`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Row(pub Addr);

/// The bit of the first word of a row that says that exited boxes go when they have left no choice point.
const CLOSES: u64 = 1 << 56;
/// The bit that says that a chain of last calls is one box.
const MERGES: u64 = 1 << 57;
const TOLD: u32 = 32;

impl GoalBox {
    pub(super) const NULL: GoalBox = GoalBox(Addr::NULL);

    #[inline(always)]
    pub(super) fn fill(self, parent: GoalBox, row: Row, choice: Choice, site: u64, call: u64, depth: u64) {
        let at = self.0;
        at.set(Cell(parent.0.bits()));
        at.add(1).set(Cell(row.0.bits()));
        at.add(2).set(Cell(choice.bits()));
        at.add(3).set(Cell(site));
        at.add(4).set(Cell(call));
        at.add(5).set(Cell(depth | 1 << 32));
    }

    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        self.0.add(at).get().0
    }

    #[inline(always)]
    pub(super) fn parent(self) -> GoalBox {
        GoalBox(Addr::from_bits(self.word(0)))
    }

    #[inline(always)]
    pub(super) fn row(self) -> Row {
        Row(Addr::from_bits(self.word(1)))
    }

    #[inline(always)]
    pub(super) fn choice(self) -> Choice {
        Choice::from_bits(self.word(2))
    }

    #[inline(always)]
    pub(super) fn is_last_call(self) -> bool {
        self.word(3) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn site(self) -> Code {
        Code::from_bits(self.word(3) & !1)
    }

    #[inline(always)]
    pub(super) fn call(self) -> u64 {
        self.word(4)
    }

    #[inline(always)]
    pub(super) fn depth(self) -> u32 {
        self.word(5) as u32
    }

    #[inline(always)]
    pub(super) fn times(self) -> u32 {
        (self.word(5) >> 32) as u32
    }

    /// The number of the call, and the depth.
    #[inline(always)]
    pub(super) fn numbers(self) -> (u64, u64) {
        (self.call(), u64::from(self.depth()))
    }

    /// The depth of what its clause calls.
    #[inline(always)]
    pub(super) fn depth_below(self) -> u64 {
        let word = self.word(5);
        u64::from(word as u32) + (word >> 32)
    }

    pub(super) fn add_goal(self) {
        self.0.add(5).set(Cell(self.word(5) + (1 << 32)));
    }

    #[inline(always)]
    pub(super) fn args(self) -> usize {
        self.word(6) as usize
    }

    #[inline(always)]
    pub(super) fn set_args(self, from: usize) {
        self.0.add(6).set(Cell(from as u64));
    }

    #[inline(always)]
    pub(super) fn next(self) -> GoalBox {
        GoalBox(self.0.add(BOX_WORDS))
    }

    pub(super) fn previous(self) -> GoalBox {
        GoalBox(self.0.sub(BOX_WORDS))
    }
}

impl Row {
    pub(super) fn fill(self, pred: PredId, told: Ports, closes: bool, merges: bool) {
        let closes = if closes { CLOSES } else { 0 };
        let merges = if merges { MERGES } else { 0 };
        self.0.set(Cell(u64::from(pred.0) | u64::from(told.bits()) << TOLD | closes | merges));
    }

    #[inline(always)]
    pub(super) fn pred(self) -> PredId {
        PredId(self.0.get().0 as u32)
    }

    #[inline(always)]
    pub(super) fn tells(self, port: Port) -> bool {
        self.0.get().0 >> (TOLD + port as u32) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn closes(self) -> bool {
        self.0.get().0 & CLOSES != 0
    }

    #[inline(always)]
    pub(super) fn merges(self) -> bool {
        self.0.get().0 & MERGES != 0
    }

    #[inline(always)]
    pub(super) fn count(self, port: Port) {
        let at = self.0.add(1 + port as usize);
        at.set(Cell(at.get().0 + 1));
    }

    pub(super) fn counts(self) -> [u64; Port::ALL.len()] {
        Port::ALL.map(|port| self.0.add(1 + port as usize).get().0)
    }
}
