//! What watching costs: the programs of table 1 of the foldt paper, run plainly and watched in rising degrees, side by side.
//!
//! `cargo bench -p monitor --bench ladder` prints a table of ratios to the plain run; with `-- --save` it is written into
//! `results/`. Each figure is the median of rounds, in each of which all ways of running are timed one after the other.
#![allow(missing_docs)]

use monitor::driver::{Driver, plan_for};
use monitor::fold::{Boxed, Fold, Reads};
use monitor::inside::{InternalPorts, Locals};
use monitor::prolog::PrologFold;
use monitor::report::Report;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::watch::{Boxes, Event, Observer, Plan, Port, Ports};
use wam::machine::{Config, Fast, Goal, Machine, RunMode, Solutions, WatchingBoxes, WatchingCalls, consult};
use wam::modules::ModuleClass;
use wam::read::{Source, read_term_from_str};

/// Name, file and goal.
const SUITE: &[(&str, &str, &str)] = &[
    ("queens-5", "monitor/benches/programs/queens_n.pl", "top_5"),
    ("queens-10", "monitor/benches/programs/queens_n.pl", "top_10"),
    ("queens-11", "monitor/benches/programs/queens_n.pl", "top_11"),
    ("query", "programs/benchmarks/query.pl", "top"),
    ("deriv", "programs/benchmarks/derive.pl", "top"),
    ("qsort", "programs/benchmarks/qsort.pl", "top"),
    ("nrev", "programs/benchmarks/nreverse.pl", "top"),
    ("primes", "programs/benchmarks/primes.pl", "top"),
    ("cqueens", "monitor/benches/programs/cqueens.pl", "top"),
    ("crypt", "programs/benchmarks/crypt.pl", "top"),
    ("poly", "programs/benchmarks/poly_10.pl", "top"),
    ("tak", "programs/benchmarks/tak.pl", "top"),
    ("mastermind", "monitor/benches/programs/mastermind.pl", "top"),
];

/// How long one timing takes at least, in seconds.
const LEAST: f64 = 0.02;

/// Looks at nothing.
struct Nobody;

impl Observer for Nobody {
    fn event(&mut self, _event: &mut Event<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Looks at all that is cheap.
#[derive(Default)]
struct Cheap(u64);

impl Observer for Cheap {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        self.0 = self.0.wrapping_add(event.port() as u64 + event.chrono() + u64::from(event.depth()));
        self.0 = self.0.wrapping_add(event.call() + u64::from(event.pred().0));
        ControlFlow::Continue(())
    }
}

/// A fold of all that is cheap.
#[derive(Default)]
struct CheapFold(Cheap);

impl Fold for CheapFold {
    fn reads(&self) -> Reads {
        Reads { boxes: Boxed::Yes, ..Reads::ports(Ports::ALL) }
    }

    fn initialize(&mut self) {}

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        self.0.event(event)
    }

    fn post_process(&mut self, _program: &Program) -> Report {
        Report::Count { what: "nothing".into(), value: self.0.0 }
    }
}

/// What is watched, and who is told.
type Watch = (Plan, Option<Box<dyn Observer>>);

struct Way {
    name: &'static str,
    run: fn(&mut Machine, &Goal, u32),
    /// What is watched and who is told; of a machine like it the ports were counted.
    watch: fn(&mut Machine, &Machine) -> Option<Watch>,
}

fn run<R: RunMode>(machine: &mut Machine, goal: &Goal, times: u32) {
    machine.run_goal_batch::<R>(goal, Solutions::First, times).expect("benchmarks do not raise");
}

fn everything(told: Ports) -> Plan {
    Plan { users: Some(told), boxes: Boxes::Tail, ..Plan::default() }
}

/// The predicate of the program that is called most.
fn busiest(counted: &Machine) -> Plan {
    let busiest = counted.all_passages().max_by_key(|(_, passages)| passages[Port::Call as usize]);
    let (busiest, _) = busiest.expect("there are predicates");
    Plan { predicates: [(busiest, Ports::NONE)].into_iter().collect(), ..Plan::default() }
}

fn folded(fold: Box<dyn Fold>) -> Option<Watch> {
    let driver = Driver::new(vec![fold], None, Box::new(|_| ControlFlow::Continue(())));
    Some((plan_for(driver.reads(), Some(Boxes::Tail)), Some(Box::new(driver))))
}

fn in_prolog(machine: &Machine) -> Box<dyn Fold> {
    let path = format!("{}/benches/programs/null_fold.pl", env!("CARGO_MANIFEST_DIR"));
    Box::new(PrologFold::load(Path::new(&path), machine.program().atoms.clone()).expect("it is a monitor"))
}

const WAYS: &[Way] = &[
    Way { name: "plain", run: run::<Fast>, watch: |_, _| None },
    Way {
        name: "one predicate's calls counted",
        run: run::<WatchingCalls>,
        watch: |_, counted| Some((busiest(counted), None)),
    },
    Way {
        name: "all ports counted, boxes kept",
        run: run::<WatchingBoxes>,
        watch: |_, _| Some((everything(Ports::NONE), None)),
    },
    Way {
        name: "all ports told, empty observer",
        run: run::<WatchingBoxes>,
        watch: |_, _| Some((Plan { waits: true, ..everything(Ports::ALL) }, Some(Box::new(Nobody)))),
    },
    Way {
        name: "the same, at once",
        run: run::<WatchingBoxes>,
        watch: |_, _| Some((everything(Ports::ALL), Some(Box::new(Nobody)))),
    },
    Way {
        name: "fold in Rust, cheap attributes",
        run: run::<WatchingBoxes>,
        watch: |_, _| folded(Box::<CheapFold>::default()),
    },
    Way { name: "null fold in Prolog", run: run::<WatchingBoxes>, watch: |machine, _| folded(in_prolog(machine)) },
];

/// How many instructions the clauses of users have.
fn instructions(machine: &Machine) -> usize {
    let program = machine.program();
    let users =
        program.predicates.iter().filter(|predicate| program.module(predicate.module).class == ModuleClass::User);
    users.map(|predicate| predicate.block.instrs.len()).sum()
}

/// How much longer the code is with all internal ports, which are compiled into it.
fn growth(file: &str) -> f64 {
    let mut machine = load(file);
    let before = instructions(&machine);
    InternalPorts::put_into(&mut machine, &everything(Ports::EVERY), Locals::Untold).expect("room for code");
    instructions(&machine) as f64 / before as f64
}

fn load(file: &str) -> Box<Machine> {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut program = wam::library::program_to_run(Atoms::new());
    let report = consult(&Source::new("benchmark.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{file}");
    Machine::new(program, Config::default()).expect("memory")
}

fn goal(machine: &mut Machine, goal: &str) -> Goal {
    let atoms = machine.program().atoms.clone();
    let goal = read_term_from_str(goal, &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    let pred = machine.program().find(goal.terms.functor(goal.root).expect("callable")).expect("defined");
    machine.load_goal(pred, &goal)
}

fn seconds(way: &Way, machine: &mut Machine, goal: &Goal, times: u32) -> f64 {
    let start = Instant::now();
    (way.run)(machine, goal, times);
    start.elapsed().as_secs_f64()
}

fn main() {
    let rounds = 9;
    let mut logs = vec![0.0f64; WAYS.len()];
    let mut growths = 0.0f64;
    let mut text = String::new();
    let names: Vec<&str> = WAYS.iter().map(|way| way.name).collect();
    let _ = writeln!(text, "| program | time of a run | {} | code with internal ports |", names[1..].join(" | "));
    let _ = writeln!(text, "|---|---{}|", "|---".repeat(WAYS.len()));
    for (name, file, goal_text) in SUITE {
        let mut counted = load(file);
        counted.watch(everything(Ports::NONE), None).expect("address space");
        let once = goal(&mut counted, goal_text);
        run::<WatchingBoxes>(&mut counted, &once, 1);
        let mut machines: Vec<(Box<Machine>, Goal)> = WAYS
            .iter()
            .map(|way| {
                let mut machine = load(file);
                if let Some((plan, observer)) = (way.watch)(&mut machine, &counted) {
                    machine.watch(plan, observer).expect("address space");
                }
                let goal = goal(&mut machine, goal_text);
                (machine, goal)
            })
            .collect();
        let (machine, loaded) = &mut machines[0];
        let mut times = 1;
        while seconds(&WAYS[0], machine, loaded, times) < LEAST {
            times *= 2;
        }
        let mut ratios = vec![Vec::new(); WAYS.len()];
        let mut plain = Vec::new();
        for _ in 0..rounds {
            let found: Vec<f64> = WAYS
                .iter()
                .zip(&mut machines)
                .map(|(way, (machine, loaded))| seconds(way, machine, loaded, times) / f64::from(times))
                .collect();
            plain.push(found[0]);
            ratios.iter_mut().zip(&found).for_each(|(ratios, time)| ratios.push(time / found[0]));
        }
        let _ = write!(text, "| {name} | {:.3} ms ", 1e3 * median(&mut plain));
        for (at, ratios) in ratios.iter_mut().enumerate() {
            let middle = median(ratios);
            logs[at] += middle.ln();
            if at > 0 {
                let _ = write!(text, "| {middle:.2} ({:.2}–{:.2}) ", ratios[1], ratios[ratios.len() - 2]);
            }
        }
        let growth = growth(file);
        growths += growth.ln();
        let _ = writeln!(text, "| {growth:.2} |");
        eprintln!("{name}");
    }
    let _ = write!(text, "| geometric mean | ");
    for log in &logs[1..] {
        let _ = write!(text, "| {:.3} ", (log / SUITE.len() as f64).exp());
    }
    let _ = writeln!(text, "| {:.3} |", (growths / SUITE.len() as f64).exp());
    println!("{text}");
    if std::env::args().any(|arg| arg == "--save") {
        let path = format!("{}/../results/watching.md", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, format!("{}{text}", heading())).expect("the results are there");
    }
}

/// What the table is, and of which processor.
fn heading() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = known.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let processor = name.map_or("an unknown processor", |(_, name)| name);
    format!(
        "# What watching costs on {processor}\n\nMade by `cargo bench -p monitor --bench ladder -- --save`. Generated; not edited by hand.\n\n\
         Programs of table 1 of Jahier & Ducassé 2002. Ratios to the unwatched run, in rounds that take turns: their median, and all \
         but the least and the greatest; of code its size.\n\n"
    )
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
