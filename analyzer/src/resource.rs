//! Resources: what is bounded, as weights over cost keys.

use rustc_hash::FxHashMap;
use solver::Rational;
use std::sync::LazyLock;
use wam::cost::{CostTable, Key, KeyKind};
use wam::family::Family;
use wam::instr::{INSTRUCTION_KEYS, Op, PredId, key};

/// How much of a resource one execution under each key uses.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    name: String,
    weights: FxHashMap<Key, Rational>,
    zero: Rational,
    /// How much a variable uses that is bound besides those that keys stand for: from above.
    binding: Rational,
    /// The only predicate whose clauses use some of it, if it is of one.
    of: Option<PredId>,
}

/// The keys of each arithmetic instruction: on integers of a cell, on other numbers.
static ARITHMETIC: LazyLock<Vec<(Key, Key)>> = LazyLock::new(|| {
    let op = |key: Key| Op::of_key(key).map(|(op, _)| op);
    let named = |name| Key::all().filter(move |key| key.row().name == name);
    named("int")
        .flat_map(|int| named("other").filter(move |&other| op(other) == op(int)).map(move |other| (int, other)))
        .collect()
});

impl Weights {
    /// A named resource by weights.
    pub fn new(name: &str, of: impl Fn(Key) -> Rational) -> Self {
        let weights = Key::all().map(|key| (key, of(key))).filter(|(_, weight)| !weight.is_zero()).collect();
        Weights { name: name.into(), weights, zero: Rational::ZERO, binding: Rational::ZERO, of: None }
    }

    /// The resources that costs can be given in, besides single cost keys.
    pub const RESOURCES: &[&str] = &["time", "steps", "instructions", "heap", "choicepoints", "trail"];

    /// Whether costs can be given in a resource of this name.
    pub fn is_resource(name: &str) -> bool {
        Weights::RESOURCES.contains(&name) || Key::all().any(|key| key.to_string() == name)
    }

    /// How often one key is executed.
    pub fn key(key: Key) -> Self {
        Weights::new(&key.to_string(), |other| Rational::from(i64::from(key == other)))
    }

    /// Resolution steps.
    pub fn steps() -> Self {
        Weights::new("steps", |key| Rational::from(i64::from(key == Key::STEP)))
    }

    /// What of a resource the clauses of one predicate use themselves.
    pub fn only_of(self, pred: PredId) -> Self {
        Weights { of: Some(pred), ..self }
    }

    /// Whether the clauses of a predicate use some of it.
    pub(crate) fn counts_in(&self, pred: PredId) -> bool {
        self.of.is_none_or(|of| of == pred)
    }

    /// What every recursion uses: it goes through a clause, or through a goal that is called.
    pub(crate) fn progress() -> Self {
        Weights::new("progress", |key| Rational::from(i64::from(key == Key::STEP || key == key::MetaCall::OK)))
    }

    /// Instructions executed.
    pub fn instructions() -> Self {
        Weights::new("instructions", |key| Rational::from(i64::from(key.is_instruction())))
    }

    /// Heap cells pushed by instructions.
    pub fn heap() -> Self {
        Weights::new("heap", |key| Rational::from(i64::from(key.row().heap)))
    }

    /// Choice points pushed by instructions, as [`wam::cost::Counts::choice_points`] counts them. A call of a dynamic predicate
    /// scans one clause, and a second one where it pushes a choice point: the first is taken away again.
    pub fn choice_points() -> Self {
        let pushes = [key::Try::OK, key::TryElse::OK, key::PushCatch::OK, key::DynamicEnter::SCAN];
        let of = |key| i64::from(pushes.contains(&key)) - i64::from(key == key::DynamicEnter::OK);
        Weights::new("choicepoints", |key| Rational::from(of(key)))
    }

    /// Trail entries undone by backtracking.
    pub fn trail() -> Self {
        Weights::new("trail", |key| Rational::from(i64::from(key == Key::UNDO)))
    }

    /// Picoseconds at the prices of a machine, as whole numbers: equations stay exact.
    pub fn time(prices: &CostTable) -> Self {
        Weights::priced("time", prices)
    }

    /// The same under another name: a part of the time, of which an assertion that vouches for times says nothing.
    pub fn priced(name: &str, prices: &CostTable) -> Self {
        Weights::new(name, |key| Rational::from((prices[key].0 * 1000.0).round() as i64))
    }

    /// Variables that may be bound: keys of binding variants, pairs compared inside a unification, and builtins.
    pub fn bindings() -> Self {
        let keys = Weights::new("bindings", |key| Rational::from(i64::from(binds(key))));
        Weights { binding: Rational::ONE, ..keys }
    }

    /// The same from above, where each entry of the trail is undone that is made: for whom it is undone is not asked.
    pub(crate) fn undoing_all(&self) -> Self {
        let undo = self.of(Key::UNDO).clone();
        let with = |key: Key| match key {
            Key::UNDO => Rational::ZERO,
            key if binds(key) => self.of(key) + &undo,
            key => self.of(key).clone(),
        };
        Weights { binding: &self.binding + &undo, of: self.of, ..Weights::new(&self.name, with) }
    }

    /// How much a variable uses that is bound besides those that keys stand for.
    pub(crate) fn binding(&self) -> &Rational {
        &self.binding
    }

    /// Whether it is only of the work of the collector.
    pub(crate) fn is_of_collector(&self) -> bool {
        !self.weights.is_empty() && self.weights.keys().all(|key| Key::COLLECTOR.contains(key))
    }

    /// Whether it tells arithmetic on integers of a cell from arithmetic on larger ones, or counts cells.
    pub(crate) fn tells_large_integers(&self) -> bool {
        // What does not fit a cell is compared in the general case.
        let tells = self.name() == "heap" || !self.of(Key::UNIFY_ENTRY).is_zero();
        tells || ARITHMETIC.iter().any(|&(int, other)| self.of(int) != self.of(other))
    }

    /// Whether it is used in whole numbers.
    pub(crate) fn is_whole(&self) -> bool {
        self.binding.is_integer() && self.weights.values().all(Rational::is_integer)
    }

    /// Whether two resources weigh some keys alike.
    pub(crate) fn agrees<'k>(&self, other: &Weights, mut keys: impl Iterator<Item = &'k Key>) -> bool {
        self.of == other.of && self.binding == other.binding && keys.all(|&key| self.of(key) == other.of(key))
    }

    /// Its name, as assertions write it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weight of a key.
    pub fn of(&self, key: Key) -> &Rational {
        self.weights.get(&key).unwrap_or(&self.zero)
    }
}

/// Whether something is bound by an execution under a key.
pub(crate) fn binds(key: Key) -> bool {
    let row = key.row();
    if key.index() >= INSTRUCTION_KEYS {
        return key == Key::UNIFY_SIMPLE
            || key.builtin().is_some() && !matches!(row.kind, KeyKind::Else | KeyKind::Failure);
    }
    let Some((op, _)) = Op::of_key(key) else { return false };
    match op.family() {
        Family::Get => matches!(row.name, "write" | "bind"),
        // What is written there is pushed, not bound.
        Family::Unify => row.name == "bind",
        Family::Call
        | Family::Return
        | Family::Environment
        | Family::Switch
        | Family::Choice
        | Family::Jump
        | Family::Decision
        | Family::Cut
        | Family::Put
        | Family::Set
        | Family::Arithmetic
        | Family::Function
        | Family::Comparison(_)
        | Family::TypeTest
        | Family::Builtin
        | Family::MetaCall
        | Family::Catch
        | Family::Dynamic
        | Family::Undefined
        | Family::Machine => false,
    }
}
