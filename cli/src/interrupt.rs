//! Ctrl-C and SIGTERM as a flag that long work looks at, so that it ends in order: children ended, temporary files gone.
//!
//! Signals are sent to a process, so this is the one piece of state that is the process's and not a value.

use crate::error::{CliError, Exit};
use calibrate::error::CalibrationError;
use predict::error::PredictError;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// How long work has to end in order: a further signal ends the process at once after that, and the process ends by itself
/// where SIGTERM has asked for it.
const GRACE: Duration = Duration::from_secs(1);

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
/// Whether SIGTERM has come.
static TERMINATED: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C and SIGTERM raise, from now on.
pub fn flag() -> Arc<AtomicBool> {
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        let mut first = None;
        listen(move |_| {
            raised.store(true, Ordering::Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > GRACE {
                std::process::exit(i32::from(exit().code()));
            }
        });
        flag
    };
    FLAG.get_or_init(install).clone()
}

/// A signal that asks a program to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

/// Does something at each signal, on a thread of its own.
pub fn listen(mut act: impl FnMut(Signal) + Send + 'static) {
    // Without a listener a signal ends the process, which writes nothing half either.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            let signal = if signal == SIGTERM { Signal::Terminate } else { Signal::Interrupt };
            if signal == Signal::Terminate {
                TERMINATED.store(true, Ordering::Relaxed);
            }
            act(signal);
        }
    });
}

/// Ends the process in a moment, if it has not ended in order by then.
pub fn end_soon() {
    thread::spawn(|| {
        thread::sleep(GRACE);
        std::process::exit(i32::from(exit().code()));
    });
}

/// Ends the process in a moment once Ctrl-C has come twice: what runs has not ended in order at the first.
pub fn end_at_second() {
    let mut first = true;
    listen(move |signal| {
        if signal == Signal::Interrupt && !std::mem::take(&mut first) {
            end_soon();
        }
    });
}

/// How the program ends that was asked to.
pub fn exit() -> Exit {
    if TERMINATED.load(Ordering::Relaxed) { Exit::Terminated } else { Exit::Interrupted }
}

/// Fails once a signal has come.
pub fn check(what: &'static str) -> Result<(), CliError> {
    match flag().load(Ordering::Relaxed) {
        true => Err(CliError::Interrupted { what }),
        false => Ok(()),
    }
}

/// What was interrupted, where it was not a calibration.
pub fn of(what: &'static str) -> impl Fn(PredictError) -> CliError {
    move |error| match error {
        PredictError::Calibration(CalibrationError::Interrupted) => CliError::Interrupted { what },
        error => error.into(),
    }
}
