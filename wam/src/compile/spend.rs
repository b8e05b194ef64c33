//! Programs that count what their clauses use of a resource: `$use(N)` behind the head and the leading tests of a clause,
//! where a step is counted, and before a literal.
//!
//! Comes in: a program, and what clauses and literals use. Goes out: the same program, in which each use is work of a
//! builtin, so that it is bounded and counted as any other work.

use crate::atoms::{Functor, known};
use crate::code::{PredicateKind, Program};
use crate::instr::PredId;
use crate::modules::ModuleClass;
use crate::term::{ReadTerm, TermId, Terms};
use std::sync::Arc;

/// Goals that are leading tests of a clause where they stand before all others.
const TESTS: &[(&str, u32)] = &[
    ("<", 2),
    (">", 2),
    ("=<", 2),
    (">=", 2),
    ("=:=", 2),
    ("=\\=", 2),
    ("==", 2),
    ("\\==", 2),
    ("var", 1),
    ("nonvar", 1),
    ("atom", 1),
    ("integer", 1),
    ("number", 1),
    ("float", 1),
    ("atomic", 1),
    ("compound", 1),
    ("true", 0),
];

/// What is used of a resource: by each clause of a predicate that is entered, and by each literal that calls one.
pub struct Uses<'a> {
    /// Units of a clause.
    pub of_clause: &'a dyn Fn(PredId) -> u32,
    /// Units of a call of a predicate or builtin.
    pub of_literal: &'a dyn Fn(Functor) -> u32,
}

impl Program {
    /// Has the user's clauses count what they use.
    pub fn spend(&mut self, uses: &Uses<'_>) {
        for id in (0..self.predicates.len()).map(|at| PredId(at as u32)) {
            let predicate = self.get(id);
            let is_own = self.module(predicate.module).class == ModuleClass::User;
            if !is_own || predicate.kind != PredicateKind::Static || predicate.source.is_empty() {
                continue;
            }
            let units = (uses.of_clause)(id);
            let clauses: Vec<Arc<ReadTerm>> =
                predicate.source.iter().map(|clause| Arc::new(self.spending(clause, units, uses))).collect();
            self.get_mut(id).source = clauses;
            self.compile_static(id);
        }
    }

    fn spending(&self, clause: &ReadTerm, units: u32, uses: &Uses<'_>) -> ReadTerm {
        let mut read = clause.clone();
        let (head, body) = read.terms.head_and_body(read.root);
        let span = read.terms.span(read.root);
        let body = match body {
            Some(body) => self.body(&mut read.terms, body, units, uses),
            None => self.using(&mut read.terms, units, None, head),
        };
        read.root = read.terms.compound(known::NECK, &[head, body], span);
        read
    }

    /// The body with what the clause uses behind its leading tests.
    fn body(&self, terms: &mut Terms, body: TermId, units: u32, uses: &Uses<'_>) -> TermId {
        let is_test = |terms: &Terms, goal: TermId| {
            terms.functor(goal).is_some_and(|functor| {
                let name = self.atoms.name(functor.name);
                TESTS.contains(&(&*name, functor.arity))
            })
        };
        match terms.match_compound(body, known::COMMA, 2) {
            Some(&[test, rest]) if is_test(terms, test) => {
                let rest = self.body(terms, rest, units, uses);
                self.both(terms, test, rest)
            }
            _ if is_test(terms, body) => {
                let used = self.using(terms, units, None, body);
                self.both(terms, body, used)
            }
            _ => {
                let goals = self.goals(terms, body, uses);
                self.using(terms, units, Some(goals), body)
            }
        }
    }

    /// Goals with what their literals use before these.
    fn goals(&self, terms: &mut Terms, goal: TermId, uses: &Uses<'_>) -> TermId {
        let Some(functor) = terms.functor(goal) else { return goal };
        let controls = [known::COMMA, known::SEMICOLON, known::ARROW, known::SOFT_ARROW];
        let control =
            functor.arity == 2 && controls.contains(&functor.name) || functor.arity == 1 && functor.name == known::NOT;
        if control && let Some(args) = terms.match_compound(goal, functor.name, functor.arity).map(<[TermId]>::to_vec) {
            let span = terms.span(goal);
            let args: Vec<TermId> = args.into_iter().map(|arg| self.goals(terms, arg, uses)).collect();
            return terms.compound(functor.name, &args, span);
        }
        self.using(terms, (uses.of_literal)(functor), Some(goal), goal)
    }

    fn using(&self, terms: &mut Terms, units: u32, before: Option<TermId>, at: TermId) -> TermId {
        let span = terms.span(at);
        match (units, before) {
            (0, Some(goal)) => goal,
            (0, None) => terms.atom(known::TRUE, span),
            (units, before) => {
                let units = terms.int(i64::from(units), span);
                let used = terms.compound(self.atoms.internal("$use"), &[units], span);
                before.map_or(used, |goal| self.both(terms, used, goal))
            }
        }
    }

    fn both(&self, terms: &mut Terms, one: TermId, other: TermId) -> TermId {
        let span = terms.span(one);
        terms.compound(known::COMMA, &[one, other], span)
    }
}
