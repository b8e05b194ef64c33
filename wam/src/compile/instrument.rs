//! Clauses that are changed before they are compiled: what a program tells while it runs is put into its text.
//!
//! In: a clause of a user's predicate, consulted or asserted, as it was read. Out: the clause that is compiled in its place.
//! What `clause/2`, `listing/1` and `retract/1` see is the one that was read. Who changes clauses puts `$event(Site, Value)`
//! ([`Telling`]) into them; a program without one is compiled as ever.
//!
//! Source: Templer & Jeffery 1998, section 2.

use crate::atoms::{Atoms, known};
use crate::code::{Block, Predicate, PredicateKind, Program};
use crate::instr::PredId;
use crate::modules::{FileId, ModuleClass, ModuleId};
use crate::term::{ReadTerm, TermId, Terms, VariableName};
use std::borrow::Cow;
use std::sync::Arc;

use super::error::CompileError;
use super::rules::Heads;

/// Who changes clauses. It must change nothing that can be seen but what is told.
pub trait Instrument: Send + Sync {
    /// What is compiled in the place of a clause; none where it stays as it is.
    fn clause(&self, program: &Program, clause: &ClauseText<'_>) -> Option<(Terms, TermId)>;
}

/// A clause as it was read.
pub struct ClauseText<'c> {
    /// Whose it is.
    pub pred: PredId,
    /// Which of its clauses in the text, from 1; none where it is asserted.
    pub number: Option<u32>,
    /// Where it stands; nowhere where it is asserted.
    pub file: Option<FileId>,
    /// Whether its head matches.
    pub heads: Heads,
    /// The names of its variables; none where it is asserted.
    pub variables: &'c [VariableName],
    /// The arena that holds it.
    pub terms: &'c Terms,
    /// The clause.
    pub root: TermId,
}

/// The goals by which a clause tells something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// `$event(Site, Value)`.
    Goal,
    /// The same as a test: a condition that holds it and other tests makes no choice point.
    Test,
    /// `$event_trap(Site, Value, Told)`: once, when the value is bound; `Told` is bound then.
    Trap,
    /// `$event_raises(Site, Value)`, a test: if what follows raises an exception, up to [`Telling::Calm`].
    Raises,
    /// `$event_calm`, a test.
    Calm,
    /// `$event_later(Goal, Site, Value)`: when the goal is asked for another solution.
    Later,
}

impl Telling {
    /// Its name.
    pub fn name(self, atoms: &Atoms) -> crate::atoms::Atom {
        atoms.internal(match self {
            Telling::Goal => "$event",
            Telling::Test => "$event_test",
            Telling::Trap => "$event_trap",
            Telling::Raises => "$event_raises",
            Telling::Calm => "$event_calm",
            Telling::Later => "$event_later",
        })
    }
}

impl Program {
    /// Has clauses changed that are compiled from now on.
    pub fn instrument(&mut self, by: Arc<dyn Instrument>) {
        self.instrument = Some(by);
    }

    /// Compiles the clauses of users' static predicates again, and those that come later, as somebody changes them; or as they
    /// are.
    pub(crate) fn recompile(&mut self, by: Option<Arc<dyn Instrument>>) {
        self.instrument = by;
        let is_compiled = |id: &PredId| {
            let predicate = self.get(*id);
            predicate.kind == PredicateKind::Static
                && self.module(predicate.module).class == ModuleClass::User
                && !self.pending.contains(id)
        };
        let compiled: Vec<PredId> = (0..self.predicates.len() as u32).map(PredId).filter(is_compiled).collect();
        compiled.into_iter().for_each(|id| self.compile_static(id));
    }

    /// Whether clauses are changed, or compiled in another way.
    pub(crate) fn is_instrumented(&self) -> bool {
        self.instrument.is_some() || !self.called.is_empty()
    }

    /// The code of a clause of a dynamic predicate as it is changed, which is that with a number in the text, from 0, or an
    /// asserted one; none where it stays as it is and that is not wanted.
    pub(crate) fn compile_told(
        &mut self,
        pred: PredId,
        number: Option<usize>,
        read: &ReadTerm,
        only_changed: bool,
    ) -> Option<Result<Block, CompileError>> {
        let Predicate { module, heads, .. } = *self.get(pred);
        let ReadTerm { terms, root, variables } = read;
        let file = number.and_then(|at| self.get(pred).places.get(at).copied());
        let number = number.map(|at| at as u32 + 1);
        let text = ClauseText { pred, number, file, heads, variables, terms, root: *root };
        let by = self.instrument.clone().filter(|_| self.instruments(module));
        match by.and_then(|by| by.clause(self, &text)) {
            Some((terms, root)) => Some(self.compile_as_it_is(module, &terms, root, heads)),
            None if only_changed && self.called.is_empty() => None,
            None => Some(self.compile_as_it_is(module, terms, *root, heads)),
        }
    }

    /// Whether clauses of a module are changed.
    pub(crate) fn instruments(&self, module: ModuleId) -> bool {
        self.instrument.is_some() && self.module(module).class == ModuleClass::User
    }

    /// The clauses of a predicate as they are compiled, from a number on.
    pub(super) fn instrumented<'s>(
        &self,
        pred: PredId,
        source: &'s [Arc<ReadTerm>],
        from: usize,
    ) -> Cow<'s, [Arc<ReadTerm>]> {
        let predicate = self.get(pred);
        let Some(by) = self.instrument.as_ref().filter(|_| self.instruments(predicate.module)) else {
            return Cow::Borrowed(source);
        };
        let changed = |(at, clause): (usize, &Arc<ReadTerm>)| {
            let ReadTerm { terms, root, variables } = &**clause;
            let text = ClauseText {
                pred,
                number: Some((from + at + 1) as u32),
                file: predicate.places.get(from + at).copied(),
                heads: predicate.heads,
                variables,
                terms,
                root: *root,
            };
            match by.clause(self, &text) {
                Some((terms, root)) => Arc::new(ReadTerm { terms, root, variables: variables.clone() }),
                None => clause.clone(),
            }
        };
        source.iter().enumerate().map(changed).collect()
    }

    /// The same of a clause that is asserted.
    pub(crate) fn instrumented_clause<'c>(
        &self,
        module: ModuleId,
        terms: &'c Terms,
        root: TermId,
        heads: Heads,
    ) -> (Cow<'c, Terms>, TermId) {
        let by = self.instrument.as_ref().filter(|_| self.instruments(module));
        let head = terms.match_compound(root, known::NECK, 2).map_or(root, |parts| parts[0]);
        let pred = terms.functor(head).and_then(|functor| self.find_in(module, functor));
        if let (Some(by), Some(pred)) = (by, pred) {
            let text = ClauseText { pred, number: None, file: None, heads, variables: &[], terms, root };
            if let Some((terms, root)) = by.clause(self, &text) {
                return (Cow::Owned(terms), root);
            }
        }
        (Cow::Borrowed(terms), root)
    }
}
