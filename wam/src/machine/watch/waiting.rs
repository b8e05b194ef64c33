//! Events that wait to be told, where an observer may be told later.
//!
//! In: a port that is passed. Out: some hundred events at once, as the observer would have got them one by one. What an
//! event is then is written down where it happens, in a few words, so that handlers need not lend their registers.

use super::super::cell::Cell;
use super::super::memory::{Addr, Area};
use super::super::{Interrupter, Machine};
use super::boxes::{GoalBox, Row};
use super::{Event, Port, Watching};
use crate::code::Program;
use crate::error::Error;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// Words of an event: `[row of its predicate | port << 56, how many events before it did not wait, number of the call, depth |
/// has choices << 32]`.
const WORDS: usize = 4;
/// So many events wait at most.
const MOST: usize = 512;
const PORT: u32 = 56;
const HAS_CHOICES: u64 = 1 << 32;

/// Events that wait. There is no room where none may.
pub(super) struct Queue {
    from: Addr,
    next: Addr,
    limit: Addr,
}

/// An event that waits, or has waited; null where it is none.
#[derive(Clone, Copy)]
pub(super) struct Waiting(Addr);

/// Events that have waited, in the order in which they happened.
pub struct Events<'m> {
    event: Event<'m>,
    from: Addr,
    next: Addr,
    end: Addr,
}

impl<'m> Events<'m> {
    /// The next one.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "what it gives is lent until the next")]
    pub fn next(&mut self) -> Option<&mut Event<'m>> {
        if self.next >= self.end {
            return None;
        }
        self.event.set_waiting(Waiting(self.next));
        self.next = self.next.add(WORDS);
        Some(&mut self.event)
    }

    /// How many of them are still to come.
    pub fn to_come(&self) -> usize {
        self.end.words_from(self.next) / WORDS
    }

    /// The one that comes after so many others, which are still to come as it is.
    ///
    /// # Panics
    /// When there are no more than those.
    #[inline]
    pub fn peek(&mut self, others: usize) -> &mut Event<'m> {
        assert!(others < self.to_come());
        self.event.set_waiting(Waiting(self.next.add(WORDS * others)));
        &mut self.event
    }

    /// So many more have been given.
    pub fn skip(&mut self, count: usize) {
        if let Some(before) = count.checked_sub(1) {
            self.peek(before);
            self.next = self.next.add(WORDS * count);
        }
    }

    /// The first is the next again: for another who is told.
    pub fn rewind(&mut self) {
        self.next = self.from;
    }

    /// The number of the last that was given.
    pub fn last(&self) -> u64 {
        self.event.chrono()
    }

    /// The program.
    pub fn program(&self) -> &Program {
        self.event.program()
    }

    /// The numbers of the calls that have boxes now.
    pub fn calls_with_boxes(&self) -> FxHashSet<u64> {
        self.event.calls_with_boxes()
    }

    /// Who interrupts the machine.
    pub fn interrupter(&self) -> Interrupter {
        self.event.interrupter()
    }
}

impl Default for Queue {
    fn default() -> Self {
        Queue { from: Addr::NULL, next: Addr::NULL, limit: Addr::NULL }
    }
}

impl Queue {
    /// Where they wait.
    pub(super) fn area() -> Result<Area, Error> {
        Area::of(8 * WORDS * MOST)
    }

    /// None wait yet.
    pub(super) fn over(area: &Area) -> Queue {
        let from = area.base();
        Queue { from, next: from, limit: from.add(WORDS * MOST) }
    }

    /// Whether no more may wait.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.next >= self.limit
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.next.words_from(self.from) / WORDS
    }

    fn is_empty(&self) -> bool {
        self.next == self.from
    }
}

impl Waiting {
    pub(super) const NONE: Waiting = Waiting(Addr::NULL);

    #[inline(always)]
    pub(super) fn some(self) -> Option<Waiting> {
        (self.0 != Addr::NULL).then_some(self)
    }

    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        self.0.add(at).get().0
    }

    #[inline(always)]
    pub(super) fn port(self) -> Port {
        // Their numbers: this is no table to look into.
        match self.word(0) >> PORT {
            0 => Port::Call,
            1 => Port::Exit,
            2 => Port::Redo,
            3 => Port::Fail,
            _ => Port::Exception,
        }
    }

    #[inline(always)]
    pub(super) fn row(self) -> Row {
        Row(Addr::from_bits(self.word(0) & !(u64::MAX << PORT)))
    }

    #[inline(always)]
    pub(super) fn chrono(self, queue: &Queue) -> u64 {
        self.word(1) + (self.0.words_from(queue.from) / WORDS) as u64 + 1
    }

    #[inline(always)]
    pub(super) fn call(self) -> u64 {
        self.word(2)
    }

    #[inline(always)]
    pub(super) fn depth(self) -> u32 {
        self.word(3) as u32
    }

    #[inline(always)]
    pub(super) fn has_choices(self) -> bool {
        self.word(3) & HAS_CHOICES != 0
    }
}

impl Watching {
    /// A port is passed, by a goal with these numbers, which has choice points or not. False where that is to be told at once, and
    /// has no number yet.
    #[inline(always)]
    pub(super) fn passes(&mut self, port: Port, row: Row, of: impl FnOnce() -> ((u64, u64), bool)) -> bool {
        row.count(port);
        if !row.tells(port) {
            self.chrono += 1;
            return true;
        }
        let (numbers, has_choices) = of();
        self.waits(port, row, numbers, has_choices)
    }

    /// A port is passed, and has no number yet: it waits to be told, if it may, and there is room.
    #[inline(always)]
    pub(super) fn waits(&mut self, port: Port, row: Row, (call, depth): (u64, u64), has_choices: bool) -> bool {
        let at = self.queue.next;
        if self.queue.is_full() {
            return false;
        }
        at.set(Cell(row.0.bits() | (port as u64) << PORT));
        at.add(1).set(Cell(self.chrono));
        at.add(2).set(Cell(call));
        at.add(3).set(Cell(depth | (u64::from(has_choices) * HAS_CHOICES)));
        self.queue.next = at.add(WORDS);
        true
    }
}

impl Machine {
    /// Tells all that waits, while the run goes on.
    #[inline(always)]
    pub(crate) fn tell_waiting(&mut self) {
        if !self.watching.queue.is_empty() && self.tell_queue().is_break() {
            self.abort_watched();
        }
    }

    /// Tells all that waits, between runs; a break where the observer wants no more.
    pub fn tell_what_waits(&mut self) -> ControlFlow<()> {
        if self.watching.queue.is_empty() { ControlFlow::Continue(()) } else { self.tell_queue() }
    }

    /// Tells all that waits; a break where the observer wants no more.
    #[inline(never)]
    pub(super) fn tell_queue(&mut self) -> ControlFlow<()> {
        let queue = &mut self.watching.queue;
        let (count, from) = (queue.len() as u64, queue.from);
        let end = std::mem::replace(&mut queue.next, from);
        self.watching.chrono += count;
        let Some(mut observer) = self.watching.observer.take() else { return ControlFlow::Continue(()) };
        self.limits.note_telling();
        let event = Event::new(self, Port::Call, GoalBox::NULL, Row(Addr::NULL));
        let flow = observer.events(&mut Events { event, from, next: from, end });
        self.watching.observer = Some(observer);
        flow
    }
}
