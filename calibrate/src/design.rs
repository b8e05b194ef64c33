//! The design matrix: one row a measured run, one column a price to be found.
//!
//! Comes in: [`Run`]s (counts per cost key and a time) and a [`Model`] that says which keys share a price. Goes out:
//! the rows in sparse form, and which columns occur at all ([`Design::missing`]). What the rows have in common is found in
//! [`crate::laws`]. Source: Mera et al. 2008, section 5.3 (equation 2, C = A·B).

use crate::error::CalibrationError;
use crate::model::Model;
use crate::variety::{Breadth, Factors, Variety};
use std::collections::BTreeMap;
use std::fmt;
use wam::builtins::BUILTINS;
use wam::cost::{Counts, KEYS, Key, KeyKind, Nanoseconds};
use wam::instr::BuiltinId;

/// What a count belongs to: a cost key, or entering and leaving the machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u16);

/// How many columns there are.
pub const COLUMNS: usize = KEYS + 1;

impl Column {
    /// One entry into the machine and exit from it: the overhead of a run.
    pub const RUN: Column = Column(KEYS as u16);

    /// The column of a cost key.
    pub const fn of(key: Key) -> Column {
        Column(key.0)
    }

    /// The cost key, unless it is [`Column::RUN`].
    pub fn key(self) -> Option<Key> {
        (self != Column::RUN).then_some(Key(self.0))
    }

    /// Its place in vectors over columns.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All columns that carry a price: the overhead of a run and every key but [`Key::STEP`] and the units of builtins
    /// whose work is constant.
    pub fn priced() -> impl Iterator<Item = Column> {
        let columns = (0..COLUMNS as u16).map(Column);
        columns.filter(|column| column.key().is_none_or(has_price))
    }
}

fn has_price(key: Key) -> bool {
    let constant = |builtin: BuiltinId| BUILTINS[builtin.0 as usize].unit.is_none();
    key != Key::STEP && !(key.row().kind == KeyKind::Unit && key.builtin().is_some_and(constant))
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key() {
            Some(key) => key.fmt(f),
            None => f.write_str("run"),
        }
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({self})")
    }
}

/// One measured program, or the difference of two (an isolating program less its baseline).
#[derive(Clone, Debug)]
pub struct Run {
    /// Its name, unique among the runs.
    pub name: String,
    /// The family of generated programs it belongs to; cross-validation keeps families together.
    pub family: String,
    /// Executions per column, in column order; negative only in differences.
    pub counts: Vec<(Column, i64)>,
    /// Time of one run.
    pub time: Nanoseconds,
    /// How much its relative error weighs: 1 for a program, less for a difference, whose noise is that of two.
    pub weight: f64,
    /// How many times as long as their prices things take in it.
    pub factors: Factors,
}

/// Weight of an isolating program against a mixed one. It is to say what mixed programs leave open, not to argue with
/// them: the same instruction repeated is not paced as it is among others (with weight 1, the deviation over the paper's
/// exact programs was 6.0 % instead of 5.3 %, all else being as it was then).
const ISOLATED: f64 = 0.3;

impl Run {
    /// A run of a whole program: its counts, and one entry into the machine.
    pub fn of_program(name: &str, family: &str, counts: &Counts, time: Nanoseconds) -> Run {
        let mut cells: Vec<(Column, i64)> = counts.iter().map(|(key, count)| (Column::of(key), count as i64)).collect();
        cells.push((Column::RUN, 1));
        Run { name: name.into(), family: family.into(), counts: cells, time, weight: 1.0, factors: Factors::NONE }
    }

    /// What `self` does beyond `baseline`: counts and time subtracted (sections 5.2 and 5.3). The weight is small,
    /// and falls with the share of the time that is left. `None` if no time is left.
    pub fn less(&self, baseline: &Run) -> Option<Run> {
        let mut cells: BTreeMap<Column, i64> = self.counts.iter().copied().collect();
        for &(column, count) in &baseline.counts {
            *cells.entry(column).or_default() -= count;
        }
        let time = self.time.0 - baseline.time.0;
        (time > 0.0).then(|| Run {
            name: self.name.clone(),
            family: self.family.clone(),
            counts: cells.into_iter().filter(|&(_, count)| count != 0).collect(),
            time: Nanoseconds(time),
            weight: ISOLATED * self.weight * time / (self.time.0 + baseline.time.0),
            factors: Factors::NONE,
        })
    }

    /// The run with what its breadth makes of prices. A difference of programs stays as it is, and so does the program that
    /// does nothing.
    pub fn with_variety(&self, variety: Variety) -> Run {
        let factors = if self.is_program() { variety.factors(self.breadth()) } else { Factors::NONE };
        Run { factors, ..self.clone() }
    }

    /// How many different keys it has.
    pub fn breadth(&self) -> Breadth {
        Breadth::of(self.counts.iter().filter_map(|(column, _)| column.key()))
    }

    /// Whether it is a program as anybody runs it, and not what an isolating one does beyond its baseline, or nothing.
    pub fn is_program(&self) -> bool {
        self.weight == 1.0
    }

    /// Resolution steps, if it is a program.
    pub fn steps(&self) -> i64 {
        self.counts.iter().find(|(column, _)| *column == Column::of(Key::STEP)).map_or(0, |&(_, count)| count)
    }
}

/// Runs as a matrix over the price groups of a model.
pub struct Design {
    /// The model it was laid out for.
    pub model: Model,
    /// The columns that share a price, for each column of the matrix.
    pub groups: Vec<Vec<Column>>,
    /// Rows in the order of the runs: (column of the matrix, executions).
    pub rows: Vec<Vec<(usize, f64)>>,
    /// Time of one run, in nanoseconds, in the order of the rows.
    pub times: Vec<f64>,
    /// Weight of the relative error of each row.
    pub weights: Vec<f64>,
    /// Family of each row, numbered from 0.
    pub families: Vec<usize>,
    /// Priced columns that no run exercises.
    pub missing: Vec<Column>,
}

/// Fewest runs a design accepts.
pub const FEWEST_RUNS: usize = 8;

impl Design {
    /// Lays out the runs for a model.
    pub fn new(runs: &[Run], model: Model) -> Result<Design, CalibrationError> {
        check(runs)?;
        let mut seen = [false; COLUMNS];
        runs.iter().flat_map(|run| &run.counts).for_each(|&(column, _)| seen[column.index()] = true);
        let mut numbers = BTreeMap::new();
        let mut groups: Vec<Vec<Column>> = Vec::new();
        let mut place = [None; COLUMNS];
        for column in (0..COLUMNS as u16).map(Column).filter(|column| seen[column.index()]) {
            if let Some(group) = model.group(column) {
                let number = *numbers.entry(group).or_insert_with(|| {
                    groups.push(Vec::new());
                    groups.len() - 1
                });
                groups[number].push(column);
                place[column.index()] = Some(number);
            }
        }
        let mut names = BTreeMap::new();
        let families = runs
            .iter()
            .map(|run| {
                let next = names.len();
                *names.entry(run.family.as_str()).or_insert(next)
            })
            .collect();
        Ok(Design {
            model,
            rows: runs.iter().map(|run| row(run, &place)).collect(),
            times: runs.iter().map(|run| run.time.0).collect(),
            weights: runs.iter().map(|run| run.weight).collect(),
            missing: Column::priced().filter(|column| !seen[column.index()]).collect(),
            groups,
            families,
        })
    }

    /// How many prices there are to find.
    pub fn width(&self) -> usize {
        self.groups.len()
    }

    /// The same matrix with some of its rows.
    pub fn with_rows(&self, chosen: &[usize]) -> Design {
        Design {
            model: self.model,
            groups: self.groups.clone(),
            rows: chosen.iter().map(|&row| self.rows[row].clone()).collect(),
            times: chosen.iter().map(|&row| self.times[row]).collect(),
            weights: chosen.iter().map(|&row| self.weights[row]).collect(),
            families: chosen.iter().map(|&row| self.families[row]).collect(),
            missing: self.missing.clone(),
        }
    }
}

fn check(runs: &[Run]) -> Result<(), CalibrationError> {
    if runs.len() < FEWEST_RUNS {
        return Err(CalibrationError::TooFewRuns { runs: runs.len(), needed: FEWEST_RUNS });
    }
    match runs.iter().find(|run| !(run.time.0 > 0.0 && run.time.0.is_finite())) {
        Some(run) => Err(CalibrationError::BadTime { name: run.name.clone(), time: run.time.0 }),
        None => Ok(()),
    }
}

fn row(run: &Run, place: &[Option<usize>; COLUMNS]) -> Vec<(usize, f64)> {
    let mut cells: BTreeMap<usize, f64> = BTreeMap::new();
    for &(column, count) in &run.counts {
        if let Some(at) = place[column.index()] {
            *cells.entry(at).or_default() += count as f64 * run.factors.of(column);
        }
    }
    cells.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::instr::key;

    fn run(name: &str, cells: &[(Key, u64)], time: f64) -> Run {
        let mut counts = Counts::new();
        cells.iter().for_each(|&(key, count)| counts[key] = count);
        Run::of_program(name, "test", &counts, Nanoseconds(time))
    }

    fn retries() -> Vec<Run> {
        [(3, 2), (1, 1), (4, 0), (2, 9), (5, 5), (6, 1), (7, 3), (8, 2)]
            .iter()
            .map(|&(retry, trust)| {
                let cells = [(key::Retry::OK, retry), (key::Trust::OK, trust), (key::GetList::FAIL, retry + trust)];
                run("r", &cells, 10.0)
            })
            .collect()
    }

    #[test]
    fn a_baseline_leaves_what_was_added() {
        let baseline = run("b", &[(key::Call::OK, 2), (key::Proceed::OK, 2)], 100.0);
        let more = run("m", &[(key::Call::OK, 2), (key::Proceed::OK, 2), (key::Execute::OK, 50)], 200.0);
        let isolated = more.less(&baseline).unwrap();
        assert_eq!(isolated.counts, [(Column::of(key::Execute::OK), 50)]);
        assert_eq!(isolated.time, Nanoseconds(100.0));
        assert!(baseline.less(&more).is_none());
    }

    #[test]
    fn a_run_without_time_is_refused() {
        let mut runs = retries();
        runs[3].time = Nanoseconds(0.0);
        assert!(matches!(Design::new(&runs, Model::Variant), Err(CalibrationError::BadTime { .. })));
    }
}
