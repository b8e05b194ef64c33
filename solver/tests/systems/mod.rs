//! Systems of equations as values for tests: generated (`generate.rs`), evaluated without the solver (`evaluate.rs`), made
//! smaller (`shrink.rs`), and printed as the text that the solver reads.

pub mod evaluate;
pub mod generate;
pub mod shrink;

use std::fmt;

/// What functions are called in texts.
pub const FUNCTIONS: [&str; 2] = ["f", "g"];
/// What parameters are called in texts.
pub const PARAMS: [&str; 3] = ["x", "y", "z"];

/// Functions of the same parameters that may call each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Equations {
    /// How many parameters each function has.
    pub arity: usize,
    /// The cases of each function.
    pub functions: Vec<Vec<Case>>,
    /// Whether what all cases of a function ask for is written as its domain.
    pub domains: bool,
}

/// One guarded right-hand side.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Where it applies.
    pub guard: Vec<Comparison>,
    /// Its value there.
    pub value: Value,
}

/// `coefficients · parameters relation bound`.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// A factor for each parameter.
    pub coefficients: Vec<i64>,
    /// How the two sides compare.
    pub relation: Relation,
    /// The right side.
    pub bound: i64,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Below,
    /// `>`
    Above,
}

/// A right-hand side. Factors of calls are positive, and arguments of calls hold no calls.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A parameter by its place.
    Param(usize),
    /// The sum of all.
    Sum(Vec<Value>),
    /// A number times a value.
    Times(i64, Box<Value>),
    /// The product of two.
    Product(Box<Value>, Box<Value>),
    /// A value over a positive number, rounded down.
    Over(Box<Value>, i64),
    /// The greatest.
    Max(Vec<Value>),
    /// The least.
    Min(Vec<Value>),
    /// A function at arguments.
    Call(usize, Vec<Value>),
}

impl Relation {
    /// Whether two numbers compare so.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Different => left != right,
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
            Relation::Below => left < right,
            Relation::Above => left > right,
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Different => "!=",
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Below => "<",
            Relation::Above => ">",
        }
    }
}

impl Comparison {
    /// The left side at a point, unless it is too large.
    pub fn left(&self, point: &[i64]) -> Option<i64> {
        let terms = self.coefficients.iter().zip(point);
        terms.into_iter().try_fold(0i64, |sum, (c, v)| sum.checked_add(c.checked_mul(*v)?))
    }
}

impl Value {
    /// The parts of this, without itself.
    pub fn parts(&self) -> Vec<&Value> {
        match self {
            Value::Number(_) | Value::Param(_) => vec![],
            Value::Sum(parts) | Value::Max(parts) | Value::Min(parts) | Value::Call(_, parts) => parts.iter().collect(),
            Value::Times(_, part) | Value::Over(part, _) => vec![part],
            Value::Product(a, b) => vec![a, b],
        }
    }

    /// Whether this is linear in the parameters, with whole factors.
    pub fn is_linear(&self) -> bool {
        match self {
            Value::Number(_) | Value::Param(_) | Value::Sum(_) | Value::Times(..) => {
                self.parts().iter().all(|part| part.is_linear())
            }
            _ => false,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, name: &str, parts: &[Value]| {
            let parts: Vec<String> = parts.iter().map(Value::to_string).collect();
            write!(f, "{name}({})", parts.join(", "))
        };
        let factor = |part: &Value| match part {
            Value::Sum(_) => format!("({part})"),
            Value::Number(n) if *n < 0 => format!("({part})"),
            _ => part.to_string(),
        };
        match self {
            Value::Number(n) => write!(f, "{n}"),
            Value::Param(at) => f.write_str(PARAMS[*at]),
            Value::Sum(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    match part.to_string() {
                        text if i == 0 => write!(f, "{text}")?,
                        text if text.starts_with('-') => write!(f, " - {}", &text[1..])?,
                        text => write!(f, " + {text}")?,
                    }
                }
                Ok(())
            }
            Value::Times(k, part) => write!(f, "{k}*{}", factor(part)),
            Value::Product(a, b) => write!(f, "{}*{}", factor(a), factor(b)),
            Value::Over(part, by) => write!(f, "floor({}/{by})", factor(part)),
            Value::Max(parts) => list(f, "max", parts),
            Value::Min(parts) => list(f, "min", parts),
            Value::Call(function, parts) => list(f, FUNCTIONS[*function], parts),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = |(at, c): (usize, &i64)| match c {
            1 => Value::Param(at),
            c => Value::Times(*c, Box::new(Value::Param(at))),
        };
        let terms: Vec<Value> = self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0).map(term).collect();
        match terms.as_slice() {
            [] => write!(f, "0"),
            _ => write!(f, "{}", Value::Sum(terms)),
        }?;
        write!(f, " {} {}", self.relation.symbol(), self.bound)
    }
}

impl fmt::Display for Equations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params = PARAMS[..self.arity].join(", ");
        for (name, cases) in FUNCTIONS.iter().zip(&self.functions).filter(|_| self.domains) {
            let asked = |comparison: &&Comparison| cases.iter().all(|case| case.guard.contains(comparison));
            let first = cases.first().map_or(&[][..], |case| &case.guard);
            let domain: Vec<String> = first.iter().filter(asked).map(Comparison::to_string).collect();
            if !domain.is_empty() {
                write!(f, "domain {name}({params}): {}; ", domain.join(" and "))?;
            }
        }
        let cases = self.functions.iter().enumerate().flat_map(|(at, cases)| cases.iter().map(move |case| (at, case)));
        for (i, (function, case)) in cases.enumerate() {
            write!(f, "{}{}({params}) = {}", if i > 0 { "; " } else { "" }, FUNCTIONS[function], case.value)?;
            for (i, comparison) in case.guard.iter().enumerate() {
                write!(f, " {} {comparison}", if i > 0 { "and" } else { "if" })?;
            }
        }
        Ok(())
    }
}
