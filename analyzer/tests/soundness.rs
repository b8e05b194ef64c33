//! Soundness: on generated inputs, every cost key is executed between its lower and its upper bound. No exception.

mod common;

use analyzer::analysis::Analysis;
use analyzer::assertion::Assertions;
use analyzer::entry::Entry;
use analyzer::equations::Solved;
use analyzer::inputs::generate;
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use common::{bounds, corpus, corpus_names, corpus_text, entry_indicator, find, shown};
use solver::{Expr, Guard, Rational, Var};
use wam::code::Program;
use wam::cost::{Counts, Key};
use wam::machine::{Config, Counting, Machine, Solutions};

/// A bound as an expression: nothing where it is not known.
struct KeyBounds {
    name: String,
    of: Box<dyn Fn(&Counts) -> u64>,
    lower: Vec<(Guard, Expr)>,
    upper: Vec<(Guard, Expr)>,
}

/// Both forms of a bound: where it is valid, and for all sizes.
fn known(solved: &Solved) -> Vec<(Guard, Expr)> {
    let valid = solved.bound.known().map(|solution| (solution.valid.clone(), solution.expr.clone()));
    valid.into_iter().chain(solved.total.iter().map(|total| (Guard::always(), total.clone()))).collect()
}

fn all_bounds(analysis: &Analysis) -> Vec<KeyBounds> {
    let mut equations = analysis.equations();
    let mut found = Vec::new();
    let mut add = |name: String, weights: Weights, of: Box<dyn Fn(&Counts) -> u64>| {
        let bounds = analysis.bounds(&mut equations, weights);
        found.push(KeyBounds { name, of, lower: known(&bounds.lower), upper: known(&bounds.upper) });
    };
    for key in Key::all() {
        add(key.to_string(), Weights::key(key), Box::new(move |counts| counts[key]));
    }
    add("steps".into(), Weights::steps(), Box::new(Counts::steps));
    add("instructions".into(), Weights::instructions(), Box::new(Counts::instructions));
    add("heap".into(), Weights::heap(), Box::new(Counts::heap));
    found
}

/// Runs a predicate on generated inputs of given sizes and holds each count against its bounds.
fn check(program: &Program, indicator: &str, sizes: &[Vec<i64>], seeds: u64) -> usize {
    let types = TypeTable::of(program).expect("good regular types");
    let assertions = Assertions::of(program, &types).expect("good assertions");
    let pred = find(program, indicator);
    let entry = Entry::declared(program, &types, pred).expect("a good entry").expect("an entry");
    let analysis = Analysis::new(program, &types, &assertions, &entry);
    let bounds = all_bounds(&analysis);
    let params: Vec<Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
    let mut machine = Machine::new(program.clone(), Config::default()).expect("memory for a machine");
    let mut runs = 0;
    // Sizes for which a call certainly fails are not in the domain of the bounds.
    let domain = analysis.domain();
    let value = |sizes: &[i64], var: &Var| params.iter().position(|param| param == var).map(|at| sizes[at]);
    for sizes in sizes.iter().filter(|sizes| domain.holds(&|var| value(sizes, var))) {
        for seed in 0..seeds {
            let Ok(goal) = generate(program, &types, &entry, sizes, seed) else { continue };
            let loaded = machine.load_goal(pred, &goal);
            machine.take_counts();
            // Bounds are for runs that end without an exception.
            let ended = machine.run_goal::<Counting>(&loaded, Solutions::All);
            if ended.is_err() {
                continue;
            }
            let counts = machine.take_counts();
            runs += 1;
            let point = |var: &Var| params.iter().position(|param| param == var).map(|at| Rational::from(sizes[at]));
            for bound in &bounds {
                let counted = Rational::from((bound.of)(&counts) as i64);
                let at = format!("{indicator} at {sizes:?}, seed {seed}: {} counted {counted}", bound.name);
                for (_, lower) in bound.lower.iter().filter(|(valid, _)| valid.holds(&point) == Some(true)) {
                    let value = lower.eval_lower(&point).unwrap_or_else(|error| panic!("{at}: {lower}: {error}"));
                    assert!(value <= counted, "{at}, lower bound {value} = {lower}");
                }
                for (_, upper) in bound.upper.iter().filter(|(valid, _)| valid.holds(&point) == Some(true)) {
                    let value = upper.eval_upper(&point).unwrap_or_else(|error| panic!("{at}: {upper}: {error}"));
                    assert!(counted <= value, "{at}, upper bound {value} = {upper}");
                }
            }
        }
    }
    runs
}

/// The sizes that a program's header asks to test: `% test:   x = 0..40, y = 0..3`.
fn sizes_to_test(text: &str) -> Vec<Vec<i64>> {
    let line = text.lines().find_map(|line| line.strip_prefix("% test:")).expect("a line `% test:` in the header");
    let ranges = line.split(',').map(|range| {
        let (_, range) = range.split_once('=').expect("name = from..to");
        let (from, to) = range.trim().split_once("..").expect("from..to");
        from.parse().expect("a number")..=to.parse::<i64>().expect("a number")
    });
    ranges.fold(vec![vec![]], |points: Vec<Vec<i64>>, range| {
        points.iter().flat_map(|point| range.clone().map(|at| [point.as_slice(), &[at]].concat())).collect()
    })
}

#[test]
fn counts_stay_within_their_bounds_on_all_programs() {
    let mut runs = 0;
    for name in corpus_names() {
        let (program, text) = (corpus(&name), corpus_text(&name));
        runs += check(&program, &entry_indicator(&text), &sizes_to_test(&text), 4);
    }
    assert!(runs > 4000, "{runs} runs");
}

#[test]
fn counts_of_the_library_stay_within_their_bounds() {
    let program = wam::library::everything(wam::atoms::Atoms::new());
    let types = TypeTable::of(&program).expect("good regular types");
    let mut runs = 0;
    for (at, predicate) in program.predicates.iter().enumerate() {
        let pred = wam::instr::PredId(at as u32);
        let Some(entry) = Entry::declared(&program, &types, pred).expect("good entries") else { continue };
        let params: usize = entry.pattern.iter().map(|of| of.metrics().len()).sum();
        let points = (0..params).fold(vec![vec![]], |points: Vec<Vec<i64>>, _| {
            points.iter().flat_map(|point| (0..6).map(move |at| [point.as_slice(), &[at]].concat())).collect()
        });
        let name = program.atoms.name(predicate.functor.name);
        runs += check(&program, &format!("{name}/{}", predicate.functor.arity), &points, 3);
    }
    assert!(runs > 200, "{runs} runs");
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
    let report = wam::compile::consult(&source, &mut program, wam::compile::Origin::User);
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

/// The program of [`CALLING`] with all of the library.
fn calling() -> Program {
    let mut program = wam::library::everything(wam::atoms::Atoms::new());
    let source = wam::read::Source::new("calling.pl", CALLING);
    let report = wam::compile::consult(&source, &mut program, wam::compile::Origin::User);
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

#[test]
fn counts_of_predicates_that_call_predicates_stay_within_their_bounds() {
    let program = calling();
    let types = TypeTable::of(&program).expect("good regular types");
    let mut runs = 0;
    for indicator in entries(CALLING) {
        let declared = Entry::declared(&program, &types, find(&program, &indicator)).expect("a good entry");
        let params: usize = declared.expect("an entry").pattern.iter().map(|of| of.metrics().len()).sum();
        let most = if ["choices/2", "chosen_by_lambda/2"].contains(&indicator.as_str()) { 4 } else { 7 };
        let sizes: Vec<i64> = if CALLING.contains(&format!("{}(+avl", indicator.split('/').next().expect("a name"))) {
            vec![1, 6, 11, 16, 21]
        } else {
            (0..most).collect()
        };
        let points = (0..params).fold(vec![vec![]], |points: Vec<Vec<i64>>, _| {
            points.iter().flat_map(|point| sizes.iter().map(move |&at| [point.as_slice(), &[at]].concat())).collect()
        });
        let of_this = check(&program, &indicator, &points, 3);
        assert!(of_this > 0, "{indicator} was not run");
        runs += of_this;
    }
    assert!(runs > 1000, "{runs} runs");
}

#[test]
fn bounds_of_predicates_that_call_predicates_are_as_recorded() {
    let program = calling();
    let mut table = String::new();
    for indicator in entries(CALLING) {
        table += &format!("{indicator}\n");
        for (name, weights) in [("steps", Weights::steps()), ("instructions", Weights::instructions())] {
            table += &format!("  {name:12}  {}\n", shown(&bounds(&program, &indicator, weights)));
        }
    }
    insta::assert_snapshot!(table);
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
    let report = wam::compile::consult(&source, &mut program, wam::compile::Origin::User);
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
    let report = wam::compile::consult(&source, &mut program, wam::compile::Origin::User);
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
    let report = wam::compile::consult(&source, &mut program, wam::compile::Origin::User);
    assert_eq!(report.errors, []);
    let sizes: Vec<Vec<i64>> = (0..24).map(|size| vec![size]).collect();
    for indicator in entries(&NESTED.replace("\n    ", "\n")) {
        assert!(check(&program, &indicator, &sizes, 5) > 30, "{indicator}");
    }
}
