//! todo
use crate::line::Line;
use crate::rules::Candidate;
pub(crate) fn monotone(_line: &mut Line) -> Vec<Candidate> {
    vec![]
}
pub(crate) fn template(_line: &mut Line) -> Vec<Candidate> {
    vec![]
}
