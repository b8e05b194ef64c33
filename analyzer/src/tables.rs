//! Tables: predicates of hundreds of facts and more over ground terms, which are counted instead of explored.
//!
//! In: a predicate and a call pattern that its code has too many paths for. Out: an [`Assertion`] about such calls, of which
//! nobody vouches for anything: how many solutions there are at most comes of the rows that agree in the arguments that are
//! bound at the call, the types and the least and greatest integers of what comes out from the columns, and whether a choice
//! point may be left from the selection code. A row that is a solution is a step. Of other costs nothing is known.

use crate::assertion::Assertion;
use crate::explore::{PATH_LIMIT, STEP_LIMIT};
use crate::inputs::{is_ground, sizes_of, type_of};
use crate::kinds::SolutionKind;
use crate::regtype::TypeTable;
use crate::state::Cell;
use crate::step::ROW_LIMIT;
use crate::types::{Metric, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Direction, Expr};
use wam::atoms::known;
use wam::code::{Block, PredicateKind, Program};
use wam::compile::Heads;
use wam::instr::{Constant, Instr, Label, PredId};
use wam::term::{Node, ReadTerm, TermId, Terms};
use wam::write::term_to_string;

/// What is known of a call of a table; nothing where the predicate is none, or where its code can be explored.
pub(crate) fn table(program: &Program, pred: PredId, pattern: &[Type]) -> Option<Assertion> {
    let of = program.get(pred);
    if of.kind != PredicateKind::Static || of.heads != Heads::Unify || of.source.len() <= PATH_LIMIT.min(ROW_LIMIT) {
        return None;
    }
    if can_be_explored(&of.block, pattern, of.source.len()) {
        return None;
    }
    let Rows { rows, others } = Rows::of(program, pred)?;
    let bound: Vec<usize> = (0..pattern.len()).filter(|&at| pattern[at].is_ground()).collect();
    let is_det = bound.contains(&0) && is_selected(&of.block);
    let solutions = if is_det { 1 } else { most_alike(&rows, &bound) };
    let column = |at: usize| Column::of(program, &others, &rows.iter().map(|row| row[at]).collect::<Vec<Entry>>());
    let columns: Vec<Column> = (0..pattern.len()).map(column).collect();
    let limits = columns.iter().enumerate().filter_map(|(at, column)| Some((at, column.limits?)));
    let sizes = limits.flat_map(|(at, (metric, least, greatest))| {
        let size = |side, value| (side, at, metric, Expr::int(value));
        [size(Direction::Lower, least), size(Direction::Upper, greatest)]
    });
    Some(Assertion {
        call: pattern.to_vec(),
        success: columns.iter().map(|column| column.of.clone()).collect(),
        not_fails: false,
        is_det,
        sizes: sizes.collect(),
        costs: vec![(Direction::Upper, "steps".into(), Expr::int(solutions))],
        solutions: Some(solutions),
    })
}

/// A term in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Entry {
    Constant(Constant),
    /// Another ground term, by its place among those of the table.
    Other(usize),
}

/// The facts of a predicate.
struct Rows<'p> {
    rows: Vec<Vec<Entry>>,
    /// The terms that are no constants, each once.
    others: Vec<(&'p Terms, TermId)>,
}

/// How many solutions of each kind a call has where it is of few facts, with constants and variables: that is certain. Nothing
/// where it is not such a call.
pub(crate) fn rows_of_each<'k>(
    program: &Program,
    pred: PredId,
    pattern: &[Type],
    kinds: impl Iterator<Item = Option<&'k SolutionKind>>,
) -> Option<Vec<usize>> {
    // Of control constructs there is no predicate.
    let of = program.predicates.get(pred.0 as usize)?;
    let is_known = |of: &Type| *of == Type::Free || of.as_constant().is_some();
    if of.kind != PredicateKind::Static || of.source.len() > PATH_LIMIT || !pattern.iter().all(is_known) {
        return None;
    }
    let kinds: Vec<&SolutionKind> = kinds.collect::<Option<_>>()?;
    let matches = |row: &[Entry], at: usize, of: &Type| match (of, row[at]) {
        (Type::Free, _) => true,
        (Type::Integer(value), Entry::Constant(Constant::Int(other))) => *value == other,
        (of, Entry::Constant(Constant::Atom(other))) => of.as_constant() == Some(Cell::Atom(other)),
        _ => false,
    };
    let Rows { rows, .. } = Rows::of(program, pred)?;
    let met: Vec<_> =
        rows.iter().filter(|row| pattern.iter().enumerate().all(|(at, of)| matches(row, at, of))).collect();
    let of_kind = |kind: &SolutionKind| {
        let is_of = |row: &[Entry], at: usize, of: &Option<Type>| of.as_ref().is_none_or(|of| matches(row, at, of));
        met.iter().filter(|row| kind.constants.iter().enumerate().all(|(at, of)| is_of(row, at, of))).count()
    };
    let counts: Vec<usize> = kinds.into_iter().map(of_kind).collect();
    (counts.iter().sum::<usize>() == met.len()).then_some(counts)
}

/// Whether code is short enough, and asks for few enough constants, that its paths are followed: then every cost is known.
fn can_be_explored(block: &Block, pattern: &[Type], rows: usize) -> bool {
    let few = |table: &Vec<_>| table.len() <= ROW_LIMIT;
    let is_open = |of: &Type| matches!(of, Type::Free | Type::Shared(_));
    block.instrs.len() < STEP_LIMIT / 4
        && match pattern {
            [Type::Const(_), ..] => true,
            // Every row is a solution, unless others than the first argument tell them apart.
            [first, rest @ ..] if is_open(first) => rest.iter().all(is_open) || rows <= PATH_LIMIT,
            _ => block.tables.iter().all(few),
        }
}

impl<'p> Rows<'p> {
    /// The facts of a predicate; nothing where there is another clause, or one with variables.
    fn of(program: &'p Program, pred: PredId) -> Option<Rows<'p>> {
        let of = program.get(pred);
        let (mut others, mut known) = (Vec::new(), FxHashMap::default());
        let mut entry = |terms: &'p Terms, arg: TermId| match terms.get(arg) {
            Node::Atom(name) => Some(Entry::Constant(Constant::Atom(name))),
            Node::Int(value) => Some(Entry::Constant(Constant::Int(value))),
            _ if !is_ground(terms, arg) => None,
            _ => {
                let text = term_to_string(terms, arg, &program.atoms, &program.ops);
                Some(Entry::Other(*known.entry(text).or_insert_with(|| {
                    others.push((terms, arg));
                    others.len() - 1
                })))
            }
        };
        let mut row = |clause: &'p ReadTerm| {
            let Node::Compound(functor, args) = clause.terms.get(clause.root) else { return None };
            let entries = args.iter().map(|&arg| entry(&clause.terms, arg));
            (functor == of.functor).then(|| entries.collect::<Option<Vec<Entry>>>())?
        };
        let rows = of.source.iter().map(|clause| row(clause)).collect::<Option<_>>()?;
        Some(Rows { rows, others })
    }
}

/// How many rows agree in some columns at most.
fn most_alike(rows: &[Vec<Entry>], columns: &[usize]) -> i64 {
    let mut counts: FxHashMap<Vec<Entry>, i64> = FxHashMap::default();
    for row in rows {
        *counts.entry(columns.iter().map(|&at| row[at]).collect()).or_default() += 1;
    }
    counts.into_values().max().unwrap_or(0)
}

/// Whether the first argument, where it is bound, selects one clause at most, for which no choice point is made.
fn is_selected(block: &Block) -> bool {
    let at = |label: &Label| block.instrs.get(label.0 as usize);
    let Some(Instr::SwitchOnTerm { constant, list, structure, .. }) = block.instrs.first() else { return false };
    let Some(Instr::SwitchOnConstant { table, other }) = at(constant) else { return false };
    let starts: FxHashSet<Label> = block.clauses.iter().flat_map(|clause| [clause.start, clause.matched]).collect();
    let selects = |label: &Label| *label == Label::FAIL || starts.contains(label);
    [other, list, structure].into_iter().all(|label| *label == Label::FAIL)
        && block.tables[table.0 as usize].iter().all(|(_, label)| selects(label))
}

/// What the terms of a column have in common.
struct Column {
    of: Type,
    /// The size, the least and the greatest, where all have one.
    limits: Option<(Metric, i64, i64)>,
}

impl Column {
    fn of(program: &Program, others: &[(&Terms, TermId)], entries: &[Entry]) -> Column {
        let type_of_entry = |entry: &Entry| match *entry {
            Entry::Constant(Constant::Int(0..)) => Type::Nat,
            Entry::Constant(Constant::Int(_)) => Type::Int,
            Entry::Constant(Constant::Atom(_)) => Type::Atom,
            Entry::Other(at) => type_of(others[at].0, others[at].1).widen(),
        };
        let mut types: Vec<Type> = Vec::new();
        for of in entries.iter().map(type_of_entry) {
            if !types.contains(&of) {
                types.push(of);
            }
        }
        let of = types.iter().fold(Type::Bottom, |all, of| all.lub(of));
        let of = if of == Type::Any { Type::Ground } else { of };
        let size = |entry: &Entry| match (*entry, &of) {
            (Entry::Constant(Constant::Int(value)), Type::Nat | Type::Int) => Some(value),
            (Entry::Other(at), Type::List(_)) => {
                let (terms, id) = others[at];
                sizes_of(terms, id, &of, &TypeTable::default(), &program.atoms).first().copied()
            }
            (Entry::Constant(Constant::Atom(known::NIL)), Type::List(_)) => Some(0),
            _ => None,
        };
        let sizes: Option<Vec<i64>> = entries.iter().map(size).collect();
        let limits =
            sizes.and_then(|sizes| Some((of.metric()?, sizes.iter().copied().min()?, sizes.iter().copied().max()?)));
        Column { of, limits }
    }
}
