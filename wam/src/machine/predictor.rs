//! A simulated branch predictor, for counted runs: which jumps of the dispatcher, and which outcomes of instructions, a
//! processor would not have foreseen.
//!
//! In: the keys that are counted, one by one. Out: how many instructions came unexpected after the ones before them, and
//! how many ended otherwise than expected. The processor's own predictor is not known; this one is of the kind that all
//! use now: tables for ever longer histories, of which the longest that knows a place speaks (Seznec, Michaud (2006), "A
//! case for (partially) tagged geometric history length branch prediction").

use super::Machine;
use super::cell::Cell;
use crate::builtins::BUILTINS;
use crate::cost::{Counts, KEYS, Key};
use crate::instr::{BuiltinId, Op};
use std::ops::AddAssign;
use std::sync::LazyLock;

/// How many keys before an instruction each table looks at: with 64 at most, programs of families left out were predicted
/// best (8.0 % mean error; 8.1 % with 32, 9.1 % with 180; 9.6 % without a predictor).
const HISTORIES: [usize; 7] = [0, 2, 4, 8, 16, 32, 64];
/// Entries of a table.
const ENTRIES: usize = 4096;
/// How many keys are remembered: more than the longest history.
const REMEMBERED: usize = 128;
/// The base of the hashes of histories.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
/// A builtin whose last call is so many instructions ago is [`Key::RETURNED_TO`]. Of 32, 128 and 512 the one with which
/// kinds left out were predicted best.
const FORGOTTEN: u64 = 128;
/// How many kinds of [`Branch`] there are.
const BRANCHES: u16 = 5;
/// How many entries of the histories the way of a [`Branch`] takes: a pair of cells is several branches of the processor.
const WAY_WEIGHT: usize = 2;
/// How sure an entry becomes of what it expects.
const SUREST: u8 = 3;

/// What each key is an execution of: an instruction or a builtin, by its first key; nothing for units of work.
static SUBJECTS: LazyLock<Vec<Option<u16>>> = LazyLock::new(|| {
    let first = |key: Key| match Op::of_key(key) {
        Some((op, _)) => Some(op.key(0)),
        None => key.builtin().map(Key::builtin_true),
    };
    Key::all().map(|key| first(key).filter(|_| key.is_instruction()).map(|first| first.0)).collect()
});

/// What follows a place in the stream of keys.
#[derive(Clone, Copy, Default)]
struct Entry {
    tag: u16,
    expected: u16,
    sure: u8,
}

/// Tables that expect what comes next, from what came before.
struct Tables(Vec<Entry>);

impl Tables {
    fn new() -> Tables {
        Tables(vec![Entry::default(); HISTORIES.len() * ENTRIES])
    }

    /// Whether what comes was expected at this place; it will be more so next time.
    fn expects(&mut self, place: u16, histories: &[u64; HISTORIES.len()], comes: u16) -> bool {
        let mut slots = [(0, 0); HISTORIES.len()];
        // The longest history that knows the place: shorter ones are not asked.
        let speaks = (0..HISTORIES.len()).rev().find(|&table| {
            let hash = (histories[table] ^ u64::from(place).wrapping_mul(0xff51_afd7_ed55_8ccd)).wrapping_mul(BASE);
            // Tags are not 0, as those of entries never used are.
            let (at, tag) = (table * ENTRIES + (hash >> 52) as usize, (hash >> 24) as u16 | 1);
            slots[table] = (at, tag);
            self.0[at].tag == tag
        });
        let mut right = false;
        if let Some(table) = speaks {
            let entry = &mut self.0[slots[table].0];
            right = entry.expected == comes;
            match (right, entry.sure) {
                (true, sure) => entry.sure = SUREST.min(sure + 1),
                (false, 0) => entry.expected = comes,
                (false, _) => entry.sure -= 1,
            }
        }
        if !right {
            // A longer history may tell them apart.
            let longer = &slots[speaks.map_or(0, |table| table + 1)..];
            match longer.iter().find(|&&(at, _)| self.0[at].sure == 0) {
                Some(&(at, tag)) => self.0[at] = Entry { tag, expected: comes, sure: 0 },
                None => longer.iter().for_each(|&(at, _)| self.0[at].sure -= 1),
            }
        }
        right
    }
}

/// The predictor.
pub(crate) struct Predictor {
    /// The last keys, in a ring.
    keys: [u16; REMEMBERED],
    newest: usize,
    /// A hash of as many of them as each table looks at.
    histories: [u64; HISTORIES.len()],
    /// For each table, the weight of a key that leaves its history.
    leaving: [u64; HISTORIES.len()],
    /// The instruction before.
    before: u16,
    next: Tables,
    outcome: Tables,
    observed: Observed,
    /// What was counted of the other keys until now.
    before_now: [u64; OBSERVED],
    /// Branches of the instruction under way that were not expected: it is counted when it ends.
    missed_within: u64,
    /// How many instructions there were, and after how many each builtin was called last.
    instructions: u64,
    called: Vec<u64>,
}

/// A place inside instructions and builtins that goes one way or another, as the data says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Branch {
    /// How two elements compare that are sorted.
    Sort,
    /// What two cells are that are unified.
    Unify,
    /// What two cells are that are compared in the standard order.
    Compare,
    /// What a cell is that is copied.
    Copy,
    /// What a cell is of a term that is looked through, and whether others wait.
    Walk,
}

/// How often each of the keys [`Key::OBSERVED`] was counted while an instruction ran, by the key of the instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed(Vec<[u64; OBSERVED]>);

const OBSERVED: usize = Key::OBSERVED.len();
/// Where the keys that the predictor counts itself stand among them.
const NEXT: usize = 0;
const OUTCOME: usize = 1;
const RETURNED: usize = 2;

impl Observed {
    /// How often each was counted during the instructions that were counted under a key, in the order of
    /// [`Key::OBSERVED`].
    pub fn during(&self, key: Key) -> &[u64; OBSERVED] {
        &self.0[key.index()]
    }
}

impl Default for Observed {
    /// Never.
    fn default() -> Self {
        Observed(vec![[0; OBSERVED]; KEYS])
    }
}

impl AddAssign<&Observed> for Observed {
    fn add_assign(&mut self, other: &Observed) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.iter_mut().zip(other).for_each(|(a, b)| *a += b);
        }
    }
}

impl Default for Predictor {
    /// One that has seen nothing.
    fn default() -> Self {
        // The hash of a history in which nothing was.
        let empty = |length| (0..length).fold(0, |hash: u64, _| hash.wrapping_mul(BASE).wrapping_add(1));
        Predictor {
            keys: [0; REMEMBERED],
            newest: 0,
            histories: HISTORIES.map(empty),
            leaving: HISTORIES.map(|length| BASE.wrapping_pow(length as u32)),
            before: 0,
            next: Tables::new(),
            outcome: Tables::new(),
            observed: Observed::default(),
            before_now: [0; OBSERVED],
            missed_within: 0,
            instructions: FORGOTTEN,
            called: vec![0; BUILTINS.len()],
        }
    }
}

impl Predictor {
    /// What was seen.
    pub fn observed(&self) -> &Observed {
        &self.observed
    }

    /// Counts what is missed from zero again, and remembers the rest.
    pub fn reset(&mut self) {
        self.observed = Observed::default();
        self.before_now = [0; OBSERVED];
    }

    /// Enters what was missed under the machine's keys.
    pub fn enter(&self, counts: &mut Counts) {
        for at in [NEXT, OUTCOME, RETURNED] {
            counts[Key::OBSERVED[at]] = self.observed.0.iter().map(|during| during[at]).sum();
        }
    }

    /// Takes down what was counted of the other keys, in all, when an instruction was: it is this one's.
    fn attribute(&mut self, key: Key, now: [u64; OBSERVED]) {
        if now != self.before_now {
            let during = &mut self.observed.0[key.index()];
            for ((during, now), before) in during.iter_mut().zip(now).zip(self.before_now) {
                *during += now - before;
            }
            self.before_now = now;
        }
    }

    /// Looks at a key that was counted.
    pub fn see(&mut self, key: Key) {
        let Some(subject) = SUBJECTS[key.index()] else { return };
        if !self.next.expects(self.before, &self.histories, subject) {
            self.observed.0[key.index()][NEXT] += 1;
        }
        if !self.outcome.expects(subject, &self.histories, key.0) {
            self.observed.0[key.index()][OUTCOME] += 1;
        }
        self.observed.0[key.index()][OUTCOME] += std::mem::take(&mut self.missed_within);
        self.instructions += 1;
        // The short ways of some are handlers, and not called.
        if let Some(BuiltinId(at)) = key.builtin()
            && BUILTINS[usize::from(at)].quick.is_none()
        {
            let last = std::mem::replace(&mut self.called[usize::from(at)], self.instructions);
            self.observed.0[key.index()][RETURNED] += u64::from(self.instructions - last > FORGOTTEN);
        }
        self.before = subject;
        self.remember(key.0);
    }

    /// Looks at which way a branch goes inside of an instruction.
    pub fn see_branch(&mut self, branch: Branch, way: u8) {
        let subject = KEYS as u16 + branch as u16;
        let way = u16::from(way);
        self.missed_within += u64::from(!self.outcome.expects(subject, &self.histories, way));
        (0..WAY_WEIGHT).for_each(|_| self.remember(subject + BRANCHES * (way + 1)));
    }

    /// Makes a key, or a way of a branch, the newest of the history.
    fn remember(&mut self, key: u16) {
        self.newest = (self.newest + 1) % REMEMBERED;
        self.keys[self.newest] = key;
        for (at, &length) in HISTORIES.iter().enumerate() {
            let gone = self.keys[(self.newest + REMEMBERED - length) % REMEMBERED];
            self.histories[at] = self.histories[at]
                .wrapping_mul(BASE)
                .wrapping_add(u64::from(key) + 1)
                .wrapping_sub(self.leaving[at].wrapping_mul(u64::from(gone) + 1));
        }
    }
}

impl Machine {
    /// Shows the predictor a key. Out of line: a handler that made a predictor could not jump to the next one.
    #[inline(never)]
    pub(super) fn foresee(&mut self, key: Key) {
        if SUBJECTS[key.index()].is_some() {
            let now = self.observed_so_far();
            let predictor = self.predictor.get_or_insert_default();
            predictor.attribute(key, now);
            predictor.see(key);
        }
    }

    /// What was counted of the keys [`Key::OBSERVED`]; of those that are the predictor's, nothing.
    pub(super) fn observed_so_far(&self) -> [u64; OBSERVED] {
        let [near, far] = self.caches.as_ref().map_or([0; 2], |caches| caches.missed());
        Key::OBSERVED.map(|key| match key {
            Key::FETCHED_NEAR => near,
            Key::FETCHED_FAR => far,
            Key::DIGIT => self.digits.get()[0],
            Key::DIGIT_PRODUCT => self.digits.get()[1],
            Key::TEXTS_COMPARED => self.texts_compared.get(),
            Key::CYCLE_SOUGHT => self.cycles_sought.get(),
            key => self.counts[key.index()],
        })
    }

    /// Shows it a cell of a term that is looked through, behind which others wait or not.
    #[inline(always)]
    pub(crate) fn foresee_walk(&mut self, cell: Cell, others_wait: bool) {
        if self.foresees {
            self.foresee_branch(Branch::Walk, cell.tag() as u8 + 8 * u8::from(others_wait));
            self.counts[Key::COMPOUND_WALKED.index()] += u64::from(cell.is_compound());
        }
    }

    /// Shows it which way a branch goes inside of an instruction, if the run is one that it looks at.
    #[inline(always)]
    pub(crate) fn foresee_branch(&mut self, branch: Branch, way: u8) {
        if self.foresees {
            self.predictor.get_or_insert_default().see_branch(branch, way);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instr::key;

    /// What is missed in the second half of a stream of keys, and its length.
    fn missed(stream: &[Key]) -> [usize; 3] {
        let mut predictor = Predictor::default();
        let (first, second) = stream.split_at(stream.len() / 2);
        first.iter().for_each(|&key| predictor.see(key));
        predictor.reset();
        second.iter().for_each(|&key| predictor.see(key));
        let mut counts = Counts::new();
        predictor.enter(&mut counts);
        [counts[Key::MISSED_NEXT] as usize, counts[Key::MISSED_OUTCOME] as usize, second.len()]
    }

    #[test]
    fn what_repeats_is_foreseen() {
        let turn = [key::GetList::READ, key::UnifyVariableX::READ, key::GetList::WRITE, key::Execute::OK];
        let mut period = turn.repeat(3);
        period.extend([key::GetList::FAIL, key::Retry::OK, key::Proceed::OK]);
        assert_eq!(missed(&period.repeat(200))[..2], [0, 0]);
    }

    #[test]
    fn what_is_drawn_by_lot_is_not() {
        let mut state = 1u64;
        let mut lot = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 63 == 1
        };
        // Whether it fails decides what comes next, which is foreseen then.
        let turn = |fails| match fails {
            true => [key::GetConstant::FAIL, key::Retry::OK],
            false => [key::GetConstant::READ, key::Proceed::OK],
        };
        let stream: Vec<Key> = (0..20_000).flat_map(|_| turn(lot())).collect();
        let [next, outcome, length] = missed(&stream);
        assert!((length / 5..length / 3).contains(&outcome), "{outcome} outcomes of {length}");
        assert!(next < length / 20, "{next} instructions of {length}");
    }

    #[test]
    fn a_builtin_is_returned_to_after_many_other_instructions() {
        let id = BUILTINS.iter().position(|row| row.quick.is_none()).expect("most builtins have no short way");
        let builtin = Key::builtin_true(BuiltinId(id as u16));
        let returned = |others: usize| {
            let mut predictor = Predictor::default();
            for _ in 0..10 {
                predictor.see(builtin);
                (0..others).for_each(|_| predictor.see(key::Call::OK));
            }
            predictor.observed().during(builtin)[RETURNED]
        };
        assert_eq!([0, 100, 127, 128, 500].map(returned), [1, 1, 1, 10, 10]);
    }

    #[test]
    fn branches_inside_are_those_of_the_instruction_that_ends() {
        let missed = |way: fn(u32) -> u8| {
            let mut predictor = Predictor::default();
            let turn = |predictor: &mut Predictor, at: u32| {
                predictor.see_branch(Branch::Sort, way(at));
                predictor.see(key::Call::OK);
            };
            (0..2000).for_each(|at| turn(&mut predictor, at));
            predictor.reset();
            (2000..3000).for_each(|at| turn(&mut predictor, at));
            predictor.observed().during(key::Call::OK)[OUTCOME]
        };
        assert_eq!(missed(|at| (at % 3) as u8), 0);
        let lot = |at: u32| {
            let mixed = (u64::from(at) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 63) as u8
        };
        let by_lot = missed(lot);
        assert!((300..700).contains(&by_lot), "{by_lot} of 1000");
    }

    #[test]
    fn units_of_work_are_no_instructions() {
        let units = [Key::STEP, Key::UNDO, key::Try::ARG];
        assert_eq!(missed(&units.repeat(50))[..2], [0, 0]);
        // What has always been a call is something else once.
        let turn = |at| [key::GetList::READ, if at == 35 { key::Proceed::OK } else { key::Call::OK }];
        let stream: Vec<Key> = (0..40).flat_map(turn).collect();
        let among_units: Vec<Key> = stream.iter().flat_map(|&key| [&units[..], &[key]].concat()).collect();
        let [next, outcome, _] = missed(&stream);
        assert!(next > 0, "nothing missed");
        assert_eq!(missed(&among_units)[..2], [next, outcome]);
    }
}
