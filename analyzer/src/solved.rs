//! Systems of equations that were solved, by their texts: what one analysis of a program has solved serves the next.
//!
//! In: a system whose functions have names by their places, so that systems that differ in names only are one. Bounds are the same
//! whoever asks, unless a budget has ended: these serve who has not much more time.

use rustc_hash::FxHashMap;
use solver::{Bound, Budget, Direction, FnName};
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// So many systems are kept at most: some ten kilobytes each.
const MOST: usize = 4096;

/// How much more time than another one who tries again what that one had too little time for has.
const MUCH_MORE: u32 = 4;

/// How long who waits for a system does not look at its budget.
const MOMENT: Duration = Duration::from_millis(20);

/// The bounds of a system's functions.
pub(crate) type Bounds = BTreeMap<FnName, Bound>;

type Asked = (String, Direction);

/// The systems that analyses of a program have solved.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolvedSystems(Arc<(Mutex<Systems>, Condvar)>);

/// Systems and what has come of them: of those that are being solved, nothing yet.
type Systems = FxHashMap<Asked, Option<Kept>>;

#[derive(Clone, Debug)]
struct Kept {
    bounds: Bounds,
    /// The time after which its budget had ended, if it had.
    ended: Option<Duration>,
}

impl Kept {
    /// Whether who has this budget would find no more.
    fn serves(&self, budget: &Budget) -> bool {
        self.ended.is_none_or(|ended| budget.left().is_some_and(|left| left / MUCH_MORE <= ended))
    }
}

/// What is to be done with a system.
pub(crate) enum Turn {
    /// It was solved.
    Solved(Bounds),
    /// It is to be solved by who asked.
    Open(Open),
}

/// A system that somebody solves. Others who ask wait until it is kept, or dropped.
pub(crate) struct Open {
    of: SolvedSystems,
    /// Nothing where nobody waits.
    asked: Option<Asked>,
    budget: Budget,
    since: Instant,
}

impl SolvedSystems {
    /// The bounds of a system that was solved, or its turn to be solved. Analyses side by side ask for the same ones: while one
    /// of them is solved, whoever asks for it waits, for as long as their own budget lasts.
    pub(crate) fn turn(&self, text: String, direction: Direction, budget: &Budget) -> Turn {
        let (systems, changed) = &*self.0;
        let asked = (text, direction);
        let open = |asked| Turn::Open(Open { of: self.clone(), asked, budget: *budget, since: Instant::now() });
        let mut systems = systems.lock().expect("no thread panics with it");
        loop {
            match systems.get(&asked) {
                Some(Some(kept)) if kept.serves(budget) => {
                    if kept.ended.is_some() {
                        budget.note();
                    }
                    return Turn::Solved(kept.bounds.clone());
                }
                Some(None) if budget.check().is_ok() => {
                    systems = changed.wait_timeout(systems, MOMENT).expect("no thread panics with it").0;
                }
                Some(None) => return open(None),
                None if systems.len() >= MOST => return open(None),
                Some(Some(_)) | None => {
                    systems.insert(asked.clone(), None);
                    return open(Some(asked));
                }
            }
        }
    }

    /// What has come of a system, or nothing.
    fn set(&self, asked: Asked, kept: Option<Kept>) {
        let (systems, changed) = &*self.0;
        // Whoever drops a system may be a thread that panics.
        let mut systems = systems.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match kept {
            Some(kept) => _ = systems.insert(asked, Some(kept)),
            None => _ = systems.remove(&asked),
        }
        changed.notify_all();
    }
}

impl Open {
    /// Keeps the bounds of the system.
    pub(crate) fn keep(mut self, bounds: Bounds) {
        if let Some(asked) = self.asked.take() {
            let ended = self.budget.check().is_err().then(|| self.since.elapsed());
            self.of.set(asked, Some(Kept { bounds, ended }));
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(asked) = self.asked.take() {
            self.of.set(asked, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "1 f0(x) = 1";

    fn turn(of: &SolvedSystems, budget: Budget) -> Turn {
        of.turn(TEXT.to_string(), Direction::Upper, &budget)
    }

    fn bounds(equation: &str) -> Bounds {
        let bound = Bound::Unknown { equation: equation.to_string(), reason: String::new() };
        Bounds::from([(FnName::new("f0"), bound)])
    }

    /// What was kept; nothing where it is to be solved.
    fn known(turn: Turn) -> Option<Bounds> {
        match turn {
            Turn::Solved(bounds) => Some(bounds),
            Turn::Open(_) => None,
        }
    }

    fn open(turn: Turn) -> Open {
        match turn {
            Turn::Solved(_) => panic!("it is not solved yet"),
            Turn::Open(open) => open,
        }
    }

    #[test]
    fn who_asks_for_what_is_being_solved_gets_it() {
        let systems = SolvedSystems::default();
        let first = open(turn(&systems, Budget::unlimited()));
        std::thread::scope(|scope| {
            let second = scope.spawn(|| known(turn(&systems, Budget::unlimited())));
            first.keep(bounds("kept"));
            assert_eq!(second.join().expect("it waits"), Some(bounds("kept")));
        });
    }

    #[test]
    fn what_is_dropped_is_solved_by_who_waits() {
        let systems = SolvedSystems::default();
        let first = open(turn(&systems, Budget::unlimited()));
        std::thread::scope(|scope| {
            let second = scope.spawn(|| open(turn(&systems, Budget::unlimited())).keep(bounds("of the second")));
            drop(first);
            second.join().expect("it solves");
        });
        assert_eq!(known(turn(&systems, Budget::unlimited())), Some(bounds("of the second")));
    }

    #[test]
    fn nobody_waits_longer_than_his_budget() {
        let systems = SolvedSystems::default();
        let _first = open(turn(&systems, Budget::unlimited()));
        assert_eq!(known(turn(&systems, Budget::unlimited().lasting(Duration::ZERO))), None);
    }

    #[test]
    fn what_ended_early_serves_those_with_little_more_time_and_is_noted() {
        let systems = SolvedSystems::default();
        open(turn(&systems, Budget::unlimited().lasting(Duration::ZERO))).keep(bounds("a part"));
        let (spent, notice) = Budget::unlimited().lasting(Duration::ZERO).noting();
        assert_eq!((known(turn(&systems, spent)), notice.was_spent()), (Some(bounds("a part")), true));
        assert_eq!(known(turn(&systems, Budget::unlimited().lasting(Duration::from_secs(3600)))), None);
        open(turn(&systems, Budget::unlimited())).keep(bounds("all"));
        let (some, notice) = Budget::unlimited().lasting(Duration::from_secs(3600)).noting();
        assert_eq!((known(turn(&systems, some)), notice.was_spent()), (Some(bounds("all")), false));
    }
}
