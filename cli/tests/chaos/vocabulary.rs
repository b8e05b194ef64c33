//! What can be called: the builtins of the table, the internal ones too, and the predicates of the library.

use std::collections::BTreeSet;
use wam::builtins::BUILTINS;
use wam::library::{MODULES, TEXTS};

/// What ends the process, waits for somebody, starts another process, or deletes and moves files.
const NOT_CALLED: &[&str] = &[
    "halt",
    "main",
    "argv_options",
    "shell",
    "system",
    "prolog",
    "break",
    "abort",
    "delete_file",
    "delete_directory",
    "delete_directory_contents",
    "delete_directory_and_contents",
    "rename_file",
    "copy_file",
    "link_file",
    "chdir",
    "cd",
    "working_directory",
    "make_directory_path",
    "$tmp_file_stream",
    "tmp_file_stream",
    "process_create",
    "ls",
    "absolute_file_name",
    "directory_member",
    "$toplevel",
    "spawn",
    "exec",
    "kill",
];

/// Name and number of arguments of everything that can be called, in an order that does not change.
pub fn callable() -> Vec<(String, usize)> {
    let builtins = BUILTINS.iter().map(|row| (row.name.to_owned(), usize::from(row.arity)));
    let library = TEXTS.iter().chain(MODULES).flat_map(|(_, text)| text.lines()).filter_map(head);
    let all: BTreeSet<(String, usize)> = builtins.chain(library).collect();
    all.into_iter().filter(|(name, _)| !NOT_CALLED.contains(&name.as_str())).collect()
}

/// The head with which a line of a program begins, if it does: its name and how many arguments it has.
fn head(line: &str) -> Option<(String, usize)> {
    let (name, rest) = match line.strip_prefix('\'') {
        Some(rest) => rest.split_once('\'')?,
        None => line.split_at(line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len())),
    };
    if !name.starts_with(|c: char| c.is_ascii_lowercase() || c == '$') {
        return None;
    }
    let Some(args) = rest.strip_prefix('(') else {
        return (rest == "." || rest.starts_with(" :-")).then(|| (name.to_owned(), 0));
    };
    let (mut depth, mut commas) = (0, 0);
    for c in args.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some((name.to_owned(), commas + 1)),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}
