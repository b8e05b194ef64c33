//! Programs of many different instructions take longer than their prices: what a calibration finds of that, and what a profile
//! makes of it.

use calibrate::branches::Branches;
use calibrate::calibration::{Calibration, Config, Effort, solve};
use calibrate::design::{Column, Run};
use calibrate::measure::{Noise, Silent};
use calibrate::parts::{Part, earned};
use calibrate::profile::Profile;
use calibrate::variety::{Breadth, Variety};
use rand::seq::index::sample;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::AtomicBool;
use wam::cost::{Counts, Key, Nanoseconds};

/// Counts of a run of so many keys of instructions.
fn counts(keys: usize, rng: &mut ChaCha8Rng) -> Counts {
    let all: Vec<Key> = Key::all().filter(|key| key.is_instruction() && key.builtin().is_none()).take(70).collect();
    let mut counts = Counts::new();
    for at in sample(rng, all.len(), keys) {
        counts[all[at]] = rng.random_range(50..500);
    }
    counts
}

/// What a run takes whose instructions cost from 1 to 4 ns where it has 40 different ones.
fn time(counts: &Counts, exponent: f64) -> Nanoseconds {
    let price = |key: Key| 1.0 + (key.index() % 7) as f64 / 2.0;
    let sum: f64 = counts.iter().map(|(key, count)| count as f64 * price(key)).sum();
    Nanoseconds(sum * (counts.iter().count() as f64 / 40.0).powf(exponent))
}

/// A calibration of a machine where programs of many different instructions take longer by such an exponent.
fn calibration(exponent: f64) -> Calibration {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let run = |at: usize| {
        let counts = counts(10 + at % 60, &mut rng);
        Run::of_program(&format!("p{at}"), &format!("f{}", at / 15), &counts, time(&counts, exponent))
    };
    let mut runs: Vec<Run> = (0..360).map(run).collect();
    // Isolating ones stay as they are.
    runs.extend((0..20).map(|at| {
        let counts = counts(10, &mut rng);
        let run = Run::of_program(&format!("i{at}"), "isolating", &counts, time(&counts, 0.0));
        Run { weight: 0.3, ..run }
    }));
    let config = Config { effort: Effort::Usual, seed: 7, ..Config::default() };
    solve(&config, runs, &[], Noise::default(), &Branches::default(), &mut Silent).unwrap()
}

#[test]
fn a_calibration_finds_by_how_much_programs_of_many_instructions_take_longer() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for exponent in [0.0, 0.08] {
        let profile = calibration(exponent).profile;
        assert_eq!(profile.variety, Variety::new(exponent, 0.0).unwrap());
        for keys in [10, 25, 60] {
            let counts = counts(keys, &mut rng);
            let (estimate, real) = (profile.estimate(&counts).time, time(&counts, exponent));
            assert!((estimate.0 / real.0 - 1.0).abs() < 0.03, "{keys} keys: {estimate:?} for {real:?}");
        }
    }
}

/// A run of 30 different instructions and so many builtins, and what it takes where builtins beside many others take longer.
fn run_with_builtins(at: usize, builtins: usize, exponent: f64, rng: &mut ChaCha8Rng) -> Run {
    let mut counts = counts(30, rng);
    let all: Vec<Key> = Key::all().filter(|key| key.is_instruction() && key.builtin().is_some()).take(60).collect();
    sample(rng, all.len(), builtins).into_iter().for_each(|at| counts[all[at]] = rng.random_range(5..50));
    let variety = Variety::new(0.0, exponent).unwrap();
    let factors = variety.factors(Breadth::of_run(&counts));
    let price = |key: Key| if key.builtin().is_some() { 20.0 + (key.index() % 9) as f64 } else { 2.0 };
    let time = counts.iter().map(|(key, count)| count as f64 * price(key) * factors.of(Column::of(key))).sum();
    Run::of_program(&format!("p{at}"), &format!("f{}", at / 15), &counts, Nanoseconds(time))
}

#[test]
fn a_calibration_finds_by_how_much_builtins_take_longer_beside_many_others() {
    for exponent in [0.0, 0.15, 0.3] {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let runs: Vec<Run> = (0..360).map(|at| run_with_builtins(at, at % 37, exponent, &mut rng)).collect();
        let config = Config { effort: Effort::Usual, seed: 7, ..Config::default() };
        let calibration = solve(&config, runs, &[], Noise::default(), &Branches::default(), &mut Silent).unwrap();
        assert_eq!(calibration.profile.variety.exponents(), [0.0, exponent]);
    }
}

#[test]
fn a_profile_for_a_program_has_its_prices_and_applies_them_once() {
    let profile = calibration(0.08).profile;
    let counts = counts(20, &mut ChaCha8Rng::seed_from_u64(8));
    let own = profile.for_run(&counts);
    let factors = profile.variety.factors(Breadth { instructions: 20, builtins: 0 });
    assert!(factors.of(Column::of(Key::UNDO)) < 0.96);
    for (row, other) in profile.prices.iter().zip(&own.prices) {
        assert!((row.price.0 * factors.of(row.column) - other.price.0).abs() < 1e-9, "{}", row.column);
    }
    assert_eq!(own.estimate(&counts), profile.estimate(&counts));
    assert_eq!(Profile::from_toml(&profile.to_toml()).unwrap(), profile);
}

#[test]
fn what_it_earns_is_told() {
    let rows = earned(&calibration(0.08), Effort::Quick, &mut Silent, &AtomicBool::new(false)).unwrap();
    let size = |part: Part| rows.iter().find(|row| row.part == part).unwrap().size;
    let (with, without) = (size(Part::Full), size(Part::Variety));
    assert!(without > 1.5 * with, "{without} without, {with} with");
}
