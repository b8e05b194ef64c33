//! The profile of a machine, as predictions need it: looked for, judged, made anew, and named.

use crate::error::PredictError;
use calibrate::calibration::{Config, Effort, calibrate};
use calibrate::error::ProfileError;
use calibrate::measure::Progress;
use calibrate::profile::{Freshness, Mode, Profile};
use calibrate::store::Store;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What there is of a profile.
pub enum Found {
    /// One that holds here.
    Current(Box<Profile>),
    /// One of another build of this engine, with a band that allows for it: its times are off by some percent.
    OtherBuild(Box<Profile>),
    /// None.
    Missing,
    /// One of an earlier version of the engine: its prices are of other code.
    EngineChanged,
    /// One in the format of an earlier version.
    EarlierFormat,
    /// One that was measured while the machine was busy: there is no better one.
    Unsteady {
        /// The profile.
        profile: Box<Profile>,
        /// Spread between launches, as a share.
        spread: f64,
        /// Drift, as a share.
        drift: f64,
    },
    /// One of another processor. It still holds there.
    OtherProcessor {
        /// The processor.
        made_on: String,
    },
}

/// Looks for the profile of a mode.
pub fn find(store: &Store, mode: Mode) -> Result<Found, PredictError> {
    match store.load(mode) {
        Ok(profile) => Ok(match profile.freshness() {
            Freshness::Current => Found::Current(Box::new(profile)),
            Freshness::OtherBuild => Found::OtherBuild(Box::new(profile.in_other_build())),
            Freshness::EngineChanged => Found::EngineChanged,
            Freshness::Unsteady { spread, drift } => Found::Unsteady { profile: Box::new(profile), spread, drift },
            Freshness::OtherProcessor { made_on } => Found::OtherProcessor { made_on },
        }),
        Err(ProfileError::Missing { .. }) => Ok(Found::Missing),
        Err(ProfileError::Version { found, expected, .. }) if found < expected => Ok(Found::EarlierFormat),
        Err(error) => Err(error.into()),
    }
}

/// Calibrates in a few seconds.
pub fn make_quickly(
    mode: Mode,
    progress: &mut dyn Progress,
    interrupt: Arc<AtomicBool>,
) -> Result<Profile, PredictError> {
    let config = Config { mode, effort: Effort::Quick, seed: 1, interrupt, evaluated: Vec::new() };
    Ok(calibrate(&config, progress)?.profile)
}

/// The machine that a profile holds for, in a line.
pub fn name(profile: &Profile) -> String {
    format!("{}, {} mode, calibrated {}", profile.cpu, profile.mode, crate::units::date(profile.made))
}
