//! The rewriting of clauses: what a configuration selects is told by the clause itself.
//!
//! In: a clause as it was read. Out: the clause with `$event(Site, Value)` where something that is selected happens, and
//! nothing else changed; none where nothing is selected in it. The sites are noted in [`Sites`].
//!
//! | where | what is told |
//! |---|---|
//! | behind head, leading tests and a cut behind those | that the clause was entered, and what those were |
//! | before and behind goals, where they fail or raise, in branches of control constructs | the goal, a part of it, the number of a branch |
//! | within expressions: `X is '$event'(Site, A + B)` | the value, which is computed once |
//! | behind every goal that may bind, for variables with traps | what the variable is bound to, once |
//!
//! A clause's leading tests are part of how it is chosen: the compiler decides by them without entering it. So nothing stands
//! between them, and what they are is told behind them, when they were true. Where a mask of `E_Fail` or `E_Exception` names one,
//! it decides behind the choice of clauses, which may leave choice points then. Goals given to `findall/3` and its like
//! are rewritten where they are known as a whole.
//!
//! Source: Templer & Jeffery 1998, section 2. Deviation: no temporary variables: the event is a function of arithmetic.

mod arith;
mod boxes;
mod goals;
mod leaf;

use super::basis::{Entered, Events};
use super::choose::{Choice, Choices, Spot, Subject, type_of};
use super::config::{Config, EventId};
use super::decide::{From, Looked};
use super::site::{By, Code, Site, SiteId, SiteValue, Sites, Test, Told};
use crate::clauses::{Scope, conjunction};
use rustc_hash::FxHashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wam::atoms::known;
use wam::code::{PredicateKind, Program};
use wam::compile::{ClauseText, Heads, Instrument, Telling};
use wam::instr::PredId;
use wam::modules::{FileId, ModuleClass, ModuleId};
use wam::term::{Node, Span, TermId, Terms, VarId};

/// Constructs nested more deeply are left as they are.
const MAX_NESTING: u32 = 100;

/// So many looks at variables with traps a clause may have behind goals that do not mention them.
const MAX_LOOKS: usize = 1 << 12;

/// Whether sites hand over values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// All do.
    All,
    /// Those do at which one is looked at.
    WhereTested,
}

/// Rewrites clauses as a configuration says.
pub struct Instrumenter {
    choices: Choices,
    values: Values,
    purpose: Purpose,
    sites: Mutex<Sites>,
}

/// What clauses are gone through for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// They are changed.
    Rewrite,
    /// Only sites are looked for, those that have no code among them.
    Survey,
}

impl Instrumenter {
    /// A rewriter for a configuration.
    pub fn new(config: Config, values: Values) -> Instrumenter {
        Instrumenter { choices: Choices::new(config), values, purpose: Purpose::Rewrite, sites: Mutex::default() }
    }

    /// What a configuration selects in a program.
    pub fn survey(config: Config, program: &Program) -> Instrumenter {
        let survey = Instrumenter { purpose: Purpose::Survey, ..Instrumenter::new(config, Values::WhereTested) };
        survey.look_at(program);
        survey
    }

    /// Its selections.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The sites found so far.
    pub fn sites(&self) -> MutexGuard<'_, Sites> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at all clauses of users' predicates that a program has.
    fn look_at(&self, program: &Program) {
        for (id, predicate) in (0..).map(PredId).zip(&program.predicates) {
            let is_own = program.module(predicate.module).class == ModuleClass::User
                && matches!(predicate.kind, PredicateKind::Static | PredicateKind::Dynamic);
            if !is_own {
                continue;
            }
            for (at, read) in predicate.source.iter().enumerate() {
                self.clause(
                    program,
                    &ClauseText {
                        pred: id,
                        number: Some(at as u32 + 1),
                        file: predicate.places.get(at).copied(),
                        heads: predicate.heads,
                        variables: &read.variables,
                        terms: &read.terms,
                        root: read.root,
                    },
                );
            }
        }
    }
}

impl Instrument for Instrumenter {
    fn clause(&self, program: &Program, text: &ClauseText<'_>) -> Option<(Terms, TermId)> {
        let predicate = program.get(text.pred);
        let module = program.atoms.name(program.module(predicate.module).name);
        let name = program.atoms.name(predicate.functor.name);
        let rewriter = Rewriter {
            by: self,
            program,
            sites: self.sites(),
            terms: text.terms.clone(),
            file: text.file,
            pred: text.pred,
            predicate: program.indicator(text.pred).into(),
            home: (module, name, predicate.functor.arity),
            clause: text.number,
            module: predicate.module,
            nth: 0,
            depth: 0,
            occurred: FxHashSet::default(),
            recent: FxHashSet::default(),
            looks: 0,
            traps: Vec::new(),
        };
        rewriter.clause(text, predicate.kind)
    }
}

/// Rewrites a clause.
struct Rewriter<'r> {
    by: &'r Instrumenter,
    program: &'r Program,
    sites: MutexGuard<'r, Sites>,
    terms: Terms,
    file: Option<FileId>,
    pred: PredId,
    predicate: Arc<str>,
    /// Module, name and arity of the clause.
    home: (Arc<str>, Arc<str>, u32),
    clause: Option<u32>,
    /// The module in which names are looked up now.
    module: ModuleId,
    /// How many sites the clause has so far.
    nth: u32,
    depth: u32,
    /// Variables that were mentioned so far, where there are traps, and those by what comes next.
    occurred: FxHashSet<VarId>,
    recent: FxHashSet<VarId>,
    /// How many looks at variables there are so far.
    looks: usize,
    traps: Vec<Trap>,
}

/// A variable whose binding is told.
#[derive(Clone, Copy)]
struct Trap {
    variable: VarId,
    site: SiteId,
    /// Bound when it was told.
    told: VarId,
}

impl Rewriter<'_> {
    fn clause(mut self, text: &ClauseText<'_>, kind: PredicateKind) -> Option<(Terms, TermId)> {
        let (head, body) = self.terms.head_and_body(text.root);
        let goals = body.map_or(Vec::new(), |body| self.terms.conjuncts(body));
        self.set_traps(text, head);
        let (mut out, mut behind) = (Vec::new(), Vec::new());
        self.entered(text, kind, head, &goals, &mut behind);
        let neck = self.scope().neck(&self.terms, &goals, text.heads);
        for &goal in &goals[..neck] {
            match self.may_leave(goal) {
                true => self.goal(goal, Telling::Goal, &mut out),
                false => {
                    let goal = self.neck_goal(goal, text.heads, &mut behind);
                    out.push(goal);
                }
            }
        }
        out.extend(behind);
        self.spring_traps(&mut out);
        for &goal in &goals[neck..] {
            self.goal(goal, Telling::Goal, &mut out);
        }
        if self.nth == 0 {
            return None;
        }
        let span = self.terms.span(text.root);
        let body = conjunction(&mut self.terms, &out, span);
        let root = self.terms.compound(known::NECK, &[head, body], span);
        Some((self.terms, root))
    }

    fn scope(&self) -> Scope<'_> {
        Scope { program: self.program, module: self.module }
    }

    /// Tells that the clause is entered.
    fn entered(
        &mut self,
        text: &ClauseText<'_>,
        kind: PredicateKind,
        head: TermId,
        goals: &[TermId],
        out: &mut Vec<TermId>,
    ) {
        let is_fact = goals.is_empty() || goals.len() == 1 && self.terms.get(goals[0]) == Node::Atom(known::TRUE);
        let own = self.program.get(text.pred).functor;
        let is_recursive = || goals.iter().any(|&goal| self.terms.functor(goal) == Some(own));
        let holds = |entered: Entered| match entered {
            Entered::Fact => kind != PredicateKind::Dynamic && text.heads == Heads::Unify && is_fact,
            Entered::Rule => kind != PredicateKind::Dynamic && text.heads == Heads::Unify && !is_fact,
            Entered::Matched => text.heads == Heads::Match,
            Entered::DynamicFact => kind == PredicateKind::Dynamic && text.heads == Heads::Unify && is_fact,
            Entered::DynamicRule => kind == PredicateKind::Dynamic && text.heads == Heads::Unify && !is_fact,
            Entered::First => text.number == Some(1),
            Entered::Later => text.number.is_some_and(|number| number > 1),
            Entered::Recursive => is_recursive(),
        };
        let entered = events().of_clauses().iter().filter(|(entered, _)| holds(*entered));
        let events: Vec<EventId> = entered.map(|&(_, event)| event).collect();
        self.tell(&events, head, Subject::Clause, Telling::Goal, out);
    }

    /// Where a part of the clause stands.
    fn line(&self, at: Span) -> u32 {
        let Some(file) = self.file else { return 0 };
        self.program.file(file).source.position(at.start).line as u32
    }

    /// Whether any of some events may be told in this clause.
    fn mentions(&self, events: &[EventId]) -> bool {
        events.iter().any(|&event| self.by.choices.mentions(event))
    }

    /// Where a part of the clause stands, for selections.
    fn spot(&self, at: Span) -> Spot<'_> {
        let file = self.file.map(|file| self.program.file(file).source.name());
        let (module, name, arity) = &self.home;
        Spot { file, line: self.line(at), module, name, arity: *arity, clause: self.clause }
    }

    /// By what events are told that happen here, if they are selected.
    fn chosen(&self, events: &[EventId], at: Span, subject: Subject<'_>) -> Vec<(EventId, Choice)> {
        if !self.mentions(events) {
            return Vec::new();
        }
        let spot = self.spot(at);
        let of =
            |&event: &EventId| self.by.choices.choose(event, spot, subject).into_iter().map(move |one| (event, one));
        events.iter().flat_map(of).collect()
    }

    /// The site at which that happens, and whether it hands over a value.
    fn site(
        &mut self,
        chosen: Vec<(EventId, Choice)>,
        at: Span,
        variable: Option<&str>,
        value: SiteValue,
    ) -> Option<(SiteId, bool)> {
        let mut told: Vec<Told> = Vec::new();
        for (event, choice) in chosen {
            let selection = &self.by.choices.config().selections[choice.selection as usize];
            let code: Code = self.sites.code(&selection.name);
            let of = type_of(event);
            let test = (of.is_some() || choice.mask.is_some()).then_some(Test { of, mask: choice.mask });
            // Told once, however many selections ask for it; without a test where one of them has none.
            let is_told = |known: &Told| known.code == code && known.event == event;
            if told.iter().any(|known| is_told(known) && (known.test.is_none() || known.test == test)) {
                continue;
            }
            told.push(Told { code, event, selection: choice.selection, test });
        }
        if told.is_empty() {
            return None;
        }
        let is_tested = told.iter().any(|told| told.test.is_some());
        let hands_over = value == SiteValue::Given && (self.by.values == Values::All || is_tested);
        let line = self.line(at);
        let file = self.file.filter(|_| line > 0).map(|file| self.program.file(file).source.name());
        let place = file.map(|file| (Arc::from(file), line));
        let (predicate, clause, variable) = (self.predicate.clone(), self.clause, variable.map(Arc::from));
        let (by, through) = (By::Clause, None);
        let site = Site { place, pred: self.pred, predicate, clause, told, value, by, through, variable };
        Some((self.add(site), hands_over))
    }

    fn add(&mut self, site: Site) -> SiteId {
        let nth = self.nth;
        self.nth += 1;
        self.sites.add(nth, site)
    }

    /// Tells events of the clause, or of an integer that is known.
    fn tell(&mut self, events: &[EventId], at: TermId, subject: Subject<'_>, telling: Telling, out: &mut Vec<TermId>) {
        let span = self.terms.span(at);
        let chosen = self.chosen(events, span, subject);
        let value = match subject {
            Subject::Integer(value) => value.to_string(),
            _ => self.clause.map_or(self.predicate.to_string(), |number| format!("{}#{number}", self.predicate)),
        };
        self.tell_chosen(chosen, span, SiteValue::Fixed(value.into()), None, telling, out);
    }

    /// Tells what is chosen, with a value.
    fn tell_chosen(
        &mut self,
        chosen: Vec<(EventId, Choice)>,
        span: Span,
        value: SiteValue,
        given: Option<TermId>,
        telling: Telling,
        out: &mut Vec<TermId>,
    ) {
        if let Some((site, hands_over)) = self.site(chosen, span, None, value) {
            let id = self.terms.int(i64::from(site.0), span);
            let value = match given.filter(|_| hands_over) {
                Some(term) => term,
                None => self.terms.atom(known::NIL, span),
            };
            let name = telling.name(&self.program.atoms);
            out.push(self.terms.compound(name, &[id, value], span));
        }
    }

    /// Tells events whose value is a goal.
    fn tell_goal(&mut self, events: &[EventId], goal: TermId, telling: Telling, out: &mut Vec<TermId>) {
        self.tell_goal_at(events, goal, goal, telling, out);
    }

    /// The same at another place.
    fn tell_goal_at(&mut self, events: &[EventId], at: TermId, goal: TermId, telling: Telling, out: &mut Vec<TermId>) {
        if !self.mentions(events) {
            return;
        }
        let span = self.terms.span(at);
        let chosen = self.of_goal(goal, |subject| self.chosen(events, span, subject));
        self.tell_chosen(chosen, span, SiteValue::Given, Some(goal), telling, out);
    }

    /// Whether any of some events whose value is a goal is asked for by the goal's name.
    fn is_named(&self, events: &[EventId], goal: TermId) -> bool {
        let is_named = |subject: Subject<'_>| {
            let spot = self.spot(self.terms.span(goal));
            events.iter().any(|&event| self.by.choices.names(event, spot, subject))
        };
        self.mentions(events) && self.of_goal(goal, is_named)
    }

    /// What is to be found out of a goal.
    fn of_goal<T>(&self, goal: TermId, find: impl FnOnce(Subject<'_>) -> T) -> T {
        let program = self.program;
        let looked = Looked { terms: &self.terms, id: goal, atoms: &program.atoms, from: From::Text };
        let found = self.terms.functor(goal).and_then(|functor| program.find_in(self.module, functor));
        let module = found.map(|pred| program.atoms.name(program.module(program.get(pred).module).name));
        find(Subject::Goal(looked, module.as_deref()))
    }

    /// Tells events whose value is a term.
    fn tell_term(&mut self, events: &[EventId], at: TermId, term: TermId, telling: Telling, out: &mut Vec<TermId>) {
        let looked = Looked { terms: &self.terms, id: term, atoms: &self.program.atoms, from: From::Text };
        let span = self.terms.span(at);
        let chosen = self.chosen(events, span, Subject::Term(looked));
        self.tell_chosen(chosen, span, SiteValue::Given, Some(term), telling, out);
    }

    /// Finds the variables of the clause whose bindings are told.
    fn set_traps(&mut self, text: &ClauseText<'_>, head: TermId) {
        let events = events().of_bindings();
        if !self.mentions(events) {
            return;
        }
        for (at, variable) in (0..).zip(text.variables) {
            if variable.name == "_" {
                continue;
            }
            let chosen = self.chosen(events, variable.span, Subject::Variable(&variable.name));
            if let Some((site, _)) = self.site(chosen, variable.span, Some(&variable.name), SiteValue::Given) {
                let told = self.terms.fresh_var(Span::default());
                let Node::Var(told) = self.terms.get(told) else { continue };
                self.traps.push(Trap { variable: VarId(at), site, told });
            }
        }
        self.mention(head);
    }

    /// Notes the variables of a term.
    fn mention(&mut self, term: TermId) {
        if self.traps.is_empty() {
            return;
        }
        let mut todo = vec![term];
        while let Some(id) = todo.pop() {
            match self.terms.get(id) {
                Node::Var(var) => {
                    self.occurred.insert(var);
                    self.recent.insert(var);
                }
                Node::Compound(_, args) => todo.extend(args),
                _ => {}
            }
        }
    }

    /// Looks whether variables with traps are bound by now. In a clause of very many goals and variables only those are looked
    /// at that what comes before mentions.
    fn spring_traps(&mut self, out: &mut Vec<TermId>) {
        let recent = std::mem::take(&mut self.recent);
        for trap in self.traps.clone() {
            let is_due = if self.looks < MAX_LOOKS { &self.occurred } else { &recent }.contains(&trap.variable);
            if !is_due {
                continue;
            }
            self.looks += 1;
            let span = Span::default();
            let id = self.terms.int(i64::from(trap.site.0), span);
            let args = [id, self.terms.var(trap.variable, span), self.terms.var(trap.told, span)];
            let name = Telling::Trap.name(&self.program.atoms);
            out.push(self.terms.compound(name, &args, span));
        }
    }
}

/// All events, to look them up.
fn events() -> &'static Events {
    Events::all()
}
