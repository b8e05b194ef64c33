//! Exponential bounds by linear programming.
//!
//! In: ways through a function, with up to b calls each. Out: for each place a bound K*b^r - c, guesses for the prover. First a
//! linear form r is looked for that no call makes rise and that as many as possible make fall by one, and that is not negative
//! where cases apply; then numbers K and c of each place. With A = K - (K of the calls, each divided by b where r falls) not
//! negative, A*b^r >= A*(1 + r), so that it is enough if A*(1 + r) - c is at least the rest, less the c of the calls: linear in
//! the unknowns. What a rest has of b^s, where s is at most r, is first taken from A.

use crate::Rational;
use crate::classes::potential::{Monomial, Way, monomials, points};
use crate::expression::normal;
use crate::expression::poly::Poly;
use crate::proof::check::Limits;
use crate::system::certificate::{demand, facts, products};
use crate::system::equation::Definition;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::simplex::Program;

/// Bases at most.
const BASE: i64 = 6;

/// A bound for each place.
pub(crate) fn exponentials(
    definition: &Definition,
    places: &[Guard],
    ways: &[Way],
    limits: &Limits,
) -> Option<Vec<Poly>> {
    let calls =
        |way: &Way| way.calls.iter().try_fold(Rational::ZERO, |sum, (factor, ..)| Some(&sum + &factor.as_constant()?));
    let most = ways.iter().map(calls).collect::<Option<Vec<Rational>>>()?.into_iter().max()?.ceil().to_i64()?;
    if most > BASE {
        return None;
    }
    let (form, falls) = form(definition, places, ways)?;
    (2..=most).take_while(|_| !limits.expired()).find_map(|base| bounds(places, ways, &form, &falls, base))
}

/// A form that no call makes rise, and which calls of each way make it fall by one.
fn form(definition: &Definition, places: &[Guard], ways: &[Way]) -> Option<(Poly, Vec<Vec<bool>>)> {
    let params: Vec<Poly> = definition.params.iter().map(Poly::var).collect();
    let basis = monomials(params.len(), 1);
    let mut program = Program::default();
    let unknowns: Vec<usize> = basis.iter().map(|_| program.free()).collect();
    let values = |of: &[Poly]| basis.iter().map(|m: &Monomial| m.of(of)).collect::<Vec<Poly>>();
    let here: Vec<(usize, Poly)> = unknowns.iter().copied().zip(values(&params)).collect();
    let mut steps: Vec<Vec<usize>> = Vec::new();
    for way in ways {
        let about: Vec<&Poly> = params.iter().chain(way.calls.iter().flat_map(|(_, args, _)| args)).collect();
        let products = products(&facts(&way.guard, &about), 1);
        demand(&mut program, &here, &Poly::zero(), &products);
        let mut own = Vec::new();
        for (_, args, _) in &way.calls {
            let (step, rest) = (program.nonnegative(), program.nonnegative());
            program.equation([(step, Rational::ONE), (rest, Rational::ONE)], Rational::ONE);
            // To fall counts for more than to be small.
            program.cost(step, &Rational::from(-1_000_000));
            let after = unknowns.iter().copied().zip(values(args).into_iter().map(|p| p.neg()));
            let fall: Vec<(usize, Poly)> = here.iter().cloned().chain(after).chain([(step, Poly::int(-1))]).collect();
            demand(&mut program, &fall, &Poly::zero(), &products);
            own.push(step);
        }
        steps.push(own);
    }
    for point in places.iter().flat_map(|place| points(definition, place)) {
        for (&unknown, m) in unknowns.iter().zip(&basis) {
            program.cost(unknown, &m.at(&point));
        }
    }
    let found = program.solve()?;
    let form = here.iter().fold(Poly::zero(), |sum, (unknown, p)| sum.add(&p.scale(&found[*unknown])));
    let falls = steps.iter().map(|own| own.iter().map(|&step| found[step].is_one()).collect()).collect();
    Some((form, falls))
}

/// The least K*base^form - c of each place.
fn bounds(places: &[Guard], ways: &[Way], form: &Poly, falls: &[Vec<bool>], base: i64) -> Option<Vec<Poly>> {
    let mut program = Program::default();
    let mut unknown = |cost: i64| {
        let unknown = program.nonnegative();
        program.cost(unknown, &Rational::from(cost));
        unknown
    };
    let unknowns: Vec<(usize, usize)> = places.iter().map(|_| (unknown(1000), unknown(-1))).collect();
    let grown = form.add(&Poly::one());
    let divided = Rational::ratio(1, base)?;
    for (way, falls) in ways.iter().zip(falls) {
        let (share, rest) = shared(way, form, base)?;
        let (own, less) = unknowns[way.from];
        let mut factors = vec![(own, Rational::ONE)];
        let mut constants = vec![(less, Poly::int(-1))];
        for ((factor, _, to), falls) in way.calls.iter().zip(falls) {
            let times = factor.as_constant()?;
            let part = if *falls { &times * &divided } else { times.clone() };
            factors.push((unknowns[*to].0, -part));
            constants.push((unknowns[*to].1, Poly::constant(times)));
        }
        let slack = program.nonnegative();
        program.equation(factors.iter().cloned().chain([(slack, Rational::from(-1))]), share.clone());
        let terms: Vec<(usize, Poly)> =
            factors.into_iter().map(|(unknown, c)| (unknown, grown.scale(&c))).chain(constants).collect();
        let rest = rest.add(&grown.scale(&share)).neg();
        demand(&mut program, &terms, &rest, &products(&facts(&way.guard, &[&grown, &rest]), 1));
    }
    let values = program.solve()?;
    let power = normal::power(&Poly::int(base), form);
    let bound = |(k, c): &(usize, usize)| power.scale(&values[*k]).sub(&Poly::constant(values[*c].clone()));
    Some(unknowns.iter().map(bound).collect())
}

/// What the rest of a way has of base^form, and what it has besides.
fn shared(way: &Way, form: &Poly, base: i64) -> Option<(Rational, Poly)> {
    let (mut share, mut others) = (Rational::ZERO, Poly::zero());
    for (mono, c) in &way.rest.terms {
        let exponent = match (mono.powers.as_slice(), mono.exps.as_slice()) {
            ([], [(exponent, of)]) if *of == Rational::from(base) => Poly::of(exponent),
            _ => {
                others = others.add(&Poly::term(mono.clone(), c.clone()));
                continue;
            }
        };
        let above = form.sub(&exponent);
        let part = match above.as_int().and_then(|above| i32::try_from(above).ok()) {
            Some(above) => Rational::from(base).powi(-above)?,
            None if c.is_negative() => continue,
            None if region::is_nonnegative_under(&above, &way.guard) => Rational::ONE,
            None => return None,
        };
        share = &share + &(&part * c);
    }
    Some((share, others))
}
