//! Files that are read up to a limit, and written whole or not at all.
//!
//! A text goes to a temporary file beside the one it is for, to the disk, and takes its place by a rename: who is
//! interrupted leaves the old text, who reads sees the old one or the new. Symbolic links are followed and stay. Pipes,
//! devices and the like are refused: a rename would put a file in their place, and reading may have no end.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// So many symbolic links in a row lead nowhere: what Linux allows.
const LINKS: usize = 40;

/// Writes a file, whole or not at all; directories are made, but not behind links. A file that is there keeps its
/// permissions.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    write_whole_from(path, &mut content.as_ref())
}

/// The same with what is still to be read.
pub fn write_whole_from(path: &Path, content: &mut impl Read) -> io::Result<()> {
    // What a descriptor stands for is behind a link that says no path of a file.
    if let Ok(meta) = fs::metadata(path) {
        regular(&meta)?;
    }
    let target = behind_links(path)?;
    let directory = directory_of(&target);
    if target == path {
        fs::create_dir_all(directory)?;
    }
    let before = match fs::metadata(&target) {
        Ok(meta) => {
            regular(&meta)?;
            // What may not be written may not be replaced.
            OpenOptions::new().write(true).open(&target)?;
            Some(meta.permissions())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut file = temporary_in(directory)?;
    io::copy(content, &mut file)?;
    if let Some(permissions) = before {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    File::open(directory)?.sync_all()
}

/// Whether files can be written into a directory, which is made if there is none.
pub fn check_directory(directory: &Path) -> io::Result<()> {
    let occupied = |error: &io::Error| matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotADirectory);
    fs::create_dir_all(directory).map_err(|error| match occupied(&error) {
        true => io::Error::new(error.kind(), "it is, or lies below, what is no directory"),
        false => error,
    })?;
    temporary_in(directory).map(drop)
}

/// Whether a directory can be made here: there is none, or an empty one.
pub fn check_vacant(directory: &Path) -> io::Result<()> {
    let target = behind_links(directory)?;
    match fs::read_dir(&target) {
        Ok(mut entries) => match entries.next() {
            Some(_) => Err(io::Error::new(ErrorKind::DirectoryNotEmpty, "there are files in it already")),
            None => Ok(()),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => check_directory(directory_of(&target)),
        Err(error) => Err(error),
    }
}

/// Writes a directory of files, names and texts: all of them or none. There may be an empty directory already.
pub fn write_directory(directory: &Path, files: &[(String, String)]) -> io::Result<()> {
    check_vacant(directory)?;
    let target = behind_links(directory)?;
    let around = directory_of(&target);
    let staging = tempfile::Builder::new().prefix(".horolog-").tempdir_in(around)?;
    // One of the system's own making has the permissions that new directories have.
    let made = staging.path().join("files");
    fs::create_dir(&made)?;
    for (name, text) in files {
        fs::write(made.join(name), text)?;
    }
    File::open(&made)?.sync_all()?;
    fs::rename(&made, &target)?;
    File::open(around)?.sync_all()
}

/// Writes files, names and texts, into a directory where there may be others, which is made: all of them or none, but for a
/// failure of the system between one rename and the next.
pub fn write_among(directory: &Path, files: &[(String, String)]) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let staged = |(name, text): &(String, String)| -> io::Result<tempfile::NamedTempFile> {
        match fs::metadata(directory.join(name)) {
            Ok(meta) => regular(&meta)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let mut file = temporary_in(directory)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    let staged = files.iter().map(staged).collect::<io::Result<Vec<_>>>()?;
    for (file, (name, _)) in staged.into_iter().zip(files) {
        file.persist(directory.join(name)).map_err(|error| error.error)?;
    }
    File::open(directory)?.sync_all()
}

/// The text of a regular file of at most so many bytes.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<String> {
    regular(&fs::metadata(path)?)?;
    let mut text = String::new();
    // Some files say less of their length than they hold.
    File::open(path)?.take(most + 1).read_to_string(&mut text).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => io::Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"),
        _ => error,
    })?;
    match text.len() as u64 > most {
        true => Err(io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {} MB", most >> 20))),
        false => Ok(text),
    }
}

/// A file with the permissions that new files have, which is gone unless it takes the place of another.
fn temporary_in(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let permissions = Permissions::from_mode(0o666);
    tempfile::Builder::new().prefix(".horolog-").suffix(".tmp").permissions(permissions).tempfile_in(directory)
}

fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What a path leads to; the last of its links may lead to what is not there yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = directory_of(&path).join(to),
            // It is no link, or not there.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("it leads through too many symbolic links"))
}

fn regular(meta: &fs::Metadata) -> io::Result<()> {
    let kind = meta.file_type();
    let what = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a directory"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("it is {what}, not a file")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_failed_write_leaves_no_trace() {
        let directory = tempfile::tempdir().expect("a directory");
        let target = directory.path().join("taken");
        fs::create_dir(&target).expect("a directory in the way");
        assert!(write_whole(&target, "text").expect_err("refused").to_string().contains("a directory"));
        assert_eq!(fs::read_dir(directory.path()).expect("readable").count(), 1);
        write_whole(&directory.path().join("new/file"), "text").expect("directories are made");
        assert_eq!(fs::read_to_string(directory.path().join("new/file")).expect("readable"), "text");
    }

    #[test]
    fn a_directory_is_written_as_a_whole_or_not_at_all() {
        let directory = tempfile::tempdir().expect("a directory");
        let at = |name: &str| directory.path().join(name);
        let files = [("a.pl".to_string(), "a.".to_string()), ("b.pl".to_string(), "b.".to_string())];
        fs::create_dir(at("empty")).expect("a directory");
        for name in ["empty", "new"] {
            write_directory(&at(name), &files).expect("it is written");
            assert_eq!(fs::read_to_string(at(name).join("b.pl")).expect("readable"), "b.");
            let again = write_directory(&at(name), &[]).expect_err("refused").to_string();
            assert!(again.contains("files in it already"), "{again}");
        }
        // A file that cannot be written: of the others there is no trace.
        let bad = [files[0].clone(), ("no/directory".to_string(), String::new())];
        assert!(write_directory(&at("half"), &bad).is_err());
        let mut left: Vec<_> =
            fs::read_dir(directory.path()).expect("readable").map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["empty", "new"]);
        fs::write(at("file"), "").expect("it can be written");
        assert!(check_vacant(&at("file")).is_err());
    }

    #[test]
    fn files_are_written_among_others_all_or_none() {
        let directory = tempfile::tempdir().expect("a directory");
        let into = directory.path().join("new/results");
        let files = |text: &str| -> Vec<(String, String)> {
            ["a.csv", "b.csv"].map(|name| (name.to_string(), text.to_string())).into()
        };
        write_among(&into, &files("old")).expect("it is written");
        fs::write(into.join("other.md"), "mine").expect("it can be written");
        fs::create_dir(into.join("taken.csv")).expect("a directory");
        let mut bad = files("new");
        bad.push(("taken.csv".into(), String::new()));
        assert!(write_among(&into, &bad).expect_err("refused").to_string().contains("it is a directory"));
        assert_eq!(fs::read_to_string(into.join("a.csv")).expect("readable"), "old");
        assert_eq!(fs::read_dir(&into).expect("readable").count(), 4);
        write_among(&into, &files("new")).expect("it is written");
        assert_eq!(fs::read_to_string(into.join("b.csv")).expect("readable"), "new");
        assert_eq!(fs::read_to_string(into.join("other.md")).expect("readable"), "mine");
        assert_eq!(fs::read_dir(&into).expect("readable").count(), 4);
    }

    #[test]
    fn links_are_followed_and_stay() {
        let directory = tempfile::tempdir().expect("a directory");
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("kept")).expect("a directory");
        symlink("kept/file", at("second")).expect("a link");
        symlink(at("second"), at("first")).expect("a link");
        for text in ["new", "old"] {
            write_whole(&at("first"), text).expect("it is written");
            assert_eq!(fs::read_to_string(at("kept/file")).expect("readable"), text);
            assert!(at("first").is_symlink() && at("second").is_symlink());
        }
        symlink("round", at("round")).expect("a link");
        assert!(write_whole(&at("round"), "text").is_err());
    }

    #[test]
    fn permissions_stay_as_they_were() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("file");
        fs::write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("it is ours");
        write_whole(&file, "new").expect("it is written");
        assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
        // A new file has what a file of the system's own making has.
        fs::write(directory.path().join("plain"), "").expect("it can be written");
        write_whole(&directory.path().join("made"), "").expect("it is written");
        let mode = |name: &str| fs::metadata(directory.path().join(name)).expect("it is there").permissions().mode();
        assert_eq!(mode("made"), mode("plain"));
    }

    #[test]
    fn what_is_no_file_is_neither_read_nor_replaced() {
        let directory = tempfile::tempdir().expect("a directory");
        let socket = directory.path().join("socket");
        let _listener = UnixListener::bind(&socket).expect("a socket");
        for refused in [write_whole(&socket, "text").err(), read_at_most(&socket, 10).err()] {
            assert!(refused.expect("refused").to_string().contains("it is a socket"));
        }
        assert!(fs::symlink_metadata(&socket).expect("it is there").file_type().is_socket());
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("file");
        fs::write(&file, "12345").expect("it can be written");
        assert_eq!(read_at_most(&file, 5).expect("short enough"), "12345");
        assert!(read_at_most(&file, 4).is_err());
        fs::write(&file, b"\xff").expect("it can be written");
        assert!(read_at_most(&file, 4).expect_err("no text").to_string().contains("UTF-8"));
    }
}
