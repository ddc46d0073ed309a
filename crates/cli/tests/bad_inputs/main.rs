//! Bad input at every door: records, the command line, data, situations, HTTP, order notation.
//!
//! Each input says what a clear answer to it must name. What comes back is counted as clear, unclear (refused, but without
//! naming it, or at far too great length), accepted, hung (no answer in time) or panicked; the last four must be 0.
//! `scripts/bad-inputs` runs this and shows the table.

mod command_line;
mod data;
mod door;
mod http;
mod notation;
mod records;
mod situations;

use door::{Door, Tally};

/// Tries everything bad at one door.
type Open = fn() -> Door;

#[test]
fn every_bad_input_is_refused_clearly() {
    let doors: [(&str, Open); 6] = [
        ("records", records::door),
        ("command line", command_line::door),
        ("data", data::door),
        ("situations", situations::door),
        ("HTTP", http::door),
        ("notation", notation::door),
    ];
    let mut all = Tally::default();
    let mut faults = Vec::new();
    println!("{}", Tally::HEAD);
    for (name, open) in doors {
        let door = open();
        println!("{}", door.tally.row(name));
        all.add(&door.tally);
        faults.extend(
            door.faults
                .into_iter()
                .map(|fault| format!("{name}: {fault}")),
        );
    }
    println!("{}", all.row("all"));
    assert!(all.tried >= 300, "only {} inputs were tried", all.tried);
    assert!(
        faults.is_empty(),
        "{} bad inputs were not refused clearly:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
