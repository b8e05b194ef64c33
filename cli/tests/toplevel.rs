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
fn directives_that_raise_or_fail_decide_the_exit_code() {
    let code = |text: &str, args: &[&str]| run_of(text, args).lines().next().map(str::to_owned);
    assert_eq!(code("main. :- X is foo + 1, p(X).", &["-g", "main"]).as_deref(), Some("exit 2"));
    assert_eq!(code("main. :- fail.", &["-g", "main"]).as_deref(), Some("exit 1"));
    assert_eq!(code("main. :- fail. :- throw(x).", &["-g", "main"]).as_deref(), Some("exit 2"));
    assert_eq!(code("main. :- throw(x).", &["-g", "main", "-t", "halt(0)"]).as_deref(), Some("exit 0"));
    assert_eq!(code("main. :- true.", &["-g", "main"]).as_deref(), Some("exit 0"));
    insta::assert_snapshot!(run_of("main.\n:- X is foo + 1, p(X).\n:- fail.\n", &["-g", "main"]));
}
