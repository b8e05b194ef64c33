//! What is not negative wherever a guard holds, as linear programs see it.
//!
//! In: a guard over natural numbers, canonical forms. Out: facts, linear forms that are not negative there, in variables and in
//! what is no variable (a floor, a remainder, a minimum), of which only such facts are known; their products; and whether a
//! form is a sum of non-negative multiples of these, which is a proof that it is not negative. Sources: Farkas (1902), for
//! linear forms; Handelman (1988), for products.

use crate::expression::normal;
use crate::expression::poly::{Mono, Poly};
use crate::system::form::Fractional;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::sign;
use crate::system::simplex::Program;
use crate::{Expr, Rational, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Products at most of the facts of one guard.
const PRODUCTS: usize = 160;
/// Degree of the products that proofs are looked for with.
const DEGREE: u32 = 2;
/// Points at which a form is looked at before a proof is looked for.
const POINTS: u64 = 48;

/// Linear forms that are not negative wherever a guard holds, all variables being natural: of the guard, and of the atoms of
/// some forms.
pub(crate) fn facts(guard: &Guard, forms: &[&Poly]) -> Vec<Poly> {
    let vars: BTreeSet<Var> = forms.iter().flat_map(|p| p.to_expr().vars()).collect();
    let guard = region::natural(guard, vars.iter());
    let mut known: Vec<Poly> = guard.forms().0.iter().map(|form| form.to_poly()).collect();
    let mut seen: BTreeSet<Expr> = BTreeSet::new();
    let mut todo: Vec<Expr> = forms.iter().flat_map(|p| atoms(p)).collect();
    while let Some(atom) = todo.pop() {
        if matches!(atom, Expr::Var(_)) || !seen.insert(atom.clone()) {
            continue;
        }
        let of_atom = about(&atom, &guard);
        todo.extend(of_atom.iter().flat_map(atoms));
        known.extend(of_atom);
    }
    known.sort();
    known.dedup();
    known
}

fn atoms(p: &Poly) -> Vec<Expr> {
    p.terms.keys().flat_map(|mono| mono.powers.iter().map(|(atom, _)| atom.clone())).collect()
}

/// What is known of the value of one atom.
fn about(atom: &Expr, guard: &Guard) -> Vec<Poly> {
    let t = Poly::atom(atom.clone());
    let natural = |p: &Poly| region::is_nonnegative_under(p, guard);
    let mut known = Vec::new();
    if sign::atom_is_nonnegative(atom) {
        known.push(t.clone());
    }
    match atom {
        Expr::Floor(e) | Expr::Ceil(e) => {
            let e = Poly::of(e);
            let most = lost(&e);
            let (low, high) = match atom {
                Expr::Floor(_) => (e.sub(&Poly::constant(most)), e),
                _ => (e.clone(), e.add(&Poly::constant(most))),
            };
            known.extend([t.sub(&low), high.sub(&t)]);
        }
        Expr::Mod(e, divisor) => {
            let (e, divisor) = (Poly::of(e), Poly::of(divisor));
            if natural(&divisor.sub(&Poly::one())) {
                known.push(divisor.sub(&Poly::one()).sub(&t));
                if natural(&e) {
                    known.push(e.sub(&t));
                }
                if natural(&e.sub(&divisor)) {
                    known.push(e.sub(&divisor).sub(&t));
                }
            }
        }
        Expr::Min(es) => known.extend(es.iter().map(|e| Poly::of(e).sub(&t))),
        Expr::Max(es) => known.extend(es.iter().map(|e| t.sub(&Poly::of(e)))),
        _ => {}
    }
    known
}

/// What rounding takes away at the most.
fn lost(e: &Poly) -> Rational {
    let whole = e.terms.keys().all(|mono| mono.is_one() || normal::is_whole(mono));
    let denominator = Fractional::of(e).and_then(|sum| sum.denominator()).filter(|_| whole);
    denominator.and_then(|d| Rational::ratio(d - 1, d)).unwrap_or(Rational::ONE)
}

/// One, and the products of up to so many facts; fewer factors where there would be too many.
pub(crate) fn products(facts: &[Poly], degree: u32) -> Vec<Poly> {
    let mut all = vec![Poly::one()];
    let mut last: Vec<(usize, Poly)> = vec![(0, Poly::one())];
    for _ in 0..degree {
        let more = |(from, p): &(usize, Poly)| {
            (*from..facts.len()).map(|at| (at, p.mul(&facts[at]))).collect::<Vec<(usize, Poly)>>()
        };
        last = last.iter().flat_map(more).collect();
        if all.len() + last.len() > PRODUCTS {
            break;
        }
        all.extend(last.iter().map(|(_, p)| p.clone()));
    }
    all
}

/// Demands of a program that a sum of forms, each times an unknown, and a form be a sum of non-negative multiples of products.
pub(crate) fn demand(program: &mut Program, unknown: &[(usize, Poly)], rest: &Poly, products: &[Poly]) {
    let mut rows: BTreeMap<&Mono, Vec<(usize, Rational)>> = BTreeMap::new();
    for (u, p) in unknown {
        for (mono, c) in &p.terms {
            rows.entry(mono).or_default().push((*u, c.clone()));
        }
    }
    for product in products {
        let factor = program.nonnegative();
        for (mono, c) in &product.terms {
            rows.entry(mono).or_default().push((factor, -c));
        }
    }
    for mono in rest.terms.keys() {
        rows.entry(mono).or_default();
    }
    for (mono, row) in rows {
        program.equation(row, rest.terms.get(mono).map_or(Rational::ZERO, |c| -c));
    }
}

/// Whether a form is a sum of multiples of products of what is known where a guard holds.
pub(crate) fn is_nonnegative(p: &Poly, guard: &Guard) -> bool {
    if p.terms.keys().any(|mono| !mono.exps.is_empty()) || is_refuted(p, guard) {
        return false;
    }
    let facts = facts(guard, &[p]);
    (1..=DEGREE).any(|degree| {
        let mut program = Program::default();
        demand(&mut program, &[], p, &products(&facts, degree));
        program.solve().is_some()
    })
}

/// Whether a form is negative at some point where a guard holds, among a few; in floating point, which can only cost a proof.
fn is_refuted(p: &Poly, guard: &Guard) -> bool {
    let mut vars = guard.vars();
    vars.extend(p.to_expr().vars());
    let vars: Vec<Var> = vars.into_iter().collect();
    let e = p.to_expr();
    (0..POINTS).any(|nth| {
        // Numbers that do not go together with each other.
        let value = |v: &Var| {
            let at = vars.iter().position(|w| w == v)? as u64;
            let mixed = (nth * 2_654_435_761 + at * 40_503 * (nth % 7 + 1)) >> 5;
            Some((mixed % [2, 4, 8, 40, 300, 5][(nth % 6) as usize]) as i64)
        };
        guard.holds(&value) == Some(true) && e.eval_f64(&|v| value(v).map(|n| n as f64)) < -1e-6
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, guard: &str) -> bool {
        let guard: Guard = guard.parse().unwrap();
        is_nonnegative(&Poly::of(&text.parse().unwrap()), &guard)
    }

    #[test]
    fn what_follows_is_seen_and_nothing_else() {
        for (text, guard) in [
            ("x - 2*z", "x >= y + z and y >= z"),
            ("x*y - y^2", "x >= y"),
            ("x - 2*floor(x/2)", "x >= 1"),
            ("2*floor(x/2) - x + 1", "x >= 1"),
            ("y - mod(x, y) - 1", "y >= 1"),
            ("x - y - mod(x, y)", "y >= 1 and x >= y"),
        ] {
            assert!(holds(text, guard), "{text} for {guard}");
        }
        for (text, guard) in [
            ("x - 2*z - 1", "x >= y + z and y >= z"),
            ("x*y - y^2 - 1", "x >= y"),
            ("y - mod(x, y) - 1", "x >= 1"),
            ("x - y - mod(x, y)", "y >= 1"),
            ("2*floor(x/2) - x", "x >= 1"),
        ] {
            assert!(!holds(text, guard), "{text} for {guard}");
        }
    }
}
