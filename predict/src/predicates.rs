//! Predicates by their names: `name/arity` as text, and what there is of a similar name.

use crate::error::PredictError;
use wam::atoms::{Atoms, Functor};
use wam::builtins::BUILTINS;
use wam::code::{Predicate, PredicateKind, Program};
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::read::{Flags, Ops, read_term_from_str};
use wam::term::Node;
use wam::write::atom_text;

/// The name and arity of an indicator.
pub fn indicated(text: &str) -> Option<(String, u32)> {
    let (name, arity) = text.rsplit_once('/')?;
    let arity = arity.parse().ok()?;
    if let Some(name) = unquoted(name) {
        return Some((name, arity));
    }
    let within = |open, close| name.strip_prefix(open).and_then(|name| name.strip_suffix(close));
    // Names of operators are written in parentheses.
    let name = within('\'', '\'').or_else(|| within('(', ')')).unwrap_or(name);
    (!name.is_empty()).then(|| (name.into(), arity))
}

/// The name of an atom that is written in quotes, as Prolog reads it.
fn unquoted(text: &str) -> Option<String> {
    let atoms = Atoms::new();
    let read = text.starts_with('\'').then(|| read_term_from_str(text, &atoms, &Ops::empty(), &Flags::default()))?;
    let read = read.ok()?;
    match read.terms.get(read.root) {
        Node::Atom(name) => Some(atoms.name(name).to_string()),
        _ => None,
    }
}

/// The predicates that the user's text defines, in order.
pub(crate) fn own(program: &Program) -> impl Iterator<Item = &Predicate> {
    let is_own = |pred: &&Predicate| {
        matches!(pred.kind, PredicateKind::Static | PredicateKind::Dynamic) && !pred.source.is_empty()
    };
    program.predicates.iter().filter(is_own)
}

/// The same as `name/arity`.
pub fn defined(program: &Program) -> Vec<String> {
    own(program).map(|pred| show(program, pred.functor)).collect()
}

/// `name/arity`.
pub fn show(program: &Program, functor: Functor) -> String {
    format!("{}/{}", atom_text(&program.atoms.name(functor.name)), functor.arity)
}

/// The predicate of that indicator, which must be defined.
pub fn find(program: &Program, indicator: &str) -> Result<PredId, PredictError> {
    let Some((name, arity)) = indicated(indicator) else {
        return Err(PredictError::NoIndicator(indicator.into()));
    };
    let functor = program.atoms.functor(&name, arity);
    if let Some((module, name)) = name.split_once(':').filter(|_| program.find(functor).is_none()) {
        let functor = program.atoms.functor(name, arity);
        let found = program.find_module(program.atoms.intern(module)).and_then(|id| program.find_in(id, functor));
        return found.filter(|&id| program.get(id).kind != PredicateKind::Undefined).ok_or_else(|| {
            let indicator = format!("{}:{}", atom_text(module), show(program, functor));
            unknown(program, functor, indicator)
        });
    }
    find_functor(program, functor)
}

/// The predicate of that functor, which must be defined.
pub fn find_functor(program: &Program, functor: Functor) -> Result<PredId, PredictError> {
    match program.find(functor) {
        Some(id) if program.get(id).kind != PredicateKind::Undefined => Ok(id),
        _ if program.is_builtin(functor) => Err(PredictError::Builtin(show(program, functor))),
        _ => Err(unknown(program, functor, show(program, functor))),
    }
}

/// Predicates that a query of the user may have meant instead of one that is not defined: those of the same name, and
/// those of a similar one, nearest first.
pub fn meant(program: &Program, functor: Functor) -> Vec<String> {
    let name = program.atoms.name(functor.name);
    let visible = |pred: &Predicate| {
        pred.kind != PredicateKind::Undefined
            && program.find_in(ModuleId::USER, pred.functor).is_some_and(|id| program.get(id).module == pred.module)
    };
    let own = program.predicates.iter().filter(|pred| visible(pred));
    let own = own.map(|pred| (program.atoms.name(pred.functor.name).to_string(), pred.functor.arity));
    let builtin = BUILTINS.iter().map(|row| (row.name.to_string(), u32::from(row.arity)));
    let mut found: Vec<(usize, u32, String)> = own
        .chain(builtin)
        .filter(|(other, _)| !other.starts_with('$'))
        .filter_map(|(other, arity)| {
            let distance = distance(&name, &other);
            let near = distance == 0 || distance <= name.chars().count().min(other.chars().count()) / 3;
            near.then(|| (distance, arity.abs_diff(functor.arity), format!("{}/{arity}", atom_text(&other))))
        })
        .collect();
    found.sort();
    found.dedup();
    // What has the name is meant, or what is nearest with the arity, whatever else is near.
    if let Some(&(nearest, arity, _)) = found.first() {
        found.retain(|&(distance, other, _)| if nearest == 0 { distance == 0 } else { arity > 0 || other == 0 });
    }
    found.into_iter().map(|(.., shown)| shown).take(3).collect()
}

/// The error that says which predicates have a similar name, or a name that begins alike.
fn unknown(program: &Program, functor: Functor, indicator: String) -> PredictError {
    let name = program.atoms.name(functor.name);
    let mut similar: Vec<(usize, String)> = program
        .predicates
        .iter()
        .filter(|pred| pred.kind != PredicateKind::Undefined && !pred.source.is_empty())
        .filter(|pred| !program.atoms.name(pred.functor.name).starts_with('$'))
        .filter_map(|pred| {
            let other = program.atoms.name(pred.functor.name);
            let distance = distance(&name, &other);
            let near = distance <= name.len().max(other.len()) / 3 || (name.len() > 2 && other.starts_with(&*name));
            near.then(|| {
                (distance * 4 + pred.functor.arity.abs_diff(functor.arity) as usize, show(program, pred.functor))
            })
        })
        .collect();
    similar.sort();
    similar.dedup();
    let similar: Vec<String> = similar.into_iter().map(|(_, shown)| shown).take(4).collect();
    PredictError::Undefined { indicator, similar, defined: defined(program) }
}

/// Levenshtein's distance of two names.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indicators_are_names_with_an_arity() {
        assert_eq!(indicated("append/3"), Some(("append".into(), 3)));
        assert_eq!(indicated("'a b'/0"), Some(("a b".into(), 0)));
        assert_eq!(indicated("///2"), Some(("//".into(), 2)));
        assert_eq!(indicated("(->)/2"), Some(("->".into(), 2)));
        assert_eq!(indicated("append"), None);
        assert_eq!(indicated("/3"), None);
    }

    #[test]
    fn distances_count_changes() {
        assert_eq!(distance("append", "apend"), 1);
        assert_eq!(distance("nrev", "nreverse"), 4);
        assert_eq!(distance("", "abc"), 3);
    }
}
