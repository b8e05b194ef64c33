//! Splits narrowed to the choices whose calls have a case.
//!
//! In: a case in which a call stands under `maxover` or `minover`, and what the call's arguments must satisfy. Out: the
//! case with the range of the split narrowed, so that its guard is about the parameters alone: of
//! `maxover(k, 1, x - 5, f(x - k - 4))`, where f has cases from 3 on, the range ends at x - 7, and x is at least 8.

use crate::expression::expr::{Binder, contains};
use crate::expression::normal::poly_is_whole;
use crate::expression::poly::Poly;
use crate::system::constraint::Constraint;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::form::{Linear, Relation};
use crate::system::guard::Guard;
use crate::system::region::{self, Parts, Place};
use crate::system::shape::widens;
use crate::transforms::unseen;
use crate::{Expr, Monotone, Var};

/// What an argument must satisfy: a form that is zero or more, or zero, or not.
#[derive(Clone, Debug)]
struct Need {
    form: Poly,
    sign: Sign,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    NotNegative,
    Zero,
    NotZero,
}

/// The case under a condition that the arguments of `call`, which stands at `places`, make, over the parameters of the
/// callee; what it says about the variable of a split narrows that. What it says and cannot be put so is left out where
/// more choices only make a bound wider; elsewhere the value is not known.
pub(crate) fn restricted(
    case: &Case,
    call: &Expr,
    places: &[Place],
    condition: &Guard,
    values: &[(Var, Expr)],
    direction: Direction,
) -> Case {
    let (narrowed, open) = narrowed_for(case, call, places, condition, values);
    match open.iter().all(|need| places.iter().all(|place| need.may_be_left(place, &case.rhs, direction))) {
        true => narrowed,
        false => Case { rhs: unseen("a range whose terms are of several kinds"), ..narrowed },
    }
}

/// Whether all that the condition says is put so.
pub(crate) fn is_narrowed(case: &Case, call: &Expr, condition: &Guard, values: &[(Var, Expr)]) -> bool {
    narrowed_for(case, call, &region::places(&case.rhs, call, &case.guard), condition, values).1.is_empty()
}

/// The case so narrowed, and what of the condition is left.
fn narrowed_for(
    case: &Case,
    call: &Expr,
    places: &[Place],
    condition: &Guard,
    values: &[(Var, Expr)],
) -> (Case, Vec<Need>) {
    let mut guard = case.guard.clone();
    let mut open = Vec::new();
    for constraint in condition.constraints() {
        let form = Poly::of(&constraint.form().to_expr().subst_all(values));
        let sign = match constraint {
            Constraint::AtLeast(_) => Sign::NotNegative,
            Constraint::Zero(_) => Sign::Zero,
            Constraint::Distinct(_) => Sign::NotZero,
        };
        let need = Need { form, sign };
        if !places.iter().any(|place| place.varies(&need.form)) {
            guard = need.add_to(guard);
            continue;
        }
        let (there, exact) = Guard::of(std::slice::from_ref(&constraint)).substituted(values);
        if !exact || !places.iter().all(|place| region::follows_all(&there, &place.guard)) {
            open.push(need);
        }
    }
    let rhs = narrow(&case.rhs, call, &mut open, &mut guard, &[]);
    (Case { guard, rhs }, open)
}

impl Need {
    /// Whether it may be left out where a call stands: it is about the choices of a split then, and more of them only make
    /// the bound wider, also where the split then has a choice that had none.
    fn may_be_left(&self, place: &Place, rhs: &Expr, direction: Direction) -> bool {
        let about = |range: &Expr| range.range().is_some_and(|b| self.form.mentions(&b.var));
        let Some(innermost) = place.ranges.iter().rposition(about) else { return true };
        let is_sum = |range: &Expr| matches!(range, Expr::Sum(_));
        !is_sum(&place.ranges[innermost])
            && place.ranges[..=innermost].iter().all(|range| is_sum(range) || widens(rhs, range, direction))
    }

    fn add_to(&self, guard: Guard) -> Guard {
        match self.sign {
            Sign::NotNegative => guard.and_nonnegative(&self.form),
            Sign::Zero => guard.and_zero(&self.form),
            Sign::NotZero => guard.and(&self.form.to_expr(), Relation::Ne, &Expr::int(0)),
        }
    }
}

/// Every split narrowed by what all cases of the functions called in it ask for.
pub(crate) fn narrowed(definition: &Definition, called: &[Definition]) -> Definition {
    let mut cases = definition.cases.clone();
    let mut starts: Vec<Vec<Option<i64>>> = called.iter().map(|callee| vec![None; callee.params.len()]).collect();
    let mut least = |callee: usize, at: usize| {
        let of: &Definition = &called[callee];
        *starts[callee][at].get_or_insert_with(|| of.starts(&of.params[at]).into_iter().min().unwrap_or(0))
    };
    for case in &mut cases {
        let mut calls = Vec::new();
        case.rhs.visit(&mut |e| {
            if let Expr::MaxOver(b) | Expr::MinOver(b) = e {
                b.body.visit(&mut |inner| {
                    if let Expr::Call(name, args) = inner
                        && let Some(callee) =
                            called.iter().position(|d| d.name == *name && d.params.len() == args.len())
                    {
                        calls.push((inner.clone(), floors(args, &mut |at| least(callee, at))));
                    }
                });
            }
        });
        for (call, constraints) in calls {
            let places = region::places(&case.rhs, &call, &case.guard);
            let varies = |need: &Need| places.iter().any(|place| place.varies(&need.form));
            let mut open: Vec<Need> = constraints.into_iter().filter(varies).collect();
            let mut guard = case.guard.clone();
            let rhs = narrow(&case.rhs, &call, &mut open, &mut guard, &[]);
            *case = Case { guard, rhs };
        }
        let chosen = with_choices(case);
        if !region::natural(&case.guard, definition.params.iter()).implies_all(&chosen) {
            case.guard = chosen;
        }
        case.rhs = settled(&region::settled(&case.rhs.simplify(), &case.guard), &case.guard);
    }
    Definition { cases, ..definition.clone() }
}

/// Where a case applies: where its splits have a choice. Of one under a sum or another split that is not said, for its range
/// may depend on their variable.
pub(crate) fn with_choices(case: &Case) -> Guard {
    let (mut guard, mut todo) = (case.guard.clone(), vec![&case.rhs]);
    while let Some(e) = todo.pop() {
        match e {
            Expr::MaxOver(b) | Expr::MinOver(b) => {
                guard = guard.and_nonnegative(&Poly::of(&b.hi).sub(&Poly::of(&b.lo)))
            }
            Expr::Sum(b) => todo.extend([&b.lo, &b.hi]),
            other => todo.extend(other.children()),
        }
    }
    guard
}

impl Guard {
    /// An expression where this holds, over all integers: without operands and choices that others exceed there. Nothing is
    /// left out where the sign of a variable is open.
    pub fn settled(&self, e: &Expr) -> Expr {
        let here = e.subst_all(&self.pinned()).simplify();
        let signed = self.signed(&here);
        if !signed.iter().all(|var| self.implies(&Linear::below_zero(var))) {
            return here;
        }
        let mirror: Vec<(Var, Expr)> = signed.iter().map(region::mirrored).collect();
        let (there, guard) = (here.subst_all(&mirror).simplify(), self.subst_all(&mirror));
        settled(&region::settled(&there, &guard), &guard).subst_all(&mirror).simplify()
    }
}

/// Splits without calls whose best choice is at an end: that choice.
fn settled(e: &Expr, guard: &Guard) -> Expr {
    let mapped = region::map_under(e, guard, &settled);
    let (Expr::MaxOver(b) | Expr::MinOver(b)) = &mapped else { return mapped };
    let length = Poly::of(&b.hi).sub(&Poly::of(&b.lo));
    let counts = b.body.mentions(&b.var);
    if counts && b.body.has_call() || !region::is_nonnegative_under(&length, guard) {
        return mapped;
    }
    if !counts {
        return b.body.clone();
    }
    let greatest = matches!(mapped, Expr::MaxOver(_));
    let end = match b.body.monotone_in(&b.var) {
        Monotone::Constant => &b.lo,
        Monotone::NonDecreasing if greatest => &b.hi,
        Monotone::NonIncreasing if !greatest => &b.hi,
        Monotone::NonDecreasing | Monotone::NonIncreasing => &b.lo,
        Monotone::Unknown if is_at_ends(b, greatest, guard) => {
            let at = [&b.lo, &b.hi].map(|end| b.body.subst(&b.var, end)).to_vec();
            let best = if greatest { Expr::Max(at) } else { Expr::Min(at) };
            return region::settled(&best.simplify(), guard);
        }
        Monotone::Unknown => return mapped,
    };
    b.body.subst(&b.var, end).simplify()
}

/// Whether a quadratic form in the variable of a range bends so that the best choice is at one of its ends.
fn is_at_ends(b: &Binder, greatest: bool, guard: &Guard) -> bool {
    let is_whole = |end: &Expr| poly_is_whole(&Poly::of(end));
    match b.body.coefficients(&b.var).as_deref() {
        Some([_, _]) => is_whole(&b.lo) && is_whole(&b.hi),
        Some([_, _, bend]) => {
            let bend = if greatest { Poly::of(bend) } else { Poly::zero().sub(&Poly::of(bend)) };
            is_whole(&b.lo) && is_whole(&b.hi) && region::is_nonnegative_under(&bend, guard)
        }
        _ => false,
    }
}

/// How large the arguments of a call must be for any case of the function to apply, given the least value of each with which
/// one does.
fn floors(args: &[Expr], least: &mut dyn FnMut(usize) -> i64) -> Vec<Need> {
    let mut found = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        let least = least(at);
        if least > 0 {
            found.push(Need { form: Poly::of(arg).sub(&Poly::int(least)), sign: Sign::NotNegative });
        }
    }
    found
}

/// Least values of parameters are looked for up to here.
const FLOOR_LIMIT: i64 = 24;

impl Definition {
    /// The least value of a parameter with which each case applies.
    pub(crate) fn starts(&self, param: &Var) -> Vec<i64> {
        let start = |case: &Case| {
            let parts = Parts::of(&case.guard);
            let from = |k: &i64| parts.show_nonnegative(&Poly::var(param).sub(&Poly::int(*k)));
            (1..=FLOOR_LIMIT).take_while(from).last().unwrap_or(0)
        };
        self.cases.iter().map(start).collect()
    }
}

/// Whether a call stands under a split.
pub(crate) fn is_choice(e: &Expr, call: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |part| found |= matches!(part, Expr::MaxOver(b) | Expr::MinOver(b) if contains(&b.body, call)));
    found
}

/// The expression with the splits around the call narrowed by the constraints that can be; these are taken out. `around`
/// are the ranges around the expression.
fn narrow(e: &Expr, call: &Expr, open: &mut Vec<Need>, guard: &mut Guard, around: &[Binder]) -> Expr {
    if open.is_empty() || !contains(e, call) {
        return e.clone();
    }
    let Some(b) = e.range().filter(|b| contains(&b.body, call)) else {
        return e.map_children(&mut |child| narrow(child, call, open, guard, around));
    };
    let mut b = b.clone();
    if !matches!(e, Expr::Sum(_)) {
        open.retain(|need| !tighten(&mut b, need, guard, around));
    }
    b.body = narrow(&b.body, call, open, guard, &[around, &[b.clone()]].concat());
    match e {
        Expr::Sum(_) => Expr::Sum(Box::new(b)),
        _ if b.lo == b.hi => b.body.subst(&b.var, &b.lo).simplify(),
        Expr::MaxOver(_) => Expr::MaxOver(Box::new(b)),
        _ => Expr::MinOver(Box::new(b)),
    }
}

/// Narrows a range by a constraint that is linear in its variable; false where it is not seen which end is the tighter, or
/// where that the range then has a choice is not for the parameters alone to say.
fn tighten(b: &mut Binder, need: &Need, guard: &mut Guard, around: &[Binder]) -> bool {
    let form = &need.form;
    let rest = form.at(&b.var, 0);
    let (lo, hi) = (Poly::of(&b.lo), Poly::of(&b.hi));
    let slope = form.sub(&rest);
    let equal = need.sign == Sign::Zero;
    let mut inner = false;
    b.body.visit(&mut |e| inner |= e.range().is_some_and(|b| form.mentions(&b.var)));
    if need.sign == Sign::NotZero || inner {
        return false;
    }
    let inside = around.iter().fold(guard.clone(), |guard, b| region::within(&guard, b));
    let parts = Parts::of(&inside);
    let is_natural = |p: &Poly| parts.show_nonnegative(p);
    let limit = rest.neg();
    let (from, to, asked) = if equal && [&slope, &slope.neg()].contains(&&Poly::var(&b.var)) {
        let only = if slope == Poly::var(&b.var) { limit } else { rest };
        (only.clone(), only.clone(), vec![only.sub(&lo), hi.sub(&only)])
    } else if equal {
        return false;
    } else if slope == Poly::var(&b.var) {
        if is_natural(&lo.sub(&limit)) {
            return true;
        }
        if !is_natural(&limit.sub(&lo)) {
            return false;
        }
        (limit.clone(), hi.clone(), vec![hi.sub(&limit)])
    } else if slope == Poly::var(&b.var).neg() {
        if is_natural(&rest.sub(&hi)) {
            return true;
        }
        if !is_natural(&hi.sub(&rest)) {
            return false;
        }
        (lo.clone(), rest.clone(), vec![rest.sub(&lo)])
    } else {
        return false;
    };
    let asked: Vec<Poly> = asked.into_iter().filter(|p| !is_natural(p)).collect();
    if asked.iter().any(|p| around.iter().any(|b| p.mentions(&b.var))) {
        return false;
    }
    *guard = asked.iter().fold(std::mem::take(guard), |guard, p| guard.and_nonnegative(p));
    (b.lo, b.hi) = (from.to_expr(), to.to_expr());
    true
}

#[cfg(test)]
mod tests {
    use crate::{Expr, Guard, Linear, Var};

    #[test]
    fn forms_are_settled_over_the_integers_that_a_region_has() {
        let x = Var::from("x");
        let from_zero = Guard::always().with(Linear::var(&x));
        let below_zero = Guard::always().with(Linear::below_zero(&x));
        let anywhere = Guard::always();
        let settled = |guard: &Guard, text: &str| guard.settled(&text.parse::<Expr>().unwrap()).to_string();
        for (text, natural, negative) in [
            ("max(x, -x)", "x", "-x"),
            ("max(4, -x)", "4", "max(4, -x)"),
            ("min(0, x)", "0", "x"),
            ("max(x, 2*x) + 3", "2*x + 3", "x + 3"),
        ] {
            assert_eq!(settled(&from_zero, text), natural, "{text}");
            assert_eq!(settled(&below_zero, text), negative, "{text}");
            let simple = text.parse::<Expr>().unwrap().simplify().to_string();
            assert_eq!(settled(&anywhere, text), simple, "{text}");
        }
    }
}
