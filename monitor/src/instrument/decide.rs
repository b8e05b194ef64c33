//! Whether a value is one that a mask means: as far as the text says, or of the value itself.
//!
//! In: a mask, and a term of a clause or of a run. Out: yes, no, or that only the run can say. In a text a variable may come
//! to be anything; in a run it is one.

use super::mask::{Argument, Constant, Mask, Type};
use wam::atoms::{Atoms, Functor, known};
use wam::term::{Node, TermId, Terms};

/// What is known of a term being meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// Only the run can say.
    AtRun,
}

use Verdict::{AtRun, No, Yes};

impl Verdict {
    fn of(holds: bool) -> Verdict {
        if holds { Yes } else { No }
    }

    /// Of two things that must both hold.
    pub fn and(self, other: Verdict) -> Verdict {
        match (self, other) {
            (No, _) | (_, No) => No,
            (AtRun, _) | (_, AtRun) => AtRun,
            (Yes, Yes) => Yes,
        }
    }
}

/// Where a term is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// A clause.
    Text,
    /// A run, when the goal is called.
    Call,
    /// A run, when the goal has a solution.
    Exit,
}

/// A term with what it takes to look at it.
#[derive(Clone, Copy)]
pub struct Looked<'t> {
    /// Its arena.
    pub terms: &'t Terms,
    /// It.
    pub id: TermId,
    /// The atoms of the program.
    pub atoms: &'t Atoms,
    /// Where it is from.
    pub from: From,
}

impl<'t> Looked<'t> {
    fn at(self, id: TermId) -> Looked<'t> {
        Looked { id, ..self }
    }

    /// A variable of the text may be anything.
    fn if_variable(self, holds: bool) -> Verdict {
        if self.from == From::Text { AtRun } else { Verdict::of(holds) }
    }

    /// Whether a value is meant by a mask that is no predicate's.
    pub fn is_meant(self, mask: &Mask) -> Verdict {
        match mask {
            Mask::All | Mask::Variable { .. } => Yes,
            Mask::Type(of) => self.is(of),
            Mask::Constant(constant) => self.equals(constant),
            Mask::Predicate { name, arity, .. } => match self.terms.get(self.id) {
                Node::Var(_) => self.if_variable(false),
                _ => Verdict::of(self.has_name(name, *arity)),
            },
            Mask::Signature { name, args, rest, .. } => self.has_arguments(name, args, *rest),
        }
    }

    fn has_name(self, name: &str, arity: u32) -> bool {
        let functor = self.terms.functor(self.id);
        functor.is_some_and(|functor| functor.arity == arity && *self.atoms.name(functor.name) == *name)
    }

    fn has_arguments(self, name: &str, wanted: &[Argument], rest: bool) -> Verdict {
        let (functor, args) = match self.terms.get(self.id) {
            Node::Var(_) => return self.if_variable(false),
            Node::Atom(name) => (name, &[][..]),
            Node::Compound(Functor { name, .. }, args) => (name, args),
            _ => return No,
        };
        let counts = if rest { args.len() >= wanted.len() } else { args.len() == wanted.len() };
        if !counts || *self.atoms.name(functor) != *name {
            return No;
        }
        args.iter().zip(wanted).fold(Yes, |so_far, (&arg, wanted)| so_far.and(self.at(arg).fits(wanted)))
    }

    fn fits(self, wanted: &Argument) -> Verdict {
        let is_variable = matches!(self.terms.get(self.id), Node::Var(_));
        match wanted {
            Argument::Any => Yes,
            Argument::Bound if is_variable => self.if_variable(false),
            Argument::Bound => Yes,
            // At an exit nothing says what an argument was at the call.
            Argument::Unbound if self.from == From::Exit => Yes,
            Argument::Unbound if is_variable => self.if_variable(true),
            Argument::Unbound => No,
            Argument::Out(of) => match self.from {
                From::Exit => self.is(of),
                _ if is_variable => self.if_variable(true),
                _ => No,
            },
            Argument::In(of) if is_variable && *of == Type::Var => No,
            Argument::In(of) if is_variable => self.if_variable(false).and(self.is(of)),
            Argument::In(of) | Argument::Is(of) => self.is(of),
            Argument::Constant(constant) => self.equals(constant),
        }
    }

    fn equals(self, constant: &Constant) -> Verdict {
        let holds = match (constant, self.terms.get(self.id)) {
            (_, Node::Var(_)) => return self.if_variable(false),
            (Constant::Atom(name), Node::Atom(atom)) => *self.atoms.name(atom) == **name,
            (Constant::Integer(text), Node::Int(value)) => text.parse() == Ok(value),
            (Constant::Integer(text), Node::Big(value)) => *text == value.to_string(),
            (Constant::Float(text), Node::Float(value)) => text.parse::<f64>().is_ok_and(|other| other == value),
            (Constant::Text(text), Node::Str(other)) => text == other,
            _ => false,
        };
        Verdict::of(holds)
    }

    fn is(self, of: &Type) -> Verdict {
        let node = self.terms.get(self.id);
        if matches!(node, Node::Var(_)) {
            return self.if_variable(matches!(of, Type::Var | Type::PartialList));
        }
        let is_list = |functor: Functor| functor == (Functor { name: known::DOT, arity: 2 });
        Verdict::of(match of {
            Type::Int => matches!(node, Node::Int(_) | Node::Big(_)),
            // Beyond a word, as it is read; a value of a run beyond a cell is told as such by its event.
            Type::BigInt => match node {
                Node::Big(_) => true,
                Node::Int(value) => !(-(1 << 60)..1 << 60).contains(&value),
                _ => false,
            },
            Type::Float => matches!(node, Node::Float(_)),
            Type::Rational => matches!(node, Node::Int(_) | Node::Big(_) | Node::Rational(_)),
            Type::Number => matches!(node, Node::Int(_) | Node::Big(_) | Node::Rational(_) | Node::Float(_)),
            Type::Atom => matches!(node, Node::Atom(_)),
            Type::Atomic => !matches!(node, Node::Compound(..)),
            Type::String => matches!(node, Node::Str(_)),
            Type::Var => false,
            Type::Nonvar => true,
            Type::List | Type::PartialList => return self.is_list(of),
            Type::Struct => matches!(node, Node::Compound(functor, _) if !is_list(functor)),
            Type::Callable => matches!(node, Node::Atom(_) | Node::Compound(..)),
            Type::Ground => return self.is_ground(),
            Type::Pair => self.has_name("-", 2),
            Type::Text => matches!(node, Node::Atom(_) | Node::Str(_)),
            Type::Functor { name, arity } if *name == "." && *arity == 2 => {
                matches!(node, Node::Compound(functor, _) if is_list(functor))
            }
            Type::Functor { name, arity } => *arity > 0 && self.has_name(name, *arity),
        })
    }

    fn is_list(self, of: &Type) -> Verdict {
        let mut tail = self.id;
        while let Some(&[_, rest]) = self.terms.match_compound(tail, known::DOT, 2) {
            tail = rest;
        }
        match self.terms.get(tail) {
            Node::Var(_) => self.if_variable(*of == Type::PartialList),
            Node::Atom(known::NIL) => Verdict::of(*of == Type::List),
            _ => No,
        }
    }

    fn is_ground(self) -> Verdict {
        let mut todo = vec![self.id];
        while let Some(id) = todo.pop() {
            match self.terms.get(id) {
                Node::Var(_) => return self.if_variable(false),
                Node::Compound(_, args) => todo.extend(args),
                _ => {}
            }
        }
        Yes
    }
}
