//! The figures of the foldt paper and of the simulator behind the specification, for its five queens.
#![allow(missing_docs)]

mod support;

use monitor::determinism::Determinism;
use monitor::driver::plan_for;
use monitor::folds::{Known, shipped};
use monitor::report::{Field, Report};
use std::sync::Arc;
use support::{fold_main, queens};
use wam::atoms::Atoms;
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::machine::watch::{Boxes, Plan, Redo};

fn determinism(name: &str) -> Determinism {
    match name {
        "main" | "data" => Determinism::Det,
        "safe" | "nodiag" => Determinism::Semidet,
        _ => Determinism::Nondet,
    }
}

/// What a fold comes to, slice by slice.
fn reports(fold: &str, redo: Redo, boxes: Option<Boxes>, slice: Option<u64>) -> Vec<Report> {
    let mut machine = queens(Program::empty(Atoms::new()));
    let program = machine.program();
    let users = (0..program.predicates.len()).map(|id| PredId(id as u32));
    let users = users.filter(|&id| program.get(id).kind == PredicateKind::Static);
    let predicates: Vec<_> =
        users.map(|id| (id, determinism(&program.atoms.name(program.get(id).functor.name)))).collect();
    let sites = predicates.iter().flat_map(|&(pred, _)| machine.call_sites(pred)).collect();
    let semidet = predicates.iter().filter(|(_, det)| det.has_one_at_most()).map(|(pred, _)| *pred).collect();
    let known = Arc::new(Known { predicates, sites });
    let fold = shipped(fold, &known).expect("it is shipped");
    let plan = |reads| Plan { redo, semidet, ..plan_for(reads, boxes) };
    fold_main(&mut machine, fold, slice, plan).into_iter().map(|ended| ended.report).collect()
}

fn rows(report: &Report) -> Vec<Vec<String>> {
    let Report::Table(table) = report else { panic!("{report:?} is no table") };
    let text = |field: &Field| match field {
        Field::Number(number) => number.to_string(),
        Field::Text(text) => text.clone(),
    };
    table.rows.iter().map(|row| row.iter().map(text).collect()).collect()
}

fn arcs(report: &Report) -> Vec<(String, u64)> {
    let Report::Graph(graph) = report else { panic!("{report:?} is no graph") };
    let name = |at: usize| graph.nodes[at].split('/').next().expect("names have a slash").to_string();
    graph.arcs.iter().map(|arc| (format!("{} {}", name(arc.from), name(arc.to)), arc.count)).collect()
}

#[test]
fn goals_are_counted() {
    for boxes in [None, Some(Boxes::Tail), Some(Boxes::Merge), Some(Boxes::Full)] {
        assert_eq!(reports("calls", Redo::Left, boxes, None), [Report::Count { what: "calls".into(), value: 140 }]);
        let depths: Vec<u64> = vec![1, 2, 12, 16, 12, 17, 27, 37, 16];
        let found = rows(&reports("depths", Redo::Left, boxes, None)[0]);
        let expected: Vec<Vec<String>> =
            (1..).zip(&depths).map(|(depth, calls)| vec![depth.to_string(), calls.to_string()]).collect();
        assert_eq!(found, expected, "{boxes:?}");
        let ports = rows(&reports("ports", Redo::Left, boxes, None)[0]);
        assert_eq!(ports[0], ["qdelete/3", "47", "43", "35", "39", "0"], "{boxes:?}");
        assert_eq!(ports.last().expect("a total"), &["total", "140", "143", "85", "82", "0"], "{boxes:?}");
    }
    let slices = reports("max-depth", Redo::Left, Some(Boxes::Tail), Some(500));
    assert_eq!(slices, [Report::Count { what: "greatest depth".into(), value: 9 }]);
    assert_eq!(reports("max-depth", Redo::Left, Some(Boxes::Tail), Some(100)).len(), 5);
}

#[test]
fn solutions_are_distinct() {
    let found = rows(&reports("solutions", Redo::Left, None, None)[0]);
    let of = |name: &str| found.iter().filter(|row| row[0].starts_with(name)).count();
    assert_eq!(found.len(), 100);
    assert_eq!(["qperm", "qdelete", "nodiag", "safe"].map(of), [47, 22, 22, 6]);
}

#[test]
fn graphs_have_the_arcs_of_the_paper() {
    let flow = arcs(&reports("control-flow-counts", Redo::Declared, None, None)[0]);
    assert_eq!(flow.len(), 17);
    let count = |arcs: &[(String, u64)], arc: &str| arcs.iter().find(|(name, _)| name == arc).map(|(_, count)| *count);
    for (arc, expected) in [
        ("qperm qperm", 126),
        ("qdelete qdelete", 117),
        ("nodiag nodiag", 63),
        ("qperm qdelete", 47),
        ("qdelete qperm", 47),
        ("safe nodiag", 17),
        ("nodiag safe", 17),
        ("qperm safe", 11),
        ("safe qperm", 10),
        ("safe safe", 8),
    ] {
        assert_eq!(count(&flow, arc), Some(expected), "{arc}");
    }
    let flow = arcs(&reports("control-flow-counts", Redo::Left, None, None)[0]);
    assert_eq!(count(&flow, "qperm qperm"), Some(106));
    let calls = arcs(&reports("call-graph", Redo::Left, None, None)[0]);
    assert_eq!(calls.len(), 11);
    for (arc, expected) in [
        ("queen safe", 11),
        ("qperm qdelete", 21),
        ("qperm qperm", 31),
        ("qdelete qdelete", 26),
        ("safe nodiag", 17),
        ("safe safe", 7),
        ("nodiag nodiag", 23),
        ("main data", 1),
        ("queen qperm", 1),
    ] {
        assert_eq!(count(&calls, arc), Some(expected), "{arc}");
    }
}

#[test]
fn coverage_is_that_of_the_paper() {
    let found = reports("coverage", Redo::Left, None, None);
    let [Report::Coverage(coverage)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((coverage.met, coverage.criteria), (12, 15));
    let missing: Vec<String> = coverage
        .rows
        .iter()
        .filter(|row| !row.missing.is_empty())
        .map(|row| format!("{}: {}", row.predicate, row.missing.join(", ")))
        .collect();
    assert_eq!(missing, ["queen/2: second exit, fail", "qperm/2: fail"]);
    let found = reports("site-coverage", Redo::Left, None, None);
    let [Report::Coverage(coverage)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((coverage.met, coverage.criteria), (19, 24), "{:#?}", coverage.rows);
}

#[test]
fn the_proof_has_the_goals_that_were_needed() {
    let found = reports("proof-tree", Redo::Left, None, None);
    let [Report::Proof { nodes }] = &found[..] else { panic!("{found:?}") };
    assert_eq!(nodes.len(), 38);
    assert_eq!((nodes[0].depth, &*nodes[0].goal), (0, "main"));
    assert!(nodes.iter().any(|node| node.goal == "queen([1,2,3,4,5],[1,3,5,2,4])" && node.depth == 1));
}
