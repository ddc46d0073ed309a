//! The frame of the set-up (BB 30.0-setup).

use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// The steps of the set-up: entry by entry of the scenario's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetUpStep {
    /// Both sides, then the first turn.
    Begin,
    /// The place of an entry, if it is not fixed.
    Place {
        /// Its number on the page.
        entry: u16,
    },
    /// The facing of an entry's stack, if it is free.
    Face {
        /// Its number on the page.
        entry: u16,
    },
    /// The orders of an entry's brigade, if they are free.
    Orders {
        /// Its number on the page.
        entry: u16,
    },
    /// The formation of an entry's unit, if the scenario leaves it open.
    Form {
        /// Its number on the page.
        entry: u16,
    },
    /// BB 30.0-setup, 4.33: units without a brigade may be assigned, in scenarios that start late enough.
    Assign { side: Side },
    /// BB 30.0: loose cavalry is given orders unit by unit, where the scenario says so.
    CavalryOrders { side: Side },
}
