//! What is seen from the text of a monitor before it runs.
//!
//! In: its clauses. Out: which attributes and ports it reads, and whether it would change anything outside of itself.

use super::attributes::BUILTINS;
use crate::error::MonitorError;
use wam::atoms::{Atom, Functor, known};
use wam::code::Program;
use wam::compile::literals;
use wam::instr::PredId;
use wam::machine::watch::{Port, Ports};
use wam::modules::ModuleId;
use wam::read::Source;
use wam::term::{Node, ReadTerm, TermId, Terms};
use wam::write::term_to_string;

/// Goals that change something outside of the monitor's own values, by name.
const EFFECTS: &[&str] = &[
    "assert",
    "asserta",
    "assertz",
    "retract",
    "retractall",
    "abolish",
    "erase",
    "recorda",
    "recordz",
    "consult",
    "load_files",
    "use_module",
    "ensure_loaded",
    "include",
    "open",
    "close",
    "see",
    "seen",
    "tell",
    "told",
    "append",
    "shell",
    "system",
    "halt",
    "delete_file",
    "rename_file",
    "make_directory",
    "delete_directory",
    "working_directory",
    "chdir",
    "setenv",
    "unsetenv",
    "tmp_file",
    "tmp_file_stream",
    "set_input",
    "set_output",
    "read",
    "read_term",
    "get_char",
    "get_code",
    "get_byte",
    "peek_char",
    "peek_code",
    "peek_byte",
    "set_stream_position",
    "seek",
    "dynamic",
    "op",
    "set_prolog_flag",
    "compile_predicates",
    "wildcard_file",
];

/// Those that are something else with more arguments, and where they are called with more.
const WITH_ONE_ARGUMENT: &[&str] = &["append", "include"];

/// Goals that say something while the program runs, by name.
const SAYS: &[&str] = &[
    "write",
    "writeq",
    "print",
    "write_canonical",
    "write_term",
    "writeln",
    "print_message",
    "portray_clause",
    "listing",
    "nl",
    "tab",
    "put_char",
    "put_code",
    "put_byte",
    "format",
    "flush_output",
    "debug",
];

/// The clauses of a monitor.
pub(super) struct Text<'a> {
    pub(super) program: &'a Program,
    pub(super) source: &'a Source,
}

impl Text<'_> {
    /// Its clauses, each with its predicate.
    fn clauses(&self) -> impl Iterator<Item = (PredId, &ReadTerm)> {
        let ids = (0..self.program.predicates.len()).map(|id| PredId(id as u32));
        ids.flat_map(|id| self.program.get(id).source.iter().map(move |read| (id, &**read)).collect::<Vec<_>>()).filter(
            |(id, _)| {
                let predicate = self.program.get(*id);
                predicate.places.iter().any(|&file| self.program.file(file).source.name() == self.source.name())
            },
        )
    }

    /// No goal changes anything outside.
    pub(super) fn check_effects(&self, file: &str) -> Result<(), MonitorError> {
        for (pred, read) in self.clauses() {
            let terms = &read.terms;
            let goals = literals(read, self.program, ModuleId::USER);
            // What a goal calls is among its parts.
            let called = goals.into_iter().flat_map(|goal| match self.calls_arguments(terms, goal) {
                true => subterms(terms, goal).into_iter().map(|id| (id, id == goal)).collect(),
                false => vec![(goal, true)],
            });
            let has_effect = |&(id, is_whole): &(TermId, bool)| {
                let Some(functor) = terms.functor(id) else { return false };
                let name = self.program.atoms.name(functor.name);
                EFFECTS.contains(&&*name) && (is_whole && functor.arity == 1 || !WITH_ONE_ARGUMENT.contains(&&*name))
            };
            let found = called.into_iter().find(has_effect).map(|(id, _)| id);
            if let Some(id) = found {
                return Err(MonitorError::SideEffect {
                    file: file.to_string(),
                    line: self.source.position(terms.span(id).start).line,
                    predicate: self.program.indicator(pred),
                    goal: term_to_string(terms, id, &self.program.atoms, &self.program.ops),
                });
            }
        }
        Ok(())
    }

    fn calls_arguments(&self, terms: &Terms, goal: TermId) -> bool {
        let Some(functor) = terms.functor(goal) else { return false };
        let known = self.program.find_in(ModuleId::USER, functor);
        functor.name == known::CALL || known.is_some_and(|pred| self.program.get(pred).meta.is_some())
    }

    /// Whether a goal asks for an attribute by one of its names.
    pub(super) fn asks_for(&self, names: &[&str]) -> bool {
        // `maplist(port(E), Ports)` calls it with one argument more. The atom `call` is that of a port.
        self.names(names, |arity| arity == 1 || arity == 2, |atom| !BUILTINS.contains(&&*self.program.atoms.name(atom)))
    }

    /// Whether it has clauses of such a predicate.
    pub(super) fn defines(&self, functor: Functor) -> bool {
        self.clauses().any(|(pred, _)| self.program.get(pred).functor == functor)
    }

    /// Whether it may say something while the program runs.
    pub(super) fn says_something(&self) -> bool {
        self.names(SAYS, |_| true, |_| true)
    }

    /// Whether a compound of such an arity has one of these names, or an atom, which may be called with further arguments.
    fn names(&self, names: &[&str], of_arity: impl Fn(usize) -> bool, may_be: impl Fn(Atom) -> bool) -> bool {
        let is_one = |name: Atom| names.contains(&&*self.program.atoms.name(name));
        self.clauses().any(|(_, read)| {
            subterms(&read.terms, read.root).into_iter().any(|id| match read.terms.get(id) {
                Node::Compound(functor, args) => of_arity(args.len()) && is_one(functor.name),
                Node::Atom(name) => may_be(name) && is_one(name),
                _ => false,
            })
        })
    }

    /// The internal ports that are named.
    pub(super) fn internal_ports(&self, asks_port: bool) -> Ports {
        if !asks_port {
            return Ports::NONE;
        }
        let named = |terms: &Terms, id: TermId| match terms.get(id) {
            Node::Atom(name) => Port::of_name(&self.program.atoms.name(name)).filter(|port| port.is_internal()),
            _ => None,
        };
        let of = |read: &ReadTerm| -> Vec<Port> {
            subterms(&read.terms, read.root).into_iter().filter_map(|id| named(&read.terms, id)).collect()
        };
        self.clauses().flat_map(|(_, read)| of(read)).collect()
    }

    /// The port of which alone an event can make a difference, where that can be seen: others leave the value as it is.
    pub(super) fn only_port(&self, collect: PredId) -> Option<Ports> {
        let program = self.program;
        if self.defines(program.atoms.functor("port", 2)) {
            return None;
        }
        let clauses = &program.get(collect).source;
        let of = |clause: &ReadTerm| -> Option<Ports> {
            let terms = &clause.terms;
            let (head, body) = terms.head_and_body(clause.root);
            let Node::Compound(_, &[event, before, after]) = terms.get(head) else { return None };
            let same =
                |a: TermId, b: TermId| matches!((terms.get(a), terms.get(b)), (Node::Var(a), Node::Var(b)) if a == b);
            // A head that is true of every event and every value.
            terms.variable(event).filter(|_| !same(event, before) && !same(event, after))?;
            let Some(body) = body else {
                return same(before, after).then_some(Ports::NONE);
            };
            terms.variable(after).filter(|_| terms.variable(before).is_some() && !same(before, after))?;
            // `( port(E, P) -> … ; After = Before )`.
            let Node::Compound(or, &[test, otherwise]) = terms.get(body) else { return None };
            let Node::Compound(arrow, &[condition, _]) = terms.get(test) else { return None };
            let is = |functor: Functor, name: &str| &*program.atoms.name(functor.name) == name;
            let Node::Compound(equals, &[a, b]) = terms.get(otherwise) else { return None };
            let keeps = is(equals, "=") && (same(a, before) && same(b, after) || same(a, after) && same(b, before));
            let mut first = condition;
            while let Node::Compound(and, &[left, _]) = terms.get(first) {
                if !is(and, ",") {
                    break;
                }
                first = left;
            }
            let Node::Compound(port, &[asked, which]) = terms.get(first) else { return None };
            let Node::Atom(which) = terms.get(which) else { return None };
            let port_asked = is(or, ";") && is(arrow, "->") && keeps && is(port, "port") && same(asked, event);
            let which = Port::of_name(&program.atoms.name(which)).filter(|_| port_asked)?;
            Some(Ports::NONE.with(which))
        };
        match &clauses[..] {
            [clause] => of(clause),
            _ => None,
        }
    }
}

/// A term and its parts.
fn subterms(terms: &Terms, root: TermId) -> Vec<TermId> {
    let (mut found, mut todo) = (Vec::new(), vec![root]);
    while let Some(id) = todo.pop() {
        found.push(id);
        if let Node::Compound(_, args) = terms.get(id) {
            todo.extend(args);
        }
    }
    found
}
