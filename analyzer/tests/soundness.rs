//! Soundness: on generated inputs, every cost key is executed between its lower and its upper bound. No exception.

mod common;

use analyzer::analysis::Analysis;
use analyzer::entry::Entry;
use analyzer::inputs::generate;
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use analyzer::trust::Trusts;
use common::{corpus, find};
use solver::{Bound, Expr, Rational, Var};
use wam::code::Program;
use wam::cost::{Counts, Key};
use wam::machine::{Config, Counting, Machine, Solutions};

/// A bound as an expression: nothing where it is not known.
struct KeyBounds {
    name: String,
    of: Box<dyn Fn(&Counts) -> u64>,
    lower: Option<Expr>,
    upper: Option<Expr>,
}

fn known(bound: &Bound) -> Option<Expr> {
    bound.known().map(|solution| solution.expr.clone())
}

fn all_bounds(analysis: &Analysis) -> Vec<KeyBounds> {
    let mut equations = analysis.equations();
    let mut found = Vec::new();
    let mut add = |name: String, weights: Weights, of: Box<dyn Fn(&Counts) -> u64>| {
        let bounds = analysis.bounds(&mut equations, weights);
        found.push(KeyBounds { name, of, lower: known(&bounds.lower.bound), upper: known(&bounds.upper.bound) });
    };
    for key in Key::all() {
        add(key.to_string(), Weights::key(key), Box::new(move |counts| counts[key]));
    }
    add("steps".into(), Weights::steps(), Box::new(Counts::steps));
    add("instructions".into(), Weights::instructions(), Box::new(Counts::instructions));
    add("heap".into(), Weights::heap(), Box::new(Counts::heap));
    found
}

/// Runs a predicate on generated inputs of given sizes and holds each count against its bounds.
fn check(program: &Program, indicator: &str, sizes: &[Vec<i64>], seeds: u64) -> usize {
    let types = TypeTable::of(program).expect("good regular types");
    let trusts = Trusts::of(program, &types).expect("good assertions");
    let pred = find(program, indicator);
    let entry = Entry::declared(program, &types, pred).expect("a good entry").expect("an entry");
    let analysis = Analysis::new(program, &types, &trusts, &entry);
    let bounds = all_bounds(&analysis);
    let params: Vec<Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
    let mut machine = Machine::new(program.clone(), Config::default()).expect("memory for a machine");
    let mut runs = 0;
    for sizes in sizes {
        for seed in 0..seeds {
            let Ok(goal) = generate(program, &types, &entry, sizes, seed) else { continue };
            let loaded = machine.load_goal(pred, &goal);
            machine.take_counts();
            machine.run_goal::<Counting>(&loaded, Solutions::All).expect("the programs end without an exception");
            let counts = machine.take_counts();
            runs += 1;
            let point = |var: &Var| {
                params.iter().position(|param| param == var).map(|at| Rational::from(sizes[at]))
            };
            for bound in &bounds {
                let counted = Rational::from((bound.of)(&counts) as i64);
                let at = format!("{indicator} at {sizes:?}, seed {seed}: {} counted {counted}", bound.name);
                if let Some(lower) = &bound.lower {
                    let value = lower.eval_lower(&point).unwrap_or_else(|error| panic!("{at}: {lower}: {error}"));
                    assert!(value <= counted, "{at}, lower bound {value} = {lower}");
                }
                if let Some(upper) = &bound.upper {
                    let value = upper.eval_upper(&point).unwrap_or_else(|error| panic!("{at}: {upper}: {error}"));
                    assert!(counted <= value, "{at}, upper bound {value} = {upper}");
                }
            }
        }
    }
    runs
}

fn each(range: impl Iterator<Item = i64>) -> Vec<Vec<i64>> {
    range.map(|size| vec![size]).collect()
}

fn pairs(xs: impl Iterator<Item = i64>, ys: impl Iterator<Item = i64> + Clone) -> Vec<Vec<i64>> {
    xs.flat_map(|x| ys.clone().map(move |y| vec![x, y])).collect()
}

#[test]
fn counts_of_the_papers_programs_stay_within_their_bounds() {
    let mut runs = 0;
    runs += check(&corpus("append"), "append/3", &pairs(0..40, 0..4), 2);
    runs += check(&corpus("evalpol"), "evalpol/3", &pairs(0..20, -2..3), 2);
    runs += check(&corpus("fib"), "fib/2", &each(0..14), 1);
    runs += check(&corpus("hanoi"), "hanoi/5", &each(1..9), 1);
    runs += check(&corpus("nreverse"), "nreverse/2", &each(0..30), 2);
    runs += check(&corpus("palindro"), "palindro/2", &each(0..9), 2);
    runs += check(&corpus("powset"), "powset/2", &each(0..9), 2);
    runs += check(&corpus("list_diff"), "list_diff/3", &pairs(0..12, 0..12), 6);
    runs += check(&corpus("list_inters"), "list_inters/3", &pairs(0..12, 0..12), 6);
    runs += check(&corpus("substitute"), "substitute/3", &pairs((1..40).step_by(2), 0..8), 6);
    runs += check(&corpus("derive"), "derive/3", &each((1..60).step_by(2)), 10);
    assert!(runs > 2000, "{runs} runs");
}
