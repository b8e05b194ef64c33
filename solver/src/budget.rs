//! How much time and memory solving, or an analysis of which it is a part, may use.
//!
//! A [`Budget`] is made by who asks, and handed down to everything that repeats work; each looks at it and stops when it
//! is spent. What was found by then is given, and what is missing says so. Without limits of its own a budget is never
//! spent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What an analysis may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<Memory>,
    noted: Option<Notice>,
}

/// Whether a budget, or a part of it, was found to be used up: what came of it may then be less than could be known.
#[derive(Clone, Copy, Debug)]
pub struct Notice(&'static AtomicBool);

impl Notice {
    /// Whether that was so until now.
    pub fn was_spent(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A limit of memory.
#[derive(Clone, Copy, Debug)]
struct Memory {
    /// The most that may be in use, in bytes.
    most: usize,
    /// How much is in use, in bytes: who has the memory counts it.
    in_use: fn() -> usize,
}

/// What of a budget is used up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Spent {
    /// The time.
    Time,
    /// The memory.
    Memory,
}

impl Budget {
    /// Without limits.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// With so much time from now on, or what is left of it, whichever is less.
    pub fn lasting(self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        let deadline = match (self.deadline, end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget { deadline, ..self }
    }

    /// With a limit of memory, in bytes, for what a function says is in use.
    pub fn holding(self, most: usize, in_use: fn() -> usize) -> Budget {
        Budget { memory: Some(Memory { most, in_use }), ..self }
    }

    /// The same budget, and what is noted when it or a part of it is found to be used up. A budget is a plain value, which many
    /// threads have: the note takes a byte that is never given back.
    pub fn noting(self) -> (Budget, Notice) {
        let notice = Notice(Box::leak(Box::new(AtomicBool::new(false))));
        (Budget { noted: Some(notice), ..self }, notice)
    }

    /// When its time ends, if it does.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// With one of so many parts of the time that is left.
    pub fn part(self, of: u32) -> Budget {
        self.left().map_or(self, |left| self.lasting(left / of))
    }

    /// With half of the time that is left.
    pub fn half(self) -> Budget {
        self.part(2)
    }

    /// Notes that something ended with a budget that was no greater, and is used here.
    pub fn note(&self) {
        if let Some(notice) = self.noted {
            notice.0.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it is used up, and what of it. Cheap enough for every step of a loop.
    pub fn check(&self) -> Result<(), Spent> {
        let checked = self.look();
        if checked.is_err() {
            self.note();
        }
        checked
    }

    fn look(&self) -> Result<(), Spent> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Spent::Time);
        }
        match self.memory {
            Some(memory) if (memory.in_use)() > memory.most => Err(Spent::Memory),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_without_limits_is_never_spent() {
        assert_eq!(Budget::unlimited().check(), Ok(()));
        assert_eq!(Budget::unlimited().left(), None);
    }

    #[test]
    fn a_budget_says_what_of_it_is_spent() {
        assert_eq!(Budget::unlimited().lasting(Duration::ZERO).check(), Err(Spent::Time));
        assert_eq!(Budget::unlimited().holding(10, || 11).check(), Err(Spent::Memory));
        assert_eq!(Budget::unlimited().holding(10, || 10).check(), Ok(()));
    }

    #[test]
    fn what_ends_of_any_part_of_a_budget_is_noted() {
        let (whole, notice) = Budget::unlimited().lasting(Duration::from_secs(3600)).noting();
        assert_eq!((whole.check(), notice.was_spent()), (Ok(()), false));
        assert_eq!((whole.lasting(Duration::ZERO).half().check(), notice.was_spent()), (Err(Spent::Time), true));
    }

    #[test]
    fn a_part_of_a_budget_ends_no_later_than_the_whole() {
        let whole = Budget::unlimited().lasting(Duration::ZERO);
        assert_eq!(whole.lasting(Duration::from_secs(3600)).check(), Err(Spent::Time));
    }
}
