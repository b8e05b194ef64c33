//! Queries from a terminal: line editing, history, completion, queries over several lines.

use super::bindings::Bindings;
use super::{Read, Source, Wish};
use crate::answer::Extent;
use crate::error::CliError;
use crate::files::data_directory;
use crate::report::{Paint, tell};
use console::{Key, Term};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Context, Helper, Highlighter, Hinter, Validator};
use std::path::PathBuf;
use wam::atoms::{Atoms, known};
use wam::code::{PredicateKind, Program};
use wam::machine::Machine;
use wam::read::{Flags, Ops, Reader, Source as Text, SyntaxError, SyntaxErrorKind};
use wam::term::ReadTerm;

const PROMPT: &str = "?- ";
/// Asks for the rest of a query.
const CONTINUATION: &str = "|    ";

/// The line editor with what it has read and not yet given out.
pub struct Editor {
    editor: rustyline::Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
    text: String,
    offset: usize,
}

/// What the editor asks about the line being edited.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Assistant {
    language: Option<Language>,
    files: FilenameCompleter,
}

/// How text reads now, and the names there are.
struct Language {
    atoms: Atoms,
    ops: Ops,
    flags: Flags,
    names: Vec<String>,
}

impl Editor {
    /// An editor with the history of earlier sessions.
    pub fn new() -> Result<Editor, CliError> {
        let failed = |error: ReadlineError| CliError::usage(format!("the terminal cannot be used: {error}"));
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = rustyline::Editor::with_config(config).map_err(failed)?;
        editor.set_helper(Some(Assistant { language: None, files: FilenameCompleter::new() }));
        let history = data_directory().ok().map(|directory| directory.join("history"));
        if let Some(path) = &history {
            // There is none the first time.
            let _ = editor.load_history(path);
        }
        Ok(Editor { editor, history, text: String::new(), offset: 0 })
    }

    /// Lines up to one that ends a query; the first that a prompt for more asks for is the second.
    fn lines(&mut self) -> rustyline::Result<String> {
        let mut text = self.editor.readline(PROMPT)?;
        while self.editor.helper().and_then(|assistant| assistant.language.as_ref()).is_some_and(|l| l.lacks_end(&text))
        {
            text.push('\n');
            text.push_str(&self.editor.readline(CONTINUATION)?);
        }
        Ok(text)
    }

    fn remember(&mut self) {
        if let Some(path) = &self.history {
            // A history that cannot be kept is no reason to stop.
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = self.editor.save_history(path);
        }
    }
}

impl Source for Editor {
    fn query(&mut self, machine: &mut Machine) -> Read {
        let program = machine.program();
        if self.text[self.offset..].trim().is_empty() {
            if let Some(assistant) = self.editor.helper_mut() {
                assistant.language = Some(Language::of(program));
            }
            match self.lines() {
                Ok(text) => (self.text, self.offset) = (text, 0),
                Err(ReadlineError::Interrupted) => return Read::Nothing,
                Err(_) => {
                    self.remember();
                    return Read::End;
                }
            }
            if self.text.trim().is_empty() {
                return Read::Nothing;
            }
            // As one query, whatever lines it had.
            let _ = self.editor.add_history_entry(self.text.as_str());
            self.remember();
        }
        let source = Text::new("query", self.text.as_str());
        let mut reader = Reader::at(&source, &program.atoms, self.offset);
        let read = reader.read_term(&Bindings::operators(&program.ops, &program.atoms), &program.flags);
        self.offset = reader.offset().min(self.text.len());
        match read {
            Ok(Some(read)) => Read::Query(without_neck(read)),
            Ok(None) => Read::Nothing,
            Err(error) => {
                self.offset = self.text.len();
                Read::Wrong(error, source)
            }
        }
    }

    fn wish(&mut self) -> Wish {
        let terminal = Term::stdout();
        loop {
            match terminal.read_key() {
                Ok(Key::Char(';' | ' ' | 'n' | 'r') | Key::Tab) => return Wish::More,
                Ok(Key::Char('w')) => return Wish::Again(Extent::Whole),
                Ok(Key::Char('p')) => return Wish::Again(Extent::Cut),
                Ok(Key::Char('h' | '?')) => {
                    let help = "[; or space: next answer · w: all of it · p: cut again · . or Enter: stop]";
                    tell(&format!("{} ", Paint::stderr().faint(help)));
                }
                Ok(Key::Char('.' | 'c' | 'a' | 'q') | Key::Enter | Key::Escape | Key::CtrlC) | Err(_) => {
                    return Wish::Stop;
                }
                Ok(_) => {}
            }
        }
    }

    fn is_watched(&self) -> bool {
        true
    }
}

/// `?- Goal` and `:- Goal` typed at the prompt are the goal.
pub fn without_neck(mut read: ReadTerm) -> ReadTerm {
    for name in [known::QUERY, known::NECK] {
        if let Some(&[goal]) = read.terms.match_compound(read.root, name, 1) {
            read.root = goal;
        }
    }
    read
}

impl Language {
    fn of(program: &Program) -> Language {
        let defined = program.predicates.iter().filter(|predicate| predicate.kind != PredicateKind::Undefined);
        let mut names: Vec<String> = defined
            .map(|predicate| program.atoms.name(predicate.functor.name).to_string())
            .chain(wam::builtins::BUILTINS.iter().map(|row| row.name.to_string()))
            .filter(|name| name.starts_with(|first: char| first.is_ascii_lowercase()))
            .collect();
        names.sort();
        names.dedup();
        let ops = Bindings::operators(&program.ops, &program.atoms);
        Language { atoms: program.atoms.clone(), ops, flags: program.flags.clone(), names }
    }

    /// Whether the text only lacks its end.
    fn lacks_end(&self, text: &str) -> bool {
        let source = Text::new("query", text);
        let mut reader = Reader::new(&source, &self.atoms);
        loop {
            match reader.read_term(&self.ops, &self.flags) {
                Ok(Some(_)) => {}
                Ok(None) => return false,
                Err(SyntaxError { kind, .. }) => {
                    let open = [
                        SyntaxErrorKind::EndOfFile,
                        SyntaxErrorKind::EndOfFileInQuoted,
                        SyntaxErrorKind::EndOfFileInComment,
                    ];
                    return open.contains(&kind);
                }
            }
        }
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        // An odd quote is open, and what is in quotes or brackets is most often a file.
        let quoted = before.matches('\'').count() % 2 == 1 || before.matches('"').count() % 2 == 1;
        if quoted || before.trim_start().starts_with('[') {
            return self.files.complete(line, at, context);
        }
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |place| place + 1);
        let start = (start..=at).find(|&place| line.is_char_boundary(place)).unwrap_or(at);
        let stem = &line[start..at];
        let names = self.language.iter().flat_map(|language| &language.names);
        let found = names
            .filter(|name| !stem.is_empty() && name.starts_with(stem))
            .map(|name| Pair { display: name.clone(), replacement: name.clone() })
            .collect();
        Ok((start, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_goes_on_until_its_full_stop() {
        let language = Language::of(&wam::library::program(Atoms::new()));
        for open in ["X = 1", "X = [1,", "foo(", "X = 'a", "/* a", "X = 1. Y = ", "X = 1,\n"] {
            assert!(language.lacks_end(open), "{open}");
        }
        for whole in ["X = 1.", "", "  ", "X = 1. Y = 2.", "foo).", "X = 'a.b'."] {
            assert!(!language.lacks_end(whole), "{whole}");
        }
    }
}
