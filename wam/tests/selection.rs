//! Clause selection: it never changes answers, and it leaves no needless choice points.
//!
//! Generated predicates are loaded twice, as static code and as dynamic clauses, which are tried one after the other
//! without switches or folded guards; every generated goal must have the same answers in the same order, or the same
//! error, from both. Goals that are known to be determinate are counted: they push no choice point.
#![allow(missing_docs)]

mod picks;

use std::fmt::Write;

use picks::Picks;
use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::cost::Counts;
use wam::instr::key;
use wam::machine::{Config, Counting, Fast, Machine, consult};
use wam::read::{Source, read_term_from_str};
use wam::write::term_to_string;

/// A machine with a program beside the library.
fn machine(text: &str) -> (Box<Machine>, Atoms) {
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    let report = consult(&Source::new("selection.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{text}");
    (Machine::new(program, Config::default()).expect("memory for a machine"), atoms)
}

const VARIABLES: &[&str] = &["A", "B", "C", "D", "E"];
const CONSTANTS: &[&str] = &["a", "b", "[]", "0", "1", "2", "-3", "1.5", "1.0", "123456789012345678901", "\"s\""];

/// A head argument; a kind for each column makes columns that tell clauses apart.
fn head_argument(picks: &mut Picks, kind: usize) -> String {
    let kind = if picks.chance(60) { kind } else { picks.below(5) };
    match kind {
        0 => picks.of(&["_", "A", "B", "C", "D"]).to_owned(),
        1 => picks.of(CONSTANTS).to_owned(),
        2 if picks.chance(30) => "[]".to_owned(),
        2 => format!("[{}|{}]", picks.of(VARIABLES), picks.of(&["A", "B", "C", "D", "_", "[]", "[E|_]"])),
        3 => picks.of(&["f(A)", "f(B)", "f(_)", "g(A,B)", "g(C,D)", "f(a)", "f([A|B])", "k(1,C)"]).to_owned(),
        _ => picks.of(&["[A|B]", "[C|D]", "[X1|B]", "f(C)", "A", "B", "0", "[]"]).to_owned(),
    }
}

fn guard(picks: &mut Picks) -> String {
    let (x, y) = (picks.of(VARIABLES), picks.of(VARIABLES));
    let n = picks.of(&["0", "1", "2", "1.5"]);
    match picks.below(10) {
        0..=2 => format!("{x} {} {y}", picks.of(&["<", "=<", ">", ">=", "=:=", "=\\="])),
        3..=5 => format!("{x} {} {n}", picks.of(&["<", "=<", ">", ">=", "=:=", "=\\="])),
        6 => format!("{x} + 1 < {y}"),
        7 => format!("{x} {} {}", picks.of(&["==", "\\=="]), picks.of(&["a", "[]", "A", "B", "1"])),
        _ => {
            format!("{}({x})", picks.of(&["var", "nonvar", "atom", "integer", "float", "number", "atomic", "compound"]))
        }
    }
}

/// The test that is true where the given one is false.
fn complement(test: &str) -> Option<String> {
    let parts: Vec<&str> = test.split(' ').collect();
    let [x, operator, y] = parts[..] else { return None };
    let other = match operator {
        "<" => ">=",
        "=<" => ">",
        ">" => "=<",
        ">=" => "<",
        "=:=" => "=\\=",
        "=\\=" => "=:=",
        "==" => "\\==",
        "\\==" => "==",
        _ => return None,
    };
    Some(format!("{x} {other} {y}"))
}

/// The clauses of a predicate without its name.
fn clauses(picks: &mut Picks, arity: usize) -> Vec<(String, String)> {
    let kinds: Vec<usize> = (0..arity).map(|_| picks.below(5)).collect();
    // Half of the predicates take lists or variables apart and compare them, mostly two by two.
    let plain = picks.chance(50);
    let kinds: Vec<usize> = kinds.into_iter().map(|kind| if plain { [0, 0, 2, 2, kind][kind] } else { kind }).collect();
    let mut clauses: Vec<(String, String)> = Vec::new();
    let mut last: Option<(String, Vec<String>)> = None;
    for _ in 0..2 + picks.below(5) {
        let args: Vec<String> = kinds.iter().map(|&kind| head_argument(picks, kind)).collect();
        let mut head = args.join(", ");
        let mut guards: Vec<String> = (0..[0, 0, 1, 1, 2][picks.below(5)]).map(|_| guard(picks)).collect();
        if let Some((previous, tests)) = &last
            && picks.chance(50)
        {
            // The clause before once more, for the other cases; sometimes with another last argument.
            head = match previous.rsplit_once(", ") {
                Some((front, _)) if picks.chance(40) => format!("{front}, {}", args[arity - 1]),
                _ => previous.clone(),
            };
            guards = tests.iter().map(|test| complement(test).unwrap_or_else(|| test.clone())).collect();
            if picks.chance(30) {
                guards.clear();
            }
        }
        let mut goals = guards.clone();
        if picks.chance(35) {
            goals.push("!".to_owned());
        }
        if picks.chance(30) {
            goals.push(
                picks
                    .of(&["D = A", "E = f(B)", "r(A)", "r(C), r(D)", "\\+ r(A)", "fail", "X is A + 1, r(X)"])
                    .to_owned(),
            );
        }
        if goals.is_empty() {
            goals.push("true".to_owned());
        }
        last = Some((head.clone(), guards));
        clauses.push((head, goals.join(", ")));
    }
    clauses
}

fn goal_argument(picks: &mut Picks) -> String {
    match picks.below(8) {
        0..=2 => picks.of(&["_", "_", "_", "V", "W"]).to_owned(),
        3 | 4 => picks.of(CONSTANTS).to_owned(),
        5 => picks.of(&["[1,2]", "[a]", "[V]", "[_|_]", "[2,W|_]", "[1.5,1]", "[2,1]", "[0|3]"]).to_owned(),
        6 => picks.of(&["f(1)", "f(_)", "f(V)", "g(1,2)", "g(W,a)", "k(1,2)", "h", "1+1"]).to_owned(),
        _ => picks.of(&["0", "1", "2", "-3", "5"]).to_owned(),
    }
}

const DRIVER: &str = "
r(a). r(1). r(2). r(f(_)).
answers(Name, Args, Answers) :-
    Goal =.. [Name|Args],
    catch(findall(Answer, answer(Goal, Args, Answer), Answers), error(Error, _), Answers = error(Error)).
answer(Goal, Args, Answer) :- call(Goal), ( acyclic_term(Args) -> Answer = Args ; Answer = cyclic ).
different(K, Args, As, Bs) :-
    goal(K, S, D, Args),
    answers(S, Args, As), answers(D, Args, Bs),
    \\+ As =@= Bs.
";

/// So many predicates, each with a dozen goals.
fn program(seed: u64, predicates: usize) -> String {
    let mut picks = Picks::new(seed);
    let mut text = String::from(":- set_prolog_flag(double_quotes, atom).\n");
    let mut goals = String::new();
    for k in 0..predicates {
        let arity = 1 + picks.below(4);
        writeln!(text, ":- dynamic(d{k}/{arity}).").expect("strings take all text");
        let clauses = clauses(&mut picks, arity);
        for name in ["s", "d"] {
            for (head, body) in &clauses {
                writeln!(text, "{name}{k}({head}) :- {body}.").expect("strings take all text");
            }
        }
        for _ in 0..12 {
            let args: Vec<String> = (0..arity).map(|_| goal_argument(&mut picks)).collect();
            writeln!(goals, "goal({k}, s{k}, d{k}, [{}]).", args.join(", ")).expect("strings take all text");
        }
    }
    text + &goals + DRIVER
}

#[test]
fn static_code_has_the_answers_of_clauses_tried_one_by_one() {
    let mut failures = Vec::new();
    for seed in 0..20 {
        let text = program(seed, 100);
        let (mut machine, atoms) = machine(&text);
        let ops = machine.program().ops.clone();
        let query = read_term_from_str("different(K, Args, As, Bs)", &atoms, &ops, &machine.program().flags);
        let query = query.expect("a goal");
        for answer in machine.query_as::<Fast>(&query).take(3) {
            let solution = answer.expect("no error escapes");
            let show = |name: &str| {
                let binding = solution.bindings.iter().find(|(binding, _)| &**binding == name);
                term_to_string(&solution.terms, binding.expect("bound").1, &atoms, &ops)
            };
            let (k, args) = (show("K"), show("Args"));
            let clauses = text.lines().filter(|line| line.starts_with(&format!("s{k}(")));
            let clauses: Vec<&str> = clauses.collect();
            failures.push(format!("{}\n  s{k} {args}\n  {}\n  {}", clauses.join("\n"), show("As"), show("Bs")));
        }
    }
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n\n"), failures.len());
}

/// The counts of a goal up to its first answer.
fn counts(text: &str, goal: &str) -> Counts {
    let (mut machine, atoms) = machine(text);
    let goal = read_term_from_str(goal, &atoms, &machine.program().ops.clone(), &machine.program().flags);
    machine.take_counts();
    let answer = machine.query_as::<Counting>(&goal.expect("a goal")).next();
    assert!(matches!(answer, Some(Ok(_))), "{text}");
    machine.take_counts()
}

/// Programs and goals that choose no clause twice.
const DETERMINATE: &[(&str, &str)] = &[
    ("p(_, a). p(_, b). p(_, c).", "p(x, b)"),
    ("p(a, 1). p(a, 2). p(b, 1). p(b, 2).", "p(a, 1)"),
    ("p(_, _, [], x). p(_, _, [_|_], y).", "p(1, 2, [], _)"),
    ("zip([], _, []). zip([X|Xs], [Y|Ys], [X-Y|Zs]) :- zip(Xs, Ys, Zs).", "zip([1, 2], [a, b], _)"),
    ("last(X, [X]). last(X, [_,Y|Ys]) :- last(X, [Y|Ys]). p(X, n). p(X, f(_)) :- p(X, n).", "p(1, f(2))"),
    (
        "m([], Ys, Ys). m(Xs, [], Xs). m([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, m(Xs, [Y|Ys], Zs). \
      m([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, m([X|Xs], Ys, Zs).",
        "m([1, 3, 5], [2, 3.5], _)",
    ),
    (
        "part([], _, [], []). part([X|Xs], P, [X|L], G) :- X =< P, !, part(Xs, P, L, G). \
      part([X|Xs], P, L, [X|G]) :- part(Xs, P, L, G).",
        "part([3, 1, 2], 2, _, _)",
    ),
    (
        "tak(X, Y, Z, A) :- X =< Y, !, Z = A. tak(X, Y, Z, A) :- X1 is X - 1, Y1 is Y - 1, Z1 is Z - 1, \
      tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3), tak(A1, A2, A3, A).",
        "tak(4, 2, 1, _)",
    ),
    ("range(N, N, [N]) :- !. range(M, N, [M|Ns]) :- M < N, M1 is M + 1, range(M1, N, Ns).", "range(1, 5, _)"),
    ("member_(X, [X|_]) :- !. member_(X, [_|T]) :- member_(X, T).", "member_(c, [a, b, c, d])"),
    ("s(X, neg) :- X < 0. s(X, zero) :- X =:= 0. s(X, pos) :- X > 0.", "s(5, _)"),
    (
        "c(1, 0) :- !. c(N, S) :- N mod 2 =:= 0, !, M is N // 2, c(M, T), S is T + 1. \
      c(N, S) :- M is 3 * N + 1, c(M, T), S is T + 1.",
        "c(6, _)",
    ),
    (
        "ins(X, [], [X]). ins(X, [Y|Ys], [X,Y|Ys]) :- X =< Y. ins(X, [Y|Ys], [Y|Zs]) :- X > Y, ins(X, Ys, Zs).",
        "ins(3, [1, 2, 4], _)",
    ),
];

#[test]
fn determinate_goals_push_no_choice_point() {
    for (text, goal) in DETERMINATE {
        let text = text.replace(". ", ".\n");
        let counts = counts(&text, goal);
        assert_eq!(counts[key::Try::OK], 0, "{goal}: {counts:?}");
    }
}
