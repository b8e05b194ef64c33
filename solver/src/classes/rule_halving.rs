//! Rows of the rule table for divide and conquer: T(n) = a*T(floor(n/b)) + a'*T(ceil(n/b)) + g(n).
//!
//! In: a [`Line`] with one alternative of that form whose recursion starts at b or before. Out: exact solutions for a
//! constant or, with T(ceil(n/2)) + T(floor(n/2)), linear g; else bounds from the solution f over the reals of
//! f(x) = a*f(x/b) + g(x). Where f rises, rounding is bounded by shifting: floor(n/b) <= n/b, ceil(n/b) - 1 <= (n-1)/b,
//! floor(n/b) + 1 >= (n+1)/b, ceil(n/b) >= n/b. Sources: Cormen, Leiserson, Rivest, Stein (2009), section 4.6; Graham,
//! Knuth, Patashnik (1994), exercise 3.34.

use std::collections::BTreeMap;

use crate::classes::line::{Line, LineAlt, Target, pick};
use crate::classes::linear::{self, Recurrence};
use crate::classes::rule_linear::{self, extremal_terms, linear_bound};
use crate::classes::rules::{Candidate, Exactness, Proof};
use crate::expression::normal::{power, power_of_two, single_atom};
use crate::expression::poly::Poly;
use crate::system::equation::Direction;
use crate::system::form::Fractional;
use crate::system::monotone::Monotone;
use crate::system::sign;
use crate::{Expr, Rational, Var};

/// The recurrence taken apart.
struct Halving {
    /// How many calls round down, and up.
    down: Rational,
    up: Rational,
    divisor: i64,
    rest: Poly,
    /// Constants at which other alternatives may stop a lower bound.
    stops: Vec<Poly>,
    /// Whether the rest is that of the only alternative, not a bound of several.
    exact: Exactness,
    /// T(1), T(2).
    one: Poly,
    two: Poly,
    /// What levels add that cost by their number, as a solution of its own: the sum of both solves the sum.
    levels: Poly,
}

fn parts(line: &mut Line) -> Option<Halving> {
    let n = line.n.clone();
    let (calls, merged, terminals) = rule_linear::one_group(line, 2)?;
    let (merged, levels) = match calls.as_slice() {
        [call @ (Target::Floor(2) | Target::Ceil(2), _)] => {
            let (others, levels) = by_levels(&merged, call, &n)?;
            let (others, left) = by_parts(&others, call, &n);
            (others, levels.add(&left))
        }
        _ => (merged, Poly::zero()),
    };
    if !levels.is_zero() && !terminals.is_empty() {
        return None;
    }
    let mut rest = without_rounding(&linear_bound(&merged, &n, line.direction), &n, line.direction);
    let mut exact = if rest == merged { Exactness::Exact } else { Exactness::Bound };
    if !sign::is_nonnegative(&line.margin(&rest, &merged).shift(&n, 2)) {
        return None;
    }
    let mut stops = Vec::new();
    let has_stops = !terminals.is_empty();
    for t in terminals {
        if line.direction == Direction::Upper {
            // Calls cost nothing less than 0, so what is below the rest is below the alternative; else the rest grows.
            if !sign::is_nonnegative(&line.margin(&rest, &t).shift(&n, 2)) {
                rest = safely(&[rest, t], 2, line)?;
                exact = Exactness::Bound;
            }
        } else if t.to_expr().monotone_in(&n) != Monotone::Unknown {
            // A call that stops costs at least its stop, and all else is not negative: the least of both is a bound.
            if t.to_expr().monotone_in(&n) == Monotone::NonIncreasing {
                return None;
            }
            let stop = t.at(&n, 2);
            if !sign::is_nonnegative(&stop) {
                return None;
            }
            stops.push(stop);
            exact = Exactness::Bound;
        } else {
            return None;
        }
    }
    let (mut down, mut up, mut divisor) = (Rational::ZERO, Rational::ZERO, None);
    for (target, coeff) in &calls {
        let coeff = coeff.as_constant().filter(Rational::is_positive)?;
        let b = match target {
            Target::Floor(b) => {
                down = coeff;
                *b
            }
            Target::Ceil(b) => {
                up = coeff;
                *b
            }
            Target::Back(_) | Target::Part(..) | Target::Rest(..) => return None,
        };
        if divisor.is_some_and(|d| d != b) {
            return None;
        }
        divisor = Some(b);
    }
    let divisor = divisor.filter(|&divisor| line.start <= divisor)?;
    let (one, two) = (line.value(1)?, line.value(2)?);
    // All that is said of other alternatives, and of bounds, is said of values that are natural.
    if (has_stops || exact == Exactness::Bound)
        && !(sign::is_nonnegative(&one) && sign::is_nonnegative(&rest.shift(&n, 2)))
    {
        return None;
    }
    Some(Halving { stops, exact, down, up, divisor, rest, one, two, levels })
}

/// The name of the number of levels, which is no name of a parameter.
const LEVEL: &str = "#level";

/// A rest without the terms that depend on n by the number of levels L = floor(log2(n)) or ceil(log2(n)) only, which is one
/// less with each call; and what these come to: P(L) = a*P(L - 1) + g(L), P(0) = 0.
fn by_levels(rest: &Poly, (target, a): &(Target, Poly), n: &Var) -> Option<(Poly, Poly)> {
    let log = Expr::Var(n.clone()).log2();
    let depth = if matches!(target, Target::Floor(_)) { log.floor() } else { log.ceil() };
    let level = Var::from(LEVEL);
    let (mut others, mut own) = (Poly::zero(), Poly::zero());
    for (mono, coeff) in &rest.terms {
        let term = Poly::term(mono.clone(), coeff.clone());
        let of_level = sign::replace(&term, &depth, &Poly::var(&level));
        match of_level.mentions(&level) && !of_level.mentions(n) {
            true => own = own.add(&of_level),
            false => others = others.add(&term),
        }
    }
    if own.is_zero() {
        return Some((others, own));
    }
    let a = a.as_constant()?;
    let recurrence = Recurrence { steps: BTreeMap::from([(1, a.clone())]), rest: own };
    let mut known = vec![Poly::zero()];
    let solution = linear::solve(&recurrence, &level, 0, &mut |m| {
        while known.len() as i64 <= m {
            let next = recurrence.rest.at(&level, known.len() as i64).add(&known.last()?.scale(&a));
            known.push(next);
        }
        known.get(usize::try_from(m).ok()?).cloned()
    })?;
    Some((others, solution.subst(&level, &Poly::of(&depth))))
}

/// A rest without a multiple of what the call leaves of n, which comes to that multiple of n - 1; and that.
fn by_parts(rest: &Poly, (target, a): &(Target, Poly), n: &Var) -> (Poly, Poly) {
    let x = Poly::var(n);
    let half = x.scale(&Rational::ratio(1, 2).unwrap_or(Rational::ZERO)).to_expr();
    let [down, up] = [half.clone().floor(), half.ceil()].map(|half| Poly::of(&half));
    // n - floor(n/2) in place of ceil(n/2).
    let rest = match single_atom(&up) {
        Some(ceil) => sign::replace(rest, ceil, &x.sub(&down)),
        None => rest.clone(),
    };
    let times = down.single().and_then(|(mono, _)| rest.terms.get(mono)).cloned().unwrap_or(Rational::ZERO);
    let (left, times) = match target {
        Target::Ceil(_) => (down, times),
        _ => (x.sub(&down), -times),
    };
    if !a.as_constant().is_some_and(|a| a.is_one()) || !times.is_positive() {
        return (rest, Poly::zero());
    }
    (rest.sub(&left.scale(&times)), x.sub(&Poly::one()).scale(&times))
}

/// Something linear beyond what is rounded: floor(n/2) is at most n/2 and at least n/2 - 1/2.
fn without_rounding(p: &Poly, n: &Var, direction: Direction) -> Poly {
    let mut result = Poly::zero();
    for (mono, coeff) in &p.terms {
        let rounded = match mono.powers.as_slice() {
            [(Expr::Floor(inner), 1)] if mono.exps.is_empty() => Some((inner, true)),
            [(Expr::Ceil(inner), 1)] if mono.exps.is_empty() => Some((inner, false)),
            _ => None,
        };
        let line = rounded.and_then(|(inner, down)| {
            let inner = Poly::of(inner);
            let is_line = inner.terms.keys().all(|mono| mono.is_one() || Poly::var(n).terms.contains_key(mono));
            let lost = &Rational::ONE - &Rational::ratio(1, Fractional::of(&inner)?.denominator()?)?;
            let greatest = (direction == Direction::Upper) == coeff.is_positive();
            let end = match (greatest, down) {
                (true, true) | (false, false) => Rational::ZERO,
                (true, false) => lost,
                (false, true) => -&lost,
            };
            is_line.then(|| inner.add(&Poly::constant(end)))
        });
        match line {
            Some(line) => result.add_scaled(&line, coeff),
            None => result.add_term(mono.clone(), coeff),
        }
    }
    result
}

/// Term by term the extremal coefficients, from n = `from` on. Nothing where a term may be negative, so that they are no
/// bound of all.
fn safely(ps: &[Poly], from: i64, line: &Line) -> Option<Poly> {
    let result = extremal_terms(ps, line.direction);
    let bounds = |p: &Poly| sign::is_nonnegative(&line.margin(&result, p).shift(&line.n, from));
    ps.iter().all(bounds).then_some(result)
}

/// A candidate that may also stop where the other alternatives do.
fn candidate(f: Poly, from: i64, h: &Halving, note: &str) -> Vec<Candidate> {
    vec![Candidate {
        f: with_stops(f, h).add(&h.levels),
        from,
        exact: h.exact,
        proof: Proof::Theorem,
        note: note.to_string(),
    }]
}

fn with_stops(f: Poly, h: &Halving) -> Poly {
    if h.stops.is_empty() { f } else { pick(Direction::Lower, h.stops.iter().cloned().chain([f]).collect()) }
}

/// T(n) = T(ceil(n/2)) + T(floor(n/2)) + c*n + d: exact.
pub(crate) fn balanced(line: &mut Line) -> Vec<Candidate> {
    let Some(h) = parts(line) else { return vec![] };
    let n = line.n.clone();
    if h.divisor != 2 || !h.down.is_one() || !h.up.is_one() {
        return vec![];
    }
    let d = h.rest.at(&n, 0);
    let c = h.rest.at(&n, 1).sub(&d);
    let x = Poly::var(&n);
    if h.rest != c.mul(&x).add(&d) || c.mentions(&n) || d.mentions(&n) {
        return real(line);
    }
    // T = c*(n*L - 2^L + n) + d*(n - 1) + T(1)*n with L = ceil(log2(n)).
    let depth = Poly::of(&Expr::Var(n).log2().ceil());
    let leaves = power(&Poly::int(2), &depth);
    let merging = x.mul(&depth).sub(&leaves).add(&x);
    let f = c.mul(&merging).add(&d.mul(&x.sub(&Poly::one()))).add(&h.one.mul(&x));
    candidate(f, 1, &h, "halves of n, ceil(log2(n)) levels")
}

/// T(n) = a*T(floor(n/b)) + g or a*T(ceil(n/b)) + g: exact for b = 2 and constant g.
pub(crate) fn one_size(line: &mut Line) -> Vec<Candidate> {
    let Some(h) = parts(line) else { return vec![] };
    let n = line.n.clone();
    if h.down.is_positive() && h.up.is_positive() {
        return vec![];
    }
    if h.rest.mentions(&n) || h.divisor != 2 {
        return real(line);
    }
    let log = Expr::Var(n).log2();
    let depth = Poly::of(&if h.down.is_positive() { log.floor() } else { log.ceil() });
    let a = if h.down.is_positive() { h.down.clone() } else { h.up.clone() };
    let f = if a.is_one() {
        h.rest.mul(&depth).add(&h.one)
    } else {
        // a^L*T(1) + g*(a^L - 1)/(a - 1)
        let Some(scale) = (&a - &Rational::ONE).recip() else {
            return vec![];
        };
        let leaves = power(&Poly::constant(a), &depth);
        leaves.mul(&h.one).add(&h.rest.mul(&leaves.sub(&Poly::one())).scale(&scale))
    };
    candidate(f, 1, &h, "one level per binary digit of n")
}

/// Alternatives that take a b-th part, each rounded in its own way: T(floor((n + a)/b)) for several a. With the greatest of these
/// for an upper bound, the least for a lower one, there is one call for all, and n + s in place of n makes it floor(n/b). By
/// induction it bounds the function, as far as its own values rise.
pub(crate) fn alike(line: &mut Line) -> Vec<Candidate> {
    let Some((mut other, divisor, shift)) = rounded_alike(line) else { return vec![] };
    if !values_rise(&mut other) {
        return vec![];
    }
    let n = line.n.clone();
    let found = match one_size(&mut other) {
        found if found.is_empty() => from_first(&mut other, divisor).map_or(found, |mut line| one_size(&mut line)),
        found => found,
    };
    let back = |candidate: Candidate| Candidate {
        f: candidate.f.shift(&n, shift),
        from: candidate.from - shift,
        exact: Exactness::Bound,
        note: format!("{}; parts rounded alike", candidate.note),
        ..candidate
    };
    found.into_iter().map(back).collect()
}

/// A line whose recursion starts where one part is 1, as a bound of one with one target for all.
fn from_first(line: &mut Line, divisor: i64) -> Option<Line> {
    let earlier = |a: &LineAlt| match a.is_recursive() {
        true => LineAlt { lo: a.lo.map(|lo| lo.min(divisor)), ..a.clone() },
        false => LineAlt { hi: a.hi.map(|hi| hi.min(divisor - 1)), ..a.clone() },
    };
    let alts = line.alts.iter().map(earlier).filter(|a| a.hi.is_none_or(|hi| a.lo.is_none_or(|lo| lo <= hi)));
    let mut other = Line::of(line.direction, line.n.clone(), alts.collect(), line.limits);
    let bounds = (line.low..=line.start).all(|m| {
        let both = line.case_value(m).flatten().zip(other.case_value(m).flatten());
        both.is_some_and(|(value, bound)| sign::is_nonnegative(&line.margin(&bound, &value))) || !line.has_case(m)
    });
    bounds.then_some(other)
}

/// The line with one target for all, by what that divides, and what was added to its variable.
fn rounded_alike(line: &Line) -> Option<(Line, i64, i64)> {
    let offset = |target: &Target| match target {
        Target::Floor(b) => Some((*b, 0)),
        Target::Ceil(b) => Some((*b, b - 1)),
        Target::Part(b, a) => Some((*b, *a)),
        Target::Back(_) | Target::Rest(..) => None,
    };
    let calls = || line.alts.iter().flat_map(|a| &a.calls);
    let offsets: Vec<(i64, i64)> = calls().map(|(target, _)| offset(target)).collect::<Option<_>>()?;
    let &(b, first) = offsets.first()?;
    let is_one = offsets.iter().all(|(_, a)| *a == first) && [0, b - 1].contains(&first);
    let is_plain = line.alts.iter().all(|a| a.overs.is_empty() && a.calls.len() <= 1);
    if is_one || !is_plain || offsets.iter().any(|(of, _)| *of != b) {
        return None;
    }
    let each = offsets.iter().map(|(_, a)| *a);
    // floor((n + a)/b) + s is floor((n + s)/b) where a + s*(b - 1) is 0, at most that where it is less.
    let shift = match line.direction {
        Direction::Upper => (-each.max()?).div_euclid(b - 1),
        Direction::Lower => -each.min()?.div_euclid(b - 1),
    };
    let moved = |a: &LineAlt| LineAlt {
        lo: a.lo.map(|lo| lo + shift),
        hi: a.hi.map(|hi| hi + shift),
        calls: a.calls.iter().map(|(_, coeff)| (Target::Floor(b), coeff.shift(&line.n, -shift))).collect(),
        overs: Vec::new(),
        rest: a.rest.shift(&line.n, -shift),
    };
    let alts = line.alts.iter().map(moved).collect();
    Some((Line::of(line.direction, line.n.clone(), alts, line.limits), b, shift))
}

/// Whether the values of a line with one target rise from the first on, and calls stay there: its first values do, and where all
/// alternatives apply they add the same everywhere.
fn values_rise(line: &mut Line) -> bool {
    let (start, n) = (line.start, line.n.clone());
    let Some(first) = (line.low..=start).find(|&m| line.has_case(m)) else { return false };
    let is_steady = |a: &LineAlt| {
        let factors = a.calls.iter().all(|(_, coeff)| coeff.as_constant().is_some_and(|c| c.is_positive()));
        factors && !a.rest.mentions(&n)
    };
    let steady = line.main().all(is_steady);
    let stays = |m: i64| {
        line.alts
            .iter()
            .all(|a| !a.is_recursive() || !a.applies(m) || a.calls.iter().all(|(target, _)| target.at(m) >= first))
    };
    if !steady || !(first..=start).all(stays) {
        return false;
    }
    (first..=start).all(|m| {
        let step =
            line.case_value(m + 1).flatten().zip(line.case_value(m).flatten()).map(|(next, this)| next.sub(&this));
        step.is_some_and(|step| sign::is_nonnegative(&step))
    })
}

/// The bound from the solution over the reals.
fn real(line: &mut Line) -> Vec<Candidate> {
    let Some(h) = parts(line) else { return vec![] };
    let mut attempts: Vec<(i64, i64)> = Vec::new();
    // (shift s, x): T(n) against f(n + s), f fixed at x. A lower bound is below all values where no recursion is left, so
    // it is fixed at the last of them.
    match line.direction {
        Direction::Upper if h.up.is_zero() => attempts.push((0, 1)),
        Direction::Upper => attempts.push((-1, 1)),
        Direction::Lower if h.down.is_zero() => attempts.push((0, 1)),
        Direction::Lower => attempts.push((1, h.divisor)),
    }
    for (shift, first) in attempts {
        if let Some(found) = real_with(line, &h, shift, first) {
            return vec![found];
        }
    }
    vec![]
}

fn real_with(line: &mut Line, h: &Halving, shift: i64, first: i64) -> Option<Candidate> {
    let n = line.n.clone();
    // Values where no recursion is left: up to b - 1 by falling below b, one more for rounding up.
    let ends: Vec<Poly> = match (shift, h.divisor) {
        (-1, 2) => vec![h.one.clone(), h.two.clone()],
        (_, 2) => vec![h.one.clone()],
        (s, b) => (1..b - s.min(0)).map(|m| line.value(m)).collect::<Option<Vec<_>>>()?,
    };
    let base = safely(&ends, 0, line)?;
    let a = &h.down + &h.up;
    let rest = h.rest.shift(&n, -shift);
    let rising = 1.max(1 + shift);
    let f = solve_over_reals(&a, h.divisor, &rest, &n, Fixed { first, rising }, &base, line.direction)?;
    let note = format!("{a} parts of size n/{}, rounding bounded by a shift of {shift}", h.divisor);
    let from = 1.max(1 - shift);
    let f = with_stops(f.shift(&n, shift), h).add(&h.levels);
    Some(Candidate { f, from, exact: Exactness::Bound, proof: Proof::Theorem, note })
}

/// Where a solution is fixed, and from where on it must rise.
struct Fixed {
    first: i64,
    rising: i64,
}

/// f(x) = a*f(x/b) + g(x), f(first) = base, rising; g a polynomial with constant coefficients.
fn solve_over_reals(
    a: &Rational,
    b: i64,
    g: &Poly,
    n: &Var,
    Fixed { first, rising }: Fixed,
    base: &Poly,
    direction: Direction,
) -> Option<Poly> {
    let x = Poly::var(n);
    let log_b = match power_of_two(&Rational::from(b)) {
        Some(k) => Poly::of(&Expr::Var(n.clone()).log2()).scale(&Rational::ratio(1, k)?),
        None => {
            let scale = power(&Poly::of(&Expr::int(b).log2()), &Poly::int(-1));
            Poly::of(&Expr::Var(n.clone()).log2()).mul(&scale)
        }
    };
    let mut particular = Poly::zero();
    // (exponent, coefficient) of the terms of the slope of f, for the check that it rises.
    let start = rising as f64;
    let mut slopes: Vec<(f64, f64)> = Vec::new();
    for (mono, c) in &g.terms {
        let k = mono.degree(n);
        let rest = mono.without(n);
        if k < 0 || rest.mentions(n) || !mono.base(n).is_one() {
            return None;
        }
        let scale = Rational::from(b).powi(k)?;
        let term = Poly::term(rest.clone(), c.clone()).mul(&x.powu(k as u32));
        let constant = rest.is_one();
        let part = if *a == scale {
            if !constant {
                return None;
            }
            // The slope of x^k*log(x)/log(b) is x^(k-1)*(k*log(x) + 1)/log(b), where log(x) is at least that of the start, and
            // at most 2/e*x^(1/2).
            let (k, ln_b) = (f64::from(k), (b as f64).ln());
            slopes.push(match c.is_negative() {
                false => (k - 1.0, c.to_f64() * (k * start.ln() + 1.0) / ln_b),
                true => (k - 0.5, c.to_f64() * (k * 2.0 / std::f64::consts::E + 1.0) / ln_b),
            });
            term.mul(&log_b)
        } else {
            let factor = (&Rational::ONE - &(a * &scale.recip()?)).recip()?;
            if constant {
                slopes.push((f64::from(k - 1), f64::from(k) * (c * &factor).to_f64()));
            } else if c.is_negative()
                || factor.is_negative()
                || k > 0 && !sign::is_nonnegative(&Poly::term(rest, Rational::ONE))
            {
                return None;
            }
            term.scale(&factor)
        };
        particular = particular.add(&part);
    }
    // x^(log_b a).
    let exponent = match (power_of_two(a), power_of_two(&Rational::from(b))) {
        (Some(p), Some(q)) => Poly::constant(Rational::ratio(p, q)?),
        (_, Some(q)) => Poly::of(&Expr::Num(a.clone()).log2()).scale(&Rational::ratio(1, q)?),
        _ => {
            let scale = power(&Poly::of(&Expr::int(b).log2()), &Poly::int(-1));
            Poly::of(&Expr::Num(a.clone()).log2()).mul(&scale)
        }
    };
    let homogeneous = power(&x, &exponent);
    // At b it is a.
    let at_first = if first == b { Some(a.clone()) } else { homogeneous.at(n, first).as_constant() };
    let scale = at_first?.recip()?;
    let mut leading = base.sub(&particular.at(n, first)).scale(&scale);
    let growth = a.to_f64().ln() / (b as f64).ln();
    if let Some(c) = leading.as_constant() {
        // Of the terms of the slope that are not negative those count whose exponents are at least those of all negative ones:
        // these, once outweighed, then stay so.
        let rises = |c: f64| {
            let terms = || slopes.iter().copied().chain([(growth - 1.0, growth * c)]).filter(|(_, c)| *c != 0.0);
            let falling = terms().filter(|(_, c)| *c < 0.0).map(|(k, _)| k).fold(f64::NEG_INFINITY, f64::max);
            let counting = terms().filter(|(k, c)| *c < 0.0 || *k >= falling - 1e-12);
            let (slope, size) = counting.fold((0.0, 0.0), |(slope, size), (k, c)| {
                let term = c * start.powf(k);
                (slope + term, size + term.abs())
            });
            falling == f64::NEG_INFINITY || slope >= 1e-9 * size
        };
        if !rises(c.to_f64()) {
            // A larger coefficient keeps an upper bound above; for a lower bound there is no such way out.
            if direction == Direction::Lower {
                return None;
            }
            let larger = [Rational::ZERO, Rational::from(1), Rational::from(2), Rational::from(4), Rational::from(16)];
            let found = larger.into_iter().map(|step| (c.clone().max(Rational::ZERO)) + step);
            leading = Poly::constant(found.into_iter().find(|c| rises(c.to_f64()))?);
        }
    } else if !sign::is_nonnegative(&leading) || slopes.iter().any(|(_, c)| *c < 0.0) {
        return None;
    }
    Some(leading.mul(&homogeneous).add(&particular))
}
