//! What each part of the model earns, on a machine whose prices are known: with mispredicted branches that take time.

use calibrate::calibration::{Calibration, Config, Effort, Label, Role, calibrate_bench};
use calibrate::design::{Column, Design};
use calibrate::error::CalibrationError;
use calibrate::measure::Silent;
use calibrate::model::Model;
use calibrate::parts::{Earned, Part, earned};
use calibrate::simulate::{Disturbance, SimulatedMachine, programs, small_machine};
use std::sync::atomic::AtomicBool;
use wam::cost::{Counts, Key};
use wam::instr::key;

/// Programs that mix instructions, and ones that isolate: each of these twice, the second with more of one key.
const MIXED: usize = 120;

fn keys() -> Vec<Key> {
    small_machine().into_iter().chain(Key::MISSED).chain([Key::FETCHED_FAR, Key::TEXTS_COMPARED]).collect()
}

fn counts() -> Vec<Counts> {
    let mut counts = programs(&keys(), MIXED, 11);
    for key in keys() {
        let mut base = Counts::new();
        base[key::Call::OK] = 100;
        let mut more = base.clone();
        more[key] += 500;
        counts.extend([base, more]);
    }
    counts
}

fn labels() -> Vec<Label> {
    let label = |at: usize, family: String, baseline: Option<usize>, role: Role| Label {
        name: format!("p{at}"),
        family,
        text: String::new(),
        baseline,
        role,
    };
    let mut labels: Vec<Label> = (0..MIXED).map(|at| label(at, format!("f{}", at % 20), None, Role::Row)).collect();
    for number in 0..keys().len() {
        let (family, base) = (format!("isolate {number}"), labels.len());
        labels.push(label(base, family.clone(), None, Role::Baseline));
        labels.push(label(base + 1, family, Some(base), Role::Row));
    }
    labels
}

fn calibration() -> Calibration {
    let config = Config { effort: Effort::Quick, seed: 7, ..Config::default() };
    let mut machine = SimulatedMachine::new(counts(), Disturbance::NONE, 3);
    calibrate_bench(&config, &mut machine, &labels(), &mut Silent).expect("it calibrates")
}

fn rows(calibration: &Calibration) -> Vec<Earned> {
    earned(calibration, Effort::Quick, &mut Silent, &AtomicBool::new(false)).expect("it is judged")
}

#[test]
fn every_part_has_a_row_about_the_same_programs() {
    let calibration = calibration();
    let rows = rows(&calibration);
    assert_eq!(rows.iter().map(|row| row.part).collect::<Vec<Part>>(), Part::ALL);
    assert!(rows.iter().all(|row| row.programs == calibration.held_out.len() && row.programs > 100));
    // The full model is the one of the calibration, so that the others are what it is without a part.
    let of = calibration.profile.held_out;
    let full = rows[0];
    assert_eq!((full.part, full.programs), (Part::Full, of.programs));
    assert!((full.size - of.mean).abs() < 1e-12, "{full:?} {of:?}");
    assert_eq!(full.band, calibration.profile.band);
}

#[test]
fn a_part_that_takes_time_is_missed() {
    let rows = rows(&calibration());
    let size = |part: Part| rows.iter().find(|row| row.part == part).expect("it has a row").size;
    for part in [Part::Mispredictions, Part::Observed, Part::Variants, Part::Instructions] {
        assert!(size(part) > 1.5 * size(Part::Full), "{part:?}: {} {}", size(part), size(Part::Full));
    }
    for row in &rows {
        assert!(
            row.median <= row.most && row.mean.abs() <= row.size + 1e-12 && row.band.low <= row.band.high,
            "{row:?}"
        );
    }
}

#[test]
fn a_part_taken_away_is_not_in_the_design() {
    let calibration = calibration();
    let runs = &calibration.runs;
    let has = |design: &Design, key: Key| design.groups.iter().flatten().any(|&column| column == Column::of(key));
    let full = Part::Full.design(runs).expect("a design");
    for key in Key::MISSED.into_iter().chain([Key::FETCHED_FAR, Key::TEXTS_COMPARED]) {
        assert!(has(&full, key), "{key}");
    }
    let missed = Part::Mispredictions.design(runs).expect("a design");
    assert!(!Key::MISSED.iter().any(|&key| has(&missed, key)) && has(&missed, Key::FETCHED_FAR));
    assert_eq!(missed.width(), full.width() - 2);
    let observed = Part::Observed.design(runs).expect("a design");
    assert!(!has(&observed, Key::FETCHED_FAR) && !has(&observed, Key::TEXTS_COMPARED));
    assert!(Key::MISSED.iter().all(|&key| has(&observed, key)));
    assert_eq!(observed.width(), full.width() - 2);
    // One price for instructions, one for entering and leaving the machine.
    let total = Part::Instructions.design(runs).expect("a design");
    assert_eq!((total.model, total.width()), (Model::Total, 2));
    for part in [Part::Mixed, Part::MostPrograms, Part::Robustness] {
        assert_eq!(part.design(runs).expect("a design").width(), full.width(), "{part:?}");
    }
}

#[test]
fn a_fit_sees_the_programs_that_are_left() {
    let calibration = calibration();
    let runs = &calibration.runs;
    let seen = |part: Part| -> (usize, usize) {
        let fitted = part.fitted(runs);
        let of = |programs: bool| {
            runs.iter().zip(&fitted).filter(|(run, fitted)| **fitted && run.is_program() == programs).count()
        };
        (of(true), of(false))
    };
    let (mixed, isolating) = seen(Part::Full);
    assert_eq!((mixed, isolating), (MIXED, keys().len()));
    assert_eq!(seen(Part::Mixed), (0, isolating));
    let (left, all) = seen(Part::MostPrograms);
    assert!((MIXED / 6..MIXED / 3).contains(&left) && all == isolating, "{left}");
    assert_eq!(seen(Part::Robustness), (mixed, isolating));
}

#[test]
fn too_few_programs_and_an_interrupt_are_errors() {
    let mut calibration = calibration();
    let stopped = earned(&calibration, Effort::Quick, &mut Silent, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(CalibrationError::Interrupted)));
    // Without isolating programs there is nothing to make the paper's prices from.
    calibration.runs.retain(|run| run.is_program());
    let few = earned(&calibration, Effort::Quick, &mut Silent, &AtomicBool::new(false));
    assert!(matches!(few, Err(CalibrationError::TooFewRuns { .. })));
}
