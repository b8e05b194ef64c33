//! Linear forms below expressions of whole numbers that are not linear: conditions are linear, and `K*K*K < N` says that `K < N`
//! where `K` is a natural number.
//!
//! In: an expression, and the condition under which it has a value. Out: forms that are at most it ([`at_most`]), and at least it
//! ([`at_least`]).

use solver::{Expr, Guard, Linear, Rational};

/// More forms of one expression are not looked for.
const FORMS: usize = 4;

/// Linear forms that are at most an expression of whole numbers: itself where it is linear.
pub(crate) fn at_most(expr: &Expr, guard: &Guard) -> Vec<Linear> {
    let mut forms = below(expr, guard);
    forms.dedup();
    forms
}

/// Linear forms that are at least an expression of whole numbers.
pub(crate) fn at_least(expr: &Expr, guard: &Guard) -> Vec<Linear> {
    if let Some(form) = Linear::of(expr) {
        return vec![form];
    }
    let negated = (Expr::int(-1) * expr.clone()).simplify();
    at_most(&negated, guard).iter().filter_map(|form| form.negated(0)).collect()
}

fn below(expr: &Expr, guard: &Guard) -> Vec<Linear> {
    if let Some(form) = Linear::of(expr) {
        return vec![form];
    }
    match expr {
        Expr::Add(terms) => sum(terms.iter().map(|term| below(term, guard)).collect()),
        Expr::Mul(factors) => match factors.as_slice() {
            [Expr::Num(number), rest @ ..] => {
                let Some(number) = number.to_i64().filter(|number| *number > 0) else { return Vec::new() };
                let forms = product(rest, guard).into_iter();
                forms.filter_map(|form| Linear::constant(0).plus(&form, number)).collect()
            }
            factors => product(factors, guard),
        },
        Expr::Floor(of) => quotient(of, guard),
        of => product(std::slice::from_ref(of), guard),
    }
}

/// Forms below a sum: of each term the same one in order, the last one where it has fewer.
fn sum(of_terms: Vec<Vec<Linear>>) -> Vec<Linear> {
    let most = of_terms.iter().map(Vec::len).max().unwrap_or(0).min(FORMS);
    let nth = |at: usize| {
        of_terms.iter().try_fold(Linear::constant(0), |sum, forms| sum.plus(forms.get(at).or(forms.last())?, 1))
    };
    (0..most).filter_map(nth).collect()
}

/// Forms below a product: what is below a factor that is natural, where the others are at least 1.
fn product(factors: &[Expr], guard: &Guard) -> Vec<Linear> {
    let of_each: Vec<Vec<Linear>> = factors.iter().map(|factor| power(factor, guard)).collect();
    let is_from = |forms: &[Linear], least: i64| {
        let above = |form: &Linear| form.plus(&Linear::constant(least), -1).is_some_and(|form| guard.implies(&form));
        forms.iter().any(above)
    };
    let is_alone = |at: usize| {
        let others = of_each.iter().enumerate().all(|(other, forms)| other == at || is_from(forms, 1));
        of_each.len() == 1 || others && is_from(&of_each[at], 0)
    };
    let alone = (0..of_each.len()).filter(|&at| is_alone(at));
    alone.flat_map(|at| of_each[at].clone()).take(FORMS).collect()
}

/// Forms below a power: the square of a whole number is at least that number and its opposite, another power of a natural
/// number at least the number, and that of a number from 2 on above its exponent.
fn power(expr: &Expr, guard: &Guard) -> Vec<Linear> {
    let Expr::Pow(base, exponent) = expr else { return Linear::of(expr).into_iter().collect() };
    let whole = |e: &Expr| e.as_num().and_then(Rational::to_i64);
    match (Linear::of(base), whole(exponent)) {
        (Some(base), Some(exponent)) if exponent >= 2 && exponent % 2 == 0 => {
            [Some(base.clone()), base.negated(0)].into_iter().flatten().collect()
        }
        (Some(base), Some(exponent)) if exponent >= 1 && guard.implies(&base) => vec![base],
        (Some(base), None) if base.as_constant().is_some_and(|base| base >= 2) => {
            let exponent = Linear::of(exponent).filter(|exponent| guard.implies(exponent));
            exponent.and_then(|exponent| exponent.plus(&Linear::constant(1), 1)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Forms below a quotient that is rounded: what is below the dividend, where the divisor divides it.
fn quotient(of: &Expr, guard: &Guard) -> Vec<Linear> {
    let terms = match of {
        Expr::Add(terms) => terms.as_slice(),
        one => std::slice::from_ref(one),
    };
    let parts = |term: &Expr| match term {
        Expr::Num(number) => i64::try_from(number.denom()).ok(),
        Expr::Mul(factors) => match factors.first() {
            Some(Expr::Num(number)) => i64::try_from(number.denom()).ok(),
            _ => Some(1),
        },
        _ => Some(1),
    };
    let Some(divisor) = terms.iter().try_fold(1i64, |most, term| Some(most.max(parts(term)?))) else {
        return Vec::new();
    };
    let dividend = (Expr::int(divisor) * of.clone()).simplify();
    let forms = below(&dividend, guard).into_iter();
    let divided = forms.filter_map(|form| {
        let constant = Linear::constant(form.constant.div_euclid(divisor));
        form.terms.iter().try_fold(constant, |sum, (var, &factor)| {
            (factor % divisor == 0).then(|| sum.plus(&Linear::var(var), factor / divisor))?
        })
    });
    divided.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::Var;

    #[test]
    fn forms_are_below_what_they_are_of() {
        let x = || Expr::var("x");
        let y = || Expr::var("y");
        let form = |name: &str| Linear::var(&Var::new(name));
        let natural = Guard::always().with(form("x")).with(form("y"));
        let above_0 = natural.clone().with(form("y").plus(&Linear::constant(-1), 1).expect("small"));
        let any = Guard::always();
        let cases = [
            (x() * x(), &any, vec![(1, 0, 0), (-1, 0, 0)]),
            (x() * x() * x(), &natural, vec![(1, 0, 0)]),
            (x() * x() * x(), &any, vec![]),
            (Expr::int(2).pow(x()), &natural, vec![(1, 0, 1)]),
            (Expr::int(2).pow(x()), &any, vec![]),
            (x() * y(), &natural, vec![]),
            (x() * y(), &above_0, vec![(1, 0, 0)]),
            (Expr::int(3) * x() * x() - y(), &any, vec![(3, -1, 0), (-3, -1, 0)]),
            (Expr::int(-1) * x() * x(), &any, vec![]),
            (
                (x() * (x() + Expr::int(1)) * Expr::num(Rational::ratio(1, 2).expect("two"))).floor(),
                &any,
                vec![(1, 0, 0), (0, 0, 0)],
            ),
        ];
        let (mut compared, all) = (0, -4..=6);
        for (of, guard, expected) in cases {
            let of = of.simplify();
            let forms = at_most(&of, guard);
            let shown = |form: &Linear| {
                let of = |name: &str| form.coefficient(&Var::new(name));
                (of("x"), of("y"), form.constant)
            };
            assert_eq!(forms.iter().map(shown).collect::<Vec<_>>(), expected, "{of}");
            for (at_x, at_y) in all.clone().flat_map(|x| all.clone().map(move |y| (x, y))) {
                let at = |var: &Var| Some(if *var == Var::new("x") { at_x } else { at_y });
                if guard.holds(&at) != Some(true) {
                    continue;
                }
                let value = of.eval(&|var| at(var).map(Rational::from)).expect("a value");
                for (x, y, constant) in &expected {
                    assert!(Rational::from(x * at_x + y * at_y + constant) <= value, "{of} at {at_x}, {at_y}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 500, "{compared} values were compared");
    }
}
