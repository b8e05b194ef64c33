//! How much memory the program has in use: its allocator counts, so that an analysis can keep to a limit.

use cap::Cap;
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The memory in use, in bytes.
pub fn in_use() -> usize {
    ALLOCATOR.allocated()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_is_counted() {
        let before = in_use();
        let kept = vec![1_u8; 64 << 20];
        assert!(in_use() >= before + kept.len() / 2);
    }
}
