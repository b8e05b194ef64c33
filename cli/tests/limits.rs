//! Limits of memory and time, whatever a program grows and however it goes on.

mod support;

use support::Home;

/// Lists and texts that double meet a limit at another place of their growth each time.
const MEGABYTES: [u32; 4] = [16, 24, 48, 100];
/// What the process may need besides, without the pages of its own code (those of a build for tests are many).
const BESIDES: u32 = 24;

const PROGRAM: &str = "
:- dynamic fact/2, place/1.
heap(N, [N|T]) :- M is N + 1, heap(M, T).
deep(N) :- M is N + 1, deep(M), keep(N).
keep(_).
choices(N) :- alternative(_), M is N + 1, choices(M).
alternative(1). alternative(2).
clauses(N) :- assertz(fact(N, f(N, a))), M is N + 1, clauses(M).
rules(N) :- assertz((fact(N, X) :- keep(X), keep(N))), M is N + 1, rules(M).
atoms(N) :- atom_concat(a_rather_long_name_for_an_atom_, N, _), M is N + 1, atoms(M).
predicates(N) :- atom_concat(p, N, P), assertz(P), M is N + 1, predicates(M).
strings(S) :- string_concat(S, S, T), strings(T).
names(S) :- atom_concat(S, S, T), names(T).
globals(N) :- atom_concat(k, N, K), nb_setval(K, f(N, N, N)), M is N + 1, globals(M).
undoable(N) :- b_setval(k, N), M is N + 1, undoable(M).
records(N) :- recordz(k, f(N, g(N))), M is N + 1, records(M).
numbers(N) :- M is N * N, numbers(M).
trail(N) :- length(L, N), ( true ; keep(1) ), maplist(=(x), L), M is 2 * N, trail(M).
written(N, T) :- length(L, N), with_output_to(string(S), print(L)), string_length(S, _), M is 2 * N, written(M, T).
goals(G) :- call(G), goals((G, G)).
choices_of(G) :- \\+ \\+ call((G, fail ; true)), choices_of((G ; G)).
bodies(B) :- assertz((fact(x, y) :- B)), bodies((B, B)).
facts(L) :- assertz(fact(L, x)), append(L, L, M), facts(M).
variables(N) :- functor(T, f, N), term_variables(T, V), length(V, N), M is 2 * N, variables(M).
numbered(N) :- functor(T, f, N), numbervars(T, 0, _), copy_term(T, _), M is 2 * N, numbered(M).
lists(L) :- findall(L, member(_, [a, b, c, d]), Ls), append(Ls, M), lists(M).
nested(L) :- nested([L|L]).
nested_in(T) :- nested_in(f(T, 1.5)).
big(N, L) :- numlist(1, N, L).
strings_kept(N) :- number_string(N, S), assertz(fact(S, x)), M is N + 1, strings_kept(M).
load(File) :- place(Directory), atomic_list_concat([Directory, /, File], Path), consult(Path).
again(G) :- catch(G, _, true), again(G).
peak(K) :- status(\"VmHWM:\", All), status(\"RssFile:\", Code), K is All - Code.
status(Name, K) :- open('/proc/self/status', read, S), lines(S, Name, K), close(S).
lines(S, Name, K) :- read_line_to_string(S, L), ( string_concat(Name, R, L) -> split_string(R, \" \", \" \\t\", [N|_]),
    number_string(K, N) ; lines(S, Name, K) ).
is_held(Goal, Most) :- catch(Goal, error(resource_error(memory), _), true), findall(X, member(X, [1, 2, 3]), [1, 2, 3]),
    peak(K), ( K =< Most -> true ; throw(too_much(K, Most)) ).
";

const GROWTH: &[&str] = &[
    "(heap(1, L), keep(L))",
    "deep(1)",
    "choices(1)",
    "clauses(1)",
    "rules(1)",
    "atoms(1)",
    "predicates(1)",
    "strings(\"abc\")",
    "names(abc)",
    "globals(1)",
    "undoable(1)",
    "records(1)",
    "numbers(3)",
    "trail(1000)",
    "written(1000, _)",
    "(findall(X, (between(1, inf, X)), L), keep(L))",
    "(findall(f(X, g(X)), (between(1, inf, X)), L), keep(L))",
    "(length(L, 1000000000), keep(L))",
    "(numlist(1, 1000000000, L), keep(L))",
    "with_output_to(string(_), tab(100000000000))",
    "(X is 7 ** 1000000000, keep(X))",
    "(numlist(1, 2500000, L), atomic_list_concat(L, ',', A), atomic_list_concat(P, ',', A), keep(P))",
    "(numlist(1, 2000000, L), term_to_atom(f(L), A), term_to_atom(T, A), keep(T))",
    "(open('/dev/zero', read, S), read(S, _))",
    "(open('/dev/zero', read, S), read_string(S, _, _))",
    "(open('/dev/zero', read, S), read_line_to_codes(S, _))",
    "with_output_to(string(_), (repeat, write(hello), fail))",
    "goals(true)",
    "choices_of((true ; true))",
    "bodies(true)",
    "facts([a])",
    "variables(1000)",
    "numbered(10)",
    "lists([a, b])",
    "strings_kept(1)",
    "nested(a)",
    "nested_in(a)",
    "(big(2000000, L), list_to_ord_set(L, S), length(S, N), keep(N))",
    "(length(L, 2000000), foldl([X, A, B]>>(X = A, B = f(A)), L, 0, S), keep(S))",
    "(findall(X-Y, (between(1, 2000, X), between(1, 2000, Y)), L), keysort(L, M), keep(M))",
    "(big(3000000, L), copy_term(L, M), assertz(fact(L, M)))",
    "(big(1000000, L), sort(0, @>=, L, M), msort(M, N), keep(N))",
    "(big(1000000, L), list_to_assoc([a-L], A), put_assoc(b, A, L, B), copy_term(B, C), C = B)",
    "load(wide)",
    "load(many)",
    "load(predicates)",
    "load(comment)",
];

/// Files that are too large for any of the limits.
fn large_files(home: &Home) {
    let numbers = |each: &dyn Fn(u32) -> String, count: u32| (0..count).map(each).collect::<String>();
    home.file("wide.pl", &format!("p([{}a]).\n", numbers(&|n| format!("{n},"), 2_000_000)));
    home.file("many.pl", &numbers(&|n| format!("p({n}, foo({n}, bar)).\n"), 300_000));
    home.file("predicates.pl", &numbers(&|n| format!("p{n}(a).\n"), 150_000));
    home.file("comment.pl", &format!("/* {} */\np(1).\n", "so much to say ".repeat(8_000_000)));
}

/// Every kind of growth ends in an error that the program catches, and goes on; the process stays near its limit.
#[test]
fn memory_is_one_budget_and_its_end_can_be_caught() {
    let home = Home::empty();
    let place = format!("place('{}').\n", home.0.path().display());
    let file = home.file("program.pl", &format!("{PROGRAM}{place}"));
    large_files(&home);
    let mut held = 0;
    for (goal, megabytes) in GROWTH.iter().flat_map(|goal| MEGABYTES.map(|megabytes| (goal, megabytes))) {
        let most = (megabytes + BESIDES) * 1024;
        let goal = format!("is_held({goal}, {most})");
        let memory = format!("{megabytes}M");
        let args = ["run", file.to_str().expect("plain"), "-q", "-g", &goal, "--memory", &memory, "--time", "60"];
        let output = home.run(&args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{goal} within {memory}: {said}");
        held += 1;
    }
    assert!(held > 120, "only {held} kinds of growth");
}

/// Who catches the error of a limit again and again is ended all the same.
#[test]
fn who_catches_every_limit_is_ended() {
    let home = Home::empty();
    let file = home.file("program.pl", PROGRAM);
    let file = file.to_str().expect("plain");
    for (goal, limit, code) in [
        ("again((repeat, fail))", ["--time", "0.2"], 124),
        ("again(heap(1, _))", ["--time", "0.5"], 124),
        ("again(clauses(1))", ["--memory", "16M"], 3),
        ("again(globals(1))", ["--memory", "16M"], 3),
    ] {
        let output = home.run(&["run", file, "-q", "-g", goal, limit[0], limit[1]]);
        assert_eq!(output.status.code(), Some(code), "{goal}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Address space is taken as the limit of memory needs it.
#[test]
fn a_small_limit_needs_little_address_space() {
    let home = Home::empty();
    let file = home.file("program.pl", PROGRAM);
    let limited = |memory: &str| {
        let script = format!("ulimit -v 1000000; exec \"$0\" run \"$1\" -q -g 'heap(1, L), keep(L)' {memory}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_horolog")]).arg(&file);
        let output = command.env("HOROLOG_HOME", home.0.path()).output().expect("a shell runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = limited("--memory 16M");
    assert!(code == Some(3) && said.contains("resource_error(memory)"), "{code:?}: {said}");
    // Where nobody says how much, it is what there is room for.
    let (code, said) = limited("");
    assert!(code == Some(3) && said.contains("resource_error(memory)"), "{code:?}: {said}");
    let (code, said) = limited("--memory 1G");
    let told = ["reserve 10240 MiB", "ulimit -v", "976 MiB"].iter().all(|part| said.contains(part));
    assert!(code == Some(2) && told, "{code:?}: {said}");
}
