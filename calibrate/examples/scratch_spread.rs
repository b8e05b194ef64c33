#![allow(missing_docs)]
use calibrate::engine::Engine;
use calibrate::measure::{Bench, Plan, Silent, measure};
use calibrate::profile::Mode;
use calibrate::clock::Pin;
use std::sync::atomic::AtomicBool;
use wam::cost::{Counts, Nanoseconds};
#[path = "evaluate.rs"] #[allow(dead_code)] mod ev;
struct Several(Vec<Engine>);
impl Bench for Several {
    fn programs(&self) -> usize { self.0.len() }
    fn name(&self, p: usize) -> String { self.0[p].name(0) }
    fn counts(&mut self, p: usize) -> Result<Counts, String> { self.0[p].counts(0) }
    fn time_batch(&mut self, p: usize, t: u32) -> Result<Nanoseconds, String> { self.0[p].time_batch(0, t) }
    fn relaunch(&mut self) -> Result<(), String> { self.0.iter_mut().try_for_each(Engine::relaunch) }
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let mode = Mode::ALL.into_iter().find(|m| m.to_string() == a[0]).unwrap();
    let _pin = Pin::new();
    let programs = ev::programs("/work/main/programs");
    let mut s = Several(programs.iter().map(|(w, _)| Engine::new(std::slice::from_ref(w), mode).unwrap()).collect());
    let plan = Plan { batch: Nanoseconds(35_000.0), rounds: a[2].parse().unwrap(), launches: a[1].parse().unwrap() };
    let (t, n) = measure(&mut s, plan, &mut Silent, &AtomicBool::new(false)).unwrap();
    println!("{n:?}");
    for (p, t) in t.iter().enumerate() {
        let mut l: Vec<f64> = t.launches.iter().map(|x| x.0 / t.time.0).collect();
        if a.len() < 4 { l.sort_by(f64::total_cmp); }
        println!("{:12} {:9.1} {}", s.name(p), t.time.0, l.iter().map(|x| format!("{x:.2}")).collect::<Vec<_>>().join(" "));
    }
}
