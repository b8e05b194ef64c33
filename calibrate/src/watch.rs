//! Goals of users that are run to be counted and timed: they end when their time is up, or when the user has had enough.
//!
//! Comes in: a limit and a flag. A thread of its own looks at both and interrupts whichever machine is guarded. The goal
//! gets an exception that it may catch, a second later one that it cannot, and where it does not even come to a call or a
//! builtin that looks, what the caller gave as a last resort ends the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};
use wam::machine::{Interrupt, Interrupter, Machine};

/// Watches the runs of one measurement. Copies watch the same.
#[derive(Clone, Default)]
pub struct Watch(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// The machine that runs.
    guarded: Mutex<Option<Interrupter>>,
    until: Option<Instant>,
    interrupt: Arc<AtomicBool>,
}

/// Why runs are ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time is up.
    Time,
    /// The user has interrupted them.
    Interrupted,
}

/// How often the flag and the clock are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long a goal may go on after the first exception, and after the one that it cannot catch.
const GRACE: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_millis(300);

impl Watch {
    /// Watches from now on: for so long at most, and until the flag is raised.
    pub fn new(limit: Duration, interrupt: Arc<AtomicBool>, last_resort: fn()) -> Watch {
        // What lies beyond the clock's reach never comes.
        let until = Instant::now().checked_add(limit);
        let watch = Watch(Arc::new(Shared { guarded: Mutex::default(), until, interrupt }));
        let shared = Arc::downgrade(&watch.0);
        thread::spawn(move || look(&shared, last_resort));
        watch
    }

    /// From now on it is this machine that runs.
    pub fn guard(&self, machine: &Machine) {
        *self.0.guarded.lock().unwrap_or_else(PoisonError::into_inner) = Some(machine.interrupter());
    }

    /// Why runs are ended, if they are.
    pub fn stop(&self) -> Option<Stop> {
        self.0.stop()
    }

    /// How much time is left.
    pub fn left(&self) -> Duration {
        self.0.until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()))
    }

    /// The flag that the user raises.
    pub fn interrupt(&self) -> &AtomicBool {
        &self.0.interrupt
    }
}

impl Shared {
    fn stop(&self) -> Option<Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        self.until.is_some_and(|until| until <= Instant::now()).then_some(Stop::Time)
    }

    fn interrupt(&self, why: Interrupt) {
        if let Some(machine) = &*self.guarded.lock().unwrap_or_else(PoisonError::into_inner) {
            machine.interrupt(why);
        }
    }
}

/// Looks until nobody watches any more.
fn look(shared: &Weak<Shared>, last_resort: fn()) {
    let mut stopped: Option<Instant> = None;
    while let Some(shared) = shared.upgrade() {
        match (shared.stop(), stopped) {
            (None, _) => {}
            (Some(stop), None) => {
                shared.interrupt(if stop == Stop::Time { Interrupt::Time } else { Interrupt::Abort });
                stopped = Some(Instant::now());
            }
            (Some(_), Some(since)) if since.elapsed() > GRACE + PATIENCE => last_resort(),
            // An exception that comes for the second time cannot be caught.
            (Some(_), Some(since)) if since.elapsed() > GRACE => shared.interrupt(Interrupt::Abort),
            (Some(_), Some(_)) => {}
        }
        drop(shared);
        thread::sleep(LOOK);
    }
}
