//! Output: tables, colours where a terminal is, notes to the user.
//!
//! Standard output holds results only; notes and errors go to standard error.

use crate::error::{CliError, Exit};
use crate::output;
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table, presets};
use predict::error::PredictError;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

/// Whether a stream gets colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Yes: it is a terminal, and `NO_COLOR` is not set.
    Colours,
    /// No.
    Plain,
}

impl Paint {
    /// Of standard output.
    pub fn stdout() -> Paint {
        Paint::of(io::stdout().is_terminal())
    }

    /// Of standard error.
    pub fn stderr() -> Paint {
        Paint::of(io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> Paint {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if terminal && !refused && env::var_os("TERM").is_none_or(|term| term != "dumb") {
            Paint::Colours
        } else {
            Paint::Plain
        }
    }

    /// Text that stands out.
    pub fn strong(self, text: &str) -> String {
        self.code("1", text)
    }

    /// Text that stands back.
    pub fn faint(self, text: &str) -> String {
        self.code("2", text)
    }

    /// Text that warns.
    pub fn error(self, text: &str) -> String {
        self.code("1;31", text)
    }

    /// Text that helps.
    pub fn help(self, text: &str) -> String {
        self.code("36", text)
    }

    fn code(self, code: &str, text: &str) -> String {
        match self {
            Paint::Colours => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            Paint::Plain => text.into(),
        }
    }
}

/// Prints to standard output.
pub fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let written = match output::was_closed() {
        true => output::Closed.write_all(text.as_bytes()),
        false => out.write_all(text.as_bytes()).and_then(|()| out.flush()),
    };
    written.map_err(|source| CliError::Output { to: "standard output".into(), source })
}

/// Tells something on standard error. Where that is refused nothing can be told: the exit code will say it.
pub fn tell(text: &str) {
    let mut err = io::stderr().lock();
    if let Err(error) = err.write_all(text.as_bytes()).and_then(|()| err.flush()) {
        // The first refusal decides.
        let _ = UNTOLD.set(error);
    }
}

/// What standard error has refused first.
static UNTOLD: OnceLock<io::Error> = OnceLock::new();

/// How the program ends because not all was told, if it was not.
pub fn untold() -> Option<Exit> {
    let to = "standard error".to_string();
    UNTOLD.get().map(|error| CliError::Output { to, source: error.kind().into() }.exit())
}

/// What `linrec` in formulas is, if it occurs.
pub fn sequence_legend(formulas: &str) -> &'static str {
    match formulas.contains("linrec(") {
        true => "linrec([c1, c2, ...], [u0, u1, ...], k) = u(k), where u(k) = c1*u(k - 1) + c2*u(k - 2) + ...\n",
        false => "",
    }
}

/// Tells warnings that are rendered already, on standard error.
pub fn warn(rendered: &[String]) {
    rendered.iter().for_each(|warning| tell(warning));
}

/// Prints a value as JSON.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value).expect("reports are plain data");
    print(&format!("{text}\n"))
}

/// Tells the user something on standard error.
pub fn note(text: &str) {
    let paint = Paint::stderr();
    tell(&format!("{} {text}\n", paint.faint("note:")));
}

/// What a program has come to, and what could be told of it: the first matters more, but of both errors is told.
///
/// # Errors
/// The first that there is.
pub fn both<E, T>(ended: Result<E, CliError>, told: Result<T, CliError>) -> Result<(E, T), CliError> {
    match (ended, told) {
        (Ok(ended), Ok(told)) => Ok((ended, told)),
        (Err(error), Err(untold)) => {
            complain(&untold);
            Err(error)
        }
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// Asks a question where someone can answer it; elsewhere the answer is no.
pub fn confirm(question: &str) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    tell(&format!("{question} [Y/n] "));
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).is_ok() && matches!(answer.trim(), "" | "y" | "Y" | "yes")
}

/// Reports an error with what would help. That nobody reads the output any more is nobody's error.
pub fn complain(error: &CliError) {
    if error.exit() == Exit::ClosedPipe {
        return;
    }
    let paint = Paint::stderr();
    let text = error.to_string();
    match error {
        // Errors in a text come with their own headings.
        CliError::Predict(PredictError::Source(_)) => tell(&format!("{text}\n")),
        _ => tell(&format!("{} {text}\n", paint.error("error:"))),
    }
    if let Some(help) = error.help() {
        tell(&format!("{} {help}\n", paint.help("help:")));
    }
}

/// Which side a column leans to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table as data: it prints aligned, as Markdown or as CSV.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    headings: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these columns.
    pub fn new(headings: impl IntoIterator<Item = (impl Into<String>, Align)>) -> Grid {
        Grid { headings: headings.into_iter().map(|(name, align)| (name.into(), align)).collect(), rows: Vec::new() }
    }

    /// A table with columns of text, then of numbers.
    pub fn of(texts: &[&str], numbers: &[&str]) -> Grid {
        let columns =
            |names: &[&str], align| names.iter().map(move |&name| (name.to_string(), align)).collect::<Vec<_>>();
        Grid::new([columns(texts, Align::Left), columns(numbers, Align::Right)].concat())
    }

    /// Adds a row, a cell a column.
    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.headings.len(), "a row has a cell for each column");
        self.rows.push(cells);
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// For the terminal.
    pub fn text(&self, paint: Paint) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Disabled);
        let align = |align: Align| match align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        };
        table.set_header(self.headings.iter().map(|(name, side)| {
            let cell = Cell::new(name).set_alignment(align(*side));
            match paint {
                Paint::Colours => cell.fg(Color::DarkCyan).add_attribute(Attribute::Bold),
                Paint::Plain => cell,
            }
        }));
        for row in &self.rows {
            table.add_row(
                row.iter().zip(&self.headings).map(|(text, (_, side))| Cell::new(text).set_alignment(align(*side))),
            );
        }
        if paint == Paint::Colours {
            table.enforce_styling();
        }
        let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_string()).collect();
        format!("{}\n", lines.join("\n"))
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let escape = |text: &String| text.replace('|', "\\|");
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.headings.iter().map(|(name, _)| escape(name)).collect());
        let rule = |align: &Align| match align {
            Align::Left => "---".to_string(),
            Align::Right => "---:".to_string(),
        };
        text.push_str(&line(self.headings.iter().map(|(_, align)| rule(align)).collect()));
        for row in &self.rows {
            text.push_str(&line(row.iter().map(escape).collect()));
        }
        text
    }

    /// As CSV.
    pub fn csv(&self) -> String {
        let quote = |text: &String| {
            if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
        };
        let line = |cells: Vec<String>| format!("{}\n", cells.join(","));
        let mut text = line(self.headings.iter().map(|(name, _)| quote(name)).collect());
        for row in &self.rows {
            text.push_str(&line(row.iter().map(quote).collect()));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::of(&["instruction"], &["ns"]);
        grid.row(vec!["get_list, read".into(), "1.25".into()]);
        grid.row(vec!["call".into(), "10.5".into()]);
        grid
    }

    #[test]
    fn a_table_prints_aligned_as_markdown_and_as_csv() {
        insta::assert_snapshot!(grid().text(Paint::Plain));
        insta::assert_snapshot!(grid().markdown());
        insta::assert_snapshot!(grid().csv());
    }

    #[test]
    fn plain_output_has_no_escapes() {
        assert!(!grid().text(Paint::Plain).contains('\u{1b}'));
        assert!(grid().text(Paint::Colours).contains('\u{1b}'));
        assert_eq!(Paint::Plain.error("x"), "x");
    }
}
