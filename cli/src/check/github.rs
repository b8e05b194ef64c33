//! A check as annotations of GitHub's workflows: <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.

use super::text::{details, headline, summary};
use predict::check::{CheckReport, Place, Verdict};

/// A line for each property that is false or unknown, and the one that sums up.
pub fn github(report: &CheckReport, strict: bool) -> String {
    let mut text = String::new();
    for property in report.assertions.iter().flat_map(|assertion| &assertion.properties) {
        let level = match property.verdict {
            Verdict::Checked => continue,
            Verdict::Unknown if !strict => "warning",
            Verdict::Unknown | Verdict::False => "error",
        };
        let mut message = vec![headline(property)];
        message.extend(details(property));
        text.push_str(&annotation(
            level,
            Some(&property.place),
            &format!("{} contract", property.verdict.name()),
            &message,
        ));
    }
    for worse in &report.regressions {
        let message = [worse.headline(), format!("before: {}", worse.before), format!("now: {}", worse.now)];
        text.push_str(&annotation("error", worse.place.as_ref(), "bound that got worse", &message));
    }
    text.push_str(&summary(report));
    text
}

/// A line for something at a place.
fn annotation(level: &str, place: Option<&Place>, title: &str, message: &[String]) -> String {
    let at = place.map(|Place { file, line, column, end_line, end_column, .. }| {
        // The end is of the last character, and columns are of one line only.
        let columns = if line == end_line {
            format!(",col={column},endColumn={}", end_column - 1)
        } else {
            format!(",col={column}")
        };
        format!("file={},line={line}{columns},endLine={end_line},", value(file))
    });
    format!("::{level} {}title={}::{}\n", at.unwrap_or_default(), value(title), data(&message.join("\n")))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn value(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
