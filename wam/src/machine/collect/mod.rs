//! The collector: what of the heap cannot be reached any more is squeezed out, in place and in order.
//!
//! In: a machine at a call. Out: the same machine with a smaller heap and trail. It marks from the roots into a bitmap,
//! resets and forgets trailed cells that only backtracking could reach ("early reset"), computes where live words go
//! (see [`marks`]), and moves them. The order of cells stays, so that segments of choice points and the age of variables
//! stay what they are. Nothing here recurses; a walk's own stack holds a place a level of nesting, none for lists, and
//! has an end: what is nested more deeply is looked for again among the live words.
//!
//! Roots: argument registers of the call, environments of its continuation and of every choice point (their slots that
//! have a value: see [`FrameMap`]), saved arguments of choice points, values under global names, what a query or a
//! loaded goal must find again, and old values on the trail. **Whoever keeps cells from one call to the next anywhere
//! else must add them here.** Below the floor nothing moves: there is what was there before the run, with what a loaded
//! goal consists of. Cells there that a run changes are on its trail or are remembered.
//!
//! Sources: Jonkers 1979 and Abuaiadh et al. 2004 (bitmap with sums) for moving in order; Appleby et al. 1988 and
//! Bevemyr & Lindgren 1994 for segments and early reset.

mod marks;
mod policy;
mod slots;

pub(crate) use policy::Policy;
pub use policy::{CHOICE_POINT_WORDS, Collecting, ENVIRONMENT_WORDS, Pushed, UNCOLLECTED, most_collected};

use super::Machine;
use super::call::CATCH_ARGS;
use super::cell::Cell;
use super::control::{env_cp, env_prev};
use super::frames::{CHOICE_HEADER, Choice, ENV_HEADER};
use super::memory::{Addr, Code};
use super::step::Regs;
use crate::builtins::control::Global;
use crate::code::FrameMap;
use marks::Marks;
use rustc_hash::FxHashMap;
use slots::Slots;

/// Where a collection happens.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    /// How many argument registers are in use.
    pub arity: usize,
    /// The `call` that the environment belongs to; otherwise it belongs to the continuation.
    pub call: Option<Code>,
}

/// What a collection did, in the units of its cost keys.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Work {
    /// Words of environments, choice points and other roots.
    pub roots: u64,
    /// Live words of the heap.
    pub live: u64,
    /// Blocks of 64 words looked through.
    pub blocks: u64,
    /// Trail entries.
    pub trail: u64,
    /// Words that became free.
    pub freed: u64,
}

/// The buffers of collections.
#[derive(Default)]
pub(crate) struct Buffers {
    marks: Marks,
    slots: Slots,
    choices: Vec<Choice>,
    outside: Vec<Addr>,
    replaced: FxHashMap<Addr, Addr>,
}

/// A collection in the making.
struct Collection<'m> {
    m: &'m mut Machine,
    buffers: Buffers,
    work: Work,
}

impl Machine {
    /// Collects. The registers are the machine's saved ones.
    pub(crate) fn collect(&mut self, site: Site) -> Work {
        let r = self.regs;
        let buffers = std::mem::take(&mut self.buffers);
        let mut collection = Collection { m: self, buffers, work: Work::default() };
        collection.mark(&r, site);
        let top = collection.relocate(site);
        let Collection { mut buffers, mut work, .. } = collection;
        work.freed = r.h.words_from(top) as u64;
        buffers.marks.trim(work.live as usize);
        buffers.slots.trim();
        self.buffers = buffers;
        self.regs.h = top;
        self.hb = self.b.h();
        work
    }
}

impl Collection<'_> {
    // --- Marking

    fn mark(&mut self, r: &Regs, site: Site) {
        let floor = self.m.gc.floor;
        self.buffers.marks.clear(floor, r.h);
        self.buffers.slots.clear(self.m.base.e());
        self.buffers.choices.clear();
        self.mark_registers(site);
        self.mark_outside();
        let call = site.call.unwrap_or(self.m.cp.offset(-1));
        self.mark_environments(r.e, Frame::Call(call));
        let (top, mut from) = (self.m.tr, self.m.tr);
        let mut to = top;
        let mut b = self.m.b;
        loop {
            self.mark_segment(b, &mut from, &mut to);
            b.set_tr(to);
            self.buffers.choices.push(b);
            self.mark_choice(b);
            if b == self.m.base {
                break;
            }
            b = b.prev();
        }
        self.close_trail(from, to, top);
    }

    fn mark_registers(&mut self, site: Site) {
        for at in 0..site.arity {
            self.buffers.marks.mark(self.m.x[at]);
        }
        for at in 0..self.m.roots.len() {
            self.buffers.marks.mark(self.m.roots[at]);
        }
        for at in 0..self.m.kept_arguments().len() {
            let cell = self.m.kept_arguments()[at];
            self.buffers.marks.mark(cell);
        }
        self.work.roots += (site.arity + self.m.roots.len() + self.m.kept_arguments().len()) as u64;
        if let Some(&mut goal) = self.m.raising_goal() {
            self.buffers.marks.mark(goal);
            self.work.roots += 1;
        }
    }

    /// Cells that are not on the heap or below its floor.
    fn mark_outside(&mut self) {
        let outside = &mut self.buffers.outside;
        outside.clear();
        outside.extend(&self.m.gc.remembered);
        outside.extend(self.m.globals.values().filter_map(|global| match global {
            Global::Shared(place) => Some(*place),
            Global::Kept(_) => None,
        }));
        self.work.roots += outside.len() as u64;
        for place in outside {
            self.buffers.marks.mark(place.get());
        }
    }

    /// The environments from one on, of which a call or an alternative says what it holds.
    fn mark_environments(&mut self, e: Addr, frame: Frame) {
        let (mut e, mut frame) = (e, frame);
        loop {
            let (live, unset) = self.m.frame(frame);
            let mut unset = unset.iter().copied().peekable();
            for i in 0..live {
                if unset.next_if_eq(&i).is_some() {
                    continue;
                }
                let slot = e.add(ENV_HEADER + usize::from(i));
                if self.buffers.slots.note(slot) {
                    self.work.roots += 1;
                    self.buffers.marks.mark(slot.get());
                }
            }
            self.work.roots += ENV_HEADER as u64;
            let cp = env_cp(e);
            // The note of the first word says that the environments below are done; it holds no cell.
            if !self.buffers.slots.note(e) || cp == Code::NULL {
                return;
            }
            frame = Frame::Call(cp.offset(-1));
            e = env_prev(e);
        }
    }

    fn mark_choice(&mut self, b: Choice) {
        let arity = self.m.saved(b);
        self.work.roots += (CHOICE_HEADER + arity) as u64;
        for i in 0..arity {
            self.buffers.marks.mark(b.arg(i, arity).get());
        }
        let alt = b.alt();
        if alt == self.m.stubs.drop_and_fail {
            return;
        }
        let frame = if alt == self.m.stubs.catch_fail {
            Frame::Empty
        } else if self.m.gc.frames.contains_key(&alt) {
            Frame::Alternative(alt)
        } else {
            Frame::Call(b.cp().offset(-1))
        };
        self.mark_environments(b.e(), frame);
    }

    // --- The trail

    /// The part of the trail that backtracking to a choice point undoes. What is still needed of it moves up to `to`.
    /// Cells that nothing newer than the choice point has reached are reset now.
    fn mark_segment(&mut self, b: Choice, from: &mut Addr, to: &mut Addr) {
        let bottom = b.tr();
        let heap = self.m.gc.floor..self.m.regs.h;
        self.buffers.replaced.clear();
        while *from > bottom {
            *from = from.sub(1);
            self.work.trail += 1;
            let entry = from.get();
            let is_value = entry.0 & 1 == 1;
            let mut old = entry;
            if is_value {
                *from = from.sub(1);
                old = from.get();
            }
            let at = entry.addr();
            if heap.contains(&at) && at >= b.h() {
                continue;
            }
            match self.buffers.marks.place(at) {
                Some(place) if !self.buffers.marks.is_live(place) => {
                    at.set(old);
                    continue;
                }
                Some(_) => {}
                None => {
                    self.buffers.outside.push(at);
                    self.buffers.marks.mark(at.get());
                }
            }
            if is_value {
                // Of several values that one cell had in a segment, only the oldest will come back.
                if let Some(kept) = self.buffers.replaced.get(&at) {
                    kept.set(old);
                    continue;
                }
                *to = to.sub(2);
                to.set(old);
                to.add(1).set(entry);
                self.buffers.replaced.insert(at, *to);
            } else {
                *to = to.sub(1);
                to.set(entry);
            }
        }
        for old in self.buffers.replaced.values() {
            self.buffers.marks.mark(old.get());
        }
    }

    /// Moves what is left of the trail down to where the run's part began.
    fn close_trail(&mut self, bottom: Addr, from: Addr, top: Addr) {
        let gap = from.words_from(bottom);
        for at in 0..top.words_from(from) {
            bottom.add(at).set(from.add(at).get());
        }
        for b in &self.buffers.choices {
            b.set_tr(b.tr().sub(gap));
        }
        self.m.tr = top.sub(gap);
    }

    // --- Moving

    /// Tells everybody where live words go, and moves them; the new top of the heap.
    fn relocate(&mut self, site: Site) -> Addr {
        let Buffers { marks, slots, choices, outside, .. } = &mut self.buffers;
        self.work.blocks = marks.blocks() as u64;
        self.work.live = marks.add_up() as u64;
        for cell in &mut self.m.x[..site.arity] {
            *cell = marks.relocated(*cell);
        }
        for cell in &mut self.m.roots {
            *cell = marks.relocated(*cell);
        }
        for cell in self.m.kept_arguments() {
            *cell = marks.relocated(*cell);
        }
        if let Some(goal) = self.m.raising_goal() {
            *goal = marks.relocated(*goal);
        }
        outside.sort_unstable();
        outside.dedup();
        for place in outside {
            place.set(marks.relocated(place.get()));
        }
        slots.replace(|cell| marks.relocated(cell));
        let floor = self.m.gc.floor;
        for &b in choices.iter() {
            let arity = self.m.saved(b);
            for i in 0..arity {
                let place = b.arg(i, arity);
                place.set(marks.relocated(place.get()));
            }
            if b.h() >= floor {
                b.set_h(marks.moved(b.h()));
            }
        }
        let (mut at, bottom) = (self.m.tr, self.m.base.tr());
        while at > bottom {
            at = at.sub(1);
            let entry = at.get();
            if entry.0 & 1 == 0 {
                at.set(marks.relocated(entry));
            } else {
                at.set(Cell(marks.relocated(Cell::reference(entry.addr())).0 | 1));
                at = at.sub(1);
                at.set(marks.relocated(at.get()));
            }
        }
        marks.slide()
    }
}

/// What says which slots of an environment hold values.
#[derive(Clone, Copy)]
enum Frame {
    /// None does.
    Empty,
    /// The `call` that the environment waits for.
    Call(Code),
    /// The alternative that goes on in it.
    Alternative(Code),
}

impl Machine {
    /// How many slots of an environment are needed, and which of those have no value.
    fn frame(&self, frame: Frame) -> (u16, &[u16]) {
        match frame {
            Frame::Empty => (0, &[]),
            Frame::Call(call) => (call.half(1), self.gc.frames.get(&call).map_or(&[], |frame| &frame.unset)),
            Frame::Alternative(alt) => {
                let frame = &self.gc.frames[&alt];
                (frame.live, &frame.unset)
            }
        }
    }

    /// How many words a choice point saves.
    fn saved(&self, b: Choice) -> usize {
        let arity = match b.prev() {
            Choice::NULL => 0,
            prev => b.0.words_from(prev.0) - CHOICE_HEADER,
        };
        debug_assert!(b.alt() != self.stubs.catch_fail || arity == CATCH_ARGS);
        arity
    }

    /// How many arguments the predicate takes whose code begins at a place.
    pub(crate) fn arity_at(&self, entry: Code) -> usize {
        usize::from(*self.gc.arities.get(&entry).expect("calls lead to entries of predicates"))
    }

    /// Notes what the environments of a block hold, which was linked at a place.
    pub(crate) fn note_frames(&mut self, frames: &[FrameMap], at: Code, places: &[usize]) {
        for frame in frames {
            let place = at.offset(places[frame.at.0 as usize] as i32);
            self.gc.frames.insert(place, frame.clone());
        }
    }

    /// Forgets what was noted of code that is overwritten.
    pub(crate) fn forget_frames(&mut self, at: Code, words: usize) {
        for word in 0..words {
            self.gc.frames.remove(&at.offset(word as i32));
        }
    }
}
