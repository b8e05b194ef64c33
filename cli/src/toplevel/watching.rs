//! `watch(Goal, Fold, Result)` as a query, a directive or a goal of the command line, or as the first goal of one: runs the goal
//! to its first answer, watched, and binds what the fold comes to. Elsewhere it is a predicate of the library, and queries that name
//! it run in a mode that watches.
//!
//! In: a query as it was read. Out: another query, whose answers are the bindings of the goal's variables together with each result of
//! the fold, slice by slice. What the user has defined as `watch/3` stays what it is.

use crate::watch::asked::{Watched, fold_goal};
use monitor::folds::SHIPPED;
use monitor::report::{Field, Report};
use predict::load::term;
use predict::predicates::indicated;
use std::fmt::Write;
use wam::atoms::{Functor, known};
use wam::code::{PredicateKind, Program};
use wam::machine::Machine;
use wam::modules::ModuleClass;
use wam::term::{Node, ReadTerm, TermId};
use wam::write::{WriteOptions, quote_atom, term_to_string, write_term};

/// The query that answers `watch/3`, what went wrong with it, or nothing where it is another query.
pub fn answered(machine: &mut Machine, query: &ReadTerm) -> Option<Result<ReadTerm, String>> {
    let program = machine.program();
    let functor = program.atoms.functor("watch", 3);
    let (first, rest) = match query.terms.match_compound(query.root, known::COMMA, 2) {
        Some(&[first, rest]) => (first, Some(rest)),
        _ => (query.root, None),
    };
    let Node::Compound(found, &[goal, fold, result]) = query.terms.get(first) else { return None };
    (found == functor && !is_users(program, functor)).then(|| watch(machine, query, [goal, fold, result], rest))
}

/// Whether a predicate is the user's own.
fn is_users(program: &Program, functor: Functor) -> bool {
    program.find(functor).is_some_and(|pred| {
        let predicate = program.get(pred);
        program.module(predicate.module).class == ModuleClass::User && predicate.kind != PredicateKind::Undefined
    })
}

/// Whether a query may have goals watched: it names `watch/3`, or a clause of a user's does.
pub fn is_named(program: &Program, query: &ReadTerm) -> bool {
    let functor = program.atoms.functor("watch", 3);
    let names =
        |read: &ReadTerm| (0..read.terms.nodes() as u32).any(|at| read.terms.functor(TermId(at)) == Some(functor));
    let of_users = program.predicates.iter().filter(|of| program.module(of.module).class == ModuleClass::User);
    if is_users(program, functor) {
        return false;
    }
    names(query) || of_users.flat_map(|of| &of.source).any(|read| names(read))
}

fn watch(
    machine: &mut Machine,
    query: &ReadTerm,
    [goal, fold, result]: [TermId; 3],
    rest: Option<TermId>,
) -> Result<ReadTerm, String> {
    let name = match query.terms.get(fold) {
        Node::Atom(name) => machine.program().atoms.name(name).to_string(),
        Node::Str(name) => name.to_string(),
        _ => return Err(no_name(machine.program(), query, fold)),
    };
    let goal = ReadTerm { root: goal, ..query.clone() };
    let Watched { bindings, reports } = fold_goal(machine, &goal, &name)?;
    let program = machine.program();
    let names: Vec<String> = query.variables.iter().map(|variable| variable.name.clone()).collect();
    let options = WriteOptions { variable_names: names, ..WriteOptions::quoted() };
    let written = |part: TermId| {
        let mut text = String::new();
        write_term(&mut text, &query.terms, part, &program.atoms, &program.ops, &options);
        text
    };
    let text = written(result);
    let results: Vec<String> =
        reports.iter().map(|report| format!("{text} = ({})", as_term(report, program))).collect();
    let values = bindings.iter().map(|(name, value)| format!("{name} = ({value}), ")).collect::<String>();
    let rest = rest.map_or(String::new(), |rest| format!(", ({})", written(rest)));
    let answer = format!("{values}( {} ){rest}", results.join(" ; "));
    term(program, "answer", &answer).map_err(|error| error.to_string())
}

/// Why a term is no name of a fold. Some have a minus, which makes a compound of them without quotes.
fn no_name(program: &Program, query: &ReadTerm, fold: TermId) -> String {
    let written = term_to_string(&query.terms, fold, &program.atoms, &program.ops);
    let meant = SHIPPED.iter().find(|shipped| shipped.name == written);
    let help = meant.map(|_| format!(": quote it, '{written}'")).unwrap_or_default();
    format!("{written} is no atom, and the second argument of watch/3 is a fold by name or a file with a monitor{help}")
}

/// A report as the text of a term.
pub fn as_term(report: &Report, program: &Program) -> String {
    let quoted = |text: &str| {
        let mut terms = wam::term::Terms::new();
        let atom = terms.atom(program.atoms.intern(text), Default::default());
        term_to_string(&terms, atom, &program.atoms, &program.ops)
    };
    // Goals are terms already; names of predicates are not where they need quotes.
    let predicate = |text: &str| match indicated(text) {
        Some((name, arity)) => format!("{}/{arity}", quote_atom(&name)),
        None => text.to_string(),
    };
    let field = |field: &Field| match field {
        Field::Number(number) => number.to_string(),
        // A name that begins like a variable would be one.
        Field::Text(text) if term(program, "answer", text).is_ok_and(|read| read.variables.is_empty()) => text.clone(),
        Field::Text(text) => predicate(text),
    };
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    match report {
        Report::Count { value, .. } => value.to_string(),
        Report::Term { text } => text.clone(),
        Report::Error { message } => format!("error({})", quoted(message)),
        Report::Table(table) => list(
            table
                .rows
                .iter()
                .map(|row| {
                    format!("row({})", row.iter().map(|of| format!("({})", field(of))).collect::<Vec<_>>().join(","))
                })
                .collect(),
        ),
        Report::Graph(graph) => list(
            graph
                .arcs
                .iter()
                .map(|arc| {
                    let [from, to] = [arc.from, arc.to].map(|at| predicate(&graph.nodes[at]));
                    format!("arc({from},{to},{})", arc.count)
                })
                .collect(),
        ),
        Report::Proof { nodes } => list(nodes.iter().map(|node| format!("{}-({})", node.depth, node.goal)).collect()),
        Report::Stacks { stacks } => {
            let frames = |frames: &[String]| list(frames.iter().map(|frame| predicate(frame)).collect());
            list(stacks.iter().map(|stack| format!("{}-{}", frames(&stack.frames), stack.calls)).collect())
        }
        Report::Coverage(coverage) => {
            let mut rows = Vec::new();
            for row in &coverage.rows {
                let callee = predicate(row.callee.as_deref().unwrap_or("-"));
                let criteria = |all: &[String]| list(all.iter().map(|one| quoted(one)).collect());
                let mut text = String::new();
                let _ = write!(
                    text,
                    "row({},{callee},{},{})",
                    predicate(&row.predicate),
                    criteria(&row.met),
                    criteria(&row.missing)
                );
                rows.push(text);
            }
            format!("coverage({},{},{})", coverage.met, coverage.criteria, list(rows))
        }
    }
}
