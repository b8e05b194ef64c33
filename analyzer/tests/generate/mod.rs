//! Programs as values for tests: generated (`program.rs`, `goals.rs`), made smaller (`shrink.rs`), and printed as text.
//!
//! Terms, goals and clauses are one type, so that what makes programs smaller need not know the constructs.

pub mod goals;
pub mod program;
pub mod shrink;

use std::collections::BTreeMap;
use std::fmt;

/// A term or a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// A variable of its clause.
    Var(u32),
    /// An integer.
    Int(i64),
    /// An atom, or a functor with arguments. Lists are made of `.` and `[]`.
    Compound(&'static str, Vec<Term>),
}

/// A clause: its head and the goals of its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The head.
    pub head: Term,
    /// The goals.
    pub body: Vec<Term>,
}

/// A predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: &'static str,
    /// The modes of its entry, one an argument; without any there is no entry.
    pub modes: Vec<&'static str>,
    /// Its clauses.
    pub clauses: Vec<Clause>,
}

/// A program: its first predicate is the one that is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The predicates.
    pub predicates: Vec<Predicate>,
}

const INFIX: [&str; 25] = [
    ",", ";", "->", "*->", "=", "\\=", "==", "\\==", "@<", "@=<", "@>", "@>=", "is", "=:=", "=\\=", "<", "=<", ">",
    ">=", "+", "-", "*", "//", "mod", ">>",
];

/// An atom.
pub fn atom(name: &'static str) -> Term {
    Term::Compound(name, vec![])
}

/// A compound.
pub fn compound<const N: usize>(name: &'static str, args: [Term; N]) -> Term {
    Term::Compound(name, args.to_vec())
}

/// A list cell.
pub fn cons(head: Term, tail: Term) -> Term {
    compound(".", [head, tail])
}

impl Term {
    /// Visits this and its subterms.
    pub fn visit(&self, see: &mut impl FnMut(&Term)) {
        see(self);
        if let Term::Compound(_, args) = self {
            args.iter().for_each(|arg| arg.visit(see));
        }
    }

    fn write(&self, names: &BTreeMap<u32, String>, nested: bool) -> String {
        let argument = |term: &Term| term.write(names, true);
        match self {
            Term::Var(at) => names.get(at).cloned().unwrap_or_else(|| "_".into()),
            Term::Int(value) => value.to_string(),
            Term::Compound(".", args) if args.len() == 2 => {
                let mut text = format!("[{}", args[0].write(names, true));
                let mut tail = &args[1];
                while let Term::Compound(".", next) = tail {
                    text += &format!(", {}", next[0].write(names, true));
                    tail = &next[1];
                }
                match tail {
                    Term::Compound("[]", _) => text + "]",
                    tail => format!("{text}|{}]", argument(tail)),
                }
            }
            Term::Compound(name, args) if args.len() == 2 && INFIX.contains(name) => {
                let (left, right) = (argument(&args[0]), argument(&args[1]));
                let text = if *name == "," { format!("{left}, {right}") } else { format!("{left} {name} {right}") };
                if nested { format!("({text})") } else { text }
            }
            Term::Compound("\\+", args) if args.len() == 1 => {
                let text = format!("\\+ {}", argument(&args[0]));
                if nested { format!("({text})") } else { text }
            }
            Term::Compound(name, args) if args.is_empty() => (*name).to_string(),
            Term::Compound(name, args) => {
                format!("{name}({})", args.iter().map(argument).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut occurrences: BTreeMap<u32, u32> = BTreeMap::new();
        let mut count = |term: &Term| {
            if let Term::Var(at) = term {
                *occurrences.entry(*at).or_default() += 1;
            }
        };
        self.head.visit(&mut count);
        self.body.iter().for_each(|goal| goal.visit(&mut count));
        let several = occurrences.into_iter().filter(|(_, times)| *times > 1);
        let letter = |nth: usize| match nth {
            0..26 => char::from(b'A' + nth as u8).to_string(),
            more => format!("V{more}"),
        };
        let names = several.enumerate().map(|(nth, (at, _))| (at, letter(nth))).collect();
        f.write_str(&self.head.write(&names, true))?;
        let goals: Vec<String> = self
            .body
            .iter()
            .map(|goal| goal.write(&names, matches!(goal, Term::Compound("," | ";" | "->" | "*->", _))))
            .collect();
        if goals.is_empty() { write!(f, ".") } else { write!(f, " :- {}.", goals.join(", ")) }
    }
}

impl fmt::Display for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.predicates.iter().any(|predicate| predicate.modes.contains(&"+tree")) {
            writeln!(f, ":- regtype tree/1.\ntree(l).\ntree(t(L, X, R)) :- tree(L), atm(X), tree(R).")?;
        }
        for Predicate { name, modes, clauses } in &self.predicates {
            if !modes.is_empty() {
                writeln!(f, ":- entry {name}({}).", modes.join(", "))?;
            }
            clauses.iter().try_for_each(|clause| writeln!(f, "{clause}"))?;
        }
        Ok(())
    }
}

impl Generated {
    /// The integers that occur in the program.
    pub fn constants(&self) -> Vec<i64> {
        let mut found = Vec::new();
        for clause in self.predicates.iter().flat_map(|predicate| &predicate.clauses) {
            for term in std::iter::once(&clause.head).chain(&clause.body) {
                term.visit(&mut |term| {
                    if let Term::Int(value) = term {
                        found.push(*value);
                    }
                });
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
