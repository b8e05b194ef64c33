//! What counts have in common: laws of the machine, and gaps of the workloads.
//!
//! Comes in: the counts of the runs that prices come from, and of further programs. Goes out: [`Invariants`]. A linear
//! relation that all runs satisfy leaves one price open: it may be shifted along the relation, and no estimate of a
//! program that satisfies it changes (Mera et al. 2008, propositions 1 and 2). It is a law of the machine if no program
//! can break it; then nothing is lost. If further programs break it, it came of the workloads only: a gap, which means
//! that a price is not known. What builtins do other than fail is the program's choice: a call may be added to any
//! program, with other data, so that relations of their successes and their work are gaps without a further program.

use crate::design::{COLUMNS, Column, Run};
use crate::exact::{self, Elimination, Terms};
use std::collections::BTreeMap;
use std::fmt;
use wam::cost::{Counts, Key, KeyKind};
use wam::instr::key;

/// A linear relation: the sum of factors times counts is 0 in every run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation(Vec<(Column, i64)>);

/// A price that the runs leave open though programs need it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// What is priced.
    pub column: Column,
    /// How its counts follow from others in all runs, if that takes small factors only.
    pub relation: Option<Relation>,
}

/// What the counts of runs have in common.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariants {
    /// What the runs exercise, in column order.
    pub columns: Vec<Column>,
    /// How many prices they determine: the rank of their counts.
    pub rank: usize,
    /// What further programs satisfy as well.
    pub laws: Vec<Relation>,
    /// What they do not.
    pub gaps: Vec<Gap>,
}

/// Whether prices found from the measured runs determine the price of a target.
#[derive(Clone, PartialEq, Debug)]
pub enum Admission {
    /// The counts lie in the row space: the estimate does not depend on the chosen representative (proposition 2).
    Determined,
    /// They do not.
    Undetermined {
        /// What occurs in the target and in no run.
        unpriced: Vec<Column>,
        /// What occurs in the target otherwise than in all runs.
        open: Vec<Column>,
        /// Laws that the target breaks: these are not the counts of a run that ended without an error.
        broken: Vec<Relation>,
    },
}

impl Relation {
    /// A relation by its factors, of which none is 0, in any order, each column once.
    pub fn new(mut terms: Vec<(Column, i64)>) -> Relation {
        terms.sort_unstable();
        Relation(terms)
    }

    /// Its factors, in column order.
    pub fn terms(&self) -> &[(Column, i64)] {
        &self.0
    }

    /// Whether counts, in column order, satisfy it.
    pub fn holds(&self, counts: &[(Column, i64)]) -> bool {
        exact::satisfies(counts, &self.0)
    }

    fn side(&self, sign: i64, width: Width) -> String {
        let terms = self.0.iter().copied().filter(|(_, factor)| factor.signum() == sign);
        let (failures, others): (Vec<_>, Vec<_>) = terms.partition(|(column, _)| is_failure(*column));
        let times = |factor: i64, what: String| if factor == 1 { what } else { format!("{factor} {what}") };
        let term = |(column, factor): (Column, i64)| times(factor.abs(), column.to_string());
        let alike = failures.first().filter(|(_, first)| failures.iter().all(|(_, factor)| factor == first));
        let mut told: Vec<String> = others.into_iter().map(term).collect();
        match alike {
            Some((_, factor)) if width == Width::Short && failures.len() > MANY => {
                told.push(times(factor.abs(), format!("fail ({} keys)", failures.len())));
            }
            _ => told.extend(failures.into_iter().map(term)),
        }
        let more = told.len().saturating_sub(MANY);
        if width == Width::Short && more > 1 {
            told.truncate(MANY);
            told.push(format!("{more} more"));
        }
        if told.is_empty() { "0".into() } else { told.join(" + ") }
    }

    /// The relation in text, such as `retry + trust = get_list fail`.
    pub fn line(&self, width: Width) -> String {
        format!("{} = {}", self.side(1, width), self.side(-1, width))
    }
}

impl fmt::Display for Relation {
    /// In short.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(Width::Short))
    }
}

/// How a relation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Many failures are one term: `retry + trust = fail (93 keys)`. Of many other terms the first are written.
    Short,
    /// Each term is written.
    Full,
}

/// More failures, or terms, than this are many.
const MANY: usize = 6;

impl Invariants {
    /// Looks for what the runs have in common, and which of it further programs break.
    pub fn of(runs: &[Run], further: &[Run]) -> Invariants {
        let mut seen = [false; COLUMNS];
        let occurring = runs.iter().chain(further).flat_map(|run| &run.counts);
        occurring.filter(|(column, _)| is_counted(*column)).for_each(|(column, _)| seen[column.index()] = true);
        let mut columns: Vec<Column> = (0..COLUMNS as u16).map(Column).filter(|column| seen[column.index()]).collect();
        columns.sort_unstable_by_key(|&column| reading_order(column));
        let mut place = [usize::MAX; COLUMNS];
        columns.iter().enumerate().for_each(|(at, column)| place[column.index()] = at);
        let row = |counts: &[(Column, i64)]| -> Terms<usize> {
            let cells = counts.iter().filter(|(column, _)| is_counted(*column));
            let mut row: Terms<usize> = cells.map(|&(column, count)| (place[column.index()], count)).collect();
            row.sort_unstable();
            row
        };
        let mut rows: Vec<Terms<usize>> = runs.iter().map(|run| row(&run.counts)).collect();
        let mut elimination = Elimination::new(columns.len());
        rows.iter().for_each(|row| elimination.add(row));
        let measured = elimination.clone();
        let first = rows.len();
        rows.extend(further.iter().map(|run| row(&run.counts)));
        rows.extend(columns.iter().filter(|&&column| is_chosen(column)).map(|&column| row(&[(column, 1)])));
        rows[first..].iter().for_each(|row| elimination.add(row));

        let named = |relation: Terms<usize>| {
            Relation::new(relation.into_iter().map(|(at, factor)| (columns[at], factor)).collect())
        };
        let all = elimination.space(&rows);
        let of_runs = measured.space(&rows[..first]);
        // What no run exercises has no price; that is said elsewhere.
        let mut exercised = [false; COLUMNS];
        runs.iter().flat_map(|run| &run.counts).for_each(|(column, _)| exercised[column.index()] = true);
        let laws = exact::simplified(all.relations);
        let open = measured.free().filter(|&at| elimination.is_pivot(at) || all.accidental.contains(&at));
        let gaps = open.filter(|&at| exercised[columns[at].index()]).map(|at| Gap {
            column: columns[at],
            relation: of_runs.relation_of(at).map(|relation| named(exact::shortened(relation, at, &laws))),
        });
        let gaps = gaps.collect();
        Invariants {
            gaps,
            rank: of_runs.rank,
            laws: laws.into_iter().map(named).collect(),
            columns: (0..COLUMNS as u16)
                .map(Column)
                .filter(|&column| exercised[column.index()] && is_counted(column))
                .collect(),
        }
    }

    /// Whether the counts of a target, of a run that had so many solutions, are priced by the runs behind these invariants.
    /// Those had one. To ask for another is to fail from outside; at the end of all solutions, a failure resumes nothing.
    pub fn admits(&self, counts: &Counts, solutions: u64) -> Admission {
        let fail = Column::of(key::Fail::FAIL);
        let mut cells: BTreeMap<Column, i64> =
            counts.iter().map(|(key, count)| (Column::of(key), count as i64)).collect();
        cells.insert(Column::RUN, 1);
        cells.retain(|column, _| is_counted(*column));
        let occurs = |column: Column| counts.iter().any(|(key, _)| Column::of(key) == column);
        let occurring: Vec<Column> = cells.keys().copied().collect();
        *cells.entry(fail).or_default() += solutions as i64 - 1;
        let cells: Vec<(Column, i64)> = cells.into_iter().filter(|&(_, count)| count != 0).collect();
        let mut known = [false; COLUMNS];
        self.columns.iter().for_each(|column| known[column.index()] = true);
        let unpriced: Vec<Column> = occurring.into_iter().filter(|column| !known[column.index()]).collect();
        let is_open = |gap: &&Gap| match &gap.relation {
            Some(relation) => !relation.holds(&cells),
            None => occurs(gap.column),
        };
        let open: Vec<Column> = self.gaps.iter().filter(is_open).map(|gap| gap.column).collect();
        let broken: Vec<Relation> = self.laws.iter().filter(|law| !law.holds(&cells)).cloned().collect();
        match unpriced.is_empty() && open.is_empty() && broken.is_empty() {
            true => Admission::Determined,
            false => Admission::Undetermined { unpriced, open, broken },
        }
    }
}

/// Whether a column may take part in a law of the machine: steps are counted twice, and a predictor knows no laws.
pub fn is_counted(column: Column) -> bool {
    column.key().is_none_or(|key| key != Key::STEP && !Key::OBSERVED.contains(&key))
}

/// Whether it is a failure.
fn is_failure(column: Column) -> bool {
    column.key().is_some_and(|key| key.row().kind == KeyKind::Failure)
}

/// Whether a program may have more of it whatever else it does.
fn is_chosen(column: Column) -> bool {
    column.key().is_some_and(|key| key.builtin().is_some() && key.row().kind != KeyKind::Failure)
}

/// Failures come last: elimination expresses later columns by earlier ones, so what a relation explains is failures.
fn reading_order(column: Column) -> (bool, Column) {
    (is_failure(column), column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::cost::Nanoseconds;

    fn counts(cells: &[(Key, u64)]) -> Counts {
        let mut counts = Counts::new();
        cells.iter().for_each(|&(key, count)| counts[key] = count);
        counts
    }

    fn run(cells: &[(Key, u64)]) -> Run {
        Run::of_program("r", "test", &counts(cells), Nanoseconds(10.0))
    }

    fn law() -> Relation {
        let terms = [(key::Retry::OK, 1), (key::Trust::OK, 1), (key::GetList::FAIL, -1)];
        Relation::new(terms.map(|(key, factor)| (Column::of(key), factor)).to_vec())
    }

    /// Runs that obey proposition 1, and call as often as they multiply.
    fn retries() -> Vec<Run> {
        [(3, 2), (1, 1), (4, 0), (2, 9), (5, 5), (6, 1), (7, 3), (8, 2)]
            .iter()
            .map(|&(retry, trust)| {
                let same = retry * trust + 1;
                run(&[
                    (key::Retry::OK, retry),
                    (key::Trust::OK, trust),
                    (key::GetList::FAIL, retry + trust),
                    (key::Call::OK, same),
                    (key::Mul::INT, 2 * same),
                ])
            })
            .collect()
    }

    #[test]
    fn a_relation_that_further_programs_break_is_a_gap() {
        let both = Invariants::of(&retries(), &[]);
        assert_eq!((both.rank, both.laws.len(), both.gaps.len()), (4, 2, 0));
        let told_apart = Invariants::of(&retries(), &[run(&[(key::Call::OK, 7), (key::Mul::INT, 5)])]);
        assert_eq!(told_apart.laws, [law()]);
        assert_eq!(told_apart.laws[0].to_string(), "retry + trust = get_list fail");
        let mul = Column::of(key::Mul::INT);
        let relation = Relation::new(vec![(Column::of(key::Call::OK), 2), (mul, -1)]);
        assert_eq!(told_apart.gaps, [Gap { column: mul, relation: Some(relation) }]);
        assert_eq!(told_apart.rank, 4);
    }

    #[test]
    fn what_builtins_do_but_fail_is_a_gap_without_a_further_program() {
        let length = wam::instr::BuiltinId(0);
        let (units, times) = (Key::builtin_unit(length), Key::builtin_true(length));
        let runs: Vec<Run> = (1..9).map(|n| run(&[(times, n), (units, 3 * n), (key::Jump::OK, n * n)])).collect();
        let invariants = Invariants::of(&runs, &[]);
        assert_eq!(invariants.laws, []);
        assert_eq!(invariants.gaps.iter().map(|gap| gap.column).collect::<Vec<_>>(), [Column::of(units)]);
    }

    #[test]
    fn a_target_that_breaks_a_law_or_falls_into_a_gap_is_not_admitted() {
        let invariants = Invariants::of(&retries(), &[run(&[(key::Call::OK, 7), (key::Mul::INT, 5)])]);
        let mul = Column::of(key::Mul::INT);
        let good = [(key::Retry::OK, 1), (key::GetList::FAIL, 1), (key::Call::OK, 4), (key::Mul::INT, 8)];
        assert_eq!(invariants.admits(&counts(&good), 1), Admission::Determined);
        let bad = [(key::Retry::OK, 2), (key::GetList::FAIL, 1), (key::Mul::INT, 1), (key::Add::INT, 1)];
        assert_eq!(
            invariants.admits(&counts(&bad), 1),
            Admission::Undetermined { unpriced: vec![Column::of(key::Add::INT)], open: vec![mul], broken: vec![law()] }
        );
    }

    #[test]
    fn many_failures_are_written_as_one_unless_all_are_wanted() {
        let failures: Vec<Column> = (0..COLUMNS as u16).map(Column).filter(|&column| is_failure(column)).collect();
        let terms = failures.iter().take(9).map(|&column| (column, -1)).chain([(Column::of(key::Retry::OK), 1)]);
        let law = Relation::new(terms.collect());
        assert_eq!(law.to_string(), "retry = fail (9 keys)");
        assert_eq!(law.line(Width::Full).matches(" + ").count(), 8);
    }
}
