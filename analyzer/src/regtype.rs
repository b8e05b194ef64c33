//! Regular types: declared by `:- regtype name/1.` and the clauses of that predicate, in Ciao's way.
//!
//! Each clause `t(Shape) :- t1(X), t2(Y).` is an alternative of the type; a variable that no body goal types is any
//! ground term. The terms of a regular type are ground.

use crate::callable::goal_types;
use crate::error::AnalysisError;
use crate::norms::{Norm, Own};
use crate::state::{Cell, LIST};
use crate::types::{Form, Outside, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use wam::atoms::{Atom, Atoms, Functor, known};
use wam::code::Program;
use wam::term::{Node, ReadTerm, TermId, VarId};

/// A regular type of a program.
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

/// What a regular type is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The terms of its alternatives.
    Own,
    /// All ground terms: those of no other alternative are foreign leaves ([`Type::Foreign`]).
    Total,
}

/// The regular types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    names: Vec<String>,
    alternatives: Vec<Vec<Type>>,
    extents: Vec<Extent>,
    index: FxHashMap<Atom, TypeId>,
    /// Which types are of goals that come from data, and whether terms are known by them.
    goals: std::ops::Range<u16>,
    tells_goals: bool,
    /// Answers of [`TypeTable::recursive`], which is asked the same of many terms.
    recursions: Arc<Mutex<FxHashMap<Vec<Type>, Option<Type>>>>,
    /// Answers of [`TypeTable::own`].
    pub(crate) owns: Arc<Mutex<FxHashMap<TypeId, Own>>>,
}

impl TypeTable {
    /// Reads the regular types that a program declares.
    pub fn of(program: &Program) -> Result<TypeTable, AnalysisError> {
        let mut table = TypeTable::default();
        let regtype = program.atoms.intern("regtype");
        let mut declared = Vec::new();
        for assertion in &program.assertions {
            let terms = &assertion.terms;
            let body = assertion.body();
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
            table.extents.push(Extent::Own);
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
        table.drop_circles();
        table.measure_lists();
        let first = table.names.len() as u16;
        let is_free = |name: &String| !table.names.contains(name);
        let names = (1..).map(|at| format!("goal{at}")).filter(is_free);
        let goals: Vec<(String, Vec<Type>)> = names.zip(goal_types(program)).collect();
        let end = first + goals.len() as u16;
        Ok(TypeTable { goals: first..end, ..table.with(goals, Extent::Own) })
    }

    /// A type that is said to hold all terms of another, and that all of its own, has the alternatives of both.
    fn drop_circles(&mut self) {
        let held = |from: TypeId| {
            let (mut found, mut todo) = (Vec::new(), vec![from]);
            while let Some(id) = todo.pop() {
                for case in self.alternatives(id) {
                    if let Type::Named(id) = case
                        && !found.contains(id)
                    {
                        found.push(*id);
                        todo.push(*id);
                    }
                }
            }
            found
        };
        let of = |id: TypeId| {
            let held = held(id);
            if !held.contains(&id) {
                return self.alternatives(id).to_vec();
            }
            let mut cases: Vec<Type> = Vec::new();
            for case in held.iter().flat_map(|&id| self.alternatives(id)) {
                if !matches!(case, Type::Named(_)) && !cases.contains(case) {
                    cases.push(case.clone());
                }
            }
            cases
        };
        self.alternatives = (0..self.names.len() as u16).map(|id| of(TypeId(id))).collect();
    }

    /// Lists of terms of a type in terms of that type are measured by their nodes, as these terms are: their length says nothing
    /// of how many terms are in them.
    fn measure_lists(&mut self) {
        let holds = |of: &Type, id: TypeId| self.reached(of).contains(&id);
        let measured = |id: TypeId| {
            let list = |of: &Type| {
                let is_own = matches!(of, Type::List(_)) && of.is_ground() && holds(of, id);
                is_own.then(|| Type::Measured(Box::new(of.clone()), Norm::Nodes))
            };
            self.alternatives(id).iter().map(|case| case.with_lists(&list)).collect()
        };
        self.alternatives = (0..self.names.len() as u16).map(|id| measured(TypeId(id))).collect();
    }

    /// The same types, where goals that come from data are told from other terms.
    pub(crate) fn telling_goals(&self) -> TypeTable {
        TypeTable { recursions: Arc::default(), owns: Arc::default(), tells_goals: true, ..self.clone() }
    }

    /// Whether they are.
    pub(crate) fn tells_goals(&self) -> bool {
        self.tells_goals
    }

    /// The types of goals that come from data.
    pub(crate) fn goals(&self) -> impl Iterator<Item = Type> {
        self.goals.clone().map(|id| Type::Named(TypeId(id)))
    }

    /// The alternatives of a type.
    pub fn alternatives(&self, id: TypeId) -> &[Type] {
        &self.alternatives[id.0 as usize]
    }

    /// The table with further types, whose numbers are those behind its own: each with its name and its alternatives.
    /// To total ones the foreign terms are added; their arguments must be total or ground.
    pub fn with(&self, types: Vec<(String, Vec<Type>)>, extent: Extent) -> TypeTable {
        // Answers about the types as they were do not hold of more types.
        let mut table = TypeTable { recursions: Arc::default(), owns: Arc::default(), ..self.clone() };
        for (name, mut alternatives) in types {
            let id = TypeId(table.names.len() as u16);
            if extent == Extent::Total {
                alternatives.extend([Outside::Constant, Outside::Compound].map(|outside| Type::Foreign(id, outside)));
            }
            table.names.push(name);
            table.alternatives.push(alternatives);
            table.extents.push(extent);
        }
        table
    }

    /// Whether another table has the same types, whatever their names.
    pub fn is_same(&self, other: &TypeTable) -> bool {
        self.alternatives == other.alternatives
    }

    /// How many types there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Whether a type holds all ground terms.
    pub fn is_total(&self, id: TypeId) -> bool {
        self.extents[id.0 as usize] == Extent::Total
    }

    /// The functors of a type's alternatives.
    pub fn functors(&self, id: TypeId) -> impl Iterator<Item = Functor> + '_ {
        self.alternatives(id).iter().filter_map(|case| match case {
            Type::Struct(functor, _) => Some(*functor),
            _ => None,
        })
    }

    /// Whether what a cell holds is certainly of an alternative of a type that is no foreign one.
    pub fn excludes(&self, id: TypeId, cell: &Cell) -> bool {
        let constant = |of: &Type| match (of, cell) {
            (Type::List(_), Cell::Atom(name)) => *name == known::NIL,
            (Type::Const(known), Cell::Atom(name)) => known == name,
            (Type::Atom, Cell::Atom(_)) => true,
            (of, Cell::Abstract(Type::Int | Type::Nat, value)) => match of {
                Type::Int | Type::Number => true,
                Type::Integer(known) => value.as_number() == Some(*known),
                _ => false,
            },
            _ => false,
        };
        self.alternatives(id).iter().any(constant)
    }

    /// Its alternatives, as a line: `t ::= v ; n(gnd, t, t)`.
    pub fn definition(&self, id: TypeId, atoms: &Atoms) -> String {
        let cases = self.alternatives(id).iter().filter(|case| !matches!(case, Type::Foreign(..)));
        let shown: Vec<String> = cases.map(|case| case.display(atoms, self)).collect();
        format!("{} ::= {}", self.name(id), shown.join(" ; "))
    }

    /// The types that a type consists of and nobody declares, each once, the outermost first.
    pub fn made_in(&self, of: &Type) -> Vec<TypeId> {
        let (mut found, mut todo) = (Vec::new(), vec![of.clone()]);
        while let Some(of) = todo.pop() {
            match of {
                Type::Named(id) if usize::from(id.0) >= self.index.len() && !found.contains(&id) => {
                    found.push(id);
                    todo.extend(self.alternatives(id).iter().rev().cloned());
                }
                Type::Struct(_, args) => todo.extend(args.into_iter().rev()),
                Type::List(of) | Type::Within(of, _) => todo.push(*of),
                _ => {}
            }
        }
        found
    }

    /// The name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        &self.names[id.0 as usize]
    }

    /// Whether terms of the type hold terms of the type.
    pub(crate) fn is_recursive(&self, id: TypeId) -> bool {
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
        let holding = ids.filter(|wide| narrow.iter().all(|narrow| self.is_meant(wide, narrow)));
        holding.reduce(|best, next| if self.includes(&best, &next) { next } else { best })
    }

    /// Whether a type that holds all terms of another is one to know them by: of a type of all ground terms they must begin
    /// like an alternative of it, and so must their parts.
    fn is_meant(&self, wide: &Type, narrow: &Type) -> bool {
        let total = match wide {
            Type::Named(id) if self.is_total(*id) => *id,
            _ => return self.includes(wide, narrow),
        };
        let own = |case: &Type| match (case, narrow) {
            (Type::Foreign(..), _) => false,
            (Type::Struct(f, wide), Type::Struct(g, parts)) => {
                f == g && wide.iter().zip(parts).all(|(wide, part)| self.is_meant(wide, part))
            }
            (Type::Struct(LIST, wide), Type::List(element)) => {
                **element != Type::Bottom && self.is_meant(&wide[0], element)
            }
            (case, narrow) => self.includes(case, narrow),
        };
        match narrow {
            Type::Ground => true,
            Type::Named(id) | Type::Foreign(id, _) => *id == total,
            _ => self.alternatives(total).iter().any(own),
        }
    }

    /// The least type we have that holds both. Where these are different terms of a recursive type, that is it, so that
    /// all their nodes are one size: the sizes of the arguments apart would each be the largest of either.
    pub fn join(&self, a: &Type, b: &Type) -> Type {
        // A type of all ground terms stays as it is: others hold no more.
        if a == b || self.is_all_ground(a) && b.is_ground() {
            return a.clone();
        }
        if self.is_all_ground(b) && a.is_ground() {
            return b.clone();
        }
        if self.tells_goals {
            if let Some(goals) = self.goal_of(a, b) {
                return goals;
            }
            if let (Type::List(a), Type::List(b)) = (a, b) {
                return Type::List(Box::new(self.join(a, b)));
            }
        }
        if let (Type::Measured(tree, Norm::Balanced), Type::Measured(other, Norm::Balanced)) = (a, b) {
            let wide = [tree, other].into_iter().find(|wide| self.includes(wide, tree) && self.includes(wide, other));
            if let Some(wide) = wide {
                return Type::Measured(wide.clone(), Norm::Balanced);
            }
        }
        // An empty tree is balanced.
        for (tree, other) in [(a, b), (b, a)] {
            if matches!(tree, Type::Measured(_, Norm::Balanced))
                && matches!(other, Type::Const(_))
                && self.includes(tree, other)
            {
                return tree.clone();
            }
        }
        if let Type::Foreign(id, _) = if matches!(a, Type::Foreign(..)) { a } else { b } {
            let whole = Type::Named(*id);
            if self.is_meant(&whole, a) && self.is_meant(&whole, b) {
                return whole;
            }
        }
        if !(a.is_measured_list() || b.is_measured_list())
            && let Some(of) = self.recursion(a, b)
        {
            return of;
        }
        match (a, b) {
            (Type::Struct(f, a), Type::Struct(g, b)) if f == g => {
                Type::Struct(*f, a.iter().zip(b).map(|(a, b)| self.join(a, b)).collect())
            }
            _ => a.lub(b),
        }
    }

    fn is_all_ground(&self, of: &Type) -> bool {
        match of {
            Type::Ground => true,
            Type::Named(id) => self.is_total(*id),
            _ => false,
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
            Type::Struct(..) | Type::Named(_) | Type::Measured(..) => true,
            Type::List(element) => element.nodes().is_none() && **element != Type::Bottom,
            _ => false,
        };
        ((is_compound(a) || is_compound(b)) && a.is_ground() && b.is_ground()).then(|| self.recursive(&[a, b]))?
    }

    /// The type with compounds of a recursive type that hold such compounds, and lists that end in terms of it, as terms of
    /// that type.
    pub fn fold(&self, of: &Type) -> Type {
        let Type::Struct(functor, args) = of else { return of.clone() };
        if *functor == LIST
            && let Type::Measured(tail, Norm::Nodes) = &args[1]
            && args[0].is_ground()
        {
            let whole = tail.lub(&Type::List(Box::new(args[0].plain())));
            if let Type::List(_) = whole {
                return Type::Measured(Box::new(whole), Norm::Nodes);
            }
        }
        let part = |arg: &&Type| match arg {
            Type::Struct(..) => true,
            // Of a type of all ground terms a cell in front of a term says more than the whole.
            Type::Named(id) => *functor == LIST && !self.is_total(*id),
            Type::Measured(..) => *functor == LIST,
            _ => false,
        };
        if args.iter().any(|arg| part(&arg))
            && of.is_ground()
            && let Some(whole) = self.recursive(&[of])
            && args.iter().filter(part).any(|arg| self.is_meant(&whole, arg))
        {
            return whole;
        }
        Type::Struct(*functor, args.iter().map(|arg| self.fold(arg)).collect())
    }

    /// The type of the terms that are of both, where one is known.
    pub fn both(&self, a: &Type, b: &Type) -> Option<Type> {
        if self.includes(a, b) {
            return Some(b.clone());
        }
        if self.includes(b, a) {
            return Some(a.clone());
        }
        match (a, b) {
            (Type::Ground, Type::Struct(functor, args)) | (Type::Struct(functor, args), Type::Ground) => {
                let args = args.iter().map(|arg| self.both(&Type::Ground, arg)).collect::<Option<_>>()?;
                Some(Type::Struct(*functor, args))
            }
            (Type::Ground, Type::List(element)) | (Type::List(element), Type::Ground) => {
                Some(Type::List(Box::new(self.both(&Type::Ground, element)?)))
            }
            (Type::List(a), Type::List(b)) => Some(Type::List(Box::new(self.both(a, b)?))),
            _ => None,
        }
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
        // Of the trees of a type some are balanced; an empty one is.
        if let (Type::Measured(tree, Norm::Balanced), false) =
            (wide, matches!(narrow, Type::Measured(_, Norm::Balanced) | Type::Const(_)))
        {
            return *narrow == Type::Bottom && self.includes_given(tree, narrow, given, left);
        }
        // How terms are measured makes no difference to which they are.
        if let Type::Measured(wide, _) | Type::Within(wide, _) = wide {
            return self.includes_given(wide, narrow, given, left);
        }
        if let Type::Measured(narrow, _) | Type::Within(narrow, _) = narrow {
            return self.includes_given(wide, narrow, given, left);
        }
        if wide == narrow || *wide == Type::Any || given.holds(wide, narrow) {
            return true;
        }
        let before = given.order.len();
        let holds = match (wide, narrow) {
            (Type::Ground, _) => narrow.is_ground(),
            (Type::Named(id), _) if self.is_total(*id) => narrow.is_ground(),
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

    /// The type that a type expression names: `list`, `list(int)`, `nat`, a declared one, or pairs and other terms of an
    /// operator: `atm-int`, `list(gnd=int)`.
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
            ("list", &[element]) => Type::List(Box::new(self.expression(read, element, atoms)?.plain())),
            (name, &[of]) if let Some(norm) = Norm::named(name) => {
                return self.measured(&self.expression(read, of, atoms)?, norm);
            }
            ("assoc" | "rbtree", []) => {
                let trees = Type::Named(self.find(atoms.intern("avl"))?);
                return self.measured(&trees, Norm::Balanced);
            }
            ("int" | "integer", []) => Type::Int,
            ("nat" | "nnegint", []) => Type::Nat,
            ("num" | "number", []) => Type::Number,
            ("flt" | "float", []) => Type::Float,
            ("atm" | "atom", []) => Type::Atom,
            ("string", []) => Type::Text(Form::String),
            ("atomic" | "constant", []) => Type::Atomic,
            ("gnd" | "ground", []) => Type::Ground,
            ("term" | "any", []) => Type::Any,
            ("var" | "free", []) => Type::Free,
            // A name of letters is more likely a type that is misspelt.
            (name, [_, _, ..]) if !name.contains(|c: char| c.is_alphanumeric()) => {
                let parts = args.iter().map(|&arg| Some(self.expression(read, arg, atoms)?.plain()));
                Type::Struct(read.terms.functor(id)?, parts.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// One clause of a type's definition as a type.
    fn alternative(&self, clause: &ReadTerm, atoms: &Atoms) -> Result<Type, AnalysisError> {
        let terms = &clause.terms;
        let (head, body) = terms.head_and_body(clause.root);
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
pub(crate) fn shape_type(clause: &ReadTerm, shape: TermId, variables: &BTreeMap<VarId, Type>, depth: usize) -> Type {
    match clause.terms.get(shape) {
        Node::Var(var) => variables.get(&var).cloned().unwrap_or(Type::Ground),
        Node::Atom(known::NIL) => Type::List(Box::new(Type::Bottom)),
        Node::Atom(atom) => Type::Const(atom),
        Node::Int(value) => Type::Integer(value),
        Node::Big(_) => Type::Number,
        Node::Rational(_) => Type::Number,
        Node::Float(_) => Type::Float,
        Node::Str(_) => Type::Ground,
        Node::Compound(..) if depth > 8 => Type::Ground,
        Node::Compound(functor, args) => {
            Type::Struct(functor, args.iter().map(|&arg| shape_type(clause, arg, variables, depth + 1)).collect())
        }
    }
}
