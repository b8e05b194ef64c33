//! Every row of `programs/conformity` has the outcome of the standard here, and every difference of another system that
//! is installed has a reason in `differences.txt`. `.ci/conformity` runs the rows and judges them.
#![allow(missing_docs)]

use std::path::Path;
use std::process::Command;

#[test]
fn rows_have_the_outcome_of_the_standard_and_differences_have_reasons() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let run = Command::new("sh").arg(root.join(".ci/conformity")).arg(env!("CARGO_BIN_EXE_horolog")).output();
    let run = run.expect("a shell");
    assert!(run.status.success(), "{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
}
