//! What folds come to, as data.

use crate::determinism::Determinism;
use serde::{Deserialize, Serialize};

/// What a fold has come to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Report {
    /// A number.
    Count {
        /// What was counted.
        what: String,
        /// How often.
        value: u64,
    },
    /// Rows of named columns.
    Table(Table),
    /// Nodes and arcs.
    Graph(Graph),
    /// Goals with the goals that they were proved by.
    Proof {
        /// The goals, each behind the one that called it, and before those that it called.
        nodes: Vec<Proved>,
    },
    /// Calls by the stack of predicates above them.
    Stacks {
        /// Each stack that calls were made under.
        stacks: Vec<Stack>,
    },
    /// What was reached of what there is to reach.
    Coverage(Coverage),
    /// A term, as Prolog writes it.
    Term {
        /// Its text.
        text: String,
    },
    /// The fold has ended with an error.
    Error {
        /// What it was.
        message: String,
    },
}

/// Rows of named columns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Field>>,
}

/// A field of a table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum Field {
    /// A number.
    Number(u64),
    /// A name or a term.
    Text(String),
}

/// Nodes and arcs between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Graph {
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// The arcs, in the order in which they were met first.
    pub arcs: Vec<Arc>,
    /// Whether the numbers of the arcs mean something.
    pub counted: bool,
}

/// An arc of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Arc {
    /// The number of the node that it comes from.
    pub from: usize,
    /// The number of the node that it leads to.
    pub to: usize,
    /// How often it was met.
    pub count: u64,
}

/// Predicates that call each other, and how often the last was called so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stack {
    /// The predicates, the outermost first; one that calls itself is there once.
    pub frames: Vec<String>,
    /// How many goals the last of them is.
    pub calls: u64,
}

/// A goal that was proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Proved {
    /// By how many others it was called, one through another.
    pub depth: usize,
    /// The goal as it was when it exited.
    pub goal: String,
}

/// What was reached of what there is to reach.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Coverage {
    /// What is covered: predicates or calls.
    pub of: CoverageOf,
    /// How many criteria were met.
    pub met: usize,
    /// How many there are.
    pub criteria: usize,
    /// Each predicate, or each call.
    pub rows: Vec<Covered>,
}

/// What is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoverageOf {
    /// Predicates.
    Predicates,
    /// Calls in clauses.
    CallSites,
}

/// A predicate or a call, and what was met of what it should do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Covered {
    /// The predicate, or the one of the clause that calls.
    pub predicate: String,
    /// What is called, where it is a call.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub callee: Option<String>,
    /// Its file, where it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// The line of the predicate's first clause, or of the call.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<usize>,
    /// How many solutions it is said to have.
    pub determinism: String,
    /// How often it was called.
    pub calls: u64,
    /// What it should do that it did.
    pub met: Vec<String>,
    /// What it should do that it never did.
    pub missing: Vec<String>,
}

impl Coverage {
    /// The part of the criteria that was met, in percent; all of them where there are none.
    pub fn percent(&self) -> f64 {
        if self.criteria == 0 { 100.0 } else { 100.0 * self.met as f64 / self.criteria as f64 }
    }

    /// With what another run has reached. What only the other one has come to is left out: the program has changed. How many rows
    /// that are.
    pub fn merge(&mut self, other: &Coverage) -> usize {
        let same = |a: &Covered, b: &Covered| {
            (&a.predicate, &a.callee, &a.file, a.line) == (&b.predicate, &b.callee, &b.file, b.line)
        };
        let mut lost = 0;
        for before in &other.rows {
            match self.rows.iter_mut().find(|row| same(row, before)) {
                Some(row) => row.merge(before),
                None => lost += usize::from(before.calls > 0),
            }
        }
        self.count();
        lost
    }

    /// Counts the criteria.
    pub fn count(&mut self) {
        self.met = self.rows.iter().map(|row| row.met.len()).sum();
        self.criteria = self.met + self.rows.iter().map(|row| row.missing.len()).sum::<usize>();
    }
}

impl Covered {
    /// With what another run has seen of it. Each may know of calls that have more solutions, or none.
    fn merge(&mut self, before: &Covered) {
        self.calls += before.calls;
        let of = |row: &Covered| Determinism::of_name(&row.determinism).unwrap_or(Determinism::Nondet);
        let determinism = of(self).join(of(before));
        let is_met = |criterion: &String| self.met.contains(criterion) || before.met.contains(criterion);
        let (met, missing) = determinism.criteria().iter().map(ToString::to_string).partition(is_met);
        (self.determinism, self.met, self.missing) = (determinism.to_string(), met, missing);
    }
}

impl Table {
    /// A table of these columns.
    pub fn new(columns: &[&str]) -> Table {
        Table { columns: columns.iter().map(|name| name.to_string()).collect(), rows: Vec::new() }
    }
}

impl From<u64> for Field {
    fn from(number: u64) -> Field {
        Field::Number(number)
    }
}

impl From<String> for Field {
    fn from(text: String) -> Field {
        Field::Text(text)
    }
}
