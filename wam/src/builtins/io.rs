//! Output and input of terms and characters.

use super::Outcome;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::stream::Target;
use crate::read::SyntaxError;
use crate::term::{ReadTerm, Terms};
use crate::write::{NumberVars, Operators, Quoting, Spacing, WriteOptions, write_term as write_to};
use rustc_hash::FxHashMap;

/// Where the argument says that output goes.
pub(crate) fn target(m: &mut Machine, cell: Cell) -> Result<Target, Ball> {
    match cell.tag() {
        Tag::Ref => Err(m.instantiation_error()),
        Tag::Atom => match &*m.program.atoms.name(cell.as_atom()) {
            "user_output" | "user" | "current_output" => Ok(Target::Output),
            "user_error" => Ok(Target::Error),
            _ => Err(m.existence_error("stream", cell)),
        },
        _ => Err(m.domain_error("stream_or_alias", cell)),
    }
}

/// The term as text.
pub(crate) fn show(m: &mut Machine, term: Cell, options: &WriteOptions) -> Result<String, Ball> {
    let mut terms = Terms::new();
    let mut variables = FxHashMap::default();
    let id = m.export(term, &mut terms, &mut variables)?;
    let mut options = options.clone();
    if options.variable_names.is_empty() {
        options.variable_names = m.variable_names(&variables);
    }
    let mut text = String::new();
    write_to(&mut text, &terms, id, &m.program.atoms, &m.program.ops, &options);
    m.units += text.len() as u64;
    Ok(text)
}

fn write_on(m: &mut Machine, to: Target, term: Cell, options: &WriteOptions) -> Outcome {
    let text = show(m, term, options)?;
    m.output.write(to, &text);
    Ok(true)
}

/// Defines the predicates that write a term, on the current output and on a stream.
macro_rules! writers {
    ($($name:ident $on_stream:ident $options:expr;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome { write_on(m, Target::Output, m.a(0), &$options) }
        pub(crate) fn $on_stream(m: &mut Machine) -> Outcome {
            let to = target(m, m.a(0))?;
            write_on(m, to, m.a(1), &$options)
        }
    )*};
}

writers! {
    write write_2 WriteOptions::plain();
    print print_2 WriteOptions::quoted();
    writeq writeq_2 WriteOptions::quoted();
    write_canonical write_canonical_2 WriteOptions::canonical();
}

pub(crate) fn writeln(m: &mut Machine) -> Outcome {
    write(m)?;
    nl(m)
}

pub(crate) fn writeln_2(m: &mut Machine) -> Outcome {
    write_2(m)?;
    nl_1(m)
}

pub(crate) fn write_term(m: &mut Machine) -> Outcome {
    let options = write_options(m, m.a(1))?;
    write_on(m, Target::Output, m.a(0), &options)
}

pub(crate) fn write_term_3(m: &mut Machine) -> Outcome {
    let to = target(m, m.a(0))?;
    let options = write_options(m, m.a(2))?;
    write_on(m, to, m.a(1), &options)
}

/// The options of `write_term`.
fn write_options(m: &mut Machine, list: Cell) -> Result<WriteOptions, Ball> {
    let mut options = WriteOptions::default();
    for option in m.list_items(list)? {
        let option = option.deref();
        if option.is(Tag::Ref) {
            return Err(m.instantiation_error());
        }
        if !option.is(Tag::Struct) || m.functor_of(option).arity != 1 {
            return Err(m.domain_error("write_option", option));
        }
        let name = m.program.atoms.name(m.functor_of(option).name);
        let value = m.args_of(option).get().deref();
        if value.is(Tag::Ref) {
            return Err(m.instantiation_error());
        }
        let yes = value == m.make_atom("true");
        match &*name {
            "quoted" => options.quoting = if yes { Quoting::Quoted } else { WriteOptions::default().quoting },
            "ignore_ops" => {
                options.operators = if yes { Operators::Ignored } else { WriteOptions::default().operators }
            }
            "numbervars" => {
                options.numbervars = if yes { NumberVars::Letters } else { WriteOptions::default().numbervars };
            }
            "spacing" if value == m.make_atom("next_argument") => options.spacing = Spacing::NextArgument,
            "max_depth" => options.max_depth = u32::try_from(m.natural(value)?).ok().filter(|&depth| depth > 0),
            "priority" => options.priority = Some(m.natural(value)?.min(1200) as u16),
            _ => {}
        }
    }
    Ok(options)
}

pub(crate) fn nl(m: &mut Machine) -> Outcome {
    m.output.write(Target::Output, "\n");
    Ok(true)
}

pub(crate) fn nl_1(m: &mut Machine) -> Outcome {
    let to = target(m, m.a(0))?;
    m.output.write(to, "\n");
    Ok(true)
}

fn put(m: &mut Machine, to: Target, cell: Cell) -> Outcome {
    let c = m.character(cell)?;
    m.output.write(to, c.encode_utf8(&mut [0; 4]));
    Ok(true)
}

pub(crate) fn put_char(m: &mut Machine) -> Outcome {
    put(m, Target::Output, m.a(0))
}

pub(crate) fn put_char_2(m: &mut Machine) -> Outcome {
    let to = target(m, m.a(0))?;
    put(m, to, m.a(1))
}

fn spaces(m: &mut Machine, to: Target, cell: Cell) -> Outcome {
    let (value, _) = m.eval(cell)?;
    let value = m.number_cell(&value);
    let mut left = m.integer(value)?.max(0) as usize;
    m.units += left as u64;
    const BLANK: &str = "                                                                ";
    while left > 0 {
        let now = left.min(BLANK.len());
        m.output.write(to, &BLANK[..now]);
        left -= now;
    }
    Ok(true)
}

pub(crate) fn tab(m: &mut Machine) -> Outcome {
    spaces(m, Target::Output, m.a(0))
}

pub(crate) fn tab_2(m: &mut Machine) -> Outcome {
    let to = target(m, m.a(0))?;
    spaces(m, to, m.a(1))
}

pub(crate) fn flush_output(m: &mut Machine) -> Outcome {
    m.output.flush();
    Ok(true)
}

/// `$output_open`: from now on output is collected.
pub(crate) fn output_open(m: &mut Machine) -> Outcome {
    m.output.open();
    Ok(true)
}

/// `$output_close(Atom)`: what was collected since.
pub(crate) fn output_close(m: &mut Machine) -> Outcome {
    let text = m.output.close();
    m.units += text.len() as u64;
    let atom = m.make_atom(&text);
    Ok(m.unify(m.a(0), atom))
}

pub(crate) fn output_drop(m: &mut Machine) -> Outcome {
    m.output.close();
    Ok(true)
}

/// Reads a term, unifies it, and gives the options their values.
fn read_on(m: &mut Machine, term: Cell, options: Cell) -> Outcome {
    let (ops, flags, atoms) = (m.program.ops.clone(), m.program.flags.clone(), m.program.atoms.clone());
    m.output.flush();
    let read = m.input.read_term(&atoms, &ops, &flags);
    let read = read.map_err(|error| m.syntax_error(&error))?;
    let Some(read) = read else {
        let end = m.make_atom("end_of_file");
        return Ok(m.unify(term, end));
    };
    let mut cells = Vec::new();
    let found = m.import_checked(&read, &mut cells)?;
    if !m.unify(term, found) {
        return Ok(false);
    }
    for option in m.list_items(options)? {
        let option = option.deref();
        if !option.is(Tag::Struct) || m.functor_of(option).arity != 1 {
            continue;
        }
        let name = m.program.atoms.name(m.functor_of(option).name);
        let value = m.args_of(option).get();
        let items = match &*name {
            "variables" => cells.iter().flatten().copied().collect(),
            "variable_names" => m.name_pairs(&read, &cells, |name| name != "_"),
            _ => continue,
        };
        let list = m.make_list(&items, Cell::NIL)?;
        if !m.unify(value, list) {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn read(m: &mut Machine) -> Outcome {
    read_on(m, m.a(0), Cell::NIL)
}

pub(crate) fn read_2(m: &mut Machine) -> Outcome {
    read_on(m, m.a(1), Cell::NIL)
}

pub(crate) fn read_term(m: &mut Machine) -> Outcome {
    read_on(m, m.a(0), m.a(1))
}

pub(crate) fn read_term_3(m: &mut Machine) -> Outcome {
    read_on(m, m.a(1), m.a(2))
}

pub(crate) fn get_char(m: &mut Machine) -> Outcome {
    let c = m.input.next_char();
    let found = character_or_end(m, c);
    Ok(m.unify(m.a(0), found))
}

pub(crate) fn peek_char(m: &mut Machine) -> Outcome {
    let c = m.input.peek_char();
    let found = character_or_end(m, c);
    Ok(m.unify(m.a(0), found))
}

fn character_or_end(m: &Machine, c: Option<char>) -> Cell {
    c.map_or_else(|| m.make_atom("end_of_file"), |c| m.char_atom(c))
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
    let pairs = m.name_pairs(&read, &cells, |name| name != "_");
    let list = m.make_list(&pairs, Cell::NIL)?;
    Ok(m.unify(m.a(1), found) && m.unify(m.a(2), list))
}

impl Machine {
    /// Builds a term that was read on the heap, after seeing that there is room.
    fn import_checked(&mut self, read: &ReadTerm, cells: &mut Vec<Option<Cell>>) -> Result<Cell, Ball> {
        self.ensure(4 * read.terms.nodes() + 16)?;
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

    /// `syntax_error(What)`.
    pub(crate) fn syntax_error(&mut self, error: &SyntaxError) -> Ball {
        let what = self.make_atom(error.kind.iso_name());
        let formal = self.make("syntax_error", &[what]);
        self.error(formal)
    }

    /// `Name = Variable` for the variables whose name is wanted.
    fn name_pairs(&mut self, read: &ReadTerm, cells: &[Option<Cell>], wanted: fn(&str) -> bool) -> Vec<Cell> {
        let mut pairs = Vec::new();
        for (variable, cell) in read.variables.iter().zip(cells) {
            if let (true, &Some(cell)) = (wanted(&variable.name), cell) {
                let name = self.make_atom(&variable.name);
                pairs.push(self.make("=", &[name, cell]));
            }
        }
        pairs
    }

    /// Names for variables that are written: `_G` and where they are, so that one variable has one name.
    fn variable_names(&self, variables: &crate::machine::exchange::Variables) -> Vec<String> {
        let mut names = vec![String::new(); variables.len()];
        for (bits, var) in variables {
            if let Some(name) = names.get_mut(var.0 as usize) {
                *name = format!("_G{}", self.heap_place(*bits));
            }
        }
        names
    }
}
