//! The value of a function at a point by following its equations: the reference that solutions are held to. It uses nothing
//! of the solver but exact numbers.
//!
//! For an upper bound a function is the greatest of the cases that apply, for a lower bound the least. A call where no case
//! applies is 0. A recursion that does not end makes the value infinite for an upper bound; for a lower bound that case is
//! passed over. Where the work passes a limit, what is left out is known to be on one side only.

use super::{Case, Equations, Over, Ranged, Relation, Value};
use solver::{Direction, Rational};
use std::collections::{HashMap, HashSet};

/// Nested calls followed at most.
const DEPTH_LIMIT: usize = 2_000;
/// Function values computed at most for a system.
const EVALUATION_LIMIT: usize = 60_000;
/// Numbers of a range looked at.
const RANGE_LIMIT: i64 = 200;
/// Products with more bits than this are not followed.
const MOST_BITS: u64 = 4_000;
/// Calls after which a path that repeats itself is taken for an endless one.
const LONGEST_PERIOD: usize = 8;

/// What is known of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Worth {
    /// The value.
    Exactly(Rational),
    /// For an upper bound: not below this. For a lower bound: not above this. Nothing is known without a number.
    Beyond(Option<Rational>),
    /// Infinite. For upper bounds only.
    Endless,
}

/// The values of one system in one direction.
pub struct Evaluator<'a> {
    equations: &'a Equations,
    direction: Direction,
    known: HashMap<(usize, Vec<i64>), Option<Worth>>,
    open: HashSet<(usize, Vec<i64>)>,
    path: Vec<Frame>,
}

/// A call that is being evaluated, and where in its function it is.
struct Frame {
    function: usize,
    point: Vec<i64>,
    case: usize,
    call: usize,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that knows nothing yet.
    pub fn new(equations: &'a Equations, direction: Direction) -> Self {
        Evaluator { equations, direction, known: HashMap::new(), open: HashSet::new(), path: Vec::new() }
    }

    /// What a function is at a point; nothing where no case applies.
    pub fn value(&mut self, function: usize, point: &[i64]) -> Option<Worth> {
        let key = (function, point.to_vec());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let is_power = self.path.len() >= 4 * LONGEST_PERIOD && self.path.len().is_power_of_two();
        if self.open.contains(&key) || (is_power && self.goes_on_forever()) {
            return Some(self.endless());
        }
        if self.path.len() >= DEPTH_LIMIT || self.known.len() >= EVALUATION_LIMIT {
            return Some(Worth::Beyond(None));
        }
        self.open.insert(key.clone());
        self.path.push(Frame { function, point: point.to_vec(), case: 0, call: 0 });
        let mut worth: Option<Worth> = None;
        let equations = self.equations;
        for (at, case) in equations.functions[function].iter().enumerate() {
            match applies(case, point) {
                Some(false) => continue,
                None => return self.leave(key, Some(Worth::Beyond(None))),
                Some(true) => {}
            }
            let frame = self.path.last_mut().expect("it was pushed");
            (frame.case, frame.call) = (at, 0);
            // Where a range has no number to choose, the case does not apply.
            let Some(value) = self.eval(&case.value, point, false) else { continue };
            worth = Some(match worth {
                None => value,
                Some(other) => self.either(other, value),
            });
            if worth == Some(Worth::Endless) {
                break;
            }
        }
        self.leave(key, worth)
    }

    fn leave(&mut self, key: (usize, Vec<i64>), worth: Option<Worth>) -> Option<Worth> {
        self.path.pop();
        self.open.remove(&key);
        self.known.insert(key, worth.clone());
        worth
    }

    fn endless(&self) -> Worth {
        match self.direction {
            Direction::Upper => Worth::Endless,
            Direction::Lower => Worth::Beyond(None),
        }
    }

    /// Both cases apply.
    fn either(&self, a: Worth, b: Worth) -> Worth {
        let better = |a: Rational, b: Rational| match self.direction {
            Direction::Upper => a.max(b),
            Direction::Lower => a.min(b),
        };
        match (a, b) {
            (Worth::Endless, _) | (_, Worth::Endless) => Worth::Endless,
            (Worth::Exactly(a), Worth::Exactly(b)) => Worth::Exactly(better(a, b)),
            (Worth::Beyond(None), Worth::Beyond(None)) => Worth::Beyond(None),
            (Worth::Beyond(None), Worth::Exactly(a) | Worth::Beyond(Some(a)))
            | (Worth::Exactly(a) | Worth::Beyond(Some(a)), Worth::Beyond(None)) => Worth::Beyond(Some(a)),
            (Worth::Exactly(a) | Worth::Beyond(Some(a)), Worth::Exactly(b) | Worth::Beyond(Some(b))) => {
                Worth::Beyond(Some(better(a, b)))
            }
        }
    }

    /// The value of a right-hand side at a point; nothing where it has none. A call where no case applies is 0, and nothing
    /// where numbers of a range are chosen.
    fn eval(&mut self, value: &Value, point: &[i64], chosen: bool) -> Option<Worth> {
        Some(match value {
            Value::Call(function, args) => {
                self.path.last_mut().expect("within a call").call += 1;
                let Some(args) = args.iter().map(|arg| number(arg, point)).collect::<Option<Vec<i64>>>() else {
                    return Some(Worth::Beyond(None));
                };
                let nothing = || (!chosen).then_some(Worth::Exactly(Rational::ZERO));
                self.value(*function, &args).or_else(nothing)?
            }
            Value::Sum(parts) => {
                let parts: Vec<Worth> =
                    parts.iter().map(|part| self.eval(part, point, chosen)).collect::<Option<_>>()?;
                combined(&parts, sum)
            }
            Value::Times(k, part) => {
                let part = self.eval(part, point, chosen)?;
                combined(&[part], |values| &Rational::from(*k) * &values[0])
            }
            Value::Product(a, b) => product(&self.eval(a, point, chosen)?, &self.eval(b, point, chosen)?),
            Value::Max(parts) | Value::Min(parts) => {
                let parts: Vec<Worth> =
                    parts.iter().map(|part| self.eval(part, point, chosen)).collect::<Option<_>>()?;
                extremum(&parts, matches!(value, Value::Max(_)))
            }
            Value::Ranged(ranged) => self.ranged(ranged, point, chosen)?,
            Value::Number(_) | Value::Param(_) | Value::Over(..) => match number(value, point) {
                Some(value) => Worth::Exactly(Rational::from(value)),
                None => Worth::Beyond(None),
            },
        })
    }

    /// Whether a function is called where no case applies.
    fn lacks_case(&self, value: &Value, point: &[i64]) -> bool {
        match value {
            Value::Call(function, args) => {
                let args: Option<Vec<i64>> = args.iter().map(|arg| number(arg, point)).collect();
                let cases = &self.equations.functions[*function];
                let never =
                    |case: &Case, args: &[i64]| applies(case, args) == Some(false) || is_empty(&case.value, args);
                args.is_some_and(|args| cases.iter().all(|case| never(case, &args)))
            }
            // There are further numbers in it.
            Value::Ranged(_) => false,
            _ => value.parts().into_iter().any(|part| self.lacks_case(part, point)),
        }
    }

    fn ranged(&mut self, ranged: &Ranged, point: &[i64], chosen: bool) -> Option<Worth> {
        let ends = number(&ranged.first, point).zip(number(&ranged.last, point));
        let Some((first, last)) = ends.filter(|(first, last)| last.saturating_sub(*first) < RANGE_LIMIT) else {
            return Some(Worth::Beyond(None));
        };
        let mut found = Vec::new();
        for k in first..=last {
            let inside = [point, &[k]].concat();
            // A choice of which a call has no case does not count, whatever else it calls.
            if ranged.over != Over::Sum && self.lacks_case(&ranged.body, &inside) {
                continue;
            }
            let worth = self.eval(&ranged.body, &inside, chosen || ranged.over != Over::Sum);
            match (worth, ranged.over) {
                (Some(worth), _) => found.push(worth),
                (None, Over::Sum) => return None,
                (None, Over::Greatest | Over::Least) => {}
            }
        }
        if ranged.over == Over::Sum {
            return Some(combined(&found, sum));
        }
        let greatest = ranged.over == Over::Greatest;
        // Of one of which nothing is known it is not known either whether it counts.
        let (unknown, known): (Vec<Worth>, Vec<Worth>) = found.into_iter().partition(|of| *of == Worth::Beyond(None));
        match (known.is_empty(), unknown.is_empty()) {
            (true, true) => None,
            (true, false) => Some(Worth::Beyond(None)),
            (false, true) => Some(extremum(&known, greatest)),
            (false, false) if greatest == (self.direction == Direction::Upper) => {
                Some(match extremum(&known, greatest) {
                    Worth::Exactly(value) => Worth::Beyond(Some(value)),
                    other => other,
                })
            }
            (false, false) => Some(Worth::Beyond(None)),
        }
    }

    /// Whether the calls that are open repeat the same steps, by the same differences, under guards that these differences
    /// keep: calls at linear arguments then go on so for ever.
    fn goes_on_forever(&self) -> bool {
        (1..=LONGEST_PERIOD).any(|period| {
            let frames = &self.path[self.path.len() - 4 * period..];
            (0..period).all(|at| {
                let same: Vec<&Frame> = (0..4).map(|round| &frames[at + round * period]).collect();
                let site = |frame: &Frame| (frame.function, frame.case, frame.call);
                let steps: Vec<Vec<i64>> = same
                    .windows(2)
                    .map(|pair| pair[1].point.iter().zip(&pair[0].point).map(|(to, from)| to - from).collect())
                    .collect();
                let case = &self.equations.functions[same[0].function][same[0].case];
                same.iter().all(|frame| site(frame) == site(same[0]))
                    && steps.iter().all(|step| *step == steps[0])
                    && has_linear_calls(&case.value)
                    && case.guard.iter().all(|comparison| {
                        let along = comparison.left(&steps[0]).unwrap_or(0);
                        match comparison.relation {
                            Relation::AtLeast | Relation::Above => along >= 0,
                            Relation::AtMost | Relation::Below => along <= 0,
                            Relation::Equal | Relation::Different => along == 0,
                        }
                    })
            })
        })
    }
}

fn has_linear_calls(value: &Value) -> bool {
    match value {
        Value::Call(_, args) => args.iter().all(Value::is_linear),
        // What is chosen may not go on as it did.
        Value::Ranged(_) => false,
        _ => value.parts().into_iter().all(has_linear_calls),
    }
}

/// The greatest or the least of values.
fn extremum(parts: &[Worth], greatest: bool) -> Worth {
    if parts.contains(&Worth::Endless) && !greatest {
        return Worth::Beyond(None);
    }
    combined(parts, |values| {
        let best = if greatest { values.iter().max() } else { values.iter().min() };
        best.expect("there are alternatives").clone()
    })
}

/// The product of two values, which rises with each where neither is negative.
fn product(a: &Worth, b: &Worth) -> Worth {
    let known = [a, b].map(|worth| match worth {
        Worth::Exactly(value) => Some((value, true)),
        Worth::Beyond(Some(value)) => Some((value, false)),
        Worth::Beyond(None) | Worth::Endless => None,
    });
    match known {
        _ if [a, b].contains(&&Worth::Endless) => Worth::Endless,
        [Some((a, _)), Some((b, _))] if a.bits() + b.bits() > MOST_BITS => Worth::Beyond(None),
        [Some((a, true)), Some((b, true))] => Worth::Exactly(a * b),
        [Some((a, _)), Some((b, _))] if !a.is_negative() && !b.is_negative() => Worth::Beyond(Some(a * b)),
        _ => Worth::Beyond(None),
    }
}

fn sum(values: &[Rational]) -> Rational {
    values.iter().fold(Rational::ZERO, |sum, value| &sum + value)
}

/// A function of values that rises with each, as far as they are known.
fn combined(parts: &[Worth], of: impl Fn(&[Rational]) -> Rational) -> Worth {
    if parts.contains(&Worth::Endless) {
        return Worth::Endless;
    }
    let exact = parts.iter().all(|part| matches!(part, Worth::Exactly(_)));
    let values = parts.iter().map(|part| match part {
        Worth::Exactly(value) | Worth::Beyond(Some(value)) => Some(value.clone()),
        Worth::Beyond(None) | Worth::Endless => None,
    });
    match values.collect::<Option<Vec<Rational>>>() {
        Some(values) if exact => Worth::Exactly(of(&values)),
        Some(values) => Worth::Beyond(Some(of(&values))),
        None => Worth::Beyond(None),
    }
}

/// Whether a case applies at a point; nothing where numbers are too large.
fn applies(case: &Case, point: &[i64]) -> Option<bool> {
    for comparison in &case.guard {
        if !comparison.relation.holds(comparison.left(point)?, comparison.bound) {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether there is nothing to choose in a value.
fn is_empty(value: &Value, point: &[i64]) -> bool {
    match value {
        Value::Ranged(ranged) if ranged.over != Over::Sum => {
            let ends = number(&ranged.first, point).zip(number(&ranged.last, point));
            ends.is_some_and(|(first, last)| first > last)
        }
        Value::Ranged(_) => false,
        _ => value.parts().into_iter().any(|part| is_empty(part, point)),
    }
}

/// The number that a value without calls is at a point, unless it is too large.
fn number(value: &Value, point: &[i64]) -> Option<i64> {
    let all = |parts: &[Value]| parts.iter().map(|part| number(part, point)).collect::<Option<Vec<i64>>>();
    match value {
        Value::Number(n) => Some(*n),
        Value::Param(at) => Some(point[*at]),
        Value::Sum(parts) => all(parts)?.into_iter().try_fold(0i64, i64::checked_add),
        Value::Times(k, part) => number(part, point)?.checked_mul(*k),
        Value::Product(a, b) => number(a, point)?.checked_mul(number(b, point)?),
        Value::Over(part, by) => Some(number(part, point)?.div_euclid(*by)),
        Value::Max(parts) => all(parts)?.into_iter().max(),
        Value::Min(parts) => all(parts)?.into_iter().min(),
        Value::Call(..) | Value::Ranged(_) => None,
    }
}
