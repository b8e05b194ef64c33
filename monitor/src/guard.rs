//! A watch over the machine of a monitor: it is interrupted when one event takes it too long, or when the machine that is watched
//! is to be interrupted and waits for it.
//!
//! In: both machines, of which the first changes when the monitor is loaded again, and when it is busy. There is one thread for each monitor,
//! however often that is loaded, and it ends with it.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wam::machine::{Interrupt, Interrupter, Machine};

/// How long one event may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Watches over one machine at a time.
pub(crate) struct Guard {
    watched: Arc<Watched>,
    /// When it is dropped, the thread ends.
    _alive: Sender<()>,
}

/// What the thread looks at.
struct Watched {
    /// How often the machine has begun and ended something: odd while it is busy.
    turns: AtomicU64,
    /// How long it may be busy, in milliseconds.
    patience: AtomicU64,
    machine: Mutex<Interrupter>,
    /// The machine that is watched, once something has happened there.
    told_by: OnceLock<Interrupter>,
}

impl Guard {
    /// Watches over a machine.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn of(machine: &Machine) -> io::Result<Guard> {
        let watched = Arc::new(Watched {
            turns: AtomicU64::new(0),
            patience: AtomicU64::new(0),
            machine: Mutex::new(machine.interrupter()),
            told_by: OnceLock::new(),
        });
        let (alive, ends) = mpsc::channel();
        let thread = watched.clone();
        thread::Builder::new().name("monitor".into()).spawn(move || {
            let (mut last, mut since) = (0, Instant::now());
            while ends.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let now = thread.turns.load(Relaxed);
                let is_awaited = thread.told_by.get().is_some_and(Interrupter::is_waiting);
                if now.is_multiple_of(2) || now != last {
                    (last, since) = (now, Instant::now());
                } else if is_awaited {
                    thread.interrupter().interrupt(Interrupt::Abort);
                } else if since.elapsed() > Duration::from_millis(thread.patience.load(Relaxed)) {
                    thread.interrupter().interrupt(Interrupt::Time);
                }
            }
        })?;
        Ok(Guard { watched, _alive: alive })
    }

    /// Watches over another machine from now on; the one before is not busy.
    pub fn goes_over_to(&self, machine: &Machine) {
        *self.watched.machine.lock().unwrap_or_else(PoisonError::into_inner) = machine.interrupter();
    }

    /// How many threads watch.
    #[cfg(test)]
    pub fn threads(&self) -> usize {
        Arc::strong_count(&self.watched) - 1
    }

    /// Who is told is told by this machine.
    pub fn is_told_by(&self, machine: impl FnOnce() -> Interrupter) {
        self.watched.told_by.get_or_init(machine);
    }

    /// The machine begins something that may take so long.
    pub fn begins(&self, patience: Duration) {
        self.watched.patience.store(patience.as_millis() as u64, Relaxed);
        self.watched.turns.fetch_add(1, Relaxed);
    }

    /// It has ended it.
    pub fn has_ended(&self) {
        self.watched.turns.fetch_add(1, Relaxed);
    }
}

impl Watched {
    fn interrupter(&self) -> Interrupter {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::atoms::Atoms;
    use wam::machine::Config;

    /// Longer than a thread takes to end.
    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn there_is_one_thread_however_many_machines_there_were() {
        let machine = || {
            let program = wam::library::program_to_run(Atoms::new());
            Machine::new(program, Config::default()).expect("memory")
        };
        let first = machine();
        let guard = Guard::of(&first).expect("a thread");
        let watched = guard.watched.clone();
        for _ in 0..3 {
            guard.goes_over_to(&machine());
            guard.begins(PATIENCE);
            guard.has_ended();
        }
        // The guard, its thread, this test.
        assert_eq!(Arc::strong_count(&watched), 3);
        drop(guard);
        let since = Instant::now();
        while Arc::strong_count(&watched) > 1 {
            assert!(since.elapsed() < LONG, "the thread does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
