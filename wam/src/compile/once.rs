//! Whether the first solution of a condition made of tests stands for all of them.
//!
//! Where a goal behind a disjunction is false, the disjunction is tried again. As tests bind nothing, the goal is false
//! again; what trying again can still do is raise an error, in a comparison whose operands are no numbers.

use super::flow::each_variable;
use super::goal::{Alternative, Goal, Leaf, LeafKind};
use crate::term::{Node, TermId, Terms, VarId};
use rustc_hash::FxHashSet;

/// Whether a condition made of tests may go on behind the first solution of its disjunctions, whatever comes then.
pub(super) fn settles_at_once(cond: &Goal, terms: &Terms) -> bool {
    Retries { terms, numbers: FxHashSet::default() }.are_silent(cond, false)
}

struct Retries<'a> {
    terms: &'a Terms,
    /// Variables that were evaluated on every way here: evaluating them again raises nothing.
    numbers: FxHashSet<VarId>,
}

impl Retries<'_> {
    /// Whether trying alternatives of a goal again raises nothing; they are tried again where something follows the goal.
    fn are_silent(&mut self, goal: &Goal, followed: bool) -> bool {
        match goal {
            Goal::Leaf(leaf) => {
                self.evaluated(leaf);
                true
            }
            Goal::Seq(goals) => {
                let last = goals.len().saturating_sub(1);
                goals.iter().enumerate().all(|(at, goal)| self.are_silent(goal, followed || at < last))
            }
            Goal::Or(alternatives) => self.alternatives(alternatives, followed),
            Goal::If(branch) => {
                // The condition is a test of its own, which has been asked about.
                if let Some(leaf) = first(&branch.cond.goal) {
                    self.evaluated(leaf);
                }
                [&branch.then, &branch.otherwise].iter().all(|part| self.apart(&part.goal, followed))
            }
        }
    }

    fn alternatives(&mut self, alternatives: &[Alternative], followed: bool) -> bool {
        if let Some(leaf) = alternatives.first().and_then(|alternative| first(&alternative.goal)) {
            self.evaluated(leaf);
        }
        alternatives.iter().enumerate().all(|(at, alternative)| {
            let again = followed && at > 0 && !self.raises_nothing(&alternative.goal);
            !again && self.apart(&alternative.goal, followed)
        })
    }

    /// The same of a branch: what is evaluated in it is not evaluated elsewhere.
    fn apart(&self, goal: &Goal, followed: bool) -> bool {
        Retries { terms: self.terms, numbers: self.numbers.clone() }.are_silent(goal, followed)
    }

    fn raises_nothing(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Leaf(leaf) => match leaf.kind {
                LeafKind::Compare(_) => leaf.args.iter().all(|&side| self.is_number(side)),
                _ => true,
            },
            Goal::Seq(goals) => goals.iter().all(|goal| self.raises_nothing(goal)),
            Goal::Or(alternatives) => alternatives.iter().all(|alternative| self.raises_nothing(&alternative.goal)),
            Goal::If(branch) => {
                [&branch.cond, &branch.then, &branch.otherwise].iter().all(|part| self.raises_nothing(&part.goal))
            }
        }
    }

    fn is_number(&self, side: TermId) -> bool {
        match self.terms.get(side) {
            Node::Var(var) => self.numbers.contains(&var),
            Node::Int(_) | Node::Big(_) | Node::Rational(_) | Node::Float(_) => true,
            Node::Atom(_) | Node::Str(_) | Node::Compound(..) => false,
        }
    }

    fn evaluated(&mut self, leaf: &Leaf) {
        if let LeafKind::Compare(_) = leaf.kind {
            leaf.args.iter().for_each(|&side| {
                each_variable(self.terms, side, |var| {
                    self.numbers.insert(var);
                })
            });
        }
    }
}

/// The goal that is run first.
fn first(goal: &Goal) -> Option<&Leaf> {
    match goal {
        Goal::Leaf(leaf) => Some(leaf),
        Goal::Seq(goals) => goals.first().and_then(first),
        Goal::Or(alternatives) => alternatives.first().and_then(|alternative| first(&alternative.goal)),
        Goal::If(branch) => first(&branch.cond.goal),
    }
}
