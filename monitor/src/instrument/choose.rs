//! Which selections a place of a program fulfils, as far as that is known when it is loaded.
//!
//! In: an event, its place, and what its value is in the text. Out: the selections by which it is told, each with what is
//! left to be looked at when it happens. Selections are found by the predicate of their mask or of their scope, so that many
//! of them cost no more than those that may be meant.
//!
//! Source: Templer & Jeffery 1998, sections 3.2 and 3.3: what can be decided when the program is loaded is.

use super::basis::{At, Bound, Gives, row};
use super::config::{Config, EventId};
use super::decide::{Looked, Verdict};
use super::mask::{Constant, Home, Mask, Scope, Type};
use super::site::TypeTest;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Where something stands.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'s> {
    /// The file, if it is in one.
    pub file: Option<&'s str>,
    /// Its line, from 1; 0 where that is not known.
    pub line: u32,
    /// The module of the clause.
    pub module: &'s str,
    /// The predicate of the clause.
    pub name: &'s str,
    /// Its arity.
    pub arity: u32,
    /// The clause, from 1, where that is known.
    pub clause: Option<u32>,
}

/// What an event is about, in the text.
#[derive(Clone, Copy)]
pub enum Subject<'t> {
    /// A goal, with the module of its predicate where that is known.
    Goal(Looked<'t>, Option<&'t str>),
    /// A term.
    Term(Looked<'t>),
    /// A number that is computed.
    Number,
    /// An integer that is known.
    Integer(i64),
    /// The clause itself.
    Clause,
    /// What a variable of the clause is bound to.
    Variable(&'t str),
}

/// A selection that a place fulfils.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Which.
    pub selection: u32,
    /// What of its mask is left to the run.
    pub mask: Option<Arc<Mask>>,
}

/// What became of a selection where something was looked at for it.
#[derive(Default, Debug)]
pub struct Tally {
    /// Places decided on when the program was loaded.
    pub decided: AtomicU32,
    /// Places with a test when it runs.
    pub tested: AtomicU32,
    /// Places of such events out of its scope.
    pub elsewhere: AtomicU32,
    /// Places of such events whose value its mask does not mean.
    pub other: AtomicU32,
}

/// Selections, found by what they are about.
#[derive(Debug)]
pub struct Choices {
    config: Config,
    masks: Vec<Arc<Mask>>,
    tallies: Vec<Tally>,
    by_event: FxHashMap<EventId, Bucket>,
}

/// The selections of an event.
#[derive(Default, Debug)]
struct Bucket {
    /// Those of which nothing tells when they can be left out.
    any: Vec<u32>,
    /// Those whose mask names a predicate.
    by_mask: FxHashMap<(String, u32), Vec<u32>>,
    /// Those of others that name a predicate in their scope.
    by_scope: FxHashMap<(String, u32), Vec<u32>>,
}

impl Choices {
    /// The selections of a configuration.
    pub fn new(config: Config) -> Choices {
        let mut by_event: FxHashMap<EventId, Bucket> = FxHashMap::default();
        for (at, selection) in config.selections.iter().enumerate() {
            let bucket = by_event.entry(selection.event).or_default();
            let named = match &selection.mask {
                Mask::Predicate { name, arity, .. } => Some((name.clone(), *arity)),
                Mask::Signature { name, args, rest: false, .. } => Some((name.clone(), args.len() as u32)),
                _ => None,
            };
            let list = match (named, &selection.scope) {
                (Some(named), _) => bucket.by_mask.entry(named).or_default(),
                (None, Some(Scope::Predicate { name, arity, .. })) => {
                    bucket.by_scope.entry((name.clone(), *arity)).or_default()
                }
                _ => &mut bucket.any,
            };
            list.push(at as u32);
        }
        let masks = config.selections.iter().map(|selection| Arc::new(selection.mask.clone())).collect();
        let tallies = config.selections.iter().map(|_| Tally::default()).collect();
        Choices { config, masks, tallies, by_event }
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What became of each selection.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Whether any selection is about an event.
    pub fn mentions(&self, event: EventId) -> bool {
        self.by_event.contains_key(&event)
    }

    /// The selections that are about an event whose place and value are these.
    pub fn choose(&self, event: EventId, spot: Spot<'_>, subject: Subject<'_>) -> Vec<Choice> {
        let found = self.candidates(event, spot, subject);
        found.into_iter().filter_map(|at| self.decide(at, event, spot, subject)).collect()
    }

    /// Whether any selection is whose mask names a predicate.
    pub fn names(&self, event: EventId, spot: Spot<'_>, subject: Subject<'_>) -> bool {
        let mut found = self.candidates(event, spot, subject);
        found.retain(|&at| matches!(*self.masks[at as usize], Mask::Predicate { .. } | Mask::Signature { .. }));
        let is_meant = |at| self.is_there(at, spot) && self.verdict(at, event, spot, subject) != Verdict::No;
        found.into_iter().any(is_meant)
    }

    /// The selections that may be about such an event.
    fn candidates(&self, event: EventId, spot: Spot<'_>, subject: Subject<'_>) -> Vec<u32> {
        let Some(bucket) = self.by_event.get(&event) else { return Vec::new() };
        let of_mask = match subject {
            Subject::Goal(goal, _) => goal
                .terms
                .functor(goal.id)
                .and_then(|functor| bucket.by_mask.get(&(goal.atoms.name(functor.name).to_string(), functor.arity))),
            Subject::Clause => bucket.by_mask.get(&(spot.name.to_string(), spot.arity)),
            _ => None,
        };
        let is_open = matches!(subject, Subject::Goal(goal, _) if goal.terms.functor(goal.id).is_none());
        let all_of_masks = is_open.then(|| bucket.by_mask.values()).into_iter().flatten();
        let of_scope = bucket.by_scope.get(&(spot.name.to_string(), spot.arity));
        let lists = [Some(&bucket.any), of_mask, of_scope];
        let mut found: Vec<u32> = lists.into_iter().flatten().chain(all_of_masks).flatten().copied().collect();
        found.sort_unstable();
        found
    }

    /// Whether a place is in the scope of a selection.
    fn is_there(&self, at: u32, spot: Spot<'_>) -> bool {
        self.config.selections[at as usize].scope.as_ref().is_none_or(|scope| spot.is_in(scope))
    }

    /// Whether the mask of a selection means the value.
    fn verdict(&self, at: u32, event: EventId, spot: Spot<'_>, subject: Subject<'_>) -> Verdict {
        let mask = &self.masks[at as usize];
        match (subject, &**mask) {
            (_, Mask::All) => Verdict::Yes,
            (Subject::Goal(goal, module), mask) => of_module(mask, module).and(goal.is_meant(mask)),
            (Subject::Term(term), mask) => term.is_meant(mask),
            (Subject::Number, mask) => of_type(type_of(event), mask),
            (Subject::Integer(value), mask) => integer(mask, value),
            (Subject::Clause, Mask::Predicate { module, name, arity }) => {
                let is_it = *name == spot.name && *arity == spot.arity;
                let in_it = module.as_ref().is_none_or(|module| *module == spot.module);
                if is_it && in_it { Verdict::Yes } else { Verdict::No }
            }
            (Subject::Clause, _) => Verdict::No,
            (Subject::Variable(variable), Mask::Variable { name, of }) => {
                if name == variable && spot.is_of(of) {
                    Verdict::Yes
                } else {
                    Verdict::No
                }
            }
            (Subject::Variable(_), mask) => of_type(type_of(event), mask),
        }
    }

    fn decide(&self, at: u32, event: EventId, spot: Spot<'_>, subject: Subject<'_>) -> Option<Choice> {
        let tally = &self.tallies[at as usize];
        if !self.is_there(at, spot) {
            tally.elsewhere.fetch_add(1, Relaxed);
            return None;
        }
        let verdict = self.verdict(at, event, spot, subject);
        let counts = match verdict {
            Verdict::No => &tally.other,
            Verdict::Yes if is_tested(event) => &tally.tested,
            Verdict::Yes => &tally.decided,
            Verdict::AtRun => &tally.tested,
        };
        counts.fetch_add(1, Relaxed);
        match verdict {
            Verdict::No => None,
            Verdict::Yes => Some(Choice { selection: at, mask: None }),
            Verdict::AtRun => Some(Choice { selection: at, mask: Some(self.masks[at as usize].clone()) }),
        }
    }
}

/// Whether the type of the event's value is only known when it happens.
fn is_tested(event: EventId) -> bool {
    type_of(event).is_some()
}

/// The type of which the values of an event are, where that makes a difference.
pub(super) fn type_of(event: EventId) -> Option<TypeTest> {
    match row(event).at {
        At::Operation { gives: Gives::Number, .. } => None,
        At::Operation { gives, .. } => Some(TypeTest::Gives(gives)),
        At::Bound(bound) => Some(TypeTest::Bound(bound)),
        _ => None,
    }
}

/// Whether values of a type are meant by a mask.
fn of_type(known: Option<TypeTest>, mask: &Mask) -> Verdict {
    use Verdict::{AtRun, No};
    let kinds: &[Kind] = match known {
        Some(TypeTest::Gives(Gives::Int)) => &[Kind::Int],
        Some(TypeTest::Gives(Gives::Big)) => &[Kind::Big],
        Some(TypeTest::Gives(Gives::Integer) | TypeTest::Bound(Bound::Int)) => &[Kind::Int, Kind::Big],
        Some(TypeTest::Gives(Gives::Rational)) => &[Kind::Rational],
        Some(TypeTest::Gives(Gives::Float)) => &[Kind::Float],
        Some(TypeTest::Bound(Bound::Atom)) => &[Kind::Atom],
        Some(TypeTest::Bound(Bound::Number)) => &[Kind::Rational, Kind::Float],
        Some(TypeTest::Bound(Bound::Text)) => &[Kind::Text],
        Some(TypeTest::Bound(Bound::List)) => &[Kind::List],
        Some(TypeTest::Bound(Bound::Struct)) => &[Kind::Struct],
        Some(TypeTest::Gives(Gives::Number)) | None => return AtRun,
    };
    let of = |kind: Kind| match mask {
        Mask::Type(of) => kind.is(of),
        Mask::Constant(Constant::Integer(_)) if matches!(kind, Kind::Int | Kind::Big) => AtRun,
        Mask::Constant(Constant::Float(_)) if kind == Kind::Float => AtRun,
        Mask::Constant(Constant::Atom(_)) if kind == Kind::Atom => AtRun,
        Mask::Constant(Constant::Text(_)) if kind == Kind::Text => AtRun,
        _ => No,
    };
    let verdicts: Vec<Verdict> = kinds.iter().map(|&kind| of(kind)).collect();
    if verdicts.iter().all(|verdict| *verdict == verdicts[0]) { verdicts[0] } else { AtRun }
}

/// A kind of values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Big,
    Rational,
    Float,
    Atom,
    Text,
    List,
    Struct,
}

impl Kind {
    fn is(self, of: &Type) -> Verdict {
        use Verdict::{AtRun, No, Yes};
        let is_number = matches!(self, Kind::Int | Kind::Big | Kind::Rational | Kind::Float);
        let is_compound = matches!(self, Kind::List | Kind::Struct);
        let holds = match of {
            Type::Int => matches!(self, Kind::Int | Kind::Big),
            Type::BigInt => self == Kind::Big,
            Type::Float => self == Kind::Float,
            Type::Rational => matches!(self, Kind::Int | Kind::Big | Kind::Rational),
            Type::Number => is_number,
            // The empty list is an atom.
            Type::Atom => self == Kind::Atom,
            Type::Atomic => !is_compound,
            Type::String => self == Kind::Text,
            Type::Var => false,
            Type::Nonvar => true,
            Type::Struct => self == Kind::Struct,
            Type::Callable => is_compound || self == Kind::Atom,
            Type::Text => matches!(self, Kind::Atom | Kind::Text),
            Type::Ground if !is_compound => true,
            Type::List if matches!(self, Kind::Atom | Kind::List) => return AtRun,
            Type::PartialList if self == Kind::List => return AtRun,
            Type::Pair | Type::Functor { .. } | Type::Ground if is_compound => return AtRun,
            Type::List | Type::PartialList | Type::Pair | Type::Functor { .. } | Type::Ground => false,
        };
        if holds { Yes } else { No }
    }
}

/// Whether a mask is of the module of a goal's predicate, where either is known.
fn of_module(mask: &Mask, found: Option<&str>) -> Verdict {
    let (Mask::Predicate { module: Some(wanted), .. } | Mask::Signature { module: Some(wanted), .. }) = mask else {
        return Verdict::Yes;
    };
    match found {
        Some(found) if wanted == found => Verdict::Yes,
        _ => Verdict::No,
    }
}

/// Whether an integer that is known is meant.
pub(super) fn integer(mask: &Mask, value: i64) -> Verdict {
    let holds = match mask {
        Mask::Type(of) => *of != Type::BigInt,
        Mask::Constant(Constant::Integer(text)) => text.parse() == Ok(value),
        _ => false,
    };
    if holds { Verdict::Yes } else { Verdict::No }
}

impl Spot<'_> {
    /// Whether it is in a scope.
    pub fn is_in(&self, scope: &Scope) -> bool {
        match scope {
            Scope::File { file } => self.is_in_file(file),
            Scope::Lines { file, first, last } => self.is_in_file(file) && (*first..=*last).contains(&self.line),
            Scope::Predicate { file, module, name, arity, clause } => {
                file.as_ref().is_none_or(|file| self.is_in_file(file))
                    && self.is_of(&Home { module: module.clone(), name: name.clone(), arity: *arity, clause: *clause })
            }
        }
    }

    fn is_of(&self, home: &Home) -> bool {
        home.name == self.name
            && home.arity == self.arity
            && home.module.as_ref().is_none_or(|module| module == self.module)
            && (home.clause.is_none() || home.clause == self.clause)
    }

    fn is_in_file(&self, wanted: &str) -> bool {
        self.file.is_some_and(|file| is_file(file, wanted))
    }
}

/// A file is meant by its name, or by the end of its path.
pub(super) fn is_file(file: &str, wanted: &str) -> bool {
    let wanted = wanted.strip_prefix("./").unwrap_or(wanted);
    file.strip_suffix(wanted).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}
