//! Which module the goals in a clause's arguments belong to.
//!
//! In: a clause of a module. Out: the clause with `Module:` before every argument that a predicate with a
//! `meta_predicate` declaration will call, and with `call(Module:X)` for variables in the place of goals. A goal without
//! a module means `user` when it is called, so that programs without modules need none of this:
//!
//! | the clause is in | wrapped are |
//! |---|---|
//! | `user` | arguments of meta predicates of users' modules, and those that `user` itself declares with `:` |
//! | a user's module | arguments of meta predicates, and variables called |
//! | a module of the library | the same, but no variables: those come from the caller |
//! | `system` | none |
//!
//! In a clause of a meta predicate its own meta arguments are left alone: its callers have qualified them.

use super::vocabulary::Meaning;
use crate::atoms::{Functor, known};
use crate::code::Program;
use crate::modules::{Meta, ModuleClass, ModuleId};
use crate::term::{Node, TermId, Terms, VarId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Deeper constructs are left as they are; the compiler will refuse them.
const MAX_NESTING: u32 = 1000;

/// A clause of a module with its meta arguments qualified; none where there is nothing to do.
pub(crate) fn qualify(terms: &Terms, root: TermId, module: ModuleId, program: &mut Program) -> Option<(Terms, TermId)> {
    let &[head, body] = terms.match_compound(root, known::NECK, 2)? else { return None };
    if matches!(module, ModuleId::USER | ModuleId::SYSTEM) && !program.user_metas && !mentions_module(terms) {
        return None;
    }
    let mut qualifier = Qualifier { program, terms: terms.clone(), transparent: FxHashSet::default(), depth: 0 };
    qualifier.meta_variables(head, module);
    let new = qualifier.body(body, module);
    if new == body {
        return None;
    }
    let span = terms.span(root);
    let root = qualifier.terms.compound(known::NECK, &[head, new], span);
    Some((qualifier.terms, root))
}

fn mentions_module(terms: &Terms) -> bool {
    (0..terms.nodes() as u32).any(|id| terms.match_compound(TermId(id), known::COLON, 2).is_some())
}

struct Qualifier<'p> {
    program: &'p mut Program,
    terms: Terms,
    /// Variables whose values are qualified already.
    transparent: FxHashSet<VarId>,
    depth: u32,
}

impl Qualifier<'_> {
    /// Notes the meta arguments of a clause's head.
    fn meta_variables(&mut self, head: TermId, module: ModuleId) {
        let Some((functor, args)) = self.compound(head) else { return };
        let Some((_, metas)) = self.program.meta(module, functor) else { return };
        for (arg, meta) in args.into_iter().zip(metas.iter()) {
            if let (Node::Var(var), true) = (self.terms.get(arg), *meta != Meta::Plain) {
                self.transparent.insert(var);
            }
        }
    }

    fn compound(&self, term: TermId) -> Option<(crate::atoms::Functor, Vec<TermId>)> {
        match self.terms.get(term) {
            Node::Compound(functor, args) => Some((functor, args.to_vec())),
            _ => None,
        }
    }

    /// A body, without recursion along its commas.
    fn body(&mut self, body: TermId, module: ModuleId) -> TermId {
        let mut done = Vec::new();
        let mut rest = body;
        while let Some(&[left, right]) = self.terms.match_compound(rest, known::COMMA, 2) {
            done.push((rest, self.goal(left, module)));
            rest = right;
        }
        let last = self.goal(rest, module);
        done.into_iter().rev().fold(last, |rest, (old, left)| self.rebuilt(old, &[left, rest]))
    }

    /// A term with other arguments.
    fn rebuilt(&mut self, old: TermId, args: &[TermId]) -> TermId {
        match self.terms.get(old) {
            Node::Compound(functor, before) if before != args => {
                let span = self.terms.span(old);
                self.terms.compound(functor.name, args, span)
            }
            _ => old,
        }
    }

    fn goal(&mut self, goal: TermId, module: ModuleId) -> TermId {
        if let Node::Var(_) = self.terms.get(goal) {
            let qualified = self.argument(goal, Meta::Goal(0), module, module);
            return match qualified == goal {
                true => goal,
                false => self.terms.compound(known::CALL, &[qualified], self.terms.span(goal)),
            };
        }
        let Some((functor, mut args)) = self.compound(goal) else { return goal };
        if self.depth >= MAX_NESTING {
            return goal;
        }
        self.depth += 1;
        let meaning = self.program.vocabulary.goal(functor);
        match meaning.filter(|_| !self.program.overrides(module, functor)) {
            Some(Meaning::InModule) => {
                if let Node::Atom(name) = self.terms.get(args[0])
                    && !matches!(self.terms.get(args[1]), Node::Var(_))
                {
                    let inner = self.program.module_named(name);
                    args[1] = self.body(args[1], inner);
                }
            }
            Some(meaning) if meaning.holds_goals() => args.iter_mut().for_each(|arg| *arg = self.body(*arg, module)),
            _ => {
                if crate::library::exports(self.program, functor) {
                    // What it means to its caller is known when it is loaded, as it is when the call is compiled.
                    self.program.predicate_in(module, functor);
                }
                if let Some((definer, metas)) = self.program.meta(module, functor) {
                    for (arg, &meta) in args.iter_mut().zip(metas.iter()) {
                        *arg = self.argument(*arg, meta, module, definer);
                    }
                }
            }
        }
        self.depth -= 1;
        self.rebuilt(goal, &args)
    }

    /// An argument of a predicate of a module, as another module passes it.
    fn argument(&mut self, arg: TermId, meta: Meta, module: ModuleId, definer: ModuleId) -> TermId {
        if !self.program.qualifies_argument(module, definer, meta) {
            return arg;
        }
        match self.terms.get(arg) {
            Node::Var(var) if self.transparent.contains(&var) => arg,
            Node::Var(_) if self.program.module(module).class == ModuleClass::Library => arg,
            Node::Var(_) => self.wrapped(arg, module),
            Node::Atom(known::NIL) if meta == Meta::Grammar => arg,
            Node::Atom(_) => self.wrapped(arg, module),
            Node::Compound(functor, args) => match (functor.name, args) {
                (known::COLON, &[_, _]) => arg,
                (known::DOT, &[_, _]) if meta == Meta::Grammar => arg,
                (name, &[left, right]) if meta == Meta::Caret && &*self.program.atoms.name(name) == "^" => {
                    let right = self.argument(right, meta, module, definer);
                    self.rebuilt(arg, &[left, right])
                }
                _ => self.wrapped(arg, module),
            },
            _ if meta == Meta::Module && self.program.module(definer).class == ModuleClass::User => {
                self.wrapped(arg, module)
            }
            _ => arg,
        }
    }

    fn wrapped(&mut self, arg: TermId, module: ModuleId) -> TermId {
        let span = self.terms.span(arg);
        let name = self.terms.atom(self.program.module(module).name, span);
        self.terms.compound(known::COLON, &[name, arg], span)
    }
}

impl Program {
    /// Whether a module says so when it passes goals of its own to predicates of another.
    pub fn qualifies(&self, module: ModuleId, definer: ModuleId) -> bool {
        match module {
            ModuleId::SYSTEM => false,
            ModuleId::USER => definer != ModuleId::USER && self.module(definer).class == ModuleClass::User,
            _ => true,
        }
    }

    /// Whether a module says so when it passes an argument to a predicate of another. What a user's predicate declares with
    /// `:` it takes apart itself: it gets a module from everybody.
    pub(crate) fn qualifies_argument(&self, module: ModuleId, definer: ModuleId, meta: Meta) -> bool {
        let takes_apart = meta == Meta::Module && self.module(definer).class == ModuleClass::User;
        meta != Meta::Plain && (self.qualifies(module, definer) || takes_apart && module != ModuleId::SYSTEM)
    }

    /// What the arguments of a predicate mean to a module that calls it, where the goal is only known when it is called, if
    /// the module must say so.
    pub fn metas_said(&self, module: ModuleId, functor: Functor) -> Option<Arc<[Meta]>> {
        if module == ModuleId::USER && !self.user_metas {
            return None;
        }
        let (definer, metas) = self.meta(module, functor)?;
        if self.qualifies(module, definer) {
            return Some(metas);
        }
        let said = |&meta: &Meta| match self.qualifies_argument(module, definer, meta) {
            true => meta,
            false => Meta::Plain,
        };
        metas.iter().any(|meta| said(meta) != Meta::Plain).then(|| metas.iter().map(said).collect())
    }
}
