//! Scripts: whose the words on the command line are, and what the exit code is.

mod support;

use support::Home;

const SCRIPT: &str = "#!/usr/bin/env -S horolog run
:- initialization(main).
main :- current_prolog_flag(argv, [_|Words]), writeq(Words), nl, length(Words, N), halt(N).
";

#[test]
fn what_stands_behind_a_script_is_its_own() {
    let home = Home::empty();
    let script = home.file("script.pl", SCRIPT);
    let script = script.to_str().expect("a plain path");
    for (args, expected) in [
        (&["run", script][..], "exit 0\n--- stdout\n[]\n"),
        (&["run", script, "a", "-b", "--all"], "exit 3\n--- stdout\n[a,'-b','--all']\n"),
        (&["run", script, "--", "a", "--", "b"], "exit 3\n--- stdout\n[a,--,b]\n"),
        (&["run", "--memory", "64M", "-qn", "1", script, "a"], "exit 1\n--- stdout\n[a]\n"),
    ] {
        assert_eq!(home.seen(args), expected, "{args:?}");
    }
}

#[test]
fn several_programs_are_loaded_in_order() {
    let home = Home::empty();
    let first = home.file("first.pl", "a(1).\n");
    let second = home.file("second.pl", "main :- a(X), write(X), nl.\n");
    let [first, second] = [&first, &second].map(|path| path.to_str().expect("a plain path"));
    assert_eq!(home.seen(&["run", first, second, "--", "x"]), "exit 0\n--- stdout\n1\n");
}

#[test]
fn the_words_stand_alone_where_programs_are_those_of_swi_prolog() {
    let home = Home::empty();
    let text = ":- initialization(main).\nmain(Words) :- writeq(Words), nl.\n\
        shown :- current_prolog_flag(argv, Argv), writeq(Argv), nl.\n:- use_module(library(main)).\n:- shown.\n";
    let script = home.file("script.pl", text);
    let script = script.to_str().expect("a plain path");
    let seen = home.seen(&["run", "--dialect", "swi", script, "--", "a", "-b"]);
    assert_eq!(seen, "exit 0\n--- stdout\n[a,'-b']\n[a,'-b']\n");
}
