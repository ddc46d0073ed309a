//! The frame of infantry above or below guns (SR 7.22, 8.23, 8.44-aboutface).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// SR 7.22, 8.23, 8.44-aboutface: where the infantry of a hex stands to a battery, above or below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GunsStep {
    /// The battery.
    pub gun: UnitId,
    pub hex: HexId,
    /// The battery above it, which stays above.
    pub after: Option<UnitId>,
    pub rule: Rule,
}
