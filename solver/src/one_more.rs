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
use crate::system::solution::{Exactness, Piece, Solution, Value, outside};
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
    let unfolded = |piece| definition.cases.iter().filter_map(move |case| unfolded(definition, known, piece, case));
    let more: Vec<Piece> = known.pieces.iter().flat_map(unfolded).collect();
    if more.is_empty() {
        return None;
    }
    let regions: Vec<Guard> = more.iter().map(|piece| piece.region.clone()).collect();
    let pieces = [more, outside(&known.pieces, &regions, &domain)?].concat();
    let steps = [known.steps.clone(), vec!["and what one step adds to it".to_string()]].concat();
    Some(Solution { pieces, steps, ..known.clone() }.merged(&domain))
}

/// A piece where one case alone applies, with that unfolded, if it grows faster.
fn unfolded(definition: &Definition, known: &Solution, piece: &Piece, case: &Case) -> Option<Piece> {
    let (form, region) = (piece.closed()?, piece.region.clone().both(&case.guard));
    let domain = region::natural(&definition.domain, definition.params.iter());
    let here = domain.clone().both(&region);
    let mut others = definition.cases.iter().filter(|other| *other != case);
    let is_alone = !others.any(|other| region::is_possible(&here.clone().both(&other.guard)));
    let made = calls(&case.rhs, definition);
    let rises = || rises_with_calls(&case.rhs, &here, Values::Any).is_ok();
    if made.is_empty() || !is_alone || !region::is_possible(&here) || !rises() {
        return None;
    }
    let mut sum = Poly::of(&case.rhs);
    for call in made {
        let Expr::Call(_, args) = &call else { return None };
        let holds = |condition: &Guard| holds_for(condition, definition, args, &here);
        // What is called outside of the domain stands for 0.
        if !holds(&domain) {
            return None;
        }
        let covering = known.pieces.iter().find(|piece| piece.closed().is_some() && holds(&piece.region))?;
        let below = covering.closed()?.subst_all(&definition.at(args));
        sum = sign::replace(&sum, &call, &Poly::of(&below));
    }
    let sum = sum.to_expr().simplify();
    let grows = !sum.vars().is_empty() && sum.compare_growth(form, None) == Ordering::Greater;
    let is_known = grows && !sum.has_call();
    is_known.then_some(Piece { region, value: Value::Closed { expr: sum, exactness: Exactness::Bound } })
}
