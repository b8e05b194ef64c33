//! Worklists: lists of what is still to be looked at, in searches that keep a list of what they have visited.
//!
//! `dfs([N|Ns], V) :- memberchk(N, V), !, dfs(Ns, V).` and `dfs([N|Ns], V) :- findall(M, edge(N, M), Ms), append(Ms, Ns, Q),
//! dfs(Q, [N|V]).` end because each `N` is one of finitely many values: it comes from a column of `edge/2`, or is what the
//! search was begun with, `dfs([S], [])`, which is one term, whatever it is. As long as the search lasts, it is one more value.
//!
//! In: a program, and arguments whose elements are asked for in lists. Out: which of them are such lists, and the values
//! ([`Worklists`]). All calls of their predicates must be known: where one of these is named elsewhere than in a goal, or
//! begins with lists of what is visited that are not written out, nothing is said.

use crate::clauses::{
    behind, conjuncts, elements, head_arguments, is_own, is_static, place_of_element, static_clauses, succeeded,
};
use crate::columns::{Columns, Values, text};
use crate::qualified::is_caret;
use crate::welltype::{Goal, goals};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use wam::atoms::{Atom, known};
use wam::code::Program;
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId, VarId};

/// An argument of a predicate.
type Argument = (PredId, usize);

/// Lists all of whose elements are among some values.
#[derive(Debug, Default)]
pub(crate) struct Worklists {
    /// The arguments that are such lists.
    lists: FxHashSet<Argument>,
    /// The predicates that these searches call, with their own: what enters there begins with any list.
    inside: FxHashSet<PredId>,
}

impl Worklists {
    /// The worklists among some arguments, and those that they are made of; the values of the text, and how many other terms a
    /// search is begun with, at most.
    pub(crate) fn of<'a>(
        program: &'a Program,
        from: &[Argument],
        asked: &FxHashSet<Argument>,
        columns: &mut Columns<'a>,
    ) -> (Worklists, Values, usize) {
        let mut found = Worklists { lists: FxHashSet::default(), inside: inside(program, from) };
        let (mut values, mut begun) = (Values::new(), 0);
        for &list in from {
            let mut search = Search {
                program,
                columns,
                asked,
                inside: &found.inside,
                lists: FxHashSet::from_iter([list]),
                values: Values::new(),
                begun: 0,
                todo: vec![list],
                making: Vec::new(),
            };
            if search.are_worklists() {
                found.lists.extend(search.lists);
                values.extend(search.values);
                begun = begun.max(search.begun);
            }
        }
        (found, values, begun)
    }

    /// The arguments of a predicate that are worklists in an analysis that begins with another one, outside of all searches.
    pub(crate) fn of_predicate(&self, pred: PredId, begins: PredId) -> impl Iterator<Item = usize> + '_ {
        let is_outside = !self.inside.contains(&begins) && !self.lists.iter().any(|(of, _)| *of == begins);
        self.lists.iter().filter(move |(of, _)| is_outside && *of == pred).map(|(_, at)| *at)
    }
}

/// The predicates that some lead to, by goals and by names in their clauses that may become goals, with these.
fn inside(program: &Program, from: &[Argument]) -> FxHashSet<PredId> {
    let (mut found, mut todo) = (FxHashSet::default(), from.iter().map(|(pred, _)| *pred).collect::<Vec<_>>());
    while let Some(pred) = todo.pop() {
        if !found.insert(pred) {
            continue;
        }
        let (of, mut names) = (program.get(pred), FxHashSet::default());
        for clause in &of.source {
            let mut named: Vec<Atom> = clause.terms.names().collect();
            let mut is_known = |term: TermId| {
                let name = clause.terms.functor(term).map(|of| of.name);
                let at = named.iter().position(|of| Some(*of) == name);
                if let Some(at) = at {
                    named.swap_remove(at);
                }
            };
            is_known(clause.terms.head_and_body(clause.root).0);
            for Goal { term, callee, .. } in goals(program, clause, of.module) {
                if callee.is_some() {
                    is_known(term);
                }
                todo.extend(callee);
            }
            names.extend(named);
        }
        let all = (0..program.predicates.len() as u32).map(PredId);
        todo.extend(all.filter(|&pred| names.contains(&program.get(pred).functor.name)));
    }
    found
}

struct Search<'a, 'b> {
    program: &'a Program,
    columns: &'b mut Columns<'a>,
    /// The lists that are asked for values.
    asked: &'b FxHashSet<Argument>,
    /// The predicates that searches call.
    inside: &'b FxHashSet<PredId>,
    /// The arguments that are worklists if this one is.
    lists: FxHashSet<Argument>,
    values: Values,
    /// How many terms a search is begun with that are no values of the text, at most.
    begun: usize,
    todo: Vec<Argument>,
    /// The lists that are being made, of which others may consist.
    making: Vec<Argument>,
}

/// Where a term stands: the clause, and the goals that have succeeded before.
struct Place<'c> {
    pred: PredId,
    clause: &'c ReadTerm,
    module: ModuleId,
    before: Vec<TermId>,
    /// What the head's arguments are to it.
    role: Role,
    /// Whether variables are lists of values by what has made them; not while that is found out.
    made: FxHashMap<VarId, bool>,
}

enum Role {
    /// Those of a call of the search: lists among them are worklists as well.
    Inside,
    /// The search begins here, with these, or with a list that is given.
    Begins { with: BTreeSet<VarId>, hands_on: bool },
    /// They are given, and another one is made of them: of these.
    Makes(BTreeSet<usize>),
}

impl<'a> Search<'a, '_> {
    /// Whether the argument that is looked at is a worklist, and those that it is made of.
    fn are_worklists(&mut self) -> bool {
        while let Some(list) = self.todo.pop() {
            if !self.is_worklist(list) {
                return false;
            }
        }
        true
    }

    /// Whether an argument is a worklist at all calls.
    fn is_worklist(&mut self, (pred, at): Argument) -> bool {
        if !is_static(self.program, pred) || !self.is_called_only(pred) {
            return false;
        }
        for (caller, clause, module) in static_clauses(self.program) {
            for Goal { term, callee, .. } in goals(self.program, clause, module) {
                if callee != Some(pred) {
                    continue;
                }
                let body = clause.terms.head_and_body(clause.root).1;
                let Some(before) = body.and_then(|body| before(clause, body, term)) else { return false };
                let begins = !self.inside.contains(&caller);
                let role = if begins { Role::Begins { with: BTreeSet::new(), hands_on: false } } else { Role::Inside };
                let mut place = Place { pred: caller, clause, module, before, role, made: FxHashMap::default() };
                let args = clause.terms.arguments(term);
                let is_written =
                    |(at, &arg): (usize, &TermId)| !self.asked.contains(&(pred, at)) || is_list(clause, arg);
                if begins && !args.iter().enumerate().all(is_written) || !self.list(&mut place, args[at]) {
                    return false;
                }
                if let Role::Begins { with, hands_on } = place.role {
                    // A list that grows on its way to the search holds more.
                    if hands_on && !with.is_empty() {
                        return false;
                    }
                    self.begun = self.begun.max(with.len());
                }
            }
        }
        true
    }

    /// Whether a predicate's name stands for nothing but its goals and heads.
    fn is_called_only(&self, pred: PredId) -> bool {
        let name = self.program.get(pred).functor.name;
        let of_name = |clause: &ReadTerm, term: TermId| clause.terms.functor(term).is_some_and(|of| of.name == name);
        (0..self.program.predicates.len() as u32).map(PredId).all(|pred| {
            let of = self.program.get(pred);
            of.source.iter().all(|clause| {
                let named = clause.terms.names().filter(|&of| of == name).count();
                if named == 0 {
                    return true;
                }
                let is_called = |goal: &&Goal| goal.callee.is_some() && of_name(clause, goal.term);
                let called = goals(self.program, clause, of.module).iter().filter(is_called).count();
                let heads = usize::from(of_name(clause, clause.terms.head_and_body(clause.root).0));
                is_static(self.program, pred) && named == called + heads
            })
        })
    }

    /// Whether all elements of a list are values.
    fn list(&mut self, place: &mut Place, term: TermId) -> bool {
        if !self.are_values(place, term) {
            return false;
        }
        match place.clause.terms.get(behind(place.clause, term)) {
            Node::Atom(known::NIL) => true,
            Node::Var(list) => self.is_given(place, list) || self.is_made(place, list),
            _ => false,
        }
    }

    /// Whether the elements of a list that are written out are values.
    fn are_values(&mut self, place: &mut Place, list: TermId) -> bool {
        elements(place.clause, list).collect::<Vec<_>>().into_iter().all(|element| self.value(place, element))
    }

    /// Whether a term is one of the values.
    fn value(&mut self, place: &mut Place, term: TermId) -> bool {
        if self.is_known(place, term) {
            return true;
        }
        let Some(var) = place.clause.terms.variable(term) else { return false };
        if let Role::Begins { with, .. } = &mut place.role {
            with.insert(var);
            return true;
        }
        place_of_element(place.clause, var).map(|at| self.give(place, at)).is_some()
    }

    /// Whether a term is one of the values of the text, each time that it is another one.
    fn is_known(&mut self, place: &Place, term: TermId) -> bool {
        let values = match (text(self.program, place.clause, term), place.clause.terms.variable(term)) {
            (Some(value), _) => Some(Values::from([value])),
            (None, Some(var)) => self.columns.among_goals(place.clause, place.module, var, &place.before),
            (None, None) => None,
        };
        let is_known = values.is_some();
        self.values.extend(values.into_iter().flatten());
        is_known
    }

    /// Whether a variable is a list that the head gives, or what is behind elements of one.
    fn is_given(&mut self, place: &mut Place, list: VarId) -> bool {
        let is_it = |&arg: &TermId| place.clause.terms.variable(behind(place.clause, arg)) == Some(list);
        let at = head_arguments(place.clause).iter().position(is_it);
        at.map(|at| self.give(place, at)).is_some()
    }

    /// An argument of the head is a list of values.
    fn give(&mut self, place: &mut Place, at: usize) {
        match &mut place.role {
            Role::Makes(of) => {
                of.insert(at);
            }
            Role::Inside | Role::Begins { .. } => {
                if let Role::Begins { hands_on, .. } = &mut place.role {
                    *hands_on = true;
                }
                if self.lists.insert((place.pred, at)) {
                    self.todo.push((place.pred, at));
                }
            }
        }
    }

    /// Whether a goal that has succeeded has made a list of values of a variable.
    fn is_made(&mut self, place: &mut Place, list: VarId) -> bool {
        if let Some(known) = place.made.get(&list) {
            return *known;
        }
        place.made.insert(list, false);
        let is_made = self.is_made_by_some(place, list);
        place.made.insert(list, is_made);
        is_made
    }

    fn is_made_by_some(&mut self, place: &mut Place, list: VarId) -> bool {
        for goal in place.before.clone() {
            let args = place.clause.terms.arguments(goal).to_vec();
            let is_it = |&arg: &TermId| place.clause.terms.variable(arg) == Some(list);
            let Some(at) = args.iter().position(is_it) else { continue };
            let Some(functor) = place.clause.terms.functor(goal) else { continue };
            if let Some(own) = self.program.find_in(place.module, functor).filter(|&pred| is_own(self.program, pred)) {
                if self.is_made_by(place, own, at, &args) {
                    return true;
                }
                continue;
            }
            let name = self.program.atoms.name(functor.name);
            let is_made = match (&*name, &args[..], at) {
                ("findall" | "bagof" | "setof", &[template, found, _], 2) => {
                    let terms = &place.clause.terms;
                    let mut inner = found;
                    while let (Some(functor), &[_, goal]) = (terms.functor(inner), terms.arguments(inner))
                        && is_caret(self.program, functor)
                    {
                        inner = goal;
                    }
                    let before = place.before.len();
                    place.before.extend(succeeded(place.clause, inner));
                    // At each solution it is another one.
                    let is_made = self.is_known(place, template);
                    place.before.truncate(before);
                    is_made
                }
                ("=", &[left, right], _) => self.list(place, if at == 0 { right } else { left }),
                ("append", &[first, second, _], 2) => self.list(place, first) && self.list(place, second),
                ("sort" | "msort" | "list_to_set" | "list_to_ord_set" | "reverse", &[of, _], 1)
                | ("subtract" | "delete" | "ord_subtract", &[of, _, _], 2)
                | ("include" | "exclude" | "predsort", &[_, of, _], 2)
                | ("sort", &[_, _, of, _], 3) => self.list(place, of),
                _ => false,
            };
            if is_made {
                return true;
            }
        }
        false
    }

    /// Whether a goal of a predicate of the program makes a list of values of one of its arguments.
    fn is_made_by(&mut self, place: &mut Place, pred: PredId, at: usize, args: &[TermId]) -> bool {
        if self.making.contains(&(pred, at)) || !is_static(self.program, pred) {
            return false;
        }
        self.making.push((pred, at));
        let of = self.makes(pred, at);
        self.making.pop();
        let Some(of) = of else { return false };
        of.into_iter().all(|at| self.list(place, args[at]))
    }

    /// Of which of its arguments a predicate makes a list that holds nothing else but values.
    fn makes(&mut self, pred: PredId, at: usize) -> Option<BTreeSet<usize>> {
        let mut of = BTreeSet::new();
        loop {
            let before = of.len();
            for clause in &self.program.get(pred).source {
                let module = self.program.get(pred).module;
                let head = head_arguments(clause);
                let mut place = Place {
                    pred,
                    clause,
                    module,
                    before: conjuncts(clause),
                    role: Role::Makes(of),
                    made: FxHashMap::default(),
                };
                let is_made = self.output(&mut place, at, head[at]);
                let Role::Makes(given) = place.role else { unreachable!("it stays what it is") };
                of = given;
                if !is_made || of.contains(&at) {
                    return None;
                }
            }
            if of.len() == before {
                return Some(of);
            }
        }
    }

    /// The same of what the head of a clause gives back.
    fn output(&mut self, place: &mut Place, at: usize, term: TermId) -> bool {
        let Some(list) = place.clause.terms.variable(behind(place.clause, term)) else { return self.list(place, term) };
        if !self.are_values(place, term) {
            return false;
        }
        let is_it = |&(other, &arg): &(usize, &TermId)| {
            other != at && place.clause.terms.variable(behind(place.clause, arg)) == Some(list)
        };
        if let Some((other, _)) = head_arguments(place.clause).iter().enumerate().find(is_it) {
            self.give(place, other);
            return true;
        }
        let functor = self.program.get(place.pred).functor;
        for goal in place.before.clone() {
            let args = place.clause.terms.arguments(goal).to_vec();
            let is_own = place.clause.terms.functor(goal) == Some(functor)
                && place.clause.terms.variable(args[at]) == Some(list);
            if is_own {
                let Role::Makes(of) = &place.role else { unreachable!("a list is made") };
                return of.clone().into_iter().all(|at| self.list(place, args[at]));
            }
        }
        self.is_made(place, list)
    }
}

/// Whether a list is written out to its end.
fn is_list(clause: &ReadTerm, list: TermId) -> bool {
    matches!(clause.terms.get(behind(clause, list)), Node::Atom(known::NIL))
}

/// The goals that have succeeded when a goal inside of another is called; nothing where it is not inside of it.
fn before(clause: &ReadTerm, whole: TermId, goal: TermId) -> Option<Vec<TermId>> {
    let (mut inside, mut todo) = (FxHashMap::default(), vec![whole]);
    while let Some(term) = todo.pop().filter(|_| !inside.contains_key(&goal)) {
        for &arg in clause.terms.arguments(term) {
            inside.insert(arg, term);
            todo.push(arg);
        }
    }
    let (mut found, mut at) = (Vec::new(), goal);
    while at != whole {
        let outer = *inside.get(&at)?;
        let is_sequence = [known::COMMA, known::ARROW, known::SOFT_ARROW]
            .into_iter()
            .find_map(|name| clause.terms.match_compound(outer, name, 2))
            .filter(|sides| sides[1] == at);
        found.extend(is_sequence.into_iter().flat_map(|sides| succeeded(clause, sides[0])));
        at = outer;
    }
    Some(found)
}
