//! Transform: what a call ends in, in place of a call that only meets cases without calls.
//!
//! In: one function over the natural numbers. Out: the same function, with fewer recursive cases: `f(x, y) = f(x, x) + 1 if y > x`
//! is no recursion where `f(x, x)` calls nothing. What is left has fewer regions to tell apart.

use crate::Expr;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::transforms::{splits, unfold};

/// Rounds: the last case of a chain of so many is not looked at.
const ROUNDS: usize = 4;
/// Cases that calls are made into at most, for each that there is.
const CASES: usize = 2;

/// The function without calls of that kind, for upper bounds.
pub(crate) fn ended(definition: &Definition) -> Definition {
    let mut own = definition.clone();
    let most = CASES * own.cases.len();
    for _ in 0..ROUNDS {
        let domain = region::natural(&own.domain, own.params.iter());
        let cases: Vec<Vec<Case>> = own
            .cases
            .iter()
            .map(|case| match last_call(case, &own, &domain) {
                Some(call) => unfold::replace(case, &call, &own, Direction::Upper),
                None => vec![case.clone()],
            })
            .collect();
        let next = Definition { cases: cases.concat(), ..own.clone() };
        if next.cases.len() > most || next == own {
            break;
        }
        own = next;
    }
    own
}

/// A call of a case that meets no case with a call, and of which it is decided which it meets.
fn last_call(case: &Case, own: &Definition, domain: &Guard) -> Option<Expr> {
    let here = domain.clone().both(&case.guard);
    let ends = |call: &Expr| {
        let Expr::Call(name, args) = call else { return false };
        if *name != own.name || args.iter().any(Expr::has_call) || splits::is_choice(&case.rhs, call) {
            return false;
        }
        let values = own.at(args);
        let is_met = |of: &Case| region::is_possible(&here.clone().both(&of.guard.subst_all(&values)));
        unfold::is_sharp(case, call, own) && own.cases.iter().all(|of| !of.rhs.has_call() || !is_met(of))
    };
    let mut found = None;
    case.rhs.visit(&mut |e| {
        if found.is_none() && ends(e) {
            found = Some(e.clone());
        }
    });
    found
}
