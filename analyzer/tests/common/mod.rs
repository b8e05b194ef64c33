//! Programs for tests: the corpus in `programs/`, or text. Each test file uses a part of this.
#![allow(dead_code)]

use analyzer::analysis::{Analysis, Bounds};
use analyzer::assertion::Assertions;
use analyzer::entry::{Entry, Inside};
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::instr::PredId;
use wam::machine::{Solutions, consult};
use wam::read::Source;

/// A program loaded without a library.
pub fn load(name: &str, text: &str) -> Program {
    let mut program = Program::empty(Atoms::new());
    let report = consult(&Source::new(name, text), &mut program, Origin::User);
    assert!(report.errors.is_empty(), "{name}: {:?}", report.errors);
    program
}

/// The text of a program of the corpus.
pub fn corpus_text(name: &str) -> String {
    let path = format!("{}/../programs/{name}.pl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A program of the corpus.
pub fn corpus(name: &str) -> Program {
    load(name, &corpus_text(name))
}

/// A predicate given as `name/arity`.
pub fn find(program: &Program, indicator: &str) -> PredId {
    let (name, arity) = indicator.rsplit_once('/').expect("name/arity");
    let functor = program.atoms.functor(name, arity.parse().expect("an arity"));
    program.find(functor).unwrap_or_else(|| panic!("{indicator} is not defined"))
}

/// Bounds of a predicate under its declared entry.
pub fn bounds(program: &Program, indicator: &str, weights: Weights) -> Bounds {
    bounds_inside(program, indicator, weights, Inside::Plain)
}

/// The same where what is met inside is looked at in some way.
pub fn bounds_inside(program: &Program, indicator: &str, weights: Weights, inside: Inside) -> Bounds {
    let types = TypeTable::of(program).expect("good regular types");
    let assertions = Assertions::of(program, &types).expect("good assertions");
    let entry = Entry::declared(program, &types, find(program, indicator)).expect("a good entry").expect("an entry");
    let analysis = Analysis::new(program, &types, &assertions, &Entry { inside, ..entry });
    let mut equations = analysis.equations();
    analysis.bounds(&mut equations, weights, Solutions::All)
}

/// The two bounds as text: `lower .. upper`, or one of them where they are the same.
pub fn shown(bounds: &Bounds) -> String {
    let side = |bound: &solver::Bound| match bound {
        solver::Bound::Known(solution) => match solution.single() {
            Some((_, expr)) => expr.to_string(),
            None => solution.to_string(),
        },
        solver::Bound::Unknown { reason, .. } => format!("? ({reason})"),
    };
    let (lower, upper) = (side(&bounds.lower.bound), side(&bounds.upper.bound));
    if lower == upper { lower } else { format!("{lower} .. {upper}") }
}

/// The names of the programs of the corpus, sorted.
pub fn corpus_names() -> Vec<String> {
    let folder = format!("{}/../programs", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .filter_map(|file| Some(file.ok()?.file_name().to_str()?.strip_suffix(".pl")?.to_string()))
        .collect();
    names.sort();
    names
}

/// The predicate that a program's first entry is for, as `name/arity`.
pub fn entry_indicator(text: &str) -> String {
    let head = text.lines().find_map(|line| line.strip_prefix(":- entry ")).expect("an entry");
    // Commas inside a mode such as list(pair(a, b)) do not occur in the corpus.
    let arity = head.matches(',').count() + usize::from(head.contains('('));
    format!("{}/{arity}", head.split(['(', '.']).next().expect("a name"))
}

/// The sizes that a program's header asks to test: `% test:   x = 0..40, y = 0..3`.
pub fn sizes_to_test(text: &str) -> Vec<Vec<i64>> {
    let line = text.lines().find_map(|line| line.strip_prefix("% test:")).expect("a line `% test:` in the header");
    let ranges = line.split(',').map(|range| {
        let (_, range) = range.split_once('=').expect("name = from..to");
        let (from, to) = range.trim().split_once("..").expect("from..to");
        from.parse().expect("a number")..=to.parse::<i64>().expect("a number")
    });
    ranges.fold(vec![vec![]], |points: Vec<Vec<i64>>, range| {
        points.iter().flat_map(|point| range.clone().map(|at| [point.as_slice(), &[at]].concat())).collect()
    })
}
