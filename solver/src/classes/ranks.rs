//! The class of recurrences in several variables that move along straight lines.
//!
//! In: alternatives whose calls add constants to the changing parameters, all in one direction. Out: for every guard that
//! ends the recursion (a ranking: it falls with each call), the line of points a call chain visits, as a [`Line`] in the
//! number of calls left, everything that stays constant along it a symbolic constant; solved by the rule table and put
//! back. With several rankings the first to reach its end decides: where the solutions grow with their rankings that is
//! the least of them. Covers accumulators, counters that go up to a bound, and joint descent. Source: linear ranking
//! functions, Podelski and Rybalchenko (2004); the change of variables is ours.

use crate::classes::line::{Line, pick};
use crate::classes::{Problem, one_variable};
use crate::expression::poly::Poly;
use crate::proof::check::Limits;
use crate::proof::claim::{Extent, Found, Support};
use crate::system::constraint::Constraint;
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, Role};
use crate::{Expr, Rational, Var};

/// One way to count the calls that are left.
struct Ranking {
    /// Positive where the recursion goes on.
    rank: Poly,
    solution: Found,
}

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let Problem { definition, direction, extent, limits, alternatives, roles } = problem;
    let (params, direction, extent) = (&definition.params, *direction, *extent);
    let recursive: Vec<&Alternative> = alternatives.iter().filter(|a| a.is_recursive()).collect();
    let moves = moves(params, roles, &recursive)?;
    let ranks = ranks(&recursive, params, &moves);
    if ranks.is_empty() {
        return Err("no guard falls with every recursive call".to_string());
    }
    let mut found = Vec::new();
    for rank in &ranks {
        let line_alternatives = along(alternatives, rank, &ranks);
        found.push(Ranking {
            rank: rank.clone(),
            solution: solve_along(params, line_alternatives, rank, &moves, (direction, extent), *limits)?,
        });
    }
    combine(found, direction)
}

/// By how much each call moves each parameter.
fn moves(params: &[Var], roles: &[Role], recursive: &[&Alternative]) -> Result<Vec<Vec<i64>>, String> {
    let mut moves = Vec::new();
    for a in recursive {
        if !a.overs.is_empty() {
            return Err("a split in several changing arguments".to_string());
        }
        for call in &a.calls {
            let step = |i: usize| match roles[i] {
                Role::Irrelevant => Some(0),
                _ => call.args[i].sub(&Poly::var(&params[i])).as_int(),
            };
            let steps: Option<Vec<i64>> = (0..params.len()).map(step).collect();
            moves.push(steps.ok_or("an argument changes by more than a constant")?);
        }
    }
    Ok(moves)
}

/// `e >= 0` forms of a guard's inequalities.
fn inequalities(guard: &Guard) -> Vec<Poly> {
    let forms = guard.constraints().into_iter().filter_map(|c| match c {
        Constraint::AtLeast(form) => Some(form.to_poly()),
        Constraint::Distinct(form) => {
            let form = form.to_poly();
            form.as_var().is_some().then(|| form.sub(&Poly::one()))
        }
        Constraint::Zero(_) => None,
    });
    forms.collect()
}

/// Guards shared by all recursive alternatives that fall with every call, as ranks: at least 1 where they hold.
fn ranks(recursive: &[&Alternative], params: &[Var], moves: &[Vec<i64>]) -> Vec<Poly> {
    let Some((first, others)) = recursive.split_first() else {
        return vec![];
    };
    let mut ranks: Vec<Poly> = Vec::new();
    for e in inequalities(&first.guard) {
        let shared = others.iter().all(|a| inequalities(&a.guard).contains(&e));
        let falls = moves.iter().all(|step| fall(&e, params, step).is_some_and(|d| d >= 1));
        let rank = e.add(&Poly::one());
        if shared && falls && !ranks.contains(&rank) {
            ranks.push(rank);
        }
    }
    ranks
}

/// By how much `e` falls along a move.
fn fall(e: &Poly, params: &[Var], step: &[i64]) -> Option<i64> {
    let mut moved = e.clone();
    for (v, d) in params.iter().zip(step) {
        moved = moved.shift(v, *d);
    }
    e.sub(&moved).as_int()
}

/// The alternatives in the interior, and at the end of this ranking.
fn along(alternatives: &[Alternative], rank: &Poly, ranks: &[Poly]) -> Vec<Alternative> {
    let inside_all = |guard: Guard| ranks.iter().fold(guard, |g, r| g.and_nonnegative(&r.sub(&Poly::one())));
    let (one, zero) =
        (Guard::always().and_nonnegative(&rank.sub(&Poly::one())), Guard::always().and_nonnegative(&rank.neg()));
    let mut result = Vec::new();
    for a in alternatives {
        let interior = inside_all(a.guard.clone());
        let inside = region::is_possible(&interior);
        let at_end = !a.is_recursive() && region::is_possible(&a.guard.clone().both(&zero));
        let guard = match (inside, at_end) {
            (true, true) => Guard::always(),
            (true, false) => one.clone(),
            (false, true) => zero.clone(),
            // Ends another ranking first.
            (false, false) => continue,
        };
        // Where the guard says more than that, the line has more cases than the function.
        let place = match (inside, at_end) {
            (true, false) => inside_all(Guard::always()),
            (false, true) => ranks.iter().filter(|r| *r != rank).fold(zero.clone(), Guard::and_nonnegative),
            _ => Guard::always(),
        };
        let relaxed = a.relaxed || !region::follows_all(&a.guard, &place);
        result.push(Alternative { guard, relaxed, ..a.clone() });
    }
    // An end that applies less often than assumed changes nothing beside one that always applies and says the same.
    let sure: Vec<Alternative> = result.iter().filter(|a| !a.relaxed).cloned().collect();
    let doubled = |a: &Alternative| {
        let same = |b: &Alternative| b.guard == a.guard && b.rest == a.rest && b.calls == a.calls;
        a.relaxed && sure.iter().any(same)
    };
    result.retain(|a| !doubled(a));
    result
}

/// Changes variables to the rank and what is constant along the moves, solves the line, and changes back.
fn solve_along(
    params: &[Var],
    alternatives: Vec<Alternative>,
    rank: &Poly,
    moves: &[Vec<i64>],
    (direction, extent): (Direction, Extent),
    limits: Limits,
) -> Result<Found, String> {
    let falls: Vec<i64> = moves.iter().filter_map(|s| fall(rank, params, s)).collect();
    // Parameter i moves by -slope[i] per unit of rank, the same for all calls.
    let mut slopes = Vec::new();
    for i in 0..params.len() {
        let slope = |(step, d): (&Vec<i64>, &i64)| Rational::ratio(-step[i], *d);
        let each: Vec<Rational> = moves.iter().zip(&falls).filter_map(slope).collect();
        let Some(first) = each.first().filter(|s| s.is_integer() && each.iter().all(|t| t == *s)) else {
            return Err("the calls move in different directions".to_string());
        };
        slopes.push(first.clone());
    }
    let m = (0..).map(|k| Var::new(format!("m{k}"))).find(|v| !params.contains(v)).expect("there are enough names");
    let steps = Poly::var(&m);
    // One changing parameter is given by the rank, the others by their constant part: p = z + slope*m.
    let chosen = region::linear_vars(rank)
        .into_iter()
        .filter(|(_, c)| c.abs().is_one())
        .find(|(v, _)| params.iter().zip(&slopes).any(|(p, s)| p == v && !s.is_zero()));
    let Some((chosen, c)) = chosen else {
        return Err(format!("the guard on {} cannot be inverted", rank.to_expr()));
    };
    let mut values: Vec<(Var, Poly)> = Vec::new();
    for (p, slope) in params.iter().zip(&slopes) {
        if *p != chosen && !slope.is_zero() {
            values.push((p.clone(), Poly::var(p).add(&steps.scale(slope))));
        }
    }
    // rank = c*chosen + rest, so chosen = (m - rest)/c, with the others in terms of m.
    let rest = rank.sub(&Poly::var(&chosen).scale(&c));
    let rest = values.iter().fold(rest, |r, (v, value)| r.subst(v, value));
    values.push((chosen.clone(), steps.sub(&rest).scale(&c)));
    let change = |p: &Poly| values.iter().fold(p.clone(), |p, (v, value)| p.subst(v, value));
    let mut line_alternatives = Vec::new();
    for a in alternatives {
        let (at_least, distinct) = a.guard.forms();
        debug_assert!(distinct.is_empty(), "the guards of `along` are about ranks");
        let guard =
            at_least.iter().fold(Guard::always(), |guard, form| guard.and_nonnegative(&change(&form.to_poly())));
        let mut calls = Vec::new();
        for call in &a.calls {
            let step = params.iter().zip(&call.args).fold(rank.clone(), |r, (v, _)| r.subst(v, &Poly::var(v)));
            let moved: Vec<i64> =
                params.iter().zip(&call.args).map(|(v, arg)| arg.sub(&Poly::var(v)).as_int().unwrap_or(0)).collect();
            let d = fall(&step, params, &moved).ok_or("the rank changes by more than a constant")?;
            calls.push(crate::system::shape::RecCall {
                args: vec![steps.sub(&Poly::int(d))],
                coeff: change(&call.coeff),
            });
        }
        line_alternatives.push(Alternative { guard, calls, rest: change(&a.rest), ..a });
    }
    let mut line = Line::new(direction, &m, 0, &line_alternatives, limits)?;
    line.relaxed = line_alternatives.iter().any(|a| a.relaxed);
    let mut solution = one_variable::solve_line(&mut line, extent)?;
    let f = Poly::of(&solution.expr);
    // Back: the constants first, z = p - slope*m, then m itself.
    let mut back = f;
    for (p, slope) in params.iter().zip(&slopes) {
        if *p != chosen && !slope.is_zero() {
            back = back.subst(p, &Poly::var(p).sub(&steps.scale(slope)));
        }
    }
    solution.expr = back.subst(&m, rank).to_expr();
    let back_to_rank = [(m, rank.to_expr())];
    solution.valid = solution.valid.subst_all(&back_to_rank);
    solution.exact_where = solution.exact_where.map(|g| g.subst_all(&back_to_rank));
    solution.cores.iter_mut().for_each(|g| *g = g.subst_all(&back_to_rank));
    solution.steps.insert(0, format!("along {}, which falls with every call", rank.to_expr()));
    Ok(solution)
}

/// The solution of the ranking that ends first.
fn combine(mut found: Vec<Ranking>, direction: Direction) -> Result<Found, String> {
    if found.len() == 1 {
        return Ok(found.swap_remove(0).solution);
    }
    let fs: Vec<Poly> = found.iter().map(|r| Poly::of(&r.solution.expr)).collect();
    let all_exact = found.iter().all(|r| r.solution.exact);
    let exprs = |fs: &[Poly]| fs.iter().map(Poly::to_expr).collect::<Vec<Expr>>();
    let level = level_at_ties(&found, &fs, direction);
    let (expr, exact) = if grows(&found, &fs, 1) {
        (Expr::Min(exprs(&fs)).simplify(), all_exact)
    } else if grows(&found, &fs, -1) {
        (Expr::Max(exprs(&fs)).simplify(), all_exact)
    } else if level.as_ref().is_some_and(|fs| grows(&found, fs, 1)) {
        (Expr::Min(exprs(&level.unwrap_or_default())).simplify(), false)
    } else {
        (pick(direction, fs.clone()).to_expr(), false)
    };
    let mut valid = Guard::always();
    let mut steps = Vec::new();
    for r in &found {
        valid = valid.both(&r.solution.valid);
        steps.extend(r.solution.steps.iter().cloned());
    }
    steps.push("the guard that ends first decides".to_string());
    let first = found.swap_remove(0).solution;
    // A theorem about each line by itself says nothing of how they are put together, nor of points where several end.
    let proof = Support::Prover;
    Ok(Found { expr, exact_where: exact.then(|| valid.clone()), valid, exact, proof, steps, ..first })
}

/// Whether solutions are ordered as their rankings (sign 1) or the other way round (sign -1), ties included.
fn grows(found: &[Ranking], fs: &[Poly], sign: i64) -> bool {
    (0..fs.len()).all(|i| {
        (0..fs.len()).all(|j| {
            let later = Guard::always().and_nonnegative(&found[i].rank.sub(&found[j].rank));
            let difference = fs[i].sub(&fs[j]).scale(&Rational::from(sign));
            i == j || region::is_nonnegative_under(&difference, &later)
        })
    })
}

/// The solutions moved by constants, outwards, so that they agree where their rankings do.
fn level_at_ties(found: &[Ranking], fs: &[Poly], direction: Direction) -> Option<Vec<Poly>> {
    let mut level = Vec::new();
    for (i, f) in fs.iter().enumerate() {
        let mut shift = Rational::ZERO;
        for (j, other) in fs.iter().enumerate() {
            let tie = Guard::always().and_zero(&found[i].rank.sub(&found[j].rank));
            for branch in region::branches(&tie) {
                let above = region::apply(&other.sub(f), &branch).as_constant()?;
                shift = match direction {
                    Direction::Upper => shift.max(above),
                    Direction::Lower => shift.min(above),
                };
            }
        }
        level.push(f.add(&Poly::constant(shift)));
    }
    Some(level)
}
