//! The command line: commands, options, help texts with examples. A long file, because help texts are.

use crate::amounts::{parse_duration, parse_limit, parse_memory};
use crate::memory;
use analyzer::budget::Budget;
use calibrate::profile::Mode;
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use predict::pricing::Prices;
use predict::units::{Resource, Until};
use solver::Direction;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use wam::read::Syntax;

/// Tells how long a Prolog predicate takes before it runs.
///
/// A bytecode machine runs Prolog, a calibration prices each of its instructions on this machine, and a static analyzer
/// bounds how often each instruction runs as a function of the sizes of the input.
#[derive(Parser, Debug)]
#[command(name = "horolog", version, after_help = TOP_EXAMPLES, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do; without a command the top level opens.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const TOP_EXAMPLES: &str = "\
Examples:
  horolog calibrate                            price this machine's instructions, once
  horolog estimate append/3 --size 150         how long append/3 takes on a list of 150
  horolog                                      a prompt for queries
  horolog run program.pl -g 'main(X)'          run a goal and print its answers
  horolog compare program.pl 'nrev([1,2],X)'   estimate a goal, run it, and compare

Exit codes: 0 true or done, 1 false or check failed, 2 error, 3 out of memory or another resource, 4 measured while the
machine was too busy, 124 out of time, 130 interrupted, 141 nobody reads the output any more, 143 ended by SIGTERM; halt(N)
in a program gives N.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Load programs and answer queries at a prompt
    #[command(after_help = TOP_LEVEL_EXAMPLES)]
    Top(TopArgs),
    /// Load programs, run goals and print their answers
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Run a goal and watch it: calls, graphs, coverage, monitors of your own
    #[command(after_help = WATCH_EXAMPLES)]
    Watch(WatchArgs),
    /// Run a goal and tell what a configuration of events selects
    #[command(after_help = INSTRUMENT_EXAMPLES)]
    Instrument(InstrumentArgs),
    /// Show the instructions of a predicate
    #[command(after_help = LIST_EXAMPLES)]
    List(ListArgs),
    /// Measure what each instruction costs on this machine
    #[command(after_help = CALIBRATE_EXAMPLES)]
    Calibrate(CalibrateArgs),
    /// Show, export, import or check the profile of this machine
    #[command(after_help = MACHINE_EXAMPLES)]
    Machine(MachineArgs),
    /// Bound the time of a predicate as a function of its input sizes
    #[command(after_help = ESTIMATE_EXAMPLES)]
    Estimate(EstimateArgs),
    /// Check the assertions of programs
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Estimate a goal, run it, and compare
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
    /// Make the tables of the paper for this machine
    #[command(after_help = VALIDATE_EXAMPLES)]
    Validate(ValidateArgs),
    /// Time benchmark programs here and in other Prolog systems
    #[command(after_help = PEERS_EXAMPLES)]
    Peers(PeersArgs),
    /// Report all that is known of a file: types, solutions and costs of each predicate
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze(AnalyzeArgs),
    /// Granularity hints for a parallel scheduler, as JSON
    #[command(after_help = HINTS_EXAMPLES)]
    Hints(HintsArgs),
    /// Bound functions that are given by equations
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArgs),
    /// Explain a command, or the code of an unknown bound
    #[command(after_help = HELP_EXAMPLES)]
    Help(HelpArgs),
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
}

/// A run mode on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ModeArg(pub Mode);

impl ValueEnum for ModeArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[ModeArg(Mode::Fast), ModeArg(Mode::Predictable), ModeArg(Mode::Exact)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self.0 {
            Mode::Fast => ("fast", "as fast as it can"),
            Mode::Predictable => ("predictable", "half as fast, predicted more closely"),
            Mode::Exact => ("exact", "every instruction by itself: for the laboratory"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// Prices of bounds on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PricesArg(pub Prices);

impl ValueEnum for PricesArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[PricesArg(Prices::Bounds), PricesArg(Prices::Mean)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            Prices::Bounds => "low ones from below, high ones from above: times are between, 95 of 100",
            Prices::Mean => "the same from both sides: what bounds of counts alone come to",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

/// A resource on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResourceArg(pub Resource);

impl ValueEnum for ResourceArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            ResourceArg(Resource::Time),
            ResourceArg(Resource::Steps),
            ResourceArg(Resource::Instructions),
            ResourceArg(Resource::Heap),
            ResourceArg(Resource::Solutions),
            ResourceArg(Resource::ChoicePoints),
            ResourceArg(Resource::Trail),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            Resource::Own(_) => return None,
            Resource::Time => "Time on this machine",
            Resource::Steps => "Resolution steps",
            Resource::Instructions => "Instructions executed",
            Resource::Heap => "Heap cells pushed by instructions",
            Resource::Solutions => "Solutions",
            Resource::ChoicePoints => "Choice points pushed by clauses, disjunctions, conditions and catch/3",
            Resource::Trail => "Trail entries undone by backtracking",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

/// Reads a resource: one of those that are known, or the name of one that a program declares.
#[derive(Clone)]
struct ResourceParser(EnumValueParser<ResourceArg>);

impl ResourceParser {
    fn new() -> ResourceParser {
        ResourceParser(EnumValueParser::new())
    }
}

impl TypedValueParser for ResourceParser {
    type Value = ResourceArg;

    fn parse_ref(&self, cmd: &clap::Command, arg: Option<&Arg>, value: &OsStr) -> Result<ResourceArg, clap::Error> {
        let known = self.0.parse_ref(cmd, arg, value);
        let is_name = |name: &&str| {
            let rest = name.strip_prefix(|first: char| first.is_lowercase());
            rest.is_some_and(|rest| rest.chars().all(|c| c.is_alphanumeric() || c == '_'))
        };
        match value.to_str().filter(is_name) {
            // One name a command.
            Some(name) if known.is_err() => Ok(ResourceArg(Resource::Own(name.to_string().leak()))),
            _ => known,
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// How far a run goes that is predicted.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct UntilArgs {
    /// To the first solution, or to the failure of a call that has none
    #[arg(long, conflicts_with = "all")]
    pub first: bool,
    /// To the end of all solutions: the default
    #[arg(long)]
    pub all: bool,
}

impl UntilArgs {
    /// What is meant.
    pub fn until(self) -> Until {
        if self.first { Until::First } else { Until::All }
    }
}

/// Which system's manners a program is written for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// As ISO has it
    #[default]
    Iso,
    /// As SWI-Prolog: "text" is a string, quoted items may have line ends, arguments any priority, `$` is an operator, a
    /// first line with `#` is skipped, clause/2 sees static predicates, flags that are none can be asked for and made, argv
    /// holds arguments only
    Swi,
}

impl Dialect {
    /// Whose syntax its texts are in.
    pub fn syntax(self) -> Syntax {
        match self {
            Dialect::Iso => Syntax::Iso,
            Dialect::Swi => Syntax::Swi,
        }
    }
}

/// Options of `top`.
#[derive(Args, Debug, Default)]
pub struct TopArgs {
    /// Programs to load first
    pub files: Vec<PathBuf>,
    /// Memory for all that the program uses; beyond it a query gets a resource error
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<usize>,
    /// How long a query may run for its answers, in seconds or with a unit; beyond it gets a resource error
    #[arg(long, value_name = "TIME", value_parser = parse_limit)]
    pub time: Option<Duration>,
    /// Which system the programs are written for
    #[arg(long, value_enum, value_name = "SYSTEM", default_value = "iso")]
    pub dialect: Dialect,
}

const TOP_LEVEL_EXAMPLES: &str = "\
Examples:
  horolog                            the prompt
  horolog program.pl                 the prompt with a program: horolog top program.pl
  echo 'X is 6*7.' | horolog         queries from a pipe
  horolog top --memory 1G --time 30  with limits of each query

At the prompt: a query ends with a full stop and may have several lines; after an answer `;` or space asks for the next
one, `w` shows all of one that was cut, `.` or Enter stops; $X is what X was in an earlier answer; Tab completes predicates
and files; Ctrl-C stops a running goal; Ctrl-D or halt. leaves. The flag answer_write_options says how answers are written.
Queries from a pipe have all their answers shown whole; the exit code is 2 when one had an error, 3 out of memory, 124 out of
time.";

/// Options of `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The programs, loaded in order
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A goal to run once all is loaded, a Prolog term; several run in order [default: main]
    #[arg(short, long = "goal", value_name = "GOAL")]
    pub goals: Vec<String>,
    /// What to run after the goals: `halt`, `prolog` for the prompt, or any goal
    #[arg(short, long = "toplevel", value_name = "GOAL")]
    pub toplevel: Option<String>,
    /// At most so many answers of each goal
    #[arg(short = 'n', long = "answers", value_name = "N", default_value = "1", conflicts_with = "all")]
    pub answers: NonZeroUsize,
    /// All answers
    #[arg(long)]
    pub all: bool,
    /// Print no answers: only what the program itself writes
    #[arg(short, long)]
    pub quiet: bool,
    /// Run nothing when the programs have errors or their directives fail
    #[arg(long)]
    pub strict: bool,
    /// Trust the programs with nothing: no files but below `--allow`, no commands, environment variables or clock
    #[arg(long)]
    pub sandbox: bool,
    /// Directories whose files a program in a sandbox may read and write
    #[arg(long, value_name = "DIR", requires = "sandbox")]
    pub allow: Vec<PathBuf>,
    /// Memory for all that the program uses; beyond it the goal gets a resource error
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<usize>,
    /// How long a goal may run, in seconds or with a unit (500ms, 2m); beyond it gets a resource error
    #[arg(long, value_name = "TIME", value_parser = parse_limit)]
    pub time: Option<Duration>,
    /// How the machine runs
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    pub mode: ModeArg,
    /// Which system the programs are written for
    #[arg(long, value_enum, value_name = "SYSTEM", default_value = "iso")]
    pub dialect: Dialect,
    /// Arguments of the program itself: what its flag `argv` says behind the program's name; with `--dialect swi` alone
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

const RUN_EXAMPLES: &str = "\
Examples:
  horolog run program.pl                               run main/0
  horolog run program.pl -g 'append(X, Y, [1,2])'      the first answer
  horolog run program.pl -g 'append(X, Y, [1,2])' --all
  horolog run program.pl -g 'queens(8, Qs)' -n 3 --memory 64M --time 10
  horolog run a.pl b.pl -g go -t prolog                two programs, a goal, then the prompt
  horolog run script.pl -- one two                     a script with its arguments in the flag argv

A script may begin with #!/usr/bin/env -S horolog run; all words behind it are its arguments then. The exit code is 0
when all goals are true, 1 when one is false, 2 on an error, 3 when a goal ran out of memory, 124 when it ran out of time;
halt(N) gives N. Where all goals are true, a directive that was false or raised an error decides. A program reaches and
sets the limits as the flags stack_limit (bytes) and time_limit (seconds), and catches error(resource_error(memory), _)
and error(resource_error(time), _). Clauses with errors are reported and left out, unless --strict is given.";

/// How what was watched is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum WatchFormat {
    /// Numbers, tables and trees as text
    Text,
    /// A JSON object a line, one for each fold and slice
    Json,
    /// Graphs for Graphviz
    Dot,
    /// Graphs, and flame graphs, as pictures
    Svg,
    /// Coverage as a page with the source
    Html,
    /// Coverage as the source with what was reached beside it
    Annotated,
    /// Coverage for tools that read lcov's tracefiles
    Lcov,
    /// Stacks a line each, for flame graph tools
    Folded,
    /// Stacks for speedscope
    Speedscope,
}

/// Which boxes are redone, on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum RedoArg {
    /// Those that had left choice points when they exited
    #[default]
    Left,
    /// Also those of predicates that are not known to have at most one solution
    Declared,
    /// All that have exited
    All,
}

/// What becomes of last calls, on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BoxesArg {
    /// A box for each, while environments are given up
    Tail,
    /// A loop of last calls is one box: it takes no memory
    Merge,
    /// No last call is given up
    Full,
}

/// Which answers of a goal that is watched are asked for, and printed.
#[derive(Args, Debug)]
pub struct AnswersArgs {
    /// At most so many answers of the goal
    #[arg(short = 'n', long = "answers", value_name = "N", default_value = "1", conflicts_with = "all")]
    pub answers: NonZeroUsize,
    /// All answers
    #[arg(long)]
    pub all: bool,
    /// Print no answers
    #[arg(short, long)]
    pub quiet: bool,
}

impl AnswersArgs {
    /// So many at most.
    pub fn most(&self) -> usize {
        if self.all { usize::MAX } else { self.answers.get() }
    }
}

/// What a program that is watched may use, and what it is given.
#[derive(Args, Debug)]
pub struct WatchedArgs {
    /// Memory for all that the program uses, and as much for boxes; beyond either the goal gets a resource error
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<usize>,
    /// How long a goal may run, in seconds or with a unit (500ms, 2m); beyond it gets a resource error
    #[arg(long, value_name = "TIME", value_parser = parse_limit)]
    pub time: Option<Duration>,
    /// Which system the programs are written for
    #[arg(long, value_enum, value_name = "SYSTEM", default_value = "iso")]
    pub dialect: Dialect,
    /// Arguments of the program itself
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

/// Options of `watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// The programs, loaded in order
    #[arg(required_unless_present = "list", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The goal to run, a Prolog term
    #[arg(short, long, value_name = "GOAL", default_value = "main")]
    pub goal: String,
    /// What to make of the events: a fold by name, or a file with a monitor in Prolog; several see the same run
    #[arg(short, long = "fold", value_name = "NAME|FILE.pl", default_value = "ports")]
    pub folds: Vec<String>,
    /// The folds there are, each in a line
    #[arg(long)]
    pub list: bool,
    /// Only these predicates, as name/arity, of the library and builtins too [default: all that users define]
    #[arg(short, long, value_name = "P/N", value_delimiter = ',')]
    pub predicates: Vec<String>,
    /// The predicates of the library, too
    #[arg(long)]
    pub library: bool,
    /// Only these ports: call, exit, redo, fail, exception; within clauses: switch, disj, if, then, else, neg_enter, neg_success, neg_failure, first, later
    #[arg(long, value_name = "PORT", value_delimiter = ',')]
    pub events: Vec<String>,
    /// End each fold after so many events, and begin it anew
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub slice: Option<u64>,
    /// Which goals are redone when what follows them fails
    #[arg(long, value_enum, value_name = "MODEL", default_value = "left")]
    pub redo: RedoArg,
    /// What becomes of the box of a clause at its last call [default: what the folds allow]
    #[arg(long, value_enum, value_name = "KIND")]
    pub boxes: Option<BoxesArg>,
    /// How many solutions a predicate has, for coverage and --redo declared: p/2=nondet [default: what is inferred]
    #[arg(long = "det", value_name = "P/N=DET", value_delimiter = ',')]
    pub determinism: Vec<String>,
    /// Which answers there are
    #[command(flatten)]
    pub answers: AnswersArgs,
    /// How it is told [default: what the name of the output file says, or text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<WatchFormat>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Where it is written [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Add coverage to that of earlier runs in this file
    #[arg(long, value_name = "FILE.json")]
    pub merge: Option<PathBuf>,
    /// Fail where less than so many percent are covered
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub fail_under: Option<u8>,
    /// End the program where a monitor goes wrong, instead of going on without it
    #[arg(long)]
    pub strict: bool,
    /// Say before the run what watching will add to its time, and afterwards what it took; the goal is counted for that on a
    /// machine of its own, where what it does outside of that is done as well
    #[arg(long)]
    pub predict: bool,
    /// What the program may use
    #[command(flatten)]
    pub program: WatchedArgs,
}

const WATCH_EXAMPLES: &str = "\
Examples:
  horolog watch queens.pl -g 'queens(5, Qs)'                       how often each port of each predicate is passed
  horolog watch queens.pl -g main --fold control-flow-counts -o flow.svg
  horolog watch queens.pl -g main --fold coverage -o coverage.html --merge runs.json --fail-under 80
  horolog watch queens.pl -g main --fold flame -o flame.svg        also: --format speedscope -o queens.speedscope.json
  horolog watch server.pl -g serve --fold max-depth --slice 500    a line for each 500 events of an endless run
  horolog watch queens.pl -g main --fold my_monitor.pl             initialize/1, collect/3, post_process/2 in Prolog
  horolog watch queens.pl -g main --events call,switch,then,else   ports within clauses, too
  horolog watch queens.pl -g main --predict                        what that will cost, and what it did
  horolog watch --list                                             the folds there are

A monitor in Prolog folds events into a value: initialize(Value0), collect(Event, Value0, Value), and, if it is there,
post_process(Value, Result). Of the event it asks port(Event, Port), depth(Event, Depth), call(Event, Number), chrono, name,
arity, proc (name/arity), args, arg_types, goal, parent, line, det, and within clauses goal_path ([s2,c1,t]: the then-branch of the
first goal of the second clause), clause_number, local_vars (live_var(Name, Value, Type)). Ports within clauses are told where a monitor names
one of them, or asks for a path or variables, or where --events has them. Where collect/3 fails the fold ends, and begins anew
behind that event, with what is in the file then. It runs on a machine of its own and changes nothing. Answers, output and
errors are those of the program when it is not watched. The exit code is that of the goal, 1 where too little is covered, 2
where a monitor went wrong.

What --predict says is on standard error. It counts the goal, for ten seconds at most unless --time says otherwise, and prices its events
by the profile of the fast mode, which gets these prices from `horolog calibrate`, or now.";

/// What is done when an event happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ActionArg {
    /// It is counted: a table of codes
    Count,
    /// It is told: a line of JSON, or a row of a Parquet file
    Log,
    /// The run stops at it, and asks what to do
    Stop,
    /// Folds collect the ports that are selected
    Fold,
}

/// Options of `instrument`.
#[derive(Args, Debug)]
pub struct InstrumentArgs {
    /// The programs, loaded in order
    #[arg(required_unless_present = "basis", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What is selected: a file, or lists.evc, assoc.evc, db.evc or io.evc, which come with the program; several are one
    #[arg(short, long = "config", value_name = "FILE.evc", required_unless_present = "basis")]
    pub configs: Vec<PathBuf>,
    /// The events there are
    #[arg(long)]
    pub basis: bool,
    /// The places that tell something; nothing runs
    #[arg(long, conflicts_with = "basis")]
    pub list: bool,
    /// Why each of them does, and what else was looked at; nothing runs
    #[arg(long, conflicts_with_all = ["basis", "list"])]
    pub explain: bool,
    /// The goal to run, a Prolog term [default: what the program says, or main]
    #[arg(short, long, value_name = "GOAL")]
    pub goal: Option<String>,
    /// What is done when an event happens
    #[arg(short, long, value_enum, value_name = "ACTION", default_value = "count")]
    pub action: ActionArg,
    /// For --action fold: a fold by name, or a file with a monitor in Prolog; several see the same run
    #[arg(short, long = "fold", value_name = "NAME|FILE.pl", default_value = "ports")]
    pub folds: Vec<String>,
    /// Which answers there are
    #[command(flatten)]
    pub answers: AnswersArgs,
    /// Lists, explanations and counts as JSON
    #[arg(long)]
    pub json: bool,
    /// Where it is written [default: standard output]; a log is a Parquet file if the name ends in .parquet
    #[arg(short, long, visible_alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What the program may use
    #[command(flatten)]
    pub program: WatchedArgs,
}

const INSTRUMENT_EXAMPLES: &str = "\
Examples:
  horolog instrument --basis                                     the events there are, with the sets they belong to
  horolog instrument queens.pl -c my.evc -g main                 how often each code was told
  horolog instrument queens.pl -c my.evc -c lists.evc --list     the places that tell something
  horolog instrument queens.pl -c my.evc --explain               what was decided when it was loaded, and what was not
  horolog instrument server.pl -c db.evc -g serve --action log -o events.jsonl
  horolog instrument server.pl -c db.evc -g serve --action log -o events.parquet
  horolog instrument queens.pl -c my.evc -g main --action stop   at each event: Enter goes on, h helps

A configuration:
  E_Math = (E_Add, E_Sub);                    % names a set, and selects nothing
  E_Call{findall/3 = E_Findall}, E_Exit;      % everywhere: goals of one predicate, by another name; all exits
  E_Bind{Acc@sum/3};                          % what a variable of a clause is bound to
  [nrev/2, lists.pl:10-20]                    % from here on only in these clauses and lines
  E_Math{float = E_FloatMath};                % values of a type
  E_Call{append(+list, _, -)};                % goals with such arguments

A monitor in Prolog (--action fold --fold FILE.pl) asks event_code(Event, Code) and event_value(Event, Value) besides what
it asks of ports; folds in Rust get the ports that are selected.

A Parquet file has a row for each event: chrono, code, value, integer and float (the value where it is such a number), variable,
predicate, clause, file, line. For it the program is built by `cargo build --release -p horolog --features parquet`.

Clauses are changed as they are compiled; what is not selected gets no code. Answers, output, errors and the exit code are
those of `horolog run`. Events are told while the goal runs, not while the program is loaded.";

/// Options of `list`.
#[derive(Args, Debug)]
#[command(override_usage = "horolog list [OPTIONS] [FILE] PREDICATE")]
pub struct ListArgs {
    /// The program's file (the library if left out), then the predicate as name/arity
    #[arg(value_name = "TARGET", num_args = 1..=2, required = true)]
    pub target: Vec<String>,
    /// Also what each instruction does, and why it belongs to its head or literal
    #[arg(long)]
    pub explain: bool,
    /// Where the program may load files from.
    #[command(flatten)]
    pub reading: Reading,
}

const LIST_EXAMPLES: &str = "\
Examples:
  horolog list program.pl nrev/2
  horolog list append/3 --explain

E(C,H) is the share of the head of clause C, E(C,L) that of its literal L: from its call up to the next.";

/// Options of `calibrate`.
#[derive(Args, Debug)]
pub struct CalibrateArgs {
    /// Take 5 seconds
    #[arg(long, conflicts_with = "thorough")]
    pub quick: bool,
    /// Take a few minutes
    #[arg(long)]
    pub thorough: bool,
    /// The mode to calibrate
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    pub mode: ModeArg,
    /// Seed of the generated workloads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The profile as JSON instead of tables
    #[arg(long)]
    pub json: bool,
    /// Write the programs that are measured, with their counts and times, into a new directory
    #[arg(long, value_name = "DIR")]
    pub programs: Option<PathBuf>,
}

const CALIBRATE_EXAMPLES: &str = "\
Examples:
  horolog calibrate
  horolog calibrate --quick
  horolog calibrate --mode predictable --seed 7 --json > prices.json
  horolog calibrate --programs calibrators

The profile replaces the one of the same mode (see `horolog machine show`). Ctrl-C leaves the old one.";

/// Options of `machine`.
#[derive(Args, Debug)]
pub struct MachineArgs {
    /// What to do with the profile.
    #[command(subcommand)]
    pub command: MachineCommand,
    /// The mode whose profile is meant [default: fast; of an import, what the file says]
    #[arg(long, value_enum, value_name = "MODE", global = true)]
    pub mode: Option<ModeArg>,
    /// As JSON
    #[arg(long, global = true)]
    pub json: bool,
}

/// What to do with the profile.
#[derive(Subcommand, Debug)]
pub enum MachineCommand {
    /// Print the profile's figures and prices
    Show {
        /// Print in full what counts have in common (laws), and what the workloads leave open, instead of prices
        #[arg(long, conflicts_with = "json")]
        laws: bool,
    },
    /// Copy the profile to a file
    Export {
        /// The file to write
        file: PathBuf,
    },
    /// Take over a profile from a file, if it is of this machine and engine
    Import {
        /// The file to read
        file: PathBuf,
    },
    /// Say whether the profile may be used; exit code 1 when it may not, or there is none
    Check,
}

const MACHINE_EXAMPLES: &str = "\
Examples:
  horolog machine show
  horolog machine show --laws
  horolog machine check --mode predictable
  horolog machine export this.toml
  horolog machine import this.toml

Profiles are kept in the user's data directory, or in $HOROLOG_HOME.";

/// What the analysis of a predicate may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct BudgetArgs {
    /// How long the analysis may take, in seconds or with a unit; what is known by then is given
    #[arg(long, value_name = "TIME", value_parser = parse_limit, default_value = "10s")]
    pub time: Duration,
    /// Memory for the analysis; what is known when it is used up is given
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value = "450M")]
    pub memory: usize,
}

impl BudgetArgs {
    /// The budget, from now on.
    pub fn budget(self) -> Budget {
        Budget::unlimited().lasting(self.time).holding(self.memory, memory::in_use)
    }
}

/// Options of `estimate`.
#[derive(Args, Debug)]
#[command(override_usage = "horolog estimate [OPTIONS] [FILE] PREDICATE")]
pub struct EstimateArgs {
    /// The program's file (the library if left out), then the predicate as name/arity
    #[arg(value_name = "TARGET", num_args = 1..=2, required = true)]
    pub target: Vec<String>,
    /// Sizes: a number, names with numbers, or ranges: 150, x=65,y=65, 10..1000:10
    #[arg(short, long, value_name = "SIZES", allow_hyphen_values = true)]
    pub size: Option<String>,
    /// What to estimate; a program's own resources are known by the names that it declares
    #[arg(short, long, value_parser = ResourceParser::new(), default_value = "time")]
    pub resource: ResourceArg,
    /// How far a call runs.
    #[command(flatten)]
    pub until: UntilArgs,
    /// How the machine runs
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    pub mode: ModeArg,
    /// The prices of bounds of a time
    #[arg(long, value_enum, value_name = "PRICES", default_value = "bounds")]
    pub prices: PricesArg,
    /// How the predicate is called, as in an entry declaration
    #[arg(long, value_name = "ENTRY")]
    pub modes: Option<String>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Also the equations, the rules that solved them, and what is not known
    #[arg(long)]
    pub explain: bool,
    /// Plot the functions over the sizes: into a file, or with - on the terminal
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub plot: Option<PathBuf>,
    /// Also run the predicate on generated inputs of these sizes, and show what that takes
    #[arg(long)]
    pub observe: bool,
    /// Run the predicate for a few milliseconds on input of one size, and scale the functions by what was seen; it may
    /// take as long as the analysis
    #[arg(long)]
    pub measure_once: bool,
    /// What the analysis may use.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// Where the program may load files from.
    #[command(flatten)]
    pub reading: Reading,
}

const ESTIMATE_EXAMPLES: &str = "\
Examples:
  horolog estimate append/3                                  the functions only
  horolog estimate append/3 --size 150
  horolog estimate program.pl list_diff/3 --size x=65,y=65
  horolog estimate program.pl nrev/2 --size 10..1000:10 --plot nrev.svg
  horolog estimate program.pl merge/3 --size x=0..100,y=0..30:10 --plot - --observe
  horolog estimate program.pl p/2 --modes 'p(+list(int), -)' --resource steps
  horolog estimate program.pl p/2 --size 100 --measure-once
  horolog estimate member/2 --first --resource choicepoints

A mode is + (any ground term), - (unbound), ? (anything) or a type: list, list(int), int, nat, atm, or a declared one.
A single number is every size that the functions mention.";

/// How a check is told.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckFormat {
    /// For people
    #[default]
    Text,
    /// All of it as one object
    Json,
    /// SARIF 2.1.0, which code hosts show beside the lines
    Sarif,
    /// Annotations of GitHub's workflows
    Github,
    /// JUnit's XML, a case for each property
    Junit,
}

/// Options of `check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The programs; of a directory name the files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How it is told
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: CheckFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Fail on what is unknown, too
    #[arg(long)]
    pub strict: bool,
    /// Fail where a bound is worse than this file says
    #[arg(long, value_name = "FILE", default_value_if("update_baseline", "true", "bounds.txt"))]
    pub baseline: Option<PathBuf>,
    /// Write the bounds as they are now into the baseline: bounds.txt where it is not named
    #[arg(long)]
    pub update_baseline: bool,
    /// By how many percent a bound may be above that of the baseline
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000), requires = "baseline")]
    pub tolerance: u32,
    /// The machine's profile for claims about times: a file that `horolog machine export` wrote [default: this machine's]
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// How the machine runs, in claims about times
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    pub mode: ModeArg,
    /// How long each file may take, in seconds or with a unit, each assertion 10s at the most; runs take what they need
    #[arg(long, value_name = "TIME", value_parser = parse_limit, default_value = "60s")]
    pub time: Duration,
    /// Memory for the analysis; what is known when it is used up is given
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value = "450M")]
    pub memory: usize,
    /// Where the program may load files from.
    #[command(flatten)]
    pub reading: Reading,
}

impl CheckArgs {
    /// The budget of a file, from now on.
    pub fn budget(&self) -> Budget {
        Budget::unlimited().lasting(self.time).holding(self.memory, memory::in_use)
    }
}

const CHECK_EXAMPLES: &str = "\
Examples:
  horolog check program.pl
  horolog check src/*.pl --strict --format github
  horolog check src/*.pl --format sarif > check.sarif
  horolog check program.pl --profile server.toml
  horolog check src/*.pl --baseline bounds.txt --tolerance 5
  horolog check src/*.pl --baseline bounds.txt --update-baseline

Assertions are Ciao's, with or without `check`:
  :- pred nrev(A, B) : (list(A), var(B)) => (list(B), size(exact, length, B, length(A)))
     + (not_fails, is_det, cost(ub, steps, length(A)**2 + 1), cost(ub, time, 40 ns * length(A)**2 + 2 us)).
Each is checked (proved for all calls that it is about), false (a call was run of which it is false) or unknown. Calls are
run without files, commands, environment and clock. Costs are ub, lb or exact; oub and olb are orders of growth. A resource
of your own is declared, and said of clauses entered and literals called:
  :- resource sent.
  :- pred send(A) + head_cost(ub, sent, 8).
The exit code is 0 where nothing is false, 1 where something is, or with --strict unknown, or worse than the baseline, 2 for
what cannot be read.";

/// Options of `compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The program
    pub file: PathBuf,
    /// The goal: a call of one predicate
    pub goal: String,
    /// What to compare; a program's own resources are known by the names that it declares
    #[arg(short, long, value_parser = ResourceParser::new(), default_value = "time")]
    pub resource: ResourceArg,
    /// How far the goal runs.
    #[command(flatten)]
    pub until: UntilArgs,
    /// How the machine runs
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    pub mode: ModeArg,
    /// The prices of bounds of a time
    #[arg(long, value_enum, value_name = "PRICES", default_value = "bounds")]
    pub prices: PricesArg,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// How long all of it may take, in seconds or with a unit: a sixth of it the analysis, the rest the
    /// goal's runs. A calibration, where there is no profile yet, takes its own
    #[arg(long, value_name = "TIME", value_parser = parse_limit, default_value = "60s")]
    pub time: Duration,
    /// Memory for the analysis; what is known when it is used up is given
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value = "450M")]
    pub memory: usize,
    /// Where the program may load files from.
    #[command(flatten)]
    pub reading: Reading,
}

impl CompareArgs {
    /// The budget of the analysis, from now on.
    pub fn budget(&self) -> Budget {
        Budget::unlimited().lasting(self.time / 6).holding(self.memory, memory::in_use)
    }
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  horolog compare program.pl 'append([a,b,c], [d], _)'
  horolog compare program.pl 'fib(16, _)' --resource steps --json
  horolog compare program.pl 'queens(8, _)' --time 5m

A goal that changes what its next run finds (the database, global variables, flags, operators, random numbers, what is left
of its input) has that undone after each run, so that all are first runs, and says so; all read the standard input from its
start. What a goal prints is discarded; one that writes files, runs commands or loads programs is counted, but not timed. The exit code is 124 when the
time was up before the goal had ended, or had been timed.

Deviations are relative harmonic differences (x - y)(1/x + 1/y)/2: estimated against observed (what analysis and
prices miss together), and priced counts against observed (what the prices miss alone).";

/// Options of `validate`.
#[derive(Args, Debug)]
pub struct ValidateArgs {
    /// Calibrations, with independent seeds
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub runs: u32,
    /// Seed of the first calibration; the others count on from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Calibrate in 5 to 8 seconds each
    #[arg(long)]
    pub quick: bool,
    /// The summary figures as JSON
    #[arg(long)]
    pub json: bool,
    /// Observe the goals of the files in a directory (comments `%? Goal => Answer`), instead of those of programs/unseen
    #[arg(long, value_name = "DIR")]
    pub goals: Option<PathBuf>,
    /// The directory under which the tables are written
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,
}

const VALIDATE_EXAMPLES: &str = "\
Examples:
  horolog validate
  horolog validate --runs 5 --json --out results
  horolog validate --goals my/programs

Writes DIR/<date>-<cpu>/: tables 2 to 11 of Mera et al. 2008 for this machine as Markdown and CSV, and plots as SVG; and
what each part of the model earns, how bands hold, the machine's noise, and the figures that are wanted. All files or none.
Each run calibrates afresh, in all three modes; the stored profile is not touched. The exit code is that of a busy machine
where a calibration was disturbed too much. `horolog calibrate --programs DIR`
writes the programs that tables 2 and 3 sum up.";

/// Options of `peers`.
#[derive(Args, Debug)]
pub struct PeersArgs {
    /// Only these programs: names, with * and ?, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub programs: Vec<String>,
    /// Only these systems: horolog, swipl, "swipl -O", gprolog, gplc, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub systems: Vec<String>,
    /// Launches of each program on each system, of which the least time counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub rounds: usize,
    /// Launches of each system for the start-up time
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub launches: usize,
    /// Seconds after which a launch is stopped
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub timeout: u64,
    /// The directory of the programs
    #[arg(long, value_name = "DIR", default_value = "programs/benchmarks")]
    pub dir: PathBuf,
    /// Also write the tables under this directory
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

const PEERS_EXAMPLES: &str = "\
Examples:
  horolog peers
  horolog peers --programs 'tak,queens_*' --rounds 3
  horolog peers --systems horolog,swipl --json > peers.json
  horolog peers --rounds 7 --output results

Ratios are to the time of `swipl` without options; a system that is not installed is left out, and named. Writes
DIR/<date>-<cpu>/peers.md and peers.json. The exit code is 1 when a program failed or answered wrong on a system.";

/// What a program that is looked at may read.
#[derive(Args, Debug, Default)]
pub struct Reading {
    /// A directory from which the program may load files, besides its own
    #[arg(long, value_name = "DIR")]
    pub allow: Vec<PathBuf>,
    /// Which system the program is written for
    #[arg(long, value_enum, value_name = "SYSTEM", default_value = "iso")]
    pub dialect: Dialect,
}

impl Reading {
    /// What it says of texts.
    pub fn of(&self) -> predict::load::Reading {
        predict::load::Reading { allowed: self.allow.clone(), syntax: self.dialect.syntax() }
    }
}

/// Options of `hints`.
#[derive(Args, Debug)]
pub struct HintsArgs {
    /// The program
    pub file: PathBuf,
    /// What starting a task costs: the size from which a call takes at least that long is given
    #[arg(long, value_name = "TIME", default_value = "10us", value_parser = parse_duration)]
    pub spawn_cost: f64,
    /// How the machine runs
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    pub mode: ModeArg,
    /// JSON is what is printed in any case
    #[arg(long, hide = true)]
    pub json: bool,
    /// What the analysis may use.
    #[command(flatten)]
    pub budget: FileBudgetArgs,
    /// Where the program may load files from.
    #[command(flatten)]
    pub reading: Reading,
}

/// What the analysis of a file may use.
#[derive(Args, Debug)]
pub struct FileBudgetArgs {
    /// How long the analysis of the file may take, each predicate 10s at the most; what is known by then is given
    #[arg(long, value_name = "TIME", value_parser = parse_limit, default_value = "60s")]
    pub time: Duration,
    /// Memory for the analysis; what is known when it is used up is given
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value = "450M")]
    pub memory: usize,
}

/// What the analysis of one predicate of a file may take.
pub const EACH: Duration = Duration::from_secs(10);

impl FileBudgetArgs {
    /// The budget of the file, from now on.
    pub fn budget(&self) -> Budget {
        Budget::unlimited().lasting(self.time).holding(self.memory, memory::in_use)
    }
}

const HINTS_EXAMPLES: &str = "\
Examples:
  horolog hints program.pl
  horolog hints program.pl --spawn-cost 5us > hints.json

For each predicate with an entry: its time functions, the size from which a task pays, and `program`: the function in
postfix, to be evaluated at run time. Its items are numbers (push), names of sizes (push their value), and operators that
replace their operands on the stack by one value: + * ^ (two operands), max and min (two), mod (two), log2 floor ceil
fact (one), and [\"linrec\", [c1, ...], [u0, ...]] (one: the index into the sequence u(k) = c1*u(k-1) + ...).";

/// How what is known of a file is told.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AnalyzeFormat {
    /// For people
    #[default]
    Text,
    /// All of it as one object
    Json,
    /// Assertions, each of which `horolog check` proves: to be put into the program, or kept beside it
    Assertions,
}

/// Options of `analyze`.
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// The program
    pub file: PathBuf,
    /// How it is told
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", conflicts_with = "html")]
    pub format: AnalyzeFormat,
    /// The same as --format json
    #[arg(long, conflicts_with_all = ["html", "format"])]
    pub json: bool,
    /// Write a page, one file that needs no network
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Counts only: no times, for which the machine must be calibrated
    #[arg(long)]
    pub counts: bool,
    /// How the machine runs
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    pub mode: ModeArg,
    /// Analyse everything again: take nothing from earlier runs, and keep nothing
    #[arg(long)]
    pub no_cache: bool,
    /// Say on standard error how many results come from earlier runs
    #[arg(long, conflicts_with = "no_cache")]
    pub tell_cache: bool,
    /// What the analysis may use.
    #[command(flatten)]
    pub budget: FileBudgetArgs,
    /// Where the program may load files from.
    #[command(flatten)]
    pub reading: Reading,
}

const ANALYZE_EXAMPLES: &str = "\
Examples:
  horolog analyze program.pl
  horolog analyze program.pl --counts --json
  horolog analyze program.pl --html program.html
  horolog analyze program.pl --format assertions

Predicates with an entry are analysed as it says, others as they are used; with each come those that it calls. Of every one
under each way in which it is called: types, determinism, solutions, steps, the time that is expected and what that is at a common
size, or why a bound is not known. Results are kept beside the machine's profiles, so that another run analyses only what
an edit reaches.";

/// Options of `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The equations; - for standard input
    pub file: PathBuf,
    /// Upper bounds only
    #[arg(long, conflicts_with_all = ["lower", "both"])]
    pub upper: bool,
    /// Lower bounds only
    #[arg(long, conflicts_with = "both")]
    pub lower: bool,
    /// Upper and lower bounds: so it is without any of these
    #[arg(long)]
    pub both: bool,
    /// Compare each bound once more with the equations, at about so many points
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub check: Option<u32>,
    /// How long it may take, in seconds or with a unit; what is known by then is given
    #[arg(long, value_name = "TIME", value_parser = parse_limit, default_value = "60s")]
    pub time: Duration,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

impl SolveArgs {
    /// The directions asked for.
    pub fn directions(&self) -> Vec<Direction> {
        match (self.upper, self.lower) {
            (true, _) => vec![Direction::Upper],
            (_, true) => vec![Direction::Lower],
            _ => vec![Direction::Upper, Direction::Lower],
        }
    }
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  horolog solve equations.txt
  echo 'T(n) = 2*T(n - 1) + 1 if n >= 1; T(0) = 1' | horolog solve -
  horolog solve equations.txt --upper --check 100
  horolog solve equations.txt --json > bounds.json

Equations, separated by line ends or semicolons; % begins a comment:
  domain f(x, y): x >= 0 and y >= 0
  f(x, y) = f(x - 1, y) + 2*y + 1 if x >= 1
  f(0, y) = g(y)                             a number as parameter is a condition: if x = 0
  g(n) = maxover(k, 0, n - 1, g(k)) + 1 if n >= 1 or n = -1
A call where no case applies stands for 0. Where several cases apply an upper bound is not below any of them and a lower
bound not above any. maxover and minover go over the choices for which all calls have a case; without any the case of the
equation does not apply.
Expressions have + - * / ^ ! mod, log2 log sqrt floor ceil fact fib min max, and sum, maxover, minover
(variable, from, to, expression).
The exit code is 0 when all bounds are known, 1 when one is not or fails the check, 2 when the text is wrong.";
/// Options of `help`.
#[derive(Args, Debug)]
pub struct HelpArgs {
    /// A command, a code such as H0203, or `codes` for all of these
    pub topic: Option<String>,
}

const HELP_EXAMPLES: &str = "\
Examples:
  horolog help estimate
  horolog help H0203          why a bound is unknown, and what can be done
  horolog help codes          all codes, a line each";

/// Options of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  horolog completions bash > ~/.local/share/bash-completion/completions/horolog
  horolog completions fish > ~/.config/fish/completions/horolog.fish
  horolog completions zsh > \"${fpath[1]}/_horolog\"";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in Cli::command().get_subcommands() {
            let help = command.clone().render_help().to_string();
            assert!(help.contains("Examples:\n  horolog"), "{help}");
        }
    }
}
