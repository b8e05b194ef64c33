//! A profile as tables: the paper's tables 4 and 6 (instructions that succeed and that fail) side by side, and its
//! table 5 (work per unit). Data only; how it is drawn is the reader's business.

use crate::profile::{PriceRow, Profile};
use wam::cost::{Key, KeyKind};

/// A row of the table of instructions: one variant of an instruction or builtin.
#[derive(Clone, PartialEq, Debug)]
pub struct InstructionRow {
    /// The instruction or builtin.
    pub subject: String,
    /// Its variant; may be empty. A test that goes on where it is false is a variant of its own.
    pub variant: String,
    /// Its price when it succeeds (table 4).
    pub success: Option<PriceRow>,
    /// Its price when it fails (table 6).
    pub failure: Option<PriceRow>,
}

/// A row of the table of work per unit (table 5).
#[derive(Clone, PartialEq, Debug)]
pub struct UnitRow {
    /// The instruction or builtin.
    pub subject: String,
    /// The unit.
    pub unit: &'static str,
    /// The price of one.
    pub price: PriceRow,
}

/// Prices of instructions and builtins, in key order.
pub fn instructions(profile: &Profile) -> Vec<InstructionRow> {
    let mut rows: Vec<InstructionRow> = Vec::new();
    for (key, price) in keyed(profile).filter(|(key, _)| key.row().kind != KeyKind::Unit) {
        let row = key.row();
        let variant = match row.kind {
            KeyKind::Else => format!("{} else", row.name).trim_start().to_string(),
            KeyKind::Success | KeyKind::Failure | KeyKind::Unit => row.name.to_string(),
        };
        let subject = key.subject();
        let known = rows.iter().rposition(|row| row.subject == subject && row.variant == variant);
        let at = known.unwrap_or_else(|| {
            rows.push(InstructionRow { subject, variant, success: None, failure: None });
            rows.len() - 1
        });
        match row.kind {
            KeyKind::Failure => rows[at].failure = Some(price),
            KeyKind::Success | KeyKind::Else | KeyKind::Unit => rows[at].success = Some(price),
        }
    }
    rows
}

/// Prices of units of work, in key order.
pub fn units(profile: &Profile) -> Vec<UnitRow> {
    keyed(profile)
        .filter(|(key, _)| key.row().kind == KeyKind::Unit)
        .map(|(key, price)| UnitRow { subject: key.subject(), unit: unit_name(key), price })
        .collect()
}

fn unit_name(key: Key) -> &'static str {
    let own = key.builtin().and_then(|builtin| wam::builtins::BUILTINS[builtin.0 as usize].unit);
    own.unwrap_or(key.row().name)
}

fn keyed(profile: &Profile) -> impl Iterator<Item = (Key, PriceRow)> + '_ {
    profile.prices.iter().filter_map(|row| Some((row.column.key()?, *row)))
}
