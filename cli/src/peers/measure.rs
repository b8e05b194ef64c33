//! Interleaved rounds: system by system within a program, so that what the machine does meanwhile meets all alike.

use super::process::Ran;
use super::program::Program;
use super::system::{System, Workshop};
use crate::error::CliError;

/// Nets below this many milliseconds are not believed: the coarsest clock counts whole ones.
const SHORTEST: f64 = 2.0;

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Launches of each program on each system.
    pub rounds: usize,
    /// Launches of a program that does nothing, on each system.
    pub launches: usize,
}

/// What a program gave on a system.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Milliseconds of processor time of the whole loop, the empty loop taken off: one a round.
    Times(Vec<f64>),
    /// The program's header says that this system cannot run it.
    Without(String),
    /// It failed, answered wrong, or took too long.
    Failed(String),
}

/// A program's outcomes, one a system in their order.
#[derive(Clone, Debug)]
pub struct Row {
    /// The program.
    pub program: Program,
    /// The outcomes.
    pub outcomes: Vec<Outcome>,
}

/// Times a program on every system.
pub fn measure(
    program: &Program,
    systems: &[&System],
    workshop: &Workshop,
    plan: Plan,
    step: &mut dyn FnMut(),
) -> Result<Row, CliError> {
    let mut ready = Vec::new();
    let mut outcomes = Vec::new();
    for system in systems {
        let prepared = match program.cannot(system) {
            Some(reason) => Err(Outcome::Without(reason.into())),
            None => workshop
                .prepare(system, &program.name, &program.timed(system, program.repeat))?
                .map_err(Outcome::Failed),
        };
        outcomes.push(prepared.as_ref().err().cloned().unwrap_or(Outcome::Times(Vec::new())));
        ready.push(prepared.ok());
    }
    for _ in 0..plan.rounds {
        for (prepared, outcome) in ready.iter().zip(&mut outcomes) {
            if let (Some(prepared), Outcome::Times(times)) = (prepared, &mut *outcome) {
                match net(&workshop.launch(prepared)?) {
                    Ok(time) => times.push(time),
                    Err(reason) => *outcome = Outcome::Failed(reason),
                }
            }
            step();
        }
    }
    Ok(Row { program: program.clone(), outcomes })
}

/// Milliseconds from what a launch wrote; or what went wrong.
fn net(ran: &Ran) -> Result<f64, String> {
    let (time, empty) = times(ran)?;
    let net = time - empty;
    if net < SHORTEST { Err(format!("{net:.1} ms are too short to be timed: raise its repeat")) } else { Ok(net) }
}

/// The two times of the line `bench(Time,Empty)`; or what went wrong.
pub fn times(ran: &Ran) -> Result<(f64, f64), String> {
    let Some(status) = ran.status else {
        return Err(format!("stopped after {:.0} s", ran.wall.as_secs_f64()));
    };
    let line = ran.stdout.lines().find_map(|line| line.trim().strip_prefix("bench(")?.strip_suffix(')'));
    match line {
        Some("wrong") => Err("wrong answer: check/0 is false".into()),
        Some(error) if error.starts_with("error(") => Err(shortened(error)),
        Some(line) => {
            let parsed = line.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            parsed.ok_or_else(|| format!("not understood: {line}"))
        }
        None => Err(shortened(&format!("{status}: {}", ran.last_words()))),
    }
}

/// The first part of a long message.
fn shortened(text: &str) -> String {
    let text = text.replace('\n', " ");
    if text.chars().count() <= 160 { text } else { text.chars().take(160).chain(['…']).collect() }
}

/// The wall time in milliseconds of launching a program that does nothing, for each system: the launches in rising order.
pub fn start_up(systems: &[&System], workshop: &Workshop, plan: Plan) -> Result<Vec<Vec<f64>>, CliError> {
    let mut ready = Vec::new();
    for system in systems {
        ready.push(workshop.prepare(system, "nothing", &format!("bench_main.\n{}", system.kind.directive()))?.ok());
    }
    let mut walls = vec![Vec::new(); systems.len()];
    for _ in 0..plan.launches {
        for (prepared, walls) in ready.iter().zip(&mut walls) {
            let Some(prepared) = prepared else { continue };
            let ran = workshop.launch(prepared)?;
            if ran.status.is_some_and(|status| status.success()) {
                walls.push(ran.wall.as_secs_f64() * 1e3);
            }
        }
    }
    for walls in &mut walls {
        walls.sort_unstable_by(f64::total_cmp);
    }
    Ok(walls)
}

#[cfg(test)]
mod tests {
    use super::{Ran, times};
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;
    use std::time::Duration;

    fn ran(stdout: &str) -> Ran {
        let status = Some(ExitStatus::from_raw(0));
        Ran { stdout: stdout.into(), stderr: String::new(), status, wall: Duration::from_secs(1) }
    }

    #[test]
    fn the_line_of_times_is_found_and_understood() {
        assert_eq!(times(&ran("compiling\nbench(312.5,3)\ntrue\n")), Ok((312.5, 3.0)));
    }

    #[test]
    fn what_goes_wrong_is_told() {
        let message = |stdout: &str| times(&ran(stdout)).expect_err("it went wrong");
        assert!(message("bench(wrong)\n").contains("check/0"));
        assert!(message("bench(error(error(type_error(a,b),c)))\n").contains("type_error"));
        assert!(message("uncaught\n").contains("uncaught"));
        let stopped = Ran { status: None, ..ran("") };
        assert!(times(&stopped).expect_err("it was stopped").contains("1 s"));
    }
}
