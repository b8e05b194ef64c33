//! A benchmark program: its text, what its header says, and the text that times it.
//!
//! The header is comment lines `% key: value` before the first clause; `repeat` is how often `top/0` runs in a timing,
//! `without: SYSTEM: REASON` names a system that cannot run it.

use super::system::System;
use crate::error::CliError;
use std::fs;
use std::path::{Path, PathBuf};

/// A program of the suite.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file's name without its ending.
    pub name: String,
    /// Its whole text.
    pub text: String,
    /// How often `top/0` runs in one timing.
    pub repeat: u64,
    /// What it is for, from the header.
    pub stresses: String,
    /// Systems that cannot run it, and why.
    pub without: Vec<(String, String)>,
}

impl Program {
    /// A program from its text.
    pub fn parse(name: &str, text: &str) -> Result<Program, CliError> {
        let values = |key: &str| -> Vec<&str> {
            text.lines()
                .map_while(|line| if line.is_empty() { Some("") } else { line.strip_prefix('%') })
                .filter_map(|line| line.split_once(':'))
                .filter(|(found, _)| found.trim() == key)
                .map(|(_, value)| value.trim())
                .collect()
        };
        let wrong = |what: &str| {
            CliError::with_help(
                format!("benchmark {name}: {what}"),
                "its header needs the lines `% repeat: N` and `% stresses: …`",
            )
        };
        let repeat = values("repeat").first().and_then(|value| value.parse().ok()).filter(|&repeat| repeat > 0);
        let without = values("without").into_iter().filter_map(|value| value.split_once(':'));
        Ok(Program {
            name: name.into(),
            text: text.into(),
            repeat: repeat.ok_or_else(|| wrong("no count of repetitions"))?,
            stresses: values("stresses").first().ok_or_else(|| wrong("nothing is stressed"))?.to_string(),
            without: without.map(|(name, reason)| (name.trim().into(), reason.trim().into())).collect(),
        })
    }

    /// Why a system cannot run it, if the header says so.
    pub fn cannot(&self, system: &System) -> Option<&str> {
        let found = self.without.iter().find(|(name, _)| *name == system.kind.program());
        found.map(|(_, reason)| reason.as_str())
    }

    /// The text that checks and times the program on a system: the same for all but the clause that reads the clock.
    pub fn timed(&self, system: &System, repeat: u64) -> String {
        let Program { text, .. } = self;
        let clock = system.kind.clock();
        let start = system.kind.directive();
        format!(
            "{text}
bench_main :- catch(bench_checked, Error, bench_raised(Error)).

bench_checked :- check, !, bench_timed({repeat}).
bench_checked :- write(bench(wrong)), nl.

bench_raised(Error) :- write(bench(error(Error))), nl.

bench_timed(N) :-
    bench_clock(T0), bench_loop(N), bench_clock(T1), bench_empty(N), bench_clock(T2),
    Time is T1 - T0, Empty is T2 - T1,
    write(bench(Time, Empty)), nl.

bench_clock(T) :- {clock}.

bench_loop(N) :- bench_repeat(N), top, fail.
bench_loop(_).

bench_empty(N) :- bench_repeat(N), true, fail.
bench_empty(_).

bench_repeat(_).
bench_repeat(N) :- N > 1, M is N - 1, bench_repeat(M).
{start}"
        )
    }
}

/// The programs of a directory by name, those that match one of the patterns; all where there is none. A pattern is a
/// name with `*` and `?`.
pub fn load(directory: &Path, patterns: &[String]) -> Result<Vec<Program>, CliError> {
    let read = |path: &Path, source| CliError::Read { path: path.into(), source };
    let entries = fs::read_dir(directory).map_err(|source| {
        CliError::with_help(
            format!("cannot read {}: {source}", directory.display()),
            "run this in the directory of the sources, or name the programs' directory: --dir DIR",
        )
    })?;
    let entries: Vec<_> = entries.collect::<Result<_, _>>().map_err(|source| read(directory, source))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "pl"));
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for pattern in patterns {
        if !paths.iter().any(|path| matches(pattern, &name(path))) {
            return Err(CliError::usage(format!("no program in {} matches {pattern}", directory.display())));
        }
    }
    paths
        .iter()
        .map(|path| (name(path), path))
        .filter(|(name, _)| patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern, name)))
        .map(|(name, path)| {
            let text = fs::read_to_string(path).map_err(|source| read(path, source))?;
            Program::parse(&name, &text)
        })
        .collect()
}

/// Whether a name matches a pattern with `*` (any characters) and `?` (any one).
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where the last star was, and how far the name had matched there: the star takes one more when the rest fails.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, n) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::{Program, matches};

    #[test]
    fn patterns_match_names() {
        for (pattern, name) in [("tak", "tak"), ("*", ""), ("q*s*", "queens_8"), ("?ak", "tak"), ("*_8*", "queens_8")] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("ta", "tak"), ("tak", "ta"), ("?", ""), ("*x", "tak"), ("q?s", "queens")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_header_says_how_often_and_where_not() {
        let text = "% p: a program\n% stresses: calls\n% without: gprolog: small integers\n% repeat: 12\n\ntop.\n";
        let program = Program::parse("p", text).expect("it is well formed");
        assert_eq!((program.repeat, program.stresses.as_str()), (12, "calls"));
        assert_eq!(program.without, [("gprolog".to_string(), "small integers".to_string())]);
        assert!(Program::parse("p", "% stresses: calls\ntop. % repeat: 12\n").is_err());
    }
}
