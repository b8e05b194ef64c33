//! Folds that are Prolog programs.
