//! Systems of difference equations: definitions by guarded cases.
//!
//! In: values built by the analyzer, or text such as `T(n) = 1 if n = 0; T(n) = T(n - 1) + 1 if n >= 1`. Out: the same
//! text back, and the system that `solve` works on. Parameters are integers, those that a definition's domain
//! says. Several cases may apply at one point: the function has all their values there. What that means for bounds is
//! said in `solve.rs`.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::system::guard::Guard;
use crate::{Expr, FnName, Var};

/// Which side of the true value a bound is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Direction {
    /// Never below the true value.
    Upper,
    /// Never above the true value.
    Lower,
}

impl Direction {
    /// The other side.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Upper => Direction::Lower,
            Direction::Lower => Direction::Upper,
        }
    }

    /// The canonical form of what is to be bounded: a call that is left out of an upper bound must still end.
    pub(crate) fn simplify(self, rhs: &Expr) -> Expr {
        match self {
            Direction::Upper => rhs.simplify_ending(),
            Direction::Lower => rhs.simplify(),
        }
    }
}

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
    /// Its parameters, all different, over the integers.
    pub params: Vec<Var>,
    /// The arguments it is meant for.
    pub domain: Guard,
    /// Its cases, in any order.
    pub cases: Vec<Case>,
}

impl Definition {
    /// The parameters with what stands in their places in a call.
    pub(crate) fn at(&self, args: &[Expr]) -> Vec<(Var, Expr)> {
        self.params.iter().cloned().zip(args.iter().cloned()).collect()
    }
}

/// A system of equations, possibly mutually recursive.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct System {
    /// The functions, each name once.
    pub definitions: Vec<Definition>,
}

impl System {
    /// The definition of this name.
    pub fn get(&self, name: &FnName) -> Option<&Definition> {
        self.definitions.iter().find(|d| d.name == *name)
    }
}

/// The definitions of a system by their names.
pub(crate) type ByName<'a> = FxHashMap<&'a FnName, &'a Definition>;

impl System {
    pub(crate) fn by_name(&self) -> ByName<'_> {
        self.definitions.iter().map(|d| (&d.name, d)).collect()
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params: Vec<&str> = self.params.iter().map(Var::as_str).collect();
        for (i, case) in self.cases.iter().enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            write!(f, "{separator}{}({}) = {}", self.name, params.join(", "), case.rhs)?;
            if !case.guard.is_always() {
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
