//! What is printed reads back, and no text makes the reader panic.

use proptest::prelude::*;

use super::*;

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z][a-zA-Z0-9_]{0,4}",
        Just("int".to_string()),
        Just("[]".to_string()),
        "\\PC{0,6}",
        "[.'\"\\\\/\n\t a]{0,5}"
    ]
}

fn maybe<T: std::fmt::Debug>(of: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::of(of)
}

fn of_type() -> impl Strategy<Value = Type> {
    let words: Vec<Type> = Type::names().filter_map(Type::named).collect();
    prop_oneof![
        proptest::sample::select(words),
        (name(), 0_u32..9).prop_map(|(name, arity)| Type::Functor { name, arity })
    ]
}

fn constant() -> impl Strategy<Value = Constant> {
    prop_oneof![
        name().prop_map(Constant::Atom),
        name().prop_map(Constant::Text),
        any::<i128>().prop_map(|number| Constant::Integer(number.to_string())),
        any::<f64>().prop_filter("finite", |x| x.is_finite()).prop_map(|x| Constant::Float(format!("{x:?}"))),
    ]
}

fn argument() -> impl Strategy<Value = Argument> {
    prop_oneof![
        proptest::sample::select(vec![Argument::Any, Argument::Bound, Argument::Unbound]),
        of_type().prop_map(Argument::In),
        of_type().prop_map(Argument::Out),
        of_type().prop_map(Argument::Is),
        constant().prop_map(Argument::Constant),
    ]
}

/// An event and a mask for it.
fn masked() -> impl Strategy<Value = (u16, Mask)> {
    let predicate = (maybe(name()), name(), any::<u32>());
    let home = (maybe(name()), name(), any::<u32>(), maybe(1_u32..));
    let signature = (maybe(name()), name(), proptest::collection::vec(argument(), 0..4), any::<bool>());
    prop_oneof![
        (0_u16..10).prop_map(|event| (event, Mask::All)),
        of_type().prop_map(|of| (7, Mask::Type(of))),
        constant().prop_map(|constant| (7, Mask::Constant(constant))),
        predicate.prop_map(|(module, name, arity)| (0, Mask::Predicate { module, name, arity })),
        signature.prop_map(|(module, name, args, rest)| (1, Mask::Signature { module, name, args, rest })),
        ("[A-Z_][a-zA-Z0-9_]{1,4}", home).prop_map(|(variable, (module, name, arity, clause))| {
            (8, Mask::Variable { name: variable, of: Home { module, name, arity, clause } })
        }),
    ]
}

fn scope() -> impl Strategy<Value = Scope> {
    let file = || prop_oneof![name(), "[a-z]{1,4}\\.pl"];
    prop_oneof![
        (maybe(file()), maybe(name()), name(), any::<u32>(), maybe(1_u32..))
            .prop_map(|(file, module, name, arity, clause)| Scope::Predicate { file, module, name, arity, clause }),
        (file(), 1_u32..99, 0_u32..9).prop_map(|(file, first, more)| Scope::Lines { file, first, last: first + more }),
        file().prop_map(|file| Scope::File { file }),
    ]
}

proptest! {
    #[test]
    fn what_is_printed_reads_back((event, mask) in masked(), scope in maybe(scope()), refined in any::<bool>()) {
        let event = EventId(event);
        let basis: std::sync::Arc<str> = Small.name(event).into();
        let name = if refined && mask != Mask::All { "E_Refined".into() } else { basis.clone() };
        let place = Place { file: "a.cci".into(), line: 1, column: 1 };
        let selection = Selection { scope, event, basis, mask, name, place: place.clone() };
        let mut config = read(&selection.to_string());
        prop_assert_eq!(config.selections.len(), 1);
        config.selections[0].place = place;
        prop_assert_eq!(&config.selections[0], &selection);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC*") {
        let _ = Config::of(&[("a", &text)], &Small).map_err(|errors| errors.iter().map(ConfigError::render).count());
    }

    #[test]
    fn no_tokens_make_it_panic(tokens in proptest::collection::vec(proptest::sample::select(TOKENS.to_vec()), 0..40)) {
        let text = tokens.concat();
        if let Err(errors) = Config::of(&[("a", &text), ("b", &text)], &Small) {
            prop_assert!(errors.iter().all(|error| !error.render().is_empty() && error.span.end <= text.len()));
        }
    }
}

const TOKENS: [&str; 40] = [
    "E_Call",
    "E_Add",
    "E_Arith",
    "E_A",
    "E_B",
    "E_BindAtom",
    "X",
    "_",
    "p",
    "int",
    "a.pl",
    "'q'",
    "'",
    "\"",
    "\"t\"",
    "1",
    "1.5",
    "=",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    ";",
    ":",
    "/",
    "#",
    "@",
    "+",
    "-",
    "?",
    "...",
    "%",
    "\n",
    " ",
    "/*",
    "é\\",
];
