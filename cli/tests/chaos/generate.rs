//! Goals of all kinds, from a seed: control, exceptions, the database, collections, terms without end, huge numbers,
//! operators, streams, global variables, changed terms, programs loaded while others run, and everything that can be called
//! with arguments of any kind.

use super::picks::Picks;
use super::term::Term;

/// What all goals share.
const VARIABLES: &[&str] = &["A", "B", "C", "D", "E"];
/// How deep goals and terms are nested.
const DEPTH: usize = 3;

const ATOMS: &[&str] = &[
    "a",
    "b",
    "k",
    "[]",
    "{}",
    "''",
    "'A b'",
    "+",
    "'\\n'",
    "'é€𝄞'",
    "p",
    "q",
    "f1",
    "f2",
    "made",
    "user",
    "system",
    "lists",
    "read",
    "write",
    "append",
    "end_of_file",
    "user_input",
    "user_output",
    "user_error",
    "s1",
    "xfx",
    "fy",
    "yf",
    "double_quotes",
    "unknown",
    "true",
    "fail",
    "error",
    "'$VAR'",
    "'.'",
    "'|'",
    "atom",
    "codes",
    "max_depth",
    "inf",
    "nan",
    "e",
    "now",
    "'('",
    "occurs_check",
    "bounded",
    "'~w~a~d~e~10|~t~w~20|~n'",
    "'~*c~8|~`xt~30|~q~i~r~8r~s'",
    "'f(X, Y'",
    "'0x1F'",
    "'1.5e3'",
    "'a,b'",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "10",
    "255",
    "65",
    "1000",
    "100000",
    "1114111",
    "1114112",
    "55296",
    "-7",
    "1.5",
    "-0.0",
    "1.0e300",
    "5.0e-324",
    "576460752303423487",
    "-576460752303423488",
    "576460752303423488",
    "1152921504606846975",
    "-1152921504606846976",
    "1152921504606846976",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551616",
    "4294967295",
    "4294967296",
    "2147483648",
    "123456789012345678901234567890123456789012345678901234567890",
    "-99999999999999999999",
    "1r3",
    "-7r2",
];
const TEXTS: &[&str] = &["\"\"", "\"abc\"", "\"é €\"", "\"f(X, Y).\"", "\"12\"", "\"~w ~a\""];

impl Picks {
    fn leaf(&mut self, items: &[&str]) -> Term {
        Term::leaf(self.of(items))
    }
}

/// A maker of goals: picks, and what can be called.
pub struct Maker<'v> {
    pub picks: Picks,
    pub vocabulary: &'v [(String, usize)],
}

/// The goal of a number, from a seed.
pub fn goal(vocabulary: &[(String, usize)], seed: u64, number: u64) -> Term {
    // Goals that follow each other share nothing.
    let mut picks = Picks::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    picks = Picks::new(picks.next());
    Maker { picks, vocabulary }.goal(DEPTH)
}

/// `call(Name, Args…)` written shorter.
fn t(name: &str, args: impl Into<Vec<Term>>) -> Term {
    Term::of(name, args.into())
}

impl Maker<'_> {
    fn goal(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.step();
        }
        match self.picks.below(20) {
            0..6 => self.control(depth - 1),
            6..8 => self.exception(depth - 1),
            8..10 => self.solutions(depth - 1),
            10..12 => t(",", [self.binding(), self.goal(depth - 1)]),
            12..14 => self.anything(),
            _ => self.step(),
        }
    }

    fn control(&mut self, depth: usize) -> Term {
        let (a, b, c) = (self.goal(depth), self.goal(depth), self.goal(depth));
        match self.picks.below(19) {
            0..4 => t(",", [a, b]),
            4 => t(";", [a, b]),
            5 | 6 => t(";", [t("->", [a, b]), c]),
            7 => t(";", [t("*->", [a, b]), c]),
            8 => t("\\+", [a]),
            9 => t("->", [a, b]),
            10 => t(",", [a, t(",", [Term::leaf("!"), b])]),
            11 => t("call", [t(",", [a, Term::leaf("!")])]),
            12 => t("once", [a]),
            13 => t("ignore", [a]),
            14 => t("forall", [a, b]),
            15 => t(";", [t(",", [a, Term::leaf("fail")]), b]),
            16 => t(
                ",",
                [t("between", [Term::leaf("1"), self.number(), self.variable()]), t(",", [a, Term::leaf("fail")])],
            ),
            17 => t(":", [self.picks.leaf(&["user", "lists", "system", "other"]), a]),
            _ => t("call", [a, self.term(1)]),
        }
    }

    fn exception(&mut self, depth: usize) -> Term {
        let (a, b, c) = (self.goal(depth), self.goal(depth), self.goal(depth));
        let ball = self.term(1);
        match self.picks.below(9) {
            0..3 => t("catch", [a, self.variable(), b]),
            3 => t("catch", [t(",", [a, t("throw", [ball.clone()])]), ball, b]),
            4 => t("throw", [ball]),
            5 => t("setup_call_cleanup", [a, b, c]),
            6 => t("call_cleanup", [a, b]),
            7 => t("catch", [t("call_cleanup", [a, t("throw", [ball])]), self.variable(), c]),
            _ => match self.picks.below(4) {
                0 => t("call_with_depth_limit", [a, self.number(), self.variable()]),
                1 => t("call_with_inference_limit", [a, self.number(), self.variable()]),
                2 => t("call_with_time_limit", [Term::leaf("0.05"), a]),
                _ => t("catch_with_backtrace", [a, self.variable(), b]),
            },
        }
    }

    fn solutions(&mut self, depth: usize) -> Term {
        let (goal, template, result) = (self.goal(depth), self.term(1), self.variable());
        match self.picks.below(9) {
            0..2 => t("findall", [template, goal, result]),
            2 => t("findall", [template, goal, result, self.term(1)]),
            3 => t("bagof", [template, goal, result]),
            4 => t("bagof", [template, t("^", [self.variable(), goal]), result]),
            5 => t("setof", [template, t("^", [self.variable(), goal]), result]),
            6 => t(
                "aggregate_all",
                [self.picks.leaf(&["count", "max(A)", "bag(B)", "sum(A)", "set(A-B)"]), goal, result],
            ),
            7 => t("findnsols", [self.number(), template, goal, result]),
            _ => t("limit", [self.number(), goal]),
        }
    }

    /// A goal that calls no other.
    fn step(&mut self) -> Term {
        match self.picks.below(22) {
            0..3 => self.binding(),
            3 => self.comparison(),
            4 | 5 => self.arithmetic(),
            6..9 => self.database(),
            9 => self.global(),
            10 | 11 => self.stream(),
            12 | 13 => self.text(),
            14 => self.inspection(),
            15 => self.operator(),
            16 => self.growth(),
            17 => self.loading(),
            18 => self.picks.leaf(&[
                "true",
                "fail",
                "!",
                "garbage_collect",
                "repeat",
                "p",
                "p(A)",
                "p(A,B)",
                "q(A)",
                "nl",
            ]),
            _ => self.anything(),
        }
    }

    /// Anything that can be called, with arguments of any kind.
    fn anything(&mut self) -> Term {
        let (name, arity) = self.vocabulary[self.picks.below(self.vocabulary.len())].clone();
        let args = (0..arity).map(|_| self.argument()).collect();
        Term::of(&name, args)
    }

    fn argument(&mut self) -> Term {
        match self.picks.below(12) {
            0..3 => self.variable(),
            3 => self.step_without_arguments(),
            4 => self.picks.leaf(TEXTS),
            5 | 6 => self.number(),
            7 => self.list(2),
            8 | 9 => self.atom(),
            _ => self.term(2),
        }
    }

    fn step_without_arguments(&mut self) -> Term {
        self.picks.leaf(&[
            "p(A)",
            "true",
            "member(A,[1,2,3])",
            "throw(a)",
            "fail",
            "[X]>>true",
            "A^p(A)",
            "user:p(A)",
            "call((p(A),!))",
        ])
    }

    fn binding(&mut self) -> Term {
        match self.picks.below(9) {
            0..4 => t("=", [self.variable(), self.term(DEPTH)]),
            4 => t("=", [self.term(2), self.term(2)]),
            5 => t("unify_with_occurs_check", [self.term(2), self.term(2)]),
            6 => t("copy_term", [self.term(2), self.variable()]),
            7 => t("cyclic", [Term::leaf((1 + self.picks.below(6)).to_string()), self.variable()]),
            _ => t("length", [self.variable(), self.picks.leaf(&["0", "3", "200", "A"])]),
        }
    }

    fn comparison(&mut self) -> Term {
        let name = self.picks.of(&["==", "\\==", "@<", "@>=", "=@=", "\\=", "\\=@=", "subsumes_term", "?="]);
        t(name, [self.term(2), self.term(2)])
    }

    fn arithmetic(&mut self) -> Term {
        let name = self.picks.of(&["is", "=:=", "<", ">=", "=\\="]);
        let left = if name == "is" { self.variable() } else { self.expression(1) };
        t(name, [left, self.expression(3)])
    }

    fn expression(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return if self.picks.below(8) == 0 { self.term(1) } else { self.number() };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        if self.picks.below(3) == 0 {
            let name = self.picks.of(&[
                "-",
                "\\",
                "abs",
                "sign",
                "sqrt",
                "exp",
                "log",
                "sin",
                "atan",
                "float",
                "integer",
                "truncate",
                "round",
                "ceiling",
                "floor",
                "msb",
                "random",
                "random_float",
                "cot",
                "acosh",
                "gamma",
                "lgamma",
                "numerator",
                "denominator",
                "rationalize",
                "rational",
                "succ",
                "popcount",
            ]);
            return t(name, [a]);
        }
        let name = self.picks.of(&[
            "+",
            "-",
            "*",
            "/",
            "//",
            "mod",
            "rem",
            "div",
            "divmod",
            "<<",
            ">>",
            "/\\",
            "\\/",
            "xor",
            "**",
            "^",
            "max",
            "min",
            "gcd",
            "lcm",
            "atan2",
            "copysign",
            "nexttoward",
            "truncate",
            "rdiv",
            "cmpflags",
            "log",
            "tdiv",
            "getbit",
            "powm",
        ]);
        t(name, [a, b])
    }

    fn database(&mut self) -> Term {
        let name = self.picks.of(&["p", "p", "p", "q", "q", "append", "r"]);
        let arity = self.picks.below(3);
        let head = t(name, (0..arity).map(|_| self.term(1)).collect::<Vec<_>>());
        let indicator = t("/", [Term::leaf(name), Term::leaf(arity.to_string())]);
        let clause = if self.picks.below(2) == 0 { head.clone() } else { t(":-", [head.clone(), self.goal(1)]) };
        match self.picks.below(15) {
            0..4 => t("assertz", [clause]),
            4 | 5 => t("asserta", [clause]),
            6 => t("retract", [clause]),
            7 => t("retractall", [head]),
            8 => t("clause", [head, self.variable()]),
            9 => t("abolish", [indicator]),
            10 => head,
            11 => t("dynamic", [indicator]),
            12 => t("assertz", [clause, self.variable()]),
            13 => t(",", [head, t("retract", [clause])]),
            _ => t("current_predicate", [indicator]),
        }
    }

    fn global(&mut self) -> Term {
        let (name, key) =
            (self.picks.of(&["nb_setval", "b_setval", "nb_getval", "b_getval"]), self.picks.leaf(&["a", "b", "k"]));
        match self.picks.below(4) {
            0 => {
                let name = self.picks.of(&["setarg", "nb_setarg", "nb_linkarg"]);
                t(name, [self.picks.leaf(&["1", "2", "0", "A"]), self.variable(), self.term(2)])
            }
            _ => t(name, [key, self.term(2)]),
        }
    }

    fn stream(&mut self) -> Term {
        let (file, mode) =
            (self.picks.leaf(&["f1", "f2", "f3", "'made.pl'"]), self.picks.leaf(&["read", "write", "append"]));
        let stream = self.picks.leaf(&["A", "B", "s1", "user_input", "user_output"]);
        match self.picks.below(16) {
            0..3 => t("open", [file, mode, self.variable()]),
            3 | 4 => {
                let options = self.picks.leaf(&[
                    "[alias(s1)]",
                    "[type(binary)]",
                    "[eof_action(reset),alias(s1)]",
                    "[reposition(true)]",
                    "[encoding(utf8),bom(true)]",
                    "A",
                ]);
                t("open", [file, mode, self.variable(), options])
            }
            5 => t("close", [stream]),
            6 => t("read", [stream, self.variable()]),
            7 => t(
                self.picks.of(&["get_char", "peek_char", "get_byte", "put_byte", "peek_code", "put_char"]),
                [stream, self.argument()],
            ),
            8 => t(
                self.picks.of(&["write", "writeq", "print", "write_canonical", "portray_clause"]),
                [stream, self.term(2)],
            ),
            9 => t("stream_property", [self.variable(), self.variable()]),
            10 => t(
                "with_output_to",
                [self.picks.leaf(&["atom(A)", "string(B)", "codes(C)", "chars(A)", "codes(A,B)"]), self.goal(1)],
            ),
            11 => t(self.picks.of(&["set_input", "set_output", "see", "tell", "told", "seen"]), [stream]),
            12 => t("set_stream_position", [stream, self.variable()]),
            13 => t("seek", [stream, self.number(), self.picks.leaf(&["bof", "eof", "current"]), self.variable()]),
            14 => t(
                ",",
                [
                    t("open", [file, Term::leaf("read"), Term::leaf("A")]),
                    t("read_term", [Term::leaf("A"), self.variable(), self.list(1)]),
                ],
            ),
            _ => t("read_term_from_atom", [self.atom(), self.variable(), Term::leaf("[]")]),
        }
    }

    fn text(&mut self) -> Term {
        let (a, b, c) = (self.argument(), self.argument(), self.argument());
        match self.picks.below(12) {
            0 => t(
                self.picks.of(&[
                    "atom_codes",
                    "atom_chars",
                    "number_codes",
                    "atom_number",
                    "char_code",
                    "term_to_atom",
                    "atom_string",
                ]),
                [a, b],
            ),
            1 => t("atom_concat", [a, b, c]),
            2 => t("sub_atom", [a, b, c, self.variable(), self.variable()]),
            3 => t("atom_length", [a, b]),
            4 => t("split_string", [a, b, c, self.variable()]),
            5 => t("atomic_list_concat", [a, b, c]),
            6 | 7 => t("format", [a, b]),
            8 => t("format", [t(self.picks.of(&["atom", "string", "codes"]), [self.variable()]), a, b]),
            9 => t("sformat", [a, b, c]),
            10 => t("string_concat", [a, b, c]),
            _ => t("write_term", [a, self.list(1)]),
        }
    }

    fn inspection(&mut self) -> Term {
        let (a, b, c) = (self.term(2), self.argument(), self.variable());
        match self.picks.below(10) {
            0 => t("functor", [a, b, c]),
            1 => t("arg", [b, a, c]),
            2 => t("=..", [a, c]),
            3 => t("term_variables", [a, c]),
            4 => t("msort", [a, c]),
            5 => t("sort", [b, self.picks.leaf(&["@<", "@>=", "a", "A"]), a, c]),
            6 => t("numbervars", [a, b, c]),
            7 => t("keysort", [a, c]),
            8 => t("term_hash", [a, c]),
            _ => t("length", [a, c]),
        }
    }

    fn operator(&mut self) -> Term {
        let kind = self.picks.leaf(&["xfx", "xfy", "yfx", "fy", "fx", "xf", "yf"]);
        let priority = self.picks.leaf(&["0", "1", "200", "700", "1200", "1201", "-1"]);
        match self.picks.below(4) {
            0 => t(
                "set_prolog_flag",
                [self.picks.leaf(&["double_quotes", "unknown", "occurs_check", "character_escapes", "a"]), self.atom()],
            ),
            1 => t(
                "term_to_atom",
                [
                    self.variable(),
                    self.picks.leaf(&["'- - a'", "'a:b:c'", "'p q r'", "'[a|b|c]'", "'\\\\+ (a,b)'", "'- 1 + -(1)'"]),
                ],
            ),
            _ => t(
                "op",
                [priority, kind, self.picks.leaf(&["p", "q", "===", "[]", "{}", "','", "'|'", "[p,q]", "+", "-"])],
            ),
        }
    }

    /// What grows: beyond the memory there is an error.
    fn growth(&mut self) -> Term {
        let many = self.picks.leaf(&["10", "1000", "30000", "1000000", "100000000"]);
        match self.picks.below(12) {
            0 => t("deep", [many, Term::leaf("a"), self.variable()]),
            1 => t("chain", [many, Term::leaf("a"), self.variable()]),
            2 => t("numlist", [Term::leaf("1"), many, self.variable()]),
            3 => t("findall", [self.term(1), t("between", [Term::leaf("1"), many, self.variable()]), self.variable()]),
            4 => Term::leaf(format!("forall(between(1,{many},A),assertz(q(A)))")),
            5 => Term::leaf(format!("forall(between(1,{many},A),(atom_number(B,A),nb_setval(k,B)))")),
            6 => Term::leaf(format!("(atom_length(a,B),length(C,{many}),atomic_list_concat(C,a,D))")),
            7 => t("is", [self.variable(), t("**", [self.number(), many])]),
            8 => t("tab", [many]),
            9 => t("format", [t("atom", [self.variable()]), Term::leaf("'~*c'"), Term::leaf(format!("[{many},97]"))]),
            10 => t("length", [self.variable(), many]),
            _ => t("functor", [self.variable(), Term::leaf("f"), many]),
        }
    }

    fn loading(&mut self) -> Term {
        match self.picks.below(4) {
            0 | 1 => t("consulted", [self.goal(1)]),
            2 => t(
                self.picks.of(&["consult", "ensure_loaded", "use_module", "load_files", "reconsult", "include"]),
                [self.picks.leaf(&["made", "f1", "library(lists)", "library(nothing)", "[made,f2]", "A"])],
            ),
            _ => self.picks.leaf(&[
                "make",
                "listing(p/1)",
                "listing",
                "use_module(library(assoc))",
                "set_prolog_flag(generate_debug_info,false)",
            ]),
        }
    }

    fn variable(&mut self) -> Term {
        if self.picks.below(12) == 0 { Term::leaf("_") } else { self.picks.leaf(VARIABLES) }
    }

    fn number(&mut self) -> Term {
        self.picks.leaf(NUMBERS)
    }

    fn atom(&mut self) -> Term {
        // In parentheses: operators are atoms, too.
        Term::leaf(format!("({})", self.picks.of(ATOMS)))
    }

    fn list(&mut self, depth: usize) -> Term {
        let items: Vec<String> = (0..self.picks.below(5)).map(|_| self.term(depth).to_string()).collect();
        match self.picks.below(6) {
            0 if !items.is_empty() => Term::leaf(format!("[{}|{}]", items.join(","), self.variable())),
            1 if !items.is_empty() => Term::leaf(format!("[{}|b]", items.join(","))),
            _ => Term::leaf(format!("[{}]", items.join(","))),
        }
    }

    fn term(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return match self.picks.below(5) {
                0 | 1 => self.variable(),
                2 => self.number(),
                3 => self.atom(),
                _ => self.picks.leaf(TEXTS),
            };
        }
        match self.picks.below(10) {
            0..3 => self.term(0),
            3 | 4 => t("f", [self.term(depth - 1), self.term(depth - 1)]),
            5 => self.list(depth - 1),
            6 => {
                let name = self.picks.of(&["-", "/", "=", ",", ":", "^", "+", "|", ":-"]);
                t(name, [self.term(depth - 1), self.term(depth - 1)])
            }
            7 => t(self.picks.of(&["g", "{}", "-", "$VAR", "error", "\\+"]), [self.term(depth - 1)]),
            8 => self.goal(0),
            _ => self.term(0),
        }
    }
}
