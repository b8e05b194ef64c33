//! Constants: the greatest end as an upper bound of what adds nothing on its way there; for lower bounds, as a last
//! resort, the greatest constant below every case.

use crate::classes::Problem;
use crate::classes::potential::shared_guard;
use crate::expression::poly::Poly;
use crate::proof::claim::{Extent, Found};
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{self, Alternative, RecCall};
use crate::{Expr, Rational, Var};

/// The greatest of the ends, where no other case gives more if its calls give that.
pub(crate) fn greatest_end(problem: &Problem<'_>) -> Result<Found, String> {
    let (recursive, ends): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let greatest_of = |ends: &[&Alternative]| {
        let values: Option<Vec<Rational>> = ends.iter().map(|a| a.rest.as_constant()).collect();
        values.and_then(|values| values.into_iter().max()).filter(|greatest| !greatest.is_negative())
    };
    let mut greatest = greatest_of(&ends).ok_or("its ends are not constant")?;
    let mut valid = Guard::always();
    if problem.extent == (Extent::Widest { skip: 0 }) {
        // An end that no call comes to stands for itself.
        let domain = region::natural(&problem.definition.domain, problem.definition.params.iter());
        let own = shared_guard(&domain, &recursive);
        let met: Vec<&Alternative> = ends.iter().copied().filter(|end| is_met(end, &recursive, problem)).collect();
        if let Some(less) = greatest_of(&met).filter(|of| *of < greatest && !own.is_always()) {
            (greatest, valid) = (less, own);
        }
    }
    let keeps = |a: &&Alternative| {
        let splits = a.overs.iter().map(|o| (&o.calls, &o.rest));
        let parts = splits.chain([(&a.calls, &a.rest)]);
        let sum = parts.fold(Poly::zero(), |sum, (calls, rest)| {
            calls.iter().fold(sum.add(rest), |sum, call| sum.add(&call.coeff.scale(&greatest)))
        });
        sum.as_constant().is_some_and(|sum| sum <= greatest)
    };
    match recursive.iter().all(keeps) {
        true => Ok(Found::new(Expr::Num(greatest), valid)),
        false => Err("it may be above its greatest end".to_string()),
    }
}

/// Whether a call of a case may be where an end is.
fn is_met(end: &Alternative, recursive: &[&Alternative], problem: &Problem<'_>) -> bool {
    recursive.iter().any(|a| {
        let calls = a.calls.iter().chain(a.overs.iter().flat_map(|over| &over.calls));
        let args = |call: &RecCall| call.args.iter().map(Poly::to_expr).collect::<Vec<Expr>>();
        let there = |call: &RecCall| end.guard.subst_all(&problem.definition.at(&args(call)));
        calls.map(there).any(|guard| region::is_possible(&a.guard.clone().both(&guard)))
    })
}

/// The least value of the cases that call nothing, each at the corner of its region.
fn least_end(definitions: &[Definition]) -> Option<Rational> {
    let corner = |c: &Case| {
        let p = Poly::of(&c.rhs);
        let parts = region::branches(&c.guard);
        let at_corner = |branch: &region::Branch| {
            let free = region::apply(&p, branch);
            let vars = free.to_expr().vars();
            vars.iter().fold(free, |p, v| p.at(v, 0)).as_constant()
        };
        parts.iter().map(at_corner).collect::<Option<Vec<_>>>().and_then(|vs| vs.into_iter().min())
    };
    let ends = definitions.iter().flat_map(|definition| &definition.cases).filter(|c| !c.rhs.has_call());
    ends.filter_map(corner).min()
}

/// The best constant below every case of functions that call no others, when there is one that is not negative.
pub(crate) fn constant_below(definitions: &[Definition]) -> Option<Poly> {
    let unknown = Var::new("_value");
    let cases = || definitions.iter().flat_map(|definition| &definition.cases);
    let least = least_end(definitions);
    let holds = |m: &Poly| {
        cases().all(|c| {
            let value = m.add(&Poly::var(&unknown)).to_expr();
            let applied = Poly::of(&replace_calls(&c.rhs, &value));
            !c.rhs.is_infinite() && region::is_nonnegative_under(&applied.sub(m), &c.guard)
        })
    };
    // A call where no case applies stands for 0, which is not below a greater constant.
    let met = || cases().all(|c| meets_cases(&c.rhs, &c.guard, definitions));
    let candidates = least.into_iter().filter(|m| !m.is_positive() || met()).map(Poly::constant).chain([Poly::zero()]);
    candidates.into_iter().find(|m| holds(m))
}

/// Whether every call of a value is where some case of the function called applies.
fn meets_cases(rhs: &Expr, guard: &Guard, definitions: &[Definition]) -> bool {
    let mut met = true;
    rhs.visit(&mut |e| {
        let Expr::Call(name, args) = e else { return };
        let Some(callee) = definitions.iter().find(|d| d.name == *name) else {
            met = false;
            return;
        };
        let values = callee.at(args);
        let guards: Vec<Guard> = callee.cases.iter().map(|case| case.guard.clone()).collect();
        let everywhere = region::natural(&Guard::always(), callee.params.iter());
        met &= !args.iter().any(Expr::has_call)
            && everywhere.without(&guards).is_some_and(|parts| {
                parts.iter().all(|part| !region::is_possible(&guard.clone().both(&part.subst_all(&values))))
            });
    });
    met
}

/// Constants that may be below the function, the best first; the prover decides.
pub(crate) fn constants_below(definition: &Definition, reason: &str) -> Vec<Found> {
    let found = |constant: Poly| Found {
        rule: "least case",
        source: "monotone induction",
        steps: vec![format!("only a constant: {reason}")],
        ..Found::new(constant.to_expr(), Guard::always())
    };
    let mut constants: Vec<Poly> =
        least_end(std::slice::from_ref(definition)).map(Poly::constant).into_iter().collect();
    if !constants.contains(&Poly::zero()) {
        constants.push(Poly::zero());
    }
    constants.into_iter().map(found).collect()
}

/// What a step costs besides its calls, where there is one form of it that grows; the prover decides.
pub(crate) fn one_step_below(definition: &Definition, reason: &str) -> Option<Found> {
    let alternatives = shape::alternatives(definition, Direction::Lower).ok()?;
    let recursive: Vec<&Alternative> = alternatives.iter().filter(|a| a.is_recursive()).collect();
    let rest = &recursive.first()?.rest;
    if rest.as_constant().is_some() || !recursive.iter().all(|a| a.overs.is_empty() && a.rest == *rest) {
        return None;
    }
    let domain = region::natural(&definition.domain, definition.params.iter());
    let valid = shared_guard(&domain, &recursive);
    let steps = vec![format!("only what one step costs: {reason}")];
    let (rule, source) = ("one step", "monotone induction");
    Some(Found { rule, source, steps, ..Found::new(rest.to_expr(), valid) })
}

fn replace_calls(e: &Expr, value: &Expr) -> Expr {
    match e {
        Expr::Call(..) => value.clone(),
        _ => e.map_children(&mut |c| replace_calls(c, value)),
    }
}
