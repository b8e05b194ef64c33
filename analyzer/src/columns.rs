//! The values of columns: what the arguments of predicates are, where they are some of finitely many terms of the text.
//!
//! In: a program. Out: the ground terms that a variable, or an argument of a predicate, can be when a goal has succeeded; nothing
//! where it can be any.

use crate::clauses::{conjuncts, cons, head_arguments, is_static, succeeded};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wam::atoms::{Functor, known};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId, VarId};
use wam::write::term_to_string;

/// More values than this are not counted.
pub(crate) const VALUES: usize = 100_000;

/// A value by its text.
pub(crate) type Values = BTreeSet<String>;

/// Where a column has its values from.
enum Origin {
    Value(String),
    Column(PredId, usize),
    Anywhere,
}

/// The values in columns of predicates, as far as they were asked for; nothing where they may be any.
pub(crate) struct Columns<'a> {
    program: &'a Program,
    values: FxHashMap<(PredId, usize), Option<Values>>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(program: &'a Program) -> Columns<'a> {
        Columns { program, values: FxHashMap::default() }
    }

    /// The values of a variable when the body of its clause has succeeded.
    pub(crate) fn of_variable(&mut self, clause: &ReadTerm, module: ModuleId, var: VarId) -> Option<Values> {
        self.among_goals(clause, module, var, &conjuncts(clause))
    }

    /// The values of a variable when some goals of its clause have succeeded.
    pub(crate) fn among_goals(
        &mut self,
        clause: &ReadTerm,
        module: ModuleId,
        var: VarId,
        goals: &[TermId],
    ) -> Option<Values> {
        let mut all = Values::new();
        for origin in self.among(clause, module, var, None, goals) {
            match origin {
                Origin::Value(value) => drop(all.insert(value)),
                Origin::Column(pred, at) => all.extend(self.column(pred, at)?),
                Origin::Anywhere => return None,
            }
        }
        Some(all)
    }

    /// Where a variable of a clause has its values from: from one of some goals that have succeeded, best of another predicate.
    fn among(
        &self,
        clause: &ReadTerm,
        module: ModuleId,
        var: VarId,
        own: Option<PredId>,
        goals: &[TermId],
    ) -> Vec<Origin> {
        let mut found = None;
        for &goal in goals {
            let Some(functor) = clause.terms.functor(goal) else { continue };
            let args = clause.terms.arguments(goal);
            if let Some(&[left, right]) = clause.terms.match_compound(goal, known::SEMICOLON, 2) {
                // Either has succeeded.
                let sides = [left, right].map(|side| self.among(clause, module, var, own, &succeeded(clause, side)));
                let sides: Vec<Origin> = sides.into_iter().flatten().collect();
                if !sides.iter().any(|origin| matches!(origin, Origin::Anywhere)) {
                    return sides;
                }
            }
            let is_it = |arg: &TermId| clause.terms.variable(*arg) == Some(var);
            let Some(at) = args.iter().position(is_it) else { continue };
            let name = self.program.atoms.name(functor.name);
            match (&*name, args) {
                ("=", &[left, right]) => {
                    let other = if at == 0 { right } else { left };
                    if let Some(value) = text(self.program, clause, other) {
                        return vec![Origin::Value(value)];
                    }
                }
                ("member", &[_, list]) if at == 0 && self.is_library(module, functor) => {
                    if let Some(values) = elements(self.program, clause, list) {
                        return values.into_iter().map(Origin::Value).collect();
                    }
                }
                _ => {
                    let callee = self.program.find_in(module, functor).filter(|&pred| is_static(self.program, pred));
                    match (callee, &found) {
                        (Some(callee), None) => found = Some((callee, at)),
                        (Some(callee), Some((known, _))) if Some(*known) == own && Some(callee) != own => {
                            found = Some((callee, at));
                        }
                        _ => {}
                    }
                }
            }
        }
        vec![found.map_or(Origin::Anywhere, |(pred, at)| Origin::Column(pred, at))]
    }

    fn is_library(&self, module: ModuleId, functor: Functor) -> bool {
        let callee = self.program.find_in(module, functor);
        callee.is_some_and(|pred| self.program.get(pred).kind == PredicateKind::Library)
    }

    /// The values of a column.
    fn column(&mut self, pred: PredId, at: usize) -> Option<Values> {
        if let Some(known) = self.values.get(&(pred, at)) {
            return known.clone();
        }
        // What it depends on, and what these columns have themselves.
        let (mut columns, mut todo) = (FxHashMap::default(), vec![(pred, at)]);
        while let Some(column) = todo.pop() {
            if columns.contains_key(&column) || self.values.contains_key(&column) {
                continue;
            }
            let (own, from) = self.rows(column.0, column.1);
            todo.extend(&from);
            columns.insert(column, (own, from));
        }
        let known: Vec<(PredId, usize)> = columns.keys().copied().collect();
        for column in &known {
            self.values.insert(*column, columns[column].0.clone());
        }
        loop {
            let mut has_grown = false;
            for (column, (_, from)) in &columns {
                for source in from {
                    let (Some(here), there) = (self.values[column].clone(), &self.values[source]) else { continue };
                    let now = there.as_ref().map(|there| here.union(there).cloned().collect::<Values>());
                    let now = now.filter(|now| now.len() <= VALUES);
                    if now.as_ref() != Some(&here) {
                        has_grown = true;
                        self.values.insert(*column, now);
                    }
                }
            }
            if !has_grown {
                return self.values[&(pred, at)].clone();
            }
        }
    }

    /// The values that the clauses of a predicate give to an argument themselves, nothing where they may be any, and the columns
    /// that it has others from.
    fn rows(&self, pred: PredId, at: usize) -> (Option<Values>, Vec<(PredId, usize)>) {
        let (mut own, mut from) = (Values::new(), Vec::new());
        let of = self.program.get(pred);
        for clause in &of.source {
            let Some(&arg) = head_arguments(clause).get(at) else {
                return (None, Vec::new());
            };
            let origins = match (text(self.program, clause, arg), clause.terms.variable(arg)) {
                (Some(value), _) => vec![Origin::Value(value)],
                (None, Some(var)) => self.among(clause, of.module, var, Some(pred), &conjuncts(clause)),
                (None, None) => return (None, Vec::new()),
            };
            for origin in origins {
                match origin {
                    Origin::Value(value) => drop(own.insert(value)),
                    Origin::Column(pred, at) => from.push((pred, at)),
                    Origin::Anywhere => return (None, Vec::new()),
                }
            }
            if own.len() > VALUES {
                return (None, Vec::new());
            }
        }
        from.sort();
        from.dedup();
        (Some(own), from)
    }

    /// The columns that hold nothing but some values.
    pub(crate) fn within(&self, all: &Values) -> FxHashMap<PredId, Vec<usize>> {
        let mut held: FxHashMap<PredId, Vec<usize>> = FxHashMap::default();
        for (&(pred, at), values) in &self.values {
            if values.as_ref().is_some_and(|values| values.is_subset(all)) {
                held.entry(pred).or_default().push(at);
            }
        }
        held
    }
}

/// The text of a ground term.
pub(crate) fn text(program: &Program, clause: &ReadTerm, term: TermId) -> Option<String> {
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        match clause.terms.get(term) {
            Node::Var(_) => return None,
            Node::Compound(_, args) => todo.extend(args),
            _ => {}
        }
    }
    Some(term_to_string(&clause.terms, term, &program.atoms, &program.ops))
}

/// The texts of the elements of a ground list.
fn elements(program: &Program, clause: &ReadTerm, list: TermId) -> Option<Values> {
    let (mut found, mut at) = (Values::new(), list);
    while let Some((head, tail)) = cons(clause, at) {
        found.insert(text(program, clause, head)?);
        at = tail;
    }
    matches!(clause.terms.get(at), Node::Atom(known::NIL)).then_some(found)
}
