//! Files, directories, the environment and commands, as SWI-Prolog has them. A unit is a file of a directory.
//!
//! Relative names start at the machine's own working directory (`machine/surroundings.rs`).

use super::Outcome;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind as Box, Tag};
use crate::machine::error::Ball;
use crate::machine::number::Number;
use crate::machine::stream::{Buffering, Device, Encoding, Kind, Mode, Output, Sink, Stream};
use std::fs;
use std::io::Error;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::UNIX_EPOCH;

impl Machine {
    /// The text of an argument that names a file.
    pub(crate) fn file_name(&mut self, file: Cell) -> Result<String, Ball> {
        let file = file.deref();
        if file.is(Tag::Ref) {
            return Err(self.instantiation_error());
        }
        let text = match file.tag() {
            Tag::Atom if file != Cell::NIL => String::from(self.text(file)?),
            Tag::Boxed if file.is_box(Box::Text) => String::from(self.text(file)?),
            // What a double-quoted name reads as; a list that is no text is no name.
            Tag::List => match self.list_text(file) {
                Ok(text) => text,
                Err(_) => return Err(self.domain_error("source_sink", file)),
            },
            _ => return Err(self.domain_error("source_sink", file)),
        };
        if text.contains('\0') { Err(self.domain_error("source_sink", file)) } else { Ok(text) }
    }

    /// The path of a file named by an argument.
    pub(crate) fn path(&mut self, file: Cell) -> Result<PathBuf, Ball> {
        let name = self.file_name(file)?;
        Ok(self.surroundings.path(&name))
    }

    fn path_atom(&self, path: &Path) -> Cell {
        self.make_atom(&path.to_string_lossy())
    }
}

/// True, or the error of what was done to the file in the first argument.
fn done(m: &mut Machine, result: Result<(), Error>, action: &str, kind: &str) -> Outcome {
    match result {
        Ok(()) => Ok(true),
        Err(error) => Err(m.file_error(action, kind, m.a(0), &error)),
    }
}

pub(crate) fn exists_file(m: &mut Machine) -> Outcome {
    Ok(m.path(m.a(0))?.metadata().is_ok_and(|meta| !meta.is_dir()))
}

pub(crate) fn exists_directory(m: &mut Machine) -> Outcome {
    Ok(m.path(m.a(0))?.is_dir())
}

/// `access_file(File, Mode)`: whether the file could be opened so.
pub(crate) fn access_file(m: &mut Machine) -> Outcome {
    let path = m.path(m.a(0))?;
    let mode = m.a(1);
    let meta = path.metadata();
    let may_write = |path: &Path| path.metadata().is_ok_and(|meta| !meta.permissions().readonly());
    Ok(match &*m.option_name(mode, mode, "io_mode")? {
        "none" => true,
        "exist" => meta.is_ok(),
        "read" => fs::File::open(&path).is_ok(),
        "execute" => meta.is_ok_and(|meta| std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o111 != 0),
        "write" | "append" if meta.is_ok() => may_write(&path),
        "write" | "append" => match path.parent() {
            Some(parent) if parent.as_os_str().is_empty() => may_write(Path::new(".")),
            Some(parent) => may_write(parent),
            None => false,
        },
        _ => return Err(m.domain_error("io_mode", mode)),
    })
}

pub(crate) fn delete_file(m: &mut Machine) -> Outcome {
    let path = m.path(m.a(0))?;
    m.surroundings.changes(&path);
    done(m, fs::remove_file(path), "delete", "file")
}

pub(crate) fn rename_file(m: &mut Machine) -> Outcome {
    let (from, to) = (m.path(m.a(0))?, m.path(m.a(1))?);
    m.surroundings.changes(&from);
    m.surroundings.changes(&to);
    done(m, fs::rename(from, to), "rename", "file")
}

pub(crate) fn make_directory(m: &mut Machine) -> Outcome {
    let path = m.path(m.a(0))?;
    m.surroundings.changes(&path);
    done(m, fs::create_dir(path), "create", "directory")
}

pub(crate) fn delete_directory(m: &mut Machine) -> Outcome {
    let path = m.path(m.a(0))?;
    m.surroundings.changes(&path);
    done(m, fs::remove_dir(path), "delete", "directory")
}

pub(crate) fn directory_files(m: &mut Machine) -> Outcome {
    let path = m.path(m.a(0))?;
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return Err(m.file_error("open", "directory", m.a(0), &error)),
    };
    let mut names = vec![".".to_owned(), "..".to_owned()];
    names.extend(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()));
    names.sort();
    m.units += names.len() as u64;
    let cells: Vec<Cell> = names.iter().map(|name| m.make_atom(name)).collect();
    let list = m.make_list(&cells, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}

/// `working_directory(Old, New)`.
pub(crate) fn working_directory(m: &mut Machine) -> Outcome {
    let mut old = m.surroundings.directory().to_string_lossy().into_owned();
    if !old.ends_with('/') {
        old.push('/');
    }
    let old = m.make_atom(&old);
    if !m.unify(m.a(0), old) {
        return Ok(false);
    }
    let new = m.a(1).deref();
    if new == m.a(0).deref() {
        return Ok(true);
    }
    let name = m.file_name(new)?;
    let path = m.surroundings.absolute(&name);
    if !path.is_dir() {
        return Err(m.existence_error("directory", new));
    }
    m.surroundings.enter(path);
    Ok(true)
}

/// `$absolute_file_name(File, Directory, Absolute)`: from the root, relative to a directory.
pub(crate) fn absolute_file_name(m: &mut Machine) -> Outcome {
    let (name, directory) = (m.file_name(m.a(0))?, m.file_name(m.a(1))?);
    let from = m.surroundings.absolute(&directory).join(name);
    let path = m.surroundings.absolute(&from.to_string_lossy());
    let atom = m.path_atom(&path);
    Ok(m.unify(m.a(2), atom))
}

pub(crate) fn is_absolute_file_name(m: &mut Machine) -> Outcome {
    Ok(Path::new(&m.file_name(m.a(0))?).is_absolute())
}

pub(crate) fn file_base_name(m: &mut Machine) -> Outcome {
    let name = m.file_name(m.a(0))?;
    let trimmed = if name.len() > 1 { name.trim_end_matches('/') } else { &name };
    let base = if trimmed.is_empty() { "/" } else { trimmed.rsplit('/').next().unwrap_or(trimmed) };
    let base = if name == "/" { "/" } else { base };
    let atom = m.make_atom(base);
    Ok(m.unify(m.a(1), atom))
}

pub(crate) fn file_directory_name(m: &mut Machine) -> Outcome {
    let name = m.file_name(m.a(0))?;
    let trimmed = name.trim_end_matches('/');
    let directory = match trimmed.rfind('/') {
        _ if trimmed.is_empty() && !name.is_empty() => "/",
        Some(0) => "/",
        Some(at) => trimmed[..at].trim_end_matches('/'),
        None => ".",
    };
    let atom = m.make_atom(directory);
    Ok(m.unify(m.a(1), atom))
}

/// A name taken apart before its last dot, if that is in its last part and does not begin it.
fn split_extension(name: &str) -> (&str, &str) {
    let start = name.rfind('/').map_or(0, |at| at + 1);
    match name[start..].rfind('.') {
        Some(at) if at > 0 => (&name[..start + at], &name[start + at + 1..]),
        _ => (name, ""),
    }
}

/// `file_name_extension(Base, Extension, Name)`.
pub(crate) fn file_name_extension(m: &mut Machine) -> Outcome {
    let [base, extension, name] = [m.a(0), m.a(1), m.a(2)];
    if !name.is(Tag::Ref) {
        let text = m.text(name)?;
        let (found_base, found) = split_extension(&text);
        if !extension.is(Tag::Ref) {
            let wanted = m.text(extension)?;
            if wanted.trim_start_matches('.') == found {
                let atom = m.make_atom(found_base);
                return Ok(m.unify(base, atom));
            }
            if base.is(Tag::Ref) {
                return Ok(false);
            }
        } else {
            let atoms = [m.make_atom(found_base), m.make_atom(found)];
            return Ok(m.unify(base, atoms[0]) && m.unify(extension, atoms[1]));
        }
    }
    let (mut text, extension) = (String::from(m.text(base)?), String::from(m.text(extension)?));
    let extension = extension.trim_start_matches('.');
    if !extension.is_empty() && split_extension(&text).1 != extension {
        text = format!("{text}.{extension}");
    }
    let atom = m.make_atom(&text);
    Ok(m.unify(name, atom))
}

pub(crate) fn size_file(m: &mut Machine) -> Outcome {
    match m.path(m.a(0))?.metadata() {
        Ok(meta) => {
            let size = m.int_cell(meta.len() as i64);
            Ok(m.unify(m.a(1), size))
        }
        Err(error) => Err(m.file_error("access", "file", m.a(0), &error)),
    }
}

/// `time_file(File, Time)`: when it was changed last, in seconds since 1970.
pub(crate) fn time_file(m: &mut Machine) -> Outcome {
    match m.path(m.a(0))?.metadata().and_then(|meta| meta.modified()) {
        Ok(time) => {
            let seconds = time.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
            let seconds = m.number_cell(&Number::Float(seconds));
            Ok(m.unify(m.a(1), seconds))
        }
        Err(error) => Err(m.file_error("access", "file", m.a(0), &error)),
    }
}

/// An error where what runs is confined.
fn no_temporary_files(m: &mut Machine) -> Result<(), Ball> {
    if !m.surroundings.is_confined() {
        return Ok(());
    }
    let base = m.a(0);
    Err(m.permission_error("create", "temporary_file", base))
}

/// `tmp_file(Base, Name)`: a name for a file that goes with the machine.
pub(crate) fn tmp_file(m: &mut Machine) -> Outcome {
    let base = m.text(m.a(0))?;
    no_temporary_files(m)?;
    let path = m.surroundings.temporary(&base, "");
    m.surroundings.own(path.clone());
    let atom = m.path_atom(&path);
    Ok(m.unify(m.a(1), atom))
}

/// `$tmp_file_stream(Encoding, Extension, File, Stream)`: an open file that goes with the machine.
pub(crate) fn tmp_file_stream(m: &mut Machine) -> Outcome {
    let encoding = m.a(0);
    let name = m.option_name(encoding, encoding, "encoding")?;
    let (kind, encoding) = match (&*name, Encoding::from_name(&name)) {
        ("binary", _) => (Kind::Binary, Encoding::Octet),
        (_, Some(found)) => (Kind::Text, found),
        _ => return Err(m.domain_error("encoding", encoding)),
    };
    let extension = String::from(m.text(m.a(1))?);
    let extension = if extension.is_empty() { extension } else { format!(".{}", extension.trim_start_matches('.')) };
    no_temporary_files(m)?;
    let path = m.surroundings.temporary("tmp", &extension);
    let atom = m.path_atom(&path);
    let file = match fs::File::create_new(&path) {
        Ok(file) => file,
        Err(error) => return Err(m.file_error("open", "source_sink", atom, &error)),
    };
    m.surroundings.own(path);
    let output = Output::new(Sink::File(file), encoding, Buffering::Full);
    let mut stream = Stream::new(Device::Output(output), Mode::Write, kind);
    stream.file_name = Some(atom.as_atom());
    let id = m.streams.add(stream);
    let term = m.stream_term(id);
    Ok(m.unify(m.a(2), atom) && m.unify(m.a(3), term))
}

pub(crate) fn getenv(m: &mut Machine) -> Outcome {
    let name = String::from(m.text(m.a(0))?);
    match m.surroundings.variable(&name) {
        Some(value) => {
            let atom = m.make_atom(&value);
            Ok(m.unify(m.a(1), atom))
        }
        None => Ok(false),
    }
}

/// The name of a variable to be set.
fn variable_name(m: &mut Machine) -> Result<String, Ball> {
    let name = String::from(m.text(m.a(0))?);
    if name.is_empty() || name.contains(['=', '\0']) {
        return Err(m.domain_error("environment_variable", m.a(0)));
    }
    Ok(name)
}

pub(crate) fn setenv(m: &mut Machine) -> Outcome {
    let (name, value) = (variable_name(m)?, String::from(m.text(m.a(1))?));
    if value.contains('\0') {
        return Err(m.domain_error("environment_value", m.a(1)));
    }
    m.surroundings.set_variable(name, Some(value));
    Ok(true)
}

pub(crate) fn unsetenv(m: &mut Machine) -> Outcome {
    let name = variable_name(m)?;
    m.surroundings.set_variable(name, None);
    Ok(true)
}

/// `shell(Command, Status)`.
pub(crate) fn shell(m: &mut Machine) -> Outcome {
    let command = m.text(m.a(0))?;
    if command.contains('\0') {
        return Err(m.domain_error("shell_command", m.a(0)));
    }
    m.streams.flush_all();
    let [output, errors] = m.streams.elsewhere;
    let mut command = m.surroundings.command(&command);
    // Where the program's output is not the process's, that of its commands is not either.
    if output {
        command.stdout(Stdio::null());
    }
    if errors {
        command.stderr(Stdio::null());
    }
    match command.status() {
        Ok(status) => {
            let signal = std::os::unix::process::ExitStatusExt::signal(&status);
            let code = status.code().unwrap_or_else(|| 128 + signal.unwrap_or(0));
            Ok(m.unify(m.a(1), Cell::int(code.into())))
        }
        Err(error) => Err(m.file_error("execute", "shell", m.a(0), &error)),
    }
}
