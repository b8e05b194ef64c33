//! Transform: functions over the integers as functions over the natural numbers.
//!
//! In: a system whose parameters range over the integers, within the domains it states. Out: a system whose parameters
//! are all natural numbers: each function once for every choice of signs of those parameters that may be negative, there
//! with -1 - x in place of x; calls go to the function of the signs that their arguments have. Nothing else in this
//! crate has to think about negative numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::expression::poly::Poly;
use crate::system::equation::{ByName, Case, Definition, Direction, System};
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::system::region;
use crate::transforms::{ranges, splits, unfold, unseen};
use crate::{Expr, FnName, Var};

/// At most so many parameters of a function are looked at on both sides of zero.
const SIGNED: usize = 3;

/// A function of the new system, and which part of which function it is.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its name in the new system.
    pub name: FnName,
    /// The signs, over the old parameters.
    pub signs: Guard,
    /// The parameters that are negative there, with -1 - x for each: over the old parameters and over the new ones.
    pub mirror: Vec<(Var, Expr)>,
    /// Whether some case may apply there.
    has_case: bool,
}

/// A system over the natural numbers and what it was made from.
#[derive(Debug)]
pub(crate) struct Natural {
    pub system: System,
    pub parts: BTreeMap<FnName, Vec<Part>>,
    /// For each function the region where it is not looked at, because too many parameters may be negative.
    pub left_out: BTreeMap<FnName, Vec<Guard>>,
    /// Functions of which not all is told apart: what is found for them is only a bound.
    pub blurred: BTreeSet<FnName>,
}

pub(crate) fn naturals(system: &System, direction: Direction) -> Natural {
    let (system, losing) = ranges::natural_ranges(system, direction);
    let mut parts = BTreeMap::new();
    let mut left_out = BTreeMap::new();
    for definition in &system.definitions {
        let (own, beyond) = parts_of(definition);
        parts.insert(definition.name.clone(), own);
        left_out.insert(definition.name.clone(), beyond);
    }
    let by_name = system.by_name();
    let mut definitions = Vec::new();
    let mut blurred = BTreeSet::new();
    for definition in &system.definitions {
        let loses = losing.contains(&definition.name);
        for part in &parts[&definition.name] {
            let (definition, sharp) = mirrored(definition, part, direction, &by_name, &parts, &losing);
            if !sharp || loses {
                blurred.insert(definition.name.clone());
            }
            definitions.push(definition);
        }
    }
    Natural { system: System { definitions }, parts, left_out, blurred }
}

/// The parts of a function, and where it is not looked at.
fn parts_of(definition: &Definition) -> (Vec<Part>, Vec<Guard>) {
    let is_signed = |v: &&Var| may_be_negative(definition, v) && matters(definition, v);
    let mut signed: Vec<Var> = definition.params.iter().filter(is_signed).cloned().collect();
    // What conditions are about matters first.
    signed.sort_by_key(|v| !definition.cases.iter().any(|case| case.guard.mentions(v)));
    let beyond = signed.split_off(signed.len().min(SIGNED));
    let left_out = beyond.iter().map(|v| definition.domain.clone().with(Linear::below_zero(v))).collect();
    let mut parts = Vec::new();
    for choice in 0..1usize << signed.len() {
        let mut signs = beyond.iter().fold(Guard::always(), |signs, v| signs.with(Linear::var(v)));
        let mut mirror = Vec::new();
        let mut name = definition.name.to_string();
        for (i, v) in signed.iter().enumerate() {
            if choice >> i & 1 == 0 {
                signs = signs.with(Linear::var(v));
            } else {
                signs = signs.with(Linear::below_zero(v));
                mirror.push(region::mirrored(v));
                name = format!("{name}'{v}");
            }
        }
        let domain = &definition.domain;
        if domain.clone().both(&signs).possible() {
            let applies = |case: &Case| domain.clone().both(&signs).both(&splits::with_choices(case)).possible();
            let has_case = definition.cases.iter().any(applies);
            parts.push(Part { name: FnName::new(name), signs, mirror, has_case });
        }
    }
    (parts, left_out)
}

/// The function that a part is of, and the point that one of the part stands for.
pub(crate) fn unmirrored(part: &FnName, params: &[Var], point: &[i64]) -> (FnName, Vec<i64>) {
    let mut names = part.as_str().split('\'');
    let name = FnName::new(names.next().unwrap_or_default());
    let mirrored: Vec<&str> = names.collect();
    let at = |(v, &x): (&Var, &i64)| if mirrored.contains(&v.as_str()) { -1 - x } else { x };
    (name, params.iter().zip(point).map(at).collect())
}

fn may_be_negative(definition: &Definition, v: &Var) -> bool {
    !definition.domain.implies(&Linear::var(v))
}

/// Whether a function's values may depend on a parameter.
fn matters(definition: &Definition, v: &Var) -> bool {
    definition.cases.iter().any(|case| case.guard.mentions(v) || case.rhs.mentions(v))
}

/// The definition of one part, and whether the signs of all arguments in it are told apart.
fn mirrored(
    definition: &Definition,
    part: &Part,
    direction: Direction,
    system: &ByName<'_>,
    parts: &BTreeMap<FnName, Vec<Part>>,
    losing: &BTreeSet<FnName>,
) -> (Definition, bool) {
    let domain = definition.domain.subst_all(&part.mirror);
    let (mut cases, mut sharp) = (Vec::new(), true);
    for case in &definition.cases {
        let guard = splits::with_choices(case).both(&part.signs).subst_all(&part.mirror);
        let guard = guard.without_implied(&region::natural(&Guard::always(), definition.params.iter()));
        if region::is_possible(&guard.clone().both(&domain)) {
            let rhs = or_nothing(&case.rhs, losing, direction);
            sharp &= rhs == case.rhs;
            let rhs = rounded_signs(&rhs.subst_all(&part.mirror));
            let rhs = direction.simplify(&rhs);
            let dispatched = dispatched(Case { guard, rhs }, direction, system, parts);
            cases.extend(dispatched.0);
            sharp &= dispatched.1;
        }
    }
    (Definition { name: part.name.clone(), params: definition.params.clone(), domain, cases }, sharp)
}

/// With calls that stand for 0 where no case of theirs applies, as far as it is not known where that is: not of choices,
/// which do not count then.
fn or_nothing(e: &Expr, losing: &BTreeSet<FnName>, direction: Direction) -> Expr {
    match e {
        Expr::Call(name, _) if losing.contains(name) => match direction {
            Direction::Upper => e.clone().max(Expr::int(0)),
            Direction::Lower => e.clone().min(Expr::int(0)),
        },
        Expr::Call(..) | Expr::MaxOver(_) | Expr::MinOver(_) => e.clone(),
        _ => e.map_children(&mut |child| or_nothing(child, losing, direction)),
    }
}

/// The case with every call a call of the part that its arguments belong to, once for each such part; and whether these
/// are told apart.
fn dispatched(
    case: Case,
    direction: Direction,
    system: &ByName<'_>,
    parts: &BTreeMap<FnName, Vec<Part>>,
) -> (Vec<Case>, bool) {
    let (mut done, mut sharp) = (Vec::new(), true);
    let mut todo = vec![case];
    while let Some(case) = todo.pop() {
        let mut next: Option<(Expr, &Definition)> = None;
        case.rhs.visit(&mut |e| {
            if let Expr::Call(name, args) = e
                && next.is_none()
                && let Some(&callee) = system.get(name)
                && callee.params.len() == args.len()
                && parts.contains_key(name)
            {
                next = Some((e.clone(), callee));
            }
        });
        let Some((call, callee)) = next else {
            done.push(case);
            continue;
        };
        let Expr::Call(_, args) = &call else { unreachable!("calls were looked for") };
        // One function per part, which calls that part; what is in no part is left out.
        let chosen = splits::is_choice(&case.rhs, &call);
        let of_part = |part: &Part| {
            if !part.has_case && !chosen {
                return Case { guard: part.signs.clone(), rhs: Expr::int(0) };
            }
            // An argument of which nothing depends may have any sign: it becomes 0.
            let arg = |v: &Var| match may_be_negative(callee, v) && !matters(callee, v) {
                true => Expr::int(0),
                false => Expr::Var(v.clone()).subst_all(&part.mirror).simplify(),
            };
            let args = callee.params.iter().map(arg).collect();
            Case { guard: part.signs.clone(), rhs: Expr::Call(placed(&part.name), args) }
        };
        let own = &parts[&callee.name];
        let only = own.iter().find(|part| part.signs.is_always());
        let targets = match only {
            Some(part) => vec![of_part(part)],
            None => {
                let signs: Vec<Guard> = own.iter().map(|part| part.signs.clone()).collect();
                let missing = callee.domain.without(&signs).unwrap_or_default();
                let rhs = unseen("a call in which too many arguments may be negative");
                let beyond = |guard: Guard| Case { guard, rhs: rhs.clone() };
                own.iter().map(of_part).chain(missing.into_iter().map(beyond)).collect()
            }
        };
        let selector = Definition { cases: targets, ..callee.clone() };
        let places = region::places(&case.rhs, &call, &case.guard);
        let settled = selector.cases.iter().find(|target| {
            let holds = |guard: &Guard| holds_for(&target.guard, callee, args, guard);
            places.iter().all(|place| holds(&place.guard))
        });
        let cases = match settled {
            Some(target) => vec![Case { guard: Guard::always(), rhs: target.rhs.clone() }],
            None => selector.cases.clone(),
        };
        sharp &= settled.is_some() || unfold::is_sharp(&case, &call, &selector);
        let selector = Definition { cases, ..selector };
        todo.extend(unfold::replace_covered(&case, &call, &selector, direction));
    }
    (done.into_iter().map(|case| Case { rhs: settle(&case.rhs), ..case }).collect(), sharp)
}

/// The mark of calls whose part is found.
const PLACED: char = '@';

fn placed(name: &FnName) -> FnName {
    FnName::new(format!("{PLACED}{name}"))
}

fn settle(e: &Expr) -> Expr {
    match e.map_children(&mut |child| settle(child)) {
        Expr::Call(name, args) => match name.as_str().strip_prefix(PLACED) {
            Some(own) => Expr::Call(FnName::new(own), args),
            None => Expr::Call(name, args),
        },
        other => other,
    }
}

/// Whether the forms of a condition on a function's parameters are not negative for arguments wherever a guard holds.
pub(crate) fn holds_for(condition: &Guard, callee: &Definition, args: &[Expr], guard: &Guard) -> bool {
    let values = callee.at(args);
    let forms = condition.forms().0;
    forms.iter().all(|form| {
        let p = Poly::of(&form.to_expr().subst_all(&values));
        region::is_nonnegative_under(&p, guard)
    })
}

/// floor(-a) as -ceil(a), so that roundings are of what is not negative.
fn rounded_signs(e: &Expr) -> Expr {
    let mapped = e.map_children(&mut |child| rounded_signs(child));
    let falls = |inner: &Expr| {
        let p = Poly::of(inner);
        p.terms.values().all(|c| c.is_negative()).then(|| p.neg().to_expr())
    };
    match &mapped {
        Expr::Floor(inner) => falls(inner).map_or(mapped.clone(), |positive| -positive.ceil()),
        Expr::Ceil(inner) => falls(inner).map_or(mapped.clone(), |positive| -positive.floor()),
        _ => mapped,
    }
}
