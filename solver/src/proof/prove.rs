//! The prover: whether a piecewise claim bounds a function, decided symbolically on whole regions.
//!
//! In: a definition over the natural numbers that calls only itself, claimed pieces, a direction. Out: that the claim
//! holds, or the first piece that could not be proved and why. Values are those of finite derivations: a case applies where
//! its guard holds; a call stands for any value of the function at its arguments, for 0 where no case applies
//! there (in a split that choice is none). An upper claim f is a bound if every case gives at most f where calls are replaced by the
//! claim (Φ(f) <= f), and every chain of calls ends; a lower claim if every case gives at least f. Both by induction
//! along derivations. What is not decided is not proved.

use std::cell::Cell;

use crate::expression::expr::put;
use crate::expression::poly::Poly;
use crate::proof::check::{Limits, OUT_OF_TIME};
use crate::proof::defined::is_defined;
use crate::proof::ranking::{self, Move};
use crate::proof::rises::{self, Values};
use crate::system::certificate;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{self, Alternative, Choice, RecCall, widens};
use crate::system::solution::{Exactness, Piece};
use crate::system::sums;
use crate::{Expr, Var};

/// Combinations of pieces and choices that one case's calls may meet.
const COMBINATIONS: usize = 400;

/// The piece that is not proved, and why.
pub(crate) type Gap = (usize, String);

/// What is to be proved of the cases of a function where a piece is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Every case gives the claim.
    Equal,
    /// No case gives anything beyond the claim.
    Within,
    /// Some case gives the claim or something beyond.
    Reached,
}

/// Where an aim is not reached, and why.
type Left = Vec<(Guard, String)>;

/// Whether the pieces bound the function, and which equal it: there every value is the claim, or none is beyond and one is
/// the claim. Pieces that are `given` are vouched for by a theorem, also when they claim to be exact.
pub(crate) fn prove(
    definition: &Definition,
    pieces: &[Piece],
    direction: Direction,
    given: &dyn Fn(usize) -> bool,
    limits: &Limits,
) -> Result<Vec<Exactness>, Gap> {
    prove_with(definition, pieces, direction, given, limits, 0)
}

/// The same, where so many proofs that a margin is natural may be looked for by linear programs, which take longer.
pub(crate) fn prove_with(
    definition: &Definition,
    pieces: &[Piece],
    direction: Direction,
    given: &dyn Fn(usize) -> bool,
    limits: &Limits,
    programs: u32,
) -> Result<Vec<Exactness>, Gap> {
    let open: Vec<usize> = (0..pieces.len()).filter(|&at| pieces[at].closed().is_some() && !given(at)).collect();
    let guards: Vec<Guard> = definition.cases.iter().map(|case| case.guard.clone()).collect();
    let everywhere = region::natural(&Guard::always(), definition.params.iter());
    let nowhere = everywhere.without(&guards).unwrap_or_else(|| vec![everywhere]);
    let mut prover = Prover {
        definition,
        pieces,
        direction,
        nowhere,
        exact: vec![false; pieces.len()],
        values: Values::Any,
        programs: Cell::new(programs),
        limits: *limits,
    };
    if rises::multiplies(definition) && rises::is_natural(definition) && prover.claims_are_natural() {
        prover.values = Values::Natural;
    }
    // What a theorem says must have a value, too.
    for at in (0..pieces.len()).filter(|&at| pieces[at].closed().is_some()) {
        let claim = Poly::of(pieces[at].closed().expect("only closed pieces are proved"));
        if !is_defined(&claim, &prover.natural(&pieces[at].region)) {
            return Err((at, format!("{} is not defined on all of its region", claim.to_expr())));
        }
    }
    open.iter().for_each(|&at| prover.exact[at] = true);
    prover.narrow(&open, &|prover, at| prover.piece(at, Aim::Equal).is_ok());
    for &at in open.iter().filter(|&&at| !prover.exact[at]) {
        prover.piece(at, Aim::Within).map_err(|why| (at, why))?;
    }
    let ends = open.is_empty() || prover.ends();
    if let (Direction::Upper, false, Some(&first)) = (direction, ends, open.first()) {
        return Err((first, "the recursion is not known to end".to_string()));
    }
    let equal = prover.exact.clone();
    prover.exact =
        (0..pieces.len()).map(|at| pieces[at].closed().is_some() && (!given(at) || pieces[at].is_exact())).collect();
    let unsure: Vec<usize> = open.iter().copied().filter(|&at| !equal[at]).collect();
    prover.narrow(&unsure, &|prover, at| ends && prover.reaches(at));
    let exactness = |at: usize| {
        let is_exact = prover.exact[at] && (ends || given(at));
        if is_exact { Exactness::Exact } else { Exactness::Bound }
    };
    Ok((0..pieces.len()).map(exactness).collect())
}

struct Prover<'a> {
    definition: &'a Definition,
    pieces: &'a [Piece],
    direction: Direction,
    /// Where no case applies.
    nowhere: Vec<Guard>,
    /// Which pieces equal the function, as far as is known or assumed.
    exact: Vec<bool>,
    /// Of the function and of what is claimed.
    values: Values,
    /// How many proofs may still be looked for by linear programs.
    programs: Cell<u32>,
    /// What it may use.
    limits: Limits,
}

/// What a case gives, with some of its calls still to be put in.
#[derive(Clone)]
struct Goal {
    guard: Guard,
    rhs: Expr,
    aim: Aim,
    /// Why calls must be where the claim equals the function, if they must.
    only_exact: Option<String>,
    /// Calls of choices, which do not count where a call has no case.
    choices: Vec<Expr>,
    /// Calls of a choice that was picked, and so must have one.
    picked: Vec<Expr>,
}

impl Prover<'_> {
    fn natural(&self, guard: &Guard) -> Guard {
        region::natural(&guard.clone().both(&self.definition.domain), self.definition.params.iter())
    }

    fn claims_are_natural(&self) -> bool {
        let natural = |piece: &Piece| {
            let place = self.natural(&piece.region);
            piece.closed().is_none_or(|expr| region::is_nonnegative_under(&Poly::of(expr), &place))
        };
        self.pieces.iter().all(natural)
    }

    /// Takes out of the exact pieces those that do not hold while the others are exact.
    fn narrow(&mut self, among: &[usize], holds: &dyn Fn(&Prover<'_>, usize) -> bool) {
        loop {
            let fails = among.iter().copied().find(|&at| self.exact[at] && !holds(self, at));
            let Some(at) = fails else { return };
            self.exact[at] = false;
        }
    }

    /// Whether every case gives what a piece claims, or nothing beyond.
    fn piece(&self, at: usize, aim: Aim) -> Result<(), String> {
        let claim = Poly::of(self.pieces[at].closed().expect("only closed pieces are proved"));
        let place = self.natural(&self.pieces[at].region);
        let mut budget = COMBINATIONS;
        for case in &self.definition.cases {
            let guard = place.clone().both(&case.guard);
            if !guard.possible() {
                continue;
            }
            if let Some((_, why)) = self.goal(&claim, self.case(case, guard, aim), &mut budget).into_iter().next() {
                return Err(why);
            }
        }
        Ok(())
    }

    /// Whether at every point of a piece where cases apply one of them gives the claim or something beyond.
    fn reaches(&self, at: usize) -> bool {
        let claim = Poly::of(self.pieces[at].closed().expect("only closed pieces are proved"));
        let mut parts = vec![self.natural(&self.pieces[at].region)];
        let mut budget = COMBINATIONS;
        for case in &self.definition.cases {
            let mut next = Vec::new();
            for part in parts {
                let guard = part.clone().both(&case.guard);
                if !guard.possible() {
                    next.push(part);
                    continue;
                }
                let left = self.goal(&claim, self.case(case, guard, Aim::Reached), &mut budget);
                next.extend(left.into_iter().map(|(guard, _)| guard));
                let Some(outside) = part.without(std::slice::from_ref(&case.guard)) else { return false };
                next.extend(outside);
            }
            parts = next;
            if budget == 0 || parts.len() > COMBINATIONS {
                return false;
            }
        }
        let has_case =
            |part: &Guard| self.definition.cases.iter().any(|case| part.clone().both(&case.guard).possible());
        !parts.iter().any(has_case)
    }

    fn case(&self, case: &Case, guard: Guard, aim: Aim) -> Goal {
        let only_exact = match aim {
            Aim::Within => rises::rises_with_calls(&case.rhs, &guard, self.values).err(),
            Aim::Equal | Aim::Reached => Some("it calls itself where the claim is not exact".to_string()),
        };
        Goal { guard, rhs: case.rhs.clone(), aim, only_exact, choices: vec![], picked: vec![] }
    }

    fn goal(&self, claim: &Poly, goal: Goal, budget: &mut usize) -> Left {
        if *budget == 0 {
            return vec![(goal.guard, "too many combinations of pieces".to_string())];
        }
        *budget -= 1;
        if self.limits.expired() {
            return vec![(goal.guard, OUT_OF_TIME.to_string())];
        }
        if !goal.guard.possible() {
            return vec![];
        }
        if let Some(split) = outermost_split(&goal.rhs) {
            return self.split(claim, goal, &split, budget);
        }
        if let Some(call) = innermost_call(&goal.rhs) {
            return self.call(claim, goal, &call, budget);
        }
        let margin = |claim: &Poly, rhs: &Poly| match (self.direction, goal.aim) {
            (Direction::Upper, Aim::Within | Aim::Equal) | (Direction::Lower, Aim::Reached) => claim.sub(rhs),
            (Direction::Lower, Aim::Within | Aim::Equal) | (Direction::Upper, Aim::Reached) => rhs.sub(claim),
        };
        let holds = |margin: &Poly| {
            let margin = sums::telescoped(margin, &goal.guard);
            margin.is_zero()
                || match goal.aim {
                    Aim::Equal => {
                        let natural = |p: &Poly| region::is_nonnegative_under(p, &goal.guard);
                        is_zero_under(&margin, &goal.guard) || natural(&margin) && natural(&margin.neg())
                    }
                    Aim::Within => {
                        let certain = || {
                            let left = self.programs.get();
                            self.programs.set(left.saturating_sub(1));
                            left > 0 && certificate::is_nonnegative(&margin, &goal.guard)
                        };
                        region::is_nonnegative_under(&margin, &goal.guard) || certain()
                    }
                    Aim::Reached => region::is_nonnegative_under(&margin, &goal.guard),
                }
        };
        let settled = |e: &Expr| Poly::of(&region::settled(e, &goal.guard));
        let margin_as_is = margin(claim, &Poly::of(&goal.rhs));
        if holds(&margin_as_is) || holds(&margin(&settled(&claim.to_expr()), &settled(&goal.rhs))) {
            return vec![];
        }
        if goal.aim == Aim::Within
            && let Some(split) = outermost_range(&goal.rhs).filter(|split| widens(&goal.rhs, split, self.direction))
        {
            return self.split(claim, goal, &split, budget);
        }
        let margin = sums::telescoped(&margin_as_is, &goal.guard);
        let why = format!("{} >= 0 for {} was not proved", margin.to_expr(), goal.guard);
        vec![(goal.guard, why)]
    }

    /// A split counts with every choice where the extremum goes the way of what is to be shown, else with one that is picked.
    fn split(&self, claim: &Poly, goal: Goal, split: &Expr, budget: &mut usize) -> Left {
        let (b, greatest) = match split {
            Expr::MaxOver(b) => (b, true),
            Expr::MinOver(b) => (b, false),
            _ => unreachable!("only splits are looked for"),
        };
        let (lo, hi) = (Poly::of(&b.lo), Poly::of(&b.hi));
        // Where the range is empty, the case does not apply.
        let guard = goal.guard.clone().and_nonnegative(&hi.sub(&lo));
        let own = Var::new(format!("{}#{}", b.var, *budget));
        let Some(inside) = region::ranging(&guard, &own, &lo, &hi) else {
            return vec![(goal.guard, format!("the choices of {} may be negative", b.var))];
        };
        let calls_of = |body: &Expr| {
            let mut calls = Vec::new();
            body.visit(&mut |e| calls.extend(matches!(e, Expr::Call(..)).then(|| e.clone())));
            calls
        };
        let with = |body: &Expr, guard: Guard| Goal { guard, rhs: put(&goal.rhs, split, body), ..goal.clone() };
        let every = match goal.aim {
            Aim::Equal => true,
            Aim::Within => greatest == (self.direction == Direction::Upper),
            Aim::Reached => greatest == (self.direction == Direction::Lower),
        };
        if every {
            let body = b.body.subst(&b.var, &Expr::Var(own));
            let mut next = with(&body, inside);
            next.choices.extend(calls_of(&body));
            // What is left over is about the choice: the whole of it is.
            let left = self.goal(claim, next, budget).into_iter().next();
            return left.map(|(_, why)| (goal.guard.clone(), why)).into_iter().collect();
        }
        // Where the range may be empty there may be nothing to pick; elsewhere an end is tried where the other failed.
        let mut left = match goal.aim {
            Aim::Reached if !region::is_nonnegative_under(&hi.sub(&lo), &goal.guard) => {
                return vec![(goal.guard, format!("{} may have no choice", b.var))];
            }
            _ => vec![(guard, String::new())],
        };
        for end in [&b.lo, &b.hi] {
            let body = b.body.subst(&b.var, end).simplify();
            let mut next_left = Left::new();
            for (guard, _) in left {
                let mut next = with(&body, guard);
                next.picked.extend(calls_of(&body));
                next_left.extend(self.goal(claim, next, budget));
            }
            left = next_left;
        }
        left
    }

    /// A call counts with every piece that its arguments may lie in.
    fn call(&self, claim: &Poly, goal: Goal, call: &Expr, budget: &mut usize) -> Left {
        let Expr::Call(name, args) = call else { unreachable!("only calls are looked for") };
        if *name != self.definition.name || args.len() != self.definition.params.len() {
            return vec![(goal.guard, format!("{name} is not known"))];
        }
        let values = self.definition.at(args);
        let nested = is_argument(&goal.rhs, call);
        if nested && (self.direction, goal.aim) != (Direction::Lower, Aim::Within) {
            return vec![(goal.guard, "a call in the argument of a call".to_string())];
        }
        let with = |value: Expr, guard: Guard| match nested {
            false => Goal { guard, rhs: put(&goal.rhs, call, &value), ..goal.clone() },
            // As an argument it is any number from the bound on, which is natural.
            true => {
                let own = Var::new(format!("value#{}", goal.guard.vars().len()));
                let guard = region::natural(&guard, [&own].into_iter());
                let guard = guard.and_nonnegative(&Poly::var(&own).sub(&Poly::of(&value)));
                Goal { guard, rhs: put_in_arguments(&goal.rhs, call, &Expr::Var(own)), ..goal.clone() }
            }
        };
        let natural = |value: &Expr, guard: &Guard| !nested || region::is_nonnegative_under(&Poly::of(value), guard);
        let at_piece = |at: usize, guard: Guard, budget: &mut usize| match (self.pieces[at].closed(), &goal.only_exact)
        {
            (None, _) => vec![(guard, "it calls itself where no bound is known".to_string())],
            (Some(_), Some(why)) if !self.exact[at] => vec![(guard, why.clone())],
            (Some(expr), _) => {
                let value = expr.subst_all(&values);
                match natural(&value, &guard) {
                    true => self.goal(claim, with(value, guard), budget),
                    false => vec![(guard, format!("an argument may be negative in {}", goal.rhs))],
                }
            }
        };
        let places = region::places(&goal.rhs, call, &goal.guard);
        if places.iter().any(|place| !place.ranges.is_empty()) {
            // All terms of a sum must be of one piece.
            let lack =
                |part: &Guard| places.iter().any(|place| place.guard.clone().both(&part.subst_all(&values)).possible());
            let covers = |piece: &Piece| places.iter().all(|place| self.lies_in(&piece.region, &values, &place.guard));
            let at = self.pieces.iter().position(covers).filter(|_| !nested && !self.nowhere.iter().any(lack));
            return match at {
                Some(at) => at_piece(at, goal.guard.clone(), budget),
                None => vec![(goal.guard, format!("the terms with {call} are not of one piece"))],
            };
        }
        let mut left = Left::new();
        let stop = |left: &Left| goal.aim != Aim::Reached && !left.is_empty();
        if !goal.choices.contains(call) {
            for part in &self.nowhere {
                let part = goal.guard.clone().both(&part.subst_all(&values));
                if !part.possible() {
                    continue;
                }
                match goal.picked.contains(call) {
                    true => left.push((part, format!("a choice calls {call}, which has no case"))),
                    false => left.extend(self.goal(claim, with(Expr::int(0), part), budget)),
                }
                if stop(&left) {
                    return left;
                }
            }
        }
        if let Some(at) = self.pieces.iter().position(|piece| self.lies_in(&piece.region, &values, &goal.guard)) {
            left.extend(at_piece(at, goal.guard.clone(), budget));
            return left;
        }
        // What lies in no piece met so far.
        let mut outside = vec![goal.guard.clone()];
        for (at, piece) in self.pieces.iter().enumerate() {
            let inside = goal.guard.clone().both(&piece.region.subst_all(&values));
            if !inside.possible() {
                continue;
            }
            left.extend(at_piece(at, inside, budget));
            if stop(&left) {
                return left;
            }
            let Some(sides) = exact_complement(&piece.region, &values) else {
                return vec![(goal.guard, format!("whether {} lies in {} is not linear", show(&values), piece.region))];
            };
            outside = outside
                .iter()
                .flat_map(|part| sides.iter().map(move |side| part.clone().both(side)))
                .filter(Guard::possible)
                .collect();
            if outside.len() > COMBINATIONS {
                return vec![(goal.guard, "too many regions".to_string())];
            }
        }
        for part in outside {
            let met = |case: &Case| part.clone().both(&case.guard.subst_all(&values)).possible();
            if self.definition.cases.iter().any(met) {
                left.push((part, format!("it calls itself at {}, where nothing is claimed", show(&values))));
            }
        }
        left
    }

    /// Whether arguments lie in a region wherever a guard holds.
    fn lies_in(&self, region: &Guard, values: &[(Var, Expr)], guard: &Guard) -> bool {
        let (at_least, distinct) = region.forms();
        distinct.is_empty()
            && at_least.iter().all(|form| {
                let p = Poly::of(&form.to_expr().subst_all(values));
                region::is_nonnegative_under(&p, guard)
            })
    }

    /// Whether every chain of calls from where something is claimed ends: a form falls with each call and stays natural,
    /// or every call comes with a cost and the claim, which is natural, falls by it, or linear programs find what falls.
    fn ends(&self) -> bool {
        if rises::multiplies(self.definition) && self.values != Values::Natural {
            return false;
        }
        let Ok((alternatives, unpaid)) = shape::with_all_calls(self.definition) else { return false };
        let mut turns = Vec::new();
        for (from, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.closed().is_some()) {
            let place = self.natural(&piece.region);
            for a in alternatives.iter().filter(|a| a.is_recursive()) {
                let guard = place.clone().both(&a.guard);
                if guard.possible() {
                    let Some(turn) = turn(a, from, guard) else { return false };
                    turns.push(turn);
                }
            }
        }
        turns.is_empty() || self.ranked(&turns) || !unpaid && self.paid(&turns) || self.falls(&turns)
    }

    /// Whether ranking functions are found.
    fn falls(&self, turns: &[Turn]) -> bool {
        let params = &self.definition.params;
        let move_to = |turn: &Turn, c: &RecCall, to: usize| {
            let values: Vec<(Var, Expr)> = params.iter().cloned().zip(c.args.iter().map(Poly::to_expr)).collect();
            let guard = turn.choosing.clone().both(&self.pieces[to].region.subst_all(&values));
            guard.possible().then(|| Move { from: turn.from, to, guard, args: c.args.clone() })
        };
        let claimed: Vec<usize> = (0..self.pieces.len()).filter(|&at| self.pieces[at].closed().is_some()).collect();
        let calls = turns.iter().flat_map(|turn| turn.calls().map(move |c| (turn, c)));
        let moves: Vec<Move> =
            calls.flat_map(|(turn, c)| claimed.iter().filter_map(move |&to| move_to(turn, c, to))).collect();
        ranking::all_end(params, &moves)
    }

    fn ranked(&self, turns: &[Turn]) -> bool {
        let params = &self.definition.params;
        let n = params.len().min(6);
        let sums: Vec<Poly> = (1..1usize << n)
            .map(|choice| {
                (0..n).filter(|i| choice >> i & 1 == 1).fold(Poly::zero(), |sum, i| sum.add(&Poly::var(&params[i])))
            })
            .collect();
        let mut limits: Vec<Poly> =
            turns.iter().flat_map(|turn| turn.alternative.guard.forms().0.iter().map(crate::Linear::to_poly)).collect();
        limits.sort();
        limits.dedup();
        // Each in turn takes out what it falls with, as long as nothing left makes it rise.
        let lexicographic = |candidates: &[Poly]| {
            let mut left: Vec<&Turn> = turns.iter().collect();
            loop {
                let before = left.len();
                for rank in candidates {
                    if left.iter().all(|turn| self.steps(turn, rank, 0)) {
                        left.retain(|turn| !self.steps(turn, rank, 1));
                    }
                }
                if left.is_empty() {
                    return true;
                }
                if left.len() == before {
                    return false;
                }
            }
        };
        lexicographic(&sums) || lexicographic(&limits) || lexicographic(&[limits, sums].concat())
    }

    /// Whether a form falls by so much with every call of a turn, and is natural where it falls.
    fn steps(&self, turn: &Turn, rank: &Poly, by: i64) -> bool {
        let params = &self.definition.params;
        let after = |c: &RecCall| {
            let values: Vec<(Var, Expr)> = params.iter().cloned().zip(c.args.iter().map(Poly::to_expr)).collect();
            Poly::of(&rank.to_expr().subst_all(&values))
        };
        let falls =
            |c: &RecCall| region::is_nonnegative_under(&rank.sub(&after(c)).sub(&Poly::int(by)), &turn.choosing);
        (by == 0 || region::is_nonnegative_under(rank, &turn.guard)) && turn.calls().all(falls)
    }

    fn paid(&self, turns: &[Turn]) -> bool {
        let pays = |turn: &Turn| {
            let whole = |c: &RecCall| region::is_nonnegative_under(&c.coeff.sub(&Poly::one()), &turn.choosing);
            let least = [Some(crate::Rational::ONE), crate::Rational::ratio(1, 1000)];
            turn.alternative.overs.iter().all(|o| region::is_nonnegative_under(&o.rest, &turn.choosing))
                && turn.calls().all(whole)
                && least.into_iter().flatten().any(|least| {
                    region::is_nonnegative_under(&turn.alternative.rest.sub(&Poly::constant(least)), &turn.guard)
                })
        };
        self.claims_are_natural() && turns.iter().all(pays)
    }
}

/// An alternative that calls, where something is claimed; and with its choices.
struct Turn<'a> {
    alternative: &'a Alternative,
    /// The piece.
    from: usize,
    guard: Guard,
    choosing: Guard,
}

/// An alternative under a guard; nothing where its choices may be negative.
fn turn(alternative: &Alternative, from: usize, guard: Guard) -> Option<Turn<'_>> {
    let mut splits = alternative.overs.iter();
    let choosing = splits.try_fold(guard.clone(), |guard, o| Choice::inside(&o.choices, &guard))?;
    Some(Turn { alternative, from, guard, choosing })
}

impl Turn<'_> {
    fn calls(&self) -> impl Iterator<Item = &RecCall> {
        self.alternative.calls.iter().chain(self.alternative.overs.iter().flat_map(|o| &o.calls))
    }
}

/// The first outermost split around calls.
fn outermost_split(e: &Expr) -> Option<Expr> {
    match e {
        Expr::MaxOver(b) | Expr::MinOver(b) if b.body.has_call() => Some(e.clone()),
        Expr::Call(..) => None,
        _ => e.children().find_map(outermost_split),
    }
}

/// The first outermost extremum over a range, calls or none.
fn outermost_range(e: &Expr) -> Option<Expr> {
    match e {
        Expr::MaxOver(_) | Expr::MinOver(_) => Some(e.clone()),
        _ => e.children().find_map(outermost_range),
    }
}

/// The first call whose arguments hold none.
fn innermost_call(e: &Expr) -> Option<Expr> {
    let inside = e.children().find_map(innermost_call);
    inside.or_else(|| matches!(e, Expr::Call(..)).then(|| e.clone()))
}

/// Whether a call stands in the argument of another.
fn is_argument(e: &Expr, call: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |part| {
        if let Expr::Call(_, args) = part {
            args.iter().for_each(|arg| arg.visit(&mut |inner| found |= inner == call));
        }
    });
    found
}

/// With a value in place of a call where that is an argument of another.
fn put_in_arguments(e: &Expr, call: &Expr, value: &Expr) -> Expr {
    match e {
        Expr::Call(name, args) if e != call => {
            Expr::Call(name.clone(), args.iter().map(|arg| put(arg, call, value)).collect())
        }
        _ => e.map_children(&mut |child| put_in_arguments(child, call, value)),
    }
}

/// Whether an expression is zero wherever a guard holds.
fn is_zero_under(p: &Poly, guard: &Guard) -> bool {
    let parts = region::branches(guard);
    parts.iter().all(|branch| region::apply(p, branch).is_zero())
}

/// The parts where arguments do not lie in a region; nothing where a constraint over them is not linear.
fn exact_complement(region: &Guard, values: &[(Var, Expr)]) -> Option<Vec<Guard>> {
    let mut exact = Guard::always();
    for constraint in region.constraints() {
        let lhs = constraint.form().to_expr().subst_all(values);
        exact = exact.linear(&lhs, constraint.relation(), &Expr::int(0))?;
    }
    exact.complement()
}

fn show(values: &[(Var, Expr)]) -> String {
    let args: Vec<String> = values.iter().map(|(_, arg)| arg.to_string()).collect();
    format!("({})", args.join(", "))
}
