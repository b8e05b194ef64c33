//! Sessions at a terminal: what is typed, and what is seen.

mod support;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::Home;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// The program at a terminal of its own.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Arc<Mutex<Vec<u8>>>,
    /// How much of the screen has been looked at.
    seen: usize,
}

impl Terminal {
    fn open(home: &Home) -> Terminal {
        let own = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&own).expect("it is ours");
        unlockpt(&own).expect("it is ours");
        let name = ptsname(&own, Vec::new()).expect("it has a name").into_bytes();
        let path = PathBuf::from(std::ffi::OsString::from_vec(name));
        let end = || File::options().read(true).write(true).open(&path).expect("it can be opened");
        let mut command = Command::new(env!("CARGO_BIN_EXE_horolog"));
        command.env("HOROLOG_HOME", home.0.path()).env("TERM", "xterm").env("NO_COLOR", "1");
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("it runs");
        let screen = Arc::new(Mutex::new(Vec::new()));
        let (mut keys, shown) = (File::from(own), screen.clone());
        let keyboard = keys.try_clone().expect("a second handle");
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The terminal goes when the program does.
            while let Ok(count @ 1..) = keys.read(&mut bytes) {
                shown.lock().expect("nobody panics").extend_from_slice(&bytes[..count]);
            }
        });
        Terminal { child, keyboard, screen, seen: 0 }
    }

    fn key(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).expect("it reads");
    }

    /// Waits until a text is on the screen, behind what was waited for before; gives what was there up to it.
    fn shows(&mut self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen.lock().expect("nobody panics").clone();
            let new = String::from_utf8_lossy(&screen[self.seen..]).into_owned();
            if let Some(at) = new.find(text) {
                self.seen += at + text.len();
                return new[..at].to_string();
            }
            assert!(start.elapsed() < LONG, "{text} is not in {new:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn long_answers_are_cut_and_shown_whole_when_asked() {
    let home = Home::empty();
    let mut terminal = Terminal::open(&home);
    terminal.shows("?- ");
    terminal.key("numlist(1, 12, L).\r");
    terminal.shows("L = [1,2,3,4,5,6,7,8,9,10|...] ");
    terminal.key("w");
    terminal.shows("[write]\r\nL = [1,2,3,4,5,6,7,8,9,10,11,12].\r\n");
    terminal.shows("?- ");
    terminal.key("numlist(1, 12, L), member(X, L).\r");
    terminal.shows("L = [1,2,3,4,5,6,7,8,9,10|...], X = 1 ");
    terminal.key("w");
    terminal.shows("L = [1,2,3,4,5,6,7,8,9,10,11,12], X = 1 ");
    terminal.key("p");
    terminal.shows("[print]\r\nL = [1,2,3,4,5,6,7,8,9,10|...], X = 1 ");
    terminal.key(";");
    terminal.shows("L = [1,2,3,4,5,6,7,8,9,10|...], X = 2 ");
    terminal.key(".");
    terminal.shows("?- ");
    // A short answer is no question.
    terminal.key("X = '...'.\r");
    terminal.shows("X = ... .\r\n");
    terminal.shows("?- ");
    terminal.key("halt.\r");
    assert_eq!(terminal.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_query_that_is_not_finished_is_asked_on() {
    let home = Home::empty();
    let mut terminal = Terminal::open(&home);
    terminal.shows("?- ");
    terminal.key("X = [1,\r");
    terminal.shows("|    ");
    terminal.key("2],\r");
    terminal.shows("|    ");
    terminal.key("Y = a.\r");
    terminal.shows("X = [1,2], Y = a.\r\n");
    terminal.shows("?- ");
    terminal.key("Z = f($X, $Y).\r");
    terminal.shows("Z = f([1,2],a).\r\n");
    terminal.shows("?- ");
    // Ctrl-C leaves the query, not the session; an error does not decide how it ends.
    terminal.key("foo(\r");
    terminal.shows("|    ");
    terminal.key("\u{3}");
    terminal.shows("?- ");
    terminal.key("atom_lenght(a, N).\r");
    terminal.shows("did you mean atom_length/2?");
    terminal.shows("?- ");
    terminal.key("\u{4}");
    assert_eq!(terminal.child.wait().expect("it ends").code(), Some(0));
}
