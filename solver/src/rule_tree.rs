//! todo
use crate::line::Line;
use crate::rules::Candidate;
pub(crate) fn tree(_line: &mut Line) -> Vec<Candidate> {
    vec![]
}
