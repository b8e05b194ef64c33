//! Proofs that an expression is never negative.
//!
//! In: a canonical form whose variables are whole and non-negative (`region.rs` brings guards to that shape). Out:
//! whether a proof was found; `false` decides nothing. Method: coefficients of one sign; else induction along a
//! variable. With `c` the smallest base of an exponential in `v` (1 for polynomials), E >= 0 follows from E(0) >= 0 and
//! E(v+1) - c*E(v) >= 0, and this step lowers the degree under `c`, so it ends. Finitely many first points are tried
//! apart. Minima, maxima, floors and parities are split into cases. The method is finite differencing; deviation from
//! the usual telling: it is applied to mixed exponential polynomials with symbolic coefficients.

use crate::expression::expr::Binder;
use crate::expression::poly::{Mono, Poly};
use crate::system::region;
use crate::{Expr, Guard, Rational, Var};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Steps one proof may take.
const FUEL: u32 = 600;
/// Terms and what is in them that are looked at in one step.
const PARTS: usize = 60;
/// Operands that are looked at for the value of an atom at a point.
const TRIAL: u64 = 2_000;
/// First points that are tried apart before an induction starts.
const STARTS: [i64; 8] = [0, 1, 2, 3, 5, 8, 14, 24];

/// How many answers are remembered before all are forgotten.
const REMEMBERED: usize = 1 << 12;

thread_local! {
    /// What was asked already: functions of different keys have the same differences.
    static ANSWERS: RefCell<FxHashMap<Poly, bool>> = RefCell::default();
}

/// Whether `p >= 0` was proved for all whole non-negative values of its variables.
pub(crate) fn is_nonnegative(p: &Poly) -> bool {
    if evident(p) {
        return true;
    }
    if let Some(known) = ANSWERS.with_borrow(|answers| answers.get(p).copied()) {
        return known;
    }
    let found = !is_refuted(p) && prove(p, &mut FUEL.clone(), 0);
    ANSWERS.with_borrow_mut(|answers| {
        if answers.len() == REMEMBERED {
            answers.clear();
        }
        answers.insert(p.clone(), found);
    });
    found
}

/// Whether the value at some point is clearly negative in floating point: spares hopeless proofs, and a rounding error
/// here can only cost a proof, not make one.
fn is_refuted(p: &Poly) -> bool {
    [0.0, 1.0, 2.0, 7.0, 40.0, 300.0].into_iter().any(|x: f64| {
        let at = |v: &Var| Some(if v.as_str().len().is_multiple_of(2) { (x / 2.0f64).floor() } else { x });
        let (mut sum, mut size) = (0.0, 0.0);
        for (mono, coeff) in &p.terms {
            let powers = mono.powers.iter().map(|(atom, k)| atom.eval_f64_within(&at, TRIAL).powi(*k)).product::<f64>();
            let exps = mono.exps.iter().map(|(k, base)| base.to_f64().powf(k.eval_f64_within(&at, TRIAL)));
            let term = coeff.to_f64() * powers * exps.product::<f64>();
            sum += term;
            size += term.abs();
        }
        sum.is_finite() && sum < -1e-9 * size
    })
}

/// Whether an atom cannot be negative where it is defined, by its form alone.
pub(crate) fn atom_is_nonnegative(atom: &Expr) -> bool {
    let inner = |e: &Expr| evident(&Poly::of(e));
    match atom {
        Expr::Var(_) | Expr::Fact(_) | Expr::Mod(..) => true,
        Expr::Floor(a) | Expr::Ceil(a) => inner(a),
        Expr::Log2(a) => evident(&Poly::of(a).sub(&Poly::one())) || matches!(**a, Expr::Var(_)),
        Expr::Min(es) => es.iter().all(inner),
        Expr::Max(es) => es.iter().any(inner),
        Expr::Pow(base, _) => inner(base),
        Expr::Sequence(s) => {
            let positive = |qs: &[Rational]| qs.iter().all(|q| !q.is_negative());
            positive(&s.coeffs) && positive(&s.init) && inner(&s.arg)
        }
        Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) if !b.body.mentions(&b.var) => inner(&b.body),
        Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => is_nonnegative_over(b),
        Expr::Add(_) => inner(atom),
        _ => false,
    }
}

/// Whether what stands under a range is not negative anywhere in it.
fn is_nonnegative_over(b: &Binder) -> bool {
    let (lo, hi, body) = (Poly::of(&b.lo), Poly::of(&b.hi), Poly::of(&b.body));
    let ranging = || region::ranging(&Guard::always(), &b.var, &lo, &hi);
    evident(&lo)
        && ranging().is_some_and(|inside| {
            evident(&body) || region::branches(&inside).iter().all(|branch| evident(&region::apply(&body, branch)))
        })
}

fn mono_is_nonnegative(mono: &Mono) -> bool {
    mono.powers.iter().all(|(atom, k)| k % 2 == 0 || atom_is_nonnegative(atom))
        && mono.exps.iter().all(|(_, base)| base.is_positive())
}

/// Every term a non-negative multiple of non-negative factors.
fn evident(p: &Poly) -> bool {
    p.terms.iter().all(|(m, c)| c.is_positive() && mono_is_nonnegative(m))
}

/// The whole number that a logarithm is evidently not below.
fn least_log(of: &Expr) -> i64 {
    let of = Poly::of(of);
    let exceeds = |power: &i64| evident(&of.sub(&Poly::int(1 << power)));
    (0..=LOGARITHM).rev().find(exceeds).unwrap_or(0)
}

/// Up to here logarithms are told from below.
const LOGARITHM: i64 = 12;

/// The polynomial with the least that logarithms can be in their place, where it grows with them; none without any.
fn with_least_logs(p: &Poly) -> Option<Poly> {
    let mut least = None;
    for (mono, coeff) in &p.terms {
        if let [(log @ Expr::Log2(of), 1)] = mono.powers.as_slice()
            && mono.exps.is_empty()
            && coeff.is_positive()
            && atom_is_nonnegative(log)
        {
            let least = least.get_or_insert_with(|| p.clone());
            least.add_term(mono.clone(), &-coeff.clone());
            least.add_all(Poly::int(least_log(of)).scaled(coeff));
        }
    }
    least
}

fn prove(p: &Poly, fuel: &mut u32, depth: u32) -> bool {
    if evident(p) || with_least_logs(p).is_some_and(|least| evident(&least)) {
        return true;
    }
    if let Some(c) = p.as_constant() {
        return !c.is_negative();
    }
    if *fuel == 0 || depth > 24 {
        return false;
    }
    *fuel = fuel.saturating_sub(steps(p));
    if let Some(cases) = split(p) {
        return match cases {
            Split::All(ps) => ps.iter().all(|p| prove(p, fuel, depth + 1)),
            Split::Any(ps) => ps.iter().any(|p| prove(p, fuel, depth + 1)),
        };
    }
    let Some(var) = induction_variable(p) else {
        return false;
    };
    let mut first = p.clone();
    let mut start = 0;
    for next in STARTS {
        while start < next {
            // Every point before the start must hold by itself.
            if !prove(&p.at(&var, start), fuel, depth + 1) {
                return false;
            }
            start += 1;
        }
        if next > 0 {
            first = p.shift(&var, next);
        }
        if evident(&first) || induct(&first, &var, fuel, depth) {
            return true;
        }
        if *fuel == 0 {
            return false;
        }
    }
    false
}

/// How many steps looking at an expression counts: a large one takes longer, so that proofs end in some hundredths of a second.
fn steps(p: &Poly) -> u32 {
    let atoms: usize = p.terms.keys().map(|mono| mono.powers.iter().map(|(atom, _)| parts(atom)).sum::<usize>()).sum();
    1 + ((p.terms.len() + atoms) / PARTS) as u32
}

/// The operands in an expression, those in operands included; a sequence is written anew from all before it at each step.
fn parts(e: &Expr) -> usize {
    let mut count = 0;
    e.visit(&mut |e| {
        count += match e {
            Expr::Sequence(sequence) => sequence.coeffs.len().pow(2),
            _ => 1,
        }
    });
    count
}

/// E(0) >= 0 and E(v+1) - c*E(v) >= 0, repeated until the difference is evident.
fn induct(p: &Poly, var: &Var, fuel: &mut u32, depth: u32) -> bool {
    let mut p = p.clone();
    for _ in 0..12 {
        if evident(&p) {
            return true;
        }
        if !p.mentions(var) {
            return prove(&p, fuel, depth + 1);
        }
        if *fuel == 0 {
            return false;
        }
        *fuel = fuel.saturating_sub(steps(&p));
        if !prove(&p.at(var, 0), fuel, depth + 1) {
            return false;
        }
        let bases = p.terms.keys().map(|m| m.base(var));
        let Some(base) = bases.filter(Rational::is_positive).min() else {
            return false;
        };
        p = p.shift(var, 1).sub(&p.scale(&base));
    }
    false
}

/// The variable of a negative term to induct along: one that occurs in powers and exponentials only.
fn induction_variable(p: &Poly) -> Option<Var> {
    let plain = |m: &Mono| -> Vec<Var> {
        let atoms = m.powers.iter().map(|(a, _)| a).chain(m.exps.iter().map(|(k, _)| k));
        atoms
            .flat_map(|e| match e {
                Expr::Var(v) => vec![v.clone()],
                Expr::Sequence(s) => s.arg.vars().into_iter().collect(),
                _ => vec![],
            })
            .collect()
    };
    let vars = p.terms.iter().filter(|(m, c)| c.is_negative() || !mono_is_nonnegative(m)).flat_map(|(m, _)| plain(m));
    let everything = p.terms.keys().flat_map(plain);
    let steady = |v: &Var| {
        p.terms.keys().all(|m| {
            let rest = m.without(v);
            m.degree(v) >= 0
                && rest.powers.iter().all(|(a, _)| !a.mentions(v) || matches!(a, Expr::Sequence(_)))
                && rest.exps.iter().all(|(k, _)| !k.mentions(v))
        })
    };
    vars.chain(everything).find(steady)
}

enum Split {
    All(Vec<Poly>),
    Any(Vec<Poly>),
}

/// Replaces one min, max, floor, ceiling, remainder or alternating sign by its cases.
fn split(p: &Poly) -> Option<Split> {
    // Cases that all must hold first: they leave the choice among helpful operands to the last, per case.
    let mut choice = None;
    for (mono, coeff) in &p.terms {
        for (atom, power) in &mono.powers {
            let alone = *power == 1 && p.terms.keys().filter(|m| m.powers.iter().any(|(a, _)| a == atom)).count() == 1;
            let others = Mono {
                powers: mono.powers.iter().filter(|(a, _)| a != atom).cloned().collect(),
                exps: mono.exps.clone(),
            };
            match atom {
                Expr::Min(es) | Expr::Max(es) => {
                    let cases: Vec<Poly> = es.iter().map(|e| replace(p, atom, &Poly::of(e))).collect();
                    // A max with a positive factor is at least each operand, so one proof is enough; else all are needed.
                    let factor = factor_of(p, atom);
                    let helps = factor.map(|factor| if matches!(atom, Expr::Max(_)) { factor } else { factor.neg() });
                    if !helps.is_some_and(|factor| evident(&factor)) {
                        return Some(Split::All(cases));
                    }
                    // The mean of the operands is between them, so it may serve where no single one does.
                    let share = Rational::ratio(1, es.len() as i64).unwrap_or(Rational::ONE);
                    let mean = es.iter().fold(Poly::zero(), |sum, e| sum.add(&Poly::of(e).scale(&share)));
                    let with_mean = cases.into_iter().chain([replace(p, atom, &mean)]).collect();
                    // Extrema inside of its operands may be those beside it: they go together.
                    if es.iter().any(has_extremum) {
                        return Some(Split::Any(with_mean));
                    }
                    choice.get_or_insert(Split::Any(with_mean));
                }
                Expr::Floor(a) | Expr::Ceil(a) | Expr::Mod(a, _) => {
                    let divisor = if let Expr::Mod(_, d) = atom { Poly::of(d).as_int() } else { None };
                    if let Some(cases) = residues(p, &Poly::of(a), divisor) {
                        return Some(Split::All(cases));
                    }
                    if alone && mono_is_nonnegative(&others) && !matches!(atom, Expr::Mod(..)) {
                        // x - 1 < floor(x) <= x and x <= ceil(x) < x + 1
                        let low = if matches!(atom, Expr::Floor(_)) { -1 } else { 0 };
                        let offset = if coeff.is_positive() { low } else { low + 1 };
                        return Some(Split::All(vec![replace(p, atom, &Poly::of(a).add(&Poly::int(offset)))]));
                    }
                }
                _ => {}
            }
        }
        for (key, base) in &mono.exps {
            let half = !key_is_plain(key);
            if (base.is_negative() || half)
                && let Some(cases) = residues(p, &Poly::of(key), base.is_negative().then_some(2))
            {
                return Some(Split::All(cases));
            }
        }
    }
    choice
}

/// What an atom is multiplied by in all; nothing where it stands in other powers than the first.
fn factor_of(p: &Poly, atom: &Expr) -> Option<Poly> {
    let mut factor = Poly::zero();
    for (mono, coeff) in &p.terms {
        match mono.powers.iter().find(|(a, _)| a == atom) {
            None => {}
            Some((_, 1)) => {
                let powers = mono.powers.iter().filter(|(a, _)| a != atom).cloned().collect();
                factor.add_scaled(&Poly::term(Mono { powers, exps: mono.exps.clone() }, Rational::ONE), coeff);
            }
            Some(_) => return None,
        }
    }
    Some(factor)
}

fn has_extremum(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |e| found |= matches!(e, Expr::Max(_) | Expr::Min(_)));
    found
}

fn key_is_plain(key: &Expr) -> bool {
    !matches!(key, Expr::Mul(es) if matches!(es.first(), Some(Expr::Num(_))))
}

/// `p` with each `v = d*v + r` for the variable of `inner`, where `d` clears its denominators: floors then vanish.
fn residues(p: &Poly, inner: &Poly, divisor: Option<i64>) -> Option<Vec<Poly>> {
    let linear = inner.terms.iter().find(|(m, q)| {
        let plain = matches!(m.powers.as_slice(), [(Expr::Var(_), 1)]) && m.exps.is_empty();
        plain && (!q.is_integer() || divisor.is_some())
    });
    let (mono, q) = linear?;
    let Expr::Var(var) = &mono.powers[0].0 else {
        return None;
    };
    let d = divisor.or_else(|| Rational::from(q.denom()).to_i64()).filter(|d| (2..=8).contains(d))?;
    let scaled = Poly::var(var).scale(&Rational::from(d));
    Some((0..d).map(|r| p.subst(var, &scaled.add(&Poly::int(r)))).collect())
}

/// `p` with `value` in place of an atom.
pub(crate) fn replace(p: &Poly, atom: &Expr, value: &Poly) -> Poly {
    let mut result = Poly::zero();
    for (mono, coeff) in &p.terms {
        let mut term = Poly::constant(coeff.clone());
        for (a, k) in &mono.powers {
            let factor = match u32::try_from(*k) {
                Ok(k) if a == atom => value.powu(k),
                _ => Poly::term(Mono::atom(a.clone(), *k), Rational::ONE),
            };
            term = term.mul(&factor);
        }
        let exps = Mono { powers: vec![], exps: mono.exps.clone() };
        result.add_scaled(&term.mul(&Poly::term(exps, Rational::ONE)), &Rational::ONE);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str) -> bool {
        is_nonnegative(&Poly::of(&text.parse().unwrap()))
    }

    #[test]
    fn true_inequalities_are_proved_and_false_ones_are_not() {
        for text in [
            "n^2 - 2*n + 1",
            "3*2^n - n - 2",
            "2^n - n",
            "n^2 + 40 - 5*n",
            "x*y + x + 5 - 4*x + x^2",
            "fib(n + 1) - fib(n)",
            "floor(n/2) - n/2 + 1/2",
            "max(n, 3) - 3",
            "max(3, y) - y",
            "min(2*n + 1, 3) - min(3, 2*n)",
            "3^n - 2^n - n",
            "23*x - x*min(23, 8*y + 21)",
            "23*x + 23 - x*min(23, 8*y + 29) - min(23, 8*y + 29)",
            "252*log2(x + 2) - 252",
            "7*log2(x*y + 4) + x - 14",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in [
            "n - 1",
            "n^2 - 3*n + 1",
            "x - y",
            "2^n - n^2",
            "floor(n/2) - n/2",
            "max(n, 3) - 4",
            "n - max(n, 1)",
            "252*log2(x + 2) - 253",
            "1 - log2(x + 2)",
        ] {
            assert!(!holds(text), "{text}");
        }
    }
}
