//! Lists of what has been visited: a search that goes on only with values that are not in a list of those it has seen ends.
//!
//! `walk(X, V) :- edge(X, Z), \+ member(Z, V), walk(Z, [Z|V]).` ends because `Z` is one of the finitely many values in a
//! column of `edge/2` and not among those in `V`: with each call fewer of these values are left. So the list has a second
//! size besides its length, [`Metric::Absent`](crate::types::Metric::Absent): how many of the values are not in it, at most.
//!
//! In: a program. Out: which values it asks lists for ([`Visits`]), and what a path knows of them ([`Visited`]).

use crate::state::{Cell, CellId, LIST, NODE_LIMIT, State};
use crate::welltype::{goals, parts};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Expr, Linear};
use std::collections::BTreeSet;
use std::sync::Arc;
use wam::atoms::{Functor, known};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId, VarId};
use wam::write::term_to_string;

/// More values than this are not counted.
const VALUES: usize = 100_000;

/// What a program asks of lists of visited values.
#[derive(Debug)]
pub(crate) struct Visits {
    /// How many values there are.
    values: i64,
    /// The arguments of predicates that are one of them when a call has succeeded.
    columns: FxHashMap<PredId, Vec<usize>>,
    /// The arguments of predicates that are lists which are asked for values.
    lists: FxHashSet<(PredId, usize)>,
    tests: FxHashMap<PredId, Test>,
}

/// A predicate that tells whether a term is in a list.
#[derive(Clone, Copy, Debug)]
struct Test {
    element: usize,
    list: usize,
    /// Whether it succeeds where the term is in the list; else it succeeds where it is not.
    finds: bool,
}

/// A value by its text.
type Values = BTreeSet<String>;

/// Where a column has its values from.
enum Origin {
    Value(String),
    Column(PredId, usize),
    Anywhere,
}

impl Visits {
    /// What a program asks; nothing where it asks no list for values that are known.
    pub(crate) fn of(program: &Program) -> Option<Visits> {
        let tests = tests(program);
        let own: Vec<PredId> =
            (0..program.predicates.len() as u32).map(PredId).filter(|&pred| is_static(program, pred)).collect();
        let (mut lists, mut asked) = (FxHashSet::default(), Vec::new());
        for &pred in &own {
            let of = program.get(pred);
            for clause in &of.source {
                for goal in goals(program, clause, of.module) {
                    let called = clause.terms.functor(goal.term).and_then(|called| program.find_in(of.module, called));
                    let Some(test) = called.and_then(|called| tests.get(&called)) else { continue };
                    let Node::Compound(_, args) = clause.terms.get(goal.term) else { continue };
                    lists.extend(place_in_head(clause, args[test.list]).map(|at| (pred, at)));
                    asked.extend(
                        variable(clause, args[test.element]).map(|element| (clause.clone(), of.module, element)),
                    );
                }
            }
        }
        if lists.is_empty() {
            return None;
        }
        let mut columns = Columns { program, values: FxHashMap::default() };
        let mut all = Values::new();
        for (clause, module, element) in asked {
            if let Some(values) = columns.of_variable(&clause, module, element) {
                all.extend(values);
            }
        }
        if all.is_empty() || all.len() > VALUES {
            return None;
        }
        let held = columns.within(&all);
        passed(program, &own, &mut lists);
        Some(Visits { values: all.len() as i64, columns: held, lists, tests })
    }

    /// Whether an argument of a predicate is a list that is asked for values.
    pub(crate) fn asks(&self, pred: PredId, at: usize) -> bool {
        self.lists.contains(&(pred, at))
    }

    /// Whether an argument of a predicate is one of the values when a call has succeeded.
    pub(crate) fn draws(&self, pred: PredId) -> bool {
        self.columns.contains_key(&pred)
    }

    /// What a path knows at its start.
    pub(crate) fn start(&self, state: &mut State) {
        Arc::make_mut(&mut state.visited).values = self.values;
    }

    /// A call has succeeded; false where it cannot have.
    #[must_use]
    pub(crate) fn succeeded(&self, state: &mut State, pred: PredId, args: &[CellId]) -> bool {
        for &at in self.columns.get(&pred).into_iter().flatten() {
            let value = state.deref(args[at]);
            if state.nodes(value).is_some() {
                Arc::make_mut(&mut state.visited).drawn.insert(value);
            }
        }
        self.tests.get(&pred).is_none_or(|test| test.finds || state.is_absent(args[test.element], args[test.list]))
    }

    /// A call has failed before any solution; false where it cannot have.
    #[must_use]
    pub(crate) fn failed(&self, state: &mut State, pred: PredId, args: &[CellId]) -> bool {
        self.tests.get(&pred).is_none_or(|test| !test.finds || state.is_absent(args[test.element], args[test.list]))
    }
}

/// What a path knows of lists of values. It is about ground terms, which are what they are: backtracking keeps it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Visited {
    /// How many values there are.
    values: i64,
    /// The cells that hold one of them.
    drawn: FxHashSet<CellId>,
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
            absent: self.absent.iter().filter_map(|&(term, list)| Some((name(term)?, name(list)?))).collect(),
            rest: self.rest.iter().filter_map(|(&id, rest)| Some((name(id)?, rest.clone()))).collect(),
        }
    }

    /// Whether nothing of it is about cells.
    pub(crate) fn is_empty(&self) -> bool {
        self.drawn.is_empty() && self.absent.is_empty() && self.rest.is_empty()
    }
}

impl State {
    /// So many of the values are not in the list of a cell, at most.
    pub(crate) fn has_unvisited(&mut self, list: CellId, most: Expr) {
        Arc::make_mut(&mut self.visited).rest.insert(list, most);
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
                    let is_new = self.visited.drawn.contains(&value) && self.visited.absent.contains(&(value, tail));
                    fewer += i64::from(is_new);
                    (at, looks) = (tail, looks + 1);
                }
                _ => return Expr::int(self.visited.values - fewer),
            }
        }
    }

    /// A term is no element of a list; false where that cannot be.
    fn is_absent(&mut self, term: CellId, list: CellId) -> bool {
        let (term, list) = (self.deref(term), self.deref(list));
        if self.nodes(term).is_none() || self.nodes(list).is_none() {
            return true;
        }
        Arc::make_mut(&mut self.visited).absent.insert((term, list));
        if !self.visited.drawn.contains(&term) {
            return true;
        }
        // It is one of those that are not in the list.
        let left = self.unvisited(list) - Expr::int(1);
        Linear::of(&left.simplify()).is_none_or(|left| self.guard.require(left))
    }
}

fn is_static(program: &Program, pred: PredId) -> bool {
    let of = program.get(pred);
    of.kind == PredicateKind::Static && !of.source.is_empty()
}

fn variable(clause: &ReadTerm, term: TermId) -> Option<VarId> {
    match clause.terms.get(term) {
        Node::Var(var) => Some(var),
        _ => None,
    }
}

fn arguments(clause: &ReadTerm, term: TermId) -> &[TermId] {
    match clause.terms.get(term) {
        Node::Compound(_, args) => args,
        _ => &[],
    }
}

fn cons(clause: &ReadTerm, term: TermId) -> Option<(TermId, TermId)> {
    clause.terms.match_compound(term, known::DOT, 2).map(|cell| (cell[0], cell[1]))
}

/// The argument of the head that is the list of a term, or what the term puts elements in front of.
fn place_in_head(clause: &ReadTerm, term: TermId) -> Option<usize> {
    let mut at = term;
    while let Some((_, tail)) = cons(clause, at) {
        at = tail;
    }
    let list = variable(clause, at)?;
    arguments(clause, parts(clause).0).iter().position(|&arg| variable(clause, arg) == Some(list))
}

/// The goals that have succeeded when the body of a clause has.
fn conjuncts(clause: &ReadTerm) -> Vec<TermId> {
    parts(clause).1.map_or(Vec::new(), |body| succeeded(clause, body))
}

/// Those that have when a goal has.
fn succeeded(clause: &ReadTerm, goal: TermId) -> Vec<TermId> {
    let (mut todo, mut found) = (vec![goal], Vec::new());
    while let Some(goal) = todo.pop() {
        let both = [known::COMMA, known::ARROW, known::SOFT_ARROW].into_iter();
        match both.filter_map(|name| clause.terms.match_compound(goal, name, 2)).next() {
            Some(&[first, then]) => todo.extend([then, first]),
            _ => found.push(goal),
        }
    }
    found
}

/// Adds the arguments that are handed on as lists that are asked for values.
fn passed(program: &Program, own: &[PredId], lists: &mut FxHashSet<(PredId, usize)>) {
    let mut calls: Vec<((PredId, usize), (PredId, usize))> = Vec::new();
    for &pred in own {
        let of = program.get(pred);
        for clause in &of.source {
            for goal in goals(program, clause, of.module) {
                let Some(callee) = goal.callee else { continue };
                for (at, &arg) in arguments(clause, goal.term).iter().enumerate() {
                    calls.extend(place_in_head(clause, arg).map(|from| ((pred, from), (callee, at))));
                }
            }
        }
    }
    loop {
        let before = lists.len();
        for (from, to) in &calls {
            if lists.contains(to) {
                lists.insert(*from);
            }
        }
        if lists.len() == before {
            return;
        }
    }
}

/// The values in columns of predicates, as far as they were asked for; nothing where they may be any.
struct Columns<'a> {
    program: &'a Program,
    values: FxHashMap<(PredId, usize), Option<Values>>,
}

impl Columns<'_> {
    /// The values of a variable when the body of its clause has succeeded.
    fn of_variable(&mut self, clause: &ReadTerm, module: ModuleId, var: VarId) -> Option<Values> {
        let mut all = Values::new();
        for origin in self.origins(clause, module, var, None) {
            match origin {
                Origin::Value(value) => drop(all.insert(value)),
                Origin::Column(pred, at) => all.extend(self.column(pred, at)?),
                Origin::Anywhere => return None,
            }
        }
        Some(all)
    }

    /// Where a variable of a clause has its values from: from one of the goals that have succeeded, best of another predicate.
    fn origins(&self, clause: &ReadTerm, module: ModuleId, var: VarId, own: Option<PredId>) -> Vec<Origin> {
        let goals = conjuncts(clause);
        self.among(clause, module, var, own, &goals)
    }

    /// The same from among some goals.
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
            let args = arguments(clause, goal);
            if let Some(&[left, right]) = clause.terms.match_compound(goal, known::SEMICOLON, 2) {
                // Either has succeeded.
                let sides = [left, right].map(|side| self.among(clause, module, var, own, &succeeded(clause, side)));
                let sides: Vec<Origin> = sides.into_iter().flatten().collect();
                if !sides.iter().any(|origin| matches!(origin, Origin::Anywhere)) {
                    return sides;
                }
            }
            let is_it = |arg: &TermId| variable(clause, *arg) == Some(var);
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
            let Some(&arg) = arguments(clause, parts(clause).0).get(at) else { return (None, Vec::new()) };
            let origins = match (text(self.program, clause, arg), variable(clause, arg)) {
                (Some(value), _) => vec![Origin::Value(value)],
                (None, Some(var)) => self.origins(clause, of.module, var, Some(pred)),
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
    fn within(&self, all: &Values) -> FxHashMap<PredId, Vec<usize>> {
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
fn text(program: &Program, clause: &ReadTerm, term: TermId) -> Option<String> {
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

/// The predicates that tell whether a term is in a list: those of the library, and others that are written like them.
fn tests(program: &Program) -> FxHashMap<PredId, Test> {
    let mut found = FxHashMap::default();
    for name in ["member", "memberchk"] {
        let functor = Functor { name: program.atoms.intern(name), arity: 2 };
        let library = |pred: &PredId| program.get(*pred).kind == PredicateKind::Library;
        if let Some(pred) = program.find(functor).filter(library) {
            found.insert(pred, Test { element: 0, list: 1, finds: true });
        }
    }
    // A test by another test is known once that one is.
    loop {
        let before = found.len();
        for pred in (0..program.predicates.len() as u32).map(PredId) {
            let of = program.get(pred);
            if of.functor.arity == 2 && is_static(program, pred) && !found.contains_key(&pred) {
                let ways = [(0, 1), (1, 0)].into_iter();
                let test =
                    ways.filter_map(|(element, list)| Written { program, pred, element, list }.test(&found)).next();
                found.extend(test.map(|test| (pred, test)));
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// A predicate of two arguments that may be such a test.
struct Written<'a> {
    program: &'a Program,
    pred: PredId,
    element: usize,
    list: usize,
}

/// What a clause of a test does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    /// It succeeds where the term is the first element.
    Find,
    /// It fails there, and no other clause is tried.
    Refuse,
    /// It goes on behind the first element.
    Skip,
    /// It goes on behind the first element where the term is another.
    SkipOther,
    /// It goes on behind the first element where that is another number, so not behind `1.0` for `1`.
    SkipUnequal,
    /// Both the first and the third.
    FindOrSkip,
    /// It succeeds with the empty list.
    End,
    /// It fails with the empty list.
    FailAtEnd,
}

impl Written<'_> {
    fn test(&self, known: &FxHashMap<PredId, Test>) -> Option<Test> {
        let Written { program, pred, element, list } = *self;
        let clauses = &program.get(pred).source;
        if let [clause] = &clauses[..]
            && let Some(finds) = self.by_another(clause, known)
        {
            return Some(Test { element, list, finds });
        }
        let does: Vec<Does> = clauses.iter().map(|clause| self.does(clause)).collect::<Option<_>>()?;
        let has = |what: Does| does.contains(&what);
        let only = |all: &[Does]| does.iter().all(|what| all.contains(what));
        let finds = only(&[Does::Find, Does::Skip, Does::SkipOther, Does::FindOrSkip, Does::FailAtEnd])
            && (has(Does::FindOrSkip) || has(Does::Find) && (has(Does::Skip) || has(Does::SkipOther)));
        let refuses = |what: &Does| *what == Does::Refuse;
        let skipped = does.iter().position(|what| *what == Does::Skip);
        let is_safe = skipped.is_none_or(|skipped| does[..skipped].iter().any(refuses));
        let misses = only(&[Does::Refuse, Does::Skip, Does::SkipOther, Does::SkipUnequal, Does::End]) && is_safe;
        (finds || misses).then_some(Test { element, list, finds })
    }

    /// Whether the only clause of a predicate asks another test: `other(X, L) :- \+ member(X, L).`
    fn by_another(&self, clause: &ReadTerm, known: &FxHashMap<PredId, Test>) -> Option<bool> {
        let head = arguments(clause, parts(clause).0);
        let (term, list) = (variable(clause, head[self.element])?, variable(clause, head[self.list])?);
        let goals: Vec<TermId> =
            conjuncts(clause).into_iter().filter(|&goal| !self.is_atom(clause, goal, "!")).collect();
        let (&[goal], true) = (&goals[..], term != list) else { return None };
        let (mut goal, mut is_negated) = (goal, false);
        loop {
            let args = arguments(clause, goal);
            match (self.name(clause, goal)?.as_str(), args) {
                ("\\+" | "not", &[inner]) => (goal, is_negated) = (inner, !is_negated),
                ("once", &[inner]) => goal = inner,
                (_, args @ &[_, _]) => {
                    let callee =
                        self.program.find_in(self.program.get(self.pred).module, clause.terms.functor(goal)?)?;
                    let test = known.get(&callee)?;
                    let same = variable(clause, args[test.element]) == Some(term)
                        && variable(clause, args[test.list]) == Some(list);
                    return same.then_some(test.finds != is_negated);
                }
                _ => return None,
            }
        }
    }

    fn name(&self, clause: &ReadTerm, goal: TermId) -> Option<String> {
        Some(self.program.atoms.name(clause.terms.functor(goal)?.name).to_string())
    }

    fn is_atom(&self, clause: &ReadTerm, goal: TermId, name: &str) -> bool {
        matches!(clause.terms.get(goal), Node::Atom(atom) if *self.program.atoms.name(atom) == *name)
    }

    fn does(&self, clause: &ReadTerm) -> Option<Does> {
        let head = arguments(clause, parts(clause).0);
        let goals = conjuncts(clause);
        let is_cut = |goal: &TermId| self.is_atom(clause, *goal, "!");
        let is_fail = |goal: &TermId| self.is_atom(clause, *goal, "fail") || self.is_atom(clause, *goal, "false");
        if let Node::Atom(known::NIL) = clause.terms.get(head[self.list]) {
            variable(clause, head[self.element])?;
            return match &goals[..] {
                [] => Some(Does::End),
                [cut] if is_cut(cut) => Some(Does::End),
                [.., last] if is_fail(last) && goals[..goals.len() - 1].iter().all(is_cut) => Some(Does::FailAtEnd),
                _ => None,
            };
        }
        let term = variable(clause, head[self.element])?;
        let (first, rest) = cons(clause, head[self.list])?;
        let (first, rest) = (variable(clause, first)?, variable(clause, rest)?);
        // A term that is a list of itself is something else.
        if rest == term || rest == first {
            return None;
        }
        let compares = |goal: &TermId, names: &[&str]| {
            let both: Vec<Option<VarId>> = arguments(clause, *goal).iter().map(|&arg| variable(clause, arg)).collect();
            let is_pair = both == [Some(term), Some(first)] || both == [Some(first), Some(term)];
            is_pair && self.name(clause, *goal).is_some_and(|name| names.contains(&name.as_str()))
        };
        let goes_on = |goal: &TermId| {
            let args = arguments(clause, *goal);
            let own = clause.terms.functor(*goal) == Some(self.program.get(self.pred).functor);
            own && variable(clause, args[self.element]) == Some(term) && variable(clause, args[self.list]) == Some(rest)
        };
        if first == term {
            return match &goals[..] {
                [] => Some(Does::Find),
                [cut] if is_cut(cut) => Some(Does::Find),
                [cut, fail] if is_cut(cut) && is_fail(fail) => Some(Does::Refuse),
                _ => None,
            };
        }
        const SAME: [&str; 2] = ["=", "=="];
        const OTHER: [&str; 3] = ["\\=", "\\==", "dif"];
        const UNEQUAL: [&str; 1] = ["=\\="];
        match &goals[..] {
            [goal] if compares(goal, &SAME) => Some(Does::Find),
            [goal, cut] if compares(goal, &SAME) && is_cut(cut) => Some(Does::Find),
            [goal, cut, fail] if compares(goal, &SAME) && is_cut(cut) && is_fail(fail) => Some(Does::Refuse),
            [goal] if goes_on(goal) => Some(Does::Skip),
            [goal] => {
                let &[choice, other] = clause.terms.match_compound(*goal, known::SEMICOLON, 2)? else { return None };
                let &[asked, then] = clause.terms.match_compound(choice, known::ARROW, 2)? else { return None };
                let is_whole = compares(&asked, &SAME) && self.is_atom(clause, then, "true") && goes_on(&other);
                is_whole.then_some(Does::FindOrSkip)
            }
            // A cut in front of the comparison would keep other clauses from being tried.
            [goal, before @ .., last] if goes_on(last) && before.iter().all(is_cut) => {
                let unequal = compares(goal, &UNEQUAL).then_some(Does::SkipUnequal);
                compares(goal, &OTHER).then_some(Does::SkipOther).or(unequal)
            }
            _ => None,
        }
    }
}
