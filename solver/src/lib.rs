//! Exact expressions, recurrences, closed forms and bounds.
