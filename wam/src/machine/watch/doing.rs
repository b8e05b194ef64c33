//! What the machine does: instructions, and what they do to its memory.
//!
//! In: which of it a plan asks for ([`Doings`]). Out: a [`MachineEvent`] for the observer each time. Instructions, and what the
//! stacks were before and are behind one, are looked at in the mode [`WatchingSteps`](crate::machine::WatchingSteps) only, around
//! each instruction; collections are told in every mode. These events are numbered together with all others.

use super::super::Machine;
use super::super::frames::Choice;
use super::super::memory::Addr;
use super::super::step::Regs;
use crate::code::Program;
use crate::family::Family;
use crate::instr::{OPS, Op, PredId};
use std::ops::ControlFlow;

/// Something that the machine does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Doing {
    /// It executes an instruction.
    Instruction(Op),
    /// An instruction has pushed cells onto the heap.
    HeapGrows,
    /// It has made entries of the trail.
    TrailGrows,
    /// It has made choice points.
    ChoicePushed,
    /// Choice points are gone because their last alternative was taken, or an exception passed them.
    ChoicePopped,
    /// Choice points were cut.
    ChoiceCut,
    /// An environment was made.
    EnvironmentMade,
    /// An environment was left.
    EnvironmentLeft,
    /// A collection begins.
    CollectionBegins,
    /// It has ended.
    CollectionEnds,
}

/// A set of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Doings {
    instructions: u128,
    others: u16,
}

/// Those besides instructions.
const OTHERS: [Doing; 9] = [
    Doing::HeapGrows,
    Doing::TrailGrows,
    Doing::ChoicePushed,
    Doing::ChoicePopped,
    Doing::ChoiceCut,
    Doing::EnvironmentMade,
    Doing::EnvironmentLeft,
    Doing::CollectionBegins,
    Doing::CollectionEnds,
];

const _: () = assert!(OPS.len() <= u128::BITS as usize);

impl Doing {
    /// All there are.
    pub fn all() -> impl Iterator<Item = Doing> {
        OPS.iter().map(|&op| Doing::Instruction(op)).chain(OTHERS)
    }

    /// Whether it is seen around instructions only.
    fn is_of_steps(self) -> bool {
        !matches!(self, Doing::CollectionBegins | Doing::CollectionEnds)
    }

    fn number(self) -> u32 {
        OTHERS.iter().position(|other| *other == self).map_or(0, |at| at as u32)
    }
}

impl Doings {
    /// With one more.
    pub fn with(mut self, doing: Doing) -> Doings {
        match doing {
            Doing::Instruction(op) => self.instructions |= 1 << op as u32,
            other => self.others |= 1 << other.number(),
        }
        self
    }

    /// Whether one is among them.
    pub fn contains(self, doing: Doing) -> bool {
        match doing {
            Doing::Instruction(op) => self.instructions >> op as u32 & 1 == 1,
            other => self.others >> other.number() & 1 == 1,
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Doings::default()
    }

    /// Whether it takes the mode that looks at each instruction.
    pub fn needs_steps(self) -> bool {
        self.instructions != 0 || OTHERS.into_iter().any(|other| other.is_of_steps() && self.contains(other))
    }
}

impl FromIterator<Doing> for Doings {
    fn from_iter<T: IntoIterator<Item = Doing>>(all: T) -> Doings {
        all.into_iter().fold(Doings::default(), Doings::with)
    }
}

/// The machine does something.
pub struct MachineEvent<'m> {
    machine: &'m mut Machine,
    doing: Doing,
    amount: i64,
}

impl MachineEvent<'_> {
    /// What it does.
    pub fn doing(&self) -> Doing {
        self.doing
    }

    /// How much: cells of the heap that were pushed, are in use when a collection begins, or were recovered; entries of the
    /// trail; words of choice points; where an environment is, in words from the first. 0 for instructions.
    pub fn amount(&self) -> i64 {
        self.amount
    }

    /// The number of the event, from 1, among all events of the run.
    pub fn chrono(&self) -> u64 {
        self.machine.watching.chrono
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.machine.program
    }

    /// The predicate of the goal that runs, where boxes are kept.
    pub fn within(&self) -> Option<PredId> {
        self.machine.running_goal()
    }

    /// Writes out what the program's output has buffered, so that what is told stands behind it.
    pub fn flush(&mut self) {
        self.machine.flush();
    }

    /// The next line of the program's input, without its end; none at the end of the input.
    pub fn read_line(&mut self) -> Option<String> {
        self.machine.next_input_line()
    }
}

/// What the stacks are before an instruction.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    op: Op,
    h: Addr,
    e: Addr,
    tr: Addr,
    b: Choice,
}

impl Machine {
    /// An instruction is about to run, behind what is due at a site: whose first one it is, that goal has its box.
    pub(crate) fn tell_instruction(&mut self, op: Op) {
        self.tell_doing(Doing::Instruction(op), 0);
    }

    /// What the stacks are.
    pub(crate) fn before_step(&self, op: Op, r: &Regs) -> Before {
        Before { op, h: r.h, e: r.e, tr: self.tr, b: self.b }
    }

    /// It has run.
    pub(crate) fn after_step(&mut self, before: Before, r: &Regs) {
        let Before { op, h, e, tr, b } = before;
        if self.b > b {
            self.tell_doing(Doing::ChoicePushed, self.b.0.words_from(b.0) as i64);
        } else if self.b < b {
            let doing = if op.family() == Family::Cut { Doing::ChoiceCut } else { Doing::ChoicePopped };
            self.tell_doing(doing, b.0.words_from(self.b.0) as i64);
        }
        // What has failed has taken back what it pushed.
        if r.h > h {
            self.tell_doing(Doing::HeapGrows, r.h.words_from(h) as i64);
        }
        if self.tr > tr {
            self.tell_doing(Doing::TrailGrows, self.tr.words_from(tr) as i64);
        }
        let place = |e: Addr| e.words_from(self.base.e()) as i64;
        match op {
            Op::Allocate if r.e > self.base.e() && r.e != e => {
                let place = place(r.e);
                self.tell_doing(Doing::EnvironmentMade, place);
            }
            Op::Deallocate if e > self.base.e() => {
                let place = place(e);
                self.tell_doing(Doing::EnvironmentLeft, place);
            }
            _ => {}
        }
    }

    /// A collection begins; so many cells of the heap are in use.
    pub(crate) fn collection_begins(&mut self) {
        let used = self.regs.h.words_from(self.heap.base()) as i64;
        self.tell_doing(Doing::CollectionBegins, used);
    }

    /// It has ended, and recovered so many cells.
    pub(crate) fn collection_ends(&mut self, freed: u64) {
        self.tell_doing(Doing::CollectionEnds, freed as i64);
    }

    fn tell_doing(&mut self, doing: Doing, amount: i64) {
        if !self.watching.plan.machine.contains(doing) {
            return;
        }
        self.tell_waiting();
        self.watching.chrono += 1;
        let Some(mut observer) = self.watching.observer.take() else { return };
        let flow = observer.machine(&mut MachineEvent { machine: self, doing, amount });
        self.watching.observer = Some(observer);
        if flow == ControlFlow::Break(()) {
            self.abort_watched();
        }
    }

    /// The predicate of the box that runs.
    pub(super) fn running_goal(&self) -> Option<PredId> {
        let watching = &self.watching;
        (watching.current != watching.root).then(|| watching.current.row().pred())
    }
}
