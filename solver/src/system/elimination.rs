//! Fourier–Motzkin elimination over the rationals, of forms with integer coefficients.
//!
//! In: forms that are zero or more. Out: whether they contradict each other; what they say without a variable, or nothing
//! where that would be too much.

use crate::Var;
use crate::system::form::{Linear, gcd};

/// How many constraints elimination may produce before it gives up and answers "perhaps".
const ELIMINATION_LIMIT: usize = 200;

/// Whether forms may all be zero or more: variables are eliminated one by one, those first that make the fewest constraints.
/// "No" is certain; "yes" may be ignorance, where that would be too much or numbers are too large.
pub(crate) fn are_compatible(forms: &[Linear]) -> bool {
    let mut rows = Rows::of(forms);
    loop {
        if rows.has_contradiction() {
            return false;
        }
        let Some(column) = rows.cheapest() else { return true };
        match rows.without(column) {
            Some(rest) => rows = rest,
            None => return true,
        }
    }
}

/// Forms as rows of coefficients, a column a variable, in the order of the variables, and the constant in the last: most
/// of the time of an analysis goes by in eliminating.
struct Rows {
    width: usize,
    cells: Vec<i64>,
}

impl Rows {
    fn of(forms: &[Linear]) -> Rows {
        let mut vars: Vec<&Var> = forms.iter().flat_map(|form| form.terms.keys()).collect();
        vars.sort();
        vars.dedup();
        let width = vars.len() + 1;
        let mut cells = vec![0; forms.len() * width];
        for (row, form) in cells.chunks_exact_mut(width).zip(forms) {
            for (var, c) in &form.terms {
                row[vars.binary_search(&var).expect("all variables have a column")] = *c;
            }
            row[width - 1] = form.constant;
        }
        Rows { width, cells }
    }

    fn rows(&self) -> impl Iterator<Item = &[i64]> {
        self.cells.chunks_exact(self.width)
    }

    /// Whether a row says that a negative number is not negative.
    fn has_contradiction(&self) -> bool {
        self.rows().any(|row| row[self.width - 1] < 0 && row[..self.width - 1].iter().all(|c| *c == 0))
    }

    /// The column whose elimination makes the fewest constraints.
    fn cheapest(&self) -> Option<usize> {
        let mut counts = vec![(0_usize, 0_usize); self.width - 1];
        for row in self.rows() {
            for ((above, below), c) in counts.iter_mut().zip(row) {
                *above += usize::from(*c > 0);
                *below += usize::from(*c < 0);
            }
        }
        let counts = counts.into_iter().enumerate().filter(|(_, count)| *count != (0, 0));
        counts.min_by_key(|(_, (above, below))| above * below).map(|(column, _)| column)
    }

    /// One step of elimination, as [`eliminate`] has it.
    fn without(&self, column: usize) -> Option<Rows> {
        let of_sign = |sign: i64| -> Vec<&[i64]> { self.rows().filter(|row| row[column].signum() == sign).collect() };
        let (above, below, rest) = (of_sign(1), of_sign(-1), of_sign(0));
        if rest.len() + above.len() * below.len() > ELIMINATION_LIMIT {
            return None;
        }
        let mut made: Vec<i64> = Vec::with_capacity(above.len() * below.len() * self.width);
        for up in &above {
            for down in &below {
                let at = made.len();
                for (u, d) in up.iter().zip(*down) {
                    made.push(u.checked_mul(down[column].checked_neg()?)?.checked_add(d.checked_mul(up[column])?)?);
                }
                tighten(&mut made[at..]);
            }
        }
        let mut all: Vec<&[i64]> = rest.into_iter().chain(made.chunks_exact(self.width)).collect();
        all.sort_unstable();
        all.dedup();
        Some(Rows { width: self.width, cells: all.concat() })
    }
}

/// Divides a row by the common divisor of its coefficients, rounding the constant down ([`Linear::tighten`]).
fn tighten(row: &mut [i64]) {
    let Some((constant, coefficients)) = row.split_last_mut() else { return };
    let divisor = coefficients.iter().fold(0, |divisor, c| gcd(divisor, c.unsigned_abs()));
    if let Ok(divisor) = i64::try_from(divisor)
        && divisor > 1
    {
        coefficients.iter_mut().for_each(|c| *c /= divisor);
        *constant = constant.div_euclid(divisor);
    }
}

/// One step of Fourier–Motzkin elimination; nothing when it would grow beyond the limit or overflow.
pub(crate) fn eliminate(forms: &[Linear], var: &Var) -> Option<Vec<Linear>> {
    let (with, mut rest): (Vec<&Linear>, Vec<Linear>) = {
        let (with, rest): (Vec<&Linear>, Vec<&Linear>) = forms.iter().partition(|form| form.coefficient(var) != 0);
        (with, rest.into_iter().cloned().collect())
    };
    let (above, below): (Vec<&Linear>, Vec<&Linear>) = with.into_iter().partition(|form| form.coefficient(var) > 0);
    if rest.len() + above.len() * below.len() > ELIMINATION_LIMIT {
        return None;
    }
    for up in &above {
        for down in &below {
            let scaled = Linear::constant(0).plus(up, -down.coefficient(var))?;
            rest.push(scaled.plus(down, up.coefficient(var))?.tighten());
        }
    }
    rest.sort();
    rest.dedup();
    Some(rest)
}
