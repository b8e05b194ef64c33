//! Arguments of a goal into `A1`, `A2`, …: moves that do not overwrite what is still needed.
//!
//! Arguments already in place stay. An argument is placed once nothing needed is in its register; where all that are
//! left wait for each other, one register is evacuated.

use super::clause::{Generator, Result, Seen};
use super::flow::each_variable;
use crate::instr::{Instr, X};
use crate::term::{TermId, VarId};

/// Where control goes with the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goes {
    /// To a builtin: registers keep their values.
    On,
    /// To another predicate: registers lose them.
    Away,
}

impl Generator<'_> {
    /// Puts the arguments of a goal in place.
    pub fn place_arguments(&mut self, args: &[TermId], goes: Goes) -> Result<()> {
        let count = args.len();
        // Variables in argument registers that an argument still to be placed reads.
        let reads: Vec<Vec<VarId>> = args.iter().map(|&arg| self.reads(arg, count)).collect();
        let mut pending: Vec<usize> = (0..count).collect();
        pending.retain(|&at| !self.in_place(args[at], X(at as u16)));
        while !pending.is_empty() {
            let ready = pending.iter().position(|&at| {
                let vars = self.regs.vars(X(at as u16));
                vars.iter().all(|&var| {
                    let reader = |&other: &usize| {
                        let itself = other == at && matches!(self.look(args[at]), Seen::Later(_));
                        !itself && reads[other].contains(&var)
                    };
                    self.slot(var).is_some() || !((goes == Goes::On && self.live(var)) || pending.iter().any(reader))
                })
            });
            match ready {
                Some(next) => {
                    let at = pending.remove(next);
                    self.place_argument(args[at], X(at as u16))?;
                }
                None => self.evacuate(X(pending[0] as u16))?,
            }
        }
        (0..count).for_each(|at| self.regs.release(X(at as u16)));
        Ok(())
    }

    fn place_argument(&mut self, arg: TermId, a: X) -> Result<()> {
        if self.in_place(arg, a) {
            return Ok(());
        }
        match self.look(arg) {
            // A permanent variable in its own target is lost by taking the register, but it is in its slot.
            Seen::First(_) => {
                self.regs.take(a);
                self.put(arg, a)
            }
            Seen::Later(var) if self.regs.at(var).is_some() => {
                let x = self.regs.at(var).unwrap_or(a);
                self.regs.take(a);
                self.code.emit(Instr::PutValueX { x, a });
                Ok(())
            }
            _ => {
                self.regs.take(a);
                self.put(arg, a)
            }
        }
    }

    fn in_place(&self, arg: TermId, a: X) -> bool {
        matches!(self.look(arg), Seen::Later(var) if self.regs.at(var) == Some(a))
    }

    fn reads(&self, arg: TermId, count: usize) -> Vec<VarId> {
        let mut vars = Vec::new();
        each_variable(self.terms, arg, |var| {
            let var = self.var(var);
            let here = |x: X| (x.0 as usize) < count;
            if self.regs.at(var).is_some_and(here) && !vars.contains(&var) {
                vars.push(var);
            }
        });
        vars
    }

    /// Moves the variables of a register to another one, except those that are in their slots too.
    pub fn evacuate(&mut self, from: X) -> Result<()> {
        let vars = self.regs.vars(from).to_vec();
        let (kept, dropped): (Vec<_>, Vec<_>) = vars.into_iter().partition(|&var| self.slot(var).is_none());
        dropped.into_iter().for_each(|var| self.regs.unbind(var));
        if !kept.is_empty() {
            let x = self.fresh()?;
            self.code.emit(Instr::GetVariableX { x, a: from });
            kept.into_iter().for_each(|var| self.regs.bind(var, x));
        }
        Ok(())
    }
}
