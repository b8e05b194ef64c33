//! Soundness: on generated inputs, every cost key is executed between its lower and its upper bound. No exception.

mod common;
mod held;

use analyzer::entry::Entry;
use analyzer::inputs::{generate, is_of};
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use analyzer::types::{Metric, Type};
use common::{bounds, corpus, corpus_names, corpus_text, entry_indicator, find, shown, sizes_to_test};
use held::{Claims, Compared, Loaded, Ran, Which, run};
use std::collections::BTreeMap;
use std::time::Duration;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::Machine;
use wam::term::ReadTerm;

/// How long a run may take; what takes longer is compared as far as it came.
const LIMIT: Duration = Duration::from_secs(2);

/// What was run and compared of one predicate, and what is wrong.
struct Record {
    compared: Compared,
    /// Runs that ended without an exception, by the sizes of the input.
    ended: BTreeMap<Vec<i64>, u64>,
    faults: Vec<String>,
}

/// Holds a predicate's claims to the counts of goals.
struct Check<'a> {
    loaded: &'a Loaded,
    machine: &'a mut Machine,
    pred: PredId,
    claims: Claims,
    record: Record,
}

impl<'a> Check<'a> {
    fn new(loaded: &'a Loaded, machine: &'a mut Machine, pred: PredId) -> Self {
        let record = Record { compared: Compared::default(), ended: BTreeMap::new(), faults: Vec::new() };
        Check { loaded, machine, pred, claims: loaded.claims(pred, Which::All), record }
    }

    fn goal(&mut self, goal: &ReadTerm) {
        let sizes = self.loaded.sizes(&self.claims, goal);
        let ran = run(self.machine, self.pred, goal, LIMIT);
        let before = self.record.compared.ended;
        let faults = self.claims.compare(&sizes, &ran, &mut self.record.compared);
        let text = || self.loaded.text_of(goal);
        self.record.faults.extend(faults.into_iter().map(|fault| format!("{}: {}", text(), fault.what)));
        *self.record.ended.entry(sizes).or_default() += self.record.compared.ended - before;
    }

    /// Goals made of the types of the entry, so many of each point of sizes that there are terms of.
    fn points(&mut self, points: &[Vec<i64>], seeds: u64) {
        for sizes in points {
            for seed in 0..seeds {
                let made = generate(&self.loaded.program, &self.loaded.types, &self.claims.entry, sizes, seed);
                if let Ok(goal) = made {
                    self.goal(&goal);
                }
            }
        }
    }
}

/// Runs a predicate on generated inputs of given sizes and holds each count against its bounds: how many runs ended.
fn check(program: &Program, indicator: &str, sizes: &[Vec<i64>], seeds: u64) -> u64 {
    let loaded = Loaded::program(program.clone()).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = loaded.machine();
    let mut check = Check::new(&loaded, &mut machine, find(program, indicator));
    check.points(sizes, seeds);
    let faults = &check.record.faults;
    assert!(faults.is_empty(), "{indicator}: {} faults:\n{}", faults.len(), faults[..faults.len().min(8)].join("\n"));
    check.record.compared.ended
}

/// Points of a box, and those where integers are below it, one at a time.
fn with_negative(points: Vec<Vec<i64>>, pattern: &[Type]) -> Vec<Vec<i64>> {
    let is_signed = |of: &Type| matches!(of, Type::Int);
    let signed: Vec<bool> = pattern.iter().flat_map(|of| vec![is_signed(of); of.metrics().len()]).collect();
    let mut all = points.clone();
    for (at, _) in signed.iter().enumerate().filter(|(_, signed)| **signed) {
        for below in [-9, -4, -1] {
            all.extend(points.iter().map(|point| {
                let mut point = point.clone();
                point[at] = below;
                point
            }));
        }
    }
    all.sort();
    all.dedup();
    all
}

#[test]
fn counts_stay_within_their_bounds_on_all_programs() {
    let mut runs = 0;
    for name in corpus_names() {
        let (program, text) = (corpus(&name), corpus_text(&name));
        let indicator = entry_indicator(&text);
        let types = TypeTable::of(&program).expect("good regular types");
        let entry = Entry::declared(&program, &types, find(&program, &indicator)).expect("a good entry");
        let points = with_negative(sizes_to_test(&text), &entry.expect("an entry").pattern);
        let of_this = check(&program, &indicator, &points, 4);
        assert!(of_this >= 20, "{name}: {of_this} runs");
        runs += of_this;
    }
    assert!(runs > 4000, "{runs} runs");
}

/// Sizes for the inputs of an entry of the library.
fn sizes_of_entry(entry: &Entry) -> Vec<Vec<i64>> {
    let metrics: Vec<(&Type, Metric)> =
        entry.pattern.iter().flat_map(|of| of.metrics().into_iter().map(move |metric| (of, metric))).collect();
    let of_one = |(of, metric): &(&Type, Metric)| -> Vec<i64> {
        match (of, metric) {
            (Type::Int, _) => vec![-3, -1, 0, 1, 2, 4],
            (_, Metric::Value) => vec![0, 1, 2, 3, 5],
            (_, Metric::Size) => (1..8).collect(),
            _ => (0..6).collect(),
        }
    };
    metrics.iter().map(of_one).fold(vec![vec![]], |points: Vec<Vec<i64>>, values| {
        points.iter().flat_map(|point| values.iter().map(move |&at| [point.as_slice(), &[at]].concat())).collect()
    })
}

/// Inputs of the library's predicates that random terms of their types do not suit.
const INPUTS: &str = include_str!("inputs.pl");

/// The goals that [`INPUTS`] gives, by indicator.
fn made_inputs(loaded: &Loaded, machine: &mut Machine) -> BTreeMap<String, Vec<ReadTerm>> {
    let mut made: BTreeMap<String, Vec<ReadTerm>> = BTreeMap::new();
    let query = loaded.read("input(Goal)");
    for solution in machine.query(&query) {
        let solution = solution.unwrap_or_else(|error| panic!("{error}"));
        let goal = ReadTerm { root: solution.bindings[0].1, terms: solution.terms, variables: vec![] };
        let functor = goal.terms.functor(goal.root).expect("a goal");
        let name = loaded.program.atoms.name(functor.name);
        made.entry(format!("{name}/{}", functor.arity)).or_default().push(goal);
    }
    made
}

/// Runs that end without an exception, of every entry of the library at least.
const FLOOR: u64 = 12;

#[test]
fn counts_of_the_library_stay_within_their_bounds() {
    let mut program = wam::library::everything(wam::atoms::Atoms::new());
    let source = wam::read::Source::new("inputs.pl", INPUTS);
    let report = wam::machine::consult(&source, &mut program, wam::compile::Origin::User);
    assert_eq!(report.errors, []);
    let loaded = Loaded::program(program).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = loaded.machine();
    let mut made = made_inputs(&loaded, &mut machine);
    let (mut faults, mut table, mut idle) = (Vec::new(), String::new(), Vec::new());
    for at in 0..loaded.program.predicates.len() {
        let pred = PredId(at as u32);
        let declared = Entry::declared(&loaded.program, &loaded.types, pred).expect("good entries");
        let Some(entry) = declared else { continue };
        let indicator = loaded.indicator(pred);
        let mut check = Check::new(&loaded, &mut machine, pred);
        let points = sizes_of_entry(&entry);
        check.points(&points, FLOOR.div_ceil(points.len() as u64).max(2));
        made.remove(&indicator).into_iter().flatten().for_each(|goal| check.goal(&goal));
        // Of few sizes there are terms of these types: then more terms of each.
        if check.record.compared.ended < FLOOR {
            check.points(&points, FLOOR);
        }
        let Check { record, claims, .. } = check;
        if record.compared.ended < FLOOR {
            idle.push(format!("{indicator}: {:?}, by sizes {:?}", record.compared, record.ended));
        }
        if !claims.is_bounded() {
            table += &format!("{}\n", claims.entry.text);
        }
        faults.extend(record.faults.into_iter().take(4));
    }
    assert!(made.is_empty(), "inputs for what has no entry: {:?}", made.keys());
    // A bound that is lost shows here.
    insta::assert_snapshot!("library_entries_without_an_upper_bound_of_steps", table);
    assert!(
        idle.is_empty() && faults.is_empty(),
        "less than {FLOOR} runs of these:\n{}\n{} faults:\n{}",
        idle.join("\n"),
        faults.len(),
        faults.join("\n")
    );
}

/// What pushes more than a collection waits for.
const COLLECTED: &str = "
    :- entry grow(+nat, -).
    grow(N, Xs) :- grow(N, [], Xs).
    grow(0, Xs, Xs) :- !.
    grow(N, _, Xs) :- M is N - 1, grow(M, [N, N, N, N], Xs).
";

#[test]
fn what_the_collector_does_is_counted_and_in_no_equation() {
    let loaded = Loaded::text("collected.pl", COLLECTED).unwrap_or_else(|error| panic!("{error}"));
    let pred = loaded.entries()[0];
    let mut machine = loaded.machine();
    let goal = loaded.read("grow(200000, Xs)");
    let held::Ran::Ended(counts, _) = run(&mut machine, pred, &goal, Duration::from_secs(60)) else {
        panic!("it ends");
    };
    for key in [wam::cost::Key::COLLECT, wam::cost::Key::COLLECT_ROOT, wam::cost::Key::COLLECT_BLOCK] {
        assert!(counts[key] > 0, "{key} was counted {} times", counts[key]);
    }
    let claims = loaded.claims(pred, Which::All);
    for key in wam::cost::Key::COLLECTOR {
        assert_eq!(claims.upper_at(&key.to_string(), &[200_000], i64::MAX), Vec::<String>::new(), "{key}");
    }
}

/// A module that calls the library: `pairs_keys/2` comes on demand, `sq/2` is called under its module.
const IN_MODULE: &str = "
    :- module(m, [keys/2, each/2, inherited/1]).
    :- entry keys(+list(gnd), -).
    keys(Pairs, Keys) :- pairs_keys(Pairs, Keys), walk(Keys).
    :- entry walk(+list(gnd)).
    walk([]).
    walk([_|Xs]) :- walk(Xs).
    :- entry each(+list(int), -).
    each(Xs, Ys) :- maplist(sq, Xs, Ys).
    sq(X, Y) :- Y is X * X.
    :- entry inherited(+list(int)).
    inherited(Xs) :- append(Xs, [1], Ys), user:walk_on(Ys).
    user:walk_on([]).
    user:walk_on([_|Xs]) :- walk_on(Xs).
";

#[test]
fn counts_of_modules_stay_within_their_bounds() {
    let mut program = wam::library::program(wam::atoms::Atoms::new());
    let source = wam::read::Source::new("m.pl", IN_MODULE);
    let report = wam::machine::consult(&source, &mut program, wam::compile::Origin::User);
    assert_eq!(report.errors, []);
    let sizes: Vec<Vec<i64>> = (0..8).map(|size| vec![size]).collect();
    for indicator in ["keys/2", "walk/1", "each/2", "inherited/1"] {
        assert!(check(&program, indicator, &sizes, 3) > 8, "{indicator}");
    }
    for (indicator, steps) in [("walk/1", "x + 1"), ("inherited/1", "2*x + 4")] {
        assert_eq!(shown(&bounds(&program, indicator, Weights::steps())), steps, "{indicator}");
    }
}

/// Predicates that give goals to the library's.
const CALLING: &str = include_str!("calling.pl");

/// Predicates that use builtins.
const BUILTINS: &str = include_str!("builtins.pl");

/// Predicates that use dictionaries.
const DICTIONARIES: &str = include_str!("dictionaries.pl");

/// A text with all of the library.
fn with_library(name: &str, text: &str) -> Program {
    let mut program = wam::library::everything(wam::atoms::Atoms::new());
    let source = wam::read::Source::new(name, text);
    let report = wam::machine::consult(&source, &mut program, wam::compile::Origin::User);
    assert_eq!(report.errors, []);
    program
}

/// The predicates that the text has entries for.
fn entries(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|line| line.strip_prefix(":- entry "));
    let indicator = |head: &str| {
        let arity = head.matches(", ").count() + usize::from(head.contains('('));
        format!("{}/{arity}", head.split(['(', '.']).next().expect("a name"))
    };
    heads.map(indicator).collect()
}

/// Holds all predicates with an entry to their bounds.
fn hold(name: &str, text: &str) {
    let loaded = Loaded::program(with_library(name, text)).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = loaded.machine();
    let (mut runs, mut faults) = (0, Vec::new());
    for pred in loaded.entries() {
        let indicator = loaded.indicator(pred);
        let mut check = Check::new(&loaded, &mut machine, pred);
        let most = if ["choices/2", "chosen_by_lambda/2"].contains(&indicator.as_str()) { 4 } else { 7 };
        let is_tree = |of: &Type| matches!(of, Type::Named(_));
        let sizes: Vec<i64> = match name {
            // Trees of several depths, and as many keys as make them.
            "dictionaries.pl" => vec![0, 1, 2, 3, 4, 6, 7, 12, 20, 33],
            _ if check.claims.entry.pattern.iter().any(is_tree) => vec![1, 6, 11, 16, 21],
            _ => (0..most).collect(),
        };
        let points = (0..check.claims.dimensions()).fold(vec![vec![]], |points: Vec<Vec<i64>>, _| {
            points.iter().flat_map(|point| sizes.iter().map(move |&at| [point.as_slice(), &[at]].concat())).collect()
        });
        let points = with_negative(points, &check.claims.entry.pattern.clone());
        check.points(&points, 3);
        let Record { compared, ended, faults: found } = check.record;
        assert!(compared.ended >= 3, "{indicator} was run too little: {compared:?}, by sizes {ended:?}");
        runs += compared.ended;
        faults.extend(found.into_iter().take(4));
    }
    assert!(runs > 1000, "{runs} runs");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The bounds of all predicates with an entry.
fn table(file: &str, text: &str) -> String {
    let program = with_library(file, text);
    let mut table = String::new();
    for indicator in entries(text) {
        table += &format!("{indicator}\n");
        for (name, weights) in [("steps", Weights::steps()), ("instructions", Weights::instructions())] {
            table += &format!("  {name:12}  {}\n", shown(&bounds(&program, &indicator, weights)));
        }
    }
    table
}

#[test]
fn counts_of_predicates_that_call_predicates_stay_within_their_bounds() {
    hold("calling.pl", CALLING);
}

#[test]
fn bounds_of_predicates_that_call_predicates_are_as_recorded() {
    insta::assert_snapshot!(table("calling.pl", CALLING));
}

#[test]
fn counts_of_predicates_that_use_builtins_stay_within_their_bounds() {
    hold("builtins.pl", BUILTINS);
}

#[test]
fn bounds_of_predicates_that_use_builtins_are_as_recorded() {
    insta::assert_snapshot!(table("builtins.pl", BUILTINS));
}

#[test]
fn counts_of_predicates_that_use_dictionaries_stay_within_their_bounds() {
    hold("dictionaries.pl", DICTIONARIES);
}

#[test]
fn bounds_of_predicates_that_use_dictionaries_are_as_recorded() {
    insta::assert_snapshot!(table("dictionaries.pl", DICTIONARIES));
}

fn is_dictionary(loaded: &Loaded, entry: &Entry, goal: &str) -> bool {
    let Program { atoms, ops, flags, .. } = &loaded.program;
    let goal = wam::read::read_term_from_str(goal, atoms, ops, flags).expect("a goal");
    is_of(&goal.terms, goal.terms.arguments(goal.root)[0], &entry.pattern[0], &loaded.types)
}

#[test]
fn dictionaries_that_are_made_are_balanced() {
    let text = ":- entry p(+assoc). p(T) :- is_assoc(T).";
    let loaded = Loaded::program(with_library("assoc.pl", text)).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = loaded.machine();
    let pred = find(&loaded.program, "p/1");
    let entry = loaded.claims(pred, Which::All).entry;
    let mut texts = std::collections::BTreeSet::new();
    for keys in 0..60 {
        for seed in 0..10 {
            let goal = generate(&loaded.program, &loaded.types, &entry, &[keys], seed).expect("a tree of each size");
            let text = loaded.text_of(&goal);
            assert_eq!(text.matches("t(").count() as i64, keys, "{text}");
            let tree = goal.terms.arguments(goal.root)[0];
            assert!(is_of(&goal.terms, tree, &entry.pattern[0], &loaded.types), "{text}");
            assert!(matches!(run(&mut machine, pred, &goal, LIMIT), Ran::Ended(_, 1)), "{text}");
            texts.insert(text);
        }
    }
    assert!(texts.len() > 400, "{} different trees", texts.len());
    for (text, is_one) in [("p(t)", true), ("p(t(1, a, <, t(0, a, -, t, t), t))", true), ("p(x)", false)] {
        assert_eq!(is_dictionary(&loaded, &entry, text), is_one, "{text}");
    }
    let chain = |keys: usize| format!("p({}t{})", "t(1, a, <, ".repeat(keys), ", t)".repeat(keys));
    assert!(is_dictionary(&loaded, &entry, &chain(1)) && is_dictionary(&loaded, &entry, &chain(2)));
    assert!(!is_dictionary(&loaded, &entry, &chain(3)) && !is_dictionary(&loaded, &entry, &chain(100)));
}

/// Arguments of which nothing is known may be one variable, hold each other, or be bound already.
const SHARING: &str = "
    :- entry bound_behind(?, ?, -).
    bound_behind(X, Y, R) :- var(X), X = f(Z), e(Y), v(Z, R).
    :- entry bound_in_place(?, ?, -).
    bound_in_place(X, Y, R) :- X = f(Z), Y = f(a), v(Z, R).
    :- entry after_a_cut(?, ?, -).
    after_a_cut(X, Y, R) :- var(X), !, X = [Z|_], Y = [a|_], v(Z, R).
    after_a_cut(_, _, 0).
    :- entry in_a_condition(?, ?, -).
    in_a_condition(X, Y, R) :- ( var(X) -> X = f(g(Z)), Y = f(G), G = g(a), v(Z, R) ; R = 0 ).
    :- entry value_given_away(?, ?, -).
    value_given_away(X, Y, R) :- w(Z), X = f(Z), e(Y), v(Z, R).
    :- entry not_built(?, ?, -).
    not_built(X, Y, R) :- var(X), Y = a, v(X, R).
    :- entry by_a_call(?, ?, -).
    by_a_call(X, Y, R) :- make(X), X = f(Z), e(Y), v(Z, R).
    make(f(_)).
    :- entry kinds(?, -).
    kinds(X, R) :- ( X = g(_) -> R = 0 ; X = [_|_] -> R = 1 ; X = f(_) -> w(1), R = 2 ; w(1), w(2), R = 3 ).
    :- entry second_look(?).
    second_look(X) :- \\+ X = g(_), u(X).
    u(f(a)).
    u(f(_)).
    u([_|_]).
    u([_,_|_]).
    :- entry changed(-).
    changed(R) :- T = f(a), setarg(1, T, b), T = f(X), c(X, R).
    :- entry changed_by_a_call(-).
    changed_by_a_call(R) :- T = f(a), change(T), T = f(X), c(X, R).
    change(T) :- forall(setarg(1, T, b), true), nb_setarg(1, T, b).
    c(a, 1).
    c(b, 2) :- w(1), w(2), w(3).
    :- entry e(?).
    e(f(a)).
    e(f(_)).
    v(Z, 1) :- var(Z), !.
    v(_, 2) :- w(1), w(2), w(3).
    w(_).
";

#[test]
fn counts_of_aliased_arguments_stay_within_their_bounds() {
    let mut program = wam::library::program(wam::atoms::Atoms::new());
    let source = wam::read::Source::new("sharing.pl", SHARING);
    let report = wam::machine::consult(&source, &mut program, wam::compile::Origin::User);
    assert_eq!(report.errors, []);
    let text = SHARING.replace("\n    ", "\n");
    for indicator in entries(&text) {
        assert_eq!(check(&program, &indicator, &[vec![]], 200), 200, "{indicator}");
    }
}

/// Clauses for negative integers.
const NEGATIVE: &str = "
    :- entry e(+int).
    e(-1).
    :- entry g(+int).
    g(-1) :- w.
    g(2).
    w.
    :- entry h(+int, -).
    h(-3, a) :- !, w, w.
    h(N, b) :- N < 0, !, w.
    h(_, c).
";

#[test]
fn counts_on_negative_integers_stay_within_their_bounds() {
    let mut program = wam::library::program(wam::atoms::Atoms::new());
    let source = wam::read::Source::new("negative.pl", NEGATIVE);
    let report = wam::machine::consult(&source, &mut program, wam::compile::Origin::User);
    assert_eq!(report.errors, []);
    let sizes: Vec<Vec<i64>> = (-8..8).map(|size| vec![size]).collect();
    for indicator in entries(&NEGATIVE.replace("\n    ", "\n")) {
        assert!(check(&program, &indicator, &sizes, 1) > 0, "{indicator}");
    }
}

/// Regular types whose alternatives hold compounds and lists.
const NESTED: &str = "
    :- regtype chain/1.
    chain(e).
    chain(g(f(X), Y)) :- atm(X), chain(Y).
    :- entry links(+chain).
    links(e).
    links(g(_, Y)) :- links(Y).
    :- regtype graph/1.
    graph([]).
    graph([V-Ns|G]) :- atm(V), list(atm, Ns), graph(G).
    :- entry ends(+graph).
    ends([]).
    ends([_-Ns|G]) :- walk(Ns), ends(G).
    :- entry ends_first(+graph, -).
    ends_first([], 0).
    ends_first([_-Ns|G], N) :- ends_first(G, N0), length(Ns, M), N is N0 + M.
    :- regtype bush/1.
    bush(twig(X)) :- int(X).
    bush(bush(Bs, leaf(A, B))) :- list(bush, Bs), num(A), atm(B).
    bush(one(B)) :- bush(B).
    :- entry twigs(+bush).
    twigs(twig(_)).
    twigs(bush(Bs, leaf(_, _))) :- walk(Bs), each(Bs).
    twigs(one(B)) :- twigs(B).
    each([]).
    each([B|Bs]) :- twigs(B), each(Bs).
    :- entry rows(+list(list(atm))).
    rows([]).
    rows([R|Rs]) :- walk(R), rows(Rs).
    :- entry pairs(+list(atm), -).
    pairs(Xs, N) :- paired(Xs, Ps), nodes(Ps, N).
    paired([], end).
    paired([X|Xs], and([X-X, Xs-X], Ps)) :- paired(Xs, Ps).
    nodes(end, 0).
    nodes(and([_, Xs-_], Ps), N) :- walk(Xs), nodes(Ps, N).
    walk([]).
    walk([_|Xs]) :- walk(Xs).
";

#[test]
fn counts_on_nested_types_stay_within_their_bounds() {
    let mut program = wam::library::program(wam::atoms::Atoms::new());
    let source = wam::read::Source::new("nested.pl", NESTED);
    let report = wam::machine::consult(&source, &mut program, wam::compile::Origin::User);
    assert_eq!(report.errors, []);
    let sizes: Vec<Vec<i64>> = (0..24).map(|size| vec![size]).collect();
    for indicator in entries(&NESTED.replace("\n    ", "\n")) {
        assert!(check(&program, &indicator, &sizes, 5) > 30, "{indicator}");
    }
}
