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
pub(crate) fn are_compatible(forms: &[&Linear]) -> bool {
    let mut rows = Rows::of(forms);
    loop {
        if rows.has_contradiction() {
            return false;
        }
        let Some((column, is_one_sided)) = rows.cheapest() else { return true };
        if is_one_sided {
            rows.drop_with(column);
        } else if rows.eliminate(column).is_none() {
            return true;
        }
    }
}

/// Forms as rows of coefficients, a column a variable, in the order of the variables, and the constant in the last: most
/// of the time of an analysis goes by in eliminating.
struct Rows {
    width: usize,
    cells: Vec<i64>,
    /// Whether no row stands there twice.
    are_distinct: bool,
    /// Where rows are made, kept for the next time.
    scratch: Vec<i64>,
}

impl Rows {
    fn of(forms: &[&Linear]) -> Rows {
        let mut vars: Vec<&Var> = forms.iter().flat_map(|form| form.terms.keys()).collect();
        vars.sort_unstable();
        vars.dedup();
        let width = vars.len() + 1;
        let mut cells = vec![0; forms.len() * width];
        for (row, form) in cells.chunks_exact_mut(width).zip(forms) {
            // Both are in the order of the variables.
            let mut column = 0;
            for (var, c) in &form.terms {
                while vars[column] != var {
                    column += 1;
                }
                row[column] = *c;
            }
            row[width - 1] = form.constant;
        }
        Rows { width, cells, are_distinct: false, scratch: Vec::new() }
    }

    fn rows(&self) -> impl Iterator<Item = &[i64]> {
        self.cells.chunks_exact(self.width)
    }

    /// Whether a row says that a negative number is not negative.
    fn has_contradiction(&self) -> bool {
        self.rows().any(|row| row[self.width - 1] < 0 && row[..self.width - 1].iter().all(|c| *c == 0))
    }

    /// The column whose elimination makes the fewest constraints, and whether it has no two coefficients of different signs.
    fn cheapest(&self) -> Option<(usize, bool)> {
        let mut counts = vec![(0_usize, 0_usize); self.width - 1];
        for row in self.rows() {
            for ((above, below), c) in counts.iter_mut().zip(row) {
                *above += usize::from(*c > 0);
                *below += usize::from(*c < 0);
            }
        }
        let counts = counts.into_iter().enumerate().filter(|(_, count)| *count != (0, 0));
        let made = counts.map(|(column, (above, below))| (column, above * below));
        made.min_by_key(|(_, made)| *made).map(|(column, made)| (column, made == 0))
    }

    /// The elimination of a column of one sign: the rows with it say nothing of the others.
    fn drop_with(&mut self, column: usize) {
        self.scratch.clear();
        for row in self.cells.chunks_exact(self.width).filter(|row| row[column] == 0) {
            self.scratch.extend_from_slice(row);
        }
        std::mem::swap(&mut self.cells, &mut self.scratch);
        if !self.are_distinct {
            self.make_distinct();
        }
    }

    /// One step of elimination, as [`eliminate`] has it; nothing where that is too much.
    fn eliminate(&mut self, column: usize) -> Option<()> {
        let of_sign = |sign: i64| self.cells.chunks_exact(self.width).filter(move |row| row[column].signum() == sign);
        if of_sign(0).count() + of_sign(1).count() * of_sign(-1).count() > ELIMINATION_LIMIT {
            return None;
        }
        self.scratch.clear();
        of_sign(0).for_each(|row| self.scratch.extend_from_slice(row));
        for up in of_sign(1) {
            for down in of_sign(-1) {
                let at = self.scratch.len();
                for (u, d) in up.iter().zip(down) {
                    let made = u.checked_mul(down[column].checked_neg()?)?.checked_add(d.checked_mul(up[column])?)?;
                    self.scratch.push(made);
                }
                tighten(&mut self.scratch[at..]);
            }
        }
        std::mem::swap(&mut self.cells, &mut self.scratch);
        self.make_distinct();
        Some(())
    }

    /// Keeps one of equal rows.
    fn make_distinct(&mut self) {
        self.are_distinct = true;
        let mut rows: Vec<&[i64]> = self.cells.chunks_exact(self.width).collect();
        rows.sort_unstable();
        rows.dedup();
        self.scratch.clear();
        rows.iter().for_each(|row| self.scratch.extend_from_slice(row));
        std::mem::swap(&mut self.cells, &mut self.scratch);
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
