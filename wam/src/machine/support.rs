//! What builtins need of the machine beyond instructions: room on the heap, tentative unification, statistics.

use super::Machine;
use super::budget::Needs;
use super::cell::Cell;
use super::clock::{cpu_seconds, system_seconds};
use super::error::Ball;
use super::frames::Choice;
use super::memory::{Addr, Area};
use super::number::Number;
use super::step::Fast;
use crate::instr::key;
use crate::meter;

impl Machine {
    /// Where the next cell of the heap goes.
    pub(crate) fn heap_top(&self) -> Addr {
        self.regs.h
    }

    /// Cuts the heap back to a former top, or accepts what was built above it.
    pub(crate) fn set_heap_top(&mut self, top: Addr) {
        self.regs.h = top;
    }

    /// Where an address is on the heap, in words: the name of a variable.
    pub(crate) fn heap_place(&self, bits: u64) -> usize {
        Addr::from_bits(bits).words_from(self.heap.base())
    }

    /// Makes sure that so many words can be written.
    pub(crate) fn ensure(&mut self, words: usize) -> Result<(), Ball> {
        let end = self.regs.h.bits().saturating_add(8 * words as u64);
        if end > self.heap_limit && !self.grant(Needs { heap: 8 * words, ..Needs::default() }) {
            return Err(self.out_of_memory());
        }
        Ok(())
    }

    /// Whether an interrupt waits, or memory must be looked at.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.limits.is_waiting() || meter::is_over()
    }

    /// Does something whose bindings are undone again.
    pub(crate) fn tentatively<T>(&mut self, action: impl FnOnce(&mut Machine) -> T) -> T {
        let (hb, tr) = (self.hb, self.tr);
        // Every variable is older than the end of memory, so every binding is remembered.
        self.hb = Addr::from_bits(u64::MAX);
        let result = action(self);
        self.undo::<Fast>(tr);
        self.hb = hb;
        result
    }

    /// Keeps what is on the heap now, even when the choice points before it are backtracked to; returns how many those are.
    pub(crate) fn keep_heap(&mut self) -> u64 {
        let top = self.regs.h;
        let mut b = self.b;
        let mut choices = 0;
        while b != Choice::NULL {
            b.set_h(top.max(b.h()));
            b = b.prev();
            choices += 1;
        }
        self.hb = top;
        choices
    }

    /// A cell that is never cut back.
    pub(crate) fn permanent_cell(&mut self, value: Cell) -> Addr {
        let place = self.reserve_code(1);
        place.set(value);
        place
    }

    /// The number of the last change of the database.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The value of a key of `statistics/2`; none for an unknown one. Times are in milliseconds where they are pairs (now,
    /// since the last time), else in seconds; sizes are in bytes.
    pub(crate) fn statistic(&mut self, name: &str) -> Option<Result<Cell, Ball>> {
        let milliseconds = |seconds: f64| (seconds * 1000.0) as i64;
        let pair = match name {
            "runtime" | "process_runtime" => self.since(0, milliseconds(self.cpu_now())),
            "walltime" => self.since(1, milliseconds(self.surroundings.now() - self.started)),
            "real_time" => self.since(2, self.surroundings.now() as i64),
            "system_time" => {
                self.since(3, if self.surroundings.is_confined() { 0 } else { milliseconds(system_seconds()) })
            }
            "global_stack" => self.area(self.regs.h, &self.heap),
            "local_stack" => self.area(self.regs.e, &self.local),
            "trail" => self.area(self.tr, &self.trail),
            "memory" | "core" => [self.memory(), 0],
            "program" => [self.used(self.code_top, self.code.base()), 0],
            "garbage_collection" => {
                let items = [self.gc.collections as i64, self.gc.freed as i64, self.gc.time.as_millis() as i64];
                let items = items.map(|item| self.int_cell(item));
                return Some(self.make_list(&items, Cell::NIL));
            }
            _ => return self.single_statistic(name).map(|value| Ok(self.number_cell(&value))),
        };
        Some(self.make_list(&pair.map(Cell::int), Cell::NIL))
    }

    fn single_statistic(&mut self, name: &str) -> Option<Number> {
        Some(match name {
            "cputime" | "process_cputime" => Number::Float(self.cpu_now()),
            "epoch" | "process_epoch" => Number::Float(self.started),
            "inferences" => Number::Int(self.inferences()),
            "heapused" => Number::Int(self.memory()),
            "globalused" => Number::Int(self.used(self.regs.h, self.heap.base())),
            "localused" => Number::Int(self.used(self.regs.e, self.local.base())),
            "trailused" => Number::Int(self.used(self.tr, self.trail.base())),
            "choiceused" => Number::Int(self.used(self.b.0, self.choices.base())),
            "stack" => {
                let heap = self.used(self.regs.h, self.heap.base());
                Number::Int(heap + self.used(self.regs.e, self.local.base()) + self.used(self.tr, self.trail.base()))
            }
            "stack_limit" => Number::Int(self.memory_limit() as i64),
            "codes" | "code" => Number::Int(self.used(self.code_top, self.code.base()) / 8),
            "atoms" => Number::Int(self.program.atoms.len() as i64),
            "predicates" => Number::Int(self.program.predicates.len() as i64),
            "threads" => Number::Int(1),
            "engines" => Number::Int(0),
            _ => return None,
        })
    }

    fn cpu_now(&self) -> f64 {
        if self.surroundings.is_confined() { 0.0 } else { cpu_seconds() }
    }

    /// A value and how much more it is than the last time.
    fn since(&mut self, which: usize, now: i64) -> [i64; 2] {
        [now, now - std::mem::replace(&mut self.last_times[which], now)]
    }

    /// Bytes of an area that are in use and that are not.
    fn area(&self, top: Addr, area: &Area) -> [i64; 2] {
        let used = self.used(top, area.base());
        [used, area.bytes() as i64 - used]
    }

    /// Bytes in use.
    fn memory(&self) -> i64 {
        let tops = [
            (self.regs.h, self.heap.base()),
            (self.regs.e, self.local.base()),
            (self.b.0, self.choices.base()),
            (self.tr, self.trail.base()),
            (self.code_top, self.code.base()),
        ];
        tops.iter().map(|&(top, base)| self.used(top, base)).sum()
    }

    fn used(&self, top: Addr, base: Addr) -> i64 {
        8 * top.words_from(base) as i64
    }

    /// Calls so far: all in the counting mode, in the other modes those since the run has first asked (see `limits`), so
    /// that differences between two questions are right in each.
    fn inferences(&mut self) -> i64 {
        let counted = (self.counts[key::Call::OK.index()] + self.counts[key::Execute::OK.index()]) as i64;
        if counted > 0 { counted } else { self.counted_calls() as i64 }
    }
}
