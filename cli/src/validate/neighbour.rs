//! A busy neighbour: a thread that keeps another core of the machine busy, in episodes as other programs do.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A neighbour stays for so long, and is away for half of that.
const EPISODE: Duration = Duration::from_millis(60);

/// The neighbour, until it is dropped.
pub struct Neighbour {
    leaves: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Neighbour {
    /// Begins to be busy.
    pub fn move_in() -> Neighbour {
        let leaves = Arc::new(AtomicBool::new(false));
        let told = leaves.clone();
        let thread = thread::spawn(move || {
            while !told.load(Ordering::Relaxed) {
                work(EPISODE);
                thread::sleep(EPISODE / 2);
            }
        });
        Neighbour { leaves, thread: Some(thread) }
    }
}

/// Is busy for a while: with numbers, and with more memory than is close to a core.
fn work(episode: Duration) {
    let begun = Instant::now();
    let mut cells = vec![1u64; 1 << 19];
    while begun.elapsed() < episode {
        for (at, cell) in cells.iter_mut().enumerate() {
            *cell = cell.rotate_left(7) ^ at as u64;
        }
        black_box(&cells);
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        self.leaves.store(true, Ordering::Relaxed);
        // It cannot have panicked, and if it had, the measurement would be none the worse.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
