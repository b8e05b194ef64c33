//! Queries from a pipe or a file: terms of the standard input, which programs may read too.

use super::bindings::Bindings;
use super::{Read, Source, Wish, complain};
use wam::error::RunError;
use wam::machine::{Machine, QueryRead};
use wam::term::Node;

/// The standard input as the machine reads it.
#[derive(Default)]
pub struct Piped;

impl Source for Piped {
    fn query(&mut self, machine: &mut Machine) -> Read {
        let program = machine.program();
        let ops = Bindings::operators(&program.ops, &program.atoms);
        match machine.read_query(&ops) {
            Ok(QueryRead::Query(read)) => {
                let end = matches!(read.terms.get(read.root), Node::Atom(name) if &*machine.program().atoms.name(name) == "end_of_file");
                if end { Read::End } else { Read::Query(super::editor::without_neck(read)) }
            }
            Ok(QueryRead::Wrong(error, text)) => Read::Wrong(error, text),
            Ok(QueryRead::End) => Read::End,
            Err(RunError::Halt(status)) => Read::Left(status),
            Err(RunError::Prolog(error)) => {
                complain(&error, machine);
                Read::Failed
            }
        }
    }

    /// All answers: nobody is there to ask for more.
    fn wish(&mut self) -> Wish {
        Wish::More
    }

    /// Nobody is there to want to see more of it.
    fn is_watched(&self) -> bool {
        false
    }
}
