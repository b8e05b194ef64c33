//! A probe beside every batch: how fast the core is just now.
//!
//! The probe is a loop of this process that keeps the core's execution ports busy for one to two microseconds. Where
//! another thread shares the core, it takes about twice as long, as the machine's instructions do; where the clock is
//! slower, it is slower by as much. A batch is judged by the probe just before and just after it: beside a slow probe it
//! is dropped, and the time of the others is divided by the probe's ([`Batch::settled`]; spec/calibration.md, section 6).

use crate::bands::quantile;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wam::cost::Nanoseconds;

/// Turns of the loop, of eight additions and eight exclusive ors each: one to two microseconds at 3 to 5 GHz.
const TURNS: u64 = 1000;

/// Runs the probe once.
#[inline(never)]
pub fn run() -> Nanoseconds {
    let start = Instant::now();
    // Eight chains that do not wait for each other: more than the ports that can add. They are told apart by values that
    // the compiler does not know, and rotated, so that no vector takes their place.
    let mut lanes: [u64; 8] = black_box([1, 2, 3, 4, 5, 6, 7, 8]);
    for turn in 0..TURNS {
        for lane in &mut lanes {
            *lane = (*lane ^ turn).rotate_left(7);
        }
    }
    black_box(lanes);
    Nanoseconds(start.elapsed().as_nanos() as f64)
}

/// Beside a probe that takes so many times its reference, a batch does not count.
pub const SLOW: f64 = 1.06;

/// The time of a batch, and the slower one of the probes before and after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Batch {
    /// All runs together.
    pub time: Nanoseconds,
    /// The slower probe.
    pub probe: Nanoseconds,
}

impl Batch {
    /// Times a piece of work between two probes; none where it fails.
    #[inline]
    pub fn of<E>(work: impl FnOnce() -> Result<Nanoseconds, E>) -> Result<Batch, E> {
        let before = run();
        let time = work()?;
        let after = run();
        Ok(Batch { time, probe: Nanoseconds(before.0.max(after.0)) })
    }

    /// The time as it is where the probe takes its reference; none where the core was not this thread's alone.
    pub fn settled(self, reference: Nanoseconds) -> Option<Nanoseconds> {
        let pace = self.probe.0 / reference.0;
        (pace <= SLOW).then_some(Nanoseconds(self.time.0 / pace))
    }
}

/// Which share of the probes on a free core is faster than the reference: some are, by what the clock reads at best.
const REFERENCE: f64 = 0.1;
/// Which share of all probes is on a free core at least.
const FREE: f64 = 0.01;

/// The reference of a series of probes: what it takes where nothing is in its way.
pub fn reference(probes: impl IntoIterator<Item = Nanoseconds>) -> Nanoseconds {
    let mut probes: Vec<f64> = probes.into_iter().map(|probe| probe.0).collect();
    if probes.is_empty() {
        return Nanoseconds(1.0);
    }
    probes.sort_unstable_by(f64::total_cmp);
    let fast = quantile(&probes, FREE);
    let free = probes.partition_point(|&probe| probe <= fast * SLOW);
    Nanoseconds(quantile(&probes[..free], REFERENCE).max(1.0))
}

/// How often the probe is run to see what it takes now.
const LOOK: usize = 50;
/// A probe that takes at most so many times as long as it did is as fast as it was.
pub const SAME: f64 = 1.02;
/// One that takes longer is looked at so often.
const LOOKS: u32 = 10;
/// How long a probe that is slow is looked at again and again, because a neighbour may be why: longer than those stay.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the probe takes now, as a multiple of what it took: the clock of the core, where nothing else is in its way.
///
/// It takes a tenth of a millisecond where the probe is as fast as it was.
pub fn pace(then: Nanoseconds) -> f64 {
    let begun = Instant::now();
    let mut fastest = f64::INFINITY;
    for looks in 1.. {
        let now = reference((0..LOOK).map(|_| run()));
        fastest = fastest.min(now.0 / then.0);
        if fastest <= SAME || fastest <= SLOW && looks >= LOOKS || begun.elapsed() > PATIENCE {
            break;
        }
    }
    fastest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_beside_a_slow_probe_does_not_count_and_others_are_scaled() {
        let batch = |time, probe| Batch { time: Nanoseconds(time), probe: Nanoseconds(probe) };
        let reference = Nanoseconds(1000.0);
        assert_eq!(batch(30_000.0, 1000.0).settled(reference), Some(Nanoseconds(30_000.0)));
        assert_eq!(batch(30_900.0, 1030.0).settled(reference), Some(Nanoseconds(30_000.0)));
        assert_eq!(batch(60_000.0, 2000.0).settled(reference), None);
    }

    #[test]
    fn the_reference_is_that_of_the_free_core() {
        // Three of four are beside a neighbour, and 49 of 50.
        for free in [4, 50] {
            let probes = (0..400).map(|at| Nanoseconds(if at % free == 0 { 1000.0 } else { 2100.0 }));
            assert_eq!(reference(probes), Nanoseconds(1000.0));
        }
    }
}
