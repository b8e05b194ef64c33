//! Random programs: a few predicates that recur over lists, integers in either direction, and trees, with guards that
//! overlap or leave gaps, cuts anywhere, and goals of all kinds (`goals.rs`) between.

use super::{Clause, Generated, Predicate, Term, atom, compound, cons};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A list of atoms.
    Atoms,
    /// A list of integers.
    Ints,
    /// An integer.
    Int,
    /// A tree: `l`, or `t(Left, Atom, Right)`.
    Tree,
    /// An atom.
    Atom,
    /// Anything: partial, aliased, unbound.
    Any,
    /// An output that is an integer.
    OutInt,
    /// An output that is a list.
    OutList,
}

impl Kind {
    fn mode(self) -> &'static str {
        match self {
            Kind::Atoms => "+list(atm)",
            Kind::Ints => "+list(int)",
            Kind::Int => "+int",
            Kind::Tree => "+tree",
            Kind::Atom => "+atm",
            Kind::Any => "?",
            Kind::OutInt | Kind::OutList => "-",
        }
    }

    /// Whether a predicate gives it back.
    pub fn is_output(self) -> bool {
        matches!(self, Kind::OutInt | Kind::OutList)
    }
}

/// The names of generated predicates, callers first.
const NAMES: [&str; 3] = ["p", "q", "r"];
/// Atoms in programs; generated inputs hold these and others.
pub const ATOMS: [&str; 3] = ["a", "b", "c"];

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = *[1, 1, 2, 2, 2, 3].choose(&mut rng).expect("some");
    let shapes: Vec<Vec<Kind>> = (0..count).map(|_| shape(&mut rng)).collect();
    let mut maker = Maker { rng, shapes, next: 0, own: 0 };
    let mut predicates: Vec<Predicate> = (0..count).map(|own| maker.predicate(own)).collect();
    predicates.extend(facts());
    without_unused(&mut predicates);
    Generated { predicates }
}

/// The kinds of a predicate's arguments: one or two inputs, then perhaps an output.
fn shape(rng: &mut ChaCha8Rng) -> Vec<Kind> {
    let inputs = [
        Kind::Atoms,
        Kind::Atoms,
        Kind::Atoms,
        Kind::Ints,
        Kind::Ints,
        Kind::Int,
        Kind::Int,
        Kind::Int,
        Kind::Int,
        Kind::Tree,
        Kind::Atom,
        Kind::Any,
    ];
    let count = *[1, 1, 2].choose(rng).expect("some");
    let mut kinds: Vec<Kind> = (0..count).map(|_| *inputs.choose(rng).expect("some")).collect();
    if rng.random_bool(0.4) {
        kinds.push(if rng.random_bool(0.6) { Kind::OutInt } else { Kind::OutList });
    }
    kinds
}

/// Small predicates that goals use: a step, a generator, a test of several clauses, an addition.
fn facts() -> Vec<Predicate> {
    let fact = |name, args: Vec<Term>| Clause { head: Term::Compound(name, args), body: vec![] };
    let step = vec![fact("w", vec![Term::Var(0)])];
    let generator = ATOMS.iter().map(|name| fact("c", vec![atom(name)])).collect();
    let test = vec![
        fact("u", vec![atom("a")]),
        Clause { head: compound("u", [Term::Var(0)]), body: vec![compound("@>", [Term::Var(0), atom("b")])] },
    ];
    let sum = compound("+", [Term::Var(0), Term::Var(1)]);
    let addition = vec![Clause {
        head: compound("add", [Term::Var(0), Term::Var(1), Term::Var(2)]),
        body: vec![compound("is", [Term::Var(2), sum])],
    }];
    let of = |name, clauses| Predicate { name, modes: vec![], clauses };
    vec![of("w", step), of("c", generator), of("u", test), of("add", addition)]
}

/// Leaves out predicates that nothing names.
fn without_unused(predicates: &mut Vec<Predicate>) {
    let mut used = vec!["p"];
    let mut seen = 0;
    while seen < used.len() {
        let of = predicates.iter().find(|predicate| predicate.name == used[seen]).expect("names are of predicates");
        let mut found: Vec<&'static str> = Vec::new();
        for goal in of.clauses.iter().flat_map(|clause| &clause.body) {
            goal.visit(&mut |term| {
                if let Term::Compound(name, _) = term {
                    found.push(name);
                }
            });
        }
        for name in found {
            if predicates.iter().any(|predicate| predicate.name == name) && !used.contains(&name) {
                used.push(name);
            }
        }
        seen += 1;
    }
    predicates.retain(|predicate| used.contains(&predicate.name));
}

/// What a clause knows while it is made.
#[derive(Clone, Default)]
pub struct Scope {
    /// Terms that goals may use, and what they are.
    pub known: Vec<(Term, Kind)>,
}

impl Scope {
    /// The terms of a kind.
    pub fn of(&self, kind: Kind) -> Vec<Term> {
        self.known.iter().filter(|(_, of)| *of == kind).map(|(term, _)| term.clone()).collect()
    }
}

/// Makes programs.
pub struct Maker {
    /// Where choices come from.
    pub rng: ChaCha8Rng,
    /// The arguments of each predicate.
    pub shapes: Vec<Vec<Kind>>,
    /// The predicate that is made.
    pub own: usize,
    next: u32,
}

/// How one recursive call goes on: goals before it, and the new value of the first argument.
type Onward = (Vec<Term>, Term);

/// What makes a clause's guard and its recursive calls out of all that is known.
type Inner<'a, G> = &'a mut dyn FnMut(&mut G, &Scope) -> (Vec<Term>, Vec<Onward>);

impl Maker {
    /// A variable that is new in its clause.
    pub fn fresh(&mut self) -> Term {
        self.next += 1;
        Term::Var(self.next)
    }

    /// One of several.
    pub fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices.choose(&mut self.rng).expect("there are choices").clone()
    }

    /// Whether something so likely is so.
    pub fn chance(&mut self, of: f64) -> bool {
        self.rng.random_bool(of)
    }

    /// The name of a predicate.
    pub fn name(&self, at: usize) -> &'static str {
        NAMES[at]
    }

    fn predicate(&mut self, own: usize) -> Predicate {
        self.own = own;
        let kinds = self.shapes[own].clone();
        let mut clauses = match kinds[0] {
            Kind::Atoms | Kind::Ints => self.over_list(),
            Kind::Int => self.over_integers(),
            Kind::Tree => self.over_trees(),
            _ => self.plain(),
        };
        if self.chance(0.15) {
            let var = self.fresh();
            let more = self.clause(var, vec![], vec![], vec![]);
            let at = if self.chance(0.5) { clauses.len() } else { self.rng.random_range(0..=clauses.len()) };
            clauses.insert(at, more);
        }
        if clauses.len() > 1 && self.chance(0.06) {
            clauses.remove(self.rng.random_range(0..clauses.len()));
        }
        Predicate { name: NAMES[own], modes: kinds.iter().map(|kind| kind.mode()).collect(), clauses }
    }

    fn over_list(&mut self) -> Vec<Clause> {
        let element = if self.shapes[self.own][0] == Kind::Atoms { Kind::Atom } else { Kind::Int };
        let nothing = atom("[]");
        let (some, end) = (self.fresh(), self.chance(0.9));
        let base = self.clause(if end { nothing } else { some }, vec![], vec![], vec![]);
        let mut clauses = vec![base];
        for nth in 0..self.one_of(&[1, 1, 2, 2, 3]) {
            let (x, xs) = (self.fresh(), self.fresh());
            let mut known = vec![(x.clone(), element)];
            let mut first = cons(x.clone(), xs.clone());
            if self.chance(0.15) {
                let y = self.fresh();
                known.push((y.clone(), element));
                first = cons(x.clone(), cons(y, xs.clone()));
            }
            known.push((xs.clone(), self.shapes[self.own][0]));
            let guard = if nth > 0 || self.chance(0.4) { vec![self.test_of(&x, element)] } else { vec![] };
            let mut onward: Vec<Onward> = vec![(vec![], xs.clone())];
            match self.rng.random_range(0..20) {
                0 => onward.push((vec![], xs)),
                1 => onward.clear(),
                // A list that does not get shorter.
                2 if self.chance(0.4) => onward = vec![(vec![], cons(x, xs))],
                _ => {}
            }
            clauses.push(self.clause(first, known, guard, onward));
        }
        clauses
    }

    fn over_integers(&mut self) -> Vec<Clause> {
        let (end, go, op, by) = match self.rng.random_range(0..12) {
            0..5 => ("=<", ">", "-", 1),
            5 => ("=<", ">", "-", 2),
            6 | 7 => (">=", "<", "+", 1),
            8 => (">=", "<", "+", 2),
            9 => ("=<", ">", "//", 2),
            10 => ("=<", ">", ">>", 1),
            _ => ("=:=", "=\\=", "-", 1),
        };
        let limit = match self.one_of(&[0, 0, 0, 1, 1, 2, 3, 5, -1, -4]) {
            // Halves stay above what they end at.
            below if below < 0 && op == "//" => 1,
            limit => limit,
        };
        // The limit, or another argument.
        let by_other = self.shapes[self.own][1..].contains(&Kind::Int) && self.chance(0.4);
        let limit_in = move |scope: &Scope, var: &Term| {
            let other = scope.of(Kind::Int).into_iter().find(|term| by_other && term != var);
            other.unwrap_or(Term::Int(limit))
        };
        let cut_there = self.chance(0.4);
        let mut clauses = Vec::new();
        if self.chance(0.15) && !by_other {
            clauses.push(self.clause(Term::Int(limit), vec![], vec![atom("!")], vec![]));
        } else {
            let var = self.fresh();
            clauses.push(self.clause_with(var.clone(), vec![(var.clone(), Kind::Int)], &mut |_, scope| {
                let mut guard = vec![compound(end, [var.clone(), limit_in(scope, &var)])];
                if cut_there {
                    guard.push(atom("!"));
                }
                (guard, vec![])
            }));
        }
        for _ in 0..self.one_of(&[1, 1, 1, 2]) {
            let var = self.fresh();
            clauses.push(self.clause_with(var.clone(), vec![(var.clone(), Kind::Int)], &mut |this, scope| {
                let mut guard = vec![];
                if !cut_there || this.chance(0.5) {
                    guard.push(compound(go, [var.clone(), limit_in(scope, &var)]));
                }
                if this.chance(0.15) {
                    guard.push(this.test_of(&var, Kind::Int));
                }
                let calls = this.one_of(&[1, 1, 1, 1, 1, 2, 0]);
                let onward = (0..calls).map(|_| {
                    let next = this.fresh();
                    let value = compound(op, [var.clone(), Term::Int(by)]);
                    (vec![compound("is", [next.clone(), value])], next)
                });
                (guard, onward.collect())
            }));
        }
        clauses
    }

    fn over_trees(&mut self) -> Vec<Clause> {
        let base = self.clause(atom("l"), vec![], vec![], vec![]);
        let mut clauses = vec![base];
        for _ in 0..self.one_of(&[1, 1, 2]) {
            let (left, x, right) = (self.fresh(), self.fresh(), self.fresh());
            let known = vec![(left.clone(), Kind::Tree), (x.clone(), Kind::Atom), (right.clone(), Kind::Tree)];
            let onward = match self.rng.random_range(0..4) {
                0 => vec![(vec![], left.clone())],
                1 => vec![(vec![], right.clone())],
                _ => vec![(vec![], left.clone()), (vec![], right.clone())],
            };
            let guard = if self.chance(0.3) { vec![self.test_of(&x, Kind::Atom)] } else { vec![] };
            clauses.push(self.clause(compound("t", [left, x, right]), known, guard, onward));
        }
        clauses
    }

    /// Clauses that do not recur.
    fn plain(&mut self) -> Vec<Clause> {
        let kind = self.shapes[self.own][0];
        let clause = |this: &mut Self| {
            let var = this.fresh();
            let first = if this.chance(0.4) { this.pattern(kind) } else { var.clone() };
            let guard = if this.chance(0.5) && first == var { vec![this.test_of(&var, kind)] } else { vec![] };
            let known = if first == var { vec![(var, kind)] } else { vec![] };
            this.clause(first, known, guard, vec![])
        };
        (0..self.one_of(&[1, 2, 2, 3])).map(|_| clause(self)).collect()
    }

    /// A term in a head.
    fn pattern(&mut self, kind: Kind) -> Term {
        let name = self.one_of(&ATOMS);
        match kind {
            Kind::Any if self.chance(0.6) => {
                let inner = self.fresh();
                if self.chance(0.5) { compound("f", [inner]) } else { cons(inner, self.fresh()) }
            }
            _ => atom(name),
        }
    }

    fn clause(&mut self, first: Term, known: Vec<(Term, Kind)>, guard: Vec<Term>, onward: Vec<Onward>) -> Clause {
        self.clause_with(first, known, &mut |_, _| (guard.clone(), onward.clone()))
    }

    /// A clause: what its first argument is, what that holds, and from all that is known its guard and its recursive calls.
    fn clause_with(&mut self, first: Term, known: Vec<(Term, Kind)>, inner: Inner<'_, Self>) -> Clause {
        let kinds = self.shapes[self.own].clone();
        let mut scope = Scope { known };
        let mut args = vec![first];
        for &kind in &kinds[1..] {
            let arg = if !kind.is_output() && self.chance(0.1) { self.constant(kind) } else { self.fresh() };
            if !kind.is_output() {
                scope.known.push((arg.clone(), kind));
            }
            args.push(arg);
        }
        let (mut body, onward) = inner(self, &scope);
        if self.chance(0.12) {
            body.push(atom("!"));
        }
        for _ in 0..self.one_of(&[0, 0, 0, 1, 1, 2]) {
            let goal = self.goal(&mut scope, 2);
            body.push(goal);
        }
        let mut given = None;
        for (before, next) in onward {
            body.extend(before);
            // Mostly itself, sometimes one that was made before and has the same arguments.
            let callee = match self.shapes.iter().position(|shape| *shape == kinds) {
                Some(same) if self.chance(0.1) => same,
                _ => self.own,
            };
            let mut onward_args = vec![next];
            for (at, &kind) in kinds.iter().enumerate().skip(1) {
                let arg = match kind {
                    Kind::OutInt | Kind::OutList => {
                        let output = self.fresh();
                        given = Some((output.clone(), kind));
                        output
                    }
                    _ => self.passed_on(&args[at].clone(), kind, &scope, &mut body),
                };
                onward_args.push(arg);
            }
            let call = Term::Compound(NAMES[callee], onward_args);
            let call = if self.chance(0.06) { self.wrapped(call) } else { call };
            body.push(call);
        }
        if self.chance(0.15) {
            let goal = self.goal(&mut scope, 1);
            body.push(goal);
        }
        if let Some(kind) = kinds.last().filter(|kind| kind.is_output()) {
            let output = args.pop().expect("it was pushed");
            args.push(self.output(output, *kind, given, &scope, &mut body));
        }
        if self.chance(0.08) {
            let at = self.rng.random_range(0..=body.len());
            body.insert(at, atom("!"));
        }
        Clause { head: Term::Compound(NAMES[self.own], args), body }
    }

    /// What a recursive call gets for an argument beside the first.
    fn passed_on(&mut self, arg: &Term, kind: Kind, scope: &Scope, body: &mut Vec<Term>) -> Term {
        match kind {
            Kind::Int if self.chance(0.3) => {
                let (next, by) = (self.fresh(), self.one_of(&[1, -1, 2]));
                body.push(compound("is", [next.clone(), compound("+", [arg.clone(), Term::Int(by)])]));
                next
            }
            Kind::Atoms if self.chance(0.25) => match scope.of(Kind::Atom).first() {
                Some(element) => cons(element.clone(), arg.clone()),
                None => cons(atom("a"), arg.clone()),
            },
            Kind::Atom if self.chance(0.2) => self.constant(kind),
            _ => arg.clone(),
        }
    }

    /// The output of a clause, from what its recursive call gave.
    fn output(
        &mut self,
        output: Term,
        kind: Kind,
        given: Option<(Term, Kind)>,
        scope: &Scope,
        body: &mut Vec<Term>,
    ) -> Term {
        match (kind, given) {
            (Kind::OutInt, None) => Term::Int(self.one_of(&[0, 0, 1, 3])),
            (Kind::OutInt, Some((given, _))) => {
                if self.chance(0.25) {
                    return given;
                }
                let by = match scope.of(Kind::Int).first() {
                    Some(value) if self.chance(0.4) => value.clone(),
                    _ => Term::Int(1),
                };
                body.push(compound("is", [output.clone(), compound("+", [given, by])]));
                output
            }
            (_, None) => match scope.of(Kind::Atoms).first() {
                Some(list) if self.chance(0.3) => list.clone(),
                _ => atom("[]"),
            },
            (_, Some((given, _))) => {
                let element = scope.of(Kind::Atom).first().cloned().unwrap_or(atom("a"));
                if self.chance(0.8) { cons(element, given) } else { given }
            }
        }
    }
}
