//! What the clauses of a predicate say of its modes: which arguments they read, and which they bind.
//!
//! In: a predicate's text. Out: a [`Role`] an argument, and the modes that go with them, the likeliest first. This is a guess
//! from the order of goals in the text, for predicates of which nothing says how they are called; what is analysed under it
//! holds for calls of these modes, whatever was meant.

use crate::clauses::{cons, static_clauses};
use crate::types::{Type, is_control};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::code::Program;
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId, Terms, VarId};

/// What the clauses of a predicate do with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Arithmetic reads it before anything binds it.
    Read,
    /// Arithmetic binds it.
    Bound,
    /// Neither is said.
    Open,
}

/// More rounds say no more of how roles are handed on.
const ROUNDS: usize = 10;

/// The roles of the arguments of a program's predicates.
#[derive(Clone, Debug, Default)]
pub struct Roles(FxHashMap<PredId, Vec<Role>>);

impl Roles {
    /// Those that the clauses of a program show, also by what they hand on to each other.
    pub fn of(program: &Program) -> Roles {
        let mut known = Roles::default();
        for _ in 0..ROUNDS {
            let before = known.clone();
            // Without variables nothing is read.
            for (pred, clause, module) in static_clauses(program).filter(|(_, clause, _)| !clause.variables.is_empty())
            {
                let arity = program.get(pred).functor.arity as usize;
                let mut roles = known.0.remove(&pred).unwrap_or_else(|| vec![Role::Open; arity]);
                add_roles(program, &before, clause, module, &mut roles);
                known.0.insert(pred, roles);
            }
            if known.0 == before.0 {
                break;
            }
        }
        known
    }

    /// The types of the arguments of a predicate in modes that go with their roles, the likeliest first. What is open goes in
    /// but for the last argument, then all of it goes in, then the first only, then none. A grammar rule gets a text and
    /// leaves what is behind, and its last argument before these comes out, then all of them, then none.
    pub fn modes(&self, program: &Program, pred: PredId) -> Vec<Vec<Type>> {
        let roles = self.get(program, pred);
        match roles.len().checked_sub(2).filter(|_| is_grammar(program, pred)) {
            Some(text) => {
                let last = text.saturating_sub(1);
                modes(&roles, &[&|at| at < last || at == text, &|at| at == text, &|at| at <= text])
            }
            None => {
                let last = roles.len().saturating_sub(1);
                let first = roles.iter().position(|role| *role == Role::Open);
                modes(&roles, &[&|at| at < last || last == 0, &|_| true, &|at| first == Some(at), &|_| false])
            }
        }
    }

    /// Those of a predicate.
    fn get(&self, program: &Program, pred: PredId) -> Vec<Role> {
        let open = || vec![Role::Open; program.get(pred).functor.arity as usize];
        self.0.get(&pred).cloned().unwrap_or_else(open)
    }
}

/// Adds what a clause says of the arguments of its head: what one clause reads must be there for all. What is within a compound
/// comes with that.
fn add_roles(program: &Program, known: &Roles, clause: &ReadTerm, module: ModuleId, roles: &mut [Role]) {
    let terms = &clause.terms;
    let (head, body) = terms.head_and_body(clause.root);
    let args = terms.arguments(head);
    let first = first_uses(program, known, clause, module, body);
    let within: Vec<Vec<VarId>> = args.iter().map(|&arg| variables(terms, arg)).collect();
    let is_plain = |at: usize| terms.variable(args[at]).is_some();
    // A list that goes on as another argument is gone through, as by a grammar.
    let is_terminal = |at: usize| {
        let rest = cons(clause, args[at]).and_then(|(_, rest)| terms.variable(rest));
        rest.is_some_and(|rest| args.iter().any(|&arg| terms.variable(arg) == Some(rest)))
    };
    for (at, role) in roles.iter_mut().enumerate() {
        // Of several arguments that have the same, it comes in with the first, or with what is gone through.
        let rank = |at: usize| (!is_terminal(at), at);
        let is_elsewhere =
            |var: &VarId| (0..args.len()).any(|other| rank(other) < rank(at) && within[other].contains(var));
        let reads = |var: &VarId| first.get(var) == Some(&Role::Read) && !is_elsewhere(var);
        match within[at].as_slice() {
            some if some.iter().any(reads) => *role = Role::Read,
            [var] if is_plain(at) && first.get(var) == Some(&Role::Bound) && *role == Role::Open => *role = Role::Bound,
            _ => {}
        }
    }
}

/// The variables of a term.
pub(crate) fn variables(terms: &Terms, term: TermId) -> Vec<VarId> {
    let (mut found, mut todo) = (Vec::new(), vec![term]);
    while let Some(term) = todo.pop() {
        match terms.get(term) {
            Node::Var(var) => found.push(var),
            _ => todo.extend(terms.arguments(term)),
        }
    }
    found
}

/// What the first goal of a body in which a variable occurs does with it.
fn first_uses(
    program: &Program,
    known: &Roles,
    clause: &ReadTerm,
    module: ModuleId,
    body: Option<TermId>,
) -> FxHashMap<VarId, Role> {
    let terms = &clause.terms;
    let (mut goals, mut todo) = (Vec::new(), Vec::from_iter(body));
    while let Some(goal) = todo.pop() {
        match (terms.functor(goal), terms.get(goal)) {
            (Some(functor), Node::Compound(_, args)) if is_control(functor) => todo.extend(args),
            (Some(_), Node::Compound(..)) => goals.push(goal),
            _ => {}
        }
    }
    goals.sort_by_key(|&goal| terms.span(goal).start);
    let mut uses = FxHashMap::default();
    for goal in goals {
        let Node::Compound(functor, args) = terms.get(goal) else { continue };
        let called = program.find_in(module, functor);
        let of_args: &[Role] = match (&*program.atoms.name(functor.name), functor.arity) {
            ("is", 2) => &[Role::Bound, Role::Read],
            ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", 2) => &[Role::Read, Role::Read],
            ("between" | "numlist", 3) => &[Role::Read, Role::Read, Role::Bound],
            ("msort" | "sort" | "sum_list" | "sumlist" | "max_list" | "min_list" | "last" | "reverse", 2) => {
                &[Role::Read, Role::Bound]
            }
            _ => called.and_then(|callee| known.0.get(&callee)).map_or(&[], Vec::as_slice),
        };
        // What is read is read before anything is bound.
        for at in (0..args.len()).rev() {
            let role = of_args.get(at).copied().unwrap_or(Role::Open);
            let mut todo = vec![args[at]];
            while let Some(term) = todo.pop() {
                match terms.get(term) {
                    Node::Var(var) => drop(uses.entry(var).or_insert(role)),
                    Node::Compound(_, args) => todo.extend(args),
                    _ => {}
                }
            }
        }
    }
    uses
}

/// Whether a predicate has grammar rules: their clauses have variables that the text has no name for, at the end of heads.
fn is_grammar(program: &Program, pred: PredId) -> bool {
    let source = &program.get(pred).source;
    let is_rule = |clause: &Arc<ReadTerm>| {
        let (head, _) = clause.terms.head_and_body(clause.root);
        let last = clause.terms.arguments(head).last().and_then(|&last| clause.terms.variable(last));
        last.is_some_and(|last| last.0 as usize >= clause.variables.len())
    };
    !source.is_empty() && source.iter().all(is_rule)
}

/// The types of arguments with these roles, for each way of what is open to go in.
fn modes(roles: &[Role], ways: &[&dyn Fn(usize) -> bool]) -> Vec<Vec<Type>> {
    let of = |goes_in: &dyn Fn(usize) -> bool| -> Vec<Type> {
        let of_role = |(at, role): (usize, &Role)| match role {
            Role::Read => Type::Ground,
            Role::Open if goes_in(at) => Type::Ground,
            Role::Bound | Role::Open => Type::Free,
        };
        roles.iter().enumerate().map(of_role).collect()
    };
    let mut found: Vec<Vec<Type>> = Vec::new();
    for pattern in ways.iter().map(|way| of(way)) {
        if !found.contains(&pattern) {
            found.push(pattern);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::atoms::Atoms;
    use wam::compile::Origin;
    use wam::machine::consult;
    use wam::read::Source;

    fn defined(text: &str, name: &str, arity: u32) -> (Program, PredId) {
        let mut program = Program::empty(Atoms::new());
        consult(&Source::new("a.pl", text), &mut program, Origin::User);
        let pred = program.find(program.atoms.functor(name, arity)).expect("it is defined");
        (program, pred)
    }

    fn roles_of(text: &str, name: &str, arity: u32) -> Vec<Role> {
        let (program, pred) = defined(text, name, arity);
        Roles::of(&program).get(&program, pred)
    }

    #[test]
    fn arithmetic_says_what_goes_in_and_what_comes_out() {
        let text =
            "len([],0). len([_|T],N) :- len(T,M), N is M+1. up(I,N,[I|L]) :- I < N, J is I+1, up(J,N,L). up(N,N,[]).";
        assert_eq!(roles_of(text, "len", 2), [Role::Open, Role::Bound]);
        assert_eq!(roles_of(text, "up", 3), [Role::Read, Role::Read, Role::Open]);
    }

    #[test]
    fn what_is_read_by_another_predicate_or_within_a_term_goes_in() {
        let text = "dn(X,0) :- X =< 0. dn(X,K) :- Y is X-1, dn(Y,J), K is J+1. all([],0). all([X|T],N) :- dn(X,K), all(T,M), N is K+M.
            f(N,L) :- f(N,2,L). f(1,_,[]). f(N,F,[F|L]) :- N mod F =:= 0, M is N//F, f(M,F,L). d(D,[D|S],S) :- D > 4.";
        assert_eq!(roles_of(text, "all", 2), [Role::Read, Role::Bound]);
        assert_eq!(roles_of(text, "f", 2), [Role::Read, Role::Open]);
        assert_eq!(roles_of(text, "d", 3), [Role::Open, Role::Read, Role::Open]);
    }

    #[test]
    fn modes_begin_with_one_output() {
        let modes = |text, name, arity| {
            let (program, pred) = defined(text, name, arity);
            Roles::of(&program).modes(&program, pred)
        };
        let patterns = modes("p(a,b,c). p(X,Y,Z) :- p(Y,Z,X).", "p", 3);
        assert_eq!(patterns[0], [Type::Ground, Type::Ground, Type::Free]);
        assert_eq!(patterns.len(), 4);
        assert_eq!(modes("len([],0). len([_|T],N) :- len(T,M), N is M+1.", "len", 2)[0], [Type::Ground, Type::Free]);
        assert_eq!(modes("p(a).", "p", 1)[0], [Type::Ground]);
        let rules =
            "e(V) --> t(T), r(T,V). r(A,V) --> \"+\", !, t(T), {B is A+T}, r(B,V). r(A,A) --> []. t(D) --> [D].";
        assert_eq!(modes(rules, "e", 3)[0], [Type::Free, Type::Ground, Type::Free]);
        assert_eq!(modes(rules, "r", 4)[0], [Type::Ground, Type::Free, Type::Ground, Type::Free]);
    }
}
