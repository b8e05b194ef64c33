//! From statements to selections: files merged, sets resolved, masks put on the members of sets that they make sense for.
//!
//! In: the texts of files with their names, and the [`Basis`]. Out: a [`Config`], whose selections are in the order of the
//! text, the global ones of all files first; or all errors, in that order.

use std::fmt::{self, Display};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fault::{self, ConfigError, Fault, Located, Place};
use super::grammar::StatementParser;
use super::mask::{Constant, Mask, Scope, Type, ValueKind};
use super::sets::{Definition, Faults, Sets};
use super::syntax::{Item, Masked, Pattern, Statement};
use super::token::{self, At};

/// How many selections a configuration may come to.
pub const SELECTION_LIMIT: usize = 1_000_000;

/// The number of a basis event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u16);

/// The events there are.
pub trait Basis {
    /// The events of a name: one for a basis event, several for a built-in set; none where there is no such name.
    fn events(&self, name: &str) -> Option<Vec<EventId>>;
    /// The name of a basis event.
    fn name(&self, event: EventId) -> &str;
    /// What its value is.
    fn value(&self, event: EventId) -> ValueKind;
    /// All names, also of sets.
    fn names(&self) -> Vec<&str>;
}

/// What is selected.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Config {
    /// No two are the same but for their places.
    pub selections: Vec<Selection>,
    /// The scopes that are named, whether anything is selected in them or not.
    pub scopes: Vec<(Place, Scope)>,
}

/// A basis event that is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Where; everywhere without it.
    pub scope: Option<Scope>,
    /// The basis event.
    pub event: EventId,
    /// Its name.
    pub basis: Arc<str>,
    /// Of which values.
    pub mask: Mask,
    /// The name by which it is told: that of the basis event, or another one.
    pub name: Arc<str>,
    /// Where it is selected.
    pub place: Place,
}

impl Config {
    /// The configuration of files, given as names and texts, or all that is wrong with them.
    ///
    /// Definitions and global selections of all files are united, and those of scopes are as if in one file.
    pub fn of(files: &[(&str, &str)], basis: &dyn Basis) -> Result<Config, Vec<ConfigError>> {
        let names: Vec<Arc<str>> = files.iter().map(|(name, _)| Arc::from(*name)).collect();
        let mut merged = Merged::default();
        for (file, (_, text)) in files.iter().enumerate() {
            merged.read(file, text);
        }
        let Merged { definitions, global, local, scopes, mut faults } = merged;
        let sets = Sets::new(definitions, basis, &names, &mut faults);
        let mut resolution = Resolution {
            sets,
            basis,
            files: &names,
            names: FxHashMap::default(),
            faults,
            selections: vec![],
            full: Full::No,
        };
        for part in global.into_iter().chain(local) {
            resolution.select(part);
        }
        let Resolution { mut faults, mut selections, .. } = resolution;
        if faults.is_empty() {
            drop_repeated(&mut selections);
            let place = |(file, at, scope): (usize, At, Scope)| (Place::of(&names[file], at), scope);
            return Ok(Config { selections, scopes: scopes.into_iter().map(place).collect() });
        }
        faults.sort_by_key(|(file, located)| (*file, located.from.byte));
        Err(faults.into_iter().map(|(file, located)| ConfigError::new(located, &names[file], files[file].1)).collect())
    }
}

/// The statements of all files.
#[derive(Default)]
struct Merged<'s> {
    definitions: Vec<Definition<'s>>,
    global: Vec<Part<'s>>,
    local: Vec<Part<'s>>,
    scopes: Vec<(usize, At, Scope)>,
    faults: Faults,
}

/// An event that is selected, and the scopes that it is selected in.
struct Part<'s> {
    file: usize,
    scopes: Arc<[Option<Scope>]>,
    item: Item<'s>,
}

impl<'s> Merged<'s> {
    fn read(&mut self, file: usize, text: &'s str) {
        let parser = StatementParser::new();
        let everywhere: Arc<[Option<Scope>]> = [None].into();
        let mut scopes = everywhere.clone();
        for tokens in token::statements(text) {
            let (is_scope, end) = match (tokens.first(), tokens.last()) {
                (Some(first), Some(last)) => (first.1 == token::Token::OpenScope, last.2),
                _ => continue,
            };
            match parser.parse(tokens) {
                Ok(Statement::Definition { name, members }) => {
                    self.definitions.push(Definition { file, name, members });
                }
                Ok(Statement::Selections(items)) => {
                    let parts = if Arc::ptr_eq(&scopes, &everywhere) { &mut self.global } else { &mut self.local };
                    parts.extend(items.into_iter().map(|item| Part { file, scopes: scopes.clone(), item }));
                }
                Ok(Statement::Scopes(all)) => {
                    scopes = all.iter().map(|(_, scope)| Some(scope.clone())).collect();
                    self.scopes.extend(all.into_iter().map(|(at, scope)| (file, at, scope)));
                }
                Err(error) => {
                    self.faults.push((file, Located::of(error, end)));
                    if is_scope {
                        // What is selected in it is still looked at.
                        scopes = [None].into();
                    }
                }
            }
        }
    }
}

/// Whether there are more selections than there may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Full {
    No,
    Yes,
}

struct Resolution<'s, 'b> {
    sets: Sets<'s, 'b>,
    basis: &'b dyn Basis,
    files: &'b [Arc<str>],
    names: FxHashMap<EventId, Arc<str>>,
    faults: Faults,
    selections: Vec<Selection>,
    full: Full,
}

impl<'s> Resolution<'s, '_> {
    fn select(&mut self, part: Part<'s>) {
        let Part { file, scopes, item } = part;
        for refined in item.masks.iter().filter_map(|mask| mask.refined) {
            self.sets.refine(file, refined, &mut self.faults);
        }
        let Some(events) = self.sets.events(file, item.event, &mut self.faults) else {
            return;
        };
        if self.full == Full::Yes {
            return;
        }
        let place = Place::of(&self.files[file], item.event.from);
        let refined: Vec<Option<Arc<str>>> =
            item.masks.iter().map(|mask| mask.refined.map(|name| Arc::from(name.text))).collect();
        let mut used = vec![false; item.masks.len()];
        for scope in scopes.iter() {
            for &event in events.iter() {
                let basis = self.name(event);
                let selection = |mask: Mask, name: Arc<str>| Selection {
                    scope: scope.clone(),
                    event,
                    basis: basis.clone(),
                    mask,
                    name,
                    place: place.clone(),
                };
                if item.masks.is_empty() {
                    self.selections.push(selection(Mask::All, basis.clone()));
                }
                let kind = self.basis.value(event);
                for (i, mask) in item.masks.iter().enumerate() {
                    if let Some(found) = mask.pattern.mask(kind, &basis) {
                        used[i] = true;
                        let name = refined[i].clone().unwrap_or_else(|| basis.clone());
                        self.selections.push(selection(found, name));
                    }
                }
                if self.selections.len() > SELECTION_LIMIT {
                    let fault = Fault::TooMany { limit: SELECTION_LIMIT };
                    self.faults.push((file, item.event.fault(fault)));
                    self.full = Full::Yes;
                    return;
                }
            }
        }
        for (mask, _) in item.masks.iter().zip(used).filter(|(_, used)| !events.is_empty() && !used) {
            let mut kinds: Vec<ValueKind> = events.iter().map(|event| self.basis.value(*event)).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let fault = no_sense(mask, item.event.text, &kinds);
            self.faults.push((file, Located::new(mask.from, mask.to, fault)));
        }
    }

    /// The name of an event, shared.
    fn name(&mut self, event: EventId) -> Arc<str> {
        self.names.entry(event).or_insert_with(|| self.basis.name(event).into()).clone()
    }
}

impl Pattern {
    /// The mask that this is for an event with such values, if it makes sense for them.
    fn mask(&self, kind: ValueKind, event: &str) -> Option<Mask> {
        use ValueKind::{Clause, Goal, Integer, Number, Term};
        Some(match (self, kind) {
            (Pattern::Type(of), Term) => Mask::Type(of.clone()),
            (Pattern::Type(of), Integer | Number) if is_numeric(of, kind) => Mask::Type(of.clone()),
            (Pattern::Constant(constant), Term) => Mask::Constant(constant.clone()),
            (Pattern::Constant(constant @ Constant::Integer(_)), Integer | Number)
            | (Pattern::Constant(constant @ Constant::Float(_)), Number) => Mask::Constant(constant.clone()),
            (Pattern::Indicator { module, name, arity }, Goal | Clause) => {
                Mask::Predicate { module: module.clone(), name: name.clone(), arity: *arity }
            }
            (Pattern::Indicator { module: None, name, arity }, Term) => {
                Mask::Type(Type::Functor { name: name.clone(), arity: *arity })
            }
            (Pattern::Signature { module, name, args, rest }, Goal) => {
                Mask::Signature { module: module.clone(), name: name.clone(), args: args.clone(), rest: *rest }
            }
            (Pattern::Variable { name, of }, Term) if event.starts_with("E_Bind") => {
                Mask::Variable { name: name.clone(), of: of.clone() }
            }
            _ => return None,
        })
    }

    fn text(&self) -> String {
        // Each is a mask for one kind of values or another.
        let kinds = [ValueKind::Term, ValueKind::Goal];
        kinds.iter().find_map(|kind| self.mask(*kind, "E_Bind")).map_or_else(String::new, |mask| mask.to_string())
    }
}

/// Whether a number may be of a type.
fn is_numeric(of: &Type, kind: ValueKind) -> bool {
    match of {
        Type::Int | Type::BigInt | Type::Rational | Type::Number | Type::Atomic | Type::Nonvar | Type::Ground => true,
        Type::Float => kind == ValueKind::Number,
        _ => false,
    }
}

fn no_sense(mask: &Masked<'_>, event: &str, kinds: &[ValueKind]) -> Fault {
    let takes = |kind: &ValueKind| format!("the masks for {} are {}", kind.words(), kind.masks());
    let meant = match &mask.pattern {
        Pattern::Constant(Constant::Atom(word)) => match &fault::nearest_type(word)[..] {
            _ if kinds.contains(&ValueKind::Goal) => {
                Some(format!("write `{}/N` with the arity of the predicate", Constant::Atom(word.clone())))
            }
            [] => None,
            near => Some(format!("did you mean {}?", near.join(" or "))),
        },
        Pattern::Variable { .. } => Some("variables are masks for the events E_Bind…".into()),
        _ => None,
    };
    let takes = kinds.iter().map(takes).collect::<Vec<_>>().join("; ");
    Fault::NoSense { mask: mask.pattern.text(), event: event.into(), takes, meant }
}

/// Drops selections that are as one before them but for their places.
fn drop_repeated(selections: &mut Vec<Selection>) {
    let mut seen = FxHashSet::default();
    let first: Vec<bool> =
        selections.iter().map(|one| seen.insert((&one.scope, one.event, &one.mask, &one.name))).collect();
    drop(seen);
    let mut first = first.into_iter();
    selections.retain(|_| first.next() == Some(true));
}

impl Display for Selection {
    /// As a statement with its scope: `[p/2] E_Add{int = E_AddInt};`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scope) = &self.scope {
            write!(f, "[{scope}] ")?;
        }
        match (&self.mask, self.name == self.basis) {
            (Mask::All, _) => write!(f, "{};", self.basis),
            (mask, true) => write!(f, "{}{{{mask}}};", self.basis),
            (mask, false) => write!(f, "{}{{{mask} = {}}};", self.basis, self.name),
        }
    }
}

impl Display for Config {
    /// One selection a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.selections.iter().try_for_each(|selection| writeln!(f, "{selection}"))
    }
}
