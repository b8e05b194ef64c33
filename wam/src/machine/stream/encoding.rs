//! How characters are bytes.

/// An encoding of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Utf8,
    /// ISO 8859-1: every byte is the character of that code.
    Latin1,
    /// The characters up to 127.
    Ascii,
    /// Bytes that are no text; as text, what `Latin1` makes of them.
    Octet,
}

/// What bytes begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decoded {
    /// A character of so many bytes.
    Char(char, usize),
    /// So many bytes that are no character.
    Bad(usize),
    /// Nothing complete: more bytes are needed to tell.
    Incomplete,
}

impl Encoding {
    /// The encoding of that name, as `open/4` and `set_stream/2` have it.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "utf8" | "text" | "wchar_t" => Some(Encoding::Utf8),
            "iso_latin_1" => Some(Encoding::Latin1),
            "ascii" => Some(Encoding::Ascii),
            "octet" => Some(Encoding::Octet),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf8",
            Encoding::Latin1 => "iso_latin_1",
            Encoding::Ascii => "ascii",
            Encoding::Octet => "octet",
        }
    }

    /// The first character of the bytes.
    #[inline]
    pub(crate) fn decode(self, bytes: &[u8]) -> Decoded {
        let Some(&first) = bytes.first() else { return Decoded::Incomplete };
        if first < 0x80 {
            return Decoded::Char(first as char, 1);
        }
        match self {
            Encoding::Utf8 => decode_utf8(bytes),
            Encoding::Latin1 | Encoding::Octet => Decoded::Char(first as char, 1),
            Encoding::Ascii => Decoded::Bad(1),
        }
    }

    /// Appends the text's bytes. A character that the encoding lacks is written as an escape, `\x4E00\`.
    pub(crate) fn encode(self, text: &str, out: &mut Vec<u8>) {
        let limit = match self {
            Encoding::Utf8 => return out.extend_from_slice(text.as_bytes()),
            Encoding::Latin1 | Encoding::Octet => 0x100,
            Encoding::Ascii => 0x80,
        };
        if text.is_ascii() {
            return out.extend_from_slice(text.as_bytes());
        }
        for c in text.chars() {
            let code = u32::from(c);
            if code < limit {
                out.push(code as u8);
            } else {
                out.extend_from_slice(format!("\\x{code:x}\\").as_bytes());
            }
        }
    }
}

/// A character of more than one byte.
fn decode_utf8(bytes: &[u8]) -> Decoded {
    let some = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(some) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => std::str::from_utf8(&some[..error.valid_up_to()]).unwrap_or_default(),
        Err(error) => return error.error_len().map_or(Decoded::Incomplete, Decoded::Bad),
    };
    valid.chars().next().map_or(Decoded::Incomplete, |c| Decoded::Char(c, c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_character_are_told_from_those_that_may_become_one() {
        let utf8 = |bytes: &[u8]| Encoding::Utf8.decode(bytes);
        assert_eq!(utf8("é!".as_bytes()), Decoded::Char('é', 2));
        assert_eq!(utf8("\u{10ffff}abc".as_bytes()), Decoded::Char('\u{10ffff}', 4));
        assert_eq!(utf8(&[0xc3]), Decoded::Incomplete);
        assert_eq!(utf8(&[0xc3, 0x41]), Decoded::Bad(1));
        assert_eq!(utf8(&[0xff, 0x41]), Decoded::Bad(1));
        assert_eq!(utf8(&[0xe2, 0x82]), Decoded::Incomplete);
        assert_eq!(utf8(&[0xe2, 0x82, 0x41]), Decoded::Bad(2));
        assert_eq!(Encoding::Latin1.decode(&[0xe9]), Decoded::Char('é', 1));
        assert_eq!(Encoding::Ascii.decode(&[0xe9]), Decoded::Bad(1));
    }

    #[test]
    fn what_an_encoding_lacks_is_escaped() {
        let mut out = Vec::new();
        Encoding::Latin1.encode("aé一", &mut out);
        assert_eq!(out, b"a\xe9\\x4e00\\");
    }
}
