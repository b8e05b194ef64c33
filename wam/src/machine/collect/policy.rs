//! When to collect, and how much room to leave until the next time.
//!
//! The limit that calls check is soft: the heap's top at which the next collection is due. It is at least [`LEAST`] words
//! beyond what the last collection left, and at least as many as that collection looked at: the words walked are paid
//! for by words pushed, so that collecting takes time linear in what a run pushes. Before a collection the stacks are
//! weighed as well: where they are much larger than what was pushed, it waits.

use super::super::Machine;
use super::super::budget::Needs;
use super::super::error::{Ball, Waits};
use super::super::frames::{CHOICE_HEADER, ENV_HEADER};
use super::super::memory::{Addr, Code};
use super::super::step::{Regs, RunMode};
use super::{Site, Work};
use crate::code::FrameMap;
use crate::cost::{Counts, Key};
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

/// Words of heap pushed at least between two collections: half a megabyte, which stays in a second-level cache.
pub(crate) const LEAST: usize = 1 << 16;
/// How many words of stacks a collection may walk for each word that was pushed.
const STACK_WORDS: usize = 8;
/// Words of the environment and the choice point that are below those of each run.
const BASE: u64 = 64;
/// Words that a handler of a memory error may push at least.
const SPARE: usize = 1 << 13;
/// A run as short as this cannot have used many pages for the first time: that alone takes most of a microsecond a page.
const SHORT: Duration = Duration::from_millis(1);
/// Words of unused memory that are worth giving back.
const WORTH: usize = 1 << 18;
/// How many collections to wait before unused stacks are given back.
const PATIENCE: u64 = 8;

/// How many words are walked at every call in tests of the collector: for more, calls are let pass.
const WALK_AT_ONCE: usize = 1 << 8;

/// So many words of heap a run pushes at least before it is collected, unless it asks for that or memory is short.
pub const UNCOLLECTED: u64 = LEAST as u64;

/// Words of an environment besides its slots.
pub const ENVIRONMENT_WORDS: usize = ENV_HEADER;
/// Words of a choice point besides the arguments that it saves.
pub const CHOICE_POINT_WORDS: usize = CHOICE_HEADER;

/// What a run pushes at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pushed {
    /// Words of heap.
    pub cells: u64,
    /// Words of environments and choice points, where that is known.
    pub frames: Option<u64>,
    /// Words of trail, where that is known.
    pub trail: Option<u64>,
    /// Cells that are roots besides: argument registers, and variables of the goal.
    pub others: u64,
}

/// The most that the collections of a run do, as counts of their keys; all zero where there is none.
///
/// It is so for collections by the policy: nobody asks for one, memory is not short, and nothing is kept under global
/// names. Between two collections so much is pushed as the first of them walked, and [`UNCOLLECTED`] at least. So what is live,
/// which is no more than was live before and was pushed since, is in all but the last at most what is pushed after them;
/// and so are the words of the heap that a collection looks through, but for those pushed since the one before. The
/// stacks are at most eight times what was pushed since.
pub fn most_collected(pushed: Pushed) -> Counts {
    let Pushed { cells, frames, trail, others } = pushed;
    let mut counts = Counts::new();
    let collections = cells / UNCOLLECTED;
    if collections == 0 {
        return counts;
    }
    // One that is due by the stacks is rounded down.
    let paid_for =
        cells.saturating_mul(STACK_WORDS as u64).saturating_add(collections.saturating_mul(STACK_WORDS as u64));
    let of_stack = |words: Option<u64>| words.map_or(paid_for, |words| paid_for.min(words.saturating_mul(collections)));
    let live = if collections == 1 { cells } else { cells.saturating_mul(2) };
    counts[Key::COLLECT] = collections;
    // A choice point has eight words, and two are counted for an environment that was entered before.
    let frames = of_stack(frames);
    let roots = frames.saturating_add(frames / 4);
    counts[Key::COLLECT_ROOT] = roots.saturating_add(collections.saturating_mul(others.saturating_add(BASE)));
    counts[Key::COLLECT_LIVE] = live;
    counts[Key::COLLECT_BLOCK] = cells.saturating_mul(2) / 64 + collections;
    counts[Key::COLLECT_TRAIL] = of_stack(trail);
    counts
}

/// When collections happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Collecting {
    /// When the heap has grown enough.
    #[default]
    WhenDue,
    /// At every call, or at every few calls where there is much to walk: for tests of the collector.
    AtEveryCall,
    /// Never.
    Never,
}

/// What the collector knows from one collection to the next.
pub(crate) struct Policy {
    /// Below it nothing moves.
    pub floor: Addr,
    /// Cells below the floor that the run may change.
    pub remembered: Vec<Addr>,
    /// What environments hold at calls and alternatives, where code alone does not say.
    pub frames: FxHashMap<Code, FrameMap>,
    /// How many arguments the predicate at an entry takes.
    pub arities: FxHashMap<Code, u16>,
    /// When collections happen.
    pub when: Collecting,
    /// Somebody asked for a collection.
    wanted: bool,
    /// Calls to let pass, in [`Collecting::AtEveryCall`].
    skip: u64,
    /// The top of the heap at which one is due.
    due: u64,
    /// The top of the heap after the last one, or at the start of the run.
    since: Addr,
    /// The highest known top of the heap.
    highest: Addr,
    /// Collections so far, the bytes they freed, and their time.
    pub collections: u64,
    pub freed: u64,
    pub time: Duration,
    /// When the last run ended, or the machine was made.
    ended: Instant,
}

impl Policy {
    pub(crate) fn new(heap: Addr, when: Collecting) -> Self {
        Policy {
            floor: heap,
            remembered: Vec::new(),
            frames: FxHashMap::default(),
            arities: FxHashMap::default(),
            when,
            wanted: false,
            skip: 0,
            due: heap.bits(),
            since: heap,
            highest: heap,
            collections: 0,
            freed: 0,
            time: Duration::ZERO,
            ended: Instant::now(),
        }
    }
}

impl Machine {
    /// A run begins: what is on the heap now stays where it is.
    pub(crate) fn begin_collecting(&mut self, floor: Addr) {
        self.gc.floor = floor;
        self.gc.remembered.clear();
        self.roots.clear();
        self.start_collecting(floor);
    }

    /// The run begins anew with an empty heap.
    #[inline]
    pub(crate) fn start_collecting(&mut self, top: Addr) {
        self.gc.since = top;
        self.set_due(top.add(LEAST).bits());
    }

    /// Collects when that is due, from now on.
    pub(crate) fn enable_collecting(&mut self) {
        if self.gc.when == Collecting::Never {
            self.gc.when = Collecting::WhenDue;
            self.set_due(self.regs.h.add(LEAST).bits());
        }
    }

    /// Collects no more, unless asked to.
    pub(crate) fn disable_collecting(&mut self) {
        if self.gc.when == Collecting::WhenDue {
            self.gc.when = Collecting::Never;
            self.rearm();
        }
    }

    /// Whether the heap is collected when that is due.
    pub(crate) fn is_collecting(&self) -> bool {
        self.gc.when != Collecting::Never
    }

    /// Asks for a collection at the next call.
    pub(crate) fn want_collection(&mut self) {
        self.gc.wanted = true;
        self.limits.heap.store(0, SeqCst);
    }

    /// Sets when the next collection is due. Calls that come sooner need not look further, unless somebody waits.
    fn set_due(&mut self, due: u64) {
        if due == self.gc.due && self.gc.when != Collecting::AtEveryCall {
            return;
        }
        self.gc.due = due;
        self.rearm();
    }

    /// Lets calls go on until the next collection is due, or the heap is at the end of its grant.
    pub(crate) fn rearm(&mut self) {
        let now = self.gc.wanted
            || self.gc.when == Collecting::AtEveryCall
            || self.goal_limits.any_on_calls()
            || self.has_full_trail();
        let due = if self.is_collecting() { self.gc.due.min(self.heap_limit) } else { self.heap_limit };
        self.limits.heap.store(if now { 0 } else { due }, SeqCst);
        if self.limits.is_waiting() {
            self.limits.heap.store(0, SeqCst);
        }
    }

    /// The interrupt that waits, if there is one; builtins that may take long ask for it now and then.
    pub(crate) fn check_interrupt(&mut self) -> Result<(), Ball> {
        let waiting = self.limits.take_waiting();
        if waiting.is_some() {
            self.rearm();
        }
        match waiting {
            Some(Waits::ABORT) => Err(self.aborted()),
            Some(Waits::TIME) => Err(self.resource_error("time")),
            Some(_) => self.time_is_up(),
            None => self.check_memory(),
        }
    }

    /// A check of the limits where nothing can be collected: an interrupt, or the heap is full.
    pub(crate) fn check_limits(&mut self, r: &Regs) -> Result<(), Ball> {
        self.check_space(r)?;
        self.count_call()
    }

    /// The same where that is no call of the program's.
    pub(crate) fn check_space(&mut self, r: &Regs) -> Result<(), Ball> {
        self.regs = *r;
        self.check_interrupt()?;
        if r.h.bits() > self.heap_limit && !self.grant(Needs::default()) {
            return Err(self.out_of_memory());
        }
        Ok(())
    }

    /// A check of the limits at a call: collects where that is due.
    pub(crate) fn make_room<R: RunMode>(&mut self, r: &mut Regs, site: Site) -> Result<(), Ball> {
        self.regs = *r;
        self.check_interrupt()?;
        let at_end = r.h.bits() > self.heap_limit;
        let enough = !at_end || self.grant(Needs::default());
        let full = at_end && (!enough || self.is_scarce());
        let due = match self.gc.when {
            Collecting::Never => self.gc.wanted,
            Collecting::AtEveryCall => full || self.gc.wanted || self.gc.skip == 0,
            Collecting::WhenDue => full || self.gc.wanted || r.h.bits() > self.gc.due,
        };
        if due && self.is_cleaning() {
            // Registers are saved of which nobody knows whether they are live.
            self.set_due(r.h.add(LEAST).bits());
        } else if !due {
            self.gc.skip = self.gc.skip.saturating_sub(1);
            self.rearm();
        } else if full || self.gc.wanted || self.is_paid_for(r) {
            self.gc.wanted = false;
            let work = self.collect_timed(site);
            self.count_work::<R>(work);
            r.h = self.regs.h;
            let walked = (work.live + work.roots + work.trail) as usize;
            self.gc.skip = (walked / WALK_AT_ONCE) as u64;
            self.gc.since = r.h;
            self.set_due(r.h.add(walked.max(LEAST)).bits());
            self.give_back_after_collection();
            if full && (!self.grant(Needs::default()) || self.is_scarce()) {
                return Err(self.out_of_memory());
            }
            return Ok(());
        }
        if enough { Ok(()) } else { Err(self.out_of_memory()) }
    }

    /// Whether enough was pushed since the last collection for what the stacks hold; otherwise it will be due later.
    fn is_paid_for(&mut self, r: &Regs) -> bool {
        if self.gc.when == Collecting::AtEveryCall {
            return true;
        }
        let stacks = self.local_top(r.e).words_from(self.base.e())
            + self.b.0.words_from(self.base.0)
            + self.tr.words_from(self.base.tr());
        let due = self.gc.since.add(stacks / STACK_WORDS);
        if r.h >= due {
            return true;
        }
        self.set_due(due.bits());
        false
    }

    fn collect_timed(&mut self, site: Site) -> Work {
        let started = Instant::now();
        self.gc.highest = self.gc.highest.max(self.regs.h);
        self.collection_begins();
        let work = self.collect(site);
        self.collection_ends(work.freed);
        self.gc.collections += 1;
        self.gc.freed += 8 * work.freed;
        self.gc.time += started.elapsed();
        work
    }

    fn count_work<R: RunMode>(&mut self, work: Work) {
        self.count::<R>(Key::COLLECT);
        self.count_units::<R>(Key::COLLECT_ROOT, work.roots);
        self.count_units::<R>(Key::COLLECT_LIVE, work.live);
        self.count_units::<R>(Key::COLLECT_BLOCK, work.blocks);
        self.count_units::<R>(Key::COLLECT_TRAIL, work.trail);
    }

    // --- Memory that is not needed any more

    fn give_back_after_collection(&mut self) {
        if self.gc.highest > Addr::from_bits(self.gc.due).add(WORTH) {
            self.give_back_heap();
        }
        if self.gc.collections.is_multiple_of(PATIENCE) {
            self.give_back_stacks();
        }
    }

    /// An exception has unwound the stacks from a top of the heap: the next collection is due as if the run began here.
    pub(crate) fn unwound(&mut self, from: Addr) {
        let h = self.regs.h;
        self.gc.highest = self.gc.highest.max(from);
        if from.words_from(h) > WORTH {
            self.gc.since = h;
            self.set_due(h.add(h.words_from(self.gc.floor).max(LEAST)).bits());
            self.give_back_heap();
        }
        self.grant_handler();
        // The handler gets a little room before the next collection.
        let due = h.add(SPARE).bits();
        if due > self.gc.due {
            self.gc.due = due;
            self.rearm();
        }
    }

    fn give_back_heap(&mut self) {
        let from = Addr::from_bits(self.gc.due.max(self.regs.h.bits())).add(WORTH);
        self.heap.release(from);
        self.gc.highest = from;
    }

    /// A run has ended and the stacks are empty: gives back what it may have used of them. Not after short runs, for which
    /// the three calls of the system took longer than the run.
    pub(crate) fn give_back_after_run(&mut self) {
        let now = Instant::now();
        if now.duration_since(self.gc.ended) >= SHORT {
            self.give_back_stacks();
        }
        self.gc.ended = now;
    }

    /// Gives back what is beyond the tops of the stacks.
    fn give_back_stacks(&mut self) {
        let top = self.local_top(self.regs.e);
        self.local.release(top.add(WORTH));
        self.choices.release(self.b.0.add(WORTH));
        self.trail.release(self.tr.add(WORTH));
    }
}
