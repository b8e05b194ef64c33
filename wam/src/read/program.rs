//! Whole programs: all clauses, all errors, and the directives that change how the rest reads.
//!
//! In: a source, operators and flags. Out: a [`Program`]. `:- op(P, T, Names)`, `:- set_prolog_flag(double_quotes, V)` and
//! the operators in a `:- module(M, Exports)` list take effect where they stand, as ISO 13211-1 section 7.4.2 has it;
//! behind `?-` as well.

use crate::atoms::{Atom, Atoms, known};
use crate::read::error::{SyntaxError, SyntaxErrorKind};
use crate::read::ops::{OpType, Ops};
use crate::read::source::Source;
use crate::read::{DoubleQuotes, Flags, Reader};
use crate::term::{Node, ReadTerm, TermId};

/// What a program's text holds.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Clauses and directives in their order.
    pub clauses: Vec<ReadTerm>,
    /// Everything that could not be read, in its order.
    pub errors: Vec<SyntaxError>,
}

/// Reads all clauses of a program. Directives that change operators or flags change the ones given.
pub fn read_program(source: &Source, atoms: &Atoms, ops: &mut Ops, flags: &mut Flags) -> Program {
    let mut program = Program::default();
    let mut reader = Reader::new(source, atoms);
    loop {
        match reader.read_term(ops, flags) {
            Ok(None) => return program,
            Ok(Some(clause)) => {
                program.errors.extend(obey_directive(&clause, atoms, ops, flags));
                program.clauses.push(clause);
            }
            Err(error) => program.errors.push(error),
        }
    }
}

/// Does what a clause asks of the reader, if it is a directive that does; other clauses change nothing. Gives what was
/// wrong with it.
pub fn obey_directive(clause: &ReadTerm, atoms: &Atoms, ops: &mut Ops, flags: &mut Flags) -> Vec<SyntaxError> {
    let prefix = |name| clause.terms.match_compound(clause.root, name, 1);
    let Some(&[goal]) = prefix(known::NECK).or_else(|| prefix(known::QUERY)) else {
        return Vec::new();
    };
    let mut obeyer = Obeyer { clause, atoms, ops, flags, errors: Vec::new() };
    let mut goals = vec![goal];
    while let Some(goal) = goals.pop() {
        match obeyer.clause.terms.match_compound(goal, known::COMMA, 2) {
            Some(&[left, right]) => goals.extend([right, left]),
            _ => obeyer.goal(goal),
        }
    }
    obeyer.errors
}

struct Obeyer<'r> {
    clause: &'r ReadTerm,
    atoms: &'r Atoms,
    ops: &'r mut Ops,
    flags: &'r mut Flags,
    errors: Vec<SyntaxError>,
}

impl Obeyer<'_> {
    fn goal(&mut self, goal: TermId) {
        let Node::Compound(functor, args) = self.clause.terms.get(goal) else {
            return;
        };
        let name = self.atoms.name(functor.name);
        match (&*name, args) {
            ("op", &[priority, class, names]) => self.op(priority, class, names),
            ("module", &[_, exports]) => {
                for export in self.items(exports) {
                    if let Node::Compound(functor, &[priority, class, names]) = self.clause.terms.get(export)
                        && &*self.atoms.name(functor.name) == "op"
                    {
                        self.op(priority, class, names);
                    }
                }
            }
            ("set_prolog_flag", &[flag, value]) if self.name(flag).as_deref() == Some("double_quotes") => {
                match self.name(value).and_then(|name| DoubleQuotes::from_name(&name)) {
                    Some(meaning) => self.flags.double_quotes = meaning,
                    None => self.error(value, "double_quotes is one of codes, chars, atom and string"),
                }
            }
            _ => {}
        }
    }

    fn op(&mut self, priority: TermId, class: TermId, names: TermId) {
        let Node::Int(level) = self.clause.terms.get(priority) else {
            return self.error(priority, "an operator's priority is an integer from 0 to 1200");
        };
        let Some(class) = self.name(class).and_then(|name| OpType::from_name(&name)) else {
            return self.error(class, "an operator's type is one of xfx, xfy, yfx, fy, fx, xf and yf");
        };
        let single = !matches!(self.clause.terms.match_compound(names, known::DOT, 2), Some([_, _]));
        for item in if single { vec![names] } else { self.items(names) } {
            // `Module:Name` declares the name: there is one table.
            let item = match self.clause.terms.match_compound(item, known::COLON, 2) {
                Some(&[_, name]) => name,
                _ => item,
            };
            match self.atom(item) {
                Some(name) => {
                    if let Err(error) = self.ops.add(level, class, name) {
                        self.error(item, &error.to_string());
                    }
                }
                None => self.error(item, "an operator is an atom"),
            }
        }
    }

    /// The elements of a list, as far as it is one.
    fn items(&self, mut list: TermId) -> Vec<TermId> {
        let mut items = Vec::new();
        while let Some(&[head, tail]) = self.clause.terms.match_compound(list, known::DOT, 2) {
            items.push(head);
            list = tail;
        }
        items
    }

    fn atom(&self, id: TermId) -> Option<Atom> {
        match self.clause.terms.get(id) {
            Node::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    fn name(&self, id: TermId) -> Option<String> {
        self.atom(id).map(|atom| self.atoms.name(atom).to_string())
    }

    fn error(&mut self, id: TermId, message: &str) {
        self.errors.push(SyntaxError::new(SyntaxErrorKind::Directive, self.clause.terms.span(id), message));
    }
}
