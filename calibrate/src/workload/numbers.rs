//! Skeletons over integers: counting loops, accumulators, multiple recursion, arithmetic tests, other number types.

use super::grammar::{Function, Writer};

/// A loop that counts down or up; the first argument is the counter. Gives the values of its other inputs and how many
/// outputs it has. Long, because base clause, head, call and goals must agree on every optional argument.
pub fn counter(w: &mut Writer) -> (Function, Vec<String>, usize) {
    let accumulators = w.number(0, 3);
    let passes = w.number(0, 2);
    let builds = w.chance(0.4);
    let after = !builds && w.chance(0.3);
    let outputs = accumulators + usize::from(builds) + usize::from(after);
    let function = w.function(1 + passes + accumulators + outputs);
    let stop = w.number(0, 1) as i64;
    let cut_base = w.chance(0.5);
    let sums = w.vars(accumulators);
    let fixed = w.vars(passes);
    let mut base: Vec<String> = vec![stop.to_string()];
    base.extend(fixed.iter().chain(&sums).chain(&sums).cloned());
    base.extend(builds.then(|| "[]".to_string()));
    base.extend(after.then(|| w.number(0, 1).to_string()));
    let base: Vec<&str> = base.iter().map(String::as_str).collect();
    let cut = if cut_base { vec!["!".to_string()] } else { vec![] };
    w.clause(&function.with(&base), &cut);
    let branches = if w.chance(0.35) { 2 } else { 1 };
    let style = w.number(0, 2);
    for branch in 0..branches {
        let (n, m) = (w.var(), w.var());
        let fixed = w.vars(passes);
        let sums = w.vars(accumulators);
        let results = w.vars(accumulators);
        let (list, rest) = (w.var(), w.var());
        let mut over = vec![n.clone()];
        over.extend(fixed.iter().chain(&sums).cloned());
        let mut body = Vec::new();
        if !cut_base {
            body.push(format!("{n} > {stop}"));
        }
        let modulus = w.number(2, 3);
        match (branches, branch, style) {
            (1, ..) => {}
            (_, 0, 0) => body.push(format!("{n} mod {modulus} =:= 0")),
            (_, 0, _) => body.extend([format!("{n} mod {modulus} =:= 0"), "!".into()]),
            (_, _, 0) => body.push(format!("{n} mod {modulus} =\\= 0")),
            _ => {}
        }
        // The style of the second branch must exclude what the first takes by a guard, with the same modulus.
        if branches == 2 && style == 0 {
            let text = body.pop().unwrap_or_default();
            body.push(text.replace(&format!("mod {modulus}"), "mod 2"));
        }
        let mut new_sums = Vec::new();
        for sum in &sums {
            let new = w.var();
            let expression = if w.chance(0.4) { format!("{sum} + {n}") } else { w.arithmetic(&over) };
            body.push(format!("{new} is {expression}"));
            new_sums.push(new);
        }
        let step = if w.chance(0.5) { format!("{m} is {n} - 1") } else { format!("{m} is {n} + (-1)") };
        let at = w.number(body.len().min(1), body.len());
        body.insert(at, step);
        let (total, before) = (w.var(), w.var());
        let mut call: Vec<String> = vec![m];
        call.extend(fixed.iter().chain(&new_sums).chain(&results).cloned());
        call.extend(builds.then(|| rest.clone()));
        call.extend(after.then(|| before.clone()));
        body.push(function.with(&call.iter().map(String::as_str).collect::<Vec<_>>()));
        let mut head: Vec<String> = vec![n.clone()];
        head.extend(fixed.iter().chain(&sums).chain(&results).cloned());
        if builds {
            head.push(match w.number(0, 3) {
                0 => format!("[f({n})|{rest}]"),
                1 => format!("s({rest})"),
                2 => format!("[{n}, {}|{rest}]", w.number(0, 9)),
                _ => format!("[{n}|{rest}]"),
            });
        }
        if after {
            head.push(total.clone());
            let over = [before.clone(), n.clone()];
            let expression = w.arithmetic(&over);
            body.push(format!("{total} is {expression}"));
        }
        let _ = list;
        w.clause(&function.with(&head.iter().map(String::as_str).collect::<Vec<_>>()), &body);
    }
    let mut inputs: Vec<String> = (0..passes).map(|_| w.number(1, 20).to_string()).collect();
    inputs.extend((0..accumulators).map(|_| w.number(0, 5).to_string()));
    (function, inputs, outputs)
}

/// A number function that calls itself two or three times, and combines the results.
pub fn multiple(w: &mut Writer) -> Function {
    let calls = w.number(2, 3);
    let extra = w.number(0, 2);
    let function = w.function(2 + extra);
    let fixed = w.vars(extra);
    let steps: Vec<usize> = (0..calls).map(|_| w.number(1, 3)).collect();
    let most = steps.iter().copied().max().unwrap_or(1);
    let pass: Vec<&str> = fixed.iter().map(String::as_str).collect();
    let call = |n: &str, out: &str| {
        let mut arguments = vec![n];
        arguments.extend(&pass);
        arguments.push(out);
        function.with(&arguments)
    };
    let style = w.number(0, 2);
    match style {
        0 => {
            for n in 0..most {
                let value = w.number(0, 3).to_string();
                let cut = w.chance(0.5).then(|| "!".to_string());
                w.clause(&call(&n.to_string(), &value), &Vec::from_iter(cut));
            }
        }
        1 => {
            let n = w.var();
            let cut = w.chance(0.7).then(|| "!".to_string());
            let body: Vec<String> = [format!("{n} < {most}")].into_iter().chain(cut).collect();
            w.clause(&call(&n, "1"), &body);
        }
        _ => {
            let n = w.var();
            w.clause(&call(&n, &n), &[format!("{n} =< {}", most - 1)]);
        }
    }
    let n = w.var();
    let smaller = w.vars(calls);
    let results = w.vars(calls);
    let out = w.var();
    let mut body = vec![format!("{n} >= {most}")];
    let mut steps_first = w.chance(0.6);
    if calls > 2 {
        steps_first = true;
    }
    let subtract = |at: usize| format!("{} is {n} - {}", smaller[at], steps[at]);
    if steps_first {
        body.extend((0..calls).map(subtract));
        body.extend((0..calls).map(|at| call(&smaller[at], &results[at])));
    } else {
        for at in 0..calls {
            body.push(subtract(at));
            body.push(call(&smaller[at], &results[at]));
        }
    }
    let combined = match w.number(0, 4) {
        0 => results.join(" + "),
        1 => format!("({}) mod 1000 + {n}", results.join(" + ")),
        2 => format!("max({}, {}) + 1", results[0], results[1]),
        3 => format!("{} - {} + {n} * 2", results[0], results[1]),
        _ => String::new(),
    };
    if combined.is_empty() {
        body.push(format!("{out} = {}({})", w.pick(&["t", "n"]), results.join(", ")));
    } else {
        body.push(format!("{out} is {combined}"));
    }
    if style != 1 && w.chance(0.2) {
        body.remove(0);
        body.insert(0, format!("{n} > {}", most - 1));
    }
    w.clause(&call(&n, &out), &body);
    function
}

/// A function of two or three numbers that recurs on itself with if-then-else, as gcd, power, collatz, or tak do.
pub fn euclid(w: &mut Writer) -> (Function, Vec<String>, usize) {
    let v = w.vars(9);
    match w.number(0, 3) {
        0 => {
            let f = w.function(3);
            w.clause(&f.with(&[&v[0], "0", &v[0]]), &["!".into()]);
            let goals = [format!("{} is {} mod {}", v[2], v[0], v[1]), f.with(&[&v[1], &v[2], &v[3]])];
            w.clause(&f.with(&[&v[0], &v[1], &v[3]]), &goals);
            (f, vec!["46368".into(), "28657".into()], 1)
        }
        1 => {
            let f = w.plain(3);
            w.clause(&f.with(&["1", &v[0], &v[0]]), &["!".into()]);
            let (half, triple) = (format!("{} is {} // 2", v[3], v[0]), format!("{} is {} * 3 + 1", v[3], v[0]));
            let choice = format!("( {} mod 2 =:= 0 -> {half} ; {triple} )", v[0]);
            let goals = [choice, format!("{} is {} + 1", v[4], v[1]), f.with(&[&v[3], &v[4], &v[2]])];
            w.clause(&f.with(&[&v[0], &v[1], &v[2]]), &goals);
            let start = w.size(20, 90);
            (f, vec![start.to_string(), "0".into()], 1)
        }
        2 => {
            let f = w.plain(4);
            w.clause(
                &f.with(&[&v[0], &v[1], &v[2], &v[3]]),
                &[format!("{} >= {}", v[1], v[0]), "!".into(), format!("{} = {}", v[3], v[2])],
            );
            let mut goals: Vec<String> = (0..3).map(|at| format!("{} is {} - 1", v[4 + at], v[at])).collect();
            let inner = w.vars(3);
            goals.push(f.with(&[&v[4], &v[1], &v[2], &inner[0]]));
            goals.push(f.with(&[&v[5], &v[2], &v[0], &inner[1]]));
            goals.push(f.with(&[&v[6], &v[0], &v[1], &inner[2]]));
            goals.push(f.with(&[&inner[0], &inner[1], &inner[2], &v[3]]));
            w.clause(&f.with(&[&v[0], &v[1], &v[2], &v[3]]), &goals);
            let size = w.number(4, 6);
            (f, vec![size.to_string(), (size / 2).to_string(), "1".into()], 1)
        }
        _ => {
            let f = w.function(3);
            w.clause(&f.with(&["0", &v[0], "1"]), &["!".into()]);
            let goals = [
                format!("{} is {} >> 1", v[2], v[1]),
                f.with(&[&v[2], &v[0], &v[3]]),
                format!("{} is {} * {} mod 10007", v[4], v[3], v[3]),
                format!("( {} /\\ 1 =:= 1 -> {} is {} * {} mod 10007 ; {} = {} )", v[1], v[5], v[4], v[0], v[5], v[4]),
            ];
            w.clause(&f.with(&[&v[1], &v[0], &v[5]]), &goals);
            (f, vec!["123456789".into(), w.number(2, 9).to_string()], 1)
        }
    }
}

/// A counting loop over floats, rationals of the machine's other number paths, or big integers.
pub fn other_numbers(w: &mut Writer) -> (Function, Vec<String>, usize) {
    let f = w.plain(3);
    let v = w.vars(4);
    w.clause(&f.with(&["0", &v[0], &v[0]]), &["!".into()]);
    let start = match w.number(0, 2) {
        0 => "4611686018427387903".to_string(),
        1 => "123456789012345678901234567890".to_string(),
        _ => "1.5".to_string(),
    };
    let float = start.contains('.');
    let expressions: &[&str] = if float {
        &["S * 0.5 + 1.25", "S + 0.1", "S - N", "sqrt(S + 2.0)", "S / 3.0 + N", "abs(S - 1.5)", "max(S, 2.5) - 0.25"]
    } else {
        &["S + N", "S - N", "(S + S) mod 1000000000000000000003", "S * 3 // 3", "S + 1", "max(S, N)", "-(-(S))"]
    };
    let mut body = vec![format!("{} > 0", v[1])];
    let mut current = v[0].clone();
    for _ in 0..w.number(1, 4) {
        let next = w.var();
        let expression = w.pick(expressions).replace('S', "\u{1}").replace('N', &v[1]).replace('\u{1}', &current);
        body.push(format!("{next} is {expression}"));
        current = next;
    }
    if w.chance(0.5) {
        let bound = if float { "1000000.5" } else { "0" };
        let (less, same) = (w.pick(&["<", "=<"]), w.pick(&["=:=", ">"]));
        body.push(format!("( {current} {less} {bound} -> true ; {current} {same} {bound} -> true ; true )"));
    }
    body.push(format!("{} is {} - 1", v[2], v[1]));
    body.push(f.with(&[&v[2], &current, &v[3]]));
    w.clause(&f.with(&[&v[1], &v[0], &v[3]]), &body);
    let times = w.size(10, 40);
    (f, vec![times.to_string(), start], 1)
}
