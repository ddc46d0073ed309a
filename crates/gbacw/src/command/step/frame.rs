//! The frame of II/A (SR 4.2).

use longroll_catalog::facts::LeaderId;
use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// The steps of II/A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandStep {
    /// BB 4.11-direct: each commander of the side in turn.
    DirectCommands { side: Side },
    /// BB 4.11-direct: this commander chooses.
    DirectCommand { leader: LeaderId },
    /// BB 4.25-CSA: cavalry is lent to divisions.
    LendCavalry { side: Side },
    /// BB 30.0: units and brigades that the scenario lets change their command.
    Reassign { side: Side },
    /// BB 30.0: units that the scenario assigns in the first turn's IV/B.
    AssignInRecovery { side: Side },
    /// SR 4.23: everybody's status for the turn.
    FixStatus,
}
