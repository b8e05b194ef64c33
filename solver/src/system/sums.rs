//! Sums with ends that differ by a number, made to differ by their last terms.
//!
//! In: a canonical form and a guard. Out: the form with sums of the same terms from the same start to different ends as one
//! sum, to the nearest of the ends, and the terms beyond it, where the guard says that no range is shorter than empty.

use crate::Expr;
use crate::expression::expr::Binder;
use crate::expression::poly::Poly;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::sign;

/// Ends further apart than this stay as they are.
const TERMS: i64 = 8;

pub(crate) fn telescoped(p: &Poly, guard: &Guard) -> Poly {
    let mut result = p.clone();
    let sums = sums_of(p);
    for (at, one) in sums.iter().enumerate() {
        for other in &sums[at + 1..] {
            if (&one.lo, &one.body, &one.var) != (&other.lo, &other.body, &other.var) {
                continue;
            }
            let gap = Poly::of(&other.hi).sub(&Poly::of(&one.hi));
            let Some(gap) = gap.as_int().filter(|gap| gap.abs() <= TERMS) else { continue };
            let (short, long) = if gap >= 0 { (one, other) } else { (other, one) };
            let length = Poly::of(&short.hi).sub(&Poly::of(&short.lo)).add(&Poly::one());
            if !region::is_nonnegative_under(&length, guard) {
                continue;
            }
            let last = (1..=gap.abs()).fold(Poly::zero(), |sum, i| {
                let k = Poly::of(&short.hi).add(&Poly::int(i)).to_expr();
                sum.add(&Poly::of(&short.body.subst(&short.var, &k)))
            });
            let sum = |b: &Binder| Expr::Sum(Box::new(b.clone()));
            result = sign::replace(&result, &sum(long), &Poly::of(&sum(short)).add(&last));
        }
    }
    result
}

fn sums_of(p: &Poly) -> Vec<Binder> {
    let mut found: Vec<Binder> = Vec::new();
    for (atom, _) in p.terms.keys().flat_map(|mono| &mono.powers) {
        if let Expr::Sum(b) = atom
            && !found.contains(b)
        {
            found.push((**b).clone());
        }
    }
    found
}
