//! Terms out: `write/1` and its kin, `write_term/2,3` (ISO 13211-1 section 8.14). A unit is a character written.

use super::Outcome;
use super::streams::Use;
use crate::atoms::{Functor, known};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;
use crate::machine::exchange::Variables;
use crate::machine::number::Number;
use crate::machine::stream::StreamId;
use crate::meter;
use crate::term::Terms;
use crate::write::{NumberVars, Operators, Quoting, Spacing, WriteOptions, needs_space_before_stop};
use crate::write::{Shape, Tree, is_variable_name, write_term as write_to, write_tree};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::ControlFlow;

const DOMAIN: &str = "write_option";

/// Characters of a text that take as long as it takes to write an argument of a term, or an element of a list, besides
/// its characters.
const ARGUMENT: u64 = 128;
/// The same of a float.
const FLOAT: u64 = 192;

/// The term as text.
pub(crate) fn show(m: &mut Machine, term: Cell, options: &WriteOptions) -> Result<String, Ball> {
    let written = Written { how: options.clone(), ..Written::default() };
    show_with(m, term, &written)
}

/// The term as text, with names for some variables. A term that is not finite is written as `@(Template, Bindings)`.
fn show_with(m: &mut Machine, term: Cell, written: &Written) -> Result<String, Ball> {
    let mut text = String::new();
    let term = term.deref();
    if term.is(Tag::Int) {
        text.push_str(&m.spell(&Number::Int(term.as_int()))?);
        m.units += text.len() as u64;
        return Ok(text);
    }
    let (is_acyclic, looked) = m.look_for_cycles(term);
    m.units += ARGUMENT * (looked.arguments - looked.tails);
    if is_acyclic {
        let names = written.names.iter().map(|(variable, name)| (variable.0, name.as_str())).collect();
        let portrayed = match written.portrayed {
            Portrayed::Text => Some(Functor { name: m.program.atoms.internal("$portrayed"), arity: 1 }),
            Portrayed::Term => None,
        };
        let heap = Heap { machine: m, names, portrayed, floats: std::cell::Cell::new(0) };
        let program = &m.program;
        // Terms that share their parts may become far more text than there is memory.
        let most = m.memory_limit().min(meter::room() / 2);
        let ask = |length: usize| match length > most || m.is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let done = write_tree(&mut text, &heap, term, &program.atoms, &program.ops, &written.how, ask);
        if done.is_break() {
            return Err(if text.len() > most { m.out_of_memory() } else { m.interrupted() });
        }
        let floats = heap.floats.get();
        m.units += FLOAT * floats;
    } else {
        show_cyclic(m, &mut text, term, written)?;
    }
    m.units += text.len() as u64;
    Ok(text)
}

fn show_cyclic(m: &mut Machine, text: &mut String, term: Cell, written: &Written) -> Result<(), Ball> {
    let mut terms = Terms::new();
    let mut variables = Variables::default();
    let id = m.export(term, &mut terms, &mut variables)?;
    let mut options = written.how.clone();
    options.variable_names = m.variable_names(&variables);
    for (variable, name) in &written.names {
        if let Some(at) = variables.get(&variable.0) {
            options.variable_names[at.0 as usize].clone_from(name);
        }
    }
    write_to(text, &terms, id, &m.program.atoms, &m.program.ops, &options);
    Ok(())
}

/// Terms of the heap, with names for some variables.
struct Heap<'a> {
    machine: &'a Machine,
    names: FxHashMap<u64, &'a str>,
    /// Compounds of this functor are written as the atom in them.
    portrayed: Option<Functor>,
    /// How many floats were written.
    floats: std::cell::Cell<u64>,
}

impl Tree for Heap<'_> {
    type Id = Cell;

    fn shape(&self, id: Cell) -> Shape<'_, Cell> {
        let (m, term) = (self.machine, id.deref());
        match term.tag() {
            Tag::Ref => Shape::Variable,
            Tag::Int => Shape::Int(term.as_int()),
            Tag::List | Tag::Struct => {
                let functor = m.functor_of(term);
                if self.portrayed == Some(functor) {
                    return Shape::Variable;
                }
                Shape::Compound(functor, m.args_of(term).cells(m, functor.arity as usize))
            }
            Tag::Boxed if term.is_box(Kind::Text) => Shape::Str(m.text_of_string(term)),
            Tag::Boxed => {
                let number = m.number(term);
                m.count_written(&number);
                match number {
                    Number::Int(value) => Shape::Int(value),
                    Number::Big(value) => Shape::Big(Cow::Owned(value)),
                    Number::Rational(value) => Shape::Rational(Cow::Owned(*value)),
                    Number::Float(value) => {
                        self.floats.set(self.floats.get() + 1);
                        Shape::Float(value)
                    }
                }
            }
            _ => Shape::Atom(term.as_atom()),
        }
    }

    fn variable(&self, variable: Cell) -> Cow<'_, str> {
        let variable = variable.deref();
        if variable.is_compound() {
            let text = self.machine.args_of(variable).get().deref();
            let name = if text.is(Tag::Atom) { text.as_atom() } else { known::EMPTY };
            return Cow::Owned(self.machine.program.atoms.name(name).to_string());
        }
        match self.names.get(&variable.0) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(self.machine.variable_name(variable.0)),
        }
    }

    fn is_interrupted(&self) -> bool {
        self.machine.is_interrupted()
    }
}

fn write_on(m: &mut Machine, stream: Option<Cell>, term: Cell, options: &WriteOptions) -> Result<StreamId, Ball> {
    let to = output(m, stream)?;
    let text = show(m, term, options)?;
    m.put(to, &text)?;
    Ok(to)
}

fn output(m: &mut Machine, stream: Option<Cell>) -> Result<StreamId, Ball> {
    match stream {
        Some(stream) => m.output_to(stream, Use::Characters),
        None => m.current_output(Use::Characters),
    }
}

/// Defines the predicates that write a term, on the current output and on a stream.
macro_rules! writers {
    ($($name:ident $on_stream:ident $options:expr;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome {
            write_on(m, None, m.a(0), &$options)?;
            Ok(true)
        }
        pub(crate) fn $on_stream(m: &mut Machine) -> Outcome {
            write_on(m, Some(m.a(0)), m.a(1), &$options)?;
            Ok(true)
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
    let to = write_on(m, None, m.a(0), &WriteOptions::plain())?;
    m.put(to, "\n")?;
    Ok(true)
}

pub(crate) fn writeln_2(m: &mut Machine) -> Outcome {
    let to = write_on(m, Some(m.a(0)), m.a(1), &WriteOptions::plain())?;
    m.put(to, "\n")?;
    Ok(true)
}

pub(crate) fn write_term(m: &mut Machine) -> Outcome {
    write_with(m, None, m.a(0), m.a(1))
}

pub(crate) fn write_term_3(m: &mut Machine) -> Outcome {
    write_with(m, Some(m.a(0)), m.a(1), m.a(2))
}

fn write_with(m: &mut Machine, stream: Option<Cell>, term: Cell, options: Cell) -> Outcome {
    if stream.is_some_and(|stream| stream.is(Tag::Ref)) {
        return Err(m.instantiation_error());
    }
    let options = write_options(m, options)?;
    let to = output(m, stream)?;
    let mut text = show_with(m, term, &options)?;
    if options.full_stop {
        text.push_str(if needs_space_before_stop(&text) { " ." } else { "." });
        text.push_str(if options.newline { "\n" } else { " " });
    } else if options.newline {
        text.push('\n');
    }
    m.put(to, &text)?;
    Ok(true)
}

/// How a list of options says that terms are written.
pub(crate) fn how(m: &mut Machine, options: Cell) -> Result<WriteOptions, Ball> {
    Ok(write_options(m, options)?.how)
}

/// The options of `write_term`.
#[derive(Default)]
struct Written {
    how: WriteOptions,
    /// Names for variables.
    names: Vec<(Cell, String)>,
    full_stop: bool,
    newline: bool,
    portrayed: Portrayed,
}

/// Whether `'$portrayed'(Text)` is written as the text.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Portrayed {
    #[default]
    Term,
    Text,
}

fn write_options(m: &mut Machine, list: Cell) -> Result<Written, Ball> {
    let mut written = Written::default();
    let how = &mut written.how;
    for (option, name, value) in m.options(list, DOMAIN)? {
        match &*name {
            "quoted" => how.quoting = if truth(m, option, value)? { Quoting::Quoted } else { Quoting::Plain },
            "ignore_ops" => how.operators = if truth(m, option, value)? { Operators::Ignored } else { Operators::Used },
            "numbervars" => {
                how.numbervars = if truth(m, option, value)? { NumberVars::Letters } else { NumberVars::Compound };
            }
            "fullstop" => written.full_stop = truth(m, option, value)?,
            "nl" => written.newline = truth(m, option, value)?,
            "variable_names" => written.names = names(m, option, value)?,
            "spacing" => match &*m.option_name(option, value, DOMAIN)? {
                "next_argument" => how.spacing = Spacing::NextArgument,
                "standard" => how.spacing = Spacing::Standard,
                _ => return Err(m.domain_error(DOMAIN, option)),
            },
            "max_depth" => how.max_depth = number(m, option, value)?.filter(|&depth| depth > 0),
            "priority" => how.priority = number(m, option, value)?.map(|priority| priority.min(1200) as u16),
            "portrayed" if truth(m, option, value)? => written.portrayed = Portrayed::Text,
            "portray"
            | "portrayed"
            | "cycles"
            | "partial"
            | "character_escapes"
            | "dotlists"
            | "brace_terms"
            | "no_lists"
            | "quote_non_ascii"
            | "character_escapes_unicode" => {
                truth(m, option, value)?;
            }
            "attributes" | "blobs" | "module" | "portray_goal" | "back_quotes" => {
                if value.is(Tag::Ref) {
                    return Err(m.instantiation_error());
                }
            }
            _ => return Err(m.domain_error(DOMAIN, option)),
        }
    }
    Ok(written)
}

fn truth(m: &mut Machine, option: Cell, value: Cell) -> Result<bool, Ball> {
    m.option_truth(option, value, DOMAIN)
}

/// An option's number that is not negative; none where it is too large to matter.
fn number(m: &mut Machine, option: Cell, value: Cell) -> Result<Option<u32>, Ball> {
    if value.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !value.is(Tag::Int) || value.as_int() < 0 {
        return Err(m.domain_error(DOMAIN, option));
    }
    Ok(u32::try_from(value.as_int()).ok())
}

/// The pairs of `variable_names([Name = Variable, …])`; of two names for a variable the first counts.
fn names(m: &mut Machine, option: Cell, list: Cell) -> Result<Vec<(Cell, String)>, Ball> {
    let equals = m.program.atoms.functor("=", 2);
    let mut found: Vec<(Cell, String)> = Vec::new();
    let (_, tail) = m.skip_list(list);
    if !tail.is(Tag::Ref) && tail != Cell::NIL {
        return Err(m.domain_error(DOMAIN, option));
    }
    for pair in m.list_items(list)? {
        let pair = pair.deref();
        if pair.is(Tag::Ref) {
            return Err(m.instantiation_error());
        }
        if !pair.is(Tag::Struct) || m.functor_of(pair) != equals {
            return Err(m.domain_error(DOMAIN, option));
        }
        let (name, variable) = (m.args_of(pair).get().deref(), m.args_of(pair).add(1).get().deref());
        if name.is(Tag::Ref) {
            return Err(m.instantiation_error());
        }
        let text = m.option_name(option, name, DOMAIN)?;
        if !is_variable_name(&text) {
            return Err(m.domain_error(DOMAIN, option));
        }
        if variable.is(Tag::Ref) && !found.iter().any(|(known, _)| *known == variable) {
            found.push((variable, text));
        }
    }
    Ok(found)
}

impl Machine {
    /// What a variable is written as: `_G` and where it is, so that one variable has one name. A compound at which a term
    /// is cut has a name, too.
    fn variable_name(&self, bits: u64) -> String {
        // A list may stand where its head is a variable.
        let letter = if bits & 7 == 0 { "G" } else { "S" };
        format!("_{letter}{}", self.heap_place(bits & !7))
    }

    /// Names for the variables of an arena.
    fn variable_names(&self, variables: &Variables) -> Vec<String> {
        let mut names = vec![String::new(); variables.len()];
        for (bits, var) in variables {
            if let Some(name) = names.get_mut(var.0 as usize) {
                *name = self.variable_name(*bits);
            }
        }
        names
    }
}
