//! Terms in: `read/1`, `read_term/2,3` (ISO 13211-1 section 8.14.1), and terms from atoms and strings. A unit is a
//! character read.
//!
//! A syntax error is `error(syntax_error(What), stream(S, Line, Column, Characters))`; reading goes on after the clause
//! that has it.

use super::Outcome;
use super::streams::Use;
use super::text::Form;
use super::write_terms::show;
use crate::atoms::{Atoms, known};
use crate::error::RunError;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::stream::{Item, Position, Scan, StreamId};
use crate::read::{DoubleQuotes, Flags, Ops, Reader, Source, SyntaxError, SyntaxErrorKind};
use crate::term::{ReadTerm, Span};
use crate::write::WriteOptions;

const DOMAIN: &str = "read_option";

/// Characters of a text that take as long as it takes to read a node of a term, besides its characters.
const NODE: u64 = 128;

/// What to do about a syntax error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnError {
    Raise,
    /// The goal is false.
    Fail,
    /// Say so, and read the next clause.
    Skip,
}

/// A clause from a stream.
struct Found {
    /// None at the end of the input.
    read: Option<ReadTerm>,
    /// Where its text begins.
    start: Position,
}

/// Options of reading: as they were given, and what they change.
struct Wishes {
    given: Vec<(Cell, String, Cell)>,
    flags: Flags,
    on_error: OnError,
}

fn wishes(m: &mut Machine, options: Cell) -> Result<Wishes, Ball> {
    let options = m.options(options, DOMAIN)?;
    let mut flags = m.program.flags.clone();
    let mut on_error = OnError::Raise;
    for &(option, ref name, value) in &options {
        match &**name {
            "variables" | "variable_names" | "singletons" | "term_position" | "comments" | "subterm_positions" => {}
            "syntax_errors" => {
                on_error = match &*m.option_name(option, value, DOMAIN)? {
                    "error" => OnError::Raise,
                    "fail" | "quiet" => OnError::Fail,
                    "dec10" => OnError::Skip,
                    _ => return Err(m.domain_error(DOMAIN, option)),
                }
            }
            "double_quotes" => {
                let meaning = m.option_name(option, value, DOMAIN)?;
                match DoubleQuotes::from_name(&meaning) {
                    Some(meaning) => flags.double_quotes = meaning,
                    None => return Err(m.domain_error(DOMAIN, option)),
                }
            }
            "module" | "dotlists" | "cycles" | "backquoted_string" | "var_prefix" | "process_comment" => {
                m.option_name(option, value, DOMAIN)?;
            }
            _ => return Err(m.domain_error(DOMAIN, option)),
        }
    }
    Ok(Wishes { given: options, flags, on_error })
}

/// Reads a term, unifies it, and gives the options their values.
fn read_on(m: &mut Machine, stream: Option<Cell>, term: Cell, options: Cell) -> Outcome {
    if stream.is_some_and(|stream| stream.is(Tag::Ref)) {
        return Err(m.instantiation_error());
    }
    let Wishes { given: options, flags, on_error } = wishes(m, options)?;
    let from = match stream {
        Some(stream) => m.input_from(stream, Use::Characters)?,
        None => m.current_input(Use::Characters)?,
    };
    let found = loop {
        match (read_clause(m, from, stream, &flags, None)?, on_error) {
            (Ok(found), _) => break found,
            (Err(Wrong { error, at, .. }), OnError::Raise) => return Err(syntax_error_at(m, &error, from, at)),
            (Err(_), OnError::Fail) => return Ok(false),
            (Err(Wrong { error, at, .. }), OnError::Skip) => {
                let to = m.streams.user_error();
                m.streams.write(to, &format!("{}:{}: {error}\n", at.line, at.column));
            }
        }
    };
    answer(m, term, &found, &options)
}

/// What is wrong with a clause.
struct Wrong {
    error: SyntaxError,
    at: Position,
    /// The clause, in which the error's span is.
    text: Source,
}

/// What reading a query came to.
pub enum QueryRead {
    /// A query.
    Query(ReadTerm),
    /// It is none, and what is wrong is in a text.
    Wrong(SyntaxError, Source),
    /// The end of the input.
    End,
}

impl Machine {
    /// Reads a query from `user_input`, with operators that may be more than the program's.
    ///
    /// # Errors
    /// An interrupt, or what the device of the input raised.
    pub fn read_query(&mut self, ops: &Ops) -> Result<QueryRead, RunError> {
        self.rewind();
        self.begin();
        let from = self.streams.user_input();
        let flags = self.program.flags.clone();
        match read_clause(self, from, None, &flags, Some(ops)) {
            Err(ball) => Err(self.error_of(ball)),
            Ok(Err(Wrong { error, text, .. })) => {
                // The line end of the query before is no part of this one.
                let query = Source::new("query", text.text().trim_start());
                let again = Reader::at(&query, &self.program.atoms, 0).read_term(ops, &flags);
                // What is wrong may be bytes that are no text.
                Ok(again.err().map_or(QueryRead::Wrong(error, text), |error| QueryRead::Wrong(error, query)))
            }
            Ok(Ok(Found { read: Some(read), .. })) => Ok(QueryRead::Query(read)),
            Ok(Ok(Found { read: None, .. })) => Ok(QueryRead::End),
        }
    }
}

/// Reads the clause at an input, or says what is wrong with it and where; with the program's operators, unless with others.
fn read_clause(
    m: &mut Machine,
    from: StreamId,
    culprit: Option<Cell>,
    flags: &Flags,
    ops: Option<&Ops>,
) -> Result<Result<Found, Wrong>, Ball> {
    let start = m.streams.stream(from).position();
    let nothing = Found { read: None, start };
    if m.resume(from, culprit)?.is_none() {
        return Ok(Ok(nothing));
    }
    let mut scan = Scan::new(flags.newlines);
    loop {
        let complete = loop {
            let Some(input) = m.streams.input(from) else { return Ok(Ok(nothing)) };
            match input.scan(&mut scan) {
                Item::More => m.fill(from)?,
                item => break item != Item::End,
            }
        };
        let converted = flags.conversions.apply(&scan.text);
        // The same number of characters, but perhaps not of bytes.
        let original = |offset: usize| {
            let characters = converted[..offset.min(converted.len())].chars().count();
            scan.text.char_indices().nth(characters).map_or(scan.text.len(), |(at, _)| at)
        };
        let source = Source::new(if ops.is_some() { "query" } else { "input" }, &*converted);
        let mut reader = match start.bytes {
            0 => Reader::new(&source, &m.program.atoms),
            _ => Reader::at(&source, &m.program.atoms, 0),
        };
        let result = reader.read_term(ops.unwrap_or(&m.program.ops), flags);
        let unfinished = match &result {
            Ok(None) => true,
            Ok(Some(_)) => false,
            Err(error) => is_unfinished(error.kind),
        };
        if unfinished && complete {
            continue;
        }
        let used = original(reader.offset());
        let used = if unfinished { scan.text.len() } else { used };
        m.units += used as u64;
        let result = match (result, scan.bad) {
            (Ok(_), Some(at)) if at < used => Err(bad_character(at)),
            (result, _) => result,
        };
        let Some(input) = m.streams.input(from) else { return Ok(Ok(nothing)) };
        let place = |offset: u32| input.position_after(&scan.text[..original(offset as usize)]);
        let clause = match result {
            Ok(read) => {
                let start = read.as_ref().map_or(start, |read| place(read.terms.span(read.root).start));
                Ok(Found { read, start })
            }
            Err(error) => {
                let at = place(error.span.start);
                Err(Wrong { error, at, text: source })
            }
        };
        input.skip(scan.text[..used].chars().count());
        if matches!(clause, Ok(Found { read: None, .. })) {
            input.pass_end();
        }
        return Ok(clause);
    }
}

/// Whether more text could mend the error.
fn is_unfinished(kind: SyntaxErrorKind) -> bool {
    matches!(
        kind,
        SyntaxErrorKind::EndOfFile | SyntaxErrorKind::EndOfFileInQuoted | SyntaxErrorKind::EndOfFileInComment
    )
}

fn bad_character(at: usize) -> SyntaxError {
    let span = Span { start: at as u32, end: at as u32 + 1 };
    SyntaxError::new(SyntaxErrorKind::IllegalCharacter, span, "found bytes that are no character in the encoding")
}

fn syntax_error_at(m: &mut Machine, error: &SyntaxError, from: StreamId, at: Position) -> Ball {
    if error.kind == SyntaxErrorKind::OutOfMemory {
        return m.out_of_memory();
    }
    let what = m.make_atom(error.kind.iso_name());
    let formal = m.make("syntax_error", &[what]);
    let stream = m.stream_term(from);
    let [line, column, characters] = [at.line, at.column, at.characters].map(|part| Cell::int(part as i64));
    let context = m.make("stream", &[stream, line, column, characters]);
    Ball::Term(m.make("error", &[formal, context]))
}

/// Unifies what was read, and the values of the options that ask for something.
fn answer(m: &mut Machine, term: Cell, found: &Found, options: &[(Cell, String, Cell)]) -> Outcome {
    let mut cells = Vec::new();
    let value = match &found.read {
        Some(read) => m.import_checked(read, &mut cells)?,
        None => Cell::atom(known::EOF),
    };
    if !m.unify(term, value) {
        return Ok(false);
    }
    let unnamed = |name: &str| name == "_";
    for (_, name, value) in options {
        let items = match (&**name, &found.read) {
            ("term_position", _) => {
                let position = m.position_term(found.start);
                if !m.unify(*value, position) {
                    return Ok(false);
                }
                continue;
            }
            ("variables", _) => cells.iter().flatten().copied().collect(),
            ("variable_names", Some(read)) => m.name_pairs(read, &cells, |name, _| !unnamed(name)),
            ("singletons", Some(read)) => m.name_pairs(read, &cells, |name, times| !unnamed(name) && times == 1),
            ("variable_names" | "singletons" | "comments", _) => Vec::new(),
            _ => continue,
        };
        let list = m.make_list(&items, Cell::NIL)?;
        if !m.unify(*value, list) {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn read(m: &mut Machine) -> Outcome {
    read_on(m, None, m.a(0), Cell::NIL)
}

pub(crate) fn read_2(m: &mut Machine) -> Outcome {
    read_on(m, Some(m.a(0)), m.a(1), Cell::NIL)
}

pub(crate) fn read_term(m: &mut Machine) -> Outcome {
    read_on(m, None, m.a(0), m.a(1))
}

pub(crate) fn read_term_3(m: &mut Machine) -> Outcome {
    read_on(m, Some(m.a(0)), m.a(1), m.a(2))
}

/// `read_term_from_chars(Chars, Term, Options)`: the first term of a text, whose full stop may be left out.
pub(crate) fn read_term_from_chars(m: &mut Machine) -> Outcome {
    let text = m.text_as(m.a(0), Form::Chars)?;
    let Wishes { given, flags, on_error } = wishes(m, m.a(2))?;
    let source = Source::new("chars", format!("{} .", &*text));
    let start = Position::START;
    let read = match Reader::new(&source, &m.program.atoms).read_term(&m.program.ops, &flags) {
        Ok(read) => read,
        // Only the full stop that was put there is left.
        Err(_) if is_blank(&text, &m.program.atoms) => None,
        Err(error) if on_error == OnError::Raise => return Err(m.syntax_error(&error)),
        Err(_) => return Ok(false),
    };
    answer(m, m.a(1), &Found { read, start }, &given)
}

/// Whether there is nothing but layout and comments.
fn is_blank(text: &str, atoms: &Atoms) -> bool {
    let source = Source::new("chars", text);
    matches!(Reader::new(&source, atoms).read_term(&Ops::empty(), &Flags::default()), Ok(None))
}

pub(crate) fn term_to_atom(m: &mut Machine) -> Outcome {
    let (term, atom) = (m.a(0), m.a(1));
    if term.is(Tag::Ref) {
        let text = m.text(atom)?;
        let (found, _, _) = m.read_text(&text)?;
        return Ok(m.unify(term, found));
    }
    let text = show(m, term, &WriteOptions::quoted())?;
    let made = m.make_atom(&text);
    Ok(m.unify(atom, made))
}

pub(crate) fn term_string(m: &mut Machine) -> Outcome {
    let (term, string) = (m.a(0), m.a(1));
    if term.is(Tag::Ref) && !string.is(Tag::Ref) {
        let text = m.text(string)?;
        let (found, _, _) = m.read_text(&text)?;
        return Ok(m.unify(term, found));
    }
    let text = show(m, term, &WriteOptions::quoted())?;
    let made = m.string_cell(&text);
    Ok(m.unify(string, made))
}

/// `atom_to_term(Atom, Term, Bindings)`.
pub(crate) fn atom_to_term(m: &mut Machine) -> Outcome {
    let text = m.text(m.a(0))?;
    let (found, read, cells) = m.read_text(&text)?;
    let pairs = m.name_pairs(&read, &cells, |name, _| name != "_");
    let list = m.make_list(&pairs, Cell::NIL)?;
    Ok(m.unify(m.a(1), found) && m.unify(m.a(2), list))
}

impl Machine {
    /// Builds a term that was read on the heap, after seeing that there is room, and counts the work of both.
    pub(crate) fn import_checked(&mut self, read: &ReadTerm, cells: &mut Vec<Option<Cell>>) -> Result<Cell, Ball> {
        self.ensure(4 * read.terms.nodes() + 16)?;
        self.units += NODE * read.terms.nodes() as u64;
        Ok(self.import(&read.terms, read.root, cells))
    }

    /// The term a text spells.
    fn read_text(&mut self, text: &str) -> Result<(Cell, ReadTerm, Vec<Option<Cell>>), Ball> {
        let program = &self.program;
        let read = crate::read::read_term_from_str(text, &program.atoms, &program.ops, &program.flags);
        let read = read.map_err(|error| self.syntax_error(&error))?;
        let mut cells = Vec::new();
        let term = self.import_checked(&read, &mut cells)?;
        Ok((term, read, cells))
    }

    /// `syntax_error(What)`, or the error of memory where there was too little.
    pub(crate) fn syntax_error(&mut self, error: &SyntaxError) -> Ball {
        if error.kind == SyntaxErrorKind::OutOfMemory {
            return self.out_of_memory();
        }
        let what = self.make_atom(error.kind.iso_name());
        let formal = self.make("syntax_error", &[what]);
        self.error(formal)
    }

    /// `Name = Variable` for the variables whose name is wanted.
    fn name_pairs(&mut self, read: &ReadTerm, cells: &[Option<Cell>], wanted: impl Fn(&str, u32) -> bool) -> Vec<Cell> {
        let mut pairs = Vec::new();
        for (variable, cell) in read.variables.iter().zip(cells) {
            if let (true, &Some(cell)) = (wanted(&variable.name, variable.occurrences), cell) {
                let name = self.make_atom(&variable.name);
                pairs.push(self.make("=", &[name, cell]));
            }
        }
        pairs
    }
}
