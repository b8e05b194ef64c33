//! Small maps as sorted lists: forms and sums have a few terms, for which a tree takes more time and memory.
//!
//! In: keys and values in any order. Out: what [`std::collections::BTreeMap`] gives, in the same order, under the same names.

use std::fmt;

/// A map as a list, sorted by key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Sorted(Vec::new())
    }
}

/// A pair of a list as a pair of references.
type Pair<'a, K, V> = fn(&'a (K, V)) -> (&'a K, &'a V);
/// A part of a pair. (Types with names, because the compiler takes others to use what they borrow when they are dropped.)
type Part<'a, K, V, P> = fn(&'a (K, V)) -> &'a P;

impl<K: Ord, V> Sorted<K, V> {
    /// One without anything.
    pub fn new() -> Self {
        Sorted::default()
    }

    /// How many keys it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where a key is, or would be.
    fn place(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// Whether it has a key.
    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_ok()
    }

    /// Gives a key a value; what it had before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key out; what it had.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }

    /// Changes the value of a key, or gives it one; without a value the key goes.
    pub(crate) fn change(&mut self, key: K, to: impl FnOnce(Option<&V>) -> Option<V>) {
        match self.place(&key) {
            Ok(at) => match to(Some(&self.0[at].1)) {
                Some(value) => self.0[at].1 = value,
                None => _ = self.0.remove(at),
            },
            Err(at) => {
                if let Some(value) = to(None) {
                    self.0.insert(at, (key, value));
                }
            }
        }
    }

    /// This and another one, with one value where both have a key, or none.
    pub(crate) fn merged(self, other: Self, both: impl Fn(V, V) -> Option<V>) -> Self {
        let mut all = Vec::with_capacity(self.len() + other.len());
        let (mut left, mut right) = (self.0.into_iter().peekable(), other.0.into_iter().peekable());
        while let (Some((a, _)), Some((b, _))) = (left.peek(), right.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => all.extend(left.next()),
                std::cmp::Ordering::Greater => all.extend(right.next()),
                std::cmp::Ordering::Equal => {
                    if let (Some((key, a)), Some((_, b))) = (left.next(), right.next()) {
                        all.extend(both(a, b).map(|value| (key, value)));
                    }
                }
            }
        }
        all.extend(left);
        all.extend(right);
        Sorted(all)
    }

    /// Keeps what `keep` holds for.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }

    /// The keys with their values.
    pub fn iter(&self) -> std::iter::Map<std::slice::Iter<'_, (K, V)>, Pair<'_, K, V>> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys.
    pub fn keys(&self) -> std::iter::Map<std::slice::Iter<'_, (K, V)>, Part<'_, K, V, K>> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values.
    pub fn values(&self) -> std::iter::Map<std::slice::Iter<'_, (K, V)>, Part<'_, K, V, V>> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The first key with its value.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next()
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Sorted<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Sorted<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut all: Vec<(K, V)> = pairs.into_iter().collect();
        if !all.is_sorted_by(|(a, _), (b, _)| a < b) {
            all.sort_by(|(a, _), (b, _)| a.cmp(b));
            // Of several values of a key the last one counts.
            all.reverse();
            all.dedup_by(|(a, _), (b, _)| a == b);
            all.reverse();
        }
        Sorted(all)
    }
}

impl<K, V> IntoIterator for Sorted<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K: Ord, V> IntoIterator for &'a Sorted<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, Pair<'a, K, V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: Ord + fmt::Debug, V: fmt::Debug> fmt::Debug for Sorted<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn it_does_what_a_tree_does() {
        let (mut list, mut tree) = (Sorted::new(), BTreeMap::new());
        for step in 0_i64..400 {
            let (key, value) = (step * 7919 % 23, step);
            match step % 4 {
                3 => assert_eq!(list.remove(&key), tree.remove(&key)),
                _ => assert_eq!(list.insert(key, value), tree.insert(key, value)),
            }
            assert!(list.iter().eq(tree.iter()) && list.len() == tree.len());
            assert!((0..23).all(|key| list.get(&key) == tree.get(&key)));
        }
        let pairs = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        assert!(Sorted::from(pairs).into_iter().eq(BTreeMap::from(pairs)));
    }

    #[test]
    fn two_are_merged_by_key() {
        let sum = |a: i64, b: i64| Some(a + b).filter(|sum| *sum != 0);
        let merged = Sorted::from([(1, 1), (2, 5), (4, 2)]).merged(Sorted::from([(2, -5), (3, 1), (4, 1)]), sum);
        assert_eq!(merged, Sorted::from([(1, 1), (3, 1), (4, 3)]));
    }
}
