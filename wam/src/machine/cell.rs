//! Cells: the 64-bit words that terms are made of. Everything here is arithmetic on one word.
//!
//! | low 3 bits | rest |
//! |---|---|
//! | `REF` | address of a cell; an unbound variable refers to itself |
//! | `LIST` | address of two cells, head and tail |
//! | `STRUCT` | address of a functor cell, followed by the arguments |
//! | `INT` | 61-bit signed integer |
//! | `ATOM` | number of the atom |
//! | `BOXED` | address of a header cell, followed by raw words (float, big integer, rational, string) |
//! | `FUNCTOR` | arity and name; only where a `STRUCT` cell points |
//! | `HEADER` | kind and size of a box; only where a `BOXED` cell points |

use super::memory::Addr;
use crate::atoms::{Atom, Functor, known};
use crate::instr::Constant;

/// A tagged word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Cell(pub(crate) u64);

/// What the low bits say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Tag {
    Ref = 0,
    List = 1,
    Struct = 2,
    Int = 3,
    Atom = 4,
    Boxed = 5,
    Functor = 6,
    Header = 7,
}

/// What is in a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One word: the bits of a double.
    Float,
    /// Sign in the header, then the limbs, least first.
    Big,
    /// Length in bytes, then the bytes of a string.
    Text,
    /// Sign in the header; the limbs of the numerator counted in the first word, then both parts' limbs.
    Rational,
    /// Not a box: where a copy of a variable went (only while terms are copied).
    Forward,
    /// Not a box: where a copy of a compound went (only while terms are copied).
    Moved,
}

const KINDS: [Kind; 8] =
    [Kind::Float, Kind::Big, Kind::Text, Kind::Rational, Kind::Forward, Kind::Moved, Kind::Moved, Kind::Moved];

impl Cell {
    /// `[]`.
    pub(crate) const NIL: Cell = Cell::atom(known::NIL);
    /// The header of every float.
    pub(crate) const FLOAT: Cell = Cell::header(Kind::Float, false, 8);
    /// The smallest and the greatest small integer.
    pub(crate) const MIN_INT: i64 = -(1 << 60);
    pub(crate) const MAX_INT: i64 = (1 << 60) - 1;

    #[inline(always)]
    pub(crate) fn tag(self) -> Tag {
        match self.0 & 7 {
            0 => Tag::Ref,
            1 => Tag::List,
            2 => Tag::Struct,
            3 => Tag::Int,
            4 => Tag::Atom,
            5 => Tag::Boxed,
            6 => Tag::Functor,
            _ => Tag::Header,
        }
    }

    #[inline(always)]
    pub(crate) fn is(self, tag: Tag) -> bool {
        self.0 & 7 == tag as u64
    }

    /// Whether both are of one kind.
    #[inline(always)]
    pub(crate) fn has_tag_of(self, other: Cell) -> bool {
        (self.0 ^ other.0) & 7 == 0
    }

    #[inline(always)]
    pub(crate) fn reference(to: Addr) -> Cell {
        Cell(to.bits())
    }

    #[inline(always)]
    pub(crate) fn list(at: Addr) -> Cell {
        Cell(at.bits() | Tag::List as u64)
    }

    #[inline(always)]
    pub(crate) fn structure(at: Addr) -> Cell {
        Cell(at.bits() | Tag::Struct as u64)
    }

    #[inline(always)]
    pub(crate) fn boxed(at: Addr) -> Cell {
        Cell(at.bits() | Tag::Boxed as u64)
    }

    #[inline(always)]
    pub(crate) const fn atom(atom: Atom) -> Cell {
        Cell((atom.0 as u64) << 3 | Tag::Atom as u64)
    }

    #[inline(always)]
    pub(crate) const fn functor(functor: Functor) -> Cell {
        Cell((functor.name.0 as u64) << 32 | (functor.arity as u64) << 3 | Tag::Functor as u64)
    }

    /// A small integer; the caller has checked the range.
    #[inline(always)]
    pub(crate) const fn int(value: i64) -> Cell {
        Cell((value as u64) << 3 | Tag::Int as u64)
    }

    /// A small integer, if it is one.
    #[inline(always)]
    pub(crate) fn small(value: i64) -> Option<Cell> {
        (Cell::MIN_INT..=Cell::MAX_INT).contains(&value).then(|| Cell::int(value))
    }

    pub(crate) fn constant(constant: Constant) -> Cell {
        match constant {
            Constant::Atom(atom) => Cell::atom(atom),
            Constant::Int(value) => Cell::int(value),
        }
    }

    /// The header of a box of `bytes` payload bytes; `sign` is for big integers.
    pub(crate) const fn header(kind: Kind, negative: bool, bytes: usize) -> Cell {
        Cell((bytes as u64) << 8 | (negative as u64) << 6 | (kind as u64) << 3 | Tag::Header as u64)
    }

    pub(crate) fn kind(self) -> Kind {
        KINDS[(self.0 >> 3 & 7) as usize]
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 >> 6 & 1 == 1
    }

    pub(crate) fn payload_bytes(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// Words of the box after its header.
    pub(crate) fn payload_words(self) -> usize {
        self.payload_bytes().div_ceil(8)
    }

    /// The address in a `REF`, `LIST`, `STRUCT` or `BOXED` cell.
    #[inline(always)]
    pub(crate) fn addr(self) -> Addr {
        Addr::from_bits(self.0 & !7)
    }

    /// The address in a `REF` cell.
    #[inline(always)]
    pub(crate) fn referred(self) -> Addr {
        Addr::from_bits(self.0)
    }

    #[inline(always)]
    pub(crate) fn as_int(self) -> i64 {
        self.0 as i64 >> 3
    }

    #[inline(always)]
    pub(crate) fn as_atom(self) -> Atom {
        Atom((self.0 >> 3) as u32)
    }

    #[inline(always)]
    pub(crate) fn as_functor(self) -> Functor {
        Functor { name: Atom((self.0 >> 32) as u32), arity: (self.0 as u32) >> 3 }
    }

    /// The arity in a functor cell.
    #[inline(always)]
    pub(crate) fn arity(self) -> usize {
        ((self.0 as u32) >> 3) as usize
    }

    /// What the cell stands for after following references: anything but a bound reference.
    #[inline(always)]
    pub(crate) fn deref(mut self) -> Cell {
        while self.is(Tag::Ref) {
            let next = self.referred().get();
            if next == self {
                break;
            }
            self = next;
        }
        self
    }

    /// How many bound references lead from the cell to what it stands for.
    pub(crate) fn references(mut self) -> u64 {
        let mut followed = 0;
        while self.is(Tag::Ref) && self.referred().get() != self {
            self = self.referred().get();
            followed += 1;
        }
        followed
    }

    /// Whether it is a term without arguments and fits the cell.
    #[inline(always)]
    pub(crate) fn is_constant(self) -> bool {
        self.is(Tag::Atom) || self.is(Tag::Int)
    }

    #[inline(always)]
    pub(crate) fn is_compound(self) -> bool {
        self.is(Tag::List) || self.is(Tag::Struct)
    }

    /// Whether it is a box of that kind.
    #[inline(always)]
    pub(crate) fn is_box(self, kind: Kind) -> bool {
        self.is(Tag::Boxed) && self.addr().get().kind() == kind
    }

    #[inline(always)]
    pub(crate) fn is_float(self) -> bool {
        self.is(Tag::Boxed) && self.addr().get() == Cell::FLOAT
    }

    /// A small integer or a float as a float.
    #[inline(always)]
    pub(crate) fn to_float(self) -> Option<f64> {
        if self.is(Tag::Int) {
            Some(self.as_int() as f64)
        } else if self.is_float() {
            Some(f64::from_bits(self.addr().add(1).get().0))
        } else {
            None
        }
    }

    pub(crate) fn is_rational(self) -> bool {
        self.is_integer() || self.is_box(Kind::Rational)
    }

    #[inline(always)]
    pub(crate) fn is_integer(self) -> bool {
        self.is(Tag::Int) || self.is_box(Kind::Big)
    }

    #[inline(always)]
    pub(crate) fn is_number(self) -> bool {
        self.is(Tag::Int) || self.is(Tag::Boxed) && self.addr().get().kind() != Kind::Text
    }
}
