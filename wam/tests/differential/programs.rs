//! Small programs from schemes of recursion, and goals that raise exceptions on the way: all of them end.
//!
//! Lists that are walked are proper and numbers that are counted down start small, so every call has finitely many
//! steps. Where a goal errs it errs in a way that ISO gives one name.

use super::picks::Picks;

/// Elements of lists that are walked.
fn element(picks: &mut Picks) -> String {
    picks.of(&["a", "b", "1", "2", "3", "f(a)", "[]", "V", "W", "-4"]).to_owned()
}

/// What becomes of an element X (or a number) and the result R of the rest.
fn combined(picks: &mut Picks) -> &'static str {
    const WAYS: &[&str] = &[
        "O = [X|R]",
        "O = f(X, R)",
        "O = R",
        "append([X], R, O)",
        "O = X-R",
        "( X == a -> O = R ; O = [X|R] )",
        "( O = R ; O = [X|R] )",
        "( integer(X), X > 1 -> O = [X|R] ; X = b, O = R )",
        "( \\+ X = b, O = g(R) ; O = [X] )",
        "copy_term(f(X, R), O)",
        "catch(( O is X + 1 ; throw(R) ), error(type_error(_, _), _), O = R)",
        "( member(O, [R, X]) )",
        "once(( O = R ; O = X ))",
        "findall(Y, ( Y = X ; Y = R ), O)",
        "( var(X) -> X = z, O = R ; O = h(X, R) )",
        "term_variables(X-R, Vs), length(Vs, O)",
        "( ground(X-R), compare(<, X, R) -> O = X ; O = R )",
        "R = O, ( nonvar(O), O = [] ; X \\== O )",
        "functor(X, N, A), O = N/A",
        "( X = R -> O = same ; O = [R] )",
    ];
    WAYS[picks.below(WAYS.len())]
}

/// Conditions on an element, before or after the recursive call.
fn condition(picks: &mut Picks) -> &'static str {
    const CONDITIONS: &[&str] = &[
        "true",
        "true",
        "true",
        "!",
        "atom(X)",
        "integer(X)",
        "X \\= b",
        "X \\== a",
        "\\+ integer(X)",
        "nonvar(X)",
        "compare(>, X, 1)",
        "( X = a ; X = 1 ; true )",
    ];
    CONDITIONS[picks.below(CONDITIONS.len())]
}

fn base(picks: &mut Picks) -> &'static str {
    const BASES: &[&str] = &["[]", "0", "a", "_", "[E]"];
    BASES[picks.below(BASES.len())]
}

/// A predicate that walks a list.
fn walk(picks: &mut Picks, name: &str, clauses: &mut Vec<String>) {
    let last = format!("{name}([], {}).", base(picks));
    let mut walking = Vec::new();
    for _ in 0..1 + picks.below(3) {
        let head = picks.of(&["[X|Xs]", "[X|Xs]", "[X|Xs]", "[X,_|Xs]", "[X,X|Xs]", "[f(X)|Xs]", "[1|Xs]", "[a|Xs]"]);
        let set = if head.contains('X') && head.starts_with("[X") || head.starts_with("[f") { "" } else { "X = s, " };
        let (before, after, ways) = (condition(picks), condition(picks), combined(picks));
        walking.push(format!("{name}({head}, O) :- {set}{before}, {name}(Xs, R), {after}, {ways}."));
    }
    let place = picks.below(walking.len() + 1);
    walking.insert(place, last);
    clauses.extend(walking);
}

/// A predicate that counts down.
fn count(picks: &mut Picks, name: &str, clauses: &mut Vec<String>) {
    clauses.push(format!("{name}(0, {}){}.", base(picks), picks.of(&["", " :- !"])));
    for _ in 0..1 + picks.below(2) {
        let (condition, ways) = (condition(picks), combined(picks));
        let again = picks.of(&["", "", ", X > 1, Z is X - 2, call"]);
        let again = if again.is_empty() { String::new() } else { format!("{again}({name}, Z, _)") };
        clauses.push(format!("{name}(X, O) :- X > 0, Y1 is X - 1, {name}(Y1, R){again}, {condition}, {ways}."));
    }
}

/// A predicate on binary trees.
fn tree(picks: &mut Picks, name: &str, clauses: &mut Vec<String>) {
    let (condition, ways) = (condition(picks), combined(picks));
    let split = picks.of(&["L1 = R1, R = L1", "R = [L1|R1]", "append([L1], [R1], R)", "( R = L1 ; R = R1 )"]);
    clauses.push(format!("{name}(leaf, {}).", base(picks)));
    clauses.push(format!("{name}(node(L, X, T), O) :- {condition}, {name}(L, L1), {name}(T, R1), {split}, {ways}."));
}

fn tree_term(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 || picks.below(4) == 0 {
        return "leaf".to_owned();
    }
    format!("node({},{},{})", tree_term(picks, depth - 1), element(picks), tree_term(picks, depth - 1))
}

/// A program of two or three predicates, and a goal that uses all of them.
pub fn program(picks: &mut Picks, clauses: &mut Vec<String>) -> String {
    let mut goal = Vec::new();
    for (at, output) in ["A1", "A2"].into_iter().enumerate().take(1 + picks.below(2)) {
        let name = format!("p@_{at}");
        let input = match picks.below(5) {
            0 => {
                count(picks, &name, clauses);
                picks.below(5).to_string()
            }
            1 => {
                tree(picks, &name, clauses);
                tree_term(picks, 3)
            }
            _ => {
                walk(picks, &name, clauses);
                picks.list(0..6, element)
            }
        };
        goal.push(format!("{name}({input}, {output})"));
    }
    let goal = goal.join(picks.of(&[", ", ", ", " ; "]));
    match picks.below(6) {
        0 => format!("findall(A1, ({goal}), L)"),
        1 => format!("\\+ \\+ ({goal})"),
        2 => format!("catch(({goal}), error(E, _), true)"),
        3 => format!("once(({goal}))"),
        _ => goal,
    }
}

/// What raises an exception, or nothing.
fn raising(picks: &mut Picks) -> &'static str {
    const RAISING: &[&str] = &[
        "throw(a)",
        "throw(f(X))",
        "throw(X)",
        "Y is X + 1",
        "Y is foo + 1",
        "Y is 1 // 0",
        "Y is 7 mod 0",
        "call(1)",
        "call((true, 1))",
        "call((fail, 1))",
        "no_such_predicate_here(X)",
        "functor(_, _, _)",
        "atom_length(_, _)",
        "atom_codes(_, _)",
        "number_codes(Y, _)",
        "_ =.. _",
        "copy_term(X, Y), throw(Y)",
        "X = 1",
        "X = 2 ; X = 3",
        "true",
        "fail",
        "member(X, [1, 2, 3])",
    ];
    RAISING[picks.below(RAISING.len())]
}

/// What a handler takes. Its variables are its own: SWI-Prolog tries a ball before it undoes bindings.
fn ball(picks: &mut Picks) -> String {
    let number = picks.below(1000);
    match picks.below(7) {
        0 => "a".to_owned(),
        1 => format!("f(B{number})"),
        2 => "_".to_owned(),
        3 => format!("error(E{number}, _)"),
        4 => format!("error(type_error(T{number}, _), _)"),
        5 => "f(1)".to_owned(),
        _ => "error(instantiation_error, _)".to_owned(),
    }
}

fn guarded(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 {
        return format!("({})", raising(picks));
    }
    let (a, b) = (guarded(picks, depth - 1), guarded(picks, depth - 1));
    match picks.below(8) {
        0..4 => format!("catch({a}, {}, {b})", ball(picks)),
        4 => format!("({a}, {b})"),
        5 => format!("({a} ; {b})"),
        6 => format!("({a} -> {b} ; Y = none)"),
        _ => format!("findall(X, {a}, L{})", picks.below(1000)),
    }
}

/// Exceptions raised, caught, passed on and raised again.
pub fn exceptions(picks: &mut Picks, _: &mut Vec<String>) -> String {
    let inner = guarded(picks, 3);
    match picks.below(3) {
        0 => inner,
        1 => format!("(X = k ; true), {inner}"),
        _ => format!("catch({inner}, error(Caught, _), true)"),
    }
}
