//! Monitors that are told later: all events that have waited go through the machine in one run.
//!
//! In: events that have waited. Out: the value after them, or after those before the one at which `collect/3` has failed. A run
//! that raises is undone, and its events are collected one by one: so it is known which of them it was, and each has its time.

use super::loaded::Loaded;
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

/// So many events in a row are given at most, and at least.
pub(super) const MOST: usize = 512;
const LEAST: usize = 8;

impl Loaded {
    /// Collects all events of these ports. False where one ends the fold: it was the last that was given.
    pub(super) fn collect_waiting(&mut self, events: &mut Events<'_>, ports: Ports) -> Result<bool, RunError> {
        while events.to_come() > 0 {
            if !self.collect_some(events, ports)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Collects some of them. Folds that end after a few events are given few: what is behind the end would be built again.
    fn collect_some(&mut self, events: &mut Events<'_>, ports: Ports) -> Result<bool, RunError> {
        let to_come = events.to_come();
        let places = (0..to_come).filter(|&at| ports.contains(events.peek(at).port())).take(self.at_once);
        let places: Vec<usize> = places.collect();
        let given = places.len();
        if given == 0 {
            events.skip(to_come);
            return Ok(true);
        }
        let (asked, names) = (&self.asked, &self.names);
        let word = |item: usize, part: usize| names.word(asked.part(part), events.peek(places[item]));
        let (goal, event) = (self.collect_all, self.event);
        let left = match self.is_counted {
            true => self.machine.accumulate_all::<Counting>(goal, event, given, word),
            false => self.machine.accumulate_all::<Fast>(goal, event, given, word),
        }?;
        let collected = given - left;
        let end = places.get(collected).copied();
        // All others are of other ports.
        let is_all = end.is_none() && given < self.at_once;
        let last = end.or(if is_all { None } else { places.last().copied() });
        events.skip(last.map_or(to_come, |at| at + 1));
        self.at_once = if end.is_some() { (2 * collected).max(LEAST) } else { 2 * self.at_once }.min(MOST);
        Ok(end.is_none())
    }
}
