//! The database of dynamic predicates.

use super::Machine;
use super::cell::{Cell, Tag};
use super::clauses::{ClauseId, Clauses, INDEXED, Keys, OPEN, Place};
use super::constructs::is_control;
use super::copy::Record;
use super::dynamic::selectors;
use super::error::Ball;
use super::exchange::Variables;
use super::link;
use super::memory::{Addr, Code};
use super::state::Change;
use crate::atoms::{Functor, known};
use crate::code::{Block, PredicateKind};
use crate::compile::rules::has_rules;
use crate::compile::{CompileError, Heads};
use crate::cost::Key;
use crate::instr::PredId;
use crate::modules::ModuleId;
use crate::term::{ReadTerm, Terms};
use std::sync::Arc;

/// `:-`.
const RULE: Functor = Functor { name: known::NECK, arity: 2 };
/// `,`.
const COMMA: Functor = Functor { name: known::COMMA, arity: 2 };
/// `=>`.
const ARROW: Functor = Functor { name: known::RULE, arity: 2 };

/// The work of compiling a cell of a clause, in cells of a fact that needs no compiling.
const COMPILING: u64 = 8;

/// Words of code that are made sure of for a fact.
const FACT_WORDS: usize = 1 << 14;

impl Machine {
    /// The Prolog error for a clause or goal that cannot be compiled.
    pub(super) fn compile_error(&mut self, error: CompileError, culprit: Cell) -> Ball {
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
        self.dynamics.entry(pred).or_default();
        self.link_clauses(pred, 0);
    }

    /// Links the clauses that a text gives a dynamic predicate from a number on.
    pub(super) fn link_clauses(&mut self, pred: PredId, from: usize) {
        let predicate = self.program.get(pred);
        let (blocks, terms) = (predicate.dynamic[from..].to_vec(), predicate.source[from..].to_vec());
        for (block, term) in blocks.iter().zip(&terms) {
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
            self.forget_rules();
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
        let clause = self.make_compound(RULE, &[head, body]);
        self.record(clause)
    }

    /// A body as a goal (ISO 7.6.2): a variable in it is called.
    fn body_goal(&mut self, body: Cell) -> Result<Cell, Ball> {
        let connects = |functor: Functor| is_control(functor) && functor.arity == 2;
        let mut tasks = vec![body];
        let mut variables = false;
        while let (Some(part), false) = (tasks.pop(), variables) {
            let part = part.deref();
            self.can_grow(&tasks, 2)?;
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
            self.can_grow(&tasks, 3)?;
            self.can_grow(&done, 1)?;
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
        let (heads, clause) = self.rule_clause(clause)?;
        let (module, head, body) = self.split_clause(clause)?;
        let functor = self.callable_functor(head)?;
        if !body.is(Tag::Ref) && !body.is(Tag::Atom) && !body.is_compound() {
            return Err(self.type_error("callable", body));
        }
        let pred = self.modifiable(module, functor, "modify")?;
        self.agree_on_heads(pred, functor, heads)?;
        let keys = self.clause_keys(head);
        let is_fact = body == Cell::atom(known::TRUE);
        self.sweep(pred);
        self.can_allocate(self.dynamics.get(&pred).map_or(0, Clauses::next_growth))?;
        if is_fact && !self.program.instruments(module) && self.draft_fact(head) {
            self.ensure_code(FACT_WORDS)?;
            let record = match Record::of_flat_fact(head) {
                Some(record) => record,
                None => self.clause_record(head, body)?,
            };
            self.units += record.len() as u64;
            let code = self.link_draft();
            self.add_code(pred, code, keys, record, place);
            return Ok(());
        }
        let body = self.body_goal(body)?;
        let whole = self.make_compound(RULE, &[head, body]);
        let mut terms = Terms::new();
        let root = self.export(if is_fact { head } else { whole }, &mut terms, &mut Variables::default())?;
        self.can_compile(terms.nodes())?;
        let compiled = self.program.compile_clause_in(module, &terms, root, heads);
        let block = compiled.map_err(|error| self.compile_error(error, body))?;
        self.ensure_code(link::words(&block))?;
        let record = self.record(whole)?;
        self.units += COMPILING * record.len() as u64;
        self.add_linked(pred, &block, keys, record, place);
        Ok(())
    }

    /// How the head of a clause meets goals, and the clause that a rule is.
    fn rule_clause(&mut self, clause: Cell) -> Result<(Heads, Cell), Ball> {
        let (_, inner) = self.strip_module(clause, ModuleId::USER)?;
        let is_rule = inner.is(Tag::Struct) && self.functor_of(inner) == ARROW && has_rules(&self.program.ops);
        if !is_rule {
            return Ok((Heads::Unify, clause));
        }
        let mut modules = Vec::new();
        let mut outer = clause.deref();
        while outer != inner {
            modules.push(self.args_of(outer).get());
            outer = self.args_of(outer).add(1).get().deref();
        }
        let args = self.args_of(inner);
        let (left, body) = (args.get().deref(), args.add(1).get());
        let (head, guard) = match left.is(Tag::Struct) && self.functor_of(left) == COMMA {
            true => (self.args_of(left).get(), self.args_of(left).add(1).get()),
            false => (left, Cell::atom(known::TRUE)),
        };
        self.ensure(9 + 3 * modules.len())?;
        let rest = self.make_compound(COMMA, &[Cell::atom(known::CUT), body]);
        let body = self.make_compound(COMMA, &[guard, rest]);
        let clause = self.make_compound(RULE, &[head, body]);
        let qualify = |clause, &module: &Cell| self.make(":", &[module, clause]);
        Ok((Heads::Match, modules.iter().rev().fold(clause, qualify)))
    }

    /// All clauses of a predicate are of one kind, which its first one says.
    fn agree_on_heads(&mut self, pred: PredId, functor: Functor, heads: Heads) -> Result<(), Ball> {
        if self.program.get(pred).heads == heads {
            return Ok(());
        }
        if self.clause_count(pred) > 0 {
            let indicator = self.indicator(functor);
            return Err(self.permission_error("assert", "procedure", indicator));
        }
        self.program.predicates[pred.0 as usize].heads = heads;
        Ok(())
    }

    fn add_linked(&mut self, pred: PredId, block: &Block, keys: Keys, record: Record, place: Place) -> ClauseId {
        let words = link::words(block);
        let entry = self.link(block);
        self.add_code(pred, (entry, words), keys, record, place)
    }

    fn add_code(&mut self, pred: PredId, code: (Code, usize), keys: Keys, record: Record, place: Place) -> ClauseId {
        self.stamp += 1;
        let stamp = self.stamp;
        let id = self.dynamics.entry(pred).or_default().add(place, keys, code, record, stamp);
        self.note_added(pred, id, stamp);
        if let Some(held) = &mut self.held {
            held.database.push(Change::Added(pred, id, stamp));
        }
        id
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
                let hides = self.program.find_in(module, functor).is_some_and(|other| other != pred);
                let hides = self.program.give_way(module, functor) || hides;
                self.make_dynamic(pred);
                if hides {
                    self.program.compile_again(&[(module, functor.name)].into_iter().collect());
                    self.refresh()?;
                }
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
        let is_truth = || matches!(&*self.program.atoms.name(functor.name), "true" | "fail" | "false");
        is_control(functor) || self.program.is_machine(functor) || functor.arity == 0 && is_truth()
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
        let erased = self.dynamics.get_mut(&pred).is_some_and(|clauses| clauses.erase(id, died));
        if erased && let Some(held) = &mut self.held {
            held.database.push(Change::Removed(pred, id));
        }
        erased
    }

    /// The first clause of a predicate that lives at a stamp and may match a head.
    pub(crate) fn first_clause(&mut self, pred: PredId, head: Cell, stamp: u64) -> Option<ClauseId> {
        let keys = self.clause_keys(head);
        self.units += 1;
        let clauses = self.dynamics.get_mut(&pred)?;
        let way = clauses.way(&keys);
        let found = clauses.first(way, &keys, stamp);
        self.counts[Key::CLAUSE_PASSED.index()] += clauses.passed.take();
        found
    }

    /// The next such clause after one.
    pub(crate) fn next_clause(&mut self, pred: PredId, after: ClauseId, head: Cell, stamp: u64) -> Option<ClauseId> {
        let keys = self.clause_keys(head);
        self.units += 1;
        let clauses = self.dynamics.get_mut(&pred)?;
        let way = clauses.way(&keys);
        let found = clauses.next(after, way, &keys, stamp);
        self.counts[Key::CLAUSE_PASSED.index()] += clauses.passed.take();
        found
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

    /// Builds a clause (`Head :- Body`) on the heap, if it was not swept away, and counts its cells.
    pub(crate) fn build_clause(&mut self, pred: PredId, id: ClauseId) -> Result<Option<Cell>, Ball> {
        let Some(length) = self.clause_length(pred, id) else { return Ok(None) };
        self.units += length as u64;
        self.ensure(length)?;
        let mut h = self.regs.h;
        let term = self.clauses(pred).get(id).term.build(&mut h);
        self.regs.h = h;
        Ok(Some(term))
    }

    fn clause_length(&self, pred: PredId, id: ClauseId) -> Option<usize> {
        Some(self.dynamics.get(&pred)?.find(id)?.term.len())
    }

    /// Unifies a head and a body with those of a clause that was not swept away. On failure, bindings made remain for
    /// backtracking to undo.
    pub(crate) fn unify_clause(&mut self, pred: PredId, id: ClauseId, head: Cell, body: Cell) -> Result<bool, Ball> {
        if body == Cell::atom(known::TRUE) && head.is(Tag::Struct) {
            let arity = head.addr().get().arity();
            let mut arguments = std::mem::take(&mut self.matched);
            arguments.clear();
            let flat = match self.clauses(pred).get(id).term.flat_arguments(arity) {
                Some(flat) => {
                    arguments.extend_from_slice(flat);
                    true
                }
                None => false,
            };
            let matches = flat && self.match_arguments(head.addr().add(1), &arguments);
            self.units += arguments.len() as u64;
            self.matched = arguments;
            if flat {
                return Ok(matches);
            }
        }
        let Some(clause) = self.build_clause(pred, id)? else { return Ok(false) };
        let parts = self.args_of(clause);
        Ok(self.unify(head, parts.get()) && self.unify(body, parts.add(1).get()))
    }

    /// Unifies arguments with constants.
    fn match_arguments(&mut self, args: Addr, constants: &[u64]) -> bool {
        constants.iter().enumerate().all(|(i, &word)| {
            let argument = args.add(i).get().deref();
            if argument.is(Tag::Ref) {
                self.bind(argument.referred(), Cell(word));
                return true;
            }
            argument.0 == word
        })
    }
}
