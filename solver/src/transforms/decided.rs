//! Transform: the greater or lesser of two forms in an argument of a call, decided by guards.
//!
//! In: a definition. Out: the same with a case each for which of the two it is, so that classes see a linear argument:
//! f(x, y) = f(x, max(0, y - x)) + 1 goes to f(x, y - x) if y >= x, to f(x, 0) else. Nothing is lost: the guards exclude each
//! other and cover everything, since forms are whole.

use crate::Expr;
use crate::expression::expr::put;
use crate::system::equation::{Case, Definition};
use crate::system::form::Linear;

/// Cases made of one at most.
const CASES: usize = 8;

pub(crate) fn decided(definition: Definition) -> Definition {
    let cases = definition.cases.iter().flat_map(|case| {
        let mut done = vec![case.clone()];
        while let Some((at, parts)) =
            done.iter().enumerate().find_map(|(at, case)| Some((at, apart(case, &definition)?)))
        {
            if done.len() >= CASES {
                return vec![case.clone()];
            }
            done.splice(at..=at, parts);
        }
        done
    });
    Definition { cases: cases.collect(), ..definition.clone() }
}

/// A case by which of two forms is the greater one, where an argument of a call has that in it.
fn apart(case: &Case, definition: &Definition) -> Option<[Case; 2]> {
    let mut found = None;
    case.rhs.visit(&mut |e| {
        if let (Expr::Call(_, args), true) = (e, found.is_none()) {
            found = args.iter().find_map(|arg| two_forms(arg, definition));
        }
    });
    let (extremum, [greater, lesser], above) = found?;
    let with = |form: Linear, value: &Expr| Case {
        guard: case.guard.clone().with(form),
        rhs: put(&case.rhs, &extremum, value).simplify(),
    };
    Some([with(above.clone(), &greater), with(above.negated(-1)?, &lesser)])
}

/// A greatest or least of two linear forms over the parameters in an expression: the first of the forms is what it is where
/// the last form is not negative.
fn two_forms(e: &Expr, definition: &Definition) -> Option<(Expr, [Expr; 2], Linear)> {
    let mut found = None;
    e.visit(&mut |part| {
        let (Expr::Max(of) | Expr::Min(of)) = part else { return };
        let [a, b] = of.as_slice() else { return };
        let is_own = |form: &Linear| form.terms.keys().all(|var| definition.params.contains(var));
        let forms = Linear::of(a).zip(Linear::of(b)).and_then(|(of_a, of_b)| of_a.plus(&of_b, -1));
        if let (Some(above), None) = (forms.filter(is_own), &found) {
            let ordered = if matches!(part, Expr::Max(_)) { [a.clone(), b.clone()] } else { [b.clone(), a.clone()] };
            found = Some((part.clone(), ordered, above));
        }
    });
    found
}
