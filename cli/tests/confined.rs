//! What a text that is looked at, and a program in a sandbox, cannot do.

mod support;

use support::Home;

/// A directory beside the program's, with a file that is none of its business.
fn home() -> (Home, String, String) {
    let home = Home::with_profiles();
    for directory in ["inside", "outside"] {
        std::fs::create_dir(home.0.path().join(directory)).expect("a directory");
    }
    home.file("outside/secret.pl", "secret(hidden_word).\n");
    home.file("inside/part.pl", "part(1).\n");
    let (inside, outside) = (home.0.path().join("inside/p.pl"), home.0.path().join("outside"));
    (home, inside.to_str().expect("plain").to_string(), outside.to_str().expect("plain").to_string())
}

#[test]
fn a_text_loads_from_its_own_directory_only() {
    let (home, program, outside) = home();
    let mut refused = 0;
    for directive in [
        ":- include('../outside/secret').",
        ":- consult('../outside/secret.pl').",
        ":- ['../outside/secret'].",
        ":- use_module('../outside/secret').",
        ":- ensure_loaded(other('secret')). file_search_path(other, '../outside').",
        ":- include('/etc/passwd').",
        ":- use_module('/proc/self/environ').",
    ] {
        std::fs::write(&program, format!("{directive}\n:- include(part).\np(1).\n")).expect("a file");
        for command in
            [&["list", &program, "p/1"][..], &["estimate", &program, "p/1", "-r", "steps"], &["hints", &program]]
        {
            let seen = home.seen(command);
            assert!(seen.starts_with("exit 2") && !seen.contains("hidden_word") && !seen.contains("root:"), "{seen}");
            assert!(!seen.contains("part"), "{seen}");
            refused += 1;
        }
        if directive.contains("outside") && !directive.contains("use_module") && !directive.contains("other") {
            let seen = home.seen(&["list", &program, "secret/1", "--allow", &outside]);
            assert!(seen.starts_with("exit 0") && seen.contains("hidden_word"), "{seen}");
        }
    }
    assert!(refused > 20, "only {refused} were refused");
}

#[test]
fn expansions_see_nothing_of_the_system() {
    let (home, program, _) = home();
    for (goal, found) in [
        ("(getenv('HOROLOG_HOME', X) -> true ; X = none)", "none"),
        ("get_time(X)", "0.0"),
        ("(X is cputime + realtime)", "0"),
        ("statistics(walltime, [X|_])", "0"),
        ("catch(tmp_file(a, X), error(X, _), true)", "permission_error"),
        ("catch(open('part.pl', read, X), error(X, _), true)", "permission_error"),
        ("catch((shell('echo leak'), X = ran), error(X, _), true)", "permission_error"),
        ("(exists_file('part.pl') -> X = there ; X = none)", "none"),
        ("(set_random(seed(random)), X is random(1000000))", ""),
        ("catch(set_prolog_flag(time_limit, 1000), error(X, _), true)", "permission_error"),
        ("catch(set_prolog_flag(stack_limit, 1000000000), error(X, _), true)", "permission_error"),
        ("current_prolog_flag(pid, X)", "p(0)"),
        ("(absolute_file_name(x, Y), atom_concat(_, 'dev/null/x', Y), X = once)", "p(once)"),
        ("catch(open('../x', read, _), error(_, context(_, X)), true)", "--allow DIR"),
        ("(findall(N, current_predicate(N/_), Ns), (member(X, Ns), atom_concat($, _, X) -> true ; X = none))", "none"),
        ("catch('$bag_open'(X), error(X, _), true)", "existence_error"),
        ("catch('$raise_from'(-1, -1), error(X, _), true)", "existence_error"),
        ("catch('$create_flag'(f(x), a), error(X, _), true)", "existence_error"),
        ("catch(call('$raise_from', _, _), error(X, _), true)", "existence_error"),
    ] {
        let text = format!("term_expansion(p, p(X)) :- {goal}.\np.\n");
        std::fs::write(&program, text).expect("a file");
        let first = home.seen(&["list", &program, "p/1"]);
        assert!(first.starts_with("exit 0") && first.contains(found) && !first.contains("ran)"), "{goal}: {first}");
        assert_eq!(first, home.seen(&["list", &program, "p/1"]), "{goal}");
    }
}

#[test]
fn a_condition_that_takes_all_memory_or_time_is_an_error_of_the_text() {
    let (home, program, _) = home();
    for (text, said) in [
        ("t(G) :- call(G), t((G, G)).\n:- if(t(true)).\n:- endif.\n", "resource_error(memory)"),
        (
            ":- if(catch(set_prolog_flag(time_limit, 1000), _, true)).\n:- endif.\n:- if((repeat, fail)).\n:- endif.\n",
            "resource_error(time)",
        ),
    ] {
        std::fs::write(&program, format!("{text}p(1).\n")).expect("a file");
        let seen = home.seen(&["list", &program, "p/1"]);
        assert!(seen.starts_with("exit 2") && seen.contains(said) && !seen.contains("out of memory:"), "{seen}");
    }
}

#[test]
fn a_program_in_a_sandbox_reads_no_input() {
    let (home, program, _) = home();
    let text = "main :- forall(member(G, [read(_), get_char(_), peek_code(user_input, _), read_term(user_input, _, []),\n\
         consult(user), break]), (catch(G, error(permission_error(input, _, _), _), fail) -> print(done(G)), nl ; true)),\n\
         print(end), nl.\n";
    std::fs::write(&program, text).expect("a file");
    let seen = home.seen(&["run", &program, "--sandbox"]);
    assert_eq!(seen, "exit 0\n--- stdout\nend\n--- stderr\n% Break level 1\n");
}

#[test]
fn a_program_in_a_sandbox_computes_and_prints() {
    let (home, program, outside) = home();
    let text = format!(
        "main :- forall(member(G, [getenv('HOME', _), open('{outside}/secret.pl', read, _), open('{outside}/new', write, _),\n\
         consult('{outside}/secret'), shell(true), tmp_file(a, _), delete_file('{outside}/secret.pl'),\n\
         directory_files('{outside}', _), exists_file('{outside}/secret.pl')]), (catch(G, _, fail) -> print(done(G)), nl ; true)),\n\
         get_time(T), X is 2 ** 100, print(T-X), nl.\n"
    );
    std::fs::write(&program, text).expect("a file");
    let seen = home.seen(&["run", &program, "--sandbox"]);
    assert_eq!(seen, "exit 0\n--- stdout\n0.0-1267650600228229401496703205376\n");
    let allowed = home.seen(&["run", &program, "--sandbox", "--allow", &outside]);
    assert_eq!(allowed.matches("done(").count(), 5, "{allowed}");
    assert!(!allowed.contains("getenv") && !allowed.contains("shell") && !allowed.contains("tmp_file"), "{allowed}");
    let free = home.seen(&["run", &program]);
    assert!(free.contains("getenv") && free.contains("shell"), "{free}");
}
