//! The collector: programs that make garbage run in little memory, in time linear in their steps, and what is not garbage
//! survives. The machines here have so little memory that a program whose garbage stays would run out of it.
#![allow(missing_docs)]

use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::cost::Key;
use wam::machine::{Collecting, Config, Counting, Fast, Machine, Solutions, consult};
use wam::read::{Source, read_term_from_str};
use wam::write::term_to_string;

const PROGRAM: &str = "
    garbage(0) :- !.
    garbage(N) :- X = f(N, [N, N], _), X = f(_, _, y), N1 is N - 1, garbage(N1).

    count(0).
    count(N) :- N > 0, N1 is N - 1, count(N1).

    floats(0, _) :- !.
    floats(N, X) :- Y is X * 1.000001 + 0.5, N1 is N - 1, floats(N1, Y).

    bigs(0, _) :- !.
    bigs(N, X) :- Y is (X * 3 + 1) mod 1000000000000000000000000000007, N1 is N - 1, bigs(N1, Y).

    strings(0, _) :- !.
    strings(N, S) :- number_codes(N, Cs), string_codes(T, Cs), string_concat(T, S, _), N1 is N - 1, strings(N1, T).

    choose(0) :- !.
    choose(N) :- ( member(X, [1,2,3,N]), X >= 3 -> Y = X ; Y = none ), \\+ Y = none, N1 is N - 1, choose(N1).

    failing(N) :- between(1, N, I), X = f(I, [I]), X = none.
    failing(_).

    repeated(N) :- nb_setval(counter, 0), repeat, nb_getval(counter, I), J is I + 1, nb_setval(counter, J), J >= N, !.

    catching(0) :- !.
    catching(N) :- catch(( N mod 2 =:= 0, throw(even(N, [N])) ), even(X, _), X > 0) -> catching_(N) ; catching_(N).
    catching_(N) :- N1 is N - 1, catching(N1).

    keeping(0, L, L) :- !.
    keeping(N, L, K) :- X = f(N, L), arg(2, X, L1), N1 is N - 1, keeping(N1, L1, K).

    numbers(N, N, [N]) :- !.
    numbers(I, N, [I|Is]) :- I1 is I + 1, numbers(I1, N, Is).

    list(N) :- numbers(1, N, _).
    lists(N) :- numbers(1, N, L), doubles(L, D), sum(D, 0, _).

    doubles([], []).
    doubles([X|Xs], [Y|Ys]) :- doubles(Xs, Ys), Y is 2 * X.

    sum([], S, S).
    sum([X|Xs], S0, S) :- S1 is S0 + X, sum(Xs, S1, S).

    setting(0, _) :- !.
    setting(N, T) :- setarg(1, T, f(N)), b_setval(it, N), N1 is N - 1, setting(N1, T).

    binding(0, _) :- !.
    binding(N, X) :- ( true ; fail ), f(X, _) = f(Y, Z), Y = Z, !, N1 is N - 1, binding(N1, _).

    open(N, Choices) :- numbers(1, 20, L), findall(X, member(X, L), Xs), deep(Choices, Xs, S), garbage(N), S == 210.
    deep(0, Xs, S) :- sum(Xs, 0, S).
    deep(D, Xs, S) :- member(_, [D, D]), D1 is D - 1, deep(D1, Xs, S).

    % Bound cells older than a choice point, of which some are garbage when the choice point is returned to.
    again(N, R) :- length(L, 10), again_(L, N, R).
    again_(L, N, R) :- ( L = [a|_], garbage(N), fail ; L = [B|_], var(B), garbage(N), B = b, R = L ).

    queens(N, Qs) :- numbers(1, N, Ns), select_queens(Ns, [], Qs).
    select_queens([], Qs, Qs).
    select_queens(Unplaced, Safe, Qs) :-
        select(Q, Unplaced, Rest), \\+ attack(Q, Safe), select_queens(Rest, [Q|Safe], Qs).
    attack(X, Xs) :- attack(X, 1, Xs).
    attack(X, N, [Y|_]) :- ( X is Y + N ; X is Y - N ).
    attack(X, N, [_|Ys]) :- N1 is N + 1, attack(X, N1, Ys).

    % Terms nested in their first arguments: newer ones around older ones, older around newer, and in no order.
    newer(0, T, T) :- !.
    newer(N, A, T) :- M is N - 1, garbage(1), newer(M, f(A, x(N), 1.5, 100000000000000000000), T).
    older(0, end) :- !.
    older(N, f(A, x(N), 1.5, 100000000000000000000)) :- M is N - 1, garbage(1), older(M, A).
    shuffled(N, T) :- made(N, Made), keysort(Made, Order), linked(Order, T).
    made(0, []) :- !.
    made(N, [K-f(_, x(N), 1.5, 100000000000000000000)|L]) :- K is N * 7919 mod 104729, M is N - 1, made(M, L).
    linked([], end).
    linked([_-T|Rest], T) :- arg(1, T, A), linked(Rest, A).
    nested(T, S) :- nested(T, 0, S).
    nested(end, S, S) :- !.
    nested(f(A, x(N), 1.5, 100000000000000000000), S0, S) :- S1 is S0 + N, nested(A, S1, S).
    pairs(0, T, T) :- !.
    pairs(N, A, T) :- M is N - 1, garbage(1), pairs(M, [A|A], T).
    heads(end, N, N) :- !.
    heads([A|B], N0, N) :- same_term(A, B), N1 is N0 + 1, heads(A, N1, N).
";

fn program() -> (Atoms, Program) {
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    let report = consult(&Source::new("gc.pl", PROGRAM), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    (atoms, program)
}

const LITTLE: Config = Config {
    memory: 12 << 20,
    is_metered: false,
    last_resort: None,
    time_limit: None,
    dispatch: wam::machine::Dispatch::Threaded,
    seed: 0,
    collecting: Collecting::WhenDue,
};

/// The first answer to a goal, as text.
fn answer(config: &Config, goal: &str) -> String {
    let (atoms, program) = program();
    let goal = read_term_from_str(goal, &atoms, &program.ops, &program.flags).expect("a goal");
    let ops = program.ops.clone();
    let mut machine = Machine::new(program, config.clone()).expect("memory");
    match machine.query(&goal).next() {
        None => "no".into(),
        Some(Err(error)) => error.to_string(),
        Some(Ok(solution)) => {
            let bindings = solution.bindings.iter();
            let texts = bindings.map(|(_, id)| term_to_string(&solution.terms, *id, &atoms, &ops));
            let texts: Vec<String> = texts.collect();
            if texts.is_empty() { "yes".into() } else { texts.join(" ") }
        }
    }
}

#[test]
fn loops_of_ten_million_steps_run_in_little_memory() {
    for goal in ["garbage(10000000)", "count(10000000)", "floats(10000000, 1.0)", "failing(10000000)"] {
        assert_eq!(answer(&LITTLE, goal), "yes", "{goal}");
    }
}

#[test]
fn loops_with_choice_points_exceptions_and_boxes_run_in_little_memory() {
    for goal in [
        "bigs(1000000, 1)",
        "strings(300000, x)",
        "choose(1000000)",
        "repeated(1000000)",
        "catching(300000)",
        "setting(1000000, t(0))",
        "binding(1000000, _)",
        "open(1000000, 1000)",
    ] {
        assert_eq!(answer(&LITTLE, goal), "yes", "{goal}");
    }
}

#[test]
fn what_is_alive_survives() {
    let goal = "numbers(1, 10000, L), keeping(1000000, L, K), sum(K, 0, S), L == K, S2 = S, _G = 1";
    assert!(answer(&LITTLE, goal).ends_with("50005000 50005000"), "{}", answer(&LITTLE, goal));
    assert_eq!(answer(&LITTLE, "again(300000, _R), _R = [B|_], length(_R, N)"), "b 10");
    assert_eq!(answer(&LITTLE, "queens(8, Qs)"), "[4,2,7,3,6,8,5,1]");
}

#[test]
fn terms_survive_that_are_nested_deeper_than_marks_wait() {
    let wide = Config { memory: 128 << 20, ..LITTLE };
    for (goal, sum) in [
        ("newer(200000, end, _T), garbage_collect, nested(_T, S), garbage_collect, nested(_T, S)", "20000100000"),
        ("older(200000, _T), garbage_collect, nested(_T, S), garbage_collect, nested(_T, S)", "20000100000"),
        ("shuffled(100000, _T), garbage_collect, nested(_T, S), garbage_collect, nested(_T, S)", "5000050000"),
        ("pairs(200000, end, _T), garbage_collect, heads(_T, 0, N), garbage_collect, heads(_T, 0, N)", "200000"),
    ] {
        assert_eq!(answer(&wide, goal), sum, "{goal}");
    }
}

#[test]
fn a_collection_can_be_asked_for_and_switched_off() {
    let goal = "garbage(1000), statistics(garbage_collection, [A|_]), garbage_collect, garbage(1), \
                statistics(garbage_collection, [B,Bytes|_]), Bytes > 30000, N is B - A, A = 0";
    assert!(answer(&LITTLE, goal).ends_with(" 1"), "{}", answer(&LITTLE, goal));
    let goal = "set_prolog_flag(gc, false), catch(garbage(10000000), error(E, _), true)";
    assert_eq!(answer(&LITTLE, goal), "resource_error(memory)");
    assert_eq!(answer(&LITTLE, "current_prolog_flag(gc, X)"), "true");
}

#[test]
fn memory_that_is_full_of_live_data_is_an_error_and_usable_afterwards() {
    let goal =
        "catch(( numbers(1, 100000000, _L), sum(_L, 0, _) ), error(E, _), true), garbage(1000000), count(1000000)";
    assert_eq!(answer(&LITTLE, goal), "resource_error(memory)");
    let goal = "between(1, 200, I), catch(( numbers(1, 100000000, _L), sum(_L, 0, _) ), error(E, _), true), I >= 200";
    assert_eq!(answer(&LITTLE, goal), "200 resource_error(memory)");
}

/// What the collector does in a run of a predicate of one argument: roots, live cells, blocks and trail entries it looks at.
fn collected(config: &Config, name: &str, size: u64) -> u64 {
    let (atoms, program) = program();
    let goal = read_term_from_str(&format!("{name}({size})"), &atoms, &program.ops, &program.flags).expect("a goal");
    let pred = program.find(atoms.functor(name, 1)).expect("it is defined");
    let mut machine = Machine::new(program, config.clone()).expect("memory");
    let goal = machine.load_goal(pred, &goal);
    machine.take_counts();
    let outcome = machine.run_goal::<Counting>(&goal, Solutions::First).expect("runs");
    assert_eq!(outcome.solutions, 1, "{name}({size})");
    let counts = machine.take_counts();
    Key::COLLECTOR.iter().map(|&key| counts[key]).sum()
}

#[test]
fn collecting_costs_work_linear_in_what_is_pushed() {
    let large = Config { memory: 4 << 30, ..LITTLE };
    // Ten times the program's work; a quadratic collector would do a hundred times as much.
    for name in ["list", "lists"] {
        let (one, ten) = (collected(&large, name, 300_000), collected(&large, name, 3_000_000));
        println!("{name}: {one} and {ten}");
        assert!(one > 0, "{name}: nothing was collected");
        assert!(ten < 40 * one, "{name}: {one} and {ten}");
    }
}

#[test]
fn answers_are_the_same_when_the_heap_is_collected_at_every_call() {
    let always = Config { collecting: Collecting::AtEveryCall, ..LITTLE };
    for goal in [
        "queens(6, Qs)",
        "again(100, R)",
        "numbers(1, 200, L), doubles(L, D), sum(D, 0, S)",
        "open(100, 20)",
        "setting(100, T0), T0 = t(1)",
        "findall(X-Y, ( member(X, [1,2,3]), member(Y, [a,b]), garbage(5) ), L), length(L, N)",
        "catching(50)",
        "strings(50, x)",
        "numbers(1, 50, L), msort(L, M), append(A, B, M), length(A, 20), last(B, Z)",
    ] {
        assert_eq!(answer(&always, goal), answer(&LITTLE, goal), "{goal}");
    }
}

#[test]
fn a_loaded_goal_can_run_again_after_collections() {
    let (atoms, program) = program();
    let goal = read_term_from_str("keeping(200000, [a,X,c|T], K)", &atoms, &program.ops, &program.flags);
    let pred = program.find(atoms.functor("keeping", 3)).expect("defined");
    let ops = program.ops.clone();
    let mut machine = Machine::new(program, LITTLE).expect("memory");
    let goal = machine.load_goal(pred, &goal.expect("a goal"));
    for _ in 0..3 {
        machine.run_goal::<Fast>(&goal, Solutions::First).expect("runs");
        let (terms, args) = machine.goal_arguments(&goal);
        let texts: Vec<String> = args[1..].iter().map(|&arg| term_to_string(&terms, arg, &atoms, &ops)).collect();
        assert_eq!(texts[0], texts[1]);
    }
}

#[test]
fn a_goal_that_runs_again_finds_what_its_last_run_changed_as_it_was() {
    let atoms = Atoms::new();
    let mut program: Program = wam::library::program_to_run(atoms.clone());
    let text = "run(T) :- T == t(a), b_setval(it, f(T, [1])), setarg(1, T, g([2])), garbage_collect.\n";
    let report = consult(&Source::new("again.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    let read = read_term_from_str("run(t(a))", &atoms, &program.ops, &program.flags).expect("a goal");
    let config = Config { collecting: Collecting::AtEveryCall, ..Config::default() };
    let mut machine = Machine::new(program, config).expect("memory");
    let pred = machine.program().find(atoms.functor("run", 1)).expect("it is defined");
    let goal = machine.load_goal(pred, &read);
    for _ in 0..3 {
        let outcome = machine.run_goal_batch::<Fast>(&goal, Solutions::First, 4).expect("runs");
        assert_eq!(outcome.solutions, 4);
    }
}
