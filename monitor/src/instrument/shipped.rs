//! The configurations that come with the program, found by their names.

/// Names and texts.
pub const SHIPPED: &[(&str, &str)] = &[
    ("lists.evc", include_str!("../../configurations/lists.evc")),
    ("assoc.evc", include_str!("../../configurations/assoc.evc")),
    ("db.evc", include_str!("../../configurations/db.evc")),
    ("io.evc", include_str!("../../configurations/io.evc")),
];

/// The text of one.
pub fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
