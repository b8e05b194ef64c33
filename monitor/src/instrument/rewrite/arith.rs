//! Expressions: an operation that is selected is the argument of a function that tells its value.

use super::super::choose::Subject;
use super::super::config::EventId;
use super::super::site::SiteValue;
use super::{Rewriter, events};
use rustc_hash::FxHashSet;
use std::sync::OnceLock;
use wam::atoms::Functor;
use wam::compile::Telling;
use wam::compile::evaluable::Evaluable;
use wam::term::{Node, TermId};

/// Expressions nested more deeply are evaluated as terms, and left as they are.
const MAX_DEPTH: u32 = 100;

impl Rewriter<'_> {
    /// What `is/2` evaluates.
    pub(super) fn evaluated(&mut self, expression: TermId, goal: TermId) -> TermId {
        let new = self.operands(expression, 0);
        let of = [self.of_operation(expression), events().of_operation("is", 2)].concat();
        self.told(new, &of, goal)
    }

    /// An operand.
    pub(super) fn expression(&mut self, expression: TermId, depth: u32) -> TermId {
        let new = self.operands(expression, depth);
        let of = self.of_operation(expression).to_vec();
        self.told(new, &of, expression)
    }

    /// The events of an operation.
    fn of_operation(&self, expression: TermId) -> &'static [EventId] {
        match self.terms.functor(expression) {
            Some(functor) => events().of_operation(&self.program.atoms.name(functor.name), functor.arity),
            None => &[],
        }
    }

    /// An expression with what its operands tell.
    fn operands(&mut self, expression: TermId, depth: u32) -> TermId {
        let Node::Compound(functor, args) = self.terms.get(expression) else { return expression };
        if depth >= MAX_DEPTH || !self.is_evaluable(functor) {
            return expression;
        }
        let args = args.to_vec();
        let before = self.nth;
        let new: Vec<TermId> = args.iter().map(|&arg| self.expression(arg, depth + 1)).collect();
        if self.nth == before {
            return expression;
        }
        let span = self.terms.span(expression);
        self.terms.compound(functor.name, &new, span)
    }

    fn told(&mut self, expression: TermId, of: &[EventId], at: TermId) -> TermId {
        let chosen = self.chosen(of, self.terms.span(at), Subject::Number);
        let Some((site, _)) = self.site(chosen, self.terms.span(at), None, SiteValue::Given) else { return expression };
        let span = self.terms.span(expression);
        let id = self.terms.int(i64::from(site.0), span);
        let name = Telling::Goal.name(&self.program.atoms);
        self.terms.compound(name, &[id, expression], span)
    }

    /// What has no row is no operation, and its arguments are no operands.
    fn is_evaluable(&self, functor: Functor) -> bool {
        static KNOWN: OnceLock<FxHashSet<(&'static str, u32)>> = OnceLock::new();
        let known = KNOWN.get_or_init(|| {
            let of_programs = Evaluable::ALL.iter().filter(|row| **row != Evaluable::Event);
            of_programs.map(|row| (row.name(), row.arity())).collect()
        });
        known.contains(&(&*self.program.atoms.name(functor.name), functor.arity))
    }
}
