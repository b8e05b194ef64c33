//! Why a bound is not known, as data: a stable code, the place in the text, the argument and size concerned, what was
//! tried.
//!
//! Every code is a row of [`CODES`]; `horolog help CODE` prints it. A reason belongs to where knowledge was lost, and
//! callers keep it as it is: what is said of a predicate is the cause, wherever that is.

use crate::types::{Metric, Type};
use std::fmt;
use wam::atoms::known;
use wam::code::{Block, ClauseIndex, PredicateKind, Program, Share};
use wam::instr::{Label, PredId};
use wam::term::{Node, ReadTerm, Span, TermId};

/// A kind of reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Code {
    /// The time of the analysis was used up.
    OutOfTime,
    /// Its memory was.
    OutOfMemory,
    /// A predicate has more paths than are followed.
    ManyPaths,
    /// Predicates are called in more ways than are followed.
    ManyPatterns,
    /// The types of a program do not settle.
    Unsettled,
    /// A predicate without clauses.
    Undefined,
    /// A dynamic predicate.
    Dynamic,
    /// `catch/3` of a goal that may leave choice points and raise an exception.
    Catch,
    /// `call/N` of a goal that is not known.
    OpenGoal,
    /// `call/N` of a goal that is not followed.
    OtherGoal,
    /// `setup_call_cleanup/3` of goals that leave choice points, limits.
    Machine,
    /// A term that is changed in place.
    Mutation,
    /// A size that nothing bounds.
    OpenSize,
    /// A size between two others, in a bound that is not known to grow with it.
    Direction,
    /// Lower and upper sizes that need each other.
    Crossed,
    /// A recursion that no rule solves.
    Unsolved,
    /// A bound that does not hold for all sizes a caller has.
    Partial,
    /// A predicate no call of which ends.
    Endless,
    /// A predicate that always raises an exception.
    Raises,
    /// A predicate that is not known to end.
    NotEnding,
    /// A bound that is infinite.
    Infinite,
    /// A trust assertion that does not say it.
    Unclaimed,
    /// What the collector does.
    Collector,
}

/// A row of the table of codes.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The kind of reason.
    pub code: Code,
    /// Its number: it never changes, and is never given to another.
    pub number: u16,
    /// What it means, in a line.
    pub meaning: &'static str,
    /// The same at length, and what can be done.
    pub explanation: &'static str,
}

const fn row(code: Code, number: u16, meaning: &'static str, explanation: &'static str) -> Row {
    Row { code, number, meaning, explanation }
}

/// All codes, by number: 1 budgets, 2 constructs that are not followed, 3 sizes, 4 recursion, 5 assertions and the machine.
pub const CODES: &[Row] = &[
    row(
        Code::OutOfTime,
        101,
        "the analysis ran out of time",
        "What was known by then is given. More time (`--time 60`) may give a bound; a trust assertion for one of the predicates that are called spares the analysis of it.",
    ),
    row(
        Code::OutOfMemory,
        102,
        "the analysis ran out of memory",
        "What was known by then is given. More memory (`--memory 2G`) may give a bound; a trust assertion for one of the predicates that are called spares the analysis of it.",
    ),
    row(
        Code::ManyPaths,
        103,
        "a predicate has too many paths through its clauses",
        "Every combination of tests, failures and solutions is a path of its own. Split the predicate into several with fewer tests each, cut where one solution is enough, or vouch for it with a trust assertion, or, where all of them are facts, for how many there are at most: `:- trust size(p/2, clauses, 100).`",
    ),
    row(
        Code::ManyPatterns,
        104,
        "predicates are called in too many different ways",
        "Each combination of argument types that a predicate is called with is analysed by itself. Declare regular types (`:- regtype`) so that terms which grow are of one type, or vouch for a predicate with a trust assertion.",
    ),
    row(
        Code::Unsettled,
        105,
        "the types of the program do not settle",
        "Types are widened until nothing changes any more; here they went on changing. Vouch for the predicate with a trust assertion.",
    ),
    row(
        Code::Undefined,
        201,
        "a predicate that is called has no clauses",
        "What it does is not known. Load the file that defines it, or vouch for it with a trust assertion: how it is called, what it costs, the sizes of what it gives back.",
    ),
    row(
        Code::Dynamic,
        202,
        "a dynamic predicate is called",
        "Its clauses may change while the program runs, so no bound of it is safe. Declare it without `dynamic` where its clauses do not change, or vouch for it with a trust assertion, or, where all of them are facts, for how many there are at most: `:- trust size(p/2, clauses, 100).`",
    ),
    row(
        Code::Catch,
        203,
        "catch/3 of a goal that may leave choice points and raise an exception",
        "The goal may raise an exception after some solutions: how many that are is not known. Where one solution is enough, say catch(once(Goal), Catcher, Recovery); else vouch for the predicate that calls catch/3 with a trust assertion.",
    ),
    row(
        Code::OpenGoal,
        205,
        "a goal is called that is not known",
        "The goal comes from an argument or from data. Where it comes from an argument, analyse the predicate that passes it; else vouch for the predicate with a trust assertion.",
    ),
    row(
        Code::OtherGoal,
        206,
        "a goal is called in a way that is not followed",
        "The goal is qualified with a module, cannot be compiled, or is no predicate. Vouch for the predicate that calls it with a trust assertion.",
    ),
    row(
        Code::Machine,
        207,
        "a builtin is called that is not analysed",
        "Limits change how the machine runs, and a cleanup of a goal that leaves choice points runs where these go. Where one solution is enough, say setup_call_cleanup(Setup, once(Goal), Cleanup); else vouch for the predicate that uses them with a trust assertion.",
    ),
    row(
        Code::Mutation,
        208,
        "a term is changed in place",
        "nb_setarg/3 is not undone on backtracking, and after setarg/3 a term may hold itself or a variable, unless what is put in is an atom or a number, or a ground term of which the functor of the other shows that it cannot be part. Vouch for the predicate with a trust assertion.",
    ),
    // 209 was that of cyclic terms, which are analysed.
    row(
        Code::OpenSize,
        301,
        "a size is not bounded",
        "A call or an output depends on a size of which nothing is known: the length of what is no list for certain, the value of what may be no integer. Give the entry narrower types (`list(int)`, `nat`, a regular type), or vouch for the sizes of what is called with `size(ub, …)`.",
    ),
    row(
        Code::Direction,
        302,
        "a size is known as a range only",
        "The bound is not known to grow or to fall with that size, so neither end of the range is safe. Vouch for the predicate that gives the size, with `size(exact, …)`.",
    ),
    row(
        Code::Crossed,
        303,
        "lower and upper sizes depend on each other",
        "They cannot be solved one after the other. Vouch for the sizes of one of the predicates with a trust assertion.",
    ),
    row(
        Code::Unsolved,
        401,
        "the equations of a recursion were not solved",
        "No rule of the solver fits: often the recursion goes on from a size that is not known to fall at each call, as the second argument of a greatest common divisor. Vouch for the predicate with a trust assertion that says what it costs.",
    ),
    row(
        Code::Partial,
        402,
        "a bound holds for some sizes only",
        "It is known from some size on or under a condition that the caller does not fulfil for certain. Give the entry a narrower type (`nat` for `int`).",
    ),
    row(
        Code::Endless,
        403,
        "no call of a predicate ends",
        "All of its clauses call it again. There is no bound to be found.",
    ),
    row(
        Code::Raises,
        404,
        "every call of a predicate raises an exception",
        "Bounds are for runs that end without an exception, and it has none.",
    ),
    row(
        Code::NotEnding,
        405,
        "a predicate is not known to end",
        "No size is known to fall at each of its recursive calls. Where an integer counts down, test that it is positive, or give the entry `nat`; where it certainly ends, vouch for it with a trust assertion that says what it costs.",
    ),
    row(
        Code::Infinite,
        406,
        "the bound is infinite",
        "A call may take any number of steps. There is no bound to be found.",
    ),
    row(
        Code::Unclaimed,
        501,
        "a trust assertion does not say it",
        "The predicate is vouched for, but not this resource or size. Add `cost(ub, …)` or `size(ub, …)` to its trust assertion.",
    ),
    row(
        Code::Collector,
        502,
        "when the heap is collected is not known",
        "What the collector does depends on the whole program that runs. Bounds of time are for runs without a collection.",
    ),
];

impl Code {
    /// Its row.
    pub fn row(self) -> &'static Row {
        CODES.iter().find(|row| row.code == self).expect("every code has a row")
    }

    /// The code of that name: `H0201`.
    pub fn named(name: &str) -> Option<Code> {
        CODES.iter().find(|row| row.code.to_string().eq_ignore_ascii_case(name)).map(|row| row.code)
    }

    /// Whether part of the program was not followed: nothing further up is a cause of its own then.
    pub fn is_gap(self) -> bool {
        let number = self.row().number;
        number < 300
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "H{:04}", self.row().number)
    }
}

/// Where something stands in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A call of a predicate, as far as reasons are about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Called {
    /// The predicate.
    pub pred: PredId,
    /// The types of its arguments.
    pub pattern: Vec<Type>,
}

/// Why something is not known.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// The kind.
    pub code: Code,
    /// Where knowledge was lost: a literal where that is known, else a clause.
    pub place: Option<Place>,
    /// The predicate in which it was, as an indicator.
    pub predicate: String,
    /// The same with the types it is called with: what a trust assertion would be about.
    pub called: Option<Called>,
    /// The argument concerned, from 1, and its metric.
    pub size: Option<(usize, Metric)>,
    /// What happened there.
    pub what: String,
    /// What was tried, and why it did not help.
    pub tried: Vec<String>,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.code)?;
        if !self.predicate.is_empty() {
            write!(f, "in {}", self.predicate)?;
            if let Some(place) = &self.place {
                write!(f, " ({place})")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.what)
    }
}

/// The place of an instruction of a predicate: its literal, else its clause, else the first clause.
pub fn place(program: &Program, pred: PredId, at: Option<Label>) -> Option<Place> {
    let predicate = program.predicates.get(pred.0 as usize)?;
    if predicate.kind == PredicateKind::Library && predicate.source.is_empty() {
        return None;
    }
    let share = at.and_then(|at| predicate.block.shares.get(at.0 as usize));
    let (clause, literal) = match share {
        Some(Share::Literal(clause, literal)) => (*clause, Some(*literal)),
        Some(Share::Head(clause)) => (*clause, None),
        Some(Share::Selection) | None => (ClauseIndex(0), None),
    };
    let clause = clause.0 as usize;
    let file = *predicate.places.get(clause)?;
    let read = predicate.source.get(clause)?;
    let span = literal.and_then(|literal| literal_span(read, literal)).unwrap_or_else(|| read.terms.span(read.root));
    let source = &program.file(file).source;
    let position = source.position(span.start);
    Some(Place { file: source.name().into(), line: position.line, column: position.column })
}

/// Where a body literal stands, counted from 1 along the conjunctions of the clause.
fn literal_span(read: &ReadTerm, literal: u16) -> Option<Span> {
    let terms = &read.terms;
    let &[_, body] = terms.match_compound(read.root, known::NECK, 2)? else { return None };
    let (mut left, mut todo) = (literal, vec![body]);
    while let Some(goal) = todo.pop() {
        if let Some(&[first, second]) = conjunction(read, goal) {
            todo.extend([second, first]);
            continue;
        }
        left = left.checked_sub(1)?;
        if left == 0 {
            return Some(terms.span(goal));
        }
    }
    None
}

fn conjunction(read: &ReadTerm, goal: TermId) -> Option<&[TermId]> {
    match read.terms.get(goal) {
        Node::Compound(functor, args) if functor.name == known::COMMA && functor.arity == 2 => Some(args),
        _ => None,
    }
}

/// The first instruction of a block that calls one of some predicates.
pub fn call_of(block: &Block, wanted: &dyn Fn(PredId) -> bool) -> Option<Label> {
    use wam::instr::Instr;
    let calls = |instr: &Instr| match instr {
        Instr::Call { pred, .. } | Instr::Execute { pred } => wanted(*pred),
        _ => false,
    };
    block.instrs.iter().position(calls).map(|at| Label(at as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_numbers_of_their_own_in_order_and_texts() {
        assert!(CODES.windows(2).all(|pair| pair[0].number < pair[1].number));
        assert!(CODES.iter().all(|row| row.meaning.len() > 10 && row.explanation.len() > 40));
        assert!(CODES.iter().all(|row| row.code.row().number == row.number));
    }

    #[test]
    fn codes_are_found_by_their_names() {
        assert_eq!(Code::named("H0203"), Some(Code::Catch));
        assert_eq!(Code::named("h0101"), Some(Code::OutOfTime));
        assert_eq!(Code::named("H9999"), None);
    }
}
