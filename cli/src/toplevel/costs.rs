//! `estimate(Goal)` and `cost(Name/Arity)` in a query: what `horolog estimate` says of the programs that are loaded.
//!
//! In: a query as it was read. Out: the same with each of these goals, where a query can have it as a goal, replaced by one
//! that writes the answer or throws the error: programs are analysed outside the machine, and the query may catch what is
//! thrown. What the user has defined under these names stays what it is. Times are told where the machine is calibrated,
//! else steps.

use super::bindings::copied;
use crate::calibrate::stored;
use crate::estimate::text;
use crate::memory;
use crate::report::Paint;
use analyzer::budget::Budget;
use calibrate::profile::Mode;
use predict::called::how_called;
use predict::compare::BoundedGoal;
use predict::entries::Declared;
use predict::error::PredictError;
use predict::estimate::{Detail, Estimate};
use predict::load::load_again;
use predict::predicates::find_functor;
use predict::pricing::Pricing;
use predict::units::{Resource, Until};
use predict::usage::{Asked, Domain};
use std::collections::HashSet;
use std::time::Duration;
use wam::atoms::Functor;
use wam::code::{PredicateKind, Program};
use wam::term::{Node, ReadTerm, Span, TermId, Terms, VarId};
use wam::write::term_to_string;

/// What the analysis of one goal may take.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: usize = 450 << 20;

/// Control constructs, and which of their arguments are goals that are run as they stand.
const CONTROL: [(&str, &[usize], u32); 9] = [
    (",", &[0, 1], 2),
    (";", &[0, 1], 2),
    ("->", &[0, 1], 2),
    ("*->", &[0, 1], 2),
    ("\\+", &[0], 1),
    ("once", &[0], 1),
    ("ignore", &[0], 1),
    ("call", &[0], 1),
    ("catch", &[0, 2], 3),
];

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// `estimate(Goal)`
    Estimate,
    /// `cost(Name/Arity)`
    Cost,
}

impl Question {
    fn name(self) -> &'static str {
        match self {
            Question::Estimate => "estimate",
            Question::Cost => "cost",
        }
    }
}

/// An error as ISO has it, without its context.
enum Fault {
    Instantiation,
    /// What is expected, and what was found in the query.
    Type(&'static str, TermId),
    /// A predicate that is not there.
    NoPredicate(Functor),
    /// Why nothing is told.
    Other(String),
}

/// The query with its questions answered.
pub fn answered(program: &Program, query: ReadTerm) -> ReadTerm {
    let questions = questions(program, &query);
    if questions.is_empty() {
        return query;
    }
    let mut terms = Terms::new();
    for var in 0..query.terms.variables() {
        terms.var(VarId(var), Span::default());
    }
    let mut places: Vec<TermId> = Vec::with_capacity(query.terms.nodes());
    // Children stand before their parents.
    for id in (0..query.terms.nodes() as u32).map(TermId) {
        let question = questions.iter().find(|(at, ..)| *at == id);
        let place = match question {
            None => copied(&query.terms, id, &mut terms, |child| places[child.0 as usize], |var| var),
            Some((_, question, asked)) => {
                let answer = match may_be_bound(&query, id, *asked) {
                    true => Err(Fault::Other(BOUND.into())),
                    false => answer(program, &query, *question, *asked),
                };
                put(program, &mut terms, *question, answer, &|id| places[id.0 as usize])
            }
        };
        places.push(place);
    }
    ReadTerm { root: places[query.root.0 as usize], terms, variables: query.variables }
}

/// Why there is no answer where [`may_be_bound`] holds.
const BOUND: &str = "an earlier goal may bind a variable of it, and is not run before: ask with what it is bound to";

/// Whether a variable of what is asked for occurs in the query before the question.
fn may_be_bound(query: &ReadTerm, question: TermId, asked: TermId) -> bool {
    let variables = |root: TermId, end: Option<TermId>| {
        let (mut seen, mut todo) = (HashSet::new(), vec![root]);
        while let Some(id) = todo.pop().filter(|id| Some(*id) != end) {
            match query.terms.get(id) {
                Node::Var(var) => drop(seen.insert(var.0)),
                Node::Compound(_, args) => todo.extend(args.iter().rev()),
                _ => {}
            }
        }
        seen
    };
    let own = variables(asked, None);
    !own.is_empty() && !own.is_disjoint(&variables(query.root, Some(question)))
}

/// Where a query asks, and of what.
fn questions(program: &Program, query: &ReadTerm) -> Vec<(TermId, Question, TermId)> {
    let is_free = |name: &str| {
        let own = program.find(program.atoms.functor(name, 1)).map(|pred| program.get(pred));
        own.is_none_or(|own| own.source.is_empty() && !matches!(own.kind, PredicateKind::Dynamic))
    };
    let (mut found, mut todo) = (Vec::new(), vec![query.root]);
    while let Some(id) = todo.pop() {
        let Node::Compound(functor, args) = query.terms.get(id) else { continue };
        let name = program.atoms.name(functor.name);
        if let Some((_, goals, _)) = CONTROL.iter().find(|(of, _, arity)| *of == &*name && *arity == functor.arity) {
            todo.extend(goals.iter().map(|&at| args[at]));
        }
        let question = match (&*name, args) {
            ("estimate", &[asked]) => Some((Question::Estimate, asked)),
            ("cost", &[asked]) => Some((Question::Cost, asked)),
            _ => None,
        };
        found.extend(question.filter(|_| is_free(&name)).map(|(question, asked)| (id, question, asked)));
    }
    found
}

/// The goal in the place of a question: one that writes, or throws.
fn put(
    program: &Program,
    terms: &mut Terms,
    question: Question,
    answer: Result<String, Fault>,
    place: &dyn Fn(TermId) -> TermId,
) -> TermId {
    let (atoms, span) = (&program.atoms, Span::default());
    let indicator = |terms: &mut Terms, name, arity: u32| {
        let name = terms.atom(name, span);
        let arity = terms.int(i64::from(arity), span);
        terms.compound(atoms.intern("/"), &[name, arity], span)
    };
    let mut message = None;
    let formal = match answer {
        Ok(text) => {
            let text = terms.atom(atoms.intern(&text), span);
            return terms.compound(atoms.intern("write"), &[text], span);
        }
        Err(Fault::Instantiation) => terms.atom(atoms.intern("instantiation_error"), span),
        Err(Fault::Type(expected, culprit)) => {
            let expected = terms.atom(atoms.intern(expected), span);
            terms.compound(atoms.intern("type_error"), &[expected, place(culprit)], span)
        }
        Err(Fault::NoPredicate(functor)) => {
            let kind = terms.atom(atoms.intern("procedure"), span);
            let culprit = indicator(terms, functor.name, functor.arity);
            terms.compound(atoms.intern("existence_error"), &[kind, culprit], span)
        }
        Err(Fault::Other(why)) => {
            message = Some(terms.atom(atoms.intern(&why), span));
            let what = terms.atom(atoms.intern(question.name()), span);
            terms.compound(atoms.intern("system_error"), &[what], span)
        }
    };
    let own = indicator(terms, atoms.intern(question.name()), 1);
    let message = message.unwrap_or_else(|| terms.fresh_var(span));
    let context = terms.compound(atoms.intern("context"), &[own, message], span);
    let error = terms.compound(atoms.intern("error"), &[formal, context], span);
    terms.compound(atoms.intern("throw"), &[error], span)
}

fn answer(program: &Program, query: &ReadTerm, question: Question, asked: TermId) -> Result<String, Fault> {
    let terms = &query.terms;
    let of = |functor: Functor| match program.find(functor).map(|pred| program.get(pred).kind) {
        None | Some(PredicateKind::Undefined) => Err(Fault::NoPredicate(functor)),
        Some(_) => Ok(()),
    };
    let goal = term_to_string(terms, asked, &program.atoms, &program.ops);
    match question {
        Question::Estimate => match (terms.get(asked), terms.functor(asked)) {
            (Node::Var(_), _) => Err(Fault::Instantiation),
            (_, None) => Err(Fault::Type("callable", asked)),
            (_, Some(functor)) => {
                if !program.is_builtin(functor) {
                    of(functor)?;
                }
                estimate(program, &goal, &|declared, asked| of_goal(declared, &goal, asked))
            }
        },
        Question::Cost => {
            let wrong = || Fault::Type("predicate_indicator", asked);
            let &[name, arity] =
                terms.match_compound(asked, program.atoms.intern("/"), 2).ok_or_else(|| match terms.get(asked) {
                    Node::Var(_) => Fault::Instantiation,
                    _ => wrong(),
                })?
            else {
                return Err(wrong());
            };
            let functor = match (terms.get(name), terms.get(arity)) {
                (Node::Var(_), _) | (_, Node::Var(_)) => return Err(Fault::Instantiation),
                (Node::Atom(name), Node::Int(arity)) => {
                    Functor { name, arity: u32::try_from(arity).map_err(|_| wrong())? }
                }
                _ => return Err(wrong()),
            };
            let name = program.atoms.name(functor.name);
            if program.is_builtin(functor) {
                let what = format!("{name}/{} is a builtin: its prices are in `horolog machine show`", functor.arity);
                return Err(Fault::Other(what));
            }
            of(functor)?;
            estimate(program, &name, &|declared, asked| of_predicate(declared, &name, functor.arity, asked))
        }
    }
}

type Made<'a> = dyn Fn(&Declared<'_>, Asked<'_>) -> Result<Estimate, PredictError> + 'a;

/// Loads what the session has loaded for analysis, and makes an estimate.
fn estimate(program: &Program, names: &str, made: &Made<'_>) -> Result<String, Fault> {
    let loaded = load_again(program, names, None);
    let failed = |error: PredictError| Fault::Other(error.to_string());
    let declared = Declared::of(&loaded).map_err(failed)?;
    let profile = stored(Mode::default());
    let pricing = profile.as_ref().map(Pricing::bounds);
    let resource = if pricing.is_some() { Resource::Time } else { Resource::Steps };
    let budget = Budget::unlimited().lasting(TIME).holding(MEMORY, memory::in_use);
    let asked = Asked { resource, until: Until::All, pricing, budget, domain: Domain::Every };
    Ok(text(&made(&declared, asked).map_err(failed)?, Paint::stdout()))
}

fn of_goal(declared: &Declared<'_>, goal: &str, asked: Asked<'_>) -> Result<Estimate, PredictError> {
    let BoundedGoal { used, sizes, .. } = BoundedGoal::of(declared, goal, asked)?;
    Ok(Estimate::of(&used.bounded, asked.pricing, &[sizes], Detail::Results))
}

fn of_predicate(declared: &Declared<'_>, name: &str, arity: u32, asked: Asked<'_>) -> Result<Estimate, PredictError> {
    let program = &declared.loaded.program;
    let pred = find_functor(program, Functor { name: program.atoms.intern(name), arity })?;
    let (used, why, _) = how_called(declared, pred, asked)?.bounded(declared, asked)?;
    Ok(Estimate { called: why, ..Estimate::of(&used.bounded, asked.pricing, &[], Detail::Results) })
}
