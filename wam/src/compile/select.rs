//! Clause selection: switches on the first argument and chains of choice points.
//!
//! In: the clauses of a predicate with their compiled pieces. Out: its [`Block`]. For each thing selection can know of
//! the first argument (a [`Situation`]) the clauses that may match are chained; one clause alone is entered directly,
//! and behind its `get_` instruction where the switch has already done that one's work.

use super::assemble::{Assembler, shift};
use super::clause::{Clause, Piece};
use super::guards::{First, Prospect, Situation};
use crate::atoms::Functor;
use crate::code::{Block, ClauseCode, FrameMap, Literal, Share, SwitchKey, SwitchTable};
use crate::instr::{Constant, Instr, Label, N, TableId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a situation leads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Target {
    Fail,
    /// One clause, from its start or behind its first `get_` instruction.
    Clause(usize, Entry),
    /// Several clauses in order.
    Chain(Vec<usize>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Entry {
    Start,
    Matched,
}

/// What a switch on constants or functors does.
enum Class {
    /// No table: everything of the class goes to one place.
    Plain(Target),
    /// A table, and where everything else goes.
    Table(Vec<(SwitchKey, Target)>, Target),
}

/// Puts the pieces of a predicate's clauses together behind their selection code.
pub(super) fn block(arity: u16, clauses: &[Clause], pieces: Vec<Piece>, literals: Vec<Literal>) -> Block {
    let mut selection = Selection {
        arity,
        code: Assembler::new(Share::Selection),
        tables: Vec::new(),
        chains: FxHashMap::default(),
        clause_starts: Vec::new(),
        queue: Vec::new(),
        fail: None,
    };
    selection.emit(clauses);
    selection.finish(pieces, literals)
}

struct Selection {
    arity: u16,
    code: Assembler,
    tables: Vec<Vec<(SwitchKey, Label)>>,
    chains: FxHashMap<Vec<usize>, Label>,
    /// Labels used for clauses: placed when the clauses' addresses are known.
    clause_starts: Vec<(Label, usize, Entry)>,
    queue: Vec<(Label, Vec<usize>)>,
    /// A `fail` instruction, if a table needs one.
    fail: Option<Label>,
}

impl Selection {
    fn emit(&mut self, clauses: &[Clause]) {
        let candidates = Candidates::new(clauses);
        let all = candidates.target(Situation::Variable);
        let classes = match clauses.len() {
            0 | 1 => None,
            _ => candidates.classes(),
        };
        let Some((constant, list, structure)) = classes else {
            match (clauses.len(), all) {
                (1, _) => {}
                (0, _) | (_, Target::Fail) => self.code.emit(Instr::Fail {}),
                (_, Target::Chain(chain)) => self.chain(&chain),
                (_, target) => {
                    let to = self.label(target);
                    self.code.emit(Instr::Jump { to });
                }
            }
            return;
        };
        let var = self.label(all);
        let (constant_label, constant) = self.class(constant);
        let list = self.label(list);
        let (structure_label, structure) = self.class(structure);
        self.code.emit(Instr::SwitchOnTerm { var, constant: constant_label, list, structure: structure_label });
        if let Some((table, other)) = constant {
            self.code.place(constant_label);
            self.code.emit(Instr::SwitchOnConstant { table, other });
        }
        if let Some((table, other)) = structure {
            self.code.place(structure_label);
            self.code.emit(Instr::SwitchOnStructure { table, other });
        }
        for (label, chain) in std::mem::take(&mut self.queue) {
            self.code.place(label);
            self.chain(&chain);
        }
        if let Some(fail) = self.fail {
            self.code.place(fail);
            self.code.emit(Instr::Fail {});
        }
    }

    /// The label of a class, and its table with the label of what is not in it.
    fn class(&mut self, class: Class) -> (Label, Option<(TableId, Label)>) {
        match class {
            Class::Plain(target) => (self.label(target), None),
            Class::Table(rows, other) => {
                let rows = rows.into_iter().map(|(key, target)| (key, self.row_label(target)));
                let rows = rows.collect();
                self.tables.push(rows);
                let table = TableId(self.tables.len() as u32 - 1);
                let other = self.label(other);
                (self.code.label(), Some((table, other)))
            }
        }
    }

    /// The label of a row of a table: a place even where the row means failure.
    fn row_label(&mut self, target: Target) -> Label {
        match target {
            Target::Fail => *self.fail.get_or_insert_with(|| self.code.label()),
            target => self.label(target),
        }
    }

    fn label(&mut self, target: Target) -> Label {
        match target {
            Target::Fail => Label::FAIL,
            Target::Clause(at, entry) => self.clause_label(at, entry),
            Target::Chain(chain) => {
                if let Some(&label) = self.chains.get(&chain) {
                    return label;
                }
                let label = self.code.label();
                self.chains.insert(chain.clone(), label);
                self.queue.push((label, chain));
                label
            }
        }
    }

    fn clause_label(&mut self, at: usize, entry: Entry) -> Label {
        let label = self.code.label();
        self.clause_starts.push((label, at, entry));
        label
    }

    fn chain(&mut self, chain: &[usize]) {
        let arity = N(self.arity);
        for (at, &clause) in chain.iter().enumerate() {
            let clause = self.clause_label(clause, Entry::Start);
            self.code.emit(match at {
                0 => Instr::Try { arity, clause },
                _ if at + 1 == chain.len() => Instr::Trust { arity, clause },
                _ => Instr::Retry { arity, clause },
            });
        }
    }

    fn finish(mut self, pieces: Vec<Piece>, literals: Vec<Literal>) -> Block {
        let mut base = self.code.len();
        let mut clauses = Vec::with_capacity(pieces.len());
        for piece in &pieces {
            clauses.push(ClauseCode {
                start: Label(base),
                matched: Label(base + piece.matched.0),
                end: Label(base + piece.instrs.len() as u32),
                step: Label(base + piece.step.0),
                span: piece.span,
            });
            base += piece.instrs.len() as u32;
        }
        for (label, at, entry) in std::mem::take(&mut self.clause_starts) {
            let clause = &clauses[at];
            let place = match entry {
                Entry::Start => clause.start,
                Entry::Matched => clause.matched,
            };
            self.code.place_at(label, place);
        }
        let assembled = self.code.finish();
        let resolve = |label| match label {
            Label::FAIL => Label::FAIL,
            label => assembled.place(label),
        };
        let tables = self
            .tables
            .iter()
            .map(|rows| -> SwitchTable { rows.iter().map(|&(key, label)| (key, resolve(label))).collect() });
        let tables = tables.collect();
        let mut instrs = assembled.instrs;
        let mut shares = assembled.shares;
        let mut frames = Vec::new();
        for (piece, clause) in pieces.into_iter().zip(&clauses) {
            let moved = piece.instrs.into_iter().map(|instr| shift(instr, clause.start.0));
            instrs.extend(moved);
            shares.extend(piece.shares);
            let at = |label: Label| Label(label.0 + clause.start.0);
            frames.extend(piece.frames.into_iter().map(|frame| FrameMap { at: at(frame.at), ..frame }));
        }
        Block { instrs, shares, tables, literals, clauses, frames }
    }
}

/// The clauses by what they select on.
struct Candidates<'a> {
    clauses: &'a [Clause<'a>],
    constants: Vec<Constant>,
    functors: Vec<Functor>,
    by_constant: FxHashMap<Constant, Vec<usize>>,
    by_functor: FxHashMap<Functor, Vec<usize>>,
    lists: Vec<usize>,
    literals: Vec<usize>,
    variables: Vec<usize>,
}

impl<'a> Candidates<'a> {
    fn new(clauses: &'a [Clause<'a>]) -> Self {
        let mut candidates = Candidates {
            clauses,
            constants: Vec::new(),
            functors: Vec::new(),
            by_constant: FxHashMap::default(),
            by_functor: FxHashMap::default(),
            lists: Vec::new(),
            literals: Vec::new(),
            variables: Vec::new(),
        };
        let mut known = FxHashSet::default();
        for (at, clause) in clauses.iter().enumerate() {
            match clause.first() {
                First::Variable => candidates.variables.push(at),
                First::Literal => candidates.literals.push(at),
                First::List => candidates.lists.push(at),
                First::Constant(c) => candidates.by_constant.entry(c).or_default().push(at),
                First::Structure(f) => {
                    let group = candidates.by_functor.entry(f).or_default();
                    if group.is_empty() {
                        candidates.functors.push(f);
                    }
                    group.push(at);
                }
            }
            let own = match clause.first() {
                First::Constant(c) => vec![c],
                _ => clause.guard_constants(),
            };
            candidates.constants.extend(own.into_iter().filter(|&c| known.insert(c)));
        }
        candidates
    }

    /// Targets of constants, lists and structures; none where they would not differ from that of a variable.
    fn classes(&self) -> Option<(Class, Target, Class)> {
        let constant = self.class(
            self.constants.iter().map(|&c| (SwitchKey::Constant(c), Situation::Constant(c))),
            Situation::OtherConstant,
        );
        let structure = self.class(
            self.functors.iter().map(|&f| (SwitchKey::Functor(f), Situation::Structure(f))),
            Situation::OtherStructure,
        );
        let list = self.target(Situation::List);
        let all = self.target(Situation::Variable);
        let same = |class: &Class| matches!(class, Class::Plain(target) if *target == all);
        let useless = same(&constant) && same(&structure) && list == all;
        (!useless).then_some((constant, list, structure))
    }

    fn class(&self, keys: impl Iterator<Item = (SwitchKey, Situation)>, other: Situation) -> Class {
        let other = self.target(other);
        let rows = keys.map(|(key, situation)| (key, self.target(situation)));
        let mut rows: Vec<(SwitchKey, Target)> = rows.collect();
        // A key that goes where everything else goes needs no row, unless the row skips its `get_`.
        if rows.iter().all(|(_, target)| *target == other) {
            return Class::Plain(other);
        }
        match &rows[..] {
            [(_, Target::Clause(only, _))] if other == Target::Fail => {
                Class::Plain(Target::Clause(*only, Entry::Start))
            }
            [(_, Target::Chain(_))] if other == Target::Fail => Class::Plain(rows.remove(0).1),
            _ => Class::Table(rows, other),
        }
    }

    /// Where a situation leads: the clauses that may match, in order, up to one that certainly commits.
    fn target(&self, situation: Situation) -> Target {
        let none = Vec::new();
        let group = match situation {
            Situation::Variable => return self.chained(0..self.clauses.len(), situation),
            Situation::Constant(c) => self.by_constant.get(&c).unwrap_or(&none),
            Situation::OtherConstant => &self.literals,
            Situation::List => &self.lists,
            Situation::Structure(f) => self.by_functor.get(&f).unwrap_or(&none),
            Situation::OtherStructure => &none,
        };
        self.chained(merged(group, &self.variables), situation)
    }

    fn chained(&self, clauses: impl IntoIterator<Item = usize>, situation: Situation) -> Target {
        let mut chain = Vec::new();
        for at in clauses {
            match self.clauses[at].prospect(situation) {
                Prospect::Excluded => {}
                Prospect::Possible => chain.push(at),
                Prospect::Commits => {
                    chain.push(at);
                    break;
                }
            }
        }
        match chain[..] {
            [] => Target::Fail,
            [only] => Target::Clause(only, self.entry(only, situation)),
            _ => Target::Chain(chain),
        }
    }

    /// Whether selection has done the work of the clause's first `get_` instruction.
    fn entry(&self, at: usize, situation: Situation) -> Entry {
        match (self.clauses[at].first(), situation) {
            (_, Situation::Variable) | (First::Variable | First::Literal, _) => Entry::Start,
            _ => Entry::Matched,
        }
    }
}

/// Two rising sequences as one.
fn merged(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all
}
