//! Answers to questions that are asked again and again: the same regions and forms come up in one function after another.
//!
//! In: a question of two parts. Out: the answer, found once for each thread as long as there is room for it.

use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::hash::Hash;

/// So many answers are kept; after that they are found anew.
const ROOM: usize = 1 << 14;

/// The answers to questions of one kind.
pub(crate) struct Memo<A, B> {
    known: RefCell<FxHashMap<A, FxHashMap<B, bool>>>,
    count: Cell<usize>,
}

impl<A: Hash + Eq + Clone, B: Hash + Eq + Clone> Memo<A, B> {
    pub fn new() -> Self {
        Memo { known: RefCell::default(), count: Cell::new(0) }
    }

    /// The answer for two things: as it is known, or as it is found. It must depend on nothing else.
    pub fn answer(&self, a: &A, b: &B, find: impl FnOnce() -> bool) -> bool {
        if let Some(&known) = self.known.borrow().get(a).and_then(|answers| answers.get(b)) {
            return known;
        }
        // What is found may ask other questions.
        let found = find();
        let mut known = self.known.borrow_mut();
        if self.count.get() >= ROOM {
            known.clear();
            self.count.set(0);
        }
        if !known.contains_key(a) {
            known.insert(a.clone(), FxHashMap::default());
        }
        if known.get_mut(a).expect("just inserted").insert(b.clone(), found).is_none() {
            self.count.set(self.count.get() + 1);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_found_again() {
        let memo: Memo<u32, String> = Memo::new();
        let ask = |a: u32, b: &str, answer: bool| {
            let found = Cell::new(false);
            let said = memo.answer(&a, &b.to_string(), || {
                found.set(true);
                answer
            });
            (said, found.get())
        };
        assert_eq!([ask(1, "x", true), ask(1, "x", false)], [(true, true), (true, false)]);
        assert_eq!([ask(1, "y", false), ask(2, "x", false)], [(false, true), (false, true)]);
        (0..ROOM as u32).for_each(|a| _ = ask(a, "z", true));
        assert_eq!(ask(1, "x", false), (false, true), "there was no more room");
    }
}
