//! Lower bounds with one step more: what a case adds to a lower bound of what it calls is one, too.
//!
//! In: one function that has a case for every size, and a lower bound of it. Out: the same with `g(x) + L(x/2)` in place of
//! L(x), where that grows faster: of f(x) = f(x/2) + g(x) the classes may know what all steps add of a g that is simple, while
//! most of what they add is added by the first.

use crate::Expr;
use crate::enclosed::calls;
use crate::expression::poly::Poly;
use crate::proof::rises::{Values, rises_with_calls};
use crate::system::equation::{Case, Definition};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::sign;
use crate::system::solution::{Exactness, Piece, Solution, Value};
use crate::transforms::naturals::holds_for;
use std::cmp::Ordering;

/// The lower bound with a step unfolded where that is more.
pub(crate) fn step_more(definition: &Definition, known: &Solution) -> Option<Solution> {
    let domain = region::natural(&definition.domain, definition.params.iter());
    let guards: Vec<Guard> = definition.cases.iter().map(|case| case.guard.clone()).collect();
    let nowhere = domain.without(&guards)?;
    if known.is_exact() || nowhere.iter().any(region::is_possible) {
        return None;
    }
    let mut pieces = Vec::new();
    for piece in &known.pieces {
        let more: Vec<Piece> =
            definition.cases.iter().filter_map(|case| unfolded(definition, &domain, known, piece, case)).collect();
        let regions: Vec<Guard> = more.iter().map(|piece| piece.region.clone()).collect();
        let left = piece.region.without(&regions)?;
        let left = left.into_iter().filter(|part| region::is_possible(&domain.clone().both(part)));
        pieces.extend(more);
        pieces.extend(left.map(|region| Piece { region, ..piece.clone() }));
    }
    if pieces == known.pieces {
        return None;
    }
    let steps = [known.steps.clone(), vec!["and what one step adds to it".to_string()]].concat();
    Some(Solution { pieces, steps, ..known.clone() }.merged(&domain))
}

/// A piece where one case alone applies, with that unfolded, if it grows faster.
fn unfolded(definition: &Definition, domain: &Guard, known: &Solution, piece: &Piece, case: &Case) -> Option<Piece> {
    let (form, region) = (piece.closed()?, piece.region.clone().both(&case.guard));
    let here = domain.clone().both(&region);
    let is_other = |other: &&Case| *other != case && region::is_possible(&here.clone().both(&other.guard));
    let made = calls(&case.rhs, definition);
    let is_alone = region::is_possible(&here) && !definition.cases.iter().any(|other| is_other(&other));
    if made.is_empty() || !is_alone || rises_with_calls(&case.rhs, &here, Values::Any).is_err() {
        return None;
    }
    let mut sum = Poly::of(&case.rhs);
    for call in made {
        let Expr::Call(_, args) = &call else { return None };
        let covers = |piece: &&Piece| piece.closed().is_some() && holds_for(&piece.region, definition, args, &here);
        let below = known.pieces.iter().find(covers)?.closed()?.subst_all(&definition.at(args));
        sum = sign::replace(&sum, &call, &Poly::of(&below));
    }
    let sum = sum.to_expr().simplify();
    let grows = !sum.vars().is_empty() && sum.compare_growth(form, None) == Ordering::Greater;
    let value = Value::Closed { expr: sum.clone(), exactness: Exactness::Bound };
    (grows && !sum.has_call()).then_some(Piece { region, value })
}
