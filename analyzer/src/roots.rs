//! Square roots as sizes: a loop that goes on while the square of a number is below another one ends at its root.
//!
//! `divides(N, D) :- D * D =< N, N mod D =\= 0, E is D + 1, divides(N, E).` goes on until `D` is above the square root of `N`,
//! which is the same in every call. So `N` has a second size besides its value, [`Metric::Root`](crate::types::Metric::Root):
//! the root, rounded down; the condition is linear in it.
//!
//! In: a program. Out: which arguments it compares squares with ([`Roots`]), and what a comparison with one says.

use crate::arith::Relation;
use crate::clauses::{add_passed, place_in_head, static_clauses};
use crate::range::Range;
use crate::state::State;
use crate::welltype::goals;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Expr, Linear, Rational};
use std::sync::Arc;
use wam::atoms::known;
use wam::code::Program;
use wam::instr::PredId;
use wam::term::{Node, ReadTerm, TermId, VarId};

/// Which arguments of predicates are integers that squares are compared with.
#[derive(Debug, Default)]
pub(crate) struct Roots(FxHashSet<(PredId, usize)>);

impl Roots {
    pub(crate) fn of(program: &Program) -> Roots {
        let mut asked = FxHashSet::default();
        for (pred, clause, module) in static_clauses(program) {
            let goals: Vec<TermId> = goals(program, clause, module).iter().map(|goal| goal.term).collect();
            let computed = goals.iter().filter_map(|&goal| {
                let &[var, value] = clause.terms.match_compound(goal, known::IS, 2)? else { return None };
                Some((clause.terms.variable(var)?, value))
            });
            let computed = computed.collect();
            let compared = goals.iter().flat_map(|&goal| compared(program, clause, &computed, goal));
            asked.extend(compared.filter_map(|term| Some((pred, place_in_head(clause, term)?))));
        }
        add_passed(program, &mut asked);
        Roots(asked)
    }

    /// Whether an argument of a predicate is compared with squares.
    pub(crate) fn asks(&self, pred: PredId, at: usize) -> bool {
        self.0.contains(&(pred, at))
    }
}

/// The expressions of which variables are the values, by goals of their clause.
type Computed = FxHashMap<VarId, TermId>;

/// What a comparison compares with squares, or what it takes the root of.
fn compared(program: &Program, clause: &ReadTerm, computed: &Computed, goal: TermId) -> Vec<TermId> {
    let name = clause.terms.functor(goal).map(|functor| program.atoms.name(functor.name));
    let is_comparison = name.is_some_and(|name| ["<", "=<", ">", ">=", "=:=", "=\\="].contains(&&*name));
    let sides = match clause.terms.arguments(goal) {
        &[left, right] if is_comparison => vec![(left, right), (right, left)],
        _ => Vec::new(),
    };
    let sides = sides.into_iter().filter_map(|(side, other)| {
        let root = clause.terms.match_compound(side, program.atoms.intern("sqrt"), 1).map(|args| args[0]);
        root.or_else(|| is_square(program, clause, computed, side).then_some(other))
    });
    sides.collect()
}

/// Whether an expression of a clause is the square of one, written there or computed by another goal.
fn is_square(program: &Program, clause: &ReadTerm, computed: &Computed, term: TermId) -> bool {
    let terms = &clause.terms;
    let term = terms.variable(term).and_then(|var| computed.get(&var).copied()).unwrap_or(term);
    let (Some(functor), &[base, other]) = (terms.functor(term), terms.arguments(term)) else { return false };
    match &*program.atoms.name(functor.name) {
        "*" => same(clause, base, other),
        "^" | "**" => matches!(terms.get(other), Node::Int(2)),
        _ => false,
    }
}

/// Whether two expressions of a clause are written alike.
fn same(clause: &ReadTerm, a: TermId, b: TermId) -> bool {
    let (terms, mut todo) = (&clause.terms, vec![(a, b)]);
    while let Some((a, b)) = todo.pop() {
        let is_alike = match (terms.get(a), terms.get(b)) {
            (Node::Var(a), Node::Var(b)) => a == b,
            (Node::Int(a), Node::Int(b)) => a == b,
            (Node::Compound(f, _), Node::Compound(g, _)) => f == g,
            _ => false,
        };
        if !is_alike {
            return false;
        }
        todo.extend(terms.arguments(a).iter().copied().zip(terms.arguments(b).iter().copied()));
    }
    true
}

/// The root of an expression, rounded down.
fn root_of(expr: Expr) -> Expr {
    let expr = expr.simplify();
    if let Some(root) = expr.as_num().and_then(Rational::to_i64).and_then(i64::checked_isqrt) {
        return Expr::int(root);
    }
    expr.sqrt().floor().simplify()
}

/// A linear form whose square an expression is. A comparison with a constant says more of the value than of its root.
fn base_of(expr: &Expr) -> Option<Linear> {
    /// A whole number that is a square.
    fn base(square: i64) -> Option<i64> {
        let root = square.checked_isqrt()?;
        (root * root == square).then_some(root)
    }
    let terms = match expr {
        Expr::Add(terms) => terms.as_slice(),
        one => std::slice::from_ref(one),
    };
    let (mut form, mut constant, mut sign) = (Linear::constant(0), 0, 1);
    for term in terms {
        let (times, of) = match term {
            Expr::Num(number) => {
                constant = base(number.to_i64()?)?;
                continue;
            }
            Expr::Mul(factors) => match factors.as_slice() {
                [Expr::Num(times), of] => (times.to_i64()?, of),
                _ => return None,
            },
            of => (1, of),
        };
        match of {
            Expr::Pow(var, exponent) if **exponent == Expr::int(2) => {
                form = form.plus(&Linear::of(var)?, base(times)?)?
            }
            Expr::Var(_) => sign = times.signum(),
            _ => return None,
        }
    }
    let form = form.plus(&Linear::constant(constant), sign).filter(|form| form.as_constant().is_none())?;
    ((form.to_expr() * form.to_expr()).simplify() == *expr).then_some(form)
}

impl State {
    /// The root of a value, rounded down, has a name.
    pub(crate) fn has_root(&mut self, value: &Range, root: Range) {
        if let (Some(value), Some(root)) = (value.as_exact(), root.as_linear()) {
            Arc::make_mut(&mut self.roots).insert(value.clone(), root);
        }
    }

    /// The root of an integer, rounded down; of one below 0 it is taken to be 0.
    pub(crate) fn root(&self, value: &Range) -> Range {
        if let Some(root) = value.as_exact().and_then(|value| self.roots.get(value)) {
            return Range::exact(root.to_expr());
        }
        let (is_natural, known) = (self.is_natural(value), self.hide(value));
        let (low, high) = match is_natural {
            true => (known.low, known.high),
            false => (None, known.high.map(|high| high.max(Expr::int(0)))),
        };
        Range { low: Some(low.map_or(Expr::int(0), root_of)), high: high.map(root_of) }
    }

    /// Requires what a relation of two values says of the root of one of them, where the other is a square: whether that can
    /// be. Nothing where it says nothing.
    #[must_use]
    pub(crate) fn require_by_root(&mut self, relation: Relation, x: &Range, y: &Range) -> Option<bool> {
        let (left, right) = (x.as_exact()?, y.as_exact()?);
        let limits = match (self.roots.get(right), self.roots.get(left)) {
            // What is not above a root is not so from below 0 either.
            (Some(root), _) if !matches!(relation, Relation::NotEqual) => {
                let base = base_of(left)?;
                [root.plus(&base, -1)?, root.plus(&base, 1)?].to_vec()
            }
            (None, Some(root)) if self.is_natural(x) => {
                let base = base_of(right).filter(|base| self.guard.implies(base))?;
                let above = match relation {
                    Relation::Less => 1,
                    Relation::LessEqual | Relation::Equal => 0,
                    Relation::NotEqual => return None,
                };
                vec![base.plus(root, -1)?.plus(&Linear::constant(above), -1)?]
            }
            _ => return None,
        };
        Some(limits.into_iter().all(|limit| self.guard.require(limit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::Var;

    #[test]
    fn squares_are_recognized() {
        let x = || Expr::var("x");
        let form = Linear::var(&Var::new("x"));
        let of = |base: Expr| base_of(&(base.clone() * base).simplify());
        assert_eq!(of(x()), Some(form.clone()));
        assert_eq!(of(x() + Expr::int(1)), form.plus(&Linear::constant(1), 1));
        assert_eq!(of(Expr::int(2) * x() - Expr::int(3)), Linear::constant(-3).plus(&form, 2));
        for other in [x(), x() * x() + x(), x() * x() + Expr::int(1), Expr::int(2) * x() * x(), Expr::int(4)] {
            assert_eq!(base_of(&other.simplify()), None, "{other}");
        }
    }

    #[test]
    fn roots_of_values() {
        let mut state = State::start(solver::Guard::always());
        assert_eq!(state.root(&Range::number(24)), Range::number(4));
        assert_eq!(state.root(&Range::number(25)), Range::number(5));
        assert_eq!(state.root(&Range::number(-3)), Range::number(0));
        let (n, root) = (Range::exact(Expr::var("n")), Range::exact(Expr::var("r")));
        state.has_root(&n, root.clone());
        assert_eq!(state.root(&n), root);
    }
}
