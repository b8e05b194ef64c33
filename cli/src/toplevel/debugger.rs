//! The debugger: a query's events one by one, with commands between them.
//!
//! `?- trace.` makes it stop at every event of the queries that follow, `?- trace(Ports).` at those within clauses, too, and
//! `?- spy(p/2).` at those of a predicate. It is an observer of the run; its commands are lines of the program's input, so that a
//! session can come from a pipe. `?- instrument(File).` has queries stop at what a configuration selects instead (`stopping.rs`).
//!
//! A goal is retried by the query: that runs again, up to the call of the same number. So whatever has bound a variable is undone,
//! and side effects stay.

use super::stopping;
use crate::report::{Paint, tell};
use crate::watch::{known::every_user, raised, text::text};
use monitor::driver::Driver;
use monitor::fold::goal_text;
use monitor::folds::{Known, load};
use monitor::inside::{InternalPorts, Locals, Places};
use monitor::instrument::Config as Selected;
use monitor::instrument::ports::PortChoices;
use predict::load::term;
use predict::predicates::indicated;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use wam::atoms::known;
use wam::code::{PredicateKind, Program};
use wam::error::RunError;
use wam::instr::PredId;
use wam::machine::watch::{Event, Observer, Plan, Port, Ports, SiteEvent};
use wam::machine::{Config, Machine};
use wam::modules::ModuleClass;
use wam::term::{Node, ReadTerm, TermId, Terms};
use wam::write::term_to_string;

const HELP: &str = "\
Enter, c   creep: to the next event
s          skip: to the end of this goal, or a spy point on the way
u          up: to the end of the goal that called this one, or a spy point
l          leap: to the next spy point
n PORT     to the next event of a port: call, exit, redo, fail, exception; or a spy point
f          the goal fails, if it is called or exits now
r, r N     retry: the query runs again up to the call of this goal, or of number N
e GOAL     the first answer of a goal in a copy of this state, within clauses with the values of their variables
b          the variables of the clause and what they are, within clauses: trace(all)
fold NAME  a fold of horolog watch, or a monitor in FILE.pl, from here to the end
g          the goals that wait for this one
w          where the call stands
+ P/N      a spy point on a predicate; - P/N takes it away
a          abort the query
h, ?       this help
";

/// What a goal in the state of an event may use of memory, in bytes, and how long it may take.
const MEMORY: usize = 256 << 20;
const PATIENCE: Duration = Duration::from_secs(10);

/// What the debugger does until it stops again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Pace {
    /// It stops at every event.
    Creep,
    /// It stops where a goal is left, by the number of its call.
    Until(u64),
    /// It stops at spy points.
    #[default]
    Leap,
    /// It stops at a port.
    Next(Port),
    /// It stops at the call of a number.
    Again(u64),
}

/// What follows a command.
enum Obeyed {
    /// Another command.
    Asks,
    /// The run goes on.
    Runs,
    /// The query ends.
    Ends,
}

/// Where the debugger stops besides.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Spy {
    name: String,
    arity: u32,
    /// At these ports.
    ports: Ports,
    /// At this depth, or deeper.
    least_depth: u32,
    /// Where an argument, by its place from 1, is written like this.
    argument: Option<(usize, String)>,
}

/// What is known from query to query.
#[derive(Default)]
pub struct Debugger {
    /// Whether queries begin creeping.
    traces: bool,
    /// The internal ports whose events are shown.
    inside: Ports,
    pace: Pace,
    spies: Vec<Spy>,
    /// Predicates of the library, and builtins, that are spied in this query.
    spied: Vec<(PredId, Ports)>,
    /// The rest of the line that the query was in has been read.
    has_begun: bool,
    is_piped: bool,
    /// The query is being aborted: nothing is told any more.
    is_over: bool,
    /// The number of the call that is made again.
    retries: Option<u64>,
    places: Option<Places>,
    callers: PortChoices,
    known: Arc<Known>,
    /// Folds that were begun on the way.
    folds: Vec<Driver>,
    /// What queries stop at, and at nothing else.
    configuration: Option<(String, Selected)>,
}

impl Debugger {
    /// The configuration at whose events queries stop.
    pub fn configuration(&self) -> Option<&Selected> {
        self.configuration.as_ref().map(|(_, selected)| selected)
    }

    /// Whether queries are to be watched.
    pub fn is_on(&self) -> bool {
        self.traces || !self.spies.is_empty()
    }

    /// For the next query, or for the same one again, up to a call.
    pub fn begun(&self, is_piped: bool, again: Option<u64>) -> Debugger {
        let pace = again.map_or(if self.traces { Pace::Creep } else { Pace::Leap }, Pace::Again);
        let (traces, inside, spies) = (self.traces, self.inside, self.spies.clone());
        Debugger { traces, inside, pace, spies, is_piped, has_begun: again.is_some(), ..Debugger::default() }
    }

    /// What is watched for it.
    pub fn plan(&self) -> Plan {
        let predicates = self.spied.iter().copied().collect();
        Plan { predicates, users: Some(self.told()), keeps_arguments: true, ..Plan::default() }
    }

    /// The ports that are told of users' predicates.
    fn told(&self) -> Ports {
        self.spies.iter().map(|spy| spy.ports).fold(Ports::ALL.union(self.inside), Ports::union)
    }

    /// Gets a machine ready for its plan; whether clauses are compiled in another way for it.
    ///
    /// # Errors
    /// When there is no room for their code.
    pub fn prepare(&mut self, machine: &mut Machine) -> Result<bool, RunError> {
        // Of the library and of builtins only what is spied is told.
        let spied = self.spies.iter().filter_map(|spy| Some((of_nobody(machine, &spy.name, spy.arity)?, spy.ports)));
        self.spied = spied.collect();
        machine.call_builtins(self.spied.iter().map(|&(pred, _)| pred))?;
        self.places = InternalPorts::put_into(machine, &self.plan(), Locals::Told)?;
        self.known = Arc::new(every_user(machine));
        Ok(self.places.is_some() || !self.spied.is_empty())
    }

    /// The query is over: what folds have come to, and the call up to which it is to run again.
    pub fn ended(&mut self, program: &Program, last: u64) -> Option<u64> {
        self.folds.drain(..).for_each(|mut fold| fold.end(program, last));
        if let Pace::Again(call) = self.pace {
            tell(&format!("   call [{call}] was not made again\n"));
        }
        self.retries.take()
    }

    /// Obeys a query that is about the debugger itself; what it says, or nothing where it is another query.
    pub fn obey(&mut self, program: &Program, query: &ReadTerm) -> Option<Result<String, String>> {
        let functor = query.terms.functor(query.root)?;
        let name = program.atoms.name(functor.name);
        let args = query.terms.arguments(query.root);
        match (&*name, args) {
            ("trace", []) => {
                self.traces = true;
                Some(Ok("% events are shown one by one; h at an event shows help".into()))
            }
            ("trace", &[ports]) => Some(self.trace(program, query, ports)),
            ("notrace", []) => {
                (self.traces, self.inside) = (false, Ports::NONE);
                Some(Ok("% events are not shown".into()))
            }
            ("nodebug" | "nospyall", []) => {
                let dropped = std::mem::take(self).configuration;
                let dropped = dropped.map(|(name, _)| format!(", {name} selects nothing any more")).unwrap_or_default();
                Some(Ok(format!("% events are not shown, no predicate is spied{dropped}")))
            }
            ("instrument", &[file]) if !program.find(functor).is_some_and(|pred| program.is_defined(pred)) => {
                Some(self.instrument(program, query, file))
            }
            ("spy", &[of]) => Some(self.spy(program, query, of, &[])),
            ("spy", &[of, conditions]) => Some(match list(&query.terms, conditions) {
                Some(conditions) => self.spy(program, query, of, &conditions),
                None => Err("conditions are a list, such as [call, depth(3)]".into()),
            }),
            ("nospy", &[of]) => Some(self.no_spy(program, query, of)),
            _ => None,
        }
    }

    fn trace(&mut self, program: &Program, query: &ReadTerm, ports: TermId) -> Result<String, String> {
        let named = |id: TermId| match query.terms.get(id) {
            Node::Atom(name) => Port::of_name(&program.atoms.name(name)),
            _ => None,
        };
        let is_all = matches!(query.terms.get(ports), Node::Atom(name) if *program.atoms.name(name) == *"all");
        let asked: Option<Ports> = match is_all {
            true => Some(Ports::INTERNAL),
            false => list(&query.terms, ports).and_then(|ports| ports.into_iter().map(named).collect()),
        };
        let asked = asked.filter(|asked| !asked.common(Ports::INTERNAL).is_empty()).ok_or_else(|| {
            let ports = Port::INTERNAL.map(Port::name).join(", ");
            format!("trace(Ports) shows events within clauses, too: all, or a list of {ports}")
        })?;
        (self.traces, self.inside) = (true, asked.common(Ports::INTERNAL));
        let names: Vec<&str> =
            Port::INTERNAL.into_iter().filter(|&port| asked.contains(port)).map(Port::name).collect();
        Ok(format!("% events are shown one by one, {} among them; h at an event shows help", names.join(", ")))
    }

    fn instrument(&mut self, program: &Program, query: &ReadTerm, file: TermId) -> Result<String, String> {
        let name = match query.terms.get(file) {
            Node::Atom(name) => program.atoms.name(name).to_string(),
            Node::Str(name) => name.to_string(),
            _ => return Err("instrument(File) is about a file with a configuration, as an atom or a string".into()),
        };
        let said = format!("% queries stop at the events that {name} selects, and only there; nodebug ends that");
        self.configuration = Some((name.clone(), stopping::load(program, &name)?));
        Ok(said)
    }

    fn spy(
        &mut self,
        program: &Program,
        query: &ReadTerm,
        of: TermId,
        conditions: &[TermId],
    ) -> Result<String, String> {
        let text = term_to_string(&query.terms, of, &program.atoms, &program.ops);
        let (name, arity) = spied(program, &text)?;
        let functor = program.atoms.functor(&name, arity);
        let is_there =
            program.find(functor).is_some_and(|pred| program.is_defined(pred)) || program.is_builtin(functor);
        // A library is loaded by the first query that calls a predicate of it.
        let from = if is_there { "" } else { ", from the query on that comes after the first to call it" };
        let mut spy = Spy { name, arity, ports: Ports::NONE, least_depth: 0, argument: None };
        for &condition in conditions {
            let functor = query.terms.functor(condition);
            let what = functor.map(|functor| program.atoms.name(functor.name).to_string()).unwrap_or_default();
            match (&*what, query.terms.get(condition)) {
                ("depth", Node::Compound(_, &[depth])) => match query.terms.get(depth) {
                    Node::Int(least @ 0..) => spy.least_depth = least as u32,
                    _ => return Err("depth(D) is at depth D or deeper, an integer".into()),
                },
                ("arg", Node::Compound(_, &[place, value])) => match query.terms.get(place) {
                    Node::Int(place @ 1..) if place <= i64::from(spy.arity) => {
                        let text = term_to_string(&query.terms, value, &program.atoms, &program.ops);
                        spy.argument = Some((place as usize, text));
                    }
                    _ => {
                        return Err(format!(
                            "arg(I, Value) is about an argument by its place, from 1 to {}",
                            spy.arity
                        ));
                    }
                },
                (port, Node::Atom(_)) if Port::of_name(port).is_some() => {
                    spy.ports = Port::of_name(port).map_or(spy.ports, |port| spy.ports.with(port));
                }
                _ => {
                    let ports: Vec<&str> = Port::every().map(Port::name).collect();
                    return Err(format!("conditions are ports ({}), depth(D) and arg(I, Value)", ports.join(", ")));
                }
            }
        }
        if spy.ports.is_empty() {
            spy.ports = Ports::ALL;
        }
        self.spies.retain(|other| (&other.name, other.arity) != (&spy.name, spy.arity));
        self.spies.push(spy);
        Ok(format!("% {text} is spied{from}"))
    }

    fn no_spy(&mut self, program: &Program, query: &ReadTerm, of: TermId) -> Result<String, String> {
        let text = term_to_string(&query.terms, of, &program.atoms, &program.ops);
        let (name, arity) = indicated(&text).ok_or_else(|| format!("{text} is no name/arity"))?;
        let before = self.spies.len();
        self.spies.retain(|spy| (&spy.name, spy.arity) != (&name, arity));
        match self.spies.len() < before {
            true => Ok(format!("% {text} is not spied any more")),
            false => Err(format!("{text} is not spied")),
        }
    }

    fn is_spied(&self, event: &mut Event<'_>) -> bool {
        let functor = event.functor();
        let name = event.program().atoms.name(functor.name);
        let spy = self.spies.iter().find(|spy| spy.arity == functor.arity && spy.name == *name);
        spy.is_some_and(|spy| {
            spy.ports.contains(event.port())
                && event.depth() >= spy.least_depth
                && spy.argument.as_ref().is_none_or(|(place, text)| {
                    let mut terms = Terms::new();
                    let found = event.arguments(&mut terms).and_then(|args| args.get(place - 1).copied());
                    found.is_some_and(|id| {
                        term_to_string(&terms, id, &event.program().atoms, &event.program().ops) == *text
                    })
                })
        })
    }

    /// Whether the library has called the goal of an event for itself, and no clause of a user has called or given it.
    fn is_the_librarys(&mut self, event: &mut Event<'_>) -> bool {
        let program = event.program();
        program.module(program.get(event.pred()).module).class == ModuleClass::Library
            && self.callers.caller(event).is_some_and(|caller| caller.class() == ModuleClass::Library)
    }

    fn stops(&self, event: &Event<'_>, is_spied: bool) -> bool {
        let port = event.port();
        match self.pace {
            Pace::Creep => is_spied || !port.is_internal() || self.inside.contains(port),
            Pace::Leap => is_spied,
            Pace::Again(call) => port == Port::Call && event.call() == call,
            Pace::Next(wanted) => port == wanted || is_spied,
            Pace::Until(call) => event.call() == call && matches!(port, Port::Exit | Port::Fail | Port::Exception),
        }
    }

    /// The next command; leaves at the end of the input.
    fn command(&mut self, event: &mut Event<'_>) -> Option<String> {
        if self.is_piped && !std::mem::replace(&mut self.has_begun, true) {
            // What follows the query in its line.
            let rest = event.read_line()?;
            if !rest.trim().is_empty() {
                return Some(rest);
            }
        }
        event.read_line()
    }
}

/// The name and arity of a predicate whose calls have boxes, or why it is none.
fn spied(program: &Program, text: &str) -> Result<(String, u32), String> {
    let (name, arity) = indicated(text).ok_or_else(|| format!("{text} is no name/arity"))?;
    let functor = program.atoms.functor(&name, arity);
    if program.is_construct(functor) {
        return Err(format!("{text} is a control construct, and has no box: spy a predicate that calls it"));
    }
    let is_defined = program.find(functor).is_some_and(|pred| program.get(pred).kind != PredicateKind::Undefined);
    match is_defined || program.may_call(functor) || program.is_builtin(functor) {
        true => Ok((name, arity)),
        false => Err(format!("there is no predicate {text}")),
    }
}

/// The predicate that a name and arity mean if it is no user's: one of the library, or a builtin.
fn of_nobody(machine: &mut Machine, name: &str, arity: u32) -> Option<PredId> {
    if is_users(machine.program(), name, arity) {
        return None;
    }
    let functor = machine.program().atoms.functor(name, arity);
    machine.watchable(functor)
}

/// Whether a predicate is a user's.
fn is_users(program: &Program, name: &str, arity: u32) -> bool {
    let found = program.find(program.atoms.functor(name, arity)).map(|pred| program.get(pred).kind);
    matches!(found, Some(PredicateKind::Static | PredicateKind::Dynamic))
}

/// The members of a list, if it is one.
fn list(terms: &Terms, id: TermId) -> Option<Vec<TermId>> {
    let (mut members, mut at) = (Vec::new(), id);
    while let Some(&[head, tail]) = terms.match_compound(at, known::DOT, 2) {
        members.push(head);
        at = tail;
    }
    (terms.get(at) == Node::Atom(known::NIL)).then_some(members)
}

/// The goals that wait for the one of an event.
fn ancestors(event: &Event<'_>) -> String {
    let mut text = String::new();
    let mut next = event.goal().and_then(|goal| goal.parent());
    while let Some(goal) = next {
        let name = event.program().indicator(goal.pred());
        let _ = writeln!(text, "   ({}) [{}] {name}", goal.depth(), goal.call());
        next = goal.parent();
    }
    if text.is_empty() { "   none\n".into() } else { text }
}

/// The variables of the clause of an event, and what they are.
fn variables(event: &mut Event<'_>) -> String {
    let Some(inside) = event.inside().cloned() else {
        return "   variables are known within clauses: ?- trace(all) stops there\n".into();
    };
    let mut terms = Terms::new();
    let found = event.variables(&mut terms);
    let program = event.program();
    let mut text = String::new();
    for (at, id) in found {
        let value = term_to_string(&terms, id, &program.atoms, &program.ops);
        let _ = writeln!(text, "   {} = {value}", inside.variables[at].name);
    }
    if text.is_empty() { "   none has a value yet\n".into() } else { text }
}

/// Where the call of an event stands, or what happens within a clause.
fn place(event: &mut Event<'_>) -> String {
    if let Some(inside) = event.inside() {
        let name = event.program().indicator(inside.pred);
        return format!("   line {}, clause {} of {name}\n", inside.line, inside.clause);
    }
    let place = event.call_site().and_then(|site| site.place(event.program()));
    match place {
        Some((file, at)) => format!("   {file}:{}:{}\n", at.line, at.column),
        None => "   not in a text\n".to_string(),
    }
}

/// The first answer of a goal, in a copy of the state of an event: the clauses that there are, and what variables are.
fn evaluated(goal: &str, event: &mut Event<'_>) -> String {
    let answer = |error: &str| format!("   {}\n", error.replace('\n', "\n   "));
    if goal.is_empty() {
        return answer("e GOAL, without a full stop");
    }
    let mut terms = Terms::new();
    let names: Vec<String> = event
        .inside()
        .map_or(Vec::new(), |inside| inside.variables.iter().map(|variable| variable.name.clone()).collect());
    let values = event.variables(&mut terms);
    let Some(program) = event.program_now() else { return answer("there is no room for a copy of the program") };
    let known = |&(at, id): &(usize, TermId)| {
        format!("{} = ({}), ", names[at], term_to_string(&terms, id, &program.atoms, &program.ops))
    };
    let text = format!("{}({})", values.iter().map(known).collect::<String>(), goal.trim_end_matches('.'));
    let read = match term(&program, "goal", &text) {
        Ok(read) => read,
        Err(error) => return answer(&error.to_string()),
    };
    let config = Config { memory: MEMORY, is_metered: true, time_limit: Some(PATIENCE), ..Config::default() };
    let mut machine = match Machine::new(program, config) {
        Ok(machine) => machine,
        Err(error) => return answer(&error.to_string()),
    };
    let ended = machine.query(&read).next();
    machine.flush();
    let program = machine.program();
    match ended {
        None => answer("false"),
        Some(Err(error)) => answer(&raised(&error, program)),
        Some(Ok(solution)) => {
            let is_new = |name: &str| !values.iter().any(|&(at, _)| names[at] == name);
            let new = solution.bindings.iter().filter(|(name, _)| is_new(name));
            let lines: String = new
                .map(|(name, id)| {
                    format!("   {name} = {}\n", term_to_string(&solution.terms, *id, &program.atoms, &program.ops))
                })
                .collect();
            if lines.is_empty() { answer("true") } else { lines }
        }
    }
}

/// The line of an event.
fn shown(event: &mut Event<'_>, is_spied: bool) -> String {
    let goal = goal_text(event);
    let port = event.port();
    let mark = if is_spied { '*' } else { ' ' };
    let more = match event.inside() {
        Some(inside) => format!(" {}", inside.path.join(";")),
        None if port == Port::Exit && event.has_choices() => " …".to_string(),
        None => String::new(),
    };
    let head = Paint::stderr().strong(&format!("{port:>9}"));
    format!("{mark}{head} ({}) [{}] {goal}{more} ? ", event.depth(), event.call())
}

impl Debugger {
    fn obeys(&mut self, word: &str, rest: &str, event: &mut Event<'_>) -> Obeyed {
        match (word, rest) {
            ("" | "c", _) => self.pace = Pace::Creep,
            ("s", _) => self.pace = Pace::Until(event.call()),
            ("u", _) => {
                let parent = event.goal().and_then(|goal| goal.parent()).map_or(0, |parent| parent.call());
                self.pace = if parent == 0 { Pace::Leap } else { Pace::Until(parent) };
            }
            ("l", _) => self.pace = Pace::Leap,
            ("n", port) => return self.next(port),
            ("f", _) => {
                if !event.fail() {
                    tell("   a goal can be made to fail where it is called or exits\n");
                    return Obeyed::Asks;
                }
                self.pace = Pace::Creep;
            }
            ("r", number) => return self.retry(number, event),
            ("a", _) => {
                self.is_over = true;
                return Obeyed::Ends;
            }
            _ => {
                self.tells(word, rest, event);
                return Obeyed::Asks;
            }
        }
        Obeyed::Runs
    }

    /// Commands after which the next one is asked for.
    fn tells(&mut self, word: &str, rest: &str, event: &mut Event<'_>) {
        match (word, rest) {
            ("g", _) => tell(&ancestors(event)),
            ("w", _) => tell(&place(event)),
            ("b", _) => tell(&variables(event)),
            ("e", goal) => tell(&evaluated(goal, event)),
            ("fold" | "+", "") => tell(&format!("   {word} wants a name: h shows help\n")),
            ("fold", name) => self.fold(name, event),
            ("+", of) => match spied(event.program(), of) {
                Ok((name, arity)) => {
                    if !is_users(event.program(), &name, arity) {
                        tell(
                            "   the program does not define it: the query stops there when it runs again, and so do those that follow\n",
                        );
                    }
                    self.spies.push(Spy { name, arity, ports: Ports::ALL, least_depth: 0, argument: None });
                }
                Err(error) => tell(&format!("   {error}\n")),
            },
            ("-", of) => match indicated(of) {
                Some((name, arity)) => self.spies.retain(|spy| (&spy.name, spy.arity) != (&name, arity)),
                None => tell("   - name/arity\n"),
            },
            ("h" | "?", _) => tell(HELP),
            _ => tell("   no such command: h shows help\n"),
        }
    }

    fn next(&mut self, name: &str) -> Obeyed {
        match Port::of_name(name) {
            Some(port) if port.is_internal() && !self.told().contains(port) => {
                tell(&format!("   this query does not tell it: ?- trace([{name}]) before a query\n"));
                Obeyed::Asks
            }
            Some(port) => {
                self.pace = Pace::Next(port);
                Obeyed::Runs
            }
            None => {
                let ports: Vec<&str> = Port::every().map(Port::name).collect();
                tell(&format!("   ports are {}\n", ports.join(", ")));
                Obeyed::Asks
            }
        }
    }

    fn retry(&mut self, number: &str, event: &Event<'_>) -> Obeyed {
        let call = if number.is_empty() { Some(event.call()) } else { number.parse().ok() };
        let Some(call) = call.filter(|&call| call > 0 && call <= event.calls()) else {
            tell("   r N is about a call by its number, in brackets, that was made already\n");
            return Obeyed::Asks;
        };
        tell(&format!(
            "   the query runs again up to call [{call}]: what it has written or changed stays, and happens again\n"
        ));
        (self.retries, self.is_over) = (Some(call), true);
        Obeyed::Ends
    }

    /// Begins a fold at the event after this one.
    fn fold(&mut self, name: &str, event: &Event<'_>) {
        let title = format!("{name}: ");
        let told = move |ended: monitor::driver::Ended| {
            tell(&text(&title, &ended.report, Paint::stderr()));
            ControlFlow::Continue(())
        };
        match load(name, &event.program().atoms, &self.known) {
            Ok(fold) => {
                let reads = fold.reads();
                let told_ports = self.told();
                let misses =
                    reads.ports.common(Ports::INTERNAL).common(told_ports) != reads.ports.common(Ports::INTERNAL);
                if misses {
                    tell("   it reads ports that this query does not tell: ?- trace(all) before a query\n");
                    return;
                }
                let mut driver = Driver::new(vec![fold], None, Box::new(told));
                // It sees what it takes of what is told.
                driver.see_only(told_ports);
                self.folds.push(driver);
                tell(&format!("   {name} sees what follows; what it comes to is told at the end of the query\n"));
            }
            Err(error) => tell(&format!("   {error}\n")),
        }
    }
}

impl Observer for Debugger {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if self.is_over || self.is_the_librarys(event) {
            return ControlFlow::Continue(());
        }
        for fold in &mut self.folds {
            fold.event(event)?;
        }
        let is_spied = self.is_spied(event);
        if !self.stops(event, is_spied) {
            return ControlFlow::Continue(());
        }
        if matches!(self.pace, Pace::Again(_)) {
            // The call has come: it may be retried, and so may others.
            self.pace = Pace::Creep;
        }
        event.flush();
        let line = shown(event, is_spied);
        loop {
            tell(&line);
            let Some(command) = self.command(event) else {
                tell("abort: the input is at its end\n");
                self.is_over = true;
                return ControlFlow::Break(());
            };
            if self.is_piped {
                tell(&format!("{command}\n"));
            }
            let (word, rest) = command.trim().split_once(' ').unwrap_or((command.trim(), ""));
            match self.obeys(word, rest.trim(), event) {
                Obeyed::Asks => {}
                Obeyed::Runs => return ControlFlow::Continue(()),
                Obeyed::Ends => return ControlFlow::Break(()),
            }
        }
    }

    fn site(&mut self, told: &mut SiteEvent<'_>) -> ControlFlow<()> {
        let Some(mut places) = self.places.take() else { return ControlFlow::Continue(()) };
        let flow = match places.event(told) {
            Some(mut event) => self.event(&mut event),
            None => ControlFlow::Continue(()),
        };
        self.places = Some(places);
        flow
    }
}
