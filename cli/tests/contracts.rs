//! Contracts that are seeded to be false are found false, each by a call that was run; those beside them that are true never.

mod support;

use predict::bounds::bound;
use predict::entries::Declared;
use predict::load::load_text;
use predict::predicates::find;
use predict::units::{Resource, Until};
use serde_json::Value;
use solver::Expr;
use std::collections::BTreeMap;
use support::Home;

/// Predicates whose costs are exact functions of one size, with that size as assertions write it.
const PROGRAM: &str = "
nrev([], []).
nrev([X|Xs], R) :- nrev(Xs, S), app(S, [X], R).
app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
len([], 0).
len([_|Xs], N) :- len(Xs, M), N is M + 1.
moves(0).
moves(N) :- N > 0, M is N - 1, moves(M), moves(M).
down(0).
down(N) :- N > 0, M is N - 1, down(M).
pick(X, [X|_]).
pick(X, [_|Xs]) :- pick(X, Xs).
";

/// The predicate, its modes, the claim before its costs, its size.
const SUBJECTS: [(&str, &str, &str, &str); 5] = [
    ("nrev/2", "nrev(+list, -)", "nrev(A, B) : (list(A), var(B))", "length(A)"),
    ("len/2", "len(+list, -)", "len(A, B) : (list(A), var(B))", "length(A)"),
    ("moves/1", "moves(+nat)", "moves(A) : nat(A)", "int(A)"),
    ("down/1", "down(+nat)", "down(A) : nat(A)", "int(A)"),
    ("pick/2", "pick(-, +list)", "pick(A, B) : (var(A), list(B))", "length(B)"),
];

const RESOURCES: [Resource; 5] =
    [Resource::Steps, Resource::Instructions, Resource::Heap, Resource::ChoicePoints, Resource::Trail];

/// Claims that are false where `E` is what is used: from above, from below, exactly; by a constant, a coefficient, a degree,
/// at small sizes only, at one size only.
const FALSE: [&str; 11] = [
    "cost(ub, R, E - 1)",
    "cost(ub, R, 9*(E)/10)",
    "cost(ub, R, 4*S + 1)",
    "cost(ub, R, S*(E))",
    "cost(ub, R, E - max(0, 1 - (S - 4)**2))",
    "cost(lb, R, E + 1)",
    "cost(lb, R, 11*(E)/10)",
    "cost(lb, R, S*(E))",
    "cost(lb, R, E + max(0, 1 - (S - 4)**2))",
    "cost(exact, R, E + 1)",
    "cost(exact, R, E - max(0, 1 - (S - 3)**2))",
];

const TRUE: [&str; 5] =
    ["cost(exact, R, E)", "cost(ub, R, E + 1)", "cost(ub, R, 2*(E))", "cost(lb, R, E - 1)", "cost(lb, R, (E)/2)"];

/// A program with seeded contracts, with those whose claims do not hold marked.
fn seeded() -> String {
    let modes: String = SUBJECTS.iter().map(|(_, modes, ..)| format!(":- entry {modes}.\n")).collect();
    let loaded = load_text("seeded.pl", &format!("{modes}{PROGRAM}")).expect("it loads");
    let declared = Declared::of(&loaded).expect("good declarations");
    let mut text = String::new();
    for (indicator, _, claim, size) in SUBJECTS {
        let pred = find(&loaded.program, indicator).expect("it is defined");
        let entry = declared.entry(pred, None).expect("it has an entry");
        for resource in RESOURCES {
            let budget = analyzer::budget::Budget::unlimited();
            let bounded = bound(&declared, &entry, resource, Until::All, None, budget).expect("it is bounded");
            let Some(form) = bounded.upper.expr().filter(|form| bounded.exact && **form != Expr::int(0)) else {
                continue;
            };
            let name = &bounded.sizes[0].var;
            let used = form.subst(name, &Expr::var("S")).to_string();
            let at =
                |form: &Expr, size: i64| form.eval(&|_| Some(solver::Rational::from(size))).expect("it has a value");
            for (contracts, mark) in [(FALSE.as_slice(), "  % false"), (TRUE.as_slice(), "")] {
                for contract in contracts {
                    let claimed = contract.replace('E', &used);
                    // A multiple of what is claimed to be at least 0 may be no claim: by values, what is seeded is false.
                    let function = claimed.split(", R, ").nth(1).expect("a function");
                    let function = function[..function.len() - 1].replace("**", "^");
                    let function: Expr = function.parse().unwrap_or_else(|_| panic!("{function} is an expression"));
                    let wrong = (0..12).any(|size| {
                        let (claim, used) = (at(&function, size), at(form, size));
                        if contract.contains("ub") {
                            used > claim
                        } else if contract.contains("lb") {
                            used < claim
                        } else {
                            used != claim
                        }
                    });
                    if wrong != mark.is_empty() {
                        let claimed = claimed.replace('R', resource.name()).replace('S', size);
                        text.push_str(&format!(":- check pred {claim} + {claimed}.{mark}\n"));
                    }
                }
            }
        }
    }
    format!("{text}{PROGRAM}")
}

/// The kind of a claim, of costs with the resource.
fn kind(property: &Value) -> &'static str {
    let of = |field: &str| property[field].as_str().unwrap_or_default();
    let order = ["cost(oub", "cost(olb"].iter().any(|order| of("text").starts_with(order));
    match (of("kind"), of("resource")) {
        ("cost", _) if order => "orders",
        ("cost", "steps" | "instructions" | "heap" | "choicepoints" | "trail") => "counts",
        ("cost", "time") => "times",
        ("cost", _) => "own resources",
        ("size", _) => "sizes",
        ("type", _) => "types",
        ("determinism", _) => "determinism",
        ("nonfailure", _) => "non-failure",
        (other, _) => panic!("{other}: {property}"),
    }
}

/// How many false claims of each kind are found at least.
const KINDS: [(&str, usize); 8] = [
    ("counts", 100),
    ("own resources", 10),
    ("times", 4),
    ("orders", 5),
    ("sizes", 20),
    ("types", 12),
    ("determinism", 10),
    ("non-failure", 10),
];

/// What became of the contracts of a file: the lines with one that is false, and how many of each verdict there are.
fn checked(home: &Home, name: &str, text: &str) -> BTreeMap<&'static str, usize> {
    let file = home.file(name, text);
    let output = home.run(&["check", file.to_str().expect("a plain path"), "--json", "--time", "10m"]);
    assert_eq!(output.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let mut count = BTreeMap::new();
    let lines: Vec<&str> = text.lines().collect();
    for assertion in report["assertions"].as_array().expect("assertions") {
        let line = assertion["place"]["line"].as_u64().expect("a line") as usize;
        let is_false = lines[line - 1].ends_with("% false");
        let verdict = assertion["verdict"].as_str().expect("a verdict");
        let what = format!("{name}:{line}: {}\n{assertion:#}", lines[line - 1]);
        match (is_false, verdict) {
            (true, "false") => {
                *count.entry("false").or_default() += 1;
                let of_false = |property: &&Value| property["verdict"] == "false";
                let property = assertion["properties"].as_array().expect("properties").iter().find(of_false);
                let property = property.expect("a false one");
                *count.entry(kind(property)).or_default() += 1;
                let example = &property["counterexample"];
                assert!(example["goal"].as_str().is_some_and(|goal| !goal.is_empty()), "{what}");
                if let (Some(claimed), Some(found)) =
                    (example["claimed_value"].as_f64(), example["found_value"].as_f64())
                {
                    assert_ne!(claimed, found, "{what}");
                }
                assert!(example["claimed"].is_string() && example["found"].is_string(), "{what}");
            }
            (true, _) => panic!("not found false: {what}"),
            (false, "checked") => *count.entry("checked").or_default() += 1,
            (false, "unknown") => *count.entry("unknown").or_default() += 1,
            (false, _) => panic!("found false: {what}"),
        }
    }
    *count.entry("runs").or_default() += report["runs"].as_u64().expect("runs") as usize;
    count
}

#[test]
fn false_contracts_are_found_and_true_ones_are_not() {
    let home = Home::with_profiles();
    let files = [
        ("seeded.pl", seeded()),
        ("lists.pl", include_str!("contracts/lists.pl").to_string()),
        ("sorting.pl", include_str!("contracts/sorting.pl").to_string()),
        ("integers.pl", include_str!("contracts/integers.pl").to_string()),
        ("terms.pl", include_str!("contracts/terms.pl").to_string()),
        ("resources.pl", include_str!("contracts/resources.pl").to_string()),
        ("times.pl", include_str!("contracts/times.pl").to_string()),
    ];
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, text) in &files {
        for (what, count) in checked(&home, name, text) {
            *all.entry(what).or_default() += count;
        }
    }
    let [refuted, proved, unknown, runs] =
        ["false", "checked", "unknown", "runs"].map(|of| all.get(of).copied().unwrap_or(0));
    println!("{refuted} false contracts found, {proved} true ones checked, {unknown} unknown, {runs} calls run");
    assert!(refuted >= 250, "only {refuted} false contracts were seeded");
    assert!(proved >= 143 && unknown <= 5, "of the true ones {proved} were checked, {unknown} unknown");
    for (kind, least) in KINDS {
        let found = all.get(kind).copied().unwrap_or(0);
        assert!(found >= least, "{kind}: {found} false contracts were seeded");
    }
    assert!(runs >= refuted, "{runs} calls were run");
}
