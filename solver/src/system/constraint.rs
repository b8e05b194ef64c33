//! One linear constraint of a guard, and how it is shown.

use crate::system::form::{Linear, Relation};
use std::fmt;

/// One constraint of a guard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// `form >= 0`
    AtLeast(Linear),
    /// `form = 0`
    Zero(Linear),
    /// `form != 0`
    Distinct(Linear),
}

impl Constraint {
    /// Its form.
    pub fn form(&self) -> &Linear {
        match self {
            Constraint::AtLeast(form) | Constraint::Zero(form) | Constraint::Distinct(form) => form,
        }
    }

    /// How its form compares with zero.
    pub fn relation(&self) -> Relation {
        match self {
            Constraint::AtLeast(_) => Relation::Ge,
            Constraint::Zero(_) => Relation::Eq,
            Constraint::Distinct(_) => Relation::Ne,
        }
    }
}

impl fmt::Display for Constraint {
    /// `x >= 2` rather than `x - 2 >= 0`, `y >= x` rather than `y - x >= 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = self.form();
        let relation = match self {
            Constraint::AtLeast(_) => ">=",
            Constraint::Zero(_) => "=",
            Constraint::Distinct(_) => "!=",
        };
        let negative = form.terms.values().all(|&c| c < 0);
        let (sign, relation) = match (negative, relation) {
            (true, ">=") => (-1, "<="),
            (true, _) => (-1, relation),
            (false, _) => (1, relation),
        };
        // What is taken away changes sides.
        let (mut left, mut right) = (Linear::constant(0), Linear::constant(0));
        for (var, &c) in &form.terms {
            let (side, c) = if c * sign > 0 { (&mut left, c * sign) } else { (&mut right, -c * sign) };
            side.terms.insert(var.clone(), c);
        }
        let constant = -i128::from(form.constant) * i128::from(sign);
        write!(f, "{} {relation} ", left.to_expr())?;
        match (right.terms.is_empty(), constant) {
            (true, _) => write!(f, "{constant}"),
            (false, 0) => write!(f, "{}", right.to_expr()),
            (false, 1..) => write!(f, "{} + {constant}", right.to_expr()),
            (false, _) => write!(f, "{} - {}", right.to_expr(), constant.unsigned_abs()),
        }
    }
}
