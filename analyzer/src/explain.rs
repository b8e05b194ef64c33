//! Explanations: the equations behind a bound, how each was solved, and where knowledge was lost.

use crate::cost::Extent;
use crate::equations::{Equations, PROGRESS};
use crate::explore::Explorer;
use crate::functions::{Function, Functions, What};
use solver::{Bound, Direction};
use wam::instr::PredId;

/// One function of an analysis: what it bounds, its equations, and its solution.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    /// Whose it is.
    pub pred: PredId,
    /// Whether it is of what a call uses, not of sizes or solutions.
    pub is_cost: bool,
    /// The function in words: `append(list, list, var): cost to the first solution, upper`.
    pub subject: String,
    /// Its equations, one case a line.
    pub equations: Vec<String>,
    /// Its closed form and where it holds, or nothing.
    pub solution: Option<String>,
    /// The rule that solved it and its source, or why nothing did.
    pub how: String,
}

/// Explains every function that was solved, callees first.
pub fn explain(explorer: &Explorer<'_>, equations: &Equations<'_>) -> Vec<Explained> {
    let functions = equations.functions();
    let readable = |text: &str| readable(explorer, functions, text);
    equations
        .in_order()
        .map(|(function, solved)| {
            let (solution, how) = match &solved.bound {
                Bound::Known(solution) => {
                    (Some(solution.to_string()), format!("{} ({})", solution.rule, solution.source))
                }
                Bound::Unknown { reason, .. } => (None, reason.clone()),
            };
            let lines = solved.equations.split("; ").map(readable).collect();
            Explained {
                pred: explorer.variants[function.variant.0 as usize].pred,
                is_cost: function.what.is_cost(),
                subject: subject(explorer, function),
                equations: lines,
                solution,
                how,
            }
        })
        .collect()
}

/// A function in words.
fn subject(explorer: &Explorer<'_>, function: Function) -> String {
    let variant = &explorer.variants[function.variant.0 as usize];
    let atoms = &explorer.program.atoms;
    let name = atoms.name(explorer.functor(variant.pred).name);
    let types: Vec<String> = variant.pattern.iter().map(|of| of.display(atoms, &explorer.types)).collect();
    let side = if function.direction == Direction::Upper { "upper" } else { "lower" };
    format!("{name}({}): {}, {side}", types.join(", "), what(function.what))
}

fn what(what: What) -> String {
    match what {
        What::Cost(Extent::All, PROGRESS) => "steps of all solutions, runs without end included".into(),
        What::Cost(_, PROGRESS) => "steps up to the first solution, runs without end included".into(),
        What::Then(_, PROGRESS) => {
            "steps up to the first solution and of what follows, runs without end included".into()
        }
        What::Size(at) => format!("size {} of the result", at + 1),
        What::Joint(places) => format!("sizes {} of the result together", places.listed(" and ")),
        What::Moment(at, 1) => format!("sum of size {} over all solutions", at + 1),
        What::Moment(at, power) => format!("sum of size {} to the power {power} over all solutions", at + 1),
        What::Solutions => "solutions".into(),
        What::Cost(Extent::Success, _) => "cost up to the first solution".into(),
        What::Cost(Extent::Failure, _) => "cost of a failing call".into(),
        What::Cost(Extent::Either, _) => "cost up to the first solution, or of a failing call".into(),
        What::Cost(Extent::All, _) => "cost of all solutions".into(),
        What::Cost(Extent::Prefix, _) => "cost up to an exception, or to the end".into(),
        What::Then(..) => "cost up to the first solution, and of what follows with what it gives".into(),
        What::Leaving(at, _) => format!("cost up to a first solution with size {} of the result", at + 1),
    }
}

/// Equation text with the names of functions as people read them: `append.cost(x - 1)`.
pub fn readable(explorer: &Explorer<'_>, functions: &Functions, text: &str) -> String {
    let mut shown = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        match functions.find(&solver::FnName::new(&word)) {
            Some(function) => shown.push_str(&short(explorer, function)),
            None => shown.push_str(&word),
        }
        word.clear();
        shown.push(c);
    }
    shown.pop();
    shown
}

fn short(explorer: &Explorer<'_>, function: Function) -> String {
    let pred = explorer.variants[function.variant.0 as usize].pred;
    let name = explorer.program.atoms.name(explorer.functor(pred).name);
    let what = match function.what {
        What::Size(at) => format!("size{}", at + 1),
        What::Joint(places) => format!("sizes{}", places.listed("and")),
        What::Moment(at, 1) => format!("sum{}", at + 1),
        What::Moment(at, power) => format!("sum{}to{power}", at + 1),
        What::Solutions => "solutions".into(),
        What::Cost(Extent::Success, _) => "first".into(),
        What::Cost(Extent::Failure, _) => "fail".into(),
        What::Cost(Extent::Either, _) => "either".into(),
        What::Cost(Extent::All, _) => "all".into(),
        What::Cost(Extent::Prefix, _) => "prefix".into(),
        What::Then(sequel, _) => format!("then{}", sequel.0 + 1),
        What::Leaving(at, _) => format!("leaving{}", at + 1),
    };
    format!("{name}.{what}")
}
