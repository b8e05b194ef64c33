//! Reserved address space and the raw access to it.
//!
//! Each area of the machine (heap, environments, choice points, trail, code) is one reservation that never moves;
//! pages come into being when touched. A limit below the reservation is checked where it is cheap; the rest of the
//! reservation is the red zone between two checks, and ends in a guard page.
//!
//! The invariant behind every access here: an [`Addr`] comes from an area's base by additions, or from a cell or frame
//! that was stored in an area, and areas live as long as their machine; so it points into mapped memory of the machine.
//! Addresses never leave the crate.
#![allow(unsafe_code)]

use super::cell::Cell;
use super::{Core, Machine};
use crate::error::Error;

/// Room after the limit of an area: what may be written between two checks. Where there is little memory there are no
/// large clauses either.
pub(crate) fn red_zone(memory: usize) -> usize {
    memory.clamp(32 << 20, 1 << 30)
}

/// Address space for code, at most.
const CODE_BYTES: usize = 8 << 30;

/// Heap, environments, choice points, trail and code for a limit of memory: each may take all of it.
pub(crate) fn reserve(memory: usize) -> Result<[Area; 5], Error> {
    let bytes = memory.saturating_add(red_zone(memory));
    let code = bytes.min(CODE_BYTES);
    let limit = address_space();
    let taken = limit.map_or(0, |_| address_space_taken());
    let refused = |_| Error::Reserve { bytes: bytes.saturating_mul(4).saturating_add(code), taken, limit };
    let area = || Area::reserve(bytes).map_err(refused);
    Ok([area()?, area()?, area()?, area()?, Area::reserve(code).map_err(refused)?])
}

/// The most memory for which a machine may well have its address space, and another one besides it.
pub(super) fn fitting() -> usize {
    /// Areas, and what each is longer than the memory.
    const PARTS: usize = 2 * 2 * 5;
    let Some(limit) = address_space() else { return usize::MAX };
    (limit as usize).saturating_sub(address_space_taken()) / PARTS
}

/// What the process has of address space, in bytes, where that is known.
fn address_space_taken() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    status.split(' ').next().and_then(|pages| pages.parse::<usize>().ok()).map_or(0, |pages| pages * PAGE)
}

const PAGE: usize = 4096;

/// The address of a word in one of the machine's areas.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Addr(*mut Cell);

impl Addr {
    pub(crate) const NULL: Addr = Addr(std::ptr::null_mut());

    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0 as u64
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Addr {
        Addr(bits as *mut Cell)
    }

    #[inline(always)]
    pub(crate) fn get(self) -> Cell {
        // SAFETY: the module's invariant.
        unsafe { *self.0 }
    }

    #[inline(always)]
    pub(crate) fn set(self, cell: Cell) {
        // SAFETY: the module's invariant.
        unsafe { *self.0 = cell }
    }

    #[inline(always)]
    pub(crate) fn add(self, words: usize) -> Addr {
        Addr(self.0.wrapping_add(words))
    }

    #[inline(always)]
    pub(crate) fn sub(self, words: usize) -> Addr {
        Addr(self.0.wrapping_sub(words))
    }

    /// Words from `base` to here.
    #[inline(always)]
    pub(crate) fn words_from(self, base: Addr) -> usize {
        (self.bits().wrapping_sub(base.bits()) / 8) as usize
    }

    /// Writes and steps over one cell.
    #[inline(always)]
    pub(crate) fn push(&mut self, cell: Cell) {
        self.set(cell);
        *self = self.add(1);
    }

    /// Makes the cell here an unbound variable and steps over it.
    #[inline(always)]
    pub(crate) fn push_variable(&mut self) -> Cell {
        let cell = Cell::reference(*self);
        self.push(cell);
        cell
    }

    /// The bytes of a box's payload.
    pub(crate) fn bytes<'a>(self, length: usize) -> &'a [u8] {
        // SAFETY: the module's invariant; boxes are not written after they are made, and the callers copy the bytes
        // before the heap can be cut back.
        unsafe { std::slice::from_raw_parts(self.0.cast(), length) }
    }

    /// The words of a box's payload.
    pub(crate) fn words<'a>(self, length: usize) -> &'a [u64] {
        // SAFETY: as for `bytes`; the callers are done with the words before the heap can be cut back.
        unsafe { std::slice::from_raw_parts(self.0.cast(), length) }
    }

    /// Words at the top of the heap that nothing refers to yet.
    pub(crate) fn free_words<'a>(self, length: usize) -> &'a mut [u64] {
        // SAFETY: the module's invariant; the callers pass places above the top of the heap, of which there are as many
        // as they made sure of, and make one such slice at a time.
        unsafe { std::slice::from_raw_parts_mut(self.0.cast(), length) }
    }

    /// The cells from here on, for as long as nothing is written to the machine.
    pub(crate) fn cells(self, _machine: &Machine, length: usize) -> &[Cell] {
        // SAFETY: the module's invariant; the machine is borrowed for as long as the slice lives, and only the machine
        // writes to its areas.
        unsafe { std::slice::from_raw_parts(self.0, length) }
    }

    /// Writes bytes, padded with zeros to whole words, and steps over them.
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.push(Cell(u64::from_le_bytes(word)));
        }
    }
}

/// The address of a word of code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Code(*const u64);

impl Code {
    pub(crate) const NULL: Code = Code(std::ptr::null());

    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0 as u64
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Code {
        Code(bits as *const u64)
    }

    /// The halfword at a place counted in halfwords.
    #[inline(always)]
    pub(crate) fn half(self, at: usize) -> u16 {
        // SAFETY: the module's invariant: code was encoded by `link` from whole instructions.
        unsafe { *self.0.cast::<u16>().add(at) }
    }

    /// The 32-bit operand at a place counted in halfwords, which is even.
    #[inline(always)]
    pub(crate) fn word(self, at: usize) -> u32 {
        // SAFETY: as for `half`.
        unsafe { *self.0.cast::<u16>().add(at).cast::<u32>() }
    }

    /// The cell at a place counted in halfwords, which is a multiple of four.
    #[inline(always)]
    pub(crate) fn cell(self, at: usize) -> Cell {
        // SAFETY: as for `half`.
        unsafe { *self.0.cast::<u16>().add(at).cast::<Cell>() }
    }

    /// The place a number of words away.
    #[inline(always)]
    pub(crate) fn offset(self, words: i32) -> Code {
        Code(self.0.wrapping_offset(words as isize))
    }
}

/// What the process may have of address space, where that is limited.
pub fn address_space() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the limit is written to a place of its type.
    let told = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
    (told && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
}

/// The system refused address space.
struct Refused;

/// A reservation of address space.
pub(crate) struct Area {
    base: *mut u8,
    bytes: usize,
}

impl Area {
    /// Reserves `bytes` and a guard page after them.
    fn reserve(bytes: usize) -> Result<Area, Refused> {
        let bytes = bytes.next_multiple_of(PAGE) + PAGE;
        // SAFETY: a fresh private mapping at an address of the kernel's choice touches nothing of ours.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(Refused);
        }
        let area = Area { base: base.cast(), bytes };
        // SAFETY: the last page of the mapping just made; nothing refers to it.
        unsafe { libc::mprotect(area.base.add(bytes - PAGE).cast(), PAGE, libc::PROT_NONE) };
        Ok(area)
    }

    /// Another one as long.
    pub(crate) fn beside(other: &Area) -> Result<Area, Error> {
        Area::of(other.bytes())
    }

    /// One of so many bytes.
    pub(crate) fn of(bytes: usize) -> Result<Area, Error> {
        let (taken, limit) = (address_space_taken(), address_space());
        Area::reserve(bytes).map_err(|_| Error::Reserve { bytes, taken, limit })
    }

    /// Its first word.
    pub(crate) fn base(&self) -> Addr {
        Addr(self.base.cast())
    }

    /// Usable bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes - PAGE
    }

    /// Gives the pages from an address on back to the system; they are zero when they are used again.
    pub(crate) fn release(&self, from: Addr) {
        let start = (from.bits() as usize).next_multiple_of(PAGE) - self.base as usize;
        if start < self.bytes() {
            // SAFETY: within the mapping, behind what is in use; nothing there is read before it is written.
            unsafe { libc::madvise(self.base.add(start).cast(), self.bytes() - start, libc::MADV_DONTNEED) };
        }
    }

    /// Writes to a page each of a range of bytes, so that it is there when time is measured.
    pub(crate) fn touch(&self, from: usize, bytes: usize) {
        let end = (from + bytes).min(self.bytes());
        for at in (from..end).step_by(PAGE) {
            // SAFETY: within the mapping; volatile so that the rewrite of what is there is not optimised away.
            unsafe {
                let place = self.base.add(at);
                place.write_volatile(place.read_volatile());
            }
        }
    }
}

impl Drop for Area {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `reserve` and is unmapped once.
        unsafe { libc::munmap(self.base.cast(), self.bytes) };
    }
}

// SAFETY: an area is plain memory that only its owner writes.
unsafe impl Send for Area {}
// SAFETY: addresses are numbers; access goes through the machine that owns the areas, which is borrowed for it.
unsafe impl Send for Addr {}
// SAFETY: as for `Addr`.
unsafe impl Send for Code {}

/// A machine made of its core, with registers and counts zero, without passing through the native stack.
pub(crate) fn place(core: Core) -> Box<Machine> {
    let mut machine = Box::<Machine>::new_zeroed();
    // SAFETY: the core is written; the other fields are integers, for which zeros are values.
    unsafe {
        (&raw mut (*machine.as_mut_ptr()).core).write(core);
        machine.assume_init()
    }
}
