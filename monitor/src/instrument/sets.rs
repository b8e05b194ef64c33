//! The events that names stand for: those of the basis, and sets that definitions name.
//!
//! In: the definitions of all files. Out: [`Sets`], the events of each, in the order of the text and each once. Members are
//! followed on a stack of its own, however long the chain of definitions.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::config::{Basis, EventId};
use super::fault::{self, Fault, Located, Place};
use super::syntax::Named;

/// How many names are compared with unknown ones in all, so that a text full of them is refused in time.
const COMPARISONS: usize = 500_000;
/// How many sets of a circle are named.
const CIRCLE: usize = 6;

/// A definition, where it stands.
pub(super) struct Definition<'s> {
    pub file: usize,
    pub name: Named<'s>,
    pub members: Vec<Named<'s>>,
}

/// A fault and the index of its file.
pub(super) type Faults = Vec<(usize, Located)>;

/// The events of a name.
pub(super) type Events = Rc<[EventId]>;

/// What names stand for.
pub(super) struct Sets<'s, 'b> {
    basis: &'b dyn Basis,
    files: &'b [Arc<str>],
    /// Basis events and built-in sets that were asked for.
    built_in: FxHashMap<&'s str, Option<Events>>,
    definitions: Vec<Definition<'s>>,
    /// The first definition of each name.
    first: FxHashMap<&'s str, usize>,
    /// What each definition comes to; nothing as long as it is open.
    resolved: Vec<Option<Resolved>>,
    comparisons: usize,
}

#[derive(Clone)]
struct Resolved {
    events: Events,
    /// Whether all of its members are known.
    complete: bool,
}

/// What a name stands for.
enum Meaning {
    BuiltIn(Events),
    Defined(usize),
    Nothing,
}

impl<'s, 'b> Sets<'s, 'b> {
    pub fn new(
        definitions: Vec<Definition<'s>>,
        basis: &'b dyn Basis,
        files: &'b [Arc<str>],
        faults: &mut Faults,
    ) -> Sets<'s, 'b> {
        let resolved = vec![None; definitions.len()];
        let first = FxHashMap::default();
        let built_in = FxHashMap::default();
        let mut sets = Sets { basis, files, built_in, definitions, first, resolved, comparisons: COMPARISONS };
        for index in 0..sets.definitions.len() {
            let Definition { file, name, .. } = sets.definitions[index];
            match sets.built_in(name.text) {
                Some(_) => faults.push((file, name.fault(Fault::BasisName { name: name.text.into() }))),
                None => {
                    sets.first.entry(name.text).or_insert(index);
                }
            }
        }
        for index in 0..sets.definitions.len() {
            sets.resolve(index, faults);
        }
        sets.compare(faults);
        sets
    }

    /// The events of a name; none after a fault.
    pub fn events(&mut self, file: usize, name: Named<'s>, faults: &mut Faults) -> Option<Events> {
        match self.meaning(name.text) {
            Meaning::BuiltIn(events) => Some(events),
            Meaning::Defined(index) => self.resolved[index].as_ref().map(|set| set.events.clone()),
            Meaning::Nothing => {
                self.unknown(file, name, faults);
                None
            }
        }
    }

    /// Refuses a name that a refined event may not have.
    pub fn refine(&mut self, file: usize, name: Named<'s>, faults: &mut Faults) {
        let fault = match self.meaning(name.text) {
            Meaning::BuiltIn(_) => Fault::BasisName { name: name.text.into() },
            Meaning::Defined(index) => Fault::SetName { name: name.text.into(), first: self.place(index) },
            Meaning::Nothing => return,
        };
        faults.push((file, name.fault(fault)));
    }

    fn built_in(&mut self, name: &'s str) -> Option<Events> {
        let basis = self.basis;
        self.built_in.entry(name).or_insert_with(|| basis.events(name).map(distinct)).clone()
    }

    fn meaning(&mut self, name: &'s str) -> Meaning {
        match (self.built_in(name), self.first.get(name)) {
            (Some(events), _) => Meaning::BuiltIn(events),
            (None, Some(index)) => Meaning::Defined(*index),
            (None, None) => Meaning::Nothing,
        }
    }

    fn place(&self, index: usize) -> Place {
        let Definition { file, name, .. } = &self.definitions[index];
        Place { file: self.files[*file].clone(), line: name.from.line, column: name.from.column }
    }

    /// Resolves a definition and those that it needs.
    fn resolve(&mut self, root: usize, faults: &mut Faults) {
        if self.resolved[root].is_some() {
            return;
        }
        // The definitions on the way, and how many members of each have been looked at.
        let mut way: Vec<(usize, usize)> = vec![(root, 0)];
        let mut open: FxHashMap<usize, usize> = FxHashMap::from_iter([(root, 0)]);
        while let Some((index, seen)) = way.last_mut() {
            let Definition { file, members, .. } = &self.definitions[*index];
            let (index, file) = (*index, *file);
            let Some(&member) = members.get(*seen) else {
                self.resolved[index] = Some(self.union(index));
                open.remove(&index);
                way.pop();
                continue;
            };
            *seen += 1;
            match self.meaning(member.text) {
                Meaning::BuiltIn(_) => {}
                Meaning::Nothing => self.unknown(file, member, faults),
                Meaning::Defined(next) if self.resolved[next].is_some() => {}
                Meaning::Defined(next) => match open.get(&next) {
                    Some(&from) => {
                        let through = self.circle(&way[from..], member.text);
                        faults.push((file, member.fault(Fault::Circular { name: member.text.into(), through })));
                    }
                    None => {
                        open.insert(next, way.len());
                        way.push((next, 0));
                    }
                },
            }
        }
    }

    /// The events of the members, of which those that are still open are circular.
    fn union(&mut self, index: usize) -> Resolved {
        let members: Vec<&'s str> = self.definitions[index].members.iter().map(|member| member.text).collect();
        let mut complete = true;
        let mut parts: Vec<Events> = Vec::with_capacity(members.len());
        for name in members {
            match self.meaning(name) {
                Meaning::BuiltIn(events) => parts.push(events),
                Meaning::Defined(index) => match &self.resolved[index] {
                    Some(set) => {
                        complete &= set.complete;
                        parts.push(set.events.clone());
                    }
                    None => complete = false,
                },
                Meaning::Nothing => complete = false,
            }
        }
        let events = match &parts[..] {
            // Chains of names share one set.
            [only] => only.clone(),
            _ => distinct(parts.iter().flat_map(|part| part.iter().copied())),
        };
        Resolved { events, complete }
    }

    /// `E_A, E_B, E_A`
    fn circle(&self, way: &[(usize, usize)], name: &str) -> String {
        let names = |part: &[(usize, usize)]| -> Vec<&str> {
            part.iter().map(|(index, _)| self.definitions[*index].name.text).collect()
        };
        let mut shown = match way.len() > CIRCLE {
            false => names(way),
            true => [names(&way[..CIRCLE / 2]), vec!["…"], names(&way[way.len() - CIRCLE / 2..])].concat(),
        };
        shown.push(name);
        shown.join(" → ")
    }

    /// Refuses names with two meanings: the order of members is no part of one.
    fn compare(&self, faults: &mut Faults) {
        let sorted = |events: &Events| {
            let mut events = events.to_vec();
            events.sort_unstable();
            events
        };
        for (index, Definition { file, name, .. }) in self.definitions.iter().enumerate() {
            let Some(&first) = self.first.get(name.text).filter(|first| **first != index) else {
                continue;
            };
            let (Some(one), Some(other)) = (&self.resolved[first], &self.resolved[index]) else {
                continue;
            };
            if one.complete && other.complete && sorted(&one.events) != sorted(&other.events) {
                let fault = Fault::Redefined { name: name.text.into(), first: self.place(first) };
                faults.push((*file, name.fault(fault)));
            }
        }
    }

    fn unknown(&mut self, file: usize, name: Named<'s>, faults: &mut Faults) {
        let known = self.basis.names();
        let names = known.len() + self.first.len();
        let near = match self.comparisons.checked_sub(names) {
            None => Vec::new(),
            Some(left) => {
                self.comparisons = left;
                fault::nearest(name.text, known.into_iter().chain(self.first.keys().copied()))
            }
        };
        faults.push((file, name.fault(Fault::Unknown { name: name.text.into(), near })));
    }
}

impl Named<'_> {
    pub(super) fn fault(&self, fault: Fault) -> Located {
        Located::new(self.from, self.to, fault)
    }
}

/// Each event once, where it is first.
fn distinct(events: impl IntoIterator<Item = EventId>) -> Events {
    let mut seen = FxHashSet::default();
    events.into_iter().filter(|event| seen.insert(*event)).collect()
}
