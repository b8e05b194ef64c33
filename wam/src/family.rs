//! The family of each instruction: what listings, error messages, resources and prices ask of one, instead of keeping
//! lists of instructions.
//!
//! Every instruction is in [`Op::family`], and who asks matches on [`Family`] without a wildcard: a new instruction does
//! not compile until it has a family, a new family not until each place has decided about it.

use crate::instr::{Arg, BuiltinId, Instr, Op, PredId};

/// What an instruction is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Calls a predicate.
    Call,
    /// Leaves a clause.
    Return,
    /// Makes or drops an environment.
    Environment,
    /// Looks at an argument and goes to the clauses that fit.
    Switch,
    /// Makes a choice point, restores it or drops it.
    Choice,
    /// Fails or goes to a label.
    Jump,
    /// Decides between clauses before one is entered.
    Decision,
    /// Cuts, or keeps what a cut goes back to.
    Cut,
    /// Unifies an argument register.
    Get,
    /// Unifies or pushes an argument of a compound term.
    Unify,
    /// Loads an argument register.
    Put,
    /// Pushes an argument of a compound term.
    Set,
    /// Adds, subtracts or multiplies.
    Arithmetic,
    /// Divides, or evaluates any other function.
    Function,
    /// Compares two numbers: as this predicate does.
    Comparison(&'static str),
    /// Asks for the type of a term.
    TypeTest,
    /// Runs a builtin.
    Builtin,
    /// Calls a term.
    MetaCall,
    /// Makes a catch.
    Catch,
    /// Finds clauses of a dynamic predicate.
    Dynamic,
    /// Stands for a predicate that nothing defines.
    Undefined,
    /// The machine's own: programs do not have it.
    Machine,
}

impl Op {
    /// The family it belongs to.
    pub const fn family(self) -> Family {
        match self {
            Op::Call | Op::Execute => Family::Call,
            Op::Proceed => Family::Return,
            Op::Allocate | Op::Deallocate => Family::Environment,
            Op::SwitchOnTerm
            | Op::SwitchOnConstant
            | Op::SwitchOnStructure
            | Op::SwitchOnTermX
            | Op::SwitchOnConstantX
            | Op::SwitchOnStructureX => Family::Switch,
            Op::Try | Op::Retry | Op::Trust | Op::TryElse | Op::RetryElse | Op::TrustElse => Family::Choice,
            Op::Fail | Op::Jump => Family::Jump,
            Op::DecideLess
            | Op::DecideEqual
            | Op::DecideLessConst
            | Op::DecideGreaterConst
            | Op::DecideEqualConst
            | Op::DecideSame => Family::Decision,
            Op::NeckCut | Op::GetLevel | Op::Mark | Op::Cut | Op::SoftCut => Family::Cut,
            Op::GetVariableX
            | Op::GetVariableY
            | Op::GetValueX
            | Op::GetValueY
            | Op::GetConstant
            | Op::GetList
            | Op::GetStructure => Family::Get,
            Op::UnifyVariableX
            | Op::UnifyVariableY
            | Op::UnifyValueX
            | Op::UnifyValueY
            | Op::UnifyConstant
            | Op::UnifyVoid => Family::Unify,
            Op::PutVariableX
            | Op::PutVariableY
            | Op::PutValueX
            | Op::PutValueY
            | Op::PutConstant
            | Op::PutLiteral
            | Op::PutList
            | Op::PutStructure => Family::Put,
            Op::SetVariableX | Op::SetVariableY | Op::SetValueX | Op::SetValueY | Op::SetConstant | Op::SetVoid => {
                Family::Set
            }
            Op::Add | Op::Sub | Op::Mul | Op::AddConst => Family::Arithmetic,
            Op::IntDiv | Op::Mod | Op::Eval1 | Op::Eval2 => Family::Function,
            Op::IfLess | Op::IfLessConst => Family::Comparison("<"),
            Op::IfLessEqual => Family::Comparison("=<"),
            Op::IfGreaterConst => Family::Comparison(">"),
            Op::IfEqual | Op::IfEqualConst => Family::Comparison("=:="),
            Op::IfNotEqual | Op::IfNotEqualConst => Family::Comparison("=\\="),
            Op::IfVar
            | Op::IfNonvar
            | Op::IfAtom
            | Op::IfInteger
            | Op::IfFloat
            | Op::IfNumber
            | Op::IfAtomic
            | Op::IfCompound
            | Op::IfCallable => Family::TypeTest,
            Op::Builtin
            | Op::BuiltinArg
            | Op::BuiltinFunctor
            | Op::BuiltinSame
            | Op::BuiltinNotSame
            | Op::BuiltinCompare
            | Op::BuiltinBefore
            | Op::BuiltinNotAfter
            | Op::BuiltinAfter
            | Op::BuiltinNotBefore => Family::Builtin,
            Op::MetaCall => Family::MetaCall,
            Op::PushCatch => Family::Catch,
            Op::DynamicEnter | Op::DynamicRetry => Family::Dynamic,
            Op::Undefined => Family::Undefined,
            Op::PopCatch | Op::CatchFail | Op::ResumeCut | Op::StopTrue | Op::StopFalse => Family::Machine,
        }
    }
}

/// What an instruction goes to besides places of its own block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A predicate.
    Predicate(PredId),
    /// A builtin.
    Builtin(BuiltinId),
}

impl Instr {
    /// The predicate or builtin that it names.
    pub fn callee(&self) -> Option<Callee> {
        self.args().into_iter().find_map(|arg| match arg {
            Arg::Pred(pred) => Some(Callee::Predicate(pred)),
            Arg::Builtin(builtin) => Some(Callee::Builtin(builtin)),
            Arg::X(_)
            | Arg::Y(_)
            | Arg::N(_)
            | Arg::Imm(_)
            | Arg::Label(_)
            | Arg::Table(_)
            | Arg::Literal(_)
            | Arg::Eval(_)
            | Arg::Constant(_)
            | Arg::Functor(_) => None,
        })
    }
}
