//! Which words of the environment stack hold live values: a bit a word.
//!
//! Environments are reached on many ways (from the running clause and from every choice point), with more or fewer
//! slots in need. The bits make each slot a root once, and stop a walk where an earlier one has gone on.

use super::super::cell::Cell;
use super::super::memory::Addr;

#[derive(Default)]
pub(super) struct Slots {
    base: u64,
    bits: Vec<u64>,
}

impl Slots {
    /// No word is noted; there are words from one address on.
    pub fn clear(&mut self, base: Addr) {
        self.base = base.bits();
        self.bits.clear();
    }

    /// Gives a large buffer back.
    pub fn trim(&mut self) {
        self.bits.clear();
        self.bits.shrink_to(1 << 12);
    }

    /// Notes a word; whether it is new.
    #[inline(always)]
    pub fn note(&mut self, at: Addr) -> bool {
        let place = ((at.bits() - self.base) / 8) as usize;
        if place / 64 >= self.bits.len() {
            self.bits.resize(place / 64 + 1, 0);
        }
        let block = &mut self.bits[place / 64];
        let bit = 1 << (place % 64);
        let new = *block & bit == 0;
        *block |= bit;
        new
    }

    /// Replaces the contents of all noted words.
    pub fn replace(&self, mut with: impl FnMut(Cell) -> Cell) {
        for (number, &block) in self.bits.iter().enumerate() {
            let mut bits = block;
            let base = Addr::from_bits(self.base).add(64 * number);
            while bits != 0 {
                let at = base.add(bits.trailing_zeros() as usize);
                bits &= bits - 1;
                at.set(with(at.get()));
            }
        }
    }
}
