//! Simulated data caches, for counted runs: which lines of code, heap and stacks a processor would not have found close by.
//!
//! In: where a run stands before each instruction (code, top of the heap, the structure that is read, environment, choice
//! point, top of the trail). Out: how many lines of 64 bytes were not among the 32 KiB, and not among the 1 MiB, that were
//! used last. What instructions look at besides (bindings at the end of references) is not seen. Addresses count from the
//! beginning of their area, so that a run is counted the same wherever its memory is.

use super::Machine;
use super::memory::{Addr, Area, Code};

/// Words of a line, as a power of two: 64 bytes.
const LINE: u32 = 3;
/// Lines that share their places.
const WAYS: usize = 8;
/// Sets of the caches.
const SETS: [usize; 2] = [64, 2048];
/// What moves through memory: code, heap, structures, environments, choice points, trail.
const STREAMS: usize = 6;
/// The stream of the top of the heap.
const HEAP_TOP: usize = 1;
/// At most so many lines are entered by one move: what is longer has come another way.
const LONGEST: u64 = 1 << 14;

/// A cache: of the lines of a set, the one that was used longest ago goes.
struct Cache {
    /// The lines of each set, newest first.
    lines: Vec<[u64; WAYS]>,
    missed: u64,
}

impl Cache {
    fn new(sets: usize) -> Cache {
        Cache { lines: vec![[u64::MAX; WAYS]; sets], missed: 0 }
    }

    /// Whether a line is there; it is afterwards.
    fn has(&mut self, line: u64) -> bool {
        let hash = line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let sets = self.lines.len();
        let set = &mut self.lines[hash as usize % sets];
        let place = set.iter().position(|&own| own == line);
        set[..=place.unwrap_or(WAYS - 1)].rotate_right(1);
        set[0] = line;
        self.missed += u64::from(place.is_none());
        place.is_some()
    }
}

/// The caches.
pub(crate) struct Caches {
    levels: [Cache; 2],
    /// The line at which each stream is.
    at: [u64; STREAMS],
}

impl Default for Caches {
    /// Empty ones.
    fn default() -> Caches {
        Caches { levels: SETS.map(Cache::new), at: [0; STREAMS] }
    }
}

impl Caches {
    /// How many lines were missed, near and far.
    pub fn missed(&self) -> [u64; 2] {
        [self.levels[0].missed, self.levels[1].missed]
    }

    /// Counts what is missed from zero again, and remembers the rest.
    pub fn reset(&mut self) {
        self.levels.iter_mut().for_each(|level| level.missed = 0);
    }

    /// A stream has come to a word of its area.
    fn move_to(&mut self, stream: usize, area: u64, word: u64) {
        let line = area << 48 | word >> LINE;
        let last = std::mem::replace(&mut self.at[stream], line);
        if line == last {
            return;
        }
        // Code and structures are jumped to, tops rise through what lies between.
        let rises = stream == HEAP_TOP && line > last && line - last < LONGEST;
        let first = if rises { last + 1 } else { line };
        for line in first..=line {
            if !self.levels[0].has(line) {
                self.levels[1].has(line);
            }
        }
    }
}

impl Machine {
    /// Shows the caches where the run is. Out of line, as for the predictor; a handler that lent it an array could not jump
    /// to the next one either.
    #[inline(never)]
    pub(super) fn fetch(&mut self, pc: Code, h: Addr, s: Addr, e: Addr) {
        let words = |area: &Area, at: Addr| at.words_from(area.base()) as u64;
        let places = [
            (0, pc.bits() / 8 - self.code.base().bits() / 8),
            (1, words(&self.heap, h)),
            (1, words(&self.heap, if s == Addr::NULL { h } else { s })),
            (2, words(&self.local, e)),
            (3, words(&self.choices, self.b.0)),
            (4, words(&self.trail, self.tr)),
        ];
        let caches = self.caches.get_or_insert_default();
        for (stream, (area, word)) in places.into_iter().enumerate() {
            caches.move_to(stream, area, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is missed of each cache when so many lines are gone through again and again.
    fn missed(lines: u64) -> [u64; 2] {
        let mut caches = Caches::default();
        let turn = |caches: &mut Caches| {
            for line in 0..lines {
                caches.move_to(1, 1, line << LINE);
            }
        };
        turn(&mut caches);
        turn(&mut caches);
        caches.reset();
        turn(&mut caches);
        caches.missed()
    }

    #[test]
    fn what_fits_is_not_missed() {
        assert_eq!(missed(200), [0, 0]);
        let [near, far] = missed(4_000);
        assert!(near > 3_900 && far < 400, "{near} {far}");
        let [near, far] = missed(60_000);
        assert!(near > 59_000 && far > 59_000, "{near} {far}");
    }

    #[test]
    fn lines_on_the_way_up_are_entered() {
        let mut caches = Caches::default();
        caches.move_to(1, 1, 8);
        caches.reset();
        caches.move_to(1, 1, 80);
        assert_eq!(caches.levels[0].missed, 9);
    }
}
