//! Clocks, and keeping still while they run.
//!
//! Short batches (under [`SHORT`]) are read from the monotonic clock, which on the machines we know is the cycle
//! counter scaled (19 ns a read), and the minimum of many is taken. Anything longer is read from the thread's CPU time
//! (203 ns a read), which time slices of others do not touch. Never the time of day (spec/calibration.md, section 3).

// The C library's clock is the one thing here that safe Rust does not offer.
#![allow(unsafe_code)]

use std::time::Instant;
use wam::cost::Nanoseconds;

/// Up to where a batch is timed by the monotonic clock.
pub const SHORT: Nanoseconds = Nanoseconds(200_000.0);

/// A running clock, for work expected to take a given time.
pub enum Stopwatch {
    /// For short batches.
    Monotonic(Instant),
    /// For anything longer.
    ThreadTime(Nanoseconds),
}

impl Stopwatch {
    /// Starts the clock that suits work of about this duration.
    #[inline]
    pub fn start(expected: Nanoseconds) -> Stopwatch {
        if expected < SHORT { Stopwatch::Monotonic(Instant::now()) } else { Stopwatch::ThreadTime(thread_time()) }
    }

    /// Time since the start.
    #[inline]
    pub fn elapsed(&self) -> Nanoseconds {
        match self {
            Stopwatch::Monotonic(start) => Nanoseconds(start.elapsed().as_nanos() as f64),
            Stopwatch::ThreadTime(start) => Nanoseconds(thread_time().0 - start.0),
        }
    }
}

/// CPU time of this thread since it began.
pub fn thread_time() -> Nanoseconds {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid timespec that outlives the call, which writes nothing else.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) } != 0;
    assert!(!failed, "the thread's CPU clock exists on every system this crate builds for");
    Nanoseconds(time.tv_sec as f64 * 1e9 + time.tv_nsec as f64)
}

/// What one reading of the clock for short batches adds to a measured time: the least of many empty ones.
pub fn overhead() -> Nanoseconds {
    let empty = (0..1000).map(|_| Stopwatch::start(Nanoseconds(0.0)).elapsed().0);
    Nanoseconds(empty.fold(f64::INFINITY, f64::min))
}

/// Keeps the current thread on one core until dropped: the last of those it may use (the first serves most interrupts).
/// Where the system does not allow it, nothing happens: minima are found later, nothing breaks.
pub struct Pin {
    #[cfg(target_os = "linux")]
    before: Option<libc::cpu_set_t>,
}

#[cfg(target_os = "linux")]
impl Pin {
    /// Pins the current thread.
    pub fn new() -> Pin {
        // SAFETY: a CPU set is a plain bit mask, for which all zeros is the empty set.
        let mut before: libc::cpu_set_t = unsafe { std::mem::zeroed() };
        let mut one = before;
        let size = size_of::<libc::cpu_set_t>();
        // SAFETY: `before` is a CPU set of the given size; thread 0 is the calling one.
        if unsafe { libc::sched_getaffinity(0, size, &mut before) } != 0 {
            return Pin { before: None };
        }
        // SAFETY: every bit asked for lies in the set.
        let last = (0..libc::CPU_SETSIZE as usize).rev().find(|&core| unsafe { libc::CPU_ISSET(core, &before) });
        let Some(last) = last else {
            return Pin { before: None };
        };
        // SAFETY: `last` lies in the set; the call reads a set of the given size.
        let pinned = unsafe {
            libc::CPU_SET(last, &mut one);
            libc::sched_setaffinity(0, size, &one) == 0
        };
        Pin { before: pinned.then_some(before) }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Pin {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // SAFETY: the call reads a set of the given size. If it fails, the thread stays where it is.
            unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), before) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Pin {
    /// Pins nothing.
    pub fn new() -> Pin {
        Pin {}
    }
}

impl Default for Pin {
    fn default() -> Self {
        Pin::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_thread_is_free_again() {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let before = cores();
        let pin = Pin::new();
        assert!(cores() <= before);
        drop(pin);
        assert_eq!(cores(), before);
    }

    #[test]
    fn thread_time_does_not_run_backwards() {
        let before = thread_time();
        let sum: u64 = (0..10_000).map(|i: u64| std::hint::black_box(i)).sum();
        assert_eq!(sum, 49_995_000);
        assert!(thread_time() >= before);
    }
}
