//! How well calibrations predict the paper's eleven programs: `evaluate MODE EFFORT CALIBRATIONS [PROGRAMS]`.
//!
//! Each calibration leaves out near-duplicates of the programs it is asked about, and has another seed. Prints the
//! error on each family left out, d for each program (relative harmonic difference of priced counts and observed time),
//! √(Σd²/(n−1)) over the seven exact ones, and the share of points inside the 95 % bands. Section 6 of Mera et al. 2008,
//! tables 7 to 11.

use calibrate::bands::{deviation, harmonic_difference};
use calibrate::calibration::{Calibration, Config, Effort, Role, calibrate_beside};
use calibrate::engine::Engine;
use calibrate::exclude::Evaluated;
use calibrate::measure::{Bench, Progress, Several, Stage, Timing};
use calibrate::profile::Mode;
use calibrate::workload::Workload;
use std::time::Instant;
use wam::cost::Counts;

/// The programs with their goals, and whether their counts are exact functions of the sizes.
fn programs(folder: &str) -> Vec<(Workload, bool)> {
    let list =
        |n: usize, what: &dyn Fn(usize) -> String| format!("[{}]", (0..n).map(what).collect::<Vec<_>>().join(","));
    let ints = |n: usize| list(n, &|i| (i * 7 % 10).to_string());
    let atoms = |n: usize, letter: &str| list(n, &|i| format!("{letter}{i}"));
    let pairs = list(20, &|i| format!("p{i}-q{i}"));
    let rows: Vec<(&str, String, bool)> = vec![
        ("append", format!("append({}, {}, _)", ints(150), ints(10)), true),
        ("evalpol", format!("evalpol({}, 1, _)", ints(100)), true),
        ("fib", "fib(16, _)".into(), true),
        ("hanoi", "hanoi(8, a, b, c, _)".into(), true),
        ("nreverse", format!("nreverse({}, _)", ints(83)), true),
        ("palindro", format!("palindro({}, _)", ints(9)), true),
        ("powset", format!("powset({}, _)", ints(11)), true),
        // The same at other sizes, to scale from: not evaluated themselves.
        ("append", format!("append({}, {}, _)", ints(60), ints(10)), true),
        ("evalpol", format!("evalpol({}, 1, _)", ints(40)), true),
        ("fib", "fib(12, _)".into(), true),
        ("hanoi", "hanoi(6, a, b, c, _)".into(), true),
        ("nreverse", format!("nreverse({}, _)", ints(40)), true),
        ("palindro", format!("palindro({}, _)", ints(7)), true),
        ("powset", format!("powset({}, _)", ints(9)), true),
        ("list_diff", format!("list_diff({}, {}, _)", atoms(65, "a"), atoms(65, "a")), false),
        ("list_diff", format!("list_diff({}, {}, _)", atoms(65, "a"), atoms(65, "b")), false),
        ("list_inters", format!("list_inters({}, {}, _)", atoms(65, "a"), atoms(65, "a")), false),
        ("list_inters", format!("list_inters({}, {}, _)", atoms(65, "a"), atoms(65, "b")), false),
        ("substitute", format!("substitute({}, {pairs}, _)", expression(33, 1)), false),
        ("derive", format!("derive({}, x, _)", expression(37, 0)), false),
        // Section 5.4: unification of equal terms.
        ("same", format!("same({}, {})", ints(1), ints(1)), false),
        ("same", format!("same({}, {})", ints(10), ints(10)), false),
        ("same", format!("same({}, {})", ints(100), ints(100)), false),
        ("same", format!("same({}, {})", ints(1000), ints(1000)), false),
        ("same", format!("same({0}, {0})", expression(33, 1)), false),
        ("same", "same(f(A,B,C,D,E,F,G,H,I,J), f(a,b,c,d,e,f,g,h,i,j))".into(), false),
    ];
    rows.into_iter()
        .enumerate()
        .map(|(at, (name, goal, exact))| {
            let text = match name {
                "same" => "same(X, X).".into(),
                _ => std::fs::read_to_string(format!("{folder}/{name}.pl")).expect("the program is there"),
            };
            let text = text.lines().filter(|line| !line.starts_with(":-")).collect::<Vec<_>>().join("\n");
            let name = format!("{name} {at}");
            let workload = Workload { name, family: "paper".into(), text, goal, baseline: None, role: Role::Row };
            (workload, exact)
        })
        .collect()
}

/// How many programs have exact counts; as many goals after them are the smaller ones.
const EXACT: usize = 7;

/// An expression with that many operators.
fn expression(inner: usize, kind: usize) -> String {
    if inner == 0 {
        return if kind == 0 { "x".into() } else { "p7".into() };
    }
    let left = (inner - 1) / 2;
    let operator = ["+", "-", "*", "/"][inner % 4];
    format!("({} {operator} {})", expression(left, kind), expression(inner - 1 - left, 1 - kind))
}

/// Prints when each stage begins.
struct Stages(Instant);

impl Progress for Stages {
    fn begin(&mut self, stage: Stage, steps: u64) {
        println!("  {:6.1} s {stage:?} ({steps} steps)", self.0.elapsed().as_secs_f64());
    }
    fn advance(&mut self, _steps: u64) {}
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize, default: &str| arguments.get(at).cloned().unwrap_or(default.into());
    let mode = Mode::ALL.into_iter().find(|mode| mode.to_string() == argument(0, "fast")).expect("a mode");
    let effort = match argument(1, "usual").as_str() {
        "quick" => Effort::Quick,
        "thorough" => Effort::Thorough,
        _ => Effort::Usual,
    };
    let calibrations: u64 = argument(2, "5").parse().expect("a number of calibrations");
    let programs = programs(&argument(3, "programs"));
    let engines =
        programs.iter().map(|(workload, _)| Engine::new(std::slice::from_ref(workload), mode).expect("it loads"));
    let mut several = Several::new(engines.map(|engine| Box::new(engine) as Box<dyn Bench>).collect());
    let counts: Vec<Counts> = (0..programs.len()).map(|at| several.counts(at).expect("it runs")).collect();
    let evaluated: Vec<Evaluated> = programs
        .iter()
        .zip(&counts)
        .map(|((workload, _), counts)| Evaluated { counts: counts.clone(), text: workload.text.clone() })
        .collect();
    let (mut deviations, mut scaled, mut others, mut inside) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for seed in 0..calibrations {
        let start = Instant::now();
        let config = Config { mode, effort, seed: 100 + seed, evaluated: evaluated.clone(), ..Config::default() };
        let (calibration, seen) = calibrate_beside(&config, &mut several, &mut Stages(start)).expect("it calibrates");
        for error in calibration.kinds() {
            let (size, mean) = (100.0 * error.size, 100.0 * error.mean);
            println!(
                "  left out: {:30} {:3} programs, mean |d| {size:6.2} %, mean d {mean:6.2} %",
                error.kind, error.programs
            );
        }
        let Calibration { profile, runs, ridge, .. } = calibration;
        let timings: Vec<Timing> = seen.into_iter().map(|(_, timing)| timing).collect();
        let took = start.elapsed();
        println!(
            "seed {} in {took:.1?}: {} runs, rank {}, ridge {}, held out {:.2?}, band {:.3?}",
            100 + seed,
            runs.len(),
            profile.invariants.rank,
            ridge.0,
            profile.held_out,
            profile.band
        );
        let assumed: Vec<String> = profile.assumed().map(|column| column.to_string()).collect();
        if seed == 0 {
            let laws: Vec<String> = profile.invariants.laws.iter().map(|law| law.to_string()).collect();
            println!("  {} laws\n    {}", laws.len(), laws.join("\n    "));
            println!("  {} assumed: {}", assumed.len(), assumed.join(", "));
        }
        println!("  noise {:.3?}", profile.noise);
        let d: Vec<f64> = (0..programs.len())
            .map(|at| {
                let estimate = profile.estimate(&counts[at]);
                inside += usize::from(profile.band.holds(estimate.time, timings[at].time));
                let d = 100.0 * harmonic_difference(estimate.time, timings[at].time);
                println!(
                    "  {:14} {:10.1} ns observed {:10.1} ns  d {d:6.2} %",
                    programs[at].0.name, estimate.time.0, timings[at].time.0
                );
                d
            })
            .collect();
        let rest: Vec<f64> = (2 * EXACT..d.len()).map(|at| d[at].abs()).collect();
        let from_one_run: Vec<f64> = (0..EXACT)
            .map(|at| {
                let (size, time) = (&counts[at + EXACT], timings[at + EXACT].time);
                100.0 * harmonic_difference(profile.estimate_from(&counts[at], size, time), timings[at].time)
            })
            .collect();
        deviations.push(deviation(&d[..EXACT]));
        scaled.push(deviation(&from_one_run));
        others.push(rest.iter().sum::<f64>() / rest.len() as f64);
        println!(
            "  deviation {:.2} %, from one measured run {:.2} % ({from_one_run:.1?}), mean |Pr.D| of the others {:.2} %",
            deviations[deviations.len() - 1],
            scaled[scaled.len() - 1],
            others[others.len() - 1]
        );
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    println!(
        "deviation {:.2} % (each {deviations:.2?}), from one run {:.2} %, others {:.2} %, in band {inside} of {}",
        mean(&deviations),
        mean(&scaled),
        mean(&others),
        calibrations as usize * programs.len()
    );
}
