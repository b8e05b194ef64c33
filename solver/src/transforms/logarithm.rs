//! Products of calls made sums: logarithms.
//!
//! In: a function of natural values whose cases multiply calls, S(n) = a*S(k)*S(n-1-k) + r and the like, as numbers of
//! solutions of conjunctions are, or the cost of one whose goals have many. Out: L above log_b of max(1, S): products become
//! sums; a sum of terms is at most their numbers' sum times the greatest of what they multiply, within a split times all of
//! it; a factor that is no call counts as its own logarithm. A bound of L gives S <= b^L. Choices of splits and conditions stay as they are, every call is still made.

use crate::expression::expr::Binder;
use crate::expression::poly::{Mono, Poly};
use crate::proof::rises::{self, Calls};
use crate::system::equation::{Case, Definition};
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational};

/// Greatest base that is looked for.
const GREATEST_BASE: i64 = 64;

/// Gives the exponent of a number.
type Log<'a> = &'a mut dyn FnMut(&Rational) -> Option<i64>;

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Within {
    Case,
    /// Where classes know no alternatives.
    Split,
}

/// The logarithms of a function, and their base; nothing where no case multiplies calls, by each other or by what is no
/// number, or a case is not of that form.
pub(crate) fn logarithms(definition: &Definition) -> Option<(Definition, i64)> {
    let multiplies = rises::multiplies(definition) || definition.cases.iter().any(|case| has_factor(&case.rhs));
    if !multiplies || !rises::is_natural(definition) {
        return None;
    }
    let mut numbers = Vec::new();
    in_base(definition, &mut |number| {
        numbers.push(number.clone());
        Some(0)
    })?;
    // A base of which all numbers are powers loses nothing.
    let bases = numbers.iter().filter_map(Rational::to_i64).filter(|b| (2..=GREATEST_BASE).contains(b)).min();
    let base = bases.filter(|&b| numbers.iter().all(|number| is_power(number, b))).unwrap_or(2);
    Some((in_base(definition, &mut |number| exponent(number, base))?, base))
}

/// What a bound of the logarithms says of the function.
pub(crate) fn power(base: i64, exponent: &Expr) -> Expr {
    Expr::int(base).pow(exponent.clone()).simplify()
}

/// The least whole number whose power of the base is not below a number.
fn exponent(number: &Rational, base: i64) -> Option<i64> {
    let base = Rational::from(base);
    let mut power = Rational::ONE;
    (0..256).find(|_| {
        let reached = power >= *number;
        power = &power * &base;
        reached
    })
}

fn is_power(number: &Rational, base: i64) -> bool {
    exponent(number, base).and_then(|k| Rational::from(base).powi(k as i32)).is_some_and(|power| power == *number)
}

/// Whether a call is multiplied by something that is neither a number nor calls.
fn has_factor(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |e| {
        let factor = |e: &Expr| e.as_num().is_none() && !e.has_call();
        found |= matches!(e, Expr::Mul(es) if es.iter().any(Expr::has_call) && es.iter().any(factor));
    });
    found
}

fn in_base(definition: &Definition, log: Log<'_>) -> Option<Definition> {
    let case = |case: &Case| {
        let guard = region::natural(&case.guard, definition.params.iter());
        let rhs = region::settled(&case.rhs, &guard).simplify();
        Some(Case { guard: case.guard.clone(), rhs: logarithm(&rhs, &guard, Within::Case, log)?.simplify() })
    };
    let cases = definition.cases.iter().map(case).collect::<Option<Vec<Case>>>()?;
    Some(Definition { cases, ..definition.clone() })
}

/// Something at or above the logarithm of the greater of 1 and a value, where calls stand for logarithms.
fn logarithm(e: &Expr, guard: &Guard, within: Within, log: Log<'_>) -> Option<Expr> {
    match e {
        Expr::Call(..) => Some(e.clone()),
        Expr::Max(es) | Expr::Min(es) if e.has_call() => {
            Some(Expr::Max(es.iter().map(|e| logarithm(e, guard, within, log)).collect::<Option<_>>()?))
        }
        Expr::MaxOver(b) | Expr::MinOver(b) if e.has_call() => {
            let inside = region::ranging(guard, &b.var, &Poly::of(&b.lo), &Poly::of(&b.hi))?;
            let over = Binder { body: logarithm(&b.body, &inside, Within::Split, log)?, ..(**b).clone() };
            Some(Expr::MaxOver(Box::new(over)))
        }
        _ => of_sum(&Poly::of(e), guard, within, log),
    }
}

/// Of a sum of products: as many as there are times the greatest of them.
fn of_sum(p: &Poly, guard: &Guard, within: Within, log: Log<'_>) -> Option<Expr> {
    let mut number = Rational::ZERO;
    let mut products: Vec<Product> = Vec::new();
    let mut add = |product: Product, times: &Rational| {
        number = &number + times;
        if !products.contains(&product) {
            products.push(product);
        }
    };
    for (calls, coeff) in rises::by_calls(p) {
        // What is taken away is left, as long as the same calls are made.
        let added = coeff.terms.iter().filter(|(_, times)| !times.is_negative());
        if !calls.is_empty() && added.clone().next().is_none() {
            return None;
        }
        for (mono, times) in added {
            add(Product::of(&calls, mono, guard)?, times);
        }
    }
    let first = Expr::int(log(&number.max(Rational::ONE))?);
    if within == Within::Split {
        products = products.into_iter().reduce(Product::union).into_iter().collect();
    }
    let exponents = products.iter().map(|product| product.logarithm(guard, within, log));
    let exponents = exponents.collect::<Option<Vec<Expr>>>()?;
    Some(if exponents.is_empty() { first } else { first + Expr::Max(exponents) })
}

/// What is multiplied in a term, besides a number.
#[derive(Clone, PartialEq, Debug, Default)]
struct Product {
    calls: Calls,
    /// What is natural and no call.
    factors: Vec<(Expr, i32)>,
    /// Powers of numbers above 1 with natural exponents.
    powers: Vec<(Expr, Rational)>,
}

impl Product {
    fn of(calls: &Calls, mono: &Mono, guard: &Guard) -> Option<Product> {
        let natural = |(exponent, base): &(Expr, Rational)| {
            let fixed = !exponent.has_call() && *base > Rational::ONE;
            fixed && region::is_nonnegative_under(&Poly::of(exponent), guard)
        };
        let is_factor =
            |(atom, power): &(Expr, i32)| *power > 0 && region::is_nonnegative_under(&Poly::of(atom), guard);
        (calls.iter().all(|(_, power)| *power > 0)
            && mono.powers.iter().all(is_factor)
            && mono.exps.iter().all(natural))
        .then(|| Product { calls: calls.clone(), factors: mono.powers.clone(), powers: mono.exps.clone() })
    }

    /// All that either multiplies.
    fn union(mut self, other: Product) -> Product {
        for (own, other) in [(&mut self.calls, other.calls), (&mut self.factors, other.factors)] {
            for (atom, power) in other {
                match own.iter_mut().find(|(known, _)| *known == atom) {
                    Some((_, most)) => *most = (*most).max(power),
                    None => own.push((atom, power)),
                }
            }
        }
        let more = other.powers.into_iter().filter(|power| !self.powers.contains(power));
        let more: Vec<(Expr, Rational)> = more.collect();
        self.powers.extend(more);
        self
    }

    fn logarithm(&self, guard: &Guard, within: Within, log: Log<'_>) -> Option<Expr> {
        let mut sum = Expr::int(0);
        for (exponent, base) in &self.powers {
            sum = sum + Expr::int(log(base)?) * exponent.clone();
        }
        for (factor, power) in &self.factors {
            // Of a base above 2 the logarithm is less.
            let at_least_one = region::is_nonnegative_under(&Poly::of(factor).sub(&Poly::one()), guard);
            let factor = if at_least_one { factor.clone() } else { factor.clone() + Expr::int(1) };
            sum = sum + Expr::int(i64::from(*power)) * factor.log2();
        }
        for (call, power) in &self.calls {
            sum = sum + Expr::int(i64::from(*power)) * logarithm(call, guard, within, log)?;
        }
        Some(sum)
    }
}
