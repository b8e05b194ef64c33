//! What goals cannot see of streams: when input is asked for and output shown, and that machines share nothing.
#![allow(missing_docs)]

mod common;

use common::answers;
use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex};
use wam::atoms::Atoms;
use wam::machine::{Config, Dispatch, Fast, Machine};
use wam::read::read_term_from_str;

/// What happened, in order: `<text` came in, `>text` went out.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, event: String) {
        self.0.lock().unwrap().push(event);
    }

    fn text(&self) -> String {
        self.0.lock().unwrap().concat()
    }
}

/// Gives one piece at a time, as a terminal gives lines.
struct Pieces {
    left: Vec<Vec<u8>>,
    log: Log,
}

impl Read for Pieces {
    fn read(&mut self, space: &mut [u8]) -> std::io::Result<usize> {
        if self.left.is_empty() {
            self.log.add("<end".into());
            return Ok(0);
        }
        let piece = self.left.remove(0);
        space[..piece.len()].copy_from_slice(&piece);
        self.log.add(format!("<{}", String::from_utf8_lossy(&piece)));
        Ok(piece.len())
    }
}

/// Where output goes, under a mark.
struct Sink(Log, char);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.add(format!("{}{}", self.1, String::from_utf8_lossy(bytes)));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn machine(pieces: &[&[u8]]) -> (Box<Machine>, Atoms, Log) {
    let atoms = Atoms::new();
    let program = wam::library::program_to_run(atoms.clone());
    let config = Config { dispatch: Dispatch::Match, memory: 64 << 20, ..Config::default() };
    let mut machine = Machine::new(program, config).expect("memory");
    let log = Log::default();
    let left = pieces.iter().map(|piece| piece.to_vec()).collect();
    // A buffer of one byte hands on what the pieces give.
    machine.set_input(Box::new(BufReader::with_capacity(1, Pieces { left, log: log.clone() })));
    machine.set_output(Box::new(Sink(log.clone(), '>')));
    machine.set_error_output(Box::new(Sink(log.clone(), '!')));
    (machine, atoms, log)
}

fn ask(machine: &mut Machine, atoms: &Atoms, goal: &str) -> String {
    let program = machine.program();
    let read = read_term_from_str(goal, atoms, &program.ops, &program.flags).expect("a goal");
    answers::<Fast>(machine, &read, atoms, 2).join(" ; ")
}

#[test]
fn a_term_is_read_as_soon_as_its_full_stop_has_come() {
    let (mut machine, atoms, log) = machine(&[b"foo(\n", b"X, 'a. b',\n", b"Y). bar\n", b".\n", b"rest"]);
    assert_eq!(ask(&mut machine, &atoms, "read(T), T = foo(1, A, 2)"), "T = foo(1,'a. b',2), A = 'a. b'");
    assert_eq!(log.text(), "<foo(\n<X, 'a. b',\n<Y). bar\n");
    assert_eq!(ask(&mut machine, &atoms, "get_char(C), read(T)"), "C = ' ', T = bar");
    assert_eq!(ask(&mut machine, &atoms, "get_char(A), get_char(B)"), "A = '\\n', B = r");
}

#[test]
fn what_was_written_is_shown_before_input_is_asked_for() {
    let (mut machine, atoms, log) = machine(&[b"a\n", b"b\n"]);
    ask(&mut machine, &atoms, "write(one), get_char(_), write(two), get_char(_), write(three), get_char(_)");
    assert_eq!(log.text(), ">one<a\n>twothree<b\n");
}

#[test]
fn errors_come_after_the_output_before_them_and_at_once() {
    let (mut machine, atoms, log) = machine(&[]);
    ask(&mut machine, &atoms, "write(out), write(user_error, err), write(out2)");
    assert_eq!(log.text(), ">out!err");
    machine.flush();
    assert_eq!(log.text(), ">out!err>out2");
    ask(&mut machine, &atoms, "print_message(error, format(\"~w\", [x])), print_message(warning, error(foo, _))");
    assert_eq!(log.text(), ">out!err>out2!\n!ERROR: x!\n!Warning: Unknown error term: foo!\n");
}

#[test]
fn characters_may_come_in_parts() {
    let (mut machine, atoms, _) = machine(&[b"\xc3", b"\xa9\xe4", b"\xb8\x80\xe4", b"x"]);
    assert_eq!(ask(&mut machine, &atoms, "get_char(A), peek_char(B), get_char(B)"), "A = é, B = 一");
    assert_eq!(ask(&mut machine, &atoms, "get_char(_)"), "error(representation_error(character))");
    assert_eq!(ask(&mut machine, &atoms, "get_char(C), get_char(E)"), "C = x, E = end_of_file");
}

#[test]
fn the_end_of_user_input_is_asked_for_again() {
    let (mut machine, atoms, log) = machine(&[b"a", b"", b"b"]);
    assert_eq!(ask(&mut machine, &atoms, "get_char(A), get_char(B), get_char(C)"), "A = a, B = end_of_file, C = b");
    assert_eq!(log.text(), "<a<<b");
}

#[test]
fn a_long_term_is_scanned_once() {
    let mut text = String::from("[");
    for i in 0..200_000 {
        text.push_str(&format!("'a. ''{i}',\n"));
    }
    text.push_str("end]. next. ");
    let (mut machine, atoms, _) = machine(&[]);
    machine.set_input(Box::new(std::io::Cursor::new(text.into_bytes())));
    assert_eq!(ask(&mut machine, &atoms, "read(_L), length(_L, N), read(T)"), "N = 200001, T = next");
}

#[test]
fn machines_have_their_own_streams_directories_and_environment() {
    let (mut one, atoms, log) = machine(&[]);
    let (mut other, others, _) = machine(&[]);
    ask(&mut one, &atoms, "working_directory(_, '/'), setenv('HOROLOG_MINE', 1)");
    ask(&mut one, &atoms, "open('/dev/null', write, S, [alias(mine)]), set_output(S)");
    assert_eq!(ask(&mut other, &others, "is_stream(mine)"), "no");
    assert_eq!(ask(&mut other, &others, "getenv('HOROLOG_MINE', _)"), "no");
    assert_eq!(ask(&mut other, &others, "working_directory(_D, _D), _D == '/'"), "no");
    assert_eq!(ask(&mut one, &atoms, "working_directory(D, D), put_char(mine, a), write(lost)"), "D = /");
    one.flush();
    assert_eq!(log.text(), "");
}

#[test]
fn what_is_left_of_collecting_goes_with_the_query() {
    let (mut machine, atoms, log) = machine(&[]);
    ask(&mut machine, &atoms, "with_output_to(atom(_), ( write(lost), throw(ball) ))");
    ask(&mut machine, &atoms, "write(kept)");
    machine.flush();
    assert_eq!(log.text(), ">kept");
}

#[test]
fn a_device_that_refuses_output_is_an_error_when_it_is_closed() {
    let (mut machine, atoms, _) = machine(&[]);
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let goal = "open('/dev/full', write, S), write(S, a), catch(close(S), error(E, _), true), E = io_error(A, S)";
    assert!(ask(&mut machine, &atoms, goal).ends_with("A = write"), "{goal}");
    let goal = "open('/dev/full', write, S), write(S, a), close(S, [force(true)]), catch(put_char(S, a), error(E, _), true), E = existence_error(K, _)";
    assert!(ask(&mut machine, &atoms, goal).contains("K = stream"));
}
