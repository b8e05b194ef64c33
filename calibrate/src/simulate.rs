//! A machine whose true prices are known: the stand-in for the real one in tests of everything behind [`Bench`].
//!
//! Comes in: true prices, programs as counts, a [`Disturbance`]. What it returns as time is the priced counts, lengthened
//! by small noise and by rare large outliers, as a real clock's. Seeded, so that every test repeats.

use crate::design::Column;
use crate::fit::Prices;
use crate::measure::Bench;
use crate::probe::Batch;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use wam::cost::{Counts, Key, KeyKind, Nanoseconds};
use wam::instr::key;

/// How a simulated time differs from the true one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Disturbance {
    /// Largest relative lengthening of an ordinary batch.
    pub jitter: f64,
    /// Probability of an outlier.
    pub outliers: f64,
    /// Relative lengthening of an outlier, at most.
    pub outlier_size: f64,
    /// The share of the time in which a neighbour is on the same core: everything takes about twice as long.
    pub neighbours: f64,
    /// Relative error of the model: each program's true time is off by up to this, the same in every batch.
    pub model_error: f64,
}

impl Disturbance {
    /// A perfect clock and a perfect model.
    pub const NONE: Disturbance =
        Disturbance { jitter: 0.0, outliers: 0.0, outlier_size: 0.0, neighbours: 0.0, model_error: 0.0 };

    /// About what a shared machine shows.
    pub const USUAL: Disturbance =
        Disturbance { jitter: 0.02, outliers: 0.05, outlier_size: 5.0, neighbours: 0.2, model_error: 0.02 };
}

/// What the probe takes on a free core.
const PROBE: f64 = 1500.0;
/// How much slower everything is beside a neighbour.
const NEIGHBOUR: f64 = 2.1;
/// Batches that a neighbour stays for.
const EPISODE: u64 = 40;

/// The simulated machine with its programs.
pub struct SimulatedMachine {
    prices: Prices,
    programs: Vec<(Counts, f64)>,
    disturbance: Disturbance,
    rng: ChaCha8Rng,
    has_neighbour: bool,
    /// Batches timed so far.
    pub batches: u64,
}

/// The multiplier of the hash function of Fowler, Noll and Vo.
const FNV: u64 = 0x0000_0100_0000_01b3;

impl SimulatedMachine {
    /// A machine with random prices (1 to 6 ns an instruction, less a unit, 40 ns a run) and these programs.
    pub fn new(programs: Vec<Counts>, disturbance: Disturbance, seed: u64) -> SimulatedMachine {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut prices = Prices::zero();
        for column in Column::priced() {
            // A column's price depends on its name alone, so that new instructions do not change the others'.
            let name = column.to_string().bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV));
            let mut rng = ChaCha8Rng::seed_from_u64(name);
            let price = match column.key().map(|key| key.row().kind) {
                None => 40.0,
                Some(KeyKind::Unit) => rng.random_range(0.3..2.0),
                Some(_) => rng.random_range(1.0..6.0),
            };
            prices.set(column, Nanoseconds(price));
        }
        let mut error = || 1.0 + disturbance.model_error * rng.random_range(-1.0..1.0);
        SimulatedMachine {
            prices,
            programs: programs.into_iter().map(|counts| (counts, error())).collect(),
            disturbance,
            rng,
            has_neighbour: false,
            batches: 0,
        }
    }

    /// The true prices.
    pub fn true_prices(&self) -> &Prices {
        &self.prices
    }

    /// The true time of one run of a program, without noise but with the model's error.
    pub fn true_time(&self, program: usize) -> Nanoseconds {
        let (counts, error) = &self.programs[program];
        Nanoseconds((self.prices.price(counts).0 + self.prices.of(Column::RUN).0) * error)
    }
}

impl Bench for SimulatedMachine {
    fn programs(&self) -> usize {
        self.programs.len()
    }

    fn name(&self, program: usize) -> String {
        format!("simulated {program}")
    }

    fn counts(&mut self, program: usize) -> Result<Counts, String> {
        Ok(self.programs[program].0.clone())
    }

    fn time_batch(&mut self, program: usize, times: u32) -> Result<Batch, String> {
        if self.batches.is_multiple_of(EPISODE) {
            self.has_neighbour = self.rng.random::<f64>() < self.disturbance.neighbours;
        }
        self.batches += 1;
        let pace = if self.has_neighbour { NEIGHBOUR } else { 1.0 };
        let true_time = self.true_time(program).0 * f64::from(times);
        let jitter = 1.0 + self.disturbance.jitter * self.rng.random::<f64>();
        let outlier = if self.rng.random::<f64>() < self.disturbance.outliers {
            self.disturbance.outlier_size * self.rng.random::<f64>()
        } else {
            0.0
        };
        Ok(Batch { time: Nanoseconds(true_time * (jitter + outlier) * pace), probe: Nanoseconds(PROBE * pace) })
    }

    fn relaunch(&mut self, _memories: usize) -> Result<(), String> {
        Ok(())
    }

    fn enter(&mut self, _memory: usize) {}
}

/// Random programs over a choice of keys, which obey proposition 1: every failure is followed by a retry or a trust,
/// or by the end of the run.
pub fn programs(keys: &[Key], count: usize, seed: u64) -> Vec<Counts> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let mut counts = Counts::new();
            for &key in keys {
                if rng.random::<f64>() < 0.4 {
                    counts[key] = rng.random_range(1..2000);
                }
            }
            let failures: u64 =
                counts.iter().filter(|(key, _)| key.row().kind == KeyKind::Failure).map(|(_, count)| count).sum();
            let retries = rng.random_range(0..=failures);
            counts[key::Retry::OK] = retries;
            counts[key::Trust::OK] = failures - retries;
            counts
        })
        .collect()
}

/// Keys that make a small machine: enough to append, backtrack, calculate and unify terms of any size.
pub fn small_machine() -> Vec<Key> {
    vec![
        key::Call::OK,
        key::Execute::OK,
        key::Proceed::OK,
        key::Allocate::OK,
        key::SwitchOnTerm::LIST,
        key::Try::OK,
        key::Try::ARG,
        key::GetList::READ,
        key::GetList::WRITE,
        key::GetList::FAIL,
        key::GetConstant::READ,
        key::GetConstant::FAIL,
        key::UnifyVariableX::READ,
        key::UnifyVariableX::WRITE,
        key::GetValueX::SAME,
        key::GetValueX::FAIL,
        Key::UNIFY_SIMPLE,
        key::Add::INT,
        key::PutValueX::OK,
        Key::UNDO,
    ]
}
