//! Skeletons over lists that have a form of their own: joining, finding, sorting, walking two lists, nested loops.

use super::grammar::{Function, Writer};

/// Concatenation in one of the forms people give it: with an extra argument, a changed element, or as it is.
pub fn joiner(w: &mut Writer) -> Function {
    let function = w.function(3);
    let v = w.vars(4);
    if w.chance(0.5) {
        w.clause(&function.with(&["[]", &v[0], &v[0]]), &[]);
    } else {
        let body = if w.chance(0.5) { vec!["!".to_string()] } else { vec![] };
        w.clause(&function.with(&["[]", &v[0], &v[0]]), &body);
    }
    let (list, out) = (format!("[{}|{}]", v[1], v[2]), format!("[{}|{}]", v[1], v[3]));
    let body = function.with(&[&v[2], &v[0], &v[3]]);
    w.clause(&function.with(&[&list, &v[0], &out]), &[body]);
    function
}

/// Membership in one of several forms: two clauses, a cut, identity, if-then-else.
pub fn finder(w: &mut Writer) -> Function {
    let function = w.plain(2);
    let v = w.vars(3);
    let list = format!("[{}|{}]", v[1], v[2]);
    let again = function.with(&[&v[0], &v[2]]);
    let found = format!("[{}|{}]", v[0], v[2]);
    match w.number(0, 3) {
        0 => {
            w.clause(&function.with(&[&v[0], &found]), &["!".into()]);
            w.clause(&function.with(&[&v[0], &list]), &[again]);
        }
        1 => {
            w.clause(&function.with(&[&v[0], &list]), &[format!("{} == {}", v[0], v[1]), "!".into()]);
            w.clause(&function.with(&[&v[0], &list]), &[again]);
        }
        2 => {
            let choice = format!("( {} = {} -> true ; {again} )", v[0], v[1]);
            w.clause(&function.with(&[&v[0], &list]), &[choice]);
        }
        _ => {
            w.clause(&function.with(&[&v[0], &list]), &[again]);
            w.clause(&function.with(&[&v[0], &found]), &[]);
        }
    }
    function
}

/// For each element of one list, something about another list: quadratic, with a membership test.
pub fn nested(w: &mut Writer) -> (Function, usize) {
    let finder = finder(w);
    let function = w.function(3);
    let v = w.vars(5);
    w.clause(&function.with(&["[]", &v[0], "[]"]), &[]);
    let list = format!("[{}|{}]", v[1], v[2]);
    let kept = format!("[{}|{}]", v[1], v[3]);
    let again = function.with(&[&v[2], &v[0], &v[3]]);
    let test = finder.with(&[&v[1], &v[0]]);
    match w.number(0, 2) {
        0 => {
            w.clause(&function.with(&[&list, &v[0], &kept]), &[format!("\\+ {test}"), "!".into(), again.clone()]);
            w.clause(&function.with(&[&list, &v[0], &v[3]]), &[again]);
        }
        1 => {
            let choice = format!("( {test} -> {} = {} ; {} = {kept} )", v[4], v[3], v[4]);
            w.clause(&function.with(&[&list, &v[0], &v[4]]), &[choice, again]);
        }
        _ => {
            w.clause(&function.with(&[&list, &v[0], &v[3]]), &[test, "!".into(), again.clone()]);
            let put = format!("[{}({})|{}]", w.pick(&["no", "lost"]), v[1], v[3]);
            w.clause(&function.with(&[&list, &v[0], &put]), &[again]);
        }
    }
    (function, 1)
}

/// A sort: insertion, or partition and join, of integers or by the standard order.
pub fn sorter(w: &mut Writer) -> Function {
    let (less, not_less) = w.pick(&[("<", ">="), ("=<", ">"), ("@<", "@>="), ("@=<", "@>")]);
    let sort = w.plain(2);
    let v = w.vars(8);
    if w.chance(0.5) {
        let insert = w.function(3);
        w.clause(&sort.with(&["[]", "[]"]), &[]);
        let list = format!("[{}|{}]", v[0], v[1]);
        w.clause(&sort.with(&[&list, &v[3]]), &[sort.with(&[&v[1], &v[2]]), insert.with(&[&v[2], &v[0], &v[3]])]);
        w.clause(&insert.with(&["[]", &v[0], &format!("[{}]", v[0])]), &[]);
        let rest = format!("[{}|{}]", v[1], v[2]);
        let before = format!("[{}, {}|{}]", v[0], v[1], v[2]);
        let after = format!("[{}|{}]", v[1], v[3]);
        let cut = w.chance(0.6);
        let mut first = vec![format!("{} {less} {}", v[0], v[1])];
        let mut second = vec![insert.with(&[&v[2], &v[0], &v[3]])];
        if cut {
            first.push("!".into());
        } else {
            second.insert(0, format!("{} {not_less} {}", v[0], v[1]));
        }
        w.clause(&insert.with(&[&rest, &v[0], &before]), &first);
        w.clause(&insert.with(&[&rest, &v[0], &after]), &second);
    } else {
        let (part, join) = (w.function(4), joiner(w));
        w.clause(&sort.with(&["[]", "[]"]), &[]);
        let list = format!("[{}|{}]", v[0], v[1]);
        let goals = [
            part.with(&[&v[1], &v[0], &v[2], &v[3]]),
            sort.with(&[&v[2], &v[4]]),
            sort.with(&[&v[3], &v[5]]),
            join.with(&[&v[4], &format!("[{}|{}]", v[0], v[5]), &v[6]]),
        ];
        w.clause(&sort.with(&[&list, &v[6]]), &goals);
        w.clause(&part.with(&["[]", &v[0], "[]", "[]"]), &[]);
        let rest = format!("[{}|{}]", v[1], v[2]);
        let put = |list: &str| format!("[{}|{list}]", v[1]);
        let again = part.with(&[&v[2], &v[0], &v[3], &v[4]]);
        let cut = if w.chance(0.6) { "!".to_string() } else { String::new() };
        let first = [format!("{} {less} {}", v[1], v[0]), cut.clone(), again.clone()];
        w.clause(&part.with(&[&rest, &v[0], &put(&v[3]), &v[4]]), &first);
        let guard = if cut.is_empty() { format!("{} {not_less} {}", v[1], v[0]) } else { String::new() };
        w.clause(&part.with(&[&rest, &v[0], &v[3], &put(&v[4])]), &[guard, again]);
    }
    sort
}

/// Walks two lists in step: products, pairs, comparisons.
pub fn zipper(w: &mut Writer) -> (Function, bool) {
    let function = w.function(3);
    let v = w.vars(7);
    let (one, two) = (format!("[{}|{}]", v[0], v[1]), format!("[{}|{}]", v[2], v[3]));
    let again = function.with(&[&v[1], &v[3], &v[4]]);
    let number = w.chance(0.5);
    if number {
        w.clause(&function.with(&["[]", "[]", "0"]), &[]);
        let expression = w.pick(&["{a} + {x} * {y}", "{x} * {y} + {a}", "{a} + {x} - {y}", "max({a}, {x} + {y})"]);
        let expression = expression.replace("{a}", &v[4]).replace("{x}", &v[0]).replace("{y}", &v[2]);
        w.clause(&function.with(&[&one, &two, &v[5]]), &[again, format!("{} is {expression}", v[5])]);
    } else {
        w.clause(&function.with(&["[]", &v[0], "[]"]), &[]);
        let pair = format!("{}({}, {})", w.pick(&["p", "t", "-"]).replace('-', "q"), v[0], v[2]);
        w.clause(&function.with(&[&one, &two, &format!("[{pair}|{}]", v[4])]), &[again]);
    }
    (function, number)
}

/// Quadratic by appending at the end, or by walking what was built: compositions of a walk and a joiner.
pub fn composed(w: &mut Writer) -> Function {
    let join = joiner(w);
    let function = w.plain(2);
    let v = w.vars(6);
    w.clause(&function.with(&["[]", "[]"]), &[]);
    let list = format!("[{}|{}]", v[0], v[1]);
    let again = function.with(&[&v[1], &v[2]]);
    let joined = match w.number(0, 3) {
        0 => join.with(&[&v[2], &format!("[{}, {}]", v[0], v[0]), &v[3]]),
        1 => join.with(&[&v[2], &format!("[{}|{}]", v[0], v[2]), &v[3]]),
        2 => join.with(&[&format!("[{}, s({})]", v[0], v[0]), &v[2], &v[3]]),
        _ => join.with(&[&v[2], &format!("[w({}, {})]", v[0], v[0]), &v[3]]),
    };
    w.clause(&function.with(&[&list, &v[3]]), &[again, joined]);
    function
}
