//! Unification and comparison of any terms, and arithmetic on expressions known at run time only.

use super::Outcome;
use crate::atoms::known;
use crate::compile::evaluable::Evaluable;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::general::Tally;
use crate::machine::number::{Number, root_and_remainder};
use std::cmp::Ordering;

pub(crate) fn unify(m: &mut Machine) -> Outcome {
    Ok(m.unify_in_units(m.a(0), m.a(1)))
}

pub(crate) fn not_unifiable(m: &mut Machine) -> Outcome {
    let (a, b) = (m.a(0), m.a(1));
    Ok(!m.tentatively(|m| m.unify_in_units(a, b)))
}

pub(crate) fn unify_with_occurs_check(m: &mut Machine) -> Outcome {
    let mut occurs = OccursCheck::default();
    let unified = m.unify_counted(m.a(0), m.a(1), &mut occurs);
    m.units += occurs.pairs;
    if !unified {
        return Ok(false);
    }
    match occurs.bound {
        0 => Ok(true),
        // A cycle that was made goes through it.
        1 => acyclic_counted(m, occurs.value),
        _ => acyclic(m),
    }
}

/// What a unification has bound to compound terms: only that makes terms cyclic.
struct OccursCheck {
    pairs: u64,
    /// How many variables.
    bound: u64,
    /// The last one's value.
    value: Cell,
}

impl Default for OccursCheck {
    fn default() -> Self {
        OccursCheck { pairs: 0, bound: 0, value: Cell::NIL }
    }
}

impl Tally for OccursCheck {
    fn pair(&mut self) {
        self.pairs += 1;
    }

    fn given(&mut self, value: Cell) {
        if value.is_compound() {
            self.bound += 1;
            self.value = value;
        }
    }

    fn pairs(&self) -> u64 {
        self.pairs
    }
}

pub(crate) fn acyclic(m: &mut Machine) -> Outcome {
    acyclic_counted(m, m.a(0))
}

fn acyclic_counted(m: &mut Machine, term: Cell) -> Outcome {
    let (is_acyclic, looked) = m.look_for_cycles(term);
    m.units += looked.arguments;
    Ok(is_acyclic)
}

pub(crate) fn cyclic(m: &mut Machine) -> Outcome {
    Ok(!acyclic(m)?)
}

fn order(m: &mut Machine, a: Cell, b: Cell) -> Result<Ordering, Ball> {
    let mut nodes = 0;
    let order = m.compare(a, b, &mut nodes);
    m.units += nodes;
    order.ok_or_else(|| m.interrupted())
}

/// Defines the comparisons in the standard order.
macro_rules! comparisons {
    ($($name:ident $accept:path;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome {
            let (a, b) = (m.a(0), m.a(1));
            order(m, a, b).map($accept)
        }
    )*};
}

comparisons! {
    identical Ordering::is_eq;
    not_identical Ordering::is_ne;
    before Ordering::is_lt;
    not_after Ordering::is_le;
    after Ordering::is_gt;
    not_before Ordering::is_ge;
}

/// What `compare/3` calls an order.
#[inline(always)]
pub(crate) fn order_atom(order: Ordering) -> Cell {
    Cell::atom(match order {
        Ordering::Less => known::LESS,
        Ordering::Equal => known::EQUALS,
        Ordering::Greater => known::GREATER,
    })
}

pub(crate) fn compare(m: &mut Machine) -> Outcome {
    let wanted = m.a(0);
    if !wanted.is(Tag::Ref) {
        if !wanted.is(Tag::Atom) {
            return Err(m.type_error("atom", wanted));
        }
        if ![known::LESS, known::EQUALS, known::GREATER].contains(&wanted.as_atom()) {
            return Err(m.domain_error("order", wanted));
        }
    }
    let (a, b) = (m.a(1), m.a(2));
    let found = order_atom(order(m, a, b)?);
    Ok(m.unify(wanted, found))
}

/// Whether two terms are the same but for the names of variables.
pub(crate) fn variant(m: &mut Machine) -> Outcome {
    let (a, b) = (m.a(0), m.a(1));
    let start = m.heap_top();
    let mut canonical = |term| {
        let before = m.heap_top();
        let copy = m.copy(term)?;
        m.units += m.heap_top().words_from(before) as u64;
        let (_, work) = m.number_variables(copy, 0, "$VARIANT")?;
        m.units += work;
        Ok(copy)
    };
    let (a, b) = (canonical(a)?, canonical(b)?);
    let same = order(m, a, b)?.is_eq();
    m.set_heap_top(start);
    Ok(same)
}

pub(crate) fn not_variant(m: &mut Machine) -> Outcome {
    Ok(!variant(m)?)
}

pub(crate) fn is(m: &mut Machine) -> Outcome {
    let (value, operations) = m.eval_to_cell(m.a(1))?;
    m.units += operations;
    Ok(m.unify(m.a(0), value))
}

fn compare_values(m: &mut Machine) -> Result<Option<Ordering>, Ball> {
    let (order, operations) = m.compare_counted(m.a(0), m.a(1))?;
    m.units += operations;
    Ok(order)
}

/// Defines the comparisons by value; what is not a number compares as nothing.
macro_rules! value_comparisons {
    ($($name:ident $accept:path;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome { Ok(compare_values(m)?.is_some_and($accept)) }
    )*};
}

value_comparisons! {
    equal Ordering::is_eq;
    less Ordering::is_lt;
    less_equal Ordering::is_le;
    greater Ordering::is_gt;
    greater_equal Ordering::is_ge;
}

pub(crate) fn not_equal(m: &mut Machine) -> Outcome {
    Ok(!compare_values(m)?.is_some_and(Ordering::is_eq))
}

pub(crate) fn succ(m: &mut Machine) -> Outcome {
    let (a, b) = (m.a(0), m.a(1));
    if !a.is(Tag::Ref) {
        natural_of_any_size(m, a)?;
        if !b.is(Tag::Ref) {
            natural_of_any_size(m, b)?;
        }
        let next = m.evaluate(Evaluable::Add, &[a, Cell::int(1)])?;
        return Ok(m.unify(b, next));
    }
    natural_of_any_size(m, b)?;
    if b == Cell::int(0) {
        return Ok(false);
    }
    let previous = m.evaluate(Evaluable::Sub, &[b, Cell::int(1)])?;
    Ok(m.unify(a, previous))
}

/// Checks an argument of `succ/2`.
fn natural_of_any_size(m: &mut Machine, cell: Cell) -> Result<(), Ball> {
    integer_of_any_size(m, cell)?;
    if m.number(cell).compare(&Number::Int(0)).is_some_and(Ordering::is_lt) {
        return Err(m.domain_error("not_less_than_zero", cell));
    }
    Ok(())
}

fn integer_of_any_size(m: &mut Machine, cell: Cell) -> Result<(), Ball> {
    if cell.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if cell.is_integer() { Ok(()) } else { Err(m.type_error("integer", cell)) }
}

pub(crate) fn plus(m: &mut Machine) -> Outcome {
    let [a, b, c] = [m.a(0), m.a(1), m.a(2)];
    let (at, f, operands) = if c.is(Tag::Ref) {
        (c, Evaluable::Add, [a, b])
    } else if b.is(Tag::Ref) {
        (b, Evaluable::Sub, [c, a])
    } else {
        (a, Evaluable::Sub, [c, b])
    };
    for operand in operands {
        integer_of_any_size(m, operand)?;
    }
    let value = m.evaluate(f, &operands)?;
    Ok(m.unify(at, value))
}

/// `divmod(Dividend, Divisor, Quotient, Remainder)`.
pub(crate) fn divmod(m: &mut Machine) -> Outcome {
    let operands = [m.a(0), m.a(1)];
    for operand in operands {
        integer_of_any_size(m, operand)?;
    }
    let quotient = m.evaluate(Evaluable::Div, &operands)?;
    let remainder = m.evaluate(Evaluable::Mod, &operands)?;
    Ok(m.unify(m.a(2), quotient) && m.unify(m.a(3), remainder))
}

/// `nth_integer_root_and_remainder(N, Integer, Root, Remainder)`.
pub(crate) fn root(m: &mut Machine) -> Outcome {
    let (degree, radicand) = (m.a(0), m.a(1));
    integer_of_any_size(m, degree)?;
    integer_of_any_size(m, radicand)?;
    let positive = m.number(degree).compare(&Number::Int(0)) == Some(Ordering::Greater);
    if !positive {
        return Err(m.type_error("not_less_than_one", degree));
    }
    let value = m.number(radicand).to_big().expect("an integer");
    // Beyond 32 bits the root of all that fits the memory is -1, 0 or 1, as it is at an odd degree of 32 bits.
    let degree = match m.number(degree) {
        Number::Int(n) => u32::try_from(n).unwrap_or(u32::MAX - u32::from(n % 2 == 0)),
        other => u32::MAX - u32::from(other.to_big().is_some_and(|n| !n.bit(0))),
    };
    let Some((root, rest)) = root_and_remainder(degree, &value) else {
        return Err(m.evaluation_error("undefined"));
    };
    for (at, value) in [(m.a(2), root), (m.a(3), rest)] {
        let value = Number::integer(value);
        m.room_for(&value)?;
        let value = m.number_cell(&value);
        if !m.unify(at, value) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `rational(Q, Numerator, Denominator)`.
pub(crate) fn rational_parts(m: &mut Machine) -> Outcome {
    let value = m.a(0);
    if !value.is_rational() {
        return Ok(false);
    }
    let numerator = m.evaluate(Evaluable::Numerator, &[value])?;
    let denominator = m.evaluate(Evaluable::Denominator, &[value])?;
    Ok(m.unify(m.a(1), numerator) && m.unify(m.a(2), denominator))
}

impl Machine {
    /// A small or 64-bit integer argument.
    pub(crate) fn integer(&mut self, cell: Cell) -> Result<i64, Ball> {
        let cell = cell.deref();
        if cell.is(Tag::Int) {
            return Ok(cell.as_int());
        }
        if cell.is(Tag::Ref) {
            return Err(self.instantiation_error());
        }
        if !cell.is_integer() {
            return Err(self.type_error("integer", cell));
        }
        match self.number(cell) {
            Number::Int(value) => Ok(value),
            _ => Err(self.representation_error("int64_t")),
        }
    }

    /// An integer argument that is not negative.
    pub(crate) fn natural(&mut self, cell: Cell) -> Result<i64, Ball> {
        let value = self.integer(cell)?;
        if value < 0 {
            return Err(self.domain_error("not_less_than_zero", cell));
        }
        Ok(value)
    }
}
