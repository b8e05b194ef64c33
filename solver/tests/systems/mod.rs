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
/// What the variables of ranges are called, the outer one first; where they hide a parameter, as the first one.
const CHOSEN: [&str; 4] = ["k", "j", "i", "h"];

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
    /// A parameter by its place; behind those of the function are the variables of the ranges around, the outer one first.
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
    /// A value for each number of a range.
    Ranged(Box<Ranged>),
}

/// What is made of the values for all numbers of a range.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranged {
    /// What is made of them.
    pub over: Over,
    /// The first number.
    pub first: Value,
    /// The last.
    pub last: Value,
    /// The value for one of them.
    pub body: Value,
    /// Whether its variable is called as the first parameter, which the body does not speak of.
    pub hides: bool,
}

/// What is made of several values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Over {
    /// Their sum; 0 without any.
    Sum,
    /// The greatest for which all calls have a case.
    Greatest,
    /// The least such.
    Least,
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
            Value::Ranged(ranged) => vec![&ranged.first, &ranged.last, &ranged.body],
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

impl Value {
    /// As text, with names for parameters.
    pub fn text(&self, names: &[&str]) -> String {
        let list = |name: &str, parts: &[Value]| {
            let parts: Vec<String> = parts.iter().map(|part| part.text(names)).collect();
            format!("{name}({})", parts.join(", "))
        };
        let factor = |part: &Value| match part {
            Value::Sum(_) => format!("({})", part.text(names)),
            Value::Number(n) if *n < 0 => format!("({n})"),
            _ => part.text(names),
        };
        match self {
            Value::Number(n) => n.to_string(),
            Value::Param(at) => names[*at].to_string(),
            Value::Sum(parts) => {
                let mut sum = String::new();
                for part in parts {
                    match part.text(names) {
                        text if sum.is_empty() => sum = text,
                        text if text.starts_with('-') => sum += &format!(" - {}", &text[1..]),
                        text => sum += &format!(" + {text}"),
                    }
                }
                sum
            }
            Value::Times(k, part) => format!("{k}*{}", factor(part)),
            Value::Product(a, b) => format!("{}*{}", factor(a), factor(b)),
            Value::Over(part, by) => format!("floor({}/{by})", factor(part)),
            Value::Max(parts) => list("max", parts),
            Value::Min(parts) => list("min", parts),
            Value::Call(function, parts) => list(FUNCTIONS[*function], parts),
            Value::Ranged(ranged) => {
                let around = names.iter().filter(|name| CHOSEN.contains(name)).count();
                let own = if ranged.hides { PARAMS[0] } else { CHOSEN[around] };
                let inside: Vec<&str> = names.iter().copied().chain([own]).collect();
                let name = match ranged.over {
                    Over::Sum => "sum",
                    Over::Greatest => "maxover",
                    Over::Least => "minover",
                };
                let (first, last) = (ranged.first.text(names), ranged.last.text(names));
                format!("{name}({own}, {first}, {last}, {})", ranged.body.text(&inside))
            }
        }
    }

    /// Whether it speaks of a parameter.
    pub fn mentions(&self, at: usize) -> bool {
        *self == Value::Param(at) || self.parts().iter().any(|part| part.mentions(at))
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
            _ => f.write_str(&Value::Sum(terms).text(&PARAMS)),
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
            write!(
                f,
                "{}{}({params}) = {}",
                if i > 0 { "; " } else { "" },
                FUNCTIONS[function],
                case.value.text(&PARAMS[..self.arity])
            )?;
            for (i, comparison) in case.guard.iter().enumerate() {
                write!(f, " {} {comparison}", if i > 0 { "and" } else { "if" })?;
            }
        }
        Ok(())
    }
}
