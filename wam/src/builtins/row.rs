//! What a row of the builtin table says: the columns, and what a column may hold.
//!
//! The compiler, the linker, error messages, the analyzer and calibration take what they know of a builtin from here,
//! and match on these types exhaustively: none of them asks for a builtin's name.

use super::Run;
use super::text::Form;

/// A builtin predicate.
pub struct BuiltinRow {
    /// Its name.
    pub name: &'static str,
    /// Its arity.
    pub arity: u8,
    /// What one unit of its work is, if its work is not constant.
    pub unit: Option<&'static str>,
    /// Runs it on the argument registers.
    pub(crate) run: Run,
    /// What it does, in one line.
    pub meaning: &'static str,
    /// What it is to the compiler if it is a test.
    pub test: Option<Test>,
    /// Whether a program may define it.
    pub standing: Standing,
    /// Which arguments belong to the module of the caller, a letter an argument as `meta_predicate` has it; nothing
    /// where none does.
    pub metas: &'static str,
    /// The instruction that does its common cases.
    pub quick: Option<Quick>,
    /// Whom an error names that it raises.
    pub blame: Blame,
    /// What it does to its arguments; nothing is known without one: it binds all that it can reach, with any work.
    pub effect: Option<Effect>,
    /// Whether it reads, writes, waits, or asks the system: what is told later is told before that.
    pub outside: bool,
    /// How the analyzer executes it where more is known of the arguments than the effect says.
    pub rule: Option<Rule>,
    /// What calibration repeats to price it, once for each way it can end: goals before the repetitions, and the goal
    /// that is repeated. `#` stands for the number of the repetition, `$` for that of the program, and these for
    /// data of some size: `@L` for a list of integers, `@F` of floats, `@W` of atoms, `@R` of structures, `@A` for an
    /// atom, `@N` for an integer, `@T` for a term. Nothing where a predicate of the library is repeated that calls it
    /// (`isolate_rows.rs` in `calibrate`), as with all whose name begins with a dollar sign.
    pub workloads: &'static [(&'static str, &'static str)],
}

impl BuiltinRow {
    /// A row with the columns that every builtin must have.
    pub(super) const fn plain(
        name: &'static str,
        arity: u8,
        unit: Option<&'static str>,
        run: Run,
        meaning: &'static str,
    ) -> BuiltinRow {
        // What begins with a dollar sign is called by the library only.
        let blame = if name.as_bytes()[0] == b'$' { Blame::Caller } else { Blame::Itself };
        BuiltinRow {
            name,
            arity,
            unit,
            run,
            meaning,
            test: None,
            standing: Standing::Open,
            metas: "",
            quick: None,
            blame,
            effect: None,
            outside: false,
            rule: None,
            workloads: &[],
        }
    }

    /// Whether it is put into clauses that tell what they do (see [`Telling`](crate::compile::Telling)).
    pub fn tells(&self) -> bool {
        self.name.starts_with("$event")
    }

    /// Heap cells that it pushes at most when it ends without an error: so many, and so many for each unit of its work.
    /// Nothing where there may be any number. As with all that is said of integers, those count that fit a cell.
    pub fn pushes(&self) -> Option<(u8, u8)> {
        let of_sort = |sort: Sort| match sort {
            Sort::Atom | Sort::Int | Sort::Nat => Some(0),
            Sort::Float | Sort::Number => Some(FLOAT_CELLS),
            // What takes no work to find is a part of another argument.
            Sort::Any if self.unit.is_none() => Some(0),
            Sort::Any | Sort::Atoms | Sort::Atomic | Sort::Atomics | Sort::Codes | Sort::Ground => None,
        };
        match (self.rule, self.effect) {
            (Some(Rule::Refused(_) | Rule::Kept), _) => None,
            (Some(Rule::Replaced), _) => Some((0, 0)),
            (Some(Rule::Raises | Rule::ProperList | Rule::ListPrefix), _) => Some((0, 0)),
            (Some(Rule::Same | Rule::NotSame | Rule::Order | Rule::CompareValues), _) => Some((0, 0)),
            (Some(Rule::OpenBag | Rule::AddToBag | Rule::PushCleanup | Rule::PopCleanup), _) => Some((0, 0)),
            // Their units are the cells.
            (Some(Rule::CloseBag | Rule::Copy), _) => Some((0, 1)),
            (Some(Rule::Value), _) => Some((FLOAT_CELLS, 0)),
            // A list of so many elements takes one comparison less at least.
            (Some(Rule::Sorted { .. }), _) => Some((2, 2)),
            (Some(Rule::Functor), _) => Some((2, 1)),
            (Some(Rule::Univ), _) => Some((2, 2)),
            // A cell is a unit of work at least, and so is a variable.
            (Some(Rule::Variables), _) => Some((0, 2)),
            (Some(Rule::NextClause | Rule::Successor | Rule::Sum | Rule::Property), _) => Some((0, 0)),
            (Some(Rule::Clause), _) => None,
            (None | Some(Rule::Text(_)), Some(effect)) => {
                let cells = effect.outputs.iter().map(|&(_, sort)| of_sort(sort));
                Some((cells.sum::<Option<u8>>()?, 0))
            }
            (None | Some(Rule::Text(_)), None) => None,
        }
    }
}

/// Heap cells of a float.
const FLOAT_CELLS: u8 = 2;

/// A builtin that neither binds nor raises: a branch can hang on it without a choice point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// True of identical terms: takes part in the selection of clauses.
    Same,
    /// True of terms that are not identical: the same.
    NotSame,
    /// Any other.
    Other,
}

/// Whether a program may give a builtin clauses of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// No: it is one of the standard's (ISO 13211-1 section 8).
    Standard,
    /// Yes.
    Open,
}

/// The instructions that do the common cases of a builtin (`machine/quick.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quick {
    /// `arg/3`.
    Arg,
    /// `functor/3`.
    Functor,
    /// `==/2`.
    Same,
    /// `\==/2`.
    NotSame,
    /// `compare/3`.
    Compare,
    /// `@</2`.
    Before,
    /// `@=</2`.
    NotAfter,
    /// `@>/2`.
    After,
    /// `@>=/2`.
    NotBefore,
}

/// Whom an error names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// The builtin.
    Itself,
    /// The predicate of the library that calls it.
    Caller,
    /// Nobody: the ball is the program's.
    Nobody,
}

/// What a builtin does to its arguments when they are as it wants them.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// Whether it can be false.
    pub truth: Truth,
    /// How many units of work it does.
    pub units: Units,
    /// The arguments it may bind, by position, and to what.
    pub outputs: &'static [(u16, Sort)],
}

/// Whether a builtin can be false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It is true.
    Always,
    /// It may be false.
    Either,
    /// Only when one of its outputs is bound already.
    Output,
    /// Only when all of its outputs are bound already: each is made of the other.
    Outputs,
}

/// How many units of work a builtin does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// None are counted.
    None,
    /// At most the nodes of the smaller of the first two arguments (comparisons).
    Compared,
    /// At most the nodes of the smaller of the two arguments after the first.
    ComparedAfter,
    /// The cells of a list.
    Cells(u16),
    /// At most the nodes of an argument.
    Nodes(u16),
    /// The value of an argument, which is a natural number.
    Value(u16),
    /// The value of an argument, none where it is negative.
    Spaces(u16),
    /// At most what an argument takes to be written, as it is.
    Written(u16),
    /// The same where atoms get quotes.
    Quoted(u16),
    /// Any number.
    Unknown,
}

/// What an output is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Any term; it may be a part of another argument.
    Any,
    /// An atom.
    Atom,
    /// A list of atoms.
    Atoms,
    /// An atom, a string or a number.
    Atomic,
    /// A list of such.
    Atomics,
    /// A list of character codes.
    Codes,
    /// A float.
    Float,
    /// A term without variables.
    Ground,
    /// An integer.
    Int,
    /// An integer that is not negative.
    Nat,
    /// A number.
    Number,
}

/// Builtins of which more can be known than their [`Effect`] says: what they do depends on what the arguments hold. The
/// analyzer has a function for each (`analyzer/src/outcome.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// An exception: nothing follows.
    Raises,
    /// Whether the first argument is a proper list.
    ProperList,
    /// The list cells of the first argument: `(List, Length, Tail)`.
    ListPrefix,
    /// Identity of two terms.
    Same,
    /// That two terms are not identical.
    NotSame,
    /// The order of two terms: `(Order, A, B)`.
    Order,
    /// Sorting: the list, what it is sorted into, and what becomes of elements that are the same.
    Sorted {
        /// The position of the list.
        list: u8,
        /// The position of the result.
        sorted: u8,
        /// What of the elements is compared.
        by: SortedBy,
        /// What becomes of elements that are the same.
        duplicates: Duplicates,
    },
    /// A new bag of solutions: `(Bag)`.
    OpenBag,
    /// One more solution: `(Bag, Term)`.
    AddToBag,
    /// The solutions as a list: `(Bag, List, Tail)`.
    CloseBag,
    /// A copy: `(Term, Copy)`.
    Copy,
    /// The value of an expression: `(Value, Expression)`.
    Value,
    /// A comparison of the values of two expressions.
    CompareValues,
    /// The next integer: `(Natural, Next)`.
    Successor,
    /// A sum of integers, of which one is asked for: `(A, B, Sum)`.
    Sum,
    /// `(Term, Name, Arity)`.
    Functor,
    /// `(Term, [Name | Arguments])`.
    Univ,
    /// The variables of a term as a list: `(Term, Variables)`.
    Variables,
    /// The next clause of a dynamic predicate: `(Head, From, Stamp, Reference, Next)`.
    NextClause,
    /// The parts of such a clause: `(Reference, Head, Body)`.
    Clause,
    /// A choice point with a cleanup is pushed: `(Goal)`.
    PushCleanup,
    /// It is dropped where it is the newest: `(Popped)`.
    PopCleanup,
    /// Texts: their lengths say what it gives and how much work it does.
    Text(TextRule),
    /// An argument of a term is another from then on: `(Place, Term, Value)`.
    Replaced,
    /// A value is kept under a name: `(Name, Value)`.
    Kept,
    /// What kind of predicate a goal is of: `(Head, Property)`.
    Property,
    /// It is not analysed.
    Refused(Refusal),
}

/// What a builtin does with texts (`analyzer/src/text.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextRule {
    /// `(Text, Length)`; of strings where the form is one, which lists of codes and characters may stand for.
    Length(Form),
    /// An atomic and its text in a form, either way: `(Atomic, Text)`.
    Convert {
        /// What its text is given or wanted as.
        forward: Form,
        /// What is made of the text where the atomic is unbound.
        back: Form,
    },
    /// In the other case of letters: `(Text, Result)`.
    Recase(Form),
    /// `(A, B, Joined, Mode)`: as atoms or strings; nothing where that depends on the texts.
    Concat(Option<Form>),
    /// `(Kind, Text, Before, Length, After, Sub, Mode)`.
    SubText,
    /// `(Kind, Text, Before, Length, Sub)`.
    Slice,
    /// `(Text, Sub, From, Place)`.
    Find,
    /// `(Index, Text, Code)`.
    Code,
    /// `(Text, Separators, Padding, Parts)`.
    Split,
    /// `(List, Atom)`.
    Join,
    /// `(List, Separator, Atom)`, either way.
    JoinSeparated,
    /// A text and the number it spells: `(Text, Number)`.
    Number,
}

/// What of elements is compared where they are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortedBy {
    /// All, or an argument that is not known before.
    Whole,
    /// The first argument.
    First,
}

/// What sorting does with elements that are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duplicates {
    /// All stay.
    Stay,
    /// All but one may go.
    Go,
}

/// Why a builtin is not analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It limits goals.
    Limit,
    /// It changes a term in place. What the library changes is its own, and it looks at that by `arg/3` only.
    ChangedTerm,
}

/// The effect of a builtin that is true.
pub(super) const fn always(units: Units, outputs: &'static [(u16, Sort)]) -> Option<Effect> {
    Some(Effect { truth: Truth::Always, units, outputs })
}

/// The effect of a builtin that may be false.
pub(super) const fn either(units: Units, outputs: &'static [(u16, Sort)]) -> Option<Effect> {
    Some(Effect { truth: Truth::Either, units, outputs })
}

/// The effect of a builtin that is false only where all of its outputs are bound already.
pub(super) const fn by_outputs(units: Units, outputs: &'static [(u16, Sort)]) -> Option<Effect> {
    Some(Effect { truth: Truth::Outputs, units, outputs })
}

/// The effect of a builtin that is false only where an output is bound already.
pub(super) const fn by_output(units: Units, outputs: &'static [(u16, Sort)]) -> Option<Effect> {
    Some(Effect { truth: Truth::Output, units, outputs })
}
