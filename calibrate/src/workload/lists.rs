//! The general skeleton over lists: maps, filters, folds, partitions, with their many ways to branch.
//!
//! One general skeleton does most of it ([`recursion`]): a list is walked, some arguments are passed through, some
//! accumulate, some are built on the way, some are computed after the recursive call; one to three alternatives for an
//! element are told apart by guards, by cuts, by if-then-else, or by head patterns.

use super::data::{self, Element};
use super::grammar::{Function, Writer};

/// A predicate that walks a list, and what a call must supply.
pub struct ListFunction {
    /// The predicate: the list first, then its other inputs, then its outputs.
    pub function: Function,
    /// Kind of the list's elements.
    pub kind: Element,
    /// Its other inputs, as text to put into a call.
    pub inputs: Vec<String>,
    /// How many outputs there are.
    pub outputs: usize,
    /// Whether the first output is a list of elements of the same kind.
    pub gives_list: bool,
}

impl ListFunction {
    /// A call on a list; `outputs` are variables.
    pub fn call(&self, list: &str, outputs: &[String]) -> String {
        let mut arguments = vec![list];
        arguments.extend(self.inputs.iter().map(String::as_str));
        arguments.extend(outputs.iter().map(String::as_str));
        self.function.with(&arguments)
    }
}

/// What a walk carries.
struct Shape {
    passes: usize,
    accumulators: usize,
    reversal: bool,
    built: usize,
    after: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Branching {
    None,
    Guards,
    Cut,
    IfThenElse,
    Heads,
}

/// Writes a general walk over a list.
pub fn recursion(w: &mut Writer, kind: Element) -> ListFunction {
    let shape = loop {
        let shape = Shape {
            passes: w.pick(&[0, 0, 1, 1, 2, 3]),
            accumulators: w.pick(&[0, 0, 0, 1, 1, 2]),
            reversal: w.chance(0.2),
            built: w.pick(&[0, 1, 1, 1, 2]),
            after: w.chance(0.35),
        };
        if shape.accumulators + shape.built > 0 || shape.reversal || shape.after {
            break shape;
        }
    };
    let reversal = usize::from(shape.reversal);
    let after = usize::from(shape.after);
    let inputs = shape.passes + shape.accumulators + reversal;
    let outputs = shape.accumulators + reversal + shape.built + after;
    let function = w.function(1 + inputs + outputs);
    let branching = w.pick(&[
        Branching::None,
        Branching::None,
        Branching::Guards,
        Branching::Cut,
        Branching::IfThenElse,
        Branching::Heads,
    ]);
    let helper = w.chance(0.25).then(|| element_helper(w, kind));
    base_clause(w, &function, &shape);
    walk_clauses(w, &function, &shape, kind, branching, helper.as_ref());
    let mut values: Vec<String> = (0..shape.passes).map(|_| w.number(1, 60).to_string()).collect();
    values.extend((0..shape.accumulators).map(|_| "0".to_string()));
    values.extend((0..reversal).map(|_| "[]".to_string()));
    ListFunction {
        function,
        kind,
        inputs: values,
        outputs,
        gives_list: shape.accumulators == 0 && reversal == 0 && shape.built > 0,
    }
}

fn base_clause(w: &mut Writer, function: &Function, shape: &Shape) {
    let passes = w.vars(shape.passes);
    let sums = w.vars(shape.accumulators + usize::from(shape.reversal));
    let mut arguments: Vec<&str> = vec!["[]"];
    arguments.extend(passes.iter().chain(&sums).map(String::as_str));
    arguments.extend(sums.iter().map(String::as_str));
    arguments.extend(vec!["[]"; shape.built]);
    arguments.extend(vec!["0"; usize::from(shape.after)]);
    let cut = if w.chance(0.1) { vec!["!".to_string()] } else { vec![] };
    w.clause(&function.with(&arguments), &cut);
}

/// Variables of one recursive clause.
struct Walk {
    element: String,
    rest: String,
    passes: Vec<String>,
    sums: Vec<String>,
    reversed: Vec<String>,
    /// Final values of accumulators and of the reversal.
    results: Vec<String>,
    built_rest: Vec<String>,
    after_rest: Vec<String>,
    after: Vec<String>,
}

impl Walk {
    fn new(w: &mut Writer, shape: &Shape) -> Walk {
        let reversal = usize::from(shape.reversal);
        Walk {
            element: w.var(),
            rest: w.var(),
            passes: w.vars(shape.passes),
            sums: w.vars(shape.accumulators),
            reversed: w.vars(reversal),
            results: w.vars(shape.accumulators + reversal),
            built_rest: w.vars(shape.built),
            after_rest: w.vars(usize::from(shape.after)),
            after: w.vars(usize::from(shape.after)),
        }
    }

    fn head(&self, function: &Function, pattern: &str, built: &[String]) -> String {
        let list = format!("[{pattern}|{}]", self.rest);
        let mut arguments = vec![list.as_str()];
        for part in [&self.passes, &self.sums, &self.reversed, &self.results] {
            arguments.extend(part.iter().map(String::as_str));
        }
        arguments.extend(built.iter().chain(&self.after).map(String::as_str));
        function.with(&arguments)
    }

    fn recursive(&self, function: &Function, sums: &[String], reversed: &[String]) -> String {
        let mut arguments = vec![self.rest.as_str()];
        for part in [&self.passes[..], sums, reversed, &self.results, &self.built_rest, &self.after_rest] {
            arguments.extend(part.iter().map(String::as_str));
        }
        function.with(&arguments)
    }
}

/// What one alternative does with an element: goals, and new values.
struct Treatment {
    goals: Vec<String>,
    sums: Vec<String>,
    reversed: Vec<String>,
    /// What is put in front of each built list, if anything.
    puts: Vec<Option<String>>,
    after_goals: Vec<String>,
}

fn treat(w: &mut Writer, walk: &Walk, kind: Element, helper: Option<&Function>) -> Treatment {
    let mut goals = Vec::new();
    let mut ints: Vec<String> = walk.passes.iter().chain(&walk.sums).cloned().collect();
    let mut value = walk.element.clone();
    if kind == Element::Int {
        ints.push(walk.element.clone());
    }
    if let Some(helper) = helper
        && w.chance(0.8)
    {
        let result = w.var();
        goals.push(helper.with(&[&value, &result]));
        value = result;
    }
    if ints.is_empty() {
        ints.push(w.number(1, 9).to_string());
    }
    let mut sums = Vec::new();
    for sum in &walk.sums {
        if w.chance(0.85) {
            let new = w.var();
            let over: Vec<String> = ints.iter().cloned().chain([sum.clone()]).collect();
            let other = w.pick(&over);
            let expression = if w.chance(0.5) { format!("{sum} + {other}") } else { w.arithmetic(&over) };
            goals.push(format!("{new} is {expression}"));
            sums.push(new);
        } else {
            sums.push(sum.clone());
        }
    }
    let puts = walk
        .built_rest
        .iter()
        .map(|_| {
            w.chance(0.8).then(|| match w.number(0, 6) {
                0 if kind == Element::Int => {
                    let new = w.var();
                    let expression = w.arithmetic(&ints);
                    goals.push(format!("{new} is {expression}"));
                    new
                }
                1 => format!("{}({value})", w.pick(&["f", "s", "box"])),
                2 => format!("{}({value}, {})", w.pick(&["g", "h"]), w.pick(&ints)),
                3 => format!("[{value}]"),
                _ => value.clone(),
            })
        })
        .collect();
    let keep = w.chance(0.8);
    let reversed =
        walk.reversed.iter().map(|list| if keep { format!("[{value}|{list}]") } else { list.clone() }).collect();
    let after_goals = walk
        .after
        .iter()
        .zip(&walk.after_rest)
        .map(|(new, old)| {
            let over: Vec<String> = ints.iter().cloned().chain([old.clone(), old.clone()]).collect();
            let expression = w.arithmetic(&over);
            format!("{new} is {expression}")
        })
        .collect();
    Treatment { goals, sums, reversed, puts, after_goals }
}

fn walk_clauses(
    w: &mut Writer,
    function: &Function,
    shape: &Shape,
    kind: Element,
    branching: Branching,
    helper: Option<&Function>,
) {
    match branching {
        Branching::None => write_alternative(w, function, shape, kind, helper, &[], None),
        Branching::Guards | Branching::Cut => {
            let walk = Walk::new(w, shape);
            let ints: Vec<String> = walk.passes.clone();
            let (taken, yes, no) = w.tests(kind, &walk.element, &ints);
            let cut = (branching == Branching::Cut).then(|| "!".to_string());
            let first: Vec<String> = taken.iter().cloned().chain([yes]).chain(cut.clone()).collect();
            let second: Vec<String> = if cut.is_some() { vec![] } else { taken.into_iter().chain([no]).collect() };
            write_with(w, function, &walk, kind, helper, &first, None);
            write_with(w, function, &walk, kind, helper, &second, None);
        }
        Branching::Heads => {
            let patterns: Vec<String> = match kind {
                Element::Int => (0..2).map(|_| w.number(0, 99).to_string()).collect(),
                Element::Atom => (0..3).map(|_| data::atom(&mut w.rng).to_string()).collect(),
                Element::Pair(functor) => (0..2).map(|_| format!("{functor}({}, _)", data::atom(&mut w.rng))).collect(),
            };
            for pattern in patterns {
                let cut = ["!".to_string()];
                write_alternative(w, function, shape, kind, None, &cut, Some(&pattern));
            }
            write_alternative(w, function, shape, kind, helper, &[], None);
        }
        Branching::IfThenElse => if_then_else(w, function, shape, kind, helper),
    }
}

fn write_alternative(
    w: &mut Writer,
    function: &Function,
    shape: &Shape,
    kind: Element,
    helper: Option<&Function>,
    guards: &[String],
    pattern: Option<&str>,
) {
    let walk = Walk::new(w, shape);
    write_with(w, function, &walk, kind, helper, guards, pattern);
}

fn write_with(
    w: &mut Writer,
    function: &Function,
    walk: &Walk,
    kind: Element,
    helper: Option<&Function>,
    guards: &[String],
    pattern: Option<&str>,
) {
    // A pattern stands for the element, whose variable then has no value.
    let kind = if pattern.is_some() && kind == Element::Int { Element::Atom } else { kind };
    let treatment = treat(w, walk, kind, helper);
    let built: Vec<String> = treatment
        .puts
        .iter()
        .zip(&walk.built_rest)
        .map(|(put, rest)| put.as_ref().map_or(rest.clone(), |put| format!("[{put}|{rest}]")))
        .collect();
    let substitute = |text: String| match pattern {
        Some(pattern) => replace_word(&text, &walk.element, pattern),
        None => text,
    };
    let head = walk.head(function, pattern.unwrap_or(&walk.element), &built);
    let mut body: Vec<String> = guards.to_vec();
    let late = w.chance(0.1) && !treatment.sums.is_empty();
    let recursive = walk.recursive(function, &treatment.sums, &treatment.reversed);
    body.extend(treatment.goals);
    body.push(recursive);
    body.extend(treatment.after_goals);
    if late {
        body.push("true".into());
    }
    w.clause(&substitute(head), &body.into_iter().map(substitute).collect::<Vec<_>>());
}

fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut out = String::new();
    let mut current = String::new();
    for symbol in text.chars().chain(['\n']) {
        if symbol.is_alphanumeric() || symbol == '_' {
            current.push(symbol);
        } else {
            out.push_str(if current == word { by } else { &current });
            current.clear();
            out.push(symbol);
        }
    }
    out.pop();
    out
}

fn if_then_else(w: &mut Writer, function: &Function, shape: &Shape, kind: Element, helper: Option<&Function>) {
    let walk = Walk::new(w, shape);
    let (taken, yes, _) = w.tests(kind, &walk.element, &walk.passes);
    let built = w.vars(shape.built);
    let sums = w.vars(shape.accumulators);
    let branch = |w: &mut Writer| {
        let treatment = treat(w, &walk, kind, helper);
        let mut goals = treatment.goals;
        for ((put, rest), whole) in treatment.puts.iter().zip(&walk.built_rest).zip(&built) {
            goals.push(match put {
                Some(put) => format!("{whole} = [{put}|{rest}]"),
                None => format!("{whole} = {rest}"),
            });
        }
        for (new, value) in sums.iter().zip(&treatment.sums) {
            goals.push(format!("{new} = {value}"));
        }
        if goals.is_empty() {
            goals.push("true".into());
        }
        (goals.join(", "), treatment.after_goals)
    };
    let (then, after) = branch(w);
    let (otherwise, _) = branch(w);
    let head = walk.head(function, &walk.element, &built);
    let reversed: Vec<String> = walk.reversed.iter().map(|list| format!("[{}|{list}]", walk.element)).collect();
    let mut body = taken;
    body.push(format!("( {yes} ->\n        {then}\n    ;   {otherwise}\n    )"));
    body.push(walk.recursive(function, &sums, &reversed));
    body.extend(after);
    w.clause(&head, &body);
}

/// A predicate from an element to a value: facts, arithmetic, or a few clauses.
fn element_helper(w: &mut Writer, kind: Element) -> Function {
    let function = w.plain(2);
    let (x, y) = (w.var(), w.var());
    match kind {
        Element::Int => {
            let bound = w.number(20, 80);
            let over = [x.clone()];
            for guard in [format!("{x} < {bound}"), format!("{x} >= {bound}")] {
                let expression = w.arithmetic(&over);
                w.clause(&function.with(&[&x, &y]), &[guard, format!("{y} is {expression}")]);
            }
        }
        Element::Atom => {
            for atom in data::ATOMS {
                let wanted = if w.chance(0.5) { Element::Atom } else { Element::Int };
                let to = data::element(&mut w.rng, wanted);
                w.clause(&function.with(&[atom, &to]), &[]);
            }
        }
        Element::Pair(functor) => {
            let other = w.var();
            let to = if w.chance(0.5) { format!("{functor}({other}, {x})") } else { x.clone() };
            w.clause(&function.with(&[&format!("{functor}({x}, {other})"), &to]), &[]);
        }
    }
    function
}
