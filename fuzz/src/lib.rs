//! What the fuzz targets share: bytes as a source of choices, terms and programs made from them, terms compared.
//!
//! In: the bytes that the fuzzer makes up. Out: values of which every byte decides a little, so that a small change of
//! the bytes is a small change of the value. When the bytes are used up, all further choices are the first ones.

mod programs;
mod terms;

pub use programs::program_text;
pub use terms::{operators, same_terms, term};

/// Choices made by bytes.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// Choices made by these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices(bytes)
    }

    /// The next byte, or zero.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    /// A number below `n`, which is at most 256.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) * n / 256
    }

    /// One of some values.
    pub fn of<'b, T>(&mut self, values: &'b [T]) -> &'b T {
        let at = if values.len() <= 256 { self.below(values.len()) } else { self.word() as usize % values.len() };
        &values[at]
    }

    /// Eight bytes as a number.
    pub fn word(&mut self) -> u64 {
        (0..8).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    /// Whether bytes are left.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}
