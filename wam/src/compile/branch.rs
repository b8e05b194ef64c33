//! The code of a group: reads what the tests need, decides, and goes on in versions of the clauses.
//!
//! In: a [`Group`] and the clauses that are left. Out: code behind what there is, and the chains it falls back on. A
//! decision falls through where its clause is taken, or where it is not, whichever its instruction calls true.

use super::Vocabulary;
use super::assemble::Assembler;
use super::clause::{Clause, Result, first_floor};
use super::group::{Commits, Decided, Decision, Group, Member, Operand, Outcomes, Place, Resolution, Test};
use super::guards::Situation;
use super::unify::LIST;
use super::version::{Arrival, Opened};
use crate::code::{FrameMap, Literal};
use crate::instr::{Instr, Label, N, X};
use crate::term::Node;
use rustc_hash::FxHashMap;

/// How many versions of a clause there may be.
const MAX_VERSIONS: usize = 3;

/// What groups are compiled with.
pub(super) struct Branches<'s, 'a> {
    pub clauses: &'a [Clause<'a>],
    pub code: &'s mut Assembler,
    pub literals: &'s mut Vec<Literal>,
    pub vocabulary: &'s Vocabulary,
    /// How many versions of each clause are out.
    pub versions: &'s mut FxHashMap<usize, usize>,
    /// Where steps are counted in versions.
    pub steps: &'s mut Vec<Label>,
    /// What environments hold in versions.
    pub frames: &'s mut Vec<FrameMap>,
    /// Chains of choice points that groups fall back on, with their labels.
    pub chains: &'s mut Vec<(Label, Vec<usize>)>,
}

/// A group with what has been read for it.
struct Opening<'g, 'a> {
    group: &'g Group<'a>,
    opened: Vec<Opened>,
    /// Registers below this hold arguments and what has been read.
    reserved: u16,
}

/// Where control goes when a clause is not taken.
#[derive(Clone, Copy)]
struct Otherwise {
    /// It certainly fails.
    other: Label,
    /// That is not known.
    unknown: Label,
}

/// When a decision goes on at the next instruction.
enum Falls {
    WhenTrue,
    WhenFalse,
}

impl<'a> Branches<'_, 'a> {
    /// Whether all clauses may have another version.
    pub fn have_room(versions: &FxHashMap<usize, usize>, clauses: &[usize]) -> bool {
        clauses.iter().all(|at| versions.get(at).is_none_or(|&count| count < MAX_VERSIONS))
    }

    /// Puts the code of a group behind what there is. `inside` is the argument that S is inside of.
    pub fn emit(&mut self, group: &Group<'a>, left: &[usize], inside: Option<u16>) -> Result<()> {
        let opening = self.open(group, left, inside);
        self.step(&opening, group.step(left, &Decided::default()), &Decided::default())
    }

    /// Reads the parts of arguments that tests read. Of the argument that is read last, what comes after the last part
    /// that a test reads is left for the clauses.
    fn open<'g>(&mut self, group: &'g Group<'a>, left: &[usize], inside: Option<u16>) -> Opening<'g, 'a> {
        let members = left.iter().map(|&at| group.member(at, &Decided::default()));
        let parts: Vec<(u16, u16)> = members
            .flat_map(|member| member.reads)
            .filter_map(|place| if let Place::Inside(argument, part) = place { Some((argument, part)) } else { None })
            .collect();
        let mut arguments: Vec<u16> = parts.iter().map(|&(argument, _)| argument).collect();
        arguments.sort_by_key(|&argument| (Some(argument) != inside, argument));
        arguments.dedup();
        let arity = left.first().map_or(0, |&at| self.clauses[at].head.len() as u16);
        let floors = left.iter().map(|&at| first_floor(&self.clauses[at].body));
        let mut next = floors.max().unwrap_or(0).max(arity);
        let mut opened = Vec::new();
        for (at, &argument) in arguments.iter().enumerate() {
            let (get, width) = match group.facts.of(argument) {
                Some(Situation::List) => (Instr::GetList { a: X(argument) }, LIST.arity as usize),
                Some(Situation::Structure(f)) => (Instr::GetStructure { f, a: X(argument) }, f.arity as usize),
                _ => unreachable!("only what is known to be a compound is opened"),
            };
            if at > 0 || inside != Some(argument) {
                self.code.emit(get);
            }
            let tested = parts.iter().filter(|part| part.0 == argument).map(|part| usize::from(part.1) + 1).max();
            let read = if at + 1 == arguments.len() { tested.unwrap_or(width) } else { width };
            let parts = (0..read).map(|part| {
                let used = left.iter().any(|&at| self.is_used(at, argument, part));
                used.then(|| {
                    next += 1;
                    X(next - 1)
                })
            });
            let parts: Vec<Option<X>> = parts.collect();
            self.read(&parts);
            opened.push(Opened { argument, parts });
        }
        Opening { group, opened, reserved: next }
    }

    /// Reads parts into registers.
    fn read(&mut self, parts: &[Option<X>]) {
        let mut voids = 0;
        for part in parts {
            let Some(x) = *part else {
                voids += 1;
                continue;
            };
            if voids > 0 {
                self.code.emit(Instr::UnifyVoid { n: N(std::mem::take(&mut voids)) });
            }
            self.code.emit(Instr::UnifyVariableX { x });
        }
    }

    /// Whether a clause has anything but a void variable at a part of an argument.
    fn is_used(&self, at: usize, argument: u16, part: usize) -> bool {
        let clause = &self.clauses[at];
        let Node::Compound(_, args) = clause.terms.get(clause.head[usize::from(argument)]) else {
            return false;
        };
        match clause.terms.get(args[part]) {
            Node::Var(var) => clause.flow.variables[var.0 as usize].occurrences > 1,
            _ => true,
        }
    }

    fn step(&mut self, opening: &Opening<'_, 'a>, resolution: Resolution, decided: &Decided) -> Result<()> {
        match resolution {
            Resolution::Fail => self.code.emit(Instr::Fail {}),
            Resolution::Only(member) => self.version(opening, &member, Label::FAIL, false)?,
            Resolution::Chain(chain) => {
                let to = self.chain(chain);
                self.code.emit(Instr::Jump { to });
            }
            Resolution::First { first, rest, commits } => self.first(opening, &first, &rest, commits, decided)?,
        }
        Ok(())
    }

    /// Decides about the first clause; where it is not taken, the others are next.
    fn first(
        &mut self,
        opening: &Opening<'_, 'a>,
        first: &Member,
        rest: &[usize],
        commits: Commits,
        decided: &Decided,
    ) -> Result<()> {
        let decision = |test: &Test| if let Test::Decision(decision) = test { Some(*decision) } else { None };
        let decisions: Vec<Decision> = first.tests.iter().filter_map(decision).collect();
        // Where the first clause is not taken, its test was false, if it has only one.
        let decided = match decisions[..] {
            [only] if first.same.is_none() => decided.with(only, only.true_for.others()),
            _ => decided.clone(),
        };
        let next = opening.group.step(rest, &decided);
        let unknown = match commits {
            Commits::Cutting if !first.decides() => Label::FAIL,
            _ => self.chain([&[first.clause], rest].concat()),
        };
        let (other, follows) = match &next {
            Resolution::Fail => (Label::FAIL, false),
            Resolution::Chain(chain) => (self.chain(chain.clone()), false),
            _ => (self.code.label(), first.decides()),
        };
        let otherwise = Otherwise { other, unknown };
        if let Some((a, b)) = first.same {
            let (a, b) = (opening.register(a), opening.register(b));
            self.code.emit(Instr::DecideSame { a, b, other, unknown });
        }
        let taken = self.code.label();
        let mut falls = Falls::WhenTrue;
        for (at, decision) in decisions.iter().enumerate() {
            let taken = (at + 1 == decisions.len()).then_some(taken);
            falls = self.decide(opening, decision, taken, otherwise);
        }
        if let Falls::WhenFalse = falls {
            if follows {
                self.code.place(other);
            }
            self.step(opening, next, &decided)?;
            self.code.place(taken);
            return self.take(opening, first, commits, otherwise);
        }
        self.code.place(taken);
        self.take(opening, first, commits, otherwise)?;
        if follows {
            self.code.place(other);
            self.step(opening, next, &decided)?;
        }
        Ok(())
    }

    /// The first clause is decided on but for what its version tests itself.
    fn take(
        &mut self,
        opening: &Opening<'_, 'a>,
        first: &Member,
        commits: Commits,
        otherwise: Otherwise,
    ) -> Result<()> {
        if let Commits::CuttingIfUnbound(argument) = commits
            && opening.group.facts.of(argument) != Some(Situation::Variable)
        {
            self.code.emit(Instr::IfVar { a: X(argument), other: otherwise.unknown });
        }
        self.version(opening, first, otherwise.other, true)
    }

    /// One decision. It goes on when it is true, unless its instruction asks the contrary and there is a place for when
    /// it is true.
    fn decide(&mut self, opening: &Opening, decision: &Decision, taken: Option<Label>, otherwise: Otherwise) -> Falls {
        let (a, unknown) = (opening.register(decision.left), otherwise.unknown);
        let (asked, turned) = match decision.true_for {
            plain @ (Outcomes::LESS | Outcomes::EQUAL | Outcomes::GREATER) => (plain, false),
            contrary => (contrary.others(), true),
        };
        let other = match (turned, taken) {
            (false, _) => otherwise.other,
            (true, Some(taken)) => taken,
            (true, None) => self.code.label(),
        };
        self.code.emit(match (asked, decision.right) {
            (Outcomes::LESS, Operand::Number(i)) => Instr::DecideLessConst { a, i, other, unknown },
            (Outcomes::EQUAL, Operand::Number(i)) => Instr::DecideEqualConst { a, i, other, unknown },
            (_, Operand::Number(i)) => Instr::DecideGreaterConst { a, i, other, unknown },
            (Outcomes::LESS, Operand::Place(b)) => Instr::DecideLess { a, b: opening.register(b), other, unknown },
            (Outcomes::EQUAL, Operand::Place(b)) => Instr::DecideEqual { a, b: opening.register(b), other, unknown },
            (_, Operand::Place(b)) => Instr::DecideLess { a: opening.register(b), b: a, other, unknown },
        });
        match (turned, taken) {
            (false, _) => Falls::WhenTrue,
            (true, Some(_)) => Falls::WhenFalse,
            (true, None) => {
                self.code.emit(match otherwise.other {
                    Label::FAIL => Instr::Fail {},
                    to => Instr::Jump { to },
                });
                self.code.place(other);
                Falls::WhenTrue
            }
        }
    }

    fn version(
        &mut self,
        opening: &Opening<'_, 'a>,
        member: &Member,
        other: Label,
        same_is_settled: bool,
    ) -> Result<()> {
        let arrival = Arrival {
            facts: &opening.group.facts,
            opened: &opening.opened,
            reserved: opening.reserved,
            other,
            same_is_settled,
        };
        let clause = &self.clauses[member.clause];
        let (step, frames) = clause.version(member, &arrival, self.code, self.literals, self.vocabulary)?;
        self.steps.push(step);
        self.frames.extend(frames);
        *self.versions.entry(member.clause).or_default() += 1;
        Ok(())
    }

    /// The label of a chain of choice points.
    fn chain(&mut self, chain: Vec<usize>) -> Label {
        let label = self.code.label();
        self.chains.push((label, chain));
        label
    }
}

impl Opening<'_, '_> {
    /// Where a value is that a test reads.
    fn register(&self, place: Place) -> X {
        match place {
            Place::Argument(argument) => X(argument),
            Place::Inside(argument, part) => {
                let opened = self.opened.iter().find(|opened| opened.argument == argument);
                let x = opened.and_then(|opened| opened.parts[usize::from(part)]);
                x.expect("what a test reads has been read")
            }
        }
    }
}
