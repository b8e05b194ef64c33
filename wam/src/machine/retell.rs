//! Clauses of dynamic predicates that tell what they do: between runs they get other code, and later what they had.
//!
//! In: who changes clauses ([`crate::compile::Instrument`]), or that nobody does any more. Out: code for the clauses that there
//! are, which stay what they are otherwise: their terms, their order and the stamps at which they were added. What a
//! clause had before is kept beside it; clauses that are added meanwhile have never had other code, and are compiled when
//! nobody changes them any more.

use super::Machine;
use super::clauses::{ClauseId, Clauses};
use super::error::Ball;
use super::exchange::Variables;
use super::link;
use super::memory::Code;
use crate::atoms::known;
use crate::code::PredicateKind;
use crate::instr::PredId;
use crate::modules::ModuleClass;
use crate::term::{ReadTerm, Terms};
use std::sync::Arc;

/// A clause that has code by which it tells something.
pub(crate) struct Retold {
    pred: PredId,
    id: ClauseId,
    /// The stamp at which it was added: numbers of clauses are used again.
    born: u64,
    /// Its code before, and how many words; none where it came like this.
    plain: Option<(Code, usize)>,
}

/// So many more than at the last look are kept without looking which of them are gone.
const PATIENCE: usize = 1 << 10;

/// The clauses that were given such code.
#[derive(Default)]
pub(crate) struct AllRetold {
    clauses: Vec<Retold>,
    /// How many there were when it was looked which are gone.
    looked: usize,
}

impl Machine {
    /// Gives the clauses of users' dynamic predicates the code that they are to have.
    pub(super) fn retell(&mut self) -> Result<(), Ball> {
        let mut added = Vec::new();
        for retold in std::mem::take(&mut self.retold).map_or(Vec::new(), |all| all.clauses) {
            match (self.is_there(&retold), retold.plain) {
                (true, Some(plain)) => self.replace_code(retold.pred, retold.id, plain),
                (true, None) => added.push((retold.pred, retold.id)),
                (false, Some((entry, words))) => self.retire(entry, words),
                (false, None) => {}
            }
        }
        if !self.program.is_instrumented() {
            return added.into_iter().try_for_each(|(pred, id)| self.retell_clause(pred, id, None).map(|_| ()));
        }
        self.retold = Some(AllRetold::default());
        for pred in (0..self.entries.len() as u32).map(PredId) {
            let predicate = self.program.get(pred);
            let is_users = self.program.module(predicate.module).class == ModuleClass::User;
            let Some(clauses) = self.dynamics.get(&pred).filter(|_| is_users) else { continue };
            if predicate.kind != PredicateKind::Dynamic {
                continue;
            }
            for id in clauses.living_ids() {
                let clause = self.clauses_of(pred).get(id);
                let (born, plain) = (clause.born, (clause.entry, clause.words));
                let is_new = added.contains(&(pred, id));
                if self.retell_clause(pred, id, (!is_new).then_some(plain))? {
                    let plain = (!is_new).then_some(plain);
                    self.note_retold(Retold { pred, id, born, plain });
                }
            }
        }
        Ok(())
    }

    /// A clause is added, which tells something if clauses do.
    pub(super) fn note_added(&mut self, pred: PredId, id: ClauseId, born: u64) {
        if self.retold.is_some() {
            self.note_retold(Retold { pred, id, born, plain: None });
        }
    }

    fn note_retold(&mut self, retold: Retold) {
        let Some(mut all) = self.retold.take() else { return };
        all.clauses.push(retold);
        if all.clauses.len() > 2 * all.looked + PATIENCE {
            let (kept, gone): (Vec<Retold>, Vec<Retold>) =
                all.clauses.into_iter().partition(|retold| self.is_there(retold));
            for (entry, words) in gone.into_iter().filter_map(|retold| retold.plain) {
                self.retire(entry, words);
            }
            all = AllRetold { looked: kept.len(), clauses: kept };
        }
        self.retold = Some(all);
    }

    /// Whether a clause has other code than that of its text.
    pub(super) fn is_retold(&self, pred: PredId, id: ClauseId, born: u64) -> bool {
        let is_it = |retold: &Retold| (retold.pred, retold.id, retold.born) == (pred, id, born);
        self.retold.as_ref().is_some_and(|all| all.clauses.iter().any(is_it))
    }

    fn is_there(&self, retold: &Retold) -> bool {
        let found = self.dynamics.get(&retold.pred).and_then(|clauses| clauses.find(retold.id));
        found.is_some_and(|clause| clause.born == retold.born)
    }

    fn clauses_of(&self, pred: PredId) -> &Clauses {
        self.dynamics.get(&pred).expect("a dynamic predicate has a set of clauses")
    }

    /// Compiles a clause as it is changed, or as it is; whether it has other code now. Where it is not changed it keeps the code
    /// that it has, if that is the one it is to have. The code before is given up unless it is kept.
    fn retell_clause(&mut self, pred: PredId, id: ClauseId, keeps: Option<(Code, usize)>) -> Result<bool, Ball> {
        let start = self.regs.h;
        let read = self.clause_text(pred, id);
        self.regs.h = start;
        let (read, number) = read?;
        let Some(block) = self.program.compile_told(pred, number, &read, keeps.is_some()) else { return Ok(false) };
        // It was compiled before: what is put in can make it too large, and then it tells nothing.
        let Ok(block) = block else { return Ok(false) };
        self.ensure_code(link::words(&block))?;
        let code = (self.link(&block), link::words(&block));
        match keeps {
            Some(_) => _ = self.dynamics.get_mut(&pred).and_then(|clauses| clauses.replace_code(id, code)),
            None => self.replace_code(pred, id, code),
        }
        Ok(true)
    }

    /// A clause has other code from now on; what it had is given up.
    fn replace_code(&mut self, pred: PredId, id: ClauseId, code: (Code, usize)) {
        if let Some((entry, words)) = self.dynamics.get_mut(&pred).and_then(|clauses| clauses.replace_code(id, code)) {
            self.retire(entry, words);
        }
    }

    /// A clause as text, and its number in the text that brought it, from 0.
    fn clause_text(&mut self, pred: PredId, id: ClauseId) -> Result<(Arc<ReadTerm>, Option<usize>), Ball> {
        let born = self.clauses_of(pred).get(id).born;
        let number = self.initial.get(&pred).and_then(|initial| initial.iter().position(|&known| known == (id, born)));
        let source = number.and_then(|at| self.program.get(pred).source.get(at));
        if let Some(read) = source {
            return Ok((read.clone(), number));
        }
        let term = self.build_clause(pred, id)?.expect("the clause is there");
        let body = self.args_of(term).add(1).get().deref();
        let is_fact = body == super::cell::Cell::atom(known::TRUE);
        let term = if is_fact { self.args_of(term).get() } else { term };
        let mut terms = Terms::new();
        let root = self.export(term, &mut terms, &mut Variables::default())?;
        self.can_compile(terms.nodes())?;
        Ok((Arc::new(ReadTerm { terms, root, variables: Vec::new() }), None))
    }
}
