//! Results that are kept between runs: a file for each text, of entries that are found by what they depend on.
//!
//! In: a directory, the text's path, the build that runs. Out: what earlier runs of that build have left under a key. A file is
//! written whole when a run ends, with the entries that it has found or made: others nobody asks for any more. What is torn,
//! foreign or of another build is no result; a directory that cannot be read or written is none, too. Of two processes at
//! once the later one's file stays: both have true results, since a key says all that a result depends on.

use crate::dependencies::{Digest, digest_of};
use calibrate::files::{read_at_most, write_whole};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

/// The first line of a file of this form, before the build.
const FORM: &str = "horolog results 1 ";
/// How files are called: a digest of the text's path, and this.
const SUFFIX: &str = ".results";
/// The bytes that are read of a file, and that all files together may have: the oldest go first.
const LARGEST: u64 = 32 << 20;
const MOST: u64 = 64 << 20;

/// What is kept of the analyses of a text.
pub struct Kept {
    path: PathBuf,
    build: String,
    /// Lines by their keys, with their checks.
    known: BTreeMap<String, String>,
    used: Mutex<Used>,
}

/// What a run has asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Used {
    lines: BTreeMap<String, String>,
    reused: usize,
    made: usize,
}

/// How many results a run has found, and how many it has made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reuse {
    /// Found.
    pub reused: usize,
    /// Made, those included that are not kept because the budget ended.
    pub made: usize,
}

impl Kept {
    /// What a directory holds for a text.
    pub fn open(directory: &Path, text: &Path, build: &str) -> Kept {
        let text = text.canonicalize().unwrap_or_else(|_| text.to_path_buf());
        let path = directory.join(format!("{}{SUFFIX}", digest_of(text)));
        let read = read_at_most(&path, LARGEST).unwrap_or_default();
        let of_build = read.strip_prefix(FORM).and_then(|rest| rest.strip_prefix(build));
        let lines = of_build.and_then(|rest| rest.strip_prefix('\n')).unwrap_or("").lines();
        let known =
            lines.filter_map(|line| line.split_once(' ')).map(|(key, line)| (key.to_string(), line.to_string()));
        Kept { path, build: build.to_string(), known: known.collect(), used: Mutex::default() }
    }

    /// What is kept under a key, if it still fits.
    pub(crate) fn find<T: DeserializeOwned>(&self, key: Digest, fits: &dyn Fn(&T) -> bool) -> Option<T> {
        let key = key.to_string();
        let (check, text) = self.known.get(&key)?.split_once(' ')?;
        let found = (check == check_of(&key, text)).then(|| serde_json::from_str(text).ok())??;
        if !fits(&found) {
            return None;
        }
        let mut used = self.used.lock().expect("no thread panics with it");
        used.reused += 1;
        used.lines.insert(key.clone(), self.known[&key].clone());
        Some(found)
    }

    /// A result was made that is not kept.
    pub(crate) fn pass(&self) {
        self.used.lock().expect("no thread panics with it").made += 1;
    }

    /// Keeps what was made under a key.
    pub(crate) fn keep<T: Serialize>(&self, key: Digest, made: &T) {
        self.pass();
        let (key, Ok(text)) = (key.to_string(), serde_json::to_string(made)) else { return };
        let line = format!("{} {text}", check_of(&key, &text));
        self.used.lock().expect("no thread panics with it").lines.insert(key, line);
    }

    /// Writes what this run has used, and takes the oldest files away where all are too large. What cannot be written is not
    /// kept: the next run makes it again.
    pub fn close(self) -> Reuse {
        let Used { lines, reused, made } = self.used.into_inner().expect("no thread panics with it");
        if lines != self.known {
            let mut text = format!("{FORM}{}\n", self.build);
            lines.iter().for_each(|(key, line)| text.extend([key, " ", line, "\n"]));
            if text.len() as u64 <= LARGEST && write_whole(&self.path, &text).is_ok() {
                trim(&self.path);
            }
        }
        Reuse { reused, made }
    }
}

fn check_of(key: &str, text: &str) -> String {
    digest_of((key, text)).to_string()
}

/// Takes the oldest files of the directory away, but for the one just written, until the others are small enough.
fn trim(written: &Path) {
    let Some(Ok(entries)) = written.parent().map(fs::read_dir) else { return };
    let ours = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(SUFFIX));
    let file = |entry: fs::DirEntry| -> Option<(SystemTime, u64, PathBuf)> {
        let (path, meta) = (entry.path(), entry.metadata().ok()?);
        (ours(&path) && meta.is_file()).then_some((meta.modified().ok()?, meta.len(), path))
    };
    let mut files: Vec<_> = entries.flatten().filter_map(file).collect();
    files.sort();
    let mut size: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, of, path) in files.into_iter().filter(|(_, _, path)| path != written) {
        if size <= MOST {
            break;
        }
        if fs::remove_file(&path).is_ok() {
            size -= of;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(directory: &Path, build: &str) -> Kept {
        Kept::open(directory, Path::new("program.pl"), build)
    }

    #[test]
    fn what_one_run_keeps_the_next_one_finds() {
        let directory = tempfile::tempdir().expect("a directory");
        let (a, b) = (digest_of("a"), digest_of("b"));
        let first = kept(directory.path(), "build");
        first.keep(a, &"of a");
        first.keep(b, &"of b");
        assert_eq!(first.close(), Reuse { reused: 0, made: 2 });
        let second = kept(directory.path(), "build");
        assert_eq!(second.find::<String>(a, &|_| true).as_deref(), Some("of a"));
        assert_eq!(second.close(), Reuse { reused: 1, made: 0 });
        // What the second has not asked for is gone; another build has results of its own.
        assert_eq!(kept(directory.path(), "build").find::<String>(b, &|_| true), None);
        assert_eq!(kept(directory.path(), "other").find::<String>(a, &|_| true), None);
        assert_eq!(kept(directory.path(), "build").find::<String>(a, &|_| true).as_deref(), Some("of a"));
    }

    #[test]
    fn what_is_torn_or_foreign_is_no_result() {
        let directory = tempfile::tempdir().expect("a directory");
        let key = digest_of("a");
        let first = kept(directory.path(), "build");
        first.keep(key, &"of a");
        first.close();
        let path = kept(directory.path(), "build").path;
        let whole = fs::read_to_string(&path).expect("it is there");
        let changes =
            [whole.replace("of a", "of b"), whole[..whole.len() - 4].to_string(), "text".into(), String::new()];
        for changed in changes {
            fs::write(&path, &changed).expect("it can be written");
            let kept = kept(directory.path(), "build");
            assert_eq!(kept.find::<String>(key, &|_| true), None, "{changed}");
        }
        fs::write(&path, b"\xff\xfe").expect("it can be written");
        let again = kept(directory.path(), "build");
        assert_eq!(again.find::<String>(key, &|_| true), None);
        again.keep(key, &"of a");
        again.close();
        assert_eq!(fs::read_to_string(&path).expect("it is there"), whole);
    }

    #[test]
    fn a_directory_that_cannot_be_made_keeps_nothing() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("file"), "").expect("it can be written");
        let made = kept(&directory.path().join("file"), "build");
        made.keep(digest_of("a"), &"of a");
        assert_eq!(made.close(), Reuse { reused: 0, made: 1 });
    }
}
