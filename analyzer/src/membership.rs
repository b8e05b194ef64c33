//! Tests of lists: the predicates that tell whether a term is an element of a list, those of the library and others that are
//! written like them.
//!
//! In: a program. Out: by predicate, which argument is the element, which the list, and what its success says ([`Test`]): that
//! a term is one of the elements of a list tells its value where theirs are known.

use crate::clauses::{conjuncts, cons, head_arguments, is_own, is_static};
use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, State, is_element};
use crate::types::Type;
use rustc_hash::FxHashMap;
use solver::{Expr, Linear};
use wam::atoms::{Functor, known};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::term::{Node, ReadTerm, TermId, VarId};

/// A predicate that tells whether a term is in a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    pub(crate) element: usize,
    pub(crate) list: usize,
    /// Whether it succeeds where the term is in the list; else it succeeds where it is not.
    pub(crate) finds: bool,
}

/// The tests of lists of a program.
pub(crate) type Tests = FxHashMap<PredId, Test>;

/// More elements than this are not looked at.
const ELEMENTS: usize = 64;

impl State {
    /// A term is one of the elements of a list; false where it cannot be.
    #[must_use]
    pub(crate) fn is_one_of(&mut self, term: CellId, list: CellId) -> bool {
        let (mut elements, mut at) = (Vec::new(), list);
        loop {
            match *self.get(at) {
                Cell::Struct(LIST, ref cell) if elements.len() < ELEMENTS => {
                    elements.push(cell[0]);
                    at = cell[1];
                }
                Cell::Atom(known::NIL) => return self.is_like_one_of(term, &elements),
                _ => return true,
            }
        }
    }

    /// A term is one of some; false where it cannot be. Numbers in it are between those in the same place of these.
    fn is_like_one_of(&mut self, term: CellId, others: &[CellId]) -> bool {
        match self.get(term).clone() {
            Cell::Abstract(of @ (Type::Int | Type::Nat), value) if value.as_number().is_none() => {
                let number = |&other: &CellId| match self.get(other) {
                    Cell::Abstract(Type::Int | Type::Nat, value) => Some(value.clone()),
                    _ => None,
                };
                let all = others.iter().map(number).collect::<Option<Vec<Range>>>();
                let Some(among) = all.and_then(|all| all.into_iter().reduce(|a, b| a.join(&b))) else { return true };
                let own = value.as_linear();
                let Some(own) = own.clone().filter(|own| !own.terms.keys().all(is_element)) else {
                    let found = self.value(&of, &among, &[], &[]);
                    let gap = own.and_then(|own| own.plus(&found.as_linear()?, -1));
                    self.refine(term, Cell::Abstract(of, found));
                    return gap.is_none_or(|gap| self.guard.require_zero(gap));
                };
                let linear = |end: Option<Expr>| end.as_ref().and_then(Linear::of);
                let above = linear(among.low).and_then(|low| own.plus(&low, -1));
                let below = linear(among.high).and_then(|high| high.plus(&own, -1));
                above.into_iter().chain(below).all(|form| self.guard.require(form))
            }
            Cell::Struct(functor, args) if functor != OTHER => {
                let same = |&other: &CellId| match self.get(other) {
                    Cell::Struct(known, args) if *known == functor => Some(args.clone()),
                    _ => None,
                };
                let Some(others) = others.iter().map(same).collect::<Option<Vec<_>>>() else { return true };
                args.iter().enumerate().all(|(at, &arg)| {
                    let column: Vec<CellId> = others.iter().map(|args| args[at]).collect();
                    self.is_like_one_of(arg, &column)
                })
            }
            _ => true,
        }
    }
}

/// The predicates that tell whether a term is in a list: those of the library, and others that are written like them.
pub(crate) fn tests(program: &Program) -> Tests {
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
        let head = head_arguments(clause);
        let (term, list) = (clause.terms.variable(head[self.element])?, clause.terms.variable(head[self.list])?);
        let goals: Vec<TermId> =
            conjuncts(clause).into_iter().filter(|&goal| !self.is_atom(clause, goal, "!")).collect();
        let (&[goal], true) = (&goals[..], term != list) else { return None };
        let (mut goal, mut is_negated) = (goal, false);
        loop {
            let args = clause.terms.arguments(goal);
            match (self.name(clause, goal)?.as_str(), args) {
                ("\\+", &[inner]) => (goal, is_negated) = (inner, !is_negated),
                ("not", &[inner]) if !self.is_defined(clause, goal) => (goal, is_negated) = (inner, !is_negated),
                ("once", &[inner]) => goal = inner,
                (_, args @ &[_, _]) => {
                    let callee =
                        self.program.find_in(self.program.get(self.pred).module, clause.terms.functor(goal)?)?;
                    let test = known.get(&callee)?;
                    let same = clause.terms.variable(args[test.element]) == Some(term)
                        && clause.terms.variable(args[test.list]) == Some(list);
                    return same.then_some(test.finds != is_negated);
                }
                _ => return None,
            }
        }
    }

    /// Whether a goal is one of a predicate that the program defines itself.
    fn is_defined(&self, clause: &ReadTerm, goal: TermId) -> bool {
        let module = self.program.get(self.pred).module;
        let called = clause.terms.functor(goal).and_then(|called| self.program.find_in(module, called));
        called.is_some_and(|pred| is_own(self.program, pred))
    }

    fn name(&self, clause: &ReadTerm, goal: TermId) -> Option<String> {
        Some(self.program.atoms.name(clause.terms.functor(goal)?.name).to_string())
    }

    fn is_atom(&self, clause: &ReadTerm, goal: TermId, name: &str) -> bool {
        matches!(clause.terms.get(goal), Node::Atom(atom) if *self.program.atoms.name(atom) == *name)
    }

    fn does(&self, clause: &ReadTerm) -> Option<Does> {
        let head = head_arguments(clause);
        let goals = conjuncts(clause);
        let is_cut = |goal: &TermId| self.is_atom(clause, *goal, "!");
        let is_fail = |goal: &TermId| self.is_atom(clause, *goal, "fail") || self.is_atom(clause, *goal, "false");
        if let Node::Atom(known::NIL) = clause.terms.get(head[self.list]) {
            clause.terms.variable(head[self.element])?;
            return match &goals[..] {
                [] => Some(Does::End),
                [cut] if is_cut(cut) => Some(Does::End),
                [.., last] if is_fail(last) && goals[..goals.len() - 1].iter().all(is_cut) => Some(Does::FailAtEnd),
                _ => None,
            };
        }
        let term = clause.terms.variable(head[self.element])?;
        let (first, rest) = cons(clause, head[self.list])?;
        let (first, rest) = (clause.terms.variable(first)?, clause.terms.variable(rest)?);
        // A term that is a list of itself is something else.
        if rest == term || rest == first {
            return None;
        }
        let compares = |goal: &TermId, names: &[&str]| {
            let both: Vec<Option<VarId>> =
                clause.terms.arguments(*goal).iter().map(|&arg| clause.terms.variable(arg)).collect();
            let is_pair = both == [Some(term), Some(first)] || both == [Some(first), Some(term)];
            is_pair && self.name(clause, *goal).is_some_and(|name| names.contains(&name.as_str()))
        };
        let goes_on = |goal: &TermId| {
            let args = clause.terms.arguments(*goal);
            let own = clause.terms.functor(*goal) == Some(self.program.get(self.pred).functor);
            own && clause.terms.variable(args[self.element]) == Some(term)
                && clause.terms.variable(args[self.list]) == Some(rest)
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
        const OTHER: [&str; 2] = ["\\=", "\\=="];
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
