//! The higher-level models that the paper's table 11 compares with: times from what clauses look like, not from machine
//! instructions.
//!
//! Comes in: a program and a goal. Goes out: how many resolution steps it takes, and of what size the heads of their clauses
//! are, counted by an interpreter (`higher.pl`). The models are those of Mera et al. 2007 (reference 19 of the paper): a
//! constant each for a step, for the arguments of its clause, for the function symbols and the variables of its input and
//! its output arguments, and in all of them one for arithmetic, fitted by least squares to programs made for it
//! (`CALIBRATORS`), which are timed in the same launches as everything else. The paper numbers its four and does not say
//! which components each has; here they are all six, those without arguments, without variables of the input as well, and steps alone.

use super::observe::Extra;
use crate::error::CliError;
use calibrate::nnls::{Squares, coefficients};
use calibrate::profile::Mode;
use predict::engine::Engine;
use predict::load::{load_text, term};
use predict::predicates::{defined, find};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// What a run has of each thing that a model may price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// Resolution steps.
    Steps,
    /// Arguments of the heads of their clauses.
    Arguments,
    /// Function symbols, constants among them, in input arguments of these heads.
    InputSymbols,
    /// The same in output arguments.
    OutputSymbols,
    /// Variables in input arguments.
    InputVariables,
    /// Variables in output arguments.
    OutputVariables,
    /// Arithmetic operations and comparisons.
    Operations,
}

/// How many components there are.
const COMPONENTS: usize = 7;

/// Of each component what a run has, in their order.
pub type Sizes = [f64; COMPONENTS];

/// A higher-level model.
pub struct HigherModel {
    /// Its name.
    pub name: &'static str,
    /// What it prices, in the words of its source.
    pub prices: &'static str,
    /// The components; entering and leaving the machine is priced besides.
    components: &'static [Component],
}

/// The four models.
pub const MODELS: [HigherModel; 4] = {
    use Component::{Arguments, InputSymbols, InputVariables, Operations, OutputSymbols, OutputVariables, Steps};
    [
        HigherModel {
            name: "high level 1",
            prices: "step, nargs, giunif, gounif, viunif, vounif",
            components: &[Steps, Arguments, InputSymbols, OutputSymbols, InputVariables, OutputVariables, Operations],
        },
        HigherModel {
            name: "high level 2",
            prices: "step, giunif, gounif, viunif, vounif",
            components: &[Steps, InputSymbols, OutputSymbols, InputVariables, OutputVariables, Operations],
        },
        HigherModel {
            name: "high level 3",
            prices: "step, giunif, gounif, vounif",
            components: &[Steps, InputSymbols, OutputSymbols, OutputVariables, Operations],
        },
        HigherModel { name: "high level 4", prices: "step", components: &[Steps, Operations] },
    ]
};

impl HigherModel {
    /// A run as a row: entering the machine, and what the model prices of it.
    fn row(&self, sizes: &Sizes) -> Vec<f64> {
        std::iter::once(1.0).chain(self.components.iter().map(|&component| sizes[component as usize])).collect()
    }

    /// Its constants, in nanoseconds, from measured runs.
    pub fn fit(&self, sizes: &[Sizes], times: &[f64]) -> Result<Vec<f64>, CliError> {
        let rows: Vec<Vec<f64>> = sizes.iter().map(|sizes| self.row(sizes)).collect();
        Ok(coefficients(&rows, times, Squares::Plain)?)
    }

    /// The time of a run, in nanoseconds.
    pub fn time(&self, constants: &[f64], sizes: &Sizes) -> f64 {
        self.row(sizes).iter().zip(constants).map(|(size, constant)| size * constant).sum()
    }
}

/// The programs that the constants come from: text, goal with `@` for a list or a number. In each one component is large
/// that is small in others.
const CALIBRATORS: &[(&str, &str)] = &[
    ("walk([]). walk([_|L]) :- walk(L).", "walk(@list)"),
    ("carry([], _, _, _, _). carry([_|L], A, B, C, D) :- carry(L, A, B, C, D).", "carry(@list, 1, 2, 3, 4)"),
    ("copied([], []). copied([X|L], [X|M]) :- copied(L, M).", "copied(@list, _)"),
    ("labelled([], []). labelled([_|L], [a, b|M]) :- labelled(L, M).", "labelled(@list, _)"),
    ("boxed([], []). boxed([X|L], [f(X, g(Y, Y))|M]) :- boxed(L, M).", "boxed(@list, _)"),
    ("same_all([]). same_all([a|L]) :- same_all(L).", "same_all(@same)"),
    ("open_all([]). open_all([f(_, _, _)|L]) :- open_all(L).", "open_all(@flat)"),
    ("deep_all([]). deep_all([f(g(a), h(b, c))|L]) :- deep_all(L).", "deep_all(@deep)"),
    ("down(0). down(N) :- N > 0, M is N - 1, down(M).", "down(@number)"),
    ("total([], 0). total([X|L], S) :- total(L, T), S is X + 2 * T mod 7.", "total(@list, _)"),
    ("twice([], _, []). twice([X|L], A, [Y|M]) :- pass(X, A, Y), twice(L, A, M). pass(X, _, X).", "twice(@list, k, _)"),
    ("steps([]). steps([_|L]) :- one, two, steps(L). one :- three. two :- three, three. three.", "steps(@list)"),
];

/// Sizes of their data.
const SIZES: [usize; 2] = [15, 60];

/// The calibrators as goals to observe beside others, and what each has.
pub fn calibrators() -> Result<(Vec<Extra>, Vec<Sizes>), CliError> {
    let (mut extras, mut sizes) = (Vec::new(), Vec::new());
    for (text, goal) in CALIBRATORS {
        let goals: Vec<String> = SIZES.iter().map(|&size| filled(goal, size)).collect();
        for goal in &goals {
            sizes.push(sizes_of(text, goal)?);
        }
        extras.push(Extra::new(text, &goals)?);
    }
    Ok((extras, sizes))
}

fn filled(goal: &str, size: usize) -> String {
    let list =
        |element: &dyn Fn(usize) -> String| format!("[{}]", (1..=size).map(element).collect::<Vec<String>>().join(","));
    goal.replace("@list", &list(&|at| at.to_string()))
        .replace("@same", &list(&|_| "a".into()))
        .replace("@flat", &list(&|at| format!("f({at}, b, c)")))
        .replace("@deep", &list(&|_| "f(g(a), h(b, c))".into()))
        .replace("@number", &size.to_string())
}

/// The interpreter that counts.
const INTERPRETER: &str = include_str!("higher.pl");

/// What all solutions of a goal have of each component.
pub fn sizes_of(text: &str, goal: &str) -> Result<Sizes, CliError> {
    let own = defined(&load_text("higher", text)?.program);
    let text = format!(":- dynamic(({})).\n{text}\n{INTERPRETER}", own.join(", "));
    let loaded = load_text("higher", &text)?;
    let pred = find(&loaded.program, "higher_level/1")?;
    let goal = term(&loaded.program, "goal", &format!("higher_level({goal})"))?;
    let written = Written::default();
    let mut engine = Engine::new(&loaded.program, Mode::Fast, None)?;
    engine.machine().set_output(Box::new(written.clone()));
    engine.count(pred, &goal)?;
    let text = written.text();
    let numbers: Option<Vec<f64>> =
        text.trim_matches(['[', ']']).split(',').map(|number| number.trim().parse().ok()).collect();
    Ok(numbers.and_then(|numbers| numbers.try_into().ok()).expect("the interpreter writes a number a component"))
}

/// What a machine has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::observe::{cases, subjects};
    use super::*;

    #[test]
    fn heads_are_measured_by_hand_and_by_the_interpreter_alike() {
        let append = "append([], X, X). append([X|Xs], Y, [X|Zs]) :- append(Xs, Y, Zs).";
        // Three steps of the second clause, one of the first: [X|Xs] and Y in, [X|Zs] out; [] and X in, X out.
        let sizes = sizes_of(append, "append([1,2,3], [4], _)").expect("it is interpreted");
        assert_eq!(sizes, [4.0, 12.0, 4.0, 3.0, 10.0, 7.0, 0.0]);
        // A clause whose test fails has no step, and its operations do not count; one after a cut does.
        let text = "n(0) :- !. n(N) :- N > 5, n(5). n(N) :- N =< 5, M is N - 1, n(M).";
        let sizes = sizes_of(text, "n(2)").expect("it is interpreted");
        assert_eq!((sizes[0], sizes[6]), (3.0, 4.0));
    }

    #[test]
    fn the_interpreter_takes_the_steps_that_the_machine_counts() {
        let subjects = subjects().expect("the suite loads");
        let cases = cases(&subjects).expect("it runs");
        let at = |sizes| cases.iter().filter(move |case| case.sizes == sizes);
        for (number, subject) in subjects.iter().enumerate() {
            for case in at(subject.program.once).filter(|case| case.subject == number) {
                let sizes = sizes_of(subject.program.text, &case.text).expect("it is interpreted");
                assert_eq!(sizes[0], case.counts.steps() as f64, "{}", case.text);
            }
        }
    }

    #[test]
    fn calibrators_tell_all_components_apart() {
        let (extras, sizes) = calibrators().expect("they run");
        assert_eq!(extras.iter().map(Extra::len).sum::<usize>(), sizes.len());
        let constants = [20.0, 5.0, 0.5, 2.0, 3.0, 1.0, 1.5, 4.0];
        let times: Vec<f64> = sizes.iter().map(|sizes| MODELS[0].time(&constants, sizes)).collect();
        let found = MODELS[0].fit(&sizes, &times).expect("it is solved");
        for (found, constant) in found.iter().zip(constants) {
            assert!((found / constant - 1.0).abs() < 0.02, "{found} {constant}");
        }
        assert_eq!(MODELS[3].fit(&sizes, &times).expect("it is solved").len(), 3);
    }
}
