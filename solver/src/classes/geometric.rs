//! Recursion in which a linear form falls, or grows towards another, by a constant factor: logarithmically many steps.
//!
//! In: alternatives with at most one call each. Out: an upper bound where all recursive ones start, the number of steps times
//! the costliest and the costliest end. The forms are found by a linear program, as in `potential.rs`.
//!
//! **Falling.** Where a call is made, r >= 1, and r falls to p/q of it or less. After m calls, the last of which is made at
//! x', r(x') <= (p/q)^(m-1)*r(x), so m - 1 <= log(r)/log(q/p).
//!
//! **Growing.** Where a call is made, u >= 1 and v >= u; u grows to twice of it or more and v does not grow. Then
//! 2^(m-1) <= u(x') <= v(x') <= v(x), so m - 1 <= log2(v).
//!
//! **Ends that cost a logarithm.** An end of k*log2(e) + c, where e <= r, is reached with r at (p/q)^m of what it was. So m steps
//! of s each and the end cost m*(s - k*log2(q/p)) + k*log2(r) + c at most, which is most for no step at all or for as many as
//! there may be.

use crate::classes::Problem;
use crate::classes::potential::{self, Monomial};
use crate::expression::normal::poly_is_whole;
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
use crate::system::certificate::{demand, facts, products};
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, Choice, Role};
use crate::system::simplex::Program;
use crate::{Expr, Rational};

/// A part p/q of a form that a call leaves, and how many calls there are for each doubling of the form: 1/log2(q/p), from
/// below and from above, as fractions. 5/8 < 1/log2(3) < 12/19, because 3^5 < 2^8 and 2^19 < 3^12, and so on.
pub(super) struct Part {
    pub(super) left: [i64; 2],
    pub(super) at_least: [i64; 2],
    pub(super) at_most: [i64; 2],
}

/// The smallest part first.
pub(super) const PARTS: [Part; 7] = [
    Part { left: [1, 10], at_least: [3, 10], at_most: [10, 33] },
    Part { left: [1, 4], at_least: [1, 2], at_most: [1, 2] },
    Part { left: [1, 3], at_least: [5, 8], at_most: [12, 19] },
    Part { left: [1, 2], at_least: [1, 1], at_most: [1, 1] },
    Part { left: [2, 3], at_least: [17, 10], at_most: [12, 7] },
    Part { left: [3, 4], at_least: [12, 5], at_most: [5, 2] },
    Part { left: [9, 10], at_least: [13, 2], at_most: [20, 3] },
];

/// Whether steps are to be bounded from above, every alternative calls at most once, and steps cost the same all the way.
pub(crate) fn is_geometric(problem: &Problem<'_>) -> bool {
    let is_step = |a: Alternative| calls_once(&a) && (!a.is_recursive() || is_fixed(problem, &a.rest));
    problem.direction == Direction::Upper && problem.alternatives.iter().all(|a| chosen(a).is_some_and(is_step))
}

/// An alternative that calls with the worst of some choices as one that calls with any of them.
fn chosen(a: &Alternative) -> Option<Alternative> {
    let over = match (a.overs.as_slice(), a.calls.as_slice()) {
        ([], _) => return Some(a.clone()),
        ([over], []) => over,
        _ => return None,
    };
    let guard = Choice::inside(&over.choices, &a.guard)?;
    let is_same = over.choices.iter().all(|choice| !over.rest.mentions(&choice.var));
    let (calls, rest) = (over.calls.clone(), a.rest.add(&over.rest));
    is_same.then_some(Alternative { guard, calls, overs: vec![], rest, relaxed: a.relaxed })
}

/// Whether every alternative calls at most once, at a cost that is the same all the way.
pub(super) fn is_chain(problem: &Problem<'_>) -> bool {
    problem.alternatives.iter().all(|a| calls_once(a) && is_fixed(problem, &a.rest))
}

fn calls_once(a: &Alternative) -> bool {
    let at_most_once = match a.calls.as_slice() {
        [] => true,
        [call] => call.coeff == Poly::one(),
        _ => false,
    };
    at_most_once && a.overs.is_empty()
}

pub(super) fn is_fixed(problem: &Problem<'_>, p: &Poly) -> bool {
    let mut params = problem.definition.params.iter().zip(&problem.roles);
    params.all(|(v, role)| *role == Role::Fixed || !p.mentions(v))
}

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let (of_problem, ends): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let chosen: Option<Vec<Alternative>> = of_problem.iter().map(|a| chosen(a)).collect();
    let chosen = chosen.ok_or("it calls with choices that cannot be any")?;
    let recursive: Vec<&Alternative> = chosen.iter().collect();
    let ends = potential::without_extrema(ends.into_iter().cloned().collect(), Direction::Upper);
    let (plain, others): (Vec<&Alternative>, Vec<&Alternative>) = ends.iter().partition(|a| is_fixed(problem, &a.rest));
    let logarithms: Option<Vec<Logarithm<'_>>> = others.into_iter().map(Logarithm::of).collect();
    let logarithms = logarithms.ok_or("an end costs what changes on the way, and is no logarithm")?;
    let domain = region::natural(&problem.definition.domain, problem.definition.params.iter());
    let valid = potential::shared_guard(&domain, &of_problem);
    let found = PARTS.iter().find_map(|part| falling(problem, &recursive, &logarithms, &valid, part));
    let Falling { form, times, saved, is_left, how } = found
        .or_else(|| growing(problem, &recursive, &logarithms, &valid))
        .ok_or("nothing falls or grows by a factor")?;
    // Where the form has fallen with every step, and is still 1 or more at an end, its logarithm counts the last step, too.
    let above = form.sub(&Poly::one());
    let is_last =
        |end: &Alternative| !is_left || !region::is_nonnegative_under(&above, &domain.clone().both(&end.guard));
    let greatest = |of: Vec<Expr>| region::settled(&Expr::Max(of).simplify(), &valid);
    let step = greatest(recursive.iter().map(|a| a.rest.to_expr()).chain([Expr::int(0)]).collect());
    let last = |end: &Alternative| if is_last(end) { step.clone() } else { Expr::int(0) };
    let end = greatest(plain.iter().map(|end| end.rest.to_expr() + last(end)).chain([step.clone()]).collect());
    let bound = if logarithms.is_empty() {
        let steps = (Expr::Num(times) * form.to_expr().log2()).simplify().floor();
        (steps * step + end).simplify()
    } else {
        let number = |e: &Expr| e.as_num().cloned().ok_or("steps or ends have no constant greatest cost");
        let (step, mut rest) = (number(&step)?, number(&end)?);
        let mut slope = &step * &times;
        for log in &logarithms {
            // What a step costs more than the logarithm falls by.
            let more = (&step - &(&log.times * &saved)).max(Rational::ZERO);
            slope = slope.max(&log.times + &(&more * &times));
            rest = rest.max(if is_last(log.end) { &more + &log.rest } else { log.rest.clone() });
        }
        let bound = Expr::Num(slope) * form.to_expr().log2() + Expr::Num(rest);
        let is_whole = problem.alternatives.iter().all(|a| poly_is_whole(&a.rest));
        if is_whole { bound.floor().simplify() } else { bound.simplify() }
    };
    Ok(Found { proof: Support::Theorem, steps: vec![how], ..Found::new(bound, valid) })
}

/// An end that costs at most a multiple of a logarithm, and a number.
struct Logarithm<'a> {
    end: &'a Alternative,
    times: Rational,
    of: Poly,
    rest: Rational,
}

impl Logarithm<'_> {
    fn of(end: &Alternative) -> Option<Logarithm<'_>> {
        let (times, of, rest) = logarithm(&end.rest)?;
        Some(Logarithm { end, times, of, rest })
    }
}

/// What is at least a sum of one logarithm and a number, which may be rounded down.
fn logarithm(sum: &Poly) -> Option<(Rational, Poly, Rational)> {
    let rest = sum.constant_part();
    let log = sum.sub(&Poly::constant(rest.clone()));
    let (mono, times) = log.single()?;
    let [(atom, 1)] = mono.powers.as_slice() else { return None };
    if !mono.exps.is_empty() || times.is_negative() {
        return None;
    }
    match atom {
        Expr::Log2(of) => Some((times.clone(), Poly::of(of), rest)),
        Expr::Floor(inner) => {
            let (more, of, inside) = logarithm(&Poly::of(inner))?;
            Some((times * &more, of, &rest + &(times * &inside)))
        }
        _ => None,
    }
}

/// A form that bounds the number of steps.
struct Falling {
    form: Poly,
    /// How many steps there are for each doubling of the form, at most.
    times: Rational,
    /// By how much a step makes its logarithm smaller, at least.
    saved: Rational,
    /// Whether the form at an end is what the steps to it have left.
    is_left: bool,
    how: String,
}

/// A form that falls to a part of it with every step.
fn falling(
    problem: &Problem<'_>,
    recursive: &[&Alternative],
    ends: &[Logarithm<'_>],
    valid: &Guard,
    Part { left: [p, q], at_most: [times, of], .. }: &Part,
) -> Option<Falling> {
    let part = Rational::ratio(*p, *q)?;
    let mut forms = Forms::new(problem);
    let r = forms.form();
    for a in recursive {
        forms.demand(a, &[(r, Rational::ONE, false)], -1);
        forms.demand(a, &[(r, part.clone(), false), (r, Rational::from(-1), true)], 0);
    }
    forms.at_least_one(r, valid);
    forms.at_least_each(r, ends);
    let form = forms.least(r, valid)?;
    let how = format!("{} falls to {part} of it with every call", form.to_expr());
    let times = Rational::ratio(*times, *of)?;
    Some(Falling { form, saved: times.recip()?, times, is_left: true, how })
}

/// A form that does not grow and is above one that grows to twice of it.
fn growing(
    problem: &Problem<'_>,
    recursive: &[&Alternative],
    ends: &[Logarithm<'_>],
    valid: &Guard,
) -> Option<Falling> {
    let mut forms = Forms::new(problem);
    let (u, v) = (forms.form(), forms.form());
    let (one, minus) = (Rational::ONE, Rational::from(-1));
    for a in recursive {
        forms.demand(a, &[(u, one.clone(), false)], -1);
        forms.demand(a, &[(v, one.clone(), false), (u, minus.clone(), false)], 0);
        forms.demand(a, &[(u, one.clone(), true), (u, Rational::from(-2), false)], 0);
        forms.demand(a, &[(v, one.clone(), false), (v, minus.clone(), true)], 0);
    }
    forms.at_least_one(v, valid);
    forms.at_least_each(v, ends);
    let form = forms.least(v, valid)?;
    let how = format!("what is below {} grows to twice of it with every call", form.to_expr());
    Some(Falling { form, times: Rational::ONE, saved: Rational::ZERO, is_left: false, how })
}

/// Linear forms with unknown coefficients.
pub(super) struct Forms<'a> {
    problem: &'a Problem<'a>,
    program: Program,
    basis: Vec<Monomial>,
    unknowns: Vec<Vec<usize>>,
}

impl<'a> Forms<'a> {
    pub(super) fn new(problem: &'a Problem<'a>) -> Forms<'a> {
        let basis = potential::monomials(problem.definition.params.len(), 1);
        Forms { problem, program: Program::default(), basis, unknowns: vec![] }
    }

    /// A new form, by number.
    pub(super) fn form(&mut self) -> usize {
        self.unknowns.push(self.basis.iter().map(|_| self.program.free()).collect());
        self.unknowns.len() - 1
    }

    fn here(&self) -> Vec<Poly> {
        self.problem.definition.params.iter().map(Poly::var).collect()
    }

    /// Demands that forms, each times a number, here or at the call's arguments, and a number add up to 0 or more where an
    /// alternative applies.
    pub(super) fn demand(&mut self, a: &Alternative, sum: &[(usize, Rational, bool)], rest: i64) {
        self.demand_at(&a.guard, &a.calls[0].args, sum, &Poly::int(rest));
    }

    /// Demands that a form be no less than what ends cost the logarithm of.
    fn at_least_each(&mut self, form: usize, ends: &[Logarithm<'_>]) {
        let here = self.here();
        for Logarithm { end, of, .. } in ends {
            self.demand_at(&end.guard, &here, &[(form, Rational::ONE, false)], &of.neg());
        }
    }

    fn demand_at(&mut self, guard: &Guard, args: &[Poly], sum: &[(usize, Rational, bool)], rest: &Poly) {
        let here = self.here();
        let guard = guard.clone().both(&self.problem.definition.domain);
        let known: Vec<&Poly> = here.iter().chain(args).chain([rest]).collect();
        let products = products(&facts(&guard, &known), 1);
        let mut terms = Vec::new();
        for (form, times, after) in sum {
            let values = if *after { args } else { here.as_slice() };
            let of = self.unknowns[*form].iter().zip(&self.basis);
            terms.extend(of.map(|(&unknown, m)| (unknown, m.of(values).scale(times))));
        }
        demand(&mut self.program, &terms, rest, &products);
    }

    /// Demands that a form be at least 1 where something is claimed, so that it has a logarithm.
    pub(super) fn at_least_one(&mut self, form: usize, valid: &Guard) {
        self.demand_here(valid, &[(form, Rational::ONE, false)], -1);
    }

    /// Demands that forms, each times a number, and a number add up to 0 or more where a condition holds.
    pub(super) fn demand_here(&mut self, guard: &Guard, sum: &[(usize, Rational, bool)], rest: i64) {
        let here = self.here();
        self.demand_at(guard, &here, sum, &Poly::int(rest));
    }

    /// A form as small as can be over many points.
    pub(super) fn least(self, form: usize, valid: &Guard) -> Option<Poly> {
        self.extremal(form, valid, &Rational::ONE)
    }

    /// A form as great as can be over many points.
    pub(super) fn greatest(self, form: usize, valid: &Guard) -> Option<Poly> {
        self.extremal(form, valid, &Rational::from(-1))
    }

    fn extremal(mut self, form: usize, valid: &Guard, sign: &Rational) -> Option<Poly> {
        for point in potential::points(self.problem.definition, valid) {
            for (&unknown, m) in self.unknowns[form].iter().zip(&self.basis) {
                self.program.cost(unknown, &(&m.at(&point) * sign));
            }
        }
        let values = self.program.solve()?;
        let here = self.here();
        let terms = self.unknowns[form].iter().zip(&self.basis);
        Some(terms.fold(Poly::zero(), |sum, (&unknown, m)| sum.add(&m.of(&here).scale(&values[unknown]))))
    }
}
