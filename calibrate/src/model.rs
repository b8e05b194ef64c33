//! Timing models: which cost keys share one price.
//!
//! | model | price per | source |
//! |---|---|---|
//! | `Steps` | resolution step | the paper's comparison, section 6 |
//! | `Total` | instruction executed (M0) | spec/calibration.md, section 2 |
//! | `Opcode` | instruction and outcome (M1) | Mera et al. 2008, section 3 |
//! | `Variant` | cost key, work per unit included (M2 and M4; the default) | spec/calibration.md, section 2 |

use crate::design::Column;
use wam::cost::{Key, KeyKind};
use wam::family::Family;
use wam::instr::Op;

/// Which cost keys share a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// One price, for resolution steps.
    Steps,
    /// One price, for instructions.
    Total,
    /// A price for each instruction and outcome; work per unit is not priced.
    Opcode,
    /// A price for each key.
    #[default]
    Variant,
}

/// What the columns that share a price have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Everything.
    All,
    /// The overhead of a run.
    Run,
    /// An instruction and how it ended.
    Opcode(Op, KeyKind),
    /// One column.
    Column(Column),
}

impl Model {
    /// All models, from coarse to fine.
    pub const ALL: [Model; 4] = [Model::Steps, Model::Total, Model::Opcode, Model::Variant];

    /// The group of a column; `None` if the model does not price it.
    pub fn group(self, column: Column) -> Option<Group> {
        let Some(key) = column.key() else {
            return Some(Group::Run);
        };
        match self {
            Model::Steps => (key == Key::STEP).then_some(Group::All),
            _ if key == Key::STEP => None,
            Model::Total => key.is_instruction().then_some(Group::All),
            Model::Variant => Some(Group::Column(column)),
            Model::Opcode => match (Op::of_key(key), key.row().kind) {
                (_, KeyKind::Unit) => None,
                (Some((op, _)), kind) => Some(Group::Opcode(op, kind)),
                (None, _) => Some(Group::Column(column)),
            },
        }
    }
}

/// Columns whose prices are of one size, for the ridge: an unexercised or badly determined price stays near the mean
/// of its class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PriceClass {
    /// The overhead of a run.
    Run,
    /// An instruction, whatever its outcome.
    Instruction,
    /// A division, an evaluated function, a call of a term or of a dynamic predicate: several times as dear as other
    /// instructions.
    Dear,
    /// An instruction that took its path for numbers beyond small integers: several times as dear, and of many kinds.
    Slow,
    /// One unit of work inside an instruction.
    Unit,
    /// A builtin, whatever its outcome.
    Builtin,
    /// One unit of work inside a builtin.
    BuiltinUnit,
}

impl PriceClass {
    /// All classes.
    pub const ALL: [PriceClass; 7] = [
        PriceClass::Run,
        PriceClass::Instruction,
        PriceClass::Dear,
        PriceClass::Slow,
        PriceClass::Unit,
        PriceClass::Builtin,
        PriceClass::BuiltinUnit,
    ];

    /// Whether prices in it differ by more than ten times.
    pub fn is_wide(self) -> bool {
        matches!(
            self,
            PriceClass::Dear | PriceClass::Slow | PriceClass::Unit | PriceClass::Builtin | PriceClass::BuiltinUnit
        )
    }

    /// The class of a column.
    pub fn of(column: Column) -> PriceClass {
        let Some(key) = column.key() else {
            return PriceClass::Run;
        };
        let row = key.row();
        if matches!(row.name, "other" | "float") {
            return PriceClass::Slow;
        }
        if Op::of_key(key).is_some_and(|(op, _)| is_dear(op)) {
            return PriceClass::Dear;
        }
        if [Key::COLLECT, Key::RAISE, Key::RAISE_ERROR].contains(&key) {
            return PriceClass::Builtin;
        }
        match (key.builtin().is_some(), row.kind) {
            (false, KeyKind::Unit) => PriceClass::Unit,
            (false, _) => PriceClass::Instruction,
            (true, KeyKind::Unit) => PriceClass::BuiltinUnit,
            (true, _) => PriceClass::Builtin,
        }
    }
}

/// Whether a column is of a kind whose members differ by much, and rest on few programs each. What a run is seen to do in
/// branches and caches is not: every program tells of it.
pub fn is_uneven(column: Column) -> bool {
    let of_all = |key: Key| Key::MISSED.contains(&key) || Key::FETCHED.contains(&key);
    PriceClass::of(column).is_wide() && !column.key().is_some_and(of_all)
}

/// Whether an instruction does several times as much as others.
fn is_dear(op: Op) -> bool {
    match op.family() {
        Family::Function | Family::MetaCall | Family::Catch | Family::Dynamic => true,
        Family::Call
        | Family::Return
        | Family::Environment
        | Family::Switch
        | Family::Choice
        | Family::Jump
        | Family::Decision
        | Family::Cut
        | Family::Get
        | Family::Unify
        | Family::Put
        | Family::Set
        | Family::Arithmetic
        | Family::Comparison(_)
        | Family::TypeTest
        | Family::Builtin
        | Family::Undefined
        | Family::Machine => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::instr::key;

    #[test]
    fn finer_models_tell_more_keys_apart() {
        let groups = |model: Model| {
            let mut groups: Vec<Group> = Column::priced().filter_map(|column| model.group(column)).collect();
            groups.sort_unstable();
            groups.dedup();
            groups.len()
        };
        let sizes: Vec<usize> = Model::ALL.iter().map(|&model| groups(model)).collect();
        assert!(sizes.windows(2).all(|pair| pair[0] <= pair[1]), "{sizes:?}");
    }

    #[test]
    fn the_opcode_model_tells_outcomes_apart_but_not_variants() {
        let group = |key| Model::Opcode.group(Column::of(key));
        assert_eq!(group(key::GetList::READ), group(key::GetList::WRITE));
        assert_ne!(group(key::GetList::READ), group(key::GetList::FAIL));
        assert_eq!(group(key::Try::ARG), None);
    }
}
