//! todo
use crate::line::Line;
use crate::rules::Candidate;
pub(crate) fn one_size(_line: &mut Line) -> Vec<Candidate> {
    vec![]
}
pub(crate) fn balanced(_line: &mut Line) -> Vec<Candidate> {
    vec![]
}
