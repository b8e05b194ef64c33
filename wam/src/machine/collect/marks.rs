//! Which words of the heap are live, and where they go: a bit a word, and sums over them.
//!
//! A word's new address is its base plus the number of live words below it, which is one sum and one count of bits. The
//! marks cover the heap from the collector's floor to its top; addresses elsewhere are never marked and never move.

use super::super::cell::{Cell, Tag};
use super::super::memory::Addr;

/// Marks of 64 words.
#[derive(Clone, Copy, Default)]
struct Block {
    /// A bit a word, the lowest for the first.
    live: u64,
    /// Once added up, live words before this block; until then, how many of its first words belong to a live box that
    /// begins before it.
    before: u64,
}

/// So many stretches wait at most: terms may be nested as deeply as the heap is long, and the marks must stay small.
const WAITING: usize = 1 << 16;

/// Cells in a row whose contents are still to be looked at.
#[derive(Clone, Copy)]
struct Stretch {
    at: usize,
    n: usize,
}

/// The marks of a collection. The buffers are kept from one to the next.
#[derive(Default)]
pub(super) struct Marks {
    from: u64,
    bytes: u64,
    blocks: Vec<Block>,
    todo: Vec<Stretch>,
    /// The first and the last of the live words of which what they lead to was left for later.
    left: Option<(usize, usize)>,
}

impl Marks {
    /// Nothing is live; the marks are for the words from one address up to another.
    pub fn clear(&mut self, from: Addr, to: Addr) {
        self.from = from.bits();
        self.bytes = to.bits() - from.bits();
        self.blocks.clear();
        self.blocks.resize(self.words() / 64 + 1, Block::default());
    }

    /// Gives buffers back that are much larger than what the marks need now.
    pub fn trim(&mut self, words: usize) {
        self.blocks.clear();
        self.blocks.shrink_to(words / 16);
        self.todo.shrink_to(1 << 12);
    }

    /// How many words there are.
    pub fn words(&self) -> usize {
        (self.bytes / 8) as usize
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The number of the word at an address, if the marks cover it.
    #[inline(always)]
    pub fn place(&self, addr: Addr) -> Option<usize> {
        let offset = addr.bits().wrapping_sub(self.from);
        (offset < self.bytes).then_some((offset / 8) as usize)
    }

    #[inline(always)]
    pub fn is_live(&self, place: usize) -> bool {
        self.blocks[place / 64].live >> (place % 64) & 1 == 1
    }

    #[inline(always)]
    fn address(&self, place: usize) -> Addr {
        Addr::from_bits(self.from + 8 * place as u64)
    }

    /// Makes a word live; whether it was not.
    #[inline(always)]
    fn set(&mut self, place: usize) -> bool {
        let block = &mut self.blocks[place / 64].live;
        let bit = 1 << (place % 64);
        let new = *block & bit == 0;
        *block |= bit;
        new
    }

    /// Makes everything live that a cell leads to.
    pub fn mark(&mut self, cell: Cell) {
        if let Some(first) = self.enter(cell) {
            self.follow(first);
            let mut falling = true;
            while let Some((from, to)) = self.left.take() {
                self.look_again(from / 64, to / 64, falling);
                falling = !falling;
            }
        }
    }

    /// Follows the cells of live words for what was left: block by block down, or up, and what is left on the way as far as
    /// it lies ahead.
    fn look_again(&mut self, from: usize, to: usize, falling: bool) {
        let (mut at, mut end) = if falling { (to, from) } else { (from, to) };
        loop {
            self.look_at(at);
            match self.left {
                Some((first, last)) if falling && last / 64 < at => {
                    end = end.min(first / 64);
                    self.left = None;
                }
                Some((first, last)) if !falling && first / 64 > at => {
                    end = end.max(last / 64);
                    self.left = None;
                }
                _ => {}
            }
            if at == end {
                return;
            }
            at = if falling { at - 1 } else { at + 1 };
        }
    }

    /// Follows the live cells of a block.
    fn look_at(&mut self, block: usize) {
        let mut at = 64 * block + self.blocks[block].before as usize;
        while at < 64 * (block + 1) {
            let ahead = self.blocks[block].live >> (at % 64);
            if ahead == 0 {
                return;
            }
            at += ahead.trailing_zeros() as usize;
            let cell = self.address(at).get();
            at += 1;
            if cell.is(Tag::Header) {
                at += cell.payload_words();
            } else if let Some(first) = self.enter(cell) {
                self.follow(first);
            }
        }
    }

    /// Makes cells live, and what they lead to but for what is left.
    fn follow(&mut self, first: Stretch) {
        let mut now = first;
        debug_assert!(self.todo.is_empty());
        loop {
            let at = now.at;
            now = Stretch { at: at + 1, n: now.n - 1 };
            let next = if self.set(at) { self.enter(self.address(at).get()) } else { None };
            if let Some(next) = next {
                if now.n > 0 {
                    if self.todo.len() == WAITING {
                        self.leave(at);
                        continue;
                    }
                    self.todo.push(now);
                }
                now = next;
            } else if now.n == 0 {
                match self.todo.pop() {
                    Some(rest) => now = rest,
                    None => return,
                }
            }
        }
    }

    /// Leaves what a live word leads to for later, as if it had not been entered.
    #[cold]
    fn leave(&mut self, at: usize) {
        let cell = self.address(at).get();
        if cell.is(Tag::Struct)
            && let Some(functor) = self.place(cell.addr())
        {
            self.blocks[functor / 64].live &= !(1 << (functor % 64));
        }
        self.left = Some(self.left.map_or((at, at), |(first, last)| (first.min(at), last.max(at))));
    }

    /// The cells that a cell leads to, if any of them may be new. Functors and boxes become live here: where those of a
    /// compound term are live, its arguments are live or waiting.
    #[inline(always)]
    fn enter(&mut self, cell: Cell) -> Option<Stretch> {
        let tag = cell.tag();
        if !matches!(tag, Tag::Ref | Tag::List | Tag::Struct | Tag::Boxed) {
            return None;
        }
        let at = self.place(cell.addr())?;
        match tag {
            Tag::Ref => (!self.is_live(at)).then_some(Stretch { at, n: 1 }),
            Tag::List => Some(Stretch { at, n: 2 }),
            Tag::Struct => {
                let arity = self.address(at).get().arity();
                (self.set(at) && arity > 0).then_some(Stretch { at: at + 1, n: arity })
            }
            _ => {
                if self.set(at) {
                    let words = self.address(at).get().payload_words();
                    self.set_all(at + 1, words);
                    for block in at / 64 + 1..(at + words) / 64 + 1 {
                        self.blocks[block].before = (at + 1 + words - 64 * block).min(64) as u64;
                    }
                }
                None
            }
        }
    }

    fn set_all(&mut self, from: usize, words: usize) {
        let (mut at, end) = (from, from + words);
        while at < end {
            let step = (64 - at % 64).min(end - at);
            let ones = if step == 64 { u64::MAX } else { (1 << step) - 1 };
            self.blocks[at / 64].live |= ones << (at % 64);
            at += step;
        }
    }

    /// Adds up; how many words are live. From here on words know where they go.
    pub fn add_up(&mut self) -> usize {
        let mut sum = 0;
        for block in &mut self.blocks {
            block.before = sum;
            sum += u64::from(block.live.count_ones());
        }
        sum as usize
    }

    /// Where the first live word at or above an address goes, which the marks cover or which is their end.
    #[inline(always)]
    pub fn moved(&self, addr: Addr) -> Addr {
        let place = ((addr.bits() - self.from) / 8) as usize;
        let block = self.blocks[place / 64];
        let below = block.live & ((1 << (place % 64)) - 1);
        Addr::from_bits(self.from + 8 * (block.before + u64::from(below.count_ones())))
    }

    /// A cell after the move.
    #[inline(always)]
    pub fn relocated(&self, cell: Cell) -> Cell {
        const ADDRESSES: u64 =
            1 << Tag::Ref as u64 | 1 << Tag::List as u64 | 1 << Tag::Struct as u64 | 1 << Tag::Boxed as u64;
        let tag = cell.0 & 7;
        if ADDRESSES >> tag & 1 == 1 && self.place(cell.addr()).is_some() {
            return Cell(self.moved(cell.addr()).bits() | tag);
        }
        cell
    }

    /// Moves the live words together, in their order; the new top of the heap.
    pub fn slide(&self) -> Addr {
        let mut to = Addr::from_bits(self.from);
        // Words of a box that are no cells.
        let mut raw = 0;
        for (number, block) in self.blocks.iter().enumerate() {
            let mut live = block.live;
            let base = Addr::from_bits(self.from).add(64 * number);
            while live != 0 {
                let cell = base.add(live.trailing_zeros() as usize).get();
                live &= live - 1;
                if raw > 0 {
                    raw -= 1;
                    to.push(cell);
                } else {
                    if cell.is(Tag::Header) {
                        raw = cell.payload_words();
                    }
                    to.push(self.relocated(cell));
                }
            }
        }
        to
    }
}
