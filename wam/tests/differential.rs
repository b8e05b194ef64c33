//! The same goals, the same answers: this engine against SWI-Prolog and GNU Prolog, where they are installed.
//!
//! Goals are written by hand (`differential/fixed.pl`, and `libraries.pl` over the libraries), made from the programs of
//! `programs/` (`corpus.rs`) and from a grammar (`generate.rs`, `programs.rs`); those of the last two are asked through
//! `call/1` and as a compiled clause. A peer runs all of them in one process; the driver that asks and writes answers
//! (`driver.pl`) is the same Prolog text under each system. HOROLOG_DIFFERENTIAL=TIMES,SEED asks so many times more goals
//! of the grammar, others for every seed (`.ci/differential`). What differs for a reason is a row of `known.rs`, and a row
//! that no goal needs is a failure, too.
//! Of `error(Formal, Context)` only the formal part is compared.
#![allow(missing_docs)]

#[path = "differential/chaos.rs"]
mod chaos;
#[path = "differential/corpus.rs"]
mod corpus;
#[path = "differential/generate.rs"]
mod generate;
#[path = "differential/known.rs"]
mod known;
mod picks;
#[path = "differential/programs.rs"]
mod programs;

use known::{KNOWN, NOT_ASKED};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::machine::{Config, Machine, consult};
use wam::read::{Flags, Ops, Source, read_term_from_str};

const DRIVER: &str = include_str!("differential/driver.pl");
const FIXED: &str = include_str!("differential/fixed.pl");
const LIBRARIES: &str = include_str!("differential/libraries.pl");

/// How often a peer is started at most: some goals crash one.
const MOST_STARTS: usize = 40;

/// How many answers to a goal the driver writes.
const MOST_ANSWERS: usize = 8;

/// A goal, and the clauses it needs that no earlier goal brought.
pub struct Case {
    group: &'static str,
    goal: String,
    clauses: Vec<String>,
}

/// The other systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    Swi,
    Gnu,
}

impl Peer {
    fn executable(self) -> &'static str {
        match self {
            Peer::Swi => "swipl",
            Peer::Gnu => "gprolog",
        }
    }

    /// How it consults the program and runs `main/0`.
    fn arguments(self, program: &Path) -> Vec<String> {
        let program = program.display().to_string();
        let arguments: &[&str] = match self {
            // Traditional: lists are '.'/2, [] is an atom, double quotes are codes.
            Peer::Swi => &["--traditional", "-q", "-f", &program, "-g", "main", "-t", "halt"],
            Peer::Gnu => &["--consult-file", &program, "--query-goal", "main, halt"],
        };
        arguments.iter().map(|&argument| argument.to_owned()).collect()
    }
}

/// What is asked: its number in all systems, the goal to call, and the goal as it was written.
struct Question {
    number: usize,
    group: &'static str,
    written: String,
    run: String,
    clauses: Vec<String>,
}

/// How many times the goals of the grammar, and their seed.
fn wanted() -> (usize, u64) {
    let Ok(text) = std::env::var("HOROLOG_DIFFERENTIAL") else { return (1, 0) };
    let numbers = text.split_once(',').and_then(|(times, seed)| Some((times.parse().ok()?, seed.parse().ok()?)));
    numbers.unwrap_or_else(|| panic!("HOROLOG_DIFFERENTIAL is TIMES,SEED, not {text:?}"))
}

fn questions() -> Vec<Question> {
    let (times, seed) = wanted();
    let fixed = written("by hand", FIXED).chain(written("libraries", LIBRARIES));
    let mut questions = Vec::new();
    for (index, mut case) in fixed.chain(corpus::cases()).chain(generate::cases(times, seed)).enumerate() {
        let names = variables(&case.goal);
        let mut ask = |written: String, called: &str, clauses: Vec<String>| {
            let number = questions.len();
            let run = format!("run({number}, ({called}), [{}])", names.join(","));
            questions.push(Question { number, group: case.group, written, run, clauses });
        };
        let clauses = std::mem::take(&mut case.clauses);
        ask(case.goal.clone(), &case.goal, clauses);
        // Some of chaos are no bodies of clauses.
        if !["by hand", "libraries", "chaos"].contains(&case.group) {
            let arguments = if names.is_empty() { String::new() } else { format!("({})", names.join(",")) };
            let head = format!("compiled{index}{arguments}");
            ask(format!("compiled: {}", case.goal), &head, vec![format!("{head} :- {}.", case.goal)]);
        }
    }
    questions
}

/// The goals of a text in which they are comments.
fn written(group: &'static str, text: &'static str) -> impl Iterator<Item = Case> {
    let goals = text.lines().filter_map(|line| line.strip_prefix("%? "));
    goals.map(move |goal| Case { group, goal: goal.to_owned(), clauses: Vec::new() })
}

/// The named variables of a goal.
fn variables(goal: &str) -> Vec<String> {
    let atoms = Atoms::new();
    let read = read_term_from_str(goal, &atoms, &Ops::standard(&atoms), &Flags::default())
        .unwrap_or_else(|error| panic!("{goal}: {error}"));
    read.variables.iter().map(|variable| variable.name.clone()).filter(|name| !name.starts_with('_')).collect()
}

fn program_text<'q>(questions: impl Iterator<Item = &'q Question>) -> String {
    let mut text = format!("{DRIVER}\n{FIXED}\n{LIBRARIES}\n");
    for clause in questions.flat_map(|question| &question.clauses) {
        text.push_str(clause);
        text.push('\n');
    }
    text
}

/// Answers by number.
type Answers = BTreeMap<usize, Vec<String>>;

/// The lines of the driver among others; floats as this language writes them.
fn answers_in(output: &str) -> Answers {
    let mut answers = Answers::new();
    for line in output.lines() {
        let Some((_, line)) = line.split_once("@@ ") else { continue };
        // What a peer could not read has no number; the goal then has no answer, not even `no`.
        if let Some((Ok(number), answer)) = line.split_once(' ').map(|(number, answer)| (number.parse(), answer)) {
            answers.entry(number).or_default().push(with_plain_floats(answer));
        }
    }
    answers
}

fn with_plain_floats(answer: &str) -> String {
    let mut parts = answer.split("float(");
    let mut text = parts.next().expect("there is always a first part").to_owned();
    for part in parts {
        let (number, rest) = part.split_once(')').expect("a closing parenthesis");
        match number.parse::<f64>() {
            Ok(value) => write!(text, "float({value:?}){rest}"),
            Err(_) => write!(text, "float({number}){rest}"),
        }
        .expect("strings take all text");
    }
    text
}

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn our_answers(questions: &[Question]) -> Answers {
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    let report = consult(&Source::new("differential.pl", program_text(questions.iter())), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    let config = Config { memory: 64 << 20, ..Config::default() };
    let mut machine = Machine::new(program, config).expect("memory");
    let sink = Sink::default();
    machine.set_output(Box::new(sink.clone()));
    for question in questions {
        let (ops, flags) = (machine.program().ops.clone(), machine.program().flags.clone());
        let goal = read_term_from_str(&question.run, &atoms, &ops, &flags).expect("it was read before");
        match machine.query(&goal).next() {
            None | Some(Ok(_)) => {}
            Some(Err(error)) => panic!("{}: nothing passes the driver, but {error:?}", question.written),
        }
    }
    drop(machine);
    let output = sink.0.lock().expect("nobody panicked").clone();
    let answers = answers_in(&String::from_utf8(output).expect("text"));
    assert_eq!(answers.len(), questions.len(), "every goal has an answer, if only `no`");
    answers
}

/// Runs a peer on the questions, if it is installed. Where a goal ends the peer, it starts again after that goal.
fn their_answers(peer: Peer, questions: &[&Question]) -> Option<Answers> {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(peer.executable());
    std::fs::create_dir_all(&directory).expect("a directory");
    let program = directory.join("program.pl");
    std::fs::write(&program, program_text(questions.iter().copied())).expect("written");
    let mut answers = Answers::new();
    let mut left = questions;
    for _ in 0..MOST_STARTS {
        let output = match run_peer(peer, &directory, &program, left) {
            Ok(output) => output,
            Err(error) if error.kind() != ErrorKind::NotFound => panic!("{peer:?}: {error}"),
            Err(error) => {
                eprintln!("{} is not installed, nothing is compared ({error})", peer.executable());
                return None;
            }
        };
        let found = answers_in(&output);
        let last = found.iter().next_back().map(|(number, lines)| (*number, is_complete(lines)));
        answers.extend(found);
        // The goal that did not come back is the last that wrote anything, if it was not done, or the one after it.
        left = match last {
            Some((last, complete)) => {
                let after = left.partition_point(|question| question.number <= last);
                &left[(after + usize::from(complete)).min(left.len())..]
            }
            None => &left[1..],
        };
        if left.is_empty() {
            break;
        }
    }
    Some(answers)
}

/// Whether the driver had written all of a goal's answers.
fn is_complete(answers: &[String]) -> bool {
    answers.len() == MOST_ANSWERS || answers.last().is_some_and(|last| !last.starts_with('['))
}

fn run_peer(peer: Peer, directory: &Path, program: &Path, questions: &[&Question]) -> std::io::Result<String> {
    let (goals, output) = (directory.join("goals.pl"), directory.join("output.txt"));
    let lines: Vec<String> = questions.iter().map(|question| format!("{} .\n", question.run)).collect();
    std::fs::write(&goals, lines.concat())?;
    let mut child = Command::new(peer.executable())
        .args(peer.arguments(program))
        .env("LC_ALL", "C.UTF-8")
        .stdin(File::open(&goals)?)
        .stdout(File::create(&output)?)
        .stderr(File::create(directory.join("errors.txt"))?)
        .spawn()?;
    // Long enough for any machine; a peer that has not ended by then has met a goal that does not end.
    let end = Instant::now() + Duration::from_secs(120);
    while child.try_wait()?.is_none() {
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(String::from_utf8_lossy(&std::fs::read(&output)?).into_owned())
}

fn compare(peer: Peer, questions: &[Question], ours: &Answers, used: &mut [bool]) -> Vec<String> {
    let asked: Vec<&Question> = questions
        .iter()
        .filter(|question| !NOT_ASKED.iter().any(|(not, group, _)| *not == peer && *group == question.group))
        .collect();
    let Some(theirs) = their_answers(peer, &asked) else {
        for (used, row) in used.iter_mut().zip(KNOWN) {
            *used |= row.peer == peer;
        }
        return Vec::new();
    };
    let nothing = vec!["(nothing)".to_owned()];
    let (mut explained, mut failures) = (0, Vec::new());
    for question in &asked {
        let ours = ours.get(&question.number).unwrap_or(&nothing).join(" ; ");
        let theirs = theirs.get(&question.number).unwrap_or(&nothing).join(" ; ");
        if ours == theirs {
            continue;
        }
        let row = KNOWN.iter().position(|row| row.peer == peer && row.explains(&question.written, &ours, &theirs));
        match row {
            Some(row) => {
                used[row] = true;
                explained += 1;
            }
            None => {
                let number = question.number;
                failures.push(format!("{number} {}\n    ours   {ours}\n    {peer:?}    {theirs}", question.written));
            }
        }
    }
    eprintln!("{peer:?}: {} goals, {explained} known differences, {} others", asked.len(), failures.len());
    failures
}

#[test]
fn goals_have_the_answers_that_other_systems_give() {
    let questions = questions();
    let ours = our_answers(&questions);
    let mut used = vec![false; KNOWN.len()];
    let mut failures = Vec::new();
    for peer in [Peer::Swi, Peer::Gnu] {
        failures.extend(compare(peer, &questions, &ours, &mut used));
    }
    for (row, _) in KNOWN.iter().zip(used).filter(|(_, used)| !used) {
        failures.push(format!("no goal needs the row of {:?} for {}: {}", row.peer, row.goal, row.reason));
    }
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}
