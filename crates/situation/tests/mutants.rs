//! The faults that are built in for proof (docs/mutants.md): each has its one place in the code of today. A change that moves
//! such a place takes its fault along.

use std::path::Path;
use std::process::Command;

#[test]
fn every_fault_has_its_place() {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("mutants/run.py");
    let run = Command::new("python3")
        .arg("-B")
        .arg(&runner)
        .arg("--places")
        .output();
    let Ok(run) = run else {
        // The list is Python's: without it there is nothing to ask, and nobody could run the faults either.
        println!("skipped: no python3 here");
        return;
    };
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}");
    assert!(said.contains("have a place"), "{said}");
}
