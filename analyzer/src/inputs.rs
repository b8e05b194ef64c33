//! Inputs: goals generated from the types of an entry at given sizes, and the types and sizes of a given goal.
//!
//! Generated goals serve one measured run, validation and the soundness tests. They are reproducible from a seed.
//! Elements that no size governs are drawn from small sets, so that equal ones occur, and integers below zero among them.

mod measured;

use self::measured::{is_balanced, own_size_of};
use crate::entry::{Entry, Inside};
use crate::norms::Norm;
use crate::regtype::TypeTable;
use crate::state::LIST;
use crate::types::{Form, Metric, Outside, Type};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use thiserror::Error;
use wam::atoms::{Atom, Atoms, Functor, known};
use wam::code::Program;
use wam::term::{Node, ReadTerm, Span, TermId, Terms, VarId, VariableName};
use wam::write::atom_text;

/// Why no goal could be generated.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum InputError {
    /// There is no term of that size.
    #[error("no term of type {of} has size {size}{}", there_is(.nearest))]
    NoTerm {
        /// The type.
        of: String,
        /// The size asked for.
        size: i64,
        /// The nearest size that there is one of.
        nearest: Option<i64>,
    },
    /// As many sizes are needed as the entry has sized arguments.
    #[error("{given} sizes for {needed} sized arguments")]
    Count {
        /// How many were given.
        given: usize,
        /// How many are needed.
        needed: usize,
    },
}

fn there_is(size: &Option<i64>) -> String {
    size.map(|size| format!("; the nearest size is {size}")).unwrap_or_default()
}

/// A goal of the entry's predicate with inputs of the given sizes (in the order of `Analysis::sizes`).
pub fn generate(
    program: &Program,
    types: &TypeTable,
    entry: &Entry,
    sizes: &[i64],
    seed: u64,
) -> Result<ReadTerm, InputError> {
    let needed = entry.pattern.iter().map(|of| of.metrics().len()).sum();
    if sizes.len() != needed {
        return Err(InputError::Count { given: sizes.len(), needed });
    }
    let mut maker = Maker {
        terms: Terms::new(),
        variables: Vec::new(),
        atoms: &program.atoms,
        types,
        rng: ChaCha8Rng::seed_from_u64(seed),
        possible: FxHashMap::default(),
        aliases: Vec::new(),
    };
    let mut sizes = sizes.iter().copied();
    let mut args = Vec::new();
    for of in &entry.pattern {
        args.push(maker.make(of, &mut sizes)?);
    }
    let name = program.get(entry.pred).functor.name;
    let root = maker.terms.compound(name, &args, SPAN);
    Ok(ReadTerm { terms: maker.terms, root, variables: maker.variables })
}

const SPAN: Span = Span { start: 0, end: 0 };
/// How often a term is tried to be made whose alternatives do not all lead to one, and a constant that is foreign to a type.
const TRIES: usize = 20;
/// Terms larger than this are not generated.
const SIZE_LIMIT: i64 = 1 << 22;

struct Maker<'a> {
    terms: Terms,
    variables: Vec<VariableName>,
    atoms: &'a Atoms,
    types: &'a TypeTable,
    rng: ChaCha8Rng,
    possible: FxHashMap<(Type, i64), bool>,
    /// Variables that what may be anything may share.
    aliases: Vec<TermId>,
}

impl Maker<'_> {
    fn make(&mut self, of: &Type, sizes: &mut dyn Iterator<Item = i64>) -> Result<TermId, InputError> {
        if let Type::Struct(functor, args) = of {
            let args = args.iter().map(|arg| self.make(arg, sizes)).collect::<Result<Vec<TermId>, InputError>>()?;
            return Ok(self.terms.compound(functor.name, &args, SPAN));
        }
        if let Type::List(element) = of
            && of.has_largest()
        {
            let (length, most) = (sizes.next().unwrap_or(0), sizes.next().unwrap_or(0));
            return self.list_within(of, element, length, most);
        }
        let size = of.metric().and_then(|_| sizes.next()).unwrap_or(1);
        let none = |this: &Self, nearest| InputError::NoTerm { of: of.display(this.atoms, this.types), size, nearest };
        match of {
            Type::Int => Ok(self.terms.int(size, SPAN)),
            Type::Nat if size >= 0 => Ok(self.terms.int(size, SPAN)),
            Type::List(element) if (0..=SIZE_LIMIT).contains(&size) => {
                let items: Vec<TermId> =
                    (0..size).map(|_| self.element(element, 3)).collect::<Result<Vec<TermId>, InputError>>()?;
                Ok(self.terms.list(&items, SPAN))
            }
            Type::Measured(inside, norm) if *norm != Norm::Nodes && (0..=SIZE_LIMIT).contains(&size) => {
                let Type::Named(name) = **inside else { return Err(none(self, None)) };
                let made = (0..TRIES).find_map(|_| self.own_term(name, *norm, size));
                made.ok_or_else(|| none(self, None))
            }
            of if of.is_by_nodes() && (1..=SIZE_LIMIT).contains(&size) => {
                if let Some(term) = self.sized(of, size) {
                    return Ok(term);
                }
                let near = (1..=4).flat_map(|d| [size - d, size + d]).find(|&n| n >= 1 && self.is_possible(of, n));
                Err(none(self, near))
            }
            Type::Text(form) if (0..=SIZE_LIMIT).contains(&size) => Ok(self.text(*form, size as usize)),
            Type::Nat | Type::List(_) | Type::Measured(..) | Type::Text(_) => Err(none(self, None)),
            of if of.is_by_nodes() => Err(none(self, None)),
            _ => self.element(of, 3),
        }
    }

    /// A list of so many elements, the greatest of which has a size: all of them, or one.
    fn list_within(&mut self, of: &Type, element: &Type, length: i64, most: i64) -> Result<TermId, InputError> {
        let least = element.metric().and_then(Metric::least).unwrap_or(0);
        if !(0..=SIZE_LIMIT).contains(&length) || length == 0 && most != least {
            let name = of.display(self.atoms, self.types);
            let nearest = (most != least && length >= 0).then_some(1);
            return Err(InputError::NoTerm { of: name, size: length, nearest });
        }
        let (all, greatest) = (self.rng.random(), self.rng.random_range(0..length.max(1)));
        let mut items = Vec::new();
        for at in 0..length {
            let size = if all || at == greatest { most } else { self.rng.random_range(least..=most.max(least)) };
            let made = self.make(element.inside(), &mut std::iter::once(size));
            // Of some types there is no term of every size.
            items.push(made.or_else(|_| self.make(element.inside(), &mut std::iter::once(most)))?);
        }
        Ok(self.terms.list(&items, SPAN))
    }

    /// A variable, perhaps one that was given before, an atom, or a compound of such.
    fn anything(&mut self, depth: usize) -> Result<TermId, InputError> {
        let parts = match self.rng.random_range(0..8) {
            0 => return Ok(self.letter()),
            1 | 2 if !self.aliases.is_empty() => {
                let at = self.rng.random_range(0..self.aliases.len());
                return Ok(self.aliases[at]);
            }
            parts @ (3 | 4) if depth > 0 => parts - 2,
            _ => {
                let var = self.unbound();
                self.aliases.push(var);
                return Ok(var);
            }
        };
        let args = (0..parts).map(|_| self.element(&Type::Any, depth - 1)).collect::<Result<Vec<_>, _>>()?;
        let name = if parts == 1 { self.atoms.intern("f") } else { known::DOT };
        Ok(self.terms.compound(name, &args, SPAN))
    }

    fn unbound(&mut self) -> TermId {
        self.variables.push(VariableName { name: "_".into(), span: SPAN, occurrences: 1 });
        self.terms.fresh_var(SPAN)
    }

    /// Some term of a type whose size does not matter.
    fn element(&mut self, of: &Type, depth: usize) -> Result<TermId, InputError> {
        Ok(match of {
            Type::Any => self.anything(depth)?,
            // The shortest list that ends in one.
            Type::Free | Type::Shared(_) | Type::Partial(..) => self.unbound(),
            Type::Const(atom) => self.terms.atom(*atom, SPAN),
            Type::Integer(value) => self.terms.int(*value, SPAN),
            Type::Foreign(_, Outside::Constant) => {
                for _ in 0..TRIES {
                    let leaf = self.element(&Type::Atomic, depth)?;
                    if is_of(&self.terms, leaf, of, self.types) {
                        return Ok(leaf);
                    }
                }
                let foreign = self.atoms.intern("foreign");
                self.terms.atom(foreign, SPAN)
            }
            Type::Atom | Type::Ground => self.letter(),
            Type::Atomic if self.rng.random_bool(0.5) => self.letter(),
            Type::Number | Type::Int | Type::Nat | Type::Atomic => {
                let least = if *of == Type::Nat { 0 } else { -3 };
                let value = self.rng.random_range(least..10);
                self.terms.int(value, SPAN)
            }
            Type::Float => {
                let value = f64::from(self.rng.random_range(0..40)) / 4.0;
                self.terms.float(value, SPAN)
            }
            Type::Bottom => self.letter(),
            Type::Text(form) => {
                let length = self.rng.random_range(0..6);
                self.text(*form, length)
            }
            Type::List(element) => {
                let length = if **element == Type::Bottom { 0 } else { self.rng.random_range(0..4) };
                let items = (0..length)
                    .map(|_| self.element(element, depth.saturating_sub(1)))
                    .collect::<Result<Vec<TermId>, InputError>>()?;
                self.terms.list(&items, SPAN)
            }
            Type::Struct(functor, args) => {
                let args = args
                    .iter()
                    .map(|arg| self.element(arg, depth.saturating_sub(1)))
                    .collect::<Result<Vec<TermId>, InputError>>()?;
                self.terms.compound(functor.name, &args, SPAN)
            }
            Type::Measured(of, _) | Type::Within(of, _) => self.element(of, depth)?,
            Type::Named(_) | Type::Foreign(_, Outside::Compound) => {
                let sizes: Vec<i64> = (1..=1 + 2 * depth as i64).filter(|&n| self.is_possible(of, n)).collect();
                let size = match sizes.as_slice() {
                    [] => 1,
                    sizes => sizes[self.rng.random_range(0..sizes.len())],
                };
                let name = of.display(self.atoms, self.types);
                self.sized(of, size).ok_or(InputError::NoTerm { of: name, size, nearest: None })?
            }
        })
    }

    fn letter(&mut self) -> TermId {
        let letter = char::from(b'a' + self.rng.random_range(0..8u8));
        let atom = self.atoms.intern(letter.encode_utf8(&mut [0; 4]));
        self.terms.atom(atom, SPAN)
    }

    /// An atom or a string of so many characters: letters, blanks and commas mostly, some beyond ASCII.
    fn text(&mut self, form: Form, length: usize) -> TermId {
        const CHARACTERS: [char; 16] =
            ['a', 'b', 'c', 'a', 'b', 'a', ' ', ' ', ',', '0', '7', 'A', 'Z', '\u{df}', '\u{e9}', '\u{1F600}'];
        let text: String = (0..length).map(|_| CHARACTERS[self.rng.random_range(0..CHARACTERS.len())]).collect();
        match form {
            Form::Atom => self.terms.atom(self.atoms.intern(&text), SPAN),
            Form::String => self.terms.string(&text, SPAN),
        }
    }

    /// A term of a type with so many nodes, if there is one. Iterative where terms are deep: arguments are made from
    /// plans on a stack.
    fn sized(&mut self, of: &Type, size: i64) -> Option<TermId> {
        enum Plan {
            Term(Type, i64),
            Build(Functor),
        }
        let (mut plans, mut made) = (vec![Plan::Term(of.clone(), size)], Vec::new());
        while let Some(plan) = plans.pop() {
            match plan {
                Plan::Build(functor) => {
                    let args = made.split_off(made.len() - functor.arity as usize);
                    made.push(self.terms.compound(functor.name, &args, SPAN));
                }
                Plan::Term(of, size) => match self.choose(&of, size)? {
                    Chosen::Leaf(of @ (Type::List(_) | Type::Measured(..))) if of.as_constant().is_none() => {
                        plans.push(Plan::Term(of, size));
                    }
                    Chosen::Leaf(of) if of.is_by_nodes() => {
                        plans.push(Plan::Term(of, size));
                    }
                    Chosen::Leaf(of) => made.push(self.element(&of, 0).ok()?),
                    Chosen::Compound(functor, parts) => {
                        plans.push(Plan::Build(functor));
                        // Made in order: the first argument's plan is on top.
                        plans.extend(parts.into_iter().rev().map(|(of, size)| Plan::Term(of, size)));
                    }
                },
            }
        }
        made.pop()
    }

    /// An alternative of a type for a number of nodes, and how its arguments share them.
    fn choose(&mut self, of: &Type, size: i64) -> Option<Chosen> {
        let alternatives = self.alternatives(of);
        let fitting: Vec<&Type> = alternatives.iter().filter(|&case| self.case_possible(case, size)).collect();
        if fitting.is_empty() {
            return None;
        }
        let case = fitting[self.rng.random_range(0..fitting.len())].clone();
        let Type::Struct(functor, args) = case else { return Some(Chosen::Leaf(case)) };
        let mut parts = Vec::new();
        let mut left = size - 1;
        for at in 0..args.len() {
            let rest = &args[at + 1..];
            let shares: Vec<i64> = (1..=left - rest.len() as i64)
                .filter(|&share| self.is_possible(&args[at], share) && self.all_possible(rest, left - share))
                .collect();
            let share = *shares.get(self.rng.random_range(0..shares.len().max(1)))?;
            parts.push((args[at].clone(), share));
            left -= share;
        }
        Some(Chosen::Compound(functor, parts))
    }

    fn alternatives(&mut self, of: &Type) -> Vec<Type> {
        match of {
            Type::Named(id) => self.types.alternatives(*id).to_vec(),
            Type::Measured(of, _) => of.list_alternatives(),
            Type::List(element) if **element != Type::Bottom => {
                let cell = vec![(**element).clone(), of.clone()];
                vec![Type::List(Box::new(Type::Bottom)), Type::Struct(LIST, cell)]
            }
            Type::Ground => [vec![Type::Atom], self.compounds(&[])].concat(),
            Type::Foreign(to, Outside::Compound) => self.compounds(&self.types.functors(*to).collect::<Vec<Functor>>()),
            other => vec![other.clone()],
        }
    }

    /// Compounds of one argument and of two, of other functors than some.
    fn compounds(&self, others: &[Functor]) -> Vec<Type> {
        let names = || "fghijklmnop".char_indices().map(|(at, _)| &"fghijklmnop"[at..=at]);
        let free =
            |arity| names().map(|name| self.atoms.functor(name, arity)).find(|functor| !others.contains(functor));
        let of = |arity: u32| free(arity).map(|functor| Type::Struct(functor, vec![Type::Ground; arity as usize]));
        [2, 1].into_iter().filter_map(of).collect()
    }

    fn case_possible(&mut self, case: &Type, size: i64) -> bool {
        match case {
            Type::Struct(_, args) => self.all_possible(args, size - 1),
            Type::List(element) if **element == Type::Bottom => size == 1,
            Type::List(_) | Type::Measured(..) => self.is_possible(case, size),
            case if case.is_by_nodes() => self.is_possible(case, size),
            _ => size == 1,
        }
    }

    /// Whether a term of the type can have so many nodes.
    fn is_possible(&mut self, of: &Type, size: i64) -> bool {
        if *of == Type::Ground {
            return size >= 1;
        }
        if size < 1 {
            return false;
        }
        let key = (of.clone(), size);
        if let Some(&known) = self.possible.get(&key) {
            return known;
        }
        // Smaller sizes first, so that the recursion stays shallow.
        for smaller in 1..size {
            if !self.possible.contains_key(&(of.clone(), smaller)) {
                self.settle(of, smaller);
            }
        }
        self.settle(of, size)
    }

    fn settle(&mut self, of: &Type, size: i64) -> bool {
        self.possible.insert((of.clone(), size), false);
        let answer = self.alternatives(of).iter().any(|case| self.case_possible(case, size));
        self.possible.insert((of.clone(), size), answer);
        answer
    }

    fn all_possible(&mut self, args: &[Type], size: i64) -> bool {
        match args {
            [] => size == 0,
            [only] => self.is_possible(only, size),
            [first, rest @ ..] => (1..=size - rest.len() as i64)
                .any(|share| self.is_possible(first, share) && self.all_possible(rest, size - share)),
        }
    }
}

enum Chosen {
    Leaf(Type),
    Compound(Functor, Vec<(Type, i64)>),
}

/// The type of a term as it stands: lists by their elements, integers, compounds, variables.
pub fn type_of(terms: &Terms, id: TermId) -> Type {
    let mut element = Type::Bottom;
    let mut at = id;
    while let Some(&[head, tail]) = terms.match_compound(at, known::DOT, 2) {
        element = element.lub(&shallow(terms, head, 3)).widen();
        at = tail;
    }
    match terms.get(at) {
        Node::Atom(known::NIL) => Type::List(Box::new(shared(element))),
        _ if at != id => shared(ground_or_any(terms, id)),
        _ => shallow(terms, id, 3),
    }
}

/// Variables inside compounds may share: they are unknown.
fn shared(of: Type) -> Type {
    match of {
        Type::Free => Type::Any,
        Type::Struct(functor, args) => Type::Struct(functor, args.into_iter().map(shared).collect()),
        of => of,
    }
}

fn shallow(terms: &Terms, id: TermId, depth: usize) -> Type {
    match terms.get(id) {
        Node::Var(_) => Type::Free,
        Node::Atom(known::NIL) => Type::List(Box::new(Type::Bottom)),
        Node::Atom(atom) => Type::Const(atom),
        Node::Int(value) if value >= 0 => Type::Nat,
        Node::Int(_) => Type::Int,
        // No size says how large it is.
        Node::Big(_) | Node::Rational(_) => Type::Number,
        Node::Float(_) => Type::Float,
        Node::Str(_) => Type::Text(Form::String),
        Node::Compound(..) if depth == 0 => ground_or_any(terms, id),
        Node::Compound(Functor { name: known::DOT, arity: 2 }, _) => match type_of(terms, id) {
            of @ Type::List(_) => of,
            _ => ground_or_any(terms, id),
        },
        Node::Compound(..) if is_ground(terms, id) => Type::Ground,
        Node::Compound(functor, args) => {
            Type::Struct(functor, args.iter().map(|&arg| shared(shallow(terms, arg, depth - 1))).collect())
        }
    }
}

fn ground_or_any(terms: &Terms, id: TermId) -> Type {
    if is_ground(terms, id) { Type::Ground } else { Type::Any }
}

pub(crate) fn is_ground(terms: &Terms, id: TermId) -> bool {
    variables(terms, id).next().is_none()
}

/// The variables of a term, as often as they occur.
fn variables(terms: &Terms, id: TermId) -> impl Iterator<Item = VarId> {
    let mut todo = vec![id];
    std::iter::from_fn(move || {
        loop {
            match terms.get(todo.pop()?) {
                Node::Var(var) => return Some(var),
                Node::Compound(_, args) => todo.extend(args),
                _ => {}
            }
        }
    })
}

/// Whether a term is of a type.
pub fn is_of(terms: &Terms, id: TermId, of: &Type, types: &TypeTable) -> bool {
    let mut todo = vec![(id, of.clone())];
    while let Some((id, of)) = todo.pop() {
        let fits = match (&of, terms.get(id)) {
            (Type::Any, _) => true,
            (Type::Free | Type::Shared(_), node) => matches!(node, Node::Var(_)),
            (Type::Ground, _) => is_ground(terms, id),
            (Type::Atomic, node) => !matches!(node, Node::Var(_) | Node::Compound(..)),
            (Type::Atom | Type::Text(Form::Atom), node) => matches!(node, Node::Atom(_)),
            (Type::Text(Form::String), node) => matches!(node, Node::Str(_)),
            (Type::Const(atom), node) => node == Node::Atom(*atom),
            (Type::Integer(value), node) => node == Node::Int(*value),
            (Type::Number, node) => matches!(node, Node::Int(_) | Node::Big(_) | Node::Rational(_) | Node::Float(_)),
            (Type::Int, node) => matches!(node, Node::Int(_)),
            (Type::Nat, node) => matches!(node, Node::Int(value) if value >= 0),
            (Type::Float, node) => matches!(node, Node::Float(_)),
            (Type::Bottom, _) => false,
            (Type::Foreign(to, outside), node) => {
                let is_compound = matches!(node, Node::Compound(..));
                let own = |case: &Type| match (case, node) {
                    (Type::Foreign(..), _) => false,
                    (Type::Struct(wanted, _), Node::Compound(functor, _)) => functor == *wanted,
                    (Type::Struct(..), _) | (_, Node::Compound(..)) => false,
                    (case, _) => is_of(terms, id, case, types),
                };
                is_compound == (*outside == Outside::Compound)
                    && is_ground(terms, id)
                    && !types.alternatives(*to).iter().any(own)
            }
            (Type::List(_), Node::Atom(known::NIL)) => true,
            (Type::List(element), Node::Compound(Functor { name: known::DOT, arity: 2 }, &[head, tail])) => {
                todo.push((head, (**element).clone()));
                todo.push((tail, of.clone()));
                true
            }
            (Type::Struct(wanted, parts), Node::Compound(functor, args)) if functor == *wanted => {
                todo.extend(args.iter().copied().zip(parts.iter().cloned()));
                true
            }
            (Type::Measured(of, norm), _) => {
                todo.push((id, (**of).clone()));
                *norm != Norm::Balanced || is_balanced(terms, id, of, types)
            }
            (Type::Within(of, _), _) => {
                todo.push((id, (**of).clone()));
                true
            }
            (Type::Named(name), node) => {
                let case = types.alternatives(*name).iter().find(|case| match (case, node) {
                    (Type::Struct(wanted, _), Node::Compound(functor, _)) => functor == *wanted,
                    (Type::Struct(..), _) => false,
                    (case, _) => is_of(terms, id, case, types),
                });
                case.is_some_and(|case| {
                    todo.push((id, case.clone()));
                    true
                })
            }
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// The sizes of a term in the metrics of its type, in order.
pub fn sizes_of(terms: &Terms, id: TermId, of: &Type, types: &TypeTable, atoms: &Atoms) -> Vec<i64> {
    match (of, terms.get(id)) {
        (Type::Struct(_, parts), Node::Compound(_, args)) => {
            args.iter().zip(parts).flat_map(|(&arg, of)| sizes_of(terms, arg, of, types, atoms)).collect()
        }
        (Type::Measured(inside, norm), _) if *norm != Norm::Nodes => match **inside {
            Type::Named(name) => vec![own_size_of(terms, id, name, *norm, types)],
            _ => vec![0],
        },
        (Type::List(element), _) if of.has_largest() => {
            let (mut length, mut at) = (0, id);
            let mut largest = element.metric().and_then(Metric::least).unwrap_or(0);
            while let Some(&[head, tail]) = terms.match_compound(at, known::DOT, 2) {
                let sizes = sizes_of(terms, head, element.inside(), types, atoms);
                largest = sizes.into_iter().fold(largest, i64::max);
                (length, at) = (length + 1, tail);
            }
            vec![length, largest]
        }
        _ => of.metric().map(|metric| size_of(terms, id, metric, atoms)).into_iter().collect(),
    }
}

fn size_of(terms: &Terms, id: TermId, metric: Metric, atoms: &Atoms) -> i64 {
    match metric {
        Metric::Value => match terms.get(id) {
            Node::Int(value) => value,
            _ => 0,
        },
        Metric::Length => {
            let (mut length, mut at) = (0, id);
            while let Some(&[_, tail]) = terms.match_compound(at, known::DOT, 2) {
                length += 1;
                at = tail;
            }
            length
        }
        Metric::Text => match terms.get(id) {
            Node::Atom(name) => atoms.name(name).chars().count() as i64,
            Node::Str(text) => text.chars().count() as i64,
            _ => 0,
        },
        Metric::Size => {
            let (mut nodes, mut todo) = (0, vec![id]);
            while let Some(id) = todo.pop() {
                nodes += 1;
                if let Node::Compound(_, args) = terms.get(id) {
                    todo.extend(args);
                }
            }
            nodes
        }
        Metric::Inner
        | Metric::Depth
        | Metric::Left
        | Metric::Right
        | Metric::Largest
        | Metric::Absent
        | Metric::Root => {
            unreachable!("the type says what counts")
        }
    }
}

/// The arguments of a goal.
pub fn arguments(goal: &ReadTerm) -> &[TermId] {
    goal.terms.arguments(goal.root)
}

/// The entry a goal is an instance of: the first of those declared that its arguments fit, else one from the arguments' types. A
/// variable that occurs twice is no free argument: binding one place binds the other.
pub fn entry_of_goal(program: &Program, types: &TypeTable, goal: &ReadTerm, declared: &[Entry]) -> Option<Entry> {
    let args = arguments(goal);
    let mut occurs: FxHashMap<VarId, u32> = FxHashMap::default();
    for var in args.iter().flat_map(|&arg| variables(&goal.terms, arg)) {
        *occurs.entry(var).or_default() += 1;
    }
    let shares = |arg: TermId| variables(&goal.terms, arg).any(|var| occurs[&var] > 1);
    let fits = |(&arg, of): (&TermId, &Type)| *of == Type::Any || is_of(&goal.terms, arg, of, types) && !shares(arg);
    let is_instance = |entry: &&Entry| entry.pattern.len() == args.len() && args.iter().zip(&entry.pattern).all(fits);
    if let Some(entry) = declared.iter().find(is_instance) {
        return Some(entry.clone());
    }
    let pred = program.find(goal.terms.functor(goal.root)?)?;
    let of = |&arg: &TermId| match type_of(&goal.terms, arg) {
        Type::Free if shares(arg) => Type::Any,
        of => of,
    };
    let pattern: Vec<Type> = args.iter().map(of).collect();
    let name: Atom = program.get(pred).functor.name;
    let shown: Vec<String> = pattern.iter().map(|of| of.display(&program.atoms, types)).collect();
    let plain = program.atoms.name(name);
    let plain = atom_text(&plain);
    let text = if shown.is_empty() { plain } else { format!("{plain}({})", shown.join(", ")) };
    Some(Entry { pred, pattern, text, inside: Inside::Plain })
}
