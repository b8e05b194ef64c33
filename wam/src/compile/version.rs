//! A version of a clause for callers that have decided on it before: see [`super::group`].
//!
//! In: the clause, and how it is arrived at: which arguments are known, which of their parts are in registers already,
//! which tests are settled. Out: its code behind what there is, without what has been done.

use super::assemble::Assembler;
use super::build::constant;
use super::clause::{Clause, Generator, Result, Seen, first_floor};
use super::flow::Place;
use super::goal::Goal;
use super::group::{Member, Place as At, Test};
use super::guards::{Facts, Situation};
use crate::code::{ClauseIndex, FrameMap, Literal, Share};
use crate::compile::Vocabulary;
use crate::instr::{Instr, Label, X};
use crate::term::{Node, TermId};

/// An argument whose first parts have been read into registers; void parts have none. S is at the parts that are left.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub argument: u16,
    pub parts: Vec<Option<X>>,
}

/// How a version is arrived at.
pub(super) struct Arrival<'g> {
    pub facts: &'g Facts,
    pub opened: &'g [Opened],
    /// Registers below this are needed where a test is false.
    pub reserved: u16,
    /// Where tests that are not settled go when they are false.
    pub other: Label,
    /// Whether the two places of the variable that occurs twice are known to be the same.
    pub same_is_settled: bool,
}

impl<'a> Clause<'a> {
    /// Puts the version's code behind what there is; gives the place where its step is counted.
    pub fn version(
        &'a self,
        member: &Member,
        arrival: &Arrival,
        code: &mut Assembler,
        literals: &mut Vec<Literal>,
        vocabulary: &Vocabulary,
    ) -> Result<(Label, Vec<FrameMap>)> {
        let index = ClauseIndex(member.clause as u32);
        let share = std::mem::replace(&mut code.share, Share::Head(index));
        let taken = std::mem::replace(code, Assembler::new(Share::Selection));
        let mut generator = Generator::new(self, index, taken, literals, vocabulary);
        let done = generator.version(self, member, arrival);
        let (step, frames) = (generator.step, std::mem::take(&mut generator.frames));
        *code = generator.code;
        code.share = share;
        done.map(|()| (step.expect("the body has passed its tests"), frames))
    }
}

/// Terms still to be unified, with the registers that hold what they meet.
type Pending = Vec<(TermId, X)>;
/// A term that S is inside of, and from which argument on it is unread.
type Unread = (TermId, usize);

impl<'a> Generator<'a> {
    fn version(&mut self, clause: &'a Clause<'a>, member: &Member, arrival: &Arrival) -> Result<()> {
        let body_floor = first_floor(&clause.body);
        self.floor = (clause.head.len() as u16).max(body_floor);
        let (pending, unread) = self.arrive(clause, member, arrival);
        let tests = member.tests.len();
        let goals = match &clause.body {
            Goal::Seq(goals) => &goals[..],
            goal => std::slice::from_ref(goal),
        };
        self.reserved = arrival.reserved;
        for (goal, test) in goals[..tests].iter().zip(&member.tests) {
            if let (Test::Exact, Goal::Leaf(leaf)) = (test, goal) {
                self.leaf(leaf, Place::Inner, arrival.other)?;
            }
        }
        self.reserved = 0;
        self.position = 0;
        self.floor = (clause.head.len() as u16).max(body_floor);
        if self.flow.environment {
            self.code.emit(Instr::Allocate {});
            let mut held: Vec<_> = self.regs.held().filter_map(|(var, a)| Some((a, self.slot(var)?))).collect();
            held.sort_unstable();
            held.iter().for_each(|&(a, y)| self.code.emit(Instr::GetVariableY { y, a }));
        }
        if let Some((term, from)) = unread {
            self.unify_inside_from(term, from)?;
        }
        for (term, a) in pending {
            self.unify_register(term, a)?;
        }
        self.mark_level();
        self.sweep();
        for (goal, test) in goals[..tests].iter().zip(&member.tests) {
            if *test == Test::Later {
                self.goal(goal, Place::Inner)?;
            }
        }
        self.step = Some(self.code.here());
        self.sequence(&goals[tests + usize::from(member.cuts)..], Place::Last)?;
        Ok(())
    }

    /// Says what is in which register. Gives what is still to be unified, and the argument that S is inside of.
    fn arrive(&mut self, clause: &'a Clause<'a>, member: &Member, arrival: &Arrival) -> (Pending, Option<Unread>) {
        let mut pending = Vec::new();
        let mut unread = None;
        for (&arg, at) in clause.head.iter().zip(0..) {
            let opened = arrival.opened.iter().find(|opened| opened.argument == at);
            match (self.terms.get(arg), opened) {
                (Node::Compound(_, args), Some(opened)) => {
                    for ((&arg, &part), inside) in args.iter().zip(&opened.parts).zip(0..) {
                        if let Some(x) = part {
                            let settled = arrival.same_is_settled && is_second(member, At::Inside(at, inside));
                            self.arrive_at(arg, x, settled, &mut pending);
                        }
                    }
                    let rest = args.get(opened.parts.len()..).unwrap_or_default();
                    if rest.iter().any(|&arg| !matches!(self.look(arg), Seen::Void)) {
                        unread = Some((arg, opened.parts.len()));
                    }
                }
                // A switch has matched it.
                (node, _) if constant(&node).is_some() && is_constant(arrival.facts.of(at)) => {}
                _ => {
                    let settled = arrival.same_is_settled && is_second(member, At::Argument(at));
                    self.arrive_at(arg, X(at), settled, &mut pending);
                }
            }
        }
        (pending, unread)
    }

    /// An argument or a part of one is in a register.
    fn arrive_at(&mut self, arg: TermId, x: X, settled: bool, pending: &mut Vec<(TermId, X)>) {
        match self.look(arg) {
            Seen::Void => {}
            Seen::First(var) => self.regs.bind(var, x),
            Seen::Later(_) if settled => {}
            _ => {
                self.regs.take(x);
                pending.push((arg, x));
            }
        }
    }
}

/// Whether a place is the second one of the variable that occurs twice.
fn is_second(member: &Member, at: At) -> bool {
    member.same.is_some_and(|(_, second)| second == at)
}

fn is_constant(fact: Option<Situation>) -> bool {
    matches!(fact, Some(Situation::Constant(_)))
}
