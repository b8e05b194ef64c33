//! What the collector does in the runs of a predicate: from which sizes on there may be a collection, and how much work
//! collections are at most.
//!
//! When the heap is collected depends on what a run pushes on the heap and the stacks. Upper bounds of that go in
//! ([`Collections`]); what they mean is the machine's policy's to say ([`wam::machine::most_collected`]).

use crate::analysis::{Analysis, Bounds};
use crate::equations::Equations;
use crate::resource::{Weights, binds};
use crate::types::Type;
use solver::Rational;
use wam::builtins::BUILTINS;
use wam::cost::Key;
use wam::instr::{Instr, key};
use wam::machine::{CHOICE_POINT_WORDS, ENVIRONMENT_WORDS, Pushed, Solutions};
use wam::modules::ModuleId;

/// What the runs of a predicate push: as what counts it, or as bounds of that.
#[derive(Clone, Debug)]
pub struct Collections<T = Bounds> {
    /// Cells of heap.
    pub cells: T,
    /// Words of environments and choice points.
    pub frames: T,
    /// Words of trail; nothing where a run makes no choice point, so that bindings of the input alone are remembered.
    pub trail: Option<T>,
    /// Roots besides: argument registers and variables of a goal.
    pub others: u64,
}

impl<T> Collections<T> {
    /// The same with each part changed.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Collections<U> {
        Collections {
            cells: change(self.cells),
            frames: change(self.frames),
            trail: self.trail.map(change),
            others: self.others,
        }
    }

    /// What runs push at most, where each upper bound has the value that is given of it.
    pub fn pushed(&self, value: impl Fn(&T) -> Option<u64>) -> Option<Pushed> {
        let trail = match &self.trail {
            Some(trail) => value(trail),
            None => Some(self.others),
        };
        Some(Pushed { cells: value(&self.cells)?, frames: value(&self.frames), trail, others: self.others })
    }
}

impl Analysis<'_> {
    /// What runs push, as bounds over the sizes of calls that may succeed; why that is not known, if so.
    pub fn collections(&self, equations: &mut Equations<'_>, until: Solutions) -> Result<Collections, String> {
        let pushed = self.pushed(equations)?;
        Ok(pushed.map(|weights| self.bounds(equations, weights, until)))
    }

    /// What counts what runs push; why that is not known, where something pushes what nobody counts.
    pub fn pushed(&self, equations: &Equations<'_>) -> Result<Collections<Weights>, String> {
        if let Some(why) = self.uncounted(equations) {
            return Err(why);
        }
        let cells = Weights::new("cells", |key| Rational::from(i64::from(key.pushes().unwrap_or(0))));
        let slots = self.slots();
        let frames = Weights::new("frames", |key| Rational::from(frame_words(key, slots) as u64));
        let trail = Weights::new("trail words", |key| Rational::from(trail_words(key)));
        let chooses = equations.keys().any(|key| [key::Try::OK, key::TryElse::OK].contains(&key));
        let explorer = self.explorer();
        let arity = |at: usize| u64::from(explorer.functor(explorer.variants[at].pred).arity);
        Ok(Collections {
            cells,
            frames,
            trail: chooses.then_some(trail),
            others: 2 * (0..explorer.variants.len()).map(arity).max().unwrap_or(0),
        })
    }

    /// What runs do that pushes any number of cells, or makes roots that nobody counts.
    fn uncounted(&self, equations: &Equations<'_>) -> Option<String> {
        let explorer = self.explorer();
        if let Some(key) = equations.keys().find(|key| key.pushes().is_none()) {
            return Some(format!("how many cells {} pushes is not known", key.subject()));
        }
        if !explorer.trusted.is_empty() {
            return Some("how many cells a trusted predicate pushes is not known".into());
        }
        let pattern = &explorer.variants[self.root().0 as usize].pattern;
        if pattern.iter().any(|of| !of.is_ground() && *of != Type::Free) {
            return Some("how many variables the input holds is not known".into());
        }
        let calls = equations.keys().any(|key| key == key::MetaCall::OK);
        let outside = |at: usize| {
            let module = explorer.module(explorer.variants[at].pred);
            module.is_some_and(|module| ![ModuleId::USER, ModuleId::SYSTEM].contains(&module))
        };
        let qualifies = explorer.program.user_metas || (0..explorer.variants.len()).any(outside);
        (calls && qualifies).then(|| "goals of modules are called".into())
    }

    /// The slots of the largest environment.
    fn slots(&self) -> usize {
        let explorer = self.explorer();
        let of_variant = |at: usize| {
            let block = explorer.block(explorer.variants[at].pred);
            let kept = block.instrs.iter().filter_map(|instr| match instr {
                Instr::Call { live, .. } | Instr::TryElse { live, .. } => Some(live.0),
                _ => None,
            });
            kept.chain(block.frames.iter().map(|frame| frame.live)).max().unwrap_or(0)
        };
        (0..explorer.variants.len()).map(of_variant).max().unwrap_or(0).into()
    }
}

/// Words of environments and choice points that an execution under a key pushes, with so many slots an environment.
fn frame_words(key: Key, slots: usize) -> usize {
    match key {
        key::Allocate::OK => slots + ENVIRONMENT_WORDS,
        key::Try::OK | key::TryElse::OK => CHOICE_POINT_WORDS,
        key::Try::ARG => 1,
        _ => 0,
    }
}

/// Words of trail that it pushes at most: one a binding.
fn trail_words(key: Key) -> i64 {
    match key.builtin() {
        // Besides what it unifies it binds its arguments.
        Some(builtin) if key == Key::builtin_true(builtin) => BUILTINS[usize::from(builtin.0)].arity.into(),
        _ => i64::from(binds(key)),
    }
}
