//! Pseudo-random picks for generated tests, the same for a seed on every machine.

// Each test file uses some of these.
#![allow(dead_code)]

/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

/// SplitMix64.
pub struct Picks(u64);

impl Picks {
    /// The picks of a seed.
    pub fn new(seed: u64) -> Self {
        Picks(seed)
    }

    /// Any number.
    #[allow(clippy::should_implement_trait)] // It never ends.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// One of the items.
    pub fn of<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }

    /// A list, written, of so many items.
    pub fn list(&mut self, lengths: std::ops::Range<usize>, mut item: impl FnMut(&mut Self) -> String) -> String {
        let length = lengths.start + self.below(lengths.end - lengths.start);
        let items: Vec<String> = (0..length).map(|_| item(self)).collect();
        format!("[{}]", items.join(","))
    }

    /// True so many times of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
