//! Terms to text, so that reading the text gives the term back (ISO 13211-1 section 7.10.5).
//!
//! In: a term, the operators, [`WriteOptions`]. Out: text appended to a string. Spaces, parentheses and quotes follow
//! SWI-Prolog 9 (`a:-b`, `1- -1`, `- 1`, `1-(2-3)`, `f((a:-b))`, `X mod (-)`) with these differences, where SWI's text
//! would read as another term or is harder to read: a word operator always has its spaces (`dynamic []`), an atom that is
//! only a prefix operator and a word stands bare beside operators (`a:-true`, `X=dynamic`), a left argument that its
//! operator could lose to the right has parentheses. What remains to be written is a stack in the heap: terms may be as
//! deep and lists as long as memory allows. A caller that adds a full stop puts a space before it where the text
//! [ends in a symbol](needs_space_before_stop).

mod operators;
mod text;

pub(crate) use text::is_variable_name;
pub(crate) use text::rational;
pub use text::{atom_needs_quotes, atom_text, format_float, format_integer, format_rational, quote_atom};

use crate::atoms::{Atom, Atoms, Functor, known};
use crate::machine::number::ArithmeticError;
use crate::machine::number::patient::{Asked, decimal};
use crate::read::{ARGUMENT, CLAUSE, Ops, continues_word, is_symbol};
use crate::term::{Node, TermId, Terms};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Whether atoms and strings that need quotes get them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quoting {
    /// Names and strings as they are (`write/1`).
    #[default]
    Plain,
    /// In quotes where reading back needs them (`writeq/1`).
    Quoted,
}

/// Whether operators are written as such.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Operators {
    /// `1+2`.
    #[default]
    Used,
    /// `+(1,2)`; lists stay lists.
    Ignored,
}

/// How `'$VAR'(N)` is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NumberVars {
    /// As any compound.
    #[default]
    Compound,
    /// As a letter and a number: `A`, `B`, …, `Z`, `A1`, ….
    Letters,
}

/// Whether a space follows the comma between arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spacing {
    /// `f(a,b)`.
    #[default]
    Standard,
    /// `f(a, b)`.
    NextArgument,
}

/// How a term is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// Quotes.
    pub quoting: Quoting,
    /// Operators.
    pub operators: Operators,
    /// `'$VAR'(N)`.
    pub numbervars: NumberVars,
    /// Spaces.
    pub spacing: Spacing,
    /// What is deeper than so many levels is written `...`, and so are list elements beyond so many.
    pub max_depth: Option<u32>,
    /// Names of variables by number; one without is written `_N`.
    pub variable_names: Vec<String>,
    /// The highest priority written without parentheses, 1200 if none is given.
    pub priority: Option<u16>,
}

impl WriteOptions {
    /// As `writeq/1` writes.
    pub fn quoted() -> Self {
        WriteOptions { quoting: Quoting::Quoted, numbervars: NumberVars::Letters, ..Self::default() }
    }

    /// As `write/1` writes.
    pub fn plain() -> Self {
        WriteOptions { numbervars: NumberVars::Letters, ..Self::default() }
    }

    /// As `write_canonical/1` writes.
    pub fn canonical() -> Self {
        WriteOptions { quoting: Quoting::Quoted, operators: Operators::Ignored, ..Self::default() }
    }
}

/// Terms as the writer walks them: those of an arena, or those of a machine's heap.
pub(crate) trait Tree {
    /// A node.
    type Id: Copy;
    /// What the node is.
    fn shape(&self, id: Self::Id) -> Shape<'_, Self::Id>;
    /// How a variable is written.
    fn variable(&self, variable: Self::Id) -> Cow<'_, str>;
    /// Whether somebody waits for the writer to stop; what it has written is then of no use.
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// What a node is.
pub(crate) enum Shape<'a, I> {
    Variable,
    Atom(Atom),
    Int(i64),
    Big(Cow<'a, BigInt>),
    Rational(Cow<'a, BigRational>),
    Float(f64),
    Str(&'a str),
    Compound(Functor, &'a [I]),
}

/// An arena with names for its variables.
struct Arena<'a> {
    terms: &'a Terms,
    names: &'a [String],
}

impl Tree for Arena<'_> {
    type Id = TermId;

    fn shape(&self, id: TermId) -> Shape<'_, TermId> {
        match self.terms.get(id) {
            Node::Var(_) => Shape::Variable,
            Node::Atom(name) => Shape::Atom(name),
            Node::Int(value) => Shape::Int(value),
            Node::Big(value) => Shape::Big(Cow::Borrowed(value)),
            Node::Rational(value) => Shape::Rational(Cow::Borrowed(value)),
            Node::Float(value) => Shape::Float(value),
            Node::Str(value) => Shape::Str(value),
            Node::Compound(functor, args) => Shape::Compound(functor, args),
        }
    }

    fn variable(&self, variable: TermId) -> Cow<'_, str> {
        let Node::Var(var) = self.terms.get(variable) else { return Cow::Borrowed("_") };
        match self.names.get(var.0 as usize) {
            Some(name) if !name.is_empty() => Cow::Borrowed(name),
            _ => Cow::Owned(format!("_{}", var.0)),
        }
    }
}

/// Appends the term to the string.
pub fn write_term(out: &mut String, terms: &Terms, id: TermId, atoms: &Atoms, ops: &Ops, options: &WriteOptions) {
    let tree = Arena { terms, names: &options.variable_names };
    // It goes on until it is done.
    let _ = write_tree(out, &tree, id, atoms, ops, options, |_| ControlFlow::Continue(()));
}

/// Steps between two questions whether to go on.
const STRIDE: u32 = 1 << 10;

/// Appends a term, which is finite, to the string. Asks now and then, with the length of the text, whether to go on.
pub(crate) fn write_tree<T: Tree>(
    out: &mut String,
    tree: &T,
    id: T::Id,
    atoms: &Atoms,
    ops: &Ops,
    options: &WriteOptions,
    mut ask: impl FnMut(usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut writer =
        Writer { out, tree, atoms, ops, options, work: Vec::new(), last: ' ', after_prefix: false, interrupted: false };
    writer.work.push(Work::Term { id, max: options.priority.unwrap_or(CLAUSE), depth: 1, role: Role::Whole });
    let mut steps = 0;
    while let Some(work) = writer.work.pop() {
        writer.step(work);
        steps += 1;
        if steps % STRIDE == 0 || writer.interrupted {
            ask(writer.out.len())?;
        }
    }
    ControlFlow::Continue(())
}

/// The term as `writeq/1` writes it.
pub fn term_to_string(terms: &Terms, id: TermId, atoms: &Atoms, ops: &Ops) -> String {
    let mut out = String::new();
    write_term(&mut out, terms, id, atoms, ops, &WriteOptions::quoted());
    out
}

/// Whether a full stop after the text would become part of its last token.
pub fn needs_space_before_stop(text: &str) -> bool {
    text.ends_with(is_symbol)
}

/// What a term is to the one around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// An argument, an element or the term itself.
    Whole,
    /// The argument of an operator.
    Operand,
    /// The argument of a postfix operator.
    PostfixOperand,
}

/// What is left to write.
enum Work<I> {
    Term {
        id: I,
        max: u16,
        depth: u32,
        role: Role,
    },
    /// Arguments of a compound from `next` on, and the closing parenthesis.
    Arguments {
        id: I,
        next: usize,
        depth: u32,
    },
    /// What follows a list's elements, of which `count` are written.
    Tail {
        id: I,
        depth: u32,
        count: u32,
    },
    Infix(Atom),
    Postfix(Atom),
    Close(&'static str),
}

struct Writer<'a, T: Tree> {
    out: &'a mut String,
    tree: &'a T,
    atoms: &'a Atoms,
    ops: &'a Ops,
    options: &'a WriteOptions,
    work: Vec<Work<T::Id>>,
    /// The last character of the token written last; a space if nothing can be glued to it.
    last: char,
    /// Whether a symbolic prefix operator was just written.
    after_prefix: bool,
    /// Whether something was left out because somebody waits for the writer to stop.
    interrupted: bool,
}

impl<T: Tree> Writer<'_, T> {
    fn step(&mut self, work: Work<T::Id>) {
        match work {
            Work::Term { id, max, depth, role } => self.term(id, max, depth, role),
            Work::Arguments { id, next, depth } => self.arguments(id, next, depth),
            Work::Tail { id, depth, count } => self.tail(id, depth, count),
            Work::Infix(name) => self.infix(name),
            Work::Postfix(name) => {
                let word = self.is_word(name);
                self.space_if(word);
                self.atom(name);
            }
            Work::Close(text) => self.punctuation(text),
        }
    }

    // ---- terms ----

    fn term(&mut self, id: T::Id, max: u16, depth: u32, role: Role) {
        if self.options.max_depth.is_some_and(|limit| depth > limit) {
            return self.token("...");
        }
        match self.tree.shape(id) {
            Shape::Variable => self.variable(id),
            Shape::Atom(name) => self.atom_term(name, role),
            Shape::Int(value) => self.token(&value.to_string()),
            Shape::Big(value) => self.number(|asked| decimal(&value, asked)),
            Shape::Rational(value) => self.number(|asked| rational(&value, asked)),
            Shape::Float(value) => self.token(&format_float(value)),
            Shape::Str(value) => self.string(value),
            Shape::Compound(functor, args) => self.compound(id, functor, args, max, depth),
        }
    }

    /// A number that may take long.
    fn number(&mut self, spell: impl FnOnce(Asked) -> Result<String, ArithmeticError>) {
        let tree = self.tree;
        match spell(&|| tree.is_interrupted()) {
            Ok(text) => self.token(&text),
            Err(_) => self.interrupted = true,
        }
    }

    fn variable(&mut self, id: T::Id) {
        let tree = self.tree;
        self.token(&tree.variable(id));
    }

    /// An atom as a term: in parentheses where it could be taken for an operator.
    fn atom_term(&mut self, name: Atom, role: Role) {
        let embrace = match role {
            Role::Whole => false,
            _ if self.options.operators == Operators::Ignored => false,
            Role::Operand => self.ops.is_op(name) && !self.is_bare_word(name),
            Role::PostfixOperand => self.ops.is_op(name),
        };
        if embrace {
            self.punctuation("(");
        }
        self.atom(name);
        if embrace {
            self.punctuation(")");
        }
    }

    fn string(&mut self, value: &str) {
        match self.options.quoting {
            Quoting::Plain => self.token(value),
            Quoting::Quoted => {
                let mut quoted = String::new();
                text::push_quoted(&mut quoted, value, '"');
                self.token(&quoted);
            }
        }
    }

    fn compound(&mut self, id: T::Id, functor: Functor, args: &[T::Id], max: u16, depth: u32) {
        match (functor.name, args) {
            (known::DOT, &[head, tail]) => {
                self.punctuation("[");
                self.work.push(Work::Tail { id: tail, depth, count: 1 });
                self.push(head, ARGUMENT, depth + 1, Role::Whole);
            }
            (known::DOLLAR_VAR, &[number]) if self.numbered(number) => {}
            _ if self.options.operators == Operators::Ignored => self.canonical(id, functor.name, depth),
            (known::CURLY, &[inner]) => {
                self.punctuation("{");
                self.work.push(Work::Close("}"));
                self.push(inner, CLAUSE, depth + 1, Role::Whole);
            }
            (name, &[left, right]) => match self.ops.infix(name) {
                Some(def) => self.infix_term(name, def, [left, right], max, depth),
                None => self.canonical(id, name, depth),
            },
            (name, &[argument]) => match (self.ops.prefix(name), self.ops.postfix(name)) {
                (Some(def), _) => self.prefix_term(name, def, argument, max, depth),
                (None, Some(def)) => self.postfix_term(name, def, argument, max, depth),
                (None, None) => self.canonical(id, name, depth),
            },
            (name, _) => self.canonical(id, name, depth),
        }
    }

    /// Writes `'$VAR'(N)` as a letter, if it is to be one.
    fn numbered(&mut self, number: T::Id) -> bool {
        let Shape::Int(n @ 0..) = self.tree.shape(number) else {
            return false;
        };
        if self.options.numbervars == NumberVars::Compound {
            return false;
        }
        let letter = char::from(b'A' + (n % 26) as u8);
        let name = if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26) };
        self.token(&name);
        true
    }

    fn canonical(&mut self, id: T::Id, name: Atom, depth: u32) {
        self.atom(name);
        self.punctuation_at_once("(");
        self.work.push(Work::Arguments { id, next: 0, depth });
    }

    fn arguments(&mut self, id: T::Id, next: usize, depth: u32) {
        let tree = self.tree;
        let Shape::Compound(_, args) = tree.shape(id) else {
            return;
        };
        let Some(&argument) = args.get(next) else {
            return self.punctuation(")");
        };
        if next > 0 {
            self.comma();
        }
        self.work.push(Work::Arguments { id, next: next + 1, depth });
        self.push(argument, ARGUMENT, depth + 1, Role::Whole);
    }

    fn tail(&mut self, id: T::Id, depth: u32, count: u32) {
        let tree = self.tree;
        let shape = tree.shape(id);
        if matches!(shape, Shape::Atom(known::NIL)) {
            return self.punctuation("]");
        }
        if self.options.max_depth.is_some_and(|limit| count >= limit) {
            self.punctuation("|");
            self.token("...");
            return self.punctuation("]");
        }
        if let Shape::Compound(Functor { name: known::DOT, .. }, &[head, tail]) = shape {
            self.comma();
            self.work.push(Work::Tail { id: tail, depth, count: count + 1 });
            return self.push(head, ARGUMENT, depth + 1, Role::Whole);
        }
        self.punctuation("|");
        self.work.push(Work::Close("]"));
        self.push(id, ARGUMENT, depth + 1, Role::Whole);
    }

    // ---- tokens ----

    fn push(&mut self, id: T::Id, max: u16, depth: u32, role: Role) {
        self.work.push(Work::Term { id, max, depth, role });
    }

    fn atom(&mut self, name: Atom) {
        let name: Arc<str> = self.atoms.name(name);
        if self.options.quoting == Quoting::Quoted && atom_needs_quotes(&name) {
            self.token(&quote_atom(&name));
        } else {
            self.token(&name);
        }
    }

    /// Writes a token with a space before it where it would be glued to the last one.
    fn token(&mut self, text: &str) {
        let Some(first) = text.chars().next() else {
            return;
        };
        let last = self.last;
        let glued = (continues_word(last) && continues_word(first))
            || (is_symbol(last) && is_symbol(first))
            || (last == first && matches!(first, '\'' | '"' | '`'))
            || (last.is_ascii_digit() && first == '\'');
        self.after_prefix = false;
        if glued {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.last = text.chars().next_back().unwrap_or(' ');
    }

    /// Writes a bracket or comma; after a prefix operator not at once, because `-(` would begin a compound.
    fn punctuation(&mut self, text: &'static str) {
        if std::mem::take(&mut self.after_prefix) && text == "(" && self.last != ' ' {
            self.out.push(' ');
        }
        self.punctuation_at_once(text);
    }

    fn punctuation_at_once(&mut self, text: &'static str) {
        self.out.push_str(text);
        self.last = ' ';
    }

    fn comma(&mut self) {
        self.punctuation(",");
        self.space_if(self.options.spacing == Spacing::NextArgument);
    }

    fn space_if(&mut self, wanted: bool) {
        if wanted {
            let _ = self.out.write_char(' ');
            self.last = ' ';
        }
    }
}
