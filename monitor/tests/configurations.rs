//! Configurations by chance: what they select is told, and no answer, output or error of a program is another than without them.
#![allow(missing_docs)]

#[path = "../../wam/tests/common/mod.rs"]
mod common;

use common::answers;
use monitor::instrument::basis::{Events, ROWS};
use monitor::instrument::observe::{Happened, Sink, Telling};
use monitor::instrument::ports::plan;
use monitor::instrument::rewrite::{Instrumenter, Values};
use monitor::instrument::{Config, ConfigError};
use proptest::prelude::*;
use proptest::sample::select;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};
use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::machine::{Config as Limits, Machine, WatchingBoxes, WatchingSteps, consult};
use wam::read::{Source, read_term_from_str};

const PROGRAM: &str = include_str!("configurations/program.pl");

/// Goals whose answers are compared, in this order: some change what later ones see.
const GOALS: &[&str] = &[
    "perm([1,2,3], P), P = [X|_], X > 1",
    "kind(K, 7), kind(L, a)",
    "sum([1,2.5,3r4,1152921504606846976], S)",
    "sum([1,b], S)",
    "kept(X)",
    "note(5), note(4), kept(X)",
    "guarded(X, Y)",
    "caught(E)",
    "deep(30, D)",
    "with_output_to(string(S), told([a,'B c',\"d\"]))",
    "findall(X-Y, (member(X, [3,1,2]), \\+ X = 1, ( X >= 3 -> Y = big ; Y is X * 2 )), L)",
    "call(guarded, X, Y), !",
];

/// Masks, most of which fit some values only.
const MASKS: &[&str] = &[
    "",
    "",
    "{int}",
    "{float = E_Float}",
    "{1 = E_One}",
    "{atom, list}",
    "{kind/2}",
    "{'>'(int, ...) = E_Greater}",
    "{is(_, _)}",
    "{X@perm/2 = E_X}",
    "{Y@guarded/2}",
    "{sum(+list, -)}",
    "{'='/2 = E_Unified, perm/2}",
    "{lists:append/3}",
    "{'=<'/2, '>'/2, atom/1 = E_Leading}",
    "{get_list, allocate = E_Frames}",
];

const SCOPES: &[&str] =
    &["", "", "[perm/2] ", "[guarded/2#1, sum/2] ", "[program.pl:5-14] ", "[other.pl] ", "[user:deep/2] "];

/// The texts that are configurations among statements by chance.
fn configuration() -> impl Strategy<Value = String> {
    let sets = Events::all().sets().into_iter().map(|(name, _)| name);
    let names: Vec<&str> = ROWS.iter().map(|row| row.code).chain(sets).collect();
    let statement = (select(SCOPES), select(names), select(MASKS))
        .prop_map(|(scope, name, mask)| format!("{scope}{name}{mask};\n"));
    let statement = statement.prop_filter("values have no such masks", |text| read(text).is_ok());
    proptest::collection::vec(statement, 1..8).prop_map(|all| all.concat())
}

fn read(text: &str) -> Result<Config, Vec<ConfigError>> {
    Config::of(&[("chance.evc", text)], Events::all())
}

/// Looks at everything of an event, and does nothing with it.
#[derive(Default)]
struct Nosy {
    letters: usize,
}

impl Sink for Nosy {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        self.letters += event.value().text.len() + event.place().predicate.map_or(0, |of| of.len());
        ControlFlow::Continue(())
    }
}

/// The answers to all goals, one after the other, while what is selected is told.
fn answers_of(config: &str, values: Values) -> Vec<Vec<String>> {
    let by = Arc::new(Instrumenter::new(read(config).expect("it is a configuration"), values));
    let mut program = wam::library::program_to_run(Atoms::new());
    program.instrument(by.clone());
    let report = consult(&Source::new("program.pl", PROGRAM), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    let mut machine = Machine::new(program, Limits::default()).expect("memory");
    let plan = plan(by.choices(), values, machine.program()).unwrap_or_default();
    let has_steps = plan.machine.needs_steps();
    machine.watch(plan, Some(Box::new(Telling::new(by, Nosy::default())))).expect("address space");
    let atoms = machine.program().atoms.clone();
    let mut all = Vec::new();
    for goal in GOALS {
        let read = read_term_from_str(goal, &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
        all.push(match has_steps {
            true => answers::<WatchingSteps>(&mut machine, &read, &atoms, 20),
            false => answers::<WatchingBoxes>(&mut machine, &read, &atoms, 20),
        });
    }
    all
}

static EXPECTED: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| answers_of("", Values::WhereTested));

#[test]
fn without_a_configuration_the_answers_are_known() {
    let answers: Vec<String> =
        GOALS.iter().zip(&*EXPECTED).map(|(goal, all)| format!("{goal}: {}", all.join("; "))).collect();
    assert_eq!(answers.join("\n"), include_str!("configurations/answers.txt").trim_end());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn configurations_change_no_answers(config in configuration(), all in proptest::bool::ANY) {
        let values = if all { Values::All } else { Values::WhereTested };
        prop_assert_eq!(&answers_of(&config, values), &*EXPECTED, "{}", config);
    }
}
