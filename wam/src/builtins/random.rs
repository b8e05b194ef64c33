//! Where the sequence of random numbers stands (`random/1` and `random_float` of arithmetic draw from it).

use super::Outcome;
use crate::machine::Machine;

/// `$set_random(Seed)`: an integer, or `random` for the time.
pub(crate) fn set_random(m: &mut Machine) -> Outcome {
    let wanted = m.a(0);
    let seed =
        if wanted == m.make_atom("random") { (m.surroundings.now() * 1e9) as u64 } else { m.integer(wanted)? as u64 };
    m.seed_random(seed);
    Ok(true)
}

/// `$get_random(Seed)`: one that leads to the numbers that come next.
pub(crate) fn get_random(m: &mut Machine) -> Outcome {
    let seed = m.int_cell(m.random_seed() as i64);
    Ok(m.unify(m.a(0), seed))
}
