//! Branches that a processor does not foresee: what they add to the price of an instruction on average.
//!
//! Comes in: what counted runs of the workloads executed, and what the machine's simulated predictor did not expect of it.
//! Goes out: a rate an instruction. Where a run is counted its own mispredictions are priced; where only a bound of its
//! counts is known, those that the calibration saw of each instruction.

use std::ops::AddAssign;
use wam::cost::{CostTable, Counts, Key, Nanoseconds};
use wam::machine::Observed;

/// What was executed, and mispredicted.
#[derive(Clone, Debug, Default)]
pub struct Branches {
    executed: Counts,
    missed: Observed,
}

impl AddAssign<&Branches> for Branches {
    fn add_assign(&mut self, other: &Branches) {
        self.add(&other.executed, &other.missed);
    }
}

/// The rates of instructions that were seen seldom lean to the mean rate, by so many executions.
const SELDOM: f64 = 200.0;

impl Branches {
    /// Takes in what a counted run executed and mispredicted.
    pub fn add(&mut self, executed: &Counts, missed: &Observed) {
        self.executed += executed;
        self.missed += missed;
    }

    /// What mispredictions add to an execution on average, at these prices, for every key; nothing to a unit of work.
    pub fn added(&self, prices: &CostTable) -> CostTable {
        let cost = |key: Key| -> f64 {
            let counts = Key::OBSERVED.iter().zip(self.missed.during(key));
            counts.map(|(&observed, &count)| count as f64 * prices[observed].0).sum()
        };
        let mean = Key::all().map(cost).sum::<f64>() / (self.executed.instructions() as f64).max(1.0);
        let mut added = CostTable::zero();
        for key in Key::all().filter(|key| key.is_instruction()) {
            added[key] = Nanoseconds((cost(key) + SELDOM * mean) / (self.executed[key] as f64 + SELDOM));
        }
        added
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::instr::key;

    #[test]
    fn without_mispredictions_nothing_is_added() {
        let mut counts = Counts::new();
        counts[key::Call::OK] = 1000;
        let mut branches = Branches::default();
        branches.add(&counts, &Observed::default());
        let mut prices = CostTable::zero();
        prices[Key::MISSED_NEXT] = Nanoseconds(7.0);
        assert_eq!(branches.added(&prices), CostTable::zero());
    }
}
