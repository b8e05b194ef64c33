//! One function that calls at most itself, over the natural numbers: its pieces.
//!
//! In: a definition without other unknown functions. Out: a piecewise solution, proved. The strategy (`strategy.rs`) gives a
//! closed form and where they claim it; what is left of the domain is solved again, with that put in; the prover then
//! decides, and what it does not decide is unknown. Long, because each way to take a function apart
//! solves the parts by all of the others.

use crate::classes;
use crate::enclosed;
use crate::expression::normal::keeps_calls;
use crate::expression::poly::Poly;
use crate::idle::{self, within};
use crate::linear_programs::{
    PROGRAMS, by_exponentials, by_programs, in_order, less_in_order, more_than_logarithms, together,
};
use crate::one_more::step_more;
use crate::proof::check::Limits;
use crate::proof::claim::{Found, Support};
use crate::proof::defined::{is_defined, where_defined};
use crate::proof::prove::{prove, prove_with};
use crate::proof::rises;
use crate::strategy;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::solution::{Exactness, Piece, Solution, Value, outside};
use crate::transforms::ended::ended;
use crate::transforms::logarithm::{self, Factors, logarithms};
use crate::transforms::unfold;
use crate::transforms::{has_one_value, nested, slow, splits};
use crate::turns;
use crate::{Expr, Rational};

/// Rules that are asked for a closed form until one covers all sizes.
const ATTEMPTS: usize = 3;

/// How often what is left is solved again.
const ROUNDS: u32 = 3;

/// How often another region that no call leaves is looked for.
const ENCLOSED: u32 = 2;

/// The pieces of a function; `hints` are solutions that are tried before the classes.
pub(crate) fn solve(
    definition: &Definition,
    hints: &[Solution],
    direction: Direction,
    limits: &Limits,
) -> Result<Solution, String> {
    let advancing = (direction == Direction::Lower).then(|| without_standing(definition)).flatten();
    let definition = advancing.as_ref().unwrap_or(definition);
    let hinted = hints.iter().find_map(|hint| hinted(definition, hint, direction, limits));
    let shorter = || without_idle(definition, direction, limits);
    let solution = hinted.or_else(shorter).map_or_else(|| pieces(definition, direction, limits, 0), Ok);
    let nested = || (direction == Direction::Upper).then(|| by_inner_values(definition, limits)).flatten();
    let solution =
        with_enclosed(solution.or_else(|reason| nested().ok_or(reason)), definition, direction, limits, ENCLOSED);
    let solution = by_turns(definition, &solution, direction, limits).map_or(solution, Ok);
    let solution = before_ends(definition, &solution, direction, limits).map_or(solution, Ok);
    let solution = match direction {
        Direction::Lower => {
            let solution = from_above(definition, &solution, limits).map_or(solution, Ok);
            let solution = in_order(definition, &solution, limits).map_or(solution, Ok);
            let more = solution.as_ref().ok().and_then(|known| step_more(definition, known));
            more.map_or(solution, Ok)
        }
        Direction::Upper => {
            let solution = or_more(solution, || by_first_logarithms(definition, limits));
            let solution = or_more(solution, || by_one_parameter(definition, limits));
            let solution = or_more(solution, || with_ends(definition, limits));
            let less = solution.as_ref().ok().and_then(|known| less_in_order(definition, known, limits));
            less.map_or(solution, Ok)
        }
    }?;
    match solution.pieces.iter().any(|piece| piece.closed().is_some()) {
        true => Ok(solution),
        false => Err(reason(&solution)),
    }
}

/// The pieces of the same function with several turns in one, where they are exact and others are not, or where no others
/// are known.
fn by_turns(
    definition: &Definition,
    known: &Result<Solution, String>,
    direction: Direction,
    limits: &Limits,
) -> Option<Solution> {
    let is_whole = known.as_ref().is_ok_and(Solution::is_complete);
    if known.as_ref().is_ok_and(|known| is_whole && known.is_exact()) {
        return None;
    }
    let own = turns::unfolded(definition, direction, limits)?;
    let domain = region::natural(&definition.domain, definition.params.iter());
    let solved = |domain: Guard| {
        let cases = cases_on(&domain, &own.cases);
        pieces(&Definition { domain, cases, ..own.clone() }, direction, limits, 0).ok()
    };
    [turns::orders(definition), vec![Guard::always()]].into_iter().find_map(|regions| {
        let part = |region: Guard| Some(within(solved(region.clone().both(&domain))?, &region));
        let parts: Vec<Solution> = regions.into_iter().map(part).collect::<Option<_>>()?;
        let Solution { rule, source, mut steps, .. } = parts.first()?.clone();
        let mut pieces: Vec<Piece> = parts.into_iter().flat_map(|part| part.pieces).collect();
        for piece in &mut pieces {
            let region = domain.clone().both(&piece.region);
            if let Value::Closed { expr, .. } = &mut piece.value {
                *expr = region.settled(expr);
            }
        }
        let proved = prove(definition, &pieces, direction, &|_| false, limits).ok()?;
        set_exactness(&mut pieces, &proved);
        steps.push("several turns in one, until parameters are back in their places".to_string());
        let found = Solution { pieces, rule, source, steps }.merged(&domain);
        // What depends on how many turns are left over says less to others than a bound that does not.
        let is_plain = found.pieces.iter().filter_map(Piece::closed).all(turns::is_plain);
        (found.is_complete() && is_plain && (found.is_exact() || !is_whole)).then_some(found)
    })
}

/// The pieces where calls are made, with what they come to where none is, and those where none is; if that is exact and what is
/// known is not. A bound for both may have to be wider: at the end, f(x - 1, n, n) + 1 has other values left than those it is met
/// with.
fn before_ends(
    definition: &Definition,
    known: &Result<Solution, String>,
    direction: Direction,
    limits: &Limits,
) -> Option<Solution> {
    let is_done = known.as_ref().is_ok_and(|known| known.is_complete() && known.is_exact());
    if is_done || definition.params.len() < 2 || limits.expired() || !has_one_value(definition) {
        return None;
    }
    let (recursive, ends): (Vec<Case>, Vec<Case>) =
        definition.cases.iter().cloned().partition(|case| case.rhs.has_call());
    let domain = region::natural(&definition.domain, definition.params.iter());
    let calling: Vec<Guard> = recursive.into_iter().map(|case| case.guard).collect();
    let ended = domain.without(&calling)?;
    let before = domain.without(&ended).filter(|parts| parts.len() == 1)?.swap_remove(0);
    if ended.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for part in ended {
        let own = Definition { domain: part.clone(), cases: cases_on(&part, &ends), ..definition.clone() };
        let of_part = without_calls(&own, &part, Direction::Upper)?.pieces.into_iter();
        all.extend(of_part.map(|piece| Piece { region: part.clone().both(&piece.region), ..piece }));
    }
    // More upper bounds are found to be exact, and what is exact is a bound from both sides.
    all.extend(rest(definition, &before, &all, Direction::Upper, limits, 0));
    let proved = prove(definition, &all, direction, &|_| false, limits).ok()?;
    set_exactness(&mut all, &proved);
    let steps =
        vec!["where calls are made, with what they end in".to_string(), "proved equal on each region".to_string()];
    let found =
        Solution { pieces: all, rule: "calls and ends apart", source: "monotone induction", steps }.merged(&domain);
    (found.is_complete() && found.is_exact()).then_some(found)
}

/// Other pieces where not all are known, if these say more.
fn or_more(known: Result<Solution, String>, more: impl FnOnce() -> Option<Solution>) -> Result<Solution, String> {
    if known.as_ref().is_ok_and(Solution::is_complete) {
        return known;
    }
    let says = |solution: &Solution| worth(solution);
    match more().filter(|more| says(more) > known.as_ref().map_or((false, 0), says)) {
        Some(more) => Ok(more),
        None => known,
    }
}

/// The pieces of the same function with what calls end in; nothing where no call ends in it.
fn with_ends(definition: &Definition, limits: &Limits) -> Option<Solution> {
    if limits.expired() {
        return None;
    }
    let own = ended(definition);
    if own == *definition {
        return None;
    }
    with_enclosed(pieces(&own, Direction::Upper, limits, 0), &own, Direction::Upper, limits, ENCLOSED).ok()
}

/// The pieces of the same function without a parameter that only keeps it within its limits.
fn without_idle(definition: &Definition, direction: Direction, limits: &Limits) -> Option<Solution> {
    let (shorter, region) = idle::without_idle(definition)?;
    let solution = solve(&shorter, &[], direction, limits).ok().filter(Solution::is_complete)?;
    let domain = region::natural(&definition.domain, definition.params.iter());
    Some(idle::within(solution, &region).merged(&domain))
}

/// For lower bounds of a function of natural values: without cases at one point that call the function there. They are more
/// than what they call. Nothing where there are none.
fn without_standing(definition: &Definition) -> Option<Definition> {
    let stands = |case: &Case| {
        let at = case.guard.pinned();
        let point = |e: &Expr| e.subst_all(&at).simplify();
        let is_here = |e: &Expr| {
            let here = || definition.params.iter().map(|param| point(&Expr::Var(param.clone())));
            matches!(e, Expr::Call(name, args) if *name == definition.name && args.iter().map(point).eq(here()))
        };
        // A term of the sum, as often as once.
        Poly::of(&case.rhs).terms.iter().any(|(mono, factor)| match mono.powers.as_slice() {
            [(call, 1)] => mono.exps.is_empty() && is_here(call) && *factor >= Rational::ONE,
            _ => false,
        })
    };
    if !definition.cases.iter().any(stands) || !rises::is_natural(definition) {
        return None;
    }
    let cases = definition.cases.iter().filter(|case| !stands(case)).cloned().collect();
    Some(Definition { cases, ..definition.clone() })
}

/// The pieces, with those on a region that no call leaves where not all are known, or where calls stand in arguments of
/// calls and no more than a bound is known.
fn with_enclosed(
    known: Result<Solution, String>,
    definition: &Definition,
    direction: Direction,
    limits: &Limits,
    rounds: u32,
) -> Result<Solution, String> {
    let domain = region::natural(&definition.domain, definition.params.iter());
    let is_nested = nested::is_nested(definition);
    let open = match &known {
        Ok(known) if is_nested && known.is_exact() => vec![],
        Ok(known) if !is_nested => {
            let unknown = known.pieces.iter().filter(|piece| piece.closed().is_none() && direction == Direction::Upper);
            let here = |piece: &Piece| domain.clone().both(&piece.region);
            let cases = |open: Guard| definition.cases.iter().map(move |case| open.clone().both(&case.guard));
            unknown.map(here).flat_map(cases).filter(region::is_possible).collect()
        }
        _ => vec![domain.clone()],
    };
    let alone = |own: &Definition, direction| pieces(own, direction, limits, 0);
    let Some(enclosed) = enclosed::solve(definition, &open, direction, limits, &alone) else { return known };
    let is_known = |piece: &Piece| piece.closed().is_some() && !is_nested;
    let (closed, others): (Vec<Piece>, Vec<Piece>) = match &known {
        Ok(known) => known.pieces.iter().cloned().partition(is_known),
        Err(reason) => (vec![], vec![Piece { region: domain.clone(), value: Value::Unknown(reason.clone()) }]),
    };
    let regions = |pieces: &[Piece]| pieces.iter().map(|piece| piece.region.clone()).collect::<Vec<Guard>>();
    let new = outside(&enclosed.pieces, &regions(&closed), &domain);
    let others = outside(&others, &regions(&enclosed.pieces), &domain);
    let Some((new, others)) = new.zip(others) else { return known };
    let more = Solution { pieces: [closed, new, others].concat(), ..enclosed }.merged(&domain);
    // Another region may have what is left.
    match rounds > 0 && !more.is_complete() && !is_nested {
        true => with_enclosed(Ok(more), definition, direction, limits, rounds - 1),
        false => Ok(more),
    }
}

/// The pieces of another part of the function, where they are proved to be exact wherever this one has cases.
fn hinted(definition: &Definition, hint: &Solution, direction: Direction, limits: &Limits) -> Option<Solution> {
    if limits.expired() || definition.cases.iter().any(|case| case.rhs.is_infinite()) || !hint.is_complete() {
        return None;
    }
    let domain = region::natural(&definition.domain, definition.params.iter());
    let here = |piece: &Piece| {
        let applies = |case: &Case| region::is_possible(&domain.clone().both(&piece.region).both(&case.guard));
        definition.cases.iter().any(applies)
    };
    let pieces: Vec<Piece> = hint.pieces.iter().filter(|piece| here(piece)).cloned().collect();
    let mut pieces = where_cases_apply(definition, &pieces);
    let regions: Vec<Guard> = pieces.iter().map(|piece| piece.region.clone()).collect();
    let covered = |case: &Case| domain.clone().both(&case.guard).without(&regions).is_some_and(|left| left.is_empty());
    if pieces.is_empty() || !definition.cases.iter().all(covered) {
        return None;
    }
    let proved = prove(definition, &pieces, direction, &|_| false, limits).ok()?;
    set_exactness(&mut pieces, &proved);
    let steps = vec!["the closed form of another part of it, proved equal here".to_string()];
    let solution = Solution { pieces, rule: "the same closed form", source: "monotone induction", steps };
    solution.is_exact().then(|| solution.merged(&domain))
}

/// Of a function that has one value at each point: lower bounds where upper ones are exact, which are known of more
/// functions, together with those found; nothing where that is no more, or is not proved.
fn from_above(definition: &Definition, below: &Result<Solution, String>, limits: &Limits) -> Option<Solution> {
    let is_done = below.as_ref().is_ok_and(|below| below.is_complete() && below.is_exact());
    if is_done || !has_one_value(definition) || definition.cases.iter().all(|case| !case.rhs.has_call()) {
        return None;
    }
    let above = pieces(definition, Direction::Upper, limits, 0);
    let above = with_enclosed(above, definition, Direction::Upper, limits, ENCLOSED);
    let above = by_turns(definition, &above, Direction::Upper, limits).map_or(above, Ok).ok()?;
    let mut all: Vec<Piece> = above.pieces.iter().filter(|piece| piece.is_exact()).cloned().collect();
    let regions: Vec<Guard> = all.iter().map(|piece| piece.region.clone()).collect();
    let gains = |piece: &Piece| {
        !piece.is_exact() && regions.iter().any(|region| region::is_possible(&piece.region.clone().both(region)))
    };
    if regions.is_empty() || below.as_ref().is_ok_and(|below| !below.pieces.iter().any(gains)) {
        return None;
    }
    let domain = region::natural(&definition.domain, definition.params.iter());
    if let Ok(below) = below {
        all.extend(outside(&below.pieces, &regions, &domain)?);
    }
    let proved = prove(definition, &all, Direction::Lower, &|_| false, limits).ok()?;
    set_exactness(&mut all, &proved);
    let steps = vec!["the upper bound, where it is exact".to_string(), "proved on each region".to_string()];
    Some(Solution { pieces: all, rule: above.rule, source: above.source, steps }.merged(&domain))
}

fn reason(solution: &Solution) -> String {
    let unknown = solution.pieces.iter().find_map(|piece| match &piece.value {
        Value::Unknown(reason) => Some(reason.clone()),
        Value::Closed { .. } => None,
    });
    unknown.unwrap_or_else(|| "no case applies".to_string())
}

fn pieces(definition: &Definition, direction: Direction, limits: &Limits, round: u32) -> Result<Solution, String> {
    if limits.expired() {
        return Err(crate::proof::check::OUT_OF_TIME.to_string());
    }
    let domain = region::natural(&definition.domain, definition.params.iter());
    let (infinite, finite): (Vec<Case>, Vec<Case>) =
        definition.cases.iter().cloned().partition(|case| case.rhs.is_infinite());
    if !infinite.is_empty() {
        return without_infinite(definition, &domain, infinite, finite, direction, limits, round);
    }
    let mut own = splits::narrowed(definition, std::slice::from_ref(definition));
    for (narrowed, case) in own.cases.iter_mut().zip(&definition.cases) {
        // A call whose value makes no difference where the guard holds must end, too.
        if direction == Direction::Upper && !keeps_calls(&case.rhs, &narrowed.rhs) {
            narrowed.rhs = case.rhs.clone();
        }
    }
    if let Some(solution) = without_calls(&own, &domain, direction) {
        return Ok(solution);
    }
    let mut best: Option<Solution> = None;
    let mut failure = String::new();
    for skip in 0..ATTEMPTS {
        let found = match found(&own, direction, skip, limits) {
            Ok(found) => found,
            Err(reason) if skip == 0 => {
                failure = reason;
                break;
            }
            Err(_) => break,
        };
        // Where it is claimed to be equal; where it is claimed at all; where its induction starts.
        let mut regions: Vec<Guard> = Vec::new();
        for region in found.exact_where.iter().chain([&found.valid]).chain(&found.cores) {
            let defined = is_defined(&Poly::of(&found.expr), &domain.clone().both(region));
            let region = if defined { region.clone() } else { where_defined(&found.expr, region) };
            let region = region.without_implied(&domain);
            if !regions.contains(&region) {
                regions.push(region);
            }
        }
        for region in regions {
            if limits.expired() {
                break;
            }
            let claimed = claim(&own, &found, &region, &domain, direction, limits, round);
            if claimed.is_complete() && claimed.is_exact() {
                return Ok(claimed);
            }
            if best.as_ref().is_none_or(|best| worth(best) < worth(&claimed)) {
                best = Some(claimed);
            }
        }
        // Another rule may know what this one leaves open.
        if best.as_ref().is_some_and(Solution::is_complete) {
            break;
        }
    }
    let is_whole = best.as_ref().is_some_and(Solution::is_complete);
    let is_open = match direction {
        Direction::Upper => !is_whole,
        // There is always a constant.
        Direction::Lower => best.as_ref().is_none_or(|best| known(best) == 0),
    };
    let logarithms = || {
        let pieces = |logarithms: &[Definition]| pieces(&logarithms[0], direction, limits, round).ok();
        let multiplies = direction == Direction::Upper && round == 0 && logarithm::multiplies(&own);
        multiplies.then(|| by_logarithms(std::slice::from_ref(&own), &pieces)).flatten()
    };
    if is_open && let Some(solution) = by_programs(&own, &domain, direction, limits).or_else(logarithms) {
        return Ok(solution);
    }
    if is_whole
        && direction == Direction::Upper
        && let Some(solution) = best.as_ref().and_then(|best| by_exponentials(&own, best, &domain, limits))
    {
        return Ok(solution);
    }
    if direction == Direction::Lower
        && let Some(solution) = best.as_ref().and_then(|best| more_than_logarithms(&own, best, &domain, limits))
    {
        return Ok(solution);
    }
    match best {
        Some(best) if known(&best) > 0 => return Ok(completed(&own, best, &domain, direction, &failure, limits)),
        Some(best) => failure = reason(&best),
        None => {}
    }
    if direction == Direction::Lower {
        if let Some(step) = classes::one_step_below(&own, &failure) {
            let claimed = claim(&own, &step, &step.valid, &domain, direction, limits, round);
            if known(&claimed) > 0 {
                return Ok(completed(&own, claimed, &domain, direction, &failure, limits));
            }
        }
        for constant in classes::constants_below(&own, &failure) {
            if limits.expired() {
                break;
            }
            let claimed = claim(&own, &constant, &constant.valid, &domain, direction, limits, round);
            if claimed.is_complete() {
                return Ok(claimed);
            }
        }
    }
    Err(failure)
}

/// A lower bound with the best constant where nothing else is known, if that is proved.
fn completed(
    own: &Definition,
    best: Solution,
    domain: &Guard,
    direction: Direction,
    failure: &str,
    limits: &Limits,
) -> Solution {
    if direction == Direction::Upper || best.is_complete() {
        return best;
    }
    let with = |constant: &Found| {
        let filled = best.pieces.iter().map(|piece| match piece.closed() {
            Some(_) => piece.clone(),
            None => Piece {
                region: piece.region.clone(),
                value: Value::Closed { expr: constant.expr.clone(), exactness: Exactness::Bound },
            },
        });
        let mut pieces: Vec<Piece> = filled.collect();
        let proved = prove(own, &pieces, direction, &|_| false, limits).ok()?;
        set_exactness(&mut pieces, &proved);
        Some(Solution { pieces, ..best.clone() }.merged(domain))
    };
    classes::constants_below(own, failure).iter().find_map(with).unwrap_or(best)
}

/// A bound that holds with any value up to itself in place of calls in arguments of calls.
fn by_inner_values(definition: &Definition, limits: &Limits) -> Option<Solution> {
    if !nested::is_nested(definition) {
        return None;
    }
    let domain = region::natural(&definition.domain, definition.params.iter());
    let proved = |guess: Expr| {
        let simpler = nested::unnested(definition, &guess).filter(|_| !limits.expired())?;
        let mut pieces =
            vec![Piece { region: domain.clone(), value: Value::Closed { expr: guess, exactness: Exactness::Bound } }];
        prove_with(&simpler, &pieces, Direction::Upper, &|_| false, limits, PROGRAMS).ok()?;
        set_bounds(&mut pieces);
        let steps =
            vec!["with any value up to it in place of inner calls".to_string(), "proved on each region".to_string()];
        let (rule, source) = ("any value up to a bound", "monotone induction");
        Some(Solution { pieces, rule, source, steps }.merged(&domain))
    };
    nested::guesses(definition).into_iter().find_map(proved)
}

/// The pieces of the first of some functions, upper bounds that need not be near: by their logarithms, sums as well.
pub(crate) fn roughly(functions: &[Definition], limits: &Limits) -> Option<Solution> {
    let solved = |logarithms: &[Definition]| match logarithms {
        [only] => pieces(only, Direction::Upper, limits, 0).ok(),
        several => together(several, Direction::Upper, limits),
    };
    let is_known = |function: &Definition| !function.cases.iter().any(|case| case.rhs.is_infinite());
    let grows = |function: &Definition| logarithm::multiplies(function) || logarithm::branches(function);
    let is_usable = functions.iter().all(is_known) && functions.iter().any(grows);
    is_usable.then(|| by_logarithms(functions, &solved)).flatten()
}

/// The pieces of the first of some functions from those of their logarithms, if these are all known.
fn by_logarithms(functions: &[Definition], solved: &dyn Fn(&[Definition]) -> Option<Solution>) -> Option<Solution> {
    Factors::EACH.iter().find_map(|factors| {
        let logarithms = logarithms(functions, *factors)?;
        let mut solution = solved(&logarithms.definitions).filter(Solution::is_complete)?;
        let domain = region::natural(&functions[0].domain, functions[0].params.iter());
        for piece in &mut solution.pieces {
            if let Value::Closed { expr, exactness } = &mut piece.value {
                *expr = logarithms.power(expr, &domain.clone().both(&piece.region));
                *exactness = Exactness::Bound;
            }
        }
        solution.steps.push("products of calls by their logarithms".to_string());
        Some(solution)
    })
}

/// The pieces of a function whose steps add logarithms that are at most the first, if all are known.
fn by_first_logarithms(own: &Definition, limits: &Limits) -> Option<Solution> {
    let slow = slow::slow(own)?;
    let mut solution = solve(&slow.definition, &[], Direction::Upper, limits).ok().filter(Solution::is_complete)?;
    for piece in &mut solution.pieces {
        *piece = slow.bound(piece)?;
    }
    solution.steps.push("logarithms are at most what they are at first".to_string());
    let domain = region::natural(&own.domain, own.params.iter());
    Some(solution.merged(&domain))
}

/// The pieces of a function by what one of its parameters says.
fn by_one_parameter(own: &Definition, limits: &Limits) -> Option<Solution> {
    let found = classes::by_one_parameter(own, limits).ok()?;
    let domain = region::natural(&own.domain, own.params.iter());
    Some(claim(own, &found, &found.valid, &domain, Direction::Upper, limits, 0))
}

/// A closed form that a class finds, for the function as it is, else for a simpler one.
fn found(own: &Definition, direction: Direction, skip: usize, limits: &Limits) -> Result<Found, String> {
    strategy::closed_form(own, direction, skip, limits).or_else(|reason| {
        let simpler = without_conditions(own).ok_or_else(|| reason.clone())?;
        let found = strategy::closed_form(&simpler, direction, skip, limits).map_err(|_| reason)?;
        Ok(Found { exact: false, exact_where: None, proof: Support::Prover, ..found })
    })
}

/// The function without conditions on parameters of which its values do not depend otherwise; nothing without such.
fn without_conditions(own: &Definition) -> Option<Definition> {
    let mut used = vec![false; own.params.len()];
    loop {
        let known = used.clone();
        own.cases.iter().for_each(|case| mark_used(&case.rhs, own, &mut used));
        if used == known {
            break;
        }
    }
    let unused = |form: &Linear| own.params.iter().zip(&used).any(|(v, used)| !used && form.terms.contains_key(v));
    let mut simpler = own.clone();
    for case in &mut simpler.cases {
        case.guard.retain(&|form| !unused(form));
    }
    (simpler != *own).then_some(simpler)
}

/// Marks the parameters that an expression's value depends on, given those that the function's does.
fn mark_used(e: &Expr, own: &Definition, used: &mut [bool]) {
    match e {
        Expr::Call(name, args) if *name == own.name && args.len() == used.len() => {
            let counting: Vec<&Expr> = args.iter().zip(&*used).filter(|(_, used)| **used).map(|(arg, _)| arg).collect();
            counting.into_iter().for_each(|arg| mark_used(arg, own, used));
        }
        Expr::Var(var) => {
            if let Some(at) = own.params.iter().position(|param| param == var) {
                used[at] = true;
            }
        }
        _ => e.children().for_each(|child| mark_used(child, own, used)),
    }
}

/// Complete before incomplete, then by the pieces known.
fn worth(solution: &Solution) -> (bool, usize) {
    match solution.is_complete() {
        // Fewer pieces are simpler.
        true => (true, usize::MAX - solution.pieces.len()),
        false => (false, known(solution)),
    }
}

fn known(solution: &Solution) -> usize {
    solution.pieces.iter().filter(|piece| piece.closed().is_some()).count()
}

/// How many regions cases without calls are told apart in.
const REGIONS: usize = 24;

/// Of a function that calls nothing: for each set of cases that apply together, the greatest or the least of them.
fn without_calls(own: &Definition, domain: &Guard, direction: Direction) -> Option<Solution> {
    if own.cases.iter().any(|case| case.rhs.has_call()) {
        return None;
    }
    let mut regions: Vec<(Guard, Vec<Poly>)> = vec![(domain.clone(), vec![])];
    for case in &own.cases {
        let outside = case.guard.complement()?;
        let value = Poly::of(&case.rhs);
        let mut next = Vec::new();
        for (region, values) in regions {
            let inside = region.clone().both(&case.guard);
            if !region::is_possible(&inside) {
                next.push((region, values));
                continue;
            }
            for side in &outside {
                let part = region.clone().both(side);
                if region::is_possible(&part) {
                    next.push((part, values.clone()));
                }
            }
            next.push((inside, values.into_iter().chain([value.clone()]).collect()));
        }
        regions = next;
        if regions.len() > REGIONS {
            return None;
        }
    }
    let pieces = regions.into_iter().filter(|(_, values)| !values.is_empty()).map(|(region, values)| {
        let all = values.iter().map(Poly::to_expr).collect();
        let extremum = match direction {
            Direction::Upper => Expr::Max(all),
            Direction::Lower => Expr::Min(all),
        };
        let expr = region::settled(&extremum.simplify(), &region).simplify();
        Piece { region, value: Value::Closed { expr, exactness: Exactness::Exact } }
    });
    // What the cases say is what it is, wherever that has a value.
    let mut pieces: Vec<Piece> = pieces.collect();
    for piece in &mut pieces {
        if let Some(expr) = piece.closed()
            && !is_defined(&Poly::of(expr), &piece.region)
        {
            piece.value = Value::Unknown(format!("{expr} is not defined everywhere there"));
        }
    }
    Some(Solution { pieces, rule: "no recursion", source: "definition", steps: vec![] }.merged(domain))
}

/// The pieces that what was found leads to, proved.
fn claim(
    own: &Definition,
    found: &Found,
    region: &Guard,
    domain: &Guard,
    direction: Direction,
    limits: &Limits,
    round: u32,
) -> Solution {
    let region = region.without_implied(domain);
    // What is equal somewhere is equal on every part of it.
    let exact_on = |whole: &Guard| domain.clone().both(&region).implies_all(whole);
    let is_exact = found.exact || found.exact_where.as_ref().is_some_and(exact_on);
    let exactness = if is_exact { Exactness::Exact } else { Exactness::Bound };
    let closed = Value::Closed { expr: found.expr.clone(), exactness };
    let mut pieces = vec![Piece { region: region.clone(), value: closed }];
    match domain.without(&[region]) {
        Some(left) => {
            for part in left {
                pieces.extend(rest(own, &part, &pieces, direction, limits, round));
            }
        }
        None => pieces.push(Piece { region: Guard::never(), value: Value::Unknown("too many regions".into()) }),
    }
    let mut given = false;
    let proof = loop {
        match prove(own, &pieces, direction, &|at| given && at == 0, limits) {
            // A theorem may know that it is more than what was proved.
            Ok(exactness)
                if is_exact && !given && found.proof == Support::Theorem && exactness[0] == Exactness::Bound =>
            {
                given = true;
            }
            Ok(exactness) => {
                set_exactness(&mut pieces, &exactness);
                break match given {
                    true => format!("by the theorem: {}", found.source),
                    false if exactness.contains(&Exactness::Bound) => "proved on each region".to_string(),
                    false => "proved equal on each region".to_string(),
                };
            }
            Err((0, _)) if found.proof == Support::Theorem && !given => given = true,
            Err((at, why)) => pieces[at].value = Value::Unknown(format!("it was not proved: {why}")),
        }
    };
    let steps = found.steps.iter().cloned().chain([proof]).collect();
    Solution { pieces, rule: found.rule, source: found.source, steps }.merged(domain)
}

pub(crate) fn set_exactness(pieces: &mut [Piece], proved: &[Exactness]) {
    for (piece, proved) in pieces.iter_mut().zip(proved) {
        if let Value::Closed { exactness, .. } = &mut piece.value {
            *exactness = *proved;
        }
    }
}

/// Says of none that it is more than a bound.
pub(crate) fn set_bounds(pieces: &mut [Piece]) {
    let bounds = vec![Exactness::Bound; pieces.len()];
    set_exactness(pieces, &bounds);
}

/// The cases that apply on a part of the domain.
fn cases_on(part: &Guard, cases: &[Case]) -> Vec<Case> {
    let here = cases.iter().map(|case| Case { guard: part.clone().both(&case.guard), ..case.clone() });
    here.filter(|case| region::is_possible(&case.guard)).collect()
}

/// The pieces on a part of the domain where the first closed form is not claimed.
fn rest(
    own: &Definition,
    part: &Guard,
    known: &[Piece],
    direction: Direction,
    limits: &Limits,
    round: u32,
) -> Vec<Piece> {
    let unknown = |reason: String| vec![Piece { region: part.clone(), value: Value::Unknown(reason) }];
    let cases = cases_on(part, &own.cases);
    if cases.is_empty() {
        return vec![];
    }
    if round >= ROUNDS {
        return unknown("too many regions".to_string());
    }
    if limits.expired() {
        return unknown(crate::proof::check::OUT_OF_TIME.to_string());
    }
    // Calls within the part stay; others meet what is known, or nothing that is.
    let here = Case {
        guard: part.clone(),
        rhs: Expr::Call(format!("{}@", own.name).as_str().into(), own.params.iter().cloned().map(Expr::Var).collect()),
    };
    let covered = |piece: &Piece| match piece.closed() {
        Some(_) => where_cases_apply(own, std::slice::from_ref(piece)),
        None => vec![piece.clone()],
    };
    let known: Vec<Piece> = known.iter().flat_map(covered).collect();
    let closed = known
        .iter()
        .map(|piece| Case { guard: piece.region.clone(), rhs: piece.closed().cloned().unwrap_or(Expr::Inf) });
    let mut selector = Definition { cases: closed.chain([here.clone()]).collect(), ..own.clone() };
    let domain = region::natural(&own.domain, own.params.iter());
    let taken: Vec<Guard> = selector.cases.iter().map(|case| case.guard.clone()).collect();
    for region in domain.without(&taken).unwrap_or_else(|| vec![domain.clone()]) {
        let has_case = own.cases.iter().any(|case| region::is_possible(&region.clone().both(&case.guard)));
        if has_case {
            selector.cases.push(Case { guard: region, rhs: Expr::Inf });
        }
    }
    let mut done = Vec::new();
    let mut todo = cases;
    let mut sharp = true;
    while let Some(case) = todo.pop() {
        if limits.expired() {
            return unknown(crate::proof::check::OUT_OF_TIME.to_string());
        }
        let mut call = None;
        case.rhs.visit(&mut |e| {
            if let Expr::Call(name, args) = e
                && *name == own.name
                && !args.iter().any(Expr::has_call)
                && call.is_none()
            {
                call = Some(e.clone());
            }
        });
        match call {
            Some(call) => {
                sharp &= unfold::is_sharp(&case, &call, &selector);
                todo.extend(unfold::replace(&case, &call, &selector, direction));
            }
            None => done
                .push(Case { rhs: if case.rhs.is_infinite() { Expr::Inf } else { renamed(&case.rhs, own) }, ..case }),
        }
        if todo.len() + done.len() > limits.cases {
            return unknown("too many cases".to_string());
        }
    }
    let narrowed = Definition { domain: part.clone(), cases: done, ..own.clone() };
    match pieces(&narrowed, direction, limits, round + 1) {
        Ok(solution) => {
            let inside = solution.pieces.into_iter().map(|p| Piece { region: part.clone().both(&p.region), ..p });
            let mut inside: Vec<Piece> = inside.filter(|piece| region::is_possible(&piece.region)).collect();
            if !sharp {
                set_bounds(&mut inside);
            }
            inside
        }
        Err(reason) => unknown(reason),
    }
}

/// The pieces without the parts where no case applies: a call there stands for 0, whatever is claimed.
pub(crate) fn where_cases_apply(definition: &Definition, pieces: &[Piece]) -> Vec<Piece> {
    let own = splits::narrowed(definition, std::slice::from_ref(definition));
    let guards: Vec<Guard> = own.cases.into_iter().map(|case| case.guard).collect();
    let everywhere = region::natural(&Guard::always(), definition.params.iter());
    let nowhere = everywhere.without(&guards);
    let within = |piece: &Piece| match nowhere.as_ref().map(|nowhere| piece.region.without(nowhere)) {
        Some(Some(parts)) => parts.into_iter().map(|region| Piece { region, ..piece.clone() }).collect(),
        _ => vec![Piece { value: Value::Unknown("too many regions".to_string()), ..piece.clone() }],
    };
    pieces.iter().flat_map(within).collect()
}

/// Calls of the part as calls of the function.
fn renamed(e: &Expr, own: &Definition) -> Expr {
    match e.map_children(&mut |child| renamed(child, own)) {
        Expr::Call(name, args) if name.as_str().strip_suffix('@') == Some(own.name.as_str()) => {
            Expr::Call(own.name.clone(), args)
        }
        other => other,
    }
}

/// The pieces where no case is infinite; nothing is known where one is.
fn without_infinite(
    definition: &Definition,
    domain: &Guard,
    infinite: Vec<Case>,
    finite: Vec<Case>,
    direction: Direction,
    limits: &Limits,
    round: u32,
) -> Result<Solution, String> {
    let reason = || "it depends on what is not known there".to_string();
    let guards: Vec<Guard> = infinite.iter().map(|case| case.guard.clone()).collect();
    let left = domain.without(&guards).ok_or_else(reason)?;
    if left.is_empty() || round >= ROUNDS {
        return Err(reason());
    }
    let own = Definition { cases: finite, ..definition.clone() };
    let mut found = Vec::new();
    // Everything is unknown until a part is solved: calls that leave it must not be taken for anything else.
    let mut all: Vec<Piece> = Vec::new();
    for (at, guard) in guards.iter().enumerate() {
        let parts = domain.clone().both(guard).without(&guards[..at]).ok_or_else(reason)?;
        all.extend(parts.into_iter().map(|region| Piece { region, value: Value::Unknown(reason()) }));
    }
    for part in &left {
        // What was solved with bounds in place of calls is not exact.
        let sure = all.iter().all(|piece| piece.closed().is_none() || piece.is_exact());
        let mut pieces = rest(&own, part, &all, direction, limits, round);
        if !sure {
            set_bounds(&mut pieces);
        }
        found.extend(pieces.iter().cloned());
        all.extend(pieces);
    }
    Ok(Solution { pieces: all, rule: "parts", source: "definition", steps: vec![] }.merged(domain))
}
