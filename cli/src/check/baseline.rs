//! The file of bounds that later ones are compared with: a line each, in order, so that changes show as lines.

use crate::error::CliError;
use crate::files::write_whole;
use crate::report::{note, tell};
use calibrate::files::read_at_most;
use predict::check::baseline::{Change, Recorded, Regression};
use std::io::ErrorKind;
use std::path::Path;

const HEADING: &str = "# Upper bounds, for `horolog check --baseline`; renew with --update-baseline.\n";

/// What is longer is no file of bounds.
const LARGEST: u64 = 64 << 20;

/// The bounds of a file; where it is to be written there may be none yet.
pub fn read(path: &Path, is_written: bool) -> Result<Vec<Recorded>, CliError> {
    let text = match read_at_most(path, LARGEST) {
        Ok(text) => text,
        Err(error) if is_written && error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(CliError::Read { path: path.into(), source }),
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let parsed = lines.map(|(at, line)| {
        Recorded::parse(line).ok_or_else(|| {
            let what = format!("{}:{}: `{line}` is no bound", path.display(), at + 1);
            CliError::with_help(
                what,
                "expected FILE: ENTRY RESOURCE = FUNCTION; write the file anew with --update-baseline",
            )
        })
    });
    // A file that is written anew need not be right.
    if is_written { Ok(parsed.filter_map(Result::ok).collect()) } else { parsed.collect() }
}

/// Writes the bounds, whole or not at all.
pub fn write(path: &Path, bounds: &[Recorded]) -> Result<(), CliError> {
    let mut lines: Vec<String> = bounds.iter().map(ToString::to_string).collect();
    lines.sort();
    lines.dedup();
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    write_whole(path, format!("{HEADING}{text}"))?;
    note(&format!("{} bounds are in {}", bounds.len(), path.display()));
    Ok(())
}

/// Tells what has changed since; what got worse.
pub fn compare(
    path: &Path,
    before: &[Recorded],
    now: &[Recorded],
    tolerance: u32,
) -> Result<Vec<Regression>, CliError> {
    let mut worse = Vec::new();
    for bound in now {
        let Some(old) = before.iter().find(|old| old.is_of(bound)) else {
            note(&format!("{} is not in {}: add it with --update-baseline", bound.name(), path.display()));
            continue;
        };
        let said = match bound.change(old, tolerance) {
            Change::Worse(why) => {
                let said = format!("worse than in {}: {why}", path.display());
                worse.push(bound.regression(old, why));
                said
            }
            Change::Better => format!("better than in {}: renew it with --update-baseline", path.display()),
            Change::None => continue,
        };
        tell(&format!("{}: {said}\n  before: {}\n  now:    {}\n", bound.name(), old.function(), bound.function()));
    }
    let is_gone = |old: &&Recorded| !now.iter().any(|new| new.is_of(old)) && now.iter().any(|new| new.is_beside(old));
    for old in before.iter().filter(is_gone) {
        note(&format!("{} is in {} only: renew it with --update-baseline", old.name(), path.display()));
    }
    Ok(worse)
}
