//! Polynomial bounds by linear programming.
//!
//! In: a function that calls at most itself. Out: pieces, each with a polynomial that is at least every case of the function
//! there, or at most every case, calls replaced by the polynomials of where they go; guesses, for the prover to decide. The
//! domain is divided into
//! places; each has a polynomial with unknown coefficients; what has to be at least 0 is demanded to be a sum of non-negative
//! multiples of products of what the guards say, which makes equations linear in the unknowns; the polynomials that are least
//! over many points are taken, or greatest for a lower bound. So steps that fall by a sum, a difference or in turns, whose costs differ, are weighed against
//! each other. Sources: Podelski and Rybalchenko (2004) for a constant cost and one place; Hofmann and Jost (2003) for costs
//! paid by potential; products as in Handelman (1988).

use crate::classes::branching;
use crate::expression::poly::Poly;
use crate::proof::check::Limits;
use crate::system::certificate::{demand, facts, products};
use crate::system::equation::{Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{self, Alternative, Choice, RecCall};
use crate::system::simplex::Program;
use crate::system::solution::{Exactness, Piece, Value};
use crate::{Expr, Linear, Rational, Var};

/// Where the method comes from, for the user.
pub(crate) const SOURCE: &str = "Podelski and Rybalchenko (2004); products as in Handelman (1988)";

/// Degrees of polynomials that are tried, and of how many parameters at most.
const DEGREES: [(u32, usize); 3] = [(1, 8), (2, 5), (3, 2)];
/// Places at most.
const PLACES: usize = 8;
/// Ways that calls may go at most.
const WAYS: usize = 60;

/// One way through an alternative: where it starts and where its calls go.
pub(crate) struct Way {
    pub from: usize,
    /// What holds on it.
    pub guard: Guard,
    /// Factor, arguments, and the place they are in; calls that have no case are left out.
    pub calls: Vec<(Poly, Vec<Poly>, usize)>,
    pub rest: Poly,
}

/// Claims about a function that cover places that it is in, if there are some; who asks proves them.
pub(crate) fn pieces(
    definition: &Definition,
    places: &[Guard],
    direction: Direction,
    limits: &Limits,
) -> Option<Vec<Piece>> {
    let alternatives = shape::alternatives(definition, direction).ok()?;
    if !alternatives.iter().any(Alternative::is_recursive) || definition.cases.iter().any(|c| c.rhs.is_infinite()) {
        return None;
    }
    let alternatives = without_extrema(alternatives, direction);
    let divisions: Vec<(Vec<Guard>, Option<Vec<Way>>)> = divisions(definition, &alternatives, places)
        .into_iter()
        .map(|places| {
            let ways = ways(definition, &alternatives, &places, limits);
            (places, ways)
        })
        .collect();
    let open = |place: &Guard| definition.params.len() - place.pinned().len();
    let params = places.iter().map(open).max().unwrap_or(0);
    let mut tries = DEGREES.iter().filter(|(_, most)| params <= *most);
    let polynomials = tries.find_map(|(degree, _)| {
        divisions.iter().filter(|_| !limits.expired()).find_map(|(places, ways)| {
            let polynomials = polynomials(definition, places, ways.as_ref()?, *degree, direction, limits)?;
            // There are better ways to a constant that is below everything.
            let says = direction == Direction::Upper || polynomials.iter().any(|p| p.as_constant().is_none());
            says.then(|| places.iter().zip(polynomials).map(piece).collect())
        })
    });
    let powers = || {
        let (places, ways) = divisions.iter().find(|(of, _)| of.len() == places.len())?;
        of_powers(definition, places, ways.as_ref()?, limits)
    };
    polynomials.or_else(|| (direction == Direction::Upper).then(powers).flatten())
}

/// The same as exponentials, from above.
pub(crate) fn exponentials(definition: &Definition, places: &[Guard], limits: &Limits) -> Option<Vec<Piece>> {
    let alternatives = without_extrema(shape::alternatives(definition, Direction::Upper).ok()?, Direction::Upper);
    of_powers(definition, places, &ways(definition, &alternatives, places, limits)?, limits)
}

fn of_powers(definition: &Definition, places: &[Guard], ways: &[Way], limits: &Limits) -> Option<Vec<Piece>> {
    let bounds = (!limits.expired()).then(|| branching::exponentials(definition, places, ways, limits))??;
    Some(places.iter().zip(bounds).map(piece).collect())
}

fn piece((region, form): (&Guard, Poly)) -> Piece {
    Piece { region: region.clone(), value: Value::Closed { expr: form.to_expr(), exactness: Exactness::Bound } }
}

/// Alternatives with each operand of a maximum in place of it: all of these are below the bound; of a minimum for a lower one.
/// What is the greatest over some choices, with no call in it, becomes a choice as well.
pub(super) fn without_extrema(alternatives: Vec<Alternative>, direction: Direction) -> Vec<Alternative> {
    let mut done = Vec::new();
    let mut todo = alternatives;
    while let Some(mut a) = todo.pop() {
        let ranges = std::iter::from_fn(|| shape::take_range(&mut a.rest, direction)).collect::<Vec<_>>();
        a.overs.extend(ranges);
        for over in &mut a.overs {
            while let Some(inner) = shape::take_range(&mut over.rest, direction) {
                over.choices.extend(inner.choices);
                over.rest = over.rest.add(&inner.rest);
            }
        }
        let extremum = a.rest.terms.iter().find_map(|(mono, c)| match (mono.powers.as_slice(), direction) {
            ([(Expr::Max(es), 1)], Direction::Upper) | ([(Expr::Min(es), 1)], Direction::Lower)
                if c.is_positive() && mono.exps.is_empty() =>
            {
                Some((mono.clone(), c.clone(), es.clone()))
            }
            _ => None,
        });
        match extremum {
            Some((mono, c, es)) if todo.len() + done.len() < WAYS => {
                let mut rest = a.rest.clone();
                rest.terms.remove(&mono);
                let with = |e: &Expr| Alternative { rest: rest.add(&Poly::of(e).scale(&c)), ..a.clone() };
                todo.extend(es.iter().map(with));
            }
            _ => done.push(a),
        }
    }
    done.reverse();
    done
}

/// A place divided by the order of the parameters that fall: what ends as soon as one of them does lasts as long as the
/// least. Nothing where fewer than two fall.
pub(crate) fn in_order(definition: &Definition, place: &Guard, direction: Direction) -> Option<Vec<Guard>> {
    let params = &definition.params;
    let alternatives = shape::alternatives(definition, direction).ok()?;
    let falls = |at: &usize| {
        let mut calls = alternatives.iter().flat_map(|a| &a.calls);
        calls.any(|call| Poly::var(&params[*at]).sub(&call.args[*at]).as_int().is_some_and(|by| by > 0))
    };
    let falling: Vec<usize> = (0..params.len()).filter(falls).collect();
    let pairs = falling.iter().enumerate().flat_map(|(nth, &a)| falling[nth + 1..].iter().map(move |&b| (a, b)));
    let least = |(a, b): (usize, usize)| Linear::var(&params[b]).plus(&Linear::var(&params[a]), -1);
    let order: Vec<Guard> = pairs.filter_map(least).map(|form| Guard::always().with(form)).collect();
    cells(std::slice::from_ref(place), &|_| order.clone()).filter(|places| places.len() > 1)
}

/// Divisions of places: where the recursion goes on and elsewhere, as they are, and by all conditions of recursive cases.
fn divisions(definition: &Definition, alternatives: &[Alternative], places: &[Guard]) -> Vec<Vec<Guard>> {
    let places: Vec<Guard> = places.iter().map(|place| region::natural(place, definition.params.iter())).collect();
    let recursive_in = |place: &Guard| -> Vec<&Alternative> {
        let applies = |a: &&Alternative| a.is_recursive() && region::is_possible(&place.clone().both(&a.guard));
        alternatives.iter().filter(applies).collect()
    };
    // One limit of one parameter is no reason for another piece.
    let compares = |guard: &Guard| {
        let of = guard.constraints();
        of.len() > 1 || of.iter().any(|c| c.form().terms.len() > 1)
    };
    let shared = |place: &Guard| vec![shared_guard(place, &recursive_in(place))].into_iter().filter(compares).collect();
    let each = |place: &Guard| {
        let of = |a: &Alternative| a.guard.without_implied(place).constraints();
        let mut each: Vec<Guard> = Vec::new();
        for c in recursive_in(place).into_iter().flat_map(of) {
            let condition = Guard::of(std::slice::from_ref(&c));
            if !each.contains(&condition) {
                each.push(condition);
            }
        }
        each
    };
    let mut divisions: Vec<Vec<Guard>> = cells(&places, &shared).into_iter().collect();
    divisions.push(places.clone());
    divisions.extend(cells(&places, &each));
    divisions.dedup();
    divisions
}

/// What all of some alternatives demand besides what holds in a place, or imply.
pub(crate) fn shared_guard(place: &Guard, alternatives: &[&Alternative]) -> Guard {
    let mut shared = Guard::always();
    for c in alternatives.iter().flat_map(|a| a.guard.without_implied(place).constraints()) {
        let c = Guard::of(std::slice::from_ref(&c));
        let by_all = || alternatives.iter().all(|a| place.clone().both(&a.guard).implies_all(&c));
        if !place.clone().both(&shared).implies_all(&c) && by_all() {
            shared = shared.both(&c);
        }
    }
    shared.without_implied(place)
}

/// The parts of places in which each condition on them holds everywhere or nowhere; nothing where they are too many.
fn cells(places: &[Guard], conditions: &dyn Fn(&Guard) -> Vec<Guard>) -> Option<Vec<Guard>> {
    let mut all = Vec::new();
    for place in places {
        let mut parts = vec![place.clone()];
        for condition in conditions(place) {
            let mut sides = vec![condition.clone()];
            sides.extend(condition.complement()?);
            let both = |part: &Guard| -> Vec<Guard> {
                let meet = |side: &Guard| part.clone().both(side);
                sides.iter().map(meet).filter(region::is_possible).collect()
            };
            parts = parts.iter().flat_map(both).collect();
            if all.len() + parts.len() > PLACES + 2 * (places.len() - 1) {
                return None;
            }
        }
        all.extend(parts);
    }
    Some(all)
}

/// All ways through all alternatives; nothing where they are too many, or cannot be told.
fn ways(definition: &Definition, alternatives: &[Alternative], places: &[Guard], limits: &Limits) -> Option<Vec<Way>> {
    let guards: Vec<Guard> = definition.cases.iter().map(|case| case.guard.clone()).collect();
    let everywhere = region::natural(&Guard::always(), definition.params.iter());
    let nowhere = everywhere.without(&guards).unwrap_or_else(|| vec![everywhere]);
    let mut ways = Vec::new();
    for (from, place) in places.iter().enumerate() {
        for a in alternatives {
            let mut guard = place.clone().both(&a.guard);
            let mut rest = a.rest.clone();
            let mut calls: Vec<(&RecCall, bool)> = a.calls.iter().map(|c| (c, false)).collect();
            for over in &a.overs {
                guard = Choice::inside(&over.choices, &guard)?;
                rest = rest.add(&over.rest);
                calls.extend(over.calls.iter().map(|c| (c, true)));
            }
            if !region::is_possible(&guard) {
                continue;
            }
            let mut open = vec![Way { from, guard, calls: vec![], rest }];
            for (call, is_choice) in calls {
                let values: Vec<(Var, Expr)> =
                    definition.params.iter().cloned().zip(call.args.iter().map(Poly::to_expr)).collect();
                let mut next = Vec::new();
                for way in open {
                    if limits.expired() {
                        return None;
                    }
                    let there = |region: &Guard| {
                        Some(way.guard.clone().both(&region.subst_all(&values))).filter(region::is_possible)
                    };
                    for (to, region) in places.iter().enumerate() {
                        let Some(guard) = there(region) else { continue };
                        let mut calls = way.calls.clone();
                        calls.push((call.coeff.clone(), call.args.clone(), to));
                        next.push(Way { guard, calls, rest: way.rest.clone(), from });
                    }
                    for region in nowhere.iter().filter(|_| !is_choice) {
                        let Some(guard) = there(region) else { continue };
                        next.push(Way { guard, calls: way.calls.clone(), rest: way.rest.clone(), from });
                    }
                }
                open = next;
                if ways.len() + open.len() > WAYS * places.len().min(3) {
                    return None;
                }
            }
            ways.extend(open);
        }
    }
    Some(ways)
}

/// The least polynomials of a degree, one a place, that are at least what every way gives; or the greatest that are at most that.
fn polynomials(
    definition: &Definition,
    places: &[Guard],
    ways: &[Way],
    degree: u32,
    direction: Direction,
    limits: &Limits,
) -> Option<Vec<Poly>> {
    let sided = |p: Poly| if direction == Direction::Upper { p } else { p.neg() };
    let params = &definition.params;
    let basis = monomials(params.len(), degree);
    let mut program = Program::default();
    // What has one value in a place is no variable there.
    let pinned = |place: &Guard| -> Vec<bool> {
        let known = place.pinned();
        params.iter().map(|param| known.iter().any(|(var, _)| var == param)).collect()
    };
    let unknowns: Vec<Vec<Option<usize>>> = places
        .iter()
        .map(|place| {
            let pinned = pinned(place);
            basis.iter().map(|m| m.is_free_of(&pinned).then(|| program.free())).collect()
        })
        .collect();
    let with = |unknowns: &[Option<usize>], forms: Vec<Poly>| -> Vec<(usize, Poly)> {
        unknowns.iter().zip(forms).filter_map(|(unknown, p)| Some(((*unknown)?, p))).collect()
    };
    for way in ways {
        if limits.expired() {
            return None;
        }
        let own: Vec<Poly> = basis.iter().map(|m| m.of(&params.iter().map(Poly::var).collect::<Vec<Poly>>())).collect();
        let mut terms = with(&unknowns[way.from], own.into_iter().map(sided).collect());
        for (factor, args, to) in &way.calls {
            let there = basis.iter().map(|m| sided(m.of(args).mul(factor).neg())).collect();
            terms.extend(with(&unknowns[*to], there));
        }
        let rest = sided(way.rest.neg());
        let about: Vec<&Poly> = terms.iter().map(|(_, p)| p).chain([&rest]).collect();
        demand(&mut program, &terms, &rest, &products(&facts(&way.guard, &about), degree));
    }
    for (place, unknowns) in places.iter().zip(&unknowns) {
        for point in points(definition, place) {
            for (unknown, m) in unknowns.iter().zip(&basis) {
                let size = m.at(&point);
                let cost = if direction == Direction::Upper { size } else { -size };
                unknown.iter().for_each(|&unknown| program.cost(unknown, &cost));
            }
        }
    }
    let values = program.solve()?;
    let polynomial = |unknowns: &Vec<Option<usize>>| {
        let vars: Vec<Poly> = params.iter().map(Poly::var).collect();
        let terms = with(unknowns, basis.iter().map(|m| m.of(&vars)).collect());
        terms.iter().fold(Poly::zero(), |sum, (unknown, p)| sum.add(&p.scale(&values[*unknown])))
    };
    Some(unknowns.iter().map(polynomial).collect())
}

/// A product of parameters: the power of each.
pub(crate) struct Monomial(Vec<u32>);

impl Monomial {
    pub fn of(&self, values: &[Poly]) -> Poly {
        self.0.iter().zip(values).fold(Poly::one(), |product, (&k, value)| product.mul(&value.powu(k)))
    }

    fn is_free_of(&self, pinned: &[bool]) -> bool {
        self.0.iter().zip(pinned).all(|(&k, &pinned)| k == 0 || !pinned)
    }

    pub fn at(&self, point: &[i64]) -> Rational {
        self.0
            .iter()
            .zip(point)
            .fold(Rational::ONE, |product, (&k, &x)| (0..k).fold(product, |product, _| &product * &Rational::from(x)))
    }
}

pub(crate) fn monomials(params: usize, degree: u32) -> Vec<Monomial> {
    let mut all = vec![vec![]];
    for _ in 0..params {
        let longer = |powers: &Vec<u32>| {
            let left = degree - powers.iter().sum::<u32>();
            (0..=left).map(|k| [powers.as_slice(), &[k]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(Monomial).collect()
}

/// Points of a place where cases apply, over which polynomials are to be small.
pub(crate) fn points(definition: &Definition, place: &Guard) -> Vec<Vec<i64>> {
    let params = &definition.params;
    let pinned = place.pinned();
    let sizes: &[i64] = match params.len() - pinned.len() {
        0..=3 => &[0, 1, 3, 10, 30, 100],
        4 | 5 => &[0, 2, 10, 40],
        6..=8 => &[1, 10],
        _ => return vec![],
    };
    let mut points: Vec<Vec<i64>> = vec![vec![]];
    for param in params {
        let known = pinned.iter().find(|(var, _)| var == param).and_then(|(_, value)| value.as_num()?.to_i64());
        let own = known.as_ref().map_or(sizes, std::slice::from_ref);
        points = points.iter().flat_map(|p| own.iter().map(|&x| [p.as_slice(), &[x]].concat())).collect();
    }
    points.retain(|point| {
        let at = |v: &Var| params.iter().position(|p| p == v).map(|at| point[at]);
        let holds = |guard: &Guard| guard.holds(&at) == Some(true);
        holds(place) && definition.cases.iter().any(|case| holds(&case.guard))
    });
    points
}
