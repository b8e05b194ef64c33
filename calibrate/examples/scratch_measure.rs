#![allow(missing_docs)]
// scratch_measure MODE OUT N SEED: measures workloads that compile and the paper's programs, dumps.
use calibrate::calibration::Role;
use calibrate::clock::Pin;
use calibrate::engine::Engine;
use calibrate::measure::{Bench, Plan, Silent, measure};
use calibrate::profile::Mode;
use calibrate::workload::{Workload, isolate, mixed};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use wam::cost::{Counts, Nanoseconds};
#[path = "evaluate.rs"]
#[allow(dead_code)]
mod ev;
struct Both(Engine, Vec<Engine>);
impl Bench for Both {
    fn programs(&self) -> usize {
        self.0.programs() + self.1.len()
    }
    fn name(&self, p: usize) -> String {
        let n = self.0.programs();
        if p < n { self.0.name(p) } else { self.1[p - n].name(0) }
    }
    fn counts(&mut self, p: usize) -> Result<Counts, String> {
        let n = self.0.programs();
        if p < n { self.0.counts(p) } else { self.1[p - n].counts(0) }
    }
    fn time_batch(&mut self, p: usize, t: u32) -> Result<Nanoseconds, String> {
        let n = self.0.programs();
        if p < n { self.0.time_batch(p, t) } else { self.1[p - n].time_batch(0, t) }
    }
    fn relaunch(&mut self) -> Result<(), String> {
        self.0.relaunch()?;
        self.1.iter_mut().try_for_each(Engine::relaunch)
    }
}
fn size(w: &[Workload]) -> Option<u64> {
    std::panic::catch_unwind(|| {
        let mut e = Engine::new(w, Mode::Fast).ok()?;
        Some(e.counts(w.len() - 1).ok()?.instructions())
    })
    .ok()
    .flatten()
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let mode = Mode::ALL.into_iter().find(|m| m.to_string() == a[0]).unwrap();
    let n: usize = a[2].parse().unwrap();
    let seed: u64 = a[3].parse().unwrap();
    std::panic::set_hook(Box::new(|_| {}));
    let mut ws: Vec<Workload> = vec![];
    for i in 0..n {
        let target: f64 = 600.0 * (13.3f64).powf(((i * 7919) % 1000) as f64 / 1000.0);
        let mut scale = 1.0f64;
        let mut best = None;
        for _ in 0..4 {
            let w = mixed::generate(seed, i, scale);
            let Some(s) = size(std::slice::from_ref(&w)) else { break };
            let r = target / s as f64;
            best = Some((w, s));
            if (0.5..2.0).contains(&r) {
                break;
            }
            scale = (scale * r.powf(0.7)).clamp(0.05, 12.0);
        }
        if let Some((w, s)) = best {
            if (200..80000).contains(&s) {
                ws.push(w)
            }
        }
    }
    let mixed_n = ws.len();
    if a.len() > 4 {
        let iso = isolate::generate(1, n);
        for pair in iso.chunks(2) {
            if pair[0].family.contains("dynamic") || pair[0].family.contains("builtin") {
                continue;
            }
            let strip: Vec<Workload> = pair.iter().map(|w| Workload { baseline: None, ..w.clone() }).collect();
            if size(&strip).is_some() {
                let at = ws.len();
                ws.push(pair[0].clone());
                ws.push(Workload { baseline: Some(at), ..pair[1].clone() });
            }
        }
    }
    let _pin = Pin::new();
    let t = std::time::Instant::now();
    let engine = Engine::new(&ws, mode).unwrap();
    eprintln!("{} workloads ({mixed_n} mixed), loading {:?}", ws.len(), t.elapsed());
    let programs = ev::programs("/work/main/programs");
    let engines: Vec<Engine> =
        programs.iter().map(|(w, _)| Engine::new(std::slice::from_ref(w), mode).unwrap()).collect();
    let mut both = Both(engine, engines);
    let counts: Vec<Counts> = (0..both.programs()).map(|p| both.counts(p).unwrap()).collect();
    let t = std::time::Instant::now();
    let plan = Plan { batch: Nanoseconds(35_000.0), rounds: 15, launches: 5 };
    let (times, noise) = measure(&mut both, plan, &mut Silent, &AtomicBool::new(false)).unwrap();
    eprintln!("measured in {:?} {noise:?}", t.elapsed());
    let mut out = std::fs::File::create(&a[1]).unwrap();
    for p in 0..both.programs() {
        let (kind, family, baseline) = if p < ws.len() {
            (if ws[p].role == Role::Baseline { "B" } else { "P" }, ws[p].family.clone(), ws[p].baseline)
        } else if programs[p - ws.len()].1 {
            ("X", "exact".into(), None)
        } else {
            ("Y", "bounds".into(), None)
        };
        write!(
            out,
            "{kind}|{}|{family}|{}|{}|",
            both.name(p),
            baseline.map_or("-".into(), |b| b.to_string()),
            times[p].time.0
        )
        .unwrap();
        for (k, c) in counts[p].iter() {
            write!(out, "{}:{c} ", k.0).unwrap();
        }
        write!(out, "|").unwrap();
        for l in &times[p].launches {
            write!(out, "{} ", l.0).unwrap();
        }
        writeln!(out).unwrap();
    }
}
