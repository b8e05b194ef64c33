//! Dictionaries: trees that a library keeps balanced.
//!
//! What takes a key goes down one side of a tree, and costs what its depth says; of a tree of `n` keys, only the library that
//! made it knows that it is not deep. Its text vouches for that:
//! `:- trust balanced([avl, …], [put_assoc(_, deep, _, out), …]).` names the types of such trees, the narrowest first, by what
//! keys and values they have, and says of each predicate which of its arguments are such trees
//! (`deep`: it costs what the depth says; `whole`: it goes through all), and which are made (`out`; `out(1)`: of at most one key
//! more than the one that is given). Trees of a type with that property are measured by their keys, and balanced:
//! [`Norm::Balanced`]. `not_fails(…)` is around what succeeds with any of them.
//!
//! A call of such a predicate with balanced trees is explored twice: with trees measured by their keys, for what it gives,
//! and with trees measured by their depth, for what it costs. The depth is at most 1.44 log2(n + 2) (Adelson-Velsky, Landis
//! 1962; Knuth 1998, section 6.2.3), at least 1 where there is a key.

use crate::clauses::cons;
use crate::norms::Norm;
use crate::range::Range;
use crate::regtype::{TypeId, TypeTable};
use crate::state::{Cell, CellId, State};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Expr, Rational};
use wam::code::Program;
use wam::instr::PredId;
use wam::modules::{ModuleClass, ModuleId};
use wam::program::Assertion;
use wam::term::{Node, TermId, Terms};

/// What an argument is to a predicate of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// No tree.
    Other,
    /// A tree whose depth says what the predicate costs.
    Deep,
    /// A tree of which it looks at everything.
    Whole,
    /// A tree that it makes, balanced where those that it gets are: of at most so many keys more than the first of these, if
    /// that is said.
    Out(Option<i64>),
}

impl Role {
    pub(crate) fn is_tree(self) -> bool {
        self != Role::Other
    }

    pub(crate) fn is_in(self) -> bool {
        matches!(self, Role::Deep | Role::Whole)
    }
}

/// The types of the trees of a dictionary by their keys and values, the narrowest first.
pub(crate) type Trees = [Option<TypeId>; 3];

/// The dictionaries of a program's library.
#[derive(Debug, Default)]
pub(crate) struct Balanced {
    /// The types of the trees, where a predicate of theirs is called.
    of: Trees,
    /// The module that keeps them.
    module: Option<ModuleId>,
    roles: FxHashMap<PredId, Vec<Role>>,
    /// The predicates that succeed with any balanced trees.
    certain: FxHashSet<PredId>,
}

/// What an assertion of the library vouches for, if it is of that form: the name of a type, and predicates.
pub(crate) fn claim<'a>(program: &Program, assertion: &'a Assertion, claim: TermId) -> Option<&'a [TermId]> {
    let is_library = program.module(assertion.module).class == ModuleClass::Library;
    assertion.terms.match_compound(claim, program.atoms.intern("balanced"), 2).filter(|_| is_library)
}

/// What an argument is that stands in a claim.
fn role(program: &Program, terms: &Terms, arg: TermId) -> Role {
    let name = terms.functor(arg).map(|of| program.atoms.name(of.name));
    match (name.as_deref(), terms.arguments(arg)) {
        (Some("deep"), []) => Role::Deep,
        (Some("whole"), []) => Role::Whole,
        (Some("out"), []) => Role::Out(None),
        (Some("out"), &[more]) => match terms.get(more) {
            Node::Int(more) => Role::Out(Some(more)),
            _ => Role::Out(None),
        },
        _ => Role::Other,
    }
}

impl Balanced {
    pub(crate) fn of(program: &Program, types: &TypeTable) -> Balanced {
        let mut found = Balanced::default();
        for assertion in &program.assertions {
            let terms = &assertion.terms;
            let trust = terms.match_compound(assertion.body(), program.atoms.intern("trust"), 1);
            let Some(&[of, list]) = trust.and_then(|args| claim(program, assertion, args[0])) else { continue };
            let elements = |list| {
                std::iter::successors(cons(assertion, list), |&(_, rest)| cons(assertion, rest)).map(|(head, _)| head)
            };
            let trees = elements(of).map(|name| match terms.get(name) {
                Node::Atom(name) => types.find(name),
                _ => None,
            });
            let trees: Vec<Option<TypeId>> = trees.collect();
            found.module = Some(assertion.module);
            for head in elements(list) {
                let inside = terms.match_compound(head, program.atoms.intern("not_fails"), 1).map(|args| args[0]);
                let head = inside.unwrap_or(head);
                let pred = terms.functor(head).and_then(|of| program.find_in(assertion.module, of));
                let Some(pred) = pred else { continue };
                let roles = terms.arguments(head).iter().map(|&arg| role(program, terms, arg));
                found.roles.insert(pred, roles.collect());
                found.certain.extend(inside.map(|_| pred));
                // What nothing calls is not compiled.
                if !program.get(pred).block.instrs.is_empty() {
                    found.of.iter_mut().zip(&trees).for_each(|(of, tree)| *of = *tree);
                }
            }
        }
        found
    }

    /// The types of the trees, where the program has any.
    pub(crate) fn trees(&self) -> Trees {
        self.of
    }

    /// A balanced tree of any keys that are atomic, where the program has any.
    pub(crate) fn dictionary(&self) -> Option<Type> {
        Some(Type::Measured(Box::new(Type::Named(self.of[0]?)), Norm::Balanced))
    }

    /// What the arguments of a predicate are to it.
    pub(crate) fn told(&self, pred: PredId) -> Option<&[Role]> {
        self.roles.get(&pred).map(Vec::as_slice)
    }

    /// A tree of the type of what is given, which is one or empty, by the number of its keys.
    pub(crate) fn by_keys(&self, given: &Type) -> Option<Type> {
        let tree = match given {
            Type::Measured(inside, Norm::Balanced) => (**inside).clone(),
            _ => Type::Named(self.of[0]?),
        };
        Some(Type::Measured(Box::new(tree), Norm::Inner))
    }

    /// Whether a predicate that gets balanced trees succeeds with any of them, and makes others of which nothing is known: only its
    /// library knows that there is always a side to turn.
    pub(crate) fn is_certain(&self, pred: PredId, roles: &[Role], state: &State, args: &[CellId]) -> bool {
        let is_open = |(role, &arg): (&Role, &CellId)| {
            !matches!(role, Role::Out(_)) || matches!(state.get(arg), Cell::Free | Cell::Abstract(Type::Free, _))
        };
        self.certain.contains(&pred) && roles.iter().zip(args).all(is_open)
    }

    /// Whether a predicate is one of those that keep trees balanced: for these, a balanced tree is one of its type.
    pub(crate) fn keeps(&self, program: &Program, pred: PredId) -> bool {
        // A goal that is called is no predicate of the program.
        self.module.is_some() && self.module == program.predicates.get(pred.0 as usize).map(|pred| pred.module)
    }

    /// What the arguments of a predicate are to it, where all trees that it gets are balanced; empty ones are, where programs
    /// hand them over.
    pub(crate) fn roles(
        &self,
        (pred, by_library): (PredId, bool),
        state: &State,
        args: &[CellId],
        types: &TypeTable,
    ) -> Option<&[Role]> {
        let roles = self.roles.get(&pred)?;
        let empty = Type::Named(self.of[0]?);
        let is_balanced = |arg: CellId| match state.get(arg) {
            Cell::Abstract(Type::Measured(inside, Norm::Balanced), _) => is_tree(self.of, inside),
            Cell::Atom(name) => !by_library && types.includes(&empty, &Type::Const(*name)),
            _ => false,
        };
        let all = roles.iter().zip(args).all(|(role, &arg)| !role.is_in() || is_balanced(arg));
        all.then_some(roles)
    }
}

/// Whether a type is one of those of the trees.
pub(crate) fn is_tree(trees: Trees, of: &Type) -> bool {
    matches!(of, Type::Named(name) if trees.contains(&Some(*name)))
}

/// How deep a balanced tree of so many keys is.
fn depth(keys: &Range) -> Range {
    if keys.as_number() == Some(0) {
        return keys.clone();
    }
    let factor = Expr::num(Rational::ratio(36, 25).expect("no zero"));
    Range {
        low: keys.low.clone().map(|low| low.min(Expr::int(1)).simplify()),
        high: keys.high.clone().map(|high| (factor * (high + Expr::int(2)).log2()).simplify()),
    }
}

/// The same terms of a type, balanced or not as far as it says.
pub(crate) fn unbalanced(of: &Type) -> Type {
    match of {
        Type::Measured(inside, Norm::Balanced) => Type::Measured(inside.clone(), Norm::Inner),
        of => of.clone(),
    }
}

/// A call pattern whose trees are measured by their depth where that says what the call costs, and where their sizes stand.
pub(crate) fn by_depth(pattern: &[Type], roles: &[Role]) -> Option<(Vec<Type>, Vec<usize>)> {
    let (mut measured, mut places, mut at) = (pattern.to_vec(), Vec::new(), 0);
    for (of, role) in measured.iter_mut().zip(roles) {
        let sizes = of.metrics().len();
        if let (Role::Deep, Type::Measured(_, norm @ Norm::Inner)) = (role, of) {
            *norm = Norm::Depth;
            places.push(at);
        }
        at += sizes;
    }
    (!places.is_empty()).then_some((measured, places))
}

/// Sizes with depths in the place of numbers of keys.
pub(crate) fn with_depths(sizes: &[Range], places: &[usize]) -> Vec<Range> {
    let each = sizes.iter().enumerate();
    each.map(|(at, size)| if places.contains(&at) { depth(size) } else { size.clone() }).collect()
}

impl State {
    /// Notes that trees are balanced that a call has made, and how many keys they have at most.
    pub(crate) fn has_balanced(&mut self, args: &[CellId], roles: &[Role], trees: Trees) {
        let keys = |arg: CellId| match self.get(arg) {
            Cell::Abstract(_, size) => size.high.clone(),
            _ => Some(Expr::int(0)),
        };
        let given = args.iter().zip(roles).find(|(_, role)| role.is_in()).and_then(|(&arg, _)| keys(arg));
        for (&arg, role) in args.iter().zip(roles) {
            let Role::Out(more) = role else { continue };
            if let Cell::Abstract(Type::Measured(inside, Norm::Inner), mut size) = self.get(arg).clone()
                && is_tree(trees, &inside)
            {
                if let Some((given, more)) = given.clone().zip(*more) {
                    size.high = Some((given + Expr::int(more)).simplify());
                }
                self.refine(arg, Cell::Abstract(Type::Measured(inside, Norm::Balanced), size));
            }
        }
    }
}
