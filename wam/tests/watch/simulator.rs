//! Boxes by the book: an interpreter of pure Prolog with cut, if-then-else, negation and integer arithmetic, which tells the
//! events of each goal as Byrd's model has them. It knows nothing of the machine.
//!
//! It runs in continuation-passing style: a goal's continuation is what follows it, and its failure comes back as a value. A
//! cut comes back as the level of the clause it is in, through everything that it closes.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use wam::code::Program;
use wam::machine::watch::{Port, Redo};
use wam::term::{Node, TermId, Terms};

/// A term with variables as numbers.
#[derive(Clone, Debug, PartialEq)]
enum T {
    Var(usize),
    Int(i64),
    Fun(Rc<str>, Rc<[T]>),
}

struct Clause {
    head: T,
    body: T,
    variables: usize,
}

/// An event: port, predicate, number of the call, depth.
pub type Told = (Port, String, u64, u32);

/// How a goal and all that follows it came back.
#[derive(Clone, Copy, PartialEq)]
enum Back {
    Fails,
    /// A cut of the clause of that level closes everything on the way.
    Cut(usize),
    /// The one solution that was wanted is there.
    Done,
}

type Then<'a> = &'a dyn Fn(&Simulator) -> Back;

pub struct Simulator {
    clauses: HashMap<(String, usize), Vec<Clause>>,
    semidet: HashSet<String>,
    redo: Redo,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    bindings: Vec<Option<T>>,
    trail: Vec<usize>,
    told: Vec<Told>,
    calls: u64,
    levels: usize,
    /// Alternatives that are left, each by a number that only grows.
    choices: Vec<u64>,
    next_choice: u64,
}

impl Simulator {
    pub fn new(program: &Program, redo: Redo, semidet: &[&str]) -> Simulator {
        let mut clauses: HashMap<_, Vec<Clause>> = HashMap::new();
        for predicate in &program.predicates {
            let name = program.atoms.name(predicate.functor.name).to_string();
            for read in &predicate.source {
                let term = import(&read.terms, read.root, program);
                let (head, body) = match &term {
                    T::Fun(name, args) if &**name == ":-" && args.len() == 2 => (args[0].clone(), args[1].clone()),
                    _ => (term.clone(), atom("true")),
                };
                let variables = read.terms.variables() as usize;
                let key = (name.clone(), predicate.functor.arity as usize);
                clauses.entry(key).or_default().push(Clause { head, body, variables });
            }
        }
        let semidet = semidet.iter().map(|name| name.to_string()).collect();
        Simulator { clauses, semidet, redo, state: RefCell::default() }
    }

    /// The events of a goal without arguments, up to its first solution or to one behind which there is no choice.
    pub fn run(&self, goal: &str, all: bool) -> Vec<Told> {
        let last: Then<'_> = &|s| if all && !s.state.borrow().choices.is_empty() { Back::Fails } else { Back::Done };
        self.call(&atom(goal), 0, last);
        self.state.take().told
    }

    fn tell(&self, port: Port, name: &str, call: u64, depth: u32) {
        self.state.borrow_mut().told.push((port, name.to_string(), call, depth));
    }

    /// A goal of a clause at a depth.
    fn goal(&self, goal: &T, depth: u32, level: usize, then: Then<'_>) -> Back {
        let goal = self.walk(goal);
        let T::Fun(name, args) = &goal else { panic!("{goal:?} is no goal") };
        match (&**name, &args[..]) {
            ("true", []) => then(self),
            ("fail" | "false", []) => Back::Fails,
            (",", [a, b]) => self.goal(a, depth, level, &|s| s.goal(b, depth, level, then)),
            ("!", []) => {
                let mark = self.mark_of(level);
                self.state.borrow_mut().choices.retain(|&choice| choice < mark);
                match then(self) {
                    Back::Fails => Back::Cut(level),
                    other => other,
                }
            }
            (";", [T::Fun(arrow, parts), other]) if &**arrow == "->" => {
                self.if_then(&parts[0], &parts[1], Some(other), depth, level, then)
            }
            ("->", [test, yes]) => self.if_then(test, yes, None, depth, level, then),
            ("\\+", [test]) => self.if_then(test, &atom("fail"), Some(&atom("true")), depth, level, then),
            (";", [a, b]) => {
                let choice = self.push_choice();
                let (bindings, back) = (self.height(), self.goal(a, depth, level, then));
                self.undo(bindings);
                self.pop_choice(choice);
                match back {
                    Back::Fails => self.goal(b, depth, level, then),
                    other => other,
                }
            }
            ("=", [a, b]) => self.test(self.unify(a, b), then),
            ("\\==", [a, b]) => self.test(self.full(a) != self.full(b), then),
            ("==", [a, b]) => self.test(self.full(a) == self.full(b), then),
            ("is", [a, b]) => {
                let value = T::Int(self.value(b));
                self.test(self.unify(a, &value), then)
            }
            ("<", [a, b]) => self.test(self.value(a) < self.value(b), then),
            (">", [a, b]) => self.test(self.value(a) > self.value(b), then),
            ("=<", [a, b]) => self.test(self.value(a) <= self.value(b), then),
            (">=", [a, b]) => self.test(self.value(a) >= self.value(b), then),
            ("=:=", [a, b]) => self.test(self.value(a) == self.value(b), then),
            ("=\\=", [a, b]) => self.test(self.value(a) != self.value(b), then),
            _ => self.call(&goal, depth, then),
        }
    }

    fn test(&self, holds: bool, then: Then<'_>) -> Back {
        if holds { then(self) } else { Back::Fails }
    }

    fn if_then(&self, test: &T, yes: &T, no: Option<&T>, depth: u32, level: usize, then: Then<'_>) -> Back {
        let choice = self.push_choice();
        // A cut in the condition is one of the condition only.
        let (arrow, inner) = (self.new_level(), self.new_level());
        let bindings = self.height();
        let back = self.goal(test, depth, inner, &|s| {
            s.state.borrow_mut().choices.retain(|&other| other < choice);
            match s.goal(yes, depth, level, then) {
                Back::Fails => Back::Cut(arrow),
                other => other,
            }
        });
        self.undo(bindings);
        self.pop_choice(choice);
        match (back, no) {
            (Back::Cut(at), Some(no)) if at == inner => self.goal(no, depth, level, then),
            (Back::Fails, Some(no)) => self.goal(no, depth, level, then),
            // The condition was true once, and what followed has failed.
            (Back::Cut(at), _) if at == inner || at == arrow => Back::Fails,
            (back, _) => back,
        }
    }

    /// A goal of a predicate that is watched.
    fn call(&self, goal: &T, depth: u32, then: Then<'_>) -> Back {
        let T::Fun(name, args) = goal else { unreachable!("goals are callable") };
        let key = (name.to_string(), args.len());
        let clauses = self.clauses.get(&key).unwrap_or_else(|| panic!("{key:?} is not defined"));
        let depth = depth + 1;
        let level = self.new_level();
        let call = {
            let mut state = self.state.borrow_mut();
            state.calls += 1;
            state.calls
        };
        self.tell(Port::Call, name, call, depth);
        let first = self.mark_of(level);
        // Whether the box went when it exited last.
        let closed = RefCell::new(false);
        let exit = |s: &Simulator| {
            s.tell(Port::Exit, name, call, depth);
            let left = s.state.borrow().choices.iter().any(|&choice| choice >= first);
            let stays = left
                || match s.redo {
                    Redo::Left => false,
                    Redo::Declared => !s.semidet.contains(&**name),
                    Redo::All => true,
                };
            let back = then(s);
            if back == Back::Fails && stays {
                s.tell(Port::Redo, name, call, depth);
            }
            *closed.borrow_mut() = !stays;
            back
        };
        let may: Vec<&Clause> = clauses.iter().filter(|clause| self.may_match(&clause.head, goal)).collect();
        for (at, clause) in may.iter().enumerate() {
            let bindings = self.height();
            let choice = (at + 1 < may.len()).then(|| self.push_choice());
            let base = {
                let mut state = self.state.borrow_mut();
                let base = state.bindings.len();
                state.bindings.resize(base + clause.variables, None);
                base
            };
            *closed.borrow_mut() = false;
            let back = match self.unify(&rename(&clause.head, base), goal) {
                true => self.goal(&rename(&clause.body, base), depth, level, &exit),
                false => Back::Fails,
            };
            self.undo(bindings);
            choice.into_iter().for_each(|choice| self.pop_choice(choice));
            match back {
                Back::Fails if *closed.borrow() => return Back::Fails,
                Back::Fails => {}
                Back::Cut(at) if at == level => {
                    if *closed.borrow() {
                        return Back::Fails;
                    }
                    break;
                }
                other => return other,
            }
        }
        self.tell(Port::Fail, name, call, depth);
        Back::Fails
    }

    /// Whether a head may be that of a goal, by a look at the arguments' functors.
    fn may_match(&self, head: &T, goal: &T) -> bool {
        let (T::Fun(_, heads), T::Fun(_, goals)) = (head, goal) else { unreachable!("heads are callable") };
        heads.iter().zip(goals.iter()).all(|(a, b)| match (a, self.walk(b)) {
            (T::Var(_), _) | (_, T::Var(_)) => true,
            (T::Int(a), T::Int(b)) => *a == b,
            (T::Fun(a, xs), T::Fun(b, ys)) => *a == b && xs.len() == ys.len(),
            _ => false,
        })
    }

    fn new_level(&self) -> usize {
        let mut state = self.state.borrow_mut();
        state.levels += 1;
        let mark = state.next_choice;
        LEVELS.with_borrow_mut(|levels| levels.insert(state.levels, mark));
        state.levels
    }

    /// The first choice that is newer than the level of a clause.
    fn mark_of(&self, level: usize) -> u64 {
        LEVELS.with_borrow(|levels| levels[&level])
    }

    fn push_choice(&self) -> u64 {
        let mut state = self.state.borrow_mut();
        let choice = state.next_choice;
        state.next_choice += 1;
        state.choices.push(choice);
        choice
    }

    fn pop_choice(&self, choice: u64) {
        self.state.borrow_mut().choices.retain(|&other| other != choice);
    }

    fn height(&self) -> usize {
        self.state.borrow().trail.len()
    }

    fn undo(&self, to: usize) {
        let mut state = self.state.borrow_mut();
        while state.trail.len() > to {
            let variable = state.trail.pop().expect("longer than that");
            state.bindings[variable] = None;
        }
    }

    fn walk(&self, term: &T) -> T {
        let mut term = term.clone();
        while let T::Var(variable) = term {
            match &self.state.borrow().bindings[variable] {
                Some(value) => term = value.clone(),
                None => break,
            }
        }
        term
    }

    fn full(&self, term: &T) -> T {
        match self.walk(term) {
            T::Fun(name, args) => T::Fun(name, args.iter().map(|arg| self.full(arg)).collect()),
            other => other,
        }
    }

    fn unify(&self, a: &T, b: &T) -> bool {
        match (self.walk(a), self.walk(b)) {
            (T::Var(a), T::Var(b)) if a == b => true,
            (T::Var(variable), value) | (value, T::Var(variable)) => {
                let mut state = self.state.borrow_mut();
                state.bindings[variable] = Some(value);
                state.trail.push(variable);
                true
            }
            (T::Int(a), T::Int(b)) => a == b,
            (T::Fun(a, xs), T::Fun(b, ys)) => {
                a == b && xs.len() == ys.len() && xs.iter().zip(ys.iter()).all(|(x, y)| self.unify(x, y))
            }
            _ => false,
        }
    }

    fn value(&self, term: &T) -> i64 {
        match self.walk(term) {
            T::Int(value) => value,
            T::Fun(name, args) if args.len() == 2 => {
                let (a, b) = (self.value(&args[0]), self.value(&args[1]));
                match &*name {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "//" => a / b,
                    "mod" => a.rem_euclid(b),
                    _ => panic!("{name} is not evaluated here"),
                }
            }
            other => panic!("{other:?} is no number"),
        }
    }
}

thread_local! {
    static LEVELS: RefCell<HashMap<usize, u64>> = RefCell::default();
}

fn atom(name: &str) -> T {
    T::Fun(name.into(), Rc::new([]))
}

fn import(terms: &Terms, id: TermId, program: &Program) -> T {
    match terms.get(id) {
        Node::Var(variable) => T::Var(variable.0 as usize),
        Node::Atom(name) => atom(&program.atoms.name(name)),
        Node::Int(value) => T::Int(value),
        Node::Compound(functor, args) => {
            let args = args.iter().map(|&arg| import(terms, arg, program)).collect();
            T::Fun((*program.atoms.name(functor.name)).into(), args)
        }
        other => panic!("{other:?} is not simulated"),
    }
}

fn rename(term: &T, base: usize) -> T {
    match term {
        T::Var(variable) => T::Var(base + variable),
        T::Int(value) => T::Int(*value),
        T::Fun(name, args) => T::Fun(name.clone(), args.iter().map(|arg| rename(arg, base)).collect()),
    }
}
