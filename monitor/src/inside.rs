//! Internal ports: clauses that tell where in them a goal is.
//!
//! In: the ports that somebody wants to see, and the clauses of a program as they were read. Out: clauses with
//! `$event(Place, Variables)` at those places and nothing else changed, and for the number of a place an [`Inside`]. A program
//! of whose internal ports none is asked for has no such goals.
//!
//! | port | is told |
//! |---|---|
//! | `switch` | behind the head of a clause of several, or of a dynamic predicate, its leading tests and a cut behind those |
//! | `disj` | in a branch, behind its leading tests |
//! | `if`, `then`, `else` | before a condition, and first in either branch; of `*->` as well |
//! | `neg_enter`, `neg_failure`, `neg_success` | before `\+`, behind what it negates, and behind it |
//! | `first`, `later` | before a goal of the library that may have several solutions, and when it is asked for another one |
//!
//! Leading tests are part of how clauses and branches are chosen: the compiler decides by them without a choice point, so
//! nothing stands between them. Goals given to `findall/3` and its like belong to the clause that gives them, where they are
//! known as a whole.
//!
//! Source: Jahier & Ducassé 2002 (foldt), appendix A. Deviation: Mercury makes a switch or a disjunction of several clauses,
//! as their modes are; here the entry of one of several clauses is always `switch`.

use crate::clauses::{Scope, conjunction, given, is_known};
use rustc_hash::FxHashSet;
use std::sync::{Arc, Mutex, PoisonError};
use wam::atoms::{Atom, Functor, known};
use wam::code::{PredicateKind, Program};
use wam::compile::{ClauseText, Heads, Instrument, Telling};
use wam::error::RunError;
use wam::instr::PredId;
use wam::machine::Machine;
use wam::machine::watch::{ClauseVariable, Event, Inside, Plan, Port, Ports, SiteEvent};
use wam::modules::ModuleId;
use wam::term::{Node, Span, TermId, Terms, VarId, VariableName};

/// Predicates of the library that may have several solutions, and call nothing: what C fragments are to the paper.
const SEVERAL: &[(&str, u32)] = &[
    ("append", 2),
    ("append", 3),
    ("arg", 3),
    ("atom_concat", 3),
    ("between", 3),
    ("clause", 2),
    ("current_op", 3),
    ("current_predicate", 1),
    ("current_prolog_flag", 2),
    ("length", 2),
    ("member", 2),
    ("nth0", 3),
    ("nth1", 3),
    ("permutation", 2),
    ("predicate_property", 2),
    ("repeat", 0),
    ("retract", 1),
    ("select", 3),
    ("select", 4),
    ("stream_property", 2),
    ("sub_atom", 5),
    ("sub_string", 5),
];

/// `$limit_level(Depth, Choice)`: the newest choice point; `$event_again(Before, After, Site, Value)`: a place is told when it is
/// come back to, if there were two.
const LEVEL: &str = "$limit_level";
const AGAIN: &str = "$event_again";

/// Constructs nested more deeply are left as they are.
const MAX_NESTING: usize = 100;

/// So many variables are handed over in a clause, at all of its places together.
const MAX_VARIABLES: usize = 1 << 14;

/// So many variables are known at one place.
const MAX_KNOWN: usize = 1 << 8;

/// Whether internal ports hand over the variables of their clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locals {
    /// They do.
    Told,
    /// They do not.
    Untold,
}

/// Changes clauses so that they tell internal ports.
pub struct InternalPorts {
    plan: Plan,
    locals: Locals,
    places: Mutex<Vec<Arc<Inside>>>,
}

/// What an observer knows of the places of internal ports.
#[derive(Clone)]
pub struct Places {
    by: Arc<InternalPorts>,
    known: Vec<Arc<Inside>>,
}

impl InternalPorts {
    /// Has the clauses of a machine tell the internal ports of a plan; nothing where it has none.
    ///
    /// # Errors
    /// When there is no room for their code.
    pub fn put_into(machine: &mut Machine, plan: &Plan, locals: Locals) -> Result<Option<Places>, RunError> {
        let asked = plan.predicates.values().copied().chain(plan.users).fold(Ports::NONE, Ports::union);
        if asked.common(Ports::INTERNAL).is_empty() {
            return Ok(None);
        }
        let by = Arc::new(InternalPorts { plan: plan.clone(), locals, places: Mutex::default() });
        if let Err(error) = machine.recompile(Some(by.clone())) {
            // Clauses that come later are to tell nothing.
            let _ = machine.recompile(None);
            return Err(error);
        }
        Ok(Some(Places { by, known: Vec::new() }))
    }

    fn ports(&self, pred: PredId) -> Ports {
        let ports = self.plan.predicates.get(&pred).copied().or(self.plan.users);
        ports.unwrap_or(Ports::NONE).common(Ports::INTERNAL)
    }

    fn add(&self, inside: Inside) -> u32 {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.push(Arc::new(inside));
        (places.len() - 1) as u32
    }
}

impl Places {
    /// What is told, as an event of the goal that runs.
    pub fn event<'e>(&mut self, told: &'e mut SiteEvent<'_>) -> Option<Event<'e>> {
        let at = told.site() as usize;
        if at >= self.known.len() {
            let places = self.by.places.lock().unwrap_or_else(PoisonError::into_inner);
            self.known.extend_from_slice(&places[self.known.len()..]);
        }
        told.passes(self.known.get(at)?)
    }
}

impl Instrument for InternalPorts {
    fn clause(&self, program: &Program, text: &ClauseText<'_>) -> Option<(Terms, TermId)> {
        // Asserted clauses have no number.
        let (number, ports) = (text.number.unwrap_or(0), self.ports(text.pred));
        let predicate = program.get(text.pred);
        if ports.is_empty() {
            return None;
        }
        let rewriter = Rewriter {
            by: self,
            scope: Scope { program, module: predicate.module },
            ports,
            pred: text.pred,
            clause: number,
            is_of_several: predicate.places.len() > 1 || predicate.kind == PredicateKind::Dynamic,
            text,
            terms: text.terms.clone(),
            is_given: false,
            path: vec![format!("s{number}")],
            arguments: FxHashSet::default(),
            seen: Vec::new(),
            handed: 0,
            places: 0,
        };
        rewriter.clause()
    }
}

/// Changes a clause.
struct Rewriter<'r> {
    by: &'r InternalPorts,
    scope: Scope<'r>,
    ports: Ports,
    pred: PredId,
    clause: u32,
    is_of_several: bool,
    text: &'r ClauseText<'r>,
    terms: Terms,
    /// Whether the goal that is looked at is given to a predicate.
    is_given: bool,
    path: Vec<String>,
    /// Variables that are arguments of the head.
    arguments: FxHashSet<VarId>,
    /// Variables that were mentioned on the way here.
    seen: Vec<VarId>,
    /// How many variables were handed over so far, and how many places there are.
    handed: usize,
    places: usize,
}

impl Rewriter<'_> {
    fn clause(mut self) -> Option<(Terms, TermId)> {
        let root = self.text.root;
        let (head, body) = self.terms.head_and_body(root);
        let goals = body.map_or(Vec::new(), |body| self.terms.conjuncts(body));
        if !goals.iter().all(|&goal| self.is_body(goal)) {
            // It will raise an error, which is to name what was written.
            return None;
        }
        self.note_arguments(head);
        self.mention(head);
        let neck = self.scope.neck(&self.terms, &goals, self.text.heads);
        let mut out = goals[..neck].to_vec();
        goals[..neck].iter().for_each(|&goal| self.mention(goal));
        if self.is_of_several {
            self.tell(Port::Switch, head, Telling::Goal, &mut out);
        }
        self.conjuncts(&goals, neck, Telling::Goal, &mut out);
        if self.places == 0 {
            return None;
        }
        let span = self.terms.span(root);
        let body = conjunction(&mut self.terms, &out, span);
        let root = self.terms.compound(known::NECK, &[head, body], span);
        Some((self.terms, root))
    }

    /// Whether a goal is one as far as it is known.
    fn is_body(&self, goal: TermId) -> bool {
        let mut todo = vec![goal];
        while let Some(id) = todo.pop() {
            match self.terms.get(id) {
                Node::Var(_) | Node::Atom(_) => {}
                Node::Compound(functor, args) => match (functor.arity, &*self.scope.program.atoms.name(functor.name)) {
                    (2, "," | ";" | "|" | "->" | "*->") | (1, "\\+" | "once" | "ignore") => todo.extend(args),
                    _ => {}
                },
                _ => return false,
            }
        }
        true
    }

    fn note_arguments(&mut self, head: TermId) {
        if let Node::Compound(_, args) = self.terms.get(head) {
            let variable = |&arg: &TermId| match self.terms.get(arg) {
                Node::Var(var) => Some(var),
                _ => None,
            };
            self.arguments = args.iter().filter_map(variable).collect();
        }
    }

    /// Notes the variables of a term.
    fn mention(&mut self, term: TermId) {
        if self.by.locals == Locals::Untold || self.seen.len() >= MAX_KNOWN {
            return;
        }
        let known: FxHashSet<VarId> = self.seen.iter().copied().collect();
        let (mut todo, mut new) = (vec![term], FxHashSet::default());
        while let Some(id) = todo.pop() {
            match self.terms.get(id) {
                Node::Var(var) if !known.contains(&var) && new.insert(var) && self.name(var).is_some() => {
                    self.seen.push(var);
                }
                Node::Compound(_, args) => todo.extend(args.iter().rev()),
                _ => {}
            }
        }
    }

    fn name(&self, var: VarId) -> Option<&str> {
        let variable: &VariableName = self.text.variables.get(var.0 as usize)?;
        (!variable.name.starts_with('_')).then_some(&*variable.name)
    }

    /// Goals that follow each other, from one on.
    fn conjuncts(&mut self, goals: &[TermId], from: usize, telling: Telling, out: &mut Vec<TermId>) {
        for (at, &goal) in (1..).zip(goals).skip(from) {
            match goals.len() {
                1 => self.goal(goal, telling, out),
                _ => self.within(format!("c{at}"), |this| this.goal(goal, telling, out)),
            }
            self.mention(goal);
        }
    }

    /// What is done further down on the way: what variables are mentioned there is not known behind it.
    fn within<T>(&mut self, step: String, action: impl FnOnce(&mut Self) -> T) -> T {
        let seen = self.seen.len();
        self.path.push(step);
        let result = action(self);
        self.path.pop();
        self.seen.truncate(seen);
        result
    }

    fn goal(&mut self, goal: TermId, telling: Telling, out: &mut Vec<TermId>) {
        let (functor, args) = match self.terms.get(goal) {
            Node::Compound(functor, args) if self.path.len() < MAX_NESTING => (functor, args.to_vec()),
            Node::Atom(name) => (Functor { name, arity: 0 }, Vec::new()),
            _ => return out.push(goal),
        };
        let name = self.scope.program.atoms.name(functor.name);
        match (&*name, &args[..]) {
            (";" | "|", &[left, _]) if self.arrow(left).is_none() => self.disjunction(goal, functor.name, out),
            (";" | "|", &[left, otherwise]) => self.if_then_else(left, Some((functor.name, otherwise)), telling, out),
            ("->" | "*->", _) if args.len() == 2 => self.if_then_else(goal, None, telling, out),
            ("\\+", &[inner]) if self.scope.is_inline(functor) => self.negation(goal, inner, telling, out),
            ("once" | "ignore", &[inner]) if self.scope.is_inline(functor) => {
                let span = self.terms.span(goal);
                let body = self.within("q".into(), |this| this.part(inner, None));
                out.push(self.terms.compound(functor.name, &[body], span));
            }
            (":", &[module, inner]) => {
                let named = match self.terms.get(module) {
                    Node::Atom(name) if is_known(&self.terms, inner) => self.scope.program.find_module(name),
                    _ => None,
                };
                let Some(named) = named else { return out.push(goal) };
                // Names in the goal are those of the module.
                let outer = std::mem::replace(&mut self.scope.module, named);
                let body = self.within(":".into(), |this| this.part(inner, None));
                self.scope.module = outer;
                let span = self.terms.span(goal);
                out.push(self.terms.compound(functor.name, &[module, body], span));
            }
            ("forall", &[_, _]) if self.scope.is_inline(functor) => self.giving(goal, functor, args, &[0, 1], out),
            _ => match given(&name, functor.arity) {
                [] if SEVERAL.contains(&(&name, functor.arity)) => self.several(goal, functor, telling, out),
                [] => out.push(goal),
                _ if self.scope.is_users(functor) => out.push(goal),
                places => self.giving(goal, functor, args, places, out),
            },
        }
    }

    /// A goal of the library that may have several solutions. Elsewhere than in `user` some would mean another module's clauses.
    fn several(&mut self, goal: TermId, functor: Functor, telling: Telling, out: &mut Vec<TermId>) {
        if self.scope.is_users(functor) || self.scope.module != ModuleId::USER {
            return out.push(goal);
        }
        self.tell(Port::First, goal, telling, out);
        let mut told = Vec::new();
        self.tell(Port::Later, goal, Telling::Later, &mut told);
        let Some(&[place, value]) = told.first().map(|&told| self.terms.arguments(told)) else { return out.push(goal) };
        let (atoms, span) = (&self.scope.program.atoms, self.terms.span(goal));
        let (later, level, again) = (Telling::Later.name(atoms), atoms.internal(LEVEL), atoms.internal(AGAIN));
        if self.is_given {
            // A variable more would be seen.
            out.push(self.terms.compound(later, &[goal, place, value], span));
            return;
        }
        let [depth, before, same, after] = [(); 4].map(|()| self.terms.fresh_var(span));
        out.push(self.terms.compound(level, &[depth, before], span));
        out.push(goal);
        out.push(self.terms.compound(level, &[same, after], span));
        out.push(self.terms.compound(again, &[before, after, place, value], span));
    }

    /// A goal that calls arguments, by place.
    fn giving(
        &mut self,
        goal: TermId,
        functor: Functor,
        mut args: Vec<TermId>,
        places: &[usize],
        out: &mut Vec<TermId>,
    ) {
        for &place in places {
            let step = format!("a{}", place + 1);
            args[place] = self.within(step, |this| this.given(args[place]));
        }
        let span = self.terms.span(goal);
        out.push(self.terms.compound(functor.name, &args, span));
    }

    /// A goal that is given to a predicate, where it is known as a whole. Of variables it hands over its own only, as which
    /// variables a goal has makes a difference to some.
    fn given(&mut self, goal: TermId) -> TermId {
        let caret = self.scope.program.atoms.intern("^");
        let (mut inner, mut bound) = (goal, Vec::new());
        while let Some(&[variables, of]) = self.terms.match_compound(inner, caret, 2) {
            bound.push((inner, variables));
            inner = of;
        }
        let places = self.places;
        if !is_known(&self.terms, inner) {
            return goal;
        }
        let seen = std::mem::take(&mut self.seen);
        let outer = std::mem::replace(&mut self.is_given, true);
        let body = self.part(inner, None);
        (self.seen, self.is_given) = (seen, outer);
        if self.places == places {
            return goal;
        }
        bound.into_iter().rev().fold(body, |body, (whole, variables)| {
            let span = self.terms.span(whole);
            self.terms.compound(caret, &[variables, body], span)
        })
    }

    /// Condition and branch, if a goal is that.
    fn arrow(&self, goal: TermId) -> Option<(Atom, TermId, TermId)> {
        [known::ARROW, known::SOFT_ARROW].into_iter().find_map(|name| {
            let &[cond, then] = self.terms.match_compound(goal, name, 2)? else { return None };
            Some((name, cond, then))
        })
    }

    /// A part of a construct, with what is told first in it.
    fn part(&mut self, goal: TermId, first: Option<Port>) -> TermId {
        let goals = self.terms.conjuncts(goal);
        let mut out = Vec::new();
        if let Some(port) = first {
            self.tell(port, goal, Telling::Test, &mut out);
        }
        self.conjuncts(&goals, 0, Telling::Test, &mut out);
        let span = self.terms.span(goal);
        conjunction(&mut self.terms, &out, span)
    }

    /// `A ; B ; C`, which is no if-then-else in its first branch.
    fn disjunction(&mut self, goal: TermId, or: Atom, out: &mut Vec<TermId>) {
        let (mut branches, mut spans, mut rest) = (Vec::new(), Vec::new(), goal);
        while let Some(&[left, right]) = self.terms.match_compound(rest, or, 2)
            && self.arrow(left).is_none()
        {
            branches.push(left);
            spans.push(self.terms.span(rest));
            rest = right;
        }
        branches.push(rest);
        let told: Vec<TermId> = (1..)
            .zip(branches)
            .map(|(nth, branch)| self.within(format!("d{nth}"), |this| this.branch(branch)))
            .collect();
        let Some((&last, others)) = told.split_last() else { return };
        let whole = others.iter().zip(spans).rev().fold(last, |right, (&left, span)| {
            // Branches stay what they were: none becomes the condition of the whole.
            self.terms.compound(or, &[left, right], span)
        });
        out.push(whole);
    }

    /// A branch of a disjunction: what chooses it stays in front.
    fn branch(&mut self, goal: TermId) -> TermId {
        let goals = self.terms.conjuncts(goal);
        let neck = self.scope.neck(&self.terms, &goals, Heads::Unify);
        let mut out = goals[..neck].to_vec();
        goals[..neck].iter().for_each(|&goal| self.mention(goal));
        self.tell(Port::Disj, goal, Telling::Test, &mut out);
        self.conjuncts(&goals, neck, Telling::Test, &mut out);
        let span = self.terms.span(goal);
        conjunction(&mut self.terms, &out, span)
    }

    /// `Cond -> Then ; Else`, the last of which need not be there.
    fn if_then_else(
        &mut self,
        whole: TermId,
        otherwise: Option<(Atom, TermId)>,
        telling: Telling,
        out: &mut Vec<TermId>,
    ) {
        let Some((name, cond, then)) = self.arrow(whole) else { return };
        let span = self.terms.span(whole);
        self.within("?".into(), |this| this.tell(Port::If, cond, telling, out));
        let cond_told = self.within("?".into(), |this| this.part(cond, None));
        let then_told = self.within("t".into(), |this| {
            this.mention(cond);
            this.part(then, Some(Port::Then))
        });
        let arrow = self.terms.compound(name, &[cond_told, then_told], span);
        let Some((or, otherwise)) = otherwise else { return out.push(arrow) };
        let else_told = self.within("e".into(), |this| this.part(otherwise, Some(Port::Else)));
        out.push(self.terms.compound(or, &[arrow, else_told], span));
    }

    fn negation(&mut self, goal: TermId, inner: TermId, telling: Telling, out: &mut Vec<TermId>) {
        let span = self.terms.span(goal);
        let name = self.terms.functor(goal).map_or(known::NIL, |functor| functor.name);
        self.path.push("~".into());
        self.tell(Port::NegEnter, inner, telling, out);
        let goals = self.terms.conjuncts(inner);
        let (mut parts, seen) = (Vec::new(), self.seen.len());
        self.conjuncts(&goals, 0, Telling::Test, &mut parts);
        self.tell(Port::NegFailure, inner, Telling::Test, &mut parts);
        self.seen.truncate(seen);
        let body = conjunction(&mut self.terms, &parts, span);
        out.push(self.terms.compound(name, &[body], span));
        self.tell(Port::NegSuccess, inner, telling, out);
        self.path.pop();
    }

    /// Tells a port here, if it is asked for.
    fn tell(&mut self, port: Port, at: TermId, telling: Telling, out: &mut Vec<TermId>) {
        if !self.ports.contains(port) {
            return;
        }
        let span = self.terms.span(at);
        self.places += 1;
        self.handed += self.seen.len();
        let handed = if self.handed <= MAX_VARIABLES { self.seen.clone() } else { Vec::new() };
        let variable = |&var: &VarId| ClauseVariable {
            name: self.name(var).unwrap_or_default().to_string(),
            is_argument: self.arguments.contains(&var),
        };
        let place = self.by.add(Inside {
            port,
            pred: self.pred,
            clause: self.clause,
            path: self.path.clone(),
            line: self.line_of(span),
            variables: handed.iter().map(variable).collect(),
        });
        let values: Vec<TermId> = handed.iter().map(|&var| self.terms.var(var, span)).collect();
        let value = match &values[..] {
            [] => self.terms.atom(known::NIL, span),
            values => self.terms.compound(known::CURLY, values, span),
        };
        let place = self.terms.int(place.into(), span);
        let name = telling.name(&self.scope.program.atoms);
        out.push(self.terms.compound(name, &[place, value], span));
    }

    fn line_of(&self, span: Span) -> u32 {
        let Some(file) = self.text.file else { return 0 };
        // What a translation has made stands where its clause stands.
        let span = if span == Span::default() { self.terms.span(self.text.root) } else { span };
        self.scope.program.file(file).source.position(span.start).line as u32
    }
}
