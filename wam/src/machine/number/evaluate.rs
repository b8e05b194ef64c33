//! From evaluable functors to the operations that compute them.

use super::Number::{self, Float, Int, Rational};
use super::exact::{self, Reciprocal};
use super::patient::{Asked, floor};
use super::{Result, Rules, real};
use crate::compile::evaluable::Evaluable;
use crate::machine::clock;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;
use std::cmp::Ordering;

/// What evaluation depends on besides the operands.
pub(crate) struct Context<'a> {
    pub(crate) rules: Rules,
    /// Random bits, for the functors that ask for them.
    pub(crate) random: &'a mut dyn FnMut() -> u64,
    /// Whether somebody waits for the run to end.
    pub(crate) asked: Asked<'a>,
    /// Whether there is a clock.
    pub(crate) has_clock: bool,
}

/// Evaluates a functor on its operands.
pub(crate) fn evaluate(f: Evaluable, operands: &[Number], context: &mut Context) -> Result<Number> {
    match operands {
        [] => constant(f, context),
        [a] => unary(f, a, context),
        [a, b] => binary(f, a, b, context),
        [a, b, c] => exact::power_modulo(a, b, c, context.asked),
        _ => unreachable!("{} has {} operands", f.name(), operands.len()),
    }
}

fn constant(f: Evaluable, context: &mut Context) -> Result<Number> {
    Ok(match f {
        Evaluable::RandomFloat => Float((((context.random)() >> 11) as f64 + 0.5) / (1u64 << 53) as f64),
        Evaluable::Pi => Float(std::f64::consts::PI),
        Evaluable::E => Float(std::f64::consts::E),
        Evaluable::Inf | Evaluable::Infinite => Float(f64::INFINITY),
        Evaluable::Nan => Float(f64::NAN),
        Evaluable::Epsilon => Float(f64::EPSILON),
        Evaluable::MaxTaggedInteger => Int((1 << 60) - 1),
        Evaluable::MinTaggedInteger => Int(-(1 << 60)),
        Evaluable::MaxInteger => Int(i64::MAX),
        Evaluable::MinInteger => Int(i64::MIN),
        Evaluable::CpuTime => Float(if context.has_clock { clock::cpu_seconds() } else { 0.0 }),
        Evaluable::RealTime => Int(if context.has_clock { clock::unix_seconds() as i64 } else { 0 }),
        other => unreachable!("{} takes operands", other.name()),
    })
}

fn unary(f: Evaluable, a: &Number, context: &mut Context) -> Result<Number> {
    let rules = context.rules;
    let float = |function| real::function(rules, a, function);
    match f {
        Evaluable::Pos | Evaluable::Eval => Ok(a.clone()),
        Evaluable::Neg => Ok(exact::negate(a)),
        Evaluable::Abs => Ok(exact::absolute(a)),
        Evaluable::Sign => Ok(exact::sign(a)),
        Evaluable::Succ => exact::add(rules, a, &Int(1)),
        Evaluable::Not => Ok(Number::integer(!a.need_integer()?)),
        Evaluable::Msb => Ok(Int(exact::positive(a)?.bits() as i64 - 1)),
        Evaluable::Lsb => Ok(Int(exact::positive(a)?.trailing_zeros().unwrap_or(0) as i64)),
        Evaluable::PopCount => {
            Ok(Int(exact::natural(a)?.iter_u64_digits().map(|digit| i64::from(digit.count_ones())).sum()))
        }
        Evaluable::Random => random_below(a, context),
        Evaluable::Sqrt => real::square_root(rules, a),
        Evaluable::Sin => float(f64::sin),
        Evaluable::Cos => float(f64::cos),
        Evaluable::Tan => float(f64::tan),
        Evaluable::Cot => real::cotangent(rules, a),
        Evaluable::Asin => float(f64::asin),
        Evaluable::Acos => float(f64::acos),
        Evaluable::Atan => float(f64::atan),
        Evaluable::Acot => float(|x| if x == 0.0 { std::f64::consts::FRAC_PI_2 } else { (1.0 / x).atan() }),
        Evaluable::Sinh => float(f64::sinh),
        Evaluable::Cosh => float(f64::cosh),
        Evaluable::Tanh => float(f64::tanh),
        Evaluable::Asinh => float(f64::asinh),
        Evaluable::Acosh => float(f64::acosh),
        Evaluable::Atanh => float(f64::atanh),
        Evaluable::Exp => float(f64::exp),
        Evaluable::Log => real::logarithm(rules, a),
        Evaluable::Log2 => real::logarithm_to_base_2(rules, a),
        Evaluable::Erf => float(libm::erf),
        Evaluable::Erfc => float(libm::erfc),
        Evaluable::LogGamma => float(libm::lgamma),
        Evaluable::Ceiling => real::rounded(a, f64::ceil, BigRational::ceil),
        Evaluable::Floor => real::rounded(a, f64::floor, BigRational::floor),
        Evaluable::Round | Evaluable::Integer => real::rounded(a, f64::round, BigRational::round),
        Evaluable::Truncate | Evaluable::Trunc => real::rounded(a, f64::trunc, BigRational::trunc),
        Evaluable::Float => rules.float(a).and_then(|x| rules.check(x)),
        Evaluable::FloatIntegerPart => match a {
            Float(x) => rules.check(x.trunc()),
            Rational(q) => Ok(Number::integer(q.to_integer())),
            integer => Ok(integer.clone()),
        },
        Evaluable::FloatFractionalPart => match a {
            Float(x) if x.is_infinite() => Ok(Float(0f64.copysign(*x))),
            Float(x) => rules.check(x.fract()),
            Rational(q) => Ok(Number::rational(q.fract())),
            _ => Ok(Int(0)),
        },
        Evaluable::Rational => exact::rational(rules, a),
        Evaluable::Rationalize => exact::rationalize(rules, a),
        Evaluable::Numerator => Ok(Number::integer(a.need_rational()?.numer().clone())),
        Evaluable::Denominator => match a {
            Rational(q) => Ok(Number::integer(q.denom().clone())),
            other => other.need_rational().map(|_| Number::integer(BigInt::one())),
        },
        other => unreachable!("{} does not take one operand", other.name()),
    }
}

fn binary(f: Evaluable, a: &Number, b: &Number, context: &Context) -> Result<Number> {
    let (rules, asked) = (context.rules, context.asked);
    match f {
        Evaluable::Min => Ok(real::extreme(a, b, Ordering::Less)),
        Evaluable::Max => Ok(real::extreme(a, b, Ordering::Greater)),
        Evaluable::Add | Evaluable::Plus => exact::add(rules, a, b),
        Evaluable::Sub => exact::subtract(rules, a, b),
        Evaluable::Mul => exact::product(rules, a, b, context.asked),
        Evaluable::Divide => exact::divide(rules, a, b),
        Evaluable::RatDiv => exact::quotient(a, b),
        Evaluable::IntDiv => exact::division(a, b, i64::checked_div, |(quotient, _), _| quotient, asked),
        Evaluable::Rem => exact::division(a, b, i64::checked_rem, |(_, rest), _| rest, asked),
        Evaluable::Div => exact::division(
            a,
            b,
            |x, y| (y != -1).then(|| Integer::div_floor(&x, &y)),
            |parts, y| floor(parts, y).0,
            asked,
        ),
        Evaluable::Mod => exact::division(
            a,
            b,
            |x, y| (y != -1).then(|| Integer::mod_floor(&x, &y)),
            |parts, y| floor(parts, y).1,
            asked,
        ),
        Evaluable::Gcd => exact::gcd(a, b, asked),
        Evaluable::Lcm => exact::lcm(a, b, asked),
        Evaluable::Power => exact::power(rules, a, b, Reciprocal::Float, asked),
        Evaluable::Caret => exact::power(rules, a, b, Reciprocal::Error, asked),
        Evaluable::ShiftLeft => exact::shift(a, b, true),
        Evaluable::ShiftRight => exact::shift(a, b, false),
        Evaluable::And => exact::integers(a, b, |x, y| Some(x & y), |x, y| x & y),
        Evaluable::Or => exact::integers(a, b, |x, y| Some(x | y), |x, y| x | y),
        Evaluable::Xor => exact::integers(a, b, |x, y| Some(x ^ y), |x, y| x ^ y),
        Evaluable::GetBit => exact::bit(a, b),
        Evaluable::Atan2 | Evaluable::AtanOf => real::angle(rules, a, b),
        Evaluable::LogBase => real::logarithm_to_base(rules, a, b),
        Evaluable::CopySign => rules.check(rules.float(a)?.copysign(rules.float(b)?)),
        Evaluable::NextToward => real::next_toward(rules, a, b),
        other => unreachable!("{} does not take two operands", other.name()),
    }
}

fn random_below(a: &Number, context: &mut Context) -> Result<Number> {
    let limit = exact::positive(a)?;
    // 64 bits more than the limit has make every result nearly as likely as any other.
    let words = limit.bits().div_ceil(64) + 1;
    let digits: Vec<u32> = (0..words * 2).map(|_| (context.random)() as u32).collect();
    Ok(Number::integer(BigInt::from_slice(Sign::Plus, &digits) % limit))
}
