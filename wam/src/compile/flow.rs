//! What a clause's variables do: where they occur, which of them need a slot of the environment, and how long they
//! live.
//!
//! In: head arguments and body. Out: positions, chunks and register floors on the leaves, and a [`Variable`] for each
//! variable. A chunk is a stretch of goals in which registers keep their values: up to and including a call, and anew
//! after every place that is reached by backtracking or from branches of which one has called something.
//!
//! A variable is permanent when it occurs in more than one chunk. Variables that only occur inside several
//! alternatives of one construct are different variables to the machine, and get different names first.

use super::goal::{Alternative, Commit, Goal, If, Leaf, LeafKind, Returns};
use crate::instr::Y;
use crate::term::{Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A variable of a clause.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    /// How often it occurs; once is void.
    pub occurrences: u32,
    /// How often of these in the head.
    pub in_head: u32,
    /// Positions at which it occurs, rising.
    pub uses: Vec<u32>,
    /// Where it is an argument of a call: position, chunk, argument.
    pub hints: Vec<(u32, u32, u16)>,
    /// Its slot, if it is permanent.
    pub slot: Option<Y>,
    chunk: Option<u32>,
    permanent: bool,
}

/// What the flow analysis finds.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// The variables by number.
    pub variables: Vec<Variable>,
    /// Whether the clause needs an environment.
    pub environment: bool,
    /// The level that deep cuts cut back to, if there are any.
    pub level: Option<VarId>,
    /// Last positions of the permanent variables, falling: slot `i` is needed up to `lasts[i]`.
    lasts: Vec<u32>,
}

impl Flow {
    /// How many slots the environment has.
    pub fn slots(&self) -> u32 {
        self.lasts.len() as u32
    }

    /// How many slots are needed after a position.
    pub fn live_after(&self, position: u32) -> u16 {
        self.lasts.partition_point(|&last| last > position) as u16
    }
}

/// Calls `each` with the variables of a term, left to right, as they occur.
pub(super) fn each_variable(terms: &Terms, root: TermId, mut each: impl FnMut(VarId)) {
    let mut rest = vec![root];
    while let Some(term) = rest.pop() {
        match terms.get(term) {
            Node::Var(var) => each(var),
            Node::Compound(_, args) => rest.extend(args.iter().rev()),
            _ => {}
        }
    }
}

/// The variable a leaf means by a name.
pub(super) fn renamed(leaf: &Leaf, var: VarId) -> VarId {
    leaf.renaming.as_ref().and_then(|map| map.get(&var).copied()).unwrap_or(var)
}

/// Analyses a clause. `variables` is how many variables there are.
pub(super) fn analyse(terms: &Terms, head: &[TermId], body: &mut Goal, variables: u32) -> Flow {
    let mut analysis = Analysis { terms, flow: Flow::default(), position: 0, chunks: 0, in_test: false };
    analysis.flow.variables = vec![Variable::default(); variables as usize];
    let variables = &mut analysis.flow.variables;
    for &arg in head {
        each_variable(terms, arg, |var| variables[var.0 as usize].in_head += 1);
    }
    analysis.split(body);
    for &arg in head {
        each_variable(terms, arg, |var| analysis.occurs(var, 0));
    }
    analysis.number(body, 0, Place::Last);
    floors(body, 0);
    analysis.finish()
}

/// Whether a goal is the last one of its clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Something follows.
    Inner,
    /// Control returns to the caller after it.
    Last,
}

struct Analysis<'a> {
    terms: &'a Terms,
    flow: Flow,
    position: u32,
    chunks: u32,
    /// Whether the goal is in a condition made of tests, where a disjunction needs no choice point.
    in_test: bool,
}

type Tally = FxHashMap<VarId, u32>;

impl Analysis<'_> {
    // --- Variables of separate alternatives

    /// Gives variables that occur in several alternatives of a construct and nowhere else a name in each.
    fn split(&mut self, body: &mut Goal) {
        let mut totals = Tally::default();
        for (var, variable) in self.flow.variables.iter().enumerate() {
            if variable.in_head > 0 {
                totals.insert(VarId(var as u32), variable.in_head);
            }
        }
        if matches!(body, Goal::Leaf(_)) {
            return;
        }
        self.tally(body, &mut totals);
        self.split_goal(body, &mut totals);
    }

    fn split_goal(&mut self, goal: &mut Goal, totals: &mut Tally) {
        match goal {
            Goal::Leaf(_) => {}
            Goal::Seq(goals) => goals.iter_mut().for_each(|goal| self.split_goal(goal, totals)),
            Goal::Or(alternatives) => {
                let mut groups: Vec<Vec<&mut Goal>> = alternatives.iter_mut().map(|a| vec![&mut a.goal]).collect();
                self.split_groups(&mut groups, totals);
            }
            Goal::If(branch) => {
                let If { cond, then, otherwise, .. } = &mut **branch;
                let mut groups = vec![vec![&mut cond.goal, &mut then.goal], vec![&mut otherwise.goal]];
                self.split_groups(&mut groups, totals);
            }
        }
    }

    fn split_groups(&mut self, groups: &mut [Vec<&mut Goal>], totals: &mut Tally) {
        let tallies: Vec<Tally> = groups
            .iter()
            .map(|goals| {
                let mut tally = Tally::default();
                goals.iter().for_each(|goal| self.tally(goal, &mut tally));
                tally
            })
            .collect();
        let mut inside: FxHashMap<VarId, (u32, u32)> = FxHashMap::default();
        for (var, count) in tallies.iter().flatten() {
            let entry = inside.entry(*var).or_default();
            *entry = (entry.0 + 1, entry.1 + count);
        }
        for (goals, tally) in groups.iter_mut().zip(&tallies).skip(1) {
            let mut renaming = FxHashMap::default();
            let mut vars: Vec<_> = tally.iter().collect();
            vars.sort_unstable();
            for (&var, &count) in vars {
                let (groups_with, total) = inside[&var];
                if groups_with > 1 && totals.get(&var) == Some(&total) {
                    let new = VarId(self.flow.variables.len() as u32);
                    self.flow.variables.push(Variable::default());
                    renaming.insert(var, new);
                    totals.insert(new, count);
                }
            }
            if !renaming.is_empty() {
                goals.iter_mut().for_each(|goal| rename(goal, &renaming, self.terms));
            }
        }
        // What stays under the old name is what the first alternative that has it counts.
        for (var, (groups_with, total)) in inside {
            if groups_with > 1 && totals.get(&var) == Some(&total) {
                totals.insert(var, tallies[0].get(&var).copied().unwrap_or(0));
            }
        }
        for goals in groups {
            goals.iter_mut().for_each(|goal| self.split_goal(goal, totals));
        }
    }

    fn tally(&self, goal: &Goal, tally: &mut Tally) {
        match goal {
            Goal::Leaf(leaf) => {
                for &arg in &leaf.args {
                    each_variable(self.terms, arg, |var| {
                        *tally.entry(renamed(leaf, var)).or_default() += 1;
                    });
                }
            }
            Goal::Seq(goals) => goals.iter().for_each(|goal| self.tally(goal, tally)),
            Goal::Or(alternatives) => {
                alternatives.iter().for_each(|a| self.tally(&a.goal, tally));
            }
            Goal::If(branch) => {
                for part in [&branch.cond, &branch.then, &branch.otherwise] {
                    self.tally(&part.goal, tally);
                }
            }
        }
    }

    // --- Positions and chunks

    fn occurs(&mut self, var: VarId, chunk: u32) {
        let variable = &mut self.flow.variables[var.0 as usize];
        variable.occurrences += 1;
        if variable.uses.last() != Some(&self.position) {
            variable.uses.push(self.position);
        }
        match variable.chunk {
            None => variable.chunk = Some(chunk),
            Some(first) => variable.permanent |= first != chunk,
        }
    }

    /// A level of choice points: it always lives in the environment.
    fn level(&mut self, var: VarId) {
        self.occurs(var, 0);
        self.flow.variables[var.0 as usize].permanent = true;
    }

    fn fresh_chunk(&mut self) -> u32 {
        self.chunks += 1;
        self.chunks
    }

    fn next_position(&mut self) -> u32 {
        self.position += 1;
        self.position
    }

    /// Numbers a goal that begins in a chunk; gives the chunk after it.
    fn number(&mut self, goal: &mut Goal, chunk: u32, place: Place) -> u32 {
        match goal {
            Goal::Leaf(leaf) => self.number_leaf(leaf, chunk, place),
            Goal::Seq(goals) => {
                let count = goals.len();
                goals.iter_mut().enumerate().fold(chunk, |chunk, (at, goal)| {
                    let last = at + 1 == count;
                    self.number(goal, chunk, if last { place } else { Place::Inner })
                })
            }
            Goal::Or(alternatives) if self.in_test => {
                for alternative in alternatives {
                    self.number_alternative(alternative, chunk, Place::Inner);
                }
                chunk
            }
            Goal::Or(alternatives) => {
                self.flow.environment = true;
                for (at, alternative) in alternatives.iter_mut().enumerate() {
                    let chunk = if at == 0 { chunk } else { self.fresh_chunk() };
                    self.number_alternative(alternative, chunk, place);
                }
                self.fresh_chunk()
            }
            Goal::If(branch) if branch.commit == Commit::Tests => {
                let outer = std::mem::replace(&mut self.in_test, true);
                self.number_alternative(&mut branch.cond, chunk, Place::Inner);
                self.in_test = outer;
                let then = self.number_alternative(&mut branch.then, chunk, place);
                let otherwise = self.number_alternative(&mut branch.otherwise, chunk, place);
                if then == chunk && otherwise == chunk { chunk } else { self.fresh_chunk() }
            }
            Goal::If(branch) => {
                self.flow.environment = true;
                branch.mark = self.next_position();
                self.level(branch.level);
                branch.barrier.into_iter().for_each(|level| self.level(level));
                let after = self.number_alternative(&mut branch.cond, chunk, Place::Inner);
                branch.cut = self.next_position();
                self.level(branch.level);
                self.number_alternative(&mut branch.then, after, place);
                let otherwise = self.fresh_chunk();
                self.number_alternative(&mut branch.otherwise, otherwise, place);
                self.fresh_chunk()
            }
        }
    }

    fn number_alternative(&mut self, part: &mut Alternative, chunk: u32, place: Place) -> u32 {
        let start = self.position + 1;
        let after = self.number(&mut part.goal, chunk, place);
        part.range = start..self.position + 1;
        after
    }

    fn number_leaf(&mut self, leaf: &mut Leaf, chunk: u32, place: Place) -> u32 {
        leaf.position = self.next_position();
        leaf.chunk = chunk;
        let terms = self.terms;
        for &arg in &leaf.args {
            each_variable(terms, arg, |var| self.occurs(renamed(leaf, var), chunk));
        }
        match leaf.kind {
            LeafKind::Cut(Some(level)) => self.level(level),
            LeafKind::Cut(None) if chunk != 0 => {
                self.flow.environment = true;
                let level = *self.flow.level.get_or_insert_with(|| {
                    self.flow.variables.push(Variable::default());
                    VarId(self.flow.variables.len() as u32 - 1)
                });
                self.level(level);
            }
            LeafKind::Call(_, returns) => {
                for (at, &arg) in leaf.args.iter().enumerate() {
                    if let Node::Var(var) = terms.get(arg) {
                        let hint = (leaf.position, chunk, at as u16);
                        self.flow.variables[renamed(leaf, var).0 as usize].hints.push(hint);
                    }
                }
                self.flow.environment |= place == Place::Inner || returns == Returns::Here;
                return self.fresh_chunk();
            }
            LeafKind::Cut(None)
            | LeafKind::Fail
            | LeafKind::Unify
            | LeafKind::Is
            | LeafKind::Compare(_)
            | LeafKind::Type(_)
            | LeafKind::Builtin(..) => {}
        }
        chunk
    }

    fn finish(mut self) -> Flow {
        let mut permanent: Vec<usize> =
            (0..self.flow.variables.len()).filter(|&var| self.flow.variables[var].permanent).collect();
        let last = |flow: &Flow, var: usize| flow.variables[var].uses.last().copied();
        permanent.sort_by_key(|&var| std::cmp::Reverse(last(&self.flow, var)));
        for (slot, var) in permanent.into_iter().enumerate() {
            self.flow.lasts.extend(last(&self.flow, var));
            self.flow.variables[var].slot = Some(Y(slot as u16));
        }
        self.flow
    }
}

/// Renames variables in every leaf of a goal.
fn rename(goal: &mut Goal, renaming: &FxHashMap<VarId, VarId>, terms: &Terms) {
    match goal {
        Goal::Leaf(leaf) => {
            let mut map = leaf.renaming.as_deref().cloned().unwrap_or_default();
            let mut changed = false;
            for &arg in &leaf.args {
                each_variable(terms, arg, |var| {
                    if let Some(&new) = renaming.get(&renamed(leaf, var)) {
                        map.insert(var, new);
                        changed = true;
                    }
                });
            }
            if changed {
                leaf.renaming = Some(Rc::new(map));
            }
        }
        Goal::Seq(goals) => goals.iter_mut().for_each(|goal| rename(goal, renaming, terms)),
        Goal::Or(alternatives) => {
            alternatives.iter_mut().for_each(|a| rename(&mut a.goal, renaming, terms));
        }
        Goal::If(branch) => {
            for part in [&mut branch.cond, &mut branch.then, &mut branch.otherwise] {
                rename(&mut part.goal, renaming, terms);
            }
        }
    }
}

/// Sets the register floors of a goal that is followed by one with this floor; gives its own.
fn floors(goal: &mut Goal, after: u16) -> u16 {
    match goal {
        Goal::Leaf(leaf) => {
            leaf.floor = match leaf.kind {
                LeafKind::Call(..) => leaf.args.len() as u16,
                LeafKind::Builtin(..) => after.max(leaf.args.len() as u16),
                LeafKind::Fail
                | LeafKind::Cut(_)
                | LeafKind::Unify
                | LeafKind::Is
                | LeafKind::Compare(_)
                | LeafKind::Type(_) => after,
            };
            leaf.floor
        }
        Goal::Seq(goals) => goals.iter_mut().rev().fold(after, |after, goal| floors(goal, after)),
        Goal::Or(alternatives) => {
            let starts = alternatives.iter_mut().map(|a| floors(&mut a.goal, after));
            starts.max().unwrap_or(after)
        }
        Goal::If(branch) => {
            let then = floors(&mut branch.then.goal, after);
            let otherwise = floors(&mut branch.otherwise.goal, after);
            floors(&mut branch.cond.goal, then.max(otherwise))
        }
    }
}
