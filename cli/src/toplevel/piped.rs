//! Queries from a pipe or a file: terms of the standard input, which programs may read too.

use super::{Read, Source, Wish};
use crate::message::explain;
use crate::report::{Paint, tell};
use wam::error::RunError;
use wam::machine::{Machine, Solution};
use wam::read::read_term_from_str;
use wam::term::{Node, ReadTerm, TermId, Terms, VariableName};

/// The standard input as the machine reads it.
#[derive(Default)]
pub struct Piped;

/// Reads a query with the names of its variables.
const READ: &str = "read_term(user_input, Query, [variable_names(Names)])";

impl Source for Piped {
    fn query(&mut self, machine: &mut Machine) -> Read {
        let program = machine.program();
        let reading = read_term_from_str(READ, &program.atoms, &program.ops, &Default::default());
        let reading = reading.expect("the goal is in standard syntax");
        let read = machine.query(&reading).next();
        match read {
            Some(Ok(solution)) => query_of(solution, machine),
            Some(Err(RunError::Halt(status))) => Read::Left(status),
            Some(Err(RunError::Prolog(error))) => {
                tell(&format!("{} {}\n", Paint::stderr().error("error:"), explain(&error, machine.program())));
                Read::Nothing
            }
            None => Read::End,
        }
    }

    /// All answers: nobody is there to ask for more.
    fn wish(&mut self) -> Wish {
        Wish::More
    }
}

/// The query that was read, its variables named.
fn query_of(solution: Solution, machine: &Machine) -> Read {
    let Solution { terms, bindings, .. } = solution;
    let value = |wanted: &str| bindings.iter().find(|(name, _)| name == wanted).map(|&(_, id)| id);
    let (Some(root), names) = (value("Query"), value("Names")) else {
        return Read::Nothing;
    };
    if matches!(terms.get(root), Node::Atom(name) if &*machine.program().atoms.name(name) == "end_of_file") {
        return Read::End;
    }
    let blank = VariableName { name: "_".into(), span: Default::default(), occurrences: 1 };
    let mut variables = vec![blank; terms.variables() as usize];
    for (name, id) in names.map_or(Vec::new(), |names| pairs(&terms, names)) {
        if let (Node::Atom(name), Node::Var(var)) = (terms.get(name), terms.get(id)) {
            variables[var.0 as usize].name = machine.program().atoms.name(name).to_string();
        }
    }
    Read::Query(super::editor::without_neck(ReadTerm { terms, root, variables }))
}

/// The sides of each `Name = Variable` of a list.
fn pairs(terms: &Terms, mut list: TermId) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    while let Node::Compound(_, &[head, tail]) = terms.get(list) {
        if let Node::Compound(_, &[name, value]) = terms.get(head) {
            found.push((name, value));
        }
        list = tail;
    }
    found
}
