//! The debugger: a query's events one by one, with commands between them.
//!
//! `?- trace.` makes it stop at every event of the queries that follow, `?- spy(p/2).` at those of a predicate. It is an observer of
//! the run; its commands are lines of the program's input, so that a session can come from a pipe.

use crate::report::{Paint, tell};
use monitor::fold::goal_text;
use predict::predicates::indicated;
use std::fmt::Write;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::machine::watch::{Event, Observer, Plan, Port, Ports};
use wam::term::{Node, ReadTerm, TermId, Terms};
use wam::write::term_to_string;

const HELP: &str = "\
Enter, c   creep: to the next event
s          skip: to the end of this goal
u          up: to the end of the goal that called this one
l          leap: to the next spy point
n PORT     to the next event of a port: call, exit, redo, fail, exception
f          the goal fails, if it is called or exits now
g          the goals that wait for this one
w          where the call stands
+ P/N      a spy point on a predicate; - P/N takes it away
a          abort the query
h, ?       this help
";

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
#[derive(Clone, Default)]
pub struct Debugger {
    /// Whether queries begin creeping.
    traces: bool,
    pace: Pace,
    spies: Vec<Spy>,
    /// The rest of the line that the query was in has been read.
    has_begun: bool,
    is_piped: bool,
    /// The query is being aborted: nothing is told any more.
    is_over: bool,
}

impl Debugger {
    /// Whether queries are to be watched.
    pub fn is_on(&self) -> bool {
        self.traces || !self.spies.is_empty()
    }

    /// For the next query.
    pub fn begun(&self, is_piped: bool) -> Debugger {
        let pace = if self.traces { Pace::Creep } else { Pace::Leap };
        Debugger { pace, has_begun: false, is_piped, is_over: false, ..self.clone() }
    }

    /// What is watched for it.
    pub fn plan(&self) -> Plan {
        Plan { users: Some(Ports::ALL), keeps_arguments: true, ..Plan::default() }
    }

    /// Obeys a query that is about the debugger itself; what it says, or nothing where it is another query.
    pub fn obey(&mut self, program: &Program, query: &ReadTerm) -> Option<Result<String, String>> {
        let functor = query.terms.functor(query.root)?;
        let name = program.atoms.name(functor.name);
        let args = match query.terms.get(query.root) {
            Node::Compound(_, args) => args,
            _ => &[],
        };
        match (&*name, args) {
            ("trace", []) => {
                self.traces = true;
                Some(Ok("% events are shown one by one; h at an event shows help".into()))
            }
            ("notrace", []) => {
                self.traces = false;
                Some(Ok("% events are not shown".into()))
            }
            ("nodebug" | "nospyall", []) => {
                *self = Debugger::default();
                Some(Ok("% events are not shown, no predicate is spied".into()))
            }
            ("spy", &[of]) => Some(self.spy(program, query, of, &[])),
            ("spy", &[of, conditions]) => Some(self.spy(program, query, of, &list(&query.terms, conditions))),
            ("nospy", &[of]) => Some(self.no_spy(program, query, of)),
            _ => None,
        }
    }

    fn spy(
        &mut self,
        program: &Program,
        query: &ReadTerm,
        of: TermId,
        conditions: &[TermId],
    ) -> Result<String, String> {
        let text = term_to_string(&query.terms, of, &program.atoms, &program.ops);
        let (name, arity) = indicated(&text).ok_or_else(|| format!("{text} is no name/arity"))?;
        let known = program.find(program.atoms.functor(&name, arity)).is_some_and(|pred| program.is_defined(pred));
        if !known {
            return Err(format!("there is no predicate {text}"));
        }
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
                    Node::Int(place @ 1..) => {
                        let text = term_to_string(&query.terms, value, &program.atoms, &program.ops);
                        spy.argument = Some((place as usize, text));
                    }
                    _ => return Err("arg(I, Value) is about an argument by its place, from 1".into()),
                },
                (port, Node::Atom(_)) if Port::of_name(port).is_some() => {
                    spy.ports = Port::of_name(port).map_or(spy.ports, |port| spy.ports.with(port));
                }
                _ => {
                    let ports = Port::ALL.map(Port::name).join(", ");
                    return Err(format!("conditions are ports ({ports}), depth(D) and arg(I, Value)"));
                }
            }
        }
        if spy.ports.is_empty() {
            spy.ports = Ports::ALL;
        }
        self.spies.retain(|other| (&other.name, other.arity) != (&spy.name, spy.arity));
        self.spies.push(spy);
        Ok(format!("% {text} is spied"))
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

    fn stops(&self, event: &Event<'_>, is_spied: bool) -> bool {
        let port = event.port();
        match self.pace {
            Pace::Creep => true,
            Pace::Leap => is_spied,
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

/// The members of a list.
fn list(terms: &Terms, id: TermId) -> Vec<TermId> {
    let (mut members, mut at) = (Vec::new(), id);
    while let Node::Compound(_, &[head, tail]) = terms.get(at) {
        members.push(head);
        at = tail;
    }
    members
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

impl Observer for Debugger {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Continue(());
        }
        let is_spied = self.is_spied(event);
        if !self.stops(event, is_spied) {
            return ControlFlow::Continue(());
        }
        event.flush();
        let text = goal_text(event);
        let port = event.port().to_string();
        let mark = if is_spied { '*' } else { ' ' };
        let more = if event.port() == Port::Exit && event.has_choices() { " …" } else { "" };
        let head = Paint::stderr().strong(&format!("{port:>9}"));
        let line = format!("{mark}{head} ({}) [{}] {text}{more} ? ", event.depth(), event.call());
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
            match (word, rest.trim()) {
                ("" | "c", _) => self.pace = Pace::Creep,
                ("s", _) => self.pace = Pace::Until(event.call()),
                ("u", _) => {
                    let parent = event.goal().and_then(|goal| goal.parent()).map_or(0, |parent| parent.call());
                    self.pace = if parent == 0 { Pace::Leap } else { Pace::Until(parent) };
                }
                ("l", _) => self.pace = Pace::Leap,
                ("n", port) => match Port::of_name(port) {
                    Some(port) => self.pace = Pace::Next(port),
                    None => {
                        tell(&format!("   ports are {}\n", Port::ALL.map(Port::name).join(", ")));
                        continue;
                    }
                },
                ("f", _) => {
                    if !event.fail() {
                        tell("   a goal can be made to fail where it is called or exits\n");
                        continue;
                    }
                    self.pace = Pace::Creep;
                }
                ("g", _) => {
                    tell(&ancestors(event));
                    continue;
                }
                ("w", _) => {
                    let place = event.call_site().and_then(|site| site.place(event.program()));
                    tell(&match place {
                        Some((file, at)) => format!("   {file}:{}:{}\n", at.line, at.column),
                        None => "   not in a text\n".to_string(),
                    });
                    continue;
                }
                ("+", of) => {
                    match indicated(of) {
                        Some((name, arity)) => {
                            self.spies.push(Spy { name, arity, ports: Ports::ALL, least_depth: 0, argument: None })
                        }
                        None => tell("   + name/arity\n"),
                    }
                    continue;
                }
                ("-", of) => {
                    match indicated(of) {
                        Some((name, arity)) => self.spies.retain(|spy| (&spy.name, spy.arity) != (&name, arity)),
                        None => tell("   - name/arity\n"),
                    }
                    continue;
                }
                ("a", _) => {
                    self.is_over = true;
                    return ControlFlow::Break(());
                }
                ("h" | "?", _) => {
                    tell(HELP);
                    continue;
                }
                _ => {
                    tell("   no such command: h shows help\n");
                    continue;
                }
            }
            return ControlFlow::Continue(());
        }
    }
}
