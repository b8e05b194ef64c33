//! If-then-else, negation and disjunction inside a clause.
//!
//! Conditions made of tests become conditional branches: no choice point, and registers keep their values into both
//! branches. Every other construct goes through an inline choice point (`try_else`), which saves no register: what
//! lives across it is permanent. After a construct all branches agree on what has a value and where.
//!
//! The recursion is as deep as control nests: what `goal` calls is not inlined into it, so that its own frame stays small.

use super::clause::{Flows, Generator, Result};
use super::error::CompileError;
use super::flow::Place;
use super::goal::{Alternative, Commit, Goal, If, LeafKind};
use super::registers::{Registers, sequential};
use crate::code::{MAX_REGISTERS, Share};
use crate::instr::{Instr, Label, N, X, Y};
use crate::term::VarId;
use std::ops::Range;

/// Where branches come together.
struct Join {
    /// The positions of the whole construct.
    range: Range<u32>,
    end: Label,
    /// The state of the first branch that got here.
    state: Option<Registers>,
    share: Share,
    /// Whether registers keep their values across the construct.
    registers: Keeps,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    Registers,
    SlotsOnly,
}

/// The registers as they are wherever a test of the condition being compiled is false.
#[derive(Debug, Default)]
pub(super) enum BranchState {
    /// No condition is being compiled.
    #[default]
    Outside,
    /// One is, and has not branched yet.
    Wanted,
    /// As they were before the first instruction that branches.
    Known(Registers),
}

impl<'a> Generator<'a> {
    pub fn if_then_else(&mut self, branch: &'a If, place: Place) -> Result<Flows> {
        match branch.commit {
            Commit::Tests => self.test_branch(branch, place),
            Commit::Hard | Commit::Soft => self.choice_branch(branch, place),
        }
    }

    #[inline(never)]
    fn test_branch(&mut self, branch: &'a If, place: Place) -> Result<Flows> {
        let share = self.code.share;
        let otherwise = self.code.label();
        let mut join = self.join(branch.cond.range.start..branch.otherwise.range.end, Keeps::Registers);
        let (state, mut flows) = self.condition(&branch.cond.goal, otherwise)?;
        if flows == Flows::On {
            self.dead_ends.push(branch.otherwise.range.clone());
            flows = self.goal(&branch.then.goal, place)?;
            self.dead_ends.pop();
        }
        if flows == Flows::On {
            self.reach(&mut join)?;
        }
        self.code.place(otherwise);
        self.code.share = share;
        self.regs = state;
        let flows = self.goal(&branch.otherwise.goal, place)?;
        if flows == Flows::On {
            self.reach(&mut join)?;
        }
        Ok(self.meet(join))
    }

    /// Compiles a condition made of tests, false at `other`. Gives the registers as they are there.
    #[inline(never)]
    fn condition(&mut self, cond: &'a Goal, other: Label) -> Result<(Registers, Flows)> {
        self.clear_builtin_arguments(cond)?;
        self.branch_state = BranchState::Wanted;
        let flows = self.test(cond, other)?;
        let state = match std::mem::take(&mut self.branch_state) {
            BranchState::Known(state) => state,
            _ => self.regs.clone(),
        };
        Ok((state, flows))
    }

    fn test(&mut self, goal: &'a Goal, other: Label) -> Result<Flows> {
        match goal {
            Goal::Leaf(leaf) => self.leaf(leaf, Place::Inner, other),
            Goal::Seq(goals) => {
                for goal in goals {
                    if self.test(goal, other)? == Flows::Off {
                        return Ok(Flows::Off);
                    }
                }
                Ok(Flows::On)
            }
            Goal::Or(alternatives) => {
                self.before_branch();
                let (last, first) = alternatives.split_last().expect("two alternatives or more");
                let end = self.code.label();
                for alternative in first {
                    let next = self.code.label();
                    if self.test(&alternative.goal, next)? == Flows::On {
                        self.code.emit(Instr::Jump { to: end });
                    }
                    self.code.place(next);
                    self.back_to_branch_state();
                }
                let flows = self.test(&last.goal, other)?;
                if flows == Flows::Off {
                    self.back_to_branch_state();
                }
                self.code.place(end);
                self.back_to_branch_state();
                Ok(Flows::On)
            }
            Goal::If(branch) => {
                self.before_branch();
                let (end, otherwise) = (self.code.label(), self.code.label());
                let flows = self.test(&branch.cond.goal, otherwise)?;
                if flows == Flows::On && self.test(&branch.then.goal, other)? == Flows::On {
                    self.code.emit(Instr::Jump { to: end });
                }
                self.code.place(otherwise);
                self.back_to_branch_state();
                self.test(&branch.otherwise.goal, other)?;
                self.code.place(end);
                self.back_to_branch_state();
                Ok(Flows::On)
            }
        }
    }

    /// Called before each instruction that may branch: the first one in a condition fixes what its other ends know.
    pub fn before_branch(&mut self) {
        if let BranchState::Wanted = self.branch_state {
            self.branch_state = BranchState::Known(self.regs.clone());
        }
    }

    fn back_to_branch_state(&mut self) {
        if let BranchState::Known(state) = &self.branch_state {
            self.regs = state.clone();
        }
    }

    /// Makes room for the arguments of builtins in a condition behind the place where it first branches: from that on,
    /// registers with variables that live on must keep them, because the condition may turn false at several places.
    fn clear_builtin_arguments(&mut self, cond: &'a Goal) -> Result<()> {
        let mut leaves = Vec::new();
        let mut rest = vec![cond];
        while let Some(goal) = rest.pop() {
            match goal {
                Goal::Leaf(leaf) => leaves.push(leaf),
                Goal::Seq(goals) => rest.extend(goals.iter().rev()),
                Goal::Or(alternatives) => rest.extend(alternatives.iter().rev().map(|a| &a.goal)),
                Goal::If(branch) => {
                    let parts = [&branch.otherwise, &branch.then, &branch.cond];
                    rest.extend(parts.map(|part| &part.goal));
                }
            }
        }
        let Some(first) = leaves.first() else {
            return Ok(());
        };
        let straight = match cond {
            Goal::Leaf(_) => true,
            Goal::Seq(goals) => matches!(goals.first(), Some(Goal::Leaf(_))),
            Goal::If(_) | Goal::Or(_) => false,
        };
        let builtins =
            leaves.iter().skip(usize::from(straight)).filter(|leaf| matches!(leaf.kind, LeafKind::Builtin(..)));
        let arity = builtins.map(|leaf| leaf.args.len() as u16).max().unwrap_or(0);
        self.floor = self.floor.max(first.floor).max(arity);
        (0..arity).try_for_each(|at| self.evacuate(X(at)))
    }

    #[inline(never)]
    fn choice_branch(&mut self, branch: &'a If, place: Place) -> Result<Flows> {
        let share = self.code.share;
        let otherwise = self.code.label();
        let mut join = self.join(branch.mark..branch.otherwise.range.end, Keeps::SlotsOnly);
        if branch.commit == Commit::Hard {
            self.mark(branch.level);
        }
        self.try_else(branch.mark - 1, otherwise);
        if branch.commit == Commit::Soft {
            self.mark(branch.level);
        }
        if let Some(barrier) = branch.barrier {
            self.mark(barrier);
        }
        let before = self.regs.clone();
        let mut flows = self.goal(&branch.cond.goal, Place::Inner)?;
        if flows == Flows::On {
            let y = self.level_slot(branch.level);
            self.code.emit(match branch.commit {
                Commit::Soft => Instr::SoftCut { y },
                _ => Instr::Cut { y },
            });
            self.position = branch.cut;
            flows = self.goal(&branch.then.goal, place)?;
        }
        if flows == Flows::On {
            self.reach(&mut join)?;
        }
        self.code.place(otherwise);
        self.code.share = share;
        self.regs = before;
        self.regs.forget();
        self.code.emit(Instr::TrustElse {});
        if self.goal(&branch.otherwise.goal, place)? == Flows::On {
            self.reach(&mut join)?;
        }
        Ok(self.meet(join))
    }

    #[inline(never)]
    pub fn disjunction(&mut self, alternatives: &'a [Alternative], place: Place) -> Result<Flows> {
        let share = self.code.share;
        let (first, others) = alternatives.split_first().expect("two alternatives or more");
        let end = others.last().map_or(0, |last| last.range.end);
        let mut join = self.join(first.range.start..end, Keeps::SlotsOnly);
        let mut next = self.code.label();
        self.try_else(first.range.start - 1, next);
        let mut before = self.regs.clone();
        if self.goal(&first.goal, place)? == Flows::On {
            self.reach(&mut join)?;
        }
        before.forget();
        for (at, alternative) in others.iter().enumerate() {
            self.code.place(next);
            self.code.share = share;
            self.regs = before.clone();
            if at + 1 == others.len() {
                self.code.emit(Instr::TrustElse {});
            } else {
                next = self.code.label();
                self.code.emit(Instr::RetryElse { other: next });
                let frame = self.frame_map(next, first.range.start - 1);
                self.frames.push(frame);
            }
            if self.goal(&alternative.goal, place)? == Flows::On {
                self.reach(&mut join)?;
            }
        }
        Ok(self.meet(join))
    }

    fn mark(&mut self, level: VarId) {
        let y = self.level_slot(level);
        self.code.emit(Instr::Mark { y });
        self.regs.see(level);
    }

    pub fn level_slot(&self, level: VarId) -> Y {
        self.slot(level).expect("levels are permanent")
    }

    fn try_else(&mut self, position: u32, other: Label) {
        let frame = self.frame_map(other, position);
        self.code.emit(Instr::TryElse { live: N(frame.live), other });
        self.frames.push(frame);
    }

    // --- Joins

    fn join(&mut self, range: Range<u32>, registers: Keeps) -> Join {
        Join { range, end: self.code.label(), state: None, share: self.code.share, registers }
    }

    /// A branch gets to the end of its construct: brings its variables into the common state.
    fn reach(&mut self, join: &mut Join) -> Result<()> {
        self.position = join.range.end - 1;
        self.sweep();
        for var in self.born_in(&join.range) {
            if !self.regs.seen(var) {
                let x = self.fresh()?;
                match self.slot(var) {
                    Some(y) => self.code.emit(Instr::PutVariableY { y, a: x }),
                    None => self.code.emit(Instr::PutVariableX { x, a: x }),
                }
                self.regs.bind(var, x);
            }
        }
        match &join.state {
            None => {
                if join.registers == Keeps::SlotsOnly {
                    self.regs.forget();
                }
                join.state = Some(self.regs.clone());
            }
            Some(state) if join.registers == Keeps::Registers => {
                let moves = state.held().filter_map(|(var, to)| {
                    let temporary = self.slot(var).is_none();
                    self.regs.at(var).filter(|_| temporary).map(|from| (from, to))
                });
                let moves: Vec<(X, X)> = moves.collect();
                self.emit_moves(moves)?;
            }
            Some(_) => {}
        }
        join.share = later(join.share, self.code.share);
        self.code.emit(Instr::Jump { to: join.end });
        Ok(())
    }

    /// Variables with their first occurrence inside a construct that are used after it.
    fn born_in(&self, range: &Range<u32>) -> Vec<VarId> {
        let variables = self.flow.variables.iter().enumerate();
        let inside = variables.filter(|(_, variable)| {
            let uses = &variable.uses;
            let at = uses.partition_point(|&position| position < range.start);
            uses.get(at).is_some_and(|position| range.contains(position))
        });
        inside.map(|(var, _)| VarId(var as u32)).filter(|&var| self.live(var)).collect()
    }

    fn emit_moves(&mut self, mut moves: Vec<(X, X)>) -> Result<()> {
        moves.sort_unstable();
        moves.dedup();
        let highest = moves.iter().map(|&(from, to)| from.max(to).0 + 1).max();
        let spare = X(highest.unwrap_or(0).max(self.floor));
        if spare.0 >= MAX_REGISTERS {
            return Err(CompileError::TooLarge { limit: u32::from(MAX_REGISTERS), span: self.span });
        }
        for (x, a) in sequential(moves, spare) {
            self.code.emit(Instr::PutValueX { x, a });
        }
        Ok(())
    }

    /// The end of a construct.
    fn meet(&mut self, join: Join) -> Flows {
        let Some(mut state) = join.state else {
            return Flows::Off;
        };
        self.code.place(join.end);
        self.code.share = join.share;
        self.position = join.range.end - 1;
        if join.registers == Keeps::Registers {
            // Slots agree between branches; copies of them in registers need not.
            let flow = self.flow;
            state.sweep(|var| flow.variables[var.0 as usize].slot.is_some());
        }
        self.regs = state;
        self.sweep();
        Flows::On
    }
}

/// The share of the later literal.
fn later(a: Share, b: Share) -> Share {
    let literal = |share| match share {
        Share::Literal(_, literal) => literal,
        Share::Selection | Share::Head(_) => 0,
    };
    if literal(b) > literal(a) { b } else { a }
}
