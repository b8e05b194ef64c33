//! The two dispatchers, both made from the instruction table around the instruction bodies.
//!
//! *Threaded* (`threaded.rs`): a handler an instruction, which ends in a jump to the next. *Match*: one loop around one
//! `match`, for everything else.
//!
//! In the counting mode an instruction before which a step is counted has a second number, [`STEP`] higher, whose handler
//! counts it; in the other modes both numbers have the same handler, so they hold no trace of it. The same holds for [`LEAVE`]
//! and [`ENTRY`] and the modes that watch. The mode that looks at each instruction has the *match* dispatcher only.
#![allow(unsafe_code)]

use super::cell::Cell;
use super::memory::Code;
use super::step::{Fence, LabelAt, Regs, RunMode, Step, Watch};
use super::threaded::{self, Handler, Handlers, handler, handler_at_site, handler_with_step, unknown};
use super::watch::at_site;
use super::{
    Dispatch, Machine, arith, call, choice, cleanup, comparisons, control, decide, dynamic, get, put, quick,
    type_tests, unify,
};
use crate::atoms::Functor;
use crate::cost::Key;
use crate::instr::{BuiltinId, Constant, EvalId, Imm, Label, LiteralId, N, OPS, Op, PredId, TableId, X, Y, key};
use crate::with_instructions;

/// Added to the number of an instruction before which a step is counted.
pub(crate) const STEP: u16 = 256;
/// Added to the number of an instruction where a watched predicate is left, or a last call made: see [`super::watch`].
pub(crate) const LEAVE: u16 = 2 * STEP;
/// Added to the number of the first instruction of a watched predicate.
pub(crate) const ENTRY: u16 = 4 * STEP;
/// How many numbers there are.
pub(super) const NUMBERS: usize = 8 * STEP as usize;

/// The body of each instruction. Rows, because the names of types and of functions are spelled differently.
macro_rules! body {
    (Call $r:ty) => {
        control::call::<$r>
    };
    (Execute $r:ty) => {
        control::execute::<$r>
    };
    (Proceed $r:ty) => {
        control::proceed::<$r>
    };
    (Allocate $r:ty) => {
        control::allocate::<$r>
    };
    (Deallocate $r:ty) => {
        control::deallocate::<$r>
    };
    (SwitchOnTerm $r:ty) => {
        choice::switch_on_term::<$r>
    };
    (SwitchOnConstant $r:ty) => {
        choice::switch_on_constant::<$r>
    };
    (SwitchOnStructure $r:ty) => {
        choice::switch_on_structure::<$r>
    };
    (SwitchOnTermX $r:ty) => {
        choice::switch_on_term_x::<$r>
    };
    (SwitchOnConstantX $r:ty) => {
        choice::switch_on_constant_x::<$r>
    };
    (SwitchOnStructureX $r:ty) => {
        choice::switch_on_structure_x::<$r>
    };
    (Try $r:ty) => {
        choice::try_::<$r>
    };
    (Retry $r:ty) => {
        choice::retry::<$r>
    };
    (Trust $r:ty) => {
        choice::trust::<$r>
    };
    (Fail $r:ty) => {
        choice::fail::<$r>
    };
    (DecideLess $r:ty) => {
        decide::decide_less::<$r>
    };
    (DecideEqual $r:ty) => {
        decide::decide_equal::<$r>
    };
    (DecideLessConst $r:ty) => {
        decide::decide_less_const::<$r>
    };
    (DecideGreaterConst $r:ty) => {
        decide::decide_greater_const::<$r>
    };
    (DecideEqualConst $r:ty) => {
        decide::decide_equal_const::<$r>
    };
    (DecideSame $r:ty) => {
        decide::decide_same::<$r>
    };
    (TryElse $r:ty) => {
        choice::try_else::<$r>
    };
    (RetryElse $r:ty) => {
        choice::retry_else::<$r>
    };
    (TrustElse $r:ty) => {
        choice::trust_else::<$r>
    };
    (Jump $r:ty) => {
        choice::jump::<$r>
    };
    (NeckCut $r:ty) => {
        choice::neck_cut::<$r>
    };
    (GetLevel $r:ty) => {
        choice::get_level::<$r>
    };
    (Mark $r:ty) => {
        choice::mark::<$r>
    };
    (Cut $r:ty) => {
        choice::cut::<$r>
    };
    (SoftCut $r:ty) => {
        choice::soft_cut::<$r>
    };
    (GetVariableX $r:ty) => {
        get::get_variable_x::<$r>
    };
    (GetVariableY $r:ty) => {
        get::get_variable_y::<$r>
    };
    (GetValueX $r:ty) => {
        get::get_value_x::<$r>
    };
    (GetValueY $r:ty) => {
        get::get_value_y::<$r>
    };
    (GetConstant $r:ty) => {
        get::get_constant::<$r>
    };
    (GetList $r:ty) => {
        get::get_list::<$r>
    };
    (GetStructure $r:ty) => {
        get::get_structure::<$r>
    };
    (UnifyVariableX $r:ty) => {
        unify::unify_variable_x::<$r>
    };
    (UnifyVariableY $r:ty) => {
        unify::unify_variable_y::<$r>
    };
    (UnifyValueX $r:ty) => {
        unify::unify_value_x::<$r>
    };
    (UnifyValueY $r:ty) => {
        unify::unify_value_y::<$r>
    };
    (UnifyConstant $r:ty) => {
        unify::unify_constant::<$r>
    };
    (UnifyVoid $r:ty) => {
        unify::unify_void::<$r>
    };
    (PutVariableX $r:ty) => {
        put::put_variable_x::<$r>
    };
    (PutVariableY $r:ty) => {
        put::put_variable_y::<$r>
    };
    (PutValueX $r:ty) => {
        put::put_value_x::<$r>
    };
    (PutValueY $r:ty) => {
        put::put_value_y::<$r>
    };
    (PutConstant $r:ty) => {
        put::put_constant::<$r>
    };
    (PutLiteral $r:ty) => {
        put::put_literal::<$r>
    };
    (PutList $r:ty) => {
        put::put_list::<$r>
    };
    (PutStructure $r:ty) => {
        put::put_structure::<$r>
    };
    (SetVariableX $r:ty) => {
        put::set_variable_x::<$r>
    };
    (SetVariableY $r:ty) => {
        put::set_variable_y::<$r>
    };
    (SetValueX $r:ty) => {
        put::set_value_x::<$r>
    };
    (SetValueY $r:ty) => {
        put::set_value_y::<$r>
    };
    (SetConstant $r:ty) => {
        put::set_constant::<$r>
    };
    (SetVoid $r:ty) => {
        put::set_void::<$r>
    };
    (Add $r:ty) => {
        arith::add::<$r>
    };
    (Sub $r:ty) => {
        arith::sub::<$r>
    };
    (Mul $r:ty) => {
        arith::mul::<$r>
    };
    (IntDiv $r:ty) => {
        arith::int_div::<$r>
    };
    (Mod $r:ty) => {
        arith::mod_::<$r>
    };
    (AddConst $r:ty) => {
        arith::add_const::<$r>
    };
    (Eval1 $r:ty) => {
        arith::eval_1::<$r>
    };
    (Eval2 $r:ty) => {
        arith::eval_2::<$r>
    };
    (IfLess $r:ty) => {
        comparisons::if_less::<$r>
    };
    (IfLessEqual $r:ty) => {
        comparisons::if_less_equal::<$r>
    };
    (IfEqual $r:ty) => {
        comparisons::if_equal::<$r>
    };
    (IfNotEqual $r:ty) => {
        comparisons::if_not_equal::<$r>
    };
    (IfLessConst $r:ty) => {
        comparisons::if_less_const::<$r>
    };
    (IfGreaterConst $r:ty) => {
        comparisons::if_greater_const::<$r>
    };
    (IfEqualConst $r:ty) => {
        comparisons::if_equal_const::<$r>
    };
    (IfNotEqualConst $r:ty) => {
        comparisons::if_not_equal_const::<$r>
    };
    (IfVar $r:ty) => {
        type_tests::if_var::<$r>
    };
    (IfNonvar $r:ty) => {
        type_tests::if_nonvar::<$r>
    };
    (IfAtom $r:ty) => {
        type_tests::if_atom::<$r>
    };
    (IfInteger $r:ty) => {
        type_tests::if_integer::<$r>
    };
    (IfFloat $r:ty) => {
        type_tests::if_float::<$r>
    };
    (IfNumber $r:ty) => {
        type_tests::if_number::<$r>
    };
    (IfAtomic $r:ty) => {
        type_tests::if_atomic::<$r>
    };
    (IfCompound $r:ty) => {
        type_tests::if_compound::<$r>
    };
    (IfCallable $r:ty) => {
        type_tests::if_callable::<$r>
    };
    (Builtin $r:ty) => {
        call::builtin::<$r>
    };
    (BuiltinArg $r:ty) => {
        quick::arg::<$r>
    };
    (BuiltinFunctor $r:ty) => {
        quick::functor::<$r>
    };
    (BuiltinSame $r:ty) => {
        quick::same::<$r>
    };
    (BuiltinNotSame $r:ty) => {
        quick::not_same::<$r>
    };
    (BuiltinCompare $r:ty) => {
        quick::compare::<$r>
    };
    (BuiltinBefore $r:ty) => {
        quick::before::<$r>
    };
    (BuiltinNotAfter $r:ty) => {
        quick::not_after::<$r>
    };
    (BuiltinAfter $r:ty) => {
        quick::after::<$r>
    };
    (BuiltinNotBefore $r:ty) => {
        quick::not_before::<$r>
    };
    (MetaCall $r:ty) => {
        call::meta_call::<$r>
    };
    (PushCatch $r:ty) => {
        call::push_catch::<$r>
    };
    (PopCatch $r:ty) => {
        call::pop_catch::<$r>
    };
    (CatchFail $r:ty) => {
        call::catch_fail::<$r>
    };
    (ResumeCut $r:ty) => {
        cleanup::resume_cut::<$r>
    };
    (DynamicEnter $r:ty) => {
        dynamic::dynamic_enter::<$r>
    };
    (DynamicRetry $r:ty) => {
        dynamic::dynamic_retry::<$r>
    };
    (Undefined $r:ty) => {
        call::undefined::<$r>
    };
    (StopTrue $r:ty) => {
        call::stop_true
    };
    (StopFalse $r:ty) => {
        call::stop_false
    };
}

/// An operand in the code area: its size and what bodies get.
trait Place {
    /// Size and alignment in halfwords.
    const HALVES: usize;
    /// What bodies get.
    type Value;
    /// Reads it at a place counted in halfwords.
    fn take(code: Code, at: usize) -> Self::Value;
}

/// Implements [`Place`] for the operand types; eleven impls of three shapes.
macro_rules! places {
    ($($type:ident $halves:literal -> $value:ty, |$code:ident, $at:ident| $take:expr;)*) => {$(
        impl Place for $type {
            const HALVES: usize = $halves;
            type Value = $value;
            #[inline(always)]
            fn take($code: Code, $at: usize) -> $value { $take }
        }
    )*};
}
places! {
    X 1 -> X, |code, at| X(code.half(at));
    Y 1 -> Y, |code, at| Y(code.half(at));
    N 1 -> N, |code, at| N(code.half(at));
    Imm 1 -> Imm, |code, at| Imm(code.half(at) as i16);
    BuiltinId 1 -> BuiltinId, |code, at| BuiltinId(code.half(at));
    EvalId 1 -> EvalId, |code, at| EvalId(code.half(at));
    Label 2 -> LabelAt, |_code, at| LabelAt(at);
    PredId 2 -> PredId, |code, at| PredId(code.word(at));
    TableId 2 -> TableId, |code, at| TableId(code.word(at));
    LiteralId 2 -> LiteralId, |code, at| LiteralId(code.word(at));
    Constant 4 -> Cell, |code, at| code.cell(at);
    Functor 4 -> Cell, |code, at| code.cell(at);
}

/// An instruction as the dispatchers see it.
pub(super) trait Instruction {
    const OP: Op;
    /// Its size in words.
    const WORDS: usize;
    /// Takes the operands and runs the body.
    fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step;
}

const fn align(at: usize, halves: usize) -> usize {
    at.next_multiple_of(halves)
}

/// Makes [`Instruction`] impls, the size table, the handler table and the `match` loop from the rows.
macro_rules! define_dispatch {
    ($($variant:ident $name:literal { $($operand:ident: $type:ty),* } [ $($key:tt)* ] $meaning:literal;)*) => {
        $(impl Instruction for key::$variant {
            const OP: Op = Op::$variant;
            const WORDS: usize = {
                #[allow(unused_mut)]
                let mut at: usize = 1;
                $(at = align(at, <$type as Place>::HALVES) + <$type as Place>::HALVES;)*
                at.div_ceil(4)
            };
            #[inline(always)]
            fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                #[allow(unused_mut, unused_variables)]
                let mut at = 1;
                $(
                    let here = align(at, <$type as Place>::HALVES);
                    #[allow(unused_assignments)]
                    { at = here + <$type as Place>::HALVES; }
                    let $operand = <$type as Place>::take(r.pc, here);
                )*
                body!($variant R)(m, r, $($operand),*)
            }
        })*

        /// Sizes in words, by instruction number.
        pub(crate) const WORDS: [u8; OPS.len()] = [$(<key::$variant as Instruction>::WORDS as u8),*];

        pub(super) const fn handlers<R: RunMode>() -> [Handler; NUMBERS] {
            let mut table = [Handler(unknown); NUMBERS];
            $(
                table[Op::$variant as usize] = Handler(handler::<key::$variant, R>);
                table[(Op::$variant as u16 + STEP) as usize] = if R::COUNT {
                    Handler(handler_with_step::<key::$variant, R>)
                } else {
                    Handler(handler::<key::$variant, R>)
                };
                let mut step = 0;
                while step <= STEP {
                    let number = Op::$variant as u16 + step;
                    let plain = table[number as usize];
                    let is_leave = matches!(Op::$variant, Op::Proceed | Op::Execute);
                    let (leave, entry, both) = if R::WATCH == Watch::Nothing as u8 {
                        (plain, plain, plain)
                    } else {
                        let leave = Handler(handler_at_site::<key::$variant, R, false, true>);
                        let entry = Handler(handler_at_site::<key::$variant, R, true, false>);
                        let both = Handler(handler_at_site::<key::$variant, R, true, true>);
                        if is_leave { (leave, entry, both) } else { (plain, entry, entry) }
                    };
                    table[(number + LEAVE) as usize] = leave;
                    table[(number + ENTRY) as usize] = entry;
                    table[(number + LEAVE + ENTRY) as usize] = both;
                    step += STEP;
                }
            )*
            table
        }

        /// Runs until an instruction halts the machine, by one `match`.
        fn run_match<R: RunMode>(m: &mut Machine) {
            let mut r = m.regs;
            loop {
                let op = r.pc.half(0);
                if R::COUNT && op & STEP != 0 {
                    m.count::<R>(Key::STEP);
                }
                let site = if R::WATCH == Watch::Nothing as u8 { 0 } else { op & (LEAVE | ENTRY) };
                let op = OPS[usize::from(op & (STEP - 1))];
                let before = (R::WATCH == Watch::Steps as u8).then(|| m.before_step(op, &r));
                let step = match op {
                    $(Op::$variant => begin::<key::$variant, R>(m, &mut r, site),)*
                };
                let step = whole(m, &mut r, step);
                if matches!(step, Step::Halt) {
                    m.regs = r;
                    return;
                }
                follow::<R>(m, &mut r, step);
                if let Some(before) = before {
                    m.after_step(before, &r);
                }
            }
        }
    };
}

with_instructions!(define_dispatch);

/// Fences as the mode says, does what is due at a site, and runs the body.
#[inline(always)]
pub(super) fn begin<I: Instruction, R: RunMode>(m: &mut Machine, r: &mut Regs, site: u16) -> Step {
    if R::FORESEE {
        m.fetch(r.pc, r.h, r.s, r.e);
    }
    fence::<I, R>();
    r.next = r.pc.offset(I::WORDS as i32);
    let step = match site {
        0 => None,
        LEAVE => at_site::<I, R, false, true, false>(m, r),
        ENTRY => at_site::<I, R, true, false, false>(m, r),
        _ => at_site::<I, R, true, true, false>(m, r),
    };
    if let Some(step) = step {
        return step;
    }
    if R::WATCH == Watch::Steps as u8 {
        m.tell_instruction(I::OP);
    }
    I::run::<R>(m, r)
}

#[inline(always)]
pub(super) fn fence<I: Instruction, R: RunMode>() {
    let boundary = matches!(I::OP, Op::Call | Op::Execute | Op::Proceed | Op::Retry | Op::Trust);
    if R::FENCE == Fence::Everywhere as u8 || R::FENCE == Fence::Boundaries as u8 && boundary {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every x86-64 processor has SSE2, which this instruction came with.
        unsafe {
            std::arch::x86_64::_mm_lfence()
        };
        #[cfg(not(target_arch = "x86_64"))]
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
    }
}

/// What a body comes to with its other half.
#[inline(always)]
fn whole(m: &mut Machine, r: &mut Regs, mut step: Step) -> Step {
    while let Step::Apart(_, body) = step {
        step = body(m, r);
    }
    step
}

/// Goes on as a body says that has no other half.
#[inline(always)]
fn follow<R: RunMode>(m: &mut Machine, r: &mut Regs, step: Step) {
    match step {
        Step::Cold(cold) => finish_cold::<R>(m, r, cold),
        Step::Reload => *r = m.regs,
        step => finish_cold::<R>(m, r, |_, _| step),
    }
}

/// Runs a body on the saved registers, with all that belongs to it.
#[inline(never)]
pub(super) fn run_whole<R: RunMode>(m: &mut Machine, body: impl Fn(&mut Machine, &mut Regs) -> Step) {
    let mut r = m.regs;
    let step = body(m, &mut r);
    let step = whole(m, &mut r, step);
    follow::<R>(m, &mut r, step);
    m.regs = r;
}

/// Runs the out-of-line part of a body and says where to go on.
#[inline(always)]
fn finish_cold<R: RunMode>(m: &mut Machine, r: &mut Regs, cold: impl FnOnce(&mut Machine, &mut Regs) -> Step) {
    match cold(m, r) {
        Step::Next => r.pc = r.next,
        Step::Jump(to) => r.pc = to,
        Step::Fail => m.backtrack::<R>(r),
        Step::Halt => r.pc = m.stubs.halted,
        Step::Cold(_) | Step::Apart(..) | Step::Reload => {
            unreachable!("the out-of-line part of an instruction has no such part")
        }
    }
}

/// Runs a body on the saved registers.
#[inline(never)]
pub(crate) fn run_saved<R: RunMode>(m: &mut Machine, body: impl Fn(&mut Machine, &mut Regs) -> Step) {
    let mut r = m.regs;
    finish_cold::<R>(m, &mut r, body);
    m.regs = r;
}

/// Runs from the saved registers until an instruction halts the machine, which saves them again.
pub(crate) fn run<R: RunMode>(m: &mut Machine) {
    // Instrumented handlers keep their frames, so that jumps between them would be calls: `.ci/asan`.
    match m.dispatch {
        Dispatch::Threaded if !cfg!(instrumented) && R::WATCH != Watch::Steps as u8 => {
            let r = m.regs;
            threaded::dispatch(m, r.pc, r.h, r.s, r.e, Handlers::<R>::TABLE.as_ptr());
        }
        Dispatch::Threaded | Dispatch::Match => run_match::<R>(m),
    }
}
