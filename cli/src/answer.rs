//! Answers as text that can be read back: `X = [1,2,3], Y = f(_A,_A)`.
//!
//! In: a [`Solution`]. Out: a line. A variable that several places share has one name everywhere: the query's own
//! where it has one, else `_A`, `_B`, …; one that occurs once is `_`.

use std::collections::{HashMap, HashSet};
use wam::atoms::Atoms;
use wam::code::Program;
use wam::error::PrologError;
use wam::machine::{Machine, Solution};
use wam::read::Ops;
use wam::term::{Node, TermId, Terms};
use wam::write::{Quoting, WriteOptions, write_term};

/// What writing terms takes: names and operators.
pub struct Printer {
    atoms: Atoms,
    ops: Ops,
    /// How answers are written.
    how: WriteOptions,
}

/// How much of an answer is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// As much as the options say.
    Cut,
    /// All.
    Whole,
}

impl Printer {
    /// The names and operators of a program as they are now.
    pub fn of(program: &Program) -> Printer {
        let how = WriteOptions { quoting: Quoting::Quoted, ..WriteOptions::default() };
        Printer { atoms: program.atoms.clone(), ops: program.ops.clone(), how }
    }

    /// The same for answers of a machine, which its flag `answer_write_options` is about.
    pub fn of_answers(machine: &Machine) -> Printer {
        Printer { how: machine.answer_options(), ..Printer::of(machine.program()) }
    }

    /// A solution: `X = [1,2], Y = Z`, or `true` where there is nothing to say.
    pub fn answer(&self, solution: &Solution, extent: Extent) -> String {
        let terms = &solution.terms;
        let mut owners: HashMap<u32, &str> = HashMap::new();
        for (name, value) in &solution.bindings {
            if let Node::Var(var) = terms.get(*value) {
                owners.entry(var.0).or_insert(name);
            }
        }
        let shown: Vec<(&str, TermId)> = solution
            .bindings
            .iter()
            .filter(|(name, value)| match terms.get(*value) {
                Node::Var(var) => owners.get(&var.0) != Some(&name.as_str()),
                _ => true,
            })
            .map(|(name, value)| (name.as_str(), *value))
            .collect();
        if shown.is_empty() {
            return "true".into();
        }
        let names = names(terms, shown.iter().map(|&(_, value)| value), &owners, &solution.bindings);
        let mut options = self.options(names);
        if extent == Extent::Whole {
            options.max_depth = None;
        }
        let part = |&(name, value): &(&str, TermId)| format!("{name} = {}", self.text(terms, value, &options));
        shown.iter().map(part).collect::<Vec<_>>().join(", ")
    }

    /// The ball of an exception.
    pub fn ball(&self, error: &PrologError) -> String {
        self.term(&error.terms, error.ball)
    }

    /// A term, its variables named as in answers.
    pub fn term(&self, terms: &Terms, id: TermId) -> String {
        let options = self.options(names(terms, std::iter::once(id), &HashMap::new(), &[]));
        self.text(terms, id, &options)
    }

    /// `name` as `writeq/1` writes it.
    pub fn atom(&self, atom: wam::atoms::Atom) -> String {
        let mut terms = Terms::new();
        let id = terms.atom(atom, Default::default());
        self.term(&terms, id)
    }

    fn options(&self, variable_names: Vec<String>) -> WriteOptions {
        // What stands at the right of `=` binds more tightly than it.
        WriteOptions { priority: Some(699), variable_names, ..self.how.clone() }
    }

    fn text(&self, terms: &Terms, id: TermId, options: &WriteOptions) -> String {
        let mut out = String::new();
        write_term(&mut out, terms, id, &self.atoms, &self.ops, options);
        out
    }
}

/// A name for each variable that the values mention.
fn names(
    terms: &Terms,
    values: impl Iterator<Item = TermId>,
    owners: &HashMap<u32, &str>,
    bindings: &[(String, TermId)],
) -> Vec<String> {
    let taken: HashSet<&str> = bindings.iter().map(|(name, _)| name.as_str()).collect();
    let mut fresh = (0u32..).map(letters).filter(|name| !taken.contains(name.as_str()));
    let (order, counts) = occurrences(terms, values);
    let mut names = vec!["_".to_string(); terms.variables() as usize];
    for var in order {
        names[var as usize] = match owners.get(&var) {
            Some(name) => (*name).to_string(),
            None if counts[&var] == 1 => "_".into(),
            None => fresh.next().expect("there is no last name"),
        };
    }
    names
}

/// The variables of the values in order of occurrence, and how often each occurs.
fn occurrences(terms: &Terms, values: impl Iterator<Item = TermId>) -> (Vec<u32>, HashMap<u32, usize>) {
    let (mut order, mut counts) = (Vec::new(), HashMap::new());
    for value in values {
        let mut rest = vec![value];
        while let Some(id) = rest.pop() {
            match terms.get(id) {
                Node::Var(var) => {
                    let count = counts.entry(var.0).or_insert(0);
                    *count += 1;
                    if *count == 1 {
                        order.push(var.0);
                    }
                }
                Node::Compound(_, args) => rest.extend(args.iter().rev()),
                _ => {}
            }
        }
    }
    (order, counts)
}

/// `_A`, `_B`, …, `_Z`, `_A1`, ….
fn letters(number: u32) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => format!("_{letter}"),
        round => format!("_{letter}{round}"),
    }
}
