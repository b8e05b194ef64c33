//! What solving gives: piecewise bounds, or why there is none.
//!
//! A [`Solution`] is a list of regions that exclude each other, each with a closed form or the reason why none is known
//! there. Where no piece is, no case of the function applies: nothing is claimed because nothing has that value.

use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Var};
use std::fmt;

/// A bound, or why there is none.
#[derive(Clone, PartialEq, Debug)]
pub enum Bound {
    /// Closed forms that were proved and passed the re-check, on some region at least.
    Known(Solution),
    /// No finite bound was found.
    Unknown {
        /// The equations that could not be solved, as text.
        equation: String,
        /// Why not.
        reason: String,
    },
}

/// A piecewise bound and what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// Its pieces, on regions that exclude each other.
    pub pieces: Vec<Piece>,
    /// The rule that found the first piece.
    pub rule: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    /// What was done, for the user.
    pub steps: Vec<String>,
}

/// A bound on one region.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Where it holds.
    pub region: Guard,
    /// What holds there.
    pub value: Value,
}

/// What is known on a region.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A closed form over the parameters.
    Closed {
        /// The form.
        expr: Expr,
        /// Whether it equals the function there, not just bounds it.
        exactness: Exactness,
    },
    /// Nothing, for this reason.
    Unknown(String),
}

/// Whether a bound equals what it bounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exactness {
    /// A bound.
    Bound,
    /// Equal wherever it is said to hold.
    Exact,
}

impl Bound {
    /// The solution, when there is one.
    pub fn known(&self) -> Option<&Solution> {
        match self {
            Bound::Known(s) => Some(s),
            Bound::Unknown { .. } => None,
        }
    }
}

impl Piece {
    /// The closed form, where there is one.
    pub fn closed(&self) -> Option<&Expr> {
        match &self.value {
            Value::Closed { expr, .. } => Some(expr),
            Value::Unknown(_) => None,
        }
    }

    /// Whether it equals the function on its region.
    pub fn is_exact(&self) -> bool {
        matches!(&self.value, Value::Closed { exactness: Exactness::Exact, .. })
    }
}

impl Solution {
    /// A bound of all values of finitely many steps.
    pub fn derived(piece: Piece) -> Solution {
        Solution {
            pieces: vec![piece],
            rule: "a parameter and a constant",
            source: "induction over derivations",
            steps: Vec::new(),
        }
    }

    /// The only closed form, where there is one piece and it is known.
    pub fn single(&self) -> Option<(&Guard, &Expr)> {
        match self.pieces.as_slice() {
            [piece] => Some((&piece.region, piece.closed()?)),
            _ => None,
        }
    }

    /// Whether every piece is known and equals the function.
    pub fn is_exact(&self) -> bool {
        self.pieces.iter().all(Piece::is_exact)
    }

    /// Whether every piece is known.
    pub fn is_complete(&self) -> bool {
        self.pieces.iter().all(|piece| piece.closed().is_some())
    }

    /// The piece at a point; nothing where no case applies, or where a variable has no value.
    pub fn piece_at(&self, point: &dyn Fn(&Var) -> Option<i64>) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.region.holds(point) == Some(true))
    }

    /// The closed form at a point, where one is claimed there.
    pub fn at(&self, point: &dyn Fn(&Var) -> Option<i64>) -> Option<&Expr> {
        self.piece_at(point)?.closed()
    }

    /// The pieces whose region a condition does not exclude.
    pub fn within<'a>(&'a self, condition: &'a Guard) -> impl Iterator<Item = &'a Piece> {
        self.pieces.iter().filter(move |piece| condition.clone().both(&piece.region).possible())
    }

    /// The expressions under renamings of their variables.
    pub fn subst_all(&self, values: &[(Var, Expr)]) -> Solution {
        let pieces = self.pieces.iter().map(|piece| Piece {
            region: piece.region.subst_all(values),
            value: match &piece.value {
                Value::Closed { expr, exactness } => {
                    Value::Closed { expr: expr.subst_all(values).simplify(), exactness: *exactness }
                }
                unknown => unknown.clone(),
            },
        });
        Solution { pieces: pieces.collect(), ..self.clone() }
    }

    /// Pieces that say the same put together, and regions without constraints that say nothing in the domain.
    pub(crate) fn merged(mut self, domain: &Guard) -> Solution {
        let mut at = 0;
        let mut unions = UNIONS;
        while at < self.pieces.len() {
            let joined = (at + 1..self.pieces.len()).find_map(|other| {
                let (a, b) = (&self.pieces[at], &self.pieces[other]);
                let form = common_form(a, b, domain)?;
                unions = unions.checked_sub(1)?;
                Some((other, form, a.region.united(&b.region, domain)?))
            });
            match joined {
                Some((other, form, region)) => {
                    let gone = self.pieces.remove(other);
                    let kept = &mut self.pieces[at];
                    kept.region = region;
                    if let (Value::Closed { expr, .. }, Some(form)) = (&mut kept.value, form) {
                        *expr = form;
                    }
                    if let (Value::Closed { exactness, .. }, Value::Closed { exactness: other, .. }) =
                        (&mut kept.value, gone.value)
                    {
                        *exactness = (*exactness).min(other);
                    }
                    at = 0;
                }
                None => at += 1,
            }
        }
        if self.pieces.len() <= WIDENED {
            self.widen(domain);
        }
        for piece in &mut self.pieces {
            piece.region = piece.region.without_implied(domain);
            let pinned = piece.region.pinned();
            if let (Value::Closed { expr, .. }, false) = (&mut piece.value, pinned.is_empty()) {
                *expr = expr.subst_all(&pinned).simplify();
            }
        }
        self
    }
}

/// Pieces outside of regions; nothing where these make too many.
pub(crate) fn outside(pieces: &[Piece], regions: &[Guard], domain: &Guard) -> Option<Vec<Piece>> {
    let mut all = Vec::new();
    for piece in pieces {
        let left = piece.region.without(regions)?;
        let left = left.into_iter().filter(|part| region::is_possible(&domain.clone().both(part)));
        all.extend(left.map(|region| Piece { region, ..piece.clone() }));
    }
    Some(all)
}

/// How often two pieces are tried to be put together.
const UNIONS: usize = 200;

/// Of solutions of more pieces none takes in others.
const WIDENED: usize = 24;

impl Solution {
    /// Pieces of one form that no guard of their own unites, put together with the points between them, where other pieces
    /// have the same value.
    fn widen(&mut self, domain: &Guard) {
        let mut at = 0;
        while at < self.pieces.len() {
            match self.widened(at, domain) {
                Some(pieces) => {
                    self.pieces = pieces;
                    at = 0;
                }
                None => at += 1,
            }
        }
    }

    /// The pieces where one has taken in others of its form, if it can.
    fn widened(&self, at: usize, domain: &Guard) -> Option<Vec<Piece>> {
        let (own, expr) = (&self.pieces[at], self.pieces[at].closed()?);
        let is_twin = |piece: &&Piece| piece.closed() == Some(expr);
        let within = |piece: &Piece| domain.clone().both(&piece.region);
        let twins: Vec<Guard> = self.pieces.iter().filter(is_twin).map(within).collect();
        let shared =
            |c: &crate::Constraint| twins.iter().all(|twin| twin.implies_all(&Guard::of(std::slice::from_ref(c))));
        let hull = Guard::of(&halves(&own.region).into_iter().filter(shared).collect::<Vec<_>>());
        let (mut exact, mut rest) = (self.pieces.iter().filter(is_twin).all(Piece::is_exact), Vec::new());
        for piece in self.pieces.iter().filter(|piece| !is_twin(piece)) {
            let inside = within(piece).both(&hull);
            if !inside.possible() {
                rest.push(piece.clone());
                continue;
            }
            let gap = (expr.clone() - piece.closed()?.clone()).simplify();
            if !(inside.ensures(&gap) && inside.ensures(&(-gap).simplify())) {
                return None;
            }
            exact &= piece.is_exact();
            let outside = hull.complement()?.into_iter().map(|side| piece.region.clone().both(&side));
            let outside: Vec<Guard> = outside.filter(|part| domain.clone().both(part).possible()).collect();
            let [left] = outside.as_slice() else { return None };
            rest.push(Piece { region: left.clone(), ..piece.clone() });
        }
        // All of it has to be said by some piece: elsewhere no case applies.
        let regions: Vec<Guard> = self.pieces.iter().map(|piece| piece.region.clone()).collect();
        let covered = domain.clone().both(&hull).without(&regions)?.is_empty();
        let exactness = if exact { Exactness::Exact } else { Exactness::Bound };
        let whole = Piece { region: hull, value: Value::Closed { expr: expr.clone(), exactness } };
        (twins.len() > 1 && covered).then(|| std::iter::once(whole).chain(rest).collect())
    }
}

impl fmt::Display for Solution {
    /// `1 for x <= 0; x + 1 for x >= 1`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, piece) in self.pieces.iter().enumerate() {
            write!(f, "{}{piece}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Closed { expr, .. } => write!(f, "{expr}")?,
            Value::Unknown(_) => f.write_str("unknown")?,
        }
        if self.region.is_always() { Ok(()) } else { write!(f, " for {}", self.region) }
    }
}

/// The form that two pieces share: theirs, or that of one where it equals the other at single sizes; nothing inside for
/// two that are unknown for one reason.
fn common_form(a: &Piece, b: &Piece, domain: &Guard) -> Option<Option<Expr>> {
    match (&a.value, &b.value) {
        (Value::Closed { expr: x, .. }, Value::Closed { expr: y, .. }) => {
            let single = |piece: &Piece| {
                piece.region.constraints().iter().any(|constraint| matches!(constraint, crate::Constraint::Zero(_)))
            };
            let equal = |piece: &Piece| {
                let here = domain.clone().both(&piece.region);
                let gap = x.clone() - y.clone();
                here.ensures(&gap.simplify()) && here.ensures(&(-gap).simplify())
            };
            match () {
                () if x == y => Some(Some(x.clone())),
                () if single(b) && equal(b) => Some(Some(x.clone())),
                () if single(a) && equal(a) => Some(Some(y.clone())),
                () => None,
            }
        }
        (Value::Unknown(a), Value::Unknown(b)) if a == b => Some(None),
        _ => None,
    }
}

impl Guard {
    /// The guard of all points of a domain where this or another holds, where one guard can say that.
    pub fn united(&self, other: &Guard, domain: &Guard) -> Option<Guard> {
        let (own, others) = (domain.clone().both(self), domain.clone().both(other));
        let shared = |from: &Guard, other: &Guard| -> Vec<crate::Constraint> {
            let follows = |c: &crate::Constraint| other.implies_all(&Guard::of(std::slice::from_ref(c)));
            halves(from).into_iter().filter(follows).collect()
        };
        let constraints = [shared(self, &others), shared(other, &own)].concat();
        let union = Guard::of(&constraints);
        let covered = |part: Guard| !part.possible() || part.implies_all(other);
        let rest = self.complement()?;
        rest.into_iter().all(|part| covered(domain.clone().both(&union).both(&part))).then_some(union)
    }
}

/// The constraints with equations as two inequalities.
fn halves(guard: &Guard) -> Vec<crate::Constraint> {
    let (at_least, distinct) = guard.forms();
    let at_least = at_least.iter().cloned().map(crate::Constraint::AtLeast);
    at_least.chain(distinct.iter().cloned().map(crate::Constraint::Distinct)).collect()
}
