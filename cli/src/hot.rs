//! The hot path of a bound in words.

use predict::hot::{HotPath, Share};

/// So many predicates are named.
const SHOWN: usize = 5;
/// Those with a smaller share are not.
const LEAST: f64 = 0.01;

/// Which predicates the steps are in: `98 % of the steps in app/3 (line 12), 2 % in nrev/2 (line 3)`.
pub fn in_words(hot: &HotPath) -> String {
    let of = |share: &Share| {
        let place = share.line.map_or(String::new(), |line| format!(" (line {line})"));
        (format!("{:.0} %", share.share * 100.0), format!("in {}{place}", share.predicate))
    };
    let mut shown: Vec<(String, String)> =
        hot.shares.iter().take(SHOWN).filter(|share| share.share >= LEAST).map(of).collect();
    if let Some((first, _)) = shown.first_mut() {
        first.push_str(" of the steps");
    }
    let parts: Vec<String> = shown.into_iter().map(|(share, place)| format!("{share} {place}")).collect();
    // Where a predicate takes the most steps, another may take fewer.
    let apart = if hot.adds_up { "" } else { ", each in its worst case" };
    parts.join(", ") + apart
}
