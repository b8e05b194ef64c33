//! Files and modules while a program runs: loading, and what is known of modules and predicates.
//!
//! Loading reads, compiles and links; what is left to do is handed to the library as a list of actions, because
//! directives are goals: `run(Goal, Place)` and `message(Text)`.

use super::Outcome;
use crate::atoms::{Atom, Functor, known};
use crate::code::{Extent, Predicate, PredicateKind};
use crate::compile::Origin;
use crate::compile::directive::{Again, Imports, Load, Reading, Reexport};
use crate::compile::files::{Files, Obtained, Refused, Spec, file_spec, import, obtain, take_in};
use crate::compile::undefined_calls;
use crate::instr::PredId;
use crate::library::{self, Found};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::exchange::Variables;
use crate::modules::{Meta, ModuleClass, ModuleId, Progress};
use crate::program::{Directive, When};
use crate::read::Source;
use crate::term::Terms;
use std::path::Path;

/// `$load(Spec, Module, How, Imports, Actions)`: loads a file into a module, or imports from it. How is `always` or
/// `changed`.
pub(crate) fn load(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 1)?;
    let mut terms = Terms::new();
    let mut variables = Variables::default();
    let spec = m.export(m.a(0), &mut terms, &mut variables)?;
    let wanted = m.export(m.a(3), &mut terms, &mut variables)?;
    let atoms = m.program.atoms.clone();
    let again = if m.a(2) == m.make_atom("always") { Again::Always } else { Again::Changed };
    let Ok(imports) = (Reading { terms: &terms, atoms: &atoms }).imports(wanted) else {
        return Err(m.domain_error("import_specifier", m.a(3)));
    };
    let pending = m.program.directives.len();
    let obtained = match file_spec(&terms, spec, &atoms) {
        None => return Err(m.domain_error("source_sink", m.a(0))),
        Some(Spec::Library(name)) => match library::module(&mut m.program, &name) {
            Found::Module(module) => Obtained { module: Some(module), others: Vec::new() },
            Found::System => Obtained { module: None, others: Vec::new() },
            Found::Nothing => return Err(m.existence_error("source_sink", m.a(0))),
        },
        Some(Spec::Path(name)) => {
            let Some(path) = Files::here().find(&name) else {
                return Err(m.existence_error("source_sink", m.a(0)));
            };
            let obtained = obtain(&mut m.program, &path, module, again, Origin::User);
            obtained.map_err(|_| m.permission_error("open", "source_sink", m.a(0)))?
        }
    };
    let actions = finish(m, obtained, module, Load { imports, again, export: Reexport::No }, pending)?;
    Ok(m.unify(m.a(4), actions))
}

/// `$load_text(Codes, Module, Actions)`: loads a text that the user has typed, as [`load`] loads a file.
pub(crate) fn load_text(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 1)?;
    let source = Source::new("user", m.text(m.a(0))?.to_string());
    let pending = m.program.directives.len();
    // No file has this name.
    let obtained = take_in(&mut m.program, Path::new("user:"), source, module, Origin::User);
    let load = Load { imports: Imports::All, again: Again::Always, export: Reexport::No };
    let actions = finish(m, obtained, module, load, pending)?;
    Ok(m.unify(m.a(2), actions))
}

/// Imports what was loaded, and says what is left to do: the directives from a number on.
fn finish(m: &mut Machine, obtained: Obtained, module: ModuleId, load: Load, pending: usize) -> Result<Cell, Ball> {
    let mut messages: Vec<String> = obtained.others.iter().flat_map(|report| report.lines()).collect();
    if let Some(from) = obtained.module.filter(|&from| from != module) {
        let refused = import(&mut m.program, from, module, &load);
        messages.extend(refused.into_iter().map(|refused| refusal(m, from, &refused)));
    }
    m.program.forward_undefined();
    let directives = m.program.directives.split_off(pending);
    m.refresh()?;
    actions(m, messages, directives)
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

fn refusal(m: &Machine, from: ModuleId, refused: &Refused) -> String {
    let atoms = &m.program.atoms;
    let module = atoms.name(m.program.module(from).name);
    let show = |functor: &Functor| format!("{}/{}", atoms.name(functor.name), functor.arity);
    match refused {
        Refused::NotExported(functor) => format!("warning: {module} does not export {}", show(functor)),
        Refused::Clash(functor) => {
            format!("warning: {} of {module} is not imported: there is another {0}", show(functor))
        }
    }
}

/// What is left to do, as a list.
fn actions(m: &mut Machine, messages: Vec<String>, directives: Vec<Directive>) -> Result<Cell, Ball> {
    let mut items = Vec::new();
    for text in messages {
        let text = m.make_atom(&text);
        items.push(m.make("message", &[text]));
    }
    for directive in directives.into_iter().filter(|directive| directive.when != When::Main) {
        m.ensure(4 * directive.read.terms.nodes())?;
        let goal = m.import(&directive.read.terms, directive.read.root, &mut Vec::new());
        let place = m.program.place(directive.file, directive.read.terms.span(directive.read.root));
        let place = m.make_atom(&place);
        items.push(m.make("run", &[goal, place]));
    }
    m.make_list(&items, Cell::NIL)
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
/// reloads it.
pub(crate) fn stale(m: &mut Machine) -> Outcome {
    let changed = |file: &&crate::modules::LoadedFile| {
        file.modified.is_some()
            && file.progress == Progress::Loaded
            && std::fs::metadata(&file.path).and_then(|data| data.modified()).ok() != file.modified
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

/// `$predicates(Module, List)`: the predicates that a module sees under a name of its own table, as `Name/Arity`: its own
/// and those it imports, without the library's.
pub(crate) fn predicates(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 0)?;
    let table = m.program.module(module).table.iter();
    let mut found: Vec<(PredId, Functor)> = table
        .map(|(&functor, &id)| (id, functor))
        .filter(|&(id, _)| matches!(m.program.get(id).kind, PredicateKind::Static | PredicateKind::Dynamic))
        .collect();
    found.sort_unstable_by_key(|&(id, functor)| (id, functor.name));
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
        None if m.is_builtin(functor) || m.program.vocabulary.is_inline(functor) => {
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

/// `$import(Module, Indicators)`: brings `From:Name/Arity` into a module.
pub(crate) fn import_names(m: &mut Machine) -> Outcome {
    let module = module_argument(m, 0)?;
    for (from, functor) in m.indicators(m.a(1))? {
        let wanted: Vec<(Functor, Atom)> = vec![(functor, functor.name)];
        let load = Load { imports: Imports::Only(wanted), again: Again::Changed, export: Reexport::No };
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
