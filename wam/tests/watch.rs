//! What watching tells: against an interpreter that keeps boxes by the book (`watch/simulator.rs`), against figures of the
//! foldt paper, and that it changes nothing.
#![allow(missing_docs)]

#[path = "watch/simulator.rs"]
mod simulator;

use simulator::{Simulator, Told};
use std::any::Any;
use std::ops::ControlFlow;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::watch::{Boxes, Event, Observer, Plan, Port, Ports, Redo};
use wam::machine::{Config, Dispatch, Machine, Solutions, WatchingBoxes, WatchingCalls, consult};
use wam::read::{Source, read_term_from_str};
use wam::term::ReadTerm;

const QUEENS: &str = include_str!("watch/queens.pl");

/// Keeps all events.
#[derive(Default)]
struct Log(Vec<Told>);

impl Observer for Log {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        let name = event.program().atoms.name(event.functor().name).to_string();
        self.0.push((event.port(), name, event.call(), event.depth()));
        ControlFlow::Continue(())
    }
}

fn load(text: &str) -> Program {
    let mut program = Program::empty(Atoms::new());
    let report = consult(&Source::new("test.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{text}");
    program
}

fn machine(text: &str, config: Config) -> Box<Machine> {
    Machine::new(load(text), config).expect("memory")
}

/// Keeps what else is known of an event that may be told later; from an event on it has seen enough.
struct Rest {
    seen: Vec<(u64, bool, String)>,
    enough: usize,
}

impl Observer for Rest {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        let name = event.program().atoms.name(event.functor().name).to_string();
        self.seen.push((event.chrono(), event.has_choices(), format!("{} {name}", event.port())));
        if self.seen.len() >= self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn plan(machine: &Machine, redo: Redo, boxes: Boxes, semidet: &[&str]) -> Plan {
    let program = machine.program();
    let known = |name: &&str| {
        let found = program.predicates.iter().position(|p| *program.atoms.name(p.functor.name) == **name);
        wam::instr::PredId(found.expect("a predicate of the program") as u32)
    };
    let semidet = semidet.iter().map(known).collect();
    Plan { users: Some(Ports::ALL), redo, boxes, semidet, ..Plan::default() }
}

fn read(machine: &Machine, goal: &str) -> ReadTerm {
    let program = machine.program();
    read_term_from_str(goal, &program.atoms, &program.ops, &program.flags).expect("a goal")
}

/// What the first goal, or all, of `main` tell.
fn events(text: &str, all: bool, config: Config, plan: impl FnOnce(&Machine) -> Plan) -> Vec<Told> {
    observed(text, all, config, plan, Log::default()).0
}

fn observed<O: Observer>(
    text: &str,
    all: bool,
    config: Config,
    plan: impl FnOnce(&Machine) -> Plan,
    observer: O,
) -> Box<O> {
    let mut machine = machine(text, config);
    let plan = plan(&machine);
    machine.watch(plan, Some(Box::new(observer))).expect("address space");
    let goal = read(&machine, "main");
    let pred = machine.program().find(goal.terms.functor(goal.root).expect("callable")).expect("defined");
    let loaded = machine.load_goal(pred, &goal);
    let solutions = if all { Solutions::All } else { Solutions::First };
    // An exception is an event of its own.
    let _ = machine.run_goal::<WatchingBoxes>(&loaded, solutions);
    let observer: Box<dyn Any> = machine.unwatch().expect("it was given one");
    observer.downcast::<O>().expect("it is the one")
}

fn counts(events: &[Told], port: Port) -> usize {
    events.iter().filter(|(p, ..)| *p == port).count()
}

fn of(events: &[Told], port: Port, name: &str) -> usize {
    events.iter().filter(|(p, n, ..)| *p == port && n == name).count()
}

const SEMIDET: &[&str] = &["main", "data", "safe", "nodiag"];

#[test]
fn five_queens_have_the_events_of_the_paper() {
    for (redo, redos, fails, qperm, nodiag) in
        [(Redo::Left, 85, 82, 50, 0), (Redo::Declared, 95, 92, 60, 0), (Redo::All, 105, 102, 60, 10)]
    {
        let plan = |machine: &Machine| plan(machine, redo, Boxes::Tail, SEMIDET);
        let told = events(QUEENS, true, Config::default(), plan);
        let found = [Port::Call, Port::Exit, Port::Redo, Port::Fail].map(|port| counts(&told, port));
        assert_eq!(found, [140, 143, redos, fails], "{redo:?}");
        let found = ["qperm", "qdelete", "nodiag"].map(|name| of(&told, Port::Redo, name));
        assert_eq!(found, [qperm, 35, nodiag], "{redo:?}");
    }
}

const GUARDED: &str = "even and odd";

/// Programs of pure Prolog, with goals; the figures of queens are in the test above.
const PROGRAMS: &[(&str, &str)] = &[
    ("queens", QUEENS),
    (
        "cuts",
        "main :- p(X), q(X), fail.
         main :- \\+ r(z), ( p(X), X \\== a -> q(X) ; true ), s.
         p(a). p(b). p(c).
         q(X) :- p(Y), X == Y, !, r(Y).
         q(_).
         r(X) :- p(X), p(_), !.
         r(d).
         s :- ( p(X) ; p(X) ), p(Y), X == Y, Y == c, !, p(_).
         s.",
    ),
    (
        "tails",
        "main :- count(5, N), last(N).
         count(0, N) :- !, N = z.
         count(K, N) :- K1 is K - 1, count(K1, N).
         last(z) :- walk([1,2,3,4], R), fail_late(R).
         walk([], []).
         walk([X|Xs], [X|Ys]) :- walk(Xs, Ys).
         walk([_|Xs], Ys) :- walk(Xs, Ys).
         fail_late(R) :- R = [_, _], other(R).
         other([X, Y]) :- Y > X, !, more(X).
         more(2).
         more(X) :- X > 1, Y is X - 1, more(Y).",
    ),
    (
        "permutations",
        "main :- perm([1,2,3], P), ordered(P).
         perm([], []).
         perm(L, [X|P]) :- sel(X, L, R), perm(R, P).
         sel(X, [X|R], R).
         sel(X, [Y|R], [Y|S]) :- sel(X, R, S).
         ordered([]). ordered([_]).
         ordered([X, Y|R]) :- X >= Y, ordered([Y|R]).",
    ),
    (
        GUARDED,
        "main :- even(6), ( odd(3) ; odd(4) ), \\+ even(3), \\+ \\+ even(2).
         even(0). even(N) :- N > 0, M is N - 1, odd(M).
         odd(N) :- N > 0, M is N - 1, even(M).",
    ),
    (
        "colours",
        "main :- c(A), c(B), A \\== B, c(C), C \\== A, C \\== B, ok(A, B, C).
         c(red). c(green). c(blue).
         ok(blue, X, Y) :- !, sure(X, Y).
         ok(_, _, red) :- fail.
         sure(red, green) :- fail.
         sure(green, red).",
    ),
];

fn in_all_ways(what: &str, text: &str, redos: &[Redo]) -> usize {
    let mut compared = 0;
    for &redo in redos {
        for all in [true, false] {
            let expected = Simulator::new(&load(text), redo, &[]).run("main", all);
            for (boxes, dispatch, waits) in [
                (Boxes::Tail, Dispatch::Threaded, false),
                (Boxes::Full, Dispatch::Threaded, false),
                (Boxes::Tail, Dispatch::Match, false),
                (Boxes::Tail, Dispatch::Threaded, true),
                (Boxes::Full, Dispatch::Match, true),
            ] {
                let config = Config { dispatch, ..Config::default() };
                let told = events(text, all, config, |machine| Plan { waits, ..plan(machine, redo, boxes, &[]) });
                let differ = told.iter().zip(&expected).position(|(a, b)| a != b);
                let from = differ.unwrap_or(told.len().min(expected.len()));
                assert!(
                    told == expected,
                    "{what}, {redo:?}, {boxes:?}, all: {all}, waits: {waits}: event {from} differs: {:?}, expected {:?}\n{text}",
                    &told[from..told.len().min(from + 5)],
                    &expected[from..expected.len().min(from + 5)]
                );
                compared += told.len();
            }
        }
    }
    compared
}

#[test]
fn events_are_those_of_an_interpreter_with_boxes() {
    let mut compared = 0;
    for (name, text) in PROGRAMS {
        compared += in_all_ways(name, text, &[Redo::Declared, Redo::All]);
        // Guards select clauses, too, which the interpreter does not know.
        if *name != GUARDED {
            compared += in_all_ways(name, text, &[Redo::Left]);
        }
    }
    println!("{compared} events of {} programs compared", PROGRAMS.len());
    assert!(compared > 10_000, "only {compared} events");
}

/// Some predicates are told, or some ports, or all until the observer has seen enough: told later it is the same.
#[test]
fn events_that_wait_are_those_that_do_not() {
    const LONG: &str = "main :- between_(1, 2000, X), p(X), q(X), X >= 1999, throw(end).
        between_(L, _, L). between_(L, H, X) :- L < H, M is L + 1, between_(M, H, X).
        p(X) :- X > 3. p(_). q(X) :- X mod 2 =:= 0, !. q(X) :- X > 1, r(X). r(_). r(_) :- fail.";
    let (mut compared, mut longest) = (0, 0);
    let ports = [Ports::ALL, Ports::NONE.with(Port::Exit).with(Port::Exception), Ports::NONE.with(Port::Call)];
    for (_, text) in PROGRAMS.iter().chain(&[("long", LONG)]) {
        for boxes in [Boxes::Tail, Boxes::Merge, Boxes::Full] {
            for (told, enough, only_last) in ports
                .iter()
                .flat_map(|&ports| [(ports, usize::MAX, false), (ports, usize::MAX, true), (ports, 700, false)])
            {
                let [now, later] = [false, true].map(|waits| {
                    let plan = |machine: &Machine| {
                        let ids = (0..machine.program().predicates.len() as u32).map(wam::instr::PredId);
                        let untold = ids.filter(|id| only_last && id.0 % 2 == 0).map(|id| (id, Ports::NONE));
                        let untold = untold.collect();
                        Plan { predicates: untold, users: Some(told), waits, ..plan(machine, Redo::Left, boxes, &[]) }
                    };
                    let mut seen =
                        observed(text, true, Config::default(), plan, Rest { seen: Vec::new(), enough }).seen;
                    // Until the break is seen events go on.
                    seen.truncate(enough);
                    seen
                });
                assert_eq!(now, later, "{boxes:?}, {told:?}, {enough}, {only_last}: {text}");
                compared += now.len();
                longest = longest.max(now.len());
            }
        }
    }
    println!("{compared} events compared");
    assert!(compared > 50_000 && longest > 10_000, "only {compared} events, {longest} of one run");
}

/// Events wait until nothing is watched any more: who wants no more then does not end the next run. Calls alone wait, too.
#[test]
fn what_waits_at_the_end_of_a_run_is_told_and_ends_no_other() {
    for waits in [false, true] {
        let mut machine = machine(QUEENS, Config::default());
        let told = Ports::NONE.with(Port::Call);
        let plan = Plan { users: Some(told), waits, ..Plan::default() };
        let observer = Rest { seen: Vec::new(), enough: 140 };
        machine.watch(plan, Some(Box::new(observer))).expect("address space");
        let goal = read(&machine, "main");
        let pred = machine.program().find(goal.terms.functor(goal.root).expect("callable")).expect("defined");
        let loaded = machine.load_goal(pred, &goal);
        // The last call of a run that is told at once ends it.
        let _ = machine.run_goal::<WatchingCalls>(&loaded, Solutions::First);
        let observer: Box<dyn Any> = machine.unwatch().expect("it was given one");
        let seen = observer.downcast::<Rest>().expect("it is the one").seen;
        let numbers: Vec<u64> = seen.iter().map(|(chrono, ..)| *chrono).collect();
        assert_eq!(numbers, (1..=140).collect::<Vec<u64>>(), "waits: {waits}");
        if waits {
            machine.run_goal::<WatchingCalls>(&loaded, Solutions::First).expect("nobody ends it");
        }
    }
}

/// A linear congruential generator: the same programs in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}

/// A program whose predicates call later ones only.
fn random_program(random: &mut Random) -> String {
    const LAST: u64 = 5;
    let mut text = format!("main :- {}.\n", body(random, 0, LAST, 3));
    for p in 0..=LAST {
        for _ in 0..1 + random.below(3) {
            let (a, b) = (random.of(&["a", "b", "X", "_"]), random.of(&["a", "b", "X", "Y", "c"]));
            let goals =
                if p == LAST || random.below(3) == 0 { "true".to_string() } else { body(random, p + 1, LAST, 2) };
            text += &format!("p{p}({a}, {b}) :- {goals}.\n");
        }
    }
    text
}

fn body(random: &mut Random, from: u64, last: u64, depth: u64) -> String {
    let many = 1 + random.below(3);
    let goals: Vec<String> = (0..many).map(|_| goal(random, from, last, depth)).collect();
    goals.join(", ")
}

fn goal(random: &mut Random, from: u64, last: u64, depth: u64) -> String {
    let kind = if depth == 0 { random.below(7) } else { random.below(12) };
    match kind {
        0 => "!".to_string(),
        1 => format!("{} = {}", random.of(&["X", "Y", "Z"]), random.of(&["a", "b", "Z", "X"])),
        7 => format!("( {} ; {} )", body(random, from, last, depth - 1), body(random, from, last, depth - 1)),
        8 | 9 => {
            let [a, b, c] = [(); 3].map(|()| body(random, from, last, depth - 1));
            format!("( {a} -> {b} ; {c} )")
        }
        10 => format!("\\+ ( {} )", body(random, from, last, depth - 1)),
        _ if from > last => "true".to_string(),
        _ => {
            let p = from + random.below(last + 1 - from);
            let [a, b] = [(); 2].map(|()| random.of(&["X", "Y", "Z", "a", "b", "c", "_"]));
            format!("p{p}({a}, {b})")
        }
    }
}

#[test]
fn events_of_random_programs_are_those_of_an_interpreter_with_boxes() {
    let mut random = Random(7);
    let mut compared = 0;
    for _ in 0..400 {
        compared += in_all_ways("random", &random_program(&mut random), &[Redo::All, Redo::Left]);
    }
    println!("{compared} events compared");
    assert!(compared > 50_000, "only {compared} events");
}
