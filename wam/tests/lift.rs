//! Goals that are compiled where they are given to predicates of the library: nobody can tell, but by what is executed.
#![allow(missing_docs)]

mod common;

use common::answers;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::cost::{Counts, Key};
use wam::instr::key;
use wam::machine::{Config, Counting, Fast, Machine, Solutions, consult};
use wam::read::{Source, read_term_from_str};

/// Parts of goals, two of which make a goal.
const PARTS: &[&str] = &[
    "member(X, [1, 2, 3, 2])",
    "X > Y * 2 - 3",
    "Z is X * X + Y",
    "Z is X + a",
    "!",
    "(X = 1 ; X = 2, ! ; X = 3)",
    "(X > 1 + 0 -> Z = a ; Z = b)",
    "(X = 2 -> Z = c)",
    "(member(X, [4, 5]) *-> Z = X ; Z = none)",
    "\\+ X = 2",
    "\\+ (X = 2, !)",
    "nowhere(X)",
    "1",
    "V",
    "call(V)",
    "V = (Z = 1, !), call((V ; Z = 2))",
    "once(member(X, [3, 4]))",
    "ignore((X = 3, fail))",
    "forall(member(W, [1, 2]), W + 1 > 1)",
    "findall(W, (member(W, [1, X]), W + 0 > 1), Z)",
    "bagof(W, U^member(W-U, [1-X, 2-a]), Z)",
    "catch((2 > foo + 1), error(E0, _), Z = E0)",
    "user:member(X, [7, 8])",
    "V:member(X, [7])",
    "fail",
    "throw(out(X))",
    "Z = f(_, Q, Q)",
];

/// What gets a goal.
const GIVEN: &[&str] = &[
    "findall(X-Z, GOAL, R)",
    "findall(X, GOAL, R, [end])",
    "bagof(X, GOAL, R)",
    "setof(X, Z^GOAL, R)",
    "aggregate_all(count, GOAL, R)",
    "aggregate_all(max(X), GOAL, R)",
    "aggregate_all(bag(X), Z, GOAL, R)",
    "catch(GOAL, B, R = caught(B))",
    "call(GOAL)",
    "\\+ \\+ findall(X, GOAL, _)",
    "( R = 1, call(GOAL) ; R = 2 )",
    "call((GOAL, R = 3 ; R = 4))",
];

fn program(text: &str) -> (Atoms, Program) {
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    let report = consult(&Source::new("lift.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    (atoms, program)
}

#[test]
fn a_goal_gives_the_same_answers_compiled_where_it_is_given_as_called_as_a_term() {
    let mut bodies = Vec::new();
    for (at, given) in GIVEN.iter().enumerate() {
        for (first, one) in PARTS.iter().enumerate() {
            // Each pair with every third.
            for two in PARTS.iter().skip((at + first) % 3).step_by(3) {
                bodies.push(given.replace("GOAL", &format!("({one}, {two})")));
            }
        }
    }
    // Clauses of dynamic predicates are left as they are.
    let mut text = String::new();
    for (at, body) in bodies.iter().enumerate() {
        text += &format!(":- dynamic(called_{at}/5).\n");
        for name in ["given", "called"] {
            text += &format!("{name}_{at}(X, Y, Z, V, R) :- {body}.\n");
        }
    }
    let (atoms, program) = program(&text);
    let lifted = (0..program.predicates.len() as u32).filter(|&at| program.is_lifted(wam::instr::PredId(at))).count();
    assert!(lifted > 4 * bodies.len() / 5, "{lifted} of {}", bodies.len());
    let flags = program.flags.clone();
    let ops = program.ops.clone();
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    let mut differing = Vec::new();
    for (at, body) in bodies.iter().enumerate() {
        for args in ["X, 1, Z, V, R", "X, 2, Z, (X = 1), R"] {
            let mut found = ["given", "called"].map(|name| {
                let goal = read_term_from_str(&format!("{name}_{at}({args})"), &atoms, &ops, &flags).expect("a goal");
                answers::<Fast>(&mut machine, &goal, &atoms, 6).join("; ")
            });
            // Which instruction raised an error of a comparison's parts is told as in any clause.
            found = found.map(|text| text.replace("context((is)/2", "context((<)/2"));
            found[1] = found[1].replace(&format!("called_{at}"), &format!("given_{at}"));
            if found[0] != found[1] {
                differing.push(format!("({args}) :- {body}\n  given  {}\n  called {}", found[0], found[1]));
            }
        }
    }
    let some = &differing[..differing.len().min(8)];
    assert!(differing.is_empty(), "{} of {}:\n{}", differing.len(), 2 * bodies.len(), some.join("\n"));
}

/// What a run of a goal executes.
fn counts(text: &str, goal: &str) -> Counts {
    let (atoms, program) = program(text);
    let goal = read_term_from_str(goal, &atoms, &program.ops, &program.flags).expect("a goal");
    let functor = goal.terms.functor(goal.root).expect("a goal");
    let pred = program.find(functor).expect("it is defined");
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    let goal = machine.load_goal(pred, &goal);
    machine.take_counts();
    let outcome = machine.run_goal::<Counting>(&goal, Solutions::All).expect("runs");
    assert_eq!(outcome.solutions, 1);
    machine.take_counts()
}

#[test]
fn arithmetic_in_a_goal_that_is_given_is_compiled() {
    for (body, multiplied) in [
        ("findall(X, (member(X, Xs), X > K * 2), _)", 5),
        ("aggregate_all(count, (member(X, Xs), \\+ X > K * 2), _)", 5),
        ("aggregate_all(sum(X * 0), (member(X, Xs), X < K * 2), _)", 5),
        ("setof(Y, X^(member(X, Xs), Y is X * K), _)", 5),
        ("findall(X, X is K * K, _)", 1),
        ("catch((member(X, Xs), X > K * 2), _, true)", 5),
        ("forall(member(X, Xs), findall(Y, (Y = X, Y < X * K), _))", 5),
        ("\\+ call((member(X, Xs), X > K * 20))", 5),
        ("Xs = [X|_], call((X < K * K ; X > K))", 1),
    ] {
        let counts = counts(&format!("p(Xs, K) :- {body}."), "p([1, 2, 3, 4, 5], 2)");
        assert_eq!(counts[key::Mul::INT], multiplied, "{body}");
        let builtin = |name: &str| Key::builtin_true(wam::builtins::builtin(name, 2).expect("a builtin"));
        assert_eq!(counts[builtin(">")] + counts[builtin("is")], 0, "{body}");
    }
}

#[test]
fn what_is_given_to_a_predicate_of_the_program_stays_a_term() {
    let text = "
        aggregate_all(T, G, G0) :- T = count, G0 = G.
        p(G) :- aggregate_all(count, (member(X, [1]), X > 0 + 0), G).
        q(B) :- clause(r, B).
        :- dynamic(r/0).
        r :- findall(X, (member(X, [1]), X > 0 + 0), _).
    ";
    let (atoms, program) = program(text);
    let (ops, flags) = (program.ops.clone(), program.flags.clone());
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    let mut answer = |goal: &str| {
        let goal = read_term_from_str(goal, &atoms, &ops, &flags).expect("a goal");
        answers::<Fast>(&mut machine, &goal, &atoms, 2).join("; ")
    };
    assert_eq!(answer("p((G, H))"), "G = member(_0,[1])");
    assert_eq!(answer("q(findall(_, G, _))"), "G = member(_0,[1]),_0>0+0");
}

#[test]
fn a_text_that_is_loaded_again_gives_other_goals() {
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    for limit in [1, 2] {
        let text = format!("p(L) :- findall(X, (member(X, [1, 2, 3]), X > {limit} * 1), L).");
        let report = consult(&Source::new("again.pl", text.as_str()), &mut program, Origin::User);
        assert_eq!(report.errors, []);
    }
    let goal = read_term_from_str("p(L)", &atoms, &program.ops, &program.flags).expect("a goal");
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    assert_eq!(answers::<Fast>(&mut machine, &goal, &atoms, 2), ["L = [3]"]);
}
