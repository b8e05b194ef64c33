//! Character conversion (ISO 13211-1 section 3.46 and 8.14.5): characters that stand for others outside of quotes.
//!
//! In: a text. Out: the text with each character that is neither quoted nor in a comment replaced, one for one. It is in
//! force only while the flag `char_conversion` is on.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which characters stand for which, and whether that is in force.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conversions {
    /// The flag `char_conversion`.
    pub on: bool,
    pairs: Arc<BTreeMap<char, char>>,
}

impl Conversions {
    /// Lets a character stand for another one; for itself again where both are the same.
    pub fn set(&mut self, from: char, to: char) {
        let pairs = Arc::make_mut(&mut self.pairs);
        match from == to {
            true => pairs.remove(&from),
            false => pairs.insert(from, to),
        };
    }

    /// The characters that stand for others.
    pub fn pairs(&self) -> impl Iterator<Item = (char, char)> + '_ {
        self.pairs.iter().map(|(&from, &to)| (from, to))
    }

    /// A text as it is read.
    pub(crate) fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.on || self.pairs.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let plain = verbatim(rest);
            if plain > 0 {
                out.push_str(&rest[..plain]);
                rest = &rest[plain..];
            } else {
                out.push(self.pairs.get(&c).copied().unwrap_or(c));
                rest = &rest[c.len_utf8()..];
            }
        }
        Cow::Owned(out)
    }

    /// A text as it is read, where no place in it moves: only characters of one length are replaced.
    pub(crate) fn apply_in_place<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let pairs = self.pairs().filter(|(from, to)| from.len_utf8() == to.len_utf8()).collect();
        Conversions { on: self.on, pairs: Arc::new(pairs) }.apply(text)
    }
}

/// How many bytes of a quoted item, a comment or a character after `0'` a text begins with.
fn verbatim(text: &str) -> usize {
    let until = |from: usize, end: &str| text[from..].find(end).map_or(text.len(), |at| from + at + end.len());
    let bytes = text.as_bytes();
    match bytes {
        [b'%', ..] => until(1, "\n"),
        [b'/', b'*', ..] => until(2, "*/"),
        [b'0', b'\'', ..] => 2 + text[2..].chars().next().map_or(0, char::len_utf8),
        [quote @ (b'\'' | b'"' | b'`'), ..] => {
            let mut at = 1;
            while at < bytes.len() && bytes[at] != *quote {
                at += 1 + usize::from(bytes[at] == b'\\');
            }
            (at + 1).min(text.len())
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_stays() {
        let mut conversions = Conversions { on: true, ..Conversions::default() };
        conversions.set('a', 'b');
        let text = "a('a', \"a\", 0'a, `a`, 'x\\'a') /* a */ % a\na";
        assert_eq!(conversions.apply(text), "b('a', \"a\", 0'a, `a`, 'x\\'a') /* a */ % a\nb");
        conversions.set('a', 'a');
        assert_eq!(conversions.apply(text), text);
    }
}
