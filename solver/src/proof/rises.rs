//! How expressions move with the values of calls in them.
//!
//! In: right-hand sides under guards. Out: that they do not fall where the value of a call rises, which the prover needs
//! where calls are replaced by bounds; that they are natural where calls are. Products of calls rise only among natural
//! values.

use crate::expression::poly::Poly;
use crate::system::equation::Definition;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::Choice;
use crate::{Expr, Rational};

/// What is known of the values of calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    /// None is negative, nor what is put in their place.
    Natural,
    /// Nothing.
    Any,
}

/// Whether every value of a function is natural: every case gives one where calls do.
pub(crate) fn is_natural(definition: &Definition) -> bool {
    definition.cases.iter().all(|case| {
        let guard = region::natural(&case.guard.clone().both(&definition.domain), definition.params.iter());
        !guard.possible() || is_natural_with_calls(&case.rhs, &guard)
    })
}

/// Whether an expression is natural where the calls in it are.
pub(crate) fn is_natural_with_calls(e: &Expr, guard: &Guard) -> bool {
    let natural = |e: &Expr| is_natural_with_calls(e, guard);
    match e {
        Expr::Call(..) => true,
        _ if !e.has_call() => region::is_nonnegative_under(&Poly::of(e), guard),
        Expr::Add(es) => {
            let (calling, others): (Vec<&Expr>, Vec<&Expr>) = es.iter().partition(|e| e.has_call());
            (calling.into_iter().all(natural) && natural(&Expr::Add(others.into_iter().cloned().collect())))
                || by_calls(&Poly::of(e)).iter().all(|(calls, coeff)| {
                    calls.iter().all(|(call, power)| *power > 0 && natural(call))
                        && region::is_nonnegative_under(coeff, guard)
                })
        }
        Expr::Mul(es) | Expr::Max(es) | Expr::Min(es) => es.iter().all(natural),
        Expr::Pow(base, exponent) => !exponent.has_call() && natural(base) && natural(exponent),
        Expr::Floor(inner) | Expr::Ceil(inner) => natural(inner),
        Expr::MaxOver(b) | Expr::MinOver(b) if !b.lo.has_call() && !b.hi.has_call() => {
            let choice = Choice { var: b.var.clone(), lo: Poly::of(&b.lo), hi: Poly::of(&b.hi) };
            Choice::inside(&[choice], guard).is_some_and(|inside| is_natural_with_calls(&b.body, &inside))
        }
        _ => false,
    }
}

/// What calls are multiplied, and by what, in a sum: the terms with the same ones together.
pub(crate) fn by_calls(p: &Poly) -> Vec<(Calls, Poly)> {
    let mut groups: Vec<(Calls, Poly)> = Vec::new();
    for (mono, coeff) in &p.terms {
        let calls: Calls = mono.powers.iter().filter(|(atom, _)| atom.has_call()).cloned().collect();
        let mut rest = mono.clone();
        rest.powers.retain(|(atom, _)| !atom.has_call());
        let term = Poly::term(rest, coeff.clone());
        match groups.iter_mut().find(|(known, _)| *known == calls) {
            Some((_, sum)) => *sum = sum.add(&term),
            None => groups.push((calls, term)),
        }
    }
    groups
}

/// Calls that are multiplied, with their powers.
pub(crate) type Calls = Vec<(Expr, i32)>;

/// Whether the terms of a sum with the same calls do not fall where the values of these rise.
fn rises_together((calls, coeff): &(Calls, Poly), guard: &Guard, values: Values) -> bool {
    let rises = |(call, power): &(Expr, i32)| *power > 0 && rises_with_calls(call, guard, values).is_ok();
    let natural = |(call, _): &(Expr, i32)| values == Values::Natural && is_natural_with_calls(call, guard);
    let one = matches!(calls.as_slice(), [] | [(_, 1)]);
    calls.is_empty()
        || region::is_nonnegative_under(coeff, guard) && calls.iter().all(rises) && (one || calls.iter().all(natural))
}

/// Whether an expression does not fall where the value of a call in it rises; the reason where that is not seen.
pub(crate) fn rises_with_calls(e: &Expr, guard: &Guard, values: Values) -> Result<(), String> {
    match e {
        _ if !e.has_call() => Ok(()),
        // What stands in an argument is looked at where it is put in.
        Expr::Call(..) => Ok(()),
        Expr::Add(_) if by_calls(&Poly::of(e)).iter().all(|group| rises_together(group, guard, values)) => Ok(()),
        Expr::Add(es) | Expr::Max(es) | Expr::Min(es) => es.iter().try_for_each(|e| rises_with_calls(e, guard, values)),
        Expr::Floor(inner) | Expr::Ceil(inner) => rises_with_calls(inner, guard, values),
        Expr::MaxOver(b) | Expr::MinOver(b) if !b.lo.has_call() && !b.hi.has_call() => {
            match region::ranging(guard, &b.var, &Poly::of(&b.lo), &Poly::of(&b.hi)) {
                Some(inside) => rises_with_calls(&b.body, &inside, values),
                None => Err(format!("the choices of {} may be negative", b.var)),
            }
        }
        Expr::Mul(es) => {
            let (calling, others): (Vec<&Expr>, Vec<&Expr>) = es.iter().partition(|e| e.has_call());
            let factor = Poly::of(&Expr::Mul(others.into_iter().cloned().collect()));
            let natural = |e: &&Expr| values == Values::Natural && is_natural_with_calls(e, guard);
            if !region::is_nonnegative_under(&factor, guard) {
                return Err(format!("a call is multiplied by {}", factor.to_expr()));
            }
            if calling.len() > 1 && !calling.iter().all(natural) {
                return Err(format!("calls that may be negative are multiplied in {e}"));
            }
            calling.into_iter().try_for_each(|e| rises_with_calls(e, guard, values))
        }
        Expr::Pow(base, exponent)
            if values == Values::Natural
                && is_natural_with_calls(base, guard)
                && exponent.as_num().and_then(Rational::to_i64).is_some_and(|k| k >= 1) =>
        {
            rises_with_calls(base, guard, values)
        }
        other => Err(format!("calls in {other}")),
    }
}

/// Whether some case multiplies calls.
pub(crate) fn multiplies(definition: &Definition) -> bool {
    definition.cases.iter().any(|case| has_product(&case.rhs))
}

/// Whether calls are multiplied in an expression.
pub(crate) fn has_product(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |e| {
        found |= match e {
            Expr::Mul(es) => es.iter().filter(|e| e.has_call()).count() > 1,
            Expr::Pow(base, _) => base.has_call(),
            _ => false,
        }
    });
    found
}
