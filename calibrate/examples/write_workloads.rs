//! Writes generated programs out, to be read by people: `write_workloads SEED COUNT`.

use calibrate::workload::mixed;

fn main() {
    let mut arguments = std::env::args().skip(1).map_while(|argument| argument.parse().ok());
    let seed = arguments.next().unwrap_or(1);
    let count = arguments.next().unwrap_or(10);
    for number in 0..count as usize {
        let workload = mixed::generate(seed, number, 1.0);
        println!("% {}\n{}goal('{}', ({})).\n", workload.name, workload.text, workload.name, workload.goal);
    }
}
