//! The value of a function at a point by following its equations: the reference that solutions are held to. It uses nothing
//! of the solver but exact numbers.
//!
//! For an upper bound a function is the greatest of the cases that apply, for a lower bound the least. A call where no case
//! applies is 0. A recursion that does not end makes the value infinite for an upper bound; for a lower bound that case is
//! passed over. Where the work passes a limit, what is left out is known to be on one side only.

use super::{Case, Equations, Relation, Value};
use solver::{Direction, Rational};
use std::collections::{HashMap, HashSet};

/// Nested calls followed at most.
const DEPTH_LIMIT: usize = 2_000;
/// Function values computed at most for a system.
const EVALUATION_LIMIT: usize = 60_000;
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
            let value = self.eval(&case.value, point);
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

    fn eval(&mut self, value: &Value, point: &[i64]) -> Worth {
        match value {
            Value::Call(function, args) => {
                self.path.last_mut().expect("within a call").call += 1;
                let Some(args) = args.iter().map(|arg| number(arg, point)).collect::<Option<Vec<i64>>>() else {
                    return Worth::Beyond(None);
                };
                // A call where no case applies is nothing.
                self.value(*function, &args).unwrap_or(Worth::Exactly(Rational::ZERO))
            }
            Value::Sum(parts) => {
                let parts: Vec<Worth> = parts.iter().map(|part| self.eval(part, point)).collect();
                combined(&parts, |values| values.iter().fold(Rational::ZERO, |sum, value| &sum + value))
            }
            Value::Times(k, part) => {
                let part = self.eval(part, point);
                combined(&[part], |values| &Rational::from(*k) * &values[0])
            }
            Value::Product(a, b) => {
                let parts = [self.eval(a, point), self.eval(b, point)];
                combined(&parts, |values| &values[0] * &values[1])
            }
            Value::Max(parts) | Value::Min(parts) => {
                let parts: Vec<Worth> = parts.iter().map(|part| self.eval(part, point)).collect();
                let greatest = matches!(value, Value::Max(_));
                if parts.contains(&Worth::Endless) && !greatest {
                    return Worth::Beyond(None);
                }
                combined(&parts, |values| {
                    let best = if greatest { values.iter().max() } else { values.iter().min() };
                    best.expect("there are alternatives").clone()
                })
            }
            Value::Number(_) | Value::Param(_) | Value::Over(..) => match number(value, point) {
                Some(value) => Worth::Exactly(Rational::from(value)),
                None => Worth::Beyond(None),
            },
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
        _ => value.parts().into_iter().all(has_linear_calls),
    }
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
        Value::Call(..) => None,
    }
}
