//! Bounds of mispredicted branches held to counted runs: the simulated predictor, warmed as a calibration warms it, counts
//! no more of them than the analysis says. So it does where one input follows another, over a few runs together.

mod common;
// Nothing is made smaller here.
#[allow(dead_code)]
mod generate;
mod held;

use analyzer::inputs;
use analyzer::types::Metric;
use common::{corpus, corpus_names, corpus_text, entry_indicator, find, sizes_to_test};
use held::{Claims, Loaded, MISPREDICTIONS, Ran, Which, run};
use std::time::Duration;
use wam::cost::Key;
use wam::instr::PredId;
use wam::machine::{Foreseeing, Goal, Machine, Solutions};
use wam::term::ReadTerm;

/// How long a run may take; what takes longer is left out.
const LIMIT: Duration = Duration::from_millis(200);
/// Instructions, and runs, after which branches are predicted as well as they will be: `calibrate/src/engine.rs`.
const WARM: u64 = 10_000;
const FEWEST_WARM: u64 = 3;
/// Runs of more instructions are left out: after fewer a predictor has forgotten where it was before.
const LONGEST: u64 = 100_000;
/// Inputs of one point that follow each other.
const INPUTS: u64 = 3;

/// What was compared, and what is wrong.
#[derive(Default)]
struct Totals {
    runs: u64,
    /// What was counted, and what was bounded, of both keys together.
    counted: f64,
    bounded: f64,
    faults: Vec<String>,
}

impl Totals {
    fn add(&mut self, other: Totals) {
        self.runs += other.runs;
        self.counted += other.counted;
        self.bounded += other.bounded;
        self.faults.extend(other.faults);
    }

    /// Holds what was counted of each key, and of both, to its bound.
    fn compare(&mut self, what: &str, [next, outcome]: [u64; 2], bounds: [f64; 3]) {
        self.runs += 1;
        self.counted += (next + outcome) as f64;
        self.bounded += bounds[2];
        for ((of, counted), bound) in
            ["next", "outcome", "both"].iter().zip([next, outcome, next + outcome]).zip(bounds)
        {
            if counted as f64 > bound {
                self.faults.push(format!("{what}: {of}: counted {counted}, bound {bound}"));
            }
        }
    }
}

/// A predicate with its claims.
struct Check<'a> {
    loaded: &'a Loaded,
    machine: Box<Machine>,
    pred: PredId,
    claims: Claims,
    totals: Totals,
}

/// A goal that is run, what it executes, and the bounds of either key and of both.
struct Input {
    goal: ReadTerm,
    instructions: u64,
    bounds: [f64; 3],
}

impl<'a> Check<'a> {
    fn new(loaded: &'a Loaded, pred: PredId) -> Self {
        let claims = loaded.claims(pred, Which::Mispredictions);
        Check { loaded, machine: loaded.machine(), pred, claims, totals: Totals::default() }
    }

    /// An input of these sizes, of ever so many instructions where its run does not end in time; nothing where there is
    /// none, or no bound is known.
    fn input(&mut self, sizes: &[i64], seed: u64) -> Option<Input> {
        let Loaded { program, types, .. } = self.loaded;
        let goal = inputs::generate(program, types, &self.claims.entry, sizes, seed).ok()?;
        self.input_of(goal)
    }

    fn input_of(&mut self, goal: ReadTerm) -> Option<Input> {
        let Ran::Ended(counts, _) = run(&mut self.machine, self.pred, &goal, LIMIT) else {
            return Some(Input { goal, instructions: u64::MAX, bounds: [0.0; 3] });
        };
        let at = self.loaded.sizes(&self.claims, &goal);
        let bound = |of: &str| self.claims.least_upper_at(of, &at);
        let [next, outcome] = Key::MISSED.map(|key| bound(&key.to_string()));
        let bounds = [next?, outcome?, bound(MISPREDICTIONS)?];
        Some(Input { goal, instructions: counts.instructions().max(1), bounds })
    }

    fn missed(&mut self, goal: &Goal, runs: u64) -> [u64; 2] {
        self.machine.take_counts();
        let ran = self.machine.run_goal_batch::<Foreseeing>(goal, Solutions::All, runs as u32);
        ran.expect("it has run before");
        let counts = self.machine.take_counts();
        Key::MISSED.map(|key| counts[key])
    }

    /// Inputs of these sizes, each by itself and one after the other; whether longer runs are worth a try.
    fn at(&mut self, sizes: &[i64]) -> bool {
        let mut inputs = Vec::new();
        for seed in 0..INPUTS {
            match self.input(sizes, seed) {
                Some(input) if input.instructions > LONGEST => return false,
                found => inputs.extend(found),
            }
        }
        let what = format!("{} at {sizes:?}", self.loaded.indicator(self.pred));
        self.compare(&what, &inputs);
        true
    }

    /// Holds what inputs mispredict, each by itself and one after the other, to the bounds.
    fn compare(&mut self, what: &str, inputs: &[Input]) {
        for input in inputs {
            let goal = self.machine.load_goal(self.pred, &input.goal);
            let warm = WARM.div_ceil(input.instructions).clamp(FEWEST_WARM, WARM / 100);
            self.missed(&goal, warm);
            let counted = self.missed(&goal, 1);
            self.totals.compare(what, counted, input.bounds);
        }
        let mut together = [0, 0];
        for round in 0..=FEWEST_WARM {
            for input in inputs {
                let goal = self.machine.load_goal(self.pred, &input.goal);
                let missed = self.missed(&goal, 1);
                if round == FEWEST_WARM {
                    together = [together[0] + missed[0], together[1] + missed[1]];
                }
            }
        }
        let bounds = [0, 1, 2].map(|key| inputs.iter().map(|input| input.bounds[key]).sum());
        self.totals.compare(&format!("{what}, one input after the other"), together, bounds);
    }

    /// Ever longer inputs, as long as their runs are short enough.
    fn longer(&mut self, from: &[i64]) {
        let metrics: Vec<Metric> = self.claims.entry.pattern.iter().flat_map(|of| of.metrics()).collect();
        for doubling in 0..11 {
            let grown = |(&at, metric): (&i64, &Metric)| match metric {
                Metric::Value | Metric::Depth => at + doubling,
                // Trees have one node, and as many more as their nodes have, or twice that, and so on.
                Metric::Size => ((at - 1).max(1) << doubling) + 1,
                _ => at.max(1) << doubling,
            };
            let sizes: Vec<i64> = from.iter().zip(&metrics).map(grown).collect();
            // Large trees take long to make.
            let is_large = sizes.iter().zip(&metrics).any(|(&at, metric)| *metric == Metric::Size && at > 600);
            if is_large || !self.at(&sizes) {
                break;
            }
        }
    }
}

fn told(name: &str, totals: &Totals) {
    let Totals { runs, counted, bounded, faults } = totals;
    println!("{name:22} {runs:5} runs, counted {counted:9}, bounded {bounded:9.0}, {} faults", faults.len());
}

#[test]
fn no_more_branches_are_mispredicted_than_the_bound_says_on_all_programs() {
    let mut all = Totals::default();
    for name in corpus_names() {
        let (program, text) = (corpus(&name), corpus_text(&name));
        let loaded = Loaded::program(program).unwrap_or_else(|error| panic!("{error}"));
        let pred = find(&loaded.program, &entry_indicator(&text));
        let mut check = Check::new(&loaded, pred);
        let points = sizes_to_test(&text);
        for sizes in points.iter().step_by(points.len().div_ceil(20)) {
            check.at(sizes);
        }
        check.longer(points.last().expect("sizes to test"));
        told(&loaded.indicator(pred), &check.totals);
        all.add(check.totals);
    }
    assert!(all.faults.is_empty(), "{} faults:\n{}", all.faults.len(), all.faults.join("\n"));
    assert!(all.runs > 2000, "{} runs", all.runs);
    assert!(all.counted > 20_000.0 && all.bounded > 2.0 * all.counted, "{} of {}", all.counted, all.bounded);
}

/// Predicates that give goals to the library's.
const CALLING: &str = include_str!("calling.pl");

#[test]
fn no_more_branches_are_mispredicted_than_the_bound_says_where_goals_are_called() {
    let loaded = Loaded::text("calling.pl", CALLING).unwrap_or_else(|error| panic!("{error}"));
    let mut all = Totals::default();
    for pred in loaded.entries() {
        let mut check = Check::new(&loaded, pred);
        for size in [0, 1, 3, 6] {
            check.at(&vec![size; check.claims.dimensions()]);
        }
        check.longer(&vec![2; check.claims.dimensions()]);
        told(&loaded.indicator(pred), &check.totals);
        all.add(check.totals);
    }
    assert!(all.faults.is_empty(), "{} faults:\n{}", all.faults.len(), all.faults.join("\n"));
    assert!(all.runs > 1000, "{} runs", all.runs);
}

#[test]
fn no_more_branches_are_mispredicted_than_the_bound_says_in_random_programs() {
    let mut all = Totals::default();
    for seed in 1..=SEEDS {
        let program = generate::program::generate(seed);
        let loaded = Loaded::text("p.pl", &program.to_string()).unwrap_or_else(|error| panic!("{error}"));
        let Some(&pred) = loaded.entries().first() else { continue };
        let mut check = Check::new(&loaded, pred);
        let metrics: Vec<Metric> = check.claims.entry.pattern.iter().flat_map(|of| of.metrics()).collect();
        for at in [0, 1, 2, 4, 9, 30] {
            // Trees have one node, or three more.
            let size = |metric: &Metric| if *metric == Metric::Size { 1 + 3 * at } else { at };
            check.at(&metrics.iter().map(size).collect::<Vec<i64>>());
        }
        let faults = check.totals.faults.iter().map(|fault| format!("{program}% {fault}")).collect();
        all.add(Totals { faults, ..check.totals });
    }
    told("all", &all);
    assert!(all.faults.is_empty(), "{} faults:\n{}", all.faults.len(), all.faults.join("\n"));
    assert!(all.runs > 1000, "{} runs", all.runs);
}

/// A recursion with one path, on which elements decide what an instruction does.
const OPEN: &str = "
    :- entry successors(+list(num), -).
    successors([], []).
    successors([X|Xs], [Y|Ys]) :- Y is X + 1, successors(Xs, Ys).
";

/// A generator of random bits.
fn bits() -> impl FnMut() -> bool {
    let mut state = 1u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    }
}

#[test]
fn outcomes_that_elements_decide_may_be_mispredicted_at_every_turn() {
    let loaded = Loaded::text("open.pl", OPEN).unwrap_or_else(|error| panic!("{error}"));
    let mut check = Check::new(&loaded, loaded.entries()[0]);
    let mut bit = bits();
    let mut goal = || {
        let numbers: Vec<&str> = (0..2000).map(|_| if bit() { "1" } else { "1.5" }).collect();
        loaded.read(&format!("successors([{}], _)", numbers.join(",")))
    };
    let inputs: Vec<Input> = [goal(), goal()].into_iter().filter_map(|goal| check.input_of(goal)).collect();
    check.compare("numbers of two kinds", &inputs);
    let Totals { runs, counted, faults, .. } = check.totals;
    assert_eq!(faults, Vec::<String>::new());
    // A bound of so many a run would not hold.
    assert!(runs == 3 && counted > 2000.0, "{runs} runs, {counted} counted");
}

/// Instructions follow inside of which elements decide how they go on.
const SAME: &str = "
    :- regtype t/1.
    t(l).
    t(n(L, R)) :- t(L), t(R).
    :- entry same(+t, +t).
";

#[test]
fn pairs_that_elements_decide_may_be_mispredicted_inside_of_one_instruction() {
    // Unified, compared and copied.
    let clauses = [
        "same(X, X).",
        "same(X, Y) :- X = Y.",
        "same(X, Y) :- X == Y.",
        "same(X, Y) :- \\+ X \\= Y.",
        "same(X, Y) :- compare(=, X, Y).",
        "same(X, _) :- copy_term(X, _).",
        "same(X, _) :- findall(X, true, _).",
    ];
    for clause in clauses {
        let loaded =
            Loaded::text("same.pl", &format!("{SAME}{clause}")).unwrap_or_else(|error| panic!("{clause}: {error}"));
        let mut check = Check::new(&loaded, loaded.entries()[0]);
        let mut bit = bits();
        // Each left part is a leaf or a node.
        let mut goal = || {
            let lefts = (0..2000).map(|_| if bit() { "n(l," } else { "n(n(l,l)," });
            let tree = format!("{}l{}", lefts.collect::<String>(), ")".repeat(2000));
            loaded.read(&format!("same({tree}, {tree})"))
        };
        let inputs: Vec<Input> = [goal(), goal()].into_iter().filter_map(|goal| check.input_of(goal)).collect();
        check.compare("parts of two kinds", &inputs);
        let Totals { runs, counted, bounded, faults } = check.totals;
        assert_eq!(faults, Vec::<String>::new(), "{clause}");
        // Of one instruction.
        assert!(runs == 3 && counted > 100.0 && bounded.is_finite(), "{clause}: {runs} runs, {counted} of {bounded}");
    }
}

/// Random programs.
const SEEDS: u64 = 120;
