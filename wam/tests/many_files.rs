//! Programs of twenty files that load each other in any order behave as the one file that they make together.
//!
//! A program is generated from a seed: predicates that call each other by all ways there are, some under names of the
//! library, spread over files that begin by loading others (`consult/1`, `ensure_loaded/1`, `include/1`, lists, modules by
//! `use_module/1`), with directives that call what is there by then. The same clauses in one file give the answers.
#![allow(missing_docs)]

use std::fmt::Write;
use std::path::Path;
use wam::atoms::Atoms;
use wam::machine::{Config, Event, Fast, Machine};
use wam::read::{Source, read_term_from_str};
use wam::write::term_to_string;

const FILES: usize = 20;
const PREDICATES: usize = 60;
const FACTS: usize = 15;
const SEEDS: u64 = 60;

/// Names of the library that a program defines itself: some are compiled in place, some every program has, some come when
/// they are called.
const OWN: &[(&str, usize)] = &[
    ("subtract", 3),
    ("sum_list", 2),
    ("last", 2),
    ("max_list", 2),
    ("flatten", 2),
    ("pairs_keys", 2),
    ("delete", 3),
    ("list_to_ord_set", 2),
    ("union", 3),
    ("forall", 2),
    ("partition", 4),
    ("succ_or_zero", 1),
];

/// A small generator of random numbers: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// How a file comes into a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Module,
    /// Read in the place of a directive, once.
    Included,
}

struct Generated {
    /// Names and texts; the first is loaded.
    files: Vec<(String, String)>,
    /// All clauses in one text.
    whole: String,
    queries: Vec<String>,
}

/// The clauses of predicate `i`; it calls those before it.
fn predicate(i: usize, random: &mut Random) -> String {
    let name = format!("p{i}");
    if i < FACTS {
        return (0..1 + random.below(3)).map(|_| format!("{name}({}).\n", random.below(20))).collect();
    }
    let (j, k) = (random.below(i), random.below(FACTS));
    let (own, arity) = OWN[random.below(OWN.len())];
    match random.below(9) {
        0 => format!("{name}(X) :- p{j}(X), \\+ p{k}(X).\n"),
        1 => format!("{name}(X) :- ( p{k}(X) ; p{}(X) ).\n{name}(X) :- p{k}(X).\n", random.below(FACTS)),
        2 => format!("{name}(X) :- call(p{j}, X).\n"),
        3 => format!("{name}(X) :- maplist(p{j}, [X, _]).\n"),
        4 => format!("{name}(X) :- G = p{j}(X), ( G -> true ; X = none ).\n"),
        5 => format!("{name}(X) :- findall(Y, shared(Y), Ys), msort(Ys, X).\n"),
        _ => {
            let args: Vec<&str> = ["L", "[1]", "_", "_"].into_iter().take(arity.max(2) - 1).collect();
            match arity {
                1 => format!("{name}(X) :- p{j}(Y), ( {own}(Y) -> X = Y ; X = no(Y) ).\n"),
                _ => format!("{name}(X) :- findall(Y, p{j}(Y), L), {own}({}, X).\n", args.join(", ")),
            }
        }
    }
}

/// A predicate of the program's own under a name of the library.
fn own(name: &str, arity: usize) -> String {
    match arity {
        1 => format!("{name}(X) :- X \\== 7.\n"),
        2 => format!("{name}(X, own_{name}(N)) :- length(X, N).\n"),
        3 => format!("{name}(X, Y, own_{name}(N, Y)) :- length(X, N).\n"),
        _ => format!("{name}(X, Y, _, own_{name}(N, Y)) :- length(X, N).\n"),
    }
}

fn generate(seed: u64) -> Generated {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let kinds: Vec<Kind> = (0..FILES)
        .map(|_| match random.below(6) {
            0 => Kind::Module,
            1 => Kind::Included,
            _ => Kind::Plain,
        })
        .collect();
    let mut bodies = vec![String::new(); FILES];
    let mut exports = vec![Vec::new(); FILES];
    let mut whole = String::from(":- multifile shared/1.\n:- dynamic shared/1.\n");
    for i in 0..PREDICATES {
        let (at, text) = (random.below(FILES), predicate(i, &mut random));
        exports[at].push(format!("p{i}/1"));
        bodies[at] += &text;
        whole += &text;
    }
    for &(name, arity) in OWN {
        let (at, text) = (random.below(FILES), own(name, arity));
        exports[at].push(format!("{name}/{arity}"));
        bodies[at] += &text;
        whole += &text;
    }
    for (at, body) in bodies.iter_mut().enumerate() {
        if random.one_in(2) {
            let _ = write!(body, ":- multifile user:shared/1.\n:- dynamic user:shared/1.\nuser:shared({at}).\n");
            let _ = writeln!(whole, "shared({at}).");
        }
        if random.one_in(2) {
            let called = format!(":- catch(p{}(_), _, true) -> true ; true.\n", random.below(PREDICATES));
            body.insert_str(0, &called);
            let (name, arity) = OWN[random.below(OWN.len())];
            let args = vec!["[3]"; arity].join(", ");
            let _ = writeln!(body, ":- catch({name}({args}), _, true) -> true ; true.");
        }
    }
    // Every included file has one place; every other one is loaded from the main file at the latest.
    let mut loads = vec![String::new(); FILES];
    let mut main = String::new();
    let mut order: Vec<usize> = (0..FILES).collect();
    for at in (1..FILES).rev() {
        order.swap(at, random.below(at + 1));
    }
    for &at in &order {
        let _ = match kinds[at] {
            Kind::Module => writeln!(main, ":- use_module(f{at})."),
            Kind::Included => writeln!(main, ":- include(f{at})."),
            Kind::Plain => match random.below(4) {
                0 => writeln!(main, ":- consult(f{at})."),
                1 => writeln!(main, ":- [f{at}]."),
                2 => writeln!(main, ":- ensure_loaded('f{at}.pl')."),
                _ => writeln!(main, ":- load_files([f{at}], [if(changed)])."),
            },
        };
    }
    for (from, load) in loads.iter_mut().enumerate() {
        for _ in 0..random.below(4) {
            let to = random.below(FILES);
            let _ = match (kinds[from], kinds[to]) {
                (_, Kind::Module) => writeln!(load, ":- use_module(f{to})."),
                (Kind::Plain, Kind::Plain) if random.one_in(6) => writeln!(load, ":- consult(f{to})."),
                (Kind::Plain, Kind::Plain) => writeln!(load, ":- ensure_loaded(f{to})."),
                _ => Ok(()),
            };
        }
    }
    let mut files = vec![("main.pl".to_string(), main)];
    for at in 0..FILES {
        let head = match kinds[at] {
            Kind::Module => format!(":- module(f{at}, [{}]).\n", exports[at].join(", ")),
            Kind::Plain | Kind::Included => String::new(),
        };
        files.push((format!("f{at}.pl"), head + &loads[at] + &bodies[at]));
    }
    let mut queries: Vec<String> = (0..PREDICATES).map(|i| format!("findall(X, p{i}(X), L), msort(L, S)")).collect();
    queries.push("findall(X, shared(X), L), msort(L, S)".into());
    queries.extend(OWN.iter().map(|&(name, arity)| {
        let args = ["[a]", "[b]", "[c]"].into_iter().take(arity - 1).chain(["Z"]).collect::<Vec<_>>().join(", ");
        format!("findall(Z, {name}({args}), S)")
    }));
    Generated { files, whole, queries }
}

/// What a machine that has loaded a text answers.
fn answers(source: &Source, queries: &[String]) -> Vec<String> {
    let atoms = Atoms::new();
    let program = wam::library::program_to_run(atoms.clone());
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    machine.set_output(Box::new(std::io::sink()));
    machine.set_error_output(Box::new(std::io::sink()));
    machine.begin_load(source);
    loop {
        match machine.next_event() {
            Event::Loaded => break,
            Event::Directive(directive) => _ = machine.query(&directive).next(),
            Event::Failed(error, ..) => panic!("{}: {error}", source.name()),
            Event::Found(reports) => {
                for report in reports {
                    assert!(report.errors.is_empty(), "{:?}", report.lines());
                }
            }
        }
    }
    let ask = |query: &String| {
        let ops = machine.program().ops.clone();
        let read = read_term_from_str(query, &atoms, &ops, &machine.program().flags).expect("it is a goal");
        match machine.query_as::<Fast>(&read).next() {
            Some(Ok(solution)) => {
                let found = solution.bindings.iter().find(|(name, _)| name == "S").expect("it is bound");
                term_to_string(&solution.terms, found.1, &atoms, &ops)
            }
            other => format!("{:?}", other.map(|answer| answer.map(|_| ()))),
        }
    };
    queries.iter().map(ask).collect()
}

fn text(path: &Path) -> Source {
    Source::new(path.display().to_string(), std::fs::read_to_string(path).expect("it was written"))
}

#[test]
fn twenty_files_that_load_each_other_are_the_one_file_that_they_make() {
    for seed in 1..=SEEDS {
        let generated = generate(seed);
        let directory = tempfile::tempdir().expect("a directory");
        for (name, text) in &generated.files {
            std::fs::write(directory.path().join(name), text).expect("it can be written");
        }
        let whole = directory.path().join("whole.pl");
        std::fs::write(&whole, &generated.whole).expect("it can be written");
        let expected = answers(&text(&whole), &generated.queries);
        let found = answers(&text(&directory.path().join("main.pl")), &generated.queries);
        for ((query, expected), found) in generated.queries.iter().zip(expected).zip(found) {
            assert_eq!(found, expected, "seed {seed}: {query}\n{}", listed(&generated.files));
        }
    }
}

/// The files as a bundle that can be looked at.
fn listed(files: &[(String, String)]) -> String {
    files.iter().map(|(name, text)| format!("%= {name}\n{text}")).collect()
}
