//! Where the calls of goals stand: from an address of the code to the clause, the number of the call in it, and the line.

use super::super::Machine;
use super::super::link::layout;
use super::super::memory::{Addr, Code};
use super::Event;
use crate::code::{Block, Predicate, Program, Share};
use crate::compile::literals;
use crate::instr::{Instr, PredId};
use crate::read::Position;
use std::sync::Arc;

/// A call in a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CallSite {
    /// The predicate of the clause.
    pub caller: PredId,
    /// The clause, from 0.
    pub clause: usize,
    /// Which of the calls of the clause it is, from 1, in the order of the text; 0 where that is not known.
    pub number: usize,
    /// What it calls.
    pub callee: PredId,
}

/// A clause of a text that calls, and is of a dynamic predicate: where its code begins, and which of the text's it is.
pub(super) type Rule = (u64, PredId, usize);

impl Machine {
    /// The calls in the clauses that texts give a predicate, in their order.
    pub fn call_sites(&self, pred: PredId) -> Vec<CallSite> {
        let mut sites = calls_of(self.program.get(pred), pred);
        sites.sort_unstable();
        sites.dedup();
        sites
    }

    /// The call that an address of the code belongs to: what follows a `call`, or an `execute`.
    pub(super) fn call_site(&mut self, at: Code) -> Option<CallSite> {
        if let Some(&known) = self.watching.places.get(&at.bits()) {
            return known;
        }
        let found = self.call_site_of_static(at).or_else(|| self.call_site_of_rule(at));
        self.watching.places.insert(at.bits(), found);
        found
    }

    fn call_site_of_static(&self, at: Code) -> Option<CallSite> {
        (0..).map(PredId).zip(&self.bodies).filter(|(_, body)| contains(**body, at)).find_map(|(pred, &(body, _))| {
            let block = &self.program.get(pred).block;
            call_at(block, pred, body, at)
        })
    }

    /// The same in the clauses that texts give dynamic predicates.
    fn call_site_of_rule(&mut self, at: Code) -> Option<CallSite> {
        let rules = match self.watching.rules.take() {
            Some(rules) => rules,
            None => self.find_rules(),
        };
        // Of what begins before the address the last; or the one before that, which it is just behind.
        let after = rules.partition_point(|&(start, ..)| start <= at.bits());
        let found = rules[..after].iter().rev().take(2).find_map(|&(start, pred, clause)| {
            let (block, entry) = self.rule(pred, clause).filter(|(_, entry)| entry.bits() == start)?;
            let site = call_at(block, pred, entry, at).filter(|_| contains((entry, layout(block).1), at))?;
            Some(CallSite { clause, ..site })
        });
        self.watching.rules = Some(rules);
        found
    }

    fn find_rules(&self) -> Vec<Rule> {
        let rules = self.initial.iter().flat_map(|(&pred, initial)| {
            let rule = move |clause| Some((self.rule(pred, clause)?.1.bits(), pred, clause));
            (0..initial.len()).filter_map(rule)
        });
        let mut rules: Vec<Rule> = rules.collect();
        rules.sort_unstable();
        rules
    }

    /// A clause that a text gives a dynamic predicate and in which calls are, while its code is that of the text: the code, and
    /// where it is.
    fn rule(&self, pred: PredId, clause: usize) -> Option<(&Block, Code)> {
        let block = self.program.get(pred).dynamic.get(clause)?;
        if !block.instrs.iter().any(|instr| callee(instr).is_some()) {
            return None;
        }
        let &(id, born) = self.initial.get(&pred)?.get(clause)?;
        let stored = self.dynamics.get(&pred)?.find(id).filter(|stored| stored.born == born)?;
        (!self.is_retold(pred, id, born) && stored.words == layout(block).1).then_some((block, stored.entry))
    }

    /// The last calls of the clauses that texts give a dynamic predicate.
    pub(super) fn last_calls(&self, pred: PredId) -> Vec<Code> {
        let clauses = 0..self.initial.get(&pred).map_or(0, Vec::len);
        let rules = clauses.filter_map(|clause| self.rule(pred, clause));
        let of_rule = |(block, entry): (&Block, Code)| {
            let (places, _) = layout(block);
            let is_last = |index: &usize| matches!(block.instrs[*index], Instr::Execute { .. });
            let found = (0..block.instrs.len()).filter(is_last).map(|index| entry.offset(places[index] as i32));
            found.collect::<Vec<_>>()
        };
        rules.flat_map(of_rule).collect()
    }
}

/// Whether an address is in code of so many words, or behind its last one, where a continuation may be.
fn contains((body, words): (Code, usize), at: Code) -> bool {
    (body.bits()..=Addr::from_bits(body.bits()).add(words).bits()).contains(&at.bits())
}

/// The call in a block that an address of its code belongs to.
fn call_at(block: &Block, pred: PredId, body: Code, at: Code) -> Option<CallSite> {
    let (places, _) = layout(block);
    let word = Addr::from_bits(at.bits()).words_from(Addr::from_bits(body.bits()));
    calls(block, pred).into_iter().find_map(|(index, site)| {
        let place = match block.instrs[index] {
            Instr::Call { .. } => places[index + 1],
            _ => places[index],
        };
        (place == word).then_some(site)
    })
}

/// What an instruction calls.
fn callee(instr: &Instr) -> Option<PredId> {
    match *instr {
        Instr::Call { pred, .. } | Instr::Execute { pred } => Some(pred),
        _ => None,
    }
}

/// The calls in all clauses that texts give a predicate.
fn calls_of(predicate: &Predicate, pred: PredId) -> Vec<CallSite> {
    let of_code = calls(&predicate.block, pred).into_iter().map(|(_, site)| site);
    let of_rule = |(clause, block): (usize, &Arc<Block>)| {
        calls(block, pred).into_iter().map(move |(_, site)| CallSite { clause, ..site }).collect::<Vec<_>>()
    };
    of_code.chain(predicate.dynamic.iter().enumerate().flat_map(of_rule)).collect()
}

/// The instructions of a block that call, each with its place in the text. A clause may stand in the code several times: in
/// its own place, and in versions whose first tests are decided; what those leave out stands in front.
fn calls(block: &Block, caller: PredId) -> Vec<(usize, CallSite)> {
    let clause_of = |index: usize| match block.shares.get(index) {
        Some(Share::Head(clause) | Share::Literal(clause, _)) => Some(clause.0 as usize),
        _ => None,
    };
    let own = |clause: usize| {
        let code = &block.clauses[clause];
        code.start.0 as usize..code.end.0 as usize
    };
    let callee = |index: usize| callee(&block.instrs[index]);
    let mut found = Vec::new();
    let mut index = 0;
    while index < block.instrs.len() {
        let clause = clause_of(index);
        let in_own = clause.is_some_and(|clause| own(clause).contains(&index));
        let from = index;
        while index < block.instrs.len()
            && clause_of(index) == clause
            && clause.is_some_and(|clause| own(clause).contains(&index)) == in_own
        {
            index += 1;
        }
        let Some(clause) = clause.filter(|&clause| clause < block.clauses.len()) else { continue };
        let all = own(clause).filter(|&index| callee(index).is_some()).count();
        let here: Vec<(usize, PredId)> = (from..index).filter_map(|at| Some((at, callee(at)?))).collect();
        let skipped = all.saturating_sub(here.len());
        for (nth, &(at, callee)) in here.iter().enumerate() {
            found.push((at, CallSite { caller, clause, number: skipped + nth + 1, callee }));
        }
    }
    found
}

impl CallSite {
    /// File and position of the call, or of its clause where the call cannot be told from others.
    pub fn place(&self, program: &Program) -> Option<(String, Position)> {
        let predicate = program.get(self.caller);
        let (read, &file) = (predicate.source.get(self.clause)?, predicate.places.get(self.clause)?);
        let of_clause = calls_of(predicate, self.caller).into_iter().filter(|site| site.clause == self.clause);
        let mut callees: Vec<(usize, PredId)> = of_clause.map(|site| (site.number, site.callee)).collect();
        callees.sort_unstable();
        callees.dedup();
        // The goals of the text that are calls are those of the code, in order; what is compiled inline is passed over.
        let goals = literals(read, program, predicate.module);
        let mut rest = goals.iter();
        let mut at = None;
        for (number, callee) in callees {
            let functor = program.get(callee).functor;
            at = rest.find(|&&goal| read.terms.functor(goal) == Some(functor)).copied();
            if number == self.number || at.is_none() {
                break;
            }
        }
        let source = &program.file(file).source;
        let span = read.terms.span(at.unwrap_or(read.root));
        Some((source.name().to_string(), source.position(span.start)))
    }
}

impl Event<'_> {
    /// The call of the goal, where it is in a clause of a text and boxes are kept.
    pub fn call_site(&mut self) -> Option<CallSite> {
        let code = self.goal()?.code();
        self.machine_mut().call_site(code)
    }
}
