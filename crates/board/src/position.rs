//! The place of a hex in its map: its column and its row, and which columns lie half a hex further south.

use serde::{Deserialize, Serialize};

/// Which columns of a map lie half a hex further south. Every map decides it for itself (fire reading 74).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// As in the examples of the series rules.
    EvenSouth,
    /// As on the Shiloh map.
    OddSouth,
}

/// Column (west to east) and global row (north to south) of a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Position {
    pub column: u8,
    pub row: u8,
}
