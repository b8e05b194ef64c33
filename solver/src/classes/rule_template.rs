//! Last rows of the rule table: what no class covers, bounded by monotony or by a guessed polynomial.
//!
//! In: a [`Line`]. Out: bounds. Monotone parts of the rest (logarithms, floors, minima) are replaced by their last or
//! first value over the run; the remaining part is solved exactly.

use std::collections::BTreeMap;

use crate::Rational;
use crate::classes::line::{Line, Target};
use crate::classes::linear::{self, Recurrence};
use crate::classes::rule_linear;
use crate::classes::rule_tree;
use crate::classes::rules::{Candidate, Exactness, Proof};
use crate::expression::poly::Poly;
use crate::system::equation::Direction;
use crate::system::monotone::Monotone;
use crate::system::sign;

/// T(n) = a*T(n-1) + p(n) + q(n), a >= 1, q monotone and in no class.
pub(crate) fn monotone(line: &mut Line) -> Vec<Candidate> {
    bounded_rest(line).into_iter().collect()
}

fn bounded_rest(line: &mut Line) -> Option<Candidate> {
    let start = line.start;
    let (calls, rest) = rule_linear::only_group(line, start)?;
    let [(Target::Back(1), a)] = calls.as_slice() else {
        return None;
    };
    let a = a.as_constant().filter(|a| *a >= Rational::ONE)?;
    let n = line.n.clone();
    let (mut class, mut bound) = (Poly::zero(), Poly::zero());
    let mut notes = Vec::new();
    for (mono, coeff) in &rest.terms {
        let term = Poly::term(mono.clone(), coeff.clone());
        let plain = mono.without(&n);
        if !plain.mentions(&n) && mono.degree(&n) >= 0 {
            class = class.add(&term);
            continue;
        }
        // Over the run k = start..n the term is at most its value at one end.
        // It may be known how it goes from there only: log2(n - 1).
        let monotone = match term.to_expr().monotone_in(&n) {
            Monotone::Unknown => term.shift(&n, start).to_expr().monotone_in(&n),
            known => known,
        };
        let last = match (monotone, line.direction) {
            (Monotone::Constant, _) => true,
            (Monotone::NonDecreasing, d) => d == Direction::Upper,
            (Monotone::NonIncreasing, d) => d == Direction::Lower,
            // Left out, where that is on the safe side.
            (Monotone::Unknown, d) => {
                let gained = if d == Direction::Upper { term.neg() } else { term.clone() };
                if !sign::is_nonnegative(&gained.shift(&n, start)) {
                    return None;
                }
                notes.push(format!("{} is left out", term.to_expr()));
                continue;
            }
        };
        let end = if last { term.clone() } else { term.at(&n, start) };
        let steps = Poly::var(&n).sub(&Poly::int(start - 1));
        let weight = if a.is_one() {
            steps
        } else {
            let power = crate::expression::normal::power(&Poly::constant(a.clone()), &steps);
            power.sub(&Poly::one()).scale(&(&a - &Rational::ONE).recip()?)
        };
        bound = bound.add(&end.mul(&weight));
        notes.push(format!("{} is replaced by {}", term.to_expr(), end.to_expr()));
    }
    if notes.is_empty() {
        return None;
    }
    let mut known = vec![line.value(start - 1)?];
    let r = Recurrence { steps: BTreeMap::from([(1, a.clone())]), rest: class };
    let f = linear::solve(&r, &n, start - 1, &mut |m| {
        while (known.len() as i64) <= m - start + 1 {
            let at = start - 1 + known.len() as i64;
            let next = r.rest.at(&n, at).add(&known.last()?.scale(&a));
            known.push(next);
        }
        known.get(usize::try_from(m - start + 1).ok()?).cloned()
    })?;
    Some(Candidate {
        f: f.add(&bound),
        from: start - 1,
        exact: Exactness::Bound,
        proof: Proof::Theorem,
        note: notes.join("; "),
    })
}

/// Polynomials through first values, and the extremal line.
pub(crate) fn template(line: &mut Line) -> Vec<Candidate> {
    let mut result = every_nth(line);
    result.extend(rule_tree::curves(line, 1));
    result.extend(rule_tree::steepest(line));
    result.extend(rule_tree::curves(line, 2));
    result.extend(rule_tree::curves(line, 3));
    result
}

/// Steps of more than one: polynomials through the values a step apart.
fn every_nth(line: &mut Line) -> Vec<Candidate> {
    let step = line.reach();
    let Some((first, _)) = rule_tree::first_values(line, 1).pop().filter(|_| step > 1) else {
        return vec![];
    };
    let mut result = Vec::new();
    for degree in 1..=3 {
        let through: Option<Vec<(i64, Poly)>> =
            (0..=degree).map(|i| first + i * step).map(|m| Some((m, line.case_value(m)??))).collect();
        let Some(f) = through.and_then(|through| rule_tree::interpolate(line, &through)) else { break };
        let note = format!("a curve of degree {degree} through every value {step} on from {first}");
        result.push(Candidate { f, from: first, exact: Exactness::Bound, proof: Proof::ByInduction(0), note });
    }
    result
}
