//! Solves a system given on the command line, for both directions, and prints what was done.
//!
//! `cargo run -p solver --example bound -- "T(n) = 2*T(n - 1) + 1 if n >= 1; T(0) = 1"`

use std::time::Instant;

use solver::{Bound, Direction, Limits, System, solve};

fn main() {
    let Some(text) = std::env::args().nth(1) else {
        eprintln!("give a system of equations, such as: T(n) = T(n - 1) + 1 if n >= 1; T(0) = 1");
        return;
    };
    let system: System = match text.parse() {
        Ok(system) => system,
        Err(e) => {
            eprintln!("{e}");
            return;
        }
    };
    for direction in [Direction::Upper, Direction::Lower] {
        let start = Instant::now();
        let bounds = solve(&system, direction, &Limits::default());
        println!("{direction:?}, in {:?}", start.elapsed());
        for (name, bound) in bounds {
            match bound {
                Bound::Known(s) => {
                    let exact = if s.exact { "=" } else { "bound" };
                    println!("  {name} {exact} {}   if {}   [{}; {}]", s.expr, s.valid, s.rule, s.source);
                    s.steps.iter().for_each(|step| println!("    {step}"));
                }
                Bound::Unknown { reason, .. } => println!("  {name} unknown: {reason}"),
            }
        }
    }
}
