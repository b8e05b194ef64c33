//! The database of dynamic predicates, and goals that need code of their own.
//!
//! A control construct that is called (`call((A, B ; C))`) is compiled as the body of an anonymous predicate. What is
//! compiled is only its shape: the control constructs and the functors of the goals between them. All arguments of those
//! goals are passed in registers, so that code is made once a shape and kept, however often and with whatever terms the
//! construct is called.

use super::Machine;
use super::cell::{Cell, Tag};
use super::clauses::{ClauseId, INDEXED, Keys, OPEN, Place};
use super::copy::Record;
use super::dynamic::selectors;
use super::error::Ball;
use super::exchange::Variables;
use super::link;
use super::memory::{Addr, Code};
use crate::atoms::{Functor, known};
use crate::builtins::builtin;
use crate::code::{Block, PredicateKind};
use crate::compile::{CompileError, Passing, compile_goal};
use crate::instr::PredId;
use crate::modules::{Meta, ModuleId};
use crate::term::{ReadTerm, Span, TermId, Terms};
use std::sync::Arc;

/// The code of a control construct: its entry and how many arguments it takes.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    entry: Code,
    passing: Passing,
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
        match self.shape_goal(goal, module, Negations::Inside)? {
            Some(entry) => Ok(entry),
            // Something is no goal. What stands in a negation is only looked at when that is called.
            None => match self.shape_goal(goal, module, Negations::Called)? {
                Some(entry) => Ok(entry),
                None => Err(self.type_error("callable", goal)),
            },
        }
    }

    fn shape_goal(&mut self, goal: Cell, module: ModuleId, negations: Negations) -> Result<Option<Code>, Ball> {
        /// What is left of the skeleton: a goal to look at, or a construct to put together.
        enum Task {
            Goal(Cell),
            Make(Functor),
        }
        let span = Span::default();
        let mut terms = Terms::new();
        let mut args: Vec<Cell> = Vec::new();
        let mut done: Vec<TermId> = Vec::new();
        let mut shape: Vec<u64> = vec![module.0.into()];
        let mut tasks = vec![Task::Goal(goal)];
        while let Some(task) = tasks.pop() {
            let part = match task {
                Task::Make(functor) => {
                    let parts = done.split_off(done.len() - functor.arity as usize);
                    done.push(terms.compound(functor.name, &parts, span));
                    continue;
                }
                Task::Goal(part) => part.deref(),
            };
            let functor = match part.tag() {
                Tag::Ref => {
                    shape.push(0);
                    args.push(match module {
                        ModuleId::USER | ModuleId::SYSTEM => part,
                        _ => self.qualified(part, Meta::Goal(0), module),
                    });
                    done.push(terms.fresh_var(span));
                    continue;
                }
                Tag::Atom => Functor { name: part.as_atom(), arity: 0 },
                Tag::List | Tag::Struct => self.functor_of(part),
                _ => return Ok(None),
            };
            if functor.name == known::COLON && functor.arity == 2 {
                // A goal of another module is called by itself.
                shape.push(0);
                args.push(part);
                done.push(terms.fresh_var(span));
                continue;
            }
            shape.push(Cell::functor(functor).0);
            let arity = functor.arity as usize;
            if functor.name == known::NOT && arity == 1 && negations == Negations::Called {
                shape.push(0);
                args.push(self.args_of(part).get());
                let inner = terms.fresh_var(span);
                done.push(terms.compound(known::NOT, &[inner], span));
                continue;
            }
            if is_control(functor) {
                tasks.push(Task::Make(functor));
                let first = if arity > 0 { self.args_of(part) } else { Addr::NULL };
                tasks.extend((0..arity).rev().map(|i| Task::Goal(first.add(i).get())));
                if tasks.len() > super::MAX_WORK {
                    return Err(self.resource_error("memory"));
                }
                continue;
            }
            let mut parts = Vec::with_capacity(arity);
            let metas = self.metas(module, functor);
            for i in 0..arity {
                let arg = self.args_of(part).add(i).get();
                args.push(match &metas {
                    Some(metas) => self.qualified(arg, metas[i], module),
                    None => arg,
                });
                parts.push(terms.fresh_var(span));
            }
            done.push(terms.compound(functor.name, &parts, span));
        }
        let root = done.pop().expect("the goal left its skeleton");
        let shape = match self.shapes.get(&shape) {
            Some(&known) => known,
            None => {
                let outer = std::mem::replace(&mut self.program.context, module);
                let compiled = compile_goal(&terms, root, &mut self.program);
                self.program.context = outer;
                let code = compiled.map_err(|error| self.compile_error(error, goal))?;
                self.ensure_code(link::words(&code.block))?;
                let made = Shape { entry: self.link(&code.block), passing: code.passing };
                self.shapes.insert(shape, made);
                made
            }
        };
        match shape.passing {
            Passing::Registers => self.x[..args.len()].copy_from_slice(&args),
            Passing::Structure(functor) => {
                self.ensure(args.len() + 1)?;
                self.x[0] = self.make_compound(functor, &args);
            }
        }
        Ok(Some(shape.entry))
    }

    /// The Prolog error for a clause or goal that cannot be compiled.
    fn compile_error(&mut self, error: CompileError, culprit: Cell) -> Ball {
        match error {
            CompileError::HeadNotCallable { .. } | CompileError::GoalNotCallable { .. } => {
                self.type_error("callable", culprit)
            }
            CompileError::TooManyArguments { .. } => self.representation_error("max_arity"),
            CompileError::Protected { .. } => self.permission_error("modify", "static_procedure", culprit),
            _ => self.representation_error("clause_size"),
        }
    }

    /// Links the clauses a dynamic predicate starts with.
    pub(crate) fn link_dynamic(&mut self, pred: PredId) {
        let predicate = self.program.get(pred).clone();
        self.dynamics.entry(pred).or_default();
        for (block, term) in predicate.dynamic.iter().zip(&predicate.source) {
            self.link_initial(pred, block, term);
        }
    }

    fn link_initial(&mut self, pred: PredId, block: &Arc<Block>, read: &ReadTerm) {
        let start = self.regs.h;
        let term = self.import(&read.terms, read.root, &mut Vec::new());
        if let Ok((_, head, body)) = self.split_clause(term)
            && let Ok(body) = self.body_goal(body)
            && let Ok(record) = self.clause_record(head, body)
        {
            let keys = self.clause_keys(head);
            let id = self.add_linked(pred, block, keys, record, Place::Last);
            let born = self.stamp;
            self.initial.entry(pred).or_default().push((id, born));
        }
        self.regs.h = start;
    }

    /// The module of a clause, its head and its body. What has no module is of `user`; the body of a clause for another
    /// module's predicate is qualified with its own.
    pub(crate) fn split_clause(&mut self, clause: Cell) -> Result<(ModuleId, Cell, Cell), Ball> {
        let (module, clause) = self.strip_module(clause, ModuleId::USER)?;
        let (head, body) = self.head_and_body(clause)?;
        let (home, head) = self.strip_module(head, module)?;
        match head.tag() {
            Tag::Ref => return Err(self.instantiation_error()),
            Tag::Atom | Tag::List | Tag::Struct => {}
            _ => return Err(self.type_error("callable", head)),
        }
        if home == module || body == Cell::atom(known::TRUE) {
            return Ok((home, head, body));
        }
        let of = Cell::atom(self.program.module(module).name);
        let body = self.make(":", &[of, body]);
        Ok((home, head, body))
    }

    fn head_and_body(&mut self, clause: Cell) -> Result<(Cell, Cell), Ball> {
        let clause = clause.deref();
        let true_ = Cell::atom(known::TRUE);
        match clause.tag() {
            Tag::Ref => Err(self.instantiation_error()),
            Tag::Atom => Ok((clause, true_)),
            Tag::List | Tag::Struct => {
                let functor = self.functor_of(clause);
                let args = self.args_of(clause);
                if functor.arity != 2 || functor.name != known::NECK {
                    return Ok((clause, true_));
                }
                Ok((args.get().deref(), args.add(1).get().deref()))
            }
            _ => Err(self.type_error("callable", clause)),
        }
    }

    /// The functor of a callable term.
    pub(crate) fn callable_functor(&mut self, term: Cell) -> Result<Functor, Ball> {
        match term.tag() {
            Tag::Ref => Err(self.instantiation_error()),
            Tag::Atom => Ok(Functor { name: term.as_atom(), arity: 0 }),
            Tag::List | Tag::Struct => Ok(self.functor_of(term)),
            _ => Err(self.type_error("callable", term)),
        }
    }

    /// What selects the clauses that may match a head.
    pub(crate) fn clause_keys(&self, head: Cell) -> Keys {
        if head.is_compound() {
            selectors(self, self.args_of(head), self.functor_of(head).arity as usize)
        } else {
            [OPEN; INDEXED]
        }
    }

    fn clause_record(&mut self, head: Cell, body: Cell) -> Result<Record, Ball> {
        let clause = self.make(":-", &[head, body]);
        self.record(clause)
    }

    /// A body as a goal (ISO 7.6.2): a variable in it is called.
    fn body_goal(&mut self, body: Cell) -> Result<Cell, Ball> {
        let connects = |functor: Functor| is_control(functor) && functor.arity == 2;
        let mut tasks = vec![body];
        let mut variables = false;
        while let (Some(part), false) = (tasks.pop(), variables) {
            let part = part.deref();
            variables = part.is(Tag::Ref);
            if part.is(Tag::Struct) && connects(self.functor_of(part)) {
                let args = self.args_of(part);
                tasks.extend([args.get(), args.add(1).get()]);
            }
        }
        if !variables {
            return Ok(body);
        }
        /// A part to look at, or two that are done to put together.
        enum Task {
            Part(Cell),
            Make(Functor),
        }
        let (mut tasks, mut done) = (vec![Task::Part(body)], Vec::new());
        while let Some(task) = tasks.pop() {
            self.ensure(3)?;
            match task {
                Task::Make(functor) => {
                    let parts: Vec<Cell> = done.split_off(done.len() - 2);
                    done.push(self.make_compound(functor, &parts));
                }
                Task::Part(part) => {
                    let part = part.deref();
                    if part.is(Tag::Ref) {
                        done.push(self.make("call", &[part]));
                    } else if part.is(Tag::Struct) && connects(self.functor_of(part)) {
                        let args = self.args_of(part);
                        tasks.push(Task::Make(self.functor_of(part)));
                        tasks.extend([Task::Part(args.add(1).get()), Task::Part(args.get())]);
                    } else {
                        done.push(part);
                    }
                }
            }
        }
        Ok(done.pop().expect("a body leaves a goal"))
    }

    /// Adds a clause to a dynamic predicate, which comes to be where there was none.
    pub(crate) fn add_clause(&mut self, clause: Cell, place: Place) -> Result<(), Ball> {
        let (module, head, body) = self.split_clause(clause)?;
        let functor = self.callable_functor(head)?;
        if !body.is(Tag::Ref) && !body.is(Tag::Atom) && !body.is_compound() {
            return Err(self.type_error("callable", body));
        }
        let pred = self.modifiable(module, functor, "modify")?;
        let body = self.body_goal(body)?;
        let mut terms = Terms::new();
        let whole = self.make(":-", &[head, body]);
        let source = if body == Cell::atom(known::TRUE) { head } else { whole };
        let root = self.export(source, &mut terms, &mut Variables::default())?;
        let compiled = self.program.compile_clause_in(module, &terms, root);
        let block = compiled.map_err(|error| self.compile_error(error, body))?;
        self.ensure_code(link::words(&block))?;
        let record = self.record(whole)?;
        self.units += record.len() as u64;
        let keys = self.clause_keys(head);
        self.sweep(pred);
        self.add_linked(pred, &block, keys, record, place);
        Ok(())
    }

    fn add_linked(&mut self, pred: PredId, block: &Block, keys: Keys, record: Record, place: Place) -> ClauseId {
        let words = link::words(block);
        let entry = self.link(block);
        self.stamp += 1;
        let stamp = self.stamp;
        self.dynamics.entry(pred).or_default().add(place, keys, (entry, words), Arc::new(record), stamp)
    }

    /// The dynamic predicate of a functor, made where nothing is defined; an error for one that may not change.
    pub(crate) fn modifiable(&mut self, module: ModuleId, functor: Functor, action: &str) -> Result<PredId, Ball> {
        let pred = self.program.changeable(module, functor);
        match self.program.get(pred).kind {
            PredicateKind::Dynamic => {
                self.entry(pred);
                Ok(pred)
            }
            PredicateKind::Undefined if !self.is_builtin(functor) => {
                self.make_dynamic(pred);
                Ok(pred)
            }
            _ => {
                let indicator = self.indicator(functor);
                Err(self.permission_error(action, "static_procedure", indicator))
            }
        }
    }

    /// Whether a functor is the machine's own: a builtin or a control construct.
    pub(crate) fn is_builtin(&self, functor: Functor) -> bool {
        let name = self.program.atoms.name(functor.name);
        is_control(functor)
            || builtin(&name, functor.arity).is_some()
            || &*name == "call" && functor.arity > 0
            || matches!((&*name, functor.arity), ("catch", 3) | ("true" | "fail" | "false", 0))
    }

    /// Makes an undefined predicate dynamic.
    pub(crate) fn make_dynamic(&mut self, pred: PredId) {
        self.program.predicates[pred.0 as usize].kind = PredicateKind::Dynamic;
        self.program.settle();
        self.relink_dynamic(pred);
    }

    /// Removes a clause; false where it was gone already.
    pub(crate) fn erase(&mut self, pred: PredId, id: ClauseId) -> bool {
        self.stamp += 1;
        let died = self.stamp;
        self.dynamics.get_mut(&pred).is_some_and(|clauses| clauses.erase(id, died))
    }

    /// The first clause of a predicate that lives at a stamp and may match a head.
    pub(crate) fn first_clause(&mut self, pred: PredId, head: Cell, stamp: u64) -> Option<ClauseId> {
        let keys = self.clause_keys(head);
        self.units += 1;
        let clauses = self.dynamics.get_mut(&pred)?;
        let way = clauses.way(&keys);
        clauses.first(way, &keys, stamp)
    }

    /// The next such clause after one.
    pub(crate) fn next_clause(&mut self, pred: PredId, after: ClauseId, head: Cell, stamp: u64) -> Option<ClauseId> {
        let keys = self.clause_keys(head);
        self.units += 1;
        let clauses = self.dynamics.get_mut(&pred)?;
        let way = clauses.way(&keys);
        clauses.next(after, way, &keys, stamp)
    }

    /// Removes all clauses of a predicate.
    pub(crate) fn erase_all(&mut self, pred: PredId) {
        while let Some(id) = self.first_clause(pred, Cell::NIL, self.stamp()) {
            self.erase(pred, id);
        }
    }

    /// How many clauses a dynamic predicate has.
    pub(crate) fn clause_count(&self, pred: PredId) -> usize {
        self.dynamics.get(&pred).map_or(0, |clauses| clauses.living())
    }

    /// A clause as a term, if it was not swept away.
    pub(crate) fn clause_term(&self, pred: PredId, id: ClauseId) -> Option<Arc<Record>> {
        Some(self.dynamics.get(&pred)?.find(id)?.term.clone())
    }
}
