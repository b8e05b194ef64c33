//! The isolating family: each program repeats one thing against a baseline that does not (Mera et al. 2008, sections 5.2
//! and 5.3, tables 2 and 3), for every instruction and builtin with every outcome that Prolog text can bring about.
//!
//! A [`Row`] is a family, helper clauses, goals that prepare, and the goals to repeat. The program is a loop whose body
//! is the preparation and `k` copies of the goals; its baseline has none. Rows whose work grows with a size (section
//! 5.4) are written with `@L`, `@A` or `@T` for a list, an atom, a term, and are measured at three sizes.
//! Deviation: the paper repeats by straight-line code of length r; a loop keeps the code small enough for the caches,
//! and what it costs is subtracted with the baseline.

use super::isolate_rows::{LIBRARY, ROWS, Row};
use super::{Workload, data};
use crate::calibration::Role;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use wam::builtins::BUILTINS;

/// How often the block is repeated in the body of the loop.
const REPETITIONS: usize = 8;
/// How often the loop goes round.
const ROUNDS: usize = 12;
/// Sizes of `@L` (elements), `@A` (characters) and `@T` (cells).
const SIZES: [usize; 3] = [2, 8, 24];

/// Writes all isolating programs, each with its baseline before it; `first` is the number of the first
/// in predicate names, baselines are indices into the result.
pub fn generate(seed: u64, first: usize) -> Vec<Workload> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = Vec::new();
    let own = BUILTINS.iter().flat_map(|row| row.workloads.iter().map(|&(setup, block)| (row.name, setup, block)));
    let builtins = (own.chain(LIBRARY.iter().copied())).map(|(family, setup, block)| Row {
        family,
        helpers: ":- dynamic(e$/1).",
        setup,
        block,
    });
    let rows: Vec<(bool, Row)> =
        (ROWS.iter().map(|row| (false, Row { ..*row }))).chain(builtins.map(|row| (true, row))).collect();
    for (builtin, row) in &rows {
        let sized = [row.helpers, row.setup, row.block].iter().any(|text| text.contains('@') && has_size(text));
        let sizes: &[usize] = if sized { &SIZES } else { &SIZES[..1] };
        for &size in sizes {
            let number = first + out.len();
            let family = format!("isolate {}{}", if *builtin { "builtin " } else { "" }, row.family);
            let index = out.len();
            let data = Data::new(&mut rng, size);
            let numbered = |text: &str| data.fill(text).replace('$', &format!("_{number}"));
            for repetitions in [0, REPETITIONS] {
                let suffix = if repetitions == 0 { "base" } else { "loop" };
                let name = format!("iso_{number}_{suffix}");
                let copies: Vec<String> =
                    (1..=repetitions)
                        .map(|copy| numbered(row.block).replace('#', &copy.to_string()))
                        .map(|block| {
                            if block.contains(" ; ") && !block.starts_with('(') {
                                format!("( {block} )")
                            } else {
                                block
                            }
                        })
                        .collect();
                let body: Vec<String> = [
                    vec!["I > 0".to_string(), numbered(row.setup)],
                    copies,
                    vec!["J is I - 1".into(), format!("{name}(J)")],
                ]
                .concat();
                let helpers = if repetitions == 0 { split_clauses(&numbered(row.helpers)) } else { String::new() };
                out.push(Workload {
                    name: name.clone(),
                    family: family.clone(),
                    text: format!("{helpers}{name}(0).\n{name}(I) :-\n    {}.\n", body.join(",\n    ")),
                    goal: format!("{name}({ROUNDS})"),
                    baseline: (repetitions > 0).then_some(index),
                    role: if repetitions > 0 { Role::Row } else { Role::Baseline },
                });
            }
        }
    }
    out
}

/// The family of the program that does nothing.
pub const NOTHING: &str = "nothing";

/// A program that does nothing: what is left of its time is entering and leaving the machine.
pub fn nothing() -> Workload {
    Workload {
        name: "iso_nothing".into(),
        family: NOTHING.into(),
        text: "iso_nothing.\n".into(),
        goal: "iso_nothing".into(),
        baseline: None,
        role: Role::Row,
    }
}

fn has_size(text: &str) -> bool {
    ["@L", "@A", "@T"].iter().any(|mark| text.contains(mark))
}

fn split_clauses(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{}\n", text.replace(". ", ".\n")) }
}

/// Data of one size.
struct Data {
    list: String,
    atom: String,
    term: String,
}

impl Data {
    fn new(rng: &mut ChaCha8Rng, size: usize) -> Data {
        Data {
            list: data::list(rng, data::Element::Int, size),
            atom: "abcdefghijklmnopqrstuvwxyz"[..size].to_string(),
            term: data::term(rng, size),
        }
    }

    fn fill(&self, text: &str) -> String {
        text.replace("@L", &self.list).replace("@A", &self.atom).replace("@T", &self.term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_follows_its_baseline() {
        let workloads = generate(1, 100);
        for pair in workloads.chunks(2) {
            assert_eq!(pair[0].role, Role::Baseline);
            assert_eq!(pair[1].baseline.map(|at| &workloads[at].name), Some(&pair[0].name));
            assert_eq!(pair[1].text.matches('$').count(), 0);
        }
    }

    #[test]
    fn sized_rows_come_in_three_sizes() {
        let families: Vec<String> = generate(1, 0).into_iter().map(|workload| workload.family).collect();
        assert_eq!(families.iter().filter(|family| *family == "isolate value nodes").count(), 6);
        assert_eq!(families.iter().filter(|family| *family == "isolate builtin @<").count(), 12);
    }
}
