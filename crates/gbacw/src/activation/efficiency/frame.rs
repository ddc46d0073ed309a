//! The frame of II/B (SR 5.2, 5.4, BB 4.2).

use longroll_catalog::facts::{CommandId, LeaderId};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// The steps of II/B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EfficiencyStep {
    /// SR 5.21: whom the hour wakes (BB alert), then every draw.
    Draw,
    /// SR 5.21: every draw, each announced before it is made.
    DrawMarkers,
    /// SR 5.22, 5.23, BB 4.2: every commander of a side who may raise a number.
    Helpers { side: Side },
    /// This commander raises numbers.
    Help {
        leader: LeaderId,
        /// How often he still may.
        left: u8,
        /// SR 5.22: the corps an OC has raised already, each once.
        raised: [Option<CommandId>; 3],
    },
    /// SR 5.4: Efficiency Transfer.
    Transfer { side: Side },
    /// SR 5.24: the number of markers of each division and what each brigade may use.
    Settle,
}
