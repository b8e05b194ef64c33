//! Runs the built program with a profile whose prices are made up, so that outputs are the same everywhere.

// Each test file uses some of these.
#![allow(dead_code)]

use calibrate::bands::{Band, Bands, HeldOutError, Interval};
use calibrate::design::Column;
use calibrate::executable;
use calibrate::laws::{Gap, Invariants, Relation};
use calibrate::measure::Noise;
use calibrate::profile::{ENGINE, Mode, PriceRow, Profile, Standing, processor};
use calibrate::store::Store;
use calibrate::variety::Variety;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use wam::cost::{Key, Nanoseconds};
use wam::instr::key;

/// A directory of profiles and files, removed at the end.
pub struct Home(pub TempDir);

/// The build of the program that is tested.
pub fn build() -> String {
    executable::of(Path::new(env!("CARGO_BIN_EXE_horolog"))).expect("the program can be read")
}

/// A number that depends on the column's name: those of keys change with every builtin that is added.
fn number(column: Column) -> u32 {
    column.to_string().bytes().fold(0, |number, byte| number.wrapping_mul(31).wrapping_add(byte.into()))
}

/// Prices that depend on the key's name only.
pub fn profile(mode: Mode) -> Profile {
    let prices = Column::priced()
        .map(|column| {
            let price = if column == Column::RUN { 20.0 } else { 1.0 + f64::from(number(column) % 8) / 4.0 };
            PriceRow {
                column,
                price: Nanoseconds(price),
                interval: Interval { low: Nanoseconds(price * 0.75), high: Nanoseconds(price * 1.25) },
                standing: Standing::Measured,
                runs: 10,
                mispredicted: Nanoseconds(if number(column) / 8 % 4 == 1 { 0.5 } else { 0.0 }),
            }
        })
        .collect();
    let relation =
        |terms: &[(Key, i64)]| Relation::new(terms.iter().map(|&(key, factor)| (Column::of(key), factor)).collect());
    let law = relation(&[(key::Retry::OK, 1), (key::Trust::OK, 1), (key::Fail::FAIL, -1)]);
    let gap = Gap {
        column: Column::of(key::Mul::FLOAT),
        relation: Some(relation(&[(key::Sub::FLOAT, 1), (key::Mul::FLOAT, -2)])),
    };
    Profile {
        engine: ENGINE.into(),
        build: build(),
        cpu: processor(),
        compiler: "a compiler".into(),
        made: 1_795_132_800,
        mode,
        seed: 7,
        runs: 1000,
        noise: Noise { spread_median: 0.013, spread_ninetieth: 0.058, drift: 0.004, ..Noise::default() },
        held_out: HeldOutError { deviation: 0.071, mean: 0.052, ninetieth: 0.113, programs: 400 },
        band: Band { low: 0.875, high: 1.125 },
        bands: Bands::default(),
        variety: Variety::default(),
        invariants: Invariants { rank: 180, laws: vec![law], gaps: vec![gap], ..Invariants::default() },
        prices,
        watching: Vec::new(),
    }
}

impl Home {
    /// Without a profile.
    pub fn empty() -> Home {
        Home(tempfile::tempdir().expect("a temporary directory"))
    }

    /// With the made-up profile of the fast and the predictable mode.
    pub fn with_profiles() -> Home {
        let home = Home::empty();
        for mode in [Mode::Fast, Mode::Predictable] {
            Store::new(home.0.path()).save(&profile(mode)).expect("it can be saved");
        }
        home
    }

    /// Writes a program into the directory.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("it can be written");
        path
    }

    /// Runs the program in the directory of the workspace.
    pub fn run(&self, args: &[&str]) -> Output {
        self.told(args, "")
    }

    /// Runs the program, and says something to it.
    pub fn told(&self, args: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_horolog"))
            .args(args)
            .env("HOROLOG_HOME", self.0.path())
            .env_remove("NO_COLOR")
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        // One that does not read to the end closes the pipe, which is its right.
        let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
        child.wait_with_output().expect("the program ends")
    }

    /// Runs the program where files cannot grow beyond some blocks of 512 bytes, as on a full disk; standard output goes to
    /// a file of that name.
    pub fn on_full_disk(&self, blocks: u32, args: &[&str], out: &str) -> Output {
        // Who ignores the signal is told by an error.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\" > {out}");
        let script = if out == "-" { script.replace(" > -", "") } else { script };
        Command::new("sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_horolog")])
            .args(args)
            .env("HOROLOG_HOME", self.0.path())
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .expect("a shell runs")
    }

    /// Everything a user sees: exit code, standard output, standard error. What differs from place to place is replaced.
    pub fn seen(&self, args: &[&str]) -> String {
        self.seen_when_told(args, "")
    }

    /// Everything a user sees who says something to the program.
    pub fn seen_when_told(&self, args: &[&str], input: &str) -> String {
        let output = self.told(args, input);
        let code = output.status.code().expect("it was not killed");
        let mut text = format!("exit {code}\n--- stdout\n{}", String::from_utf8_lossy(&output.stdout));
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !stderr.is_empty() {
            text.push_str(&format!("--- stderr\n{stderr}"));
        }
        text.replace(&processor(), "[processor]")
            .replace(&ENGINE[..12], "[engine]")
            .replace(&build()[..12], "[build]")
            .replace(self.0.path().to_str().expect("a plain path"), "[home]")
    }

    /// Standard output as JSON; the program must have succeeded. That it measured while the machine was busy (code 4) is no
    /// matter: its report is whole.
    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        let output = self.run(args);
        assert!(matches!(output.status.code(), Some(0 | 4)), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("it is JSON")
    }
}
