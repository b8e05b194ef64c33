//! Assertions about predicates: what the user vouches for of a predicate that is not analysed (`trust`), and what is to be
//! checked of one that is (`check`, or no word at all).
//!
//! `:- trust pred p(A, B) : (list(A), var(B)) => (list(B), size(ub, length, B, length(A)))
//!      + (not_fails, is_det, cost(ub, steps, length(A) + 1)).`
//!
//! The syntax is Ciao's. An assertion applies to calls whose arguments are of the types it names, and to no others.
//! Costs are `cost(ub | lb | exact | oub | olb, Resource, Expression)`, times in nanoseconds or with a unit (`40 ns`, `2 us`);
//! sizes are `size(ub | lb | exact, Metric, Var, Expression)`; expressions are over `length(A)`, `int(A)`, `size(A)`. The
//! arguments of the head are distinct variables, or modes: `p(+list(int), -)`, `p(+A, -B)`, `p(+list(A), -int(B))`; or their
//! types stand in a product: `pred p/2 : list * var => list * int`. How many clauses a dynamic
//! predicate has is vouched for by `:- trust size(p/2, clauses, 100).`: see `dynamic.rs`.

use crate::balanced::{self, Balanced};
use crate::claim::{Claim, Claimed, claim_of, wrong};
use crate::constants::Constants;
use crate::divisors::Divisors;
use crate::dynamic::Facts;
use crate::error::AnalysisError;
use crate::filters::Filters;
use crate::membership::Tests;
use crate::regtype::TypeTable;
use crate::roots::Roots;
use crate::solved::SolvedSystems;
use crate::types::{Metric, Type};
use crate::visited::Visits;
use rustc_hash::FxHashMap;
use solver::{Direction, Expr};
use std::sync::{Arc, OnceLock};
use wam::atoms::Functor;
use wam::code::Program;
use wam::instr::PredId;
use wam::modules::{FileId, ModuleId};
use wam::term::{Node, Span, TermId};

/// An assertion about a predicate.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// The types of the arguments it is for.
    pub call: Vec<Type>,
    /// Their types when the call has succeeded.
    pub success: Vec<Type>,
    /// Whether a call always succeeds.
    pub not_fails: bool,
    /// Whether a call has one solution at the most and leaves no choice point.
    pub is_det: bool,
    /// Sizes of arguments after success: side, argument, metric, expression.
    pub sizes: Vec<(Direction, usize, Metric, Expr)>,
    /// Costs: side, resource, expression.
    pub costs: Vec<(Direction, String, Expr)>,
    /// How many solutions there are at most, of a table of facts: see `tables.rs`.
    pub(crate) solutions: Option<i64>,
}

impl Assertion {
    /// Takes a property over. An order of growth bounds nothing.
    pub(crate) fn add(&mut self, property: &Property) {
        match property {
            Property::NotFails => self.not_fails = true,
            Property::IsDet => self.is_det = true,
            Property::NoChoicepoints
            | Property::Terminates
            | Property::NoException
            | Property::Unchecked
            | Property::Solutions { .. } => {}
            Property::Success(at, of) => self.success[*at] = of.clone(),
            Property::Size { sides, argument, metric, size } => {
                self.sizes.extend(sides.iter().map(|side| (*side, *argument, *metric, size.clone())));
            }
            Property::Cost { precision: Precision::Order, .. } => {}
            Property::Cost { sides, resource, cost, .. } => {
                self.costs.extend(sides.iter().map(|side| (*side, resource.clone(), cost.clone())));
            }
        }
    }

    /// A resource of which it gives two numbers, the lower of which is above the upper.
    pub(crate) fn contradiction(&self) -> Option<&str> {
        let number = |cost: &Expr| cost.simplify().as_num().cloned();
        let crosses = |of: &str, low: &Expr| {
            let mut uppers = self.costs.iter().filter(|(side, name, _)| *side == Direction::Upper && name == of);
            uppers.any(|(.., high)| number(low).zip(number(high)).is_some_and(|(low, high)| low > high))
        };
        let mut lowers = self.costs.iter().filter(|(side, ..)| *side == Direction::Lower);
        lowers.find(|(_, of, low)| crosses(of, low)).map(|(_, of, _)| of.as_str())
    }
}

/// An assertion that is to be checked, and where it and its properties stand.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The predicate.
    pub pred: PredId,
    /// What is said of it.
    pub assertion: Assertion,
    /// The names of its arguments in the assertion: `A`, or `argument 1` of those without one.
    pub names: Vec<String>,
    /// The module whose text it is in.
    pub module: ModuleId,
    /// The file.
    pub file: FileId,
    /// Where its claim stands: without the status.
    pub span: Span,
    /// Its properties, in order.
    pub properties: Vec<(Property, Span)>,
}

/// A property that an assertion claims.
#[derive(Clone, PartialEq, Debug)]
pub enum Property {
    /// Every call has a solution, or does not end.
    NotFails,
    /// No call has two solutions.
    IsDet,
    /// No solution leaves a choice point.
    NoChoicepoints,
    /// Every call ends.
    Terminates,
    /// No call ends in an exception.
    NoException,
    /// How many solutions every call has.
    Solutions {
        /// From which sides.
        sides: Vec<Direction>,
        /// Over the sizes at the call.
        number: Expr,
    },
    /// One that nobody checks here: `is_pure`.
    Unchecked,
    /// An argument is of a type at every solution.
    Success(usize, Type),
    /// The size of an argument at every solution.
    Size {
        /// From which sides.
        sides: Vec<Direction>,
        /// The argument, from 0.
        argument: usize,
        /// How it is measured.
        metric: Metric,
        /// Over the sizes at the call.
        size: Expr,
    },
    /// What every call uses of a resource, to the end of its solutions.
    Cost {
        /// From which sides.
        sides: Vec<Direction>,
        /// Whether a constant factor is left open: `oub`, `olb`.
        precision: Precision,
        /// The resource's name.
        resource: String,
        /// Over the sizes at the call; of times in nanoseconds.
        cost: Expr,
    },
}

/// How precise a claimed cost is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// A number for each size.
    Exact,
    /// An order of growth.
    Order,
}

/// The trust assertions of a program, by predicate. With them goes what analyses of the program have solved: all are given them.
#[derive(Clone, Debug, Default)]
pub struct Assertions {
    trusts: FxHashMap<PredId, Vec<Assertion>>,
    pub(crate) facts: FxHashMap<PredId, Facts>,
    pub(crate) solved: SolvedSystems,
    pub(crate) tests: Once<Tests>,
    pub(crate) visits: Once<Option<Visits>>,
    pub(crate) filters: Once<Filters>,
    pub(crate) roots: Once<Roots>,
    pub(crate) divisors: Once<Divisors>,
    pub(crate) constants: Once<Constants>,
    pub(crate) balanced: Once<Balanced>,
}

/// What is found out about a program when it is first wanted, for all analyses of it.
#[derive(Debug)]
pub(crate) struct Once<T>(Arc<OnceLock<Arc<T>>>);

impl<T> Once<T> {
    pub(crate) fn get(&self, find: impl FnOnce() -> T) -> Arc<T> {
        self.0.get_or_init(|| Arc::new(find())).clone()
    }
}

impl<T> Clone for Once<T> {
    fn clone(&self) -> Self {
        Once(self.0.clone())
    }
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Once(Arc::default())
    }
}

impl Assertions {
    /// Reads the trust assertions of a program.
    pub fn of(program: &Program, types: &TypeTable) -> Result<Assertions, AnalysisError> {
        let mut assertions = Assertions { facts: Facts::of(program, types)?, ..Assertions::default() };
        for contract in read(program, types, &|status| status == Some("trust"))? {
            assertions.trusts.entry(contract.pred).or_default().push(contract.assertion);
        }
        Ok(assertions)
    }

    /// The assertions of a program that are to be checked, in order.
    pub fn to_check(program: &Program, types: &TypeTable) -> Result<Vec<Contract>, AnalysisError> {
        read(program, types, &|status| matches!(status, None | Some("check")))
    }

    /// The predicate that an assertion is about, where the term behind its status or `pred` is understood.
    pub(crate) fn subject(
        program: &Program,
        types: &TypeTable,
        read: &wam::program::Assertion,
        claim: TermId,
    ) -> Result<Option<Functor>, AnalysisError> {
        if let Some((functor, _)) = Facts::claimed(program, types, read, claim)? {
            return Ok(Some(functor));
        }
        let claim = claim_of(program, read, claim).unwrap_or(claim);
        Claim::read(program, types, read, claim).map(|(functor, ..)| Some(functor))
    }

    /// The same without those about a predicate: what is checked of it is not taken for granted.
    pub fn without(&self, pred: PredId) -> Assertions {
        let others = self.trusts.iter().filter(|(of, _)| **of != pred);
        let trusts = others.map(|(of, trusts)| (*of, trusts.clone())).collect();
        Assertions { trusts, ..self.clone() }
    }

    /// The trust assertion that applies to a call, if any does.
    pub fn find(&self, pred: PredId, pattern: &[Type], types: &TypeTable) -> Option<&Assertion> {
        let fits = |trust: &&Assertion| trust.call.iter().zip(pattern).all(|(wanted, of)| types.includes(wanted, of));
        self.trusts.get(&pred)?.iter().find(fits)
    }
}

/// The assertions about predicates whose status, if they have one, is wanted.
fn read(
    program: &Program,
    types: &TypeTable,
    wanted: &dyn Fn(Option<&str>) -> bool,
) -> Result<Vec<Contract>, AnalysisError> {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for assertion in &program.assertions {
        match contract(program, types, assertion, wanted) {
            Ok(contract) => found.extend(contract),
            Err(error) => errors.push(error),
        }
    }
    match (errors.pop(), errors.is_empty()) {
        (None, _) => Ok(found),
        (Some(only), true) => Err(only),
        (last, false) => Err(AnalysisError::Several(errors.into_iter().chain(last).collect())),
    }
}

/// An assertion about a predicate, if its status is wanted.
fn contract(
    program: &Program,
    types: &TypeTable,
    assertion: &wam::program::Assertion,
    wanted: &dyn Fn(Option<&str>) -> bool,
) -> Result<Option<Contract>, AnalysisError> {
    let terms = &assertion.terms;
    let body = assertion.body();
    let Node::Compound(Functor { name, arity: 1 }, &[inner]) = terms.get(body) else { return Ok(None) };
    let (status, claim) = match &*program.atoms.name(name) {
        "trust" if balanced::claim(program, assertion, inner).is_some() => return Ok(None),
        "trust" if Facts::claimed(program, types, assertion, inner)?.is_some() => return Ok(None),
        status @ ("trust" | "check") => (Some(status.to_string()), claim_of(program, assertion, inner)),
        _ => match claim_of(program, assertion, body) {
            Some(claim) => (None, Some(claim)),
            None => return Ok(None),
        },
    };
    if !wanted(status.as_deref()) {
        return Ok(None);
    }
    let Some(claim) = claim else {
        return Err(wrong("expected an assertion: `pred p(A) : … => … + …`", terms.span(inner)));
    };
    let (functor, read, Claimed { names, properties }) = Claim::read(program, types, assertion, claim)?;
    let (module, file, span) = (assertion.module, assertion.file, terms.span(claim));
    let contract = |pred| Contract { pred, assertion: read, names, module, file, span, properties };
    Ok(program.find_in(module, functor).map(contract))
}

/// The variable that stands for the size of an argument (from 0) in the expressions of an assertion.
pub fn size_variable(argument: usize, metric: Metric) -> String {
    format!("{}_{}", metric.name(), argument + 1)
}
