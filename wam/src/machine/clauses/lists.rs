//! Lists of clauses in their order, of all and of the living through the same links, and an index of an argument: such lists
//! for each key.

use super::{Cell, OPEN};
use rustc_hash::FxHashMap;

/// The number of no clause.
pub(super) const NONE: u32 = u32::MAX;

/// At which end a clause is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    First,
    Last,
}

/// A clause's neighbours: among all, and among the living.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) all: (u32, u32),
    pub(super) living: (u32, u32),
}

impl Link {
    /// Without neighbours.
    pub(super) const NONE: Link = Link { all: (NONE, NONE), living: (NONE, NONE) };

    /// The clause that follows.
    #[inline(always)]
    pub(super) fn behind(&self, view: View) -> u32 {
        match view {
            View::Present => self.living.1,
            View::Past => self.all.1,
        }
    }
}

/// The ends of a list: of all, and of the living.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) all: (u32, u32),
    pub(super) living: (u32, u32),
    pub(super) count: u32,
}

impl Ends {
    pub(super) const EMPTY: Ends = Ends { all: (NONE, NONE), living: (NONE, NONE), count: 0 };

    pub(super) fn add(&mut self, links: &mut [Link], id: u32, place: Place) {
        let at = id as usize;
        match place {
            Place::Last => {
                links[at] = Link { all: (self.all.1, NONE), living: (self.living.1, NONE) };
                match self.all.1 {
                    NONE => self.all.0 = id,
                    last => links[last as usize].all.1 = id,
                }
                match self.living.1 {
                    NONE => self.living.0 = id,
                    last => links[last as usize].living.1 = id,
                }
                (self.all.1, self.living.1) = (id, id);
            }
            Place::First => {
                links[at] = Link { all: (NONE, self.all.0), living: (NONE, self.living.0) };
                match self.all.0 {
                    NONE => self.all.1 = id,
                    first => links[first as usize].all.0 = id,
                }
                match self.living.0 {
                    NONE => self.living.1 = id,
                    first => links[first as usize].living.0 = id,
                }
                (self.all.0, self.living.0) = (id, id);
            }
        }
        self.count += 1;
    }

    /// Takes a clause from the list of the living.
    pub(super) fn kill(&mut self, links: &mut [Link], id: u32) {
        let (before, after) = links[id as usize].living;
        match before {
            NONE => self.living.0 = after,
            before => links[before as usize].living.1 = after,
        }
        match after {
            NONE => self.living.1 = before,
            after => links[after as usize].living.0 = before,
        }
        self.count -= 1;
    }

    /// Puts a dead clause back into the list of the living, at its place.
    pub(super) fn revive(&mut self, links: &mut [Link], id: u32, lives: impl Fn(u32) -> bool) {
        let mut before = links[id as usize].all.0;
        while before != NONE && !lives(before) {
            before = links[before as usize].all.0;
        }
        let after = match before {
            NONE => std::mem::replace(&mut self.living.0, id),
            before => std::mem::replace(&mut links[before as usize].living.1, id),
        };
        match after {
            NONE => self.living.1 = id,
            after => links[after as usize].living.0 = id,
        }
        links[id as usize].living = (before, after);
        self.count += 1;
    }

    /// Takes a dead clause from the list of all.
    pub(super) fn sweep(&mut self, links: &mut [Link], id: u32) {
        let (before, after) = links[id as usize].all;
        match before {
            NONE => self.all.0 = after,
            before => links[before as usize].all.1 = after,
        }
        match after {
            NONE => self.all.1 = before,
            after => links[after as usize].all.0 = before,
        }
    }

    pub(super) fn first(&self, view: View) -> u32 {
        match view {
            View::Present => self.living.0,
            View::Past => self.all.0,
        }
    }

    pub(super) fn last(&self, view: View) -> u32 {
        match view {
            View::Present => self.living.1,
            View::Past => self.all.1,
        }
    }
}

/// Which list a look goes along.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// Nothing has changed since: the living.
    Present,
    /// All, those that did not live then being skipped.
    Past,
}

/// A way along two lists of one index in the order of the clauses: at most one of them has those that are open to every key.
pub(super) struct Walk<'a> {
    pub(super) links: &'a [Link],
    pub(super) view: View,
    /// Where it is in each of the two.
    pub(super) one: u32,
    pub(super) other: u32,
}

impl Walk<'_> {
    /// The clause behind one in its list.
    #[inline(always)]
    pub(super) fn behind(&self, id: u32) -> u32 {
        self.links[id as usize].behind(self.view)
    }
}

/// An index on an argument.
pub(super) struct Index {
    pub(super) links: Vec<Link>,
    pub(super) chains: FxHashMap<Cell, Ends>,
    pub(super) open: Ends,
}

impl Index {
    /// An index without clauses, with room for those of some numbers.
    pub(super) fn of(numbers: usize) -> Index {
        Index { links: vec![Link::NONE; numbers], chains: FxHashMap::default(), open: Ends::EMPTY }
    }

    pub(super) fn ends(&mut self, key: Cell) -> &mut Ends {
        if key == OPEN { &mut self.open } else { self.chains.entry(key).or_insert(Ends::EMPTY) }
    }

    pub(super) fn add(&mut self, id: u32, key: Cell, place: Place) {
        if self.links.len() <= id as usize {
            self.links.resize(id as usize + 1, Link::NONE);
        }
        let mut links = std::mem::take(&mut self.links);
        self.ends(key).add(&mut links, id, place);
        self.links = links;
    }

    /// How many living clauses a call with this key has to look at.
    pub(super) fn cost(&self, key: Cell) -> u32 {
        self.chains.get(&key).map_or(0, |ends| ends.count) + self.open.count
    }
}
