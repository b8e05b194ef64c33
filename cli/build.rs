//! Asks the linker for a build id: prices belong to an executable, which is told by it (`calibrate::executable`).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-link-arg=-Wl,--build-id");
    }
}
