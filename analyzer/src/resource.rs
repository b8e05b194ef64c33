//! Resources: what is bounded, as weights over cost keys.

use rustc_hash::FxHashMap;
use solver::Rational;
use wam::cost::{CostTable, Key, KeyKind};
use wam::instr::{INSTRUCTION_KEYS, Op};

/// How much of a resource one execution under each key uses.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    name: String,
    weights: FxHashMap<Key, Rational>,
    zero: Rational,
}

impl Weights {
    /// A named resource by weights.
    pub fn new(name: &str, of: impl Fn(Key) -> Rational) -> Self {
        let weights = Key::all().map(|key| (key, of(key))).filter(|(_, weight)| !weight.is_zero()).collect();
        Weights { name: name.into(), weights, zero: Rational::from(0) }
    }

    /// How often one key is executed.
    pub fn key(key: Key) -> Self {
        Weights::new(&key.to_string(), |other| Rational::from(i64::from(key == other)))
    }

    /// Resolution steps.
    pub fn steps() -> Self {
        Weights::new("steps", |key| Rational::from(i64::from(key == Key::STEP)))
    }

    /// Instructions executed.
    pub fn instructions() -> Self {
        Weights::new("instructions", |key| Rational::from(i64::from(key.is_instruction())))
    }

    /// Heap cells pushed by instructions.
    pub fn heap() -> Self {
        Weights::new("heap", |key| Rational::from(i64::from(key.row().heap)))
    }

    /// Picoseconds at the prices of a machine, as whole numbers: equations stay exact.
    pub fn time(prices: &CostTable) -> Self {
        Weights::new("time", |key| Rational::from((prices[key].0 * 1000.0).round() as i64))
    }

    /// Variables that may be bound: keys of binding variants, pairs compared inside a unification, and builtins.
    pub fn bindings() -> Self {
        Weights::new("bindings", |key| Rational::from(i64::from(binds(key))))
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

fn binds(key: Key) -> bool {
    let row = key.row();
    if key.index() >= INSTRUCTION_KEYS {
        return key.builtin().is_some() && row.kind != KeyKind::Failure;
    }
    match Op::of_key(key) {
        Some((Op::GetConstant | Op::GetList | Op::GetStructure, _)) => row.name == "write",
        Some((Op::GetValueX | Op::GetValueY | Op::UnifyValueX | Op::UnifyValueY | Op::UnifyConstant, _)) => {
            matches!(row.name, "bind" | "node")
        }
        _ => false,
    }
}
