//! Ctrl-C as a flag that long work looks at.
//!
//! A process has one handler for it, so this is the one piece of state that is the process's and not a value.

use crate::error::{CliError, Exit};
use calibrate::error::CalibrationError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C raises. A second Ctrl-C ends the process at once.
pub fn flag() -> Arc<AtomicBool> {
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        // Without a handler Ctrl-C ends the process, which writes nothing half either.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
        });
        flag
    };
    FLAG.get_or_init(install).clone()
}

/// Fails once Ctrl-C was pressed.
pub fn check() -> Result<(), CliError> {
    match flag().load(Ordering::Relaxed) {
        true => Err(CalibrationError::Interrupted.into()),
        false => Ok(()),
    }
}
