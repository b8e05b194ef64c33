//! Profiles that are odd, and files that cannot be written: what is refused, what is told, what stays as it was.

mod support;

use calibrate::profile::Mode;
use calibrate::store::Store;
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::PathBuf;
use std::process::Command;
use support::{Home, profile};

fn path_of(home: &Home) -> PathBuf {
    Store::new(home.0.path()).path(Mode::Fast)
}

fn fifo(home: &Home) -> PathBuf {
    let path = home.0.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
    path
}

#[test]
fn an_export_goes_through_links_and_replaces_files_only() {
    let home = Home::with_profiles();
    let at = |name: &str| home.0.path().join(name);
    fs::create_dir(at("shared")).expect("a directory");
    symlink("shared/this.toml", at("link")).expect("a link");
    let export = |path: PathBuf| home.seen(&["machine", "export", path.to_str().expect("a plain path")]);
    assert!(export(at("link")).starts_with("exit 0"));
    assert!(at("link").is_symlink());
    assert_eq!(fs::read(at("shared/this.toml")).expect("it was written"), fs::read(path_of(&home)).expect("readable"));
    let fifo = fifo(&home);
    symlink("fifo", at("to_fifo")).expect("a link");
    for (path, what) in [(fifo.clone(), "a pipe"), (at("to_fifo"), "a pipe"), (at("shared"), "a directory")] {
        let seen = export(path);
        assert!(seen.starts_with("exit 2") && seen.contains(&format!("it is {what}, not a file")), "{seen}");
    }
    assert!(fs::symlink_metadata(&fifo).expect("it is there").file_type().is_fifo());
    let plot = ["estimate", "append/3", "-r", "steps", "--size", "1..9", "--plot", fifo.to_str().expect("plain")];
    assert!(home.seen(&plot).starts_with("exit 2"));
    // Nothing stays behind.
    let hidden = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with('.');
    assert_eq!(fs::read_dir(home.0.path()).expect("readable").filter_map(Result::ok).filter(hidden).count(), 0);
}

#[test]
fn an_export_that_does_not_fit_leaves_what_was_there() {
    let home = Home::with_profiles();
    home.file("this.toml", "before");
    let output = home.on_full_disk(8, &["machine", "export", "this.toml"], "-");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write this.toml"), "{said}");
    assert_eq!(fs::read_to_string(home.0.path().join("this.toml")).expect("readable"), "before");
    assert_eq!(fs::read_dir(home.0.path()).expect("readable").count(), 3);
}

/// The made-up profile's text with a line of it replaced.
fn spoilt(begin: &str, line: &str) -> String {
    let text = profile(Mode::Fast).to_toml();
    assert!(text.lines().any(|line| line.starts_with(begin)), "{begin} is missing");
    let replaced = text.lines().map(|old| if old.starts_with(begin) { line } else { old });
    replaced.map(|line| format!("{line}\n")).collect()
}

#[test]
fn odd_profiles_are_refused_at_once_and_the_old_one_kept() {
    let home = Home::with_profiles();
    let before = fs::read_to_string(path_of(&home)).expect("readable");
    let entries: String =
        (0..300_000).map(|at| format!("\"k{at}\" = [1.0, 1.0, 1.0, \"measured\", 1, 0.0]\n")).collect();
    let many: String = (0..80_000).map(|at| format!("\"k{at}\" = [1.0, 1.0, 1.0, \"measured\", 1, 0.0]\n")).collect();
    let text = profile(Mode::Fast).to_toml();
    let price = text.lines().skip_while(|line| *line != "[price]").nth(1).expect("a price").to_owned();
    let key = price.split('=').next().expect("a key");
    let of = |price: &str| spoilt(&price_start(key), &format!("{key}= {price}"));
    for (name, text, expected) in [
        ("dear", of("[1e308, 1e308, 1e308, \"measured\", 1, 0.0]"), "has the price"),
        ("wide", of("[1.0, 1.0, 1e308, \"measured\", 1, 0.0]"), "has the price"),
        ("above", of("[1.0, 2.0, 3.0, \"measured\", 1, 0.0]"), "has the price"),
        ("below", of("[4.0, 2.0, 3.0, \"measured\", 1, 0.0]"), "has the price"),
        ("nan", of("[nan, 0.0, 1.0, \"measured\", 1, 0.0]"), "has the price"),
        ("negative", of("[1.0, -1.0, 1.0, \"measured\", 1, 0.0]"), "has the price"),
        ("missed", of("[1.0, 1.0, 1.0, \"measured\", 1, 1e308]"), "has the price"),
        ("noise", spoilt("drift", "drift = nan"), "no share"),
        ("busy", spoilt("drift", "drift = 0.5"), "unsteady"),
        ("busier", spoilt("spread_median", "spread_median = 7.5"), "unsteady"),
        ("torn", spoilt("spread_ninetieth", "spread_ninetieth = 5.0"), "unsteady"),
        ("endless", spoilt("band_high", "band_high = inf"), "the band reaches"),
        ("broad", spoilt("band_high", "band_high = 1e308"), "the band reaches"),
        ("slow", of("[9e8, 8e8, 1e9, \"measured\", 1, 0.0]"), "has the price"),
        ("to come", spoilt("made", "made = 99999999999"), "which is to come"),
        ("unmeasured", spoilt("runs", "runs = 0"), "0 runs"),
        ("full", spoilt("rank", "rank = 100000"), "a rank of 100000"),
        ("large", format!("{text}{entries}"), "more than 4 MB"),
        ("many", format!("{text}{many}"), "prices; this engine has"),
    ] {
        let file = home.file(name, &text);
        let seen = home.seen(&["machine", "import", file.to_str().expect("a plain path")]);
        assert!(seen.starts_with("exit 2") && seen.contains(expected), "{name}: {seen}");
        assert_eq!(fs::read_to_string(path_of(&home)).expect("readable"), before, "{name}");
    }
}

fn price_start(key: &str) -> String {
    format!("{key}=")
}

#[test]
fn what_may_have_no_end_is_not_read() {
    let home = Home::with_profiles();
    let fifo = fifo(&home);
    let before = fs::read_to_string(path_of(&home)).expect("readable");
    for (path, what) in [(fifo.to_str().expect("plain"), "a pipe"), ("/dev/zero", "a device")] {
        let seen = home.seen(&["machine", "import", path]);
        assert!(seen.starts_with("exit 2") && seen.contains(&format!("it is {what}")), "{seen}");
    }
    assert_eq!(fs::read_to_string(path_of(&home)).expect("readable"), before);
    fs::remove_file(path_of(&home)).expect("it is there");
    symlink(&fifo, path_of(&home)).expect("a link");
    let seen = home.seen(&["estimate", "append/3", "--size", "3"]);
    assert!(seen.starts_with("exit 2") && seen.contains("it is a pipe"), "{seen}");
}

#[test]
fn an_import_is_of_the_mode_that_is_asked_for() {
    let home = Home::with_profiles();
    let file = home.file("this.toml", &profile(Mode::Fast).to_toml());
    let file = file.to_str().expect("a plain path");
    let seen = home.seen(&["machine", "import", file, "--mode", "predictable"]);
    assert!(seen.starts_with("exit 2") && seen.contains("for fast mode, not for predictable mode"), "{seen}");
    assert!(home.seen(&["machine", "import", file, "--mode", "fast"]).starts_with("exit 0"));
    assert!(home.seen(&["machine", "import", file]).starts_with("exit 0"));
}

#[test]
fn a_profile_of_a_busy_machine_is_used_with_a_warning() {
    for line in ["spread_median = 0.5", "drift = 0.75"] {
        let home = Home::empty();
        let begin = line.split(' ').next().expect("a key");
        fs::write(path_of(&home), spoilt(begin, line)).expect("it can be written");
        let output = home.run(&["estimate", "append/3", "--size", "3", "--json"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !output.stdout.is_empty(), "{said}");
        assert!(said.contains("was busy") && said.contains("renew the profile with `horolog calibrate"), "{said}");
        let check = home.seen(&["machine", "check"]);
        assert!(check.starts_with("exit 1") && check.contains("not current"), "{check}");
        assert_eq!(home.run(&["machine", "show", "--json"]).status.code(), Some(0));
    }
}

#[test]
fn an_estimate_is_given_where_no_profile_can_be_kept() {
    let home = Home::empty();
    // Below a file there is no directory, for the superuser either.
    let file = home.file("file", "");
    let below = file.join("profiles");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_horolog"));
        command.args(args).env("HOROLOG_HOME", &below).output().expect("it runs")
    };
    let output = run(&["estimate", "append/3", "--size", "3", "--json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("the profile will not be kept: cannot write"), "{said}");
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
    // What is asked for a profile only is refused before anything is measured.
    assert_eq!(run(&["calibrate", "--thorough"]).status.code(), Some(2));
    for args in [&["validate", "--out"][..], &["peers", "--output"]] {
        let below = below.to_str().expect("a plain path");
        assert_eq!(run(&[args, &[below]].concat()).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn laws_and_gaps_are_shown_in_full_where_they_are_asked_for() {
    let home = Home::with_profiles();
    let short = home.seen(&["machine", "show"]);
    assert!(short.contains("  retry + trust = fail fail\n"), "{short}");
    assert!(short.contains("1 key is not told apart from others by the workloads"), "{short}");
    let seen = home.seen(&["machine", "show", "--laws"]);
    assert!(seen.starts_with("exit 0") && seen.contains("  retry + trust = fail fail\n"), "{seen}");
    assert!(seen.contains("  mul float: sub float = 2 mul float\n"), "{seen}");
    assert!(seen.lines().count() < 20, "{seen}");
}

#[test]
fn programs_of_a_calibration_are_written_into_a_new_directory_only() {
    let home = Home::empty();
    let at = |name: &str| home.0.path().join(name);
    fs::create_dir(at("taken")).expect("a directory");
    fs::write(at("taken/note"), "mine").expect("it can be written");
    fs::write(at("file"), "mine").expect("it can be written");
    for (name, what) in [("taken", "there are files in it already"), ("file", "ot a directory")] {
        let path = at(name);
        let seen = home.seen(&["calibrate", "--quick", "--programs", path.to_str().expect("a plain path")]);
        assert!(seen.starts_with("exit 2") && seen.contains("cannot write") && seen.contains(what), "{seen}");
    }
    assert_eq!(fs::read_to_string(at("taken/note")).expect("readable"), "mine");
    // Nothing was measured, and no profile kept.
    assert!(!path_of(&home).exists());
}

#[test]
fn a_profile_of_another_build_is_used_with_a_warning_and_a_wider_band() {
    let home = Home::with_profiles();
    let band = |home: &Home| -> Vec<f64> {
        let json = home.json(&["estimate", "append/3", "--size", "3", "--json"]);
        let point = &json["points"][0];
        let expected = point["expected"]["upper"].as_f64().expect("a time");
        let of = |key: &str| point[key].as_f64().expect("a time") / expected;
        vec![of("band_low"), of("band_high"), of("lower"), of("upper")]
    };
    let own = band(&home);
    for build in ["build = \"0123456789abcdef\"", ""] {
        let home = Home::empty();
        let text = spoilt("build", build);
        fs::write(path_of(&home), &text).expect("it can be written");
        let output = home.run(&["estimate", "append/3", "--size", "3", "--json"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains("another build of the same engine") && said.contains("horolog calibrate"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        let other = band(&home);
        assert!(other[0] < own[0] && own[1] < other[1] && 0.8 < other[0] && other[1] < 1.25, "{own:?} {other:?}");
        assert!(other[2] < own[2] && own[3] < other[3], "{own:?} {other:?}");
        // It is as it was, may be used, and may be imported.
        assert_eq!(fs::read_to_string(path_of(&home)).expect("readable"), text);
        let check = home.seen(&["machine", "check"]);
        assert!(check.starts_with("exit 0") && check.contains("another build"), "{check}");
        assert_eq!(home.json(&["machine", "show", "--json"])["current"], false);
        let file = home.file("other.toml", &text);
        let import = home.seen(&["machine", "import", file.to_str().expect("a plain path")]);
        assert!(import.starts_with("exit 0"), "{import}");
    }
}

#[test]
fn a_profile_names_the_build_that_has_made_it() {
    let home = Home::empty();
    assert_eq!(home.run(&["calibrate", "--quick"]).status.code(), Some(0));
    let json = home.json(&["machine", "show", "--json"]);
    assert_eq!(json["build"].as_str(), Some(&*support::build()));
    assert!(json["current"] == true || home.seen(&["machine", "check"]).contains("the machine was busy"), "{json}");
    let output = home.run(&["estimate", "append/3", "--size", "3", "--json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("build"), "{said}");
}

#[test]
fn what_is_wrong_with_a_profile_has_its_line_and_what_helps_its_mode() {
    let home = Home::with_profiles();
    let text = profile(Mode::Fast).to_toml();
    let line = 1 + text.lines().position(|line| line.starts_with("seed")).expect("a seed");
    fs::write(path_of(&home), spoilt("seed", "seed = [1")).expect("writable");
    let seen = home.seen(&["machine", "check"]);
    assert!(seen.starts_with("exit 1") && seen.contains("not a machine profile: in line "), "{seen}");
    let named = seen.split("in line ").nth(1).and_then(|rest| rest.split(',').next()?.parse::<usize>().ok());
    assert!(named.is_some_and(|named| named == line || named == line + 1), "{seen}");
    let seen = home.seen(&["machine", "show", "--mode", "exact"]);
    assert!(seen.contains("run `horolog calibrate --mode exact`"), "{seen}");
}

#[test]
fn a_profile_of_an_earlier_version_fails_the_check() {
    let home = Home::with_profiles();
    fs::write(path_of(&home), spoilt("format", "format = 1")).expect("writable");
    let seen = home.seen(&["machine", "check"]);
    assert!(seen.starts_with("exit 1") && seen.contains("has the format of an earlier version"), "{seen}");
    assert!(seen.contains("recalibrate with `horolog calibrate --mode fast`"), "{seen}");
    let json = home.run(&["machine", "check", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    assert_eq!((&json["usable"], &json["mode"]), (&serde_json::json!(false), &serde_json::json!("fast")));
}

#[test]
fn an_export_to_what_a_descriptor_stands_for_says_what_that_is() {
    let seen = Home::with_profiles().seen(&["machine", "export", "/dev/stdout"]);
    assert!(seen.starts_with("exit 2") && seen.contains("it is a pipe, not a file"), "{seen}");
}

#[test]
fn a_file_in_the_place_of_the_data_directory_is_told_before_anything_is_measured() {
    let home = Home::empty();
    let file = home.file("taken", "text");
    for data in [file.clone(), file.join("below")] {
        let child = Command::new(env!("CARGO_BIN_EXE_horolog"))
            .args(["calibrate", "--thorough"])
            .env("HOROLOG_HOME", &data)
            .output()
            .expect("it runs");
        let told = String::from_utf8_lossy(&child.stderr);
        assert_eq!(child.status.code(), Some(2), "{told}");
        assert!(told.contains("it is, or lies below, what is no directory"), "{told}");
    }
}
