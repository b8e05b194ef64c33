//! Products of calls made sums: logarithms.
//!
//! In: functions of natural values whose cases multiply calls, S(n) = a*S(k)*S(n-1-k) + r and the like, as numbers of
//! solutions of conjunctions are, or the cost of one whose goals have many. Out: L above log_b of max(1, S): products become
//! sums; a sum of terms is at most their numbers' sum times the greatest of what they multiply, each an alternative, also
//! within a split; a factor that is no call counts as its own logarithm, or as something linear above that. A bound of L
//! gives S <= b^L. Choices of splits and conditions stay as they are, every call is still made.

use crate::expression::expr::Binder;
use crate::expression::normal::poly_is_whole;
use crate::expression::poly::{Mono, Poly};
use crate::proof::rises::{self, Calls};
use crate::system::equation::{Case, Definition};
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational};

/// Greatest base that is looked for.
const GREATEST_BASE: i64 = 64;

/// Of higher roots of the base whole powers are taken.
const GREATEST_ROOT: i64 = 4;

/// What one value may be the greatest of, at most.
const ALTERNATIVES: usize = 32;

/// How factors that are no calls count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Factors {
    /// By their logarithms.
    AsTheyAre,
    /// By themselves, whole ones less 1, which is more, but no class needs to know logarithms.
    Linear,
}

impl Factors {
    /// The tighter first.
    pub const EACH: [Factors; 2] = [Factors::AsTheyAre, Factors::Linear];
}

/// The functions that stand for logarithms, and their base.
pub(crate) struct Logarithms {
    pub definitions: Vec<Definition>,
    base: i64,
}

impl Logarithms {
    /// What a bound of a logarithm says of its function in a region. Logarithms that are taken away are left: of a quotient it
    /// would not be seen that it rises.
    pub fn power(&self, exponent: &Expr, region: &Guard) -> Expr {
        let mut kept = Poly::of(exponent);
        let is_kept = |mono: &Mono, times: &Rational| {
            let by_logarithm = mono.powers.iter().any(|(atom, _)| matches!(atom, Expr::Log2(_)));
            !by_logarithm
                || !times.is_negative()
                || !region::is_nonnegative_under(&Poly::term(mono.clone(), Rational::ONE), region)
        };
        kept.terms.retain(|mono, times| is_kept(mono, times));
        let fixed = kept.constant_part();
        if Rational::from(fixed.denom()) > Rational::from(GREATEST_ROOT) {
            kept = kept.add(&Poly::constant(&fixed.ceil() - &fixed));
        }
        let power = |exponent: &Expr| Expr::int(self.base).pow(exponent.clone());
        let factor = |mono: &Mono, times: &Rational| match mono.powers.as_slice() {
            [(Expr::Max(es), 1)] if mono.exps.is_empty() && times.is_positive() => {
                Expr::Max(es.iter().map(|e| power(&(Expr::num(times.clone()) * e.clone()))).collect())
            }
            _ => power(&Poly::term(mono.clone(), times.clone()).to_expr()),
        };
        Expr::Mul(kept.terms.iter().map(|(mono, times)| factor(mono, times)).collect()).simplify()
    }
}

/// Whether a case multiplies calls, by each other or by what is no number.
pub(crate) fn multiplies(definition: &Definition) -> bool {
    rises::multiplies(definition) || definition.cases.iter().any(|case| has_factor(&case.rhs))
}

/// Whether a case makes several calls, or counts one several times.
pub(crate) fn branches(definition: &Definition) -> bool {
    definition.cases.iter().any(|case| {
        let mut calls = 0;
        case.rhs.visit(&mut |e| match e {
            Expr::Call(..) => calls += 1,
            Expr::Mul(es) if e.has_call() => calls += es.iter().filter(|factor| !factor.has_call()).count(),
            _ => {}
        });
        calls > 1
    })
}

/// The logarithms of functions that call each other; nothing where a case is not of a form that has one.
pub(crate) fn logarithms(definitions: &[Definition], factors: Factors) -> Option<Logarithms> {
    if !definitions.iter().all(rises::is_natural) {
        return None;
    }
    let mut numbers = Vec::new();
    let mut collect = |number: &Rational| {
        numbers.push(if *number < Rational::ONE { number.recip()? } else { number.clone() });
        Some(0)
    };
    in_base(definitions, &mut Logarithm { of_number: &mut collect, factors })?;
    // A base of which all numbers are powers loses nothing.
    let bases = numbers.iter().filter_map(Rational::to_i64).filter(|b| (2..=GREATEST_BASE).contains(b)).min();
    let base = bases.filter(|&b| numbers.iter().all(|number| is_power(number, b))).unwrap_or(2);
    let mut of_number = |number: &Rational| exponent(number, base);
    let definitions = in_base(definitions, &mut Logarithm { of_number: &mut of_number, factors })?;
    Some(Logarithms { definitions, base })
}

/// The same for a function that calls only itself and multiplies calls.
pub(crate) fn of_products(definition: &Definition) -> Option<Logarithms> {
    multiplies(definition).then(|| logarithms(std::slice::from_ref(definition), Factors::AsTheyAre)).flatten()
}

/// The least whole number whose power of the base is not below a positive number; of one below 1 one that is no less.
fn exponent(number: &Rational, base: i64) -> Option<i64> {
    if *number < Rational::ONE {
        let inverse = number.recip()?;
        let above = exponent(&inverse, base)?;
        return Some(if is_power(&inverse, base) { -above } else { 1 - above });
    }
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

fn in_base(definitions: &[Definition], log: &mut Logarithm<'_>) -> Option<Vec<Definition>> {
    let of = |definition: &Definition| {
        let case = |case: &Case| {
            let guard = region::natural(&case.guard, definition.params.iter());
            let rhs = region::settled(&case.rhs, &guard).simplify();
            let greatest = Expr::Max(log.of(&rhs, &guard)?);
            Some(Case { guard: case.guard.clone(), rhs: region::settled(&greatest, &guard).simplify() })
        };
        let cases = definition.cases.iter().map(case).collect::<Option<Vec<Case>>>()?;
        Some(Definition { cases, ..definition.clone() })
    };
    definitions.iter().map(of).collect()
}

/// How logarithms are made.
struct Logarithm<'a> {
    /// Gives the exponent of a number.
    of_number: &'a mut dyn FnMut(&Rational) -> Option<i64>,
    factors: Factors,
}

impl Logarithm<'_> {
    /// Alternatives, the greatest of which is at or above the logarithm of the greater of 1 and a value, where calls stand
    /// for logarithms.
    fn of(&mut self, e: &Expr, guard: &Guard) -> Option<Vec<Expr>> {
        let alternatives = match e {
            Expr::Call(..) => vec![e.clone()],
            Expr::Max(es) | Expr::Min(es) if e.has_call() => {
                es.iter().map(|e| self.of(e, guard)).collect::<Option<Vec<Vec<Expr>>>>()?.concat()
            }
            Expr::MaxOver(b) | Expr::MinOver(b) if e.has_call() => {
                let inside = region::ranging(guard, &b.var, &Poly::of(&b.lo), &Poly::of(&b.hi))?;
                // What does not depend on the choice may as well be there where there is none.
                let over = |body: Expr| match body.mentions(&b.var) {
                    true => Expr::MaxOver(Box::new(Binder { body, ..(**b).clone() })),
                    false => body,
                };
                self.of(&b.body, &inside)?.into_iter().map(over).collect()
            }
            Expr::Floor(inside) if e.has_call() => self.of(inside, guard)?,
            Expr::Ceil(inside) if e.has_call() => self.of(&((**inside).clone() + Expr::int(1)), guard)?,
            _ => {
                let sum = Poly::of(e);
                let is_atom = e.has_call() && sum == Poly::atom(e.clone());
                if is_atom {
                    return None;
                }
                self.of_sum(&sum, guard)?
            }
        };
        (alternatives.len() <= ALTERNATIVES).then_some(alternatives)
    }

    /// Of a sum of products: as many as there are times the greatest of them.
    fn of_sum(&mut self, p: &Poly, guard: &Guard) -> Option<Vec<Expr>> {
        let mut number = Rational::ZERO;
        let mut products: Vec<Product> = Vec::new();
        for (calls, coeff) in rises::by_calls(p) {
            // What is taken away is left, as long as the same calls are made.
            let added = coeff.terms.iter().filter(|(_, times)| !times.is_negative());
            if !calls.is_empty() && added.clone().next().is_none() {
                return None;
            }
            for (mono, times) in added {
                number = &number + times;
                let product = Product::of(&calls, mono, guard)?;
                if !products.contains(&product) {
                    products.push(product);
                }
            }
        }
        let first = Expr::int((self.of_number)(&number.max(Rational::ONE))?);
        let mut all = Vec::new();
        for product in &products {
            all.extend(self.of_product(product, guard)?.into_iter().map(|exponent| first.clone() + exponent));
        }
        Some(if all.is_empty() { vec![first] } else { all })
    }

    /// Of a product: the sum of its factors' logarithms, each of their alternatives with each.
    fn of_product(&mut self, product: &Product, guard: &Guard) -> Option<Vec<Expr>> {
        let mut sums = vec![self.of_powers(&product.powers, guard)?];
        for (factor, power) in &product.factors {
            let exponent = Expr::int(i64::from(*power)) * self.of_factor(factor, guard)?;
            sums = sums.into_iter().map(|sum| sum + exponent.clone()).collect();
        }
        for (call, power) in &product.calls {
            let exponents = self.of(call, guard)?;
            let with = |sum: Expr| {
                exponents
                    .iter()
                    .map(move |e| sum.clone() + Expr::int(i64::from(*power)) * e.clone())
                    .collect::<Vec<_>>()
            };
            sums = sums.into_iter().flat_map(with).collect();
            if sums.len() > ALTERNATIVES {
                return None;
            }
        }
        Some(sums)
    }

    /// Of powers of numbers: their exponents, whose sum has to be natural.
    fn of_powers(&mut self, powers: &[(Expr, Rational)], guard: &Guard) -> Option<Expr> {
        let mut sum = Expr::int(0);
        for (exponent, base) in powers {
            let times = (self.of_number)(base)?;
            let natural = || region::is_nonnegative_under(&Poly::of(exponent), guard);
            if exponent.has_call() || !base.is_positive() || !natural() {
                return None;
            }
            sum = sum + Expr::int(times) * exponent.clone();
        }
        region::is_nonnegative_under(&Poly::of(&sum), guard).then_some(sum)
    }

    /// Of a natural factor that is no call.
    fn of_factor(&mut self, factor: &Expr, guard: &Guard) -> Option<Expr> {
        let natural = |e: &Expr| region::is_nonnegative_under(&Poly::of(e), guard);
        if let Expr::Max(es) = factor
            && es.iter().all(natural)
        {
            return Some(Expr::Max(es.iter().map(|e| self.of_factor(e, guard)).collect::<Option<_>>()?));
        }
        let p = Poly::of(factor);
        if let Some((mono, times)) = p.single()
            && mono.powers.is_empty()
        {
            let number = Expr::int((self.of_number)(&times.clone().max(Rational::ONE))?);
            return Some(number + self.of_powers(&mono.exps, guard)?);
        }
        // Of a base above 2 the logarithm is less.
        let at_least_one = region::is_nonnegative_under(&p.sub(&Poly::one()), guard);
        Some(match self.factors {
            Factors::AsTheyAre if at_least_one => factor.clone().log2(),
            Factors::AsTheyAre => (factor.clone() + Expr::int(1)).log2(),
            // No whole number from 1 on is below its logarithm plus 1; 3/2 is.
            Factors::Linear if at_least_one && poly_is_whole(&p) => factor.clone() - Expr::int(1),
            Factors::Linear => factor.clone(),
        })
    }
}

/// What is multiplied in a term, besides a number.
#[derive(Clone, PartialEq, Debug)]
struct Product {
    calls: Calls,
    /// What is natural and no call.
    factors: Vec<(Expr, i32)>,
    /// Powers of numbers.
    powers: Vec<(Expr, Rational)>,
}

impl Product {
    fn of(calls: &Calls, mono: &Mono, guard: &Guard) -> Option<Product> {
        let is_factor =
            |(atom, power): &(Expr, i32)| *power > 0 && region::is_nonnegative_under(&Poly::of(atom), guard);
        (calls.iter().all(|(_, power)| *power > 0) && mono.powers.iter().all(is_factor)).then(|| Product {
            calls: calls.clone(),
            factors: mono.powers.clone(),
            powers: mono.exps.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    #[test]
    fn what_stands_for_the_logarithm_of_a_factor_is_not_below_it() {
        let x = Expr::var("x");
        let half = x.clone() * Expr::num(Rational::ratio(1, 2).expect("two is not zero"));
        let factors = [
            x.clone(),
            x.clone().log2(),
            half.clone() + Expr::num(Rational::ratio(1, 2).expect("two is not zero")),
            half.floor() + Expr::int(1),
        ];
        let from_two = Guard::at_least(&Var::new("x"), 2);
        let mut compared = 0;
        for (which, factor) in
            [Factors::AsTheyAre, Factors::Linear].into_iter().flat_map(|f| factors.iter().map(move |e| (f, e)))
        {
            let mut log = Logarithm { of_number: &mut |number| exponent(number, 2), factors: which };
            let found = log.of_factor(factor, &from_two).expect("it has one");
            for at in 2..40 {
                let value = |e: &Expr| e.eval_f64(&|_: &Var| Some(f64::from(at)));
                assert!(value(&found) >= value(factor).log2() - 1e-9, "{factor} at {at}: {found}");
                compared += 1;
            }
        }
        assert_eq!(compared, 2 * 4 * 38);
    }
}
