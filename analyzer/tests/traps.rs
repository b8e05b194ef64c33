//! Programs written to break bounds: each once had a bound that a counted run violated, or is a relative of one that had.
//!
//! A row is a name, a text with entries, and goals. Every claim about each entry is held to counted runs of the goals and of
//! generated inputs of many sizes, negative ones as well (see `held`). A goal that does not end must pass any finite upper
//! bound of its steps: that one is claimed which a run of that long is sure to pass is a fault.

mod held;

use analyzer::entry::Entry;
use analyzer::inputs::generate;
use analyzer::regtype::TypeTable;
use held::{Claims, Compared, FaultKind, Loaded, Ran, Which, run};
use std::time::Duration;
use wam::instr::PredId;

/// How long a run may take; what takes longer is compared as far as it came.
const LIMIT: Duration = Duration::from_millis(150);
/// Steps that a run takes within that time.
const FEW: i64 = 100_000;
/// Runs of an entry that may be stopped before the others are left out.
const STOPPED: u64 = 4;

/// Sizes for generated inputs: on both sides of zero and of the constants in the texts.
fn sizes(dimensions: usize) -> Vec<Vec<i64>> {
    let of_each: Vec<i64> = match dimensions {
        0 | 1 => (-10..=14).collect(),
        2 => vec![-6, -1, 0, 1, 2, 3, 7],
        3 => vec![-3, 0, 1, 2, 5],
        _ => vec![0, 1, 2],
    };
    (0..dimensions).fold(vec![vec![]], |points: Vec<Vec<i64>>, _| {
        points.iter().flat_map(|point| of_each.iter().map(move |&at| [point.as_slice(), &[at]].concat())).collect()
    })
}

/// The entry that a goal is of.
fn entry_of(loaded: &Loaded, goal: &str) -> PredId {
    let name = goal.split('(').next().expect("a name");
    let is_it = |pred: &PredId| *loaded.program.atoms.name(loaded.program.get(*pred).functor.name) == *name;
    loaded.entries().into_iter().find(is_it).unwrap_or_else(|| panic!("{goal} has an entry"))
}

/// Holds all claims about all entries of a text to runs.
fn holds(name: &str, text: &str, goals: &[&str]) {
    let mut loaded = Loaded::text(name, text).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = loaded.machine();
    let (mut compared, mut faults) = (Compared::default(), Vec::new());
    let ways: Vec<(PredId, TypeTable, Entry)> = (loaded.entries().into_iter())
        .flat_map(|pred| loaded.ways(pred).into_iter().map(move |(types, entry)| (pred, types, entry)))
        .collect();
    for (pred, types, entry) in ways {
        loaded.types = types;
        let claims: Claims = loaded.claims_as(entry, Which::All);
        let mut hold = |goal: &wam::term::ReadTerm, sizes: &[i64], what: String, compared: &mut Compared| {
            let ran = run(&mut machine, pred, goal, LIMIT);
            if let Ran::Stopped(_) = ran {
                let bounds = claims.upper_at("steps", sizes, FEW);
                if claims.are_in_domain(sizes) && !bounds.is_empty() {
                    let what = format!("{what} does not end, upper bound of steps {}", bounds.join(", "));
                    faults.push((FaultKind::Upper, what));
                }
            }
            for fault in claims.compare(sizes, &ran, compared) {
                faults.push((fault.kind, format!("{what} {sizes:?}: {}", fault.what)));
            }
        };
        for goal in goals.iter().filter(|goal| entry_of(&loaded, goal) == pred) {
            let read = loaded.read(goal);
            // Types from use may be of fewer terms than what is declared.
            if claims.entry.text.ends_with("by use") && !loaded.fits(&claims.entry, &read) {
                continue;
            }
            let sizes = loaded.sizes(&claims, &read);
            hold(&read, &sizes, (*goal).to_string(), &mut compared);
        }
        let stopped_before = compared.stopped;
        for sizes in sizes(claims.dimensions()) {
            for seed in 0..2 {
                let Ok(goal) = generate(&loaded.program, &loaded.types, &claims.entry, &sizes, seed) else { continue };
                if compared.stopped - stopped_before < STOPPED {
                    hold(&goal, &sizes, format!("{} seed {seed}", claims.entry.text), &mut compared);
                }
            }
        }
    }
    assert!(compared.ended + compared.stopped + compared.raised > 0, "{name}: nothing was run");
    faults.sort_by_key(|(kind, _)| *kind);
    let shown: Vec<String> = faults.iter().take(12).map(|(_, what)| what.clone()).collect();
    assert!(faults.is_empty(), "{name}: {} faults\n  {}", faults.len(), shown.join("\n  "));
}

/// A macro because each program is to be a test of its own name.
macro_rules! traps {
    ($($name:ident: $text:expr, [$($goal:expr),*];)*) => {
        $(#[test]
        fn $name() {
            holds(stringify!($name), $text, &[$($goal),*]);
        })*
    };
}

#[path = "traps/called.rs"]
mod called;
#[path = "traps/cuts.rs"]
mod cuts;
#[path = "traps/dynamic.rs"]
mod dynamic;
#[path = "traps/elements.rs"]
mod elements;
#[path = "traps/enclosed.rs"]
mod enclosed;
#[path = "traps/endless.rs"]
mod endless;
#[path = "traps/exceptions.rs"]
mod exceptions;
#[path = "traps/expressions.rs"]
mod expressions;
#[path = "traps/filters.rs"]
mod filters;
#[path = "traps/free.rs"]
mod free;
#[path = "traps/generators.rs"]
mod generators;
#[path = "traps/grammars.rs"]
mod grammars;
#[path = "traps/kinds.rs"]
mod kinds;
#[path = "traps/norms.rs"]
mod norms;
#[path = "traps/numbers.rs"]
mod numbers;
#[path = "traps/operations.rs"]
mod operations;
#[path = "traps/partial.rs"]
mod partial;
#[path = "traps/remembered.rs"]
mod remembered;
#[path = "traps/replaced.rs"]
mod replaced;
#[path = "traps/sequels.rs"]
mod sequels;
#[path = "traps/solutions.rs"]
mod solutions;
#[path = "traps/splits.rs"]
mod splits;
#[path = "traps/tables.rs"]
mod tables;
#[path = "traps/tails.rs"]
mod tails;
#[path = "traps/terms.rs"]
mod terms;
#[path = "traps/trails.rs"]
mod trails;
#[path = "traps/usage.rs"]
mod usage;
#[path = "traps/values.rs"]
mod values;
#[path = "traps/visited.rs"]
mod visited;

/// What is claimed of the only entry of a text.
fn claims_of(text: &str) -> Claims {
    let loaded = Loaded::text("trap.pl", text).unwrap_or_else(|error| panic!("{error}"));
    loaded.claims(loaded.entries()[0], Which::All)
}

#[test]
fn what_is_appended_to_what_was_reversed_has_a_bound() {
    let text = ":- entry r(+list, +list, -). r(X,Y,R) :- append(X,Y,L), reverse(X,Z), append(Z,Y,R), length(L,_).";
    assert_ne!(claims_of(text).upper_at("steps", &[3, 2], i64::MAX), Vec::<String>::new());
}

#[test]
fn what_sorting_compares_inside_of_elements_has_a_bound_where_their_size_is_known() {
    let most = |text: &str| claims_of(text).upper_at("sort per pair", &[4], i64::MAX);
    let records = ":- regtype rec/1. rec(none). rec(p(X,Y)) :- atm(X), int(Y). ";
    assert_ne!(most(&format!("{records}:- entry r(+list(rec), -). r(L,S) :- msort(L,S).")), Vec::<String>::new());
    let keyed = ":- entry r(+list(atm), -). r(L,S) :- m(L,C), keysort(C,S). m([],[]). m([X|T],[X-f(L)|R]) :- L = [X|T], m(T,R).";
    assert_eq!(most(keyed), ["0"]);
    assert_eq!(most(":- entry r(+list(atm), -). r(L,S) :- msort(L,S)."), ["0"]);
    assert_eq!(most(":- entry r(+list(gnd), -). r(L,S) :- msort(L,S)."), Vec::<String>::new());
}

#[test]
fn exceptions_are_none_where_nothing_is_caught_and_of_unknown_size_elsewhere() {
    for (key, caught) in wam::cost::Key::RAISED.into_iter().zip([Some("1"), Some("1"), None, Some("0")]) {
        let most = |text: &str| claims_of(text).upper_at(&key.to_string(), &[3], i64::MAX);
        assert_eq!(most(":- entry r(+int). r(X) :- X > 2, !. r(X) :- throw(small(X))."), ["0"], "{key}");
        assert_eq!(
            most(":- entry r(+int). r(X) :- catch(s(X), _, true). s(X) :- throw(X)."),
            caught.into_iter().map(String::from).collect::<Vec<String>>(),
            "{key}"
        );
    }
}

#[test]
fn sums_over_the_solutions_of_generators_are_exact() {
    let up = "u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).";
    let steps = |goal: &str, at: i64| {
        let claims = claims_of(&format!(":- entry t(+nat, -). t(N,L) :- findall(x, ({goal}), L). {up}"));
        (claims.greatest_lower_at("steps", &[at]), claims.least_upper_at("steps", &[at]))
    };
    let exactly = |steps: f64| (Some(steps), Some(steps));
    for (goal, counted) in [("u(0,N,_)", 16.), ("u(0,N,A), u(0,A,_)", 47.), ("u(0,N,A), u(0,A,B), u(0,B,_)", 87.)] {
        assert_eq!(steps(goal, 6), exactly(counted), "{goal}");
    }
}

#[test]
fn halving_upwards_has_a_bound() {
    let text = ":- entry u(+int). u(N) :- N =< 1. u(N) :- N > 1, M is (N+1) // 2, u(M).";
    assert_ne!(claims_of(text).upper_at("steps", &[9], i64::MAX), Vec::<String>::new());
}

#[test]
fn what_can_only_raise_cannot_succeed() {
    assert!(!claims_of(":- entry bad(+int, -). bad(X,Y) :- Y is foo + X.").can_succeed);
}

#[test]
fn a_loop_that_ends_from_zero_on_has_a_bound_there_only() {
    let texts = [
        ":- entry z(+int). z(0) :- !. z(N) :- M is N-1, z(M).",
        ":- entry z(+int). z(0). z(N) :- N =\\= 0, M is N-1, z(M), true.",
        ":- entry p(+int,-). p(0,1) :- !. p(N,P) :- M is N-1, p(M,Q), P is 2*Q.",
    ];
    for text in texts {
        let claims = claims_of(text);
        assert_ne!(claims.upper_at("steps", &[4], i64::MAX), Vec::<String>::new(), "{text}");
        assert_eq!(claims.upper_at("steps", &[-1], i64::MAX), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn grammars_that_nest_amounts_that_fall_and_generators_that_are_caught_have_bounds() {
    let mem = "m(X,[X|_]). m(X,[_|T]) :- m(X,T).";
    let texts: [(&str, &[i64]); 6] = [
        (
            ":- entry r(+list(int)). r(L) :- a(L,_). a(S0,S) :- b(S0,S1), c(S1,S). c([43|S0],S) :- !, b(S0,S1), c(S1,S). c(S,S).
             b([120|S],S) :- !. b([40|S0],S) :- a(S0,[41|S]).",
            &[5],
        ),
        (
            ":- entry r(+list(atm), -). r(Ts,S) :- x(S,Ts,[]). x(L,['('|Ts],R) :- !, y(L,Ts,R). x(A,[A|Ts],Ts) :- A \\== ')'.
             y([],[')'|Ts],Ts) :- !. y([S|Ss],Ts,R) :- x(S,Ts,T1), y(Ss,T1,R).",
            &[5],
        ),
        (
            ":- entry r(+nat, +list(nat)). r(0,_) :- !. r(N,[C|Cs]) :- N >= C, C > 0, M is N - C, r(M,[C|Cs]).",
            &[7, 2],
        ),
        (":- entry r(+nat, +list(nat)). r(0,_) :- !. r(N,L) :- m(C,L), C > 0, N >= C, M is N - C, r(M,L).", &[4, 2]),
        (":- entry r(+list(int), -). r(L,X) :- catch(m(X,L), _, fail).", &[3]),
        (":- entry r(+list(atm-nat), -). r(L,X) :- m(_-X,L).", &[3]),
    ];
    for (text, sizes) in texts {
        let claims = claims_of(&format!("{text} {mem}"));
        assert_ne!(claims.upper_at("steps", sizes, i64::MAX), Vec::<String>::new(), "{text}");
    }
    // How many solutions there are before an exception is not known.
    let raising = ":- entry r(+list(int), -). r(L,X) :- catch(g(L,X), _, true). g([X|_],X). g([_|T],X) :- g(T,X). g([],_) :- throw(end).";
    assert_eq!(claims_of(raising).upper_at("steps", &[3], i64::MAX), Vec::<String>::new());
}

#[test]
fn goals_that_modules_pass_have_bounds() {
    let texts = [
        ":- module(m, [l/2]). :- use_module(library(yall)). :- use_module(library(apply)). :- entry l(+list(atm), -).
         l([A|As], L) :- foldl([X,B,C]>>( atom_length(X, M), atom_length(B, N), ( M > N -> C = X ; C = B )), As, A, L).",
        ":- module(m, [l/1]). :- use_module(library(apply)). :- meta_predicate p(0). :- entry l(+list(int)).
         l(L) :- G = p(q(_)), maplist(r(G), L). p(Q) :- call(Q). q(1). q(2). r(G, X) :- X > 0, call(G).",
    ];
    for text in texts {
        let claims = claims_of(text);
        assert_ne!(claims.upper_at("steps", &[4], i64::MAX), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_taken_off_is_one_of_the_numbers_of_a_list() {
    let numerals = ":- entry r(+nat, -). r(0,[]) :- !. r(N,[S|T]) :- member(V-S, [10-x,9-ix,5-v,4-iv,1-i]), V =< N, !, M is N - V, r(M,T).";
    let most = claims_of(numerals).least_upper_at("steps", &[20]).expect(numerals);
    assert!(most <= 221.0, "{most}");
    // What takes nothing off does not end.
    let endless = ":- entry r(+nat). r(0). r(N) :- N > 0, member(V, [2,0,1]), M is N - V, r(M).";
    assert_eq!(claims_of(endless).least_upper_at("steps", &[5]), None);
}

#[test]
fn loops_up_to_a_power_have_bounds() {
    for (power, limit) in
        [("K*K*K", 31.0), ("K^5", 31.0), ("2**K", 31.0), ("3^K", 61.0), ("1 << K", 31.0), ("K*M", 31.0)]
    {
        let text = format!(
            ":- entry r(+nat). r(N) :- r(N,4,1). r(N,M,K) :- {power} > N + M, !. r(N,M,K) :- J is K + 1, r(N,M,J)."
        );
        let most = claims_of(&text).least_upper_at("steps", &[25]).expect(power);
        assert!(most <= limit, "{most}: {power}");
    }
}
