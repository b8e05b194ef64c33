//! Events that wait to be told, where an observer may be told later.
//!
//! In: a port that is passed. Out: some hundred events at once, as the observer would have got them one by one. What an
//! event is then is written down where it happens, in a few words, so that handlers need not lend their registers.

use super::super::Machine;
use super::super::cell::Cell;
use super::super::memory::{Addr, Area};
use super::boxes::{GoalBox, Row};
use super::{Event, Port, Watching};
use crate::error::Error;
use std::ops::ControlFlow;

/// Words of an event: `[row of its predicate | port << 56, its number, number of the call, depth | has choices << 32]`.
const WORDS: usize = 4;
/// So many events wait at most.
const MOST: usize = 512;
const PORT: u32 = 56;
const HAS_CHOICES: u64 = 1 << 32;

/// Events that wait. There is no room where none may.
pub(super) struct Queue {
    next: Addr,
    limit: Addr,
    area: Option<Area>,
}

/// What is known of an event that has waited.
#[derive(Clone, Copy)]
pub(super) struct Waited {
    pub(super) chrono: u64,
    pub(super) call: u64,
    pub(super) depth: u32,
    pub(super) has_choices: bool,
}

impl Default for Queue {
    fn default() -> Self {
        Queue { next: Addr::NULL, limit: Addr::NULL, area: None }
    }
}

impl Queue {
    pub(super) fn new() -> Result<Queue, Error> {
        let area = Area::of(8 * WORDS * MOST)?;
        let next = area.base();
        Ok(Queue { next, limit: next.add(WORDS * MOST), area: Some(area) })
    }

    /// Whether no more may wait.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.next >= self.limit
    }

    fn is_empty(&self) -> bool {
        self.area.as_ref().is_none_or(|area| area.base() == self.next)
    }
}

impl Watching {
    /// A port is passed, which was counted: it waits to be told, if it may, and there is room.
    #[inline(always)]
    pub(super) fn waits(&mut self, port: Port, row: Row, (call, depth): (u64, u64), has_choices: bool) -> bool {
        let at = self.queue.next;
        if self.queue.is_full() {
            return false;
        }
        at.set(Cell(row.0.bits() | (port as u64) << PORT));
        at.add(1).set(Cell(self.chrono));
        at.add(2).set(Cell(call));
        at.add(3).set(Cell(depth | u64::from(has_choices) << 32));
        self.queue.next = at.add(WORDS);
        true
    }
}

impl Machine {
    /// Tells all that waits.
    #[inline(always)]
    pub(super) fn tell_waiting(&mut self) {
        if !self.watching.queue.is_empty() {
            self.tell_queue();
        }
    }

    #[inline(never)]
    fn tell_queue(&mut self) {
        let queue = &mut self.watching.queue;
        let Some(mut at) = queue.area.as_ref().map(Area::base) else { return };
        let end = std::mem::replace(&mut queue.next, at);
        let Some(mut observer) = self.watching.observer.take() else { return };
        let mut event = Event::new(self, Port::Call, GoalBox::NULL, Row(Addr::NULL));
        let mut flow = ControlFlow::Continue(());
        // Of what comes after a break nothing is told.
        while at < end && flow.is_continue() {
            let [of, chrono, call, rest] = [0, 1, 2, 3].map(|word| at.add(word).get().0);
            let row = Row(Addr::from_bits(of & !(u64::MAX << PORT)));
            let waited = Waited { chrono, call, depth: rest as u32, has_choices: rest & HAS_CHOICES != 0 };
            event.set_waited(Port::ALL[(of >> PORT) as usize], row, waited);
            flow = observer.event(&mut event);
            at = at.add(WORDS);
        }
        drop(event);
        self.watching.observer = Some(observer);
        if flow.is_break() {
            self.abort_watched();
        }
    }
}
