//! The re-check of every bound at points, against the equations themselves in exact arithmetic.
//!
//! In: a system, claimed solutions. Out: how many points were compared, or the first violation. Values are computed by
//! following the equations with a memory, under limits on work and depth, so that equations without a value end in an
//! error and not in a loop. The symbolic half is `prove.rs`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::error::{EvalError, Violation};
use crate::expression::expr::Binder;
use crate::system::equation::{ByName, Definition, Direction, System};
use crate::system::guard::Guard;
use crate::system::solution::Solution;
use crate::{Expr, FnName, Rational, Var};

/// Bits of a number beyond which a value is not computed.
const MOST_BITS: u64 = 1 << 16;

/// Nested calls followed at most: enough for the grid, little enough for any stack.
const DEPTH_LIMIT: u32 = 100;

/// How much work a solve may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Points at which each bound is compared with the equations.
    pub points: usize,
    /// Function values computed by following the equations, per function.
    pub evaluations: u32,
    /// Alternatives that unfolding mutual recursion may make.
    pub cases: usize,
    /// What all of it may use: everything that repeats work looks at it.
    pub budget: Budget,
}

/// The reason given where the budget is spent.
pub const OUT_OF_TIME: &str = "the time for the analysis is over";

impl Limits {
    /// Whether the budget is spent.
    pub fn expired(&self) -> bool {
        self.budget.check().is_err()
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { points: 12, evaluations: 2_000, cases: 200, budget: Budget::unlimited() }
    }
}

/// What a re-check compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Points at which bound and equations were compared.
    pub points: usize,
}

/// Why the equations give no value at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The value needs itself, or more nested calls than allowed.
    Diverges,
    /// Too many values.
    Budget,
    /// The time is over.
    Time,
    /// A split without a choice whose calls all have a case: the case does not apply.
    NoCase,
    /// Undefined, or a call with an argument that is not whole.
    Undefined(String),
}

/// Compares every solution with the equations at many points of its region, exactly.
pub fn check(
    system: &System,
    solutions: &BTreeMap<FnName, Solution>,
    direction: Direction,
    limits: &Limits,
) -> Result<Checked, Violation> {
    let mut points = 0;
    let by_name = system.by_name();
    for (name, solution) in solutions {
        points += check_at(&by_name, name, solution, direction, limits, &signed_points)?;
    }
    Ok(Checked { points })
}

/// The same for one function over the natural numbers.
pub(crate) fn check_one(
    system: &ByName<'_>,
    name: &FnName,
    solution: &Solution,
    direction: Direction,
    limits: &Limits,
) -> Result<usize, Violation> {
    check_at(system, name, solution, direction, limits, &points)
}

fn check_at(
    system: &ByName<'_>,
    name: &FnName,
    solution: &Solution,
    direction: Direction,
    limits: &Limits,
    points: &dyn Fn(&Definition, usize) -> Vec<Vec<i64>>,
) -> Result<usize, Violation> {
    let unchecked = |reason: &str| Violation::Unchecked { name: name.clone(), reason: reason.to_string() };
    let Some(&definition) = system.get(name) else {
        return Err(unchecked("it is not defined"));
    };
    let mut values = Values::new(system, direction, limits.evaluations);
    // What is not rational is between two numbers, and so may a bound be.
    let mut others = Values { rounding: direction.opposite(), ..Values::new(system, direction, limits.evaluations) };
    let (mut compared, mut stopped) = (0, None);
    for point in points(definition, limits.points) {
        if limits.expired() {
            stopped = Some(Stop::Time);
            break;
        }
        let at = |v: &Var| {
            let i = definition.params.iter().position(|p| p == v)?;
            Some(Rational::from(point[i]))
        };
        let whole = |v: &Var| definition.params.iter().position(|p| p == v).map(|i| point[i]);
        // Outside of its domain nothing is claimed of a function.
        if definition.domain.holds(&whole) == Some(false) {
            continue;
        }
        let Some((piece, expr)) = solution.piece_at(&whole).and_then(|piece| Some((piece, piece.closed()?))) else {
            continue;
        };
        let value = match values.case_value(name, &point) {
            Ok(Some(value)) => value,
            // No case: no such input.
            Ok(None) => continue,
            Err(stop) => {
                stopped = Some(stop);
                continue;
            }
        };
        let violated = |claimed: String| Violation::Point {
            name: name.clone(),
            point: point.clone(),
            claimed,
            value: value.clone(),
        };
        let ends = expr.eval_lower(&at).and_then(|lo| Ok((lo, expr.eval_upper(&at)?)));
        let (lo, hi) = match ends {
            Ok(ends) => ends,
            Err(EvalError::Infinite) if direction == Direction::Upper => continue,
            Err(EvalError::TooLarge { .. }) => continue,
            Err(e) => return Err(violated(e.to_string())),
        };
        let holds = |from: &Rational, to: &Rational| match (piece.is_exact(), direction) {
            (true, _) => lo <= *to && *from <= hi,
            (false, Direction::Upper) => *from <= hi,
            (false, Direction::Lower) => lo <= *to,
        };
        let may_hold = |other: Rational| holds((&value).min(&other), (&value).max(&other));
        if !holds(&value, &value) && !others.case_value(name, &point).is_ok_and(|other| other.is_some_and(may_hold)) {
            return Err(violated(if direction == Direction::Upper { hi } else { lo }.to_string()));
        }
        compared += 1;
    }
    match (compared, stopped, direction) {
        // A function without values is infinite, and everything is below it.
        (0, Some(Stop::Diverges), Direction::Lower) => Ok(0),
        (0, stopped, _) => Err(unchecked(&stopped.map_or("no point is in its region".to_string(), |s| s.to_string()))),
        _ => Ok(compared),
    }
}

/// Points on both sides of zero, where the domain has them.
fn signed_points(definition: &Definition, count: usize) -> Vec<Vec<i64>> {
    let natural = points(definition, count);
    let may_be_negative = |v: &Var| !definition.domain.implies(&crate::Linear::var(v));
    let signed: Vec<bool> = definition.params.iter().map(may_be_negative).collect();
    let mirrored = |choice: usize, point: &[i64]| -> Option<Vec<i64>> {
        let flips = |at: usize| at < MIRRORED && choice >> at & 1 == 1;
        let fits = (0..signed.len()).all(|at| signed[at] || !flips(at));
        fits.then(|| point.iter().enumerate().map(|(at, &x)| if flips(at) { -1 - x } else { x }).collect())
    };
    let choices = 1..1usize << definition.params.len().min(MIRRORED);
    let negative = choices.flat_map(|choice| {
        natural.iter().filter_map({
            let mirrored = &mirrored;
            move |point| mirrored(choice, point)
        })
    });
    let negative: Vec<Vec<i64>> = negative.collect();
    natural.iter().cloned().chain(negative).collect()
}

/// So many parameters are compared on both sides of zero.
const MIRRORED: usize = 3;

/// Points by increasing coordinates, some dozen or as many as asked for: from where the first case starts, and a
/// few from where all have started.
fn points(definition: &Definition, count: usize) -> Vec<Vec<i64>> {
    let starts: Vec<Vec<i64>> = definition.params.iter().map(|param| definition.starts(param)).collect();
    let first: Vec<i64> = starts.iter().map(|of| of.iter().copied().min().unwrap_or(0)).collect();
    let last: Vec<i64> = starts.iter().map(|of| of.iter().copied().max().unwrap_or(0)).collect();
    let root = (count as f64).powf(1.0 / first.len().max(1) as f64) as i64;
    let least = |few: i64| few.min((count as i64).max(2));
    let side = match first.len() {
        0 | 1 => count as i64,
        2 => root.max(least(6)),
        3 => root.max(least(4)),
        4 => root.max(3),
        _ => root.max(2),
    };
    let mut points = grid(&first, side);
    if last != first {
        points.extend(grid(&last, 2));
        points.sort();
        points.dedup();
    }
    points
}

/// A grid of points from an origin on, so many in each of the first dimensions.
fn grid(origin: &[i64], side: i64) -> Vec<Vec<i64>> {
    let sides = origin
        .iter()
        .enumerate()
        .map(|(at, &from)| if at < 6 { from..from + side } else { from.max(1)..from.max(1) + 1 });
    sides.fold(vec![vec![]], |points: Vec<Vec<i64>>, side| {
        points.iter().flat_map(|point| side.clone().map(move |i| [point.as_slice(), &[i]].concat())).collect()
    })
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Diverges => f.write_str("the recursion does not end"),
            Stop::Budget => f.write_str("too many values are needed"),
            Stop::Time => f.write_str(OUT_OF_TIME),
            Stop::NoCase => f.write_str("no case applies"),
            Stop::Undefined(what) => f.write_str(what),
        }
    }
}

/// Function values by following the equations.
pub(crate) struct Values<'a> {
    system: &'a ByName<'a>,
    direction: Direction,
    /// On which side of a value that is not rational the rational number is that stands for it.
    rounding: Direction,
    /// Known values: outer `None` while being computed, inner `None` where no case applies.
    known: FxHashMap<(FnName, Vec<i64>), Option<Option<Rational>>>,
    /// How many splits surround the expression being evaluated, within one function.
    splits: u32,
    budget: u32,
    /// How many choices of splits and terms of sums may still be looked at.
    choices: u32,
    depth: u32,
}

/// Choices and terms that are looked at for each value of the budget.
const CHOICES: u32 = 20;

impl<'a> Values<'a> {
    pub fn new(system: &'a ByName<'a>, direction: Direction, budget: u32) -> Self {
        let choices = budget.saturating_mul(CHOICES);
        Values {
            system,
            direction,
            rounding: direction,
            known: FxHashMap::default(),
            splits: 0,
            budget,
            choices,
            depth: 0,
        }
    }

    /// The value of a function at a point: the greatest (upper) or least (lower) of its applicable cases, 0 without any.
    pub fn value(&mut self, name: &FnName, args: &[i64]) -> Result<Rational, Stop> {
        Ok(self.case_value(name, args)?.unwrap_or(Rational::ZERO))
    }

    /// As `value`, `None` where no case applies.
    pub fn case_value(&mut self, name: &FnName, args: &[i64]) -> Result<Option<Rational>, Stop> {
        let key = (name.clone(), args.to_vec());
        match self.known.get(&key) {
            Some(Some(value)) => return Ok(value.clone()),
            Some(None) => return Err(Stop::Diverges),
            None => {}
        }
        if self.budget == 0 {
            return Err(Stop::Budget);
        }
        if self.depth >= DEPTH_LIMIT {
            return Err(Stop::Diverges);
        }
        self.budget -= 1;
        let system = self.system;
        let Some(&definition) = system.get(name) else {
            return Err(Stop::Undefined(format!("{name} is not defined")));
        };
        self.known.insert(key.clone(), None);
        self.depth += 1;
        let splits = std::mem::take(&mut self.splits);
        let env: Vec<(&Var, i64)> = definition.params.iter().zip(args.iter().copied()).collect();
        let mut result: Result<Option<Rational>, Stop> = Ok(None);
        for case in &definition.cases {
            match self
                .applies(&case.guard, &env)
                .and_then(|yes| if yes { self.eval(&case.rhs, &env).map(Some) } else { Ok(None) })
            {
                Ok(None) | Err(Stop::NoCase) => {}
                Ok(Some(value)) => {
                    result = result.map(|best| {
                        Some(match (best, self.direction) {
                            (None, _) => value,
                            (Some(b), Direction::Upper) => b.max(value),
                            (Some(b), Direction::Lower) => b.min(value),
                        })
                    });
                }
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        self.depth -= 1;
        self.splits = splits;
        match result {
            Ok(value) => {
                self.known.insert(key, Some(value.clone()));
                Ok(value)
            }
            Err(stop) => {
                // Only an end of the recursion is final; the others depend on where the computation started.
                self.known.remove(&key);
                Err(stop)
            }
        }
    }

    fn applies(&self, guard: &Guard, env: &[(&Var, i64)]) -> Result<bool, Stop> {
        guard
            .holds(&|v: &Var| value_of(env, v))
            .ok_or_else(|| Stop::Undefined(format!("the guard {guard} has no value")))
    }

    fn eval(&mut self, e: &Expr, env: &[(&Var, i64)]) -> Result<Rational, Stop> {
        match e {
            Expr::Num(n) => Ok(n.clone()),
            Expr::Var(v) => lookup(env, v).ok_or_else(|| Stop::Undefined(format!("{v} has no value"))),
            Expr::Add(es) => es.iter().try_fold(Rational::ZERO, |sum, e| Ok(&sum + &self.eval(e, env)?)),
            Expr::Mul(es) => es.iter().try_fold(Rational::ONE, |product, e| {
                let product = &product * &self.eval(e, env)?;
                if product.bits() > MOST_BITS { Err(Stop::Budget) } else { Ok(product) }
            }),
            Expr::Call(name, args) => {
                let mut point = Vec::with_capacity(args.len());
                for arg in args {
                    let value = self.eval(arg, env)?;
                    point.push(value.to_i64().ok_or_else(|| Stop::Undefined(format!("{name} is called at {value}")))?);
                }
                match self.case_value(name, &point)? {
                    Some(value) => Ok(value),
                    None if self.splits > 0 => Err(Stop::NoCase),
                    None => Ok(Rational::ZERO),
                }
            }
            Expr::Max(es) | Expr::Min(es) => {
                let values = es.iter().map(|e| self.eval(e, env)).collect::<Result<Vec<_>, _>>()?;
                let best = if matches!(e, Expr::Max(_)) { values.into_iter().max() } else { values.into_iter().min() };
                best.ok_or_else(|| Stop::Undefined("an empty min or max".to_string()))
            }
            Expr::MaxOver(b) => self.splits(b, env)?.into_iter().max().ok_or(Stop::NoCase),
            Expr::MinOver(b) => self.splits(b, env)?.into_iter().min().ok_or(Stop::NoCase),
            Expr::Sum(b) if b.body.has_call() => {
                Ok(self.range(b, env)?.iter().fold(Rational::ZERO, |sum, value| &sum + value))
            }
            _ => {
                // Calls below other operators first, then the operator on numbers.
                let mut failed = None;
                let inner = if e.has_call() {
                    e.map_children(&mut |c| match self.eval(c, env) {
                        Ok(value) => Expr::Num(value),
                        Err(stop) => {
                            failed = Some(stop);
                            Expr::int(0)
                        }
                    })
                } else {
                    e.clone()
                };
                if let Some(stop) = failed {
                    return Err(stop);
                }
                let point = |v: &Var| lookup(env, v);
                let value = match self.rounding {
                    Direction::Upper => inner.eval_upper(&point),
                    Direction::Lower => inner.eval_lower(&point),
                };
                value.map_err(|e| Stop::Undefined(e.to_string()))
            }
        }
    }

    /// The values of the choices all of whose calls have a case.
    fn splits(&mut self, b: &Binder, env: &[(&Var, i64)]) -> Result<Vec<Rational>, Stop> {
        self.splits += 1;
        let values = self.over(b, env);
        self.splits -= 1;
        values?.into_iter().filter(|value| *value != Err(Stop::NoCase)).collect()
    }

    fn range(&mut self, b: &Binder, env: &[(&Var, i64)]) -> Result<Vec<Rational>, Stop> {
        self.over(b, env)?.into_iter().collect()
    }

    fn over(&mut self, b: &Binder, env: &[(&Var, i64)]) -> Result<Vec<Result<Rational, Stop>>, Stop> {
        let whole = |value: Rational| value.to_i64().ok_or_else(|| Stop::Undefined("a range without ends".to_string()));
        let (lo, hi) = (whole(self.eval(&b.lo, env)?)?, whole(self.eval(&b.hi, env)?)?);
        if hi.saturating_sub(lo) > 1000 {
            return Err(Stop::Budget);
        }
        let mut values = Vec::new();
        for i in lo..=hi {
            self.choices = self.choices.checked_sub(1).ok_or(Stop::Budget)?;
            let mut inner = vec![(&b.var, i)];
            inner.extend_from_slice(env);
            values.push(self.eval(&b.body, &inner));
        }
        Ok(values)
    }
}

fn lookup(env: &[(&Var, i64)], v: &Var) -> Option<Rational> {
    value_of(env, v).map(Rational::from)
}

fn value_of(env: &[(&Var, i64)], v: &Var) -> Option<i64> {
    env.iter().find(|(name, _)| *name == v).map(|(_, value)| *value)
}
