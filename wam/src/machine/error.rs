//! Exceptions: how error terms are made, thrown and caught.
//!
//! A throw copies the ball out of the heap, unwinds choice points to the newest catch whose environment is still
//! running, and unifies the ball with its catcher. A catch is running when its environment is on the chain from E: one
//! that was left with choice points behind is not.

use super::Machine;
use super::call::CATCH_ARGS;
use super::cell::Cell;
use super::control::{env_cp, env_prev};
use super::copy::Record;
use super::memory::Addr;
use super::step::{Regs, RunMode, Step, Watch};
use crate::atoms::{Functor, known};
use crate::cost::Key;

/// What a builtin raises.
#[derive(Clone, Copy)]
pub(crate) enum Ball {
    /// A term.
    Term(Cell),
    /// A term that nothing catches: the run must end.
    Last(Cell),
    /// Not an exception: leave the program with this status.
    Halt(i32),
}

/// Why a run interrupted from outside ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// The user asked for it: the exception is `'$aborted'`.
    Abort,
    /// Its time is up: `error(resource_error(time), _)`.
    Time,
}

/// What may wait for a run to look, as bits; the lowest is the most urgent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waits(pub u32);

impl Waits {
    pub(crate) const ABORT: Waits = Waits(1);
    pub(crate) const TIME: Waits = Waits(2);
    /// A timer of the machine's own has gone off.
    pub(crate) const ALARM: Waits = Waits(4);
}

impl Machine {
    /// A compound term of a named functor.
    pub(crate) fn make(&mut self, name: &str, args: &[Cell]) -> Cell {
        let functor = self.program.atoms.functor(name, args.len() as u32);
        self.make_compound(functor, args)
    }

    pub(crate) fn make_compound(&mut self, functor: Functor, args: &[Cell]) -> Cell {
        let h = &mut self.regs.h;
        let at = *h;
        let term = if functor.name == known::DOT && functor.arity == 2 {
            Cell::list(at)
        } else {
            h.push(Cell::functor(functor));
            Cell::structure(at)
        };
        for &arg in args {
            h.push(arg);
        }
        term
    }

    pub(crate) fn make_variable(&mut self) -> Cell {
        self.regs.h.push_variable()
    }

    pub(crate) fn make_atom(&self, name: &str) -> Cell {
        Cell::atom(self.program.atoms.intern(name))
    }

    /// `Name/Arity`.
    pub(crate) fn indicator(&mut self, functor: Functor) -> Cell {
        self.make("/", &[Cell::atom(functor.name), Cell::int(functor.arity.into())])
    }

    /// `error(Formal, _)`.
    pub(crate) fn error(&mut self, formal: Cell) -> Ball {
        let context = self.make_variable();
        Ball::Term(self.make("error", &[formal, context]))
    }

    pub(crate) fn instantiation_error(&mut self) -> Ball {
        let formal = self.make_atom("instantiation_error");
        self.error(formal)
    }

    pub(crate) fn type_error(&mut self, expected: &str, culprit: Cell) -> Ball {
        self.error_2("type_error", expected, culprit)
    }

    pub(crate) fn domain_error(&mut self, expected: &str, culprit: Cell) -> Ball {
        self.error_2("domain_error", expected, culprit)
    }

    pub(crate) fn existence_error(&mut self, what: &str, culprit: Cell) -> Ball {
        self.error_2("existence_error", what, culprit)
    }

    fn error_2(&mut self, kind: &str, what: &str, culprit: Cell) -> Ball {
        let what = self.make_atom(what);
        let formal = self.make(kind, &[what, culprit]);
        self.error(formal)
    }

    /// No rule with `=>` is for a goal of a module.
    pub(crate) fn no_rule_error(&mut self, module: Cell, goal: Cell) -> Ball {
        let culprit = match module == Cell::atom(known::USER) {
            true => goal,
            false => self.make(":", &[module, goal]),
        };
        self.existence_error("matching_rule", culprit)
    }

    pub(crate) fn permission_error(&mut self, action: &str, what: &str, culprit: Cell) -> Ball {
        let (action, what) = (self.make_atom(action), self.make_atom(what));
        let formal = self.make("permission_error", &[action, what, culprit]);
        self.error(formal)
    }

    /// A permission error that says why.
    pub(crate) fn refused_error(&mut self, action: &str, what: &str, culprit: Cell, why: &str) -> Ball {
        let (action, what, why) = (self.make_atom(action), self.make_atom(what), self.make_atom(why));
        let formal = self.make("permission_error", &[action, what, culprit]);
        let whom = self.make_variable();
        let context = self.make("context", &[whom, why]);
        Ball::Term(self.make("error", &[formal, context]))
    }

    pub(crate) fn evaluation_error(&mut self, what: &str) -> Ball {
        self.error_1("evaluation_error", what)
    }

    pub(crate) fn resource_error(&mut self, what: &str) -> Ball {
        self.error_1("resource_error", what)
    }

    pub(crate) fn representation_error(&mut self, what: &str) -> Ball {
        self.error_1("representation_error", what)
    }

    fn error_1(&mut self, kind: &str, what: &str) -> Ball {
        let what = self.make_atom(what);
        let formal = self.make(kind, &[what]);
        self.error(formal)
    }

    /// Raises an exception and says where the machine goes on: in a recovery goal, or out with the error.
    pub(crate) fn raise<R: RunMode>(&mut self, r: &mut Regs, ball: Ball) -> Step {
        self.tell_raised();
        let is_last = matches!(ball, Ball::Last(_));
        let mut work = RaiseWork::default();
        // What the observer has ended no catch keeps; what its cleanups raise is caught as ever.
        let is_abort;
        let ball = match ball {
            Ball::Halt(status) => {
                if R::WATCH >= Watch::Boxes as u8 {
                    self.leave_all_boxes(r);
                }
                return self.leave(Ended::Halt(status));
            }
            Ball::Term(term) | Ball::Last(term) => {
                is_abort = self.was_aborted() && term.deref() == self.make_atom("$aborted");
                work.errors += u64::from(self.add_context(r, term));
                Record::of_ball(self, term)
            }
        };
        work.cells += ball.len() as u64;
        let mut env = self.cleanups.take_raised_from().unwrap_or(r.e);
        let top = self.regs.h.max(r.h);
        loop {
            let b = self.b;
            if R::WATCH >= Watch::Boxes as u8 && (b == self.base || is_last) {
                self.leave_all_boxes(r);
            }
            if b == self.base || is_last {
                self.place = self.running_clause(r);
                return self.leave(Ended::Error(ball));
            }
            if b.alt() == self.stubs.catch_fail && reaches(&mut env, b.e()) {
                if R::WATCH >= Watch::Boxes as u8 {
                    self.leave_boxes(r, b);
                }
                self.undo::<R>(b.tr());
                self.regs.h = b.h();
                self.hb = b.h();
                let saved = |i| b.arg(i, CATCH_ARGS).get();
                self.bags.truncate(saved(3).as_int() as usize);
                self.streams.truncate(saved(4).as_int() as usize);
                self.keep_limits(saved(5).as_int() as usize);
                self.drop_timers_after(saved(6).as_int());
                self.unwound(top);
                let term = ball.build(&mut self.regs.h);
                work.cells += ball.len() as u64;
                let catcher = saved(1);
                if !is_abort && self.unify_by_keys::<R>(catcher, term) {
                    work.count::<R>(self);
                    self.x[0] = saved(2);
                    let frame = b.e();
                    self.cp = env_cp(frame);
                    self.pop_choice();
                    self.b0 = self.b;
                    *r = Regs { pc: self.stubs.call_1, h: self.regs.h, e: env_prev(frame), ..*r };
                    if R::WATCH >= Watch::Boxes as u8 {
                        self.exit_behind_recovery(r);
                    }
                    return Step::Jump(self.stubs.call_1);
                }
                self.undo::<R>(b.tr());
                work.others += 1;
            } else if b.alt() == self.stubs.cleanup_fail {
                if R::WATCH >= Watch::Boxes as u8 {
                    self.leave_boxes(r, b);
                }
                work.count::<R>(self);
                return self.clean_up_and_raise::<R>(r, &ball, env);
            }
            self.pop_choice();
        }
    }

    fn leave(&mut self, ended: Ended) -> Step {
        self.ended = Some(ended);
        Step::Halt
    }
}

/// How a run left the machine, if not with an answer.
pub(crate) enum Ended {
    /// With an exception that nothing caught.
    Error(Record),
    /// By `halt`.
    Halt(i32),
}

/// What raising a ball takes, by the keys [`Key::RAISED`].
#[derive(Default)]
struct RaiseWork {
    errors: u64,
    cells: u64,
    others: u64,
}

impl RaiseWork {
    /// Counts it: the ball was caught, or waits for a cleanup.
    fn count<R: RunMode>(&self, m: &mut Machine) {
        let work = [1, self.errors, self.cells, self.others];
        Key::RAISED.into_iter().zip(work).for_each(|(key, units)| m.count_units::<R>(key, units));
    }
}

/// Whether the chain of environments from `env` reaches `frame`; `env` moves along, as older frames are lower.
fn reaches(env: &mut Addr, frame: Addr) -> bool {
    while *env > frame {
        *env = env_prev(*env);
    }
    *env == frame
}
