//! The equations of section 4 of spec/analysis.md, one line each: equations, then the expected upper and lower bound.

use solver::{Bound, Direction, Expr, Limits, System, solve};

/// The bound of the first function, or the reason there is none.
fn bound(text: &str, direction: Direction) -> Result<solver::Solution, String> {
    let system: System = text.parse().map_err(|e| format!("{text}: {e}"))?;
    let name = system.definitions[0].name.clone();
    match solve(&system, direction, &Limits::default()).remove(&name) {
        Some(Bound::Known(solution)) => Ok(solution),
        Some(Bound::Unknown { reason, .. }) => Err(reason),
        None => Err("no bound was returned".to_string()),
    }
}

fn canonical(text: &str) -> Expr {
    text.parse::<Expr>().unwrap().simplify()
}

fn expect(equations: &str, direction: Direction, closed: &str) {
    let solution = bound(equations, direction).unwrap_or_else(|e| panic!("{equations}: {e}"));
    assert_eq!(
        solution.expr,
        canonical(closed),
        "{equations}: {direction:?} by {}",
        solution.rule
    );
}

fn exact(equations: &str, closed: &str) {
    for direction in [Direction::Upper, Direction::Lower] {
        expect(equations, direction, closed);
        assert!(
            bound(equations, direction).unwrap().exact,
            "{equations}: {direction:?} is not claimed exact"
        );
    }
}

#[test]
fn linear_recurrences_with_constant_coefficients_are_solved_exactly() {
    exact("T(n) = T(n-1) + 1 if n >= 1; T(0) = 1", "n + 1");
    exact(
        "T(n) = T(n-1) + n + 1 if n >= 1; T(0) = 1",
        "(n + 1)*(n + 2)/2",
    );
    exact("T(n) = T(n-1) + n^3 if n >= 1; T(0) = 0", "n^2*(n + 1)^2/4");
    exact("T(n) = 2*T(n-1) + 1 if n >= 1; T(0) = 1", "2^(n + 1) - 1");
    exact(
        "T(n) = 2*T(n-1) + 2^(n-1) + 1 if n >= 1; T(0) = 1",
        "n*2^(n - 1) + 2^(n + 1) - 1",
    );
    exact(
        "T(n) = 2*T(n-1) + n^2 if n >= 1; T(0) = 0",
        "6*2^n - n^2 - 4*n - 6",
    );
    exact(
        "T(n) = T(n-1) + T(n-2) + 1 if n >= 2; T(0) = 1; T(1) = 1",
        "2*fib(n + 1) - 1",
    );
    exact(
        "T(n) = T(n-1) + T(n-2) + n if n >= 2; T(0) = 0; T(1) = 1",
        "fib(n + 4) - n - 3",
    );
    exact(
        "T(n) = 4*T(n-1) - 4*T(n-2) + 2^n if n >= 2; T(0) = 0; T(1) = 2",
        "n*(n + 1)*2^(n - 1)",
    );
    exact(
        "T(n) = T(n-2) + 1 if n >= 2; T(0) = 1; T(1) = 1",
        "floor(n/2) + 1",
    );
    exact(
        "f(x, y) = f(x-1, y) + y + 2 if x >= 1; f(0, y) = 1",
        "x*y + 2*x + 1",
    );
}

#[test]
fn alternatives_are_merged_and_not_solved_apart() {
    expect(
        "T(n) = max(T(n-1) + 10, 2*T(n-1) + 1) if n >= 1; T(0) = 1",
        Direction::Upper,
        "12*2^(n - 1) - 1",
    );
}

#[test]
fn lower_bounds_see_early_failure() {
    expect(
        "T(0) = 1; T(n) = 3 if n >= 1; T(n) = T(n-1) + 2 if n >= 1",
        Direction::Lower,
        "min(3, 2*n + 1)",
    );
}

#[test]
fn show_everything() {
    for text in [
        "T(n) = n*T(n-1) + 1 if n >= 1; T(0) = 1",
        "T(n) = T(floor(n/2)) + 1 if n >= 2; T(1) = 1",
        "T(n) = T(ceil(n/2)) + T(floor(n/2)) + n if n >= 2; T(1) = 0",
        "T(n) = T(ceil(n/2)) + T(floor(n/2)) + 1 if n >= 2; T(1) = 1",
        "T(n) = 3*T(floor(n/2)) + n if n >= 2; T(1) = 1",
        "f(x,y) = 1 + f(x-1,y-1) if x >= 1 and y >= 1; f(x,y) = 1 if x = 0 or y = 0",
        "f(x,y) = 1 + max(f(x-1,y),f(x,y-1)) if x >= 1 and y >= 1; f(x,y) = 1 if x = 0 or y = 0",
        "f(x,y) = f(x-1,y+1) if x >= 1; f(0,y) = y",
        "T(n) = max(T(n-1) + 10, 2*T(n-1) + 1) if n >= 1; T(0) = 1",
        "T(n) = 1 + n + maxover(k, 0, n-1, T(k) + T(n-1-k) + k + 1) if n >= 1; T(0) = 1",
        "T(n) = 1 + n + minover(k, 0, n-1, T(k) + T(n-1-k) + k + 1) if n >= 1; T(0) = 1",
        "T(n) = 1 + maxover(k, 0, n-1, T(k) + T(n-1-k)) if n >= 1; T(0) = 1",
        "T(n) = 1 + minover(k, 0, n-1, T(k) + T(n-1-k)) if n >= 1; T(0) = 1",
        "T(n,y) = 7+y + maxover(k, 1, n-2, T(k,y) + T(n-1-k,y)) if n >= 3; T(n,y) = 3 if n = 1; T(n,y) = 2 + y if n = 1",
        "T(n,y) = 7+y + minover(k, 1, n-2, T(k,y) + T(n-1-k,y)) if n >= 3; T(n,y) = 3 if n = 1; T(n,y) = 2 + y if n = 1",
        "T(n) = 7 + maxover(k, 1, n-2, T(k) + T(n-1-k)) if n >= 3; T(n) = 5 + T(n-1) if n >= 2; T(n) = 3 if n = 1",
        "T(n) = 7 + minover(k, 1, n-2, T(k) + T(n-1-k)) if n >= 3; T(n) = 5 + T(n-1) if n >= 2; T(n) = 3 if n = 1",
        "A(n) = 1 + 2*B(n-1) if n >= 1; B(n) = 1 + A(n-1) if n >= 1; A(0) = 1; B(0) = 1",
        "f(x,y) = 1 + f(y, x mod y) if y >= 1; f(x,0) = 1",
        "A(m,n) = 1 + A(m-1,1) if m >= 1 and n = 0; A(m,n) = 1 + A(m, n-1) + A(m-1, A(m,n-1)) if m >= 1 and n >= 1; A(0,n) = 1",
        "f(n) = f(n+1)",
        "T(n) = T(n-1) + log2(n) + n if n >= 1; T(0) = 1",
        "T(n) = T(n-1) + floor(n/2) if n >= 1; T(0) = 1",
        "T(i, n) = T(i+1, n) + 1 if i < n; T(i,n) = 1 if i >= n",
        "T(n,a) = T(n-1,a+n) + 1 if n >= 1; T(0,a) = 2",
        "T(x,y) = T(x-1,y) + 3*y + 2 if x >= 1; T(x,y) = T(x-1,y) + 5 if x >= 1; T(0,y) = 4",
        "T(n) = T(n-1) + max(5, n) if n >= 1; T(0) = 1",
        "T(n) = T(n-1) + fib(n) if n >= 1; T(0) = 1",
        "T(n) = 2*T(n-1) + n*2^n + 17/3 + 123/1000*n if n >= 2; T(1) = 4",
        "T(n) = T(n-1) + 17/3 if n >= 1; T(n) = T(n-1) + 2 + n if n >= 1; T(n) = 9 if n >= 1; T(0) = 1; T(n) = T(n-2) + 4 if n >= 2",
    ] {
        for d in [Direction::Upper, Direction::Lower] {
            let t = std::time::Instant::now();
            let r = bound(text, d);
            let t = t.elapsed();
            match r {
                Ok(s) => println!("{text}\n   {d:?} {} | {} exact {} [{}] {:?} {t:?}", s.expr, s.valid, s.exact, s.rule, s.steps),
                Err(e) => println!("{text}\n   {d:?} UNKNOWN {e} {t:?}"),
            }
        }
    }
}
