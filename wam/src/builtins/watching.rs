//! What `watch/3` of the library is made of.

use super::Outcome;
use crate::machine::Machine;
use crate::machine::error::Ball;
use crate::read::read_term_from_str;

/// `$watch_begin(Fold)`: what is called from now on is watched for a fold.
pub(crate) fn begin(m: &mut Machine) -> Outcome {
    let fold = m.a(0);
    let name = m.text(fold)?.to_string();
    m.begin_watched(&name).map_err(|what| refused(m, &what))?;
    Ok(true)
}

/// `$watch_end(Results)`: what the fold has come to, slice by slice.
pub(crate) fn end(m: &mut Machine) -> Outcome {
    let found = m.end_watched().map_err(|what| refused(m, &what))?;
    let text = format!("[{}]", found.iter().map(|of| format!("({of})")).collect::<Vec<_>>().join(","));
    let program = m.program();
    let read = read_term_from_str(&text, &program.atoms, &program.ops, &program.flags);
    let read = read.map_err(|error| refused(m, &error.to_string()))?;
    m.ensure(4 * read.terms.nodes())?;
    let list = m.import(&read.terms, read.root, &mut Vec::new());
    Ok(m.unify(m.a(0), list))
}

fn refused(m: &mut Machine, why: &str) -> Ball {
    let fold = m.a(0);
    m.refused_error("watch", "goal", fold, why)
}
