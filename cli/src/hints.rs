//! `horolog hints`: for each predicate with an entry, when a call is worth a task of its own, as JSON.

use crate::args::{EACH, HintsArgs};
use crate::calibrate::profile;
use crate::error::{CliError, Exit};
use crate::report::{print_json, warn};
use predict::entries::Declared;
use predict::hints::of_program;
use predict::load::load;

/// Prints hints.
pub fn hints(args: &HintsArgs) -> Result<Exit, CliError> {
    let loaded = load(Some(&args.file), "", &args.reading.of())?;
    let profile = profile(args.mode.0)?;
    let declared = Declared::of(&loaded)?;
    warn(&declared.warnings);
    let budget = args.budget.budget();
    print_json(&of_program(&declared, &profile, args.spawn_cost, budget, EACH)?)?;
    Ok(Exit::Ok)
}
