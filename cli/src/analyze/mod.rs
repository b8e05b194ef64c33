//! `horolog analyze`: all that is known of a file, as text, JSON, a page or assertions.

mod page;
mod text;

use crate::args::{AnalyzeArgs, AnalyzeFormat, EACH};
use crate::calibrate::profile;
use crate::compare::watch;
use crate::error::{CliError, Exit};
use crate::files::{data_directory, write_whole};
use crate::hot::in_words;
use crate::report::{Paint, note, print, print_json, warn};
use calibrate::executable;
use predict::analyze::{From, Functions, PatternAnalysis};
use predict::check::Options;
use predict::entries::Declared;
use predict::inferred::{Inferred, inferred};
use predict::kept::{Kept, Reuse};
use predict::load::load;
use predict::pricing::Pricing;
use predict::sizes::show;
use predict::units::Resource;
use predict::value::Value;
use std::time::Duration;

/// Where results are kept, below the user's data directory.
const RESULTS: &str = "results";

/// Reports all that is known of a file.
pub fn analyze(args: &AnalyzeArgs) -> Result<Exit, CliError> {
    let loaded = load(Some(&args.file), "", &args.reading.of())?;
    let format = if args.json { AnalyzeFormat::Json } else { args.format };
    let profile = (!args.counts && format != AnalyzeFormat::Assertions).then(|| profile(args.mode.0)).transpose()?;
    let declared = Declared::of(&loaded)?;
    warn(&declared.warnings);
    let pricing = profile.as_ref().map(Pricing::bounds);
    let budget = args.budget.budget();
    // Without a directory nothing is kept, which is no reason to analyse nothing.
    let directory = data_directory().ok().filter(|_| !args.no_cache).map(|directory| directory.join(RESULTS));
    let kept = directory.map(|directory| Kept::open(&directory, &args.file, &executable::own()));
    let report = predict::analyze::analyze(&declared, pricing, budget, EACH, kept.as_ref())?;
    if let Some(Reuse { reused, made }) = kept.map(Kept::close).filter(|_| args.tell_cache) {
        note(&format!("{reused} results of earlier runs, {made} made"));
    }
    if let Some(path) = &args.html {
        write_whole(path, page::page(&report, loaded.source.text()))?;
        note(&format!("the page is {}", path.display()));
        return Ok(Exit::Ok);
    }
    match format {
        AnalyzeFormat::Text => print(&text::text(&report, Paint::stdout()))?,
        AnalyzeFormat::Json => print_json(&report)?,
        AnalyzeFormat::Assertions => {
            // What is not proved is left out: no call is run to see whether it is false.
            let options = Options { pricing: None, budget, each: EACH, watch: &|| watch(Duration::ZERO) };
            print(&assertions(&inferred(&declared, &report, &options)?))?;
        }
    }
    Ok(Exit::Ok)
}

/// An assertion a line, and a comment where there is none.
fn assertions(all: &[Inferred]) -> String {
    let line = |of: &Inferred| match &of.assertion {
        Some(assertion) => format!("{assertion}\n"),
        None => format!("% Nothing is proved of {} that an assertion could say.\n", of.entry.replace('\n', " ")),
    };
    all.iter().map(line).collect()
}

/// What is known of how calls end, in words.
fn properties(of: &PatternAnalysis) -> Vec<String> {
    let said = |known: Option<bool>, yes: &str, no: &str| known.map(|is| if is { yes } else { no }.to_string());
    let mut words: Vec<String> =
        said(of.deterministic, "deterministic", "may leave choice points").into_iter().collect();
    match &of.ends {
        Some(ends) => words.push(ends.to_string()),
        None => words.extend(said(of.cannot_fail, "cannot fail", "may fail")),
    }
    words.extend(
        of.success.as_ref().filter(|types| !types.is_empty()).map(|types| format!("on success ({})", types.join(", "))),
    );
    words
}

/// Where a call pattern comes from, in words.
fn origin(of: &PatternAnalysis) -> String {
    match &of.from {
        From::Declared => "as declared".into(),
        From::Use(why) => why.clone(),
        From::CallsOf(caller) => format!("in calls of {caller}"),
    }
}

/// The bounds of a resource in a line each.
fn bounds(of: &Functions) -> Vec<(&'static str, String)> {
    let shown = |side: &Option<predict::bounds::FunctionReport>| side.as_ref().map_or("unknown".into(), |of| of.text());
    match of.exact {
        true => vec![("", shown(&of.upper))],
        false => vec![("at least", shown(&of.lower)), ("at most", shown(&of.upper))],
    }
}

/// In which predicates the steps are then, where they are in several.
fn hot(of: &PatternAnalysis) -> Option<String> {
    of.typical.as_ref()?.hot.as_ref().map(in_words)
}

/// What a call comes to at sizes as they are common.
fn at_typical(of: &PatternAnalysis) -> Option<String> {
    let typical = of.typical.as_ref()?;
    let range = |[low, high]: &[Option<Value>; 2], resource: Resource| match (low, high) {
        (Some(low), Some(high)) if low == high => Some(low.show(resource)),
        (Some(low), Some(high)) => Some(format!("{} to {}", low.show(resource), high.show(resource))),
        (Some(low), None) => Some(format!("at least {}", low.show(resource))),
        (None, Some(high)) => Some(format!("at most {}", high.show(resource))),
        (None, None) => None,
    };
    let steps = range(&typical.steps, Resource::Steps);
    let time =
        typical.time.as_ref().and_then(|time| range(time, Resource::Time)).map(|time| format!("{time} expected"));
    let all: Vec<String> = steps.into_iter().chain(time).collect();
    let at = if typical.sizes.is_empty() { "always".to_string() } else { format!("at {}", show(&typical.sizes)) };
    (!all.is_empty()).then(|| format!("{at}: {}", all.join(", ")))
}
