//! Goals that come from data: `handler(add, do_add)`, `member(Op, [plus, minus]), call(Op, X, Y)`.
//!
//! What may be called there is written in the program, as an atom or a compound that names a predicate once some arguments
//! are added. Those that stand in a list, in an argument of a predicate's clauses or in one of its calls are a type; so are all
//! that take as many arguments more. Where either of two may be given, the least type with both is kept instead of that of
//! all atoms, so that `call/N` knows what it may call.

use crate::clauses::{cons, static_clauses};
use crate::regtype::{TypeTable, shape_type};
use crate::types::{Type, is_control};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wam::atoms::Functor;
use wam::builtins::builtin;
use wam::code::Program;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId};

/// How many arguments may be added.
const EXTRA: u32 = 8;
/// How many goals a type may have: each is a path of its own.
const MOST: usize = 16;
/// How many types there may be.
const TYPES: usize = 100;

/// Where terms are that may be given for one another.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// In one list.
    List(usize),
    /// An argument of the clauses of a predicate.
    Head(ModuleId, Functor, usize),
    /// An argument of its calls.
    Goal(ModuleId, Functor, usize),
    /// Anywhere, and it takes so many arguments more.
    Anywhere(u32),
}

/// The types of a program's goals that come from data: the alternatives of each, which are two at least, the least types
/// first.
pub(crate) fn goal_types(program: &Program) -> Vec<Vec<Type>> {
    let mut shapes: BTreeMap<Functor, Type> = BTreeMap::new();
    let mut places: BTreeMap<Place, BTreeSet<Functor>> = BTreeMap::new();
    let mut known: FxHashMap<(ModuleId, Functor), Vec<u32>> = FxHashMap::default();
    let mut lists = 0;
    for (_, clause, module) in static_clauses(program) {
        for (place, term) in data(clause, module, &mut lists) {
            let functor = clause.terms.functor(term);
            let Some(functor) = functor.filter(|functor| !is_control(*functor)) else { continue };
            let find = || (0..EXTRA).filter(|extra| is_goal(program, module, functor, *extra)).collect();
            let takes = known.entry((module, functor)).or_insert_with(find);
            if takes.is_empty() {
                continue;
            }
            let shape = shape_type(clause, term, &BTreeMap::new(), 0).general();
            shapes.entry(functor).and_modify(|known| *known = known.lub(&shape)).or_insert(shape);
            for place in place.into_iter().chain(takes.iter().copied().map(Place::Anywhere)) {
                places.entry(place).or_default().insert(functor);
            }
        }
    }
    let sets = places.into_values().filter(|of| (2..=MOST).contains(&of.len()));
    let mut sets: Vec<BTreeSet<Functor>> = sets.collect::<BTreeSet<_>>().into_iter().collect();
    sets.sort_by_key(BTreeSet::len);
    sets.truncate(TYPES);
    sets.into_iter().map(|of| of.iter().map(|functor| shapes[functor].clone()).collect()).collect()
}

/// Whether a term names a predicate once so many arguments are added.
fn is_goal(program: &Program, module: ModuleId, functor: Functor, extra: u32) -> bool {
    let whole = Functor { arity: functor.arity + extra, ..functor };
    program.find_in(module, whole).is_some() || builtin(&program.atoms.name(whole.name), whole.arity).is_some()
}

/// The terms inside the arguments of a clause's head and goals, and where they are if that is in a list or is all of an
/// argument; `lists` have been met before.
fn data(clause: &ReadTerm, module: ModuleId, lists: &mut usize) -> Vec<(Option<Place>, TermId)> {
    let terms = &clause.terms;
    let (head, body) = terms.head_and_body(clause.root);
    let (mut found, mut todo) = (Vec::new(), Vec::new());
    let mut goals: Vec<TermId> = body.into_iter().collect();
    let arguments = |of: TermId, place: &dyn Fn(Functor, usize) -> Place| -> Vec<(Option<Place>, TermId)> {
        let functor = terms.functor(of);
        let placed = terms.arguments(of).iter().enumerate();
        placed.map(|(at, &arg)| (functor.map(|functor| place(functor, at)), arg)).collect()
    };
    todo.extend(arguments(head, &|functor, at| Place::Head(module, functor, at)));
    while let Some(goal) = goals.pop() {
        match terms.functor(goal) {
            Some(functor) if is_control(functor) => goals.extend(terms.arguments(goal)),
            _ => todo.extend(arguments(goal, &|functor, at| Place::Goal(module, functor, at))),
        }
    }
    while let Some((place, term)) = todo.pop() {
        if cons(clause, term).is_some() {
            *lists += 1;
            let mut at = term;
            while let Some((element, tail)) = cons(clause, at) {
                todo.push((Some(Place::List(*lists)), element));
                at = tail;
            }
            todo.push((None, at));
        } else if let Node::Atom(_) | Node::Compound(..) = terms.get(term) {
            found.push((place, term));
            todo.extend(terms.arguments(term).iter().map(|&arg| (None, arg)));
        }
    }
    found
}

impl TypeTable {
    /// The least type of goals that holds two types.
    pub(crate) fn goal_of(&self, a: &Type, b: &Type) -> Option<Type> {
        self.goals().find(|goals| [a, b].into_iter().all(|of| *of != Type::Bottom && self.includes(goals, of)))
    }
}
