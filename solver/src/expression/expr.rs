//! Exact symbolic expressions: the closed forms that bounds are, and the right-hand sides of equations.
//!
//! In: constructors, operators, text (`language/`). Out: values (`eval.rs`), text (`print.rs`), the canonical form
//! (`normal.rs`). Operators only fold the trivial cases, so building is cheap; call [`Expr::simplify`] once at the end.
//! Variables stand for integers. The forms are those of the paper (Mera et al. 2008, section 4) and of section 4 of
//! spec/analysis.md.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use super::name::Name;
use crate::Rational;

/// The name of a variable: a parameter of an equation or of a closed form.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(Name);

/// The name of an unknown function of a system of equations.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FnName(Name);

macro_rules! name_type {
    // A macro because the two names must stay different types with the same six small implementations.
    ($name:ident) => {
        impl $name {
            /// The name with this text.
            pub fn new(text: impl AsRef<str>) -> Self {
                $name(Name::new(text.as_ref()))
            }

            /// The text of the name.
            pub fn as_str(&self) -> &'static str {
                self.0.as_str()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                $name::new(text)
            }
        }
    };
}

name_type!(Var);
name_type!(FnName);

/// A variable running over the integers `lo..=hi` in a body. Bounds are outside its scope.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Binder {
    /// The bound variable.
    pub var: Var,
    /// First value.
    pub lo: Expr,
    /// Last value; below `lo` the range is empty.
    pub hi: Expr,
    /// What is summed, maximised or minimised.
    pub body: Expr,
}

/// A sequence `u` given by a linear recurrence: `u(k) = c1*u(k-1) + ... + cd*u(k-d)` and `u(0), ..., u(d-1)`, taken at
/// `arg`. Fibonacci is `c = [1, 1]`, `init = [0, 1]`, printed `fib(arg)`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sequence {
    /// Coefficients `c1..cd`, the last not zero.
    pub coeffs: Vec<Rational>,
    /// The first `d` values.
    pub init: Vec<Rational>,
    /// The index.
    pub arg: Expr,
}

/// An exact expression.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// A rational number.
    Num(Rational),
    /// A variable.
    Var(Var),
    /// A sum.
    Add(Vec<Expr>),
    /// A product.
    Mul(Vec<Expr>),
    /// A power.
    Pow(Box<Expr>, Box<Expr>),
    /// Logarithm to base two.
    Log2(Box<Expr>),
    /// Greatest integer not above.
    Floor(Box<Expr>),
    /// Least integer not below.
    Ceil(Box<Expr>),
    /// Factorial of a non-negative integer.
    Fact(Box<Expr>),
    /// The least of at least one.
    Min(Vec<Expr>),
    /// The greatest of at least one.
    Max(Vec<Expr>),
    /// Remainder of floored division; the divisor is positive.
    Mod(Box<Expr>, Box<Expr>),
    /// The sum over a range; 0 when empty.
    Sum(Box<Binder>),
    /// The greatest over a range (in equations), over the choices whose calls all have an applicable case; where there
    /// is none the case of the equation does not apply.
    MaxOver(Box<Binder>),
    /// The least over a range (in equations), as for `MaxOver`.
    MinOver(Box<Binder>),
    /// A linear recurrent sequence such as Fibonacci's.
    Sequence(Box<Sequence>),
    /// A function of the system (only in equations).
    Call(FnName, Vec<Expr>),
    /// Infinity.
    Inf,
}

/// The operands of an expression. Expressions are gone through more than anything else is done with them, and a chain of
/// iterators takes three times as long.
struct Children<'e> {
    many: std::slice::Iter<'e, Expr>,
    few: [Option<&'e Expr>; 3],
}

impl<'e> Iterator for Children<'e> {
    type Item = &'e Expr;

    #[inline]
    fn next(&mut self) -> Option<&'e Expr> {
        self.many.next().or_else(|| self.few.iter_mut().find_map(Option::take))
    }
}

impl Expr {
    /// The whole number `n`.
    pub fn int(n: i64) -> Expr {
        Expr::Num(Rational::from(n))
    }

    /// A number.
    pub fn num(value: impl Into<Rational>) -> Expr {
        Expr::Num(value.into())
    }

    /// The variable of this name.
    pub fn var(name: impl AsRef<str>) -> Expr {
        Expr::Var(Var::new(name))
    }

    /// Its square root.
    pub fn sqrt(self) -> Expr {
        self.pow(Expr::Num(Rational::ratio(1, 2).expect("two is not zero")))
    }

    /// This to the power `exponent`.
    pub fn pow(self, exponent: Expr) -> Expr {
        Expr::Pow(Box::new(self), Box::new(exponent))
    }

    /// Logarithm to base two.
    pub fn log2(self) -> Expr {
        Expr::Log2(Box::new(self))
    }

    /// Greatest integer not above this.
    pub fn floor(self) -> Expr {
        Expr::Floor(Box::new(self))
    }

    /// Least integer not below this.
    pub fn ceil(self) -> Expr {
        Expr::Ceil(Box::new(self))
    }

    /// Factorial.
    pub fn fact(self) -> Expr {
        Expr::Fact(Box::new(self))
    }

    /// The lesser of the two.
    pub fn min(self, other: Expr) -> Expr {
        Expr::Min(vec![self, other])
    }

    /// The greater of the two.
    pub fn max(self, other: Expr) -> Expr {
        Expr::Max(vec![self, other])
    }

    /// Remainder of floored division.
    pub fn modulo(self, divisor: Expr) -> Expr {
        Expr::Mod(Box::new(self), Box::new(divisor))
    }

    /// The Fibonacci number F(arg), with F(0) = 0 and F(1) = 1.
    pub fn fib(arg: Expr) -> Expr {
        let init = vec![Rational::ZERO, Rational::ONE];
        Expr::Sequence(Box::new(Sequence { coeffs: vec![Rational::ONE, Rational::ONE], init, arg }))
    }

    /// The sum of `body` for `var` from `lo` to `hi`.
    pub fn sum(var: Var, lo: Expr, hi: Expr, body: Expr) -> Expr {
        Expr::Sum(Box::new(Binder { var, lo, hi, body }))
    }

    /// The greatest `body` for `var` from `lo` to `hi`.
    pub fn max_over(var: Var, lo: Expr, hi: Expr, body: Expr) -> Expr {
        Expr::MaxOver(Box::new(Binder { var, lo, hi, body }))
    }

    /// The least `body` for `var` from `lo` to `hi`.
    pub fn min_over(var: Var, lo: Expr, hi: Expr, body: Expr) -> Expr {
        Expr::MinOver(Box::new(Binder { var, lo, hi, body }))
    }

    /// A call of an unknown function.
    pub fn call(name: impl Into<FnName>, args: Vec<Expr>) -> Expr {
        Expr::Call(name.into(), args)
    }

    /// The number this is, when it is written as one.
    pub fn as_num(&self) -> Option<&Rational> {
        match self {
            Expr::Num(n) => Some(n),
            _ => None,
        }
    }

    /// Whether infinity occurs anywhere.
    pub fn is_infinite(&self) -> bool {
        matches!(self, Expr::Inf) || self.children().any(Expr::is_infinite)
    }

    /// The operands, in order. A binder's are lo, hi, body.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let (many, few): (&[Expr], [Option<&Expr>; 3]) = match self {
            Expr::Num(_) | Expr::Var(_) | Expr::Inf => (&[], [None; 3]),
            Expr::Add(es) | Expr::Mul(es) | Expr::Min(es) | Expr::Max(es) | Expr::Call(_, es) => (es, [None; 3]),
            Expr::Pow(a, b) | Expr::Mod(a, b) => (&[], [Some(a), Some(b), None]),
            Expr::Log2(a) | Expr::Floor(a) | Expr::Ceil(a) | Expr::Fact(a) => (&[], [Some(a), None, None]),
            Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => (&[], [Some(&b.lo), Some(&b.hi), Some(&b.body)]),
            Expr::Sequence(s) => (&[], [Some(&s.arg), None, None]),
        };
        Children { many: many.iter(), few }
    }

    /// The same operator over other operands.
    pub fn map_children(&self, f: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
        let mut all = |es: &[Expr]| es.iter().map(&mut *f).collect::<Vec<_>>();
        match self {
            Expr::Num(_) | Expr::Var(_) | Expr::Inf => self.clone(),
            Expr::Add(es) => Expr::Add(all(es)),
            Expr::Mul(es) => Expr::Mul(all(es)),
            Expr::Min(es) => Expr::Min(all(es)),
            Expr::Max(es) => Expr::Max(all(es)),
            Expr::Call(name, es) => Expr::Call(name.clone(), all(es)),
            Expr::Pow(a, b) => Expr::Pow(Box::new(f(a)), Box::new(f(b))),
            Expr::Mod(a, b) => Expr::Mod(Box::new(f(a)), Box::new(f(b))),
            Expr::Log2(a) => f(a).log2(),
            Expr::Floor(a) => f(a).floor(),
            Expr::Ceil(a) => f(a).ceil(),
            Expr::Fact(a) => f(a).fact(),
            Expr::Sum(b) => Expr::Sum(Box::new(b.map(f))),
            Expr::MaxOver(b) => Expr::MaxOver(Box::new(b.map(f))),
            Expr::MinOver(b) => Expr::MinOver(Box::new(b.map(f))),
            Expr::Sequence(s) => {
                let Sequence { coeffs, init, arg } = &**s;
                Expr::Sequence(Box::new(Sequence { coeffs: coeffs.clone(), init: init.clone(), arg: f(arg) }))
            }
        }
    }

    /// The same operator over other operands, or over another range.
    pub(crate) fn map_parts(&self, range: &dyn Fn(&Binder) -> Binder, f: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
        match self {
            Expr::Sum(b) => Expr::Sum(Box::new(range(b))),
            Expr::MaxOver(b) => Expr::MaxOver(Box::new(range(b))),
            Expr::MinOver(b) => Expr::MinOver(Box::new(range(b))),
            _ => self.map_children(f),
        }
    }

    /// The range of a sum or a split.
    pub fn range(&self) -> Option<&Binder> {
        match self {
            Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => Some(b),
            _ => None,
        }
    }

    /// Calls `f` on this and everything below.
    pub fn visit(&self, f: &mut dyn FnMut(&Expr)) {
        f(self);
        for child in self.children() {
            child.visit(f);
        }
    }

    /// Whether `var` occurs free.
    pub fn mentions(&self, var: &Var) -> bool {
        match self {
            Expr::Var(v) => v == var,
            Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => {
                b.lo.mentions(var) || b.hi.mentions(var) || (b.var != *var && b.body.mentions(var))
            }
            _ => self.children().any(|e| e.mentions(var)),
        }
    }

    /// Whether a function of the system is called.
    pub fn has_call(&self) -> bool {
        matches!(self, Expr::Call(..)) || self.children().any(Expr::has_call)
    }

    /// Whether there is a variable in it, free or of a range.
    pub(crate) fn has_variable(&self) -> bool {
        matches!(self, Expr::Var(_)) || self.children().any(Expr::has_variable)
    }

    /// The free variables.
    pub fn vars(&self) -> BTreeSet<Var> {
        let mut free = BTreeSet::new();
        self.collect_vars(&mut free);
        free
    }

    fn collect_vars(&self, free: &mut BTreeSet<Var>) {
        match self {
            Expr::Var(v) => {
                free.insert(v.clone());
            }
            Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => {
                b.lo.collect_vars(free);
                b.hi.collect_vars(free);
                let mut inner = b.body.vars();
                inner.remove(&b.var);
                free.extend(inner);
            }
            _ => self.children().for_each(|e| e.collect_vars(free)),
        }
    }

    /// This with `value` in place of every free `var`.
    pub fn subst(&self, var: &Var, value: &Expr) -> Expr {
        self.subst_all(&[(var.clone(), value.clone())])
    }

    /// This with no variable of a sum or split among those taken, nor that of another one around it.
    pub(crate) fn apart(&self, taken: &BTreeSet<Var>) -> Expr {
        let inside = |b: &Binder| {
            let mut var = b.var.clone();
            while taken.contains(&var) || var != b.var && b.body.mentions(&var) {
                var = Var::new(format!("{var}_"));
            }
            let within = taken.iter().cloned().chain([var.clone()]).collect();
            let body = if var == b.var { b.body.clone() } else { b.body.subst(&b.var, &Expr::Var(var.clone())) };
            Binder { var, lo: b.lo.apart(taken), hi: b.hi.apart(taken), body: body.apart(&within) }
        };
        self.map_parts(&inside, &mut |e| e.apart(taken))
    }

    /// This with all the values put in at once.
    pub fn subst_all(&self, values: &[(Var, Expr)]) -> Expr {
        match self {
            Expr::Var(v) => values.iter().find(|(name, _)| name == v).map_or_else(|| self.clone(), |(_, e)| e.clone()),
            _ => self.map_parts(&|b| b.subst_all(values), &mut |e| e.subst_all(values)),
        }
    }
}

/// Whether an expression is or holds a part.
pub(crate) fn contains(e: &Expr, part: &Expr) -> bool {
    e == part || e.children().any(|child| contains(child, part))
}

/// An expression with a value in place of a part.
pub fn put(e: &Expr, part: &Expr, value: &Expr) -> Expr {
    if e == part { value.clone() } else { e.map_children(&mut |child| put(child, part, value)) }
}

impl Binder {
    fn map(&self, f: &mut dyn FnMut(&Expr) -> Expr) -> Binder {
        Binder { var: self.var.clone(), lo: f(&self.lo), hi: f(&self.hi), body: f(&self.body) }
    }

    /// Substitution that neither replaces nor captures the bound variable.
    fn subst_all(&self, values: &[(Var, Expr)]) -> Binder {
        let inner: Vec<_> = values.iter().filter(|(v, _)| *v != self.var).cloned().collect();
        let captured = inner.iter().any(|(v, e)| e.mentions(&self.var) && self.body.mentions(v));
        let (var, body) = if captured {
            let mut fresh = self.var.clone();
            while inner.iter().any(|(_, e)| e.mentions(&fresh)) || (fresh != self.var && self.body.mentions(&fresh)) {
                fresh = Var::new(format!("{fresh}_"));
            }
            (fresh.clone(), self.body.subst(&self.var, &Expr::Var(fresh)))
        } else {
            (self.var.clone(), self.body.clone())
        };
        Binder { var, lo: self.lo.subst_all(values), hi: self.hi.subst_all(values), body: body.subst_all(&inner) }
    }
}

impl Sequence {
    /// Whether this is Fibonacci's sequence, F(0) = 0, F(1) = 1.
    pub fn is_fibonacci(&self) -> bool {
        self.coeffs.len() == 2
            && self.coeffs.iter().all(Rational::is_one)
            && self.init.len() == 2
            && self.init[0].is_zero()
            && self.init[1].is_one()
    }
}

impl From<i64> for Expr {
    fn from(n: i64) -> Expr {
        Expr::int(n)
    }
}

impl From<Rational> for Expr {
    fn from(value: Rational) -> Expr {
        Expr::Num(value)
    }
}

impl From<Var> for Expr {
    fn from(var: Var) -> Expr {
        Expr::Var(var)
    }
}

impl Add for Expr {
    type Output = Expr;
    fn add(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Num(a), Expr::Num(b)) => Expr::Num(&a + &b),
            (Expr::Num(a), e) | (e, Expr::Num(a)) if a.is_zero() => e,
            (Expr::Add(mut a), Expr::Add(b)) => {
                a.extend(b);
                Expr::Add(a)
            }
            (Expr::Add(mut a), b) => {
                a.push(b);
                Expr::Add(a)
            }
            (a, b) => Expr::Add(vec![a, b]),
        }
    }
}

impl Mul for Expr {
    type Output = Expr;
    fn mul(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Num(a), Expr::Num(b)) => Expr::Num(&a * &b),
            (Expr::Num(a), _) | (_, Expr::Num(a)) if a.is_zero() => Expr::Num(Rational::ZERO),
            (Expr::Num(a), e) | (e, Expr::Num(a)) if a.is_one() => e,
            (Expr::Mul(mut a), Expr::Mul(b)) => {
                a.extend(b);
                Expr::Mul(a)
            }
            (Expr::Mul(mut a), b) => {
                a.push(b);
                Expr::Mul(a)
            }
            (a, b) => Expr::Mul(vec![a, b]),
        }
    }
}

impl Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        Expr::int(-1) * self
    }
}

impl Sub for Expr {
    type Output = Expr;
    fn sub(self, other: Expr) -> Expr {
        self + -other
    }
}

impl std::iter::Sum for Expr {
    fn sum<I: Iterator<Item = Expr>>(terms: I) -> Expr {
        terms.fold(Expr::int(0), |a, b| a + b)
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
