//! New definitions for predicates that are linked already.
//!
//! What calls a predicate goes to its entry, a place that never changes. When the predicate gets new code, the first
//! word of its entry becomes a `jump` there. Nothing but calls ever goes to that word: continuations and alternatives
//! lie behind it. So whoever is in the old code goes on in it; it is retired, and its words are used again when no
//! continuation and no choice point leads into them ([`super::link`]).

use super::Machine;
use super::dispatch::STEP;
use super::error::Ball;
use super::link::{Encoder, dynamic_block, words};
use super::memory::{Addr, Code};
use crate::code::{Block, PredicateKind};
use crate::instr::{Instr, Label, Op, PredId};
use std::sync::Arc;

impl Machine {
    /// Links what the program has gained or changed since the last time.
    pub(crate) fn refresh(&mut self) -> Result<(), Ball> {
        let linked = self.entries.len();
        self.program.compile_reached(linked);
        let mut changed = std::mem::take(&mut self.program.changed);
        changed.sort_unstable();
        changed.dedup();
        changed.retain(|pred| (pred.0 as usize) < self.entries.len());
        let mut grown = std::mem::take(&mut self.program.grown);
        // The others get all of their clauses when they are linked.
        grown.retain(|(pred, _)| (pred.0 as usize) < self.entries.len() && changed.binary_search(pred).is_err());
        let added = &self.program.predicates[self.entries.len()..];
        let new = added.iter().map(|predicate| words(&predicate.block).max(2));
        let old = changed.iter().map(|&pred| words(&self.program.get(pred).block).max(2));
        self.ensure_code(new.chain(old).sum())?;
        let first: Vec<bool> = changed.iter().map(|&pred| self.takes_first_code(pred)).collect();
        self.link_program();
        for (pred, first) in changed.into_iter().zip(first) {
            if first {
                let block = self.program.get(pred).block.clone();
                let at = Addr::from_bits(self.entry(pred).bits());
                self.link_at(&block, at);
            } else {
                self.relink(pred);
            }
            self.mark_sites(pred);
        }
        for (pred, from) in grown {
            self.link_clauses(pred, from);
            self.mark_sites(pred);
        }
        Ok(())
    }

    /// Gives a predicate that had no code so far a new entry, where its code is to be: what is linked from now on calls it
    /// without a jump. Whether it is such a predicate.
    fn takes_first_code(&mut self, pred: PredId) -> bool {
        let predicate = self.program.get(pred);
        let (arity, words) = (predicate.functor.arity as u16, words(&predicate.block));
        let has_code = matches!(predicate.kind, PredicateKind::Static | PredicateKind::Library)
            && !predicate_is_gone(&predicate.block);
        let entry = self.entries[pred.0 as usize];
        if !has_code || !self.is_stub(pred) {
            return false;
        }
        let code = Code::from_bits(self.reserve_code(words.max(2)).bits());
        self.put_jump(entry, code);
        self.entries[pred.0 as usize] = code;
        self.bodies[pred.0 as usize] = (code, words);
        self.gc.arities.insert(code, arity);
        true
    }

    /// Whether a predicate's entry is that of one that was never defined.
    fn is_stub(&self, pred: PredId) -> bool {
        let entry = self.entries[pred.0 as usize];
        let (body, words) = self.bodies[pred.0 as usize];
        body == entry && words <= 2 && entry.half(0) % STEP == Op::Undefined as u16
    }

    fn relink(&mut self, pred: PredId) {
        let predicate = self.program.get(pred);
        let (kind, block) = (predicate.kind, predicate.block.clone());
        if kind == PredicateKind::Dynamic {
            return self.relink_dynamic(pred);
        }
        self.erase_all(pred);
        let entry = self.entries[pred.0 as usize];
        if kind == PredicateKind::Undefined && predicate_is_gone(&block) {
            let gone = Arc::new(Block::of(vec![Instr::Undefined { pred }]));
            self.link_at(&gone, Addr::from_bits(entry.bits()));
            self.retire_body(pred);
            return;
        }
        let code = self.link(&block);
        self.put_jump(entry, code);
        self.retire_body(pred);
        self.bodies[pred.0 as usize] = (code, words(&block));
    }

    /// Makes a predicate's entry that of a dynamic one, with its initial clauses where it has any.
    pub(super) fn relink_dynamic(&mut self, pred: PredId) {
        let entry = self.entry(pred);
        self.forget_rules();
        // Clauses that a text brought go; those that were asserted stay.
        for (id, born) in self.initial.remove(&pred).unwrap_or_default() {
            if self.clauses(pred).find(id).is_some_and(|clause| clause.born == born) {
                self.erase(pred, id);
            }
        }
        if entry.half(0) % STEP != Op::DynamicEnter as u16 {
            let block = dynamic_block(pred);
            if self.dynamics.contains_key(&pred) {
                // It was dynamic before: its second word is there still, for choice points of that time.
                let first = Block { instrs: vec![Instr::DynamicEnter { pred }], ..Block::default() };
                self.link_at(&first, Addr::from_bits(entry.bits()));
                self.retire_body(pred);
            } else if self.is_stub(pred) {
                self.link_at(&block, Addr::from_bits(entry.bits()));
            } else {
                let code = self.link(&block);
                self.put_jump(entry, code);
                self.retire_body(pred);
                self.entries[pred.0 as usize] = code;
                let arity = self.program.get(pred).functor.arity as u16;
                self.gc.arities.insert(code, arity);
            }
            self.bodies[pred.0 as usize] = (self.entries[pred.0 as usize], 2);
        }
        self.link_dynamic(pred);
        self.mark_sites(pred);
    }

    /// Gives up the code of a predicate, but for the first word of its entry.
    fn retire_body(&mut self, pred: PredId) {
        let entry = self.entries[pred.0 as usize];
        let (body, words) = self.bodies[pred.0 as usize];
        self.bodies[pred.0 as usize] = (entry, 1);
        if self.dynamics.contains_key(&pred) && body == entry {
            return;
        }
        match body == entry {
            true if words > 1 => self.retire(body.offset(1), words - 1),
            true => {}
            false => self.retire(body, words),
        }
    }

    /// Makes the word at a place a `jump`.
    pub(super) fn put_jump(&mut self, from: Code, to: Code) {
        self.forget_sites(Addr::from_bits(from.bits()), 1);
        let base = self.code.base();
        let place = |code: Code| Addr::from_bits(code.bits()).words_from(base);
        let places = [place(to)];
        let mut encoder = Encoder::new(Op::Jump as u16, &places, place(from), self.reach);
        Instr::Jump { to: Label(0) }.put(&mut encoder);
        encoder.write(Addr::from_bits(from.bits()));
    }
}

/// Whether the block is that of a predicate without a definition.
fn predicate_is_gone(block: &Block) -> bool {
    matches!(block.instrs[..], [Instr::Undefined { .. }])
}
