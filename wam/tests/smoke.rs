use wam::atoms::Atoms;
use wam::read::{Flags, Ops, Source, read_program, render};
#[test]
fn smoke() {
    let Ok(path) = std::env::var("SMOKE") else { return };
    for path in path.split(':') {
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let atoms = Atoms::new();
    let source = Source::new(path, text);
    let p = read_program(&source, &atoms, &mut Ops::standard(&atoms), &mut Flags::default());
    println!("{path}: {} clauses {} errors", p.clauses.len(), p.errors.len());
    for e in p.errors.iter().take(8) { print!("{}", render(e, &source)); }
    }
}
