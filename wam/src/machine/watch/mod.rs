//! Watching: what a run tells of the goals it calls, without a change of the program.
//!
//! In: a [`Plan`], which says of which predicates which ports are told, and an [`Observer`]. Out: an [`Event`] each time
//! such a goal is called, exits, is redone, fails or raises; and how often each of that was, by predicate.
//!
//! **Sites.** The entry of a watched predicate, its `proceed` and its `execute` have another number, [`SITE`] higher, whose
//! handler in the modes that watch does what is due ([`sites`]) before it runs the same body; in all other modes both
//! numbers have the same handler. A table parallel to the code area says whose entry a site is. So no label and no return
//! address moves, and watching starts and stops in a machine that runs. What is not compiled so (dynamic predicates), and
//! the last call of a watched predicate that leads to something unwatched, gets an environment of two words that returns to
//! a stub with such a `proceed`.
//!
//! **Boxes.** One for each goal that runs or may be redone, in an arena that is a stack ([`GoalBox`]). A choice point has the
//! box in which it was made, and the top of the arena then, in a shadow of its area, at the same offset; so has a slot that
//! remembers a choice point for a cut. Backtracking compares a word: where the box is another one, goals have failed on the
//! way up to what both are part of, and are redone on the way down ([`walk`]). An exit that has left no choice point frees
//! the arena from its box on.
//!
//! Sources: Byrd 1980 for ports; Jahier & Ducassé 2002 (foldt) for what an event knows.

mod event;
mod places;
mod plan;
mod sites;
mod walk;

pub use event::{Event, GoalRef, Port, Ports};
pub use places::CallSite;
pub use plan::{Boxes, Plan, Redo};
pub(super) use sites::at_site;

use super::Machine;
use super::cell::Cell;
use super::dispatch::{SITE, STEP};
use super::error::Ball;
use super::frames::Choice;
use super::link::layout;
use super::memory::{Addr, Area, Code};
use super::step::{Regs, RunMode, Step};
use crate::code::PredicateKind;
use crate::error::Error;
use crate::instr::{Instr, Op, PredId};
use crate::meter;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::ops::ControlFlow;

/// Who is told of events. What it does has no effect on the machine.
pub trait Observer: Any + Send {
    /// An event. A break ends the run as an interrupt does.
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()>;
}

/// The number of the box that is around everything.
const ROOT: u32 = 0;

/// A goal that runs, or has exited and may be redone.
#[derive(Clone, Copy)]
struct GoalBox {
    /// The box of the clause that called it.
    parent: u32,
    pred: PredId,
    /// How many ancestors it has, and itself: the first of them, where it is several goals.
    depth: u32,
    /// How many goals it is: a chain of last calls of one predicate may be one box.
    times: u32,
    /// Where its arguments are, if they are kept.
    args: u32,
    /// Whether it was the last call of its parent, which exits with it.
    is_last_call: bool,
    /// Its number among all calls.
    call: u64,
    /// What follows its `call`, or its `execute`.
    site: Code,
    /// The newest choice point when it was called.
    choice: Choice,
}

impl GoalBox {
    const NONE: GoalBox = GoalBox {
        parent: ROOT,
        pred: PredId(0),
        depth: 0,
        times: 1,
        args: 0,
        is_last_call: false,
        call: 0,
        site: Code::NULL,
        choice: Choice::NULL,
    };
}

/// What is known of a predicate that is watched, or not.
#[derive(Clone, Copy, Default)]
struct Watched {
    /// The ports that the observer is told of.
    told: Ports,
    /// Whether an exited box of it goes when it has left no choice point.
    closes: bool,
    counts: [u64; Port::ALL.len()],
}

/// What watching keeps.
pub(crate) struct Watching {
    /// The box of the goal that runs.
    current: u32,
    /// How many boxes there are.
    top: u32,
    /// The `execute` of a watched clause that leads to the next entry, or null.
    last_call: Code,
    /// From an address of a choice point, or of a slot, to its shadow.
    choice_shadow: u64,
    slot_shadow: u64,
    /// What of a shadow must be as it is now where nothing is told when a choice point is backtracked to.
    compared: u64,
    boxes: Vec<GoalBox>,
    /// Which of the goals that a box is the event is about.
    turn: u32,
    /// By predicate.
    watched: Vec<Watched>,
    /// By word of code: 0, or what [`sites`] says.
    sites: Vec<u32>,
    /// Calls and events so far.
    calls: u64,
    chrono: u64,
    /// Of the calls so far those after this one were undone since the observer was told something.
    undone: u64,
    /// Arguments of the boxes.
    args: Vec<Cell>,
    /// Boxes on the way down to one that is redone; empty but while that is walked.
    path: Vec<u32>,
    /// Calls by their address, as far as somebody has asked.
    places: FxHashMap<u64, Option<CallSite>>,
    plan: Plan,
    observer: Option<Box<dyn Observer>>,
    shadows: Option<[Area; 2]>,
}

impl Default for Watching {
    fn default() -> Self {
        Watching {
            current: ROOT,
            top: 1,
            last_call: Code::NULL,
            choice_shadow: 0,
            slot_shadow: 0,
            compared: 0,
            boxes: Vec::new(),
            turn: 0,
            watched: Vec::new(),
            sites: Vec::new(),
            calls: 0,
            chrono: 0,
            undone: u64::MAX,
            args: Vec::new(),
            path: Vec::new(),
            places: FxHashMap::default(),
            plan: Plan::default(),
            observer: None,
            shadows: None,
        }
    }
}

/// Boxes that there is room for at the beginning.
const FIRST_BOXES: usize = 1 << 10;

impl Watching {
    /// Box and top as a shadow has them.
    #[inline(always)]
    fn now(&self) -> u64 {
        u64::from(self.current) | u64::from(self.top) << 32
    }

    /// The boxes from one on are gone.
    #[inline(always)]
    fn drop_boxes(&mut self, from: u32) {
        if self.plan.keeps_arguments && from < self.top {
            self.args.truncate(self.boxes[from as usize].args as usize);
        }
        self.top = from;
    }
}

impl Machine {
    /// Watches from now on, in runs of the modes [`WatchingBoxes`](super::WatchingBoxes) and
    /// [`WatchingCalls`](super::WatchingCalls).
    ///
    /// # Errors
    /// When the system refuses the address space.
    pub fn watch(&mut self, plan: Plan, observer: Option<Box<dyn Observer>>) -> Result<(), Error> {
        self.unwatch();
        let choices = Area::beside(&self.choices)?;
        let slots = Area::beside(&self.local)?;
        self.watching = Watching {
            choice_shadow: choices.base().bits().wrapping_sub(self.choices.base().bits()),
            slot_shadow: slots.base().bits().wrapping_sub(self.local.base().bits()),
            compared: if plan.redo == Redo::Left { u32::MAX.into() } else { u64::MAX },
            boxes: vec![GoalBox::NONE; FIRST_BOXES],
            plan,
            observer,
            shadows: Some([choices, slots]),
            ..Watching::default()
        };
        let mut b = self.b;
        while b != Choice::NULL {
            self.shade(b);
            b = b.prev();
        }
        self.mark_stubs();
        for id in 0..self.entries.len() {
            self.mark_sites(PredId(id as u32));
        }
        Ok(())
    }

    /// Watches no more; the observer, if there was one.
    pub fn unwatch(&mut self) -> Option<Box<dyn Observer>> {
        let watching = std::mem::take(&mut self.watching);
        for (word, &site) in watching.sites.iter().enumerate() {
            if site != 0 {
                let at = self.code.base().add(word);
                at.set(Cell(at.get().0 & !u64::from(SITE)));
            }
        }
        watching.observer
    }

    /// Whether it watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.watching.shadows.is_some()
    }

    /// How often each port of a predicate was passed since it is watched, in the order of [`Port::ALL`].
    pub fn passages(&self, pred: PredId) -> [u64; Port::ALL.len()] {
        self.watching.watched.get(pred.0 as usize).map_or([0; Port::ALL.len()], |watched| watched.counts)
    }

    /// How many events there were since it is watched, told or not.
    pub fn events(&self) -> u64 {
        self.watching.chrono
    }

    /// The observer.
    pub fn observer(&mut self) -> Option<&mut dyn Observer> {
        self.watching.observer.as_deref_mut()
    }

    /// A choice point belongs to the box that runs.
    #[inline(always)]
    pub(crate) fn shade(&mut self, b: Choice) {
        let shadow = Addr::from_bits(b.bits().wrapping_add(self.watching.choice_shadow));
        shadow.set(Cell(self.watching.now()));
        shadow.add(1).set(Cell(self.watching.calls));
    }

    /// The same of the newest one, where it is not known whether anything is watched.
    pub(crate) fn shade_newest(&mut self) {
        if self.is_watched() {
            self.shade(self.b);
        }
    }

    #[inline(always)]
    fn shadow(&self, b: Choice) -> u64 {
        Addr::from_bits(b.bits().wrapping_add(self.watching.choice_shadow)).get().0
    }

    /// What was called since a choice point was made is undone.
    #[inline(always)]
    fn note_undone(&mut self, b: Choice) {
        let calls = Addr::from_bits(b.bits().wrapping_add(self.watching.choice_shadow)).add(1).get().0;
        self.watching.undone = self.watching.undone.min(calls);
    }

    /// A slot remembers a choice point to cut back to: the boxes that come now go with that.
    #[inline(always)]
    pub(crate) fn shade_slot(&mut self, slot: Addr) {
        let top = Cell(self.watching.top.into());
        Addr::from_bits(slot.bits().wrapping_add(self.watching.slot_shadow)).set(top);
    }

    /// A cut back to what a slot remembers: the boxes made since are not redone.
    #[inline(always)]
    pub(crate) fn close_boxes_since(&mut self, slot: Addr) {
        let top = Addr::from_bits(slot.bits().wrapping_add(self.watching.slot_shadow)).get().0 as u32;
        // Slots from before watching began say nothing.
        if top > self.watching.current && top < self.watching.top {
            self.watching.drop_boxes(top);
        }
    }

    /// A run begins: nothing is left of earlier ones.
    pub(crate) fn begin_boxes(&mut self) {
        self.watching.current = ROOT;
        self.watching.last_call = Code::NULL;
        self.watching.top = 1;
        self.watching.args.clear();
    }

    /// The cells that boxes keep.
    pub(crate) fn kept_arguments(&mut self) -> &mut Vec<Cell> {
        &mut self.watching.args
    }

    /// Gives the code of a predicate its sites, if it is watched.
    pub(crate) fn mark_sites(&mut self, pred: PredId) {
        if !self.is_watched() {
            return;
        }
        let predicate = self.program.get(pred);
        let (kind, block) = (predicate.kind, predicate.block.clone());
        let Some(told) = self.watching.plan.ports(&self.program, pred) else { return };
        let closes = self.watching.plan.closes(pred);
        let at = pred.0 as usize;
        if self.watching.watched.len() <= at {
            self.watching.watched.resize(at + 1, Watched::default());
        }
        let watched = &mut self.watching.watched[at];
        (watched.told, watched.closes) = (told, closes);
        let (entry, (code, _)) = (self.entries[at], self.bodies[at]);
        match kind {
            PredicateKind::Dynamic => self.mark(entry, sites::entry(pred, sites::FRAMED)),
            // What is compiled when it is called has no code yet.
            PredicateKind::Static | PredicateKind::Library
                if !matches!(block.instrs[..], [Instr::Undefined { .. }, ..]) =>
            {
                let (places, _) = layout(&block);
                for (instr, &place) in block.instrs.iter().zip(&places) {
                    if matches!(instr, Instr::Proceed {} | Instr::Execute { .. }) {
                        self.mark(code.offset(place as i32), sites::RETURN);
                    }
                }
                self.mark(code, sites::entry(pred, 0));
                if entry != code {
                    // So that last calls need no environment of their own.
                    self.mark(entry, sites::RETURN);
                }
            }
            _ => {}
        }
    }

    fn mark(&mut self, at: Code, site: u32) {
        let place = Addr::from_bits(at.bits());
        let word = place.words_from(self.code.base());
        if self.watching.sites.len() <= word {
            self.watching.sites.resize(word + 1, 0);
        }
        self.watching.sites[word] |= site;
        place.set(Cell(place.get().0 | u64::from(SITE)));
    }

    /// Code is written to a place: what was there before was perhaps a site.
    pub(crate) fn forget_sites(&mut self, at: Addr, words: usize) {
        let first = at.words_from(self.code.base());
        let sites = &mut self.watching.sites;
        let from = first.min(sites.len());
        let to = (from + words).min(sites.len());
        sites[from..to].fill(0);
        self.watching.places.clear();
    }

    /// The stub's `proceed` is a site.
    fn mark_stubs(&mut self) {
        let proceed = self.stubs.watch_return.offset(1);
        debug_assert_eq!(proceed.half(0) % STEP, Op::Proceed as u16);
        self.mark(proceed, sites::RETURN);
    }

    /// Makes room for more boxes.
    fn grow_boxes(&mut self) -> Result<(), Ball> {
        let more = self.watching.boxes.len();
        self.can_allocate(meter::next_of_list(&self.watching.boxes, more))?;
        self.watching.boxes.resize(2 * more, GoalBox::NONE);
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
