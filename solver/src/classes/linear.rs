//! Linear recurrences with constant coefficients, solved exactly.
//!
//! In: T(n) = a1*T(n-1) + ... + ad*T(n-d) + g(n) from some n on, with enough values before it. Out: the closed form.
//! Method: g is a sum of terms c * n^k * b^n (and of recurrent sequences), coefficients c free of n but otherwise any
//! expression; so T is annihilated by the product of the characteristic polynomial and that of g, and lies in the span
//! of the n^j * r^n of its rational roots and of one recurrent sequence for the irrational rest. The coefficients follow
//! from as many values as there are basis functions. Source: the method of undetermined coefficients, as in Bagnara,
//! Zaccagnini and Zolo (2003), section 4, done here by interpolation instead of symbolic summation.

use std::collections::BTreeMap;

use crate::expression::expr::Sequence;
use crate::expression::normal;
use crate::expression::poly::{Mono, Poly};
use crate::{Expr, Rational, Var};

/// Unknowns at most: more would not be readable.
const BASIS_LIMIT: usize = 24;

/// T(n) = sum of coefficient * T(n - step) + rest(n).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recurrence {
    /// Step back (at least 1) and its coefficient, sorted by step.
    pub steps: BTreeMap<i64, Rational>,
    /// The part without T.
    pub rest: Poly,
}

impl Recurrence {
    pub fn order(&self) -> i64 {
        self.steps.keys().next_back().copied().unwrap_or(0)
    }
}

/// The closed form that has the given values at `first..`, and satisfies the recurrence from `first + order` on.
/// `value(i)` must deliver T(first + i). `None` when the rest is not of the class.
pub(crate) fn solve(r: &Recurrence, n: &Var, first: i64, value: &mut dyn FnMut(i64) -> Option<Poly>) -> Option<Poly> {
    if let Some(stairs) = stairs(r, n, first, value) {
        return Some(stairs);
    }
    let alternating = floor_to_alternating(&r.rest, n);
    let r = &Recurrence { steps: r.steps.clone(), rest: alternating };
    let basis = basis(r, n)?;
    if basis.is_empty() || basis.len() > BASIS_LIMIT {
        return None;
    }
    let size = basis.len();
    let mut rows: Vec<Vec<Rational>> = Vec::with_capacity(size);
    let mut values: Vec<Poly> = Vec::with_capacity(size);
    for i in 0..size as i64 {
        let row: Option<Vec<Rational>> = basis.iter().map(|f| f.at(n, first + i).as_constant()).collect();
        rows.push(row?);
        values.push(value(first + i)?);
    }
    let coefficients = eliminate(rows, values)?;
    let mut closed = Poly::zero();
    for (f, c) in basis.iter().zip(&coefficients) {
        closed.add_scaled(&f.mul(c), &Rational::ONE);
    }
    Some(with_fewest_floors(alternating_to_floor(&closed, n), n))
}

/// From this step on roots of one are sequences that nobody reads.
const LONG_STEP: i64 = 4;

/// T(n) = T(n - d) + c over first values that lie on a line: the line, and for each step back what c differs from it.
fn stairs(r: &Recurrence, n: &Var, first: i64, value: &mut dyn FnMut(i64) -> Option<Poly>) -> Option<Poly> {
    let step = r.order();
    let once = r.steps.len() == 1 && r.steps.get(&step).is_some_and(Rational::is_one);
    if !once || step < LONG_STEP || r.rest.to_expr().mentions(n) {
        return None;
    }
    let start = value(0)?;
    let rise = value(1)?.sub(&start);
    for i in 2..step {
        if value(i)?.sub(&start) != rise.scale(&Rational::from(i)) {
            return None;
        }
    }
    let along = Poly::var(n).sub(&Poly::constant(Rational::from(first)));
    let steps = (along.to_expr() * Expr::num(Rational::ratio(1, step)?)).floor().simplify();
    let of_step = r.rest.sub(&rise.scale(&Rational::from(step)));
    Some(start.add(&rise.mul(&along)).add(&of_step.mul(&Poly::of(&steps))))
}

/// Functions whose span contains every solution.
fn basis(r: &Recurrence, n: &Var) -> Option<Vec<Poly>> {
    // There are as many functions as steps at least.
    let order = usize::try_from(r.order()).ok().filter(|order| *order <= BASIS_LIMIT)?;
    // x^d - a1*x^(d-1) - ... - ad, leading coefficient first.
    let mut polynomial = vec![Rational::ZERO; order + 1];
    polynomial[0] = Rational::ONE;
    for (step, a) in &r.steps {
        polynomial[usize::try_from(*step).ok()?] = -a;
    }
    let mut roots: BTreeMap<Rational, i32> = BTreeMap::new();
    let mut irrational = split_roots(polynomial, &mut roots)?;
    for (base, degree, sequence) in rest_classes(&r.rest, n)? {
        match sequence {
            None => *roots.entry(base).or_insert(0) += degree + 1,
            Some(coeffs) => {
                let mut factor = vec![Rational::ONE];
                factor.extend(coeffs.iter().map(|c| -c));
                let rest = split_roots(factor, &mut roots)?;
                for _ in 0..=degree {
                    irrational = product(&irrational, &rest);
                }
            }
        }
    }
    let mut functions = Vec::new();
    for (root, multiplicity) in roots {
        for k in 0..multiplicity {
            functions.push(monomial(n, k).mul(&exponential(&root, n)));
        }
    }
    functions.extend(sequences(&irrational, n));
    Some(functions)
}

fn monomial(n: &Var, k: i32) -> Poly {
    if k == 0 { Poly::one() } else { Poly::term(Mono::atom(Expr::Var(n.clone()), k), Rational::ONE) }
}

fn exponential(base: &Rational, n: &Var) -> Poly {
    if base.is_one() {
        return Poly::one();
    }
    Poly::term(Mono { powers: vec![], exps: vec![(Expr::Var(n.clone()), base.clone())] }, Rational::ONE)
}

/// Base, highest degree, coefficients of a recurrent sequence.
type RestClass = (Rational, i32, Option<Vec<Rational>>);

/// Base and highest degree of the terms of g, or the coefficients of a recurrent sequence in it.
fn rest_classes(rest: &Poly, n: &Var) -> Option<Vec<RestClass>> {
    let mut plain: BTreeMap<Rational, i32> = BTreeMap::new();
    let mut sequences: BTreeMap<Vec<Rational>, i32> = BTreeMap::new();
    for mono in rest.terms.keys() {
        let (degree, base, others) = (mono.degree(n), mono.base(n), mono.without(n));
        if degree < 0 || others.exps.iter().any(|(key, _)| key.mentions(n)) {
            return None;
        }
        let dependent: Vec<&(Expr, i32)> = others.powers.iter().filter(|(a, _)| a.mentions(n)).collect();
        match dependent.as_slice() {
            [] => {
                let highest = plain.entry(base).or_insert(degree);
                *highest = (*highest).max(degree);
            }
            [(Expr::Sequence(s), 1)] if base.is_one() => {
                let index = Poly::of(&s.arg).sub(&Poly::var(n));
                index.as_constant()?;
                let highest = sequences.entry(s.coeffs.clone()).or_insert(degree);
                *highest = (*highest).max(degree);
            }
            _ => return None,
        }
    }
    let plain = plain.into_iter().map(|(base, degree)| (base, degree, None));
    Some(plain.chain(sequences.into_iter().map(|(c, degree)| (Rational::ZERO, degree, Some(c)))).collect())
}

/// Moves the rational roots of a polynomial (leading coefficient first) to `roots`; returns the monic rest.
fn split_roots(polynomial: Vec<Rational>, roots: &mut BTreeMap<Rational, i32>) -> Option<Vec<Rational>> {
    let mut p = polynomial;
    'next: while p.len() > 1 {
        for root in candidates(&p)? {
            let (quotient, remainder) = divide(&p, &root);
            if remainder.is_zero() {
                if !root.is_zero() {
                    *roots.entry(root).or_insert(0) += 1;
                }
                p = quotient;
                continue 'next;
            }
        }
        break;
    }
    Some(p)
}

/// Candidates for rational roots: divisors of the last over divisors of the first whole coefficient.
fn candidates(p: &[Rational]) -> Option<Vec<Rational>> {
    if p.last()?.is_zero() {
        return Some(vec![Rational::ZERO]);
    }
    if p.len() == 2 {
        return Some(vec![&-&p[1] / &p[0]]);
    }
    let lcm = p.iter().fold(num_bigint::BigInt::from(1), |l, c| num_integer::lcm(l, c.denom()));
    let scaled = |c: &Rational| (c * &Rational::from(lcm.clone())).to_i64();
    let (first, last) = (scaled(&p[0])?, scaled(p.last()?)?);
    let divisors = |n: i64| -> Vec<i64> {
        let n = n.abs();
        let small: Vec<i64> = (1..=1000).take_while(|d| d * d <= n).filter(|d| n % d == 0).collect();
        let large: Vec<i64> = small.iter().map(|d| n / d).collect();
        small.into_iter().chain(large).collect()
    };
    let mut all = Vec::new();
    for num in divisors(last) {
        for den in divisors(first) {
            let root = Rational::ratio(num, den)?;
            all.push(-&root);
            all.push(root);
        }
    }
    Some(all)
}

/// Division by x - root: quotient and remainder.
fn divide(p: &[Rational], root: &Rational) -> (Vec<Rational>, Rational) {
    let mut quotient = Vec::with_capacity(p.len());
    let mut carry = Rational::ZERO;
    for c in p {
        carry = &(&carry * root) + c;
        quotient.push(carry.clone());
    }
    let remainder = quotient.pop().unwrap_or(Rational::ZERO);
    (quotient, remainder)
}

fn product(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    let mut result = vec![Rational::ZERO; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            result[i + j] = &result[i + j] + &(x * y);
        }
    }
    result
}

/// A basis of the solutions of the recurrence with this characteristic polynomial: powers of the golden polynomial give
/// n^i * fib(n), n^i * fib(n+1); any other one sequence and its shifts.
fn sequences(polynomial: &[Rational], n: &Var) -> Vec<Poly> {
    if polynomial.len() <= 1 {
        return Vec::new();
    }
    let index = |j: i64| Poly::var(n).add(&Poly::int(j)).to_expr();
    let golden = [Rational::ONE, Rational::from(-1), Rational::from(-1)];
    if let Some(count) = exponent(polynomial, &golden) {
        let pair = |k: i32| [0, 1].map(|j| monomial(n, k).mul(&Poly::of(&Expr::fib(index(j)))));
        return (0..count).flat_map(pair).collect();
    }
    for period in 3..=polynomial.len() {
        if let Some(count) = exponent(polynomial, &vec![Rational::ONE; period]) {
            let waves = |k: i32| (0..period as i64 - 1).map(move |j| monomial(n, k).mul(&wave(n, j, period as i64)));
            return (0..count).flat_map(waves).collect();
        }
    }
    let middle = &polynomial[1..polynomial.len() - 1];
    if polynomial[0].is_one() && middle.iter().all(Rational::is_zero) {
        // x^d = a: a^floor(n/d), and its products with powers of the remainder.
        let d = Expr::int(polynomial.len() as i64 - 1);
        let a = -&polynomial[polynomial.len() - 1];
        let scale = Expr::Num(Rational::ratio(1, polynomial.len() as i64 - 1).expect("a degree"));
        let depth = (scale * Expr::Var(n.clone())).floor();
        let power = normal::power(&Poly::constant(a), &Poly::of(&depth));
        let remainder = Poly::of(&Expr::Var(n.clone()).modulo(d));
        return (0..polynomial.len() as u32 - 1).map(|r| power.mul(&remainder.powu(r))).collect();
    }
    let leading = polynomial[0].clone();
    let coeffs: Vec<Rational> = polynomial[1..].iter().map(|c| -&(c / &leading)).collect();
    let d = coeffs.len();
    let mut init = vec![Rational::ZERO; d];
    init[d - 1] = Rational::ONE;
    let at = |j: usize| Sequence { coeffs: coeffs.clone(), init: init.clone(), arg: index(j as i64) };
    (0..d).map(|j| Poly::of(&Expr::Sequence(Box::new(at(j))))).collect()
}

/// Which power of a factor a polynomial is.
fn exponent(polynomial: &[Rational], factor: &[Rational]) -> Option<i32> {
    let (mut power, mut count) = (factor.to_vec(), 1);
    while power.len() < polynomial.len() {
        power = product(&power, factor);
        count += 1;
    }
    (power == polynomial).then_some(count)
}

/// floor((n + j)/d) without the line that it goes along: of period d and mean 0. For the j below d - 1 they span all such
/// functions, the solutions of u(n) + u(n - 1) + ... + u(n - d + 1) = 0.
fn wave(n: &Var, j: i64, d: i64) -> Poly {
    let part = Rational::ratio(1, d).expect("a period");
    let line = Poly::var(n).add(&Poly::int(j)).scale(&part);
    let mean = Rational::ratio(d - 1, 2 * d).expect("a period");
    Poly::of(&line.to_expr().floor()).sub(&line).add(&Poly::constant(mean))
}

/// Solves rows * x = values; `None` when singular.
pub(crate) fn eliminate(mut rows: Vec<Vec<Rational>>, mut values: Vec<Poly>) -> Option<Vec<Poly>> {
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size).find(|&i| !rows[i][column].is_zero())?;
        rows.swap(column, pivot);
        values.swap(column, pivot);
        let inverse = rows[column][column].recip()?;
        rows[column].iter_mut().for_each(|c| *c = &*c * &inverse);
        values[column] = values[column].scale(&inverse);
        for i in 0..size {
            if i == column || rows[i][column].is_zero() {
                continue;
            }
            let factor = -&rows[i][column];
            let pivot_row = rows[column].clone();
            for (c, p) in rows[i].iter_mut().zip(&pivot_row).skip(column) {
                *c += &(p * &factor);
            }
            let (source, target) = if i < column {
                let (low, high) = values.split_at_mut(column);
                (&high[0], &mut low[i])
            } else {
                let (low, high) = values.split_at_mut(i);
                (&low[column], &mut high[0])
            };
            target.add_scaled(source, &factor);
        }
    }
    Some(values)
}

/// (-1)^n is 4*floor(n/2) - 2*n + 1, which reads better.
fn alternating_to_floor(p: &Poly, n: &Var) -> Poly {
    let minus_one = Rational::from(-1);
    let alternates = |m: &Mono| m.base(n) == minus_one;
    if !p.terms.keys().any(alternates) {
        return p.clone();
    }
    let half = Expr::Var(n.clone()) * Expr::Num(Rational::ratio(1, 2).expect("not zero"));
    let floor = Poly::of(&half.floor());
    let sign = floor.scale(&Rational::from(4)).sub(&Poly::var(n).scale(&Rational::from(2))).add(&Poly::one());
    let mut result = Poly::zero();
    for (mono, c) in &p.terms {
        if alternates(mono) {
            let rest = Poly::term(mono.without(n), c.clone()).mul(&monomial(n, mono.degree(n)));
            result = result.add(&rest.mul(&sign));
        } else {
            result.add_term(mono.clone(), c);
        }
    }
    result
}

/// With as few floor((n + j)/d) of a d as there can be: all d of them together are n (Hermite's identity).
fn with_fewest_floors(mut p: Poly, n: &Var) -> Poly {
    if !p.terms.keys().any(|m| m.powers.iter().any(|(atom, _)| matches!(atom, Expr::Floor(_)))) {
        return p;
    }
    for d in 2..=BASIS_LIMIT as i64 {
        let floor =
            |j: i64| Some(Poly::of(&Poly::var(n).add(&Poly::int(j)).scale(&Rational::ratio(1, d)?).to_expr().floor()));
        let Some(floors) = (0..d).map(floor).collect::<Option<Vec<Poly>>>() else { continue };
        let factor = |floor: &Poly| {
            let (mono, _) = floor.single()?;
            Some(p.terms.get(mono).cloned().unwrap_or(Rational::ZERO))
        };
        let Some(factors) = floors.iter().map(factor).collect::<Option<Vec<Rational>>>() else { continue };
        let times = |of: &Rational| factors.iter().filter(|other| *other == of).count();
        let most =
            factors.iter().max_by_key(|of| times(of)).filter(|of| !of.is_zero() && times(of) > times(&Rational::ZERO));
        if let Some(most) = most {
            let all = floors.iter().fold(Poly::var(n).neg(), |sum, floor| sum.add(floor));
            p = p.sub(&all.scale(most));
        }
    }
    p
}

/// (n + c) mod d, for whole c: (d - 1)/2 and a recurrent sequence of period d and mean 0.
fn remainder(m: &Poly, n: &Var, d: i64) -> Option<Poly> {
    m.sub(&Poly::var(n)).as_constant().filter(|c| c.to_i64().is_some())?;
    if !(3..=BASIS_LIMIT as i64).contains(&d) {
        return None;
    }
    let mean = Rational::ratio(d - 1, 2)?;
    let init = (0..d - 1).map(|at| &Rational::from(at) - &mean).collect();
    let wave = Sequence { coeffs: vec![Rational::from(-1); d as usize - 1], init, arg: m.to_expr() };
    Some(Poly::of(&Expr::Sequence(Box::new(wave))).add(&Poly::constant(mean)))
}

/// floor(n/2 + c), ceil(n/2 + c) and n mod 2 in terms of n and (-1)^n, for whole or half c; the same with higher divisors in
/// terms of n and a recurrent sequence.
fn floor_to_alternating(p: &Poly, n: &Var) -> Poly {
    let half = Rational::ratio(1, 2).expect("not zero");
    let quarter = Rational::ratio(1, 4).expect("not zero");
    let sign = exponential(&Rational::from(-1), n);
    let rewritten = |atom: &Expr| -> Option<Poly> {
        if let Expr::Mod(a, d) = atom {
            let d = d.as_num().and_then(Rational::to_i64)?;
            return match d {
                2 => (Poly::of(a) == Poly::var(n)).then(|| Poly::constant(half.clone()).sub(&sign.scale(&half))),
                _ => remainder(&Poly::of(a), n, d),
            };
        }
        let (Expr::Floor(a) | Expr::Ceil(a)) = atom else {
            return None;
        };
        let a = Poly::of(a);
        let slope = a.terms.get(&Mono::atom(Expr::Var(n.clone()), 1))?.clone();
        if slope != half {
            // floor(m/d) = (m - m mod d)/d.
            let d = slope.recip()?.to_i64()?;
            let m = a.scale(&Rational::from(d));
            let m = if matches!(atom, Expr::Floor(_)) { m } else { m.add(&Poly::int(d - 1)) };
            return Some(m.sub(&remainder(&m, n, d)?).scale(&slope));
        }
        let c = a.sub(&Poly::var(n).scale(&half)).as_constant()?;
        // floor(n/2) = n/2 - 1/4 + (-1)^n/4; an odd half inside changes the sign of the alternation.
        let halves = (&c + &c).to_i64()?;
        let down = matches!(atom, Expr::Floor(_));
        let offset = if down { -&quarter } else { quarter.clone() };
        let alternation = if (halves % 2 == 0) == down { quarter.clone() } else { -&quarter };
        let linear = Poly::var(n).scale(&half).add(&Poly::constant(&c + &offset));
        Some(linear.add(&sign.scale(&alternation)))
    };
    let mut result = Poly::zero();
    for (mono, c) in &p.terms {
        let mut term = Poly::term(Mono { powers: vec![], exps: mono.exps.clone() }, c.clone());
        for (atom, k) in &mono.powers {
            let factor = match (rewritten(atom), u32::try_from(*k)) {
                (Some(value), Ok(k)) => value.powu(k),
                _ => Poly::term(Mono::atom(atom.clone(), *k), Rational::ONE),
            };
            term = term.mul(&factor);
        }
        result.add_scaled(&term, &Rational::ONE);
    }
    result
}
