//! Linear programs, solved exactly.
//!
//! In: equations over unknowns, which of these are free and which not negative, and a cost. Out: values of least cost; nothing
//! where there are none, where the cost has no least value, or where finding them takes too many steps. Source: the simplex
//! method in two phases, Dantzig (1963), with Bland's rule (1977) once the steepest column has been taken often; rows as lists
//! of what is not zero. The corner is looked for in floating point, then computed and verified in rational numbers, as in
//! Applegate, Cook, Dash and Espinoza (2007): most programs have no solution, and that need not be exact.

use crate::Rational;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Entries of rows that may be looked at in all: some hundredths of a second in floating point.
const WORK: usize = 3_000_000;
/// Steps by steepest column, which are few but may go round in circles.
const STEEPEST: usize = 600;
/// Entries of all rows together at most.
const ENTRIES: usize = 60_000;
/// Bits of a number at most.
const BITS: u64 = 4_000;

/// A sum of multiples of unknowns, sorted by these.
type Row<N> = Vec<(usize, N)>;

/// What tableaus are computed in.
trait Number: Clone + Debug {
    const ZERO: Self;
    const ONE: Self;
    /// The number that is, or is next to, a rational one.
    fn of(value: &Rational) -> Self;
    /// -1, 0 or 1.
    fn sign(&self) -> i32;
    fn negated(&self) -> Self;
    /// `self + a*b`.
    fn plus(&self, a: &Self, b: &Self) -> Self;
    /// `self/b`, which is not zero.
    fn over(&self, b: &Self) -> Self;
    fn order(&self, other: &Self) -> Ordering;
    fn is_large(&self) -> bool;
}

impl Number for Rational {
    const ZERO: Rational = Rational::ZERO;
    const ONE: Rational = Rational::ONE;

    fn of(value: &Rational) -> Rational {
        value.clone()
    }

    fn sign(&self) -> i32 {
        i32::from(self.is_positive()) - i32::from(self.is_negative())
    }

    fn negated(&self) -> Rational {
        -self
    }

    fn plus(&self, a: &Rational, b: &Rational) -> Rational {
        self + &(a * b)
    }

    fn over(&self, b: &Rational) -> Rational {
        self / b
    }

    fn order(&self, other: &Rational) -> Ordering {
        self.cmp(other)
    }

    fn is_large(&self) -> bool {
        self.bits() > BITS
    }
}

/// What is nearer to zero than this is zero in floating point.
const SMALL: f64 = 1e-9;

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    fn of(value: &Rational) -> f64 {
        value.to_f64()
    }

    fn sign(&self) -> i32 {
        i32::from(*self > SMALL) - i32::from(*self < -SMALL)
    }

    fn negated(&self) -> f64 {
        -self
    }

    fn plus(&self, a: &f64, b: &f64) -> f64 {
        self + a * b
    }

    fn over(&self, b: &f64) -> f64 {
        self / b
    }

    fn order(&self, other: &f64) -> Ordering {
        self.total_cmp(other)
    }

    fn is_large(&self) -> bool {
        !self.is_finite() || self.abs() > 1e12
    }
}

/// A linear program in equations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    /// Whether each unknown may be negative.
    free: Vec<bool>,
    /// What each unknown costs.
    costs: Vec<Rational>,
    rows: Vec<(Row<Rational>, Rational)>,
}

impl Program {
    /// A new unknown that may have any value.
    pub fn free(&mut self) -> usize {
        self.unknown(true)
    }

    /// A new unknown that is not negative.
    pub fn nonnegative(&mut self) -> usize {
        self.unknown(false)
    }

    fn unknown(&mut self, free: bool) -> usize {
        self.free.push(free);
        self.costs.push(Rational::ZERO);
        self.free.len() - 1
    }

    /// Adds to the cost of an unknown.
    pub fn cost(&mut self, unknown: usize, cost: &Rational) {
        self.costs[unknown] += cost;
    }

    /// Demands that the terms sum up to `value`; unknowns may occur in several terms.
    pub fn equation(&mut self, terms: impl IntoIterator<Item = (usize, Rational)>, value: Rational) {
        let mut sorted: Row<Rational> = terms.into_iter().collect();
        sorted.sort_by_key(|(unknown, _)| *unknown);
        let mut row: Row<Rational> = Vec::with_capacity(sorted.len());
        for (unknown, c) in sorted {
            match row.last_mut() {
                Some((last, sum)) if *last == unknown => *sum += &c,
                _ => row.push((unknown, c)),
            }
        }
        row.retain(|(_, c)| !c.is_zero());
        self.rows.push((row, value));
    }

    /// Values of all unknowns that satisfy the equations at the least cost.
    pub fn solve(&self) -> Option<Vec<Rational>> {
        let corner = self.corner::<f64>()?;
        self.at(&corner.basis)
            .or_else(|| Some(self.corner::<Rational>()?.values(self.free.len())))
            .filter(|values| self.holds(values))
    }

    /// A corner of least cost.
    fn corner<N: Number>(&self) -> Option<Tableau<N>> {
        let mut tableau = Tableau::new(self)?;
        tableau.feasible()?;
        let cost = |(unknown, c): (usize, &Rational)| (!c.is_zero()).then(|| (unknown, N::of(c)));
        tableau.minimise(self.costs.iter().enumerate().filter_map(cost).collect())?;
        Some(tableau)
    }

    /// The values where only unknowns of a basis are not zero, if there are some that satisfy the equations.
    fn at(&self, basis: &[usize]) -> Option<Vec<Rational>> {
        let mut corner = self.clone();
        let is_basic: BTreeSet<usize> = basis.iter().copied().collect();
        corner.rows.iter_mut().for_each(|(row, _)| row.retain(|(unknown, _)| is_basic.contains(unknown)));
        corner.free.iter_mut().for_each(|free| *free = true);
        let tableau = Tableau::<Rational>::new(&corner)?;
        Some(tableau.values(self.free.len())).filter(|values| self.holds(values))
    }

    /// Whether values satisfy all equations: proofs rest on that, and not on how they were found.
    fn holds(&self, values: &[Rational]) -> bool {
        let sum =
            |row: &Row<Rational>| row.iter().fold(Rational::ZERO, |sum, (unknown, c)| &sum + &(c * &values[*unknown]));
        values.iter().zip(&self.free).all(|(value, free)| *free || !value.is_negative())
            && self.rows.iter().all(|(row, value)| sum(row) == *value)
    }
}

/// Rows solved for an unknown each, their basis.
struct Tableau<N> {
    rows: Vec<(Row<N>, N)>,
    /// The unknown that a row is solved for.
    basis: Vec<usize>,
    /// Of each unknown whether it may be negative; artificial ones come last.
    free: Vec<bool>,
    artificial: usize,
    pivots: usize,
    work: usize,
}

impl<N: Number> Tableau<N> {
    /// Rows solved for free unknowns as far as there are some, the others for artificial ones.
    fn new(program: &Program) -> Option<Tableau<N>> {
        if program.rows.iter().any(|(row, value)| row.is_empty() && !value.is_zero()) {
            return None;
        }
        let of = |(row, value): &(Row<Rational>, Rational)| {
            (row.iter().map(|(unknown, c)| (*unknown, N::of(c))).collect(), N::of(value))
        };
        let rows: Vec<(Row<N>, N)> = program.rows.iter().filter(|(row, _)| !row.is_empty()).map(of).collect();
        let unsolved = usize::MAX;
        let basis = vec![unsolved; rows.len()];
        let artificial = program.free.len();
        let mut tableau = Tableau { rows, basis, free: program.free.clone(), artificial, pivots: 0, work: 0 };
        for unknown in (0..artificial).filter(|&unknown| program.free[unknown]) {
            let open = (0..tableau.rows.len()).filter(|&at| tableau.basis[at] == unsolved);
            let with = open.filter(|&at| coefficient(&tableau.rows[at].0, unknown).sign() != 0);
            if let Some(at) = with.min_by_key(|&at| tableau.rows[at].0.len()) {
                tableau.pivot(at, unknown)?;
            }
        }
        let mut at = 0;
        while at < tableau.rows.len() {
            if tableau.basis[at] == unsolved {
                if tableau.rows[at].0.is_empty() {
                    if tableau.rows[at].1.sign() != 0 {
                        return None;
                    }
                    tableau.rows.remove(at);
                    tableau.basis.remove(at);
                    continue;
                }
                let (row, value) = &mut tableau.rows[at];
                if value.sign() < 0 {
                    row.iter_mut().for_each(|(_, c)| *c = c.negated());
                    *value = value.negated();
                }
                row.push((tableau.free.len(), N::ONE));
                tableau.basis[at] = tableau.free.len();
                tableau.free.push(false);
            }
            at += 1;
        }
        Some(tableau)
    }

    /// Makes all artificial unknowns zero.
    fn feasible(&mut self) -> Option<()> {
        let cost = (self.artificial..self.free.len()).map(|unknown| (unknown, N::ONE)).collect();
        self.minimise(cost)?;
        let artificial = |tableau: &Self, at: usize| tableau.basis[at] >= tableau.artificial;
        if (0..self.rows.len()).any(|at| artificial(self, at) && self.rows[at].1.sign() != 0) {
            return None;
        }
        // What is left of them stands in rows of value zero: solved for another unknown, else said by other rows.
        let mut at = 0;
        while at < self.rows.len() {
            if artificial(self, at) {
                match self.rows[at].0.iter().map(|(unknown, _)| *unknown).find(|&unknown| unknown < self.artificial) {
                    Some(unknown) => self.pivot(at, unknown)?,
                    None => {
                        self.rows.remove(at);
                        self.basis.remove(at);
                        continue;
                    }
                }
            }
            at += 1;
        }
        let artificial = self.artificial;
        self.rows.iter_mut().for_each(|(row, _)| row.retain(|(unknown, _)| *unknown < artificial));
        Some(())
    }

    /// Goes to a basis of least cost.
    fn minimise(&mut self, mut objective: Row<N>) -> Option<()> {
        for at in 0..self.rows.len() {
            let c = coefficient(&objective, self.basis[at]);
            if c.sign() != 0 {
                objective = sum(&objective, &self.rows[at].0, &c.negated());
            }
        }
        loop {
            let falls = objective.iter().filter(|(_, c)| c.sign() < 0);
            let entering = match self.pivots < STEEPEST {
                true => falls.min_by(|(_, a), (_, b)| a.order(b)),
                false => falls.min_by_key(|(unknown, _)| *unknown),
            };
            let Some(&(entering, _)) = entering else { return Some(()) };
            let mut leaving: Option<(usize, N)> = None;
            for at in (0..self.rows.len()).filter(|&at| !self.free[self.basis[at]]) {
                let c = coefficient(&self.rows[at].0, entering);
                if c.sign() <= 0 {
                    continue;
                }
                let ratio = self.rows[at].1.over(&c);
                let sooner = leaving.as_ref().is_none_or(|(other, least)| {
                    ratio.order(least).then_with(|| self.basis[at].cmp(&self.basis[*other])) == Ordering::Less
                });
                if sooner {
                    leaving = Some((at, ratio));
                }
            }
            let (at, _) = leaving?;
            self.pivot(at, entering)?;
            let c = coefficient(&objective, entering);
            objective = sum(&objective, &self.rows[at].0, &c.negated());
        }
    }

    /// Solves a row for an unknown and takes that out of the others; nothing where that is too much.
    fn pivot(&mut self, at: usize, unknown: usize) -> Option<()> {
        self.pivots += 1;
        let own = coefficient(&self.rows[at].0, unknown);
        let (row, value) = &mut self.rows[at];
        row.iter_mut().for_each(|(_, c)| *c = c.over(&own));
        *value = value.over(&own);
        let (row, value) = (std::mem::take(&mut self.rows[at].0), self.rows[at].1.clone());
        let mut entries = row.len();
        let mut made = Row::new();
        for (terms, sum_of) in &mut self.rows {
            let c = coefficient(terms, unknown);
            if c.sign() != 0 {
                let c = c.negated();
                sum_in(&mut made, terms, &row, &c);
                std::mem::swap(terms, &mut made);
                *sum_of = sum_of.plus(&value, &c);
            }
            entries += terms.len();
        }
        self.basis[at] = unknown;
        let large = value.is_large();
        self.rows[at].0 = row;
        self.work += entries;
        (self.work <= WORK && entries <= ENTRIES && !large).then_some(())
    }

    fn values(&self, count: usize) -> Vec<N> {
        let mut values = vec![N::ZERO; count];
        for (at, &unknown) in self.basis.iter().enumerate() {
            if unknown < count {
                values[unknown] = self.rows[at].1.clone();
            }
        }
        values
    }
}

fn coefficient<N: Number>(row: &Row<N>, unknown: usize) -> N {
    row.binary_search_by_key(&unknown, |(of, _)| *of).map_or(N::ZERO, |at| row[at].1.clone())
}

/// `a + factor*b`, made in `result`.
fn sum_in<N: Number>(result: &mut Row<N>, a: &Row<N>, b: &Row<N>, factor: &N) {
    result.clear();
    result.reserve(a.len() + b.len());
    let mut left = a.iter().peekable();
    for (unknown, c) in b {
        while let Some(term) = left.next_if(|(other, _)| other < unknown) {
            result.push(term.clone());
        }
        match left.next_if(|(other, _)| other == unknown) {
            Some((_, known)) => {
                let c = known.plus(c, factor);
                if c.sign() != 0 {
                    result.push((*unknown, c));
                }
            }
            None => result.push((*unknown, N::ZERO.plus(c, factor))),
        }
    }
    result.extend(left.cloned());
}

/// `a + factor*b`.
fn sum<N: Number>(a: &Row<N>, b: &Row<N>, factor: &N) -> Row<N> {
    let mut result = Row::new();
    sum_in(&mut result, a, b, factor);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(n: i64) -> Rational {
        Rational::from(n)
    }

    /// The least `cost`, where each row says `terms + slack = value`.
    fn least(cost: &[i64], rows: &[(&[i64], i64)]) -> Option<Rational> {
        let mut program = Program::default();
        let unknowns: Vec<usize> = cost.iter().map(|_| program.nonnegative()).collect();
        unknowns.iter().zip(cost).for_each(|(&unknown, &c)| program.cost(unknown, &q(c)));
        for (terms, value) in rows {
            let slack = program.nonnegative();
            let terms = unknowns.iter().zip(*terms).map(|(&unknown, &c)| (unknown, q(c)));
            program.equation(terms.chain([(slack, q(1))]), q(*value));
        }
        let values = program.solve()?;
        Some(cost.iter().zip(&values).fold(Rational::ZERO, |sum, (&c, value)| &sum + &(&q(c) * value)))
    }

    #[test]
    fn the_least_cost_is_at_a_corner() {
        assert_eq!(least(&[-3, -5], &[(&[1, 0], 4), (&[0, 2], 12), (&[3, 2], 18)]), Some(q(-36)));
        // x + y >= 2, x <= 5: rows with a negative value need a first corner.
        assert_eq!(least(&[2, 3], &[(&[-1, -1], -2), (&[1, 0], 5)]), Some(q(4)));
        assert_eq!(least(&[-1], &[(&[-1], 0)]), None, "there is no least value");
        assert_eq!(least(&[1], &[(&[1], -1)]), None, "nothing satisfies the row");
    }

    #[test]
    fn degenerate_programs_end() {
        // Beale's example, which goes round in circles where the steepest column is always taken.
        let rows: [(&[i64], i64); 3] = [(&[1, -240, -4, 36], 0), (&[1, -180, -1, 6], 0), (&[0, 0, 1, 0], 1)];
        assert_eq!(least(&[-3, 600, -2, 24], &rows), Some(q(-5)));
    }

    #[test]
    fn free_unknowns_may_be_negative() {
        let mut program = Program::default();
        let (x, slack) = (program.free(), program.nonnegative());
        program.cost(x, &q(1));
        program.equation([(x, q(2)), (slack, q(-1))], q(-7));
        assert_eq!(program.solve().unwrap()[x], Rational::ratio(-7, 2).unwrap());
        // The same row twice, and one that contradicts it.
        program.equation([(x, q(2)), (slack, q(-1))], q(-7));
        assert_eq!(program.solve().unwrap()[x], Rational::ratio(-7, 2).unwrap());
        program.equation([(x, q(2)), (slack, q(-1))], q(-6));
        assert_eq!(program.solve(), None);
    }
}
