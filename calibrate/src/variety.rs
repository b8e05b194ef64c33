//! How much longer the same instructions take in a program of many different ones.
//!
//! Comes in: which cost keys of instructions a run counts at all. Goes out: a factor. A loop of a dozen instructions
//! overlaps with itself and is learnt by the processor; the same instructions strewn over a large program are not. Prices hold
//! for a run of 40 keys; of `n` keys, everything takes `(n / 40) ^ exponent` times as long. A key of a builtin, which is more
//! code than an instruction, counts as six. The exponent is
//! chosen by kinds of programs left out, as the ridge is.
//!
//! Measured (November 2026, fast mode, two calibrations of 2,140 programs, mean |d| in %, without / with an exponent of .08): kinds left out
//! 10.0 / 9.6 and 9.8 / 9.5, the 49 benchmark programs 7.0 / 6.7 and 7.6 / 7.5, 15 goals of the paper 5.6 / 3.6 and 6.7 / 4.5, 23
//! other small programs 8.2 / 6.2 and 7.1 / 5.2. Pairs of instructions instead of keys gave the same. With builtins as six,
//! 80 programs of others were off by 8.5 instead of 9.4.

use wam::cost::{Counts, Key};

/// The factor of runs by how many keys of instructions they count.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Variety {
    exponent: f64,
}

/// Of how many keys a run is whose time is that of its prices.
const REFERENCE: f64 = 40.0;
/// How many keys the workloads' runs count at least, and at most, about: beyond, the factor stays as it is there.
const MEASURED: (f64, f64) = (8.0, 400.0);
/// As how many keys one of a builtin counts.
const BUILTIN: usize = 6;

impl Variety {
    /// The exponents that a calibration chooses from.
    pub const TRIED: [f64; 4] = [0.0, 0.04, 0.08, 0.12];
    /// No profile has a larger one.
    pub const LARGEST: f64 = 1.0;

    /// With an exponent from 0, with which all runs are alike, to [`Variety::LARGEST`]; none with another one.
    pub fn new(exponent: f64) -> Option<Variety> {
        (0.0..=Variety::LARGEST).contains(&exponent).then_some(Variety { exponent })
    }

    /// Its exponent.
    pub fn exponent(self) -> f64 {
        self.exponent
    }

    /// How many times as long a run of so many keys takes.
    pub fn factor(self, keys: usize) -> f64 {
        ((keys as f64).clamp(MEASURED.0, MEASURED.1) / REFERENCE).powf(self.exponent)
    }
}

/// How many of the keys are of instructions, those of builtins as often as they count; units of work and what is only
/// observed are not.
pub fn instructions(keys: impl Iterator<Item = Key>) -> usize {
    keys.filter(|key| key.is_instruction()).map(|key| if key.builtin().is_some() { BUILTIN } else { 1 }).sum()
}

/// The same of what a run counts.
pub fn of_run(counts: &Counts) -> usize {
    instructions(counts.iter().map(|(key, _)| key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::instr::key;

    #[test]
    fn many_different_instructions_take_longer_than_few() {
        let variety = Variety::new(0.1).unwrap();
        assert_eq!(variety.factor(40), 1.0);
        assert!((variety.factor(80) - 2f64.powf(0.1)).abs() < 1e-12);
        assert!(variety.factor(20) < 1.0);
        // Beyond what was measured nothing is claimed.
        assert_eq!(variety.factor(0), variety.factor(8));
        assert_eq!(variety.factor(100_000), variety.factor(400));
        assert_eq!(Variety::default().factor(100), 1.0);
        assert!(variety.factor(399) < variety.factor(400));
        assert_eq!([f64::NAN, -0.1, 1.1].map(Variety::new), [None; 3]);
    }

    #[test]
    fn keys_are_counted_once_and_units_of_work_not_at_all() {
        let mut counts = Counts::new();
        counts[key::GetList::READ] = 100;
        counts[key::GetList::WRITE] = 1;
        [Key::STEP, Key::UNDO, key::Try::ARG, Key::MISSED_NEXT].into_iter().for_each(|key| counts[key] = 7);
        assert_eq!(of_run(&counts), 2);
        counts[Key::builtin_true(wam::instr::BuiltinId(0))] = 1;
        assert_eq!(of_run(&counts), 2 + BUILTIN);
    }
}
