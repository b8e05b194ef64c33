//! Where the calls of goals stand: from an address of the code to the clause, the number of the call in it, and the line.

use super::super::Machine;
use super::super::link::layout;
use super::super::memory::{Addr, Code};
use super::Event;
use crate::code::{Block, Program, Share};
use crate::compile::literals;
use crate::instr::{Instr, PredId};
use crate::read::Position;

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

impl Machine {
    /// The calls in the clauses of a static predicate, in the order of the text.
    pub fn call_sites(&self, pred: PredId) -> Vec<CallSite> {
        let mut sites: Vec<CallSite> =
            calls(&self.program.get(pred).block, pred).into_iter().map(|(_, site)| site).collect();
        sites.sort_unstable();
        sites.dedup();
        sites
    }

    /// The call that an address of the code belongs to: what follows a `call`, or an `execute`.
    pub(super) fn call_site(&mut self, at: Code) -> Option<CallSite> {
        if let Some(&known) = self.watching.places.get(&at.bits()) {
            return known;
        }
        let found = self.find_call_site(at);
        self.watching.places.insert(at.bits(), found);
        found
    }

    fn find_call_site(&self, at: Code) -> Option<CallSite> {
        // A continuation may be behind the last word of its predicate's code, but not of all code: a `proceed` follows.
        let contains = |&(body, words): &(Code, usize)| {
            (body.bits()..=Addr::from_bits(body.bits()).add(words).bits()).contains(&at.bits())
        };
        (0..).map(PredId).zip(&self.bodies).filter(|(_, body)| contains(body)).find_map(|(pred, &(body, _))| {
            let block = &self.program.get(pred).block;
            let (places, _) = layout(block);
            let word = Addr::from_bits(at.bits()).words_from(Addr::from_bits(body.bits()));
            calls(block, pred).into_iter().find_map(|(index, site)| {
                let place = match block.instrs[index] {
                    Instr::Call { .. } => places[index + 1],
                    _ => places[index],
                };
                (place == word).then_some(site)
            })
        })
    }
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
    let callee = |index: usize| match block.instrs[index] {
        Instr::Call { pred, .. } | Instr::Execute { pred } => Some(pred),
        _ => None,
    };
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
        let wanted = calls(&predicate.block, self.caller);
        let mut callees: Vec<(usize, PredId)> = wanted
            .iter()
            .filter(|(_, site)| site.clause == self.clause)
            .map(|(_, site)| (site.number, site.callee))
            .collect();
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
    /// The call of the goal, where it is in a static clause and boxes are kept.
    pub fn call_site(&mut self) -> Option<CallSite> {
        let code = self.goal()?.code();
        self.machine_mut().call_site(code)
    }
}
