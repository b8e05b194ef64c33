//! Configurations by their texts, against a small basis.

use std::time::{Duration, Instant};

use super::*;

mod property;

/// Some events of each kind.
struct Small;

const EVENTS: [(&str, ValueKind); 10] = [
    ("E_Call", ValueKind::Goal),
    ("E_Exit", ValueKind::Goal),
    ("E_Clause", ValueKind::Clause),
    ("E_Add", ValueKind::Number),
    ("E_Sub", ValueKind::Number),
    ("E_Mul", ValueKind::Number),
    ("E_Shift", ValueKind::Integer),
    ("E_Unify", ValueKind::Term),
    ("E_BindAtom", ValueKind::Term),
    ("E_BindStruct", ValueKind::Term),
];

const BUILT_IN: [(&str, &[u16]); 3] = [("E_Port", &[0, 1]), ("E_Arith", &[3, 4, 5, 6]), ("E_Bind", &[8, 9])];

impl Basis for Small {
    fn events(&self, name: &str) -> Option<Vec<EventId>> {
        let one = EVENTS.iter().position(|(event, _)| *event == name).map(|at| vec![EventId(at as u16)]);
        let many = || BUILT_IN.iter().find(|(set, _)| *set == name);
        one.or_else(|| many().map(|(_, events)| events.iter().copied().map(EventId).collect()))
    }

    fn name(&self, event: EventId) -> &str {
        EVENTS[usize::from(event.0)].0
    }

    fn value(&self, event: EventId) -> ValueKind {
        EVENTS[usize::from(event.0)].1
    }

    fn names(&self) -> Vec<&str> {
        EVENTS.iter().map(|(name, _)| *name).chain(BUILT_IN.iter().map(|(name, _)| *name)).collect()
    }
}

fn read(text: &str) -> Config {
    Config::of(&[("a.cci", text)], &Small)
        .unwrap_or_else(|errors| panic!("{text}\n{}", errors.iter().map(ConfigError::render).collect::<String>()))
}

/// The selections of a text, as they print.
fn selected(text: &str) -> String {
    read(text).selections.iter().map(Selection::to_string).collect::<Vec<_>>().join(" ")
}

fn errors(text: &str) -> Vec<ConfigError> {
    Config::of(&[("a.cci", text)], &Small).expect_err(text)
}

/// The errors of a text: place and message.
fn faults(text: &str) -> Vec<String> {
    let short = |error: &ConfigError| format!("{}:{}: {}", error.place.line, error.place.column, error.fault);
    errors(text).iter().map(short).collect()
}

/// The only error of a text.
fn fault(text: &str) -> Fault {
    let mut errors = errors(text);
    assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    errors.remove(0).fault
}

#[test]
fn nothing_selects_nothing() {
    for text in ["", " % all of it\n", "/* a\n b */", ";;", "E_Math = (E_Add, E_Sub);", "[p/2]", "\u{feff}"] {
        assert_eq!(read(text).selections, [], "{text}");
    }
}

#[test]
fn a_selection_comes_to_the_events_of_its_sets() {
    assert_eq!(selected("E_Call, E_Exit;"), "E_Call; E_Exit;");
    assert_eq!(selected("E_Math; E_Math = (E_Mul, E_Few); E_Few = (E_Add, E_Sub, E_Add);"), "E_Mul; E_Add; E_Sub;");
    assert_eq!(selected("E_All = (E_Port, E_Call, E_Clause); E_All;"), "E_Call; E_Exit; E_Clause;");
    assert_eq!(selected("E_Call; % once\n E_Port;"), "E_Call; E_Exit;");
}

#[test]
fn a_selection_says_where_it_stands_and_which_event_it_is() {
    let config = read("E_Exit,\n  E_Call{p/2 = E_P};");
    let last = &config.selections[1];
    assert_eq!((last.event, &*last.basis, &*last.name, &last.scope), (EventId(0), "E_Call", "E_P", &None));
    assert_eq!(last.place.to_string(), "a.cci:2:3");
}

#[test]
fn scopes_hold_until_the_next_one() {
    assert_eq!(
        selected("E_Add; [p/2] E_Call; E_Exit; [q/3] E_Add;"),
        "E_Add; [p/2] E_Call; [p/2] E_Exit; [q/3] E_Add;"
    );
    assert_eq!(selected("[p/2, q/3] E_Port;"), "[p/2] E_Call; [p/2] E_Exit; [q/3] E_Call; [q/3] E_Exit;");
}

#[test]
fn every_scope_reads_back() {
    for scope in ["p/2", "m:p/2", "p/2#3", "lists.pl:p/2", "lists.pl:m:p/2#1", "file.pl:10-20", "file.pl:10", "file.pl"]
    {
        assert_eq!(selected(&format!("[{scope}] E_Call;")), format!("[{scope}] E_Call;"));
    }
    for (written, shown) in [
        ("lib/my-file.pl", "lib/my-file.pl"),
        ("'my file.pl':10-20", "\"my file.pl\":10-20"),
        ("'../a.pl':p/2", "\"../a.pl\":p/2"),
        ("\"Makefile\"", "\"Makefile\""),
        ("\"Makefile\":p/2", "\"Makefile\":p/2"),
        ("'M':p/2", "'M':p/2"),
        ("'=..'/2", "'=..'/2"),
        ("m:'/'/2", "m:'/'/2"),
        ("file.pl:10-10", "file.pl:10"),
    ] {
        assert_eq!(selected(&format!("[{written}] E_Call;")), format!("[{shown}] E_Call;"));
    }
}

#[test]
fn masks_go_to_the_members_that_they_make_sense_for() {
    assert_eq!(
        selected("E_Arith{float}, E_Add{int, bigint};"),
        "E_Add{float}; E_Sub{float}; E_Mul{float}; E_Add{int}; E_Add{bigint};"
    );
    assert_eq!(selected("E_Mixed = (E_Call, E_Add); E_Mixed{int, p/2};"), "E_Call{p/2}; E_Add{int};");
    let functors = read("E_Mixed = (E_Unify, E_Call, E_Clause); E_Mixed{f/2};");
    let masks: Vec<&Mask> = functors.selections.iter().map(|one| &one.mask).collect();
    assert!(matches!(masks[..], [Mask::Type(Type::Functor { .. }), Mask::Predicate { .. }, Mask::Predicate { .. }]));
}

#[test]
fn a_mask_may_refine_and_several_events_to_one() {
    assert_eq!(
        selected("E_Add{float = E_F, int = E_I}; E_Sub{int = E_I};"),
        "E_Add{float = E_F}; E_Add{int = E_I}; E_Sub{int = E_I};"
    );
}

#[test]
fn every_mask_reads_back() {
    for mask in [
        "E_Call{append(+list, _, -) = E_App}",
        "E_Call{foo(+int, ...)}",
        "E_Call{foo(...)}",
        "E_Call{foo()}",
        "E_Exit{m:foo(-int, list, +f/2, -g/1, h/3, bar, -1, 'int', \"x\", [], + , -)}",
        "E_Call{findall/3 = E_Findall}",
        "E_Call{m:p/2}",
        "E_Clause{p/2}",
        "E_Add{0}",
        "E_Add{-1}",
        "E_Add{123456789012345678901234567890}",
        "E_Sub{1.5}",
        "E_Sub{-0.0}",
        "E_Sub{1e300}",
        "E_Unify{foo}",
        "E_Unify{'an atom'}",
        "E_Unify{'don\\'t'}",
        "E_Unify{'atom'}",
        "E_Unify{[]}",
        "E_Unify{\"text\"}",
        "E_Unify{f/2}",
        "E_BindAtom{X@p/2}",
        "E_BindAtom{_X@m:p/2#2 = E_X}",
        "E_BindAtom{E_X@p/2}",
    ] {
        assert_eq!(selected(&format!("{mask};")), format!("{};", mask.replace("+ ,", "+,")));
    }
    for of in Type::names() {
        assert_eq!(selected(&format!("E_Unify{{{of}}};")), format!("E_Unify{{{of}}};"));
    }
    assert_eq!(selected("E_Add{007, 1_000, -0};"), "E_Add{7}; E_Add{1000}; E_Add{0};");
    assert_eq!(selected("E_Unify{'it''s\\x41\\'};"), "E_Unify{'it\\'sA'};");
    assert_eq!(selected("E_Call{p(?)};"), "E_Call{p(_)};");
    assert_eq!(selected("E_Bind{X@p/2, Acc@q/3 = E_Acc};").matches(';').count(), 4);
}

#[test]
fn files_are_merged() {
    let one = ("one", "E_M = (E_Few, E_Mul); E_Exit; [p/2] E_M;");
    let other = ("other", "E_Few = (E_Add); E_Call; E_Few = (E_Add, E_Add); [q/2] E_Sub;");
    let config = Config::of(&[one, other], &Small).expect("it is right");
    assert_eq!(config.to_string(), "E_Exit;\nE_Call;\n[p/2] E_Add;\n[p/2] E_Mul;\n[q/2] E_Sub;\n");
    assert_eq!(config.selections[1].place.to_string(), "other:1:18");
    let errors =
        Config::of(&[("one", "E_A = (E_Add);"), ("other", "E_A = (E_Sub);")], &Small).expect_err("two meanings");
    assert_eq!(errors[0].to_string(), "E_A has another meaning at one:1:1");
    assert_eq!(errors[0].place.to_string(), "other:1:1");
}

#[test]
fn every_statement_has_its_errors() {
    assert_eq!(
        faults("E_Call E_Exit;\nE_Foo;\n[p/] E_Add{;\nE_Call\n[q/1] E_Nope, E_Add{p/2};"),
        [
            "1:8: found `E_Exit`, expected `=`, `{`, `,` or `;`",
            "2:1: there is no event or set named E_Foo",
            "3:4: found `]`, expected a number",
            "3:12: found `;`, expected a mask (a type, a constant, a predicate, a signature or a variable)",
            "5:1: found `[`, expected `=`, `{`, `,` or `;`",
            "5:7: there is no event or set named E_Nope",
            "5:21: `p/2` is no mask for E_Add: the masks for a number are types of numbers (`float`) and numbers",
        ]
    );
}

#[test]
fn what_was_expected_is_said_in_words() {
    let rows = [
        ("E_A = E_Add;", "`(`"),
        ("E_A = (E_Add;", "`)` or `,`"),
        ("E_A = ();", "the name of an event"),
        ("E_A = (E_Add)", "`;`"),
        ("E_Call", "`=`, `{`, `,` or `;`"),
        ("E_Call,", "the name of an event"),
        ("call;", "the name of an event or `[`"),
        ("[]", "a predicate or a file"),
        ("[p/2", "`]`, `,` or `#`"),
        ("[p/2#x]", "a number"),
        ("[m:]", "a line, a predicate or a module"),
        ("E_Add{int = float};", "the name of an event"),
        ("E_Call{p(};", "an argument (a type, a constant, `_`, `+` or `-`), `)` or `...`"),
        ("E_Call{p(..., int)};", "`)`"),
        ("E_Call{m:};", "a name"),
        ("E_Bind{X};", "`@`"),
        ("E_Add{int", "`=`, `(`, `}`, `,`, `:` or `/`"),
        ("E_Call{+/2};", "a mask (a type, a constant, a predicate, a signature or a variable)"),
    ];
    let found = rows.map(|(text, _)| match errors(text).remove(0).fault {
        Fault::Unexpected { expected, .. } => (text, expected),
        other => (text, other.to_string()),
    });
    assert_eq!(found, rows.map(|(text, expected)| (text, expected.to_string())));
}

#[test]
fn every_fault_is_found() {
    let found = |text: &str, right: fn(&Fault) -> bool| {
        let fault = fault(text);
        assert!(right(&fault), "{text}: {fault:?}");
        assert!(!fault.to_string().is_empty());
    };
    found("E_Unify{'open};", |fault| matches!(fault, Fault::Unclosed { what: "a quoted name or text" }));
    found("/* open", |fault| matches!(fault, Fault::Unclosed { what: "a comment" }));
    found("E_Unify{'\\q'};", |fault| matches!(fault, Fault::Escape));
    found("E_Unify{'\\x110000\\'};", |fault| matches!(fault, Fault::Escape));
    found("E_Call{p/99999999999};", |fault| matches!(fault, Fault::NumberRange { least: 0, .. }));
    found("[p/2#0]", |fault| matches!(fault, Fault::NumberRange { least: 1, .. }));
    found("E_Add{1e999};", |fault| matches!(fault, Fault::FloatRange));
    found("[a.pl:20-10]", |fault| matches!(fault, Fault::Lines { first: 20, last: 10 }));
    for scope in ["[lists]", "[m:10]", "[m:n:p/2]", "[p/2, a.pl:b.pl]", "[\"p\"/2]", "[a.pl:b.pl:p/2]"] {
        found(scope, |fault| matches!(fault, Fault::NoScope));
    }
    found("E_Call{p(X)};", |fault| matches!(fault, Fault::VariableArgument { .. }));
    found("E_Call{p(+lisp)};", |fault| matches!(fault, Fault::NoType { .. }));
    found("E_A = (E_Add{int});", |fault| matches!(fault, Fault::MaskInDefinition { .. }));
    found("E_A = (E_Nope);", |fault| matches!(fault, Fault::Unknown { .. }));
    found("E_A = (E_B); E_B = (E_Add, E_A); E_B;", |fault| matches!(fault, Fault::Circular { .. }));
    found("E_A = (E_A);", |fault| matches!(fault, Fault::Circular { .. }));
    found("E_A = (E_Add); E_A = (E_Sub);", |fault| matches!(fault, Fault::Redefined { .. }));
    found("E_Call = (E_Add);", |fault| matches!(fault, Fault::BasisName { .. }));
    found("E_Port = (E_Call, E_Exit);", |fault| matches!(fault, Fault::BasisName { .. }));
    found("E_Add{int = E_Sub};", |fault| matches!(fault, Fault::BasisName { .. }));
    found("E_A = (E_Add); E_A{int = E_A};", |fault| matches!(fault, Fault::SetName { .. }));
    for mask in
        ["E_Call{float}", "E_Call{p}", "E_Shift{float}", "E_Shift{1.5}", "E_Add{foo}", "E_Add{p(_)}", "E_Unify{m:f/2}"]
    {
        found(&format!("{mask};"), |fault| matches!(fault, Fault::NoSense { .. }));
    }
    found("E_Unify{X@p/2};", |fault| matches!(fault, Fault::NoSense { .. }));
    found("E_Port{int};", |fault| matches!(fault, Fault::NoSense { .. }));
}

#[test]
fn errors_say_what_to_do() {
    let help = |text: &str| fault(text).what_to_do().unwrap_or_default();
    assert_eq!(help("E_Cal;"), "did you mean E_Call?");
    assert_eq!(help("E_Maht; E_Math = (E_Add);"), "did you mean E_Math?");
    assert_eq!(help("E_Call{p(+lits)};"), "did you mean list?");
    assert_eq!(help("E_Add{flaot};"), "did you mean float?");
    assert_eq!(help("E_Call{malloc};"), "write `malloc/N` with the arity of the predicate");
    assert_eq!(help("E_Call{+/2};"), "names that are symbols are written in quotes: `'+'/2`");
    assert_eq!(help("E_Call{=.. / 2};"), "names that are symbols are written in quotes: `'+'/2`");
    assert_eq!(help("[+/2]"), "names that are symbols are written in quotes: `'+'/2`");
    assert_eq!(
        fault("E_A = (E_B); E_B = (E_C, E_Add); E_C = (E_A);").to_string(),
        "E_A contains itself: E_A → E_B → E_C → E_A"
    );
    assert_eq!(
        errors("E_Exit;\n\tE_Add,\tE_Cal; % no\n")[0].render(),
        "a.cci:2:9: error: there is no event or set named E_Cal\n  \
           2 | \tE_Add,\tE_Cal; % no\n    \
             | \t      \t^^^^^\n  \
           help: did you mean E_Call?\n"
    );
}

#[test]
fn errors_show_through_miette() {
    let report = miette::Report::new(errors("E_Exit, E_Cal;").remove(0)).with_source_code("E_Exit, E_Cal;");
    let shown = format!("{report:?}");
    assert!(shown.contains("no event or set named E_Cal") && shown.contains("did you mean E_Call?"), "{shown}");
}

#[test]
fn long_lines_are_cut_in_errors() {
    let text = format!("{}E_é{};", "E_Call, ".repeat(100), "ß".repeat(100));
    let shown = errors(&text)[0].render();
    assert!(shown.lines().nth(1).is_some_and(|line| line.chars().count() < 140), "{shown}");
}

#[test]
fn long_chains_and_many_selections_are_quick() {
    let count = 100_000;
    let mut chain: String = (0..count).map(|i| format!("E_C{i} = (E_C{}, E_Add);\n", i + 1)).collect();
    assert_eq!(quick(&format!("{chain}E_C0;")).unwrap_err().len(), 1);
    assert_eq!(quick(&format!("{chain}E_C{count} = (E_Sub);E_C0;")).unwrap().selections.len(), 2);
    chain += &format!("E_C{count} = (E_C0);");
    assert!(matches!(quick(&chain).unwrap_err()[..], [ConfigError { fault: Fault::Circular { .. }, .. }]));
    let one_line: String = (0..count).map(|i| format!("E_Call{{p{i}/2 = E_P{i}}}; ")).collect();
    assert_eq!(quick(&one_line).unwrap().selections.len(), count);
    let scopes: String = (0..count).map(|i| format!("[p/{i}] E_Port;\n")).collect();
    assert_eq!(quick(&scopes).unwrap().selections.len(), 2 * count);
    let unknown: String = (0..count).map(|i| format!("E_X{i}; ")).collect();
    assert_eq!(quick(&unknown).unwrap_err().len(), count);
}

#[test]
fn long_tokens_are_quick() {
    let words = ["a/", "a.", "E_", "'", "\"", "\\", "1_", "1.", "E_Add{'a\\x", "é", "_", "E_é.", "a,", "'a'/"];
    let symbols = ["[", "{", "(", "-", ".", "...", ",", ";", "[a", "[];"];
    let blanks = ["\u{feff}", " ", "\n", " % \n", "/*", "/**/", "/**/ ", "\0", " \u{a0}", "\u{a0}\n"];
    for part in words.iter().chain(&symbols).chain(&blanks) {
        let _ = quick(&part.repeat(50_000));
        let _ = quick(&format!("E_Add{{{}", part.repeat(50_000)));
    }
}

/// What a text comes to, soon enough: a build without optimisation takes ten times as long as one with it.
fn quick(text: &str) -> Result<Config, Vec<ConfigError>> {
    let began = Instant::now();
    let config = Config::of(&[("a.cci", text)], &Small);
    let took = began.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
    config
}

#[test]
fn what_comes_to_too_much_is_refused() {
    let scopes: Vec<String> = (0..1000).map(|i| format!("p/{i}")).collect();
    let masks: Vec<String> = (0..600).map(|i| i.to_string()).collect();
    let text =
        format!("[{}] E_Sets, E_Nope; E_Sets = (E_Port, E_Arith); E_Arith{{{}}};", scopes.join(", "), masks.join(", "));
    assert_eq!(errors(&text).len(), 2);
    assert!(errors(&text).iter().any(|error| matches!(error.fault, Fault::TooMany { limit: SELECTION_LIMIT })));
}
