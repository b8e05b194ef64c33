//! Where machine profiles are kept: one file a mode in a directory that the caller names.
//!
//! Profiles are written whole or not at all ([`crate::files`]). What is refused on import leaves the old one untouched.

use crate::error::ProfileError;
use crate::files::{check_directory, read_at_most, write_whole};
use crate::profile::{ENGINE, FORMAT, Freshness, Mode, Profile, Rejection, processor};
use std::path::{Path, PathBuf};

/// How many bytes of a profile are read: hundreds of times as many as one has.
const LARGEST: u64 = 4 << 20;

/// What the file of a mode's profile is called.
fn file_name(mode: Mode) -> String {
    format!("machine-{mode}.toml")
}

/// The mode whose profile a file is called like, if there is one.
pub fn mode_of(path: &Path) -> Option<Mode> {
    Mode::ALL.into_iter().find(|&mode| path.file_name().is_some_and(|name| *name == *file_name(mode)))
}

/// A directory of profiles.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// The store in this directory, which is made when a profile is first saved.
    pub fn new(directory: impl Into<PathBuf>) -> Store {
        Store { directory: directory.into() }
    }

    /// The file of a mode's profile.
    pub fn path(&self, mode: Mode) -> PathBuf {
        self.directory.join(file_name(mode))
    }

    /// Loads a mode's profile. It may be stale: see [`Profile::freshness`].
    pub fn load(&self, mode: Mode) -> Result<Profile, ProfileError> {
        let path = self.path(mode);
        if !path.exists() {
            return Err(ProfileError::Missing { mode, directory: self.directory.clone() });
        }
        let profile = read(&path)?;
        if profile.mode != mode {
            return Err(ProfileError::Corrupt { path, reason: format!("it is for {} mode", profile.mode) });
        }
        Ok(profile)
    }

    /// Saves a profile as that of its mode; returns the file.
    pub fn save(&self, profile: &Profile) -> Result<PathBuf, ProfileError> {
        let path = self.path(profile.mode);
        write_whole(&path, profile.to_toml()).map_err(|source| ProfileError::Write { path: path.clone(), source })?;
        Ok(path)
    }

    /// Whether a profile can be saved here: worth asking before one is made.
    pub fn check(&self) -> Result<(), ProfileError> {
        let directory = &self.directory;
        check_directory(directory).map_err(|source| ProfileError::Write { path: directory.clone(), source })
    }

    /// Copies a mode's profile to a file, unless it is corrupt.
    pub fn export(&self, mode: Mode, to: &Path) -> Result<(), ProfileError> {
        let profile = self.load(mode)?;
        write_whole(to, profile.to_toml()).map_err(|source| ProfileError::Write { path: to.into(), source })
    }

    /// Takes over a profile from a file. Refused, with the old one kept, unless it is sound, of this engine (in
    /// any build) and processor, and of the mode that is asked for, if one is.
    pub fn import(&self, from: &Path, mode: Option<Mode>) -> Result<Profile, ProfileError> {
        let profile = read(from)?;
        if let Some(mode) = mode.filter(|&mode| mode != profile.mode) {
            return Err(ProfileError::OtherMode { path: from.into(), found: profile.mode, expected: mode });
        }
        match profile.freshness() {
            Freshness::Current | Freshness::OtherBuild => self.save(&profile).map(|_| profile),
            Freshness::EngineChanged => {
                Err(ProfileError::ForeignEngine { path: from.into(), found: profile.engine, expected: ENGINE.into() })
            }
            Freshness::Unsteady { spread, drift } => Err(ProfileError::Unsteady { path: from.into(), spread, drift }),
            Freshness::OtherProcessor { made_on } => {
                Err(ProfileError::ForeignMachine { path: from.into(), found: made_on, expected: processor() })
            }
        }
    }
}

/// Reads a profile from any file; it may be stale or of another machine.
pub fn read(path: &Path) -> Result<Profile, ProfileError> {
    let text = read_at_most(path, LARGEST).map_err(|source| ProfileError::Read { path: path.into(), source })?;
    Profile::from_toml(&text).map_err(|rejection| match rejection {
        Rejection::Version(found) => ProfileError::Version { path: path.into(), found, expected: FORMAT },
        Rejection::Corrupt(reason) => ProfileError::Corrupt { path: path.into(), reason },
    })
}
