//! Watching: what a run tells of the goals it calls, without a change of the program.
//!
//! In: a [`Plan`], which says of which predicates which ports are told, and an [`Observer`]. Out: an [`Event`] each time
//! such a goal is called, exits, is redone, fails or raises; and how often each of that was, by predicate.
//!
//! **Sites.** The entry of a watched predicate, its `proceed` and its `execute` have other numbers (`ENTRY`, `LEAVE`),
//! whose handlers in the modes that watch do what is due (`sites.rs`) before they run the same body; in all other modes all
//! numbers of an instruction have the same handler. A shadow of the code area says whose entry a site is. So no label and no
//! return address moves, and watching starts and stops in a machine that runs. What is not compiled so (dynamic predicates),
//! and the last call of a watched predicate that leads to something unwatched, gets an environment without slots that returns
//! to a stub with such a `proceed`.
//!
//! **Boxes.** One for each goal that runs or may be redone, in an area that is a stack (`boxes.rs`). A choice point has the box
//! in which it was made, and the top of the stack then, in a shadow of its area, at the same offset; so has a slot that
//! remembers a choice point for a cut. Backtracking compares a word: where the box is another one, goals have failed on the
//! way up to what both are part of, and are redone on the way down (`walk.rs`). An exit that has left no choice point frees the
//! stack from its box on.
//!
//! **Waiting.** Ports are told when they are passed, or, where the plan says so, written down and told some hundred at a time
//! (`waiting.rs`).
//!
//! Sources: Byrd 1980 for ports; Jahier & Ducassé 2002 (foldt) for what an event knows.

mod asked;
mod boxes;
mod called;
mod copied;
mod doing;
mod event;
mod inside;
mod places;
mod plan;
mod sites;
mod told;
mod waiting;
mod walk;

pub use asked::Watcher;
pub use doing::{Doing, Doings, MachineEvent};
pub use event::{Event, GoalRef, Port, Ports};
pub use inside::{ClauseVariable, Inside};
pub use places::CallSite;
pub use plan::{Boxes, Plan, Redo};
pub(super) use sites::at_site;
pub use told::{SiteEvent, ValueType};
pub use waiting::Events;

use super::Machine;
use super::cell::Cell;
use super::dispatch::{ENTRY, LEAVE, STEP};
use super::error::Ball;
use super::frames::Choice;
use super::link::layout;
use super::memory::{Addr, Area, Code};
use super::step::{Regs, RunMode, Step};
use crate::code::PredicateKind;
use crate::error::Error;
use crate::instr::{Instr, Op, PredId};
use boxes::{BOX_WORDS, GoalBox, ROW_WORDS, Row};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::ops::ControlFlow;
use waiting::Queue;

/// Who is told of events. What it does has no effect on the machine.
pub trait Observer: Any + Send {
    /// An event. A break ends the run as an interrupt does.
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()>;

    /// Events that have waited, where the plan says that they may. A break ends the run as an interrupt does.
    fn events(&mut self, events: &mut Events<'_>) -> ControlFlow<()> {
        while let Some(event) = events.next() {
            self.event(event)?;
        }
        ControlFlow::Continue(())
    }

    /// The machine does something that the plan asks for. A break ends the run as an interrupt does.
    fn machine(&mut self, _event: &mut MachineEvent<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An event of the text, where clauses tell something. A break ends the run as an interrupt does.
    fn site(&mut self, _event: &mut SiteEvent<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What watching keeps.
pub(crate) struct Watching {
    /// The box of the goal that runs.
    current: GoalBox,
    /// Behind the last box, and behind the last for which there is room.
    top: GoalBox,
    limit: GoalBox,
    /// Nothing is watched yet, and goals may be.
    is_idle: bool,
    /// The newest choice point when a program began to have a goal watched.
    since: Option<Choice>,
    /// The box that is around everything; null while nothing is watched.
    root: GoalBox,
    /// The `execute` of a watched clause that leads to the next entry, or null.
    last_call: Code,
    /// From an address of a choice point, of a slot, or of code, to its shadow.
    choice_shadow: u64,
    slot_shadow: u64,
    code_shadow: u64,
    /// Calls and events so far.
    calls: u64,
    chrono: u64,
    /// Of the calls so far those after this one were undone since the observer was told something.
    undone: u64,
    /// Parts of the plan that are looked at all the time: whether what is redone are only boxes that left choice points, and
    /// what becomes of last calls.
    only_left: bool,
    /// Whether calls and exits need more than a box.
    is_special: bool,
    merges: bool,
    never_last: bool,
    keeps_arguments: bool,
    /// The observer wants the goal to fail.
    fails: bool,
    /// The observer wants the run to end: no catch of the program's keeps it.
    is_aborted: bool,
    /// Which of the goals that a box is the event is about.
    turn: u32,
    /// The site of the goal that runs, which has no box, and the goal: told if it raises an exception.
    raising: Option<(u32, Cell)>,
    /// Arguments of the boxes.
    args: Vec<Cell>,
    /// Boxes on the way down to one that is redone; empty but while that is walked.
    path: Vec<GoalBox>,
    /// The code that has another number.
    marked: Vec<Code>,
    /// Calls by their address, as far as somebody has asked.
    places: FxHashMap<u64, Option<CallSite>>,
    /// The clauses of dynamic predicates in which calls may be, by address, once somebody has asked.
    rules: Option<Vec<places::Rule>>,
    plan: Plan,
    observer: Option<Box<dyn Observer>>,
    /// Events that the observer is still to be told.
    queue: Queue,
    areas: Option<Areas>,
}

/// The shadows, boxes, a row for each predicate, and events that wait.
struct Areas {
    shadows: [Area; 3],
    boxes: Area,
    rows: Area,
    queue: Area,
}

/// So many predicates can be watched.
const MOST_PREDICATES: usize = 1 << 20;
/// Room for boxes is made in such steps, in bytes.
const BOXES_STEP: usize = 1 << 20;

impl Default for Watching {
    fn default() -> Self {
        Watching {
            current: GoalBox::NULL,
            top: GoalBox::NULL,
            limit: GoalBox::NULL,
            is_idle: false,
            since: None,
            root: GoalBox::NULL,
            last_call: Code::NULL,
            choice_shadow: 0,
            slot_shadow: 0,
            code_shadow: 0,
            calls: 0,
            chrono: 0,
            undone: u64::MAX,
            only_left: true,
            is_special: false,
            merges: false,
            never_last: false,
            keeps_arguments: false,
            fails: false,
            is_aborted: false,
            turn: 0,
            raising: None,
            args: Vec::new(),
            path: Vec::new(),
            marked: Vec::new(),
            places: FxHashMap::default(),
            rules: None,
            plan: Plan::default(),
            observer: None,
            queue: Queue::default(),
            areas: None,
        }
    }
}

impl Watching {
    /// The boxes from one on are gone.
    #[inline(always)]
    fn drop_boxes(&mut self, from: GoalBox) {
        if self.keeps_arguments && from < self.top {
            self.args.truncate(from.args());
        }
        self.top = from;
    }

    fn row(&self, pred: PredId) -> Option<Row> {
        let areas = self.areas.as_ref()?;
        let at = pred.0 as usize;
        (at < MOST_PREDICATES).then(|| Row(areas.rows.base().add(at * ROW_WORDS)))
    }
}

impl Machine {
    /// Watches from now on, in runs of the modes [`WatchingBoxes`](super::WatchingBoxes),
    /// [`WatchingCalls`](super::WatchingCalls) and [`WatchingSteps`](super::WatchingSteps).
    ///
    /// # Errors
    /// When the system refuses the address space.
    pub fn watch(&mut self, plan: Plan, observer: Option<Box<dyn Observer>>) -> Result<(), Error> {
        self.unwatch();
        let areas = Areas {
            shadows: [Area::beside(&self.choices)?, Area::beside(&self.local)?, Area::beside(&self.code)?],
            boxes: Area::beside(&self.choices)?,
            rows: Area::of(8 * ROW_WORDS * MOST_PREDICATES)?,
            queue: Queue::area()?,
        };
        let [choices, slots, code] = &areas.shadows;
        let to = |shadow: &Area, of: &Area| shadow.base().bits().wrapping_sub(of.base().bits());
        let root = GoalBox(areas.boxes.base());
        let queue = if plan.waits { Queue::over(&areas.queue) } else { Queue::default() };
        let merges = plan.merges();
        self.watching = Watching {
            choice_shadow: to(choices, &self.choices),
            slot_shadow: to(slots, &self.local),
            code_shadow: to(code, &self.code),
            current: root,
            top: root.next(),
            limit: GoalBox(root.0.add(BOXES_STEP / 8)),
            root,
            only_left: plan.redo == Redo::Left,
            is_special: merges || plan.keeps_arguments,
            merges,
            never_last: plan.boxes == Boxes::Full,
            keeps_arguments: plan.keeps_arguments,
            plan,
            observer,
            queue,
            areas: Some(areas),
            ..Watching::default()
        };
        root.fill(root, Row(Addr::NULL), Choice::NULL, 0, 0, 0);
        let mut b = self.b;
        while b != Choice::NULL {
            self.shade(b);
            b = b.prev();
        }
        // The stub's `proceed` is where goals are left that have no such site of their own.
        let proceed = self.stubs.watch_return.offset(1);
        debug_assert_eq!(proceed.half(0) % STEP, Op::Proceed as u16);
        self.mark(proceed, LEAVE);
        (0..self.entries.len()).for_each(|id| self.mark_sites(PredId(id as u32)));
        Ok(())
    }

    /// Watches no more; the observer, if there was one.
    pub fn unwatch(&mut self) -> Option<Box<dyn Observer>> {
        // The run is over: there is nothing left to end.
        let _ = self.tell_queue();
        for at in std::mem::take(&mut self.watching.marked) {
            // Where other code is now, bits mean something else.
            if self.code_shadow(at).get().0 != 0 {
                let place = Addr::from_bits(at.bits());
                place.set(Cell(place.get().0 & !u64::from(LEAVE | ENTRY)));
            }
        }
        std::mem::take(&mut self.watching).observer
    }

    /// Whether the observer has ended the run.
    pub fn was_aborted(&self) -> bool {
        self.watching.is_aborted
    }

    /// Whether it watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.watching.areas.is_some()
    }

    /// How often each port of a predicate was passed since it is watched, in the order of [`Port::ALL`].
    pub fn passages(&self, pred: PredId) -> [u64; Port::ALL.len()] {
        self.watching.row(pred).map_or([0; Port::ALL.len()], Row::counts)
    }

    /// The same of every predicate.
    pub fn all_passages(&self) -> impl Iterator<Item = (PredId, [u64; Port::ALL.len()])> + '_ {
        (0..self.program().predicates.len() as u32).map(PredId).map(|pred| (pred, self.passages(pred)))
    }

    /// How many events there were since it is watched, told or not.
    pub fn events(&self) -> u64 {
        self.watching.chrono + self.watching.queue.len() as u64
    }

    /// A choice point belongs to the box that runs.
    #[inline(always)]
    pub(crate) fn shade(&mut self, b: Choice) {
        let shadow = self.shadow(b);
        shadow.set(Cell(self.watching.current.0.bits()));
        shadow.add(1).set(Cell(self.watching.top.0.bits()));
        shadow.add(2).set(Cell(self.watching.calls));
    }

    /// The same of the newest one, where it is not known whether anything is watched.
    pub(crate) fn shade_newest(&mut self) {
        if self.is_watched() {
            self.shade(self.b);
        }
    }

    /// What is kept of a choice point: the box it belongs to, the top of boxes, the number of calls.
    #[inline(always)]
    fn shadow(&self, b: Choice) -> Addr {
        Addr::from_bits(b.bits().wrapping_add(self.watching.choice_shadow))
    }

    /// A slot remembers a choice point to cut back to: the boxes that come now go with that.
    #[inline(always)]
    pub(crate) fn shade_slot(&mut self, slot: Addr) {
        let top = Cell(self.watching.top.0.bits());
        Addr::from_bits(slot.bits().wrapping_add(self.watching.slot_shadow)).set(top);
    }

    /// A cut back to what a slot remembers: the boxes made since are not redone.
    #[inline(always)]
    pub(crate) fn close_boxes_since(&mut self, slot: Addr) {
        let top =
            GoalBox(Addr::from_bits(Addr::from_bits(slot.bits().wrapping_add(self.watching.slot_shadow)).get().0));
        // Slots from before watching began say nothing.
        if top > self.watching.current && top < self.watching.top {
            self.watching.drop_boxes(top);
        }
    }

    /// A run begins: nothing is left of earlier ones.
    pub(crate) fn begin_boxes(&mut self) {
        self.watching.raising = None;
        self.watching.is_aborted = false;
        if self.is_watched() {
            self.watching.current = self.watching.root;
            self.watching.top = self.watching.root.next();
            self.watching.last_call = Code::NULL;
            self.watching.args.clear();
        }
    }

    /// The cells that boxes keep.
    pub(crate) fn kept_arguments(&mut self) -> &mut Vec<Cell> {
        &mut self.watching.args
    }

    /// The cell of the goal without a box that runs, where it is told that it raises.
    pub(crate) fn raising_goal(&mut self) -> Option<&mut Cell> {
        self.watching.raising.as_mut().map(|(_, goal)| goal)
    }

    /// What boxes may take so far, in bytes.
    pub(super) fn bytes_of_boxes(&self) -> usize {
        8 * self.watching.limit.0.words_from(self.watching.root.0)
    }

    /// Gives the code of a predicate its sites, if it is watched.
    pub(crate) fn mark_sites(&mut self, pred: PredId) {
        let Some(row) = self.watching.row(pred) else { return };
        let Some(told) = self.watching.plan.ports(&self.program, pred) else { return };
        let plan = &self.watching.plan;
        row.fill(pred, told, plan.closes(pred), plan.merges_calls(&self.program, pred));
        let (kind, block) = (self.program.get(pred).kind, self.block_of(pred));
        let (entry, (code, _)) = (self.entries[pred.0 as usize], self.bodies[pred.0 as usize]);
        match kind {
            PredicateKind::Dynamic => {
                self.mark_entry(entry, row, sites::FRAMED);
                for at in self.last_calls(pred) {
                    self.mark(at, LEAVE);
                    self.code_shadow(at).set(Cell(sites::MARKED | sites::FRAMED));
                }
            }
            // What is compiled when it is called has no code yet. `call/N` and `catch/3` have it though nothing defines them.
            PredicateKind::Static | PredicateKind::Library | PredicateKind::Undefined
                if !matches!(block.instrs[..], [Instr::Undefined { .. }, ..]) =>
            {
                let (places, _) = layout(&block);
                for (instr, &place) in block.instrs.iter().zip(&places) {
                    if matches!(instr, Instr::Proceed {} | Instr::Execute { .. }) {
                        self.mark(code.offset(place as i32), LEAVE);
                    }
                }
                // What it leads to exits where it is told to.
                let kind = if matches!(block.instrs[..], [Instr::MetaCall { .. }]) { sites::FRAMED } else { 0 };
                self.mark_entry(code, row, kind);
                if entry != code {
                    // A jump: so that last calls know where it leads, and need no environment.
                    self.mark(entry, LEAVE);
                }
            }
            _ => {}
        }
    }

    fn mark_entry(&mut self, at: Code, row: Row, kind: u64) {
        self.mark(at, ENTRY);
        self.code_shadow(at).set(Cell(row.0.bits() | sites::MARKED | kind));
    }

    fn mark(&mut self, at: Code, bit: u16) {
        let place = Addr::from_bits(at.bits());
        place.set(Cell(place.get().0 | u64::from(bit)));
        let shadow = self.code_shadow(at);
        if shadow.get().0 == 0 {
            shadow.set(Cell(sites::MARKED));
            self.watching.marked.push(at);
        }
    }

    /// What is kept of a word of code: 0, or what [`sites`] says.
    #[inline(always)]
    fn code_shadow(&self, at: Code) -> Addr {
        Addr::from_bits(at.bits().wrapping_add(self.watching.code_shadow))
    }

    /// Code is written over what was there before.
    pub(crate) fn forget_sites(&mut self, at: Addr, words: usize) {
        if self.is_watched() {
            (0..words).for_each(|word| self.code_shadow(Code::from_bits(at.add(word).bits())).set(Cell(0)));
            self.watching.places.clear();
        }
    }

    /// Texts have other clauses of dynamic predicates.
    pub(crate) fn forget_rules(&mut self) {
        self.watching.rules = None;
    }

    /// Makes room for more boxes. They may take as much memory as the program.
    fn grow_boxes(&mut self) -> Result<(), Ball> {
        let areas = self.watching.areas.as_ref().expect("boxes are made while something is watched");
        let end = areas.boxes.base().add(self.most_memory.min(areas.boxes.bytes() - 8 * BOX_WORDS) / 8);
        let limit = self.watching.limit.0.add(BOXES_STEP / 8);
        if limit > end {
            return Err(self.out_of_memory());
        }
        self.watching.limit = GoalBox(limit);
        self.grant(super::budget::Needs::default());
        Ok(())
    }
}

/// There is no room for another box: the instruction runs again with more.
#[cold]
fn boxes_full<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    m.regs = *r;
    match m.grow_boxes() {
        Ok(()) => Step::Jump(r.pc),
        Err(ball) => {
            r.h = m.regs.h;
            m.raise::<R>(r, ball)
        }
    }
}
