//! Random programs give the same answers, in the same order, compiled as under a small interpreter that follows the
//! definitions directly. Programs are not recursive, so every run ends.
#![allow(missing_docs)]

use proptest::prelude::*;
use std::collections::HashMap;
use std::rc::Rc;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::{Config, Machine, consult};
use wam::read::{Source, read_program, read_term_from_str};
use wam::term::{Node, ReadTerm, TermId};
use wam::write::term_to_string;

const MOST_ANSWERS: usize = 60;
const MOST_STEPS: usize = 4_000;

// --- The interpreter

#[derive(Debug)]
enum Term {
    Var(usize),
    Atom(String),
    Int(i64),
    Compound(String, Vec<Rc<Term>>),
}

/// How the exploration of a goal's solutions goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Next {
    /// Look for more.
    More,
    /// Leave everything up to this level.
    Cut(usize),
    /// Enough answers.
    Stop,
    Error,
    /// The case is not worth comparing: too long, or cyclic terms.
    Discard,
}

struct Clause {
    head: Rc<Term>,
    body: Rc<Term>,
    variables: usize,
}

struct Interpreter {
    clauses: HashMap<(String, usize), Vec<Rc<Clause>>>,
    bindings: Vec<Option<Rc<Term>>>,
    trail: Vec<usize>,
    levels: usize,
    steps: usize,
}

type Continuation<'k> = &'k mut dyn FnMut(&mut Interpreter) -> Next;

impl Interpreter {
    fn resolve(&self, term: &Rc<Term>) -> Rc<Term> {
        let mut term = term.clone();
        while let Term::Var(v) = &*term {
            match &self.bindings[*v] {
                Some(value) => term = value.clone(),
                None => break,
            }
        }
        term
    }

    fn undo(&mut self, mark: usize) {
        for v in self.trail.drain(mark..) {
            self.bindings[v] = None;
        }
    }

    fn occurs(&self, v: usize, term: &Rc<Term>) -> bool {
        match &*self.resolve(term) {
            Term::Var(other) => *other == v,
            Term::Compound(_, args) => args.iter().any(|arg| self.occurs(v, arg)),
            _ => false,
        }
    }

    fn unify(&mut self, a: &Rc<Term>, b: &Rc<Term>) -> Result<bool, Next> {
        let (a, b) = (self.resolve(a), self.resolve(b));
        match (&*a, &*b) {
            (Term::Var(x), Term::Var(y)) if x == y => Ok(true),
            (Term::Var(v), _) | (_, Term::Var(v)) => {
                let value = if matches!(&*a, Term::Var(_)) { &b } else { &a };
                if self.occurs(*v, value) {
                    return Err(Next::Discard);
                }
                self.bindings[*v] = Some(value.clone());
                self.trail.push(*v);
                Ok(true)
            }
            (Term::Atom(x), Term::Atom(y)) => Ok(x == y),
            (Term::Int(x), Term::Int(y)) => Ok(x == y),
            (Term::Compound(f, xs), Term::Compound(g, ys)) if f == g && xs.len() == ys.len() => {
                for (x, y) in xs.iter().zip(ys) {
                    if !self.unify(x, y)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn identical(&self, a: &Rc<Term>, b: &Rc<Term>) -> bool {
        match (&*self.resolve(a), &*self.resolve(b)) {
            (Term::Var(x), Term::Var(y)) => x == y,
            (Term::Atom(x), Term::Atom(y)) => x == y,
            (Term::Int(x), Term::Int(y)) => x == y,
            (Term::Compound(f, xs), Term::Compound(g, ys)) => {
                f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.identical(x, y))
            }
            _ => false,
        }
    }

    fn rename(term: &Rc<Term>, base: usize) -> Rc<Term> {
        match &**term {
            Term::Var(v) => Rc::new(Term::Var(v + base)),
            Term::Compound(f, args) => {
                Rc::new(Term::Compound(f.clone(), args.iter().map(|arg| Self::rename(arg, base)).collect()))
            }
            _ => term.clone(),
        }
    }

    fn level(&mut self) -> usize {
        self.levels += 1;
        self.levels
    }

    fn solve(&mut self, goal: &Rc<Term>, level: usize, k: Continuation) -> Next {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Next::Discard;
        }
        let (name, args): (&str, &[Rc<Term>]) = match &**goal {
            Term::Atom(name) => (name, &[]),
            Term::Compound(name, args) => (name, args),
            _ => unreachable!("the generator makes callable goals"),
        };
        match (name, args) {
            ("true", []) => k(self),
            ("fail", []) => Next::More,
            ("!", []) => match k(self) {
                Next::More => Next::Cut(level),
                next => next,
            },
            (",", [a, b]) => self.solve(a, level, &mut |me| me.solve(b, level, k)),
            (";", [a, b]) => self.disjunction(a, b, level, k),
            ("->" | "*->", [_, _]) => {
                let fail = Rc::new(Term::Atom("fail".into()));
                self.disjunction(goal, &fail, level, k)
            }
            ("\\+", [a]) => {
                let mark = self.trail.len();
                match self.committed(a) {
                    Ok(found) => {
                        self.undo(mark);
                        if found { Next::More } else { k(self) }
                    }
                    Err(next) => next,
                }
            }
            ("=", [a, b]) => match self.unify(a, b) {
                Ok(true) => k(self),
                Ok(false) => Next::More,
                Err(next) => next,
            },
            ("unify_with_occurs_check", [a, b]) => match self.unify(a, b) {
                Ok(true) => k(self),
                Ok(false) | Err(Next::Discard) => Next::More,
                Err(next) => next,
            },
            ("\\=", [a, b]) => {
                let mark = self.trail.len();
                let unified = self.unify(a, b);
                self.undo(mark);
                match unified {
                    Ok(true) => Next::More,
                    Ok(false) => k(self),
                    Err(next) => next,
                }
            }
            ("==" | "\\==", [a, b]) => {
                if self.identical(a, b) == (name == "==") {
                    k(self)
                } else {
                    Next::More
                }
            }
            ("is", [a, b]) => match self.evaluate(b) {
                Ok(value) => match self.unify(a, &Rc::new(Term::Int(value))) {
                    Ok(true) => k(self),
                    Ok(false) => Next::More,
                    Err(next) => next,
                },
                Err(next) => next,
            },
            ("<" | "=<" | ">" | ">=" | "=:=" | "=\\=", [a, b]) => match (self.evaluate(a), self.evaluate(b)) {
                (Ok(a), Ok(b)) if compare(name, a, b) => k(self),
                (Ok(_), Ok(_)) => Next::More,
                (Err(next), _) | (_, Err(next)) => next,
            },
            ("var" | "nonvar" | "atom" | "integer" | "atomic" | "compound" | "callable", [a]) => {
                if is_of_type(name, &self.resolve(a)) { k(self) } else { Next::More }
            }
            _ => self.call(name, args, k),
        }
    }

    /// Finds the first solution of a condition and keeps its bindings.
    fn committed(&mut self, cond: &Rc<Term>) -> Result<bool, Next> {
        let level = self.level();
        let mark = self.trail.len();
        let mut found = false;
        match self.solve(cond, level, &mut |_| {
            found = true;
            Next::Cut(level)
        }) {
            Next::More => {}
            Next::Cut(other) if other == level => {}
            next => return Err(next),
        }
        if !found {
            self.undo(mark);
        }
        Ok(found)
    }

    fn disjunction(&mut self, a: &Rc<Term>, b: &Rc<Term>, level: usize, k: Continuation) -> Next {
        let mark = self.trail.len();
        let parts = match &**a {
            Term::Compound(name, args) if args.len() == 2 => Some((name.as_str(), &args[0], &args[1])),
            _ => None,
        };
        match parts {
            Some(("->", cond, then)) => match self.committed(cond) {
                Ok(true) => self.solve(then, level, k),
                Ok(false) => self.solve(b, level, k),
                Err(next) => next,
            },
            Some(("*->", cond, then)) => {
                let local = self.level();
                let mut found = false;
                let next = self.solve(cond, local, &mut |me| {
                    found = true;
                    me.solve(then, level, k)
                });
                match next {
                    Next::Cut(cut) if cut == local && found => Next::More,
                    Next::More if found => Next::More,
                    Next::More => {
                        self.undo(mark);
                        self.solve(b, level, k)
                    }
                    Next::Cut(cut) if cut == local => {
                        self.undo(mark);
                        self.solve(b, level, k)
                    }
                    next => next,
                }
            }
            _ => match self.solve(a, level, k) {
                Next::More => {
                    self.undo(mark);
                    self.solve(b, level, k)
                }
                next => next,
            },
        }
    }

    fn call(&mut self, name: &str, args: &[Rc<Term>], k: Continuation) -> Next {
        let level = self.level();
        let clauses = self.clauses.get(&(name.to_owned(), args.len())).cloned().unwrap_or_default();
        let goal = Rc::new(Term::Compound(name.to_owned(), args.to_vec()));
        for clause in clauses {
            let mark = self.trail.len();
            let base = self.bindings.len();
            self.bindings.resize(base + clause.variables, None);
            let head = Self::rename(&clause.head, base);
            match self.unify(&goal, &head) {
                Ok(true) => match self.solve(&Self::rename(&clause.body, base), level, k) {
                    Next::More => {}
                    Next::Cut(cut) if cut == level => return Next::More,
                    next => return next,
                },
                Ok(false) => {}
                Err(next) => return next,
            }
            self.undo(mark);
        }
        Next::More
    }

    fn evaluate(&self, term: &Rc<Term>) -> Result<i64, Next> {
        match &*self.resolve(term) {
            Term::Int(value) => Ok(*value),
            Term::Compound(f, args) if args.len() == 2 && ["+", "-", "*"].contains(&f.as_str()) => {
                let (a, b) = (self.evaluate(&args[0])?, self.evaluate(&args[1])?);
                Ok(match f.as_str() {
                    "+" => a + b,
                    "-" => a - b,
                    _ => a * b,
                })
            }
            // `[X]` is X to some Prologs, an error to others.
            Term::Compound(f, _) if f == "." => Err(Next::Discard),
            _ => Err(Next::Error),
        }
    }

    fn text(&self, term: &Rc<Term>) -> String {
        match &*self.resolve(term) {
            Term::Var(v) => format!("_{v}"),
            Term::Atom(name) => name.clone(),
            Term::Int(value) => value.to_string(),
            Term::Compound(f, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.text(arg)).collect();
                format!("'{f}'({})", args.join(","))
            }
        }
    }
}

fn compare(name: &str, a: i64, b: i64) -> bool {
    match name {
        "<" => a < b,
        "=<" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        "=:=" => a == b,
        _ => a != b,
    }
}

fn is_of_type(name: &str, term: &Term) -> bool {
    match name {
        "var" => matches!(term, Term::Var(_)),
        "nonvar" => !matches!(term, Term::Var(_)),
        "atom" => matches!(term, Term::Atom(_)),
        "integer" => matches!(term, Term::Int(_)),
        "atomic" => matches!(term, Term::Atom(_) | Term::Int(_)),
        "compound" => matches!(term, Term::Compound(..)),
        _ => matches!(term, Term::Atom(_) | Term::Compound(..)),
    }
}

fn import(read: &ReadTerm, id: TermId, atoms: &Atoms) -> Rc<Term> {
    Rc::new(match read.terms.get(id) {
        Node::Var(v) => Term::Var(v.0 as usize),
        Node::Atom(atom) => Term::Atom(atoms.name(atom).to_string()),
        Node::Int(value) => Term::Int(value),
        Node::Compound(f, args) => {
            Term::Compound(atoms.name(f.name).to_string(), args.iter().map(|&arg| import(read, arg, atoms)).collect())
        }
        other => unreachable!("the generator makes no {other:?}"),
    })
}

/// The answers to `main(A, B)` by the interpreter, and whether an error ended them; none if the case is discarded.
fn interpreted(text: &str) -> Option<(Vec<String>, bool)> {
    let atoms = Atoms::new();
    let program = Program::empty(atoms.clone());
    let (mut ops, mut flags) = (program.ops, program.flags);
    let read = read_program(&Source::new("reference.pl", text), &atoms, &mut ops, &mut flags);
    assert_eq!(read.errors, [], "{text}");
    let mut clauses: HashMap<(String, usize), Vec<Rc<Clause>>> = HashMap::new();
    for clause in &read.clauses {
        let term = import(clause, clause.root, &atoms);
        let (head, body) = match &*term {
            Term::Compound(neck, parts) if neck == ":-" => (parts[0].clone(), parts[1].clone()),
            _ => (term.clone(), Rc::new(Term::Atom("true".into()))),
        };
        let Term::Compound(name, args) = &*head else { unreachable!("heads have arguments") };
        let key = (name.clone(), args.len());
        let variables = clause.variables.len();
        clauses.entry(key).or_default().push(Rc::new(Clause { head: head.clone(), body, variables }));
    }
    let bindings = vec![None, None];
    let mut interpreter = Interpreter { clauses, bindings, trail: Vec::new(), levels: 0, steps: 0 };
    let vars = [Rc::new(Term::Var(0)), Rc::new(Term::Var(1))];
    let goal = Rc::new(Term::Compound("main".into(), vars.to_vec()));
    let mut answers = Vec::new();
    let next = interpreter.solve(&goal, 0, &mut |me| {
        answers.push(canonical(&format!("{} {}", me.text(&vars[0]), me.text(&vars[1]))));
        if answers.len() == MOST_ANSWERS { Next::Stop } else { Next::More }
    });
    (next != Next::Discard).then_some((answers, next == Next::Error))
}

/// Variables numbered in the order in which they occur in the text.
fn canonical(text: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('_') {
        let end = rest[at + 1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| at + 1 + n);
        let name = rest[at..end].to_owned();
        let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        out.push_str(&rest[..at]);
        out.push_str(&format!("_{number}"));
        rest = &rest[end..];
    }
    out + rest
}

/// The same by the machine.
fn compiled(text: &str) -> (Vec<String>, bool) {
    let atoms = Atoms::new();
    let mut program = Program::empty(atoms.clone());
    let report = consult(&Source::new("reference.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{text}");
    let goal = read_term_from_str("main(A, B)", &atoms, &program.ops, &program.flags).expect("a goal");
    let config = Config { memory: 1 << 24, ..Config::default() };
    let mut machine = Machine::new(program, config).expect("memory");
    let mut answers = Vec::new();
    for solution in machine.query(&goal) {
        let Ok(solution) = solution else { return (answers, true) };
        let texts: Vec<String> = solution.bindings.iter().map(|(_, id)| export(&solution.terms, *id, &atoms)).collect();
        answers.push(canonical(&texts.join(" ")));
        if answers.len() == MOST_ANSWERS {
            break;
        }
    }
    (answers, false)
}

fn export(terms: &wam::term::Terms, id: TermId, atoms: &Atoms) -> String {
    match terms.get(id) {
        Node::Var(v) => format!("_{}", v.0),
        Node::Compound(f, args) => {
            let args: Vec<String> = args.iter().map(|&arg| export(terms, arg, atoms)).collect();
            format!("'{}'({})", atoms.name(f.name), args.join(","))
        }
        _ => term_to_string(terms, id, atoms, &wam::read::Ops::empty()),
    }
}

// --- Random programs

fn term() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        5 => (0..6usize).prop_map(|v| format!("V{v}")),
        2 => prop::sample::select(vec!["a", "b", "[]", "0", "1", "2"]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}|{b}]")),
            inner.clone().prop_map(|a| format!("f({a})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("g({a},{b})")),
        ]
    })
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![(0..6usize).prop_map(|v| format!("V{v}")), (-1..3i64).prop_map(|i| i.to_string())];
    leaf.prop_recursive(2, 4, 2, |inner| {
        (inner.clone(), prop::sample::select(vec!["+", "-", "*"]), inner)
            .prop_map(|(a, op, b)| format!("({a} {op} {b})"))
    })
}

/// How many arguments `p0`, `p1`, `p2` take.
const ARITIES: [usize; 3] = [2, 3, 4];

fn compound(name: String, arity: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(term(), arity).prop_map(move |args| format!("{name}({})", args.join(", ")))
}

fn test(subject: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let types = vec!["var", "nonvar", "atom", "integer", "atomic", "compound", "callable"];
    (prop::sample::select(types), subject).prop_map(|(t, a)| format!("{t}({a})"))
}

/// A goal that may call `p0` to `p(callees - 1)`.
fn goal(callees: usize) -> BoxedStrategy<String> {
    let comparisons = vec!["<", "=<", ">", ">=", "=:=", "=\\="];
    let inline = prop_oneof![
        4 => (term(), term()).prop_map(|(a, b)| format!("{a} = {b}")),
        2 => test(term()),
        2 => (term(), prop::sample::select(vec!["==", "\\==", "\\="]), term()).prop_map(|(a, c, b)| format!("{a} {c} {b}")),
        1 => (term(), term()).prop_map(|(a, b)| format!("unify_with_occurs_check({a}, {b})")),
        1 => (expression(), prop::sample::select(comparisons), expression()).prop_map(|(a, c, b)| format!("{a} {c} {b}")),
        1 => ((0..6usize), expression()).prop_map(|(v, e)| format!("V{v} is {e}")),
        1 => Just("!".to_owned()),
        1 => prop::sample::select(vec!["true", "fail"]).prop_map(str::to_owned),
    ];
    let leaf = if callees == 0 {
        inline.boxed()
    } else {
        let call = (0..callees).prop_flat_map(|p| compound(format!("p{p}"), ARITIES[p]));
        prop_oneof![inline, call].boxed()
    };
    leaf.prop_recursive(3, 10, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        let three = (inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            4 => two.clone().prop_map(|(a, b)| format!("{a}, {b}")),
            2 => two.clone().prop_map(|(a, b)| format!("( {a} ; {b} )")),
            3 => three.clone().prop_map(|(a, b, c)| format!("( {a} -> {b} ; {c} )")),
            1 => three.prop_map(|(a, b, c)| format!("( {a} *-> {b} ; {c} )")),
            1 => two.prop_map(|(a, b)| format!("( {a} -> {b} )")),
            1 => inner.prop_map(|a| format!("\\+ ( {a} )")),
        ]
    })
    .boxed()
}

fn clause(name: String, arity: usize, callees: usize) -> impl Strategy<Value = String> {
    let head = compound(name.clone(), arity);
    let body = prop::option::of(goal(callees));
    let any = (head, body).prop_map(|(head, body)| match body {
        Some(body) => format!("{head} :- {body}.\n"),
        None => format!("{head}.\n"),
    });
    // What selection looks at: tests of a first argument that is a variable, and a cut behind them.
    let limit = (prop::sample::select(vec!["<", ">=", "=:="]), 0..3i64).prop_map(|(c, n)| format!("V0 {c} {n}"));
    let constant =
        prop::sample::select(vec!["V0 == 1", "a == V0", "V0 \\== b", "V0 \\== f(V0)"]).prop_map(str::to_owned);
    let guard = prop_oneof![test(Just("V0".to_owned())), limit, constant];
    let cut = prop::sample::select(vec!["true", "!", "!, fail"]);
    let rest = prop::collection::vec(prop_oneof![Just("_".to_owned()), term()], arity - 1);
    let guarded =
        (rest, prop::collection::vec(guard, 1..3), cut, goal(callees)).prop_map(move |(rest, guards, cut, body)| {
            format!("{name}(V0, {}) :- {}, {cut}, {body}.\n", rest.join(", "), guards.join(", "))
        });
    prop_oneof![3 => any, 1 => guarded]
}

fn program() -> impl Strategy<Value = String> {
    let predicate = |name: &str, arity, callees| {
        prop::collection::vec(clause(name.to_owned(), arity, callees), 1..5).prop_map(|clauses| clauses.concat())
    };
    (predicate("p0", 2, 0), predicate("p1", 3, 1), predicate("p2", 4, 2), predicate("main", 2, 3))
        .prop_map(|(a, b, c, d)| format!("{a}{b}{c}{d}"))
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 20_000, ..ProptestConfig::default() })]
    #[test]
    fn compiled_programs_answer_as_interpreted_ones(text in program()) {
        if let Some(expected) = interpreted(&text) {
            prop_assert_eq!(compiled(&text), expected, "{}", text);
        }
    }
}
