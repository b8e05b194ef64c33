//! What the process has allocated, and two levels at which somebody looks.
//!
//! A program makes [`Metered`] its global allocator; in one that does not, nothing is counted and no level is reached.
//! The machine sets the levels (see `machine::budget`): beyond the ceiling, what may run long stops and says that memory
//! is exhausted, as an exception that a program can catch. Beyond the last level there is no such place any more: the
//! process ends with a message and its exit code for exhausted resources.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit code of a process that ends because memory is exhausted.
pub const OUT_OF_MEMORY: i32 = 3;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static CEILING: AtomicUsize = AtomicUsize::new(usize::MAX);
static LAST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// The most in use since memory was given back to the system.
static HIGHEST: AtomicUsize = AtomicUsize::new(0);

/// What a small allocation takes besides what was asked for, in the allocators of common systems.
const HEADER: usize = 8;
/// Allocations are multiples of it.
const GRAIN: usize = 16;
/// How much less may be in use than there was before pages are given back, in bytes.
const WORTH: usize = 8 << 20;

/// The system's allocator, counting.
pub struct Metered;

/// The bytes in use, with what the allocator needs for itself.
pub fn in_use() -> usize {
    IN_USE.load(Relaxed)
}

/// Whether more is in use than the ceiling.
#[inline(always)]
pub(crate) fn is_over() -> bool {
    IN_USE.load(Relaxed) > CEILING.load(Relaxed)
}

/// How much can be allocated before the ceiling is reached.
pub(crate) fn room() -> usize {
    CEILING.load(Relaxed).saturating_sub(IN_USE.load(Relaxed))
}

/// The levels of one machine. Those of the newest one are in force.
pub(crate) struct Levels(u64);

/// Who has levels, oldest first: a number, the ceiling, the last.
static HELD: Mutex<Vec<(u64, usize, usize)>> = Mutex::new(Vec::new());

impl Levels {
    /// Levels that nothing reaches.
    pub(crate) fn new() -> Levels {
        let mut held = held();
        let number = held.iter().map(|row| row.0).max().unwrap_or(0) + 1;
        held.push((number, usize::MAX, usize::MAX));
        put_in_force(&held);
        Levels(number)
    }

    /// Sets them, in bytes in use.
    pub(crate) fn set(&self, ceiling: usize, last: usize) {
        let mut held = held();
        held.iter_mut().filter(|row| row.0 == self.0).for_each(|row| *row = (self.0, ceiling, last));
        put_in_force(&held);
    }
}

impl Drop for Levels {
    fn drop(&mut self) {
        let mut held = held();
        held.retain(|row| row.0 != self.0);
        put_in_force(&held);
    }
}

fn held() -> MutexGuard<'static, Vec<(u64, usize, usize)>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn put_in_force(held: &[(u64, usize, usize)]) {
    let &(_, ceiling, last) = held.last().unwrap_or(&(0, usize::MAX, usize::MAX));
    CEILING.store(ceiling, Relaxed);
    LAST.store(last, Relaxed);
}

/// Memory that is not the allocator's was taken: the ceiling is that much lower.
pub(crate) fn lower(bytes: usize) {
    let lower = |ceiling: usize| (ceiling != usize::MAX).then(|| ceiling.saturating_sub(bytes));
    let _ = CEILING.fetch_update(Relaxed, Relaxed, lower);
}

/// Gives memory that was freed back to the system, where it is much.
pub(crate) fn give_back() {
    let now = in_use();
    let highest = HIGHEST.fetch_max(now, Relaxed);
    if highest > now + WORTH {
        HIGHEST.store(now, Relaxed);
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        // SAFETY: it has no preconditions.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

fn taken(size: usize) -> usize {
    (size + HEADER).next_multiple_of(GRAIN)
}

fn add(size: usize) {
    let size = taken(size);
    if IN_USE.fetch_add(size, Relaxed).saturating_add(size) > LAST.load(Relaxed) {
        end();
    }
}

fn subtract(size: usize) {
    IN_USE.fetch_sub(taken(size), Relaxed);
}

/// Nothing may be allocated here.
#[cold]
fn end() -> ! {
    let message =
        b"error: out of memory: one step needed much more than the limit leaves; set a higher one with --memory\n";
    // SAFETY: the message is as long as said, and the process ends.
    unsafe {
        libc::write(2, message.as_ptr().cast(), message.len());
        libc::_exit(OUT_OF_MEMORY);
    }
}

// SAFETY: everything is the system allocator's; counting allocates nothing.
unsafe impl GlobalAlloc for Metered {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        subtract(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size);
        subtract(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.realloc(place, layout, size) }
    }
}
