//! Calls of predicates that nothing defines.
//!
//! In: a loaded program. Out: the goals of its clauses that would raise `existence_error(procedure, _)`, each where it
//! stands; arguments that are called count too. What the program asserts is not among them, even if undeclared.

use super::define::Home;
use super::error::CompileWarning;
use super::loader::indicator;
use super::predicate::literals;
use crate::atoms::{Atom, Functor, known};
use crate::code::{PredicateKind, Program};
use crate::modules::{FileId, Meta, ModuleId};
use crate::term::{Node, ReadTerm, TermId, Terms};
use rustc_hash::FxHashSet;

/// The calls of undefined predicates that were not told before; they count as told from now on.
pub fn undefined_calls(program: &mut Program) -> Vec<(FileId, CompileWarning)> {
    let mut search = Search { program, asserted: FxHashSet::default(), found: Vec::new() };
    search.search();
    let Search { mut found, asserted, .. } = search;
    found.retain(|call| !asserted.contains(&call.home.1));
    found.sort_by_key(|call| (call.file, call.warning.span().start));
    program.told.extend(found.iter().map(|call| call.home));
    found.into_iter().map(|call| (call.file, call.warning)).collect()
}

struct Call {
    home: Home,
    file: FileId,
    warning: CompileWarning,
}

struct Search<'p> {
    program: &'p Program,
    asserted: FxHashSet<Functor>,
    found: Vec<Call>,
}

impl Search<'_> {
    fn search(&mut self) {
        let program = self.program;
        let types = self.types();
        for predicate in &program.predicates {
            let home = (predicate.module, predicate.functor);
            if !matches!(predicate.kind, PredicateKind::Static | PredicateKind::Dynamic) || types.contains(&home) {
                continue;
            }
            for (clause, &file) in predicate.source.iter().zip(&predicate.places) {
                for goal in literals(clause, program, predicate.module) {
                    self.goal(&clause.terms, goal, 0, (predicate.module, Some(file)));
                }
            }
        }
        for directive in &program.directives {
            let ReadTerm { terms, root, .. } = &*directive.read;
            self.goal(terms, *root, 0, (ModuleId::USER, None));
        }
    }

    /// The predicates that declare types: what they call may be types that are only known by name.
    fn types(&self) -> FxHashSet<Home> {
        let atoms = &self.program.atoms;
        let (regtype, slash) = (atoms.intern("regtype"), atoms.intern("/"));
        let declared = self.program.assertions.iter().filter_map(|assertion| {
            let terms = &assertion.read.terms;
            let name =
                terms.match_compound(assertion.read.root, known::NECK, 1).map_or(assertion.read.root, |args| args[0]);
            let functor = indicated(terms, terms.match_compound(name, regtype, 1)?[0], slash)?;
            Some((assertion.module, functor))
        });
        declared.collect()
    }

    /// Looks at a goal that is called with so many more arguments, from a module and file; no calls are told of where
    /// there is no file.
    fn goal(&mut self, terms: &Terms, goal: TermId, more: u32, at: (ModuleId, Option<FileId>)) {
        let Some(Functor { name, arity }) = terms.functor(goal) else { return };
        let functor = Functor { name, arity: arity + more };
        if let (Some(&[module, inner]), 0) = (terms.match_compound(goal, known::COLON, 2), more) {
            if let Node::Atom(name) = terms.get(module)
                && let Some(module) = self.program.find_module(name)
            {
                self.goal(terms, inner, more, (module, at.1));
            }
            return;
        }
        let args = match terms.get(goal) {
            Node::Compound(_, args) => args,
            _ => &[],
        };
        if let (&[clause, ..], true) = (args, self.is_assertion(name)) {
            self.asserts(terms, clause);
        }
        let home = (at.0, functor);
        if let Some(file) = at.1
            && self.program.is_missing(at.0, functor)
            && !self.program.told.contains(&home)
        {
            let predicate = indicator(functor, &self.program.atoms);
            let warning = CompileWarning::Undefined { predicate, span: terms.span(goal) };
            self.found.push(Call { home, file, warning });
        }
        let Some((_, meta)) = self.program.meta(at.0, functor) else { return };
        for (&arg, meta) in args.iter().zip(&*meta) {
            match meta {
                Meta::Goal(more) => self.goal(terms, arg, u32::from(*more), at),
                Meta::Caret => self.goal(terms, self.under_carets(terms, arg), 0, at),
                Meta::Module | Meta::Grammar | Meta::Plain => {}
            }
        }
    }

    fn is_assertion(&self, name: Atom) -> bool {
        matches!(&*self.program.atoms.name(name), "assert" | "asserta" | "assertz" | "dynamic" | "abolish")
    }

    /// What an asserted clause, an indicator, or each of several, defines.
    fn asserts(&mut self, terms: &Terms, clause: TermId) {
        match terms.get(clause) {
            Node::Compound(Functor { name, arity: 2 }, &[left, right]) => match &*self.program.atoms.name(name) {
                ":-" => self.asserts(terms, left),
                ":" => self.asserts(terms, right),
                "," | "." | "[|]" => {
                    self.asserts(terms, left);
                    self.asserts(terms, right);
                }
                "/" => self.asserted.extend(indicated(terms, clause, name)),
                _ => {
                    self.asserted.insert(Functor { name, arity: 2 });
                }
            },
            _ => self.asserted.extend(terms.functor(clause)),
        }
    }

    fn under_carets(&self, terms: &Terms, mut goal: TermId) -> TermId {
        let caret = self.program.atoms.intern("^");
        while let Some(&[_, inner]) = terms.match_compound(goal, caret, 2) {
            goal = inner;
        }
        goal
    }
}

/// What `Name/Arity` names.
fn indicated(terms: &Terms, indicator: TermId, slash: Atom) -> Option<Functor> {
    match *terms.match_compound(indicator, slash, 2)? {
        [name, arity] => match (terms.get(name), terms.get(arity)) {
            (Node::Atom(name), Node::Int(arity)) => Some(Functor { name, arity: u32::try_from(arity).ok()? }),
            _ => None,
        },
        _ => None,
    }
}
