//! Instructions in the making: symbolic labels, shares, literals.
//!
//! While a clause is compiled its labels are numbers of places not yet known; [`Assembler::finish`] puts the indices
//! of instructions in their stead.

use crate::atoms::Functor;
use crate::code::{Literal, Share};
use crate::instr::{Constant, Fetch, Instr, Label, LiteralId, Sink};
use std::collections::VecDeque;

const UNPLACED: u32 = u32::MAX;

/// A sequence of instructions with symbolic labels.
pub(super) struct Assembler {
    instrs: Vec<Instr>,
    shares: Vec<Share>,
    places: Vec<u32>,
    /// Whose the next instructions are.
    pub share: Share,
}

/// A finished sequence: labels are indices into it.
#[derive(Debug)]
pub(super) struct Assembled {
    pub instrs: Vec<Instr>,
    pub shares: Vec<Share>,
    places: Vec<u32>,
}

impl Assembled {
    /// The index of the instruction at a label of the assembler.
    pub fn place(&self, label: Label) -> Label {
        Label(self.places[label.0 as usize])
    }
}

impl Assembler {
    pub fn new(share: Share) -> Self {
        Assembler { instrs: Vec::new(), shares: Vec::new(), places: Vec::new(), share }
    }

    pub fn emit(&mut self, instr: Instr) {
        self.instrs.push(instr);
        self.shares.push(self.share);
    }

    /// A label that is placed later.
    pub fn label(&mut self) -> Label {
        self.places.push(UNPLACED);
        Label(self.places.len() as u32 - 1)
    }

    /// Places a label here. A jump to it that stands just before is dropped.
    pub fn place(&mut self, label: Label) {
        while self.instrs.last() == Some(&Instr::Jump { to: label }) {
            let here = self.instrs.len() as u32;
            self.instrs.pop();
            self.shares.pop();
            for place in self.places.iter_mut().filter(|place| **place == here) {
                *place -= 1;
            }
        }
        self.places[label.0 as usize] = self.instrs.len() as u32;
    }

    /// Places a label at an index that may be past the end.
    pub fn place_at(&mut self, label: Label, index: Label) {
        self.places[label.0 as usize] = index.0;
    }

    /// Drops the instructions from an index on.
    pub fn truncate(&mut self, index: u32) {
        self.instrs.truncate(index as usize);
        self.shares.truncate(index as usize);
    }

    /// Places a label where another one, placed before, is.
    pub fn alias(&mut self, label: Label, known: Label) {
        self.places[label.0 as usize] = self.places[known.0 as usize];
    }

    /// How many instructions there are.
    pub fn len(&self) -> u32 {
        self.instrs.len() as u32
    }

    /// A label for the next instruction.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    pub fn finish(self) -> Assembled {
        let places = &self.places;
        let resolve = |label: Label| match label {
            Label::FAIL => Label::FAIL,
            Label(at) => Label(places[at as usize]),
        };
        let instrs = self.instrs.iter().map(|&instr| relabel(instr, resolve));
        Assembled { instrs: instrs.collect(), shares: self.shares, places: self.places }
    }
}

/// The instruction with its labels (not [`Label::FAIL`]) moved.
pub(super) fn shift(instr: Instr, by: u32) -> Instr {
    relabel(instr, |label| match label {
        Label::FAIL => Label::FAIL,
        Label(at) => Label(at + by),
    })
}

/// The number of a literal, added if it is new.
pub(super) fn literal_id(literals: &mut Vec<Literal>, literal: Literal) -> LiteralId {
    // Bits decide: 0.0 and -0.0 are different literals. A linear scan, because blocks hold few literals; the few
    // that hold many (tables of floats) keep duplicates beyond the first ones.
    let same = |other: &Literal| match (other, &literal) {
        (Literal::Float(a), Literal::Float(b)) => a.to_bits() == b.to_bits(),
        (a, b) => a == b,
    };
    let known = literals.iter().take(32).position(same);
    LiteralId(known.unwrap_or_else(|| {
        literals.push(literal);
        literals.len() - 1
    }) as u32)
}

/// The instruction with every label replaced.
fn relabel(instr: Instr, with: impl Fn(Label) -> Label) -> Instr {
    if !instr.has_labels() {
        return instr;
    }
    let mut operands = Operands { queue: VecDeque::new(), with: &with };
    instr.put(&mut operands);
    Instr::take(instr.op(), &mut operands)
}

/// Operands between an encoder and a decoder, labels being replaced on the way.
struct Operands<'a> {
    queue: VecDeque<Operand>,
    with: &'a dyn Fn(Label) -> Label,
}

enum Operand {
    Half(u16),
    Word(u32),
    Label(Label),
    Constant(Constant),
    Functor(Functor),
}

impl Sink for Operands<'_> {
    fn half(&mut self, value: u16) {
        self.queue.push_back(Operand::Half(value));
    }
    fn word(&mut self, value: u32) {
        self.queue.push_back(Operand::Word(value));
    }
    fn label(&mut self, value: Label) {
        self.queue.push_back(Operand::Label((self.with)(value)));
    }
    fn constant(&mut self, value: Constant) {
        self.queue.push_back(Operand::Constant(value));
    }
    fn functor(&mut self, value: Functor) {
        self.queue.push_back(Operand::Functor(value));
    }
}

/// Takes the next operand, which is of the kind that was put.
macro_rules! next_operand {
    ($self:ident, $kind:ident) => {
        match $self.queue.pop_front() {
            Some(Operand::$kind(value)) => value,
            _ => unreachable!("an instruction takes its operands in the order it puts them"),
        }
    };
}

impl Fetch for Operands<'_> {
    fn half(&mut self) -> u16 {
        next_operand!(self, Half)
    }
    fn word(&mut self) -> u32 {
        next_operand!(self, Word)
    }
    fn label(&mut self) -> Label {
        next_operand!(self, Label)
    }
    fn constant(&mut self) -> Constant {
        next_operand!(self, Constant)
    }
    fn functor(&mut self) -> Functor {
        next_operand!(self, Functor)
    }
}
