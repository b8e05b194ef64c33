//! Files and modules while a program runs: loading, and what is known of modules and predicates.
//!
//! Loading is begun here; the library goes on with it step by step (`builtins/loading.rs`), because directives are goals.

use super::Outcome;
use super::terms::Naming;
use crate::atoms::{Atom, Functor, known};
use crate::code::{Extent, Predicate, PredicateKind};
use crate::compile::directive::{Again, Imports, Load, Reading};
use crate::compile::files::{Files, Refused, Sought, Spec, Unread, file_spec, import, seek};
use crate::compile::loading::Text;
use crate::compile::undefined_calls;
use crate::compile::{Heads, Origin};
use crate::instr::PredId;
use crate::library::{self, Found};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::exchange::Variables;
use crate::modules::{LoadedFile, Meta, ModuleClass, ModuleId, Progress};
use crate::read::Source;
use crate::term::Terms;
use std::path::PathBuf;

/// `$load(Spec, Module, How, Imports, Texts, Depth)`: begins to load a file into a module, or imports from one that is
/// loaded. How is `always`, `changed` or `never`; Texts is what to tell, Depth what to go on with, or `[]`.
pub(crate) fn load(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 1)?;
    let mut terms = Terms::new();
    let mut variables = Variables::default();
    let spec = m.export(m.a(0), &mut terms, &mut variables)?;
    let wanted = m.export(m.a(3), &mut terms, &mut variables)?;
    let atoms = m.program.atoms.clone();
    let again = match m.a(2) {
        how if how == m.make_atom("always") => Again::Always,
        how if how == m.make_atom("never") => Again::Never,
        _ => Again::Changed,
    };
    let Ok(imports) = (Reading { terms: &terms, atoms: &atoms }).imports(wanted) else {
        return Err(m.domain_error("import_specifier", m.a(3)));
    };
    let how = Load { imports, again, ..Load::all() };
    let from = match file_spec(&terms, spec, &atoms) {
        None => return Err(m.domain_error("source_sink", m.a(0))),
        Some(Spec::Alias(..)) => return Err(m.existence_error("source_sink", m.a(0))),
        Some(Spec::Library(name)) => match library::module(&mut m.program, &name) {
            Found::Module(module) => Some(module),
            Found::System => None,
            Found::Nothing => return Err(m.existence_error("source_sink", m.a(0))),
        },
        Some(Spec::Path(name)) => {
            let Some(path) = find(m, &name) else {
                return Err(m.existence_error("source_sink", m.a(0)));
            };
            let sought = seek(&m.program, &path, module, again, Origin::User);
            let refuse = |why| match why {
                Unread::Full => m.out_of_memory(),
                Unread::Because(_) => m.permission_error("open", "source_sink", m.a(0)),
            };
            match sought.map_err(refuse)? {
                Sought::Here(module) => module,
                Sought::Text(text) => return begin(m, *text, how, 4),
            }
        }
    };
    let mut texts = Vec::new();
    if let Some(from) = from.filter(|&from| from != module) {
        for refused in import(&mut m.program, from, module, &how) {
            texts.push(m.make_atom(&format!("warning: {}", m.refusal(from, refused))));
        }
    }
    m.program.forward_undefined();
    m.refresh()?;
    let texts = m.make_list(&texts, Cell::NIL)?;
    Ok(m.unify(m.a(4), texts) && m.unify(m.a(5), Cell::NIL))
}

/// The file of a name: beside the text that is being loaded, or in the working directory.
fn find(m: &Machine, name: &str) -> Option<PathBuf> {
    let loader = m.loads.last().and_then(|load| load.loading.current());
    let beside = loader.and_then(|loader| Files::of(&m.program, loader.at).find(name));
    beside.or_else(|| Files::below(m.surroundings.directory()).find(name))
}

/// `$find_source(Name, Path)`: the file that a name means where files are loaded, if there is one.
pub(crate) fn find_source(m: &mut Machine) -> Outcome {
    let name = m.text(m.a(0))?;
    let Some(path) = find(m, &name) else { return Ok(false) };
    let path = m.make_atom(&path.display().to_string());
    Ok(m.unify(m.a(1), path))
}

/// `$has_library(Name)`: there is a library of that name.
pub(crate) fn has_library(m: &mut Machine) -> Outcome {
    let name = m.text(m.a(0))?;
    Ok(library::is_known(&name))
}

/// Begins to load a text; unifies the arguments from a number on with what to tell and how deep it is.
fn begin(m: &mut Machine, text: Text, how: Load, at: u16) -> Outcome {
    m.open_load(text, how);
    let depth = Cell::int(m.loads.len() as i64);
    Ok(m.unify(m.a(at), Cell::NIL) && m.unify(m.a(at + 1), depth))
}

/// `$load_text(Codes, Module, Depth)`: begins to load a text that the user has typed.
pub(crate) fn load_text(m: &mut Machine) -> Outcome {
    let into = module_argument(m, 1)?;
    let source = Source::new("user", m.text(m.a(0))?.to_string());
    // No file has this name.
    m.open_load(Text { path: "user:".into(), source, origin: Origin::User, into }, Load::all());
    let depth = Cell::int(m.loads.len() as i64);
    Ok(m.unify(m.a(2), depth))
}

/// `$undefined_calls(Texts)`: tells of calls of what nothing defines, if it was not told before.
pub(crate) fn undefined(m: &mut Machine) -> Outcome {
    let calls = undefined_calls(&mut m.program);
    let texts = calls
        .into_iter()
        .map(|(file, warning)| format!("{}: warning: {warning}", m.program.place(file, warning.span())));
    let items: Vec<String> = texts.collect();
    let items: Vec<Cell> = items.iter().map(|text| m.make_atom(text)).collect();
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

/// A module named by an argument; it need not have been known.
fn module_argument(m: &mut Machine, at: u16) -> Result<ModuleId, Ball> {
    let name = m.a(at);
    match name.tag() {
        Tag::Ref => Err(m.instantiation_error()),
        Tag::Atom => Ok(m.program.module_named(name.as_atom())),
        _ => Err(m.type_error("module", name)),
    }
}

/// `$stale(Files)`: the files that were changed since they were loaded, each as `Module:Path` with the module that
/// reloads it. What was loaded from a file that is gone stays as it is.
pub(crate) fn stale(m: &mut Machine) -> Outcome {
    let now = |file: &LoadedFile| std::fs::metadata(&file.path).and_then(|data| data.modified()).ok();
    let changed = |file: &&LoadedFile| {
        file.modified.is_some()
            && file.progress == Progress::Loaded
            && now(file).is_some_and(|time| Some(time) != file.modified)
    };
    let files = m.program.files.clone();
    let mut roots: Vec<(std::path::PathBuf, ModuleId)> = Vec::new();
    for file in files.iter().filter(changed) {
        let mut root = file;
        while let Some(parent) = root.parent {
            root = &files[parent.0 as usize];
        }
        if !roots.iter().any(|(path, _)| *path == root.path) {
            roots.push((root.path.clone(), root.into));
        }
    }
    let mut items = Vec::new();
    for (path, module) in roots {
        let path = m.make_atom(&path.display().to_string());
        items.push(m.in_module(module, path));
    }
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

/// `$modules(List)`: the names of all modules.
pub(crate) fn modules(m: &mut Machine) -> Outcome {
    let names: Vec<Cell> = m.program.modules.iter().map(|module| Cell::atom(module.name)).collect();
    let list = m.make_list(&names, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

/// `$module_properties(Name, List)`: `class(C)`, `exports(Indicators)`, `exported_operators(Ops)` and `file(Path)`; false
/// where there is no such module.
pub(crate) fn module_properties(m: &mut Machine) -> Outcome {
    let name = m.a(0);
    if !name.is(Tag::Atom) {
        return Ok(false);
    }
    let Some(id) = m.program.find_module(name.as_atom()) else { return Ok(false) };
    let module = m.program.module(id).clone();
    let class = match (id, module.class) {
        (ModuleId::SYSTEM, _) => "system",
        (_, ModuleClass::Library) => "library",
        (_, ModuleClass::User) => "user",
    };
    let class = m.make_atom(class);
    let mut items = vec![m.make("class", &[class])];
    let exports: Vec<Cell> = module.exports.into_iter().map(|functor| m.indicator(functor)).collect();
    let exports = m.make_list(&exports, Cell::NIL)?;
    items.push(m.make("exports", &[exports]));
    if !module.ops.is_empty() {
        let mut ops = Vec::new();
        for (priority, class, name) in module.ops {
            let class = m.make_atom(class.name());
            ops.push(m.make("op", &[Cell::int(priority), class, Cell::atom(name)]));
        }
        let ops = m.make_list(&ops, Cell::NIL)?;
        items.push(m.make("exported_operators", &[ops]));
    }
    if let Some(file) = module.file {
        items.push(file_item(m, file));
    }
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}

fn file_item(m: &mut Machine, file: crate::modules::FileId) -> Cell {
    let path = m.program.file(file).path.display().to_string();
    let path = m.make_atom(&path);
    m.make("file", &[path])
}

/// `$predicates(Module, List)`: the predicates that a call from a module reaches, as `Name/Arity`: its own, those it imports,
/// of libraries too, and those of `user` where it inherits from there. What every program has is not among them, nor what
/// would come when it is called.
pub(crate) fn predicates(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 0)?;
    let inherits = module != ModuleId::USER && m.program.module(module).class == ModuleClass::User;
    let user = inherits.then_some(ModuleId::USER);
    let tables = [Some(module), user].into_iter().flatten().map(|module| &m.program.module(module).table);
    let is_seen = |functor: Functor, id| {
        let Predicate { kind, module: home, .. } = *m.program.get(id);
        let counts = match kind {
            PredicateKind::Static | PredicateKind::Dynamic => true,
            PredicateKind::Library => home != ModuleId::SYSTEM,
            PredicateKind::Undefined => false,
        };
        let is_internal = m.program.atoms.intern(m.program.atoms.spelling(functor.name)) != functor.name;
        counts && !is_internal && m.program.find_in(module, functor) == Some(id)
    };
    let mut found: Vec<(PredId, Functor)> = tables
        .flat_map(|table| table.iter())
        .map(|(&functor, &id)| (id, functor))
        .filter(|&(id, functor)| is_seen(functor, id))
        .collect();
    found.sort_unstable_by_key(|&(id, functor)| (id, functor.name));
    found.dedup();
    m.units += found.len() as u64;
    m.ensure(5 * found.len())?;
    let items: Vec<Cell> = found.into_iter().map(|(_, functor)| m.indicator(functor)).collect();
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}

/// `$properties(Head, List)`: what is known of the predicate; false where there is none.
pub(crate) fn properties(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.a(0), ModuleId::USER)?;
    let functor = m.callable_functor(head)?;
    let found = m.program.find_in(module, functor).filter(|&id| m.program.is_defined(id));
    let items = match found {
        Some(id) => properties_of(m, module, functor, id)?,
        None if m.program.is_builtin(functor) => {
            ["defined", "visible", "built_in", "system", "static"].iter().map(|name| m.make_atom(name)).collect()
        }
        None => return Ok(false),
    };
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}

fn properties_of(m: &mut Machine, module: ModuleId, functor: Functor, id: PredId) -> Result<Vec<Cell>, Ball> {
    let Predicate { kind, module: home, meta, extent, places, source, functor: name, .. } = m.program.get(id).clone();
    let mut names = vec!["defined", "visible"];
    if home == ModuleId::SYSTEM {
        names.extend(["built_in", "system"]);
    }
    names.push(if kind == PredicateKind::Dynamic { "dynamic" } else { "static" });
    if extent == Extent::Multifile {
        names.push("multifile");
    }
    if m.program.get(id).heads == Heads::Match {
        names.push("ssu");
    }
    if m.program.module(home).exports.contains(&name) {
        names.push("exported");
    }
    let mut items: Vec<Cell> = names.into_iter().map(|name| m.make_atom(name)).collect();
    if home != module && home != ModuleId::SYSTEM && m.program.own(module, functor).is_some() {
        let from = Cell::atom(m.program.module(home).name);
        items.push(m.make("imported_from", &[from]));
    }
    if let Some(meta) = meta {
        let args: Vec<Cell> = meta.iter().map(|&meta| meta_cell(m, meta)).collect();
        let head = m.make_compound(functor, &args);
        items.push(m.make("meta_predicate", &[head]));
    }
    if home != ModuleId::SYSTEM {
        m.entry(id);
        let count = match kind {
            PredicateKind::Dynamic => m.clause_count(id),
            _ => source.len(),
        };
        items.push(m.make("number_of_clauses", &[Cell::int(count as i64)]));
        if let (Some(&file), Some(first)) = (places.first(), source.first()) {
            items.push(file_item(m, file));
            let line = m.program.file(file).source.position(first.terms.span(first.root).start).line;
            items.push(m.make("line_count", &[Cell::int(line as i64)]));
        }
    }
    Ok(items)
}

fn meta_cell(m: &Machine, meta: Meta) -> Cell {
    match meta {
        Meta::Goal(missing) => Cell::int(missing.into()),
        Meta::Module => Cell::atom(known::COLON),
        Meta::Caret => m.make_atom("^"),
        Meta::Grammar => m.make_atom("//"),
        Meta::Plain => m.make_atom("?"),
    }
}

/// `$export(Module, Indicators)`.
pub(crate) fn export(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 0)?;
    for (_, functor) in m.indicators(m.a(1))? {
        m.program.local(module, functor);
        let exports = &mut m.program.module_mut(module).exports;
        if !exports.contains(&functor) {
            exports.push(functor);
        }
    }
    Ok(true)
}

impl Machine {
    /// Whether two modules see one predicate under a name.
    fn is_the_same(&self, functor: Functor, one: ModuleId, other: ModuleId) -> bool {
        let seen = |module| self.program.find_in(module, functor).filter(|&id| self.program.is_defined(id));
        one == other || self.program.is_builtin(functor) || seen(one).is_some() && seen(one) == seen(other)
    }
}

/// `$import(Module, Indicators)`: brings `From:Name/Arity` or `From:Head` into a module; nothing where it is there anyway.
pub(crate) fn import_names(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 0)?;
    for (from, functor) in m.named(m.a(1), Naming::Heads)? {
        if m.is_the_same(functor, from, module) {
            continue;
        }
        let wanted: Vec<(Functor, Atom)> = vec![(functor, functor.name)];
        let load = Load { imports: Imports::Only(wanted), ..Load::all() };
        if let Some(refused) = import(&mut m.program, from, module, &load).first() {
            let indicator = m.indicator(functor);
            let culprit = m.in_module(from, indicator);
            return Err(match refused {
                Refused::NotExported(_) => m.existence_error("export", culprit),
                Refused::Clash(_) => m.permission_error("import_into", "procedure", culprit),
            });
        }
    }
    m.refresh()?;
    Ok(true)
}
