//! `horolog list`: the instructions of a predicate with the share of each.

use crate::args::ListArgs;
use crate::error::{CliError, Exit};
use crate::report::print;
use crate::target::Target;
use predict::load::load;
use predict::predicates::find;
use wam::listing::{Detail, predicate};

/// Prints the listing of a predicate.
pub fn list(args: &ListArgs) -> Result<Exit, CliError> {
    let target = Target::of(&args.target, &args.reading.of())?;
    let loaded = load(target.file, target.indicator, &args.reading.of())?;
    let pred = find(&loaded.program, target.indicator)?;
    let detail = if args.explain { Detail::Explained } else { Detail::Plain };
    print(&predicate(&loaded.program, loaded.program.get(pred), detail))?;
    Ok(Exit::Ok)
}
