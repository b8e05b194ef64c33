//! Transform: the greater or lesser of two forms in an argument of a call, decided by guards.
//!
//! In: a definition. Out: the same with a case each for which of the two it is, so that classes see a linear argument:
//! f(x, y) = f(x, max(0, y - x)) + 1 goes to f(x, y - x) if y >= x, to f(x, 0) else; so it is for the
//! ends of ranges, where neither form is a number. Nothing is lost: the guards exclude each other and cover everything, since forms are whole. Cases in which a sum or split has a parameter's name for its own variable
//! are left as they are.

use crate::Expr;
use crate::expression::expr::put;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::form::Linear;

/// Cases made of one at most.
const CASES: usize = 8;

pub(crate) fn decided(definition: Definition, direction: Direction) -> Definition {
    let of_case = |case: &Case| {
        let mut done = vec![case.clone()];
        while let Some((at, parts)) =
            done.iter().enumerate().find_map(|(at, case)| Some((at, apart(case, &definition, direction)?)))
        {
            if done.len() >= CASES {
                return vec![case.clone()];
            }
            done.splice(at..=at, parts);
        }
        done
    };
    let cases = definition.cases.iter().flat_map(of_case).collect();
    Definition { cases, ..definition }
}

/// A case by which of two forms is the greater one, where an argument of a call has that in it.
fn apart(case: &Case, definition: &Definition, direction: Direction) -> Option<[Case; 2]> {
    let (mut found, mut is_hidden) = (None, false);
    case.rhs.visit(&mut |e| match e {
        Expr::Call(_, args) if found.is_none() => found = args.iter().find_map(|arg| two_forms(arg, definition)),
        Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => {
            is_hidden |= definition.params.contains(&b.var);
            let is_sought = found.is_none() && b.body.has_call();
            let end =
                |end| two_forms(end, definition).filter(|(_, forms, _)| forms.iter().all(|e| e.as_num().is_none()));
            found = found.take().or_else(|| [&b.lo, &b.hi].into_iter().filter(|_| is_sought).find_map(end));
        }
        _ => {}
    });
    let (extremum, [greater, lesser], above) = found.filter(|_| !is_hidden)?;
    let with = |form: Linear, value: &Expr| Case {
        guard: case.guard.clone().with(form),
        rhs: direction.simplify(&put(&case.rhs, &extremum, value)),
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
