//! What a configuration names and a program does not have: predicates, modules, clauses, variables, files, instructions.
//!
//! In: a survey or an instrumenter, and the program. Out: a [`Nowhere`] for each such name, once, with the names there are that
//! are like it.

use super::choose::is_file;
use super::config::Selection;
use super::fault::nearest;
use super::machine::is_machines;
use super::mask::{Constant, Home, Mask, Scope};
use super::rewrite::Instrumenter;
use rustc_hash::{FxHashMap, FxHashSet};
use wam::builtins::BUILTINS;
use wam::code::{Predicate, PredicateKind, Program};
use wam::instr::OPS;
use wam::modules::ModuleClass;

/// For so many the nearest names are looked for, which takes a while among many.
const HELPED: usize = 20;

/// Names that are listed where none is like the one that is missing.
const LISTED: usize = 4;

/// So many predicates may have been meant.
const SUGGESTED: usize = 3;

/// A name in a configuration that nothing has.
#[derive(Clone, Debug)]
pub struct Nowhere {
    /// Where it is.
    pub place: String,
    /// What is not there.
    pub what: String,
    /// What may have been meant.
    pub help: Option<String>,
}

/// Scopes and masks of a configuration that name what the program does not have: each once.
pub fn nowhere(survey: &Instrumenter, program: &Program) -> Vec<Nowhere> {
    let known = Known::of(program);
    let config = survey.choices().config();
    let of_scopes = config.scopes.iter().filter_map(|(place, scope)| Some((place, known.no_scope(scope)?)));
    let of_selections = config.selections.iter().flat_map(|selection| {
        let missing = [no_place(selection), known.no_value(selection)];
        missing.into_iter().flatten().map(|missing| (&selection.place, missing))
    });
    let mut found: Vec<Nowhere> = Vec::new();
    let mut told = FxHashSet::default();
    for (place, Missing { what, among }) in of_scopes.chain(of_selections) {
        if told.insert(what.clone()) {
            let help = if found.len() < HELPED { known.help(among) } else { None };
            found.push(Nowhere { place: place.to_string(), what, help });
        }
    }
    found
}

/// What the machine does has no place in a program: at most a predicate whose goal runs.
fn no_place(selection: &Selection) -> Option<Missing> {
    let has_place = |scope: &Scope| !matches!(scope, Scope::Predicate { file: None, clause: None, .. });
    let is_wrong = is_machines(selection.event) && selection.scope.as_ref().is_some_and(has_place);
    is_wrong.then(|| Missing {
        what: format!("{} happens at no place of a clause or file", selection.basis),
        among: Among::Nothing,
    })
}

/// What is missing, and among which names it may have been meant.
struct Missing {
    what: String,
    among: Among,
}

/// Where names are looked for that are like a missing one.
enum Among {
    Nothing,
    /// These are meant.
    These(Vec<String>),
    /// Users' predicates, or all, by name and arity.
    Users((String, u32)),
    Predicates((String, u32)),
    Files(String),
    Instructions(String),
    /// Variables of these clauses.
    Variables(String, Vec<String>),
}

/// What a program has.
struct Known<'p> {
    program: &'p Program,
    /// Predicates with clauses of users, and all that are defined, by name and arity.
    users: FxHashMap<(String, u32), Vec<&'p Predicate>>,
    defined: FxHashMap<(String, u32), Vec<&'p Predicate>>,
    /// The files of users.
    files: Vec<&'p str>,
}

impl<'p> Known<'p> {
    fn of(program: &'p Program) -> Known<'p> {
        let (mut users, mut defined): (FxHashMap<_, Vec<_>>, FxHashMap<_, Vec<_>>) = Default::default();
        for predicate in &program.predicates {
            let key = (program.atoms.name(predicate.functor.name).to_string(), predicate.functor.arity);
            let is_users = program.module(predicate.module).class == ModuleClass::User;
            if is_users && matches!(predicate.kind, PredicateKind::Static | PredicateKind::Dynamic) {
                users.entry(key.clone()).or_default().push(predicate);
            }
            if predicate.kind != PredicateKind::Undefined {
                defined.entry(key).or_default().push(predicate);
            }
        }
        let files = program.files.iter().filter(|file| program.module(file.module).class == ModuleClass::User);
        Known { program, users, defined, files: files.map(|file| file.source.name()).collect() }
    }

    fn no_scope(&self, scope: &Scope) -> Option<Missing> {
        match scope {
            Scope::File { file } | Scope::Lines { file, .. } => self.no_file(file),
            Scope::Predicate { file, module, name, arity, clause } => {
                let home = Home { module: module.clone(), name: name.clone(), arity: *arity, clause: *clause };
                file.as_ref().and_then(|file| self.no_file(file)).or_else(|| self.no_home(&home))
            }
        }
    }

    fn no_value(&self, selection: &Selection) -> Option<Missing> {
        match &selection.mask {
            Mask::Constant(Constant::Atom(name)) if is_machines(selection.event) => self.no_instruction(name),
            Mask::Predicate { module, name, arity } => self.no_predicate(module.as_ref(), name, *arity),
            Mask::Signature { module, name, args, rest: false } => {
                self.no_predicate(module.as_ref(), name, args.len() as u32)
            }
            Mask::Variable { name, of } => self.no_home(of).or_else(|| self.no_variable(name, of)),
            _ => None,
        }
    }

    fn no_file(&self, file: &str) -> Option<Missing> {
        let is_there = self.files.iter().any(|known| is_file(known, file));
        (!is_there).then(|| Missing { what: format!("there is no file {file}"), among: Among::Files(file.to_string()) })
    }

    fn no_instruction(&self, name: &str) -> Option<Missing> {
        let is_there = OPS.iter().any(|op| op.name() == name);
        (!is_there).then(|| Missing {
            what: format!("there is no instruction {name}"),
            among: Among::Instructions(name.to_string()),
        })
    }

    /// A predicate that may be called: of users, of the library, or a builtin.
    fn no_predicate(&self, module: Option<&String>, name: &str, arity: u32) -> Option<Missing> {
        let key = (name.to_string(), arity);
        let defined = self.defined.get(&key).map_or(&[][..], |defined| defined);
        if defined.is_empty() && !self.program.may_call(self.program.atoms.functor(name, arity)) {
            return Some(Missing {
                what: format!("there is no predicate {name}/{arity}"),
                among: Among::Predicates(key),
            });
        }
        self.not_of(module?, defined, &key, "there is no predicate")
    }

    /// Clauses of users.
    fn no_home(&self, home: &Home) -> Option<Missing> {
        let Home { module, name, arity, clause } = home;
        let key = (name.clone(), *arity);
        let Some(own) = self.users.get(&key) else {
            return Some(Missing { what: format!("there are no clauses of {name}/{arity}"), among: Among::Users(key) });
        };
        let elsewhere = module.as_ref().and_then(|module| self.not_of(module, own, &key, "there are no clauses of"));
        elsewhere.or_else(|| {
            let most = own.iter().map(|predicate| predicate.source.len()).max().unwrap_or(0);
            clause.filter(|&clause| clause as usize > most).map(|clause| Missing {
                what: format!("there is no clause {clause} of {name}/{arity}, which has {most}"),
                among: Among::Nothing,
            })
        })
    }

    /// Predicates of a name that are there, but of other modules.
    fn not_of(&self, module: &str, there: &[&Predicate], (name, arity): &(String, u32), what: &str) -> Option<Missing> {
        let mut modules: Vec<String> = there.iter().map(|predicate| self.module(predicate)).collect();
        if modules.is_empty() || modules.iter().any(|known| known == module) {
            return None;
        }
        modules.sort();
        let among = Among::These(modules.into_iter().map(|known| format!("{known}:{name}/{arity}")).collect());
        Some(Missing { what: format!("{what} {module}:{name}/{arity}"), among })
    }

    fn module(&self, predicate: &Predicate) -> String {
        self.program.atoms.name(self.program.module(predicate.module).name).to_string()
    }

    /// A variable of clauses that are there.
    fn no_variable(&self, variable: &str, home: &Home) -> Option<Missing> {
        let Home { module, name, arity, clause } = home;
        let own = self.users.get(&(name.clone(), *arity)).into_iter().flatten();
        let own = own.filter(|predicate| module.as_ref().is_none_or(|module| *module == self.module(predicate)));
        let clauses = own.flat_map(|predicate| predicate.source.iter().enumerate());
        let clauses = clauses.filter(|(at, _)| clause.is_none_or(|clause| clause as usize == at + 1));
        let mut names: Vec<String> =
            clauses.flat_map(|(_, read)| read.variables.iter().map(|of| of.name.clone())).collect();
        if names.iter().any(|known| known == variable) {
            return None;
        }
        names.sort();
        names.dedup();
        let of = match clause {
            Some(clause) => format!("clause {clause} of {name}/{arity}"),
            None => format!("clauses of {name}/{arity}"),
        };
        let among = Among::Variables(variable.to_string(), names);
        Some(Missing { what: format!("there is no variable {variable} in {of}"), among })
    }

    /// What may have been meant.
    fn help(&self, among: Among) -> Option<String> {
        match among {
            Among::Nothing => None,
            Among::These(names) => meant(&names),
            Among::Users(wanted) => meant(&nearest_predicates(&wanted, self.users.keys().cloned())),
            Among::Predicates(wanted) => {
                let builtins = BUILTINS.iter().map(|row| (row.name.to_string(), u32::from(row.arity)));
                let names = self.defined.keys().cloned().chain(builtins).filter(|(name, _)| !name.starts_with('$'));
                meant(&nearest_predicates(&wanted, names))
            }
            Among::Instructions(wanted) => meant(&nearest_names(&wanted, OPS.iter().map(|op| op.name()))),
            Among::Files(wanted) => {
                let names: Vec<&str> = self.files.iter().map(|file| file.rsplit('/').next().unwrap_or(file)).collect();
                meant(&nearest_names(&wanted, names.iter().copied())).or_else(|| listed("the files are", &names))
            }
            Among::Variables(wanted, names) => {
                let names: Vec<&str> = names.iter().map(|name| &**name).filter(|name| *name != "_").collect();
                meant(&nearest_names(&wanted, names.iter().copied())).or_else(|| listed("the variables are", &names))
            }
        }
    }
}

/// Predicates of the name and other arities, or else of names that are like it, of the same arity if there are such.
fn nearest_predicates((name, arity): &(String, u32), there: impl Iterator<Item = (String, u32)>) -> Vec<String> {
    let mut there: Vec<(String, u32)> = there.collect();
    there.sort();
    there.dedup();
    let is_like = |near: &[String], other: &(String, u32)| near.contains(&other.0);
    let mut near = vec![name.clone()];
    if !there.iter().any(|other| is_like(&near, other)) {
        near = nearest_names(name, there.iter().map(|(other, _)| &**other));
    }
    there.retain(|other| is_like(&near, other));
    if there.iter().any(|other| other.1 == *arity) {
        there.retain(|other| other.1 == *arity);
    }
    there.sort_by_key(|other| near.iter().position(|name| *name == other.0));
    there.into_iter().take(SUGGESTED).map(|(name, arity)| format!("{name}/{arity}")).collect()
}

/// The nearest names. To one or two letters too much is near.
fn nearest_names<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    if name.chars().count() > 2 { nearest(name, names) } else { Vec::new() }
}

fn meant(near: &[String]) -> Option<String> {
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}

/// The names there are, where they are few.
fn listed(what: &str, names: &[&str]) -> Option<String> {
    (1..=LISTED).contains(&names.len()).then(|| format!("{what} {}", names.join(", ")))
}
