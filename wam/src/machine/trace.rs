//! Where an exception comes from: the builtin that raised it, and the clause of the program that was running.
//!
//! Everything here happens when an exception is raised, and the place in the text is looked for only when nothing has
//! caught it. Code does not say whose it is; the addresses of all code are sorted when that is asked.

use super::Machine;
use super::cell::{Cell, Tag};
use super::control::{env_cp, env_prev};
use super::link::layout;
use super::memory::{Addr, Code};
use super::step::Regs;
use crate::atoms::{Functor, known};
use crate::builtins::{BUILTINS, Blame};
use crate::code::{Block, PredicateKind};
use crate::error::Place;
use crate::family::Family;
use crate::instr::{OPS, PredId};
use crate::meter;
use std::sync::Arc;

/// How many continuations are looked through for one of the program's own clauses.
const DEPTH: usize = 64;

/// Code of one predicate: a static one, or a clause of a dynamic one that a text brought.
struct Range {
    start: u64,
    words: usize,
    pred: PredId,
    /// The number of the clause, where the code is that of one.
    clause: Option<usize>,
    block: Option<Arc<Block>>,
}

impl Machine {
    /// Fills in the context of an error that a builtin or arithmetic has raised, unless it has one: the predicate that
    /// the program called.
    pub(super) fn add_context(&mut self, r: &Regs, ball: Cell) {
        let error = Functor { name: known::ERROR, arity: 2 };
        if !ball.is(Tag::Struct) || self.functor_of(ball) != error {
            return;
        }
        let args = self.args_of(ball);
        let (formal, context) = (args.get().deref(), args.add(1).get().deref());
        if !context.is(Tag::Ref) || self.is_resource_error(formal) {
            return;
        }
        let Some(functor) = self.raiser(r) else { return };
        let indicator = self.indicator(functor);
        let message = self.make_variable();
        let term = self.make("context", &[indicator, message]);
        self.unify(context, term);
    }

    fn is_resource_error(&self, formal: Cell) -> bool {
        formal.is(Tag::Struct) && &*self.program.atoms.name(self.functor_of(formal).name) == "resource_error"
    }

    /// What raised an error, by the instruction.
    fn raiser(&self, r: &Regs) -> Option<Functor> {
        let op = OPS.get(usize::from(r.pc.half(0) % super::dispatch::STEP))?;
        match op.family() {
            Family::Builtin => {
                let row = &BUILTINS[usize::from(r.pc.half(1))];
                match row.blame {
                    Blame::Nobody => None,
                    Blame::Caller => self.library_predicate(r.pc),
                    Blame::Itself => Some(self.program.atoms.functor(row.name, row.arity.into())),
                }
            }
            Family::MetaCall => Some(Functor { name: known::CALL, arity: u32::from(r.pc.half(1)) }),
            Family::Undefined => Some(self.program.get(PredId(r.pc.word(2))).functor),
            Family::Comparison(name) => Some(self.program.atoms.functor(name, 2)),
            Family::Arithmetic | Family::Function => Some(self.program.atoms.functor("is", 2)),
            // What they raise is about the machine: memory, time, interrupts. No predicate is to blame.
            Family::Call
            | Family::Return
            | Family::Environment
            | Family::Switch
            | Family::Choice
            | Family::Jump
            | Family::Decision
            | Family::Cut
            | Family::Get
            | Family::Unify
            | Family::Put
            | Family::Set
            | Family::TypeTest
            | Family::Catch
            | Family::Dynamic
            | Family::Machine => None,
        }
    }

    /// The predicate of the library that a place in the code belongs to, if it is one that programs call.
    fn library_predicate(&self, at: Code) -> Option<Functor> {
        let ranges = self.ranges();
        let range = find(&ranges, at.bits())?;
        let functor = self.program.get(range.pred).functor;
        (!self.program.atoms.name(functor.name).starts_with('$')).then_some(functor)
    }

    /// The innermost clause of the program's own that was running: the one with the instruction, or one it returns to.
    pub(super) fn running_clause(&self, r: &Regs) -> Option<Place> {
        let ranges = self.ranges();
        let own = |at: u64| find(&ranges, at).filter(|range| self.is_own(range.pred)).map(|range| (range, at));
        let mut found = own(r.pc.bits());
        let (mut env, mut code) = (r.e, self.cp);
        for _ in 0..DEPTH {
            if found.is_some() || code == self.stubs.stop_true || code.bits() == 0 {
                break;
            }
            // A continuation is what stands behind the call.
            found = own(code.offset(-1).bits());
            if env.bits() == 0 {
                break;
            }
            (code, env) = (env_cp(env), env_prev(env));
        }
        let (range, at) = found?;
        let clause = range.clause.or_else(|| clause_at(range, at));
        let predicate = self.program.get(range.pred);
        let location = clause.and_then(|clause| {
            let (read, &file) = (predicate.source.get(clause)?, predicate.places.get(clause)?);
            let source = &self.program.file(file).source;
            Some((source.name().to_string(), source.position(read.terms.span(read.root).start).line))
        });
        Some(Place { predicate: self.program.indicator(range.pred), location })
    }

    fn is_own(&self, pred: PredId) -> bool {
        matches!(self.program.get(pred).kind, PredicateKind::Static | PredicateKind::Dynamic)
    }

    /// The code of all predicates, by address.
    fn ranges(&self) -> Vec<Range> {
        let mut ranges = Vec::new();
        for (at, &(body, words)) in self.bodies.iter().enumerate() {
            let pred = PredId(at as u32);
            let predicate = self.program.get(pred);
            if !matches!(predicate.kind, PredicateKind::Static | PredicateKind::Library) {
                continue;
            }
            let block = Some(predicate.block.clone());
            ranges.push(Range { start: body.bits(), words, pred, clause: None, block });
        }
        for (&pred, clauses) in &self.dynamics {
            // Where memory is exhausted, the place of an error is not worth more of it.
            if clauses.code().count() * size_of::<Range>() > meter::room() / 4 {
                continue;
            }
            let initial = self.initial.get(&pred);
            for (born, entry, words) in clauses.code() {
                let clause = initial.and_then(|added| added.iter().position(|&(_, stamp)| stamp == born));
                ranges.push(Range { start: entry.bits(), words, pred, clause, block: None });
            }
        }
        ranges.sort_unstable_by_key(|range| range.start);
        ranges
    }
}

/// The code that an address is in.
fn find(ranges: &[Range], at: u64) -> Option<&Range> {
    let after = ranges.partition_point(|range| range.start <= at);
    let range = &ranges[after.checked_sub(1)?];
    (at < Addr::from_bits(range.start).add(range.words).bits()).then_some(range)
}

/// The number of the clause that an address of a static predicate's code is in.
fn clause_at(range: &Range, at: u64) -> Option<usize> {
    let block = range.block.as_ref()?;
    let (places, _) = layout(block);
    let word = Addr::from_bits(at).words_from(Addr::from_bits(range.start));
    let inside = |clause: &crate::code::ClauseCode| {
        (places[clause.start.0 as usize]..places[clause.end.0 as usize]).contains(&word)
    };
    block.clauses.iter().position(inside)
}
