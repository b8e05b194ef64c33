//! The vocabulary of costs: cost keys, counts of them, and tables of prices.
//!
//! A [`Key`] is (instruction, variant, outcome): the keys of the instructions come first, in table order, then those of
//! the builtins (true, else for tests, fail, unit), then the machine's own ([`Key::STEP`], [`Key::UNDO`]). Counts and prices are vectors
//! over keys; only the product of a count and a price means something. Source: Mera et al. 2008, sections 3 and 5.3.

use crate::builtins::BUILTINS;
use crate::family::Family;
use crate::instr::{BuiltinId, INSTRUCTION_KEYS, Op, key};
use std::fmt;
use std::ops::{AddAssign, Index, IndexMut};

/// How an execution that is counted under a key ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum KeyKind {
    /// The instruction succeeded.
    Success,
    /// It was a test that was false and went on at its else part, or at the next clause.
    Else,
    /// The instruction failed: back to the newest choice point.
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

const TRUE: KeyRow = KeyRow { name: "", kind: KeyKind::Success, heap: 0 };
const ELSE: KeyRow = KeyRow { name: "", kind: KeyKind::Else, heap: 0 };
const FAIL: KeyRow = KeyRow { name: "", kind: KeyKind::Failure, heap: 0 };
const UNIT: KeyRow = KeyRow { name: "unit", kind: KeyKind::Unit, heap: 0 };

/// The keys of a builtin: one that is no test can only fail where it is false.
const fn builtin_keys(builtin: usize) -> &'static [KeyRow] {
    match BUILTINS[builtin].test {
        Some(_) => &[TRUE, ELSE, FAIL, UNIT],
        None => &[TRUE, FAIL, UNIT],
    }
}

/// The first key of each builtin, and the one after the last.
const fn builtin_bases() -> [u16; BUILTINS.len() + 1] {
    let mut bases = [INSTRUCTION_KEYS as u16; BUILTINS.len() + 1];
    let mut at = 0;
    while at < BUILTINS.len() {
        bases[at + 1] = bases[at] + builtin_keys(at).len() as u16;
        at += 1;
    }
    bases
}
static BUILTIN_BASES: [u16; BUILTINS.len() + 1] = builtin_bases();
const MACHINE_BASE: usize = builtin_bases()[BUILTINS.len()] as usize;
/// How many cost keys there are.
pub const KEYS: usize = MACHINE_BASE + MACHINE_KEYS.len();

/// Makes the machine's own keys out of rows: documentation, name, what it belongs to, its unit. A macro, because a table
/// and constants are made from the same rows.
macro_rules! machine_keys {
    ($($(#[doc = $doc:literal])+ $key:ident $subject:literal $unit:literal;)*) => {
        const MACHINE_KEYS: &[(&str, KeyRow)] =
            &[$(($subject, KeyRow { name: $unit, kind: KeyKind::Unit, heap: 0 })),*];

        /// Where each is among them.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($key),* }

        impl Key {$(
            $(#[doc = $doc])+
            pub const $key: Key = Key((MACHINE_BASE + Place::$key as usize) as u16);
        )*}
    };
}

machine_keys! {
    /// A resolution step: a clause whose head and leading tests succeeded. Priced at zero; a resource of its own.
    STEP "step" "";
    /// One trail entry undone by backtracking.
    UNDO "backtrack" "trail entry";
    /// One collection of the heap.
    COLLECT "collect" "";
    /// One word of environments, choice points and other roots that a collection looks at.
    COLLECT_ROOT "collect" "root";
    /// One word of the heap that a collection marks and moves.
    COLLECT_LIVE "collect" "live word";
    /// One block of 64 words of the heap that a collection looks through.
    COLLECT_BLOCK "collect" "block";
    /// One trail entry that a collection looks at.
    COLLECT_TRAIL "collect" "trail entry";
    /// Two cells that `get_value` or `unify_value` compares in two terms, after the first two: identical, one of them
    /// unbound, or different.
    UNIFY_SIMPLE "unify" "simple pair";
    /// Two such cells that are lists, whose heads and tails are compared next.
    UNIFY_LIST "unify" "list pair";
    /// Two such cells that are structures of one functor, whose arguments are compared next.
    UNIFY_STRUCTURE "unify" "structure pair";
    /// A unification of compound terms that have a compound argument: it goes deeper than their arguments.
    UNIFY_WALK "unify" "walk";
    /// Two such lists or structures before which others, or other arguments of which, wait.
    UNIFY_WAIT "unify" "waiting term";
    /// A unification of two terms that are compound or boxed and not the same cell: the general case is entered.
    UNIFY_ENTRY "unify" "general case";
    /// Two such cells that are floats or long integers, whose contents are compared: beside the price of the pair.
    UNIFY_BOXED "unify" "boxed pair";
    /// An instruction that a branch predictor does not expect after those before it.
    MISSED_NEXT "mispredicted" "next";
    /// An instruction that ends otherwise than a branch predictor expects.
    MISSED_OUTCOME "mispredicted" "outcome";
    /// A call of a builtin that none of the 128 instructions before was a call of: a processor has forgotten its code.
    RETURNED_TO "called" "builtin after others";
    /// A call of a builtin that has a short way, for arguments that this is not for.
    LONG_WAY "called" "builtin the long way";
    /// A line of 64 bytes of code, heap or stacks that is not among the 32 KiB used last.
    FETCHED_NEAR "fetched" "line beyond 32 KiB";
    /// Such a line that is not among the 1 MiB used last.
    FETCHED_FAR "fetched" "line beyond 1 MiB";
    /// A bound reference that an instruction follows to what an operand stands for.
    REFERENCE "followed" "reference";
    /// A functor in a term that an arithmetic instruction found as an operand, and evaluated.
    EVALUATED "evaluated" "functor";
    /// A function computed on numbers of any kind: integers too long for the short ways, rationals.
    EVALUATED_ANY "evaluated" "function of any numbers";
    /// A word of two integers that such a function is computed on.
    EVALUATED_WORD "evaluated" "word of any numbers";
    /// A word of the operands of an operation on integers of more than one word, by the short ways.
    INTEGER_WORD "integers" "word";
    /// A word of one operand with a word of the other, where such integers are multiplied.
    INTEGER_PRODUCT "integers" "product of words";
    /// A word of the quotient with a word of the divisor, where they are divided.
    INTEGER_QUOTIENT "integers" "quotient of words";
    /// A division by an integer of more than one word, or a greatest common divisor with one: it is left to a library.
    LONG_DIVISION "integers" "long division";
    /// A decimal digit of an integer of more than one word that is written or read.
    DIGIT "integers" "digit";
    /// A word of such an integer with a word of what it is divided by to be written, or multiplied with to be read.
    DIGIT_PRODUCT "integers" "product for digits";
    /// Two atoms or strings that differ, whose texts are compared for the standard order.
    TEXTS_COMPARED "compared" "pair of texts";
    /// Two compound terms of one functor that are compared, whose arguments are compared next.
    COMPOUNDS_COMPARED "compared" "pair of compounds";
    /// Two such terms, or others of their arguments, that wait until what is before them was compared.
    TERMS_WAITING "compared" "waiting term";
    /// A compound term that is looked through, for variables.
    COMPOUND_WALKED "looked through" "compound";
    /// A compound term, or a number or a text that is boxed, that is copied.
    COMPOUND_COPIED "copied" "compound";
    /// An occurrence of a variable in a term that is copied.
    VARIABLE_COPIED "copied" "variable";
    /// A term of more than four thousand arguments, as a tree, or with a cycle that it is not part of, that was looked through for a cycle: from the start, with marks.
    CYCLE_SOUGHT "cycle" "large term";
    /// A clause of a dynamic predicate that a call has looked at, and that could not match.
    CLAUSE_PASSED "dynamic" "clause passed over";
    /// A ball that was raised, and met a catch that takes it or a goal that cleans up. One that nothing catches ends the
    /// run, and is not counted: what it costs to say so is nobody's price.
    RAISE "raise" "";
    /// Such a ball that is an error of the machine's own, and was told where it comes from.
    RAISE_ERROR "raise" "error";
    /// A cell of such a ball that was copied: off the heap, and back for each catch that it was offered to.
    RAISE_CELL "raise" "cell";
    /// A catch that such a ball was offered to, and whose catcher was another term.
    RAISE_PAST "raise" "other catcher";
    /// Two cells that are compared inside of two compound elements of a list that is sorted.
    SORT_PAIR "sort" "pair";
}

impl Key {
    /// The keys of the collector.
    pub const COLLECTOR: [Key; 5] =
        [Key::COLLECT, Key::COLLECT_ROOT, Key::COLLECT_LIVE, Key::COLLECT_BLOCK, Key::COLLECT_TRAIL];
    /// The keys of the branch predictor, which looks at runs in the mode [`Foreseeing`](crate::machine::Foreseeing) only.
    pub const MISSED: [Key; 2] = [Key::MISSED_NEXT, Key::MISSED_OUTCOME];

    /// The keys of the caches, which look at runs in the mode [`Foreseeing`](crate::machine::Foreseeing) only.
    pub const FETCHED: [Key; 2] = [Key::FETCHED_NEAR, Key::FETCHED_FAR];

    /// The keys of exceptions. A run that is analysed catches none, and has none of them. What a ball passes has none:
    /// to leave an environment or a choice point behind takes a fraction of what it took to push it.
    pub const RAISED: [Key; 4] = [Key::RAISE, Key::RAISE_ERROR, Key::RAISE_CELL, Key::RAISE_PAST];
    /// The keys that only runs in the mode [`Foreseeing`](crate::machine::Foreseeing) have, and of which, but for
    /// [`Key::MISSED`], no bound is known.
    pub const OBSERVED: [Key; 25] = [
        Key::MISSED_NEXT,
        Key::MISSED_OUTCOME,
        Key::RETURNED_TO,
        Key::LONG_WAY,
        Key::FETCHED_NEAR,
        Key::FETCHED_FAR,
        Key::REFERENCE,
        Key::UNIFY_BOXED,
        Key::EVALUATED,
        Key::EVALUATED_ANY,
        Key::EVALUATED_WORD,
        Key::INTEGER_WORD,
        Key::INTEGER_PRODUCT,
        Key::INTEGER_QUOTIENT,
        Key::LONG_DIVISION,
        Key::DIGIT,
        Key::DIGIT_PRODUCT,
        Key::TEXTS_COMPARED,
        Key::COMPOUNDS_COMPARED,
        Key::TERMS_WAITING,
        Key::COMPOUND_WALKED,
        Key::COMPOUND_COPIED,
        Key::VARIABLE_COPIED,
        Key::CLAUSE_PASSED,
        Key::CYCLE_SOUGHT,
    ];

    /// The key of a builtin that was true.
    pub fn builtin_true(builtin: BuiltinId) -> Key {
        Key(BUILTIN_BASES[builtin.0 as usize])
    }

    /// The key of a builtin that was false and went on at its else part; of one that is no test, and always fails then,
    /// that of failure.
    pub fn builtin_else(builtin: BuiltinId) -> Key {
        match BUILTINS[builtin.0 as usize].test {
            Some(_) => Key(Key::builtin_true(builtin).0 + 1),
            None => Key::builtin_fail(builtin),
        }
    }

    /// The key of a builtin that failed.
    pub fn builtin_fail(builtin: BuiltinId) -> Key {
        Key(Key::builtin_unit(builtin).0 - 1)
    }

    /// The key of one unit of a builtin's work.
    pub fn builtin_unit(builtin: BuiltinId) -> Key {
        Key(BUILTIN_BASES[builtin.0 as usize + 1] - 1)
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
            .then(|| BuiltinId(BUILTIN_BASES.partition_point(|&base| base <= self.0) as u16 - 1))
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
        match (self.machine(), self.builtin()) {
            (Some((_, row)), _) => *row,
            (None, Some(builtin)) => builtin_keys(builtin.0 as usize)[(self.0 - Key::builtin_true(builtin).0) as usize],
            (None, None) => unreachable!("a key is an instruction's, a builtin's or the machine's"),
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
            KeyKind::Else if row.name.is_empty() => f.write_str(" else"),
            KeyKind::Else => write!(f, " {} else", row.name),
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
    fn only_tests_go_on_where_they_are_false() {
        for (at, row) in BUILTINS.iter().enumerate() {
            let id = BuiltinId(at as u16);
            let keys = [Key::builtin_true(id), Key::builtin_else(id), Key::builtin_fail(id), Key::builtin_unit(id)];
            let otherwise = if row.test.is_some() { KeyKind::Else } else { KeyKind::Failure };
            let kinds = [KeyKind::Success, otherwise, KeyKind::Failure, KeyKind::Unit];
            assert_eq!(keys.map(|key| key.row().kind), kinds, "{}/{}", row.name, row.arity);
            assert_eq!(keys.map(Key::builtin), [Some(id); 4], "{}/{}", row.name, row.arity);
        }
    }

    #[test]
    fn keys_know_their_instruction() {
        assert_eq!(key::GetList::FAIL.to_string(), "get_list fail");
        assert_eq!(key::UnifyValueY::SAME.to_string(), "unify_value/Y equal");
        assert_eq!(key::IfLess::SLOW_ELSE.to_string(), "if_less other else");
        assert_eq!(Key::UNIFY_LIST.to_string(), "unify per list pair");
    }
}
