//! Measured calls: one goal, loaded once, run thousands of times with nothing around it.
//!
//! Loading builds the arguments above a choice point, so that the goal's own variables are newer than it and binding
//! them is not trailed, as in a program that has just made them. A run puts the arguments into the registers and starts
//! the predicate at its entry: no instruction is executed or counted that is not the predicate's. What a run leaves is
//! cleared before the next one, so that answers can be looked at in between.

use super::Machine;
use super::cell::{Cell, Tag};
use super::error::{Ball, Ended};
use super::frames::Choice;
use super::memory::Addr;
use super::query::More;
use super::step::RunMode;
use super::{call::Stopped, control, exchange::Variables};
use crate::error::{PrologError, RunError};
use crate::instr::PredId;
use crate::term::{Node, ReadTerm, TermId, Terms};
use crate::write::term_to_string;
use std::ops::ControlFlow;

/// How many solutions a run looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// The first.
    First,
    /// All, by backtracking until there are no more.
    All,
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Solutions found, over all runs of a batch.
    pub solutions: u64,
}

/// A goal that was loaded into a machine. Loading another goal or asking a query unloads it.
#[derive(Clone)]
pub struct Goal {
    pred: PredId,
    args: Vec<Cell>,
    variables: Vec<Addr>,
    base: Choice,
    /// The choice points below the run, with their tops of the heap: `nb_setarg/3` raises them.
    tops: Vec<(Choice, Addr)>,
    h: Addr,
    tr: Addr,
    serial: u64,
}

/// Looks at the arguments of a goal at a solution, and at whether choice points are left; says whether to go on.
pub type Show<'a> = &'a mut dyn FnMut(&Terms, &[TermId], More) -> ControlFlow<()>;

impl Machine {
    /// Loads a goal: the predicate, and a compound term (of any name) whose arguments are the goal's.
    ///
    /// # Panics
    /// When the term has another number of arguments than the predicate, or does not fit the heap.
    pub fn load_goal(&mut self, pred: PredId, args: &ReadTerm) -> Goal {
        self.rewind();
        self.begin();
        assert!(self.ensure(4 * args.terms.nodes()).is_ok(), "the goal's arguments fit the heap's limit");
        let mut variables = Vec::new();
        let nodes = match args.terms.get(args.root) {
            Node::Compound(_, nodes) => nodes,
            _ => &[],
        };
        let arity = self.program.get(pred).functor.arity as usize;
        assert_eq!(nodes.len(), arity, "a goal has as many arguments as its predicate");
        let args = nodes.iter().map(|&node| self.import(&args.terms, node, &mut variables)).collect();
        self.loaded += 1;
        self.begin_collecting(self.regs.h);
        self.gc.remembered.extend(variables.iter().flatten().map(|cell| cell.addr()));
        Goal {
            pred,
            args,
            variables: variables.into_iter().flatten().map(|cell| cell.addr()).collect(),
            base: self.b,
            tops: [Choice(self.choices.base()), self.b].map(|choice| (choice, choice.h())).to_vec(),
            h: self.regs.h,
            tr: self.tr,
            serial: self.loaded,
        }
    }

    /// Runs a loaded goal once.
    ///
    /// # Errors
    /// When the goal raises an exception or halts.
    ///
    /// # Panics
    /// When the goal was unloaded.
    pub fn run_goal<R: RunMode>(&mut self, goal: &Goal, solutions: Solutions) -> Result<Outcome, RunError> {
        self.run_goal_batch::<R>(goal, solutions, 1)
    }

    /// Runs a loaded goal a number of times.
    ///
    /// # Errors
    /// When the goal raises an exception or halts.
    ///
    /// # Panics
    /// When the goal was unloaded.
    pub fn run_goal_batch<R: RunMode>(
        &mut self,
        goal: &Goal,
        solutions: Solutions,
        times: u32,
    ) -> Result<Outcome, RunError> {
        assert_eq!(goal.serial, self.loaded, "the goal was unloaded");
        let entry = self.entry(goal.pred);
        let mut outcome = Outcome::default();
        for _ in 0..times {
            self.reset_goal(goal);
            self.regs.pc = entry;
            R::run(self);
            while self.stopped == Stopped::True {
                outcome.solutions += 1;
                if solutions == Solutions::First || self.b == goal.base {
                    break;
                }
                R::fail_and_run(self);
            }
            if self.ended.is_some() {
                self.take_ended_above(goal.h)?;
            }
        }
        Ok(outcome)
    }

    /// Runs a loaded goal to the end of its solutions, or until enough is seen: shows its arguments at each solution, and
    /// whether choice points are left.
    ///
    /// # Errors
    /// When the goal raises an exception or halts.
    ///
    /// # Panics
    /// When the goal was unloaded.
    pub fn run_goal_showing<R: RunMode>(&mut self, goal: &Goal, show: Show<'_>) -> Result<Outcome, RunError> {
        assert_eq!(goal.serial, self.loaded, "the goal was unloaded");
        let entry = self.entry(goal.pred);
        let mut outcome = Outcome::default();
        self.reset_goal(goal);
        self.regs.pc = entry;
        R::run(self);
        while self.stopped == Stopped::True {
            outcome.solutions += 1;
            let (terms, arguments) = self.goal_arguments(goal);
            let wish = show(&terms, &arguments, if self.b == goal.base { More::No } else { More::Perhaps });
            if wish.is_break() || self.b == goal.base {
                break;
            }
            R::fail_and_run(self);
        }
        if self.ended.is_some() {
            self.take_ended_above(goal.h)?;
        }
        Ok(outcome)
    }

    /// Brings the machine into the state in which the goal was loaded.
    fn reset_goal(&mut self, goal: &Goal) {
        // Not the goal's variables alone: `b_setval/2` and `setarg/3` change other cells that stay.
        self.undo::<super::step::Fast>(goal.tr);
        for &variable in &goal.variables {
            variable.set(Cell::reference(variable));
        }
        goal.tops.iter().for_each(|&(choice, top)| choice.set_h(top));
        self.cut_to(goal.base);
        self.cleanups.clear();
        self.clear_limits();
        self.b0 = goal.base;
        self.base = goal.base;
        self.regs.h = goal.h;
        self.start_collecting(goal.h);
        self.regs.e = goal.base.e();
        self.cp = self.stubs.stop_true;
        self.x[..goal.args.len()].copy_from_slice(&goal.args);
        self.begin_boxes();
    }

    /// The arguments of a goal as its last run left them.
    pub fn goal_arguments(&mut self, goal: &Goal) -> (Terms, Vec<TermId>) {
        assert_eq!(goal.serial, self.loaded, "the goal was unloaded");
        let mut terms = Terms::new();
        let mut variables = Variables::default();
        let args = goal.args.iter().filter_map(|&arg| self.export(arg, &mut terms, &mut variables).ok()).collect();
        (terms, args)
    }

    /// Pushes the choice point and the environment of a new run.
    pub(crate) fn begin(&mut self) {
        let e = control::base_environment(self.b.local_top());
        self.cp = self.stubs.stop_true;
        self.b0 = self.b;
        self.regs.e = e;
        let regs = self.regs;
        let stop = self.stubs.stop_false;
        self.begin_boxes();
        self.push_choice::<super::step::Fast>(&regs, 0, stop, e.add(super::frames::ENV_HEADER));
        self.shade_newest();
        self.base = self.b;
        self.begin_collecting(self.regs.h);
    }

    /// Forgets everything that runs left: stacks and heap are empty again.
    pub(crate) fn rewind(&mut self) {
        let root = Choice(self.choices.base());
        let used = self.regs.h;
        self.undo::<super::step::Fast>(root.tr());
        self.cut_to(root);
        self.base = root;
        self.b0 = root;
        self.regs.h = root.h();
        self.regs.e = root.e();
        self.bags.clear();
        self.place = None;
        self.streams.truncate(0);
        self.cleanups.clear();
        self.clear_limits();
        self.loaded += 1;
        self.unwound(used);
        self.give_back_after_run();
    }

    /// Turns the way a run ended into an error, if it did not end with an answer.
    pub(crate) fn take_ended(&mut self) -> Result<(), RunError> {
        self.take_ended_above(self.base.h())
    }

    /// The same, where what is on the heap below an address is needed again: the arguments of a goal.
    fn take_ended_above(&mut self, kept: Addr) -> Result<(), RunError> {
        match self.ended.take() {
            None => Ok(()),
            Some(Ended::Halt(status)) => Err(RunError::Halt(status)),
            Some(Ended::Error(record)) => {
                self.undo::<super::step::Fast>(self.base.tr());
                let mut h = kept;
                let ball = record.build(&mut h);
                self.regs.h = h;
                Err(RunError::Prolog(self.prolog_error(ball)))
            }
        }
    }

    /// What ended a builtin that was not called by a goal.
    pub(crate) fn error_of(&mut self, ball: Ball) -> RunError {
        match ball {
            Ball::Halt(status) => RunError::Halt(status),
            Ball::Term(ball) | Ball::Last(ball) => RunError::Prolog(self.prolog_error(ball)),
        }
    }

    /// An exception as it leaves the machine.
    fn prolog_error(&mut self, ball: Cell) -> PrologError {
        let mut terms = Terms::new();
        let exported = self.export(ball, &mut terms, &mut Variables::default());
        let id = match exported {
            Ok(id) => id,
            Err(Ball::Term(other)) if other.is(Tag::Struct) => self
                .export(other, &mut terms, &mut Variables::default())
                .unwrap_or_else(|_| unreachable!("error terms are small")),
            Err(_) => terms.atom(crate::atoms::known::ERROR, Default::default()),
        };
        let text = term_to_string(&terms, id, &self.program.atoms, &self.program.ops);
        PrologError { terms, ball: id, text, place: self.place.take().map(Box::new) }
    }
}
