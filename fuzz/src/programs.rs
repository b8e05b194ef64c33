//! Programs and goals out of choices: clauses of a few predicates that call each other, control constructs, and builtins
//! that touch neither files nor clocks.

use crate::Choices;
use std::fmt::Write;

/// Goals of a program: making a machine for it takes much longer than most goals do.
const MOST_GOALS: usize = 12;

/// Predicates of the program: their names and arities.
const OWN: &[(&str, usize)] = &[("p", 0), ("q", 1), ("r", 2), ("s", 3), ("d", 1), ("d", 2)];

/// What bodies call besides.
const CALLED: &str = "var/1 nonvar/1 atom/1 integer/1 rational/1 float/1 number/1 atomic/1 compound/1 callable/1 string/1 \
    is_list/1 ground/1 =/2 =/2 =/2 \\=/2 unify_with_occurs_check/2 ==/2 \\==/2 @</2 @=</2 @>/2 @>=/2 =@=/2 \\=@=/2 \
    acyclic_term/1 cyclic_term/1 compare/3 is/2 is/2 =:=/2 =\\=/2 </2 =</2 >/2 >=/2 divmod/4 succ/2 plus/3 functor/3 arg/3 \
    =../2 copy_term/2 term_variables/2 term_hash/2 numbervars/3 setarg/3 nb_setarg/3 atom_length/2 atom_codes/2 \
    atom_chars/2 char_code/2 number_codes/2 number_chars/2 atom_number/2 atom_string/2 atom_to_term/3 term_to_atom/2 \
    upcase_atom/2 string_length/2 string_codes/2 string_chars/2 string_to_atom/2 number_string/2 term_string/2 \
    split_string/4 atomic_list_concat/2 atomic_list_concat/3 text_to_string/2 atom_concat/3 string_concat/3 sub_atom/5 \
    sub_string/5 char_type/2 code_type/2 msort/2 sort/2 sort/4 keysort/2 predsort/3 assertz/1 asserta/1 retract/1 \
    retractall/1 abolish/1 clause/2 throw/1 nb_setval/2 b_setval/2 nb_getval/2 b_getval/2 op/3 current_op/3 \
    set_prolog_flag/2 current_prolog_flag/2 write/1 writeq/1 print/1 write_canonical/1 write_term/2 format/2 format/3 \
    tab/1 nl/0 put_char/1 portray_clause/1 listing/1 garbage_collect/0 member/2 memberchk/2 append/3 append/2 length/2 \
    nth0/3 nth1/3 last/2 reverse/2 select/3 permutation/2 delete/3 exclude/3 include/3 partition/4 maplist/2 maplist/3 \
    maplist/4 foldl/4 sum_list/2 max_list/2 numlist/3 list_to_set/2 sumlist/2 subtract/3 union/3 intersection/3 flatten/2 \
    between/3 atomic/1 tab/2 call/1 call/2 call/3 apply/2 not/1 ignore/1 once/1 forall/2 aggregate_all/3 \
    findall/4 subsumes_term/2 term_variables/3 phrase/2 phrase/3 list_to_assoc/2 put_assoc/4 get_assoc/3 pairs_keys/2 \
    pairs_keys_values/3 with_output_to/2 read_term_from_atom/3 call_cleanup/2 setup_call_cleanup/3 \
    call_with_depth_limit/3 call_with_inference_limit/3 nb_setval/2 tnot/1 dynamic/1 discontiguous/1 halt/1 \
    sformat/3 predicate_property/2 current_predicate/1 ground/1 term_to_atom/2 copy_term/2 print_message/2 \
    string_code/3 sumlist/3 last/2 must_be/2 is_assoc/1 concat_atom/2 nb_current/2 prolog_flag/2 tab/1 unknown_one/2";

/// Leaves of terms; a space ends what a preceding sign could join.
const LEAVES: &[&str] = &[
    "X", "Y", "Z", "X", "Y", "_", "[]", "a", "b", "0", "1", "2", "3", "-1", "7", "1.5", "1.0Inf", "nan", "\"text\"", "'A b'",
    "{}", "9223372036854775807", "1152921504606846976", "123456789012345678901234567890", "p", "q", "r", "q(X)",
    "user:p", "0'a", "!", "true", "fail", "=", "<", "@>=", "1r3", "''", "[a,b,c]", "[X|Y]", "[1,3,2]", "[k-1,j-2]", "max_depth(3)",
    "quoted(true)", "end_of_file", "'~w~a~d~q~e~t~20||~n'", "p/0", "d/1", "user", "xfx", "700", "atom(X)", "codes(Y)", "is", "count",
    "bag(X)", "max(X)", "alpha", "to_lower(X)", "double_quotes", "codes", "1.0e10", "'\\x1\\'",
];

/// Functors of terms, with a hole for each argument.
const SHAPES: &[(&str, &[&str])] = &[
    ("f(", &[", ", ")"]),
    ("g(", &[")"]),
    ("[", &["|", "]"]),
    ("[", &[", ", "]"]),
    ("(", &[" + ", ")"]),
    ("(", &[" - ", ")"]),
    ("(", &[" * ", ")"]),
    ("(", &[" // ", ")"]),
    ("(", &[" mod ", ")"]),
    ("(", &[" ^ ", ")"]),
    ("(", &[" ** ", ")"]),
    ("(", &[" >> ", ")"]),
    ("(", &[" / ", ")"]),
    ("- (", &[")"]),
    ("abs(", &[")"]),
    ("max(", &[", ", ")"]),
    ("(", &["-", ")"]),
    ("(", &[" = ", ")"]),
    ("(", &[" :- ", ")"]),
    ("(", &[", ", ")"]),
    ("(", &[" ; ", ")"]),
    ("q(", &[")"]),
    ("r(", &[", ", ")"]),
    ("{", &["}"]),
    ("h(", &[", ", ", ", ")"]),
    ("(", &["^", ")"]),
    ("(", &[":", ")"]),
    ("\\+ (", &[")"]),
    ("(", &[" --> ", ")"]),
];

/// Control constructs, with a hole for each goal; `$` stands for a term.
const CONTROL: &[(&str, &[&str])] = &[
    ("(", &[", ", ")"]),
    ("(", &[", ", ")"]),
    ("(", &[" ; ", ")"]),
    ("(", &[" -> ", " ; ", ")"]),
    ("(", &[" *-> ", " ; ", ")"]),
    ("(", &[" -> ", ")"]),
    ("\\+ (", &[")"]),
    ("catch(", &[", X, ", ")"]),
    ("catch(", &[", error(E, _), ", ")"]),
    ("findall(X, ", &[", Y)"]),
    ("findall(Z-X, ", &[", [Y|_])"]),
    ("bagof(X, ", &[", Y)"]),
    ("setof(X, Z^", &[", Y)"]),
    ("forall(", &[", ", ")"]),
    ("call((", &["))"]),
    ("(", &[", !, ", ")"]),
    ("once((", &["))"]),
    ("setup_call_cleanup(", &[", ", ", ", ")"]),
    ("call_cleanup(", &[", ", ")"]),
    ("aggregate_all(count, ", &[", X)"]),
    ("with_output_to(atom(Y), ", &[")"]),
    ("call_with_depth_limit(", &[", 20, Z)"]),
    ("call_with_inference_limit(", &[", 100, Z)"]),
    ("assertz((d(X) :- ", &["))"]),
    ("X = (", &["), call(X)"]),
];

/// The text of a program, and goals to run.
pub fn program_text(bytes: &[u8]) -> (String, Vec<String>) {
    let called: Vec<(&str, usize)> = CALLED
        .split_whitespace()
        .filter_map(|indicator| indicator.rsplit_once('/').map(|(name, arity)| (name, arity.parse().unwrap_or(0))))
        .collect();
    let mut maker = Maker { choices: Choices::new(bytes), called, text: String::new(), left: 400 };
    maker.text.push_str(":- dynamic d/1, d/2.\n");
    for _ in 0..1 + maker.choices.below(8) {
        let own = *maker.choices.of(OWN);
        maker.call(own.0, own.1, 2);
        match maker.choices.below(3) {
            0 => {}
            _ => {
                maker.text.push_str(" :- ");
                maker.goal(0);
            }
        }
        maker.text.push_str(".\n");
    }
    let clauses = std::mem::take(&mut maker.text);
    let mut goals = Vec::new();
    while goals.is_empty() || goals.len() < MOST_GOALS && !maker.choices.is_over() {
        maker.left = 60;
        maker.goal(0);
        goals.push(std::mem::take(&mut maker.text));
    }
    (clauses, goals)
}

struct Maker<'a> {
    choices: Choices<'a>,
    called: Vec<(&'static str, usize)>,
    text: String,
    /// How many more parts it may have.
    left: usize,
}

impl Maker<'_> {
    fn is_spent(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 || self.choices.is_over()
    }

    fn goal(&mut self, depth: usize) {
        if self.is_spent() || depth > 6 {
            return self.text.push_str("true");
        }
        match self.choices.below(10) {
            0..=2 => self.with_holes(CONTROL, |maker| maker.goal(depth + 1)),
            3 | 4 => {
                let (name, arity) = *self.choices.of(OWN);
                self.call(name, arity, 3);
            }
            5 => self.text.push(['X', '!'][self.choices.below(2)]),
            _ => {
                let at = self.choices.word() as usize % self.called.len();
                let (name, arity) = self.called[at];
                self.call(name, arity, 3);
            }
        }
    }

    fn call(&mut self, name: &str, arity: usize, depth: usize) {
        if name.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.text.push_str(name);
        } else {
            let _ = write!(self.text, "'{}'", name.replace('\\', "\\\\"));
        }
        for i in 0..arity {
            self.text.push_str(if i == 0 { "(" } else { ", " });
            self.term(depth);
        }
        if arity > 0 {
            self.text.push(')');
        }
    }

    fn term(&mut self, depth: usize) {
        if depth == 0 || self.is_spent() || self.choices.below(3) > 0 {
            let leaf = self.choices.of(LEAVES);
            return self.text.push_str(leaf);
        }
        self.with_holes(SHAPES, |maker| maker.term(depth - 1));
    }

    fn with_holes(&mut self, shapes: &[(&str, &[&str])], fill: impl Fn(&mut Self)) {
        let (open, rest) = self.choices.of(shapes);
        self.text.push_str(open);
        for part in *rest {
            fill(self);
            self.text.push_str(part);
        }
    }
}
