//! Monitors that are told later: all events that have waited go through the machine in one run.
//!
//! In: events that have waited. Out: the value after them, or after those before the one at which `collect/3` has failed. A run
//! that raises is undone, and its events are collected one by one: so it is known which of them it was, and each has its time.

use super::Loaded;
use wam::error::RunError;
use wam::machine::watch::{Events, Ports};
use wam::machine::{Counting, Fast};

/// The name of the loop.
pub(super) const LOOP: &str = "$collect_all";

/// Its clauses: it goes over events, and stops before the one at which `collect/3` fails.
pub(super) const CLAUSES: &str = "\
'$collect_all'([Event|Events], Before, After, Rest) :-
    collect(Event, Before, Value), !, '$collect_all'(Events, Value, After, Rest).
'$collect_all'(Rest, Value, Value, Rest).
";

impl Loaded {
    /// Collects all events of these ports. False where one ends the fold: it was the last that was given.
    pub(super) fn collect_waiting(&mut self, events: &mut Events<'_>, ports: Ports) -> Result<bool, RunError> {
        let to_come = events.to_come();
        let places: Vec<usize> = (0..to_come).filter(|&at| ports.contains(events.peek(at).port())).collect();
        let (asked, names) = (&self.asked, &self.names);
        let word = |item: usize, part: usize| names.word(asked.part(part), events.peek(places[item]));
        let (goal, event, count) = (self.collect_all, self.event, places.len());
        let left = match self.is_counted {
            true => self.machine.accumulate_all::<Counting>(goal, event, count, word),
            false => self.machine.accumulate_all::<Fast>(goal, event, count, word),
        }?;
        let end = left.checked_sub(1).map(|behind| places[places.len() - 1 - behind]);
        events.skip(end.map_or(to_come, |at| at + 1));
        Ok(end.is_none())
    }
}
