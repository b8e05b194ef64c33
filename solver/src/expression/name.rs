//! Names, each of which is in memory once: of variables and of functions.
//!
//! In: texts. Out: names that are copied, compared and hashed without going to their texts, which expressions do more than
//! anything else. A text that was a name is never given back, like an atom of Prolog: names come from programs and from what
//! equations are made of, so that there are few of them.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex};

/// A name.
#[derive(Clone)]
pub(super) struct Name(&'static Text);

/// The text of a name.
struct Text {
    /// Its first bytes, which tell most texts apart, as a number that is in their order.
    first: u64,
    /// The same whenever the program runs.
    hash: u64,
    text: Box<str>,
}

/// In how many parts the names are kept, so that threads seldom wait for each other.
const PARTS: usize = 32;

type Part = Mutex<FxHashMap<&'static str, &'static Text>>;

static NAMES: LazyLock<[Part; PARTS]> = LazyLock::new(Default::default);

impl Name {
    /// The name with this text.
    pub(super) fn new(text: &str) -> Name {
        let hash = FxBuildHasher.hash_one(text);
        let mut known = NAMES[hash as usize % PARTS].lock().expect("no thread panics with it");
        if let Some(known) = known.get(text) {
            return Name(known);
        }
        let mut first = [0; 8];
        let len = text.len().min(first.len());
        first[..len].copy_from_slice(&text.as_bytes()[..len]);
        let new: &'static Text =
            Box::leak(Box::new(Text { first: u64::from_be_bytes(first), hash, text: text.into() }));
        known.insert(&new.text, new);
        Name(new)
    }

    /// Its text.
    pub(super) fn as_str(&self) -> &'static str {
        &self.0.text
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        self.0.first.cmp(&other.0.first).then_with(|| self.0.text.cmp(&other.0.text))
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_their_texts() {
        let texts = [
            "",
            "a",
            "a\0",
            "ab",
            "abcdefgh",
            "abcdefgh\0",
            "abcdefghi",
            "b",
            "x",
            "x1",
            "x10",
            "x2",
            "é",
            "日本語の名前",
        ];
        for a in texts {
            for b in texts {
                assert_eq!(Name::new(a).cmp(&Name::new(b)), a.cmp(b), "{a:?} {b:?}");
                assert_eq!(Name::new(a) == Name::new(b), a == b, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn threads_that_make_the_same_names_make_one() {
        let make = || (0..1000).map(|n| Name::new(&format!("name{n}"))).collect::<Vec<_>>();
        let made: Vec<Vec<Name>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(make)).collect();
            threads.into_iter().map(|thread| thread.join().expect("it makes names")).collect()
        });
        assert!(made.iter().all(|names| names == &made[0]));
        assert_eq!(made[0][7].as_str(), "name7");
    }
}
