//! The debugger in piped sessions: what stops at which goals, where those stand, and what it does to the query.

mod support;

use support::Home;

/// What a session in the debugger says of a program.
fn debugged(program: &str, session: &str) -> String {
    let home = Home::empty();
    let file = home.file("program.pl", program);
    home.seen_when_told(&["top", file.to_str().expect("a plain path")], session)
}

#[test]
fn calls_in_clauses_of_dynamic_predicates_have_places() {
    let program = ":- dynamic d/1, e/1.\nq(_).\nd(X) :- q(X),\n    q(f(X)), q(X).\nd(X) :- q(X).\ne(1).\ne(2).\nd(X) :- e(X), q(g).\n";
    let places = |session: &str, of: &[&str]| {
        let seen = debugged(program, session);
        let told: Vec<&str> = seen
            .lines()
            .map(str::trim)
            .filter(|line| line.contains("]/program.pl:") && !line.contains("warning") || *line == "not in a text")
            .collect();
        let told: Vec<&str> =
            told.iter().map(|line| line.rsplit_once("program.pl:").map_or(*line, |(_, place)| place)).collect();
        assert_eq!(told, of, "{seen}");
    };
    let look = "w\nl\n".repeat(5);
    places(&format!("spy(q/1, [call]).\nd(1), fail.\n{look}"), &["3:9", "4:5", "4:14", "5:9", "8:15"]);
    // Code of a clause that is gone may be another's.
    let other = "retract((d(X) :- q(X))), assertz((d(X) :- q(h(X)))).\n";
    places(&format!("spy(q/1, [call]).\n{other}d(1), fail.\n{look}"), &["3:9", "4:5", "4:14", "8:15", "not in a text"]);
    let home = Home::empty();
    let file = home.file("program.pl", program);
    let args =
        ["watch", file.to_str().expect("a plain path"), "-g", "d(1)", "--all", "--quiet", "--fold", "site-coverage"];
    let seen = home.seen(&args);
    for (line, times) in [("3", 1), ("4", 2), ("5", 1), ("8", 1)] {
        assert_eq!(seen.matches(&format!(" d/1        q/1   {line}     nondet ")).count(), times, "{line}: {seen}");
    }
}

#[test]
fn clauses_of_dynamic_predicates_do_the_same_where_builtins_in_them_are_named() {
    let goals = ["X == X", "X @< b", "atom(X)", "Y = X, Y == X", "N is 1 + 1, N > 1", "atom_length(X, 1)", "true"];
    let both =
        goals.iter().flat_map(|first| goals.iter().map(move |last| format!("d(X) :- {first}, q(X), {last}, q(X).\n")));
    let (clauses, count) = (both.collect::<String>(), goals.len() * goals.len());
    let home = Home::empty();
    let file = home.file("program.pl", &format!(":- dynamic d/1.\nq(_).\n{clauses}"));
    let args = ["watch", file.to_str().expect("a plain path"), "-g", "d(a)", "--all", "--quiet"];
    for named in ["==/2", "@</2", "atom/1", "=/2", "is/2", ">/2", "atom_length/2", "true/0"] {
        let seen = home.seen(&[&args[..], &["-p", "d/1", "-p", "q/1", "-p", named]].concat());
        let exits = |of: &str| {
            let row = seen.lines().find(|line| line.trim_start().starts_with(of)).map(str::split_whitespace);
            row.and_then(|mut row| row.nth(2)?.parse::<usize>().ok())
        };
        assert_eq!((exits("q/1 "), exits("d/1 ")), (Some(2 * count), Some(count)), "{named}: {seen}");
    }
}

const RETRIED: &str = "p(X) :- q(X), r(X).\nq(1). q(2). q(3).\nr(X) :- X >= 2, inc.\ninc.\n";

#[test]
fn predicates_of_the_library_and_builtins_are_spied() {
    let program = "m(X) :- member(X, [a,b]), write(X), nl.\n";
    let seen = debugged(
        program,
        "spy(member/2).\nm(X).\nl\nw\nl\nl\nl\nspy(foldl/4, [exit]).\nX = [1], foldl(plus, X, 0, _).\nl\n",
    );
    for stop in
        ["call (2) [2] member(_0,[a,b]) ? l", "exit (2) [2] member(a,[a,b]) … ? w", "exit (2) [2] member(b,[a,b]) ? l"]
    {
        assert!(seen.contains(stop), "{seen}");
    }
    assert!(seen.contains("program.pl:1:9") && seen.contains("[1] foldl(plus,[1],0,1) ? l"), "{seen}");
    // What the library calls for itself is not told, what it is given is.
    let calling = "s(R) :- append([1,2], [3], L), last(L, _), maplist(append([0]), [L], R).\n";
    let seen = debugged(
        calling,
        "spy(append/3, [call]).\n[user].\na.\nend_of_file.\ns(R).\nl\nl\nappend(X, [1], [0,1]).\nl\n",
    );
    let goals = ["append([1,2],[3],_0) ? l", "append([0],[1,2,3],_0) ? l", "append(_0,[1],[0,1]) ? l"];
    assert!(goals.iter().all(|goal| seen.contains(goal)) && seen.matches("*     call").count() == 3, "{seen}");
    // Builtins stand where they are called in clauses and queries, and are known at run time.
    let sum = "t(X, Y) :- Y is X + 1.\nm(L) :- maplist(succ_or_zero, [1,2], L), once(member(Y, L)), Y > 1.\n\
               succ_or_zero(X, Y) :- G = succ(X, Y), call(G).\n";
    for (spy, goal, calls) in [
        ("(is)/2", "t(1, Y)", &["_0 is 1+1"][..]),
        ("(is)/2", "Y is 2*3, t(Y, Z)", &["_0 is 2*3", "_0 is 6+1"]),
        ("(>)/2", "m(L)", &["2>1"]),
        ("succ/2", "m(L)", &["succ(1,_0)", "succ(2,_0)"]),
        ("once/1", "m(L)", &["once(member(_0,[2,3]))"]),
        ("call/1", "m(L)", &["call(succ(1,_0))", "call(succ(2,_0))"]),
        ("catch/3", "catch(throw(a), a, X = 1)", &["catch(throw(a),a,_0=1)"]),
    ] {
        let seen = debugged(sum, &format!("spy({spy}, [call]).\n{goal}.\n{}", "l\n".repeat(calls.len())));
        let stops: Vec<&str> = seen.lines().filter(|line| line.starts_with("*     call")).collect();
        let is_told = |(stop, call): (&&str, &&str)| stop.contains(&format!("] {call} ? l"));
        assert!(stops.len() == calls.len() && stops.iter().zip(calls).all(is_told), "{spy}: {seen}");
        assert!(!seen.contains("error"), "{seen}");
    }
    for construct in ["(->)/2", "(;)/2", "(\\+)/1", "!/0", "(:)/2"] {
        let seen = debugged(program, &format!("spy({construct}).\n"));
        assert!(seen.contains("is a control construct, and has no box"), "{seen}");
    }
    let seen = debugged(program, "trace.\nm(X).\n+ write/1\n+ nothing/3\n+\nl\nm(X).\nl\nl\nl\nl\nl\n");
    assert!(seen.contains("   the program does not define it: the query stops there when it runs again"), "{seen}");
    assert!(seen.contains("   there is no predicate nothing/3") && seen.contains("] write(a) ? l"), "{seen}");
    assert!(seen.contains("   + wants a name"), "{seen}");
    for (conditions, error) in [
        ("exit", "conditions are a list"),
        ("[call|foo]", "conditions are a list"),
        ("[arg(5, 2)]", "by its place, from 1 to 2"),
    ] {
        let seen = debugged(program, &format!("spy((is)/2, {conditions}).\n"));
        assert!(seen.contains(error), "{conditions}: {seen}");
    }
}

#[test]
fn no_catch_of_a_program_keeps_a_query_that_is_aborted_or_retried() {
    let program = "m :- catch(b, E, (write(caught(E)), nl)), write(on), nl.\nb :- g, h.\ng.\nh.\n\
                   c :- setup_call_cleanup(true, b, (write(cleaned), nl)).\n";
    let seen = debugged(program, "spy(g/0).\nm.\na\n");
    assert!(seen.contains("stopped") && !seen.contains("caught") && !seen.contains("on\n"), "{seen}");
    let seen = debugged(program, "spy(g/0).\nm.\n");
    assert!(seen.contains("stopped") && !seen.contains("caught") && !seen.contains("on\n"), "{seen}");
    let seen = debugged(program, "spy(g/0).\nm.\nr\nl\nl\n");
    assert!(!seen.contains("caught") && seen.matches("on\n").count() == 1, "{seen}");
    let seen = debugged(program, "spy(g/0).\nc.\na\n");
    assert!(seen.contains("stopped") && seen.contains("cleaned"), "{seen}");
    // What a cleanup raises itself it may catch, and output goes where it went.
    let seen = debugged(
        "c :- setup_call_cleanup(true, (g, h), (catch(throw(x), x, true), write(cleaned), nl)).\n\
         o :- with_output_to(string(_), (g, h)).\ng.\nh.\n",
        "spy(g/0).\nc.\na\no.\na\nwrite(visible), nl.\n",
    );
    assert!(seen.matches("stopped").count() == 2 && seen.contains("cleaned") && seen.contains("visible"), "{seen}");
    // At the last event of the query, too; what a run that is retried came to is not told.
    for (query, commands) in
        [("atom_length(abc, 4)", "c\na\n"), ("atom_length(abc, 4)", "c\n"), ("atom_length(_, _)", "c\na\n")]
    {
        let seen = debugged(program, &format!("spy(atom_length/2).\n{query}.\n{commands}"));
        assert!(seen.contains("stopped") && !seen.contains("false.") && !seen.contains("error"), "{query}: {seen}");
    }
    let seen = debugged(program, "spy((is)/2).\nX is a + 1.\nc\nr\nc\nc\n");
    assert_eq!(seen.matches("there is no function a/0").count(), 1, "{seen}");
}

#[test]
fn what_a_query_has_written_comes_before_that_it_is_false() {
    let seen = debugged("p.\n", "write(z), nl, fail.\nwrite(y), nl, fail.\n");
    assert!(seen.contains("z\nfalse.\ny\nfalse.\n"), "{seen}");
}

#[test]
fn the_call_that_one_stands_at_is_retried() {
    let seen = debugged(RETRIED, "trace.\np(X).\n\nr\nr\nr 1\nl\n");
    assert!(!seen.contains("was not made again"), "{seen}");
    let prompts = |prompt: &str| seen.matches(prompt).count();
    assert_eq!((prompts("call (2) [2] q(_0) ? r"), prompts("call (1) [1] p(_0) ? ")), (3, 2), "{seen}");
    // A call that the query does not make any more is still missed.
    let program = ":- dynamic(done/0).\nonce_only :- \\+ done, assertz(done), a, b.\na.\nb.\n";
    let seen = debugged(program, "trace.\nonce_only.\n\n\n\nr\n");
    assert!(seen.contains("call [3] was not made again"), "{seen}");
}

#[test]
fn after_an_abort_nothing_more_is_folded() {
    let seen = debugged(RETRIED, "spy(inc/0).\np(X).\nfold ports\nl\na\n");
    assert!(seen.contains(" inc/0         0     1 ") && !seen.contains("r/1") && !seen.contains("p/1"), "{seen}");
}

#[test]
fn a_fold_that_raises_in_the_debugger_says_its_file_once() {
    let home = Home::empty();
    let monitor = home.file("monitor.pl", "initialize(0).\ncollect(_, _, _) :- throw(alarm).\npost_process(R, R).\n");
    let monitor = monitor.to_str().expect("a plain path");
    let seen = debugged(RETRIED, &format!("spy(inc/0).\np(X).\nfold {monitor}\nl\nl\n"));
    let line = seen.lines().find(|line| line.contains("alarm")).expect("it raises");
    assert_eq!(line.matches(".pl: ").count(), 1, "{line}");
}

#[test]
fn what_is_no_goal_or_no_fold_is_said() {
    let home = Home::empty();
    let file = home.file("program.pl", RETRIED);
    for (goal, part) in [("3", "3"), ("p(_), 3.5", "3.5"), ("(true ; 7 -> true)", "7")] {
        let output = home.run(&["watch", file.to_str().expect("a plain path"), "-g", goal, "--fold", "ports"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{stderr}");
        assert!(stderr.starts_with(&format!("error: {part} is no goal\n")), "{stderr}");
    }
    let seen = debugged(RETRIED, "watch(p(X), max-depth, R).\nwatch(p(X), 'max-depth', R).\nwatch(p(X), f(x), R).\n");
    assert!(seen.contains("error: max-depth is no atom") && seen.contains(": quote it, 'max-depth'\n"), "{seen}");
    assert!(seen.contains("R = 3.") && seen.contains("error: f(x) is no atom"), "{seen}");
}
