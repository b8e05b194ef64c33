//! Sizes of outputs that are functions of the sizes of inputs: what is left of a list of which so many elements are taken.
//!
//! In: the equations of such a size from both sides. Out: those of one side, in which the size itself stands where it is known
//! between its two sides: in arguments of its own calls. That may be done where the equations are the same from both sides,
//! at most one case applies, and what else is called has one value: then, by induction along derivations, the size of
//! any call that succeeds is the value of the equations.

use crate::equations::Equations;
use crate::functions::{Function, Functions, What, between, unknown, worse_end};
use crate::system::map_calls;
use solver::{Case, Definition, Direction, Expr};

impl Equations<'_> {
    /// The equations of a size that has one value, where that is called in arguments of its own calls.
    pub(crate) fn of_one_value(&mut self, function: Function, definition: &Definition) -> Option<Definition> {
        let Function { variant, what: What::Size(_), direction } = function else { return None };
        let own = |expr: &Expr| matches!(expr, Expr::Call(name, _) if *name == definition.name);
        let mut is_nested = false;
        for case in &definition.cases {
            case.rhs.visit(&mut |e| is_nested |= own_end(e, direction).is_some_and(own));
        }
        if !is_nested {
            return None;
        }
        let other = self.definition(Function { variant, direction: direction.opposite(), ..function });
        let of_both: Vec<Case> = definition.cases.iter().map(|case| self.without_sides(case)).collect();
        let is_same = of_both == other.cases.iter().map(|case| self.without_sides(case)).collect::<Vec<_>>();
        let disjoint = |(at, case): (usize, &Case)| {
            of_both[at + 1..].iter().all(|other| !case.guard.clone().both(&other.guard).possible())
        };
        let is_single = of_both.iter().enumerate().all(disjoint)
            && of_both.iter().all(|case| self.has_one_value(&case.rhs, function));
        let one_side = |expr: &Expr| {
            map_calls(expr, &mut |name, args| {
                let range = Expr::Call(name.clone(), args.to_vec());
                own_end(&range, direction).filter(|end| own(end)).cloned()
            })
        };
        let exact = |case: &Case| Case { rhs: one_side(&case.rhs), guard: case.guard.clone() };
        let cases = || definition.cases.iter().map(exact).collect();
        (is_same && is_single).then(|| Definition { cases: cases(), ..definition.clone() })
    }

    /// A case in which functions of both sides have one name.
    fn without_sides(&self, case: &Case) -> Case {
        let rhs = map_calls(&case.rhs, &mut |name, args| match self.functions.find(name) {
            Some(function) => {
                let name = Functions::made_for(Function { direction: Direction::Upper, ..function });
                Some(Expr::Call(name, args.to_vec()))
            }
            None => (*name == between() && args[0] == args[1]).then(|| args[0].clone()),
        });
        Case { rhs, guard: case.guard.clone() }
    }

    /// Whether an expression without sides is one value, that of a function taken to be one.
    fn has_one_value(&self, expr: &Expr, own: Function) -> bool {
        let is_exact = |function: Function| {
            let [low, high] = [Direction::Lower, Direction::Upper].map(|direction| {
                self.solved.get(&Function { direction, ..function }).and_then(|solved| solved.total.as_ref())
            });
            low.is_some() && low == high
        };
        let own = Function { direction: Direction::Upper, ..own };
        let mut single = true;
        expr.visit(&mut |e| {
            single &= match e {
                Expr::Max(_) | Expr::Min(_) | Expr::MaxOver(_) | Expr::MinOver(_) => false,
                Expr::Var(var) => *var != unknown(),
                Expr::Call(name, _) => {
                    self.functions.find(name).is_some_and(|function| function == own || is_exact(function))
                }
                _ => true,
            }
        });
        single
    }
}

/// The end of a range that counts for a side.
fn own_end(expr: &Expr, direction: Direction) -> Option<&Expr> {
    let is_range = matches!(expr, Expr::Call(name, _) if *name == between());
    is_range.then(|| worse_end(expr, direction))
}
