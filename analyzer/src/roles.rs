//! What the clauses of a predicate say of its modes: which arguments they read, and which they bind.
//!
//! In: a predicate's text. Out: a [`Role`] an argument, and the modes that go with them, the likeliest first. This is a guess
//! from the order of goals in the text, for predicates of which nothing says how they are called; what is analysed under it
//! holds for calls of these modes, whatever was meant.

use crate::types::{Type, is_control};
use rustc_hash::FxHashMap;
use wam::code::Program;
use wam::instr::PredId;
use wam::term::{Node, ReadTerm, TermId, VarId};

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

/// The roles of the arguments of a predicate.
pub fn roles(program: &Program, pred: PredId) -> Vec<Role> {
    let mut roles = vec![Role::Open; program.get(pred).functor.arity as usize];
    for clause in &program.get(pred).source {
        let terms = &clause.terms;
        let (head, body) = terms.head_and_body(clause.root);
        let Node::Compound(_, args) = terms.get(head) else { continue };
        let first = first_uses(program, clause, body);
        for (role, &arg) in roles.iter_mut().zip(args) {
            let Node::Var(var) = terms.get(arg) else { continue };
            // What one clause reads must be there for all.
            match first.get(&var) {
                Some(Role::Read) => *role = Role::Read,
                Some(Role::Bound) if *role == Role::Open => *role = Role::Bound,
                _ => {}
            }
        }
    }
    roles
}

/// What the first goal of a body in which a variable occurs does with it.
fn first_uses(program: &Program, clause: &ReadTerm, body: Option<TermId>) -> FxHashMap<VarId, Role> {
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
        let of_args: &[Role] = match (&*program.atoms.name(functor.name), functor.arity) {
            ("is", 2) => &[Role::Bound, Role::Read],
            ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", 2) => &[Role::Read, Role::Read],
            _ => &[],
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

/// The types of the arguments in modes that go with their roles: what is open goes in but for the last argument, then all
/// of it goes in, then the first only, then none.
pub fn modes(roles: &[Role]) -> Vec<Vec<Type>> {
    let open: Vec<usize> = (0..roles.len()).filter(|&at| roles[at] == Role::Open).collect();
    let last = roles.len().saturating_sub(1);
    let of = |goes_in: &dyn Fn(usize) -> bool| -> Vec<Type> {
        let of_role = |(at, role): (usize, &Role)| match role {
            Role::Read => Type::Ground,
            Role::Open if goes_in(at) => Type::Ground,
            Role::Bound | Role::Open => Type::Free,
        };
        roles.iter().enumerate().map(of_role).collect()
    };
    let has_others = |at: usize| roles.len() > 1 && at == last;
    let mut found: Vec<Vec<Type>> = Vec::new();
    for pattern in [of(&|at| !has_others(at)), of(&|_| true), of(&|at| open.first() == Some(&at)), of(&|_| false)] {
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

    fn roles_of(text: &str, name: &str, arity: u32) -> Vec<Role> {
        let mut program = Program::empty(Atoms::new());
        consult(&Source::new("a.pl", text), &mut program, Origin::User);
        roles(&program, program.find(program.atoms.functor(name, arity)).expect("it is defined"))
    }

    #[test]
    fn arithmetic_says_what_goes_in_and_what_comes_out() {
        let text =
            "len([],0). len([_|T],N) :- len(T,M), N is M+1. up(I,N,[I|L]) :- I < N, J is I+1, up(J,N,L). up(N,N,[]).";
        assert_eq!(roles_of(text, "len", 2), [Role::Open, Role::Bound]);
        assert_eq!(roles_of(text, "up", 3), [Role::Read, Role::Read, Role::Open]);
    }

    #[test]
    fn modes_begin_with_one_output() {
        let patterns = modes(&[Role::Open, Role::Open, Role::Open]);
        assert_eq!(patterns[0], [Type::Ground, Type::Ground, Type::Free]);
        assert_eq!(patterns.len(), 4);
        assert_eq!(modes(&[Role::Read, Role::Bound]), [[Type::Ground, Type::Free]]);
    }
}
