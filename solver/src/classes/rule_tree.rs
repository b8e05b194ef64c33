//! Row of the rule table for tree recursion: extrema over splits, T(n) = g + max over k of T(k) + T(n-1-k) and the like, also
//! into three and more parts by several choices, T(n) = g + max over k, j of T(j) + T(n-1-k-j).
//!
//! In: a [`Line`] with splits. Out: candidates, all to be proved by induction with the choices symbolic: lines and curves
//! through the first exact values, the steepest (upper) or flattest (lower) line, and the solutions of the recurrences
//! that result when the choices are always first or last in their ranges.

use crate::classes::line::{Line, LineAlt, Target, pick};
use crate::classes::linear::{self, Recurrence, eliminate};
use crate::classes::rule_linear::{self, extremal_terms};
use crate::classes::rules::{Candidate, Exactness, Proof};
use crate::expression::poly::Poly;
use crate::system::equation::Direction;
use crate::{Rational, Var};

/// How many first values with a case are looked at.
const VALUES: usize = 6;

/// A choice far on: a multiple of what floors divide by.
const FAR: i64 = 60;

pub(crate) fn tree(line: &mut Line) -> Vec<Candidate> {
    if line.main().all(|a| a.overs.is_empty()) {
        return vec![];
    }
    let mut result = Vec::new();
    // Bounds that grow faster than a line, in case that no curve of a lower degree is one.
    let mut steeper: Vec<Candidate> = Vec::new();
    let strides = strides(line);
    for degree in 1..=3 {
        if line.limits.expired() {
            return vec![];
        }
        if steeper.iter().any(|candidate| highest(&candidate.f, &line.n) <= degree as i32) {
            return steeper;
        }
        let by_strides = strides.iter().flat_map(|&stride| through(line, degree, stride)).collect();
        let found = [curves(line, degree), by_strides].concat();
        for candidate in found {
            if line.verify(&candidate.f, candidate.from, 0) {
                result.push(Candidate { proof: Proof::Constructed, ..candidate });
            }
        }
        // What is not exact may be steeper than it needs to be.
        if degree == 1 && !result.iter().any(|candidate| candidate.exact == Exactness::Exact) {
            let lines = [constrained(line, true), constrained(line, false)].concat();
            let candidates = lines.into_iter().chain(steepest(line)).chain(along_last(line)).collect::<Vec<_>>();
            let bound = candidates.into_iter().filter(|c| line.verify(&c.f, c.from, 0));
            let bound = bound.map(|c| Candidate { proof: Proof::Constructed, ..c }).collect::<Vec<_>>();
            let (lines, curves): (Vec<_>, Vec<_>) = bound.into_iter().partition(|c| highest(&c.f, &line.n) <= 1);
            result.extend(lines);
            steeper.extend(curves);
        }
        if !result.is_empty() {
            return result;
        }
    }
    if steeper.is_empty() { one_sided(line) } else { steeper }
}

/// The highest power of a variable.
fn highest(f: &Poly, n: &Var) -> i32 {
    f.terms.keys().map(|mono| mono.degree(n)).max().unwrap_or(0)
}

/// The first values that have a case, from 0 on.
pub(crate) fn first_values(line: &mut Line, count: usize) -> Vec<(i64, Poly)> {
    let first = line.low.max(0);
    let mut values = Vec::new();
    for m in first..line.start + 2 * count as i64 {
        match line.case_value(m) {
            Some(Some(value)) => values.push((m, value)),
            Some(None) => {}
            None => break,
        }
        if values.len() == count {
            break;
        }
    }
    values
}

/// Steps longer than this between values are not looked at.
const LONGEST_STRIDE: i64 = 12;

/// How much more each part more takes: what a split loses where its parts are largest, and the least part for each but one.
fn strides(line: &mut Line) -> Vec<i64> {
    let Some((least, _)) = first_values(line, 1).pop() else { return vec![] };
    let mut found: Vec<i64> =
        line.main().filter_map(|a| Some(loss(a, &line.n)?.0 + least * (loss(a, &line.n)?.1 - 1))).collect();
    found.retain(|stride| (2..=LONGEST_STRIDE).contains(stride));
    found.sort_unstable();
    found.dedup();
    found
}

/// What the parts of an alternative's only split lack of the whole at least, and how many parts there are.
fn loss(a: &LineAlt, n: &Var) -> Option<(i64, i64)> {
    let ([o], []) = (a.overs.as_slice(), a.calls.as_slice()) else { return None };
    let args = o.calls.iter().fold(Poly::zero(), |sum, (arg, _)| sum.add(arg));
    let least = Poly::var(n).sub(&o.at_corner(&args, o.greatest(&args))).as_int()?;
    Some((least, o.calls.len() as i64))
}

/// A polynomial of a degree through the first value and those at so long steps from it.
fn through(line: &mut Line, degree: usize, stride: i64) -> Option<Candidate> {
    let (from, _) = first_values(line, 1).pop()?;
    let at = |i: usize| from + stride * i as i64;
    let points = (0..=degree).map(|i| Some((at(i), line.case_value(at(i))??))).collect::<Option<Vec<_>>>()?;
    let f = interpolate(line, &points)?;
    let note = format!("a curve of degree {degree} through every {stride}th value from {from} on");
    Some(Candidate { f, from, exact: Exactness::Bound, proof: Proof::ByInduction(0), note })
}

/// Polynomials of a degree through consecutive first values. Exact when the induction succeeds and all values agree.
pub(crate) fn curves(line: &mut Line, degree: usize) -> Vec<Candidate> {
    let values = first_values(line, VALUES.max(degree + 3));
    let mut result = Vec::new();
    for start in 0..values.len().saturating_sub(degree) {
        let through = &values[start..=start + degree];
        let Some(f) = interpolate(line, through) else {
            continue;
        };
        let rest = &values[start..];
        let n = line.n.clone();
        let exact = rest.len() > degree + 1 && rest.iter().all(|(m, v)| f.at(&n, *m) == *v);
        let exact = if exact && attained(line, &f) { Exactness::Exact } else { Exactness::Bound };
        let from = values[start].0;
        let note = format!("a curve of degree {degree} through the values from {from} on");
        result.push(Candidate { f, from, exact, proof: Proof::ByInduction(0), note });
        if start >= 2 {
            break;
        }
    }
    result
}

/// The polynomial through as many points.
pub(crate) fn interpolate(line: &Line, points: &[(i64, Poly)]) -> Option<Poly> {
    let size = points.len() as i32;
    let rows = points.iter().map(|(m, _)| (0..size).map(|k| Rational::from(*m).powi(k)).collect::<Option<Vec<_>>>());
    let coefficients = eliminate(rows.collect::<Option<_>>()?, points.iter().map(|(_, v)| v.clone()).collect())?;
    let n = Poly::var(&line.n);
    Some(coefficients.iter().enumerate().fold(Poly::zero(), |sum, (k, c)| sum.add(&c.mul(&n.powu(k as u32)))))
}

/// Whether some alternative gives back exactly `f`, at one end of its split at least: then the bound is the value.
fn attained(line: &Line, f: &Poly) -> bool {
    line.main().any(|a| {
        let mut applied = a.rest.clone();
        for (target, coeff) in &a.calls {
            let Target::Back(d) = target else {
                return false;
            };
            applied = applied.add(&f.shift(&line.n, -d).mul(coeff));
        }
        let [o] = a.overs.as_slice() else {
            return a.overs.is_empty() && !a.calls.is_empty() && applied == *f;
        };
        let mut body = applied.add(&o.rest);
        for (arg, coeff) in &o.calls {
            body = body.add(&f.subst(&line.n, arg).mul(coeff));
        }
        body == *f || (0..o.corners()).any(|corner| o.at_corner(&body, corner) == *f)
    })
}

/// The line through the first value whose slope every alternative allows, plus what grows faster along single steps.
/// f(n) = slope*(n - p) + T(p) + Q(n): a split into q parts that loses s asks for slope*(s + p*(q-1)) >= rest + T(p)*(q-1), a step
/// back by d for slope*d >= rest, an end at m for slope*(m - p) >= its value - T(p); a split into one part for the [`paces`]
/// of its choices, or else for what it asks at its last one.
fn constrained(line: &mut Line, by_pace: bool) -> Vec<Candidate> {
    let Some((p, first)) = first_values(line, 1).pop() else {
        return vec![];
    };
    let n = line.n.clone();
    let (mut slopes, mut ends, mut growing): (Vec<Poly>, Vec<Poly>, Vec<Poly>) = (vec![], vec![], vec![]);
    for a in line.alts.clone() {
        if let Some(paces) = paces(&a, &n).filter(|_| by_pace) {
            slopes.extend(paces);
            continue;
        }
        let (mut rest, mut args, mut parts) = (a.rest.clone(), Poly::zero(), Poly::zero());
        for (target, coeff) in &a.calls {
            let Target::Back(d) = target else {
                return vec![];
            };
            args = args.add(&Poly::var(&n).sub(&Poly::int(*d)).mul(coeff));
            parts = parts.add(coeff);
        }
        for o in &a.overs {
            let whole = o.calls.iter().fold(Poly::zero(), |sum, (arg, coeff)| sum.add(&arg.mul(coeff)));
            parts = o.calls.iter().fold(parts, |parts, (_, coeff)| parts.add(coeff));
            // The largest parts ask for the steepest line, where the choice makes a difference.
            let corner = if o.choices.iter().any(|c| whole.mentions(&c.var)) { o.greatest(&whole) } else { 0 };
            rest = rest.add(&o.at_corner(&o.rest, o.corners() - 1));
            args = args.add(&o.at_corner(&whole, corner));
        }
        let constant = rest.at(&n, 0);
        let rise = a.rest.shift(&n, 1).sub(&a.rest);
        // An end that rises along a line asks for its slope, not for more at every step.
        let is_line = !a.is_recursive() && a.overs.is_empty() && !rise.mentions(&n);
        if !is_line {
            growing.push(rest.sub(&constant));
        } else if line.direction == Direction::Upper && a.hi.is_none() {
            slopes.push(rise);
        }
        if !a.is_recursive() {
            let m = a.lo.unwrap_or(p).max(p);
            let gap = Rational::ratio(1, m - p);
            match (a.hi, gap) {
                (_, Some(gap)) if line.direction == Direction::Upper => {
                    slopes.push(a.rest.at(&n, m).sub(&first).scale(&gap))
                }
                (None, _) => ends.push(a.rest.clone()),
                _ => {}
            }
            continue;
        }
        let Some(q) = parts.as_int() else {
            return vec![];
        };
        let Some(s) = Poly::var(&n).scale(&Rational::from(q.min(1))).sub(&args).as_int() else {
            return vec![];
        };
        let Some(scale) = Rational::ratio(1, s + p * (q - 1)).filter(Rational::is_positive) else {
            return vec![];
        };
        slopes.push(constant.add(&first.scale(&Rational::from(q - 1))).scale(&scale));
    }
    let slope = pick(line.direction, slopes);
    let mut f = slope.mul(&Poly::var(&n).sub(&Poly::int(p))).add(&first);
    if line.direction == Direction::Upper {
        let steps = [(1, Rational::ONE)].into();
        let r = Recurrence { steps, rest: extremal_terms(&growing, Direction::Upper) };
        let mut sums = vec![Poly::zero()];
        let excess = linear::solve(&r, &n, p, &mut |m| {
            while (sums.len() as i64) <= m - p {
                let next = sums.last()?.add(&r.rest.at(&n, p + sums.len() as i64));
                sums.push(next);
            }
            sums.get(usize::try_from(m - p).ok()?).cloned()
        });
        let Some(excess) = excess else { return vec![] };
        f = f.add(&excess);
    }
    let agrees = (p..line.start).all(|m| line.equals_at(&f, m));
    let exact = if agrees && attained(line, &f) { Exactness::Exact } else { Exactness::Bound };
    let candidate = |f: Poly, exact: Exactness, note: &str| Candidate {
        f,
        from: p,
        exact,
        proof: Proof::ByInduction(0),
        note: note.to_string(),
    };
    let mut result = vec![candidate(f.clone(), exact, "a line whose slope every alternative allows")];
    if !ends.is_empty() {
        let with_ends = ends.into_iter().chain([f]).collect();
        result.push(candidate(pick(line.direction, with_ends), Exactness::Bound, "the line, or ending at once"));
    }
    result
}

/// Of a split that leaves one part: what is added for each step that the part is smaller, by how much smaller it is, at
/// its first choices and far on. Nothing where that does not depend on the choice, or depends on more.
fn paces(a: &LineAlt, n: &Var) -> Option<Vec<Poly>> {
    let [o] = a.overs.as_slice() else { return None };
    let [choice] = o.choices.as_slice() else { return None };
    let ([(arg, coeff)], true) = (o.calls.as_slice(), a.calls.is_empty() && o.rest.mentions(&choice.var)) else {
        return None;
    };
    let (first, rest) = (choice.lo.as_int()?, a.rest.add(&o.rest));
    if *coeff != Poly::one() || rest.mentions(n) {
        return None;
    }
    let loss = |k: i64| Poly::var(n).sub(arg).at(&choice.var, k).as_int();
    // Along a line these move one way only.
    let bends = rest.shift(&choice.var, 1).sub(&rest).mentions(&choice.var);
    let near = (first..first + if bends { VALUES as i64 } else { 1 })
        .map(|k| Some(rest.at(&choice.var, k).scale(&Rational::ratio(1, loss(k)?)?)));
    let far = rest.at(&choice.var, first + FAR).sub(&rest.at(&choice.var, first));
    let far = far.scale(&Rational::ratio(1, loss(first + FAR)? - loss(first)?)?);
    near.chain([Some(far)]).collect()
}

/// A line through the first value with the extremal slope between neighbours.
pub(crate) fn steepest(line: &mut Line) -> Option<Candidate> {
    let values = first_values(line, VALUES);
    let (from, first) = values.first()?.clone();
    let slopes = values.windows(2).filter_map(|w| {
        let gap = Rational::ratio(1, w[1].0 - w[0].0)?;
        Some(w[1].1.sub(&w[0].1).scale(&gap))
    });
    let slope = pick(line.direction, slopes.collect());
    let f = slope.mul(&Poly::var(&line.n).sub(&Poly::int(from))).add(&first);
    let kind = if line.direction == Direction::Upper { "steepest" } else { "flattest" };
    Some(Candidate {
        f,
        from,
        exact: Exactness::Bound,
        proof: Proof::ByInduction(0),
        note: format!("the {kind} line from n = {from}"),
    })
}

/// For a lower bound: lines from each of the first values to the last of them, as high as none of them is below. Where values go
/// up in steps, neighbours say less.
fn along_last(line: &mut Line) -> Vec<Candidate> {
    let values = first_values(line, VALUES);
    let number = |(m, value): &(i64, Poly)| Some((*m, value.as_constant()?));
    let Some(values) = values.iter().map(number).collect::<Option<Vec<_>>>() else { return vec![] };
    let (Some((last, top)), Direction::Lower) = (values.last(), line.direction) else { return vec![] };
    let n = Poly::var(&line.n);
    let to_last = |(from, value): &(i64, Rational)| {
        let slope = &(top - value) * &Rational::ratio(1, last - from)?;
        let lifted = |(m, value): &(i64, Rational)| value - &(&slope * &Rational::from(*m));
        let height = values.iter().map(lifted).min()?;
        let f = n.scale(&slope).add(&Poly::constant(height));
        let note = format!("a line as steep as from {from} to {last}");
        Some(Candidate { f, from: values[0].0, exact: Exactness::Bound, proof: Proof::ByInduction(0), note })
    };
    values.iter().filter_map(to_last).collect()
}

/// The recurrences with all choices first or last in their ranges, solved as such.
fn one_sided(line: &mut Line) -> Vec<Candidate> {
    let mut result = Vec::new();
    for (corner, place) in [(0, "first"), (usize::MAX, "last")] {
        let Some(alts) = line.alts.clone().iter().map(|a| at_end(line, a, corner)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let mut ordinary = Line::of(line.direction, line.n.clone(), alts, line.limits);
        let found = [rule_linear::first_order(&mut ordinary), rule_linear::dominant(&mut ordinary)].concat();
        for candidate in found {
            let note = format!("splits at the {place} place: {}", candidate.note);
            let from = line.low.max(0);
            let f = candidate.f;
            let start_agrees = (from..line.start).all(|m| line.equals_at(&f, m));
            let exact = if start_agrees && attained(line, &f) { Exactness::Exact } else { Exactness::Bound };
            result.push(Candidate { f, from, exact, proof: Proof::ByInduction(0), note });
        }
    }
    result
}

fn at_end(line: &mut Line, a: &LineAlt, corner: usize) -> Option<LineAlt> {
    let mut ordinary = LineAlt { overs: vec![], ..a.clone() };
    for o in &a.overs {
        ordinary.rest = ordinary.rest.add(&o.at_corner(&o.rest, corner));
        for (arg, coeff) in &o.calls {
            let (arg, coeff) = (o.at_corner(arg, corner), o.at_corner(coeff, corner));
            if let Some(m) = arg.as_int() {
                ordinary.rest = ordinary.rest.add(&line.value(m)?.mul(&coeff));
            } else {
                let d = Poly::var(&line.n).sub(&arg).as_int().filter(|d| *d >= 1)?;
                match ordinary.calls.iter_mut().find(|(t, _)| *t == Target::Back(d)) {
                    Some((_, sum)) => *sum = sum.add(&coeff),
                    None => ordinary.calls.push((Target::Back(d), coeff)),
                }
            }
        }
    }
    ordinary.calls.sort_by(|a, b| a.0.cmp(&b.0));
    Some(ordinary)
}
