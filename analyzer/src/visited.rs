//! Lists of what has been visited: a search that goes on only with values that are not in a list of those it has seen ends.
//!
//! `walk(X, V) :- edge(X, Z), \+ member(Z, V), walk(Z, [Z|V]).` ends because `Z` is one of the finitely many values in a
//! column of `edge/2` and not among those in `V`: with each call fewer of these values are left. So the list has a second
//! size besides its length, [`Metric::Absent`](crate::types::Metric::Absent): how many of the values are not in it, at most.
//!
//! In: a program. Out: which values it asks lists for ([`Visits`]), and what a path knows of them ([`Visited`]).

use crate::clauses::{add_passed, place_in_head, place_of_element, static_clauses};
use crate::columns::{Columns, VALUES, Values};
use crate::membership::Tests;
use crate::state::{Cell, CellId, LIST, NODE_LIMIT, State};
use crate::welltype::goals;
use crate::worklists::Worklists;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Expr, Linear};
use std::sync::Arc;
use wam::code::Program;
use wam::instr::PredId;

/// What a program asks of lists of visited values.
#[derive(Debug)]
pub(crate) struct Visits {
    /// How many values there are.
    values: i64,
    /// The arguments of predicates that are one of them when a call has succeeded.
    columns: FxHashMap<PredId, Vec<usize>>,
    /// The arguments of predicates that are lists which are asked for values.
    lists: FxHashSet<(PredId, usize)>,
    worklists: Worklists,
}

impl Visits {
    /// What a program asks; nothing where it asks no list for values that are known.
    pub(crate) fn of(program: &Program, tests: &Tests) -> Option<Visits> {
        let (mut lists, mut asked) = (FxHashSet::default(), Vec::new());
        for (pred, clause, module) in static_clauses(program) {
            for goal in goals(program, clause, module) {
                let called = clause.terms.functor(goal.term).and_then(|called| program.find_in(module, called));
                let Some(test) = called.and_then(|called| tests.get(&called)) else { continue };
                let args = clause.terms.arguments(goal.term);
                lists.extend(place_in_head(clause, args[test.list]).map(|at| (pred, at)));
                asked.extend(clause.terms.variable(args[test.element]).map(|element| (pred, clause, module, element)));
            }
        }
        if lists.is_empty() {
            return None;
        }
        add_passed(program, &mut lists);
        let mut columns = Columns::new(program);
        let (mut all, mut queues) = (Values::new(), Vec::new());
        for (pred, clause, module, element) in asked {
            match columns.of_variable(clause, module, element) {
                Some(values) => all.extend(values),
                None => queues.extend(place_of_element(clause, element).map(|at| (pred, at))),
            }
        }
        queues.sort();
        queues.dedup();
        let (worklists, values, begun) = Worklists::of(program, &queues, &lists, &mut columns);
        all.extend(values);
        if all.is_empty() || all.len() > VALUES {
            return None;
        }
        let held = columns.within(&all);
        Some(Visits { values: (all.len() + begun) as i64, columns: held, lists, worklists })
    }

    /// Whether an argument of a predicate is a list that is asked for values.
    pub(crate) fn asks(&self, pred: PredId, at: usize) -> bool {
        self.lists.contains(&(pred, at))
    }

    /// Whether an argument of a predicate is one of the values when a call has succeeded.
    pub(crate) fn draws(&self, pred: PredId) -> bool {
        self.columns.contains_key(&pred)
    }

    /// What a path of a predicate knows at its start, in an analysis that begins with another one.
    pub(crate) fn start(&self, state: &mut State, pred: PredId, args: &[CellId], begins: PredId) {
        let visited = Arc::make_mut(&mut state.visited);
        visited.values = self.values;
        visited.worklists = self.worklists.of_predicate(pred, begins).map(|at| args[at]).collect();
    }

    /// A call has succeeded.
    pub(crate) fn succeeded(&self, state: &mut State, pred: PredId, args: &[CellId]) {
        for &at in self.columns.get(&pred).into_iter().flatten() {
            let value = state.deref(args[at]);
            if state.nodes(value).is_some() {
                Arc::make_mut(&mut state.visited).drawn.insert(value);
            }
        }
    }
}

/// What a path knows of lists of values. It is about ground terms, which are what they are: backtracking keeps it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Visited {
    /// How many values there are.
    values: i64,
    /// The cells that hold one of them.
    drawn: FxHashSet<CellId>,
    /// The cells that hold lists of them.
    worklists: Vec<CellId>,
    /// Cells that hold no element of the list in another.
    absent: FxHashSet<(CellId, CellId)>,
    /// How many of the values are not in the lists of some cells, at most.
    rest: FxHashMap<CellId, Expr>,
}

impl Visited {
    /// What is known of cells under the names that they have after backtracking.
    pub(crate) fn renamed(&self, name: &dyn Fn(CellId) -> Option<CellId>) -> Visited {
        Visited {
            values: self.values,
            drawn: self.drawn.iter().filter_map(|&id| name(id)).collect(),
            worklists: self.worklists.iter().filter_map(|&id| name(id)).collect(),
            absent: self.absent.iter().filter_map(|&(term, list)| Some((name(term)?, name(list)?))).collect(),
            rest: self.rest.iter().filter_map(|(&id, rest)| Some((name(id)?, rest.clone()))).collect(),
        }
    }

    /// Whether nothing of it is about cells.
    pub(crate) fn is_empty(&self) -> bool {
        self.drawn.is_empty() && self.worklists.is_empty() && self.absent.is_empty() && self.rest.is_empty()
    }
}

impl State {
    /// So many of the values are not in the list of a cell, at most.
    pub(crate) fn has_unvisited(&mut self, list: CellId, most: Expr) {
        Arc::make_mut(&mut self.visited).rest.insert(list, most);
    }

    /// Whether a cell holds one of the values.
    fn is_drawn(&self, value: CellId) -> bool {
        let holds = |&list: &CellId| {
            let (mut at, mut looks) = (list, 0);
            while let (Cell::Struct(LIST, cell), true) = (self.get(at), looks < NODE_LIMIT) {
                if self.deref(cell[0]) == value {
                    return true;
                }
                (at, looks) = (cell[1], looks + 1);
            }
            false
        };
        self.visited.drawn.contains(&value) || self.visited.worklists.iter().any(holds)
    }

    /// How many of the values are not in a list, at most.
    pub(crate) fn unvisited(&self, list: CellId) -> Expr {
        let (mut fewer, mut at, mut looks) = (0, self.deref(list), 0);
        loop {
            if let Some(rest) = self.visited.rest.get(&at) {
                return (rest.clone() - Expr::int(fewer)).simplify();
            }
            match self.get(at) {
                Cell::Struct(LIST, cell) if looks < NODE_LIMIT => {
                    let (value, tail) = (self.deref(cell[0]), self.deref(cell[1]));
                    let is_new = self.is_drawn(value) && self.visited.absent.contains(&(value, tail));
                    fewer += i64::from(is_new);
                    (at, looks) = (tail, looks + 1);
                }
                _ => return Expr::int(self.visited.values - fewer),
            }
        }
    }

    /// A term is no element of a list; false where that cannot be.
    #[must_use]
    pub(crate) fn is_absent(&mut self, term: CellId, list: CellId) -> bool {
        let (term, list) = (self.deref(term), self.deref(list));
        if self.nodes(term).is_none() || self.nodes(list).is_none() {
            return true;
        }
        Arc::make_mut(&mut self.visited).absent.insert((term, list));
        if !self.is_drawn(term) {
            return true;
        }
        // It is one of those that are not in the list.
        let left = self.unvisited(list) - Expr::int(1);
        Linear::of(&left.simplify()).is_none_or(|left| self.guard.require(left))
    }
}
