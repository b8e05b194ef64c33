//! The instruction table: one row an instruction, from which everything else is made.
//!
//! A row gives the instruction's operands, its cost keys and its meaning. From the rows come the [`Instr`] enum the
//! compiler emits and the analyzer reads, the [`Op`] numbers the machine dispatches on, the encoding (through
//! [`Sink`] and [`Fetch`]), the listing, and the constants of [`key`]. A forgotten instruction does not compile.
//!
//! Notation of the meanings: `X[n]` temporary register, `A[i]` the same register as argument, `Y[n]` slot of the
//! environment, `H` top of heap, `S` next argument of the structure being read (none in write mode), `B` the newest
//! choice point, `B0` the choice point at the predicate's entry, `E` the environment, `CP` the continuation.
//! Variables always live on the heap; registers and slots hold values. Every instruction ends in one of four ways: the
//! next instruction, a jump, failure (back to `B`), or an error (a Prolog exception).
//!
//! A cost key is (instruction, variant, outcome), spec'd a row as `NAME outcome "variant" heap`: `ok` success, `other` a
//! test that is false and goes on elsewhere, `no` failure (back to `B`), `unit` work proportional to a size, counted once
//! a unit; `heap` is the cells it pushes.
//!
//! Sources: Warren 1983 and Aït-Kaci 1991 for the instructions; Mera et al. 2008, sections 2 and 3, for cost keys.

use crate::atoms::{Atom, Functor};
use crate::cost::{Key, KeyKind, KeyRow};

/// A temporary register; `X(0)` holds the first argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct X(pub u16);
/// A slot of the environment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Y(pub u16);
/// A small number: an arity, a count of slots or cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct N(pub u16);
/// A small signed integer operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Imm(pub i16);
/// A place in the same block: the index of an instruction. [`Label::FAIL`] means "fail".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Label(pub u32);
/// A predicate of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredId(pub u32);
/// A switch table of the block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableId(pub u32);
/// A literal of the block that does not fit a cell (big integer, float, string).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LiteralId(pub u32);
/// A row of the builtin table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BuiltinId(pub u16);
/// An evaluable functor of the arithmetic table, used by `eval_1` and `eval_2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvalId(pub u16);

/// A constant that fits a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Constant {
    /// An atom.
    Atom(Atom),
    /// An integer of at most 61 bits.
    Int(i64),
}

impl Label {
    /// The label that stands for failure.
    pub const FAIL: Label = Label(u32::MAX);
}

/// Where the encoder puts operands, in the order of the row.
pub trait Sink {
    /// A 16-bit operand.
    fn half(&mut self, value: u16);
    /// The number of a register.
    fn register(&mut self, number: u16) {
        self.half(number)
    }
    /// The number of a slot.
    fn slot(&mut self, number: u16) {
        self.half(number)
    }
    /// A 32-bit operand.
    fn word(&mut self, value: u32);
    /// A place in the block.
    fn label(&mut self, value: Label);
    /// A constant (one cell).
    fn constant(&mut self, value: Constant);
    /// A functor (one cell).
    fn functor(&mut self, value: Functor);
}

/// Where the decoder takes operands from, in the order of the row.
pub trait Fetch {
    /// A 16-bit operand.
    fn half(&mut self) -> u16;
    /// A 32-bit operand.
    fn word(&mut self) -> u32;
    /// A place in the block.
    fn label(&mut self) -> Label;
    /// A constant (one cell).
    fn constant(&mut self) -> Constant;
    /// A functor (one cell).
    fn functor(&mut self) -> Functor;
}

/// An operand: how it is encoded and decoded.
pub trait Operand: Copy {
    /// Whether it is a place in the block.
    const IS_LABEL: bool = false;
    /// Hands the operand to the encoder.
    fn put(self, sink: &mut dyn Sink);
    /// Takes the operand from the decoder.
    fn take(fetch: &mut dyn Fetch) -> Self;
}

/// Implements [`Operand`] for the newtypes over halves and words; six impls of one shape.
macro_rules! plain_operands {
    ($($type:ident $method:ident,)*) => {$(
        impl Operand for $type {
            fn put(self, sink: &mut dyn Sink) { sink.$method(self.0) }
            fn take(fetch: &mut dyn Fetch) -> Self { $type(fetch.$method()) }
        }
    )*};
}
plain_operands! { N half, BuiltinId half, EvalId half, PredId word, TableId word, LiteralId word, }

impl Operand for X {
    fn put(self, sink: &mut dyn Sink) {
        sink.register(self.0)
    }
    fn take(fetch: &mut dyn Fetch) -> Self {
        X(fetch.half())
    }
}
impl Operand for Y {
    fn put(self, sink: &mut dyn Sink) {
        sink.slot(self.0)
    }
    fn take(fetch: &mut dyn Fetch) -> Self {
        Y(fetch.half())
    }
}
impl Operand for Imm {
    fn put(self, sink: &mut dyn Sink) {
        sink.half(self.0 as u16)
    }
    fn take(fetch: &mut dyn Fetch) -> Self {
        Imm(fetch.half() as i16)
    }
}
impl Operand for Label {
    const IS_LABEL: bool = true;
    fn put(self, sink: &mut dyn Sink) {
        sink.label(self)
    }
    fn take(fetch: &mut dyn Fetch) -> Self {
        fetch.label()
    }
}
impl Operand for Constant {
    fn put(self, sink: &mut dyn Sink) {
        sink.constant(self)
    }
    fn take(fetch: &mut dyn Fetch) -> Self {
        fetch.constant()
    }
}
impl Operand for Functor {
    fn put(self, sink: &mut dyn Sink) {
        sink.functor(self)
    }
    fn take(fetch: &mut dyn Fetch) -> Self {
        fetch.functor()
    }
}

/// An operand in a form that listings and passes over all operands use.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Arg {
    X(X),
    Y(Y),
    N(N),
    Imm(Imm),
    Label(Label),
    Pred(PredId),
    Table(TableId),
    Literal(LiteralId),
    Builtin(BuiltinId),
    Eval(EvalId),
    Constant(Constant),
    Functor(Functor),
}

/// Wraps each operand type into [`Arg`]; twelve impls of one shape.
macro_rules! args {
    ($($type:ident $variant:ident,)*) => {$(
        impl From<$type> for Arg {
            fn from(operand: $type) -> Arg { Arg::$variant(operand) }
        }
    )*};
}
args! { X X, Y Y, N N, Imm Imm, Label Label, PredId Pred, TableId Table, LiteralId Literal, BuiltinId Builtin,
EvalId Eval, Constant Constant, Functor Functor, }

macro_rules! kind {
    (ok) => {
        KeyKind::Success
    };
    (other) => {
        KeyKind::Else
    };
    (no) => {
        KeyKind::Failure
    };
    (unit) => {
        KeyKind::Unit
    };
}

/// Calls `$then!` with the instruction table: rows of
/// `Variant "name" { operand: Type, … } [ KEY kind "variant" heap, … ] "meaning";`.
///
/// A macro, because enum, encoder, decoder, key constants and both dispatchers are all made from the same rows.
#[macro_export]
macro_rules! with_instructions {
    ($then:ident) => { $then! {
        // Calls and environments
        Call "call" { live: N, pred: PredId } [ OK ok "" 0 ] "CP := next, B0 := B, go to pred; the environment keeps Y[0..live]";
        Execute "execute" { pred: PredId } [ OK ok "" 0 ] "B0 := B, go to pred (last call)";
        Proceed "proceed" { } [ OK ok "" 0 ] "go to CP";
        Allocate "allocate" { } [ OK ok "" 0 ] "push an environment that saves E and CP";
        Deallocate "deallocate" { } [ OK ok "" 0 ] "restore CP and E from the environment";

        // Clause selection
        SwitchOnTerm "switch_on_term" { var: Label, constant: Label, list: Label, structure: Label }
            [ VAR ok "var" 0, CONSTANT ok "constant" 0, LIST ok "list" 0, STRUCTURE ok "structure" 0, FAIL no "" 0 ]
            "A[0] := deref A[0]; go to the label of its type; S := its arguments for list and structure; numbers count as constants";
        SwitchOnConstant "switch_on_constant" { table: TableId, other: Label } [ HIT ok "hit" 0, MISS ok "miss" 0, FAIL no "" 0 ]
            "go to the label of the constant A[0] in table, else to other";
        SwitchOnStructure "switch_on_structure" { table: TableId, other: Label } [ HIT ok "hit" 0, MISS ok "miss" 0, FAIL no "" 0 ]
            "go to the label of the functor of A[0] in table, else to other (S stays)";
        SwitchOnTermX "switch_on_term" { a: X, var: Label, constant: Label, list: Label, structure: Label }
            [ VAR ok "var" 0, CONSTANT ok "constant" 0, LIST ok "list" 0, STRUCTURE ok "structure" 0, FAIL no "" 0 ]
            "the same on A[a]";
        SwitchOnConstantX "switch_on_constant" { a: X, table: TableId, other: Label } [ HIT ok "hit" 0, MISS ok "miss" 0, FAIL no "" 0 ]
            "the same on A[a]";
        SwitchOnStructureX "switch_on_structure" { a: X, table: TableId, other: Label } [ HIT ok "hit" 0, MISS ok "miss" 0, FAIL no "" 0 ]
            "the same on A[a] (S stays)";
        Try "try" { arity: N, clause: Label } [ OK ok "" 0, ARG unit "argument" 0 ]
            "push a choice point that saves A[0..arity], continuing at the next instruction; go to clause";
        Retry "retry" { arity: N, clause: Label } [ OK ok "" 0, ARG unit "argument" 0 ]
            "restore A[0..arity] from B, which now continues at the next instruction; go to clause";
        Trust "trust" { arity: N, clause: Label } [ OK ok "" 0, ARG unit "argument" 0 ]
            "restore A[0..arity] from B and pop it; go to clause";
        Fail "fail" { } [ FAIL no "" 0 ] "fail";

        // Decisions before a clause is entered: go on when true, to `other` when false, to `unknown` when that is not decided
        DecideLess "decide_less" { a: X, b: X, other: Label, unknown: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, UNKNOWN ok "unknown" 0, FAIL no "" 0 ]
            "the numbers X[a] < X[b]; unknown: one is no number";
        DecideEqual "decide_equal" { a: X, b: X, other: Label, unknown: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, UNKNOWN ok "unknown" 0, FAIL no "" 0 ]
            "the numbers X[a] =:= X[b]; unknown: one is no number";
        DecideLessConst "decide_less_const" { a: X, i: Imm, other: Label, unknown: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, UNKNOWN ok "unknown" 0, FAIL no "" 0 ]
            "the number X[a] < i; unknown: it is no number";
        DecideGreaterConst "decide_greater_const" { a: X, i: Imm, other: Label, unknown: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, UNKNOWN ok "unknown" 0, FAIL no "" 0 ]
            "the number X[a] > i; unknown: it is no number";
        DecideEqualConst "decide_equal_const" { a: X, i: Imm, other: Label, unknown: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, UNKNOWN ok "unknown" 0, FAIL no "" 0 ]
            "the number X[a] =:= i; unknown: it is no number";
        DecideSame "decide_same" { a: X, b: X, other: Label, unknown: Label }
            [ TRUE ok "" 0, ELSE other "" 0, UNKNOWN ok "unknown" 0 ]
            "X[a] and X[b] are the same cell; false: they do not unify, and a clause is left; unknown: they may";

        // Choice inside a clause: disjunction, if-then-else, negation
        TryElse "try_else" { live: N, other: Label } [ OK ok "" 0 ]
            "push a choice point that continues at other and saves no argument; the environment keeps Y[0..live]";
        RetryElse "retry_else" { other: Label } [ OK ok "" 0 ] "entered by backtracking: B now continues at other";
        TrustElse "trust_else" { } [ OK ok "" 0 ] "entered by backtracking: pop B";
        Jump "jump" { to: Label } [ OK ok "" 0 ] "go to label";

        // Cut
        NeckCut "neck_cut" { } [ IDLE ok "idle" 0, DROP ok "drop" 0 ] "cut back to B0 (idle when B is B0 already)";
        GetLevel "get_level" { y: Y } [ OK ok "" 0 ] "Y[y] := B0";
        Mark "mark" { y: Y } [ OK ok "" 0 ] "Y[y] := B";
        Cut "cut" { y: Y } [ IDLE ok "idle" 0, DROP ok "drop" 0 ] "cut back to the choice point Y[y]";
        SoftCut "soft_cut" { y: Y } [ OK ok "" 0 ] "*->: the choice point Y[y] (marked right after its try_else) only fails from now on";

        // Head: arguments
        GetVariableX "get_variable" { x: X, a: X } [ OK ok "" 0 ] "X[x] := A[a]";
        GetVariableY "get_variable" { y: Y, a: X } [ OK ok "" 0 ] "Y[y] := A[a]";
        GetValueX "get_value" { x: X, a: X } [ BIND ok "bind" 0, SAME ok "equal" 0, FAIL no "" 0 ]
            "unify X[x] and A[a]";
        GetValueY "get_value" { y: Y, a: X } [ BIND ok "bind" 0, SAME ok "equal" 0, FAIL no "" 0 ]
            "unify Y[y] and A[a]";
        GetConstant "get_constant" { c: Constant, a: X } [ READ ok "read" 0, WRITE ok "write" 0, FAIL no "" 0 ]
            "unify A[a] with a constant";
        GetList "get_list" { a: X } [ READ ok "read" 0, WRITE ok "write" 0, FAIL no "" 0 ]
            "A[a] a list: S := its head (read); unbound: bind it to a list at H (write)";
        GetStructure "get_structure" { f: Functor, a: X } [ READ ok "read" 0, WRITE ok "write" 1, FAIL no "" 0 ]
            "A[a] a compound of functor f: S := its first argument (read); unbound: bind it to f at H (write)";

        // Head: arguments of structures, in read or write mode
        UnifyVariableX "unify_variable" { x: X } [ READ ok "read" 0, WRITE ok "write" 1 ] "X[x] := next argument, or a new variable pushed";
        UnifyVariableY "unify_variable" { y: Y } [ READ ok "read" 0, WRITE ok "write" 1 ] "Y[y] := next argument, or a new variable pushed";
        UnifyValueX "unify_value" { x: X }
            [ WRITE ok "write" 1, BIND ok "bind" 0, SAME ok "equal" 0, FAIL no "" 0 ]
            "unify X[x] with the next argument, or push it";
        UnifyValueY "unify_value" { y: Y }
            [ WRITE ok "write" 1, BIND ok "bind" 0, SAME ok "equal" 0, FAIL no "" 0 ]
            "unify Y[y] with the next argument, or push it";
        UnifyConstant "unify_constant" { c: Constant }
            [ WRITE ok "write" 1, BIND ok "bind" 0, SAME ok "equal" 0, FAIL no "" 0 ]
            "unify a constant with the next argument, or push it";
        UnifyVoid "unify_void" { n: N } [ READ ok "read" 0, WRITE ok "write" 0, CELL unit "cell" 1 ]
            "skip n arguments, or push n new variables; cell: each one pushed";

        // Body: arguments
        PutVariableX "put_variable" { x: X, a: X } [ OK ok "" 1 ] "X[x] := A[a] := a new variable pushed";
        PutVariableY "put_variable" { y: Y, a: X } [ OK ok "" 1 ] "Y[y] := A[a] := a new variable pushed";
        PutValueX "put_value" { x: X, a: X } [ OK ok "" 0 ] "A[a] := X[x]";
        PutValueY "put_value" { y: Y, a: X } [ OK ok "" 0 ] "A[a] := Y[y]";
        PutConstant "put_constant" { c: Constant, a: X } [ OK ok "" 0 ] "A[a] := a constant";
        PutLiteral "put_literal" { k: LiteralId, a: X } [ OK ok "" 0 ] "A[a] := a big integer, float or string of the block";
        PutList "put_list" { a: X } [ OK ok "" 0 ] "A[a] := a list whose two cells are pushed next";
        PutStructure "put_structure" { f: Functor, a: X } [ OK ok "" 1 ] "A[a] := a compound of functor f whose arguments are pushed next";
        SetVariableX "set_variable" { x: X } [ OK ok "" 1 ] "push a new variable; X[x] := it";
        SetVariableY "set_variable" { y: Y } [ OK ok "" 1 ] "push a new variable; Y[y] := it";
        SetValueX "set_value" { x: X } [ OK ok "" 1 ] "push X[x]";
        SetValueY "set_value" { y: Y } [ OK ok "" 1 ] "push Y[y]";
        SetConstant "set_constant" { c: Constant } [ OK ok "" 1 ] "push a constant";
        SetVoid "set_void" { n: N } [ OK ok "" 0, CELL unit "cell" 1 ] "push n new variables";

        // Arithmetic. Operands are values (dereferenced and, where they are compound, evaluated); X[d] gets a number.
        Add "add" { d: X, a: X, b: X } [ INT ok "int" 0, FLOAT ok "float" 2, OTHER ok "other" 0 ] "X[d] := X[a] + X[b]";
        Sub "sub" { d: X, a: X, b: X } [ INT ok "int" 0, FLOAT ok "float" 2, OTHER ok "other" 0 ] "X[d] := X[a] - X[b]";
        Mul "mul" { d: X, a: X, b: X } [ INT ok "int" 0, FLOAT ok "float" 2, OTHER ok "other" 0 ] "X[d] := X[a] * X[b]";
        IntDiv "int_div" { d: X, a: X, b: X } [ INT ok "int" 0, OTHER ok "other" 0 ] "X[d] := X[a] // X[b]";
        Mod "mod" { d: X, a: X, b: X } [ INT ok "int" 0, OTHER ok "other" 0 ] "X[d] := X[a] mod X[b]";
        AddConst "add_const" { d: X, a: X, i: Imm } [ INT ok "int" 0, FLOAT ok "float" 2, OTHER ok "other" 0 ] "X[d] := X[a] + i";
        Eval1 "eval_1" { d: X, a: X, f: EvalId } [ INT ok "int" 0, FLOAT ok "float" 2, OTHER ok "other" 0 ] "X[d] := f(X[a])";
        Eval2 "eval_2" { d: X, a: X, b: X, f: EvalId } [ INT ok "int" 0, FLOAT ok "float" 2, OTHER ok "other" 0 ] "X[d] := f(X[a], X[b])";

        // Tests: go on when true, to `other` when false
        IfLess "if_less" { a: X, b: X, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] < X[b]";
        IfLessEqual "if_less_equal" { a: X, b: X, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] =< X[b]";
        IfEqual "if_equal" { a: X, b: X, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] =:= X[b]";
        IfNotEqual "if_not_equal" { a: X, b: X, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] =\\= X[b]";
        IfLessConst "if_less_const" { a: X, i: Imm, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] < i";
        IfGreaterConst "if_greater_const" { a: X, i: Imm, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] > i";
        IfEqualConst "if_equal_const" { a: X, i: Imm, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] =:= i";
        IfNotEqualConst "if_not_equal_const" { a: X, i: Imm, other: Label }
            [ TRUE ok "int" 0, ELSE other "int" 0, FAIL no "int" 0, SLOW_TRUE ok "other" 0, SLOW_ELSE other "other" 0, SLOW_FAIL no "other" 0 ] "X[a] =\\= i";
        IfVar "if_var" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is unbound";
        IfNonvar "if_nonvar" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is bound";
        IfAtom "if_atom" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is an atom";
        IfInteger "if_integer" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is an integer";
        IfFloat "if_float" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is a float";
        IfNumber "if_number" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is a number";
        IfAtomic "if_atomic" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is neither unbound nor compound";
        IfCompound "if_compound" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is compound";
        IfCallable "if_callable" { a: X, other: Label } [ TRUE ok "" 0, ELSE other "" 0, FAIL no "" 0 ] "X[a] is an atom or compound";

        // Builtins, control and the machine's own instructions
        Builtin "builtin" { builtin: BuiltinId, other: Label } [ ]
            "run a builtin on A[0..]; go to other when it is false (its keys are its own: see the builtin table)";
        BuiltinArg "builtin" { builtin: BuiltinId, other: Label } [ ]
            "arg/3, as `builtin` is linked: the short way where the term is compound and A[2] unbound, else the same";
        BuiltinFunctor "builtin" { builtin: BuiltinId, other: Label } [ ]
            "functor/3, as `builtin` is linked: the short way where what is to be found is unbound, else the same";
        BuiltinSame "builtin" { builtin: BuiltinId, other: Label } [ ]
            "==/2, as `builtin` is linked: the short way where a look at both cells tells, else the same";
        BuiltinNotSame "builtin" { builtin: BuiltinId, other: Label } [ ] "the same of \\==/2";
        BuiltinCompare "builtin" { builtin: BuiltinId, other: Label } [ ]
            "compare/3, as `builtin` is linked: the short way where A[0] is unbound and the others are integers or the same";
        BuiltinBefore "builtin" { builtin: BuiltinId, other: Label } [ ]
            "@</2, as `builtin` is linked: the short way for integers and what is the same cell";
        BuiltinNotAfter "builtin" { builtin: BuiltinId, other: Label } [ ] "the same of @=</2";
        BuiltinAfter "builtin" { builtin: BuiltinId, other: Label } [ ] "the same of @>/2";
        BuiltinNotBefore "builtin" { builtin: BuiltinId, other: Label } [ ] "the same of @>=/2";
        MetaCall "meta_call" { arity: N } [ OK ok "" 0 ] "call/N: A[0] with the further arguments added, as a last call";
        PushCatch "push_catch" { } [ OK ok "" 0 ] "catch/3: push a choice point that saves A[0..3] and marks a catch";
        PopCatch "pop_catch" { } [ OK ok "" 0 ] "leave a catch: drop its choice point if it is the newest";
        CatchFail "catch_fail" { } [ OK ok "" 0 ] "a catch was backtracked into: pop it and fail";
        ResumeCut "resume_cut" { } [ OK ok "" 0 ] "the cleanups of a cut have run: go on after it";
        DynamicEnter "dynamic_enter" { pred: PredId } [ OK ok "" 0, FAIL no "" 0, SCAN unit "clause" 0 ]
            "the first live clause of a dynamic predicate that may match A[0]; a choice point if there is another";
        DynamicRetry "dynamic_retry" { pred: PredId } [ OK ok "" 0, SCAN unit "clause" 0 ] "the next such clause";
        Undefined "undefined" { pred: PredId } [ ] "raise existence_error(procedure, PI)";
        StopTrue "stop_true" { } [ ] "leave the machine: a solution";
        StopFalse "stop_false" { } [ ] "leave the machine: no (more) solutions";
    } };
}

/// Makes the instruction enum, its numbers, its coding and its keys out of the rows.
macro_rules! define_instructions {
    ($($variant:ident $name:literal { $($operand:ident: $type:ty),* } [ $($key:ident $kind:ident $label:literal $heap:literal),* ] $meaning:literal;)*) => {
        /// An instruction with its operands.
        // The meanings speak of registers such as X[n], which are no links.
        #[allow(rustdoc::broken_intra_doc_links)]
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[allow(missing_docs)]
        pub enum Instr { $(#[doc = $meaning] $variant { $($operand: $type),* },)* }

        /// The number of an instruction.
        #[allow(rustdoc::broken_intra_doc_links)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u16)]
        pub enum Op { $(#[doc = $meaning] $variant,)* }

        /// All instructions, in the order of their numbers.
        pub const OPS: &[Op] = &[$(Op::$variant,)*];

        const ROWS: &[Row] = &[$(Row {
            name: $name,
            meaning: $meaning,
            keys: &[$(KeyRow { name: $label, kind: kind!($kind), heap: $heap }),*],
        },)*];

        impl Instr {
            /// Its number.
            pub fn op(&self) -> Op {
                match self { $(Instr::$variant { .. } => Op::$variant,)* }
            }

            /// Hands the operands to an encoder.
            pub fn put(&self, sink: &mut dyn Sink) {
                let _ = &sink;
                match *self { $(Instr::$variant { $($operand),* } => { $($operand.put(sink);)* })* }
            }

            /// Reads the operands of an instruction from a decoder.
            pub fn take(op: Op, fetch: &mut dyn Fetch) -> Instr {
                let _ = &fetch;
                match op { $(Op::$variant => Instr::$variant { $($operand: Operand::take(fetch)),* },)* }
            }

            /// Whether it has labels among its operands.
            pub fn has_labels(&self) -> bool {
                match self { $(Instr::$variant { .. } => [$(<$type as Operand>::IS_LABEL),*].contains(&true),)* }
            }

            /// The operands, for listings.
            pub fn args(&self) -> Vec<Arg> {
                match *self { $(Instr::$variant { $($operand),* } => vec![$(Arg::from($operand)),*],)* }
            }
        }

        /// The cost keys of each instruction by name: `key::GetList::READ`.
        pub mod key {
            use super::{Key, Op};
            $(
                #[doc = concat!("Keys of `", $name, "`.")]
                pub struct $variant;
                #[allow(missing_docs, non_upper_case_globals)]
                impl $variant {
                    define_instructions!(@keys $variant, 0, $($key)*);
                }
            )*
        }
    };
    (@keys $variant:ident, $at:expr, ) => {};
    (@keys $variant:ident, $at:expr, $key:ident $($rest:ident)*) => {
        pub const $key: Key = Op::$variant.key($at);
        define_instructions!(@keys $variant, $at + 1, $($rest)*);
    };
}

struct Row {
    name: &'static str,
    meaning: &'static str,
    keys: &'static [KeyRow],
}

with_instructions!(define_instructions);

const fn key_bases() -> [u16; OPS.len() + 1] {
    let mut bases = [0; OPS.len() + 1];
    let mut op = 0;
    while op < OPS.len() {
        bases[op + 1] = bases[op] + ROWS[op].keys.len() as u16;
        op += 1;
    }
    bases
}
static KEY_BASES: [u16; OPS.len() + 1] = key_bases();
/// How many cost keys the instructions have together.
pub const INSTRUCTION_KEYS: usize = key_bases()[OPS.len()] as usize;

impl Op {
    /// Its name in listings; instructions that differ only in X or Y share it.
    pub const fn name(self) -> &'static str {
        ROWS[self as usize].name
    }

    /// What it does, in one line.
    pub const fn meaning(self) -> &'static str {
        ROWS[self as usize].meaning
    }

    /// Its cost keys.
    pub const fn keys(self) -> &'static [KeyRow] {
        ROWS[self as usize].keys
    }

    /// Its cost key at a place of [`Op::keys`].
    pub const fn key(self, at: usize) -> Key {
        assert!(at < ROWS[self as usize].keys.len());
        const BASES: [u16; OPS.len() + 1] = key_bases();
        Key(BASES[self as usize] + at as u16)
    }

    /// The instruction that a key belongs to, with the key's place, if it belongs to one.
    pub fn of_key(key: Key) -> Option<(Op, usize)> {
        if key.index() >= INSTRUCTION_KEYS {
            return None;
        }
        let op = KEY_BASES.partition_point(|&base| base <= key.0) - 1;
        Some((OPS[op], (key.0 - KEY_BASES[op]) as usize))
    }
}
