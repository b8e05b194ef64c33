//! Random goals: tests, arithmetic, generators, control constructs, findall and its relatives, calls of other predicates.

use super::program::{ATOMS, Kind, Maker, Scope};
use super::{Term, atom, compound, cons};
use rand::Rng;

impl Maker {
    /// A term of a kind that is written in the program.
    pub fn constant(&mut self, kind: Kind) -> Term {
        let name = self.one_of(&ATOMS);
        match kind {
            Kind::Int => Term::Int(self.rng.random_range(-3..6)),
            Kind::Atoms if self.chance(0.5) => atom("[]"),
            Kind::Atoms => cons(atom(name), atom("[]")),
            Kind::Ints => cons(Term::Int(self.rng.random_range(-2..5)), atom("[]")),
            Kind::Tree => atom("l"),
            Kind::Atom | Kind::Any => atom(name),
            Kind::OutInt | Kind::OutList => self.fresh(),
        }
    }

    /// Something known of a kind, or a constant.
    fn some(&mut self, scope: &Scope, kind: Kind) -> Term {
        let known = scope.of(kind);
        if known.is_empty() || self.chance(0.1) { self.constant(kind) } else { self.one_of(&known) }
    }

    /// A test of a term of a kind.
    pub fn test_of(&mut self, term: &Term, kind: Kind) -> Term {
        let tests: &[&'static str] = match kind {
            Kind::Int => &["<", "=<", ">", ">=", "=:=", "=\\="],
            _ => &["==", "\\==", "@<", "@>=", "@>", "\\=", "="],
        };
        let test = self.one_of(tests);
        let other = self.constant(if kind == Kind::Int { Kind::Int } else { Kind::Atom });
        compound(test, [term.clone(), other])
    }

    /// A goal; what it gives is known afterwards.
    pub fn goal(&mut self, scope: &mut Scope, depth: u32) -> Term {
        match self.rng.random_range(0..100) {
            0..14 => compound("w", [self.some(scope, Kind::Atom)]),
            14..24 => self.a_test(scope),
            24..38 => self.generator(scope),
            38..50 => self.of_lists(scope),
            50..56 => self.arithmetic(scope),
            56..70 => self.call(scope),
            70..73 => atom("fail"),
            _ if depth == 0 => compound("w", [self.constant(Kind::Atom)]),
            73..93 => self.control(scope, depth - 1),
            _ => self.collected(scope, depth - 1),
        }
    }

    fn a_test(&mut self, scope: &Scope) -> Term {
        let tested: Vec<(Term, Kind)> = scope.known.iter().filter(|(_, kind)| *kind != Kind::Tree).cloned().collect();
        if tested.is_empty() {
            return atom("true");
        }
        let (term, kind) = self.one_of(&tested);
        let same: Vec<Term> = tested.iter().filter(|(_, of)| *of == kind).map(|(term, _)| term.clone()).collect();
        if same.len() > 1 && self.chance(0.4) {
            let test = self.one_of(if kind == Kind::Int { &["<", "=:=", ">="] } else { &["==", "@<", "\\=="] });
            return compound(test, [same[0].clone(), same[1].clone()]);
        }
        match kind {
            Kind::Any => {
                let test = self.one_of(&["var", "nonvar", "atom", "is_list", "ground", "compound"]);
                compound(test, [term])
            }
            kind => self.test_of(&term, kind),
        }
    }

    /// A goal with several solutions, or with none.
    fn generator(&mut self, scope: &mut Scope) -> Term {
        let found = self.fresh();
        let (kind, goal) = match self.rng.random_range(0..9) {
            0 => (Kind::Atom, compound("c", [found.clone()])),
            1..4 => (Kind::Atom, compound("member", [found.clone(), self.some(scope, Kind::Atoms)])),
            4 => {
                let (list, rest) = (self.some(scope, Kind::Atoms), self.fresh());
                scope.known.push((rest.clone(), Kind::Atoms));
                (Kind::Atom, compound("select", [found.clone(), list, rest]))
            }
            5 => {
                let (front, list) = (self.fresh(), self.some(scope, Kind::Atoms));
                (Kind::Atoms, compound("append", [front, found.clone(), list]))
            }
            6 => (Kind::Int, compound("member", [found.clone(), self.some(scope, Kind::Ints)])),
            7 => {
                let from = Term::Int(self.rng.random_range(-2..3));
                (Kind::Int, compound("between", [from, self.some(scope, Kind::Int), found.clone()]))
            }
            _ => {
                let to = Term::Int(self.rng.random_range(0..5));
                (Kind::Int, compound("between", [self.some(scope, Kind::Int), to, found.clone()]))
            }
        };
        scope.known.push((found, kind));
        goal
    }

    /// A predicate of the library about lists, with one solution mostly.
    fn of_lists(&mut self, scope: &mut Scope) -> Term {
        let given = self.fresh();
        let list_kind = self.one_of(&[Kind::Atoms, Kind::Atoms, Kind::Ints]);
        let list = self.some(scope, list_kind);
        let (kind, goal) = match self.rng.random_range(0..11) {
            0..3 => (Kind::Int, compound("length", [list, given.clone()])),
            3 => return compound("memberchk", [self.some(scope, Kind::Atom), self.some(scope, Kind::Atoms)]),
            4 => {
                let more = self.constant(list_kind);
                (list_kind, compound("append", [list, more, given.clone()]))
            }
            5 => (list_kind, compound("reverse", [list, given.clone()])),
            6 => (list_kind, compound("msort", [list, given.clone()])),
            7 => (list_kind, compound("sort", [list, given.clone()])),
            8 => (Kind::Any, compound("last", [list, given.clone()])),
            9 => return compound("maplist", [atom(self.one_of(&["w", "u"])), self.some(scope, Kind::Atoms)]),
            _ => {
                let ints = self.some(scope, Kind::Ints);
                (Kind::Int, compound("foldl", [atom("add"), ints, Term::Int(0), given.clone()]))
            }
        };
        scope.known.push((given, kind));
        goal
    }

    fn arithmetic(&mut self, scope: &mut Scope) -> Term {
        let (given, of) = (self.fresh(), self.some(scope, Kind::Int));
        let by = Term::Int(self.rng.random_range(1..4));
        let value = match self.rng.random_range(0..8) {
            0 => compound("-", [of]),
            1 => compound("*", [of, by]),
            2 => compound("mod", [of, by]),
            3 => compound("max", [of, by]),
            4 => compound("min", [of, by]),
            5 => compound("+", [of, self.some(scope, Kind::Int)]),
            6 => compound("-", [of, by]),
            _ => compound("-", [of, self.some(scope, Kind::Int)]),
        };
        scope.known.push((given.clone(), Kind::Int));
        compound("is", [given, value])
    }

    /// A call of another predicate, made after this one.
    fn call(&mut self, scope: &mut Scope) -> Term {
        if self.own + 1 >= self.shapes.len() {
            return compound("w", [self.some(scope, Kind::Atom)]);
        }
        let callee = self.rng.random_range(self.own + 1..self.shapes.len());
        let mut args = Vec::new();
        for kind in self.shapes[callee].clone() {
            match kind {
                Kind::OutInt | Kind::OutList => {
                    let output = self.fresh();
                    scope.known.push((output.clone(), if kind == Kind::OutInt { Kind::Int } else { Kind::Atoms }));
                    args.push(output);
                }
                Kind::Any => {
                    let all: Vec<Term> = scope.known.iter().map(|(term, _)| term.clone()).collect();
                    args.push(if all.is_empty() || self.chance(0.3) { self.fresh() } else { self.one_of(&all) });
                }
                kind => args.push(self.some(scope, kind)),
            }
        }
        Term::Compound(self.name(callee), args)
    }

    /// Some goals as one.
    fn some_goals(&mut self, scope: &mut Scope, depth: u32) -> Term {
        let first = self.goal(scope, depth);
        if self.chance(0.6) { first } else { compound(",", [first, self.goal(scope, depth)]) }
    }

    fn control(&mut self, scope: &Scope, depth: u32) -> Term {
        // What is bound inside a branch need not be bound after it.
        let (mut inside, mut beside) = (scope.clone(), scope.clone());
        let condition = if self.chance(0.5) { self.a_test(&inside) } else { self.some_goals(&mut inside, depth) };
        match self.rng.random_range(0..12) {
            0..3 => {
                let then = compound("->", [condition, self.some_goals(&mut inside, depth)]);
                compound(";", [then, self.some_goals(&mut beside, depth)])
            }
            3 => compound("->", [condition, self.some_goals(&mut inside, depth)]),
            4 | 5 => {
                let then = compound("*->", [condition, self.some_goals(&mut inside, depth)]);
                compound(";", [then, self.some_goals(&mut beside, depth)])
            }
            6 | 7 => compound("\\+", [condition]),
            8 | 9 => {
                let first = if self.chance(0.3) { compound(",", [condition, atom("!")]) } else { condition };
                compound(";", [first, self.some_goals(&mut beside, depth)])
            }
            10 => self.wrapped(condition),
            _ => compound("\\+", [compound("\\+", [condition])]),
        }
    }

    /// A goal that is called through another.
    pub fn wrapped(&mut self, goal: Term) -> Term {
        match self.rng.random_range(0..5) {
            0 => compound("once", [goal]),
            1 => compound("ignore", [goal]),
            2 => compound("call", [goal]),
            3 => compound("catch", [goal, self.fresh(), atom("true")]),
            _ => compound("\\+", [compound("\\+", [goal])]),
        }
    }

    /// All solutions of a goal.
    fn collected(&mut self, scope: &mut Scope, depth: u32) -> Term {
        let mut inside = scope.clone();
        let goal = if self.chance(0.6) { self.generator(&mut inside) } else { self.some_goals(&mut inside, depth) };
        let template = match inside.known.last() {
            Some((term, _)) if inside.known.len() > scope.known.len() => term.clone(),
            _ => atom("a"),
        };
        let given = self.fresh();
        match self.rng.random_range(0..4) {
            0 | 1 => {
                scope.known.push((given.clone(), Kind::Atoms));
                compound("findall", [template, goal, given])
            }
            2 => compound("forall", [goal, self.goal(&mut inside, 0)]),
            _ => {
                scope.known.push((given.clone(), Kind::Int));
                compound("aggregate_all", [atom("count"), goal, given])
            }
        }
    }
}
