//! Whether the process was started with a standard output.
//!
//! Rust's runtime opens the null device in the place of standard streams that are closed: what is written there is lost, and
//! nothing says so. So this is looked at before the runtime starts.
#![allow(unsafe_code)]

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the process began; false where that is not known.
pub fn was_closed() -> bool {
    WAS_CLOSED.load(Relaxed)
}

/// Output that is closed.
pub struct Closed;

impl io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::from_raw_os_error(libc::EBADF))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    // SAFETY: asking for the flags of a descriptor has no preconditions.
    WAS_CLOSED.store(unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1, Relaxed);
}

// SAFETY: the section holds addresses of functions of this type, which the system calls once each before `main`; this one
// needs nothing of the runtime.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
