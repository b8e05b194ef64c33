//! Facts as code without the compiler: what `assertz/1` does most.
//!
//! In: the head of a clause whose body is `true`, on the heap. Out: the instructions that unify the argument registers
//! with it, argument by argument, as the compiler would choose them; or nothing, where a head is left to the compiler:
//! one with big numbers, floats or strings, or a very large one. The buffers are used again from fact to fact.

use super::Machine;
use super::cell::{Cell, Tag};
use super::memory::Code;
use crate::atoms::{Functor, known};
use crate::instr::{Constant, Instr, N, X};

/// Nodes of the largest head, variables of the one with most, and registers.
const MAX_NODES: usize = 1 << 12;
const MAX_VARIABLES: usize = 32;
const MAX_REGISTERS: usize = 256;

/// A variable of the head.
struct Variable {
    cell: Cell,
    uses: u32,
    /// Where its value is, once it has one.
    at: Option<X>,
}

/// A fact on its way into code.
#[derive(Default)]
pub(crate) struct Draft {
    instrs: Vec<Instr>,
    variables: Vec<Variable>,
    /// Compound terms that are still to be unified with registers.
    pending: Vec<(X, Cell)>,
    free: Vec<X>,
    /// Registers from here on were never used.
    fresh: usize,
    /// Terms still to be counted.
    survey: Vec<Cell>,
}

impl Draft {
    /// Writes the instructions for a head; whether it was one that can be written here.
    pub(crate) fn write(&mut self, m: &Machine, head: Cell) -> bool {
        self.instrs.clear();
        self.variables.clear();
        self.free.clear();
        if !head.is_compound() {
            self.instrs.push(Instr::Proceed {});
            return true;
        }
        let (args, arity) = (m.args_of(head), m.functor_of(head).arity as usize);
        self.fresh = arity;
        if arity >= MAX_REGISTERS || !self.count(m, head) {
            return false;
        }
        for i in 0..arity {
            let (argument, a) = (args.add(i).get().deref(), X(i as u16));
            if let Some(c) = constant(argument) {
                self.instrs.push(Instr::GetConstant { c, a });
            } else if argument.is(Tag::Ref) {
                let variable = self.variable(argument);
                match variable.at {
                    None => variable.at = Some(a),
                    Some(x) => self.instrs.push(Instr::GetValueX { x, a }),
                }
            } else if !self.compound(m, a, argument) {
                return false;
            }
        }
        self.instrs.push(Instr::Proceed {});
        true
    }

    /// Finds the variables and how often they occur; false where the head is left to the compiler.
    fn count(&mut self, m: &Machine, head: Cell) -> bool {
        let mut nodes = 0;
        self.survey.clear();
        self.survey.push(head);
        while let Some(term) = self.survey.pop() {
            let args = m.args_of(term);
            for i in 0..m.functor_of(term).arity as usize {
                nodes += 1;
                let argument = args.add(i).get().deref();
                match argument.tag() {
                    Tag::Int | Tag::Atom => {}
                    Tag::List | Tag::Struct => self.survey.push(argument),
                    Tag::Ref => match self.variables.iter().position(|variable| variable.cell == argument) {
                        Some(known) => self.variables[known].uses += 1,
                        None if self.variables.len() == MAX_VARIABLES => return false,
                        None => self.variables.push(Variable { cell: argument, uses: 1, at: None }),
                    },
                    _ => return false,
                }
            }
            if nodes > MAX_NODES {
                return false;
            }
        }
        true
    }

    fn variable(&mut self, cell: Cell) -> &mut Variable {
        let found = self.variables.iter_mut().find(|variable| variable.cell == cell);
        found.expect("all variables of the head were counted")
    }

    fn register(&mut self) -> X {
        self.free.pop().unwrap_or_else(|| {
            self.fresh += 1;
            X(self.fresh as u16 - 1)
        })
    }

    /// Unifies a register with a compound term; false where that takes too many registers.
    fn compound(&mut self, m: &Machine, a: X, term: Cell) -> bool {
        self.pending.clear();
        self.pending.push((a, term));
        while let Some((a, term)) = self.pending.pop() {
            let functor = m.functor_of(term);
            self.instrs.push(match functor {
                LIST => Instr::GetList { a },
                f => Instr::GetStructure { f, a },
            });
            self.free.push(a);
            let args = m.args_of(term);
            let mut voids = 0;
            for i in 0..functor.arity as usize {
                let argument = args.add(i).get().deref();
                let is_void = argument.is(Tag::Ref) && self.variable(argument).uses == 1;
                if is_void {
                    voids += 1;
                    continue;
                }
                self.skip(&mut voids);
                self.argument(argument);
            }
            self.skip(&mut voids);
            if self.fresh > MAX_REGISTERS {
                return false;
            }
        }
        true
    }

    fn skip(&mut self, voids: &mut u16) {
        if *voids > 0 {
            self.instrs.push(Instr::UnifyVoid { n: N(*voids) });
            *voids = 0;
        }
    }

    /// Unifies the next argument of a compound term with a term that is no void.
    fn argument(&mut self, argument: Cell) {
        if let Some(c) = constant(argument) {
            self.instrs.push(Instr::UnifyConstant { c });
        } else if !argument.is(Tag::Ref) {
            let x = self.register();
            self.instrs.push(Instr::UnifyVariableX { x });
            self.pending.push((x, argument));
        } else if let Some(x) = self.variable(argument).at {
            self.instrs.push(Instr::UnifyValueX { x });
        } else {
            let x = self.register();
            self.variable(argument).at = Some(x);
            self.instrs.push(Instr::UnifyVariableX { x });
        }
    }
}

const LIST: Functor = Functor { name: known::DOT, arity: 2 };

fn constant(cell: Cell) -> Option<Constant> {
    match cell.tag() {
        Tag::Int => Some(Constant::Int(cell.as_int())),
        Tag::Atom => Some(Constant::Atom(cell.as_atom())),
        _ => None,
    }
}

impl Machine {
    /// Code for a fact with this head; none where that is left to the compiler.
    pub(crate) fn draft_fact(&mut self, head: Cell) -> bool {
        let mut draft = std::mem::take(&mut self.draft);
        let done = draft.write(self, head);
        self.draft = draft;
        done
    }

    /// Links the fact that was drafted last: its entry and how many words it takes.
    pub(crate) fn link_draft(&mut self) -> (Code, usize) {
        let draft = std::mem::take(&mut self.draft);
        let code = self.link_plain(&draft.instrs);
        self.draft = draft;
        code
    }
}
