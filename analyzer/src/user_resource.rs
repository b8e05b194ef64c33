//! Resources that a program declares: `:- resource sent.`, and what its clauses and literals use of them.
//!
//! | declaration | means |
//! |---|---|
//! | `:- head_cost(ub, sent, 1).` | every clause of the user's that is entered uses so much |
//! | `:- literal_cost(ub, sent, 2).` | so does every literal of the user's |
//! | `:- pred p(A) + head_cost(ub, sent, 8).` | a clause of `p/1` that is entered uses so much |
//! | `:- pred p(A) + literal_cost(ub, sent, 8).` | so does a literal that calls `p/1`, which may be a builtin |
//!
//! Uses are natural numbers. The program that counts them ([`wam::compile::Uses`]) has a builtin where something is used, the
//! work of which is bounded and counted: a bound and a counted run are of the same code. A clause is entered where its head and
//! its leading tests succeed, as for steps.

use crate::claim::{WORDS, claim_of};
use crate::error::AnalysisError;
use crate::resource::Weights;
use rustc_hash::FxHashMap;
use solver::Rational;
use wam::atoms::Functor;
use wam::builtins::builtin;
use wam::code::Program;
use wam::compile::Uses;
use wam::cost::Key;
use wam::instr::PredId;
use wam::program::Assertion;
use wam::term::{Node, TermId};

/// The names of the resources that a program declares.
pub fn declared(program: &Program) -> Vec<String> {
    let word = program.atoms.intern("resource");
    let name = |read: &Assertion| {
        let terms = &read.terms;
        match terms.get(terms.match_compound(read.body(), word, 1)?[0]) {
            Node::Atom(name) => Some(program.atoms.name(name).to_string()),
            _ => None,
        }
    };
    program.assertions.iter().filter_map(name).collect()
}

/// What a program uses of a resource.
#[derive(Default)]
struct Used {
    clause: u32,
    literal: u32,
    of_clause: FxHashMap<Functor, u32>,
    of_literal: FxHashMap<Functor, u32>,
}

/// The program that counts what it uses of a resource that it declares.
pub fn counting(program: &Program, resource: &str) -> Result<Program, AnalysisError> {
    let used = used(program, resource)?;
    let mut counting = program.clone();
    let functor_of = |id: PredId| program.get(id).functor;
    counting.spend(&Uses {
        of_clause: &|id| used.of_clause.get(&functor_of(id)).copied().unwrap_or(used.clause),
        of_literal: &|functor| used.of_literal.get(&functor).copied().unwrap_or(used.literal),
    });
    Ok(counting)
}

/// What counts a use, in a program that does.
pub fn unit() -> Option<Key> {
    builtin("$use", 1).map(Key::builtin_unit)
}

/// What is weighed in a program that counts what it uses of a resource.
pub fn weights(resource: &str) -> Weights {
    Weights::new(resource, |key| Rational::from(i64::from(Some(key) == unit())))
}

fn used(program: &Program, resource: &str) -> Result<Used, AnalysisError> {
    let mut used = Used::default();
    for read in &program.assertions {
        let (terms, body) = (&read.terms, read.body());
        let Node::Compound(functor, args) = terms.get(body) else { continue };
        let name = program.atoms.name(functor.name);
        match (&*name, args) {
            ("head_cost", &[_, of, units]) if is_named(program, read, of, resource) => {
                used.clause = number(read, units)?;
            }
            ("literal_cost", &[_, of, units]) if is_named(program, read, of, resource) => {
                used.literal = number(read, units)?;
            }
            (status, &[claim]) if ["trust", "check"].contains(&status) || WORDS.contains(&status) => {
                let claim = claim_of(program, read, claim).unwrap_or(claim);
                of_assertion(program, read, claim, resource, &mut used)?;
            }
            _ => {}
        }
    }
    Ok(used)
}

/// The uses that stand in an assertion.
fn of_assertion(
    program: &Program,
    read: &Assertion,
    claim: TermId,
    resource: &str,
    used: &mut Used,
) -> Result<(), AnalysisError> {
    let terms = &read.terms;
    let mut head = claim;
    for operator in ["=>", ":", "+"] {
        head = terms.match_compound(head, program.atoms.intern(operator), 2).map_or(head, |args| args[0]);
    }
    let Some(functor) = terms.functor(head) else { return Ok(()) };
    let mut todo = vec![claim];
    while let Some(part) = todo.pop() {
        let Node::Compound(of, args) = terms.get(part) else { continue };
        match (&*program.atoms.name(of.name), args) {
            ("head_cost", &[_, of, units]) if is_named(program, read, of, resource) => {
                insert(&mut used.of_clause, functor, read, units)?;
            }
            ("literal_cost", &[_, of, units]) if is_named(program, read, of, resource) => {
                insert(&mut used.of_literal, functor, read, units)?;
            }
            ("=>" | ":" | "+" | ",", args) => todo.extend(args),
            _ => {}
        }
    }
    Ok(())
}

/// One use a predicate: another number for it would leave open which one is counted.
fn insert(
    uses: &mut FxHashMap<Functor, u32>,
    functor: Functor,
    read: &Assertion,
    units: TermId,
) -> Result<(), AnalysisError> {
    let now = number(read, units)?;
    match uses.insert(functor, now) {
        Some(before) if before != now => Err(AnalysisError::Assertion {
            what: format!("expected one number for each predicate: it uses {before} by another assertion"),
            span: read.terms.span(units),
        }),
        _ => Ok(()),
    }
}

fn is_named(program: &Program, read: &Assertion, id: TermId, resource: &str) -> bool {
    matches!(read.terms.get(id), Node::Atom(name) if *program.atoms.name(name) == *resource)
}

fn number(read: &Assertion, id: TermId) -> Result<u32, AnalysisError> {
    let what = || AnalysisError::Assertion {
        what: "expected how much is used: a natural number".into(),
        span: read.terms.span(id),
    };
    match read.terms.get(id) {
        Node::Int(units) => u32::try_from(units).map_err(|_| what()),
        _ => Err(what()),
    }
}
