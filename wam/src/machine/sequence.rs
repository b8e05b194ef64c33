//! Sequences: neighbours in the code that one handler runs, without going through the table between them.
//!
//! The threaded dispatcher has numbers for sequences behind those of the instructions. Where code is linked, the first
//! instruction of a sequence gets the number of the sequence and everything else stays as it is: the others are where
//! they were, so a jump may lead to any of them, an instruction that cannot go on leaves the sequence as it would leave
//! its own handler, and what has happened is the same in every respect. Counted runs count the keys of every instruction.
//!
//! Which sequences there are was chosen by how often instructions follow each other in the benchmark programs.

use super::Machine;
use super::dispatch::{Instruction, begin};
use super::step::{Regs, RunMode, Step};
use crate::instr::{Instr, OPS, Op};
use std::marker::PhantomData;

/// The number of the first sequence.
pub(super) const FIRST: u16 = OPS.len() as u16;

/// The sequences; of two that begin alike the longer one stands first.
macro_rules! with_sequences {
    ($callback:ident) => {
        $callback! {
            [GetList UnifyValueX UnifyVariableX Execute];
            [GetList UnifyValueX UnifyVariableX];
            [GetList UnifyValueX];
            [GetList UnifyVariableX UnifyVariableX];
            [GetList UnifyVariableX];
            [GetList UnifyVoid UnifyVariableX];
            [GetStructure UnifyVariableX UnifyVariableX];
            [GetStructure UnifyVariableX];
            [GetStructure UnifyValueX];
            [UnifyVariableX UnifyVariableX];
            [UnifyVariableX UnifyVariableY];
            [UnifyVariableX Execute];
            [UnifyValueX UnifyVariableX];
            [UnifyVoid UnifyVariableX];
            [GetConstant Proceed];
            [GetValueX Proceed];
            [Allocate GetVariableY GetVariableY];
            [Allocate GetVariableY];
            [GetVariableY GetVariableY GetVariableY];
            [GetVariableY GetVariableY];
            [PutValueY PutValueY Deallocate Execute];
            [PutValueY PutValueY PutValueY];
            [PutValueY PutValueY];
            [PutValueY Deallocate Execute];
            [PutVariableY Call];
            [PutValueX PutValueX];
            [Deallocate Execute];
        }
    };
}
pub(super) use with_sequences;

macro_rules! define_table {
    ($([$($op:ident)+];)*) => {
        const SEQUENCES: &[&[Op]] = &[$(&[$(Op::$op),+]),*];
    };
}
with_sequences!(define_table);

/// Whether the linker makes sequences. With them programs run some 10 % faster, but prices are means over an instruction's
/// neighbours, and estimates of the paper's programs are off by 9.4 % instead of 7.0 %: not before they are rows of the
/// instruction table, with cost keys and prices of their own.
pub(crate) const ARE_USED: bool = false;

/// The number that the first of some instructions is linked with: that of the longest sequence they begin with, or its
/// own. `steps` says before which of them steps are counted, which is not done inside a sequence.
pub(super) fn number(instrs: &[Instr], steps: &[bool]) -> u16 {
    let op = instrs[0].op();
    let begins = |sequence: &[Op]| {
        sequence[0] == op
            && sequence.len() <= instrs.len()
            && (1..sequence.len()).all(|i| sequence[i] == instrs[i].op() && !steps[i])
    };
    match SEQUENCES.iter().position(|sequence| begins(sequence)) {
        Some(at) => FIRST + at as u16,
        None => op as u16,
    }
}

/// The instruction that stands where one is linked with this number. The `match` loop goes from one to the next.
#[inline(always)]
pub(super) fn first(number: u16) -> Op {
    if number < FIRST { OPS[usize::from(number)] } else { SEQUENCES[usize::from(number - FIRST)][0] }
}

/// An instruction and what follows it.
pub(super) struct Then<A, B>(PhantomData<(A, B)>);

impl<A: Instruction, B: Instruction> Instruction for Then<A, B> {
    const OP: Op = A::OP;
    const WORDS: usize = A::WORDS;
    #[inline(always)]
    fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        match A::run::<R>(m, r) {
            Step::Next => {
                r.pc = r.next;
                begin::<B, R>(m, r)
            }
            elsewhere => elsewhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sequence_hides_a_longer_one() {
        for (at, sequence) in SEQUENCES.iter().enumerate() {
            let hidden = SEQUENCES[at + 1..].iter().find(|later| later.starts_with(sequence));
            assert_eq!(hidden, None, "{sequence:?} stands before a longer one");
        }
    }

    #[test]
    fn a_sequence_ends_before_an_instruction_at_which_steps_are_counted() {
        let code = [Instr::Deallocate {}, Instr::Execute { pred: crate::instr::PredId(0) }];
        assert_eq!(first(number(&code, &[true, false])), Op::Deallocate);
        assert!(number(&code, &[true, false]) >= FIRST);
        assert_eq!(number(&code, &[true, true]), Op::Deallocate as u16);
        assert_eq!(number(&code[..1], &[true]), Op::Deallocate as u16);
    }
}
