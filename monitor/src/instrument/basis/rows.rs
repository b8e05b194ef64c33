//! The rows of the basis. Longer than other files, because it is a table.

use super::arithmetic::{
    ABS_FLOAT, ABS_INT, ADD_BIG, ADD_FLOAT, ADD_INT, ADD_RATIONAL, BITS, CONSTANT, DIVIDE_FLOAT, DIVIDE_INT,
    DIVIDE_RATIONAL, GCD, INT_DIV_BIG, INT_DIV_INT, IS, LOG, MIN_MAX_FLOAT, MIN_MAX_INT, MOD_BIG, MOD_INT, MUL_BIG,
    MUL_FLOAT, MUL_INT, MUL_RATIONAL, NEG_FLOAT, NEG_INT, POWER_BIG, POWER_FLOAT, POWER_INT, RANDOM, ROOT, ROUND,
    SHIFT_BIG, SHIFT_INT, SUB_BIG, SUB_FLOAT, SUB_INT, SUB_RATIONAL, TO_FLOAT, TRIG,
};
use super::{At, Bound, Built, Does, Doing, Entered, Family, Point, Port, Row, Shows, ValueKind, When};

const fn port(code: &'static str, port: Port, meaning: &'static str) -> Row {
    Row { code, group: "E_Port", set: "", value: ValueKind::Goal, at: At::Port(port), meaning }
}

const fn clause(code: &'static str, set: &'static str, entered: Entered, meaning: &'static str) -> Row {
    Row { code, group: "E_ClauseChoice", set, value: ValueKind::Clause, at: At::Clause(entered), meaning }
}

const fn control(code: &'static str, value: ValueKind, point: Point, meaning: &'static str) -> Row {
    Row { code, group: "E_Control", set: "", value, at: At::Control(point), meaning }
}

const fn bound(code: &'static str, bound: Bound, meaning: &'static str) -> Row {
    Row { code, group: "E_Bind", set: "", value: ValueKind::Term, at: At::Bound(bound), meaning }
}

const fn built(code: &'static str, built: Built, meaning: &'static str) -> Row {
    Row { code, group: "E_Build", set: "", value: ValueKind::Term, at: At::Built(built), meaning }
}

const fn before(
    code: &'static str,
    group: &'static str,
    of: &'static [(&'static str, u32)],
    meaning: &'static str,
) -> Row {
    let at = At::Goal { of, when: When::Before, shows: Shows::Goal };
    Row { code, group, set: "", value: ValueKind::Goal, at, meaning }
}

const fn after(
    code: &'static str,
    group: &'static str,
    of: &'static [(&'static str, u32)],
    meaning: &'static str,
) -> Row {
    let at = At::Goal { of, when: When::After, shows: Shows::Goal };
    Row { code, group, set: "", value: ValueKind::Goal, at, meaning }
}

/// Instructions of a family: the value is the name of one.
const fn instruction(code: &'static str, is_of: fn(Family) -> bool, meaning: &'static str) -> Row {
    let at = At::Machine(Does::Instruction(is_of));
    Row { code, group: "E_Instruction", set: "", value: ValueKind::Term, at, meaning }
}

const fn memory(code: &'static str, set: &'static str, doing: Doing, meaning: &'static str) -> Row {
    Row { code, group: "E_Memory", set, value: ValueKind::Integer, at: At::Machine(Does::Else(doing)), meaning }
}

/// A test of a term: its value is that term.
const fn test(code: &'static str, of: &'static [(&'static str, u32)], meaning: &'static str) -> Row {
    let at = At::Goal { of, when: When::Before, shows: Shows::Argument(0) };
    Row { code, group: "E_Test", set: "", value: ValueKind::Term, at, meaning }
}

const UNIFIED: At = At::Goal { of: &[("=", 2)], when: When::After, shows: Shows::Argument(0) };

/// All basis events. What is about goals of the library holds as long as a program has no such predicate of its own.
pub const ROWS: &[Row] = &[
    // Ports
    port("E_Call", Port::Call, "a goal is called"),
    port("E_Exit", Port::Exit, "a goal has a solution"),
    port("E_Redo", Port::Redo, "a goal is asked for another solution"),
    port("E_Fail", Port::Fail, "a goal has no further solution"),
    port("E_Exception", Port::Exception, "a goal is left by an exception"),
    // Clause choice
    clause("E_Fact", "E_Clause", Entered::Fact, "a fact is entered"),
    clause("E_Rule", "E_Clause", Entered::Rule, "a rule is entered"),
    clause("E_MatchRule", "E_Clause", Entered::Matched, "a rule with => is entered"),
    clause("E_DynamicFact", "E_Clause", Entered::DynamicFact, "a fact of a dynamic predicate is entered"),
    clause("E_DynamicRule", "E_Clause", Entered::DynamicRule, "a rule of a dynamic predicate is entered"),
    clause("E_FirstClause", "E_Choice", Entered::First, "the first clause of a predicate is entered"),
    clause("E_LaterClause", "E_Choice", Entered::Later, "a clause is entered that is not the first"),
    clause("E_RecursiveClause", "E_Choice", Entered::Recursive, "a clause is entered that calls its own predicate"),
    // Control
    control("E_If", ValueKind::Goal, Point::If, "a condition of -> is asked"),
    control("E_Then", ValueKind::Goal, Point::Then, "a condition of -> was true"),
    control("E_Else", ValueKind::Goal, Point::Else, "a condition of -> was false"),
    control("E_SoftIf", ValueKind::Goal, Point::SoftIf, "a condition of *-> is asked"),
    control("E_SoftThen", ValueKind::Goal, Point::SoftThen, "a condition of *-> is true"),
    control("E_SoftElse", ValueKind::Goal, Point::SoftElse, "a condition of *-> was false"),
    control("E_Branch", ValueKind::Integer, Point::Branch, "a branch of a disjunction is entered: its number, from 1"),
    control("E_Not", ValueKind::Goal, Point::Not, "a negation is asked"),
    control("E_NotTrue", ValueKind::Goal, Point::NotTrue, "the goal of a negation was false"),
    control("E_NotFalse", ValueKind::Goal, Point::NotFalse, "the goal of a negation was true"),
    control("E_Once", ValueKind::Goal, Point::Once, "once/1 is called"),
    control("E_Ignore", ValueKind::Goal, Point::Ignore, "ignore/1 is called"),
    control("E_Forall", ValueKind::Goal, Point::Forall, "forall/2 is called"),
    control("E_Case", ValueKind::Goal, Point::Case, "forall/2 has another case"),
    control("E_Cut", ValueKind::Clause, Point::Cut, "a cut"),
    control("E_True", ValueKind::Clause, Point::True, "true"),
    control("E_False", ValueKind::Clause, Point::False, "fail or false"),
    control("E_VariableGoal", ValueKind::Goal, Point::Variable, "a variable is called"),
    control("E_InModule", ValueKind::Goal, Point::InModule, "a goal of a module that is named"),
    before("E_Repeat", "E_Control", &[("repeat", 0)], "repeat/0 is called"),
    after("E_Between", "E_Control", &[("between", 3)], "between/3 gives an integer"),
    // Unification
    Row {
        code: "E_Unify",
        group: "E_Unification",
        set: "",
        value: ValueKind::Term,
        at: UNIFIED,
        meaning: "two terms were unified: what they are",
    },
    before("E_TryUnify", "E_Unification", &[("=", 2)], "two terms are to be unified"),
    before("E_NotUnifiable", "E_Unification", &[("\\=", 2)], "whether two terms do not unify"),
    after(
        "E_UnifyFinite",
        "E_Unification",
        &[("unify_with_occurs_check", 2)],
        "two terms were unified without a cycle",
    ),
    before("E_Subsumes", "E_Unification", &[("subsumes_term", 2)], "whether a term is more general"),
    // Binding
    bound("E_BindAtom", Bound::Atom, "a variable is bound to an atom"),
    bound("E_BindInt", Bound::Int, "a variable is bound to an integer"),
    bound("E_BindNumber", Bound::Number, "a variable is bound to a float or a rational"),
    bound("E_BindText", Bound::Text, "a variable is bound to a string"),
    bound("E_BindList", Bound::List, "a variable is bound to a list that is not empty"),
    bound("E_BindStruct", Bound::Struct, "a variable is bound to another compound term"),
    // Building
    built("E_BuildList", Built::List, "a list is built for a goal"),
    built("E_BuildStruct", Built::Struct, "another compound term is built for a goal"),
    // Type tests
    test("E_TestVar", &[("var", 1)], "var/1"),
    test("E_TestNonvar", &[("nonvar", 1)], "nonvar/1"),
    test("E_TestAtom", &[("atom", 1)], "atom/1"),
    test("E_TestInteger", &[("integer", 1)], "integer/1"),
    test("E_TestFloat", &[("float", 1)], "float/1"),
    test("E_TestRational", &[("rational", 1)], "rational/1"),
    test("E_TestNumber", &[("number", 1)], "number/1"),
    test("E_TestAtomic", &[("atomic", 1)], "atomic/1"),
    test("E_TestCompound", &[("compound", 1)], "compound/1"),
    test("E_TestCallable", &[("callable", 1)], "callable/1"),
    test("E_TestString", &[("string", 1)], "string/1"),
    test("E_TestList", &[("is_list", 1)], "is_list/1"),
    test("E_TestGround", &[("ground", 1)], "ground/1"),
    // Comparison
    before("E_Less", "E_Compare", &[("<", 2), (">", 2)], "< or > on numbers"),
    before("E_LessEqual", "E_Compare", &[("=<", 2), (">=", 2)], "=< or >= on numbers"),
    before("E_NumberEqual", "E_Compare", &[("=:=", 2)], "=:= on numbers"),
    before("E_NumberNotEqual", "E_Compare", &[("=\\=", 2)], "=\\= on numbers"),
    before("E_Same", "E_Order", &[("==", 2)], "whether terms are identical"),
    before("E_NotSame", "E_Order", &[("\\==", 2)], "whether terms are not identical"),
    before("E_Precedes", "E_Order", &[("@<", 2), ("@>", 2)], "@< or @> on terms"),
    before("E_PrecedesEqual", "E_Order", &[("@=<", 2), ("@>=", 2)], "@=< or @>= on terms"),
    after("E_Order3", "E_Order", &[("compare", 3)], "compare/3 gives an order"),
    after("E_Sort", "E_Order", &[("sort", 2), ("sort", 4), ("msort", 2), ("predsort", 3)], "a list was sorted"),
    after("E_KeySort", "E_Order", &[("keysort", 2)], "a list was sorted by keys"),
    // Terms
    after("E_Functor", "E_Term", &[("functor", 3)], "functor/3 was true"),
    after("E_Arg", "E_Term", &[("arg", 3)], "arg/3 was true"),
    after("E_Univ", "E_Term", &[("=..", 2)], "=.. was true"),
    after("E_CopyTerm", "E_Term", &[("copy_term", 2)], "a term was copied"),
    before("E_SetArg", "E_Term", &[("setarg", 3), ("nb_setarg", 3)], "an argument is changed in its place"),
    after("E_TermVariables", "E_Term", &[("term_variables", 2)], "the variables of a term were found"),
    after("E_NumberVars", "E_Term", &[("numbervars", 3), ("numbervars", 1)], "variables were numbered"),
    after("E_Length", "E_Term", &[("length", 2)], "a list has a length"),
    // Text
    after("E_TextLength", "E_Text", &[("atom_length", 2), ("string_length", 2)], "the length of a text was found"),
    after("E_Concat", "E_Text", &[("atom_concat", 3), ("string_concat", 3)], "texts were put together or taken apart"),
    after("E_Concats", "E_Text", &[("atomic_list_concat", 2), ("atomic_list_concat", 3)], "a list of texts was joined"),
    after("E_SubText", "E_Text", &[("sub_atom", 5), ("sub_string", 5)], "a part of a text was found"),
    after("E_AtomChars", "E_Text", &[("atom_chars", 2), ("atom_codes", 2)], "the characters of an atom"),
    after("E_StringChars", "E_Text", &[("string_chars", 2), ("string_codes", 2)], "the characters of a string"),
    after("E_CharCode", "E_Text", &[("char_code", 2)], "the code of a character"),
    after(
        "E_NumberText",
        "E_Text",
        &[("number_codes", 2), ("number_chars", 2), ("atom_number", 2), ("number_string", 2)],
        "a number as text",
    ),
    after(
        "E_LetterCase",
        "E_Text",
        &[("upcase_atom", 2), ("downcase_atom", 2), ("string_upper", 2), ("string_lower", 2)],
        "a text in capitals or without",
    ),
    after("E_Split", "E_Text", &[("split_string", 4)], "a string was split"),
    after("E_TermText", "E_Text", &[("term_to_atom", 2), ("term_string", 2), ("atom_to_term", 3)], "a term as text"),
    after("E_AtomString", "E_Text", &[("atom_string", 2)], "an atom as a string"),
    // Database
    before("E_AssertFirst", "E_Database", &[("asserta", 1)], "a clause is added before the others"),
    before("E_AssertLast", "E_Database", &[("assertz", 1), ("assert", 1)], "a clause is added behind the others"),
    after("E_Retract", "E_Database", &[("retract", 1)], "a clause was removed"),
    before("E_RetractAll", "E_Database", &[("retractall", 1)], "clauses are removed"),
    before("E_Abolish", "E_Database", &[("abolish", 1)], "a predicate is removed"),
    after("E_LookUp", "E_Database", &[("clause", 2)], "a clause was looked up"),
    after(
        "E_Record",
        "E_Database",
        &[("recorda", 3), ("recorda", 2), ("recordz", 3), ("recordz", 2)],
        "a term was recorded",
    ),
    after("E_Recorded", "E_Database", &[("recorded", 3), ("recorded", 2)], "a recorded term was found"),
    before("E_Erase", "E_Database", &[("erase", 1)], "a record is removed"),
    before("E_SetGlobal", "E_Database", &[("b_setval", 2), ("nb_setval", 2)], "a global variable is set"),
    after("E_GetGlobal", "E_Database", &[("b_getval", 2), ("nb_getval", 2)], "a global variable was read"),
    after("E_Flag", "E_Database", &[("flag", 3)], "a counter was changed"),
    before("E_SetFlag", "E_Database", &[("set_prolog_flag", 2)], "a flag of the system is set"),
    after("E_GetFlag", "E_Database", &[("current_prolog_flag", 2)], "a flag of the system was read"),
    before("E_Op", "E_Database", &[("op", 3)], "an operator is declared"),
    before(
        "E_Load",
        "E_Database",
        &[("consult", 1), ("ensure_loaded", 1), ("load_files", 2), ("use_module", 1), ("use_module", 2)],
        "a file is loaded",
    ),
    after("E_NewName", "E_Database", &[("gensym", 2)], "a name was made"),
    // Input and output
    after("E_Open", "E_IO", &[("open", 3), ("open", 4)], "a stream was opened"),
    before("E_Close", "E_IO", &[("close", 1), ("close", 2)], "a stream is closed"),
    before("E_SetInput", "E_IO", &[("set_input", 1), ("see", 1), ("seen", 0)], "the current input is changed"),
    before("E_SetOutput", "E_IO", &[("set_output", 1), ("tell", 1), ("told", 0)], "the current output is changed"),
    after("E_CurrentStream", "E_IO", &[("current_input", 1), ("current_output", 1)], "the current input or output"),
    before("E_Flush", "E_IO", &[("flush_output", 0), ("flush_output", 1)], "what is buffered is written out"),
    before("E_SeekStream", "E_IO", &[("seek", 4), ("set_stream_position", 2)], "a position in a stream is set"),
    after("E_StreamProperty", "E_IO", &[("stream_property", 2)], "a property of a stream"),
    before("E_AtEnd", "E_IO", &[("at_end_of_stream", 0), ("at_end_of_stream", 1)], "whether an input ends"),
    after("E_ReadTerm", "E_IO", &[("read", 1), ("read", 2), ("read_term", 2), ("read_term", 3)], "a term was read"),
    after(
        "E_GetChar",
        "E_IO",
        &[("get_char", 1), ("get_char", 2), ("get_code", 1), ("get_code", 2), ("get_byte", 1), ("get_byte", 2)],
        "a character was read",
    ),
    after(
        "E_PeekChar",
        "E_IO",
        &[("peek_char", 1), ("peek_char", 2), ("peek_code", 1), ("peek_code", 2), ("peek_byte", 1), ("peek_byte", 2)],
        "a character was looked at",
    ),
    after(
        "E_ReadLine",
        "E_IO",
        &[("read_line_to_string", 2), ("read_line_to_codes", 2), ("read_term_from_atom", 3)],
        "a line was read",
    ),
    before(
        "E_PutChar",
        "E_IO",
        &[("put_char", 1), ("put_char", 2), ("put_byte", 1), ("put_byte", 2), ("put_code", 1), ("put_code", 2)],
        "a character is written",
    ),
    before(
        "E_WriteTerm",
        "E_IO",
        &[
            ("write", 1),
            ("write", 2),
            ("print", 1),
            ("writeln", 1),
            ("writeln", 2),
            ("writeq", 1),
            ("writeq", 2),
            ("write_canonical", 1),
            ("write_canonical", 2),
            ("write_term", 2),
            ("write_term", 3),
        ],
        "a term is written",
    ),
    before("E_NewLine", "E_IO", &[("nl", 0), ("nl", 1)], "a line is ended"),
    before("E_Tab", "E_IO", &[("tab", 1), ("tab", 2)], "blanks are written"),
    before("E_Format", "E_IO", &[("format", 1), ("format", 2), ("format", 3)], "a format is written"),
    before("E_OutputTo", "E_IO", &[("with_output_to", 2)], "a goal is run for its output"),
    before("E_Message", "E_IO", &[("print_message", 2), ("message_to_codes", 3)], "a message is told"),
    // Meta-calls
    before("E_CallGoal", "E_Meta", &[("call", 1)], "call/1"),
    before(
        "E_CallMore",
        "E_Meta",
        &[("call", 2), ("call", 3), ("call", 4), ("call", 5), ("call", 6), ("call", 7), ("call", 8)],
        "call/2 and more: a goal with further arguments",
    ),
    before("E_FindAll", "E_Meta", &[("findall", 3), ("findall", 4)], "findall/3,4"),
    before("E_BagOf", "E_Meta", &[("bagof", 3), ("setof", 3)], "bagof/3 or setof/3"),
    before("E_Aggregate", "E_Meta", &[("aggregate_all", 3), ("aggregate_all", 4)], "aggregate_all/3,4"),
    before(
        "E_MapList",
        "E_Meta",
        &[("maplist", 2), ("maplist", 3), ("maplist", 4), ("maplist", 5), ("maplist", 6)],
        "maplist/2 to maplist/6",
    ),
    before("E_FoldList", "E_Meta", &[("foldl", 4), ("foldl", 5), ("foldl", 6)], "foldl/4 to foldl/6"),
    before(
        "E_FilterList",
        "E_Meta",
        &[("include", 3), ("exclude", 3), ("partition", 4)],
        "include/3, exclude/3 or partition/4",
    ),
    before("E_Catch", "E_Meta", &[("catch", 3)], "catch/3"),
    before("E_Throw", "E_Meta", &[("throw", 1)], "an exception is thrown"),
    before("E_Cleanup", "E_Meta", &[("setup_call_cleanup", 3), ("call_cleanup", 2)], "a goal is run with a cleanup"),
    before(
        "E_Limit",
        "E_Meta",
        &[("call_with_time_limit", 2), ("call_with_depth_limit", 3), ("call_with_inference_limit", 3)],
        "a goal is run within a limit",
    ),
    before("E_Phrase", "E_Meta", &[("phrase", 2), ("phrase", 3)], "a grammar is run"),
    // System
    before("E_Halt", "E_System", &[("halt", 0), ("halt", 1)], "the program is left"),
    after("E_Statistics", "E_System", &[("statistics", 2)], "a figure of the run was read"),
    after("E_Clock", "E_System", &[("get_time", 1)], "the time was read"),
    before("E_Collect", "E_System", &[("garbage_collect", 0)], "a collection is asked for"),
    after(
        "E_Chance",
        "E_System",
        &[("random", 1), ("random_between", 3), ("random_member", 2), ("random_permutation", 2)],
        "something was drawn by chance",
    ),
    after("E_Environment", "E_System", &[("getenv", 2), ("setenv", 2)], "a variable of the environment"),
    after(
        "E_Predicates",
        "E_System",
        &[("current_predicate", 1), ("predicate_property", 2)],
        "a predicate was looked up",
    ),
    after("E_Operators", "E_System", &[("current_op", 3)], "an operator was looked up"),
    after("E_FileTest", "E_System", &[("exists_file", 1), ("exists_directory", 1)], "a file was looked for"),
    before("E_DeleteFile", "E_System", &[("delete_file", 1)], "a file is deleted"),
    // Arithmetic
    IS,
    ADD_INT,
    ADD_BIG,
    ADD_RATIONAL,
    ADD_FLOAT,
    SUB_INT,
    SUB_BIG,
    SUB_RATIONAL,
    SUB_FLOAT,
    MUL_INT,
    MUL_BIG,
    MUL_RATIONAL,
    MUL_FLOAT,
    DIVIDE_INT,
    DIVIDE_RATIONAL,
    DIVIDE_FLOAT,
    INT_DIV_INT,
    INT_DIV_BIG,
    MOD_INT,
    MOD_BIG,
    NEG_INT,
    NEG_FLOAT,
    ABS_INT,
    ABS_FLOAT,
    MIN_MAX_INT,
    MIN_MAX_FLOAT,
    POWER_INT,
    POWER_BIG,
    POWER_FLOAT,
    SHIFT_INT,
    SHIFT_BIG,
    BITS,
    GCD,
    ROUND,
    RANDOM,
    ROOT,
    TRIG,
    LOG,
    TO_FLOAT,
    CONSTANT,
    // Memory
    memory("E_HeapGrow", "", Doing::HeapGrows, "an instruction has pushed cells onto the heap: how many"),
    memory("E_TrailGrow", "", Doing::TrailGrows, "an instruction has made entries of the trail: how many"),
    memory("E_ChoicePush", "E_ChoicePoint", Doing::ChoicePushed, "a choice point was made: its words"),
    memory(
        "E_ChoicePop",
        "E_ChoicePoint",
        Doing::ChoicePopped,
        "choice points are used up, or an exception passes: their words",
    ),
    memory("E_ChoiceCut", "E_ChoicePoint", Doing::ChoiceCut, "choice points were cut: their words"),
    memory("E_Allocate", "E_Frame", Doing::EnvironmentMade, "an environment was made: where, in words"),
    memory("E_Deallocate", "E_Frame", Doing::EnvironmentLeft, "an environment was left: where, in words"),
    memory("E_CollectBegin", "E_Collection", Doing::CollectionBegins, "a collection begins: the cells in use"),
    memory("E_CollectEnd", "E_Collection", Doing::CollectionEnds, "a collection has ended: the cells recovered"),
    // Instructions
    instruction("E_InstrCall", |of| of == Family::Call, "a predicate is called, first or last in its clause"),
    instruction("E_InstrReturn", |of| of == Family::Return, "a clause is left"),
    instruction("E_InstrFrame", |of| of == Family::Environment, "an environment is made or left"),
    instruction("E_InstrSwitch", |of| of == Family::Switch, "clauses are chosen by an argument"),
    instruction("E_InstrChoice", |of| of == Family::Choice, "a choice point is made, used or dropped"),
    instruction("E_InstrJump", |of| of == Family::Jump, "a jump, or failure"),
    instruction("E_InstrDecide", |of| of == Family::Decision, "clauses are chosen by a test"),
    instruction("E_InstrCut", |of| of == Family::Cut, "a cut, or the level of one"),
    instruction("E_InstrGet", |of| of == Family::Get, "an argument of a head is unified"),
    instruction("E_InstrUnify", |of| of == Family::Unify, "an argument of a term is unified or pushed"),
    instruction("E_InstrPut", |of| of == Family::Put, "an argument of a goal is loaded"),
    instruction("E_InstrSet", |of| of == Family::Set, "an argument of a term is pushed"),
    instruction("E_InstrArith", |of| of == Family::Arithmetic, "a sum, difference or product"),
    instruction("E_InstrFunction", |of| of == Family::Function, "another function"),
    instruction("E_InstrCompare", |of| matches!(of, Family::Comparison(_)), "numbers are compared"),
    instruction("E_InstrTypeTest", |of| of == Family::TypeTest, "the type of a term is asked"),
    instruction("E_InstrBuiltin", |of| of == Family::Builtin, "a builtin runs"),
    instruction("E_InstrMetaCall", |of| of == Family::MetaCall, "a term is called"),
    instruction("E_InstrCatch", |of| of == Family::Catch, "a catch is made or left"),
    instruction("E_InstrDynamic", |of| of == Family::Dynamic, "clauses of a dynamic predicate are looked for"),
    instruction("E_InstrUndefined", |of| of == Family::Undefined, "what nothing defines is called"),
    instruction("E_InstrMachine", |of| of == Family::Machine, "the machine's own, where a run ends"),
];
