//! `horolog compare`: a goal estimated, counted, priced and observed.

use crate::args::CompareArgs;
use crate::calibrate::profile;
use crate::error::{CliError, Exit};
use crate::estimate::{WITHOUT_COLLECTIONS, collecting, doubtful};
use crate::interrupt;
use crate::reasons::remarks;
use crate::report::{Align, Grid, Paint, note, print, print_json, warn};
use calibrate::watch::Watch;
use predict::compare::{Comparison, difference};
use predict::engine::Runs;
use predict::entries::Declared;
use predict::error::{Doing, PredictError};
use predict::load::load;
use predict::pricing::{Prices, Pricing};
use predict::sizes::show;
use predict::units::{Resource, Until, percent, significant};
use predict::value::Value;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Compares a goal's estimate with its run.
pub fn compare(args: &CompareArgs) -> Result<Exit, CliError> {
    let resource = args.resource.0;
    let loaded = load(Some(&args.file), &args.goal, &args.reading.of())?.counting(resource)?;
    let until = args.until.until();
    if resource == Resource::Time && until == Until::First {
        return Err(CliError::with_help(
            "times are measured to the end of all solutions",
            "leave --first out, or compare a count: --resource steps",
        ));
    }
    let profile = if resource == Resource::Time { Some(profile(args.mode.0)?) } else { None };
    let pricing = profile.as_ref().map(|profile| Pricing { profile, prices: args.prices.0 });
    let declared = Declared::of(&loaded)?;
    warn(&declared.warnings);
    let comparison = {
        let (budget, watch) = (args.budget(), watch(args.time));
        Comparison::of(&declared, &args.goal, resource, until, pricing, budget, &watch)
            .map_err(interrupt::of("comparison"))?
    };
    warn(&comparison.misfires);
    if args.json {
        print_json(&comparison)?;
    } else {
        print(&text(&comparison, Paint::stdout()))?;
    }
    if let Some(reason) = &comparison.reason {
        note(&reason.text);
        remarks(reason).iter().for_each(|line| note(line));
    }
    Ok(disturbed(comparison.disturbed))
}

/// Ends runs of goals when their time is up, or at Ctrl-C.
pub fn watch(limit: Duration) -> Watch {
    Watch::new(limit, interrupt::flag(), || {
        let time_is_up = !interrupt::flag().load(Ordering::Relaxed);
        if time_is_up {
            let error = PredictError::OutOfTime(Doing::Counting);
            eprintln!("error: {error}\nhelp: {}", error.help().unwrap_or_default());
        }
        let exit = if time_is_up { Exit::Time } else { interrupt::exit() };
        std::process::exit(exit.code().into());
    })
}

/// What is to be said of a goal that would have changed what its next run finds.
pub fn restored(changes: &[String], runs: Runs) -> Option<String> {
    let changes = changes.join(", ");
    (runs == Runs::Restored).then(|| format!("the goal changes {changes}: that was undone after each run"))
}

/// Says that a measured time means little, where it does.
pub fn disturbed(dropped: Option<f64>) -> Exit {
    let Some(dropped) = dropped else { return Exit::Ok };
    let share = significant(dropped, 2);
    note(&format!(
        "disturbed: other programs used the core during {share} % of the measurement; its time means little"
    ));
    Exit::Disturbed
}

/// From this factor on a deviation is given as one.
const FAR: f64 = 2.0;

/// How far a value is from the observed one: the relative harmonic difference, or a factor where that says more.
fn against(value: Option<f64>, observed: f64) -> String {
    let factor = value.filter(|value| *value > 0.0 && observed > 0.0).map_or(1.0, |value| value / observed);
    match factor {
        _ if factor >= FAR => format!("{} ×", significant(factor, 3)),
        _ if factor <= 1.0 / FAR => format!("1/{} ×", significant(1.0 / factor, 3)),
        _ => difference(value, observed).map_or("–".to_string(), percent),
    }
}

fn text(comparison: &Comparison, paint: Paint) -> String {
    let resource = comparison.resource;
    let mut text = format!("{}\n", paint.strong(&comparison.goal));
    text.push_str(&format!("called as {}", comparison.entry));
    if !comparison.sizes.is_empty() {
        text.push_str(&format!(", {}", show(&comparison.sizes)));
    }
    text.push_str(match (comparison.solutions, comparison.until) {
        (0, _) => "; no solution\n\n",
        (_, Until::First) => "; first solution\n\n",
        (1, Until::All) => "; one solution\n\n",
        (_, Until::All) => "; all solutions\n\n",
    });
    let mut grid =
        Grid::new([("", Align::Left), (&resource.to_string(), Align::Right), ("against observed", Align::Right)]);
    let mut row = |what: &str, value: Option<&Value>| {
        let shown = value.map_or("unknown".to_string(), |value| value.show(resource));
        let against = against(value.map(Value::to_f64), comparison.observed.to_f64());
        grid.row(vec![what.into(), shown, against]);
    };
    let (lower, upper) = (comparison.lower.as_ref(), comparison.upper.as_ref());
    if let Some(expected) = comparison.expected.as_ref().filter(|_| comparison.prices == Some(Prices::Bounds)) {
        row("estimated, lower", lower);
        if expected.is_one() {
            row("expected", expected.upper.as_ref());
        } else {
            row("expected, least", expected.lower.as_ref());
            row("expected, most", expected.upper.as_ref());
        }
        row("estimated, upper", upper);
    } else if lower == upper && lower.is_some() {
        row("estimated", lower);
    } else {
        row("estimated, lower", lower);
        row("estimated, upper", upper);
    }
    row("priced counts", Some(&comparison.priced));
    if let Some(factor) = comparison.variety {
        grid.row(vec!["  variety of instructions".into(), percent(factor - 1.0), String::new()]);
    }
    if let Some(mispredicted) = &comparison.mispredicted {
        grid.row(vec!["  mispredicted branches".into(), mispredicted.show(resource), String::new()]);
    }
    if let Some(collected) = &comparison.collected {
        grid.row(vec!["  collections".into(), collected.show(resource), String::new()]);
    }
    let spread = comparison.spread.map_or(String::new(), |spread| format!("(spread {} %)", significant(spread, 2)));
    grid.row(vec!["observed".into(), comparison.observed.show(resource), spread]);
    text.push_str(&grid.text(paint));
    if let Some(share) = comparison.doubtful {
        let share = significant(share * 100.0, 2);
        text.push_str(&format!("\n{} ({share} % of the priced counts)\n", doubtful(&comparison.doubts)));
    }
    if !comparison.broken_laws.is_empty() {
        let laws = comparison.broken_laws.join("; ");
        text.push_str(&format!("\nits counts break laws of the calibration's, which does not fit it: {laws}\n"));
    }
    if let Some(beyond) = &comparison.beyond {
        let (share, keys) = (significant(beyond.share * 100.0, 2), beyond.keys.join(", "));
        text.push_str(&format!("\nin no bound of a time, and {share} % of the priced counts: {keys}\n"));
    }
    for what in comparison.outside.iter().chain(&comparison.condition) {
        text.push_str(&format!("\n{}\n", paint.faint(what)));
    }
    let collecting = comparison.collecting.filter(|_| comparison.upper.is_some()).map(collecting);
    if let Some(remark) = collecting {
        let without = if comparison.prices == Some(Prices::Bounds) { WITHOUT_COLLECTIONS } else { "" };
        text.push_str(&format!("\n{}\n", paint.faint(&format!("{remark}{without}"))));
    }
    let remarks = match comparison.runs {
        Some(runs) => restored(&comparison.changes, runs),
        None if comparison.changes.is_empty() => None,
        None => Some(format!("the goal changes {}: this is its first run", comparison.changes.join(", "))),
    };
    let varies = comparison.varies.as_ref().map(|[least, most]| {
        let (least, most) = (least.show(resource), most.show(resource));
        format!("runs differ: their priced counts are {least} to {most}")
    });
    let remarks: Vec<String> = remarks.into_iter().chain(varies).collect();
    if !remarks.is_empty() {
        text.push_str(&format!("\n{}\n", remarks.join("\n")));
    }
    if let Some(machine) = &comparison.machine {
        text.push_str(&format!("\n{}\n", paint.faint(&format!("on {machine}"))));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_off_is_a_factor() {
        assert_eq!(against(Some(110.0), 113.0), "-2.7 %");
        assert_eq!(against(Some(2400.0), 1.0), "2400 ×");
        assert_eq!(against(Some(1.0), 2.8), "1/2.80 ×");
        assert_eq!(against(None, 5.0), "–");
        assert_eq!(against(Some(0.0), 0.0), "0.0 %");
    }
}
