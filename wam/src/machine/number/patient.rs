//! Operations on integers so large that they take long: in steps, between which an interrupt is looked for.
//!
//! Below a bound on the work the big-number library computes in one go. Beyond it, its own algorithms where they come in
//! steps (products by Toom and Cook's three parts, with the interpolation of Bodrato 2007; powers by squaring; division by
//! blocks, of long divisors by the recursion of Burnikel and Ziegler 1998; digits by halves), and Lehmer's for the greatest
//! common divisor, which saves most of the long divisions of Euclid's (Knuth, The Art of Computer Programming, 4.5.2,
//! Algorithm L).

use super::{ArithmeticError, Result};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// Asks whether somebody waits for the run to end.
pub(crate) type Asked<'a> = &'a dyn Fn() -> bool;
/// Where nobody does.
pub(crate) const NEVER: Asked = &|| false;

/// Products of bits up to which nobody asks in a power modulo: some milliseconds.
const QUICK: u64 = 1 << 34;
/// Bits up to which nobody asks where it takes less: a third of a second, and less for the tests of longer ones.
const SHORT: u64 = if cfg!(test) { 1 << 14 } else { 1 << 23 };
/// The same of divisors: a division takes about four times as long as a product.
const SHORT_DIVISOR: u64 = SHORT / 4;

fn go_on(asked: Asked) -> Result<()> {
    if asked() { Err(ArithmeticError::Interrupted) } else { Ok(()) }
}

/// A product.
pub(super) fn multiply(x: &BigInt, y: &BigInt, asked: Asked) -> Result<BigInt> {
    let (long, short) = if x.bits() < y.bits() { (y, x) } else { (x, y) };
    if long.bits() <= SHORT {
        return Ok(x * y);
    }
    go_on(asked)?;
    if long.bits() / 2 < short.bits() {
        return by_thirds(long, short, asked);
    }
    // Blocks as long as the other factor, but not so short that there are more than the work is worth.
    let words = long.magnitude().to_u64_digits();
    let block_words = (short.bits().max(SHORT) / 64) as usize;
    let mut product = BigInt::zero();
    for block in words.chunks(block_words).rev() {
        product = (product << (64 * block.len())) + multiply(&of_words(block).into(), short, asked)?;
    }
    Ok(if long.sign() == Sign::Minus { -product } else { product })
}

/// The product of numbers of about the same length: as polynomials of degree 2 in a power of two, whose product is known
/// by its values at 0, 1, -1, -2 and infinity.
fn by_thirds(x: &BigInt, y: &BigInt, asked: Asked) -> Result<BigInt> {
    let words = x.bits().max(y.bits()).div_ceil(3 * 64) as usize;
    let values = |x: &BigInt| {
        let digits = x.magnitude().to_u64_digits();
        let mut parts = digits.chunks(words).map(|part| BigInt::from(of_words(part)));
        let [low, middle, high] = [(); 3].map(|()| parts.next().unwrap_or_default());
        let even = &low + &high;
        let (at_one, at_minus_one) = (&even + &middle, even - middle);
        let at_minus_two = ((&at_minus_one + &high) << 1u32) - &low;
        [low, at_one, at_minus_one, at_minus_two, high]
    };
    let [mut zero, mut one, mut minus_one, mut minus_two, mut infinity] = values(x);
    let factors = values(y);
    let points = [&mut zero, &mut one, &mut minus_one, &mut minus_two, &mut infinity];
    for (value, factor) in points.into_iter().zip(&factors) {
        *value = multiply(value, factor, asked)?;
    }
    let third = (minus_two - &one) / 3;
    let odd = (one - &minus_one) >> 1u32;
    let even = minus_one - &zero;
    let cubic = ((&even - third) >> 1u32) + (&infinity << 1u32);
    let square = even + &odd - &infinity;
    let linear = odd - &cubic;
    let highest_first = [infinity, cubic, square, linear, zero];
    let product = highest_first.into_iter().reduce(|sum, part| (sum << (64 * words)) + part).unwrap_or_default();
    Ok(if x.sign() == y.sign() { product } else { -product })
}

/// Quotient, rounded to zero, and remainder.
pub(super) fn divide(x: &BigInt, y: &BigInt, asked: Asked) -> Result<(BigInt, BigInt)> {
    let (quotient, rest) = divide_magnitudes(x.magnitude(), y.magnitude(), asked)?;
    Ok((BigInt::from_biguint(x.sign() * y.sign(), quotient), BigInt::from_biguint(x.sign(), rest)))
}

fn divide_magnitudes(x: &BigUint, y: &BigUint, asked: Asked) -> Result<(BigUint, BigUint)> {
    if x.bits() <= SHORT || x < y {
        return Ok(x.div_rem(y));
    }
    let words = x.to_u64_digits();
    let mut blocks = words.chunks((y.bits().max(SHORT_DIVISOR) / 64) as usize).rev();
    let (mut quotient, mut rest) = (Vec::new(), BigUint::zero());
    for block in &mut blocks {
        go_on(asked)?;
        let block_bits = 64 * block.len() as u64;
        let (digit, left) = divide_block((rest << block_bits) + of_words(block), y, asked)?;
        rest = left;
        // Digits come from the highest on, and each has as many words as its block.
        let mut digit = digit.to_u64_digits();
        digit.resize(block.len(), 0);
        quotient.extend(digit.into_iter().rev());
    }
    quotient.reverse();
    Ok((of_words(&quotient), rest))
}

/// Quotient and remainder, where the quotient is not much longer than the divisor.
fn divide_block(x: BigUint, y: &BigUint, asked: Asked) -> Result<(BigUint, BigUint)> {
    if y.bits() <= SHORT_DIVISOR {
        return Ok(x.div_rem(y));
    }
    // As many bits as can be halved until they are few.
    let halvings = (y.bits() / SHORT_DIVISOR).ilog2() + 1;
    let bits = y.bits().next_multiple_of(1 << halvings);
    let shift = bits - y.bits();
    let (quotient, rest) = divide_halves(BigInt::from(x << shift), &BigInt::from(y << shift), bits, asked)?;
    Ok((quotient.magnitude().clone(), rest.magnitude() >> shift))
}

/// Quotient and remainder of a number by one of so many bits, the highest of which is 1: two digits, each half as long.
fn divide_halves(x: BigInt, y: &BigInt, bits: u64, asked: Asked) -> Result<(BigInt, BigInt)> {
    if bits <= SHORT_DIVISOR {
        go_on(asked)?;
        return Ok(x.div_rem(y));
    }
    let half = bits / 2;
    let (above, low) = split(&x, half);
    let (high_digit, rest) = divide_digit(above, y, half, asked)?;
    let (low_digit, rest) = divide_digit((rest << half) + low, y, half, asked)?;
    Ok(((high_digit << half) + low_digit, rest))
}

/// Quotient of so many bits, and remainder, by a number of twice as many: that by the divisor's higher half is at most two
/// too high.
fn divide_digit(x: BigInt, y: &BigInt, half: u64, asked: Asked) -> Result<(BigInt, BigInt)> {
    let (high, low) = split(y, half);
    let (above, below) = split(&x, half);
    let (mut digit, rest) = if (&above >> half) < high {
        divide_halves(above, &high, half, asked)?
    } else {
        let most = (BigInt::one() << half) - 1;
        (most, above - (&high << half) + high)
    };
    let mut rest = (rest << half) + below - multiply(&digit, &low, asked)?;
    while rest.sign() == Sign::Minus {
        digit -= 1;
        rest += y;
    }
    Ok((digit, rest))
}

/// What is above the lowest bits of a natural number, and those.
fn split(x: &BigInt, bits: u64) -> (BigInt, BigInt) {
    let above = x >> bits;
    let low = x - (&above << bits);
    (above, low)
}

fn of_words(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

/// A power.
pub(super) fn power(base: &BigInt, exponent: u32, asked: Asked) -> Result<BigInt> {
    if base.bits().saturating_mul(exponent.into()) <= 1 << 20 {
        return Ok(base.pow(exponent));
    }
    let mut value = BigInt::one();
    for bit in (0..32 - exponent.leading_zeros()).rev() {
        go_on(asked)?;
        value = multiply(&value, &value, asked)?;
        if exponent >> bit & 1 == 1 {
            value = multiply(&value, base, asked)?;
        }
    }
    Ok(value)
}

/// A power modulo a positive number, with its sign that of the modulus.
pub(super) fn power_modulo(base: &BigInt, exponent: &BigUint, modulus: &BigInt, asked: Asked) -> Result<BigInt> {
    let work = modulus.bits().saturating_mul(modulus.bits()).saturating_mul(exponent.bits());
    if work <= QUICK {
        return Ok(base.modpow(&BigInt::from(exponent.clone()), modulus));
    }
    let base = floor(divide(base, modulus, asked)?, modulus).1;
    let mut value = BigInt::one();
    for bit in (0..exponent.bits()).rev() {
        go_on(asked)?;
        value = divide(&multiply(&value, &value, asked)?, modulus, asked)?.1;
        if exponent.bit(bit) {
            value = divide(&multiply(&value, &base, asked)?, modulus, asked)?.1;
        }
    }
    Ok(value % modulus)
}

/// From a quotient rounded to zero and its remainder to those rounded down.
pub(super) fn floor((quotient, rest): (BigInt, BigInt), divisor: &BigInt) -> (BigInt, BigInt) {
    if !rest.is_zero() && (rest.sign() == Sign::Minus) != (divisor.sign() == Sign::Minus) {
        (quotient - 1, rest + divisor)
    } else {
        (quotient, rest)
    }
}

/// The greatest common divisor.
pub(super) fn gcd(x: &BigInt, y: &BigInt, asked: Asked) -> Result<BigInt> {
    let (mut a, mut b) = (x.magnitude().clone(), y.magnitude().clone());
    if a < b {
        std::mem::swap(&mut a, &mut b);
    }
    while b.bits() > 128 {
        go_on(asked)?;
        let [p, q, r, s] = cofactors(&a, &b);
        if q == 0 {
            let rest = divide_magnitudes(&a, &b, asked)?.1;
            (a, b) = (b, rest);
        } else {
            let combine = |m: i64, n: i64| {
                // After a single step one factor is 0.
                let [plus, minus] = if n > 0 { [(&b, n), (&a, m)] } else { [(&a, m), (&b, n)] };
                plus.0 * plus.1.unsigned_abs() - minus.0 * minus.1.unsigned_abs()
            };
            (a, b) = (combine(p, q), combine(r, s));
        }
    }
    // At most two words are left of the shorter one, and, after a division, of the other.
    if !b.is_zero() && a.bits() > 128 {
        a = divide_magnitudes(&a, &b, asked)?.1;
    }
    match (a.to_u128(), b.to_u128()) {
        (Some(x), Some(y)) => Ok(BigInt::from(x.gcd(&y))),
        _ => Ok(BigInt::from(a.gcd(&b))),
    }
}

/// What as many of Euclid's steps as the leading bits decide make of two numbers: `(p a + q b, r a + s b)`, where `q` is 0
/// if they decide none. Of each row one factor is negative or zero.
fn cofactors(a: &BigUint, b: &BigUint) -> [i64; 4] {
    let shift = a.bits().saturating_sub(62);
    let leading = |x: &BigUint| (x >> shift).to_i64().expect("62 bits");
    let (mut high, mut low) = (leading(a), leading(b));
    let [mut p, mut q, mut r, mut s] = [1i64, 0, 0, 1];
    loop {
        if low + r == 0 || low + s == 0 {
            return [p, q, r, s];
        }
        let quotient = (high + p) / (low + r);
        if quotient != (high + q) / (low + s) {
            return [p, q, r, s];
        }
        (p, r) = (r, p - quotient * r);
        (q, s) = (s, q - quotient * s);
        (high, low) = (low, high - quotient * low);
    }
}

/// Words up to which the library divides by one word at a time for digits, which takes four times as long a word.
const BY_WORDS: u64 = 32;

/// Digits of an integer of so many bits that is written in decimal, and words that are divided for them.
pub(crate) fn decimal_work(bits: u64) -> [u64; 2] {
    let words = bits.div_ceil(64);
    let products = if words < BY_WORDS { 2 * words * words } else { words * words / 3 + words * BY_WORDS / 2 };
    [bits * 1233 / 4096 + 1, products]
}

/// Digits of an integer of so many bits that is read, and words that are multiplied for them.
pub(crate) fn reading_work(bits: u64) -> [u64; 2] {
    let words = bits.div_ceil(64);
    [bits * 1233 / 4096 + 1, words * words / 4]
}

/// The integer in decimal.
pub(crate) fn decimal(value: &BigInt, asked: Asked) -> Result<String> {
    let sign = if value.sign() == Sign::Minus { "-" } else { "" };
    Ok(sign.to_owned() + &digits(value.magnitude(), asked)?)
}

/// The decimal digits of an integer; those of a long one by halves.
fn digits(value: &BigUint, asked: Asked) -> Result<String> {
    if value.bits() <= SHORT {
        return Ok(value.to_string());
    }
    // Half of them, for ten takes log2 10 = 3.32 bits.
    let half = (value.bits() * 3 / 20) as u32;
    let power = power(&BigInt::from(10), half, asked)?;
    let (high, low) = divide_magnitudes(value, power.magnitude(), asked)?;
    let (mut text, low) = (digits(&high, asked)?, digits(&low, asked)?);
    text.extend(std::iter::repeat_n('0', half as usize - low.len()));
    Ok(text + &low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn large(seed: u32, words: u32) -> BigInt {
        let mut state = seed;
        let digits = (0..words).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        });
        BigInt::from_biguint(Sign::Plus, BigUint::new(digits.collect()))
    }

    #[test]
    fn steps_compute_what_the_library_computes() {
        let (x, y, common) = (large(1, 9000), large(2, 6000), large(3, 500));
        for (x, y) in [
            (x.clone(), y.clone()),
            (x.clone(), common.clone()),
            (-&x, y.clone()),
            (x.clone(), -&y),
            (&x << 4096u32, BigInt::one() << 180_000u32),
            ((&y << 250_000u32) - 1, y.clone()),
            ((BigInt::one() << 500_000u32) - 1, (BigInt::one() << 200_000u32) - 1),
            ((BigInt::one() << 500_000u32) - 1, (BigInt::one() << 200_000u32) + 1),
        ] {
            assert_eq!(divide(&x, &y, NEVER).ok(), Some(x.div_rem(&y)));
            assert_eq!(floor(x.div_rem(&y), &y), x.div_mod_floor(&y));
        }
        for (x, y) in [(&x, &y), (&-&x, &y), (&x, &-&common), (&(&x << 64u32), &x), (&x, &BigInt::from(-3))] {
            assert_eq!(multiply(x, y, NEVER).ok(), Some(x * y));
        }
        let (a, b) = (&x * &common, &y * &common);
        assert_eq!(gcd(&a, &b, NEVER).ok(), Some(a.gcd(&b)));
        assert_eq!(gcd(&(&a << 300_000u32), &-b.clone(), NEVER).ok(), Some((&a << 300_000u32).gcd(&b)));
        for words in 1..12 {
            let (x, y) = (large(words, words) * 6, large(words + 20, 7) * 4);
            for (x, y) in [(&x, &y), (&y, &x), (&x, &x), (&x, &(&x + 1)), (&(&x * 3), &x), (&x, &BigInt::zero())] {
                assert_eq!(gcd(x, y, NEVER).ok(), Some(x.gcd(y)), "{x} {y}");
            }
        }
        assert_eq!(power(&-large(4, 40), 1001, NEVER).ok(), Some((-large(4, 40)).pow(1001)));
        for value in [-large(7, 3000), BigInt::from(10).pow(20_000), BigInt::from(10).pow(20_000) - 1] {
            assert_eq!(decimal(&value, NEVER).ok(), Some(value.to_string()));
        }
        let (modulus, exponent) = (large(5, 900), large(6, 20));
        assert_eq!(
            power_modulo(&-&common, exponent.magnitude(), &modulus, NEVER).ok(),
            Some((-&common).modpow(&exponent, &modulus))
        );
    }

    #[test]
    fn long_operations_are_interrupted() {
        let (x, y) = (large(1, 90_000), large(2, 60_000));
        assert!(matches!(gcd(&x, &y, &|| true), Err(ArithmeticError::Interrupted)));
        assert!(matches!(divide(&x, &y, &|| true), Err(ArithmeticError::Interrupted)));
        assert!(matches!(multiply(&x, &y, &|| true), Err(ArithmeticError::Interrupted)));
        assert!(matches!(decimal(&x, &|| true), Err(ArithmeticError::Interrupted)));
    }
}
