//! The language of equations: what it means, and what is said of texts that are none of it.

use proptest::prelude::*;
use solver::{Expr, Fault, Guard, System, read_sizes};

/// The system as its printer shows it, with the parameters of each function.
fn system(text: &str) -> String {
    let system = System::read(text).unwrap_or_else(|errors| panic!("{text}: {}", errors[0]));
    let params = |d: &solver::Definition| d.params.iter().map(|p| p.as_str()).collect::<Vec<_>>().join(",");
    let heads: Vec<String> = system.definitions.iter().map(|d| format!("{}({})", d.name, params(d))).collect();
    format!("{} | {system}", heads.join(" "))
}

fn errors(text: &str) -> Vec<String> {
    System::read(text).expect_err(text).iter().map(ToString::to_string).collect()
}

fn value(text: &str) -> Expr {
    text.parse::<Expr>().unwrap_or_else(|e| panic!("{text}: {e}")).simplify()
}

#[test]
fn operators_bind_as_usual() {
    for (text, bracketed) in [
        ("-x^2", "-(x^2)"),
        ("2^-x^2", "2^(-(x^2))"),
        ("2^x^y", "2^(x^y)"),
        ("2**3!", "2^fact(3)"),
        ("x - y - 1", "(x - y) - 1"),
        ("x/y/2*3", "((x/y)/2)*3"),
        ("x mod 5 mod 3", "mod(mod(x, 5), 3)"),
        ("2*x mod 3 + 1", "mod(2*x, 3) + 1"),
        ("- - x", "x"),
        ("1_000.5", "2001/2"),
    ] {
        assert_eq!(value(text), value(bracketed), "{text}");
    }
}

#[test]
fn ranges_of_numbers_are_gone_through() {
    for (text, same) in [
        ("maxover(k, 1, 6, 3)", "3"),
        ("maxover(k, 2, 2, x + k)", "x + 2"),
        ("maxover(k, 1, 3, 15/2 - 3*k/4)", "27/4"),
        ("minover(k, 1, 3, k^2 - 4*k)", "-4"),
        ("maxover(k, 1, 2, maxover(i, 1, k, i + k))", "4"),
        ("maxover(k, 1, 2, maxover(i, k, 1, i + k))", "maxover(k, 1, 2, maxover(i, k, 1, i + k))"),
        ("maxover(k, 1, -2, max(x, 3) + k)", "maxover(k, 1, 0, 0)"),
        ("maxover(k, 1, 3, x*k)", "maxover(k, 1, 3, k*x)"),
        ("maxover(k, 1, 3, f(2))", "maxover(k, 1, 3, f(2))"),
        ("minover(k, 5, 5, f(k))", "minover(k, 5, 5, f(k))"),
    ] {
        assert_eq!(value(text).to_string(), value(same).to_string(), "{text}");
    }
    assert_eq!(value("maxover(k, 1, -2, 3 + k)").to_string(), "maxover(k, 1, 0, 0)");
}

#[test]
fn functions_have_one_table() {
    for (text, same) in [
        ("lg(x)", "log2(x)"),
        ("log(2, x)", "log2(x)"),
        ("log(3, x)", "log2(x)/log2(3)"),
        ("sqrt(x)", "x^(1/2)"),
        ("ceiling(x/2)", "ceil(x/2)"),
        ("linrec([1, 1], [0, 1], x)", "fib(x)"),
        ("min(x)", "x"),
        ("inf", "inf()"),
    ] {
        assert_eq!(value(text), value(same), "{text}");
    }
    for function in solver::functions::FUNCTIONS {
        let error = format!("{}([1], x)", function.name).parse::<Expr>().expect_err(function.name);
        assert_eq!(error.place.line, 1, "{}: {error}", function.name);
    }
}

#[test]
fn statements_end_with_their_line_where_they_can() {
    let one = system("T(n) = T(n - 1) + 1 if n >= 1; T(0) = 1");
    assert_eq!(one, "T(n) | T(n) = T(n - 1) + 1 if n >= 1; T(n) = 1 if n = 0");
    for text in [
        "T(n) = T(n - 1) + 1 if n >= 1\nT(0) = 1",
        "% a comment; with a semicolon\nT(n) = T(n - 1) % ( another\n + 1\n if n >= 1\r\n\r\nT(0) =\n1\n\n",
        "T(n) = T(\nn - 1\n) + 1 if n\n>=\n1;\n;\nT(0) = 1;",
    ] {
        assert_eq!(system(text), one, "{text}");
    }
    assert_eq!(system("f(x) = x!\ng(x) = f(x)"), "f(x) g(x) | f(x) = fact(x); g(x) = f(x)");
    assert_eq!(system(" % nothing\n"), " | ");
}

#[test]
fn heads_and_conditions_make_cases() {
    assert_eq!(
        system("f(x, 0) = x; f(a, b) = a*b if b >= 1"),
        "f(x,b) | f(x, b) = x if b = 0; f(x, b) = x*b if b >= 1"
    );
    assert_eq!(system("f(1, 2) = 3"), "f(a1,a2) | f(a1, a2) = 3 if a1 = 1 and a2 = 2");
    assert_eq!(system("f(x, x) = x"), "f(x,a1) | f(x, a1) = x if a1 = x");
    assert_eq!(system("f(y, x) = 0; f(x - 1, x) = x"), "f(y,x) | f(y, x) = 0; f(y, x) = x if y = x - 1");
    assert_eq!(
        system("f(x) = 1 if x = 0 or x >= 2 and x <= 5"),
        "f(x) | f(x) = 1 if x = 0; f(x) = 1 if x >= 2 and x <= 5"
    );
    assert_eq!(system("f() = 1"), "f() | f() = 1");
    let relations: Guard = "x == y and x != 1 and x =< 9 and x <= 20 and x < 30 and x >= 2 and x > 0".parse().unwrap();
    assert_eq!(relations.to_string(), "x = y and x <= 9 and x >= 2 and x != 1");
}

#[test]
fn a_name_that_a_system_defines_is_its_own() {
    let own: System = "fib(n) = 7".parse().unwrap();
    assert_eq!(own.definitions[0].name.as_str(), "fib");
    let own: System = "fib(n) = fib(n - 1) + 1 if n >= 1; fib(0) = 0".parse().unwrap();
    assert!(own.definitions[0].cases[0].rhs.has_call());
    assert_eq!(system("domain(x) = domain(x) + 1"), "domain(x) | domain(x) = domain(x) + 1");
}

#[test]
fn outside_its_domain_a_function_has_no_case() {
    let text = "domain f(a, b): a >= 0 and b >= a\nf(x, y) = f(x - 1, y) + 1 if x >= 1\nf(0, y) = y";
    let cases = "f(x, y) = f(x - 1, y) + 1 if y >= x and x >= 1; f(x, y) = y if x = 0 and y >= x";
    assert_eq!(system(text), format!("f(x,y) | {cases}"));
}

#[test]
fn errors_say_where_what_was_found_and_what_was_expected() {
    for (text, expected) in [
        ("f(x = 1", "line 1, column 5: expected an operator, `)` or `,`, found `=`"),
        ("f(x) = ", "line 1, column 7: expected an expression, found the end"),
        ("f(x) = 1 if x", "line 1, column 14: expected an operator or a comparison, found the end"),
        ("f(x) = 1\n\n  g(x) = 2 3", "line 3, column 12: expected an operator or `if`, found `3`"),
        ("f(é) = é #", "line 1, column 10: expected an operator or `if`, found `#`"),
        ("= 1", "line 1, column 1: expected a name, found `=`"),
        ("f(x) = log2(x, x)", "line 1, column 8: expected log2(X), found log2 with 2 arguments"),
        ("f(x) = log(x)", "line 1, column 8: expected log(BASE, X), or log2(X), found log with 1 argument"),
        (
            "f(x) = sum(1, 1, x, x)",
            "line 1, column 8: expected sum(K, FROM, TO, X) with a variable K, found sum with 4 arguments",
        ),
        ("f(x) = y + 1", "line 1, column 8: expected a parameter of f: x, found `y`"),
        (
            "f(1) = 1 if z > 0",
            "line 1, column 13: expected no variable, since f has no parameter of a name here, found `z`",
        ),
        ("f(x) = 1; f(x, y) = 2", "line 1, column 11: f has 2 arguments here and 1 where it is first defined"),
        ("f(x) = f(x, 1) if x > 0", "line 1, column 8: f has 2 arguments here and 1 where it is first defined"),
        ("f(x) = g(x)", "line 1, column 8: g/1 has no equation, and is no function of expressions"),
        ("domain g(x): x >= 0", "line 1, column 8: g/1 has no equation, and is no function of expressions"),
        (
            "f(x) = 1; domain f(0): 1 = 1",
            "line 1, column 18: expected distinct variables in a domain, found another head of f",
        ),
        (
            "f(x) = 1; domain f(x): x > 1; domain f(x): x > 1",
            "line 1, column 38: expected one domain for each function, found a second domain of f",
        ),
        (
            "f(x) = f(x/2) + 1 if x > 0",
            "line 1, column 8: expected an argument that is a whole number: floor(n/2) is one, n/2 is none where n is odd, found `1/2*x`",
        ),
        ("f(x) = 1/0", "line 1, column 9: expected a divisor that is not 0, found `0`"),
        ("f(x) = 1/0^0 + 2 .. 3", "line 1, column 18: expected an operator or `if`, found `..`"),
    ] {
        assert_eq!(errors(text), [expected], "{text}");
    }
}

#[test]
fn all_errors_of_a_text_are_found() {
    let found = errors("f(x) = \ng(x) = 1\nh(x) = (2\n+ ; k(x) = = 3; m(x) = g(x, 1)");
    let places: Vec<&str> = found.iter().map(|e| e.split(':').next().unwrap_or_default()).collect();
    assert_eq!(places, ["line 2, column 6", "line 4, column 2", "line 4, column 12"]);
}

#[test]
fn what_nests_too_deeply_is_refused() {
    let many = 10_000;
    for deep in [
        format!("{}x{}", "(".repeat(many), ")".repeat(many)),
        format!("{}x{}", "floor(".repeat(many), ")".repeat(many)),
        "(".repeat(many),
        format!("{}x", "-".repeat(many)),
        format!("{}x", "x^".repeat(many)),
        format!("{}x", "2^-".repeat(many)),
        format!("x{}", "!".repeat(many)),
        format!("x{}", " mod 7".repeat(many)),
        format!("x{}", " mod 7*x".repeat(many)),
        "linrec([".repeat(many),
    ] {
        let error = deep.parse::<Expr>().expect_err("too deep");
        assert_eq!(error.fault, Fault::TooDeep { limit: 64 }, "{error}");
        assert!(errors(&format!("f(x) = {deep}"))[0].contains("nested more than 64 deep"));
    }
    let flat = format!("{}0", "x^2*-x mod 3 + fact(x)! - ".repeat(1_000));
    assert!(flat.parse::<Expr>().is_ok());
    let deep = format!("{}x{}", "(1 + ".repeat(64), ")".repeat(64));
    assert_eq!(value(&deep), value("x + 64"));
}

#[test]
fn a_million_tokens_are_read() {
    let long = format!("0{}", " + x".repeat(500_000));
    match long.parse() {
        Ok(Expr::Add(terms)) => assert_eq!(terms.len(), 500_000),
        other => panic!("{:?}", other.map(|_| "no sum")),
    }
    assert!(matches!("9*".repeat(500_000).parse::<Expr>().expect_err("too long").fault, Fault::TooLong { .. }));
    assert!(matches!("7".repeat(1_000_000).parse::<Expr>().expect_err("too long").fault, Fault::TooLong { .. }));
    let flat = format!("x{}", "/y*y".repeat(250_000));
    assert!(flat.parse::<Expr>().is_ok());
    let comment = format!("x %{}", "(".repeat(1_000_000));
    assert_eq!(value(&comment), value("x"));
    let name = "é".repeat(500_000);
    assert_eq!(name.parse::<Expr>(), Ok(Expr::var(&name)));
}

#[test]
fn a_hundred_thousand_equations_are_read() {
    let chain: String = (0..100_000).map(|i| format!("f{i}(x) = f{}(x) + 1\n", i + 1)).collect();
    assert_eq!(System::read(&format!("{chain}f100000(x) = x")).map(|s| s.definitions.len()), Ok(100_001));
    let table: String = (0..100_000).map(|i| format!("f({i}) = {i}; ")).collect();
    assert_eq!(System::read(&table).map(|s| s.definitions[0].cases.len()), Ok(100_000));
    assert_eq!(errors(&"f(x) = (; ".repeat(100_000)).len(), 100);
}

#[test]
fn sizes_are_of_the_same_language() {
    let shown = |text: &str| {
        let ranges = read_sizes(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let part = |e: Option<&Expr>| e.map_or("-".to_string(), Expr::to_string);
        let one = |r: &solver::SizeRange| {
            let name = r.name.as_deref().unwrap_or("-");
            format!("{name} {} {} {}", r.first, part(r.last.as_ref()), part(r.step.as_ref()))
        };
        ranges.iter().map(one).collect::<Vec<_>>()
    };
    assert_eq!(shown("150"), ["- 150 - -"]);
    assert_eq!(shown("x = 2^4, y=-1..1_000:10"), ["x 2^4 - -", "y -1 1000 10"]);
    assert_eq!(shown("1..3"), ["- 1 3 -"]);
    assert_eq!(
        read_sizes("x=1,").expect_err("a comma too many").to_string(),
        "line 1, column 5: expected an expression, found the end"
    );
    assert_eq!(
        read_sizes("1:2").expect_err("no range").to_string(),
        "line 1, column 2: expected an operator, `,` or `..`, found `:`"
    );
}

/// Texts of tokens, most of them wrong.
fn scrambled() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "f(",
        "x",
        "y",
        "0",
        "12",
        "0.5",
        "1_0",
        "(",
        ")",
        "[",
        "]",
        ",",
        ";",
        ":",
        "..",
        "=",
        "==",
        "!=",
        "<=",
        "=<",
        "<",
        ">=",
        ">",
        "+",
        "-",
        "*",
        "/",
        "^",
        "**",
        "!",
        "mod",
        "mod(",
        "if",
        "and",
        "or",
        "domain",
        "domain f(x):",
        "log2(",
        "max(",
        "sum(",
        "linrec([1], [1],",
        "inf",
        "\n",
        "% c\n",
        "f(x) =",
        "f(x) = f(x - 1) if x >= 1;",
        "é",
        "#",
        "'",
        "\u{0}",
        "\u{a0}",
        "99999999999999999999999999",
        ".",
        "|",
    ]);
    let separator = prop::sample::select(vec!["", " ", " ", "\n"]);
    prop::collection::vec((token, separator), 0..40)
        .prop_map(|tokens| tokens.into_iter().flat_map(|(token, separator)| [token, separator]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn no_sequence_of_tokens_makes_the_reader_panic(text in scrambled()) {
        let within = |place: solver::Place| {
            prop_assert!(place.start <= place.end && place.end <= text.len() && text.is_char_boundary(place.start));
            prop_assert!(place.line <= text.lines().count().max(1) + 1 && place.column >= 1);
            Ok(())
        };
        if let Err(error) = text.parse::<Expr>() {
            within(error.place)?;
        }
        if let Err(error) = text.parse::<Guard>() {
            within(error.place)?;
        }
        if let Err(error) = read_sizes(&text) {
            within(error.place)?;
        }
        match System::read(&text) {
            Ok(system) => {
                let printed = system.to_string();
                let again = System::read(&printed).map(|again| again.to_string());
                prop_assert_eq!(again, Ok(printed));
            }
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                for error in errors {
                    within(error.place)?;
                }
            }
        }
    }
}

#[test]
fn sequences_have_the_values_of_their_recurrence_at_small_and_large_indices() {
    let value = |text: &str| text.parse::<Expr>().expect(text).eval(&|_| None).expect(text);
    assert_eq!(value("fib(90)").to_string(), "2880067194370816120");
    // F(m + n) = F(m)*F(n + 1) + F(m - 1)*F(n)
    assert_eq!(value("fib(60000)"), value("fib(30000)*fib(30001) + fib(29999)*fib(30000)"));
    assert_eq!(value("linrec([1/2], [3], 5)").to_string(), "3/32");
    assert_eq!(
        value("linrec([1, 0, 2], [1, 5, 7], -1)"),
        value("linrec([1, 0, 2], [1, 5, 7], 2)/2 - linrec([1, 0, 2], [1, 5, 7], 1)/2")
    );
    for index in 3..40 {
        let at = |back: i64| value(&format!("linrec([2, -1/3, 5], [1, 0, 4], {})", index - back));
        let text = format!("2*({}) - 1/3*({}) + 5*({})", at(1), at(2), at(3));
        assert_eq!(at(0), value(&text), "{index}");
    }
}
