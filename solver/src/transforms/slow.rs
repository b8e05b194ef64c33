//! Logarithms in what each step adds: the greatest that they come to in place of them.
//!
//! In: a function like f(x) = f(ceil(x/2)) + x*ceil(log2(x)) whose x never rises. Out: h(x, s) = h(ceil(x/2), s) +
//! x*s, and ceil(log2(x)) to put in for s. Logarithms rise with x, so all that are met later are at most the first, and what is
//! added rises with s: by induction f(x) <= h(x, ceil(log2(x))). Powers of two to a logarithm, as merging lists gives them, are
//! between what the logarithm is of and twice that. For upper bounds.

use crate::expression::normal::{poly_of, single_atom};
use crate::expression::poly::{Mono, Poly};
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{self, Alternative};
use crate::system::solution::{Exactness, Piece, Value};
use crate::{Expr, Linear, Rational, Var};

/// How many logarithms are held fixed.
const HELD: usize = 2;

/// A logarithm that is held fixed.
struct Held {
    /// What stands for it.
    var: Var,
    /// What it is at most, where the parameter is not below a number.
    limit: Expr,
    from: i64,
}

/// A function with logarithms held fixed.
pub(crate) struct Slow {
    pub definition: Definition,
    held: Vec<Held>,
    /// Where their limits are known.
    valid: Guard,
}

impl Slow {
    /// A bound of the function on a piece, from one of that with logarithms held fixed.
    pub fn bound(&self, piece: &Piece) -> Option<Piece> {
        let region = piece.region.without_implied(&self.definition.domain);
        let Value::Closed { expr, .. } = &piece.value else { return None };
        let is_held = |var: &Var| self.held.iter().any(|held| held.var == *var);
        if region.vars().iter().any(is_held) {
            return None;
        }
        let region = if expr.vars().iter().any(is_held) { region.both(&self.valid) } else { region };
        let limits: Vec<(Var, Expr)> = self.held.iter().map(|held| (held.var.clone(), held.limit.clone())).collect();
        let expr = expr.subst_all(&limits).simplify();
        Some(Piece { region, value: Value::Closed { expr, exactness: Exactness::Bound } })
    }
}

/// The function with logarithms of a parameter that never rises held fixed; nothing where there are none.
pub(crate) fn slow(definition: &Definition) -> Option<Slow> {
    let has_logarithm = |case: &Case| {
        let mut found = false;
        case.rhs.visit(&mut |e| found |= matches!(e, Expr::Log2(_)));
        found
    };
    if !definition.cases.iter().any(has_logarithm) {
        return None;
    }
    let alternatives = shape::alternatives(definition, Direction::Upper).ok()?;
    let is_plain = |a: &Alternative| !a.relaxed && a.overs.is_empty();
    if !alternatives.iter().all(is_plain) {
        return None;
    }
    (0..definition.params.len()).find_map(|rank| {
        let x = Poly::var(&definition.params[rank]);
        let falls = |a: &Alternative| {
            let guard = region::natural(&a.guard.clone().both(&definition.domain), definition.params.iter());
            a.calls.iter().all(|call| region::is_nonnegative_under(&x.sub(&call.args[rank]), &guard))
        };
        alternatives.iter().all(falls).then(|| Holding::of(definition, rank).all(&alternatives)).flatten()
    })
}

/// A function whose logarithms are being replaced.
struct Holding<'a> {
    definition: &'a Definition,
    param: &'a Var,
    held: Vec<Held>,
}

impl Holding<'_> {
    fn of(definition: &Definition, rank: usize) -> Holding<'_> {
        Holding { definition, param: &definition.params[rank], held: Vec::new() }
    }

    fn all(mut self, alternatives: &[Alternative]) -> Option<Slow> {
        let rests = alternatives.iter().map(|a| self.rest(a)).collect::<Option<Vec<Poly>>>()?;
        let valid = Guard::at_least(self.param, self.held.iter().map(|held| held.from).max()?);
        let names = || self.held.iter().map(|held| &held.var);
        let cases = alternatives.iter().zip(rests).map(|(a, rest)| {
            let mut rhs = rest.to_expr();
            for call in &a.calls {
                let held = names().map(|var| Expr::Var(var.clone()));
                let args = call.args.iter().map(Poly::to_expr).chain(held).collect();
                rhs = rhs + call.coeff.to_expr() * Expr::call(self.definition.name.clone(), args);
            }
            Case { guard: a.guard.clone(), rhs: rhs.simplify() }
        });
        let cases = cases.collect();
        let domain = names().fold(self.definition.domain.clone(), |domain, var| domain.with(Linear::var(var)));
        let params = self.definition.params.iter().chain(names()).cloned().collect();
        let definition = Definition { name: self.definition.name.clone(), params, domain, cases };
        Some(Slow { definition, held: self.held, valid })
    }

    /// What an alternative adds, with what stands for logarithms in their place.
    fn rest(&mut self, a: &Alternative) -> Option<Poly> {
        let guard = region::natural(&a.guard.clone().both(&self.definition.domain), self.definition.params.iter());
        let mut rest = Poly::zero();
        for (mono, coeff) in &a.rest.terms {
            rest.add_all(self.term(mono, coeff, &guard)?);
        }
        let least: Vec<(Var, i64)> = self.definition.params.iter().map(|p| (p.clone(), least(&guard, p))).collect();
        let rises = |p: &Poly| self.held.iter().all(|held| p.to_expr().rises_from(&held.var, &least));
        let is_steady = |p: &Poly| region::is_nonnegative_under(p, &guard);
        (rises(&rest) && a.calls.iter().all(|call| is_steady(&call.coeff))).then_some(rest)
    }

    /// A term of it, or what is above that.
    fn term(&mut self, mono: &Mono, coeff: &Rational, guard: &Guard) -> Option<Poly> {
        let mut product = Poly::constant(coeff.clone());
        let is_negative = coeff.is_negative();
        let size = Poly::term(mono.clone(), if is_negative { -coeff } else { coeff.clone() });
        let is_natural = |p: &Poly| region::is_nonnegative_under(p, guard);
        for (key, base) in &mono.exps {
            let exponent = poly_of(key);
            let is_known =
                |of: &Poly| *base == Rational::from(2) && is_natural(&of.sub(&Poly::one())) && is_natural(&size);
            let factor = match self.logarithm(&exponent).filter(is_known) {
                Some(of) => of.scale(&factor(&exponent, is_negative)),
                None => Poly::term(Mono { powers: vec![], exps: vec![(key.clone(), base.clone())] }, Rational::ONE),
            };
            product = product.mul(&factor);
        }
        for (atom, power) in &mono.powers {
            let factor = match self.logarithm(&Poly::atom(atom.clone())) {
                Some(of) => {
                    let held = self.hold(atom, &of, guard)?;
                    // What is taken away need not be.
                    if is_negative || *power < 0 {
                        return (is_negative && is_natural(&size)).then(Poly::zero);
                    }
                    Expr::Var(held)
                }
                None => atom.clone(),
            };
            product = product.mul(&Poly::term(Mono::atom(factor, *power), Rational::ONE));
        }
        Some(product)
    }

    /// What a logarithm is of, rounded or not, if it is one and of the parameter.
    fn logarithm(&self, p: &Poly) -> Option<Poly> {
        let of = match single_atom(p)? {
            Expr::Floor(e) | Expr::Ceil(e) => match &**e {
                Expr::Log2(of) => of,
                _ => return None,
            },
            Expr::Log2(of) => of,
            _ => return None,
        };
        let of = poly_of(of);
        let others = self.definition.params.iter().filter(|param| *param != self.param);
        (of.mentions(self.param) && !others.into_iter().any(|other| of.mentions(other))).then_some(of)
    }

    /// What stands for a logarithm.
    fn hold(&mut self, atom: &Expr, of: &Poly, guard: &Guard) -> Option<Var> {
        // What it is of need not be rounded down.
        let of = match single_atom(of) {
            Some(Expr::Floor(inner)) => poly_of(inner),
            _ => of.clone(),
        };
        let limit = match atom {
            Expr::Floor(_) => of.to_expr().log2().floor(),
            _ => of.to_expr().log2().ceil(),
        };
        let limit = limit.simplify();
        let is_natural = |from: i64| {
            let here = Guard::at_least(self.param, from);
            let rises = limit.rises_from(self.param, &[(self.param.clone(), from)]);
            rises && region::is_nonnegative_under(&of.sub(&Poly::one()), &here)
        };
        let from = (0..=least(guard, self.param)).rev().take_while(|from| is_natural(*from)).last()?;
        if let Some(known) = self.held.iter_mut().find(|held| held.limit == limit) {
            known.from = known.from.min(from);
            return Some(known.var.clone());
        }
        let var = Var::new(format!("#slow{}", self.held.len() + 1));
        self.held.push(Held { var: var.clone(), limit, from });
        (self.held.len() <= HELD).then_some(var)
    }
}

/// What a power of two to a logarithm is as a multiple of what that is of, at most or at least.
fn factor(exponent: &Poly, is_least: bool) -> Rational {
    match (single_atom(exponent), is_least) {
        (Some(Expr::Ceil(_)), false) => Rational::from(2),
        (Some(Expr::Floor(_)), true) => Rational::from(2).recip().unwrap_or(Rational::ZERO),
        _ => Rational::ONE,
    }
}

/// The least value of a parameter under a guard, as far as that is known.
fn least(guard: &Guard, param: &Var) -> i64 {
    guard.lower_limit(&Linear::var(param)).unwrap_or(0).max(0)
}
