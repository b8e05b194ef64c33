//! Prolog's exceptions in words.
//!
//! In: the ball of an uncaught exception. Out: a line that says what was found, what was expected, where, and the term
//! itself, since that is what a program can catch; then what may have been meant, the clause that was running and those
//! that were waiting for it.

use crate::answer::Printer;
use predict::predicates::meant;
use wam::atoms::{Atoms, Functor, known};
use wam::code::Program;
use wam::error::PrologError;
use wam::term::{Node, TermId, Terms};

/// The exception in words, or as a term where it is none of the standard's; then it is said that nothing has caught it.
pub fn explain(error: &PrologError, program: &Program) -> String {
    said(error, program, "uncaught exception: ")
}

/// The same, where that is said already.
pub fn explain_uncaught(error: &PrologError, program: &Program) -> String {
    said(error, program, "")
}

fn said(error: &PrologError, program: &Program, before_term: &str) -> String {
    let words = Words { terms: &error.terms, atoms: &program.atoms, printer: Printer::of(program) };
    let said = words.ball(error.ball).unwrap_or_else(|| format!("{before_term}{}", words.text(error.ball)));
    let mut lines = vec![said];
    lines.extend(words.meant(error.ball, program).map(|meant| format!("did you mean {meant}?")));
    if let Some(place) = &error.place {
        lines.push(format!("in {}", at(&place.predicate, place.location.as_ref())));
        lines.extend(place.callers.iter().map(|caller| {
            let times = if caller.times == 1 { String::new() } else { format!(", {} times", caller.times) };
            format!("called from {}{times}", at(&caller.predicate, caller.location.as_ref()))
        }));
        if place.more > 0 {
            lines.push(format!("… {} more", place.more));
        }
    }
    lines.join("\n  ")
}

/// A predicate and where its clause is.
fn at(predicate: &str, location: Option<&(String, usize)>) -> String {
    match location {
        Some((file, line)) => format!("{predicate} ({file}:{line})"),
        None => predicate.to_string(),
    }
}

struct Words<'a> {
    terms: &'a Terms,
    atoms: &'a Atoms,
    printer: Printer,
}

impl Words<'_> {
    fn ball(&self, ball: TermId) -> Option<String> {
        let (name, args) = self.compound(ball)?;
        let (&[formal, context], "error") = (args, name.as_str()) else {
            return None;
        };
        let mut line = self.formal(formal).or_else(|| self.of_the_system(formal, context))?;
        if let Some(said) = self.message(context) {
            line = format!("{line}: {said}");
        }
        if let Some(place) = self.context(context).filter(|place| !line.ends_with(place.as_str())) {
            line = format!("{place}: {line}");
        }
        Some(format!("{line} [{}]", self.text(formal)))
    }

    /// What may have been meant where a predicate does not exist.
    fn meant(&self, ball: TermId, program: &Program) -> Option<String> {
        let (name, args) = self.compound(ball)?;
        let (&[formal, _], "error") = (args, name.as_str()) else { return None };
        let (name, args) = self.compound(formal)?;
        let (&[kind, mut culprit], "existence_error") = (args, name.as_str()) else { return None };
        if self.text(kind) != "procedure" {
            return None;
        }
        while let Some(&[_, inner]) = self.terms.match_compound(culprit, known::COLON, 2) {
            culprit = inner;
        }
        let (slash, args) = self.compound(culprit)?;
        let (&[name, arity], "/") = (args, slash.as_str()) else { return None };
        let (Node::Atom(name), Node::Int(arity)) = (self.terms.get(name), self.terms.get(arity)) else { return None };
        let functor = Functor { name, arity: u32::try_from(arity).ok()? };
        match meant(program, functor).as_slice() {
            [] => None,
            [only] => Some(only.clone()),
            [first @ .., last] => Some(format!("{} or {last}", first.join(", "))),
        }
    }

    /// The formal part of `error(Formal, Context)`: ISO 13211-1, section 7.12.2.
    fn formal(&self, formal: TermId) -> Option<String> {
        if let Node::Atom(name) = self.terms.get(formal) {
            return (&*self.atoms.name(name) == "instantiation_error")
                .then(|| "an argument is not sufficiently instantiated".into());
        }
        let (name, args) = self.compound(formal)?;
        let text = |at: usize| self.text(args[at]);
        Some(match (name.as_str(), args.len()) {
            ("type_error", 2) if text(0) == "evaluable" => format!("there is no function {}", text(1)),
            ("type_error", 2) => format!("found {}, expected {}", self.found(args[1]), article(&text(0))),
            ("domain_error", 2) => format!("found {}, which is no {}", text(1), text(0)),
            ("existence_error", 2) if text(0) == "procedure" => format!("there is no predicate {}", text(1)),
            ("existence_error", 2) => format!("there is no {} {}", text(0), text(1)),
            ("permission_error", 3) => format!("no permission to {} {} {}", text(0), text(1), text(2)),
            ("representation_error", 1) => format!("beyond the limit {}", text(0)),
            ("evaluation_error", 1) => format!("arithmetic: {}", text(0).replace('_', " ")),
            ("resource_error", 1) => format!("out of {}", text(0)),
            ("io_error", 2) => format!("cannot {} {}", text(0), self.stream(args[1])),
            ("syntax_error", 1) => format!("syntax error: {}", text(0).replace('_', " ")),
            _ => return None,
        })
    }

    /// What a part of the system says that is none of the standard's errors.
    fn of_the_system(&self, formal: TermId, context: TermId) -> Option<String> {
        let is_system = matches!(self.compound(formal)?, (name, [_]) if name == "system_error");
        self.told(context).filter(|_| is_system).map(|(_, text)| text)
    }

    /// The place and the text of a context that has one.
    fn told(&self, context: TermId) -> Option<(TermId, String)> {
        match self.compound(context)? {
            (name, &[place, message]) if name == "context" => match self.terms.get(message) {
                Node::Atom(text) => Some((place, self.atoms.name(text).to_string())),
                _ => None,
            },
            _ => None,
        }
    }

    /// What the system said, where the context is that of an error of a device.
    fn message(&self, context: TermId) -> Option<String> {
        let is_open = |place| matches!(self.terms.get(place), Node::Var(_));
        self.told(context).filter(|(place, _)| is_open(*place)).map(|(_, text)| text)
    }

    /// Where it happened, if the context says.
    fn context(&self, context: TermId) -> Option<String> {
        let (name, args) = self.compound(context)?;
        match (name.as_str(), args) {
            ("context", &[place, _]) if !matches!(self.terms.get(place), Node::Var(_)) => Some(self.text(place)),
            ("stream", &[_, line, column, _]) => match (self.terms.get(line), self.terms.get(column)) {
                (Node::Int(line), Node::Int(column)) => Some(format!("line {line}, column {}", column + 1)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A term and what it is.
    fn found(&self, term: TermId) -> String {
        let kind = match self.terms.get(term) {
            Node::Var(_) => "a variable",
            Node::Atom(_) => "an atom",
            Node::Int(_) | Node::Big(_) => "an integer",
            Node::Float(_) => "a float",
            Node::Str(_) => "a string",
            Node::Compound(..) => "a compound",
            #[allow(unreachable_patterns)]
            _ => "a number",
        };
        format!("{} ({kind})", self.text(term))
    }

    /// A stream by what users call it.
    fn stream(&self, term: TermId) -> String {
        let number = self.compound(term).and_then(|(_, args)| match args {
            &[number] => Some(self.terms.get(number)),
            _ => None,
        });
        match number {
            Some(Node::Int(0)) => "standard input".into(),
            Some(Node::Int(1)) => "standard output".into(),
            Some(Node::Int(2)) => "standard error".into(),
            _ => format!("the stream {}", self.text(term)),
        }
    }

    fn compound(&self, term: TermId) -> Option<(String, &[TermId])> {
        match self.terms.get(term) {
            Node::Compound(functor, args) => Some((self.atoms.name(functor.name).to_string(), args)),
            _ => None,
        }
    }

    fn text(&self, term: TermId) -> String {
        self.printer.term(self.terms, term)
    }
}

/// `an integer`, `a list`; some of the standard's types are adjectives.
fn article(word: &str) -> String {
    match word {
        "callable" => "an atom or a compound".into(),
        "atomic" => "an atomic term".into(),
        word if word.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {word}"),
        word => format!("a {word}"),
    }
}
