//! Non-negative least squares: minimise ½ xᵀGx − hᵀx over x ≥ 0, for a symmetric positive definite G.
//!
//! Comes in: the normal matrix and right side, and a first guess of the positive set. Goes out: the exact minimiser
//! and its positive set (a warm start for the next, similar problem). Block principal pivoting with Murty's single
//! exchange as the guarantee of termination, after Portugal, Júdice and Vicente 1994 and Kim and Park 2011; a ridge
//! keeps G definite. The crate `nnls` was not taken: it has no warm start, and the bootstrap solves hundreds of
//! neighbouring problems.

use crate::error::CalibrationError;
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// A minimiser and where it is positive.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The minimiser.
    pub x: DVector<f64>,
    /// Whether each component may be positive (the others are exactly zero).
    pub free: Vec<bool>,
}

/// How many full exchanges may fail to reduce the infeasibilities before single exchanges take over.
const PATIENCE: u32 = 3;

/// Solves the problem; `start` is a guess of the positive set.
pub fn solve(g: &DMatrix<f64>, h: &DVector<f64>, start: &[bool]) -> Result<Solution, CalibrationError> {
    let n = h.len();
    let scale = h.amax().max(f64::MIN_POSITIVE);
    let (tiny, tiny_gradient) = (1e-12, 1e-10 * scale);
    let mut free = start.to_vec();
    let (mut fewest, mut patience) = (n + 1, PATIENCE);
    for _ in 0..20 * n + 100 {
        let x = minimise_on(g, h, &free)?;
        let gradient = g * &x - h;
        let wrong: Vec<usize> =
            (0..n).filter(|&i| if free[i] { x[i] < -tiny } else { gradient[i] < -tiny_gradient }).collect();
        let Some(&last) = wrong.last() else {
            let x = x.map(|value| value.max(0.0));
            return Ok(Solution { x, free });
        };
        if wrong.len() < fewest {
            (fewest, patience) = (wrong.len(), PATIENCE);
        } else if patience > 0 {
            patience -= 1;
        } else {
            free[last] = !free[last];
            continue;
        }
        for i in wrong {
            free[i] = !free[i];
        }
    }
    Err(CalibrationError::Unsolvable { reason: "non-negative least squares did not settle" })
}

/// A ridge that decides only where columns depend on each other, in squares of relative errors.
const TINY_RIDGE: f64 = 1e-9;

/// Which squares are the least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {
    /// Those of errors.
    Plain,
    /// Those of errors as shares of the times.
    Relative,
}

/// The non-negative coefficients of the columns for which the rows come closest to the times.
///
/// Rows are runs, columns what they have of each thing that is priced; every row is of one length, every time positive. What
/// no row has gets 0.
pub fn coefficients(rows: &[Vec<f64>], times: &[f64], squares: Squares) -> Result<Vec<f64>, CalibrationError> {
    let width = rows.first().map_or(0, Vec::len);
    let total: f64 = times.iter().sum();
    let unit = |column: usize| total / rows.iter().map(|row| row[column]).sum::<f64>();
    let units: Vec<f64> = (0..width).map(unit).map(|unit| if unit.is_finite() { unit } else { 0.0 }).collect();
    let weight = |row: usize| match squares {
        Squares::Plain => times[row] * times.len() as f64 / total,
        Squares::Relative => 1.0,
    };
    let cell = |row: usize, column: usize| rows[row][column] * units[column] / times[row] * weight(row);
    let a = DMatrix::from_fn(rows.len(), width, cell);
    let g = a.transpose() * &a + DMatrix::identity(width, width) * TINY_RIDGE;
    let h = a.transpose() * DVector::from_fn(rows.len(), |row, _| weight(row));
    let solution = solve(&g, &h, &vec![true; width])?;
    Ok(solution.x.iter().zip(&units).map(|(x, unit)| x * unit).collect())
}

/// The unconstrained minimiser over the free components, the others zero.
fn minimise_on(g: &DMatrix<f64>, h: &DVector<f64>, free: &[bool]) -> Result<DVector<f64>, CalibrationError> {
    let index: Vec<usize> = (0..h.len()).filter(|&i| free[i]).collect();
    let mut x = DVector::zeros(h.len());
    if index.is_empty() {
        return Ok(x);
    }
    let part = DMatrix::from_fn(index.len(), index.len(), |i, j| g[(index[i], index[j])]);
    let side = DVector::from_fn(index.len(), |i, _| h[index[i]]);
    let factor =
        factored(part).ok_or(CalibrationError::Unsolvable { reason: "the normal matrix is not positive definite" })?;
    let solved = factor.solve(&side);
    for (at, &i) in index.iter().enumerate() {
        x[i] = solved[at];
    }
    Ok(x)
}

/// Columns of a matrix that are factored together: as many as stay in the nearest cache.
const BLOCK: usize = 48;

/// The Cholesky factor, block by block: [`Cholesky::new`] goes over the whole rest of the matrix for each column, which is
/// bound by memory where a few hundred prices are fitted hundreds of times. None where the matrix is not positive definite.
fn factored(mut matrix: DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    let n = matrix.nrows();
    for at in (0..n).step_by(BLOCK) {
        let (width, next) = (BLOCK.min(n - at), n.min(at + BLOCK));
        let corner = Cholesky::new(matrix.view((at, at), (width, width)).clone_owned())?.unpack();
        matrix.view_mut((at, at), (width, width)).copy_from(&corner);
        // What is below, L x = aᵀ for each row a, and what it takes from the columns that are left.
        let mut rows = matrix.view((next, at), (n - next, width)).transpose();
        corner.solve_lower_triangular_mut(&mut rows);
        let below = rows.transpose();
        matrix.view_mut((next, at), (n - next, width)).copy_from(&below);
        for left in (next..n).step_by(BLOCK) {
            let (some, upper) = (BLOCK.min(n - left), left - next);
            let mut rest = matrix.view_mut((left, left), (n - left, some));
            rest.gemm(-1.0, &below.rows_range(upper..), &rows.columns(upper, some), 1.0);
        }
    }
    Some(Cholesky::pack_dirty(matrix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn problem(rows: usize, columns: usize, cells: &[f64]) -> (DMatrix<f64>, DVector<f64>) {
        let a = DMatrix::from_row_slice(rows, columns, &cells[..rows * columns]);
        let t = DVector::from_column_slice(&cells[rows * columns..rows * columns + rows]);
        let g = a.transpose() * &a + DMatrix::identity(columns, columns) * 1e-6;
        (g, a.transpose() * t)
    }

    #[test]
    fn an_interior_minimum_is_the_ordinary_solution() {
        let g = DMatrix::from_row_slice(2, 2, &[4.0, 1.0, 1.0, 3.0]);
        let solution = solve(&g, &DVector::from_vec(vec![1.0, 2.0]), &[false, false]).unwrap();
        assert!((solution.x[0] - 1.0 / 11.0).abs() < 1e-12);
        assert!((solution.x[1] - 7.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn a_negative_component_is_held_at_zero() {
        let g = DMatrix::identity(2, 2);
        let solution = solve(&g, &DVector::from_vec(vec![-1.0, 2.0]), &[true, true]).unwrap();
        assert_eq!(solution.x.as_slice(), [0.0, 2.0]);
    }

    #[test]
    fn a_line_is_found_and_has_no_negative_part() {
        let line = |k1: f64, k2: f64, n: &[f64]| -> Vec<f64> { n.iter().map(|n| k1 + k2 * n).collect() };
        let n = [1.0, 10.0, 100.0, 1000.0];
        let rows: Vec<Vec<f64>> = n.iter().map(|&n| vec![1.0, n, 0.0]).collect();
        for squares in [Squares::Plain, Squares::Relative] {
            let found = coefficients(&rows, &line(44.0, 40.62, &n), squares).unwrap();
            assert!((found[0] - 44.0).abs() < 1e-2 && (found[1] - 40.62).abs() < 1e-3 && found[2] == 0.0, "{found:?}");
        }
        // What would be below zero is zero, and the rest as near as it can be: to the largest where errors are not shares.
        let least = |squares| coefficients(&rows[1..], &line(-5.0, 2.0, &n[1..]), squares).unwrap();
        let (plain, relative) = (least(Squares::Plain), least(Squares::Relative));
        assert!(plain[0] == 0.0 && relative[0] == 0.0, "{plain:?} {relative:?}");
        assert!((1.99..2.0).contains(&plain[1]) && (1.5..1.95).contains(&relative[1]), "{plain:?} {relative:?}");
    }

    #[test]
    fn factors_are_the_same_block_by_block() {
        for n in [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 5] {
            let a = DMatrix::from_fn(n + 7, n, |i, j| ((i * 31 + j * 17 + i * j) as f64).sin());
            let g = a.transpose() * &a + DMatrix::identity(n, n) * 1e-3;
            let (ours, plain) = (factored(g.clone()).unwrap().l(), Cholesky::new(g.clone()).unwrap().l());
            assert!((ours - plain).amax() < 1e-9, "{n}");
            let mut indefinite = g;
            indefinite[(n - 1, n - 1)] = -1.0;
            assert!(factored(indefinite).is_none(), "{n}");
        }
    }

    proptest! {
        #[test]
        fn the_minimiser_satisfies_the_kuhn_tucker_conditions(
            rows in 1usize..12,
            columns in 1usize..9,
            cells in prop::collection::vec(-3.0..3.0f64, 12 * 9 + 12),
            start in prop::collection::vec(any::<bool>(), 9),
        ) {
            let (g, h) = problem(rows, columns, &cells);
            let solution = solve(&g, &h, &start[..columns]).unwrap();
            let gradient = &g * &solution.x - &h;
            let slack = 1e-7 * (1.0 + h.amax());
            for i in 0..columns {
                prop_assert!(solution.x[i] >= 0.0);
                prop_assert!(gradient[i] >= -slack, "gradient {} at {i}", gradient[i]);
                prop_assert!(solution.x[i] * gradient[i] <= slack * (1.0 + solution.x[i]));
            }
        }
    }
}
