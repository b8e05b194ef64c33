//! The vocabulary of costs: cost keys, counts of them, and tables of prices.
//!
//! A [`Key`] is (instruction, variant, outcome): the keys of the instructions come first, in table order, then three a
//! builtin (true, false, unit), then the machine's own ([`Key::STEP`], [`Key::UNDO`]). Counts and prices are vectors
//! over keys; only the product of a count and a price means something. Source: Mera et al. 2008, sections 3 and 5.3.

use crate::builtins::BUILTINS;
use crate::family::Family;
use crate::instr::{BuiltinId, INSTRUCTION_KEYS, Op, key};
use std::fmt;
use std::ops::{AddAssign, Index, IndexMut};

/// How an execution that is counted under a key ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// The instruction succeeded.
    Success,
    /// The instruction failed (or its test was false).
    Failure,
    /// One unit of work inside an instruction.
    Unit,
}

/// A cost key as its row declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// The variant: read or write mode, operand class, or the unit; may be empty.
    pub name: &'static str,
    /// The outcome.
    pub kind: KeyKind,
    /// Cells pushed on the heap each time.
    pub heap: u8,
}

/// A cost key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u16);

const BUILTIN_KEYS: &[KeyRow] = &[
    KeyRow { name: "", kind: KeyKind::Success, heap: 0 },
    KeyRow { name: "", kind: KeyKind::Failure, heap: 0 },
    KeyRow { name: "unit", kind: KeyKind::Unit, heap: 0 },
];
const MACHINE_BASE: usize = INSTRUCTION_KEYS + BUILTINS.len() * BUILTIN_KEYS.len();
/// How many cost keys there are.
pub const KEYS: usize = MACHINE_BASE + MACHINE_KEYS.len();

/// The machine's own keys: what each belongs to, and its row.
const MACHINE_KEYS: &[(&str, KeyRow)] = &[
    ("step", KeyRow { name: "", kind: KeyKind::Unit, heap: 0 }),
    ("backtrack", KeyRow { name: "trail entry", kind: KeyKind::Unit, heap: 0 }),
    ("collect", KeyRow { name: "", kind: KeyKind::Unit, heap: 0 }),
    ("collect", KeyRow { name: "root", kind: KeyKind::Unit, heap: 0 }),
    ("collect", KeyRow { name: "live word", kind: KeyKind::Unit, heap: 0 }),
    ("collect", KeyRow { name: "block", kind: KeyKind::Unit, heap: 0 }),
    ("collect", KeyRow { name: "trail entry", kind: KeyKind::Unit, heap: 0 }),
    ("unify", KeyRow { name: "simple pair", kind: KeyKind::Unit, heap: 0 }),
    ("unify", KeyRow { name: "list pair", kind: KeyKind::Unit, heap: 0 }),
    ("unify", KeyRow { name: "structure pair", kind: KeyKind::Unit, heap: 0 }),
    ("unify", KeyRow { name: "walk", kind: KeyKind::Unit, heap: 0 }),
    ("unify", KeyRow { name: "waiting term", kind: KeyKind::Unit, heap: 0 }),
    ("mispredicted", KeyRow { name: "next", kind: KeyKind::Unit, heap: 0 }),
    ("mispredicted", KeyRow { name: "outcome", kind: KeyKind::Unit, heap: 0 }),
    ("unify", KeyRow { name: "general case", kind: KeyKind::Unit, heap: 0 }),
];

impl Key {
    /// A resolution step: a clause whose head and leading tests succeeded. Priced at zero; a resource of its own.
    pub const STEP: Key = Key(MACHINE_BASE as u16);
    /// One trail entry undone by backtracking.
    pub const UNDO: Key = Key(MACHINE_BASE as u16 + 1);
    /// One collection of the heap.
    pub const COLLECT: Key = Key(MACHINE_BASE as u16 + 2);
    /// One word of environments, choice points and other roots that a collection looks at.
    pub const COLLECT_ROOT: Key = Key(MACHINE_BASE as u16 + 3);
    /// One word of the heap that a collection marks and moves.
    pub const COLLECT_LIVE: Key = Key(MACHINE_BASE as u16 + 4);
    /// One block of 64 words of the heap that a collection looks through.
    pub const COLLECT_BLOCK: Key = Key(MACHINE_BASE as u16 + 5);
    /// One trail entry that a collection looks at.
    pub const COLLECT_TRAIL: Key = Key(MACHINE_BASE as u16 + 6);
    /// The keys of the collector.
    pub const COLLECTOR: [Key; 5] =
        [Key::COLLECT, Key::COLLECT_ROOT, Key::COLLECT_LIVE, Key::COLLECT_BLOCK, Key::COLLECT_TRAIL];

    /// Two cells that `get_value` or `unify_value` compares in two terms, after the first two: identical, one of them
    /// unbound, or different.
    pub const UNIFY_SIMPLE: Key = Key(MACHINE_BASE as u16 + 7);
    /// Two such cells that are lists, whose heads and tails are compared next.
    pub const UNIFY_LIST: Key = Key(MACHINE_BASE as u16 + 8);
    /// Two such cells that are structures of one functor, whose arguments are compared next.
    pub const UNIFY_STRUCTURE: Key = Key(MACHINE_BASE as u16 + 9);
    /// A unification of compound terms that have a compound argument: it goes deeper than their arguments.
    pub const UNIFY_WALK: Key = Key(MACHINE_BASE as u16 + 10);
    /// Two such lists or structures before which others, or other arguments of which, wait.
    pub const UNIFY_WAIT: Key = Key(MACHINE_BASE as u16 + 11);

    /// An instruction that a branch predictor does not expect after those before it.
    pub const MISSED_NEXT: Key = Key(MACHINE_BASE as u16 + 12);
    /// An instruction that ends otherwise than a branch predictor expects.
    pub const MISSED_OUTCOME: Key = Key(MACHINE_BASE as u16 + 13);
    /// A unification of two terms that are compound or boxed and not the same cell: the general case is entered.
    pub const UNIFY_ENTRY: Key = Key(MACHINE_BASE as u16 + 14);
    /// The keys of the branch predictor, which looks at runs in the mode [`Foreseeing`](crate::machine::Foreseeing) only.
    pub const MISSED: [Key; 2] = [Key::MISSED_NEXT, Key::MISSED_OUTCOME];

    /// The key of a builtin that was true.
    pub const fn builtin_true(builtin: BuiltinId) -> Key {
        Key((INSTRUCTION_KEYS + builtin.0 as usize * 3) as u16)
    }

    /// The key of a builtin that was false.
    pub const fn builtin_false(builtin: BuiltinId) -> Key {
        Key(Key::builtin_true(builtin).0 + 1)
    }

    /// The key of one unit of a builtin's work.
    pub const fn builtin_unit(builtin: BuiltinId) -> Key {
        Key(Key::builtin_true(builtin).0 + 2)
    }

    /// Its place in vectors over keys.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All keys in order.
    pub fn all() -> impl Iterator<Item = Key> {
        (0..KEYS as u16).map(Key)
    }

    /// The builtin it belongs to, if any.
    pub fn builtin(self) -> Option<BuiltinId> {
        (INSTRUCTION_KEYS..MACHINE_BASE)
            .contains(&self.index())
            .then(|| BuiltinId(((self.index() - INSTRUCTION_KEYS) / 3) as u16))
    }

    /// The machine's own key that it is, if it is one.
    fn machine(self) -> Option<&'static (&'static str, KeyRow)> {
        MACHINE_KEYS.get(self.index().checked_sub(MACHINE_BASE)?)
    }

    /// Its row: variant, outcome, heap cells.
    pub fn row(self) -> KeyRow {
        if let Some((op, at)) = Op::of_key(self) {
            return op.keys()[at];
        }
        match self.machine() {
            Some((_, row)) => *row,
            None => BUILTIN_KEYS[(self.index() - INSTRUCTION_KEYS) % 3],
        }
    }

    /// Heap cells pushed each time, at most; nothing where there may be any number. Calls of goals push none, as long as
    /// nothing is put before a module.
    pub fn pushes(self) -> Option<u8> {
        match (self.builtin(), Op::of_key(self).map(|(op, _)| op.family())) {
            (Some(builtin), _) => {
                let (each, unit) = BUILTINS[usize::from(builtin.0)].pushes()?;
                Some(if self == Key::builtin_unit(builtin) { unit } else { each })
            }
            (None, Some(Family::Catch | Family::Dynamic)) => None,
            (None, _) => Some(self.row().heap),
        }
    }

    /// Whether one execution under this key is one instruction executed.
    pub fn is_instruction(self) -> bool {
        self.row().kind != KeyKind::Unit
    }

    /// The instruction or builtin, as written in reports (`get_list`, `unify_value/Y`, `functor/3`).
    pub fn subject(self) -> String {
        match (Op::of_key(self), self.builtin()) {
            (Some((op, _)), _) => {
                let register = match format!("{op:?}") {
                    name if name.ends_with('X') => "/X",
                    name if name.ends_with('Y') => "/Y",
                    _ => "",
                };
                format!("{}{register}", op.name())
            }
            (_, Some(builtin)) => {
                let row = &BUILTINS[builtin.0 as usize];
                format!("{}/{}", row.name, row.arity)
            }
            _ => self.machine().map_or("", |(subject, _)| subject).into(),
        }
    }
}

impl fmt::Display for Key {
    /// `get_list read`, `get_list fail`, `try per argument`: subject, variant, outcome. Unique for each key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row();
        f.write_str(&self.subject())?;
        match row.kind {
            KeyKind::Unit if row.name.is_empty() => Ok(()),
            KeyKind::Unit => write!(f, " per {}", row.name),
            KeyKind::Success if row.name.is_empty() => Ok(()),
            KeyKind::Success => write!(f, " {}", row.name),
            KeyKind::Failure if row.name.is_empty() => f.write_str(" fail"),
            KeyKind::Failure => write!(f, " {} fail", row.name),
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// How often each key was executed in a run.
#[derive(Clone, PartialEq, Eq)]
pub struct Counts(Box<[u64; KEYS]>);

impl Counts {
    /// All zero.
    pub fn new() -> Self {
        Counts(Box::new([0; KEYS]))
    }

    /// The keys that occurred, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Key, u64)> + '_ {
        Key::all().map(|key| (key, self[key])).filter(|&(_, count)| count > 0)
    }

    /// Instructions executed.
    pub fn instructions(&self) -> u64 {
        self.iter().filter(|(key, _)| key.is_instruction()).map(|(_, count)| count).sum()
    }

    /// Resolution steps.
    pub fn steps(&self) -> u64 {
        self[Key::STEP]
    }

    /// Heap cells pushed by instructions.
    pub fn heap(&self) -> u64 {
        self.iter().map(|(key, count)| u64::from(key.row().heap) * count).sum()
    }

    /// Choice points that instructions pushed: `try`, `try_else`, `catch/3`, and the call of a dynamic predicate of which
    /// another clause may match. Those of `setup_call_cleanup/3` are not among them.
    pub fn choice_points(&self) -> u64 {
        // The scan counts one clause more where it finds another.
        let dynamic = self[key::DynamicEnter::SCAN].saturating_sub(self[key::DynamicEnter::OK]);
        self[key::Try::OK] + self[key::TryElse::OK] + self[key::PushCatch::OK] + dynamic
    }

    /// Trail entries that backtracking undid. Entries that a cut leaves behind, or that are left at the end, are not
    /// looked at and not counted.
    pub fn trail(&self) -> u64 {
        self[Key::UNDO]
    }

    /// The raw vector, in key order.
    pub fn as_slice(&self) -> &[u64] {
        &self.0[..]
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self::new()
    }
}

impl Index<Key> for Counts {
    type Output = u64;
    #[inline(always)]
    fn index(&self, key: Key) -> &u64 {
        &self.0[key.index()]
    }
}

impl IndexMut<Key> for Counts {
    #[inline(always)]
    fn index_mut(&mut self, key: Key) -> &mut u64 {
        &mut self.0[key.index()]
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(a, b)| *a += b);
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A duration or a price in nanoseconds.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Nanoseconds(pub f64);

/// A price for every key.
#[derive(Clone, PartialEq, Debug)]
pub struct CostTable(Vec<Nanoseconds>);

impl CostTable {
    /// All prices zero.
    pub fn zero() -> Self {
        CostTable(vec![Nanoseconds(0.0); KEYS])
    }

    /// What a run costs that executed these counts.
    pub fn price(&self, counts: &Counts) -> Nanoseconds {
        Nanoseconds(counts.iter().map(|(key, count)| count as f64 * self[key].0).sum())
    }
}

impl Index<Key> for CostTable {
    type Output = Nanoseconds;
    fn index(&self, key: Key) -> &Nanoseconds {
        &self.0[key.index()]
    }
}

impl IndexMut<Key> for CostTable {
    fn index_mut(&mut self, key: Key) -> &mut Nanoseconds {
        &mut self.0[key.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_key_prints_differently() {
        let names: HashSet<String> = Key::all().map(|key| key.to_string()).collect();
        assert_eq!(names.len(), KEYS);
    }

    #[test]
    fn keys_know_their_instruction() {
        assert_eq!(key::GetList::FAIL.to_string(), "get_list fail");
        assert_eq!(key::UnifyValueY::SAME.to_string(), "unify_value/Y equal");
        assert_eq!(Key::UNIFY_LIST.to_string(), "unify per list pair");
    }
}
