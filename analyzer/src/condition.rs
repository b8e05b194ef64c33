//! Piecewise solutions under conditions on sizes: which piece counts, one expression for all of them, and what a condition
//! settles in an expression.

use solver::{Constraint, Direction, Exactness, Expr, Guard, Linear, Piece, Rational, Solution, Value, Var};

/// A variable of a form and the value next to its own for which the form is zero or more.
fn moved_inside(form: &Linear) -> Option<(Var, Expr)> {
    let (var, &sign) = form.terms.iter().filter(|(_, c)| c.abs() == 1).max_by_key(|(_, c)| **c)?;
    let limit = form.plus(&Linear::var(var), -sign)?.plus(&Linear::constant(0), 1)?;
    let limit = Linear::constant(0).plus(&limit, -sign)?.to_expr();
    let own = Expr::Var(var.clone());
    Some((var.clone(), if sign == 1 { own.max(limit) } else { own.min(limit) }))
}

/// The expression of a piece, with sizes outside of its region moved to its border.
fn moved(piece: &Piece, meant: &Guard) -> Option<Expr> {
    let mut expr = piece.closed()?.clone();
    for constraint in piece.region.constraints() {
        let form = constraint.form();
        if meant.implies_all(&Guard::of(std::slice::from_ref(&constraint))) || !mentions_any(&expr, form) {
            continue;
        }
        match &constraint {
            Constraint::AtLeast(form) => {
                let (var, value) = moved_inside(form)?;
                expr = expr.subst(&var, &value);
            }
            Constraint::Zero(form) => {
                let (var, &sign) = form.terms.iter().find(|(_, c)| c.abs() == 1)?;
                let value = form.plus(&Linear::var(var), -sign)?;
                expr = expr.subst(var, &Linear::constant(0).plus(&value, -sign)?.to_expr());
            }
            Constraint::Distinct(_) => {}
        }
    }
    Some(expr.simplify())
}

/// Whether an expression may have no value for some sizes: it divides by, or has the logarithm of, what may be negative, or
/// the remainder by what may be below 1.
fn may_have_no_value(expr: &Expr, meant: &Guard) -> bool {
    let mut chosen = Vec::new();
    expr.visit(&mut |e| chosen.extend(e.range().map(|binder| binder.var.clone())));
    let natural = |var: &Var| chosen.contains(var) || meant.implies(&Linear::var(var));
    let mut found = false;
    expr.visit(&mut |e| {
        let of = match e {
            Expr::Log2(of) => of,
            Expr::Mod(_, divisor) => {
                found |= !meant.ensures(&((**divisor).clone() - Expr::int(1)).simplify());
                return;
            }
            Expr::Pow(base, exponent) if exponent.as_num().is_some_and(Rational::is_negative) => base,
            _ => return,
        };
        // A factorial is no less than 1.
        found |= !matches!(**of, Expr::Fact(_)) && !of.vars().iter().all(natural);
    });
    found
}

fn mentions_any(expr: &Expr, form: &Linear) -> bool {
    form.terms.keys().any(|var| expr.mentions(var))
}

/// One expression that bounds wherever a solution says something, if it is known in all of the sizes that are meant.
pub fn total(solution: &Solution, meant: &Guard, direction: Direction) -> Option<Expr> {
    let pieces: Vec<&Piece> = solution.within(meant).collect();
    let settled = |expr: Expr| under(&expr, meant).simplify();
    let first = pieces.first()?;
    if pieces.len() == 1 && meant.implies_all(&first.region) {
        return first.closed().filter(|expr| !expr.is_infinite()).cloned().map(settled);
    }
    let beyond = |a: &Expr, b: &Expr| match direction {
        Direction::Upper => a.clone() - b.clone(),
        Direction::Lower => b.clone() - a.clone(),
    };
    // Outside of its piece an expression may say what it likes: it is moved there only where that is no worse.
    let closest = |piece: &&Piece| {
        let moved = moved(piece, meant)?;
        let own = piece.closed().filter(|own| !own.is_infinite() && !may_have_no_value(own, meant));
        let own = own.filter(|own| meant.ensures(&beyond(&moved, own).simplify()));
        Some(own.cloned().unwrap_or(moved))
    };
    let exprs = pieces.iter().map(closest).collect::<Option<Vec<Expr>>>()?;
    if exprs.iter().any(|expr| expr.is_infinite() || may_have_no_value(expr, meant)) {
        return None;
    }
    // One that bounds all others where these hold is better than the worst of all.
    let bounds_all = |expr: &&Expr| {
        pieces.iter().all(|piece| {
            let here = meant.clone().both(&piece.region);
            piece.closed().is_some_and(|own| own == *expr || here.ensures(&beyond(expr, own).simplify()))
        })
    };
    if let Some(expr) = exprs.iter().find(bounds_all) {
        return Some(settled(expr.clone()));
    }
    Some(settled(match direction {
        Direction::Upper => Expr::Max(exprs),
        Direction::Lower => Expr::Min(exprs),
    }))
}

/// The pieces of a solution where those of another are known; where that is unknown nothing is known, for the reason given,
/// also where no piece of the solution is.
pub fn within(solution: &Solution, other: &Solution, reason: &str) -> Solution {
    let mut pieces = Vec::new();
    for known in &other.pieces {
        if known.closed().is_none() {
            pieces.push(Piece { region: known.region.clone(), value: Value::Unknown(reason.to_string()) });
            continue;
        }
        let both = |piece: &Piece| Piece { region: piece.region.clone().both(&known.region), ..piece.clone() };
        pieces.extend(solution.pieces.iter().map(both).filter(|piece| piece.region.possible()));
    }
    Solution { pieces, ..solution.clone() }
}

/// Every closed form with what a condition settles in it, and regions without what the condition says anyway.
pub fn settle(solution: &mut Solution, meant: &Guard) {
    solution.pieces.retain(|piece| meant.clone().both(&piece.region).possible());
    for piece in &mut solution.pieces {
        if let Value::Closed { expr, .. } = &mut piece.value {
            let here = meant.clone().both(&piece.region);
            *expr = under(&expr.subst_all(&here.pinned()), &here).simplify();
        }
        piece.region = piece.region.without_implied(meant);
    }
}

/// Bounds of what is a whole number: those that are numbers are whole as well.
pub fn whole_numbers(solution: &mut Solution, direction: Direction) {
    for piece in &mut solution.pieces {
        if let Value::Closed { expr, exactness } = &mut piece.value
            && expr.as_num().is_none_or(|number| !number.is_integer())
            && expr.vars().is_empty()
            && let Ok(number) = match direction {
                Direction::Upper => expr.eval_upper(&|_| None).map(|number| number.floor()),
                Direction::Lower => expr.eval_lower(&|_| None).map(|number| number.ceil()),
            }
        {
            (*expr, *exactness) = (Expr::num(number), Exactness::Bound);
        }
    }
}

/// A cost is never negative: lower bounds are cut off at zero, where it is not seen that they are above.
pub fn natural(solution: &mut Solution, meant: &Guard) {
    for piece in &mut solution.pieces {
        if let Value::Closed { expr, exactness } = &mut piece.value
            && let Some(cut) = cut_off(expr, &meant.clone().both(&piece.region))
        {
            (*expr, *exactness) = (cut, Exactness::Bound);
        }
    }
}

/// The expression cut off at zero; nothing where a condition keeps it above.
pub fn cut_off(expr: &Expr, here: &Guard) -> Option<Expr> {
    (!here.ensures(expr)).then(|| expr.clone().max(Expr::int(0)).simplify())
}

/// The expression where a condition holds: least and greatest of linear forms that it puts in order are settled.
pub fn under(expr: &Expr, guard: &Guard) -> Expr {
    let mapped = expr.map_children(&mut |child| under(child, guard));
    let (Expr::Min(args) | Expr::Max(args)) = &mapped else { return mapped };
    let least = matches!(mapped, Expr::Min(_));
    let forms: Vec<Option<Linear>> = args.iter().map(Linear::of).collect();
    let is_rounded = |expr: &Expr| matches!(expr, Expr::Floor(_) | Expr::Ceil(_));
    let rounds = |expr: &Expr| {
        let mut found = false;
        expr.visit(&mut |part| found |= is_rounded(part));
        found && !expr.has_call()
    };
    let beats = |a: usize, b: usize| {
        let (a, b) = if least { (b, a) } else { (a, b) };
        match (&forms[a], &forms[b]) {
            (Some(a), Some(b)) => a.plus(b, -1).is_some_and(|gap| guard.implies(&gap)),
            // A half rounded down is no more than the rest.
            _ if rounds(&args[a]) && rounds(&args[b]) => guard.ensures(&(args[a].clone() - args[b].clone()).simplify()),
            _ => false,
        }
    };
    let mut kept: Vec<usize> = (0..args.len()).collect();
    for at in 0..args.len() {
        if kept.iter().any(|&other| other != at && beats(other, at)) {
            kept.retain(|&other| other != at);
        }
    }
    match kept.as_slice() {
        [only] => args[*only].clone(),
        _ => {
            let args = kept.into_iter().map(|at| args[at].clone()).collect();
            if least { Expr::Min(args) } else { Expr::Max(args) }
        }
    }
}
