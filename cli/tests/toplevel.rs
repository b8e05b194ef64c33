//! Sessions without a terminal: queries from a pipe, and how `run` ends.

mod support;

use support::Home;

macro_rules! sessions {
    // A macro, so that each snapshot is named after its test.
    ($($name:ident: $input:expr,)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(Home::empty().seen_when_told(&[], $input));
        }
    )*};
}

sessions! {
    answers_can_be_read_back: "X = f(Y, 'A b', [1,2|T], \"ab\", - 1, 1 - 2, {a}, Y).\nX = 'hello world', Y = X.\n",
    all_answers_are_shown: "member(X, [1,2,3]).\nmember(X, []).\natom_length(X, Y).\n",
    a_query_may_have_several_lines: "member(X,\n   [1,\n  2]).\n",
    a_syntax_error_leaves_the_session: "X = = 1.\nX = 2.\n",
    clauses_are_typed: "[user].\nlike(a, B) :- likes(B), findall(X, nobody(X), _).\nlikes(c). likes(d).\n\
        :- likes(X), write(X), nl.\nbad(.\nend_of_file.\nlike(a, X).\nlisting(likes/1).\n",
    clauses_that_are_typed_again_replace_the_others: "[user].\np(1).\nend_of_file.\n[user].\np(2).\nend_of_file.\np(X).\n",
    help_says_what_predicates_are: "help.\nhelp(append/3).\nhelp(append).\nhelp((->)).\nhelp(no_such_thing).\nhelp(_).\n",
    names_and_meanings_are_searched: "apropos(keysort).\napropos('in the standard order').\n",
    help_shows_the_comment_of_a_user_s_predicate: "[user].\n% double(+X, -Y): Y is twice X.\n:- entry double(+int, -).\n\
        double(X, Y) :- Y is 2*X.\nend_of_file.\nhelp(double).\n",
    what_is_watched_may_have_any_name: "[user].\n'a b'(X) :- 'A'(X), +(X).\n'A'(1). 'A'(2).\n+(_).\nend_of_file.\n\
        watch('a b'(X), ports, R).\nwatch('a b'(X), 'call-graph', R).\nwatch('a b'(_), solutions, R).\n",
    halt_leaves_with_its_status: "halt(3).\nwrite(never).\n",
}

/// What `run` says of a program, and its exit code.
fn run_of(text: &str, args: &[&str]) -> String {
    let home = Home::empty();
    let file = home.file("program.pl", text);
    let file = file.to_str().expect("a plain path");
    home.seen(&[&["run", file], args].concat())
}

const UNDEFINED: &str = "\
:- dynamic told/1.
p(X) :- findall(Y, nobody(Y), X), told(X), made(X), \\+ nothing.
p(X) :- assertz(made(X)), portray_clause(X), maplist(missing(1), X, X), elsewhere:q(X).
g --> [a], nonterminal.
:- regtype t/1.
t(X) :- int(X).
";

#[test]
fn calls_of_undefined_predicates_are_warned_of_where_they_stand() {
    insta::assert_snapshot!(run_of(UNDEFINED, &["-g", "true"]));
}

#[test]
fn goals_are_looked_at_behind_qualifiers_and_in_control_constructs() {
    // What is called `no…` is not defined.
    let text = "\
:- module(m, []).
sw(a, b).
two(_, _).
word --> [w].
a(T, N) :- mapsubterms(m:sw, T, N), mapsubterms(user:m:sw, T, N), mapsubterms(m:no_goal, T, N).
b(L) :- maplist(user:m:two(x), L), maplist(m:user:no_more(x), L), maplist(Unknown:no, L), maplist(nowhere:no, L).
c(L) :- findall(X, m:(sw(X, _), m:no_conjunct), L), catch((no_first -> \\+ no_not ; m:sw(_, _)), _, (true, no_last)).
d(L) :- setof(X, Y^(m:Z^sw(X, Y, Z)), L) ; setof(X, m:Y^sw(X, Y), L) ; bagof(X, user:Y^(m:two(X, Y), no_caret(Y)), L).
e(L) :- phrase(m:word, L), phrase((m:(word, \"x\", [y], !, {sw(L, _), no_braced}), \\+ no_item ; []), L).
f(L) :- phrase(call(m:two), L), phrase(call(no_called, x), L), phrase(m:no_nonterminal(x), L), user:(member(_, L), true).
g :- forall((sw(_, _) ; no_either), m:no_then).
h(X) :- findall(X, (assertz(m:no_but_asserted(X)), no_but_asserted(X)), _).
";
    let said = run_of(text, &["-g", "true"]);
    let lines = said.lines().filter_map(|line| line.strip_suffix(" is called, but nothing defines it"));
    let found: Vec<&str> = lines.filter_map(|line| line.rsplit_once("warning: ").map(|(_, name)| name)).collect();
    assert_eq!(
        found,
        [
            "no_goal/2",
            "no_more/2",
            "no_conjunct/0",
            "no_first/0",
            "no_not/0",
            "no_last/0",
            "sw/3",
            "no_caret/1",
            "no_braced/0",
            "no_item/2",
            "no_called/3",
            "no_nonterminal/3",
            "no_either/0",
            "no_then/0"
        ],
        "{said}"
    );
}

#[test]
fn directives_that_raise_or_fail_decide_the_exit_code() {
    let code = |text: &str, args: &[&str]| run_of(text, args).lines().next().map(str::to_owned);
    assert_eq!(code("main. :- X is foo + 1, p(X).", &["-g", "main"]).as_deref(), Some("exit 2"));
    assert_eq!(code("main. :- fail.", &["-g", "main"]).as_deref(), Some("exit 1"));
    assert_eq!(code("main. :- fail. :- throw(x).", &["-g", "main"]).as_deref(), Some("exit 2"));
    assert_eq!(code("main. :- throw(x).", &["-g", "main", "-t", "halt(0)"]).as_deref(), Some("exit 0"));
    assert_eq!(code("main. :- true.", &["-g", "main"]).as_deref(), Some("exit 0"));
    insta::assert_snapshot!(run_of("main.\n:- X is foo + 1, p(X).\n:- fail.\n", &["-g", "main"]));
}

#[test]
fn a_program_alone_opens_the_top_level() {
    let home = Home::empty();
    let file = home.file("program.pl", "p(1). p(2).");
    let file = file.to_str().expect("a plain path");
    assert_eq!(home.seen_when_told(&[file], "p(X).\n"), "exit 0\n--- stdout\nX = 1 ;\nX = 2.\n");
}

#[test]
fn make_at_the_prompt_loads_what_was_changed() {
    let home = Home::empty();
    let [program, later] = [("program.pl", "p(1).", 0), ("later.pl", "p(2).", 1)].map(|(name, text, seconds)| {
        let path = home.file(name, text);
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_500_000_000 + seconds);
        let file = std::fs::File::options().write(true).open(&path).expect("it was written");
        file.set_modified(time).expect("it has a time");
        path.to_str().expect("a plain path").to_owned()
    });
    let input = format!("make.\np(X).\nshell('cp -p {later} {program}').\nmake.\np(X).\n");
    let seen = home.seen_when_told(&[&program], &input);
    assert_eq!(seen, "exit 0\n--- stdout\ntrue.\nX = 1.\ntrue.\ntrue.\nX = 2.\n");
}

/// What a session says, and its exit code.
fn session(input: &str) -> String {
    Home::empty().seen_when_told(&[], input)
}

#[test]
fn values_of_earlier_answers_are_used_again() {
    let input = "X = f(1, 'A b', \"s\", 2.5, 100000000000000000000, _).\nY = g($X, $X).\nX = [$Y|T], T = [].\n\
                 member(Z, [1,2]).\nZ2 is $Z + 1.\nlength(L, 2), M = g(L, L).\nN = $M, N = g(A, B), A == B.\n\
                 write($X), nl.\n";
    insta::assert_snapshot!(session(input));
    let seen = session("X = Y.\nZ = $X.\nW = a.\n");
    assert!(seen.starts_with("exit 2") && seen.contains("error: no earlier answer has a value of X for $X"), "{seen}");
    assert!(seen.contains("W = a."), "{seen}");
    // Whose own operator or functor it is keeps it.
    let own = ":- op(700, xfx, $).\nX = (a $ b).\nX = $(1).\n";
    assert_eq!(session(own), "exit 0\n--- stdout\ntrue.\nX = (a$b).\nX = $(1).\n");
}

#[test]
fn answers_are_cut_as_the_flag_says() {
    let seen = session(
        "numlist(1, 30, L).\nset_prolog_flag(answer_write_options, [quoted(true), max_depth(10)]).\n\
         numlist(1, 30, L).\nL = f(f(f(f(f(f(f(f(f(f(f(f(a)))))))))))).\nX = 'A b'.\n\
         current_prolog_flag(answer_write_options, O).\n\
         set_prolog_flag(answer_write_options, [spacing(next_argument)]).\nX = f('A b', 2).\n",
    );
    insta::assert_snapshot!(seen);
    let seen =
        session("set_prolog_flag(answer_write_options, [depth(3)]).\nset_prolog_flag(answer_write_options, x).\n");
    assert!(seen.starts_with("exit 2") && seen.contains("domain_error(write_option,depth(3))"), "{seen}");
    let home = Home::empty();
    let file = home.file("program.pl", ":- set_prolog_flag(answer_write_options, [max_depth(3)]).\n");
    let args = ["run", file.to_str().expect("a plain path"), "-g", "X = [1,2,3,4,5]"];
    assert!(home.seen(&args).contains("...]"), "{}", home.seen(&args));
}

#[test]
fn errors_of_piped_queries_look_like_typed_ones_and_set_the_exit_code() {
    insta::assert_snapshot!(session("X = 1.\nX = [1, 2 3].\nX is foo + 1.\nfoo(.\nX = 'a.\nb'.\nX = 2.\n"));
    for (input, code) in [
        ("fail.\nX = 1.\n", 0),
        ("throw(x).\nX = 1.\n", 2),
        ("X = = 1.\n", 2),
        ("undefined_here.\n", 2),
        ("X = 'unfinished.\n", 2),
        ("throw(x).\nhalt.\n", 0),
        ("throw(x).\nhalt(4).\n", 4),
        ("throw(error(resource_error(time), _)).\n", 124),
        ("throw(error(resource_error(memory), _)).\n", 3),
        ("throw(x).\nthrow(error(resource_error(memory), _)).\n", 2),
    ] {
        let seen = session(input);
        assert!(seen.starts_with(&format!("exit {code}\n")), "{input}: {seen}");
    }
}

#[test]
fn similar_predicates_are_named_where_one_is_unknown() {
    for (goal, expected) in [
        ("apend([], X, X)", Some("did you mean append/3?")),
        ("append([], X, Y, Z)", Some("did you mean append/3, append/2 or append/1?")),
        ("atom_lenght(a, X)", Some("did you mean atom_length/2?")),
        ("lists:apend([], X, X)", Some("did you mean append/3?")),
        ("writ(a)", Some("did you mean write/1?")),
        ("my_prediacte(1)", Some("did you mean my_predicate/1?")),
        ("'my predicat'", Some("did you mean 'my predicate'/0?")),
        ("no_such_thing_at_all", None),
        ("catch(apend, E, throw(E))", Some("did you mean append/1, append/2 or append/3?")),
    ] {
        let home = Home::empty();
        let file = home.file("program.pl", "my_predicate(1).\n'my predicate'.\n");
        let seen = home.seen(&["run", file.to_str().expect("a plain path"), "-g", goal]);
        assert!(seen.starts_with("exit 2") && seen.contains("there is no predicate"), "{seen}");
        match expected {
            Some(expected) => assert!(seen.contains(expected), "{goal}: {seen}"),
            None => assert!(!seen.contains("did you mean"), "{goal}: {seen}"),
        }
    }
}

#[test]
fn an_error_says_who_called() {
    let text = "main :-\n    load(x),\n    done.\nload(X) :- parse(X), done.\n\
                parse(X) :- forall(member(Y, [X]), check(Y)), done.\ncheck(X) :- depth(3, X), done.\n\
                depth(0, X) :- atom_length(_, X).\ndepth(N, X) :- N > 0, M is N - 1, depth(M, X), done.\ndone.\n";
    insta::assert_snapshot!(run_of(text, &[]));
    let text = "a(0) :- throw(oops).\na(N) :- M is N - 1, b(M), done.\nb(N) :- M is N - 1, a(M), done.\ndone.\n";
    let seen = run_of(text, &["-g", "a(100)"]);
    assert!(seen.contains("  called from b/1 ([home]/program.pl:3)\n") && seen.ends_with("  … 90 more\n"), "{seen}");
    assert_eq!(seen.matches("called from").count(), 10, "{seen}");
}

#[test]
fn options_of_the_prompt_stand_before_a_program_too() {
    let home = Home::empty();
    let text = "clauses([a :- b, c :- d]).\nrule(f()).\ncount(1 000).\nparen :- put_char(\"(\"), put_char(user_output, \")\").\n\
        m(X), X = f(_) => true.\n";
    let file = home.file("program.pl", text);
    let file = file.to_str().expect("a plain path");
    let input =
        "clauses(X).\nrule(X).\ncount(X).\nparen.\nX = [a|b:-c].\nX = g(a, :- b, c).\nX = f(a->b;c, [x|y]).\nm(1).\n";
    let seen = home.seen_when_told(&["--dialect", "swi", file], input);
    let expected = "exit 2\n--- stdout\nX = [(a:-b),(c:-d)].\nX = f.\nX = 1000.\n()true.\nX = [a|(b:-c)].\n\
        X = g(a,(:-b),c).\nX = f((a->b;c),[x|y]).\n";
    assert_eq!(seen.lines().take(9).collect::<Vec<_>>(), expected.lines().take(9).collect::<Vec<_>>());
    assert!(seen.contains("matching_rule"), "{seen}");
    let text = home.seen_when_told(&["--memory=64M", "--dialect=swi", file], "X = \"abc\", string(X).\n");
    assert_eq!(text, "exit 0\n--- stdout\nX = \"abc\".\n");
    let alone = home.seen_when_told(&["--dialect", "swi"], "string(\"abc\").\n");
    assert_eq!(alone, "exit 0\n--- stdout\ntrue.\n");
    // In the standard's syntax these are errors.
    let iso = home.seen_when_told(&[], "X = [a:-b].\nX = f().\nX = 1 000.\n");
    assert_eq!(iso.matches("syntax error").count(), 3, "{iso}");
    assert!(!iso.contains("\nX ="), "{iso}");
}

#[test]
fn break_answers_queries_and_goes_on() {
    let home = Home::empty();
    let input =
        "break, X = after.\nmember(Y, [1, 2]).\n;\nmember(Y, [1, 2]).\nfail.\natom_length(A, B).\nend_of_file.\n";
    let seen = home.seen_when_told(&[], input);
    assert!(seen.contains("Y = 1 ;\nY = 2.\nY = 1.\nfalse.\nX = after.\n"), "{seen}");
    assert!(seen.contains("% Break level 1\n") && seen.contains("% Exit break level 1\n"), "{seen}");
    let aborted = home.seen_when_told(&[], "break, X = after.\nabort.\nX = next.\n");
    assert!(!aborted.contains("after") && aborted.contains("X = next."), "{aborted}");
}

const REVERSE: &str = "rev([], []).\nrev([X|Xs], R) :- rev(Xs, S), app(S, [X], R).\n";

/// What a session says whose programs are two files, one of them consulted.
fn costs(input: &str) -> String {
    let home = Home::empty();
    let file = home.file("rev.pl", &format!(":- entry rev(+list, -).\n{REVERSE}"));
    home.file("app.pl", "app([], L, L).\napp([X|Xs], L, [X|R]) :- app(Xs, L, R).\n");
    let consult = format!("consult('{}/app').\n", home.0.path().display());
    home.seen_when_told(&[file.to_str().expect("a plain path")], &format!("{consult}{input}"))
}

#[test]
fn costs_are_asked_for_at_the_prompt() {
    let seen = costs("cost(rev/2).\nestimate(rev([a,b,c], X)).\n");
    assert!(seen.contains("1/2*x^2 + 3/2*x + 1") && seen.contains("at x = 3: 10 steps"), "{seen}");
    // Clauses that were typed count as well, and what calls them.
    let typed = costs("[user].\ndown(0).\ndown(N) :- N > 0, M is N - 1, down(M).\nend_of_file.\nestimate(down(7)).\n");
    assert!(typed.contains("at x = 7: 8 steps"), "{typed}");
}

#[test]
fn what_is_wrong_with_a_question_can_be_caught() {
    let caught = |goal: &str| costs(&format!("catch(({goal}), error(E, _), true).\n"));
    for (goal, error) in [
        ("cost(nothing/3)", "E = existence_error(procedure,nothing/3)"),
        ("estimate(nothing(1))", "E = existence_error(procedure,nothing/1)"),
        ("cost(_)", "E = instantiation_error"),
        ("cost(rev/_)", "E = instantiation_error"),
        ("X = [a], estimate(rev(X, _))", "E = system_error(estimate)"),
        ("X = 2, cost(rev/X)", "E = system_error(cost)"),
        ("estimate(_)", "E = instantiation_error"),
        ("estimate(3)", "E = type_error(callable,3)"),
        ("cost(rev)", "E = type_error(predicate_indicator,rev)"),
        ("cost(rev/(-1))", "E = type_error(predicate_indicator,rev/"),
        ("estimate(atom_length(abc, _))", "E = system_error(estimate)"),
        ("cost(atom_length/2)", "E = system_error(cost)"),
    ] {
        let seen = caught(goal);
        assert!(seen.contains(error), "{goal}: {seen}");
    }
    let told = costs("estimate(nothing(1)).\nX = 1.\n");
    assert!(told.contains("nothing/1") && told.contains("X = 1"), "{told}");
}

#[test]
fn a_question_is_a_goal_among_others_and_a_user_s_own_where_there_is_one() {
    let seen = costs("X = 1, ( X > 1 -> cost(rev/2) ; write(no) ), estimate(app([], [], _)).\n");
    assert!(seen.contains("no") && seen.contains("steps exact  1\n") && !seen.contains("1/2*x^2"), "{seen}");
    let own = costs("[user].\ncost(X) :- write(own(X)).\nend_of_file.\ncost(rev/2).\n");
    assert!(own.contains("own(rev/2)") && !own.contains("1/2*x^2"), "{own}");
}

const STOPPED: &str = "\
:- dynamic seen/1.
p(X) :- q(X), Y is X mod 3, Y > 1, r(Y).
q(1). q(2). q(5).
r(X) :- assertz(seen(X)).
";

#[test]
fn queries_stop_at_what_a_configuration_selects() {
    let home = Home::empty();
    let program = home.file("program.pl", STOPPED);
    let config =
        home.file("my.evc", "E_Fail{'>'/2 = E_Small}; E_Call{q/1, seen/1}; E_AssertLast; E_Call{no/7 = E_No};");
    let wrong = home.file("wrong.evc", "E_Cal{q/1};\n");
    let [program, config, wrong] = [&program, &config, &wrong].map(|path| path.to_str().expect("a plain path"));
    let input = format!(
        "p(X).\ninstrument('{config}').\np(X).\nw\nh\nc\n\nn E_AssertLast\nc\nX = 1.\np(X).\na\n\
         p(X). r\nseen(X).\nr\ninstrument('{wrong}').\ninstrument('none.evc').\ninstrument(_).\n\
         p(X).\nn E_Never\nnodebug.\np(X).\ninstrument('lists.evc').\np(X).\n"
    );
    insta::assert_snapshot!(home.seen_when_told(&[program], &input));
    // Clauses of dynamic predicates tell as well, those that the query itself asserts among them.
    let rules = home.file("rules.evc", "E_DynamicRule, E_Then;");
    let input = format!(
        "assertz((d(X) :- ( X > 1 -> true ; true ))).\ninstrument('{}').\nd(2), assertz((e(Y) :- d(Y))), e(1).\n\n\n\n\nnodebug.\nd(2), e(3).\n",
        rules.display()
    );
    let seen = home.seen_when_told(&[program], &input);
    let told: Vec<&str> =
        seen.lines().filter_map(|line| line.split(" ? ").next()?.split_once(" E_")).map(|(_, what)| what).collect();
    assert_eq!(told, ["DynamicRule d/1", "Then 2>1", "DynamicRule e/1", "DynamicRule d/1"], "{seen}");
    assert!(seen.contains("no predicate is spied, [home]/rules.evc selects nothing any more"), "{seen}");
    // Whose own predicate it is keeps it.
    let own = "[user].\ninstrument(X) :- write(own(X)).\nend_of_file.\ninstrument(a).\n";
    assert!(session(own).contains("own(a)"), "{}", session(own));
}
