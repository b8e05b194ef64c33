//! The programs of `programs/` with inputs: their predicates get the program's name in front, because the systems do not
//! let a program replace every predicate of theirs (`append/3`, `msort/2`).

use super::Case;
use super::picks::Picks;
use std::collections::HashSet;
use std::path::Path;
use wam::atoms::{Atoms, Functor, known};
use wam::read::{Flags, Ops, Source, read_program};
use wam::term::{Node, ReadTerm, TermId};
use wam::write::{WriteOptions, write_term};

/// Inputs by program. `L` stands for a list of small numbers, `M` for a sorted one, `T` for a tree, `E` for an
/// expression, each fresh; a number is itself.
const INPUTS: &[(&str, &[&str])] = &[
    ("ackermann", &["ackermann(0, 3, X)", "ackermann(1, 2, X)", "ackermann(2, 3, X)"]),
    ("append", &["append(@L, @L, X)", "append(X, Y, @L)", "append(@L, X, Y)"]),
    ("check", &["check(b, [a, b, c])", "check(d, [a, b, c])", "check(a, [])"]),
    ("derive", &["derive(@E, x, X)", "derive(@E, x, X)", "derive(@E, y, X)"]),
    ("evalpol", &["evalpol(@L, 2, X)", "evalpol(@L, -1, X)", "evalpol([a], 2, X)"]),
    ("even", &["even(0)", "even(7)", "even(10)"]),
    ("fib", &["fib(0, X)", "fib(7, X)", "fib(11, X)"]),
    ("hanoi", &["hanoi(1, a, b, c, X)", "hanoi(3, a, b, c, X)"]),
    ("inorder", &["inorder(@T, X)", "inorder(@T, X)"]),
    ("insert", &["insert(2, [1, 3], X)", "insert(5, [], X)", "insert(0, [1, 2], X)"]),
    ("isort", &["isort(@L, X)", "isort(@L, X)", "isort(@L, X)"]),
    ("length", &["len(@L, X)", "len(@L, X)", "len(X, Y)"]),
    ("list_diff", &["list_diff(@L, @L, X)", "list_diff(@L, @L, X)"]),
    ("list_inters", &["list_inters(@L, @L, X)", "list_inters(@L, @L, X)"]),
    ("member", &["member(X, @L)", "member(3, @L)"]),
    ("merge", &["merge(@M, @M, X)", "merge(@M, @M, X)", "merge(@L, @L, X)"]),
    ("merge_lists", &["merge_lists([1, 3], [2, 4], X)", "merge_lists([], [1], X)", "merge_lists([1], [], X)"]),
    ("msort", &["msort(@L, X)", "msort(@L, X)", "msort(@L, X)"]),
    ("nreverse", &["nreverse(@L, X)", "nreverse(@L, X)"]),
    ("palindro", &["palindro(@L, X)", "palindro(@L, X)"]),
    ("partition", &["partition(@L, 4, X, Y)", "partition(@L, 7, X, Y)", "partition([a], 1, X, Y)"]),
    ("permutation", &["permutation([1,2,3], X)", "permutation(@L, X)"]),
    ("power", &["power(2, 10, X)", "power(3, 20, X)", "power(-3, 5, X)", "power(1, 0, X)"]),
    ("powset", &["powset([a,b,c], X)", "powset([], X)"]),
    ("qsort", &["qsort(@L, X)", "qsort(@L, X)", "qsort(@L, X)"]),
    ("queens", &["queens(4, X)", "queens(5, X)", "queens(3, X)"]),
    ("range", &["range(1, 5, X)", "range(-3, 2, X)", "range(3, 1, X)"]),
    ("reverse", &["reverse(@L, X)", "reverse(@L, X)"]),
    ("select", &["select(X, @L, Y)", "select(4, @L, Y)", "select(z, X, [1,2])"]),
    ("split", &["split([3, 1, 2], 2, X, Y)", "split([], 1, X, Y)"]),
    ("sublist", &["sublist([1,2,3], X)", "sublist(@L, X)"]),
    ("substitute", &["substitute(@E, [x-1,y-z], X)", "substitute(@E, [2-two], X)"]),
    ("tree_sum", &["tree_sum(@T, X)", "tree_sum(@T, X)"]),
    ("zip", &["zip(@L, @L, X)", "zip(@L, @L, X)"]),
];

/// The goals of all programs; a program's clauses come with its first goal.
pub fn cases() -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs");
    let mut names: Vec<String> = std::fs::read_dir(&directory)
        .expect("the directory of programs")
        .filter_map(|entry| {
            entry.expect("an entry").file_name().into_string().ok()?.strip_suffix(".pl").map(str::to_owned)
        })
        .collect();
    names.sort();
    assert_eq!(names, INPUTS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "inputs for every program, in order");
    let mut picks = Picks::new(0);
    let mut cases = Vec::new();
    for (name, goals) in INPUTS {
        let text = std::fs::read_to_string(directory.join(name).with_extension("pl")).expect("the program");
        let mut clauses = renamed(name, text);
        for goal in *goals {
            let goal = format!("{name}_{}", with_inputs(&mut picks, goal));
            cases.push(Case { group: "programs", goal, clauses: std::mem::take(&mut clauses) });
        }
    }
    cases
}

fn with_inputs(picks: &mut Picks, goal: &str) -> String {
    let mut text = String::new();
    let mut rest = goal;
    while let Some((before, after)) = rest.split_once('@') {
        text.push_str(before);
        text.push_str(&match &after[..1] {
            "L" => numbers(picks, false),
            "M" => numbers(picks, true),
            "T" => tree(picks, 3),
            "E" => expression(picks, 3),
            other => unreachable!("no input is called {other}"),
        });
        rest = &after[1..];
    }
    text + rest
}

fn numbers(picks: &mut Picks, sorted: bool) -> String {
    let mut numbers: Vec<usize> = (0..picks.below(8)).map(|_| picks.below(10)).collect();
    if sorted {
        numbers.sort_unstable();
    }
    format!("{numbers:?}").replace(' ', "")
}

fn tree(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 || picks.below(4) == 0 {
        return "leaf".to_owned();
    }
    let (left, number, right) = (tree(picks, depth - 1), picks.below(100), tree(picks, depth - 1));
    format!("node({left},{number},{right})")
}

fn expression(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 || picks.below(5) == 0 {
        return ["x", "y", "2", "3"][picks.below(4)].to_owned();
    }
    let (left, right) = (expression(picks, depth - 1), expression(picks, depth - 1));
    format!("({left} {} {right})", ["+", "-", "*", "/"][picks.below(4)])
}

/// The clauses without the directives, as text that needs no operators.
fn renamed(program: &str, text: String) -> Vec<String> {
    let atoms = Atoms::new();
    let (mut ops, mut flags) = (Ops::standard(&atoms), Flags::default());
    let read = read_program(&Source::new(program, text), &atoms, &mut ops, &mut flags);
    assert!(read.errors.is_empty(), "{program}: {:?}", read.errors);
    let clauses: Vec<&ReadTerm> = read
        .clauses
        .iter()
        .filter(|clause| clause.terms.match_compound(clause.root, known::NECK, 1).is_none())
        .collect();
    let head = |clause: &ReadTerm| clause.terms.head_and_body(clause.root).0;
    let defined: HashSet<Functor> = clauses.iter().filter_map(|clause| clause.terms.functor(head(clause))).collect();
    clauses
        .iter()
        .map(|clause| {
            let namer = Renamer { program, clause, atoms: &atoms, ops: &ops, defined: &defined };
            format!("{}.", namer.goal(clause.root))
        })
        .collect()
}

struct Renamer<'r> {
    program: &'r str,
    clause: &'r ReadTerm,
    atoms: &'r Atoms,
    ops: &'r Ops,
    defined: &'r HashSet<Functor>,
}

impl Renamer<'_> {
    fn goal(&self, id: TermId) -> String {
        let Node::Compound(functor, args) = self.clause.terms.get(id) else {
            return self.term(id);
        };
        let name = self.atoms.name(functor.name);
        match (&*name, args) {
            (":-" | "," | ";" | "->", [left, right]) => format!("({} {name} {})", self.goal(*left), self.goal(*right)),
            ("\\+", [goal]) => format!("\\+ ({})", self.goal(*goal)),
            _ if self.defined.contains(&functor) => {
                let args: Vec<String> = args.iter().map(|arg| self.term(*arg)).collect();
                format!("{}_{name}({})", self.program, args.join(","))
            }
            _ => self.term(id),
        }
    }

    fn term(&self, id: TermId) -> String {
        let mut text = String::new();
        let names = self.clause.variables.iter().map(|variable| variable.name.clone()).collect();
        let options = WriteOptions { variable_names: names, ..WriteOptions::canonical() };
        write_term(&mut text, &self.clause.terms, id, self.atoms, self.ops, &options);
        text
    }
}
