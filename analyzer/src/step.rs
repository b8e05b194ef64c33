//! One instruction on one abstract state: which states may follow, and which keys each of them has counted.
//!
//! This is the abstract counterpart of the machine's instruction bodies (see the meanings in `wam::instr`), instruction
//! by instruction; control that leaves the predicate is handed to [`crate::explore`]. Where an exception is certain the
//! path ends in it; where it is only possible the path goes on without it: bounds hold for runs that end without one.

use crate::argument::{GET_VALUE_X, GET_VALUE_Y, general, put, set_argument, unify_argument};
use crate::cost::{Cost, VariantId};
use crate::dynamic::Facts;
use crate::effect;
use crate::goals::Shape;
use crate::qualified::qualified;
use crate::reason;
use crate::regtype::TypeTable;
use crate::shape::{CellClass, cases, class, class_among};
use crate::state::{Alternative, Cell, CellId, LIST, Mode, Reach, Slot, State};
use crate::types::{Type, is_control};
use crate::unify::{Unified, constant, differ, equal, unify};
use crate::{arith, decide, type_tests};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::atoms::{Functor, known};
use wam::builtins::builtin;
use wam::code::{Block, SwitchKey};
use wam::cost::Key;
use wam::instr::{BuiltinId, Constant, Instr, Label, PredId, TableId, X, key};
use wam::modules::ModuleId;

/// What a state does after an instruction.
#[derive(Clone, Debug)]
pub enum Flow {
    /// Goes on at its `pc`.
    Go,
    /// Fails.
    Fail,
    /// Calls a predicate; `last` when there is nothing left to do after it.
    Call {
        /// The predicate.
        pred: PredId,
        /// Whether it is the last call.
        last: bool,
    },
    /// Goes on with a control construct; its arguments are in the registers.
    Construct(Shape),
    /// The clause has succeeded.
    Proceed,
    /// Cuts back to so many choice points.
    Cut(usize),
    /// Raises an exception.
    Raise,
    /// Is in a call that neither succeeds nor fails.
    Stuck(VariantId),
    /// Something that is not analysed.
    Unknown(reason::Code, String),
}

/// The block an instruction belongs to and what it refers to.
pub struct Code<'a> {
    /// The program.
    pub program: &'a wam::code::Program,
    /// The block.
    pub block: &'a Block,
    /// The regular types.
    pub types: &'a TypeTable,
    /// What is vouched for of the clauses of dynamic predicates.
    pub(crate) facts: &'a FxHashMap<PredId, Facts>,
    /// Whether it is code of the library.
    pub of_library: bool,
    /// Whether `/` makes an integer of one and what divides it.
    pub has_whole_quotients: bool,
}

/// The states that may follow an instruction.
pub type Next = Vec<(State, Flow)>;

/// Whether a builtin is false in one of the states after it, which is what they have counted last: where they go on says
/// nothing, since both ways may be the same.
pub(crate) fn is_false((state, _): &(State, Flow), builtin: BuiltinId) -> bool {
    let keys = [Key::builtin_else(builtin), Key::builtin_fail(builtin)];
    matches!(state.log.last(), Some(Cost::Key { key, .. }) if keys.contains(key))
}

/// Executes the instruction at the state's `pc`.
pub fn step(code: &Code, mut state: State) -> Next {
    let here = state.pc;
    let instr = code.block.instrs[here.0 as usize];
    if code.block.is_step(here) {
        state.count(Key::STEP);
    }
    state.pc = Label(here.0 + 1);
    match instr {
        Instr::Call { pred, .. } => leave(state, key::Call::OK, Flow::Call { pred, last: false }),
        Instr::Execute { pred } => leave(state, key::Execute::OK, Flow::Call { pred, last: true }),
        Instr::Proceed {} => leave(state, key::Proceed::OK, Flow::Proceed),
        Instr::Allocate {} => go(state, key::Allocate::OK),
        Instr::Deallocate {} => go(state, key::Deallocate::OK),
        Instr::MetaCall { arity } => meta_call(code, state, here, arity.0 as usize),

        Instr::SwitchOnTerm { .. } | Instr::SwitchOnTermX { .. } => switch_on_term(code, state, here, instr),
        Instr::SwitchOnConstant { .. } | Instr::SwitchOnConstantX { .. } => switch_on_constant(code, state, instr),
        Instr::SwitchOnStructure { .. } | Instr::SwitchOnStructureX { .. } => {
            switch_on_structure(code, state, here, instr)
        }
        Instr::Try { .. } | Instr::Retry { .. } | Instr::Trust { .. } => choice(state, instr),
        Instr::TryElse { .. } | Instr::RetryElse { .. } | Instr::TrustElse {} => choice(state, instr),
        Instr::Fail {} => leave(state, key::Fail::FAIL, Flow::Fail),
        Instr::Jump { to } => {
            state.pc = to;
            go(state, key::Jump::OK)
        }
        Instr::NeckCut {} => vec![(state, Flow::Cut(0))],
        Instr::GetLevel { y } => {
            state.set_slot(y, Slot::Level(0));
            go(state, key::GetLevel::OK)
        }
        Instr::Mark { y } => {
            state.set_slot(y, Slot::Level(state.choices.len()));
            go(state, key::Mark::OK)
        }
        Instr::Cut { y } => match state.slot(y) {
            Slot::Level(level) => vec![(state, Flow::Cut(level))],
            Slot::Cell(_) => panic!("a cut to a slot that holds a term"),
        },

        Instr::GetVariableX { x, a } | Instr::PutValueX { x: a, a: x } => {
            let cell = state.register(a);
            state.set_register(x, cell);
            go(
                state,
                if matches!(instr, Instr::GetVariableX { .. }) { key::GetVariableX::OK } else { key::PutValueX::OK },
            )
        }
        Instr::GetVariableY { y, a } => {
            let cell = state.register(a);
            state.set_slot(y, Slot::Cell(cell));
            go(state, key::GetVariableY::OK)
        }
        Instr::GetValueX { x, a } => {
            let (left, right) = (state.register(x), state.register(a));
            general(code, state, left, right, &GET_VALUE_X)
        }
        Instr::GetValueY { y, a } => {
            let (left, right) = (state.slot_cell(y), state.register(a));
            general(code, state, left, right, &GET_VALUE_Y)
        }
        Instr::GetConstant { c, a } => get_constant(code, state, here, c, a),
        Instr::GetList { a } => {
            let keys = [key::GetList::READ, key::GetList::WRITE, key::GetList::FAIL];
            get_compound(code, state, here, a, LIST, keys)
        }
        Instr::GetStructure { f, a } => {
            let keys = [key::GetStructure::READ, key::GetStructure::WRITE, key::GetStructure::FAIL];
            get_compound(code, state, here, a, f, keys)
        }
        Instr::UnifyVariableX { .. }
        | Instr::UnifyVariableY { .. }
        | Instr::UnifyValueX { .. }
        | Instr::UnifyValueY { .. }
        | Instr::UnifyConstant { .. }
        | Instr::UnifyVoid { .. } => unify_argument(code, state, instr),
        Instr::SetVariableX { .. }
        | Instr::SetVariableY { .. }
        | Instr::SetValueX { .. }
        | Instr::SetValueY { .. }
        | Instr::SetConstant { .. }
        | Instr::SetVoid { .. } => set_argument(state, instr),
        Instr::PutVariableX { .. }
        | Instr::PutVariableY { .. }
        | Instr::PutValueY { .. }
        | Instr::PutConstant { .. }
        | Instr::PutLiteral { .. }
        | Instr::PutList { .. }
        | Instr::PutStructure { .. } => put(code, state, instr),

        Instr::Add { .. }
        | Instr::Sub { .. }
        | Instr::Mul { .. }
        | Instr::IntDiv { .. }
        | Instr::Mod { .. }
        | Instr::AddConst { .. }
        | Instr::Eval1 { .. }
        | Instr::Eval2 { .. } => arith::evaluate(code, state, instr),
        Instr::IfLess { .. }
        | Instr::IfLessEqual { .. }
        | Instr::IfEqual { .. }
        | Instr::IfNotEqual { .. }
        | Instr::IfLessConst { .. }
        | Instr::IfGreaterConst { .. }
        | Instr::IfEqualConst { .. }
        | Instr::IfNotEqualConst { .. } => arith::compare(code, state, instr),
        Instr::DecideLess { .. }
        | Instr::DecideEqual { .. }
        | Instr::DecideLessConst { .. }
        | Instr::DecideGreaterConst { .. }
        | Instr::DecideEqualConst { .. } => decide::compare(state, instr),
        Instr::DecideSame { a, b, other, unknown } => decide::same(code, state, a, b, other, unknown),
        Instr::IfVar { .. }
        | Instr::IfNonvar { .. }
        | Instr::IfAtom { .. }
        | Instr::IfInteger { .. }
        | Instr::IfFloat { .. }
        | Instr::IfNumber { .. }
        | Instr::IfAtomic { .. }
        | Instr::IfCompound { .. }
        | Instr::IfCallable { .. } => type_tests::test(code, state, instr, here),
        // What a machine makes of some builtins when it links them is the same to us.
        Instr::Builtin { builtin, other }
        | Instr::BuiltinArg { builtin, other }
        | Instr::BuiltinFunctor { builtin, other }
        | Instr::BuiltinSame { builtin, other }
        | Instr::BuiltinNotSame { builtin, other }
        | Instr::BuiltinCompare { builtin, other }
        | Instr::BuiltinBefore { builtin, other }
        | Instr::BuiltinNotAfter { builtin, other }
        | Instr::BuiltinAfter { builtin, other }
        | Instr::BuiltinNotBefore { builtin, other } => effect::builtin(code, state, builtin, other),

        Instr::SoftCut { y } => match state.slot(y) {
            Slot::Level(level) => {
                state.choices[level - 1].next = Alternative::Dropped;
                go(state, key::SoftCut::OK)
            }
            Slot::Cell(_) => panic!("a soft cut of a slot that holds a term"),
        },
        Instr::PushCatch {} => {
            state.push_choice(Alternative::Catch { certain: true }, CATCH_ARGS);
            go(state, key::PushCatch::OK)
        }
        Instr::PopCatch {} => {
            match state.choices.last().map(|choice| &choice.next) {
                Some(&Alternative::Callee { certain }) => {
                    let below = state.choices.len() - 2;
                    state.choices[below].next = Alternative::Catch { certain };
                }
                last => {
                    assert_eq!(last, Some(&Alternative::Catch { certain: true }), "a catch ends where it began");
                    state.choices.pop();
                }
            }
            go(state, key::PopCatch::OK)
        }
        Instr::CatchFail {} => panic!("what a catch is backtracked into is no instruction of a predicate"),
        Instr::ResumeCut {} => unknown(state, reason::Code::Machine, "the machine's own way out of a cleanup"),
        Instr::DynamicEnter { pred } | Instr::DynamicRetry { pred } => {
            let what = indicator(code, pred);
            let vouched = format!(":- trust size({what}, clauses, 100).");
            let why = format!(
                "{what} is dynamic: its clauses may change, unless `{vouched}` or the like says how many there are"
            );
            unknown(state, reason::Code::Dynamic, &why)
        }
        Instr::Undefined { pred } => {
            let what = indicator(code, pred);
            unknown(state, reason::Code::Undefined, &format!("{what} is not defined"))
        }
        Instr::StopTrue {} | Instr::StopFalse {} => {
            unknown(state, reason::Code::Machine, "the machine's own stop instruction")
        }
    }
}

/// Arguments of `catch/3`: goal, catcher, recovery.
const CATCH_ARGS: usize = 3;

/// The predicate's name and arity.
pub fn indicator(code: &Code, pred: PredId) -> String {
    let functor = code.program.get(pred).functor;
    format!("{}/{}", code.program.atoms.name(functor.name), functor.arity)
}

/// One state that goes on, having counted a key.
pub fn go(state: State, key: Key) -> Next {
    leave(state, key, Flow::Go)
}

fn leave(mut state: State, key: Key, flow: Flow) -> Next {
    state.count(key);
    vec![(state, flow)]
}

/// A state of which nothing more is known, for a reason.
pub fn unknown(state: State, code: reason::Code, why: &str) -> Next {
    vec![(state, Flow::Unknown(code, why.into()))]
}

/// The state at a label; a label that means failure fails.
pub fn at(mut state: State, label: Label) -> (State, Flow) {
    if label == Label::FAIL {
        return (state, Flow::Fail);
    }
    state.pc = label;
    (state, Flow::Go)
}

/// The same, having counted one key where it goes on and another where it fails.
pub fn go_or_fail(mut state: State, label: Label, go: Key, fail: Key) -> (State, Flow) {
    state.count(if label == Label::FAIL { fail } else { go });
    at(state, label)
}

/// A builtin that is false.
pub fn false_builtin(state: State, builtin: BuiltinId, other: Label) -> (State, Flow) {
    go_or_fail(state, other, Key::builtin_else(builtin), Key::builtin_fail(builtin))
}

/// How many rows of a table are told apart: each is a path of its own, and there may not be more paths.
pub(crate) const ROW_LIMIT: usize = 256;

/// Runs the instruction again in each case of an open cell.
pub fn again(code: &Code, state: State, here: Label, cell: CellId, wanted: &[Functor]) -> Next {
    let mut back = state;
    back.pc = here;
    // The step was counted before the instruction: it must not be counted again.
    if code.block.is_step(here) {
        back.log.pop();
    }
    cases(&back, cell, wanted, code.types).into_iter().flat_map(|case| step(code, case)).collect()
}

fn meta_call(code: &Code, mut state: State, here: Label, arity: usize) -> Next {
    let (module, goal) = in_module(code, &state, state.register(X(0)));
    if let Cell::Abstract(Type::Named(of), _) = state.get(goal)
        && !code.types.is_total(*of)
    {
        return again(code, state, here, goal, &[]);
    }
    state.count(key::MetaCall::OK);
    let (name, args) = match state.get(goal) {
        Cell::Atom(name) => (*name, Vec::new()),
        Cell::Struct(functor, args) => (functor.name, args.to_vec()),
        _ => return unknown(state, reason::Code::OpenGoal, "call/N of a goal that is not known"),
    };
    let extra: Vec<CellId> = (1..arity).map(|at| state.register(X(at as u16))).collect();
    let args: Vec<CellId> = args.into_iter().chain(extra).collect();
    let functor = Functor { name, arity: args.len() as u32 };
    if is_control(functor) {
        let goal = state.cell(match args.as_slice() {
            [] => Cell::Atom(name),
            args => Cell::Struct(functor, args.into()),
        });
        return match Shape::of(code.program, &mut state, goal, module) {
            Ok((shape, args)) => {
                state.x = args.into_iter().map(Some).collect();
                vec![(state, Flow::Construct(shape))]
            }
            Err(why) => unknown(state, reason::Code::OtherGoal, &why),
        };
    }
    let Some(args) = qualified(code.program, &mut state, functor, module, args) else {
        return unknown(state, reason::Code::OtherGoal, "call/N of a goal that is passed one that is not known");
    };
    state.x = args.into_iter().map(Some).collect();
    if let Some(builtin) = builtin(&code.program.atoms.name(name), functor.arity) {
        return called_builtin(code, state, builtin);
    }
    let Some(pred) = code.program.find_in(module, functor) else {
        return unknown(state, reason::Code::OtherGoal, "call/N of a goal that is not a defined predicate");
    };
    vec![(state, Flow::Call { pred, last: true })]
}

/// The code that the machine has for the predicate of a builtin.
fn called_builtin(code: &Code, mut state: State, builtin: BuiltinId) -> Next {
    let block = Block::of(vec![Instr::Builtin { builtin, other: Label::FAIL }, Instr::Proceed {}]);
    let code = Code { block: &block, of_library: false, ..*code };
    state.pc = Label(0);
    let mut next = Next::new();
    for (state, flow) in step(&code, state) {
        match flow {
            Flow::Go => next.extend(step(&code, state)),
            flow => next.push((state, flow)),
        }
    }
    next
}

/// A goal without its modules, and the module it is called in.
pub(crate) fn in_module(code: &Code, state: &State, mut goal: CellId) -> (ModuleId, CellId) {
    let mut module = ModuleId::USER;
    while let Cell::Struct(Functor { name: known::COLON, arity: 2 }, args) = state.get(goal)
        && let Cell::Atom(name) = state.get(args[0])
        && let Some(named) = code.program.find_module(*name)
    {
        (module, goal) = (named, args[1]);
    }
    (module, goal)
}

fn switch_on_term(code: &Code, mut state: State, here: Label, instr: Instr) -> Next {
    use key::{SwitchOnTerm as First, SwitchOnTermX as Any};
    let (a, labels, keys, fail) = match instr {
        Instr::SwitchOnTerm { var, constant, list, structure } => {
            let keys = [First::VAR, First::CONSTANT, First::LIST, First::STRUCTURE];
            (X(0), [var, constant, list, structure], keys, First::FAIL)
        }
        Instr::SwitchOnTermX { a, var, constant, list, structure } => {
            let keys = [Any::VAR, Any::CONSTANT, Any::LIST, Any::STRUCTURE];
            (a, [var, constant, list, structure], keys, Any::FAIL)
        }
        _ => unreachable!("only switches on terms switch on terms"),
    };
    let cell = state.register(a);
    let mut wanted = vec![LIST];
    wanted.extend(functors_behind(code, labels[3]));
    let at_label = match class_among(&state, cell, &wanted, code.types) {
        CellClass::Free => 0,
        CellClass::Constant => 1,
        CellClass::Compound(functor, args) => {
            state.mode = Mode::Read(args, 0);
            if functor == LIST { 2 } else { 3 }
        }
        CellClass::Open => return again(code, state, here, cell, &wanted),
    };
    vec![go_or_fail(state, labels[at_label], keys[at_label], fail)]
}

/// The functors that the code at a label asks for first.
fn functors_behind(code: &Code, label: Label) -> Vec<Functor> {
    match code.block.instrs.get(label.0 as usize) {
        Some(Instr::SwitchOnStructure { table, .. } | Instr::SwitchOnStructureX { table, .. }) => {
            functors_of(code, *table)
        }
        Some(Instr::GetStructure { f, .. }) => vec![*f],
        _ => vec![],
    }
}

/// The functors of a table.
fn functors_of(code: &Code, table: TableId) -> Vec<Functor> {
    let keys = code.block.tables[table.0 as usize].iter();
    keys.filter_map(|(key, _)| if let SwitchKey::Functor(f) = key { Some(*f) } else { None }).collect()
}

fn switch_on_constant(code: &Code, state: State, instr: Instr) -> Next {
    use key::{SwitchOnConstant as First, SwitchOnConstantX as Any};
    let (a, table, other, hit_key, miss_key, fail_key) = match instr {
        Instr::SwitchOnConstant { table, other } => (X(0), table, other, First::HIT, First::MISS, First::FAIL),
        Instr::SwitchOnConstantX { a, table, other } => (a, table, other, Any::HIT, Any::MISS, Any::FAIL),
        _ => unreachable!("only switches on constants switch on constants"),
    };
    let cell = state.register(a);
    let table = &code.block.tables[table.0 as usize];
    if let Cell::Atom(name) = *state.get(cell) {
        // The row of an atom that is known: others say nothing more.
        let row = table.iter().find(|(key, _)| *key == SwitchKey::Constant(Constant::Atom(name)));
        let (key, label) = row.map_or((miss_key, other), |(_, label)| (hit_key, *label));
        return vec![go_or_fail(state, label, key, fail_key)];
    }
    if table.len() > ROW_LIMIT {
        let what = format!("a table of {} constants is asked for one that is not known", table.len());
        return unknown(state, reason::Code::ManyPaths, &what);
    }
    let mut next = Vec::new();
    let mut rest = Some(state);
    for (switch_key, label) in table {
        let (SwitchKey::Constant(c), Some(state)) = (switch_key, rest.take()) else {
            break;
        };
        let mut probe = state;
        let wanted = probe.cell(constant(*c));
        if let Some(mut hit) = equal(&probe, cell, wanted, code.types) {
            hit.count(hit_key);
            next.push(at(hit, *label));
        }
        rest = differ(&probe, cell, wanted);
    }
    if let Some(miss) = rest {
        next.push(go_or_fail(miss, other, miss_key, fail_key));
    }
    next
}

fn switch_on_structure(code: &Code, mut state: State, here: Label, instr: Instr) -> Next {
    use key::{SwitchOnStructure as First, SwitchOnStructureX as Any};
    let (a, table, other, hit_key, miss_key, fail_key) = match instr {
        Instr::SwitchOnStructure { table, other } => (X(0), table, other, First::HIT, First::MISS, First::FAIL),
        Instr::SwitchOnStructureX { a, table, other } => (a, table, other, Any::HIT, Any::MISS, Any::FAIL),
        _ => unreachable!("only switches on structures switch on structures"),
    };
    let cell = state.register(a);
    let wanted = functors_of(code, table);
    let (functor, args) = match class_among(&state, cell, &wanted, code.types) {
        CellClass::Compound(functor, args) => (functor, args),
        CellClass::Open => return again(code, state, here, cell, &wanted),
        CellClass::Free | CellClass::Constant => panic!("a switch on structures is entered with a structure"),
    };
    let hit = code.block.tables[table.0 as usize].iter().find(|(key, _)| *key == SwitchKey::Functor(functor));
    let (key, label) = match hit {
        Some((_, label)) => (hit_key, *label),
        None => (miss_key, other),
    };
    state.mode = Mode::Read(args, 0);
    vec![go_or_fail(state, label, key, fail_key)]
}

fn choice(mut state: State, instr: Instr) -> Next {
    use crate::state::Alternative::At;
    let following = state.pc;
    let arguments = |state: &mut State, key: Key, unit: Key, arity: u16| {
        state.count(key);
        if arity > 0 {
            state.log.push(Cost::Key { key: unit, low: arity.into(), high: arity.into() });
        }
    };
    match instr {
        Instr::Try { arity, clause } => {
            state.push_choice(At(following), arity.0 as usize);
            arguments(&mut state, key::Try::OK, key::Try::ARG, arity.0);
            state.pc = clause;
        }
        Instr::Retry { arity, clause } => {
            state.retry_at(following);
            arguments(&mut state, key::Retry::OK, key::Retry::ARG, arity.0);
            state.pc = clause;
        }
        Instr::Trust { arity, clause } => {
            state.choices.pop();
            arguments(&mut state, key::Trust::OK, key::Trust::ARG, arity.0);
            state.pc = clause;
        }
        Instr::TryElse { other, .. } => {
            state.push_choice(At(other), 0);
            state.count(key::TryElse::OK);
        }
        Instr::RetryElse { other } => {
            state.retry_at(other);
            state.count(key::RetryElse::OK);
        }
        _ => {
            state.choices.pop();
            state.count(key::TrustElse::OK);
        }
    }
    vec![(state, Flow::Go)]
}

fn get_constant(code: &Code, mut state: State, here: Label, c: Constant, a: X) -> Next {
    let cell = state.register(a);
    if matches!(class(&state, cell, code.types), CellClass::Open) {
        return again(code, state, here, cell, &[]);
    }
    let wanted = state.cell(constant(c));
    let cases = unify(state, wanted, cell, code.types).into_iter();
    cases
        .map(|(mut state, how, _)| {
            let (key, flow) = match how {
                Unified::Bind => (key::GetConstant::WRITE, Flow::Go),
                Unified::Same => (key::GetConstant::READ, Flow::Go),
                Unified::Fail => (key::GetConstant::FAIL, Flow::Fail),
            };
            state.count(key);
            (state, flow)
        })
        .collect()
}

fn get_compound(code: &Code, mut state: State, here: Label, a: X, wanted: Functor, keys: [Key; 3]) -> Next {
    let cell = state.register(a);
    let [read, write, fail] = keys;
    match class_among(&state, cell, &[wanted], code.types) {
        CellClass::Free => {
            let reach = if matches!(state.get(cell), Cell::Free) { Reach::Known } else { Reach::Anywhere };
            let built = state.cell(Cell::Struct(wanted, Arc::from([])));
            state.bind(cell, Cell::Ref(built));
            state.share();
            state.mode = Mode::Write(built, wanted, Vec::new(), reach);
            go(state, write)
        }
        CellClass::Compound(functor, args) if functor == wanted => {
            state.mode = Mode::Read(args, 0);
            go(state, read)
        }
        CellClass::Constant | CellClass::Compound(..) => leave(state, fail, Flow::Fail),
        CellClass::Open => again(code, state, here, cell, &[wanted]),
    }
}

impl State {
    /// The newest choice point goes on elsewhere.
    fn retry_at(&mut self, label: Label) {
        let choice = self.choices.last_mut().expect("retry is entered by backtracking");
        choice.next = crate::state::Alternative::At(label);
    }
}
