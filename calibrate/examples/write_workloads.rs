//! Writes generated programs out, to be read by people or run by another Prolog: `write_workloads SEED COUNT` for mixed
//! programs, `write_workloads SEED` for the isolating ones. Each is followed by a fact `goal(Name, Goal)`.

use calibrate::workload::{isolate, mixed};

fn main() {
    let mut arguments = std::env::args().skip(1).map_while(|argument| argument.parse().ok());
    let seed = arguments.next().unwrap_or(1);
    let workloads = match arguments.next() {
        Some(count) => (0..count as usize).map(|number| mixed::generate(seed, number, 1.0)).collect(),
        None => isolate::generate(seed, 0),
    };
    for workload in workloads {
        println!("% {}\n{}goal(\"{}\", ({})).\n", workload.name, workload.text, workload.name, workload.goal);
    }
}
