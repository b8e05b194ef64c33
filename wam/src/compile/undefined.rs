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
    let mut search =
        Search { caret: program.atoms.intern("^"), program, asserted: FxHashSet::default(), found: Vec::new() };
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
    caret: Atom,
    asserted: FxHashSet<Functor>,
    found: Vec<Call>,
}

/// A term that somebody calls.
struct Use {
    term: TermId,
    /// How.
    meta: Meta,
    /// From where.
    module: ModuleId,
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
                    self.goal(&clause.terms, goal, predicate.module, Some(file));
                }
            }
        }
        for directive in &program.directives {
            let ReadTerm { terms, root, .. } = &*directive.read;
            self.goal(terms, *root, ModuleId::USER, None);
        }
    }

    /// The predicates that declare types: what they call may be types that are only known by name.
    fn types(&self) -> FxHashSet<Home> {
        let atoms = &self.program.atoms;
        let (regtype, slash) = (atoms.intern("regtype"), atoms.intern("/"));
        let declared = self.program.assertions.iter().filter_map(|assertion| {
            let terms = &assertion.read.terms;
            let functor = indicated(terms, terms.match_compound(assertion.body(), regtype, 1)?[0], slash)?;
            Some((assertion.module, functor))
        });
        declared.collect()
    }

    /// Looks at a goal that a module calls and at what is called in it; no calls are told of where there is no file. What
    /// is left to look at is a stack of our own: goals may be as deep as terms.
    fn goal(&mut self, terms: &Terms, goal: TermId, module: ModuleId, file: Option<FileId>) {
        let mut left = vec![Use { term: goal, meta: Meta::Goal(0), module }];
        while let Some(what) = left.pop() {
            let Some(what) = self.unqualified(terms, what) else { continue };
            match what.meta {
                Meta::Goal(more) => self.call(terms, &what, u32::from(more), file, &mut left),
                Meta::Caret => left.push(Use { meta: Meta::Goal(0), ..what }),
                Meta::Grammar => self.grammar(terms, &what, file, &mut left),
                Meta::Module | Meta::Plain => {}
            }
        }
    }

    /// What stands behind the qualifiers, and the `V^` of a goal that may have them, in the module that they name;
    /// nothing where they name none that is known.
    fn unqualified(&self, terms: &Terms, mut what: Use) -> Option<Use> {
        let caret = self.caret;
        loop {
            match terms.get(what.term) {
                Node::Compound(Functor { name: known::COLON, .. }, &[module, inner]) => {
                    let Node::Atom(name) = terms.get(module) else { return None };
                    what = Use { term: inner, module: self.program.find_module(name)?, ..what };
                }
                Node::Compound(Functor { name, .. }, &[_, inner]) if what.meta == Meta::Caret && name == caret => {
                    what.term = inner;
                }
                _ => return Some(what),
            }
        }
    }

    /// A goal that is called with so many more arguments; what it calls itself is left to look at.
    fn call(&mut self, terms: &Terms, what: &Use, more: u32, file: Option<FileId>, left: &mut Vec<Use>) {
        let Some(Functor { name, arity }) = terms.functor(what.term) else { return };
        let functor = Functor { name, arity: arity.saturating_add(more) };
        let args = terms.arguments(what.term);
        if let (&[clause, ..], true) = (args, self.is_assertion(name)) {
            self.asserts(terms, clause);
        }
        self.tell(terms, what, functor, file);
        let inner = |(&term, &meta)| Use { term, meta, module: what.module };
        if is_control(functor) && more == 0 {
            left.extend(args.iter().zip(&[Meta::Goal(0); 2]).map(inner));
        } else if let Some((_, metas)) = self.program.meta(what.module, functor) {
            left.extend(args.iter().zip(metas.iter()).map(inner));
        }
    }

    /// The body of a grammar rule: its nonterminals have two more arguments.
    fn grammar(&mut self, terms: &Terms, what: &Use, file: Option<FileId>, left: &mut Vec<Use>) {
        let inner = |term, meta| Use { term, meta, module: what.module };
        match terms.get(what.term) {
            Node::Atom(known::NIL | known::CUT | known::CURLY) => {}
            Node::Compound(functor, args) => match (functor.name, args) {
                (known::DOT, [_, _]) => {}
                (known::CURLY, &[goal]) => left.push(inner(goal, Meta::Goal(0))),
                (known::CALL, &[goal, ..]) => {
                    let more = u8::try_from(args.len() + 1).ok();
                    left.extend(more.map(|more| inner(goal, Meta::Goal(more))));
                }
                _ if is_control(functor) => left.extend(args.iter().map(|&arg| inner(arg, Meta::Grammar))),
                _ => self.call(terms, what, 2, file, left),
            },
            _ => self.call(terms, what, 2, file, left),
        }
    }

    /// Tells of a call if nothing defines what it calls.
    fn tell(&mut self, terms: &Terms, what: &Use, functor: Functor, file: Option<FileId>) {
        let home = (what.module, functor);
        if let Some(file) = file
            && self.program.is_missing(what.module, functor)
            && !self.program.told.contains(&home)
        {
            let predicate = indicator(functor, &self.program.atoms);
            let warning = CompileWarning::Undefined { predicate, span: terms.span(what.term) };
            self.found.push(Call { home, file, warning });
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
}

/// Whether the machine takes it apart where it is called: its arguments are goals of whoever calls it, and in the body of
/// a grammar rule bodies of grammar rules.
fn is_control(functor: Functor) -> bool {
    match functor.arity {
        1 => functor.name == known::NOT,
        2 => matches!(functor.name, known::COMMA | known::SEMICOLON | known::BAR | known::ARROW | known::SOFT_ARROW),
        _ => false,
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
