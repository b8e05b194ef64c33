//! What a path remembers of tests of ground terms: which of two comes first or whether they are the same, whether a goal has
//! succeeded, what an operation has given. Terms without variables are what they are when backtracking comes back, and so are the
//! answers: a clause that asks whether `X == Y` and one that asks whether `X \== Y` exclude each other.
//!
//! In: a state, and the tests that it makes. Out: which of their answers there may be.

use crate::explore::Explorer;
use crate::filters::Kept;
use crate::operation::Operation;
use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, State, is_element};
use crate::types::{Form, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::Expr;
use std::sync::Arc;
use wam::atoms::{Atom, Functor};
use wam::builtins::BUILTINS;
use wam::compile::evaluable::Evaluable;
use wam::family::{Callee, Family};
use wam::instr::{Arg, Constant, PredId};

/// How a term may stand to another in the standard order: some of these.
pub(crate) type Order = u8;
pub(crate) const BEFORE: Order = 1;
pub(crate) const SAME: Order = 2;
pub(crate) const AFTER: Order = 4;
pub(crate) const ANY: Order = BEFORE | SAME | AFTER;

/// More results of operations are not remembered.
const RESULTS: usize = 32;

/// A ground term that is asked something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Subject {
    /// What a cell holds.
    Cell(CellId),
    /// An atom.
    Atom(Atom),
    /// An integer.
    Int(i64),
}

/// A goal of ground arguments.
pub(crate) type Asked = (PredId, Vec<Subject>);

/// The value that an operation has given two values.
type Given = (Operation, [Expr; 2], (Type, Range));

/// What has been asked, and the answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Remembered {
    /// How the first of two stands to the second.
    orders: FxHashMap<(Subject, Subject), Order>,
    /// Whether goals succeed.
    goals: FxHashMap<Asked, bool>,
    results: Vec<Given>,
    /// The results of filters since the last choice that was taken back.
    pub(crate) filters: Vec<Kept>,
}

impl Remembered {
    /// What is known of cells under the names that they have after backtracking.
    pub(crate) fn renamed(&self, name: &dyn Fn(CellId) -> Option<CellId>) -> Remembered {
        let of = |subject: Subject| match subject {
            Subject::Cell(id) => name(id).map(Subject::Cell),
            constant => Some(constant),
        };
        let orders = self.orders.iter().filter_map(|(&(a, b), &order)| Some(ordered(of(a)?, of(b)?, order)));
        let goal = |((pred, args), &answer): (&Asked, &bool)| {
            let args = args.iter().map(|&arg| of(arg)).collect::<Option<Vec<Subject>>>()?;
            Some(((*pred, args), answer))
        };
        Remembered {
            orders: orders.collect(),
            goals: self.goals.iter().filter_map(goal).collect(),
            results: self.results.clone(),
            filters: Vec::new(),
        }
    }

    /// Whether nothing of it is about cells.
    pub(crate) fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.goals.is_empty()
    }
}

/// Two terms and how they stand, the lesser of their names first.
fn ordered(a: Subject, b: Subject, order: Order) -> ((Subject, Subject), Order) {
    if a <= b { ((a, b), order) } else { ((b, a), turned(order)) }
}

/// How the second stands to the first.
pub(crate) fn turned(order: Order) -> Order {
    order & SAME | (order & BEFORE) << 2 | (order & AFTER) >> 2
}

/// For which orders of its two arguments a builtin is true, if that is all it asks.
pub(crate) fn is_true_of(name: &str, arity: u8) -> Option<Order> {
    match (name, arity) {
        ("==", 2) => Some(SAME),
        ("\\==" | "\\=", 2) => Some(BEFORE | AFTER),
        ("@<", 2) => Some(BEFORE),
        ("@=<", 2) => Some(BEFORE | SAME),
        ("@>", 2) => Some(AFTER),
        ("@>=", 2) => Some(AFTER | SAME),
        _ => None,
    }
}

impl State {
    /// The term of a cell, if it is ground and can be told from others.
    pub(crate) fn subject(&self, id: CellId) -> Option<Subject> {
        let id = self.deref(id);
        match self.get(id) {
            Cell::Atom(atom) => Some(Subject::Atom(*atom)),
            Cell::Abstract(Type::Int | Type::Nat, value) if value.as_number().is_some() => {
                value.as_number().map(Subject::Int)
            }
            Cell::Abstract(of, _) if of.is_ground() => Some(Subject::Cell(id)),
            Cell::Struct(OTHER, args) => self.get(args[0]).is_ground_leaf().then_some(Subject::Cell(id)),
            Cell::Struct(_, args) => {
                args.iter().all(|&arg| self.get(arg).is_ground_leaf()).then_some(Subject::Cell(id))
            }
            _ => None,
        }
    }

    /// How two ground terms may stand to each other.
    pub(crate) fn order_of(&self, a: Subject, b: Subject) -> Order {
        match (a, b) {
            (a, b) if a == b => SAME,
            (Subject::Atom(_) | Subject::Int(_), Subject::Atom(_) | Subject::Int(_)) => BEFORE | AFTER,
            (Subject::Atom(_) | Subject::Int(_), Subject::Cell(id))
            | (Subject::Cell(id), Subject::Atom(_) | Subject::Int(_))
                if matches!(self.get(id), Cell::Struct(functor, _) if *functor != OTHER) =>
            {
                BEFORE | AFTER
            }
            (a, b) => {
                let (pair, whole) = ordered(a, b, ANY);
                let known = self.remembered.orders.get(&pair).copied().unwrap_or(whole);
                if pair == (a, b) { known } else { turned(known) }
            }
        }
    }

    /// Two ground terms stand to each other in one of some ways; false where they cannot.
    #[must_use]
    pub(crate) fn put_in_order(&mut self, a: Subject, b: Subject, order: Order) -> bool {
        let order = order & self.order_of(a, b);
        if order == 0 {
            return false;
        }
        if let (Some(x), Some(y)) = (self.value_of_subject(a), self.value_of_subject(b)) {
            // The standard order of integers is that of their values.
            let above = |high: &Range, low: &Range| high.minus(low).as_linear();
            let (up, down) = (above(&y, &x), above(&x, &y));
            let one = |form: Option<solver::Linear>| form.and_then(|form| form.plus(&solver::Linear::constant(1), -1));
            let guard = &mut self.guard;
            let possible = match order {
                SAME => up.is_none_or(|form| guard.require_zero(form)),
                BEFORE => one(up).is_none_or(|form| guard.require(form)),
                AFTER => one(down).is_none_or(|form| guard.require(form)),
                _ if order == BEFORE | AFTER => up.is_none_or(|form| guard.require_distinct(form)),
                _ if order == BEFORE | SAME => up.is_none_or(|form| guard.require(form)),
                _ if order == AFTER | SAME => down.is_none_or(|form| guard.require(form)),
                _ => true,
            };
            if !possible {
                return false;
            }
        }
        if order != ANY && a != b {
            let (pair, order) = ordered(a, b, order);
            Arc::make_mut(&mut self.remembered).orders.insert(pair, order);
        }
        true
    }

    fn value_of_subject(&self, subject: Subject) -> Option<Range> {
        match subject {
            Subject::Int(value) => Some(Range::number(value)),
            Subject::Cell(id) => match self.get(id) {
                Cell::Abstract(Type::Int | Type::Nat, value) => Some(value.clone()),
                _ => None,
            },
            Subject::Atom(_) => None,
        }
    }

    /// Whether a goal succeeds, where that is known.
    pub(crate) fn answer(&self, asked: &Asked) -> Option<bool> {
        self.remembered.goals.get(asked).copied()
    }

    /// A goal has succeeded, or failed.
    pub(crate) fn note_answer(&mut self, asked: Asked, succeeds: bool) {
        Arc::make_mut(&mut self.remembered).goals.insert(asked, succeeds);
    }

    /// What an operation gives two values, where it has been given a name.
    pub(crate) fn result_of(&self, operation: Operation, left: &Range, right: &Range) -> Option<(Type, Range)> {
        let (left, right) = (left.as_exact()?, right.as_exact()?);
        let is_it = |(known, of, _): &&Given| *known == operation && of[0] == *left && of[1] == *right;
        self.remembered.results.iter().find(is_it).map(|(.., result)| result.clone())
    }

    /// The operations whose results are known: what they were given, and the value.
    pub(crate) fn results(&self) -> impl Iterator<Item = (Operation, &[Expr; 2], &Range)> {
        self.remembered.results.iter().map(|(operation, given, (_, value))| (*operation, given, value))
    }

    /// An operation gives two values, which are known exactly, a natural number.
    pub(crate) fn has_result(&mut self, operation: Operation, left: &Range, right: &Range, value: &Range) {
        if let (Some(left), Some(right)) = (left.as_exact(), right.as_exact()) {
            let given = (operation, [left.clone(), right.clone()], (Type::Nat, value.clone()));
            Arc::make_mut(&mut self.remembered).results.push(given);
        }
    }

    /// An operation has given two values a result.
    pub(crate) fn note_result(&mut self, operation: Operation, left: &Range, right: &Range, of: &Type, value: &Range) {
        let (Some(left), Some(right)) = (left.as_exact(), right.as_exact()) else { return };
        let is_named = matches!(value.as_exact(), Some(Expr::Var(var)) if is_element(var));
        // Nobody knows what the others give: it may be another number each time.
        if is_named && operation != Operation::Some && self.remembered.results.len() < RESULTS {
            let given = (operation, [left.clone(), right.clone()], (of.clone(), value.clone()));
            Arc::make_mut(&mut self.remembered).results.push(given);
        }
    }
}

/// What the answer of a predicate to ground arguments depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depends {
    /// On these only.
    Arguments,
    /// So it does where these are no expressions of another value each time: it evaluates.
    Values,
    /// On more.
    More,
}

/// The expressions whose values are other ones each time.
const CHANGING: [Evaluable; 4] = [Evaluable::Random, Evaluable::RandomFloat, Evaluable::CpuTime, Evaluable::RealTime];

impl Explorer<'_> {
    /// The goal of a call, if it has the same answer whenever it is asked: its arguments are ground, and nothing that is called
    /// depends on more than them.
    pub(crate) fn asked(&mut self, state: &State, pred: PredId, args: &[CellId]) -> Option<Asked> {
        if args.is_empty() {
            return None;
        }
        let subjects = args.iter().map(|&arg| state.subject(arg)).collect::<Option<Vec<Subject>>>()?;
        let depends = match self.depends.get(&pred) {
            Some(known) => *known,
            None => {
                let depends = self.depends_on(pred);
                self.depends.insert(pred, depends);
                depends
            }
        };
        let is_same = match depends {
            Depends::Arguments => true,
            Depends::Values => args.iter().all(|&arg| self.has_one_value(state, arg)),
            Depends::More => false,
        };
        is_same.then_some((pred, subjects))
    }

    /// What the answer of a predicate depends on.
    fn depends_on(&self, pred: PredId) -> Depends {
        const BUILT_IN: [&str; 13] =
            ["==", "\\==", "@<", "@=<", "@>", "@>=", "\\=", "compare", "functor", "arg", "=..", "$skip_list", "ground"];
        let (mut seen, mut todo, mut found) = (FxHashSet::default(), vec![pred], Depends::Arguments);
        while let Some(pred) = todo.pop() {
            if !seen.insert(pred) {
                continue;
            }
            let block = self.block(pred);
            for instr in &block.instrs {
                let family = instr.op().family();
                let is_fine = match instr.callee() {
                    Some(Callee::Builtin(id)) => BUILT_IN.contains(&BUILTINS[id.0 as usize].name),
                    Some(Callee::Predicate(called)) => {
                        todo.push(called);
                        true
                    }
                    None => !matches!(
                        family,
                        Family::MetaCall | Family::Catch | Family::Dynamic | Family::Undefined | Family::Machine
                    ),
                };
                if !is_fine || instr.args().into_iter().any(|arg| self.names_changing(arg)) {
                    return Depends::More;
                }
                if matches!(family, Family::Arithmetic | Family::Function | Family::Comparison(_) | Family::Decision) {
                    found = Depends::Values;
                }
            }
            if block.instrs.is_empty() {
                return Depends::More;
            }
        }
        found
    }

    /// Whether an operand of an instruction is a part of an expression of another value each time.
    fn names_changing(&self, arg: Arg) -> bool {
        match arg {
            Arg::Constant(Constant::Atom(name)) | Arg::Functor(Functor { name, .. }) => self.is_changing(name),
            Arg::Eval(id) => CHANGING.contains(&Evaluable::from_id(id)),
            _ => false,
        }
    }

    fn is_changing(&self, name: Atom) -> bool {
        let name = self.program.atoms.name(name);
        CHANGING.iter().any(|changing| changing.name() == &*name)
    }

    /// Whether what a ground cell holds has one value, if it is evaluated.
    fn has_one_value(&self, state: &State, id: CellId) -> bool {
        match state.get(id) {
            Cell::Atom(name) => !self.is_changing(*name),
            Cell::Struct(functor, args) => {
                !self.is_changing(functor.name) && args.iter().all(|&arg| self.has_one_value(state, arg))
            }
            Cell::Abstract(of, _) => self.have_one_value(of),
            Cell::Ref(_) | Cell::Free | Cell::Partial(..) => false,
        }
    }

    /// Whether what the terms of a type hold has.
    fn have_one_value(&self, of: &Type) -> bool {
        let (mut todo, mut seen) = (vec![of], FxHashSet::default());
        while let Some(of) = todo.pop() {
            match of {
                of if of.is_number() => {}
                Type::Bottom | Type::Text(Form::String) => {}
                Type::Const(name) if !self.is_changing(*name) => {}
                Type::List(of) | Type::Within(of, _) | Type::Measured(of, _) => todo.push(of),
                Type::Struct(functor, args) if !self.is_changing(functor.name) => todo.extend(args),
                Type::Named(id) if !self.types.is_total(*id) => {
                    if seen.insert(*id) {
                        todo.extend(self.types.alternatives(*id));
                    }
                }
                _ => return false,
            }
        }
        true
    }
}
