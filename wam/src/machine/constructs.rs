//! Control constructs that are called: goals that need code of their own.
//!
//! A control construct that is called (`call((A, B ; C))`) is compiled as the body of an anonymous predicate. What is
//! compiled is only its shape: the control constructs and the functors of the goals between them. All arguments of those
//! goals are passed in registers, so that code is made once a shape and kept, however often and with whatever terms the
//! construct is called.

use super::Machine;
use super::cell::{Cell, Tag};
use super::error::Ball;
use super::link;
use super::memory::Code;
use crate::atoms::{Functor, known};
use crate::compile::{Passing, compile_goal};
use crate::modules::{Meta, ModuleId};
use crate::term::{Span, TermId, Terms};

/// The code of a control construct: its entry and how many arguments it takes.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    entry: Code,
    passing: Passing,
}

/// A control construct that is called, taken apart. Kept for its room.
#[derive(Default)]
pub(crate) struct Called {
    /// The module, then the functors of the constructs and of the goals in the order in which they are written.
    shape: Vec<u64>,
    /// The arguments of the goals, and goals that are not known yet.
    args: Vec<Cell>,
    /// Goals still to be looked at.
    goals: Vec<Cell>,
}

/// In a shape: a goal that an argument says.
const UNKNOWN_GOAL: u64 = 0;

/// The construct of a shape, with a variable for each argument.
fn skeleton(shape: &[u64]) -> (Terms, TermId) {
    let span = Span::default();
    let mut terms = Terms::new();
    let mut done: Vec<TermId> = Vec::new();
    // What is written first is put together last, so that its parts are on top in their order.
    let mut variables: Vec<TermId> = Vec::new();
    for &word in shape {
        let functor = Cell(word).as_functor();
        let count = match word {
            UNKNOWN_GOAL => 1,
            _ if is_control(functor) => 0,
            _ => functor.arity,
        };
        variables.extend((0..count).map(|_| terms.fresh_var(span)));
    }
    for &word in shape.iter().rev() {
        let functor = Cell(word).as_functor();
        let arity = functor.arity as usize;
        let part = match word {
            UNKNOWN_GOAL => variables.pop().expect("a variable was made for each argument"),
            _ if is_control(functor) => {
                let mut parts = done.split_off(done.len() - arity);
                parts.reverse();
                terms.compound(functor.name, &parts, span)
            }
            _ => {
                let args = variables.split_off(variables.len() - arity);
                terms.compound(functor.name, &args, span)
            }
        };
        done.push(part);
    }
    let root = done.pop().expect("a shape is that of one construct");
    (terms, root)
}

/// How the arguments of `\+` in a control construct are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Negations {
    /// As parts of the construct.
    Inside,
    /// As terms that are called.
    Called,
}

/// The functors of control constructs.
pub(crate) fn is_control(functor: Functor) -> bool {
    let Functor { name, arity } = functor;
    match arity {
        2 => [known::COMMA, known::SEMICOLON, known::BAR, known::ARROW, known::SOFT_ARROW].contains(&name),
        1 => name == known::NOT,
        _ => arity == 0 && name == known::CUT,
    }
}

impl Machine {
    /// Makes code for a control construct, or finds it, and puts its arguments into the registers.
    /// Its parts are goals of a module.
    pub(crate) fn control_goal(&mut self, goal: Cell, module: ModuleId) -> Result<Code, Ball> {
        let mut called = std::mem::take(&mut self.called);
        let entry = self.control_code(goal, module, &mut called);
        self.called = called;
        entry
    }

    fn control_code(&mut self, goal: Cell, module: ModuleId, called: &mut Called) -> Result<Code, Ball> {
        // Where something is no goal: what stands in a negation is only looked at when that is called.
        let callable = self.look_through(goal, module, Negations::Inside, called)?
            || self.look_through(goal, module, Negations::Called, called)?;
        if !callable {
            return Err(self.type_error("callable", goal));
        }
        let shape = match self.shapes.get(&called.shape) {
            Some(&known) => known,
            None => {
                self.can_compile(called.shape.len() + called.args.len())?;
                let (terms, root) = skeleton(&called.shape[1..]);
                let outer = std::mem::replace(&mut self.program.context, module);
                let compiled = compile_goal(&terms, root, &mut self.program);
                self.program.context = outer;
                let code = compiled.map_err(|error| self.compile_error(error, goal))?;
                self.ensure_code(link::words(&code.block))?;
                let made = Shape { entry: self.link(&code.block), passing: code.passing };
                self.shapes.insert(called.shape.clone(), made);
                made
            }
        };
        let args = &called.args;
        match shape.passing {
            Passing::Registers => self.x[..args.len()].copy_from_slice(args),
            Passing::Structure(functor) => {
                self.ensure(args.len() + 1)?;
                self.x[0] = self.make_compound(functor, args);
            }
        }
        Ok(shape.entry)
    }

    /// Finds the shape of a control construct and the arguments of the goals in it, in the order in which it is written;
    /// false where something in it is no goal.
    fn look_through(
        &mut self,
        goal: Cell,
        module: ModuleId,
        negations: Negations,
        called: &mut Called,
    ) -> Result<bool, Ball> {
        called.shape.clear();
        called.args.clear();
        called.goals.clear();
        called.shape.push(module.0.into());
        called.goals.push(goal);
        let most = self.most_nodes();
        while let Some(part) = called.goals.pop() {
            let part = part.deref();
            self.can_grow(&called.shape, 2)?;
            self.can_grow(&called.args, 1)?;
            let functor = match part.tag() {
                Tag::Ref => {
                    called.shape.push(UNKNOWN_GOAL);
                    called.args.push(match module {
                        ModuleId::USER | ModuleId::SYSTEM => part,
                        _ => self.qualified(part, Meta::Goal(0), module),
                    });
                    continue;
                }
                Tag::Atom => Functor { name: part.as_atom(), arity: 0 },
                Tag::List | Tag::Struct => self.functor_of(part),
                _ => return Ok(false),
            };
            if functor.name == known::COLON && functor.arity == 2 {
                // A goal of another module is called by itself.
                called.shape.push(UNKNOWN_GOAL);
                called.args.push(part);
                continue;
            }
            called.shape.push(Cell::functor(functor).0);
            let arity = functor.arity as usize;
            if arity == 0 {
                continue;
            }
            let first = self.args_of(part);
            if functor.name == known::NOT && arity == 1 && negations == Negations::Called {
                called.shape.push(UNKNOWN_GOAL);
                called.args.push(first.get());
                continue;
            }
            if is_control(functor) {
                self.can_grow(&called.goals, arity)?;
                called.goals.extend((0..arity).rev().map(|i| first.add(i).get()));
                if called.goals.len().max(called.shape.len()) > most {
                    return Err(self.out_of_memory());
                }
                continue;
            }
            self.can_grow(&called.args, arity)?;
            let metas = self.program.metas_said(module, functor);
            for i in 0..arity {
                let arg = first.add(i).get();
                called.args.push(match &metas {
                    Some(metas) => self.qualified(arg, metas[i], module),
                    None => arg,
                });
            }
        }
        Ok(true)
    }
}
