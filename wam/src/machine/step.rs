//! What instruction bodies are written in: the registers, how a body may end, and the run modes.

use super::Machine;
use super::memory::{Addr, Code};
use super::threaded::Handler;
use crate::cost::Key;

/// The registers that travel in processor registers from instruction to instruction.
#[derive(Clone, Copy)]
pub(crate) struct Regs {
    /// The instruction that is running.
    pub pc: Code,
    /// The instruction after it.
    pub next: Code,
    /// Top of the heap.
    pub h: Addr,
    /// Next argument to read; null in write mode.
    pub s: Addr,
    /// The environment.
    pub e: Addr,
}

/// How an instruction ends.
pub(crate) enum Step {
    /// The next instruction.
    Next,
    /// An instruction elsewhere.
    Jump(Code),
    /// Back to the newest choice point.
    Fail,
    /// The rare rest of the body, out of line: nothing is done or counted yet.
    Cold(Cold),
    /// The other half of the body, which has a handler of its own: nothing is done or counted yet.
    Apart(Handler, Cold),
    /// The instruction is done, and the machine's saved registers say where to go on: see [`Machine::out_of_line`].
    Reload,
    /// Out of the machine.
    Halt,
}

/// The out-of-line part of an instruction body.
pub(crate) type Cold = fn(&mut Machine, &mut Regs) -> Step;

/// A label operand: where it stands in the instruction, in halfwords. It is read when it is used, since most
/// instructions that have labels use one of several, or none.
#[derive(Clone, Copy)]
pub(crate) struct LabelAt(pub usize);

impl Regs {
    /// The place that a label of the code area says: its distance in words. Not for labels that may mean failure.
    #[inline(always)]
    pub(crate) fn place(&self, target: LabelAt) -> Code {
        self.pc.offset(self.pc.word(target.0) as i32)
    }

    /// Goes to a label of the code area; distance zero is failure.
    #[inline(always)]
    pub(crate) fn go(&self, target: LabelAt) -> Step {
        let distance = self.pc.word(target.0) as i32;
        if distance == 0 { Step::Fail } else { Step::Jump(self.pc.offset(distance)) }
    }

    /// Whether a label of the code area means failure.
    #[inline(always)]
    fn fails(&self, target: LabelAt) -> bool {
        self.pc.word(target.0) == 0
    }
}

/// Where a run mode waits for all earlier instructions to finish, so that times add up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fence {
    Nowhere,
    /// At `call`, `execute`, `proceed`, `retry` and `trust`.
    Boundaries,
    Everywhere,
}

/// What a run mode watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watch {
    Nothing,
    /// Calls, without boxes.
    Calls,
    /// All ports.
    Boxes,
    /// The same, and what each instruction does.
    Steps,
}

/// A run mode: chosen by type, so that the modes do not pay for each other.
pub trait RunMode: sealed::Mode + 'static {}

pub(crate) mod sealed {
    use super::Machine;

    /// What distinguishes the modes.
    ///
    /// The functions are here so that the loops are compiled in this crate, with its optimisation, and not in the crate
    /// that names the mode.
    pub trait Mode: Sized + 'static {
        /// Whether every key is counted.
        const COUNT: bool;
        /// Whether a branch predictor looks at what is counted.
        const FORESEE: bool;
        /// Where it fences.
        const FENCE: u8;
        /// What it watches.
        const WATCH: u8;
        /// Runs from the saved registers.
        fn run(machine: &mut Machine);
        /// Fails and runs on.
        fn fail_and_run(machine: &mut Machine);
    }
}
use sealed::Mode;

/// Declares the modes: what each is, whether it counts, also mispredictions, where it fences, what it watches. Impls of one
/// shape.
macro_rules! modes {
    ($(#[doc = $doc:literal] $mode:ident $count:literal $foresee:literal $fence:ident $watch:ident;)*) => {$(
        #[doc = $doc]
        pub struct $mode;
        impl Mode for $mode {
            const COUNT: bool = $count;
            const FORESEE: bool = $foresee;
            const FENCE: u8 = Fence::$fence as u8;
            const WATCH: u8 = Watch::$watch as u8;
            fn run(machine: &mut Machine) {
                machine.foresees = $foresee;
                super::dispatch::run::<$mode>(machine)
            }
            fn fail_and_run(machine: &mut Machine) {
                machine.foresees = $foresee;
                let mut r = machine.regs;
                machine.backtrack::<$mode>(&mut r);
                machine.regs = r;
                super::dispatch::run::<$mode>(machine)
            }
        }
        impl RunMode for $mode {}
    )*};
}
modes! {
    /// Nothing but the program.
    Fast false false Nowhere Nothing;
    /// With fences at clause boundaries: about half the speed, and times that add up better.
    Predictable false false Boundaries Nothing;
    /// With a fence at every instruction: a laboratory instrument.
    Exact false false Everywhere Nothing;
    /// Counts every cost key.
    Counting true false Nowhere Nothing;
    /// Counts every cost key, and which branches a predictor does not foresee: several times slower.
    Foreseeing true true Nowhere Nothing;
    /// Tells of calls of watched predicates.
    WatchingCalls false false Nowhere Calls;
    /// Keeps boxes of the goals of watched predicates, and tells of all their ports.
    WatchingBoxes false false Nowhere Boxes;
    /// The same, and looks at the machine around each instruction: several times slower.
    WatchingSteps false false Nowhere Steps;
}

impl Machine {
    /// Does all of an instruction in a function of its own, which takes the registers from where they are saved.
    #[inline(always)]
    pub(crate) fn out_of_line<R: RunMode>(&mut self, r: &Regs, body: impl Fn(&mut Machine, &mut Regs) -> Step) -> Step {
        self.regs = *r;
        super::dispatch::run_saved::<R>(self, body);
        Step::Reload
    }

    /// Counts one execution, in the counting mode.
    #[inline(always)]
    pub(crate) fn count<R: RunMode>(&mut self, key: Key) {
        if R::COUNT {
            self.counts[key.index()] += 1;
            if R::FORESEE {
                self.foresee(key);
            }
        }
    }

    /// Goes to a label that may mean failure, and counts which it was, in the counting mode.
    #[inline(always)]
    pub(crate) fn go_or_fail<R: RunMode>(&mut self, r: &Regs, target: LabelAt, go: Key, fail: Key) -> Step {
        if R::COUNT {
            self.count::<R>(if r.fails(target) { fail } else { go });
        }
        r.go(target)
    }

    /// Counts units of work, in the counting mode.
    #[inline(always)]
    pub(crate) fn count_units<R: RunMode>(&mut self, key: Key, units: u64) {
        if R::COUNT {
            self.counts[key.index()] += units;
        }
    }
}
