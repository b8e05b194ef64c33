#![allow(missing_docs)]
use calibrate::engine::Engine;
use calibrate::measure::Bench;
use calibrate::profile::Mode;
use calibrate::workload::{isolate, mixed, Workload};
fn main() {
    let which = std::env::args().nth(1).unwrap();
    let all: Vec<Workload> = if which == "iso" { isolate::generate(1, 0) } else { (0..500).map(|n| mixed::generate(1, n, 1.0)).collect() };
    std::panic::set_hook(Box::new(|info| { let l = info.location().unwrap(); println!("PANIC {}:{} {}", l.file(), l.line(), info.payload().downcast_ref::<String>().cloned().or(info.payload().downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default()); }));
    let mut ok = 0;
    for w in &all {
        let w2 = Workload { baseline: None, ..w.clone() };
        // isolating loops need helpers of their baselines
        let texts: Vec<Workload> = match w.baseline { Some(b) => vec![Workload { baseline: None, ..all[b].clone() }, w2], None => vec![w2] };
        let r = std::panic::catch_unwind(|| {
            let mut e = Engine::new(&texts, Mode::Fast).map_err(|e| e.to_string())?;
            let c = e.counts(texts.len() - 1)?;
            Ok::<_, String>(c.instructions())
        });
        match r {
            Ok(Ok(_)) => ok += 1,
            Ok(Err(e)) => println!("ERR {} [{}]: {}", w.name, w.family, e),
            Err(_) => println!("   ^ in {} [{}]\n{}", w.name, w.family, if std::env::args().nth(2).is_some() { w.text.clone() } else { String::new() }),
        }
    }
    println!("{ok} of {}", all.len());
}
