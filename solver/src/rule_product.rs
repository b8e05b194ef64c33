//! todo
use crate::line::Line;
use crate::rules::Candidate;
pub(crate) fn product(_line: &mut Line) -> Vec<Candidate> {
    vec![]
}
