//! Arithmetic and tests inline: `is/2`, comparisons, type tests.
//!
//! Expressions become three-address code over registers. What has no row in the table of evaluable functors is built
//! as a term and left to the instruction that uses it, which raises the type error. So is what nests deeper than
//! [`MAX_DEPTH`].

use super::build::constant;
use super::clause::{Flows, Generator, Result, Seen};
use super::evaluable::Evaluable;
use super::vocabulary::{Comparison, TypeTest};
use crate::atoms::{Functor, known};
use crate::instr::{Constant, EvalId, Imm, Instr, Label, X};
use crate::term::{Node, TermId};

/// How deep an expression may nest to be compiled inline.
const MAX_DEPTH: u32 = 200;

/// An operation of two operands with an instruction of its own, or through the table.
enum Binary {
    Add,
    Sub,
    Mul,
    IntDiv,
    Mod,
    Eval(EvalId),
}

/// The last instruction of an expression; its result register is still to be chosen.
enum LastInstr {
    Constant(TermId),
    AddConst(X, Imm),
    Unary(X, EvalId),
    Binary(X, X, Binary),
}

impl Generator<'_> {
    /// The goal `left is expression`.
    pub fn is(&mut self, left: TermId, expression: TermId) -> Result<Flows> {
        let new = match self.look(left) {
            Seen::First(var) if !self.mentions(expression, var) => Some(var),
            Seen::First(var) => {
                let x = self.preferred(var)?;
                self.code.emit(Instr::PutVariableX { x, a: x });
                self.define(var, x);
                None
            }
            _ => None,
        };
        let last = self.all_but_last(expression, 0)?;
        self.release_operands(&last);
        if let (LastInstr::Constant(number), Seen::Later(_)) = (&last, self.look(left)) {
            return self.unify(left, *number);
        }
        // The result may take the register of an operand that is not used any more.
        let mut regs = std::mem::take(&mut self.regs);
        regs.sweep(|var| !self.live(var) && !self.mentions(left, var));
        self.regs = regs;
        if let Some(var) = new {
            let d = self.preferred(var)?;
            self.emit_last(last, d);
            self.define(var, d);
        } else {
            let d = self.fresh()?;
            self.emit_last(last, d);
            self.unify_register(left, d)?;
            self.regs.release(d);
        }
        Ok(Flows::On)
    }

    /// A comparison; goes to `other` when it is false.
    pub fn compare(&mut self, comparison: Comparison, left: TermId, right: TermId, other: Label) -> Result<Flows> {
        let (comparison, left, right) = match (self.small(left), self.small(right)) {
            (Some(_), None) => (mirrored(comparison), right, left),
            _ => (comparison, left, right),
        };
        let a = self.operand(left, 0)?;
        let immediate = self.small(right);
        let instr = match (comparison, immediate) {
            (Comparison::Less, Some(i)) => Instr::IfLessConst { a, i, other },
            (Comparison::Greater, Some(i)) => Instr::IfGreaterConst { a, i, other },
            (Comparison::Equal, Some(i)) => Instr::IfEqualConst { a, i, other },
            (Comparison::NotEqual, Some(i)) => Instr::IfNotEqualConst { a, i, other },
            _ => {
                let b = self.operand(right, 0)?;
                self.regs.release(b);
                match comparison {
                    Comparison::Less => Instr::IfLess { a, b, other },
                    Comparison::LessEqual => Instr::IfLessEqual { a, b, other },
                    Comparison::Greater => Instr::IfLess { a: b, b: a, other },
                    Comparison::GreaterEqual => Instr::IfLessEqual { a: b, b: a, other },
                    Comparison::Equal => Instr::IfEqual { a, b, other },
                    Comparison::NotEqual => Instr::IfNotEqual { a, b, other },
                }
            }
        };
        self.regs.release(a);
        self.before_branch();
        self.code.emit(instr);
        Ok(Flows::On)
    }

    /// A type test; goes to `other` when it is false.
    pub fn type_test(&mut self, test: TypeTest, term: TermId, other: Label) -> Result<Flows> {
        let a = self.value(term)?;
        self.regs.release(a);
        self.before_branch();
        self.code.emit(match test {
            TypeTest::Var => Instr::IfVar { a, other },
            TypeTest::Nonvar => Instr::IfNonvar { a, other },
            TypeTest::Atom => Instr::IfAtom { a, other },
            TypeTest::Integer => Instr::IfInteger { a, other },
            TypeTest::Float => Instr::IfFloat { a, other },
            TypeTest::Number => Instr::IfNumber { a, other },
            TypeTest::Atomic => Instr::IfAtomic { a, other },
            TypeTest::Compound => Instr::IfCompound { a, other },
            TypeTest::Callable => Instr::IfCallable { a, other },
        });
        Ok(Flows::On)
    }

    /// The register of a term's value: a variable's own, or a busy one it is put into.
    fn value(&mut self, term: TermId) -> Result<X> {
        if let Seen::Later(var) = self.look(term) {
            return self.load(var);
        }
        let x = self.fresh()?;
        self.put(term, x)?;
        Ok(x)
    }

    /// The register of an operand: a variable's own, or a busy one. Its value may still need evaluation, which is the
    /// business of the instruction that uses it.
    fn operand(&mut self, term: TermId, depth: u32) -> Result<X> {
        let computed = match self.terms.get(term) {
            Node::Compound(functor, _) => self.vocabulary.evaluable(functor).is_some(),
            _ => false,
        };
        if !computed || depth >= MAX_DEPTH {
            return self.value(term);
        }
        let last = self.all_but_last(term, depth)?;
        self.release_operands(&last);
        let x = self.fresh()?;
        self.emit_last(last, x);
        Ok(x)
    }

    /// Everything of an expression but its last instruction.
    fn all_but_last(&mut self, term: TermId, depth: u32) -> Result<LastInstr> {
        let evaluable = match self.terms.get(term) {
            Node::Int(_) | Node::Big(_) | Node::Rational(_) | Node::Float(_) => return Ok(LastInstr::Constant(term)),
            Node::Compound(functor, args) if depth < MAX_DEPTH => {
                self.vocabulary.evaluable(functor).map(|row| (functor, row, args))
            }
            _ => None,
        };
        match evaluable {
            Some((functor, _, &[left, right])) if let Some(sum) = self.add_const(functor, left, right) => {
                let (term, i) = sum;
                Ok(LastInstr::AddConst(self.operand(term, depth + 1)?, i))
            }
            Some((_, row, &[left, right])) => {
                let a = self.operand(left, depth + 1)?;
                let b = self.operand(right, depth + 1)?;
                Ok(LastInstr::Binary(a, b, binary(row)))
            }
            Some((_, row, &[arg])) => Ok(LastInstr::Unary(self.operand(arg, depth + 1)?, row.id())),
            _ => Ok(LastInstr::Unary(self.value(term)?, Evaluable::Pos.id())),
        }
    }

    /// The term and the constant of `term + c`, `c + term` or `term - c`.
    fn add_const(&self, functor: Functor, left: TermId, right: TermId) -> Option<(TermId, Imm)> {
        match (functor.name, self.small(left), self.small(right)) {
            (known::PLUS, None, Some(i)) => Some((left, i)),
            (known::PLUS, Some(i), None) => Some((right, i)),
            // x - 0 is not x + 0 for -0.0.
            (known::MINUS, None, Some(Imm(i))) if i != 0 => Some((left, Imm(i.checked_neg()?))),
            _ => None,
        }
    }

    /// The term as a small constant.
    fn small(&self, term: TermId) -> Option<Imm> {
        match constant(&self.terms.get(term)) {
            Some(Constant::Int(value)) => i16::try_from(value).ok().map(Imm),
            _ => None,
        }
    }

    fn release_operands(&mut self, last: &LastInstr) {
        match *last {
            LastInstr::Constant(_) => {}
            LastInstr::AddConst(a, _) | LastInstr::Unary(a, _) => self.regs.release(a),
            LastInstr::Binary(a, b, _) => {
                self.regs.release(a);
                self.regs.release(b);
            }
        }
    }

    fn emit_last(&mut self, last: LastInstr, d: X) {
        self.code.emit(match last {
            LastInstr::Constant(term) => match constant(&self.terms.get(term)) {
                Some(c) => Instr::PutConstant { c, a: d },
                None => return self.put_literal(term, d),
            },
            LastInstr::AddConst(a, i) => Instr::AddConst { d, a, i },
            LastInstr::Unary(a, f) => Instr::Eval1 { d, a, f },
            LastInstr::Binary(a, b, operation) => match operation {
                Binary::Add => Instr::Add { d, a, b },
                Binary::Sub => Instr::Sub { d, a, b },
                Binary::Mul => Instr::Mul { d, a, b },
                Binary::IntDiv => Instr::IntDiv { d, a, b },
                Binary::Mod => Instr::Mod { d, a, b },
                Binary::Eval(f) => Instr::Eval2 { d, a, b, f },
            },
        });
    }
}

fn binary(evaluable: Evaluable) -> Binary {
    match evaluable {
        Evaluable::Add => Binary::Add,
        Evaluable::Sub => Binary::Sub,
        Evaluable::Mul => Binary::Mul,
        Evaluable::IntDiv => Binary::IntDiv,
        Evaluable::Mod => Binary::Mod,
        other => Binary::Eval(other.id()),
    }
}

/// The comparison with its sides exchanged.
fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
        same => same,
    }
}
