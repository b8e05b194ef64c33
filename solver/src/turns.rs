//! Functions whose parameters change places from call to call, several turns at a time.
//!
//! In: a function that calls itself with its parameters in another order, as what takes elements of two lists in turns does:
//! `f(x, y) = f(y, x - 1) + 1`. Out: its equations unfolded until all parameters are back in their places,
//! `f(x, y) = f(x - 1, y - 1) + 2`, which the classes know. What they find is proved of the function itself.

use crate::proof::check::Limits;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::form::Relation;
use crate::system::guard::Guard;
use crate::transforms::unfold;
use crate::{Expr, Var};

/// Turns after which parameters are to be back.
const TURNS: usize = 4;

/// The function with as many turns in one; nothing where its parameters stay in their places, or do not come back soon.
pub(crate) fn unfolded(definition: &Definition, direction: Direction, limits: &Limits) -> Option<Definition> {
    let calls: Vec<Option<Expr>> = definition.cases.iter().map(own_call(definition)).collect::<Option<_>>()?;
    let orders = calls.iter().flatten().map(|call| order(definition, call)).collect::<Option<Vec<usize>>>()?;
    let turns = (1..=TURNS).find(|turns| orders.iter().all(|order| turns % order == 0)).filter(|turns| *turns > 1)?;
    let mut cases = definition.cases.clone();
    for _ in 1..turns {
        let next = |case: Case| match own_call(definition)(&case).flatten() {
            Some(call) => unfold::replace(&case, &call, definition, direction),
            None => vec![case],
        };
        cases = cases.into_iter().flat_map(next).collect();
        if cases.len() > limits.cases || limits.expired() {
            return None;
        }
    }
    Some(Definition { cases, ..definition.clone() })
}

/// Which of the parameters that change places is the least, the first of several: calls keep that, where each is less by the
/// same in turn.
pub(crate) fn orders(definition: &Definition) -> Vec<Guard> {
    let calls = definition.cases.iter().filter_map(|case| own_call(definition)(case).flatten());
    let moves: Vec<Vec<usize>> = calls.filter_map(|call| sources(definition, &call)).collect();
    let is_moved = |at: &usize| moves.iter().any(|from| from[*at] != *at);
    let moved: Vec<&Var> = (0..definition.params.len()).filter(is_moved).map(|at| &definition.params[at]).collect();
    let is_least = |least: usize| {
        moved.iter().enumerate().filter(|(at, _)| *at != least).fold(Guard::always(), |guard, (at, other)| {
            let relation = if at < least { Relation::Lt } else { Relation::Le };
            guard.and(&Expr::Var(moved[least].clone()), relation, &Expr::Var((*other).clone()))
        })
    };
    (0..moved.len()).map(is_least).collect()
}

/// Whether nothing in a form is rounded or chosen.
pub(crate) fn is_plain(form: &Expr) -> bool {
    let mut plain = true;
    form.visit(&mut |e| {
        plain &= !matches!(e, Expr::Floor(_) | Expr::Ceil(_) | Expr::Mod(..) | Expr::Max(_) | Expr::Min(_));
    });
    plain
}

/// Of a case, its only call of the function itself, if there is one; nothing where there are several, or some in arguments.
fn own_call(definition: &Definition) -> impl Fn(&Case) -> Option<Option<Expr>> {
    |case| {
        let mut calls = Vec::new();
        case.rhs.visit(&mut |e| {
            if matches!(e, Expr::Call(name, _) if *name == definition.name) {
                calls.push(e.clone());
            }
        });
        (calls.len() <= 1).then(|| calls.pop())
    }
}

/// The parameter that each argument is made from; nothing where one is not of a single one.
fn sources(definition: &Definition, call: &Expr) -> Option<Vec<usize>> {
    let Expr::Call(_, args) = call else { return None };
    let from = |arg: &Expr| {
        let vars = arg.vars();
        let var = vars.first().filter(|_| vars.len() == 1)?;
        definition.params.iter().position(|param| param == var)
    };
    args.iter().map(from).collect()
}

/// After how many such calls each parameter is back in its place.
fn order(definition: &Definition, call: &Expr) -> Option<usize> {
    let from = sources(definition, call)?;
    let mut places = from.clone();
    for turns in 1..=TURNS {
        if places.iter().enumerate().all(|(at, place)| at == *place) {
            return Some(turns);
        }
        places = places.iter().map(|place| from[*place]).collect();
    }
    None
}
