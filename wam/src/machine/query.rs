//! Queries: a goal as text has it, and its solutions one by one.

use super::Machine;
use super::call::Stopped;
use super::cell::Cell;
use super::error::{Ball, Ended};
use super::step::{Fast, RunMode};
use super::{copy::Record, exchange::Variables};
use crate::error::RunError;
use crate::term::{ReadTerm, TermId, Terms};
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// Whether a query may have further solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum More {
    /// There are choice points left.
    Perhaps,
    /// There are none.
    No,
}

/// An answer to a query.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The arena of the values.
    pub terms: Terms,
    /// The named variables of the query with their values, in order of occurrence.
    pub bindings: Vec<(String, TermId)>,
    /// Whether there may be others.
    pub more: More,
}

/// The solutions of a query, found as they are asked for.
pub struct Query<'m, R: RunMode = Fast> {
    machine: &'m mut Machine,
    state: State,
    /// Names of the variables; their values are the machine's roots.
    variables: Vec<String>,
    /// What is left of its time.
    left: Option<Duration>,
    mode: PhantomData<R>,
}

#[derive(PartialEq, Eq)]
enum State {
    /// There is no room for the goal.
    Refused,
    Fresh,
    Between,
    Over,
}

impl Machine {
    /// Asks a query. Everything that earlier queries left on the stacks is gone; the database stays.
    pub fn query(&mut self, goal: &ReadTerm) -> Query<'_> {
        self.query_as::<Fast>(goal)
    }

    /// Asks a query in a run mode.
    pub fn query_as<R: RunMode>(&mut self, goal: &ReadTerm) -> Query<'_, R> {
        self.rewind();
        self.begin();
        let mut cells = Vec::new();
        let mut state = State::Fresh;
        let mut term = Cell::NIL;
        match self.ensure(4 * goal.terms.nodes()) {
            Ok(()) => term = self.import(&goal.terms, goal.root, &mut cells),
            Err(Ball::Term(ball) | Ball::Last(ball)) => {
                self.ended = Some(Ended::Error(Record::of_ball(self, ball)));
                state = State::Refused;
            }
            Err(Ball::Halt(_)) => unreachable!("making room does not halt"),
        }
        let (variables, cells) = goal
            .variables
            .iter()
            .zip(cells)
            .filter_map(|(name, cell)| Some((name.name.clone(), cell?)))
            .filter(|(name, _)| !name.starts_with('_'))
            .unzip();
        self.roots = cells;
        self.x[0] = term;
        self.regs.pc = self.stubs.call_1;
        let left = self.time_limit;
        Query { machine: self, state, variables, left, mode: PhantomData }
    }
}

impl<R: RunMode> Query<'_, R> {
    /// The same query where only its solutions are wanted, and not what its variables are in them: nothing is kept for them.
    pub fn without_bindings(mut self) -> Self {
        self.variables.clear();
        self.machine.roots.clear();
        self
    }

    fn solution(&mut self) -> Result<Solution, RunError> {
        let machine = &mut *self.machine;
        let mut terms = Terms::new();
        let mut variables = Variables::default();
        let mut bindings = Vec::with_capacity(self.variables.len());
        for (at, name) in self.variables.iter().enumerate() {
            match machine.export(machine.roots[at], &mut terms, &mut variables) {
                Ok(id) => bindings.push((name.clone(), id)),
                Err(ball) => {
                    self.state = State::Over;
                    machine.ended = Some(match ball {
                        Ball::Term(ball) | Ball::Last(ball) => Ended::Error(Record::of_ball(machine, ball)),
                        Ball::Halt(status) => Ended::Halt(status),
                    });
                    machine.take_ended()?;
                }
            }
        }
        let more = if machine.b == machine.base { More::No } else { More::Perhaps };
        Ok(Solution { terms, bindings, more })
    }
}

impl<R: RunMode> Drop for Query<'_, R> {
    /// Further solutions are not wanted: the cleanups that wait for them run.
    fn drop(&mut self) {
        if self.state == State::Between {
            self.machine.close_run::<R>();
        }
    }
}

impl<R: RunMode> Iterator for Query<'_, R> {
    type Item = Result<Solution, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        let run = match self.state {
            State::Refused => |_: &mut Machine| {},
            State::Fresh => R::run,
            State::Between if self.machine.b == self.machine.base => {
                self.state = State::Over;
                return None;
            }
            State::Between => R::fail_and_run,
            State::Over => return None,
        };
        let (started, timer) = (Instant::now(), self.left.map(|left| self.machine.start_timer(left, None)));
        run(self.machine);
        if let Some(timer) = timer {
            self.machine.stop_timer(timer);
            self.left = self.left.map(|left| left.saturating_sub(started.elapsed()));
        }
        self.state = State::Between;
        if let Err(error) = self.machine.take_ended() {
            self.state = State::Over;
            return Some(Err(error));
        }
        if self.machine.stopped == Stopped::False {
            self.state = State::Over;
            return None;
        }
        Some(self.solution())
    }
}
