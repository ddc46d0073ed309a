//! The frame of the reactions to one step (SR 9.6).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_movement::reaction::ReactionCause;
use longroll_movement::retreat::Arrival;
use longroll_position::Cohesion;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::evading::{Goal, Trodden};

/// Units that are asked later about the same step, with the hexes in which they stood when it was announced.
pub type Others = [Option<(UnitId, HexId)>; 6];

/// The reactions to one step.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReactStep {
    /// SR 9.63: everybody who may move away before the mover enters.
    Evasions {
        /// Who moves, and where to.
        arrival: Arrival,
    },
    /// SR 9.63: does this unit move away?
    Evade {
        unit: UnitId,
        /// From whom, and where he is about to enter.
        arrival: Arrival,
        /// SR 9.63-art: so many hexes at most.
        most: u8,
        /// Where it stood when the step was announced; whoever has left that hex has answered.
        from: HexId,
        /// Reading I77: who is asked after it, and where they stand; they may be let go first.
        others: Others,
    },
    /// SR 9.63-art: does the mover fire at guns before they move away?
    FireFirst {
        unit: UnitId,
        /// From whom, and where he is about to enter.
        arrival: Arrival,
        /// Where they go.
        goal: Goal,
    },
    /// SR 9.63-art: the guns move away after they have been fired at.
    Flee {
        unit: UnitId,
        /// From whom, and where he is about to enter.
        arrival: Arrival,
        /// Where they wanted to go.
        goal: Goal,
        /// Their guns and state before the fire.
        before: (u8, Cohesion),
    },
    /// SR 9.63-udd: the check after moving away.
    EvadeCheck {
        unit: UnitId,
        /// The hexes of its way, in order.
        way: SmallVec<[Trodden; 4]>,
    },
    /// SR 9.61: everybody next to the mover's new hex.
    Faces {
        /// Who moved.
        mover: UnitId,
        hex: HexId,
        /// What he has done.
        cause: FaceCause,
    },
    /// SR 9.61: does this stack turn or refuse?
    Face {
        /// Its top unit.
        unit: UnitId,
        mover: UnitId,
        /// Where he is.
        hex: HexId,
        /// What he has done.
        cause: FaceCause,
    },
}

/// SR 9.61: why a unit turns or refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaceCause {
    /// An enemy has come into the hex.
    #[default]
    Moved,
    /// SR 12.6: enemies have advanced into it.
    Advanced,
    /// An enemy has fired from it.
    Fired,
}

impl FaceCause {
    pub(super) const fn by(self, mover: UnitId, hex: HexId) -> ReactionCause {
        match self {
            Self::Moved => ReactionCause::Moved { by: mover, to: hex },
            Self::Advanced => ReactionCause::Advanced { by: mover, to: hex },
            Self::Fired => ReactionCause::Fired {
                by: mover,
                from: hex,
            },
        }
    }
}
