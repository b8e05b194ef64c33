#![allow(missing_docs)]
use calibrate::bands::*;
use calibrate::design::*;
use calibrate::exclude;
use calibrate::fit::*;
use calibrate::model::*;
use wam::cost::*;
fn load(path: &str) -> (Vec<Run>, Vec<(Run, Counts, bool)>) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut all = vec![];
    let mut targets = vec![];
    let mut rows: Vec<(String, Run, Option<usize>)> = vec![];
    for line in text.lines() {
        let f: Vec<&str> = line.split('|').collect();
        let mut c = Counts::new();
        for kv in f[5].split_whitespace() {
            let (k, v) = kv.split_once(':').unwrap();
            c[Key(k.parse().unwrap())] = v.parse().unwrap();
        }
        let run = Run::of_program(f[1], f[2], &c, Nanoseconds(f[4].parse().unwrap()));
        if f[0] == "X" || f[0] == "Y" {
            targets.push((run, c, f[0] == "X"));
        } else {
            rows.push((f[0].into(), run, f[3].parse().ok()));
        }
    }
    for (k, r, b) in &rows {
        if k == "P" {
            match b {
                None => all.push(r.clone()),
                Some(b) => {
                    if let Some(d) = r.less(&rows[*b].1) {
                        all.push(d)
                    }
                }
            }
        }
    }
    (all, targets)
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let (all, targets) = load(&a[0]);
    let detail = a.len() > 1;
    for (name, iso, model, ridge, loss) in [
        ("m+i huber 1e-3", true, Model::Variant, 1e-3, Loss::Huber),
        ("m+i smooth 1e-3", true, Model::Variant, 1e-3, Loss::Smooth),
        ("m+i smooth 1e-2", true, Model::Variant, 1e-2, Loss::Smooth),
        ("m+i smooth 1e-1", true, Model::Variant, 1e-1, Loss::Smooth),
        ("m huber 1e-3", false, Model::Variant, 1e-3, Loss::Huber),
        ("m smooth 1e-4", false, Model::Variant, 1e-4, Loss::Smooth),
        ("m smooth 1e-3", false, Model::Variant, 1e-3, Loss::Smooth),
        ("m smooth 1e-2", false, Model::Variant, 1e-2, Loss::Smooth),
        ("m smooth 1e-1", false, Model::Variant, 1e-1, Loss::Smooth),
        ("m M1 smooth", false, Model::Opcode, 1e-3, Loss::Smooth),
        ("m M0", false, Model::Total, 1e-3, Loss::Huber),
        ("steps", false, Model::Steps, 1e-3, Loss::Huber),
    ] {
        let runs: Vec<Run> = all
            .iter()
            .filter(|r| iso || !r.family.starts_with("isolate"))
            .filter(|r| !targets.iter().any(|(_, c, _)| exclude::cosine(r, c) >= exclude::LIMIT))
            .cloned()
            .collect();
        let design = Design::new(&runs, model).unwrap();
        let o = FitOptions { ridge: Ridge(ridge), loss };
        let f = fit(&design, o).unwrap();
        let mut held = cross_validate(&design, o, 10).unwrap();
        held.retain(|h| design.weights[h.row] == 1.0);
        let err = HeldOutError::of(&held);
        let b = Band::conformal(&held, 0.95);
        let d: Vec<f64> = targets
            .iter()
            .map(|(r, _, _)| 100.0 * harmonic_difference(f.prices.price_row(&r.counts), r.time))
            .collect();
        let ex: Vec<f64> = d.iter().zip(&targets).filter(|(_, t)| t.2).map(|(d, _)| *d).collect();
        let ot: Vec<f64> = d.iter().zip(&targets).filter(|(_, t)| !t.2).map(|(d, _)| d.abs()).collect();
        println!(
            "{name:22} rows {} cols {} dev {:5.2} others {:5.2} | held dev {:.3} mean {:.3} p90 {:.3} band {:.2}-{:.2} | {:.1?}",
            runs.len(),
            design.width(),
            deviation(&ex),
            ot.iter().sum::<f64>() / ot.len() as f64,
            err.deviation,
            err.mean,
            err.ninetieth,
            b.low,
            b.high,
            d
        );
        if detail && name == a[1] {
            let mut fams: std::collections::BTreeMap<String, Vec<f64>> = Default::default();
            for h in &held {
                fams.entry(runs[h.row].family.clone())
                    .or_default()
                    .push(100.0 * harmonic_difference(h.predicted, h.measured));
            }
            for (k, v) in fams {
                println!(
                    "  {k:20} {:3} mean {:6.1} abs {:5.1}",
                    v.len(),
                    v.iter().sum::<f64>() / v.len() as f64,
                    v.iter().map(|x| x.abs()).sum::<f64>() / v.len() as f64
                );
            }
            for c in Column::priced() {
                if design.groups.iter().any(|g| g.contains(&c)) {
                    println!("  {:30} {:.2}", c.to_string(), f.prices.of(c).0);
                }
            }
        }
    }
}
