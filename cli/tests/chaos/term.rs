//! Goals as trees, so that they can be made smaller; written in functional notation, whatever the operators are.

use std::fmt;

/// A term: a leaf as it is written, or a name, as it is written, with arguments.
#[derive(Clone, PartialEq, Eq)]
pub enum Term {
    Leaf(String),
    Compound(String, Vec<Term>),
}

impl Term {
    /// A leaf.
    pub fn leaf(text: impl Into<String>) -> Term {
        Term::Leaf(text.into())
    }

    /// A compound term of a name that needs quotes or does not.
    pub fn of(name: &str, args: Vec<Term>) -> Term {
        if args.is_empty() { Term::Leaf(quoted(name)) } else { Term::Compound(quoted(name), args) }
    }

    fn size(&self) -> usize {
        match self {
            Term::Leaf(_) => 1,
            Term::Compound(_, args) => 1 + args.iter().map(Term::size).sum::<usize>(),
        }
    }

    /// Smaller terms: one of its subterms replaced by one of that one's arguments or by a leaf. The smallest first.
    pub fn smaller(&self) -> Vec<Term> {
        let Term::Compound(name, args) = self else { return Vec::new() };
        let mut found = args.clone();
        found.extend(["true", "a"].map(Term::leaf));
        for (at, arg) in args.iter().enumerate() {
            for less in arg.smaller() {
                let mut args = args.clone();
                args[at] = less;
                found.push(Term::Compound(name.clone(), args));
            }
        }
        found.sort_by_key(Term::size);
        found
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Leaf(text) => f.write_str(text),
            Term::Compound(name, args) => {
                write!(f, "{name}(")?;
                for (at, arg) in args.iter().enumerate() {
                    // Operators as arguments are atoms in parentheses.
                    write!(f, "{}{arg}", if at == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// The name with quotes where it needs them.
fn quoted(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain || name == "[]" || name == "!" || name == "{}" {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}
