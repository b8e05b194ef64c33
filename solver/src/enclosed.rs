//! Functions that are solved on a part of their domain that no call leaves: where one parameter is at least another, or a number.
//!
//! In: one function over the natural numbers. Out: its pieces on such a region, proved; nothing is said of the rest, on which
//! calls need not end. Halving a number while so many elements are taken off a list that holds at least as many is
//! one. There, too, a function may be found in the arguments of its calls: T(n, m) = T(n/2, T(n/2, m)) is m - n. It is guessed
//! from values and proved equal in its place; the calls end where their number is bounded.

use crate::classes::surface;
use crate::expression::poly::Poly;
use crate::proof::check::{Limits, Values};
use crate::proof::prove::prove;
use crate::system::constraint::Constraint;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::system::region::{self, Place};
use crate::system::solution::{Exactness, Piece, Solution, Value};
use crate::transforms::naturals::holds_for;
use crate::transforms::{has_one_value, nested};
use crate::{Expr, Rational, Var};

/// Functions of more parameters are not looked at.
const PARAMS: usize = 4;
/// Regions looked at, at most.
const REGIONS: usize = 24;

/// How a function is solved by itself.
type Solve<'a> = &'a dyn Fn(&Definition, Direction) -> Result<Solution, String>;

/// The pieces on a region that no call leaves, and which has something of what is open.
pub(crate) fn solve(
    definition: &Definition,
    open: &[Guard],
    direction: Direction,
    limits: &Limits,
    alone: Solve<'_>,
) -> Option<Solution> {
    if definition.params.len() > PARAMS || !definition.cases.iter().any(|case| case.rhs.has_call()) {
        return None;
    }
    let is_open = |region: &Guard| open.iter().any(|open| region::is_possible(&region.clone().both(open)));
    let grown = grown(definition);
    let all = regions(definition).into_iter().chain(grown.clone());
    all.filter(is_open).find_map(|region| {
        let own = restricted(definition, &region).filter(|_| !limits.expired())?;
        let gains = own.cases.len() < definition.cases.len() || grown.contains(&region);
        let solution = match nested::is_nested(&own) {
            true => by_equality(&own, direction, limits, alone)?,
            false if gains && own.cases.iter().all(|case| stays(case, &own)) => alone(&own, direction).ok()?,
            false => return None,
        };
        solution.is_complete().then(|| within(solution, &own.domain))
    })
}

/// Everything, then where one parameter is at least another, then where one is above the numbers that cases name, or two are.
fn regions(definition: &Definition) -> Vec<Guard> {
    let params = definition.params.iter().enumerate();
    let pairs = params
        .clone()
        .flat_map(|(i, less)| params.clone().filter(move |(j, _)| i != *j).map(move |(_, more)| (less, more)));
    let region =
        |(less, more): (&Var, &Var)| Some(Guard::always().with(Linear::var(more).plus(&Linear::var(less), -1)?));
    let above: Vec<Vec<Guard>> = definition.params.iter().map(|param| above_named(definition, param)).collect();
    let both = above.iter().enumerate().flat_map(|(at, some)| {
        let others = above[at + 1..].iter().flatten();
        others.flat_map(move |other| some.iter().map(move |guard| guard.clone().both(other)))
    });
    let above = above.iter().flatten().cloned().chain(both);
    std::iter::once(Guard::always()).chain(pairs.filter_map(region)).chain(above).take(REGIONS).collect()
}

/// Where a parameter that calls multiply is not zero: it grows there.
fn grown(definition: &Definition) -> Vec<Guard> {
    let multiplies = |at: usize, call: &Expr| {
        let Expr::Call(_, args) = call else { return false };
        let form = Linear::of(&args[at]);
        form.is_some_and(|form| form.terms.get(&definition.params[at]).is_some_and(|factor| *factor > 1))
    };
    let calls: Vec<Expr> = definition.cases.iter().flat_map(|case| calls(&case.rhs, definition)).collect();
    let grows = |at: &usize| calls.iter().any(|call| multiplies(*at, call));
    (0..definition.params.len()).filter(grows).map(|at| Guard::at_least(&definition.params[at], 1)).collect()
}

/// Numbers above which a parameter may have to be, at most.
const LIMIT: i64 = 8;

/// Where a parameter is above a number that a case says it is, or is not above.
fn above_named(definition: &Definition, param: &Var) -> Vec<Guard> {
    let named = |c: &Constraint| {
        let form = c.form();
        let factor = (form.terms.len() == 1).then(|| form.terms.get(param)).flatten()?;
        let is_upper = match c {
            Constraint::AtLeast(_) => *factor == -1,
            Constraint::Zero(_) => factor.abs() == 1,
            Constraint::Distinct(_) => false,
        };
        is_upper.then(|| -form.constant * factor)
    };
    let constraints = definition.cases.iter().flat_map(|case| case.guard.constraints());
    let mut found: Vec<i64> = constraints.filter_map(|c| named(&c)).filter(|c| (0..LIMIT).contains(c)).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|c| Guard::at_least(param, c + 1)).collect()
}

/// The function on a region, if all of its cases there are known.
pub(crate) fn restricted(definition: &Definition, region: &Guard) -> Option<Definition> {
    let domain = region::natural(&definition.domain, definition.params.iter()).both(region);
    let here = definition.cases.iter().filter(|case| region::is_possible(&domain.clone().both(&case.guard)));
    let cases: Vec<Case> =
        here.map(|case| Case { guard: case.guard.without_implied(&domain), rhs: case.rhs.clone() }).collect();
    let known = !cases.is_empty() && !cases.iter().any(|case| case.rhs.is_infinite());
    known.then(|| Definition { domain, cases, ..definition.clone() })
}

/// The calls of the function in an expression.
pub(crate) fn calls(e: &Expr, own: &Definition) -> Vec<Expr> {
    let mut found = Vec::new();
    e.visit(&mut |e| {
        if let Expr::Call(name, _) = e
            && *name == own.name
        {
            found.push(e.clone());
        }
    });
    found
}

/// Whether calls are about the function's domain only, where a guard holds.
pub(crate) fn stay(calls: &[Expr], guard: &Guard, own: &Definition) -> bool {
    let here = own.domain.clone().both(guard);
    let stays = |call: &Expr| matches!(call, Expr::Call(_, args) if holds_for(&own.domain, own, args, &here));
    own.domain.forms().1.is_empty() && calls.iter().all(stays)
}

/// The same of the calls of a case, for each value of the ranges around them.
fn stays(case: &Case, own: &Definition) -> bool {
    calls(&case.rhs, own).iter().all(|call| {
        let places = region::places(&case.rhs, call, &case.guard);
        places.iter().all(|place| stay(std::slice::from_ref(call), &natural(place), own))
    })
}

/// What holds at a place. The variables of ranges are natural.
fn natural(place: &Place) -> Guard {
    let vars: Vec<Var> = place.ranges.iter().filter_map(Expr::range).map(|b| b.var.clone()).collect();
    region::natural(&place.guard, vars.iter())
}

/// Whether no call is made for each value of a range.
pub(crate) fn is_plain(definition: &Definition) -> bool {
    let mut plain = true;
    let of_calls = |e: &Expr| e.range().is_none_or(|range| !range.body.has_call());
    definition.cases.iter().for_each(|case| case.rhs.visit(&mut |e| plain &= of_calls(e)));
    plain
}

/// What the function equals wherever it has a case, as a linear form in its parameters: that in place of inner calls.
fn by_equality(own: &Definition, direction: Direction, limits: &Limits, alone: Solve<'_>) -> Option<Solution> {
    let guards: Vec<Guard> = own.cases.iter().map(|case| case.guard.clone()).collect();
    if !is_plain(own) || !has_one_value(own) || !own.domain.without(&guards)?.is_empty() {
        return None;
    }
    let guess = guess(own, direction)?;
    let (mut valued, mut counted) = (own.clone(), own.clone());
    for (at, case) in own.cases.iter().enumerate() {
        let (rhs, inner) = nested::valued(&case.rhs, own, &guess)?;
        let made = [calls(&rhs, own), inner].concat();
        if !stay(&made, &case.guard, own) {
            return None;
        }
        counted.cases[at].rhs = made.into_iter().fold(Expr::int(1), |sum, call| sum + call).simplify();
        valued.cases[at].rhs = rhs;
    }
    let value = Value::Closed { expr: guess, exactness: Exactness::Exact };
    let pieces = vec![Piece { region: Guard::always(), value }];
    let proved = prove(&valued, &pieces, direction, &|_| false, limits).ok()?;
    let is_equal = proved.iter().all(|exactness| *exactness == Exactness::Exact);
    let ends = || alone(&counted, Direction::Upper).is_ok_and(|calls| calls.is_complete());
    (is_equal && ends()).then(|| {
        let steps = vec![
            "guessed from values, and put in for inner calls".to_string(),
            "proved equal".to_string(),
            "ends: the number of its calls is bounded".to_string(),
        ];
        Solution { pieces, rule: "a linear form in place of inner calls", source: "monotone induction", steps }
    })
}

/// The linear form through the function's values.
fn guess(own: &Definition, direction: Direction) -> Option<Expr> {
    let system = [(&own.name, own)].into_iter().collect();
    let mut values = Values::new(&system, direction, surface::BUDGET);
    let mut at = |point: &[i64]| -> Option<Rational> { values.value(&own.name, point).ok() };
    let basis: Vec<Poly> = std::iter::once(Poly::one()).chain(own.params.iter().map(Poly::var)).collect();
    Some(surface::fit(&basis, &own.params, &own.domain, &mut at)?.to_expr())
}

/// The solution on its region, and nothing beyond.
fn within(solution: Solution, domain: &Guard) -> Solution {
    let pieces = solution.pieces.into_iter().map(|piece| Piece { region: domain.clone().both(&piece.region), ..piece });
    Solution { pieces: pieces.collect(), ..solution }
}
