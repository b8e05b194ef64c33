//! One function that calls at most itself: which shape it has, and who solves it.
//!
//! In: a definition without other unknown functions. Out: a solution not yet compared at points, or the reason why none
//! was found.

use crate::equation::{Definition, Direction};
use crate::guard::Guard;
use crate::line::{Line, pick};
use crate::poly::Poly;
use crate::region;
use crate::rules::{Candidate, Exactness, LINE_RULES, Proof};
use crate::shape::{self, Alternative, Role};
use crate::solution::remainder;
use crate::{Expr, Monotone, Rational, Var};
use crate::{counted, decouple, planes, surface};

/// Whether a solution may be loose at its first points in exchange for a wider region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// Valid wherever it is a bound; of the rules that find some, that many are left out.
    Widest {
        /// How many.
        skip: usize,
    },
    /// Valid only where it is exact.
    Exact,
    /// Valid wherever it is a bound, which rises.
    Rising,
}

/// A closed form that a class found, not yet proved.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The form, over the parameters.
    pub expr: Expr,
    /// Where it is claimed.
    pub valid: Guard,
    /// Whether it is claimed to equal the function there.
    pub exact: bool,
    /// Where it is claimed to equal the function, if anywhere.
    pub exact_where: Option<Guard>,
    /// Where the induction behind it starts, if that is less than where it is claimed; the widest first.
    pub cores: Vec<Guard>,
    /// The rule that found it.
    pub rule: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    /// Why it may be believed where the prover does not decide it.
    pub proof: Support,
    /// What was done, for the user.
    pub steps: Vec<String>,
}

/// What stands behind a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Support {
    /// The prover alone.
    Prover,
    /// The theorem named in the rule's source, whose conditions the rule has checked.
    Theorem,
}

/// A closed form; `skip` says how many of the rules that find one are left out.
pub(crate) fn solve_function(definition: &Definition, direction: Direction, skip: usize) -> Result<Found, String> {
    let attempt = solve_directed(definition, direction, Extent::Widest { skip });
    if attempt.as_ref().is_ok_and(|s| s.exact) || !has_extremum_of_calls(definition) {
        return attempt;
    }
    // Where never more than one case applies, the function does not depend on the direction of the bound, so that an
    // exact solution found for the other direction serves for this one.
    let other = match direction {
        Direction::Upper => Direction::Lower,
        Direction::Lower => Direction::Upper,
    };
    match solve_directed(definition, other, Extent::Exact) {
        Ok(mut solution) if solution.exact && disjoint(definition) => {
            solution.steps.push("at most one case applies, so the exact value bounds both sides".to_string());
            Ok(solution)
        }
        _ => attempt.or_else(|reason| solve_decoupled(definition, direction).ok_or(reason)),
    }
}

/// With splits made simpler, at the cost of precision.
fn solve_decoupled(definition: &Definition, direction: Direction) -> Option<Found> {
    let bound = |solution: Found, note: &str| Found {
        exact: false,
        exact_where: None,
        proof: Support::Theorem,
        steps: [solution.steps.clone(), vec![note.to_string()]].concat(),
        ..solution
    };
    let paced = if direction == Direction::Upper { decouple::paced(definition) } else { None };
    let of_paced = paced.as_ref().and_then(|paced| solve_directed(paced, direction, Extent::Widest { skip: 0 }).ok());
    if let Some(solution) = of_paced {
        return Some(bound(solution, "maxima inside splits grow at the fastest pace of their parts"));
    }
    let simpler = decouple::decoupled(paced.as_ref().unwrap_or(definition), direction)?;
    let solution = solve_directed(&simpler, direction, Extent::Rising).ok()?;
    let note = "each part of a split at its worst place; the bound rises";
    decouple::bounds(definition, &solution).then(|| bound(solution, note))
}

fn has_extremum_of_calls(definition: &Definition) -> bool {
    let mut found = false;
    let mut look = |e: &Expr| {
        let extremum = matches!(e, Expr::Max(_) | Expr::Min(_) | Expr::MaxOver(_) | Expr::MinOver(_));
        found |= extremum && e.has_call();
    };
    definition.cases.iter().for_each(|c| c.rhs.visit(&mut look));
    found
}

fn disjoint(definition: &Definition) -> bool {
    let cases = &definition.cases;
    cases.iter().enumerate().all(|(i, a)| {
        cases[i + 1..].iter().all(|b| a.rhs == b.rhs || !region::is_possible(&a.guard.clone().both(&b.guard)))
    })
}

fn solve_directed(definition: &Definition, direction: Direction, extent: Extent) -> Result<Found, String> {
    if definition.cases.iter().any(|c| c.rhs.is_infinite()) {
        return Err("a case is infinite".to_string());
    }
    let alternatives = shape::alternatives(definition, direction)?;
    if !alternatives.iter().any(Alternative::is_recursive) {
        return Ok(not_recursive(&alternatives, direction));
    }
    let roles = shape::roles(&definition.params, &alternatives);
    let changing: Vec<usize> = (0..roles.len()).filter(|&i| roles[i] == Role::Changing).collect();
    if changing.is_empty() {
        return Err("no argument that matters changes in the recursive call".to_string());
    }
    let mut reasons = Vec::new();
    if let [index] = changing.as_slice() {
        let line = Line::new(direction, &definition.params[*index], *index, &alternatives);
        match line.and_then(|mut line| solve_line(&mut line, extent)) {
            Ok(solution) => return Ok(solution),
            Err(reason) => reasons.push(reason),
        }
    }
    match planes::solve(&definition.params, &roles, &alternatives, direction, extent) {
        Ok(solution) => return Ok(solution),
        Err(reason) => reasons.push(reason),
    }
    let several = || surface::euclid(definition, &alternatives, direction);
    let counted = || (direction == Direction::Upper).then(|| counted::solve(definition, &alternatives))?;
    let found = surface::solve(definition, &roles, &alternatives, direction).or_else(several).or_else(counted);
    found.ok_or_else(|| reasons.join("; "))
}

/// Without recursion: the one case that bounds all others where they apply, else the extremum of all.
fn not_recursive(alternatives: &[Alternative], direction: Direction) -> Found {
    let bounds_all = |f: &Poly| {
        alternatives.iter().all(|a| {
            let margin = if direction == Direction::Upper { f.sub(&a.rest) } else { a.rest.sub(f) };
            margin.is_zero() || region::is_nonnegative_anywhere_under(&margin, &a.guard)
        })
    };
    let single = alternatives.iter().map(|a| &a.rest).find(|f| bounds_all(f)).cloned();
    let all = || pick(direction, alternatives.iter().map(|a| a.rest.clone()).collect());
    let one = alternatives.len() == 1 && !alternatives[0].relaxed;
    let valid = if one { alternatives[0].guard.clone() } else { Guard::always() };
    Found {
        expr: single.unwrap_or_else(all).to_expr(),
        valid: valid.clone(),
        exact: one,
        exact_where: one.then_some(valid),
        cores: vec![],
        rule: "no recursion",
        source: "definition",
        proof: Support::Prover,
        steps: vec![],
    }
}

/// The first verified candidate of the first rule that has one.
pub(crate) fn solve_line(line: &mut Line, extent: Extent) -> Result<Found, String> {
    let names = line.condense();
    let mut solution = solve_condensed(line, extent)?;
    if !names.is_empty() {
        solution.expr = solution.expr.subst_all(&names).simplify();
    }
    Ok(solution)
}

fn solve_condensed(line: &mut Line, extent: Extent) -> Result<Found, String> {
    let mut skip = if let Extent::Widest { skip } = extent { skip } else { 0 };
    for rule in &LINE_RULES {
        let mut best: Option<(f64, Candidate)> = None;
        for candidate in (rule.apply)(line) {
            if extent == Extent::Rising && !rises(&candidate.f.to_expr(), &line.n, &[(line.n.clone(), candidate.from)])
            {
                continue;
            }
            if let Proof::ByInduction(unrolled) = candidate.proof
                && !line.verify(&candidate.f, candidate.from, unrolled)
            {
                continue;
            }
            let size = size(&candidate) * if line.direction == Direction::Upper { 1.0 } else { -1.0 };
            if best.as_ref().is_none_or(|(least, _)| size < *least) {
                best = Some((size, candidate));
            }
        }
        let Some((_, Candidate { f, from, exact, note, proof })) = best else {
            continue;
        };
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let mut first = from;
        let mut cores = vec![from];
        if let Proof::ByInduction(unrolled) = proof {
            let start = line.induction_start(from, unrolled);
            cores.extend((start > from).then_some(start));
        }
        let is_exact = exact == Exactness::Exact && !line.relaxed;
        let mut exact_from = from;
        while first > line.low
            && line.has_case(first - 1)
            && match extent {
                Extent::Widest { .. } | Extent::Rising => line.holds_at(&f, first - 1),
                Extent::Exact => line.equals_at(&f, first - 1),
            }
        {
            first -= 1;
            if exact_from == first + 1 && line.equals_at(&f, first) {
                exact_from = first;
            }
        }
        let from = |k: i64| Guard::at_least(&line.n, k);
        return Ok(Found {
            expr: f.to_expr(),
            valid: from(first),
            exact: is_exact && exact_from == first,
            exact_where: is_exact.then(|| from(exact_from)),
            cores: cores.into_iter().filter(|&core| core > first).map(from).collect(),
            rule: rule.name,
            source: rule.source,
            proof: if proof == Proof::Theorem { Support::Theorem } else { Support::Prover },
            steps: vec![note],
        });
    }
    Err("it fits no class of the table, and no template could be proved".to_string())
}

/// Whether a bound does not fall in a variable, for values that are not below the numbers given.
pub(crate) fn rises(f: &Expr, v: &Var, least: &[(Var, i64)]) -> bool {
    matches!(f.monotone_from(v, least), Monotone::NonDecreasing | Monotone::Constant)
}

/// How large a bound is, for choosing between bounds: the sum of logarithms at a few points where it is claimed.
fn size(candidate: &Candidate) -> f64 {
    let e = candidate.f.to_expr();
    let at = |x: f64| {
        let value = e.eval_f64(&|_| Some(x));
        if value.is_nan() { 1e9 } else { value.signum() * value.abs().ln_1p() }
    };
    [2.0f64, 5.0, 12.0, 40.0].into_iter().map(|x| at(x.max(candidate.from as f64))).sum()
}

/// The least value of the cases that call nothing, each at the corner of its region.
fn least_end(definitions: &[Definition]) -> Option<Rational> {
    let corner = |c: &crate::Case| {
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
        let values: Vec<(Var, Expr)> = callee.params.iter().cloned().zip(args.iter().cloned()).collect();
        let guards: Vec<Guard> = callee.cases.iter().map(|case| case.guard.clone()).collect();
        let everywhere = region::natural(&Guard::always(), callee.params.iter());
        met &= !args.iter().any(Expr::has_call)
            && remainder(&everywhere, &guards).is_some_and(|parts| {
                parts.iter().all(|part| !region::is_possible(&guard.clone().both(&part.subst_all(&values))))
            });
    });
    met
}

/// Constants that may be below the function, the best first; the prover decides.
pub(crate) fn constants_below(definition: &Definition, reason: &str) -> Vec<Found> {
    let found = |constant: Poly| Found {
        expr: constant.to_expr(),
        valid: Guard::always(),
        exact: false,
        exact_where: None,
        cores: vec![],
        rule: "least case",
        source: "monotone induction",
        proof: Support::Prover,
        steps: vec![format!("only a constant: {reason}")],
    };
    let mut constants: Vec<Poly> =
        least_end(std::slice::from_ref(definition)).map(Poly::constant).into_iter().collect();
    if !constants.contains(&Poly::zero()) {
        constants.push(Poly::zero());
    }
    constants.into_iter().map(found).collect()
}

fn replace_calls(e: &Expr, value: &Expr) -> Expr {
    match e {
        Expr::Call(..) => value.clone(),
        _ => e.map_children(&mut |c| replace_calls(c, value)),
    }
}
