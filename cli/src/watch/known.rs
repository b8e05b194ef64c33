//! What folds know of predicates: which there are, what they call, and how many solutions they have.

use analyzer::budget::Budget;
use indicatif::ProgressBar;
use monitor::determinism::Determinism;
use monitor::folds::Known;
use monitor::modes::Modes;
use predict::analyze::{PatternAnalysis, PredicateAnalysis, analyze};
use predict::entries::Declared;
use predict::load::load_again;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::time::Duration;
use wam::atoms::Atom;
use wam::builtins::{BUILTINS, Truth};
use wam::code::{Predicate, PredicateKind, Program};
use wam::instr::PredId;
use wam::machine::Machine;
use wam::modules::{ModuleClass, ModuleId};

/// How long the analysis may take that infers how many solutions predicates have, and each predicate of it.
const INFERENCE: Duration = Duration::from_secs(20);
const EACH: Duration = Duration::from_secs(3);
/// How often the terminal shows that it goes on.
const TICK: Duration = Duration::from_millis(100);

/// The folds of coverage, which know how many solutions predicates have.
pub const COVERAGE: [&str; 2] = ["coverage", "site-coverage"];

/// All predicates of users, with any number of solutions.
pub fn every_user(machine: &Machine) -> Known {
    of(machine, users(machine.program()), |_| Determinism::Nondet)
}

/// All predicates of users, or those that are chosen, with as many solutions as is given, as their declarations say
/// (`:- pred p(_, _) + nondet`), or as the analyzer infers.
/// The query is among the calls that the analyzer looks at. Of what may be called otherwise than it sees nothing is inferred.
pub fn inferred(
    machine: &Machine,
    chosen: &[PredId],
    given: &FxHashMap<PredId, Determinism>,
    query: Option<&str>,
) -> Arc<Known> {
    let program = machine.program();
    let inferred = determinisms(program, query);
    let of_one = |id: PredId| {
        let inferred = inferred.get(&program.indicator(id)).copied();
        given.get(&id).copied().or(inferred).or_else(|| of_builtin(program, id)).unwrap_or(Determinism::Nondet)
    };
    Arc::new(match chosen {
        [] => of(machine, users(program), of_one),
        chosen => of(machine, chosen.iter().copied(), of_one),
    })
}

fn of(machine: &Machine, all: impl Iterator<Item = PredId>, determinism: impl Fn(PredId) -> Determinism) -> Known {
    let predicates: Vec<_> = all.map(|id| (id, determinism(id))).collect();
    let sites = predicates.iter().flat_map(|&(pred, _)| machine.call_sites(pred)).collect();
    Known { predicates, sites }
}

fn users(program: &Program) -> impl Iterator<Item = PredId> + '_ {
    let ids = (0..program.predicates.len()).map(|id| PredId(id as u32));
    ids.filter(|&id| {
        let predicate = program.get(id);
        program.module(predicate.module).class == ModuleClass::User
            && matches!(predicate.kind, PredicateKind::Static | PredicateKind::Dynamic)
    })
}

/// How many solutions a builtin has. Those that run in place leave no choice points.
fn of_builtin(program: &Program, pred: PredId) -> Option<Determinism> {
    let Predicate { functor, module, .. } = *program.get(pred);
    let name = program.atoms.name(functor.name);
    if module != ModuleId::SYSTEM || !program.vocabulary.is_inline(functor) {
        return None;
    }
    let row = program.vocabulary.builtin(functor).map(|id| &BUILTINS[usize::from(id.0)]);
    let is_always_true = row.and_then(|row| row.effect).is_some_and(|effect| effect.truth == Truth::Always);
    Some(match &*name {
        "fail" | "false" => Determinism::Failure,
        "throw" => Determinism::Erroneous,
        "true" | "otherwise" | "ignore" => Determinism::Det,
        _ if is_always_true => Determinism::Det,
        _ => Determinism::Semidet,
    })
}

/// How many solutions predicates have that the program has loaded, by indicator.
fn determinisms(program: &Program, query: Option<&str>) -> FxHashMap<String, Determinism> {
    let bar = ProgressBar::new_spinner().with_message("inferring how many solutions predicates have");
    bar.enable_steady_tick(TICK);
    let loaded = load_again(program, query.unwrap_or_default(), query);
    let budget = Budget::unlimited().lasting(INFERENCE);
    let report = Declared::of(&loaded).and_then(|declared| analyze(&declared, None, budget, EACH, None));
    let predicates = report.map_or(Vec::new(), |report| report.predicates);
    let open = called_unseen(&loaded.program);
    let is_known = |of: &&PredicateAnalysis| !of.patterns.is_empty() && !open.contains(&of.predicate);
    let analysed = predicates.iter().filter(is_known).map(|predicate| {
        let all = |is: fn(&PatternAnalysis) -> Option<bool>| {
            predicate.patterns.iter().all(|pattern| is(pattern) == Some(true))
        };
        let determinism = Determinism::of(all(|pattern| pattern.deterministic), all(|pattern| pattern.cannot_fail));
        (predicate.predicate.clone(), determinism)
    });
    let mut found: FxHashMap<String, Determinism> = analysed.collect();
    let program = &loaded.program;
    found.extend(Modes::of(program).determinisms().map(|(pred, of)| (program.indicator(pred), of)));
    bar.finish_and_clear();
    found
}

/// The predicates with arguments that clauses of dynamic predicates may call, and those that these may call: what has the name of an
/// atom or compound there, with any number of arguments.
fn called_unseen(program: &Program) -> FxHashSet<String> {
    let mut by_name: FxHashMap<Atom, Vec<PredId>> = FxHashMap::default();
    users(program).for_each(|pred| by_name.entry(program.get(pred).functor.name).or_default().push(pred));
    let mut todo: Vec<PredId> =
        users(program).filter(|&pred| program.get(pred).kind == PredicateKind::Dynamic).collect();
    let mut reached: FxHashSet<PredId> = todo.iter().copied().collect();
    while let Some(pred) = todo.pop() {
        let rules =
            program.get(pred).source.iter().filter(|clause| clause.terms.head_and_body(clause.root).1.is_some());
        let named = rules.flat_map(|clause| clause.terms.names()).filter_map(|name| by_name.get(&name)).flatten();
        todo.extend(named.filter(|&&pred| reached.insert(pred)));
    }
    let open = reached.into_iter().filter(|&pred| program.get(pred).functor.arity > 0);
    open.map(|pred| program.indicator(pred)).collect()
}
