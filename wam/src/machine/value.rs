//! Between cells and Rust values: numbers, texts, functors, lists.

use super::Machine;
use super::cell::{Cell, Kind, Tag};
use super::memory::Addr;
use super::number::Number;
use crate::atoms::{Functor, known};
use crate::code::Literal;
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;

impl Machine {
    /// The number in a number cell.
    pub(crate) fn number(&self, cell: Cell) -> Number {
        if cell.is(Tag::Int) {
            return Number::Int(cell.as_int());
        }
        let at = cell.addr();
        let header = at.get();
        match header.kind() {
            Kind::Float => Number::Float(f64::from_bits(at.add(1).get().0)),
            Kind::Rational => Number::Rational(Box::new(rational_in(at))),
            _ => Number::integer(BigInt::from_biguint(sign_in(header), limbs(at.add(1), header.payload_words()))),
        }
    }

    /// A cell for a number, boxed on the heap where it does not fit.
    pub(crate) fn number_cell(&mut self, number: &Number) -> Cell {
        match number {
            Number::Int(value) => match Cell::small(*value) {
                Some(cell) => cell,
                None => push_big(&mut self.regs.h, &BigInt::from(*value)),
            },
            Number::Big(value) => push_big(&mut self.regs.h, value),
            Number::Rational(value) => push_rational(&mut self.regs.h, value),
            Number::Float(value) => push_float(&mut self.regs.h, *value),
        }
    }

    /// A cell for an integer.
    #[inline]
    pub(crate) fn int_cell(&mut self, value: i64) -> Cell {
        match Cell::small(value) {
            Some(cell) => cell,
            None => self.number_cell(&Number::Int(value)),
        }
    }

    /// A string object.
    pub(crate) fn string_cell(&mut self, text: &str) -> Cell {
        push_text(&mut self.regs.h, text)
    }

    /// The text of a string cell.
    pub(crate) fn text_of_string(&self, cell: Cell) -> &str {
        let header = cell.addr().get();
        std::str::from_utf8(cell.addr().add(1).bytes(header.payload_bytes()))
            .expect("string objects are made from strings")
    }

    /// A literal of the code, in memory that is never cut back.
    pub(crate) fn permanent_literal(&mut self, literal: &Literal) -> Cell {
        let words = 2 + match literal {
            Literal::Big(value) => value.bits() as usize / 64 + 1,
            Literal::Rational(value) => 3 + (value.numer().bits() + value.denom().bits()) as usize / 64,
            Literal::Float(_) => 1,
            Literal::Str(text) => text.len().div_ceil(8),
        };
        let mut at = self.reserve_code(words);
        match literal {
            Literal::Big(value) => push_big(&mut at, value),
            Literal::Rational(value) => push_rational(&mut at, value),
            Literal::Float(value) => push_float(&mut at, *value),
            Literal::Str(text) => push_text(&mut at, text),
        }
    }

    /// Name and arity of a compound term.
    pub(crate) fn functor_of(&self, compound: Cell) -> Functor {
        if compound.is(Tag::List) { Functor { name: known::DOT, arity: 2 } } else { compound.addr().get().as_functor() }
    }

    /// Where the arguments of a compound term are.
    pub(crate) fn args_of(&self, compound: Cell) -> Addr {
        if compound.is(Tag::List) { compound.addr() } else { compound.addr().add(1) }
    }
}

/// A big integer's magnitude, least limb first.
fn limbs(at: Addr, words: usize) -> BigUint {
    let digits: Vec<u32> = (0..words)
        .flat_map(|i| {
            let word = at.add(i).get().0;
            [word as u32, (word >> 32) as u32]
        })
        .collect();
    BigUint::new(digits)
}

fn push_limbs(h: &mut Addr, magnitude: &BigUint) {
    for limb in magnitude.iter_u64_digits() {
        h.push(Cell(limb));
    }
}

fn sign_in(header: Cell) -> Sign {
    if header.is_negative() { Sign::Minus } else { Sign::Plus }
}

fn push_big(h: &mut Addr, value: &BigInt) -> Cell {
    let at = *h;
    let words = value.magnitude().iter_u64_digits().len();
    h.push(Cell::header(Kind::Big, value.sign() == Sign::Minus, 8 * words));
    push_limbs(h, value.magnitude());
    Cell::boxed(at)
}

/// The rational in a box: how many limbs the numerator has, those, and the denominator's.
fn rational_in(at: Addr) -> BigRational {
    let header = at.get();
    let words = at.add(1).get().0 as usize;
    let numerator = BigInt::from_biguint(sign_in(header), limbs(at.add(2), words));
    let denominator = limbs(at.add(2 + words), header.payload_words() - 1 - words);
    BigRational::new_raw(numerator, denominator.into())
}

fn push_rational(h: &mut Addr, value: &BigRational) -> Cell {
    let at = *h;
    let (numerator, denominator) = (value.numer().magnitude(), value.denom().magnitude());
    let words = numerator.iter_u64_digits().len();
    let total = 1 + words + denominator.iter_u64_digits().len();
    h.push(Cell::header(Kind::Rational, value.numer().sign() == Sign::Minus, 8 * total));
    h.push(Cell(words as u64));
    push_limbs(h, numerator);
    push_limbs(h, denominator);
    Cell::boxed(at)
}

/// Pushes a float. One that is not a number has always the same bits, which unification compares.
#[inline(always)]
pub(crate) fn push_float(h: &mut Addr, value: f64) -> Cell {
    let at = *h;
    let value = if value.is_nan() { f64::NAN } else { value };
    h.push(Cell::FLOAT);
    h.push(Cell(value.to_bits()));
    Cell::boxed(at)
}

fn push_text(h: &mut Addr, text: &str) -> Cell {
    let at = *h;
    h.push(Cell::header(Kind::Text, false, text.len()));
    h.push_bytes(text.as_bytes());
    Cell::boxed(at)
}
