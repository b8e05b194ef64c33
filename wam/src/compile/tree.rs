//! The decision tree of a predicate: which argument is looked at next, and which clauses are left then.
//!
//! In: the clauses. Out: [`Destination`]s: a place that selection goes to, or a [`Switch`] that looks at one more argument.
//! The first argument comes first wherever it tells clauses apart; where several clauses are left, the argument that
//! tells them apart best is next. A switch that would not leave fewer clauses is not made, and switches end when
//! [`MAX_SWITCHED`] arguments are known or the tree has become too large for the predicate.

use super::clause::Clause;
use super::group::Group;
use super::guards::{Facts, Prospect, Shape, Situation};
use crate::atoms::Functor;
use crate::code::SwitchKey;
use crate::instr::Constant;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many arguments are looked at on one way through the tree.
const MAX_SWITCHED: usize = 4;
/// Arguments beyond this are not looked at.
const MAX_ARGUMENTS: usize = 16;
/// The tree may have so many rows and choices for each clause, and [`ALLOWANCE`] besides.
const GROWTH: usize = 8;
const ALLOWANCE: usize = 64;

/// Where a situation leads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Destination {
    Fail,
    /// One clause, from its start or behind its first `get_` instruction.
    Clause(usize, Entry),
    /// Several clauses in order.
    Several(Several),
}

/// Clauses that are left, in order, when that is known of the arguments (as far as it matters to them).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Several {
    pub clauses: Vec<usize>,
    pub facts: Facts,
    /// The compound argument that S is inside of.
    pub inside: Option<u16>,
}

/// How clauses that are left are told apart.
#[allow(clippy::large_enum_variant, reason = "one at a time, on the stack")]
pub(super) enum Choice<'a> {
    /// By one more argument.
    Switch(Switch),
    /// By their tests.
    Group(Group<'a>),
    /// By trying one after the other.
    Chain,
}

/// Where a clause is entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Entry {
    Start,
    Matched,
}

/// What a switch on constants or functors does.
pub(super) enum ByKey {
    /// No table: everything of the class goes to one place.
    Plain(Destination),
    /// A table, and where everything else goes.
    Table(Vec<(SwitchKey, Destination)>, Destination),
}

/// A look at an argument.
pub(super) struct Switch {
    pub argument: u16,
    pub variable: Destination,
    pub constant: ByKey,
    pub list: Destination,
    pub structure: ByKey,
}

/// Makes the tree of a predicate, piece by piece.
pub(super) struct Tree<'a> {
    clauses: &'a [Clause<'a>],
    /// The argument that the clauses take apart first.
    main: u16,
    /// What may still be added to the tree.
    room: usize,
}

/// The argument that selection looks at first, and that clauses therefore take apart first: the first one, unless it
/// decides nothing and another one does.
pub(super) fn main_argument(clauses: &[Clause]) -> u16 {
    let tree = Tree::new(clauses, 0);
    let Destination::Several(all) = tree.root() else {
        return 0;
    };
    match tree.look(0, &all) {
        Some(_) => 0,
        None => next_argument(clauses, &all).unwrap_or(0),
    }
}

impl<'a> Tree<'a> {
    pub fn new(clauses: &'a [Clause<'a>], main: u16) -> Self {
        Tree { clauses, main, room: GROWTH * clauses.len() + ALLOWANCE }
    }

    /// The target of a call of which nothing is known.
    pub fn root(&self) -> Destination {
        self.target(0..self.clauses.len(), &Facts::default(), None)
    }

    /// How clauses that are left are told apart. At first the first argument decides, if it can; then tests go before
    /// further arguments, which are often results and not bound.
    pub fn choose(&mut self, several: &Several, groups: bool) -> Choice<'a> {
        let first = if several.facts.len() == 0 && self.main == 0 { self.look(0, several) } else { None };
        if let Some(switch) = first {
            return Choice::Switch(switch);
        }
        if let Some(group) = Group::of(self.clauses, several).filter(|_| groups) {
            return Choice::Group(group);
        }
        match self.next_switch(several) {
            Some(switch) => Choice::Switch(switch),
            None => Choice::Chain,
        }
    }

    fn next_switch(&mut self, several: &Several) -> Option<Switch> {
        if several.facts.len() == MAX_SWITCHED || several.clauses.len() > self.room {
            return None;
        }
        let main = if several.facts.len() == 0 { self.look(self.main, several) } else { None };
        let switch = match main {
            Some(switch) => switch,
            None => self.look(next_argument(self.clauses, several)?, several)?,
        };
        self.room -= several.clauses.len();
        Some(switch)
    }

    /// The switch on an argument; none where all its targets would be that of an unbound argument.
    fn look(&self, argument: u16, several: &Several) -> Option<Switch> {
        // Without arguments, what is in the register is anything.
        if usize::from(argument) >= self.clauses[0].head.len() {
            return None;
        }
        let facts = &several.facts;
        let candidates = Candidates::new(self.clauses, &several.clauses, argument);
        let target = |situation| {
            let inside = match situation {
                Situation::List | Situation::Structure(_) => Some(argument),
                Situation::OtherStructure => None,
                _ => several.inside,
            };
            self.target(candidates.clauses(situation), &facts.with(argument, situation), inside)
        };
        let class = |keys: Vec<(SwitchKey, Situation)>, other| {
            let other = target(other);
            let rows = keys.into_iter().map(|(key, situation)| (key, target(situation)));
            class(rows.collect(), other, argument)
        };
        let constants = candidates.constants.iter().map(|&c| (SwitchKey::Constant(c), Situation::Constant(c)));
        let functors = candidates.functors.iter().map(|&f| (SwitchKey::Functor(f), Situation::Structure(f)));
        let constant = class(constants.collect(), Situation::OtherConstant);
        let structure = class(functors.collect(), Situation::OtherStructure);
        let (list, variable) = (target(Situation::List), target(Situation::Variable));
        let same = |class: &ByKey| matches!(class, ByKey::Plain(target) if *target == variable);
        let useless = same(&constant) && same(&structure) && list == variable;
        (!useless).then_some(Switch { argument, variable, constant, list, structure })
    }

    /// Where facts lead: the clauses that may match, in order, up to one that certainly commits.
    fn target(&self, clauses: impl IntoIterator<Item = usize>, facts: &Facts, inside: Option<u16>) -> Destination {
        let mut left = Vec::new();
        for at in clauses {
            match self.clauses[at].prospect(facts) {
                Prospect::Excluded => {}
                Prospect::Possible => left.push(at),
                Prospect::Commits => {
                    left.push(at);
                    break;
                }
            }
        }
        match left[..] {
            [] => Destination::Fail,
            [only] => Destination::Clause(only, self.entry(only, facts, inside)),
            _ => {
                let minds = |argument, fact| left.iter().any(|&at| self.clauses[at].minds(argument, fact));
                let facts = facts.filter(minds);
                let inside = inside.filter(|&argument| facts.of(argument).is_some());
                Destination::Several(Several { clauses: left, facts, inside })
            }
        }
    }

    /// Whether selection has done the work of the clause's first `get_` instruction. Behind `get_list` and
    /// `get_structure` S must be as they leave it, which no switch on another compound may have changed.
    fn entry(&self, at: usize, facts: &Facts, inside: Option<u16>) -> Entry {
        let matched = match (self.clauses[at].shape(self.main), facts.of(self.main)) {
            (_, None | Some(Situation::Variable | Situation::Unsettled)) | (Shape::Variable | Shape::Literal, _) => {
                false
            }
            (Shape::Constant(_), _) => true,
            (Shape::List | Shape::Structure(_), _) => inside == Some(self.main),
        };
        if matched { Entry::Matched } else { Entry::Start }
    }
}

fn class(rows: Vec<(SwitchKey, Destination)>, other: Destination, argument: u16) -> ByKey {
    // A key that goes where everything else goes needs no row, unless the row skips its `get_`.
    if rows.iter().all(|(_, target)| *target == other) {
        return ByKey::Plain(other);
    }
    // One key needs no table either, as the clauses look at the argument themselves.
    match &rows[..] {
        [(_, Destination::Clause(only, _))] if other == Destination::Fail => {
            ByKey::Plain(Destination::Clause(*only, Entry::Start))
        }
        [(_, Destination::Several(Several { clauses, facts, .. }))] if other == Destination::Fail => {
            let facts = facts.filter(|known, _| known != argument).with(argument, Situation::Unsettled);
            ByKey::Plain(Destination::Several(Several { clauses: clauses.clone(), facts, inside: None }))
        }
        _ => ByKey::Table(rows, other),
    }
}

/// The argument to look at next: one that tells clauses apart, or else one that all take apart, if their tests decide then.
fn next_argument(clauses: &[Clause], several: &Several) -> Option<u16> {
    best_argument(clauses, several).or_else(|| {
        let (&first, rest) = several.clauses.split_first()?;
        let mut all = (0..clauses[first].head.len().min(MAX_ARGUMENTS) as u16).filter_map(|argument| {
            let shape = clauses[first].shape(argument);
            let situation = match shape {
                Shape::List => Situation::List,
                Shape::Structure(f) => Situation::Structure(f),
                _ => return None,
            };
            let alike = rest.iter().all(|&at| clauses[at].shape(argument) == shape);
            (alike && several.facts.of(argument).is_none()).then_some((argument, situation))
        });
        all.find_map(|(argument, situation)| {
            let facts = several.facts.with(argument, situation);
            let opened = Several { clauses: several.clauses.clone(), facts, inside: None };
            Group::of(clauses, &opened).map(|_| argument)
        })
    })
}

/// The argument not yet looked at that leaves the fewest clauses on average, the first among equals; none when no
/// argument leaves fewer than all. An argument that is a list (or of one functor) where it is no variable says too little:
/// most calls that have it bound at all have it bound to that.
fn best_argument(clauses: &[Clause], several: &Several) -> Option<u16> {
    let Several { clauses: left, facts, .. } = several;
    let arity = left.first().map_or(0, |&at| clauses[at].head.len().min(MAX_ARGUMENTS));
    let unseen = (0..arity as u16).filter(|&argument| facts.of(argument).is_none());
    let rated = unseen.filter_map(|argument| Some((Candidates::new(clauses, left, argument).average()?, argument)));
    rated.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, argument)| argument)
}

/// Some clauses by what they select on in one argument.
struct Candidates<'a> {
    left: &'a [usize],
    constants: Vec<Constant>,
    functors: Vec<Functor>,
    by_constant: FxHashMap<Constant, Vec<usize>>,
    by_functor: FxHashMap<Functor, Vec<usize>>,
    lists: Vec<usize>,
    literals: Vec<usize>,
    variables: Vec<usize>,
}

impl<'a> Candidates<'a> {
    fn new(all: &[Clause], left: &'a [usize], argument: u16) -> Self {
        let mut candidates = Candidates {
            left,
            constants: Vec::new(),
            functors: Vec::new(),
            by_constant: FxHashMap::default(),
            by_functor: FxHashMap::default(),
            lists: Vec::new(),
            literals: Vec::new(),
            variables: Vec::new(),
        };
        let mut known = FxHashSet::default();
        for &at in left {
            let clause = &all[at];
            match clause.shape(argument) {
                Shape::Variable => candidates.variables.push(at),
                Shape::Literal => candidates.literals.push(at),
                Shape::List => candidates.lists.push(at),
                Shape::Constant(c) => candidates.by_constant.entry(c).or_default().push(at),
                Shape::Structure(f) => {
                    let group = candidates.by_functor.entry(f).or_default();
                    if group.is_empty() {
                        candidates.functors.push(f);
                    }
                    group.push(at);
                }
            }
            let own = match clause.shape(argument) {
                Shape::Constant(c) => vec![c],
                _ => clause.guard_constants(argument),
            };
            candidates.constants.extend(own.into_iter().filter(|&c| known.insert(c)));
        }
        candidates
    }

    /// The clauses that may match in a situation.
    fn clauses(&self, situation: Situation) -> Vec<usize> {
        let none = Vec::new();
        let group = match situation {
            Situation::Variable => return self.left.to_vec(),
            Situation::Constant(c) => self.by_constant.get(&c).unwrap_or(&none),
            Situation::OtherConstant => &self.literals,
            Situation::List => &self.lists,
            Situation::Structure(f) => self.by_functor.get(&f).unwrap_or(&none),
            Situation::OtherStructure | Situation::Unsettled => &none,
        };
        merged(group, &self.variables)
    }

    /// How many clauses a bound argument leaves on average over the classes of arguments; nothing when all stay.
    fn average(&self) -> Option<f64> {
        let variables = self.variables.len();
        let other = variables + self.literals.len();
        let groups = self.by_constant.values().chain(self.by_functor.values()).chain([&self.lists]);
        let sizes: Vec<usize> = groups.map(Vec::len).filter(|&size| size > 0).map(|size| size + variables).collect();
        let constants = !self.by_constant.is_empty() || !self.literals.is_empty();
        if sizes.len() < 2 && !constants {
            return None;
        }
        let sizes: Vec<usize> = sizes.into_iter().chain((other > 0).then_some(other)).collect();
        let fewer = sizes.iter().any(|&size| size < self.left.len());
        fewer.then(|| sizes.iter().sum::<usize>() as f64 / sizes.len() as f64)
    }
}

/// Two rising sequences as one.
fn merged(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all
}
