//! Recurrences along one variable, everything else symbolic constants: the form most equations reduce to.
//!
//! In: alternatives of a function with one changing parameter. Out: a [`Line`]: alternatives on intervals of that
//! parameter, exact first values (symbolic in the constants), and the inductive re-check of a candidate bound.

use std::collections::BTreeMap;

use crate::expression::poly::{Mono, Poly};
use crate::proof::check::Limits;
use crate::system::constraint::Constraint;
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, Choice};
use crate::system::sign;
use crate::{Expr, Rational, Var};

/// First values further than this from the start of the domain are not unrolled.
pub(crate) const UNROLL_LIMIT: i64 = 80;

/// Ways to make all choices of a split that are looked at for one value: more take seconds where there are many choices.
const CHOICES: usize = 10_000;

/// First values with more terms or operands of minima and maxima than this are given up.
const TERM_LIMIT: usize = 12;

/// How many operands of minima and maxima stand in a value, in each other included.
pub(crate) fn operands(p: &Poly) -> usize {
    let mut count = 0;
    let mut look = |e: &Expr| {
        if let Expr::Max(es) | Expr::Min(es) = e {
            count += es.len();
        }
    };
    p.terms.keys().flat_map(|m| &m.powers).for_each(|(atom, _)| atom.visit(&mut look));
    count
}

/// Where a recursive call goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// T(n - d), d at least 1.
    Back(i64),
    /// T(floor(n/b)).
    Floor(i64),
    /// T(ceil(n/b)).
    Ceil(i64),
    /// T(floor((n + a)/b)) of any other a.
    Part(i64, i64),
    /// T(n - floor(n/b) - d), d at least 0: what an n-th part and d leave.
    Rest(i64, i64),
}

impl Target {
    /// Where it goes from a value.
    pub(crate) fn at(&self, m: i64) -> i64 {
        match self {
            Target::Back(d) => m - d,
            Target::Floor(b) => m.div_euclid(*b),
            Target::Ceil(b) => -(-m).div_euclid(*b),
            Target::Part(b, a) => (m + a).div_euclid(*b),
            Target::Rest(b, d) => m - m.div_euclid(*b) - d,
        }
    }

    /// Where it goes from n.
    fn of(&self, n: &Var) -> Poly {
        match self {
            Target::Back(d) => Poly::var(n).sub(&Poly::int(*d)),
            Target::Floor(b) => scaled(&Poly::var(n), *b, Expr::floor),
            Target::Ceil(b) => scaled(&Poly::var(n), *b, Expr::ceil),
            Target::Part(b, a) => scaled(&Poly::var(n).add(&Poly::int(*a)), *b, Expr::floor),
            Target::Rest(b, d) => Poly::var(n).sub(&scaled(&Poly::var(n), *b, Expr::floor)).sub(&Poly::int(*d)),
        }
    }

    /// The least value from which on it goes to `from` or further, and down.
    fn least(&self, from: i64) -> i64 {
        match self {
            Target::Back(d) => from + d,
            Target::Floor(b) => (from * b).max(1),
            Target::Ceil(b) => ((from - 1) * b + 1).max(2),
            Target::Part(b, a) => (from * b - a).max(a.div_euclid(b - 1) + 1),
            Target::Rest(b, d) => -(-(from + d) * b).div_euclid(b - 1) + if *d == 0 { *b } else { 0 },
        }
    }
}

/// A split: extremum over some choices of calls and rest, arguments in terms of the line's variable and those chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineOver {
    pub choices: Vec<Choice>,
    pub calls: Vec<(Poly, Poly)>,
    pub rest: Poly,
}

impl LineOver {
    /// Something at one corner of the choices: bit i says whether choice i is at the end of its range.
    pub fn at_corner(&self, p: &Poly, corner: usize) -> Poly {
        let choices = self.choices.iter().enumerate().rev();
        choices.fold(p.clone(), |p, (i, c)| p.subst(&c.var, if corner >> i & 1 == 1 { &c.hi } else { &c.lo }))
    }

    /// How many corners there are.
    pub fn corners(&self) -> usize {
        1 << self.choices.len()
    }

    /// The corner where something linear in the choices is greatest.
    pub fn greatest(&self, p: &Poly) -> usize {
        let choices = self.choices.iter().enumerate().rev();
        let (corner, _) = choices.fold((0, p.clone()), |(corner, p), (i, c)| {
            let rises = p.shift(&c.var, 1).sub(&p).as_constant().is_some_and(|slope| slope.is_positive());
            (corner | usize::from(rises) << i, p.subst(&c.var, if rises { &c.hi } else { &c.lo }))
        });
        corner
    }
}

/// An alternative on an interval of the variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineAlt {
    pub lo: Option<i64>,
    pub hi: Option<i64>,
    pub calls: Vec<(Target, Poly)>,
    pub overs: Vec<LineOver>,
    pub rest: Poly,
}

/// A recurrence along one variable.
#[derive(Debug)]
pub(crate) struct Line {
    pub direction: Direction,
    pub n: Var,
    pub alts: Vec<LineAlt>,
    /// First value of the domain.
    pub low: i64,
    /// From here on exactly the unbounded alternatives apply.
    pub start: i64,
    /// Whether guards on constants were dropped, or operands chosen: the line then only bounds the function.
    pub relaxed: bool,
    /// What looking for its closed form may use.
    pub limits: Limits,
    /// Known values; inner `None` where no case applies, outer where a value needs itself or is out of reach.
    values: BTreeMap<i64, Option<Option<Poly>>>,
}

impl LineAlt {
    pub fn is_recursive(&self) -> bool {
        !self.calls.is_empty() || !self.overs.is_empty()
    }

    pub(crate) fn applies(&self, m: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= m) && self.hi.is_none_or(|hi| m <= hi)
    }
}

impl Line {
    /// The line along parameter `index`. The reason when it is none.
    pub fn new(
        direction: Direction,
        n: &Var,
        index: usize,
        alternatives: &[Alternative],
        limits: Limits,
    ) -> Result<Line, String> {
        let mut alts = Vec::new();
        let mut relaxed = false;
        for a in alternatives {
            relaxed |= a.relaxed;
            if a.rest.terms.keys().any(divides_by_factorial) {
                return Err("what one step adds is divided by a factorial".to_string());
            }
            let Some((lo, hi)) = interval(a, n, &mut relaxed)? else {
                continue;
            };
            if a.is_recursive() && lo.is_none() {
                return Err(format!("no guard stops the recursion on {n}"));
            }
            let mut calls = Vec::new();
            for c in &a.calls {
                let target = target(&c.args[index], n)
                    .ok_or_else(|| format!("the argument {} does not go down in {n}", c.args[index].to_expr()))?;
                calls.push((target, c.coeff.clone()));
            }
            calls.sort_by(|a, b| a.0.cmp(&b.0));
            let mut merged: Vec<(Target, Poly)> = Vec::new();
            for (target, coeff) in calls {
                match merged.last_mut() {
                    Some((last, sum)) if *last == target => *sum = sum.add(&coeff),
                    _ => merged.push((target, coeff)),
                }
            }
            let over = |o: &crate::system::shape::Over| LineOver {
                choices: widened(&o.choices, n, &mut relaxed),
                calls: o.calls.iter().map(|c| (c.args[index].clone(), c.coeff.clone())).collect(),
                rest: o.rest.clone(),
            };
            let overs = a.overs.iter().map(over).collect();
            alts.push(LineAlt { lo, hi, calls: merged, overs, rest: a.rest.clone() });
        }
        let mut line = Line::of(direction, n.clone(), alts, limits);
        line.relaxed = relaxed;
        let far = |k: i64| k.abs() > UNROLL_LIMIT;
        if far(line.start - line.low) || far(line.low) {
            return Err(format!("the guards on {n} reach further than {UNROLL_LIMIT}"));
        }
        Ok(line)
    }

    /// The line of these alternatives.
    pub fn of(direction: Direction, n: Var, alts: Vec<LineAlt>, limits: Limits) -> Line {
        let lows = alts.iter().filter_map(|a| a.lo);
        let low = lows.clone().min().unwrap_or(0).min(0);
        let ends = alts.iter().filter_map(|a| a.hi.map(|hi| hi.saturating_add(1)));
        let start = lows.chain(ends).max().unwrap_or(low);
        Line { direction, n, alts, low, start, relaxed: false, limits, values: BTreeMap::new() }
    }

    /// For lines with splits: merges alternatives that differ in their rest only, and gives minima and maxima of constants
    /// names, so that values stay linear in them. Returns what the names stand for.
    pub fn condense(&mut self) -> Vec<(Var, Expr)> {
        if self.alts.iter().all(|a| a.overs.is_empty()) {
            return vec![];
        }
        let mut merged: Vec<(LineAlt, Vec<Poly>)> = Vec::new();
        for a in self.alts.drain(..) {
            let shifted = a.rest.shift(&self.n, a.lo.unwrap_or(0));
            // Steps back keep their own rests: a maximum that mentions n would hide their growth.
            let merges = a.calls.is_empty();
            let same = |b: &LineAlt| merges && (b.lo, b.hi) == (a.lo, a.hi) && b.calls == a.calls && b.overs == a.overs;
            match merged.iter_mut().find(|(b, _)| same(b)) {
                Some((_, rests)) => rests.push(shifted),
                None => merged.push((a, vec![shifted])),
            }
        }
        let mut names: Vec<(Var, Expr)> = Vec::new();
        for (mut a, rests) in merged {
            a.rest = pick(self.direction, rests).shift(&self.n, -a.lo.unwrap_or(0));
            let atoms: Vec<Expr> = a.rest.terms.keys().flat_map(|m| m.powers.iter().map(|(e, _)| e.clone())).collect();
            for atom in atoms {
                let extremum = matches!(atom, Expr::Max(_) | Expr::Min(_)) && !atom.mentions(&self.n);
                if !extremum || !sign::atom_is_nonnegative(&atom) {
                    continue;
                }
                let name = match names.iter().find(|(_, e)| *e == atom) {
                    Some((name, _)) => name.clone(),
                    None => Var::new(format!("_c{}", names.len())),
                };
                a.rest = sign::replace(&a.rest, &atom, &Poly::var(&name));
                if !names.iter().any(|(v, _)| *v == name) {
                    names.push((name, atom));
                }
            }
            self.alts.push(a);
        }
        self.values.clear();
        names
    }

    /// The alternatives that apply from `start` on.
    pub fn main(&self) -> impl Iterator<Item = &LineAlt> {
        self.alts.iter().filter(|a| a.hi.is_none())
    }

    /// The longest step back of the unbounded alternatives.
    pub fn reach(&self) -> i64 {
        let back = |(t, _): &(Target, Poly)| if let Target::Back(d) = t { *d } else { 1 };
        self.main().flat_map(|a| a.calls.iter().map(back)).max().unwrap_or(0)
    }

    /// Whether a case applies at `m`.
    pub fn has_case(&mut self, m: i64) -> bool {
        matches!(self.case_value(m), Some(Some(_)))
    }

    /// The exact value at `m`, symbolic in the constants; 0 where no case applies.
    pub fn value(&mut self, m: i64) -> Option<Poly> {
        self.case_value(m).map(Option::unwrap_or_default)
    }

    /// The exact value at `m`, inner `None` where no case applies.
    pub fn case_value(&mut self, m: i64) -> Option<Option<Poly>> {
        if let Some(known) = self.values.get(&m) {
            return known.clone();
        }
        if m > self.low + UNROLL_LIMIT + 40 || self.limits.expired() {
            return None;
        }
        // A value that needs itself has none.
        self.values.insert(m, None);
        let value = self.compute(m);
        self.values.insert(m, value.clone());
        value
    }

    fn compute(&mut self, m: i64) -> Option<Option<Poly>> {
        let applicable: Vec<LineAlt> = self.alts.iter().filter(|a| a.applies(m)).cloned().collect();
        let mut values = Vec::new();
        let n = self.n.clone();
        'alternatives: for a in &applicable {
            let mut value = a.rest.at(&n, m);
            for (target, coeff) in &a.calls {
                let inner = self.value(target.at(m))?;
                value = value.add(&inner.mul(&coeff.at(&n, m)));
            }
            for o in &a.overs {
                match self.best_split(o, m)? {
                    Some(best) => value = value.add(&best),
                    None => continue 'alternatives,
                }
            }
            values.push(value);
        }
        if values.is_empty() {
            return Some(None);
        }
        let value = pick(self.direction, values);
        // Values that keep growing in operands would make every later step slower: better no value.
        (value.terms.len() <= TERM_LIMIT && operands(&value) <= TERM_LIMIT).then_some(Some(value))
    }

    /// The extremum over the splits whose parts all have a case; inner `None` when there is none.
    fn best_split(&mut self, o: &LineOver, m: i64) -> Option<Option<Poly>> {
        let (mut values, mut left) = (Vec::new(), CHOICES);
        self.choose(o, &[(self.n.clone(), m)], &mut values, &mut left)?;
        Some((!values.is_empty()).then(|| pick(self.direction, values)))
    }

    /// The values of a split for all choices that are still to be made, of which so many are left to look at.
    fn choose(&mut self, o: &LineOver, made: &[(Var, i64)], values: &mut Vec<Poly>, left: &mut usize) -> Option<()> {
        let at = |p: &Poly| made.iter().fold(p.clone(), |p, (var, k)| p.at(var, *k));
        if let Some(choice) = o.choices.get(made.len() - 1) {
            let (lo, hi) = (at(&choice.lo).as_int()?, at(&choice.hi).as_int()?);
            for k in lo..=hi.min(lo + UNROLL_LIMIT) {
                self.choose(o, &[made, &[(choice.var.clone(), k)]].concat(), values, left)?;
            }
            return Some(());
        }
        *left = left.checked_sub(1).filter(|_| !self.limits.expired())?;
        let mut value = at(&o.rest);
        for (arg, coeff) in &o.calls {
            match self.case_value(at(arg).as_int()?)? {
                Some(inner) => value = value.add(&inner.mul(&at(coeff))),
                None => return Some(()),
            }
        }
        if !values.contains(&value) {
            values.push(value);
        }
        Some(())
    }

    /// `f - other` for an upper, `other - f` for a lower bound: what must not be negative.
    pub fn margin(&self, f: &Poly, other: &Poly) -> Poly {
        match self.direction {
            Direction::Upper => f.sub(other),
            Direction::Lower => other.sub(f),
        }
    }

    /// Whether `f` is on the right side of the exact value at `m`.
    pub fn holds_at(&mut self, f: &Poly, m: i64) -> bool {
        let n = self.n.clone();
        match self.case_value(m) {
            // Splits leave out parts without a case, so such a point counts only where a plain call may reach it.
            Some(None) if self.alts.iter().all(|a| a.calls.is_empty()) => true,
            Some(value) => {
                let claimed = f.at(&n, m);
                is_defined(&claimed) && sign::is_nonnegative(&self.margin(&claimed, &value.unwrap_or_default()))
            }
            None => false,
        }
    }

    /// Whether `f(m)` is the exact value.
    pub fn equals_at(&mut self, f: &Poly, m: i64) -> bool {
        let n = self.n.clone();
        self.value(m).is_some_and(|value| value == f.at(&n, m))
    }

    /// From where on every call of an induction that starts at `from` stays there.
    pub fn induction_start(&self, from: i64, unrolled: i64) -> i64 {
        let landing = self.main().flat_map(|a| a.calls.iter().map(|(target, _)| target.least(from))).max();
        self.start.max(from + self.reach()).max(landing.unwrap_or(from)).max(unrolled)
    }

    /// The inductive re-check of `f` from `from` on: exact values first (up to
    /// `unrolled` at least), then every alternative applied to `f` itself.
    pub fn verify(&mut self, f: &Poly, from: i64, unrolled: i64) -> bool {
        let start = self.induction_start(from, unrolled);
        if start - self.low > UNROLL_LIMIT {
            return false;
        }
        let main: Vec<LineAlt> = self.main().cloned().collect();
        let inductive = main.iter().all(|a| !self.limits.expired() && self.residual_holds(f, a, start, from));
        inductive && (from..start).all(|m| !self.limits.expired() && self.holds_at(f, m))
    }

    fn residual_holds(&self, f: &Poly, a: &LineAlt, start: i64, from: i64) -> bool {
        let n = &self.n;
        let mut applied = a.rest.clone();
        for (target, coeff) in &a.calls {
            if !sign::is_nonnegative(&coeff.shift(n, start)) {
                return false;
            }
            applied = applied.add(&f.subst(n, &target.of(n)).mul(coeff));
        }
        if a.overs.is_empty() {
            return sign::is_nonnegative(&self.margin(f, &applied).shift(n, start));
        }
        let [o] = a.overs.as_slice() else {
            return false;
        };
        for (arg, coeff) in &o.calls {
            applied = applied.add(&f.subst(n, arg).mul(coeff));
        }
        let residual = self.margin(f, &applied.add(&o.rest));
        // lo <= k <= hi and n >= start; every argument must stay where f is claimed.
        let Some(guard) = Choice::inside(&o.choices, &Guard::at_least(n, start)) else { return false };
        let inside = |p: &Poly| region::is_nonnegative_under(p, &guard);
        o.calls.iter().all(|(arg, coeff)| inside(&arg.sub(&Poly::int(from))) && inside(coeff))
            && o.calls.iter().all(|(arg, _)| inside(&Poly::var(n).sub(arg).sub(&Poly::one())))
            && inside(&residual)
    }
}

fn scaled(of: &Poly, b: i64, round: fn(Expr) -> Expr) -> Poly {
    Poly::of(&round(of.scale(&Rational::ratio(1, b).expect("a divisor")).to_expr()))
}

/// Whether no logarithm of zero or factorial of a negative number stands in a value.
fn is_defined(value: &Poly) -> bool {
    let mut defined = true;
    value.to_expr().visit(&mut |e| match e {
        Expr::Log2(a) => defined &= a.as_num().is_none_or(Rational::is_positive),
        Expr::Fact(a) => defined &= a.as_num().is_none_or(|k| !k.is_negative()),
        _ => {}
    });
    defined
}

/// The greatest or least of several values, without those another one surely beats.
pub(crate) fn pick(direction: Direction, values: Vec<Poly>) -> Poly {
    let mut kept: Vec<Poly> = Vec::new();
    for value in values {
        let beats = |a: &Poly, b: &Poly| match direction {
            Direction::Upper => sign::is_nonnegative(&a.sub(b)),
            Direction::Lower => sign::is_nonnegative(&b.sub(a)),
        };
        if kept.iter().any(|k| *k == value || beats(k, &value)) {
            continue;
        }
        kept.retain(|k| !beats(&value, k));
        kept.push(value);
    }
    match kept.len() {
        0 => Poly::zero(),
        1 => kept.swap_remove(0),
        _ => {
            let exprs = kept.iter().map(Poly::to_expr).collect();
            Poly::of(&if direction == Direction::Upper { Expr::Max(exprs) } else { Expr::Min(exprs) })
        }
    }
}

/// First and last value, where there are any.
type Interval = (Option<i64>, Option<i64>);

/// Whether a term has a factorial in a divisor: one of `n + 18` is a product of eighteen factors.
fn divides_by_factorial(term: &Mono) -> bool {
    let has_factorial = |e: &Expr| {
        let mut found = false;
        e.visit(&mut |e| found |= matches!(e, Expr::Fact(_)));
        found
    };
    term.powers.iter().any(|(atom, power)| *power < 0 && has_factorial(atom))
}

/// The interval of `n` in a guard; `None` when it is empty. Guards on constants are dropped: more cases then apply, which
/// keeps upper bounds above and lower bounds below.
fn interval(a: &Alternative, n: &Var, relaxed: &mut bool) -> Result<Option<Interval>, String> {
    let (mut lo, mut hi): (Option<i64>, Option<i64>) = (None, None);
    for c in a.guard.constraints() {
        let form = c.form();
        let slope = form.coefficient(n);
        if slope == 0 {
            match (form.as_constant(), &c) {
                (Some(value), Constraint::AtLeast(_)) if value >= 0 => {}
                (Some(0), Constraint::Zero(_)) => {}
                (Some(value), Constraint::Distinct(_)) if value != 0 => {}
                (Some(_), _) => return Ok(None),
                (None, _) => *relaxed = true,
            }
            continue;
        }
        if form.terms.len() > 1 {
            return Err(format!("the guard {c} is not about {n} alone"));
        }
        // slope*n + constant against 0.
        let (constant, rising) = (form.constant, slope > 0);
        let far = || format!("the guard {c} is out of range");
        let first = |constant: i64| {
            let low = constant.checked_neg().map(|k| -(-k).div_euclid(slope.abs()));
            low.ok_or_else(far)
        };
        let last = |constant: i64| Ok::<i64, String>(constant.div_euclid(slope.abs()));
        let mut raise = |k: i64| lo = Some(lo.map_or(k, |l| l.max(k)));
        let mut cut = |k: i64| hi = Some(hi.map_or(k, |h| h.min(k)));
        match c {
            Constraint::Zero(_) if constant % slope != 0 => return Ok(None),
            Constraint::Zero(_) => {
                raise(-(constant / slope));
                cut(-(constant / slope));
            }
            Constraint::AtLeast(_) if rising => raise(first(constant)?),
            Constraint::AtLeast(_) => cut(last(constant)?),
            // n != 0 is n >= 1 on the natural numbers; any other hole is filled, which is safe.
            Constraint::Distinct(_) if constant == 0 => raise(1),
            Constraint::Distinct(_) => *relaxed = true,
        }
    }
    let empty = matches!((lo, hi), (Some(lo), Some(hi)) if lo > hi) || hi.is_some_and(|hi| hi < 0 && lo.is_none());
    Ok((!empty).then_some((lo, hi)))
}

/// Choices whose ends are among several, some not about the line's variable, as such with ends that are: more choices only make
/// a bound wider.
fn widened(choices: &[Choice], n: &Var, relaxed: &mut bool) -> Vec<Choice> {
    let mut known = vec![n.clone()];
    let mut end = |end: &Poly, known: &[Var], of: fn(&Expr) -> Option<&[Expr]>| {
        let is_own = |e: &Expr| e.vars().iter().all(|var| known.contains(var));
        let atoms =
            || end.terms.iter().flat_map(|(mono, factor)| mono.powers.iter().map(move |(atom, _)| (atom, factor)));
        let mut ends = atoms().filter_map(|(atom, factor)| Some((atom, of(atom).filter(|_| factor.is_positive())?)));
        let found = ends.find(|(atom, _)| !is_own(atom));
        let Some((atom, own)) = found.and_then(|(atom, es)| Some((atom, es.iter().find(|e| is_own(e))?))) else {
            return end.clone();
        };
        *relaxed = true;
        sign::replace(end, atom, &Poly::of(own))
    };
    let widened = |choice: &Choice| {
        let lo = end(&choice.lo, &known, |e| if let Expr::Max(es) = e { Some(es) } else { None });
        let hi = end(&choice.hi, &known, |e| if let Expr::Min(es) = e { Some(es) } else { None });
        known.push(choice.var.clone());
        Choice { var: choice.var.clone(), lo, hi }
    };
    choices.iter().map(widened).collect()
}

pub(crate) fn target(arg: &Poly, n: &Var) -> Option<Target> {
    let step = Poly::var(n).sub(arg);
    if let Some(d) = step.as_int() {
        return (d >= 1).then_some(Target::Back(d));
    }
    if let Some(d) = step.constant_part().to_i64().filter(|d| *d >= 0)
        && let Some(Target::Floor(b)) = rounded(&step.sub(&Poly::int(d)), n)
    {
        return Some(if (b, d) == (2, 0) { Target::Ceil(2) } else { Target::Rest(b, d) });
    }
    rounded(arg, n)
}

/// A part of n, rounded.
fn rounded(arg: &Poly, n: &Var) -> Option<Target> {
    let whole = arg.constant_part();
    let (atom, ceil) = match arg.sub(&Poly::constant(whole.clone())).to_expr() {
        Expr::Floor(a) => (Poly::of(&a), false),
        Expr::Ceil(a) => (Poly::of(&a), true),
        _ => return None,
    };
    let slope = crate::system::region::linear_vars(&atom).into_iter().find(|(v, _)| v == n)?.1;
    let constant = atom.sub(&Poly::var(n).scale(&slope)).as_constant()?;
    let b = slope.recip()?.to_i64().filter(|b| *b >= 2)?;
    // ceil(n/b) = floor((n + b - 1)/b)
    let added = (&(&constant + &whole) * &Rational::from(b)).to_i64()?.checked_add(if ceil { b - 1 } else { 0 })?;
    Some(match added {
        a if a.abs() > UNROLL_LIMIT => return None,
        0 => Target::Floor(b),
        a if a == b - 1 => Target::Ceil(b),
        a => Target::Part(b, a),
    })
}
