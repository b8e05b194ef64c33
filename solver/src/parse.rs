//! Text to expressions: the reader beside the printer (`print.rs`), by precedence climbing.
//!
//! In: `1/2*n^2 + 3/2*n + 1`, `2*fib(n + 1) - 1`, `sum(k, 1, n, 1/fact(k))`, also `**` for powers, `n!`, `x mod y`,
//! `lg`, `sqrt`. Any other name before a parenthesis is a call of an unknown function. Out: the expression as written,
//! not simplified. No input makes it panic; nesting is limited.

use std::str::FromStr;

use crate::error::ParseError;
use crate::expr::Sequence;
use crate::{Expr, Rational, Var};

const DEPTH_LIMIT: usize = 64;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token {
    Number(String),
    Name(String),
    Symbol(&'static str),
    End,
}

const SYMBOLS: [&str; 22] = [
    "**", ">=", "<=", "=<", "!=", "==", "+", "-", "*", "/", "^", "(", ")", "[", "]", ",", ";", "=", "<", ">", "!", "|",
];

pub(crate) struct Parser {
    tokens: Vec<(Token, usize)>,
    next: usize,
    depth: usize,
    /// Names that are functions of a system here, also where they have another meaning: `fib`.
    functions: Vec<String>,
}

impl FromStr for Expr {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Expr, ParseError> {
        let mut parser = Parser::new(text)?;
        let e = parser.expr()?;
        parser.expect_end()?;
        Ok(e)
    }
}

impl Parser {
    pub fn new(text: &str) -> Result<Parser, ParseError> {
        let mut tokens = Vec::new();
        let chars: Vec<char> = text.chars().collect();
        let mut i = 0;
        while i < chars.len() {
            let (c, start) = (chars[i], i);
            if c.is_whitespace() {
                i += 1;
                continue;
            }
            let run = |from: usize, ok: &dyn Fn(char) -> bool| {
                chars[from..].iter().position(|c| !ok(*c)).map_or(chars.len(), |n| from + n)
            };
            let token = if c.is_ascii_digit() {
                i = run(i, &|c| c.is_ascii_digit());
                let fraction = chars.get(i) == Some(&'.') && chars.get(i + 1).is_some_and(char::is_ascii_digit);
                if fraction {
                    i = run(i + 1, &|c| c.is_ascii_digit());
                }
                Token::Number(chars[start..i].iter().collect())
            } else if c.is_alphabetic() || c == '_' {
                i = run(i, &|c| c.is_alphanumeric() || c == '_' || c == '\'');
                Token::Name(chars[start..i].iter().collect())
            } else {
                let here = |s: &&&str| s.chars().enumerate().all(|(k, c)| chars.get(i + k) == Some(&c));
                let Some(symbol) = SYMBOLS.iter().find(here) else {
                    return Err(ParseError::Unexpected {
                        column: i + 1,
                        expected: "an expression",
                        found: c.to_string(),
                    });
                };
                i += symbol.len();
                Token::Symbol(symbol)
            };
            tokens.push((token, start + 1));
        }
        tokens.push((Token::End, chars.len() + 1));
        Ok(Parser { tokens, next: 0, depth: 0, functions: Vec::new() })
    }

    /// Takes the names that stand at the beginning and after each `;` for functions.
    pub fn declare_heads(&mut self) {
        let starts =
            self.tokens.iter().enumerate().filter(|(i, _)| *i == 0 || self.tokens[i - 1].0 == Token::Symbol(";"));
        let names = starts.filter_map(|(_, (token, _))| match token {
            Token::Name(name) => Some(name.clone()),
            _ => None,
        });
        self.functions = names.collect();
    }

    pub fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub fn advance(&mut self) -> Token {
        let token = self.tokens[self.next].0.clone();
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
        token
    }

    pub fn take(&mut self, symbol: &str) -> bool {
        let here = matches!(self.peek(), Token::Symbol(s) if *s == symbol);
        if here {
            self.advance();
        }
        here
    }

    pub fn take_name(&mut self, name: &str) -> bool {
        let here = matches!(self.peek(), Token::Name(s) if s == name);
        if here {
            self.advance();
        }
        here
    }

    pub fn expect(&mut self, symbol: &'static str) -> Result<(), ParseError> {
        if self.take(symbol) { Ok(()) } else { Err(self.unexpected(symbol)) }
    }

    pub fn expect_end(&self) -> Result<(), ParseError> {
        if *self.peek() == Token::End { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    pub fn unexpected(&self, expected: &'static str) -> ParseError {
        let (token, column) = &self.tokens[self.next];
        let found = match token {
            Token::Number(s) | Token::Name(s) => s.clone(),
            Token::Symbol(s) => (*s).to_string(),
            Token::End => "the end".to_string(),
        };
        ParseError::Unexpected { column: *column, expected, found }
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, ParseError>) -> Result<T, ParseError> {
        if self.depth >= DEPTH_LIMIT {
            return Err(ParseError::TooDeep { column: self.tokens[self.next].1, limit: DEPTH_LIMIT });
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    pub fn expr(&mut self) -> Result<Expr, ParseError> {
        self.deeper(|p| {
            let mut sum = p.product()?;
            loop {
                if p.take("+") {
                    sum = sum + p.product()?;
                } else if p.take("-") {
                    sum = sum - p.product()?;
                } else {
                    return Ok(sum);
                }
            }
        })
    }

    fn product(&mut self) -> Result<Expr, ParseError> {
        let mut product = self.signed()?;
        let mut remainders = 0;
        loop {
            if self.take("*") {
                product = product * self.signed()?;
            } else if self.take("/") {
                product = divide(product, self.signed()?);
            } else if self.take_name("mod") {
                remainders += 1;
                if remainders > DEPTH_LIMIT {
                    return Err(ParseError::TooDeep { column: self.tokens[self.next].1, limit: DEPTH_LIMIT });
                }
                product = product.modulo(self.signed()?);
            } else {
                return Ok(product);
            }
        }
    }

    fn signed(&mut self) -> Result<Expr, ParseError> {
        if self.take("-") {
            return self.deeper(|p| Ok(-p.signed()?));
        }
        self.power()
    }

    fn power(&mut self) -> Result<Expr, ParseError> {
        let mut base = self.primary()?;
        let mut factorials = 0;
        while self.take("!") {
            factorials += 1;
            if factorials > DEPTH_LIMIT {
                return Err(ParseError::TooDeep { column: self.tokens[self.next].1, limit: DEPTH_LIMIT });
            }
            base = base.fact();
        }
        if self.take("^") || self.take("**") {
            return self.deeper(|p| Ok(base.pow(p.signed()?)));
        }
        Ok(base)
    }

    fn primary(&mut self) -> Result<Expr, ParseError> {
        match self.peek().clone() {
            Token::Number(text) => {
                self.advance();
                Ok(Expr::Num(text.parse()?))
            }
            Token::Name(name) => {
                self.advance();
                if self.take("(") {
                    return self.deeper(|p| p.applied(&name));
                }
                Ok(if name == "inf" { Expr::Inf } else { Expr::var(name) })
            }
            Token::Symbol("(") => {
                self.advance();
                let inner = self.expr()?;
                self.expect(")")?;
                Ok(inner)
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// After `name(`.
    fn applied(&mut self, name: &str) -> Result<Expr, ParseError> {
        if name == "linrec" && !self.functions.iter().any(|f| f == name) {
            let coeffs = self.numbers()?;
            self.expect(",")?;
            let init = self.numbers()?;
            self.expect(",")?;
            let arg = self.expr()?;
            self.expect(")")?;
            if coeffs.len() != init.len() || coeffs.last().is_none_or(Rational::is_zero) {
                return Err(self.unexpected("as many first values as coefficients, the last coefficient not zero"));
            }
            return Ok(Expr::Sequence(Box::new(Sequence { coeffs, init, arg })));
        }
        let args = self.arguments()?;
        if self.functions.iter().any(|f| f == name) {
            return Ok(Expr::call(name, args));
        }
        let one = |f: fn(Expr) -> Expr, mut args: Vec<Expr>| f(args.swap_remove(0));
        match (name, args.len()) {
            ("log2" | "lg", 1) => Ok(one(Expr::log2, args)),
            ("floor", 1) => Ok(one(Expr::floor, args)),
            ("ceil", 1) => Ok(one(Expr::ceil, args)),
            ("fact", 1) => Ok(one(Expr::fact, args)),
            ("fib", 1) => Ok(one(Expr::fib, args)),
            ("sqrt", 1) => Ok(one(|e| e.pow(Expr::Num(Rational::ratio(1, 2).expect("not zero"))), args)),
            ("min", 1..) => Ok(Expr::Min(args)),
            ("max", 1..) => Ok(Expr::Max(args)),
            ("mod", 2) => {
                let [a, b] = <[Expr; 2]>::try_from(args).expect("two");
                Ok(a.modulo(b))
            }
            ("sum" | "maxover" | "minover", 4) => {
                let [var, lo, hi, body] = <[Expr; 4]>::try_from(args).expect("four");
                let Expr::Var(var) = var else {
                    return Err(self.unexpected("a variable to sum over"));
                };
                let build: fn(Var, Expr, Expr, Expr) -> Expr = match name {
                    "sum" => Expr::sum,
                    "maxover" => Expr::max_over,
                    _ => Expr::min_over,
                };
                Ok(build(var, lo, hi, body))
            }
            ("log2" | "lg" | "floor" | "ceil" | "fact" | "fib" | "sqrt" | "min" | "max" | "mod" | "sum", _)
            | ("maxover" | "minover", _) => Err(self.unexpected("another number of arguments")),
            _ => Ok(Expr::call(name, args)),
        }
    }

    pub fn arguments(&mut self) -> Result<Vec<Expr>, ParseError> {
        let mut args = Vec::new();
        if self.take(")") {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if !self.take(",") {
                self.expect(")")?;
                return Ok(args);
            }
        }
    }

    fn numbers(&mut self) -> Result<Vec<Rational>, ParseError> {
        self.expect("[")?;
        let mut numbers = Vec::new();
        while !self.take("]") {
            let negative = self.take("-");
            let Token::Number(mut text) = self.advance() else {
                return Err(self.unexpected("a number"));
            };
            if self.take("/") {
                let Token::Number(den) = self.advance() else {
                    return Err(self.unexpected("a number"));
                };
                text = format!("{text}/{den}");
            }
            let value: Rational = text.parse()?;
            numbers.push(if negative { -value } else { value });
            if !self.take(",") && *self.peek() != Token::Symbol("]") {
                return Err(self.unexpected("]"));
            }
        }
        Ok(numbers)
    }
}

fn divide(a: Expr, b: Expr) -> Expr {
    match b.as_num().and_then(Rational::recip) {
        Some(inverse) => match a {
            Expr::Num(n) => Expr::Num(&n * &inverse),
            // Flat, so that a long chain of divisions does not nest.
            Expr::Mul(mut es) => {
                match es.first_mut() {
                    Some(Expr::Num(first)) => *first = &*first * &inverse,
                    _ => es.insert(0, Expr::Num(inverse)),
                }
                Expr::Mul(es)
            }
            a => Expr::Mul(vec![Expr::Num(inverse), a]),
        },
        None => a * b.pow(Expr::int(-1)),
    }
}
