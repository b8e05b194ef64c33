//! Goals with their answers on record: lines `%? goal => answer ; answer` in programs, ` ; …` where there are more.

mod parallel;

use std::path::Path;

/// A goal of a file.
pub struct Recorded<'t> {
    /// Its line.
    pub line: usize,
    /// The goal, as text.
    pub goal: &'t str,
    /// The answers on record.
    pub expected: Vec<&'t str>,
    /// So many answers are asked for.
    pub most: usize,
}

/// The goals in a text.
pub fn recorded(text: &str) -> impl Iterator<Item = Recorded<'_>> {
    (1..).zip(text.lines()).filter_map(|(line, of)| {
        let (goal, expected) = of.strip_prefix("%? ")?.split_once(" => ")?;
        let is_open = expected.ends_with(" ; …");
        let expected: Vec<&str> = expected.trim_end_matches(" ; …").split(" ; ").collect();
        let most = if is_open { expected.len() } else { expected.len() + 1 };
        Some(Recorded { line, goal, expected, most })
    })
}

/// Has every file of goals looked at, and asserts that nothing is found wrong.
pub fn hold(failures: impl Fn(&Path) -> Vec<String> + Sync) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let within = |directory| std::fs::read_dir(folder.join(directory)).expect("the directory");
    let entries = ["../wam/tests/goals", "../programs/unseen"].into_iter().flat_map(within);
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|name| name == "pl")).collect();
    files.sort();
    let goals_of = |path| recorded(&std::fs::read_to_string(path).expect("it is there")).count();
    let goals: usize = files.iter().map(goals_of).sum();
    assert!(goals >= 1500, "only {goals} goals");
    let failures = parallel::failures(&files, |path| failures(path));
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}
