//! Times solves of systems as the analyzer makes them: `cargo run --release -p solver --example speed`.

use std::time::Instant;

use solver::{Direction, Limits, System, solve};

const SYSTEMS: [&str; 12] = [
    "T(n) = T(n - 1) + 1 if n >= 1; T(0) = 1",
    "T(n) = T(n - 1) + 17/3 + 123/1000*n if n >= 1; T(0) = 5/2",
    "T(n) = 2*T(n - 1) + 5*2^(n - 1) + 3*n - 7 if n >= 1; T(0) = 40",
    "T(n) = T(n - 1) + T(n - 2) + 11/7 if n >= 2; T(0) = 1; T(1) = 3",
    "T(x, y) = T(x - 1, y) + 3*y + 2 if x >= 1; T(0, y) = 4",
    "T(n) = T(n - 1) + 12 if n >= 1; T(n) = T(n - 1) + 9 + n if n >= 1; T(n) = T(n - 1) + 3 if n >= 1; T(0) = 2",
    "T(0) = 1; T(n) = 3 if n >= 1; T(n) = T(n - 1) + 2 if n >= 1",
    "T(0) = 1; T(n) = 3 if n >= 1; T(n) = 8 if n >= 1; T(n) = T(n - 1) + 7 if n >= 1; T(n) = T(n - 1) + 5 if n >= 1",
    "T(n) = 5 + maxover(k, 0, n - 1, T(k) + T(n - 1 - k)) if n >= 1; T(n) = 4 + maxover(k, 0, n - 1, T(k) + T(n - 1 - k)) if n >= 1; T(0) = 3",
    "T(n) = 5 + minover(k, 0, n - 1, T(k) + T(n - 1 - k)) if n >= 1; T(n) = 4 + minover(k, 0, n - 1, T(k) + T(n - 1 - k)) if n >= 1; T(0) = 3",
    "f(x, y) = 7 + f(x - 1, y - 1) if x >= 1 and y >= 1; f(x, y) = 2 if x = 0; f(x, y) = 3 if y = 0 and x >= 1",
    "T(n) = T(ceil(n/2)) + T(floor(n/2)) + 3*n + 4 if n >= 2; T(1) = 5",
];

fn main() {
    for text in SYSTEMS {
        let system: System = text.parse().expect("the systems are well formed");
        for direction in [Direction::Upper, Direction::Lower] {
            // The least of many short batches: the machine may be shared.
            let batch = || {
                let start = Instant::now();
                for _ in 0..5 {
                    std::hint::black_box(solve(&system, direction, &Limits::default()));
                }
                start.elapsed() / 5
            };
            let each = (0..60).map(|_| batch()).min().unwrap_or_default();
            let found = solve(&system, direction, &Limits::default());
            let texts: Vec<String> =
                found.values().map(|b| b.known().map_or("unknown".to_string(), |s| s.expr.to_string())).collect();
            println!("{:>9.1} us  {direction:?}  {text}  ->  {}", each.as_secs_f64() * 1e6, texts.join(", "));
        }
    }
}
