//! Tables: predicates of hundreds of facts and more over constants, which are counted instead of explored.
//!
//! In: a predicate and a call pattern that its code has too many paths for. Out: an [`Assertion`] about such calls, of which
//! nobody vouches for anything: how many solutions there are at most comes of the rows that agree in the arguments that are
//! bound at the call, the types and the least and greatest integers of what comes out from the columns, and whether a choice
//! point may be left from the selection code. A row that is a solution is a step. Of other costs nothing is known.

use crate::assertion::Assertion;
use crate::explore::{PATH_LIMIT, STEP_LIMIT};
use crate::kinds::SolutionKind;
use crate::state::Cell;
use crate::step::ROW_LIMIT;
use crate::types::{Metric, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Direction, Expr};
use wam::code::{Block, PredicateKind, Program};
use wam::compile::Heads;
use wam::instr::{Constant, Instr, Label, PredId};
use wam::term::Node;

/// What is known of a call of a table; nothing where the predicate is none, or where its code can be explored.
pub(crate) fn table(program: &Program, pred: PredId, pattern: &[Type]) -> Option<Assertion> {
    let of = program.get(pred);
    if of.kind != PredicateKind::Static || of.heads != Heads::Unify || of.source.len() <= PATH_LIMIT.min(ROW_LIMIT) {
        return None;
    }
    if can_be_explored(&of.block, pattern, of.source.len()) {
        return None;
    }
    let rows = rows(program, pred)?;
    let bound: Vec<usize> = (0..pattern.len()).filter(|&at| pattern[at].is_ground()).collect();
    let is_det = bound.contains(&0) && is_selected(&of.block);
    let solutions = if is_det { 1 } else { most_alike(&rows, &bound) };
    let columns: Vec<Column> = (0..pattern.len()).map(|at| Column::of(rows.iter().map(|row| row[at]))).collect();
    let limits = columns.iter().enumerate().filter_map(|(at, column)| Some((at, column.limits?)));
    let sizes = limits.flat_map(|(at, (least, greatest))| {
        let size = |side, value| (side, at, Metric::Value, Expr::int(value));
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
    let matches = |row: &[Constant], at: usize, of: &Type| match (of, row[at]) {
        (Type::Free, _) => true,
        (Type::Integer(value), Constant::Int(other)) => *value == other,
        (of, Constant::Atom(other)) => of.as_constant() == Some(Cell::Atom(other)),
        _ => false,
    };
    let rows: Vec<Vec<Constant>> = rows(program, pred)?;
    let met: Vec<_> =
        rows.iter().filter(|row| pattern.iter().enumerate().all(|(at, of)| matches(row, at, of))).collect();
    let of_kind = |kind: &SolutionKind| {
        let is_of = |row: &[Constant], at: usize, of: &Option<Type>| of.as_ref().is_none_or(|of| matches(row, at, of));
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

/// The facts as rows of constants; nothing where there is another clause.
fn rows(program: &Program, pred: PredId) -> Option<Vec<Vec<Constant>>> {
    let functor = program.get(pred).functor;
    let row = |clause: &std::sync::Arc<wam::term::ReadTerm>| {
        let terms = &clause.terms;
        let Node::Compound(of, args) = terms.get(clause.root) else { return None };
        let constant = |&arg: &_| match terms.get(arg) {
            Node::Atom(name) => Some(Constant::Atom(name)),
            Node::Int(value) => Some(Constant::Int(value)),
            _ => None,
        };
        if of == functor { args.iter().map(constant).collect() } else { None }
    };
    program.get(pred).source.iter().map(row).collect()
}

/// How many rows agree in some columns at most.
fn most_alike(rows: &[Vec<Constant>], columns: &[usize]) -> i64 {
    let mut counts: FxHashMap<Vec<Constant>, i64> = FxHashMap::default();
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

/// What the constants of a column have in common.
struct Column {
    of: Type,
    /// The least and the greatest, where all are integers.
    limits: Option<(i64, i64)>,
}

impl Column {
    fn of(constants: impl Iterator<Item = Constant>) -> Column {
        let (mut limits, mut atoms) = (None::<(i64, i64)>, false);
        for constant in constants {
            match constant {
                Constant::Int(value) => {
                    limits = Some(limits.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
                }
                Constant::Atom(_) => atoms = true,
            }
        }
        match (limits, atoms) {
            (Some((0.., _)), false) => Column { of: Type::Nat, limits },
            (Some(_), false) => Column { of: Type::Int, limits },
            (Some(_), true) => Column { of: Type::Atomic, limits: None },
            (None, _) => Column { of: Type::Atom, limits: None },
        }
    }
}
