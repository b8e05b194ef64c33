//! Directives: what `:- Goal` means to the compiler, by the goal's name.

use super::error::CompileError;
use crate::atoms::{Atoms, Functor, known};
use crate::term::{Node, ReadTerm, TermId, Terms};

/// What a directive asks for.
#[derive(Debug)]
pub(super) enum Directive {
    /// It has been obeyed while reading, or has no meaning here.
    Obeyed,
    /// Run this goal when the program is started.
    Goal(TermId),
    /// Keep it for the analyzer.
    Assertion,
    Dynamic(Vec<Functor>),
    Discontiguous(Vec<Functor>),
}

/// Names of assertions (Ciao's language), each with one argument.
const ASSERTIONS: &[&str] = &[
    "entry", "pred", "calls", "success", "comp", "test", "prop", "regtype", "resource", "check", "trust", "true",
    "checked", "false",
];

/// Directives that ask nothing of this compiler: there are no modules, no tables.
const IGNORED: &[(&str, u32)] = &[
    ("op", 3),
    ("module", 2),
    ("module", 3),
    ("use_module", 1),
    ("use_module", 2),
    ("use_package", 1),
    ("ensure_loaded", 1),
    ("multifile", 1),
    ("meta_predicate", 1),
    ("module_transparent", 1),
    ("public", 1),
    ("volatile", 1),
    ("doc", 2),
];

/// The goal of a directive or query.
pub(super) fn declared(read: &ReadTerm) -> Option<TermId> {
    let prefix = |name| read.terms.match_compound(read.root, name, 1);
    match prefix(known::NECK).or_else(|| prefix(known::QUERY)) {
        Some(&[goal]) => Some(goal),
        _ => None,
    }
}

/// What a directive (its goal is the root) asks for.
pub(super) fn directive(read: &ReadTerm, atoms: &Atoms) -> Result<Directive, CompileError> {
    let terms = &read.terms;
    let Some(functor) = terms.functor(read.root) else {
        return Err(CompileError::GoalNotCallable { span: terms.span(read.root) });
    };
    let name = atoms.name(functor.name);
    let args = match terms.get(read.root) {
        Node::Compound(_, args) => args,
        _ => &[],
    };
    let flag_name = |id| match terms.get(id) {
        Node::Atom(atom) => Some(atoms.name(atom)),
        _ => None,
    };
    Ok(match (&*name, args) {
        ("dynamic", &[spec]) => Directive::Dynamic(indicators(terms, spec, "dynamic")?),
        ("discontiguous", &[spec]) => Directive::Discontiguous(indicators(terms, spec, "discontiguous")?),
        ("initialization", &[goal] | &[goal, _]) => Directive::Goal(goal),
        ("set_prolog_flag", &[flag, _]) if flag_name(flag).as_deref() == Some("double_quotes") => Directive::Obeyed,
        (name, &[_]) if ASSERTIONS.contains(&name) => Directive::Assertion,
        (name, _) if IGNORED.contains(&(name, functor.arity)) => Directive::Obeyed,
        _ => Directive::Goal(read.root),
    })
}

/// The predicate indicators of `a/1, b/2`, `[a/1, b/2]` or `a/1`.
fn indicators(terms: &Terms, spec: TermId, directive: &'static str) -> Result<Vec<Functor>, CompileError> {
    let mut found = Vec::new();
    let mut rest = vec![spec];
    while let Some(item) = rest.pop() {
        let pair = [known::COMMA, known::DOT].into_iter().find_map(|name| terms.match_compound(item, name, 2));
        if let Some(&[left, right]) = pair {
            rest.extend([right, left]);
            continue;
        }
        if let Some(&[_, inner]) = terms.match_compound(item, known::COLON, 2) {
            rest.push(inner);
            continue;
        }
        match (terms.get(item), terms.match_compound(item, known::SLASH, 2)) {
            (Node::Atom(known::NIL), _) => {}
            (_, Some(&[name, arity])) => match (terms.get(name), terms.get(arity)) {
                (Node::Atom(name), Node::Int(arity @ 0..=255)) => found.push(Functor { name, arity: arity as u32 }),
                _ => return Err(bad(terms, item, directive)),
            },
            _ => return Err(bad(terms, item, directive)),
        }
    }
    Ok(found)
}

fn bad(terms: &Terms, item: TermId, directive: &'static str) -> CompileError {
    CompileError::BadDirective { directive, expected: "predicate indicators (name/arity)", span: terms.span(item) }
}
