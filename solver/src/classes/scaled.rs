//! Recursion that is linear in an argument that is multiplied with each call: f(x, y) = f(x - 1, 2*y) + y.
//!
//! In: one recursive alternative and ends, whose calls go from y to a*y + b and from another parameter x as they like, with
//! costs linear in y and conditions that do not mention it. Out: A(x)*y + B(x), where A and B solve the equations that
//! comparing coefficients gives, for the prover to decide.

use crate::classes::{self, Problem};
use crate::expression::poly::Poly;
use crate::proof::claim::{Extent, Found, Support};
use crate::system::equation::{Case, Definition};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, Role};
use crate::{Direction, Expr, FnName, Var};

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let changing = problem.changing();
    let found = changing.into_iter().find_map(|at| linear_in(problem, at));
    found.ok_or_else(|| "it is not linear in an argument that is multiplied".to_string())
}

/// An expression linear in a variable: its coefficient and its constant.
fn split(p: &Poly, y: &Var) -> Option<(Poly, Poly)> {
    let rest = p.at(y, 0);
    let slope = p.at(y, 1).sub(&rest);
    let linear = slope.mul(&Poly::var(y)).add(&rest);
    (linear == *p && !slope.mentions(y)).then_some((slope, rest))
}

/// An expression with sums in place of maxima of natural parts that mention a variable: at least as much.
fn with_sums(p: &Poly, y: &Var, guard: &Guard) -> Option<Poly> {
    let natural = |p: &Poly| region::is_nonnegative_under(p, guard);
    let mut sum = Poly::zero();
    for (mono, factor) in &p.terms {
        let maximum = mono.powers.iter().find_map(|(atom, power)| match atom {
            Expr::Max(parts) if *power == 1 && atom.mentions(y) => Some((atom, parts)),
            _ => None,
        });
        let Some((atom, parts)) = maximum else {
            sum.add_term(mono.clone(), factor);
            continue;
        };
        let mut others = mono.clone();
        others.powers.retain(|(other, _)| other != atom);
        let others = Poly::term(others, factor.clone());
        let parts: Vec<Poly> = parts.iter().map(Poly::of).collect();
        if !natural(&others) || !parts.iter().all(natural) {
            return None;
        }
        sum = parts.iter().fold(sum, |sum, part| sum.add(&others.mul(part)));
    }
    Some(sum)
}

fn linear_in(problem: &Problem<'_>, at: usize) -> Option<Found> {
    let own = problem.definition;
    let y = &own.params[at];
    if problem.roles[at] != Role::Changing || own.domain.mentions(y) && !only_natural(own, y) {
        return None;
    }
    let recursive = || problem.alternatives.iter().filter(|a| a.is_recursive());
    if recursive().count() != 1 || problem.alternatives.iter().any(|a| !a.overs.is_empty() || a.relaxed) {
        return None;
    }
    let params: Vec<Var> = own.params.iter().filter(|param| *param != y).cloned().collect();
    let name = |part: &str| FnName::new(format!("{}#{part}", own.name));
    let call = |part: &str, args: &[Poly]| {
        let others = args.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, arg)| arg.to_expr());
        Expr::call(name(part), others.collect())
    };
    let (mut slopes, mut rests) = (Vec::new(), Vec::new());
    let (mut is_multiplied, mut is_equal) = (true, true);
    for a in &problem.alternatives {
        let guard = without(a, y, own)?;
        let split_up = || {
            is_equal = false;
            split(&with_sums(&a.rest, y, &a.guard).filter(|_| problem.direction == Direction::Upper)?, y)
        };
        let (slope, rest) = split(&a.rest, y).or_else(split_up)?;
        let (mut slope, mut rest) = (slope.to_expr(), rest.to_expr());
        for c in &a.calls {
            let (times, more) = split(&c.args[at], y)?;
            let others = c.args.iter().enumerate().filter(|(i, _)| *i != at);
            let fits = times.as_constant().is_some() && more.as_constant().is_some();
            if !fits || c.coeff.mentions(y) || others.into_iter().any(|(_, arg)| arg.mentions(y)) {
                return None;
            }
            is_multiplied &= more.is_zero() && times.as_constant().is_some_and(|times| !times.is_negative());
            let factor = c.coeff.to_expr();
            slope = slope + factor.clone() * times.to_expr() * call("slope", &c.args);
            rest = rest + factor.clone() * call("rest", &c.args) + factor * more.to_expr() * call("slope", &c.args);
        }
        slopes.push(Case { guard: guard.clone(), rhs: slope.simplify() });
        rests.push(Case { guard, rhs: rest.simplify() });
    }
    let mut domain = own.domain.clone();
    domain.retain(&|form| !form.terms.contains_key(y));
    let definition = |part: &str, cases: Vec<Case>| Definition {
        name: name(part),
        params: params.clone(),
        domain: domain.clone(),
        cases,
    };
    let solved = |definition: &Definition| {
        classes::guess(definition, problem.direction, Extent::Widest { skip: 0 }, &problem.limits).ok()
    };
    let slope = solved(&definition("slope", slopes))?;
    let rests =
        rests.into_iter().map(|case| Case { rhs: put_slope(&case.rhs, &name("slope"), &params, &slope.expr), ..case });
    let rest = solved(&definition("rest", rests.collect()))?;
    let expr = (slope.expr.clone() * Expr::Var(y.clone()) + rest.expr.clone()).simplify();
    let valid = slope.valid.clone().both(&rest.valid);
    let steps = vec![format!("coefficients of {y} and without it, each by itself")];
    let exact_where = (is_equal && slope.exact && rest.exact).then(|| valid.clone());
    // Where y is only multiplied the function is A(x)*y + B(x), and y is natural: bounds of both make one of it.
    let proof = match (slope.proof, rest.proof) {
        (Support::Theorem, Support::Theorem) if is_multiplied => Support::Theorem,
        _ => Support::Prover,
    };
    Some(Found { exact_where, steps, proof, ..Found::new(expr, valid) })
}

/// Whether the domain says no more of a parameter than that it is natural.
fn only_natural(own: &Definition, y: &Var) -> bool {
    own.domain.constraints().iter().all(|c| !c.form().terms.contains_key(y) || c.form().terms.len() == 1)
}

/// The guard of an alternative, if it says no more of a parameter than that it is natural.
fn without(a: &Alternative, y: &Var, own: &Definition) -> Option<crate::Guard> {
    let natural = crate::Guard::at_least(y, 0).both(&own.domain);
    let says = a.guard.without_implied(&natural);
    (!says.mentions(y)).then_some(says)
}

/// With a closed form in place of calls of a function.
fn put_slope(e: &Expr, name: &FnName, params: &[Var], closed: &Expr) -> Expr {
    fn replace(e: &Expr, name: &FnName, params: &[Var], closed: &Expr) -> Expr {
        match e.map_children(&mut |child| replace(child, name, params, closed)) {
            Expr::Call(called, args) if called == *name => {
                closed.subst_all(&params.iter().cloned().zip(args).collect::<Vec<_>>())
            }
            other => other,
        }
    }
    replace(e, name, params, closed).simplify()
}
