//! The machine: a register WAM whose every instruction has a price.
//!
//! In: a [`Program`]. Out: solutions, counts, or an exception. A machine is a value; several run at once.
//!
//! | file | is |
//! |---|---|
//! | `cell`, `memory` | tagged words; reserved address space and raw access to it |
//! | `frames` | environments, choice points, trail |
//! | `link`, `relink`, `facts` | blocks into the code area; new definitions while it runs; facts without the compiler |
//! | `module`, `loading`, `confined` | which module's predicate a goal means; texts that are loaded while it runs, or to be looked at |
//! | `step`, `dispatch` | how bodies end, run modes; the two dispatchers |
//! | `control`, `choice`, `get`, `unify`, `put`, `arith`, `comparisons`, `type_tests`, `decide`, `call`, `dynamic` | instruction bodies by family |
//! | `general`, `copy`, `cycles` | unification and order of any terms; copies; whether they are finite |
//! | `value`, `number`, `evaluate`, `limbs` | numbers in cells and as values; expressions; big integers where they are |
//! | `stream`, `surroundings` | what is read from and written to; working directory, environment |
//! | `watch` | events of goals: ports, boxes, who is told |
//! | `state` | what a run leaves behind: whether a later one finds the machine as it was |
//! | `error`, `trace`, `cleanup` | exceptions; where they come from; what runs when choice points go |
//! | `budget`, `limits` | one budget of memory; limits of goals: time, inferences, depth |
//! | `exchange`, `query`, `goal`, `accumulate` | terms in and out; solutions; measured calls; folds |
//!
//! Memory: heap, environments, choice points, trail and code each have a reservation of address space that never moves.
//! Limits are checked at `call`, `execute` and builtins; what one clause writes between two checks fits the red zone. A
//! variable is bound once until it is undone, so a trail as large as the heap cannot overflow. The heap is
//! collected at calls (`collect`), and cut back by backtracking and between queries.

mod accumulate;
mod arith;
mod budget;
mod caches;
mod call;
pub(crate) mod cell;
mod choice;
pub(crate) mod clauses;
mod cleanup;
pub(crate) mod clock;
mod collect;
mod comparisons;
mod confined;
mod constructs;
mod control;
pub(crate) mod copy;
mod cycles;
pub(crate) mod database;
mod decide;
mod dispatch;
pub(crate) mod dynamic;
pub(crate) mod error;
mod evaluate;
pub(crate) mod exchange;
mod facts;
mod frames;
pub(crate) mod general;
mod get;
mod goal;
mod limbs;
mod limits;
mod link;
pub(crate) mod loading;
pub(crate) mod memory;
mod module;
pub(crate) mod number;
pub(crate) mod predictor;
mod put;
mod query;
mod quick;
mod relink;
mod retell;
mod state;
mod step;
pub(crate) mod stream;
mod support;
mod surroundings;
#[cfg(test)]
mod tests;
mod threaded;
mod trace;
mod type_tests;
mod unify;
mod value;
pub mod watch;

pub use crate::builtins::QueryRead;
pub use accumulate::{Part, Word};
pub use collect::{CHOICE_POINT_WORDS, Collecting, ENVIRONMENT_WORDS, Pushed, UNCOLLECTED, most_collected};
pub use confined::consult;
pub use error::Interrupt;
pub use goal::{Goal, Outcome, Solutions};
pub use loading::{Event, Misfire};
pub use memory::address_space;
pub use predictor::Observed;
pub use query::{More, Query, Solution};
pub use state::{Changed, State};
pub use step::{Counting, Exact, Fast, Foreseeing, Predictable, RunMode, WatchingBoxes, WatchingCalls, WatchingSteps};

use crate::atoms::Atom;
use crate::builtins::control::Global;
use crate::code::Program;
use crate::compile::evaluable::Evaluables;
use crate::cost::{Counts, KEYS, Key};
use crate::error::{Error, Place};
use crate::instr::{LiteralId, PredId};
use crate::reach::Reach;
use call::Stopped;
use cell::Cell;
use error::{Ended, Waits};
use frames::Choice;
use link::Stubs;
use memory::{Addr, Area, Code};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::time::Duration;
use step::{Cold, Regs};
use stream::Streams;
use surroundings::Surroundings;

/// The most entries an explicit work stack may have.
pub(crate) const MAX_WORK: usize = 1 << 27;

/// Which dispatcher runs the instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dispatch {
    /// Handlers that jump to each other. Needs `opt-level` 1 or above.
    #[default]
    Threaded,
    /// One loop around one `match`; portable, slower.
    Match,
}

/// Limits and choices of a machine. Sizes are in bytes.
#[derive(Clone, Debug)]
pub struct Config {
    /// What a program may use of heap, stacks and trail, and of code and allocated memory beyond what there was before it;
    /// beyond is `resource_error(memory)`. At least a megabyte.
    pub memory: usize,
    /// Whether what the process allocates counts: its allocator must be [`crate::meter::Metered`].
    pub is_metered: bool,
    /// How long a query may run for its answers; beyond is `resource_error(time)`.
    pub time_limit: Option<Duration>,
    /// What ends the process where a query goes on though its time is up.
    pub last_resort: Option<fn()>,
    /// Which dispatcher.
    pub dispatch: Dispatch,
    /// Where `random` starts.
    pub seed: u64,
    /// When the heap is collected.
    pub collecting: Collecting,
}

/// What a program may use where nobody says how much.
const DEFAULT: usize = 4 << 30;

impl Default for Config {
    /// Less memory where the process may have little address space.
    fn default() -> Self {
        Config {
            memory: DEFAULT.min(memory::fitting()),
            is_metered: false,
            time_limit: None,
            last_resort: None,
            dispatch: Dispatch::Threaded,
            seed: 0,
            collecting: Collecting::WhenDue,
        }
    }
}

impl Config {
    /// Memory of a machine that is watched, where nobody says how much: less where the process may have little address space,
    /// of which boxes and monitors need some.
    pub fn memory_watched() -> usize {
        DEFAULT.min(memory::fitting() / 2)
    }
}

/// What a run checks at calls, and other threads may write.
pub(crate) struct Limits {
    /// The top of the heap, as an address, beyond which a call looks further: a collection is due, or the heap is full;
    /// zero while an interrupt waits.
    pub heap: AtomicU64,
    /// What waits, as bits of [`error::Waits`].
    waiting: AtomicU32,
    /// How often an observer was told: a run that ends may have much to tell.
    told: AtomicU64,
}

impl Limits {
    /// Takes the most urgent of what waits.
    fn take_waiting(&self) -> Option<Waits> {
        let waiting = self.waiting.load(SeqCst);
        let first = Waits(waiting & waiting.wrapping_neg());
        self.waiting.fetch_and(!first.0, SeqCst);
        (waiting != 0).then_some(first)
    }

    /// An observer is told, which only the machine's thread does.
    #[inline]
    pub(crate) fn note_telling(&self) {
        self.told.store(self.told.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// Whether something waits.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting.load(SeqCst) != 0
    }
}

/// Stops a run from another thread: the running goal gets an exception at its next call.
#[derive(Clone)]
pub struct Interrupter(Arc<Limits>);

impl Interrupter {
    /// Interrupts the machine it came from. If nothing runs, the next run gets the exception.
    pub fn interrupt(&self, why: Interrupt) {
        self.wait(match why {
            Interrupt::Abort => Waits::ABORT,
            Interrupt::Time => Waits::TIME,
        });
    }

    /// Whether the machine is to be interrupted, and has not come to that yet.
    pub fn is_waiting(&self) -> bool {
        self.0.is_waiting()
    }

    /// Makes the next call look at what waits.
    fn wait(&self, what: Waits) {
        self.0.waiting.fetch_or(what.0, SeqCst);
        self.0.heap.store(0, SeqCst);
    }
}

/// A Prolog machine with a program.
#[repr(C)]
pub struct Machine {
    core: Core,
    /// The temporary registers. As many as an operand can name, so that access needs no check; untouched pages are free.
    x: [Cell; 1 << 16],
    counts: [u64; KEYS],
}

/// All of a machine but its registers and counts. The fields that every instruction touches come first.
#[repr(C)]
#[doc(hidden)]
pub struct Core {
    cp: Code,
    b: Choice,
    hb: Addr,
    tr: Addr,
    b0: Choice,
    limits: Arc<Limits>,
    local_limit: Addr,
    choice_limit: Addr,
    trail_limit: Addr,
    cold: Cold,
    regs: Regs,
    stopped: Stopped,
    stubs: Stubs,
    /// The goal that a builtin leaves to the library: it runs before what follows the builtin (`$detour/1`).
    pub(crate) detour: Option<Cell>,
    /// Work of the running builtin, in the unit of its row.
    pub(crate) units: u64,
    /// Of it, what has the key [`Key::SORT_PAIR`].
    pub(crate) sorted_pairs: u64,
    /// The choice point that the running goal must not go below.
    base: Choice,
    heap_limit: u64,
    budget: budget::Budget,
    /// The most that the budget may be, in bytes.
    most_memory: usize,
    /// How long a query may take.
    pub(crate) time_limit: Option<Duration>,
    dispatch: Dispatch,
    ended: Option<Ended>,
    /// Where the exception came from that ended the last run.
    place: Option<Place>,
    random: u64,
    /// The flags of arithmetic.
    pub(crate) rules: number::Rules,
    /// The other flags.
    pub(crate) kept: crate::builtins::flags::Kept,
    cleanups: cleanup::Cleanups,
    watching: watch::Watching,
    /// Who watches goals for programs.
    watcher: Option<Box<dyn watch::Watcher>>,
    /// What the mode [`Foreseeing`] has seen.
    predictor: Option<Box<predictor::Predictor>>,
    caches: Option<Box<caches::Caches>>,
    /// Whether the goal runs in that mode.
    foresees: bool,
    /// The count of the key [`Key::CYCLE_SOUGHT`].
    cycles_sought: std::cell::Cell<u64>,
    /// The count of the key [`Key::TEXTS_COMPARED`].
    texts_compared: std::cell::Cell<u64>,
    /// The counts of the keys [`Key::DIGIT`] and [`Key::DIGIT_PRODUCT`].
    pub(crate) digits: std::cell::Cell<[u64; 2]>,
    /// The limits of the goals that run.
    goal_limits: limits::GoalLimits,
    /// The registers and slots that linked code names.
    reach: link::Reach,
    heap: Area,
    local: Area,
    choices: Area,
    trail: Area,
    code: Area,
    code_top: Addr,
    /// Code of removed clauses that may still be running, and how many words that is.
    retired: Vec<(Code, usize)>,
    retired_words: usize,
    /// Code that may be used again, by size in words.
    free_code: FxHashMap<usize, Vec<Code>>,
    /// Entries of the predicates, by id.
    entries: Vec<Code>,
    /// Where the code of a predicate is, and how many words; it may be elsewhere than at its entry.
    bodies: Vec<(Code, usize)>,
    literals: Vec<Cell>,
    literal_ids: FxHashMap<link::LiteralName, LiteralId>,
    pub(crate) gc: collect::Policy,
    buffers: collect::Buffers,
    /// Cells that the run's caller looks at when it ends: roots of the collector.
    roots: Vec<Cell>,
    pairs: Vec<general::Pairs>,
    /// Functors whose operands are being evaluated; empty between evaluations.
    waiting: Vec<evaluate::Waiting>,
    marked: Vec<Addr>,
    /// Buffers for texts.
    pub(crate) spare: Vec<String>,
    /// Bags of solutions that are being collected, innermost last.
    pub(crate) bags: Vec<Vec<copy::Record>>,
    dynamics: FxHashMap<PredId, clauses::Clauses>,
    /// Clauses of dynamic predicates that texts brought, and the stamps at which they did.
    initial: FxHashMap<PredId, Vec<(clauses::ClauseId, u64)>>,
    /// Clauses that tell what they do, while clauses were compiled again for that.
    retold: Option<retell::AllRetold>,
    /// The number of the last change of the database.
    stamp: u64,
    /// What the machine goes back to between runs, if it does.
    held: Option<Box<state::Held>>,
    evaluables: Evaluables,
    /// The fact that is being asserted.
    draft: facts::Draft,
    /// The arguments of the fact that is being unified with a head.
    matched: Vec<u64>,
    /// The control construct that is being called.
    called: constructs::Called,
    /// Code of control constructs that were called, by shape.
    shapes: FxHashMap<Vec<u64>, constructs::Shape>,
    /// Values under names.
    pub(crate) globals: FxHashMap<Atom, Global>,
    pub(crate) streams: Streams,
    pub(crate) surroundings: Surroundings,
    /// When the machine was made, in seconds since 1970.
    started: f64,
    /// What `statistics` last said of runtime, walltime, real_time and system_time.
    last_times: [i64; 4],
    /// What the flag `argv` says.
    pub(crate) arguments: Vec<String>,
    /// Which goal is loaded: see [`Goal`].
    loaded: u64,
    /// Texts that are being loaded, innermost last.
    pub(crate) loads: Vec<loading::Load>,
    pub(crate) program: Program,
}

// Fields are reached through the core as if they were the machine's own; instruction bodies name them on every line.
impl Deref for Machine {
    type Target = Core;
    #[inline(always)]
    fn deref(&self) -> &Core {
        &self.core
    }
}

impl DerefMut for Machine {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}

impl Machine {
    /// A machine that runs a program.
    ///
    /// # Errors
    /// When the system refuses the address space.
    pub fn new(program: Program, config: Config) -> Result<Box<Machine>, Error> {
        let budget = budget::Budget::new(config.memory, config.is_metered);
        let most_memory = budget.limit();
        let [heap, local, choices, trail, code] = memory::reserve(most_memory)?;
        let heap_limit = heap.base().bits();
        let limits = Limits { heap: AtomicU64::new(heap_limit), waiting: AtomicU32::new(0), told: AtomicU64::new(0) };
        let evaluables = Evaluables::new(&program.atoms);
        let gc = collect::Policy::new(heap.base(), config.collecting);
        let streams = Streams::new(&program.atoms);
        let start = Regs { pc: Code::NULL, next: Code::NULL, h: heap.base(), s: Addr::NULL, e: local.base() };
        let core = Core {
            cp: Code::NULL,
            b: Choice(choices.base()),
            hb: heap.base(),
            tr: trail.base(),
            b0: Choice(choices.base()),
            limits: Arc::new(limits),
            local_limit: local.base(),
            choice_limit: choices.base(),
            trail_limit: trail.base(),
            cold: |_, _| unreachable!("no out-of-line part is waiting"),
            regs: start,
            stopped: Stopped::False,
            stubs: Stubs::NONE,
            detour: None,
            units: 0,
            sorted_pairs: 0,
            base: Choice(choices.base()),
            heap_limit,
            budget,
            most_memory,
            time_limit: config.time_limit,
            dispatch: config.dispatch,
            ended: None,
            place: None,
            random: config.seed,
            rules: number::Rules::default(),
            kept: crate::builtins::flags::Kept::default(),
            cleanups: cleanup::Cleanups::default(),
            watching: watch::Watching::default(),
            watcher: None,
            predictor: None,
            caches: None,
            foresees: false,
            cycles_sought: std::cell::Cell::new(0),
            texts_compared: std::cell::Cell::new(0),
            digits: std::cell::Cell::new([0; 2]),
            goal_limits: limits::GoalLimits::ended_by(config.last_resort),
            reach: link::Reach::default(),
            code_top: code.base(),
            heap,
            local,
            choices,
            trail,
            code,
            retired: Vec::new(),
            retired_words: 0,
            free_code: FxHashMap::default(),
            entries: Vec::new(),
            bodies: Vec::new(),
            literals: Vec::new(),
            literal_ids: FxHashMap::default(),
            gc,
            buffers: collect::Buffers::default(),
            roots: Vec::new(),
            pairs: Vec::new(),
            waiting: Vec::new(),
            marked: Vec::new(),
            spare: Vec::new(),
            bags: Vec::new(),
            dynamics: FxHashMap::default(),
            initial: FxHashMap::default(),
            retold: None,
            stamp: 0,
            held: None,
            evaluables,
            draft: facts::Draft::default(),
            matched: Vec::new(),
            called: constructs::Called::default(),
            shapes: FxHashMap::default(),
            globals: FxHashMap::default(),
            streams,
            surroundings: Surroundings::default(),
            started: clock::unix_seconds(),
            last_times: [0; 4],
            arguments: Vec::new(),
            loaded: 0,
            loads: Vec::new(),
            program,
        };
        let mut machine = memory::place(core);
        machine.start();
        Ok(machine)
    }

    /// Links the program and makes the oldest environment and choice point.
    fn start(&mut self) {
        self.link_stubs();
        self.cp = self.stubs.stop_true;
        let e = control::base_environment(self.local.base());
        self.regs.e = e;
        let root = self.b;
        root.set_alt(self.stubs.stop_false);
        root.set_e(e);
        root.set_cp(self.cp);
        root.set_b0(root);
        root.set_tr(self.tr);
        root.set_h(self.regs.h);
        root.set_local_top(e.add(frames::ENV_HEADER));
        root.set_prev(Choice::NULL);
        self.link_program();
        self.program.changed.clear();
        self.begin_budget();
    }

    /// Stops a run of this machine from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.limits.clone())
    }

    /// Forgets interrupts that came too late for the run they were meant for.
    pub fn forget_interrupts(&mut self) {
        while self.limits.take_waiting().is_some() {}
        self.rearm();
    }

    /// The counts of the runs in [`Counting`] and [`Foreseeing`] mode since the last [`Machine::take_counts`].
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::new();
        for key in Key::all() {
            counts[key] = self.counts[key.index()];
        }
        // Some of these are counted in every mode, where that costs nothing.
        let observed = self.predictor.as_ref().map_or([0; Key::OBSERVED.len()], |_| self.observed_so_far());
        Key::OBSERVED.into_iter().zip(observed).for_each(|(key, count)| counts[key] = count);
        if let Some(predictor) = &self.predictor {
            predictor.enter(&mut counts);
        }
        counts
    }

    /// The counts so far; they start again from zero.
    pub fn take_counts(&mut self) -> Counts {
        let counts = self.counts();
        self.counts.fill(0);
        self.texts_compared.set(0);
        self.digits.set([0; 2]);
        self.cycles_sought.set(0);
        if let Some(predictor) = &mut self.predictor {
            predictor.reset();
        }
        if let Some(caches) = &mut self.caches {
            caches.reset();
        }
        counts
    }

    /// What [`Foreseeing`] runs have seen beside what was counted, since the last [`Machine::take_counts`].
    pub fn observed(&self) -> Observed {
        self.predictor.as_ref().map(|predictor| predictor.observed().clone()).unwrap_or_default()
    }

    /// Makes the next bytes of heap, stacks and trail present, so that a timed run does not meet them for the first time.
    pub fn touch(&mut self, bytes: usize) {
        let heap = self.regs.h.words_from(self.heap.base()) * 8;
        self.heap.touch(heap, bytes);
        self.local.touch(0, bytes);
        self.choices.touch(0, bytes);
        self.trail.touch(0, bytes);
    }

    /// The program, with what was declared while it ran.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Sets where output goes; the default is the process's. What is buffered for the old place is written there.
    pub fn set_output(&mut self, sink: Box<dyn std::io::Write + Send>) {
        self.streams.set_user_output(sink);
    }

    /// Sets where error output goes; the default is the process's.
    pub fn set_error_output(&mut self, sink: Box<dyn std::io::Write + Send>) {
        self.streams.set_user_error(sink);
    }

    /// Sets where input comes from; the default is the process's.
    pub fn set_input(&mut self, source: Box<dyn std::io::BufRead + Send>) {
        self.streams.set_user_input(source);
    }

    /// Writes out what output is buffered. What a device refuses is told by [`Machine::take_refusal`], and to the program
    /// when it writes there again.
    pub fn flush(&mut self) {
        self.streams.flush_all();
    }

    /// A stream whose device has refused output of which the program has not been told, and what it said.
    pub fn take_refusal(&mut self) -> Option<(String, std::io::Error)> {
        let atoms = self.program.atoms.clone();
        self.streams.take_refusal(&atoms)
    }

    /// What runs is not trusted: it has files where it may reach them, and no commands, environment or clock.
    pub fn confine(&mut self, reach: Reach) {
        self.surroundings.confined = Some(reach);
        self.started = 0.0;
    }

    /// What the flag `argv` says: the program's name and its arguments.
    pub fn set_arguments(&mut self, arguments: Vec<String>) {
        self.arguments = arguments;
    }

    /// Which dispatcher runs from now on.
    pub fn set_dispatch(&mut self, dispatch: Dispatch) {
        self.dispatch = dispatch;
    }
}
