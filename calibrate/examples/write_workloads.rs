//! Writes generated programs out, to be read by people or run by another Prolog: `write_workloads SEED COUNT [SCALE [FAMILY]]` for
//! mixed programs, all or of one family, `write_workloads SEED` for the isolating ones. Each is followed by a fact `goal(Name, Goal)`.

use calibrate::workload::{Workload, isolate, mixed};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|argument| argument.parse::<f64>().ok());
    let (seed, scale) = (number(0).unwrap_or(1.0) as u64, number(2).unwrap_or(1.0));
    let workloads: Vec<Workload> = match number(1) {
        Some(count) => (0..count as usize)
            .filter_map(|number| match arguments.get(3) {
                Some(family) => mixed::generate_of(family, seed, number, scale),
                None => Some(mixed::generate(seed, number, scale)),
            })
            .collect(),
        None => isolate::generate(seed, 0, 3),
    };
    for workload in workloads {
        println!("% {}\n{}goal(\"{}\", ({})).\n", workload.name, workload.text, workload.name, workload.goal);
    }
}
