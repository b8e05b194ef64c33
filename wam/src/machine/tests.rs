//! Hand-assembled programs: the machine by itself, before any compiler.

use super::*;
use crate::atoms::{Atoms, known};
use crate::code::{Block, ClauseCode, PredicateKind};
use crate::instr::{Constant, Instr, Label, N, X, Y, key};
use crate::read::{Flags, Ops, read_term_from_str};
use crate::term::{ReadTerm, Span};

const NIL: Constant = Constant::Atom(known::NIL);

fn clause(start: u32, matched: u32, end: u32, step: u32) -> (ClauseCode, Label) {
    (ClauseCode { start: Label(start), matched: Label(matched), end: Label(end), span: Span::default() }, Label(step))
}

fn define(
    program: &mut Program,
    name: &str,
    arity: u32,
    instrs: Vec<Instr>,
    clauses: Vec<(ClauseCode, Label)>,
) -> PredId {
    let functor = program.atoms.functor(name, arity);
    let pred = program.predicate(functor);
    let (clauses, steps) = clauses.into_iter().unzip();
    let block = Block { instrs, clauses, steps, ..Block::default() };
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
    let greedy = read(&program, "append(X, [b], [a|X])");
    let caught = read(&program, "catch(nothing(1), error(existence_error(procedure, PI), _), append([1], [], R))");
    let config = Config { memory: 1 << 16, ..Config::default() };
    let mut machine = Machine::new(program, config).unwrap();
    for _ in 0..2 {
        let error = machine.query(&unknown).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("existence_error(procedure,nothing/1)"), "{error}");
        assert_eq!(machine.query(&endless).take(9).filter(|answer| answer.is_ok()).count(), 9);
        // Without answers, each of which would be copied, memory is full soon.
        let last = machine.query(&greedy).last().unwrap().unwrap_err();
        assert!(last.to_string().contains("resource_error"), "{last}");
        assert_eq!(machine.query(&caught).filter(|answer| answer.is_ok()).count(), 1);
    }
}

fn with_library(text: &str) -> Program {
    let mut program = crate::library::program(Atoms::new());
    let source = crate::read::Source::new("test.pl", text);
    let report = super::consult(&source, &mut program, crate::compile::Origin::User);
    assert_eq!(report.errors, []);
    program
}

/// The counts of all solutions of a goal of the program.
fn counts(text: &str, goal: &str) -> Counts {
    let program = with_library(text);
    let goal = read(&program, goal);
    let pred = program.find(goal.terms.functor(goal.root).unwrap()).unwrap();
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(pred, &goal);
    machine.run_goal::<Counting>(&goal, Solutions::All).unwrap();
    let first = machine.take_counts();
    for dispatch in [Dispatch::Match, Dispatch::Threaded] {
        machine.set_dispatch(dispatch);
        machine.run_goal::<Counting>(&goal, Solutions::All).unwrap();
        assert_eq!(machine.take_counts(), first, "the same goal has the same counts");
    }
    machine.run_goal::<Foreseeing>(&goal, Solutions::All).unwrap();
    let bounded = |mut counts: Counts| {
        Key::OBSERVED.into_iter().for_each(|key| counts[key] = 0);
        counts
    };
    assert_eq!(bounded(machine.take_counts()), bounded(first.clone()), "a predictor that looks on changes nothing");
    first
}

#[test]
fn machines_can_be_handed_to_other_threads() {
    fn send<T: Send>() {}
    send::<Machine>();
    send::<Interrupter>();
}

#[test]
fn an_interrupt_ends_an_endless_goal_and_the_machine_goes_on() {
    let program = with_library("loop :- loop. count(N) :- M is N + 1, count(M). ok.");
    let goals: Vec<ReadTerm> =
        ["loop", "count(0)", "repeat, fail", "catch(loop, never, true)", "findall(X, repeat, L)"]
            .iter()
            .map(|text| read(&program, text))
            .collect();
    let ok = read(&program, "ok");
    let caught = read(&program, "catch(loop, error(resource_error(time), _), true)");
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let interrupter = machine.interrupter();
    let interrupt = |why| {
        let interrupter = interrupter.clone();
        std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(30));
            interrupter.interrupt(why);
        })
    };
    for goal in &goals {
        let thread = interrupt(Interrupt::Abort);
        let error = machine.query(goal).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("$aborted"), "{error}");
        thread.join().unwrap();
        assert_eq!(machine.query(&ok).count(), 1);
    }
    let thread = interrupt(Interrupt::Time);
    assert!(machine.query(&caught).next().unwrap().is_ok());
    thread.join().unwrap();
}

#[test]
fn choice_points_and_undone_bindings_are_counted_by_their_size() {
    let counts = counts("p(1, a). p(2, b). p(3, c). q(X, Y) :- p(X, Y).", "q(X, Y)");
    assert_eq!(counts[key::Try::OK], 1);
    assert_eq!(counts[key::Retry::OK], 1);
    assert_eq!(counts[key::Trust::OK], 1);
    assert_eq!(counts[key::Try::ARG], 2);
    assert_eq!(counts[key::Trust::ARG], 2);
    // Both variables are bound below the choice point twice, and undone twice.
    assert_eq!(counts[Key::UNDO], 4);
    assert_eq!(counts.steps(), 4);
}

#[test]
fn unification_counts_each_pair_after_the_first() {
    let counts = counts("same(X, X).", "same(f(a, [1,2], Y), f(a, [1,2], c))");
    assert_eq!(counts[key::GetValueX::SAME], 1);
    // a-a, list-list, Y-c; then 1-1, tail-tail, 2-2, []-[].
    assert_eq!(counts[Key::UNIFY_SIMPLE], 5);
    assert_eq!(counts[Key::UNIFY_LIST], 2);
    assert_eq!(counts[Key::UNIFY_STRUCTURE], 0);
    assert_eq!(counts[Key::UNIFY_WALK], 1);
}

#[test]
fn unification_tells_what_it_walks_through() {
    // The arguments are compared one by one; in g's, the second waits for the first's arguments.
    let counts = counts("same(X, X).", "same(f(g(h(1), 2), a), f(g(h(1), 2), a))");
    assert_eq!(counts[Key::UNIFY_SIMPLE], 3);
    assert_eq!(counts[Key::UNIFY_LIST], 0);
    assert_eq!(counts[Key::UNIFY_STRUCTURE], 2);
    assert_eq!(counts[Key::UNIFY_WALK], 1);
    assert_eq!(counts[Key::UNIFY_WAIT], 1);
    assert_eq!(counts[Key::UNIFY_ENTRY], 1);
}

#[test]
fn unification_counts_where_its_general_case_is_entered() {
    let entered = |goal: &str| counts("same(X, X).", goal)[Key::UNIFY_ENTRY];
    assert_eq!(entered("same(f(a), f(a))"), 1);
    assert_eq!(entered("same(1.5, 1.5)"), 1);
    assert_eq!(entered("same(f(a), g(a))"), 1);
    assert_eq!(entered("same([a], f(a))"), 0);
    assert_eq!(entered("same(a, a)"), 0);
    assert_eq!(entered("same(_, f(a))"), 0);
    // The same cells need no look at what they hold.
    assert_eq!(counts("t(X, X) :- same(X, X). same(X, X).", "t(f(a), _)")[Key::UNIFY_ENTRY], 0);
}

#[test]
fn builtins_count_their_outcome_and_their_units() {
    let counts = counts("t(L, S) :- msort(L, S), \\+ functor(S, foo, _).", "t([c, a, b], S)");
    let id = |name: &str, arity| crate::builtins::builtin(name, arity).unwrap();
    assert_eq!(counts[Key::builtin_true(id("msort", 2))], 1);
    assert_eq!(counts[Key::builtin_unit(id("msort", 2))], 4);
    assert_eq!(counts[Key::builtin_fail(id("functor", 3))], 1);
}

/// The counts of the keys of exceptions in a goal: raised, errors, cells, other catchers.
fn raised(text: &str, goal: &str) -> [u64; 4] {
    let counts = counts(text, goal);
    Key::RAISED.map(|key| counts[key])
}

#[test]
fn a_ball_is_counted_with_what_is_copied_of_it() {
    // The term and its three cells are copied off the heap and back.
    assert_eq!(raised("t(X) :- catch(throw(f(a, b)), f(X, _), true).", "t(X)"), [1, 0, 8, 0]);
    assert_eq!(raised("t :- catch(u, ball, true). u :- throw(ball).", "t"), [1, 0, 0, 0]);
    assert_eq!(
        raised("t :- catch(( member(X, [1, 2, 3]), u(X) ), b(_), true). u(2) :- throw(b(2)).", "t"),
        [1, 0, 6, 0]
    );
    let cleanup = "t :- catch(setup_call_cleanup(true, throw(ball), true), ball, true).";
    assert_eq!(raised(cleanup, "t"), [2, 0, 0, 0], "it goes on after the cleanup");
}

#[test]
fn catchers_of_other_balls_are_counted() {
    let text = "t :- catch(catch(catch(throw(f(a)), g(_), true), f(b), true), f(a), true).";
    // Each is offered a copy of the three cells.
    assert_eq!(raised(text, "t"), [1, 0, 12, 2]);
    let counts = counts(text, "t");
    // f against g; then f(a) against f(b) and f(a).
    assert_eq!(counts[Key::UNIFY_STRUCTURE], 2);
    assert_eq!(counts[Key::UNIFY_SIMPLE], 3);
}

#[test]
fn errors_of_the_machine_are_counted_as_such() {
    let caught = |goal: &str| raised(&format!("t :- catch({goal}, error(_, _), true)."), "t")[..2].to_vec();
    assert_eq!(caught("atom_length(_, _)"), [1, 1]);
    assert_eq!(caught("_ is a + 1"), [1, 1]);
    assert_eq!(caught("throw(error(type_error(a, b), _))"), [1, 0]);
    assert_eq!(caught("true"), [0, 0]);
}

#[test]
fn a_ball_that_nothing_catches_is_not_counted() {
    let program = with_library("t :- catch(throw(f(a)), g(_), true).");
    let goal = read(&program, "t");
    let pred = program.find(goal.terms.functor(goal.root).unwrap()).unwrap();
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(pred, &goal);
    assert!(machine.run_goal::<Counting>(&goal, Solutions::All).is_err());
    let counts = machine.take_counts();
    assert_eq!(Key::RAISED.map(|key| counts[key]), [0; 4]);
    assert_eq!(counts[key::PushCatch::OK], 1);
}

#[test]
fn a_goal_that_has_raised_an_exception_runs_again() {
    let text = "t(L, N) :- length(L, N), nth0(0, L, f(X)), ( X == a -> throw(unexpected(a, L)) ; true ).";
    let program = with_library(text);
    let goal = read(&program, "t([f(a), f(b), \"text\", g(1, 2.5)], _)");
    let pred = program.find(goal.terms.functor(goal.root).unwrap()).unwrap();
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(pred, &goal);
    let arguments = |machine: &mut Machine| {
        let (terms, arguments) = machine.goal_arguments(&goal);
        crate::write::term_to_string(&terms, arguments[0], &machine.program().atoms, &machine.program().ops)
    };
    let before = arguments(&mut machine);
    let mut errors = Vec::new();
    for _ in 0..3 {
        errors.push(machine.run_goal::<Fast>(&goal, Solutions::All).unwrap_err().to_string());
        assert_eq!(arguments(&mut machine), before);
    }
    assert!(errors[0].contains("unexpected(a,[f(a),f(b)"), "{errors:?}");
    assert!(errors.iter().all(|error| *error == errors[0]), "{errors:?}");
}

/// The units of a builtin in a goal.
fn units(name: &str, arity: u32, text: &str, goal: &str) -> u64 {
    counts(text, goal)[Key::builtin_unit(crate::builtins::builtin(name, arity).unwrap())]
}

#[test]
fn the_occurs_check_counts_what_it_looks_at() {
    let of = |goal: &str| units("unify_with_occurs_check", 2, &format!("t :- {goal}."), "t");
    // Three pairs are unified; a constant makes no cycle.
    assert_eq!(of("unify_with_occurs_check(f(a, b, c), f(a, b, _))"), 3);
    // A variable that is bound to a compound term: that is looked at. Where there are two, the whole term is.
    assert_eq!(of("unify_with_occurs_check(f(a, b, c, _), f(a, b, _, g(c)))"), 4 + 1);
    assert_eq!(of("unify_with_occurs_check(f(a, _, _), f(_, g(c), h))"), 3 + 1);
    assert_eq!(of("unify_with_occurs_check(f(a, _, _), f(_, g(c), h(d)))"), 3 + 5);
    assert_eq!(of("unify_with_occurs_check(_, [1, 2, 3, 4])"), 8);
    assert_eq!(of("\\+ unify_with_occurs_check(f(a), f(b))"), 1);
    assert_eq!(of("\\+ unify_with_occurs_check(X, f(X))"), 1);
    let acyclic = |goal: &str| units("acyclic_term", 1, &format!("t :- {goal}."), "t");
    assert_eq!(acyclic("acyclic_term(f(g(a), [b, c]))"), 7);
    assert_eq!(acyclic("acyclic_term(a)"), 0);
    // Beyond four thousand it is walked with marks.
    assert_eq!(acyclic("numlist(1, 3000, L), acyclic_term(L)"), 6000);
}

#[test]
fn builtins_count_what_grows_with_their_data() {
    // Two copies of four cells, of which three are seen, and whose variable is remembered and bound; pairs of the
    // arguments and of the variables' numbers.
    assert_eq!(units("=@=", 2, "t :- f(_, a) =@= f(_, a).", "t"), 2 * (4 + 3 + 6 + 6) + 3);
    // A structure in another costs as much where the first argument tells them apart.
    let far = units("=@=", 2, "t :- \\+ f(a, g(b, c, d)) =@= f(b, g(b, c, d)).", "t");
    assert_eq!(far, 2 * (8 + 6) + 1);
    assert_eq!(units("term_variables", 2, "t :- term_variables(f(X, a, Y, X), _).", "t"), 5 + 2 * 6);
    assert_eq!(units("numbervars", 3, "t :- numbervars(f(_, a, _), 0, _).", "t"), 4 + 2 * 12);
    // Texts in lists count besides their characters, and characters that are looked at.
    assert_eq!(units("atomic_list_concat", 2, "t :- atomic_list_concat([abc, d], _).", "t"), 2 * 32 + 1);
    assert_eq!(units("atomic_list_concat", 3, "t :- atomic_list_concat(_, '-', 'abc-d').", "t"), 2 * 5 + 2 * 32);
    assert_eq!(units("split_string", 4, "t :- split_string('abc-d', '-', '', _).", "t"), 2 * 5 + 2 * 32);
    // Characters and arguments that are written, of lists the elements; and nodes that are read.
    assert_eq!(units("term_to_atom", 2, "t :- term_to_atom(f(a, [bc]), _).", "t"), 9 + 3 * 128);
    assert_eq!(units("term_to_atom", 2, "t :- term_to_atom([a, b, c], _).", "t"), 7 + 3 * 128);
    assert_eq!(units("term_to_atom", 2, "t :- term_to_atom([1.5, b], _).", "t"), 7 + 2 * 128 + 192);
    assert_eq!(units("term_to_atom", 2, "t :- term_to_atom(_, 'f(a, [bc])').", "t"), 5 * 128);
    // A list is made of a text, or an atom of a list, whose elements are codes or characters.
    assert_eq!(units("atom_codes", 2, "t :- atom_codes(abc, _).", "t"), 3);
    assert_eq!(units("atom_chars", 2, "t :- atom_chars(abc, _).", "t"), 6);
    assert_eq!(units("atom_codes", 2, "t :- atom_codes(_, [0'a, 0'b, 0'c]).", "t"), 3 * 4 + 1);
    assert_eq!(units("atom_chars", 2, "t :- atom_chars(_, [a, b, c]).", "t"), 3 * 8 + 1);
    assert_eq!(units("string_length", 2, "t :- string_length([0'a, b, 0'c], _).", "t"), 4 + 8 + 4);
    // One that is shared is only looked through.
    let long = format!("t :- atom_length({}, _).", "a".repeat(320));
    assert_eq!(units("atom_length", 2, &long, "t"), 20);
    // Directives count, those that fill columns and write floats more, and what the text is made into.
    let format = |goal: &str| units("format", 3, &format!("t :- {goal}."), "t");
    assert_eq!(format("format(atom(_), 'abcdefgh', [])"), 1 + 2);
    assert_eq!(format("format(codes(_), 'ab~dc~a', [1, xyz])"), 2 * 128 + 7);
    assert_eq!(format("format(atom(_), 'a~t~8|', [])"), 2 * 128 + 96 + 1 + 2);
    assert_eq!(format("format(atom(_), '~2f', [2.5])"), 128 + 128 + 1);
    // A builtin without a unit has none, whatever it calls.
    assert_eq!(units("exists_file", 1, "t :- \\+ exists_file('no such file').", "t"), 0);
    // A value that is copied is kept from all choice points: here that of the goal, and two.
    let kept = |text: &str| units("nb_setarg", 3, text, "t");
    let few = kept("t :- A = f(a), nb_setarg(1, A, g(b)).");
    assert_eq!(kept("t :- A = f(a), p(_), p(_), nb_setarg(1, A, g(b)), !. p(1). p(2)."), few + 2);
}

/// What a foreseen run counts.
fn foreseen(text: &str, goal: &str) -> Counts {
    let program = with_library(text);
    let goal = read(&program, goal);
    let pred = program.find(goal.terms.functor(goal.root).unwrap()).unwrap();
    let mut machine = Machine::new(program, Config::default()).unwrap();
    let goal = machine.load_goal(pred, &goal);
    machine.run_goal::<Foreseeing>(&goal, Solutions::All).unwrap();
    machine.take_counts()
}

#[test]
fn digits_of_long_integers_are_counted_where_they_are_written_and_read() {
    let digits = |goal: &str| {
        let counts = foreseen(&format!("t :- X is 10 ** 400, {goal}."), "t");
        [Key::DIGIT, Key::DIGIT_PRODUCT].map(|key| counts[key])
    };
    // 1,329 bits are 21 words.
    let once = [401, 2 * 21 * 21];
    assert_eq!(digits("X > 0"), [0, 0]);
    assert_eq!(digits("number_codes(X, _)"), once);
    assert_eq!(digits("format(atom(_), '~d', [X])"), once);
    assert_eq!(digits("term_to_atom(f(X), _)"), once);
    let again = [2 * 401, 2 * 21 * 21 + 21 * 21 / 4];
    assert_eq!(digits("number_codes(X, L), number_codes(_, L)"), again);
    assert_eq!(digits("term_to_atom(X, A), term_to_atom(_, A)"), again);
    assert_eq!(digits("number_codes(12345678901, L), number_codes(_, L)"), [0, 0]);
    // Beyond 32 words by halves.
    assert_eq!(foreseen("t :- X is 2 ** 6399, atom_length(X, _).", "t")[Key::DIGIT_PRODUCT], 100 * 100 / 3 + 100 * 16);
}

#[test]
fn operations_on_long_integers_count_their_products_of_words() {
    let products = |goal: &str| {
        let text = format!("t(A, B) :- {goal}.");
        let of = |bits: u32| num_bigint::BigInt::from(1) << bits;
        foreseen(&text, &format!("t({}, {})", of(64 * 30 - 1), of(64 * 20 - 1)))[Key::INTEGER_PRODUCT]
    };
    assert_eq!(products("X is A * B, X > 0"), 600);
    assert_eq!(products("X is A * 7, X > 0"), 30);
    assert_eq!(products("X is A + B, X > 0"), 0);
    assert_eq!(products("X is A // B, X > 0"), 11 * (2 * 20 + 64));
    assert_eq!(products("X is gcd(A, B), X > 0"), 700 + 18 * (1300 + 14 * 30));
    assert_eq!(products("X is B ** 2, X > 0"), 2 * 2 * 20 * 20);
    assert_eq!(products("X is 7 ** 853, X > 0"), 2 * 2 * 19 * 19);
    assert_eq!(products("X is powm(3, 255, B - 1), X > 0"), 8 * (200 + 3 * 20 * 20));
    // Beyond 40 words by halves: three products, here of 30 words each.
    assert_eq!(products("X is A * A, Y is X * X, Y > 0"), 900 + 2 * 3 * 30 * 30);
}

#[test]
fn sorting_counts_the_pairs_inside_of_elements() {
    let pairs = |goal: &str| counts(&format!("t :- {goal}."), "t")[Key::SORT_PAIR];
    assert_eq!(pairs("msort([c, a, b], _)"), 0);
    assert_eq!(pairs("msort([f(a, 1), f(b, 2)], _)"), 1);
    // One comparison finds two runs, another merges them.
    assert_eq!(pairs("msort([f(a, 2), f(a, 1)], _)"), 4);
    assert_eq!(pairs("keysort([k(a, 2)-z, k(a, 1)-y], _)"), 4);
    assert_eq!(pairs("sort(1, @>=, [p(2, x), p(1, y)], _)"), 0);
    // Once more to drop what is the same.
    assert_eq!(pairs("sort([f(a, 1), f(a, 1)], _)"), 4);
    // What is not sorted has none, also after sorting.
    assert_eq!(pairs("msort([f(a, 1), f(b, 2)], _), f(a, 1) @< f(a, 2)"), 1);
}

#[test]
fn a_predicate_without_arguments_looks_at_no_register() {
    let counts = counts("t :- u(_), fail. t. u(1). u(2).", "t");
    assert_eq!(counts[key::SwitchOnTerm::VAR], 1);
}

#[test]
fn counts_do_not_depend_on_what_ran_before() {
    let text = ":- dynamic(f/2). t(N) :- fill(N), f(3, _), retractall(f(_, _)).
        fill(0) :- !. fill(N) :- assertz(f(N, x)), M is N - 1, fill(M).";
    counts(text, "t(20)");
    counts("t(X) :- findall(Y, member(Y, [1,2,3]), X).", "t(X)");
    counts("t(X) :- catch(u(X), E, true), nonvar(E). u(X) :- member(X, [1,2,3]), X > 2, throw(found(X)).", "t(X)");
}

#[test]
fn terms_that_hold_themselves_are_sorted_with_the_same_counts_in_all_modes() {
    let text = "t(N, Ys) :- mks(N, Xs), msort(Xs, Ys).
        mks(0, []) :- !. mks(N, [X|Xs]) :- X = f(X, N), M is N - 1, mks(M, Xs).";
    let counts = counts(text, "t(24, Ys)");
    // Where terms are suspected to be cyclic, further comparisons take care from the beginning.
    assert!(counts[Key::SORT_PAIR] > 1 << 20 && counts[Key::SORT_PAIR] < 1 << 21, "{}", counts[Key::SORT_PAIR]);
}

#[test]
fn a_run_that_is_foreseen_needs_no_more_native_stack_the_longer_it_is() {
    let run = || {
        let program = with_library("down(0) :- !.\ndown(N) :- M is N - 1, down(M).");
        let goal = read(&program, "down(50000)");
        let pred = program.find(goal.terms.functor(goal.root).unwrap()).unwrap();
        let mut machine = Machine::new(program, Config::default()).unwrap();
        let goal = machine.load_goal(pred, &goal);
        machine.run_goal::<Foreseeing>(&goal, Solutions::All).unwrap();
        machine.take_counts().instructions()
    };
    // A frame an instruction would take 7 MB.
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap();
    assert!(thread.join().unwrap() > 200_000);
}

#[test]
fn a_goal_that_keeps_its_heap_runs_again() {
    // The second run is collected while the heap is lower than what the first has kept.
    let counts =
        counts("t(X) :- numlist(1, 40000, L), A = f(a), nb_setarg(1, A, L), arg(1, A, M), length(M, X).", "t(X)");
    assert!(counts[Key::COLLECT] > 0, "nothing was collected");
}
