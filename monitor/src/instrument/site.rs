//! Sites: the places of a program that tell something, and what each tells.
//!
//! In: what the rewriting finds selected at a place. Out: a number for `$event(Site, Value)`, behind which a [`Site`] stands
//! that never changes. A place of a clause that is compiled again has the number it had.

use super::basis::Gives;
use super::config::EventId;
use super::mask::Mask;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::sync::Arc;
use wam::instr::PredId;
use wam::machine::watch::ValueType;

/// The number of a site.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u32);

/// The number of a code by which events are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub u32);

/// A place of a program that tells something.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// Its file and line; nowhere in clauses that are asserted.
    pub place: Option<(Arc<str>, u32)>,
    /// The predicate of its clause.
    pub pred: PredId,
    /// It as `name/arity`.
    pub predicate: Arc<str>,
    /// The clause, from 1; none where it is asserted.
    pub clause: Option<u32>,
    /// What is told there, each where its test is true.
    pub told: Vec<Told>,
    /// The value, where the place gives it.
    pub value: SiteValue,
    /// Who tells it.
    pub by: By,
    /// What calls the goal that it tells of, where that is only known when it runs: `maplist/2`.
    pub through: Option<Arc<str>>,
    /// The variable whose binding it tells, if it does.
    pub variable: Option<Arc<str>>,
}

/// Who tells the events of a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Code in the clause.
    Clause,
    /// The box of the goal that is called there: there is no code.
    Box,
}

/// An event that a site tells.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// By which name.
    pub code: Code,
    /// The basis event.
    pub event: EventId,
    /// Which selection has asked for it.
    pub selection: u32,
    /// What is looked at when it happens, if anything.
    pub test: Option<Test>,
}

/// What is looked at when an event happens.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// The type of a number or of what a variable is bound to.
    pub of: Option<TypeTest>,
    /// Which values are meant.
    pub mask: Option<Arc<Mask>>,
}

/// A test by the kind of a value alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeTest {
    /// Of arithmetic.
    Gives(Gives),
    /// Of a binding.
    Bound(super::basis::Bound),
}

/// What the value of a site's events is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SiteValue {
    /// The one that is handed over.
    Given,
    /// Always the same, as text.
    Fixed(Arc<str>),
}

impl TypeTest {
    /// Whether a value is of the type.
    pub fn holds(self, value: ValueType) -> bool {
        use super::basis::Bound;
        match self {
            TypeTest::Gives(gives) => match gives {
                Gives::Int => value == ValueType::Int,
                Gives::Big => value == ValueType::Big,
                Gives::Integer => matches!(value, ValueType::Int | ValueType::Big),
                Gives::Rational => value == ValueType::Rational,
                Gives::Float => value == ValueType::Float,
                Gives::Number => true,
            },
            TypeTest::Bound(bound) => match bound {
                Bound::Atom => value == ValueType::Atom,
                Bound::Int => matches!(value, ValueType::Int | ValueType::Big),
                Bound::Number => matches!(value, ValueType::Float | ValueType::Rational),
                Bound::Text => value == ValueType::Text,
                Bound::List => matches!(value, ValueType::Compound(functor) if is_list(functor)),
                Bound::Struct => matches!(value, ValueType::Compound(functor) if !is_list(functor)),
            },
        }
    }

    /// The type in a word.
    pub fn word(self) -> &'static str {
        use super::basis::Bound;
        match self {
            TypeTest::Gives(gives) => match gives {
                Gives::Int => "int",
                Gives::Big => "bigint",
                Gives::Integer => "an integer",
                Gives::Rational => "a rational",
                Gives::Float => "float",
                Gives::Number => "number",
            },
            TypeTest::Bound(bound) => match bound {
                Bound::Atom => "atom",
                Bound::Int => "int",
                Bound::Number => "float or rational",
                Bound::Text => "string",
                Bound::List => "list",
                Bound::Struct => "struct",
            },
        }
    }
}

fn is_list(functor: wam::atoms::Functor) -> bool {
    functor.arity == 2 && functor.name == wam::atoms::known::DOT
}

impl Test {
    /// It in words: `int and -1`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(of) = self.of {
            text.push_str(of.word());
        }
        if let Some(mask) = &self.mask {
            let and = if text.is_empty() { "" } else { " and " };
            let _ = write!(text, "{and}{mask}");
        }
        text
    }
}

/// All sites, and the codes they tell.
#[derive(Default, Debug)]
pub struct Sites {
    sites: Vec<Arc<Site>>,
    /// The sites of a place: one, or several of clauses that are asserted.
    known: FxHashMap<Key, Vec<SiteId>>,
    codes: Vec<Arc<str>>,
    by_name: FxHashMap<Arc<str>, Code>,
}

/// A place: module and predicate, clause, and the how-manieth thing there.
type Key = (Arc<str>, Option<u32>, u32);

impl Sites {
    /// The number of a code.
    pub fn code(&mut self, name: &Arc<str>) -> Code {
        if let Some(&code) = self.by_name.get(name) {
            return code;
        }
        let code = Code(self.codes.len() as u32);
        self.codes.push(name.clone());
        self.by_name.insert(name.clone(), code);
        code
    }

    /// The names of codes by number.
    pub fn codes(&self) -> &[Arc<str>] {
        &self.codes
    }

    /// The number of a site, by its place in its clause.
    pub fn add(&mut self, nth: u32, site: Site) -> SiteId {
        let key = (site.predicate.clone(), site.clause, nth);
        let known = self.known.entry(key).or_default();
        if let Some(&id) = known.iter().find(|id| *self.sites[id.0 as usize] == site) {
            return id;
        }
        let id = SiteId(self.sites.len() as u32);
        self.sites.push(Arc::new(site));
        known.push(id);
        id
    }

    /// The site that was added last has no code, and maybe its goal is called by something else.
    pub(super) fn last_is_of_a_box(&mut self, through: Option<&Arc<str>>) {
        if let Some(last) = self.sites.last_mut() {
            let last = Arc::make_mut(last);
            (last.by, last.through) = (By::Box, through.cloned());
        }
    }

    /// A site.
    pub fn get(&self, id: SiteId) -> Option<&Arc<Site>> {
        self.sites.get(id.0 as usize)
    }

    /// All of them, in the order in which they were found.
    pub fn all(&self) -> &[Arc<Site>] {
        &self.sites
    }
}
