//! Groups: clauses that no switch tells apart, but their tests do.
//!
//! In: clauses that are left and what is known of the arguments. Out: a plan, where the first clause can be decided on
//! before it is entered: once its tests are true, none of the others can succeed (they test the contrary, or the first
//! cuts right behind its tests). The plan becomes code without choice points: what the tests need is read from the
//! arguments, then the tests branch to versions of the clauses that begin behind what is settled.
//!
//! Decisions are made before the rest of the head is unified, which may bind what is tested. So they have three outcomes
//! (see `decide_less`): only values that no binding can change are decided on, and everything else goes to the chain of
//! choice points, which does exactly what the clauses say. Where a head certainly matches, its tests are next anyway,
//! and any test will do.

use super::build::constant;
use super::clause::Clause;
use super::flow::each_variable;
use super::goal::{Goal, Leaf, LeafKind};
use super::guards::{Facts, Prospect, Shape, Situation, goals, leading_tests};
use super::tree::Several;
use super::vocabulary::Comparison;
use crate::instr::{Constant, Imm};
use crate::term::{Node, TermId, VarId};

/// Compounds of more arguments are not taken apart before the clauses.
const MAX_OPENED: usize = 16;
/// More clauses are not decided on one by one.
const MAX_MEMBERS: usize = 32;

/// Where a value is before a clause is entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// In an argument register.
    Argument(u16),
    /// An argument of the compound that an argument is known to be.
    Inside(u16, u16),
}

/// What a place is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Place(Place),
    Number(Imm),
}

/// Some of the outcomes of a comparison of two numbers: less, equal, greater.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcomes(u8);

impl Outcomes {
    pub const LESS: Outcomes = Outcomes(1);
    pub const EQUAL: Outcomes = Outcomes(2);
    pub const GREATER: Outcomes = Outcomes(4);
    const ALL: Outcomes = Outcomes(7);
    const NONE: Outcomes = Outcomes(0);

    fn of(comparison: Comparison) -> Outcomes {
        Outcomes(match comparison {
            Comparison::Less => 1,
            Comparison::LessEqual => 3,
            Comparison::Equal => 2,
            Comparison::NotEqual => 5,
            Comparison::GreaterEqual => 6,
            Comparison::Greater => 4,
        })
    }

    pub fn others(self) -> Outcomes {
        Outcomes(7 & !self.0)
    }

    fn mirrored(self) -> Outcomes {
        Outcomes(self.0 & 2 | (self.0 & 1) << 2 | self.0 >> 2)
    }

    fn and(self, other: Outcomes) -> Outcomes {
        Outcomes(self.0 & other.0)
    }
}

/// A comparison that can be decided before a clause is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Decision {
    pub left: Place,
    pub right: Operand,
    pub true_for: Outcomes,
}

/// What comparisons have been decided.
#[derive(Clone, Debug, Default)]
pub(super) struct Decided(Vec<Decision>);

impl Decided {
    /// What is left of the outcomes of a comparison of two places; nothing when it was not compared.
    fn outcomes(&self, left: Place, right: Operand) -> Option<Outcomes> {
        let mut found = None;
        for known in &self.0 {
            let implied = match (known.right, right) {
                _ if known.left != left => continue,
                (a, b) if a == b => known.true_for,
                (Operand::Number(a), Operand::Number(b))
                    if a.0 < b.0 && known.true_for.and(Outcomes::GREATER).0 == 0 =>
                {
                    Outcomes::LESS
                }
                (Operand::Number(a), Operand::Number(b)) if a.0 > b.0 && known.true_for.and(Outcomes::LESS).0 == 0 => {
                    Outcomes::GREATER
                }
                // Both are numbers, so comparing them raises no error.
                (Operand::Number(_), Operand::Number(_)) => Outcomes::ALL,
                _ => continue,
            };
            found = Some(found.unwrap_or(Outcomes::ALL).and(implied));
        }
        found
    }

    pub fn with(&self, decision: Decision, outcomes: Outcomes) -> Decided {
        Decided([self.0.as_slice(), &[Decision { true_for: outcomes, ..decision }]].concat())
    }
}

/// A leading test of a clause, as far as it is decided before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Test {
    /// What is known of the arguments makes it true.
    Settled,
    Decision(Decision),
    /// Any other test, in its place: the head certainly matches.
    Exact,
    /// It stays where it is.
    Later,
}

/// How certainly the head matches, apart from the variable that occurs twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Head {
    Certain,
    /// It does when this argument is unbound.
    IfUnbound(u16),
    Open,
}

/// A clause of a group.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub clause: usize,
    pub head: Head,
    /// Two places where the head has the same variable.
    pub same: Option<(Place, Place)>,
    /// Its leading tests, in order.
    pub tests: Vec<Test>,
    /// Whether a cut follows the tests.
    pub cuts: bool,
    /// Places that its tests read.
    pub reads: Vec<Place>,
}

impl Member {
    /// Whether there is anything to decide on before it is entered.
    pub fn decides(&self) -> bool {
        self.same.is_some() || self.tests.iter().any(|test| matches!(test, Test::Decision(_) | Test::Exact))
    }

    /// The member when it is the only one left: it makes its tests itself.
    fn undecided(mut self) -> Member {
        self.tests.iter_mut().filter(|test| **test != Test::Settled).for_each(|test| *test = Test::Later);
        self
    }
}

/// What comes of the clauses that are left in a group.
#[derive(Clone, Debug)]
pub(super) enum Resolution {
    /// None is left.
    Fail,
    /// One is left.
    Only(Member),
    /// The first decides; unless it is taken, the others remain.
    First { first: Member, rest: Vec<usize>, commits: Commits },
    /// Choice points decide.
    Chain(Vec<usize>),
}

/// Why the others are out once the tests of the first clause are true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Commits {
    /// Their tests are false then.
    Excluding,
    /// It cuts, its head matching.
    Cutting,
    /// It cuts if this argument is unbound.
    CuttingIfUnbound(u16),
}

/// Clauses with what is known of the arguments.
pub(super) struct Group<'a> {
    clauses: &'a [Clause<'a>],
    pub facts: Facts,
}

impl<'a> Group<'a> {
    /// The group of clauses that are left, if their tests decide about the first of them.
    pub fn of(clauses: &'a [Clause<'a>], several: &Several) -> Option<Group<'a>> {
        // Rules take their arguments apart by goals, which are not made here.
        if several.clauses.len() > MAX_MEMBERS || several.clauses.iter().any(|&at| !clauses[at].patterns.is_empty()) {
            return None;
        }
        // Where clauses look at an argument that is unbound, it is a result or the call is unusual: no code for that.
        let unbound =
            |at: &usize| several.facts.unbound().any(|argument| clauses[*at].shape(argument) != Shape::Variable);
        if several.clauses.iter().any(unbound) {
            return None;
        }
        let group = Group { clauses, facts: several.facts.clone() };
        match group.step(&several.clauses, &Decided::default()) {
            Resolution::First { .. } => Some(group),
            _ => None,
        }
    }

    /// What comes of the clauses that are left after some decisions.
    pub fn step(&self, left: &[usize], decided: &Decided) -> Resolution {
        let left: Vec<usize> = left.iter().copied().filter(|&at| !self.is_excluded(at, decided)).collect();
        let (first, rest) = match &left[..] {
            [] => return Resolution::Fail,
            [only] => return Resolution::Only(self.member(*only, decided).undecided()),
            [first, rest @ ..] => (self.member(*first, decided), rest.to_vec()),
        };
        let mut after = decided.clone();
        for test in &first.tests {
            match test {
                Test::Decision(decision) => after = after.with(*decision, decision.true_for),
                Test::Later => break,
                _ => {}
            }
        }
        let complete = !first.tests.contains(&Test::Later);
        let commits = if first.decides() && rest.iter().all(|&at| self.is_excluded(at, &after)) {
            Commits::Excluding
        } else {
            match first.head {
                Head::Certain if first.cuts && complete => Commits::Cutting,
                Head::IfUnbound(argument) if first.cuts && complete && (first.decides() || self.facts.say_what()) => {
                    Commits::CuttingIfUnbound(argument)
                }
                _ => return Resolution::Chain(left),
            }
        };
        Resolution::First { first, rest, commits }
    }

    /// Whether a clause certainly fails after some decisions, and without an error.
    fn is_excluded(&self, at: usize, decided: &Decided) -> bool {
        if self.clauses[at].prospect(&self.facts) == Prospect::Excluded {
            return true;
        }
        let member = self.member(at, &Decided::default());
        for test in member.tests {
            let Test::Decision(decision) = test else { if test == Test::Settled { continue } else { return false } };
            match decided.outcomes(decision.left, decision.right) {
                Some(outcomes) if outcomes.and(decision.true_for) == Outcomes::NONE => return true,
                Some(_) => {}
                None => return false,
            }
        }
        false
    }

    /// A clause as a member of the group, after some decisions.
    pub fn member(&self, at: usize, decided: &Decided) -> Member {
        let clause = &self.clauses[at];
        let places = self.places(clause);
        let (same, head) = self.head(clause, &places);
        let mut tests = Vec::new();
        for leaf in leading_tests(&clause.body) {
            let test = if tests.last() == Some(&Test::Later) {
                Test::Later
            } else if clause.is_settled(leaf, &self.facts) {
                Test::Settled
            } else {
                match decision(clause, leaf, &places) {
                    Some(decision) => match decided.outcomes(decision.left, decision.right) {
                        Some(outcomes) if outcomes.and(decision.true_for.others()) == Outcomes::NONE => Test::Settled,
                        _ => Test::Decision(decision),
                    },
                    None if head == Head::Certain && same.is_none() && is_inline(clause, leaf, &places) => Test::Exact,
                    None => Test::Later,
                }
            };
            tests.push(test);
        }
        if tests.contains(&Test::Exact) {
            // The head certainly matches: then all of them are tested as the clause does.
            tests.iter_mut().filter(|test| matches!(test, Test::Decision(_))).for_each(|test| *test = Test::Exact);
        }
        let cut = goals(&clause.body).find(|goal| !matches!(goal, Goal::Leaf(leaf) if leaf.is_test()));
        let cuts = matches!(cut, Some(Goal::Leaf(leaf)) if leaf.kind == LeafKind::Cut(None));
        let mut reads: Vec<Place> = same.iter().flat_map(|&(a, b)| [a, b]).collect();
        for (leaf, test) in leading_tests(&clause.body).zip(&tests) {
            if matches!(test, Test::Decision(_) | Test::Exact) {
                for &arg in &leaf.args {
                    each_variable(clause.terms, arg, |var| reads.extend(place_of(&places, var)));
                }
            }
        }
        Member { clause: at, head, same, tests, cuts, reads }
    }

    /// Where the variables of a head are before the clause is entered, in the order of the text.
    fn places(&self, clause: &Clause) -> Vec<(VarId, Place)> {
        let mut places = Vec::new();
        for (&arg, at) in clause.head.iter().zip(0..) {
            match clause.terms.get(arg) {
                Node::Var(var) => places.push((var, Place::Argument(at))),
                Node::Compound(_, args) if self.is_open(at) && args.len() <= MAX_OPENED => {
                    for (&arg, inside) in args.iter().zip(0..) {
                        if let Node::Var(var) = clause.terms.get(arg) {
                            places.push((var, Place::Inside(at, inside)));
                        }
                    }
                }
                _ => {}
            }
        }
        places
    }

    /// Whether an argument is known to be a compound of the functor that the clauses left have there.
    pub fn is_open(&self, argument: u16) -> bool {
        matches!(self.facts.of(argument), Some(Situation::List | Situation::Structure(_)))
    }

    /// The variable that the head has twice, as places, and how certainly the rest of the head matches.
    fn head(&self, clause: &Clause, places: &[(VarId, Place)]) -> (Option<(Place, Place)>, Head) {
        let mut same = None;
        let mut head = Head::Certain;
        for (at, &(var, place)) in places.iter().enumerate() {
            let before: Vec<Place> = places[..at].iter().filter(|(other, _)| *other == var).map(|&(_, p)| p).collect();
            match before[..] {
                [] => {}
                [first] if same.is_none() => same = Some((first, place)),
                _ => head = Head::Open,
            }
        }
        for (&arg, at) in clause.head.iter().zip(0..) {
            let matches = match (clause.terms.get(arg), self.facts.of(at)) {
                (Node::Var(_), _) => true,
                (Node::Compound(_, args), _) if self.is_open(at) => {
                    if args.len() > MAX_OPENED || !args.iter().all(|&arg| is_variable(clause, arg)) {
                        head = Head::Open;
                    }
                    true
                }
                (_, Some(Situation::Constant(_))) => true,
                _ => false,
            };
            if !matches {
                head = if head == Head::Certain { Head::IfUnbound(at) } else { Head::Open };
            }
        }
        (same, head)
    }
}

fn is_variable(clause: &Clause, arg: TermId) -> bool {
    matches!(clause.terms.get(arg), Node::Var(_))
}

fn place_of(places: &[(VarId, Place)], var: VarId) -> Option<Place> {
    places.iter().find(|(other, _)| *other == var).map(|&(_, place)| place)
}

/// Whether the test is compiled in place, on values that are there, leaving the argument registers as they are.
fn is_inline(clause: &Clause, leaf: &Leaf, places: &[(VarId, Place)]) -> bool {
    let mut known = true;
    for &arg in &leaf.args {
        each_variable(clause.terms, arg, |var| known &= place_of(places, var).is_some());
    }
    known && matches!(leaf.kind, LeafKind::Compare(_) | LeafKind::Type(_))
}

/// The test as a comparison of places and small numbers.
fn decision(clause: &Clause, leaf: &Leaf, places: &[(VarId, Place)]) -> Option<Decision> {
    let (LeafKind::Compare(comparison), &[left, right]) = (leaf.kind, &leaf.args[..]) else {
        return None;
    };
    let operand = |term| match clause.terms.get(term) {
        Node::Var(var) => place_of(places, var).map(Operand::Place),
        node => match constant(&node) {
            Some(Constant::Int(value)) => i16::try_from(value).ok().map(|value| Operand::Number(Imm(value))),
            _ => None,
        },
    };
    let outcomes = Outcomes::of(comparison);
    match (operand(left)?, operand(right)?) {
        (Operand::Place(a), Operand::Place(b)) if a > b => {
            Some(Decision { left: b, right: Operand::Place(a), true_for: outcomes.mirrored() })
        }
        (Operand::Place(a), Operand::Place(b)) if a == b => None,
        (Operand::Place(left), right) => Some(Decision { left, right, true_for: outcomes }),
        (right, Operand::Place(left)) => Some(Decision { left, right, true_for: outcomes.mirrored() }),
        _ => None,
    }
}
