//! Makes the parser of the configuration language from its grammar, `src/instrument/grammar.lalrpop`.

fn main() {
    let grammar = "src/instrument/grammar.lalrpop";
    println!("cargo::rerun-if-changed={grammar}");
    if let Err(error) = lalrpop::Configuration::new().set_in_dir("src").process() {
        // The build is the only reader of this; cargo shows it.
        eprintln!("{grammar}: {error}");
        std::process::exit(1);
    }
}
