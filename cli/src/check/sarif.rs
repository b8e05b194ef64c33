//! A check as SARIF 2.1.0 (OASIS, 2020): what is false and what is unknown, with the places in the files.

use super::text::{details, headline, one_line};
use predict::check::baseline::Regression;
use predict::check::{AssertionReport, CheckReport, Kind, Place, PropertyReport, Verdict};
use serde_json::{Value, json};

/// The rules, by the kinds of claims.
const RULES: [(Kind, &str, &str); 9] = [
    (Kind::Cost, "cost", "What a call uses of a resource is as claimed."),
    (Kind::Size, "size", "The size of an argument at success is as claimed."),
    (Kind::Type, "type", "An argument at success is of the claimed type."),
    (Kind::Determinism, "determinism", "A call has one solution at most, as claimed."),
    (Kind::Nonfailure, "non-failure", "A call has a solution, as claimed."),
    (Kind::Termination, "termination", "A call ends, as claimed."),
    (Kind::Exception, "exception", "A call ends without an exception, as claimed."),
    (Kind::Solutions, "solutions", "A call has as many solutions as claimed."),
    (Kind::Other, "other", "What is claimed is not checked."),
];

/// The rule of bounds that got worse than a baseline's: the one after those.
const WORSE: (&str, &str) = ("baseline", "An upper bound is no worse than the one that was kept.");

/// The log of one run.
/// `is_complete` says whether all files could be read.
pub fn sarif(report: &CheckReport, strict: bool, is_complete: bool) -> Value {
    let rules = RULES.iter().map(|(_, id, text)| (*id, *text)).chain([WORSE]);
    let rules: Vec<Value> = rules.map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } })).collect();
    let mut results = Vec::new();
    for assertion in &report.assertions {
        let open = assertion.properties.iter().filter(|property| property.verdict != Verdict::Checked);
        results.extend(open.map(|property| result(assertion, property, strict)));
    }
    results.extend(report.regressions.iter().map(worse));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "horolog",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": [{ "executionSuccessful": is_complete }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(assertion: &AssertionReport, property: &PropertyReport, strict: bool) -> Value {
    let rule = RULES.iter().position(|(kind, ..)| *kind == property.kind).expect("every kind has a rule");
    let level = match property.verdict {
        Verdict::False => "error",
        _ if strict => "error",
        _ => "note",
    };
    let mut message = vec![format!("{}: {}", property.verdict.name(), headline(property))];
    message.extend(details(property));
    json!({
        "ruleId": RULES[rule].1,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": message.join("\n") },
        "locations": [{
            "physicalLocation": location(&property.place),
            "logicalLocations": [{ "name": assertion.predicate, "kind": "function" }],
        }],
        // The same contract is the same finding where lines have moved.
        "partialFingerprints": { "contract/v1": fingerprint(&[&assertion.entry, &one_line(&property.text)]) },
    })
}

fn worse(regression: &Regression) -> Value {
    let Regression { place, name, before, now, .. } = regression;
    let places: Vec<Value> = place.iter().map(|place| json!({ "physicalLocation": location(place) })).collect();
    json!({
        "ruleId": WORSE.0,
        "ruleIndex": RULES.len(),
        "level": "error",
        "message": { "text": format!("{}\nbefore: {before}\nnow: {now}", regression.headline()) },
        "locations": places,
        "partialFingerprints": { "bound/v1": fingerprint(&[name]) },
    })
}

fn location(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.file) },
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        },
    })
}

/// Texts as a number that stays the same from build to build: FNV-1a, 64 bits (draft-eastlake-fnv).
fn fingerprint(texts: &[&str]) -> String {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

/// A path as a reference: what URIs cannot have is escaped.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_string() } else { String::new() };
    for byte in path.replace('\\', "/").trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}
