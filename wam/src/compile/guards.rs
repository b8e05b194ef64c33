//! What the arguments decide about a clause before it is entered.
//!
//! In: a clause, and what selection knows of the arguments ([`Facts`]: a [`Situation`] for each it has looked at). Out:
//! whether the clause can be left out because its head or its leading tests certainly fail, and whether it certainly
//! gets past a cut, so that clauses behind it can be left out. A test that may raise an error keeps its clause: leaving
//! it out would hide the error.

use super::build::constant;
use super::clause::Clause;
use super::goal::{Goal, Leaf, LeafKind};
use super::unify::LIST;
use super::vocabulary::{Comparison, TypeTest};
use crate::atoms::Functor;
use crate::builtins::Test;
use crate::instr::Constant;
use crate::term::{Node, TermId, VarId};

/// What selection knows of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Situation {
    /// It is unbound.
    Variable,
    /// It is this constant.
    Constant(Constant),
    /// It is atomic, but none of the constants that the clauses at hand select on.
    OtherConstant,
    /// It is a list cell.
    List,
    /// It is a compound term of this functor.
    Structure(Functor),
    /// It is a compound term of a functor that no clause selects on.
    OtherStructure,
    /// A switch has looked at it, but clauses still have to.
    Unsettled,
}

/// What selection knows of the arguments, in the order in which it looked at them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Facts(Vec<(u16, Situation)>);

impl Facts {
    /// What is known of an argument.
    pub fn of(&self, argument: u16) -> Option<Situation> {
        self.0.iter().find(|(known, _)| *known == argument).map(|&(_, situation)| situation)
    }

    /// The facts with one more.
    pub fn with(&self, argument: u16, situation: Situation) -> Facts {
        Facts([self.0.as_slice(), &[(argument, situation)]].concat())
    }

    /// The facts that `matter`.
    pub fn filter(&self, matter: impl Fn(u16, Situation) -> bool) -> Facts {
        Facts(self.0.iter().copied().filter(|&(argument, situation)| matter(argument, situation)).collect())
    }

    /// The arguments that are unbound.
    pub fn unbound(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().filter(|(_, situation)| *situation == Situation::Variable).map(|&(argument, _)| argument)
    }

    /// Whether it is known of any argument what it is.
    pub fn say_what(&self) -> bool {
        let known = |situation| matches!(situation, Situation::Constant(_) | Situation::List | Situation::Structure(_));
        self.0.iter().any(|&(_, situation)| known(situation))
    }

    /// How many arguments have been looked at.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// A head argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
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
    /// A head argument.
    pub fn shape(&self, argument: u16) -> Shape {
        match self.head.get(usize::from(argument)).map(|&arg| self.terms.get(arg)) {
            None => Shape::Variable,
            Some(Node::Var(var)) => match self.patterns.iter().find(|(known, _)| *known == var) {
                Some(&(_, pattern)) => match self.terms.get(pattern) {
                    Node::Compound(LIST, _) => Shape::List,
                    Node::Compound(functor, _) => Shape::Structure(functor),
                    _ => Shape::Variable,
                },
                None => Shape::Variable,
            },
            Some(Node::Compound(LIST, _)) => Shape::List,
            Some(Node::Compound(functor, _)) => Shape::Structure(functor),
            Some(node) => constant(&node).map_or(Shape::Literal, Shape::Constant),
        }
    }

    /// Constants that its leading tests compare an argument that is a variable with by `==` or `\\==`.
    pub fn guard_constants(&self, argument: u16) -> Vec<Constant> {
        let Some(n) = self.variable(argument) else {
            return Vec::new();
        };
        let identical = |leaf: &&Leaf| match leaf.kind {
            LeafKind::Builtin(_, test) => matches!(test, Some(Test::Same | Test::NotSame)),
            LeafKind::Fail
            | LeafKind::Cut(_)
            | LeafKind::Unify
            | LeafKind::Is
            | LeafKind::Compare(_)
            | LeafKind::Type(_)
            | LeafKind::Call(..) => false,
        };
        let tests = leading_tests(&self.body).filter(identical);
        tests.filter_map(|leaf| self.against_constant(leaf)).filter(|(var, ..)| *var == n).map(|(_, c, _)| c).collect()
    }

    /// Whether a fact may decide about the clause: its head says something of the argument, or its leading tests do.
    pub fn minds(&self, argument: u16, situation: Situation) -> bool {
        let Some(n) = self.variable(argument) else {
            return true;
        };
        let is_n = |&arg: &TermId| matches!(self.terms.get(arg), Node::Var(var) if var == n);
        let decided = |leaf: &Leaf| match leaf.kind {
            LeafKind::Compare(_) => matches!(situation, Situation::Constant(Constant::Int(_))),
            LeafKind::Fail
            | LeafKind::Cut(_)
            | LeafKind::Unify
            | LeafKind::Is
            | LeafKind::Type(_)
            | LeafKind::Builtin(..)
            | LeafKind::Call(..) => true,
        };
        leading_tests(&self.body).any(|leaf| leaf.args.iter().any(is_n) && decided(leaf))
    }

    /// What is known of it when that is known of the arguments.
    pub fn prospect(&self, facts: &Facts) -> Prospect {
        if !self.head_may_match(facts) {
            return Prospect::Excluded;
        }
        let head_is_certain = self.head_is_certain(facts);
        let mut certain = head_is_certain;
        let mut patterns = self.patterns.len();
        for goal in goals(&self.body) {
            let verdict = match goal {
                Goal::Leaf(leaf) if leaf.is_test() => self.judge(leaf, facts, head_is_certain),
                Goal::Leaf(leaf) if leaf.kind == LeafKind::Unify && patterns > 0 => {
                    patterns -= 1;
                    self.judge_pattern(leaf, facts)
                }
                Goal::Leaf(leaf) if certain && leaf.kind == LeafKind::Cut(None) => return Prospect::Commits,
                _ => return Prospect::Possible,
            };
            match verdict {
                Verdict::False => return Prospect::Excluded,
                Verdict::True => {}
                Verdict::Open => certain = false,
                Verdict::Risky => return Prospect::Possible,
            }
        }
        Prospect::Possible
    }

    /// `Argument = Compound` of a rule's head: what is inside of the compound are new variables.
    fn judge_pattern(&self, leaf: &Leaf, facts: &Facts) -> Verdict {
        let (Node::Var(var), Node::Compound(functor, _)) = (self.terms.get(leaf.args[0]), self.terms.get(leaf.args[1]))
        else {
            return Verdict::Open;
        };
        match self.situation(var, facts, true) {
            Some(Situation::List) if functor == LIST => Verdict::True,
            Some(Situation::Structure(known)) if functor == known => Verdict::True,
            None | Some(Situation::Unsettled) => Verdict::Open,
            Some(_) => Verdict::False,
        }
    }

    /// Whether what is known of the arguments makes a leading test true.
    pub fn is_settled(&self, leaf: &Leaf, facts: &Facts) -> bool {
        self.judge(leaf, facts, self.head_is_certain(facts)) == Verdict::True
    }

    fn head_may_match(&self, facts: &Facts) -> bool {
        facts.0.iter().all(|&(argument, situation)| match (self.shape(argument), situation) {
            (Shape::Variable, _) | (_, Situation::Variable | Situation::Unsettled) => true,
            (Shape::Constant(c), Situation::Constant(known)) => c == known,
            (Shape::Literal, Situation::OtherConstant) => true,
            (Shape::List, Situation::List) => true,
            (Shape::Structure(f), Situation::Structure(known)) => f == known,
            _ => false,
        })
    }

    /// Whether the head unifies with any arguments that agree with the facts.
    fn head_is_certain(&self, facts: &Facts) -> bool {
        let fresh = |term: TermId| match self.terms.get(term) {
            Node::Var(var) => self.flow.variables[var.0 as usize].in_head == 1,
            _ => false,
        };
        let certain = |(at, &arg): (usize, &TermId)| match (self.terms.get(arg), facts.of(at as u16)) {
            (Node::Var(_), _) => fresh(arg),
            (_, None | Some(Situation::Variable | Situation::Unsettled)) => false,
            (Node::Compound(_, args), _) => args.iter().all(|&arg| fresh(arg)),
            (node, _) => constant(&node).is_some(),
        };
        self.head.iter().enumerate().all(certain)
    }

    fn variable(&self, argument: u16) -> Option<VarId> {
        match self.terms.get(*self.head.get(usize::from(argument))?) {
            Node::Var(var) => Some(var),
            _ => None,
        }
    }

    /// What is known of a variable of the head. Unifying other arguments may bind an unbound one (the caller's terms may
    /// share variables), so that is known only of a head that is certain.
    fn situation(&self, var: VarId, facts: &Facts, head_is_certain: bool) -> Option<Situation> {
        let argument = facts.0.iter().find(|(argument, _)| self.variable(*argument) == Some(var));
        let usable = |situation: &Situation| match situation {
            Situation::Variable => head_is_certain,
            Situation::Unsettled => false,
            _ => true,
        };
        argument.map(|&(_, situation)| situation).filter(usable)
    }

    fn judge(&self, leaf: &Leaf, facts: &Facts, head_is_certain: bool) -> Verdict {
        let situation = |var| self.situation(var, facts, head_is_certain);
        match leaf.kind {
            LeafKind::Type(test) => match self.terms.get(leaf.args[0]) {
                Node::Var(var) => situation(var).map_or(Verdict::Open, |situation| judge_type(test, situation)),
                _ => Verdict::Open,
            },
            LeafKind::Compare(comparison) => {
                let known = self.against_constant(leaf).and_then(|(var, c, turned)| Some((situation(var)?, c, turned)));
                judge_comparison(comparison, known)
            }
            LeafKind::Builtin(_, Some(test)) => {
                let known = self.against_constant(leaf).and_then(|(var, c, _)| Some((situation(var)?, c)));
                match (known, test) {
                    (None, _) | (Some(_), Test::Other) => Verdict::Open,
                    (Some((situation, c)), Test::Same) => judge_identity(c, situation),
                    (Some((situation, c)), Test::NotSame) => match judge_identity(c, situation) {
                        Verdict::True => Verdict::False,
                        Verdict::False => Verdict::True,
                        undecided @ (Verdict::Open | Verdict::Risky) => undecided,
                    },
                }
            }
            LeafKind::Fail
            | LeafKind::Cut(_)
            | LeafKind::Unify
            | LeafKind::Is
            | LeafKind::Builtin(_, None)
            | LeafKind::Call(..) => Verdict::Risky,
        }
    }

    /// The variable and the constant that a test of two arguments compares, and whether the constant is the left one.
    fn against_constant(&self, leaf: &Leaf) -> Option<(VarId, Constant, bool)> {
        let &[left, right] = &leaf.args[..] else {
            return None;
        };
        match (self.terms.get(left), self.terms.get(right)) {
            (Node::Var(var), other) => Some((var, constant(&other)?, false)),
            (other, Node::Var(var)) => Some((var, constant(&other)?, true)),
            _ => None,
        }
    }
}

fn judge_comparison(comparison: Comparison, known: Option<(Situation, Constant, bool)>) -> Verdict {
    let Some((Situation::Constant(Constant::Int(known)), Constant::Int(limit), turned)) = known else {
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

pub(super) fn goals(body: &Goal) -> impl Iterator<Item = &Goal> {
    match body {
        Goal::Seq(goals) => goals.iter(),
        goal => std::slice::from_ref(goal).iter(),
    }
}

pub(super) fn leading_tests(body: &Goal) -> impl Iterator<Item = &Leaf> {
    goals(body).map_while(|goal| match goal {
        Goal::Leaf(leaf) if leaf.is_test() => Some(&**leaf),
        _ => None,
    })
}

fn judge_type(test: TypeTest, situation: Situation) -> Verdict {
    let holds = match situation {
        Situation::Variable => test == TypeTest::Var,
        Situation::Constant(Constant::Atom(_)) => {
            matches!(test, TypeTest::Nonvar | TypeTest::Atom | TypeTest::Atomic | TypeTest::Callable)
        }
        Situation::Constant(Constant::Int(_)) => {
            matches!(test, TypeTest::Nonvar | TypeTest::Integer | TypeTest::Number | TypeTest::Atomic)
        }
        Situation::OtherConstant => match test {
            TypeTest::Var | TypeTest::Compound => false,
            TypeTest::Nonvar | TypeTest::Atomic => true,
            TypeTest::Atom | TypeTest::Integer | TypeTest::Float | TypeTest::Number | TypeTest::Callable => {
                return Verdict::Open;
            }
        },
        Situation::Unsettled => return Verdict::Open,
        Situation::List | Situation::Structure(_) | Situation::OtherStructure => {
            matches!(test, TypeTest::Nonvar | TypeTest::Compound | TypeTest::Callable)
        }
    };
    if holds { Verdict::True } else { Verdict::False }
}

/// `N == c`.
fn judge_identity(c: Constant, situation: Situation) -> Verdict {
    match situation {
        Situation::Constant(known) if known == c => Verdict::True,
        // The constants of such guards are among those selected on.
        _ => Verdict::False,
    }
}
