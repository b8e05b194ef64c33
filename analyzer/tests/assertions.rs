//! The assertions of the library hold: what its texts say of a predicate is what the analysis infers of it, or less.

mod common;

use analyzer::analysis::{Analysis, Success};
use analyzer::assertion::{Assertions, Contract};
use analyzer::entry::{Entry, Inside};
use analyzer::inputs::generate;
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use common::load;
use rustc_hash::FxHashSet;
use solver::{Direction, Rational, Var};
use wam::atoms::{Atoms, Functor};
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::Solutions;

/// Sizes from 0 on at which a claim is compared with a bound: of one size, of each of several.
const SIZES: [i64; 4] = [40, 12, 6, 4];

/// Why an assertion does not hold; nothing where it does.
fn refuted(program: &Program, types: &TypeTable, contract: &Contract) -> Vec<String> {
    let (pred, claim) = (contract.pred, &contract.assertion);
    let assertions = Assertions::of(program, types).expect("good trust assertions");
    let entry = Entry { pred, pattern: claim.call.clone(), text: String::new(), inside: Inside::Plain };
    let analysis = Analysis::new(program, types, &assertions, &entry);
    let mut wrong: Vec<String> = analysis.unknown().iter().map(|why| format!("it is not known: {why}")).collect();
    if claim.not_fails && analysis.cannot_fail() != Some(true) {
        wrong.push("it may fail".to_string());
    }
    if claim.is_det && analysis.is_deterministic() != Some(true) {
        wrong.push("it may leave a choice point".to_string());
    }
    let success = if let Success::Types(success) = analysis.success() { success } else { &[] };
    for (at, (claimed, inferred)) in claim.success.iter().zip(success).enumerate() {
        if !types.includes(claimed, inferred) {
            let shown = inferred.display(&program.atoms, types);
            wrong.push(format!("argument {} is {shown} after it", at + 1));
        }
    }
    for (direction, resource, cost) in &claim.costs {
        let weights = [Weights::steps(), Weights::instructions(), Weights::heap()];
        let weights = weights.into_iter().find(|weights| weights.name() == resource).expect("a resource");
        let claimed = analysis.over_sizes(cost).unwrap_or_else(|| panic!("{cost} is not over sizes of the input"));
        let bounds = analysis.bounds(&mut analysis.equations(), weights, Solutions::All);
        let (side, solved) = match direction {
            Direction::Upper => ("upper", bounds.upper),
            Direction::Lower => ("lower", bounds.lower),
        };
        let Some(solution) = solved.bound.known() else {
            wrong.push(format!("no {side} bound of {resource}"));
            continue;
        };
        let params: Vec<Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
        let most = SIZES[params.len().saturating_sub(1).min(SIZES.len() - 1)];
        let points = params.iter().fold(vec![vec![]], |points: Vec<Vec<i64>>, _| {
            points.iter().flat_map(|point| (0..most).map(move |at| [point.as_slice(), &[at]].concat())).collect()
        });
        let domain = analysis.domain();
        let mut compared = 0;
        for point in points {
            let size = |var: &Var| params.iter().position(|param| param == var).map(|at| point[at]);
            // A claim is about the sizes that terms of these types have.
            let exists = || generate(program, types, &entry, &point, 0).is_ok();
            if domain.holds(&size) == Some(false) || !exists() {
                continue;
            }
            let value = |var: &Var| size(var).map(Rational::from);
            let Some(piece) = solution.piece_at(&size) else { continue };
            let Some(bound) = piece.closed() else {
                wrong.push(format!("no {side} bound of {resource} at {point:?}"));
                break;
            };
            compared += 1;
            let holds = match direction {
                Direction::Upper => bound.eval_upper(&value).and_then(|high| Ok(high <= claimed.eval_lower(&value)?)),
                Direction::Lower => bound.eval_lower(&value).and_then(|low| Ok(low >= claimed.eval_upper(&value)?)),
            };
            if holds != Ok(true) {
                wrong.push(format!("the {side} bound of {resource} is {bound}: not {claimed} at {point:?}"));
                break;
            }
        }
        if compared == 0 && wrong.is_empty() {
            wrong.push(format!("the {side} bound of {resource} was compared nowhere"));
        }
    }
    wrong
}

#[test]
fn assertions_of_the_library_hold() {
    let program = wam::library::everything(Atoms::new());
    let types = TypeTable::of(&program).expect("good regular types");
    let claims = Assertions::to_check(&program, &types).expect("good assertions");
    let mut wrong = Vec::new();
    for claim in &claims {
        let functor = program.get(claim.pred).functor;
        let name = program.atoms.name(functor.name);
        let found = refuted(&program, &types, claim);
        wrong.extend(found.into_iter().map(|why| format!("{name}/{}: {why}", functor.arity)));
    }
    assert_eq!(wrong, Vec::<String>::new());
    let asserted: FxHashSet<PredId> = claims.iter().map(|claim| claim.pred).collect();
    assert!(asserted.len() >= 199, "{} predicates of the library have assertions", asserted.len());
}

/// The texts of the libraries that programs ask for most, but for apply's: what its predicates cost is the cost of a goal,
/// and assertions name none. Their bounds with goals are recorded and held to counts by the soundness tests.
const ASKED_FOR: &[&str] = &["aggregate", "assoc", "dcg/basics", "lists", "ordsets", "pairs", "ugraphs"];

#[test]
fn libraries_that_programs_ask_for_have_assertions() {
    let program = wam::library::everything(Atoms::new());
    let types = TypeTable::of(&program).expect("good regular types");
    let claims = Assertions::to_check(&program, &types).expect("good assertions");
    let asserted: FxHashSet<String> = claims
        .iter()
        .flat_map(|claim| &program.get(claim.pred).places)
        .map(|file| program.file(*file).path.display().to_string())
        .collect();
    for name in ASKED_FOR {
        assert!(asserted.contains(&format!("library/{name}.pl")), "{name} has no assertions, others: {asserted:?}");
    }
}

#[test]
fn false_assertions_are_found() {
    let program = load(
        "false",
        ":- pred len(A, B) : (list(A), var(B)) => nat(B) + (not_fails, is_det, cost(exact, steps, length(A) + 1)).\n\
         :- pred len(A, B) : (list(A), var(B)) => list(B) + cost(ub, steps, length(A)).\n\
         :- check pred len(A, B) : (list(A), var(B)) + cost(lb, steps, length(A) + 2).\n\
         :- pred pick(A, B) : (list(A), var(B)) + (not_fails, is_det).\n\
         len([], 0).\n\
         len([_|Xs], N) :- len(Xs, M), N is M + 1.\n\
         pick([X|_], X).\n\
         pick([_|Xs], X) :- pick(Xs, X).\n",
    );
    let types = TypeTable::of(&program).expect("no regular types");
    let claims = Assertions::to_check(&program, &types).expect("good assertions");
    let found: Vec<Vec<String>> = claims.iter().map(|claim| refuted(&program, &types, claim)).collect();
    let expected = [
        vec![],
        vec!["argument 2 is nat after it", "the upper bound of steps is x + 1: not x at [0]"],
        vec!["the lower bound of steps is x + 1: not x + 2 at [0]"],
        vec!["it may fail", "it may leave a choice point"],
    ];
    assert_eq!(found, expected);
}

/// Resources that weigh every instruction of a program alike share their equations, but not what is vouched for by name.
#[test]
fn what_is_vouched_for_by_name_is_of_that_resource_only() {
    let program = load(
        "vouched",
        ":- entry p(int).\n\
         :- trust pred q(A) : int(A) + (not_fails, is_det, cost(ub, choicepoints, 3), cost(ub, steps, 5)).\n\
         p(X) :- q(X).\n",
    );
    let types = TypeTable::of(&program).expect("no regular types");
    let assertions = Assertions::of(&program, &types).expect("good assertions");
    let pred = program.find(Functor { name: program.atoms.intern("p"), arity: 1 }).expect("it is defined");
    let entry = Entry::declared(&program, &types, pred).expect("a good entry").expect("an entry");
    let analysis = Analysis::new(&program, &types, &assertions, &entry);
    let mut equations = analysis.equations();
    let mut upper = |weights| {
        let bound = analysis.bounds(&mut equations, weights, Solutions::All).upper.bound;
        bound.known().and_then(|solution| Some(solution.pieces.first()?.closed()?.to_string()))
    };
    // None of the instructions of p/1 makes a choice point or undoes an entry of the trail.
    assert_eq!(upper(Weights::choice_points()).as_deref(), Some("3"));
    assert_eq!(upper(Weights::trail()), None);
    assert_eq!(upper(Weights::steps()).as_deref(), Some("6"));
}

#[test]
fn only_the_library_vouches_for_balanced_trees() {
    for claim in ["balanced(avl, [p(deep)])", "balanced(avl, p)", "balanced(_, _)"] {
        let program = load("vouched", &format!(":- trust {claim}.\np(_).\n"));
        let types = TypeTable::of(&program).expect("good types");
        let error = Assertions::of(&program, &types).expect_err(claim).to_string();
        assert!(error.contains("expected an assertion"), "{claim}: {error}");
    }
}
