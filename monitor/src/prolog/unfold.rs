//! Goals that ask an event for an attribute, unfolded: `depth(E, D)` is compiled as `E = '$event'(_, D, …)`.
//!
//! In: a clause of a monitor. Out: the clause with these goals in the places of those. An attribute has one clause, which is a
//! fact, so nothing else changes; but `call(E, N)` and `clause(E, C)` are attributes only where `E` is known to be an event: the
//! first argument of `collect/3`.

use super::attributes::{Asked, BUILTINS};
use crate::clauses::conjunction;
use wam::atoms::{Atoms, Functor, known};
use wam::code::Program;
use wam::compile::{ClauseText, Instrument};
use wam::term::{Node, TermId, Terms, VarId};

/// Constructs nested more deeply are left as they are.
const MAX_NESTING: usize = 100;

/// Control constructs, all arguments of which are goals of the clause.
const CONSTRUCTS: [Functor; 5] = [
    Functor { name: known::COMMA, arity: 2 },
    Functor { name: known::SEMICOLON, arity: 2 },
    Functor { name: known::ARROW, arity: 2 },
    Functor { name: known::SOFT_ARROW, arity: 2 },
    Functor { name: known::NOT, arity: 1 },
];

/// Changes clauses so.
pub(super) struct Unfold {
    collect: Functor,
    event: Functor,
    /// What asks for a part of an event, and for which.
    parts: Vec<(Functor, usize)>,
    /// The same of those that are builtins, and ask where they are given an event.
    of_events: Vec<(Functor, usize)>,
}

impl Unfold {
    /// Of monitors that ask for these attributes; where a name is a predicate of the monitor it stays.
    pub(super) fn new(asked: &Asked, atoms: &Atoms, is_defined: impl Fn(Functor) -> bool) -> Unfold {
        let attributes = || asked.attributes().iter().enumerate();
        let names = attributes().flat_map(|(at, attribute)| attribute.names.iter().map(move |name| (*name, at)));
        let of_events = names.clone().filter(|(name, _)| BUILTINS.contains(name));
        let of_events = of_events.map(|(name, at)| (atoms.functor(name, 2), at)).collect();
        let parts = names
            .map(|(name, at)| (atoms.functor(name, 2), at))
            .filter(|&(functor, _)| !is_defined(functor) && !BUILTINS.contains(&&*atoms.name(functor.name)));
        Unfold { collect: atoms.functor("collect", 3), event: asked.event(atoms), parts: parts.collect(), of_events }
    }
}

impl Instrument for Unfold {
    fn clause(&self, _program: &Program, text: &ClauseText<'_>) -> Option<(Terms, TermId)> {
        let (head, body) = text.terms.head_and_body(text.root);
        let event = match text.terms.arguments(head) {
            &[event, _, _] if text.terms.functor(head) == Some(self.collect) => text.terms.variable(event),
            _ => None,
        };
        let mut clause = Clause { by: self, event, terms: text.terms.clone(), is_changed: false };
        let body = clause.goal(body?, 0);
        let span = text.terms.span(text.root);
        let root = clause.terms.compound(known::NECK, &[head, body], span);
        clause.is_changed.then_some((clause.terms, root))
    }
}

/// A clause that is changed.
struct Clause<'c> {
    by: &'c Unfold,
    /// The variable that is an event.
    event: Option<VarId>,
    terms: Terms,
    is_changed: bool,
}

impl Clause<'_> {
    fn goal(&mut self, goal: TermId, nesting: usize) -> TermId {
        let goals = self.terms.conjuncts(goal);
        let span = self.terms.span(goal);
        if goals.len() > 1 {
            let goals: Vec<TermId> = goals.into_iter().map(|goal| self.goal(goal, nesting + 1)).collect();
            return conjunction(&mut self.terms, &goals, span);
        }
        let Node::Compound(functor, args) = self.terms.get(goal) else { return goal };
        let args = args.to_vec();
        if CONSTRUCTS.contains(&functor) && nesting < MAX_NESTING {
            let args: Vec<TermId> = args.into_iter().map(|arg| self.goal(arg, nesting + 1)).collect();
            return self.terms.compound(functor.name, &args, span);
        }
        let (Some(part), &[event, value]) = (self.part(functor, &args), &args[..]) else { return goal };
        self.is_changed = true;
        let arity = self.by.event.arity as usize;
        let parts: Vec<TermId> =
            (0..arity).map(|at| if at == part { value } else { self.terms.fresh_var(span) }).collect();
        let known = self.terms.compound(self.by.event.name, &parts, span);
        self.terms.compound(known::EQUALS, &[event, known], span)
    }

    /// The part for which a goal asks a variable.
    fn part(&self, functor: Functor, args: &[TermId]) -> Option<usize> {
        let event = self.terms.variable(*args.first()?)?;
        let parts = if self.event == Some(event) { &self.by.of_events } else { &Vec::new() };
        let mut parts = parts.iter().chain(&self.by.parts);
        parts.find(|&&(of, _)| of == functor).map(|&(_, at)| at)
    }
}
