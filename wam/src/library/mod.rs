//! The library: predicates in Prolog that every program has, and may replace by its own.
//!
//! The texts are Prolog as a textbook has it, so that they can be analysed and estimated like any program; the modes of
//! the main predicates are declared in them. What needs the machine goes through builtins whose names start with `$`.
//!
//! The texts of [`TEXTS`] are part of every program, in the module `system`. Those of [`MODULES`] are modules that are
//! loaded when a program asks for them with `use_module(library(Name))`, or when it calls a predicate that one of them
//! exports and that nothing else defines. To add one: its text under `library/`, opening with `:- module(Name,
//! Exports)`, and a row in [`MODULES`]. In such a module a variable that is called is a goal of the caller; goals of the
//! module's own are given to `maplist/2` and the like as they stand in the clause (see [`crate::modules`] and
//! [`crate::compile`]), not built and called later; a predicate that calls an argument says so with `meta_predicate`.

use crate::atoms::{Atoms, Functor, known};
use crate::code::{PredicateKind, Program};
use crate::compile::directive::Reading;
use crate::compile::files::{identity, import_all};
use crate::compile::loading::{Text, load_library_text};
use crate::compile::{Origin, Report};
use crate::instr::PredId;
use crate::modules::ModuleId;
use crate::program::Autoload;
use crate::read::{Flags, Ops, Reader, Source};
use crate::term::{Node, ReadTerm, TermId};
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The texts that every program has, by name.
pub const TEXTS: &[(&str, &str)] = &[
    ("library/control.pl", include_str!("control.pl")),
    ("library/error.pl", include_str!("error.pl")),
    ("library/lists.pl", include_str!("lists.pl")),
    ("library/apply.pl", include_str!("apply.pl")),
    ("library/solutions.pl", include_str!("solutions.pl")),
    ("library/text.pl", include_str!("text.pl")),
    ("library/database.pl", include_str!("database.pl")),
    ("library/streams.pl", include_str!("streams.pl")),
    ("library/output.pl", include_str!("output.pl")),
    ("library/modules.pl", include_str!("modules.pl")),
];

/// The modules that are loaded on demand: the name in `library(Name)`, and the text.
pub const MODULES: &[(&str, &str)] = &[
    ("aggregate", include_str!("aggregate.pl")),
    ("arithmetic", include_str!("arithmetic.pl")),
    ("arithmetic_functions", include_str!("arithmetic_functions.pl")),
    ("assoc", include_str!("assoc.pl")),
    ("ctypes", include_str!("ctypes.pl")),
    ("date", include_str!("date.pl")),
    ("dcg/basics", include_str!("dcg/basics.pl")),
    ("dcg/high_order", include_str!("dcg/high_order.pl")),
    ("debug", include_str!("debug.pl")),
    ("declarations", include_str!("declarations.pl")),
    ("determinism", include_str!("determinism.pl")),
    ("expansion", include_str!("expansion.pl")),
    ("filesystem", include_str!("filesystem.pl")),
    ("format_predicates", include_str!("format_predicates.pl")),
    ("gensym", include_str!("gensym.pl")),
    ("global_values", include_str!("global_values.pl")),
    ("gnu", include_str!("gnu.pl")),
    ("heaps", include_str!("heaps.pl")),
    ("help", include_str!("help.pl")),
    ("inspect", include_str!("inspect.pl")),
    ("limits", include_str!("limits.pl")),
    ("list_extras", include_str!("list_extras.pl")),
    ("listing", include_str!("listing.pl")),
    ("main", include_str!("main.pl")),
    ("messages", include_str!("messages.pl")),
    ("nb_set", include_str!("nb_set.pl")),
    ("old_names", include_str!("old_names.pl")),
    ("option", include_str!("option.pl")),
    ("ordsets", include_str!("ordsets.pl")),
    ("pairs", include_str!("pairs.pl")),
    ("portray", include_str!("portray.pl")),
    ("prolog_code", include_str!("prolog_code.pl")),
    ("pure_input", include_str!("pure_input.pl")),
    ("random", include_str!("random.pl")),
    ("rbtrees", include_str!("rbtrees.pl")),
    ("readutil", include_str!("readutil.pl")),
    ("references", include_str!("references.pl")),
    ("solution_sequences", include_str!("solution_sequences.pl")),
    ("statistics", include_str!("statistics.pl")),
    ("strings", include_str!("strings.pl")),
    ("terms", include_str!("terms.pl")),
    ("time", include_str!("time.pl")),
    ("toplevel", include_str!("toplevel.pl")),
    ("ugraphs", include_str!("ugraphs.pl")),
    ("watching", include_str!("watching.pl")),
    ("without_threads", include_str!("without_threads.pl")),
    ("writef", include_str!("writef.pl")),
    ("yall", include_str!("yall.pl")),
];

/// Libraries of other systems whose predicates every program has here, or which come when they are called.
const PRELOADED: &[&str] = &[
    "ansi_term",
    "apply",
    "apply_macros",
    "backcomp",
    "between",
    "charsio",
    "codesio",
    "edinburgh",
    "error",
    "filesex",
    "lists",
    "occurs",
    "pio",
    "print_message",
    "prolog_flag",
    "quintus",
    "sets",
    "shell",
    "sort",
    "system",
    "thread",
    "threads",
    "timeout",
    "varnumbers",
];

/// What `library(Name)` is.
pub(crate) enum Found {
    /// A module, loaded now.
    Module(ModuleId),
    /// Part of every program.
    System,
    /// There is none.
    Nothing,
}

/// Which module of the library exports a predicate; made when it is first asked.
#[derive(Clone, Default)]
pub(crate) struct Index(Arc<OnceLock<FxHashMap<Functor, usize>>>);

/// Adds the library to a program; the report of each text is empty unless the library is broken.
pub fn load(program: &mut Program) -> Vec<Report> {
    let texts = TEXTS.iter().map(|(name, text)| Source::new(*name, *text));
    load_sources(texts, program)
}

fn load_sources(texts: impl Iterator<Item = Source>, program: &mut Program) -> Vec<Report> {
    let mut load = |source: Source| {
        let path = identity(source.name());
        load_library_text(Text { path, source, origin: Origin::Library, into: ModuleId::SYSTEM }, program).report
    };
    let reports = texts.map(&mut load).collect();
    program.autoload = Autoload::On;
    reports
}

/// A program that has the library and nothing else, and is run, not analysed: what the texts say of their predicates is
/// not read, and predicates are compiled when they are called. Every start would wait for both.
pub fn program_to_run(atoms: Atoms) -> Program {
    let mut program = Program::empty(atoms);
    program.lazy_library = true;
    load_sources(TEXTS.iter().map(|(name, text)| Source::new(*name, without_assertions(text))), &mut program);
    program
}

/// A program that has the library and nothing else, of which a few predicates are looked at: those are compiled when
/// [`Program::compile_named`] is asked to.
pub fn program_to_analyse(atoms: Atoms) -> Program {
    let mut program = Program::empty(atoms);
    program.lazy_library = true;
    load(&mut program);
    // What a goal that is built and called may be, also where nothing else calls it.
    let calls = (1..=8).map(|arity| Functor { name: known::CALL, arity });
    let catch = program.atoms.functor("catch", 3);
    calls.chain([catch]).for_each(|functor| _ = program.predicate(functor));
    program
}

/// A text of the library with empty comments for its assertions, each of which begins a line and ends one.
fn without_assertions(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        inside |= line.starts_with(":- pred ");
        kept.push_str(if inside { "%" } else { line });
        inside &= !line.ends_with('.');
        kept.push('\n');
    }
    kept
}

/// A program that has the library and nothing else.
pub fn program(atoms: Atoms) -> Program {
    let mut program = Program::empty(atoms);
    load(&mut program);
    program
}

/// A program that has all modules of the library besides, and sees what they export.
pub fn everything(atoms: Atoms) -> Program {
    with_modules(program(atoms))
}

/// The program with all modules of the library, and what they export.
pub fn with_modules(mut program: Program) -> Program {
    for at in 0..MODULES.len() {
        let (module, _) = load_module(&mut program, at);
        import_all(&mut program, module, ModuleId::USER);
    }
    program
}

/// The module `library(Name)`, loaded if it is not yet.
pub(crate) fn module(program: &mut Program, name: &str) -> Found {
    match MODULES.iter().position(|row| row.0 == name) {
        Some(at) => Found::Module(load_module(program, at).0),
        None if PRELOADED.contains(&name) => Found::System,
        None => Found::Nothing,
    }
}

/// Whether there is a `library(Name)`.
pub(crate) fn is_known(name: &str) -> bool {
    MODULES.iter().any(|row| row.0 == name) || PRELOADED.contains(&name)
}

/// The module of a row of [`MODULES`], and what was wrong with it if it is loaded now.
fn load_module(program: &mut Program, at: usize) -> (ModuleId, Report) {
    let (name, text) = MODULES[at];
    let path = PathBuf::from(format!("library/{name}.pl"));
    if let Some(file) = program.files.iter().find(|file| file.path == path) {
        return (file.module, Report::default());
    }
    let (flags, ops) = (std::mem::take(&mut program.flags), program.ops.clone());
    program.ops = Ops::standard(&program.atoms);
    let directives = std::mem::take(&mut program.directives);
    let source = Source::new(format!("library/{name}.pl"), text);
    let loaded = load_library_text(Text { path, source, origin: Origin::Library, into: ModuleId::SYSTEM }, program);
    (program.flags, program.ops, program.directives) = (flags, ops, directives);
    (loaded.module, loaded.report)
}

/// A predicate that a module of the library exports, loaded and imported into a module that calls it.
pub(crate) fn autoload(program: &mut Program, module: ModuleId, functor: Functor) -> Option<PredId> {
    if program.autoload == Autoload::Off {
        return None;
    }
    let libraries = program.libraries.clone();
    let at = *libraries.0.get_or_init(|| exported(&program.atoms)).get(&functor)?;
    let (from, _) = load_module(program, at);
    if from == module {
        return None;
    }
    let id = program.own(from, functor)?;
    let comes = program.import(module, functor, id);
    if comes {
        program.autoloaded.insert((module, functor));
    }
    comes.then_some(id)
}

/// Whether a module of the library would be loaded for a predicate.
pub(crate) fn exports(program: &Program, functor: Functor) -> bool {
    program.autoload == Autoload::On
        && program.libraries.0.get_or_init(|| exported(&program.atoms)).contains_key(&functor)
}

/// Loads what lambda expressions need into a program that holds some: as they are goals in arguments, nothing calls their
/// predicates before it runs.
pub fn load_lambdas(program: &mut Program) {
    let is_lambda = |read: &ReadTerm| {
        let mut todo = vec![read.root];
        while let Some(id) = todo.pop() {
            if let Node::Compound(functor, args) = read.terms.get(id) {
                if functor == (Functor { name: known::LAMBDA, arity: 2 }) {
                    return true;
                }
                todo.extend(args);
            }
        }
        false
    };
    let of_user = program.predicates.iter().filter(|predicate| predicate.kind != PredicateKind::Library);
    if of_user.flat_map(|predicate| predicate.source.iter()).any(|read| is_lambda(read)) {
        for arity in 2..=9 {
            program.predicate_in(ModuleId::USER, Functor { name: known::LAMBDA, arity });
        }
    }
}

/// Loads the modules that export a predicate of some names, without importing from them.
pub(crate) fn load_exporters(program: &mut Program, wanted: impl Fn(&str) -> bool) {
    let atoms = program.atoms.clone();
    let libraries = program.libraries.clone();
    let index = libraries.0.get_or_init(|| exported(&atoms));
    let mut wanted: Vec<usize> =
        index.iter().filter(|(functor, _)| wanted(&atoms.name(functor.name))).map(|(_, &at)| at).collect();
    wanted.sort_unstable();
    wanted.dedup();
    for at in wanted {
        load_module(program, at);
    }
}

/// The exports of the modules, from their first clauses. `main/0` comes only when it is asked for: a program without one
/// has none.
fn exported(atoms: &Atoms) -> FxHashMap<Functor, usize> {
    let mut index = FxHashMap::default();
    let rows = MODULES.iter().enumerate().filter(|(_, row)| row.0 != "main");
    for (at, functors) in rows.map(|(at, (name, text))| (at, header(name, text, atoms))) {
        functors.into_iter().for_each(|functor| {
            index.entry(functor).or_insert(at);
        });
    }
    index
}

/// What the first clause of a text says that it exports.
fn header(name: &str, text: &str, atoms: &Atoms) -> Vec<Functor> {
    let source = Source::new(name, text);
    let flags = Flags { is_internal: true, ..Flags::default() };
    let first = Reader::new(&source, atoms).read_term(&Ops::standard(atoms), &flags);
    let Ok(Some(read)) = first else { return Vec::new() };
    let inner = |term: TermId, name: &str, arity| read.terms.match_compound(term, atoms.intern(name), arity);
    let exports = inner(read.root, ":-", 1).and_then(|goal| inner(goal[0], "module", 2)).map(|args| args[1]);
    let reading = Reading { terms: &read.terms, atoms };
    exports.and_then(|list| reading.exports(list).ok()).map_or_else(Vec::new, |exports| exports.predicates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instr::Instr;
    use crate::machine::consult;
    use crate::modules::ModuleClass;

    #[test]
    fn every_text_loads_without_complaint() {
        let mut program = Program::empty(Atoms::new());
        for ((name, _), report) in TEXTS.iter().zip(load(&mut program)) {
            assert_eq!(report, Report::default(), "{name}");
        }
        for (at, (name, _)) in MODULES.iter().enumerate() {
            let (module, report) = load_module(&mut program, at);
            assert_eq!(report, Report::default(), "{name}");
            assert_eq!(program.module(module).class, ModuleClass::Library, "{name} is a module");
            for &functor in &program.module(module).exports {
                let own = program.own(module, functor).expect("an export is in the table");
                assert!(program.is_defined(own), "{name}: {} is defined", program.indicator(own));
            }
        }
    }

    #[test]
    fn a_program_to_run_has_the_same_predicates_without_assertions() {
        let (whole, to_run) = (program(Atoms::new()), program_to_run(Atoms::new()));
        let clauses = |program: &Program| -> Vec<(String, usize)> {
            let counted = |predicate: &crate::code::Predicate| (predicate.functor, predicate.source.len());
            let named = program.predicates.iter().map(counted).filter(|(_, n)| *n > 0);
            let mut all: Vec<_> =
                named.map(|(f, n)| (format!("{}/{}", program.atoms.name(f.name), f.arity), n)).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(clauses(&to_run), clauses(&whole));
        assert!(!whole.assertions.is_empty());
        for (name, text) in TEXTS {
            let kept = without_assertions(text);
            assert_eq!(kept.lines().count(), text.lines().count(), "{name}");
            assert!(!kept.contains(":- pred"), "{name}");
        }
    }

    #[test]
    fn predicates_that_are_compiled_when_they_are_called_have_the_same_code() {
        let (whole, mut to_run) = (program(Atoms::new()), program_to_run(Atoms::new()));
        let ops = |program: &Program, id: PredId| -> Vec<_> {
            program.get(id).block.instrs.iter().map(crate::instr::Instr::op).collect()
        };
        let mut compiled = 0;
        for at in 0..whole.predicates.len() {
            let predicate = whole.get(PredId(at as u32));
            let named = |functor: Functor| {
                let name = to_run.atoms.internal(&whole.atoms.name(functor.name));
                to_run.find_in(ModuleId::SYSTEM, Functor { name, arity: functor.arity })
            };
            if predicate.source.is_empty() || predicate.module != ModuleId::SYSTEM {
                continue;
            }
            let id = named(predicate.functor).expect("both have it");
            compiled += usize::from(to_run.compile_pending(id));
            assert_eq!(ops(&to_run, id), ops(&whole, PredId(at as u32)), "{}", whole.indicator(PredId(at as u32)));
        }
        assert!(compiled > 200, "only {compiled} were waiting");
    }

    #[test]
    fn what_a_name_reaches_is_compiled_and_no_more() {
        let mut program = program_to_analyse(Atoms::new());
        let waiting = program.pending.len();
        program.compile_named(|name| name == "subtract");
        let compiled = waiting - program.pending.len();
        assert!((1..waiting / 2).contains(&compiled), "{compiled} of {waiting} predicates");
        for at in 0..program.predicates.len() {
            let id = PredId(at as u32);
            if program.pending.contains(&id) {
                continue;
            }
            for instr in &program.get(id).block.instrs {
                if let Instr::Call { pred, .. } | Instr::Execute { pred } = instr {
                    assert!(!program.pending.contains(pred), "{} calls it", program.indicator(id));
                }
            }
        }
    }

    #[test]
    fn every_predicate_that_the_library_calls_is_defined() {
        let mut program = program(Atoms::new());
        for at in 0..MODULES.len() {
            load_module(&mut program, at);
        }
        let exported = exported(&program.atoms);
        let missing: Vec<String> = program
            .predicates
            .iter()
            .filter(|predicate| predicate.kind == crate::code::PredicateKind::Undefined && predicate.alias.is_none())
            .filter(|predicate| !exported.contains_key(&predicate.functor))
            .map(|predicate| format!("{}/{}", program.atoms.name(predicate.functor.name), predicate.functor.arity))
            .filter(|name| !name.starts_with("call/") && name != "catch/3")
            // Types of the analyzer, in the regular types that a text declares.
            .filter(|name| !["atm/1", "gnd/1", "list/1", "list/2"].contains(&name.as_str()))
            .collect();
        assert_eq!(missing, Vec::<String>::new());
    }

    #[test]
    fn a_library_comes_when_it_is_called_and_not_before() {
        let mut program = program(Atoms::new());
        let pairs = program.atoms.intern("pairs");
        assert_eq!(program.find_module(pairs), None);
        let text = "keys(Pairs, Keys) :- pairs_keys(Pairs, Keys).";
        consult(&Source::new("user.pl", text), &mut program, Origin::User);
        let functor = program.atoms.functor("pairs_keys", 2);
        let id = program.find(functor).expect("it was called");
        assert_eq!(program.find_module(pairs), Some(program.get(id).module));
    }
}
