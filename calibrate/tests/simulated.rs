//! The whole of a calibration on a machine whose prices are known.

use calibrate::bands::{Band, HeldOut, HeldOutError, harmonic_difference};
use calibrate::calibration::{Config, Effort, Label, Role, calibrate_bench};
use calibrate::design::{Column, Design};
use calibrate::error::CalibrationError;
use calibrate::exclude::Evaluated;
use calibrate::fit::{self, FitOptions, Loss, Ridge};
use calibrate::laws::{Admission, Gap, Relation};
use calibrate::measure::{Bench, Counted, Order, Plan, Progress, Silent, Stage, measure};
use calibrate::model::Model;
use calibrate::profile::{FORMAT, Mode, Profile, Standing};
use calibrate::simulate::{Disturbance, SimulatedMachine, programs, small_machine};
use calibrate::store::Store;
use calibrate::watching::{EVENTS, Way, WayPrices};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wam::cost::{Counts, Key, Nanoseconds};
use wam::instr::key;

fn config() -> Config {
    Config { effort: Effort::Quick, seed: 7, ..Config::default() }
}

fn labels(count: usize) -> Vec<Label> {
    (0..count)
        .map(|at| Label {
            name: format!("p{at}"),
            family: format!("f{}", at % 20),
            text: String::new(),
            baseline: None,
            role: Role::Row,
        })
        .collect()
}

fn machine(count: usize, disturbance: Disturbance) -> SimulatedMachine {
    SimulatedMachine::new(programs(&small_machine(), count, 11), disturbance, 3)
}

/// Differences of predictions for unseen programs of the same machine.
fn errors(profile: &Profile, machine: &SimulatedMachine) -> Vec<f64> {
    let truth = machine.true_prices();
    programs(&small_machine(), 50, 99)
        .iter()
        .map(|counts| {
            let real = Nanoseconds(truth.price(counts).0 + truth.of(Column::RUN).0);
            harmonic_difference(profile.estimate(counts).time, real).abs()
        })
        .collect()
}

#[test]
fn without_noise_predictions_of_unseen_programs_are_exact_but_for_the_ridge() {
    let mut machine = machine(120, Disturbance::NONE);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(120), &mut Silent).unwrap();
    let worst = errors(&calibration.profile, &machine).into_iter().fold(0.0, f64::max);
    assert!(worst < 0.03, "worst error {worst}");
    let design = Design::new(&calibration.runs, Model::Variant).unwrap();
    let options = FitOptions { ridge: Ridge(1e-12), loss: Loss::Squares };
    let prices = fit::fit(&design, options).unwrap().prices;
    let profile = Profile {
        prices: calibration
            .profile
            .prices
            .iter()
            .map(|row| calibrate::profile::PriceRow { price: prices.of(row.column), ..*row })
            .collect(),
        ..calibration.profile
    };
    let worst = errors(&profile, &machine).into_iter().fold(0.0, f64::max);
    assert!(worst < 1e-5, "worst error {worst}");
}

#[test]
fn with_noise_and_outliers_predictions_stay_within_a_few_percent() {
    let mut machine = machine(300, Disturbance::USUAL);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(300), &mut Silent).unwrap();
    let worst = errors(&calibration.profile, &machine).into_iter().fold(0.0, f64::max);
    assert!(worst < 0.03, "worst error {worst}");
    let prices = calibration.profile.as_prices();
    for key in [key::Execute::OK, key::Add::INT, Key::UNIFY_SIMPLE] {
        let (found, real) = (prices.of(Column::of(key)), machine.true_prices().of(Column::of(key)));
        assert!((found.0 / real.0 - 1.0).abs() < 0.5, "{key}: {found:?} for {real:?}");
    }
}

#[test]
fn proposition_1_is_recovered_from_the_counts() {
    let mut machine = machine(120, Disturbance::NONE);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(120), &mut Silent).unwrap();
    let failures = [key::GetValueX::FAIL, key::GetConstant::FAIL, key::GetList::FAIL];
    let terms = [key::Retry::OK, key::Trust::OK].map(|key| (key, 1)).into_iter().chain(failures.map(|key| (key, -1)));
    let law = Relation::new(terms.map(|(key, factor)| (Column::of(key), factor)).collect());
    assert_eq!(calibration.profile.invariants.laws, [law]);
    assert_eq!(calibration.profile.invariants.gaps, []);
}

#[test]
fn proposition_2_holds_another_representative_gives_the_same_estimates() {
    let mut machine = machine(120, Disturbance::NONE);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(120), &mut Silent).unwrap();
    let prices = calibration.profile.as_prices();
    for most in [Nanoseconds(1.0), Nanoseconds(-1.0), Nanoseconds(1e9)] {
        let other = prices.shifted(&calibration.profile.invariants.laws[0], most);
        let moved = (other.of(Column::of(key::Retry::OK)).0 - prices.of(Column::of(key::Retry::OK)).0).abs();
        assert!(most.0 < 0.0 || moved > 0.1, "nothing moved");
        for counts in programs(&small_machine(), 30, 5) {
            let (one, two) = (prices.price(&counts).0, other.price(&counts).0);
            assert!((one - two).abs() < 1e-6 * one.max(moved), "{one} and {two}");
        }
    }
}

#[test]
fn a_target_outside_the_row_space_is_reported() {
    let mut machine = machine(120, Disturbance::NONE);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(120), &mut Silent).unwrap();
    let good = &programs(&small_machine(), 1, 42)[0];
    assert_eq!(calibration.profile.invariants.admits(good, 1), Admission::Determined);
    let mut strange = good.clone();
    strange[key::Mul::INT] = 3;
    strange[key::Retry::OK] += 1;
    let Admission::Undetermined { unpriced, open, broken } = calibration.profile.invariants.admits(&strange, 1) else {
        panic!("it should not be admitted");
    };
    assert_eq!(unpriced, [Column::of(key::Mul::INT)]);
    assert_eq!((open.len(), broken.len()), (0, 1));
}

#[test]
fn keys_without_runs_are_assumed_and_reported() {
    let mut machine = machine(120, Disturbance::NONE);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(120), &mut Silent).unwrap();
    let profile = calibration.profile;
    assert!(profile.assumed().any(|column| column == Column::of(key::Mul::INT)));
    assert!(!profile.assumed().any(|column| column == Column::of(key::Add::INT)));
    let assumed = profile.as_prices().of(Column::of(key::Mul::INT)).0;
    assert!((1.0..8.0).contains(&assumed), "not near the mean price: {assumed}");
}

#[test]
fn rank_deficient_families_still_predict_their_own_kind() {
    // Two keys always occur together: neither price can be known, their sum can.
    let together: Vec<Counts> = programs(&small_machine(), 120, 8)
        .into_iter()
        .map(|mut counts| {
            counts[key::Deallocate::OK] = counts[key::Proceed::OK];
            counts
        })
        .collect();
    let mut machine = SimulatedMachine::new(together.clone(), Disturbance::NONE, 3);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(120), &mut Silent).unwrap();
    let terms = [(Column::of(key::Proceed::OK), 1), (Column::of(key::Deallocate::OK), -1)];
    assert!(calibration.profile.invariants.laws.contains(&Relation::new(terms.to_vec())));
    let design = Design::new(&calibration.runs, Model::Variant).unwrap();
    let options = FitOptions { ridge: Ridge(1e-12), loss: Loss::Squares };
    let (found, real) = (fit::fit(&design, options).unwrap().prices, machine.true_prices());
    let sum =
        |prices: &fit::Prices| prices.of(Column::of(key::Proceed::OK)).0 + prices.of(Column::of(key::Deallocate::OK)).0;
    assert!((sum(&found) / sum(real) - 1.0).abs() < 1e-5, "{} for {}", sum(&found), sum(real));
}

#[test]
fn fewer_runs_than_prices_are_told_apart_from_laws() {
    let mut machine = machine(12, Disturbance::NONE);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(12), &mut Silent).unwrap();
    assert!(calibration.profile.invariants.gaps.iter().any(|gap| gap.relation.is_none()));
}

#[test]
fn bands_cover_unseen_programs() {
    let noisy = Disturbance { model_error: 0.1, ..Disturbance::USUAL };
    let mut machine = SimulatedMachine::new(programs(&small_machine(), 400, 1), noisy, 3);
    let calibration = calibrate_bench(&config(), &mut machine, &labels(300), &mut Silent);
    // Labels name the first 300 programs only: the rest are the unseen ones.
    let profile = calibration.unwrap().profile;
    let inside = (300..400)
        .filter(|&at| {
            let counts = machine.counts(at).unwrap();
            profile.band.holds(profile.estimate(&counts).time, machine.true_time(at))
        })
        .count();
    assert!(inside >= 90, "{inside} of 100");
    assert!(profile.band.low > 0.8 && profile.band.high < 1.2, "{:?}", profile.band);
}

#[test]
fn isolating_programs_price_their_instruction_by_subtraction() {
    let mut isolating = Vec::new();
    let mut names = labels(40);
    for at in 0..20 {
        let mut baseline = Counts::new();
        baseline[key::Call::OK] = 10 + at;
        baseline[key::Proceed::OK] = 10 + at;
        let mut repeated = baseline.clone();
        repeated[key::Execute::OK] = 1000;
        isolating.extend([baseline, repeated]);
        let pair = 2 * at as usize;
        names[pair].role = Role::Baseline;
        names[pair + 1].baseline = Some(pair);
    }
    let mut machine = SimulatedMachine::new(isolating, Disturbance::NONE, 3);
    let calibration = calibrate_bench(&config(), &mut machine, &names, &mut Silent).unwrap();
    let column = Column::of(key::Execute::OK);
    let (found, real) = (calibration.profile.as_prices().of(column), machine.true_prices().of(column));
    assert!((found.0 / real.0 - 1.0).abs() < 2e-3, "{found:?} for {real:?}");
}

#[test]
fn near_duplicates_of_evaluated_programs_are_left_out() {
    let mut machine = machine(120, Disturbance::NONE);
    let evaluated = Evaluated { counts: machine.counts(17).unwrap(), text: "p.".into() };
    let config = Config { evaluated: vec![evaluated], ..config() };
    let calibration = calibrate_bench(&config, &mut machine, &labels(120), &mut Silent).unwrap();
    assert!(calibration.runs.iter().all(|run| run.name != "p17"));
    assert!(calibration.runs.len() >= 115);
}

#[test]
fn finer_models_predict_better() {
    let machine = machine(300, Disturbance::NONE);
    let mut machine = machine;
    let (runs, _) = calibrate::calibration::measure_runs(&config(), &mut machine, &labels(300), &mut Silent).unwrap();
    let error = |model| {
        let design = Design::new(&runs, model).unwrap();
        let options = FitOptions { ridge: Ridge(1e-4), loss: Loss::Squares };
        let held: Vec<HeldOut> =
            calibrate::bands::cross_validate(&design, options.loss, &[options.ridge], 5).unwrap().remove(0);
        HeldOutError::of(&held).mean
    };
    let errors: Vec<f64> = [Model::Total, Model::Opcode, Model::Variant].into_iter().map(error).collect();
    assert!(errors[0] > errors[1] && errors[1] > errors[2], "{errors:?}");
    assert!(errors[2] < 3e-3, "{errors:?}");
}

#[test]
fn unusable_bands_are_not_pretended() {
    assert_eq!(Band::conformal(&[], 0.95).high, f64::INFINITY);
}

/// Asks for an interrupt when measuring has begun.
struct Impatient(Arc<AtomicBool>);

impl Progress for Impatient {
    fn begin(&mut self, stage: Stage, _steps: u64) {
        if stage == Stage::Measuring {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    fn advance(&mut self, _steps: u64) {}
}

#[test]
fn an_interrupt_stops_between_rounds() {
    let config = config();
    let mut machine = machine(60, Disturbance::NONE);
    let mut progress = Impatient(config.interrupt.clone());
    let outcome = calibrate_bench(&config, &mut machine, &labels(60), &mut progress);
    assert!(matches!(outcome, Err(CalibrationError::Interrupted)));
    assert!(machine.batches < 60 * 40, "{} batches after the interrupt", machine.batches);
}

fn profile() -> Profile {
    let mut machine = machine(60, Disturbance::USUAL);
    let profile = calibrate_bench(&config(), &mut machine, &labels(60), &mut Silent).unwrap().profile;
    let mut told = WayPrices {
        way: Way::TOLD.into(),
        prices: std::array::from_fn(|event| Nanoseconds(event as f64 + 0.5)),
        standings: [Standing::Measured; EVENTS],
        band: Band { low: 0.75, high: 1.375 },
        held_out: HeldOutError { deviation: 0.05, mean: 0.04, ninetieth: 0.1, programs: 83 },
    };
    told.standings[4] = Standing::Assumed;
    Profile { watching: vec![told], ..profile }
}

#[test]
fn a_profile_reads_back_as_written() {
    let profile = profile();
    assert_eq!(Profile::from_toml(&profile.to_toml()).unwrap(), profile);
    assert!(profile.prices.iter().any(|row| row.standing == Standing::Assumed));
}

#[test]
fn laws_and_gaps_are_of_use_when_they_are_read_back() {
    let mut profile = profile();
    let gap =
        |column, terms: Option<[(Column, i64); 2]>| Gap { column, relation: terms.map(|t| Relation::new(t.into())) };
    let (call, try_) = (Column::of(key::Call::OK), Column::of(key::Try::OK));
    let undo = Column::of(Key::UNDO);
    profile.invariants.gaps = vec![gap(try_, Some([(call, 3), (try_, -2)])), gap(undo, None)];
    let read = Profile::from_toml(&profile.to_toml()).unwrap().invariants;
    assert_eq!(read, profile.invariants);
    let mut target = Counts::new();
    [(key::Retry::OK, 2), (key::GetList::FAIL, 2), (key::Call::OK, 2), (key::Try::OK, 3)]
        .into_iter()
        .for_each(|(key, count)| target[key] = count);
    assert_eq!(read.admits(&target, 1), Admission::Determined);
    (target[key::Try::OK], target[Key::UNDO], target[key::GetList::FAIL]) = (4, 1, 3);
    let law = profile.invariants.laws.clone();
    let undetermined = Admission::Undetermined { unpriced: vec![], open: vec![try_, undo], broken: law };
    assert_eq!(read.admits(&target, 1), undetermined);
}

#[test]
fn tables_put_success_and_failure_of_an_instruction_in_one_row() {
    let profile = profile();
    let rows = calibrate::report::instructions(&profile);
    let list = rows.iter().find(|row| row.subject == "get_list" && row.variant.is_empty()).unwrap();
    assert!(list.failure.is_some() && list.success.is_none());
    let less = rows.iter().find(|row| row.subject == "if_less" && row.variant == "int").unwrap();
    assert!(less.failure.is_some() && less.success.is_some());
    assert!(calibrate::report::units(&profile).iter().any(|row| row.subject == "try" && row.unit == "argument"));
}

#[test]
fn a_refused_profile_leaves_the_old_one() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path().join("deep/er"));
    let old = profile();
    let path = store.save(&old).unwrap();
    let bad = directory.path().join("bad.toml");
    let text = old.to_toml();
    let spoilt = [
        text[..text.len() / 2].to_string(),
        String::new(),
        "\u{0}\u{7f}".into(),
        text.replacen(&format!("format = {FORMAT}"), "format = 99", 1),
        text.replacen(calibrate::profile::ENGINE, "0123", 1),
        text.replacen("cpu = \"", "cpu = \"Other ", 1),
        text.replacen("cpu = \"", "cpu = \"\\u001b[31m", 1),
        text.replacen("\ncall = [", "\n\"\\u001b[31m\" = [", 1),
        text.replacen("laws = [", "laws = [[], ", 1),
        text.replacen("dropped = ", "dropped = 2.0 # ", 1),
        text.replacen("disturbed = ", "disturbed = 1.5 # ", 1),
        text.replacen("band_low = ", "band_low = 0.0 # ", 1),
        text.replacen("\ncall = [", "\ncall = [-", 1),
        text.replacen("\ncall = [", "\ncall = [nan, 1, 1, \"measured\", 1] # [", 1),
        text.replacen("\ncall = ", "\ncull = ", 1),
        text.replacen("\ncall = ", "\nexecute = ", 1),
        text.replacen("band_high = ", "band_high = -", 1),
        text.replacen("variety = ", "variety = -1", 1),
        text.replacen("variety = ", "variety = nan # ", 1),
        text.replacen("[\"retry\", 1]", "[\"retry\", 0]", 1),
        text.replacen("[\"retry\", 1]", "[\"retry\", 9223372036854775807]", 1),
        text.replacen("[\"retry\", 1]", "[\"trust\", 1]", 1),
        text.replacen("[\"retry\", 1]", "[\"retri\", 1]", 1),
        text.replacen("gaps = []", "gaps = [[\"retri\", []]]", 1),
        text.replacen("\nredo = [", "\nredo = [-", 1),
        text.replacen("\nredo = [2.5", "\nredo = [nan", 1),
        text.replacen("\nredo = [", "\nundo = [", 1),
        text.replacen("band_high = 1.375", "band_high = 0.5", 1),
        text.replacen("mean = 0.04\n", "mean = -1\n", 1),
    ];
    for (at, text) in spoilt.iter().enumerate() {
        assert_ne!(*text, old.to_toml(), "profile {at} is not spoilt");
        std::fs::write(&bad, text).unwrap();
        assert!(store.import(&bad, None).is_err(), "spoilt profile {at} was taken");
        assert_eq!(store.load(Mode::Fast).unwrap(), old, "after {at}");
    }
    assert!(store.import(&directory.path().join("absent.toml"), None).is_err());
    assert!(matches!(store.load(Mode::Exact), Err(calibrate::error::ProfileError::Missing { .. })));
    let files: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(files.len(), 1, "temporary files were left behind");
}

#[test]
fn a_profile_of_another_engine_loads_as_stale() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let path = store.save(&profile()).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let text = text.replacen(calibrate::profile::ENGINE, "0123", 1);
    std::fs::write(&path, text.replacen("\ncall = ", "\n\"long gone\" = ", 1)).unwrap();
    let stale = store.load(Mode::Fast).unwrap();
    assert_eq!(stale.freshness(), calibrate::profile::Freshness::EngineChanged);
}

#[test]
fn an_exported_profile_can_be_imported() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = (Store::new(directory.path().join("one")), Store::new(directory.path().join("two")));
    let profile = profile();
    one.save(&profile).unwrap();
    let file = directory.path().join("exported.toml");
    one.export(Mode::Fast, &file).unwrap();
    assert_eq!(two.import(&file, None).unwrap(), profile);
    assert_eq!(two.load(Mode::Fast).unwrap(), profile);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_text_is_read_or_refused_without_a_crash(text in "\\PC{0,200}") {
        let _ = Profile::from_toml(&text);
    }

    #[test]
    fn prices_are_never_negative(seed in 0u64..1000) {
        let runs: Vec<_> = programs(&small_machine(), 40, seed)
            .iter()
            .enumerate()
            .map(|(at, counts)| {
                let time = Nanoseconds(50.0 + 1e4 * ((seed as f64 + at as f64).sin().abs()));
                calibrate::design::Run::of_program(&format!("p{at}"), "f", counts, time)
            })
            .collect();
        let design = Design::new(&runs, Model::Variant).unwrap();
        let prices = fit::fit(&design, FitOptions::default()).unwrap().prices;
        for key in Key::all() {
            prop_assert!(prices.of(Column::of(key)).0 >= 0.0);
        }
    }
}

#[test]
fn times_hold_beside_a_neighbour() {
    let crowded = Disturbance { neighbours: 0.8, ..Disturbance::NONE };
    let mut machine = machine(60, crowded);
    let plan = Plan {
        batch: Nanoseconds(35_000.0),
        rounds: 15,
        launches: 5,
        patience: 4,
        counts: Counted::Middle,
        order: Order::ByLaunch,
    };
    let (timings, noise) = measure(&mut machine, plan, None, &mut Silent, &AtomicBool::new(false)).unwrap();
    assert!(noise.dropped > 0.7, "{noise:?}");
    let mut held = 0;
    for (at, timing) in timings.iter().enumerate().filter(|(_, timing)| !timing.is_disturbed) {
        let real = machine.true_time(at).0;
        assert!((timing.time.0 / real - 1.0).abs() < 1e-9, "{at}: {} for {real}", timing.time.0);
        held += 1;
    }
    assert!(held > 57, "only {held} programs had batches enough");
}

#[test]
fn a_machine_that_is_never_free_is_disturbed() {
    let crowded = Disturbance { neighbours: 1.0, ..Disturbance::NONE };
    let mut machine = machine(60, crowded);
    let (plan, never) = (Effort::Quick.plan(), AtomicBool::new(false));
    let free = Some(Nanoseconds(1500.0));
    let (timings, noise) = measure(&mut machine, plan, free, &mut Silent, &never).unwrap();
    assert!(timings.iter().all(|timing| timing.is_disturbed) && noise.dropped == 1.0, "{noise:?}");
    // Whoever does not know better takes it for the machine's pace.
    let (timings, noise) = measure(&mut machine, plan, None, &mut Silent, &never).unwrap();
    assert!(timings.iter().all(|timing| !timing.is_disturbed) && noise.dropped == 0.0, "{noise:?}");
}
