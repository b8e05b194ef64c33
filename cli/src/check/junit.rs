//! A check as JUnit's XML: a suite for each file, a case for each property.

use super::text::{details, headline, one_line};
use predict::check::{AssertionReport, CheckReport, PropertyReport, Verdict};

/// The document.
pub fn junit(report: &CheckReport, strict: bool) -> String {
    let mut files: Vec<&str> = report.assertions.iter().map(|assertion| assertion.place.file.as_str()).collect();
    files.dedup();
    let cases = |file: &str| -> Vec<(&AssertionReport, &PropertyReport)> {
        let own = report.assertions.iter().filter(|assertion| assertion.place.file == file);
        own.flat_map(|assertion| assertion.properties.iter().map(move |property| (assertion, property))).collect()
    };
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"horolog check\">\n".to_string();
    for file in files {
        let cases = cases(file);
        let fails = |property: &PropertyReport| {
            property.verdict == Verdict::False || strict && property.verdict == Verdict::Unknown
        };
        let failures = cases.iter().filter(|(_, property)| fails(property)).count();
        let skipped =
            cases.iter().filter(|(_, property)| !fails(property) && property.verdict == Verdict::Unknown).count();
        text.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n",
            escaped(file),
            cases.len()
        ));
        for (assertion, property) in cases {
            text.push_str(&format!(
                "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
                escaped(&assertion.predicate),
                escaped(&one_line(&property.text)),
                escaped(file),
                property.place.line
            ));
            let said = escaped(&headline(property));
            let more = escaped(&details(property).join("\n"));
            match property.verdict {
                _ if fails(property) => text.push_str(&format!(
                    ">\n      <failure type=\"{}\" message=\"{said}\">{more}</failure>\n    </testcase>\n",
                    property.verdict.name()
                )),
                Verdict::Unknown => {
                    text.push_str(&format!(">\n      <skipped message=\"{said} {more}\"/>\n    </testcase>\n"));
                }
                Verdict::Checked | Verdict::False => text.push_str("/>\n"),
            }
        }
        text.push_str("  </testsuite>\n");
    }
    if !report.regressions.is_empty() {
        let count = report.regressions.len();
        text.push_str(&format!(
            "  <testsuite name=\"baseline\" tests=\"{count}\" failures=\"{count}\" errors=\"0\" skipped=\"0\">\n"
        ));
        for worse in &report.regressions {
            let place = worse.place.as_ref().map(|at| format!(" file=\"{}\" line=\"{}\"", escaped(&at.file), at.line));
            text.push_str(&format!(
                "    <testcase classname=\"baseline\" name=\"{}\"{}>\n      <failure type=\"worse\" message=\"{}\">{}</failure>\n    </testcase>\n",
                escaped(&worse.name),
                place.unwrap_or_default(),
                escaped(&worse.headline()),
                escaped(&format!("before: {}\nnow: {}", worse.before, worse.now))
            ));
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// Text as XML has it; characters that XML cannot have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            c if c.is_control() && c != '\t' || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
