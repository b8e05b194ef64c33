//! Systems of equations that were solved, by their texts: what one analysis of a program has solved serves the next.
//!
//! In: a system whose functions have names by their places, so that systems that differ in names only are one. A bound is kept
//! only where no budget has ended: it is then the same whoever asks.

use rustc_hash::FxHashMap;
use solver::{Bound, Direction, FnName};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// So many systems are kept at most: some ten kilobytes each.
const MOST: usize = 4096;

/// The bounds of a system's functions.
pub(crate) type Bounds = BTreeMap<FnName, Bound>;

/// The systems that analyses of a program have solved.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolvedSystems(Arc<Mutex<FxHashMap<(String, Direction), Bounds>>>);

impl SolvedSystems {
    /// The bounds of a system that was solved.
    pub(crate) fn find(&self, text: &str, direction: Direction) -> Option<Bounds> {
        self.0.lock().expect("no thread panics with it").get(&(text.to_string(), direction)).cloned()
    }

    /// Keeps the bounds of a system.
    pub(crate) fn keep(&self, text: String, direction: Direction, bounds: Bounds) {
        let mut known = self.0.lock().expect("no thread panics with it");
        if known.len() < MOST {
            known.insert((text, direction), bounds);
        }
    }
}
