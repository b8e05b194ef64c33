//! What the process has allocated, and levels at which somebody looks.
//!
//! A program makes [`Metered`] its global allocator; in one that does not, nothing is counted and no level is reached.
//! The machine sets the levels (see `machine::budget`): beyond the first it reckons again; beyond the ceiling, what may run
//! long stops and says that memory is exhausted, as an exception that a program can catch. What was allocated need not be
//! there: lists grow to twice their size before anything is written to the new half. So beyond the last level the system is
//! asked what the process really has; where that is too much, it ends with a message and its exit code for exhausted
//! resources.
#![allow(unsafe_code)]

use mimalloc::MiMalloc;
use rustc_hash::FxBuildHasher;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit code of a process that ends because memory is exhausted.
pub const OUT_OF_MEMORY: i32 = 3;

/// What is in use; less than nothing where what threads did not count is missing.
static IN_USE: AtomicIsize = AtomicIsize::new(0);
static LOOK: AtomicUsize = AtomicUsize::new(usize::MAX);
static CEILING: AtomicUsize = AtomicUsize::new(usize::MAX);
static LAST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// The most that the process may really have.
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// The most in use since memory was given back to the system.
static HIGHEST: AtomicUsize = AtomicUsize::new(0);

/// What a small allocation takes besides what was asked for, in the allocators of common systems.
const HEADER: usize = 8;
/// Allocations are multiples of it.
const GRAIN: usize = 16;
/// How much less may be in use than there was before pages are given back, in bytes.
const WORTH: usize = 8 << 20;

/// Pieces of this size and more are the system allocator's: they grow without a copy.
const LARGE: usize = 64 << 10;

/// An allocator for many small pieces, and the system's for large ones, counting.
pub struct Metered;

/// The bytes in use, with what the allocator needs for itself.
pub fn in_use() -> usize {
    IN_USE.load(Relaxed).max(0).unsigned_abs()
}

/// Whether more is in use than the ceiling.
#[inline(always)]
pub(crate) fn is_over() -> bool {
    in_use() > CEILING.load(Relaxed)
}

/// Whether so much is in use that somebody should reckon again.
#[inline(always)]
pub(crate) fn is_due() -> bool {
    in_use() > LOOK.load(Relaxed)
}

/// How much can be allocated before the ceiling is reached.
pub fn room() -> usize {
    CEILING.load(Relaxed).saturating_sub(in_use())
}

/// What may be allocated whatever is left.
pub(crate) const SMALL: usize = 64 << 10;

/// Whether so much can be allocated at once.
pub(crate) fn fits(bytes: usize) -> bool {
    bytes < SMALL || bytes < room()
}

/// What a list takes besides when so many more items are put into it: nothing while there is room.
pub(crate) fn next_of_list<T>(list: &Vec<T>, more: usize) -> usize {
    let (wanted, room) = (list.len() + more, list.capacity());
    if wanted > room { (wanted - room).max(room) * size_of::<T>() } else { 0 }
}

/// What a table allocates when it grows the next time. It is written to at once, beside the table as it is.
pub(crate) fn next_of_table<K, V>(table: &HashMap<K, V, FxBuildHasher>) -> usize {
    2 * (table.capacity() * 8 / 7) * (size_of::<(K, V)>() + 1)
}

/// The same where so many more items are put into it: nothing while there is room.
pub(crate) fn more_of_table<K, V>(table: &HashMap<K, V, FxBuildHasher>, more: usize) -> usize {
    if table.len() + more > table.capacity() { next_of_table(table) } else { 0 }
}

/// What the process really has of memory, in bytes, where the system says so. Allocates nothing.
pub(crate) fn resident() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        let mut text = [0_u8; 128];
        // SAFETY: the path ends in a zero, the buffer is as long as said, and the file is closed once.
        let read = unsafe {
            let file = libc::open(c"/proc/self/statm".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            let read = libc::read(file, text.as_mut_ptr().cast(), text.len());
            libc::close(file);
            usize::try_from(read).ok()?
        };
        let mut numbers = text.get(..read)?.split(|&byte| byte == b' ');
        let pages = numbers
            .nth(1)?
            .iter()
            .try_fold(0_usize, |sum, &byte| byte.is_ascii_digit().then(|| 10 * sum + usize::from(byte - b'0')))?;
        // SAFETY: it has no preconditions.
        usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok().map(|size| pages * size)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Pieces of this size and more are mapped by themselves: they grow without a copy, and what they took is given back when
/// they are freed. (The system's allocator would learn larger sizes from what is freed.)
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: libc::c_int = 1 << 20;

/// Makes large pieces take no more than what is in them.
fn map_large_pieces() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it has no preconditions.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
    }
}

/// The levels of one machine. Those of the newest one are in force.
pub(crate) struct Levels(u64);

/// Levels, in bytes in use.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    /// Beyond it somebody should reckon again.
    pub look: usize,
    /// Beyond it memory is exhausted.
    pub ceiling: usize,
    /// Beyond it the process ends where it really has more than `most`.
    pub last: usize,
    /// The most that it may really have, in bytes.
    pub most: usize,
}

impl Marks {
    pub(crate) const NONE: Marks = Marks { look: usize::MAX, ceiling: usize::MAX, last: usize::MAX, most: usize::MAX };
}

/// Who has levels, oldest first.
static HELD: Mutex<Vec<(u64, Marks)>> = Mutex::new(Vec::new());

impl Levels {
    /// Levels that nothing reaches.
    pub(crate) fn new() -> Levels {
        map_large_pieces();
        let mut held = held();
        let number = held.iter().map(|row| row.0).max().unwrap_or(0) + 1;
        held.push((number, Marks::NONE));
        put_in_force(&held);
        Levels(number)
    }

    /// Sets them.
    pub(crate) fn set(&self, marks: Marks) {
        let mut held = held();
        held.iter_mut().filter(|row| row.0 == self.0).for_each(|row| row.1 = marks);
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

fn held() -> MutexGuard<'static, Vec<(u64, Marks)>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn put_in_force(held: &[(u64, Marks)]) {
    let Marks { look, ceiling, last, most } = held.last().map_or(Marks::NONE, |row| row.1);
    LOOK.store(look, Relaxed);
    CEILING.store(ceiling, Relaxed);
    LAST.store(last, Relaxed);
    MOST.store(most, Relaxed);
}

/// Memory that is not the allocator's was taken: the levels are that much lower.
pub(crate) fn lower(bytes: usize) {
    for level in [&LOOK, &CEILING] {
        let lower = |level: usize| (level != usize::MAX).then(|| level.saturating_sub(bytes));
        let _ = level.fetch_update(Relaxed, Relaxed, lower);
    }
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

/// What a thread allocates and frees is counted for itself until it comes to so many bytes: threads that count at the same
/// place all the time wait for each other. Of a thread that ended so much may be missing.
const BATCH: usize = 4096;

thread_local! {
    static PENDING: Cell<isize> = const { Cell::new(0) };
}

/// Counts what this thread takes or gives back; what is in use now, where it counts for all.
#[inline(always)]
fn count(change: isize) -> Option<usize> {
    let pending = PENDING.get() + change;
    if pending.unsigned_abs() < BATCH {
        PENDING.set(pending);
        return None;
    }
    PENDING.set(0);
    let now = IN_USE.fetch_add(pending, Relaxed) + pending;
    Some(now.max(0).unsigned_abs())
}

fn add(size: usize) {
    let size = taken(size);
    if count(size as isize).is_some_and(|now| now > LAST.load(Relaxed)) {
        beyond(size);
    }
}

/// So much more is to be allocated beyond the last level: goes on, up to another one, as long as the process really has
/// less than it may. Where the system does not say what it has, it ends.
#[cold]
fn beyond(size: usize) {
    let most = MOST.load(Relaxed);
    match resident() {
        Some(there) if there.saturating_add(size) < most => {
            // What was allocated before may be written to meanwhile.
            LAST.fetch_max(in_use() + (most - there - size) / 4, Relaxed);
        }
        _ => end(size),
    }
}

fn subtract(size: usize) {
    count(-(taken(size) as isize));
}

/// Nothing may be allocated here.
#[cold]
fn end(size: usize) -> ! {
    let mut digits = [b'0'; 20];
    let (mut kibibytes, mut at) = (size >> 10, digits.len() - 1);
    while kibibytes > 0 {
        digits[at] = b'0' + (kibibytes % 10) as u8;
        (kibibytes, at) = (kibibytes / 10, at - 1);
    }
    let number = &digits[(at + 1).min(digits.len() - 1)..];
    let message: [&[u8]; 3] =
        [b"error: out of memory: one step needed ", number, b" KiB, which the limit (--memory) does not leave\n"];
    for part in message {
        // SAFETY: the part is as long as said.
        unsafe { libc::write(2, part.as_ptr().cast(), part.len()) };
    }
    // SAFETY: it has no preconditions; nothing of ours runs afterwards.
    unsafe { libc::_exit(OUT_OF_MEMORY) }
}

/// Asks the allocator of pieces of a size, whichever it is, without a call through a table.
macro_rules! of_size {
    ($size:expr, $method:ident($($arg:expr),*)) => {
        if $size < LARGE { MiMalloc.$method($($arg),*) } else { System.$method($($arg),*) }
    };
}

// SAFETY: each piece is from start to end that of the allocator that its size says; counting allocates nothing.
unsafe impl GlobalAlloc for Metered {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller's promise.
        unsafe { of_size!(layout.size(), alloc(layout)) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller's promise.
        unsafe { of_size!(layout.size(), alloc_zeroed(layout)) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        subtract(layout.size());
        // SAFETY: the caller's promise; the size is the one it was allocated with.
        unsafe { of_size!(layout.size(), dealloc(place, layout)) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let growth = taken(size) as isize - taken(layout.size()) as isize;
        // What grows is written to later, and large pieces are moved without a copy.
        if growth > 0 && count(growth).is_some_and(|now| now.saturating_sub(growth.unsigned_abs()) > LAST.load(Relaxed))
        {
            beyond(0);
        } else if growth < 0 {
            count(growth);
        }
        if (size < LARGE) == (layout.size() < LARGE) {
            // SAFETY: the caller's promise; both sizes are of one allocator.
            return unsafe { of_size!(size, realloc(place, layout, size)) };
        }
        // SAFETY: the caller's promise: the new size is not zero, and fits the alignment.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: as above.
        let moved = unsafe { of_size!(size, alloc(new)) };
        if !moved.is_null() {
            // SAFETY: both pieces have so many bytes, and are two.
            unsafe { moved.copy_from_nonoverlapping(place, size.min(layout.size())) };
            // SAFETY: the caller's promise; nobody has the old piece any more.
            unsafe { of_size!(layout.size(), dealloc(place, layout)) };
        }
        moved
    }
}
