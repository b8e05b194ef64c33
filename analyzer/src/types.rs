//! Types of terms, as the abstract execution knows them, and the size metrics that go with them.
//!
//! A [`Type`] describes a set of terms; [`Type::lub`] is the least type we have that holds both of two. Sizes are kept
//! apart from types: a type says by [`Type::metric`] how its terms are measured (paper section 4.1: value, length, size).

use crate::norms::Norm;
use crate::range::Range;
use crate::regtype::{TypeId, TypeTable};
use crate::state::{Cell, LIST};
use solver::Expr;
use wam::atoms::{Atom, Functor, known};
use wam::write::atom_text;

/// A set of terms.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// No term: the element type of the empty list, the result of a call that cannot succeed.
    Bottom,
    /// An unbound variable that shares with nothing.
    Free,
    /// An unbound variable that occurs more than once in the arguments of a call: where the number is the same, so is
    /// the variable. It shares with nothing else.
    Shared(u8),
    /// Any term, with unbound variables or as one, sharing with anything.
    Any,
    /// Any term without variables.
    Ground,
    /// Any atom or number.
    Atomic,
    /// Any atom.
    Atom,
    /// One atom.
    Const(Atom),
    /// Any number.
    Number,
    /// Any integer.
    Int,
    /// Any integer from 0.
    Nat,
    /// One integer, as programs and types write it.
    Integer(i64),
    /// Any float.
    Float,
    /// Proper lists with elements of a type.
    List(Box<Type>),
    /// Lists with elements of a type that end in the unbound variable of a number, as [`Type::Shared`] has them.
    Partial(Box<Type>, u8),
    /// Elements of a list that are of a type with a size, which is at most one for all of them: the one that is given, else
    /// one that goes with the list as a second size of it.
    Within(Box<Type>, Option<Expr>),
    /// Compound terms of one functor.
    Struct(Functor, Vec<Type>),
    /// The ground terms of a regular type.
    Named(TypeId),
    /// Atoms or strings, measured by their characters.
    Text(Form),
    /// The terms of a regular type or of a list type, ground, measured otherwise: see [`Norm`].
    Measured(Box<Type>, Norm),
    /// The ground terms of a sort that no other alternative of a regular type begins like.
    Foreign(TypeId, Outside),
}

/// What holds a text that is measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Form {
    /// An atom.
    Atom,
    /// A string.
    String,
}

/// What terms are on their outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Outside {
    /// Atoms, numbers and strings.
    Constant,
    /// Compounds.
    Compound,
}

/// The cell of an integer that is known.
pub fn integer(value: i64) -> Cell {
    Cell::Abstract(if value < 0 { Type::Int } else { Type::Nat }, Range::number(value))
}

/// How terms of a type are measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Metric {
    /// The value of an integer.
    Value,
    /// The length of a list.
    Length,
    /// The number of nodes of a term: constants and functors.
    Size,
    /// The number of characters of an atom or a string.
    Text,
    /// The number of compounds of a recursive type that hold terms of it.
    Inner,
    /// How many of those are within each other at most.
    Depth,
    /// Their number, each doubled by every one around it that holds it elsewhere than in its last part.
    Left,
    /// Their number, each doubled by every one around it that holds it elsewhere than in its first part.
    Right,
    /// The greatest size of the elements of a list.
    Largest,
    /// How many values of the program's tables are not in a list, at most.
    Absent,
    /// The square root of an integer, rounded down.
    Root,
}

impl Metric {
    /// Those that assertions and reports name.
    pub const ALL: [Metric; 9] = [
        Metric::Value,
        Metric::Length,
        Metric::Size,
        Metric::Text,
        Metric::Inner,
        Metric::Depth,
        Metric::Left,
        Metric::Right,
        Metric::Largest,
    ];

    /// The least size, of what is no integer.
    pub fn least(self) -> Option<i64> {
        match self {
            Metric::Value => None,
            Metric::Size => Some(1),
            _ => Some(0),
        }
    }

    /// Whether only the compounds of a type of its own count.
    pub fn is_own(self) -> bool {
        matches!(self, Metric::Inner | Metric::Depth | Metric::Left | Metric::Right)
    }

    /// Its name in assertions and reports.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Value => "int",
            Metric::Length => "length",
            Metric::Size => "size",
            Metric::Text => "text",
            Metric::Inner => "inner",
            Metric::Depth => "depth",
            Metric::Left => "left",
            Metric::Right => "right",
            Metric::Largest => "largest",
            Metric::Absent => "absent",
            Metric::Root => "root",
        }
    }
}

/// How deep compound types may nest before they become [`Type::Ground`] or [`Type::Any`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    terms: usize,
    goals: usize,
    elements: usize,
}

impl Depth {
    /// At the outside of a term.
    pub const OUTSIDE: Depth = Depth { terms: 4, goals: 12, elements: Depth::ELEMENTS };
    const IN_GOAL: usize = 8;
    /// How long a list may be that is known by its elements.
    pub const ELEMENTS: usize = 7;

    /// Whether a compound here is one too many.
    pub fn is_end(self) -> bool {
        self.terms == 0
    }

    /// For the arguments of a compound here. What control constructs hold are goals, which may be deeper.
    pub fn below(self, functor: Functor) -> Depth {
        match self.goals.checked_sub(1) {
            Some(goals) if holds_goals(functor) => Depth { terms: Depth::IN_GOAL, goals, ..Depth::OUTSIDE },
            _ => Depth { terms: self.terms - 1, goals: self.goals, ..Depth::OUTSIDE },
        }
    }

    /// For what comes after the first element of a list that is known by its elements.
    fn behind(self) -> Depth {
        match self.elements.checked_sub(1) {
            Some(elements) => Depth { elements, ..self },
            None => self.below(LIST),
        }
    }
}

/// Whether compounds of that functor hold goals, or expressions, which may be as deep: control constructs, lambda expressions,
/// arithmetic.
fn holds_goals(functor: Functor) -> bool {
    let others = [known::LAMBDA, known::IS].map(|name| Functor { name, arity: 2 });
    is_control(functor) || others.contains(&functor)
}

/// Whether a goal of that functor is a control construct: the machine compiles it when it is called.
pub fn is_control(functor: Functor) -> bool {
    let Functor { name, arity } = functor;
    match arity {
        2 => [known::COMMA, known::SEMICOLON, known::BAR, known::ARROW, known::SOFT_ARROW].contains(&name),
        _ => arity == 1 && name == known::NOT || arity == 0 && name == known::CUT,
    }
}

impl Type {
    /// How terms of the type are measured; nothing where size does not matter (constants, variables).
    pub fn metric(&self) -> Option<Metric> {
        match self {
            Type::Int | Type::Nat => Some(Metric::Value),
            Type::List(_) | Type::Partial(..) => Some(Metric::Length),
            Type::Text(_) => Some(Metric::Text),
            Type::Measured(_, norm) => Some(norm.metric()),
            Type::Within(of, _) => of.metric(),
            of if of.is_by_nodes() => Some(Metric::Size),
            _ => None,
        }
    }

    /// Whether its terms are measured by all their nodes, and are no list.
    pub fn is_by_nodes(&self) -> bool {
        matches!(self, Type::Ground | Type::Named(_) | Type::Foreign(_, Outside::Compound))
    }

    /// Whether its terms are lists that have the greatest size of their elements as a second size.
    pub fn has_largest(&self) -> bool {
        matches!(self, Type::List(element) if matches!(**element, Type::Within(_, None)))
    }

    /// The metrics of the type and of its arguments, in order; elements of lists have none, but for the greatest size.
    pub fn metrics(&self) -> Vec<Metric> {
        match self {
            Type::Struct(_, args) => args.iter().flat_map(Type::metrics).collect(),
            of if of.has_largest() => vec![Metric::Length, Metric::Largest],
            Type::Measured(_, Norm::Absent) => vec![Metric::Length, Metric::Absent],
            Type::Measured(_, Norm::Root) => vec![Metric::Value, Metric::Root],
            _ => self.metric().into_iter().collect(),
        }
    }

    /// The only term of the type, where it is an atom or an integer.
    pub fn as_constant(&self) -> Option<Cell> {
        match self {
            Type::Const(atom) => Some(Cell::Atom(*atom)),
            Type::Integer(value) => Some(integer(*value)),
            Type::List(element) if **element == Type::Bottom => Some(Cell::Atom(known::NIL)),
            _ => None,
        }
    }

    /// The type of the terms, where it says as well how large they are at most.
    pub fn inside(&self) -> &Type {
        match self {
            Type::Within(of, _) => of,
            of => of,
        }
    }

    /// The type as one of elements that are so large at most, if its terms are measured as those of another are.
    fn within(self, of: &Type, most: &Option<Expr>) -> Type {
        if self.metric() == of.metric() { Type::Within(Box::new(self), most.clone()) } else { self }
    }

    /// How many nodes each of its terms has, where that is the same for all.
    pub fn nodes(&self) -> Option<i64> {
        match self {
            Type::Struct(_, args) => args.iter().try_fold(1, |sum, arg| Some(sum + arg.nodes()?)),
            Type::Within(of, _) => of.nodes(),
            _ if self.as_constant().is_some() || self.is_simple() => Some(1),
            _ => None,
        }
    }

    /// Whether its terms have no variables.
    pub fn is_ground(&self) -> bool {
        match self {
            Type::Free | Type::Shared(_) | Type::Any | Type::Partial(..) => false,
            Type::List(element) => element.is_ground(),
            Type::Struct(_, args) => args.iter().all(Type::is_ground),
            Type::Measured(of, _) | Type::Within(of, _) => of.is_ground(),
            _ => true,
        }
    }

    /// Whether all its terms are atoms or numbers.
    pub fn is_atomic(&self, types: &TypeTable) -> bool {
        match self {
            Type::Within(of, _) => of.is_atomic(types),
            Type::Named(id) => types.alternatives(*id).iter().all(|alternative| alternative.is_atomic(types)),
            _ => self.is_simple(),
        }
    }

    /// Whether each term of it is within a cell, while integers fit in one.
    pub fn is_plain(&self, types: &TypeTable) -> bool {
        match self {
            Type::Bottom | Type::Atom | Type::Const(_) | Type::Int | Type::Nat | Type::Integer(_) => true,
            Type::Text(Form::Atom) => true,
            Type::Named(id) => types.alternatives(*id).iter().all(|alternative| alternative.is_plain(types)),
            Type::Within(of, _) => of.is_plain(types),
            _ => self.as_constant().is_some(),
        }
    }

    /// The least type that holds both.
    pub fn lub(&self, other: &Type) -> Type {
        use Type::{
            Any, Atom, Atomic, Bottom, Const, Free, Ground, Int, List, Measured, Named, Nat, Number, Partial, Shared,
            Struct, Text, Within,
        };
        let natural = |of: &Type| matches!(of, Nat | Type::Integer(0..));
        match (self, other) {
            (a, b) if a == b => a.clone(),
            (Bottom, other) | (other, Bottom) => other.clone(),
            (Within(a, most), Within(b, other)) => {
                let of = a.lub(b);
                let alike = of.metric().is_some() && a.metric() == of.metric() && b.metric() == of.metric();
                match (most, other) {
                    (None, None) if alike => Within(Box::new(of), None),
                    (Some(a), Some(b)) if alike => Within(Box::new(of), Some(a.clone().max(b.clone()).simplify())),
                    _ => of,
                }
            }
            (Within(of, _), other) | (other, Within(of, _)) => of.lub(other),
            (Shared(_) | Partial(..) | Struct(..), Shared(_) | Partial(..)) | (Shared(_) | Partial(..), Struct(..)) => {
                match (self.as_partial(), other.as_partial()) {
                    (Some((a, end)), Some((b, other))) if end == other => Partial(Box::new(a.lub(&b)), end),
                    _ => Any,
                }
            }
            (Free | Shared(_) | Any, _) | (_, Free | Shared(_) | Any) => Any,
            (of @ Measured(_, Norm::Value), Int | Nat) | (Int | Nat, of @ Measured(_, Norm::Value)) => of.clone(),
            (Measured(of, norm), other) | (other, Measured(of, norm)) => {
                // Only what both say of it is known of a tree.
                let norm = &norm.of_parts();
                let other = if let Measured(other, _) = other { other } else { other };
                match of.lub(other) {
                    whole @ (List(_) | Named(_)) if whole.is_ground() => Measured(Box::new(whole), *norm),
                    whole => whole,
                }
            }
            (Const(nil), list @ List(_)) | (list @ List(_), Const(nil)) if *nil == known::NIL => list.clone(),
            (List(a), List(b)) => List(Box::new(a.lub(b))),
            (Const(_) | Atom | Text(Form::Atom), Const(_) | Atom | Text(Form::Atom)) => Atom,
            (a, b) if natural(a) && natural(b) => Nat,
            (a, b) if a.is_integer() && b.is_integer() => Int,
            (a, b) if a.is_number() && b.is_number() => Number,
            (a, b) if a.is_simple() && b.is_simple() => Atomic,
            (Struct(f, a), Struct(g, b)) if f == g => Struct(*f, a.iter().zip(b).map(|(a, b)| a.lub(b)).collect()),
            (a, b) if a.is_ground() && b.is_ground() => Ground,
            _ => Any,
        }
    }

    /// The type of the elements of lists that end in a shared variable, which may be all, and the variable's number. What
    /// the elements hold unbound is any term there.
    pub(crate) fn as_partial(&self) -> Option<(Type, u8)> {
        match self {
            Type::Shared(end) => Some((Type::Bottom, *end)),
            Type::Partial(element, end) => Some(((**element).clone(), *end)),
            Type::Struct(LIST, cell) => {
                let (rest, end) = cell[1].as_partial()?;
                Some((cell[0].open().lub(&rest), end))
            }
            _ => None,
        }
    }

    /// Whether variables of its terms are told apart from those of other terms.
    pub fn holds_variables(&self) -> bool {
        match self {
            Type::Free | Type::Shared(_) | Type::Partial(..) => true,
            Type::List(of) | Type::Within(of, _) => of.holds_variables(),
            Type::Struct(_, args) => args.iter().any(Type::holds_variables),
            _ => false,
        }
    }

    /// The type with compounds deeper than a few levels widened, so that chains of types end.
    pub fn widen(&self) -> Type {
        self.cut_at(Depth::OUTSIDE)
    }

    fn cut_at(&self, depth: Depth) -> Type {
        match self {
            Type::Struct(..) | Type::List(_) | Type::Partial(..) if depth.is_end() => {
                if self.is_ground() {
                    Type::Ground
                } else {
                    Type::Any
                }
            }
            Type::Struct(LIST, cell) => {
                Type::Struct(LIST, vec![cell[0].cut_at(depth.below(LIST)), cell[1].cut_at(depth.behind())])
            }
            Type::Struct(functor, args) => {
                Type::Struct(*functor, args.iter().map(|arg| arg.cut_at(depth.below(*functor))).collect())
            }
            Type::List(element) => Type::List(Box::new(element.cut_at(depth.below(LIST)))),
            Type::Partial(element, end) => Type::Partial(Box::new(element.cut_at(depth.below(LIST))), *end),
            Type::Within(of, most) => of.cut_at(depth).within(of, most),
            Type::Measured(of, norm) => match of.cut_at(depth) {
                of @ (Type::List(_) | Type::Named(_)) => Type::Measured(Box::new(of), *norm),
                _ if *norm == Norm::Value => self.clone(),
                of => of,
            },
            _ => self.clone(),
        }
    }

    /// The type with any integer, or any from 0, in the place of one, and elements of any size where that was given.
    pub fn general(&self) -> Type {
        match self {
            Type::Within(of, Some(_)) => of.general(),
            Type::Within(of, None) => Type::Within(Box::new(of.general()), None),
            Type::Integer(value) if *value < 0 => Type::Int,
            Type::Integer(_) => Type::Nat,
            Type::List(element) => Type::List(Box::new(element.general())),
            Type::Partial(element, end) => Type::Partial(Box::new(element.general()), *end),
            Type::Struct(functor, args) => Type::Struct(*functor, args.iter().map(Type::general).collect()),
            _ => self.clone(),
        }
    }

    /// The type, of terms whose variables may be shared with anything.
    pub fn open(&self) -> Type {
        match self {
            Type::Free | Type::Shared(_) | Type::Partial(..) => Type::Any,
            Type::Struct(functor, args) => Type::Struct(*functor, args.iter().map(Type::open).collect()),
            Type::List(element) => Type::List(Box::new(element.open())),
            Type::Within(of, most) => of.open().within(of, most),
            of => of.clone(),
        }
    }

    /// The same, but for variables that have numbers.
    pub fn open_but_shared(&self) -> Type {
        match self {
            Type::Shared(_) => self.clone(),
            Type::Partial(element, end) => Type::Partial(Box::new(element.open()), *end),
            Type::Struct(functor, args) => Type::Struct(*functor, args.iter().map(Type::open_but_shared).collect()),
            of => of.open(),
        }
    }

    /// The type with the shared variables of some numbers taken for anything.
    pub fn unshared(&self, lost: &dyn Fn(u8) -> bool) -> Type {
        self.renumbered(&|number| (!lost(number)).then_some(number))
    }

    /// The type with other numbers for its shared variables; one without a number is taken for anything.
    pub fn renumbered(&self, new: &dyn Fn(u8) -> Option<u8>) -> Type {
        let inside = |of: &Type| of.renumbered(new);
        match self {
            Type::Shared(number) => new(*number).map_or(Type::Any, Type::Shared),
            Type::Partial(element, end) => new(*end).map_or(Type::Any, |end| Type::Partial(element.clone(), end)),
            Type::List(element) => Type::List(Box::new(inside(element))),
            Type::Within(of, most) => Type::Within(Box::new(inside(of)), most.clone()),
            Type::Struct(functor, args) => Type::Struct(*functor, args.iter().map(inside).collect()),
            _ => self.clone(),
        }
    }

    /// The type with the shared variables of some numbers taken for unbound ones that occur nowhere else, and the others
    /// for anything.
    pub fn freed(&self, single: &dyn Fn(u8) -> bool) -> Type {
        match self {
            Type::Shared(number) if single(*number) => Type::Free,
            Type::Struct(functor, args) => Type::Struct(*functor, args.iter().map(|of| of.freed(single)).collect()),
            of => of.unshared(&|_| true),
        }
    }

    /// Calls `visit` with the number of every shared variable, as often as it occurs.
    pub fn shared(&self, visit: &mut dyn FnMut(u8)) {
        match self {
            Type::Shared(number) | Type::Partial(_, number) => visit(*number),
            Type::List(of) | Type::Within(of, _) => of.shared(visit),
            Type::Struct(_, args) => args.iter().for_each(|arg| arg.shared(visit)),
            _ => {}
        }
    }

    /// Whether no term is of both types; a `false` may be ignorance.
    pub fn is_disjoint(&self, other: &Type) -> bool {
        let text = |of: &Type| matches!(of, Type::Atom | Type::Const(_) | Type::Text(_));
        let is_string = |of: &Type| *of == Type::Text(Form::String);
        let integer = Type::is_integer;
        (text(self) && other.is_number())
            || (self.is_number() && text(other))
            || (text(self) && text(other) && is_string(self) != is_string(other))
            || (integer(self) && *other == Type::Float)
            || (*self == Type::Float && integer(other))
    }

    /// Whether all its terms are integers.
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Int | Type::Nat | Type::Integer(_))
    }

    /// Whether all its terms are numbers.
    pub fn is_number(&self) -> bool {
        self.is_integer() || matches!(self, Type::Number | Type::Float)
    }

    fn is_simple(&self) -> bool {
        let leaf = |of: &Type| matches!(of, Type::Text(_) | Type::Foreign(_, Outside::Constant));
        self.is_number() || leaf(self) || matches!(self, Type::Atomic | Type::Atom | Type::Const(_))
    }

    /// The type as assertions write it.
    pub fn display(&self, atoms: &wam::atoms::Atoms, types: &TypeTable) -> String {
        match self {
            Type::Bottom => "bottom".into(),
            Type::Free | Type::Shared(_) => "var".into(),
            Type::Any | Type::Partial(..) => "term".into(),
            Type::Ground => "gnd".into(),
            Type::Atomic => "atomic".into(),
            Type::Atom => "atm".into(),
            Type::Const(atom) => atom_text(&atoms.name(*atom)),
            Type::Number => "num".into(),
            Type::Int => "int".into(),
            Type::Nat => "nat".into(),
            Type::Float => "flt".into(),
            Type::Within(of, _) => of.display(atoms, types),
            Type::List(element) => match &**element {
                Type::Within(_, None) => format!("{}({})", Norm::Elements.name(), self.plain().display(atoms, types)),
                Type::Ground => "list".into(),
                Type::Bottom => "[]".into(),
                element => format!("list({})", element.display(atoms, types)),
            },
            Type::Struct(functor, args) => {
                let args: Vec<String> = args.iter().map(|arg| arg.display(atoms, types)).collect();
                format!("{}({})", atom_text(&atoms.name(functor.name)), args.join(", "))
            }
            Type::Integer(value) => value.to_string(),
            Type::Foreign(_, Outside::Constant) => "atomic".into(),
            Type::Foreign(_, Outside::Compound) => "gnd".into(),
            Type::Named(id) if types.is_total(*id) => "gnd".into(),
            Type::Named(id) => types.name(*id).to_string(),
            Type::Text(Form::Atom) => "atm".into(),
            Type::Text(Form::String) => "string".into(),
            Type::Measured(of, Norm::Absent | Norm::Root | Norm::Multiple(_)) => of.display(atoms, types),
            Type::Measured(of, norm) => match (norm, of.display(atoms, types)) {
                // As in modes.
                (Norm::Balanced, of) if of == "avl" => "assoc".into(),
                (norm, of) => format!("{}({of})", norm.name()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_type_of_two_holds_both() {
        let list = |t| Type::List(Box::new(t));
        assert_eq!(Type::Nat.lub(&Type::Int), Type::Int);
        assert_eq!(list(Type::Bottom).lub(&list(Type::Int)), list(Type::Int));
        assert_eq!(Type::Const(known::NIL).lub(&list(Type::Int)), list(Type::Int));
        assert_eq!(Type::Const(known::TRUE).lub(&Type::Int), Type::Atomic);
        assert_eq!(Type::Free.lub(&Type::Int), Type::Any);
        assert_eq!(list(Type::Int).lub(&Type::Int), Type::Ground);
        assert_eq!(Type::Integer(0).lub(&Type::Integer(3)), Type::Nat);
        assert_eq!(Type::Integer(0).lub(&Type::Integer(-1)), Type::Int);
        assert_eq!(Type::Integer(-1).lub(&Type::Nat), Type::Int);
        assert_eq!(Type::Integer(1).lub(&Type::Float), Type::Number);
        let text = Type::Text;
        assert_eq!(text(Form::Atom).lub(&Type::Const(known::TRUE)), Type::Atom);
        assert_eq!(text(Form::Atom).lub(&text(Form::String)), Type::Atomic);
        assert!(text(Form::String).is_disjoint(&Type::Atom) && !text(Form::Atom).is_disjoint(&Type::Atom));
    }
}
