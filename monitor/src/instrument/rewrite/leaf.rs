//! Goals without control: what is told before and behind them, of the terms that are built for them, and in goals that they
//! are given.

use super::super::basis::{At, Built, Point, Shows, When, row};
use super::super::choose::Subject;
use super::super::config::EventId;
use super::{MAX_NESTING, Rewriter, events};
use crate::clauses::{conjunction, given, is_known};
use wam::atoms::{Functor, known};
use wam::compile::{Heads, Telling};
use wam::machine::watch::Port;
use wam::term::{Node, TermId};

/// Comparisons of expressions.
const COMPARISONS: &[&str] = &["<", ">", "=<", ">=", "=:=", "=\\="];

impl Rewriter<'_> {
    /// A goal without control.
    pub(super) fn leaf(&mut self, goal: TermId, functor: Functor, telling: Telling, out: &mut Vec<TermId>) {
        self.built(goal, telling, out);
        if !self.has_no_box(functor) {
            self.note_boxes(goal, None);
        }
        if self.scope().is_users(functor) {
            // Its boxes tell of it.
            out.push(goal);
            return;
        }
        self.note_given(goal, functor);
        self.around(goal, functor, When::Before, telling, out);
        let new = self.within(goal, functor);
        let new = self.or_left(goal, new, functor);
        out.push(new);
        self.around(goal, functor, When::After, telling, out);
    }

    /// A goal that is compiled where it stands with what is told when it fails, and when it raises an exception. Such goals
    /// have one solution at most, so that committing to it changes nothing.
    fn or_left(&mut self, goal: TermId, new: TermId, functor: Functor) -> TermId {
        let (mut tried, mut failed) = (Vec::new(), Vec::new());
        if self.scope().is_inline(functor) {
            self.tell_goal(&[events().of_port(Port::Exception)], goal, Telling::Raises, &mut tried);
            self.tell_goal(&[events().of_port(Port::Fail)], goal, Telling::Test, &mut failed);
        }
        if tried.is_empty() && failed.is_empty() {
            return new;
        }
        let span = self.terms.span(goal);
        let mut succeeded = Vec::new();
        if !tried.is_empty() {
            let calm = self.terms.atom(Telling::Calm.name(&self.program.atoms), span);
            succeeded.push(calm);
            failed.insert(0, calm);
        }
        tried.push(new);
        failed.push(self.terms.atom(known::FAIL, span));
        let [tried, succeeded, failed] =
            [tried, succeeded, failed].map(|goals| conjunction(&mut self.terms, &goals, span));
        let either = self.terms.compound(known::ARROW, &[tried, succeeded], span);
        self.terms.compound(known::SEMICOLON, &[either, failed], span)
    }

    /// Whether it is asked of a leading test by name whether it fails, or raises an exception. It decides on its clause behind
    /// the choice of clauses then.
    pub(super) fn may_leave(&self, goal: TermId) -> bool {
        let events = [Port::Fail, Port::Exception].map(|port| events().of_port(port));
        let is_goal = self.terms.functor(goal).is_some_and(|functor| functor.name != known::TRUE);
        is_goal && self.scope().is_leading(&self.terms, goal) && self.is_named(&events, goal)
    }

    /// A leading test, or a cut behind such: what is told of it is told later.
    pub(super) fn neck_goal(&mut self, goal: TermId, heads: Heads, behind: &mut Vec<TermId>) -> TermId {
        let Some(functor) = self.terms.functor(goal) else { return goal };
        self.mention(goal);
        match self.terms.get(goal) {
            Node::Atom(known::CUT) => {
                self.tell(events().of_point(Point::Cut), goal, Subject::Clause, Telling::Goal, behind);
                return goal;
            }
            Node::Atom(known::TRUE) => {
                self.tell(events().of_point(Point::True), goal, Subject::Clause, Telling::Goal, behind);
                return goal;
            }
            _ => {}
        }
        // In the guard of a rule that matches only tests are looked at.
        if heads == Heads::Match && !self.scope().is_leading(&self.terms, goal) {
            return goal;
        }
        let name = self.program.atoms.name(functor.name);
        let new = match COMPARISONS.contains(&&*name) {
            true => self.within(goal, functor),
            false => goal,
        };
        self.around(goal, functor, When::Before, Telling::Goal, behind);
        self.around(goal, functor, When::After, Telling::Goal, behind);
        new
    }

    /// Whether goals of a predicate are compiled where they stand, or are the machine's own.
    fn has_no_box(&self, functor: Functor) -> bool {
        let name = self.program.atoms.name(functor.name);
        let is_machine = matches!((&*name, functor.arity), ("call", 1..) | ("catch", 3));
        self.scope().is_inline(functor) || is_machine && !self.scope().is_users(functor)
    }

    /// What is told before or behind a goal.
    fn around(&mut self, goal: TermId, functor: Functor, when: When, telling: Telling, out: &mut Vec<TermId>) {
        let name = self.program.atoms.name(functor.name);
        let of = events().of_goal(&name, functor.arity);
        let of: Vec<EventId> = of.iter().copied().filter(|&event| self.by.choices().mentions(event)).collect();
        let is = |event: &EventId, wanted: Shows| matches!(row(*event).at, At::Goal { when: known, shows, .. } if known == when && shows == wanted);
        let mut goals: Vec<EventId> = of.iter().copied().filter(|event| is(event, Shows::Goal)).collect();
        if self.has_no_box(functor) {
            goals.push(events().of_port(if when == When::Before { Port::Call } else { Port::Exit }));
        }
        self.tell_goal(&goals, goal, telling, out);
        let Node::Compound(_, args) = self.terms.get(goal) else { return };
        for (place, arg) in (0..).zip(args.to_vec()) {
            let shown: Vec<EventId> = of.iter().copied().filter(|event| is(event, Shows::Argument(place))).collect();
            self.tell_term(&shown, goal, arg, telling, out);
        }
    }

    /// Terms that are built for a goal.
    fn built(&mut self, goal: TermId, telling: Telling, out: &mut Vec<TermId>) {
        let [lists, structs] = [Built::List, Built::Struct].map(|built| events().of_built(built));
        if !self.mentions(lists) && !self.mentions(structs) {
            return;
        }
        let Node::Compound(functor, args) = self.terms.get(goal) else { return };
        let name = self.program.atoms.name(functor.name);
        // Expressions are computed, not built.
        if COMPARISONS.contains(&&*name) || &*name == "is" {
            return;
        }
        let args = args.to_vec();
        for arg in args {
            if let Node::Compound(functor, _) = self.terms.get(arg) {
                let is_list = functor == (Functor { name: known::DOT, arity: 2 });
                self.tell_term(if is_list { lists } else { structs }, arg, arg, telling, out);
            }
        }
    }

    /// The goal with what is told within its arguments: expressions and goals.
    fn within(&mut self, goal: TermId, functor: Functor) -> TermId {
        let Node::Compound(_, args) = self.terms.get(goal) else { return goal };
        let mut args = args.to_vec();
        let name = self.program.atoms.name(functor.name);
        let before = self.nth;
        let is_ours = self.scope().is_inline(functor);
        match &*name {
            "is" if functor.arity == 2 && is_ours => args[1] = self.evaluated(args[1], goal),
            comparison if COMPARISONS.contains(&comparison) && functor.arity == 2 && is_ours => {
                args = args.iter().map(|&arg| self.expression(arg, 0)).collect();
            }
            _ => {
                for &place in given(&name, functor.arity) {
                    args[place] = self.given(args[place], &name);
                }
            }
        }
        if self.nth == before {
            return goal;
        }
        let span = self.terms.span(goal);
        self.terms.compound(functor.name, &args, span)
    }

    /// A goal that is given to a predicate, where it is known as a whole.
    fn given(&mut self, arg: TermId, to: &str) -> TermId {
        if let (Node::Compound(functor, &[bound, inner]), "bagof" | "setof" | "aggregate_all") =
            (self.terms.get(arg), to)
            && functor.arity == 2
            && &*self.program.atoms.name(functor.name) == "^"
        {
            if self.depth >= MAX_NESTING {
                return arg;
            }
            self.depth += 1;
            let new = self.given(inner, to);
            self.depth -= 1;
            let span = self.terms.span(arg);
            return if new == inner { arg } else { self.terms.compound(functor.name, &[bound, new], span) };
        }
        if !is_known(&self.terms, arg) {
            return arg;
        }
        let before = self.nth;
        // What is bound in there is not looked at: which variables a goal has makes a difference to some.
        let traps = std::mem::take(&mut self.traps);
        let new = self.inner(arg);
        self.traps = traps;
        if self.nth == before { arg } else { new }
    }
}
