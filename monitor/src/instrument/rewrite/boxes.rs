//! Goals whose boxes tell of them: noted for a survey, since there is no code for them.
//!
//! In: goals of a clause. Out: sites. A goal that is an argument of another one is called by that when it runs: a variable may be
//! any goal then, and a closure has more arguments.

use super::{Purpose, Rewriter, events};
use crate::clauses::{given, is_known};
use std::sync::Arc;
use wam::atoms::{Functor, known};
use wam::compile::Telling;
use wam::machine::watch::Port;
use wam::modules::{Meta, ModuleId};
use wam::term::{Node, TermId};

/// A goal that something else calls.
#[derive(Clone, Copy)]
struct Called {
    goal: TermId,
    /// So many arguments are added.
    lacks: u32,
    /// The module in which its name is looked up.
    module: ModuleId,
}

impl Rewriter<'_> {
    /// Notes the call of a goal whose box tells of it, where that is all that is asked, and what calls it, if it is not the clause.
    pub(super) fn note_boxes(&mut self, goal: TermId, through: Option<&Arc<str>>) {
        if self.by.purpose == Purpose::Rewrite {
            return;
        }
        for port in Port::ALL {
            let before = self.nth;
            self.tell_goal(&[events().of_port(port)], goal, Telling::Goal, &mut Vec::new());
            if self.nth > before {
                self.sites.last_is_of_a_box(through);
            }
        }
    }

    /// Notes a variable that is called.
    pub(super) fn note_variable(&mut self, goal: TermId) {
        self.note_boxes(goal, Some(&"a variable".into()));
    }

    /// Notes what a predicate of the library or of the machine calls that it is given, where that is not looked at as a part
    /// of the clause.
    pub(super) fn note_given(&mut self, goal: TermId, functor: Functor) {
        let metas = self.program.meta(self.module, functor).filter(|_| self.by.purpose == Purpose::Survey);
        let Some((_, metas)) = metas else { return };
        let name = self.program.atoms.name(functor.name);
        let through: Arc<str> = format!("{name}/{}", functor.arity).into();
        let parts = given(&name, functor.arity);
        let is_call = functor.name == known::CALL;
        let args = self.terms.arguments(goal).to_vec();
        for (at, (&arg, &meta)) in args.iter().zip(metas.iter()).enumerate() {
            let lacks = match meta {
                // It passes on what it is given besides.
                Meta::Goal(_) if is_call => functor.arity - 1,
                Meta::Goal(lacks) => u32::from(lacks),
                Meta::Caret => 0,
                Meta::Module | Meta::Grammar | Meta::Plain => continue,
            };
            if !(parts.contains(&at) && is_known(&self.terms, self.under_carets(arg))) {
                self.note_called(Called { goal: arg, lacks, module: self.module }, &through);
            }
        }
    }

    /// Notes the goals that control constructs hold in one that is called.
    fn note_called(&mut self, called: Called, through: &Arc<str>) {
        let mut todo = vec![called];
        while let Some(called) = todo.pop() {
            let parts = self.parts(called);
            match parts.is_empty() {
                true => self.note_closure(called, through),
                false => todo.extend(parts.into_iter().rev()),
            }
        }
    }

    /// The goals of a control construct, a lambda expression or a goal under `^` or in a module.
    fn parts(&self, called: Called) -> Vec<Called> {
        let Node::Compound(functor, args) = self.terms.get(called.goal) else { return Vec::new() };
        let all = |args: &[TermId]| args.iter().map(|&goal| Called { goal, ..called }).collect();
        match (functor.name, args) {
            (known::COMMA | known::SEMICOLON | known::ARROW | known::SOFT_ARROW, [_, _]) | (known::NOT, [_])
                if called.lacks == 0 =>
            {
                all(args)
            }
            (known::COLON, &[module, goal]) => {
                let named = match self.terms.get(module) {
                    Node::Atom(name) => self.program.find_module(name),
                    _ => None,
                };
                vec![Called { goal, module: named.unwrap_or(called.module), ..called }]
            }
            (known::LAMBDA, &[parameters, goal]) => {
                let lacks = called.lacks.saturating_sub(self.parameters(parameters));
                vec![Called { goal, lacks, ..called }]
            }
            (known::CALL, &[goal, ..]) => vec![Called { goal, lacks: called.lacks + functor.arity - 1, ..called }],
            _ => match self.under_carets(called.goal) {
                goal if called.lacks == 0 && goal != called.goal => all(&[goal]),
                _ => Vec::new(),
            },
        }
    }

    /// A goal without the variables that `^` binds before it.
    fn under_carets(&self, goal: TermId) -> TermId {
        let mut goal = goal;
        while let Node::Compound(functor, &[_, inner]) = self.terms.get(goal)
            && &*self.program.atoms.name(functor.name) == "^"
        {
            goal = inner;
        }
        goal
    }

    /// How many parameters `[X, Y]` or `Free/[X, Y]` are.
    fn parameters(&self, of: TermId) -> u32 {
        let mut rest = match self.terms.get(of) {
            Node::Compound(functor, &[_, list]) if functor.name != known::DOT => list,
            _ => of,
        };
        let mut count = 0;
        while let Some(&[_, tail]) = self.terms.match_compound(rest, known::DOT, 2) {
            (count, rest) = (count + 1, tail);
        }
        count
    }

    /// Notes a goal that is called with more arguments.
    fn note_closure(&mut self, called: Called, through: &Arc<str>) {
        let Called { goal, lacks, module } = called;
        let Some(functor) = self.terms.functor(goal) else {
            if matches!(self.terms.get(goal), Node::Var(_)) {
                self.note_boxes(goal, Some(through));
            }
            return;
        };
        let span = self.terms.span(goal);
        let mut args = self.terms.arguments(goal).to_vec();
        args.extend((0..lacks).map(|_| self.terms.fresh_var(span)));
        let whole = match args.is_empty() {
            true => goal,
            false => self.terms.compound(functor.name, &args, span),
        };
        let outer = std::mem::replace(&mut self.module, module);
        self.note_boxes(whole, Some(through));
        self.module = outer;
    }
}
