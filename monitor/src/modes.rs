//! Declared modes: which call pattern of its predicate a call is, and how many solutions there are said to be.
//!
//! In: the assertions of a program, and the arguments of a call. Out: the number of the first declaration of its predicate, from 1
//! in the order of the text, whose modes the arguments have. A call that has those of none, and one of a predicate without
//! declarations, has number 0.
//!
//! | declaration | |
//! |---|---|
//! | `:- entry p(+list, -).` | `+` ground, `-` unbound, `?` anything, a type |
//! | `:- pred p(A, B) : (list(A), var(B)) => … + det.` | also with modes in the head, under `check` and `trust` |
//! | `:- mode p(+, -), q(in, out) is det.` | that of DEC-10 Prolog (`+` is bound), and Mercury's |
//!
//! Types are looked at as far as they are built in; of one that a program declares it is only known that such a term is bound.
//!
//! Source: Jahier & Ducassé 2002 (foldt), appendix A. Deviation: Mercury knows the mode of a call when it compiles it; here its
//! arguments are looked at.

use crate::determinism::Determinism;
use rustc_hash::FxHashMap;
use wam::atoms::known;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::Event;
use wam::term::{Node, TermId, Terms};

/// Types nested more deeply are not looked into.
const MAX_NESTING: u32 = 16;

/// The declared modes of the predicates of a program.
#[derive(Default, Debug)]
pub struct Modes {
    declared: FxHashMap<PredId, Vec<Mode>>,
}

/// The modes in which the goals were called that there are, as far as their calls were seen.
#[derive(Default, Debug)]
pub struct CalledModes {
    /// What is declared, and how many assertions the program had then.
    pub declared: Modes,
    read: usize,
    /// The number of a call and its mode, by the place of its box.
    calls: Vec<(u64, u32)>,
}

impl CalledModes {
    /// A goal is called.
    pub fn called(&mut self, event: &mut Event<'_>) {
        if self.read < event.program().assertions.len() {
            self.declared = Modes::of(event.program());
            self.read = event.program().assertions.len();
        }
        let mut terms = Terms::new();
        let pred = event.pred();
        let mode = match self.declared.declared.contains_key(&pred) {
            // Without room for its arguments nothing is known of it.
            true => event.arguments(&mut terms).map_or(0, |args| self.declared.number(pred, &terms, &args)),
            false => 0,
        };
        let Some((place, call)) = event.goal().map(|goal| (goal.place(), goal.call())) else { return };
        if place >= self.calls.len() {
            self.calls.resize(place + 1, (0, 0));
        }
        self.calls[place] = (call, mode);
    }

    /// The mode of the call that an event is about.
    pub fn of(&self, event: &Event<'_>) -> u32 {
        let called = event.goal().and_then(|goal| Some((goal.call(), *self.calls.get(goal.place())?)));
        called.map_or(0, |(call, (known, mode))| if call == known { mode } else { 0 })
    }
}

/// A declaration of a predicate.
#[derive(Debug)]
struct Mode {
    arguments: Vec<Pattern>,
    determinism: Option<Determinism>,
}

/// What an argument is when it is called.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pattern {
    Any,
    Unbound,
    Bound,
    Ground,
    Integer,
    Natural,
    Float,
    Number,
    Atom,
    Atomic,
    String,
    Callable,
    /// A proper list, of such elements.
    List(Box<Pattern>),
}

impl Modes {
    /// Those that a program declares.
    pub fn of(program: &Program) -> Modes {
        let mut modes = Modes::default();
        for assertion in &program.assertions {
            let reader = Reader { program, terms: &assertion.terms };
            for (head, mode) in reader.declarations(assertion.root) {
                let functor = reader.terms.functor(head);
                let found = functor.and_then(|functor| program.find_in(assertion.module, functor));
                if let Some(pred) = found {
                    modes.declared.entry(pred).or_default().push(mode);
                }
            }
        }
        modes
    }

    /// Which declaration the arguments of a call have the modes of; 0 where there is none.
    pub fn number(&self, pred: PredId, terms: &Terms, arguments: &[TermId]) -> u32 {
        let declared = self.declared.get(&pred).map_or(&[][..], Vec::as_slice);
        let fits = |mode: &Mode| mode.arguments.iter().zip(arguments).all(|(of, &arg)| of.holds(terms, arg));
        declared.iter().position(fits).map_or(0, |at| at as u32 + 1)
    }

    /// How many solutions the calls of a mode are said to have; where its declaration does not say, and of mode 0, what all
    /// say that do.
    pub fn determinism(&self, pred: PredId, number: u32) -> Option<Determinism> {
        let declared = self.declared.get(&pred)?;
        let own = number.checked_sub(1).and_then(|at| declared.get(at as usize)?.determinism);
        let mut said = declared.iter().filter_map(|mode| mode.determinism);
        own.or_else(|| said.next().filter(|first| said.all(|other| other == *first)))
    }

    /// How many solutions predicates are said to have, where their declarations agree.
    pub fn determinisms(&self) -> impl Iterator<Item = (PredId, Determinism)> + '_ {
        self.declared.keys().filter_map(|&pred| Some((pred, self.determinism(pred, 0)?)))
    }
}

/// Reads an assertion.
struct Reader<'a> {
    program: &'a Program,
    terms: &'a Terms,
}

impl Reader<'_> {
    fn named(&self, id: TermId, name: &str, arity: usize) -> Option<&[TermId]> {
        match self.terms.get(id) {
            Node::Compound(functor, args) if args.len() == arity => {
                (*self.program.atoms.name(functor.name) == *name).then_some(args)
            }
            _ => None,
        }
    }

    /// The heads that an assertion is about, with what it says of their calls.
    fn declarations(&self, root: TermId) -> Vec<(TermId, Mode)> {
        let body = self.named(root, ":-", 1).map_or(root, |args| args[0]);
        if let Some(&[head]) = self.named(body, "entry", 1) {
            return vec![(head, self.mode(head, None, Pattern::Ground))];
        }
        if let Some(&[heads]) = self.named(body, "mode", 1) {
            let of = |head| match self.named(head, "is", 2) {
                Some(&[head, of]) => (head, self.mode(head, self.determinism(of), Pattern::Bound)),
                _ => (head, self.mode(head, None, Pattern::Bound)),
            };
            return self.terms.conjuncts(heads).into_iter().map(of).collect();
        }
        let of_status = ["check", "trust"].into_iter().find_map(|status| self.named(body, status, 1));
        let claim = of_status.map_or(body, |args| args[0]);
        match self.named(claim, "pred", 1) {
            Some(&[claim]) => vec![self.claim(claim)],
            _ => Vec::new(),
        }
    }

    /// `Head : Call => Success + Properties`.
    fn claim(&self, claim: TermId) -> (TermId, Mode) {
        let mut properties = Vec::new();
        // `+` binds more tightly than `:` and `=>`: it hangs on what stands last.
        let mut without = |id: TermId| match self.named(id, "+", 2) {
            Some(&[left, right]) => {
                properties.extend(self.terms.conjuncts(right));
                left
            }
            _ => id,
        };
        let (before, after) = self.split(claim, "=>");
        after.map(&mut without);
        let (head, calls) = self.split(before, ":");
        let (head, calls) = (without(head), calls.map(&mut without));
        let said = properties.into_iter().find_map(|property| self.determinism(property));
        let mut mode = self.mode(head, said, Pattern::Ground);
        for goal in calls.map_or(Vec::new(), |calls| self.terms.conjuncts(calls)) {
            self.typing(goal, head, &mut mode);
        }
        (head, mode)
    }

    fn split(&self, id: TermId, operator: &str) -> (TermId, Option<TermId>) {
        match self.named(id, operator, 2) {
            Some(&[left, right]) => (left, Some(right)),
            _ => (id, None),
        }
    }

    fn determinism(&self, id: TermId) -> Option<Determinism> {
        match self.terms.get(id) {
            Node::Atom(name) => Determinism::of_name(&self.program.atoms.name(name)),
            _ => None,
        }
    }

    fn mode(&self, head: TermId, determinism: Option<Determinism>, plus: Pattern) -> Mode {
        let args = self.terms.arguments(head);
        Mode { arguments: args.iter().map(|&arg| self.argument(arg, &plus, 0)).collect(), determinism }
    }

    /// `list(A)`, `list(int, A)`, `var(B)`: what an argument of the head is.
    fn typing(&self, goal: TermId, head: TermId, mode: &mut Mode) {
        let Node::Compound(functor, args) = self.terms.get(goal) else { return };
        let Node::Compound(_, of_head) = self.terms.get(head) else { return };
        let variable = |id: TermId| match self.terms.get(id) {
            Node::Var(var) => Some(var),
            // A mode of a variable.
            Node::Compound(_, &[inner]) => match self.terms.get(inner) {
                Node::Var(var) => Some(var),
                _ => None,
            },
            _ => None,
        };
        let last = args.last().and_then(|&last| variable(last));
        let place = of_head.iter().position(|&arg| last.is_some() && variable(arg) == last);
        let Some(pattern) = place.and_then(|place| mode.arguments.get_mut(place)) else { return };
        *pattern = match args {
            [element, _] if *self.program.atoms.name(functor.name) == *"list" => {
                Pattern::List(Box::new(self.argument(*element, &Pattern::Ground, 1)))
            }
            [_] => Pattern::named(&self.program.atoms.name(functor.name)),
            _ => Pattern::Bound,
        };
    }

    /// What a mode of an argument means.
    fn argument(&self, arg: TermId, plus: &Pattern, nesting: u32) -> Pattern {
        match self.terms.get(arg) {
            Node::Var(_) => Pattern::Any,
            Node::Atom(known::PLUS) => plus.clone(),
            Node::Atom(known::MINUS) => Pattern::Unbound,
            Node::Atom(name) => Pattern::named(&self.program.atoms.name(name)),
            Node::Compound(functor, &[inner]) if nesting < MAX_NESTING => {
                let is_variable = matches!(self.terms.get(inner), Node::Var(_));
                match &*self.program.atoms.name(functor.name) {
                    "+" if is_variable => plus.clone(),
                    "+" => self.argument(inner, plus, nesting + 1),
                    "-" => Pattern::Unbound,
                    "?" => Pattern::Any,
                    "list" => Pattern::List(Box::new(self.argument(inner, plus, nesting + 1))),
                    _ => Pattern::Bound,
                }
            }
            _ => Pattern::Bound,
        }
    }
}

impl Pattern {
    /// That of a mode or a type; of a type that is not built in, that it is bound.
    fn named(name: &str) -> Pattern {
        match name {
            "in" | "++" | "gnd" | "ground" => Pattern::Ground,
            "out" | "--" | "var" => Pattern::Unbound,
            "?" | "any" | "term" | "*" | "@" => Pattern::Any,
            "int" | "integer" => Pattern::Integer,
            "nat" => Pattern::Natural,
            "flt" | "float" => Pattern::Float,
            "num" | "number" => Pattern::Number,
            "atm" | "atom" => Pattern::Atom,
            "atomic" => Pattern::Atomic,
            "string" => Pattern::String,
            "callable" => Pattern::Callable,
            "list" => Pattern::List(Box::new(Pattern::Any)),
            _ => Pattern::Bound,
        }
    }

    /// Whether an argument is that.
    fn holds(&self, terms: &Terms, id: TermId) -> bool {
        let node = terms.get(id);
        match self {
            Pattern::Any => true,
            Pattern::Unbound => matches!(node, Node::Var(_)),
            Pattern::Bound => !matches!(node, Node::Var(_)),
            Pattern::Ground => is_ground(terms, id),
            Pattern::Integer => matches!(node, Node::Int(_) | Node::Big(_)),
            Pattern::Natural => match node {
                Node::Int(value) => value >= 0,
                Node::Big(value) => !value.to_string().starts_with('-'),
                _ => false,
            },
            Pattern::Float => matches!(node, Node::Float(_)),
            Pattern::Number => matches!(node, Node::Int(_) | Node::Big(_) | Node::Rational(_) | Node::Float(_)),
            Pattern::Atom => matches!(node, Node::Atom(_)),
            Pattern::Atomic => !matches!(node, Node::Var(_) | Node::Compound(..)),
            Pattern::String => matches!(node, Node::Str(_)),
            Pattern::Callable => matches!(node, Node::Atom(_) | Node::Compound(..)),
            Pattern::List(element) => {
                let mut tail = id;
                while let Some(&[head, rest]) = terms.match_compound(tail, known::DOT, 2) {
                    if !element.holds(terms, head) {
                        return false;
                    }
                    tail = rest;
                }
                matches!(terms.get(tail), Node::Atom(known::NIL))
            }
        }
    }
}

fn is_ground(terms: &Terms, id: TermId) -> bool {
    let mut todo = vec![id];
    while let Some(id) = todo.pop() {
        match terms.get(id) {
            Node::Var(_) => return false,
            Node::Compound(_, args) => todo.extend(args),
            _ => {}
        }
    }
    true
}
