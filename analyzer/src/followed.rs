//! When sequels are looked for, and what of them is kept.
//!
//! In: functions that call each other, solved by equations without sequels. Out: the same, some with better bounds. Only
//! where a bound leaves something to wish for are the equations made once more, with sequels (see [`crate::sequels`]); what
//! comes of them is kept where it grows less, or more for a lower bound. Both are bounds: which of them is taken is a matter
//! of taste, not of truth.

use crate::cost::Extent;
use crate::equations::{Equations, Solved};
use crate::functions::{Function, What};
use crate::sequels::Reach;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Definition, Direction, Expr, Linear, Piece, Var};
use std::cmp::Ordering;

/// The equations of functions.
type Definitions = FxHashMap<Function, Definition>;

/// The part of the time that is left which one attempt may take.
pub(crate) const PART: u32 = 8;

/// How many sizes a path may choose: what several choose together takes the solver long, and seldom has a bound.
const CHOICES: usize = 2;

fn choices(expr: &Expr) -> usize {
    let mut found = 0;
    expr.visit(&mut |e| found += usize::from(matches!(e, Expr::MaxOver(_) | Expr::MinOver(_))));
    found
}

/// What a bound comes to where most comes of it: forms of which the greatest counts.
fn forms(solved: &Solved, direction: Direction) -> Vec<Expr> {
    if direction == Direction::Upper {
        return vec![solved.total.clone().unwrap_or(Expr::Inf)];
    }
    let pieces = solved.bound.known().into_iter().flat_map(|solution| &solution.pieces);
    pieces.filter_map(|piece| piece.closed().cloned()).chain([Expr::int(0)]).collect()
}

/// How the greatest of some forms grows against the greatest of others.
fn compared(a: &[Expr], b: &[Expr], var: Option<&Var>) -> Ordering {
    let greatest = |forms: &[Expr]| forms.iter().max_by(|a, b| a.compare_growth(b, var)).cloned();
    match (greatest(a), greatest(b)) {
        (Some(a), Some(b)) => a.compare_growth(&b, var),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// Sizes at which bounds that grow alike are compared.
const SIZES: [i64; 2] = [5, 50];

/// The values of a bound at some sizes: all alike, and one greater than the others.
fn values(solved: &Solved, direction: Direction) -> Vec<f64> {
    let one = |at: &dyn Fn(&Var) -> Option<i64>| {
        let value = solved.bound.known()?.at(at)?.eval_f64(&|var| Some(at(var)? as f64));
        (!value.is_nan()).then_some(value)
    };
    let mut values = Vec::new();
    for size in SIZES {
        values.push(one(&|_| Some(size)));
        let alone = |greater: &Var| one(&|var| Some(if var == greater { size } else { SIZES[0] }));
        values.extend(solved.params.iter().map(alone));
    }
    let nothing = if direction == Direction::Upper { f64::INFINITY } else { 0.0 };
    values.into_iter().map(|value| value.unwrap_or(nothing)).collect()
}

/// How one bound grows against another, in each of the sizes and in all of them.
fn growth(new: &Solved, old: &Solved, direction: Direction) -> Vec<Ordering> {
    let (a, b) = (forms(new, direction), forms(old, direction));
    let vars = old.params.iter().chain(&new.params).map(Some);
    vars.chain([None]).map(|var| compared(&a, &b, var)).collect()
}

/// Whether some comparisons are for the new one of two bounds, and none against it.
fn is_for_new(found: &[Ordering], direction: Direction) -> bool {
    let (better, worse) = match direction {
        Direction::Upper => (Ordering::Less, Ordering::Greater),
        Direction::Lower => (Ordering::Greater, Ordering::Less),
    };
    found.contains(&better) && !found.contains(&worse)
}

/// Whether a bound grows better than another one in some sizes or all of them, and worse in none.
pub(crate) fn grows_better(new: &Solved, old: &Solved, direction: Direction) -> bool {
    is_for_new(&growth(new, old, direction), direction)
}

/// Whether a bound is better than another one: in no size or all of them does it grow worse, in some it grows better; or it
/// grows alike and is better at sizes that are tried, and nowhere worse.
pub(crate) fn is_better(new: &Solved, old: &Solved, direction: Direction) -> bool {
    let mut found = growth(new, old, direction);
    if found.iter().all(|how| how.is_eq()) && new.params == old.params {
        let (a, b) = (values(new, direction), values(old, direction));
        found = a.iter().zip(&b).filter_map(|(a, b)| a.partial_cmp(b)).collect();
    }
    is_for_new(&found, direction)
}

/// Whether a better bound is looked for: of one that is not linear wherever it is, or, from below, that does not grow in every
/// size.
pub(crate) fn is_open(solved: &Solved, direction: Direction) -> bool {
    let Some(solution) = solved.bound.known() else { return true };
    let is_linear = |piece: &Piece| piece.closed().is_some_and(|closed| Linear::of(closed).is_some());
    let stays =
        |var: &Var| solution.pieces.iter().all(|piece| piece.closed().is_none_or(|closed| !closed.mentions(var)));
    !solution.pieces.iter().all(is_linear)
        || direction == Direction::Upper && solved.total.is_none()
        || direction == Direction::Lower && solved.params.iter().any(stays)
}

impl Equations<'_> {
    /// Looks for better bounds of functions by equations with sequels.
    pub(crate) fn follow(&mut self, members: &[Function]) {
        let is_made_so = |of: &Function| self.followed.contains(of) || self.leaves(of);
        if members.iter().any(is_made_so) || !members.iter().any(|of| self.is_followed(of)) {
            return;
        }
        let is_of_use = |this: &Self, definitions: &Definitions| {
            members.iter().any(|member| definitions.get(member).is_some_and(|of| this.has_sequels(of)))
                && definitions.values().flat_map(|of| &of.cases).all(|case| choices(&case.rhs) <= CHOICES)
                && definitions.iter().all(|(function, of)| this.is_gone_through(*function, of))
        };
        let _ = self.again(members, |this| &mut this.followed, &is_of_use);
    }

    /// Looks for better bounds of functions by equations with what calls leave, or with how deep they stand in each other.
    pub(crate) fn look_at_left(&mut self, members: &[Function]) {
        let is_one = |of: &Function| matches!(of.what, What::Cost(..)) && !self.leaves(of);
        if !members.iter().all(is_one) || !members.iter().any(|of| self.is_left_open(of)) {
            return;
        }
        let leaves =
            |this: &Self, of: &Definition| this.callees(of).iter().any(|of| matches!(of.what, What::Leaving(..)));
        let of_use = |this: &Self, definitions: &Definitions| {
            members.iter().any(|member| definitions.get(member).is_some_and(|of| leaves(this, of)))
        };
        match members.iter().all(Function::is_progress) {
            true => _ = self.again(&Equations::with_depths(members), |this| &mut this.leaving_some, &|_, _| true),
            false => {
                // What a result of the whole leaves says more than its paths do, or it is none of what they go through.
                let has_place = members.iter().any(|of| self.place_left(of.variant).is_some());
                for by_paths in if has_place { &[false, true][..] } else { &[true] } {
                    self.by_paths = *by_paths;
                    if self.again(members, |this| &mut this.leaving_some, &of_use) {
                        break;
                    }
                }
                self.by_paths = false;
            }
        }
    }

    /// Solves functions once more, by equations that are made otherwise for those of a set, if these are of use; what is better
    /// is kept. Whether something is.
    fn again(
        &mut self,
        members: &[Function],
        set: fn(&mut Self) -> &mut FxHashSet<Function>,
        is_of_use: &dyn Fn(&Self, &Definitions) -> bool,
    ) -> bool {
        let known = self.order.len();
        let plain: Vec<(Function, Solved)> =
            members.iter().filter_map(|member| Some((*member, self.solved.remove(member)?))).collect();
        set(self).extend(members);
        self.limited(self.budget.part(PART), |this| {
            if let Ok(Some(definitions)) = this.definitions_of(members, &[])
                && is_of_use(this, &definitions)
            {
                this.solve_all(&definitions);
            }
        });
        members.iter().for_each(|member| _ = set(self).remove(member));
        let mut better: Vec<Function> = Vec::new();
        let is_new = |member: &&Function| !plain.iter().any(|(known, _)| known == *member);
        for &member in members.iter().filter(is_new) {
            match self.solved.get(&member).is_some_and(|solved| solved.total.is_some()) {
                true => better.push(member),
                false => _ = self.solved.remove(&member),
            }
        }
        for (member, plain) in plain {
            match self.solved.get(&member) {
                // That runs end is known of all sizes then, and not of others than it was.
                Some(new) if member.is_progress() && new.total.is_none() => self.solved.insert(member, plain),
                Some(new) if is_better(new, &plain, member.direction) => better.push(member),
                _ => self.solved.insert(member, plain),
            }
        }
        let found = self.order.split_off(known);
        let is_kept = |of: &Function| match of.what {
            What::Then(..) | What::Leaving(..) => !better.is_empty(),
            _ => better.contains(of) || !members.contains(of),
        };
        self.order.retain(|member| !better.contains(member));
        self.order.extend(found.into_iter().filter(|of| is_kept(of) && self.solved.contains_key(of)));
        !better.is_empty()
    }

    /// Whether sequels are looked for: of what costs something in a recursion and has no good bound.
    fn is_followed(&self, function: &Function) -> bool {
        let at = function.variant.0 as usize;
        let is_cost = matches!(function.what, What::Cost(extent, _) if extent != Extent::Prefix);
        let is_trusted = self.explorer.trusted.contains_key(&function.variant);
        let open = |solved: &Solved| is_open(solved, function.direction);
        is_cost && !is_trusted && self.solved.get(function).is_some_and(open) && self.reach()[at][at]
    }

    /// Whether a sequel goes through the recursion of its callee: what a call gives that grows on the way back is not what
    /// the recursive call gives, and what follows is none of that.
    fn is_gone_through(&self, function: Function, definition: &Definition) -> bool {
        let (reach, own) = (self.reach(), function.variant.0 as usize);
        let goes_round = |of: &Function| {
            let at = of.variant.0 as usize;
            matches!(of.what, What::Cost(extent, _) if extent != Extent::Failure) && reach[own][at] && reach[at][own]
        };
        !matches!(function.what, What::Then(..)) || !self.callees(definition).iter().any(goes_round)
    }

    fn has_sequels(&self, definition: &Definition) -> bool {
        self.callees(definition).iter().any(|callee| matches!(callee.what, What::Then(..)))
    }

    /// Which variants lead to which, in one call or more.
    pub(crate) fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| {
            let called = |at: usize| {
                let mut called = Vec::new();
                let paths = &self.explorer.paths[at];
                for path in paths.first.iter().chain(&paths.all) {
                    path.cost.calls(&mut |call| called.extend(call.callee().map(|callee| callee.0 as usize)));
                }
                called.sort_unstable();
                called.dedup();
                called
            };
            let callees: Vec<Vec<usize>> = (0..self.explorer.paths.len()).map(called).collect();
            let from = |at: usize| {
                let (mut reached, mut todo) = (vec![false; callees.len()], callees[at].clone());
                while let Some(next) = todo.pop() {
                    if !std::mem::replace(&mut reached[next], true) {
                        todo.extend(&callees[next]);
                    }
                }
                reached
            };
            (0..callees.len()).map(from).collect()
        })
    }
}
