//! The mixed family: random programs, each a skeleton or a composition of them, with data of a random size.
//!
//! Comes in: a seed, a number, a scale. Goes out: a [`Workload`]. The same seed and number always give the same program;
//! the scale changes only the sizes of the data, so that a program that runs too long can be drawn again, smaller.
//! The drawer finds the scale with which a program runs as long as is wanted.

use super::Workload;
use super::data::{self, Element};
use super::grammar::{Function, Writer};
use super::{
    choices, codes, collections, divide, effects, floats, higher, inspection, interpreters, library, list_forms, lists,
    matching, numbers, records, reduction, search, solutions, steps, symbolic, terms, trees,
};
use crate::calibration::Role;

/// A skeleton: the name of its family, how often it is drawn, and what writes it and gives the goal.
pub type Skeleton = (&'static str, u32, fn(&mut Writer) -> String);

/// All skeletons.
const SKELETONS: &[&[Skeleton]] = &[
    COMPOSED,
    divide::FAMILIES,
    trees::FAMILIES,
    records::FAMILIES,
    interpreters::FAMILIES,
    reduction::FAMILIES,
    symbolic::FAMILIES,
    codes::FAMILIES,
    floats::FAMILIES,
    solutions::FAMILIES,
    choices::FAMILIES,
    higher::FAMILIES,
    collections::FAMILIES,
    inspection::FAMILIES,
    effects::FAMILIES,
    steps::FAMILIES,
    matching::FAMILIES,
];

/// Lists and arithmetic dominate, as in the programs people write.
const COMPOSED: &[Skeleton] = &[
    ("list walk", 20, list_walk),
    ("list chain", 8, list_chain),
    ("join lists", 5, join_lists),
    ("quadratic list", 10, quadratic_list),
    ("list against list", 6, list_against_list),
    ("sort", 6, sort),
    ("zip", 4, zip),
    ("matrix", 6, matrix),
    ("count", 8, count),
    ("count and walk", 4, count_and_walk),
    ("number recursion", 6, number_recursion),
    ("euclid", 4, euclid),
    ("other numbers", 3, other_numbers),
    ("tree walk", 8, tree_walk),
    ("tree search", 6, tree_search),
    ("rewrite", 8, rewrite),
    ("unify", 4, unify),
    ("record", 4, record),
    ("generate and test", 6, generate_and_test),
    ("join facts", 5, join_facts),
    ("paths", 4, paths),
    ("puzzle", 5, puzzle),
    ("parse", 4, parse),
    ("automaton", 4, automaton),
    ("higher order", 4, higher_order),
    ("collect", 3, collect),
    ("inspect", 4, inspect),
    ("spell", 3, spell),
    ("scan", 4, scan),
    ("throw", 3, throw),
    ("remember", 3, remember),
    ("look up", 4, look_up),
    ("power set", 5, subsets),
    ("grow", 10, grow),
];

/// Writes the mixed program of this number.
pub fn generate(seed: u64, number: usize, scale: f64) -> Workload {
    let mut w = Writer::new(seed, number, scale);
    let total: u32 = skeletons().map(|skeleton| skeleton.1).sum();
    let mut drawn = w.number(0, total as usize - 1) as u32;
    let skeleton = skeletons().find(|skeleton| {
        let found = drawn < skeleton.1;
        drawn = drawn.saturating_sub(skeleton.1);
        found
    });
    written(skeleton.expect("the weights add up"), number, w)
}

/// Writes a program of this family; `None` if there is no such family.
pub fn generate_of(family: &str, seed: u64, number: usize, scale: f64) -> Option<Workload> {
    let skeleton = skeletons().find(|skeleton| skeleton.0 == family)?;
    Some(written(skeleton, number, Writer::new(seed, number, scale)))
}

fn written((family, _, write): &Skeleton, number: usize, mut w: Writer) -> Workload {
    let goal = write(&mut w);
    Workload {
        name: format!("{family} {number}"),
        family: (*family).into(),
        text: w.into_text(),
        goal,
        baseline: None,
        role: Role::Row,
    }
}

fn skeletons() -> impl Iterator<Item = &'static Skeleton> {
    SKELETONS.iter().copied().flatten()
}

/// The names of all families.
pub fn families() -> impl Iterator<Item = &'static str> {
    skeletons().map(|skeleton| skeleton.0)
}

fn list_walk(w: &mut Writer) -> String {
    let kind = w.element_kind();
    let walk = lists::recursion(w, kind);
    let length = w.size(20, 120);
    let list = data::list(&mut w.rng, kind, length);
    let outputs = w.vars(walk.outputs);
    walk.call(&list, &outputs)
}

fn list_chain(w: &mut Writer) -> String {
    let kind = w.element_kind();
    let top = w.plain(2);
    let (mut list, last) = (w.var(), w.var());
    let start = list.clone();
    let mut goals = Vec::new();
    let mut results = Vec::new();
    for _ in 0..w.number(2, 4) {
        let walk = lists::recursion(w, kind);
        let outputs = w.vars(walk.outputs);
        goals.push(walk.call(&list, &outputs));
        results.extend(outputs.iter().cloned());
        if walk.gives_list && kind == Element::Atom && w.chance(0.3) {
            list.clone_from(&outputs[0]);
        }
    }
    goals.push(format!("{last} = r({})", results.join(", ")));
    w.clause(&top.with(&[&start, &last]), &goals);
    let length = w.size(8, 40);
    let data = data::list(&mut w.rng, kind, length);
    let out = w.var();
    top.with(&[&data, &out])
}

fn join_lists(w: &mut Writer) -> String {
    let (join, top) = (list_forms::joiner(w), w.plain(3));
    let v = w.vars(6);
    let kind = w.element_kind();
    let goals = match w.number(0, 2) {
        0 => vec![join.with(&[&v[0], &v[1], &v[2]]), join.with(&[&v[2], &format!("[{}]", v[0]), &v[3]])],
        1 => vec![
            join.with(&[&v[0], &v[1], &v[2]]),
            join.with(&[&v[1], &v[2], &v[4]]),
            join.with(&[&v[4], &v[0], &v[3]]),
        ],
        _ => vec![format!("( {}, {} = [] -> {} = [] ; {} = x )", join.with(&[&v[2], &v[4], &v[0]]), v[4], v[3], v[3])],
    };
    w.clause(&top.with(&[&v[0], &v[1], &v[3]]), &goals);
    let (one, two) = (w.size(15, 60), w.size(5, 40));
    let (a, b) = (data::list(&mut w.rng, kind, one), data::list(&mut w.rng, kind, two));
    top.with(&[&a, &b, "Out"])
}

fn quadratic_list(w: &mut Writer) -> String {
    let function = list_forms::composed(w);
    let kind = w.element_kind();
    let length = w.size(6, 12);
    let list = data::list(&mut w.rng, kind, length);
    function.with(&[&list, "Out"])
}

fn list_against_list(w: &mut Writer) -> String {
    let (function, _) = list_forms::nested(w);
    let kind = w.pick(&[Element::Int, Element::Atom, Element::Pair("item")]);
    let (one, two) = (w.size(5, 25), w.size(4, 25));
    let (a, b) = (data::list(&mut w.rng, kind, one), data::list(&mut w.rng, kind, two));
    function.with(&[&a, &b, "Out"])
}

fn sort(w: &mut Writer) -> String {
    let function = list_forms::sorter(w);
    let length = w.size(8, 30);
    let list = data::list(&mut w.rng, Element::Int, length);
    function.with(&[&list, "Out"])
}

fn zip(w: &mut Writer) -> String {
    let (function, _) = list_forms::zipper(w);
    let length = w.size(15, 80);
    let (a, b) = (data::list(&mut w.rng, Element::Int, length), data::list(&mut w.rng, Element::Int, length));
    function.with(&[&a, &b, "Out"])
}

fn matrix(w: &mut Writer) -> String {
    let (row, vector) = (loop_until_number(w), w.plain(3));
    let v = w.vars(5);
    w.clause(&vector.with(&["[]", "_", "[]"]), &[]);
    let (rows, outs) = (format!("[{}|{}]", v[0], v[1]), format!("[{}|{}]", v[2], v[3]));
    w.clause(
        &vector.with(&[&rows, &v[4], &outs]),
        &[row.with(&[&v[0], &v[4], &v[2]]), vector.with(&[&v[1], &v[4], &v[3]])],
    );
    let (height, width) = (w.size(3, 10), w.number(3, 10));
    let (a, b) = (data::matrix(&mut w.rng, height, width), data::list(&mut w.rng, Element::Int, width));
    vector.with(&[&a, &b, "Out"])
}

/// A zipper of two lists to a number.
fn loop_until_number(w: &mut Writer) -> Function {
    loop {
        if let (function, true) = list_forms::zipper(w) {
            return function;
        }
    }
}

fn call_counter(w: &mut Writer, low: usize, high: usize) -> String {
    let (function, inputs, outputs) = numbers::counter(w);
    let start = w.size(low, high).to_string();
    let outputs = w.vars(outputs);
    let mut arguments = vec![start.as_str()];
    arguments.extend(inputs.iter().chain(&outputs).map(String::as_str));
    function.with(&arguments)
}

fn count(w: &mut Writer) -> String {
    call_counter(w, 20, 90)
}

fn count_and_walk(w: &mut Writer) -> String {
    let top = w.plain(2);
    let (first, second) = (call_counter(w, 10, 30), call_counter(w, 10, 30));
    let walk = lists::recursion(w, Element::Int);
    let outputs = w.vars(walk.outputs);
    let list = w.var();
    let calls = [first, walk.call(&list, &outputs), second];
    w.clause(&top.with(&[&list, &outputs[0]]), &calls);
    let length = w.size(10, 30);
    let data = data::list(&mut w.rng, Element::Int, length);
    top.with(&[&data, "Out"])
}

fn number_recursion(w: &mut Writer) -> String {
    let function = numbers::multiple(w);
    let start = w.size(6, 10).to_string();
    // Arity is 2 to 4: what is between the number and the output is passed through.
    let arity = function.arity();
    let passes: Vec<String> = (2..arity).map(|_| w.number(0, 9).to_string()).collect();
    let mut arguments = vec![start.as_str()];
    arguments.extend(passes.iter().map(String::as_str));
    arguments.push("Out");
    function.with(&arguments)
}

fn with_inputs(function: &Function, inputs: &[String], outputs: &[String]) -> String {
    let arguments: Vec<&str> = inputs.iter().chain(outputs).map(String::as_str).collect();
    function.with(&arguments)
}

fn euclid(w: &mut Writer) -> String {
    let (function, inputs, outputs) = numbers::euclid(w);
    let outputs = w.vars(outputs);
    with_inputs(&function, &inputs, &outputs)
}

fn other_numbers(w: &mut Writer) -> String {
    let (function, inputs, outputs) = numbers::other_numbers(w);
    let outputs = w.vars(outputs);
    with_inputs(&function, &inputs, &outputs)
}

fn tree_walk(w: &mut Writer) -> String {
    let shape = terms::tree_shape(w);
    let function = terms::tree_walk(w, shape);
    let nodes = w.size(8, 40);
    let tree = data::tree(&mut w.rng, shape, nodes, 0, 100);
    let passes: Vec<String> = (2..function.arity()).map(|_| w.number(10, 90).to_string()).collect();
    let mut arguments = vec![tree.as_str()];
    arguments.extend(passes.iter().map(String::as_str));
    arguments.push("Out");
    function.with(&arguments)
}

fn tree_search(w: &mut Writer) -> String {
    let shape = terms::tree_shape(w);
    let (search, insert) = terms::tree_search(w, shape);
    let each = w.plain(3);
    let v = w.vars(5);
    let list = format!("[{}|{}]", v[0], v[1]);
    if insert {
        w.clause(&each.with(&["[]", &v[2], &v[2]]), &[]);
        let goals = [search.with(&[&v[2], &v[0], &v[3]]), each.with(&[&v[1], &v[3], &v[4]])];
        w.clause(&each.with(&[&list, &v[2], &v[4]]), &goals);
    } else {
        w.clause(&each.with(&["[]", "_", "[]"]), &[]);
        let goals = [search.with(&[&v[2], &v[0], &v[3]]), each.with(&[&v[1], &v[2], &v[4]])];
        w.clause(&each.with(&[&list, &v[2], &format!("[{}|{}]", v[3], v[4])]), &goals);
    }
    let (nodes, keys) = (w.size(5, 30), w.size(4, 15));
    let tree = data::tree(&mut w.rng, shape, nodes, 0, 100);
    let keys = data::list(&mut w.rng, Element::Int, keys);
    each.with(&[&keys, &tree, "Out"])
}

fn rewrite(w: &mut Writer) -> String {
    let (function, operators, passes) = terms::rewriter(w);
    let inner = w.size(6, 40);
    let term = data::expression(&mut w.rng, &operators, inner, &["x", "y", "a"]);
    let passes: Vec<String> = (0..passes).map(|_| data::atom(&mut w.rng).to_string()).collect();
    let mut arguments = vec![term.as_str()];
    arguments.extend(passes.iter().map(String::as_str));
    arguments.push("Out");
    function.with(&arguments)
}

fn unify(w: &mut Writer) -> String {
    let (test, each) = (terms::unifier(w), w.plain(3));
    let v = w.vars(5);
    w.clause(&each.with(&["[]", "_", "[]"]), &[]);
    let (list, out) = (format!("[{}|{}]", v[0], v[1]), format!("[{}|{}]", v[3], v[4]));
    w.clause(
        &each.with(&[&list, &v[2], &out]),
        &[test.with(&[&v[0], &v[2], &v[3]]), each.with(&[&v[1], &v[2], &v[4]])],
    );
    let cells = w.number(2, 20);
    // Long lists are unified as well as small terms.
    let (target, most) = if w.chance(0.3) {
        let (kind, length) = (w.element_kind(), w.size(10, 120));
        (data::list(&mut w.rng, kind, length), 10)
    } else {
        (data::term(&mut w.rng, cells), 30)
    };
    let terms: Vec<String> = (0..w.size(6, most))
        .map(|_| match w.number(0, 4) {
            0 => w.var(),
            1 => data::term(&mut w.rng, cells),
            2 => with_last_leaf(&target, "other"),
            _ => target.clone(),
        })
        .collect();
    each.with(&[&format!("[{}]", terms.join(", ")), &target, "Out"])
}

/// A term with its last leaf replaced.
fn with_last_leaf(term: &str, leaf: &str) -> String {
    let end = term.trim_end_matches([')', ']']).len();
    let start = term[..end].rfind(['(', ' ']).map_or(0, |at| at + 1);
    format!("{}{leaf}{}", &term[..start], &term[end..])
}

fn record(w: &mut Writer) -> String {
    let (update, start) = terms::record_update(w);
    let again = w.plain(3);
    let v = w.vars(4);
    w.clause(&again.with(&["0", &v[0], &v[0]]), &["!".into()]);
    let goals = [update.with(&[&v[1], &v[2]]), format!("{} is {} - 1", v[3], v[0]), again.with(&[&v[3], &v[2], "Out"])];
    w.clause(&again.with(&[&v[0], &v[1], "Out"]), &goals);
    let times = w.size(10, 40).to_string();
    again.with(&[&times, &start, "Out"])
}

fn generate_and_test(w: &mut Writer) -> String {
    let function = search::generate_and_test(w);
    let kind = w.element_kind();
    let length = w.size(6, 14);
    let list = data::list(&mut w.rng, kind, length);
    function.with(&[&list])
}

fn join_facts(w: &mut Writer) -> String {
    search::join(w).with(&[])
}

fn paths(w: &mut Writer) -> String {
    let function = search::paths(w);
    let from = w.number(2, 8);
    function.with(&[data::ATOMS[from]])
}

fn puzzle(w: &mut Writer) -> String {
    let function = search::puzzle(w);
    let count = w.number(4, 7);
    let list: Vec<String> = (1..=count).map(|at| at.to_string()).collect();
    function.with(&[&format!("[{}]", list.join(", ")), "Out"])
}

fn parse(w: &mut Writer) -> String {
    let (function, input) = search::parser(w);
    function.with(&["Out", &input, "[]"])
}

fn automaton(w: &mut Writer) -> String {
    let (function, start) = search::automaton(w);
    let length = w.size(15, 60);
    let list = data::list(&mut w.rng, Element::Atom, length);
    function.with(&[&list, &start, "Out"])
}

fn higher_order(w: &mut Writer) -> String {
    let function = library::higher_order(w);
    let list = library::input(w, Element::Int);
    function.with(&[&list, "Out"])
}

fn collect(w: &mut Writer) -> String {
    let function = library::collector(w);
    let kind = w.element_kind();
    let list = library::input(w, kind);
    function.with(&[&list, "Out"])
}

fn inspect(w: &mut Writer) -> String {
    let function = library::inspector(w);
    let cells = w.size(10, 50);
    let term = data::term(&mut w.rng, cells);
    function.with(&[&term, "Out"])
}

fn spell(w: &mut Writer) -> String {
    let function = library::speller(w);
    let list = library::input(w, Element::Atom);
    function.with(&[&list, "Out"])
}

fn scan(w: &mut Writer) -> String {
    let (function, codes) = library::scanner(w);
    function.with(&[&codes, "Out"])
}

fn throw(w: &mut Writer) -> String {
    let function = library::thrower(w);
    let times = w.size(5, 20).to_string();
    function.with(&[&times])
}

fn remember(w: &mut Writer) -> String {
    let function = library::rememberer(w);
    let times = w.size(3, 12).to_string();
    function.with(&[&times])
}

fn look_up(w: &mut Writer) -> String {
    let function = library::lookup(w);
    let list = library::input(w, Element::Atom);
    function.with(&[&list, "Out"])
}

/// Recursion on itself twice or more that builds a list or a tree of what comes back, from a number or a list.
fn grow(w: &mut Writer) -> String {
    let (function, v) = (w.function(3), w.vars(9));
    let calls = w.pick(&[2, 2, 2, 3]);
    let by_number = w.chance(0.6);
    let parts = &v[3..3 + calls];
    let join = list_forms::joiner(w);
    let (head, rest) =
        if by_number { (v[0].clone(), v[1].clone()) } else { (format!("[{}|{}]", v[0], v[1]), v[1].clone()) };
    let mut goals: Vec<String> = Vec::new();
    if by_number {
        goals.extend([format!("{} > 0", v[0]), format!("{} is {} - 1", v[1], v[0])]);
    }
    let other = w.pick(&["{x}", "f({x})", "[{x}]"]).replace("{x}", &v[2]);
    for (at, part) in parts.iter().enumerate() {
        goals.push(function.with(&[&rest, if at == 0 { &v[2] } else { &other }, part]));
    }
    let item = w.pick(&["{n}", "m({n}, {x})", "{x}", "w({n})"]).replace("{n}", &v[0]).replace("{x}", &v[2]);
    let (out, base) = match w.number(0, 3) {
        0 => (format!("t({}, {item})", parts.join(", ")), w.pick(&["nil", "e"])),
        1 => {
            goals.push(join.with(&[&parts[0], &format!("[{item}|{}]", parts[1]), &v[7]]));
            (v[7].clone(), "[]")
        }
        2 => {
            goals.push(join.with(&[&parts[1], &parts[0], &v[7]]));
            (format!("[{item}|{}]", v[7]), "[]")
        }
        _ => {
            goals.push(join.with(&[&parts[0], &parts[1], &v[7]]));
            goals.push(join.with(&[&v[7], &format!("[{item}]"), &v[8]]));
            (v[8].clone(), "[]")
        }
    };
    let cut = if w.chance(0.4) { vec!["!".to_string()] } else { vec![] };
    w.clause(&function.with(&[if by_number { "0" } else { "[]" }, "_", base]), &cut);
    w.clause(&function.with(&[&head, &v[2], &out]), &goals);
    let depth = w.number(3, 7 - calls);
    let input = if by_number { depth.to_string() } else { data::list(&mut w.rng, Element::Atom, depth) };
    function.with(&[&input, "a", "Out"])
}

fn subsets(w: &mut Writer) -> String {
    let (all, add) = (w.plain(2), w.plain(3));
    let v = w.vars(5);
    let join = list_forms::joiner(w);
    w.clause(&all.with(&["[]", "[[]]"]), &[]);
    let list = format!("[{}|{}]", v[0], v[1]);
    let wrapped = w.pick(&["[{x}|{y}]", "s({x}, {y})", "[{x}, {x}|{y}]"]).replace("{x}", &v[0]).replace("{y}", &v[2]);
    let goals = [all.with(&[&v[1], &v[2]]), add.with(&[&v[2], &v[0], &v[3]]), join.with(&[&v[3], &v[2], &v[4]])];
    w.clause(&all.with(&[&list, &v[4]]), &goals);
    w.clause(&add.with(&["[]", "_", "[]"]), &[]);
    let (one, two) = (format!("[{}|{}]", v[2], v[1]), format!("[{wrapped}|{}]", v[4]));
    w.clause(&add.with(&[&one, &v[0], &two]), &[add.with(&[&v[1], &v[0], &v[4]])]);
    let length = w.number(3, 5);
    let data = data::list(&mut w.rng, Element::Atom, length);
    all.with(&[&data, "Out"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_family_is_drawn() {
        let drawn: BTreeSet<String> = (0..1500).map(|number| generate(1, number, 1.0).family).collect();
        let all: BTreeSet<String> = families().map(String::from).collect();
        assert_eq!(drawn, all);
    }

    #[test]
    fn programs_differ_in_structure_not_only_in_numbers() {
        let skeletons: BTreeSet<String> =
            (0..400).map(|number| crate::exclude::skeleton(&generate(1, number, 1.0).text)).collect();
        assert!(skeletons.len() > 300, "only {} different programs of 400", skeletons.len());
    }

    #[test]
    fn the_same_seed_gives_the_same_program() {
        assert_eq!(generate(3, 17, 1.0), generate(3, 17, 1.0));
        assert_ne!(generate(3, 17, 1.0), generate(4, 17, 1.0));
    }

    #[test]
    fn the_scale_changes_the_data_only() {
        for number in 0..200 {
            let (one, two) = (generate(1, number, 1.0), generate(1, number, 0.25));
            assert_eq!(one.family, two.family);
        }
    }
}
