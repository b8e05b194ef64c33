//! What users see, command by command, with a made-up profile.

mod support;

use support::Home;

macro_rules! golden {
    // A macro, so that each snapshot is named after its test.
    ($($name:ident: $args:expr,)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(Home::with_profiles().seen(&$args));
        }
    )*};
}

golden! {
    an_answer_shows_its_bindings: ["run", "programs/nreverse.pl", "-g", "nreverse([a,b,'C d'], X)"],
    all_answers_are_separated_by_semicolons: ["run", "programs/append.pl", "-g", "append(X, Y, [1,2])", "--all"],
    so_many_answers_as_asked_for: ["run", "programs/append.pl", "-g", "append(X, Y, [1,2])", "-n", "2"],
    unbound_variables_are_named_after_the_query_s: ["run", "programs/append.pl", "-g", "append([A,B|T], [], Z)"],
    a_true_goal_without_variables_says_true: ["run", "programs/append.pl", "-g", "append([], [], [])"],
    a_false_goal_says_false: ["run", "programs/append.pl", "-g", "append([a], [], [])"],
    functions_alone_without_sizes: ["estimate", "programs/nreverse.pl", "nreverse/2"],
    a_library_predicate_at_a_size: ["estimate", "append/3", "--size", "150"],
    bounds_that_differ_at_two_sizes: ["estimate", "programs/list_diff.pl", "list_diff/3", "--size", "x=65,y=65"],
    a_table_of_sizes: ["estimate", "programs/nreverse.pl", "nreverse/2", "--size", "10..50:10"],
    a_table_of_counts: ["estimate", "programs/fib.pl", "fib/2", "--size", "4..16:4", "--resource", "steps"],
    predictable_mode: ["estimate", "append/3", "--size", "10", "--mode", "predictable"],
    a_predicate_that_another_one_calls: ["estimate", "programs/hanoi.pl", "append/3", "--resource", "steps"],
    modes_from_the_command_line: ["estimate", "append/3", "--modes", "append(-,-,+list)", "--resource", "steps"],
    bounds_to_the_first_solution: ["estimate", "programs/select.pl", "select/3", "-s", "9", "-r", "steps", "--first"],
    the_number_of_solutions: ["estimate", "programs/permutation.pl", "permutation/2", "-s", "0..5", "-r", "solutions"],
    choice_points_of_a_search: ["estimate", "programs/select.pl", "select/3", "-s", "9", "-r", "choicepoints"],
    trail_entries_of_a_comparison: ["compare", "programs/select.pl", "select(_, [a,b,c], _)", "-r", "trail"],
    a_time_of_years: ["estimate", "programs/hanoi.pl", "hanoi/5", "--size", "64"],
    a_comparison_of_counts: ["compare", "programs/fib.pl", "fib(16, _)", "--resource", "instructions"],
    a_comparison_of_distinct_bounds:
        ["compare", "programs/list_diff.pl", "list_diff([a,b],[b,c],_)", "--resource", "instructions"],
    hints_of_a_program: ["hints", "programs/nreverse.pl", "--spawn-cost", "10us"],
    a_current_profile_passes_the_check: ["machine", "check"],
    the_top_help_has_examples: ["--help"],
    the_help_of_estimate_has_examples: ["estimate", "--help"],
}

#[test]
fn a_profile_shows_prices_invariants_and_noise() {
    let seen = Home::with_profiles().seen(&["machine", "show"]);
    let head: Vec<&str> = seen.lines().take(30).collect();
    insta::assert_snapshot!(head.join("\n"));
}

#[test]
fn a_listing_shows_shares_and_explains_them() {
    let plain = Home::empty().seen(&["list", "programs/append.pl", "append/3"]);
    assert!(plain.starts_with("exit 0") && plain.contains("E(C2,H)") && plain.contains("E(C2,L1)"), "{plain}");
    let explained = Home::empty().seen(&["list", "append/3", "--explain"]);
    assert!(explained.contains("share") && explained.len() > 2 * plain.len(), "{explained}");
}

#[test]
fn an_explanation_has_equations_rules_and_facts() {
    let seen = Home::empty().seen(&["estimate", "programs/nreverse.pl", "nreverse/2", "--explain", "-r", "steps"]);
    for expected in ["What is known", "Lower bound", "Upper bound", "rule: ", " if x = 0", "cannot fail"] {
        assert!(seen.contains(expected), "{expected}: {seen}");
    }
}

#[test]
fn of_a_long_function_the_leading_terms_are_shown_and_all_are_explained() {
    let home = Home::with_profiles();
    let seen = home.seen(&["estimate", "del_edges/3"]);
    let upper = seen.lines().find(|line| line.starts_with("time upper")).expect("an upper bound");
    assert!(upper.contains("…") && upper.len() < 300, "{seen}");
    let json = home.json(&["estimate", "del_edges/3", "--json"]);
    assert!(json["upper"]["expr"].as_str().expect("a function").parse::<solver::Expr>().is_ok());
    let whole = json["upper"]["whole"].as_str().expect("all terms");
    assert!(!whole.contains("…"), "{whole}");
    assert!(home.seen(&["estimate", "del_edges/3", "--explain"]).contains(whole));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let seen = Home::empty().seen(&["completions", shell]);
        assert!(seen.starts_with("exit 0") && seen.contains("calibrate") && seen.contains("spawn-cost"), "{shell}");
    }
}

#[test]
fn output_of_a_program_stands_before_its_answer() {
    let home = Home::empty();
    let file = home.file("say.pl", ":- write(loading), nl.\nsay(X) :- write(X), nl.\n");
    let file = file.to_str().expect("a plain path");
    let goal = "member(X, [a,b]), say(X)";
    assert_eq!(home.seen(&["run", file, "-g", goal, "--all"]), "exit 0\n--- stdout\nloading\na\nX = a ;\nb\nX = b\n");
    assert!(home.seen(&["run", file, "-g", "say(x), fail"]).ends_with("loading\nx\nfalse\n"));
}

#[test]
fn the_version_is_printed() {
    assert!(Home::empty().seen(&["--version"]).contains(concat!("horolog ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn a_plot_is_written_whole() {
    let home = Home::with_profiles();
    let plot = home.0.path().join("plots/nrev.svg");
    let path = plot.to_str().expect("a plain path");
    let seen = home.seen(&["estimate", "programs/nreverse.pl", "nreverse/2", "--size", "10..100:10", "--plot", path]);
    assert!(seen.starts_with("exit 0"), "{seen}");
    let text = std::fs::read_to_string(plot).expect("the plot is there");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
}

#[test]
fn a_plot_on_the_terminal_stands_below_the_report_and_what_was_observed_beside_it() {
    let home = Home::empty();
    let args = ["estimate", "programs/nreverse.pl", "nreverse/2", "--size", "2..20:2", "-r", "steps", "--observe"];
    let seen = home.seen(&[&args[..], &["--plot", "-"]].concat());
    assert!(seen.starts_with("exit 0"), "{seen}");
    assert!(seen.contains("observed") && seen.contains("┤") && seen.contains("o: observed"), "{seen}");
    let report = home.json(&[&args[..], &["--json"]].concat());
    let observed = report["observed"].as_array().expect("there are some");
    assert_eq!(observed.len(), 10);
    for (run, point) in observed.iter().zip(report["points"].as_array().expect("there are some")) {
        assert_eq!((&run["least"], &run["most"]), (&point["lower"], &point["upper"]), "{run}");
        assert_eq!(run["inputs"], 5);
    }
}

#[test]
fn what_is_observed_is_of_sizes_that_the_bounds_are_for() {
    let home = Home::empty();
    // No call succeeds that divides by 0, which is one node: the bounds are for more, and no function names them.
    let text = "d(_,Y,_) :- Y = 0, !, fail. d(X,_,Z) :- X = 0, !, Z = 0. d(X,Y,s(Z)) :- m(X,Y,U), d(U,Y,Z).\n\
                m(X,Y,Z) :- X = 0, !, Z = 0. m(X,Y,Z) :- Y = 0, !, Z = X. m(s(X),s(Y),Z) :- m(X,Y,Z).";
    let file = home.file("d.pl", text);
    let file = file.to_str().expect("a plain path");
    let args = ["estimate", file, "d/3", "--modes", "d(+,+,-)", "-r", "steps", "--size", "1..3", "--observe", "--json"];
    let report = home.json(&args);
    let (observed, points) = (&report["observed"], &report["points"]);
    assert_eq!(observed.as_array().map(Vec::len), Some(3), "{report}");
    for (run, point) in observed.as_array().into_iter().flatten().zip(points.as_array().expect("there are some")) {
        let least = (run["least"].as_f64(), point["lower"].as_f64());
        assert!(matches!(least, (Some(seen), Some(bound)) if seen >= bound), "{run} {point}");
    }
}

#[test]
fn runs_that_raise_are_left_out_of_what_is_observed() {
    let home = Home::empty();
    let file = home.file("up.pl", "up([]).\nup([X|Xs]) :- X > 0, up(Xs).\n");
    let file = file.to_str().expect("a plain path");
    let args = ["estimate", file, "up/1", "--modes", "up(+list)", "-r", "steps", "--size", "0..3", "--observe"];
    let seen = home.seen(&args);
    assert!(
        seen.starts_with("exit 0") && seen.contains("runs are left out of what was observed: uncaught exception"),
        "{seen}"
    );
    assert!(seen.contains("type_error"), "{seen}");
}

#[test]
fn a_resource_that_the_program_declares_is_estimated_and_compared() {
    let home = Home::empty();
    let text = ":- resource sent.\n:- pred send(A) + head_cost(ub, sent, 8).\n\
                client([]).\nclient([X|Xs]) :- send(X), client(Xs).\nsend(_).\n";
    let file = home.file("client.pl", text);
    let file = file.to_str().expect("a plain path");
    let estimate = ["estimate", file, "client/1", "--modes", "client(+list)", "-r", "sent", "--size", "5", "--json"];
    let report = home.json(&estimate);
    assert_eq!(report["points"][0]["lower"], 40, "{report}");
    assert_eq!((&report["resource"], &report["points"][0]["upper"]), (&"sent".into(), &40.into()), "{report}");
    let compared = home.json(&["compare", file, "client([a,b,c])", "-r", "sent", "--json"]);
    assert_eq!((&compared["observed"], &compared["upper"]), (&24.into(), &24.into()), "{compared}");
    let other = home.seen(&["estimate", file, "client/1", "--modes", "client(+list)", "-r", "snt"]);
    assert!(other.starts_with("exit 2") && other.contains("no resource snt") && other.contains("or sent"), "{other}");
}

#[test]
fn a_plot_that_is_named_so_is_a_png() {
    let home = Home::empty();
    let plot = home.0.path().join("plots/nrev.PNG");
    let path = plot.to_str().expect("a plain path");
    let args = ["estimate", "programs/nreverse.pl", "nreverse/2", "-r", "steps", "--size", "1..40", "--plot", path];
    assert!(home.seen(&args).starts_with("exit 0"));
    let bytes = std::fs::read(&plot).expect("the plot is there");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("it is PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    assert_eq!((info.width, info.height), (1440, 920));
    let colours: std::collections::BTreeSet<&[u8]> = pixels.chunks_exact(4).collect();
    assert!(colours.len() > 50, "{} colours", colours.len());
}

#[test]
fn plots_are_svg_or_png_and_have_few_curves() {
    let home = Home::empty();
    let gif = ["estimate", "programs/nreverse.pl", "nreverse/2", "-r", "steps", "--size", "1..9", "--plot", "n.gif"];
    assert!(home.seen(&gif).contains("name it n.svg or n.png"));
    let merge = ["estimate", "programs/list_diff.pl", "list_diff/3", "-r", "steps", "--plot", "-", "--size"];
    assert!(home.seen(&[&merge[..], &["x=1..50,y=1..3"]].concat()).contains("y = 1; y = 2; y = 3"));
    assert!(home.seen(&[&merge[..], &["x=1..50,y=1..9"]].concat()).contains("9 are too many"));
}

#[test]
fn one_measured_run_scales_the_functions_and_says_so() {
    let home = Home::with_profiles();
    let seen = home.seen(&["estimate", "append/3", "--size", "150", "--measure-once"]);
    // A busy machine is code 4, and no matter here.
    let has_ended = ["exit 0", "exit 4"].iter().any(|code| seen.starts_with(code));
    assert!(has_ended && seen.contains("scaled by"), "{seen}");
    let json = home.json(&["estimate", "append/3", "--size", "150", "--measure-once", "--json"]);
    assert!(json["measured"]["factor"].as_f64().is_some_and(|factor| factor > 0.0));
}

/// What `horolog solve` says of equations from standard input.
fn solved(equations: &str, options: &[&str]) -> String {
    let args = [&["solve", "-"], options].concat();
    Home::empty().seen_when_told(&args, equations)
}

#[test]
fn equations_are_solved_in_both_directions() {
    insta::assert_snapshot!(solved("% moves of a tower\nT(n) = 2*T(n - 1) + 1 if n >= 1\nT(0) = 1\n", &[]));
}

#[test]
fn equations_are_solved_with_several_functions_and_a_check() {
    let equations = "domain f(x, y): x >= 0 and y >= 0\nf(x, y) = f(x - 1, y) + g(y) if x >= 1; f(0, y) = 1\n\
                     domain g(n): n >= 0\ng(n) = g(n - 1) + 2 if n >= 1; g(0) = 3";
    insta::assert_snapshot!(solved(equations, &["--upper", "--check", "20"]));
}

#[test]
fn equations_without_a_bound_say_why() {
    let seen = solved("f(n) = f(n + 1) + 1 if n >= 0", &["--upper"]);
    assert!(seen.starts_with("exit 1\n") && seen.contains("upper: unknown") && !seen.contains("lower:"), "{seen}");
}

#[test]
fn solved_equations_are_data() {
    let home = Home::empty();
    let file = home.file("T.txt", "T(n) = T(n - 1) + n + 1 if n >= 1\nT(0) = 1");
    let json = home.json(&["solve", file.to_str().expect("a plain path"), "--json", "--check", "12"]);
    let function = &json["functions"][0];
    assert_eq!((function["name"].as_str(), &function["parameters"]), (Some("T"), &serde_json::json!(["n"])));
    for side in ["upper", "lower"] {
        let bound = &function[side];
        let piece = &bound["pieces"][0];
        assert_eq!(piece["bound"], "1/2*n^2 + 3/2*n + 1", "{bound}");
        assert_eq!((&piece["exact"], &piece["reason"]), (&true.into(), &serde_json::Value::Null), "{bound}");
        assert!(bound["check"]["points"].as_u64().is_some_and(|points| points >= 12), "{bound}");
        assert!(bound["rule"].is_string() && bound["proof"].as_array().is_some_and(|steps| !steps.is_empty()));
    }
}

#[test]
fn of_a_range_sizes_that_no_input_has_are_left_out() {
    let seen = Home::empty().seen(&["estimate", "append/3", "--resource", "steps", "--size", "x=-4..2:2"]);
    assert!(seen.contains("left out of the sizes: 2, since no call of size x = -4 is known to succeed"), "{seen}");
    assert!(seen.starts_with("exit 0") && seen.contains(" 2         3"), "{seen}");
}

#[test]
fn the_equations_of_the_help_are_solved() {
    let help = Home::empty().seen(&["solve", "--help"]);
    let example = help.split("begins a comment:\n").nth(1).expect("an example");
    let example: Vec<&str> = example.lines().take_while(|line| line.starts_with("  ")).collect();
    let uncommented = example.iter().map(|line| line.split("   ").find(|part| !part.trim().is_empty()).unwrap_or(""));
    let equations = uncommented.collect::<Vec<_>>().join("\n");
    assert_eq!(example.len(), 4, "{help}");
    let seen = solved(&equations, &["--upper"]);
    assert!(seen.contains("f(x, y)") && seen.contains("g(n)") && !seen.contains("stderr"), "{equations}\n{seen}");
}
