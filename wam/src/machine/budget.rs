//! One budget for all the memory that a program uses: heap, stacks, trail, code, and what is allocated elsewhere.
//!
//! The areas grow in steps. Each has a grant, a limit that is checked where it is cheap; at a grant's end everything is
//! reckoned anew ([`Machine::grant`]): what is in use is taken from the budget, each area gets a step more, and the
//! allocator gets the rest as its ceiling (see [`crate::meter`]). So the grants and the ceiling never add up to more than
//! the budget, whatever grows; pages beyond a grant that became smaller are given back. The allocator's ceiling is looked
//! at after each builtin and wherever an interrupt is.
//!
//! Where nothing is left, the program gets `resource_error(memory)`. Its handler needs some memory too, and what was
//! allocated may be there still: each such error allows a little beyond the budget, up to [`BEYOND`]. Who goes on at that
//! limit gets an error that no catch takes.

use super::Machine;
use super::cell::Cell;
use super::error::Ball;
use super::memory::{Addr, Area};
use super::step::Regs;
use crate::code::Predicate;
use crate::compile::COMPILED;
use crate::meter::{self, Levels, Marks};
use crate::modules::ModuleId;
use std::sync::atomic::Ordering::SeqCst;

/// What handlers of memory errors may use beyond the budget in all, and each.
const BEYOND: usize = 4 << 20;
const EACH: usize = 512 << 10;
/// What one step of a builtin may allocate beyond all that before the process ends.
const LAST: usize = 8 << 20;
/// Until the process really has so much beyond the budget, it does not end in any case.
const WITHIN: usize = 30 << 20;
/// The least step of an area, in bytes.
const STEP: usize = 64 << 10;
/// No step is more than this part of the budget.
const PART: usize = 32;
/// The tables of a collection take this part of the heap.
const COLLECTOR: usize = 24;
/// The least budget.
const LEAST: usize = 1 << 20;

/// What may be used, and what is.
pub(crate) struct Budget {
    /// In bytes.
    limit: usize,
    /// What the process had allocated, and the machine's code had taken, when its program began.
    allocated: usize,
    code: usize,
    /// What it really had then.
    resident: usize,
    /// While nothing is limited: what was allocated, code, and what it really had when that began.
    paused: Option<[usize; 3]>,
    /// What handlers of errors were allowed.
    beyond: usize,
    /// The levels of the allocator, where the budget counts what is allocated.
    levels: Option<Levels>,
}

impl Budget {
    pub(crate) fn new(limit: usize, is_metered: bool) -> Budget {
        let levels = is_metered.then(Levels::new);
        Budget { limit: limit.max(LEAST), allocated: 0, code: 0, resident: 0, paused: None, beyond: 0, levels }
    }

    /// In bytes.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }
}

/// What there must be room for besides what is in use, in bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Needs {
    pub heap: usize,
    /// What may be allocated whatever is left.
    pub allocated: Option<usize>,
}

impl Machine {
    /// From now on the budget counts what is allocated.
    pub(crate) fn begin_budget(&mut self) {
        self.budget.allocated = meter::in_use();
        self.budget.code = self.bytes_of_code();
        self.budget.resident = meter::resident().unwrap_or(0);
        self.grant(Needs::default());
    }

    /// From now on nothing is limited.
    pub(crate) fn pause_budget(&mut self) {
        self.budget.paused = Some([meter::in_use(), self.bytes_of_code(), meter::resident().unwrap_or(0)]);
        if let Some(levels) = &self.budget.levels {
            levels.set(Marks::NONE);
        }
    }

    /// Limits hold again; what was taken meanwhile does not count.
    pub(crate) fn resume_budget(&mut self) {
        let Some([allocated, code, resident]) = self.budget.paused.take() else { return };
        self.budget.allocated = (self.budget.allocated + meter::in_use()).saturating_sub(allocated);
        self.budget.code += self.bytes_of_code() - code;
        self.budget.resident += meter::resident().unwrap_or(0).saturating_sub(resident);
        self.grant(Needs::default());
    }

    /// Another limit: at most what the machine was given.
    pub(crate) fn limit_memory(&mut self, bytes: usize) {
        self.budget.limit = bytes.clamp(LEAST, self.most_memory);
        self.grant(Needs::default());
    }

    /// The budget, in bytes.
    pub(crate) fn memory_limit(&self) -> usize {
        self.budget.limit()
    }

    /// Reckons what is in use, and gives each area a step more, and what it needs. False where there is not enough.
    pub(crate) fn grant(&mut self, needs: Needs) -> bool {
        let (not_allocated, allocated) = (self.bytes_not_allocated() + needs.heap, self.bytes_allocated());
        let limit = self.budget.limit + self.budget.beyond;
        let free = limit.saturating_sub(not_allocated + allocated);
        if free < 4 * STEP && needs.heap > 0 {
            // What there cannot be is not granted: neither does the heap get it, nor is it taken from what others may use.
            self.grant(Needs { heap: 0, ..needs });
            return false;
        }
        let step = (free / 8).min(self.budget.limit / PART).max(STEP);
        self.set_grants(needs.heap, step);
        let granted = not_allocated + 4 * step;
        if let (Some(levels), None) = (&self.budget.levels, self.budget.paused) {
            // Tables that grow wherever a name is new have their room kept free.
            let user = self.program.module(ModuleId::USER);
            let tables = self.program.atoms.next_growth()
                + self.program.predicates.capacity() * size_of::<Predicate>()
                + meter::next_of_table(&user.table)
                + meter::next_of_table(&self.literal_ids)
                + self.literals.capacity() * size_of::<Cell>()
                + meter::next_of_table(&self.globals);
            let tables = if tables < LAST / 4 { 0 } else { tables };
            let most = limit.saturating_sub(granted + tables).max(needs.allocated.map_or(0, |more| allocated + more));
            let ceiling = self.budget.allocated + most;
            // By a part more at most until the next look: tables have grown then.
            let look = ceiling.min(self.budget.allocated + allocated + (allocated / 4).max(8 * STEP));
            let last = self.budget.allocated + (self.budget.limit + BEYOND + LAST).saturating_sub(not_allocated);
            // What is watched may use as much as it does otherwise: boxes have a limit of their own.
            let boxes = self.bytes_of_boxes();
            let most = self.budget.limit + boxes + (self.budget.resident + BEYOND + LAST).max(WITHIN);
            levels.set(Marks { look, ceiling, last, most });
            meter::give_back();
        }
        if free > 2 * BEYOND {
            self.budget.beyond = 0;
        }
        free >= 4 * STEP
    }

    /// The tops of heap, environments, choice points and trail.
    fn tops(&self) -> [Addr; 4] {
        [self.regs.h, self.local_top(self.regs.e).max(self.b.local_top()), self.b.0, self.tr]
    }

    fn bytes_allocated(&self) -> usize {
        match self.budget.levels {
            Some(_) => meter::in_use().saturating_sub(self.budget.allocated),
            None => 0,
        }
    }

    /// What is in use of the areas and of code, and what a collection needs.
    fn bytes_not_allocated(&self) -> usize {
        let areas: usize = self.tops().iter().zip(self.areas()).map(|(top, area)| bytes_to(*top, area)).sum();
        areas + bytes_to(self.regs.h, &self.heap) / COLLECTOR + self.bytes_of_code().saturating_sub(self.budget.code)
    }

    fn bytes_of_code(&self) -> usize {
        bytes_to(self.code_top, &self.code)
    }

    fn areas(&self) -> [&Area; 4] {
        [&self.heap, &self.local, &self.choices, &self.trail]
    }

    /// Grants each area a step beyond its top, the heap what it needs besides. What lies beyond and was granted before is
    /// given back.
    fn set_grants(&mut self, heap: usize, step: usize) {
        let before = [Addr::from_bits(self.heap_limit), self.local_limit, self.choice_limit, self.trail_limit];
        let mut grants = self.tops().map(|top| top.add(step / 8));
        grants[0] = grants[0].add(heap / 8);
        for ((grant, before), area) in grants.iter_mut().zip(before).zip(self.areas()) {
            *grant = (*grant).min(area.base().add(self.most_memory / 8));
            if *grant < before {
                area.release(grant.add(STEP / 8));
            }
        }
        let [heap, local, choices, trail] = grants;
        self.heap_limit = heap.bits();
        (self.local_limit, self.choice_limit, self.trail_limit) = (local, choices, trail);
        self.rearm();
    }

    /// More room for environments or choice points, which are at the end of their grant.
    pub(crate) fn grow_stacks(&mut self, r: &Regs) -> bool {
        self.regs = *r;
        let enough = self.grant(Needs::default());
        if !enough || self.is_scarce() {
            self.want_collection();
        }
        enough
    }

    /// The trail is at the end of its grant: the next call looks.
    #[cold]
    pub(crate) fn trail_grows(&mut self) {
        self.trail_limit = Addr::from_bits(u64::MAX);
        self.limits.heap.store(0, SeqCst);
    }

    /// Looks at memory where the trail or the allocator is at the end of what it has.
    #[inline]
    pub(crate) fn check_memory(&mut self) -> Result<(), Ball> {
        if meter::is_due() || self.has_full_trail() {
            return self.look_at_memory();
        }
        Ok(())
    }

    #[cold]
    fn look_at_memory(&mut self) -> Result<(), Ball> {
        if self.grant(Needs::default()) && !meter::is_over() { Ok(()) } else { Err(self.out_of_memory()) }
    }

    /// Whether the trail is beyond its grant.
    pub(crate) fn has_full_trail(&self) -> bool {
        self.trail_limit.bits() == u64::MAX
    }

    /// An error of memory was caught, or another one since: the stacks are unwound, and what was used may be free.
    pub(crate) fn grant_handler(&mut self) {
        if self.budget.beyond > 0 {
            self.grant(Needs { allocated: Some(EACH), ..Needs::default() });
        }
    }

    /// Whether little is left, compared with the budget.
    pub(crate) fn is_scarce(&self) -> bool {
        self.bytes_free() < self.budget.limit / 16
    }

    /// What is left of the budget.
    pub(crate) fn bytes_free(&self) -> usize {
        self.budget.limit.saturating_sub(self.bytes_not_allocated() + self.bytes_allocated())
    }

    /// Makes sure that so many bytes can be allocated at once, for a text or a table.
    pub(crate) fn can_allocate(&mut self, bytes: usize) -> Result<(), Ball> {
        if meter::fits(bytes) {
            return Ok(());
        }
        self.grant(Needs::default());
        if meter::fits(bytes) { Ok(()) } else { Err(self.out_of_memory()) }
    }

    /// Makes sure that a list can take so many more items.
    #[inline]
    pub(crate) fn can_grow<T>(&mut self, list: &Vec<T>, more: usize) -> Result<(), Ball> {
        if list.len() + more <= list.capacity() {
            return Ok(());
        }
        self.can_allocate(meter::next_of_list(list, more))
    }

    /// Makes sure that a clause or goal of so many nodes can be compiled.
    pub(crate) fn can_compile(&mut self, nodes: usize) -> Result<(), Ball> {
        self.can_allocate(COMPILED * nodes)
    }

    /// The error where something long stopped because something waits.
    pub(crate) fn interrupted(&mut self) -> Ball {
        let waits = self.limits.is_waiting();
        match self.check_interrupt() {
            Err(ball) => ball,
            Ok(()) if waits => self.resource_error("time"),
            // What it had allocated is gone again.
            Ok(()) => self.out_of_memory(),
        }
    }

    /// The error of a program that has used up its memory. Its handler may use a little more.
    pub(crate) fn out_of_memory(&mut self) -> Ball {
        if self.budget.beyond >= BEYOND {
            return match self.resource_error("memory") {
                Ball::Term(term) => Ball::Last(term),
                other => other,
            };
        }
        self.budget.beyond += EACH;
        self.resource_error("memory")
    }
}

fn bytes_to(top: Addr, area: &Area) -> usize {
    8 * top.words_from(area.base())
}
