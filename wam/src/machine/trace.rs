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
use crate::error::{Caller, Place};
use crate::family::Family;
use crate::instr::{Instr, OPS, PredId};
use crate::meter;
use std::sync::Arc;

/// How many callers are told.
const CALLERS: usize = 10;

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
    /// the program called. Says whether it did.
    pub(super) fn add_context(&mut self, r: &Regs, ball: Cell) -> bool {
        let error = Functor { name: known::ERROR, arity: 2 };
        if !ball.is(Tag::Struct) || self.functor_of(ball) != error {
            return false;
        }
        let args = self.args_of(ball);
        let (formal, context) = (args.get().deref(), args.add(1).get().deref());
        if !context.is(Tag::Ref) || self.is_resource_error(formal) {
            return false;
        }
        let Some(functor) = self.raiser(r) else { return false };
        let indicator = self.indicator(functor);
        let message = self.make_variable();
        let term = self.make("context", &[indicator, message]);
        self.unify(context, term)
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
        // Such errors are caught, too, and must not take longer the more clauses there are: no use of `ranges`.
        let bodies = (0..).map(PredId).zip(&self.bodies);
        let around = bodies.filter(|&(_, &(body, words))| {
            (body.bits()..Addr::from_bits(body.bits()).add(words).bits()).contains(&at.bits())
        });
        let predicate = around
            .map(|(pred, _)| self.program.get(pred))
            .find(|predicate| matches!(predicate.kind, PredicateKind::Static | PredicateKind::Library))?;
        let functor = predicate.functor;
        (!self.program.atoms.name(functor.name).starts_with('$')).then_some(functor)
    }

    /// The innermost clause of the program's own that was running, the one with the instruction or one it returns to, and
    /// those that were waiting for it.
    pub(super) fn running_clause(&self, r: &Regs) -> Option<Place> {
        let ranges = self.ranges();
        let (code, env) = self.continuation(r, &ranges);
        let waiting = Waiting { code, env, stop: self.stubs.stop_true };
        let mut found: Option<Place> = None;
        // The last address that was looked up, and what it was: recursion asks for the same again and again.
        let mut last: Option<(u64, Option<&Range>)> = None;
        for at in std::iter::once(r.pc.bits()).chain(waiting) {
            let again = last.filter(|&(before, _)| before == at);
            let own = || find(&ranges, at).filter(|range| self.is_own(range.pred));
            let range = again.map_or_else(own, |(_, range)| range);
            last = Some((at, range));
            let Some(range) = range else { continue };
            let place = match &mut found {
                None => {
                    let (predicate, location) = self.clause_of(range, at);
                    found = Some(Place { predicate, location, callers: Vec::new(), more: 0 });
                    continue;
                }
                Some(place) => place,
            };
            if place.more > 0 {
                place.more += 1;
                continue;
            }
            let same = again.is_some() && !place.callers.is_empty();
            let (predicate, location) = if same { Default::default() } else { self.clause_of(range, at) };
            let told = place.callers.len();
            match place.callers.last_mut() {
                Some(caller) if same || caller.predicate == predicate && caller.location == location => {
                    caller.times += 1
                }
                _ if told == CALLERS => place.more = 1,
                _ => place.callers.push(Caller { predicate, location, times: 1 }),
            }
        }
        found
    }

    /// Where the clause that runs returns to, and the environment there. What the continuation register holds is that only
    /// while the clause has no environment: behind `allocate` it is in the environment, too, and behind a call the register
    /// leads back into the clause itself. Clauses that call themselves look the same before they have an environment, which
    /// their code tells.
    fn continuation(&self, r: &Regs, ranges: &[Range]) -> (Code, Addr) {
        if r.e.bits() == 0 {
            return (self.cp, r.e);
        }
        let clause = |at: u64| {
            let range = find(ranges, at)?;
            Some((range.start, range.clause.or_else(|| clause_at(range, at))))
        };
        let here = clause(r.pc.bits());
        let inside = here.is_some() && clause(self.cp.offset(-1).bits()) == here;
        let allocated = find(ranges, r.pc.bits()).is_none_or(|range| may_be_allocated(range, r.pc.bits()));
        match allocated && (inside || env_cp(r.e) == self.cp) {
            true => (env_cp(r.e), env_prev(r.e)),
            false => (self.cp, r.e),
        }
    }

    /// The predicate that an address belongs to, and the file and line of the clause.
    fn clause_of(&self, range: &Range, at: u64) -> (String, Option<(String, usize)>) {
        let clause = range.clause.or_else(|| clause_at(range, at));
        let predicate = self.program.get(range.pred);
        let location = clause.and_then(|clause| {
            let (read, &file) = (predicate.source.get(clause)?, predicate.places.get(clause)?);
            let source = &self.program.file(file).source;
            Some((source.name().to_string(), source.position(read.terms.span(read.root).start).line))
        });
        (self.program.indicator(range.pred), location)
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

/// The places in the code that wait for calls to return, innermost first.
struct Waiting {
    code: Code,
    env: Addr,
    /// Where the oldest one returns to.
    stop: Code,
}

impl Iterator for Waiting {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.code == self.stop || self.code.bits() == 0 {
            return None;
        }
        // A continuation is what stands behind the call.
        let at = self.code.offset(-1).bits();
        (self.code, self.env) = match self.env.bits() {
            0 => (self.stop, self.env),
            _ => (env_cp(self.env), env_prev(self.env)),
        };
        Some(at)
    }
}

/// The code that an address is in.
fn find(ranges: &[Range], at: u64) -> Option<&Range> {
    let after = ranges.partition_point(|range| range.start <= at);
    let range = &ranges[after.checked_sub(1)?];
    (at < Addr::from_bits(range.start).add(range.words).bits()).then_some(range)
}

/// Whether a clause may have an environment at an address: there is an `allocate` before it, or the code is not known.
fn may_be_allocated(range: &Range, at: u64) -> bool {
    let (Some(block), Some(clause)) = (&range.block, clause_at(range, at)) else { return true };
    let word = Addr::from_bits(at).words_from(Addr::from_bits(range.start));
    let (places, _) = layout(block);
    let before = |&index: &usize| places[index] < word;
    let clause = &block.clauses[clause];
    let mut passed = (clause.start.0 as usize..clause.end.0 as usize).take_while(before);
    passed.any(|index| matches!(block.instrs[index], Instr::Allocate { .. }))
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
