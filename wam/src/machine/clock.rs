//! Clocks of the process, for `statistics/2` and arithmetic, and waiting for the user within a time.
#![allow(unsafe_code)]

use std::time::{SystemTime, UNIX_EPOCH};

/// Processor time of the thread, in seconds.
pub(crate) fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes one timespec, which outlives it.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Processor time that the system spent for the process, in seconds.
pub(crate) fn system_seconds() -> f64 {
    // SAFETY: zeros are a valid `rusage`; the call writes it, and it outlives the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    usage.ru_stime.tv_sec as f64 + usage.ru_stime.tv_usec as f64 * 1e-6
}

/// What the system says of local time at a moment.
pub(crate) struct LocalTime {
    /// Seconds to the east of Greenwich.
    pub(crate) east: i64,
    /// The zone's abbreviation.
    pub(crate) zone: String,
    /// Whether it is summer time.
    pub(crate) summer: bool,
}

/// Local time at a moment in seconds since 1970; none where the system does not know.
pub(crate) fn local_time(seconds: i64) -> Option<LocalTime> {
    // SAFETY: a `tm` of zeros and a null zone is valid; the call writes it, and it outlives the call.
    let (found, time) = unsafe {
        let mut time: libc::tm = std::mem::zeroed();
        let seconds: libc::time_t = seconds;
        (!libc::localtime_r(&seconds, &mut time).is_null(), time)
    };
    if !found || time.tm_zone.is_null() {
        return None;
    }
    // SAFETY: the zone's name is a string of the C library that ends in a zero.
    let zone = unsafe { std::ffi::CStr::from_ptr(time.tm_zone) };
    Some(LocalTime { east: time.tm_gmtoff, zone: zone.to_string_lossy().into_owned(), summer: time.tm_isdst > 0 })
}

/// Seconds since 1970.
pub(crate) fn unix_seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// Whether something can be read from the standard input, now or within so many milliseconds.
pub(crate) fn has_input(milliseconds: i32) -> bool {
    let mut asked = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
    // SAFETY: the call writes one `pollfd`, which outlives it.
    match unsafe { libc::poll(&mut asked, 1, milliseconds) } {
        0 => false,
        // A signal came, or the system cannot tell: then reading does.
        -1 => std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted,
        _ => true,
    }
}
