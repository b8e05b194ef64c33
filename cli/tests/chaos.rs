//! Goals of all kinds end: true, false or with an exception; none crashes the process, hangs, or takes more memory than the
//! limit allows.
//!
//! Batches of goals run in processes of their own, under `--memory 16M` and a limit of the operating system, in a temporary
//! directory (`chaos/driver.pl`). `HOROLOG_CASES` and `HOROLOG_SEED` say how many goals and from which seed on; `.ci/chaos`
//! runs many. A failure shows the fewest and smallest goals with which it happens.
#![allow(missing_docs)]

#[path = "chaos/generate.rs"]
mod generate;
#[path = "../../wam/tests/picks/mod.rs"]
mod picks;
#[path = "chaos/term.rs"]
mod term;
#[path = "chaos/vocabulary.rs"]
mod vocabulary;

use generate::goal;
use picks::setting;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use term::Term;
use vocabulary::callable;

const DRIVER: &str = include_str!("chaos/driver.pl");
/// Goals a process.
const BATCH: usize = 250;
/// A goal has half a second, and some more where it catches the error. What then goes on is interrupted.
const PATIENCE: Duration = Duration::from_secs(4);
/// What has not ended so long after an interrupt hangs.
const GRACE: Duration = Duration::from_secs(8);
/// What a process may have in memory at most, in KiB: the limit, 32 MiB, and the program itself with its library.
const MOST_RESIDENT: u64 = (16 + 32 + 48) << 10;
/// What it may reserve, in KiB.
const MOST_RESERVED: u64 = 1 << 20;
/// What a file may have, in blocks.
const LARGEST_FILE: u64 = 100_000;
/// The exit code of a process whose memory is exhausted where no exception is possible (`wam::meter`).
const EXHAUSTED: i32 = 3;
/// Goals that did harm once, and how they end.
const FOUND: &[(&str, &str)] = &[
    // The time limit's cleanup failed under the depth limit, and with it what had called the goal.
    ("repeat, call_with_depth_limit(p, 1, a)", "time"),
    ("between(1, inf, A), call_with_depth_limit(fail, 1, a)", "time"),
    // What there was no memory for had been granted all the same, so that the next allocation ended the process.
    ("functor(A, f, 100000000)", "memory"),
    ("catch(functor(A, f, 100000000), error(resource_error(memory), _), length(B, 1000))", "true"),
];
/// How many runs make a failure smaller.
const RUNS: usize = 400;
/// How many failures are looked at.
const FAILURES: usize = 12;

/// How a process ended that should not have.
#[derive(Clone, PartialEq, Eq)]
enum Death {
    /// It was interrupted: it caught every error of its time limits.
    Looped,
    Exit(ExitStatus, String),
    Hang,
    Memory(u64),
}

impl Death {
    /// Whether it is another one of the same kind.
    fn is_like(&self, other: &Death) -> bool {
        match (self, other) {
            (Death::Exit(a, _), Death::Exit(b, _)) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Death::Exit(status, message) => write!(f, "{status}\n{message}"),
            Death::Looped => write!(f, "interrupted after {} s", PATIENCE.as_secs()),
            Death::Hang => write!(f, "no end within {} s after an interrupt", GRACE.as_secs()),
            Death::Memory(kib) => write!(f, "{} MiB in memory", kib >> 10),
        }
    }
}

/// How goals ended: the ends of those that did, in order, and what the next one died of.
struct Ran {
    ends: Vec<String>,
    death: Option<Death>,
}

fn run(goals: &[(usize, &Term)]) -> Ran {
    let directory = TempDir::new().expect("a temporary directory");
    let lines: Vec<String> =
        goals.iter().map(|(number, goal)| format!("g({number},[A,B,C,D,E],({goal})).\n")).collect();
    fs::write(directory.path().join("goals"), lines.concat()).expect("written");
    fs::write(directory.path().join("driver.pl"), DRIVER).expect("written");
    let mut child = start(directory.path());
    let death = watched(&mut child, directory.path());
    let log = fs::read_to_string(directory.path().join("log")).unwrap_or_default();
    let ends = log.lines().filter_map(|line| line.split_once(' ')).map(|(_, end)| end).filter(|end| *end != "start");
    Ran { ends: ends.map(str::to_owned).collect(), death }
}

fn start(directory: &Path) -> Child {
    let limits = format!("trap '' XFSZ; ulimit -c 0; ulimit -f {LARGEST_FILE}; ulimit -v {MOST_RESERVED}; exec \"$@\"");
    let output = |name: &str| File::create(directory.join(name)).expect("it can be created");
    let mut child = Command::new("sh")
        .args([
            "-c",
            &limits,
            "sh",
            &std::env::var("HOROLOG_CHAOS").unwrap_or(env!("CARGO_BIN_EXE_horolog").to_owned()),
        ])
        .args(["run", "driver.pl", "--memory", "16M", "-q", "-g", "'chaos main'"])
        .current_dir(directory)
        .env("TMPDIR", directory)
        .env("HOME", directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(output("err"))
        .spawn()
        .expect("a process");
    // What goals print is read and forgotten: it may be more than a disk holds.
    let mut out = child.stdout.take().expect("it is piped");
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    child
}

/// Waits for the end of the process, and ends it where it hangs or takes too much.
fn watched(child: &mut Child, directory: &Path) -> Option<Death> {
    let (mut length, mut since, mut interrupts) = (0, Instant::now(), 0);
    loop {
        if let Some(status) = child.try_wait().expect("it is a child") {
            if interrupts > 0 {
                return Some(Death::Looped);
            }
            let message = String::from_utf8_lossy(&fs::read(directory.join("err")).unwrap_or_default()).into_owned();
            let last: Vec<&str> = message.lines().rev().take(6).collect();
            return (!status.success())
                .then(|| Death::Exit(status, last.into_iter().rev().collect::<Vec<_>>().join("\n")));
        }
        let now = fs::metadata(directory.join("log")).map_or(0, |log| log.len());
        if now != length && interrupts == 0 {
            (length, since) = (now, Instant::now());
        }
        let resident = most_resident(child.id());
        let death = if resident > MOST_RESIDENT {
            Some(Death::Memory(resident))
        } else {
            (since.elapsed() > PATIENCE + GRACE).then_some(Death::Hang)
        };
        // Goals may catch what an interrupt throws, so there are several.
        if since.elapsed() > PATIENCE + interrupts * Duration::from_secs(1) {
            interrupts += 1;
            let process = rustix::process::Pid::from_child(child);
            rustix::process::kill_process(process, rustix::process::Signal::INT).expect("it is a child");
        }
        if death.is_some() {
            child.kill().expect("it is a child");
            child.wait().expect("it is a child");
            return death;
        }
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// The most that a process has had in memory, in KiB; 0 where the system does not say.
fn most_resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// The fewest and smallest of the goals with which a process dies, if it does so again.
fn shrunk(goals: &[(usize, &Term)], death: &Death) -> Option<Vec<(usize, Term)>> {
    let mut left = RUNS;
    let mut dies = |goals: &[(usize, Term)]| {
        left = left.saturating_sub(1);
        let goals: Vec<(usize, &Term)> = goals.iter().map(|(number, goal)| (*number, goal)).collect();
        left > 0 && run(&goals).death.is_some_and(|found| found.is_like(death))
    };
    let mut goals: Vec<(usize, Term)> = goals.iter().map(|(number, goal)| (*number, (*goal).clone())).collect();
    let last = goals.split_off(goals.len() - 1);
    if dies(&last) {
        goals = last;
    } else {
        goals.extend(last);
        if !dies(&goals) {
            return None;
        }
        let mut part = goals.len().div_ceil(2);
        loop {
            let mut from = 0;
            while from < goals.len() {
                let mut fewer = goals.clone();
                fewer.drain(from..(from + part).min(goals.len()));
                if !fewer.is_empty() && dies(&fewer) { goals = fewer } else { from += part }
            }
            if part == 1 {
                break;
            }
            part = part.div_ceil(2);
        }
    }
    let mut at = 0;
    while at < goals.len() {
        let smaller = goals[at].1.smaller().into_iter().find(|smaller| {
            let mut tried = goals.clone();
            tried[at].1 = smaller.clone();
            dies(&tried)
        });
        match smaller {
            Some(smaller) => goals[at].1 = smaller,
            None => at += 1,
        }
    }
    Some(goals)
}

#[test]
fn goals_that_did_harm_once_end() {
    let goals: Vec<Term> = FOUND.iter().map(|(goal, _)| Term::leaf(*goal)).collect();
    let ran = run(&goals.iter().enumerate().collect::<Vec<_>>());
    let ends: Vec<&str> = FOUND.iter().map(|(_, end)| *end).collect();
    assert_eq!(ran.ends, ends);
    assert!(ran.death.is_none());
}

#[test]
fn goals_of_all_kinds_end_without_harm() {
    let (cases, seed) = (setting("HOROLOG_CASES", 2000), setting("HOROLOG_SEED", 1));
    let vocabulary = callable();
    assert!(vocabulary.len() > 850, "{} predicates can be called", vocabulary.len());
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut first = 0;
    while first < cases && failures.len() < FAILURES {
        let last = (first + BATCH as u64).min(cases);
        let goals: Vec<Term> = (first..last).map(|number| goal(&vocabulary, seed, number)).collect();
        let goals: Vec<(usize, &Term)> = goals.iter().enumerate().collect();
        let mut left = &goals[..];
        while !left.is_empty() {
            let ran = run(left);
            let ended = ran.ends.len();
            for end in ran.ends {
                *ends.entry(end).or_default() += 1;
            }
            match ran.death {
                None => {
                    assert_eq!(ended, left.len(), "the driver has stopped early");
                    left = &[];
                }
                Some(death) => {
                    let here = &left[..(ended + 1).min(left.len())];
                    let is_within = ended < left.len();
                    left = &left[here.len()..];
                    let end = match &death {
                        Death::Exit(status, _) if status.code() == Some(EXHAUSTED) => "(memory exhausted)",
                        Death::Looped => "(interrupted)",
                        _ => "(died)",
                    };
                    // An interrupt may come when the last goal has ended.
                    if is_within || end == "(died)" {
                        *ends.entry(end.to_owned()).or_default() += 1;
                    }
                    if end != "(died)" {
                        continue;
                    }
                    let how = match shrunk(here, &death) {
                        Some(goals) => goals.iter().map(|(number, goal)| format!("    {number} {goal}\n")).collect(),
                        None => format!("    not again; the goal was {}\n", here[here.len() - 1].1),
                    };
                    eprintln!("goal {}: {death}\n{how}", first as usize + here[here.len() - 1].0);
                    failures.push(format!("{death}\n{how}"));
                }
            }
        }
        first = last;
    }
    let all: usize = ends.values().sum();
    let kinds: Vec<String> = ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    eprintln!("{all} goals from seed {seed}, {} predicates: {}", vocabulary.len(), kinds.join(", "));
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
    assert_eq!(all as u64, cases);
    let share = |end: &str| ends.get(end).copied().unwrap_or(0) * 100 / all;
    assert!(share("true") >= 15 && share("false") >= 10 && share("type_error") >= 5, "the goals have become one-sided");
    assert!(ends.get("(memory exhausted)").copied().unwrap_or(0) * 1000 <= all, "too often no exception was possible");
}
