//! The programs of a calibration as files: the calibrators and their variables (Mera et al. 2008, tables 2 and 3).
//!
//! Comes in: the programs as they were measured. Goes out: names and texts of files: one a program, which can be loaded
//! (an isolating one together with the one that is subtracted from it), with its goal, its time and its counts in
//! comments; and two tables, `programs.csv`, a row a program, and `counts.csv`, a row for each key of each. And what they
//! are as calibrators, by kind ([`calibrators`]).

use crate::calibration::Role;
use crate::workload::Workload;
use std::fmt::Write;
use wam::cost::{Counts, Key, Nanoseconds};

/// A program as it was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The program.
    pub workload: Workload,
    /// What a run executes.
    pub counts: Counts,
    /// How long a run takes.
    pub time: Nanoseconds,
    /// Whether prices come from it: false for one that is only subtracted, or that is too like an evaluated one.
    pub fitted: bool,
}

/// The files: names, which are distinct and of letters, digits, `_`, `-` and a dot, and texts.
pub fn files(programs: &[Measured]) -> Vec<(String, String)> {
    let mut rows = String::from("program,file,family,subtracted,fitted,nanoseconds,goal\n");
    let mut cells = String::from("program,key,count\n");
    let mut files = Vec::new();
    for program in programs {
        let Workload { name, family, goal, .. } = &program.workload;
        let file = file_name(name);
        let baseline = program.workload.baseline.map(|at| &programs[at]);
        let subtracted = baseline.map_or("", |baseline| &baseline.workload.name);
        let row = [name, &file, family, subtracted, fitted(program), &nanoseconds(program), goal].map(csv);
        rows.push_str(&(row.join(",") + "\n"));
        for (key, count) in program.counts.iter() {
            // Writing to a string cannot fail.
            let _ = writeln!(cells, "{},{},{count}", csv(name), csv(&key.to_string()));
        }
        files.push((file, text(program, baseline)));
    }
    files.push(("programs.csv".into(), rows));
    files.push(("counts.csv".into(), cells));
    files
}

/// Programs of one kind as calibrators: how many there are, and which variables their equations have.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibrators {
    /// The kind: the family that they were generated from.
    pub kind: String,
    /// Whether a program is subtracted from each, so that one thing is left.
    pub isolates: bool,
    /// Programs that prices come from.
    pub programs: usize,
    /// What the smallest and the largest executes, in instructions; of isolating ones, beyond what is subtracted.
    pub instructions: [u64; 2],
    /// The keys that occur in their equations.
    pub variables: Vec<Key>,
}

/// The programs that prices come from, by kind: isolating ones first, each in the order of the programs.
pub fn calibrators(programs: &[Measured]) -> Vec<Calibrators> {
    let mut kinds: Vec<Calibrators> = Vec::new();
    for program in programs.iter().filter(|program| program.fitted) {
        let Measured { workload, counts, .. } = program;
        let baseline = workload.baseline.map(|at| &programs[at].counts);
        let left = |key: Key| counts[key].abs_diff(baseline.map_or(0, |baseline| baseline[key]));
        let own: Vec<Key> = Key::all().filter(|&key| key != Key::STEP && left(key) > 0).collect();
        let instructions = own.iter().filter(|key| key.is_instruction()).map(|&key| left(key)).sum();
        let known = kinds.iter().position(|kind| kind.kind == workload.family);
        let at = known.unwrap_or_else(|| {
            let (kind, isolates) = (workload.family.clone(), baseline.is_some());
            kinds.push(Calibrators { kind, isolates, programs: 0, instructions: [u64::MAX, 0], variables: Vec::new() });
            kinds.len() - 1
        });
        let kind = &mut kinds[at];
        kind.programs += 1;
        kind.instructions = [kind.instructions[0].min(instructions), kind.instructions[1].max(instructions)];
        kind.variables.extend(own);
        kind.variables.sort_unstable();
        kind.variables.dedup();
    }
    kinds.sort_by_key(|kind| !kind.isolates);
    kinds
}

fn fitted(program: &Measured) -> &'static str {
    match (program.fitted, program.workload.role) {
        (true, _) => "yes",
        (false, Role::Baseline) => "subtracted from others",
        (false, Role::Row) => "no",
    }
}

fn nanoseconds(program: &Measured) -> String {
    format!("{:.3}", program.time.0)
}

fn file_name(program: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    format!("{}.pl", program.chars().map(plain).collect::<String>())
}

/// A cell of a table, in quotes where it needs them.
fn csv(cell: &str) -> String {
    match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.into(),
    }
}

/// A program with what is known of it.
fn text(program: &Measured, baseline: Option<&Measured>) -> String {
    let Workload { name, family, text, .. } = &program.workload;
    let mut out = format!("% {name}, of the family \"{family}\": {} ns a run of\n%\n", nanoseconds(program));
    let goal = |program: &Measured| format!("% ?- {}.\n", program.workload.goal.replace('\n', "\n%    "));
    out.push_str(&goal(program));
    if let Some(baseline) = baseline {
        let Measured { workload, counts, .. } = baseline;
        let _ = write!(out, "%\n% Subtracted is {}, {} ns a run of\n%\n", workload.name, nanoseconds(baseline));
        out.push_str(&goal(baseline));
        out.push_str("%\n% What is left, by key:\n%\n");
        for key in Key::all() {
            let left = program.counts[key] as i64 - counts[key] as i64;
            if left != 0 {
                let _ = writeln!(out, "% {left:>10}  {key}");
            }
        }
        let _ = write!(out, "\n{}\n", workload.text);
    } else {
        out.push_str("%\n% Executed, by key:\n%\n");
        for (key, count) in program.counts.iter() {
            let _ = writeln!(out, "% {count:>10}  {key}");
        }
        out.push('\n');
    }
    out + text
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::instr::key;

    fn measured(name: &str, cells: &[(Key, u64)], baseline: Option<usize>) -> Measured {
        let mut counts = Counts::new();
        cells.iter().for_each(|&(key, count)| counts[key] = count);
        let workload = Workload {
            name: name.into(),
            family: "walk, both ways".into(),
            text: format!("{}(_).\n", name.replace(' ', "_")),
            goal: format!("{}([1, 2])", name.replace(' ', "_")),
            baseline,
            role: if baseline.is_some() { Role::Row } else { Role::Baseline },
        };
        Measured { workload, counts, time: Nanoseconds(12.5), fitted: baseline.is_some() }
    }

    #[test]
    fn a_kind_has_the_variables_that_its_equations_have() {
        let base = measured("a base", &[(key::Call::OK, 2), (key::Proceed::OK, 2), (Key::STEP, 1)], None);
        let more = measured("a loop", &[(key::Call::OK, 2), (key::Proceed::OK, 9), (Key::STEP, 3)], Some(0));
        let again = measured("a loop", &[(key::Call::OK, 6), (key::Proceed::OK, 3)], Some(0));
        let mut whole = measured("whole", &[(key::Call::OK, 2), (key::Try::ARG, 7)], None);
        (whole.fitted, whole.workload.family) = (true, "whole".into());
        let kinds = calibrators(&[
            whole,
            base,
            Measured { workload: at(&more, 1), ..more },
            Measured { workload: at(&again, 1), ..again },
        ]);
        let of = |kind: &str, isolates, programs, instructions, variables: &[Key]| Calibrators {
            kind: kind.into(),
            isolates,
            programs,
            instructions,
            variables: variables.to_vec(),
        };
        let isolating = of("walk, both ways", true, 2, [5, 7], &[key::Call::OK, key::Proceed::OK]);
        assert_eq!(kinds, [isolating, of("whole", false, 1, [2, 2], &[key::Call::OK, key::Try::ARG])]);
    }

    /// The same workload with its baseline elsewhere.
    fn at(program: &Measured, baseline: usize) -> Workload {
        Workload { baseline: Some(baseline), ..program.workload.clone() }
    }

    #[test]
    fn a_file_has_the_programs_it_needs_and_what_the_second_does_more() {
        let base = measured("a base", &[(key::Call::OK, 2), (key::Proceed::OK, 2)], None);
        let more = measured("a loop", &[(key::Call::OK, 2), (key::Proceed::OK, 9)], Some(0));
        let files = files(&[base, more]);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a_base.pl", "a_loop.pl", "programs.csv", "counts.csv"]);
        let text = &files[1].1;
        assert!(text.contains("% ?- a_loop([1, 2]).") && text.ends_with("a_base(_).\n\na_loop(_).\n"), "{text}");
        assert!(text.contains("7  proceed\n") && !text.contains("  call\n"), "{text}");
        assert_eq!(
            files[2].1.lines().nth(2).unwrap(),
            "a loop,a_loop.pl,\"walk, both ways\",a base,yes,12.500,\"a_loop([1, 2])\""
        );
        assert_eq!(files[3].1, "program,key,count\na base,call,2\na base,proceed,2\na loop,call,2\na loop,proceed,9\n");
    }
}
