//! Control constructs that are called: `call((A, B))`, `findall(X, (p(X), q(X)), Xs)`.
//!
//! The machine compiles such a goal when it is called: its shape, with a variable for each argument of the goals in it
//! (see `wam/src/machine/database.rs`). So it is a predicate without a name, whose arguments are those of its goals in
//! the order in which they are written; here it gets a number behind those of the program's predicates.

use crate::explore::Explorer;
use crate::qualified::qualified;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, State};
use crate::types::is_control;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::atoms::{Functor, known};
use wam::code::{Block, Program};
use wam::compile::{GoalCode, Passing, look_at_goal};
use wam::family::Callee;
use wam::instr::{Instr, N, PredId};
use wam::modules::ModuleId;
use wam::term::{Span, TermId, Terms};

/// A control construct without the arguments of its goals.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    module: ModuleId,
    /// Functors, outermost first; nothing for a goal that is called as it is.
    parts: Vec<Option<Functor>>,
}

const SPAN: Span = Span { start: 0, end: 0 };

impl Shape {
    /// The shape of a goal of a module, and the arguments of its goals.
    pub fn of(
        program: &Program,
        state: &mut State,
        goal: CellId,
        module: ModuleId,
    ) -> Result<(Shape, Vec<CellId>), String> {
        let (mut parts, mut args, mut todo) = (Vec::new(), Vec::new(), vec![goal]);
        while let Some(part) = todo.pop() {
            let (functor, own) = match state.get(part) {
                Cell::Free => {
                    parts.push(None);
                    args.push(part);
                    continue;
                }
                Cell::Atom(name) => (Functor { name: *name, arity: 0 }, Vec::new()),
                Cell::Struct(functor, own) if *functor != OTHER => (*functor, own.to_vec()),
                _ => return Err("call/N of a construct that holds a goal that is not known".into()),
            };
            if functor.name == known::COLON && functor.arity == 2 {
                parts.push(None);
                args.push(part);
                continue;
            }
            parts.push(Some(functor));
            if is_control(functor) {
                todo.extend(own.iter().rev());
                continue;
            }
            let passed = qualified(program, state, functor, module, own);
            args.extend(passed.ok_or("call/N of a construct with a goal that is passed one that is not known")?);
        }
        Ok((Shape { module, parts }, args))
    }

    /// The code of the construct.
    fn compile(&self, program: &Program) -> Result<Block, String> {
        let mut terms = Terms::new();
        let root = self.term(&mut terms, &mut self.parts.iter());
        let code = look_at_goal(&terms, root, program, self.module);
        let Ok(GoalCode { block, passing: Passing::Registers, .. }) = code else {
            return Err("call/N of a construct that cannot be compiled".into());
        };
        let unknown = |instr: &Instr| match instr.callee() {
            Some(Callee::Predicate(pred)) => pred.0 as usize >= program.predicates.len(),
            Some(Callee::Builtin(_)) | None => false,
        };
        match block.instrs.iter().any(unknown) {
            true => Err("call/N of a construct with a goal that is not defined".into()),
            false => Ok(block),
        }
    }

    fn term(&self, terms: &mut Terms, parts: &mut std::slice::Iter<'_, Option<Functor>>) -> TermId {
        let Some(Some(functor)) = parts.next() else { return terms.fresh_var(SPAN) };
        let control = is_control(*functor);
        let args: Vec<TermId> =
            (0..functor.arity).map(|_| if control { self.term(terms, parts) } else { terms.fresh_var(SPAN) }).collect();
        match args.as_slice() {
            [] => terms.atom(functor.name, SPAN),
            args => terms.compound(functor.name, args, SPAN),
        }
    }
}

/// The constructs met, as predicates.
#[derive(Default)]
pub struct Goals {
    index: FxHashMap<Shape, usize>,
    blocks: Vec<Arc<Block>>,
    arities: Vec<usize>,
}

impl Goals {
    /// The number of the predicate that a construct is.
    pub fn number(&mut self, program: &Program, shape: &Shape, arity: usize) -> Result<PredId, String> {
        let first = program.predicates.len();
        if let Some(&at) = self.index.get(shape) {
            return Ok(PredId((first + at) as u32));
        }
        let block = shape.compile(program)?;
        self.index.insert(shape.clone(), self.blocks.len());
        self.blocks.push(Arc::new(block));
        self.arities.push(arity);
        Ok(PredId((first + self.blocks.len() - 1) as u32))
    }

    /// The construct of that number: how many arguments it has, and its code.
    pub fn get(&self, program: &Program, pred: PredId) -> Option<(usize, Arc<Block>)> {
        let at = (pred.0 as usize).checked_sub(program.predicates.len())?;
        Some((self.arities[at], self.blocks[at].clone()))
    }
}

impl Explorer<'_> {
    /// The name and arity of a predicate; a control construct that is called is `call`, with the arguments of its goals.
    pub fn functor(&self, pred: PredId) -> Functor {
        match self.goals.get(self.program, pred) {
            Some((arity, _)) => Functor { name: known::CALL, arity: arity as u32 },
            None => self.program.get(pred).functor,
        }
    }

    /// The code of a predicate, or of a control construct that is called.
    pub(crate) fn block(&self, pred: PredId) -> Arc<Block> {
        let construct = self.goals.get(self.program, pred).map(|(_, block)| block);
        let machine = || self.machine_block(self.functor(pred)).map(Arc::new);
        construct.or_else(machine).unwrap_or_else(|| self.program.get(pred).block.clone())
    }

    /// The module of a predicate; none of a control construct.
    pub(crate) fn module(&self, pred: PredId) -> Option<ModuleId> {
        self.goals.get(self.program, pred).is_none().then(|| self.program.get(pred).module)
    }

    /// The code of `call/N` and `catch/3`, which the machine has for them.
    fn machine_block(&self, functor: Functor) -> Option<Block> {
        match (&*self.program.atoms.name(functor.name), functor.arity) {
            ("call", arity @ 1..256) => Some(Block::of(vec![Instr::MetaCall { arity: N(arity as u16) }])),
            ("catch", 3) => Some(Block::of(vec![
                Instr::Allocate {},
                Instr::PushCatch {},
                Instr::Call { live: N(0), pred: self.call_1()? },
                Instr::PopCatch {},
                Instr::Deallocate {},
                Instr::Proceed {},
            ])),
            _ => None,
        }
    }

    /// The predicate `call/1`.
    pub(crate) fn call_1(&self) -> Option<PredId> {
        self.program.find(Functor { name: known::CALL, arity: 1 })
    }
}
