//! Prices every machine instruction from measured workloads.
