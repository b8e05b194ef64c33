//! Solved functions in the equations of others: which closed form stands for a call, and which end of a range counts.

use crate::budget::Spent;
use crate::choices::{apart, choose, chooses, filled, made, open};
use crate::condition::under;
use crate::cost::Extent;
use crate::endings::uncovered;
use crate::equations::Equations;
use crate::functions::{Function, What, between, ends, optional, unknown};
use crate::solutions::{is_size_var, plain};
use crate::spread::settled_sum;
use crate::system::{map_calls, visit_calls};
use crate::types::{Metric, Type};
use rustc_hash::FxHashSet;
use solver::{Case, Direction, Expr, FnName, Guard, Linear, Monotone, Piece, Rational, Solution, Var};
use std::sync::LazyLock;

/// Into how many cases one may fall by the pieces of what it calls.
const PARTS: usize = 12;

/// A form over the sizes of a function, with arguments in their places; nothing where one is not known exactly.
pub(crate) fn actual(form: &Linear, known: &[(Var, Expr)]) -> Option<Expr> {
    let open = form.terms.keys().any(|var| known.iter().all(|(param, _)| param != var));
    (!open).then(|| form.to_expr().subst_all(known).simplify())
}

/// A condition with what lets arguments lie in the region of a piece; nothing where that is not known.
fn in_region(piece: &Piece, known: &[(Var, Expr)], guard: &Guard) -> Option<Guard> {
    piece.region.constraints().iter().try_fold(guard.clone(), |guard, constraint| {
        guard.linear(&actual(constraint.form(), known)?, constraint.relation(), &Expr::int(0))
    })
}

/// Conditions as far as they are about some variables, where that still tells them apart.
fn about(may_be_of: &dyn Fn(&Var) -> bool, parts: Vec<Guard>) -> Option<Vec<Guard>> {
    if parts.iter().all(|part| part.vars().iter().all(may_be_of)) {
        return Some(parts);
    }
    let mut told: Vec<Guard> = Vec::new();
    for part in parts.iter().map(|part| part.project(may_be_of)) {
        if !told.iter().any(|wider| part.implies_all(wider)) {
            told.retain(|narrower| !narrower.implies_all(&part));
            told.push(part);
        }
    }
    let meets = |(nth, one): (usize, &Guard)| told[..nth].iter().any(|other| one.clone().both(other).possible());
    (told.len() > 1 && !told.iter().enumerate().any(meets)).then_some(told)
}

/// What a call comes to that does not end in the way that is asked for.
fn absent() -> Var {
    static ABSENT: LazyLock<Var> = LazyLock::new(|| Var::new("#absent"));
    ABSENT.clone()
}

/// The expression where calls that do not end in the way that is asked for are not made: sums with one are not, nor are
/// they among alternatives; what comes that often is never.
fn without_absent(expr: &Expr) -> Option<Expr> {
    if !expr.mentions(&absent()) {
        return Some(expr.clone());
    }
    let all = |es: &[Expr]| es.iter().map(without_absent).collect::<Option<Vec<Expr>>>();
    let some =
        |es: &[Expr]| Some(es.iter().filter_map(without_absent).collect()).filter(|es: &Vec<Expr>| !es.is_empty());
    match expr {
        Expr::Var(_) => None,
        Expr::Max(es) => some(es).map(Expr::Max),
        Expr::Min(es) => some(es).map(Expr::Min),
        Expr::Mul(es) => Some(all(es).map_or(Expr::int(0), Expr::Mul)),
        Expr::Add(es) => all(es).map(Expr::Add),
        other => {
            let mut complete = true;
            let inside = other.map_children(&mut |child| {
                let inside = without_absent(child);
                complete &= inside.is_some();
                inside.unwrap_or(Expr::int(0))
            });
            complete.then_some(inside)
        }
    }
}

impl Equations<'_> {
    /// The expression with solved functions put in; the functions named stay. Nothing where it needs a call to end in a way
    /// in which it does not.
    ///
    /// `guard` says under what condition on the sizes it stands: a bound that does not hold for all sizes may hold there.
    pub(crate) fn put_in(&self, expr: &Expr, stay: &FxHashSet<FnName>, guard: &Guard) -> Option<Expr> {
        let expr = map_calls(&self.summed(expr, stay, guard), &mut |name, args| {
            if let Some(value) = plain(name, args).or_else(|| settled_sum(name, args)) {
                return Some(value);
            }
            if *name == optional() {
                return Some(match &args[0] {
                    none if none.mentions(&absent()) => Expr::int(0),
                    // Where the call is not made its sizes may be outside of what a form is for.
                    cost if self.is_negative_nowhere(cost, guard) => cost.clone(),
                    cost => cost.clone().max(Expr::int(0)),
                });
            }
            let function = self.functions.find(name)?;
            // A function that is not solved yet stands in the other end of a range: see `choose_ends`.
            if stay.contains(name) || !self.solved.contains_key(&function) {
                return None;
            }
            Some(self.apply(function, args, stay, guard))
        });
        without_absent(&expr)
    }

    /// Whether a cost, of which functions that are still to be solved are a part, is not negative under a condition.
    fn is_negative_nowhere(&self, cost: &Expr, guard: &Guard) -> bool {
        let of_unsolved = map_calls(cost, &mut |name, _| self.functions.find(name).map(|_| Expr::int(0)));
        guard.ensures(&of_unsolved)
    }

    /// A solved function at some arguments.
    fn apply(&self, function: Function, args: &[Expr], stay: &FxHashSet<FnName>, guard: &Guard) -> Expr {
        let solved = &self.solved[&function];
        let solution = solved.bound.known();
        let none = args.iter().any(|arg| arg.mentions(&absent()));
        if none || solution.is_some_and(|solution| self.is_nowhere(function, solution, args, guard)) {
            return Expr::Var(absent());
        }
        let piece = solution.and_then(|solution| self.piece(function, solution, args, guard)?.closed());
        let Some(total) = piece.or(solved.total.as_ref()).filter(|expr| !expr.is_infinite()) else {
            return self.fallback(function);
        };
        let params = self.parameters(function);
        let ranged = params.iter().zip(args).filter(|(_, arg)| ends(arg).0 != ends(arg).1);
        let is_clear =
            |total: &Expr| ranged.clone().all(|(param, _)| self.moves(function, total, param) != Monotone::Unknown);
        let more = || self.not_lessened(total, &function).filter(is_clear);
        let more = if function.direction == Direction::Lower || is_clear(total) { None } else { more() };
        let total = more.as_ref().unwrap_or(total);
        // Where a bound falls with a size, the other end counts, which may not be solved.
        let open = |value: &Expr| is_unknown(value, stay) || self.mentions_unsolved(value, function.direction);
        let lost = |(param, argument): (&Var, &Expr)| {
            let is_lost = total.mentions(param) && open(ends(argument).0) && open(ends(argument).1);
            is_lost.then(|| param.clone())
        };
        let lost: Vec<Var> = params.iter().zip(args).filter_map(lost).collect();
        let of_any = match lost.is_empty() || function.direction == Direction::Lower {
            true => None,
            false => solution.and_then(|solution| self.for_any(function, solution, &lost)).filter(is_clear),
        };
        let total = of_any.as_ref().unwrap_or(total);
        let mut values = Vec::new();
        for (param, argument) in params.iter().zip(args) {
            if !total.mentions(param) {
                continue;
            }
            let (low, high) = ends(argument);
            let worse = if low == high {
                low
            } else {
                match (self.moves(function, total, param), function.direction) {
                    (Monotone::Constant, _) => low,
                    (Monotone::NonDecreasing, Direction::Upper) | (Monotone::NonIncreasing, Direction::Lower) => high,
                    (Monotone::NonDecreasing, Direction::Lower) | (Monotone::NonIncreasing, Direction::Upper) => low,
                    (Monotone::Unknown, _) => return self.fallback(function),
                }
            };
            values.push((param.clone(), worse.clone()));
        }
        if values.iter().any(|(_, value)| open(value)) {
            return self.fallback(function);
        }
        let value = total.subst_all(&values);
        // The function of one piece may be below zero at an end of a range that lies in another: no cost is.
        let is_natural = function.what.is_cost() || function.what == What::Solutions;
        if is_natural
            && function.direction == Direction::Lower
            && matches!(value.clone().simplify(), Expr::Num(total) if total < Rational::from(0))
        {
            return Expr::int(0);
        }
        // What a call costs that ends in one way is also asked for where it ends in the other: nothing then.
        let one_way = matches!(
            function.what,
            What::Cost(Extent::Success | Extent::Failure, _) | What::Then(..) | What::Leaving(..)
        );
        if one_way && function.direction == Direction::Upper && !self.is_natural(&value, guard) {
            return value.max(Expr::int(0));
        }
        value
    }

    /// A bound for any values of some sizes, of which nothing is known: `min(x, y) + 1` is at most `y + 1`.
    fn for_any(&self, function: Function, solution: &Solution, lost: &[Var]) -> Option<Expr> {
        let least = self.least_sizes(function);
        let natural = |var: &Var| least.iter().any(|(known, limit)| known == var && *limit >= 0);
        let most = |piece: &Piece| {
            let other = |var: &Var| !lost.contains(var);
            let at_most = |e: Expr, var: &Var| at_most(&e, var, natural(var), &greatest(&piece.region, var, &other));
            lost.iter().try_fold(piece.closed()?.clone(), at_most)
        };
        let all: Vec<Expr> = solution.pieces.iter().map(most).collect::<Option<_>>()?;
        all.into_iter().reduce(Expr::max).map(|worst| worst.simplify())
    }

    /// How a bound of a function moves with a size, for the sizes it is meant for.
    fn moves(&self, function: Function, bound: &Expr, size: &Var) -> Monotone {
        let asked = (function, size.clone(), bound.clone());
        let known = self.moving.lock().expect("no thread panics with it").get(&asked).copied();
        known.unwrap_or_else(|| {
            let found = moves(bound, size, &self.least_sizes(function));
            self.moving.lock().expect("no thread panics with it").insert(asked, found);
            found
        })
    }

    /// A bound without what is taken away in it, which is no less: of a bound of which it is not seen how it moves.
    fn not_lessened(&self, total: &Expr, function: &Function) -> Option<Expr> {
        let Expr::Add(terms) = total else { return None };
        let meant = self.meant(function);
        let is_taken_away = |term: &Expr| !term.vars().is_empty() && meant.ensures(&(-term.clone()).simplify());
        let kept: Vec<Expr> = terms.iter().filter(|term| !is_taken_away(term)).cloned().collect();
        (kept.len() < terms.len()).then(|| Expr::Add(kept).simplify())
    }

    /// Whether a value is certainly not negative under a condition: costs are not.
    fn is_natural(&self, value: &Expr, guard: &Guard) -> bool {
        let mut guard = guard.clone();
        let mut costs: Vec<(FnName, Vec<Expr>)> = Vec::new();
        let value = map_calls(value, &mut |name, args| {
            self.functions.find(name).filter(|of| of.what.is_cost() || of.what == What::Solutions)?;
            let call = (name.clone(), args.to_vec());
            let at = costs.iter().position(|known| *known == call).unwrap_or(costs.len());
            if at == costs.len() {
                costs.push(call);
            }
            Some(Expr::var(format!("#cost{at}")))
        });
        for at in 0..costs.len() {
            guard = guard.with(Linear::var(&Var::new(format!("#cost{at}"))));
        }
        guard.ensures(&value.simplify())
    }

    /// A case with what is solved put in, told apart by the pieces of that.
    pub(crate) fn filled_in(
        &self,
        case: Case,
        names: &FxHashSet<FnName>,
        direction: Direction,
    ) -> Result<Vec<Case>, Spent> {
        self.budget.check()?;
        let (splits, inner) = open(case, direction);
        let whole = inner.guard.clone();
        let parts = self.by_pieces(inner, names).into_iter().filter_map(|Case { guard, rhs }| {
            // With sizes that are known there, ends of ranges meet.
            let pinned = guard.pinned();
            if !pinned.is_empty() {
                self.put_in(&rhs.subst_all(&pinned).simplify(), names, &guard)?;
            }
            let rhs = made(&self.put_in(&rhs, names, &guard)?.simplify(), &guard);
            let rhs = filled(&under(&rhs.simplify(), &guard), &guard);
            Some(Case { guard, rhs })
        });
        let mut parts: Vec<Case> = parts.collect();
        // Pieces that come to the same need not be told apart.
        if parts.len() > 1 && parts.iter().all(|part| part.rhs == parts[0].rhs) {
            parts.truncate(1);
            parts[0].guard = whole;
        }
        let mut cases = Vec::new();
        for Case { guard, rhs } in parts {
            let values = match splits.is_empty() && !chooses(&rhs) {
                true => vec![rhs],
                false => apart(rhs, direction).unwrap_or_else(|| vec![Expr::Var(unknown())]),
            };
            cases.extend(values.into_iter().map(|value| choose(&splits, &guard, value, direction)));
        }
        Ok(cases)
    }

    /// The case once for each piece of the solved functions in it that its condition leaves open, as far as their
    /// arguments are known exactly: so that a call meets one piece.
    pub(crate) fn by_pieces(&self, case: Case, stay: &FxHashSet<FnName>) -> Vec<Case> {
        self.by_pieces_of(case, stay, &|var| !is_size_var(var))
    }

    /// The same, where conditions may be of some variables only.
    pub(crate) fn by_pieces_of(
        &self,
        case: Case,
        stay: &FxHashSet<FnName>,
        may_be_of: &dyn Fn(&Var) -> bool,
    ) -> Vec<Case> {
        let (mut done, mut todo) = (Vec::new(), vec![case]);
        while let Some(case) = todo.pop() {
            let mut parts = None;
            if done.len() + todo.len() < PARTS {
                // What a choice inside of the value tells apart is no condition on the sizes.
                let mut chosen = Vec::new();
                case.rhs.visit(&mut |e| chosen.extend(e.range().map(|binder| binder.var.clone())));
                case.rhs.visit(&mut |e| {
                    if let Expr::Call(name, args) = e
                        && parts.is_none()
                        && !args.iter().any(|arg| chosen.iter().any(|var| arg.mentions(var)))
                    {
                        parts = self.parts(name, args, stay, &case.guard);
                        parts = parts.take().and_then(|parts| about(may_be_of, parts));
                    }
                });
            }
            match parts {
                Some(parts) => todo.extend(parts.into_iter().map(|guard| Case { guard, rhs: case.rhs.clone() })),
                None => done.push(case),
            }
        }
        done
    }

    /// The conditions under which a call meets one piece each; nothing where it does already, or where that is not known.
    fn parts(&self, name: &FnName, args: &[Expr], stay: &FxHashSet<FnName>, guard: &Guard) -> Option<Vec<Guard>> {
        let function = self.functions.find(name).filter(|_| !stay.contains(name))?;
        let is_parted = |solution: &&Solution| solution.pieces.iter().any(|piece| !piece.region.is_always());
        let solution = self.solved.get(&function)?.bound.known().filter(is_parted)?;
        let args: Vec<Expr> = args.iter().map(|arg| self.argument_put_in(arg, stay, guard)).collect();
        if self.piece(function, solution, &args, guard).is_some() {
            return None;
        }
        let known = self.exact(function, &args);
        let regions = solution.pieces.iter().map(|piece| in_region(piece, &known, guard));
        let mut parts = regions.collect::<Option<Vec<Guard>>>()?;
        parts.extend(uncovered(guard, &parts));
        let possible: Vec<Guard> = parts.into_iter().filter(Guard::possible).collect();
        // A condition that no piece splits further.
        (!possible.contains(guard)).then_some(possible)
    }

    /// An argument with solved functions put in: a value where both of its ends are that.
    fn argument_put_in(&self, arg: &Expr, stay: &FxHashSet<FnName>, guard: &Guard) -> Expr {
        if !arg.has_call() {
            return arg.clone();
        }
        let Some(value) = self.put_in(arg, stay, guard) else { return arg.clone() };
        let (low, high) = ends(&value);
        let (low, high) = (low.clone().simplify(), high.clone().simplify());
        if low == high { low } else { Expr::call(between(), vec![low, high]) }
    }

    /// Whether a function has no case where it is called, under a condition: such a call does not end in that way there.
    fn is_nowhere(&self, function: Function, solution: &Solution, args: &[Expr], guard: &Guard) -> bool {
        let known = self.exact(function, args);
        let params = self.parameters(function);
        // The greatest value of a form over what the arguments may be is below zero.
        let stays_below = |form: &Linear| {
            let most = form.terms.iter().try_fold(Expr::int(form.constant), |sum, (var, &factor)| {
                let at = params.iter().position(|param| param == var)?;
                let (low, high) = ends(args.get(at)?);
                let end = if factor > 0 { high } else { low };
                (!end.has_call() && !end.mentions(&unknown())).then(|| sum + Expr::int(factor) * end.clone())
            });
            let most = most.and_then(|most| Linear::of(&most.simplify()));
            most.and_then(|most| most.negated(-1)).is_some_and(|below| guard.implies(&below))
        };
        let misses = |piece: &Piece| {
            in_region(piece, &known, guard).is_some_and(|part| !part.possible())
                || piece.region.forms().0.iter().any(stays_below)
        };
        solution.pieces.iter().all(misses)
    }

    /// The arguments that are known exactly, by parameter.
    pub(crate) fn exact(&self, function: Function, args: &[Expr]) -> Vec<(Var, Expr)> {
        let params = self.parameters(function).into_iter();
        let exact = params.zip(args).filter_map(|(param, arg)| {
            let (low, high) = ends(arg);
            let is_known = low == high && !low.has_call() && !low.mentions(&unknown());
            is_known.then(|| (param, low.clone()))
        });
        exact.collect()
    }

    /// The piece in which arguments certainly lie, under a condition.
    fn piece<'s>(&self, function: Function, solution: &'s Solution, args: &[Expr], guard: &Guard) -> Option<&'s Piece> {
        let known = self.exact(function, args);
        let lies_in = |piece: &&Piece| {
            let (at_least, distinct) = piece.region.forms();
            let inside = |form: &Linear| {
                actual(form, &known).is_some_and(|actual| match Linear::of(&actual) {
                    Some(form) => guard.implies(&form),
                    None => guard.ensures(&actual),
                })
            };
            let apart = |form: &Linear| {
                let form = actual(form, &known).and_then(|actual| Linear::of(&actual));
                form.is_some_and(|form| !guard.clone().require_zero(form))
            };
            at_least.iter().all(inside) && distinct.iter().all(apart)
        };
        solution.pieces.iter().find(lies_in)
    }

    /// Whether a value needs a function from the other side that is not solved.
    fn mentions_unsolved(&self, value: &Expr, direction: Direction) -> bool {
        let mut found = false;
        visit_calls(value, direction, &mut |name| {
            found |= self
                .functions
                .find(name)
                .is_some_and(|function| function.direction != direction && !self.solved.contains_key(&function));
        });
        found
    }

    /// What is known of a function that has no bound.
    pub(crate) fn fallback(&self, function: Function) -> Expr {
        if function.direction == Direction::Upper {
            return Expr::Var(unknown());
        }
        match function.what {
            What::Size(at) => {
                let success = self.explorer.summaries[function.variant.0 as usize].success();
                let metrics: Vec<Metric> = success.into_iter().flatten().flat_map(Type::metrics).collect();
                let least = metrics.get(at as usize).and_then(|metric| metric.least());
                least.map_or(Expr::Var(unknown()), Expr::int)
            }
            What::Moment(..) => Expr::Var(unknown()),
            _ => Expr::int(0),
        }
    }
}

/// What a variable is at most in a region, by other variables.
fn greatest(region: &Guard, var: &Var, other: &dyn Fn(&Var) -> bool) -> Option<Expr> {
    let limit = |constraint: &solver::Constraint| {
        let above = constraint.form().plus(&Linear::var(var), 1)?;
        let is_limit = constraint.relation() == solver::Relation::Ge && above.terms.iter().all(|(var, _)| other(var));
        is_limit.then(|| above.to_expr())
    };
    region.constraints().iter().find_map(limit)
}

/// What an expression is at most whatever value a variable has, up to the greatest one that is given: an expression in which the
/// variable does not occur.
fn at_most(expr: &Expr, var: &Var, is_natural: bool, greatest: &Option<Expr>) -> Option<Expr> {
    if !expr.mentions(var) {
        return Some(expr.clone());
    }
    let most = |e: &Expr| at_most(e, var, is_natural, greatest);
    match expr {
        Expr::Var(_) => greatest.clone(),
        Expr::Min(es) => es.iter().filter_map(most).reduce(Expr::min),
        Expr::Max(es) => es.iter().map(most).collect::<Option<_>>().map(Expr::Max),
        Expr::Add(es) => es.iter().map(most).collect::<Option<_>>().map(Expr::Add),
        Expr::Mul(es) => match &es[..] {
            [Expr::Num(times), Expr::Var(_)] if is_natural && *times < Rational::from(0) => Some(Expr::int(0)),
            [times @ Expr::Num(factor), inner] if *factor > Rational::from(0) => Some(times.clone() * most(inner)?),
            _ => None,
        },
        _ => None,
    }
}

/// How an expression moves with a size, for sizes not below the least ones given. Of sizes that may be negative less is known.
pub(crate) fn moves(expr: &Expr, var: &Var, least: &[(Var, i64)]) -> Monotone {
    let natural = |var: &Var| least.iter().any(|(known, limit)| known == var && *limit >= 0);
    if expr.vars().iter().all(natural) {
        return match expr.monotone_in(var) {
            Monotone::Unknown => expr.monotone_from(var, least),
            known => known,
        };
    }
    match moves_anywhere(expr, var) {
        Some(0) => Monotone::Constant,
        Some(1) => Monotone::NonDecreasing,
        Some(_) => Monotone::NonIncreasing,
        None => Monotone::Unknown,
    }
}

/// In which direction an expression moves with a size, whatever the sizes are: 1, -1, or 0 where it does not.
fn moves_anywhere(expr: &Expr, var: &Var) -> Option<i8> {
    if !expr.mentions(var) {
        return Some(0);
    }
    let all = |es: &[Expr]| {
        es.iter().try_fold(0, |sum, e| match (sum, moves_anywhere(e, var)?) {
            (0, one) | (one, 0) => Some(one),
            (one, other) => (one == other).then_some(one),
        })
    };
    match expr {
        Expr::Var(_) => Some(1),
        Expr::Add(es) | Expr::Max(es) | Expr::Min(es) => all(es),
        Expr::Floor(inner) | Expr::Ceil(inner) => moves_anywhere(inner, var),
        Expr::Mul(es) => match &es[..] {
            [Expr::Num(times), inner] if *times > Rational::from(0) => moves_anywhere(inner, var),
            [Expr::Num(_), inner] => moves_anywhere(inner, var).map(|moves| -moves),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a value is not known: of the functions that stay, what they are called with is looked at when they are solved.
fn is_unknown(value: &Expr, stay: &FxHashSet<FnName>) -> bool {
    match value {
        Expr::Var(var) => *var == unknown(),
        Expr::Call(name, _) if stay.contains(name) => false,
        _ => value.children().any(|child| is_unknown(child, stay)),
    }
}
