//! Bounds of one function by linear programs, proved: polynomials, powers of a base, bounds by the order of parameters.
//!
//! In: a definition, and what is known of it otherwise. Out: pieces that say more than that, or nothing. The programs are
//! `classes/potential.rs`'s; `alone.rs` asks for these where its classes leave something open.

use crate::alone::{set_bounds, set_exactness};
use crate::classes::potential;
use crate::proof::check::Limits;
use crate::proof::prove::prove_with;
use crate::system::equation::{Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::solution::{Piece, Solution};
use crate::transforms::logarithm;
use crate::transforms::tagged::tagged;
use crate::{Expr, Var};
use std::collections::BTreeSet;

/// Proofs of one claim by linear programs.
pub(crate) const PROGRAMS: u32 = 80;

/// The pieces that linear programs find, if they are proved.
pub(crate) fn by_programs(own: &Definition, domain: &Guard, direction: Direction, limits: &Limits) -> Option<Solution> {
    Some(in_places(own, std::slice::from_ref(domain), direction, limits)?.merged(domain))
}

/// The pieces of several functions that linear programs find for all together, if they are proved: those of the first.
pub(crate) fn together(functions: &[Definition], direction: Direction, limits: &Limits) -> Option<Solution> {
    let one = tagged(functions);
    let solution = in_places(&one.definition, &one.places, direction, limits)?;
    let own = &functions[0];
    let values = one.values(0, &own.params);
    let domain = region::natural(&own.domain, own.params.iter());
    let mut solution = solution.subst_all(&values);
    solution.pieces.retain(|piece| region::is_possible(&piece.region));
    // What was put in place of calls of other components may be bounds.
    set_bounds(&mut solution.pieces);
    Some(solution.merged(&domain))
}

/// Lower bounds by the order of parameters, where no more than constants are known.
pub(crate) fn in_order(definition: &Definition, below: &Result<Solution, String>, limits: &Limits) -> Option<Solution> {
    let says = |piece: &Piece| piece.is_exact() || piece.closed().is_some_and(|form| !form.vars().is_empty());
    if below.as_ref().is_ok_and(|below| below.pieces.iter().any(says)) || limits.expired() {
        return None;
    }
    let domain = region::natural(&definition.domain, definition.params.iter());
    let places = potential::in_order(definition, &domain, Direction::Lower)?;
    Some(in_places(definition, &places, Direction::Lower, limits)?.merged(&domain))
}

/// Upper bounds by the order of parameters, where the greater of two is known, and they are less.
pub(crate) fn less_in_order(definition: &Definition, above: &Solution, limits: &Limits) -> Option<Solution> {
    let is_greatest = |piece: &Piece| {
        let mut found = false;
        piece.closed().inspect(|form| form.visit(&mut |e| found |= matches!(e, Expr::Max(_))));
        found && !piece.is_exact()
    };
    if !above.is_complete() || !above.pieces.iter().any(is_greatest) || limits.expired() {
        return None;
    }
    let domain = region::natural(&definition.domain, definition.params.iter());
    let places = potential::in_order(definition, &domain, Direction::Upper)?;
    let less = in_places(definition, &places, Direction::Upper, limits)?;
    (size(definition, &domain, &less.pieces)? < size(definition, &domain, &above.pieces)?).then(|| less.merged(&domain))
}

/// An upper bound in powers of a base, where another one grows exponentially and is above it at many points.
pub(crate) fn by_exponentials(own: &Definition, best: &Solution, domain: &Guard, limits: &Limits) -> Option<Solution> {
    let rises = |e: &Expr| matches!(e, Expr::Pow(_, exponent) if exponent.as_num().is_none());
    let is_exponential = |piece: &Piece| {
        let mut found = false;
        piece.closed().inspect(|closed| closed.visit(&mut |e| found |= rises(e)));
        found
    };
    if !logarithm::branches(own) || !best.pieces.iter().any(is_exponential) {
        return None;
    }
    let pieces = potential::exponentials(own, std::slice::from_ref(domain), limits)?;
    if size(own, domain, &pieces)? >= size(own, domain, &best.pieces)? {
        return None;
    }
    Some(proved(own, pieces, Direction::Upper, limits)?.merged(domain))
}

/// A lower bound by linear programs, where another one has no more than logarithms, or constants only, and is below it at many
/// points.
pub(crate) fn more_than_logarithms(
    own: &Definition,
    best: &Solution,
    domain: &Guard,
    limits: &Limits,
) -> Option<Solution> {
    let mut grown = BTreeSet::new();
    best.pieces.iter().filter_map(Piece::closed).for_each(|form| {
        form.visit(&mut |e| {
            if matches!(e, Expr::Log2(_)) {
                grown.extend(e.vars());
            }
        });
    });
    let is_constant = best.pieces.iter().filter_map(Piece::closed).all(|form| form.vars().is_empty());
    if grown.is_empty() && !is_constant || best.is_exact() || limits.expired() {
        return None;
    }
    let more = by_programs(own, domain, Direction::Lower, limits)?;
    let vars: BTreeSet<Var> = more.pieces.iter().filter_map(Piece::closed).flat_map(Expr::vars).collect();
    let grows = grown.is_subset(&vars) && !vars.is_empty();
    (grows && size(own, domain, &more.pieces)? > size(own, domain, &best.pieces)?).then_some(more)
}

fn in_places(own: &Definition, places: &[Guard], direction: Direction, limits: &Limits) -> Option<Solution> {
    proved(own, potential::pieces(own, places, direction, limits)?, direction, limits)
}

fn proved(own: &Definition, mut pieces: Vec<Piece>, direction: Direction, limits: &Limits) -> Option<Solution> {
    let proved = prove_with(own, &pieces, direction, &|_| false, limits, PROGRAMS).ok()?;
    set_exactness(&mut pieces, &proved);
    let said = match direction {
        Direction::Upper => "the least polynomials that no case exceeds",
        Direction::Lower => "the greatest polynomials that exceed no case",
    };
    let steps = vec![said.to_string(), "proved on each region".to_string()];
    Some(Solution { pieces, rule: "polynomials by linear programming", source: potential::SOURCE, steps })
}

/// How large a bound is over many points of a domain, in logarithms.
fn size(own: &Definition, domain: &Guard, pieces: &[Piece]) -> Option<f64> {
    let at = |point: &Vec<i64>| {
        let of = |v: &Var| own.params.iter().position(|p| p == v).map(|at| point[at]);
        let piece = pieces.iter().find(|piece| piece.region.holds(&of) == Some(true))?;
        let value = piece.closed()?.eval_f64(&|v| of(v).map(|value| value as f64));
        (!value.is_nan()).then(|| value.max(0.0).ln_1p().min(f64::MAX.ln()))
    };
    potential::points(own, domain).iter().map(at).sum()
}
