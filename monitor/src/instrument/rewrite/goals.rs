//! Goals: control constructs taken apart, branch by branch.

use super::super::basis::Point;
use super::super::choose::Subject;
use super::{MAX_NESTING, Rewriter, events};
use crate::clauses::conjunction;
use wam::atoms::{Functor, known};
use wam::compile::Telling;
use wam::term::{Node, TermId};

impl Rewriter<'_> {
    /// A goal, with what it tells.
    pub(super) fn goal(&mut self, goal: TermId, telling: Telling, out: &mut Vec<TermId>) {
        if self.depth >= MAX_NESTING {
            out.push(goal);
            return;
        }
        self.depth += 1;
        match self.terms.get(goal) {
            Node::Var(_) => {
                self.tell_goal(events().of_point(Point::Variable), goal, telling, out);
                self.note_variable(goal);
                out.push(goal);
            }
            Node::Atom(name) => self.named(goal, Functor { name, arity: 0 }, telling, out),
            Node::Compound(functor, _) => self.named(goal, functor, telling, out),
            _ => out.push(goal),
        }
        self.depth -= 1;
        if !self.traps.is_empty() {
            self.mention(goal);
            if !self.scope().is_leading(&self.terms, goal) {
                self.spring_traps(out);
            }
        }
    }

    fn named(&mut self, goal: TermId, functor: Functor, telling: Telling, out: &mut Vec<TermId>) {
        let name = self.program.atoms.name(functor.name);
        let args = self.terms.arguments(goal).to_vec();
        let span = self.terms.span(goal);
        if functor.arity != 2 && !self.scope().is_inline(functor) {
            return self.leaf(goal, functor, telling, out);
        }
        match (&*name, &args[..]) {
            (",", &[_, _]) => {
                for goal in self.terms.conjuncts(goal) {
                    self.goal(goal, telling, out);
                }
            }
            (";" | "|", &[_, _]) => self.disjunction(goal, 1, out),
            ("->", &[cond, then]) => self.if_then_else(goal, (cond, then, None), Arrow::Hard, out),
            ("*->", &[cond, then]) => self.if_then_else(goal, (cond, then, None), Arrow::Soft, out),
            ("\\+", &[inner]) => {
                self.tell_goal_at(events().of_point(Point::Not), goal, inner, telling, out);
                let mut parts = self.branch(inner, None);
                self.tell_goal_at(events().of_point(Point::NotFalse), goal, inner, Telling::Test, &mut parts);
                let body = conjunction(&mut self.terms, &parts, span);
                out.push(self.terms.compound(functor.name, &[body], span));
                self.tell_goal_at(events().of_point(Point::NotTrue), goal, inner, telling, out);
            }
            ("once" | "ignore", &[inner]) => {
                let point = if *name == *"once" { Point::Once } else { Point::Ignore };
                self.tell_goal_at(events().of_point(point), goal, inner, telling, out);
                let body = self.inner(inner);
                out.push(self.terms.compound(functor.name, &[body], span));
            }
            ("forall", &[cond, then]) if self.scope().is_inline(functor) => {
                self.tell_goal(events().of_point(Point::Forall), goal, telling, out);
                let cond_body = self.inner(cond);
                let then_body = self.branch(then, Some((Point::Case, cond)));
                let then_body = conjunction(&mut self.terms, &then_body, span);
                out.push(self.terms.compound(functor.name, &[cond_body, then_body], span));
            }
            (":", &[module, inner]) => self.in_module(goal, module, inner, telling, out),
            ("!", []) => {
                self.tell(events().of_point(Point::Cut), goal, Subject::Clause, telling, out);
                out.push(goal);
            }
            ("true", []) => {
                self.tell(events().of_point(Point::True), goal, Subject::Clause, telling, out);
                out.push(goal);
            }
            ("fail" | "false", []) => {
                self.tell(events().of_point(Point::False), goal, Subject::Clause, telling, out);
                out.push(goal);
            }
            _ => self.leaf(goal, functor, telling, out),
        }
    }

    /// A goal inside of a construct, as one.
    pub(super) fn inner(&mut self, goal: TermId) -> TermId {
        let parts = self.branch(goal, None);
        let span = self.terms.span(goal);
        conjunction(&mut self.terms, &parts, span)
    }

    /// A goal inside of a construct, with what is told first.
    fn branch(&mut self, goal: TermId, first: Option<(Point, TermId)>) -> Vec<TermId> {
        let mut out = Vec::new();
        if let Some((point, value)) = first {
            self.tell_goal_at(events().of_point(point), goal, value, Telling::Test, &mut out);
        }
        for goal in self.terms.conjuncts(goal) {
            self.goal(goal, Telling::Test, &mut out);
        }
        out
    }

    /// A disjunction from its nth branch on.
    fn disjunction(&mut self, goal: TermId, nth: i64, out: &mut Vec<TermId>) {
        let Node::Compound(functor, &[left, right]) = self.terms.get(goal) else { return };
        for (arrow, kind) in [(known::ARROW, Arrow::Hard), (known::SOFT_ARROW, Arrow::Soft)] {
            if let Some(&[cond, then]) = self.terms.match_compound(left, arrow, 2) {
                return self.if_then_else(goal, (cond, then, Some(right)), kind, out);
            }
        }
        let span = self.terms.span(goal);
        let left = self.numbered(left, nth);
        let is_more = self.terms.match_compound(right, functor.name, 2).is_some_and(|args| {
            let arrow = |name| self.terms.match_compound(args[0], name, 2).is_some();
            !arrow(known::ARROW) && !arrow(known::SOFT_ARROW)
        });
        let right = match is_more && self.depth < MAX_NESTING {
            true => {
                let mut rest = Vec::new();
                self.depth += 1;
                self.disjunction(right, nth + 1, &mut rest);
                self.depth -= 1;
                conjunction(&mut self.terms, &rest, span)
            }
            false => self.numbered(right, nth + 1),
        };
        out.push(self.terms.compound(functor.name, &[left, right], span));
    }

    /// The nth branch of a disjunction.
    fn numbered(&mut self, goal: TermId, nth: i64) -> TermId {
        let mut parts = Vec::new();
        self.tell(events().of_point(Point::Branch), goal, Subject::Integer(nth), Telling::Test, &mut parts);
        parts.extend(self.branch(goal, None));
        let span = self.terms.span(goal);
        conjunction(&mut self.terms, &parts, span)
    }

    /// `Cond -> Then ; Else`, the last of which need not be there.
    fn if_then_else(
        &mut self,
        goal: TermId,
        (cond, then, otherwise): (TermId, TermId, Option<TermId>),
        arrow: Arrow,
        out: &mut Vec<TermId>,
    ) {
        let span = self.terms.span(goal);
        let [before, behind, or] = arrow.points();
        self.tell_goal_at(events().of_point(before), goal, cond, Telling::Test, out);
        let cond_body = self.inner(cond);
        let then_body = self.branch(then, Some((behind, cond)));
        let then_body = conjunction(&mut self.terms, &then_body, span);
        let whole = self.terms.compound(arrow.name(), &[cond_body, then_body], span);
        match otherwise {
            None => out.push(whole),
            Some(otherwise) => {
                let parts = self.branch(otherwise, Some((or, cond)));
                let otherwise = conjunction(&mut self.terms, &parts, span);
                out.push(self.terms.compound(known::SEMICOLON, &[whole, otherwise], span));
            }
        }
    }

    /// `Module:Goal`: names in the goal are those of the module.
    fn in_module(&mut self, goal: TermId, module: TermId, inner: TermId, telling: Telling, out: &mut Vec<TermId>) {
        self.tell_goal_at(events().of_point(Point::InModule), goal, inner, telling, out);
        let named = match (self.terms.get(module), self.terms.get(inner)) {
            (_, Node::Var(_)) => None,
            (Node::Atom(name), _) => self.program.find_module(name),
            _ => None,
        };
        let Some(named) = named else {
            if matches!(self.terms.get(inner), Node::Var(_)) {
                self.note_variable(inner);
            }
            out.push(goal);
            return;
        };
        let outer = std::mem::replace(&mut self.module, named);
        let body = self.inner(inner);
        self.module = outer;
        let span = self.terms.span(goal);
        out.push(self.terms.compound(known::COLON, &[module, body], span));
    }
}

/// How a condition commits.
#[derive(Clone, Copy)]
enum Arrow {
    Hard,
    Soft,
}

impl Arrow {
    fn name(self) -> wam::atoms::Atom {
        match self {
            Arrow::Hard => known::ARROW,
            Arrow::Soft => known::SOFT_ARROW,
        }
    }

    fn points(self) -> [Point; 3] {
        match self {
            Arrow::Hard => [Point::If, Point::Then, Point::Else],
            Arrow::Soft => [Point::SoftIf, Point::SoftThen, Point::SoftElse],
        }
    }
}
