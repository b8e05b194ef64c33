//! The folds that come with the program: those in Rust here, all in Prolog as well (`folds/*.pl`).

mod counts;
mod coverage;
mod graphs;
mod proof;
mod solutions;
mod stacks;

pub use coverage::Coverage;

use crate::determinism::Determinism;
use crate::error::MonitorError;
use crate::fold::Fold;
use crate::prolog::PrologFold;
use std::path::Path;
use std::sync::Arc;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::CallSite;

/// What folds may need to know of the program.
#[derive(Clone, Default)]
pub struct Known {
    /// The predicates that are watched, with how many solutions they are said to have.
    pub predicates: Vec<(PredId, Determinism)>,
    /// The calls in their clauses.
    pub sites: Vec<CallSite>,
}

/// A fold that comes with the program.
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// What it tells, in a line.
    pub about: &'static str,
    make: fn(&Arc<Known>) -> Box<dyn Fold>,
}

/// All of them.
pub const SHIPPED: &[Shipped] = &[
    Shipped { name: "calls", about: "how many goals are called", make: |_| Box::new(counts::Calls::default()) },
    Shipped {
        name: "ports",
        about: "how often each port is passed, by predicate",
        make: |_| Box::new(counts::PortCounts::default()),
    },
    Shipped {
        name: "depths",
        about: "how many goals are called at each depth",
        make: |_| Box::new(counts::Depths::default()),
    },
    Shipped { name: "max-depth", about: "the greatest depth", make: |_| Box::new(counts::MaxDepth::default()) },
    Shipped {
        name: "solutions",
        about: "the different goals that were proved",
        make: |_| Box::new(solutions::Distinct::default()),
    },
    Shipped {
        name: "control-flow",
        about: "from which predicate control goes to which",
        make: |_| Box::new(graphs::ControlFlow::plain()),
    },
    Shipped {
        name: "control-flow-counts",
        about: "the same, and how often",
        make: |_| Box::new(graphs::ControlFlow::counted()),
    },
    Shipped {
        name: "call-graph",
        about: "which predicate calls which, and how often",
        make: |_| Box::new(graphs::CallGraph::default()),
    },
    Shipped {
        name: "proof-tree",
        about: "the goals by which the solution was proved",
        make: |_| Box::new(proof::ProofTree::default()),
    },
    Shipped {
        name: "flame",
        about: "how many goals are called under which stack of predicates",
        make: |_| Box::new(stacks::Stacks::default()),
    },
    Shipped {
        name: "coverage",
        about: "which predicates did what they should: exit, exit again, fail",
        make: |known| Box::new(Coverage::of_predicates(known.clone())),
    },
    Shipped {
        name: "site-coverage",
        about: "the same of each call in the clauses",
        make: |known| Box::new(Coverage::of_sites(known.clone())),
    },
];

/// The fold of a name, or the monitor of a file that ends in `.pl`. Names of things are those of the program that is watched.
///
/// # Errors
/// When there is no such fold, or the file holds no monitor.
pub fn load(name: &str, atoms: &Atoms, known: &Arc<Known>) -> Result<Box<dyn Fold>, MonitorError> {
    match name.ends_with(".pl") {
        true => Ok(Box::new(PrologFold::load(Path::new(name), atoms.clone())?)),
        false => shipped(name, known),
    }
}

/// The fold of a name.
///
/// # Errors
/// When there is none.
pub fn shipped(name: &str, known: &Arc<Known>) -> Result<Box<dyn Fold>, MonitorError> {
    let found = SHIPPED.iter().find(|shipped| shipped.name == name);
    found.map(|shipped| (shipped.make)(known)).ok_or_else(|| MonitorError::Unknown {
        name: name.to_string(),
        known: SHIPPED.iter().map(|shipped| shipped.name).collect::<Vec<_>>().join(", "),
    })
}

/// A predicate as reports name it.
fn name(program: &Program, pred: PredId) -> String {
    // A line of a report is a line.
    program.indicator(pred).replace('\n', "\\n").replace('\r', "\\r")
}
