//! Clauses for those who change them: goals one by one and together, and which of them belong to how a clause is chosen.

use wam::atoms::{Functor, known};
use wam::code::{PredicateKind, Program};
use wam::compile::Heads;
use wam::modules::ModuleId;
use wam::term::{Node, Span, TermId, Terms};

/// Predicates of the library that call arguments, by place, and do nothing else with them.
const GIVEN: &[(&str, u32, &[usize])] = &[
    ("call", 1, &[0]),
    ("catch", 3, &[0, 2]),
    ("findall", 3, &[1]),
    ("findall", 4, &[1]),
    ("aggregate_all", 3, &[1]),
    ("aggregate_all", 4, &[2]),
    ("bagof", 3, &[1]),
    ("setof", 3, &[1]),
    ("call_cleanup", 2, &[0, 1]),
    ("setup_call_cleanup", 3, &[0, 1, 2]),
    ("with_output_to", 2, &[1]),
];

/// A conjunction of goals; `true` where there are none.
pub(crate) fn conjunction(terms: &mut Terms, goals: &[TermId], span: Span) -> TermId {
    let Some((&last, others)) = goals.split_last() else { return terms.atom(known::TRUE, span) };
    others.iter().rev().fold(last, |rest, &goal| {
        let span = terms.span(goal);
        terms.compound(known::COMMA, &[goal, rest], span)
    })
}

/// The arguments of a predicate that are goals which it calls, and does nothing else with, from 0.
pub(crate) fn given(name: &str, arity: u32) -> &'static [usize] {
    let found = GIVEN.iter().find(|(known, of, _)| *known == name && *of == arity);
    found.map_or(&[], |(_, _, places)| places)
}

/// Whether all goals that control constructs in it hold are known.
pub(crate) fn is_known(terms: &Terms, goal: TermId) -> bool {
    let mut todo = vec![goal];
    while let Some(goal) = todo.pop() {
        match terms.get(goal) {
            Node::Atom(_) => {}
            Node::Compound(
                Functor { name: known::COMMA | known::SEMICOLON | known::ARROW | known::SOFT_ARROW, arity: 2 },
                args,
            ) => {
                todo.extend(args);
            }
            Node::Compound(Functor { name: known::NOT, arity: 1 }, args) => todo.extend(args),
            Node::Compound(Functor { name: known::COLON, arity: 2 }, &[module, inner]) => {
                if !matches!(terms.get(module), Node::Atom(_)) {
                    return false;
                }
                todo.push(inner);
            }
            Node::Compound(..) => {}
            _ => return false,
        }
    }
    true
}

/// The program and the module in which names are looked up.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'p> {
    pub program: &'p Program,
    pub module: ModuleId,
}

impl Scope<'_> {
    /// Whether a goal of this functor is what the compiler knows under the name.
    pub fn is_inline(self, functor: Functor) -> bool {
        self.program.vocabulary.is_inline(functor) && !self.program.overrides(self.module, functor)
    }

    /// Whether a predicate is a user's.
    pub fn is_users(self, functor: Functor) -> bool {
        let found = self.program.find_in(self.module, functor).map(|pred| self.program.get(pred).kind);
        matches!(found, Some(PredicateKind::Static | PredicateKind::Dynamic))
    }

    /// Whether a goal is a test, by which the compiler may choose clauses.
    pub fn is_leading(self, terms: &Terms, goal: TermId) -> bool {
        let Some(functor) = terms.functor(goal) else { return false };
        functor == (Functor { name: known::TRUE, arity: 0 })
            || self.is_inline(functor) && self.program.vocabulary.is_test(functor)
    }

    /// How many goals come first that belong to how the clause, or a branch, is chosen.
    pub fn neck(self, terms: &Terms, goals: &[TermId], heads: Heads) -> usize {
        let is_cut = |&goal: &TermId| terms.get(goal) == Node::Atom(known::CUT);
        if heads == Heads::Match {
            return goals.iter().position(is_cut).map_or(0, |at| at + 1);
        }
        let tests = goals.iter().take_while(|&&goal| self.is_leading(terms, goal)).count();
        tests + usize::from(goals.get(tests).is_some_and(is_cut))
    }
}
