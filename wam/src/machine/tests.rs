//! Hand-assembled programs: the machine by itself, before any compiler.

use super::*;
use crate::atoms::{Atoms, known};
use crate::code::{Block, ClauseCode, PredicateKind};
use crate::instr::{Constant, Instr, Label, N, X, Y, key};
use crate::read::{Flags, Ops, read_term_from_str};
use crate::term::{ReadTerm, Span};

const NIL: Constant = Constant::Atom(known::NIL);

fn clause(start: u32, matched: u32, end: u32, step: u32) -> ClauseCode {
    ClauseCode {
        start: Label(start),
        matched: Label(matched),
        end: Label(end),
        step: Label(step),
        span: Span::default(),
    }
}

fn define(program: &mut Program, name: &str, arity: u32, instrs: Vec<Instr>, clauses: Vec<ClauseCode>) -> PredId {
    let functor = program.atoms.functor(name, arity);
    let pred = program.predicate(functor);
    let block = Block { instrs, clauses, ..Block::default() };
    program.predicates[pred.0 as usize].kind = PredicateKind::Static;
    program.predicates[pred.0 as usize].block = Arc::new(block);
    pred
}

/// append([], L, L).  append([X|Xs], L, [X|Zs]) :- append(Xs, L, Zs).
fn append(program: &mut Program) -> PredId {
    let me = program.atoms.functor("append", 3);
    let me = program.predicate(me);
    let code = vec![
        Instr::SwitchOnTerm { var: Label(1), constant: Label(4), list: Label(8), structure: Label::FAIL },
        Instr::Try { arity: N(3), clause: Label(3) },
        Instr::Trust { arity: N(3), clause: Label(7) },
        Instr::GetConstant { c: NIL, a: X(0) },
        Instr::GetConstant { c: NIL, a: X(0) },
        Instr::GetValueX { x: X(1), a: X(2) },
        Instr::Proceed {},
        Instr::GetList { a: X(0) },
        Instr::UnifyVariableX { x: X(3) },
        Instr::UnifyVariableX { x: X(0) },
        Instr::GetList { a: X(2) },
        Instr::UnifyValueX { x: X(3) },
        Instr::UnifyVariableX { x: X(2) },
        Instr::Execute { pred: me },
    ];
    // Label(3) repeats the test so that the chain enters the clause at its own start.
    let mut code = code;
    code[3] = Instr::Jump { to: Label(4) };
    define(program, "append", 3, code, vec![clause(4, 5, 7, 6), clause(7, 8, 14, 13)])
}

/// nrev([], []).  nrev([X|Xs], R) :- nrev(Xs, R0), append(R0, [X], R).
fn nrev(program: &mut Program) -> PredId {
    let append = append(program);
    let me = program.atoms.functor("nrev", 2);
    let me = program.predicate(me);
    let code = vec![
        Instr::SwitchOnTerm { var: Label::FAIL, constant: Label(1), list: Label(5), structure: Label::FAIL },
        Instr::GetConstant { c: NIL, a: X(0) },
        Instr::GetConstant { c: NIL, a: X(1) },
        Instr::Proceed {},
        Instr::GetList { a: X(0) },
        Instr::Allocate {},
        Instr::UnifyVariableY { y: Y(2) },
        Instr::UnifyVariableX { x: X(0) },
        Instr::GetVariableY { y: Y(1), a: X(1) },
        Instr::PutVariableY { y: Y(0), a: X(1) },
        Instr::Call { live: N(3), pred: me },
        Instr::PutValueY { y: Y(0), a: X(0) },
        Instr::PutList { a: X(1) },
        Instr::SetValueY { y: Y(2) },
        Instr::SetConstant { c: NIL },
        Instr::PutValueY { y: Y(1), a: X(2) },
        Instr::Deallocate {},
        Instr::Execute { pred: append },
    ];
    define(program, "nrev", 2, code, vec![clause(1, 2, 4, 3), clause(4, 5, 18, 9)])
}

fn read(program: &Program, text: &str) -> ReadTerm {
    read_term_from_str(text, &program.atoms, &Ops::standard(&program.atoms), &Flags::default()).unwrap()
}

fn numbers(n: usize) -> String {
    let items: Vec<String> = (1..=n).map(|i| i.to_string()).collect();
    format!("[{}]", items.join(","))
}

fn all_modes(machine: &mut Machine, goal: &Goal, solutions: Solutions) -> Vec<u64> {
    let mut outcomes = Vec::new();
    for dispatch in [Dispatch::Threaded, Dispatch::Match] {
        machine.set_dispatch(dispatch);
        outcomes.push(machine.run_goal::<Fast>(goal, solutions).unwrap().solutions);
        outcomes.push(machine.run_goal::<Predictable>(goal, solutions).unwrap().solutions);
        outcomes.push(machine.run_goal::<Exact>(goal, solutions).unwrap().solutions);
        outcomes.push(machine.run_goal::<Counting>(goal, solutions).unwrap().solutions);
    }
    outcomes
}

#[test]
fn naive_reverse_runs_under_every_mode_and_dispatcher() {
    let mut program = Program::empty(Atoms::new());
    let nrev = nrev(&mut program);
    let goal = read(&program, &format!("nrev({}, R)", numbers(30)));
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(nrev, &goal);
    assert_eq!(all_modes(&mut machine, &goal, Solutions::First), [1; 8]);
    let (terms, args) = machine.goal_arguments(&goal);
    let text = crate::write::term_to_string(&terms, args[1], &machine.program.atoms, &machine.program.ops);
    assert!(text.starts_with("[30,29,28"), "{text}");
    assert_eq!(machine.take_counts().steps(), 2 * 496);
}

#[test]
fn counts_of_append_are_exact() {
    let mut program = Program::empty(Atoms::new());
    let append = append(&mut program);
    let goal = read(&program, &format!("append({}, [a], R)", numbers(150)));
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(append, &goal);
    for _ in 0..3 {
        machine.run_goal::<Counting>(&goal, Solutions::All).unwrap();
        let counts = machine.take_counts();
        assert_eq!(counts[key::SwitchOnTerm::LIST], 150);
        assert_eq!(counts[key::SwitchOnTerm::CONSTANT], 1);
        assert_eq!(counts[key::GetList::WRITE], 150);
        assert_eq!(counts[key::UnifyVariableX::READ], 300);
        assert_eq!(counts[key::UnifyVariableX::WRITE], 150);
        assert_eq!(counts[key::UnifyValueX::WRITE], 150);
        assert_eq!(counts[key::Execute::OK], 150);
        assert_eq!(counts[key::GetConstant::READ], 1);
        assert_eq!(counts[key::GetValueX::BIND], 1);
        assert_eq!(counts[key::Proceed::OK], 1);
        assert_eq!(counts.steps(), 151);
        assert_eq!(counts.instructions(), 7 * 150 + 4);
        assert_eq!(counts.heap(), 300);
    }
}

#[test]
fn backtracking_finds_every_split_of_a_list() {
    let mut program = Program::empty(Atoms::new());
    let append = append(&mut program);
    let goal = read(&program, "append(X, Y, [1,2,3])");
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(append, &goal);
    assert_eq!(all_modes(&mut machine, &goal, Solutions::All), [4; 8]);
    assert_eq!(all_modes(&mut machine, &goal, Solutions::First), [1; 8]);
}

#[test]
fn queries_give_their_bindings_one_by_one() {
    let mut program = Program::empty(Atoms::new());
    append(&mut program);
    let goal = read(&program, "append(X, Y, [1,2])");
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let (atoms, ops) = (machine.program.atoms.clone(), machine.program.ops.clone());
    let solutions: Vec<String> = machine
        .query(&goal)
        .map(|solution| {
            let solution = solution.unwrap();
            let show = |(name, id): &(String, _)| {
                format!("{name}={}", crate::write::term_to_string(&solution.terms, *id, &atoms, &ops))
            };
            solution.bindings.iter().map(show).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(solutions, ["X=[] Y=[1,2]", "X=[1] Y=[2]", "X=[1,2] Y=[]"]);
}

#[test]
fn errors_leave_the_machine_usable() {
    let mut program = Program::empty(Atoms::new());
    append(&mut program);
    let unknown = read(&program, "nothing(1)");
    let endless = read(&program, "append(X, Y, Z)");
    let caught = read(&program, "catch(nothing(1), error(existence_error(procedure, PI), _), append([1], [], R))");
    let config = Config { heap_limit: 1 << 16, stack_limit: 1 << 16, ..Config::default() };
    let mut machine = Machine::new(program, config).unwrap();
    for _ in 0..2 {
        let error = machine.query(&unknown).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("existence_error(procedure,nothing/1)"), "{error}");
        assert_eq!(machine.query(&endless).take(9).filter(|answer| answer.is_ok()).count(), 9);
        let last = machine.query(&endless).last().unwrap().unwrap_err();
        assert!(last.to_string().contains("resource_error"), "{last}");
        assert_eq!(machine.query(&caught).filter(|answer| answer.is_ok()).count(), 1);
    }
}

#[test]
#[ignore = "prints a figure"]
fn speed_of_naive_reverse() {
    let mut program = Program::empty(Atoms::new());
    let nrev = nrev(&mut program);
    let goal = read(&program, &format!("nrev({}, R)", numbers(30)));
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(nrev, &goal);
    machine.touch(1 << 20);
    fn best<R: RunMode>(machine: &mut Machine, goal: &Goal) -> f64 {
        let mut best = f64::MAX;
        for _ in 0..200 {
            let start = std::time::Instant::now();
            machine.run_goal_batch::<R>(goal, Solutions::First, 100).unwrap();
            best = best.min(start.elapsed().as_secs_f64() / 100.0);
        }
        best
    }
    let fast = best::<Fast>(&mut machine, &goal);
    let count = best::<Counting>(&mut machine, &goal);
    let predictable = best::<Predictable>(&mut machine, &goal);
    println!("fast {:.1} MLIPS, count x{:.2}, predictable x{:.2}", 496e-6 / fast, count / fast, predictable / fast);
    machine.set_dispatch(Dispatch::Match);
    let matched = best::<Fast>(&mut machine, &goal);
    println!("match {:.1} MLIPS", 496e-6 / matched);
}
