//! Instrumented programs: every basis event happens, and nothing but what is told is changed.
#![allow(missing_docs)]

#[path = "../../wam/tests/common/mod.rs"]
mod common;
#[path = "../../wam/tests/recorded/mod.rs"]
mod recorded;

use common::answers;
use monitor::instrument::Config;
use monitor::instrument::basis::{Events, ROWS};
use monitor::instrument::observe::{Counter, Happened, Sink, Telling};
use monitor::instrument::ports::plan;
use monitor::instrument::rewrite::{Instrumenter, Values};
use recorded::{Recorded, recorded};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::machine::watch::Plan;
use wam::machine::{Collecting, Config as Limits, Fast, Machine, WatchingBoxes, WatchingSteps, consult};
use wam::read::{Source, read_term_from_str};

/// A machine whose program is instrumented, and who has changed it.
fn instrumented(program: &str, config: &str, values: Values, limits: Limits) -> (Box<Machine>, Arc<Instrumenter>) {
    let config = Config::of(&[("test.evc", config)], Events::all()).expect("it is a configuration");
    let by = Arc::new(Instrumenter::new(config, values));
    let mut text = wam::library::program_to_run(Atoms::new());
    text.instrument(by.clone());
    let report = consult(&Source::new("goals.pl", program), &mut text, Origin::User);
    assert_eq!(report.errors, []);
    (Machine::new(text, limits).expect("memory"), by)
}

/// How often each code is told while a goal runs to its first answer.
fn counts(program: &str, config: &str, goal: &str) -> (Vec<String>, FxHashMap<String, u64>) {
    let (mut machine, by) = instrumented(program, config, Values::WhereTested, Limits::default());
    machine.set_output(Box::new(std::io::sink()));
    let plan = plan(by.choices(), Values::WhereTested, machine.program()).unwrap_or_default();
    let has_steps = plan.machine.needs_steps();
    machine.watch(plan, Some(Box::new(Telling::new(by.clone(), Counter::default())))).expect("address space");
    let atoms = machine.program().atoms.clone();
    let read = read_term_from_str(goal, &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    let found = match has_steps {
        true => answers::<WatchingSteps>(&mut machine, &read, &atoms, 1),
        false => answers::<WatchingBoxes>(&mut machine, &read, &atoms, 1),
    };
    let counter = Telling::<Counter>::finish(&mut machine).expect("it was observed");
    let sites = by.sites();
    let told = sites.codes().iter().zip(counter.counts()).filter(|(_, count)| **count > 0);
    (found, told.map(|(code, &count)| (code.to_string(), count)).collect())
}

#[test]
fn every_basis_event_happens() {
    let dir = tempfile::tempdir().expect("a directory");
    let program = include_str!("instrument/events.pl").replace("DIR", &dir.path().display().to_string());
    let mut told: FxHashMap<String, u64> = FxHashMap::default();
    for goal in [
        "ports",
        "control",
        "unification",
        "binding",
        "tests",
        "comparison",
        "terms",
        "texts",
        "database",
        "streams",
        "meta",
        "system",
        "arithmetic",
        "machine",
        "last",
    ] {
        let (answers, counts) = counts(&program, "E_All;", goal);
        let expected = if goal == "last" { "halt(0)" } else { "true" };
        assert_eq!(answers, [expected], "{goal}");
        counts.into_iter().for_each(|(code, count)| *told.entry(code).or_default() += count);
    }
    let missing: Vec<&str> = ROWS.iter().map(|row| row.code).filter(|code| !told.contains_key(*code)).collect();
    assert!(missing.is_empty(), "{missing:?} never happen");
    assert!(told.len() >= 180, "only {} events", told.len());
}

/// Looks at everything of an event, and does nothing with it.
#[derive(Default)]
struct Nosy {
    letters: usize,
}

impl Sink for Nosy {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        // Values of a program that builds much are long.
        if event.chrono() < 5_000 {
            self.letters += event.value().text.len() + event.place().predicate.map_or(0, |of| of.len());
        }
        ControlFlow::Continue(())
    }
}

/// In which mode goals run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Plain,
    Boxes,
    Steps,
}

/// The goals of a file whose answers differ from those on record while everything is told.
fn failures(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let limits = Limits { memory: 96 << 20, ..Limits::default() };
    let collecting = Limits { collecting: Collecting::AtEveryCall, ..limits.clone() };
    let mut failures = Vec::new();
    let clauses = "E_ClauseChoice, E_Control, E_Unification, E_Build, E_Test, E_Compare, E_Order, E_Term, E_Text, E_Database, \
                   E_IO, E_Meta, E_System, E_Arith, E_Fail, E_Exception;";
    // What runs long in these takes too long where each instruction is looked at.
    let is_short = ["control.pl", "cleanup.pl", "database.pl", "rules.pl"].iter().any(|name| path.ends_with(name));
    for (config, values, limits, mode) in [
        (clauses, Values::WhereTested, limits.clone(), Mode::Plain),
        (clauses, Values::All, collecting.clone(), Mode::Plain),
        ("E_All;", Values::All, limits, Mode::Boxes),
        ("E_Instruction, E_Memory, E_Exception;", Values::WhereTested, collecting, Mode::Steps),
    ] {
        if mode == Mode::Steps && !is_short {
            continue;
        }
        let (mut machine, by) = instrumented(&text, config, values, limits);
        machine.set_output(Box::new(std::io::sink()));
        let plan = plan(by.choices(), values, machine.program()).unwrap_or_default();
        machine.watch(plan, Some(Box::new(Telling::new(by.clone(), Nosy::default())))).expect("address space");
        let atoms = machine.program().atoms.clone();
        for Recorded { line, goal, expected, most } in recorded(&text) {
            let read =
                read_term_from_str(goal, &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
            let found = match mode {
                Mode::Plain => answers::<Fast>(&mut machine, &read, &atoms, most),
                Mode::Boxes => answers::<WatchingBoxes>(&mut machine, &read, &atoms, most),
                Mode::Steps => answers::<WatchingSteps>(&mut machine, &read, &atoms, most),
            };
            // Boxes of all goals with their arguments take more memory than they are given here.
            let is_full = mode == Mode::Boxes && found == ["error(resource_error(memory))"];
            if found != expected && !is_full {
                let place = format!("{}:{} {values:?} {mode:?}", path.display(), line);
                failures.push(format!("{place}: {goal}\n  expected {expected:?}\n  found    {found:?}"));
            }
        }
    }
    failures
}

#[test]
fn programs_that_tell_everything_have_the_answers_on_record() {
    recorded::hold(failures);
}

/// What a program of the benchmarks says of itself while its clauses tell everything.
fn checked(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let all = "E_All;";
    let (mut machine, by) = instrumented(&text, all, Values::WhereTested, Limits::default());
    machine.set_output(Box::new(std::io::sink()));
    machine.watch(Plan::default(), Some(Box::new(Telling::new(by, Counter::default())))).expect("address space");
    let atoms = machine.program().atoms.clone();
    let read = read_term_from_str("check", &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    let found = answers::<Fast>(&mut machine, &read, &atoms, 1);
    (found != ["true"]).then(|| format!("{}: {found:?}", path.display()))
}

#[test]
fn benchmarks_that_tell_everything_come_to_what_they_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs/benchmarks");
    let entries = std::fs::read_dir(folder).expect("the directory").map(|entry| entry.expect("an entry").path());
    let files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|name| name == "pl")).collect();
    assert!(files.len() >= 40, "only {} files", files.len());
    let failures: Vec<String> = files.iter().filter_map(|path| checked(path)).collect();
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn only_what_is_selected_is_told() {
    let program = "p(X) :- Y is X * 2 + 1, ( Y > 5 -> q(Y) ; q(0) ).\nq(_).\nr :- p(1), p(5), p(2.5).\n";
    let told = |config: &str| {
        let mut told: Vec<String> =
            counts(program, config, "r").1.iter().map(|(code, n)| format!("{code} {n}")).collect();
        told.sort();
        told.join(", ")
    };
    for (config, expected) in [
        ("", ""),
        ("E_M = (E_Add);", ""),
        ("E_Add;", "E_AddFloat 1, E_AddInt 2"),
        ("E_Arith{float};", "E_AddFloat 1, E_Is 1, E_MulFloat 1"),
        ("E_Arith{float = E_F};", "E_F 3"),
        ("E_Add{11 = E_Eleven};", "E_Eleven 1"),
        ("[p/1] E_Then; [q/1] E_Else;", "E_Then 2"),
        ("[p/1#2] E_Is;", ""),
        ("[goals.pl:1] E_Is, E_Fact;", "E_Is 3"),
        ("[goals.pl:2-3] E_Is, E_Fact;", "E_Fact 3"),
        ("[other.pl] E_Is;", ""),
        ("E_Call{q/1};", "E_Call 3"),
        ("E_Call{q(0) = E_Zero, q(+int) = E_Int, q(float)};", "E_Call 1, E_Int 2, E_Zero 1"),
        ("[r/0] E_Call{p/1};", "E_Call 3"),
        ("[p/1] E_Call{p/1};", ""),
        ("E_Exit{m:q/1};", ""),
        ("E_Exit{user:q/1};", "E_Exit 3"),
        ("E_Bind{Y@p/1 = E_Y};", "E_Y 3"),
        ("E_Bind{Y@p/1};", "E_BindInt 2, E_BindNumber 1"),
        ("E_Bind{Z@p/1};", ""),
        ("E_Call{'>'/2 = E_Greater};", "E_Greater 3"),
        ("E_Less, E_Less; [p/1] E_Less;", "E_Less 3"),
        ("E_Fact{q/1}; E_Rule{q/1};", "E_Fact 3"),
        ("E_Call{nothing/7};", ""),
    ] {
        assert_eq!(told(config), expected, "{config}");
    }
}

#[test]
fn goals_of_the_library_and_of_the_machine_are_told_where_clauses_call_them() {
    let program = "main :- findall(X, member(X, [1,2]), L), foldl(add, L, 0, _), catch(p(1), _, true), G = p(2), call(G), last(L).\n\
                   p(_).\nadd(X, A, B) :- B is A + X.\nlast(L) :- append(L, [a], M), length(M, _), maplist(p, M).\n";
    let config = "E_Call{findall/3 = E_FindAll3, foldl/4 = E_Foldl, catch/3 = E_Catch3, call/1 = E_Call1, member/2 = E_Member2, \
                  append/3 = E_Append, maplist/2 = E_Map, length/2 = E_Length2, p/1 = E_P}; E_Exit{call/1 = E_Called, '='/2 = E_Is2};";
    let (found, told) = counts(program, config, "main");
    assert_eq!(found, ["true"]);
    for (code, count) in [
        ("E_FindAll3", 1),
        ("E_Foldl", 1),
        ("E_Catch3", 1),
        ("E_Call1", 1),
        ("E_Member2", 1),
        ("E_Append", 1),
        ("E_Map", 1),
        ("E_Length2", 1),
        ("E_P", 5),
        ("E_Called", 1),
        ("E_Is2", 1),
    ] {
        assert_eq!(told.get(code), Some(&count), "{code} {told:?}");
    }
}

#[test]
fn goals_that_are_compiled_in_their_place_tell_that_they_fail() {
    let program = "p(X) :- q(X), Y is X mod 3, Y > 1, r(Y).\nq(1).\nq(2).\nq(5).\nr(_).\n\
                   t(X) :- X > 1, r(X).\nt(_) :- fail.\n\
                   main :- findall(X, p(X), L), ( atom(L) -> true ; L = [2|_] ), \\+ L = [], ( L == [] ; functor(L, _, 2) ), \
                   catch(u(a), _, true), \\+ t(1), \\+ 1 is 2 + 3.\nu(X) :- r(X), Y is X + 1, r(Y).\n";
    let config = "E_Call{'>'/2 = E_CallG, is/2 = E_CallIs, '='/2 = E_CallU, '=='/2 = E_CallS, atom/1 = E_CallA, functor/3 = E_CallF}; \
                  E_Exit{'>'/2 = E_ExitG, is/2 = E_ExitIs, '='/2 = E_ExitU, functor/3 = E_ExitF}; \
                  E_Fail{'>'/2 = E_FailG, is/2 = E_FailIs, '='/2 = E_FailU, '=='/2 = E_FailS, atom/1 = E_FailA, functor/3 = E_FailF}; \
                  E_Fail{'>'(1, int) = E_One, '>'(2, _) = E_Two};";
    let (found, told) = counts(program, config, "main");
    assert_eq!(found, ["true"]);
    let mut told: Vec<String> = told.into_iter().map(|(code, count)| format!("{code} {count}")).collect();
    told.sort();
    let expected = "E_CallA 1, E_CallF 1, E_CallG 4, E_CallIs 5, E_CallS 1, E_CallU 2, E_ExitF 1, E_ExitG 2, E_ExitIs 3, E_ExitU 1, \
                    E_FailA 1, E_FailG 2, E_FailIs 1, E_FailS 1, E_FailU 1, E_One 2";
    assert_eq!(told.join(", "), expected);
}

#[test]
fn a_goal_that_fails_is_told_with_the_values_it_had() {
    let program = "p(X, Y) :- q(X), Y = f(Z), Z = X, X == b.\nq(a).\nq(b).\nq(c).\n";
    let (found, told) =
        counts(program, "E_Fail{'=='(a, b) = E_A, '=='(c, b) = E_C, '='/2}; E_Exit{'=='/2};", "p(X, Y)");
    assert_eq!(found, ["X = b, Y = f(b)"]);
    assert_eq!((told.get("E_A"), told.get("E_C"), told.get("E_Fail"), told["E_Exit"]), (Some(&1), None, None, 1));
}

#[test]
fn goals_that_are_compiled_in_their_place_tell_that_they_raise() {
    let program = "p(X) :- X > 1, q(X).\np(_).\nq(X) :- Y is X + 1, Y < 10, atom_length(X, _).\n\
                   r :- X = f(Y), Y = 1, ( arg(a, X, _) -> true ; true ).\ns(X), X < 5 => true.\n\
                   main(Es) :- findall(F-P, ( member(G, [p(_), p(a), p(2), q(f(x)), q(b), r, s(_), s(1)]), catch(G, E, true), nonvar(E), E = error(F, context(P, _)) ), Es), \
                   catch(halting, _, true).\nhalting :- Z is 1 + 2, Z > 1, throw(z).\n";
    let (plain, _) = counts(program, "", "main(Es)");
    let config = "E_Exception{'>'/2 = E_G, is/2 = E_IsR, arg/3 = E_ArgR, '<'/2 = E_L, throw/1 = E_Thrown}; \
                  E_Exception{'>'(var, 1) = E_GVar, '>'(atom, int) = E_GAtom, '>'(int, _) = E_GInt}; \
                  E_Call{'>'/2 = E_CallG, is/2 = E_CallIs}; E_Exit{'>'/2 = E_ExitG, is/2 = E_ExitIs};";
    let (found, told) = counts(program, config, "main(Es)");
    assert_eq!(found, plain);
    let expected = "Es = [instantiation_error-(>)/2,type_error(evaluable,a/0)-(>)/2,type_error(evaluable,f/1)-(is)/2,\
                    type_error(evaluable,b/0)-(is)/2,type_error(integer,a)-arg/3,instantiation_error-(<)/2]";
    assert_eq!(found, [expected]);
    let mut told: Vec<String> = told.into_iter().map(|(code, count)| format!("{code} {count}")).collect();
    told.sort();
    let expected = "E_ArgR 1, E_CallG 4, E_CallIs 4, E_ExitG 2, E_ExitIs 2, E_G 2, E_GAtom 1, E_GVar 1, E_IsR 2, E_L 1, E_Thrown 1";
    assert_eq!(told.join(", "), expected);
}

#[test]
fn a_leading_test_that_fails_is_told_where_that_is_asked() {
    let program = "t(X) :- atom(X), r(X).\nt(X) :- integer(X), X > 1, !, r(X).\nt(_).\nr(_).\nm(X), X > 5 => true.\nm(_) => true.\n";
    for (config, goal, expected) in [
        ("E_Fail{atom/1};", "t(1)", "E_Fail 1"),
        ("E_Fail{'>'(1, _)};", "t(1)", "E_Fail 1"),
        ("E_Fail{'>'/2, integer/1 = E_NoInt};", "\\+ ( t(a), fail )", "E_NoInt 1"),
        ("[t/1#1] E_Fail{'>'/2};", "t(1)", ""),
        ("[t/1] E_Fail;", "t(1)", ""),
        ("E_Fail{'>'/2 = E_No}; E_Exit{'>'/2 = E_Yes}; E_Call{'>'/2};", "m(6), m(3)", "E_Call 2, E_No 1, E_Yes 1"),
        // Clauses are entered as ever.
        ("E_Fail{'>'/2, atom/1}; E_Rule{t/1}; E_Fact{t/1};", "t(1)", "E_Fact 1, E_Fail 2"),
    ] {
        let (found, told) = counts(program, config, goal);
        let mut told: Vec<String> = told.into_iter().map(|(code, count)| format!("{code} {count}")).collect();
        told.sort();
        assert_eq!((found, told.join(", ")), (vec!["true".into()], expected.to_string()), "{config} {goal}");
    }
}

#[test]
fn a_trap_tells_once_for_each_binding() {
    let program = "p(X, Z) :- member(X, [1,2,3]), q(X, Z), Z > 3.\nq(X, Y) :- Y is X + 1.\n";
    let (_, told) = counts(program, "E_Bind{X@p/2 = E_X, Z@p/2 = E_Z};", "p(X, Z)");
    assert_eq!((told["E_X"], told["E_Z"]), (3, 3));
}

#[test]
fn clauses_are_seen_as_they_were_written() {
    let program = ":- dynamic d/2.\nd(X, Y) :- X > 1, Y is X + 1.\nd(0, 0).\nmain(B, C) :- assertz((e(A) :- atom(A), d(A, _))), \
                   clause(d(_, _), B), clause(e(_), C), d(0, 0).\n";
    let (answers, told) = counts(program, "E_All;", "main(B, C), retract((d(X, _) :- _)), \\+ d(5, _)");
    assert_eq!(answers.len(), 1);
    assert!(answers[0].contains("C = atom(") && !answers[0].contains("event"), "{answers:?}");
    assert!(told["E_DynamicFact"] == 1 && told["E_AssertLast"] == 1, "{told:?}");
}

#[test]
fn clauses_that_are_asserted_tell_too() {
    let program = ":- dynamic f/1.\nmain :- assertz(f(1)), assertz((f(X) :- X = 2)), forall(f(_), true).\n";
    let (_, told) = counts(program, "E_DynamicFact, E_DynamicRule, E_Unify;", "main");
    assert_eq!((told["E_DynamicFact"], told["E_DynamicRule"], told["E_Unify"]), (1, 1, 1));
}

#[test]
fn what_the_machine_does_is_told_by_instruction_and_amount() {
    let program = ":- dynamic d/1.\nd(1).\nd(2).\n\
        app([], L, L).\napp([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).\n\
        choose(X) :- pick(X), X > 1, !.\npick(1).\npick(2).\npick(3).\n\
        main :- app([a, b, c], [d], L), length(L, 4), choose(X), X = 2.\n\
        fails :- pick(X), d(X), X > 5.\nbuild(N, f(N)) :- garbage_collect, app([], [], _).\n";
    let told = |config: &str, goal: &str| {
        let (found, told) = counts(program, config, goal);
        let mut told: Vec<String> = told.into_iter().map(|(code, n)| format!("{code} {n}")).collect();
        told.sort();
        (found.join(" "), told.join(", "))
    };
    for (config, goal, expected) in [
        // app/3 goes through its clauses four times, without a choice point; each of three cells is pushed.
        ("[app/3] E_InstrSwitch;", "main", "E_InstrSwitch 4"),
        ("[app/3] E_ChoicePoint;", "main", ""),
        ("[app/3] E_InstrCall{execute = E_Again};", "main", "E_Again 3"),
        ("[app/3] E_Instruction{get_list = E_List, allocate = E_Env};", "main", "E_List 3"),
        // pick/1 leaves a choice point, which choose/1 cuts.
        ("[pick/1] E_ChoicePush;", "choose(_)", "E_ChoicePush 1"),
        (
            "[choose/1] E_ChoiceCut, E_Allocate, E_Deallocate;",
            "choose(_)",
            "E_Allocate 1, E_ChoiceCut 1, E_Deallocate 1",
        ),
        ("E_Collection;", "build(1, X)", "E_CollectBegin 1, E_CollectEnd 1"),
        ("E_CollectEnd{bigint}; E_InstrGet{nothing};", "build(1, X)", ""),
    ] {
        let plain = told("", goal);
        let (answer, events) = told(config, goal);
        assert_eq!((answer, &*events), (plain.0, expected), "{config} {goal}");
    }
    // Every choice point that is pushed goes, in a goal that fails; and so does every environment.
    let (answer, events) = told("E_ChoicePush, E_ChoicePop, E_ChoiceCut, E_Allocate, E_InstrDynamic;", "\\+ fails");
    assert_eq!(answer, "true");
    let of = |code: &str| -> u64 {
        let found = events.split(", ").find_map(|event| event.strip_prefix(code)?.trim().parse().ok());
        found.unwrap_or_else(|| panic!("{code}: {events}"))
    };
    assert!(of("E_ChoicePush ") >= 2 && of("E_ChoicePop ") >= 1, "{events}");
    assert!(of("E_InstrDynamic ") >= 3, "{events}");
}

/// Adds up amounts.
#[derive(Default)]
struct Amounts(FxHashMap<String, i64>);

impl Sink for Amounts {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        let (name, value) = (event.name().to_string(), event.value().text);
        *self.0.entry(name).or_default() += value.parse::<i64>().expect("an amount");
        ControlFlow::Continue(())
    }
}

#[test]
fn what_is_pushed_is_what_is_in_use() {
    let program = "build(0, []) :- !.\nbuild(N, [N|T]) :- M is N - 1, build(M, T).\n";
    let config = "E_HeapGrow; E_CollectBegin; E_CollectEnd;";
    let (mut machine, by) = instrumented(program, config, Values::All, Limits::default());
    let plan = plan(by.choices(), Values::All, machine.program()).expect("something is selected");
    machine.watch(plan, Some(Box::new(Telling::new(by, Amounts::default())))).expect("address space");
    let atoms = machine.program().atoms.clone();
    let goal = "build(1000, _), garbage_collect, build(1, _)";
    let read = read_term_from_str(goal, &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    assert_eq!(answers::<WatchingSteps>(&mut machine, &read, &atoms, 1), ["true"]);
    let Amounts(amounts) = Telling::<Amounts>::finish(&mut machine).expect("it was observed");
    // A thousand list cells of two words, and little else.
    let (pushed, used, freed) = (amounts["E_HeapGrow"], amounts["E_CollectBegin"], amounts["E_CollectEnd"]);
    assert!((2000..2200).contains(&pushed) && (2000..2200).contains(&used), "{amounts:?}");
    assert!((1900..=used).contains(&freed), "{amounts:?}");
}
