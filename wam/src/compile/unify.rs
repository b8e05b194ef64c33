//! Unification in heads and by `=`: `get_` and `unify_` instructions.
//!
//! A compound term is taken apart breadth first: nested terms wait in registers until the one around them is done. A
//! register is free again as soon as the `get_` instruction on it is out, so a list of any length needs two.

use super::clause::{Flows, Generator, Result, Seen};
use crate::atoms::{Functor, known};
use crate::instr::{Instr, N, X};
use crate::term::{Node, TermId, VarId};
use std::collections::VecDeque;

/// The functor of list cells.
pub(super) const LIST: Functor = Functor { name: known::DOT, arity: 2 };

impl Generator<'_> {
    /// Unifies a term of the text with a register that holds a value.
    pub fn unify_register(&mut self, term: TermId, a: X) -> Result<()> {
        match self.look(term) {
            Seen::Void => self.regs.release(a),
            Seen::First(var) => self.define(var, a),
            Seen::Later(var) => {
                match self.regs.at(var) {
                    Some(x) => self.code.emit(Instr::GetValueX { x, a }),
                    None => {
                        let y = self.slot(var).expect("in a register or in a slot");
                        self.code.emit(Instr::GetValueY { y, a });
                    }
                }
                self.regs.release(a);
            }
            Seen::Constant(c) => {
                self.code.emit(Instr::GetConstant { c, a });
                self.regs.release(a);
            }
            Seen::Literal => {
                let x = self.fresh()?;
                self.put_literal(term, x);
                self.code.emit(Instr::GetValueX { x, a });
                self.regs.release(x);
                self.regs.release(a);
            }
            Seen::Compound => {
                self.get_compound(term, a);
                self.unify_inside(term)?;
            }
        }
        Ok(())
    }

    /// `get_list` or `get_structure`; the register is free after it unless it holds variables.
    pub fn get_compound(&mut self, term: TermId, a: X) {
        let Node::Compound(f, _) = self.terms.get(term) else { unreachable!("only compound terms are taken apart") };
        self.code.emit(if f == LIST { Instr::GetList { a } } else { Instr::GetStructure { f, a } });
        self.regs.release(a);
    }

    /// The arguments of a compound term whose `get_` instruction is out, and of those inside it.
    pub fn unify_inside(&mut self, term: TermId) -> Result<()> {
        self.unify_inside_from(term, 0)
    }

    /// The same where the first `from` arguments are done.
    pub fn unify_inside_from(&mut self, term: TermId, from: usize) -> Result<()> {
        let mut queue = VecDeque::new();
        self.unify_arguments(term, from, &mut queue)?;
        while let Some((term, x)) = queue.pop_front() {
            if let Seen::Compound = self.look(term) {
                self.get_compound(term, x);
                self.unify_arguments(term, 0, &mut queue)?;
            } else {
                self.unify_register(term, x)?;
            }
        }
        Ok(())
    }

    fn unify_arguments(&mut self, term: TermId, from: usize, queue: &mut VecDeque<(TermId, X)>) -> Result<()> {
        let terms = self.terms;
        let Node::Compound(_, args) = terms.get(term) else { unreachable!("only compound terms are taken apart") };
        let mut voids = 0;
        for &arg in &args[from..] {
            let seen = self.look(arg);
            if let Seen::Void = seen {
                voids += 1;
                continue;
            }
            self.unify_voids(&mut voids);
            match seen {
                Seen::Void => {}
                Seen::First(var) => match self.slot(var) {
                    Some(y) => {
                        self.code.emit(Instr::UnifyVariableY { y });
                        self.regs.see(var);
                    }
                    None => {
                        let x = self.preferred(var)?;
                        self.code.emit(Instr::UnifyVariableX { x });
                        self.regs.bind(var, x);
                    }
                },
                Seen::Later(var) => self.code.emit(match (self.regs.at(var), self.slot(var)) {
                    (Some(x), _) => Instr::UnifyValueX { x },
                    (None, Some(y)) => Instr::UnifyValueY { y },
                    (None, None) => unreachable!("in a register or in a slot"),
                }),
                Seen::Constant(c) => self.code.emit(Instr::UnifyConstant { c }),
                Seen::Literal | Seen::Compound => {
                    let x = self.fresh()?;
                    self.code.emit(Instr::UnifyVariableX { x });
                    queue.push_back((arg, x));
                }
            }
        }
        self.unify_voids(&mut voids);
        Ok(())
    }

    /// One `unify_void` for each 65,535 of a run of void arguments.
    fn unify_voids(&mut self, count: &mut u32) {
        while *count > 0 {
            let n = (*count).min(u32::from(u16::MAX));
            self.code.emit(Instr::UnifyVoid { n: N(n as u16) });
            *count -= n;
        }
    }

    /// The goal `left = right`.
    pub fn unify(&mut self, left: TermId, right: TermId) -> Result<Flows> {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let terms = self.terms;
            match (self.look(left), self.look(right)) {
                (Seen::Void, _) | (_, Seen::Void) => {}
                (Seen::First(a), Seen::First(b)) if a == b => {}
                (Seen::Later(a), Seen::Later(b)) if a == b => {}
                (Seen::First(a), Seen::First(b)) => self.unify_new(a, b)?,
                (Seen::First(var), _) => self.assign(var, right)?,
                (_, Seen::First(var)) => self.assign(var, left)?,
                (Seen::Later(var), _) => self.unify_value(var, right, pairs.is_empty())?,
                (_, Seen::Later(var)) => self.unify_value(var, left, pairs.is_empty())?,
                _ => match (terms.get(left), terms.get(right)) {
                    (Node::Compound(f, xs), Node::Compound(g, ys)) if f == g => {
                        pairs.extend(xs.iter().copied().zip(ys.iter().copied()).rev());
                    }
                    (a, b) if same_atomic(&a, &b) => {}
                    _ => {
                        self.code.emit(Instr::Fail {});
                        return Ok(Flows::Off);
                    }
                },
            }
        }
        Ok(Flows::On)
    }

    /// Two variables without values become one.
    fn unify_new(&mut self, a: VarId, b: VarId) -> Result<()> {
        let x = self.preferred(a)?;
        self.code.emit(Instr::PutVariableX { x, a: x });
        self.define(a, x);
        self.define(b, x);
        Ok(())
    }

    /// `var = term` where `var` has no value yet and `term` is not such a variable.
    fn assign(&mut self, var: VarId, term: TermId) -> Result<()> {
        match self.look(term) {
            Seen::Later(other) => {
                let x = match self.regs.at(other) {
                    Some(x) => x,
                    None => {
                        let x = self.preferred(var)?;
                        self.put(term, x)?;
                        self.regs.bind(other, x);
                        x
                    }
                };
                self.define(var, x);
            }
            Seen::Compound if self.mentions(term, var) => {
                let x = self.preferred(var)?;
                self.code.emit(Instr::PutVariableX { x, a: x });
                self.define(var, x);
                self.unify_value(var, term, false)?;
            }
            _ => {
                let x = self.preferred(var)?;
                self.put(term, x)?;
                self.define(var, x);
            }
        }
        Ok(())
    }

    /// `var = term` where `var` has a value. `last` says that the goal has no further pairs to unify.
    fn unify_value(&mut self, var: VarId, term: TermId, last: bool) -> Result<()> {
        let a = self.load(var)?;
        if !matches!(self.look(term), Seen::Compound) {
            return self.unify_register(term, a);
        }
        self.get_compound(term, a);
        if last && !self.live(var) && !self.mentions(term, var) {
            // Its register is free for what is found inside.
            self.regs.unbind(var);
        }
        self.unify_inside(term)
    }
}

fn same_atomic(a: &Node, b: &Node) -> bool {
    match (a, b) {
        (Node::Float(a), Node::Float(b)) => a.to_bits() == b.to_bits(),
        (Node::Compound(..), _) => false,
        (a, b) => a == b,
    }
}
