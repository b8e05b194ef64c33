#![allow(missing_docs)]
use calibrate::engine::Engine;
use calibrate::measure::Bench;
use calibrate::profile::Mode;
use calibrate::clock::Pin;
#[path = "evaluate.rs"] #[allow(dead_code)] mod ev;
fn main() {
    let _pin = Pin::new();
    let programs = ev::programs("/work/main/programs");
    let mut e: Vec<Engine> = programs.iter().map(|p| Engine::new(std::slice::from_ref(&p.0), Mode::Fast).unwrap()).collect();
    let times = [38, 30, 1, 2, 2, 2, 2, 2, 1, 2, 1, 5, 40];
    for which in [0usize, 1, 4, 6] {
        println!("{}", programs[which].0.name);
        for _burst in 0..6 {
            for (p, x) in e.iter_mut().enumerate() { for _ in 0..3 { x.time_batch(0, times[p]).unwrap(); } }
            let v: Vec<f64> = (0..16).map(|_| e[which].time_batch(0, times[which]).unwrap().0 / times[which] as f64).collect();
            println!("   {}", v.iter().map(|x| format!("{x:.0}")).collect::<Vec<_>>().join(" "));
        }
        let v: Vec<f64> = (0..4000).map(|_| e[which].time_batch(0, times[which]).unwrap().0 / times[which] as f64).collect();
        for c in v.chunks(400) { let mut c = c.to_vec(); c.sort_by(f64::total_cmp); print!(" {:.0}/{:.0}", c[0], c[200]); }
        println!();
    }
}
