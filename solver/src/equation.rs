//! Systems of difference equations: definitions by guarded cases.
//!
//! In: values built by the analyzer, or text such as `T(n) = 1 if n = 0; T(n) = T(n - 1) + 1 if n >= 1`. Out: the same
//! text back, and the system that `solve` works on. Parameters are integers, and non-negative unless guards say
//! otherwise. Several cases may apply at one point: for an upper bound the function's value there is the greatest of
//! them, for a lower bound the least. Where no case applies it is 0.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;
use crate::parse::{Parser, Token};
use crate::{Expr, FnName, Rational, Var};

/// Which side of the true value a bound is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Direction {
    /// Never below the true value.
    Upper,
    /// Never above the true value.
    Lower,
}

/// How the two sides of a constraint compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<=`
    Le,
    /// `<`
    Lt,
    /// `>=`
    Ge,
    /// `>`
    Gt,
}

/// A comparison of two expressions over the parameters.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Constraint {
    /// Left side.
    pub lhs: Expr,
    /// How they compare.
    pub relation: Relation,
    /// Right side.
    pub rhs: Expr,
}

/// A conjunction of constraints; empty means always.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Guard(pub Vec<Constraint>);

/// One guarded right-hand side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Case {
    /// Where it applies.
    pub guard: Guard,
    /// Its value; may call any function of the system.
    pub rhs: Expr,
}

/// A function given by its cases.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Definition {
    /// Its name.
    pub name: FnName,
    /// Its parameters, all different.
    pub params: Vec<Var>,
    /// Its cases, in any order.
    pub cases: Vec<Case>,
}

/// A system of equations, possibly mutually recursive.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct System {
    /// The functions, each name once.
    pub definitions: Vec<Definition>,
}

impl Relation {
    /// Whether `lhs` stands in this relation to `rhs`.
    pub fn holds(self, lhs: &Rational, rhs: &Rational) -> bool {
        match self {
            Relation::Eq => lhs == rhs,
            Relation::Ne => lhs != rhs,
            Relation::Le => lhs <= rhs,
            Relation::Lt => lhs < rhs,
            Relation::Ge => lhs >= rhs,
            Relation::Gt => lhs > rhs,
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Relation::Eq => "=",
            Relation::Ne => "!=",
            Relation::Le => "<=",
            Relation::Lt => "<",
            Relation::Ge => ">=",
            Relation::Gt => ">",
        }
    }
}

impl Constraint {
    /// The constraint `lhs relation rhs`.
    pub fn new(lhs: Expr, relation: Relation, rhs: Expr) -> Constraint {
        Constraint { lhs, relation, rhs }
    }

    /// This with values in place of variables.
    pub fn subst_all(&self, values: &[(Var, Expr)]) -> Constraint {
        Constraint { lhs: self.lhs.subst_all(values), relation: self.relation, rhs: self.rhs.subst_all(values) }
    }
}

impl Guard {
    /// The guard that always holds.
    pub fn always() -> Guard {
        Guard(Vec::new())
    }

    /// This and one more constraint.
    pub fn and(mut self, lhs: Expr, relation: Relation, rhs: Expr) -> Guard {
        self.0.push(Constraint { lhs, relation, rhs });
        self
    }

    /// `var >= bound`.
    pub fn at_least(var: &Var, bound: i64) -> Guard {
        Guard::always().and(Expr::Var(var.clone()), Relation::Ge, Expr::int(bound))
    }

    /// Whether this holds at a point; `None` where a side has no rational value.
    pub fn holds(&self, point: &crate::Point<'_>) -> Option<bool> {
        for c in &self.0 {
            if !c.relation.holds(&c.lhs.eval(point).ok()?, &c.rhs.eval(point).ok()?) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// This with values in place of variables.
    pub fn subst_all(&self, values: &[(Var, Expr)]) -> Guard {
        Guard(self.0.iter().map(|c| c.subst_all(values)).collect())
    }
}

impl System {
    /// The definition of this name.
    pub fn get(&self, name: &FnName) -> Option<&Definition> {
        self.definitions.iter().find(|d| d.name == *name)
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.lhs, self.relation.symbol(), self.rhs)
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, c) in self.0.iter().enumerate() {
            write!(f, "{}{c}", if i > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params: Vec<&str> = self.params.iter().map(Var::as_str).collect();
        for (i, case) in self.cases.iter().enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            write!(f, "{separator}{}({}) = {}", self.name, params.join(", "), case.rhs)?;
            if !case.guard.0.is_empty() {
                write!(f, " if {}", case.guard)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, definition) in self.definitions.iter().filter(|d| !d.cases.is_empty()).enumerate() {
            write!(f, "{}{definition}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Guard {
    type Err = ParseError;

    /// Reads `n >= 1 and x = 0`.
    fn from_str(text: &str) -> Result<Guard, ParseError> {
        let mut parser = Parser::new(text)?;
        let guard = if *parser.peek() == Token::End { Guard::always() } else { conjunction(&mut parser)? };
        parser.expect_end()?;
        Ok(guard)
    }
}

impl FromStr for System {
    type Err = ParseError;

    /// Reads cases separated by `;`. A number as parameter of a head, `T(0, y) = 4`, is the guard `x = 0`; `or` between
    /// conjunctions makes several cases.
    fn from_str(text: &str) -> Result<System, ParseError> {
        let mut parser = Parser::new(text)?;
        parser.declare_heads();
        let mut heads: Vec<(FnName, Vec<Expr>, Vec<Guard>, Expr)> = Vec::new();
        while *parser.peek() != Token::End {
            let Token::Name(name) = parser.advance() else {
                return Err(parser.unexpected("a function name"));
            };
            parser.expect("(")?;
            let args = parser.arguments()?;
            parser.expect("=")?;
            let rhs = parser.expr()?;
            let mut guards = Vec::new();
            if parser.take_name("if") {
                loop {
                    guards.push(conjunction(&mut parser)?);
                    if !parser.take_name("or") {
                        break;
                    }
                }
            } else {
                guards.push(Guard::always());
            }
            heads.push((FnName::new(name), args, guards, rhs));
            if !parser.take(";") {
                parser.expect_end()?;
            }
        }
        definitions(heads)
    }
}

fn definitions(heads: Vec<(FnName, Vec<Expr>, Vec<Guard>, Expr)>) -> Result<System, ParseError> {
    let mut system = System::default();
    let mut index: BTreeMap<FnName, usize> = BTreeMap::new();
    for (name, args, _, _) in &heads {
        let at = *index.entry(name.clone()).or_insert_with(|| {
            let params = parameters(&heads, name, args.len());
            system.definitions.push(Definition { name: name.clone(), params, cases: Vec::new() });
            system.definitions.len() - 1
        });
        let expected = system.definitions[at].params.len();
        if args.len() != expected {
            return Err(ParseError::Arity { name: name.clone(), given: args.len(), expected });
        }
    }
    for (name, args, guards, rhs) in heads {
        let definition = &mut system.definitions[index[&name]];
        let mut renamed: Vec<(Var, Expr)> = Vec::new();
        let mut fixed = Guard::always();
        for (arg, param) in args.iter().zip(&definition.params) {
            match arg {
                Expr::Var(v) if !renamed.iter().any(|(seen, _)| seen == v) => {
                    renamed.push((v.clone(), Expr::Var(param.clone())));
                }
                other => {
                    let value = other.subst_all(&renamed);
                    fixed = fixed.and(Expr::Var(param.clone()), Relation::Eq, value);
                }
            }
        }
        for guard in guards {
            let mut all = fixed.clone();
            all.0.extend(guard.subst_all(&renamed).0);
            definition.cases.push(Case { guard: all, rhs: rhs.subst_all(&renamed) });
        }
    }
    Ok(system)
}

/// At each position the first variable written there, or a new name.
fn parameters(heads: &[(FnName, Vec<Expr>, Vec<Guard>, Expr)], name: &FnName, arity: usize) -> Vec<Var> {
    let mut params: Vec<Var> = Vec::new();
    for i in 0..arity {
        let written = heads.iter().filter(|(n, ..)| n == name).find_map(|(_, args, ..)| match args.get(i) {
            Some(Expr::Var(v)) if !params.contains(v) => Some(v.clone()),
            _ => None,
        });
        let fresh = (1..).map(|k| Var::new(format!("a{k}"))).find(|v| !params.contains(v));
        params.push(written.or(fresh).expect("there are enough names"));
    }
    params
}

fn conjunction(parser: &mut Parser) -> Result<Guard, ParseError> {
    let mut guard = Guard::always();
    loop {
        let lhs = parser.expr()?;
        let relation = match parser.peek() {
            Token::Symbol("=" | "==") => Relation::Eq,
            Token::Symbol("!=") => Relation::Ne,
            Token::Symbol("<=" | "=<") => Relation::Le,
            Token::Symbol("<") => Relation::Lt,
            Token::Symbol(">=") => Relation::Ge,
            Token::Symbol(">") => Relation::Gt,
            _ => return Err(parser.unexpected("a comparison")),
        };
        parser.advance();
        guard = guard.and(lhs, relation, parser.expr()?);
        if !parser.take_name("and") {
            return Ok(guard);
        }
    }
}

impl FromStr for Direction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Direction, ParseError> {
        match text {
            "upper" => Ok(Direction::Upper),
            "lower" => Ok(Direction::Lower),
            _ => Err(ParseError::Unexpected { column: 1, expected: "upper or lower", found: text.to_string() }),
        }
    }
}
