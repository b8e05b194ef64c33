//! Files written whole or not at all, and the user's data directory.

use crate::error::CliError;
use calibrate::store::Store;
use etcetera::BaseStrategy;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names the directory of profiles instead of the user's data directory.
pub const HOME: &str = "HOROLOG_HOME";

/// Where profiles are kept.
pub fn store() -> Result<Store, CliError> {
    Ok(Store::new(data_directory()?))
}

/// The user's data directory.
pub fn data_directory() -> Result<PathBuf, CliError> {
    if let Some(directory) = env::var_os(HOME).filter(|directory| !directory.is_empty()) {
        return Ok(PathBuf::from(directory));
    }
    etcetera::choose_base_strategy()
        .map(|base| base.data_dir().join("horolog"))
        .map_err(|_| CliError::with_help("there is no home directory", format!("set {HOME} to a directory")))
}

/// Writes a file through a temporary one beside it: whoever reads sees the old text or the new one.
pub fn write_whole(path: &Path, text: &str) -> Result<(), CliError> {
    let failed = |source: io::Error| CliError::Write { path: path.into(), source };
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(directory).map_err(failed)?;
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = directory.join(name);
    let written = fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&temporary, path)).map_err(|source| {
        // Best effort: the error that matters is the one returned.
        let _ = fs::remove_file(&temporary);
        failed(source)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_no_trace() {
        let directory = tempfile::tempdir().expect("a directory");
        let target = directory.path().join("taken");
        fs::create_dir(&target).expect("a directory in the way");
        assert!(write_whole(&target, "text").is_err());
        assert_eq!(fs::read_dir(directory.path()).expect("readable").count(), 1);
        write_whole(&directory.path().join("new/file"), "text").expect("directories are made");
        assert_eq!(fs::read_to_string(directory.path().join("new/file")).expect("readable"), "text");
    }
}
