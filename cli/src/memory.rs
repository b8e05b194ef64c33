//! How much memory the program has in use: its allocator counts, so that programs and analyses keep to a limit.

use wam::meter::Metered;
pub use wam::meter::in_use;

#[global_allocator]
static ALLOCATOR: Metered = Metered;

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
