//! Between cells and Rust values: numbers, texts, functors, lists, and the evaluation of expressions.

use super::Machine;
use super::cell::{Cell, Kind, Tag};
use super::error::Ball;
use super::memory::Addr;
use super::number::{self, ArithmeticError, Context, Number};
use crate::atoms::{Functor, known};
use crate::code::Literal;
use crate::compile::evaluable::Evaluable;
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use std::cmp::Ordering;

/// How deep an expression is evaluated on the native stack.
const SHALLOW: u32 = 64;

/// How many operands wait for an expression that may be cyclic.
const DEEP: usize = 1 << 16;

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
    pub(crate) fn int_cell(&mut self, value: i64) -> Cell {
        self.number_cell(&Number::Int(value))
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

    /// Computes a functor on operands, which may be expressions themselves.
    pub(crate) fn evaluate(&mut self, f: Evaluable, operands: &[Cell]) -> Result<Cell, Ball> {
        if let Some(value) = self.evaluate_small(f, operands) {
            return Ok(self.int_cell(value));
        }
        let mut numbers = Vec::with_capacity(operands.len());
        for &operand in operands {
            numbers.push(self.eval(operand)?.0);
        }
        let value = self.apply(f, &numbers)?;
        self.room_for(&value)?;
        Ok(self.number_cell(&value))
    }

    /// Makes sure that a number fits the heap. Small ones fit the red zone, many large ones may not.
    pub(crate) fn room_for(&mut self, number: &Number) -> Result<(), Ball> {
        match number {
            Number::Int(_) | Number::Float(_) => Ok(()),
            large => self.ensure(large.bits() as usize / 64 + 4),
        }
    }

    /// Where the random numbers stand.
    pub(crate) fn random_seed(&self) -> u64 {
        self.random
    }

    /// Random numbers go on from here.
    pub(crate) fn seed_random(&mut self, seed: u64) {
        self.random = seed;
    }

    fn apply(&mut self, f: Evaluable, operands: &[Number]) -> Result<Number, Ball> {
        let mut seed = self.random;
        let mut random = || next_random(&mut seed);
        let asked = || self.is_interrupted();
        let mut context = Context { rules: self.rules, random: &mut random, asked: &asked };
        let value = number::evaluate(f, operands, &mut context);
        self.random = seed;
        value.map_err(|error| self.arithmetic_error(error))
    }

    /// The value of an expression, and how many functors were evaluated for it.
    pub(crate) fn eval(&mut self, expression: Cell) -> Result<(Number, u64), Ball> {
        /// What is still to do: a term to evaluate, or a functor whose operands will be on the stack of values.
        enum Task {
            Term(Cell),
            Apply(Evaluable, usize),
        }
        let first = expression.deref();
        if first.is_number() {
            return Ok((self.number(first), 0));
        }
        let mut operations = 0;
        if let Some(value) = self.eval_small(first, &mut operations, SHALLOW) {
            return Ok((Number::Int(value), operations));
        }
        operations = 0;
        let mut tasks = vec![Task::Term(first)];
        let mut suspicious = DEEP;
        let mut values: Vec<Number> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Apply(f, arity) => {
                    let operands = values.split_off(values.len() - arity);
                    values.push(self.apply(f, &operands)?);
                    operations += 1;
                }
                Task::Term(term) => {
                    let term = term.deref();
                    if term.is_number() {
                        values.push(self.number(term));
                        continue;
                    }
                    let (f, args) = self.evaluable(term)?;
                    let arity = f.arity() as usize;
                    tasks.push(Task::Apply(f, arity));
                    tasks.extend((0..arity).rev().map(|i| Task::Term(args.add(i).get())));
                    if tasks.len() > suspicious {
                        if !self.is_acyclic(first) {
                            return Err(self.type_error("expression", first));
                        }
                        suspicious = super::MAX_WORK;
                    }
                    if tasks.len() > super::MAX_WORK {
                        return Err(self.resource_error("memory"));
                    }
                }
            }
        }
        Ok((values.pop().expect("the root leaves one value"), operations))
    }

    /// The value of a shallow expression of small integers, which most are; none leaves it to `eval`.
    fn eval_small(&self, term: Cell, operations: &mut u64, depth: u32) -> Option<i64> {
        let term = term.deref();
        if term.is(Tag::Int) {
            return Some(term.as_int());
        }
        if !term.is(Tag::Struct) || depth == 0 {
            return None;
        }
        let f = *self.evaluables.get(&self.functor_of(term))?;
        let args = self.args_of(term);
        let a = self.eval_small(args.get(), operations, depth - 1)?;
        let b = match f.arity() {
            1 => 0,
            2 => self.eval_small(args.add(1).get(), operations, depth - 1)?,
            _ => return None,
        };
        *operations += 1;
        small_operation(f, a, b)
    }

    fn evaluate_small(&self, f: Evaluable, operands: &[Cell]) -> Option<i64> {
        let mut operations = 0;
        let a = self.eval_small(*operands.first()?, &mut operations, SHALLOW)?;
        let b = match operands.get(1) {
            Some(&b) => self.eval_small(b, &mut operations, SHALLOW)?,
            None => 0,
        };
        small_operation(f, a, b)
    }

    /// The evaluable functor of a term that is not a number, and where its operands are.
    fn evaluable(&mut self, term: Cell) -> Result<(Evaluable, Addr), Ball> {
        let (functor, args) = match term.tag() {
            Tag::Ref => return Err(self.instantiation_error()),
            Tag::Atom => (Functor { name: term.as_atom(), arity: 0 }, Addr::NULL),
            Tag::List => {
                // [X] evaluates to X, as "a" does where strings are code lists.
                let tail = term.addr().add(1).get().deref();
                if tail == Cell::NIL {
                    return Ok((Evaluable::Pos, term.addr()));
                }
                (self.functor_of(term), term.addr())
            }
            Tag::Struct => (self.functor_of(term), self.args_of(term)),
            _ => return Err(self.type_error("evaluable", term)),
        };
        match self.evaluables.get(&functor) {
            Some(&f) => Ok((f, args)),
            None => {
                let indicator = self.indicator(functor);
                Err(self.type_error("evaluable", indicator))
            }
        }
    }

    /// Compares two expressions by value; none where one is not a number.
    pub(crate) fn compare_numbers(&mut self, a: Cell, b: Cell) -> Result<Option<Ordering>, Ball> {
        let mut operations = 0;
        if let Some(x) = self.eval_small(a, &mut operations, SHALLOW)
            && let Some(y) = self.eval_small(b, &mut operations, SHALLOW)
        {
            return Ok(Some(x.cmp(&y)));
        }
        let a = self.eval(a)?.0;
        let b = self.eval(b)?.0;
        Ok(a.compare(&b))
    }

    fn arithmetic_error(&mut self, error: ArithmeticError) -> Ball {
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
            ArithmeticError::Interrupted => match self.check_interrupt() {
                Err(ball) => ball,
                Ok(()) => self.resource_error("time"),
            },
        }
    }
}

/// The common operations on integers, where the result is one; anything else is left to [`number::evaluate`].
fn small_operation(f: Evaluable, a: i64, b: i64) -> Option<i64> {
    match f {
        Evaluable::Pos => Some(a),
        Evaluable::Neg => a.checked_neg(),
        Evaluable::Abs => a.checked_abs(),
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
        _ => None,
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

fn push_float(h: &mut Addr, value: f64) -> Cell {
    let at = *h;
    h.push(Cell::header(Kind::Float, false, 8));
    h.push(Cell(value.to_bits()));
    Cell::boxed(at)
}

fn push_text(h: &mut Addr, text: &str) -> Cell {
    let at = *h;
    h.push(Cell::header(Kind::Text, false, text.len()));
    h.push_bytes(text.as_bytes());
    Cell::boxed(at)
}

/// The next of a sequence of pseudo-random numbers (splitmix64).
fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
