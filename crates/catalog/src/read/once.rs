//! Names that may be there once only.

use std::collections::BTreeMap;

use super::cell::Cell;
use super::fault::{At, FaultKind, Reporter};

/// Names that may be there once only.
#[derive(Debug, Default)]
pub(super) struct Once {
    places: BTreeMap<String, At>,
}

impl Once {
    /// Reports a second one; true if it is the first.
    pub(super) fn check(&mut self, reporter: &mut Reporter, cell: &Cell<'_>) -> bool {
        if let Some(first) = self.places.get(cell.text()) {
            let first_line = first.line();
            cell.fault(
                reporter,
                FaultKind::Twice {
                    name: cell.text().to_owned(),
                    first_line,
                },
            );
            return false;
        }
        self.places.insert(cell.text().to_owned(), cell.at());
        true
    }
}
