//! The clauses of one dynamic predicate: an ordered set under the logical update view, with indexes made when they pay.
//!
//! A clause lives from the stamp at which it was added to the one at which it was removed; whoever looks at a stamp
//! sees what lived then. Clauses are in a list in their order, dead ones included until they are swept, and through the
//! same links in a second list of the living alone, which a look at the present uses: what was removed costs it nothing.
//! An index on an argument has both lists for each key, and for the clauses that are open to every key. Adding, removing
//! and sweeping a clause take constant time for each index; a lookup takes time proportional to the clauses it gives.

mod lists;

use super::cell::Cell;
use super::copy::Record;
use super::memory::Code;
use crate::meter;
use lists::{Ends, Index, Link, NONE, View, Walk};
use std::cell::Cell as Cell64;

pub(crate) use lists::Place;

/// How many of the first arguments may be indexed.
pub(crate) const INDEXED: usize = 4;

/// What the first arguments of a head or a call must be: a null word where they do not say.
pub(crate) type Keys = [Cell; INDEXED];

/// No key: the argument may be anything.
pub(crate) const OPEN: Cell = Cell(0);

/// The stamp of a clause that was not removed.
const ALIVE: u64 = u64::MAX;

/// Up to so many clauses a scan is as fast as an index.
const FEW: u32 = 8;

/// A clause, as long as it is in the set. Numbers are used again after a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClauseId(pub u32);

/// A clause of a dynamic predicate.
pub(crate) struct Clause {
    pub keys: Keys,
    /// Its code, and how many words that is.
    pub entry: Code,
    pub words: usize,
    /// `Head :- Body`.
    pub term: Record,
    /// Its place among the clauses of the predicate; never used again.
    order: i64,
    /// The stamp at which it was added, which nothing else was.
    pub born: u64,
    died: u64,
}

impl Clause {
    fn lives_at(&self, stamp: u64) -> bool {
        self.born <= stamp && stamp < self.died
    }

    fn may_match(&self, keys: &Keys) -> bool {
        self.keys.iter().zip(keys).all(|(&mine, &wanted)| mine == wanted || mine == OPEN || wanted == OPEN)
    }
}

/// An argument's index, as far as there is one.
enum Slot {
    /// Nobody has asked.
    Unknown,
    /// It was no use when there were so many clauses.
    Useless(u32),
    Made(Box<Index>),
}

/// Along which lists a call looks for clauses: 0 all of them, `n` the index of argument `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way(pub u8);

/// The clauses of a dynamic predicate.
pub(crate) struct Clauses {
    slots: Vec<Option<Clause>>,
    links: Vec<Link>,
    ends: Ends,
    indexes: [Slot; INDEXED],
    free: Vec<u32>,
    dead: Vec<u32>,
    /// How many may be dead before a sweep is due.
    patience: usize,
    /// The stamp of the last change.
    changed: u64,
    next_order: i64,
    first_order: i64,
    /// Clauses that were looked at and could not match: a count of the key [`Key::CLAUSE_PASSED`].
    pub(crate) passed: Cell64<u64>,
}

impl Default for Clauses {
    fn default() -> Self {
        Clauses {
            slots: Vec::new(),
            links: Vec::new(),
            ends: Ends::EMPTY,
            indexes: [const { Slot::Unknown }; INDEXED],
            free: Vec::new(),
            dead: Vec::new(),
            patience: PATIENCE,
            changed: 0,
            next_order: 0,
            first_order: 0,
            passed: Cell64::new(0),
        }
    }
}

/// So many dead clauses are never worth a sweep.
const PATIENCE: usize = 16;

impl Clauses {
    /// A clause, if there is one of that number.
    pub(crate) fn find(&self, id: ClauseId) -> Option<&Clause> {
        self.slots.get(id.0 as usize)?.as_ref()
    }

    /// Whether there is a clause of that number which lives at a stamp.
    pub(crate) fn shows(&self, id: ClauseId, stamp: u64) -> bool {
        self.find(id).is_some_and(|clause| clause.lives_at(stamp))
    }

    /// A clause that was not swept away.
    pub(crate) fn get(&self, id: ClauseId) -> &Clause {
        self.slots[id.0 as usize].as_ref().expect("no sweep while a choice point refers to the clause")
    }

    /// The first or the last clause that lives.
    pub(crate) fn end(&self, place: Place) -> Option<ClauseId> {
        let end = match place {
            Place::First => self.ends.living.0,
            Place::Last => self.ends.living.1,
        };
        (end != NONE).then_some(ClauseId(end))
    }

    /// Whether a clause has not been removed.
    pub(crate) fn is_alive(&self, id: ClauseId) -> bool {
        self.find(id).is_some_and(|clause| clause.died == ALIVE)
    }

    fn at(&self, id: u32) -> &Clause {
        self.get(ClauseId(id))
    }

    /// Those that live, in order.
    pub(crate) fn in_order(&self) -> Vec<&Clause> {
        let mut living: Vec<&Clause> = self.slots.iter().flatten().filter(|clause| clause.died == ALIVE).collect();
        living.sort_unstable_by_key(|clause| clause.order);
        living
    }

    /// The numbers of those that live, in order.
    pub(crate) fn living_ids(&self) -> Vec<ClauseId> {
        let living = (0..).zip(&self.slots).filter_map(|(id, slot)| Some((id, slot.as_ref()?)));
        let mut living: Vec<(i64, ClauseId)> = living
            .filter(|(_, clause)| clause.died == ALIVE)
            .map(|(id, clause)| (clause.order, ClauseId(id)))
            .collect();
        living.sort_unstable_by_key(|&(order, _)| order);
        living.into_iter().map(|(_, id)| id).collect()
    }

    /// Gives a clause other code; the one that it had.
    pub(crate) fn replace_code(&mut self, id: ClauseId, code: (Code, usize)) -> Option<(Code, usize)> {
        let clause = self.slots.get_mut(id.0 as usize)?.as_mut()?;
        let before = (clause.entry, clause.words);
        (clause.entry, clause.words) = code;
        Some(before)
    }

    /// How many live.
    pub(crate) fn living(&self) -> usize {
        self.ends.count as usize
    }

    /// The code of the clauses that were not swept away: stamp of birth, entry, and how many words.
    pub(crate) fn code(&self) -> impl Iterator<Item = (u64, Code, usize)> + '_ {
        self.slots.iter().flatten().map(|clause| (clause.born, clause.entry, clause.words))
    }

    /// What one more clause makes these tables allocate at once, in bytes.
    pub(crate) fn next_growth(&self) -> usize {
        let indexes = self.indexes.iter().map(|slot| match slot {
            Slot::Made(index) => meter::next_of_list(&index.links, 1) + meter::more_of_table(&index.chains, 1),
            Slot::Unknown | Slot::Useless(_) => 0,
        });
        meter::next_of_list(&self.slots, 1) + meter::next_of_list(&self.links, 1) + indexes.sum::<usize>()
    }

    /// Adds a clause at an end.
    pub(crate) fn add(&mut self, place: Place, keys: Keys, code: (Code, usize), term: Record, stamp: u64) -> ClauseId {
        let order = match place {
            Place::Last => {
                self.next_order += 1;
                self.next_order
            }
            Place::First => {
                self.first_order -= 1;
                self.first_order
            }
        };
        let (entry, words) = code;
        let clause = Clause { keys, entry, words, term, order, born: stamp, died: ALIVE };
        let id = match self.free.pop() {
            Some(id) => {
                self.slots[id as usize] = Some(clause);
                id
            }
            None => {
                self.slots.push(Some(clause));
                self.links.push(Link::NONE);
                self.slots.len() as u32 - 1
            }
        };
        self.ends.add(&mut self.links, id, place);
        for (slot, &key) in self.indexes.iter_mut().zip(&keys) {
            if let Slot::Made(index) = slot {
                index.add(id, key, place);
            }
        }
        self.changed = stamp;
        ClauseId(id)
    }

    /// Removes a clause from a stamp on; whether it lived.
    pub(crate) fn erase(&mut self, id: ClauseId, stamp: u64) -> bool {
        let Some(Some(clause)) = self.slots.get_mut(id.0 as usize) else { return false };
        if clause.died != ALIVE {
            return false;
        }
        clause.died = stamp;
        let keys = clause.keys;
        self.ends.kill(&mut self.links, id.0);
        for (slot, &key) in self.indexes.iter_mut().zip(&keys) {
            if let Slot::Made(index) = slot {
                let mut links = std::mem::take(&mut index.links);
                index.ends(key).kill(&mut links, id.0);
                index.links = links;
            }
        }
        self.dead.push(id.0);
        self.changed = stamp;
        true
    }

    /// Lets a clause live again that was removed and not swept away; `stamp` is that of the change.
    pub(crate) fn revive(&mut self, id: ClauseId, stamp: u64) {
        let Some(Some(clause)) = self.slots.get_mut(id.0 as usize) else { return };
        if clause.died == ALIVE {
            return;
        }
        clause.died = ALIVE;
        let keys = clause.keys;
        let lives = |id: u32| self.slots[id as usize].as_ref().is_some_and(|clause| clause.died == ALIVE);
        self.ends.revive(&mut self.links, id.0, lives);
        for (slot, &key) in self.indexes.iter_mut().zip(&keys) {
            if let Slot::Made(index) = slot {
                let mut links = std::mem::take(&mut index.links);
                index.ends(key).revive(&mut links, id.0, lives);
                index.links = links;
            }
        }
        self.changed = stamp;
    }

    /// Whether there are so many dead clauses that a sweep is due, where finding out who looks takes so many steps.
    pub(crate) fn is_littered(&self, steps: usize) -> bool {
        self.dead.len() > self.patience.max(steps / 4)
    }

    /// Drops the dead clauses that nobody sees who looks at one of these stamps, which rise; gives their code.
    pub(crate) fn sweep(&mut self, looking: &[u64]) -> Vec<(Code, usize)> {
        let mut code = Vec::new();
        let mut kept = Vec::new();
        for id in std::mem::take(&mut self.dead) {
            // What was revived is among them still, and twice if it was removed again.
            let Some(&Clause { born, died, keys, .. }) = self.find(ClauseId(id)) else { continue };
            if died == ALIVE {
                continue;
            }
            let first = looking.partition_point(|&stamp| stamp < born);
            if looking.get(first).is_some_and(|&stamp| stamp < died) {
                kept.push(id);
                continue;
            }
            self.ends.sweep(&mut self.links, id);
            for (slot, &key) in self.indexes.iter_mut().zip(&keys) {
                if let Slot::Made(index) = slot {
                    let mut links = std::mem::take(&mut index.links);
                    let ends = index.ends(key);
                    ends.sweep(&mut links, id);
                    if ends.all.0 == NONE && key != OPEN {
                        index.chains.remove(&key);
                    }
                    index.links = links;
                }
            }
            let clause = self.slots[id as usize].take().expect("the dead are in their slots until they are swept");
            code.push((clause.entry, clause.words));
            self.free.push(id);
        }
        self.patience = PATIENCE.max(2 * kept.len());
        self.dead = kept;
        code
    }

    /// How a call with these keys best finds its clauses.
    pub(crate) fn way(&mut self, keys: &Keys) -> Way {
        let living = self.ends.count;
        if living <= FEW {
            return Way(0);
        }
        let (mut best, mut least) = (Way(0), living);
        for (at, &key) in keys.iter().enumerate() {
            if key == OPEN || least <= FEW {
                continue;
            }
            match self.indexes[at] {
                Slot::Unknown => self.index(at),
                Slot::Useless(then) if living > 2 * then => self.index(at),
                _ => {}
            }
            if let Slot::Made(index) = &self.indexes[at] {
                let cost = index.cost(key);
                if cost < least {
                    (best, least) = (Way(at as u8 + 1), cost);
                }
            }
        }
        best
    }

    /// Makes the index of an argument, if it tells clauses apart.
    fn index(&mut self, at: usize) {
        let mut index = Index::of(self.slots.len());
        let mut id = self.ends.all.0;
        while id != NONE {
            let clause = self.at(id);
            let (key, dead) = (clause.keys[at], clause.died != ALIVE);
            index.add(id, key, Place::Last);
            if dead {
                let mut links = std::mem::take(&mut index.links);
                index.ends(key).kill(&mut links, id);
                index.links = links;
            }
            id = self.links[id as usize].all.1;
        }
        let useless = index.chains.len() < 2 || index.open.count > self.ends.count / 2;
        self.indexes[at] = if useless { Slot::Useless(self.ends.count) } else { Slot::Made(Box::new(index)) };
    }

    fn view(&self, stamp: u64) -> View {
        if self.changed <= stamp { View::Present } else { View::Past }
    }

    /// The first clause along a way that lives at a stamp and may match.
    pub(crate) fn first(&self, way: Way, keys: &Keys, stamp: u64) -> Option<ClauseId> {
        let view = self.view(stamp);
        let walk = match self.index_of(way) {
            None => Walk { links: &self.links, view, one: self.ends.first(view), other: NONE },
            Some((index, at)) => {
                let one = index.chains.get(&keys[at]).map_or(NONE, |chain| chain.first(view));
                Walk { links: &index.links, view, one, other: index.open.first(view) }
            }
        };
        self.accept(walk, keys, stamp)
    }

    /// The next such clause after one.
    pub(crate) fn next(&self, after: ClauseId, way: Way, keys: &Keys, stamp: u64) -> Option<ClauseId> {
        let view = self.view(stamp);
        let mut walk = Walk { links: &self.links, view, one: after.0, other: NONE };
        if let Some((index, at)) = self.index_of(way) {
            walk.links = &index.links;
            let clause = self.get(after);
            if clause.keys[at] == OPEN {
                let chain = index.chains.get(&keys[at]).copied().unwrap_or(Ends::EMPTY);
                walk.other = self.later(&index.links, chain, clause.order, view);
            } else {
                walk.other = self.later(&index.links, index.open, clause.order, view);
            }
        }
        walk.one = walk.behind(walk.one);
        self.accept(walk, keys, stamp)
    }

    /// The first clause of a walk that lives at a stamp and may match.
    fn accept(&self, mut walk: Walk<'_>, keys: &Keys, stamp: u64) -> Option<ClauseId> {
        let mut passed = 0;
        let found = loop {
            let id = self.step(&mut walk);
            if id == NONE {
                break None;
            }
            let clause = self.at(id);
            if clause.lives_at(stamp) && clause.may_match(keys) {
                break Some(ClauseId(id));
            }
            passed += 1;
        };
        self.passed.set(self.passed.get() + passed);
        found
    }

    /// The clause at which a walk is; it goes on to the next.
    #[inline(always)]
    fn step(&self, walk: &mut Walk<'_>) -> u32 {
        let (one, other) = (walk.one, walk.other);
        if other == NONE || (one != NONE && self.at(one).order < self.at(other).order) {
            if one != NONE {
                walk.one = walk.behind(one);
            }
            one
        } else {
            walk.other = walk.behind(other);
            other
        }
    }

    /// The index of a way, and of which argument it is.
    fn index_of(&self, way: Way) -> Option<(&Index, usize)> {
        let at = usize::from(way.0).checked_sub(1)?;
        match &self.indexes[at] {
            Slot::Made(index) => Some((index, at)),
            Slot::Unknown | Slot::Useless(_) => unreachable!("an index that was made stays"),
        }
    }

    /// The first clause of a list that comes after an order number. Seldom used in the middle of a long list: that takes
    /// clauses with and without a key in turns.
    fn later(&self, links: &[Link], ends: Ends, order: i64, view: View) -> u32 {
        let (mut id, last) = (ends.first(view), ends.last(view));
        if last == NONE || self.at(last).order < order {
            return NONE;
        }
        while id != NONE && self.at(id).order <= order {
            id = links[id as usize].behind(view);
        }
        id
    }
}

#[cfg(test)]
mod tests;
