//! Differences between the systems that have a reason: of SWI-Prolog 9.0.4 and GNU Prolog 1.4.5.

use super::Peer;

/// Groups of goals that a peer is not asked, and why.
pub const NOT_ASKED: &[(Peer, &str, &str)] = &[
    (Peer::Gnu, "huge integers", "its integers have 61 bits"),
    (Peer::Gnu, "huge comparison", "its integers have 61 bits"),
    (Peer::Gnu, "libraries", "it has other libraries"),
    (Peer::Gnu, "chaos", "which of several errors it is and which types there are differ at every other builtin"),
];

/// A difference: goals that contain the first text, with our answers and theirs containing the others.
pub struct Known {
    /// Whose answers differ.
    pub peer: Peer,
    /// In the goal.
    pub goal: &'static str,
    /// In our answers.
    pub ours: &'static str,
    /// In theirs.
    pub theirs: &'static str,
    /// Why.
    pub reason: &'static str,
}

impl Known {
    /// Whether the row is about this difference.
    pub fn explains(&self, goal: &str, ours: &str, theirs: &str) -> bool {
        goal.contains(self.goal) && ours.contains(self.ours) && theirs.contains(self.theirs)
    }
}

const fn swi(goal: &'static str, ours: &'static str, theirs: &'static str, reason: &'static str) -> Known {
    Known { peer: Peer::Swi, goal, ours, theirs, reason }
}

const fn gnu(goal: &'static str, ours: &'static str, theirs: &'static str, reason: &'static str) -> Known {
    Known { peer: Peer::Gnu, goal, ours, theirs, reason }
}

const CUT: &str = "a cut in a disjunction in a condition of a compiled clause crashes it";

/// The differences.
pub const KNOWN: &[Known] = &[
    // SWI-Prolog
    swi("atom_length(f(a), N)", "type_error(atom,", "type_error(text", "a type of SWI-Prolog's own"),
    swi("atom_concat(f(a), b, X)", "type_error(atom,", "type_error(atomic", "ISO: an atom is asked for"),
    swi("number_codes(X, \"- 5\")", "[-5]", "syntax_error", "ISO: a sign before a number is part of it"),
    swi("X = - 1", "[-1]", "[\\45\\(1)]", "ISO: a sign before a number is part of it"),
    swi("findall(X, fact(X), a)", "type_error(list,a)", "no", "ISO Cor.2: checked first"),
    swi("atom_length(abc, -1)", "domain_error(not_less_than_zero,-1)", "no", "an error in ISO Cor.2"),
    swi("X is 2 ^ -1", "type_error(float,2)", "[float(0.5)]", "ISO: no integer result; SWI has it with iso only"),
    swi("X is log(0)", "evaluation_error(undefined)", "float_overflow", "ISO: undefined"),
    swi("assertz((foo :- X))", "[_0]", "instantiation_error", "ISO: a variable as body is call/1"),
    swi("atom_length([], N)", "[2]", "[0]", "[] is an atom of two characters; SWI-Prolog takes it as an empty list"),
    swi("clause(f(_), 5)", "type_error(callable,5)", "no", "an error in ISO"),
    swi("float_fractional_part(float(", "[float(0.0)]", "[float(-0.0)]", "which zero it is, no standard says"),
    swi("atom_length([", "ball(error)", "", "a list is no atom; SWI-Prolog takes its text"),
    swi("compare(O,1.5,-1)", "\\60\\", "\\62\\", "ISO: floats are before integers"),
    // GNU Prolog: what it does not have
    gnu("numlist(", "", "existence_error(procedure,\\47\\(numlist,3))", "a predicate it does not have"),
    gnu("exclude(", "", "existence_error(procedure,\\47\\(exclude,3))", "a predicate it does not have"),
    gnu("ignore(", "", "existence_error(procedure,\\47\\(ignore,1))", "a predicate it does not have"),
    gnu("atom_number(", "", "existence_error(procedure,\\47\\(atom_number,2))", "a predicate it does not have"),
    gnu("integer(2.5)", "[3]", "type_error(evaluable,\\47\\(integer,1))", "a function it does not have"),
    gnu("plus(", "", "existence_error(procedure,\\47\\(plus,3))", "a predicate it does not have"),
    gnu("5 xor 3", "[6]", "(nothing)", "not an operator there"),
    // GNU Prolog: atoms and numbers as text
    gnu("atom_length(12, N)", "[2]", "type_error(atom,12)", "numbers are taken, too"),
    gnu("atom_codes(X, [a, b])", "[ab]", "type_error(integer,a)", "characters are taken, too"),
    gnu("atom_chars(12, L)", "[[1,2]]", "type_error(atom,12)", "numbers are taken, too"),
    gnu("atom_concat(1, 2, X)", "[12]", "type_error(atom,1)", "numbers are taken, too"),
    gnu("number_c", "syntax_error(illegal_number)", "syntax_error(constant", "ISO leaves the argument open"),
    gnu("'Été'", "", "[", "its characters are bytes"),
    // GNU Prolog: arithmetic
    gnu("9223372036854775807", "", "(nothing)", "its integers have 61 bits"),
    gnu("99999999999999999999", "", "(nothing)", "its integers have 61 bits"),
    gnu("115292150460684697", "115292150460684697", "", "its integers have 61 bits"),
    gnu("X is 2 ^ -1", "type_error(float,2)", "[0]", "ISO: no integer result"),
    gnu("X is min(1, 1.0)", "[float(1.0)]", "[1]", "ISO leaves open which of equal numbers it is"),
    gnu("X is max(1, 1.0)", "[float(1.0)]", "[1]", "ISO leaves open which of equal numbers it is"),
    gnu("X is 2 ** 3", "[8]", "[float(8.0)]", "** of integers is a float there"),
    gnu("X is 8 / 2", "[4]", "[float(4.0)]", "/ of integers is a float there"),
    gnu("X is 0.0 / 0", "undefined", "zero_divisor", "0/0 is undefined here and in SWI-Prolog"),
    gnu("round(", "", "", "it rounds halves to even; ISO has floor(X + 1/2)"),
    gnu("X is sqrt(-1)", "undefined", "[float(NaN)]", "it does not check"),
    gnu("X is log(0)", "undefined", "[float(-inf)]", "it does not check"),
    gnu("X is log(-1)", "undefined", "[float(NaN)]", "it does not check"),
    gnu("(", "", "type_error(float,", "rounding takes floats only, as ISO has it"),
    // GNU Prolog: others
    gnu("phrase(greeting, a)", "type_error(list,a)", "no", "no check there; SWI-Prolog has this one"),
    gnu("!)", "", "(nothing)", CUT),
];
