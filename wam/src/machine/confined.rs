//! Texts that are loaded to be looked at: nothing runs but what decides conditions and expands clauses.
//!
//! In: a text and the program it joins. Out: what was wrong with it and with the files it loads; the goals of its
//! directives are kept in the program. A machine is made only where there is a condition or an expansion. It has no
//! files, no commands, no environment, no clock, no input and no output, little memory and little time; what the text
//! itself takes, read and compiled, is not counted as theirs. Files are loaded
//! from the text's own directory and from those that [`Program::reach`] names besides.

use super::loading::{Event, Load};
use super::{Config, Machine};
use crate::code::Program;
use crate::compile::directive::Load as How;
use crate::compile::files::{identity, import_all};
use crate::compile::loader::{Loader, Task};
use crate::compile::loading::{Keep, LoadStep, Loaded, Loading, Text};
use crate::compile::{CompileError, Goals, Origin, Report};
use crate::modules::ModuleId;
use crate::reach::Reach;
use crate::read::Source;
use crate::term::Span;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long one condition or expansion may take in a text that is only looked at, and all of a text.
const TASK_TIME: Duration = Duration::from_secs(1);
const TEXT_TIME: Duration = Duration::from_secs(5);
/// The memory that they may have, in bytes.
const TASK_MEMORY: usize = 64 << 20;

/// Reads and compiles a text into a program; goals of its directives are kept. Files that it loads are looked for beside
/// the file of the text's name.
pub fn consult(source: &Source, program: &mut Program, origin: Origin) -> Report {
    let module = match origin {
        Origin::User => ModuleId::USER,
        Origin::Library => ModuleId::SYSTEM,
    };
    let text = Text { path: identity(source.name()), source: source.clone(), origin, into: module };
    let before = program.reach.clone();
    program.reach = before.with(text.path.parent().map(Path::to_path_buf));
    let mut loading = Loading::new(text, Goals::Kept, Keep::All, program);
    let loaded = match loading.step(program) {
        LoadStep::Done | LoadStep::Full => loading.loaded(),
        LoadStep::Run(_) | LoadStep::Work => finish(loading, program),
    };
    program.reach = before;
    if origin == Origin::User {
        program.main = loaded.module;
        if loaded.module != module {
            import_all(program, loaded.module, module);
        }
        program.forward_undefined();
    }
    loaded.report
}

/// Loads the rest of a text whose conditions must be decided or whose clauses must be expanded, and runs nothing else.
fn finish(mut loading: Loading, program: &mut Program) -> Loaded {
    let config = Config { memory: TASK_MEMORY, is_metered: true, time_limit: Some(TASK_TIME), ..Config::default() };
    let Ok(mut machine) = Machine::new(program.clone(), config) else {
        let mut refuse = |loader: &mut Loader| {
            let span = loader.task().map_or_else(Span::default, Task::span);
            loader.complain(CompileError::Hook { what: "there is no memory for a machine to run it".into(), span });
            loader.give_up();
        };
        while let LoadStep::Work | LoadStep::Run(_) = loading.step(program) {
            loading.innermost().map(&mut refuse);
        }
        return loading.loaded();
    };
    machine.confine(Reach::below([]));
    machine.set_output(Box::new(std::io::sink()));
    machine.set_error_output(Box::new(std::io::sink()));
    machine.set_input(Box::new(std::io::empty()));
    machine.pause_budget();
    let started = Instant::now();
    machine.loads.push(Load { loading, into: ModuleId::USER, how: How::all(), step: Some(LoadStep::Work) });
    loop {
        if machine.loads.len() != 1 {
            machine.close_loads(2);
        }
        let core = &mut machine.core;
        let Some(load) = core.loads.last_mut() else { break };
        let step = load.step.take().unwrap_or_else(|| load.loading.step(&mut core.program));
        match step {
            LoadStep::Work => machine.confined_work(started),
            LoadStep::Run(_) => {}
            LoadStep::Done | LoadStep::Full => break,
        }
    }
    let loaded = machine.loads.pop().map(|load| load.loading.loaded());
    *program = std::mem::replace(&mut machine.program, Program::empty(program.atoms.clone()));
    loaded.expect("the text is on the stack")
}

impl Machine {
    fn confined_work(&mut self, started: Instant) {
        let mut complaint = None;
        if started.elapsed() > TEXT_TIME {
            complaint = Some("conditions and expansions take too long".to_string());
        } else if let Err(ball) = self.refresh() {
            complaint = Some(self.error_of(ball).to_string());
        }
        let place = self.loads.last().and_then(|load| load.loading.current()?.task().map(Task::span));
        if complaint.is_none() {
            // What an earlier one has set does not hold for this one.
            self.time_limit = Some(TASK_TIME);
            self.resume_budget();
            if let Some(Event::Failed(error, ..)) = self.work() {
                complaint = Some(error.to_string());
            }
            self.pause_budget();
        }
        let loader = self.loads.first_mut().and_then(|load| load.loading.innermost());
        if let Some(loader) = loader {
            if let Some(what) = complaint {
                loader.complain(CompileError::Hook { what, span: place.unwrap_or_default() });
            }
            loader.give_up();
        }
    }
}
