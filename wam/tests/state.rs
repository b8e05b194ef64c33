//! What goals change is noticed and undone: each run after a restoration is the first run again.
#![allow(missing_docs)]

use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::cost::Counts;
use wam::machine::{Changed, Config, Counting, Machine, Solutions, consult};
use wam::read::{Source, read_term_from_str};

const TEXT: &str = "
:- dynamic row/2, memo/2, empty/1.
row(1, a). row(2, b). row(3, c). row(4, d). row(5, e). row(6, f).
row(7, g). row(8, h). row(9, i). row(10, j). row(11, k). row(12, l).

nothing :- row(7, X), X == g, findall(Y, row(_, Y), Ys), length(Ys, 12).
ends :- asserta(row(0, z)), assertz(row(13, m)), row(N, z), N == 0, findall(A, row(A, _), [0|_]).
middle :- retract(row(6, _)), retract(row(7, _)), \\+ row(7, _), assertz(row(7, again)), row(7, X), X == again.
swapped :- retract(row(1, X)), assertz(row(1, X)).
gone :- retractall(row(_, _)), \\+ row(_, _).
gone_and_new :- retractall(row(_, _)), fill(40), row(33, X), X == 33, retract(row(20, _)), fill(3).
fill(0).
fill(N) :- N > 0, assertz(row(N, N)), M is N - 1, fill(M).
churn :- churn(300).
churn(0).
churn(N) :- N > 0, once(retract(row(K, V))), assertz(row(K, V)), row(9, i), M is N - 1, churn(M).
litter :- litter(200), row(3, c).
litter(0).
litter(N) :- N > 0, assertz(empty(N)), once(retract(empty(N))), assertz(row(N, x)), M is N - 1, litter(M).
walks :- row(K, _), K > 3, retract(row(K, _)), K > 8, assertz(row(K, seen)), fail.
walks.
table(N, F) :- memo(N, F), !.
table(N, N) :- N < 2, !, assertz(memo(N, N)).
table(N, F) :- A is N - 1, B is N - 2, table(A, X), table(B, Y), F is X + Y, assertz(memo(N, F)).
tabled :- table(20, 6765).
undeclared :- assertz(brand_new(1)), assertz(brand_new(2)), retract(brand_new(1)).
values :- catch(nb_getval(v, _), _, nb_setval(v, [1,2])), nb_setval(w, f(x)), b_setval(u, 1).
lent :- b_setval(u, f(_)), b_getval(u, f(_)).
flag :- current_prolog_flag(double_quotes, codes), set_prolog_flag(double_quotes, atom), set_prolog_flag(unknown, fail).
memory :- set_prolog_flag(stack_limit, 100000000).
operator :- \\+ current_op(_, _, ===>), op(700, xfx, ===>), op(0, xfy, ->).
letters :- char_conversion(a, b).
lot :- X is random(1000000), X >= 0, nb_setval(drawn, X).
place :- working_directory(_, '/'), setenv(horolog_test, 1).
";

struct Runs {
    machine: Box<Machine>,
    goal: wam::machine::Goal,
}

impl Runs {
    fn of(name: &str) -> Runs {
        let mut program = wam::library::program(Atoms::new());
        let report = consult(&Source::new("state.pl", TEXT), &mut program, Origin::User);
        assert_eq!(report.errors, []);
        let goal = read_term_from_str(name, &program.atoms, &program.ops, &program.flags).expect("a goal");
        let pred = program.find(goal.terms.functor(goal.root).expect("callable")).expect("defined");
        let mut machine = Machine::new(program, Config::default()).expect("memory");
        let goal = machine.load_goal(pred, &goal);
        Runs { machine, goal }
    }

    /// A run to the end of all solutions: what it counts, and how many there are.
    fn run(&mut self) -> (Counts, u64) {
        self.machine.take_counts();
        let outcome = self.machine.run_goal::<Counting>(&self.goal, Solutions::All).expect("no exception");
        (self.machine.take_counts(), outcome.solutions)
    }
}

#[test]
fn a_restored_machine_runs_as_it_did_at_first() {
    for (name, expected) in [
        ("nothing", vec![]),
        ("lent", vec![]),
        ("ends", vec![Changed::Database]),
        ("middle", vec![Changed::Database]),
        ("swapped", vec![Changed::Database]),
        ("gone", vec![Changed::Database]),
        ("gone_and_new", vec![Changed::Database]),
        ("churn", vec![Changed::Database]),
        ("litter", vec![Changed::Database]),
        ("walks", vec![Changed::Database]),
        ("tabled", vec![Changed::Database]),
        ("undeclared", vec![Changed::Database]),
        ("values", vec![Changed::Globals]),
        ("flag", vec![Changed::Flags]),
        ("memory", vec![Changed::Flags]),
        ("operator", vec![Changed::Syntax]),
        ("letters", vec![Changed::Syntax]),
        ("lot", vec![Changed::Globals, Changed::Random]),
        ("place", vec![Changed::Surroundings]),
    ] {
        let mut runs = Runs::of(name);
        runs.machine.hold();
        let before = runs.machine.state();
        let first = runs.run();
        assert!(first.1 > 0, "{name} is false");
        let left = runs.machine.state();
        assert_eq!(left.changed_since(&before), expected, "{name}");
        // What was compiled or declared at the first run is there at the second.
        runs.machine.restore();
        let second = runs.run();
        for _ in 0..60 {
            runs.machine.restore();
            let now = runs.machine.state().changed_since(&before);
            // What was made dynamic stays so.
            assert!(now.is_empty() || name == "undeclared", "{name}: {now:?}");
            let again = runs.run();
            assert_eq!((again.1, again.0.steps()), (first.1, first.0.steps()), "{name}");
            assert_eq!(again.0.instructions(), second.0.instructions(), "{name}");
            assert!(runs.machine.state().changed_since(&left).is_empty(), "{name} leaves something else");
        }
    }
}

#[test]
fn without_a_restoration_runs_differ() {
    for name in ["ends", "tabled", "operator", "flag"] {
        let mut runs = Runs::of(name);
        let first = runs.run();
        let second = runs.run();
        assert_ne!((first.1, first.0.steps()), (second.1, second.0.steps()), "{name}");
    }
}
