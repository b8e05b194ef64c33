//! Upper bounds that are kept, to see whether later ones are worse.
//!
//! A bound is a line: `FILE: ENTRY RESOURCE = FUNCTION`, the function over the sizes `x`, `y`, … of the entry. Where it has
//! several parts the one of most sizes is kept. Times depend on the machine and are not kept.

use super::Place;
use crate::bounds::bound;
use crate::entries::Declared;
use crate::error::PredictError;
use crate::units::{Resource, Until};
use analyzer::budget::Budget;
use serde::Serialize;
use solver::{Compared, Expr, Guard};
use std::fmt;
use wam::code::PredicateKind;
use wam::instr::PredId;

/// A bound that is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    file: String,
    entry: String,
    resource: String,
    /// Nothing where it is unknown.
    form: Option<Expr>,
    /// Where its predicate begins, of one that was just found.
    place: Option<Place>,
}

/// A bound that is above what it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Regression {
    /// Where its predicate begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The file, the entry and the resource.
    pub name: String,
    /// In what it is worse.
    pub why: String,
    /// The function that it was.
    pub before: String,
    /// The one that it is.
    pub now: String,
}

impl Regression {
    /// It in a line.
    pub fn headline(&self) -> String {
        format!("the bound of {} got worse: {}", self.name, self.why)
    }
}

/// What became of a bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is above what it was, for this reason.
    Worse(String),
    /// It is below what it was.
    Better,
    /// Neither.
    None,
}

/// The bounds of the predicates of a program that have an entry, or an assertion that says how they are called.
pub fn bounds(declared: &Declared<'_>, budget: Budget) -> Result<Vec<Recorded>, PredictError> {
    let mut found = Vec::new();
    for (at, pred) in declared.loaded.program.predicates.iter().enumerate() {
        if !matches!(pred.kind, PredicateKind::Static | PredicateKind::Dynamic) || pred.source.is_empty() {
            continue;
        }
        let place = pred.source.first().zip(pred.places.first());
        let place = place.map(|(clause, &file)| Place::of(declared.loaded, file, clause.terms.span(clause.root)));
        let entries = declared.declared_entries(PredId(at as u32))?;
        let resources = [Resource::Steps, Resource::Heap].into_iter();
        for (resource, entry) in resources.flat_map(|resource| entries.iter().map(move |entry| (resource, entry))) {
            let bounded = bound(declared, entry, resource, Until::All, None, budget)?;
            found.push(Recorded {
                file: declared.loaded.source.name().into(),
                entry: entry.text.clone(),
                resource: resource.name().into(),
                form: bounded.upper.expr().cloned(),
                place: place.clone(),
            });
        }
    }
    Ok(found)
}

impl Recorded {
    /// A line of a file.
    pub fn parse(line: &str) -> Option<Recorded> {
        let (name, form) = line.rsplit_once(" = ")?;
        let (of, resource) = name.rsplit_once(' ')?;
        let (file, entry) = of.split_once(": ")?;
        let form = if form == "unknown" { None } else { Some(form.parse().ok()?) };
        Some(Recorded { file: file.into(), entry: entry.into(), resource: resource.into(), form, place: None })
    }

    /// What became worse.
    pub fn regression(&self, before: &Recorded, why: String) -> Regression {
        let (before, now) = (before.function(), self.function());
        Regression { place: self.place.clone(), name: self.name(), why, before, now }
    }

    /// Whether two are of the same.
    pub fn is_of(&self, other: &Recorded) -> bool {
        (&self.file, &self.entry, &self.resource) == (&other.file, &other.entry, &other.resource)
    }

    /// Whether two are of one file.
    pub fn is_beside(&self, other: &Recorded) -> bool {
        self.file == other.file
    }

    /// What it is of.
    pub fn name(&self) -> String {
        format!("{}: {} {}", self.file, self.entry, self.resource)
    }

    /// Its function.
    pub fn function(&self) -> String {
        self.form.as_ref().map_or("unknown".into(), ToString::to_string)
    }

    /// What became of it, where it may grow by so many percent.
    pub fn change(&self, before: &Recorded, tolerance: u32) -> Change {
        let (now, old) = match (&self.form, &before.form) {
            (None, None) => return Change::None,
            (None, Some(_)) => return Change::Worse("it is not known any more".into()),
            (Some(_), None) => return Change::Better,
            (Some(now), Some(old)) => (now, old),
        };
        let vars: Vec<_> = now.vars().into_iter().chain(old.vars()).collect();
        let natural = vars.iter().fold(Guard::always(), |guard, var| guard.both(&Guard::at_least(var, 0)));
        let allowed = Expr::int(100 + i64::from(tolerance)) * old.clone();
        let compared = Compared::at_most(&natural, &(Expr::int(100) * now.clone()), &allowed, None);
        if let Some(region) = compared.fails.first() {
            let region = region.without_implied(&natural);
            let grows = |var| now.leading_order(var) != old.leading_order(var);
            return Change::Worse(match vars.iter().find(|var| grows(var)) {
                Some(var) => {
                    format!("O({}) instead of O({})", now.leading_order(var), old.leading_order(var))
                }
                None if region.is_always() => format!("by more than {tolerance} %"),
                None => format!("by more than {tolerance} % for {region}"),
            });
        }
        let back = Compared::at_most(&natural, old, now, None);
        if back.fails.is_empty() { Change::None } else { Change::Better }
    }
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name(), self.function())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: &str, now: &str, tolerance: u32) -> Change {
        let line = |form: &str| Recorded::parse(&format!("a.pl: p(+list, -) steps = {form}")).expect("a bound");
        line(now).change(&line(before), tolerance)
    }

    #[test]
    fn bounds_are_compared_as_functions() {
        assert_eq!(change("x + 1", "x + 1", 0), Change::None);
        assert_eq!(change("x + 1", "x", 0), Change::Better);
        assert_eq!(change("x + 1", "x + 2", 0), Change::Worse("by more than 0 %".into()));
        assert_eq!(change("x + 10", "x + 11", 10), Change::None);
        assert_eq!(change("100*x", "101*x", 1), Change::None);
        assert_eq!(change("x + 1", "x^2 + 1", 50), Change::Worse("O(x^2) instead of O(x)".into()));
        assert_eq!(change("x + 1", "unknown", 50), Change::Worse("it is not known any more".into()));
        assert_eq!(change("unknown", "x", 0), Change::Better);
    }

    #[test]
    fn lines_read_back() {
        let line = "dir/a b.pl: p(+list, -) steps = 1/2*x^2 + 3/2*x + 1";
        assert_eq!(Recorded::parse(line).expect("a bound").to_string(), line);
        assert_eq!(Recorded::parse("p(+list) steps"), None);
    }
}
