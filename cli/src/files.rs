//! Files written whole or not at all, and the user's data directory.

use crate::error::CliError;
use calibrate::store::Store;
use etcetera::BaseStrategy;
use std::env;
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

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CliError> {
    calibrate::files::write_whole(path, content).map_err(|source| CliError::Write { path: path.into(), source })
}

/// Whether a directory can be made: there is none, or an empty one; worth asking before much is measured.
pub fn check_vacant(directory: &Path) -> Result<(), CliError> {
    calibrate::files::check_vacant(directory).map_err(|source| CliError::Write { path: directory.into(), source })
}

/// Writes a directory of files, names and texts: all or none.
pub fn write_directory(directory: &Path, files: &[(String, String)]) -> Result<(), CliError> {
    let failed = |source| CliError::Write { path: directory.into(), source };
    calibrate::files::write_directory(directory, files).map_err(failed)
}

/// Writes files, names and texts, into a directory where there may be others: all or none.
pub fn write_among(directory: &Path, files: &[(String, String)]) -> Result<(), CliError> {
    let failed = |source| CliError::Write { path: directory.into(), source };
    calibrate::files::write_among(directory, files).map_err(failed)
}

/// Whether files can be written into a directory, which is made: worth asking before much is measured.
pub fn check_directory(directory: &Path) -> Result<(), CliError> {
    let failed = |source| CliError::Write { path: directory.into(), source };
    calibrate::files::check_directory(directory).map_err(failed)
}
