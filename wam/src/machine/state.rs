//! What a goal leaves behind: all that a later run of it may find other than it was.
//!
//! In: a machine before and after a run. Out: what has changed ([`Changed`]), and the machine as it was
//! ([`Machine::restore`]). States are compared by what they hold, not
//! by how often it was touched: a goal that takes back what it asserts has changed nothing. (Clauses of the text that are
//! removed and added again are others, though.) What a goal does outside of
//! the machine, to files and by commands, is counted where it does it ([`super::surroundings`]).
//!
//! Not part of it: what was written to the standard outputs, code that was compiled because it was called, and values of
//! `b_setval/2`, which backtracking takes back.

use super::Machine;
use super::clauses::{ClauseId, Clauses};
use super::copy::Record;
use super::number::Rules;
use super::stream::{Position, StreamId};
use super::surroundings::Settings;
use crate::atoms::Atom;
use crate::builtins::control::Global;
use crate::builtins::flags::Kept;
use crate::code::{Predicate, PredicateKind};
use crate::instr::PredId;
use crate::modules::{ModuleClass, ModuleId};
use crate::read::{Flags, Ops};
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::time::Duration;

/// A part of a machine's state, or of the world around it, that a goal has changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Changed {
    /// Clauses of dynamic predicates, or which predicates are dynamic.
    Database,
    /// Texts that were loaded, modules, what they export and import.
    Program,
    /// Values of `nb_setval/2`.
    Globals,
    /// Flags.
    Flags,
    /// Operators and characters that stand for others.
    Syntax,
    /// Where the sequence of random numbers stands.
    Random,
    /// How far the standard input was read.
    Input,
    /// Streams that were left open, and which ones are current.
    Streams,
    /// The working directory, environment variables and temporary files.
    Surroundings,
    /// Files that were written, made or removed, and commands that were run.
    Outside,
}

impl Changed {
    /// Whether [`Machine::restore`] undoes it.
    pub fn is_undone(self) -> bool {
        !matches!(self, Changed::Program | Changed::Outside)
    }
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Changed::Database => "the database",
            Changed::Program => "the loaded program",
            Changed::Globals => "global variables",
            Changed::Flags => "flags",
            Changed::Syntax => "operators",
            Changed::Random => "the sequence of random numbers",
            Changed::Input => "what is left of its input",
            Changed::Streams => "open streams",
            Changed::Surroundings => "its working directory, environment or temporary files",
            Changed::Outside => "files or runs commands",
        })
    }
}

/// What a machine holds besides stacks and code.
#[derive(Clone, PartialEq)]
pub struct State {
    database: u64,
    /// How many predicates of users are dynamic, how many texts of users are loaded, and how much their modules export.
    program: [usize; 3],
    globals: Vec<(Atom, Record)>,
    flags: (Kept, Rules, Flags, usize, Option<Duration>),
    ops: Ops,
    random: u64,
    input: Option<Position>,
    streams: (Vec<StreamId>, StreamId, StreamId),
    surroundings: Settings,
    outside: u64,
}

impl State {
    /// What is not as it was.
    pub fn changed_since(&self, before: &State) -> Vec<Changed> {
        let flags = |state: &State| {
            let (kept, rules, flags, memory, time) = state.flags.clone();
            (kept, rules, Flags { conversions: Default::default(), ..flags }, memory, time)
        };
        let conversions = |state: &State| state.flags.2.conversions.clone();
        let parts = [
            (Changed::Database, self.database == before.database && self.program[0] == before.program[0]),
            // A dynamic predicate that is none any more has lost its definition.
            (Changed::Program, self.program[1..] == before.program[1..] && self.program[0] >= before.program[0]),
            (Changed::Globals, self.globals == before.globals),
            (Changed::Flags, flags(self) == flags(before)),
            (Changed::Syntax, self.ops == before.ops && conversions(self) == conversions(before)),
            (Changed::Random, self.random == before.random),
            (Changed::Input, self.input == before.input),
            (Changed::Streams, self.streams == before.streams),
            (Changed::Surroundings, self.surroundings == before.surroundings),
            (Changed::Outside, self.outside == before.outside),
        ];
        parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
    }
}

/// What a machine goes back to.
pub(crate) struct Held {
    state: State,
    /// The last change of the database until then. Who looks at it now sees what is gone since, which is kept for that.
    pub(crate) stamp: u64,
    /// What has happened to the database since, in order.
    pub(crate) database: Vec<Change>,
}

/// A change of the database.
pub(crate) enum Change {
    /// A clause was added, at a stamp.
    Added(PredId, ClauseId, u64),
    Removed(PredId, ClauseId),
}

impl Machine {
    /// Holds on to what the machine holds now: [`Machine::restore`] goes back to it from then on.
    pub fn hold(&mut self) {
        self.held = Some(Box::new(Held { state: self.state(), stamp: self.stamp, database: Vec::new() }));
    }

    /// Undoes what goals have changed since [`Machine::hold`], in time proportional to that. What they have loaded stays, and
    /// what they have made dynamic, what they have done to files does, and where the standard input is: set it anew.
    ///
    /// # Panics
    /// When nothing is held.
    pub fn restore(&mut self) {
        let mut held = self.held.take().expect("a machine is held before it is restored");
        let mut touched: Vec<PredId> = Vec::new();
        self.stamp += 1;
        let stamp = self.stamp;
        for change in held.database.drain(..).rev() {
            let (Change::Added(pred, ..) | Change::Removed(pred, _)) = change;
            let Some(clauses) = self.dynamics.get_mut(&pred) else { continue };
            match change {
                // The number of one that was swept away may be another's.
                Change::Added(_, id, born) if clauses.find(id).is_some_and(|clause| clause.born == born) => {
                    clauses.erase(id, stamp);
                }
                Change::Removed(_, id) if clauses.find(id).is_some_and(|clause| clause.born <= held.stamp) => {
                    clauses.revive(id, stamp);
                }
                Change::Added(..) | Change::Removed(..) => {}
            }
            if touched.last() != Some(&pred) {
                touched.push(pred);
            }
        }
        self.globals.retain(|_, global| matches!(global, Global::Shared(_)));
        self.globals.extend(held.state.globals.iter().map(|(name, record)| (*name, Global::Kept(record.clone()))));
        let memory;
        (self.kept, self.rules, self.program.flags, memory, self.time_limit) = held.state.flags.clone();
        if self.memory_limit() != memory {
            self.limit_memory(memory);
        }
        self.program.ops = held.state.ops.clone();
        self.random = held.state.random;
        let (open, input, output) = &held.state.streams;
        for id in self.streams.ids() {
            if !open.contains(&id) {
                self.streams.remove(id);
            }
        }
        (self.streams.current_input, self.streams.current_output) = (*input, *output);
        self.surroundings.restore(&held.state.surroundings);
        self.held = Some(held);
        touched.dedup();
        touched.into_iter().for_each(|pred| self.sweep(pred));
    }

    /// Whether something was read from the standard input.
    pub fn has_read(&self) -> bool {
        self.streams.get(self.streams.user_input()).is_some_and(|stream| stream.position() != Position::START)
    }

    /// What a later run would find. It takes time for every clause that goals have added.
    pub fn state(&self) -> State {
        let kept = |global: &Global| match global {
            Global::Kept(record) => Some(record.clone()),
            Global::Shared(_) => None,
        };
        let mut globals: Vec<(Atom, Record)> =
            self.globals.iter().filter_map(|(&name, global)| Some((name, kept(global)?))).collect();
        globals.sort_by_key(|(name, _)| *name);
        let input = self.streams.get(self.streams.user_input()).map(|stream| stream.position());
        State {
            database: self.database(),
            program: self.shape(),
            globals,
            flags: (self.kept.clone(), self.rules, self.program.flags.clone(), self.memory_limit(), self.time_limit),
            ops: self.program.ops.clone(),
            random: self.random,
            input,
            streams: (self.streams.ids(), self.streams.current_input, self.streams.current_output),
            surroundings: self.surroundings.settings(),
            outside: self.surroundings.outside(),
        }
    }

    /// A hash of the clauses that are not as the texts brought them: the same for the same clauses in the same order.
    fn database(&self) -> u64 {
        let of = |(&pred, clauses): (&PredId, &Clauses)| {
            let born: Vec<u64> = self.initial.get(&pred).into_iter().flatten().map(|&(_, stamp)| stamp).collect();
            let living = clauses.in_order();
            if living.iter().map(|clause| clause.born).eq(born.iter().copied()) {
                return 0;
            }
            let mut hasher = FxHasher::default();
            pred.hash(&mut hasher);
            living.iter().for_each(|clause| clause.term.hash(&mut hasher));
            hasher.finish()
        };
        self.dynamics.iter().map(of).fold(0, u64::wrapping_add)
    }

    fn shape(&self) -> [usize; 3] {
        let program = &self.program;
        // What comes from the library because it is called changes nothing for whoever calls it.
        let is_users = |module: ModuleId| program.module(module).class == ModuleClass::User;
        let dynamic = |predicate: &&Predicate| predicate.kind == PredicateKind::Dynamic && is_users(predicate.module);
        [
            program.predicates.iter().filter(dynamic).count(),
            program.files.iter().filter(|file| is_users(file.module)).count(),
            // Of a module that is only named there is nothing.
            program
                .modules
                .iter()
                .filter(|module| module.class == ModuleClass::User)
                .map(|module| module.exports.len())
                .sum(),
        ]
    }
}
