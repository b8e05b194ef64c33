//! Limits of goals: on their time, their inferences, and the depth of their calls.
//!
//! While nothing is limited, and nobody has asked for the number of inferences, a run knows nothing of this. A limit on inferences or on depth makes every call look for
//! what waits, as an interrupt does, and that is where calls are counted. A limit on time is a moment: a thread of the
//! machine's own waits for the earliest and makes the next call look.
//!
//! The depth of a call is that of the clause which calls, plus one; last calls count as others do. While depth is limited,
//! each call pushes an environment that holds the depth of what is called. Its continuation leaves it and goes on to the
//! call's own, so that the stack itself knows, whatever is backtracked to or thrown.
//!
//! A query whose time is up gets an exception that it may catch, a little later one that it cannot, and where it does not
//! come to a call or a builtin that looks, whoever has the machine ends the process. A query that the user interrupts gets
//! an exception that it may catch, and one that it cannot a little later, or when it is interrupted again.
//!
//! Limits are in force from the call of their goal to its exit, and again when it is backtracked into. A catch ends those
//! that came after it.

use super::Machine;
use super::cell::Cell;
use super::control::{env_cp, env_prev, stack_full};
use super::copy::Record;
use super::error::{Ball, Waits};
use super::frames::ENV_HEADER;
use super::memory::{Addr, Code};
use super::step::{Regs, RunMode, Step};
use super::{Interrupter, Limits};
use crate::atoms::Functor;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// A limit in force on calls.
struct Limit {
    id: i64,
    what: What,
}

/// What a limit counts.
enum What {
    /// Calls: the number of the last that is allowed.
    Inferences { last: u64 },
    /// The depth of calls: how deep they may be, and how deep one has been.
    Depth { most: i64, reached: i64 },
}

/// A moment at which a goal is interrupted.
struct Timer {
    id: i64,
    at: Instant,
    rings: Rings,
}

/// What happens at a moment.
enum Rings {
    /// A goal's own time is up: it throws a ball.
    Throws(Record),
    /// The time of the whole query is up.
    Ends,
    /// It was up some time ago, and something has caught the error: nothing catches this one.
    EndsAtLast,
    /// The user has interrupted the query some time ago, and something has caught that: nothing catches this one.
    AbortsAtLast,
}

/// How long a query may go on after its time is up, to end in order.
const GRACE: Duration = Duration::from_secs(1);
/// How long until somebody else ends the process.
const PATIENCE: Duration = Duration::from_millis(300);

/// The limits of a machine's goals.
#[derive(Default)]
pub(crate) struct GoalLimits {
    limits: Vec<Limit>,
    timers: Vec<Timer>,
    /// Calls while there was a limit on calls, or they were counted.
    calls: u64,
    /// Whether a program has asked how many there are.
    counts: bool,
    last_id: i64,
    alarm: Option<Alarm>,
    /// What ends the process where the machine does not stop.
    pub(crate) last_resort: Option<fn()>,
}

impl GoalLimits {
    pub(crate) fn ended_by(last_resort: Option<fn()>) -> Self {
        GoalLimits { last_resort, ..GoalLimits::default() }
    }

    /// Whether each call must look.
    #[inline(always)]
    pub(crate) fn any_on_calls(&self) -> bool {
        !self.limits.is_empty() || self.counts
    }

    /// How many limits are in force.
    pub(crate) fn depth(&self) -> usize {
        self.limits.len()
    }

    /// The number of the newest limit there has been.
    pub(crate) fn last_id(&self) -> i64 {
        self.last_id
    }

    fn new_id(&mut self) -> i64 {
        self.last_id += 1;
        self.last_id
    }

    fn is_deep(&self) -> bool {
        self.limits.iter().any(|limit| matches!(limit.what, What::Depth { .. }))
    }
}

impl Machine {
    /// A number for a new limit.
    pub(crate) fn new_limit(&mut self) -> i64 {
        self.goal_limits.new_id()
    }

    /// Calls that were counted so far. From the first question on every call is counted: until then it costs nothing.
    pub(super) fn counted_calls(&mut self) -> u64 {
        if !std::mem::replace(&mut self.goal_limits.counts, true) {
            self.rearm();
        }
        self.goal_limits.calls
    }

    /// So many inferences from now on.
    pub(crate) fn limit_inferences(&mut self, id: i64, inferences: i64) {
        let last = self.goal_limits.calls.saturating_add(inferences as u64);
        self.goal_limits.limits.push(Limit { id, what: What::Inferences { last } });
        self.rearm();
    }

    /// Calls no deeper than this from now on.
    pub(crate) fn limit_depth(&mut self, id: i64, most: i64, reached: i64) {
        self.goal_limits.limits.push(Limit { id, what: What::Depth { most, reached } });
        self.rearm();
    }

    /// A limit is in force no more; how many inferences are left, or how deep calls have been.
    pub(crate) fn end_limit(&mut self, id: i64) -> Option<i64> {
        let at = self.goal_limits.limits.iter().rposition(|limit| limit.id == id)?;
        let left = match self.goal_limits.limits[at].what {
            What::Inferences { last } => last.saturating_sub(self.goal_limits.calls) as i64,
            What::Depth { reached, .. } => reached,
        };
        self.keep_limits(at);
        Some(left)
    }

    /// Only the first so many limits are in force.
    pub(crate) fn keep_limits(&mut self, first: usize) {
        if self.goal_limits.limits.len() > first {
            self.goal_limits.limits.truncate(first);
            self.rearm();
        }
    }

    /// Nothing runs: nothing is limited.
    pub(crate) fn clear_limits(&mut self) {
        self.keep_limits(0);
        if std::mem::take(&mut self.goal_limits.counts) {
            self.rearm();
        }
        if !self.goal_limits.timers.is_empty() {
            self.goal_limits.timers.clear();
            self.set_alarm();
        }
    }

    /// How deep the clause that runs is, and a name for the newest choice point.
    pub(crate) fn level(&self) -> (Cell, Cell) {
        (Cell::int(self.depth_of_clause(self.regs.e)), Cell::int((self.b.bits() >> 3) as i64))
    }

    // --- Calls

    /// Counts a call; an exception where that was one too many.
    pub(crate) fn count_call(&mut self) -> Result<(), Ball> {
        if !self.goal_limits.any_on_calls() {
            return Ok(());
        }
        self.goal_limits.calls += 1;
        let calls = self.goal_limits.calls;
        let over = |limit: &&Limit| matches!(limit.what, What::Inferences { last } if calls > last);
        match self.goal_limits.limits.iter().find(over) {
            None => Ok(()),
            Some(&Limit { id, .. }) => {
                let functor = Functor { name: self.program.atoms.internal("$inference_limit"), arity: 1 };
                Err(Ball::Term(self.make_compound(functor, &[Cell::int(id)])))
            }
        }
    }

    /// The depth of the clause whose environment this is; 0 where nobody has counted.
    pub(crate) fn depth_of_clause(&self, e: Addr) -> i64 {
        let (cp, e) = self.behind_watched(env_cp(e), env_prev(e));
        if cp == self.stubs.depth_return { e.add(ENV_HEADER).get().as_int() } else { 0 }
    }

    /// A call from a clause with an environment, of which continuation and environment are set: what it calls is one
    /// level deeper. Some step where the call fails or raises.
    pub(crate) fn deepen_call<R: RunMode>(&mut self, r: &mut Regs) -> Option<Step> {
        if !self.goal_limits.is_deep() {
            return None;
        }
        let depth = self.depth_of_clause(r.e);
        self.push_depth::<R>(r, depth + 1)
    }

    /// The same for a last call, which has no environment of its own.
    pub(crate) fn deepen_last_call<R: RunMode>(&mut self, r: &mut Regs) -> Option<Step> {
        if !self.goal_limits.is_deep() {
            return None;
        }
        let (cp, e) = self.behind_watched(self.cp, r.e);
        let depth = if cp == self.stubs.depth_return { e.add(ENV_HEADER).get().as_int() } else { 0 };
        self.push_depth::<R>(r, depth + 1)
    }

    /// A continuation and its environment, behind those where watched goals are left.
    fn behind_watched(&self, cp: Code, e: Addr) -> (Code, Addr) {
        let (mut cp, mut e) = (cp, e);
        while cp == self.stubs.watch_return {
            (cp, e) = (env_cp(e), env_prev(e));
        }
        (cp, e)
    }

    fn push_depth<R: RunMode>(&mut self, r: &mut Regs, depth: i64) -> Option<Step> {
        let mut deeper = false;
        for limit in &mut self.goal_limits.limits {
            if let What::Depth { most, reached } = &mut limit.what {
                *reached = depth.max(*reached);
                deeper |= depth > *most;
            }
        }
        if deeper {
            return Some(Step::Fail);
        }
        let frame = self.local_top(r.e);
        if frame > self.local_limit {
            return Some(stack_full::<R>(self, r));
        }
        frame.set(Cell(r.e.bits()));
        frame.add(1).set(Cell(self.cp.bits()));
        frame.add(ENV_HEADER).set(Cell::int(depth));
        r.e = frame;
        self.cp = self.stubs.depth_return;
        None
    }

    // --- Time

    /// Throws a ball after some time; the number of the timer.
    pub(crate) fn start_timer(&mut self, after: Duration, ball: Option<Record>) -> i64 {
        let id = self.goal_limits.new_id();
        // What lies beyond the clock's reach never comes.
        if let Some(at) = Instant::now().checked_add(after) {
            let rings = ball.map_or(Rings::Ends, Rings::Throws);
            self.goal_limits.timers.push(Timer { id, at, rings });
            self.set_alarm();
        }
        id
    }

    /// Stops a timer, if it has not gone off.
    pub(crate) fn stop_timer(&mut self, id: i64) {
        let before = self.goal_limits.timers.len();
        self.goal_limits.timers.retain(|timer| timer.id != id);
        if self.goal_limits.timers.len() < before {
            self.set_alarm();
        }
    }

    /// Goals that began after a limit are gone: their timers, too, also those that no cleanup could stop because memory was
    /// exhausted.
    pub(super) fn drop_timers_after(&mut self, id: i64) {
        let is_late = |timer: &Timer| timer.id > id && matches!(timer.rings, Rings::Throws(_));
        if self.goal_limits.timers.iter().any(is_late) {
            self.goal_limits.timers.retain(|timer| !is_late(timer));
            self.set_alarm();
        }
    }

    fn set_alarm(&mut self) {
        let timers = &self.goal_limits.timers;
        let earliest = timers.iter().map(|timer| timer.at).min();
        if earliest.is_none() && self.goal_limits.alarm.is_none() {
            return;
        }
        let ends = timers.iter().filter_map(|timer| match timer.rings {
            Rings::Throws(_) | Rings::AbortsAtLast => None,
            Rings::Ends => timer.at.checked_add(GRACE + PATIENCE),
            Rings::EndsAtLast => timer.at.checked_add(PATIENCE),
        });
        let last = ends.min().zip(self.goal_limits.last_resort);
        let limits = self.limits.clone();
        let alarm = self.goal_limits.alarm.get_or_insert_with(|| Alarm::new(limits));
        alarm.tell(earliest.map_or(Wanted::Nothing, |at| Wanted::Moment(at, last)));
    }

    /// What a query gets that the user interrupts: an exception that it may catch, then one that it cannot, when it has gone
    /// on for a while or the user says so again.
    pub(super) fn aborted(&mut self) -> Ball {
        let ball = self.make_atom("$aborted");
        if self.goal_limits.timers.iter().any(|timer| matches!(timer.rings, Rings::AbortsAtLast)) {
            return Ball::Last(ball);
        }
        let id = self.goal_limits.new_id();
        self.goal_limits.timers.push(Timer { id, at: Instant::now() + GRACE, rings: Rings::AbortsAtLast });
        self.set_alarm();
        Ball::Term(ball)
    }

    /// The alarm has rung: what the outermost timer throws whose time has come.
    pub(super) fn time_is_up(&mut self) -> Result<(), Ball> {
        let now = Instant::now();
        let up = self.goal_limits.timers.iter().position(|timer| timer.at <= now);
        let Some(at) = up else {
            self.set_alarm();
            return Ok(());
        };
        let timer = self.goal_limits.timers.remove(at);
        let ball = match &timer.rings {
            Rings::Ends => {
                let again = Timer { id: timer.id, at: now + GRACE, rings: Rings::EndsAtLast };
                self.goal_limits.timers.push(again);
                self.resource_error("time")
            }
            Rings::EndsAtLast => match self.resource_error("time") {
                Ball::Term(term) => Ball::Last(term),
                other => other,
            },
            Rings::AbortsAtLast => Ball::Last(self.make_atom("$aborted")),
            Rings::Throws(ball) => {
                let mut h = self.regs.h;
                let ball = ball.build(&mut h);
                self.regs.h = h;
                Ball::Term(ball)
            }
        };
        self.set_alarm();
        Err(ball)
    }
}

/// What the thread waits for.
enum Wanted {
    Nothing,
    /// A moment, and what is to happen when nobody has said anything else until another one.
    Moment(Instant, Option<(Instant, fn())>),
    /// The other moment only.
    Last(Instant, fn()),
    /// The machine is gone.
    End,
}

/// A thread that interrupts the machine at a moment.
struct Alarm(Arc<(Mutex<Wanted>, Condvar)>);

impl Alarm {
    fn new(limits: Arc<Limits>) -> Alarm {
        let shared = Arc::new((Mutex::new(Wanted::Nothing), Condvar::new()));
        let alarm = Alarm(shared.clone());
        std::thread::spawn(move || ring(&shared, &Interrupter(limits)));
        alarm
    }

    fn tell(&self, wanted: Wanted) {
        let (state, changed) = &*self.0;
        *state.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = wanted;
        changed.notify_one();
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.tell(Wanted::End);
    }
}

fn ring((state, changed): &(Mutex<Wanted>, Condvar), interrupter: &Interrupter) {
    let left = |at: Instant| at.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
    let mut wanted = state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut told = 0;
    loop {
        let wait = match *wanted {
            Wanted::End => return,
            Wanted::Nothing => None,
            Wanted::Moment(at, last) => match left(at) {
                Some(left) => Some(left),
                None => {
                    interrupter.wait(Waits::ALARM);
                    *wanted = last.map_or(Wanted::Nothing, |(at, end)| Wanted::Last(at, end));
                    continue;
                }
            },
            Wanted::Last(at, end) => match left(at) {
                Some(left) => Some(left),
                None => {
                    // It does end, and tells what that ends.
                    let before = std::mem::replace(&mut told, interrupter.0.told.load(Relaxed));
                    if told == before {
                        *wanted = Wanted::Nothing;
                        end();
                    } else {
                        *wanted = Wanted::Last(Instant::now() + PATIENCE, end);
                    }
                    continue;
                }
            },
        };
        wanted = match wait {
            None => changed.wait(wanted).unwrap_or_else(std::sync::PoisonError::into_inner),
            Some(left) => match changed.wait_timeout(wanted, left) {
                Ok((wanted, _)) => wanted,
                Err(poisoned) => poisoned.into_inner().0,
            },
        };
    }
}
