//! Directives: what `:- Goal` means to the compiler, by the goal's name.

use super::error::CompileError;
use crate::atoms::{Atom, Atoms, Functor, known};
use crate::modules::Meta;
use crate::program::When;
use crate::read::{LATIN_1, OpType};
use crate::term::{Node, ReadTerm, TermId, Terms};

/// A predicate with the module it is said to be of, if one is named.
pub(super) type Named = (Option<Atom>, Functor);

/// What a directive asks for.
#[derive(Debug)]
pub(super) enum Directive {
    /// It has been obeyed while reading, or has no meaning here.
    Obeyed,
    /// Run this goal.
    Goal(TermId, When),
    /// Keep it for the analyzer.
    Assertion,
    Dynamic(Vec<Named>),
    Discontiguous(Vec<Named>),
    Multifile(Vec<Named>),
    MetaPredicate(Vec<(Named, Vec<Meta>)>),
    /// The file is a module.
    Module {
        name: Atom,
        exports: Exports,
    },
    /// Load other files.
    Load {
        specs: Vec<TermId>,
        load: Load,
    },
    /// Read other files in its place.
    Include(Vec<TermId>),
    /// Warn of something from here on, or do not.
    Style(Vec<(Style, Tell)>),
}

/// What a module exports.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exports {
    pub predicates: Vec<Functor>,
    pub ops: Vec<(i64, OpType, Atom)>,
}

/// How other files are loaded.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// What of a module's exports comes in.
    pub imports: Imports,
    /// Whether a file that is loaded already is loaded again.
    pub again: Again,
    /// Whether what comes in is exported again.
    pub export: Reexport,
    /// What the file must be.
    pub kind: FileKind,
    /// Whether nothing is said of a library that does not exist.
    pub optional: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    Any,
    Module,
}

impl Load {
    /// All comes in.
    pub fn all() -> Self {
        Load { imports: Imports::All, again: Again::Always, export: Reexport::No, kind: FileKind::Any, optional: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    /// Not at all.
    Never,
    /// Only if it has changed.
    Changed,
    Always,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reexport {
    No,
    Yes,
}

/// What of a module's exports comes in.
#[derive(Clone, Debug)]
pub(crate) enum Imports {
    All,
    /// These, each under a name.
    Only(Vec<(Functor, Atom)>),
    Except(Vec<Functor>),
}

/// Names of assertions (Ciao's language, and modes in the manner of DEC-10 Prolog), each with one argument.
const ASSERTIONS: &[&str] = &[
    "entry", "pred", "calls", "success", "comp", "test", "prop", "regtype", "resource", "check", "trust", "true",
    "checked", "false", "mode",
];

/// Those with three.
const ASSERTIONS_OF_THREE: &[&str] = &["head_cost", "literal_cost"];

/// Directives that ask nothing of this compiler: operators are declared while reading, and there are no packages, no
/// documentation, no profiler, no licences, no tables of old code.
const IGNORED: &[(&str, u32)] = &[
    ("op", 3),
    ("use_package", 1),
    ("module_transparent", 1),
    ("public", 1),
    ("volatile", 1),
    ("noprofile", 1),
    ("license", 1),
    ("license", 2),
    ("doc", 2),
];

/// Directives that other systems have and that cannot be obeyed here: a program that needs one would not do what it says.
const UNSUPPORTED: &[(&str, u32, &str)] = &[
    ("table", 1, "tabling is not supported: its predicates are evaluated as they stand"),
    ("use_foreign_library", 1, "foreign libraries are not supported"),
    ("use_foreign_library", 2, "foreign libraries are not supported"),
    ("foreign", 2, "foreign libraries are not supported"),
    ("foreign", 3, "foreign libraries are not supported"),
];

/// What `:- style_check` can turn on and off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Singleton,
    Discontiguous,
}

/// Whether something is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tell {
    Yes,
    No,
}

/// Words before a term that are operators in directives of other systems only.
pub(super) const PREFIXES: &[&str] = &["mode"];

/// The goal of a directive or query.
pub(super) fn declared(read: &ReadTerm) -> Option<TermId> {
    let prefix = |name| read.terms.match_compound(read.root, name, 1);
    match prefix(known::NECK).or_else(|| prefix(known::QUERY)) {
        Some(&[goal]) => Some(goal),
        _ => None,
    }
}

/// Whether a goal of a directive is none to run: the compiler obeys it itself.
pub(super) fn is_declaration(read: &ReadTerm, goal: TermId, atoms: &Atoms) -> bool {
    match classify(&read.terms, goal, atoms) {
        Ok(Directive::Goal(_, When::Loading)) => false,
        Ok(_) | Err(_) => true,
    }
}

/// What a directive (its goal is the root) asks for.
pub(super) fn directive(read: &ReadTerm, atoms: &Atoms) -> Result<Directive, CompileError> {
    classify(&read.terms, read.root, atoms)
}

fn classify(terms: &Terms, root: TermId, atoms: &Atoms) -> Result<Directive, CompileError> {
    let Some(functor) = terms.functor(root) else {
        return Err(CompileError::GoalNotCallable { span: terms.span(root) });
    };
    let name = atoms.name(functor.name);
    let args = terms.arguments(root);
    let atom_name = |id| match terms.get(id) {
        Node::Atom(atom) => Some(atoms.name(atom)),
        _ => None,
    };
    let reader = Reading { terms, atoms };
    let load = |imports, again, export| Load { imports, again, export, ..Load::all() };
    // A library that is loaded when it is called may be missing until then.
    let on_demand = |imports| Load { optional: true, ..load(imports, Again::Changed, Reexport::No) };
    let specs = |spec| match terms.match_compound(spec, known::DOT, 2) {
        Some(_) => items(terms, spec),
        None => vec![spec],
    };
    Ok(match (&*name, args) {
        ("dynamic", &[spec]) => Directive::Dynamic(reader.indicators(spec, "dynamic")?),
        ("discontiguous", &[spec]) => Directive::Discontiguous(reader.indicators(spec, "discontiguous")?),
        ("multifile", &[spec]) => Directive::Multifile(reader.indicators(spec, "multifile")?),
        ("meta_predicate", &[spec]) => Directive::MetaPredicate(reader.metas(spec)?),
        ("initialization", &[goal]) => Directive::Goal(goal, When::Loaded),
        ("initialization", &[goal, when]) => Directive::Goal(
            goal,
            match atom_name(when).as_deref() {
                Some("main") => When::Main,
                Some("now") => When::Loading,
                _ => When::Loaded,
            },
        ),
        ("module", &[module, exports] | &[module, exports, _]) => match terms.get(module) {
            Node::Atom(name) => Directive::Module { name, exports: reader.exports(exports)? },
            // Ciao's way of leaving the name open.
            _ => Directive::Obeyed,
        },
        ("use_module", &[spec]) => {
            Directive::Load { specs: specs(spec), load: load(Imports::All, Again::Changed, Reexport::No) }
        }
        ("use_module", &[spec, imports]) => {
            let imports = reader.imports(imports)?;
            Directive::Load { specs: specs(spec), load: load(imports, Again::Changed, Reexport::No) }
        }
        ("autoload", &[spec]) => Directive::Load { specs: specs(spec), load: on_demand(Imports::All) },
        ("autoload", &[spec, imports]) => {
            Directive::Load { specs: specs(spec), load: on_demand(reader.imports(imports)?) }
        }
        ("reexport", &[spec]) => {
            Directive::Load { specs: specs(spec), load: load(Imports::All, Again::Changed, Reexport::Yes) }
        }
        ("reexport", &[spec, imports]) => {
            let imports = reader.imports(imports)?;
            Directive::Load { specs: specs(spec), load: load(imports, Again::Changed, Reexport::Yes) }
        }
        ("ensure_loaded", &[spec]) => {
            Directive::Load { specs: specs(spec), load: load(Imports::All, Again::Changed, Reexport::No) }
        }
        ("consult", &[spec]) => {
            Directive::Load { specs: specs(spec), load: load(Imports::All, Again::Always, Reexport::No) }
        }
        ("load_files", &[spec, options]) => {
            let load = reader.load_options(options)?;
            Directive::Load { specs: specs(spec), load }
        }
        (".", &[_, _]) => {
            let load = load(Imports::All, Again::Always, Reexport::No);
            Directive::Load { specs: specs(root), load }
        }
        ("include", &[spec]) => Directive::Include(specs(spec)),
        ("set_prolog_flag", &[flag, _]) if atom_name(flag).as_deref() == Some("double_quotes") => Directive::Obeyed,
        ("thread_local", &[spec]) => Directive::Dynamic(reader.indicators(spec, "thread_local")?),
        ("style_check", &[style]) => Directive::Style(reader.styles(style)?),
        ("encoding", &[encoding]) => match atom_name(encoding).as_deref() {
            Some("utf8" | "utf-8" | "UTF-8" | "text" | "ascii" | "us_ascii") => Directive::Obeyed,
            // As the first directive it was obeyed where the text was read.
            Some(name) if LATIN_1.contains(&name) => Directive::Obeyed,
            _ => return Err(reader.bad(encoding, "encoding", "utf8 or iso_latin_1: other texts are not read")),
        },
        // What it says of them is not checked.
        ("det", &[spec]) => {
            reader.indicators(spec, "det")?;
            Directive::Obeyed
        }
        (name, &[_]) if ASSERTIONS.contains(&name) => Directive::Assertion,
        (name, &[_, _, _]) if ASSERTIONS_OF_THREE.contains(&name) => Directive::Assertion,
        (name, _) if IGNORED.contains(&(name, functor.arity)) => Directive::Obeyed,
        (name, _) if unsupported(name, functor.arity).is_some() => {
            let what = unsupported(name, functor.arity).unwrap_or_default();
            return Err(CompileError::Unsupported { what, span: terms.span(root) });
        }
        _ => Directive::Goal(root, When::Loading),
    })
}

fn unsupported(name: &str, arity: u32) -> Option<&'static str> {
    UNSUPPORTED.iter().find(|row| (row.0, row.1) == (name, arity)).map(|row| row.2)
}

/// The elements of a list, as far as it is one.
pub(super) fn items(terms: &Terms, mut list: TermId) -> Vec<TermId> {
    let mut items = Vec::new();
    while let Some(&[head, tail]) = terms.match_compound(list, known::DOT, 2) {
        items.push(head);
        list = tail;
    }
    items
}

/// Reads what stands in directives.
pub(crate) struct Reading<'a> {
    pub terms: &'a Terms,
    pub atoms: &'a Atoms,
}

impl Reading<'_> {
    /// The predicate indicators of `a/1, b/2`, `[a/1, b/2]` or `a/1`, under modules or not.
    fn indicators(&self, spec: TermId, directive: &'static str) -> Result<Vec<Named>, CompileError> {
        let mut found = Vec::new();
        let mut rest = vec![(None, spec)];
        while let Some((module, item)) = rest.pop() {
            if let Some((left, right)) = self.pair(item) {
                rest.extend([(module, right), (module, left)]);
            } else if let Some((inner, item)) = self.qualified(item) {
                rest.push((Some(inner), item));
            } else if self.terms.get(item) != Node::Atom(known::NIL) {
                let functor = self.indicator(item).ok_or_else(|| self.bad(item, directive, INDICATORS))?;
                found.push((module, functor));
            }
        }
        Ok(found)
    }

    /// `+singleton`, `-discontiguous`, and lists of them; what other systems warn of besides is not warned of here.
    fn styles(&self, spec: TermId) -> Result<Vec<(Style, Tell)>, CompileError> {
        let mut found = Vec::new();
        let mut rest = vec![spec];
        while let Some(item) = rest.pop() {
            if let Some((left, right)) = self.pair(item) {
                rest.extend([right, left]);
                continue;
            }
            let Node::Compound(functor, &[style]) = self.terms.get(item) else {
                if self.terms.get(item) == Node::Atom(known::NIL) {
                    continue;
                }
                return Err(self.bad(item, "style_check", "+Style or -Style"));
            };
            let tell = match &*self.atoms.name(functor.name) {
                "+" => Tell::Yes,
                "-" => Tell::No,
                _ => return Err(self.bad(item, "style_check", "+Style or -Style")),
            };
            if let Node::Atom(name) = self.terms.get(style) {
                match &*self.atoms.name(name) {
                    "singleton" => found.push((Style::Singleton, tell)),
                    "discontiguous" => found.push((Style::Discontiguous, tell)),
                    _ => {}
                }
            }
        }
        Ok(found)
    }

    /// The left and right of a conjunction or list.
    fn pair(&self, item: TermId) -> Option<(TermId, TermId)> {
        let pair = [known::COMMA, known::DOT].into_iter().find_map(|name| self.terms.match_compound(item, name, 2));
        pair.map(|pair| (pair[0], pair[1]))
    }

    /// `Module:Item`.
    fn qualified(&self, item: TermId) -> Option<(Atom, TermId)> {
        match self.terms.match_compound(item, known::COLON, 2) {
            Some(&[module, item]) => match self.terms.get(module) {
                Node::Atom(module) => Some((module, item)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `Name/Arity`, or `Name//Arity` of a grammar rule.
    fn indicator(&self, item: TermId) -> Option<Functor> {
        let Node::Compound(functor, &[name, arity]) = self.terms.get(item) else { return None };
        let more = match &*self.atoms.name(functor.name) {
            "/" => 0,
            "//" => 2,
            _ => return None,
        };
        match (self.terms.get(name), self.terms.get(arity)) {
            (Node::Atom(name), Node::Int(arity @ 0..=253)) => Some(Functor { name, arity: arity as u32 + more }),
            _ => None,
        }
    }

    /// The heads of a `meta_predicate` declaration.
    fn metas(&self, spec: TermId) -> Result<Vec<(Named, Vec<Meta>)>, CompileError> {
        let mut found = Vec::new();
        let mut rest = vec![(None, spec)];
        while let Some((module, item)) = rest.pop() {
            if let Some((left, right)) = self.pair(item) {
                rest.extend([(module, right), (module, left)]);
            } else if let Some((inner, item)) = self.qualified(item) {
                rest.push((Some(inner), item));
            } else if let Node::Compound(functor, args) = self.terms.get(item) {
                found.push(((module, functor), args.iter().map(|&arg| self.meta(arg)).collect()));
            } else if !matches!(self.terms.get(item), Node::Atom(_)) {
                return Err(self.bad(item, "meta_predicate", "heads such as maplist(1, ?)"));
            }
        }
        Ok(found)
    }

    fn meta(&self, arg: TermId) -> Meta {
        match self.terms.get(arg) {
            Node::Int(missing @ 0..=9) => Meta::Goal(missing as u8),
            Node::Atom(name) => match &*self.atoms.name(name) {
                ":" => Meta::Module,
                "^" => Meta::Caret,
                "//" => Meta::Grammar,
                // Ciao's.
                "goal" => Meta::Goal(0),
                _ => Meta::Plain,
            },
            Node::Compound(functor, &[missing]) if &*self.atoms.name(functor.name) == "pred" => {
                match self.terms.get(missing) {
                    Node::Int(missing @ 0..=9) => Meta::Goal(missing as u8),
                    _ => Meta::Plain,
                }
            }
            _ => Meta::Plain,
        }
    }

    /// The list of a `:- module`. Operators that are none were complained of while reading.
    pub(crate) fn exports(&self, list: TermId) -> Result<Exports, CompileError> {
        let mut exports = Exports::default();
        for item in items(self.terms, list) {
            match self.terms.get(item) {
                Node::Compound(functor, args @ &[_, _, _]) if &*self.atoms.name(functor.name) == "op" => {
                    exports.ops.extend(self.op(args));
                }
                _ => {
                    let expected = "exports: name/arity, name//arity, op(Priority, Type, Name)";
                    let functor = self.indicator(item).ok_or_else(|| self.bad(item, "module", expected))?;
                    exports.predicates.push(functor);
                }
            }
        }
        Ok(exports)
    }

    /// The operators of `op(P, T, Names)`.
    fn op(&self, args: &[TermId]) -> Vec<(i64, OpType, Atom)> {
        let &[priority, class, names] = args else { return Vec::new() };
        let (Node::Int(priority), Node::Atom(class)) = (self.terms.get(priority), self.terms.get(class)) else {
            return Vec::new();
        };
        let Some(class) = OpType::from_name(&self.atoms.name(class)) else { return Vec::new() };
        let names = match self.terms.match_compound(names, known::DOT, 2) {
            Some(_) => items(self.terms, names),
            None => vec![names],
        };
        let atoms = names.into_iter().filter_map(|name| match self.terms.get(name) {
            Node::Atom(name) => Some((priority, class, name)),
            _ => None,
        });
        atoms.collect()
    }

    /// The second argument of `use_module/2`.
    pub(crate) fn imports(&self, imports: TermId) -> Result<Imports, CompileError> {
        if self.terms.get(imports) == Node::Atom(self.atoms.intern("all")) {
            return Ok(Imports::All);
        }
        let bad = |item| self.bad(item, "use_module", "a list of name/arity, or except(List)");
        match self.terms.get(imports) {
            Node::Compound(functor, &[list]) if &*self.atoms.name(functor.name) == "except" => {
                let functors = items(self.terms, list).into_iter().filter_map(|item| self.indicator(item));
                Ok(Imports::Except(functors.collect()))
            }
            Node::Atom(known::NIL) => Ok(Imports::Only(Vec::new())),
            Node::Compound(Functor { name: known::DOT, arity: 2 }, _) => {
                let mut only = Vec::new();
                for item in items(self.terms, imports) {
                    only.extend(self.import(item).ok_or_else(|| bad(item))?);
                }
                Ok(Imports::Only(only))
            }
            _ => Err(bad(imports)),
        }
    }

    /// `name/arity`, `name/arity as other`, or an operator, which comes in anyway.
    fn import(&self, item: TermId) -> Option<Option<(Functor, Atom)>> {
        if let Node::Compound(functor, args) = self.terms.get(item) {
            match (&*self.atoms.name(functor.name), args) {
                ("op", &[_, _, _]) => return Some(None),
                ("as", &[indicator, name]) => {
                    let functor = self.indicator(indicator)?;
                    return match self.terms.get(name) {
                        Node::Atom(name) => Some(Some((functor, name))),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
        self.indicator(item).map(|functor| Some((functor, functor.name)))
    }

    /// The options of `load_files/2`: `if(If)`, `imports(Imports)`, `reexport(Bool)`, `must_be_module(Bool)`; others do not
    /// matter here.
    fn load_options(&self, options: TermId) -> Result<Load, CompileError> {
        let mut load = Load::all();
        for option in items(self.terms, options) {
            let Node::Compound(functor, &[value]) = self.terms.get(option) else { continue };
            let word = match self.terms.get(value) {
                Node::Atom(name) => self.atoms.name(name).to_string(),
                _ => String::new(),
            };
            match (&*self.atoms.name(functor.name), &*word) {
                ("if", "true") => load.again = Again::Always,
                ("if", "changed") => load.again = Again::Changed,
                ("if", "not_loaded" | "exist") => load.again = Again::Never,
                ("if", _) => return Err(self.bad(value, "load_files", "if(true), if(changed) or if(not_loaded)")),
                ("imports", _) => load.imports = self.imports(value)?,
                ("reexport", "true") => load.export = Reexport::Yes,
                ("must_be_module", "true") => load.kind = FileKind::Module,
                _ => {}
            }
        }
        Ok(load)
    }

    fn bad(&self, item: TermId, directive: &'static str, expected: &'static str) -> CompileError {
        CompileError::BadDirective { directive, expected, span: self.terms.span(item) }
    }
}

const INDICATORS: &str = "predicate indicators (name/arity)";
