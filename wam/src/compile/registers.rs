//! Which register holds what while a clause is compiled.
//!
//! A register is free, busy (it holds a value under construction or an argument in place) or holds variables. Several
//! variables may share a register after `X = Y`. The state is a value: branches begin with a clone of it.

use crate::code::MAX_REGISTERS;
use crate::instr::X;
use crate::term::VarId;
use rustc_hash::FxHashMap;

#[derive(Clone, Debug, Default, PartialEq)]
enum Slot {
    #[default]
    Free,
    Busy,
    Vars(Vec<VarId>),
}

/// The contents of the registers, and which variables have a value yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    slots: Vec<Slot>,
    at: FxHashMap<VarId, X>,
    seen: Vec<bool>,
}

impl Registers {
    pub fn new(variables: usize) -> Self {
        Registers { seen: vec![false; variables], ..Self::default() }
    }

    /// Whether the variable has a value.
    pub fn seen(&self, var: VarId) -> bool {
        self.seen[var.0 as usize]
    }

    /// The variable has a value from now on.
    pub fn see(&mut self, var: VarId) {
        self.seen[var.0 as usize] = true;
    }

    /// The register that holds the variable.
    pub fn at(&self, var: VarId) -> Option<X> {
        self.at.get(&var).copied()
    }

    /// The variables a register holds.
    pub fn vars(&self, x: X) -> &[VarId] {
        match self.slots.get(x.0 as usize) {
            Some(Slot::Vars(vars)) => vars,
            _ => &[],
        }
    }

    /// All variables in registers.
    pub fn held(&self) -> impl Iterator<Item = (VarId, X)> + '_ {
        self.at.iter().map(|(&var, &x)| (var, x))
    }

    pub fn is_free(&self, x: X) -> bool {
        matches!(self.slots.get(x.0 as usize), None | Some(Slot::Free))
    }

    /// From now on the register holds the variable (beside others it holds).
    pub fn bind(&mut self, var: VarId, x: X) {
        self.unbind(var);
        let slot = self.slot(x);
        match slot {
            Slot::Vars(vars) => vars.push(var),
            _ => *slot = Slot::Vars(vec![var]),
        }
        self.at.insert(var, x);
        self.see(var);
    }

    /// The variable is in no register any more.
    pub fn unbind(&mut self, var: VarId) {
        if let Some(x) = self.at.remove(&var) {
            let slot = self.slot(x);
            if let Slot::Vars(vars) = slot {
                vars.retain(|&other| other != var);
                if vars.is_empty() {
                    *slot = Slot::Free;
                }
            }
        }
    }

    /// The register holds no variable any more and is busy.
    pub fn take(&mut self, x: X) {
        let old = std::mem::replace(self.slot(x), Slot::Busy);
        if let Slot::Vars(vars) = old {
            vars.iter().for_each(|var| {
                self.at.remove(var);
            });
        }
    }

    /// A busy register is free again.
    pub fn release(&mut self, x: X) {
        let slot = self.slot(x);
        if *slot == Slot::Busy {
            *slot = Slot::Free;
        }
    }

    /// Takes the first free register from `floor` on, if there is one.
    pub fn fresh(&mut self, floor: u16) -> Option<X> {
        let x = (floor..MAX_REGISTERS).map(X).find(|&x| self.is_free(x))?;
        self.take(x);
        Some(x)
    }

    /// Drops every variable for which `dead` holds from its register.
    pub fn sweep(&mut self, dead: impl Fn(VarId) -> bool) {
        let gone: Vec<VarId> = self.at.keys().copied().filter(|&var| dead(var)).collect();
        gone.into_iter().for_each(|var| self.unbind(var));
    }

    /// Registers lose their values; variables stay seen.
    pub fn forget(&mut self) {
        self.slots.clear();
        self.at.clear();
    }

    fn slot(&mut self, x: X) -> &mut Slot {
        let at = x.0 as usize;
        if self.slots.len() <= at {
            self.slots.resize_with(at + 1, Slot::default);
        }
        &mut self.slots[at]
    }
}

/// Orders simultaneous moves `(from, to)` so that no value is overwritten before it has been moved; cycles go through
/// `spare`. The targets are distinct.
pub(super) fn sequential(mut moves: Vec<(X, X)>, spare: X) -> Vec<(X, X)> {
    moves.retain(|(from, to)| from != to);
    let mut out = Vec::new();
    while !moves.is_empty() {
        let free = moves.iter().position(|&(_, to)| moves.iter().all(|&(from, _)| from != to));
        match free {
            Some(at) => out.push(moves.remove(at)),
            None => {
                let (from, _) = moves[0];
                out.push((from, spare));
                for other in moves.iter_mut().filter(|other| other.0 == from) {
                    other.0 = spare;
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sequential_moves_do_what_simultaneous_ones_would(
            from in prop::collection::vec(0u16..8, 0..8),
            targets in Just((0u16..8).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let moves: Vec<(X, X)> = from.iter().zip(&targets).map(|(&f, &t)| (X(f), X(t))).collect();
            let mut registers: Vec<u16> = (0..9).collect();
            for (from, to) in sequential(moves.clone(), X(8)) {
                registers[to.0 as usize] = registers[from.0 as usize];
            }
            for (from, to) in moves {
                prop_assert_eq!(registers[to.0 as usize], from.0);
            }
        }
    }
}
