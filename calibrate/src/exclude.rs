//! Keeping evaluated programs out of the fit that is evaluated on them.
//!
//! A generated workload that happens to be the evaluated program makes the reported error flatter. The throw-away
//! study excluded pairs of a bigram cosine of 0.9 or more (spec/calibration.md, section 4). Counts per key are
//! unigrams, which are less telling: every deterministic list traversal has a cosine above 0.9 to every other. A
//! program that is the same but for names and constants has the same counts but for a few variants, a cosine above
//! 0.98, so that is the limit here ([`LIMIT`]); besides, programs whose text is the same but for names are excluded
//! whatever their counts ([`skeleton`]).

use crate::design::{Column, Run};
use std::collections::HashMap;
use wam::cost::{Counts, Key};

/// Cosine of two count vectors from which programs count as the same.
pub const LIMIT: f64 = 0.98;

/// A program that an evaluation will ask about.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// Its counts on the input it is evaluated with.
    pub counts: Counts,
    /// Its text.
    pub text: String,
}

/// Whether a measured program is too like an evaluated one.
pub fn is_near(run: &Run, text: &str, evaluated: &Evaluated) -> bool {
    cosine(run, &evaluated.counts) >= LIMIT || skeleton(text) == skeleton(&evaluated.text)
}

/// Cosine of the angle between two count vectors, steps and the overhead of a run left out.
pub fn cosine(run: &Run, counts: &Counts) -> f64 {
    let counted = |column: Column| column.key().filter(|&key| key != Key::STEP);
    let (mut product, mut own) = (0.0, 0.0);
    for &(column, count) in &run.counts {
        if let Some(key) = counted(column) {
            product += count as f64 * counts[key] as f64;
            own += (count as f64).powi(2);
        }
    }
    let other: f64 = counts.iter().filter(|&(key, _)| key != Key::STEP).map(|(_, count)| (count as f64).powi(2)).sum();
    if own == 0.0 || other == 0.0 { 0.0 } else { product / (own * other).sqrt() }
}

/// A program's text with its names numbered in the order they appear, numbers and blanks normalised: equal for
/// programs that differ only in names and constants.
pub fn skeleton(text: &str) -> String {
    let mut names: HashMap<String, usize> = HashMap::new();
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(first) = chars.next() {
        if first == '%' {
            while chars.next_if(|&next| next != '\n').is_some() {}
        } else if first.is_alphanumeric() || first == '_' {
            let mut word = String::from(first);
            while let Some(next) = chars.next_if(|next| next.is_alphanumeric() || *next == '_') {
                word.push(next);
            }
            if first.is_numeric() {
                out.push('0');
            } else {
                let next = names.len();
                let kind = if first.is_lowercase() { 'a' } else { 'V' };
                out.push_str(&format!("{kind}{}", names.entry(word).or_insert(next)));
            }
        } else if !first.is_whitespace() {
            out.push(first);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::cost::Nanoseconds;
    use wam::instr::key;

    fn evaluated(cells: &[(Key, u64)], text: &str) -> Evaluated {
        let mut counts = Counts::new();
        cells.iter().for_each(|&(key, count)| counts[key] = count);
        Evaluated { counts, text: text.into() }
    }

    fn run(cells: &[(Key, u64)]) -> Run {
        Run::of_program("r", "f", &evaluated(cells, "").counts, Nanoseconds(1.0))
    }

    #[test]
    fn the_same_mix_at_another_size_is_near() {
        let target = evaluated(&[(key::GetList::READ, 100), (key::Execute::OK, 101)], "p.");
        assert!(is_near(&run(&[(key::GetList::READ, 10), (key::Execute::OK, 11)]), "q :- r.", &target));
        assert!(!is_near(&run(&[(key::GetList::READ, 10), (key::Proceed::OK, 11)]), "q :- r.", &target));
    }

    #[test]
    fn a_text_that_differs_in_names_only_is_near() {
        let target = evaluated(&[], "app([],L,L).\napp([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs). % appends");
        assert!(is_near(&run(&[]), "j([], A, A). j([B|C], D, [B|E]) :- j(C, D, E).", &target));
        assert!(!is_near(&run(&[]), "j([], A, A). j([B|C], D, [B|E]) :- j(D, C, E).", &target));
    }
}
