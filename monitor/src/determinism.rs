//! How many solutions a predicate is said to have, and what a test of it should see therefore.
//!
//! Source: Jahier & Ducassé 2002, section 3.3.

use std::fmt;

/// How many solutions there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Determinism {
    /// One.
    Det,
    /// One at most.
    Semidet,
    /// One at least.
    Multi,
    /// Any number.
    Nondet,
    /// None.
    Failure,
    /// An exception.
    Erroneous,
}

/// What a call of a predicate should do at least once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Criterion {
    /// It exits.
    Exit,
    /// One and the same call exits a second time.
    SecondExit,
    /// It fails without having exited.
    Fail,
    /// It raises.
    Exception,
}

impl Determinism {
    /// All of them.
    pub const ALL: [Determinism; 6] = [
        Determinism::Det,
        Determinism::Semidet,
        Determinism::Multi,
        Determinism::Nondet,
        Determinism::Failure,
        Determinism::Erroneous,
    ];

    /// What a call should do at least once.
    pub fn criteria(self) -> &'static [Criterion] {
        match self {
            Determinism::Det => &[Criterion::Exit],
            Determinism::Semidet => &[Criterion::Exit, Criterion::Fail],
            Determinism::Multi => &[Criterion::Exit, Criterion::SecondExit],
            Determinism::Nondet => &[Criterion::Exit, Criterion::SecondExit, Criterion::Fail],
            Determinism::Failure => &[Criterion::Fail],
            Determinism::Erroneous => &[Criterion::Exception],
        }
    }

    /// Whether there is one solution at most.
    pub fn has_one_at_most(self) -> bool {
        !matches!(self, Determinism::Multi | Determinism::Nondet)
    }

    /// Whether there is one solution at least.
    fn has_one_at_least(self) -> bool {
        matches!(self, Determinism::Det | Determinism::Multi)
    }

    /// The one of what has one solution at most, or at least.
    pub fn of(has_one_at_most: bool, has_one_at_least: bool) -> Determinism {
        match (has_one_at_most, has_one_at_least) {
            (true, true) => Determinism::Det,
            (true, false) => Determinism::Semidet,
            (false, true) => Determinism::Multi,
            (false, false) => Determinism::Nondet,
        }
    }

    /// The same of what has several solutions after all.
    pub fn with_several(self) -> Determinism {
        Determinism::of(false, self.has_one_at_least())
    }

    /// What holds of calls of either.
    pub fn join(self, other: Determinism) -> Determinism {
        match (self, other) {
            _ if self == other => self,
            (Determinism::Erroneous, one) | (one, Determinism::Erroneous) => one,
            _ => Determinism::of(
                self.has_one_at_most() && other.has_one_at_most(),
                self.has_one_at_least() && other.has_one_at_least(),
            ),
        }
    }

    /// The one of a name.
    pub fn of_name(name: &str) -> Option<Determinism> {
        Determinism::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Its name, as Mercury has them.
    pub fn name(self) -> &'static str {
        match self {
            Determinism::Det => "det",
            Determinism::Semidet => "semidet",
            Determinism::Multi => "multi",
            Determinism::Nondet => "nondet",
            Determinism::Failure => "failure",
            Determinism::Erroneous => "erroneous",
        }
    }
}

impl fmt::Display for Determinism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Criterion::Exit => "exit",
            Criterion::SecondExit => "second exit",
            Criterion::Fail => "fail",
            Criterion::Exception => "exception",
        })
    }
}
