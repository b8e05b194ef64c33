//! How much longer the same instructions take in a program of many different ones.
//!
//! Comes in: which cost keys a run counts at all ([`Breadth`]). Goes out: factors of prices. A loop of a dozen instructions
//! overlaps with itself and is learnt by the processor; the same instructions strewn over a large program are not. Prices hold
//! for a run of 40 keys; of `n` keys, everything takes `(n / 40) ^ exponent` times as long. Builtins are much more code than
//! instructions: of `b` of their keys, more than five, their work and that of other uneven keys takes `(b / 5) ^ builtins`
//! times as long besides. Both exponents are chosen by kinds of programs left out, as the ridge is; the second one by programs
//! with so many builtins.
//!
//! Measured (November 2026, fast mode, two calibrations of 2,140 programs, mean |d| in %, without / with an exponent of .08): kinds left out
//! 10.0 / 9.6 and 9.8 / 9.5, the 49 benchmark programs 7.0 / 6.7 and 7.6 / 7.5, 15 goals of the paper 5.6 / 3.6 and 6.7 / 4.5, 23
//! other small programs 8.2 / 6.2 and 7.1 / 5.2. Pairs of instructions instead of keys gave the same. Programs of 20 to 60 keys of
//! builtins took 1.5 times as long as predicted by kinds left out.

use crate::design::Column;
use crate::model::is_uneven;
use wam::cost::{Counts, Key};

/// How much longer runs take by how many keys of instructions and of builtins they count.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Variety {
    exponent: f64,
    builtins: f64,
}

/// How many different keys a run, or a function, is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Breadth {
    /// Keys of instructions, those of builtins among them; units of work and what is only observed are none.
    pub instructions: usize,
    /// Keys of builtins.
    pub builtins: usize,
}

impl Breadth {
    /// Of some keys.
    pub fn of(keys: impl Iterator<Item = Key>) -> Breadth {
        keys.filter(|key| key.is_instruction()).fold(Breadth::default(), |breadth, key| Breadth {
            instructions: breadth.instructions + 1,
            builtins: breadth.builtins + usize::from(key.builtin().is_some()),
        })
    }

    /// Of those that a run counts.
    pub fn of_run(counts: &Counts) -> Breadth {
        Breadth::of(counts.iter().map(|(key, _)| key))
    }

    /// Whether there are so many builtins that it matters.
    pub fn has_many_builtins(self) -> bool {
        self.builtins as f64 > BUILTINS.0
    }
}

/// How many times as long things take in a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Factors {
    even: f64,
    uneven: f64,
}

impl Factors {
    /// Those of prices as they are.
    pub const NONE: Factors = Factors { even: 1.0, uneven: 1.0 };

    /// That of a price. Entering the machine is the same for all programs.
    pub fn of(self, column: Column) -> f64 {
        match column {
            Column::RUN => 1.0,
            _ if is_uneven(column) => self.uneven,
            _ => self.even,
        }
    }
}

/// Of how many keys a run is whose time is that of its prices.
const REFERENCE: f64 = 40.0;
/// How many keys the workloads' runs count at least, and at most, about: beyond, the factor stays as it is there.
const MEASURED: (f64, f64) = (8.0, 100.0);
/// The same of builtins; up to the first number they cost what their prices say.
const BUILTINS: (f64, f64) = (5.0, 40.0);

impl Variety {
    /// The exponents that a calibration chooses from.
    pub const TRIED: [f64; 3] = [0.0, 0.04, 0.08];
    /// Those of builtins.
    pub const TRIED_OF_BUILTINS: [f64; 3] = [0.0, 0.15, 0.3];
    /// No profile has a larger one.
    pub const LARGEST: f64 = 1.0;

    /// With exponents from 0, with which all runs are alike, to [`Variety::LARGEST`]; none with others.
    pub fn new(exponent: f64, builtins: f64) -> Option<Variety> {
        let good = |exponent: f64| (0.0..=Variety::LARGEST).contains(&exponent);
        (good(exponent) && good(builtins)).then_some(Variety { exponent, builtins })
    }

    /// Its exponents: that of all instructions, and that of builtins.
    pub fn exponents(self) -> [f64; 2] {
        [self.exponent, self.builtins]
    }

    /// How many times as long things take in a run of that breadth.
    pub fn factors(self, breadth: Breadth) -> Factors {
        let even = ((breadth.instructions as f64).clamp(MEASURED.0, MEASURED.1) / REFERENCE).powf(self.exponent);
        let builtins = ((breadth.builtins as f64).clamp(BUILTINS.0, BUILTINS.1) / BUILTINS.0).powf(self.builtins);
        Factors { even, uneven: even * builtins }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::instr::{BuiltinId, key};

    fn factors(variety: Variety, instructions: usize, builtins: usize) -> [f64; 3] {
        let factors = variety.factors(Breadth { instructions, builtins });
        let builtin = Column::of(Key::builtin_true(BuiltinId(0)));
        [factors.of(Column::of(key::Call::OK)), factors.of(builtin), factors.of(Column::RUN)]
    }

    #[test]
    fn many_different_instructions_take_longer_than_few() {
        let variety = Variety::new(0.1, 0.0).unwrap();
        assert_eq!(factors(variety, 40, 12), [1.0; 3]);
        let twice = 2f64.powf(0.1);
        assert_eq!(factors(variety, 80, 0), [twice, twice, 1.0]);
        assert!(factors(variety, 20, 0)[0] < 1.0);
        // Beyond what was measured nothing is claimed.
        assert_eq!(factors(variety, 0, 0), factors(variety, 8, 0));
        assert_eq!(factors(variety, 100_000, 0), factors(variety, 100, 0));
        assert_eq!(factors(Variety::default(), 100, 30), [1.0; 3]);
        assert_eq!([f64::NAN, -0.1, 1.1].map(|bad| Variety::new(bad, 0.0)), [None; 3]);
        assert_eq!([f64::NAN, -0.1, 1.1].map(|bad| Variety::new(0.0, bad)), [None; 3]);
    }

    #[test]
    fn builtins_take_longer_beside_many_others() {
        let variety = Variety::new(0.0, 0.5).unwrap();
        assert_eq!(factors(variety, 60, 5), [1.0; 3]);
        assert_eq!(factors(variety, 60, 20), [1.0, 2.0, 1.0]);
        assert_eq!(factors(variety, 60, 1000), factors(variety, 60, 40));
        assert!(!Breadth { instructions: 60, builtins: 5 }.has_many_builtins());
    }

    #[test]
    fn keys_are_counted_once_and_units_of_work_not_at_all() {
        let mut counts = Counts::new();
        counts[key::GetList::READ] = 100;
        counts[key::GetList::WRITE] = 1;
        counts[Key::builtin_true(BuiltinId(0))] = 3;
        [Key::STEP, Key::UNDO, key::Try::ARG, Key::MISSED_NEXT].into_iter().for_each(|key| counts[key] = 7);
        assert_eq!(Breadth::of_run(&counts), Breadth { instructions: 3, builtins: 1 });
    }
}
