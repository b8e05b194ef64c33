//! One clause to instructions.
//!
//! In: head arguments and analysed body. Out: a [`Piece`] of code with labels relative to its start. The order is:
//! `get_` of the argument that selection looks at first (so that it can be skipped), `allocate`, the rest of the head, the body. Permanent
//! variables are in their slot from their first occurrence on, and often in a register besides; temporary ones are in
//! a register.

use super::assemble::Assembler;
use super::control::BranchState;
use super::error::CompileError;
use super::flow::{Flow, Place, analyse, renamed};
use super::goal::{Goal, Leaf, LeafKind, Normaliser, Returns};
use super::registers::Registers;
use super::{Scope, Vocabulary};
use crate::code::{ClauseIndex, FrameMap, Literal, MAX_REGISTERS, Share};
use crate::instr::{Instr, Label, N, X, Y};
use crate::term::{Node, Span, TermId, Terms, VarId};
use std::ops::Range;
use std::sync::Arc;

/// A clause taken apart and analysed.
pub(super) struct Clause<'a> {
    pub terms: &'a Terms,
    pub head: &'a [TermId],
    pub body: Goal,
    pub flow: Flow,
    pub span: Span,
    /// The compounds that goals for the head of a rule say its arguments are ([`super::rules`]).
    pub patterns: Vec<(VarId, TermId)>,
}

/// The code of a clause; labels are indices into `instrs`.
#[derive(Debug)]
pub(super) struct Piece {
    pub instrs: Vec<Instr>,
    pub shares: Vec<Share>,
    pub matched: Label,
    pub step: Label,
    pub span: Span,
    pub frames: Vec<FrameMap>,
}

/// Whether control goes on behind a goal's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flows {
    /// It does.
    On,
    /// It never does: the goal fails, or has left the clause.
    Off,
}

/// What a term is to the code that unifies or builds it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen {
    /// A variable that occurs nowhere else.
    Void,
    /// A variable without a value yet.
    First(VarId),
    /// A variable with a value.
    Later(VarId),
    /// An atom or a small integer.
    Constant(crate::instr::Constant),
    /// A literal that does not fit a cell.
    Literal,
    /// A compound term.
    Compound,
}

impl<'a> Clause<'a> {
    /// Takes a clause apart: `head` are its arguments, `body` is its body (none for facts), which begins with `matching`
    /// goals that do what the head of a rule did.
    pub fn new(
        terms: &'a Terms,
        head: &'a [TermId],
        body: Option<TermId>,
        span: Span,
        matching: usize,
        scope: &mut dyn Scope,
    ) -> Result<Self> {
        let (mut body, variables) = match body {
            Some(body) => Normaliser::new(terms, scope).behind(matching).body(body)?,
            None => (Goal::TRUE, terms.variables()),
        };
        let flow = analyse(terms, head, &mut body, variables);
        if flow.slots() > MAX_SLOTS {
            return Err(CompileError::TooLarge { limit: MAX_SLOTS, span });
        }
        let patterns = patterns(terms, head, &body, matching);
        Ok(Clause { terms, head, body, flow, span, patterns })
    }

    /// Compiles it as clause number `index` of its predicate, which selects on its argument `main` first.
    pub fn compile(
        &self,
        index: ClauseIndex,
        main: u16,
        literals: &mut Vec<Literal>,
        vocabulary: &Arc<Vocabulary>,
    ) -> Result<Piece> {
        let code = Assembler::new(Share::Head(index));
        let mut generator = Generator::new(self, index, code, literals, vocabulary);
        let matched = generator.head(self.head, main, first_floor(&self.body))?;
        generator.body(&self.body)?;
        let step = generator.step.expect("the body has passed its tests");
        let frames = std::mem::take(&mut generator.frames);
        let code = generator.code.finish();
        Ok(Piece {
            frames: frames.into_iter().map(|frame| FrameMap { at: code.place(frame.at), ..frame }).collect(),
            matched: code.place(matched),
            step: code.place(step),
            instrs: code.instrs,
            shares: code.shares,
            span: self.span,
        })
    }
}

/// The arguments of the head that goals before a rule's guard unify with compounds, and these.
fn patterns(terms: &Terms, head: &[TermId], body: &Goal, matching: usize) -> Vec<(VarId, TermId)> {
    let is_argument = |var| head.iter().any(|&arg| matches!(terms.get(arg), Node::Var(other) if other == var));
    let pattern = |goal: &Goal| match goal {
        Goal::Leaf(leaf) if leaf.kind == LeafKind::Unify => match terms.get(leaf.args[0]) {
            Node::Var(var) if is_argument(var) => Some((var, leaf.args[1])),
            _ => None,
        },
        _ => None,
    };
    super::guards::goals(body).take(matching).filter_map(pattern).collect()
}

/// The register floor of a goal's first leaf.
pub(super) fn first_floor(goal: &Goal) -> u16 {
    match goal {
        Goal::Leaf(leaf) => leaf.floor,
        Goal::Seq(goals) => goals.first().map_or(0, first_floor),
        Goal::Or(alternatives) => {
            let floors = alternatives.iter().map(|a| first_floor(&a.goal));
            floors.max().unwrap_or(0)
        }
        Goal::If(branch) => {
            first_floor(&branch.cond.goal).max(first_floor(&branch.then.goal)).max(first_floor(&branch.otherwise.goal))
        }
    }
}

/// The state of compiling one clause.
pub(super) struct Generator<'a> {
    pub terms: &'a Terms,
    pub flow: &'a Flow,
    pub vocabulary: &'a Vocabulary,
    pub regs: Registers,
    pub code: Assembler,
    pub literals: &'a mut Vec<Literal>,
    pub index: ClauseIndex,
    pub span: Span,
    /// Names of the current leaf.
    pub renaming: Option<&'a Leaf>,
    /// Place, chunk and floor of the current leaf.
    pub position: u32,
    pub chunk: u32,
    pub floor: u16,
    /// Registers below this are no temporary ones: what comes after a test that is false needs them.
    pub reserved: u16,
    /// Positions that cannot be reached from here although they are later: other branches.
    pub dead_ends: Vec<Range<u32>>,
    pub branch_state: BranchState,
    pub step: Option<Label>,
    /// What environments hold, at labels of the assembler.
    pub frames: Vec<FrameMap>,
}

/// How many slots an environment can have.
const MAX_SLOTS: u32 = 0xFFFF;

pub(super) type Result<T> = std::result::Result<T, CompileError>;

impl<'a> Generator<'a> {
    /// A generator at the start of a clause, which puts its code behind what there is.
    pub fn new(
        clause: &'a Clause<'a>,
        index: ClauseIndex,
        code: Assembler,
        literals: &'a mut Vec<Literal>,
        vocabulary: &'a Vocabulary,
    ) -> Self {
        Generator {
            terms: clause.terms,
            flow: &clause.flow,
            vocabulary,
            regs: Registers::new(clause.flow.variables.len()),
            code,
            literals,
            index,
            span: clause.span,
            renaming: None,
            position: 0,
            chunk: 0,
            floor: 0,
            reserved: 0,
            dead_ends: Vec::new(),
            branch_state: BranchState::Outside,
            step: None,
            frames: Vec::new(),
        }
    }

    // --- The clause

    fn head(&mut self, args: &[TermId], main: u16, body_floor: u16) -> Result<Label> {
        let arity = args.len() as u16;
        self.floor = arity.max(body_floor);
        for (at, &arg) in args.iter().enumerate() {
            let a = X(at as u16);
            match self.look(arg) {
                Seen::Void => {}
                Seen::First(var) => self.regs.bind(var, a),
                _ => self.regs.take(a),
            }
        }
        let mut matched = self.code.here();
        let mut done = None;
        let mut pending = None;
        if let Some(&first) = args.get(usize::from(main)) {
            match self.look(first) {
                Seen::Constant(c) => {
                    self.code.emit(Instr::GetConstant { c, a: X(main) });
                    self.regs.release(X(main));
                    matched = self.code.here();
                    done = Some(main);
                }
                Seen::Compound => {
                    self.get_compound(first, X(main));
                    matched = self.code.here();
                    pending = Some(first);
                    done = Some(main);
                }
                _ => {}
            }
        }
        if self.flow.environment {
            self.code.emit(Instr::Allocate {});
        }
        if let Some(first) = pending {
            self.unify_inside(first)?;
        }
        for (&arg, at) in args.iter().zip(0..) {
            if Some(at) != done {
                self.head_argument(arg, X(at))?;
            }
        }
        self.mark_level();
        self.sweep();
        Ok(matched)
    }

    /// Marks the level that deep cuts cut back to.
    pub fn mark_level(&mut self) {
        if let Some(level) = self.flow.level {
            let y = self.level_slot(level);
            self.code.emit(Instr::GetLevel { y });
            self.regs.see(level);
        }
    }

    fn head_argument(&mut self, arg: TermId, a: X) -> Result<()> {
        match self.look(arg) {
            Seen::Void => Ok(()),
            Seen::Later(var) if self.regs.at(var) == Some(a) => {
                if let Some(y) = self.slot(var) {
                    self.code.emit(Instr::GetVariableY { y, a });
                }
                Ok(())
            }
            _ => self.unify_register(arg, a),
        }
    }

    fn body(&mut self, body: &'a Goal) -> Result<()> {
        let goals = match body {
            Goal::Seq(goals) => &goals[..],
            goal => std::slice::from_ref(goal),
        };
        let tests = goals.iter().take_while(|goal| match goal {
            Goal::Leaf(leaf) => leaf.is_test(),
            Goal::Seq(_) | Goal::If(_) | Goal::Or(_) => false,
        });
        let tests = tests.count();
        for goal in &goals[..tests] {
            self.goal(goal, Place::Inner)?;
        }
        self.step = Some(self.code.here());
        self.sequence(&goals[tests..], Place::Last)?;
        Ok(())
    }

    // --- Goals

    pub fn sequence(&mut self, goals: &'a [Goal], place: Place) -> Result<Flows> {
        for (at, goal) in goals.iter().enumerate() {
            let last = at + 1 == goals.len();
            let flows = self.goal(goal, if last { place } else { Place::Inner })?;
            if flows == Flows::Off {
                return Ok(Flows::Off);
            }
        }
        // A last goal has left the clause unless there was none.
        match place {
            Place::Last => Ok(self.leave()),
            Place::Inner => Ok(Flows::On),
        }
    }

    pub fn goal(&mut self, goal: &'a Goal, place: Place) -> Result<Flows> {
        match goal {
            Goal::Seq(goals) => self.sequence(goals, place),
            Goal::Leaf(leaf) => {
                let flows = self.leaf(leaf, place, Label::FAIL)?;
                match (flows, place) {
                    (Flows::On, Place::Last) => Ok(self.leave()),
                    _ => Ok(flows),
                }
            }
            Goal::Or(alternatives) => self.disjunction(alternatives, place),
            Goal::If(branch) => self.if_then_else(branch, place),
        }
    }

    /// Returns to the caller.
    fn leave(&mut self) -> Flows {
        if self.flow.environment {
            self.code.emit(Instr::Deallocate {});
        }
        self.code.emit(Instr::Proceed {});
        Flows::Off
    }

    /// A goal without control; tests that are false go to `other`.
    #[inline(never)]
    pub fn leaf(&mut self, leaf: &'a Leaf, place: Place, other: Label) -> Result<Flows> {
        self.renaming = leaf.renaming.is_some().then_some(leaf);
        self.position = leaf.position;
        self.chunk = leaf.chunk;
        self.floor = leaf.floor;
        let flows = match leaf.kind {
            LeafKind::Fail => {
                self.before_branch();
                self.code.emit(match other {
                    Label::FAIL => Instr::Fail {},
                    to => Instr::Jump { to },
                });
                Flows::Off
            }
            LeafKind::Cut(level) => self.cut(level),
            LeafKind::Unify => self.unify(leaf.args[0], leaf.args[1])?,
            LeafKind::Is => self.is(leaf.args[0], leaf.args[1])?,
            LeafKind::Compare(comparison) => self.compare(comparison, leaf.args[0], leaf.args[1], other)?,
            LeafKind::Type(test) => self.type_test(test, leaf.args[0], other)?,
            LeafKind::Builtin(builtin, _) => {
                self.place_arguments(&leaf.args, super::args::Goes::On)?;
                self.before_branch();
                self.code.emit(Instr::Builtin { builtin, other });
                Flows::On
            }
            LeafKind::Call(pred, returns) => {
                let leaves = place == Place::Last && returns == Returns::Plain;
                self.place_arguments(&leaf.args, super::args::Goes::Away)?;
                if leaves && self.flow.environment {
                    self.code.emit(Instr::Deallocate {});
                }
                self.code.share = Share::Literal(self.index, leaf.literal);
                self.regs.forget();
                if leaves {
                    self.code.emit(Instr::Execute { pred });
                    Flows::Off
                } else {
                    let at = self.code.here();
                    let frame = self.frame_map(at, self.position);
                    let live = N(frame.live);
                    if !frame.unset.is_empty() {
                        self.frames.push(frame);
                    }
                    self.code.emit(Instr::Call { live, pred });
                    Flows::On
                }
            }
        };
        self.sweep();
        self.renaming = None;
        Ok(flows)
    }

    fn cut(&mut self, level: Option<VarId>) -> Flows {
        let level = level.or(if self.chunk == 0 { None } else { self.flow.level });
        self.code.emit(match level.and_then(|level| self.slot(level)) {
            Some(y) => Instr::Cut { y },
            None => Instr::NeckCut {},
        });
        Flows::On
    }

    // --- Variables

    /// What a term is here.
    pub fn look(&self, term: TermId) -> Seen {
        match self.terms.get(term) {
            Node::Var(var) => {
                let var = self.var(var);
                if self.flow.variables[var.0 as usize].occurrences == 1 {
                    Seen::Void
                } else if self.regs.seen(var) {
                    Seen::Later(var)
                } else {
                    Seen::First(var)
                }
            }
            Node::Compound(..) => Seen::Compound,
            node => super::build::constant(&node).map_or(Seen::Literal, Seen::Constant),
        }
    }

    /// The variable meant by a name of the current leaf.
    pub fn var(&self, var: VarId) -> VarId {
        self.renaming.map_or(var, |leaf| renamed(leaf, var))
    }

    /// The variable's slot, if it is permanent.
    pub fn slot(&self, var: VarId) -> Option<Y> {
        self.flow.variables[var.0 as usize].slot
    }

    /// What the environment holds at a label when control gets there, of the slots needed after a position.
    pub fn frame_map(&self, at: Label, position: u32) -> FrameMap {
        let live = self.flow.live_after(position);
        let unset = |var: VarId| self.slot(var).map(|y| y.0).filter(|&y| y < live && !self.regs.seen(var));
        let mut unset: Vec<u16> = (0..self.flow.variables.len() as u32).map(VarId).filter_map(unset).collect();
        unset.sort_unstable();
        FrameMap { at, live, unset }
    }

    /// Whether a register that holds the variable must keep it after the current goal.
    pub fn live(&self, var: VarId) -> bool {
        let uses = &self.flow.variables[var.0 as usize].uses;
        let later = &uses[uses.partition_point(|&at| at <= self.position)..];
        let reachable = |at: &u32| !self.dead_ends.iter().any(|range| range.contains(at));
        later.iter().any(reachable)
    }

    /// Frees registers whose variables are not used after the current goal.
    pub fn sweep(&mut self) {
        let mut regs = std::mem::take(&mut self.regs);
        regs.sweep(|var| !self.live(var));
        self.regs = regs;
    }

    /// A register nothing else is in; busy until it is bound or released.
    pub fn fresh(&mut self) -> Result<X> {
        self.regs
            .fresh(self.floor.max(self.reserved))
            .ok_or(CompileError::TooLarge { limit: u32::from(MAX_REGISTERS), span: self.span })
    }

    /// A register for a variable's first value: the one where the next call wants it, if that is free.
    pub fn preferred(&mut self, var: VarId) -> Result<X> {
        let hints = &self.flow.variables[var.0 as usize].hints;
        let wanted = hints
            .iter()
            .filter(|&&(position, chunk, _)| position >= self.position && chunk == self.chunk)
            .map(|&(_, _, argument)| X(argument))
            .find(|&x| self.regs.is_free(x));
        match wanted {
            Some(x) => {
                self.regs.take(x);
                Ok(x)
            }
            None => self.fresh(),
        }
    }

    /// Gives a variable its first value, which is in a register.
    pub fn define(&mut self, var: VarId, x: X) {
        if let Some(y) = self.slot(var) {
            self.code.emit(Instr::GetVariableY { y, a: x });
        }
        self.regs.bind(var, x);
    }

    /// The register that holds a variable with a value, loading it from its slot if need be.
    pub fn load(&mut self, var: VarId) -> Result<X> {
        if let Some(x) = self.regs.at(var) {
            return Ok(x);
        }
        let y = self.slot(var).expect("a variable with a value is in a register or in a slot");
        let a = self.preferred(var)?;
        self.code.emit(Instr::PutValueY { y, a });
        self.regs.bind(var, a);
        Ok(a)
    }
}
