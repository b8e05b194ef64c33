//! What the clauses of a predicate say of its modes: which arguments they read, and which they bind.
//!
//! In: a predicate's text. Out: a [`Role`] an argument, and the modes that go with them, the likeliest first. This is a guess
//! from the order of goals in the text, for predicates of which nothing says how they are called; what is analysed under it
//! holds for calls of these modes, whatever was meant.

use crate::clauses::{cons, static_clauses};
use crate::types::Type;
use crate::welltype::{Goal, goals};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::atoms::known;
use wam::code::Program;
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId, Terms, VarId};

/// What the clauses of a predicate do with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Something reads it before anything binds it.
    Read,
    /// Something binds it, or it is put together from what is there already.
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
        let mut clauses: FxHashMap<PredId, Vec<(&ReadTerm, ModuleId)>> = FxHashMap::default();
        for (pred, clause, module) in static_clauses(program) {
            clauses.entry(pred).or_default().push((clause, module));
        }
        // Without variables nothing is read.
        clauses.retain(|_, clauses| clauses.iter().any(|(clause, _)| !clause.variables.is_empty()));
        let mut known = Roles::default();
        for _ in 0..ROUNDS {
            let now = clauses.iter().map(|(&pred, clauses)| (pred, roles(program, &known, pred, clauses))).collect();
            if known.0 == now {
                break;
            }
            known.0 = now;
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

/// What the clauses of a predicate say of the arguments of its heads: what one clause reads must be there for all, and what
/// comes out of all of them, though not the same constant of each, does.
fn roles(program: &Program, known: &Roles, pred: PredId, clauses: &[(&ReadTerm, ModuleId)]) -> Vec<Role> {
    let clauses: Vec<Clause<'_>> =
        clauses.iter().map(|&(clause, module)| Clause::of(program, known, pred, clause, module)).collect();
    let role = |at: usize| {
        let leaves = || clauses.iter().map(|clause| clause.leaves(at));
        match () {
            _ if clauses.iter().any(|clause| clause.reads(at)) => Role::Read,
            // Others would never be met.
            _ if clauses.len() > 1 && clauses[0].commits_where_it_is_another(at) => Role::Read,
            _ if clauses.iter().any(|clause| clause.binds(at)) => Role::Bound,
            _ if leaves().all(|left| left.is_some()) && leaves().any(|left| left == Some(true)) => Role::Bound,
            _ => Role::Open,
        }
    };
    (0..program.get(pred).functor.arity as usize).map(role).collect()
}

/// What is known of the variables of a clause.
struct Clause<'a> {
    clause: &'a ReadTerm,
    /// The arguments of the head, and the variables within each.
    args: Vec<(TermId, Vec<VarId>)>,
    uses: FxHashMap<VarId, Use>,
}

/// What the first goal of a body in which a variable occurs does with it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Use {
    role: Role,
    /// The argument of a call of the predicate itself.
    again: Option<usize>,
}

impl<'a> Clause<'a> {
    fn of(program: &Program, known: &Roles, pred: PredId, clause: &'a ReadTerm, module: ModuleId) -> Clause<'a> {
        let head = clause.terms.head_and_body(clause.root).0;
        let args = clause.terms.arguments(head).iter().map(|&arg| (arg, variables(&clause.terms, arg))).collect();
        let mut of = Clause { clause, args, uses: FxHashMap::default() };
        of.uses = of.first_uses(program, known, (pred, module));
        of
    }

    fn role(&self, var: VarId) -> Option<Role> {
        self.uses.get(&var).map(|of| of.role)
    }

    /// The variable that an argument is.
    fn plain(&self, at: usize) -> Option<VarId> {
        self.clause.terms.variable(self.args[at].0)
    }

    /// Whether a variable of an argument comes in with another: with the first of several that have it, those that are gone
    /// through (false) before others, or of others with the one that it is if something reads it.
    fn is_elsewhere(&self, at: usize, var: VarId, order: &dyn Fn(usize) -> (bool, usize)) -> bool {
        let is_read = order(at).0 && self.role(var) == Some(Role::Read) && self.plain(at).is_none();
        let comes_with = |other: usize| order(other) < order(at) || is_read && self.plain(other) == Some(var);
        (0..self.args.len()).any(|other| other != at && comes_with(other) && self.args[other].1.contains(&var))
    }

    /// Whether an argument is read. What is within a compound comes with that, and first of all with a list that goes on as
    /// another argument, which is gone through as by a grammar.
    fn reads(&self, at: usize) -> bool {
        let is_terminal = |at: usize| {
            let rest = cons(self.clause, self.args[at].0).and_then(|(_, rest)| self.clause.terms.variable(rest));
            rest.is_some_and(|rest| (0..self.args.len()).any(|arg| self.plain(arg) == Some(rest)))
        };
        let order = |at: usize| (!is_terminal(at), at);
        self.args[at].1.iter().any(|&var| self.role(var) == Some(Role::Read) && !self.is_elsewhere(at, var, &order))
    }

    /// Whether a clause of any arguments begins with a cut as soon as one of them is the same as another.
    fn commits_where_it_is_another(&self, at: usize) -> bool {
        let terms = &self.clause.terms;
        let first = terms.head_and_body(self.clause.root).1.map(|body| terms.conjuncts(body)[0]);
        let is_cut = first.is_some_and(|goal| terms.get(goal) == Node::Atom(known::CUT));
        let others = |var| (0..self.args.len()).any(|other| other != at && self.plain(other) == Some(var));
        let takes_all = || (0..self.args.len()).all(|at| self.plain(at).is_some());
        is_cut && takes_all() && self.plain(at).is_some_and(others)
    }

    /// Whether an argument is a variable that something binds.
    fn binds(&self, at: usize) -> bool {
        self.plain(at).is_some_and(|var| self.role(var) == Some(Role::Bound))
    }

    /// Whether all that is in an argument is there in the end, and some of it is not from a call of the predicate itself;
    /// nothing where something is not.
    fn leaves(&self, at: usize) -> Option<bool> {
        let mut is_own = false;
        for &var in &self.args[at].1 {
            let is_there = self.role(var) == Some(Role::Bound) || self.is_elsewhere(at, var, &|at| (true, at));
            is_own |= is_there;
            if !is_there && self.uses.get(&var).and_then(|of| of.again) != Some(at) {
                return None;
            }
        }
        Some(is_own)
    }

    /// What the first goal of the body in which a variable occurs does with it.
    fn first_uses(&self, program: &Program, known: &Roles, (own, module): (PredId, ModuleId)) -> FxHashMap<VarId, Use> {
        let terms = &self.clause.terms;
        let mut goals: Vec<Goal> = goals(program, self.clause, module);
        goals.sort_by_key(|goal| terms.span(goal.term).start);
        let mut uses: FxHashMap<VarId, Use> = FxHashMap::default();
        for Goal { term, callee, .. } in goals {
            let Node::Compound(functor, args) = terms.get(term) else { continue };
            let is_there = |arg: TermId| variables(terms, arg).iter().any(|var| uses.contains_key(var));
            let name = program.atoms.name(functor.name);
            let of_args: Vec<Option<Role>> = match (callee.and_then(|callee| known.0.get(&callee)), args) {
                (Some(roles), _) => roles.iter().copied().map(Some).collect(),
                (None, &[left, right]) if &*name == "=" => match self.unified(left, right, &uses) {
                    Some(roles) => roles.into_iter().map(Some).collect(),
                    None => continue,
                },
                (None, _) => by_name(&name, &args.iter().map(|&arg| is_there(arg)).collect::<Vec<bool>>()),
            };
            // What is read is read before anything is bound.
            for at in (0..args.len()).rev() {
                let Some(role) = of_args.get(at).copied().unwrap_or(Some(Role::Open)) else { continue };
                let again = (callee == Some(own)).then_some(at);
                for var in variables(terms, args[at]) {
                    uses.entry(var).or_insert(Use { role, again });
                }
            }
        }
        uses
    }

    /// What a unification does with its sides: a variable that is new is put together from what is there, or from nothing.
    /// Nothing where it only gives a variable another name.
    fn unified(&self, left: TermId, right: TermId, uses: &FxHashMap<VarId, Use>) -> Option<Vec<Role>> {
        let terms = &self.clause.terms;
        let is_used = |var: &VarId| uses.contains_key(var);
        let place = |var: VarId| (0..self.args.len()).find(|&at| self.plain(at) == Some(var));
        let is_there = |var: &VarId| is_used(var) || self.args.iter().any(|(_, of)| of.contains(var));
        let is_made = |side: TermId, other: TermId| {
            let Some(var) = terms.variable(side).filter(|var| !is_used(var)) else { return false };
            // A list that goes on as a later argument is gone through.
            let rest = cons(self.clause, other).and_then(|(_, rest)| place(terms.variable(rest)?));
            let is_gone_through = rest.is_some_and(|rest| place(var).is_some_and(|own| own < rest));
            let within = variables(terms, other);
            match terms.variable(other) {
                Some(other) => is_used(&other),
                None => !is_gone_through && (within.is_empty() || within.iter().any(is_there)),
            }
        };
        let role = |side, other| if is_made(side, other) { Role::Bound } else { Role::Open };
        let roles = vec![role(left, right), role(right, left)];
        let are_names = terms.variable(left).is_some() && terms.variable(right).is_some();
        (!are_names || roles.contains(&Role::Bound)).then_some(roles)
    }
}

/// What predicates of libraries do with their arguments: their names, and a letter for what is read (`r`), bound (`b`), neither
/// (`-`), and a goal, which says itself what it does, or what it gives (`.`).
const OF_LIBRARIES: &[(&str, &str)] = &[
    ("write print writeln writeq write_canonical put_char tab atom number integer", "r"),
    ("is max_member min_member", "br"),
    ("< > =< >= =:= =\\= nb_setval b_setval", "rr"),
    ("msort sort keysort sum_list sumlist max_list min_list last reverse permutation flatten append", "rb"),
    ("list_to_set list_to_ord_set list_to_assoc assoc_to_list assoc_to_keys assoc_to_values", "rb"),
    ("pairs_keys pairs_values group_pairs_by_key copy_term nb_getval b_getval atomic_list_concat", "rb"),
    ("atom_length string_length upcase_atom downcase_atom string_upper string_lower", "rb"),
    ("findall bagof setof aggregate_all", "..b"),
    ("forall call_cleanup", ".."),
    ("catch setup_call_cleanup", "..."),
    ("call_with_depth_limit call_with_inference_limit", ".rb"),
    ("call_with_time_limit", "r."),
    ("with_output_to", "b."),
    ("\\+ not once ignore call", "."),
    ("member memberchk", "-r"),
    ("select selectchk", "brb"),
    ("nth0 nth1", "-rb"),
    ("between numlist delete subtract intersection union include exclude predsort", "rrb"),
    ("ord_union ord_subtract ord_intersection get_assoc string_code", "rrb"),
    ("partition", "rrbb"),
    ("put_assoc sort foldl split_string", "rrrb"),
    ("foldl", "rrrrb"),
    ("foldl", "rrrrrb"),
];

/// Those of which either side is made of the other.
const BOTH_WAYS: &str = "atom_codes atom_chars number_codes atom_number char_code string_codes string_chars atom_string \
                         number_string string_to_atom term_to_atom =.. length";

/// What a predicate of a library does with its arguments, some of which hold what is there already.
fn by_name(name: &str, is_there: &[bool]) -> Vec<Option<Role>> {
    let is_among = |names: &str| names.split(' ').any(|other| other == name);
    let row = OF_LIBRARIES.iter().find(|(names, letters)| letters.len() == is_there.len() && is_among(names));
    let letters = match (is_there, row) {
        (_, Some((_, letters))) => letters,
        ([true, false], _) if is_among(BOTH_WAYS) => "rb",
        ([false, true], _) if is_among(BOTH_WAYS) => "br",
        ([true, _, _] | [_, true, _], _) if is_among("append atom_concat string_concat") => "--b",
        _ => "",
    };
    let role = |letter| match letter {
        'r' => Some(Role::Read),
        'b' => Some(Role::Bound),
        '.' => None,
        _ => Some(Role::Open),
    };
    letters.chars().map(role).collect()
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

    #[test]
    fn goals_that_are_called_say_what_they_do_with_their_variables() {
        let of = |body: &str| roles_of(&format!("p(X, Y) :- {body}."), "p", 2);
        let read_and_bound = vec![Role::Read, Role::Bound];
        for body in [
            "setup_call_cleanup(true, Y is X, true)",
            "call_cleanup(Y is X, true)",
            "catch(Y is X, _, true)",
            "call_with_time_limit(1, Y is X)",
            "call_with_depth_limit(Y is X, 9, _)",
        ] {
            assert_eq!(of(body), read_and_bound, "{body}");
        }
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
        assert_eq!(roles_of(text, "up", 3), [Role::Read, Role::Read, Role::Bound]);
    }

    #[test]
    fn a_limit_that_the_first_clause_compares_goes_in() {
        let text =
            "up(N,N) :- !. up(I,N) :- J is I+1, up(J,N). to(_,M,M) :- !. to(N,M,K) :- J is K+1, O is N-1, to(O,M,J).
            any(L,_,L). any(L,H,X) :- L < H, M is L+1, any(M,H,X).";
        assert_eq!(roles_of(text, "up", 2), [Role::Read, Role::Read]);
        assert_eq!(roles_of(text, "to", 3), [Role::Read, Role::Read, Role::Read]);
        assert_eq!(roles_of(text, "any", 3), [Role::Read, Role::Read, Role::Bound]);
    }

    #[test]
    fn what_is_read_by_another_predicate_or_within_a_term_goes_in() {
        let text = "dn(X,0) :- X =< 0. dn(X,K) :- Y is X-1, dn(Y,J), K is J+1. all([],0). all([X|T],N) :- dn(X,K), all(T,M), N is K+M.
            f(N,L) :- f(N,2,L). f(1,_,[]). f(N,F,[F|L]) :- N mod F =:= 0, M is N//F, f(M,F,L). d(D,[D|S],S) :- D > 4.";
        assert_eq!(roles_of(text, "all", 2), [Role::Read, Role::Bound]);
        assert_eq!(roles_of(text, "f", 2), [Role::Read, Role::Bound]);
        assert_eq!(roles_of(text, "d", 3), [Role::Open, Role::Read, Role::Bound]);
    }

    #[test]
    fn what_is_put_together_from_what_is_there_comes_out() {
        let text = "two(L,A,B) :- inc(L,0,A), inc(L,0,B). inc([_|T],N0,N) :- !, N1 is N0+1, inc(T,N1,N). inc(_,N,N).
            split([],_,[],[]). split([X|Xs],P,[X|L],G) :- X =< P, !, split(Xs,P,L,G). split([X|Xs],P,L,[X|G]) :- split(Xs,P,L,G).
            by(_,[],[],[]). by(P,[X|Xs],I,O) :- ( call(P,X) -> I = [X|J], O = Q ; I = J, O = [X|Q] ), by(P,Xs,J,Q).
            pf(N,L) :- N > 0, pf(N,L,2). pf(1,[],_) :- !. pf(N,[F|L],F) :- R is N//F, N =:= R*F, !, pf(R,L,F). pf(N,L,F) :- G is F+1, pf(N,L,G).
            swap(X,Y,Y,X). name(X-Y,X,Y). de([],[]). de([[N,X]|T],R) :- rep(N,X,L), de(T,S), append(L,S,R). rep(_,_,_).
            del(X,[X|T],T). del(X,[Y|T],[Y|R]) :- del(X,T,R). anc(X,Y) :- par(X,Y). anc(X,Y) :- par(X,Z), anc(Z,Y). par(a,b).
            sub([],_). sub([X|Xs],[X|Ys]) :- sub(Xs,Ys). pick([],_). pick([X|Xs],Ds) :- select(X,Ds,R), pick(Xs,R).
            g(Ps,Gs) :- keysort(Ps,Qs), group_pairs_by_key(Qs,Gs). zip([],[],[]). zip([X|Xs],[Y|Ys],[X-Y|Zs]) :- zip(Xs,Ys,Zs).";
        let shown = |name, arity| {
            let letter = |role| match role {
                Role::Read => 'r',
                Role::Bound => 'b',
                Role::Open => '-',
            };
            roles_of(text, name, arity).into_iter().map(letter).collect::<String>()
        };
        let all = [
            ("two", 3),
            ("inc", 3),
            ("split", 4),
            ("by", 4),
            ("pf", 2),
            ("pf", 3),
            ("swap", 4),
            ("name", 3),
            ("de", 2),
        ];
        let more = [("del", 3), ("anc", 2), ("sub", 2), ("pick", 2), ("g", 2), ("zip", 3)];
        let found: Vec<String> = all.into_iter().chain(more).map(|(name, arity)| shown(name, arity)).collect();
        assert_eq!(found.join(" "), "-bb -rb rrbb --bb rb rbr --bb -bb -b --b -- -- br rb --b");
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
