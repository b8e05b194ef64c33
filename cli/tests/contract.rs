//! JSON is a contract: the fields that programs rely on, and what they are when a bound is not known.

mod support;

use serde_json::Value;
use support::Home;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map_or(Vec::new(), |object| object.keys().map(String::as_str).collect())
}

fn has(value: &Value, expected: &[&str]) {
    let keys = keys(value);
    for key in expected {
        assert!(keys.contains(key), "{key} is missing from {keys:?}");
    }
}

#[test]
fn an_estimate_has_its_functions_and_points() {
    let home = Home::with_profiles();
    let json = home.json(&["estimate", "programs/list_diff.pl", "list_diff/3", "--size", "x=65,y=65", "--json"]);
    has(
        &json,
        &["predicate", "machine", "resource", "unit", "prices", "expected", "lower", "upper", "exact", "points"],
    );
    assert_eq!(json["predicate"], "list_diff/3");
    assert_eq!(json["prices"], "bounds");
    assert_eq!(json["resource"], "time");
    assert_eq!(json["unit"], "ns");
    assert_eq!(json["exact"], false);
    assert!(json["machine"].is_string());
    for side in ["lower", "upper"] {
        has(&json[side], &["expr", "valid"]);
        let expr: solver::Expr = json[side]["expr"].as_str().expect("a string").parse().expect("it reads back");
        let value = expr.eval_f64(&|_| Some(65.0));
        let point = json["points"][0][side].as_f64().expect("a number");
        assert!((value - point).abs() < 1e-6 * value, "{side}: {value} against {point}");
        let expr: solver::Expr =
            json["expected"][side]["expr"].as_str().expect("a string").parse().expect("it reads back");
        let value = expr.eval_f64(&|_| Some(65.0));
        let point = json["points"][0]["expected"][side].as_f64().expect("a number");
        assert!((value - point).abs() < 1e-6 * value, "expected {side}: {value} against {point}");
    }
    let point = &json["points"][0];
    has(point, &["sizes", "lower", "expected", "upper", "band_low", "band_high"]);
    has(&point["expected"], &["lower", "upper", "mispredicted"]);
    assert_eq!(point["sizes"], serde_json::json!({"x": 65, "y": 65}));
    let number = |key: &str| point[key].as_f64().expect("a number");
    let expected = |key: &str| point["expected"][key].as_f64().expect("a number");
    assert!(number("lower") < expected("lower") && expected("lower") < expected("upper"));
    assert!(expected("upper") < number("upper"));
    // The band is around what is expected.
    assert!((number("band_low") - 0.875 * expected("lower")).abs() < 1e-6 * number("band_low"));
    assert!((number("band_high") - 1.125 * expected("upper")).abs() < 1e-6 * number("band_high"));
}

#[test]
fn at_mean_prices_bounds_are_those_of_counts() {
    let home = Home::with_profiles();
    let size = ["--size", "x=65,y=65", "--json"];
    let json =
        |args: &[&str]| home.json(&[&["estimate", "programs/list_diff.pl", "list_diff/3"], args, &size].concat());
    let (mean, bounds) = (json(&["--prices", "mean"]), json(&[]));
    assert_eq!((&mean["prices"], &bounds["prices"]), (&Value::from("mean"), &Value::from("bounds")));
    for side in ["lower", "upper"] {
        assert_eq!(mean[side]["expr"], mean["expected"][side]["expr"]);
        assert_eq!(mean["expected"][side], bounds["expected"][side]);
        assert_ne!(mean[side]["expr"], bounds[side]["expr"]);
    }
}

#[test]
fn prices_that_no_run_says_are_named_where_they_matter() {
    let home = Home::empty();
    let mut profile = support::profile(calibrate::profile::Mode::Fast);
    for row in &mut profile.prices {
        if ["execute", "cut drop"].contains(&row.column.to_string().as_str()) {
            row.standing = calibrate::profile::Standing::Assumed;
        }
    }
    calibrate::store::Store::new(home.0.path()).save(&profile).expect("it can be saved");
    let json = home.json(&["estimate", "append/3", "--size", "150", "--json"]);
    // No clause of append/3 has a cut.
    let expected = serde_json::json!([{"key": "execute", "subject": "execute", "why": "assumed"}]);
    assert_eq!(json["expected"]["doubts"], expected);
    assert!(json["points"][0]["expected"]["doubtful"].as_f64().is_some_and(|share| 0.01 < share && share < 0.5));
    let text = home.seen(&["estimate", "append/3", "--size", "150"]);
    assert!(text.contains("no workload of the calibration says what these cost: execute ("), "{text}");
    let text = home.seen(&["compare", "programs/append.pl", "append([a,b,c], [], _)"]);
    assert!(text.contains("no workload of the calibration says what these cost: execute ("), "{text}");
    let json = home.json(&["machine", "show", "--json"]);
    assert_eq!(json["assumed"]["prices"], 2);
    assert!(json["assumed"]["library"].as_f64().is_some_and(|share| 0.0 < share && share < 0.5), "{json}");
}

#[test]
fn an_exact_estimate_says_so_and_a_sweep_has_a_point_each() {
    let json = Home::with_profiles().json(&["estimate", "append/3", "--size", "10..50:10", "--json"]);
    assert_eq!(json["exact"], true);
    assert_eq!(json["expected"]["lower"]["expr"], json["expected"]["upper"]["expr"]);
    assert_ne!(json["lower"]["expr"], json["upper"]["expr"]);
    let sizes: Vec<i64> =
        json["points"].as_array().expect("points").iter().filter_map(|point| point["sizes"]["x"].as_i64()).collect();
    assert_eq!(sizes, [10, 20, 30, 40, 50]);
}

#[test]
fn counts_need_no_profile_and_have_no_machine() {
    let home = Home::empty();
    let json = home.json(&["estimate", "programs/fib.pl", "fib/2", "--size", "16", "--resource", "steps", "--json"]);
    assert_eq!(json["machine"], Value::Null);
    assert_eq!(json["unit"], "steps");
    assert_eq!(json["points"][0]["upper"], serde_json::json!(3193));
    assert_eq!(json["points"][0]["lower"], serde_json::json!(3193));
    assert_eq!(std::fs::read_dir(home.0.path()).expect("readable").count(), 0);
}

#[test]
fn counts_are_integers_with_all_their_digits() {
    let home = Home::empty();
    let seen = home.seen(&["estimate", "programs/hanoi.pl", "hanoi/5", "--size", "100", "-r", "solutions", "--json"]);
    assert!(seen.contains("\"upper\": 1,"), "{seen}");
    let seen = home.seen(&["estimate", "programs/powset.pl", "powset/2", "--size", "100", "-r", "heap", "--json"]);
    let digits = seen.split("\"upper\": ").filter_map(|rest| rest.split([',', '\n']).next());
    let longest = digits.max_by_key(|text| text.len()).expect("an upper bound");
    assert!(longest.len() > 30 && longest.chars().all(|c| c.is_ascii_digit()), "{seen}");
    for size in 0..30 {
        let size = size.to_string();
        let args = ["estimate", "programs/qsort.pl", "qsort/2", "--size", &size, "-r", "steps", "--json"];
        let json = home.json(&args);
        assert!(json["points"][0]["lower"].is_u64() && json["points"][0]["upper"].is_u64(), "{json}");
    }
}

#[test]
fn a_run_to_the_first_solution_is_bounded_by_itself() {
    let home = Home::empty();
    let of = |until: &str, resource: &str| {
        let args = ["estimate", "programs/select.pl", "select/3", "--size", "9", "-r", resource, until, "--json"];
        home.json(&args)
    };
    assert_eq!(of("--first", "steps")["until"], "first");
    assert_eq!(of("--all", "steps")["until"], "all");
    let upper = |until: &str, resource: &str| of(until, resource)["points"][0]["upper"].as_u64().expect("a number");
    assert_eq!((upper("--first", "solutions"), upper("--all", "solutions")), (1, 9));
    assert!(upper("--first", "steps") < upper("--all", "steps"));
}

const ACKERMANN: &str = "\
:- entry ack(+nat, +nat, -).
ack(0, N, R) :- R is N + 1.
ack(M, 0, R) :- M > 0, M1 is M - 1, ack(M1, 1, R).
ack(M, N, R) :- M > 0, N > 0, N1 is N - 1, ack(M, N1, R1), M1 is M - 1, ack(M1, R1, R).
";

#[test]
fn an_unknown_bound_is_null_with_a_reason() {
    let home = Home::with_profiles();
    let file = home.file("ack.pl", ACKERMANN);
    let file = file.to_str().expect("a plain path");
    let json = home.json(&["estimate", file, "ack/3", "--size", "2", "--json"]);
    assert!(json["reason"]["code"].as_str().is_some_and(|code| code.starts_with("H04")), "{json}");
    assert!(json["reason"]["line"].is_u64() && json["upper_reason"].is_string(), "{json}");
    assert!(json["lower"]["expr"].is_string());
    assert!(json["reason"]["remedy"].as_str().is_some_and(|line| line.starts_with(":- trust pred")), "{json}");
    assert_eq!(json["points"][0]["upper"], Value::Null);
    let parts = json["upper"]["parts"].as_array().expect("known for x = 0 only");
    assert!(parts.iter().any(|part| part["expr"] == Value::Null && part["reason"].is_string()), "{json}");
    let loops = home.file("loop.pl", ":- entry loop(+nat).\nloop(X) :- loop(X).\n");
    let json = home.json(&["estimate", loops.to_str().expect("a plain path"), "loop/1", "--json"]);
    assert_eq!((&json["upper"], &json["reason"]["code"]), (&Value::Null, &Value::from("H0403")));
    let json = home.json(&["compare", file, "ack(2, 2, _)", "--resource", "steps", "--json"]);
    assert_eq!(json["upper"], Value::Null);
    assert!(json["reason"].is_object());
    assert_eq!(json["deviation"]["upper"], Value::Null);
    assert_eq!(json["observed"], serde_json::json!(27));
}

#[test]
fn a_comparison_has_estimate_price_and_observation() {
    let home = Home::with_profiles();
    let goal = "list_diff([a,b,c],[c,d],_)";
    let json = home.json(&["compare", "programs/list_diff.pl", goal, "--json"]);
    has(&json, &["goal", "sizes", "resource", "prices", "lower", "expected", "upper", "priced", "priced_range"]);
    has(&json, &["observed", "deviation", "priced_deviation", "mispredicted"]);
    assert_eq!(json["goal"], goal);
    assert_eq!(json["sizes"], serde_json::json!({"x": 3, "y": 2}));
    let number = |key: &str| json[key].as_f64().expect("a number");
    assert!(number("lower") <= number("priced") && number("priced") <= number("upper"));
    assert!(number("observed") > 0.0);
    has(&json["deviation"], &["lower", "upper"]);
}

#[test]
fn what_a_goal_prints_is_no_part_of_its_comparison() {
    let home = Home::with_profiles();
    let file = home.file("print.pl", "p(0).\np(N) :- N > 0, write(hello), nl, M is N - 1, p(M).\n");
    let file = file.to_str().expect("a plain path");
    for resource in ["time", "steps"] {
        let json = home.json(&["compare", file, "p(3)", "--resource", resource, "--json"]);
        assert!(json["observed"].as_f64().is_some_and(|observed| observed > 0.0), "{json}");
        assert_eq!(json["spread"].is_number(), resource == "time", "{json}");
    }
    let text = home.run(&["compare", file, "p(3)"]).stdout;
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains("observed") && !text.contains("hello"), "{text}");
}

#[test]
fn a_variable_that_is_given_twice_is_no_free_argument() {
    let home = Home::with_profiles();
    let program = home
        .file("twice.pl", "p(X, Y, R) :- X = f(Z), Y = f(a), v(Z, R).\nv(Z, 1) :- var(Z), !.\nv(_, 2) :- u, u.\nu.\n");
    let file = program.to_str().expect("a plain path");
    let json = home.json(&["compare", file, "p(A, A, _)", "--resource", "steps", "--json"]);
    let number = |key: &str| json[key].as_f64().expect("a number");
    assert_eq!(json["entry"], "p(term, term, var)");
    assert!(number("lower") <= number("observed") && number("observed") <= number("upper"), "{json}");
}

#[test]
fn the_estimate_of_a_comparison_is_that_of_estimate() {
    let home = Home::with_profiles();
    let compared = home.json(&["compare", "programs/nreverse.pl", "nreverse([a,b,c,d],_)", "--json"]);
    let estimated = home.json(&["estimate", "programs/nreverse.pl", "nreverse/2", "--size", "4", "--json"]);
    for key in ["lower", "expected", "upper"] {
        assert!(compared[key] != Value::Null && compared[key] == estimated["points"][0][key], "{key}: {compared}");
    }
}

#[test]
fn counted_instructions_lie_between_the_bounds() {
    let home = Home::empty();
    let goals = [
        ("list_inters", "list_inters([a,b,c,d],[d,e,f],_)"),
        ("substitute", "substitute(a + b * (c - a) / d, [a - x, c - y], _)"),
        ("derive", "derive(x * x + c * x, x, _)"),
        ("powset", "powset([a,b,c,d,e], _)"),
        ("hanoi", "hanoi(5, a, b, c, _)"),
        ("select", "select(X, [a,b,c,d], Y)"),
        ("permutation", "permutation([a,b,c], _)"),
    ];
    for (program, goal) in goals {
        let file = format!("programs/{program}.pl");
        for resource in ["steps", "instructions", "heap", "solutions", "choicepoints", "trail"] {
            for until in ["--first", "--all"] {
                let json = home.json(&["compare", &file, goal, "--resource", resource, until, "--json"]);
                let observed = json["observed"].as_u64().expect("a whole number");
                assert!(json["lower"].as_u64().is_none_or(|lower| lower <= observed), "{goal} {resource}: {json}");
                assert!(json["upper"].as_u64().is_none_or(|upper| upper >= observed), "{goal} {resource}: {json}");
            }
        }
    }
}

#[test]
fn hints_have_programs_that_agree_with_the_expressions() {
    let json = Home::with_profiles().json(&["hints", "programs/list_diff.pl", "--spawn-cost", "5us", "--json"]);
    has(&json, &["machine", "mode", "unit", "spawn_cost", "predicates"]);
    assert_eq!(json["spawn_cost"], 5000.0);
    let hint = &json["predicates"][0];
    has(hint, &["predicate", "entry", "sizes", "lower", "upper", "exact", "threshold"]);
    for side in ["lower", "upper"] {
        let program: predict::postfix::Postfix =
            serde_json::from_value(hint[side]["program"].clone()).expect("a postfix program");
        let expr: solver::Expr = hint[side]["expr"].as_str().expect("a string").parse().expect("it reads back");
        for (x, y) in [(0.0, 0.0), (3.0, 8.0), (65.0, 20.0)] {
            let by_program = program.eval(&|name| Some(if name == "x" { x } else { y })).expect("it has a value");
            let by_expr = expr.eval_f64(&|var| Some(if var.as_str() == "x" { x } else { y }));
            assert!((by_program - by_expr).abs() < 1e-6 * by_expr.max(1.0));
        }
    }
    let lower: solver::Expr = hint["lower"]["expr"].as_str().expect("a string").parse().expect("it reads back");
    let from = hint["threshold"]["x"].as_f64().expect("a size");
    assert!(lower.eval_f64(&|_| Some(from)) >= 5000.0 && lower.eval_f64(&|_| Some(from - 1.0)) < 5000.0);
}

#[test]
fn a_profile_as_json_has_prices_noise_and_error() {
    let json = Home::with_profiles().json(&["machine", "show", "--json"]);
    has(
        &json,
        &[
            "machine",
            "processor",
            "mode",
            "current",
            "noise",
            "held_out",
            "band",
            "assumed",
            "invariants",
            "gaps",
            "prices",
        ],
    );
    has(&json["prices"][0], &["key", "price", "low", "high", "measured"]);
    let check = Home::with_profiles().json(&["machine", "check", "--json"]);
    assert_eq!(check["usable"], true);
}
