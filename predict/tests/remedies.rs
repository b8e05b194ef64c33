//! Every remedy that is suggested loads as it is written, and gives the bound that it is said to give; every unknown bound
//! has a code, a place in the text and a count of what was tried.

use analyzer::budget::Budget;
use predict::bounds::Bounded;
use predict::entries::Declared;
use predict::load::load_text;
use predict::predicates::find;
use predict::remedy::{Remedy, seek};
use predict::units::{Resource, Until};
use predict::usage::{Asked, Domain, Used, bound_as_used};
use std::time::Duration;
use wam::read::Source;

/// Programs whose steps have no upper bound: the predicate, the code of the reason, the line it is in, the text.
const PROGRAMS: &[(&str, &str, usize, &str)] = &[
    ("p/2", "H0201", 2, ":- entry p(+list, -).\np(L, N) :- q(L, N)."),
    ("p/1", "H0201", 2, ":- entry p(+).\np(X) :- r(X, _)."),
    ("p/1", "H0201", 3, ":- entry p(+list).\np([]).\np([X|Xs]) :- out(X), p(Xs)."),
    ("p/2", "H0201", 3, ":- entry p(+list, -).\np([], []).\np([X|Xs], [Y|Ys]) :- map(X, Y), p(Xs, Ys)."),
    ("p/2", "H0201", 2, ":- entry p(+int, -).\np(X, Y) :- 'odd name'(X, Y)."),
    ("p/2", "H0201", 2, ":- entry p(+nat, -).\np(X, Y) :- ( X > 3 -> big(X, Y) ; Y = X )."),
    ("p/1", "H0201", 3, ":- entry p(+list).\np(L) :- q(L).\nq(L) :- r(L)."),
    ("p/1", "H0201", 4, ":- entry p(+list).\np(L) :- q(L).\nq([]).\nq([X|L]) :- s(X), q(L)."),
    ("p/1", "H0202", 2, ":- entry p(+).\np(X) :- fact(X).\n:- dynamic fact/1."),
    ("p/2", "H0202", 2, ":- entry p(+, -).\np(X, Y) :- fact(X, Y).\n:- dynamic fact/2.\nfact(a, b)."),
    ("p/1", "H0202", 3, ":- dynamic seen/1.\n:- entry p(+list).\np([X|_]) :- seen(X)."),
    ("p/1", "H0207", 2, ":- entry p(-).\np(X) :- setup_call_cleanup(true, q(X), true).\nq(a).\nq(b)."),
    (
        "p/2",
        "H0207",
        3,
        ":- entry p(+list, -).\np([], []).\np([X|Xs], [Y|Ys]) :- setup_call_cleanup(true, q(X, Y), true), p(Xs, Ys).\nq(X, X).\nq(_, 0).",
    ),
    (
        "p/1",
        "H0207",
        3,
        ":- entry p(+list).\np(L) :- safe(L).\nsafe(L) :- setup_call_cleanup(true, q(L, _), true).\nq([], a).\nq([], b).",
    ),
    ("p/1", "H0203", 2, ":- entry p(-).\np(X) :- catch(q(X), _, true).\nq(a).\nq(b).\nq(_) :- throw(c)."),
    ("p/1", "H0205", 2, ":- entry p(+).\np(G) :- call(G)."),
    ("p/1", "H0205", 2, ":- entry p(?).\np(G) :- G."),
    ("p/2", "H0205", 2, ":- entry p(+, -).\np(G, X) :- call(G, X)."),
    ("p/1", "H0205", 3, ":- entry p(+list).\np([]).\np([G|Gs]) :- call(G), p(Gs)."),
    ("p/1", "H0208", 2, ":- entry p(+).\np(X) :- T = f(a), setarg(1, T, X)."),
    ("p/1", "H0401", 2, ":- entry p(?).\np(X) :- X = f(X), p(X).\np(a)."),
    ("p/1", "H0403", 2, ":- entry p(+).\np(X) :- p(X)."),
    ("p/1", "H0403", 2, ":- entry p(+list).\np(L) :- q(L).\nq(L) :- p(L)."),
    ("p/1", "H0405", 3, ":- entry p(+int).\np(0).\np(N) :- M is N - 1, p(M)."),
    ("p/2", "H0405", 3, ":- entry p(+int, -).\np(0, 1).\np(N, F) :- M is N - 1, p(M, G), F is N * G."),
    ("p/1", "H0405", 3, ":- entry p(+nat).\np(0).\np(N) :- N > 0, M is N * N - 9, p(M)."),
    ("p/1", "H0201", 2, ":- entry p(+list).\np(L) :- length(L, N), q(N)."),
    ("p/2", "H0201", 2, ":- entry p(+list, -).\np(L, S) :- q(L, M), length(M, S)."),
    ("p/2", "H0201", 2, ":- entry p(+nat, -).\np(N, L) :- q(N, M), r(M, L).\nr([], []).\nr([_|T], U) :- r(T, U)."),
    ("p/1", "H0201", 2, ":- entry p(+).\np(X) :- \\+ q(X)."),
    ("p/1", "H0201", 2, ":- entry p(+list).\np(L) :- ( L = [] -> true ; q(L) )."),
    ("p/1", "H0201", 3, ":- entry p(+nat).\np(0) :- !.\np(N) :- q(N), M is N - 1, p(M)."),
    ("p/2", "H0201", 2, ":- entry p(+list(int), -).\np(L, S) :- q(L, S), S > 3."),
    ("p/3", "H0201", 2, ":- entry p(+list, +nat, -).\np(L, N, R) :- q(L, N, R)."),
    ("p/1", "H0202", 2, ":- entry p(+list).\np(L) :- q(L).\n:- dynamic q/1.\nq([])."),
    ("p/1", "H0205", 3, ":- entry p(+).\np(X) :- r(X).\nr(X) :- call(X)."),
    ("p/2", "H0205", 2, ":- entry p(+, +list).\np(G, L) :- findall(X, call(G, X), L)."),
    ("p/1", "H0403", 2, ":- entry p(+nat).\np(N) :- M is N + 1, p(M)."),
    ("p/1", "H0401", 3, ":- entry p(+int).\np(10).\np(N) :- M is N + 1, p(M)."),
];

fn bounded_of(name: &str, text: &str, predicate: &str, entry: Option<&str>) -> Bounded {
    let loaded = load_text(name, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let declared = Declared::of(&loaded).unwrap_or_else(|error| panic!("{text}: {error}"));
    let pred = find(&loaded.program, predicate).unwrap_or_else(|error| panic!("{text}: {error}"));
    let modes = entry.map(|entry| Source::new("modes", entry));
    let entry = declared.entry(pred, modes.as_ref()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let budget = Budget::unlimited().lasting(Duration::from_secs(60));
    let asked = Asked { resource: Resource::Steps, until: Until::All, pricing: None, budget, domain: Domain::Every };
    let Used { declared, entry, mut bounded, .. } =
        bound_as_used(&declared, &entry, asked, &|_, _| true).expect("steps need no profile");
    seek(&declared, &entry, &mut bounded, asked);
    bounded
}

#[test]
fn every_unknown_bound_has_a_code_and_the_line_where_it_was_lost() {
    let mut wrong = Vec::new();
    for (predicate, code, line, text) in PROGRAMS {
        let bounded = bounded_of("a.pl", text, predicate, None);
        let Some(report) = bounded.reason_report() else {
            wrong.push(format!("{text}\n  has a bound"));
            continue;
        };
        if report.code != *code || report.line != Some(*line) || report.column.is_none() {
            wrong.push(format!("{text}\n  expected {code} in line {line}, found {} at {:?}", report.text, report.line));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_remedy_loads_as_it_is_written_and_gives_a_bound() {
    let mut found = 0;
    for (predicate, _, _, text) in PROGRAMS {
        let bounded = bounded_of("a.pl", text, predicate, None);
        let Remedy::Found { line, gives, .. } = &bounded.remedy else { continue };
        found += 1;
        let again = match line.strip_prefix(":- entry ").and_then(|entry| entry.strip_suffix('.')) {
            Some(entry) => bounded_of("a.pl", text, predicate, Some(entry)),
            None => bounded_of("a.pl", &format!("{text}\n{line}\n"), predicate, None),
        };
        let shown = again.function(&again.upper).map(|function| function.text());
        assert_eq!(shown.as_ref(), Some(gives), "{text}\n{line}");
    }
    assert!(found >= 20, "of {} programs {found} have a remedy", PROGRAMS.len());
}

#[test]
fn what_never_ends_has_no_remedy() {
    let bounded = bounded_of("a.pl", ":- entry p(+).\np(X) :- p(X).", "p/1", None);
    assert_eq!(bounded.remedy, Remedy::NotFound(0));
}

#[test]
fn a_reason_is_the_callee_s_own_through_any_number_of_callers() {
    let callers: String = (0..20).map(|at| format!("p{at}(X) :- p{}(X).\n", at + 1)).collect();
    let text = format!(":- entry p0(+list).\n{callers}p20(X) :- lost(X).\n");
    let report = bounded_of("a.pl", &text, "p0/1", None).reason_report().expect("it is unknown");
    assert_eq!((report.code.as_str(), report.predicate.as_str(), report.line), ("H0201", "lost/1", Some(22)));
}
