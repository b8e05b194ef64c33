//! Skeletons that search: facts and joins, generate and test, failure-driven loops, parsers, puzzles.

use super::data::{self, Element};
use super::grammar::{Function, Writer};

/// A table of facts of some arity; values are drawn from a few atoms or numbers.
pub fn facts(w: &mut Writer, arity: usize, rows: usize) -> Function {
    let table = w.plain(arity);
    let kinds: Vec<Element> = (0..arity).map(|_| if w.chance(0.6) { Element::Atom } else { Element::Int }).collect();
    for _ in 0..rows {
        let values: Vec<String> = kinds.iter().map(|&kind| data::element(&mut w.rng, kind)).collect();
        w.clause(&table.with(&values.iter().map(String::as_str).collect::<Vec<_>>()), &[]);
    }
    table
}

/// A graph: edges over atoms, from each atom to later ones, so that paths end.
pub fn graph(w: &mut Writer, out_degree: usize) -> Function {
    let edge = w.plain(2);
    for (at, from) in data::ATOMS.iter().enumerate() {
        for _ in 0..out_degree {
            if at + 1 < data::ATOMS.len() {
                let to = data::ATOMS[w.number(at + 1, (at + 3).min(data::ATOMS.len() - 1))];
                w.clause(&edge.with(&[from, to]), &[]);
            }
        }
    }
    edge
}

/// A nondeterministic generator over a list: membership, selection, pairs of neighbours.
pub fn generator(w: &mut Writer) -> Function {
    let function = w.plain(2);
    let v = w.vars(4);
    match w.number(0, 2) {
        0 => {
            w.clause(&function.with(&[&v[0], &format!("[{}|_]", v[0])]), &[]);
            w.clause(&function.with(&[&v[0], &format!("[_|{}]", v[1])]), &[function.with(&[&v[0], &v[1]])]);
        }
        1 => {
            let inner = w.plain(3);
            w.clause(&function.with(&[&v[0], &format!("[{}|{}]", v[1], v[2])]), &[inner.with(&[&v[2], &v[1], &v[0]])]);
            w.clause(&inner.with(&[&v[2], &v[0], &v[0]]), &[]);
            w.clause(
                &inner.with(&[&format!("[{}|{}]", v[1], v[2]), "_", &v[0]]),
                &[inner.with(&[&v[2], &v[1], &v[0]])],
            );
        }
        _ => {
            w.clause(&function.with(&[&format!("n({}, {})", v[0], v[1]), &format!("[{}, {}|_]", v[0], v[1])]), &[]);
            w.clause(&function.with(&[&v[0], &format!("[_|{}]", v[1])]), &[function.with(&[&v[0], &v[1]])]);
        }
    }
    function
}

/// A loop that fails through all solutions of a conjunction, or takes the first, or counts them.
/// Arguments: one list.
pub fn generate_and_test(w: &mut Writer) -> Function {
    let function = w.plain(1);
    let generators: Vec<Function> = (0..w.number(1, 2)).map(|_| generator(w)).collect();
    let list = w.var();
    let values = w.vars(generators.len());
    let mut goals: Vec<String> =
        generators.iter().zip(&values).map(|(generator, value)| generator.with(&[value, &list])).collect();
    for value in &values {
        match w.number(0, 4) {
            0 => goals.push(format!("integer({value})")),
            1 => goals.push(format!("{value} @> {}", w.number(10, 90))),
            2 => goals.push(format!("{value} = n(_, _)")),
            3 => goals.push(format!("atomic({value})")),
            _ => {}
        }
    }
    if values.len() > 1 {
        let (a, b) = (&values[0], &values[1]);
        goals.push(w.pick(&["@<", "\\==", "\\=", "=="]).to_string());
        let test = goals.pop().unwrap_or_default();
        let at = w.number(2, goals.len());
        goals.insert(at, format!("{a} {test} {b}"));
    }
    match w.number(0, 2) {
        0 => {
            goals.push("fail".into());
            w.clause(&function.with(&[&list]), &goals);
            w.clause(&function.with(&["_"]), &[]);
        }
        1 => {
            let all = goals.join(", ");
            w.clause(&function.with(&[&list]), &[format!("\\+ ( {all}, fail )")]);
        }
        _ => {
            let all = goals.join(", ");
            w.clause(&function.with(&[&list]), &[format!("( {all}, fail ; true )")]);
        }
    }
    function
}

/// A join of fact tables, all solutions by failure; no arguments.
pub fn join(w: &mut Writer) -> Function {
    let tables: Vec<(Function, usize)> = (0..w.number(1, 3))
        .map(|_| {
            let arity = w.number(2, 4);
            let rows = w.size(6, 18);
            (facts(w, arity, rows), arity)
        })
        .collect();
    let query = w.plain(1);
    let shared = w.vars(3);
    let mut goals = Vec::new();
    for (table, arity) in &tables {
        let arguments: Vec<String> = (0..*arity)
            .map(|at| match w.number(0, 5) {
                0 if at > 0 => data::atom(&mut w.rng).to_string(),
                1 if at > 0 => w.var(),
                _ => w.pick(&shared),
            })
            .collect();
        goals.push(table.with(&arguments.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    if w.chance(0.4) {
        goals.push(format!("{} @< m", shared[0]));
    }
    let result = format!("r({})", shared.join(", "));
    w.clause(&query.with(&[&result]), &goals);
    let all = w.plain(0);
    let solution = w.var();
    w.clause(&all.with(&[]), &[query.with(&[&solution]), "fail".into()]);
    w.clause(&all.with(&[]), &[]);
    all
}

/// All paths of a graph from a node, by failure or counted; argument: the node.
pub fn paths(w: &mut Writer) -> Function {
    let edge = graph(w, 2);
    let (path, all) = (w.plain(3), w.plain(1));
    let v = w.vars(5);
    w.clause(&path.with(&[&v[0], &v[0], "[]"]), &[]);
    let (step, rest) = (edge.with(&[&v[0], &v[2]]), path.with(&[&v[2], &v[1], &v[3]]));
    if w.chance(0.4) {
        let depth = w.plain(4);
        let n = w.vars(2);
        w.clause(&depth.with(&[&v[0], &v[0], "_", "0"]), &[]);
        let goals = [
            format!("{} > 0", n[0]),
            step,
            format!("{} is {} - 1", n[1], n[0]),
            depth.with(&[&v[2], &v[1], &n[1], &v[3]]),
            format!("{} is {} + 1", v[4], v[3]),
        ];
        w.clause(&depth.with(&[&v[0], &v[1], &n[0], &v[4]]), &goals);
        let limit = w.number(3, 5).to_string();
        w.clause(&all.with(&[&v[0]]), &[depth.with(&[&v[0], &v[1], &limit, &v[4]]), "fail".into()]);
    } else {
        w.clause(&path.with(&[&v[0], &v[1], &format!("[{}|{}]", v[2], v[3])]), &[step, rest]);
        w.clause(&all.with(&[&v[0]]), &[path.with(&[&v[0], &v[1], &v[4]]), "fail".into()]);
    }
    w.clause(&all.with(&["_"]), &[]);
    all
}

/// Permutations or placements that are tested on the way; argument: a list, output the first that passes.
pub fn puzzle(w: &mut Writer) -> Function {
    let (solve, select, safe) = (w.plain(2), w.plain(3), w.plain(3));
    let v = w.vars(7);
    let place = w.plain(3);
    w.clause(&solve.with(&[&v[0], &v[1]]), &[place.with(&[&v[0], "[]", &v[1]])]);
    w.clause(&place.with(&["[]", &v[0], &v[0]]), &[]);
    let goals = [
        select.with(&[&v[2], &v[0], &v[3]]),
        safe.with(&[&v[1], &v[2], "1"]),
        place.with(&[&v[3], &format!("[{}|{}]", v[2], v[1]), &v[4]]),
    ];
    w.clause(&place.with(&[&v[0], &v[1], &v[4]]), &goals);
    w.clause(&select.with(&[&v[0], &format!("[{}|{}]", v[0], v[1]), &v[1]]), &[]);
    let (list, rest) = (format!("[{}|{}]", v[2], v[1]), format!("[{}|{}]", v[2], v[3]));
    w.clause(&select.with(&[&v[0], &list, &rest]), &[select.with(&[&v[0], &v[1], &v[3]])]);
    w.clause(&safe.with(&["[]", "_", "_"]), &[]);
    let list = format!("[{}|{}]", v[0], v[1]);
    let tests: &[&[&str]] = &[
        &["{x} =\\= {q} + {d}", "{x} =\\= {q} - {d}"],
        &["{q} + {d} =\\= {x}"],
        &["abs({q} - {x}) >= 1", "{x} - {q} =\\= {d}"],
    ];
    let chosen = w.pick(tests);
    let mut goals: Vec<String> =
        chosen.iter().map(|test| test.replace("{x}", &v[2]).replace("{q}", &v[0]).replace("{d}", &v[3])).collect();
    goals.push(format!("{} is {} + 1", v[4], v[3]));
    goals.push(safe.with(&[&v[1], &v[2], &v[4]]));
    w.clause(&safe.with(&[&list, &v[2], &v[3]]), &goals);
    solve
}

/// A recogniser of lists of atoms by difference lists, with alternatives; argument: the list, output a parse.
pub fn parser(w: &mut Writer) -> (Function, String) {
    let (top, item) = (w.plain(3), w.plain(3));
    let v = w.vars(6);
    let (head, rest) = (format!("[{}|{}]", v[0], v[1]), &v[1]);
    let separator = data::atom(&mut w.rng);
    if w.chance(0.5) {
        let goals = [item.with(&[&v[2], &v[0], &format!("[{separator}|{}]", v[3])]), top.with(&[&v[4], &v[3], &v[5]])];
        w.clause(&top.with(&[&format!("seq({}, {})", v[2], v[4]), &v[0], &v[5]]), &goals);
        w.clause(&top.with(&[&v[2], &v[0], &v[5]]), &[item.with(&[&v[2], &v[0], &v[5]])]);
    } else {
        let (more, goals) = (w.plain(4), [item.with(&[&v[2], &v[0], &v[3]])]);
        let next = more.with(&[&v[3], &v[2], &v[4], &v[5]]);
        w.clause(&top.with(&[&v[4], &v[0], &v[5]]), &[goals[0].clone(), next]);
        let (after, again) = (format!("[{separator}|{}]", v[0]), item.with(&[&v[2], &v[0], &v[3]]));
        let deeper = more.with(&[&v[3], &format!("seq({}, {})", v[1], v[2]), &v[4], &v[5]]);
        w.clause(&more.with(&[&after, &v[1], &v[4], &v[5]]), &["!".into(), again, deeper]);
        w.clause(&more.with(&[&v[0], &v[1], &v[1], &v[0]]), &[]);
    }
    let known: Vec<&str> = data::ATOMS.iter().copied().filter(|&atom| atom != separator).collect();
    if w.chance(0.5) {
        for atom in &known {
            w.clause(&item.with(&[&format!("leaf({atom})"), &format!("[{atom}|{rest}]"), rest]), &[]);
        }
    } else {
        w.clause(&item.with(&[&format!("leaf({})", v[0]), &head, rest]), &[format!("{} \\== {separator}", v[0])]);
    }
    let items: Vec<&str> = (0..w.size(4, 10)).map(|_| known[w.number(0, known.len() - 1)]).collect();
    (top, format!("[{}]", items.join(&format!(", {separator}, "))))
}

/// A machine of states and inputs as facts, run over a list; arguments: list, state, last state.
pub fn automaton(w: &mut Writer) -> (Function, String) {
    let step = w.plain(3);
    let states: Vec<String> = (0..w.number(2, 4)).map(|at| format!("q{at}")).collect();
    let by_symbol = w.chance(0.5);
    for state in &states {
        for symbol in data::ATOMS {
            let next = w.pick(&states);
            let arguments = if by_symbol { [symbol, state.as_str(), &next] } else { [state.as_str(), symbol, &next] };
            w.clause(&step.with(&arguments), &[]);
        }
    }
    let run = w.function(3);
    let v = w.vars(4);
    w.clause(&run.with(&["[]", &v[0], &v[0]]), &[]);
    let move_on = if by_symbol { [&v[1], &v[0], &v[2]] } else { [&v[0], &v[1], &v[2]] };
    let goals = [step.with(&move_on.map(String::as_str)), run.with(&[&v[3], &v[2], "Last"])];
    w.clause(&run.with(&[&format!("[{}|{}]", v[1], v[3]), &v[0], "Last"]), &goals);
    (run, "q0".into())
}
