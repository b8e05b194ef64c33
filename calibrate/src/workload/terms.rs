//! Skeletons over structures: trees, expressions, records, general unification of terms of any size.

use super::data::{self, TreeShape};
use super::grammar::{Function, Writer};

/// A way to write trees.
pub fn tree_shape(w: &mut Writer) -> TreeShape {
    TreeShape {
        functor: w.pick(&["t", "node", "tree", "n"]),
        leaf: w.pick(&["nil", "leaf", "e", "[]"]),
        value_at: w.number(0, 2),
    }
}

/// A predicate over trees with one output: fold, rebuild, collect, depth.
pub fn tree_walk(w: &mut Writer, shape: TreeShape) -> Function {
    let passes = w.number(0, 2);
    let function = w.function(2 + passes);
    let fixed = w.vars(passes);
    let v = w.vars(8);
    let call = |tree: &str, out: &str| {
        let mut arguments = vec![tree];
        arguments.extend(fixed.iter().map(String::as_str));
        arguments.push(out);
        function.with(&arguments)
    };
    let (left, value, right, l, r, out) = (&v[0], &v[1], &v[2], &v[3], &v[4], &v[5]);
    let node = shape.node(left, value, right);
    let mut ints = vec![value.clone()];
    ints.extend(fixed.iter().cloned());
    match w.number(0, 4) {
        0 => {
            w.clause(&call(shape.leaf, "0"), &[]);
            let expression =
                w.pick(&["{l} + {v} + {r}", "max({l}, {r}) + 1", "{l} + {r} + 1", "({l} + {r}) mod 100 + {v}"]);
            let expression = expression.replace("{l}", l).replace("{r}", r).replace("{v}", value);
            w.clause(&call(&node, out), &[call(left, l), call(right, r), format!("{out} is {expression}")]);
        }
        1 => {
            w.clause(&call(shape.leaf, shape.leaf), &[]);
            let (a, b) = if w.chance(0.5) { (l, r) } else { (r, l) };
            w.clause(&call(&node, &shape.node(a, value, b)), &[call(left, l), call(right, r)]);
        }
        2 => {
            w.clause(&call(shape.leaf, shape.leaf), &[]);
            let expression = w.arithmetic(&ints);
            let built = shape.node(l, &v[6], r);
            w.clause(&call(&node, &built), &[format!("{} is {expression}", v[6]), call(left, l), call(right, r)]);
        }
        3 => {
            w.clause(&call(shape.leaf, shape.leaf), &[]);
            let (yes, no) = w.int_tests(value, &fixed);
            let cut = if w.chance(0.5) { "!".to_string() } else { String::new() };
            let first = vec![yes, cut.clone(), call(left, l)];
            w.clause(&call(&node, &shape.node(l, value, right)), &first);
            let guard = if cut.is_empty() { no } else { String::new() };
            w.clause(&call(&node, &shape.node(left, value, r)), &[guard, call(right, r)]);
        }
        _ => {
            let (f, more) = (w.plain(3), w.vars(3));
            w.clause(&f.with(&[shape.leaf, &more[0], &more[0]]), &[]);
            let put = format!("[{value}|{l}]");
            let goals = [f.with(&[right, &more[0], l]), f.with(&[left, &put, out])];
            w.clause(&f.with(&[&node, &more[0], out]), &goals);
            w.clause(&call(left, out), &[f.with(&[left, "[]", out])]);
        }
    }
    function
}

/// Looks up or inserts into a search tree; the tree is the second argument half of the time.
pub fn tree_search(w: &mut Writer, shape: TreeShape) -> (Function, bool) {
    let insert = w.chance(0.5);
    let function = if w.chance(0.5) { w.function(3) } else { w.plain(3) };
    let v = w.vars(6);
    let (left, value, right, key, out) = (&v[0], &v[1], &v[2], &v[3], &v[4]);
    let node = shape.node(left, value, right);
    let result = |tree: &str| {
        if insert { tree.to_string() } else { "yes".to_string() }
    };
    w.clause(
        &function.with(&[shape.leaf, key, &if insert { shape.node(shape.leaf, key, shape.leaf) } else { "no".into() }]),
        &[],
    );
    let go = |tree: &str| function.with(&[tree, key, out]);
    let (in_left, in_right) =
        if insert { (shape.node(out, value, right), shape.node(left, value, out)) } else { (out.clone(), out.clone()) };
    match w.number(0, 2) {
        0 => {
            w.clause(&function.with(&[&node, key, &in_left]), &[format!("{key} < {value}"), go(left)]);
            w.clause(&function.with(&[&node, key, &result(&node)]), &[format!("{key} =:= {value}")]);
            w.clause(&function.with(&[&node, key, &in_right]), &[format!("{key} > {value}"), go(right)]);
        }
        1 => {
            w.clause(&function.with(&[&node, key, &in_left]), &[format!("{key} < {value}"), "!".into(), go(left)]);
            w.clause(&function.with(&[&node, key, &in_right]), &[format!("{key} > {value}"), "!".into(), go(right)]);
            w.clause(&function.with(&[&node, key, &result(&node)]), &[]);
        }
        _ => {
            let (order, go_on) = (w.var(), w.plain(6));
            let goals =
                [format!("compare({order}, {key}, {value})"), go_on.with(&[&order, left, value, right, key, &v[5]])];
            w.clause(&function.with(&[&node, key, &v[5]]), &goals);
            w.clause(&go_on.with(&["<", left, value, right, key, &in_left]), &[go(left)]);
            w.clause(&go_on.with(&["=", left, value, right, key, &result(&node)]), &[]);
            w.clause(&go_on.with(&[">", left, value, right, key, &in_right]), &[go(right)]);
        }
    }
    (function, insert)
}

/// Rewrites or evaluates expressions over some binary functors, with atoms and numbers as leaves.
pub fn rewriter(w: &mut Writer) -> (Function, Vec<&'static str>, usize) {
    let first = w.number(0, 4);
    let operators: Vec<&'static str> =
        (0..w.number(2, 5)).map(|at| data::OPERATORS[(first + at) % data::OPERATORS.len()]).collect();
    let passes = w.number(0, 2);
    let function = w.function(2 + passes);
    let evaluates = w.chance(0.35);
    let leaf_first = w.chance(0.3);
    if leaf_first {
        leaf_clauses(w, &function, passes, evaluates, true);
    }
    for operator in &operators {
        let fixed = w.vars(passes);
        let v = w.vars(5);
        let call = |term: &str, out: &str| {
            let mut arguments = vec![term];
            arguments.extend(fixed.iter().map(String::as_str));
            arguments.push(out);
            function.with(&arguments)
        };
        let term = format!("{operator}({}, {})", v[0], v[1]);
        let both = [call(&v[0], &v[2]), call(&v[1], &v[3])];
        if evaluates {
            let sign = w.pick(&["+", "-", "*"]);
            let expression = format!("({} {sign} {}) mod 1000", v[2], v[3]);
            let goals = [both[0].clone(), both[1].clone(), format!("{} is {expression}", v[4])];
            w.clause(&call(&term, &v[4]), &goals);
        } else {
            let other = w.pick(&operators);
            let built = match w.number(0, 4) {
                0 => format!("{operator}({}, {})", v[2], v[3]),
                1 => format!("{other}({}, {operator}({}, {}))", v[2], v[3], v[0]),
                2 => format!("{other}({}, {})", v[3], v[2]),
                3 => format!("{other}({operator}({}, {}), {other}({}, {}))", v[2], v[1], v[0], v[3]),
                _ => format!("{operator}({}, {})", v[2], v[1]),
            };
            let goals = if built.contains(v[3].as_str()) { both.to_vec() } else { both[..1].to_vec() };
            w.clause(&call(&term, &built), &goals);
        }
    }
    if !leaf_first {
        leaf_clauses(w, &function, passes, evaluates, false);
    }
    (function, operators, passes)
}

fn leaf_clauses(w: &mut Writer, function: &Function, passes: usize, evaluates: bool, before: bool) {
    let fixed = w.vars(passes);
    let v = w.vars(1);
    let call = |term: &str, out: &str| {
        let mut arguments = vec![term];
        arguments.extend(fixed.iter().map(String::as_str));
        arguments.push(out);
        function.with(&arguments)
    };
    let cut = if before || w.chance(0.5) { "!".to_string() } else { String::new() };
    if evaluates {
        w.clause(&call(&v[0], &v[0]), &[format!("integer({})", v[0]), cut.clone()]);
        let value = w.number(0, 9).to_string();
        w.clause(&call(&v[0], &value), &[format!("atom({})", v[0]), cut]);
        return;
    }
    match w.number(0, 3) {
        0 => w.clause(&call(&v[0], &v[0]), &[format!("atomic({})", v[0]), cut]),
        1 => {
            w.clause(&call(&v[0], "zero"), &[format!("number({})", v[0]), cut.clone()]);
            w.clause(&call(&v[0], &v[0]), &[format!("atom({})", v[0]), cut]);
        }
        2 if !before => {
            w.clause(&call("x", "one"), &["!".into()]);
            w.clause(&call(&v[0], &format!("c({})", v[0])), &[format!("\\+ compound({})", v[0])]);
        }
        _ => w.clause(&call(&v[0], &format!("c({})", v[0])), &[format!("atomic({})", v[0]), cut]),
    }
}

/// Compares or unifies two terms: `=`, a repeated head variable, `==`, or not unifiable.
pub fn unifier(w: &mut Writer) -> Function {
    let function = w.plain(3);
    let v = w.vars(5);
    match w.number(0, 4) {
        0 => {
            w.clause(&function.with(&[&v[0], &v[0], "same"]), &["!".into()]);
            w.clause(&function.with(&[&v[0], &v[1], "other"]), &[]);
        }
        1 => {
            let choice = format!("( {} = {} -> {} = same ; {} = other )", v[0], v[1], v[2], v[2]);
            w.clause(&function.with(&[&v[0], &v[1], &v[2]]), &[choice]);
        }
        2 => {
            let choice = format!("( {} == {} -> {} = same ; {} = other )", v[0], v[1], v[2], v[2]);
            w.clause(&function.with(&[&v[0], &v[1], &v[2]]), &[choice]);
        }
        3 => {
            w.clause(&function.with(&[&v[0], &v[1], "other"]), &[format!("{} \\= {}", v[0], v[1]), "!".into()]);
            w.clause(&function.with(&[&v[0], &v[0], "same"]), &[]);
        }
        _ => {
            let inner = w.plain(2);
            let goals = [inner.with(&[&v[0], &format!("w({}, {})", v[1], v[3])]), format!("{} = k({})", v[2], v[3])];
            w.clause(&function.with(&[&v[0], &v[1], &v[2]]), &goals);
            w.clause(&inner.with(&[&v[0], &format!("w({}, {})", v[0], v[4])]), &["!".into()]);
            w.clause(&inner.with(&[&v[0], &v[1]]), &[]);
        }
    }
    function
}

/// Reads and updates records of many fields: wide structures taken apart and put together.
pub fn record_update(w: &mut Writer) -> (Function, String) {
    let fields = w.number(3, 8);
    let functor = w.pick(&["state", "rec", "s", "config"]);
    let function = w.plain(2);
    let old = w.vars(fields);
    let mut new = old.clone();
    let mut body = Vec::new();
    for _ in 0..w.number(1, 3) {
        let at = w.number(0, fields - 1);
        if new[at] != old[at] {
            continue;
        }
        let fresh = w.var();
        let expression = w.arithmetic(&old);
        body.push(format!("{fresh} is {expression}"));
        new[at] = fresh;
    }
    let whole = |names: &[String]| format!("{functor}({})", names.join(", "));
    w.clause(&function.with(&[&whole(&old), &whole(&new)]), &body);
    let start: Vec<String> = (0..fields).map(|_| w.number(1, 50).to_string()).collect();
    (function, whole(&start))
}
