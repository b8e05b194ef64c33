//! Files looked at side by side.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is wrong with each of the files, by as many threads as there are processors.
pub fn failures(files: &[PathBuf], of: impl Fn(&PathBuf) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let own = std::iter::from_fn(|| files.get(next.fetch_add(1, Ordering::Relaxed)));
        own.flat_map(&of).collect::<Vec<_>>()
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        runs.into_iter().flat_map(|run| run.join().expect("no file's goals panic")).collect()
    })
}
