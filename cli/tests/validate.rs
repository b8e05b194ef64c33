//! `horolog validate` from beginning to end: which tables there are, and of what shape. No time is looked at.

mod support;

use horolog::validate::{provenance, slug};
use serde_json::Value;
use std::fs;
use support::Home;

const MODES: [&str; 3] = ["fast", "predictable", "exact"];
const PLATFORMS: [&str; 4] = ["fast", "predictable", "exact", "fast_measured_once"];

fn rows<'a>(json: &'a Value, path: &[&str]) -> &'a Vec<Value> {
    let found = path.iter().fold(json, |json, key| &json[key]);
    found.as_array().unwrap_or_else(|| panic!("{path:?} is {found}"))
}

/// The rows of a file of comma-separated values, without their headings.
fn lines(text: &str) -> Vec<&str> {
    text.lines().skip(1).collect()
}

/// What must be the same on any machine of the figures of a mode.
fn check_mode(json: &Value, mode: &str) {
    let parts = rows(json, &["parts", mode]);
    let names: Vec<&str> = parts.iter().filter_map(|part| part["model"].as_str()).collect();
    let wanted = [
        "the full model",
        "without the variety of instructions",
        "without mispredicted branches",
        "without caches, texts and long integers",
        "one price an instruction and outcome (M1)",
        "one price for all instructions (M0)",
        "isolating programs only, as in the paper",
        "a quarter of the mixed programs",
        "least squares",
    ];
    assert_eq!(names, wanted);
    let of = |at: usize, key: &str| parts[at][key].as_u64().unwrap_or_else(|| panic!("{key} of {}", parts[at]));
    let coverage = &json["overall"][mode]["coverage"];
    for (at, part) in parts.iter().enumerate() {
        assert_eq!(Some(of(at, "programs")), coverage["left_out"].as_u64(), "{part}");
        assert!(part["median"].as_f64() <= part["most"].as_f64() && part["band"][0].as_f64() < Some(0.0), "{part}");
    }
    let [full, variety, missed, observed, outcomes, alike, isolated, quarter, squares] =
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|at| (of(at, "prices"), of(at, "runs")));
    // Two keys of mispredicted branches; two prices, for instructions and for entering the machine, are left of all.
    assert_eq!((missed.0 + 2, alike.0, variety), (full.0, 2, full));
    assert!(full.0 > observed.0 && missed.0 > outcomes.0, "{parts:?}");
    assert!(isolated.1 < quarter.1 && quarter.1 < full.1 && squares.1 == full.1, "{parts:?}");
    // The full model's error is that of the kinds left out.
    let same = |one: &Value, other: &Value| (one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-9;
    assert!(same(&parts[0]["size"], &coverage["left_out_size"]), "{coverage}");
    let left_out: u64 = rows(json, &["kinds", mode]).iter().filter_map(|kind| kind["programs"].as_u64()).sum();
    assert_eq!(Some(left_out), coverage["left_out"].as_u64());

    let types = rows(json, &["unification", mode]);
    assert_eq!(types.len(), 6);
    for row in types {
        let lengths: Vec<u64> = rows(row, &["points"]).iter().filter_map(|point| point["length"].as_u64()).collect();
        assert_eq!(lengths, [1, 10, 100, 1000], "{row}");
        for point in rows(row, &["points"]) {
            assert!(point["measured"].as_f64() > Some(0.0) && point["priced"].as_f64() > Some(0.0), "{row}");
        }
        assert!(row["measured"]["k2"].is_number() && row["priced"]["k1"].is_number(), "{row}");
    }
    assert_eq!(rows(json, &["goals", mode]).len(), if mode == "fast" { 8 } else { 2 });
    // Other programs may have disturbed some; forty have been written.
    let unseen = rows(json, &["unseen", mode]);
    assert_eq!(unseen.len(), 40, "{unseen:?}");
    assert!(
        unseen.iter().all(|row| row["observed"].as_f64() > Some(0.0) && row["priced"].as_f64() > Some(0.0)),
        "{unseen:?}"
    );
    assert_eq!(json["overall"][mode]["unseen"]["observed"], 40);
}

#[test]
fn a_validation_writes_all_tables_and_gives_all_figures() {
    let home = Home::empty();
    let out = home.0.path().join("results");
    let output = home.run(&["validate", "--quick", "--json", "--out", out.to_str().expect("a plain path")]);
    // A busy machine is said so.
    assert!(matches!(output.status.code(), Some(0 | 4)), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    MODES.iter().for_each(|mode| check_mode(&json, mode));

    let models: Vec<&str> = rows(&json, &["models"]).iter().filter_map(|row| row["model"].as_str()).collect();
    let higher = ["high level 1", "high level 2", "high level 3", "high level 4"];
    assert_eq!(models, [&higher[..], &["steps only", "M0", "M1", "M2"]].concat());
    let noise = rows(&json, &["noise"]);
    assert_eq!(noise.iter().filter_map(|row| row["mode"].as_str()).collect::<Vec<_>>(), MODES);
    assert!(noise.iter().all(|row| row["probe"].as_f64() > Some(0.0) && row["observed"].is_number()), "{noise:?}");
    for platform in PLATFORMS {
        let numbers = rows(&json, &["programs", platform]).iter().filter_map(|row| row["number"].as_u64());
        assert_eq!(numbers.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 11], "{platform}");
        assert!(json["overall"][platform]["deviation"].is_number() && json["overall"][platform]["size"].is_number());
    }
    let watching: Vec<&str> = rows(&json, &["watching"]).iter().filter_map(|row| row["way"].as_str()).collect();
    assert!(watching.starts_with(&["boxes", "told", "calls", "ports"]), "{watching:?}");
    let watched = rows(&json, &["watched"]);
    // Goals that change their program are not watched again and again.
    assert!(watched.len() > 60 && watched.iter().all(|row| row["observed"].as_f64() > Some(0.0)), "{watched:?}");
    let figures = rows(&json, &["figures"]);
    assert_eq!(figures.len(), 23);
    assert!(json["crowded"].as_f64() >= Some(0.0));
    for row in figures {
        let [least, most, measured] = ["least", "most", "measured"].map(|key| row[key].as_f64().expect("a number"));
        assert_eq!(row["reached"].as_bool(), Some((least..=most).contains(&measured)), "{row}");
    }
    // Calibrators of both sorts: isolating ones first, each with what it prices.
    let calibrators = rows(&json, &["calibrators"]);
    let isolating = calibrators.iter().filter(|row| row["isolates"] == true).count();
    assert!(isolating > 100 && calibrators.len() > isolating + 50, "{isolating} of {}", calibrators.len());
    assert!(calibrators[..isolating].iter().all(|row| row["isolates"] == true));
    let executes = calibrators.iter().find(|row| row["kind"] == "isolate execute").expect("there is one");
    assert!(rows(executes, &["variables"]).iter().any(|key| key == "execute"), "{executes}");

    // Nothing but whole files, all of them of this run.
    let own = fs::read_dir(&out).expect("it is there").map(|entry| entry.expect("readable").path()).collect::<Vec<_>>();
    assert_eq!(own.len(), 1, "{own:?}");
    let read = |name: &str| fs::read_to_string(own[0].join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(serde_json::from_str::<Value>(&read("summary.json")).expect("it is JSON"), json);
    let page = read("README.md");
    for name in [
        "2",
        "3",
        "7",
        "8",
        "9",
        "10",
        "10-once",
        "11",
        "platforms",
        "figures",
        "coverage",
        "noise",
        "goals",
        "unseen",
        "watching",
        "watched",
        "points",
    ] {
        assert!(!lines(&read(&format!("table-{name}.csv"))).is_empty(), "{name}");
        assert!(page.contains(&format!("## Table {}: ", name.replace('-', " "))), "{name}");
    }
    for (name, count) in [("4", None), ("5", Some(6)), ("6", None), ("parts", Some(9)), ("kinds", None)] {
        for mode in MODES {
            let text = read(&format!("table-{name}-{mode}.csv"));
            assert!(count.is_none_or(|count| lines(&text).len() == count) && !lines(&text).is_empty(), "{text}");
        }
    }
    assert!(page.contains("horolog calibrate --programs DIR"));
    assert_eq!(lines(&read("table-2.csv")).len(), isolating);
    assert_eq!(lines(&read("table-3.csv")).len(), calibrators.len() - isolating);
    assert_eq!(lines(&read("table-platforms.csv")).len(), 15 + 3);
    let hidden = |name: &str| name.starts_with('.') || name.ends_with(".tmp");
    let names = fs::read_dir(&own[0]).expect("it is there").map(|entry| entry.expect("readable").file_name());
    assert!(!names.into_iter().any(|name| hidden(&name.to_string_lossy())));
}

#[test]
fn where_tables_cannot_be_written_nothing_is_measured() {
    let home = Home::empty();
    let out = home.0.path().join("results");
    fs::create_dir(&out).expect("a directory");
    let of = provenance();
    let taken = out.join(format!("{}-{}", of.date, slug(&of.processor)));
    fs::write(&taken, "mine").expect("it can be written");
    let seen = home.seen(&["validate", "--out", out.to_str().expect("a plain path")]);
    assert!(seen.starts_with("exit 2") && seen.contains("cannot write") && !seen.contains("calibration 1"), "{seen}");
    assert_eq!(fs::read_to_string(&taken).expect("readable"), "mine");
    assert_eq!(fs::read_dir(&out).expect("it is there").count(), 1);
}

#[test]
fn goals_of_ones_own_are_read_before_anything_is_measured() {
    let home = Home::empty();
    let [out, goals] = ["results", "goals"].map(|name| home.0.path().join(name));
    fs::create_dir(&goals).expect("a directory");
    let [out, of] = [&out, &goals].map(|path| path.to_str().expect("a plain path"));
    let refused = |what: &str| {
        let seen = home.seen(&["validate", "--out", out, "--goals", of]);
        assert!(seen.starts_with("exit 2") && seen.contains(what) && !seen.contains("calibration 1"), "{seen}");
    };
    refused("no goals in");
    fs::write(goals.join("none.pl"), "p(1).\n").expect("it can be written");
    fs::write(goals.join("goals.txt"), "%? p(X) => X = 1\n").expect("it can be written");
    refused("no goals in");
    fs::write(goals.join("wrong.pl"), "%? p(X) => X = 1\np(1\n").expect("it can be written");
    refused("wrong");
    fs::remove_dir_all(&goals).expect("it is there");
    refused("cannot read");
}
