//! Blocks into the code area.
//!
//! An instruction is a run of 64-bit words: the first halfword is its number, the operands follow in the order of the
//! row, 16-bit operands at the next halfword, 32-bit ones aligned to two, cells aligned to four. Labels become
//! distances in words from the instruction's start (zero: fail), predicates of `call` and `execute` the distance to
//! their entry, tables the distance to a hash table after the block, literals numbers of the machine's literals.
//!
//! A predicate that is defined nowhere has a stub of two words, which a later definition as dynamic takes over in place;
//! a later static definition makes it a `jump`. So does a new definition of a static predicate: what calls it goes to its
//! first word, which from then on leads to the new code, while the old one stays for who is in it ([`super::relink`]).

use super::Machine;
use super::cell::Cell;
use super::dispatch::{STEP, WORDS};
use super::error::Ball;
use super::memory::{Addr, Code};
use crate::atoms::Functor;
use crate::code::{Block, Literal, PredicateKind, SwitchKey, SwitchTable};
use crate::instr::{Constant, Instr, Label, LiteralId, N, PredId, Sink, TableId, X};
use crate::meter;
use num_bigint::BigInt;
use std::sync::Arc;

/// Where the machine's own code is.
#[derive(Clone, Copy)]
pub(crate) struct Stubs {
    /// Leaves with a solution; the word before it says that no slot is live.
    pub stop_true: Code,
    /// Leaves without.
    pub stop_false: Code,
    /// What a catch choice point continues at.
    pub catch_fail: Code,
    /// What a choice point continues at after a soft cut.
    pub drop_and_fail: Code,
    /// What a choice point with a cleanup continues at.
    pub cleanup_fail: Code,
    /// Calls `A[0]` with arguments added.
    pub call_2: Code,
    pub call_4: Code,
    /// Leaves the environment that holds the depth of a call; the word before it says that this is its one slot.
    pub depth_return: Code,
    /// Leaves an environment without slots, and the goal whose last call it was: see [`super::watch`].
    pub watch_return: Code,
    /// Goes on after a cut that waited for cleanups; the word before it says that no slot is live.
    pub resume_cut: Code,
    /// Calls `A[0]`.
    pub call_1: Code,
    /// Leaves with what the out-of-line part has said.
    pub halted: Code,
}

impl Stubs {
    pub(crate) const NONE: Stubs = Stubs {
        stop_true: Code::NULL,
        stop_false: Code::NULL,
        catch_fail: Code::NULL,
        drop_and_fail: Code::NULL,
        cleanup_fail: Code::NULL,
        call_2: Code::NULL,
        call_4: Code::NULL,
        depth_return: Code::NULL,
        watch_return: Code::NULL,
        resume_cut: Code::NULL,
        call_1: Code::NULL,
        halted: Code::NULL,
    };
}

/// How many registers and slots code names.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reach {
    pub registers: usize,
    pub slots: usize,
}

/// Words of the longest instruction.
const LONGEST: usize = {
    let (mut longest, mut op) = (0, 0);
    while op < WORDS.len() {
        if WORDS[op] as usize > longest {
            longest = WORDS[op] as usize;
        }
        op += 1;
    }
    longest
};

/// Encodes one instruction.
pub(super) struct Encoder<'a> {
    words: [u64; LONGEST],
    /// How many halfwords there are so far.
    halves: usize,
    /// Word offsets of the block's instructions.
    places: &'a [usize],
    /// The word offset of this one.
    here: usize,
    /// How many registers and slots there are up to the last that an operand names.
    pub reach: Reach,
}

impl<'a> Encoder<'a> {
    /// An instruction of that number at a word offset.
    pub fn new(op: u16, places: &'a [usize], here: usize, reach: Reach) -> Self {
        let mut words = [0; LONGEST];
        words[0] = u64::from(op);
        Encoder { words, halves: 1, places, here, reach }
    }

    /// Puts the whole instruction into the code area.
    pub fn write(&self, at: Addr) {
        for (i, &word) in self.words[..self.halves.div_ceil(4)].iter().enumerate() {
            at.add(i).set(Cell(word));
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.halves = self.halves.next_multiple_of(4);
        self.words[self.halves / 4] = cell.0;
        self.halves += 4;
    }
}

impl Sink for Encoder<'_> {
    fn half(&mut self, value: u16) {
        self.words[self.halves / 4] |= u64::from(value) << (16 * (self.halves % 4));
        self.halves += 1;
    }
    fn register(&mut self, number: u16) {
        self.reach.registers = self.reach.registers.max(usize::from(number) + 1);
        self.half(number);
    }
    fn slot(&mut self, number: u16) {
        self.reach.slots = self.reach.slots.max(usize::from(number) + 1);
        self.half(number);
    }
    fn word(&mut self, value: u32) {
        self.halves = self.halves.next_multiple_of(2);
        self.half(value as u16);
        self.half((value >> 16) as u16);
    }
    fn label(&mut self, label: Label) {
        let distance = if label == Label::FAIL { 0 } else { distance(self.here, self.places[label.0 as usize]) };
        self.word(distance);
    }
    fn constant(&mut self, value: Constant) {
        self.cell(Cell::constant(value));
    }
    fn functor(&mut self, value: Functor) {
        self.cell(Cell::functor(value));
    }
}

/// A distance in words as it stands in code.
fn distance(from: usize, to: usize) -> u32 {
    i32::try_from(to as isize - from as isize).expect("the code area is less than 2^31 words") as u32
}

/// What a literal is known by: floats by their bits, since they need not equal themselves.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum LiteralName {
    Big(BigInt),
    Rational(num_rational::BigRational),
    Float(u64),
    Str(String),
}

impl LiteralName {
    fn of(literal: &Literal) -> Self {
        match literal {
            Literal::Big(value) => LiteralName::Big(value.clone()),
            Literal::Rational(value) => LiteralName::Rational(value.clone()),
            Literal::Float(value) => LiteralName::Float(value.to_bits()),
            Literal::Str(text) => LiteralName::Str(text.clone()),
        }
    }
}

/// Words of the code area that are kept for the machine's own use; and of retired code that are not worth a search.
const CODE_MARGIN: usize = 1 << 16;

/// Where a value hashes to in a table of a power of two places.
#[inline(always)]
fn hash(key: Cell, mask: u64) -> u64 {
    (key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) & mask
}

/// Places of the hash table of a switch.
fn capacity(table: &SwitchTable) -> usize {
    (table.len() * 2).next_power_of_two()
}

/// Looks a value up in the hash table at a distance from a switch.
#[inline(always)]
pub(crate) fn lookup(pc: Code, table: TableId, key: Cell) -> Option<Code> {
    let base = Addr::from_bits(pc.offset(table.0 as i32).bits());
    let mask = base.get().0;
    let mut at = hash(key, mask);
    loop {
        let row = base.add(1 + 2 * at as usize);
        let found = row.get();
        if found == key {
            return Some(Code::from_bits(row.add(1).get().0));
        }
        if found.0 == 0 {
            return None;
        }
        at = (at + 1) & mask;
    }
}

/// Word offsets of a block's instructions, and its size in words with tables.
pub(super) fn layout(block: &Block) -> (Vec<usize>, usize) {
    let mut at = 0;
    let mut places = Vec::with_capacity(block.instrs.len() + 1);
    for instr in &block.instrs {
        places.push(at);
        at += usize::from(WORDS[instr.op() as usize]);
    }
    places.push(at);
    let tables: usize = block.tables.iter().map(|table| 1 + 2 * capacity(table)).sum();
    (places, at + tables)
}

/// The two instructions of a dynamic predicate.
pub(crate) fn dynamic_block(pred: PredId) -> Block {
    Block { instrs: vec![Instr::DynamicEnter { pred }, Instr::DynamicRetry { pred }], ..Block::default() }
}

/// How many words a block takes in the code area.
pub(crate) fn words(block: &Block) -> usize {
    layout(block).1
}

impl Machine {
    /// Encodes a block at a place reserved for it and returns its entry.
    pub(crate) fn link_at(&mut self, block: &Block, at: Addr) -> Code {
        let (places, _) = layout(block);
        let base = at.words_from(self.code.base());
        self.forget_sites(at, words(block));
        let mut tables = Vec::with_capacity(block.tables.len());
        let mut end = places[block.instrs.len()];
        for table in &block.tables {
            tables.push(end);
            self.link_table(table, at, end, &places);
            end += 1 + 2 * capacity(table);
        }
        let mut steps = vec![false; block.instrs.len()];
        for step in &block.steps {
            if let Some(step) = steps.get_mut(step.0 as usize) {
                *step = true;
            }
        }
        for (index, &instr) in block.instrs.iter().enumerate() {
            let here = places[index];
            let instr = match instr {
                Instr::Call { live, pred } => Instr::Call { live, pred: self.entry_distance(base + here, pred) },
                Instr::Execute { pred } => Instr::Execute { pred: self.entry_distance(base + here, pred) },
                Instr::SwitchOnConstant { table, other } => {
                    Instr::SwitchOnConstant { table: TableId(distance(here, tables[table.0 as usize])), other }
                }
                Instr::SwitchOnStructure { table, other } => {
                    Instr::SwitchOnStructure { table: TableId(distance(here, tables[table.0 as usize])), other }
                }
                Instr::SwitchOnConstantX { a, table, other } => {
                    Instr::SwitchOnConstantX { a, table: TableId(distance(here, tables[table.0 as usize])), other }
                }
                Instr::SwitchOnStructureX { a, table, other } => {
                    Instr::SwitchOnStructureX { a, table: TableId(distance(here, tables[table.0 as usize])), other }
                }
                Instr::Builtin { builtin, other } => super::quick::linked(builtin, other),
                Instr::PutLiteral { k, a } => Instr::PutLiteral { k: self.literal(&block.literals[k.0 as usize]), a },
                other => other,
            };
            let number = instr.op() as u16 + if steps[index] { STEP } else { 0 };
            let mut encoder = Encoder::new(number, &places, here, self.reach);
            instr.put(&mut encoder);
            self.reach = encoder.reach;
            encoder.write(at.add(here));
            debug_assert_eq!(encoder.halves.div_ceil(4), usize::from(WORDS[instr.op() as usize]));
        }
        let entry = Code::from_bits(at.bits());
        self.note_frames(&block.frames, entry, &places);
        entry
    }

    /// Encodes a block in the code area.
    pub(crate) fn link(&mut self, block: &Block) -> Code {
        let at = self.code_space(words(block));
        self.link_at(block, at)
    }

    /// Encodes a clause whose instructions name neither labels nor predicates nor literals. A step is counted before it.
    pub(super) fn link_plain(&mut self, instrs: &[Instr]) -> (Code, usize) {
        let words = instrs.iter().map(|instr| usize::from(WORDS[instr.op() as usize])).sum();
        let start = self.code_space(words);
        self.forget_sites(start, words);
        let mut at = start;
        let mut step = STEP;
        for instr in instrs {
            let mut encoder = Encoder::new(instr.op() as u16 + step, &[], 0, self.reach);
            instr.put(&mut encoder);
            self.reach = encoder.reach;
            encoder.write(at);
            at = at.add(usize::from(WORDS[instr.op() as usize]));
            step = 0;
        }
        (Code::from_bits(start.bits()), words)
    }

    /// Words of the code area that nothing uses, or no longer.
    fn code_space(&mut self, words: usize) -> Addr {
        match self.free_code.get_mut(&words).and_then(Vec::pop) {
            Some(free) => {
                self.forget_frames(free, words);
                Addr::from_bits(free.bits())
            }
            None => self.reserve_code(words),
        }
    }

    /// Takes words of the code area.
    pub(crate) fn reserve_code(&mut self, words: usize) -> Addr {
        meter::lower(8 * words);
        let at = self.code_top;
        self.code_top = at.add(words);
        assert!(
            self.code_top.words_from(self.code.base()) * 8 <= self.code.bytes(),
            "the code area holds less than {} bytes",
            self.code.bytes()
        );
        at
    }

    /// Makes sure that so many words of code can be linked, in new space or old.
    pub(crate) fn ensure_code(&mut self, words: usize) -> Result<(), Ball> {
        self.reclaim_code();
        let is_full = 8 * (self.code_top.words_from(self.code.base()) + words + CODE_MARGIN) > self.code.bytes();
        if is_full || words > CODE_MARGIN && 8 * words > meter::room() {
            return Err(self.out_of_memory());
        }
        Ok(())
    }

    /// Gives up code that nothing calls any more; it is reused when no continuation leads into it.
    pub(crate) fn retire(&mut self, entry: Code, words: usize) {
        self.retired.push((entry, words));
        self.retired_words += words;
    }

    /// Makes retired code free when it is much, compared with the stacks that must be looked through for it.
    fn reclaim_code(&mut self) {
        let stack = self.b.local_top().max(self.regs.e).words_from(self.local.base());
        let choices = self.b.0.words_from(self.choices.base());
        if self.retired_words < CODE_MARGIN.max(stack + choices) {
            return;
        }
        let mut retired = std::mem::take(&mut self.retired);
        retired.sort_by_key(|&(entry, _)| entry);
        let mut used = vec![false; retired.len()];
        // Whatever looks like an address in retired code keeps it, so stale slots do no harm.
        let mut note = |bits: u64| {
            let after = retired.partition_point(|&(entry, _)| entry.bits() <= bits);
            if let Some(at) = after.checked_sub(1)
                && bits <= retired[at].0.bits() + 8 * retired[at].1 as u64
            {
                used[at] = true;
            }
        };
        let top = self.local_top(self.regs.e).words_from(self.local.base());
        for i in 0..top {
            note(self.local.base().add(i).get().0);
        }
        for i in 0..choices + super::frames::CHOICE_HEADER {
            note(self.choices.base().add(i).get().0);
        }
        note(self.cp.bits());
        note(self.regs.pc.bits());
        note(self.regs.next.bits());
        self.retired_words = 0;
        for ((entry, words), used) in retired.into_iter().zip(used) {
            if used {
                self.retire(entry, words);
            } else {
                self.free_code.entry(words).or_default().push(entry);
            }
        }
    }

    fn link_table(&mut self, table: &SwitchTable, at: Addr, end: usize, places: &[usize]) {
        let base = at.add(end);
        let mask = capacity(table) as u64 - 1;
        base.set(Cell(mask));
        for i in 0..2 * capacity(table) {
            base.add(1 + i).set(Cell(0));
        }
        for &(key, label) in table {
            let key = match key {
                SwitchKey::Constant(constant) => Cell::constant(constant),
                SwitchKey::Functor(functor) => Cell::functor(functor),
            };
            let mut place = hash(key, mask);
            while base.add(1 + 2 * place as usize).get().0 != 0 {
                place = (place + 1) & mask;
            }
            let row = base.add(1 + 2 * place as usize);
            row.set(key);
            row.add(1).set(Cell(at.add(places[label.0 as usize]).bits()));
        }
    }

    /// The predicate operand of a call at a word offset of the code area.
    fn entry_distance(&mut self, here: usize, pred: PredId) -> PredId {
        let entry = Addr::from_bits(self.entry(pred).bits()).words_from(self.code.base());
        PredId(distance(here, entry))
    }

    /// The number of a literal, kept for good.
    fn literal(&mut self, literal: &Literal) -> LiteralId {
        let name = LiteralName::of(literal);
        if let Some(&known) = self.literal_ids.get(&name) {
            return known;
        }
        let id = LiteralId(self.literals.len() as u32);
        let cell = self.permanent_literal(literal);
        self.literals.push(cell);
        self.literal_ids.insert(name, id);
        id
    }

    /// The value of a literal of the code area.
    #[inline(always)]
    pub(crate) fn literal_cell(&self, k: LiteralId) -> Cell {
        self.literals[k.0 as usize]
    }

    /// The entry of a predicate, linked if it is new.
    pub(crate) fn entry(&mut self, pred: PredId) -> Code {
        if pred.0 as usize >= self.entries.len() {
            self.link_program();
        }
        self.entries[pred.0 as usize]
    }

    /// Links the predicates that are not linked yet.
    pub(crate) fn link_program(&mut self) {
        let call_1 = self.program.atoms.functor("call", 1);
        self.program.predicate(call_1);
        let first = self.entries.len();
        let mut blocks = Vec::new();
        for id in first..self.program.predicates.len() {
            let pred = PredId(id as u32);
            let predicate = self.program.get(pred);
            let predicate_arity = predicate.functor.arity as u16;
            let block = self.block_of(pred);
            // Room for `dynamic_retry`, should it become dynamic.
            let at = self.reserve_code(words(&block).max(2));
            let entry = Code::from_bits(at.bits());
            self.gc.arities.insert(entry, predicate_arity);
            self.entries.push(entry);
            self.bodies.push((entry, words(&block)));
            blocks.push((block, at));
        }
        for (block, at) in &blocks {
            self.link_at(block, *at);
        }
        (first..self.program.predicates.len()).for_each(|id| self.mark_sites(PredId(id as u32)));
        for id in first..self.program.predicates.len() {
            if self.program.predicates[id].kind == PredicateKind::Dynamic {
                self.link_dynamic(PredId(id as u32));
            }
        }
    }

    /// The code of the machine's own continuations.
    pub(crate) fn link_stubs(&mut self) {
        let failed = self.program.atoms.internal("$clean_up_failed");
        let block = Block {
            instrs: vec![
                // Never executed: what stands before a continuation says which slots live.
                Instr::Call { live: N(0), pred: PredId(0) },
                Instr::StopTrue {},
                Instr::StopFalse {},
                Instr::CatchFail {},
                Instr::TrustElse {},
                Instr::Fail {},
                Instr::MetaCall { arity: N(1) },
                Instr::StopFalse {},
                Instr::Trust { arity: N(1), clause: Label(9) },
                Instr::PutValueX { x: X(0), a: X(1) },
                Instr::PutConstant { c: Constant::Atom(failed), a: X(0) },
                Instr::MetaCall { arity: N(2) },
                Instr::MetaCall { arity: N(4) },
                // As above.
                Instr::Call { live: N(0), pred: PredId(0) },
                Instr::ResumeCut {},
                Instr::Call { live: N(1), pred: PredId(0) },
                Instr::Deallocate {},
                Instr::Proceed {},
                Instr::Call { live: N(0), pred: PredId(0) },
                Instr::Deallocate {},
                Instr::Proceed {},
            ],
            ..Block::default()
        };
        let at = self.reserve_code(words(&block));
        let (places, _) = layout(&block);
        let code = self.link_stub_block(&block, at);
        let stub = |index: usize| code.offset(places[index] as i32);
        self.stubs = Stubs {
            stop_true: stub(1),
            stop_false: stub(2),
            catch_fail: stub(3),
            drop_and_fail: stub(4),
            call_1: stub(6),
            halted: stub(7),
            cleanup_fail: stub(8),
            call_2: stub(11),
            call_4: stub(12),
            resume_cut: stub(14),
            depth_return: stub(16),
            watch_return: stub(19),
        };
    }

    /// Links a block whose only call is never executed.
    fn link_stub_block(&mut self, block: &Block, at: Addr) -> Code {
        self.entries.push(Code::from_bits(at.bits()));
        let code = self.link_at(block, at);
        self.entries.pop();
        code
    }

    /// The code by which a predicate is entered.
    pub(crate) fn block_of(&self, pred: PredId) -> Arc<Block> {
        let predicate = self.program.get(pred);
        match predicate.kind {
            PredicateKind::Undefined if predicate.alias.is_some() => predicate.block.clone(),
            PredicateKind::Undefined => Arc::new(self.machine_block(predicate.functor, pred)),
            PredicateKind::Dynamic => Arc::new(dynamic_block(pred)),
            PredicateKind::Static | PredicateKind::Library => predicate.block.clone(),
        }
    }

    /// The code of a predicate that no clause defines: a control predicate, a builtin, or the error.
    fn machine_block(&self, functor: Functor, pred: PredId) -> Block {
        let name = self.program.atoms.name(functor.name);
        let instrs = match (&*name, functor.arity) {
            ("call", arity @ 1..) if arity < 256 => vec![Instr::MetaCall { arity: N(arity as u16) }],
            ("catch", 3) => {
                let call_1 = self
                    .program
                    .find(self.program.atoms.functor("call", 1))
                    .expect("call/1 is entered in the program before blocks are made");
                vec![
                    Instr::Allocate {},
                    Instr::PushCatch {},
                    Instr::Call { live: N(0), pred: call_1 },
                    Instr::PopCatch {},
                    Instr::Deallocate {},
                    Instr::Proceed {},
                ]
            }
            _ => match self.program.vocabulary.builtin(functor) {
                Some(builtin) => vec![Instr::Builtin { builtin, other: Label::FAIL }, Instr::Proceed {}],
                // The second word is room for `dynamic_retry`.
                None => vec![Instr::Undefined { pred }, Instr::Undefined { pred }],
            },
        };
        Block { instrs, ..Block::default() }
    }
}
