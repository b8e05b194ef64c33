//! Skeletons that use builtins and the library: call/N, all solutions, terms taken apart, atoms, exceptions, dynamic
//! facts, global values.

use super::data::{self, Element};
use super::grammar::{Function, Writer};

/// A map, filter or fold over a list through `call/N`. Arguments: the list and an output.
pub fn higher_order(w: &mut Writer) -> Function {
    let (top, apply, goal) = (w.plain(2), w.plain(3), w.name());
    let v = w.vars(6);
    let small = w.number(1, 9);
    match w.number(0, 2) {
        0 => {
            w.clause(&apply.with(&["[]", "_", "[]"]), &[]);
            let (one, two) = (format!("[{}|{}]", v[0], v[1]), format!("[{}|{}]", v[2], v[3]));
            let goals = [format!("call({}, {}, {})", v[4], v[0], v[2]), apply.with(&[&v[1], &v[4], &v[3]])];
            w.clause(&apply.with(&[&one, &v[4], &two]), &goals);
            let over = [v[0].clone()];
            let expression = w.arithmetic(&over);
            if w.chance(0.5) {
                w.clause(&format!("{goal}({}, {})", v[0], v[1]), &[format!("{} is {expression}", v[1])]);
                w.clause(&top.with(&[&v[0], &v[1]]), &[apply.with(&[&v[0], &goal, &v[1]])]);
            } else {
                w.clause(
                    &format!("{goal}({}, {}, {})", v[2], v[0], v[1]),
                    &[format!("{} is {} + {}", v[1], v[0], v[2])],
                );
                w.clause(&top.with(&[&v[0], &v[1]]), &[apply.with(&[&v[0], &format!("{goal}({small})"), &v[1]])]);
            }
        }
        1 => {
            w.clause(&apply.with(&["[]", "_", "[]"]), &[]);
            let one = format!("[{}|{}]", v[0], v[1]);
            let test = format!("call({}, {})", v[4], v[0]);
            let choice = format!("( {test} -> {} = [{}|{}] ; {} = {} )", v[2], v[0], v[3], v[2], v[3]);
            w.clause(&apply.with(&[&one, &v[4], &v[2]]), &[choice, apply.with(&[&v[1], &v[4], &v[3]])]);
            let (yes, _) = w.int_tests(&v[0], &[]);
            w.clause(&format!("{goal}({})", v[0]), &[yes]);
            w.clause(&top.with(&[&v[0], &v[1]]), &[apply.with(&[&v[0], &goal, &v[1]])]);
        }
        _ => {
            let fold = w.plain(4);
            w.clause(&fold.with(&["[]", "_", &v[0], &v[0]]), &[]);
            let one = format!("[{}|{}]", v[0], v[1]);
            let goals =
                [format!("call({}, {}, {}, {})", v[2], v[0], v[3], v[4]), fold.with(&[&v[1], &v[2], &v[4], &v[5]])];
            w.clause(&fold.with(&[&one, &v[2], &v[3], &v[5]]), &goals);
            let over = [v[0].clone(), v[1].clone()];
            let expression = w.arithmetic(&over);
            w.clause(&format!("{goal}({}, {}, {})", v[0], v[1], v[2]), &[format!("{} is {expression}", v[2])]);
            w.clause(&top.with(&[&v[0], &v[1]]), &[fold.with(&[&v[0], &goal, "0", &v[1]])]);
        }
    }
    top
}

/// Collects solutions and works on the collection. Arguments: a list and an output.
pub fn collector(w: &mut Writer) -> Function {
    let (top, generate) = (w.plain(2), super::search::generator(w));
    let v = w.vars(6);
    let template = w.pick(&["{x}", "f({x})", "{x}-1", "[{x}]"]).replace("{x}", &v[2]);
    let mut goals = vec![format!("findall({template}, {}, {})", generate.with(&[&v[2], &v[0]]), v[3])];
    goals.push(match w.number(0, 4) {
        0 => format!("length({}, {})", v[3], v[1]),
        1 => format!("msort({}, {})", v[3], v[1]),
        2 => format!("sort({}, {})", v[3], v[1]),
        3 => format!("copy_term({}, {})", v[3], v[1]),
        _ => format!("{} = {}", v[1], v[3]),
    });
    w.clause(&top.with(&[&v[0], &v[1]]), &goals);
    top
}

/// Walks any term with `functor` and `arg`, or `=..`. Arguments: the term and an output.
pub fn inspector(w: &mut Writer) -> Function {
    let (top, many) = (w.plain(2), w.plain(4));
    let v = w.vars(9);
    if w.chance(0.5) {
        let leaf = w.pick(&["atomic", "\\+ compound"]);
        let leaf = if leaf == "atomic" { format!("atomic({})", v[0]) } else { format!("\\+ compound({})", v[0]) };
        w.clause(&top.with(&[&v[0], "1"]), &[leaf, "!".into()]);
        let goals = [format!("functor({}, _, {})", v[0], v[1]), many.with(&[&v[1], &v[0], "1", &v[2]])];
        w.clause(&top.with(&[&v[0], &v[2]]), &goals);
        w.clause(&many.with(&["0", "_", &v[0], &v[0]]), &["!".into()]);
        let goals = [
            format!("arg({}, {}, {})", v[0], v[1], v[4]),
            top.with(&[&v[4], &v[5]]),
            format!("{} is {} + {}", v[6], v[2], v[5]),
            format!("{} is {} - 1", v[7], v[0]),
            many.with(&[&v[7], &v[1], &v[6], &v[3]]),
        ];
        w.clause(&many.with(&[&v[0], &v[1], &v[2], &v[3]]), &goals);
    } else {
        let each = w.plain(2);
        w.clause(&top.with(&[&v[0], &v[0]]), &[format!("atomic({})", v[0]), "!".into()]);
        let goals = [
            format!("{} =.. [{}|{}]", v[0], v[1], v[2]),
            each.with(&[&v[2], &v[3]]),
            format!("{} =.. [{}|{}]", v[4], v[1], v[3]),
        ];
        w.clause(&top.with(&[&v[0], &v[4]]), &goals);
        w.clause(&each.with(&["[]", "[]"]), &[]);
        let (one, two) = (format!("[{}|{}]", v[0], v[1]), format!("[{}|{}]", v[2], v[3]));
        w.clause(&each.with(&[&one, &two]), &[top.with(&[&v[0], &v[2]]), each.with(&[&v[1], &v[3]])]);
    }
    top
}

/// Works on the letters of atoms in a list. Arguments: the list and an output.
pub fn speller(w: &mut Writer) -> Function {
    let top = w.plain(2);
    let v = w.vars(5);
    w.clause(&top.with(&["[]", "[]"]), &[]);
    let one = format!("[{}|{}]", v[0], v[1]);
    let two = format!("[{}|{}]", v[2], v[3]);
    let goal = match w.number(0, 4) {
        0 => format!("atom_length({}, {})", v[0], v[2]),
        1 => format!("atom_codes({}, {})", v[0], v[2]),
        2 => format!("atom_chars({}, {})", v[0], v[2]),
        3 => format!("atom_codes({}, [{}|_]), {} is {} + 1", v[0], v[4], v[2], v[4]),
        _ => format!("atom_concat({}, s, {})", v[0], v[2]),
    };
    w.clause(&top.with(&[&one, &two]), &[goal, top.with(&[&v[1], &v[3]])]);
    top
}

/// Walks character codes and sorts them into kinds by ranges. Arguments: the codes and an output.
pub fn scanner(w: &mut Writer) -> (Function, String) {
    let (top, kind) = (w.plain(2), w.plain(2));
    let v = w.vars(4);
    w.clause(&top.with(&["[]", "[]"]), &[]);
    let (one, two) = (format!("[{}|{}]", v[0], v[1]), format!("[{}|{}]", v[2], v[3]));
    w.clause(&top.with(&[&one, &two]), &[kind.with(&[&v[0], &v[2]]), top.with(&[&v[1], &v[3]])]);
    let c = &v[0];
    if w.chance(0.5) {
        w.clause(&kind.with(&[c, "letter"]), &[format!("{c} >= 97"), format!("{c} =< 122"), "!".into()]);
        w.clause(&kind.with(&[c, "digit"]), &[format!("{c} >= 48"), format!("{c} =< 57"), "!".into()]);
        w.clause(&kind.with(&["32", "blank"]), &["!".into()]);
        w.clause(&kind.with(&["_", "other"]), &[]);
    } else {
        let chain = format!(
            "( {c} >= 97, {c} =< 122 -> {k} = letter ; {c} =:= 32 -> {k} = blank ; {c} > 57 -> {k} = other ; {k} = digit({c}) )",
            k = v[1]
        );
        w.clause(&kind.with(&[c, &v[1]]), &[chain]);
    }
    let codes: Vec<String> = (0..w.size(10, 30))
        .map(|_| {
            let code = match w.number(0, 3) {
                0 => 32,
                1 => w.number(48, 57),
                2 => w.number(97, 122),
                _ => w.number(33, 126),
            };
            code.to_string()
        })
        .collect();
    (top, format!("[{}]", codes.join(", ")))
}

/// A loop that raises and catches. Arguments: how often.
pub fn thrower(w: &mut Writer) -> Function {
    let (top, risky) = (w.plain(1), w.plain(1));
    let v = w.vars(3);
    let modulus = w.number(2, 5);
    w.clause(&top.with(&["0"]), &["!".into()]);
    let ball = w.pick(&["oops", "error(E)", "w(E, 1)"]);
    let caught = format!("catch({}, {}, true)", risky.with(&[&v[0]]), ball.replace('E', &v[2]));
    w.clause(&top.with(&[&v[0]]), &[caught, format!("{} is {} - 1", v[1], v[0]), top.with(&[&v[1]])]);
    let thrown = ball.replace('E', &v[0]);
    w.clause(&risky.with(&[&v[0]]), &[format!("{} mod {modulus} =:= 0", v[0]), "!".into(), format!("throw({thrown})")]);
    w.clause(&risky.with(&["_"]), &[]);
    top
}

/// Counts and remembers in dynamic facts, and leaves none. Arguments: how often.
pub fn rememberer(w: &mut Writer) -> Function {
    let (top, fact) = (w.plain(1), w.name());
    let (start, step) = (w.plain(1), w.plain(1));
    let v = w.vars(4);
    w.clause(&format!(":- dynamic({fact}/2)"), &[]);
    let clear = format!("retractall({fact}(_, _))");
    w.clause(&start.with(&[&v[0]]), &[clear.clone(), top.with(&[&v[0]]), clear]);
    w.clause(&top.with(&["0"]), &["!".into()]);
    w.clause(&top.with(&[&v[0]]), &[step.with(&[&v[0]]), format!("{} is {} - 1", v[1], v[0]), top.with(&[&v[1]])]);
    match w.number(0, 2) {
        0 => {
            w.clause(&step.with(&[&v[0]]), &[format!("{fact}({}, _)", v[0]), "!".into()]);
            w.clause(
                &step.with(&[&v[0]]),
                &[format!("{} is {} * 2", v[1], v[0]), format!("assertz({fact}({}, {}))", v[0], v[1])],
            );
        }
        1 => {
            let goals = [
                format!("retract({fact}(count, {}))", v[1]),
                "!".into(),
                format!("{} is {} + {}", v[2], v[1], v[0]),
                format!("assertz({fact}(count, {}))", v[2]),
            ];
            w.clause(&step.with(&[&v[0]]), &goals);
            w.clause(&step.with(&[&v[0]]), &[format!("assertz({fact}(count, {}))", v[0])]);
        }
        _ => {
            w.clause(
                &step.with(&[&v[0]]),
                &[format!("{} is {} mod 3", v[1], v[0]), format!("{fact}({}, {})", v[1], v[2]), "!".into()],
            );
            w.clause(
                &step.with(&[&v[0]]),
                &[format!("{} is {} mod 3", v[1], v[0]), format!("asserta({fact}({}, f({})))", v[1], v[0])],
            );
        }
    }
    start
}

/// Looks up a list of keys in an association list, a fact table, or by `member`. Arguments: keys and an output.
pub fn lookup(w: &mut Writer) -> Function {
    let (top, each) = (w.plain(2), w.plain(3));
    let v = w.vars(6);
    let pairs: Vec<String> = data::ATOMS.iter().map(|atom| format!("{atom}-{}", w.number(0, 99))).collect();
    let pairs = format!("[{}]", pairs.join(", "));
    let find = w.plain(3);
    if w.chance(0.5) {
        w.clause(&find.with(&[&v[0], &format!("[{}-{}|_]", v[0], v[1]), &v[1]]), &["!".into()]);
        let rest = format!("[_|{}]", v[2]);
        w.clause(&find.with(&[&v[0], &rest, &v[1]]), &[find.with(&[&v[0], &v[2], &v[1]])]);
    } else {
        w.clause(&find.with(&[&v[0], &v[2], &v[1]]), &[format!("member({}-{}, {})", v[0], v[1], v[2]), "!".into()]);
    }
    w.clause(&top.with(&[&v[0], &v[1]]), &[each.with(&[&v[0], &pairs, &v[1]])]);
    w.clause(&each.with(&["[]", "_", "[]"]), &[]);
    let (one, two) = (format!("[{}|{}]", v[0], v[1]), format!("[{}|{}]", v[3], v[4]));
    w.clause(&each.with(&[&one, &v[2], &two]), &[find.with(&[&v[0], &v[2], &v[3]]), each.with(&[&v[1], &v[2], &v[4]])]);
    top
}

/// The kind of list that suits a skeleton of this file.
pub fn input(w: &mut Writer, kind: Element) -> String {
    let length = w.size(6, 24);
    data::list(&mut w.rng, kind, length)
}
