//! Clause selection: switches on arguments and chains of choice points.
//!
//! In: the clauses of a predicate with their compiled pieces. Out: its [`Block`]. The decisions are those of
//! [`super::tree`]; here they become instructions. Of several clauses that no switch tells apart a chain of choice
//! points tries one after the other; one clause alone is entered directly, and behind its `get_` instruction where a
//! switch has already done that one's work. What is reached in several ways is there once.

use super::assemble::{Assembler, shift};
use super::branch::Branches;
use super::clause::{Clause, Piece};
use super::group::Group;
use super::tree::{ByKey, Choice, Destination, Entry, Several, Switch, Tree};
use super::vocabulary::Vocabulary;
use crate::code::{Block, ClauseCode, FrameMap, Literal, Share, SwitchKey, SwitchTable};
use crate::instr::{Instr, Label, N, TableId, X};
use rustc_hash::FxHashMap;

/// Puts the pieces of a predicate's clauses together behind their selection code. `main` is the argument that the
/// clauses take apart first.
pub(super) fn block(
    arity: u16,
    main: u16,
    clauses: &[Clause],
    pieces: Vec<Piece>,
    literals: Vec<Literal>,
    vocabulary: &Vocabulary,
) -> Block {
    let mut selection = Selection {
        arity,
        code: Assembler::new(Share::Selection),
        tables: Vec::new(),
        chains: FxHashMap::default(),
        places: FxHashMap::default(),
        clause_starts: Vec::new(),
        queue: Vec::new(),
        fail: None,
        literals,
        vocabulary,
        versions: FxHashMap::default(),
        steps: Vec::new(),
        frames: Vec::new(),
        fallbacks: Vec::new(),
    };
    selection.emit(Tree::new(clauses, main), clauses);
    selection.finish(pieces)
}

struct Selection<'v> {
    arity: u16,
    code: Assembler,
    tables: Vec<Vec<(SwitchKey, Label)>>,
    /// Where the chains begin that are out already.
    chains: FxHashMap<Vec<usize>, Label>,
    /// Labels of what is selected from several clauses.
    places: FxHashMap<Several, Label>,
    /// Labels used for clauses: placed when the clauses' addresses are known.
    clause_starts: Vec<(Label, usize, Entry)>,
    queue: Vec<(Label, Several)>,
    /// A `fail` instruction, if a table needs one.
    fail: Option<Label>,
    literals: Vec<Literal>,
    vocabulary: &'v Vocabulary,
    /// How many versions of each clause are out.
    versions: FxHashMap<usize, usize>,
    /// Where steps are counted in versions.
    steps: Vec<Label>,
    /// What environments hold in versions.
    frames: Vec<FrameMap>,
    /// Chains that groups fall back on.
    fallbacks: Vec<(Label, Vec<usize>)>,
}

impl Selection<'_> {
    fn emit(&mut self, mut tree: Tree, clauses: &[Clause]) {
        match tree.root() {
            Destination::Several(several) => {
                let entry = self.code.label();
                self.places.insert(several.clone(), entry);
                self.queue.push((entry, several));
            }
            Destination::Fail => self.code.emit(Instr::Fail {}),
            // The only clause follows.
            Destination::Clause(..) if clauses.len() == 1 => {}
            target => {
                let to = self.label(target);
                self.code.emit(Instr::Jump { to });
            }
        }
        let mut at = 0;
        while let Some((label, several)) = self.queue.get(at).cloned() {
            at += 1;
            let room = Branches::have_room(&self.versions, &several.clauses);
            match tree.choose(&several, room) {
                Choice::Switch(switch) => {
                    self.code.place(label);
                    self.switch(switch);
                }
                Choice::Group(group) => self.group(label, &several, &group, clauses),
                Choice::Chain => self.chain(label, &several.clauses),
            }
        }
        for (label, chain) in std::mem::take(&mut self.fallbacks) {
            self.chain(label, &chain);
        }
        if let Some(fail) = self.fail {
            self.code.place(fail);
            self.code.emit(Instr::Fail {});
        }
    }

    fn group<'a>(&mut self, label: Label, several: &Several, group: &Group<'a>, clauses: &'a [Clause<'a>]) {
        self.code.place(label);
        let start = self.code.len();
        let known = (self.steps.len(), self.fallbacks.len(), self.frames.len());
        let mut branches = Branches {
            clauses,
            code: &mut self.code,
            literals: &mut self.literals,
            vocabulary: self.vocabulary,
            versions: &mut self.versions,
            steps: &mut self.steps,
            frames: &mut self.frames,
            chains: &mut self.fallbacks,
        };
        if branches.emit(group, &several.clauses, several.inside).is_err() {
            // A version needs more registers than there are: no version then.
            self.code.truncate(start);
            self.steps.truncate(known.0);
            self.fallbacks.truncate(known.1);
            self.frames.truncate(known.2);
            self.chain(label, &several.clauses);
        }
    }

    fn switch(&mut self, switch: Switch) {
        let a = X(switch.argument);
        let var = self.label(switch.variable);
        let (constant_label, constant) = self.class(switch.constant);
        let list = self.label(switch.list);
        let (structure_label, structure) = self.class(switch.structure);
        self.code.emit(match a {
            X(0) => Instr::SwitchOnTerm { var, constant: constant_label, list, structure: structure_label },
            a => Instr::SwitchOnTermX { a, var, constant: constant_label, list, structure: structure_label },
        });
        if let Some((table, other)) = constant {
            self.code.place(constant_label);
            self.code.emit(match a {
                X(0) => Instr::SwitchOnConstant { table, other },
                a => Instr::SwitchOnConstantX { a, table, other },
            });
        }
        if let Some((table, other)) = structure {
            self.code.place(structure_label);
            self.code.emit(match a {
                X(0) => Instr::SwitchOnStructure { table, other },
                a => Instr::SwitchOnStructureX { a, table, other },
            });
        }
    }

    /// The label of a class, and its table with the label of what is not in it.
    fn class(&mut self, class: ByKey) -> (Label, Option<(TableId, Label)>) {
        match class {
            ByKey::Plain(target) => (self.label(target), None),
            ByKey::Table(rows, other) => {
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
    fn row_label(&mut self, target: Destination) -> Label {
        match target {
            Destination::Fail => *self.fail.get_or_insert_with(|| self.code.label()),
            target => self.label(target),
        }
    }

    fn label(&mut self, target: Destination) -> Label {
        match target {
            Destination::Fail => Label::FAIL,
            Destination::Clause(at, entry) => self.clause_label(at, entry),
            Destination::Several(several) => {
                if let Some(&label) = self.places.get(&several) {
                    return label;
                }
                let label = self.code.label();
                self.places.insert(several.clone(), label);
                self.queue.push((label, several));
                label
            }
        }
    }

    fn clause_label(&mut self, at: usize, entry: Entry) -> Label {
        let label = self.code.label();
        self.clause_starts.push((label, at, entry));
        label
    }

    /// Tries clauses one after the other.
    fn chain(&mut self, label: Label, chain: &[usize]) {
        if let Some(&known) = self.chains.get(chain) {
            return self.code.alias(label, known);
        }
        self.code.place(label);
        self.chains.insert(chain.to_vec(), label);
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

    fn finish(mut self, pieces: Vec<Piece>) -> Block {
        let mut base = self.code.len();
        let mut clauses = Vec::with_capacity(pieces.len());
        let mut steps = Vec::with_capacity(pieces.len());
        for piece in &pieces {
            clauses.push(ClauseCode {
                start: Label(base),
                matched: Label(base + piece.matched.0),
                end: Label(base + piece.instrs.len() as u32),
                span: piece.span,
            });
            steps.push(Label(base + piece.step.0));
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
        steps.extend(self.steps.iter().map(|&step| assembled.place(step)));
        steps.sort_unstable();
        let tables = self
            .tables
            .iter()
            .map(|rows| -> SwitchTable { rows.iter().map(|&(key, label)| (key, resolve(label))).collect() });
        let tables = tables.collect();
        let frames = self.frames.into_iter();
        let mut frames: Vec<FrameMap> =
            frames.map(|frame| FrameMap { at: assembled.place(frame.at), ..frame }).collect();
        let mut instrs = assembled.instrs;
        let mut shares = assembled.shares;
        let rest: usize = pieces.iter().map(|piece| piece.instrs.len()).sum();
        instrs.reserve_exact(rest);
        shares.reserve_exact(rest);
        for (piece, clause) in pieces.into_iter().zip(&clauses) {
            let moved = piece.instrs.into_iter().map(|instr| shift(instr, clause.start.0));
            instrs.extend(moved);
            shares.extend(piece.shares);
            let at = |label: Label| Label(label.0 + clause.start.0);
            frames.extend(piece.frames.into_iter().map(|frame| FrameMap { at: at(frame.at), ..frame }));
        }
        Block { instrs, shares, tables, literals: self.literals, clauses, frames, steps }
    }
}
