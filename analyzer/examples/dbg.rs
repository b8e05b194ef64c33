#[path = "../tests/common/mod.rs"]
mod common;
use analyzer::analysis::Analysis;
use analyzer::entry::Entry;
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use analyzer::trust::Trusts;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let program = common::corpus(&args[1]);
    let types = TypeTable::of(&program).unwrap();
    let trusts = Trusts::of(&program, &types).unwrap();
    let entry = Entry::declared(&program, &types, common::find(&program, &args[2])).unwrap().unwrap();
    let t = std::time::Instant::now();
    let analysis = Analysis::new(&program, &types, &trusts, &entry);
    println!("analysis {:?}", t.elapsed());
    let ex = analysis.explorer();
    for (i, v) in ex.variants.iter().enumerate() {
        let f = program.get(v.pred).functor;
        println!(
            "== v{i} {}/{} {:?}",
            program.atoms.name(f.name),
            f.arity,
            v.pattern.iter().map(|t| t.display(&program.atoms, &types)).collect::<Vec<_>>()
        );
        println!("   {:?}", ex.summaries[i]);
        println!("   unknown {:?}", ex.paths[i].unknown);
        for p in ex.paths[i].first.iter().chain(&ex.paths[i].all) {
            println!("   PATH [{}] {:?}", p.guard, p.outcome);
            if args.len() > 3 {
                println!("      {:?}", p.cost);
            }
        }
        for (g, _, s) in &ex.paths[i].exits {
            println!(
                "   EXIT [{g}] {}",
                s.iter()
                    .map(|r| format!(
                        "{:?}..{:?}",
                        r.low.as_ref().map(|e| e.to_string()),
                        r.high.as_ref().map(|e| e.to_string())
                    ))
                    .collect::<Vec<_>>()
                    .join(", ")
            );
        }
    }
    let only: Option<String> = std::env::var("KEY").ok();
    for w in only
        .map(|k| wam::cost::Key::all().find(|x| x.to_string() == k).map(Weights::key))
        .unwrap_or(None)
        .into_iter()
        .chain([Weights::steps(), Weights::instructions(), Weights::heap()])
    {
        let mut eq = analysis.equations();
        let t = std::time::Instant::now();
        let b = analysis.bounds(&mut eq, w.clone());
        println!(
            "{} {:?}: {}\n   exact {}\n   lower: {}\n   upper: {}",
            w.name(),
            t.elapsed(),
            common::shown(&b),
            b.exact(),
            b.lower.equations,
            b.upper.equations
        );
        for (f, s) in eq.solved() {
            println!(
                "     {f:?}: {}\n        = {}",
                s.equations,
                match &s.bound {
                    solver::Bound::Known(k) => format!("{} [{}] {}", k.expr, k.valid, k.rule),
                    solver::Bound::Unknown { reason, .. } => format!("?? {reason}"),
                }
            );
        }
    }
}
