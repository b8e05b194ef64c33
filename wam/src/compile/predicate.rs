//! The compiler's entries: a predicate, a clause of a dynamic one, a goal for `call/N` and queries.

use super::clause::{Clause, Piece};
use super::error::CompileError;
use super::goal::Normaliser;
use super::select;
use super::tree::main_argument;
use super::vocabulary::Vocabulary;
use crate::atoms::{Atom, Functor, known};
use crate::code::{Block, ClauseIndex, MAX_ARITY, Program};
use crate::instr::PredId;
use crate::modules::{ModuleClass, ModuleId};
use crate::term::{Node, ReadTerm, TermId, Terms, VarId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// What the compiler must know of its surroundings: the meaning of names and the numbers of predicates. A [`Program`]
/// is one; a running machine is another.
pub trait Scope {
    /// The meanings of goals that are not calls.
    fn vocabulary(&self) -> &Arc<Vocabulary>;
    /// Whether the program has clauses of its own for something the vocabulary knows.
    fn is_overridden(&self, functor: Functor) -> bool;
    /// Whether it is a builtin that is called, and would be run where it stands.
    fn calls_builtin(&self, functor: Functor) -> bool;
    /// Whether names are of a module of the library.
    fn is_library(&self) -> bool;
    /// The number of the predicate of that name and arity; it need not be defined.
    fn predicate(&mut self, functor: Functor) -> PredId;
    /// Names are of this module from now on. Gives the one they were of.
    fn enter(&mut self, module: Atom) -> ModuleId;
    /// Names are of that module again.
    fn leave(&mut self, module: ModuleId);
}

impl Scope for Program {
    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }
    fn is_overridden(&self, functor: Functor) -> bool {
        self.overrides(self.context, functor)
    }
    fn calls_builtin(&self, functor: Functor) -> bool {
        self.calls_builtin(self.context, functor)
    }
    fn is_library(&self) -> bool {
        self.module(self.context).class == ModuleClass::Library
    }
    fn predicate(&mut self, functor: Functor) -> PredId {
        self.predicate_in(self.context, functor)
    }
    fn enter(&mut self, module: Atom) -> ModuleId {
        let module = self.module_named(module);
        std::mem::replace(&mut self.context, module)
    }
    fn leave(&mut self, module: ModuleId) {
        self.context = module;
    }
}

/// A compiled goal: an anonymous predicate over the goal's variables.
#[derive(Clone, Debug)]
pub struct GoalCode {
    /// Its code.
    pub block: Block,
    /// The goal's variables in order of first occurrence.
    pub variables: Vec<VarId>,
    /// How the block expects their values.
    pub passing: Passing,
}

/// How the values of a goal's variables are handed to its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// One a register, from `A1` on.
    Registers,
    /// All as arguments of one structure of this functor in `A1`.
    Structure(Functor),
}

/// Head and body of a clause.
struct Parts<'a> {
    functor: Functor,
    args: &'a [TermId],
    body: Option<TermId>,
}

/// The code of a predicate with these clauses. Clauses that cannot be compiled are left out and reported by number.
pub fn compile_predicate<'c>(
    clauses: impl IntoIterator<Item = &'c ReadTerm>,
    scope: &mut dyn Scope,
) -> (Block, Vec<(usize, CompileError)>) {
    compile_clauses(clauses.into_iter().map(|read| (&read.terms, read.root, 0)), scope)
}

/// The same where clauses begin with so many goals that do what their heads did (see [`super::rules`]).
pub(super) fn compile_clauses<'c>(
    clauses: impl Iterator<Item = (&'c Terms, TermId, usize)>,
    scope: &mut dyn Scope,
) -> (Block, Vec<(usize, CompileError)>) {
    let mut errors = Vec::new();
    let mut analysed = Vec::new();
    let mut numbers = Vec::new();
    let mut arity = 0;
    for (number, (terms, root, matching)) in clauses.enumerate() {
        match prepare(terms, root, matching, scope) {
            Ok((parts, clause)) => {
                arity = parts.functor.arity as u16;
                analysed.push(clause);
                numbers.push(number);
            }
            Err(error) => errors.push((number, error)),
        }
    }
    let vocabulary = scope.vocabulary().clone();
    let main = main_argument(&analysed);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut literals = Vec::new();
    let mut numbers = numbers.into_iter();
    analysed.retain(|clause| {
        let number = numbers.next().unwrap_or_default();
        let compiled = clause.compile(ClauseIndex(pieces.len() as u32), main, &mut literals, &vocabulary);
        compiled.map(|piece| pieces.push(piece)).map_err(|error| errors.push((number, error))).is_ok()
    });
    errors.sort_by_key(|&(number, _)| number);
    (select::block(arity, main, &analysed, pieces, literals, &vocabulary), errors)
}

/// The code of one clause by itself, without selection: what a dynamic predicate is made of.
///
/// # Errors
/// The clause cannot be compiled.
pub fn compile_clause(terms: &Terms, root: TermId, scope: &mut dyn Scope) -> Result<Block, CompileError> {
    let vocabulary = scope.vocabulary().clone();
    let (parts, clause) = prepare(terms, root, 0, scope)?;
    one_clause(parts.functor.arity as u16, clause, &vocabulary)
}

/// The code of a goal: for `call/N` and queries. Cuts in it are local to it.
///
/// # Errors
/// The goal cannot be compiled.
pub fn compile_goal(terms: &Terms, goal: TermId, scope: &mut dyn Scope) -> Result<GoalCode, CompileError> {
    let vocabulary = scope.vocabulary().clone();
    let (variables, mut args) = goal_variables(terms, goal);
    let span = terms.span(goal);
    let mut passing = Passing::Registers;
    let mut packed;
    let mut terms = terms;
    if args.len() > MAX_ARITY as usize {
        packed = terms.clone();
        let root = packed.compound(known::CALL, &args, span);
        passing = Passing::Structure(Functor { name: known::CALL, arity: args.len() as u32 });
        args = vec![root];
        terms = &packed;
    }
    let clause = Clause::new(terms, &args, Some(goal), span, 0, scope)?;
    Ok(GoalCode { block: one_clause(args.len() as u16, clause, &vocabulary)?, variables, passing })
}

/// The code of a goal of a module, for looking at: what is not known is called by the number of no predicate.
///
/// # Errors
/// The goal cannot be compiled.
pub fn look_at_goal(
    terms: &Terms,
    goal: TermId,
    program: &Program,
    module: ModuleId,
) -> Result<GoalCode, CompileError> {
    compile_goal(terms, goal, &mut Names(program, module))
}

/// The literals of a clause's body in the order in which [`Share`](crate::code::Share) counts them (from 1): its goals
/// without the control constructs around them. The clause is of a module.
pub fn literals(read: &ReadTerm, program: &Program, module: ModuleId) -> Vec<TermId> {
    let mut found = Vec::new();
    let body = parts(&read.terms, read.root).ok().and_then(|parts| parts.body);
    let goal = body.map(|body| Normaliser::new(&read.terms, &mut Names(program, module)).body(body));
    if let Some(Ok((goal, _))) = goal {
        goal.literals(&mut found);
    }
    found
}

/// A scope for looking at clauses without compiling them: predicates that are not known need no number.
struct Names<'p>(&'p Program, ModuleId);

impl Scope for Names<'_> {
    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.0.vocabulary
    }
    fn is_overridden(&self, functor: Functor) -> bool {
        self.0.overrides(self.1, functor)
    }
    fn calls_builtin(&self, functor: Functor) -> bool {
        self.0.calls_builtin(self.1, functor)
    }
    fn is_library(&self) -> bool {
        self.0.module(self.1).class == ModuleClass::Library
    }
    fn predicate(&mut self, functor: Functor) -> PredId {
        self.0.find_in(self.1, functor).unwrap_or(PredId(u32::MAX))
    }
    fn enter(&mut self, module: Atom) -> ModuleId {
        std::mem::replace(&mut self.1, self.0.find_module(module).unwrap_or(ModuleId::USER))
    }
    fn leave(&mut self, module: ModuleId) {
        self.1 = module;
    }
}

fn one_clause(arity: u16, clause: Clause, vocabulary: &Arc<Vocabulary>) -> Result<Block, CompileError> {
    let mut literals = Vec::new();
    let piece = clause.compile(ClauseIndex(0), 0, &mut literals, vocabulary)?;
    Ok(select::block(arity, 0, &[clause], vec![piece], literals, vocabulary))
}

fn prepare<'a>(
    terms: &'a Terms,
    root: TermId,
    matching: usize,
    scope: &mut dyn Scope,
) -> Result<(Parts<'a>, Clause<'a>), CompileError> {
    let parts = parts(terms, root)?;
    let clause = Clause::new(terms, parts.args, parts.body, terms.span(root), matching, scope)?;
    Ok((parts, clause))
}

/// The functor that a clause is for.
///
/// # Errors
/// The head is not callable or has too many arguments.
pub(super) fn clause_functor(terms: &Terms, root: TermId) -> Result<Functor, CompileError> {
    parts(terms, root).map(|parts| parts.functor)
}

fn parts(terms: &Terms, root: TermId) -> Result<Parts<'_>, CompileError> {
    let (mut head, body) = terms.head_and_body(root);
    while let Some(&[_, inner]) = terms.match_compound(head, known::COLON, 2) {
        head = inner;
    }
    let (functor, args) = match terms.get(head) {
        Node::Atom(name) => (Functor { name, arity: 0 }, &[][..]),
        Node::Compound(functor, args) => (functor, args),
        _ => {
            return Err(CompileError::HeadNotCallable { span: terms.span(head) });
        }
    };
    if functor.arity > MAX_ARITY {
        return Err(CompileError::TooManyArguments { arity: functor.arity, limit: MAX_ARITY, span: terms.span(head) });
    }
    Ok(Parts { functor, args, body })
}

/// The variables of a goal in order, and a node for each.
pub(super) fn goal_variables(terms: &Terms, goal: TermId) -> (Vec<VarId>, Vec<TermId>) {
    let mut variables = Vec::new();
    let mut nodes = Vec::new();
    let mut known = FxHashSet::default();
    let mut rest = vec![goal];
    while let Some(term) = rest.pop() {
        match terms.get(term) {
            Node::Var(var) if known.insert(var) => {
                variables.push(var);
                nodes.push(term);
            }
            Node::Compound(_, args) => rest.extend(args.iter().rev()),
            _ => {}
        }
    }
    (variables, nodes)
}
