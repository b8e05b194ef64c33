//! The standard input of a goal that runs again and again: each run reads it from its start.

use std::io::{BufRead, BufReader, ErrorKind, Read, Result as Io};
use std::sync::{Arc, Mutex, PoisonError};

/// The standard input, which every run reads from its start.
#[derive(Clone, Default)]
pub struct Input(Arc<Mutex<Vec<u8>>>);

/// How much of it is kept, in bytes.
const LONGEST: usize = 64 << 20;

impl Input {
    /// All of it, for another run. What no run has read yet is taken from the process's own when it is asked for.
    pub fn again(&self) -> Box<dyn BufRead + Send> {
        Box::new(BufReader::new(Reading { input: self.clone(), at: 0 }))
    }
}

struct Reading {
    input: Input,
    at: usize,
}

impl Read for Reading {
    fn read(&mut self, space: &mut [u8]) -> Io<usize> {
        let mut known = self.input.0.lock().unwrap_or_else(PoisonError::into_inner);
        if self.at == known.len() {
            if known.len() > LONGEST {
                return Err(std::io::Error::new(ErrorKind::FileTooLarge, "the input is too long to be read again"));
            }
            let taken = std::io::stdin().lock().read(space)?;
            known.extend_from_slice(&space[..taken]);
        }
        let taken = space.len().min(known.len() - self.at);
        space[..taken].copy_from_slice(&known[self.at..self.at + taken]);
        self.at += taken;
        Ok(taken)
    }
}
