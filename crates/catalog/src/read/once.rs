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
        self.check_named(reporter, cell, cell.text())
    }

    /// The same for something that is known by another name than its cell says.
    pub(super) fn check_named(
        &mut self,
        reporter: &mut Reporter,
        cell: &Cell<'_>,
        name: &str,
    ) -> bool {
        if let Some(first) = self.places.get(name) {
            let first_line = first.line();
            cell.fault(
                reporter,
                FaultKind::Twice {
                    name: name.to_owned(),
                    first_line,
                },
            );
            return false;
        }
        self.places.insert(name.to_owned(), cell.at());
        true
    }
}
