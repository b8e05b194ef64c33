//! Conditional compilation: `:- if(Goal)`, `:- elif(Goal)`, `:- else`, `:- endif`.
//!
//! What stands under a condition that does not hold is read, so that it ends where its last clause ends, and forgotten.
//! Conditions nest; those inside of what is skipped are not decided.

use super::error::CompileError;
use crate::atoms::{Atoms, known};
use crate::term::{Node, ReadTerm, Span, TermId};

/// A directive of conditional compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    If,
    Elif,
    Else,
    Endif,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// What follows is taken.
    Taken,
    /// No branch was taken yet; what follows is skipped.
    Waiting,
    /// A branch was taken, or all of it is inside of what is skipped.
    Over,
}

#[derive(Debug)]
struct Condition {
    state: State,
    /// Where its `if` is.
    span: Span,
    has_else: bool,
}

/// The conditions that are open.
#[derive(Default, Debug)]
pub(super) struct Conditions(Vec<Condition>);

impl Conditions {
    /// What a directive's goal is, if it is one of these.
    pub fn kind(&self, read: &ReadTerm, goal: TermId, atoms: &Atoms) -> Option<Kind> {
        let functor = read.terms.functor(goal)?;
        match (&*atoms.name(functor.name), functor.arity) {
            ("if", 1) => Some(Kind::If),
            ("elif", 1) => Some(Kind::Elif),
            ("else", 0) => Some(Kind::Else),
            ("endif", 0) => Some(Kind::Endif),
            _ => None,
        }
    }

    /// A directive is met; gives the goal that must be decided, if one must.
    pub fn meet(
        &mut self,
        kind: Kind,
        read: &ReadTerm,
        goal: TermId,
        atoms: &Atoms,
    ) -> Result<Option<TermId>, CompileError> {
        let span = read.terms.span(goal);
        if kind == Kind::If {
            let skipped = self.is_skipping();
            let state = if skipped { State::Over } else { State::Waiting };
            self.0.push(Condition { state, span, has_else: false });
            return Ok(if skipped { None } else { self.undecided(read, goal, atoms) });
        }
        let bad = |what| Err(CompileError::BadCondition { what, span });
        let Some(top) = self.0.last_mut() else {
            return bad(match kind {
                Kind::Elif => "this :- elif belongs to no :- if",
                Kind::Else => "this :- else belongs to no :- if",
                Kind::If | Kind::Endif => "this :- endif belongs to no :- if",
            });
        };
        if top.has_else && kind != Kind::Endif {
            top.state = State::Over;
            return bad("only :- endif may follow :- else");
        }
        match (kind, top.state) {
            (Kind::Endif, _) => {
                self.0.pop();
            }
            (Kind::Else, state) => {
                top.has_else = true;
                top.state = if state == State::Waiting { State::Taken } else { State::Over };
            }
            (Kind::Elif, State::Waiting) => return Ok(self.undecided(read, goal, atoms)),
            (_, _) => top.state = State::Over,
        }
        Ok(None)
    }

    /// The goal of a directive, unless its truth can be seen.
    fn undecided(&mut self, read: &ReadTerm, directive: TermId, atoms: &Atoms) -> Option<TermId> {
        let Node::Compound(_, &[goal]) = read.terms.get(directive) else { return None };
        let constant = match read.terms.get(goal) {
            Node::Atom(known::TRUE) => Some(true),
            Node::Atom(name) if matches!(&*atoms.name(name), "fail" | "false") => Some(false),
            _ => None,
        };
        match constant {
            Some(truth) => {
                self.decide(truth);
                None
            }
            None => Some(goal),
        }
    }

    /// The newest condition holds or not.
    pub fn decide(&mut self, truth: bool) {
        if let (Some(top), true) = (self.0.last_mut(), truth) {
            top.state = State::Taken;
        }
    }

    /// Whether what is read now is not meant.
    pub fn is_skipping(&self) -> bool {
        self.0.last().is_some_and(|top| top.state != State::Taken)
    }

    /// How many are open.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// A file ends: those that were opened in it should have been closed. Gives where they are.
    pub fn close(&mut self, depth: usize) -> Vec<Span> {
        self.0.drain(depth.min(self.0.len())..).map(|condition| condition.span).collect()
    }
}
