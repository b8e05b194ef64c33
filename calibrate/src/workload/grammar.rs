//! What all program skeletons are made with: names, variables, clauses, calls, tests and arithmetic.
//!
//! A [`Writer`] collects the clauses of one program. A [`Function`] is a predicate it wrote, with the order of its
//! arguments, so that skeletons can call one another. Everything random comes from the writer's generator.

use super::data::{self, Element};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Writes the clauses of one program.
pub struct Writer {
    /// The source of chance.
    pub rng: ChaCha8Rng,
    number: usize,
    text: String,
    predicates: usize,
    variables: usize,
    /// How large inputs should be, relative to 1.
    pub scale: f64,
}

/// A predicate, and where its inputs and outputs stand.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    order: Vec<usize>,
}

impl Function {
    /// How many arguments it has.
    pub fn arity(&self) -> usize {
        self.order.len()
    }

    /// The head or call with these arguments, in the order inputs, outputs.
    pub fn with(&self, arguments: &[&str]) -> String {
        debug_assert_eq!(arguments.len(), self.order.len(), "a call has the arity of its predicate");
        if arguments.is_empty() {
            return self.name.clone();
        }
        let placed: Vec<&str> = self.order.iter().map(|&at| arguments[at]).collect();
        format!("{}({})", self.name, placed.join(", "))
    }
}

const WORDS: &[&str] = &["walk", "pass", "take", "make", "step", "look", "join", "part", "run", "fold", "work", "find"];

impl Writer {
    /// A writer for the program of this number.
    pub fn new(seed: u64, number: usize, scale: f64) -> Writer {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number as u64);
        Writer { rng, number, text: String::new(), predicates: 0, variables: 0, scale }
    }

    /// The clauses written so far.
    pub fn into_text(self) -> String {
        self.text
    }

    /// A fresh predicate name.
    pub fn name(&mut self) -> String {
        self.predicates += 1;
        let word = self.pick(WORDS);
        format!("{word}_{}_{}", self.number, self.predicates)
    }

    /// A predicate whose main input is its first argument, and whose others come in any order: the way people write,
    /// for first-argument indexing.
    pub fn function(&mut self, arity: usize) -> Function {
        let mut order: Vec<usize> = (0..arity).collect();
        if arity > 2 && self.chance(0.5) {
            order[1..].shuffle(&mut self.rng);
        } else if self.chance(0.08) {
            order.shuffle(&mut self.rng);
        }
        Function { name: self.name(), order }
    }

    /// A predicate with its arguments in the given order.
    pub fn plain(&mut self, arity: usize) -> Function {
        Function { name: self.name(), order: (0..arity).collect() }
    }

    /// A fresh variable.
    pub fn var(&mut self) -> String {
        self.variables += 1;
        format!("{}{}", ["X", "Y", "Z", "A", "B", "N"][self.variables % 6], self.variables)
    }

    /// Fresh variables.
    pub fn vars(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.var()).collect()
    }

    /// Writes a clause. Variables that occur once become `_`, as in tidy programs.
    pub fn clause(&mut self, head: &str, body: &[String]) {
        let goals: Vec<&str> = body.iter().map(String::as_str).filter(|goal| !goal.is_empty()).collect();
        let clause = if goals.is_empty() {
            format!("{head}.\n")
        } else {
            format!("{head} :-\n    {}.\n", goals.join(",\n    "))
        };
        self.text.push_str(&without_singletons(&clause));
    }

    /// Writes clauses from a template, in which `#name` stands for a predicate of this program, and `{part}` for one of the
    /// parts; parts may have both in them.
    pub fn write(&mut self, template: &str, parts: &[(&str, &str)]) {
        let clauses = self.fill(template, parts);
        self.text.push_str(&clauses);
        self.text.push('\n');
    }

    /// Writes clauses like [`Writer::write`], each of which ends with a full stop and a line break; in each of them variables
    /// that occur once become `_`, so that parts may leave out what others mention.
    pub fn tidy(&mut self, template: &str, parts: &[(&str, &str)]) {
        let clauses = self.fill(template, parts) + "\n";
        self.text.extend(clauses.split_inclusive(".\n").map(without_singletons));
    }

    /// The text of such a template: of a goal.
    pub fn fill(&self, template: &str, parts: &[(&str, &str)]) -> String {
        let filled = parts.iter().fold(template.trim().to_string(), |text, (part, by)| {
            debug_assert!(text.contains(&format!("{{{part}}}")), "`{part}` is a part of the template");
            text.replace(&format!("{{{part}}}"), by)
        });
        let mut pieces = filled.split('#');
        let mut text = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let end = piece.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(piece.len());
            text.push_str(&format!("{}_{}{}", &piece[..end], self.number, &piece[end..]));
        }
        text
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.rng.random_range(0..of.len())].clone()
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.rng.random::<f64>() < probability
    }

    /// A number from `low` to `high`.
    pub fn number(&mut self, low: usize, high: usize) -> usize {
        self.rng.random_range(low..=high)
    }

    /// A size from `low` to `high`, scaled, at least 1.
    pub fn size(&mut self, low: usize, high: usize) -> usize {
        ((self.number(low, high) as f64 * self.scale).round() as usize).max(1)
    }

    /// A size from `low` to `high` whose square is scaled: of data that is gone through in pairs.
    pub fn side(&mut self, low: usize, high: usize) -> usize {
        ((self.number(low, high) as f64 * self.scale.sqrt()).round() as usize).max(2)
    }

    /// A kind of list elements.
    pub fn element_kind(&mut self) -> Element {
        match self.number(0, 5) {
            0..=2 => Element::Int,
            3 | 4 => Element::Atom,
            _ => Element::Pair(self.pick(data::PAIRS)),
        }
    }

    /// An arithmetic expression over integer variables; its value stays small.
    pub fn arithmetic(&mut self, over: &[String]) -> String {
        let one = self.pick(over);
        let two = self.pick(over);
        let small = self.number(1, 9);
        match self.number(0, 21) {
            0..=3 => format!("{one} + {small}"),
            4..=6 => format!("{one} + {two}"),
            7 | 8 => format!("{one} - {small}"),
            9 | 10 => format!("{one} - {two}"),
            11 => format!("({one} * {small}) mod 1009"),
            12 => format!("{one} * {two} mod 997"),
            13 => format!("{one} + {two} * {small} mod 101"),
            14 => format!("({one} + {two}) // 2"),
            15 => format!("{one} // {small}"),
            16 => format!("{one} mod {}", small + 1),
            17 => format!("max({one}, {two})"),
            18 => format!("min({one}, {two} + {small})"),
            19 => format!("{small} + {one} - {two} + {small}"),
            20 => format!("{one} /\\ 1023"),
            _ => format!("abs({one} - {two})"),
        }
    }

    /// A pair of complementary tests of an integer against a constant or another integer.
    pub fn int_tests(&mut self, value: &str, others: &[String]) -> (String, String) {
        let other =
            if others.is_empty() || self.chance(0.6) { self.number(20, 80).to_string() } else { self.pick(others) };
        let (yes, no) =
            self.pick(&[("<", ">="), (">", "=<"), ("=<", ">"), (">=", "<"), ("=:=", "=\\="), ("=\\=", "=:=")]);
        if self.chance(0.25) {
            let modulus = self.number(2, 4);
            return (format!("{value} mod {modulus} =:= 0"), format!("{value} mod {modulus} =\\= 0"));
        }
        (format!("{value} {yes} {other}"), format!("{value} {no} {other}"))
    }

    /// A pair of complementary tests of an atomic against an atom or another value.
    pub fn atom_tests(&mut self, value: &str, others: &[String]) -> (String, String) {
        let other = if others.is_empty() || self.chance(0.6) {
            data::atom(&mut self.rng).to_string()
        } else {
            self.pick(others)
        };
        match self.number(0, 3) {
            0 => (format!("{value} = {other}"), format!("{value} \\= {other}")),
            1 => (format!("{value} @< {other}"), format!("{value} @>= {other}")),
            _ => (format!("{value} == {other}"), format!("{value} \\== {other}")),
        }
    }

    /// Complementary tests that suit a kind of element, and goals to run before them (to take a pair apart).
    pub fn tests(&mut self, kind: Element, value: &str, ints: &[String]) -> (Vec<String>, String, String) {
        match kind {
            Element::Int => {
                let (yes, no) = self.int_tests(value, ints);
                (vec![], yes, no)
            }
            Element::Atom => {
                let (yes, no) = self.atom_tests(value, &[]);
                (vec![], yes, no)
            }
            Element::Pair(functor) => {
                let (key, number) = (self.var(), self.var());
                let taken = format!("{value} = {functor}({key}, {number})");
                let (yes, no) =
                    if self.chance(0.5) { self.int_tests(&number, ints) } else { self.atom_tests(&key, &[]) };
                (vec![taken], yes, no)
            }
        }
    }
}

/// A part, if the template has a place for it: what [`Writer::write`] takes.
pub fn part<'a>(template: &str, name: &'a str, by: &'a str) -> Vec<(&'a str, &'a str)> {
    if template.contains(&format!("{{{name}}}")) { vec![(name, by)] } else { vec![] }
}

/// Replaces variables that occur once by `_`.
fn without_singletons(clause: &str) -> String {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let bytes = clause.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
            at += 1;
        }
        if at > start {
            words.push((start, at));
        } else {
            at += 1;
        }
    }
    let count = |word: &str| words.iter().filter(|&&(start, end)| &clause[start..end] == word).count();
    let mut out = String::with_capacity(clause.len());
    let mut last = 0;
    for &(start, end) in &words {
        let word = &clause[start..end];
        if word.starts_with(|first: char| first.is_ascii_uppercase()) && count(word) == 1 {
            out.push_str(&clause[last..start]);
            out.push('_');
            last = end;
        }
    }
    out.push_str(&clause[last..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_occur_once_are_anonymous() {
        assert_eq!(without_singletons("p(X1, Y2) :- q(X1, X12)."), "p(X1, _) :- q(X1, _).");
    }

    #[test]
    fn templates_name_predicates_of_their_program() {
        let mut writer = Writer::new(1, 7, 1.0);
        writer.write("#all([X|Xs]) :- {test}, #all(Xs).", &[("test", "#less(X, 3)")]);
        assert_eq!(writer.into_text(), "all_7([X|Xs]) :- less_7(X, 3), all_7(Xs).\n");
    }

    #[test]
    fn tidied_templates_have_no_variables_that_occur_once_in_a_clause() {
        let mut writer = Writer::new(1, 7, 1.0);
        writer.tidy("#p(X, Y) :- {goal}.\n#p(X, X) :-\n#p(Y, z).", &[("goal", "Z = X")]);
        assert_eq!(writer.into_text(), "p_7(X, _) :- _ = X.\np_7(X, X) :-\np_7(_, z).\n");
    }

    #[test]
    fn a_writer_repeats_itself_for_the_same_seed() {
        let write = |number| {
            let mut writer = Writer::new(5, number, 1.0);
            let over = writer.vars(3);
            (0..20).map(|_| writer.arithmetic(&over)).collect::<Vec<_>>()
        };
        assert_eq!(write(1), write(1));
        assert_ne!(write(1), write(2));
    }
}
