#![allow(missing_docs)]
use calibrate::engine::Engine;
use calibrate::measure::Bench;
use calibrate::profile::Mode;
use calibrate::clock::Pin;
use std::hint::black_box;
use std::time::Instant;
#[path = "evaluate.rs"] #[allow(dead_code)] mod ev;
#[inline(never)]
fn kernel(n: u64) -> u64 {
    let mut a = [1u64, 2, 3, 4, 5, 6, 7, 8];
    for i in 0..n { for x in a.iter_mut() { *x = black_box(x.wrapping_add(i)); } }
    a.iter().fold(0, |s, x| s ^ x)
}
#[inline(never)]
fn kernel2(n: u64) -> u64 {
    let (mut a, mut b, mut c, mut d) = (1u64, 2u64, 3u64, 4u64);
    for i in 0..n { a = a.rotate_left(5) ^ i; b = b.rotate_left(7) ^ i; c = c.rotate_left(9).wrapping_add(i); d = d.rotate_left(11).wrapping_add(i); }
    a ^ b ^ c ^ d
}
fn t(f: impl Fn() -> u64) -> f64 { let s = Instant::now(); black_box(f()); s.elapsed().as_nanos() as f64 }
fn main() {
    let _pin = Pin::new();
    let programs = ev::programs("/work/main/programs");
    let mut e = Engine::new(std::slice::from_ref(&programs[0].0), Mode::Fast).unwrap();
    let mut l = Engine::new(std::slice::from_ref(&programs[8].0), Mode::Fast).unwrap();
    e.time_batch(0, 100).unwrap(); l.time_batch(0, 3).unwrap();
    let mut v: Vec<[f64; 6]> = vec![];
    let s = Instant::now();
    while s.elapsed().as_secs() < 6 {
        let k1 = t(|| kernel(black_box(1000)));
        let m1 = t(|| kernel2(black_box(2000)));
        let b = e.time_batch(0, 20).unwrap().0 / 20.0;
        let c = l.time_batch(0, 1).unwrap().0;
        let k2 = t(|| kernel(black_box(1000)));
        let m2 = t(|| kernel2(black_box(2000)));
        v.push([k1, m1, b, c, k2, m2]);
    }
    v.sort_by(|a, b| a[2].total_cmp(&b[2]));
    let n = v.len();
    println!("n {n}");
    for q in [0.0, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99] {
        let i = ((n - 1) as f64 * q) as usize;
        let lo = i.saturating_sub(25); let hi = (i + 25).min(n);
        let med = |j: usize| { let mut x: Vec<f64> = v[lo..hi].iter().map(|r| r[j]).collect(); x.sort_by(f64::total_cmp); x[x.len() / 2] };
        println!("q {q} append {:.0} list_diff {:.0}  kernel {:.0}/{:.0} rot {:.0}/{:.0}", v[i][2], med(3), med(0), med(4), med(1), med(5));
    }
}
