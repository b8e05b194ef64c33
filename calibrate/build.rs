//! Hashes the engine's source and what it is compiled with, so that a profile made with other code is recognised as stale,
//! and asks the linker for a build id, by which an executable is told (`calibrate::executable`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let engine = Path::new("../wam");
    let mut files = BTreeMap::new();
    collect(&engine.join("src"), &mut files);
    files.insert(engine.join("Cargo.toml"), fs::read(engine.join("Cargo.toml")).expect("wam has a manifest"));
    let mut hash = Fnv::new();
    for (path, text) in &files {
        hash.add(path.to_string_lossy().as_bytes());
        hash.add(text);
    }
    let (compiler, flags) = (compiler(), env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default());
    hash.add(compiler.as_bytes());
    hash.add(flags.as_bytes());
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-link-arg=-Wl,--build-id");
    }
    println!("cargo::rerun-if-changed=../wam/src");
    println!("cargo::rerun-if-changed=../wam/Cargo.toml");
    println!("cargo::rustc-env=HOROLOG_ENGINE={:032x}", hash.0);
    println!("cargo::rustc-env=HOROLOG_COMPILER={compiler}");
}

/// All Rust files under a directory.
fn collect(directory: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(directory).expect("the engine's source is there") {
        let path = entry.expect("the engine's source can be listed").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path.clone(), fs::read(&path).expect("the engine's source can be read"));
        }
    }
}

/// The compiler's version and the optimisation level: both change what an instruction costs.
fn compiler() -> String {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = std::process::Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    let version = version.unwrap_or_else(|_| "unknown compiler".into());
    format!("{version}, {}", env::var("PROFILE").unwrap_or_default())
}

/// Fowler–Noll–Vo 1a, 128 bits: stable across compilers, which the standard hasher is not.
struct Fnv(u128);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
