//! Where one function is at most another.
//!
//! In: two expressions without calls, and the region to compare them on. Out: disjoint parts of it where the one is proved
//! to be at most the other, where it is proved to be above it, and where neither was shown. A part is shown symbolically by
//! the prover of signs, or because it is finite and all its points were evaluated exactly. Values at points only say what is
//! worth a proof, and where to cut.
//!
//! A region is cut at the first values of a variable, each of which leaves a variable less; of one variable the values are
//! looked at up to where the sign seems to stay, and what is beyond is proved.

use crate::expression::poly::Poly;
use crate::proof::defined::is_defined;
use crate::proof::relaxed::relaxed;
use crate::system::form::{Linear, Relation};
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational, Var};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The parts of a region, which exclude each other.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Where the one is at most the other.
    pub holds: Vec<Guard>,
    /// Where it is above it.
    pub fails: Vec<Guard>,
    /// Where neither was shown.
    pub open: Vec<Guard>,
}

/// How many attempts at proofs and cuts a comparison may take.
const EFFORT: usize = 240;
/// Values of one variable that are looked at one by one.
const NEAR: i64 = 48;
/// Values of one variable that are evaluated instead of a proof.
const EXHAUSTED: i64 = 1 << 14;
/// Where there is a deadline, after a value that took so long none is looked at that is further out.
const SLOW: Duration = Duration::from_millis(30);
/// First values of one of several variables that are cut off.
const CUTS: [i64; 6] = [1, 2, 3, 4, 6, 10];
/// How far from zero a variable is looked at for its least value.
const LEAST: i64 = 64;
/// How many values of each of several variables are looked at.
const SAMPLES: [i64; 8] = [0, 1, 2, 3, 5, 9, 30, 200];

impl Compared {
    /// Compares on a region; what is not shown by the deadline stays open.
    pub fn at_most(region: &Guard, small: &Expr, large: &Expr, deadline: Option<Instant>) -> Compared {
        if large.is_infinite() {
            return Compared { holds: vec![region.clone()], ..Compared::default() };
        }
        if small.is_infinite() {
            return Compared { fails: vec![region.clone()], ..Compared::default() };
        }
        let gap = (large.clone() - small.clone()).simplify();
        let mut search = Search { found: Vec::new(), effort: EFFORT, deadline };
        // What is proved is about natural numbers: of all that the region speaks of.
        let vars: BTreeSet<Var> = gap.vars().into_iter().chain(region.vars()).collect();
        search.signed(region, &gap, &mut vars.into_iter().collect());
        search.parts(region)
    }

    /// Whether it was proved on the whole region.
    pub fn is_everywhere(&self) -> bool {
        self.fails.is_empty() && self.open.is_empty()
    }

    /// Adds the parts of another comparison.
    pub fn extend(&mut self, other: Compared) {
        self.holds.extend(other.holds);
        self.fails.extend(other.fails);
        self.open.extend(other.open);
    }

    /// The same with parts put together that one condition describes.
    pub fn merged(self, domain: &Guard) -> Compared {
        let merge = |parts| merged(parts, domain);
        Compared { holds: merge(self.holds), fails: merge(self.fails), open: merge(self.open) }
    }
}

/// Parts of a domain put together as far as one condition can say so.
fn merged(mut parts: Vec<Guard>, domain: &Guard) -> Vec<Guard> {
    let mut at = 0;
    while at < parts.len() {
        let joined = (at + 1..parts.len()).find_map(|other| Some((other, parts[at].united(&parts[other], domain)?)));
        match joined {
            Some((other, whole)) => {
                parts.remove(other);
                parts[at] = whole;
                at = 0;
            }
            None => at += 1,
        }
    }
    // What is put together says nothing of what lies outside.
    parts.into_iter().map(|part| part.both(domain)).collect()
}

/// What is so of a gap on a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    /// It is 0 or more.
    Holds,
    /// It is below 0.
    Fails,
    /// Neither was shown.
    Open,
}

struct Search {
    found: Vec<(Guard, Sign)>,
    effort: usize,
    deadline: Option<Instant>,
}

impl Search {
    fn parts(self, region: &Guard) -> Compared {
        let of = |wanted: Sign| {
            let parts = self.found.iter().filter(|(_, sign)| *sign == wanted).map(|(part, _)| part.clone());
            merged(parts.collect(), region)
        };
        Compared { holds: of(Sign::Holds), fails: of(Sign::Fails), open: of(Sign::Open) }
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn is_spent(&mut self) -> bool {
        if self.is_late() {
            self.effort = 0;
        }
        self.effort = self.effort.saturating_sub(1);
        self.effort == 0
    }

    fn note(&mut self, part: &Guard, sign: Sign) {
        if part.possible() {
            self.found.push((part.clone(), sign));
        }
    }

    /// Looks at both sides of zero of each variable that may be negative: what is proved is about natural numbers.
    fn signed(&mut self, part: &Guard, gap: &Expr, vars: &mut Vec<Var>) {
        let Some(var) = vars.pop() else {
            self.decide(part, gap, &mut Vec::new());
            return;
        };
        if !part.implies(&Linear::var(&var)) {
            let below = part.clone().with(Linear::below_zero(&var));
            if below.possible() {
                let mirror = [region::mirrored(&var)];
                let before = self.found.len();
                let turned = below.subst_all(&mirror).with(Linear::var(&var));
                self.signed(&turned, &gap.subst_all(&mirror).simplify(), &mut vars.clone());
                for (found, _) in &mut self.found[before..] {
                    *found = found.subst_all(&mirror).with(Linear::below_zero(&var));
                }
            }
        }
        let from_zero = part.clone().with(Linear::var(&var));
        if from_zero.possible() {
            self.signed(&from_zero, gap, vars);
        }
    }

    /// Decides on a part where all variables of the gap are natural; those that are cut already are left whole.
    fn decide(&mut self, part: &Guard, gap: &Expr, cut: &mut Vec<Var>) {
        if !part.possible() {
            return;
        }
        let pinned = part.pinned();
        let gap = &gap.subst_all(&pinned).simplify();
        let vars: Vec<Var> = gap.vars().into_iter().collect();
        match vars.as_slice() {
            [] => {
                let sign = sign_at(gap, &|_| None);
                self.note(part, sign);
            }
            _ if self.linear(part, gap) => {}
            [var] => self.line(part, gap, var),
            _ => self.several(part, gap, &vars, cut),
        }
    }

    /// Cuts a part where a linear gap changes its sign; whether it is linear.
    fn linear(&mut self, part: &Guard, gap: &Expr) -> bool {
        let sides = [Relation::Ge, Relation::Lt].map(|relation| part.clone().linear(gap, relation, &Expr::int(0)));
        let [Some(holds), Some(fails)] = sides else { return false };
        self.note(&holds, Sign::Holds);
        self.note(&fails, Sign::Fails);
        true
    }

    /// The sign on a whole part, if values at points do not speak against it and a proof is found.
    fn proved(&mut self, part: &Guard, gap: &Expr, expected: Sign) -> bool {
        if self.is_spent() {
            return false;
        }
        let natural = region::natural(part, gap.vars().iter());
        let p = Poly::of(gap);
        if !is_defined(&p, &natural) {
            return false;
        }
        match expected {
            Sign::Holds => {
                let is_natural = |p: &Poly| region::is_nonnegative_under(p, &natural);
                is_natural(&p) || is_natural(&relaxed(&p, &natural))
            }
            Sign::Fails => [1, 6, 1000].into_iter().any(|parts| {
                let least = Rational::ratio(1, parts).unwrap_or(Rational::ONE);
                region::is_nonnegative_under(&p.neg().sub(&Poly::constant(least)), &natural)
            }),
            Sign::Open => false,
        }
    }

    /// The least value of a natural variable on a part.
    fn least(part: &Guard, var: &Var) -> Option<i64> {
        let upto = |most: i64| part.clone().with(Linear { constant: most, terms: [(var.clone(), -1)].into() });
        (0..=LEAST).find(|&most| upto(most).possible())
    }

    fn line(&mut self, part: &Guard, gap: &Expr, var: &Var) {
        let Some(least) = Search::least(part, var) else { return self.whole(part, gap) };
        let sign = |value: i64| sign_at(gap, &|_| Some(value));
        let from = |value: i64| part.clone().with(Linear { constant: -value, terms: [(var.clone(), 1)].into() });
        let between =
            |low: i64, high: i64| from(low).with(Linear { constant: high, terms: [(var.clone(), -1)].into() });
        // Runs of one sign, each from its first value on.
        let mut runs: Vec<(i64, Sign)> = Vec::new();
        let mut last = least;
        for value in least..=least + NEAR {
            if value > least && !from(value).possible() {
                break;
            }
            last = value;
            let sign = sign(value);
            if runs.last().is_none_or(|(_, of)| *of != sign) {
                runs.push((value, sign));
            }
        }
        // Further out the sign is taken to change once between two values that are looked at.
        let mut at = last;
        for value in (1..=24).map(|i| last + (1 << i)) {
            if !from(value).possible() {
                break;
            }
            let began = Instant::now();
            let (before, here) = (runs.last().map_or(Sign::Open, |run| run.1), sign(value));
            let is_slow = self.deadline.is_some() && began.elapsed() > SLOW;
            if here == Sign::Open || self.is_late() {
                break;
            }
            if here != before {
                let (mut low, mut high) = (at, value);
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    if sign(middle) == before { low = middle } else { high = middle }
                }
                runs.push((high, here));
            }
            at = value;
            // A value of twice the size may take many times as long.
            if is_slow {
                break;
            }
        }
        for (index, &(first, of)) in runs.iter().enumerate() {
            match runs.get(index + 1) {
                Some(&(next, _)) => {
                    let segment = between(first, next - 1);
                    let known = of != Sign::Open
                        && (next - 1 <= last
                            || next - first <= EXHAUSTED && (first..next).all(|value| sign(value) == of)
                            || self.proved(&segment, gap, of));
                    self.note(&segment, if known { of } else { Sign::Open });
                }
                None => self.tail(first, of, &sign, &from, &between, gap),
            }
        }
    }

    /// What is beyond the last change of the sign that was seen: proved from some value on, the values before it one by one.
    fn tail(
        &mut self,
        first: i64,
        of: Sign,
        sign: &dyn Fn(i64) -> Sign,
        from: &dyn Fn(i64) -> Guard,
        between: &dyn Fn(i64, i64) -> Guard,
        gap: &Expr,
    ) {
        let mut checked = first;
        for extra in [0, 1, 2, 4, 8, 16, 32, 64, 256] {
            let start = first + extra;
            while checked < start && !self.is_late() && sign(checked) == of {
                checked += 1;
            }
            if of == Sign::Open || checked < start {
                break;
            }
            let rest = from(start);
            if !rest.possible() || self.proved(&rest, gap, of) {
                return self.note(&from(first), of);
            }
        }
        if checked > first {
            self.note(&between(first, checked - 1), of);
        }
        self.note(&from(checked), Sign::Open);
    }

    fn whole(&mut self, part: &Guard, gap: &Expr) {
        let sign = [Sign::Holds, Sign::Fails].into_iter().find(|&sign| self.proved(part, gap, sign));
        self.note(part, sign.unwrap_or(Sign::Open));
    }

    fn several(&mut self, part: &Guard, gap: &Expr, vars: &[Var], cut: &mut Vec<Var>) {
        let seen = samples(part, gap, vars);
        if let [only] = seen.as_slice()
            && self.proved(part, gap, *only)
        {
            return self.note(part, *only);
        }
        let open: Vec<Var> = vars.iter().filter(|var| !cut.contains(var)).cloned().collect();
        if open.is_empty() || self.is_spent() {
            return self.note(part, Sign::Open);
        }
        let ends: Vec<(Var, i64)> =
            open.iter().filter_map(|var| Some((var.clone(), Search::least(part, var)?))).collect();
        let beyond =
            |var: &Var, value: i64| part.clone().with(Linear { constant: -value, terms: [(var.clone(), 1)].into() });
        let at = |var: &Var, value: i64| {
            beyond(var, value).with(Linear { constant: value, terms: [(var.clone(), -1)].into() })
        };
        for width in CUTS {
            for (var, least) in &ends {
                let tail = beyond(var, least + width);
                let one = samples(&tail, gap, vars);
                let [sign] = one.as_slice() else { continue };
                if tail.possible() && !self.proved(&tail, gap, *sign) {
                    continue;
                }
                self.note(&tail, *sign);
                for value in *least..least + width {
                    self.decide(&at(var, value), gap, &mut cut.clone());
                }
                return;
            }
        }
        // No cut leaves one sign: the first values of a variable by themselves, then the others beyond.
        let Some((var, least)) = ends.first() else { return self.note(part, Sign::Open) };
        for value in *least..least + 4 {
            self.decide(&at(var, value), gap, &mut cut.clone());
        }
        cut.push(var.clone());
        self.decide(&beyond(var, least + 4), gap, cut);
    }
}

/// The signs at some points of a part.
fn samples(part: &Guard, gap: &Expr, vars: &[Var]) -> Vec<Sign> {
    let mut all: Vec<Var> = part.vars().into_iter().collect();
    all.extend(vars.iter().filter(|var| !part.mentions(var)).cloned());
    let mut seen: Vec<Sign> = Vec::new();
    let count = SAMPLES.len().pow(all.len().min(4) as u32);
    for index in 0..count {
        let value = |var: &Var| {
            let at = all.iter().position(|of| of == var)?;
            let digit = if at < 4 { index / SAMPLES.len().pow(at as u32) % SAMPLES.len() } else { 2 };
            Some(SAMPLES[digit])
        };
        if part.holds(&value) == Some(true) {
            let sign = sign_at(gap, &value);
            if !seen.contains(&sign) {
                seen.push(sign);
            }
        }
    }
    seen
}

/// The sign at a point, exactly.
fn sign_at(gap: &Expr, point: &dyn Fn(&Var) -> Option<i64>) -> Sign {
    let value = |var: &Var| point(var).map(Rational::from);
    match (gap.eval_lower(&value), gap.eval_upper(&value)) {
        (Ok(low), _) if !low.is_negative() => Sign::Holds,
        (_, Ok(high)) if high.is_negative() => Sign::Fails,
        _ => Sign::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(region: &str, small: &str, large: &str) -> String {
        let mut guard = Guard::always();
        for part in region.split(" and ").filter(|part| !part.is_empty()) {
            let (left, right) = part.split_once(" >= ").expect("a constraint");
            guard = guard.and(&left.parse().unwrap(), Relation::Ge, &right.parse().unwrap());
        }
        let found = Compared::at_most(&guard, &small.parse().unwrap(), &large.parse().unwrap(), None);
        let one = |part: Guard| if part.is_always() { "all".to_string() } else { part.to_string() };
        let show =
            |parts: &[Guard]| parts.iter().map(|part| one(part.without_implied(&guard))).collect::<Vec<_>>().join("; ");
        format!("holds {{{}}} fails {{{}}} open {{{}}}", show(&found.holds), show(&found.fails), show(&found.open))
    }

    #[test]
    fn intervals_are_exact() {
        // The example of the field: n^2 bounds (n^2 + 3n + 2)/2 from 4 on only.
        let nrev = "1/2*n^2 + 3/2*n + 1";
        assert_eq!(compared("n >= 0", nrev, "n^2"), "holds {n >= 4} fails {n <= 3} open {}");
        assert_eq!(compared("n >= 0", nrev, nrev), "holds {all} fails {} open {}");
        assert_eq!(compared("n >= 0", nrev, "n"), "holds {} fails {all} open {}");
    }

    #[test]
    fn what_changes_far_out_is_found() {
        assert_eq!(compared("n >= 0", "n^2", "5000*n"), "holds {n <= 5000} fails {n >= 5001} open {}");
        assert_eq!(compared("n >= 0", "n^3", "2^n"), "holds {n <= 1; n >= 10} fails {n >= 2 and n <= 9} open {}");
        // What is not proved beyond the values that were looked at stays open.
        let logarithm = compared("n >= 0", "100*n", "n*log2(n) + 1");
        assert_eq!(logarithm, "holds {n = 0} fails {n >= 1 and n <= 256} open {n >= 257}");
    }

    #[test]
    fn several_variables_are_cut() {
        let natural = "x >= 0 and y >= 0";
        assert_eq!(compared(natural, "x", "y"), "holds {y >= x} fails {x >= y + 1} open {}");
        let product = compared(natural, "2*x + 1", "x*y + x + 1");
        assert_eq!(product, "holds {y >= 1; x = 0 and y = 0} fails {y = 0 and x >= 1} open {}");
        let constant = compared(natural, "x*y + 2*x + 1", "x*y + 2*x + y");
        assert_eq!(constant, "holds {y >= 1} fails {y = 0} open {}");
        // Both signs of an integer.
        assert_eq!(compared("", "x", "x^2"), "holds {all} fails {} open {}");
        // Of a variable that the region alone speaks of, too: x may be 13, where y is -7.
        let beside = compared("x >= 0 and -7 >= y and y + 20 >= x", "x", "5");
        assert!(beside.contains("fails {x >= 6"), "{beside}");
        assert_eq!(compared("", "x", "2*x"), "holds {x >= 0} fails {x <= -1} open {}");
    }

    #[test]
    fn extrema_and_factorials_are_compared() {
        assert_eq!(compared("x >= 0", "max(x, 3)", "x"), "holds {x >= 3} fails {x <= 2} open {}");
        assert_eq!(compared("x >= 0", "x", "max(x, 3)"), "holds {all} fails {} open {}");
        let factorial = compared("x >= 0", "fact(x)", "2^x");
        assert_eq!(factorial, "holds {x <= 3} fails {x >= 4 and x <= 259} open {x >= 260}");
        // No value at 0: nothing is shown there.
        assert_eq!(compared("x >= 0 and 8 >= x", "0", "log2(x)"), "holds {x >= 1} fails {} open {x = 0}");
    }

    /// Values are looked at up to where one is too long to be computed, also where that is far out.
    #[test]
    fn sequences_and_sums_are_compared_far_out() {
        let guard = Guard::at_least(&Var::new("x"), 0);
        let deadline = Some(Instant::now() + Duration::from_secs(60));
        let sums = [("2*fib(x + 1) - 1", "x + 900", 14), ("fact(x)*sum(k, 1, x, 2*k/fact(k))", "2^x", 3)];
        for (small, large, first) in sums {
            let found = Compared::at_most(&guard, &small.parse().unwrap(), &large.parse().unwrap(), deadline);
            let at = |x: i64| found.fails.iter().any(|part| part.holds(&|_| Some(x)) == Some(true));
            assert!((first..40).all(at) && !at(1), "{small} <= {large}: {:?}", found.fails);
        }
    }

    #[test]
    fn values_agree_with_what_is_shown() {
        let forms =
            ["x + 3", "x^2 - 4*x + 3", "2^x - 7*x", "min(x, y) + 1", "x*y - 3*y", "10 - y", "y^2 - x", "3*x + y"];
        let natural = Guard::at_least(&Var::new("x"), 0).both(&Guard::at_least(&Var::new("y"), 0));
        let mut decided = 0;
        for (small, large) in forms.iter().flat_map(|a| forms.map(|b| (a, b))) {
            let (small, large): (Expr, Expr) = (small.parse().unwrap(), large.parse().unwrap());
            let found = Compared::at_most(&natural, &small, &large, None);
            for (x, y) in (0..30).flat_map(|x| (0..30).map(move |y| (x, y))) {
                let at = |var: &Var| Some(if var.as_str() == "x" { x } else { y });
                let lies = |parts: &[Guard]| parts.iter().any(|part| part.holds(&at) == Some(true));
                let value = |e: &Expr| e.eval(&|var| at(var).map(Rational::from)).unwrap();
                let (holds, fails, open) = (lies(&found.holds), lies(&found.fails), lies(&found.open));
                let parts = usize::from(holds) + usize::from(fails) + usize::from(open);
                assert_eq!(parts, 1, "{small} <= {large} at {x}, {y}");
                assert!(!holds || value(&small) <= value(&large), "{small} <= {large} at {x}, {y}");
                assert!(!fails || value(&small) > value(&large), "{small} <= {large} at {x}, {y}");
                decided += usize::from(!open);
            }
        }
        assert!(decided > 40_000, "{decided} of 57,600 points are decided");
    }
}
