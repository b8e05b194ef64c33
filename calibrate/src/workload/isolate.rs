//! The isolating family: each program repeats one thing against a baseline that does not (Mera et al. 2008, sections 5.2
//! and 5.3, tables 2 and 3), for every instruction and builtin with every outcome that Prolog text can bring about.
//!
//! A [`Row`] is a family, helper clauses, goals that prepare, and the goals to repeat. The program is a loop whose body
//! is the preparation and `k` copies of the goals; its baseline has none. Rows whose work grows with a size (section
//! 5.4) are written with marks for data (`@L` for a list, `@N` for an integer, …), and are measured at three sizes.
//! Deviation: the paper repeats by straight-line code of length r; a loop keeps the code small enough for the caches,
//! and what it costs is subtracted with the baseline.

use super::isolate_rows::{LIBRARY, ROWS, Row};
use super::{Workload, data};
use crate::calibration::Role;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use wam::builtins::BUILTINS;

/// How often the block is repeated in the body of the loop.
const REPETITIONS: usize = 8;
/// How often the loop goes round.
const ROUNDS: usize = 12;
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
/// Sizes of the data of instructions: see [`Data`].
const SIZES: [usize; 3] = [2, 8, 24];
/// Those of builtins, whose work is in a loop of their own: a price of a unit that is told from small data only is off by
/// several times where there is much.
const LARGE: [usize; 3] = [2, 24, 300];
/// The size from which on goals are repeated less often, in the body and by the loop.
const FEW: usize = 100;
const FEW_REPETITIONS: usize = 2;
const FEW_ROUNDS: usize = 3;

/// Writes all isolating programs, each with its baseline before it, with data of up to `sizes` sizes (there are three);
/// `first` is the number of the first in predicate names, baselines are indices into the result.
pub fn generate(seed: u64, first: usize, sizes: usize) -> Vec<Workload> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = Vec::new();
    for (builtin, row) in &rows() {
        let sized = [row.helpers, row.setup, row.block].iter().any(|text| text.contains('@') && has_size(text));
        let large = *builtin || row.setup.contains("@N");
        let of_row: &[usize] = match (sized, large) {
            (true, true) => &LARGE,
            (true, false) => &SIZES,
            (false, _) => &SIZES[..1],
        };
        for &size in of_row.iter().take(sizes) {
            let (copies, rounds) = if size < FEW { (REPETITIONS, ROUNDS) } else { (FEW_REPETITIONS, FEW_ROUNDS) };
            let number = first + out.len();
            let family = format!("isolate {}{}", if *builtin { "builtin " } else { "" }, row.family);
            let index = out.len();
            let data = Data::new(&mut rng, size);
            let program = Program { row, data, number: number.to_string() };
            for repetitions in [0, copies] {
                let suffix = if repetitions == 0 { "base" } else { "loop" };
                let name = format!("iso_{number}_{suffix}");
                let helpers = if repetitions == 0 { program.helpers() } else { String::new() };
                out.push(Workload {
                    name: name.clone(),
                    family: family.clone(),
                    text: format!("{helpers}{}", program.repeating(&name, repetitions)),
                    goal: format!("{name}({rounds})"),
                    baseline: (repetitions > 0).then_some(index),
                    role: if repetitions > 0 { Role::Row } else { Role::Baseline },
                });
            }
        }
    }
    out
}

/// All rows, and whether each is of a builtin.
fn rows() -> Vec<(bool, Row)> {
    let own = BUILTINS.iter().flat_map(|row| row.workloads.iter().map(|&(setup, block)| (row.name, setup, block)));
    let builtins = (own.chain(LIBRARY.iter().copied())).map(|(family, setup, block)| Row {
        family,
        helpers: ":- dynamic(e$/1).",
        setup,
        block,
    });
    (ROWS.iter().map(|row| (false, Row { ..*row }))).chain(builtins.map(|row| (true, row))).collect()
}

/// A row with data of one size, and what its predicates have in their names.
struct Program<'r> {
    row: &'r Row,
    data: Data,
    number: String,
}

impl Program<'_> {
    fn numbered(&self, text: &str) -> String {
        self.data.fill(text).replace('$', &format!("_{}", self.number))
    }

    fn helpers(&self) -> String {
        split_clauses(&self.numbered(self.row.helpers))
    }

    /// A loop with so many copies of the goals in its body.
    fn repeating(&self, name: &str, repetitions: usize) -> String {
        let copies = (1..=repetitions).map(|copy| self.numbered(self.row.block).replace('#', &copy.to_string()));
        let closed = copies.map(|block| match block.contains(" ; ") && !block.starts_with('(') {
            true => format!("( {block} )"),
            false => block,
        });
        let first = ["I > 0".to_string(), self.numbered(self.row.setup)];
        let last = ["J is I - 1".into(), format!("{name}(J)")];
        let body: Vec<String> = first.into_iter().chain(closed).chain(last).collect();
        format!("{name}(0).\n{name}(I) :-\n    {}.\n", body.join(",\n    "))
    }
}

/// How many rows a mixture has, and how often each is repeated at most, in the loop and by it.
const MIXED: usize = 8;
const MOST: usize = 6;

/// Programs of several rows, each as often as it comes, and with data of a size of its own: what counts of rows have in
/// common only because each was measured as it was, theirs do not. Every row is in as many of them as any other.
pub fn mixtures(seed: u64, times: usize) -> Vec<Workload> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rows = rows();
    let mut out = Vec::new();
    for _ in 0..times {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.shuffle(&mut rng);
        for chosen in order.chunks(MIXED) {
            let (name, mut text, mut goals) = (format!("mixture_{}", out.len()), String::new(), Vec::new());
            for (at, &row) in chosen.iter().enumerate() {
                let size = rng.random_range(2..=LETTERS.len());
                let data = Data::new(&mut rng, size);
                let number = format!("m{}_{at}", out.len());
                let program = Program { row: &rows[row].1, data, number };
                let each = format!("{name}_{at}");
                text.push_str(&program.helpers());
                text.push_str(&program.repeating(&each, rng.random_range(1..=MOST)));
                goals.push(format!("{each}({})", rng.random_range(1..=MOST)));
            }
            out.push(Workload {
                family: "mixture".into(),
                text: format!("{text}{name} :-\n    {}.\n", goals.join(",\n    ")),
                goal: name.clone(),
                name,
                baseline: None,
                role: Role::Row,
            });
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
    ["@L", "@A", "@T", "@N", "@F", "@R", "@W"].iter().any(|mark| text.contains(mark))
}

fn split_clauses(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{}\n", text.replace(". ", ".\n")) }
}

/// Data of one size.
struct Data {
    /// `@L`: a list of so many small integers.
    list: String,
    /// `@A`: an atom of so many characters.
    atom: String,
    /// `@T`: a term of about so many cells.
    term: String,
    /// `@N`: an integer of four times so many digits.
    number: String,
    /// `@F`: a list of so many floats.
    floats: String,
    /// `@R`: a list of so many structures.
    records: String,
    /// `@W`: a list of so many atoms.
    words: String,
}

impl Data {
    fn new(rng: &mut ChaCha8Rng, size: usize) -> Data {
        Data {
            list: data::list(rng, data::Element::Int, size),
            atom: LETTERS.chars().cycle().take(size).collect(),
            term: data::term(rng, size),
            number: (0..4 * size).map(|_| char::from(b'1' + rng.random_range(0..9u8))).collect(),
            floats: data::list_of((0..size).map(|_| format!("{:?}", f64::from(rng.random_range(0..100_000)) / 1000.0))),
            records: data::list(rng, data::Element::Pair("item"), size),
            words: data::list_of((0..size).map(|_| {
                let length = rng.random_range(1..10);
                (0..length).map(|_| char::from(b'a' + rng.random_range(0..26u8))).collect::<String>()
            })),
        }
    }

    fn fill(&self, text: &str) -> String {
        let parts = [
            ("@L", &self.list),
            ("@A", &self.atom),
            ("@T", &self.term),
            ("@N", &self.number),
            ("@F", &self.floats),
            ("@R", &self.records),
            ("@W", &self.words),
        ];
        parts.into_iter().fold(text.to_string(), |text, (mark, data)| text.replace(mark, data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_follows_its_baseline() {
        let workloads = generate(1, 100, 3);
        for pair in workloads.chunks(2) {
            assert_eq!(pair[0].role, Role::Baseline);
            assert_eq!(pair[1].baseline.map(|at| &workloads[at].name), Some(&pair[0].name));
            assert_eq!(pair[1].text.matches('$').count(), 0);
        }
    }

    #[test]
    fn builtins_are_measured_with_much_data() {
        let workloads = generate(1, 0, 3);
        let of = |family: &str| {
            let loops = workloads.iter().filter(|workload| workload.baseline.is_some());
            loops.filter(|workload| workload.family == family).map(|workload| workload.text.clone()).collect::<Vec<_>>()
        };
        let longest = |texts: &[String], is_part: fn(char) -> bool| {
            let runs = texts.iter().flat_map(|text| text.split(move |c: char| !is_part(c)));
            runs.map(str::len).max()
        };
        assert_eq!(longest(&of("isolate builtin upcase_atom"), |c| c.is_ascii_lowercase()), Some(LARGE[2]));
        assert_eq!(longest(&of("isolate builtin number_codes"), |c| c.is_ascii_digit()), Some(4 * LARGE[2]));
        assert_eq!(longest(&of("isolate a product of long integers"), |c| c.is_ascii_digit()), Some(4 * LARGE[2]));
        // What is large is repeated less often.
        let of_largest = &of("isolate builtin upcase_atom")[2];
        assert_eq!(of_largest.matches("upcase_atom(A").count(), FEW_REPETITIONS);
    }

    #[test]
    fn sized_rows_come_in_three_sizes() {
        let families: Vec<String> = generate(1, 0, 3).into_iter().map(|workload| workload.family).collect();
        assert_eq!(families.iter().filter(|family| *family == "isolate value nodes").count(), 6);
        assert_eq!(families.iter().filter(|family| *family == "isolate builtin @<").count(), 18);
    }
}
