//! Where machine profiles are kept: one file a mode in a directory that the caller names.
//!
//! Writing is atomic: the text goes to a temporary file beside the profile, is flushed to the disk, and takes the
//! profile's place by a rename. Whoever is interrupted leaves the old profile; whoever reads sees the old or the new
//! one. What is refused on import leaves the old one untouched.

use crate::error::ProfileError;
use crate::profile::{ENGINE, FORMAT, Freshness, Mode, Profile, Rejection, processor};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
        self.directory.join(format!("machine-{mode}.toml"))
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
        write_atomically(&path, &profile.to_toml())
            .map_err(|source| ProfileError::Write { path: path.clone(), source })?;
        Ok(path)
    }

    /// Copies a mode's profile to a file, unless it is corrupt.
    pub fn export(&self, mode: Mode, to: &Path) -> Result<(), ProfileError> {
        let profile = self.load(mode)?;
        write_atomically(to, &profile.to_toml()).map_err(|source| ProfileError::Write { path: to.into(), source })
    }

    /// Takes over a profile from a file. Refused, with the old one kept, unless it is sound and of this engine and
    /// processor.
    pub fn import(&self, from: &Path) -> Result<Profile, ProfileError> {
        let profile = read(from)?;
        match profile.freshness() {
            Freshness::Current => self.save(&profile).map(|_| profile),
            Freshness::EngineChanged => {
                Err(ProfileError::ForeignEngine { path: from.into(), found: profile.engine, expected: ENGINE.into() })
            }
            Freshness::OtherProcessor { made_on } => {
                Err(ProfileError::ForeignMachine { path: from.into(), found: made_on, expected: processor() })
            }
        }
    }
}

/// Reads a profile from any file; it may be stale or of another machine.
pub fn read(path: &Path) -> Result<Profile, ProfileError> {
    let text = fs::read_to_string(path).map_err(|source| ProfileError::Read { path: path.into(), source })?;
    Profile::from_toml(&text).map_err(|rejection| match rejection {
        Rejection::Version(found) => ProfileError::Version { path: path.into(), found, expected: FORMAT },
        Rejection::Corrupt(reason) => ProfileError::Corrupt { path: path.into(), reason },
    })
}

fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("profile");
    let temporary = directory.join(format!(".{name}.{}.tmp", std::process::id()));
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&temporary, path));
    if renamed.is_err() {
        // Best effort: the error that matters is the one returned.
        let _ = fs::remove_file(&temporary);
        return renamed;
    }
    File::open(directory)?.sync_all()
}
