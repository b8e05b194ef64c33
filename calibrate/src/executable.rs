//! Which executable runs: the same code, linked into another one, takes other times, so prices belong to an executable.
//!
//! In: an executable. Out: its build id, as the linker has written it into a note (`--build-id`, which the build scripts
//! ask for), in hexadecimal. An executable without one is told by a hash of all it holds, which takes some milliseconds
//! for each ten megabytes; the note is read in less than a tenth of one.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// The build of the running executable; `unknown` where the system does not say which file that is.
pub fn own() -> String {
    // The link leads to the file that runs, also where another one has taken its place since.
    let file = File::open("/proc/self/exe").or_else(|_| File::open(std::env::current_exe()?));
    file.and_then(identity).unwrap_or_else(|_| "unknown".into())
}

/// The build of an executable.
///
/// # Errors
/// When it cannot be read.
pub fn of(path: &Path) -> io::Result<String> {
    identity(File::open(path)?)
}

fn identity(mut file: File) -> io::Result<String> {
    match build_id(&mut file)? {
        Some(id) => Ok(id.iter().map(|byte| format!("{byte:02x}")).collect()),
        None => Ok(format!("contents-{:016x}", contents(&mut file)?)),
    }
}

/// Elf64, little-endian: where the header says where the program headers are, how long one is, and how many there are;
/// what a program header says (System V ABI, chapters 4 and 5).
const MAGIC: &[u8] = b"\x7fELF\x02\x01";
const HEADER: usize = 64;
const HEADERS_AT: usize = 32;
const HEADER_SIZE: usize = 54;
const HEADER_COUNT: usize = 56;
const SEGMENT: usize = 56;
const SEGMENT_OFFSET: usize = 8;
const SEGMENT_SIZE: usize = 32;
const SEGMENT_ALIGN: usize = 48;
const NOTES: u32 = 4;
/// A note: length of its name, of what it says, its kind; then both, each filled up to the alignment.
const NOTE: usize = 12;
const BUILD_ID: u32 = 3;
/// Segments of notes are not longer than this.
const LONGEST: u64 = 1 << 16;

/// What the linker's note says; none where there is none, or where the file is of another kind.
fn build_id(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    let Some(header) = part(file, 0, HEADER as u64)?.filter(|header| header.starts_with(MAGIC)) else {
        return Ok(None);
    };
    let (size, count) = (short(&header, HEADER_SIZE), short(&header, HEADER_COUNT));
    if usize::from(size) < SEGMENT {
        return Ok(None);
    }
    let Some(segments) = part(file, long(&header, HEADERS_AT), u64::from(size) * u64::from(count))? else {
        return Ok(None);
    };
    for segment in segments.chunks_exact(usize::from(size)).filter(|segment| word(segment, 0) == NOTES) {
        let length = long(segment, SEGMENT_SIZE).min(LONGEST);
        let Some(notes) = part(file, long(segment, SEGMENT_OFFSET), length)? else { continue };
        let align = if long(segment, SEGMENT_ALIGN) == 8 { 8 } else { 4 };
        if let Some(id) = find_note(&notes, align) {
            return Ok(Some(id.to_vec()));
        }
    }
    Ok(None)
}

fn find_note(mut notes: &[u8], align: usize) -> Option<&[u8]> {
    while notes.len() > NOTE {
        let (name, says) = (word(notes, 0) as usize, word(notes, 4) as usize);
        let begin = (NOTE + name).next_multiple_of(align);
        let found = notes.get(begin..begin + says)?;
        if word(notes, 8) == BUILD_ID && notes.get(NOTE..NOTE + name) == Some(b"GNU\0") && says > 0 {
            return Some(found);
        }
        notes = notes.get((begin + says).next_multiple_of(align)..)?;
    }
    None
}

/// So many bytes from a place on; none where the file is shorter.
fn part(file: &mut File, at: u64, length: u64) -> io::Result<Option<Vec<u8>>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = vec![0; length as usize];
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

fn bytes<const N: usize>(of: &[u8], at: usize) -> [u8; N] {
    of[at..at + N].try_into().expect("the slice is as long as the array")
}

fn short(of: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes(of, at))
}

fn word(of: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes(of, at))
}

fn long(of: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes(of, at))
}

/// A hash of all that a file holds, eight bytes at a time.
fn contents(file: &mut File) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut chunk = Vec::new();
    loop {
        chunk.clear();
        if file.take(1 << 20).read_to_end(&mut chunk)? == 0 {
            return Ok(hash);
        }
        chunk.resize(chunk.len().next_multiple_of(8), 0);
        for at in (0..chunk.len()).step_by(8) {
            hash = (hash ^ long(&chunk, at)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn of_bytes(bytes: &[u8]) -> String {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(bytes).expect("it can be written");
        of(file.path()).expect("it can be read")
    }

    /// A file with one segment of notes.
    fn with_notes(notes: &[u8]) -> Vec<u8> {
        let mut file = vec![0; HEADER + SEGMENT];
        file[..MAGIC.len()].copy_from_slice(MAGIC);
        file[HEADERS_AT] = HEADER as u8;
        file[HEADER_SIZE] = SEGMENT as u8;
        file[HEADER_COUNT] = 1;
        file[HEADER] = NOTES as u8;
        file[HEADER + SEGMENT_OFFSET] = (HEADER + SEGMENT) as u8;
        file[HEADER + SEGMENT_SIZE] = notes.len() as u8;
        file[HEADER + SEGMENT_ALIGN] = 4;
        file.extend(notes);
        file
    }

    const OTHER: &[u8] = b"\x04\0\0\0\x05\0\0\0\x01\0\0\0GNU\0abcde\0\0\0";
    const ID: &[u8] = b"\x04\0\0\0\x03\0\0\0\x03\0\0\0GNU\0\x01\xab\xff\0";

    #[test]
    fn the_note_of_the_linker_is_found_behind_others() {
        assert_eq!(of_bytes(&with_notes(&[OTHER, ID].concat())), "01abff");
        assert_eq!(of_bytes(&with_notes(ID)), "01abff");
    }

    #[test]
    fn what_has_no_note_is_told_by_its_contents() {
        let torn = [OTHER, &ID[..14]].concat();
        let files = [with_notes(OTHER), with_notes(&torn), with_notes(&[]), MAGIC.to_vec(), b"#!/bin/sh\n".to_vec()];
        let found: Vec<String> = files.iter().map(|file| of_bytes(file)).collect();
        for (at, found_here) in found.iter().enumerate() {
            assert!(found_here.starts_with("contents-"), "{found_here}");
            assert_eq!(found.iter().filter(|other| *other == found_here).count(), 1, "file {at}");
            assert_eq!(*found_here, of_bytes(&files[at]));
        }
    }

    #[test]
    fn this_executable_has_a_build_id() {
        let own = own();
        assert_eq!(own, of(&std::env::current_exe().expect("it is known")).expect("it can be read"));
        if cfg!(target_os = "linux") {
            assert!(own.len() >= 16 && own.bytes().all(|digit| digit.is_ascii_hexdigit()), "{own}");
        }
    }
}
