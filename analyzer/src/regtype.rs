//! Regular types: declared by `:- regtype name/1.` and the clauses of that predicate, in Ciao's way.
//!
//! Each clause `t(Shape) :- t1(X), t2(Y).` is an alternative of the type; a variable that no body goal types is any
//! ground term. The terms of a regular type are ground.

use crate::error::AnalysisError;
use crate::state::LIST;
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use wam::atoms::{Atom, Atoms, Functor, known};
use wam::code::Program;
use wam::term::{Node, ReadTerm, TermId, VarId};

/// A declared regular type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u16);

/// Pairs of types of which the one is taken to hold the other, in the order in which that was assumed.
#[derive(Default)]
struct Given {
    order: Vec<(Type, Type)>,
    pairs: FxHashSet<(Type, Type)>,
}

impl Given {
    fn holds(&self, wide: &Type, narrow: &Type) -> bool {
        // Only pairs with a declared type are assumed.
        let named = |of: &Type| matches!(of, Type::Named(_));
        !self.order.is_empty() && (named(wide) || named(narrow)) && self.pairs.contains(&(wide.clone(), narrow.clone()))
    }

    fn push(&mut self, wide: &Type, narrow: &Type) {
        if self.pairs.insert((wide.clone(), narrow.clone())) {
            self.order.push((wide.clone(), narrow.clone()));
        }
    }

    fn truncate(&mut self, length: usize) {
        for pair in self.order.drain(length..) {
            self.pairs.remove(&pair);
        }
    }
}

/// How many questions about parts are asked to see that a type holds another.
const INCLUSION_LIMIT: usize = 2000;

/// The regular types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    names: Vec<String>,
    alternatives: Vec<Vec<Type>>,
    index: FxHashMap<Atom, TypeId>,
    /// Answers of [`TypeTable::recursive`], which is asked the same of many terms.
    recursions: Arc<Mutex<FxHashMap<Vec<Type>, Option<Type>>>>,
}

impl TypeTable {
    /// Reads the regular types that a program declares.
    pub fn of(program: &Program) -> Result<TypeTable, AnalysisError> {
        let mut table = TypeTable::default();
        let regtype = program.atoms.intern("regtype");
        let mut declared = Vec::new();
        for assertion in &program.assertions {
            let terms = &assertion.terms;
            let body = terms.match_compound(assertion.root, known::NECK, 1).map_or(assertion.root, |args| args[0]);
            let Some(&[indicator]) = terms.match_compound(body, regtype, 1) else {
                continue;
            };
            let Some(name) = indicated(assertion, indicator) else {
                return Err(AnalysisError::Assertion {
                    what: "regtype takes name/1".into(),
                    span: terms.span(indicator),
                });
            };
            let id = TypeId(table.names.len() as u16);
            table.names.push(program.atoms.name(name).to_string());
            table.alternatives.push(Vec::new());
            table.index.insert(name, id);
            declared.push((name, id, assertion.module));
        }
        for (name, id, module) in declared {
            let Some(pred) = program.find_in(module, Functor { name, arity: 1 }) else {
                continue;
            };
            for clause in &program.get(pred).source {
                let alternative = table.alternative(clause, &program.atoms)?;
                table.alternatives[id.0 as usize].push(alternative);
            }
        }
        Ok(table)
    }

    /// The alternatives of a type.
    pub fn alternatives(&self, id: TypeId) -> &[Type] {
        &self.alternatives[id.0 as usize]
    }

    /// The name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        &self.names[id.0 as usize]
    }

    /// Whether terms of the type hold terms of the type.
    fn is_recursive(&self, id: TypeId) -> bool {
        let (mut seen, mut todo) = (vec![false; self.names.len()], vec![Type::Named(id)]);
        while let Some(of) = todo.pop() {
            match of {
                Type::Named(name) if seen[name.0 as usize] && name == id => return true,
                Type::Named(name) if std::mem::replace(&mut seen[name.0 as usize], true) => {}
                Type::Named(name) => todo.extend_from_slice(self.alternatives(name)),
                Type::Struct(_, args) => todo.extend(args),
                Type::List(element) => todo.push(*element),
                _ => {}
            }
        }
        false
    }

    /// The least recursive type declared that holds all the ground types.
    fn recursive(&self, narrow: &[&Type]) -> Option<Type> {
        if self.names.is_empty() {
            return None;
        }
        let key: Vec<Type> = narrow.iter().map(|&of| of.clone()).collect();
        // A thread that panicked has left no answer half written.
        let known = |this: &Self| this.recursions.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known(self) {
            return known;
        }
        let found = self.least_recursive(narrow);
        self.recursions.lock().unwrap_or_else(PoisonError::into_inner).insert(key, found.clone());
        found
    }

    fn least_recursive(&self, narrow: &[&Type]) -> Option<Type> {
        let ids = (0..self.names.len() as u16).map(TypeId).filter(|&id| self.is_recursive(id)).map(Type::Named);
        let holding = ids.filter(|wide| narrow.iter().all(|narrow| self.includes(wide, narrow)));
        holding.reduce(|best, next| if self.includes(&best, &next) { next } else { best })
    }

    /// The least type we have that holds both. Where these are different terms of a recursive type, that is it, so that
    /// all their nodes are one size: the sizes of the arguments apart would each be the largest of either.
    pub fn join(&self, a: &Type, b: &Type) -> Type {
        if a == b {
            return a.clone();
        }
        if let Some(of) = self.recursion(a, b) {
            return of;
        }
        match (a, b) {
            (Type::Struct(f, a), Type::Struct(g, b)) if f == g => {
                Type::Struct(*f, a.iter().zip(b).map(|(a, b)| self.join(a, b)).collect())
            }
            _ => a.lub(b),
        }
    }

    /// The same for what two solutions give: where several of its sizes would be apart, also of the same type.
    pub fn join_solutions(&self, a: &Type, b: &Type) -> Type {
        match a {
            Type::Struct(..) if a == b && a.metrics().len() > 1 => self.recursion(a, b).unwrap_or_else(|| a.clone()),
            _ => self.join(a, b),
        }
    }

    /// The recursive type of two types, where either is of its compounds.
    fn recursion(&self, a: &Type, b: &Type) -> Option<Type> {
        let is_compound = |of: &Type| match of {
            Type::Struct(..) | Type::Named(_) => true,
            Type::List(element) => element.nodes().is_none() && **element != Type::Bottom,
            _ => false,
        };
        ((is_compound(a) || is_compound(b)) && a.is_ground() && b.is_ground()).then(|| self.recursive(&[a, b]))?
    }

    /// The type with compounds of a recursive type that hold such compounds, and lists that end in terms of it, as terms of
    /// that type.
    pub fn fold(&self, of: &Type) -> Type {
        let Type::Struct(functor, args) = of else { return of.clone() };
        let part = |arg: &&Type| match arg {
            Type::Struct(..) => true,
            Type::Named(_) => *functor == LIST,
            _ => false,
        };
        if args.iter().any(|arg| part(&arg))
            && of.is_ground()
            && let Some(whole) = self.recursive(&[of])
            && args.iter().filter(part).any(|arg| self.includes(&whole, arg))
        {
            return whole;
        }
        Type::Struct(*functor, args.iter().map(|arg| self.fold(arg)).collect())
    }

    /// Whether the type holds all terms of another; a `false` may be ignorance.
    pub fn includes(&self, wide: &Type, narrow: &Type) -> bool {
        self.includes_given(wide, narrow, &mut Given::default(), &mut { INCLUSION_LIMIT })
    }

    /// The same, where the pairs given are taken to be so: a type holds another unless some case of that says otherwise.
    fn includes_given(&self, wide: &Type, narrow: &Type, given: &mut Given, left: &mut usize) -> bool {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return false;
        }
        if wide == narrow || *wide == Type::Any || given.holds(wide, narrow) {
            return true;
        }
        let before = given.order.len();
        let holds = match (wide, narrow) {
            (Type::Ground, _) => narrow.is_ground(),
            (_, Type::Named(b)) => {
                given.push(wide, narrow);
                self.alternatives(*b).iter().all(|case| self.includes_given(wide, case, given, left))
            }
            (Type::Named(_), Type::List(element)) if narrow.as_constant().is_none() => {
                given.push(wide, narrow);
                let cell = Type::Struct(LIST, vec![(**element).clone(), narrow.clone()]);
                let end = Type::List(Box::new(Type::Bottom));
                self.includes_given(wide, &end, given, left) && self.includes_given(wide, &cell, given, left)
            }
            (Type::Named(a), _) => {
                self.alternatives(*a).iter().any(|case| self.includes_given(case, narrow, given, left))
            }
            (Type::Struct(f, a), Type::Struct(g, b)) if f == g => {
                a.iter().zip(b).all(|(a, b)| self.includes_given(a, b, given, left))
            }
            (Type::List(a), Type::List(b)) => self.includes_given(a, b, given, left),
            (Type::List(element), Type::Struct(LIST, cell)) => {
                self.includes_given(element, &cell[0], given, left) && self.includes_given(wide, &cell[1], given, left)
            }
            _ => narrow.lub(wide) == *wide,
        };
        if !holds {
            given.truncate(before);
        }
        holds
    }

    /// The declared type of that name.
    pub fn find(&self, name: Atom) -> Option<TypeId> {
        self.index.get(&name).copied()
    }

    /// The type that a type expression names: `list`, `list(int)`, `nat`, a declared one…
    pub fn expression(&self, read: &ReadTerm, id: TermId, atoms: &Atoms) -> Option<Type> {
        let (name, args) = match read.terms.get(id) {
            Node::Atom(name) => (name, &[][..]),
            Node::Compound(functor, args) => (functor.name, args),
            _ => return None,
        };
        if args.is_empty()
            && let Some(id) = self.find(name)
        {
            return Some(Type::Named(id));
        }
        Some(match (&*atoms.name(name), args) {
            ("list", []) => Type::List(Box::new(Type::Ground)),
            ("list", &[element]) => Type::List(Box::new(self.expression(read, element, atoms)?)),
            ("int" | "integer", []) => Type::Int,
            ("nat" | "nnegint", []) => Type::Nat,
            ("num" | "number", []) => Type::Number,
            ("flt" | "float", []) => Type::Float,
            ("atm" | "atom", []) => Type::Atom,
            ("atomic" | "constant", []) => Type::Atomic,
            ("gnd" | "ground", []) => Type::Ground,
            ("term" | "any", []) => Type::Any,
            ("var" | "free", []) => Type::Free,
            _ => return None,
        })
    }

    /// One clause of a type's definition as a type.
    fn alternative(&self, clause: &ReadTerm, atoms: &Atoms) -> Result<Type, AnalysisError> {
        let terms = &clause.terms;
        let (head, body) = match terms.match_compound(clause.root, known::NECK, 2) {
            Some(&[head, body]) => (head, Some(body)),
            _ => (clause.root, None),
        };
        let mut variables = BTreeMap::new();
        let mut goals: Vec<TermId> = body.into_iter().collect();
        while let Some(goal) = goals.pop() {
            if let Some(&[left, right]) = terms.match_compound(goal, known::COMMA, 2) {
                goals.extend([left, right]);
                continue;
            }
            let (span, what) = (terms.span(goal), "a regular type's body holds type goals over variables".into());
            let (Node::Compound(functor, args), Some(&last)) = (terms.get(goal), last_argument(clause, goal)) else {
                if terms.functor(goal).is_some_and(|functor| functor.name == known::TRUE) {
                    continue;
                }
                return Err(AnalysisError::Assertion { what, span });
            };
            let Node::Var(var) = terms.get(last) else {
                return Err(AnalysisError::Assertion { what, span });
            };
            let named = match args.len() {
                1 => self.simple(functor.name, atoms),
                2 if &*atoms.name(functor.name) == "list" => {
                    self.expression(clause, args[0], atoms).map(|element| Type::List(Box::new(element)))
                }
                _ => None,
            };
            let Some(named) = named else {
                let what = format!("unknown type {}", atoms.name(functor.name));
                return Err(AnalysisError::Assertion { what, span });
            };
            variables.insert(var, named);
        }
        match terms.get(head) {
            Node::Compound(_, &[shape]) => Ok(shape_type(clause, shape, &variables, 0)),
            _ => Err(AnalysisError::Assertion {
                what: "a type is a predicate of arity 1".into(),
                span: terms.span(head),
            }),
        }
    }

    fn simple(&self, name: Atom, atoms: &Atoms) -> Option<Type> {
        let mut read = wam::term::Terms::new();
        let root = read.atom(name, wam::term::Span::default());
        self.expression(&ReadTerm { terms: read, root, variables: Vec::new() }, root, atoms)
    }
}

fn last_argument(clause: &ReadTerm, goal: TermId) -> Option<&TermId> {
    match clause.terms.get(goal) {
        Node::Compound(_, args) => args.last(),
        _ => None,
    }
}

pub(crate) fn indicated(read: &ReadTerm, indicator: TermId) -> Option<Atom> {
    let &[name, _] = read.terms.match_compound(indicator, known::SLASH, 2)? else {
        return None;
    };
    match read.terms.get(name) {
        Node::Atom(name) => Some(name),
        _ => None,
    }
}

/// The type of a head's shape: its compounds with the variables' types inside.
fn shape_type(clause: &ReadTerm, shape: TermId, variables: &BTreeMap<VarId, Type>, depth: usize) -> Type {
    match clause.terms.get(shape) {
        Node::Var(var) => variables.get(&var).cloned().unwrap_or(Type::Ground),
        Node::Atom(known::NIL) => Type::List(Box::new(Type::Bottom)),
        Node::Atom(atom) => Type::Const(atom),
        Node::Int(value) if value >= 0 => Type::Nat,
        Node::Int(_) | Node::Big(_) => Type::Int,
        Node::Rational(_) => Type::Number,
        Node::Float(_) => Type::Float,
        Node::Str(_) => Type::Ground,
        Node::Compound(..) if depth > 8 => Type::Ground,
        Node::Compound(functor, args) => {
            Type::Struct(functor, args.iter().map(|&arg| shape_type(clause, arg, variables, depth + 1)).collect())
        }
    }
}
