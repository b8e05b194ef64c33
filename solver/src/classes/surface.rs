//! The class of recurrences in several variables that move in several directions: polynomials guessed from values.
//!
//! In: a function and its alternatives. Out: the polynomial of least degree through its exact values on the region where the
//! recursion applies, for the prover to decide there and everywhere.

use crate::classes::linear::eliminate;
use crate::classes::{Problem, grows};
use crate::expression::poly::Poly;
use crate::proof::check::Values;
use crate::proof::claim::Found;
use crate::system::constraint::Constraint;
use crate::system::equation::{Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, Role};
use crate::{Rational, Var};

/// Values the guess may cost.
pub(crate) const BUDGET: u32 = 3_000;

/// Whether at most three parameters matter, there are no splits, and some sum of parameters falls with every call.
pub(crate) fn is_surface(problem: &Problem<'_>) -> bool {
    let Problem { definition, alternatives, .. } = problem;
    alternatives.iter().all(|a| a.overs.is_empty())
        && relevant(problem).len() <= 3
        && ends(definition, alternatives)
        && recursion_guard(alternatives).is_some()
}

fn relevant(problem: &Problem<'_>) -> Vec<usize> {
    (0..problem.roles.len()).filter(|&i| problem.roles[i] != Role::Irrelevant).collect()
}

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let Problem { definition, direction, alternatives, .. } = problem;
    let relevant = relevant(problem);
    let vars: Vec<Var> = relevant.iter().map(|&i| definition.params[i].clone()).collect();
    let alone = [(&definition.name, *definition)].into_iter().collect();
    let mut values = Values::new(&alone, *direction, BUDGET);
    let inside = recursion_guard(alternatives).ok_or("no recursion")?;
    let mut at = |point: &[i64]| {
        let mut args = vec![1; definition.params.len()];
        relevant.iter().zip(point).for_each(|(&i, x)| args[i] = *x);
        values.value(&definition.name, &args).ok()
    };
    let bases = bases(&vars);
    let fitted = bases.iter().find_map(|basis| Some((basis.len(), fit(basis, &vars, &inside, &mut at)?)));
    let (coefficients, f) = fitted.ok_or("its values are on no polynomial of degree two")?;
    let steps = vec![format!("{coefficients} coefficients from values")];
    let found = Found { exact_where: Some(inside), steps, ..Found::new(f.to_expr(), Guard::always()) };
    match *direction == Direction::Lower && !found.expr.vars().is_empty() && !grows(&found) {
        true => Err("its lower bound would not grow".to_string()),
        false => Ok(found),
    }
}

/// Monomials by degree: constant and linear; with products; with squares.
fn bases(vars: &[Var]) -> Vec<Vec<Poly>> {
    let mut linear = vec![Poly::one()];
    linear.extend(vars.iter().map(Poly::var));
    let mut products = linear.clone();
    for (i, v) in vars.iter().enumerate() {
        products.extend(vars[i + 1..].iter().map(|w| Poly::var(v).mul(&Poly::var(w))));
    }
    let mut squares = products.clone();
    squares.extend(vars.iter().map(|v| Poly::var(v).powu(2)));
    vec![linear, products, squares]
}

/// The common guard of the recursive alternatives.
fn recursion_guard(alternatives: &[Alternative]) -> Option<Guard> {
    let mut recursive = alternatives.iter().filter(|a| a.is_recursive());
    let first = recursive.next()?.guard.clone();
    let in_all = |c: &Constraint| recursive.clone().all(|a| a.guard.constraints().contains(c));
    let shared: Vec<Constraint> = first.constraints().into_iter().filter(in_all).collect();
    let shared = Guard::of(&shared);
    let naturals = region::natural(&Guard::always(), shared.vars().iter());
    Some(shared.without_implied(&naturals))
}

/// Whether some sum of parameters falls with every call and is not negative: then the recursion ends.
fn ends(definition: &Definition, alternatives: &[Alternative]) -> bool {
    let n = definition.params.len();
    (1..1usize << n.min(6)).any(|choice| {
        let chosen = |args: &[Poly]| {
            (0..n.min(6)).filter(|i| choice >> i & 1 == 1).fold(Poly::zero(), |sum, i| sum.add(&args[i]))
        };
        let before = chosen(&definition.params.iter().map(Poly::var).collect::<Vec<_>>());
        alternatives.iter().all(|a| {
            a.calls.iter().all(|c| {
                let falls = before.sub(&chosen(&c.args)).sub(&Poly::one());
                region::is_nonnegative_under(&falls, &a.guard)
                    && region::is_nonnegative_under(&chosen(&c.args), &a.guard)
            })
        })
    })
}

/// Coefficients through as many points of the region as there are basis functions, confirmed at a few more.
pub(crate) fn fit(
    basis: &[Poly],
    vars: &[Var],
    inside: &Guard,
    at: &mut dyn FnMut(&[i64]) -> Option<Rational>,
) -> Option<Poly> {
    let mut points: Vec<Vec<i64>> = vec![vec![]];
    for _ in vars {
        points = points.iter().flat_map(|p| (0..5).map(move |i| [p.as_slice(), &[i]].concat())).collect();
    }
    points.retain(|p| inside.holds(&|v: &Var| vars.iter().position(|w| w == v).map(|i| p[i])) == Some(true));
    points.sort_by_key(|p| p.iter().sum::<i64>());
    let row = |p: &[i64]| -> Option<Vec<Rational>> {
        basis.iter().map(|b| vars.iter().zip(p).fold(b.clone(), |b, (v, x)| b.at(v, *x)).as_constant()).collect()
    };
    // Points are taken as long as their rows stay independent.
    let (mut rows, mut results): (Vec<Vec<Rational>>, Vec<Poly>) = (vec![], vec![]);
    let mut reduced: Vec<Vec<Rational>> = vec![];
    for p in &points {
        let candidate = row(p)?;
        if let Some(r) = reduce(&reduced, candidate.clone()) {
            reduced.push(r);
            rows.push(candidate);
            results.push(Poly::constant(at(p)?));
        }
        if rows.len() == basis.len() {
            break;
        }
    }
    if rows.len() < basis.len() {
        return None;
    }
    let coefficients = eliminate(rows, results)?;
    let f = basis.iter().zip(&coefficients).fold(Poly::zero(), |f, (b, c)| f.add(&b.mul(c)));
    let agrees = points.iter().rev().step_by(points.len() / 8 + 1).all(|p| {
        let claimed = vars.iter().zip(p).fold(f.clone(), |f, (v, x)| f.at(v, *x)).as_constant();
        claimed.is_some() && claimed == at(p)
    });
    agrees.then_some(f)
}

/// The row with the leading columns of earlier ones removed; `None` when nothing is left.
fn reduce(reduced: &[Vec<Rational>], mut row: Vec<Rational>) -> Option<Vec<Rational>> {
    for r in reduced {
        let lead = r.iter().position(|c| !c.is_zero())?;
        if !row[lead].is_zero() {
            let factor = &row[lead] / &r[lead];
            row.iter_mut().zip(r).for_each(|(c, d)| *c = &*c - &(d * &factor));
        }
    }
    row.iter().any(|c| !c.is_zero()).then_some(row)
}
