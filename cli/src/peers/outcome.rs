//! The figures as data: what `--json` prints and the tables are made from.
//!
//! A time is the least of the rounds; a ratio is that of two such times. A mean's spread is that of the means of single
//! rounds, in each of which a system is compared with the reference's launch of the same round.

use super::measure::{Outcome, Plan, Row};
use super::system::{REFERENCE, System};
use crate::validate::Provenance;
use serde::Serialize;

/// Everything that was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Peers {
    /// The command line.
    pub command: String,
    /// The commit of the working directory, if it is known.
    pub commit: String,
    /// Compiler and optimisation of this program.
    pub compiler: String,
    /// The processor.
    pub processor: String,
    /// The date.
    pub date: String,
    /// Launches of each program on each system.
    pub rounds: usize,
    /// Launches for the start-up time, of each system.
    pub launches: usize,
    /// The systems that took part.
    pub systems: Vec<Version>,
    /// The systems that are not installed.
    pub missing: Vec<String>,
    /// The programs.
    pub programs: Vec<Measured>,
    /// Geometric means of the ratios, one a system.
    pub means: Vec<Mean>,
    /// Start-up times, one a system.
    pub start_up: Vec<StartUp>,
}

/// A system and its version.
#[derive(Clone, Debug, Serialize)]
pub struct Version {
    /// The system.
    pub system: String,
    /// As it tells it.
    pub version: String,
}

/// A program's results.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The program.
    pub program: String,
    /// How often its goal ran in a timing.
    pub repeat: u64,
    /// What it stresses.
    pub stresses: String,
    /// One a system.
    pub results: Vec<Cell>,
}

/// What a program gave on a system.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Cell {
    /// The system.
    pub system: String,
    /// Microseconds of one run of the goal: the least of the rounds.
    pub microseconds: Option<f64>,
    /// The median of the rounds above the least, as a share of it.
    pub spread: Option<f64>,
    /// The time as a share of the reference's.
    pub ratio: Option<f64>,
    /// Milliseconds of each round's loop.
    pub rounds: Vec<f64>,
    /// Why the system cannot run it, from the program's header.
    pub without: Option<String>,
    /// What went wrong.
    pub failure: Option<String>,
}

/// A geometric mean of ratios.
#[derive(Clone, Debug, Serialize)]
pub struct Mean {
    /// The system.
    pub system: String,
    /// The mean of the programs' ratios.
    pub mean: Option<f64>,
    /// The least and the greatest mean of a single round.
    pub spread: Option<[f64; 2]>,
    /// Over how many programs.
    pub programs: usize,
    /// Programs that ran longer than on the reference.
    pub slower: Vec<String>,
}

/// Milliseconds from launch to end of a program that does nothing.
#[derive(Clone, Debug, Serialize)]
pub struct StartUp {
    /// The system.
    pub system: String,
    /// The least.
    pub least: Option<f64>,
    /// The median.
    pub median: Option<f64>,
}

impl Peers {
    /// The figures of what was measured: `start_up` in rising order for each of the systems.
    pub fn new(
        provenance: &Provenance,
        plan: Plan,
        systems: &[&System],
        missing: &[&System],
        rows: &[Row],
        start_up: &[Vec<f64>],
    ) -> Peers {
        let reference = systems.iter().position(|system| system.name == REFERENCE);
        let Provenance { command, commit, compiler, processor, date } = provenance.clone();
        let walls = systems.iter().zip(start_up);
        Peers {
            command,
            commit,
            compiler,
            processor,
            date,
            rounds: plan.rounds,
            launches: plan.launches,
            systems: systems
                .iter()
                .map(|system| Version { system: system.name.into(), version: system.version() })
                .collect(),
            missing: missing.iter().map(|system| system.name.into()).collect(),
            programs: rows.iter().map(|row| measured(row, systems, reference)).collect(),
            means: (0..systems.len()).map(|system| mean(rows, systems, system, reference)).collect(),
            start_up: walls
                .map(|(system, walls)| StartUp {
                    system: system.name.into(),
                    least: walls.first().copied(),
                    median: walls.get(walls.len() / 2).copied(),
                })
                .collect(),
        }
    }

    /// What went wrong: program, system, and what.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.programs.iter().flat_map(|program| {
            let failed = |cell: &'_ Cell| cell.failure.is_some();
            program.results.iter().filter(move |cell| failed(cell)).map(|cell| {
                (program.program.as_str(), cell.system.as_str(), cell.failure.as_deref().unwrap_or_default())
            })
        })
    }
}

fn measured(row: &Row, systems: &[&System], reference: Option<usize>) -> Measured {
    let unit = reference.and_then(|at| least(&row.outcomes[at]));
    let cell = |(system, outcome): (&&System, &Outcome)| {
        let time = least(outcome);
        let mut cell = Cell { system: system.name.into(), ..Cell::default() };
        match outcome {
            Outcome::Times(times) => {
                let mut rising = times.clone();
                rising.sort_unstable_by(f64::total_cmp);
                cell.microseconds = time.map(|time| time * 1e3 / row.program.repeat as f64);
                cell.spread = rising.first().map(|first| rising[rising.len() / 2] / first - 1.0);
                cell.ratio = time.zip(unit).map(|(time, unit)| time / unit);
                cell.rounds.clone_from(times);
            }
            Outcome::Without(reason) => cell.without = Some(reason.clone()),
            Outcome::Failed(reason) => cell.failure = Some(reason.clone()),
        }
        cell
    };
    Measured {
        program: row.program.name.clone(),
        repeat: row.program.repeat,
        stresses: row.program.stresses.clone(),
        results: systems.iter().zip(&row.outcomes).map(cell).collect(),
    }
}

fn mean(rows: &[Row], systems: &[&System], system: usize, reference: Option<usize>) -> Mean {
    let mut mean =
        Mean { system: systems[system].name.into(), mean: None, spread: None, programs: 0, slower: Vec::new() };
    let Some(reference) = reference else { return mean };
    let (mut ratios, mut by_round) = (Vec::new(), Vec::<Vec<f64>>::new());
    for row in rows {
        let (Outcome::Times(times), Outcome::Times(units)) = (&row.outcomes[system], &row.outcomes[reference]) else {
            continue;
        };
        let Some((time, unit)) = least(&row.outcomes[system]).zip(least(&row.outcomes[reference])) else { continue };
        if time > unit {
            mean.slower.push(row.program.name.clone());
        }
        ratios.push(time / unit);
        by_round.resize(by_round.len().max(times.len()), Vec::new());
        for ((time, unit), round) in times.iter().zip(units).zip(&mut by_round) {
            round.push(time / unit);
        }
    }
    mean.programs = ratios.len();
    mean.mean = geometric(&ratios);
    let rounds: Vec<f64> = by_round.iter().filter_map(|round| geometric(round)).collect();
    let (low, high) = (rounds.iter().copied().reduce(f64::min), rounds.iter().copied().reduce(f64::max));
    mean.spread = low.zip(high).map(|(low, high)| [low, high]);
    mean
}

/// The least time of a program on a system.
fn least(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Times(times) => times.iter().copied().reduce(f64::min),
        _ => None,
    }
}

fn geometric(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::peers::program::Program;
    use crate::peers::system::SYSTEMS;

    /// Two programs on the first three systems, with made-up times.
    pub fn made_up() -> Peers {
        let program =
            |name: &str| Program::parse(name, "% stresses: nothing\n% repeat: 100\ntop.\n").expect("it is well formed");
        let times = |times: &[f64]| Outcome::Times(times.to_vec());
        let rows = [
            Row {
                program: program("one"),
                outcomes: vec![times(&[60.0, 50.0]), times(&[200.0, 220.0]), times(&[100.0, 110.0])],
            },
            Row {
                program: program("two"),
                outcomes: vec![times(&[240.0, 200.0]), times(&[200.0, 200.0]), Outcome::Without("it is small".into())],
            },
            Row {
                program: program("three"),
                outcomes: vec![Outcome::Failed("stopped after 60 s".into()), times(&[200.0]), times(&[100.0])],
            },
        ];
        let provenance = Provenance {
            command: "horolog peers".into(),
            commit: "0000000".into(),
            compiler: "a compiler".into(),
            processor: "a processor".into(),
            date: "2026-11-21".into(),
        };
        let systems: Vec<&System> = SYSTEMS[..3].iter().collect();
        let plan = Plan { rounds: 2, launches: 3 };
        let walls = [vec![3.0, 4.0, 5.0], vec![11.0, 12.0, 13.0], vec![]];
        let mut peers = Peers::new(&provenance, plan, &systems, &[&SYSTEMS[3]], &rows, &walls);
        for (version, name) in peers.systems.iter_mut().zip(["Horolog 0", "SWI-Prolog 0", "SWI-Prolog 0"]) {
            version.version = name.into();
        }
        peers
    }

    #[test]
    fn ratios_are_of_least_times_and_means_are_geometric() {
        let peers = made_up();
        assert_eq!(peers.programs[0].results[0].ratio, Some(0.25));
        assert_eq!(peers.programs[0].results[0].microseconds, Some(500.0));
        let here = &peers.means[0];
        assert_eq!((here.programs, here.slower.len()), (2, 0));
        assert!((here.mean.expect("two programs ran") - 0.5).abs() < 1e-9);
        let [low, high] = here.spread.expect("two rounds");
        assert!(low < 0.5 && 0.5 < high, "{low} {high}");
        assert_eq!(peers.means[1].mean, Some(1.0));
    }

    #[test]
    fn failures_are_told_and_what_cannot_run_is_none() {
        let peers = made_up();
        let failures: Vec<_> = peers.failures().collect();
        assert_eq!(failures, [("three", "horolog", "stopped after 60 s")]);
        assert_eq!(peers.programs[1].results[2].without.as_deref(), Some("it is small"));
    }
}
