//! Masks and scopes: which values of an event are meant, and where.
//!
//! Each prints as the text that it is read from. A printed name is in quotes unless the lexer takes it as it is.
//!
//! Source: Templer & Jeffery 1998, sections 3.2 (scopes) and 3.3 (masks). Theirs are of C: predicates, clauses, modes and
//! Prolog's types are in the places of functions, parameters and types.

use std::fmt::{self, Display, Write};

use super::token::{self, Token};

/// What the value of an event is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ValueKind {
    /// A goal: a predicate with its arguments.
    Goal,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// Any term.
    Term,
    /// A clause of a predicate.
    Clause,
}

impl ValueKind {
    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            ValueKind::Goal => "a goal",
            ValueKind::Integer => "an integer",
            ValueKind::Number => "a number",
            ValueKind::Term => "a term",
            ValueKind::Clause => "a clause",
        }
    }

    /// The masks that there are for it, in words.
    pub fn masks(self) -> &'static str {
        match self {
            ValueKind::Goal => "predicates (`p/2`) and signatures (`p(+int, _)`)",
            ValueKind::Integer => "types of numbers (`int`) and integers",
            ValueKind::Number => "types of numbers (`float`) and numbers",
            ValueKind::Term => "types (`list`, `f/2`) and constants",
            ValueKind::Clause => "predicates (`p/2`)",
        }
    }
}

/// A type of terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An integer: `int`.
    Int,
    /// An integer beyond a word: `bigint`.
    BigInt,
    /// `float`.
    Float,
    /// A rational number, which integers are: `rational`.
    Rational,
    /// `number`.
    Number,
    /// `atom`.
    Atom,
    /// An atom, a number or a string: `atomic`.
    Atomic,
    /// `string`.
    String,
    /// An unbound variable: `var`.
    Var,
    /// Anything else: `nonvar`.
    Nonvar,
    /// A proper list: `list`.
    List,
    /// A list that ends in a variable: `partial_list`.
    PartialList,
    /// A compound term: `struct`.
    Struct,
    /// An atom or a compound term: `callable`.
    Callable,
    /// A term without variables: `ground`.
    Ground,
    /// `K-V`: `pair`.
    Pair,
    /// An atom or a string: `text`.
    Text,
    /// A term with this functor: `f/2`.
    Functor {
        /// Its name.
        name: String,
        /// Its arity.
        arity: u32,
    },
}

/// The types that words stand for.
const TYPES: [(&str, Type); 17] = [
    ("int", Type::Int),
    ("bigint", Type::BigInt),
    ("float", Type::Float),
    ("rational", Type::Rational),
    ("number", Type::Number),
    ("atom", Type::Atom),
    ("atomic", Type::Atomic),
    ("string", Type::String),
    ("var", Type::Var),
    ("nonvar", Type::Nonvar),
    ("list", Type::List),
    ("partial_list", Type::PartialList),
    ("struct", Type::Struct),
    ("callable", Type::Callable),
    ("ground", Type::Ground),
    ("pair", Type::Pair),
    ("text", Type::Text),
];

impl Type {
    /// The type that a word stands for.
    pub fn named(word: &str) -> Option<Type> {
        TYPES.iter().find(|(name, _)| *name == word).map(|(_, found)| found.clone())
    }

    /// The words that stand for types.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TYPES.iter().map(|(name, _)| *name)
    }
}

/// A constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// An atom.
    Atom(String),
    /// An integer of any length: digits, with `-` before them if it is negative.
    Integer(String),
    /// A float, as Rust prints and reads it.
    Float(String),
    /// A string.
    Text(String),
}

/// An argument of a signature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// Anything: `_` or `?`.
    Any,
    /// Not a variable: `+`.
    Bound,
    /// A variable: `-`.
    Unbound,
    /// Not a variable, and of this type: `+int`.
    In(Type),
    /// A variable at the call, and of this type at the exit: `-int`.
    Out(Type),
    /// Of this type: `int`.
    Is(Type),
    /// This constant: `foo`.
    Constant(Constant),
}

/// The clauses whose variable is meant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Home {
    /// The module, if it is said.
    pub module: Option<String>,
    /// The predicate.
    pub name: String,
    /// Its arity.
    pub arity: u32,
    /// The clause, from 1; without it, all.
    pub clause: Option<u32>,
}

/// Which values of an event are meant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mask {
    /// All.
    All,
    /// Those of a type.
    Type(Type),
    /// One.
    Constant(Constant),
    /// Goals and clauses of a predicate.
    Predicate {
        /// The module, if it is said.
        module: Option<String>,
        /// Its name.
        name: String,
        /// Its arity.
        arity: u32,
    },
    /// Goals of a predicate with such arguments.
    Signature {
        /// The module, if it is said.
        module: Option<String>,
        /// Its name.
        name: String,
        /// The arguments.
        args: Vec<Argument>,
        /// Whether more arguments may follow.
        rest: bool,
    },
    /// What a variable of clauses is bound to.
    Variable {
        /// The variable.
        name: String,
        /// The clauses.
        of: Home,
    },
}

/// Where an event is meant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// In clauses of a predicate.
    Predicate {
        /// The file, if it is said.
        file: Option<String>,
        /// The module, if it is said.
        module: Option<String>,
        /// Its name.
        name: String,
        /// Its arity.
        arity: u32,
        /// The clause, from 1; without it, all.
        clause: Option<u32>,
    },
    /// In lines of a file.
    Lines {
        /// The file.
        file: String,
        /// The first, from 1.
        first: u32,
        /// The last, which may be the first.
        last: u32,
    },
    /// In a file.
    File {
        /// The file.
        file: String,
    },
}

impl Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Functor { name, arity } => write!(f, "{}/{arity}", Name(name)),
            word => f.write_str(TYPES.iter().find(|(_, found)| found == word).map_or("", |(name, _)| name)),
        }
    }
}

impl Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Atom(name) if name == "[]" => f.write_str("[]"),
            Constant::Atom(name) if Type::named(name).is_some() => write!(f, "'{name}'"),
            Constant::Atom(name) => Name(name).fmt(f),
            Constant::Integer(text) | Constant::Float(text) => f.write_str(text),
            Constant::Text(text) => quoted(f, text, '"'),
        }
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Any => f.write_str("_"),
            Argument::Bound => f.write_str("+"),
            Argument::Unbound => f.write_str("-"),
            Argument::In(of) => write!(f, "+{of}"),
            Argument::Out(of) => write!(f, "-{of}"),
            Argument::Is(of) => of.fmt(f),
            Argument::Constant(constant) => constant.fmt(f),
        }
    }
}

impl Display for Home {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        indicator(f, self.module.as_deref(), &self.name, self.arity)?;
        of_clause(f, self.clause)
    }
}

impl Display for Mask {
    /// As it stands between `{` and `}`; nothing for [`Mask::All`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mask::All => Ok(()),
            Mask::Type(of) => of.fmt(f),
            Mask::Constant(constant) => constant.fmt(f),
            Mask::Predicate { module, name, arity } => indicator(f, module.as_deref(), name, *arity),
            Mask::Signature { module, name, args, rest } => {
                if let Some(module) = module {
                    write!(f, "{}:", Name(module))?;
                }
                let args = args.iter().map(Argument::to_string).chain(rest.then(|| "...".to_string()));
                write!(f, "{}({})", Name(name), args.collect::<Vec<_>>().join(", "))
            }
            Mask::Variable { name, of } => write!(f, "{name}@{of}"),
        }
    }
}

impl Display for Scope {
    /// As it stands between `[` and `]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scope::File { file } => File(file).fmt(f),
            Scope::Lines { file, first, last } if first == last => write!(f, "{}:{first}", File(file)),
            Scope::Lines { file, first, last } => write!(f, "{}:{first}-{last}", File(file)),
            Scope::Predicate { file, module, name, arity, clause } => {
                if let Some(file) = file {
                    write!(f, "{}:", File(file))?;
                }
                if let Some(module) = module {
                    // As it is written, it must not look as a file does.
                    write!(f, "{}:", Name(module).to_string().replace('.', "\\x2e\\").replace('/', "\\x2f\\"))?;
                }
                write!(f, "{}/{arity}", Name(name))?;
                of_clause(f, *clause)
            }
        }
    }
}

fn indicator(f: &mut fmt::Formatter<'_>, module: Option<&str>, name: &str, arity: u32) -> fmt::Result {
    if let Some(module) = module {
        write!(f, "{}:", Name(module))?;
    }
    write!(f, "{}/{arity}", Name(name))
}

fn of_clause(f: &mut fmt::Formatter<'_>, clause: Option<u32>) -> fmt::Result {
    clause.map_or(Ok(()), |clause| write!(f, "#{clause}"))
}

/// An atom, in quotes if it needs them.
struct Name<'n>(&'n str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match token::is_alone(self.0, |token| matches!(token, Token::Atom(_))) {
            true => f.write_str(self.0),
            false => quoted(f, self.0, '\''),
        }
    }
}

/// The name of a file, in quotes if it needs them: those of texts, within which every name is a file's.
struct File<'n>(&'n str);

impl Display for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match token::is_alone(self.0, |token| matches!(token, Token::File(_))) {
            true => f.write_str(self.0),
            false => quoted(f, self.0, '"'),
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    f.write_char(quote)?;
    for c in text.chars() {
        match c {
            '\n' => f.write_str("\\n")?,
            '\\' => f.write_str("\\\\")?,
            c if c == quote => write!(f, "\\{c}")?,
            c if c.is_control() => write!(f, "\\x{:x}\\", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char(quote)
}
