//! The state of the abstract machine: registers and an abstract heap, the choice points of one predicate, the condition
//! the path holds under and the cost it has run up.
//!
//! A cell of the abstract heap is what a cell of the machine's heap is known to hold. Cells that are known exactly
//! behave as in the machine (binding, sharing); a [`Cell::Abstract`] stands for some term of a type and a size. Long,
//! because binding, sharing, choice points and cost are kept in step: what changes one of them has its method here.

use crate::choices::over;
use crate::cost::{Cost, VariantId};
use crate::lasting::Lasting;
use crate::mutation::Changes;
use crate::norms::Norm;
use crate::range::Range;
use crate::regtype::TypeTable;
use crate::remembered::Remembered;
use crate::rounding::Quotients;
use crate::shape::{OTHER, elements_in};
use crate::solutions::is_size_var;
use crate::types::{Metric, Type, integer};
use crate::visited::Visited;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Direction, Expr, Guard, Linear, Var};
use std::sync::Arc;
use wam::atoms::{Atom, Functor, known};
use wam::cost::Key;
use wam::instr::{Label, PredId};

/// A cell of the abstract heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CellId(pub u32);

/// What a cell is known to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Bound to another cell.
    Ref(CellId),
    /// Certainly unbound, sharing with no cell but through [`Cell::Ref`].
    Free,
    /// An atom.
    Atom(Atom),
    /// A compound of known functor.
    Struct(Functor, Arc<[CellId]>),
    /// So many list cells, with elements of a type, and then what another cell holds.
    Partial(Type, Range, CellId),
    /// Some term of a type and a size in the type's metric.
    Abstract(Type, Range),
}

impl Cell {
    /// Whether it holds a ground term without being a compound of known functor.
    pub(crate) fn is_ground_leaf(&self) -> bool {
        match self {
            Cell::Atom(_) => true,
            Cell::Abstract(of, _) => of.is_ground(),
            _ => false,
        }
    }
}

/// A slot of the environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A term.
    Cell(CellId),
    /// A choice point to cut back to: how many were there.
    Level(usize),
}

/// What a choice point of the predicate goes on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Alternative {
    /// An instruction of the predicate.
    At(Label),
    /// Further solutions of a call: the exploration that the call started ends here. `certain` when every exit of the
    /// call leaves a choice point.
    Callee {
        /// Whether it is certainly there.
        certain: bool,
    },
    /// Nothing: a `*->` has taken its else part away.
    Dropped,
    /// Nothing: the goal of a `catch/3` has no more solutions. `certain` unless a solution without choice points may have taken
    /// it away.
    Catch {
        /// Whether it is certainly there.
        certain: bool,
    },
    /// A cleanup, whose goal is saved: this predicate of the library runs it and fails.
    Cleanup(PredId),
}

/// A choice point of the predicate under analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// What it goes on with.
    pub next: Alternative,
    saved: Arc<Saved>,
    log: usize,
}

/// What a choice point saves: the paths that fork behind it share it.
#[derive(PartialEq, Eq, Debug)]
struct Saved {
    x: Vec<Option<CellId>>,
    y: Vec<Option<Slot>>,
    heap: Vec<Arc<Cell>>,
    trail: (u32, u32),
}

impl Choice {
    /// Whether the machine certainly has it.
    pub fn is_certain(&self) -> bool {
        !matches!(self.next, Alternative::Callee { certain: false } | Alternative::Catch { certain: false })
    }

    /// What it was made after of the costs of the path is no more than so many of them.
    pub fn rebase(&mut self, costs: usize) {
        self.log = self.log.min(costs);
    }
}

/// Where `unify_` instructions find their arguments.
#[derive(Clone, Debug, Default)]
pub enum Mode {
    /// No structure is open.
    #[default]
    None,
    /// The next argument is at an index of these cells.
    Read(Arc<[CellId]>, usize),
    /// A compound is being built: its cell, its functor, the arguments so far, and whether it is for itself or in the place
    /// of a variable that others may know.
    Write(CellId, Functor, Vec<CellId>, Reach),
}

/// From where a compound that is being built can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// From nowhere yet: it is new.
    Nowhere,
    /// From known cells only.
    Known,
    /// Also from terms of which nothing is known: what it holds unbound may be bound through them.
    Anywhere,
}

/// A size that a path chooses: how a term's size is split over its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The variable.
    pub var: Var,
    /// From here.
    pub low: Expr,
    /// To here.
    pub high: Expr,
    /// What gives it, if it is a size that a call gives.
    pub of: Option<Shared>,
}

/// A size that a call gives, of two that add up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// What is called.
    pub callee: VariantId,
    /// With these sizes.
    pub sizes: Vec<Range>,
    /// The place of the size among those it gives.
    pub place: u16,
    /// The place of the other.
    pub other: u16,
    /// What they add up to.
    pub sum: Expr,
    /// The mark of the solutions, where each has its own.
    pub mark: Option<u32>,
}

/// The solutions that `$bag_add/2` has gathered since `$bag_open/1`; like the number of solutions, backtracking keeps it.
#[derive(Clone, Debug)]
pub struct Bag {
    /// Their type.
    pub of: Type,
    /// How many there are.
    pub count: Range,
    /// The cells of their copies.
    pub cells: Range,
}

impl Default for Bag {
    fn default() -> Self {
        Bag { of: Type::Bottom, count: Range::number(0), cells: Range::number(0) }
    }
}

impl Bag {
    /// What either holds.
    pub fn join(&self, other: &Bag) -> Bag {
        Bag {
            of: self.of.lub(&other.of).widen(),
            count: self.count.join(&other.count),
            cells: self.cells.join(&other.cells),
        }
    }

    /// What both hold, the other so many times.
    pub fn plus(&self, other: &Bag, times: &Range) -> Bag {
        Bag {
            of: self.of.lub(&other.of).widen(),
            count: self.count.plus(&times.times_natural(&other.count)),
            cells: self.cells.plus(&times.times_natural(&other.cells)),
        }
    }
}

/// The state of one path.
#[derive(Clone, Debug)]
pub struct State {
    /// The next instruction.
    pub pc: Label,
    /// Temporary registers.
    pub x: Vec<Option<CellId>>,
    /// The environment.
    pub y: Vec<Option<Slot>>,
    /// The structure being read or built.
    pub mode: Mode,
    /// The condition on input sizes (and splits) the path holds under.
    pub guard: Guard,
    /// The splits of the path, outermost first.
    pub splits: Vec<Split>,
    /// What the path has cost so far.
    pub log: Vec<Cost>,
    /// Choice points, oldest first.
    pub choices: Vec<Choice>,
    /// Solutions so far.
    pub solutions: Range,
    /// The solutions gathered so far for a list of them.
    pub bag: Bag,
    /// The integers computed so far that may have more bits than what they are computed from.
    pub made: Vec<Range>,
    /// How many ways the kinds of solutions of its calls have led.
    pub ways: usize,
    /// How many marks for sizes at solutions have been given.
    pub marks: u32,
    pub(crate) shared: FxHashMap<u8, CellId>,
    /// Unbound cells that may stand for an older one: see [`State::may_be_older`].
    pub(crate) older: FxHashSet<CellId>,
    /// Whether there may be lists up to another cell.
    pub(crate) has_partial: bool,
    elements: u32,
    /// What is known of values that have names.
    pub(crate) ranges: Arc<FxHashMap<Var, Range>>,
    /// Ground terms as they were before their functors were looked at.
    pub(crate) closed: FxHashMap<CellId, Arc<Cell>>,
    /// The functors of ground terms that were looked at before backtracking came back, with their arguments: see [`Lasting`].
    pub(crate) opened: FxHashMap<CellId, Cell>,
    /// What is known of lists of visited values.
    pub(crate) visited: Arc<Visited>,
    /// Names of the square roots of values, rounded down: see `roots.rs`.
    pub(crate) roots: Arc<FxHashMap<Expr, Linear>>,
    /// What is known where quotients are rounded.
    pub(crate) quotients: Quotients,
    /// What tests of ground terms have shown.
    pub(crate) remembered: Arc<Remembered>,
    /// The compounds that have been changed in place.
    pub(crate) changes: Changes,
    /// The types, where goals that come from data are told from other terms.
    pub(crate) goals: Option<Arc<TypeTable>>,
    /// The cells: paths that fork share those that neither has changed.
    pub(crate) heap: Vec<Arc<Cell>>,
    trail: (u32, u32),
    /// How many variables the instruction has bound that is being executed, at most.
    pub(crate) bound: u32,
}

impl State {
    /// The state at the start: nothing known, at the entry.
    pub fn start(guard: Guard) -> Self {
        State {
            pc: Label(0),
            x: Vec::new(),
            y: Vec::new(),
            mode: Mode::None,
            guard,
            splits: Vec::new(),
            log: Vec::new(),
            choices: Vec::new(),
            solutions: Range::number(0),
            bag: Bag::default(),
            made: Vec::new(),
            ways: 1,
            marks: 0,
            shared: FxHashMap::default(),
            older: FxHashSet::default(),
            has_partial: false,
            elements: 0,
            ranges: Arc::default(),
            closed: FxHashMap::default(),
            opened: FxHashMap::default(),
            visited: Arc::default(),
            roots: Arc::default(),
            quotients: Quotients::default(),
            remembered: Arc::default(),
            changes: Changes::default(),
            goals: None,
            heap: Vec::new(),
            trail: (0, 0),
            bound: 0,
        }
    }

    /// A new cell.
    pub fn cell(&mut self, cell: Cell) -> CellId {
        self.has_partial |= matches!(cell, Cell::Partial(..));
        self.heap.push(Arc::new(cell));
        CellId(self.heap.len() as u32 - 1)
    }

    /// A new cell with some term of a type and size.
    pub fn typed(&mut self, of: &Type, sizes: &mut dyn Iterator<Item = Range>) -> CellId {
        let cell = match of {
            Type::Free => Cell::Free,
            Type::Shared(number) => {
                let fresh = self.cell(Cell::Free);
                return *self.shared.entry(*number).or_insert(fresh);
            }
            Type::Partial(element, number) => {
                let size = sizes.next().unwrap_or_default();
                let end = self.typed(&Type::Shared(*number), sizes);
                Cell::Partial((**element).clone(), size, end)
            }
            Type::Const(atom) => Cell::Atom(*atom),
            Type::Integer(value) => integer(*value),
            Type::List(element) if **element == Type::Bottom => {
                sizes.next();
                Cell::Atom(known::NIL)
            }
            Type::Within(of, _) => return self.typed(of, sizes),
            _ if of.has_largest() => {
                let (of, length) = with_largest(of, sizes);
                Cell::Abstract(of, length)
            }
            Type::Measured(of, Norm::Absent) => {
                let list = self.typed(of, sizes);
                if let Some(most) = sizes.next().and_then(|rest| rest.high) {
                    self.has_unvisited(list, most);
                }
                return list;
            }
            Type::Measured(of, Norm::Root) => {
                let value = sizes.next().unwrap_or_default();
                self.has_root(&value, sizes.next().unwrap_or_default());
                Cell::Abstract((**of).clone(), value)
            }
            Type::Measured(of, Norm::Multiple(divisor)) => {
                let value = sizes.next().unwrap_or_default();
                self.is_divided(&value, *divisor);
                Cell::Abstract((**of).clone(), value)
            }
            Type::Struct(functor, args) => {
                let args: Vec<CellId> = args.iter().map(|arg| self.typed(arg, sizes)).collect();
                Cell::Struct(*functor, args.into())
            }
            _ => {
                let size = of.metric().and_then(|_| sizes.next()).unwrap_or_default();
                Cell::Abstract(of.clone(), size)
            }
        };
        self.cell(cell)
    }

    /// A new cell with some term of a type, its size unknown but for the type's own limits.
    pub fn some(&mut self, of: &Type) -> CellId {
        let sizes = self.any_sizes(of);
        self.typed(of, &mut sizes.into_iter())
    }

    /// The sizes that terms of a type may have, in the order of its metrics.
    pub fn any_sizes(&mut self, of: &Type) -> Vec<Range> {
        let low = |metric: Metric| metric.least().map_or(Range::unknown(), Range::from);
        match of {
            Type::Int | Type::Nat => vec![self.element(of)],
            Type::Within(inside, Some(most)) => {
                let least = inside.metric().and_then(Metric::least).unwrap_or(0);
                let range = Range { low: Some(Expr::int(least)), high: Some(most.clone()) };
                vec![self.value(&Type::Nat, &range, &[Expr::int(least)], std::slice::from_ref(most))]
            }
            _ => of.metrics().into_iter().map(low).collect(),
        }
    }

    /// A name for the value of an integer that is not known, so that conditions on it can exclude each other.
    pub fn element(&mut self, of: &Type) -> Range {
        self.value(of, &Range::unknown(), &[], &[])
    }

    /// The same of an integer that lies in a range, is at least some values and at most others: the range stands for its
    /// name where that is not known.
    pub fn value(&mut self, of: &Type, range: &Range, least: &[Expr], most: &[Expr]) -> Range {
        self.elements += 1;
        let var = Var::new(format!("{ELEMENT}{}", self.elements));
        let own = Linear::var(&var);
        let zero = Expr::int(0);
        let least = least.iter().chain(&range.low).chain((*of == Type::Nat).then_some(&zero));
        let least = least.filter_map(|low| own.plus(&Linear::of(low)?, -1));
        let most = most.iter().chain(&range.high).filter_map(|high| Linear::of(high)?.plus(&own, -1));
        for limit in least.chain(most).collect::<Vec<Linear>>() {
            // What contradicts another condition here is the end of a path that no input takes.
            let _ = self.guard.require(limit);
        }
        let range = self.hide(range);
        Arc::make_mut(&mut self.ranges).insert(var.clone(), range);
        Range::exact(Expr::Var(var))
    }

    /// A name for a size of which a range is known.
    pub fn name_size(&mut self, var: Var, known: Range, least: Option<i64>) -> Range {
        if let Some(form) = least.and_then(|least| Linear::var(&var).plus(&Linear::constant(least), -1)) {
            let possible = self.guard.require(form);
            debug_assert!(possible, "nothing is known of a new name");
        }
        let known = self.hide(&known);
        Arc::make_mut(&mut self.ranges).insert(var.clone(), known);
        Range::exact(Expr::Var(var))
    }

    /// The condition without the names of values that are not known, but for sizes at solutions.
    pub fn condition(&self, chosen: &[Split]) -> Guard {
        let is_chosen = |var: &Var| chosen.iter().any(|split| split.var == *var);
        self.guard.project(&|var| !is_chosen(var) && (!is_element(var) || is_size_var(var)))
    }

    /// What the path has cost so far, without names of values that are not known.
    pub fn hidden_log(&self) -> Vec<Cost> {
        self.log.iter().map(|cost| cost.map_ranges(&|range| self.hide(range))).collect()
    }

    /// Follows bindings.
    pub fn deref(&self, mut id: CellId) -> CellId {
        while let Cell::Ref(next) = *self.heap[id.0 as usize] {
            id = next;
        }
        id
    }

    /// Notes that arithmetic has made an integer that may have more bits than what it is made of.
    pub fn makes(&mut self, value: Range) {
        if !self.made.contains(&value) {
            self.made.push(value);
        }
    }

    /// What the cell holds; never a [`Cell::Ref`].
    pub fn get(&self, id: CellId) -> &Cell {
        &self.heap[self.deref(id).0 as usize]
    }

    /// Replaces what is known of a cell by something more precise: not a binding.
    pub fn refine(&mut self, id: CellId, cell: Cell) {
        self.has_partial |= matches!(cell, Cell::Partial(..));
        let id = self.deref(id);
        let cell = Arc::new(cell);
        let known = std::mem::replace(&mut self.heap[id.0 as usize], cell);
        if matches!(&*known, Cell::Abstract(of, _) if of.is_ground()) {
            self.closed.insert(id, known);
        }
    }

    /// Binds an unbound cell; counts the trail entry where a choice point is newer than the cell.
    pub fn bind(&mut self, id: CellId, to: Cell) {
        let id = self.deref(id);
        let cycle = match to {
            Cell::Ref(term) if self.reaches(term, id) => Some(term),
            _ => None,
        };
        let may_be_older = self.older.contains(&id);
        // A variable in the place of the term may be the younger one, which is bound then.
        let is_term = |to: &Cell| match to {
            Cell::Ref(term) => !matches!(self.get(*term), Cell::Abstract(Type::Any | Type::Free, _)),
            _ => true,
        };
        let certain = matches!(*self.heap[id.0 as usize], Cell::Free) && !may_be_older && is_term(&to);
        self.bound = self.bound.saturating_add(1);
        let is_older = |choice: &Choice| may_be_older || (id.0 as usize) < choice.saved.heap.len();
        if let Some(choice) = self.choices.last() {
            let trailed = certain && self.choices.iter().any(|choice| choice.is_certain() && is_older(choice));
            self.trail.0 += u32::from(trailed);
            self.trail.1 = self.trail.1.saturating_add(u32::from(!certain || is_older(choice)));
        }
        match cycle {
            // The machine has a cyclic term then. The cell stands for any term in it, so that no size of it is known.
            Some(term) => {
                self.refine(id, Cell::Abstract(Type::Any, Range::unknown()));
                self.forget(term);
                self.share();
            }
            None => {
                self.heap[id.0 as usize] = Arc::new(to);
                self.close_lists();
            }
        }
    }

    /// Counts trail entries that may be pushed on top of the ones that are known.
    pub fn may_trail(&mut self, entries: u32) {
        self.bound = self.bound.saturating_add(entries);
        if !self.choices.is_empty() {
            self.trail.1 = self.trail.1.saturating_add(entries);
        }
    }

    /// Whether another state goes on as this one does: at the same place, with the same terms and choice points.
    pub(crate) fn meets(&self, other: &State) -> bool {
        let at_rest = |state: &State| matches!(state.mode, Mode::None);
        self.pc == other.pc
            && at_rest(self)
            && at_rest(other)
            && self.heap == other.heap
            && self.opened == other.opened
            && self.visited == other.visited
            && self.remembered == other.remembered
            && self.changes == other.changes
            && self.x == other.x
            && self.y == other.y
            && self.trail == other.trail
            && self.shared == other.shared
            && self.older == other.older
            && self.choices == other.choices
    }

    /// Names of values that another state has given are not given again, and are known as far as both know them.
    pub(crate) fn outlive(&mut self, other: &State) {
        self.elements = self.elements.max(other.elements);
        self.marks = self.marks.max(other.marks);
        let ranges = Arc::make_mut(&mut self.ranges);
        for (var, range) in other.ranges.iter() {
            ranges.entry(var.clone()).and_modify(|known| *known = known.join(range)).or_insert(range.clone());
        }
    }

    /// Has the trail entries of another state of the same path, and no others.
    pub(crate) fn take_trail(&mut self, other: &State) {
        (self.trail, self.bound) = (other.trail, other.bound);
    }

    /// May have the trail entries of another state of the same path.
    pub(crate) fn join_trail(&mut self, other: &State) {
        self.bound = self.bound.max(other.bound);
        self.trail = (self.trail.0.min(other.trail.0), self.trail.1.max(other.trail.1));
    }

    /// The cell in a register.
    pub fn register(&self, x: wam::instr::X) -> CellId {
        self.x.get(x.0 as usize).copied().flatten().expect("compiled code reads no register before it is set")
    }

    /// Sets a register.
    pub fn set_register(&mut self, x: wam::instr::X, cell: CellId) {
        let at = x.0 as usize;
        if self.x.len() <= at {
            self.x.resize(at + 1, None);
        }
        self.x[at] = Some(cell);
    }

    /// The slot of the environment.
    pub fn slot(&self, y: wam::instr::Y) -> Slot {
        self.y.get(y.0 as usize).copied().flatten().expect("compiled code reads no slot before it is set")
    }

    /// The cell in a slot of the environment.
    pub fn slot_cell(&self, y: wam::instr::Y) -> CellId {
        match self.slot(y) {
            Slot::Cell(cell) => cell,
            Slot::Level(_) => panic!("a slot that holds a choice point is read as a term"),
        }
    }

    /// Sets a slot of the environment.
    pub fn set_slot(&mut self, y: wam::instr::Y, slot: Slot) {
        let at = y.0 as usize;
        if self.y.len() <= at {
            self.y.resize(at + 1, None);
        }
        self.y[at] = Some(slot);
    }

    /// Records a key executed once.
    pub fn count(&mut self, key: Key) {
        self.log.push(Cost::once(key));
    }

    /// Records a key executed perhaps once.
    pub fn maybe(&mut self, key: Key) {
        self.log.push(Cost::Key { key, low: 0, high: 1 });
    }

    /// Pushes a choice point that saves the first `arity` registers.
    pub fn push_choice(&mut self, next: Alternative, arity: usize) {
        let mut x = self.x.clone();
        x.truncate(arity);
        let saved = Saved { x, y: self.y.clone(), heap: self.heap.clone(), trail: self.trail };
        self.choices.push(Choice { next, saved: Arc::new(saved), log: self.log.len() });
    }

    /// Restores what the newest choice point saved and counts what is undone; it stays.
    pub fn backtrack(&mut self) -> Alternative {
        let choice = self.choices.last().expect("backtracking ends at the base");
        let calls: Arc<[Cost]> = self.log[choice.log..].iter().flat_map(Cost::chosen_calls).collect();
        // Once any number may have been pushed, that many may be there.
        let most = if self.trail.1 == u32::MAX { u32::MAX } else { self.trail.1 - choice.saved.trail.1 };
        // Where there may be no choice point, entries may stay until an older one is used.
        let least = if choice.is_certain() { self.trail.0 - choice.saved.trail.0 } else { 0 };
        let undone = (least, most);
        let saved = choice.saved.clone();
        (self.x, self.y, self.trail) = (saved.x.clone(), saved.y.clone(), saved.trail);
        if self.changes.is_empty() {
            Lasting::of(self, &saved.heap).restore(self, &saved.heap);
        } else {
            // What is known of terms is of what they had become.
            self.forget_lasting(&saved.heap);
        }
        let choice = self.choices.last().expect("it stays");
        self.mode = Mode::None;
        let next = choice.next.clone();
        if undone.1 > 0 || !calls.is_empty() {
            self.log.push(Cost::Undo { low: undone.0, high: undone.1, calls });
        }
        next
    }

    /// Terms as they were, and nothing of what was found of them since.
    fn forget_lasting(&mut self, heap: &[Arc<Cell>]) {
        self.heap.truncate(0);
        self.heap.extend_from_slice(heap);
        self.closed.clear();
        self.opened.clear();
        (self.visited, self.remembered) = Default::default();
    }

    /// A state that has gone back to its newest choice point, as if it had found nothing of terms since that was made.
    pub(crate) fn without_lasting(mut self) -> State {
        if let Some(choice) = self.choices.last() {
            let saved = choice.saved.clone();
            self.forget_lasting(&saved.heap);
        }
        self
    }

    /// The call fails: what it has pushed on the trail and not undone is left to its caller.
    pub fn leave(&mut self) {
        let calls: Arc<[Cost]> = self.log.iter().flat_map(Cost::chosen_calls).collect();
        if self.trail.1 > 0 || !calls.is_empty() {
            self.log.push(Cost::Left { high: self.trail.1, calls });
        }
    }

    /// A variable for a split, different from all others of the path.
    pub fn split(&mut self, low: Expr, high: Expr) -> Var {
        let var = Var::new(format!("k{}", self.splits.len() + 1));
        self.splits.push(Split { var: var.clone(), low, high, of: None });
        var
    }

    /// A size for any of some choices.
    pub fn over(&self, splits: &[Split], size: &Range) -> Range {
        let side = |side: &Option<Expr>, direction| {
            Some(over(splits, &self.guard, side.as_ref()?.simplify(), direction).simplify())
        };
        Range { low: side(&size.low, Direction::Lower), high: side(&size.high, Direction::Upper) }
    }

    /// The number of nodes of a ground term; nothing if it may not be ground, or is too large to be looked through.
    pub fn nodes(&self, id: CellId) -> Option<Range> {
        let (mut sum, mut todo) = (Range::number(0), vec![id]);
        let mut looks = 0;
        while let Some(id) = todo.pop() {
            looks += 1;
            if looks > NODE_LIMIT {
                return None;
            }
            match self.get(id) {
                Cell::Atom(_) => sum = sum.offset(1),
                Cell::Struct(functor, args) if *functor == OTHER => todo.push(args[0]),
                Cell::Struct(_, args) => {
                    sum = sum.offset(1);
                    todo.extend(args.iter());
                }
                Cell::Partial(of, size, rest) if of.is_ground() => {
                    let each = of.nodes();
                    let nodes = size.times_natural(&Range::number(each.unwrap_or(1) + 1));
                    sum = sum.plus(&Range { low: nodes.low, high: nodes.high.filter(|_| each.is_some()) });
                    todo.push(*rest);
                }
                Cell::Abstract(of, size) if of.is_ground() => match of.metric() {
                    Some(Metric::Size) => sum = sum.plus(size),
                    // A list of n elements has n list cells, an end, and at least a node an element.
                    Some(Metric::Length) => {
                        let Type::List(element) = of else { return None };
                        let each = element.nodes();
                        let nodes = size.times_natural(&Range::number(each.unwrap_or(1) + 1)).offset(1);
                        sum = sum.plus(&Range { low: nodes.low, high: nodes.high.filter(|_| each.is_some()) });
                    }
                    Some(metric) if metric.is_own() || matches!(of, Type::Measured(_, Norm::Value)) => {
                        sum = sum.plus(&Range::from(1))
                    }
                    Some(_) | None => sum = sum.offset(1),
                },
                _ => return None,
            }
        }
        Some(sum)
    }

    /// The length of a proper list.
    pub(crate) fn length(&self, id: CellId) -> Option<Range> {
        let (of, sizes) = self.describe(id);
        match of {
            Type::List(_) => sizes.into_iter().next(),
            Type::Measured(inside, Norm::Nodes) if matches!(*inside, Type::List(_)) => Some(elements_in(&sizes[0])),
            _ => None,
        }
    }

    /// The size of a cell as a type measures it, as far as it is known.
    fn measure(&self, id: CellId, of: &Type, metric: Metric, types: &TypeTable) -> Range {
        match (metric, self.get(id)) {
            (Metric::Size, _) => self.nodes(id).unwrap_or_else(|| Range::from(1)),
            (Metric::Value, _) => self.value_of(id).unwrap_or_default(),
            (metric, _) if metric.is_own() => self.own_size(id, of, types),
            (_, Cell::Abstract(of, size)) if of.metric() == Some(metric) => size.clone(),
            _ if matches!(of, Type::Partial(..)) => self.list_cells(id).0,
            (Metric::Length, _) => self.length(id).unwrap_or(Range::from(0)),
            (Metric::Text, _) => Range::from(0),
            _ => Range::unknown(),
        }
    }

    /// The greatest size of the elements of a list, as a type of elements measures them: what it is at most.
    fn largest(&self, list: CellId, element: &Type, types: &TypeTable) -> Range {
        let Some(metric) = element.metric() else { return Range::unknown() };
        let (mut most, mut at, mut looks): (Vec<Expr>, _, _) = (Vec::new(), list, 0);
        // A size that others are said to be at most is not below the least there is.
        let all = |most: Vec<Expr>| match most.len() {
            0 => Range::number(metric.least().unwrap_or(0)),
            _ => Range::exact(Expr::Max(most).simplify()),
        };
        loop {
            let high = match self.get(at) {
                Cell::Atom(_) => return all(most),
                Cell::Struct(LIST, cell) if looks < NODE_LIMIT => {
                    (looks, at) = (looks + 1, cell[1]);
                    self.measures(cell[0], element, types).pop().and_then(|size| size.high)
                }
                Cell::Abstract(Type::List(_), size) if size.as_number() == Some(0) => return all(most),
                Cell::Abstract(Type::List(of), _) => match &**of {
                    Type::Within(of, Some(high)) if of.metric() == Some(metric) => {
                        most.push(high.clone());
                        return all(most);
                    }
                    _ => None,
                },
                _ => None,
            };
            let Some(high) = high else { return Range::from(0) };
            most.push(high);
        }
    }

    /// The sizes of a cell in the order of a type's metrics.
    pub fn measures(&self, id: CellId, of: &Type, types: &TypeTable) -> Vec<Range> {
        match (of, self.get(id)) {
            (Type::Struct(functor, parts), Cell::Struct(known, args)) if functor == known => {
                parts.iter().zip(args.iter()).flat_map(|(of, &arg)| self.measures(arg, of, types)).collect()
            }
            (Type::Struct(..), _) => vec![Range::unknown(); of.metrics().len()],
            (Type::List(element), _) if of.has_largest() => {
                vec![self.measure(id, of, Metric::Length, types), self.largest(id, element, types)]
            }
            (Type::Measured(list, Norm::Absent), _) => {
                vec![self.measure(id, list, Metric::Length, types), Range::exact(self.unvisited(id))]
            }
            (Type::Measured(_, Norm::Root), _) => {
                let value = self.measure(id, of, Metric::Value, types);
                let root = self.root(&value);
                vec![value, root]
            }
            _ => of.metric().map(|metric| self.measure(id, of, metric, types)).into_iter().collect(),
        }
    }

    /// Whether an integer is certainly not below 0.
    pub fn is_natural(&self, size: &Range) -> bool {
        size.low.as_ref().and_then(Linear::under).is_some_and(|low| self.guard.implies(&low))
    }
}

/// A list type whose elements are of no greater size than a second size of the list says, and the length of the list.
pub(crate) fn with_largest(of: &Type, sizes: &mut dyn Iterator<Item = Range>) -> (Type, Range) {
    let length = sizes.next().unwrap_or_default();
    let most = sizes.next().and_then(|largest| largest.high);
    let Type::List(element) = of else { return (of.clone(), length) };
    let inside = Box::new(element.inside().clone());
    (Type::List(if most.is_some() { Box::new(Type::Within(inside, most)) } else { inside }), length)
}

/// How many parts of a term are looked at to tell its size: shared parts count as often as they occur.
pub(crate) const NODE_LIMIT: usize = 20_000;

/// How names of values that are not known begin.
pub(crate) const ELEMENT: &str = "_e";

/// Whether a variable is the name of a value that is not known.
pub(crate) fn is_element(var: &Var) -> bool {
    var.as_str().starts_with(ELEMENT)
}

/// The functor of list cells.
pub const LIST: Functor = Functor { name: known::DOT, arity: 2 };
