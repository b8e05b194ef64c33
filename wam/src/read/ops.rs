//! The operator table: which atoms are operators, how tightly they bind and on which side.
//!
//! In: `op/3` declarations. Out: what the parser and the writer ask of an atom. The standard table is ISO 13211-1 table 7
//! with the operators that SWI-Prolog and Ciao programs count on, the words of Ciao's assertion language among them.
//! Changes are checked as ISO 8.14.3.3 (with corrigendum 2) asks. A clone costs a reference count until it is changed.

use crate::atoms::{Atom, Atoms, known};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The class of an operator: where its arguments are (`f` is the operator) and whether an argument may have the
/// operator's own priority (`y`) or must have a lower one (`x`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum OpType {
    /// Infix, not associative.
    Xfx,
    /// Infix, right-associative.
    Xfy,
    /// Infix, left-associative.
    Yfx,
    /// Prefix, associative.
    Fy,
    /// Prefix, not associative.
    Fx,
    /// Postfix, not associative.
    Xf,
    /// Postfix, associative.
    Yf,
}

/// Where an operator stands in relation to its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpPlace {
    /// Before its argument.
    Prefix,
    /// Between its arguments.
    Infix,
    /// After its argument.
    Postfix,
}

impl OpType {
    /// All classes.
    pub const ALL: [OpType; 7] =
        [OpType::Xfx, OpType::Xfy, OpType::Yfx, OpType::Fy, OpType::Fx, OpType::Xf, OpType::Yf];

    /// The class of that name (`xfx`, …), as the second argument of `op/3` gives it.
    pub fn from_name(name: &str) -> Option<OpType> {
        OpType::ALL.into_iter().find(|class| class.name() == name)
    }

    /// The name as `op/3` has it.
    pub fn name(self) -> &'static str {
        match self {
            OpType::Xfx => "xfx",
            OpType::Xfy => "xfy",
            OpType::Yfx => "yfx",
            OpType::Fy => "fy",
            OpType::Fx => "fx",
            OpType::Xf => "xf",
            OpType::Yf => "yf",
        }
    }

    /// Where the operator stands.
    pub fn place(self) -> OpPlace {
        match self {
            OpType::Xfx | OpType::Xfy | OpType::Yfx => OpPlace::Infix,
            OpType::Fy | OpType::Fx => OpPlace::Prefix,
            OpType::Xf | OpType::Yf => OpPlace::Postfix,
        }
    }
}

/// What the table says of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpDef {
    /// 1 (binds tightest) to 1200.
    pub priority: u16,
    /// Its class.
    pub class: OpType,
}

impl OpDef {
    /// The highest priority its left argument may have (0 for prefix operators, which have none).
    pub fn left_max(self) -> u16 {
        match self.class {
            OpType::Yfx | OpType::Yf => self.priority,
            OpType::Xfx | OpType::Xfy | OpType::Xf => self.priority - 1,
            OpType::Fy | OpType::Fx => 0,
        }
    }

    /// The highest priority its right argument may have (0 for postfix operators, which have none).
    pub fn right_max(self) -> u16 {
        match self.class {
            OpType::Xfy | OpType::Fy => self.priority,
            OpType::Xfx | OpType::Yfx | OpType::Fx => self.priority - 1,
            OpType::Xf | OpType::Yf => 0,
        }
    }
}

/// Why a declaration was refused. Each is one of the errors of `op/3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpError {
    /// `domain_error(operator_priority, P)`.
    #[error("an operator's priority is 0 to 1200, not {0}")]
    Priority(i64),
    /// `permission_error(modify, operator, ',')`.
    #[error("the comma's operator cannot be changed")]
    Comma,
    /// `permission_error(create, operator, '|')`.
    #[error("the bar can only be an infix operator of priority 1001 or more")]
    Bar,
    /// `permission_error(create, operator, [])` or `{}`.
    #[error("`[]` and `{{}}` cannot be operators")]
    Brackets(Atom),
    /// `permission_error(create, operator, Op)`.
    #[error("an atom cannot be an infix and a postfix operator at once")]
    InfixAndPostfix(Atom),
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Entry {
    prefix: Option<OpDef>,
    infix: Option<OpDef>,
    postfix: Option<OpDef>,
}

/// A table of operators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ops(Arc<FxHashMap<Atom, Entry>>);

/// The standard table: priority, class, names.
const STANDARD: &[(u16, OpType, &str)] = &[
    (1200, OpType::Xfx, ":- --> =>"),
    (1200, OpType::Fx, ":- ?-"),
    (
        1150,
        OpType::Fx,
        "dynamic discontiguous initialization multifile meta_predicate module_transparent public table volatile thread_local",
    ),
    // Ciao's assertion language: what an assertion declares, and its status, which stands before that.
    (1150, OpType::Fx, "entry pred calls success comp test prop regtype resource"),
    (1150, OpType::Fy, "check trust true checked false"),
    (1100, OpType::Xfy, "; |"),
    (1050, OpType::Xfy, "-> *->"),
    (1000, OpType::Xfy, ","),
    (990, OpType::Xfx, ":="),
    (978, OpType::Xfx, "::"),
    (900, OpType::Fy, "\\+"),
    (700, OpType::Xfx, "= \\= == \\== @< @> @=< @>= =.. is =:= =\\= < > =< >= >:< :< as =@= \\=@="),
    (600, OpType::Xfy, ":"),
    (500, OpType::Yfx, "+ - /\\ \\/"),
    (400, OpType::Yfx, "* / // rem mod div rdiv << >> xor"),
    (200, OpType::Xfx, "**"),
    (200, OpType::Xfy, "^"),
    (200, OpType::Fy, "- + \\"),
];

impl Ops {
    /// A table without any operator, not even the comma.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The standard table.
    pub fn standard(atoms: &Atoms) -> Self {
        let mut ops = Ops::empty();
        for &(priority, class, names) in STANDARD {
            for name in names.split(' ') {
                ops.set(priority, class, atoms.intern(name));
            }
        }
        ops
    }

    /// Declares an operator as `op(priority, class, name)` does; priority 0 takes the declaration back.
    ///
    /// # Errors
    /// As ISO 8.14.3.3 has them; the table is unchanged then.
    pub fn add(&mut self, priority: i64, class: OpType, name: Atom) -> Result<(), OpError> {
        let level = u16::try_from(priority).ok().filter(|p| *p <= 1200).ok_or(OpError::Priority(priority))?;
        match name {
            known::COMMA => return Err(OpError::Comma),
            known::NIL | known::CURLY => return Err(OpError::Brackets(name)),
            known::BAR if class.place() != OpPlace::Infix || (level != 0 && level < 1001) => {
                return Err(OpError::Bar);
            }
            _ => {}
        }
        let clash = match class.place() {
            OpPlace::Prefix => None,
            OpPlace::Infix => self.postfix(name),
            OpPlace::Postfix => self.infix(name),
        };
        if level != 0 && clash.is_some() {
            return Err(OpError::InfixAndPostfix(name));
        }
        self.set(level, class, name);
        Ok(())
    }

    /// The prefix operator of that name.
    pub fn prefix(&self, name: Atom) -> Option<OpDef> {
        self.0.get(&name)?.prefix
    }

    /// The infix operator of that name.
    pub fn infix(&self, name: Atom) -> Option<OpDef> {
        self.0.get(&name)?.infix
    }

    /// The postfix operator of that name.
    pub fn postfix(&self, name: Atom) -> Option<OpDef> {
        self.0.get(&name)?.postfix
    }

    /// Whether the atom is an operator of any class.
    pub fn is_op(&self, name: Atom) -> bool {
        self.0.get(&name).is_some_and(|entry| entry.prefix.or(entry.infix).or(entry.postfix).is_some())
    }

    /// All operators, in no particular order (`current_op/3`).
    pub fn iter(&self) -> impl Iterator<Item = (Atom, OpDef)> + '_ {
        self.0.iter().flat_map(|(&name, entry)| {
            [entry.prefix, entry.infix, entry.postfix].into_iter().flatten().map(move |def| (name, def))
        })
    }

    fn set(&mut self, priority: u16, class: OpType, name: Atom) {
        let entry = Arc::make_mut(&mut self.0).entry(name).or_default();
        let slot = match class.place() {
            OpPlace::Prefix => &mut entry.prefix,
            OpPlace::Infix => &mut entry.infix,
            OpPlace::Postfix => &mut entry.postfix,
        };
        *slot = (priority > 0).then_some(OpDef { priority, class });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_checked_as_iso_asks() {
        let atoms = Atoms::new();
        let mut ops = Ops::standard(&atoms);
        let plus = known::PLUS;
        assert_eq!(ops.add(1201, OpType::Xfx, plus), Err(OpError::Priority(1201)));
        assert_eq!(ops.add(-1, OpType::Xfx, plus), Err(OpError::Priority(-1)));
        assert_eq!(ops.add(200, OpType::Xfy, known::COMMA), Err(OpError::Comma));
        assert_eq!(ops.add(200, OpType::Fy, known::NIL), Err(OpError::Brackets(known::NIL)));
        assert_eq!(ops.add(1000, OpType::Xfy, known::BAR), Err(OpError::Bar));
        assert_eq!(ops.add(1001, OpType::Fy, known::BAR), Err(OpError::Bar));
        assert_eq!(ops.add(200, OpType::Xf, plus), Err(OpError::InfixAndPostfix(plus)));
        assert_eq!(ops.add(0, OpType::Xfy, known::BAR), Ok(()));
        assert_eq!(ops.infix(known::BAR), None);
    }

    #[test]
    fn a_clone_is_not_changed_by_its_original() {
        let atoms = Atoms::new();
        let mut ops = Ops::standard(&atoms);
        let before = ops.clone();
        let likes = atoms.intern("likes");
        ops.add(700, OpType::Xfx, likes).unwrap();
        assert_eq!(ops.infix(likes), Some(OpDef { priority: 700, class: OpType::Xfx }));
        assert_eq!(before.infix(likes), None);
        assert!(ops.is_op(likes) && !before.is_op(likes));
        assert_eq!(ops.iter().count(), before.iter().count() + 1);
    }

    #[test]
    fn priority_zero_takes_a_declaration_back() {
        let atoms = Atoms::new();
        let mut ops = Ops::standard(&atoms);
        ops.add(0, OpType::Fy, known::MINUS).unwrap();
        assert_eq!(ops.prefix(known::MINUS), None);
        assert!(ops.infix(known::MINUS).is_some());
    }
}
