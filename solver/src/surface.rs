//! Recurrences in several variables that move in several directions: guessed polynomials, proved by induction.
//!
//! In: a definition and its alternatives. Out: a bound on the region where the recursion applies. Coefficients come from
//! exact values there. Proof: on the guard of every alternative the bound absorbs one application of the equations, and
//! where a call leaves the region it meets the case that applies there. Also the one nonlinear class with a name: the
//! Euclidean algorithm. Source of that: Knuth (1997), section 4.5.3, in its simplest form (two steps halve).

use crate::check::Values;
use crate::equation::{Definition, Direction};
use crate::form::Linear;
use crate::guard::{Constraint, Guard};
use crate::linear::eliminate;
use crate::poly::Poly;
use crate::region;
use crate::shape::{Alternative, RecCall, Role};
use crate::single::{Found, Support};
use crate::{Expr, Rational, Var};

/// Values the guess may cost.
const BUDGET: u32 = 3_000;

pub(crate) fn solve(
    definition: &Definition,
    roles: &[Role],
    alternatives: &[Alternative],
    direction: Direction,
) -> Option<Found> {
    if alternatives.iter().any(|a| !a.overs.is_empty()) {
        return None;
    }
    let relevant: Vec<usize> = (0..roles.len()).filter(|&i| roles[i] != Role::Irrelevant).collect();
    if relevant.len() > 3 || !ends(definition, alternatives) {
        return None;
    }
    let vars: Vec<Var> = relevant.iter().map(|&i| definition.params[i].clone()).collect();
    let alone = [(&definition.name, definition)].into_iter().collect();
    let mut values = Values::new(&alone, direction, BUDGET);
    let inside = recursion_guard(alternatives)?;
    let mut at = |point: &[i64]| {
        let mut args = vec![1; definition.params.len()];
        relevant.iter().zip(point).for_each(|(&i, x)| args[i] = *x);
        values.value(&definition.name, &args).ok()
    };
    for basis in bases(&vars) {
        let Some(f) = fit(&basis, &vars, &inside, &mut at) else {
            continue;
        };
        for region in [Guard::always(), inside.clone()] {
            if verify(definition, alternatives, &f, &region, direction) {
                let exact =
                    region == inside && equals_everywhere(definition, alternatives, &f, &inside, &vars, &mut at);
                let (expr, valid) = match direction {
                    Direction::Upper if !exact && region == inside => everywhere(&f, alternatives),
                    _ => (f.to_expr(), region.clone()),
                };
                return Some(Found {
                    expr,
                    exact_where: exact.then_some(region),
                    cores: vec![],
                    valid,
                    exact,
                    rule: "polynomial template in several variables",
                    source: "guess from values, prove by induction",
                    proof: Support::Prover,
                    steps: vec![format!("{} coefficients from values", basis.len())],
                });
            }
        }
    }
    None
}

/// Outside of the region only cases without calls apply: the greatest of all bounds the function everywhere.
fn everywhere(f: &Poly, alternatives: &[Alternative]) -> (Expr, Guard) {
    let ends = alternatives.iter().filter(|a| !a.is_recursive()).map(|a| a.rest.to_expr());
    let mut all: Vec<Expr> = ends.chain([f.to_expr(), Expr::int(0)]).collect();
    all.dedup();
    (Expr::Max(all).simplify(), Guard::always())
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
fn fit(basis: &[Poly], vars: &[Var], inside: &Guard, at: &mut dyn FnMut(&[i64]) -> Option<Rational>) -> Option<Poly> {
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

fn apply_to(f: &Poly, definition: &Definition, args: &[Poly]) -> Poly {
    let values: Vec<(Var, Expr)> = definition.params.iter().cloned().zip(args.iter().map(Poly::to_expr)).collect();
    Poly::of(&f.to_expr().subst_all(&values))
}

/// The inductive proof on a region.
fn verify(
    definition: &Definition,
    alternatives: &[Alternative],
    f: &Poly,
    region: &Guard,
    direction: Direction,
) -> bool {
    let margin = |f: &Poly, other: &Poly| {
        if direction == Direction::Upper { f.sub(other) } else { other.sub(f) }
    };
    let both = |a: &Guard, b: &Guard| a.clone().both(b);
    alternatives.iter().all(|a| {
        if let [call] = a.calls.as_slice() {
            return verify_call(definition, alternatives, f, (a, call), region, direction);
        }
        let mut applied = a.rest.clone();
        for c in &a.calls {
            applied = applied.add(&apply_to(f, definition, &c.args).mul(&c.coeff));
            if !region::is_nonnegative_under(&c.coeff, &a.guard) {
                return false;
            }
        }
        if !region::is_nonnegative_under(&margin(f, &applied), &both(&a.guard, region)) {
            return false;
        }
        // Where a call leaves the region, the case it meets must be bounded too.
        a.calls.iter().all(|c| {
            let values = values_of(definition, c);
            alternatives.iter().filter(|b| !b.is_recursive()).all(|b| {
                let guard = both(&both(&a.guard, region), &b.guard.subst_all(&values));
                let reached = Poly::of(&b.rest.to_expr().subst_all(&values));
                region::is_nonnegative_under(&margin(&apply_to(f, definition, &c.args), &reached), &guard)
            })
        })
    })
}

/// The inductive step of an alternative with one call: where the call stays inside, and for every case it meets.
fn verify_call(
    definition: &Definition,
    alternatives: &[Alternative],
    f: &Poly,
    (a, call): (&Alternative, &RecCall),
    region: &Guard,
    direction: Direction,
) -> bool {
    let holds = |value: &Poly, guard: Guard| {
        let applied = a.rest.add(&value.mul(&call.coeff));
        let margin = if direction == Direction::Upper { f.sub(&applied) } else { applied.sub(f) };
        region::is_nonnegative_under(&margin, &guard)
    };
    let values = values_of(definition, call);
    let here = |more: Guard| a.guard.clone().both(region).both(&more);
    region::is_nonnegative_under(&call.coeff, &a.guard)
        && holds(&apply_to(f, definition, &call.args), here(region.subst_all(&values)))
        && alternatives.iter().filter(|b| !b.is_recursive()).all(|b| {
            let reached = Poly::of(&b.rest.to_expr().subst_all(&values));
            holds(&reached, here(b.guard.subst_all(&values)))
        })
}

fn values_of(definition: &Definition, call: &RecCall) -> Vec<(Var, Expr)> {
    definition.params.iter().cloned().zip(call.args.iter().map(Poly::to_expr)).collect()
}

/// Given that `f` is a bound on the region: it is the value if an alternative attains it wherever that alternative's call
/// stays inside, and the remaining points are finitely many and agree.
fn equals_everywhere(
    definition: &Definition,
    alternatives: &[Alternative],
    f: &Poly,
    inside: &Guard,
    vars: &[Var],
    at: &mut dyn FnMut(&[i64]) -> Option<Rational>,
) -> bool {
    let mut outside = inside.clone();
    for a in alternatives {
        let [call] = a.calls.as_slice() else { continue };
        let applied = apply_to(f, definition, &call.args).mul(&call.coeff).add(&a.rest);
        if applied != *f || a.guard != *inside {
            continue;
        }
        let left: Vec<Poly> = inside
            .subst_all(&values_of(definition, call))
            .forms()
            .0
            .iter()
            .map(Linear::to_poly)
            .filter(|e| !region::is_nonnegative_under(e, inside))
            .collect();
        if let [e] = left.as_slice() {
            outside = outside.and_nonnegative(&e.neg().sub(&Poly::one()));
        }
    }
    region::branches(&outside).iter().all(|branch| {
        let point: Option<Vec<i64>> = vars.iter().map(|v| region::apply(&Poly::var(v), branch).as_int()).collect();
        point.is_some_and(|p| {
            let claimed = vars.iter().zip(&p).fold(f.clone(), |f, (v, x)| f.at(v, *x)).as_constant();
            claimed.is_some() && claimed == at(&p)
        })
    })
}

/// f(x, y) = c + f(y, x mod y) for y >= 1: two calls halve y, so there are at most 2*floor(log2(y)) + 2.
pub(crate) fn euclid(definition: &Definition, alternatives: &[Alternative], direction: Direction) -> Option<Found> {
    let [x, y] = definition.params.as_slice() else {
        return None;
    };
    if direction == Direction::Lower || alternatives.iter().any(|a| !a.overs.is_empty()) {
        return None;
    }
    let remainder = Poly::of(&Expr::Var(x.clone()).modulo(Expr::Var(y.clone())));
    let positive = |g: &Guard| region::is_nonnegative_under(&Poly::var(y).sub(&Poly::one()), g);
    let (mut step, mut end) = (Rational::ZERO, Rational::ZERO);
    for a in alternatives {
        let cost = a.rest.as_constant().filter(|c| !c.is_negative())?;
        match a.calls.as_slice() {
            [] => end = end.max(cost),
            [c] if c.coeff == Poly::one() && c.args == [Poly::var(y), remainder.clone()] && positive(&a.guard) => {
                step = step.max(cost);
            }
            _ => return None,
        }
    }
    let depth = Expr::Var(y.clone()).log2().floor();
    let calls = Expr::int(2) * depth + Expr::int(2);
    Some(Found {
        expr: (Expr::Num(step) * calls + Expr::Num(end)).simplify(),
        valid: Guard::at_least(y, 1),
        exact: false,
        exact_where: None,
        cores: vec![],
        rule: "Euclidean algorithm",
        source: "Knuth (1997), section 4.5.3",
        proof: Support::Theorem,
        steps: vec!["x mod y < y and y mod (x mod y) < y/2".to_string()],
    })
}
