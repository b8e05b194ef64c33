//! What `call_with_time_limit/2` and its like need of the machine; the predicates themselves are library Prolog.

use super::Outcome;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::number::Number;
use num_bigint::Sign;
use num_traits::ToPrimitive;
use std::time::{Duration, Instant};

/// `$limit_new(Id)`: a number that no other limit has.
pub(crate) fn limit_new(m: &mut Machine) -> Outcome {
    let id = m.new_limit();
    Ok(m.unify(m.a(0), Cell::int(id)))
}

/// `$limit_inferences(Id, Budget)`.
pub(crate) fn limit_inferences(m: &mut Machine) -> Outcome {
    let (id, budget) = (m.integer(m.a(0))?, budget(m, m.a(1))?);
    m.limit_inferences(id, budget);
    Ok(true)
}

/// `$limit_depth(Id, Most, Reached)`.
pub(crate) fn limit_depth(m: &mut Machine) -> Outcome {
    let (id, most, reached) = (m.integer(m.a(0))?, m.integer(m.a(1))?, m.integer(m.a(2))?);
    m.limit_depth(id, most, reached);
    Ok(true)
}

/// `$limit_end(Id, Left)`: false where it has ended already.
pub(crate) fn limit_end(m: &mut Machine) -> Outcome {
    let id = m.integer(m.a(0))?;
    match m.end_limit(id) {
        None => Ok(false),
        Some(left) => {
            let left = m.int_cell(left);
            Ok(m.unify(m.a(1), left))
        }
    }
}

/// `$limit_level(Depth, Choices)`: how deep the calling clause is, and a name for the newest choice point.
pub(crate) fn limit_level(m: &mut Machine) -> Outcome {
    let (depth, choices) = m.level();
    Ok(m.unify(m.a(0), depth) && m.unify(m.a(1), choices))
}

/// `$limit_time(Seconds, Ball, Id)`: throws the ball then.
pub(crate) fn limit_time(m: &mut Machine) -> Outcome {
    let seconds = m.a(0);
    if seconds.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !seconds.is_number() {
        return Err(m.type_error("number", seconds));
    }
    let ball = m.record(m.a(1))?;
    let after = duration(&m.number(seconds)).unwrap_or(Duration::MAX);
    let id = m.start_timer(after, Some(ball));
    Ok(m.unify(m.a(2), Cell::int(id)))
}

/// `$limit_time_end(Id)`.
pub(crate) fn limit_time_end(m: &mut Machine) -> Outcome {
    let id = m.integer(m.a(0))?;
    m.stop_timer(id);
    Ok(true)
}

/// `sleep(Seconds)`: waits, in slices between which an interrupt is looked for.
pub(crate) fn sleep(m: &mut Machine) -> Outcome {
    const SLICE: Duration = Duration::from_millis(20);
    let seconds = m.a(0);
    if seconds.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !seconds.is_number() {
        return Err(m.type_error("float", seconds));
    }
    m.streams.flush_all();
    let until = duration(&m.number(seconds)).and_then(|time| Instant::now().checked_add(time));
    loop {
        m.check_interrupt()?;
        let left = until.map_or(SLICE, |until| until.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            return Ok(true);
        }
        std::thread::sleep(left.min(SLICE));
    }
}

/// A natural number, cut where it is more than anybody can count.
fn budget(m: &mut Machine, cell: Cell) -> Result<i64, Ball> {
    if cell.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !cell.is_integer() {
        return Err(m.type_error("integer", cell));
    }
    let value = m.number(cell).to_big().expect("an integer");
    if value.sign() == Sign::Minus {
        return Err(m.domain_error("not_less_than_zero", cell));
    }
    Ok(value.to_i64().unwrap_or(i64::MAX))
}

/// So many seconds, where they can be told from for ever.
fn duration(seconds: &Number) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.to_float().max(0.0)).ok()
}

/// A natural number of bytes; more than there can be is as good as that.
pub(super) fn natural(m: &Machine, cell: Cell) -> Option<usize> {
    let value = cell.is_integer().then(|| m.number(cell).to_big().expect("an integer"))?;
    (value.sign() != Sign::Minus).then(|| value.to_usize().unwrap_or(usize::MAX))
}

/// A value of the flag `time_limit`: the seconds that a query may take, or `infinite`.
pub(super) fn time_limit_from(m: &Machine, value: Cell) -> Option<Option<Duration>> {
    if value.is_number() {
        let seconds = m.number(value);
        return (seconds.to_float() > 0.0).then(|| duration(&seconds));
    }
    (value == m.make_atom("infinite")).then_some(None)
}

/// The value of the flag `time_limit`.
pub(super) fn time_limit(m: &mut Machine) -> Cell {
    match m.time_limit {
        Some(limit) => m.number_cell(&Number::Float(limit.as_secs_f64())),
        None => m.make_atom("infinite"),
    }
}
