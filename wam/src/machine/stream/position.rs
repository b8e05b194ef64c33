//! Where a stream is: characters, lines, columns and bytes passed since its start.

/// A place in a stream. Lines count from 1, the rest from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    /// Characters before it.
    pub characters: u64,
    /// Its line.
    pub line: u64,
    /// Its column: a tab goes on to the next multiple of eight.
    pub column: u64,
    /// Bytes before it.
    pub bytes: u64,
}

impl Position {
    /// The start of a stream.
    pub(crate) const START: Position = Position { characters: 0, line: 1, column: 0, bytes: 0 };

    /// Goes past a character of so many bytes.
    #[inline]
    pub(crate) fn pass(&mut self, c: char, bytes: usize) {
        self.characters += 1;
        self.bytes += bytes as u64;
        match c {
            '\n' => {
                self.line += 1;
                self.column = 0;
            }
            '\r' => self.column = 0,
            '\t' => self.column = (self.column | 7) + 1,
            '\x08' => self.column = self.column.saturating_sub(1),
            _ => self.column += 1,
        }
    }
}
