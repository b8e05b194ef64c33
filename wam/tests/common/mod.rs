//! What tests of goals share: a goal's answers as text.

use std::fmt::Write;
use wam::atoms::{Atoms, known};
use wam::error::RunError;
use wam::machine::{Machine, RunMode};
use wam::term::ReadTerm;
use wam::write::term_to_string;

/// The answers to a goal as text, at most a few more than expected.
pub fn answers<R: RunMode>(machine: &mut Machine, goal: &ReadTerm, atoms: &Atoms, limit: usize) -> Vec<String> {
    let ops = machine.program().ops.clone();
    let mut found = Vec::new();
    for answer in machine.query_as::<R>(goal).take(limit) {
        found.push(match answer {
            Ok(solution) => {
                let mut text = String::new();
                for (name, id) in &solution.bindings {
                    let value = term_to_string(&solution.terms, *id, atoms, &ops);
                    if !value.starts_with('_') {
                        let comma = if text.is_empty() { "" } else { ", " };
                        write!(text, "{comma}{name} = {value}").expect("strings take all text");
                    }
                }
                if text.is_empty() { "true".to_owned() } else { text }
            }
            Err(RunError::Prolog(error)) => {
                let formal = error.terms.match_compound(error.ball, known::ERROR, 2).map(|args| args[0]);
                let text = term_to_string(&error.terms, formal.unwrap_or(error.ball), atoms, &ops);
                if formal.is_some() { format!("error({text})") } else { format!("ball({text})") }
            }
            Err(RunError::Halt(status)) => format!("halt({status})"),
        });
    }
    if found.is_empty() {
        found.push("no".to_owned());
    }
    found
}
