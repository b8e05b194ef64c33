//! What the first argument decides about a clause before it is entered.
//!
//! In: a clause, and what selection knows of the first argument (a [`Situation`]). Out: whether the clause can be left
//! out because its head or its leading tests certainly fail, and whether it certainly gets past a cut, so that clauses
//! behind it can be left out. A test that may raise an error keeps its clause: leaving it out would hide the error.

use super::build::constant;
use super::clause::Clause;
use super::goal::{Goal, Leaf, LeafKind};
use super::unify::LIST;
use super::vocabulary::{Comparison, Effect};
use crate::atoms::Functor;
use crate::builtins::BUILTINS;
use crate::instr::{Constant, Op};
use crate::term::{Node, TermId, VarId};

/// What selection knows of the first argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Situation {
    /// It is unbound.
    Variable,
    /// It is this constant.
    Constant(Constant),
    /// It is atomic, but none of the constants that the predicate's clauses select on.
    OtherConstant,
    /// It is a list cell.
    List,
    /// It is a compound term of this functor.
    Structure(Functor),
    /// It is a compound term of a functor that no clause selects on.
    OtherStructure,
}

/// A clause's first head argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    Variable,
    Constant(Constant),
    /// A big integer, float or string: atomic, but not selected on.
    Literal,
    List,
    Structure(Functor),
}

/// What is known of a clause in a situation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prospect {
    /// It certainly fails.
    Excluded,
    /// It may be the one.
    Possible,
    /// It certainly gets past a cut at its neck.
    Commits,
}

/// What is known of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    True,
    False,
    /// True or false.
    Open,
    /// True, false or an error.
    Risky,
}

impl Clause<'_> {
    /// Its first head argument.
    pub fn first(&self) -> First {
        match self.head.first().map(|&arg| self.terms.get(arg)) {
            None | Some(Node::Var(_)) => First::Variable,
            Some(Node::Compound(LIST, _)) => First::List,
            Some(Node::Compound(functor, _)) => First::Structure(functor),
            Some(node) => constant(&node).map_or(First::Literal, First::Constant),
        }
    }

    /// Constants that its leading tests compare a first argument that is a variable with by `==` or `\==`.
    pub fn guard_constants(&self) -> Vec<Constant> {
        let Some(n) = self.first_variable() else {
            return Vec::new();
        };
        let identical = |leaf: &&Leaf| match leaf.kind {
            LeafKind::Builtin(id, _) => ["==", "\\=="].contains(&BUILTINS[id.0 as usize].name),
            _ => false,
        };
        let tests = leading_tests(&self.body).filter(identical);
        tests.filter_map(|leaf| self.against_constant(leaf, n)).map(|(c, _)| c).collect()
    }

    /// What is known of it in a situation.
    pub fn prospect(&self, situation: Situation) -> Prospect {
        if !self.first_may_match(situation) {
            return Prospect::Excluded;
        }
        let n = self.first_variable();
        let mut certain = self.head_is_certain(situation);
        for leaf in leading_tests(&self.body) {
            let verdict = n.map_or(Verdict::Risky, |n| self.judge(leaf, n, situation));
            match verdict {
                Verdict::False => return Prospect::Excluded,
                Verdict::True => {}
                Verdict::Open => certain = false,
                Verdict::Risky => return Prospect::Possible,
            }
        }
        let cut = goals(&self.body).find(|goal| !matches!(goal, Goal::Leaf(leaf) if leaf.is_test()));
        match cut {
            Some(Goal::Leaf(leaf)) if certain && leaf.kind == LeafKind::Cut(None) => Prospect::Commits,
            _ => Prospect::Possible,
        }
    }

    fn first_may_match(&self, situation: Situation) -> bool {
        match (self.first(), situation) {
            (First::Variable, _) | (_, Situation::Variable) => true,
            (First::Constant(c), Situation::Constant(known)) => c == known,
            (First::Literal, Situation::OtherConstant) => true,
            (First::List, Situation::List) => true,
            (First::Structure(f), Situation::Structure(known)) => f == known,
            _ => false,
        }
    }

    /// Whether the head unifies with any arguments that agree with the situation.
    fn head_is_certain(&self, situation: Situation) -> bool {
        let Some((&first, others)) = self.head.split_first() else {
            return true;
        };
        let fresh = |term: TermId| match self.terms.get(term) {
            Node::Var(var) => self.flow.variables[var.0 as usize].in_head == 1,
            _ => false,
        };
        let first_is_certain = match (self.terms.get(first), situation) {
            (Node::Var(_), _) => fresh(first),
            (_, Situation::Variable) => false,
            (Node::Compound(_, args), _) => args.iter().all(|&arg| fresh(arg)),
            (node, _) => constant(&node).is_some(),
        };
        first_is_certain && others.iter().all(|&arg| fresh(arg))
    }

    fn first_variable(&self) -> Option<VarId> {
        match self.terms.get(*self.head.first()?) {
            Node::Var(var) => Some(var),
            _ => None,
        }
    }

    fn judge(&self, leaf: &Leaf, n: VarId, situation: Situation) -> Verdict {
        // Unifying the other arguments may bind an unbound first one: the caller's terms may share variables.
        let unsure = situation == Situation::Variable && !self.head_is_certain(situation);
        match leaf.kind {
            LeafKind::Type(op) => match self.terms.get(leaf.args[0]) {
                Node::Var(var) if var == n && !unsure => judge_type(op, situation),
                _ => Verdict::Open,
            },
            LeafKind::Compare(comparison) => self.judge_comparison(comparison, leaf, n, situation),
            LeafKind::Builtin(id, Effect::Test) => {
                let name = BUILTINS[id.0 as usize].name;
                match self.against_constant(leaf, n) {
                    Some((c, _)) if !unsure && name == "==" => judge_identity(c, situation),
                    Some((c, _)) if !unsure && name == "\\==" => match judge_identity(c, situation) {
                        Verdict::True => Verdict::False,
                        Verdict::False => Verdict::True,
                        open => open,
                    },
                    _ => Verdict::Open,
                }
            }
            _ => Verdict::Risky,
        }
    }

    fn judge_comparison(&self, comparison: Comparison, leaf: &Leaf, n: VarId, situation: Situation) -> Verdict {
        let Situation::Constant(Constant::Int(known)) = situation else {
            return Verdict::Risky;
        };
        let Some((Constant::Int(limit), turned)) = self.against_constant(leaf, n) else {
            return Verdict::Risky;
        };
        let (a, b) = if turned { (limit, known) } else { (known, limit) };
        let holds = match comparison {
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
        };
        if holds { Verdict::True } else { Verdict::False }
    }

    /// The constant that a test of two arguments compares the variable with, and whether it is the left one.
    fn against_constant(&self, leaf: &Leaf, n: VarId) -> Option<(Constant, bool)> {
        let &[left, right] = &leaf.args[..] else {
            return None;
        };
        match (self.terms.get(left), self.terms.get(right)) {
            (Node::Var(var), other) if var == n => Some((constant(&other)?, false)),
            (other, Node::Var(var)) if var == n => Some((constant(&other)?, true)),
            _ => None,
        }
    }
}

fn goals(body: &Goal) -> impl Iterator<Item = &Goal> {
    match body {
        Goal::Seq(goals) => goals.iter(),
        goal => std::slice::from_ref(goal).iter(),
    }
}

fn leading_tests(body: &Goal) -> impl Iterator<Item = &Leaf> {
    goals(body).map_while(|goal| match goal {
        Goal::Leaf(leaf) if leaf.is_test() => Some(&**leaf),
        _ => None,
    })
}

fn judge_type(op: Op, situation: Situation) -> Verdict {
    let holds = match situation {
        Situation::Variable => op == Op::IfVar,
        Situation::Constant(Constant::Atom(_)) => {
            matches!(op, Op::IfNonvar | Op::IfAtom | Op::IfAtomic | Op::IfCallable)
        }
        Situation::Constant(Constant::Int(_)) => {
            matches!(op, Op::IfNonvar | Op::IfInteger | Op::IfNumber | Op::IfAtomic)
        }
        Situation::OtherConstant => match op {
            Op::IfVar | Op::IfCompound => false,
            Op::IfNonvar | Op::IfAtomic => true,
            _ => return Verdict::Open,
        },
        Situation::List | Situation::Structure(_) | Situation::OtherStructure => {
            matches!(op, Op::IfNonvar | Op::IfCompound | Op::IfCallable)
        }
    };
    if holds { Verdict::True } else { Verdict::False }
}

/// `N == c`. The constants of such guards are among those selected on.
fn judge_identity(c: Constant, situation: Situation) -> Verdict {
    match situation {
        Situation::Constant(known) if known == c => Verdict::True,
        _ => Verdict::False,
    }
}
