//! Operators as text: which arguments need parentheses, and where spaces keep names apart.
//!
//! In: a term whose functor is an operator, and the highest priority that its place takes. Out: its name as text, its
//! arguments as work for the [`Writer`]. What the reader would take for something else is told from the terms alone
//! ([`Writer::looks_infix`], [`Writer::begins_with_number`]): nothing that was written is read again.

use super::{Role, Shape, Tree, Work, Writer, atom_needs_quotes};
use crate::atoms::{Atom, Functor, known};
use crate::read::{CLAUSE, OpDef, is_word};
use num_bigint::Sign;

impl<T: Tree> Writer<'_, T> {
    pub(super) fn infix_term(&mut self, name: Atom, def: OpDef, [left, right]: [T::Id; 2], max: u16, depth: u32) {
        self.embrace(def, max);
        self.push(right, def.right_max(), depth + 1, Role::Operand);
        self.work.push(Work::Infix(name));
        self.push(left, self.left_max(def, left), depth + 1, Role::Operand);
    }

    pub(super) fn prefix_term(&mut self, name: Atom, def: OpDef, argument: T::Id, max: u16, depth: u32) {
        self.embrace(def, max);
        let word = self.is_word(name);
        self.atom(name);
        self.after_prefix = true;
        let mut limit = def.right_max();
        if word {
            self.space_if(true);
            if self.looks_infix(argument, limit) {
                limit = 0;
            }
        }
        if name == known::MINUS && self.begins_with_number(argument, limit) {
            // `- 1` would be read as the number.
            self.punctuation("(");
            self.work.push(Work::Close(")"));
            return self.push(argument, CLAUSE, depth + 1, Role::Whole);
        }
        if limit == 0 && word && self.is_plain_compound(argument) {
            // Only operators have a priority to compare with: a plain compound needs its parentheses here.
            self.punctuation("(");
            self.work.push(Work::Close(")"));
        }
        self.push(argument, limit, depth + 1, Role::Operand);
    }

    pub(super) fn postfix_term(&mut self, name: Atom, def: OpDef, argument: T::Id, max: u16, depth: u32) {
        self.embrace(def, max);
        self.work.push(Work::Postfix(name));
        if self.definition(argument).is_some() && self.ends_with_prefix(argument) {
            // The reader would take that atom for an operator before this one.
            self.punctuation("(");
            self.work.push(Work::Close(")"));
            return self.push(argument, CLAUSE, depth + 1, Role::Whole);
        }
        self.push(argument, self.left_max(def, argument), depth + 1, Role::PostfixOperand);
    }

    /// Opens a parenthesis, and remembers to close it, if the operator binds too loosely for its place.
    fn embrace(&mut self, def: OpDef, max: u16) {
        if def.priority > max {
            self.punctuation("(");
            self.work.push(Work::Close(")"));
        }
    }

    /// What a left argument may have without parentheses: one whose own right argument may have the outer operator's
    /// priority would be read as reaching over that operator.
    fn left_max(&self, def: OpDef, left: T::Id) -> u16 {
        match self.definition(left) {
            Some((inner, _)) if inner.right_max() >= def.priority => def.priority - 1,
            _ => def.left_max(),
        }
    }

    /// The operator that a compound is written with, and its left argument.
    fn definition(&self, id: T::Id) -> Option<(OpDef, Option<T::Id>)> {
        let Shape::Compound(functor, args) = self.tree.shape(id) else {
            return None;
        };
        match *args {
            [left, _] if functor.name != known::DOT => Some((self.ops.infix(functor.name)?, Some(left))),
            [_] if functor.name == known::CURLY => None,
            [argument] => match self.ops.prefix(functor.name) {
                Some(def) => Some((def, None)),
                None => Some((self.ops.postfix(functor.name)?, Some(argument))),
            },
            _ => None,
        }
    }

    /// Whether the text of a term begins with a name that is an infix operator as well: after a prefix operator that is a
    /// word, the reader could take it for one.
    fn looks_infix(&self, mut id: T::Id, mut max: u16) -> bool {
        loop {
            let Shape::Compound(Functor { name, .. }, _) = self.tree.shape(id) else {
                return false;
            };
            match self.definition(id) {
                Some((def, _)) if def.priority > max => return false,
                Some((def, Some(left))) => (id, max) = (left, self.left_max(def, left)),
                _ => return self.ops.infix(name).is_some() || self.ops.postfix(name).is_some(),
            }
        }
    }

    /// Whether the text of a term ends with an atom that is a prefix operator.
    fn ends_with_prefix(&self, mut id: T::Id) -> bool {
        loop {
            match (self.tree.shape(id), self.definition(id)) {
                (Shape::Atom(name), _) => return self.ops.prefix(name).is_some(),
                (Shape::Compound(functor, args), Some(_))
                    if self.ops.postfix(functor.name).is_none() || args.len() > 1 =>
                {
                    id = args[args.len() - 1];
                }
                _ => return false,
            }
        }
    }

    /// Whether the text of a term begins with the digits of a number.
    fn begins_with_number(&self, mut id: T::Id, mut max: u16) -> bool {
        loop {
            match (self.tree.shape(id), self.definition(id)) {
                (Shape::Int(n), _) => return n >= 0,
                (Shape::Float(x), _) => return x.is_nan() || x.is_sign_positive(),
                (Shape::Big(n), _) => return n.sign() != Sign::Minus,
                (Shape::Rational(q), _) => return q.numer().sign() != Sign::Minus,
                (_, Some((def, Some(left)))) if def.priority <= max => (id, max) = (left, self.left_max(def, left)),
                _ => return false,
            }
        }
    }

    /// Whether a compound is written as its name and arguments in parentheses.
    fn is_plain_compound(&self, id: T::Id) -> bool {
        matches!(self.tree.shape(id), Shape::Compound(..)) && self.definition(id).is_none()
    }

    pub(super) fn infix(&mut self, name: Atom) {
        match name {
            known::COMMA => self.punctuation(","),
            known::BAR => self.punctuation("|"),
            _ => {
                let word = self.is_word(name);
                self.space_if(word);
                self.atom(name);
                self.space_if(word);
            }
        }
    }

    /// Whether an operator's text is a word or in quotes.
    pub(super) fn is_word(&self, name: Atom) -> bool {
        let name = self.atoms.name(name);
        is_word(&name) || atom_needs_quotes(&name)
    }

    /// Whether the operator is a word and prefix only: the reader takes it for an atom before and after other operators.
    pub(super) fn is_bare_word(&self, name: Atom) -> bool {
        self.ops.infix(name).is_none() && self.ops.postfix(name).is_none() && self.is_word(name)
    }
}
