//! One bound of a predicate: closed forms on regions of sizes, or why there is none.
//!
//! Comes in: what the solver has found of a function. Goes out: a [`Side`], which has values and prints in
//! [`crate::bounds`].

use analyzer::analysis::Analysis;
use analyzer::equations::Solved;
use analyzer::integers::LARGE;
use analyzer::reason::{Code, Reason};
use solver::{Bound, Direction, Expr, Guard, Var};
use std::sync::Arc;

/// One bound.
#[derive(Clone, Debug)]
pub enum Side {
    /// Closed forms, in the base of the weights (picoseconds for time).
    Known {
        /// One for each region of sizes; nothing on some.
        parts: Vec<Part>,
        /// How it was found: the rule, its source, the steps.
        how: Vec<String>,
        /// Why there is nothing on some, if so.
        gap: Option<Arc<Reason>>,
    },
    /// There is none.
    Unknown {
        /// Why.
        reason: Arc<Reason>,
    },
}

/// A bound on a region.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Where it holds, beyond the domain of the sizes.
    pub region: Guard,
    /// The closed form, or why there is none.
    pub form: Result<Expr, String>,
}

impl Part {
    pub(crate) fn everywhere(expr: Expr) -> Vec<Part> {
        vec![Part { region: Guard::always(), form: Ok(expr) }]
    }

    /// Whether nothing is known there that could be: what integers of more bits cost is another matter.
    pub(crate) fn is_open(&self) -> bool {
        self.form.as_ref().is_err_and(|reason| reason != LARGE)
    }

    /// The part inside another region.
    pub(crate) fn within(self, region: &Guard) -> Part {
        Part { region: region.clone().both(&self.region), ..self }
    }

    /// The part with its closed form changed.
    pub(crate) fn map(self, change: impl FnOnce(Expr) -> Expr) -> Part {
        Part { form: self.form.map(change), ..self }
    }
}

impl Side {
    pub(crate) fn of(solved: &Solved, analysis: &Analysis<'_>) -> Side {
        Side::over(solved, analysis, &analysis.domain())
    }

    /// The same over other sizes than those of calls that may succeed.
    pub(crate) fn over(solved: &Solved, analysis: &Analysis<'_>, domain: &Guard) -> Side {
        let cause = || {
            let infinite = || Arc::new(analysis.reason(Code::Infinite, "it is not bounded"));
            solved.reason.clone().unwrap_or_else(infinite)
        };
        match &solved.bound {
            Bound::Known(solution) => {
                let mut how = vec![format!("rule: {} ({})", solution.rule, solution.source)];
                how.extend(solution.steps.iter().cloned());
                let part = |piece: &solver::Piece| {
                    let form = match &piece.value {
                        solver::Value::Closed { expr, .. } if expr.is_infinite() => Err("it is not bounded".into()),
                        solver::Value::Closed { expr, .. } => Ok(domain.clone().both(&piece.region).settled(expr)),
                        solver::Value::Unknown(reason) => Err(reason.clone()),
                    };
                    Part { region: piece.region.clone(), form }
                };
                let met = |part: &Part| domain.clone().both(&part.region).possible();
                let parts: Vec<Part> = solution.pieces.iter().map(part).filter(met).collect();
                match !parts.is_empty() && parts.iter().all(|part| part.form.is_err()) {
                    true => Side::Unknown { reason: cause() },
                    false => {
                        let gap = parts.iter().any(Part::is_open).then(cause);
                        Side::Known { parts, how, gap }
                    }
                }
            }
            Bound::Unknown { .. } => Side::Unknown { reason: cause() },
        }
    }

    /// A cost is never negative: a lower bound that is not known is zero.
    pub(crate) fn or_zero(self) -> Side {
        match self {
            Side::Unknown { reason } => Side::Known {
                parts: Part::everywhere(Expr::int(0)),
                how: vec!["a cost is never negative; more is not known".into(), reason.to_string()],
                gap: None,
            },
            Side::Known { parts, how, .. } => {
                let known = |part: Part| match part.is_open() {
                    true => Part { form: Ok(Expr::int(0)), ..part },
                    false => part,
                };
                Side::Known { parts: parts.into_iter().map(known).collect(), how, gap: None }
            }
        }
    }

    /// The same, but at most one.
    pub(crate) fn at_most_one(self) -> Side {
        self.map(|expr| expr.min(Expr::int(1)).simplify())
    }

    /// The same with each closed form changed.
    pub(crate) fn map(self, change: impl Fn(Expr) -> Expr) -> Side {
        match self {
            Side::Known { parts, how, gap } => {
                Side::Known { parts: parts.into_iter().map(|part| part.map(&change)).collect(), how, gap }
            }
            unknown @ Side::Unknown { .. } => unknown,
        }
    }

    /// The same for some sizes only.
    pub(crate) fn only_for(self, meant: &Guard) -> Side {
        match self {
            Side::Known { parts, how, gap } => {
                let within = |part: Part| Part { region: part.region.both(meant), ..part };
                let parts: Vec<Part> = parts.into_iter().map(within).filter(|part| part.region.possible()).collect();
                Side::Known { parts, how, gap }
            }
            unknown @ Side::Unknown { .. } => unknown,
        }
    }

    /// Whether a form is known that depends on sizes.
    pub(crate) fn varies(&self) -> bool {
        self.expr().is_some_and(|form| !form.vars().is_empty())
    }

    /// The same in terms of some sizes only: where others tell parts apart, or are in a form, the worse of what there may be.
    pub(crate) fn in_terms_of(self, sizes: &[Var], domain: &Guard, direction: Direction) -> Side {
        let is_hidden = |var: &Var| !sizes.contains(var);
        let hides = |part: &Part| {
            let in_form = part.form.as_ref().is_ok_and(|form| form.vars().iter().any(is_hidden));
            in_form || part.region.vars().iter().any(is_hidden)
        };
        let Side::Known { parts, how, gap } = self else { return self };
        if !parts.iter().any(hides) {
            return Side::Known { parts, how, gap };
        }
        let worst = || match direction {
            Direction::Lower => Ok(Expr::int(0)),
            Direction::Upper => Err("it depends on sizes that are not those of arguments".to_string()),
        };
        let shown = |part: Part| {
            let region = domain.clone().both(&part.region).project(&|var| !is_hidden(var));
            let is_open = |form: &Expr| form.vars().iter().any(is_hidden);
            Part { region, form: if part.form.as_ref().is_ok_and(is_open) { worst() } else { part.form } }
        };
        let parts = overlaid(parts.into_iter().map(shown).collect(), domain, direction);
        let parts = parts.unwrap_or_else(|| vec![Part { region: Guard::always(), form: worst() }]);
        Side::Known { parts, how, gap }
    }

    /// The same for a domain, and another, which is known there, for the rest of what inputs can have.
    pub(crate) fn or_elsewhere(self, domain: &Guard, other: &Side, outside: &[Guard], inputs: &Guard) -> Side {
        let Side::Known { parts, how, gap } = self else { return self };
        let mut parts: Vec<Part> = parts.into_iter().map(|part| part.within(domain)).collect();
        for part in outside.iter().flat_map(|outside| other.parts().iter().map(|part| part.clone().within(outside))) {
            join_into(&mut parts, part, inputs);
        }
        Side::Known { parts: parts.into_iter().filter(|part| part.region.possible()).collect(), how, gap }
    }

    /// The same, and for some sizes the better of it and another: of the parts of both, the one that tells more.
    pub(crate) fn or_better(&self, other: &Side, here: &Guard, domain: &Guard, direction: Direction) -> Side {
        let Side::Known { parts: others, how, .. } = other else { return self.clone() };
        let (own, more, reason) = match self {
            Side::Known { parts, how, gap } => (parts.clone(), how.as_slice(), gap.clone()),
            Side::Unknown { reason } => {
                let open = Part { region: Guard::always(), form: Err(reason.to_string()) };
                (vec![open], [].as_slice(), Some(reason.clone()))
            }
        };
        let outside = domain.without(std::slice::from_ref(here));
        let covered: Vec<Guard> = others.iter().map(|part| part.region.clone()).collect();
        let is_covered = here.without(&covered).is_some_and(|left| left.is_empty());
        let Some(outside) = outside.filter(|_| is_covered && own.len() * others.len() <= PAIRS) else {
            return self.clone();
        };
        let mut found = Vec::new();
        for part in &own {
            for other in others {
                let region = here.clone().both(&part.region).both(&other.region);
                let form = match (&part.form, &other.form) {
                    (Ok(own), Ok(other)) => {
                        Ok(if is_better(own, other, &region, direction) { own } else { other }.clone())
                    }
                    (Ok(known), Err(_)) | (Err(_), Ok(known)) => Ok(known.clone()),
                    (Err(why), Err(_)) => Err(why.clone()),
                };
                if region.possible() {
                    join_into(&mut found, Part { region, form }, domain);
                }
            }
            for outside in outside.iter().map(|outside| part.clone().within(outside)) {
                if outside.region.clone().both(domain).possible() {
                    join_into(&mut found, outside, domain);
                }
            }
        }
        let found = put_together(found, domain);
        let how = if more == how { how.clone() } else { [how, more].concat() };
        let gap = reason.filter(|_| found.iter().any(Part::is_open));
        Side::Known { parts: found, how, gap }
    }

    /// One form for all sizes.
    pub(crate) fn everywhere(expr: Expr) -> Side {
        Side::Known { parts: Part::everywhere(expr), how: Vec::new(), gap: None }
    }

    /// Where it is known.
    pub(crate) fn known_regions(&self) -> Vec<Guard> {
        self.parts().iter().filter(|part| part.form.is_ok()).map(|part| part.region.clone()).collect()
    }

    /// The parts, where it is known on some.
    pub fn parts(&self) -> &[Part] {
        match self {
            Side::Known { parts, .. } => parts,
            Side::Unknown { .. } => &[],
        }
    }

    /// The part of most sizes: the one whose form mentions most of them.
    pub fn main(&self) -> Option<(&Part, &Expr)> {
        let known = self.parts().iter().filter_map(|part| Some((part, part.form.as_ref().ok()?)));
        known.max_by_key(|(part, expr)| (expr.vars().len(), std::cmp::Reverse(part.region.constraints().len())))
    }

    /// The closed form of most sizes, if there is one.
    pub fn expr(&self) -> Option<&Expr> {
        self.main().map(|(_, expr)| expr)
    }

    /// Whether it is known for all sizes, and finite.
    pub fn is_whole(&self) -> bool {
        let is_finite = |part: &Part| part.form.as_ref().is_ok_and(|form| !form.is_infinite());
        !self.parts().is_empty() && self.reason().is_none() && self.parts().iter().all(is_finite)
    }

    /// Its form that grows fastest in all sizes together.
    fn steepest(&self) -> Option<&Expr> {
        let forms = self.parts().iter().filter_map(|part| part.form.as_ref().ok());
        forms.max_by(|a, b| a.compare_growth(b, None))
    }

    /// Whether it grows faster than linearly.
    pub fn is_steep(&self) -> bool {
        self.outgrows(&Expr::var("x"))
    }

    /// Whether it grows faster than every polynomial that is met.
    pub fn is_exponential(&self) -> bool {
        self.outgrows(&Expr::var("x").pow(Expr::int(100)))
    }

    /// Whether it grows faster than the powers of any number: those of squares, of products and more do.
    pub fn outgrows_powers(&self) -> bool {
        self.parts().iter().filter_map(|part| part.form.as_ref().ok()).any(Expr::outgrows_powers)
    }

    /// Whether the greatest or least over choices is a part of it, of which it is not known how it grows.
    pub fn chooses(&self) -> bool {
        let mut found = false;
        let forms = self.parts().iter().filter_map(|part| part.form.as_ref().ok());
        forms.for_each(|form| form.visit(&mut |e| found |= matches!(e, Expr::MaxOver(_) | Expr::MinOver(_))));
        found
    }

    fn outgrows(&self, other: &Expr) -> bool {
        self.steepest().is_some_and(|form| form.compare_growth(other, None).is_gt())
    }

    /// Whether it grows more slowly than another.
    pub fn grows_less_than(&self, other: &Side) -> bool {
        self.steepest().zip(other.steepest()).is_some_and(|(own, other)| own.compare_growth(other, None).is_lt())
    }

    /// Why there is no bound, or none for some sizes.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Side::Known { gap, .. } => gap.as_deref(),
            Side::Unknown { reason } => Some(reason),
        }
    }
}

/// Parts that may overlap as parts that do not, with the worse form where several are; nothing where they are too many.
fn overlaid(parts: Vec<Part>, domain: &Guard, direction: Direction) -> Option<Vec<Part>> {
    let (mut found, mut todo): (Vec<Part>, Vec<Part>) = (Vec::new(), parts);
    while let Some(part) = todo.pop() {
        let Some(at) = found.iter().position(|known| known.region.clone().both(&part.region).possible()) else {
            join_into(&mut found, part, domain);
            continue;
        };
        let known = found.swap_remove(at);
        let outside = |own: &Part, other: &Part| -> Option<Vec<Part>> {
            let regions = own.region.without(std::slice::from_ref(&other.region))?.into_iter();
            Some(regions.map(|region| Part { region, form: own.form.clone() }).collect())
        };
        todo.extend(outside(&part, &known)?);
        todo.extend(outside(&known, &part)?);
        let region = known.region.both(&part.region);
        let form = match (known.form, part.form) {
            (Err(why), _) | (_, Err(why)) => Err(why),
            (Ok(a), Ok(b)) => Ok(worse(a, b, &region, direction)),
        };
        found.push(Part { region, form });
    }
    Some(found)
}

/// Parts as few as conditions can say, where two forms are the same, or the same where one of them holds.
fn put_together(mut parts: Vec<Part>, domain: &Guard) -> Vec<Part> {
    let united = |a: &Part, b: &Part| {
        let here = domain.clone().both(&b.region);
        let is_same = match (&a.form, &b.form) {
            (Ok(a), Ok(b)) => a == b || here.settled(a) == here.settled(b),
            (a, b) => a == b,
        };
        is_same.then(|| a.region.united(&b.region, domain)).flatten()
    };
    let mut at = 0;
    while at < parts.len() {
        let others = (0..parts.len()).filter(|other| *other != at);
        match others.into_iter().find_map(|other| Some((other, united(&parts[at], &parts[other])?))) {
            Some((other, region)) => {
                parts[at].region = region;
                parts.remove(other);
                at = 0;
            }
            None => at += 1,
        }
    }
    let told = |part: Part| Part { region: part.region.without_implied(domain), ..part };
    parts.into_iter().map(told).collect()
}

/// Adds a part, to one with the same form where one region can say both.
fn join_into(parts: &mut Vec<Part>, part: Part, domain: &Guard) {
    let with = |own: &Part| (own.form == part.form).then(|| own.region.united(&part.region, domain)).flatten();
    match parts.iter().enumerate().find_map(|(at, own)| Some((at, with(own)?))) {
        Some((at, region)) => parts[at].region = region,
        None => parts.push(part),
    }
}

/// Pairs of parts of two sides that are told apart.
const PAIRS: usize = 64;

/// Sizes at which functions are compared as to which tells more: a matter of taste, no bound depends on it.
const SAMPLES: [i64; 7] = [-1000, 0, 1, 10, 100, 1000, 100_000];

/// Whether one bound is more often the better one on a region; of bounds of many sizes only some are looked at.
fn is_better(a: &Expr, b: &Expr, region: &Guard, direction: Direction) -> bool {
    let mut vars: Vec<Var> = a.vars().into_iter().chain(b.vars()).chain(region.vars()).collect();
    vars.sort();
    vars.dedup();
    let mut wins = 0;
    for nth in 0..SAMPLES.len().pow(vars.len().min(4) as u32) {
        let at = |var: &Var| {
            let place = vars.iter().position(|of| of == var)?;
            Some(SAMPLES[nth / SAMPLES.len().pow((place % 4) as u32) % SAMPLES.len()])
        };
        if region.holds(&at) == Some(true) {
            let [a, b] = [a, b].map(|form| form.eval_f64(&|var: &Var| at(var).map(|value| value as f64)));
            let order = if direction == Direction::Upper { b.total_cmp(&a) } else { a.total_cmp(&b) };
            wins += order as i32;
        }
    }
    wins > 0
}

/// The greater of two bounds from above, the lesser of two from below.
fn worse(a: Expr, b: Expr, region: &Guard, direction: Direction) -> Expr {
    let is_above = |a: &Expr, b: &Expr| region.ensures(&(a.clone() - b.clone()).simplify());
    match direction {
        Direction::Upper if is_above(&a, &b) => a,
        Direction::Upper if is_above(&b, &a) => b,
        Direction::Upper => a.max(b).simplify(),
        Direction::Lower if is_above(&a, &b) => b,
        Direction::Lower if is_above(&b, &a) => a,
        Direction::Lower => a.min(b).simplify(),
    }
}

/// Whether two sides are the same functions on the same regions.
pub(crate) fn same(lower: &Side, upper: &Side) -> bool {
    let (a, b) = (lower.parts(), upper.parts());
    let twin = |part: &Part, other: &Part| {
        !part.is_open()
            && part.form == other.form
            && part.region.implies_all(&other.region)
            && other.region.implies_all(&part.region)
    };
    !a.is_empty() && a.len() == b.len() && a.iter().all(|part| b.iter().any(|other| twin(part, other)))
}
