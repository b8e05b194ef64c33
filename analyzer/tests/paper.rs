//! The eleven programs of Mera et al. 2008, table 7: their steps are known, and seven of them are exact in every key.

mod common;

use analyzer::resource::Weights;
use common::{bounds, corpus, shown};
use wam::cost::Key;

/// The programs with an exact cost, and their steps.
const EXACT: &[(&str, &str, &str)] = &[
    ("append", "append/3", "x + 1"),
    ("evalpol", "evalpol/3", "x + 1"),
    ("fib", "fib/2", "2*fib(x + 1) - 1"),
    ("hanoi", "hanoi/5", "x*2^x + 2^(x - 1) - 2"),
    ("nreverse", "nreverse/2", "1/2*x^2 + 3/2*x + 1"),
    ("palindro", "palindro/2", "x*2^(x - 1) + 2^(x + 1) - 1"),
    ("powset", "powset/2", "2^x + 2*x"),
];

#[test]
fn steps_of_the_exact_programs_are_the_papers() {
    for (file, indicator, steps) in EXACT {
        let program = corpus(file);
        assert_eq!(shown(&bounds(&program, indicator, Weights::steps())), *steps, "{file}");
    }
}

#[test]
fn instructions_of_the_exact_programs_are_exact() {
    for (file, indicator, _) in EXACT {
        let program = corpus(file);
        let found = bounds(&program, indicator, Weights::instructions());
        assert!(found.exact(), "{file}: {}", shown(&found));
    }
}

#[test]
fn steps_of_the_others_are_bounded_as_in_the_paper() {
    let cases = [
        ("list_diff", "list_diff/3", "2*x + 1 .. x*y + 2*x + 1"),
        ("list_inters", "list_inters/3", "2*x + 1 .. x*y + 2*x + 1"),
        // x = 2*k + 1 nodes: 3*k + 2 .. k + (k + 1)*(y + 2)
        ("substitute", "substitute/3", "3/2*x + 1/2 .. 1/2*x*y + 3/2*x + 1/2*y + 1/2"),
        ("derive", "derive/3", "x"),
    ];
    for (file, indicator, steps) in cases {
        let program = corpus(file);
        assert_eq!(shown(&bounds(&program, indicator, Weights::steps())), steps, "{file}");
    }
}

#[test]
fn every_key_of_the_exact_programs_is_exact() {
    for (file, indicator, _) in EXACT {
        let program = corpus(file);
        // What a predictor expects is bounded from above only.
        for key in Key::all().filter(|key| !Key::MISSED.contains(key)) {
            let found = bounds(&program, indicator, Weights::key(key));
            // When the heap is collected depends on the machine, not on the program alone.
            let is_known = !Key::COLLECTOR.contains(&key);
            assert_eq!(found.exact(), is_known, "{file}, {key}: {}", shown(&found));
        }
    }
}
