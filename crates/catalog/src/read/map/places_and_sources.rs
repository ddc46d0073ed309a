//! What every table of the map has: the hex that a row speaks of, and the letter that says where the row is from.

use longroll_board::{Grid, HexId, Source};

use crate::read::cell::Cell;
use crate::read::fault::{FaultKind, Reporter};
use crate::read::tsv::RawRow;

/// The letter of the map's own sources.
pub(super) fn source(reporter: &mut Reporter, row: &RawRow<'_>) -> Source {
    let cell = row.cell("src");
    let source = match cell.text() {
        "T" => Some(Source::Text),
        "D" => Some(Source::Deduced),
        "H" => Some(Source::History),
        "I" => Some(Source::Estimate),
        "P" => Some(Source::PrintedMap),
        _ => None,
    };
    cell.parsed(reporter, "T, D, H, I or P", source)
        .unwrap_or_default()
}

/// The hex a cell names.
pub(super) fn hex(reporter: &mut Reporter, grid: &Grid, cell: &Cell<'_>) -> Option<HexId> {
    grid.parse(cell.text())
        .map_err(|error| cell.fault(reporter, FaultKind::BadHex(error.to_string())))
        .ok()
}
