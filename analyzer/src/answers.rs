//! What has been solved, and the sums over solutions that have been made of it.
//!
//! In: functions as they are solved. Out: what is known of them; sums that were made since anything was solved, since the
//! cases of an equation have most of theirs in common.

use crate::equations::Solved;
use crate::functions::Function;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Expr, FnName, Guard};
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard};

/// A sum as it stands in an equation, the functions that stay in it, and the condition on the sizes.
#[derive(PartialEq, Eq, Hash)]
struct Asked {
    sum: Expr,
    stay: Vec<FnName>,
    guard: Guard,
}

/// The functions that are solved.
#[derive(Default)]
pub(crate) struct Answers {
    all: FxHashMap<Function, Solved>,
    sums: Mutex<FxHashMap<Asked, Option<Expr>>>,
}

impl Answers {
    pub fn insert(&mut self, function: Function, solved: Solved) {
        self.forget_sums();
        self.all.insert(function, solved);
    }

    pub fn remove(&mut self, function: &Function) -> Option<Solved> {
        self.forget_sums();
        self.all.remove(function)
    }

    /// Sums are made anew from here on: what they asked for and did not get is asked for again.
    pub fn forget_sums(&mut self) {
        self.sums.get_mut().expect("no thread panics with it").clear();
    }

    /// A sum, made where it is not known.
    pub fn sum(
        &self,
        sum: &Expr,
        stay: &FxHashSet<FnName>,
        guard: &Guard,
        make: impl FnOnce() -> Option<Expr>,
    ) -> Option<Expr> {
        let mut stay: Vec<FnName> = stay.iter().cloned().collect();
        stay.sort_unstable();
        let asked = Asked { sum: sum.clone(), stay, guard: guard.clone() };
        if let Some(known) = self.sums().get(&asked) {
            return known.clone();
        }
        let made = make();
        self.sums().insert(asked, made.clone());
        made
    }

    fn sums(&self) -> MutexGuard<'_, FxHashMap<Asked, Option<Expr>>> {
        self.sums.lock().expect("no thread panics with it")
    }
}

impl Deref for Answers {
    type Target = FxHashMap<Function, Solved>;

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}
