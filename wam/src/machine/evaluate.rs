//! The evaluation of expressions: terms at run time, and what arithmetic instructions leave to their slow parts.
//!
//! In: cells. Out: cells of numbers, or an error as a term. Expressions are walked once, on a stack that is used again,
//! so that neither small expressions allocate nor deep ones need the native stack; values on the way are cells too, boxed
//! on the heap where they do not fit. Operations on small integers are done here, those on big ones in [`super::limbs`];
//! the rest is left to [`super::number`].

use super::Machine;
use super::cell::{Cell, Tag};
use super::error::Ball;
use super::limbs;
use super::memory::Addr;
use super::number::{self, ArithmeticError, Context, Number};
use crate::atoms::Functor;
use crate::compile::evaluable::Evaluable;
use crate::cost::Key;
use std::cmp::Ordering;

/// Words that are compared in the time of one that is added.
const COMPARED: u64 = 8;

/// Whether what it gives may be much longer than what it is given.
fn grows(f: Evaluable) -> bool {
    matches!(f, Evaluable::Power | Evaluable::Caret)
}

/// A stack with more room than this is given back.
const KEPT: usize = 1 << 12;
/// How many functors wait for operands where an expression may be cyclic.
const DEEP: usize = 1 << 16;

/// A functor some of whose operands are still to be evaluated.
pub(crate) struct Waiting {
    f: Evaluable,
    arity: u8,
    /// How many operands have been evaluated or are being so.
    begun: u8,
    operands: Addr,
    /// The values of the first and of the second operand.
    values: [Cell; 2],
}

impl Machine {
    /// The value of an expression, and how many functors were evaluated for it.
    pub(crate) fn eval(&mut self, expression: Cell) -> Result<(Number, u64), Ball> {
        let top = self.regs.h;
        let (value, operations) = self.eval_to_cell(expression)?;
        self.regs.h = top;
        Ok((self.number(value), operations))
    }

    /// The value of an expression as a cell, and how many functors were evaluated for it. Where the value is boxed and
    /// was computed, its box is all that is new on the heap.
    pub(crate) fn eval_to_cell(&mut self, expression: Cell) -> Result<(Cell, u64), Ball> {
        let term = expression.deref();
        if term.is_number() {
            return Ok((term, 0));
        }
        let top = self.regs.h;
        let mut waiting = std::mem::take(&mut self.waiting);
        let result = self.eval_term(term, &mut waiting);
        waiting.clear();
        if waiting.capacity() <= KEPT {
            self.waiting = waiting;
        }
        let (value, operations) = result?;
        Ok((self.keep_only(value, top), operations))
    }

    /// Moves the box of a number that was made above a former top of the heap down to there, over what else was made.
    fn keep_only(&mut self, value: Cell, top: Addr) -> Cell {
        if value.is(Tag::Int) || value.addr() < top {
            self.regs.h = top;
            return value;
        }
        let words = 1 + value.addr().get().payload_words();
        for i in 0..words {
            top.add(i).set(value.addr().add(i).get());
        }
        self.regs.h = top.add(words);
        Cell::boxed(top)
    }

    /// Computes a functor on operands, which may be expressions themselves.
    pub(crate) fn evaluate(&mut self, f: Evaluable, operands: &[Cell]) -> Result<Cell, Ball> {
        match *operands {
            [a] => {
                let a = self.operand(a)?;
                self.unary(f, a)
            }
            [a, b] => {
                let a = self.operand(a)?;
                let b = self.operand(b)?;
                self.binary(f, a, b)
            }
            _ => unreachable!("instructions and builtins compute functors of one or two operands"),
        }
    }

    /// The value of an operand, which may be a term.
    fn operand(&mut self, expression: Cell) -> Result<Cell, Ball> {
        let (value, functors) = self.eval_to_cell(expression)?;
        self.counts[Key::EVALUATED.index()] += functors;
        Ok(value)
    }

    #[inline(always)]
    fn unary(&mut self, f: Evaluable, a: Cell) -> Result<Cell, Ball> {
        if a.is(Tag::Int)
            && let Some(value) = small_function(f, a.as_int()).and_then(Cell::small)
        {
            return Ok(value);
        }
        let a = self.number(a);
        self.apply(f, &[a])
    }

    #[inline(always)]
    fn binary(&mut self, f: Evaluable, a: Cell, b: Cell) -> Result<Cell, Ball> {
        if a.is(Tag::Int)
            && b.is(Tag::Int)
            && let Some(value) = small_operation(f, a.as_int(), b.as_int()).and_then(Cell::small)
        {
            return Ok(value);
        }
        self.binary_slowly(f, a, b)
    }

    #[inline(never)]
    fn binary_slowly(&mut self, f: Evaluable, a: Cell, b: Cell) -> Result<Cell, Ball> {
        if f == Evaluable::Event {
            self.tell_site(a.as_int() as u32, b);
            return Ok(b);
        }
        if a.is_integer() && b.is_integer() && !(a.is(Tag::Int) && b.is(Tag::Int) && !grows(f)) {
            let work = limbs::work(f, a, b);
            self.counts[Key::INTEGER_PRODUCT.index()] += work.products;
            self.counts[Key::INTEGER_QUOTIENT.index()] += work.quotients;
            self.counts[Key::LONG_DIVISION.index()] += u64::from(work.is_long_division);
            if !(a.is(Tag::Int) && b.is(Tag::Int)) {
                self.ensure(limbs::room(a, b))?;
                if let Some(value) = limbs::compute(f, a, b, &mut self.regs.h) {
                    self.counts[Key::INTEGER_WORD.index()] += work.words;
                    return Ok(value);
                }
            }
        }
        let (a, b) = (self.number(a), self.number(b));
        self.apply(f, &[a, b])
    }

    #[inline(never)]
    fn apply(&mut self, f: Evaluable, operands: &[Number]) -> Result<Cell, Ball> {
        self.counts[Key::EVALUATED_ANY.index()] += 1;
        self.counts[Key::EVALUATED_WORD.index()] += operands.iter().map(Number::words).sum::<u64>();
        if let (Evaluable::PowMod, [_, exponent, modulus]) = (f, operands) {
            let step = limbs::power_step(modulus.words().max(1), modulus.is_odd());
            self.counts[Key::INTEGER_PRODUCT.index()] += exponent.significant_bits().saturating_mul(step);
        }
        let mut seed = self.random;
        let mut random = || next_random(&mut seed);
        let asked = || self.is_interrupted();
        let has_clock = !self.surroundings.is_confined();
        let mut context = Context { rules: self.rules, random: &mut random, asked: &asked, has_clock };
        let value = number::evaluate(f, operands, &mut context);
        self.random = seed;
        let value = value.map_err(|error| self.arithmetic_error(error))?;
        self.room_for(&value)?;
        Ok(self.number_cell(&value))
    }

    /// Where the random numbers stand.
    pub(crate) fn random_seed(&self) -> u64 {
        self.random
    }

    /// Random numbers go on from here.
    pub(crate) fn seed_random(&mut self, seed: u64) {
        self.random = seed;
    }

    /// Makes sure that a number fits the heap.
    pub(crate) fn room_for(&mut self, number: &Number) -> Result<(), Ball> {
        self.ensure(number.bits() as usize / 64 + 4)
    }

    fn eval_term(&mut self, mut term: Cell, waiting: &mut Vec<Waiting>) -> Result<(Cell, u64), Ball> {
        let whole = term;
        let mut suspicious = DEEP;
        let mut operations = 0;
        loop {
            // Down to an operand that is a number.
            let mut value = term;
            if !term.is(Tag::Int) && !term.is_number() {
                let (f, arity, operands) = self.evaluable(term)?;
                if arity > 0 {
                    if waiting.len() >= suspicious {
                        if waiting.len() >= super::MAX_WORK {
                            return Err(self.out_of_memory());
                        }
                        if !self.is_acyclic(whole) {
                            return Err(self.type_error("expression", whole));
                        }
                        suspicious = super::MAX_WORK;
                    }
                    waiting.push(Waiting { f, arity, begun: 1, operands, values: [Cell::NIL; 2] });
                    term = operands.get().deref();
                    continue;
                }
                operations += 1;
                value = self.apply(f, &[])?;
            }
            // Up to a functor that has an operand left which is not a number.
            loop {
                let Some(top) = waiting.last_mut() else { return Ok((value, operations)) };
                if top.arity == 2 {
                    let mut left = top.values[0];
                    if top.begun == 1 {
                        let next = top.operands.add(1).get().deref();
                        if !next.is(Tag::Int) {
                            top.begun = 2;
                            top.values[0] = value;
                            term = next;
                            break;
                        }
                        left = value;
                        value = next;
                    }
                    let f = top.f;
                    waiting.pop();
                    value = self.binary(f, left, value)?;
                } else if top.arity == 1 {
                    let f = top.f;
                    waiting.pop();
                    value = self.unary(f, value)?;
                } else if top.begun < top.arity {
                    let begun = usize::from(top.begun);
                    top.values[begun - 1] = value;
                    top.begun += 1;
                    term = top.operands.add(begun).get().deref();
                    break;
                } else {
                    let (f, [a, b]) = (top.f, top.values);
                    waiting.pop();
                    let operands = [a, b, value].map(|operand| self.number(operand));
                    value = self.apply(f, &operands)?;
                }
                operations += 1;
            }
        }
    }

    /// The evaluable functor of a term that is not a number, its arity, and where its operands are.
    #[inline(always)]
    fn evaluable(&mut self, term: Cell) -> Result<(Evaluable, u8, Addr), Ball> {
        let (functor, operands) = match term.tag() {
            Tag::Struct => (term.addr().get().as_functor(), term.addr().add(1)),
            Tag::Ref => return Err(self.instantiation_error()),
            Tag::Atom => (Functor { name: term.as_atom(), arity: 0 }, Addr::NULL),
            Tag::List => {
                // [X] evaluates to X, as "a" does where strings are code lists.
                let tail = term.addr().add(1).get().deref();
                if tail == Cell::NIL {
                    return Ok((Evaluable::Pos, 1, term.addr()));
                }
                (self.functor_of(term), term.addr())
            }
            _ => return Err(self.type_error("evaluable", term)),
        };
        match self.evaluables.get(functor) {
            Some(f) => Ok((f, functor.arity as u8, operands)),
            None => {
                let indicator = self.indicator(functor);
                Err(self.type_error("evaluable", indicator))
            }
        }
    }

    /// Compares two expressions by value; none where one is not a number. Says besides how many functors were evaluated.
    pub(crate) fn compare_counted(&mut self, a: Cell, b: Cell) -> Result<(Option<Ordering>, u64), Ball> {
        let top = self.regs.h;
        let (a, left) = self.eval_to_cell(a)?;
        let (b, right) = self.eval_to_cell(b)?;
        self.regs.h = top;
        let order = if a.is(Tag::Int) && b.is(Tag::Int) {
            Some(a.as_int().cmp(&b.as_int()))
        } else if a.is_integer() && b.is_integer() {
            self.counts[Key::INTEGER_WORD.index()] += limbs::work(Evaluable::Sub, a, b).words / COMPARED;
            Some(limbs::compare(a, b))
        } else {
            self.number(a).compare(&self.number(b))
        };
        Ok((order, left + right))
    }

    /// Compares two expressions by value; none where one is not a number.
    pub(crate) fn compare_numbers(&mut self, a: Cell, b: Cell) -> Result<Option<Ordering>, Ball> {
        let (order, functors) = self.compare_counted(a, b)?;
        self.counts[Key::EVALUATED.index()] += functors;
        Ok(order)
    }

    pub(crate) fn arithmetic_error(&mut self, error: ArithmeticError) -> Ball {
        match error {
            ArithmeticError::Evaluation(what) => self.evaluation_error(what),
            ArithmeticError::Type(what, culprit) => {
                let culprit = self.number_cell(&culprit);
                self.type_error(what, culprit)
            }
            ArithmeticError::Domain(what, culprit) => {
                let culprit = self.number_cell(&culprit);
                self.domain_error(what, culprit)
            }
            ArithmeticError::Resource(what) => self.resource_error(what),
            ArithmeticError::Interrupted => self.interrupted(),
        }
    }
}

/// The common functions of an integer, where the result is one; anything else is left to [`number::evaluate`].
#[inline(always)]
pub(crate) fn small_function(f: Evaluable, a: i64) -> Option<i64> {
    match f {
        Evaluable::Pos => Some(a),
        Evaluable::Neg => a.checked_neg(),
        Evaluable::Abs => a.checked_abs(),
        Evaluable::Sign => Some(a.signum()),
        Evaluable::Not => Some(!a),
        _ => None,
    }
}

/// The common operations on integers, where the result is one; anything else is left to [`number::evaluate`].
#[inline(always)]
pub(crate) fn small_operation(f: Evaluable, a: i64, b: i64) -> Option<i64> {
    match f {
        Evaluable::Add | Evaluable::Plus => a.checked_add(b),
        Evaluable::Sub => a.checked_sub(b),
        Evaluable::Mul => a.checked_mul(b),
        Evaluable::Min => Some(a.min(b)),
        Evaluable::Max => Some(a.max(b)),
        Evaluable::And => Some(a & b),
        Evaluable::Or => Some(a | b),
        Evaluable::Xor => Some(a ^ b),
        Evaluable::IntDiv => a.checked_div(b),
        Evaluable::Rem => a.checked_rem(b),
        Evaluable::Mod => a.checked_rem(b).map(|r| if r != 0 && (r ^ b) < 0 { r + b } else { r }),
        Evaluable::ShiftRight if (0..64).contains(&b) => Some(a >> b),
        Evaluable::ShiftLeft if (0..64).contains(&b) => Some(a << b).filter(|shifted| shifted >> b == a),
        _ => None,
    }
}

/// The next of a sequence of pseudo-random numbers (splitmix64).
fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
