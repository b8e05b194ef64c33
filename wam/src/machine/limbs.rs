//! Big integers where they are: operations whose operands and results are boxes on the heap, without copies.
//!
//! In: cells of integers, at least one of them big. Out: a cell of the result, whose limbs are written where they stay.
//! Sums, differences, products of moderate size and divisions by one limb are done here, which is what programs do most;
//! anything else is left to [`super::number`]. Schoolbook algorithms (Knuth 1997, section 4.3.1); division by a limb
//! multiplies with the limb's reciprocal (Möller and Granlund 2011).

use super::cell::{Cell, Kind, Tag};
use super::memory::Addr;
use crate::compile::evaluable::Evaluable;
use std::cmp::Ordering;

/// Products where both factors are longer than this are left to faster algorithms.
const SCHOOLBOOK: usize = 40;
/// Limbs of the longest operand taken here; what longer ones give may be too large to be computed at all.
const LONGEST: usize = 1 << 16;

/// An integer: sign, and limbs, least first, without zeros at the end.
#[derive(Clone, Copy)]
struct Limbs<'a> {
    negative: bool,
    limbs: &'a [u64],
}

impl<'a> Limbs<'a> {
    /// Those of an integer cell; a small one's are put into `small`.
    fn of(cell: Cell, small: &'a mut [u64; 1]) -> Limbs<'a> {
        if cell.is(Tag::Int) {
            let value = cell.as_int();
            small[0] = value.unsigned_abs();
            return Limbs { negative: value < 0, limbs: if value == 0 { &[] } else { small } };
        }
        let header = cell.addr().get();
        Limbs { negative: header.is_negative(), limbs: cell.addr().add(1).words(header.payload_words()) }
    }

    fn negated(self) -> Limbs<'a> {
        Limbs { negative: !self.negative, ..self }
    }
}

/// Words that a result of [`compute`] may take.
pub(crate) fn room(a: Cell, b: Cell) -> usize {
    words(a) + words(b) + 2
}

/// Words of the number of an integer cell.
fn words(cell: Cell) -> usize {
    if cell.is(Tag::Int) { 1 } else { cell.addr().get().payload_words() }
}

/// Products of words here that take as long as one in the library.
const ELSEWHERE: u64 = 2;
/// The same of a word of a quotient by several words, besides the products for that word.
const LONG_QUOTIENT: u64 = 64;
/// The same of a word of a greatest common divisor's shorter operand, and of that with a word of the longer one.
const GCD: [u64; 2] = [1300, 14];
/// The same of the greatest common divisor of two words, which is what the others end with.
const GCD_OF_WORDS: u64 = 700;
/// The same of a squaring modulo a number of words, besides its products.
const POWER_STEP: u64 = 200;

/// What an operation on integers does, also where it is not done here.
#[derive(Clone, Copy, Default)]
pub(crate) struct Work {
    /// Words of both operands.
    pub words: u64,
    /// How many are multiplied one with another.
    pub products: u64,
    /// How many are divided by one word.
    pub quotients: u64,
    /// Whether it divides by more than one word.
    pub is_long_division: bool,
}

/// What an operation of two integers does.
pub(crate) fn work(f: Evaluable, a: Cell, b: Cell) -> Work {
    let (x, y) = (words(a) as u64, words(b) as u64);
    let none = Work { words: x + y, ..Work::default() };
    match f {
        Evaluable::Mul => Work { products: products(x, y), ..none },
        Evaluable::IntDiv | Evaluable::Div | Evaluable::Mod | Evaluable::Rem if y == 1 => Work { quotients: x, ..none },
        Evaluable::IntDiv | Evaluable::Div | Evaluable::Mod | Evaluable::Rem => {
            Work { products: division_products(x, y), is_long_division: true, ..none }
        }
        Evaluable::Gcd | Evaluable::Lcm => {
            let [word, product] = GCD;
            let products = GCD_OF_WORDS + x.min(y).saturating_sub(2) * (word + product * x.max(y));
            Work { products, is_long_division: x.max(y) > 1, ..none }
        }
        Evaluable::Power | Evaluable::Caret => Work { products: power_products(a, b), ..none },
        _ => none,
    }
}

/// Products of words where integers of so many words are multiplied, by the algorithm that is taken for them: each with
/// each, by halves (Karatsuba), by thirds (Toom and Cook).
pub(crate) fn products(x: u64, y: u64) -> u64 {
    let (long, short) = (x.max(y), x.min(y));
    if short <= SCHOOLBOOK as u64 { long * short } else { ELSEWHERE * recursive_products(long, short) }
}

fn recursive_products(x: u64, y: u64) -> u64 {
    let (long, short) = (x.max(y), x.min(y));
    let products = recursive_products;
    if short <= 32 {
        long * short
    } else if 2 * short <= long {
        2 * products(long.div_ceil(2), short)
    } else if short <= 256 {
        3 * products(long.div_ceil(2), long.div_ceil(2))
    } else {
        5 * products(long.div_ceil(3), long.div_ceil(3))
    }
}

/// Products of words of a division by several words.
fn division_products(x: u64, y: u64) -> u64 {
    (x + 1).saturating_sub(y) * (ELSEWHERE * y + LONG_QUOTIENT)
}

/// Products of words of a power modulo an integer of so many words, for each bit of the exponent: by Montgomery's way where
/// that is odd, else by a division after each product, of which there are three in two bits.
pub(crate) fn power_step(words: u64, is_odd: bool) -> u64 {
    match is_odd {
        true => POWER_STEP + 3 * words * words,
        false => 3 * (division_products(2 * words, words) + ELSEWHERE * words * words) / 2,
    }
}

/// Products of words for a power: by squaring, the last two products are half as long as the result.
fn power_products(base: Cell, exponent: Cell) -> u64 {
    let bits = if base.is(Tag::Int) {
        u64::from(64 - base.as_int().unsigned_abs().leading_zeros())
    } else {
        64 * words(base) as u64
    };
    let exponent = if exponent.is(Tag::Int) { exponent.as_int().unsigned_abs() } else { 0 };
    let half = bits.saturating_mul(exponent).min(64 * MOST_WORDS) / 128;
    2 * ELSEWHERE * recursive_products(half, half)
}

/// Words of a result beyond which none is computed.
const MOST_WORDS: u64 = 1 << 32;

/// Computes an operation of two integers into the top of the heap, of which [`room`] must be there; none leaves it to
/// [`super::number`].
pub(crate) fn compute(f: Evaluable, a: Cell, b: Cell, h: &mut Addr) -> Option<Cell> {
    let (mut x, mut y) = ([0], [0]);
    let (a, b) = (Limbs::of(a, &mut x), Limbs::of(b, &mut y));
    if a.limbs.len().max(b.limbs.len()) > LONGEST {
        return None;
    }
    match f {
        Evaluable::Add | Evaluable::Plus => Some(add(a, b, h)),
        Evaluable::Sub => Some(add(a, b.negated(), h)),
        Evaluable::Mul if a.limbs.len().min(b.limbs.len()) <= SCHOOLBOOK => Some(multiply(a, b, h)),
        Evaluable::IntDiv | Evaluable::Div | Evaluable::Mod | Evaluable::Rem => match *b.limbs {
            [divisor] => Some(divide(f, a, divisor, b.negative, h)),
            _ => None,
        },
        _ => None,
    }
}

/// The order of two integers.
pub(crate) fn compare(a: Cell, b: Cell) -> Ordering {
    let (mut x, mut y) = ([0], [0]);
    let (a, b) = (Limbs::of(a, &mut x), Limbs::of(b, &mut y));
    match (a.negative, b.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => compare_magnitudes(a.limbs, b.limbs),
        (true, true) => compare_magnitudes(b.limbs, a.limbs),
    }
}

fn compare_magnitudes(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// The cell of an integer whose limbs were written behind the top of the heap's next word.
fn finish(h: &mut Addr, negative: bool, words: &[u64]) -> Cell {
    let length = words.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
    let small = match words[..length] {
        [] => Some(Cell::int(0)),
        [limb] => {
            i64::try_from(limb).ok().and_then(|magnitude| Cell::small(if negative { -magnitude } else { magnitude }))
        }
        _ => None,
    };
    small.unwrap_or_else(|| {
        let at = *h;
        at.set(Cell::header(Kind::Big, negative, 8 * length));
        *h = at.add(1 + length);
        Cell::boxed(at)
    })
}

/// The sum.
fn add(a: Limbs, b: Limbs, h: &mut Addr) -> Cell {
    let (large, small) = if compare_magnitudes(a.limbs, b.limbs).is_ge() { (a, b) } else { (b, a) };
    let out = h.add(1).free_words(large.limbs.len() + 1);
    let opposite = a.negative != b.negative;
    let mut carry = false;
    for (i, &x) in large.limbs.iter().enumerate() {
        let y = small.limbs.get(i).copied().unwrap_or(0);
        let operation = if opposite { u64::overflowing_sub } else { u64::overflowing_add };
        let (value, first) = operation(x, y);
        let (value, second) = operation(value, carry.into());
        out[i] = value;
        carry = first | second;
    }
    // The difference of the larger and the smaller leaves nothing to borrow.
    out[large.limbs.len()] = carry.into();
    finish(h, large.negative, out)
}

/// The product.
fn multiply(a: Limbs, b: Limbs, h: &mut Addr) -> Cell {
    let (long, short) = if a.limbs.len() >= b.limbs.len() { (a, b) } else { (b, a) };
    let out = h.add(1).free_words(long.limbs.len() + short.limbs.len());
    out.fill(0);
    for (i, &y) in short.limbs.iter().enumerate() {
        let row = &mut out[i..=i + long.limbs.len()];
        let mut carry = 0;
        for (place, &x) in row.iter_mut().zip(long.limbs) {
            let sum = product(x, y) + u128::from(*place) + u128::from(carry);
            *place = sum as u64;
            carry = (sum >> 64) as u64;
        }
        row[long.limbs.len()] = carry;
    }
    finish(h, a.negative != b.negative, out)
}

/// Quotient or remainder by one limb.
fn divide(f: Evaluable, a: Limbs, divisor: u64, negative: bool, h: &mut Addr) -> Cell {
    let opposite = a.negative != negative;
    if matches!(f, Evaluable::IntDiv | Evaluable::Div) {
        let out = h.add(1).free_words(a.limbs.len() + 1);
        let rest = divide_magnitude(a.limbs, divisor, out);
        if f == Evaluable::Div && opposite && rest != 0 {
            increment(out);
        }
        return finish(h, opposite, out);
    }
    match remainder(a.limbs, divisor) {
        rest if f == Evaluable::Rem => single(h, a.negative, rest),
        // The modulus has the sign of the divisor.
        rest if opposite && rest != 0 => single(h, negative, divisor - rest),
        rest => single(h, negative, rest),
    }
}

fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

/// The remainder of a magnitude and a limb that is not 0.
fn remainder(a: &[u64], divisor: u64) -> u64 {
    let wide = u128::from(divisor);
    let modulo = |value: u128| (value % wide) as u64;
    if divisor >= 1 << 62 {
        return a.iter().rev().fold(0, |rest, &limb| modulo(u128::from(rest) << 64 | u128::from(limb)));
    }
    // What 2^64 and 2^128 leave stands for them; the sum of two products below 2^126 and a limb is below 2^128.
    let first = modulo(1 << 64);
    let second = modulo(product(first, first));
    let step =
        |sum: u128, &limb: &u64| product((sum >> 64) as u64, second) + product(sum as u64, first) + u128::from(limb);
    modulo(a.iter().rev().fold(0, step))
}

/// The cell of an integer of one limb.
fn single(h: &mut Addr, negative: bool, limb: u64) -> Cell {
    let out = h.add(1).free_words(1);
    out[0] = limb;
    finish(h, negative, out)
}

fn increment(words: &mut [u64]) {
    for word in words {
        let (sum, carry) = word.overflowing_add(1);
        *word = sum;
        if !carry {
            return;
        }
    }
}

/// Writes the quotient of a magnitude and a limb that is not 0, with a zero behind it, and gives the remainder.
fn divide_magnitude(a: &[u64], divisor: u64, out: &mut [u64]) -> u64 {
    let shift = divisor.leading_zeros();
    let divisor = divisor << shift;
    let reciprocal = (u128::MAX / u128::from(divisor) - (1 << 64)) as u64;
    // The limbs of `a << shift`: each but the first has bits of two limbs of `a`.
    let shifted = |high: u64, low: u64| if shift == 0 { high } else { high << shift | low >> (64 - shift) };
    let top = a.len();
    out[top] = 0;
    let mut rest = match a.last() {
        Some(&limb) if shift > 0 => limb >> (64 - shift),
        _ => 0,
    };
    for i in (0..top).rev() {
        let low = shifted(a[i], if i > 0 { a[i - 1] } else { 0 });
        // Algorithm 4 of the source: a two-limb number whose high limb is below the divisor.
        let estimate = product(reciprocal, rest) + (u128::from(rest) << 64 | u128::from(low));
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        rest = low.wrapping_sub(quotient.wrapping_mul(divisor));
        // As often true as false, so not a branch.
        let over = u64::from(rest > estimate as u64);
        quotient = quotient.wrapping_sub(over);
        rest = rest.wrapping_add(divisor & over.wrapping_neg());
        if rest >= divisor {
            quotient = quotient.wrapping_add(1);
            rest -= divisor;
        }
        out[i] = quotient;
    }
    rest >> shift
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::{BigInt, Sign};
    use num_integer::Integer;
    use proptest::prelude::*;

    /// Writes an integer as a cell at an address, as the machine would.
    fn write(value: &BigInt, at: &mut Addr) -> Cell {
        let digits: Vec<u64> = value.iter_u64_digits().collect();
        at.add(1).free_words(digits.len()).copy_from_slice(&digits);
        finish(at, value.sign() == Sign::Minus, &digits)
    }

    fn read(cell: Cell) -> BigInt {
        let mut small = [0];
        let value = Limbs::of(cell, &mut small);
        let digits: Vec<u32> = value.limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect();
        let sign = if value.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_slice(sign, &digits)
    }

    /// Integers whose limbs are often all ones or zeros, where carries go far.
    fn integers() -> impl Strategy<Value = BigInt> {
        let limb = prop_oneof![Just(0), Just(u64::MAX), Just(1), Just(1 << 63), any::<u64>()];
        (any::<bool>(), proptest::collection::vec(limb, 0..6)).prop_map(|(negative, limbs)| {
            let digits: Vec<u32> = limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect();
            BigInt::from_slice(if negative { Sign::Minus } else { Sign::Plus }, &digits)
        })
    }

    proptest! {
        #[test]
        fn operations_agree_with_those_on_values(a in integers(), b in integers()) {
            let mut heap = vec![0u64; 64];
            let mut h = Addr::from_bits(heap.as_mut_ptr() as u64);
            let (x, y) = (write(&a, &mut h), write(&b, &mut h));
            prop_assert_eq!(compare(x, y), a.cmp(&b));
            let check = |f, expected: BigInt| {
                let start = h;
                let mut h = h;
                let result = compute(f, x, y, &mut h).expect("operands are short");
                prop_assert_eq!(read(result), expected.clone());
                // Small results take no room, and large ones are in their shortest form.
                let mut again = start;
                let words: Vec<u64> = start.words(h.words_from(start)).to_vec();
                let same = write(&expected, &mut again);
                prop_assert_eq!(same.0, result.0);
                prop_assert_eq!(start.words(again.words_from(start)), &words[..]);
                Ok(())
            };
            check(Evaluable::Add, &a + &b)?;
            check(Evaluable::Sub, &a - &b)?;
            check(Evaluable::Mul, &a * &b)?;
            if b.iter_u64_digits().len() == 1 {
                check(Evaluable::IntDiv, &a / &b)?;
                check(Evaluable::Rem, &a % &b)?;
                check(Evaluable::Div, a.div_floor(&b))?;
                check(Evaluable::Mod, a.mod_floor(&b))?;
            }
        }
    }
}
