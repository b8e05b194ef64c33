//! Assertions of a program that say nothing of it: about predicates that do not exist, or that are never looked at.
//!
//! Comes in: a program. Goes out: what is wrong with each of the user's assertions, with its place; one that is not
//! understood at all is an error. Those of the library are not looked at.

use crate::assertion::Assertions;
use crate::claim::WORDS;
use crate::entry::{Entry, subject};
use crate::error::AnalysisError;
use crate::regtype::{TypeTable, indicated};
use wam::atoms::Functor;
use wam::builtins::builtin;
use wam::code::{PredicateKind, Program};
use wam::modules::{FileId, ModuleClass};
use wam::term::{Node, Span};

/// An assertion that is not used.
#[derive(Clone, PartialEq, Debug)]
pub struct Unused {
    /// Why, and what to do about it.
    pub what: String,
    /// The file it is in.
    pub file: FileId,
    /// Where in it.
    pub span: Span,
}

/// Looks at all assertions of the user's modules.
pub fn unused(program: &Program, types: &TypeTable) -> Result<Vec<Unused>, AnalysisError> {
    let mut found = Vec::new();
    for assertion in &program.assertions {
        if program.module(assertion.module).class != ModuleClass::User {
            continue;
        }
        let terms = &assertion.terms;
        let body = assertion.body();
        let Node::Compound(Functor { name, arity: 1 }, &[inner]) = terms.get(body) else { continue };
        let mut tell = |what: String| found.push(Unused { what, file: assertion.file, span: terms.span(inner) });
        let pred = |functor: Functor| program.find_in(assertion.module, functor);
        let indicator = |functor: Functor| format!("{}/{}", program.atoms.name(functor.name), functor.arity);
        match &*program.atoms.name(name) {
            "entry" => {
                let Some(functor) = subject(program, assertion, inner) else {
                    return Err(AnalysisError::Assertion {
                        what: "an entry is a predicate with modes: `:- entry p(+list, -).`".into(),
                        span: terms.span(inner),
                    });
                };
                match pred(functor) {
                    Some(pred) if program.get(pred).kind != PredicateKind::Undefined => {
                        Entry::of_predicate(program, types, assertion, inner, pred)?;
                    }
                    _ => tell(format!("this entry is not used: there is no predicate {}", indicator(functor))),
                }
            }
            status if ["trust", "check"].contains(&status) || WORDS.contains(&status) => {
                let Some(functor) = Assertions::subject(program, types, assertion, inner)? else { continue };
                let is_builtin = builtin(&program.atoms.name(functor.name), functor.arity).is_some();
                match pred(functor) {
                    _ if is_builtin && status == "trust" => tell(format!(
                        "this assertion is not used: {} is a builtin, and what it does is known",
                        indicator(functor)
                    )),
                    None => tell(format!("this assertion is not used: there is no predicate {}", indicator(functor))),
                    Some(pred) if program.get(pred).kind == PredicateKind::Undefined && status != "trust" => {
                        tell(format!("this assertion is not used: {} has no clauses", indicator(functor)));
                    }
                    Some(_) => {}
                }
            }
            "calls" => tell("this assertion is not checked: how a predicate is called is said by `:- entry`".into()),
            "regtype" => {
                let declared = indicated(assertion, inner).map(|name| Functor { name, arity: 1 });
                let has_clauses = |functor| pred(functor).is_some_and(|pred| !program.get(pred).source.is_empty());
                if let Some(functor) = declared.filter(|&functor| !has_clauses(functor)) {
                    tell(format!("nothing is of this type: {} has no clauses", indicator(functor)));
                }
            }
            _ => {}
        }
    }
    Ok(found)
}
