//! What is known of a file as assertions in the language of its own.
//!
//! Comes in: a program and what is known of it. Goes out: an assertion for each predicate and way in which it is called. Each
//! property is checked by itself as `check` does it, and only what is proved is kept: a file with these assertions has
//! nothing in it that cannot be read or does not hold.

use crate::analyze::{FileAnalysis, PatternAnalysis, PredicateAnalysis};
use crate::bounds::FunctionReport;
use crate::check::{Options, proved};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::sizes::SizeReport;
use solver::{Expr, Var};

/// What is known of a predicate under a call pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inferred {
    /// `name/arity`.
    pub predicate: String,
    /// How it is called, as an entry.
    pub entry: String,
    /// The assertion; nothing where no property was proved of the calls that an assertion can name.
    pub assertion: Option<String>,
}

/// A property as an assertion has it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Claim {
    /// Of the arguments on success.
    Success(String),
    /// Of the call as a whole.
    Call(String),
}

/// The assertions of a file.
pub fn inferred(
    declared: &Declared<'_>,
    report: &FileAnalysis,
    options: &Options<'_>,
) -> Result<Vec<Inferred>, PredictError> {
    let patterns = || report.predicates.iter().flat_map(|of| of.patterns.iter().map(move |pattern| (of, pattern)));
    let claims: Vec<Vec<Claim>> = patterns().map(|(_, pattern)| claims(pattern)).collect();
    let each =
        patterns().zip(&claims).flat_map(|((_, pattern), claims)| claims.iter().map(move |claim| (pattern, claim)));
    let lines: Vec<String> = each.map(|(pattern, claim)| line(pattern, &[claim])).collect();
    let mut holds = proved(declared, &lines, options)?.into_iter();
    let mut found: Vec<(&PredicateAnalysis, &PatternAnalysis, Vec<&Claim>)> = Vec::new();
    for ((of, pattern), claims) in patterns().zip(&claims) {
        let kept = claims.iter().filter(|_| holds.next() == Some(true));
        // Types that an assertion cannot name make one of several patterns.
        let same = |known: &&mut (_, &PatternAnalysis, _)| {
            (&known.1.call.head, &known.1.call.types) == (&pattern.call.head, &pattern.call.types)
        };
        match found.iter_mut().find(same) {
            Some((.., known)) => kept.for_each(|claim| {
                if !known.contains(&claim) {
                    known.push(claim);
                }
            }),
            None => found.push((of, pattern, kept.collect())),
        }
    }
    let written = |(of, pattern, claims): (&PredicateAnalysis, &PatternAnalysis, Vec<&Claim>)| Inferred {
        predicate: of.predicate.clone(),
        entry: pattern.entry.clone(),
        assertion: (!claims.is_empty()).then(|| line(pattern, &claims)),
    };
    Ok(found.into_iter().map(written).collect())
}

/// An assertion with some properties.
fn line(of: &PatternAnalysis, claims: &[&Claim]) -> String {
    let call = &of.call;
    let mut text = format!(":- pred {}", call.head);
    let success: Vec<&str> =
        claims.iter().filter_map(|of| if let Claim::Success(of) = of { Some(of.as_str()) } else { None }).collect();
    let whole: Vec<&str> =
        claims.iter().filter_map(|of| if let Claim::Call(of) = of { Some(of.as_str()) } else { None }).collect();
    let types: Vec<&str> = call.types.iter().map(String::as_str).collect();
    for (sign, parts) in [(":", types), ("=>", success), ("+", whole)] {
        if !parts.is_empty() {
            text.push_str(&format!(" {sign} ({})", parts.join(", ")));
        }
    }
    text + "."
}

/// What is claimed of calls: the analysis has it, but only of the calls that it saw.
fn claims(of: &PatternAnalysis) -> Vec<Claim> {
    let mut found: Vec<Claim> = of.call.success.iter().cloned().map(Claim::Success).collect();
    let mut call = |text: String| found.push(Claim::Call(text));
    if of.deterministic == Some(true) {
        call("is_det".into());
    }
    if of.cannot_fail == Some(true) {
        call("not_fails".into());
    }
    if of.steps.upper.is_some() {
        call("terminates".into());
    }
    let over = |side: &Option<FunctionReport>, several: fn(Expr, Expr) -> Expr| {
        side.as_ref().and_then(|function| over_names(function, &of.sizes, &of.call.names, several))
    };
    let lower = over(&of.steps.lower, Expr::min).filter(|lower| lower != "0");
    let upper = over(&of.steps.upper, Expr::max);
    match (lower, upper) {
        (Some(lower), Some(upper)) if lower == upper => call(format!("cost(exact, steps, {upper})")),
        (lower, upper) => {
            lower.into_iter().for_each(|lower| call(format!("cost(lb, steps, {lower})")));
            upper.into_iter().for_each(|upper| call(format!("cost(ub, steps, {upper})")));
        }
    }
    found
}

/// A function over the sizes of named arguments; what it is on several regions taken together.
fn over_names(
    function: &FunctionReport,
    sizes: &[SizeReport],
    names: &[String],
    several: fn(Expr, Expr) -> Expr,
) -> Option<String> {
    let parts: Vec<Expr> = match function.parts.as_slice() {
        [] => vec![function.expr.parse().ok()?],
        parts => parts.iter().map(|part| part.expr.as_ref()?.parse().ok()).collect::<Option<_>>()?,
    };
    let whole = parts.into_iter().reduce(several)?;
    let named = |size: &SizeReport| {
        let argument = names.get(size.argument - 1)?;
        Some((Var::new(&size.name), Expr::var(format!("{}({argument})", size.metric.name()))))
    };
    let named: Vec<(Var, Expr)> = sizes.iter().map(named).collect::<Option<_>>()?;
    Some(whole.subst_all(&named).simplify().to_string())
}
