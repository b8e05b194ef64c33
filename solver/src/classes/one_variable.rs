//! The class of recurrences along one variable: the first rule of the table of rules that has a closed form.
//!
//! In: a [`Line`]. Out: the tightest candidate of a rule that passes the line's own check, moved down as far as it holds.

use crate::classes::Problem;
use crate::classes::line::{Line, LineAlt};
use crate::classes::rules::{Candidate, Exactness, LINE_RULES, Proof};
use crate::proof::check::OUT_OF_TIME;
use crate::proof::claim::{Extent, Found, Support};
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::sign;

/// Along the one parameter that changes.
pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let index = problem.changing()[0];
    let mut line =
        Line::new(problem.direction, &problem.definition.params[index], index, &problem.alternatives, problem.limits)?;
    solve_line(&mut line, problem.extent)
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
        if line.limits.expired() {
            return Err(OUT_OF_TIME.to_string());
        }
        let mut best: Option<(f64, Candidate)> = None;
        for candidate in (rule.apply)(line) {
            if extent == Extent::Rising
                && !candidate.f.to_expr().rises_from(&line.n, &[(line.n.clone(), candidate.from)])
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
            proof: if proof == Proof::Theorem && is_whole(line) { Support::Theorem } else { Support::Prover },
            steps: vec![note],
        });
    }
    Err("it fits no class of the table, and no template could be proved".to_string())
}

/// Whether what bounds the line bounds the function: conditions that were dropped may leave points without a case, where
/// a call stands for 0.
fn is_whole(line: &Line) -> bool {
    let is_natural = |a: &LineAlt| sign::is_nonnegative(&a.rest.shift(&line.n, a.lo.unwrap_or(line.low)));
    !line.relaxed || line.direction == Direction::Upper && line.alts.iter().all(is_natural)
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
